#include "surface_cases.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/random.h"

static PawlStatus make(const PwSurfaceDef *def, PwArena *arena, PwSurface *out) {
  PwSurfaceProblem problem = {0};
  PawlStatus status = pw_surface_build(def, arena, out, &problem);
  if (status == PAWL_ERR_INPUT) fprintf(stderr, "%s\n", problem.text);
  return status;
}
PawlStatus pw_case_simple(PwSurfaceKind kind, double a, double b, double c, PwArena *arena, PwSurface *out) {
  PwSurfaceDef def = {.kind = kind, .size = {a, b, c}};
  return make(&def, arena, out);
}
PawlStatus pw_case_plane(double half, PwArena *arena, PwSurface *out) {
  PwSurfaceDef def = {.kind = PW_SURFACE_PLANE, .range = {{-half, half}, {-half, half}}};
  return make(&def, arena, out);
}

PawlStatus pw_case_cam(const char *path, PwArena *arena, PwSurface *out) {
  enum { ROWS = 200, COLUMNS = 4 };
  double point[ROWS * COLUMNS][3], weight;
  FILE *file = fopen(path, "r");
  int n = 0;
  if (file && fscanf(file, "%*[^\n]") != EOF) {
    while (n < ROWS * COLUMNS && fscanf(file, "%lf,%lf,%lf,%lf", &point[n][0], &point[n][1], &point[n][2], &weight) == 4) n++;
  }
  if (file) fclose(file);
  if (n < ROWS * COLUMNS) {
    fprintf(stderr, "%s: %d points instead of %d\n", path, n, ROWS * COLUMNS);
    return PAWL_ERR_IO;
  }
  PwSurfaceDef def = {
      .kind = PW_SURFACE_NURBS,
      .nurbs = {.degree = {5, 3}, .count = {ROWS, COLUMNS}, .periodic = {true}, .point = point[0], .points = ROWS * COLUMNS}};
  return make(&def, arena, out);
}

typedef double (*Height)(double x, double y, void *with);

static PawlStatus make_net(int32_t n, Height height, void *with, double *weight, bool flip, PwArena *arena, PwSurface *out) {
  double *point = pw_arena_array(arena, 3 * (size_t)n * (size_t)n, sizeof *point);
  if (!point) return PAWL_ERR_MEMORY;
  for (int32_t i = 0; i < n * n; i++) {
    double *to = point + 3 * (size_t)i;
    to[0] = 2.0 * (i / n) / (n - 1) - 1;
    to[1] = 2.0 * (i % n) / (n - 1) - 1;
    to[2] = height(to[0], to[1], with);
  }
  PwSurfaceDef def = {
      .kind = PW_SURFACE_NURBS,
      .flip = flip,
      .nurbs = {
          .degree = {3, 3}, .count = {n, n}, .point = point, .weight = weight, .points = n * n, .weights = weight ? n * n : 0}};
  return make(&def, arena, out);
}

typedef struct {
  double bend, bump;
  uint64_t seed;
} Random;

static double random_height(double x, double y, void *with) {
  Random *r = with;
  return r->bend * (x * x + y * y) / 2 + pw_random_between(&r->seed, -r->bump, r->bump);
}
PawlStatus pw_case_random(int32_t n, double bend, double bump, bool flip, uint64_t seed, PwArena *arena, PwSurface *out) {
  Random r = {bend, bump, seed};
  double *weight = pw_arena_array(arena, (size_t)n * (size_t)n, sizeof *weight);
  if (!weight) return PAWL_ERR_MEMORY;
  for (int32_t i = 0; i < n * n; i++) weight[i] = pw_random_between(&r.seed, 0.7, 1.4);
  return make_net(n, random_height, &r, weight, flip, arena, out);
}

double pw_case_wave(double x, double y) {
  return 0.1 * sin(3 * x) * cos(2 * y);
}
static double wave_height(double x, double y, void *with) {
  double *bend = with;
  return pw_case_wave(x, y) + *bend * (x * x + y * y) / 2;
}
PawlStatus pw_case_sheet(int32_t n, PwArena *arena, PwSurface *out) {
  double bend = 0;
  return make_net(n, wave_height, &bend, NULL, false, arena, out);
}
PawlStatus pw_case_bowl(int32_t n, PwArena *arena, PwSurface *out) {
  double bend = 1;
  return make_net(n, wave_height, &bend, NULL, true, arena, out);
}
