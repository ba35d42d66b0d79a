#include "report/mesh.h"

#include <math.h>
#include <string.h>

#include "numerics/vec.h"

static const double SAME = 2e-5;    // of a surface's size: points are written with five digits
static const double SMOOTH = 0.94;  // cosine of the kink that shows as a line

static bool allocate(PwMesh *m, PwArena *arena, size_t points, size_t faces) {
  *m = (PwMesh){.point = pw_arena_array(arena, points + 1, sizeof *m->point),
                .normal = pw_arena_array(arena, points + 1, sizeof *m->normal),
                .face = pw_arena_array(arena, faces + 1, sizeof *m->face)};
  return m->point && m->normal && m->face;
}

// ---- surfaces

typedef struct {
  const PwSceneSurface *s;
  PwMesh *m;
  int32_t *line[2], lines[2];  // those of the surface that are taken
  int32_t *face;               // of each cell; -1: it has no area
  double near;
} Grid;

static bool choose_lines(Grid *g, int d, int32_t most, PwArena *arena) {
  int32_t count = g->s->count[d], stride = most > 0 ? (count - 2) / most + 1 : 1;
  g->line[d] = pw_arena_array(arena, (size_t)count, sizeof *g->line[d]);
  for (int32_t i = 0; i < count && g->line[d]; i++) {
    if (i % stride == 0 || i == count - 1 || g->s->edge[d][i]) g->line[d][g->lines[d]++] = i;
  }
  return g->line[d] != NULL;
}

static bool is_same(const Grid *g, int32_t a, int32_t b) {
  const double *p = g->m->point[a], *q = g->m->point[b];
  return fabs(p[0] - q[0]) <= g->near && fabs(p[1] - q[1]) <= g->near && fabs(p[2] - q[2]) <= g->near;
}

// Sides 0 to 3 of a cell are those of constant v, u, v, u. Of corners in one place one is left; side[k] follows corner k.
static int drop_doubles(const Grid *g, int32_t corner[4], int side[4]) {
  int n = 0;
  int32_t c[4];
  for (int k = 0; k < 4; k++) {
    if (is_same(g, corner[k], corner[(k + 1) % 4])) continue;
    c[n] = corner[k];
    side[n++] = k;
  }
  memcpy(corner, c, (size_t)n * sizeof *c);
  return n;
}

// > 0: counter-clockwise seen from outside.
static double facing(const PwMesh *m, const int32_t *corner, int n) {
  double a[3], b[3], cross[3], sum = 0;
  for (int c = 0; c < 3; c++) {
    a[c] = m->point[corner[n - 2]][c] - m->point[corner[0]][c];
    b[c] = m->point[corner[n - 1]][c] - m->point[corner[n == 4 ? 1 : 0]][c];
  }
  pw_cross(a, b, cross);
  for (int k = 0; k < n; k++) sum += pw_dot(cross, m->normal[corner[k]]);
  return sum;
}

static void add_cell(Grid *g, int32_t i, int32_t j) {
  int32_t n1 = g->lines[1], corner[4] = {i * n1 + j, (i + 1) * n1 + j, (i + 1) * n1 + j + 1, i * n1 + j + 1};
  int side[4], n = drop_doubles(g, corner, side);
  double front = n < 3 ? 0 : facing(g->m, corner, n);
  g->face[i * (n1 - 1) + j] = -1;
  if (front == 0) return;
  g->face[i * (n1 - 1) + j] = g->m->faces;
  PwFace *f = &g->m->face[g->m->faces++];
  f->corner[3] = f->beside[3] = -1;
  for (int k = 0; k < n; k++) {
    f->corner[k] = corner[front > 0 ? k : n - 1 - k];
    f->beside[k] = side[front > 0 ? k : (2 * n - 2 - k) % n];  // for now
  }
}

// The face across a side of cell (i, j).
static int32_t neighbour(const Grid *g, int32_t i, int32_t j, int side) {
  int d = side % 2 ? 0 : 1;
  int32_t at[2] = {i, j}, line = at[d] + (side == 1 || side == 2), cells = g->lines[d] - 1;
  at[d] += side == 1 || side == 2 ? 1 : -1;
  if (g->s->edge[d][g->line[d][line]]) return -1;
  if (at[d] < 0 || at[d] == cells) {
    if (!g->s->closed[d]) return -1;
    at[d] = at[d] < 0 ? cells - 1 : 0;
  }
  return g->face[at[0] * (g->lines[1] - 1) + at[1]];
}

static bool is_point(const Grid *g, int d, int32_t line) {
  bool point = true;
  for (int32_t k = 1; k < g->lines[1 - d] && point; k++) {
    point = d == 0 ? is_same(g, line * g->lines[1], line * g->lines[1] + k) : is_same(g, line, k * g->lines[1] + line);
  }
  return point;
}

static bool has_no_border(const Grid *g) {
  bool none = true;
  for (int d = 0; d < 2; d++) none = none && (g->s->closed[d] || (is_point(g, d, 0) && is_point(g, d, g->lines[d] - 1)));
  return none;
}

bool pw_mesh_surface(const PwSceneSurface *s, int32_t most, PwArena *arena, PwMesh *m) {
  Grid g = {.s = s, .m = m, .near = SAME * 2 * pw_norm(s->box.half)};
  *m = (PwMesh){0};
  if (!choose_lines(&g, 0, most, arena) || !choose_lines(&g, 1, most, arena)) return false;
  size_t points = (size_t)g.lines[0] * (size_t)g.lines[1];
  g.face = pw_arena_array(arena, points, sizeof *g.face);
  if (!g.face || !allocate(m, arena, points, points)) return false;
  for (int32_t i = 0; i < g.lines[0]; i++) {
    for (int32_t j = 0; j < g.lines[1]; j++) {
      int32_t from = g.line[0][i] * s->count[1] + g.line[1][j];
      memcpy(m->point[m->points], s->point + 3 * from, sizeof *m->point);
      memcpy(m->normal[m->points++], s->normal + 3 * from, sizeof *m->normal);
    }
  }
  for (int32_t i = 0; i + 1 < g.lines[0]; i++) {
    for (int32_t j = 0; j + 1 < g.lines[1]; j++) add_cell(&g, i, j);
  }
  for (int32_t i = 0; i + 1 < g.lines[0]; i++) {
    for (int32_t j = 0; j + 1 < g.lines[1]; j++) {
      int32_t at = g.face[i * (g.lines[1] - 1) + j];
      PwFace *f = at < 0 ? NULL : &m->face[at];
      for (int k = 0; f && k < pw_face_corners(f); k++) f->beside[k] = neighbour(&g, i, j, f->beside[k]);
    }
  }
  m->solid = m->faces > 0 && has_no_border(&g);
  return true;
}

// ---- outlines

static int32_t add_point(PwMesh *m, const double p[2], double z, double nx, double ny, double nz) {
  memcpy(m->point[m->points], (double[3]){p[0], p[1], z}, sizeof *m->point);
  memcpy(m->normal[m->points], (double[3]){nx, ny, nz}, sizeof *m->normal);
  return m->points++;
}

// Sides inside a lid, and those of a wall along which it goes on without a kink, have the same face or the next one beside them.
static void add_lid(PwMesh *m, const PwOutline *o, double z, int side) {
  int32_t first = m->points;
  for (int32_t i = 0; i < o->all; i++) add_point(m, o->point[i], z, 0, 0, side);
  for (int32_t i = 0; i < o->triangles; i++) {
    PwFace *f = &m->face[m->faces++];
    f->corner[3] = f->beside[3] = -1;
    for (int k = 0; k < 3; k++) {
      int32_t from = o->triangle[i][side > 0 ? k : 2 - k], to = o->triangle[i][side > 0 ? (k + 1) % 3 : (4 - k) % 3];
      f->corner[k] = first + from;
      f->beside[k] = o->after[from] == to || o->after[to] == from ? -1 : m->faces - 1;
    }
  }
}

static bool is_smooth(const PwMesh *m, int32_t a, int32_t b) {
  return pw_dot(m->normal[m->face[a].corner[0]], m->normal[m->face[b].corner[0]]) > SMOOTH;
}

static void add_wall(PwMesh *m, const PwOutline *o, double depth, int32_t sides) {
  int32_t first = m->faces;
  for (int32_t i = 0; i < sides; i++) {
    const double *a = o->point[i], *b = o->point[(i + 1) % o->points];
    double n[2] = {b[1] - a[1], a[0] - b[0]}, length = hypot(n[0], n[1]);
    PwFace *f = &m->face[m->faces++];
    for (int k = 0; k < 4; k++) {
      f->corner[k] = add_point(m, k == 1 || k == 2 ? b : a, (k < 2 ? -depth : depth) / 2, n[0] / length, n[1] / length, 0);
      f->beside[k] = -1;
    }
  }
  for (int32_t i = o->closed ? 0 : 1; i < sides; i++) {
    int32_t before = first + (i + sides - 1) % sides;
    if (!is_smooth(m, before, first + i)) continue;
    m->face[before].beside[1] = first + i;
    m->face[first + i].beside[3] = before;
  }
}

bool pw_mesh_extrude(const PwOutline *o, double depth, PwArena *arena, PwMesh *m) {
  int32_t sides = o->points > 1 ? o->points - !o->closed : 0;
  if (!allocate(m, arena, 2 * (size_t)o->all + 4 * (size_t)sides, 2 * (size_t)o->triangles + (size_t)sides)) return false;
  for (int side = -1; side <= 1 && o->triangles; side += 2) add_lid(m, o, side * depth / 2, side);
  add_wall(m, o, depth, sides);
  m->solid = o->triangles > 0;
  return true;
}

// ---- solids

static bool mesh_sphere(double radius, PwArena *arena, PwMesh *m) {
  enum { ROWS = 17, COLUMNS = 33 };
  static const double QUARTER = 1.5707963267948966;
  double *point = pw_arena_array(arena, 6 * ROWS * COLUMNS, sizeof *point), *normal = point + 3 * ROWS * COLUMNS;
  bool *edge = pw_arena_array(arena, COLUMNS, sizeof *edge);
  if (!point || !edge) return false;
  for (int i = 0; i < ROWS * COLUMNS; i++) {
    double up = QUARTER * (2.0 * (i / COLUMNS) / (ROWS - 1) - 1), round = 4 * QUARTER * (i % COLUMNS) / (COLUMNS - 1);
    double n[3] = {cos(up) * cos(round), cos(up) * sin(round), sin(up)};
    memcpy(normal + 3 * i, n, sizeof n);
    for (int c = 0; c < 3; c++) point[3 * i + c] = radius * n[c];
  }
  PwSceneSurface s = {.count = {ROWS, COLUMNS},
                      .closed = {false, true},
                      .edge = {edge, edge},
                      .point = point,
                      .normal = normal,
                      .box = {.half = {radius, radius, radius}}};
  return pw_mesh_surface(&s, 0, arena, m);
}

static bool mesh_solid(const PwSceneSolid *s, PwArena *arena, PwMesh *m) {
  PwOutline outline;
  bool ok = s->radius > 0 ? mesh_sphere(s->radius, arena, m)
                          : pw_outline_make(&s->outline, arena, &outline) && pw_mesh_extrude(&outline, s->depth, arena, m);
  for (int32_t i = 0; ok && i < m->points; i++) {
    pw_quat_rotate(s->pose.quaternion, m->point[i], m->point[i]);
    pw_quat_rotate(s->pose.quaternion, m->normal[i], m->normal[i]);
    for (int c = 0; c < 3; c++) m->point[i][c] += s->pose.position[c];
  }
  return ok;
}

bool pw_mesh_body(const PwSceneBody *b, int32_t i, int32_t most, PwArena *arena, PwMesh *m) {
  if (b->meshes) return pw_mesh_triangles(&b->mesh[i], most, arena, m);
  return b->surfaces ? pw_mesh_surface(&b->surface[i], most, arena, m) : mesh_solid(&b->solid[i], arena, m);
}
