// Elements of a profile: pieces of plane curves. u runs from 0 to 1 along an element; evaluation goes on smoothly a little
// outside (lines and arcs by themselves, polynomials by their formula, splines by their last span; involutes and polynomials with
// exponents that are no natural numbers, whose formulas may end there, by their circle of curvature), because a step of an
// integrator may look beyond an element's end before the end is located. A periodic element goes on with itself.
//
// The material is on the left of the direction of travel: outward normal = (t_y, -t_x), curvature > 0 where the body is convex.
#ifndef PW_CURVE_H
#define PW_CURVE_H
#include <stdbool.h>
#include <stdint.h>

#include "pawl/status.h"

enum { PW_SPLINE_DEGREE = 9, PW_POLAR_ORDERS = 6 };  // highest degree; most derivatives, with r itself
enum { PW_CURVE_ORDERS = 4 };                        // derivatives of the position, with itself

typedef enum {
  PW_EL_POINT,     // a convex corner: a fixed point whose normal turns left from `angle` by `turn` (0 < turn <= 2 pi)
  PW_EL_LINE,      // u by length
  PW_EL_ARC,       // u by angle; also the whole circle
  PW_EL_POLAR,     // r(theta) = sum coefficient_k ((theta - origin)/scale)^exponent_k about the centre, u by theta
  PW_EL_SPLINE,    // B-spline of any degree, u by the knots' parameter
  PW_EL_INVOLUTE,  // of a base circle, u by roll angle
  PW_EL_ELLIPSE,   // u by the eccentric angle; also the whole ellipse
  PW_EL_LAST = PW_EL_ELLIPSE
} PwElementKind;
enum { PW_ELEMENT_KINDS = PW_EL_LAST + 1 };  // tables by kinds have as many entries, and assert it

typedef struct {
  PwElementKind kind;
  double start[2], end[2];  // at u = 0 and 1 (equal for a point and for a circle)
  double center[2];         // arc, polar, involute, ellipse
  double radius;            // arc: signed, > 0 convex (counter-clockwise), < 0 concave; involute: base radius; ellipse: semi-axis
  double angle, turn;       // arc: angle of the radius vector at u = 0 and its signed change; polar: theta likewise;
                            // point: angle of the outward normal at u = 0 and its change; involute: roll angle (> 0) likewise;
                            // ellipse: eccentric angle likewise
  double offset;            // every point moved outwards by this (0: none)
  double length;            // arc length; 0 for a point
  int32_t degree, count;    // spline: degree, control points; polar: count terms
  double origin, scale;     // polar: of the argument; spline: parameter = origin + u scale; involute: direction in which the
                            // unrolling begins on the base circle, and 1 (unrolled counter-clockwise) or -1; ellipse:
                            // direction of the semi-axis `radius`, and the other semi-axis
  const double *data;       // spline: knots (count + degree + 1), then control points x y; polar: coefficient, exponent pairs
  bool periodic;            // closes on itself without a jump of tangent or curvature: u outside 0..1 is that of another turn
  int32_t source;           // index of the def that it comes from; -1: a corner made by itself
} PwElement;

// A point on an element.
typedef struct {
  double x[2];       // position
  double t[2];       // unit tangent; a corner: square to the normal at u
  double curvature;  // of the boundary; unused at a corner
  double speed;      // ds/du > 0 (a corner: turn, the normal's angle per u)
} PwCurvePoint;

void pw_element_evaluate(const PwElement *e, double u, PwCurvePoint *out);
// The position and its derivatives by u. Inside the element.
void pw_element_derivatives(const PwElement *e, double u, double d[PW_CURVE_ORDERS][2]);
// For the building of profiles. r and its derivatives in theta, `orders` of them in all.
void pw_polar_radius(const PwElement *e, double theta, int32_t orders, double *r);
// The k with knot k <= parameter < knot k + 1; at and beyond the element's ends its first or last.
int32_t pw_spline_span(const PwElement *e, double parameter);
// All derivatives by the parameter at v, which lies in span k; d: [degree + 1].
void pw_spline_derivatives(const PwElement *e, int32_t k, double v, double d[][2]);
static inline bool pw_element_is_corner(const PwElement *e) {
  return e->kind == PW_EL_POINT;
}
#endif
