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
  free(l->end);
  pw_beginnings_free(&l->begin);
  *l = (PwLoads){0};
}

PawlStatus pw_loads_reserve(PwLoads *l, const PwActing *a) {
  const PawlMechanism *k = a->touches->k;
  l->definite = 1;
  size_t n = (size_t)pw_acting_most_slidings(k, a->room), speeds = (size_t)pw_speed_count(k) + 1;
  if (n == 0 || a->room <= l->room) return PAWL_OK;
  pw_loads_free(l);
  l->S = calloc(2 * n * n + 4 * n + speeds, sizeof *l->S);
  l->pivot = calloc(n, sizeof *l->pivot);
  l->end = calloc(k->bearings ? n * n + 2 * n : 1, sizeof *l->end);
  if (!l->S || !l->pivot || !l->end || (!k->planar && pw_beginnings_reserve(&l->begin, (int32_t)n))) {
    pw_loads_free(l);
    return PAWL_ERR_MEMORY;
  }
  l->spare = l->S + n * n;
  l->N = l->spare + n * n;
  l->last = l->N + n;
  l->x = l->last + n;
  l->work = l->x + n;
  l->wrench = l->work + n;
  l->now = l->end + n;
  l->change = l->now + n;
  l->room = a->room;
  l->definite = 1;
  return PAWL_OK;
}

bool pw_loads_has_joints(const PwActing *a) {
  bool any = false;
  for (int32_t i = 0; i < a->slidings && !any; i++) any = a->sliding[i].touch < 0;
  return any;
}

// What a solve works on.
typedef struct {
  PwLoads *l;
  PwActing *a;
  const PwMotion *m;
  const double *lambda, *acceleration;
  bool begin;  // some begin to slide
  PwRespond respond;
  void *self;
  double part;  // of the friction that is there
} Solve;

// Load i by the forces of the last response; of a joint the forces that it is made of.
static double take_load(const Solve *s, int32_t i, double end[PW_BEARING_ENDS][3]) {
  const PwSliding *slide = &s->a->sliding[i];
  if (slide->touch >= 0) return slide->sign * s->a->force[slide->normal];
  pw_bearing_forces(s->m, slide->bearing, s->lambda, end);
  return 0;
}

// Loads without friction of limits, but with what is viscous; of grips that begin, whose direction is not known, without any.
static PawlStatus start(const Solve *s, const double *force) {
  const PawlMechanism *k = s->m->mechanism;
  PwLoads *l = s->l;
  memcpy(l->wrench, force, (size_t)pw_speed_count(k) * sizeof *force);
  for (int32_t j = 0; j < s->a->slidings; j++) {
    if (!s->a->sliding[j].begins) pw_sliding_push(k, &s->a->sliding[j], 0, l->wrench);
  }
  PawlStatus status = s->respond(s->self, l->wrench, true);
  if (status == PAWL_OK && s->begin) pw_beginnings_take(s->a, s->acceleration, true, l->begin.free);
  for (int32_t i = 0; i < s->a->slidings && status == PAWL_OK; i++) l->N[i] = take_load(s, i, l->end[i]);
  return status;
}

// Column j of 1 - S, column by column; of joints the change of their forces.
static PawlStatus respond_to(const Solve *s, int32_t j) {
  const PawlMechanism *k = s->m->mechanism;
  PwLoads *l = s->l;
  int32_t n = s->a->slidings;
  memset(l->wrench, 0, (size_t)pw_speed_count(k) * sizeof *l->wrench);
  pw_sliding_unit(k, &s->a->sliding[j], l->wrench);
  PawlStatus status = s->respond(s->self, l->wrench, false);
  for (int32_t i = 0; i < n && status == PAWL_OK; i++) {
    l->S[j * n + i] = (i == j) - take_load(s, i, l->change[j * n + i]);
  }
  if (status == PAWL_OK && s->begin)
    pw_beginnings_take(s->a, s->acceleration, false, l->begin.slip + (size_t)(PW_GRIP_ROWS * j) * (size_t)(PW_GRIP_ROWS * n));
  return status;
}

// The same of both rows of a grip that begins to slide, by a unit force.
static PawlStatus respond_to_rows(const Solve *s, int32_t j) {
  const PawlMechanism *k = s->m->mechanism;
  PwLoads *l = s->l;
  PawlStatus status = PAWL_OK;
  int32_t n = s->a->slidings;
  for (int row = 0; row < PW_GRIP_ROWS && status == PAWL_OK; row++) {
    size_t column = (size_t)(PW_GRIP_ROWS * j + row);
    memset(l->wrench, 0, (size_t)pw_speed_count(k) * sizeof *l->wrench);
    pw_pair_add(k, s->a->sliding[j].body, s->a->sliding[j].row[row].jac, -1, l->wrench);
    status = s->respond(s->self, l->wrench, false);
    for (int32_t i = 0; i < n && status == PAWL_OK; i++)
      l->begin.load[column * (size_t)n + (size_t)i] = take_load(s, i, l->end[i]);
    pw_beginnings_take(s->a, s->acceleration, false, l->begin.slip + column * (size_t)(PW_GRIP_ROWS * n));
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

// ---- with joints

// N - load(N) of load i in l->x, and its derivatives in row i of l->spare; `linear`: what 1 - S has of touches.
static void take_residual(const Solve *s, int32_t i, const double *linear, const double *N0) {
  PwLoads *l = s->l;
  int32_t n = s->a->slidings, b = s->a->sliding[i].bearing;
  if (s->a->sliding[i].touch >= 0) {
    l->x[i] = -N0[i];
    for (int32_t j = 0; j < n; j++) {
      l->spare[j * n + i] = (i == j) - s->part * ((i == j) - linear[j * n + i]);
      l->x[i] += l->spare[j * n + i] * l->N[j];
    }
    return;
  }
  const double *side = s->a->touches->bearing[b].side;
  memcpy(l->now[i], l->end[i], sizeof l->now[i]);
  for (int32_t j = 0; j < n; j++) {
    for (int e = 0; e < PW_BEARING_ENDS; e++) {
      for (int c = 0; c < 3; c++) l->now[i][e][c] += s->part * l->N[j] * l->change[j * n + i][e][c];
    }
  }
  l->x[i] = l->N[i] - pw_bearing_load(s->m, b, l->now[i], side) - s->m->mechanism->bearing[b].preload;
  for (int32_t j = 0; j < n; j++) {
    l->spare[j * n + i] = (i == j) - s->part * pw_bearing_load_change(s->m, b, l->now[i], side, l->change[j * n + i]);
  }
}

// Newton from the loads in l->N. l->S holds what respond_to left, N0 the loads of touches without friction.
static bool find_loads(const Solve *s, const double *N0) {
  enum { PASSES = 60 };
  static const double SMALL = 1e-14;
  PwLoads *l = s->l;
  int32_t n = s->a->slidings;
  for (int pass = 0; pass < PASSES; pass++) {
    double step = 0, size = 0;
    for (int32_t i = 0; i < n; i++) take_residual(s, i, l->S, N0);
    if (pw_lu_factor(l->spare, n, l->pivot)) return false;
    l->definite = determinant(l->spare, n, l->pivot);
    pw_lu_solve(l->spare, n, l->pivot, l->x);
    for (int32_t i = 0; i < n; i++) {
      l->N[i] -= l->x[i];
      step = fmax(step, fabs(l->x[i]));
      size = fmax(size, fabs(l->N[i]));
    }
    if (!isfinite(size)) return false;
    if (step <= SMALL * size) return true;
  }
  return false;
}

// The loads without friction, followed while it grows to what it is.
static bool follow_loads(Solve *s, const double *N0) {
  static const double LEAST = 1e-3;
  PwLoads *l = s->l;
  size_t bytes = (size_t)s->a->slidings * sizeof *l->N;
  double step = 0.125, reached = 0;
  s->part = 0;
  memset(l->N, 0, bytes);
  bool found = find_loads(s, N0);
  memcpy(l->last, l->N, bytes);
  while (found && reached < 1 && step > LEAST) {
    s->part = fmin(1, reached + step);
    if (find_loads(s, N0) && l->definite > 0) {
      memcpy(l->last, l->N, bytes);
      reached = s->part;
      step *= 2;
    } else {
      memcpy(l->N, l->last, bytes);
      step /= 4;
    }
  }
  s->part = 1;
  return found && reached >= 1;
}

// From the loads of the last decision, and if that leads nowhere from those without friction.
static PawlStatus solve_joints(Solve *s) {
  PwLoads *l = s->l;
  int32_t n = s->a->slidings;
  double *N0 = l->work;
  memcpy(N0, l->N, (size_t)n * sizeof *N0);
  for (int32_t i = 0; i < n; i++) {
    const PwSliding *slide = &s->a->sliding[i];
    if (slide->touch < 0) l->N[i] = s->a->touches->bearing[slide->bearing].load;
  }
  if (find_loads(s, N0) || follow_loads(s, N0)) return PAWL_OK;
  l->definite = 0;
  return PAWL_RETRY;
}

PawlStatus pw_loads_add(PwLoads *l, PwActing *a, const PwMotion *m, const double *lambda, const double *acceleration,
                        PwRespond respond, void *self, double *force, double *power) {
  Solve s = {l, a, m, lambda, acceleration, pw_beginnings_any(a), respond, self, 1};
  int32_t n = a->slidings;
  l->definite = 1;
  if (n == 0) return PAWL_OK;
  PawlStatus status = start(&s, force);
  for (int32_t j = 0; j < n && status == PAWL_OK; j++) status = (a->sliding[j].begins ? respond_to_rows : respond_to)(&s, j);
  if (status) return status;
  if (s.begin) pw_beginnings_turn(&l->begin, a, l->S, l->N);
  status = pw_loads_has_joints(a) ? solve_joints(&s) : solve(l, a);
  if (status) return status;
  for (int32_t j = 0; j < n; j++) *power += pw_sliding_push(m->mechanism, &a->sliding[j], l->N[j], force);
  return PAWL_OK;
}
