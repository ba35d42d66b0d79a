// The names of formulation.h, each through its formulation's table.
#include <stdlib.h>

#include "dynamics/formulation_table.h"

double pw_formulation_sharpness(const PwFormulation *f) {
  return f->table->sharpness;
}

const char *pw_formulation_name(const PwFormulation *f) {
  return f->table->name;
}

int32_t pw_formulation_size(const PwFormulation *f) {
  return f->n;
}

int32_t pw_formulation_base(const PwFormulation *f) {
  return f->base;
}

int32_t pw_formulation_room(const PwFormulation *f) {
  return f->base + pw_state_size(f->k) - pw_state_base(f->k);
}

int32_t pw_formulation_positions(const PwFormulation *f) {
  return f->positions;
}

void pw_formulation_set_discrete(PwFormulation *f, const PwDiscrete *discrete) {
  f->discrete = discrete;
}

PwMotion *pw_formulation_motion(PwFormulation *f) {
  return &f->motion;
}

PawlStatus pw_formulation_create_motion(PwFormulation *f, PwArena *arena) {
  PawlStatus status = pw_motion_create(f->k, arena, &f->motion);
  f->motion.no_number = &f->no_number;
  return status ? status : pw_discrete_create(f->k, arena, &f->standing);
}

PawlStatus pw_formulation_place_motion(PwFormulation *f, double t, const double *q) {
  PwMotion *m = &f->motion;
  if (m->placements == f->placement && pw_motion_is_placed(m, t, q) && pw_discrete_equal(f->k, f->discrete, &f->standing)) {
    m->t = f->discrete->still ? f->discrete->still_t : t;
    m->discrete = f->discrete;
    return PAWL_OK;
  }
  pw_discrete_copy(f->k, f->discrete, &f->standing);
  PawlStatus status = pw_motion_place(m, t, q, f->discrete);
  f->placement = m->placements;
  return status;
}

PawlStatus pw_formulation_stand(PwFormulation *f, double t, const double *y) {
  const double *v = y + pw_position_count(f->k);
  PawlStatus status = pw_formulation_place_motion(f, t, y);
  if (status == PAWL_OK && !pw_motion_is_moved(&f->motion, v)) pw_motion_move(&f->motion, v);
  return status;
}

PwNoNumber *pw_formulation_no_number(PwFormulation *f) {
  return &f->no_number;
}

const PwFormulationStats *pw_formulation_stats(const PwFormulation *f) {
  return &f->stats;
}

void pw_formulation_set_plain(PwFormulation *f, bool plain) {
  f->plain = plain && !f->kinematic;  // kinematic speeds are those of the projection
}

void pw_formulation_set_careful(PwFormulation *f, bool careful) {
  f->careful = careful;
}

PawlStatus pw_formulation_take_least(PwFormulation *f) {
  if (f->k->active_rows == f->k->rows || f->table->least) return PAWL_OK;
  if (f->k->bearings > 0 && !f->table->shares_loads) return PAWL_ERR_UNSUPPORTED;
  f->least_lambda = calloc((size_t)f->k->rows, sizeof *f->least_lambda);
  return f->least_lambda ? pw_least_create(f->k, &f->least) : PAWL_ERR_MEMORY;
}

// The least multipliers in place of those of a solution.
static PawlStatus take_least(PwFormulation *f, PwSolution *solution) {
  if (!f->least) return PAWL_OK;
  PawlStatus status = pw_least_share(f->least, &f->motion, solution->lambda, f->least_lambda);
  solution->lambda = f->least_lambda;
  return status;
}

void pw_formulation_free(PwFormulation *f) {
  if (!f) return;
  pw_least_free(f->least);
  free(f->least_lambda);
  f->table->destroy(f);
}

PawlStatus pw_formulation_set_touches(PwFormulation *f, const PwTouches *touches, bool kinematic) {
  f->kinematic = kinematic;
  return f->table->set_touches(f, touches);
}

void pw_formulation_forget(PwFormulation *f) {
  f->plain = f->careful = false;
  pw_least_forget(f->least);
  f->table->forget(f);
}

bool pw_formulation_is_determined(const PwFormulation *f) {
  return f->table->is_determined(f);
}

PawlStatus pw_formulation_reduce(PwFormulation *f, double t, const double *y, double *z) {
  assert(f->discrete);
  return f->table->reduce(f, t, y, z);
}

PawlStatus pw_formulation_expand(PwFormulation *f, double t, const double *z, double *y) {
  return f->table->expand(f, t, z, y);
}

PawlStatus pw_formulation_expand_moving(PwFormulation *f, double t, const double *z, const double *dz, const double *ddz,
                                        double *y, double *acceleration) {
  return f->table->expand_moving(f, t, z, dz, ddz, y, acceleration);
}

PawlStatus pw_formulation_scale(PwFormulation *f, double t, const double *y, double time, double absolute, double *atol) {
  return f->table->scale(f, t, y, time, absolute, atol);
}

PawlStatus pw_formulation_derivative(PwFormulation *f, double t, const double *z, double *dzdt) {
  assert(f->discrete);
  return f->table->derivative(f, t, z, dzdt);
}

PawlStatus pw_formulation_correct(PwFormulation *f, double t, double *z) {
  return f->table->correct(f, t, z);
}

PawlStatus pw_formulation_singularity(PwFormulation *f, double t, const double *z, double *u, double *r, PwSingularity *out) {
  return f->table->singularity(f, t, z, u, r, out);
}

bool pw_formulation_is_faint(PwFormulation *f, double t, const double *z) {
  return f->table->is_faint && f->table->is_faint(f, t, z);
}

bool pw_formulation_is_worn(PwFormulation *f, double t, const double *z, bool near) {
  return f->table->is_worn && f->table->is_worn(f, t, z, near);
}

const char *pw_formulation_describe(const PwFormulation *f, char *text, size_t size) {
  return f->table->describe(f, text, size);
}

double pw_formulation_advances(const PwFormulation *f) {
  return f->table->advance ? f->table->step_error : 0;
}

PawlStatus pw_formulation_advance(PwFormulation *f, const PwOwnStep *step) {
  assert(f->discrete && f->table->advance);
  return f->table->advance(f, step);
}

PawlStatus pw_formulation_linearise(PwFormulation *f, double t, const double *z) {
  assert(f->discrete);
  PW_SET_STAGE(f, PW_STAGE_FORMED);
  return f->table->linearise(f, t, z);
}

PawlStatus pw_formulation_factor(PwFormulation *f, double a, double b, double c) {
  PW_NEED_STAGE(f, PW_STAGE_FORMED, PW_STAGE_FACTORED);
  PW_SET_STAGE(f, PW_STAGE_FACTORED);
  return f->table->factor(f, a, b, c);
}

PawlStatus pw_formulation_backsolve(PwFormulation *f, double *x) {
  PW_NEED_STAGE(f, PW_STAGE_FACTORED, PW_STAGE_FACTORED);
  return f->table->backsolve(f, x);
}

PawlStatus pw_formulation_backsolve_complex(PwFormulation *f, double *re, double *im) {
  PW_NEED_STAGE(f, PW_STAGE_FACTORED, PW_STAGE_FACTORED);
  return f->table->backsolve_complex(f, re, im);
}

PawlStatus pw_formulation_project(PwFormulation *f, double t, double *y) {
  assert(f->discrete);
  return f->table->project(f, t, y);
}

PawlStatus pw_formulation_project_firmly(PwFormulation *f, double t, double *y) {
  return f->table->project_firmly(f, t, y);
}

PawlStatus pw_formulation_solve(PwFormulation *f, double t, const double *y, PwSolution *out) {
  assert(f->discrete);
  PawlStatus status = f->table->solve(f, t, y, out);
  return status ? status : take_least(f, out);
}

PawlStatus pw_formulation_evaluate(PwFormulation *f, double t, const double *y, PwSolution *out) {
  assert(f->discrete);
  PawlStatus status = f->table->evaluate(f, t, y, out);
  return status ? status : take_least(f, out);
}

PawlStatus pw_formulation_violation(PwFormulation *f, double t, const double *y, double *position, double *speed, int32_t *row) {
  return f->table->violation(f, t, y, position, speed, row);
}

PawlStatus pw_formulation_mobility(PwFormulation *f, double t, const double *y, int32_t scalar, double *out) {
  return f->table->mobility(f, t, y, scalar, out);
}

PawlStatus pw_formulation_touch_space(PwFormulation *f, double t, const double *y, int32_t n, const PwPairRow *row, double *W,
                                      double *acceleration) {
  assert(f->discrete);
  return f->table->touch_space(f, t, y, n, row, W, acceleration);
}

void pw_formulation_apply_impulses(PwFormulation *f, double *y, int32_t n, const double *impulse, double *row_impulse) {
  f->table->apply_impulses(f, y, n, impulse, row_impulse);
}

PawlStatus pw_formulation_kick(PwFormulation *f, double t, double *y) {
  return f->table->kick(f, t, y);
}

PawlStatus pw_formulation_resting_forces(PwFormulation *f, double t, const double *y, double *force) {
  return f->table->resting_forces(f, t, y, force);
}

PawlStatus pw_formulation_static_forces(PwFormulation *f, double t, const double *y, PwRowForces *out) {
  return f->table->static_forces(f, t, y, out);
}
