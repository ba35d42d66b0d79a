// Outlines by dense sampling: what the audit knows of profiles. Points of the elements as the model defines them, nothing of the
// search for touches.
#ifndef PW_AUDIT_OUTLINE_H
#define PW_AUDIT_OUTLINE_H
#include "base/arena.h"
#include "geometry/profile/profile.h"

enum { PW_OUTLINE_CELLS = 96, PW_OUTLINE_GROUP = 16 };

typedef struct {
  double x[2];
  int32_t element;
  double u;
} PwProbe;

// One profile in the axes of its body.
typedef struct {
  const PwProfile *shape;
  double origin[2], c, s;  // of its plane on the body
  int32_t count;           // probes; segment i goes from probe i to i + 1
  PwProbe *probe;
  double (*group)[3];      // [count / GROUP, rounded up] a circle around each GROUP of them: centre, radius
  bool *joined;            // [count] probe i and the next are of one element
  double low[2], high[2];  // around all of it
  double center[2], radius;
} PwOutline;

// The material that one or several profiles of a body bound together: an outline with its holes, or a hole alone.
typedef struct {
  int32_t count;
  const PwOutline *const *part;
  bool endless;  // no outline is around it
  bool round;    // one circle bounds it: in or around that; it has no cells
  double center[2], radius;
  double low[2], high[2], cell[2];
  signed char *state;  // [cells * cells] 0 a boundary may run through, 1 inside, -1 outside
  int32_t *first;      // [cells * cells + 1] segments by cells: part and number
  int32_t (*segment)[2];
} PwMaterial;

// False: out of memory.
bool pw_outline_sample(const PwProfile *shape, const double origin[2], double c, double s, PwArena *arena, PwOutline *out);
// How far `x` is from the curve, and the outward normal at its nearest point; zero: an end, a corner or a point, which has none.
void pw_outline_foot(const PwOutline *o, const double x[2], double normal[2], double *distance);
// Does a closed outline go around the point?
bool pw_outline_encloses(const PwOutline *o, const double x[2]);
bool pw_material_make(PwMaterial *m, PwArena *arena);
// How deep a point is inside; negative or zero: it is not, or not by enough to tell.
double pw_material_depth(const PwMaterial *m, const double x[2]);
#endif
