// Outlines of involute gears and racks.
//
// A flank is the involute of the base circle r_b = m z cos(alpha)/2 that leaves it at the angle -psi_b beside the tooth's middle
// (the left flank at psi_b):
//   psi_b = s/(m z) + inv(alpha),   inv(a) = tan(a) - a,   s = m (pi/2 + 2 x tan(alpha)) - backlash, the thickness at the pitch
//   circle P(phi) = r_b (e(t) - phi e'(t)),   t = -psi_b + phi,   at the radius r_b sqrt(1 + phi^2), at the angle t - atan(phi)
// Moved outwards by rho it is an involute of the same circle, rolled by rho/r_b more. So the fillet of radius rho between it and
// the root circle r_f has its centre, at the radius r_f + rho, where sqrt(1 + (phi + rho/r_b)^2) = (r_f + rho)/r_b. Below
// phi = PW_GEAR_LEAST_ROLL the flank goes on straight, along e(t).
// The spaces of an internal gear are such teeth, run round clockwise, with their fillets outside.
#include "geometry/profile/gear.h"

#include <math.h>

static const double pi = 3.14159265358979323846264338328;

// One flank, of the tooth on the x axis, on its right.
typedef struct {
  double base, psi;         // r_b, psi_b
  double tip, root;         // radii of the outline outside and inside
  double roll[2];           // of the involute, rising
  bool straight;            // below it
  double foot[2];           // where the flank, straight or not, begins
  double center[2], round;  // of the fillet; radius 0: none
  double on_circle;         // angle at which fillet, or flank, meets the root circle (internal: the outer one)
  double end;               // angle of the flank's other end
} Flank;

typedef struct {
  PawlElementDef *def;
  int32_t count;
} Chain;

static double roll_at(const Flank *f, double radius) {
  double ratio = radius / f->base;
  return ratio > 1 ? sqrt(ratio * ratio - 1) : 0;
}

// The point beside the involute at roll phi, `away` from the tooth.
static void point_at(const Flank *f, double phi, double away, double x[2]) {
  double t = -f->psi + phi, c = cos(t), s = sin(t), side = f->base * phi + away;
  x[0] = f->base * c + side * s;
  x[1] = f->base * s - side * c;
}

// The point beside the straight flank, at a radius.
static bool point_below(const Flank *f, double radius, double away, double x[2], double *ahead) {
  double t = -f->psi + PW_GEAR_LEAST_ROLL, side = f->base * PW_GEAR_LEAST_ROLL + away;
  *ahead = sqrt(radius * radius - side * side);
  x[0] = *ahead * cos(t) + side * sin(t);
  x[1] = *ahead * sin(t) - side * cos(t);
  return *ahead > 0 && *ahead <= f->base;
}

// The root of an external tooth: where flank and root circle meet, with the fillet.
static bool make_root(Flank *f) {
  double radius = f->root + f->round, ahead, unused;
  double phi = sqrt(fmax(0, radius * radius / (f->base * f->base) - 1)) - f->round / f->base;
  f->straight = phi < PW_GEAR_LEAST_ROLL;
  f->roll[0] = f->straight ? PW_GEAR_LEAST_ROLL : phi;
  if (f->straight) {
    if (!point_below(f, radius, f->round, f->center, &ahead)) return false;
    double foot = hypot(ahead, f->base * PW_GEAR_LEAST_ROLL);
    if (!point_below(f, foot, 0, f->foot, &unused)) return false;
  } else {
    point_at(f, phi, f->round, f->center);
    point_at(f, phi, 0, f->foot);
  }
  f->on_circle = atan2(f->center[1], f->center[0]);
  return true;
}

// The outer end of an internal gear's space: the fillet lies inside it.
static bool make_bottom(Flank *f) {
  double radius = f->tip - f->round;
  double phi = roll_at(f, radius) + f->round / f->base;
  f->roll[1] = phi;
  point_at(f, phi, -f->round, f->center);
  f->on_circle = atan2(f->center[1], f->center[0]);
  return radius > f->base && f->on_circle < 0;
}

// The tip of an internal gear: the flank begins on its circle.
static bool make_inner_tip(Flank *f) {
  double phi = roll_at(f, f->root), unused;
  f->straight = phi < PW_GEAR_LEAST_ROLL;
  f->roll[0] = f->straight ? PW_GEAR_LEAST_ROLL : phi;
  if (!f->straight) point_at(f, phi, 0, f->foot);
  if (f->straight && !point_below(f, f->root, 0, f->foot, &unused)) return false;
  f->end = atan2(f->foot[1], f->foot[0]);
  return true;
}

// ---- elements, those of the right flank at `turn`, of the left one reflected

static void turned(const double x[2], bool left, double turn, double out[2]) {
  double y = left ? -x[1] : x[1];
  out[0] = cos(turn) * x[0] - sin(turn) * y;
  out[1] = sin(turn) * x[0] + cos(turn) * y;
}

static PawlElementDef *add(Chain *chain, PawlElementType type) {
  PawlElementDef *e = &chain->def[chain->count++];
  *e = pawl_element_def_default();
  e->type = type;
  return e;
}

static void add_line(Chain *chain, const double to[2], bool left, double turn) {
  turned(to, left, turn, add(chain, PAWL_ELEMENT_LINE)->to);
}

static void add_arc(Chain *chain, const double center[2], const double to[2], bool left, double turn, bool clockwise) {
  PawlElementDef *e = add(chain, PAWL_ELEMENT_ARC);
  turned(center, left, turn, e->center);
  turned(to, left, turn, e->to);
  e->clockwise = clockwise;
}

// About the gear's centre, to the angle, counter-clockwise; nothing where it has no length.
static void add_round(Chain *chain, double radius, double from, double to) {
  if (to - from < 1e-9) return;
  PawlElementDef *e = add(chain, PAWL_ELEMENT_ARC);
  e->to[0] = radius * cos(to);
  e->to[1] = radius * sin(to);
}

static void add_involute(Chain *chain, const Flank *f, bool left, double turn) {
  PawlElementDef *e = add(chain, PAWL_ELEMENT_INVOLUTE);
  e->radius = f->base;
  e->origin = turn + (left ? f->psi : -f->psi);
  e->clockwise = left;
  e->angle[0] = f->roll[left ? 1 : 0];
  e->angle[1] = f->roll[left ? 0 : 1];
}

static void on_circle(double radius, double angle, double x[2]) {
  x[0] = radius * cos(angle);
  x[1] = radius * sin(angle);
}

// Counter-clockwise from the root circle before the tooth to that behind it.
static void add_tooth(Chain *chain, const Flank *f, double turn, double next) {
  double root[2], joint[2];
  on_circle(f->root, f->on_circle, root);
  point_at(f, f->roll[0], 0, joint);
  if (f->round > 0) add_arc(chain, f->center, f->foot, false, turn, true);
  if (f->straight) add_line(chain, joint, false, turn);
  add_involute(chain, f, false, turn);
  add_round(chain, f->tip, turn + f->end, turn - f->end);
  add_involute(chain, f, true, turn);
  if (f->straight) add_line(chain, f->foot, true, turn);
  if (f->round > 0) add_arc(chain, f->center, root, true, turn, true);
  add_round(chain, f->root, turn - f->on_circle, next + f->on_circle);
}

// The space of an internal gear, counter-clockwise, from the tip circle to the tip circle.
static void add_space(Chain *chain, const Flank *f, double turn, double next) {
  double bottom[2], flank[2], joint[2];
  on_circle(f->tip, f->on_circle, bottom);
  point_at(f, f->roll[0], 0, joint);
  point_at(f, f->roll[1], 0, flank);
  if (f->straight) add_line(chain, joint, false, turn);
  add_involute(chain, f, false, turn);
  if (f->round > 0) add_arc(chain, f->center, bottom, false, turn, false);
  add_round(chain, f->tip, turn + f->on_circle, turn - f->on_circle);
  if (f->round > 0) add_arc(chain, f->center, flank, true, turn, false);
  add_involute(chain, f, true, turn);
  if (f->straight) add_line(chain, f->foot, true, turn);
  add_round(chain, f->root, turn - f->end, next + f->end);
}

// A hole is run round clockwise: everything reflected in the x axis.
static void reflect(Chain *chain) {
  for (int32_t k = 0; k < chain->count; k++) {
    PawlElementDef *e = &chain->def[k];
    e->from[1] = -e->from[1];
    e->to[1] = -e->to[1];
    e->center[1] = -e->center[1];
    e->origin = -e->origin;
    if (e->type != PAWL_ELEMENT_LINE) e->clockwise = !e->clockwise;
  }
}

// ---- what is asked for

// The fillet that a rack of these proportions has by default: 0.38 modules, or what fits its space.
static double usual_fillet(const PwGear *g) {
  double a = g->pressure_angle, half = pi / 4 - g->dedendum * tan(a);
  return g->module * fmin(0.38, 0.98 * half * cos(a) / (1 - sin(a)));
}

static const char *check(const PwGear *g, int32_t least) {
  if (!(g->module > 0 && isfinite(g->module))) return "'module' must be > 0";
  if (g->teeth < least || g->teeth > 1000) return least == 3 ? "'teeth' must be 3 to 1000" : "'teeth' must be 1 to 1000";
  if (!(g->pressure_angle > 5 * pi / 180 && g->pressure_angle < pi / 4)) return "'pressure_angle' must be between 5 and 45 deg";
  if (!(g->addendum > 0 && g->addendum <= 3)) return "'addendum' must be above 0, at most 3 modules";
  if (!(g->dedendum > 0 && g->dedendum <= 3)) return "'dedendum' must be above 0, at most 3 modules";
  if (!(fabs(g->shift) <= 3)) return "'shift' must be -3 to 3 modules";
  if (!(g->backlash >= 0)) return "'backlash' must be >= 0";
  if (!(isnan(g->fillet) || g->fillet >= 0)) return "'fillet' must be >= 0";
  return NULL;
}

static const char *make_flank(const PwGear *g, Flank *f) {
  double z = g->teeth, m = g->module, a = g->pressure_angle, grown = g->internal ? g->backlash : -g->backlash;
  double outside = g->internal ? g->dedendum : g->addendum, inside = g->internal ? g->addendum : g->dedendum;
  double thickness = m * (pi / 2 + 2 * g->shift * tan(a)) + grown;
  *f = (Flank){.base = m * z * cos(a) / 2, .psi = thickness / (m * z) + tan(a) - a};
  f->round = isnan(g->fillet) ? usual_fillet(g) : g->fillet;
  f->tip = m * (z / 2 + outside + g->shift);
  f->root = m * (z / 2 - inside + g->shift);
  if (!(thickness > 0)) return "the teeth have no thickness: less backlash, or another shift";
  if (!(f->root > 0)) return "the teeth are deeper than the gear";
  if (f->tip <= f->base) return "the teeth end below the base circle: more shift, or more teeth";
  if (g->internal) {
    if (!make_bottom(f)) return "the fillets do not fit into the spaces: make 'fillet' smaller";
    if (!make_inner_tip(f)) return "the teeth reach too far below the base circle: a smaller addendum, or more teeth";
    if (f->end <= -pi / z) return "the teeth are pointed: a smaller addendum, or another shift";
    return NULL;
  }
  f->roll[1] = roll_at(f, f->tip);
  f->end = -f->psi + f->roll[1] - atan(f->roll[1]);
  if (f->end >= 0) return "the teeth are pointed: a smaller addendum, or another shift";
  if (!make_root(f) || f->on_circle <= -pi / z) return "the fillets do not fit into the spaces: make 'fillet' smaller";
  return f->roll[1] > f->roll[0] ? NULL : "nothing is left of the flanks: make 'fillet' or 'dedendum' smaller";
}

PawlStatus pw_gear_chain(const PwGear *g, PwArena *arena, PawlElementDef **chain, int32_t *count, const char **wrong) {
  Flank f;
  *wrong = check(g, 3);
  if (!*wrong) *wrong = make_flank(g, &f);
  if (*wrong) return PAWL_ERR_INPUT;
  Chain made = {pw_arena_array(arena, 9 * (size_t)g->teeth, sizeof *made.def), 0};
  if (!made.def) return PAWL_ERR_MEMORY;
  for (int32_t k = 0; k < g->teeth; k++) {
    double turn = 2 * pi * k / g->teeth, next = 2 * pi * (k + 1) / g->teeth;
    (g->internal ? add_space : add_tooth)(&made, &f, turn, next);
  }
  if (g->internal) {
    on_circle(f.root, f.end, made.def[0].from);
  } else {
    on_circle(f.root, f.on_circle, made.def[0].from);
  }
  if (g->internal) reflect(&made);
  *chain = made.def;
  *count = made.count;
  return PAWL_OK;
}

// ---- a rack

// Right flank first, as the outline runs from right to left: fillet, flank, tip, flank, fillet, each with its own mirror image.
static void add_rack_tooth(Chain *chain, const PwGear *g, double round, double middle) {
  double a = g->pressure_angle, top = g->addendum * g->module, bottom = -g->dedendum * g->module;
  double half = (pi * g->module / 2 - g->backlash) / 2;
  double foot = half - bottom * tan(a), tip = half - top * tan(a);
  double back = round * (1 - sin(a)) / cos(a);  // from the sharp foot to where the fillet meets the root line
  double start[2] = {middle + foot + back, bottom}, end[2] = {middle - foot - back, bottom};
  double center[2] = {start[0], bottom + round}, other[2] = {end[0], bottom + round};
  double flank[2] = {center[0] - round * cos(a), center[1] - round * sin(a)};
  double left[2] = {other[0] + round * cos(a), flank[1]}, tips[2][2] = {{middle + tip, top}, {middle - tip, top}};
  add_line(chain, start, false, 0);
  if (round > 0) add_arc(chain, center, flank, false, 0, true);
  add_line(chain, tips[0], false, 0);
  if (tip > 0) add_line(chain, tips[1], false, 0);
  add_line(chain, round > 0 ? left : end, false, 0);
  if (round > 0) add_arc(chain, other, end, false, 0, true);
}

PawlStatus pw_rack_chain(const PwGear *g, PwArena *arena, PawlElementDef **chain, int32_t *count, const char **wrong) {
  double m = g->module, pitch = pi * m, a = g->pressure_angle;
  double round = isnan(g->fillet) ? usual_fillet(g) : g->fillet;
  double height = isnan(g->height) ? (g->dedendum + 2) * m : g->height;
  *wrong = check(g, 1);
  if (!*wrong && !(pitch / 2 - g->backlash - 2 * g->addendum * m * tan(a) > 0)) {
    *wrong = "the teeth are pointed: a smaller addendum or less backlash";
  }
  double foot = (pitch / 2 - g->backlash) / 2 + g->dedendum * m * tan(a) + round * (1 - sin(a)) / cos(a);
  if (!*wrong && !(foot < pitch / 2 && round * (1 - sin(a)) < (g->addendum + g->dedendum) * m)) {
    *wrong = "the fillets do not fit into the spaces: make 'fillet' smaller";
  }
  if (!*wrong && !(height > g->dedendum * m)) *wrong = "'height' must be more than the dedendum";
  if (*wrong) return PAWL_ERR_INPUT;
  Chain made = {pw_arena_array(arena, 6 * (size_t)g->teeth + 4, sizeof *made.def), 0};
  if (!made.def) return PAWL_ERR_MEMORY;
  double low = -g->dedendum * m, right = (g->teeth - 0.5) * pitch, left = -pitch / 2;
  double corner[4][2] = {{right, -height}, {right, low}, {left, low}, {left, -height}};
  add_line(&made, corner[0], false, 0);
  add_line(&made, corner[1], false, 0);
  for (int32_t k = g->teeth - 1; k >= 0; k--) add_rack_tooth(&made, g, round, k * pitch);
  add_line(&made, corner[2], false, 0);
  add_line(&made, corner[3], false, 0);
  made.def[0].from[0] = left;
  made.def[0].from[1] = -height;
  *chain = made.def;
  *count = made.count;
  return PAWL_OK;
}

double pw_gear_least_shift(const PwGear *g) {
  double s = sin(g->pressure_angle);
  return g->addendum - g->teeth * s * s / 2;
}
