#include "mechanics/held.h"

#include <math.h>
#include <string.h>

#include "numerics/vec.h"

static const double CLOSE = 1e-9;  // of the mechanism's size, of a radian, or these per second; and of the value itself

typedef struct {
  const PawlMechanism *k;
  const char *why;
  PawlMessages *messages;
} Check;

static PawlStatus refuse(const Check *c, PwPlace place, const char *what, const char *name, double miss, PwDimension dimension) {
  return pw_fail(c->messages, PAWL_ERR_ASSEMBLY, place,
                 "the initial %s of '%s' is held, but %s: off by %s; correct it, or leave `hold` out to come as near as possible",
                 what, name, c->why, PW_SAY(c->k, miss, dimension, 4));
}

static bool is_missed(const Check *c, double miss, double value, bool angular) {
  return !(fabs(miss) <= CLOSE * (pw_scale(c->k, angular) + fabs(value)));
}

static PawlStatus check_coordinate(const Check *c, const PwMotion *motion, const PwWish *wish, bool speeds) {
  const PwCoordinate *q = &c->k->coordinate[wish->coordinate];
  double value = speeds ? wish->speed : wish->position;
  double miss = (speeds ? motion->scalar[q->scalar].rate : motion->scalar[q->scalar].value) - value;
  if (!is_missed(c, miss, value, q->angular)) return PAWL_OK;
  PwDimension dimension = speeds ? (q->angular ? PW_DIM_ANGULAR_SPEED : PW_DIM_SPEED) : q->angular ? PW_DIM_ANGLE : PW_DIM_LENGTH;
  return refuse(c, wish->place, speeds ? "speed" : "position", q->name, miss, dimension);
}

static PawlStatus check_pose(const Check *c, const PwBodyWish *wish, const double *q) {
  const PwBody *body = &c->k->body[wish->body];
  bool planar = c->k->planar;
  const double *at = q + (wish->body - 1) * pw_coordinates_per_body(c->k);
  double far = 0, turn;
  for (int i = 0; i < (planar ? 2 : 3); i++) far = hypot(far, at[i] - body->drawn[i]);
  if (is_missed(c, far, 0, false)) return refuse(c, wish->place, "pose", body->name, far, PW_DIM_LENGTH);
  if (planar) {
    turn = at[2] - body->drawn_angle;
  } else {
    double back[4], relative[4];
    pw_quat_conjugate(body->drawn + 3, back);
    pw_quat_multiply(at + 3, back, relative);
    turn = 2 * asin(fmin(pw_norm(relative + 1), 1));
  }
  return is_missed(c, turn, 0, true) ? refuse(c, wish->place, "pose", body->name, turn, PW_DIM_ANGLE) : PAWL_OK;
}

static PawlStatus check_twist(const Check *c, const PwBodyWish *wish, const double *q, const double *v) {
  double twist[6];
  pw_origin_twist(c->k, wish->body, q, v, twist);
  for (int i = 0; i < 6; i++) {
    if (isnan(wish->twist[i]) || !is_missed(c, twist[i] - wish->twist[i], wish->twist[i], i > 2)) continue;
    return refuse(c, wish->place, i > 2 ? "angular velocity" : "velocity", c->k->body[wish->body].name, twist[i] - wish->twist[i],
                  i > 2 ? PW_DIM_ANGULAR_SPEED : PW_DIM_SPEED);
  }
  return PAWL_OK;
}

void pw_origin_twist(const PawlMechanism *k, int32_t body, const double *q, const double *v, double out[6]) {
  const double *at = q + (body - 1) * pw_coordinates_per_body(k), *speed = v + (body - 1) * pw_speeds_per_body(k);
  const double *center = k->body[body].center;
  double lever[3], turning[3];
  if (k->planar) {
    const double twist[6] = {speed[0], speed[1], 0, 0, 0, speed[2]};
    memcpy(out, twist, sizeof twist);
    lever[0] = cos(at[2]) * center[0] - sin(at[2]) * center[1];
    lever[1] = sin(at[2]) * center[0] + cos(at[2]) * center[1];
    lever[2] = 0;
  } else {
    memcpy(out, speed, 6 * sizeof *out);
    pw_quat_rotate(at + 3, center, lever);
  }
  pw_cross(out + 3, lever, turning);
  for (int i = 0; i < 3; i++) out[i] -= turning[i];
}

// A speed that was asked for and is another now. `axis` of a body's: 0 to 5; -1: of a coordinate.
static void tell_lost(const Check *c, PwPlace place, const char *name, int axis, bool angular, double asked, double before,
                      double now) {
  static const double LOST = 1e-6;  // of the mechanism's size or of a radian, per second
  static const char *const component[] = {"velocity along x",         "velocity along y",         "velocity along z",
                                          "angular velocity about x", "angular velocity about y", "angular velocity about z"};
  double least = LOST * pw_scale(c->k, angular);
  PwDimension dimension = angular ? PW_DIM_ANGULAR_SPEED : PW_DIM_SPEED;
  if (isnan(asked) || fabs(now - asked) <= least || fabs(now - before) <= least) return;
  pw_message(c->messages, PAWL_WARNING, place, "the initial %s of '%s': %s was asked for, it is %s, because %s",
             axis < 0 ? "speed" : component[axis], name, PW_SAY(c->k, asked, dimension, 6), PW_SAY(c->k, now, dimension, 6),
             c->why);
}

void pw_held_tell_lost(PwMotion *motion, const double *q, const double *before, const double *v, const char *why,
                       PawlMessages *messages) {
  const PawlMechanism *k = motion->mechanism;
  const Check c = {k, why, messages};
  for (int32_t i = 0; i < k->wishes; i++) {
    const PwWish *wish = &k->wish[i];
    const PwCoordinate *coordinate = &k->coordinate[wish->coordinate];
    pw_motion_move(motion, before);
    double rate = motion->scalar[coordinate->scalar].rate;
    pw_motion_move(motion, v);
    tell_lost(&c, wish->place, coordinate->name, -1, coordinate->angular, wish->speed, rate,
              motion->scalar[coordinate->scalar].rate);
  }
  for (int32_t i = 0; i < k->body_wishes; i++) {
    const PwBodyWish *wish = &k->body_wish[i];
    double was[6], is[6];
    pw_origin_twist(k, wish->body, q, before, was);
    pw_origin_twist(k, wish->body, q, v, is);
    for (int a = 0; a < 6; a++) tell_lost(&c, wish->place, k->body[wish->body].name, a, a > 2, wish->twist[a], was[a], is[a]);
  }
}

PawlStatus pw_held_check(PwMotion *motion, double t, const double *q, const double *v, const PwDiscrete *discrete,
                         const char *why, PawlMessages *messages) {
  const PawlMechanism *k = motion->mechanism;
  const Check c = {k, why, messages};
  bool all = motion->all;
  motion->all = true;
  PawlStatus status = pw_motion_place(motion, t, q, discrete);
  if (status == PAWL_OK && v) pw_motion_move(motion, v);
  for (int32_t i = 0; i < k->wishes && status == PAWL_OK; i++) {
    const PwWish *wish = &k->wish[i];
    if (wish->hold_position) status = check_coordinate(&c, motion, wish, false);
    if (status == PAWL_OK && v && wish->hold_speed) status = check_coordinate(&c, motion, wish, true);
  }
  for (int32_t i = 0; i < k->body_wishes && status == PAWL_OK; i++) {
    const PwBodyWish *wish = &k->body_wish[i];
    if (wish->hold_pose) status = check_pose(&c, wish, q);
    if (status == PAWL_OK && v && wish->hold_velocity) status = check_twist(&c, wish, q, v);
  }
  motion->all = all;
  return status;
}
