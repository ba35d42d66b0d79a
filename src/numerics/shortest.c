// A P = Q (R S; 0 0) by Householder's reflections with the largest column first, then (R S) = (T 0) Z by reflections from the
// right (Golub, Van Loan, Matrix Computations, 5.5): x = P Z^T (T^-1 Q^T b; 0). Written here: LAPACK's dgelsy does the same, but
// a call costs more than the arithmetic at these sizes (numerics/dense.c).
#include "numerics/shortest.h"

#include <math.h>

typedef struct {
  double *a;
  int32_t m, n;
} Matrix;

static double *column(const Matrix *a, int32_t j) {
  return a->a + (long)j * a->m;
}

// Brings the largest of the columns k and beyond, from row k on, to place k; returns its length there. Lengths are summed anew
// each time: brought up to date they lose the digits that tell the rank.
static double bring_largest(Matrix *a, int32_t k, int32_t *pivot) {
  int32_t best = k;
  double most = -1;
  for (int32_t j = k; j < a->n; j++) {
    const double *v = column(a, j);
    double sum = 0;
    for (int32_t i = k; i < a->m; i++) sum += v[i] * v[i];
    if (sum > most) {
      most = sum;
      best = j;
    }
  }
  if (best != k) {
    double *v = column(a, k), *w = column(a, best);
    for (int32_t i = 0; i < a->m; i++) {
      double kept = v[i];
      v[i] = w[i];
      w[i] = kept;
    }
    int32_t kept = pivot[k];
    pivot[k] = pivot[best];
    pivot[best] = kept;
  }
  return sqrt(most);
}

// Column k, of that length from row k on, is reflected onto its row k; so are the columns behind it and b.
static void reflect_left(Matrix *a, int32_t k, double length, double *b) {
  double *v = column(a, k), onto = v[k] > 0 ? -length : length, factor = (onto - v[k]) / onto, first = v[k] - onto;
  for (int32_t i = k + 1; i < a->m; i++) v[i] /= first;
  v[k] = onto;
  for (int32_t j = k + 1; j <= a->n; j++) {
    double *w = j < a->n ? column(a, j) : b, sum = w[k];
    for (int32_t i = k + 1; i < a->m; i++) sum += v[i] * w[i];
    sum *= factor;
    w[k] -= sum;
    for (int32_t i = k + 1; i < a->m; i++) w[i] -= sum * v[i];
  }
}

// What row k has behind the rank is reflected onto its diagonal; the reflection stays in its place, its factor is returned.
static double reflect_right(Matrix *a, int32_t k, int32_t rank) {
  double diagonal = column(a, k)[k], sum = diagonal * diagonal;
  for (int32_t j = rank; j < a->n; j++) sum += column(a, j)[k] * column(a, j)[k];
  double length = sqrt(sum), onto = diagonal > 0 ? -length : length;
  for (int32_t j = rank; j < a->n; j++) column(a, j)[k] /= diagonal - onto;
  column(a, k)[k] = onto;
  double factor = (onto - diagonal) / onto;
  for (int32_t i = 0; i < k; i++) {
    double part = column(a, k)[i];
    for (int32_t j = rank; j < a->n; j++) part += column(a, j)[i] * column(a, j)[k];
    part *= factor;
    column(a, k)[i] -= part;
    for (int32_t j = rank; j < a->n; j++) column(a, j)[i] -= part * column(a, j)[k];
  }
  return factor;
}

static void solve_back(const Matrix *a, int32_t rank, const double *b, double *y) {
  for (int32_t i = rank; i-- > 0;) {
    double sum = b[i];
    for (int32_t j = i + 1; j < rank; j++) sum -= column(a, j)[i] * y[j];
    y[i] = sum / column(a, i)[i];
  }
}

// y, zero behind the rank, by the reflections from the right.
static void turn_back(const Matrix *a, int32_t rank, const double *factor, double *y) {
  for (int32_t k = 0; k < rank; k++) {
    double part = y[k];
    for (int32_t j = rank; j < a->n; j++) part += column(a, j)[k] * y[j];
    part *= factor[k];
    y[k] -= part;
    for (int32_t j = rank; j < a->n; j++) y[j] -= part * column(a, j)[k];
  }
}

// y in the order of the columns as they were.
static void put_back(int32_t n, int32_t *pivot, double *x) {
  for (int32_t k = 0; k < n; k++) {
    while (pivot[k] != k) {
      int32_t to = pivot[k];
      double kept = x[to];
      x[to] = x[k];
      x[k] = kept;
      pivot[k] = pivot[to];
      pivot[to] = to;
    }
  }
}

int32_t pw_shortest_solve(double *a, int32_t m, int32_t n, double *b, double tolerance, double *x, double *work, int32_t *pivot) {
  Matrix matrix = {a, m, n};
  int32_t rank = 0, most = m < n ? m : n;
  double largest = 0;
  for (int32_t j = 0; j < n; j++) pivot[j] = j;
  for (; rank < most; rank++) {
    double length = bring_largest(&matrix, rank, pivot);
    if (rank == 0) largest = length;
    if (!(length > tolerance * largest)) break;
    reflect_left(&matrix, rank, length, b);
  }
  if (rank < n) {
    for (int32_t k = rank; k-- > 0;) work[k] = reflect_right(&matrix, k, rank);
  }
  solve_back(&matrix, rank, b, x);
  for (int32_t j = rank; j < n; j++) x[j] = 0;
  if (rank < n) turn_back(&matrix, rank, work, x);
  put_back(n, pivot, x);
  return rank;
}
