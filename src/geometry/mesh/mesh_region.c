// Regions that two closed meshes have in common: piercings joined into contours, what is inside flooded from one vertex of each
// part over edges, which change sides at every piercing, and sums along the borders of what is left of each triangle. Of a patch
// of triangles the vector area, the moments of its area and the volume behind it are sums over these borders, each piece s to e
// in a triangle with corner v: area w = (s - v) x (e - v)/2 with its middle at (v + s + e)/3.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "geometry/mesh/mesh_cut.h"
#include "numerics/vec.h"

// The two triangles that one segment of a contour lies in, at one of its two ends.
typedef struct {
  int32_t triangle[2], piercing;
  bool begins;  // the segment begins here, as the border of the patch of mesh 0
} Arc;

// Sums of one region.
typedef struct {
  double area[2][3], moment[2][9];  // of both patches: w, and x w^T from the origin
  double high[2];                   // of both patches: farthest along their outward normals
  int32_t contours;
} Sum;

typedef struct {
  const PwMeshCut *c;
  Arc *arc;
  int32_t arcs;
  int32_t *next, *contour, contours;  // of each piercing; of each piercing, from 0
  int32_t *sorted;                    // piercings by edge and part
  int32_t first[2];                   // where those of each mesh begin in `sorted`; the second one's end is the end
  unsigned char *state[2];            // of vertices
  int32_t *parent;                    // sets of contours, vertices of mesh 0, of mesh 1
  int32_t *region, regions;           // of each root
  Sum *sum;
  double origin[3];
} Work;

enum { UNKNOWN, OUTSIDE, INSIDE };

static const PwTriMesh *mesh_of(const Work *w, int m) {
  return w->c->tree[m]->mesh;
}

// ---- contours

static void add_arc(Work *w, const PwPiercing *p, int32_t number, int32_t triangle, bool enters) {
  Arc *a = &w->arc[w->arcs++];
  a->triangle[p->of] = triangle;
  a->triangle[1 - p->of] = p->triangle;
  a->piercing = number;
  a->begins = enters == (p->of == 1);
}

static int by_triangles(const void *x, const void *y) {
  const Arc *a = x, *b = y;
  for (int m = 0; m < 2; m++) {
    if (a->triangle[m] != b->triangle[m]) return a->triangle[m] < b->triangle[m] ? -1 : 1;
  }
  return b->begins - a->begins;
}

// Every pair of triangles has a beginning and an end.
static PawlStatus join(Work *w) {
  const PwMeshCut *c = w->c;
  size_t n = (size_t)c->piercings + 1;
  w->arc = malloc(2 * n * sizeof *w->arc);
  w->next = malloc(n * sizeof *w->next);
  w->contour = malloc(n * sizeof *w->contour);
  if (!w->arc || !w->next || !w->contour) return PAWL_ERR_MEMORY;
  for (int32_t i = 0; i < c->piercings; i++) {
    const PwPiercing *p = &c->piercing[i];
    int32_t t = p->edge / 3;
    add_arc(w, p, i, t, p->enters);
    add_arc(w, p, i, mesh_of(w, p->of)->beside[t][p->edge % 3], !p->enters);
    w->contour[i] = -1;
  }
  qsort(w->arc, (size_t)w->arcs, sizeof *w->arc, by_triangles);
  for (int32_t i = 0; i < w->arcs; i += 2) {
    const Arc *a = &w->arc[i], *b = &w->arc[i + 1];
    bool pair = a->begins && !b->begins && a->triangle[0] == b->triangle[0] && a->triangle[1] == b->triangle[1];
    if (!pair) return PAWL_ERR_UNSUPPORTED;
    w->next[a->piercing] = b->piercing;
  }
  for (int32_t i = 0; i < c->piercings; i++) {
    if (w->contour[i] >= 0) continue;
    for (int32_t k = i; w->contour[k] < 0; k = w->next[k]) w->contour[k] = w->contours;
    w->contours++;
  }
  return PAWL_OK;
}

// ---- which vertices are inside

// The edge k of a triangle as its lower triangle has it.
static int32_t own_edge(const PwTriMesh *m, int32_t t, int k) {
  int32_t other = m->beside[t][k], p = m->corner[t][k], q = m->corner[t][(k + 1) % 3];
  if (other > t) return 3 * t + k;
  int j = 0;
  while (m->corner[other][j] != q || m->corner[other][(j + 1) % 3] != p) j++;
  return 3 * other + j;
}

typedef struct {
  const PwPiercing *p;
  int32_t number;
} Place;

static int by_edge(const void *x, const void *y) {
  const PwPiercing *a = ((const Place *)x)->p, *b = ((const Place *)y)->p;
  if (a->of != b->of) return a->of < b->of ? -1 : 1;
  if (a->edge != b->edge) return a->edge < b->edge ? -1 : 1;
  if (a->part != b->part) return a->part < b->part ? -1 : 1;
  return (a > b) - (a < b);
}

static PawlStatus sort_piercings(Work *w) {
  int32_t n = w->c->piercings;
  Place *place = malloc(((size_t)n + 1) * sizeof *place);
  w->sorted = malloc(((size_t)n + 1) * sizeof *w->sorted);
  bool ok = place && w->sorted;
  for (int32_t i = 0; i < n && ok; i++) place[i] = (Place){&w->c->piercing[i], i};
  if (ok) qsort(place, (size_t)n, sizeof *place, by_edge);
  for (int32_t i = 0; i < n && ok; i++) {
    w->sorted[i] = place[i].number;
    w->first[1] += place[i].p->of == 0;
  }
  free(place);
  return ok ? PAWL_OK : PAWL_ERR_MEMORY;
}

// The piercings of an edge stand from *from on; how many.
static int32_t find_edge(const Work *w, int m, int32_t edge, int32_t *from) {
  int32_t low = w->first[m], end = m ? w->c->piercings : w->first[1], high = end;
  while (low < high) {
    int32_t middle = low + (high - low) / 2;
    if (w->c->piercing[w->sorted[middle]].edge < edge) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  *from = low;
  while (low < end && w->c->piercing[w->sorted[low]].edge == edge) low++;
  return low - *from;
}

static PawlStatus flood(Work *w, int m) {
  const PwTriMesh *mesh = mesh_of(w, m);
  unsigned char *state = w->state[m] = calloc((size_t)mesh->vertices + 1, 1), *seen = calloc((size_t)mesh->triangles + 1, 1);
  int32_t *list = malloc(((size_t)mesh->triangles + 1) * sizeof *list), from;
  bool ok = state && seen && list;
  for (int32_t seed = 0; seed < mesh->triangles && ok; seed++) {
    int32_t count = 0, v = mesh->corner[seed][0];
    if (seen[seed]) continue;
    if (!state[v]) state[v] = pw_cut_is_inside(w->c, m, v) ? INSIDE : OUTSIDE;
    seen[list[count++] = seed] = 1;
    for (int32_t i = 0; i < count; i++) {
      int32_t t = list[i];
      int known = 0;
      while (!state[mesh->corner[t][known]]) known++;
      for (int n = 0; n < 3; n++) {
        int k = (known + n) % 3;
        int32_t p = mesh->corner[t][k], q = mesh->corner[t][(k + 1) % 3], other = mesh->beside[t][k];
        bool changes = find_edge(w, m, own_edge(mesh, t, k), &from) % 2;
        if (!state[q]) state[q] = changes ? INSIDE + OUTSIDE - state[p] : state[p];
        if (!seen[other]) seen[list[count++] = other] = 1;
      }
    }
  }
  free(seen);
  free(list);
  return ok ? PAWL_OK : PAWL_ERR_MEMORY;
}

// ---- pieces of edges that are inside

typedef struct {
  int32_t t;                // the lower triangle of the edge
  int k;                    // its side there
  const double *from, *to;  // along it
  int32_t set;              // that it is of
} Piece;

typedef void (*Visit)(Work *w, int m, const Piece *piece, int32_t set_of_end);

static int32_t set_of_vertex(const Work *w, int m, int32_t v) {
  return w->contours + (m ? mesh_of(w, 0)->vertices : 0) + v;
}

static void visit_edge(Work *w, int m, int32_t t, int k, Visit visit) {
  const PwTriMesh *mesh = mesh_of(w, m);
  int32_t p = mesh->corner[t][k], q = mesh->corner[t][(k + 1) % 3], from, count = find_edge(w, m, 3 * t + k, &from);
  bool inside = w->state[m][p] == INSIDE;
  Piece piece = {t, k, pw_cut_vertex(w->c, m, p), NULL, set_of_vertex(w, m, p)};
  for (int32_t i = 0; i < count; i++) {
    int32_t number = w->sorted[from + i];
    piece.to = w->c->piercing[number].x;
    if (inside) visit(w, m, &piece, w->contour[number]);
    inside = !inside;
    piece.from = piece.to;
    piece.set = w->contour[number];
  }
  piece.to = pw_cut_vertex(w->c, m, q);
  if (inside) visit(w, m, &piece, set_of_vertex(w, m, q));
}

static void visit_edges(Work *w, Visit visit) {
  for (int m = 0; m < 2; m++) {
    const PwTriMesh *mesh = mesh_of(w, m);
    for (int32_t t = 0; t < mesh->triangles; t++) {
      for (int k = 0; k < 3; k++) {
        if (mesh->beside[t][k] > t) visit_edge(w, m, t, k, visit);
      }
    }
  }
}

// ---- what hangs together

static int32_t root_of(Work *w, int32_t i) {
  while (w->parent[i] != i) i = w->parent[i] = w->parent[w->parent[i]];
  return i;
}

// The lower one stays: contours come before vertices.
static void unite(Work *w, int32_t a, int32_t b) {
  a = root_of(w, a);
  b = root_of(w, b);
  if (a < b) {
    w->parent[b] = a;
  } else {
    w->parent[a] = b;
  }
}

static void unite_ends(Work *w, int m, const Piece *piece, int32_t set_of_end) {
  (void)m;
  unite(w, piece->set, set_of_end);
}

static bool is_there(const Work *w, int32_t set) {
  int32_t v = set - w->contours, count = mesh_of(w, 0)->vertices;
  return v < 0 || w->state[v >= count][v >= count ? v - count : v] == INSIDE;
}

static PawlStatus number_regions(Work *w) {
  int32_t sets = w->contours + mesh_of(w, 0)->vertices + mesh_of(w, 1)->vertices;
  w->parent = malloc(((size_t)sets + 1) * sizeof *w->parent);
  w->region = malloc(((size_t)sets + 1) * sizeof *w->region);
  if (!w->parent || !w->region) return PAWL_ERR_MEMORY;
  for (int32_t i = 0; i < sets; i++) w->parent[i] = i;
  visit_edges(w, unite_ends);
  for (int32_t i = 0; i < sets; i++) {
    w->region[i] = -1;
    if (is_there(w, i) && root_of(w, i) == i) w->region[i] = w->regions++;
  }
  w->sum = calloc((size_t)w->regions + 1, sizeof *w->sum);
  return w->sum ? PAWL_OK : PAWL_ERR_MEMORY;
}

// ---- sums

static void add_piece(Work *w, int m, int32_t t, const double *s, const double *e, int32_t set) {
  Sum *sum = &w->sum[w->region[root_of(w, set)]];
  const double *v = pw_cut_vertex(w->c, m, mesh_of(w, m)->corner[t][0]);
  double a[3], b[3], area[3];
  for (int i = 0; i < 3; i++) {
    a[i] = s[i] - v[i];
    b[i] = e[i] - v[i];
  }
  pw_cross(a, b, area);
  for (int i = 0; i < 3; i++) {
    double middle = v[i] + (a[i] + b[i]) / 3 - w->origin[i];
    sum->area[m][i] += area[i] / 2;
    for (int k = 0; k < 3; k++) sum->moment[m][3 * i + k] += middle * area[k] / 2;
  }
}

static void add_edge(Work *w, int m, const Piece *p, int32_t set_of_end) {
  (void)set_of_end;
  add_piece(w, m, p->t, p->from, p->to, p->set);
  add_piece(w, m, mesh_of(w, m)->beside[p->t][p->k], p->to, p->from, p->set);
}

static void add_all(Work *w) {
  visit_edges(w, add_edge);
  for (int32_t i = 0; i < w->arcs; i += 2) {
    const double *s = w->c->piercing[w->arc[i].piercing].x, *e = w->c->piercing[w->arc[i + 1].piercing].x;
    int32_t set = w->contour[w->arc[i].piercing];
    add_piece(w, 0, w->arc[i].triangle[0], s, e, set);
    add_piece(w, 1, w->arc[i].triangle[1], e, s, set);
  }
}

static double volume_of(const Sum *s) {
  double sum = 0;
  for (int m = 0; m < 2; m++) sum += s->moment[m][0] + s->moment[m][4] + s->moment[m][8];
  return sum / 3;
}

typedef struct {
  int32_t triangle, contour;
} Share;

static int by_triangle(const void *x, const void *y) {
  const Share *a = x, *b = y;
  if (a->triangle != b->triangle) return a->triangle < b->triangle ? -1 : 1;
  return (a->contour > b->contour) - (a->contour < b->contour);
}

static bool is_hole(const Work *w, int32_t root) {
  return volume_of(&w->sum[w->region[root]]) < 0;
}

static void merge(Work *w, int32_t a, int32_t b) {
  Sum *to = &w->sum[w->region[a < b ? a : b]], *from = &w->sum[w->region[a < b ? b : a]];
  unite(w, a, b);
  for (int m = 0; m < 2; m++) {
    for (int c = 0; c < 3; c++) to->area[m][c] += from->area[m][c];
    for (int c = 0; c < 9; c++) to->moment[m][c] += from->moment[m][c];
  }
  *from = (Sum){0};
}

// A contour inside another one with nothing but parts of triangles between them is the edge of a hole: by itself its volume is
// negative. The two have a triangle in common.
static PawlStatus merge_holes(Work *w) {
  Share *share = malloc(((size_t)w->arcs + 1) * sizeof *share);
  for (int m = 0; m < 2 && share; m++) {
    for (int32_t i = 0; i < w->arcs; i++) share[i] = (Share){w->arc[i].triangle[m], w->contour[w->arc[i].piercing]};
    qsort(share, (size_t)w->arcs, sizeof *share, by_triangle);
    for (int32_t i = 0; i < w->arcs; i++) {
      for (int32_t k = i + 1; k < w->arcs && share[k].triangle == share[i].triangle; k++) {
        int32_t a = root_of(w, share[i].contour), b = root_of(w, share[k].contour);
        if (a != b && is_hole(w, a) != is_hole(w, b)) merge(w, a, b);
      }
    }
  }
  free(share);
  return share ? PAWL_OK : PAWL_ERR_MEMORY;
}

// ---- results

static PwMeshRegion conclude(const Work *w, const Sum *s) {
  PwMeshRegion r = {.contours = s->contours, .volume = volume_of(s)};
  double length;
  memcpy(r.area, s->area[0], sizeof r.area);
  memcpy(r.normal, r.area, sizeof r.normal);
  length = s->contours ? pw_normalise(r.normal) : 0;
  if (!(length > 0)) memset(r.normal, 0, sizeof r.normal);
  for (int i = 0; i < 3 && length > 0; i++) {
    double sum = 0;
    for (int k = 0; k < 3; k++) sum += (s->moment[0][3 * i + k] - s->moment[1][3 * i + k]) * r.normal[k];
    r.point[i] = w->origin[i] + sum / (2 * length);
  }
  return r;
}

static void reach(Sum *s, const PwMeshRegion *r, const double *x, bool first, bool second) {
  double h = 0;
  for (int i = 0; i < 3; i++) h += r->normal[i] * (x[i] - r->point[i]);
  if (first) s->high[0] = fmax(s->high[0], h);
  if (second) s->high[1] = fmax(s->high[1], -h);
}

static void find_depths(Work *w, PwMeshRegion *region) {
  for (int32_t i = 0; i < w->c->piercings; i++) {
    int32_t n = w->region[root_of(w, w->contour[i])];
    reach(&w->sum[n], &region[n], w->c->piercing[i].x, true, true);
  }
  for (int m = 0; m < 2; m++) {
    for (int32_t v = 0; v < mesh_of(w, m)->vertices; v++) {
      if (w->state[m][v] != INSIDE) continue;
      int32_t n = w->region[root_of(w, set_of_vertex(w, m, v))];
      reach(&w->sum[n], &region[n], pw_cut_vertex(w->c, m, v), m == 0, m == 1);
    }
  }
  for (int32_t n = 0; n < w->regions; n++) region[n].depth = w->sum[n].high[0] + w->sum[n].high[1];
}

static PawlStatus measure(Work *w, PwMeshRegion **out, int32_t *count) {
  PwMeshRegion *region = calloc((size_t)w->regions + 1, sizeof *region);
  if (!region) return PAWL_ERR_MEMORY;
  for (int i = 0; i < 3; i++) w->origin[i] = w->c->piercings ? w->c->piercing[0].x[i] : w->c->moved[0][i];
  add_all(w);
  if (merge_holes(w) != PAWL_OK) {
    free(region);
    return PAWL_ERR_MEMORY;
  }
  for (int32_t i = 0; i < w->contours; i++) w->sum[w->region[root_of(w, i)]].contours++;
  for (int32_t n = 0; n < w->regions; n++) region[n] = conclude(w, &w->sum[n]);
  find_depths(w, region);
  *count = 0;
  for (int32_t n = 0; n < w->regions; n++) {
    if (region[n].contours || region[n].volume != 0) region[(*count)++] = region[n];
  }
  *out = region;
  return PAWL_OK;
}

PawlStatus pw_mesh_regions(const PwMeshCut *cut, PwMeshRegion **out, int32_t *count) {
  Work w = {.c = cut};
  *out = NULL;
  *count = 0;
  if (!pw_trimesh_closed(mesh_of(&w, 0)) || !pw_trimesh_closed(mesh_of(&w, 1))) return PAWL_ERR_UNSUPPORTED;
  PawlStatus status = join(&w);
  if (status == PAWL_OK) status = sort_piercings(&w);
  for (int m = 0; m < 2 && status == PAWL_OK; m++) status = flood(&w, m);
  if (status == PAWL_OK) status = number_regions(&w);
  if (status == PAWL_OK) status = measure(&w, out, count);
  free(w.arc);
  free(w.next);
  free(w.contour);
  free(w.sorted);
  for (int m = 0; m < 2; m++) free(w.state[m]);
  free(w.parent);
  free(w.region);
  free(w.sum);
  return status;
}
