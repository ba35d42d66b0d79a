#include "dynamics/loads.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "mechanics/motion.h"
#include "numerics/dense.h"

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
  l->S = calloc(n * n + n + speeds, sizeof *l->S);
  l->pivot = calloc(n, sizeof *l->pivot);
  if (!l->S || !l->pivot) {
    pw_loads_free(l);
    return PAWL_ERR_MEMORY;
  }
  l->N = l->S + n * n;
  l->wrench = l->N + n;
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

PawlStatus pw_loads_add(PwLoads *l, PwActing *a, PwRespond respond, void *self, double *force, double *power) {
  int32_t n = a->slidings;
  l->definite = 1;
  if (n == 0) return PAWL_OK;
  PawlStatus status = start(l, a, respond, self, force);
  for (int32_t j = 0; j < n && status == PAWL_OK; j++) status = respond_to(l, a, j, respond, self);
  if (status) return status;
  if (pw_lu_factor(l->S, n, l->pivot)) {
    l->definite = 0;
    return PAWL_RETRY;
  }
  l->definite = determinant(l->S, n, l->pivot);
  pw_lu_solve(l->S, n, l->pivot, l->N);
  for (int32_t j = 0; j < n; j++) *power += pw_sliding_push(a->touches->k, &a->sliding[j], l->N[j], force);
  return PAWL_OK;
}
