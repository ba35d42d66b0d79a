// Ends of cells of shells, and touches that go over them: to whatever pair of cells stands at the same place with the same
// normal.
//
// Of each side there are two functions: how far it is inside its face or edge, and how far its normal is inside the fan or cone.
// The second tells of balls alone (pw_shell_has_cone).
#include <math.h>

#include "contact/going_on.h"
#include "contact/shells.h"

void pw_shells_ends(const PwTouches *t, const PwMotion *m, const PwTouch *touch, const PwTouchMotion *motion, double g[PW_ENDS]) {
  (void)t;
  for (int side = 0; side < 2; side++) pw_shells_left(m, touch, motion, side, g + 2 * side, NULL);
}

PwEnd pw_shells_end_of(const PawlMechanism *k, const PwTouch *touch, int way) {
  (void)k, (void)touch;
  return (PwEnd){.side = way / 2, .axis = way % 2};
}

double pw_shells_inside(const PawlMechanism *k, const PwTouch *touch, int way) {
  (void)k;
  return fmin(0.5, touch->on[way / 2].u[way % 2]);
}

// Is it on its cells, but for so much?
static bool is_within(const PwMotion *m, const PwTouch *touch, const PwTouchMotion *motion, double rounding) {
  for (int side = 0; side < 2; side++) {
    double left[2];
    pw_shells_left(m, touch, motion, side, left, NULL);
    if (left[0] < -rounding || left[1] < -rounding) return false;
  }
  return true;
}

// Is its normal beside a fan or cone? What is watched there is no touch, whatever its gap.
static bool is_shadow(const PwMotion *m, const PwTouch *touch, const PwTouchMotion *motion) {
  static const double BESIDE = 1e-7;
  for (int side = 0; side < 2; side++) {
    PwPose3 pose = pw_skin_pose(m, pw_skin_of(m->mechanism, touch->contact, side));
    PwCellPlace at;
    pw_shell_place(pw_shell_of(m->mechanism, touch->contact, side), &pose, touch->on[side].element, &motion->space, side, &at);
    if (at.cone < -BESIDE) return true;
  }
  return false;
}

bool pw_shells_stands(const PwMotion *m, const PwTouch *touch, PwTouchMotion *out) {
  static const double BESIDE =
      2e-9;  // as far as a search finds it: a vertex that leaves its edge has not been behind the face below
  if (pw_shells_place(m, touch, out)) return false;
  pw_surfaces_move(m, touch, out);
  return out->space.nearest && is_within(m, touch, out, BESIDE) && !is_shadow(m, touch, out);
}

bool pw_shells_is_on_corner(const PawlMechanism *k, const PwTouch *touch) {
  for (int side = 0; side < 2; side++) {
    int32_t index;
    const PwShell *s = pw_shell_of(k, touch->contact, side);
    if (!(s->ball > 0) && pw_shell_cell(s, touch->on[side].element, &index) != PW_CELL_FACE) return true;
  }
  return false;
}

// As remembered: only a run's own state is asked for.
bool pw_shells_is_on(const PawlMechanism *k, const PwTouch *touch, const PwTouchMotion *motion) {
  static const double ROUNDING = 1e-9;
  (void)motion;
  for (int way = 0; way < PW_ENDS; way++) {
    if (pw_shells_inside(k, touch, way) < -ROUNDING) return false;
  }
  return true;
}

bool pw_shells_is_outgoing(const PwTouches *t, const PwTouch *touch) {
  static const double END = 1e-8, REST = 1e-9;  // of the run's speed
  for (int way = 0; way < PW_ENDS; way++) {
    double scale = way % 2 ? 1 : t->k->size;
    if (pw_shells_inside(t->k, touch, way) < END && touch->on[way / 2].u_rate[way % 2] * scale < -REST * t->speed) return true;
  }
  return false;
}

// Number n of what was found: where the touch stands, with the same normal, and not on its way out.
static bool goes_on(const PwTouches *t, const PwMotion *m, const PwTouch *touch, const PwTouchMotion *motion, int32_t n,
                    PwTouch *next) {
  static const double SAME = 1e-7;  // of the size, and of normals
  const PwSurfaceFound *f = &t->space_found.item[n];
  double far = 0, turned = 0;
  for (int i = 0; i < 3; i++) {
    far = fmax(far, fmax(fabs(f->point.x1[i] - motion->space.x1[i]), fabs(f->point.x2[i] - motion->space.x2[i])));
    turned = fmax(turned, fabs(f->point.n[i] - motion->space.n[i]));
  }
  if (far > SAME * t->k->size || turned > SAME) return false;
  *next = *touch;
  for (int side = 0; side < 2; side++) next->on[side].element = f->face[side];
  next->shadow = f->border[0];
  if (pw_touches_is_listed(t, next) || pw_shells_remember(m, next)) return false;
  return !pw_shells_is_outgoing(t, next);
}

// The lowest place of a rim has gone round it by more than a quarter of a turn: it does not lie flat.
static bool went_round(const PwTouches *t, const PwTouch *touch, PwEnd end) {
  int32_t rim;
  const PwShell *s = pw_shell_of(t->k, touch->contact, end.side);
  return end.axis == 1 && s->is_round && pw_shell_cell(s, touch->on[end.side].element, &rim) == PW_CELL_EDGE &&
         touch->on[end.side].u[1] > 0.01 * PW_SHELL_SEAT;
}

PawlStatus pw_shells_cross(PwTouches *t, const PwMotion *m, int32_t index, PwEnd end, bool *gone) {
  PwTouch *touch = &t->touch[index], next;
  PwTouchMotion motion;
  PawlStatus status = pw_shells_remember(m, touch);
  if (status == PAWL_OK) status = pw_shells_place(m, touch, &motion);
  if (status == PAWL_OK) {
    status = pw_shells_list(t, m, touch->contact, false, fmax(2 * touch->gap, pw_touches_margin(t, touch->contact)), true);
  }
  *gone = false;
  if (status || went_round(t, touch, end)) return status;
  for (int32_t n = 0; n < t->space_found.count; n++) {
    if (!goes_on(t, m, touch, &motion, n, &next)) continue;
    *touch = next;
    pw_surfaces_move(m, touch, &motion);
    return pw_touches_tell_element(t, m, touch, &motion);
  }
  *gone = touch->state != PW_TOUCH_CLOSED;
  if (!*gone) touch->held_back = true, touch->end = end;
  return PAWL_OK;
}
