// Surfaces in scene.json: grids of points and normals.
#include <string.h>

#include "analysis/scene_parts.h"
#include "base/json.h"
#include "geometry/space/shell.h"
#include "geometry/space/surface_grid.h"
#include "model/words.h"

// Triangles may leave a surface by this part of the mechanism's size or of the surface's extent, whichever is less.
static const double CHORD_ERROR = 1e-3;
// A plane is drawn no farther from its origin than so many sizes of the mechanism.
static const double PLANE_SIZES = 5;
enum { SURFACE_POINTS = 4096, ALL_POINTS = 60000 };  // at most

// Digits beyond the grid are of no use to a drawing.
static json_t *rounded(double value, double grid) {
  return pw_scene_number(round(value / grid) * grid);
}

// A power of ten at most this large.
static double power_below(double value) {
  return value > 0 ? pow(10, floor(log10(value))) : 1;
}

static json_t *parameters(const PwSurfaceGrid *g, int d) {
  json_t *list = json_array();
  double grid = power_below(1e-5 * (g->q[d][g->count[d] - 1] - g->q[d][0]));
  for (int32_t i = 0; i < g->count[d]; i++) pw_json_append(&list, rounded(g->q[d][i], grid));
  return list;
}

static json_t *edges(const PwSurfaceGrid *g, int d) {
  json_t *list = json_array();
  for (int32_t i = 0; i < g->count[d]; i++) {
    if (g->edge[d][i]) pw_json_append(&list, json_integer(i));
  }
  return list;
}

// Vectors of the surface's axes in those of the body, from `origin` on.
static json_t *vectors(const PwSkin *skin, double (*v)[3], int32_t count, const double origin[3], double grid) {
  const double *r = skin->axes;
  json_t *list = json_array();
  for (int32_t i = 0; i < count; i++) {
    for (int c = 0; c < 3; c++) {
      double turned = r[3 * c] * v[i][0] + r[3 * c + 1] * v[i][1] + r[3 * c + 2] * v[i][2];
      pw_json_append(&list, rounded(origin[c] + turned, grid));
    }
  }
  return list;
}

static void cut_plane(const PwSurface *s, double size, double range[2][2]) {
  memcpy(range, s->range, sizeof s->range);
  for (int d = 0; d < 2 && s->kind == PW_SURFACE_PLANE; d++) {
    double middle = fmin(fmax(0, range[d][0]), range[d][1]);
    range[d][0] = fmax(range[d][0], middle - PLANE_SIZES * size);
    range[d][1] = fmin(range[d][1], middle + PLANE_SIZES * size);
  }
}

static json_t *surface(const PawlMechanism *k, const PwSkin *skin, int32_t most) {
  const PwSurface *s = &skin->geometry;
  double size = k->size > 0 && (k->size < s->extent || s->extent == 0) ? k->size : s->extent, range[2][2], origin[3];
  PwArena arena = {0};
  PwSurfaceGrid g;
  json_t *out = NULL;
  cut_plane(s, k->size, range);
  for (int c = 0; c < 3; c++) origin[c] = k->body[skin->body].center[c] + skin->position[c];
  if (pw_surface_grid(s, (const double(*)[2])range, CHORD_ERROR * size, most, &arena, &g) == PAWL_OK) {
    int32_t count = g.count[0] * g.count[1];
    out = json_pack("{s:o, s:s, s:o, s:o, s:[bb], s:[oo], s:o, s:o}", "name", pw_scene_name(skin->name), "kind",
                    pw_words_surface[skin->type], "u", parameters(&g, 0), "v", parameters(&g, 1), "closed", (int)g.closed[0],
                    (int)g.closed[1], "edges", edges(&g, 0), edges(&g, 1), "points",
                    vectors(skin, g.x, count, origin, power_below(CHORD_ERROR * size / 100)), "normals",
                    vectors(skin, g.n, count, (double[3]){0}, 1e-4));
  }
  pw_arena_free(&arena);
  return out;
}

// A face as a fan: a row of its middle, and one of its border.
static json_t *face(const PawlMechanism *k, const PwSkin *skin, const PwShellFace *f) {
  const PwShell *s = skin->geometry.shell;
  double x[2 * (PW_SHELL_POINTS + 1)][3], n[2 * (PW_SHELL_POINTS + 1)][3], origin[3], middle[3] = {0};
  int32_t count = f->count + 1;
  json_t *round = json_array();
  for (int c = 0; c < 3; c++) origin[c] = k->body[skin->body].center[c] + skin->position[c];
  for (int32_t i = 0; i < f->count; i++) {
    for (int c = 0; c < 3; c++) middle[c] += s->point[s->loop[f->first + i]][c] / f->count;
  }
  for (int32_t i = 0; i < count; i++) {
    memcpy(x[i], middle, sizeof middle);
    memcpy(x[count + i], s->point[s->loop[f->first + i % f->count]], sizeof middle);
    memcpy(n[i], f->n, sizeof f->n);
    memcpy(n[count + i], f->n, sizeof f->n);
    pw_json_append(&round, json_integer(i));
  }
  return json_pack("{s:o, s:s, s:[ii], s:o, s:[bb], s:[[i], []], s:o, s:o}", "name", pw_scene_name(skin->name), "kind",
                   pw_words_surface[skin->type], "u", 0, 1, "v", round, "closed", 0, 1, "edges", 1, "points",
                   vectors(skin, x, 2 * count, origin, power_below(CHORD_ERROR * s->size / 100)), "normals",
                   vectors(skin, n, 2 * count, (double[3]){0}, 1e-4));
}

// A frustum as three bands: from the middle of a cap to its rim, from rim to rim, and the other cap.
static json_t *band(const PawlMechanism *k, const PwSkin *skin, int part) {
  enum { TURNS = 72 };
  const PwShell *s = skin->geometry.shell;
  const PwShellRound *f = &s->round;
  double x[2 * (TURNS + 1)][3], n[2 * (TURNS + 1)][3], origin[3];
  json_t *turns = json_array();
  for (int c = 0; c < 3; c++) origin[c] = k->body[skin->body].center[c] + skin->position[c];
  for (int i = 0; i <= TURNS; i++) {
    double angle = 2 * acos(-1) * i / TURNS;
    for (int row = 0; row < 2; row++) {
      int end = part == 2 ? 1 - row : part, at = row * (TURNS + 1) + i;
      double r = part == 2 || (row == 1) == (part == 1) ? f->radius[end] : 0, out = part == 2 ? f->n[0] : 0;
      const double place[3] = {r * cos(angle), r * sin(angle), f->z[end]};
      const double normal[3] = {out * cos(angle), out * sin(angle), part == 2 ? f->n[1] : part ? 1 : -1};
      memcpy(x[at], place, sizeof place);
      memcpy(n[at], normal, sizeof normal);
    }
    pw_json_append(&turns, json_integer(i));
  }
  return json_pack("{s:o, s:s, s:[ii], s:o, s:[bb], s:[[i], []], s:o, s:o}", "name", pw_scene_name(skin->name), "kind",
                   pw_words_surface[skin->type], "u", 0, 1, "v", turns, "closed", 0, 1, "edges", part ? 1 : 0, "points",
                   vectors(skin, x, 2 * (TURNS + 1), origin, power_below(CHORD_ERROR * s->size / 100)), "normals",
                   vectors(skin, n, 2 * (TURNS + 1), (double[3]){0}, 1e-4));
}

json_t *pw_scene_surfaces(const PawlMechanism *k, int32_t body) {
  int32_t most = ALL_POINTS / (k->surfaces > 0 ? k->surfaces : 1);
  if (most > SURFACE_POINTS) most = SURFACE_POINTS;
  if (most < PW_GRID_LEAST) most = PW_GRID_LEAST;
  json_t *list = json_array();
  for (int32_t i = 0; i < k->surfaces; i++) {
    if (k->skin[i].body != body) continue;
    const PwShell *s = k->skin[i].geometry.shell;
    if (!s) pw_json_append(&list, surface(k, &k->skin[i], most));
    for (int32_t f = 0; s && f < s->faces; f++) {
      pw_json_append(&list, s->is_round ? band(k, &k->skin[i], f) : face(k, &k->skin[i], &s->face[f]));
    }
  }
  return list;
}
