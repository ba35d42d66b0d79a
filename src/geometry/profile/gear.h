// Outlines of involute gears and racks as chains of elements.
#ifndef PW_GEAR_H
#define PW_GEAR_H
#include "base/arena.h"
#include "pawl/model.h"

typedef struct {
  double module;          // m, > 0
  int32_t teeth;          // 3 to 1000; of a rack 1 to 1000
  double pressure_angle;  // rad, above 5 and below 45 degrees
  double shift;           // profile shift, modules
  double backlash;        // by which a tooth is thinner at the pitch circle, m, >= 0; internal: by which a space is wider
  double addendum;        // modules, > 0
  double dedendum;        // modules, > 0
  double fillet;          // radius at the root, m, >= 0; NaN: 0.38 modules, or what fits a rack
  bool internal;          // teeth point inwards: a hole
  double height;          // rack: from the pitch line to its back, m; NaN: dedendum and two modules more
} PwGear;

// The roll angle below which a flank goes on straight, so that no curve ends where its radius of curvature is zero.
#define PW_GEAR_LEAST_ROLL 0.05

// The chain of a closed profile, tooth 0 along x (of a rack: the first tooth on the y axis, the others along x, pitch line y = 0,
// pointing to y). *wrong: NULL, or why there is no such gear. PAWL_OK, PAWL_ERR_INPUT, PAWL_ERR_MEMORY.
PawlStatus pw_gear_chain(const PwGear *gear, PwArena *arena, PawlElementDef **chain, int32_t *count, const char **wrong);
PawlStatus pw_rack_chain(const PwGear *gear, PwArena *arena, PawlElementDef **chain, int32_t *count, const char **wrong);

// The least shift, in modules, with which a rack as cutter does not undercut the teeth: addendum - z sin^2(alpha)/2.
double pw_gear_least_shift(const PwGear *gear);
#endif
