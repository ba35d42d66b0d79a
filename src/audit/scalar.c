// Functions of two frames: value, rate, and the force that pushes them up. docs/model-format.md says what they are.
#include <string.h>

#include "audit/parts.h"

bool pw_audit_is_angle(PwOfKind kind) {
  return kind == PW_OF_ANGLE || kind == PW_OF_ARM1 || kind == PW_OF_ARM2 || kind == PW_OF_AZIMUTH || kind == PW_OF_BETWEEN;
}

static void column(const double R[9], int i, double out[3]) {
  for (int c = 0; c < 3; c++) out[c] = R[3 * c + i];
}

// w x y z of frame 2 seen from frame 1, and what moves it: the angular velocity of 2 against 1, in axes of 1.
static void relative(const PwAuditFrame *f, const PwAuditFrame *g, double r[4], double w[3]) {
  double R[9], d[3];
  for (int i = 0; i < 3; i++) {
    d[i] = g->w[i] - f->w[i];
    for (int j = 0; j < 3; j++) R[3 * i + j] = f->R[i] * g->R[j] + f->R[3 + i] * g->R[3 + j] + f->R[6 + i] * g->R[6 + j];
  }
  pw_quat_from_matrix(R, r);
  for (int i = 0; i < 3; i++) w[i] = f->R[i] * d[0] + f->R[3 + i] * d[1] + f->R[6 + i] * d[2];
}

// A torque given in axes of frame 1 by its product with w.
static void set_torque(const PwAuditFrame *f, const double own[3], const double w[3], PwOfMotion *out) {
  out->rate = pw_dot(own, w);
  for (int i = 0; i < 3; i++) out->torque[i] = f->R[3 * i] * own[0] + f->R[3 * i + 1] * own[1] + f->R[3 * i + 2] * own[2];
}

static void turn(const PwAuditFrame *f, const PwAuditFrame *g, int axis, bool angle, PwOfMotion *out) {
  double r[4], w[3], own[3], k[3] = {0};
  relative(f, g, r, w);
  if (r[0] < 0) {
    for (int i = 0; i < 4; i++) r[i] = -r[i];
  }
  const double *e = r + 1;
  k[axis] = 1;
  pw_cross(e, k, own);
  for (int i = 0; i < 3; i++) own[i] += r[0] * k[i];  // of 2 e_axis
  out->value = angle ? 2 * atan2(e[axis], r[0]) : 2 * e[axis];
  if (angle) {
    double D = r[0] * r[0] + e[axis] * e[axis];
    for (int i = 0; i < 3; i++) own[i] = D > 0 ? (r[0] * own[i] + e[axis] * e[i]) / D : 0;
  }
  set_torque(f, own, w, out);
}

// Shifts: of d = origin 2 - origin 1 along `along`, which turns with frame 1.
static void shift(const PwAuditFrame *f, const PwAuditFrame *g, const double along[3], double factor, PwOfMotion *out) {
  double d[3], v[3], x[3];
  for (int i = 0; i < 3; i++) d[i] = g->p[i] - f->p[i];
  pw_cross(f->w, d, x);
  for (int i = 0; i < 3; i++) {
    v[i] = g->v[i] - f->v[i] - x[i];
    out->f[i] = factor * along[i];
  }
  out->rate = factor * pw_dot(along, v);
}

static void arm(const PwAuditFrame *f, const PwAuditFrame *g, bool second, PwOfMotion *out) {
  double x1[3], y1[3], z1[3], x2[3], y2[3], z2[3], w[3];
  column(f->R, 0, x1), column(f->R, 1, y1), column(f->R, 2, z1);
  column(g->R, 0, x2), column(g->R, 1, y2), column(g->R, 2, z2);
  out->value = second ? atan2(pw_dot(x1, z2), pw_dot(x1, x2)) : atan2(pw_dot(y2, z1), pw_dot(y2, y1));
  for (int i = 0; i < 3; i++) {
    out->torque[i] = second ? y2[i] : x1[i];
    w[i] = g->w[i] - f->w[i];
  }
  out->rate = pw_dot(out->torque, w);
}

static void azimuth(const PwAuditFrame *f, const PwAuditFrame *g, PwOfMotion *out) {
  double d[3], x[3], y[3], along[3];
  for (int i = 0; i < 3; i++) d[i] = g->p[i] - f->p[i];
  column(f->R, 0, x), column(f->R, 1, y);
  double c = pw_dot(d, x), s = pw_dot(d, y), rho = hypot(c, s);
  out->value = atan2(s, c);
  for (int i = 0; i < 3; i++) along[i] = rho > 0 ? (c * y[i] - s * x[i]) / rho : 0;
  shift(f, g, along, rho > 0 ? 1 / rho : 0, out);
}

static void between(const PwAuditFrame *f, const PwAuditFrame *g, int axis, PwOfMotion *out) {
  double u[3], w[3], n[3], d[3];
  column(f->R, axis, u), column(g->R, axis, w);
  pw_cross(u, w, n);
  double sine = pw_norm(n);
  out->value = atan2(sine, pw_dot(u, w));
  for (int i = 0; i < 3; i++) {
    out->torque[i] = sine > 0 ? n[i] / sine : 0;
    d[i] = g->w[i] - f->w[i];
  }
  out->rate = pw_dot(out->torque, d);
}

static void speed(const PwAuditFrame *f, const PwAuditFrame *g, int axis, PwOfMotion *out) {
  double v[3], u[3];
  for (int i = 0; i < 3; i++) v[i] = g->v[i] - f->v[i];
  column(f->R, axis < 3 ? axis : 0, u);
  out->value = axis < 3 ? pw_dot(u, v) : pw_norm(v);
}

void pw_audit_shifts(const PwAuditFrame *f, const PwAuditFrame *g, double value[3], double rate[3]) {
  double d[3], v[3], x[3];
  for (int i = 0; i < 3; i++) d[i] = g->p[i] - f->p[i];
  pw_cross(f->w, d, x);
  for (int i = 0; i < 3; i++) v[i] = g->v[i] - f->v[i] - x[i];
  for (int i = 0; i < 3; i++) {
    value[i] = f->R[i] * d[0] + f->R[3 + i] * d[1] + f->R[6 + i] * d[2];
    rate[i] = f->R[i] * v[0] + f->R[3 + i] * v[1] + f->R[6 + i] * v[2];
  }
}

void pw_audit_turns(const PwAuditFrame *f, const PwAuditFrame *g, double value[3], double rate[3]) {
  double r[4], w[3], across[3];
  relative(f, g, r, w);
  double sign = r[0] < 0 ? -1 : 1;
  pw_cross(w, r + 1, across);  // (e x k).w = k.(w x e)
  for (int i = 0; i < 3; i++) {
    value[i] = 2 * sign * r[1 + i];
    rate[i] = sign * (across[i] + r[0] * w[i]);
  }
}

void pw_audit_of(const PwAudit *a, const PwAuditState *s, const PwOf *of, PwOfMotion *out) {
  const PwAuditFrame *f = &s->frame[of->frame[0]], *g = &s->frame[of->frame[1]];
  double d[3], u[3];
  *out = (PwOfMotion){0};
  for (int i = 0; i < 3; i++) d[i] = g->p[i] - f->p[i];
  switch (of->kind) {
    case PW_OF_POSITION:
      column(f->R, of->axis, u);
      out->value = pw_dot(u, d);
      shift(f, g, u, 1, out);
      break;
    case PW_OF_DISTANCE:
      out->value = pw_norm(d);
      for (int i = 0; i < 3; i++) u[i] = out->value > 0 ? d[i] / out->value : 0;
      shift(f, g, u, 1, out);
      break;
    case PW_OF_TURN:
    case PW_OF_ANGLE:
      turn(f, g, of->kind == PW_OF_ANGLE ? 2 : of->axis, of->kind == PW_OF_ANGLE, out);
      break;
    case PW_OF_ARM1:
    case PW_OF_ARM2:
      arm(f, g, of->kind == PW_OF_ARM2, out);
      break;
    case PW_OF_AZIMUTH:
      azimuth(f, g, out);
      break;
    case PW_OF_BETWEEN:
      between(f, g, of->axis, out);
      break;
    case PW_OF_SPEED:
      speed(f, g, of->axis, out);
      break;
  }
  // full turns are what the run says; the rest of the angle is not
  if (s->row >= 0 && of->column >= 0 && of->kind != PW_OF_BETWEEN) {
    double told = pw_audit_value(a, s->row, of->column);
    out->value += 6.283185307179586476925 * nearbyint((told - out->value) / 6.283185307179586476925);
  }
}

int32_t pw_audit_coordinate(const PwAudit *a, const PawlCoordinate *c) {
  int32_t j = c->joint.i - 1;
  for (int32_t i = a->joint_of[j]; i < a->joint_of[j + 1]; i++) {
    if (!c->name || strcmp(strrchr(a->of[i].name, '.') + 1, c->name) == 0) return i;
  }
  return -1;
}
