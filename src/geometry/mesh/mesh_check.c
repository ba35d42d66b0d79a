// From a builder to a mesh: triangles that are there twice, neighbours, one sense for all that hang together, the outside
// outside.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "geometry/mesh/mesh_tree.h"

// ---- lists by vertex

// An edge or a triangle in the list of its least vertex, which its other vertices order.
typedef struct {
  int32_t x, y, id;
} Entry;

typedef struct {
  size_t *first;  // [vertices + 1]
  Entry *entry;
} Lists;

static int by_key(const void *a, const void *b) {
  const Entry *p = a, *q = b;
  if (p->x != q->x) return p->x < q->x ? -1 : 1;
  if (p->y != q->y) return p->y < q->y ? -1 : 1;
  return p->id < q->id ? -1 : p->id > q->id;
}

// Most lists are short.
static void sort(Entry *e, size_t count) {
  if (count > 24) {
    qsort(e, count, sizeof *e, by_key);
    return;
  }
  for (size_t i = 1; i < count; i++) {
    Entry one = e[i];
    size_t k = i;
    for (; k > 0 && by_key(&e[k - 1], &one) > 0; k--) e[k] = e[k - 1];
    e[k] = one;
  }
}

static void lists_free(Lists *l) {
  free(l->first);
  free(l->entry);
  *l = (Lists){0};
}

// The entry of item `id` and the vertex in whose list it stands.
typedef int32_t (*Key)(const PwTriMesh *m, int32_t id, Entry *out);

static int32_t edge_key(const PwTriMesh *m, int32_t id, Entry *out) {
  const int32_t *c = m->corner[id / 3];
  int32_t a = c[id % 3], b = c[(id + 1) % 3 == 0 ? 0 : id % 3 + 1];
  *out = (Entry){a < b ? b : a, 0, id};
  return a < b ? a : b;
}

static int32_t triangle_key(const PwTriMesh *m, int32_t id, Entry *out) {
  const int32_t *c = m->corner[id];
  int least = c[1] < c[0] ? 1 : 0;
  if (c[2] < c[least]) least = 2;
  *out = (Entry){c[(least + 1) % 3], c[(least + 2) % 3], id};
  return c[least];
}

static bool lists_create(const PwTriMesh *m, int32_t items, Key key, Lists *l) {
  Entry one;
  l->first = calloc((size_t)m->vertices + 2, sizeof *l->first);
  l->entry = malloc(((size_t)items + 1) * sizeof *l->entry);
  if (!l->first || !l->entry) {
    lists_free(l);
    return false;
  }
  for (int32_t i = 0; i < items; i++) l->first[key(m, i, &one) + 2]++;
  for (int32_t v = 0; v < m->vertices; v++) l->first[v + 2] += l->first[v + 1];
  for (int32_t i = 0; i < items; i++) {
    int32_t v = key(m, i, &one);
    l->entry[l->first[v + 1]++] = one;
  }
  for (int32_t v = 0; v < m->vertices; v++) sort(l->entry + l->first[v], l->first[v + 1] - l->first[v]);
  return true;
}

// ---- what is left out

static PawlStatus drop_doubles(PwTriMesh *m) {
  Lists l;
  if (!lists_create(m, m->triangles, triangle_key, &l)) return PAWL_ERR_MEMORY;
  for (int32_t v = 0; v < m->vertices; v++) {
    for (size_t i = l.first[v] + 1; i < l.first[v + 1]; i++) {
      const Entry *e = &l.entry[i];
      if (e[-1].x == e->x && e[-1].y == e->y) m->corner[e->id][0] = -1;
    }
  }
  lists_free(&l);
  int32_t count = 0;
  for (int32_t t = 0; t < m->triangles; t++) {
    if (m->corner[t][0] >= 0) memmove(m->corner[count++], m->corner[t], sizeof *m->corner);
  }
  m->found.doubles = m->triangles - count;
  m->triangles = count;
  return PAWL_OK;
}

// Vertices without a triangle go; the others keep their order.
static PawlStatus drop_unused(PwTriMesh *m, double unit) {
  int32_t *number = malloc(((size_t)m->vertices + 1) * sizeof *number), count = 0;
  if (!number) return PAWL_ERR_MEMORY;
  for (int32_t v = 0; v < m->vertices; v++) number[v] = -1;
  for (int32_t t = 0; t < m->triangles; t++) {
    for (int k = 0; k < 3; k++) number[m->corner[t][k]] = 0;
  }
  for (int32_t v = 0; v < m->vertices; v++) {
    if (number[v] < 0) continue;
    for (int c = 0; c < 3; c++) m->vertex[count][c] = unit * m->vertex[v][c];
    number[v] = count++;
  }
  for (int32_t t = 0; t < m->triangles; t++) {
    for (int k = 0; k < 3; k++) m->corner[t][k] = number[m->corner[t][k]];
  }
  m->vertices = count;
  free(number);
  return PAWL_OK;
}

// ---- neighbours

static void note_edge(int32_t *count, int32_t first[2], int32_t v, int32_t other) {
  if ((*count)++ > 0) return;
  first[0] = v;
  first[1] = other;
}

static PawlStatus find_neighbours(PwTriMesh *m) {
  Lists l;
  m->beside = malloc(((size_t)m->triangles + 1) * sizeof *m->beside);
  if (!m->beside || !lists_create(m, 3 * m->triangles, edge_key, &l)) return PAWL_ERR_MEMORY;
  for (int32_t v = 0; v < m->vertices; v++) {
    for (size_t i = l.first[v], j; i < l.first[v + 1]; i = j) {
      const Entry *e = l.entry;
      for (j = i; j < l.first[v + 1] && e[j].x == e[i].x; j++) m->beside[e[j].id / 3][e[j].id % 3] = -1;
      if (j - i == 1) note_edge(&m->found.borders, m->found.border, v, e[i].x);
      if (j - i > 2) note_edge(&m->found.crowded, m->found.crowd, v, e[i].x);
      if (j - i != 2) continue;
      m->beside[e[i].id / 3][e[i].id % 3] = e[i + 1].id / 3;
      m->beside[e[i + 1].id / 3][e[i + 1].id % 3] = e[i].id / 3;
    }
  }
  lists_free(&l);
  return PAWL_OK;
}

// ---- one sense

// Does the neighbour across edge k run along it the other way, as it should?
static bool agrees(const PwTriMesh *m, int32_t t, int k) {
  const int32_t *c = m->corner[m->beside[t][k]], from = m->corner[t][k], to = m->corner[t][(k + 1) % 3];
  for (int j = 0; j < 3; j++) {
    if (c[j] == to && c[(j + 1) % 3] == from) return true;
  }
  return false;
}

static void turn(PwTriMesh *m, int32_t t) {
  int32_t *c = m->corner[t], *n = m->beside[t], corner = c[1], beside = n[0];
  c[1] = c[2], c[2] = corner;
  n[0] = n[2], n[2] = beside;
}

enum { UNSEEN, KEPT, AGAINST };

// All that hangs together with `seed`, into list; the sense of each against it into `sense`.
static int32_t walk_part(const PwTriMesh *m, int32_t seed, int32_t *list, unsigned char *sense) {
  int32_t count = 0;
  list[count++] = seed;
  sense[seed] = KEPT;
  for (int32_t i = 0; i < count; i++) {
    int32_t t = list[i];
    for (int k = 0; k < 3; k++) {
      int32_t other = m->beside[t][k];
      if (other < 0 || sense[other] != UNSEEN) continue;
      sense[other] = agrees(m, t, k) ? sense[t] : KEPT + AGAINST - sense[t];
      list[count++] = other;
    }
  }
  return count;
}

// The sense that most triangles of a part have is taken for all.
static PawlStatus make_uniform(PwTriMesh *m) {
  int32_t *list = malloc(((size_t)m->triangles + 1) * sizeof *list);
  unsigned char *sense = calloc((size_t)m->triangles + 1, 1);
  for (int32_t seed = 0; list && sense && seed < m->triangles; seed++) {
    if (sense[seed] != UNSEEN) continue;
    int32_t count = walk_part(m, seed, list, sense), against = 0;
    m->found.parts++;
    for (int32_t i = 0; i < count; i++) against += sense[list[i]] == AGAINST;
    int wrong = 2 * (int64_t)against > count ? KEPT : AGAINST;
    for (int32_t i = 0; i < count; i++) {
      if (sense[list[i]] != wrong) continue;
      turn(m, list[i]);
      m->found.turned++;
    }
  }
  for (int32_t t = 0; t < m->triangles; t++) {
    for (int k = 0; k < 3; k++) m->found.twisted += m->beside[t][k] > t && !agrees(m, t, k);
  }
  bool ok = list && sense;
  free(list);
  free(sense);
  return ok ? PAWL_OK : PAWL_ERR_MEMORY;
}

// ---- measures

static void find_extent(PwTriMesh *m) {
  for (int c = 0; c < 3; c++) {
    m->low[c] = INFINITY;
    m->high[c] = -INFINITY;
    for (int32_t v = 0; v < m->vertices; v++) {
      m->low[c] = fmin(m->low[c], m->vertex[v][c]);
      m->high[c] = fmax(m->high[c], m->vertex[v][c]);
    }
  }
}

// Thinner than rounding lets one tell.
static bool is_flat(const PwTriMesh *m, int32_t t) {
  static const double THIN = 1e-14;
  const double *a = m->vertex[m->corner[t][0]], *b = m->vertex[m->corner[t][1]], *c = m->vertex[m->corner[t][2]];
  double p[3], q[3], pp = 0, qq = 0;
  for (int k = 0; k < 3; k++) {
    p[k] = b[k] - a[k];
    q[k] = c[k] - a[k];
    pp += p[k] * p[k];
    qq += q[k] * q[k];
  }
  double x = p[1] * q[2] - p[2] * q[1], y = p[2] * q[0] - p[0] * q[2], z = p[0] * q[1] - p[1] * q[0];
  return sqrt(x * x + y * y + z * z) <= THIN * fmax(pp, qq);
}

static void add_hash(uint64_t *h, const void *bytes, size_t count) {
  const unsigned char *b = bytes;
  for (size_t k = 0; k < count; k++) *h = (*h ^ b[k]) * 1099511628211u;
}

static void measure(PwTriMesh *m) {
  find_extent(m);
  for (int32_t t = 0; t < m->triangles; t++) m->found.flat += is_flat(m, t);
  if (pw_trimesh_closed(m)) pw_mesh_measure(m);
  if (m->volume < 0) {
    for (int32_t t = 0; t < m->triangles; t++) turn(m, t);
    m->found.inside_out = true;
    m->found.turned = m->triangles - m->found.turned;
    pw_mesh_measure(m);
  }
  m->hash = 14695981039346656037u;
  add_hash(&m->hash, m->vertex, (size_t)m->vertices * sizeof *m->vertex);
  add_hash(&m->hash, m->corner, (size_t)m->triangles * sizeof *m->corner);
}

// ---- life

// Gives back what a list has grown beyond its need.
static void *trim(void *list, int32_t count, size_t size) {
  void *less = list ? realloc(list, ((size_t)count + 1) * size) : NULL;
  return less ? less : list;
}

PawlStatus pw_mesh_finish(PwMeshBuilder *b, double unit, PwTriMesh **out) {
  *out = NULL;
  PwTriMesh *m = calloc(1, sizeof *m);
  if (!m) return PAWL_ERR_MEMORY;
  atomic_init(&m->owners, 1);
  m->vertices = b->vertices;
  m->triangles = b->triangles;
  m->vertex = b->vertex;
  m->corner = b->corner;
  m->found = b->found;
  b->vertex = NULL;
  b->corner = NULL;
  pw_mesh_builder_free(b);
  PawlStatus status = drop_doubles(m);
  if (status == PAWL_OK) status = drop_unused(m, unit);
  if (status == PAWL_OK) {
    m->vertex = trim(m->vertex, m->vertices, sizeof *m->vertex);
    m->corner = trim(m->corner, m->triangles, sizeof *m->corner);
    status = find_neighbours(m);
  }
  if (status == PAWL_OK) status = make_uniform(m);
  if (status == PAWL_OK && pw_trimesh_closed(m)) status = pw_mesh_self_crossing(m, &m->found.crosses, m->found.crossing);
  if (status == PAWL_OK) {
    measure(m);
    *out = m;
  } else {
    pw_trimesh_release(m);
  }
  return status;
}

PwTriMesh *pw_trimesh_share(PwTriMesh *m) {
  atomic_fetch_add(&m->owners, 1);
  return m;
}

void pw_trimesh_release(PwTriMesh *m) {
  if (!m || atomic_fetch_sub(&m->owners, 1) > 1) return;
  free(m->vertex);
  free(m->corner);
  free(m->beside);
  free(m);
}
