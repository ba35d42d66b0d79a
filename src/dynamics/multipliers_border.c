#include "dynamics/multipliers_border.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "contact/law.h"

void pw_border_free(PwBorder *b) {
  free(b->index);
  free(b->motion);
  free(b->G);
  pw_lcp_free(b->lcp);
  *b = (PwBorder){0};
}

static PawlStatus reserve(PwBorder *b, int32_t capacity, int32_t nx) {
  if (capacity <= b->capacity) return PAWL_OK;
  pw_border_free(b);
  size_t n = (size_t)capacity, doubles = n * (12 + 2 * (size_t)nx + 2 * n + 3);
  b->index = calloc(n, sizeof *b->index);
  b->motion = calloc(n, sizeof *b->motion);
  b->G = calloc(doubles, sizeof *b->G);
  if (!b->index || !b->motion || !b->G || pw_lcp_create(capacity, &b->lcp)) {
    pw_border_free(b);
    return PAWL_ERR_MEMORY;
  }
  b->Z = b->G + 12 * n;
  b->space = b->Z + n * (size_t)nx;
  b->W = b->space + n * (size_t)nx;
  b->L = b->W + n * n;
  b->r = b->L + n * n;
  b->work = b->r + n;
  b->force = b->work + n;
  b->capacity = capacity;
  return PAWL_OK;
}

PawlStatus pw_border_set(PwBorder *b, const PwTouches *touches, int32_t nx) {
  PawlStatus status = reserve(b, touches->capacity, nx);
  if (status) return status;
  b->touches = touches;
  b->n = b->pressed = 0;
  for (int32_t i = 0; i < touches->count; i++) {
    if (touches->touch[i].state == PW_TOUCH_CLOSED) b->index[b->n++] = i;
  }
  for (int32_t i = 0; i < touches->count; i++) {
    if (touches->touch[i].state == PW_TOUCH_PRESSED) b->index[b->n + b->pressed++] = i;
  }
  return PAWL_OK;
}

PawlStatus pw_border_place(PwBorder *b, const PwMotion *m) {
  for (int32_t i = 0; i < b->n + b->pressed; i++) {
    PawlStatus status = pw_touch_place(m, &b->touches->touch[b->index[i]], &b->motion[i]);
    if (status) return status;
  }
  return PAWL_OK;
}

void pw_border_move(PwBorder *b, const PwMotion *m) {
  for (int32_t i = 0; i < b->n + b->pressed; i++) pw_touch_move(m, &b->touches->touch[b->index[i]], &b->motion[i]);
}

void pw_touch_column(const PawlMechanism *k, const int32_t body[2], const double *jac, int32_t nx, double *column) {
  memset(column, 0, (size_t)nx * sizeof *column);
  pw_pair_add(k, body, jac, 1, column);
}

// Cholesky of W; false where a pivot vanishes against its diagonal: the rows depend on each other.
static bool cholesky(PwBorder *b) {
  static const double LEAST = 1e-11;
  int32_t n = b->n;
  for (int32_t j = 0; j < n; j++) {
    double d = b->W[j * n + j];
    for (int32_t l = 0; l < j; l++) d -= b->L[j * n + l] * b->L[j * n + l];
    if (!(d > LEAST * b->W[j * n + j])) return false;
    b->L[j * n + j] = d = sqrt(d);
    for (int32_t i = j + 1; i < n; i++) {
      double sum = b->W[i * n + j];
      for (int32_t l = 0; l < j; l++) sum -= b->L[i * n + l] * b->L[j * n + l];
      b->L[i * n + j] = sum / d;
    }
  }
  return true;
}

void pw_border_factor(PwBorder *b, PwSparse *matrix, const PawlMechanism *k, int32_t nx) {
  int32_t n = b->n;
  for (int32_t i = 0; i < n; i++) {
    double *z = b->Z + (size_t)i * (size_t)nx;
    memcpy(b->G + 12 * i, b->motion[i].jac, sizeof b->motion[i].jac);
    pw_touch_column(k, b->motion[i].body, b->G + 12 * i, nx, z);
    pw_sparse_solve(matrix, z);
    for (int32_t j = 0; j <= i; j++) {
      b->W[i * n + j] = b->W[j * n + i] = pw_pair_along(k, b->motion[j].body, b->G + 12 * j, z);
    }
  }
  b->deficient = n > 0 && !cholesky(b);
}

void pw_border_solve(PwBorder *b, PwSparse *matrix, const PawlMechanism *k, int32_t nx, double *x) {
  int32_t n = b->n;
  pw_sparse_solve(matrix, x);
  if (n == 0) return;
  for (int32_t i = 0; i < n; i++) b->r[i] = pw_pair_along(k, b->motion[i].body, b->G + 12 * i, x) - b->r[i];
  if (b->deficient) {
    int32_t rank;
    double residual;
    for (int32_t i = 0; i < n; i++) b->work[i] = -b->r[i];
    pw_least_norm(b->lcp, n, b->W, b->work, b->r, &rank, &residual);
  } else {
    for (int32_t i = 0; i < n; i++) {
      for (int32_t l = 0; l < i; l++) b->r[i] -= b->L[i * n + l] * b->r[l];
      b->r[i] /= b->L[i * n + i];
    }
    for (int32_t i = n - 1; i >= 0; i--) {
      for (int32_t l = i + 1; l < n; l++) b->r[i] -= b->L[l * n + i] * b->r[l];
      b->r[i] /= b->L[i * n + i];
    }
  }
  for (int32_t i = 0; i < n; i++) {
    const double *z = b->Z + (size_t)i * (size_t)nx;
    for (int32_t c = 0; c < nx; c++) x[c] -= z[c] * b->r[i];
  }
}

double pw_border_press(PwBorder *b, const PawlMechanism *k, double *force) {
  double power = 0;
  for (int32_t i = b->n; i < b->n + b->pressed; i++) {
    const PwTouch *touch = &b->touches->touch[b->index[i]];
    const PwTouchMotion *m = &b->motion[i];
    double F, by_gap, by_rate;
    pw_force_law(&k->contact[touch->contact].law, touch->v0, m->gap, m->rate, &F, &by_gap, &by_rate);
    b->force[b->index[i]] = F;
    power += F * m->rate;
    pw_pair_add(k, m->body, m->jac, F, force);
  }
  return power;
}
