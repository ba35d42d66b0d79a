// Enclosures of a surface over a part of a patch: what makes a search sure. With local coordinates c in [-1, 1] x [-1, 1],
//
//   |x(c) - x - dx c| <= rx,   |n(c) - n - dn c| <= rn,   |x_i(c) - dx_i| <= rdx_i,   |n_i(c) - dn_i| <= rdn_i
//
// from bounds of second derivatives, by Taylor's theorem. Balls and not boxes: they stay what they are when a pose turns them.
// At a pole c is the point in the tangent plane there, and the part reaches all round it: c in the unit circle.
#ifndef PW_SURFACE_CELL_H
#define PW_SURFACE_CELL_H
#include "geometry/space/surface.h"

typedef struct {
  int32_t patch, face;
  double q[2][2];   // [direction][end]
  double bound[6];  // as in the patch, or its own
  int8_t pole;      // as in the patch
} PwPart3;

typedef struct {
  double x[3], n[3];
  double dx[2][3], dn[2][3];
  double rx, rn, rdx[2], rdn[2];
  double t[2][3], k[3];  // at the middle, as in PwSurfacePoint
  double bend;           // how far curvatures may be from those of the middle, if that is known in closed form; else INFINITY
  int32_t rank;
} PwCell;

// Bounds of second derivatives over a part of a face, q within what is smooth there (a span of a spline), not at a pole.
// false: there may be no normal.
bool pw_surface_bounds(const PwSurface *s, int32_t face, const double q[2][2], double bound[6]);
bool pw_nurbs_bounds(const PwSurface *s, int32_t face, const double q[2][2], double bound[6]);
// Between which curvatures is a part of a face? Like PwPatch.bend; false: not known in closed form.
bool pw_surface_bend(const PwSurface *s, int32_t face, const double q[2][2], int pole, double bend[2]);
// How far may curvatures of a part be from those of its middle, as its normals turn by no more than `turn`? INFINITY: not known.
double pw_surface_stray(const PwSurface *s, int32_t face, const double q[2][2], double turn);
// Bounds of n_uu, n_uv, n_vv for n = m/|m|, |m| >= w, from those of m_u, m_v and of m_uu, m_uv, m_vv.
void pw_bound_normal(const double m1[2], const double m2[3], double w, double bound[3]);
// At a pole, for the part that reaches from it to q: [0] radius in the tangent plane, [1], [2] rdx and rdn over that radius.
// They shrink at least in proportion to the part. A net's are found by sampling and doubled: not guaranteed.
void pw_pole_bounds(const PwSurface *s, int32_t face, const double q[2][2], int pole, double bound[6]);

void pw_part_of_patch(const PwSurface *s, int32_t patch, PwPart3 *out);
// An edge of a patch, without width; at a pole all of the patch. false: nothing ends and no curvature jumps there.
bool pw_part_of_edge(const PwSurface *s, int32_t patch, int direction, int end, PwPart3 *out);
// Halves in the direction; at a pole out[0] is the part that keeps it. Returns how many parts: more than two around a pole; 0 at
// that of a net, which cannot be made smaller.
enum { PW_PARTS_MOST = 9 };
int32_t pw_part_split(const PwSurface *s, const PwPart3 *part, int direction, PwPart3 out[PW_PARTS_MOST]);
// From local coordinates to parameters; the face that holds them: the pole of a net belongs to several.
void pw_part_place(const PwSurface *s, const PwPart3 *part, const double c[2], double q[2]);
int32_t pw_part_face(const PwSurface *s, const PwPart3 *part, double q[2]);
// What a touch may lie beside a part, in local coordinates.
#define PW_PART_SLACK 1e-7
bool pw_part_holds(const PwSurface *s, const PwPart3 *part, const double q[2]);
// In the surface's axes.
void pw_cell_enclose(const PwSurface *s, const PwPart3 *part, PwCell *out);
// No point of the cell is farther than this from its middle; no normal deviates by more from n.
double pw_cell_spread(const PwCell *c);
double pw_cell_turn(const PwCell *c);
// Rank 2: how far curvatures in any direction may be from those of the middle; INFINITY: not known.
double pw_cell_bend(const PwCell *c);
// Bounds of all curvatures (an edge: of those along it), from the enclosure alone. A point: none, INFINITY.
void pw_cell_range(const PwCell *c, double bend[2]);
#endif
