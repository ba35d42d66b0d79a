#include "model/solids.h"

#include <stdio.h>
#include <string.h>

#include "model/surfaces.h"
#include "model/words.h"

typedef double Points[PW_SHELL_POINTS][3];

static int32_t box_points(const PawlSurfaceDef *def, Points out) {
  for (int i = 0; i < 8; i++) {
    for (int k = 0; k < 3; k++) out[i][k] = (i >> k & 1 ? 0.5 : -0.5) * def->radius[k];
  }
  return 8;
}

// Its sharp edge is the y axis; from there it runs along x and rises along z.
static int32_t wedge_points(const PawlSurfaceDef *def, Points out) {
  for (int i = 0; i < 6; i++) {
    out[i][0] = i < 2 ? 0 : def->radius[0];
    out[i][1] = (i % 2 ? 0.5 : -0.5) * def->radius[1];
    out[i][2] = i < 4 ? 0 : def->radius[2];
  }
  return 6;
}

static int32_t prism_points(const PawlSurfaceDef *def, Points out) {
  int32_t n = def->count[0];
  for (int32_t i = 0; i < 2 * n && 2 * n <= PW_SHELL_POINTS; i++) {
    memcpy(out[i], def->point + 3 * (i % n), 2 * sizeof **out);
    out[i][2] = def->range[1][i / n];
  }
  return 2 * n;
}

static int32_t points_of(const PawlSurfaceDef *def, Points out) {
  int32_t n = def->count[0];
  if (def->type == PAWL_SURFACE_BOX) return box_points(def, out);
  if (def->type == PAWL_SURFACE_WEDGE) return wedge_points(def, out);
  if (def->type == PAWL_SURFACE_PRISM) return prism_points(def, out);
  if (n <= PW_SHELL_POINTS) memcpy(out, def->point, (size_t)n * sizeof *out);
  return n;
}

// Sides of a box or wedge; points of a prism lie in one plane, and there are not too many of them.
static PawlStatus check(const PawlSurfaceDef *def, PwSurfaceProblem *problem) {
  problem->row = problem->column = -1;
  for (int k = 0; k < pw_surface_fields(def->type)->radii; k++) {
    if (def->radius[k] > 0 && def->radius[k] <= 1e15) continue;
    const char *what[] = {"size along x", "size along y", "size along z"}, *of[] = {"lower radius", "upper radius", "length"};
    snprintf(problem->text, sizeof problem->text, "its %s is %g m, must be > 0",
             def->type == PAWL_SURFACE_FRUSTUM ? of[k] : what[k], def->radius[k]);
    return PAWL_ERR_INPUT;
  }
  if (def->type != PAWL_SURFACE_PRISM) return PAWL_OK;
  if (def->count[0] < 3 || 2 * def->count[0] > PW_SHELL_POINTS) {
    snprintf(problem->text, sizeof problem->text, "has %d points, need 3 to %d", (int)def->count[0], PW_SHELL_POINTS / 2);
    return PAWL_ERR_INPUT;
  }
  for (int32_t i = 0; i < def->count[0]; i++) {
    if (def->point[3 * i + 2] == 0) continue;
    snprintf(problem->text, sizeof problem->text, "point %d of a prism has z = %g m, must be 0", (int)i + 1,
             def->point[3 * i + 2]);
    problem->row = i;
    return PAWL_ERR_INPUT;
  }
  return PAWL_OK;
}

PawlStatus pw_solid_surface(const PawlSurfaceDef *def, PwArena *arena, PwSurface *out, PwSurfaceProblem *problem) {
  Points point;
  PawlStatus status = check(def, problem);
  if (status) return status;
  PwShell *shell = pw_arena_array(arena, 1, sizeof *shell);
  if (!shell) return PAWL_ERR_MEMORY;
  if (def->type == PAWL_SURFACE_FRUSTUM) {
    status = pw_shell_frustum(def->radius, def->radius[2], arena, shell, problem);
  } else {
    int32_t count = points_of(def, point);
    status = pw_shell_hull((const double(*)[3])point, count, arena, shell, problem);
  }
  if (status == PAWL_ERR_INPUT && def->type == PAWL_SURFACE_PRISM && problem->row >= 0) problem->row %= def->count[0];
  if (status) return status;
  *out = (PwSurface){.kind = PW_SURFACE_SHELL, .sign = 1, .radius = shell->radius, .extent = shell->size, .shell = shell};
  memcpy(out->center, shell->center, sizeof out->center);
  return PAWL_OK;
}
