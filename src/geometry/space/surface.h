// Surfaces: piecewise smooth boundaries in space, each over a rectangle of two parameters q = (u, v). Immutable once built.
//
//   kind         point                                             u, v
//   plane        (u, v, 0)                                         lengths; outward normal +z
//   paraboloid   (u, v, u^2/2a + v^2/2b)                           lengths; +z (a bowl where a, b > 0); 1/a or 1/b may be 0
//   sphere       R y, y = (cos u cos v, cos u sin v, sin u)        latitude, angle; away from the centre; R = 0: a point
//   ellipsoid    (a y1, b y2, c y3)                                likewise
//   cylinder     about z, radius R                                 height, angle; away from the axis
//   cone         about z, r = z tan(a), z > 0                      height, angle; away from the axis
//   torus        about z, R, tube r                                angle round the tube, angle; out of the tube; r = 0: an edge
//   helicoid     (u cos v, u sin v, h v)                           radius, angle; on the side of +z where u > 0
//   revolution   (r cos v, r sin v, z + h v), (r, z) a profile     element + its u, angle; the profile's material is the body's
//   extrusion    (x, y, v), (x, y) a profile                       element + its u, length; likewise
//   nurbs        control net, weights, knots                       as the knots say; along x_u x x_v
//   shell        flat faces, edges and vertices: shell.h           has none of its own
//
// `flip` puts the material on the other side. A surface stands in its own axes; a pose places it.
//
// A face is a part over a smaller rectangle on which the surface has continuous curvature: from element to element of a profile,
// between knots where curvature may jump. Evaluation goes on smoothly a little beyond a face.
#ifndef PW_SURFACE_H
#define PW_SURFACE_H
#include "base/arena.h"
#include "geometry/profile/profile.h"

enum { PW_NURBS_DEGREE = 15 };  // the highest

typedef enum {
  PW_SURFACE_PLANE,
  PW_SURFACE_PARABOLOID,
  PW_SURFACE_SPHERE,
  PW_SURFACE_ELLIPSOID,
  PW_SURFACE_CYLINDER,
  PW_SURFACE_CONE,
  PW_SURFACE_TORUS,
  PW_SURFACE_HELICOID,
  PW_SURFACE_REVOLUTION,
  PW_SURFACE_EXTRUSION,
  PW_SURFACE_NURBS,
  PW_SURFACE_SHELL
} PwSurfaceKind;

// A control net. Direction 0 runs over rows, 1 over columns: point (i, j) at [i count[1] + j].
typedef struct {
  int32_t degree[2], count[2];
  bool periodic[2];         // the net goes on with its first row or column; knots then: count + 1 over one period
  const double *knot[2];    // else count + degree + 1; NULL: uniform over 0 .. 1, clamped at the ends or periodic
  int32_t knots[2];         // how many are there
  const double *point;      // x y z each
  const double *weight;     // NULL: all 1
  int32_t points, weights;  // how many are there
} PwNurbsDef;

typedef struct {
  PwSurfaceKind kind;
  double size[3];      // sphere, cylinder: R; ellipsoid, paraboloid: a, b, c; cone: angle; torus: R, r; helicoid: height per
                       // turn; revolution: height per turn, 0 if none
  double range[2][2];  // of u and v; both ends equal: as far as there is an end by itself (the angle, latitude, knots, profile)
  bool flip;
  const PwProfile *profile;  // revolution, extrusion
  PwNurbsDef nurbs;
} PwSurfaceDef;

// A part of a face, small enough that its normals are within a narrow cone.
typedef struct {
  int32_t face;
  double q[2][2];      // [direction][end]
  double bound[6];     // most of |x_uu|, |x_uv|, |x_vv|, |n_uu|, |n_uv|, |n_vv| on it; at a pole: pw_pole_bounds
  double bend[2];      // all curvatures are between these (an edge: those along it)
  double least[2][2];  // [direction][end]: bend[0] if curvature may jump at that edge; INFINITY: it does not; -INFINITY: nothing
                       // goes on there, a border or a kink
  int8_t pole;         // 1 + 2 direction + end: that edge is one point; 0: none is
} PwPatch;

typedef struct {
  double low[3], high[3];
  double axis[3], angle;                         // cone of outward normals; angle >= pi: all directions
  double least;                                  // curvature of the patches below
  double edge_low[3], edge_high[3], edge_least;  // the same of their edges with a `least`: box, and the least of those; INFINITY:
                                                 // there are none
  int32_t left, right;                           // children; leaf: left = -1 - patch
} PwPatchNode;

typedef struct {
  PwSurfaceKind kind;
  double size[3];      // as in the def; paraboloid: 1/a, 1/b; revolution, helicoid: [2] is the height per rad
  double sign;         // -1: flipped
  double range[2][2];  // of u and v
  bool periodic[2];
  bool seamless[2];             // periodic and smooth all round: parameters may count on
  bool pole[2][2];              // [direction][end]: that edge is one point
  int32_t segments[2];          // faces in each direction: face = i segments[1] + j
  double *cut[2];               // [segments + 1] where they begin and end
  PwJoin *join[2];              // [segments + 1] how they go over there into the next: PW_JOIN_NONE at a border or kink
  PwElement *element;           // revolution, extrusion and what is made like them: one per segment of u
  int32_t degree[2], count[2];  // nurbs, with wrapped rows and columns
  double *knot[2];              // [count + degree + 1]
  double *inverse[2];           // [count][degree] of differences of knots: pw_nurbs_inverses
  int32_t *first[2];  // [segments + 1] knot where a segment begins: the last one of that value; then where the last ends
  double *net;        // [count[0] count[1]] w x, w y, w z, w
  bool rational;
  int32_t patches, nodes;
  PwPatch *patch;
  PwPatchNode *node;         // [0] is the root
  double center[3], radius;  // a ball around all of it
  double extent;             // diameter: what lengths and tolerances are compared with
  double span;               // a turn by a moves some point by span sin(a/2) at least
  double chord[3][3];        // from one point to another that is far from it, in different directions
  struct PwShell *shell;     // of a shell, which has kind, sign, ball and extent of all this; else NULL
} PwSurface;

// Has a net a convex kink? Nothing touches there: *direction, and the parameter of the first.
bool pw_surface_kink(const PwSurface *s, int *direction, double *at);

// How well a surface through a grid fits it.
typedef struct {
  double at;  // largest distance from the points at their parameters; NaN: there is no grid
  double
      between[2];  // of rows or columns, every second one left out: how far these are from the surface through the others, which
                   // is more than the surface through all is off between them, by about 2^(degree + 1). NaN: too few to tell
} PwGridError;

// What is wrong with a def: a sentence for the user; row and column of the point or weight of a net that it is about, -1: none;
// or the knot, -1: the whole list.
typedef enum { PW_NET_POINT, PW_NET_WEIGHT, PW_NET_KNOT } PwNetPart;
typedef struct {
  int32_t row, column;
  char text[240];
  PwNetPart part;
  int32_t direction, knot;
  PwProfileUnits units;  // in which the sentence is to tell lengths and angles
} PwSurfaceProblem;

// PAWL_ERR_INPUT: *problem says why. What the elements of the profile point at must live as long as the surface.
PawlStatus pw_surface_build(const PwSurfaceDef *def, PwArena *arena, PwSurface *out, PwSurfaceProblem *problem);
// The same in other memory; it needs nothing of the first one, nor of its profile.
PawlStatus pw_surface_copy(const PwSurface *from, PwArena *arena, PwSurface *out);

// A point on a surface, in its axes.
typedef struct {
  double x[3];
  double n[3];     // outward unit normal
  double t[2][3];  // orthonormal tangents, t1 x t2 = n
  int32_t rank;    // 2: smooth. 1: an edge; t1 is the direction in which its normal turns, t2 runs along it. 0: a point
  double k[3];     // curvature matrix in t1, t2: 11, 12, 22; > 0 where the body is convex. An edge: only 22. A point: none
  double dx[2][3], dn[2][3];  // derivatives of x and n by u and v
} PwSurfacePoint;

void pw_surface_evaluate(const PwSurface *s, int32_t face, const double q[2], PwSurfacePoint *out);
// out[i][j]: i times by u, j times by v, i + j <= order <= 3. Inside the face.
void pw_surface_derivatives(const PwSurface *s, int32_t face, const double q[2], int32_t order, double out[4][4][3]);
// A point beside p on the surface, p at q: by step in t1, t2 (an edge, a point: the turn of the normal where there is no way).
// Good to first order, at poles too. Angles and periodic parameters go on counting.
void pw_surface_move(const PwSurface *s, int32_t face, const double q[2], const PwSurfacePoint *p, const double step[2],
                     double out[2]);

// The face that holds q (periodic parameters are brought into range); q outside: the nearest one.
int32_t pw_surface_face(const PwSurface *s, double q[2]);
static inline int32_t pw_face_segment(const PwSurface *s, int32_t face, int direction) {
  return direction == 0 ? face / s->segments[1] : face % s->segments[1];
}
// Range of a face in a direction.
static inline const double *pw_face_range(const PwSurface *s, int32_t face, int direction) {
  return s->cut[direction] + pw_face_segment(s, face, direction);
}
// How the face goes over into the next at that end (0 or 1); *next: that face, -1: none.
PwJoin pw_face_join(const PwSurface *s, int32_t face, int direction, int end, int32_t *next);
#endif
