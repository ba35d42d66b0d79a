#include "analysis/derivatives.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/touch_change.h"
#include "contact/law.h"
#include "numerics/dense.h"

static const double TINY = 1e-30;  // its square is lost against 1

void pw_derivatives_free(PwDerivatives *d) {
  pw_acting_free(&d->acting);
}

PawlStatus pw_derivatives_create(const PawlMechanism *k, const PwTouches *touches, PwArena *arena, PwDerivatives *out) {
  *out = (PwDerivatives){.mechanism = k, .nv = pw_speed_count(k)};
  PawlStatus status = pw_motion_create_z(k, arena, &out->motion);
  if (status == PAWL_OK) status = pw_motion_create(k, arena, &out->place);
  if (status == PAWL_OK && touches) status = pw_acting_list(&out->acting, touches);
  if (status == PAWL_OK && touches) status = pw_touch_change_create(&out->acting, &out->place, arena, &out->change);
  if (status) return status;
  out->row = pw_arena_array(arena, (size_t)k->rows + (size_t)out->acting.rows + 1, sizeof *out->row);
  if (!out->row) return PAWL_ERR_MEMORY;
  for (int32_t r = 0; r < k->rows; r++) {
    if (!k->row[r].redundant) out->row[out->m++] = r;
  }
  out->own = out->m;
  for (int32_t i = 0; i < out->acting.rows; i++) out->row[out->m++] = k->rows + i;
  out->positions = out->own + out->acting.position_rows;
  size_t nv = (size_t)out->nv, m = (size_t)out->m, nq = (size_t)pw_position_count(k);
  double **const real[] = {&out->Rq, &out->Rv, &out->Gq, &out->Gv, &out->B, &out->J, &out->R, &out->G, &out->unit, &out->rate};
  size_t sizes[] = {nv * nv, nv * nv, m * nv, m * nv, m * nv, m * nv, nv, m, nv, nq};
  double complex **const pair[] = {&out->q, &out->v, &out->a, &out->force, &out->g};
  bool ok = true;
  for (int i = 0; i < 10; i++) ok &= (*real[i] = pw_arena_array(arena, sizes[i] + 1, sizeof(double))) != NULL;
  for (int i = 0; i < 5; i++) ok &= (*pair[i] = pw_arena_array(arena, nq + nv + m, sizeof(double complex))) != NULL;
  return ok ? PAWL_OK : PAWL_ERR_MEMORY;
}

// out = M(q) a
static void inertia(const PwMotion_z *m, const double complex *a, double complex *out) {
  const PawlMechanism *k = m->mechanism;
  for (int32_t b = 1; b < k->bodies; b++) {
    const PwBody *body = &k->body[b];
    int32_t per = pw_speeds_per_body(k), at = per * (b - 1);
    for (int i = 0; i < (k->planar ? 2 : 3); i++) out[at + i] = body->mass * a[at + i];
    if (k->planar) {
      out[at + 2] = body->inertia[2] * a[at + 2];
      continue;
    }
    const double complex *R = m->R + 9 * b, *w = a + at + 3;
    const double *J = body->inertia;
    double complex l[3], h[3];
    for (int i = 0; i < 3; i++) l[i] = R[i] * w[0] + R[3 + i] * w[1] + R[6 + i] * w[2];
    h[0] = J[0] * l[0] + J[3] * l[1] + J[4] * l[2];
    h[1] = J[3] * l[0] + J[1] * l[1] + J[5] * l[2];
    h[2] = J[4] * l[0] + J[5] * l[1] + J[2] * l[2];
    for (int i = 0; i < 3; i++) out[at + 3 + i] = R[3 * i] * h[0] + R[3 * i + 1] * h[1] + R[3 * i + 2] * h[2];
  }
}

// Adds (factor times the gradient of a scalar) x to *sum and its transpose y to out; either may be left out. The entries go to J
// if it is not NULL (stride m).
static void apply_scalar(const PwDerivatives *d, int32_t scalar, double factor, const double complex *x, double complex *sum,
                         double y, double complex *out, double *J) {
  const PawlMechanism *k = d->mechanism;
  const PwScalar *s = &k->scalar[scalar];
  int32_t per = pw_speeds_per_body(k);
  for (int32_t c = 0; c < 2 * per; c++) {
    int32_t body = k->frame[s->frame[c / per]].body, at = per * (body - 1) + c % per;
    if (body == 0) continue;
    double complex value = factor * d->motion.scalar[scalar].jac[c];
    if (sum) *sum += value * x[at];
    if (out) out[at] += value * y;
    if (J) J[(size_t)at * (size_t)d->m] += creal(value);
  }
}

// The same for a row of the mechanism.
static void apply_row(const PwDerivatives *d, int32_t row, const double complex *x, double complex *sum, double y,
                      double complex *out, double *J) {
  const PawlMechanism *k = d->mechanism;
  for (int32_t t = k->row[row].term; t < k->row[row].term + k->row[row].terms; t++) {
    apply_scalar(d, k->term[t].scalar, k->term[t].factor, x, sum, y, out, J);
  }
}

// Changes of rate and bias of row r, one of a closed touch, by a complex step; false: add_row has what is known of them.
static bool step_touch(const PwDerivatives *d, int32_t r, double complex *rate, double complex *bias) {
  double complex by_rate = 0, by_bias = 0;
  bool known = pw_acting_stepped(&d->acting, &d->motion, r - d->own, &by_rate, &by_bias);
  *rate = CMPLX(0, cimag(by_rate));
  *bias = CMPLX(0, cimag(by_bias));
  return known;
}

static double complex row_rate(const PwDerivatives *d, int32_t r) {
  double complex rate, bias;
  if (r < d->own) return pw_row_rate_z(&d->motion, d->row[r]);
  step_touch(d, r, &rate, &bias);
  return rate;
}

// R in d->force, G in d->g at d->q, d->v.
static PawlStatus evaluate(PwDerivatives *d, double t, const double *lambda, const PwDiscrete *discrete) {
  double complex *residual = d->g + d->m;
  PawlStatus status = pw_motion_place_z(&d->motion, t, d->q, discrete);
  if (status) return status;
  pw_motion_move_z(&d->motion, d->v);
  status = pw_motion_forces_z(&d->motion, discrete, d->force);
  if (status) return status;
  inertia(&d->motion, d->a, residual);
  for (int32_t i = 0; i < d->nv; i++) d->force[i] = residual[i] - d->force[i];
  for (int32_t r = 0; r < d->own; r++) {
    d->g[r] = pw_row_bias_z(&d->motion, d->row[r]);
    apply_row(d, d->row[r], d->a, &d->g[r], -lambda[d->row[r]], d->force, NULL);
  }
  for (int32_t r = d->own; r < d->m; r++) {
    double complex rate;
    step_touch(d, r, &rate, &d->g[r]);
  }
  return PAWL_OK;
}

static void gradients(PwDerivatives *d) {
  memset(d->J, 0, (size_t)d->m * (size_t)d->nv * sizeof *d->J);
  for (int32_t r = 0; r < d->own; r++) apply_row(d, d->row[r], NULL, NULL, 0, NULL, d->J + r);
}

// Index of component c of a row's gradient among the speeds; -1: ground.
static int32_t speed_of(const PwDerivatives *d, const PwPairRow *row, int32_t c) {
  int32_t per = pw_speeds_per_body(d->mechanism), body = row->body[c / per];
  return body ? per * (body - 1) + c % per : -1;
}

// Gradients of closed touches into J.
static PawlStatus touch_gradients(PwDerivatives *d, double t, const double *q, const PwDiscrete *discrete) {
  if (d->m == d->own) return PAWL_OK;
  PawlStatus status = pw_motion_place(&d->place, t, q, discrete);
  if (status == PAWL_OK) status = pw_acting_place(&d->acting, &d->place);
  for (int32_t r = d->own; r < d->m && status == PAWL_OK; r++) {
    const PwPairRow *row = &d->acting.row[r - d->own];
    for (int32_t c = 0; c < 2 * pw_speeds_per_body(d->mechanism); c++) {
      int32_t at = speed_of(d, row, c);
      if (at >= 0) d->J[(size_t)at * (size_t)d->m + (size_t)r] += row->jac[c];
    }
  }
  return status;
}

PawlStatus pw_derivatives_rows(PwDerivatives *d, double t, const double *q, const PwDiscrete *discrete) {
  for (int32_t i = 0; i < pw_position_count(d->mechanism); i++) d->q[i] = q[i];
  PawlStatus status = pw_motion_place_z(&d->motion, t, d->q, discrete);
  if (status) return status;
  gradients(d);
  return touch_gradients(d, t, q, discrete);
}

// Values of row `of` with force F.
static void add_values(PwDerivatives *d, int32_t of, double F, const double *a) {
  const PwPairRow *m = &d->acting.row[of];
  int32_t r = of < d->acting.rows ? d->own + of : -1;
  for (int32_t c = 0; c < 2 * pw_speeds_per_body(d->mechanism); c++) {
    int32_t at = speed_of(d, m, c);
    if (at < 0) continue;
    d->R[at] -= F * m->jac[c];
    if (r >= 0) d->G[r] += m->jac[c] * a[at];
  }
  if (r >= 0) d->G[r] += m->bias;
}

// Normal row `of` of a touch: force F along it, stiffness dF/dgap, damping dF/drate (0 for a closed one). What the
// bias of a closed one changes by is added afterwards (add_changes).
static void add_row(PwDerivatives *d, int32_t of, double F, double by_gap, double by_rate, const double *v, const double *a) {
  double H[144], turning[12] = {0};  // turning: of the rate with the positions
  double complex rate, bias;
  const PwPairRow *m = &d->acting.row[of];
  int32_t wide = 2 * pw_speeds_per_body(d->mechanism), r = of < d->acting.rows ? d->own + of : -1;
  bool known = r >= 0 && step_touch(d, r, &rate, &bias);
  pw_acting_hessian(&d->acting, &d->place, of, H);
  for (int32_t i = 0; i < wide * wide; i++) {
    int32_t left = speed_of(d, m, i / wide);
    if (left >= 0) turning[i % wide] += H[i] * v[left];
  }
  for (int32_t i = 0; i < wide * wide; i++) {
    int32_t left = speed_of(d, m, i / wide), right = speed_of(d, m, i % wide);
    if (left < 0 || right < 0) continue;
    double product = m->jac[i / wide] * m->jac[i % wide];
    size_t at = (size_t)right * (size_t)d->nv + (size_t)left, row_at = (size_t)right * (size_t)d->m + (size_t)r;
    d->Rq[at] -= F * H[i] + by_gap * product + by_rate * m->jac[i / wide] * turning[i % wide];
    d->Rv[at] -= by_rate * product;
    if (r < 0) continue;
    d->Gq[row_at] += H[i] * a[left];
    if (known) continue;
    d->Gv[row_at] += (H[i] + H[i % wide * wide + i / wide]) * v[left];
    d->B[row_at] += H[i] * v[left];
  }
  add_values(d, of, F, a);
}

// What row `of` of a closed touch changes by with position c: the bias of a normal row, all of one of friction.
static void add_change_by_position(PwDerivatives *d, int32_t of, int32_t c, double F, const double *a) {
  const PwPairRow *row = &d->acting.row[of];
  const PwRowChange *change = &d->change.row[of];
  size_t column = (size_t)c * (size_t)d->nv, at = (size_t)c * (size_t)d->m + (size_t)(d->own + of);
  d->Gq[at] += change->bias;
  if (row->touch >= 0 && row->component == 0) return;
  d->B[at] += change->rate;
  for (int32_t i = 0; i < 2 * pw_speeds_per_body(d->mechanism); i++) {
    int32_t left = speed_of(d, row, i);
    if (left < 0) continue;
    d->Rq[column + (size_t)left] -= F * change->jac[i];
    d->Gq[at] += change->jac[i] * a[left];
  }
}

// Takes a wrench of a grip that slides, or its change, from R or a column of its derivatives.
static void subtract_sliding(const PwDerivatives *d, const PwSliding *s, const double *wrench, double *R) {
  int32_t per = pw_speeds_per_body(d->mechanism);
  for (int32_t i = 0; i < 2 * per; i++) {
    if (s->body[i / per] > 0) R[per * (s->body[i / per] - 1) + i % per] -= wrench[i];
  }
}

// Friction of the pressed touches: its force by their displacements, which follow the positions, by slip and by load; in R as
// well.
static void add_displaced(PwDerivatives *d) {
  PwActing *a = &d->acting;
  int32_t wide = 2 * pw_speeds_per_body(d->mechanism);
  for (int32_t n = 0; n < a->displaced; n++) {
    PwDisplaced *p = &a->displacement[n];
    const PwPairRow *normal = &a->row[p->row];
    pw_displaced_press(a->touches, &d->place, pw_acting_motion(a, p->row), a->number, p);
    for (int32_t i = 0; i < p->frame.tangents; i++) {
      for (int32_t e = 0; e < wide * wide; e++) {
        int32_t left = speed_of(d, normal, e / wide), right = speed_of(d, normal, e % wide);
        if (left < 0 || right < 0) continue;
        double by_load = p->stick.by_normal[i] * normal->jac[e % wide], by_s = p->by_gap * by_load, by_v = p->by_rate * by_load;
        for (int32_t j = 0; j < p->frame.tangents; j++) {
          by_s += p->stick.by_s[i][j] * p->slip[j].jac[e % wide];
          by_v += p->stick.by_v[i][j] * p->slip[j].jac[e % wide];
        }
        size_t at = (size_t)right * (size_t)d->nv + (size_t)left;
        d->Rq[at] -= p->slip[i].jac[e / wide] * by_s;
        d->Rv[at] -= p->slip[i].jac[e / wide] * by_v;
      }
      for (int32_t e = 0; e < wide; e++) {
        int32_t left = speed_of(d, normal, e);
        if (left >= 0) d->R[left] -= p->stick.force[i] * p->slip[i].jac[e];
      }
    }
  }
}

// A wrench on the two bodies of a pressed touch with friction, taken from a column.
static void subtract_pull(const PwDerivatives *d, const PwDisplaced *p, const double *wrench, double *column) {
  for (int32_t e = 0; e < 2 * pw_speeds_per_body(d->mechanism); e++) {
    int32_t left = speed_of(d, &p->slip[0], e);
    if (left >= 0) column[left] -= wrench[e];
  }
}

// What differences tell: where the bodies move, how curvatures change along the boundaries; rows of friction; what slides.
static PawlStatus add_changes(PwDerivatives *d, double t, const double *q, const double *v, const double *a, const double *lambda,
                              const PwDiscrete *discrete) {
  const PwActing *acting = &d->acting;
  const double *force = lambda + d->mechanism->rows;
  bool friction = acting->rows > acting->position_rows || acting->slidings > 0, any = friction;
  for (int32_t i = 0; i < d->nv && acting->rows > 0; i++) any |= v[i] != 0;
  any |= acting->displaced > 0;
  d->differences = any;
  for (int32_t c = 0; c < d->nv && any; c++) {
    PawlStatus status = pw_touch_change_by_position(&d->change, t, q, v, force, discrete, c);
    if (status) return status;
    for (int32_t i = 0; i < acting->rows; i++) {
      double complex rate, bias;
      if (!step_touch(d, d->own + i, &rate, &bias)) add_change_by_position(d, i, c, force[i], a);
    }
    for (int32_t j = 0; j < acting->slidings; j++) {
      subtract_sliding(d, &acting->sliding[j], d->change.wrench[j], d->Rq + (size_t)c * (size_t)d->nv);
    }
    for (int32_t j = 0; j < acting->displaced; j++) {
      subtract_pull(d, &acting->displacement[j], d->change.pull[j], d->Rq + (size_t)c * (size_t)d->nv);
    }
    if (!friction) continue;
    status = pw_touch_change_by_speed(&d->change, t, q, v, force, discrete, c);
    if (status) return status;
    for (int32_t i = acting->position_rows; i < acting->rows; i++) {
      d->Gv[(size_t)c * (size_t)d->m + (size_t)(d->own + i)] += d->change.row[i].bias;
    }
    for (int32_t j = 0; j < acting->slidings; j++) {
      subtract_sliding(d, &acting->sliding[j], d->change.wrench[j], d->Rv + (size_t)c * (size_t)d->nv);
    }
  }
  return PAWL_OK;
}

// The friction of pressed touches that the differences turn.
static PawlStatus stand_displaced(PwDerivatives *d, double t, const double *q, const double *v, const PwDiscrete *discrete) {
  PwActing *a = &d->acting;
  if (a->displaced == 0) return PAWL_OK;
  PawlStatus status = pw_motion_place(&d->place, t, q, discrete);
  if (status == PAWL_OK) status = pw_acting_place(a, &d->place);
  if (status) return status;
  pw_motion_move(&d->place, v);
  pw_acting_move(a, &d->place);
  for (int32_t i = 0; i < a->displaced; i++) {
    pw_displaced_press(a->touches, &d->place, pw_acting_motion(a, a->displacement[i].row), a->number, &a->displacement[i]);
  }
  return PAWL_OK;
}

static PawlStatus add_touches(PwDerivatives *d, double t, const double *q, const double *v, const double *a, const double *lambda,
                              const PwDiscrete *discrete) {
  const PawlMechanism *k = d->mechanism;
  PwActing *acting = &d->acting;
  if (acting->all == 0 && acting->slidings == 0) return PAWL_OK;
  PawlStatus status = stand_displaced(d, t, q, v, discrete);
  if (status == PAWL_OK) status = add_changes(d, t, q, v, a, lambda, discrete);
  if (status == PAWL_OK) status = pw_motion_place(&d->place, t, q, discrete);
  if (status == PAWL_OK) status = pw_acting_place(acting, &d->place);
  if (status) return status;
  pw_motion_move(&d->place, v);
  pw_acting_move(acting, &d->place);
  for (int32_t i = 0; i < acting->all; i++) {
    const PwPairRow *row = &acting->row[i];
    const PwTouch *touch = row->touch < 0 ? NULL : &acting->touches->touch[row->touch];
    bool normal = touch && row->component == 0, closed = i < acting->rows;
    double F = closed ? lambda[k->rows + i] : 0, by_gap = 0, by_rate = 0;
    if (!closed) pw_force_law(&k->contact[touch->contact].law, touch->v0, row->value, row->rate, &F, &by_gap, &by_rate);
    if (!normal) add_values(d, i, F, a);
    if (normal) add_row(d, i, F, by_gap, by_rate, v, a);
  }
  add_displaced(d);
  for (int32_t j = 0; j < acting->slidings; j++) {
    PwSliding *s = &acting->sliding[j];
    double wrench[12];
    for (int i = 0; i < 12; i++) wrench[i] = -pw_touch_change_friction(acting, s, lambda + k->rows) * s->jac[i];
    subtract_sliding(d, s, wrench, d->R);
  }
  return PAWL_OK;
}

static void store(const double complex *from, int32_t n, double *to) {
  for (int32_t i = 0; i < n; i++) to[i] = cimag(from[i]) / TINY;
}

PawlStatus pw_derivatives_evaluate(PwDerivatives *d, double t, const double *q, const double *v, const double *a,
                                   const double *lambda, const PwDiscrete *discrete) {
  const PawlMechanism *k = d->mechanism;
  int32_t nq = pw_position_count(k), nv = d->nv, m = d->m;
  size_t at = 0, row_at = 0;
  for (int32_t i = 0; i < nq; i++) d->q[i] = q[i];
  for (int32_t i = 0; i < nv; i++) {
    d->v[i] = v[i];
    d->a[i] = a[i];
  }
  for (int32_t c = 0; c < nv; c++, at += (size_t)nv, row_at += (size_t)m) {
    memset(d->unit, 0, (size_t)nv * sizeof *d->unit);
    d->unit[c] = TINY;
    pw_position_rate(k, q, d->unit, d->rate);
    for (int32_t i = 0; i < nq; i++) d->q[i] = CMPLX(q[i], d->rate[i]);
    PawlStatus status = evaluate(d, t, lambda, discrete);
    if (status) return status;
    store(d->force, nv, d->Rq + at);
    store(d->g, m, d->Gq + row_at);
    for (int32_t r = 0; r < m; r++) d->B[row_at + (size_t)r] = cimag(row_rate(d, r)) / TINY;
    for (int32_t i = 0; i < nq; i++) d->q[i] = q[i];
    d->v[c] = CMPLX(v[c], TINY);
    status = evaluate(d, t, lambda, discrete);
    if (status) return status;
    store(d->force, nv, d->Rv + at);
    store(d->g, m, d->Gv + row_at);
    d->v[c] = v[c];
  }
  PawlStatus status = evaluate(d, t, lambda, discrete);
  if (status) return status;
  for (int32_t i = 0; i < nv; i++) d->R[i] = creal(d->force[i]);
  for (int32_t r = 0; r < m; r++) d->G[r] = creal(d->g[r]);
  gradients(d);
  status = touch_gradients(d, t, q, discrete);
  return status ? status : add_touches(d, t, q, v, a, lambda, discrete);
}

void pw_multiply_transposed(const double *a, const double *b, int32_t m, int32_t k, int32_t n, double *c) {
  for (size_t j = 0; j < (size_t)n; j++) {
    for (size_t i = 0; i < (size_t)m; i++) {
      const double *x = a + i * (size_t)k, *y = b + j * (size_t)k;
      double sum = 0;
      for (int32_t l = 0; l < k; l++) sum += x[l] * y[l];
      c[j * (size_t)m + i] = sum;
    }
  }
}

void pw_multiply(const double *a, const double *b, int32_t m, int32_t k, int32_t n, double *c) {
  memset(c, 0, (size_t)m * (size_t)n * sizeof *c);
  for (size_t j = 0; j < (size_t)n; j++) {
    for (size_t l = 0; l < (size_t)k; l++) {
      double factor = b[j * (size_t)k + l];
      const double *x = a + l * (size_t)m;
      double *y = c + j * (size_t)m;
      if (factor == 0) continue;
      for (int32_t i = 0; i < m; i++) y[i] += factor * x[i];
    }
  }
}

// What sharing among rows that depend on each other counts a row's force by (dynamics/row_space.h).
static double weight_of(const PwDerivatives *d, int32_t r) {
  double weight = r < d->own ? 0 : d->acting.row[r - d->own].weight;
  return weight > 0 ? weight : 1;
}

// Of the first `rows` rows.
static PawlStatus find_tangent(const PwDerivatives *d, int32_t rows, PwArena *arena, PwTangent *out) {
  size_t nv = (size_t)d->nv, m = (size_t)rows, least = m < nv ? m : nv, rank = 0;
  *out = (PwTangent){.nv = d->nv};
  double *work = malloc((m * nv + nv * nv + m * m + least + 1) * sizeof *work);
  if (!work) return PAWL_ERR_MEMORY;
  double *vt = work + m * nv, *u = vt + nv * nv, *s = u + m * m;
  for (size_t i = 0; i < m * nv; i++) work[i] = weight_of(d, (int32_t)(i % m)) * d->J[i / m * (size_t)d->m + i % m];
  PawlStatus status = m ? pw_dense_svd(work, rows, d->nv, s, u, vt) : PAWL_OK;
  while (status == PAWL_OK && rank < least && s[rank] > 1e-11 * s[0]) rank++;
  out->freedoms = (int32_t)(nv - rank);
  out->U = pw_arena_array(arena, nv * (nv - rank) + 1, sizeof *out->U);
  out->inverse = pw_arena_array(arena, nv * m + 1, sizeof *out->inverse);
  if (!out->U || !out->inverse) status = PAWL_ERR_MEMORY;
  if (status == PAWL_OK) {
    for (size_t c = 0; c < nv - rank; c++) {
      for (size_t i = 0; i < nv; i++) out->U[c * nv + i] = m ? vt[i * nv + rank + c] : i == c;
    }
    for (size_t r = 0; r < m; r++) {
      for (size_t l = 0; l < rank; l++) {
        double factor = weight_of(d, (int32_t)r) * u[l * m + r];
        for (size_t i = 0; i < nv; i++) out->inverse[r * nv + i] += vt[i * nv + l] / s[l] * factor;
      }
    }
  }
  free(work);
  return status;
}

PawlStatus pw_tangent_find(const PwDerivatives *d, PwArena *arena, PwTangent *out) {
  return find_tangent(d, d->m, arena, out);
}

PawlStatus pw_tangent_find_positions(const PwDerivatives *d, PwArena *arena, PwTangent *out) {
  return find_tangent(d, d->positions, arena, out);
}
