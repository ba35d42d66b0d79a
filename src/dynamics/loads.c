#include "dynamics/loads.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "mechanics/motion.h"
#include "numerics/dense.h"
#include "numerics/shortest.h"

void pw_loads_free(PwLoads *l) {
  free(l->S);
  free(l->pivot);
  *l = (PwLoads){0};
}

PawlStatus pw_loads_reserve(PwLoads *l, const PwActing *a) {
  const PawlMechanism *k = a->touches->k;
  l->definite = 1;
  if (!pw_mechanism_has_friction(k) || a->room <= l->room) return PAWL_OK;
  pw_loads_free(l);
  size_t n = (size_t)a->room * PW_GRIPS, speeds = (size_t)pw_speed_count(k) + 1;
  l->S = calloc(2 * n * n + 4 * n + speeds, sizeof *l->S);
  l->pivot = calloc(n, sizeof *l->pivot);
  if (!l->S || !l->pivot) {
    pw_loads_free(l);
    return PAWL_ERR_MEMORY;
  }
  l->spare = l->S + n * n;
  l->N = l->spare + n * n;
  l->last = l->N + n;
  l->x = l->last + n;
  l->work = l->x + n;
  l->wrench = l->work + n;
  l->room = a->room;
  l->definite = 1;
  return PAWL_OK;
}

static double load_of(const PwActing *a, const PwSliding *s) {
  return s->sign * a->force[s->normal];
}

// Loads without friction of limits, but with what is viscous.
static PawlStatus start(PwLoads *l, PwActing *a, PwRespond respond, void *self, double *force) {
  const PawlMechanism *k = a->touches->k;
  size_t bytes = (size_t)pw_speed_count(k) * sizeof *force;
  memcpy(l->wrench, force, bytes);
  for (int32_t j = 0; j < a->slidings; j++) pw_sliding_push(k, &a->sliding[j], 0, l->wrench);
  PawlStatus status = respond(self, l->wrench, true);
  for (int32_t i = 0; i < a->slidings && status == PAWL_OK; i++) l->N[i] = load_of(a, &a->sliding[i]);
  return status;
}

// Column j of 1 - S, column by column.
static PawlStatus respond_to(PwLoads *l, PwActing *a, int32_t j, PwRespond respond, void *self) {
  const PawlMechanism *k = a->touches->k;
  memset(l->wrench, 0, (size_t)pw_speed_count(k) * sizeof *l->wrench);
  pw_sliding_unit(k, &a->sliding[j], l->wrench);
  PawlStatus status = respond(self, l->wrench, false);
  for (int32_t i = 0; i < a->slidings && status == PAWL_OK; i++) {
    l->S[j * a->slidings + i] = (i == j) - load_of(a, &a->sliding[i]);
  }
  return status;
}

static double determinant(const double *LU, int32_t n, const int32_t *pivot) {
  double product = 1;
  for (int32_t i = 0; i < n; i++) product *= LU[i * n + i] * (pivot[i] != i ? -1 : 1);
  return product;
}

// Of all loads that answer, in l->N with N0, those nearest to the ones of the last decision.
static void stay_near(PwLoads *l, const PwActing *a) {
  static const double DEPENDENT = 1e-11;
  int32_t n = a->slidings;
  for (int32_t j = 0; j < n; j++) {
    const PwSliding *s = &a->sliding[j];
    l->last[j] = s->sign * a->touches->touch[s->touch].shares;
    for (int32_t i = 0; i < n; i++) l->N[i] -= l->spare[j * n + i] * l->last[j];
  }
  pw_shortest_solve(l->spare, n, n, l->N, DEPENDENT, l->x, l->work, l->pivot);
  for (int32_t i = 0; i < n; i++) l->N[i] = l->last[i] + l->x[i];
}

// Loads N0 in l->N -> N. Friction may leave them open: 1 - S is singular, as of two blocks that slide on the ground and beside
// each other with a coefficient of 1.
static PawlStatus solve(PwLoads *l, const PwActing *a) {
  static const double OPEN = 1e-12;
  int32_t n = a->slidings;
  memcpy(l->spare, l->S, (size_t)n * (size_t)n * sizeof *l->S);
  bool singular = pw_lu_factor(l->S, n, l->pivot) != PAWL_OK;
  l->definite = singular ? 0 : determinant(l->S, n, l->pivot);
  if (isnan(l->definite)) return PAWL_RETRY;
  if (fabs(l->definite) > OPEN) {
    pw_lu_solve(l->S, n, l->pivot, l->N);
    return PAWL_OK;
  }
  stay_near(l, a);
  return PAWL_OK;
}

PawlStatus pw_loads_add(PwLoads *l, PwActing *a, PwRespond respond, void *self, double *force, double *power) {
  int32_t n = a->slidings;
  l->definite = 1;
  if (n == 0) return PAWL_OK;
  PawlStatus status = start(l, a, respond, self, force);
  for (int32_t j = 0; j < n && status == PAWL_OK; j++) status = respond_to(l, a, j, respond, self);
  if (status) return status;
  status = solve(l, a);
  if (status) return status;
  for (int32_t j = 0; j < n; j++) *power += pw_sliding_push(a->touches->k, &a->sliding[j], l->N[j], force);
  return PAWL_OK;
}
