#include "contact/takeover.h"

#include <math.h>

typedef struct {
  int32_t n;
  double *W, *b;  // of a touch outside the set: w by P and the set's w; of one inside: P by the same
  PwTakeover *touch;
} Set;

// Touch k into the set or out of it: its w and P change places.
static void exchange(Set *s, int32_t k) {
  int32_t n = s->n;
  double *row = s->W + k * n, factor = 1 / row[k];
  for (int32_t i = 0; i < n; i++) {
    double *other = s->W + i * n, part = factor * other[k];
    if (i == k) continue;
    for (int32_t j = 0; j < n; j++) other[j] -= part * row[j];
    other[k] = part;
    s->b[i] -= part * s->b[k];
  }
  for (int32_t j = 0; j < n; j++) row[j] *= -factor;
  row[k] = factor;
  s->b[k] *= -factor;
  s->touch[k].in = !s->touch[k].in;
}

static bool is_independent(const Set *s, int32_t j) {
  static const double LEAST = 1e-8;
  return s->W[j * s->n + j] > fmax(LEAST * s->touch[j].diagonal, s->touch[j].least);
}

// The touch to go in next: two-sided ones first, then closed ones, then the open one that approaches fastest; -1: none.
static int32_t find_next(const Set *s) {
  int32_t best = -1;
  double most = -INFINITY;
  for (int32_t j = 0; j < s->n; j++) {
    const PwTakeover *touch = &s->touch[j];
    if (touch->in || !is_independent(s, j)) continue;
    if (touch->two_sided) return j;
    double approach = touch->closed ? INFINITY : -s->b[j] / sqrt(touch->diagonal);
    if ((!touch->closed && s->b[j] > touch->none) || !(approach > most)) continue;
    most = approach;
    best = j;
  }
  return best;
}

// The touch whose dependent row is overrun most, of those that do not wait; -1: none.
static int32_t find_overrun(const Set *s) {
  int32_t worst = -1;
  for (int32_t j = 0; j < s->n; j++) {
    const PwTakeover *touch = &s->touch[j];
    if (touch->in || touch->waits || s->b[j] >= -touch->none) continue;
    if (worst < 0 || s->b[j] / touch->none < s->b[worst] / s->touch[worst].none) worst = j;
  }
  return worst;
}

// The touch of the set that opens for j; -1: none can.
static int32_t find_giving(const Set *s, int32_t j) {
  static const double NONE = 1e-6;  // of the largest a_i, each taken with its own touch's size
  const double *a = s->W + j * s->n;
  double largest = 0, least = INFINITY;
  int32_t best = -1;
  if (!(s->touch[j].diagonal > s->touch[j].least)) return -1;
  for (int32_t i = 0; i < s->n; i++) {
    if (s->touch[i].in) largest = fmax(largest, fabs(a[i]) * sqrt(s->touch[i].diagonal));
  }
  for (int32_t i = 0; i < s->n; i++) {
    if (!s->touch[i].in || s->touch[i].two_sided || !(a[i] * sqrt(s->touch[i].diagonal) > NONE * largest)) continue;
    if (!(s->b[i] / a[i] < least)) continue;
    least = s->b[i] / a[i];
    best = i;
  }
  return best;
}

void pw_takeover(int32_t n, double *W, double *b, PwTakeover *touch, int32_t *jammed) {
  Set s = {n, W, b, touch};
  *jammed = -1;
  for (int32_t i = 0; i < n; i++) {
    touch[i].in = touch[i].waits = false;
    touch[i].diagonal = W[i * n + i];
  }
  for (int32_t round = 0; round < 20 * n; round++) {
    int32_t j = find_next(&s);
    if (j < 0) {
      j = find_overrun(&s);
      int32_t i = j < 0 ? -1 : find_giving(&s, j);
      if (i < 0 && j >= 0 && b[j] >= -touch[j].slow) {
        touch[j].waits = true;
        continue;
      }
      *jammed = j;
      if (i < 0) break;
      *jammed = -1;
      exchange(&s, i);
      touch[i].closed = false;
    }
    exchange(&s, j);
    touch[j].closed = true;
  }
  for (int32_t j = 0; j < n; j++) {
    bool rests = fabs(b[j]) <= touch[j].none && (touch[j].closed || touch[j].diagonal > touch[j].least);
    touch[j].closed = touch[j].in || touch[j].two_sided || rests || j == *jammed;
  }
}
