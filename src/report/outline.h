// The outline of a profile as points and triangles.
#ifndef PW_OUTLINE_H
#define PW_OUTLINE_H
#include "report/scene.h"

typedef struct {
  int32_t points;
  double (*point)[2];  // in their order, none twice in a row; a closed one does not repeat its first
  int32_t triangles;   // 0: open, the boundary of a hole, or of more than PW_OUTLINE_MAX points
  int32_t (*triangle)[3];
  bool closed;
} PwOutline;

enum { PW_OUTLINE_MAX = 6000 };

// In the arena; false when out of memory.
bool pw_outline_make(const PwSceneProfile *profile, PwArena *arena, PwOutline *out);
// > 0 where the material is inside.
double pw_outline_area(const PwSceneProfile *profile);
#endif
