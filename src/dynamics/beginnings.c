#include "dynamics/beginnings.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "mechanics/motion.h"
#include "numerics/dense.h"

enum { ROWS = PW_GRIP_ROWS, PASSES = 30 };

void pw_beginnings_free(PwBeginnings *b) {
  free(b->free);
  free(b->of);
  *b = (PwBeginnings){0};
}

PawlStatus pw_beginnings_reserve(PwBeginnings *b, int32_t slidings) {
  size_t n = (size_t)slidings, rows = ROWS * n;
  if (slidings <= b->room) return PAWL_OK;
  pw_beginnings_free(b);
  b->free = calloc(rows + rows * rows + rows * n + 2 * n * n + 4 * n, sizeof *b->free);
  b->of = calloc(3 * n, sizeof *b->of);
  if (!b->free || !b->of) {
    pw_beginnings_free(b);
    return PAWL_ERR_MEMORY;
  }
  b->slip = b->free + rows;
  b->load = b->slip + rows * rows;
  b->M = b->load + rows * n;
  b->J = b->M + n * n;
  b->N = b->J + n * n;
  b->by = b->N + n;
  b->off = b->by + n;
  b->angle = b->off + n;
  b->pivot = b->of + n;
  b->pivot_J = b->pivot + n;
  b->room = slidings;
  return PAWL_OK;
}

bool pw_beginnings_any(const PwActing *a) {
  bool any = false;
  for (int32_t i = 0; i < a->slidings && !any; i++) any = a->sliding[i].begins;
  return any;
}

void pw_beginnings_take(const PwActing *a, const double *acceleration, bool moving, double *out) {
  for (int32_t i = 0; i < a->slidings; i++) {
    const PwSliding *s = &a->sliding[i];
    for (int n = 0; n < ROWS && s->begins; n++) {
      double bias = moving ? s->row[n].bias : 0;
      out[ROWS * i + n] = pw_pair_along(a->touches->k, s->row[n].body, s->row[n].jac, acceleration) + bias;
    }
  }
}

// The direction of an angle, and the one across.
static void directions(double angle, double d[ROWS], double across[ROWS]) {
  d[0] = across[1] = cos(angle);
  d[1] = sin(angle);
  across[0] = -d[1];
}

// Changes by a unit force against `direction` of sliding j: of load i, and of the acceleration of slip i along row n.
static double load_by(const PwBeginnings *b, int32_t n, int32_t j, const double direction[ROWS], int32_t i) {
  return direction[0] * b->load[(ROWS * j) * n + i] + direction[1] * b->load[(ROWS * j + 1) * n + i];
}

static double slip_by(const PwBeginnings *b, int32_t n, int32_t j, const double direction[ROWS], int32_t i, int row) {
  const double *change = b->slip + (size_t)(ROWS * j) * (size_t)(ROWS * n) + ROWS * i + row;
  return direction[0] * change[0] + direction[1] * change[ROWS * n];
}

// Column j of 1 - S, and what friction that does not go with its load adds to the loads.
static void fill_column(const PwBeginnings *b, const PwActing *a, int32_t j, double *S, double *N) {
  int32_t n = a->slidings;
  const PwSliding *s = &a->sliding[j];
  for (int32_t i = 0; i < n; i++) {
    double by = load_by(b, n, j, s->direction, i);
    S[j * n + i] = (i == j) - s->limit * by;
    N[i] += s->viscous * by;
  }
}

// The acceleration of slip i along its rows by loads N; `change`: only what changes with N.
static void accelerate(const PwBeginnings *b, const PwActing *a, const double *N, bool change, int32_t i, double out[ROWS]) {
  int32_t n = a->slidings;
  for (int row = 0; row < ROWS; row++) {
    out[row] = change ? 0 : b->free[ROWS * i + row];
    for (int32_t k = 0; k < n; k++) {
      const PwSliding *s = &a->sliding[k];
      double unit[ROWS] = {1, 0};
      if (s->begins) out[row] += (s->limit * N[k] + (change ? 0 : s->viscous)) * slip_by(b, n, k, s->direction, i, row);
      if (!s->begins) out[row] += N[k] * slip_by(b, n, k, unit, i, row);
    }
  }
}

// How far the directions are from what they are to be, and the derivatives by their angles; false: there are no loads.
static bool differentiate(PwBeginnings *b, const PwActing *a, int32_t count, const double *S, const double *N) {
  int32_t n = a->slidings;
  double u[ROWS], d[ROWS], across[ROWS], along[ROWS];
  memcpy(b->M, S, (size_t)n * (size_t)n * sizeof *S);
  memcpy(b->N, N, (size_t)n * sizeof *N);
  for (int32_t e = 0; e < count; e++) fill_column(b, a, b->of[e], b->M, b->N);
  if (pw_lu_factor(b->M, n, b->pivot) != PAWL_OK) return false;
  pw_lu_solve(b->M, n, b->pivot, b->N);
  for (int32_t e = 0; e < count; e++) {
    const PwSliding *s = &a->sliding[b->of[e]];
    accelerate(b, a, b->N, false, b->of[e], u);
    directions(b->angle[e], d, across);
    b->off[e] = b->J[e * count + e] = 0;
    for (int row = 0; row < ROWS; row++) {
      double later = s->row[row].rate + s->ahead * u[row];
      b->off[e] += across[row] * later;
      b->J[e * count + e] -= d[row] * later;
    }
  }
  for (int32_t f = 0; f < count; f++) {
    const PwSliding *turned = &a->sliding[b->of[f]];
    double force = turned->limit * b->N[b->of[f]] + turned->viscous;
    directions(b->angle[f], d, across);
    for (int32_t i = 0; i < n; i++) b->by[i] = force * load_by(b, n, b->of[f], across, i);
    pw_lu_solve(b->M, n, b->pivot, b->by);
    for (int32_t e = 0; e < count; e++) {
      const PwSliding *s = &a->sliding[b->of[e]];
      accelerate(b, a, b->by, true, b->of[e], u);
      directions(b->angle[e], d, along);
      double sum = 0;
      for (int row = 0; row < ROWS; row++) {
        sum += along[row] * (u[row] + force * slip_by(b, n, b->of[f], across, b->of[e], row));
      }
      b->J[f * count + e] = s->ahead * sum + (e == f ? b->J[f * count + e] : 0);
    }
  }
  return true;
}

// Has a slip that nothing drives come to its end? What is left of it is rounding, and no direction: it keeps the one that it was
// given. Told of one that slides alone.
static bool is_undetermined(const PwBeginnings *b, const PwActing *a) {
  static const double LEAST = 1e-6;  // of the derivative, against what friction does to it
  if (a->slidings > 1) return false;
  const PwSliding *s = &a->sliding[0];
  double d[ROWS], across[ROWS], own = 0, force = s->limit * b->N[0] + s->viscous;
  directions(b->angle[0], d, across);
  for (int row = 0; row < ROWS; row++) own += across[row] * slip_by(b, 1, 0, across, 0, row);
  return !(fabs(b->J[0]) > LEAST * s->ahead * fabs(force * own));
}

void pw_beginnings_turn(PwBeginnings *b, PwActing *a, double *S, double *N) {
  static const double SMALL = 1e-14, MOST = 0.5;  // rad
  int32_t count = 0;
  double step = INFINITY;
  for (int32_t i = 0; i < a->slidings; i++) {
    if (!a->sliding[i].begins) continue;
    b->angle[count] = atan2(a->sliding[i].direction[1], a->sliding[i].direction[0]);
    b->of[count++] = i;
  }
  for (int pass = 0; pass < PASSES && step > SMALL; pass++) {
    if (!differentiate(b, a, count, S, N) || is_undetermined(b, a)) break;
    if (pw_lu_factor(b->J, count, b->pivot_J) != PAWL_OK) break;
    pw_lu_solve(b->J, count, b->pivot_J, b->off);
    step = 0;
    for (int32_t e = 0; e < count; e++) {
      double d[ROWS], across[ROWS], turn = fmin(fmax(b->off[e], -MOST), MOST);
      b->angle[e] -= turn;
      directions(b->angle[e], d, across);
      pw_sliding_turn(&a->sliding[b->of[e]], d);
      step = fmax(step, fabs(turn));
    }
  }
  for (int32_t e = 0; e < count; e++) fill_column(b, a, b->of[e], S, N);
}
