// Random surfaces of all kinds in random poses, near each other or overlapping.
#ifndef PW_RANDOM_SURFACES_H
#define PW_RANDOM_SURFACES_H
#include "geometry/space/surface_touch.h"
#include "surfaces.h"

static inline double between(uint64_t *seed, double low, double high) {
  return pw_random_between(seed, low, high);
}
static inline PwSurface random_net(uint64_t *seed, PwArena *arena) {
  int32_t n = 4 + (int32_t)(pw_random_bits(seed) % 4), m = 4 + (int32_t)(pw_random_bits(seed) % 3);
  double *point = pw_arena_array(arena, (size_t)(3 * n * m), sizeof *point), *weight = pw_arena_array(arena, (size_t)(n * m), 8);
  double bump = between(seed, 0.05, 0.4);
  for (int32_t i = 0; i < n * m; i++) {
    point[3 * i] = 2.0 * (i / m) / (n - 1) - 1 + between(seed, -0.05, 0.05);
    point[3 * i + 1] = 2.0 * (i % m) / (m - 1) - 1 + between(seed, -0.05, 0.05);
    point[3 * i + 2] = between(seed, -bump, bump);
    weight[i] = between(seed, 0.7, 1.4);
  }
  int32_t p = 2 + (int32_t)(pw_random_bits(seed) % 3), r = 2 + (int32_t)(pw_random_bits(seed) % 2);
  bool rational = pw_random_bits(seed) % 2;
  PwSurfaceDef def = {.kind = PW_SURFACE_NURBS,
                      .flip = pw_random_bits(seed) % 2,
                      .nurbs = {.degree = {p < n ? p : n - 1, r},
                                .count = {n, m},
                                .point = point,
                                .weight = rational ? weight : NULL,
                                .points = n * m,
                                .weights = rational ? n * m : 0}};
  return made(&def, arena);
}
// A tube, periodic, with bumps.
static inline PwSurface random_tube(uint64_t *seed, PwArena *arena) {
  int32_t n = 8 + (int32_t)(pw_random_bits(seed) % 6), m = 4;
  double *point = pw_arena_array(arena, (size_t)(3 * n * m), sizeof *point), bump = between(seed, 0.02, 0.2);
  for (int32_t i = 0; i < n * m; i++) {
    double a = 2 * PI * (i / m) / n, r = 0.6 + between(seed, -bump, bump);
    point[3 * i] = r * cos(a);
    point[3 * i + 1] = r * sin(a);
    point[3 * i + 2] = 0.5 * (i % m) - 0.75;
  }
  PwSurfaceDef def = {.kind = PW_SURFACE_NURBS,
                      .flip = pw_random_bits(seed) % 2,
                      .nurbs = {.degree = {3 + (int32_t)(pw_random_bits(seed) % 3), 3},
                                .count = {n, m},
                                .periodic = {true},
                                .point = point,
                                .points = n * m}};
  return made(&def, arena);
}
// A curve of the half plane r > 0 or of the plane, by a spline with few points, closed by corners or open.
static inline PwProfile *random_profile3(uint64_t *seed, bool corners, PwArena *arena) {
  PwProfile *p = pw_arena_alloc(arena, sizeof *p);
  double *point = pw_arena_array(arena, 10, sizeof *point);
  PawlElementDef d[2] = {pawl_element_def_default()};
  d[0].type = PAWL_ELEMENT_SPLINE;
  d[0].data = point;
  d[0].count = 5;
  for (int i = 0; i < 5; i++) {
    double a = -1.2 + 0.6 * i;
    point[2 * i] = 0.4 + between(seed, 0.4, 0.55) * cos(a);
    point[2 * i + 1] = between(seed, 0.45, 0.55) * sin(a);
  }
  d[1] = line_def(point[8], point[9], point[0], point[1]);
  *p = profile_of(d, corners ? 2 : 1, corners, arena);
  return p;
}
enum { RANDOM_SURFACES = 15 };
static inline PwSurface random_surface(int kind, uint64_t *seed, PwArena *arena) {
  PwSurfaceDef def = {.flip = pw_random_bits(seed) % 3 == 0};
  double a = between(seed, 0.3, 1.2), b = between(seed, 0.3, 1.2), c = between(seed, 0.3, 1.2);
  switch (kind) {
    case 0:
      def.kind = PW_SURFACE_PLANE;
      def.range[0][0] = -a, def.range[0][1] = b, def.range[1][0] = -b, def.range[1][1] = c;
      break;
    case 1:
      def.kind = PW_SURFACE_PARABOLOID;
      def.size[0] = pw_random_bits(seed) % 2 ? a : -a, def.size[1] = b;
      for (int i = 0; i < 4; i++) def.range[i / 2][i % 2] = i % 2 ? 1 : -1;
      break;
    case 2:
      def.kind = PW_SURFACE_SPHERE;
      def.size[0] = a;
      if (pw_random_bits(seed) % 3 == 0) def.range[0][0] = -1, def.range[0][1] = 0.5;
      break;
    case 3:
      def.kind = PW_SURFACE_ELLIPSOID;
      def.size[0] = a, def.size[1] = b, def.size[2] = c;
      break;
    case 4:
      def.kind = PW_SURFACE_CYLINDER;
      def.size[0] = a, def.range[0][0] = -b, def.range[0][1] = c;
      break;
    case 5:
      def.kind = PW_SURFACE_CONE;
      def.size[0] = 0.6 * a, def.range[0][0] = 0.3, def.range[0][1] = 0.5 + c;
      break;
    case 6:
      def.kind = PW_SURFACE_TORUS;
      def.size[0] = 0.5 + a, def.size[1] = 0.4 * b;
      break;
    case 7:
      def.kind = PW_SURFACE_TORUS;  // an edge
      def.size[0] = a, def.flip = false;
      break;
    case 8:
      def.kind = PW_SURFACE_SPHERE;  // a point
      def.flip = false;
      break;
    case 9:
      def.kind = PW_SURFACE_HELICOID;
      def.size[0] = 0.5 + a, def.range[0][0] = 0.2 * b, def.range[0][1] = 1, def.range[1][1] = 7;
      break;
    case 10:
      def.kind = PW_SURFACE_REVOLUTION;
      def.profile = random_profile3(seed, !def.flip && pw_random_bits(seed) % 2, arena);
      break;
    case 11:
      def.kind = PW_SURFACE_EXTRUSION;
      def.profile = random_profile3(seed, !def.flip && pw_random_bits(seed) % 2, arena);
      def.range[1][0] = -a, def.range[1][1] = b;
      break;
    case 12:
      return random_net(seed, arena);
    case 13:
      return random_tube(seed, arena);
    default:
      return pw_random_bits(seed) % 2 ? rational_sphere(a, arena) : rational_torus(0.5 + a, 0.4 * b, 0, 9, true, arena);
  }
  return made(&def, arena);
}
// Some of every kind, made once.
enum { POOL = 3 };
typedef struct {
  PwArena arena;
  PwSurface s[RANDOM_SURFACES][POOL];
} Pool;
static inline void fill_pool(Pool *pool, uint64_t seed) {
  *pool = (Pool){0};
  for (int i = 0; i < RANDOM_SURFACES * POOL; i++) {
    pool->s[i / POOL][i % POOL] = random_surface(i / POOL, &seed, &pool->arena);
  }
}
// Pair number n goes through all pairs of kinds.
static inline void pick_pair(const Pool *pool, int n, uint64_t *seed, PwSurface out[2]) {
  int kind[2] = {n % RANDOM_SURFACES, n / RANDOM_SURFACES % RANDOM_SURFACES};
  for (int i = 0; i < 2; i++) out[i] = pool->s[kind[i]][pw_random_bits(seed) % POOL];
}
static inline void random_turn(uint64_t *seed, double q[4]) {
  for (int i = 0; i < 4; i++) q[i] = between(seed, -1, 1);
  pw_quat_normalise(q);
}
// A place of surface 1 is put beside a place of surface 2, with nearly opposite normals or not, so that they are near or overlap.
static inline void random_poses(const PwSurface *s1, const PwSurface *s2, uint64_t *seed, PwPose3 *p1, PwPose3 *p2) {
  double q[4], at[2][2], gap = between(seed, -0.3, 0.3);
  const PwSurface *s[2] = {s1, s2};
  PwSurfacePoint p[2];
  for (int i = 0; i < 2; i++) {
    for (int d = 0; d < 2; d++) at[i][d] = between(seed, s[i]->range[d][0], s[i]->range[d][1]);
    pw_surface_evaluate(s[i], pw_surface_face(s[i], at[i]), at[i], &p[i]);
  }
  random_turn(seed, q);
  pw_quat_matrix(q, p2->r);
  for (int m = 0; m < 3; m++) p2->x[m] = between(seed, -1, 1);
  // turn n1 onto -n2, then about it, then a little
  double n1[3], n2[3], axis[3], turn[4], total[4] = {1, 0, 0, 0};
  memcpy(n1, p[0].n, sizeof n1);
  for (int m = 0; m < 3; m++) n2[m] = -(p2->r[3 * m] * p[1].n[0] + p2->r[3 * m + 1] * p[1].n[1] + p2->r[3 * m + 2] * p[1].n[2]);
  pw_cross(n1, n2, axis);
  double angle = atan2(pw_norm(axis), pw_dot(n1, n2));
  pw_normalise(axis);
  for (int m = 0; m < 3; m++) axis[m] *= angle;
  pw_quat_turn(total, axis);
  double about = between(seed, 0, 6.28);
  for (int m = 0; m < 3; m++) axis[m] = about * n2[m] + between(seed, -0.2, 0.2);
  pw_quat_turn(total, axis);
  (void)turn;
  pw_quat_matrix(total, p1->r);
  for (int m = 0; m < 3; m++) {
    double x2 = p2->x[m], x1 = 0;
    for (int k = 0; k < 3; k++) {
      x2 += p2->r[3 * m + k] * p[1].x[k];
      x1 += p1->r[3 * m + k] * p[0].x[k];
    }
    p1->x[m] = x2 - gap * n2[m] - x1 + between(seed, -0.1, 0.1);
  }
}

// ---- pairs

typedef struct {
  const PwSurface *s[2];
  const PwPose3 *p[2];
} Pair;

static inline void to_ground(const PwPose3 *p, const double a[3], bool place, double out[3]) {
  double v[3];
  for (int m = 0; m < 3; m++) v[m] = p->r[3 * m] * a[0] + p->r[3 * m + 1] * a[1] + p->r[3 * m + 2] * a[2] + (place ? p->x[m] : 0);
  memcpy(out, v, sizeof v);
}
static inline double distance(const double a[3], const double b[3]) {
  double d[3] = {a[0] - b[0], a[1] - b[1], a[2] - b[2]};
  return pw_norm(d);
}
static inline void place(const PwSurface *s, const PwPose3 *pose, int32_t face, const double q[2], PwSurfacePoint *out) {
  pw_surface_evaluate(s, face, q, out);
  to_ground(pose, out->x, true, out->x);
  double *vectors[] = {out->n, out->t[0], out->t[1], out->dx[0], out->dx[1], out->dn[0], out->dn[1]};
  for (int i = 0; i < 7; i++) to_ground(pose, vectors[i], false, vectors[i]);
}
static inline PwPose3 pose_at(double x, double y, double z) {
  return (PwPose3){{x, y, z}, {1, 0, 0, 0, 1, 0, 0, 0, 1}};
}
#endif
