// Following a touch of shells: in closed form, wherever it was.
#include <math.h>
#include <string.h>

#include "contact/shells.h"
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
  if (!rate) return;
  rate[0] = ends ? along(motion, side, motion->space.a[side], at.step) / k->size : 0;
  rate[1] = cone ? along(motion, side, motion->space.b[side], at.turn) : 0;
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
    pw_shells_left(m, touch, &motion, side, touch->on[side].u, touch->on[side].u_rate);
  }
  return PAWL_OK;
}

// On a solid the number of the cell and the length along an edge; on a plane or ball its own two parameters.
static void tell_place(const PawlMechanism *k, const PwTouch *touch, const PwTouchMotion *motion, int side, PwTouchView *out) {
  const PwShell *s = pw_shell_of(k, touch->contact, side);
  const double *q = motion->space.q[side];
  int32_t cell = touch->on[side].element, index;
  bool solid = !s->open && !(s->ball > 0), edge = pw_shell_cell(s, cell, &index) == PW_CELL_EDGE;
  out->q[side] = solid ? cell : q[0];
  out->across[side] = solid && !edge ? 0 : q[1];
}

void pw_shells_view(const PawlMechanism *k, const PwTouch *touch, const PwTouchMotion *motion, PwTouchView *out) {
  for (int i = 0; i < 3; i++) {
    out->x[i] = (motion->space.x1[i] + motion->space.x2[i]) / 2;
    out->x1[i] = motion->space.x1[i];
    out->n[i] = motion->space.n[i];
  }
  for (int side = 0; side < 2; side++) tell_place(k, touch, motion, side, out);
}
