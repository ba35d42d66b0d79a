// The `multipliers` formulation (T03, T01, G89): positions and unit quaternions (planar: x, y, angle), speeds, Lagrange
// multipliers.
//
//   project positions:  [M J^T; J 0] (dq, .) = (0, -C)         repeated until C = 0
//   project speeds:     [M J^T; J 0] (dv, .) = (0, -C')
//   accelerations:      [M J^T; J 0] (a, -lambda) = (F, -bias)
//
// with M/m0 in the matrix, so multipliers come out divided by m0. Closed touches are further rows (multipliers_border.c), pressed
// ones forces.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "dynamics/multipliers.h"
#include "dynamics/row_speed.h"

static void destroy(void *self) {
  PwMultipliers *f = self;
  if (!f) return;
  pw_stiff_free(f);
  pw_acting_free(&f->acting);
  pw_loads_free(&f->loads);
  pw_row_space_free(&f->border);
  pw_row_space_free(&f->space);
  pw_kkt_free(&f->kkt);
  pw_kkt_free(&f->soft);
  pw_arena_free(&f->arena);
  free(f);
}

static void forget(void *self) {
  PwMultipliers *f = self;
  pw_sparse_forget(f->kkt.matrix);
  f->factored = false;
  pw_stiff_forget(f);
}

PawlStatus pw_multipliers_place(PwMultipliers *f, double t) {
  PawlStatus status = pw_formulation_place_motion(&f->head, t, f->q);
  return status ? status : pw_acting_place(&f->acting, &f->head.motion);
}

void pw_multipliers_move(PwMultipliers *f) {
  pw_motion_move(&f->head.motion, f->v);
  pw_acting_move(&f->acting, &f->head.motion);
}

static bool is_determined(const void *self) {
  const PwMultipliers *f = self;
  int32_t rows = f->acting.position_rows;
  return f->nv == f->head.k->active_rows + rows && f->border.firm >= rows;
}

// The matrix at the motion's place, unless it stands there already.
PawlStatus pw_multipliers_factor(PwMultipliers *f) {
  size_t bytes = (size_t)f->nq * sizeof *f->q;
  if (f->factored && f->factored_t == f->head.motion.t && memcmp(f->factored_q, f->q, bytes) == 0) return PAWL_OK;
  f->head.stats.factorisations++;
  pw_kkt_fill(&f->kkt, &f->head.motion);
  PawlStatus status = pw_sparse_factor(f->kkt.matrix);
  if (status == PAWL_OK) pw_multipliers_factor_border(f);
  f->factored = status == PAWL_OK;
  f->factored_t = f->head.motion.t;
  memcpy(f->factored_q, f->q, bytes);
  return status;
}

void pw_multipliers_load(PwMultipliers *f, const double *y) {
  memcpy(f->q, y, (size_t)f->nq * sizeof *y);
  memcpy(f->v, y + f->nq, (size_t)f->nv * sizeof *y);
  pw_acting_load(&f->acting, y + f->nq + f->nv + 1);
  if (f->head.k->planar) return;
  for (int32_t b = 0; b + 1 < f->head.k->bodies; b++) {
    double *q = f->q + 7 * b + 3, n = sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
    for (int i = 0; i < 4; i++) q[i] /= n;
  }
}

// x and the touches' right side for accelerations under the force that stands in f->x.
static void solve_accelerations(PwMultipliers *f, double bias) {
  for (int32_t a = 0; a < f->kkt.m; a++) f->x[f->nv + a] = -bias * pw_row_bias(&f->head.motion, f->kkt.row[a]);
  for (int32_t i = 0; i < f->acting.rows; i++) f->border.mu[i] = -bias * f->acting.row[i].bias;
  pw_multipliers_backsolve(f, f->acting.rows);
}

// Do rows of friction leave no speed free? Then what forces leave of accelerations is rounding, and would creep: rows of speeds
// have no position to go back to.
static bool is_held(const PwMultipliers *f) {
  return f->acting.rows > f->acting.position_rows && f->head.k->active_rows + f->border.firm >= f->nv;
}

// Everything that `force` asks for at the motion's place and speed, in f->x and the border; matrix factored there. `moving`: with
// the biases, and f->acceleration is set. Kinematic, or held by friction: the accelerations are those of the rows alone, and the
// multipliers hold what forces and inertia then ask for.
static void answer(PwMultipliers *f, const double *force, bool moving) {
  double scale = 1 / f->kkt.mass;
  size_t bytes = (size_t)f->nv * sizeof *f->x;
  if ((f->head.kinematic || is_held(f)) && moving) {
    memset(f->x, 0, bytes);
    solve_accelerations(f, 1);
    memcpy(f->acceleration, f->x, bytes);
    pw_mass_multiply(&f->head.motion, f->acceleration, f->work);
    for (int32_t i = 0; i < f->nv; i++) f->x[i] = (force[i] - f->work[i]) * scale;
    solve_accelerations(f, 0);
  } else {
    for (int32_t i = 0; i < f->nv; i++) f->x[i] = force[i] * scale;
    solve_accelerations(f, moving);
    if (moving) memcpy(f->acceleration, f->x, bytes);
  }
  for (int32_t i = 0; i < f->acting.rows; i++) f->acting.force[i] = -f->border.mu[i] * f->kkt.mass;
}

// Multipliers of the mechanism's rows by the last answer.
static void take_lambda(PwMultipliers *f) {
  for (int32_t a = 0; a < f->kkt.m; a++) f->lambda[f->kkt.row[a]] = -f->x[f->nv + a] * f->kkt.mass;
}

static PawlStatus respond(void *self, const double *force, bool moving) {
  PwMultipliers *f = self;
  answer(f, force, moving);
  if (!moving) memcpy(f->acceleration, f->x, (size_t)f->nv * sizeof *f->x);
  if (!pw_loads_has_joints(&f->acting)) return PAWL_OK;
  take_lambda(f);
  return f->head.least ? pw_least_share(f->head.least, &f->head.motion, f->lambda, f->lambda) : PAWL_OK;
}

// Accelerations and multipliers at the motion's place and speed; matrix factored there.
static PawlStatus accelerate(PwMultipliers *f) {
  PawlStatus status = pw_motion_forces(&f->head.motion, f->head.discrete, f->force);
  if (status) return status;
  f->power = f->head.motion.power + pw_acting_press(&f->acting, &f->head.motion, f->force);
  pw_acting_push_base(&f->acting, f->force);
  status = pw_loads_add(&f->loads, &f->acting, &f->head.motion, f->lambda, f->acceleration, respond, f, f->force, &f->power);
  if (status) return status;
  answer(f, f->force, true);
  pw_acting_take_base(&f->acting);
  take_lambda(f);
  for (int32_t a = 0; a < f->kkt.m; a++) {
    f->power += f->lambda[f->kkt.row[a]] * pw_row_speed(&f->head.motion, f->kkt.row[a]);
  }
  return PAWL_OK;
}

// The whole: projected state, matrix, accelerations.
static PawlStatus project_and_accelerate(PwMultipliers *f, double t, const double *y, double tolerance, bool keep) {
  pw_multipliers_load(f, y);
  PawlStatus status = pw_multipliers_project_positions(f, t, tolerance, keep);
  if (status == PAWL_OK) status = pw_multipliers_factor(f);
  if (status == PAWL_OK && f->head.careful) status = pw_multipliers_polish(f, t);
  if (status == PAWL_OK) status = pw_multipliers_project_v(f);
  if (status == PAWL_OK) status = accelerate(f);
  return status;
}

// The same without projection, far from singular positions: the equations hold off the constraints too, where they are as smooth.
static PawlStatus accelerate_plain(PwMultipliers *f, double t, const double *y) {
  pw_multipliers_load(f, y);
  PawlStatus status = pw_multipliers_place(f, t);
  if (status == PAWL_OK) status = pw_multipliers_factor(f);
  if (status) return status;
  pw_multipliers_move(f);
  return accelerate(f);
}

void pw_multipliers_write_derivative(const PwMultipliers *f, double *dydt) {
  pw_position_rate(f->head.k, f->q, f->v, dydt);
  memcpy(dydt + f->nq, f->acceleration, (size_t)f->nv * sizeof *dydt);
  dydt[f->nq + f->nv] = f->power;
  pw_acting_displace(&f->acting, &f->head.motion, f->acceleration, dydt + f->nq + f->nv + 1);
}

static PawlStatus derivative(void *self, double t, const double *y, double *dydt) {
  PwMultipliers *f = self;
  f->head.stats.evaluations++;
  PawlStatus status = f->head.plain ? accelerate_plain(f, t, y) : project_and_accelerate(f, t, y, f->stage_tolerance, false);
  if (status) return status == PAWL_ERR_SINGULAR ? PAWL_RETRY : status;
  pw_multipliers_write_derivative(f, dydt);
  return PAWL_OK;
}

static PawlStatus solve(void *self, double t, const double *y, PwSolution *out) {
  PwMultipliers *f = self;
  pw_multipliers_load(f, y);
  PawlStatus status = pw_multipliers_place(f, t);
  if (status == PAWL_OK) status = pw_multipliers_factor(f);
  if (status) return status;
  pw_multipliers_move(f);
  status = accelerate(f);
  *out = (PwSolution){f->q, f->v, f->acceleration, f->lambda, pw_acting_forces(&f->acting), f->power, f->loads.definite};
  return status;
}

static PawlStatus evaluate(void *self, double t, const double *y, PwSolution *out) {
  PwMultipliers *f = self;
  f->loads.definite = 1;
  PawlStatus status = project_and_accelerate(f, t, y, f->stage_tolerance, true);
  *out = (PwSolution){f->q, f->v, f->acceleration, f->lambda, pw_acting_forces(&f->acting), f->power, f->loads.definite};
  return status == PAWL_ERR_SINGULAR ? PAWL_RETRY : status;
}

static PawlStatus mobility(void *self, double t, const double *y, int32_t scalar, double *out) {
  PwMultipliers *f = self;
  const PawlMechanism *k = f->head.k;
  int32_t per = pw_speeds_per_body(k);
  pw_multipliers_load(f, y);
  PawlStatus status = pw_formulation_place_motion(&f->head, t, f->q);
  if (status == PAWL_OK) status = pw_multipliers_factor(f);
  if (status) return status;
  memset(f->x, 0, (size_t)(f->nv + f->kkt.m) * sizeof *f->x);
  for (int pass = 0; pass < 2; pass++) {
    double along = 0;
    for (int side = 0; side < 2; side++) {
      int32_t body = k->frame[k->scalar[scalar].frame[side]].body;
      const double *jac = f->head.motion.scalar[scalar].jac + side * per;
      for (int32_t c = 0; c < per && body; c++) {
        if (pass == 0) f->x[(body - 1) * per + c] += jac[c] / f->kkt.mass;
        if (pass == 1) along += jac[c] * f->x[(body - 1) * per + c];
      }
    }
    if (pass == 0) pw_kkt_solve(&f->kkt, f->x);
    *out = along;
  }
  return PAWL_OK;
}

// The integrator's state is y itself.
static PawlStatus copy_state(void *self, double t, const double *from, double *to) {
  const PwMultipliers *f = self;
  (void)t;
  memcpy(to, from, (size_t)f->head.n * sizeof *to);
  return PAWL_OK;
}

static PawlStatus expand_moving(void *self, double t, const double *z, const double *dz, const double *ddz, double *y,
                                double *acceleration) {
  const PwMultipliers *f = self;
  (void)ddz;
  memcpy(acceleration, dz + f->nq, (size_t)f->nv * sizeof *dz);
  return copy_state(self, t, z, y);
}

static PawlStatus scale(void *self, double t, const double *y, double time, double absolute, double *atol) {
  const PwMultipliers *f = self;
  const PawlMechanism *k = f->head.k;
  int32_t per_q = pw_coordinates_per_body(k), per_v = pw_speeds_per_body(k), linear = k->planar ? 2 : 3;
  (void)t;
  (void)y;
  for (int32_t i = 0; i < f->nq; i++) atol[i] = absolute * pw_scale(k, i % per_q >= linear);
  for (int32_t i = 0; i < f->nv; i++) atol[f->nq + i] = absolute * pw_scale(k, i % per_v >= linear) / time;
  return PAWL_OK;
}

const PwFormulationTable pw_multipliers_table = {
    .name = "multipliers",
    .sharpness = 1,
    .shares_loads = true,
    .destroy = destroy,
    .set_touches = pw_multipliers_set_touches,
    .is_determined = is_determined,
    .forget = forget,
    .reduce = copy_state,
    .expand = copy_state,
    .expand_moving = expand_moving,
    .scale = scale,
    .derivative = derivative,
    .correct = pw_multipliers_project,
    .singularity = pw_multipliers_singularity,
    .linearise = pw_stiff_linearise,
    .factor = pw_stiff_factor,
    .backsolve = pw_stiff_backsolve,
    .backsolve_complex = pw_stiff_backsolve_complex,
    .project = pw_multipliers_project,
    .project_firmly = pw_multipliers_project_firmly,
    .solve = solve,
    .evaluate = evaluate,
    .violation = pw_multipliers_violation,
    .mobility = mobility,
    .touch_space = pw_multipliers_touch_space,
    .apply_impulses = pw_multipliers_apply_impulses,
    .kick = pw_multipliers_kick,
    .resting_forces = pw_multipliers_resting_forces,
    .static_forces = pw_multipliers_static_forces,
};

PawlStatus pw_multipliers_init(PwMultipliers *f, const PawlMechanism *k, const PawlMechanism *rows, double tolerance) {
  f->head.table = &pw_multipliers_table;
  f->head.k = k;
  f->rows = rows ? rows : k;
  f->nq = pw_position_count(k);
  f->nv = pw_speed_count(k);
  f->head.n = f->head.base = pw_state_base(k);
  f->head.positions = f->nq;
  f->stage_tolerance = fmax(1e-14, fmin(1e-8, 1e-4 * tolerance));
  PawlStatus status = pw_formulation_create_motion(&f->head, &f->arena);
  if (status == PAWL_OK) status = pw_kkt_create(f->rows, &f->arena, &f->kkt);
  size_t nv = (size_t)f->nv, nx = nv + (size_t)k->rows + 1;
  double **const wanted[] = {&f->q,    &f->v,     &f->acceleration, &f->force,      &f->x,        &f->lambda,
                             &f->work, &f->work2, &f->work3,        &f->factored_q, &f->row_scale};
  for (size_t i = 0; i < sizeof wanted / sizeof *wanted && status == PAWL_OK; i++) {
    *wanted[i] = pw_arena_array(&f->arena, nx + (size_t)f->nq, sizeof(double));
    if (!*wanted[i]) status = PAWL_ERR_MEMORY;
  }
  return status;
}

PawlStatus pw_multipliers_create(const PawlMechanism *k, double tolerance, PwFormulation **out) {
  *out = NULL;
  PwMultipliers *f = calloc(1, sizeof *f);
  if (!f) return PAWL_ERR_MEMORY;
  PawlStatus status = pw_multipliers_init(f, k, NULL, tolerance);
  if (status) {
    destroy(f);
    return status;
  }
  *out = &f->head;
  return PAWL_OK;
}
