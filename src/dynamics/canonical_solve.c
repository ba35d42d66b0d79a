// Accelerations and multipliers of the canonical formulation.
//
//   a = J u' + a0, u' = K f'' + k',  k'_d = -C_d^-1 (G a0 + bias)        a0: J' u + b'
//   M f'' = K^T J^T (F - (masses) (J k' + a0))
//   closures: C_d^T lambda = (J^T ((masses) a - F))_d, by virtual displacement of the speed that each releases
//   rows that the tree holds: canonical_joints.c
// F here with the gyroscopic torques.
#include <math.h>
#include <string.h>

#include "dynamics/canonical.h"
#include "dynamics/row_speed.h"
#include "mechanics/gradient_rates.h"

PawlStatus pw_canonical_forces(PwCanonical *f) {
  PawlStatus status = pw_motion_forces(&f->motion, f->head.discrete, f->force);
  if (status == PAWL_OK) f->power = f->motion.power + pw_acting_press(&f->acting, &f->motion, f->force);
  return status;
}

// gamma of each closure: its acceleration while u stays as it is.
static void take_biases(PwCanonical *f, const PwReduction *s, const double *a0) {
  const PawlMechanism *k = f->head.k;
  pw_canonical_accelerate_pins(f, a0, f->c);
  for (int32_t a = 0; a < s->m; a++) {
    if (a >= f->rows) {
      const PwPairRow *row = &f->acting.row[a - f->rows];
      f->c[a] = pw_pair_along(k, row->body, row->jac, a0) + row->bias;
    } else if (f->constant[a]) {
      f->c[a] = k->row[f->row[a]].law.expr ? -f->motion.row_law[3 * f->row[a] + 2] : 0;
    } else if (!f->pinned[a]) {
      f->c[a] = pw_row_along(&f->motion, f->row[a], a0) + pw_row_bias(&f->motion, f->row[a]);
    }
  }
}

void pw_canonical_accelerate(PwCanonical *f, PwReduction *s, const double *force, bool bias) {
  assert(f->at == s);
  double *a0 = f->b;
  memset(f->k, 0, (size_t)f->nu * sizeof *f->k);
  memset(a0, 0, (size_t)f->nv * sizeof *a0);
  if (bias) {
    pw_tree_bias(f->tree, a0);
    take_biases(f, s, a0);
    pw_reduction_close(s, f->c, f->k);
  }
  pw_tree_apply(f->tree, f->k, f->a);
  for (int32_t i = 0; i < f->nv; i++) f->a[i] += a0[i];
  pw_mass_multiply(&f->motion, f->a, f->w);
  for (int32_t i = 0; i < f->nv; i++) f->w[i] = (force ? force[i] : 0) - f->w[i];
  pw_tree_gather(f->tree, f->w, f->Q);
  pw_reduction_gather(s, f->Q, f->f);
  pw_reduction_solve(s, f->f);
  pw_reduction_spread(s, f->f, f->Q);
  for (int32_t j = 0; j < f->nu; j++) f->Q[j] += f->k[j];
  pw_tree_apply(f->tree, f->Q, f->a);
  for (int32_t i = 0; i < f->nv; i++) f->a[i] += a0[i];
  pw_mass_multiply(&f->motion, f->a, f->w);
  for (int32_t i = 0; i < f->nv; i++) f->w[i] -= force ? force[i] : 0;
}

// Closed touches that depend on each other share by the least norm; the rows are then those of the bodies without touches.
static PawlStatus share(PwCanonical *f) {
  PwReduction *s = &f->freed;
  PawlStatus status = pw_canonical_share(f);
  if (status) return status;
  for (int32_t i = 0; i < f->acting.rows; i++) {
    pw_pair_add(f->head.k, f->acting.row[i].body, f->acting.row[i].jac, -f->acting.force[i], f->w);
  }
  pw_tree_gather(f->tree, f->w, f->Q);
  pw_reduction_multipliers(s, f->Q, f->mu);
  return PAWL_OK;
}

PawlStatus pw_canonical_react(PwCanonical *f, PwReduction *s, const PwMotion *joints) {
  assert(f->at == s);
  pw_tree_gather(f->tree, f->w, f->Q);
  pw_reduction_multipliers(s, f->Q, f->mu);
  if (s->r < s->m) {
    PawlStatus status = share(f);
    if (status) return status;
    s = &f->freed;
  }
  for (int32_t a = 0; a < s->m; a++) {
    if (a < f->rows) {
      f->lambda[f->row[a]] = f->mu[a];
    } else {
      f->acting.force[a - f->rows] = f->mu[a];
    }
  }
  if (joints == NULL) return PAWL_OK;
  for (int32_t a = 0; a < s->m; a++) f->mu[a] = -f->mu[a];
  pw_canonical_pull(f, s, f->mu, f->w);
  pw_canonical_react_joints(f, joints, f->w, f->lambda);
  return PAWL_OK;
}

typedef struct {
  PwCanonical *f;
  PwReduction *s;
} Responder;

static PawlStatus respond(void *self, const double *force, bool moving) {
  const Responder *r = self;
  PwCanonical *f = r->f;
  bool kinematic = f->head.kinematic && moving;
  PawlStatus status = f->at == r->s ? PAWL_OK : pw_canonical_reduce(f, r->s, false);  // touches that share have left it
  if (status) return status;
  pw_canonical_accelerate(f, r->s, kinematic ? NULL : force, moving);
  if (kinematic) {
    for (int32_t i = 0; i < f->nv; i++) f->w2[i] = force[i] - f->w[i];
    pw_canonical_accelerate(f, r->s, f->w2, false);
  }
  return pw_canonical_react(f, r->s, pw_loads_has_joints(&f->acting) ? &f->motion : NULL);
}

PawlStatus pw_canonical_add_friction(PwCanonical *f, PwReduction *s) {
  Responder r = {f, s};
  pw_acting_push_base(&f->acting, f->force);
  PawlStatus status = pw_loads_add(&f->loads, &f->acting, &f->motion, f->lambda, f->a, respond, &r, f->force, &f->power);
  return status || f->at == s ? status : pw_canonical_reduce(f, s, false);
}

// Everything beyond y at the motion that stands, head.motion there too. Kinematic: the accelerations are those of the closures
// alone, and the multipliers hold what forces and inertia then ask for.
static PawlStatus finish(PwCanonical *f, PwReduction *s, PwSolution *out) {
  const PawlMechanism *k = f->head.k;
  PawlStatus status = pw_canonical_forces(f);
  if (status == PAWL_OK) status = pw_canonical_add_friction(f, s);
  out->definite = f->loads.definite;
  if (status) return status;
  pw_canonical_accelerate(f, s, f->head.kinematic ? NULL : f->force, true);
  memcpy(f->acceleration, f->a, (size_t)f->nv * sizeof *f->a);
  if (f->head.kinematic) {
    for (int32_t i = 0; i < f->nv; i++) f->force[i] -= f->w[i];
    pw_canonical_accelerate(f, s, f->force, false);
  }
  status = pw_canonical_react(f, s, &f->head.motion);
  pw_acting_take_base(&f->acting);
  for (int32_t r = 0; r < k->rows; r++) {
    if (!k->row[r].redundant) f->power += f->lambda[r] * pw_row_speed(&f->head.motion, r);
  }
  *out = (PwSolution){f->q, f->v, f->acceleration, f->lambda, pw_acting_forces(&f->acting), f->power, f->loads.definite};
  return status;
}

// Does the integrator's state stand that y was given for?
static bool stands(const PwCanonical *f, double t, const double *y) {
  size_t bytes = (size_t)(f->nq + f->nv) * sizeof *y;
  if (f->at != &f->kept || !f->has_given || f->given_t != t || f->acting.tail > 0) return false;
  return memcmp(f->given, y, bytes) == 0 && pw_discrete_equal(f->head.k, f->head.discrete, &f->standing);
}

PawlStatus pw_canonical_solve(void *self, double t, const double *y, PwSolution *out) {
  PwCanonical *f = self;
  if (stands(f, t, y)) {
    PawlStatus status = pw_formulation_stand(&f->head, t, y);
    memcpy(f->q, y, (size_t)f->nq * sizeof *y);
    return status ? status : finish(f, &f->kept, out);
  }
  pw_canonical_read(f, t, y);
  PawlStatus status = pw_canonical_place(f, t);
  if (status == PAWL_OK) status = pw_canonical_reduce(f, &f->fresh, true);
  if (status) return status;
  pw_canonical_take_momenta(f, &f->fresh, y + f->nq);
  pw_canonical_move(f, &f->fresh);
  pw_canonical_match_signs(f, y);
  status = pw_canonical_show(f, f->q);
  return status ? status : finish(f, &f->fresh, out);
}

PawlStatus pw_canonical_evaluate(void *self, double t, const double *y, PwSolution *out) {
  PwCanonical *f = self;
  out->definite = f->loads.definite = 1;
  pw_canonical_read(f, t, y);
  PawlStatus status = pw_canonical_correct(f, t, &f->fresh, true, f->stage_tolerance, true);
  if (status == PAWL_OK) {
    pw_canonical_take_momenta(f, &f->fresh, y + f->nq);
    pw_canonical_move(f, &f->fresh);
    pw_canonical_match_signs(f, y);
    status = pw_canonical_show(f, f->q);
  }
  if (status == PAWL_OK) status = finish(f, &f->fresh, out);
  return status == PAWL_ERR_SINGULAR ? PAWL_RETRY : status;
}

PawlStatus pw_canonical_mobility(void *self, double t, const double *y, int32_t scalar, double *out) {
  PwCanonical *f = self;
  const PwScalar *s = &f->head.k->scalar[scalar];
  int32_t body[2] = {f->head.k->frame[s->frame[0]].body, f->head.k->frame[s->frame[1]].body};
  pw_canonical_read(f, t, y);
  PawlStatus status = pw_canonical_place(f, t);
  if (status == PAWL_OK) status = pw_canonical_reduce(f, &f->freed, true);
  if (status) return status;
  pw_tree_row(f->tree, body, f->motion.scalar[scalar].jac, f->Q);
  pw_reduction_gather(&f->freed, f->Q, f->f);
  memcpy(f->k, f->f, (size_t)f->nu * sizeof *f->f);
  pw_reduction_solve(&f->freed, f->f);
  *out = 0;
  for (int32_t j = 0; j < f->freed.n - f->freed.r; j++) *out += f->k[j] * f->f[j];
  return PAWL_OK;
}
