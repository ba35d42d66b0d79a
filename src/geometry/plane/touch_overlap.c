// Questions about two profiles as a whole: how far apart, and do they overlap where a touch has a negative gap?
//
// A pair of points with a negative gap need not be an overlap: a disc above a plate has one with the plate's far side. It is one
//   if x1 is inside body 2, and the straight way from there to x2 stays in it; or x2 inside body 1. If that point is itself off
//   its own body, a rounding beyond the end of its element, where a corner has turned away, that end counts in its place;
//   or if the ways from x1 into body 1 and from x2 into body 2 meet where both bodies are (two bars across each other).
// Inside is asked for by points (profile_side.c), between the points where a way crosses a boundary. An open profile has no
// inside: a way into it ends where it comes to the profile itself.
#include <math.h>

#include "geometry/plane/touch_plane.h"

double pw_profile_distance(const PwProfile *b1, const PwPose2 *p1, const PwProfile *b2, const PwPose2 *p2) {
  double c1[2], c2[2];
  pw_to_ground(p1, b1->center, c1);
  pw_to_ground(p2, b2->center, c2);
  return hypot(c1[0] - c2[0], c1[1] - c2[1]) - b1->radius - b2->radius;
}

typedef struct {
  const PwProfile *b;
  double from[2], along[2];  // of the way, in its axes
  double near;               // what is on a boundary
} Body;

static Body body_of(const PwProfile *b, const PwPose2 *p, const double from[2], const double along[2], double near) {
  Body body = {.b = b, .near = near};
  pw_to_local(p, from, body.from);
  pw_turn_in(p, along, body.along);
  return body;
}
static bool is_tip(const PwProfile *b) {
  return b->elements == 1 && pw_element_is_corner(&b->element[0]);
}
// Where is the body at a point s along the way and `aside` to the left of it? An open profile: not on it is inside.
static PwSide side_at(const Body *body, double s, double aside) {
  const double *t = body->along;
  double x[2] = {body->from[0] + s * t[0] - aside * t[1], body->from[1] + s * t[1] + aside * t[0]};
  if (body->b->closed) return pw_profile_side(body->b, x, body->near);
  return pw_profile_clearance(body->b, x, 2 * body->near) <= body->near ? PW_ON : PW_INSIDE;
}
// How far the way stays in the body, or on its boundary. It begins on that.
static double way_in(const Body *body, double length) {
  enum { MOST = 100 };  // crossings
  double s = 0, skip = 1e-9 * length + 1e-12 * body->b->size;
  if (is_tip(body->b)) return 0;
  if (!body->b->closed) return pw_profile_way(body->b, body->from, body->along, length, skip, 0);
  for (int i = 0; i < MOST && s < length; i++) {
    double next = pw_profile_way(body->b, body->from, body->along, length, s + skip, 0);
    if (side_at(body, 0.5 * (s + next), 0) == PW_OUTSIDE) return s;
    s = next;
  }
  return s;
}
// Are both bodies at a point of the way, or just beside it, where it runs along both? (Beside an open profile nothing is known.)
static bool are_both_at(const Body *one, const Body *two, double length, double s, double aside) {
  int beside = one->b->closed && two->b->closed;
  for (int i = -beside; i <= beside; i++) {
    PwSide a = side_at(one, s, i * aside), b = side_at(two, length - s, -i * aside);
    if (a != PW_OUTSIDE && b != PW_OUTSIDE && (a == PW_INSIDE || b == PW_INSIDE)) return true;
  }
  return false;
}

// Is the end of a whole way in the body, off its boundaries, and (`nearest`) is none of these nearer than where the way began?
static bool ends_inside(const Body *body, double length, bool nearest) {
  double x[2] = {body->from[0] + length * body->along[0], body->from[1] + length * body->along[1]};
  if (side_at(body, length, 0) != PW_INSIDE) return false;
  return !nearest || pw_profile_clearance(body->b, x, length) >= (1 - 1e-6) * length;
}

// Is a point of a touch on its own body, or else the end of its element beside it inside the other one?
static bool is_on(const Body *own, const PwPose2 *pose, int32_t element, double u, const PwProfile *other, const PwPose2 *at,
                  double near) {
  PwCurvePoint end;
  double x[2], seen[2];
  if (side_at(own, 0, 0) != PW_OUTSIDE) return true;
  pw_element_evaluate(&own->b->element[element], fmin(fmax(u, 0), 1), &end);
  pw_to_ground(pose, end.x, x);
  pw_to_local(at, x, seen);
  return other->closed && pw_profile_side(other, seen, near) == PW_INSIDE;
}

bool pw_touch_overlaps(const PwProfile *b1, const PwPose2 *p1, const PwProfile *b2, const PwPose2 *p2, const PwFound *found,
                       bool nearest) {
  static const double ROUNDING = 1e-9, NEAR = 1e-10, ASIDE = 1e-6;  // of the size
  const PwTouchPoint *touch = &found->point;
  double length = -touch->gap, back[2] = {-touch->n[0], -touch->n[1]}, size = fmax(b1->size, b2->size);
  if (!(length > 0)) return false;
  if (length <= ROUNDING * size) return true;
  Body one = body_of(b1, p1, touch->x1, touch->n, NEAR * size), two = body_of(b2, p2, touch->x2, back, NEAR * size);
  double in1 = way_in(&one, length), in2 = way_in(&two, length), both = in1 + in2 - length;
  if (in2 >= length && ends_inside(&two, length, nearest) &&
      is_on(&one, p1, found->element[0], touch->u[0], b2, p2, ROUNDING * size))
    return true;
  if (in1 >= length && ends_inside(&one, length, nearest) &&
      is_on(&two, p2, found->element[1], touch->u[1], b1, p1, ROUNDING * size))
    return true;
  for (int i = 1; i < 4 && both > NEAR * size && !nearest; i++) {
    if (are_both_at(&one, &two, length, length - in2 + 0.25 * i * both, fmin(ASIDE * size, 0.25 * length))) return true;
  }
  return false;
}
