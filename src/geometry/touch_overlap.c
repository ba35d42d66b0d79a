// Questions about two profiles as a whole: how far apart, and do they overlap where a touch has a negative gap?
#include <math.h>

#include "geometry/touch_plane.h"

double pw_profile_distance(const PwProfile *b1, const PwPose2 *p1, const PwProfile *b2, const PwPose2 *p2) {
  double c1[2], c2[2];
  pw_to_ground(p1, b1->center, c1);
  pw_to_ground(p2, b2->center, c2);
  return hypot(c1[0] - c2[0], c1[1] - c2[1]) - b1->radius - b2->radius;
}

static double first_crossing(const PwProfile *b, const PwPose2 *p, const double from[2], const double along[2], double length,
                             double skip, double graze) {
  double start[2], direction[2];
  pw_to_local(p, from, start);
  pw_turn_in(p, along, direction);
  return pw_profile_way(b, start, direction, length, skip, graze);
}
// Does a boundary pass beside the place, within `aside` across n?
static bool is_beside(const PwProfile *b, const PwPose2 *p, const double at[2], const double n[2], double aside) {
  double across[2] = {-n[1], n[0]}, other[2] = {n[1], -n[0]};
  return first_crossing(b, p, at, across, aside, -1, 0) < aside || first_crossing(b, p, at, other, aside, -1, 0) < aside;
}

// Does the way from a corner lead into the body? A sharp corner has more normals than directions inwards.
static bool leads_in(const PwElement *e, const PwPose2 *p, const double along[2]) {
  if (!pw_element_is_corner(e) || e->turn > 6) return true;  // a profile that is a point has no inside
  double d[2];
  pw_turn_in(p, along, d);
  for (int end = 0; end < 2; end++) {
    double angle = e->angle + end * e->turn;
    if (!(d[0] * cos(angle) + d[1] * sin(angle) < 0)) return false;
  }
  return true;
}

static bool is_tip(const PwProfile *b) {
  return b->elements == 1 && pw_element_is_corner(&b->element[0]);
}

// A tip has no inside: the way from the boundary must lead to it without leaving the body, nor along its boundary.
static bool holds_tip(const PwProfile *b, const PwPose2 *p, const double from[2], const double along[2], const double tip[2],
                      double length, double graze) {
  double whole = length + graze, skip = 1e-9 * length + 1e-12 * b->size;
  return first_crossing(b, p, from, along, whole, skip, graze) >= whole && !is_beside(b, p, tip, along, graze);
}

bool pw_touch_overlaps(const PwProfile *b1, const PwPose2 *p1, const PwProfile *b2, const PwPose2 *p2, const PwFound *found) {
  const PwTouchPoint *touch = &found->point;
  double length = -touch->gap, back[2] = {-touch->n[0], -touch->n[1]}, size = fmin(b1->size, b2->size);
  double graze = 3e-9 * fmax(b1->size, b2->size);  // a touch is taken for one so far beside its element
  if (!(length > 0)) return false;
  if (length <= 1e-6 * size) return true;  // so little is an overlap of these very elements; the ways may run along faces there
  if (!leads_in(&b1->element[found->element[0]], p1, touch->n) || !leads_in(&b2->element[found->element[1]], p2, back))
    return false;
  if (is_tip(b2)) return holds_tip(b1, p1, touch->x1, touch->n, touch->x2, length, graze);
  if (is_tip(b1)) return holds_tip(b2, p2, touch->x2, back, touch->x1, length, graze);
  // into body 1 from x1, into body 2 from x2: they overlap if the two ways meet inside both
  double in1 = first_crossing(b1, p1, touch->x1, touch->n, length, 1e-9 * length + 1e-12 * b1->size, graze);
  double in2 = first_crossing(b2, p2, touch->x2, back, length, 1e-9 * length + 1e-12 * b2->size, graze);
  if (!(in1 + in2 > length + graze)) return false;  // bodies that lie on each other meet there by a rounding
  // where bodies stand beside each other the way may run along faces of both, inside by rounding only
  double where = 0.5 * (in1 + length - in2), aside = fmin(0.25 * length, 1e-6 * size);
  double at[2] = {touch->x1[0] + where * touch->n[0], touch->x1[1] + where * touch->n[1]};
  return !is_beside(b1, p1, at, touch->n, aside) || !is_beside(b2, p2, at, touch->n, aside);
}
