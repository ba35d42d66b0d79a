// With R and G of derivatives.h, (') along the motion, X dq = w x dq the change of a turn by the body's own turning:
//
//   constraints  J dq = 0,  J dv + B dq = 0                 dv = U w - J^+ B U z
//   kinematics   dq' = dv + X dq                            z' = w + U^T X U z
//   dynamics     M da - J^T dlambda + Rq dq + Rv dv = 0,  J da + Gq dq + Gv dv = 0
//   basis        U' = -J^+ J' U,  J' = Gv - B               w' = U^T da + U'^T dv
#include "analysis/linearise.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/derivatives.h"
#include "numerics/dense.h"
#include "result/csv.h"

typedef struct {
  PwDerivatives d;
  PwTangent tangent;
  int32_t nv, m, n;  // n: freedoms
  double *dq, *dv;   // [nv * 2n] changes that belong to (z, w)
  double *MU, *small, *rows, *wide, *da;
  int32_t *pivot;
} Work;

static PawlStatus allocate(PwLinearisation *out, Work *w) {
  size_t nv = (size_t)w->nv, n = (size_t)w->n, m = (size_t)w->m;
  double **const wanted[] = {&w->dq, &w->dv, &w->MU, &w->small, &w->rows, &w->wide, &w->da, &out->A};
  size_t sizes[] = {2 * nv * n, 2 * nv * n, nv * n, n * n, 2 * m * n, 2 * nv * n, 2 * n * n, 4 * n * n};
  for (int i = 0; i < 8; i++) {
    *wanted[i] = pw_arena_array(&out->arena, sizes[i] + 1, sizeof(double));
    if (!*wanted[i]) return PAWL_ERR_MEMORY;
  }
  w->pivot = pw_arena_array(&out->arena, n + 1, sizeof *w->pivot);
  return w->pivot ? PAWL_OK : PAWL_ERR_MEMORY;
}

// The columns of dq and dv for unit z, then unit w.
static void changes(Work *w) {
  size_t nv = (size_t)w->nv, n = (size_t)w->n;
  memcpy(w->dq, w->tangent.U, nv * n * sizeof *w->dq);
  memcpy(w->dv + nv * n, w->tangent.U, nv * n * sizeof *w->dv);
  pw_multiply(w->d.B, w->tangent.U, w->m, w->nv, w->n, w->rows);
  pw_multiply(w->tangent.inverse, w->rows, w->nv, w->m, w->n, w->dv);
  for (size_t i = 0; i < nv * n; i++) w->dv[i] = -w->dv[i];
}

// U^T da for the 2n columns: U^T M U y = -U^T (Rq dq + Rv dv + M da_n), da_n = -J^+ (Gq dq + Gv dv).
static PawlStatus accelerations(const PwMotion *motion, Work *w) {
  int32_t nv = w->nv, n = w->n, m = w->m;
  size_t wide = 2 * (size_t)nv * (size_t)n;
  double *sum = calloc(wide + 2 * (size_t)m * (size_t)n + (size_t)nv + 1, sizeof *sum);
  if (!sum) return PAWL_ERR_MEMORY;
  double *rows = sum + wide, *column = rows + 2 * (size_t)m * (size_t)n;
  pw_multiply(w->d.Gq, w->dq, m, nv, 2 * n, w->rows);
  pw_multiply(w->d.Gv, w->dv, m, nv, 2 * n, rows);
  for (size_t i = 0; i < 2 * (size_t)m * (size_t)n; i++) w->rows[i] = -(w->rows[i] + rows[i]);
  pw_multiply(w->tangent.inverse, w->rows, nv, m, 2 * n, w->wide);
  for (int32_t c = 0; c < 2 * n; c++) {
    pw_mass_multiply(motion, w->wide + (size_t)c * (size_t)nv, column);
    memcpy(sum + (size_t)c * (size_t)nv, column, (size_t)nv * sizeof *sum);
  }
  pw_multiply(w->d.Rq, w->dq, nv, nv, 2 * n, w->wide);
  for (size_t i = 0; i < wide; i++) sum[i] += w->wide[i];
  pw_multiply(w->d.Rv, w->dv, nv, nv, 2 * n, w->wide);
  for (size_t i = 0; i < wide; i++) sum[i] = -(sum[i] + w->wide[i]);
  pw_multiply_transposed(w->tangent.U, sum, n, nv, 2 * n, w->da);
  free(sum);
  for (int32_t c = 0; c < n; c++) {
    pw_mass_multiply(motion, w->tangent.U + (size_t)c * (size_t)nv, w->MU + (size_t)c * (size_t)nv);
  }
  pw_multiply_transposed(w->tangent.U, w->MU, n, nv, n, w->small);
  PawlStatus status = pw_lu_factor(w->small, n, w->pivot);
  if (status) return status;
  for (int32_t c = 0; c < 2 * n; c++) pw_lu_solve(w->small, n, w->pivot, w->da + (size_t)c * (size_t)n);
  return PAWL_OK;
}

// U^T X U into w->small.
static void turning(const PawlMechanism *k, const double *v, Work *w) {
  size_t nv = (size_t)w->nv, n = (size_t)w->n;
  memset(w->wide, 0, nv * n * sizeof *w->wide);
  for (size_t c = 0; c < n && !k->planar; c++) {
    for (size_t b = 0; b < nv; b += 6) {
      const double *s = v + b + 3, *u = w->tangent.U + c * nv + b + 3;
      double *out = w->wide + c * nv + b + 3;
      out[0] = s[1] * u[2] - s[2] * u[1];
      out[1] = s[2] * u[0] - s[0] * u[2];
      out[2] = s[0] * u[1] - s[1] * u[0];
    }
  }
  pw_multiply_transposed(w->tangent.U, w->wide, w->n, w->nv, w->n, w->small);
}

// U'^T dv for unit z, added to da: (J' U)^T (J^+)^T J^+ B U.
static void basis_change(Work *w) {
  int32_t nv = w->nv, n = w->n, m = w->m;
  double *rate = w->d.Gv;  // no longer needed
  for (size_t i = 0; i < (size_t)m * (size_t)nv; i++) rate[i] -= w->d.B[i];
  pw_multiply(rate, w->tangent.U, m, nv, n, w->rows);
  pw_multiply(w->tangent.inverse, w->rows, nv, m, n, w->wide);  // -U'
  pw_multiply_transposed(w->wide, w->dv, n, nv, n, w->small);   // -U'^T dv
  for (size_t i = 0; i < (size_t)n * (size_t)n; i++) w->da[i] -= w->small[i];
}

static PawlStatus state_matrix(const PawlMechanism *k, const PwMotion *motion, const double *v, Work *w, PwLinearisation *out) {
  changes(w);
  PawlStatus status = accelerations(motion, w);
  if (status) return status;
  basis_change(w);
  turning(k, v, w);
  size_t n = (size_t)w->n;
  for (size_t c = 0; c < n; c++) {
    double *z = out->A + c * 2 * n, *s = out->A + (n + c) * 2 * n;
    for (size_t i = 0; i < n; i++) {
      z[i] = w->small[c * n + i];
      z[n + i] = w->da[c * n + i];
      s[i] = i == c;
      s[n + i] = w->da[(n + c) * n + i];
    }
  }
  return PAWL_OK;
}

// ---- how far from an equilibrium

// How the state itself leaves, as accelerations of the bodies: U w', w = U^T v with U carried along. Zero at an equilibrium, and
// in the steady turning of one. After basis_change, which leaves J' in d.Gv.
static void leaving(Work *w, const double *v, const double *a, double *out) {
  size_t nv = (size_t)w->nv;
  pw_multiply(w->d.Gv, w->tangent.U, w->m, w->nv, w->n, w->rows);
  pw_multiply(w->tangent.inverse, w->rows, w->nv, w->m, w->n, w->wide);  // -U'
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

// Says so where the state is no equilibrium.
static void tell_unrest(const PawlMechanism *k, const double *leaves, double usual, const PwLinearisation *l,
                        PawlMessages *messages) {
  static const double UNREST = 1e-6, ROUNDING = 1e-12;  // of what is usual; of the fastest mode's acceleration over the size
  int32_t per = pw_speeds_per_body(k), linear = k->planar ? 2 : 3, worst = 1;
  double fastest = l->modes > 0 ? hypot(l->re[l->modes - 1], l->im[l->modes - 1]) : 0;
  double least = UNREST * usual + ROUNDING * fastest * fastest * k->size, most = least;
  bool turns = false;
  for (int32_t i = 0; i < 2 * (k->bodies - 1); i++) {
    const double *own = leaves + per * (i / 2);
    double a = i % 2 ? length(own + linear, per - linear) * k->size : length(own, linear);
    if (!(a > most)) continue;
    most = a;
    worst = 1 + i / 2;
    turns = i % 2;
  }
  if (most == least) return;
  pw_message(
      messages, PAWL_WARNING, PW_NOWHERE,
      "linearised about a state that is no equilibrium: body '%s' accelerates by %.3g %s along its freedoms; the modes are "
      "those of this instant. 'initial: {from: statics}' starts at an equilibrium",
      k->body[worst].name, most / (turns ? k->size : 1), turns ? "rad/s^2" : "m/s^2");
}

// ---- modes

typedef struct {
  double re, im, size, damping;
  int32_t column;
} Mode;

static int compare_modes(const void *a, const void *b) {
  const Mode *x = a, *y = b;
  if (x->size != y->size) return x->size < y->size ? -1 : 1;
  if (x->damping != y->damping) return x->damping < y->damping ? -1 : 1;
  return x->column < y->column ? -1 : 1;
}

// Shape U z with its largest component made 1; z is column `column` (and the next, its imaginary part) of `vectors`.
static void shape(const PwLinearisation *l, const double *vectors, const Mode *mode, double *out) {
  size_t nv = (size_t)l->nv, n = (size_t)l->freedoms;
  const double *re = vectors + (size_t)mode->column * 2 * n, *im = mode->im > 0 ? re + 2 * n : NULL;
  double most = 0, big[2] = {1, 0};
  for (size_t i = 0; i < nv; i++) {
    double x = 0, y = 0;
    for (size_t c = 0; c < n; c++) {
      x += l->U[c * nv + i] * re[c];
      if (im) y += l->U[c * nv + i] * im[c];
    }
    out[2 * i] = x;
    out[2 * i + 1] = y;
    if (hypot(x, y) > most * (1 + 1e-9)) {  // of equal ones the first
      most = hypot(x, y);
      big[0] = x / (most * most);
      big[1] = -y / (most * most);
    }
  }
  for (size_t i = 0; i < nv; i++) {
    double x = out[2 * i], y = out[2 * i + 1];
    out[2 * i] = x * big[0] - y * big[1];
    out[2 * i + 1] = x * big[1] + y * big[0];
  }
}

static PawlStatus find_modes(PwLinearisation *l, double *a, double *vectors, double *re, double *im, Mode *mode) {
  int32_t size = 2 * l->freedoms;
  memcpy(a, l->A, (size_t)size * (size_t)size * sizeof *a);
  PawlStatus status = pw_dense_eigen(a, size, re, im, vectors);
  if (status) return status;
  for (int32_t i = 0; i < size; i++) {
    if (im[i] < 0) continue;
    double s = hypot(re[i], im[i]);
    mode[l->modes++] = (Mode){re[i], im[i], s, s > 0 ? -re[i] / s : 0, i};
  }
  qsort(mode, (size_t)l->modes, sizeof *mode, compare_modes);
  double **const wanted[] = {&l->re, &l->im, &l->frequency, &l->damping};
  for (int i = 0; i < 4; i++) {
    *wanted[i] = pw_arena_array(&l->arena, (size_t)l->modes + 1, sizeof(double));
    if (!*wanted[i]) return PAWL_ERR_MEMORY;
  }
  l->shape = pw_arena_array(&l->arena, 2 * (size_t)l->modes * (size_t)l->nv + 1, sizeof(double));
  if (!l->shape) return PAWL_ERR_MEMORY;
  for (int32_t i = 0; i < l->modes; i++) {
    l->re[i] = mode[i].re;
    l->im[i] = mode[i].im;
    l->frequency[i] = mode[i].size / 6.283185307179586476925;
    l->damping[i] = mode[i].damping;
    shape(l, vectors, &mode[i], l->shape + 2 * (size_t)i * (size_t)l->nv);
  }
  return PAWL_OK;
}

static PawlStatus modes(PwLinearisation *l) {
  size_t size = 2 * (size_t)l->freedoms;
  double *work = malloc((2 * size * size + 2 * size + 1) * sizeof *work);
  Mode *mode = malloc((size + 1) * sizeof *mode);
  PawlStatus status = PAWL_ERR_MEMORY;
  if (work && mode) {
    status = find_modes(l, work, work + size * size, work + 2 * size * size, work + 2 * size * size + size, mode);
  }
  free(work);
  free(mode);
  return status;
}

static PawlStatus look_at_state(const PawlMechanism *k, PwMotion *motion, const PwDiscrete *discrete, const PwSolution *at,
                                Work *w, PwLinearisation *l, PawlMessages *messages) {
  double *leaves = pw_arena_array(&l->arena, 2 * (size_t)l->nv, sizeof *leaves), *force = leaves + l->nv;
  if (!leaves) return PAWL_ERR_MEMORY;
  leaving(w, at->v, at->acceleration, leaves);
  PawlStatus status = pw_motion_forces(motion, discrete, force);
  if (status == PAWL_OK) tell_unrest(k, leaves, usual_acceleration(k, force, at->acceleration), l, messages);
  return status;
}

// The derivatives at the state that `at` tells of, and the space that the rows leave free there.
static PawlStatus differentiate(const PawlMechanism *k, const PwTouches *touches, double t, const PwDiscrete *discrete,
                                const PwSolution *at, Work *w, PwLinearisation *out) {
  PawlStatus status = pw_derivatives_create(k, touches, &out->arena, &w->d);
  if (status) return status;
  int32_t rows = w->d.acting.rows;
  double *lambda = pw_arena_array(&out->arena, (size_t)k->rows + (size_t)rows + 1, sizeof *lambda);
  if (!lambda) return PAWL_ERR_MEMORY;
  memcpy(lambda, at->lambda, (size_t)k->rows * sizeof *lambda);
  if (rows > 0) memcpy(lambda + k->rows, at->touch.force, (size_t)rows * sizeof *lambda);
  status = pw_derivatives_evaluate(&w->d, t, at->q, at->v, at->acceleration, lambda, discrete);
  return status ? status : pw_tangent_find(&w->d, &out->arena, &w->tangent);
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
  PawlStatus status = pw_formulation_solve(f, t, y, &solution);
  if (status == PAWL_OK) status = differentiate(k, touches, t, discrete, &solution, &w, out);
  w.m = w.d.m;
  w.n = out->freedoms = w.tangent.freedoms;
  out->U = w.tangent.U;
  if (status == PAWL_OK) status = allocate(out, &w);
  if (status == PAWL_OK) status = state_matrix(k, pw_formulation_motion(f), solution.v, &w, out);
  if (status == PAWL_OK && w.n > 0) status = modes(out);
  if (status == PAWL_OK && w.n > 0) status = look_at_state(k, pw_formulation_motion(f), discrete, &solution, &w, out, messages);
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
