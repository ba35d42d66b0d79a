// The `canonical` formulation (W96): relative coordinates x on the spanning tree, closures, momenta of the independent speeds.
//
//   bodies:     v = J u + b,  h = (m v_c, I w) in ground axes
//   closures:   C u + c = 0:  u = K f' + k                                                     (canonical_reduction.h)
//   momenta:    p = K^T J^T h = M f' + K^T J^T (masses) (J k + b),  M = K^T M_tree K
//   equations:  p' = K^T (J'^T h + J^T F) + K'^T J^T h,
//               K'^T g = -K^T C'^T mu,  mu = C_d^-T g_d,  C'^T mu = J^T (G'^T mu) + J'^T (G^T mu)
//   so          p' = K^T (J'^T (h - G^T mu) + J^T (F - G'^T mu)),  x' = (rates of x) (K f' + k)
//
// with F without gyroscopic torques, G the closures' gradients in the bodies' speeds and all rates along the motion: no
// acceleration and no third-order tensor is needed. Closures are the rows that the tree does not hold, then the closed touches.
//
// z = (x, p, work): all of x, so that Newton on the closures starts from what was integrated; p by speed, zero for dependent
// ones. Which speeds are independent is chosen whenever the integrator starts (reduce), by the state alone, and stays until then.
// Kinematic: p = 0, which is the least motion that the closures ask for.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "dynamics/canonical.h"
#include "dynamics/row_speed.h"

// One momentum stands for the speeds of many bodies, and its error is theirs: with this part of the tolerance Andrews' mechanism
// takes as many evaluations as with multipliers, and no example is less precise than it asks.
#define SHARPNESS 0.05

static void destroy(void *self) {
  PwCanonical *f = self;
  if (!f) return;
  pw_canonical_stiff_free(f->stiff);
  pw_reduction_free(&f->kept);
  pw_reduction_free(&f->fresh);
  pw_reduction_free(&f->freed);
  pw_sparse_free(f->gram);
  pw_acting_free(&f->acting);
  pw_loads_free(&f->loads);
  pw_row_space_free(&f->share);
  pw_row_space_free(&f->space);
  free(f->c);
  free(f->id);
  pw_arena_free(&f->arena);
  free(f);
}

static void forget(void *self) {
  PwCanonical *f = self;
  f->at = NULL;
  f->known = f->fresh.chosen = f->freed.chosen = false;
  if (f->gram) pw_sparse_forget(f->gram);
}

// Room for as many closures as there are rows of the mechanism and of touches.
static PawlStatus reserve(PwCanonical *f, int32_t touch_rows) {
  int32_t m = f->rows + touch_rows, entries = f->entries + touch_rows * f->pair_entries;
  if (f->c && m <= f->room) return PAWL_OK;
  int32_t *id = realloc(f->id, 2 * (size_t)(touch_rows + 1) * sizeof *id);
  if (!id) return PAWL_ERR_MEMORY;
  f->id = id;
  free(f->c);
  f->c = calloc(2 * (size_t)m + 2, sizeof *f->c);
  if (!f->c) return PAWL_ERR_MEMORY;
  f->mu = f->c + m + 1;
  f->room = m;
  PawlStatus status = pw_reduction_reserve(&f->kept, m, f->nu, entries);
  if (status == PAWL_OK) status = pw_reduction_reserve(&f->fresh, m, f->nu, entries);
  return status ? status : pw_reduction_reserve(&f->freed, m, f->nu, entries);
}

static void mark_closures(PwCanonical *f) {
  pw_canonical_mark(f, &f->kept);
  pw_canonical_mark(f, &f->fresh);
  pw_canonical_mark(f, &f->freed);
  if (f->known) pw_reduction_list(&f->kept);
}

static int32_t find(const int32_t *list, int32_t n, int32_t wanted) {
  int32_t i = 0;
  while (i < n && list[i] != wanted) i++;
  return i;
}

// When open touches come and go, the integrator goes on with what it has: the choice stays, of the same touches.
static void keep_choice(PwCanonical *f, int32_t before) {
  const PwActing *acting = &f->acting;
  int32_t n = acting->rows, *now = f->id + n;
  for (int32_t i = 0; i < n; i++) {
    const PwPairRow *row = &acting->row[i];
    now[i] = row->touch < 0 ? -1 - (row->bearing * PW_BEARING_ROWS + row->component)
                            : acting->touches->touch[row->touch].id * PW_TOUCH_ROWS + row->component;
  }
  f->known &= n == before;
  for (int32_t i = 0; i < n && f->known; i++) f->known = find(now, n, f->id[i]) < n;
  for (int32_t i = 0; i < f->kept.r && f->known; i++) {
    int32_t *a = &f->kept.in_force[i];
    if (*a >= f->rows) *a = f->rows + find(now, n, f->id[*a - f->rows]);
  }
  memmove(f->id, now, (size_t)n * sizeof *f->id);
}

static PawlStatus set_touches(void *self, const PwTouches *touches) {
  PwCanonical *f = self;
  int32_t before = f->acting.rows, size = f->nv + f->head.k->rows;
  f->at = NULL;
  f->fresh.chosen = false;
  PawlStatus status = pw_acting_list(&f->acting, touches);
  f->head.n = f->head.base + f->acting.tail;
  if (status == PAWL_OK) status = pw_loads_reserve(&f->loads, &f->acting);
  int32_t room = pw_acting_most_rows(f->head.k, f->acting.room);
  if (status == PAWL_OK) status = pw_row_space_reserve(&f->share, f->head.k, PW_SPACE_SYMMETRIC, room, size, 1);
  if (status == PAWL_OK) status = pw_row_space_reserve(&f->space, f->head.k, PW_SPACE_SYMMETRIC, room, size, 1);
  if (status == PAWL_OK) status = reserve(f, room);
  if (status) return status;
  keep_choice(f, before);
  mark_closures(f);
  return PAWL_OK;
}

static bool is_determined(const void *self) {
  const PwCanonical *f = self;
  return f->rows + f->acting.position_rows == f->nu && f->kept.r == f->nu && f->kept.r == f->kept.m;
}

// Are no accelerations needed, so that scalars of pins can be left out?
static bool may_be_lean(const PwCanonical *f) {
  return !f->laws_move && !f->frames_move && f->acting.slidings == 0 && f->acting.displaced == 0;
}

PawlStatus pw_canonical_stand(PwCanonical *f, double t, const double *z, bool plain) {
  size_t bytes = (size_t)f->nx * sizeof *z;
  memcpy(f->p, z + f->nx, (size_t)f->nu * sizeof *z);
  pw_acting_load(&f->acting, z + f->nx + f->nu + 1);
  bool same = f->at == &f->kept && f->key_t == t && memcmp(f->key, z, bytes) == 0;
  if (!same || (f->key_plain && !plain)) {
    PawlStatus status;
    memcpy(f->x, z, bytes);
    f->is_lean = may_be_lean(f);
    if (plain) {
      status = pw_canonical_place(f, t);
      if (status == PAWL_OK) status = pw_canonical_reduce(f, &f->kept, !f->known);
    } else {
      status = pw_canonical_correct(f, t, &f->kept, !f->known, f->stage_tolerance, false);
      if (status == PAWL_OK && f->head.careful) status = pw_canonical_polish(f, t, &f->kept);
    }
    if (status) return status == PAWL_ERR_SINGULAR ? PAWL_RETRY : status;
    memcpy(f->key, z, bytes);
    f->key_t = t;
    f->key_plain = plain;
    f->known = true;
  }
  pw_canonical_move(f, &f->kept);
  return PAWL_OK;
}

// They are the same in y and z.
static void copy_displacements(const PwCanonical *f, const double *from, double *to) {
  if (f->acting.tail > 0) memcpy(to, from, (size_t)f->acting.tail * sizeof *to);
}

static PawlStatus reduce(void *self, double t, const double *y, double *z) {
  PwCanonical *f = self;
  pw_canonical_read(f, t, y);
  PawlStatus status = pw_canonical_place(f, t);
  if (status == PAWL_OK) status = pw_canonical_reduce(f, &f->kept, true);
  if (status) return status;
  f->known = f->key_plain = true;
  memcpy(f->key, f->x, (size_t)f->nx * sizeof *z);
  f->key_t = t;
  pw_canonical_set_scale(f, &f->kept);
  pw_canonical_match_signs(f, y);
  pw_canonical_take_momenta(f, &f->kept, y + f->nq);
  memcpy(z, f->x, (size_t)f->nx * sizeof *z);
  memcpy(z + f->nx, f->p, (size_t)f->nu * sizeof *z);
  z[f->nx + f->nu] = y[f->nq + f->nv];
  copy_displacements(f, y + f->nq + f->nv + 1, z + f->nx + f->nu + 1);
  return PAWL_OK;
}

static PawlStatus expand(void *self, double t, const double *z, double *y) {
  PwCanonical *f = self;
  PawlStatus status = pw_canonical_stand(f, t, z, true);
  if (status) return status;
  pw_canonical_give_positions(f, y);
  memcpy(y + f->nq, f->v, (size_t)f->nv * sizeof *y);
  y[f->nq + f->nv] = z[f->nx + f->nu];
  copy_displacements(f, z + f->nx + f->nu + 1, y + f->nq + f->nv + 1);
  memcpy(f->given, y, (size_t)(f->nq + f->nv) * sizeof *y);
  f->given_t = t;
  f->has_given = true;
  return PAWL_OK;
}

// u_j of dxdt: its rate of x is square to all others'.
static void take_speeds(PwCanonical *f, const double *dx, double *rate, double *u) {
  memset(f->k, 0, (size_t)f->nu * sizeof *f->k);
  for (int32_t j = 0; j < f->nu; j++) {
    double along = 0, length = 0;
    f->k[j] = 1;
    pw_tree_rate(f->tree, f->x, f->k, rate);
    f->k[j] = 0;
    for (int32_t i = 0; i < f->nx; i++) {
      along += rate[i] * dx[i];
      length += rate[i] * rate[i];
    }
    u[j] = along / length;
  }
}

static PawlStatus expand_moving(void *self, double t, const double *z, const double *dz, const double *ddz, double *y,
                                double *acceleration) {
  PwCanonical *f = self;
  memcpy(f->x, z, (size_t)f->nx * sizeof *z);
  PawlStatus status = pw_canonical_place(f, t);
  if (status) return status;
  take_speeds(f, dz, f->key, f->u);
  take_speeds(f, ddz, f->key, f->Q);
  pw_tree_move(f->tree, f->u, f->v);
  pw_tree_apply(f->tree, f->Q, acceleration);
  pw_tree_bias(f->tree, f->a);
  for (int32_t i = 0; i < f->nv; i++) acceleration[i] += f->a[i];
  pw_canonical_give_positions(f, y);
  memcpy(y + f->nq, f->v, (size_t)f->nv * sizeof *y);
  y[f->nq + f->nv] = z[f->nx + f->nu];
  copy_displacements(f, z + f->nx + f->nu + 1, y + f->nq + f->nv + 1);
  return PAWL_OK;
}

// Momenta by the inertia that each speed moves alone.
static PawlStatus scale(void *self, double t, const double *y, double time, double absolute, double *atol) {
  PwCanonical *f = self;
  pw_canonical_read(f, t, y);
  PawlStatus status = pw_canonical_place(f, t);
  if (status) return status;
  pw_canonical_take_inertia(f);
  for (int32_t i = 0; i < f->nx; i++) atol[i] = absolute;
  for (int32_t j = 0; j < f->nu; j++) {
    double unit = pw_scale(f->head.k, pw_tree_turns(f->tree, j));
    int32_t position = pw_tree_position(f->tree, j);
    if (position >= 0) atol[position] = absolute * unit;
    atol[f->nx + j] = absolute * f->inertia[j] * f->inertia[j] * unit / time;
  }
  return PAWL_OK;
}

// p' at the motion that stands, forces known.
static void momentum_rate(PwCanonical *f, double *dp) {
  const PwReduction *s = &f->kept;
  memset(dp, 0, (size_t)f->nu * sizeof *dp);
  if (f->head.kinematic || s->r == s->n) return;
  pw_mass_multiply(&f->motion, f->v, f->h);
  memcpy(f->w2, f->force, (size_t)f->nv * sizeof *f->w2);
  for (int32_t b = 0; b + 1 < f->head.k->bodies && !f->head.k->planar; b++) {  // gyroscopic torques out: w x I w
    const double *w = f->v + 6 * b + 3, *l = f->h + 6 * b + 3;
    double *n = f->w2 + 6 * b + 3;
    n[0] += w[1] * l[2] - w[2] * l[1];
    n[1] += w[2] * l[0] - w[0] * l[2];
    n[2] += w[0] * l[1] - w[1] * l[0];
  }
  if (s->r > 0) {
    pw_tree_gather(f->tree, f->h, f->Q);
    pw_reduction_multipliers(s, f->Q, f->mu);
    for (int32_t a = 0; a < s->m; a++) f->mu[a] = -f->mu[a];
    pw_canonical_pull_moving(f, s, f->mu, f->h, f->w2);
  }
  pw_tree_gather_moving(f->tree, f->h, f->w2, f->Q);
  pw_reduction_gather(s, f->Q, f->k);
  for (int32_t j = s->r; j < s->n; j++) dp[s->speed[j]] = f->k[j - s->r];
}

// Power of rows whose laws or frames move: their multipliers are needed for it.
static PawlStatus add_row_power(PwCanonical *f) {
  const PawlMechanism *k = f->head.k;
  pw_canonical_accelerate(f, &f->kept, f->head.kinematic ? NULL : f->force, true);
  if (f->head.kinematic) {
    for (int32_t i = 0; i < f->nv; i++) f->force[i] -= f->w[i];
    pw_canonical_accelerate(f, &f->kept, f->force, false);
  }
  PawlStatus status = pw_canonical_react(f, &f->kept, f->joints_move ? &f->motion : NULL);
  for (int32_t a = 0; a < f->rows; a++) f->power += f->lambda[f->row[a]] * pw_row_speed(&f->motion, f->row[a]);
  for (int32_t r = 0; r < k->rows && f->joints_move; r++) {
    if (pw_tree_holds(f->tree, r) && !k->row[r].redundant) f->power += f->lambda[r] * pw_row_speed(&f->motion, r);
  }
  return status;
}

static PawlStatus derivative(void *self, double t, const double *z, double *dzdt) {
  PwCanonical *f = self;
  f->head.stats.evaluations++;
  PawlStatus status = pw_canonical_stand(f, t, z, f->head.plain);
  if (status == PAWL_OK) status = pw_canonical_forces(f);
  if (status == PAWL_OK) status = pw_canonical_add_friction(f, &f->kept);
  if (status) return status;
  pw_tree_rate(f->tree, f->x, f->u, dzdt);
  momentum_rate(f, dzdt + f->nx);
  if (f->laws_move || f->frames_move) status = add_row_power(f);
  dzdt[f->nx + f->nu] = f->power;
  if (pw_acting_needs_acceleration(&f->acting)) {
    pw_canonical_accelerate(f, &f->kept, f->head.kinematic ? NULL : f->force, true);
  }
  pw_acting_displace(&f->acting, &f->motion, f->a, dzdt + f->nx + f->nu + 1);
  return status;
}

static PawlStatus correct(void *self, double t, double *z) {
  PwCanonical *f = self;
  memcpy(f->x, z, (size_t)f->nx * sizeof *z);
  f->is_lean = may_be_lean(f);
  PawlStatus status = pw_canonical_correct(f, t, &f->kept, !f->known, 1e-14, true);
  if (status == PAWL_OK && f->kept.m > 0) status = pw_canonical_polish(f, t, &f->kept);
  if (status) return status == PAWL_ERR_SINGULAR ? PAWL_RETRY : status;
  f->known = true;
  memset(f->u, 0, (size_t)f->nu * sizeof *f->u);
  pw_tree_add(f->tree, f->x, f->u, z);  // quaternions to length 1
  memcpy(f->key, z, (size_t)f->nx * sizeof *z);
  f->key_t = t;
  f->key_plain = false;
  if (f->head.kinematic) memset(z + f->nx, 0, (size_t)f->nu * sizeof *z);
  return PAWL_OK;
}

// A touch that is not in force because others imply it must not move by itself.
static bool is_loose(const PwCanonical *f, int32_t a) {
  static const double ROUNDING = 1e-7;
  const PwReduction *s = &f->kept;
  double size = 0;
  for (int32_t i = 0; i < f->kept.r; i++) {
    if (f->kept.in_force[i] == a) return false;
  }
  for (int32_t e = s->start[a]; e < s->start[a + 1]; e++) size += fabs(s->C[e] * f->u[s->column[e]]);
  return fabs(f->acting.row[a - f->rows].rate) > ROUNDING * size;
}

static bool is_faint(void *self, double t, const double *z) {
  PwCanonical *f = self;
  return f->acting.rows > 0 && pw_canonical_stand(f, t, z, true) == PAWL_OK && pw_canonical_is_faint(f, &f->kept);
}

static bool is_worn(void *self, double t, const double *z, bool near) {
  static const double WORN = 3, WORN_NEAR = 12;
  PwCanonical *f = self;
  const PwReduction *s = &f->kept;
  if (pw_canonical_stand(f, t, z, true)) return true;
  pw_canonical_take_inertia(f);
  bool worn = pw_reduction_wear(s, f->inertia, f->wished) > (near ? WORN_NEAR : WORN);
  for (int32_t a = f->rows; a < s->m && s->r < s->m && !worn; a++) worn = is_loose(f, a);
  if (worn) memcpy(f->before, s->dependent, (size_t)f->nu * sizeof *f->before);
  return worn;
}

static const char *describe(const void *self, char *text, size_t size) {
  const PwCanonical *f = self;
  const PwReduction *s = &f->kept;
  const char *first = NULL;
  size_t length = 0;
  *text = 0;
  for (int32_t j = s->r; j < s->n; j++) {
    const char *name = pw_tree_name(f->tree, s->speed[j]);
    if (!first && f->before[s->speed[j]]) first = name;
    if (length < size) length += (size_t)snprintf(text + length, size - length, "%s%s", j > s->r ? ", " : "independent: ", name);
  }
  return first;
}

static const PwFormulationTable table = {
    .name = "canonical",
    .sharpness = SHARPNESS,
    .destroy = destroy,
    .set_touches = set_touches,
    .is_determined = is_determined,
    .forget = forget,
    .reduce = reduce,
    .expand = expand,
    .expand_moving = expand_moving,
    .scale = scale,
    .derivative = derivative,
    .correct = correct,
    .singularity = pw_canonical_singularity,
    .is_faint = is_faint,
    .is_worn = is_worn,
    .describe = describe,
    .linearise = pw_canonical_linearise,
    .factor = pw_canonical_factor,
    .backsolve = pw_canonical_backsolve,
    .backsolve_complex = pw_canonical_backsolve_complex,
    .project = pw_canonical_project,
    .project_firmly = pw_canonical_project_firmly,
    .solve = pw_canonical_solve,
    .evaluate = pw_canonical_evaluate,
    .violation = pw_canonical_violation,
    .mobility = pw_canonical_mobility,
    .touch_space = pw_canonical_touch_space,
    .apply_impulses = pw_canonical_apply_impulses,
    .kick = pw_canonical_kick,
    .resting_forces = pw_canonical_resting_forces,
    .static_forces = pw_canonical_static_forces,
};

PawlStatus pw_canonical_create(const PawlMechanism *k, double tolerance, PwFormulation **out) {
  *out = NULL;
  PwCanonical *f = calloc(1, sizeof *f);
  if (!f) return PAWL_ERR_MEMORY;
  f->head.table = &table;
  f->head.k = k;
  f->stage_tolerance = fmax(1e-14, fmin(1e-8, 1e-4 * SHARPNESS * tolerance));
  PawlStatus status = pw_canonical_prepare(f);
  if (status == PAWL_OK) status = reserve(f, 0);
  if (status) {
    destroy(f);
    return status;
  }
  mark_closures(f);
  status = pw_canonical_place_in_rows(f);
  if (status == PAWL_OK) status = pw_canonical_list_gram(f);
  if (status) {
    destroy(f);
    return status;
  }
  *out = &f->head;
  return PAWL_OK;
}
