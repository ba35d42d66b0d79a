// The augmented formulation: what differs from multipliers. The step is in augmented_step.c.
#include "dynamics/augmented.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static PawlStatus set_touches(void *self, const PwTouches *touches) {
  PwAugmented *f = self;
  PwAugmentedStep *s = &f->step;
  PawlStatus status = pw_multipliers_set_touches(self, touches);
  int32_t room = pw_acting_most_rows(f->m.head.k, f->m.acting.room), size = f->m.nv + f->m.kkt.m;
  f->loose.factored = false;
  if (status == PAWL_OK) {
    status = pw_row_space_reserve(&f->loose.border, f->m.head.k, PW_SPACE_SYMMETRIC, room, size, f->m.kkt.mass);
  }
  if (status || room <= s->touch_room) return status;
  size_t slidings = (size_t)pw_acting_most_slidings(f->m.head.k, f->m.acting.room) * PW_SLIDING_ROWS;
  double *grown = realloc(s->touch, (2 * (size_t)room + slidings) * sizeof *grown);
  if (!grown) return PAWL_ERR_MEMORY;
  s->touch = grown;
  s->mu = grown + room;
  s->direction = s->mu + room;
  s->touch_room = room;
  return PAWL_OK;
}

static void destroy(void *self) {
  PwAugmented *f = self;
  free(f->step.touch);
  pw_row_space_free(&f->loose.border);
  pw_kkt_free(&f->loose.kkt);
  pw_multipliers_table.destroy(self);
}

static void forget(void *self) {
  PwAugmented *f = self;
  pw_multipliers_table.forget(self);
  pw_sparse_forget(f->loose.kkt.matrix);
  f->loose.factored = false;
}

// The matrix that multipliers work with gives way to the other one.
static void exchange(PwAugmented *f) {
  PwMultipliers *m = &f->m;
  PwAugmentedMatrix now = {m->kkt, m->border, m->factored, m->factored_t, m->factored_q};
  m->kkt = f->loose.kkt;
  m->border = f->loose.border;
  m->factored = f->loose.factored;
  m->factored_t = f->loose.factored_t;
  m->factored_q = f->loose.factored_q;
  f->loose = now;
}

static PawlStatus solve(void *self, double t, const double *y, PwSolution *out) {
  exchange(self);
  PawlStatus status = pw_multipliers_table.solve(self, t, y, out);
  exchange(self);
  return status;
}

static PawlStatus evaluate(void *self, double t, const double *y, PwSolution *out) {
  PwAugmented *f = self;
  memcpy(f->projected, y, (size_t)f->m.head.n * sizeof *y);
  PawlStatus status = pw_multipliers_project(self, t, f->projected);
  if (status == PAWL_OK) status = solve(self, t, f->projected, out);
  return status == PAWL_ERR_SINGULAR ? PAWL_RETRY : status;
}

static PawlStatus derivative(void *self, double t, const double *y, double *dydt) {
  PwAugmented *f = self;
  PwMultipliers *m = &f->m;
  PwSolution solution;
  m->head.stats.evaluations++;
  PawlStatus status = evaluate(self, t, y, &solution);
  if (status == PAWL_OK) pw_multipliers_write_derivative(m, dydt);
  return status;
}

static PawlStatus allocate(PwAugmented *f) {
  PwAugmentedStep *s = &f->step;
  const PawlMechanism *k = f->m.head.k;
  size_t nx = (size_t)f->m.nq + (size_t)f->m.nv + (size_t)k->rows + (size_t)(pw_state_size(k) - pw_state_base(k)) + 1;
  double **const wanted[] = {&s->q, &s->v,         &s->a,         &s->lambda,          &s->tail, &s->force, &s->residual,
                             &s->x, &s->tail_rate, &f->projected, &f->loose.factored_q};
  for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++) {
    *wanted[i] = pw_arena_array(&f->m.arena, nx, sizeof(double));
    if (!*wanted[i]) return PAWL_ERR_MEMORY;
  }
  return PAWL_OK;
}

static PwAlpha make_alpha(double r) {
  PwAlpha a = {.m = (2 * r - 1) / (r + 1), .f = r / (r + 1)};
  a.gamma = 0.5 + a.f - a.m;
  a.beta = (a.gamma + 0.5) * (a.gamma + 0.5) / 4;
  a.share = (1 - a.f) / (1 - a.m);
  double ahead = a.m - a.f;  // its own acceleration at t is that of the motion at t + ahead h, and this much of h^2 a'' on top
  double second = (1 - a.f) / 2 - (1 - a.m) * (0.5 + ahead);
  a.error = second + a.gamma * (0.5 + ahead) - 1.0 / 6;
  return a;
}

PawlStatus pw_augmented_create(const PawlMechanism *k, double tolerance, double penalty, double radius, PwFormulation **out) {
  static const double LEAST = 1e-13, MOST = 1e-9, PART = 1e-3, LOOSE = 1e-4;
  *out = NULL;
  PwAugmented *f = calloc(1, sizeof *f);
  if (!f) return PAWL_ERR_MEMORY;
  f->alpha = make_alpha(radius);
  f->accuracy = fmin(MOST, fmax(LEAST, PART * tolerance));
  PawlStatus status = pw_kkt_soften(k, 1 / penalty, &f->m.arena, &f->rows);
  if (status == PAWL_OK) status = pw_kkt_soften(k, LOOSE, &f->m.arena, &f->loose_rows);
  if (status == PAWL_OK) status = pw_multipliers_init(&f->m, k, &f->rows, tolerance);
  if (status == PAWL_OK) status = pw_kkt_create(&f->loose_rows, &f->m.arena, &f->loose.kkt);
  f->table = pw_multipliers_table;
  f->table.name = "augmented";
  f->table.least = true;
  f->table.destroy = destroy;
  f->table.set_touches = set_touches;
  f->table.forget = forget;
  f->table.derivative = derivative;
  f->table.solve = solve;
  f->table.evaluate = evaluate;
  f->table.advance = pw_augmented_advance;
  f->table.step_error = f->alpha.error;
  f->m.head.table = &f->table;
  f->m.kkt.repeated = f->loose.kkt.repeated = true;
  if (status == PAWL_OK) status = pw_stiff_create(&f->m);
  if (status == PAWL_OK) status = allocate(f);
  if (status) {
    destroy(f);
    return status;
  }
  *out = &f->m.head;
  return PAWL_OK;
}
