// Poses in space, and small matrices of touches.
#ifndef PW_SURFACE_SPACE_H
#define PW_SURFACE_SPACE_H
#include "geometry/space/surface_touch.h"
#include "numerics/vec.h"

static inline void pw_turn3(const double r[9], const double a[3], double out[3]) {
  double x = r[0] * a[0] + r[1] * a[1] + r[2] * a[2], y = r[3] * a[0] + r[4] * a[1] + r[5] * a[2];
  double z = r[6] * a[0] + r[7] * a[1] + r[8] * a[2];
  out[0] = x;
  out[1] = y;
  out[2] = z;
}
static inline void pw_turn3_back(const double r[9], const double a[3], double out[3]) {
  double x = r[0] * a[0] + r[3] * a[1] + r[6] * a[2], y = r[1] * a[0] + r[4] * a[1] + r[7] * a[2];
  double z = r[2] * a[0] + r[5] * a[1] + r[8] * a[2];
  out[0] = x;
  out[1] = y;
  out[2] = z;
}
static inline void pw_place3(const PwPose3 *p, const double a[3], double out[3]) {
  pw_turn3(p->r, a, out);
  for (int m = 0; m < 3; m++) out[m] += p->x[m];
}
// Pose of a in axes of b.
static inline PwPose3 pw_relative_pose3(const PwPose3 *a, const PwPose3 *b) {
  PwPose3 out;
  double d[3] = {a->x[0] - b->x[0], a->x[1] - b->x[1], a->x[2] - b->x[2]};
  pw_turn3_back(b->r, d, out.x);
  for (int i = 0; i < 3; i++) {
    double column[3] = {a->r[i], a->r[3 + i], a->r[6 + i]};
    pw_turn3_back(b->r, column, column);
    for (int m = 0; m < 3; m++) out.r[3 * m + i] = column[m];
  }
  return out;
}
// A and B of a point in tangents t (2 x 2, row-major): what its own coordinates move.
static inline void pw_point_ways(const PwSurfacePoint *p, const double t[2][3], double a[4], double b[4]) {
  for (int j = 0; j < 2; j++) {
    const double *own = p->t[j];
    double turn[3];
    for (int m = 0; m < 3; m++) turn[m] = p->k[j] * p->t[0][m] + p->k[j + 1] * p->t[1][m];
    if (p->rank == 1) {
      for (int m = 0; m < 3; m++) turn[m] = (j ? p->k[2] : 1) * own[m];
    }
    const double *way = p->rank == 0 ? own : turn;
    bool moves = p->rank == 2 || (p->rank == 1 && j == 1);
    for (int i = 0; i < 2; i++) {
      a[2 * i + j] = moves ? pw_dot(t[i], own) : 0;
      b[2 * i + j] = pw_dot(t[i], way);
    }
  }
}
#endif
