// Elements of a chain from their defs: points, lines, arcs, circles, ellipses, polar polynomials, involutes.
#include <math.h>
#include <string.h>

#include "geometry/profile/profile_parts.h"

static const double ROUNDING = 1e-15;  // of how far a place is from the origin

static bool finite2(const double x[2]) {
  return isfinite(x[0]) && isfinite(x[1]);
}
static bool given(const double x[2]) {
  return !isnan(x[0]) || !isnan(x[1]);
}

void pw_element_ends(PwElement *e) {
  PwCurvePoint p;
  pw_element_evaluate(e, 0, &p);
  memcpy(e->start, p.x, sizeof p.x);
  pw_element_evaluate(e, 1, &p);
  memcpy(e->end, p.x, sizeof p.x);
}

PwElement pw_element_part(const PwElement *e, const double u[2]) {
  PwElement t = *e;
  if (e->kind == PW_EL_LINE) {
    for (int a = 0; a < 2; a++) {
      t.start[a] = e->start[a] + u[0] * (e->end[a] - e->start[a]);
      t.end[a] = e->start[a] + u[1] * (e->end[a] - e->start[a]);
    }
    t.length = hypot(t.end[0] - t.start[0], t.end[1] - t.start[1]);
    return t;
  }
  if (e->kind == PW_EL_SPLINE) {
    t.origin = e->origin + u[0] * e->scale;
    t.scale = (u[1] - u[0]) * e->scale;
  } else {
    t.angle = e->angle + u[0] * e->turn;
    t.turn = (u[1] - u[0]) * e->turn;
  }
  pw_element_ends(&t);
  return t;
}

static PawlStatus add_point(PwChain *chain, const PawlElementDef *def, int32_t i, int32_t count) {
  if (count != 1) return pw_chain_refuse(chain, i, "element[%d] is a point: it stands alone; corners come by themselves", i);
  if (!finite2(def->from)) return pw_chain_refuse(chain, i, "a point needs its place `from`");
  PwElement e = {.kind = PW_EL_POINT, .angle = -PW_PI, .turn = 2 * PW_PI, .source = i};
  memcpy(e.start, def->from, sizeof e.start);
  memcpy(e.end, def->from, sizeof e.end);
  chain->closed = true;  // its normal comes back
  return pw_chain_add(chain, &e);
}

static PawlStatus add_line(PwChain *chain, const PawlElementDef *def, int32_t i, const double from[2]) {
  if (!from || !finite2(from)) return pw_chain_refuse(chain, i, "line element[%d] begins nowhere: give `from`", i);
  if (!finite2(def->to)) return pw_chain_refuse(chain, i, "line element[%d] ends nowhere: give `to`", i);
  PwElement e = {.kind = PW_EL_LINE, .source = i};
  memcpy(e.start, from, sizeof e.start);
  memcpy(e.end, def->to, sizeof e.end);
  e.length = hypot(e.end[0] - e.start[0], e.end[1] - e.start[1]);
  return pw_chain_add(chain, &e);
}

// The way from angle a to b in the given direction, in (0, 2 pi] or [-2 pi, 0); a full turn only if b says so.
static double arc_turn(double a, double b, bool clockwise) {
  double turn = clockwise ? a - b : b - a;
  if (turn <= 0) turn += 2 * PW_PI * (1 + floor(-turn / (2 * PW_PI)));
  return clockwise ? -turn : turn;
}

// About `center` through `from` and `to`, whose distances from it may differ by rounding only.
static PawlStatus arc_between(PwChain *chain, const PawlElementDef *def, int32_t i, const double from[2], PwElement *e) {
  if (!from || !finite2(from)) return pw_chain_refuse(chain, i, "arc element[%d] begins nowhere: give `from`", i);
  if (!finite2(def->to)) return pw_chain_refuse(chain, i, "arc element[%d]: `to` is not a place", i);
  double a[2] = {from[0] - def->center[0], from[1] - def->center[1]};
  double b[2] = {def->to[0] - def->center[0], def->to[1] - def->center[1]}, ra = hypot(a[0], a[1]), rb = hypot(b[0], b[1]);
  double rounding = ROUNDING * (hypot(def->center[0], def->center[1]) + fmax(ra, rb));
  if (fabs(ra - rb) > PW_PROFILE_GAP * fmax(ra, rb) + rounding) {
    return pw_chain_refuse(
        chain, i, "arc element[%d]: its ends %s and %s are %s and %s from its centre; they must be equally far", i,
        PW_TELL_PLACE(chain, from), PW_TELL_PLACE(chain, def->to), PW_TELL_LENGTH(chain, ra), PW_TELL_LENGTH(chain, rb));
  }
  if (def->radius != 0 && fabs(def->radius - ra) > PW_PROFILE_GAP * ra + rounding) {
    return pw_chain_refuse(chain, i, "arc element[%d]: its ends are %s from its centre, its radius says %s; leave one out", i,
                           PW_TELL_LENGTH(chain, ra), PW_TELL_LENGTH(chain, def->radius));
  }
  e->radius = (ra + rb) / 2;
  e->angle = atan2(a[1], a[0]);
  double turn = pw_turn(a, b);
  if (fabs(turn) <= PW_PROFILE_GAP) return pw_chain_refuse(chain, i, "arc element[%d] ends where it begins: say circle", i);
  e->turn = arc_turn(0, turn, def->clockwise);
  return PAWL_OK;
}

static PawlStatus add_arc(PwChain *chain, const PawlElementDef *def, int32_t i, const double from[2]) {
  PwElement e = {.kind = PW_EL_ARC, .source = i};
  if (!finite2(def->center)) return pw_chain_refuse(chain, i, "arc element[%d]: its centre is not a place", i);
  memcpy(e.center, def->center, sizeof e.center);
  if (given(def->to)) {
    PawlStatus status = arc_between(chain, def, i, from, &e);
    if (status) return status;
  } else {
    if (!finite2(def->angle)) return pw_chain_refuse(chain, i, "arc element[%d]: its angles are not numbers", i);
    if (def->angle[0] == def->angle[1])
      return pw_chain_refuse(chain, i, "arc element[%d] has no length: its angles are equal", i);
    if (fabs(def->angle[1] - def->angle[0]) > 2 * PW_PI * (1 + 1e-12)) {
      return pw_chain_refuse(chain, i, "arc element[%d] turns by more than once round", i);
    }
    e.radius = def->radius;
    e.angle = def->angle[0];
    e.turn = arc_turn(def->angle[0], def->angle[1], def->clockwise);
  }
  if (!(e.radius > 0 && isfinite(e.radius))) return pw_chain_refuse(chain, i, "arc element[%d]: its radius must be > 0", i);
  if (def->clockwise) e.radius = -e.radius;
  pw_element_ends(&e);
  return pw_chain_add(chain, &e);
}

static PawlStatus add_circle(PwChain *chain, const PawlElementDef *def, int32_t i, int32_t count) {
  if (count != 1) return pw_chain_refuse(chain, i, "element[%d] is a circle: it stands alone in its profile", i);
  if (!chain->closed) return pw_chain_refuse(chain, i, "a circle is closed; say arc if it is not");
  if (!finite2(def->center)) return pw_chain_refuse(chain, i, "circle: its centre is not a place");
  if (!(def->radius > 0 && isfinite(def->radius))) return pw_chain_refuse(chain, i, "circle: its radius must be > 0");
  double sign = def->clockwise ? -1 : 1;
  PwElement e = {.kind = PW_EL_ARC, .radius = sign * def->radius, .turn = sign * 2 * PW_PI, .source = i};
  memcpy(e.center, def->center, sizeof e.center);
  pw_element_ends(&e);
  return pw_chain_add(chain, &e);
}

static PawlStatus add_ellipse(PwChain *chain, const PawlElementDef *def, int32_t i) {
  double a = def->radius, b = def->radius_across, most = fmax(a, b), least = fmin(a, b);
  if (!finite2(def->center) || !isfinite(def->origin) || !finite2(def->angle)) {
    return pw_chain_refuse(chain, i, "ellipse element[%d]: centre, direction and angles must be numbers", i);
  }
  if (!(a > 0 && b > 0 && least > PW_PROFILE_GAP * most && isfinite(most))) {
    return pw_chain_refuse(chain, i,
                           "ellipse element[%d]: its radii are %s and %s; both must be > 0, neither 1e9 times the other", i,
                           PW_TELL_LENGTH(chain, a), PW_TELL_LENGTH(chain, b));
  }
  if (def->angle[0] == def->angle[1]) {
    return pw_chain_refuse(chain, i, "ellipse element[%d] has no length: its angles are equal", i);
  }
  if (fabs(def->angle[1] - def->angle[0]) > 2 * PW_PI * (1 + 1e-12)) {
    return pw_chain_refuse(chain, i, "ellipse element[%d] turns by more than once round", i);
  }
  PwElement e = {.kind = PW_EL_ELLIPSE, .radius = a, .scale = b, .origin = def->origin, .source = i};
  memcpy(e.center, def->center, sizeof e.center);
  e.angle = fmod(def->angle[0], 2 * PW_PI);
  e.turn = arc_turn(def->angle[0], def->angle[1], def->clockwise);
  pw_element_ends(&e);
  return pw_chain_add(chain, &e);
}

// Exponents that are no natural numbers need an argument that keeps away from 0, and above it if they have a fraction.
static PawlStatus check_exponents(PwChain *chain, const PwElement *e, int32_t i) {
  double z0 = (e->angle - e->origin) / e->scale, z1 = (e->angle + e->turn - e->origin) / e->scale;
  for (int32_t k = 0; k < e->count; k++) {
    double n = e->data[2 * k + 1];
    if (!isfinite(n) || !isfinite(e->data[2 * k])) {
      return pw_chain_refuse(chain, i, "polar element[%d]: term %d is not a pair of numbers", i, k);
    }
    if (n != floor(n) && !(z0 > 0 && z1 > 0)) {
      return pw_chain_refuse(chain, i,
                             "polar element[%d]: exponent %g needs a positive (theta - origin)/scale; it runs from %g to %g", i,
                             n, z0, z1);
    }
    if (n < 0 && !(z0 * z1 > 0)) {
      return pw_chain_refuse(chain, i, "polar element[%d]: exponent %g and (theta - origin)/scale, from %g to %g, passes 0", i, n,
                             z0, z1);
    }
  }
  return PAWL_OK;
}

// Spirals wind round as often as they like, within reason.
static PawlStatus check_turns(PwChain *chain, const char *kind, int32_t i, const double angle[2]) {
  double turns = fabs(angle[1] - angle[0]) / (2 * PW_PI);
  if (turns == 0) return pw_chain_refuse(chain, i, "%s element[%d] has no length: its angles are equal", kind, i);
  if (turns <= PW_PROFILE_TURNS) return PAWL_OK;
  return pw_chain_refuse(chain, i, "%s element[%d] winds round %.3g times; at most %d are taken", kind, i, turns,
                         PW_PROFILE_TURNS);
}

static PawlStatus add_polar(PwChain *chain, const PawlElementDef *def, int32_t i) {
  if (def->count < 1 || !def->data) return pw_chain_refuse(chain, i, "polar element[%d] has no terms", i);
  if (!finite2(def->center) || !finite2(def->angle) || !isfinite(def->origin) || !isfinite(def->scale)) {
    return pw_chain_refuse(chain, i, "polar element[%d]: centre, angles, origin and scale must be numbers", i);
  }
  if (def->scale == 0) return pw_chain_refuse(chain, i, "polar element[%d]: its scale is 0", i);
  PawlStatus status = check_turns(chain, "polar", i, def->angle);
  if (status) return status;
  size_t numbers = 2 * (size_t)def->count;
  double *data = pw_arena_array(chain->arena, numbers, sizeof *data);
  if (!data) return PAWL_ERR_MEMORY;
  memcpy(data, def->data, numbers * sizeof *data);
  PwElement e = {.kind = PW_EL_POLAR, .angle = def->angle[0], .turn = def->angle[1] - def->angle[0], .source = i};
  memcpy(e.center, def->center, sizeof e.center);
  e.origin = def->origin;
  e.scale = def->scale;
  e.count = def->count;
  e.data = data;
  status = check_exponents(chain, &e, i);
  if (status) return status;
  pw_element_ends(&e);
  return pw_chain_add(chain, &e);
}

static PawlStatus add_involute(PwChain *chain, const PawlElementDef *def, int32_t i) {
  if (!finite2(def->center) || !isfinite(def->origin) || !(def->radius > 0 && isfinite(def->radius))) {
    return pw_chain_refuse(chain, i, "involute element[%d]: centre and direction must be numbers, the radius > 0", i);
  }
  if (!(def->angle[0] > 0 && def->angle[1] > 0 && finite2(def->angle))) {
    return pw_chain_refuse(chain, i,
                           "involute element[%d]: roll angles %g to %g must be > 0: on the base circle itself its curvature is "
                           "infinite; begin a little outside",
                           i, def->angle[0], def->angle[1]);
  }
  PawlStatus status = check_turns(chain, "involute", i, def->angle);
  if (status) return status;
  PwElement e = {.kind = PW_EL_INVOLUTE, .radius = def->radius, .angle = def->angle[0], .source = i};
  memcpy(e.center, def->center, sizeof e.center);
  e.turn = def->angle[1] - def->angle[0];
  e.origin = def->origin;
  e.scale = def->clockwise ? -1 : 1;
  pw_element_ends(&e);
  return pw_chain_add(chain, &e);
}

// How far an element's places are from its first one: its own size, wherever it is.
static double extent(const PwElement *e) {
  double most = 0;
  for (int k = 1; k <= 8; k++) {
    PwCurvePoint p;
    pw_element_evaluate(e, k / 8.0, &p);
    most = fmax(most, hypot(p.x[0] - e->start[0], p.x[1] - e->start[1]));
  }
  return most;
}

// Ends that are given although the formula makes them must agree with it, but for a part of the element's size and what rounding
// leaves of places so far away.
static PawlStatus check_given_end(PwChain *chain, int32_t i, const PwElement *e, const double wish[2], const double is[2]) {
  bool first = is == e->start;
  if (!given(wish)) return PAWL_OK;
  double far = hypot(wish[0] - is[0], wish[1] - is[1]), away = hypot(is[0], is[1]) + hypot(e->center[0], e->center[1]);
  if (far <= PW_PROFILE_GAP * extent(e) + ROUNDING * away) return PAWL_OK;
  return pw_chain_refuse(chain, i, "element[%d] is said to %s at %s, but its formula %s at %s; leave one of them out", i,
                         first ? "begin" : "end", PW_TELL_PLACE(chain, wish), first ? "begins" : "ends",
                         PW_TELL_PLACE(chain, is));
}

PawlStatus pw_chain_add_def(PwChain *chain, const PawlElementDef *def, int32_t i, int32_t count, const double from[2]) {
  int32_t first = chain->count;
  PawlStatus status = PAWL_OK;
  if (given(def->from)) from = def->from;
  switch (def->type) {
    case PAWL_ELEMENT_POINT:
      return add_point(chain, def, i, count);
    case PAWL_ELEMENT_LINE:
      return add_line(chain, def, i, from);
    case PAWL_ELEMENT_ARC:
      status = add_arc(chain, def, i, from);
      break;
    case PAWL_ELEMENT_CIRCLE:
      return add_circle(chain, def, i, count);
    case PAWL_ELEMENT_POLAR:
      status = add_polar(chain, def, i);
      break;
    case PAWL_ELEMENT_SPLINE:
    case PAWL_ELEMENT_BSPLINE:
      status = pw_chain_add_spline(chain, def, i, chain->closed && count == 1);
      break;
    case PAWL_ELEMENT_INVOLUTE:
      status = add_involute(chain, def, i);
      break;
    case PAWL_ELEMENT_ELLIPSE:
      status = add_ellipse(chain, def, i);
      break;
    default:
      return pw_chain_refuse(chain, i, "element[%d] is of no known type", i);
  }
  if (status) return status;
  const PwElement *begins = &chain->element[first], *ends = &chain->element[chain->count - 1];
  status = check_given_end(chain, i, begins, def->from, begins->start);
  return status ? status : check_given_end(chain, i, ends, def->to, ends->end);
}
