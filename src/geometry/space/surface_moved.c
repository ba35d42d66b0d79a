// How far two surfaces have moved, as far as it matters for touches.
#include <math.h>

#include "geometry/space/surface_ball.h"
#include "geometry/space/surface_space.h"

// Does a turn about its z axis change nothing?
static bool is_round(const PwSurface *s) {
  switch (s->kind) {
    case PW_SURFACE_ELLIPSOID:
      return s->seamless[1] && s->size[0] == s->size[1];
    case PW_SURFACE_REVOLUTION:
      return s->seamless[1] && s->size[2] == 0;
    case PW_SURFACE_SPHERE:
    case PW_SURFACE_CYLINDER:
    case PW_SURFACE_CONE:
    case PW_SURFACE_TORUS:
      return s->seamless[1];
    default:
      return false;
  }
}
// The centre of a ball around it moves, and a turn by a moves no point by more than 2 sin(a/2) radius beside that: |R - S|
// (Frobenius) is 2 sqrt(2) sin(a/2). Of what is round, a turn of the axis alone, by |R z - S z| = 2 sin(a/2), comes to the same.
static double moved(const PwSurface *s, const PwPose3 *was, const PwPose3 *is) {
  bool ball = pw_is_ball(s), round = is_round(s);
  double shift[3], turn = 0, axis = 0, off = round ? hypot(s->center[0], s->center[1]) : 0;
  const double center[3] = {round ? 0 : s->center[0], round ? 0 : s->center[1], ball ? 0 : s->center[2]};
  for (int i = 0; i < 3; i++) {
    shift[i] = is->x[i] - was->x[i];
    for (int j = 0; j < 3; j++) {
      double d = is->r[3 * i + j] - was->r[3 * i + j];
      shift[i] += d * center[j];
      turn += 0.5 * d * d;
      if (j == 2) axis += d * d;
    }
  }
  return pw_norm(shift) + (ball ? 0 : sqrt(round ? axis : turn) * (s->radius + off));
}
double pw_surface_moved(const PwSurface *s1, const PwSurface *s2, const PwPose3 *was, const PwPose3 *is) {
  static const PwPose3 still = {{0, 0, 0}, {1, 0, 0, 0, 1, 0, 0, 0, 1}};
  PwPose3 was2 = pw_relative_pose3(&still, was), is2 = pw_relative_pose3(&still, is);
  double first = moved(s1, was, is), second = moved(s2, &was2, &is2);
  if (pw_is_ball(s1)) return first;  // what its reach is in
  return pw_is_ball(s2) ? second : fmin(first, second);
}
