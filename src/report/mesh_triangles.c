// Triangles of meshes as faces: normals that are common where a mesh is smooth, faces beside each other there, and fewer of them
// for drawings on paper.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "numerics/vec.h"
#include "report/mesh.h"

static const double SMOOTH = 0.94;  // cosine of the kink that shows as a line
enum { PLENTY = 4000 };             // triangles: fewer are drawn as they are

typedef struct {
  const double (*point)[3];
  const int32_t (*triangle)[3];
  int32_t points, triangles;
  double (*flat)[3];  // normal of each triangle
} Faces;

// ---- fewer

// The cell of a point, of `most` across the longest side.
static int64_t cell_of(const PwSceneMesh *s, double size, int32_t most, const double p[3]) {
  int64_t cell = 0;
  for (int c = 0; c < 3; c++) {
    int64_t k = (int64_t)floor((p[c] - s->box.center[c] + s->box.half[c]) / size);
    cell = cell * (most + 2) + (k < 0 ? 0 : k > most ? most : k);
  }
  return cell;
}

typedef struct {
  int64_t cell;
  int32_t point;
} Entry;

static int by_cell(const void *a, const void *b) {
  const Entry *p = a, *q = b;
  if (p->cell != q->cell) return p->cell < q->cell ? -1 : 1;
  return (p->point > q->point) - (p->point < q->point);
}

// The points of a cell become their mean; triangles that lose a corner by it go.
static bool draw_together(const PwSceneMesh *s, int32_t most, PwArena *arena, Faces *f) {
  double size = 2 * fmax(fmax(s->box.half[0], s->box.half[1]), s->box.half[2]) / most;
  Entry *entry = pw_arena_array(arena, (size_t)s->points + 1, sizeof *entry);
  int32_t *number = pw_arena_array(arena, (size_t)s->points + 1, sizeof *number);
  double(*point)[3] = pw_arena_array(arena, (size_t)s->points + 1, sizeof *point);
  int32_t(*triangle)[3] = pw_arena_array(arena, (size_t)s->triangles + 1, sizeof *triangle);
  if (!entry || !number || !point || !triangle || !(size > 0)) return entry && number && point && triangle;
  for (int32_t i = 0; i < s->points; i++) entry[i] = (Entry){cell_of(s, size, most, s->point[i]), i};
  qsort(entry, (size_t)s->points, sizeof *entry, by_cell);
  int32_t points = 0, triangles = 0;
  for (int32_t i = 0, j; i < s->points; i = j, points++) {
    for (j = i; j < s->points && entry[j].cell == entry[i].cell; j++) number[entry[j].point] = points;
    for (int c = 0; c < 3; c++) {
      for (int32_t k = i; k < j; k++) point[points][c] += s->point[entry[k].point][c] / (j - i);
    }
  }
  for (int32_t t = 0; t < s->triangles; t++) {
    int32_t *to = triangle[triangles];
    for (int k = 0; k < 3; k++) to[k] = number[s->triangle[t][k]];
    triangles += to[0] != to[1] && to[1] != to[2] && to[2] != to[0];
  }
  f->point = (const double(*)[3])point;
  f->triangle = (const int32_t(*)[3])triangle;
  f->points = points;
  f->triangles = triangles;
  return true;
}

// ---- normals

static void find_flat(const Faces *f, double (*sum)[3]) {
  for (int32_t t = 0; t < f->triangles; t++) {
    const double *p = f->point[f->triangle[t][0]], *q = f->point[f->triangle[t][1]], *r = f->point[f->triangle[t][2]];
    double a[3], b[3], *n = f->flat[t];
    for (int c = 0; c < 3; c++) {
      a[c] = q[c] - p[c];
      b[c] = r[c] - p[c];
    }
    pw_cross(a, b, n);
    for (int k = 0; k < 3; k++) {
      for (int c = 0; c < 3; c++) sum[f->triangle[t][k]][c] += n[c];
    }
    if (!(pw_normalise(n) > 0)) n[2] = 1;
  }
}

// Where all triangles around a point look nearly the same way it has one normal, which is their mean; elsewhere one for each.
static bool add_points(const Faces *f, PwArena *arena, PwMesh *m) {
  double(*sum)[3] = pw_arena_array(arena, (size_t)f->points + 1, sizeof *sum);
  bool *kink = pw_arena_array(arena, (size_t)f->points + 1, sizeof *kink);
  int32_t *number = pw_arena_array(arena, (size_t)f->points + 1, sizeof *number);
  if (!sum || !kink || !number) return false;
  find_flat(f, sum);
  for (int32_t i = 0; i < f->points; i++) pw_normalise(sum[i]);
  size_t room = (size_t)f->points;
  for (int32_t t = 0; t < f->triangles; t++) {
    for (int k = 0; k < 3; k++) kink[f->triangle[t][k]] |= !(pw_dot(sum[f->triangle[t][k]], f->flat[t]) > SMOOTH);
  }
  for (int32_t t = 0; t < f->triangles; t++) {
    for (int k = 0; k < 3; k++) room += kink[f->triangle[t][k]];
  }
  m->point = pw_arena_array(arena, room + 1, sizeof *m->point);
  m->normal = pw_arena_array(arena, room + 1, sizeof *m->normal);
  if (!m->point || !m->normal || room > INT32_MAX) return false;
  for (int32_t i = 0; i < f->points; i++) {
    if (kink[i]) continue;
    number[i] = m->points;
    memcpy(m->point[m->points], f->point[i], sizeof *m->point);
    memcpy(m->normal[m->points++], sum[i], sizeof *m->normal);
  }
  for (int32_t t = 0; t < f->triangles; t++) {
    for (int k = 0; k < 3; k++) {
      int32_t i = f->triangle[t][k];
      m->face[t].corner[k] = kink[i] ? m->points : number[i];
      if (!kink[i]) continue;
      memcpy(m->point[m->points], f->point[i], sizeof *m->point);
      memcpy(m->normal[m->points++], f->flat[t], sizeof *m->normal);
    }
  }
  return true;
}

// ---- faces beside each other

typedef struct {
  int32_t low, high, side;  // points of an edge; 3 * triangle + side
} Edge;

static int by_points(const void *a, const void *b) {
  const Edge *p = a, *q = b;
  if (p->low != q->low) return p->low < q->low ? -1 : 1;
  if (p->high != q->high) return p->high < q->high ? -1 : 1;
  return (p->side > q->side) - (p->side < q->side);
}

static bool find_beside(const Faces *f, PwArena *arena, PwMesh *m) {
  size_t count = 3 * (size_t)f->triangles;
  Edge *edge = count < INT32_MAX ? pw_arena_array(arena, count + 1, sizeof *edge) : NULL;
  if (!edge) return false;
  for (int32_t i = 0; i < (int32_t)count; i++) {
    int32_t a = f->triangle[i / 3][i % 3], b = f->triangle[i / 3][(i % 3 + 1) % 3];
    edge[i] = (Edge){a < b ? a : b, a < b ? b : a, i};
  }
  qsort(edge, count, sizeof *edge, by_points);
  for (size_t i = 0; i + 1 < count; i++) {
    const Edge *p = &edge[i], *q = &edge[i + 1];
    if (p->low != q->low || p->high != q->high || !(pw_dot(f->flat[p->side / 3], f->flat[q->side / 3]) > SMOOTH)) continue;
    m->face[p->side / 3].beside[p->side % 3] = q->side / 3;
    m->face[q->side / 3].beside[q->side % 3] = p->side / 3;
  }
  return true;
}

bool pw_mesh_triangles(const PwSceneMesh *s, int32_t most, PwArena *arena, PwMesh *m) {
  Faces f = {(const double(*)[3])s->point, (const int32_t(*)[3])s->triangle, s->points, s->triangles, NULL};
  *m = (PwMesh){.solid = s->closed};
  if (most > 0 && s->triangles > PLENTY && !draw_together(s, 2 * most, arena, &f)) return false;
  f.flat = pw_arena_array(arena, (size_t)f.triangles + 1, sizeof *f.flat);
  m->face = pw_arena_array(arena, (size_t)f.triangles + 1, sizeof *m->face);
  if (!f.flat || !m->face) return false;
  m->faces = f.triangles;
  for (int32_t t = 0; t < f.triangles; t++) {
    for (int k = 0; k < 4; k++) m->face[t].beside[k] = -1;
    m->face[t].corner[3] = -1;
  }
  return add_points(&f, arena, m) && find_beside(&f, arena, m);
}
