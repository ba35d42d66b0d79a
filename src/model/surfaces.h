// Surfaces of a model: what each kind has, and the way from their defs to geometry/.
#ifndef PW_MODEL_SURFACES_H
#define PW_MODEL_SURFACES_H
#include "model/model.h"

// Must the range of a parameter be given, may it be, or does it follow from a profile or a net?
typedef enum { PW_RANGE_NEEDED, PW_RANGE_FREE, PW_RANGE_FIXED } PwRangeRule;

// Fields of a def that a kind has, beside those that all have.
typedef struct {
  int radii;
  bool angle, pitch, profile, net;
  bool solid, points;        // a solid with flat faces; made of points
  const char *parameter[2];  // what u and v are
  PwDimension dimension[2];
  PwRangeRule rule[2];
} PwSurfaceFields;
const PwSurfaceFields *pw_surface_fields(PawlSurfaceType type);
PwRangeRule pw_surface_range_rule(const PawlSurfaceDef *def, int direction);

// In its own axes. `profile`: of a revolution or extrusion, else NULL.
PawlStatus pw_surface_make(const PawlSurfaceDef *def, const PwProfile *profile, PwArena *arena, PwSurface *out, PwGridError *fit,
                           PwSurfaceProblem *problem);
#endif
