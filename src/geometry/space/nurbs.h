// B-spline bases and rational surfaces on them.
#ifndef PW_NURBS_H
#define PW_NURBS_H
#include "geometry/space/surface.h"

enum { PW_NURBS_ORDERS = 4 };  // derivatives, with the value itself

// The k with knot[k] <= u < knot[k + 1], from < to its limits: u beyond knot[from] .. knot[to] gives the first or last span
// there.
int32_t pw_nurbs_span(const double *knot, int32_t from, int32_t to, double u);
// 1/(knot[i + d] - knot[i]), d = 1 .. degree, for `count` knots i from the first one on; 0 where the knots are one.
void pw_nurbs_inverses(const double *knot, int32_t degree, int32_t first, int32_t count, double *out);
// out[i][j]: the i-th derivative at u, i <= order, of the degree + 1 basis functions j that are not zero in span k. inverse:
// those of the degree knots from k - degree + 1 on.
void pw_nurbs_basis(const double *knot, const double *inverse, int32_t degree, int32_t k, double u, int32_t order,
                    double out[PW_NURBS_ORDERS][PW_NURBS_DEGREE + 1]);
// (A, w), i times by u and j times by v.
typedef struct {
  double a[PW_NURBS_ORDERS][PW_NURBS_ORDERS][4];
} PwNurbsSums;
// About `origin` (NULL: none), i + j <= order.
void pw_nurbs_sums(const PwSurface *s, int32_t face, const double q[2], int32_t order, const double *origin, PwNurbsSums *out);
// The span of a face that holds u; u is brought into the range first where the direction has no seam.
int32_t pw_nurbs_find_span(const PwSurface *s, int32_t face, int direction, double *u);
// Is q at a pole? Then the direction whose end it is, and the end.
bool pw_nurbs_at_pole(const PwSurface *s, const double q[2], int *direction, int *end);

// Control points of a surface that passes a grid of points, and its error. Odd degrees have their knots at the points'
// parameters, even ones between them; the ends of an open direction have no knots at the points next to them.
typedef struct {
  int32_t degree[2], count[2];
  bool periodic[2], uniform[2];  // parameters all equally far apart, else by the mean chord length
  const double *point;           // [count[0]][count[1]] x y z
} PwGridDef;

typedef struct {
  double *point, *knot[2];  // the net, as PwNurbsDef wants it
  int32_t knots[2];
  double *parameter[2];  // of the points; a periodic direction: one more, the period's end
  PwGridError error;
} PwGridFit;

PawlStatus pw_nurbs_fit(const PwGridDef *def, PwArena *arena, PwGridFit *out, PwSurfaceProblem *problem);
#endif
