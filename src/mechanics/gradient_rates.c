#include "mechanics/gradient_rates.h"

#include <string.h>

#include "numerics/vec.h"

// ---- space

typedef struct {
  double g[3], u1[3], u2[3];  // of the header's equation
} Parts;

// Axis k of a frame and its rate.
static void axis_motion(const PwFrameMotion *f, int k, double axis[3], double rate[3]) {
  for (int i = 0; i < 3; i++) axis[i] = f->R[3 * i + k];
  pw_cross(f->W, axis, rate);
}

// (x x y)'
static void cross_rate(const double x[3], const double dx[3], const double y[3], const double dy[3], double out[3]) {
  double a[3], b[3];
  pw_cross(dx, y, a);
  pw_cross(x, dy, b);
  for (int i = 0; i < 3; i++) out[i] = a[i] + b[i];
}

// Rate of the unit vector e = x / length; 0 where there is no direction.
static void unit_rate(const double e[3], double length, const double dx[3], double out[3]) {
  double along = pw_dot(e, dx);
  for (int i = 0; i < 3; i++) out[i] = length > 0 ? (dx[i] - along * e[i]) / length : 0;
}

// Of g of RADIAL, r = p/rho, and AZIMUTH, z x r / rho, where p is the part of d square to z of frame 1.
static void in_plane_rate(const PwFrameMotion *a, const double d[3], const double Vr[3], bool radial, double out[3]) {
  double z[3], dz[3], dp[3], r[3], dr[3], t[3], dt[3];
  axis_motion(a, 2, z, dz);
  double along = pw_dot(d, z), dalong = pw_dot(Vr, z) + pw_dot(d, dz);
  for (int i = 0; i < 3; i++) {
    r[i] = d[i] - along * z[i];
    dp[i] = Vr[i] - dalong * z[i] - along * dz[i];
  }
  double rho = pw_normalise(r), drho = pw_dot(r, dp);
  unit_rate(r, rho, dp, dr);
  pw_cross(z, r, t);
  cross_rate(z, dz, r, dr, dt);
  for (int i = 0; i < 3; i++) out[i] = radial ? dr[i] : (dt[i] - t[i] * drho / rho) / rho;
}

// Kinds that depend on the distance d of the origins: g' and u1'.
static void distance_rate(const PwScalar *s, const PwScalarMotion *at, const PwFrameMotion *a, const PwFrameMotion *b,
                          Parts *out) {
  const double *g = at->jac + 6;
  double d[3], Vr[3], Ar[3];
  for (int i = 0; i < 3; i++) {
    d[i] = b->p[i] - a->p[i];
    Vr[i] = b->V[i] - a->V[i];
    Ar[i] = b->A[i] - a->A[i];
  }
  switch (s->kind) {
    case PW_S_POSITION:
      pw_cross(a->W, g, out->g);
      break;
    case PW_S_DISTANCE:
      unit_rate(g, at->value, Vr, out->g);
      return;
    case PW_S_SPEED:
      if (s->axis < 3) pw_cross(a->W, g, out->g);
      if (s->axis == 3) unit_rate(g, at->value, Ar, out->g);
      return;
    case PW_S_RADIAL:
    case PW_S_AZIMUTH:
      in_plane_rate(a, d, Vr, s->kind == PW_S_RADIAL, out->g);
      break;
    default:  // GROUND
      return;
  }
  cross_rate(g, out->g, d, Vr, out->u1);  // u1 = g x d
}

// u2' of TURN and ANGLE: u2 = R1 x with x a function of the relative quaternion r = (w, e), whose rate is
// w' = -e . O/2, e' = (w O + O x e)/2, O the relative angular velocity in axes of frame 1.
static void turn_rate(const PwScalar *s, const double u2[3], const PwFrameMotion *a, const PwFrameMotion *b, double out[3]) {
  double conj[4], r[4], O[4] = {0}, Or[4], dr[4], dx[3] = {0};
  pw_quat_conjugate(a->Q, conj);
  pw_quat_multiply(conj, b->Q, r);
  for (int i = 0; i < 3; i++) {
    for (int j = 0; j < 3; j++) O[1 + i] += a->R[3 * j + i] * (b->W[j] - a->W[j]);
  }
  pw_quat_multiply(O, r, Or);
  for (int i = 0; i < 4; i++) dr[i] = Or[i] / 2;
  if (s->kind == PW_S_TURN) {  // x = e x k + w k
    double k[3] = {0};
    k[s->axis] = 1;
    pw_cross(dr + 1, k, dx);
    dx[s->axis] += dr[0];
  } else {  // x = (w e2 + e3 e1, e3 e2 - w e1, D) / D, D = w^2 + e3^2
    double D = r[0] * r[0] + r[3] * r[3], dD = 2 * (r[0] * dr[0] + r[3] * dr[3]);
    double x0 = (r[0] * r[2] + r[3] * r[1]) / D, x1 = (r[3] * r[2] - r[0] * r[1]) / D;
    dx[0] = (dr[0] * r[2] + r[0] * dr[2] + dr[3] * r[1] + r[3] * dr[1] - x0 * dD) / D;
    dx[1] = (dr[3] * r[2] + r[3] * dr[2] - dr[0] * r[1] - r[0] * dr[1] - x1 * dD) / D;
  }
  pw_cross(a->W, u2, out);
  for (int i = 0; i < 3; i++) out[i] += a->R[3 * i] * dx[0] + a->R[3 * i + 1] * dx[1] + a->R[3 * i + 2] * dx[2];
}

// Of the gradient of the turn of axis j of frame b, the arm, about axis k of frame a, in the angular velocity of b:
// +-(z - l p/n) with l = arm . z, p = arm - l z, n = p . p.
static void arm_rate(const PwFrameMotion *a, int k, const PwFrameMotion *b, int j, double out[3]) {
  double z[3], dz[3], arm[3], darm[3], p[3], dp[3], sense = (3 - k - j == (j + 1) % 3) ? 1 : -1;
  axis_motion(a, k, z, dz);
  axis_motion(b, j, arm, darm);
  double l = pw_dot(arm, z), dl = pw_dot(darm, z) + pw_dot(arm, dz);
  for (int i = 0; i < 3; i++) {
    p[i] = arm[i] - l * z[i];
    dp[i] = darm[i] - dl * z[i] - l * dz[i];
  }
  double n = pw_dot(p, p), dn = 2 * pw_dot(p, dp);
  for (int i = 0; i < 3; i++) out[i] = sense * (dz[i] - (dl * p[i] + l * dp[i] - l * p[i] * dn / n) / n);
}

// u2' of the kinds that depend on the orientations alone; u1 = -u2.
static void orientation_rate(const PwScalar *s, const PwScalarMotion *at, const PwFrameMotion *a, const PwFrameMotion *b,
                             double out[3]) {
  double x[3], dx[3], y[3], dy[3];
  switch (s->kind) {
    case PW_S_TURN:
    case PW_S_ANGLE:
      turn_rate(s, at->jac + 9, a, b, out);
      return;
    case PW_S_CROSS1:
      arm_rate(a, 0, b, 1, out);
      return;
    case PW_S_CROSS2:
      arm_rate(b, 1, a, 0, out);
      for (int i = 0; i < 3; i++) out[i] = -out[i];
      return;
    case PW_S_SQUARE:  // u2 = y x x
      axis_motion(a, 0, x, dx);
      axis_motion(b, 1, y, dy);
      cross_rate(y, dy, x, dx, out);
      return;
    default:  // BETWEEN: the direction of x x y
      axis_motion(a, s->axis, x, dx);
      axis_motion(b, s->axis, y, dy);
      cross_rate(x, dx, y, dy, out);
      pw_cross(x, y, x);
      unit_rate(at->jac + 9, pw_norm(x), out, out);
  }
}

static bool is_of_distance(PwScalarKind kind) {
  return kind == PW_S_GROUND || kind == PW_S_POSITION || kind == PW_S_DISTANCE || kind == PW_S_RADIAL || kind == PW_S_AZIMUTH ||
         kind == PW_S_SPEED;
}

// v: velocities of the bodies' centres of mass.
static void rate_in_space(const PwScalar *s, const PwScalarMotion *at, const PwFrameMotion *const f[2], const double *const v[2],
                          double out[12]) {
  Parts rate = {0};
  if (is_of_distance(s->kind)) {
    distance_rate(s, at, f[0], f[1], &rate);
  } else {
    orientation_rate(s, at, f[0], f[1], rate.u2);
    for (int i = 0; i < 3; i++) rate.u1[i] = -rate.u2[i];
  }
  for (int side = 0; side < 2; side++) {
    const double *u = side ? rate.u2 : rate.u1, sign = side ? 1 : -1;
    double dc[3], moment[3];
    for (int i = 0; i < 3; i++) dc[i] = f[side]->V[i] - v[side][i];
    cross_rate(f[side]->c, dc, at->jac + 6, rate.g, moment);
    for (int i = 0; i < 3; i++) {
      out[6 * side + i] = sign * rate.g[i];
      out[6 * side + 3 + i] = u[i] + sign * moment[i];
    }
  }
}

// ---- plane

static double cross2(const double a[2], const double b[2]) {
  return a[0] * b[1] - a[1] * b[0];
}

static void unit_rate2(const double e[2], double length, const double dx[2], double out[2]) {
  double across = length > 0 ? cross2(e, dx) / length : 0;
  out[0] = -across * e[1];
  out[1] = across * e[0];
}

// g' and the rates of the turn parts.
static void parts_rate2(const PwScalar *s, const PwScalarMotion *at, const PwFrameMotion2 *a, const PwFrameMotion2 *b,
                        double dg[2], double du[2]) {
  const double *g = at->jac + 3;
  double d[2] = {b->p[0] - a->p[0], b->p[1] - a->p[1]}, Vr[2] = {b->V[0] - a->V[0], b->V[1] - a->V[1]};
  double Ar[2] = {b->A[0] - a->A[0], b->A[1] - a->A[1]};
  switch (s->kind) {
    case PW_S_GROUND:
      return;
    case PW_S_DISTANCE:
    case PW_S_RADIAL:
      unit_rate2(g, at->value, Vr, dg);
      return;
    case PW_S_POSITION:
    case PW_S_SPEED:
      dg[0] = -a->W * g[1];
      dg[1] = a->W * g[0];
      if (s->kind == PW_S_POSITION) du[0] = cross2(dg, d) + cross2(g, Vr);  // u1 = g x d
      if (s->kind == PW_S_SPEED && s->axis == 3) unit_rate2(g, at->value, Ar, dg);
      return;
    case PW_S_AZIMUTH: {  // g = z x d / d^2
      double rr = d[0] * d[0] + d[1] * d[1], drr = 2 * (d[0] * Vr[0] + d[1] * Vr[1]);
      dg[0] = (-s->sign * Vr[1] - g[0] * drr) / rr;
      dg[1] = (s->sign * Vr[0] - g[1] * drr) / rr;
      return;
    }
    default:  // u2 = +-cos(angle/2) of a TURN, whose value is 2 sin(angle/2); +-1 of the others
      if (s->kind == PW_S_TURN) du[1] = -at->value / 4 * (b->W - a->W);
      du[0] = -du[1];
  }
}

static void rate_in_plane(const PwScalar *s, const PwScalarMotion *at, const PwFrameMotion2 *const f[2], const double *const v[2],
                          double out[6]) {
  double dg[2] = {0}, du[2] = {0};
  parts_rate2(s, at, f[0], f[1], dg, du);
  for (int side = 0; side < 2; side++) {
    const double sign = side ? 1 : -1, dc[2] = {f[side]->V[0] - v[side][0], f[side]->V[1] - v[side][1]};
    out[3 * side] = sign * dg[0];
    out[3 * side + 1] = sign * dg[1];
    out[3 * side + 2] = du[side] + sign * (cross2(dc, at->jac + 3) + cross2(f[side]->c, dg));
  }
}

// ---- both

void pw_scalar_jac_rate(const PwMotion *m, int32_t scalar, double out[12]) {
  const PawlMechanism *k = m->mechanism;
  const PwScalar *s = &k->scalar[scalar];
  int32_t per = pw_speeds_per_body(k);
  const double *v[2] = {m->v + per * k->frame[s->frame[0]].body, m->v + per * k->frame[s->frame[1]].body};
  if (k->planar) {
    const PwFrameMotion2 *f[2] = {&m->frame2[s->frame[0]], &m->frame2[s->frame[1]]};
    rate_in_plane(s, &m->scalar[scalar], f, v, out);
  } else {
    const PwFrameMotion *f[2] = {&m->frame[s->frame[0]], &m->frame[s->frame[1]]};
    rate_in_space(s, &m->scalar[scalar], f, v, out);
  }
}

// Rate of the gradient if the bodies moved with speeds `unit` [2 * 6] and the frames stood still on them.
static void rate_along(const PwMotion *m, int32_t scalar, const double *unit, double out[12]) {
  const PwScalar *s = &m->mechanism->scalar[scalar];
  const double *const v[2] = {unit, unit + 6};
  PwFrameMotion moved[2];
  for (int side = 0; side < 2; side++) {
    PwFrameMotion *f = &moved[side];
    *f = m->frame[s->frame[side]];
    memcpy(f->W, v[side] + 3, sizeof f->W);
    memset(f->A, 0, sizeof f->A);
    pw_cross(f->W, f->c, f->V);
    for (int i = 0; i < 3; i++) f->V[i] += v[side][i];
  }
  rate_in_space(s, &m->scalar[scalar], (const PwFrameMotion *const[]){&moved[0], &moved[1]}, v, out);
}

// The same in the plane, unit [2 * 3].
static void rate_along2(const PwMotion *m, int32_t scalar, const double *unit, double out[6]) {
  const PwScalar *s = &m->mechanism->scalar[scalar];
  const double *const v[2] = {unit, unit + 3};
  PwFrameMotion2 moved[2];
  for (int side = 0; side < 2; side++) {
    PwFrameMotion2 *f = &moved[side];
    *f = m->frame2[s->frame[side]];
    f->W = v[side][2];
    f->A[0] = f->A[1] = 0;
    f->V[0] = v[side][0] - f->W * f->c[1];
    f->V[1] = v[side][1] + f->W * f->c[0];
  }
  rate_in_plane(s, &m->scalar[scalar], (const PwFrameMotion2 *const[]){&moved[0], &moved[1]}, v, out);
}

void pw_scalar_hessian(const PwMotion *m, int32_t scalar, double H[144]) {
  int32_t wide = 2 * pw_speeds_per_body(m->mechanism);
  for (int32_t j = 0; j < wide; j++) {
    double unit[12] = {0}, column[12];
    unit[j] = 1;
    (m->mechanism->planar ? rate_along2 : rate_along)(m, scalar, unit, column);
    for (int32_t i = 0; i < wide; i++) H[wide * i + j] = column[i];
  }
}

static void add_row(const PwMotion *m, int32_t row, double lambda, bool rate, double *force) {
  const PawlMechanism *k = m->mechanism;
  const PwRow *r = &k->row[row];
  for (int32_t t = r->term; t < r->term + r->terms; t++) {
    const PwTerm *term = &k->term[t];
    const PwScalar *s = &k->scalar[term->scalar];
    int32_t body[2] = {k->frame[s->frame[0]].body, k->frame[s->frame[1]].body};
    double change[12];
    if (rate) pw_scalar_jac_rate(m, term->scalar, change);
    pw_pair_add(k, body, rate ? change : m->scalar[term->scalar].jac, lambda * term->factor, force);
  }
}

void pw_row_add_jac(const PwMotion *m, int32_t row, double lambda, double *force) {
  add_row(m, row, lambda, false, force);
}

void pw_row_add_jac_rate(const PwMotion *m, int32_t row, double lambda, double *force) {
  add_row(m, row, lambda, true, force);
}
