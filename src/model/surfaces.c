#include "model/surfaces.h"

#include <math.h>
#include <string.h>

#include "geometry/space/nurbs.h"
#include "model/solids.h"

#define LENGTH PW_DIM_LENGTH
#define ANGLE PW_DIM_ANGLE
#define PLAIN PW_DIM_NONE
#define NEEDED PW_RANGE_NEEDED
#define FREE PW_RANGE_FREE
#define FIXED PW_RANGE_FIXED

_Static_assert((int)PAWL_SURFACE_PLANE == (int)PW_SURFACE_PLANE && (int)PAWL_SURFACE_TORUS == (int)PW_SURFACE_TORUS &&
                   (int)PAWL_SURFACE_NURBS == (int)PW_SURFACE_NURBS,
               "kinds of surfaces have one order");

static const PwSurfaceFields fields[] = {
    [PAWL_SURFACE_PLANE] = {.parameter = {"x", "y"}, .dimension = {LENGTH, LENGTH}, .rule = {NEEDED, NEEDED}},
    [PAWL_SURFACE_PARABOLOID] = {2, .parameter = {"x", "y"}, .dimension = {LENGTH, LENGTH}, .rule = {NEEDED, NEEDED}},
    [PAWL_SURFACE_SPHERE] = {1, .parameter = {"latitude", "angle"}, .dimension = {ANGLE, ANGLE}, .rule = {FREE, FREE}},
    [PAWL_SURFACE_ELLIPSOID] = {3, .parameter = {"latitude", "angle"}, .dimension = {ANGLE, ANGLE}, .rule = {FREE, FREE}},
    [PAWL_SURFACE_CYLINDER] = {1, .parameter = {"height", "angle"}, .dimension = {LENGTH, ANGLE}, .rule = {NEEDED, FREE}},
    [PAWL_SURFACE_CONE] = {.angle = true, .parameter = {"height", "angle"}, .dimension = {LENGTH, ANGLE}, .rule = {NEEDED, FREE}},
    [PAWL_SURFACE_TORUS] = {2, .parameter = {"angle round the tube", "angle"}, .dimension = {ANGLE, ANGLE}, .rule = {FREE, FREE}},
    [PAWL_SURFACE_HELICOID] = {.pitch = true,
                               .parameter = {"radius", "angle"},
                               .dimension = {LENGTH, ANGLE},
                               .rule = {NEEDED, NEEDED}},
    [PAWL_SURFACE_REVOLUTION] =
        {.pitch = true, .profile = true, .parameter = {"profile", "angle"}, .dimension = {PLAIN, ANGLE}, .rule = {FIXED, FREE}},
    [PAWL_SURFACE_EXTRUSION] = {.profile = true,
                                .parameter = {"profile", "length"},
                                .dimension = {PLAIN, LENGTH},
                                .rule = {FIXED, NEEDED}},
    [PAWL_SURFACE_NURBS] = {.net = true, .parameter = {"knots", "knots"}, .dimension = {PLAIN, PLAIN}, .rule = {FIXED, FIXED}},
    [PAWL_SURFACE_GRID] = {.net = true, .parameter = {"points", "points"}, .dimension = {PLAIN, PLAIN}, .rule = {FIXED, FIXED}},
    [PAWL_SURFACE_BOX] = {3, .solid = true, .parameter = {"size", "size"}, .dimension = {PLAIN, LENGTH}, .rule = {FIXED, FIXED}},
    [PAWL_SURFACE_WEDGE] = {3, .solid = true, .parameter = {"size", "size"}, .dimension = {PLAIN, LENGTH},
                            .rule = {FIXED, FIXED}},
    [PAWL_SURFACE_PRISM] =
        {.solid = true, .points = true, .parameter = {"points", "length"}, .dimension = {PLAIN, LENGTH}, .rule = {FIXED, NEEDED}},
    [PAWL_SURFACE_POLYHEDRON] =
        {.solid = true, .points = true, .parameter = {"points", "points"}, .dimension = {PLAIN, LENGTH}, .rule = {FIXED, FIXED}},
    [PAWL_SURFACE_FRUSTUM] = {3, .solid = true, .parameter = {"radii", "radii"}, .dimension = {PLAIN, ANGLE},
                              .rule = {FIXED, FIXED}}};

const PwSurfaceFields *pw_surface_fields(PawlSurfaceType type) {
  return &fields[type];
}

PwRangeRule pw_surface_range_rule(const PawlSurfaceDef *def, int direction) {
  bool screw = def->type == PAWL_SURFACE_REVOLUTION && def->pitch != 0 && direction == 1;
  return screw ? PW_RANGE_NEEDED : fields[def->type].rule[direction];
}

// The net of a grid, in `arena`.
static PawlStatus fit_grid(const PawlSurfaceDef *def, PwArena *arena, PwNurbsDef *net, PwGridError *fit,
                           PwSurfaceProblem *problem) {
  PwGridDef grid = {.point = def->point};
  PwGridFit made;
  for (int d = 0; d < 2; d++) {
    grid.degree[d] = def->degree[d];
    grid.count[d] = def->count[d];
    grid.periodic[d] = def->periodic[d];
    grid.uniform[d] = def->uniform[d];
  }
  PawlStatus status = pw_nurbs_fit(&grid, arena, &made, problem);
  if (status) return status;
  for (int d = 0; d < 2; d++) {
    net->knot[d] = made.knot[d];
    net->knots[d] = made.knots[d];
  }
  net->point = made.point;
  *fit = made.error;
  return PAWL_OK;
}

static PwNurbsDef net_of(const PawlSurfaceDef *def) {
  int32_t points = def->count[0] * def->count[1];
  PwNurbsDef net = {.point = def->point, .weight = def->weight, .points = points, .weights = points};
  for (int d = 0; d < 2; d++) {
    net.degree[d] = def->degree[d];
    net.count[d] = def->count[d];
    net.periodic[d] = def->periodic[d];
    net.knot[d] = def->knot_count[d] ? def->knots[d] : NULL;
    net.knots[d] = def->knot_count[d];
  }
  return net;
}

PawlStatus pw_surface_make(const PawlSurfaceDef *def, const PwProfile *profile, PwArena *arena, PwSurface *out, PwGridError *fit,
                           PwSurfaceProblem *problem) {
  const PwSurfaceFields *f = &fields[def->type];
  PwSurfaceDef made = {.kind = def->type == PAWL_SURFACE_GRID ? PW_SURFACE_NURBS : (PwSurfaceKind)def->type,
                       .flip = def->inside,
                       .profile = profile};
  PwArena aside = {0};
  PawlStatus status = PAWL_OK;
  *fit = (PwGridError){NAN, {NAN, NAN}};
  if (f->solid) return pw_solid_surface(def, arena, out, problem);
  for (int k = 0; k < f->radii; k++) made.size[k] = def->radius[k];
  if (f->angle) made.size[0] = def->angle;
  if (f->pitch) made.size[0] = def->pitch;
  for (int d = 0; d < 2; d++) {
    if (f->rule[d] != PW_RANGE_FIXED && !isnan(def->range[d][0])) memcpy(made.range[d], def->range[d], sizeof made.range[d]);
  }
  if (f->net) made.nurbs = net_of(def);
  if (def->type == PAWL_SURFACE_GRID) status = fit_grid(def, &aside, &made.nurbs, fit, problem);
  if (status == PAWL_OK) status = pw_surface_build(&made, arena, out, problem);
  pw_arena_free(&aside);
  return status;
}
