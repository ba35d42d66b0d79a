// The outline of a profile as points and triangles.
#ifndef PW_OUTLINE_H
#define PW_OUTLINE_H
#include "report/scene.h"

typedef struct {
  int32_t points;      // of the outline itself
  int32_t all;         // and of its holes, which stand behind them
  double (*point)[2];  // in their order, none twice in a row; a closed one does not repeat its first
  int32_t *after;      // [all] the next one along the same boundary, round
  int32_t triangles;   // 0: open, the boundary of a hole, a construction, or of more than PW_OUTLINE_MAX points
  int32_t (*triangle)[3];
  bool closed;
} PwOutline;

enum { PW_OUTLINE_MAX = 6000 };

// In the arena; false when out of memory.
bool pw_outline_make(const PwSceneProfile *profile, PwArena *arena, PwOutline *out);
// Profile i of a body: its triangles leave out the holes that lie in it.
bool pw_outline_body(const PwSceneBody *body, int32_t i, PwArena *arena, PwOutline *out);
// > 0 where the material is inside.
double pw_outline_area(const PwSceneProfile *profile);
bool pw_outline_contains(const PwSceneProfile *profile, const double x[2]);
// The point of its sides that is nearest to p; the distance. INFINITY: it has no points.
double pw_outline_nearest(const PwSceneProfile *profile, const double p[2], double out[2]);
// The profile of the body that hole i lies in, the smallest of them; -1: none, or i is no hole.
int32_t pw_outline_home(const PwSceneBody *body, int32_t i);
#endif
