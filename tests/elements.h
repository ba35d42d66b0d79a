// One element of every kind, and bodies put so that two of them touch.
#ifndef PW_TEST_ELEMENTS_H
#define PW_TEST_ELEMENTS_H
#include "base/arena.h"
#include "base/random.h"
#include "check.h"
#include "geometry/plane/touch.h"

enum { POINT, LINE, ARC, CONCAVE, CIRCLE, HOLE, POLAR, SPLINE, INVOLUTE, OFFSET_POLAR, OFFSET_SPLINE, ELLIPSE, KINDS };
static const char *const element_name[KINDS] = {"point", "line",   "arc",      "concave arc",  "circle",        "hole",
                                                "polar", "spline", "involute", "offset polar", "offset spline", "ellipse"};

static inline PwElement element_of(int kind, PwArena *arena) {
  static const double terms[] = {1.0, 0, 0.4, 1, -0.15, 2.5}, points[] = {0, 0, 1, 0.1, 2, 0.6, 2.5, 1.5, 2.4, 2.6};
  PawlElementDef d = pawl_element_def_default();
  switch (kind) {
    case POINT:
      return (PwElement){.kind = PW_EL_POINT, .start = {0.3, -0.2}, .end = {0.3, -0.2}, .angle = 0.4, .turn = 1.7};
    case LINE:
      d.type = PAWL_ELEMENT_LINE;
      d.from[0] = -0.5, d.from[1] = 0.1, d.to[0] = 1.1, d.to[1] = 0.9;
      break;
    case ARC:
    case CONCAVE:
      d.type = PAWL_ELEMENT_ARC;
      d.center[0] = 0.2, d.center[1] = 0.3, d.radius = kind == ARC ? 0.7 : 2.3;
      d.angle[0] = kind == ARC ? 0.5 : 2.9, d.angle[1] = kind == ARC ? 2.9 : 0.5;
      d.clockwise = kind == CONCAVE;
      break;
    case CIRCLE:
    case HOLE:
      d.type = PAWL_ELEMENT_CIRCLE;
      d.center[0] = -0.1, d.center[1] = 0.2, d.radius = kind == CIRCLE ? 0.6 : 1.9;
      d.clockwise = kind == HOLE;
      break;
    case POLAR:
    case OFFSET_POLAR:
      d.type = PAWL_ELEMENT_POLAR;
      d.count = 3, d.data = terms, d.angle[0] = 0.3, d.angle[1] = 2.2, d.scale = 1.1;
      break;
    case SPLINE:
    case OFFSET_SPLINE:
      d.type = PAWL_ELEMENT_SPLINE;
      d.count = 5, d.data = points;
      break;
    case ELLIPSE:
      d.type = PAWL_ELEMENT_ELLIPSE;
      d.center[0] = 0.1, d.center[1] = -0.4, d.radius = 0.9, d.radius_across = 0.6, d.origin = 0.7;
      d.angle[0] = -0.6, d.angle[1] = 2.8;
      break;
    default:
      d.type = PAWL_ELEMENT_INVOLUTE;
      d.radius = 0.8, d.origin = 0.3, d.angle[0] = 0.4, d.angle[1] = 1.4;
  }
  PwProfile profile;
  PwProfileProblem problem = {0};
  if (pw_profile_build(&d, 1, kind == CIRCLE || kind == HOLE, false, arena, &profile, &problem)) fail_msg("%s", problem.text);
  PwElement e = profile.element[0];
  if (kind == OFFSET_POLAR || kind == OFFSET_SPLINE) e.offset = 0.05;
  return e;
}

static inline void at(const PwElement *e, const PwPose2 *p, double u, double x[2], double n[2], double *k) {
  PwCurvePoint q;
  pw_element_evaluate(e, u, &q);
  x[0] = p->x + p->c * q.x[0] - p->s * q.x[1];
  x[1] = p->y + p->s * q.x[0] + p->c * q.x[1];
  n[0] = p->c * q.t[1] + p->s * q.t[0];
  n[1] = p->s * q.t[1] - p->c * q.t[0];
  *k = q.curvature;
}

// Puts element 1 so that it touches 2 at u with this gap. Returns `definite` by its definition.
static inline double put(const PwElement *e1, PwPose2 *p1, const PwElement *e2, const PwPose2 *p2, const double u[2],
                         double gap) {
  double x2[2], n2[2], x1[2], n1[2], k1, k2;
  at(e2, p2, u[1], x2, n2, &k2);
  *p1 = (PwPose2){0, 0, 1, 0};
  at(e1, p1, u[0], x1, n1, &k1);
  p1->c = -(n1[0] * n2[0] + n1[1] * n2[1]);
  p1->s = -(n1[0] * n2[1] - n1[1] * n2[0]);
  at(e1, p1, u[0], x1, n1, &k1);
  p1->x = x2[0] + gap * n2[0] - x1[0];
  p1->y = x2[1] + gap * n2[1] - x1[1];
  bool c1 = pw_element_is_corner(e1), c2 = pw_element_is_corner(e2);
  return c1 && c2 ? gap : c1 ? 1 + gap * k2 : c2 ? 1 + gap * k1 : k1 + k2 + gap * k1 * k2;
}

// Two of these never have a touch that is a nearest pair.
static inline bool never_definite(int i, int j) {
  bool hollow1 = i == CONCAVE || i == HOLE, hollow2 = j == CONCAVE || j == HOLE;
  return (i == LINE && j == LINE) || (hollow1 && (hollow2 || j == LINE)) || (hollow2 && i == LINE);
}
#endif
