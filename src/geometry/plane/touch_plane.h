// What the files of the touches share: poses, and the three forms that elements have for them.
#ifndef PW_TOUCH_PLANE_H
#define PW_TOUCH_PLANE_H
#include "geometry/plane/touch.h"
#include "geometry/profile/plane.h"

// Points and arcs are round: a centre and a signed radius R (0 at a corner, negative where concave), x = centre + R m.
typedef enum { PW_FORM_ROUND, PW_FORM_LINE, PW_FORM_CURVE } PwForm;

static inline PwForm pw_form_of(const PwElement *e) {
  static const PwForm form[] = {[PW_EL_POINT] = PW_FORM_ROUND,  [PW_EL_LINE] = PW_FORM_LINE,    [PW_EL_ARC] = PW_FORM_ROUND,
                                [PW_EL_POLAR] = PW_FORM_CURVE,  [PW_EL_SPLINE] = PW_FORM_CURVE, [PW_EL_INVOLUTE] = PW_FORM_CURVE,
                                [PW_EL_ELLIPSE] = PW_FORM_CURVE};
  _Static_assert(sizeof form / sizeof *form == PW_ELEMENT_KINDS, "every kind of element has a form");
  return e->offset == 0 ? form[e->kind] : PW_FORM_CURVE;
}
static inline double pw_round_radius(const PwElement *e) {
  return e->kind == PW_EL_POINT ? 0 : e->radius;
}
static inline const double *pw_round_center(const PwElement *e) {
  return e->kind == PW_EL_POINT ? e->start : e->center;
}
static inline void pw_turn_out(const PwPose2 *p, const double a[2], double out[2]) {
  out[0] = p->c * a[0] - p->s * a[1];
  out[1] = p->s * a[0] + p->c * a[1];
}
static inline void pw_turn_in(const PwPose2 *p, const double a[2], double out[2]) {
  out[0] = p->c * a[0] + p->s * a[1];
  out[1] = p->c * a[1] - p->s * a[0];
}
static inline void pw_to_ground(const PwPose2 *p, const double a[2], double out[2]) {
  pw_turn_out(p, a, out);
  out[0] += p->x;
  out[1] += p->y;
}
static inline void pw_to_local(const PwPose2 *p, const double a[2], double out[2]) {
  double d[2] = {a[0] - p->x, a[1] - p->y};
  pw_turn_in(p, d, out);
}
// Pose of a in axes of b.
static inline PwPose2 pw_relative_pose(const PwPose2 *a, const PwPose2 *b) {
  double shift[2] = {a->x, a->y}, at[2];
  pw_to_local(b, shift, at);
  return (PwPose2){at[0], at[1], a->c * b->c + a->s * b->s, a->s * b->c - a->c * b->s};
}
#endif
