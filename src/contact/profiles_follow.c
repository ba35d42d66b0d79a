// Following a touch of profiles: its geometry and motion at a given state of the bodies.
#include <math.h>

#include "contact/profiles.h"
#include "geometry/plane/touch_plane.h"

PwPose2 pw_body_pose2(const PwMotion *m, int32_t body) {
  if (body == 0) return (PwPose2){0, 0, 1, 0};
  return (PwPose2){m->q[3 * body], m->q[3 * body + 1], m->R[2 * body], m->R[2 * body + 1]};
}

// Two corners: their distance does not change its sign when they pass each other. Along the direction that it had when the touch
// was last remembered it does.
static bool normal_is_fixed(const PawlMechanism *k, const PwTouch *touch) {
  return (touch->n[0] != 0 || touch->n[1] != 0) && pw_profiles_are_corners(k, touch);
}

static void fix_normal(const PawlMechanism *k, const PwTouch *touch, const PwPose2 pose[2], PwTouchPoint *p) {
  for (int side = 0; side < 2; side++) {
    const PwElement *e = pw_element_of(k, touch, side);
    double sign = side ? 1 : -1, x = sign * touch->n[0], y = sign * touch->n[1];
    double angle = atan2(pose[side].c * y - pose[side].s * x, pose[side].c * x + pose[side].s * y) - e->angle;
    p->n[side] = touch->n[side];
    p->u[side] = 0.5 + remainder(angle - e->turn / 2, 6.283185307179586476925) / e->turn;
  }
  p->gap = p->n[0] * (p->x1[0] - p->x2[0]) + p->n[1] * (p->x1[1] - p->x2[1]);
}

// One attempt to find the touch of profiles again, from where it was plus `dt` of its speed along the boundaries, unless that
// leads too far to be trusted. A point that is farther from there than `far`, of the profile's size, is another touch: in length,
// because an element may be a whole outline.
static PawlStatus solve_from(const PawlMechanism *k, const PwTouch *touch, const PwPose2 pose[2], double dt, double far,
                             PwTouchPoint *out) {
  static const double HALF = 0.5, AHEAD = 0.25;  // of an element; of the profile's size
  const PwElement *e[2];
  double u[2], most[2];
  for (int side = 0; side < 2; side++) {
    const PwProfile *b = pw_profile_of(k, touch->contact, side);
    e[side] = pw_element_of(k, touch, side);
    bool curve = pw_form_of(e[side]) == PW_FORM_CURVE;
    double ahead = fmax(-HALF, fmin(HALF, dt * touch->on[side].u_rate[0])), whole = curve ? b->size / e[side]->length : INFINITY;
    if (fabs(ahead) > AHEAD * whole) ahead = 0;
    most[side] = far * whole;
    u[side] =
        pw_element_is_corner(e[side]) ? 0.5 : touch->on[side].u[0] + ahead;  // from the middle of its cone, at most half a turn
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

PawlStatus pw_profiles_place(const PwMotion *m, const PwTouch *touch, PwTouchMotion *out) {
  const PawlMechanism *k = m->mechanism;
  const PwContact *c = &k->contact[touch->contact];
  PwPose2 pose[2];
  for (int side = 0; side < 2; side++) pose[side] = pw_body_pose2(m, c->body[side]);
  PawlStatus status = solve(k, touch, pose, m->t - touch->t, &out->point);
  if (status) return status;
  if (normal_is_fixed(k, touch)) fix_normal(k, touch, pose, &out->point);
  out->gap = out->point.gap;
  pw_touch_jacobian(&out->point, m->q + 3 * c->body[0], m->q + 3 * c->body[1], out->jac);
  PW_SET_STAGE(out, PW_STAGE_PLACED);
  return PAWL_OK;
}

void pw_profiles_move(const PwMotion *m, const PwTouch *touch, PwTouchMotion *inout) {
  const int32_t *body = m->mechanism->contact[touch->contact].body, b1 = 3 * body[0], b2 = 3 * body[1];
  PW_NEED_STAGE(inout, PW_STAGE_PLACED, PW_STAGE_MOVED);
  assert(m->moved);
  pw_touch_speed(&inout->point, m->q + b1, m->q + b2, m->v + b1, m->v + b2, &inout->speed);
  inout->rate = inout->speed.rate;
  inout->bias = inout->speed.bias;
  PW_SET_STAGE(inout, PW_STAGE_MOVED);
}

// jac' . v = bias, but for two corners along a remembered direction: jac keeps it, bias belongs to their distance.
void pw_profiles_jac_rate(const PwMotion *m, const PwTouch *touch, const PwTouchMotion *motion, double out[12]) {
  const int32_t *body = m->mechanism->contact[touch->contact].body, b1 = 3 * body[0], b2 = 3 * body[1];
  PwTouchSpeed speed = motion->speed;
  if (normal_is_fixed(m->mechanism, touch)) speed.eta = 0;
  pw_touch_jacobian_rate(&motion->point, m->q + b1, m->q + b2, m->v + b1, m->v + b2, &speed, out);
}

void pw_profiles_hessian(const PwMotion *m, const PwTouch *touch, const PwTouchMotion *motion, double H[144]) {
  const int32_t *body = m->mechanism->contact[touch->contact].body;
  pw_touch_hessian(&motion->point, m->q + 3 * body[0], m->q + 3 * body[1], H);
}

// Curvilinear coordinate of a point of the touch on boundary `side`, as W96 has it: the number of the element plus the part of it
// that lies behind, 0 to 1. A touch that is watched beyond an end of its element stands at the end.
static double coordinate(const PawlMechanism *k, const PwTouch *touch, const PwTouchPoint *point, int side) {
  double u = point->u[side];
  if (pw_profile_is_endless(pw_profile_of(k, touch->contact, side))) {
    u -= floor(u);
    if (u == 1) u = 0;  // a rounding below a whole turn
  }
  return touch->on[side].element + fmin(fmax(u, 0), 1);
}

void pw_profiles_view(const PawlMechanism *k, const PwTouch *touch, const PwTouchMotion *motion, PwTouchView *out) {
  *out = (PwTouchView){.across = {NAN, NAN}};
  for (int i = 0; i < 2; i++) {
    out->x[i] = (motion->point.x1[i] + motion->point.x2[i]) / 2;
    out->x1[i] = motion->point.x1[i];
    out->n[i] = motion->point.n[i];
    out->q[i] = coordinate(k, touch, &motion->point, i);
  }
}

void pw_profiles_frame(const PwMotion *m, const PwTouch *touch, const PwTouchMotion *motion, bool moved, PwTouchFrame *out) {
  const PwTouchPoint *p = &motion->point;
  const int32_t *body = m->mechanism->contact[touch->contact].body;
  *out = (PwTouchFrame){.tangents = 1, .body = {body[0], body[1]}, .n = {p->n[0], p->n[1]}, .t = {{-p->n[1], p->n[0]}}};
  for (int i = 0; i < 2; i++) {
    out->arm[0][i] = p->x1[i] - m->q[3 * body[0] + i];
    out->arm[1][i] = p->x2[i] - m->q[3 * body[1] + i];
    if (!moved) continue;
    for (int side = 0; side < 2; side++) out->roam[side][i] = motion->speed.r[side] * out->t[0][i];
    out->turn[i] = motion->speed.eta * out->t[0][i];
  }
}

PawlStatus pw_profiles_remember(const PwMotion *m, PwTouch *touch) {
  const PawlMechanism *k = m->mechanism;
  PwTouchMotion motion;
  PawlStatus status = pw_profiles_place(m, touch, &motion);
  if (status) return status;
  if (pw_profiles_are_corners(k, touch) && !pw_profiles_corners_meet(k, &motion)) {  // those that meet keep their direction
    touch->n[0] = touch->n[1] = 0;
    status = pw_profiles_place(m, touch, &motion);
    if (status) return status;
  }
  pw_profiles_move(m, touch, &motion);
  touch->gap = motion.gap;
  touch->rate = motion.rate;
  touch->t = m->t;
  touch->definite = motion.point.definite;
  touch->n[0] = motion.point.n[0];
  touch->n[1] = motion.point.n[1];
  for (int side = 0; side < 2; side++) {
    touch->on[side].u[0] = motion.point.u[side];
    if (pw_profile_is_endless(pw_profile_of(k, touch->contact, side))) touch->on[side].u[0] -= floor(touch->on[side].u[0]);
    touch->on[side].u_rate[0] = motion.speed.u_rate[side];
  }
  return PAWL_OK;
}
