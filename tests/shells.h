// Shells in random poses, and distances of their cells by formulas of their own.
#ifndef PW_SHELLS_TEST_H
#define PW_SHELLS_TEST_H
#include "base/random.h"
#include "check.h"
#include "geometry/space/shell.h"
#include "geometry/space/surface_space.h"
#include "numerics/vec.h"

typedef double Point[3];

static inline PwShell hull_of(const Point *point, int32_t count, PwArena *arena) {
  PwShell s;
  PwSurfaceProblem problem;
  if (pw_shell_hull((const double(*)[3])point, count, arena, &s, &problem) != PAWL_OK) fail_msg("%s", problem.text);
  return s;
}
static inline PwShell box_of(double a, double b, double c, PwArena *arena) {
  Point p[8];
  for (int i = 0; i < 8; i++) {
    p[i][0] = (i & 1 ? 0.5 : -0.5) * a, p[i][1] = (i & 2 ? 0.5 : -0.5) * b, p[i][2] = (i & 4 ? 0.5 : -0.5) * c;
  }
  return hull_of((const Point *)p, 8, arena);
}
static inline PwShell prism_of(int32_t n, double radius, double length, PwArena *arena) {
  Point p[PW_SHELL_POINTS];
  for (int32_t i = 0; i < 2 * n; i++) {
    double angle = 2 * 3.14159265358979323846 * (i % n) / n;
    p[i][0] = radius * cos(angle), p[i][1] = radius * sin(angle), p[i][2] = i < n ? 0 : length;
  }
  return hull_of((const Point *)p, 2 * n, arena);
}
static inline PwShell ball_of(double radius, PwArena *arena) {
  PwSurfaceDef def = {.kind = PW_SURFACE_SPHERE, .size = {radius}};
  PwSurface surface;
  PwSurfaceProblem problem = {.units = {0}};
  PwShell s;
  if (pw_surface_build(&def, arena, &surface, &problem) != PAWL_OK || pw_shell_of_surface(&surface, arena, &s)) fail();
  return s;
}
// Boxes, prisms, tetrahedra, and hulls of points on a sphere.
static inline PwShell random_shell(uint64_t *seed, PwArena *arena) {
  int kind = (int)(pw_random_bits(seed) % 4);
  double a = pw_random_between(seed, 0.3, 1), b = pw_random_between(seed, 0.3, 1), c = pw_random_between(seed, 0.3, 1);
  if (kind == 0) return box_of(a, b, c, arena);
  if (kind == 1) return prism_of(3 + (int32_t)(pw_random_bits(seed) % 6), a, b, arena);
  Point p[12];
  PwShell s;
  PwSurfaceProblem problem;
  int32_t count = kind == 2 ? 4 : 12;
  do {
    for (int32_t i = 0; i < count; i++) {
      for (int k = 0; k < 3; k++) p[i][k] = pw_random_between(seed, -1, 1);
      pw_normalise(p[i]);
      p[i][2] *= c;
    }
  } while (pw_shell_hull((const double(*)[3])p, count, arena, &s, &problem) != PAWL_OK);
  return s;
}
static inline PwPose3 pose_of(const double x[3], const double q[4]) {
  PwPose3 pose;
  double unit[4] = {q[0], q[1], q[2], q[3]}, length = sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
  for (int k = 0; k < 4; k++) unit[k] /= length;
  pw_quat_matrix(unit, pose.r);
  memcpy(pose.x, x, sizeof pose.x);
  return pose;
}
static inline PwPose3 random_pose(uint64_t *seed, double far) {
  double x[3], q[4];
  for (int k = 0; k < 3; k++) x[k] = pw_random_between(seed, -far, far);
  for (int k = 0; k < 4; k++) q[k] = pw_random_between(seed, -1, 1);
  return pose_of(x, q);
}
static inline void place_point(const PwShell *s, const PwPose3 *pose, int32_t point, double out[3]) {
  pw_place3(pose, s->point[point], out);
}

// From a point to a segment, to a polygon, and between segments.
static inline double to_segment(const double x[3], const double a[3], const double b[3]) {
  double d[3], e[3], square = 0, along = 0, sum = 0;
  for (int k = 0; k < 3; k++) d[k] = b[k] - a[k], e[k] = x[k] - a[k], square += d[k] * d[k], along += d[k] * e[k];
  double part = fmin(fmax(along / square, 0), 1);
  for (int k = 0; k < 3; k++) sum += pow(e[k] - part * d[k], 2);
  return sqrt(sum);
}
static inline double to_face(const double x[3], const PwShell *s, const PwPose3 *pose, int32_t face) {
  const PwShellFace *f = &s->face[face];
  double own[3], d[3] = {x[0] - pose->x[0], x[1] - pose->x[1], x[2] - pose->x[2]}, least = INFINITY;
  bool over = true;
  pw_turn3_back(pose->r, d, own);
  for (int32_t i = 0; i < f->count; i++) {
    const double *a = s->point[s->loop[f->first + i]], *b = s->point[s->loop[f->first + (i + 1) % f->count]];
    double along[3] = {b[0] - a[0], b[1] - a[1], b[2] - a[2]}, to[3] = {own[0] - a[0], own[1] - a[1], own[2] - a[2]}, cross[3];
    pw_cross(along, to, cross);
    over = over && pw_dot(cross, f->n) >= 0;
    least = fmin(least, to_segment(own, a, b));
  }
  return over ? fabs(pw_dot(f->n, own) - f->at) : least;
}
static inline double between_segments(const double a[3], const double b[3], const double c[3], const double d[3]) {
  double u[3], v[3], w[3], n[3],
      least = fmin(fmin(to_segment(a, c, d), to_segment(b, c, d)), fmin(to_segment(c, a, b), to_segment(d, a, b)));
  for (int k = 0; k < 3; k++) u[k] = b[k] - a[k], v[k] = d[k] - c[k], w[k] = c[k] - a[k];
  pw_cross(u, v, n);
  double square = pw_dot(n, n), s1[3], s2[3];
  if (square < 1e-24) return least;
  pw_cross(w, v, s1);
  pw_cross(w, u, s2);
  double s = pw_dot(s1, n) / square, t = pw_dot(s2, n) / square;
  bool crosses = s >= 0 && s <= 1 && t >= 0 && t <= 1;
  return crosses ? fmin(least, fabs(pw_dot(w, n)) / sqrt(square)) : least;
}
// Of a pair of cells, vertex and face or edge and edge.
static inline double cell_distance(const PwShell *s1, const PwPose3 *p1, const PwShell *s2, const PwPose3 *p2,
                                   const int32_t cell[2]) {
  int32_t i, j;
  PwCellKind a = pw_shell_cell(s1, cell[0], &i), b = pw_shell_cell(s2, cell[1], &j);
  double x[4][3];
  if (a == PW_CELL_EDGE && b == PW_CELL_EDGE) {
    for (int k = 0; k < 2; k++) {
      place_point(s1, p1, s1->edge[i].point[k], x[k]);
      place_point(s2, p2, s2->edge[j].point[k], x[2 + k]);
    }
    return between_segments(x[0], x[1], x[2], x[3]);
  }
  if (a == PW_CELL_VERTEX && b == PW_CELL_FACE) {
    place_point(s1, p1, i, x[0]);
    return to_face(x[0], s2, p2, j);
  }
  if (a == PW_CELL_FACE && b == PW_CELL_VERTEX) {
    place_point(s2, p2, j, x[0]);
    return to_face(x[0], s1, p1, i);
  }
  return INFINITY;
}
// How far the bodies are apart; *cell: a pair that is as near; *second: the distance of the next pair of cells.
static inline double brute_distance(const PwShell *s1, const PwPose3 *p1, const PwShell *s2, const PwPose3 *p2, int32_t cell[2],
                                    double *second) {
  double least = INFINITY;
  *second = INFINITY;
  for (int32_t i = 0; i < s1->faces + s1->edges + s1->vertices; i++) {
    for (int32_t j = 0; j < s2->faces + s2->edges + s2->vertices; j++) {
      double d = cell_distance(s1, p1, s2, p2, (int32_t[2]){i, j});
      if (d < least) {
        *second = least;
        least = d;
        cell[0] = i, cell[1] = j;
      } else if (d < *second) {
        *second = d;
      }
    }
  }
  return least;
}
#endif
