// Shells: boundaries of convex bodies with flat faces, straight edges and vertices, and of frusta, whose edges are rims; beside
// them a plane, which is one open face, and a ball, which is a vertex with a radius. Immutable once built.
//
// A *cell* is a face, an edge or a vertex; they are numbered through in this order. A touch stands on a pair of cells
// (surface_touch.h has the equations): face and vertex, edge and edge; a ball on any. What lies flat on each other is carried by
// these at the border of what it shares: a face by vertices on it and edges that cross its own.
#ifndef PW_SHELL_H
#define PW_SHELL_H
#include "geometry/space/surface_touch.h"

enum { PW_SHELL_POINTS = 100, PW_SHELL_FACES = 2 * PW_SHELL_POINTS - 4, PW_SHELL_EDGES = 3 * PW_SHELL_POINTS - 6 };  // at most

// The border of a face is a loop of points, counter-clockwise seen from outside.
typedef struct {
  double n[3], at;       // outward normal; n . x = at
  double x[3], t[2][3];  // where its two parameters count from, and along: t1 x t2 = n
  int32_t first, count;  // of its loop
} PwShellFace;

typedef struct {
  int32_t point[2], face[2];
  double along[3], length;  // from point[0] to point[1]
  double into[2][3];        // unit vectors in the two faces, away from the edge and across it
} PwShellEdge;

// A frustum about its z axis; a cylinder, if both radii are equal. Rims and caps: the lower one first.
typedef struct {
  double radius[2], z[2];
  double n[2], along[2], length;  // of its side: outward normal, way up, and how long that is; away from the axis, and z
} PwShellRound;

enum { PW_FRUSTUM_SIDE = 2 };              // its face beside the caps
static const double PW_SHELL_SEAT = 1e-7;  // sine between a cap and a face: nearer to it the rim has no lowest place
enum { PW_SHELL_SEATS = 3 << 18 };         // places of a rim that may carry it then, each a vertex

typedef struct PwShell {
  int32_t faces, edges, vertices;  // cells; those of an open one are faces alone
  int32_t points;
  bool open;      // a plane: nothing goes on at its border, and behind it all is material
  double ball;    // radius round the only vertex; 0: none
  bool is_round;  // a frustum: faces lower cap, upper cap (normal, height and axes are those of a face), side; edges lower and
                  // upper rim; vertices: places of the lower rim and of the upper one, of which three carry what lies flat
  PwShellRound round;
  PwShellFace *face;
  int32_t *loop;        // points of the faces
  double (*inward)[3];  // of each, unit vector in its face: across the border from this point to the next, to the inside
  PwShellEdge *edge;
  double (*point)[3];
  int32_t *first, *spoke;    // [points + 1] edges of a vertex: spoke[first[i]] on; -1 - edge: it ends there
  double center[3], radius;  // a ball around all of it
  double size;               // diameter: what tolerances are compared with
} PwShell;

typedef enum { PW_CELL_FACE, PW_CELL_EDGE, PW_CELL_VERTEX } PwCellKind;
PwCellKind pw_shell_cell(const PwShell *s, int32_t cell, int32_t *index);
void pw_shell_point(const PwShell *s, int32_t vertex, double out[3]);
// How many cells there are; of a frustum with all places of its rims.
int32_t pw_shell_cells(const PwShell *s);

// The convex hull of points, each of which must be one of its vertices. *problem: what is wrong with them; row: the point.
PawlStatus pw_shell_hull(const double (*point)[3], int32_t count, PwArena *arena, PwShell *out, PwSurfaceProblem *problem);
// A frustum about z, around its middle.
PawlStatus pw_shell_frustum(const double radius[2], double length, PwArena *arena, PwShell *out, PwSurfaceProblem *problem);
// Of a plane or a whole sphere, in its own axes. PAWL_ERR_UNSUPPORTED: it is another surface.
PawlStatus pw_shell_of_surface(const PwSurface *s, PwArena *arena, PwShell *out);
PawlStatus pw_shell_copy(const PwShell *from, PwArena *arena, PwShell *out);

// Volume, centre, and inertia about it for density 1: xx yy zz xy xz yz, products as the integrals with the sign of a tensor.
void pw_shell_measure(const PwShell *s, double *volume, double center[3], double inertia[6]);
// How deep a point in its axes is inside; negative: outside, by no more than that far.
double pw_shell_depth(const PwShell *s, const double x[3]);

// ---- shell_touch.c: one pair of cells

// Where on its cell each side is, in lengths and cosines; > 0 inside, INFINITY: there is no end.
typedef struct {
  double inside;            // distance from the border of a face, the end of an edge
  double cone;              // how far its normal is inside the fan of an edge, the cone of a vertex
  double step[3], turn[3];  // the rates of the two are step . (rate of the point), turn . (rate of the outward normal), ground
} PwCellPlace;

// PAWL_RETRY: cells of such a pair are never a touch, or edges are parallel.
PawlStatus pw_shell_solve(const PwShell *s1, const PwPose3 *p1, const PwShell *s2, const PwPose3 *p2, const int32_t cell[2],
                          PwSurfaceTouch *out);
void pw_shell_place(const PwShell *s, const PwPose3 *pose, int32_t cell, const PwSurfaceTouch *touch, int side, PwCellPlace *out);
// Can a touch of these cells leave the cone of its side? A vertex over a face and an edge over an edge cannot: beside it they are
// watched, because what lies flat closes all at once.
// Is the cell of that side a place of a rim that lies flat? *lean: the sine between its cap and the face of the other side, also
// of a rim. False: INFINITY, if neither is on that side.
bool pw_shell_is_seat(const PwShell *s1, const PwPose3 *p1, const PwShell *s2, const PwPose3 *p2, const int32_t cell[2], int side,
                      double *lean);
// The same three places, turned by so many.
int32_t pw_shell_turn_seat(const PwShell *s, int32_t cell, int32_t by);
bool pw_shell_has_cone(const PwShell *s1, const PwShell *s2);

// ---- shell_search.c: all pairs

// Cells of the found touches stand in `face`. `border`: watched
// beside the cone, a shadow. Every touch with gap < margin, each once, and the reach (surface_touch.h). `length`: what rounding
// is measured by. Of bodies that overlap the touches nearest to a way out; over an open one all that are less deep than `depth`.
// `doubles`: all pairs of cells that stand at one place.
PawlStatus pw_shell_search(const PwShell *s1, const PwPose3 *p1, const PwShell *s2, const PwPose3 *p2, double length,
                           double depth, double margin, bool doubles, PwSurfaceFoundList *out);
// How far the bodies are apart along the best of all directions that touches can have; negative: by how much they overlap. *at:
// there, ground axes; NULL: not asked for.
double pw_shell_separation(const PwShell *s1, const PwPose3 *p1, const PwShell *s2, const PwPose3 *p2, double at[3]);
#endif
