// Elements of a chain moved, reflected, and with their kinks rounded or cut off.
//
// A fillet of radius r at a kink that turns left (s = 1; right: s = -1) has its centre at the distance s r on the left of both
// elements: where the two offset lines or circles cross, nearest to the kink. A circle of radius R offsets to R - s r where it is
// run through counter-clockwise, to R + s r clockwise. The fillet touches at the centre's feet on both.
#include "geometry/profile/chain_edit.h"

#include <math.h>
#include <string.h>

#include "geometry/profile/profile.h"

static const double turn = 6.283185307179586476925287;

// ---- moved and reflected

static void move_point(double x[2], const double about[2], double c, double s, const double shift[2]) {
  double d[2] = {x[0] - about[0], x[1] - about[1]};
  x[0] = about[0] + c * d[0] - s * d[1] + shift[0];
  x[1] = about[1] + s * d[0] + c * d[1] + shift[1];
}

static double *copy_numbers(PwArena *arena, const double *from, int32_t count) {
  double *copy = pw_arena_array(arena, (size_t)count, sizeof *copy);
  if (copy) memcpy(copy, from, (size_t)count * sizeof *copy);
  return copy;
}

PawlStatus pw_chain_move(PawlElementDef *e, const double about[2], double angle, const double shift[2], PwArena *arena) {
  double c = cos(angle), s = sin(angle);
  move_point(e->from, about, c, s, shift);  // NaN stays NaN
  move_point(e->to, about, c, s, shift);
  move_point(e->center, about, c, s, shift);
  switch (e->type) {
    case PAWL_ELEMENT_POLAR:
      e->origin += angle;
      e->angle[0] += angle;
      e->angle[1] += angle;
      break;
    case PAWL_ELEMENT_ARC:
      e->angle[0] += angle;
      e->angle[1] += angle;
      break;
    case PAWL_ELEMENT_INVOLUTE:
    case PAWL_ELEMENT_ELLIPSE:
      e->origin += angle;
      break;
    case PAWL_ELEMENT_SPLINE:
    case PAWL_ELEMENT_BSPLINE: {
      double *data = copy_numbers(arena, e->data, 2 * e->count);
      if (!data) return PAWL_ERR_MEMORY;
      for (int32_t k = 0; k < e->count; k++) move_point(&data[2 * k], about, c, s, shift);
      e->data = data;
      break;
    }
    case PAWL_ELEMENT_POINT:
    case PAWL_ELEMENT_LINE:
    case PAWL_ELEMENT_CIRCLE:
      break;
  }
  return PAWL_OK;
}

static void reflect_point(double x[2], const double through[2], double along) {
  double c = cos(2 * along), s = sin(2 * along), d[2] = {x[0] - through[0], x[1] - through[1]};
  x[0] = through[0] + c * d[0] + s * d[1];
  x[1] = through[1] + s * d[0] - c * d[1];
}

// Points, or knots, in the opposite order.
static PawlStatus reflect_lists(PawlElementDef *e, const double through[2], double along, PwArena *arena) {
  double *data = copy_numbers(arena, e->data, 2 * e->count);
  if (!data) return PAWL_ERR_MEMORY;
  for (int32_t k = 0; k < e->count; k++) {
    memcpy(&data[2 * k], &e->data[2 * (e->count - 1 - k)], 2 * sizeof *data);
    reflect_point(&data[2 * k], through, along);
  }
  e->data = data;
  if (!e->knot_count) return PAWL_OK;
  double *knots = copy_numbers(arena, e->knots, e->knot_count), ends = e->knots[0] + e->knots[e->knot_count - 1];
  if (!knots) return PAWL_ERR_MEMORY;
  for (int32_t k = 0; k < e->knot_count; k++) knots[k] = ends - e->knots[e->knot_count - 1 - k];
  e->knots = knots;
  return PAWL_OK;
}

PawlStatus pw_chain_reflect(PawlElementDef *e, const double start[2], const double through[2], double along, PwArena *arena) {
  double a = e->angle[0], b = e->angle[1];
  bool to = !isnan(e->to[0]);
  if (e->type == PAWL_ELEMENT_POINT) {
    reflect_point(e->from, through, along);
  } else {
    e->from[0] = e->from[1] = NAN;
  }
  if (to) {
    memcpy(e->to, start, sizeof e->to);
    reflect_point(e->to, through, along);
  }
  reflect_point(e->center, through, along);
  switch (e->type) {
    case PAWL_ELEMENT_POLAR:
      e->origin = 2 * along - e->origin;
      e->scale = -e->scale;
      e->angle[0] = 2 * along - b;
      e->angle[1] = 2 * along - a;
      break;
    case PAWL_ELEMENT_ARC:
      if (to) break;
      e->angle[0] = 2 * along - b;
      e->angle[1] = 2 * along - a;
      break;
    case PAWL_ELEMENT_INVOLUTE:
      e->origin = 2 * along - e->origin;
      e->clockwise = !e->clockwise;
      e->angle[0] = b;
      e->angle[1] = a;
      break;
    case PAWL_ELEMENT_ELLIPSE:
      e->origin = 2 * along - e->origin;
      e->angle[0] = -b;
      e->angle[1] = -a;
      break;
    case PAWL_ELEMENT_SPLINE:
    case PAWL_ELEMENT_BSPLINE:
      return reflect_lists(e, through, along, arena);
    case PAWL_ELEMENT_POINT:
    case PAWL_ELEMENT_LINE:
    case PAWL_ELEMENT_CIRCLE:
      break;
  }
  return PAWL_OK;
}

PawlStatus pw_chain_ends(const PawlElementDef *e, double start[2], double end[2]) {
  start[0] = start[1] = NAN;
  memcpy(end, e->to, sizeof e->to);
  if (!isnan(end[0])) return PAWL_OK;
  if (e->type == PAWL_ELEMENT_ARC) {
    for (int k = 0; k < 2; k++) {
      (k ? end : start)[0] = e->center[0] + e->radius * cos(e->angle[k]);
      (k ? end : start)[1] = e->center[1] + e->radius * sin(e->angle[k]);
    }
    return PAWL_OK;
  }
  PwArena arena = {0};
  PwProfile profile;
  PwProfileProblem problem = {.def = -1};
  PawlStatus status = pw_profile_build(e, 1, false, false, &arena, &profile, &problem);
  if (!status) {
    memcpy(start, profile.element[0].start, sizeof profile.element[0].start);
    memcpy(end, profile.element[profile.elements - 1].end, sizeof profile.element[0].end);
  }
  pw_arena_free(&arena);
  return status == PAWL_ERR_MEMORY ? status : PAWL_OK;
}

// ---- blended

// A line or an arc, at the kink that it ends at (direction 1) or begins at (-1).
typedef struct {
  bool arc;
  double kink[2], far[2];  // its ends
  double tangent[2];       // at the kink, along the chain
  double center[2], radius;
  double sense;  // arc: 1 counter-clockwise, -1 clockwise
  double swept;  // arc: the angle between its ends, > 0
  double length;
} Limb;

// The angle from a to b about the centre in the given sense, 0 to 2 pi.
static double angle_between(const double center[2], const double a[2], const double b[2], double sense) {
  double from = atan2(a[1] - center[1], a[0] - center[0]), to = atan2(b[1] - center[1], b[0] - center[0]);
  double angle = fmod(sense * (to - from), turn);
  return angle < 0 ? angle + turn : angle;
}

static bool make_limb(const PawlElementDef *e, const double start[2], const double end[2], int direction, Limb *limb) {
  const double *kink = direction > 0 ? end : start, *far = direction > 0 ? start : end;
  *limb = (Limb){.arc = e->type == PAWL_ELEMENT_ARC};
  memcpy(limb->kink, kink, sizeof limb->kink);
  memcpy(limb->far, far, sizeof limb->far);
  if (e->type == PAWL_ELEMENT_LINE) {
    limb->length = hypot(end[0] - start[0], end[1] - start[1]);
    for (int k = 0; k < 2; k++) limb->tangent[k] = (end[k] - start[k]) / limb->length;
    return limb->length > 0;
  }
  memcpy(limb->center, e->center, sizeof limb->center);
  limb->sense = e->clockwise ? -1 : 1;
  limb->radius = hypot(kink[0] - e->center[0], kink[1] - e->center[1]);
  limb->tangent[0] = -limb->sense * (kink[1] - e->center[1]) / limb->radius;
  limb->tangent[1] = limb->sense * (kink[0] - e->center[0]) / limb->radius;
  limb->swept = angle_between(e->center, start, end, limb->sense);
  limb->length = limb->swept * limb->radius;
  return limb->radius > 0 && limb->swept > 0;
}

// Points at the distance `left` on the left of the limb: a point and a direction, or a centre and a radius.
typedef struct {
  bool arc;
  double x[2], along[2], radius;
} Offset;

static Offset offset_of(const Limb *limb, double left) {
  Offset o = {.arc = limb->arc, .radius = limb->radius - limb->sense * left};
  memcpy(o.x, limb->center, sizeof o.x);
  if (limb->arc) return o;
  memcpy(o.along, limb->tangent, sizeof o.along);
  o.x[0] = limb->kink[0] - left * limb->tangent[1];
  o.x[1] = limb->kink[1] + left * limb->tangent[0];
  return o;
}

// A line (a point and a unit direction) cut by a circle; the number of places.
static int cut_circle(const double x[2], const double along[2], const double center[2], double radius, double out[2][2]) {
  double d[2] = {center[0] - x[0], center[1] - x[1]};
  double ahead = d[0] * along[0] + d[1] * along[1], beside = along[0] * d[1] - along[1] * d[0];
  double half = radius * radius - beside * beside;
  if (!(half >= 0)) return 0;
  for (int k = 0; k < 2; k++) {
    double at = ahead + (k ? 1 : -1) * sqrt(half);
    out[k][0] = x[0] + at * along[0];
    out[k][1] = x[1] + at * along[1];
  }
  return 2;
}

static int cross_offsets(const Offset *a, const Offset *b, double out[2][2]) {
  if (!a->arc && b->arc) return cut_circle(a->x, a->along, b->x, b->radius, out);
  if (a->arc && !b->arc) return cut_circle(b->x, b->along, a->x, a->radius, out);
  double d[2] = {b->x[0] - a->x[0], b->x[1] - a->x[1]};
  if (!a->arc) {
    double across = a->along[0] * b->along[1] - a->along[1] * b->along[0];
    double at = (d[0] * b->along[1] - d[1] * b->along[0]) / across;
    for (int k = 0; k < 2; k++) out[0][k] = a->x[k] + at * a->along[k];
    return 1;
  }
  double apart = hypot(d[0], d[1]);  // two circles: cut by their radical line
  double at = (apart * apart + a->radius * a->radius - b->radius * b->radius) / (2 * apart);
  double foot[2] = {a->x[0] + at * d[0] / apart, a->x[1] + at * d[1] / apart}, along[2] = {-d[1] / apart, d[0] / apart};
  return apart > 0 ? cut_circle(foot, along, a->x, a->radius, out) : 0;
}

// The foot of a point on the limb; false if it is not between its ends.
static bool foot_on(const Limb *limb, int direction, const double x[2], double out[2]) {
  if (!limb->arc) {
    double back = -direction * ((x[0] - limb->kink[0]) * limb->tangent[0] + (x[1] - limb->kink[1]) * limb->tangent[1]);
    for (int k = 0; k < 2; k++) out[k] = limb->kink[k] - direction * back * limb->tangent[k];
    return back > 0 && back < limb->length;
  }
  double d[2] = {x[0] - limb->center[0], x[1] - limb->center[1]}, far = hypot(d[0], d[1]);
  for (int k = 0; k < 2; k++) out[k] = limb->center[k] + limb->radius * d[k] / far;
  double swept = angle_between(limb->center, limb->kink, out, -direction * limb->sense);
  return far > 0 && swept > 0 && swept < limb->swept;
}

// The point of the limb at a distance from the kink, along it.
static bool point_on(const Limb *limb, int direction, double distance, double out[2]) {
  double angle = -direction * limb->sense * distance / limb->radius;
  static const double nowhere[2];
  for (int k = 0; k < 2; k++) out[k] = limb->kink[k] - direction * distance * limb->tangent[k];
  if (limb->arc) {
    memcpy(out, limb->kink, sizeof limb->kink);
    move_point(out, limb->center, cos(angle), sin(angle), nowhere);
  }
  return distance < limb->length;
}

// An arc by angles is shortened at its end, or at its beginning; other elements that end there say so.
static void shorten(PawlElementDef *e, const Limb *limb, bool at_end, const double to[2]) {
  if (e->type == PAWL_ELEMENT_ARC && isnan(e->to[0])) {
    double left = angle_between(limb->center, at_end ? limb->far : to, at_end ? to : limb->far, limb->sense);
    if (at_end) e->angle[1] = e->angle[0] + limb->sense * left;
    if (!at_end) e->angle[0] = e->angle[1] - limb->sense * left;
  } else if (at_end) {
    memcpy(e->to, to, sizeof e->to);
  }
}

static bool find_fillet(const Limb *before, const Limb *after, double left, double center[2], double feet[2][2]) {
  double found[2][2], nearest = INFINITY;
  Offset a = offset_of(before, left), b = offset_of(after, left);
  if ((a.arc && a.radius <= 0) || (b.arc && b.radius <= 0)) return false;
  int count = cross_offsets(&a, &b, found);
  for (int k = 0; k < count; k++) {
    double away = hypot(found[k][0] - before->kink[0], found[k][1] - before->kink[1]);
    if (away >= nearest) continue;
    nearest = away;
    memcpy(center, found[k], sizeof found[k]);
  }
  return count > 0 && foot_on(before, 1, center, feet[0]) && foot_on(after, -1, center, feet[1]);
}

PwBlended pw_chain_blend(PawlElementDef *a, const double start[2], PawlElementDef *b, double size, bool cut,
                         PawlElementDef *between, double b_start[2]) {
  double ends[2][2], unused[2], feet[2][2];
  Limb before, after;
  bool fits = (a->type == PAWL_ELEMENT_LINE || a->type == PAWL_ELEMENT_ARC) &&
              (b->type == PAWL_ELEMENT_LINE || b->type == PAWL_ELEMENT_ARC);
  if (!fits || pw_chain_ends(a, unused, ends[0]) || pw_chain_ends(b, unused, ends[1])) return PW_BLEND_KIND;
  if (!make_limb(a, start, ends[0], 1, &before) || !make_limb(b, ends[0], ends[1], -1, &after)) return PW_BLEND_KIND;
  double bend = before.tangent[0] * after.tangent[1] - before.tangent[1] * after.tangent[0];
  if (!(fabs(bend) > 1e-9)) return PW_BLEND_SMOOTH;
  *between = pawl_element_def_default();
  between->type = cut ? PAWL_ELEMENT_LINE : PAWL_ELEMENT_ARC;
  between->clockwise = !cut && bend < 0;
  if (cut ? !point_on(&before, 1, size, feet[0]) || !point_on(&after, -1, size, feet[1])
          : !find_fillet(&before, &after, bend > 0 ? size : -size, between->center, feet)) {
    return PW_BLEND_LARGE;
  }
  memcpy(between->to, feet[1], sizeof feet[1]);
  memcpy(b_start, feet[1], sizeof feet[1]);
  shorten(a, &before, true, feet[0]);
  shorten(b, &after, false, feet[1]);
  return PW_BLEND_DONE;
}
