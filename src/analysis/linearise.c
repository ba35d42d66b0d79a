// With R and G of derivatives.h, (') along the motion, X dq = w x dq the change of a turn by the body's own turning; J_q the rows
// of positions, J all, L the change of the friction that slides with the loads:
//
//   constraints  J_q dq = 0,  J dv + B dq = 0               dq = U_q z,  dv = U_v w - J^+ B U_q z
//   kinematics   dq' = dv + X dq                            z' = U_q^T (dv + X dq)
//   dynamics     M da - (J^T + L) dlambda + Rq dq + Rv dv = 0,  J da + Gq dq + Gv dv = 0
//   basis        U_v' = -J^+ J' U_v,  J' = Gv - B           w' = U_v^T da + U_v'^T dv
//
// In a steady motion all that the equations see turns with one velocity Omega; in axes that turn along nothing changes:
//
//   z' = U_q^T (dv + X dq - Omega x dq),  w' = U_v^T (da - Omega x dv)
#include "analysis/linearise.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/derivatives.h"
#include "analysis/modes.h"
#include "analysis/steady.h"
#include "numerics/dense.h"
#include "numerics/vec.h"
#include "result/csv.h"

typedef struct {
  PwDerivatives d;
  PwTangent place, tangent;      // U_q, U_v; one and the same where no row is of speeds alone
  int32_t nv, m, p, n, columns;  // p, n: of z and of w; together
  double *dq, *dv;               // [nv * columns] changes that belong to (z, w)
  double *left;                  // [nv * n] what U_v^T M da is taken with: U_v, or free of the loads' friction, too
  double *MU, *small, *rows, *wide, *da;
  double *rate;   // [m * nv] J'
  double *spare;  // [columns * columns]
  int32_t *pivot;
} Work;

static bool has_one_basis(const Work *w) {
  return w->place.U == w->tangent.U;
}

static PawlStatus allocate(PwLinearisation *out, Work *w) {
  size_t nv = (size_t)w->nv, n = (size_t)w->n, m = (size_t)w->m, all = (size_t)w->columns;
  double **const wanted[] = {&w->dq,   &w->dv, &w->left, &w->MU,    &w->small, &w->rows,
                             &w->wide, &w->da, &w->rate, &w->spare, &out->A};
  size_t sizes[] = {nv * all, nv * all, nv * n, nv * n, all * all, m * all, nv * all, n * all, m * nv, all * all, all * all};
  for (int i = 0; i < 11; i++) {
    *wanted[i] = pw_arena_array(&out->arena, sizes[i] + 1, sizeof(double));
    if (!*wanted[i]) return PAWL_ERR_MEMORY;
  }
  w->pivot = pw_arena_array(&out->arena, n + m + 1, sizeof *w->pivot);
  return w->pivot ? PAWL_OK : PAWL_ERR_MEMORY;
}

// The columns of dq and dv for unit z, then unit w.
static void changes(Work *w) {
  size_t nv = (size_t)w->nv, n = (size_t)w->n, p = (size_t)w->p;
  memcpy(w->dq, w->place.U, nv * p * sizeof *w->dq);
  memcpy(w->dv + nv * p, w->tangent.U, nv * n * sizeof *w->dv);
  pw_multiply(w->d.B, w->place.U, w->m, w->nv, w->p, w->rows);
  pw_multiply(w->tangent.inverse, w->rows, w->nv, w->m, w->p, w->dv);
  for (size_t i = 0; i < nv * p; i++) w->dv[i] = -w->dv[i];
}

// left = U_v, or with friction that slides U_v - J^+ (1 + L^T J^+)^-1 L^T U_v: then left^T (J^T + L) dlambda = 0 for all dlambda
// that rows share as they do.
static PawlStatus find_left(Work *w) {
  const PwActing *acting = &w->d.acting;
  int32_t nv = w->nv, m = w->m, n = w->n, per = pw_speeds_per_body(w->d.mechanism);
  memcpy(w->left, w->tangent.U, (size_t)nv * (size_t)n * sizeof *w->left);
  if (acting->slidings == 0) return PAWL_OK;
  size_t rows = (size_t)m;
  double *L = calloc((size_t)nv * rows + rows * rows + rows * (size_t)n + (size_t)nv * (size_t)n + 1, sizeof *L);
  if (!L) return PAWL_ERR_MEMORY;
  double *E = L + (size_t)nv * rows, *right = E + rows * rows, *change = right + rows * (size_t)n;
  for (int32_t j = 0; j < acting->slidings; j++) {
    const PwSliding *s = &acting->sliding[j];
    if (s->touch < 0) continue;  // of a joint: at a constant load
    double *column = L + (size_t)(w->d.own + s->normal) * (size_t)nv;
    for (int32_t i = 0; i < 2 * per; i++) {
      if (s->body[i / per] > 0) column[per * (s->body[i / per] - 1) + i % per] -= s->limit * s->sign * s->jac[i];
    }
  }
  pw_multiply_transposed(L, w->tangent.inverse, m, nv, m, E);
  for (size_t i = 0; i < rows; i++) E[i * rows + i] += 1;
  pw_multiply_transposed(L, w->tangent.U, m, nv, n, right);
  PawlStatus status = pw_lu_factor(E, m, w->pivot);
  for (int32_t c = 0; c < n && status == PAWL_OK; c++) pw_lu_solve(E, m, w->pivot, right + (size_t)c * rows);
  if (status == PAWL_OK) {
    pw_multiply(w->tangent.inverse, right, nv, m, n, change);
    for (size_t i = 0; i < (size_t)nv * (size_t)n; i++) w->left[i] -= change[i];
  }
  free(L);
  return status;
}

// U_v^T da for all columns: left^T M U_v y = -left^T (Rq dq + Rv dv + M da_n), da_n = -J^+ (Gq dq + Gv dv).
static PawlStatus accelerations(const PwMotion *motion, Work *w) {
  int32_t nv = w->nv, n = w->n, m = w->m, all = w->columns;
  size_t wide = (size_t)nv * (size_t)all, high = (size_t)m * (size_t)all;
  double *sum = calloc(wide + high + (size_t)nv + 1, sizeof *sum);
  if (!sum) return PAWL_ERR_MEMORY;
  double *rows = sum + wide, *column = rows + high;
  pw_multiply(w->d.Gq, w->dq, m, nv, all, w->rows);
  pw_multiply(w->d.Gv, w->dv, m, nv, all, rows);
  for (size_t i = 0; i < high; i++) w->rows[i] = -(w->rows[i] + rows[i]);
  pw_multiply(w->tangent.inverse, w->rows, nv, m, all, w->wide);
  for (int32_t c = 0; c < all; c++) {
    pw_mass_multiply(motion, w->wide + (size_t)c * (size_t)nv, column);
    memcpy(sum + (size_t)c * (size_t)nv, column, (size_t)nv * sizeof *sum);
  }
  pw_multiply(w->d.Rq, w->dq, nv, nv, all, w->wide);
  for (size_t i = 0; i < wide; i++) sum[i] += w->wide[i];
  pw_multiply(w->d.Rv, w->dv, nv, nv, all, w->wide);
  for (size_t i = 0; i < wide; i++) sum[i] = -(sum[i] + w->wide[i]);
  pw_multiply_transposed(w->left, sum, n, nv, all, w->da);
  free(sum);
  for (int32_t c = 0; c < n; c++) {
    pw_mass_multiply(motion, w->tangent.U + (size_t)c * (size_t)nv, w->MU + (size_t)c * (size_t)nv);
  }
  pw_multiply_transposed(w->left, w->MU, n, nv, n, w->small);
  PawlStatus status = pw_lu_factor(w->small, n, w->pivot);
  if (status) return status;
  for (int32_t c = 0; c < all; c++) pw_lu_solve(w->small, n, w->pivot, w->da + (size_t)c * (size_t)n);
  return PAWL_OK;
}

// X dq added to `out`: each body's own turning.
static void add_own_turning(const PawlMechanism *k, const double *v, const double *dq, double *out) {
  for (int32_t b = 0; b < pw_speed_count(k) && !k->planar; b += 6) {
    double turned[3];
    pw_cross(v + b + 3, dq + b + 3, turned);
    for (int i = 0; i < 3; i++) out[b + 3 + i] += turned[i];
  }
}

// The rows of A that give z': dv + X dq, in turning axes less Omega x dq.
static void place_rows(const PawlMechanism *k, const double *v, const double *turning, Work *w, double *A) {
  size_t nv = (size_t)w->nv, p = (size_t)w->p, all = (size_t)w->columns;
  for (size_t c = 0; c < all; c++) {
    double *column = w->wide + c * nv;
    memcpy(column, w->dv + c * nv, nv * sizeof *column);
    if (has_one_basis(w)) memset(column, 0, nv * sizeof *column);  // of z it has nothing along U, of w it is U
    add_own_turning(k, v, w->dq + c * nv, column);
    if (turning) pw_add_turned(k, turning, -1, w->dq + c * nv, column);
  }
  pw_multiply_transposed(w->place.U, w->wide, w->p, w->nv, w->columns, w->small);
  for (size_t c = 0; c < all; c++) {
    for (size_t i = 0; i < p; i++) A[c * all + i] = w->small[c * p + i] + (has_one_basis(w) && c == p + i ? 1 : 0);
  }
}

// -U_v' into w->wide: J^+ J' U_v.
static void basis_change(Work *w) {
  for (size_t i = 0; i < (size_t)w->m * (size_t)w->nv; i++) w->rate[i] = w->d.Gv[i] - w->d.B[i];
  pw_multiply(w->rate, w->tangent.U, w->m, w->nv, w->n, w->rows);
  pw_multiply(w->tangent.inverse, w->rows, w->nv, w->m, w->n, w->wide);
}

// The rows of A that give w'.
static void speed_rows(const PawlMechanism *k, const double *turning, Work *w, double *A) {
  size_t nv = (size_t)w->nv, p = (size_t)w->p, n = (size_t)w->n, all = (size_t)w->columns;
  if (turning) {  // U_v^T (Omega x dv)
    memset(w->wide, 0, nv * all * sizeof *w->wide);
    for (size_t c = 0; c < all; c++) pw_add_turned(k, turning, 1, w->dv + c * nv, w->wide + c * nv);
    pw_multiply_transposed(w->tangent.U, w->wide, w->n, w->nv, w->columns, w->small);
  } else {  // -U_v'^T dv; of w it is nothing
    basis_change(w);
    memset(w->small, 0, n * all * sizeof *w->small);
    pw_multiply_transposed(w->wide, w->dv, w->n, w->nv, w->p, w->small);
  }
  for (size_t c = 0; c < all; c++) {
    for (size_t i = 0; i < n; i++) A[c * all + p + i] = w->da[c * n + i] - w->small[c * n + i];
  }
}

// A in axes carried along, or in such that turn with `turning`.
static void state_matrix(const PawlMechanism *k, const double *v, const double *turning, Work *w, double *A) {
  place_rows(k, v, turning, w, A);
  speed_rows(k, turning, w, A);
}

// ---- how far from an equilibrium

// How the state itself leaves, as accelerations of the bodies: U_v w', w = U_v^T v with U_v carried along. Zero at an
// equilibrium, and in the steady turning of one.
static void leaving(Work *w, const double *v, const double *a, double *out) {
  size_t nv = (size_t)w->nv;
  basis_change(w);
  memset(out, 0, nv * sizeof *out);
  for (size_t c = 0; c < (size_t)w->n; c++) {
    const double *u = w->tangent.U + c * nv, *turned = w->wide + c * nv;
    double rate = 0;
    for (size_t i = 0; i < nv; i++) rate += u[i] * a[i] - turned[i] * v[i];
    for (size_t i = 0; i < nv; i++) out[i] += u[i] * rate;
  }
}

// The largest acceleration at hand, m/s^2: of gravity, of the applied forces by themselves, of the bodies.
static double usual_acceleration(const PawlMechanism *k, const double *force, const double *a) {
  double most = hypot(hypot(k->gravity[0], k->gravity[1]), k->gravity[2]);
  int32_t per = pw_speeds_per_body(k), linear = k->planar ? 2 : 3;
  for (int32_t i = 0; i < pw_speed_count(k); i++) {
    bool turns = i % per >= linear;
    double mass = k->body[1 + i / per].mass;
    most = fmax(most, fabs(a[i]) * (turns ? k->size : 1));
    if (mass > 0) most = fmax(most, fabs(force[i]) / (mass * (turns ? k->size : 1)));
  }
  return most;
}

static double length(const double *x, int32_t n) {
  double sum = 0;
  for (int32_t i = 0; i < n; i++) sum += x[i] * x[i];
  return sqrt(sum);
}

// The largest of these accelerations, m/s^2; *body: whose, *turns: of its turning.
static double find_worst(const PawlMechanism *k, const double *leaves, int32_t *body, bool *turns) {
  int32_t per = pw_speeds_per_body(k), linear = k->planar ? 2 : 3;
  double most = 0;
  *body = 1;
  *turns = false;
  for (int32_t i = 0; i < 2 * (k->bodies - 1); i++) {
    const double *own = leaves + per * (i / 2);
    double a = i % 2 ? length(own + linear, per - linear) * k->size : length(own, linear);
    if (!(a > most)) continue;
    most = a;
    *body = 1 + i / 2;
    *turns = i % 2;
  }
  return most;
}

// What is no acceleration.
static double unrest(const PawlMechanism *k, double usual, const PwLinearisation *l) {
  static const double UNREST = 1e-6, ROUNDING = 1e-12;  // of what is usual; of the fastest mode's acceleration over the size
  double fastest = l->modes > 0 ? hypot(l->re[l->modes - 1], l->im[l->modes - 1]) : 0;
  return UNREST * usual + ROUNDING * fastest * fastest * k->size;
}

// In axes that turn along, if the motion is steady in such: A and modes anew. *steady: it is.
static PawlStatus turn_along(const PawlMechanism *k, const PwSolution *at, double least, Work *w, PwLinearisation *l,
                             double *leaves, bool *steady) {
  double turning[3];
  int32_t body;
  bool turns;
  PawlStatus status = pw_steady_turning(k, at->v, at->acceleration, turning);
  if (status) return status;
  memcpy(leaves, at->acceleration, (size_t)w->nv * sizeof *leaves);
  pw_add_turned(k, turning, -1, at->v, leaves);
  *steady = find_worst(k, leaves, &body, &turns) <= least;
  if (!*steady) return PAWL_OK;
  PwSteady about = {k, w->place.U, w->tangent.U, w->p, w->n, l->A};
  double *parallel = w->spare;
  memcpy(parallel, l->A, (size_t)w->columns * (size_t)w->columns * sizeof *parallel);
  state_matrix(k, at->v, turning, w, l->A);
  status = pw_steady_check(&about, turning, at->v, at->acceleration, steady);
  if (!*steady) memcpy(l->A, parallel, (size_t)w->columns * (size_t)w->columns * sizeof *parallel);
  return status == PAWL_OK && *steady ? pw_modes_find(l) : status;
}

// Says so where the state is no equilibrium, nor steady.
static PawlStatus look_at_state(const PawlMechanism *k, PwMotion *motion, const PwDiscrete *discrete, const PwSolution *at,
                                Work *w, PwLinearisation *l, PawlMessages *messages) {
  double *leaves = pw_arena_array(&l->arena, 3 * (size_t)l->nv, sizeof *leaves), *force = leaves + l->nv, *turned = force + l->nv;
  if (!leaves) return PAWL_ERR_MEMORY;
  leaving(w, at->v, at->acceleration, leaves);
  PawlStatus status = pw_motion_forces(motion, discrete, force);
  if (status) return status;
  double least = unrest(k, usual_acceleration(k, force, at->acceleration), l);
  int32_t body;
  bool turns, steady = false;
  double most = find_worst(k, leaves, &body, &turns);
  if (most > least) status = turn_along(k, at, least, w, l, turned, &steady);
  if (status || most <= least || steady) return status;
  pw_message(
      messages, PAWL_WARNING, PW_NOWHERE,
      "linearised about a state that is no equilibrium: body '%s' accelerates by %.3g %s along its freedoms; the modes are "
      "those of this instant. 'initial: {from: statics}' starts at an equilibrium",
      k->body[body].name, most / (turns ? k->size : 1), turns ? "rad/s^2" : "m/s^2");
  return PAWL_OK;
}

// The derivatives at the state that `at` tells of, and the spaces that the rows leave free there.
static PawlStatus differentiate(const PawlMechanism *k, const PwTouches *touches, double t, const PwDiscrete *discrete,
                                const PwSolution *at, const double *tail, Work *w, PwLinearisation *out) {
  PawlStatus status = pw_derivatives_create(k, touches, &out->arena, &w->d);
  if (status) return status;
  int32_t rows = w->d.acting.rows;
  double *lambda = pw_arena_array(&out->arena, (size_t)k->rows + (size_t)rows + 1, sizeof *lambda);
  if (!lambda) return PAWL_ERR_MEMORY;
  memcpy(lambda, at->lambda, (size_t)k->rows * sizeof *lambda);
  pw_acting_load(&w->d.acting, tail);
  if (rows > 0) memcpy(lambda + k->rows, at->touch.force, (size_t)rows * sizeof *lambda);
  status = pw_derivatives_evaluate(&w->d, t, at->q, at->v, at->acceleration, lambda, discrete);
  if (status == PAWL_OK) status = pw_tangent_find(&w->d, &out->arena, &w->tangent);
  if (status) return status;
  w->place = w->tangent;
  return w->d.positions < w->d.m ? pw_tangent_find_positions(&w->d, &out->arena, &w->place) : PAWL_OK;
}

static void warn_sliding(const PawlMechanism *k, const PwTouches *touches, PawlMessages *messages) {
  for (int32_t b = 0; b < k->bearings && touches; b++) {
    if (!touches->bearing[b].grip.slides) continue;
    pw_message(messages, PAWL_WARNING, k->joint[k->bearing[b].joint].place,
               "linearising: joint '%s' slides; its friction is linearised at a constant load",
               k->joint[k->bearing[b].joint].name);
  }
}

// Displacements of pressed touches follow the positions only where nothing slips and friction can hold more.
static PawlStatus refuse_slip(const PawlMechanism *k, const PwSolution *at, PawlMessages *messages) {
  static const double REST = 1e-9;  // of the speed at which they slide
  const PwActing *a = at->touch.acting;
  for (int32_t i = 0; i < a->displaced; i++) {
    const PwDisplaced *d = &a->displacement[i];
    const PwContact *c = &k->contact[a->touches->touch[d->touch].contact];
    double held = c->friction.mu_static * d->normal, length = hypot(d->s[0], d->s[1]);
    if (hypot(d->v[0], d->v[1]) <= REST * c->friction.stick && c->friction.stiffness * length < held) continue;
    return pw_fail(messages, PAWL_ERR_UNSUPPORTED, c->place,
                   "linearising: contact '%s' has a law and slips, or is at the limit of its friction; that is not offered: "
                   "'initial: {from: statics}' starts where it sticks",
                   c->name);
  }
  return PAWL_OK;
}

PawlStatus pw_linearise(const PawlMechanism *k, PwFormulation *f, const PwTouches *touches, double t, const double *y,
                        const PwDiscrete *discrete, PawlMessages *messages, PwLinearisation *out) {
  *out = (PwLinearisation){.nv = pw_speed_count(k)};
  if (out->nv > PW_LINEARISE_MAX) {
    return pw_fail(messages, PAWL_ERR_LIMIT, PW_NOWHERE, "the mechanism has %d speeds; linearising is limited to %d", out->nv,
                   PW_LINEARISE_MAX);
  }
  PwSolution solution;
  Work w = {.nv = out->nv};
  PwMotion *motion = pw_formulation_motion(f);
  PawlStatus status = pw_formulation_solve(f, t, y, &solution);
  PawlStatus refused = status == PAWL_OK ? refuse_slip(k, &solution, messages) : PAWL_OK;
  if (refused) return refused;
  if (status == PAWL_OK) warn_sliding(k, touches, messages);
  if (status == PAWL_OK) status = differentiate(k, touches, t, discrete, &solution, y + pw_state_base(k), &w, out);
  w.m = w.d.m;
  w.p = out->positions = w.place.freedoms;
  w.n = out->freedoms = w.tangent.freedoms;
  w.columns = w.p + w.n;
  out->U = w.place.U;
  out->V = w.tangent.U;
  out->noise = w.d.differences ? 1e-12 : 1e-15;
  if (status == PAWL_OK) status = allocate(out, &w);
  if (status == PAWL_OK) changes(&w);
  if (status == PAWL_OK) status = find_left(&w);
  if (status == PAWL_OK) status = accelerations(motion, &w);
  if (status == PAWL_OK) state_matrix(k, solution.v, NULL, &w, out->A);
  if (status == PAWL_OK && w.columns > 0) status = pw_modes_find(out);
  if (status == PAWL_OK && w.columns > 0) status = look_at_state(k, motion, discrete, &solution, &w, out, messages);
  pw_derivatives_free(&w.d);
  if (status) return pw_fail(messages, status, PW_NOWHERE, "linearising: %s", pawl_status_text(status));
  return PAWL_OK;
}

void pw_linearisation_free(PwLinearisation *l) {
  pw_arena_free(&l->arena);
  *l = (PwLinearisation){0};
}

PawlStatus pw_linearisation_write(const PawlMechanism *k, const PwLinearisation *l, PwText *out) {
  static const char *const fixed[][2] = {
      {"mode", ""}, {"eigenvalue.re", "1/s"}, {"eigenvalue.im", "1/s"}, {"frequency", "Hz"}, {"damping ratio", ""}};
  static const char *const space[] = {"vx", "vy", "vz", "wx", "wy", "wz"}, *const plane[] = {"vx", "vy", "wz"};
  int32_t per = pw_speeds_per_body(k);
  for (int i = 0; i < 5; i++) {
    if (i) pw_text_add(out, ",");
    pw_csv_add_heading(out, fixed[i][0], fixed[i][1]);
  }
  for (int32_t i = 0; i < 2 * l->nv; i++) {
    PwText name = {0};
    const char *direction = (k->planar ? plane : space)[i / 2 % per];
    pw_text_format(&name, "%s.%s.%s", k->body[1 + i / 2 / per].name, direction, i % 2 ? "im" : "re");
    pw_text_add(out, ",");
    if (!name.failed) pw_csv_add_heading(out, name.data, "");
    out->failed |= name.failed;
    pw_text_free(&name);
  }
  pw_text_add(out, "\n");
  for (int32_t i = 0; i < l->modes; i++) {
    const double head[] = {i + 1, l->re[i], l->im[i], l->frequency[i], l->damping[i]};
    const double *shapes = l->shape + 2 * (size_t)i * (size_t)l->nv;
    for (int32_t c = 0; c < 5 + 2 * l->nv; c++) {
      if (c) pw_text_add(out, ",");
      pw_csv_add_number(out, c < 5 ? head[c] : shapes[c - 5]);
    }
    pw_text_add(out, "\n");
  }
  return out->failed ? PAWL_ERR_MEMORY : PAWL_OK;
}
