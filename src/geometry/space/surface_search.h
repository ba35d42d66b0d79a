// What the files of the search share. The way of a search: both trees at once (surface_search.c) down to pairs of patches; those
// are halved until a pair of parts holds no touch or exactly one (surface_pair.c). Then the reach: how much motion a touch needs
// that is not there yet (surface_birth.c). Where one of the two is a sphere, both are done with the other surface alone
// (surface_ball.h).
#ifndef PW_SURFACE_SEARCH_H
#define PW_SURFACE_SEARCH_H
#include "geometry/space/surface_cell.h"
#include "geometry/space/surface_space.h"

typedef struct {
  const PwSurface *s[2];
  const PwPose3 *p[2];
  PwPose3 relative;  // surface 1 in axes of surface 2
  double depth, margin;
  double watch;           // gap up to which touches are looked for: those beyond the margin bound the reach
  double size;            // of both together
  double span;            // a turn by a moves some point by span sin(a/2) at least
  double chord[2][3][3];  // of both, in axes of surface 2
  int64_t budget;         // pairs of parts that may still be looked at
  PwSurfaceFoundList *out;
  PawlStatus status;
} PwSurfaceSearch;

// A pair of parts with its enclosures, both in axes of surface 2.
typedef struct {
  PwPart3 part[2];
  PwCell cell[2];
  double d[3];      // x1 - x2 in the middle
  double distance;  // no two points are nearer
  double mismatch;  // rad by which normals miss being opposite at least; 0: they may be
} PwPartPair;

// The enclosure of a part of a side, in axes of surface 2.
void pw_search_enclose(const PwSurfaceSearch *s, const PwPart3 *part, int side, PwCell *out);
// Fills cell[side] from part[side]; then the pair's distance and mismatch.
void pw_pair_enclose(const PwSurfaceSearch *s, PwPartPair *pair, int side);
void pw_pair_measure(PwPartPair *pair);
// Curvatures of a pair of smooth parts in the tangents of side 2's middle.
typedef struct {
  double k1[3], k2[3];  // 11, 12, 22
  double off;           // what either may differ from that by; both together
  double sum;           // least eigenvalue of K1 + K2
  double difference;    // size of K1 - K2
  double uneven;        // difference of both curvatures, of the side where it is less: what a spin about the normal changes
} PwPairBend;
bool pw_pair_bend(const PwCell *a, const PwCell *b, PwPairBend *out);  // false: not smooth
// The equations of a touch on the pair; columns: coordinates of side 1, then of side 2.
typedef struct {
  double f[4], j[4][4], r[4][4];
  bool known;            // J is regular
  double y[4][4];        // J^-1; if not, something of its size
  double at[4], sum[4];  // -Y f; sums of the rows of |Y| R
} PwPairSystem;
typedef enum { PW_ANSWER_NONE, PW_ANSWER_ONE, PW_ANSWER_OPEN } PwAnswer;   // no touch; one at most; not decided
bool pw_pair_may_touch(const PwSurfaceSearch *s, const PwPartPair *pair);  // cheap, before the others
void pw_system_set_up(const PwPartPair *pair, PwPairSystem *out);
PwAnswer pw_system_decide(PwPairSystem *w);
// The side whose normals turn less.
static inline int pw_pair_base(const PwPartPair *pair) {
  return pw_cell_turn(&pair->cell[0]) < pw_cell_turn(&pair->cell[1]) ? 0 : 1;
}
static inline double pw_triple(const double a[3], const double b[3], const double e[3]) {
  double c[3];
  pw_cross(a, b, c);
  return pw_dot(c, e);
}
// Touches on a pair of parts, down to where they are decided.
void pw_surface_pair(PwSurfaceSearch *s, const PwPartPair *pair);
// Lists the touch if it is wanted; one of a larger gap bounds the reach.
void pw_surface_take(PwSurfaceSearch *s, const int32_t face[2], const PwSurfaceTouch *t);
// Adds what is not there yet.
void pw_surface_list(PwSurfaceSearch *s, const int32_t face[2], const PwSurfaceTouch *t);
// Lowers the reach to the least motion that lets a touch be born and close.
void pw_surface_births(PwSurfaceSearch *s);
static inline void pw_surface_lower(PwSurfaceSearch *s, double motion) {
  if (!(motion >= s->out->reach)) s->out->reach = motion > 0 ? motion : 0;
}
// Of the margin: rings that are deeper in each other than this no motion has brought there between two searches. They lie on the
// far sides of bodies, and say nothing; bodies that are inside each other are told of by surface_overlap.h.
#define PW_SINGULAR_DEPTH 0.1
// A point that could not be decided, as small as parts are made.
static inline void pw_surface_singular(PwSurfaceSearch *s, double gap) {
  if (gap > -PW_SINGULAR_DEPTH * s->margin) s->out->singular_gap = fmin(s->out->singular_gap, gap);
}
// Of a part with gaps between low and high: is nothing much nearer to be found there, or nothing at all?
static inline bool pw_singular_is_known(const PwSurfaceSearch *s, double low, double high) {
  static const double CLOSED = 1e-3;  // of the margin
  double known = s->out->singular_gap;
  return known <= CLOSED * s->margin || low >= 0.5 * known || high < -PW_SINGULAR_DEPTH * s->margin;
}
#endif
