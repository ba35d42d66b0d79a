// Following a touch: its geometry and motion at a given state of the bodies.
#include <math.h>

#include "contact/space.h"
#include "geometry/plane/touch_plane.h"
#include "mechanics/gradient_rates.h"

PwPose2 pw_body_pose2(const PwMotion *m, int32_t body) {
  if (body == 0) return (PwPose2){0, 0, 1, 0};
  return (PwPose2){m->q[3 * body], m->q[3 * body + 1], m->R[2 * body], m->R[2 * body + 1]};
}

static void place_stop(const PwMotion *m, const PwContact *c, PwTouchMotion *out) {
  const PwScalarMotion *s = &m->scalar[c->scalar];
  int32_t per = pw_speeds_per_body(m->mechanism);
  out->gap = c->sign * (s->value - c->bound);
  for (int side = 0; side < 2; side++) {
    out->body[side] = m->mechanism->frame[m->mechanism->scalar[c->scalar].frame[side]].body;
    for (int32_t i = 0; i < per; i++) out->jac[side * per + i] = c->sign * s->jac[side * per + i];
  }
}

// Two corners: their distance does not change its sign when they pass each other. Along the direction that it had when the touch
// was last remembered it does.
static bool normal_is_fixed(const PawlMechanism *k, const PwTouch *touch) {
  return (touch->n[0] != 0 || touch->n[1] != 0) && pw_touch_is_corners(k, touch);
}

static void fix_normal(const PawlMechanism *k, const PwTouch *touch, const PwPose2 pose[2], PwTouchPoint *p) {
  for (int side = 0; side < 2; side++) {
    const PwElement *e = &k->boundary[k->contact[touch->contact].boundary[side]].geometry.element[touch->element[side]];
    double sign = side ? 1 : -1, x = sign * touch->n[0], y = sign * touch->n[1];
    double angle = atan2(pose[side].c * y - pose[side].s * x, pose[side].c * x + pose[side].s * y) - e->angle;
    p->n[side] = touch->n[side];
    p->u[side] = 0.5 + remainder(angle - e->turn / 2, 6.283185307179586476925) / e->turn;
  }
  p->gap = p->n[0] * (p->x1[0] - p->x2[0]) + p->n[1] * (p->x1[1] - p->x2[1]);
}

// One attempt to find the touch of profiles again, from where it was plus `dt` of its speed along the boundaries, unless that
// leads too far to be trusted. A place that is farther from there than `far`, of the profile's size, is another touch: in length,
// because an element may be a whole outline.
static PawlStatus solve_from(const PawlMechanism *k, const PwTouch *touch, const PwPose2 pose[2], double dt, double far,
                             PwTouchPoint *out) {
  static const double HALF = 0.5, AHEAD = 0.25;  // of an element; of the profile's size
  const PwContact *c = &k->contact[touch->contact];
  const PwElement *e[2];
  double u[2], most[2];
  for (int side = 0; side < 2; side++) {
    const PwProfile *b = &k->boundary[c->boundary[side]].geometry;
    e[side] = &b->element[touch->element[side]];
    bool curve = pw_form_of(e[side]) == PW_FORM_CURVE;
    double ahead = fmax(-HALF, fmin(HALF, dt * touch->u_rate[side])), whole = curve ? b->size / e[side]->length : INFINITY;
    if (fabs(ahead) > AHEAD * whole) ahead = 0;
    most[side] = far * whole;
    u[side] = pw_element_is_corner(e[side]) ? 0.5 : touch->u[side] + ahead;  // from the middle of its cone, at most half a turn
  }
  PawlStatus status = pw_touch_solve(e[0], &pose[0], e[1], &pose[1], u, out);
  bool other = status == PAWL_OK && (fabs(out->u[0] - u[0]) > most[0] || fabs(out->u[1] - u[1]) > most[1]);
  return other ? PAWL_RETRY : status;
}

// Where a touch is about to end its speed grows beyond all bounds: then it is looked for from where it was.
static PawlStatus solve(const PawlMechanism *k, const PwTouch *touch, const PwPose2 pose[2], double dt, PwTouchPoint *out) {
  static const double FAR = 0.1, ASSEMBLED = 0.5;  // along the motion; where bodies are moved at one time
  double far = dt != 0 ? FAR : ASSEMBLED;
  PwTouchPoint again;
  PawlStatus status = solve_from(k, touch, pose, dt, far, out);
  if (status < 0 || (status == PAWL_OK && out->definite > 0)) return status;
  if (solve_from(k, touch, pose, 0, far, &again) || (status == PAWL_OK && !(again.definite > 0))) return status;
  *out = again;
  return PAWL_OK;
}

PawlStatus pw_touch_place(const PwMotion *m, const PwTouch *touch, PwTouchMotion *out) {
  const PawlMechanism *k = m->mechanism;
  const PwContact *c = &k->contact[touch->contact];
  if (c->kind == PW_CONTACT_STOP) {
    place_stop(m, c, out);
    return PAWL_OK;
  }
  if (c->kind == PW_CONTACT_SURFACES) return pw_space_place(m, touch, out);
  PwPose2 pose[2];
  for (int side = 0; side < 2; side++) {
    out->body[side] = c->body[side];
    pose[side] = pw_body_pose2(m, c->body[side]);
  }
  PawlStatus status = solve(k, touch, pose, m->t - touch->t, &out->point);
  if (status) return status;
  if (normal_is_fixed(k, touch)) fix_normal(k, touch, pose, &out->point);
  out->gap = out->point.gap;
  pw_touch_jacobian(&out->point, m->q + 3 * c->body[0], m->q + 3 * c->body[1], out->jac);
  return PAWL_OK;
}

void pw_touch_move(const PwMotion *m, const PwTouch *touch, PwTouchMotion *inout) {
  const PawlMechanism *k = m->mechanism;
  const PwContact *c = &k->contact[touch->contact];
  if (c->kind == PW_CONTACT_STOP) {
    inout->rate = c->sign * m->scalar[c->scalar].rate;
    inout->bias = c->sign * m->scalar[c->scalar].bias;
    return;
  }
  if (c->kind == PW_CONTACT_SURFACES) {
    pw_space_move(m, touch, inout);
    return;
  }
  int32_t b1 = 3 * c->body[0], b2 = 3 * c->body[1];
  pw_touch_speed(&inout->point, m->q + b1, m->q + b2, m->v + b1, m->v + b2, &inout->speed);
  inout->rate = inout->speed.rate;
  inout->bias = inout->speed.bias;
}

void pw_touch_jac_rate(const PwMotion *m, const PwTouch *touch, const PwTouchMotion *motion, double out[12]) {
  const PwContact *c = &m->mechanism->contact[touch->contact];
  if (c->kind == PW_CONTACT_STOP) {
    pw_scalar_jac_rate(m, c->scalar, out);
    for (int32_t i = 0; i < 2 * pw_speeds_per_body(m->mechanism); i++) out[i] *= c->sign;
    return;
  }
  if (c->kind == PW_CONTACT_SURFACES) {
    pw_space_jacobian_rate(&motion->space, m->q + 7 * c->body[0], m->q + 7 * c->body[1], m->v + 6 * c->body[0],
                           m->v + 6 * c->body[1], &motion->space_speed, out);
    return;
  }
  int32_t b1 = 3 * c->body[0], b2 = 3 * c->body[1];
  PwTouchSpeed speed = motion->speed;
  if (normal_is_fixed(m->mechanism, touch)) speed.eta = 0;
  pw_touch_jacobian_rate(&motion->point, m->q + b1, m->q + b2, m->v + b1, m->v + b2, &speed, out);
}

double pw_touch_coordinate(const PawlMechanism *k, const PwTouch *touch, const PwTouchPoint *point, int side) {
  double u = point->u[side];
  if (pw_profile_is_endless(&k->boundary[k->contact[touch->contact].boundary[side]].geometry)) {
    u -= floor(u);
    if (u == 1) u = 0;  // a rounding below a whole turn
  }
  return touch->element[side] + fmin(fmax(u, 0), 1);
}

void pw_touch_view(const PawlMechanism *k, const PwTouch *touch, const PwTouchMotion *motion, PwTouchView *out) {
  PwContactKind kind = k->contact[touch->contact].kind;
  const double nan3[3] = {NAN, NAN, NAN}, *x1 = nan3, *x2 = nan3, *n = nan3;
  int dimensions = kind == PW_CONTACT_PROFILES ? 2 : 3;
  if (kind == PW_CONTACT_PROFILES) x1 = motion->point.x1, x2 = motion->point.x2, n = motion->point.n;
  if (kind == PW_CONTACT_SURFACES) x1 = motion->space.x1, x2 = motion->space.x2, n = motion->space.n;
  *out = (PwTouchView){.q = {NAN, NAN}, .across = {NAN, NAN}};
  for (int i = 0; i < dimensions; i++) {
    out->x[i] = (x1[i] + x2[i]) / 2;
    out->n[i] = n[i];
  }
  for (int side = 0; side < 2; side++) {
    if (kind == PW_CONTACT_PROFILES) out->q[side] = pw_touch_coordinate(k, touch, &motion->point, side);
    if (kind == PW_CONTACT_SURFACES) pw_space_coordinates(k, touch, &motion->space, side, &out->q[side], &out->across[side]);
  }
}

PawlStatus pw_touch_remember(const PwMotion *m, PwTouch *touch) {
  PwTouchMotion motion;
  PawlStatus status = pw_touch_place(m, touch, &motion);
  if (status) return status;
  bool corners = pw_touch_is_corners(m->mechanism, touch);
  if (corners && !pw_touch_corners_meet(m->mechanism, &motion)) {  // those that meet keep the direction that they came from
    touch->n[0] = touch->n[1] = 0;
    status = pw_touch_place(m, touch, &motion);
    if (status) return status;
  }
  pw_touch_move(m, touch, &motion);
  touch->gap = motion.gap;
  touch->rate = motion.rate;
  PwContactKind kind = m->mechanism->contact[touch->contact].kind;
  if (kind == PW_CONTACT_SURFACES) pw_space_remember(m, &motion, touch);
  if (kind != PW_CONTACT_PROFILES) return PAWL_OK;
  touch->t = m->t;
  touch->definite = motion.point.definite;
  touch->n[0] = motion.point.n[0];
  touch->n[1] = motion.point.n[1];
  for (int side = 0; side < 2; side++) {
    const PwProfile *p = &m->mechanism->boundary[m->mechanism->contact[touch->contact].boundary[side]].geometry;
    touch->u[side] = motion.point.u[side];
    if (pw_profile_is_endless(p)) touch->u[side] -= floor(touch->u[side]);
    touch->u_rate[side] = motion.speed.u_rate[side];
  }
  return PAWL_OK;
}
