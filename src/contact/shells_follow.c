// Following a touch of shells: in closed form, wherever it was.
#include <math.h>
#include <string.h>

#include "contact/shells.h"
#include "geometry/space/surface_space.h"
#include "numerics/vec.h"

static const double FAR = 1;  // where there is no end

PawlStatus pw_shells_place(const PwMotion *m, const PwTouch *touch, PwTouchMotion *out) {
  const PawlMechanism *k = m->mechanism;
  const PwContact *c = &k->contact[touch->contact];
  const int32_t cell[2] = {touch->on[0].element, touch->on[1].element};
  PwPose3 p1 = pw_skin_pose(m, pw_skin_of(k, touch->contact, 0)), p2 = pw_skin_pose(m, pw_skin_of(k, touch->contact, 1));
  PawlStatus status =
      pw_shell_solve(pw_shell_of(k, touch->contact, 0), &p1, pw_shell_of(k, touch->contact, 1), &p2, cell, &out->space);
  if (status) return status;
  out->gap = out->space.gap;
  pw_space_jacobian(&out->space, m->q + 7 * c->body[0], m->q + 7 * c->body[1], out->jac);
  PW_SET_STAGE(out, PW_STAGE_PLACED);
  return PAWL_OK;
}

// step . (A c), turn . (B c): c moves point and outward normal of the side, seen from its body.
static double along(const PwTouchMotion *motion, int side, const double way[4], const double direction[3]) {
  const double *c = motion->space_speed.c[side];
  double out = 0;
  for (int i = 0; i < 2; i++) {
    out += pw_dot(motion->space.t[i], direction) * (way[2 * i] * c[0] + way[2 * i + 1] * c[1]);
  }
  return out;
}

// How far a rim is from lying flat, in the direction in which it was lowest when it was remembered, or a place of it from being
// lifted by the lean of its cap; sines. False: the cell of that side is neither.
static bool find_lean(const PwMotion *m, const PwTouch *touch, const PwTouchMotion *motion, int side, double *left,
                      double *rate) {
  const PawlMechanism *k = m->mechanism;
  const PwContact *c = &k->contact[touch->contact];
  const int32_t cell[2] = {touch->on[0].element, touch->on[1].element};
  PwPose3 p[2] = {pw_skin_pose(m, pw_skin_of(k, touch->contact, 0)), pw_skin_pose(m, pw_skin_of(k, touch->contact, 1))};
  double lean, down[3], own[3], turning[3], turn[3], lowest[3] = {touch->n[0], touch->n[1], 0};
  bool seat =
      pw_shell_is_seat(pw_shell_of(k, touch->contact, 0), &p[0], pw_shell_of(k, touch->contact, 1), &p[1], cell, side, &lean);
  if (isinf(lean)) return false;
  for (int i = 0; i < 3; i++) down[i] = side ? motion->space.n[i] : -motion->space.n[i];
  pw_turn3_back(p[side].r, down, own);
  if (seat && lean > 0) lowest[0] = own[0] / lean, lowest[1] = own[1] / lean;
  *left = seat ? 2 * PW_SHELL_SEAT - lean : own[0] * lowest[0] + own[1] * lowest[1] - PW_SHELL_SEAT;
  if (!rate) return true;
  const double *v[2] = {m->v + 6 * c->body[side] + 3, m->v + 6 * c->body[1 - side] + 3};
  for (int i = 0; i < 3; i++) turning[i] = v[1][i] - v[0][i];
  pw_cross(turning, down, turn);
  pw_turn3(p[side].r, lowest, lowest);
  *rate = (seat ? -1 : 1) * pw_dot(turn, lowest);
  return true;
}

void pw_shells_left(const PwMotion *m, const PwTouch *touch, const PwTouchMotion *motion, int side, double left[2],
                    double rate[2]) {
  const PawlMechanism *k = m->mechanism;
  PwPose3 pose = pw_skin_pose(m, pw_skin_of(k, touch->contact, side));
  PwCellPlace at;
  pw_shell_place(pw_shell_of(k, touch->contact, side), &pose, touch->on[side].element, &motion->space, side, &at);
  bool ends = isfinite(at.inside),
       cone = isfinite(at.cone) && pw_shell_has_cone(pw_shell_of(k, touch->contact, 0), pw_shell_of(k, touch->contact, 1));
  left[0] = ends ? fmin(at.inside / k->size, FAR) : FAR;
  left[1] = cone ? at.cone : FAR;
  bool lies = find_lean(m, touch, motion, side, &left[1], rate ? &rate[1] : NULL);
  if (!rate) return;
  rate[0] = ends ? along(motion, side, motion->space.a[side], at.step) / k->size : 0;
  if (!lies) rate[1] = cone ? along(motion, side, motion->space.b[side], at.turn) : 0;
}

PawlStatus pw_shells_remember(const PwMotion *m, PwTouch *touch) {
  PwTouchMotion motion;
  PawlStatus status = pw_shells_place(m, touch, &motion);
  if (status) return status;
  pw_surfaces_move(m, touch, &motion);
  touch->gap = motion.gap;
  touch->rate = motion.rate;
  touch->t = m->t;
  touch->definite = motion.space.definite;
  for (int side = 0; side < 2; side++) {
    int32_t rim;
    const PwShell *s = pw_shell_of(m->mechanism, touch->contact, side);
    if (!s->is_round || pw_shell_cell(s, touch->on[side].element, &rim) != PW_CELL_EDGE) continue;
    touch->n[0] = cos(motion.space.q[side][1]);
    touch->n[1] = sin(motion.space.q[side][1]);
  }
  for (int side = 0; side < 2; side++) {
    pw_shells_left(m, touch, &motion, side, touch->on[side].u, touch->on[side].u_rate);
  }
  return PAWL_OK;
}

// On a solid the number of the cell and the length along an edge, or the angle on a rim; on a plane or ball its own two
// parameters.
static void tell_place(const PawlMechanism *k, const PwTouch *touch, const PwTouchMotion *motion, int side, PwTouchView *out) {
  const PwShell *s = pw_shell_of(k, touch->contact, side);
  const double *q = motion->space.q[side];
  int32_t cell = touch->on[side].element, index;
  PwCellKind kind = pw_shell_cell(s, cell, &index);
  bool solid = !s->open && !(s->ball > 0), along = kind == PW_CELL_EDGE || (s->is_round && kind == PW_CELL_VERTEX);
  if (s->is_round && kind == PW_CELL_VERTEX) cell = s->faces + index / PW_SHELL_SEATS;
  out->q[side] = solid ? cell : q[0];
  out->across[side] = solid && !along ? 0 : q[1];
}

void pw_shells_view(const PawlMechanism *k, const PwTouch *touch, const PwTouchMotion *motion, PwTouchView *out) {
  for (int i = 0; i < 3; i++) {
    out->x[i] = (motion->space.x1[i] + motion->space.x2[i]) / 2;
    out->x1[i] = motion->space.x1[i];
    out->n[i] = motion->space.n[i];
  }
  for (int side = 0; side < 2; side++) tell_place(k, touch, motion, side, out);
}
