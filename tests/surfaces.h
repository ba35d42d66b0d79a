// Surfaces for tests: one of every kind, and random ones.
#ifndef PW_SURFACES_H
#define PW_SURFACES_H
#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "base/random.h"
#include "check.h"
#include "geometry/space/nurbs.h"
#include "geometry/space/surface.h"
#include "numerics/vec.h"

static const double PI = 3.141592653589793238463;

static inline PwSurface made(const PwSurfaceDef *def, PwArena *arena) {
  PwSurface s;
  PwSurfaceProblem problem = {0};
  PawlStatus status = pw_surface_build(def, arena, &s, &problem);
  if (status) fail_msg("kind %d: %s", def->kind, problem.text);
  return s;
}
static inline PwSurface simple(PwSurfaceKind kind, double a, double b, double c, PwArena *arena) {
  PwSurfaceDef def = {.kind = kind, .size = {a, b, c}};
  return made(&def, arena);
}
static inline PwSurface ranged(PwSurfaceKind kind, double a, double b, double from, double to, double from2, double to2,
                               PwArena *arena) {
  PwSurfaceDef def = {.kind = kind, .size = {a, b, 0}, .range = {{from, to}, {from2, to2}}};
  return made(&def, arena);
}
static inline PwProfile profile_of(const PawlElementDef *def, int32_t count, bool closed, PwArena *arena) {
  PwProfile p;
  PwProfileProblem problem = {0};
  PawlStatus status = pw_profile_build(def, count, closed, false, arena, &p, &problem);
  if (status) fail_msg("profile: %s", problem.text);
  return p;
}
static inline PwSurface turned(const PwProfile *p, PwArena *arena) {
  PwSurfaceDef def = {.kind = PW_SURFACE_REVOLUTION, .profile = p};
  return made(&def, arena);
}
static inline PwSurface extruded(const PwProfile *p, double from, double to, PwArena *arena) {
  PwSurfaceDef def = {.kind = PW_SURFACE_EXTRUSION, .profile = p, .range = {{0, 0}, {from, to}}};
  return made(&def, arena);
}

// ---- exact rational nets

// Half circle or circle of the plane as arcs of a quarter: 4 or 8 spans' end points and middle points, weights 1 and 1/sqrt 2.
static inline void quarter_net(int32_t i, double *x, double *y, double *w) {
  static const double corner[8][2] = {{1, 0}, {1, 1}, {0, 1}, {-1, 1}, {-1, 0}, {-1, -1}, {0, -1}, {1, -1}};
  *x = corner[i % 8][0];
  *y = corner[i % 8][1];
  *w = i % 2 ? sqrt(0.5) : 1;
}
// A circle's profile in (r, z) turned round: net of `rows` points along the profile (from point `from` of the circle on), 9
// round.
static inline PwSurface rational_torus(double big, double small, int32_t from, int32_t rows, bool flip, PwArena *arena) {
  double *point = pw_arena_array(arena, (size_t)rows * 27, sizeof *point), *weight = pw_arena_array(arena, (size_t)rows * 9, 8);
  for (int32_t i = 0; i < rows; i++) {
    double r, z, wr;
    quarter_net(from + i, &r, &z, &wr);
    for (int32_t j = 0; j < 9; j++) {
      double x, y, w;
      quarter_net(j, &x, &y, &w);
      double *to = point + 3 * (9 * i + j);
      to[0] = (big + small * r) * x;
      to[1] = (big + small * r) * y;
      to[2] = small * z;
      weight[9 * i + j] = w * wr;
    }
  }
  double *knot = pw_arena_array(arena, (size_t)rows + 3, sizeof *knot);
  static const double around[12] = {0, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 4};
  for (int32_t k = 0; k < rows + 3; k++) knot[k] = fmin(fmax((k - 1) / 2, 0), rows / 2);
  PwSurfaceDef def = {.kind = PW_SURFACE_NURBS,
                      .flip = flip,
                      .nurbs = {.degree = {2, 2},
                                .count = {rows, 9},
                                .knot = {knot, around},
                                .knots = {rows + 3, 12},
                                .point = point,
                                .weight = weight,
                                .points = rows * 9,
                                .weights = rows * 9}};
  return made(&def, arena);
}
// From the lower pole to the upper one.
static inline PwSurface rational_sphere(double radius, PwArena *arena) {
  return rational_torus(0, radius, 6, 5, true, arena);
}
// ---- one of every kind

enum { COLLECTED = 60 };
typedef struct {
  PwArena arena;
  PwSurface s[COLLECTED];
  const char *name[COLLECTED];
  int count;
} Collection;

static inline void add(Collection *c, const char *name, PwSurface s) {
  assert_true(c->count < COLLECTED);
  c->name[c->count] = name;
  c->s[c->count++] = s;
}
static inline void add_flipped(Collection *c, PwSurfaceDef def) {
  def.flip = true;
  add(c, "flipped", made(&def, &c->arena));
}
static inline PawlElementDef line_def(double x0, double y0, double x1, double y1) {
  PawlElementDef d = pawl_element_def_default();
  d.type = PAWL_ELEMENT_LINE;
  d.from[0] = x0, d.from[1] = y0, d.to[0] = x1, d.to[1] = y1;
  return d;
}
static inline PwProfile curved_profile(PwArena *arena) {
  static double through[6][2] = {{0.5, -0.3}, {0.62, -0.2}, {0.55, -0.05}, {0.6, 0.1}, {0.45, 0.2}, {0.4, 0.35}};
  PawlElementDef d = pawl_element_def_default();
  d.type = PAWL_ELEMENT_SPLINE;
  d.degree = 5;
  d.data = through[0];
  d.count = 6;
  return profile_of(&d, 1, false, arena);
}
// A rounded pin: from the axis squarely out, an arc, up.
static inline PwProfile pin_profile(PwArena *arena) {
  PawlElementDef d[2] = {pawl_element_def_default(), line_def(0.3, 0.4, 0.3, 1)};
  d[0].type = PAWL_ELEMENT_ARC;
  d[0].center[0] = 0, d[0].center[1] = 0.4;
  d[0].from[0] = 0, d[0].from[1] = 0.1, d[0].to[0] = 0.3, d[0].to[1] = 0.4;
  return profile_of(d, 2, false, arena);
}
static inline PwProfile corner_profile(PwArena *arena) {
  PawlElementDef d[3] = {line_def(0.2, 0, 0.5, 0), line_def(0.5, 0, 0.5, 0.4), line_def(0.5, 0.4, 0.2, 0)};
  return profile_of(d, 3, true, arena);
}
static inline PwProfile polar_profile(PwArena *arena) {
  static const double term[3][2] = {{0.5, 0}, {0.05, 2}, {-0.02, 3}};
  PawlElementDef d = pawl_element_def_default();
  d.type = PAWL_ELEMENT_POLAR;
  d.center[0] = 1, d.center[1] = 0.1;
  d.data = term[0];
  d.count = 3;
  d.angle[0] = -1, d.angle[1] = 1.2;
  return profile_of(&d, 1, false, arena);
}
static inline PwProfile involute_profile(PwArena *arena) {
  PawlElementDef d = pawl_element_def_default();
  d.type = PAWL_ELEMENT_INVOLUTE;
  d.center[0] = 0.2, d.center[1] = 0.1;
  d.radius = 0.5;
  d.origin = 0.3;
  d.angle[0] = 0.3, d.angle[1] = 1.1;
  return profile_of(&d, 1, false, arena);
}
static inline PwProfile ellipse_profile(PwArena *arena) {
  PawlElementDef d = pawl_element_def_default();
  d.type = PAWL_ELEMENT_ELLIPSE;
  d.center[0] = 1.2, d.center[1] = 0.1;
  d.radius = 0.6, d.radius_across = 0.3;
  d.origin = 0.5;
  d.angle[0] = -1.1, d.angle[1] = 1.9;
  return profile_of(&d, 1, false, arena);
}
static inline PwSurface wavy_net(PwArena *arena) {
  enum { N = 7, M = 6 };
  static double point[N][M][3], weight[N][M];
  static const double knot_u[] = {0, 0, 0, 0, 0.2, 0.5, 0.7, 1, 1, 1, 1};
  uint64_t seed = 11;
  for (int i = 0; i < N; i++) {
    for (int j = 0; j < M; j++) {
      point[i][j][0] = i * 0.3 + pw_random_between(&seed, -0.05, 0.05);
      point[i][j][1] = j * 0.25 + pw_random_between(&seed, -0.05, 0.05);
      point[i][j][2] = pw_random_between(&seed, -0.2, 0.2);
      weight[i][j] = pw_random_between(&seed, 0.5, 2);
    }
  }
  PwSurfaceDef def = {.kind = PW_SURFACE_NURBS,
                      .nurbs = {.degree = {3, 4},
                                .count = {N, M},
                                .knot = {knot_u},
                                .knots = {11},
                                .point = point[0][0],
                                .weight = weight[0],
                                .points = N * M,
                                .weights = N * M}};
  return made(&def, arena);
}
// Periodic round a tube that is not round, of degree 5; uneven knots.
static inline PwSurface tube_net(PwArena *arena) {
  enum { N = 12, M = 4 };
  static double point[N][M][3], knot[N + 1];
  for (int i = 0; i <= N; i++) knot[i] = i + 0.3 * sin(i * 2 * 3.14159265358979323846 / N);
  for (int i = 0; i < N; i++) {
    double a = 2 * PI * i / N;
    for (int j = 0; j < M; j++) {
      point[i][j][0] = (1 + 0.1 * cos(2 * a) + 0.1 * j) * cos(a);
      point[i][j][1] = (1 + 0.2 * sin(a)) * sin(a);
      point[i][j][2] = 0.5 * j;
    }
  }
  PwSurfaceDef def = {.kind = PW_SURFACE_NURBS,
                      .nurbs = {.degree = {5, 3},
                                .count = {N, M},
                                .periodic = {true},
                                .knot = {knot},
                                .knots = {N + 1},
                                .point = point[0][0],
                                .points = N * M}};
  return made(&def, arena);
}
static inline void collect(Collection *c) {
  PwArena *a = &c->arena;
  *c = (Collection){0};
  add(c, "plane", ranged(PW_SURFACE_PLANE, 0, 0, -1, 2, -0.5, 1, a));
  add(c, "paraboloid", ranged(PW_SURFACE_PARABOLOID, 0.4, 0.7, -1, 1, -0.8, 0.9, a));
  add(c, "saddle", ranged(PW_SURFACE_PARABOLOID, 0.4, -0.7, -1, 1, -0.8, 0.9, a));
  add(c, "trough", ranged(PW_SURFACE_PARABOLOID, INFINITY, 0.7, -1, 1, -0.8, 0.9, a));
  add(c, "sphere", simple(PW_SURFACE_SPHERE, 0.8, 0, 0, a));
  add(c, "point", simple(PW_SURFACE_SPHERE, 0, 0, 0, a));
  add(c, "ellipsoid", simple(PW_SURFACE_ELLIPSOID, 0.8, 0.5, 1.1, a));
  add(c, "cylinder", ranged(PW_SURFACE_CYLINDER, 0.4, 0, -1, 2, 0, 0, a));
  add(c, "cone", ranged(PW_SURFACE_CONE, 0.4, 0, 0.3, 2, 0, 0, a));
  add(c, "torus", simple(PW_SURFACE_TORUS, 1, 0.3, 0, a));
  add(c, "disc's edge", simple(PW_SURFACE_TORUS, 1, 0, 0, a));
  add(c, "helicoid", ranged(PW_SURFACE_HELICOID, 0.7, 0, -0.4, 1.1, -2, 7, a));
  static PwProfile curved, pin, corners, polar, moved, flank, oval;
  PwProfileProblem problem = {0};
  curved = curved_profile(a), pin = pin_profile(a), corners = corner_profile(a), polar = polar_profile(a),
  flank = involute_profile(a), oval = ellipse_profile(a);
  assert_int_equal(pw_profile_offset(&polar, 0.03, a, &moved, &problem), PAWL_OK);
  add(c, "turned spline", turned(&curved, a));
  add(c, "turned pin", turned(&pin, a));
  add(c, "turned corners", turned(&corners, a));
  add(c, "turned polar", turned(&polar, a));
  add(c, "turned offset", turned(&moved, a));
  add(c, "extruded spline", extruded(&curved, -1, 1, a));
  add(c, "extruded involute", extruded(&flank, -1, 1, a));
  add(c, "turned involute", turned(&flank, a));
  add(c, "extruded corners", extruded(&corners, -1, 1, a));
  add(c, "extruded offset", extruded(&moved, 0, 1, a));
  PwSurfaceDef screw = {.kind = PW_SURFACE_REVOLUTION, .size = {0.6}, .profile = &curved, .range = {{0, 0}, {0, 9}}};
  add(c, "screw", made(&screw, a));
  add(c, "net", wavy_net(a));
  add(c, "periodic net", tube_net(a));
  add(c, "rational torus", rational_torus(1, 0.3, 0, 9, true, a));
  add(c, "rational sphere", rational_sphere(0.8, a));
  add_flipped(c, (PwSurfaceDef){.kind = PW_SURFACE_ELLIPSOID, .size = {0.8, 0.5, 1.1}});
  add_flipped(c, (PwSurfaceDef){.kind = PW_SURFACE_CYLINDER, .size = {0.4}, .range = {{-1, 2}, {0, 4}}});
  add_flipped(c, (PwSurfaceDef){.kind = PW_SURFACE_TORUS, .size = {1, 0.3}});
  add_flipped(c, (PwSurfaceDef){.kind = PW_SURFACE_PARABOLOID, .size = {0.4, 0.7}, .range = {{-1, 1}, {-1, 1}}});
  add_flipped(c, (PwSurfaceDef){.kind = PW_SURFACE_HELICOID, .size = {0.7}, .range = {{0.1, 1}, {0, 7}}});
  add_flipped(c, (PwSurfaceDef){.kind = PW_SURFACE_REVOLUTION, .profile = &curved});
  add_flipped(c, (PwSurfaceDef){.kind = PW_SURFACE_REVOLUTION, .profile = &pin, .range = {{0, 0}, {1, 3}}});
  add(c, "extruded ellipse", extruded(&oval, -1, 1, a));
  add(c, "turned ellipse", turned(&oval, a));
}
#endif
