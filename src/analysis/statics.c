// Newton on the constraints' tangent space with the exact stiffness K, regularised by the mass matrix:
//
//   (U^T K U + mu U^T M U) z = U^T F,     q <- project(q (+) U z)
//
// mu = 1/dt^2 of an implicit damped step: large far away and where K is not positive definite, almost nothing at the end. A step
// counts if the forces do work along it (for forces with a potential: if the energy falls) or become smaller.
#include "analysis/statics.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/derivatives.h"
#include "numerics/dense.h"

enum { SPEEDS_MAX = 2000, STEPS_MAX = 500 };
static const double PRECISION = 1e-11;  // of the largest force
static const double NEUTRAL = 1e-10;    // mu at the end, of the largest stiffness over mass
static const double STEP_MOST = 0.5;    // of the mechanism's size, or radians

typedef struct {
  const PawlMechanism *k;
  PwFormulation *f;
  const PwTouches *touches;  // NULL: none
  PwDiscrete *discrete;
  double t;
  PwArena arena;  // of one linearisation
  PwArena kept;
  PwDerivatives d;
  PwTangent tangent;
  int32_t nv, n;
  double *y, *trial, *zero, *force, *lambda, *step, *balance;  // [position, speed and row counts]
  double *K, *M, *A, *g, *z;                                   // reduced: n x n, n
  int32_t *pivot;
  double largest;  // force
  double mu;
} Statics;

// F at y with zero speeds; its part that the constraints cannot take goes to balance (U U^T F).
static PawlStatus forces(Statics *s, const double *y, double *force) {
  return pw_formulation_resting_forces(s->f, s->t, y, force);
}

// Forces that may cancel each other count alone: weights, springs.
static double largest_force(const Statics *s, const double *force) {
  const PawlMechanism *k = s->k;
  const PwMotion *m = pw_formulation_motion(s->f);
  int32_t per = pw_speeds_per_body(k), linear = k->planar ? 2 : 3;
  double most = 0, g = sqrt(k->gravity[0] * k->gravity[0] + k->gravity[1] * k->gravity[1] + k->gravity[2] * k->gravity[2]);
  for (int32_t b = 1; b < k->bodies; b++) most = fmax(most, k->body[b].mass * g);
  for (int32_t i = 0; i < s->nv; i++) most = fmax(most, fabs(force[i]) / (i % per < linear ? 1 : k->size));
  for (int32_t i = 0; i < k->scalar_forces; i++) {
    const PwScalarForce *f = &k->scalar_force[i];
    if (f->has_law) continue;
    bool turn = pw_scalar_angular(k->scalar[f->scalar].kind);
    double size = fabs(f->preload + f->stiffness * (m->scalar[f->scalar].value - f->free));
    most = fmax(most, turn ? size / k->size : size);
  }
  return most;
}

// Stiffness, basis and reduced matrices at s->y.
static PawlStatus linearise(Statics *s) {
  PawlStatus status = forces(s, s->y, s->force);
  if (status) return status;
  s->largest = largest_force(s, s->force);
  pw_acting_load(&s->d.acting, s->y + pw_state_base(s->k));
  pw_arena_free(&s->arena);
  // basis first, for the multipliers that hold what the constraints can take: lambda = -(J^+)^T F
  status = pw_derivatives_rows(&s->d, s->t, s->y, s->discrete);
  if (status == PAWL_OK) status = pw_tangent_find(&s->d, &s->arena, &s->tangent);
  if (status) return status;
  pw_multiply_transposed(s->tangent.inverse, s->force, s->d.m, s->nv, 1, s->step);
  memset(s->lambda, 0, (size_t)(s->k->rows + s->d.acting.rows) * sizeof *s->lambda);
  for (int32_t r = 0; r < s->d.m; r++) s->lambda[s->d.row[r]] = -s->step[r];
  status = pw_derivatives_evaluate(&s->d, s->t, s->y, s->zero, s->zero, s->lambda, s->discrete);
  if (status) return status;
  int32_t n = s->n = s->tangent.freedoms;
  size_t nn = (size_t)n * (size_t)n, wide = (size_t)s->nv * (size_t)n;
  double *work = pw_arena_array(&s->arena, wide + 3 * nn + 2 * (size_t)n + 1, sizeof *work);
  s->pivot = pw_arena_array(&s->arena, (size_t)n + 1, sizeof *s->pivot);
  if (!work || !s->pivot) return PAWL_ERR_MEMORY;
  s->K = work + wide;
  s->M = s->K + nn;
  s->A = s->M + nn;
  s->g = s->A + nn;
  s->z = s->g + n;
  pw_multiply(s->d.Rq, s->tangent.U, s->nv, s->nv, n, work);
  pw_multiply_transposed(s->tangent.U, work, n, s->nv, n, s->K);
  for (int32_t c = 0; c < n; c++) {
    pw_mass_multiply(pw_formulation_motion(s->f), s->tangent.U + (size_t)c * (size_t)s->nv, work + (size_t)c * (size_t)s->nv);
  }
  pw_multiply_transposed(s->tangent.U, work, n, s->nv, n, s->M);
  pw_multiply_transposed(s->tangent.U, s->force, n, s->nv, 1, s->g);
  pw_multiply(s->tangent.U, s->g, s->nv, n, 1, s->balance);
  return PAWL_OK;
}

// Largest unbalanced force over the largest force; *worst: its body.
static double unbalanced(const Statics *s, int32_t *worst) {
  int32_t per = pw_speeds_per_body(s->k), linear = s->k->planar ? 2 : 3;
  double most = 0;
  *worst = 1;
  for (int32_t i = 0; i < s->nv; i++) {
    double size = fabs(s->balance[i]) / (i % per < linear ? 1 : s->k->size);
    if (!(size > most)) continue;
    most = size;
    *worst = 1 + i / per;
  }
  return s->largest > 0 ? most / s->largest : 0;
}

// Is the symmetric part of K + mu M positive definite? (Cholesky; the matrix is lost.)
static bool is_definite(const Statics *s, double mu, double *a) {
  size_t n = (size_t)s->n;
  for (size_t j = 0; j < n; j++) {
    for (size_t i = 0; i < n; i++) {
      a[j * n + i] = (s->K[j * n + i] + s->K[i * n + j]) / 2 + mu * (s->M[j * n + i] + s->M[i * n + j]) / 2;
    }
  }
  for (size_t j = 0; j < n; j++) {
    double d = a[j * n + j];
    for (size_t l = 0; l < j; l++) d -= a[l * n + j] * a[l * n + j];
    if (!(d > 0)) return false;
    d = sqrt(d);
    a[j * n + j] = d;
    for (size_t i = j + 1; i < n; i++) {
      for (size_t l = 0; l < j; l++) a[j * n + i] -= a[l * n + i] * a[l * n + j];
      a[j * n + i] /= d;
    }
  }
  return true;
}

// Smallest mu used: far below what matters, but enough for freedoms that nothing holds.
static double least_mu(const Statics *s) {
  double stiffness = 0, mass = 0, g = 0;
  for (size_t i = 0; i < (size_t)s->n; i++) {
    stiffness = fmax(stiffness, fabs(s->K[i * (size_t)s->n + i]));
    mass = fmax(mass, s->M[i * (size_t)s->n + i]);
    g = fmax(g, fabs(s->g[i]));
  }
  if (!(mass > 0)) return 1;
  return (NEUTRAL * stiffness + 1e-3 * NEUTRAL * g / s->k->size) / mass + DBL_MIN;
}

// z and the full step for s->mu. False: the matrix is singular.
static bool solve(Statics *s, double *size) {
  size_t n = (size_t)s->n;
  for (size_t i = 0; i < n * n; i++) s->A[i] = s->K[i] + s->mu * s->M[i];
  memcpy(s->z, s->g, n * sizeof *s->z);
  if (pw_lu_factor(s->A, s->n, s->pivot)) return false;
  pw_lu_solve(s->A, s->n, s->pivot, s->z);
  pw_multiply(s->tangent.U, s->z, s->nv, s->n, 1, s->step);
  int32_t per = pw_speeds_per_body(s->k), linear = s->k->planar ? 2 : 3;
  *size = 0;
  for (int32_t i = 0; i < s->nv; i++) *size = fmax(*size, fabs(s->step[i]) / pw_scale(s->k, i % per >= linear));
  return isfinite(*size);
}

// Displacements of pressed touches with friction follow a step: those of s->y go on into s->trial.
static void displace(const Statics *s) {
  const PwActing *a = &s->d.acting;
  const double *from = s->y + pw_state_base(s->k);
  double *to = s->trial + pw_state_base(s->k);
  for (int32_t i = 0; i < a->displaced; i++) {
    const PwDisplaced *d = &a->displacement[i];
    double moved[PW_GRIP_ROWS] = {d->s[0], d->s[1]};
    for (int32_t n = 0; n < d->frame.tangents; n++) {
      moved[n] += pw_pair_along(s->k, d->slip[n].body, d->slip[n].jac, s->step);
    }
    memcpy(to + d->at, from + d->at, (size_t)pw_displacement_numbers(s->k) * sizeof *to);
    pw_displaced_numbers(&s->d.place, d, moved, to + d->at);
  }
}

// One step from s->y to s->trial with s->mu; *good: forces did work along it or became smaller. *size: its size.
static PawlStatus try_step(Statics *s, double *size, bool *good) {
  int32_t nq = pw_position_count(s->k);
  *good = false;
  if (!solve(s, size) || *size > STEP_MOST) return PAWL_OK;
  pw_position_add(s->k, s->y, s->step, s->trial);
  memset(s->trial + nq, 0, ((size_t)s->nv + 1) * sizeof *s->trial);
  displace(s);
  PawlStatus status = pw_formulation_project(s->f, s->t, s->trial);
  if (status == PAWL_OK) status = forces(s, s->trial, s->force);
  if (status) return status > 0 ? PAWL_OK : status;
  double work = 0, before = 0, after = 0;
  for (int32_t c = 0; c < s->n; c++) {
    double g = 0;
    for (int32_t i = 0; i < s->nv; i++) g += s->tangent.U[(size_t)c * (size_t)s->nv + (size_t)i] * s->force[i];
    work += (s->g[c] + g) / 2 * s->z[c];
    before += s->g[c] * s->g[c];
    after += g * g;
  }
  *good = work >= 0 || after < before / 4;
  return isfinite(work) ? PAWL_OK : PAWL_ERR_STEP;
}

static void follow(Statics *s) {
  PwMotion *m = pw_formulation_motion(s->f);
  bool all = m->all;
  m->all = true;
  if (pw_formulation_place_motion(s->f, s->t, s->y) == PAWL_OK) {
    pw_motion_move(m, s->zero);
    pw_discrete_count_turns(m, s->discrete);
    pw_discrete_choose(m, s->discrete);
  }
  m->all = all;
}

// A step with the smallest mu that is good enough; *size 0: none is.
static PawlStatus advance(Statics *s, double *size) {
  double least = least_mu(s);
  s->mu = fmax(s->mu, least);
  while (!is_definite(s, s->mu, s->A)) {
    s->mu *= 4;
    if (!isfinite(s->mu)) break;  // the mass matrix itself is not definite: go on with what there is
  }
  if (!isfinite(s->mu)) s->mu = least;
  for (int attempt = 0; attempt < 200; attempt++) {
    bool good;
    PawlStatus status = try_step(s, size, &good);
    if (status) return status;
    if (good) {
      size_t tail = (size_t)(pw_state_size(s->k) - pw_state_base(s->k));
      memcpy(s->y, s->trial, (size_t)pw_position_count(s->k) * sizeof *s->y);
      memcpy(s->y + pw_state_base(s->k), s->trial + pw_state_base(s->k), tail * sizeof *s->y);
      follow(s);
      s->mu /= 16;
      return PAWL_OK;
    }
    s->mu *= 4;
  }
  *size = 0;
  return PAWL_OK;
}

// Eigenvalues of the reduced stiffness: one with a negative real part means that some small motion grows.
static PawlStatus report_stability(Statics *s, PawlMessages *messages) {
  size_t n = (size_t)s->n;
  double *re = malloc((2 * n + 1) * sizeof *re), most = 0, least = 0;
  if (!re) return PAWL_ERR_MEMORY;
  memcpy(s->A, s->K, n * n * sizeof *s->A);
  PawlStatus status = n ? pw_dense_eigen(s->A, s->n, re, re + n, NULL) : PAWL_OK;
  for (size_t i = 0; i < n && status == PAWL_OK; i++) {
    most = fmax(most, fabs(re[i]));
    least = fmin(least, re[i]);
  }
  free(re);
  if (status == PAWL_OK && least < -1e-8 * most) {
    pw_message(messages, PAWL_WARNING, PW_NOWHERE,
               "statics: the equilibrium found is not stable (stiffness %g in one direction); start from a position a little "
               "beside it to find another one",
               least);
  }
  return status;
}

static PawlStatus find_equilibrium(Statics *s, PawlMessages *messages) {
  int32_t worst = 1;
  double residual = INFINITY;
  for (int step = 0; step < STEPS_MAX; step++) {
    PawlStatus status = linearise(s);
    if (status) return pw_fail(messages, status, PW_NOWHERE, "statics: %s", pawl_status_text(status));
    residual = unbalanced(s, &worst);
    if (residual <= PRECISION) return report_stability(s, messages);
    double size = 0;
    status = advance(s, &size);
    if (status) return pw_fail(messages, status, PW_NOWHERE, "statics: %s", pawl_status_text(status));
    bool rounding = size <= 8 * DBL_EPSILON;  // stiff springs: positions have no more digits
    if (rounding && residual <= 1e-6) return report_stability(s, messages);
    if (rounding) break;
  }
  return pw_fail(messages, PAWL_ERR_STEP, PW_NOWHERE,
                 "statics: no equilibrium found near the assembled position; body '%s' keeps a force that is not balanced, %.3g "
                 "of the largest force. Is anything there to hold it?",
                 s->k->body[worst].name, residual);
}

static PawlStatus allocate(Statics *s) {
  size_t size = (size_t)pw_state_size(s->k) + (size_t)s->k->rows +
                (s->touches ? (size_t)pw_acting_most_rows(s->k, s->touches->count) : 0) + 1;
  double **const wanted[] = {&s->trial, &s->zero, &s->force, &s->lambda, &s->step, &s->balance};
  for (int i = 0; i < 6; i++) {
    *wanted[i] = pw_arena_array(&s->kept, size, sizeof(double));
    if (!*wanted[i]) return PAWL_ERR_MEMORY;
  }
  return pw_derivatives_create(s->k, s->touches, &s->kept, &s->d);
}

PawlStatus pw_statics(const PawlMechanism *k, PwFormulation *f, const PwTouches *touches, double t, double *y,
                      PwDiscrete *discrete, PawlMessages *messages) {
  int32_t nq = pw_position_count(k), nv = pw_speed_count(k);
  if (nv > SPEEDS_MAX) {
    return pw_fail(messages, PAWL_ERR_LIMIT, PW_NOWHERE, "the mechanism has %d speeds; statics is limited to %d", nv, SPEEDS_MAX);
  }
  if (nv == 0) return PAWL_OK;
  Statics s = {.k = k, .f = f, .touches = touches, .discrete = discrete, .t = t, .nv = nv, .y = y};
  PawlStatus status = allocate(&s);
  if (status == PAWL_OK) status = find_equilibrium(&s, messages);
  pw_derivatives_free(&s.d);
  pw_arena_free(&s.arena);
  pw_arena_free(&s.kept);
  if (status == PAWL_OK) memset(y + nq, 0, (size_t)nv * sizeof *y);
  return status;
}
