// Surfaces from their defs: sizes and ranges checked, curves for what is swept, faces.
#include <math.h>
#include <stdarg.h>
#include <stdio.h>

#include "geometry/space/surface_parts.h"

typedef struct {
  const PwSurfaceDef *def;
  PwArena *arena;
  PwSurface *s;
  PwSurfaceProblem *problem;
} Build;

PawlStatus pw_surface_refuse(PwSurfaceProblem *problem, int32_t row, int32_t column, const char *format, ...) {
  va_list args;
  va_start(args, format);
  vsnprintf(problem->text, sizeof problem->text, format, args);
  va_end(args);
  problem->row = row;
  problem->column = column;
  return PAWL_ERR_INPUT;
}

// A length or an angle in the units of the problem. Returns out.
enum { TOLD = 64 };
static const char *tell(const Build *w, double x, bool angle, char out[TOLD]) {
  const PwProfileUnits *u = &w->problem->units;
  bool si = !(u->length > 0);
  snprintf(out, TOLD, "%g %s", si ? x : x / (angle ? u->angle : u->length),
           si && angle ? "rad"
           : si        ? "m"
           : angle     ? u->angle_name
                       : u->length_name);
  return out;
}
#define LENGTH(w, x) tell(w, x, false, (char[TOLD]){0})
#define ANGLE(w, x) tell(w, x, true, (char[TOLD]){0})

// ---- ranges

static bool is_given(const Build *w, int d) {
  return w->def->range[d][0] != w->def->range[d][1];
}
static PawlStatus check_range(const Build *w, int d, const char *name) {
  const double *range = w->def->range[d];
  bool angle = strstr(name, "angle") || strstr(name, "latitude");
  if (!isfinite(range[0]) || !isfinite(range[1]) || range[0] > range[1]) {
    return pw_surface_refuse(w->problem, -1, -1, "the range of the %s is %s to %s; it must rise", name,
                             tell(w, range[0], angle, (char[TOLD]){0}), tell(w, range[1], angle, (char[TOLD]){0}));
  }
  return PAWL_OK;
}
// A range that has no end by itself.
static PawlStatus take_range(Build *w, int d, const char *name) {
  PawlStatus status = check_range(w, d, name);
  if (status) return status;
  if (!is_given(w, d)) return pw_surface_refuse(w->problem, -1, -1, "the range of the %s is needed", name);
  memcpy(w->s->range[d], w->def->range[d], sizeof w->s->range[d]);
  return PAWL_OK;
}
// The angle of a screw.
static PawlStatus take_turns(Build *w) {
  enum { TURNS = 1000 };
  PawlStatus status = take_range(w, 1, "angle");
  double turns = (w->def->range[1][1] - w->def->range[1][0]) / (2 * PW_PI);
  if (status || turns <= TURNS) return status;
  return pw_surface_refuse(w->problem, -1, -1, "it winds round %.3g times; at most %d are taken", turns, TURNS);
}
// An angle: a whole turn if nothing is said, and then without ends.
static PawlStatus take_angle(Build *w, int d, const char *name) {
  const double turn = 2 * PW_PI;
  PawlStatus status = check_range(w, d, name);
  if (status) return status;
  double from = is_given(w, d) ? w->def->range[d][0] : 0, to = is_given(w, d) ? w->def->range[d][1] : turn;
  if (to - from > turn * (1 + 1e-12)) {
    return pw_surface_refuse(w->problem, -1, -1, "the range of the %s is %s; at most a turn", name, ANGLE(w, to - from));
  }
  w->s->seamless[d] = w->s->periodic[d] = to - from >= turn * (1 - 1e-12);
  w->s->range[d][0] = from;
  w->s->range[d][1] = w->s->periodic[d] ? from + turn : to;
  return PAWL_OK;
}
static PawlStatus check_size(const Build *w, int i, bool zero, const char *name) {
  double size = w->def->size[i];
  if (isfinite(size) && (size > 0 || (zero && size == 0))) return PAWL_OK;
  return pw_surface_refuse(w->problem, -1, -1, "%s is %s; it must be %s 0", name,
                           strstr(name, "angle") ? ANGLE(w, size) : LENGTH(w, size), zero ? "at least" : "above");
}

// ---- faces

static PawlStatus make_cuts(Build *w, int d, int32_t segments) {
  PwSurface *s = w->s;
  s->segments[d] = segments;
  s->cut[d] = pw_arena_array(w->arena, (size_t)segments + 1, sizeof *s->cut[d]);
  s->join[d] = pw_arena_array(w->arena, (size_t)segments + 1, sizeof *s->join[d]);
  if (!s->cut[d] || !s->join[d]) return PAWL_ERR_MEMORY;
  for (int32_t i = 0; i <= segments; i++) s->cut[d][i] = i == segments ? s->range[d][1] : s->range[d][0] + i;
  s->join[d][0] = s->join[d][segments] = s->periodic[d] ? PW_JOIN_SMOOTH : PW_JOIN_NONE;
  return PAWL_OK;
}
static PawlStatus make_one_face(Build *w) {
  PawlStatus status = make_cuts(w, 0, 1);
  return status ? status : make_cuts(w, 1, 1);
}
static PawlStatus sweep_one(Build *w, const PwElement *e) {
  w->s->element = pw_arena_array(w->arena, 1, sizeof *e);
  if (!w->s->element) return PAWL_ERR_MEMORY;
  w->s->element[0] = *e;
  if (e->kind == PW_EL_LINE) w->s->element[0].length = hypot(e->end[0] - e->start[0], e->end[1] - e->start[1]);
  return make_one_face(w);
}

// ---- kinds

static PawlStatus build_graph(Build *w) {
  PwSurface *s = w->s;
  PawlStatus status = take_range(w, 0, "first length");
  if (!status) status = take_range(w, 1, "second length");
  for (int i = 0; i < 2 && !status; i++) {
    double a = w->def->size[i];
    s->size[i] = 0;
    if (s->kind == PW_SURFACE_PLANE) continue;
    if (isnan(a) || a == 0)
      status = pw_surface_refuse(w->problem, -1, -1, "radius %d of the paraboloid is %s", i + 1, LENGTH(w, a));
    s->size[i] = 1 / a;
  }
  if (status) return status;
  double reach[3] = {fmax(fabs(s->range[0][0]), fabs(s->range[0][1])), fmax(fabs(s->range[1][0]), fabs(s->range[1][1])), 0};
  reach[2] = 0.5 * (fabs(s->size[0]) * reach[0] * reach[0] + fabs(s->size[1]) * reach[1] * reach[1]);
  s->extent = 2 * pw_norm(reach);
  return make_one_face(w);
}

static PawlStatus build_round(Build *w) {
  PwSurface *s = w->s;
  bool sphere = s->kind == PW_SURFACE_SPHERE;
  PawlStatus status = check_size(w, 0, sphere, sphere ? "the radius" : "the first half axis");
  if (!status && !sphere) status = check_size(w, 1, false, "the second half axis");
  if (!status && !sphere) status = check_size(w, 2, false, "the third half axis");
  if (!status) status = check_range(w, 0, "latitude");
  if (!status) status = take_angle(w, 1, "angle");
  if (status) return status;
  for (int i = 0; i < 3; i++) s->size[i] = w->def->size[sphere ? 0 : i];
  if (s->size[0] == 0 && w->def->flip) return pw_surface_refuse(w->problem, -1, -1, "a point cannot be flipped");
  double end = 0.5 * PW_PI;
  for (int i = 0; i < 2; i++) s->range[0][i] = is_given(w, 0) ? w->def->range[0][i] : (i ? end : -end);
  if (s->range[0][0] < -end * (1 + 1e-12) || s->range[0][1] > end * (1 + 1e-12)) {
    return pw_surface_refuse(w->problem, -1, -1, "the range of the latitude is %s to %s; at most -pi/2 to pi/2",
                             ANGLE(w, s->range[0][0]), ANGLE(w, s->range[0][1]));
  }
  for (int i = 0; i < 2; i++) {
    if (fabs(fabs(s->range[0][i]) - end) > 1e-12 * end) continue;
    s->range[0][i] = i ? end : -end;
    s->pole[0][i] = true;
  }
  s->extent = 2 * fmax(s->size[0], fmax(s->size[1], s->size[2]));
  return make_one_face(w);
}

static PawlStatus build_cylinder(Build *w) {
  PwSurface *s = w->s;
  bool cone = s->kind == PW_SURFACE_CONE;
  PawlStatus status = check_size(w, 0, false, cone ? "the angle of the cone" : "the radius");
  if (!status) status = take_range(w, 0, "height");
  if (!status) status = take_angle(w, 1, "angle");
  if (status) return status;
  double size = w->def->size[0], *z = s->range[0], r[2] = {size, size};
  if (cone && size >= 0.5 * PW_PI) {
    return pw_surface_refuse(w->problem, -1, -1, "the angle of the cone is %s; it must be below pi/2", ANGLE(w, size));
  }
  if (cone && !(z[0] > 0)) {
    return pw_surface_refuse(w->problem, -1, -1, "the cone begins at height %s; its tip, at 0, is no part of it",
                             LENGTH(w, z[0]));
  }
  for (int i = 0; i < 2 && cone; i++) r[i] = z[i] * tan(size);
  s->extent = hypot(2 * r[1], z[1] - z[0]);
  return sweep_one(w, &(PwElement){.kind = PW_EL_LINE, .start = {r[0], z[0]}, .end = {r[1], z[1]}});
}

static PawlStatus build_torus(Build *w) {
  PwSurface *s = w->s;
  PawlStatus status = check_size(w, 0, false, "the radius of the torus");
  if (!status) status = check_size(w, 1, true, "the radius of the tube");
  if (!status) status = take_angle(w, 0, "angle round the tube");
  if (!status) status = take_angle(w, 1, "angle");
  if (status) return status;
  double big = w->def->size[0], small = w->def->size[1], from = s->range[0][0], turn = s->range[0][1] - from;
  double half = s->periodic[0] ? PW_PI : 0.5 * turn, away = fabs(remainder(from + half - PW_PI, 2 * PW_PI));
  double nearest = big + small * cos(fmax(PW_PI - fmax(away - half, 0), 0));
  if (!(nearest > PW_SURFACE_SAME * big)) {
    return pw_surface_refuse(w->problem, -1, -1, "the torus of radius %s with a tube of %s reaches its axis", LENGTH(w, big),
                             LENGTH(w, small));
  }
  if (small == 0 && w->def->flip) return pw_surface_refuse(w->problem, -1, -1, "an edge cannot be flipped");
  s->extent = 2 * (big + small);
  PwElement e = {.kind = small > 0 ? PW_EL_ARC : PW_EL_POINT, .center = {big, 0}, .radius = small, .angle = from, .turn = turn};
  e.start[0] = e.end[0] = big;
  e.length = small * turn;
  return sweep_one(w, &e);
}

static PawlStatus build_helicoid(Build *w) {
  PwSurface *s = w->s;
  PawlStatus status = take_range(w, 0, "radius");
  if (!status) status = take_turns(w);
  if (status) return status;
  double rise = w->def->size[0], *r = s->range[0];
  if (!isfinite(rise) || rise == 0) return pw_surface_refuse(w->problem, -1, -1, "the height per turn is %s", LENGTH(w, rise));
  s->size[2] = rise / (2 * PW_PI);
  s->sign = -s->sign;  // the side of the sweep is that below it
  s->extent = hypot(2 * fmax(fabs(r[0]), fabs(r[1])), s->size[2] * (s->range[1][1] - s->range[1][0]));
  return sweep_one(w, &(PwElement){.kind = PW_EL_LINE, .start = {r[0], 0}, .end = {r[1], 0}});
}

// ---- profiles

// Elements on the axis are no part of the surface; the chain begins behind them.
static bool is_on_axis(const PwProfile *p, const PwElement *e) {
  double near = PW_SURFACE_SAME * p->size;
  bool straight = e->kind == PW_EL_LINE || e->kind == PW_EL_POINT;
  return straight && fabs(e->start[0]) <= near && fabs(e->end[0]) <= near;
}
static PawlStatus take_elements(Build *w, bool turned) {
  const PwProfile *p = w->def->profile;
  PwSurface *s = w->s;
  int32_t first = 0, count = 0, n = p->elements;
  for (int32_t i = 0; i < n && turned && p->closed; i++) {
    if (is_on_axis(p, &p->element[i])) first = i + 1;
  }
  s->element = pw_arena_array(w->arena, (size_t)n, sizeof *s->element);
  PwJoin *after = pw_arena_array(w->arena, (size_t)n, sizeof *after);
  if (!s->element || !after) return PAWL_ERR_MEMORY;
  bool whole = p->closed;
  for (int32_t k = 0; k < n; k++) {
    int32_t i = (first + k) % n;
    if (turned && is_on_axis(p, &p->element[i])) {
      whole = false;
      continue;
    }
    after[count] = p->after[i];
    s->element[count++] = p->element[i];
  }
  if (count == 0) return pw_surface_refuse(w->problem, -1, -1, "all of the profile is on the axis");
  s->range[0][1] = count;
  s->periodic[0] = whole;
  PawlStatus status = make_cuts(w, 0, count);
  for (int32_t i = 1; i <= count && !status && (whole || i < count); i++) s->join[0][i] = after[i - 1];
  if (!status && whole) s->join[0][0] = s->join[0][count];
  s->seamless[0] = whole && count == 1 && s->element[0].kind == PW_EL_ARC;
  return status;
}
// r must not be negative; where a curve meets the axis, it does so squarely (a pole) or has a tip there, which is a border.
static PawlStatus check_axis(Build *w) {
  PwSurface *s = w->s;
  const PwProfile *p = w->def->profile;
  double near = PW_SURFACE_SAME * p->size;
  for (int32_t i = 0; i < p->pieces; i++) {
    if (p->piece[i].low[0] >= -near) continue;
    return pw_surface_refuse(w->problem, -1, -1, "element[%d] of the profile crosses the axis: r = %s",
                             p->element[p->piece[i].element].source, LENGTH(w, p->piece[i].low[0]));
  }
  for (int end = 0; end < 2; end++) {
    const PwElement *e = &s->element[end ? s->segments[0] - 1 : 0];
    PwCurvePoint c;
    pw_element_evaluate(e, end, &c);
    if (s->periodic[0] || fabs(c.x[0]) > near) continue;
    s->pole[0][end] = fabs(c.t[1]) <= 1e-9;
    if (!s->pole[0][end]) {
      return pw_surface_refuse(w->problem, -1, -1,
                               "the profile meets the axis at an angle at r = %s, z = %s: a tip is no surface", LENGTH(w, c.x[0]),
                               LENGTH(w, c.x[1]));
    }
  }
  return PAWL_OK;
}
static PawlStatus build_from_profile(Build *w) {
  PwSurface *s = w->s;
  const PwProfile *p = w->def->profile;
  bool turned = s->kind == PW_SURFACE_REVOLUTION;
  if (!p) return pw_surface_refuse(w->problem, -1, -1, "a profile is needed");
  double h = turned ? w->def->size[0] / (2 * PW_PI) : 0;
  if (!isfinite(h)) return pw_surface_refuse(w->problem, -1, -1, "the height per turn is %s", LENGTH(w, w->def->size[0]));
  PawlStatus status = !turned ? take_range(w, 1, "length") : h == 0 ? take_angle(w, 1, "angle") : take_turns(w);
  if (!status) status = make_cuts(w, 1, 1);
  if (!status) status = take_elements(w, turned && h == 0);
  if (!status && turned && h == 0) status = check_axis(w);
  for (int32_t i = 0; i < s->segments[0] && !status; i++) {
    bool corner = pw_element_is_corner(&s->element[i]);
    if (corner && h != 0) status = pw_surface_refuse(w->problem, -1, -1, "a profile with corners cannot be turned into a screw");
    if (corner && w->def->flip) status = pw_surface_refuse(w->problem, -1, -1, "a profile with corners cannot be flipped");
  }
  s->size[2] = h;
  double far = fmax(fabs(p->center[0]) + p->radius, fabs(p->center[1]) + p->radius), length = s->range[1][1] - s->range[1][0];
  s->extent = turned ? 2 * far + fabs(h) * length : hypot(2 * p->radius, length);
  return status;
}

// Nets and profiles bring their own range.
static PawlStatus check_own_range(const Build *w) {
  bool profile = w->def->kind == PW_SURFACE_REVOLUTION || w->def->kind == PW_SURFACE_EXTRUSION;
  bool net = w->def->kind == PW_SURFACE_NURBS;
  if (!(net && (is_given(w, 0) || is_given(w, 1))) && !(profile && is_given(w, 0))) return PAWL_OK;
  return pw_surface_refuse(w->problem, -1, -1, "the range is that of the %s; leave it out", net ? "knots" : "profile");
}

PawlStatus pw_surface_build(const PwSurfaceDef *def, PwArena *arena, PwSurface *out, PwSurfaceProblem *problem) {
  *out = (PwSurface){.kind = def->kind, .sign = def->flip ? -1 : 1};
  *problem = (PwSurfaceProblem){.row = -1, .column = -1, .units = problem->units};
  Build w = {def, arena, out, problem};
  PawlStatus status = check_own_range(&w);
  if (status) return status;
  status = PAWL_ERR_ARGUMENT;
  switch (def->kind) {
    case PW_SURFACE_PLANE:
    case PW_SURFACE_PARABOLOID:
      status = build_graph(&w);
      break;
    case PW_SURFACE_SPHERE:
    case PW_SURFACE_ELLIPSOID:
      status = build_round(&w);
      break;
    case PW_SURFACE_CYLINDER:
    case PW_SURFACE_CONE:
      status = build_cylinder(&w);
      break;
    case PW_SURFACE_TORUS:
      status = build_torus(&w);
      break;
    case PW_SURFACE_HELICOID:
      status = build_helicoid(&w);
      break;
    case PW_SURFACE_REVOLUTION:
    case PW_SURFACE_EXTRUSION:
      status = build_from_profile(&w);
      break;
    case PW_SURFACE_NURBS:
      status = pw_nurbs_build(&def->nurbs, arena, out, problem);
      break;
    case PW_SURFACE_SHELL:  // made by pw_shell_hull
      break;
  }
  return status ? status : pw_surface_cut(arena, out, problem);
}
