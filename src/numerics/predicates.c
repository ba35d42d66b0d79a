#include "numerics/predicates.h"

#include <math.h>
#include <string.h>

// ---- sums without rounding: components of rising size that do not overlap, zeros left out

enum { MOST = 200 };

typedef struct {
  int count;
  double part[MOST];
} Sum;

static void two_sum(double a, double b, double *sum, double *rest) {
  *sum = a + b;
  double of_b = *sum - a, of_a = *sum - of_b;
  *rest = (a - of_a) + (b - of_b);
}

static void two_product(double a, double b, double *product, double *rest) {
  *product = a * b;
  *rest = fma(a, b, -*product);
}

// Adds one number (Shewchuk's Grow-Expansion).
static void grow(Sum *s, double b) {
  int n = 0;
  double carried = b;
  for (int i = 0; i < s->count; i++) {
    double rest;
    two_sum(carried, s->part[i], &carried, &rest);
    if (rest != 0) s->part[n++] = rest;
  }
  if (carried != 0) s->part[n++] = carried;
  s->count = n;
}

// Adds f * (the product of x and y).
static void add_product(Sum *s, double x, double y, double f) {
  double p, q, a, b;
  two_product(x, y, &p, &q);
  two_product(p, f, &a, &b);
  grow(s, b);
  grow(s, a);
  two_product(q, f, &a, &b);
  grow(s, b);
  grow(s, a);
}

static int sign_of(double x) {
  return (x > 0) - (x < 0);
}

static int sign_of_sum(const Sum *s) {
  return s->count ? sign_of(s->part[s->count - 1]) : 0;
}

// ---- exactly, by all terms of the determinant

static int orient2d_exact(const double a[2], const double b[2], const double c[2]) {
  Sum s = {0};
  add_product(&s, a[0], b[1], 1);
  add_product(&s, a[1], b[0], -1);
  add_product(&s, b[0], c[1], 1);
  add_product(&s, b[1], c[0], -1);
  add_product(&s, c[0], a[1], 1);
  add_product(&s, c[1], a[0], -1);
  return sign_of_sum(&s);
}

// det(p, q, r), its six terms by `factor`.
static void add_minor(Sum *s, const double p[3], const double q[3], const double r[3], double factor) {
  for (int i = 0; i < 3; i++) {
    int j = (i + 1) % 3, k = (i + 2) % 3;
    add_product(s, p[i], q[j], factor * r[k]);
    add_product(s, p[i], q[k], -factor * r[j]);
  }
}

static int orient3d_exact(const double a[3], const double b[3], const double c[3], const double d[3]) {
  Sum s = {0};
  add_minor(&s, b, c, d, 1);
  add_minor(&s, a, c, d, -1);
  add_minor(&s, a, b, d, 1);
  add_minor(&s, a, b, c, -1);
  return sign_of_sum(&s);
}

// ---- with a filter

static const double HALF_ULP = 1.1102230246251565e-16;  // 2^-53

int pw_orient2d(const double a[2], const double b[2], const double c[2]) {
  double left = (a[0] - c[0]) * (b[1] - c[1]), right = (a[1] - c[1]) * (b[0] - c[0]), det = left - right;
  double bound = (3 + 16 * HALF_ULP) * HALF_ULP * (fabs(left) + fabs(right));
  return fabs(det) > bound ? sign_of(det) : orient2d_exact(a, b, c);
}

int pw_orient3d(const double a[3], const double b[3], const double c[3], const double d[3]) {
  double p[3], q[3], r[3], det = 0, size = 0;
  for (int i = 0; i < 3; i++) {
    p[i] = a[i] - d[i];
    q[i] = b[i] - d[i];
    r[i] = c[i] - d[i];
  }
  for (int i = 0; i < 3; i++) {
    int j = (i + 1) % 3, k = (i + 2) % 3;
    double one = q[i] * r[j], other = q[j] * r[i];
    det += p[k] * (one - other);
    size += fabs(p[k]) * (fabs(one) + fabs(other));
  }
  if (size == 0) return 0;  // every product has a factor that is zero, as in a plane along axes
  double bound = (7 + 56 * HALF_ULP) * HALF_ULP * size;
  return fabs(det) > bound ? -sign_of(det) : orient3d_exact(a, b, c, d);
}

// ---- ties

// With the coordinates `moved` (bit 3 row + 2 - column, so that z of the first point moves farthest) the determinant of the rows
// x y z 1 gets a term of its own size: its sign, 0 where there is none. Rows with a moved coordinate become unit vectors.
static int term(const double *const x[4], unsigned moved) {
  int row[4] = {0, 1, 2, 3}, column[4] = {0, 1, 2, 3}, size = 4, sign = 1;
  for (int r = 0; r < 4; r++) {
    unsigned bits = moved >> 3 * r & 7;
    int i = 0, k = 0, c = bits == 1 ? 2 : bits == 2 ? 1 : 0;
    if (bits == 0) continue;
    if (bits & (bits - 1)) return 0;
    while (row[i] != r) i++;
    while (k < size && column[k] != c) k++;
    if (k == size) return 0;  // two rows move along one axis
    if ((i + k) % 2) sign = -sign;
    size--;
    for (int n = i; n < size; n++) row[n] = row[n + 1];
    for (int n = k; n < size; n++) column[n] = column[n + 1];
  }
  if (size == 1) return sign;
  if (size == 2) return sign * sign_of(x[row[0]][column[0]] - x[row[1]][column[0]]);
  double p[3][2];
  for (int n = 0; n < 3; n++) {
    for (int c = 0; c < 2; c++) p[n][c] = x[row[n]][column[c]];
  }
  return sign * pw_orient2d(p[0], p[1], p[2]);
}

int pw_orient3d_broken(const double *const x[4], const int64_t number[4]) {
  enum { LAST = 1 << 12 };
  const double *sorted[4];
  int sign = pw_orient3d(x[0], x[1], x[2], x[3]), order[4] = {0, 1, 2, 3}, odd = 0;
  if (sign) return sign;
  for (int i = 1; i < 4; i++) {
    for (int k = i; k > 0 && number[order[k]] < number[order[k - 1]]; k--) {
      int swap = order[k];
      order[k] = order[k - 1];
      order[k - 1] = swap;
      odd = !odd;
    }
  }
  for (int i = 0; i < 4; i++) sorted[i] = x[order[i]];
  for (unsigned moved = 1; moved < LAST && !sign; moved++) sign = term(sorted, moved);
  return odd ? sign : -sign;  // the determinant of the rows x y z 1 is minus that of the differences
}
