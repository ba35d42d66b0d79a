// Shells from points: the faces of their convex hull, found by looking through all planes of three points, then edges and
// vertices.
#include <math.h>
#include <string.h>

#include "geometry/space/shell.h"
#include "geometry/space/surface_parts.h"

static const double FLAT = 1e-9;   // of the size: points nearer to a plane lie in it
static const double LEAST = 1e-6;  // of the size: what is shorter is no edge, what is thinner no body
static const double BEND = 1e-3;   // rad: what two faces must turn by where they meet

typedef struct {
  const double (*point)[3];
  int32_t count;
  double size;
  PwShell *s;
  PwSurfaceProblem *problem;
} Hull;

static void between(const double a[3], const double b[3], double out[3]) {
  for (int i = 0; i < 3; i++) out[i] = b[i] - a[i];
}

static double distance(const double a[3], const double b[3]) {
  double d[3];
  between(a, b, d);
  return pw_norm(d);
}

static PawlStatus measure(Hull *h) {
  for (int32_t i = 0; i < h->count; i++) {
    for (int32_t j = 0; j < i; j++) h->size = fmax(h->size, distance(h->point[i], h->point[j]));
  }
  for (int32_t i = 0; i < h->count; i++) {
    for (int32_t j = 0; j < i; j++) {
      if (distance(h->point[i], h->point[j]) > LEAST * h->size) continue;
      return pw_surface_refuse(h->problem, i, -1, "points %d and %d are one: an edge must be longer than 1e-6 of the body",
                               (int)j + 1, (int)i + 1);
    }
  }
  return PAWL_OK;
}

// The plane through three points with all others on one side; false: there is none, or it is known.
static bool find_plane(const Hull *h, const int32_t corner[3], double n[3], double *at) {
  double a[3], b[3], low = 0, high = 0;
  between(h->point[corner[0]], h->point[corner[1]], a);
  between(h->point[corner[0]], h->point[corner[2]], b);
  pw_cross(a, b, n);
  double area = pw_norm(n);
  if (!(area > LEAST * pw_norm(a) * pw_norm(b))) return false;
  for (int i = 0; i < 3; i++) n[i] /= area;
  *at = pw_dot(n, h->point[corner[0]]);
  for (int32_t i = 0; i < h->count; i++) {
    double height = pw_dot(n, h->point[i]) - *at;
    low = fmin(low, height);
    high = fmax(high, height);
  }
  if (high > FLAT * h->size && low < -FLAT * h->size) return false;
  if (high > FLAT * h->size) {
    for (int i = 0; i < 3; i++) n[i] = -n[i];
    *at = -*at;
  }
  for (int32_t f = 0; f < h->s->faces; f++) {
    const PwShellFace *face = &h->s->face[f];
    bool known = true;
    for (int i = 0; i < 3; i++) known = known && fabs(pw_dot(face->n, h->point[corner[i]]) - face->at) <= 2 * FLAT * h->size;
    if (known) return false;
  }
  return true;
}

// The points of a plane in their order round the middle.
static int32_t list_loop(const Hull *h, const double n[3], double at, int32_t *loop) {
  double middle[3] = {0}, angle[PW_SHELL_POINTS], t[2][3];
  int32_t count = 0;
  for (int32_t i = 0; i < h->count; i++) {
    if (fabs(pw_dot(n, h->point[i]) - at) > FLAT * h->size) continue;
    for (int k = 0; k < 3; k++) middle[k] += h->point[i][k];
    loop[count++] = i;
  }
  for (int k = 0; k < 3; k++) middle[k] /= count;
  between(middle, h->point[loop[0]], t[0]);
  pw_cross(n, t[0], t[1]);
  for (int32_t i = 0; i < count; i++) {
    double d[3];
    int32_t point = loop[i], k = i;
    between(middle, h->point[point], d);
    double own = i == 0 ? -4 : atan2(pw_dot(d, t[1]), pw_dot(d, t[0]));
    if (own < 0 && i > 0) own += 6.283185307179586476925;
    for (; k > 0 && angle[k - 1] > own; k--) angle[k] = angle[k - 1], loop[k] = loop[k - 1];
    angle[k] = own;
    loop[k] = point;
  }
  return count;
}

// Its plane by the sum of all its triangles, axes and border.
static void finish_face(PwShell *s, PwShellFace *f) {
  const int32_t *loop = s->loop + f->first;
  const double *origin = s->point[loop[0]];
  double sum[3] = {0};
  for (int32_t i = 1; i + 1 < f->count; i++) {
    double a[3], b[3], c[3];
    between(origin, s->point[loop[i]], a);
    between(origin, s->point[loop[i + 1]], b);
    pw_cross(a, b, c);
    for (int k = 0; k < 3; k++) sum[k] += c[k];
  }
  double area = pw_norm(sum);
  f->at = 0;
  for (int k = 0; k < 3; k++) f->n[k] = sum[k] / area;
  for (int32_t i = 0; i < f->count; i++) f->at += pw_dot(f->n, s->point[loop[i]]) / f->count;
  memcpy(f->x, origin, sizeof f->x);
  between(origin, s->point[loop[1]], f->t[0]);
  double lean = pw_dot(f->t[0], f->n);
  for (int k = 0; k < 3; k++) f->t[0][k] -= lean * f->n[k];
  pw_normalise(f->t[0]);
  pw_cross(f->n, f->t[0], f->t[1]);
  for (int32_t i = 0; i < f->count; i++) {
    double along[3];
    between(s->point[loop[i]], s->point[loop[(i + 1) % f->count]], along);
    pw_cross(f->n, along, s->inward[f->first + i]);
    pw_normalise(s->inward[f->first + i]);
  }
}

static int32_t loop_end(const PwShell *s) {
  return s->faces > 0 ? s->face[s->faces - 1].first + s->face[s->faces - 1].count : 0;
}

static void find_faces(Hull *h) {
  PwShell *s = h->s;
  int32_t corner[3];
  for (corner[0] = 0; corner[0] < h->count; corner[0]++) {
    for (corner[1] = corner[0] + 1; corner[1] < h->count; corner[1]++) {
      for (corner[2] = corner[1] + 1; corner[2] < h->count; corner[2]++) {
        double n[3], at;
        if (s->faces == PW_SHELL_FACES || !find_plane(h, corner, n, &at)) continue;
        int32_t first = loop_end(s), loop[PW_SHELL_POINTS], count = list_loop(h, n, at, loop);
        if (count < 3 || first + count > 2 * PW_SHELL_EDGES) continue;
        memcpy(s->loop + first, loop, (size_t)count * sizeof *loop);
        s->face[s->faces] = (PwShellFace){.first = first, .count = count};
        finish_face(s, &s->face[s->faces++]);
      }
    }
  }
}

// A point that is no vertex: it lies inside, in a face or on an edge.
static PawlStatus check_points(const Hull *h) {
  const PwShell *s = h->s;
  for (int32_t i = 0; i < h->count; i++) {
    int32_t faces = 0;
    for (int32_t k = 0; k < loop_end(s); k++) faces += s->loop[k] == i;
    for (int32_t f = 0; f < s->faces && faces > 0; f++) {
      const PwShellFace *face = &s->face[f];
      for (int32_t k = 0; k < face->count; k++) {
        if (s->loop[face->first + k] != i) continue;
        const double *before = s->inward[face->first + (k + face->count - 1) % face->count], *after = s->inward[face->first + k];
        if (pw_dot(before, after) > 1 - BEND * BEND / 8) faces = 0;
      }
    }
    if (faces >= 3) continue;
    return pw_surface_refuse(
        h->problem, i, -1,
        "a solid is convex, and point %d is no vertex of it: it lies inside, in a face or on an edge of the others' hull",
        (int)i + 1);
  }
  return PAWL_OK;
}

static void finish_edge(PwShell *s, PwShellEdge *e, int32_t a, int32_t b) {
  e->point[0] = s->loop[a];
  e->point[1] = s->loop[b];
  between(s->point[e->point[0]], s->point[e->point[1]], e->along);
  e->length = pw_norm(e->along);
  pw_normalise(e->along);
}

// Every edge is met twice, once in each direction.
static PawlStatus find_edges(Hull *h) {
  PwShell *s = h->s;
  int32_t end = loop_end(s);
  for (int32_t f = 0; f < s->faces; f++) {
    for (int32_t k = s->face[f].first, last = k + s->face[f].count; k < last; k++) {
      int32_t next = k + 1 < last ? k + 1 : s->face[f].first, e = 0;
      while (e < s->edges && !(s->edge[e].point[0] == s->loop[next] && s->edge[e].point[1] == s->loop[k])) e++;
      if (e == s->edges) {
        if (2 * s->edges >= end) break;
        finish_edge(s, &s->edge[s->edges++], k, next);
        s->edge[e].face[0] = f;
        s->edge[e].face[1] = -1;
        memcpy(s->edge[e].into[0], s->inward[k], sizeof s->inward[k]);
      } else {
        s->edge[e].face[1] = f;
        memcpy(s->edge[e].into[1], s->inward[k], sizeof s->inward[k]);
      }
    }
  }
  bool closed = 2 * s->edges == end && s->points - s->edges + s->faces == 2;
  for (int32_t e = 0; e < s->edges && closed; e++) closed = s->edge[e].face[1] >= 0;
  if (!closed) {
    return pw_surface_refuse(
        h->problem, -1, -1,
        "its faces do not close: points lie so near to a plane of others, within 1e-6 of the body, that it is "
        "neither one face nor two");
  }
  for (int32_t e = 0; e < s->edges; e++) {
    const double *a = s->face[s->edge[e].face[0]].n, *b = s->face[s->edge[e].face[1]].n;
    double turn[3];
    pw_cross(a, b, turn);
    if (pw_norm(turn) > BEND) continue;
    return pw_surface_refuse(h->problem, s->edge[e].point[0], -1,
                             "the faces that meet between points %d and %d turn by less than 0.001 rad, or the body is as thin: "
                             "make them one face, or leave a point out",
                             (int)s->edge[e].point[0] + 1, (int)s->edge[e].point[1] + 1);
  }
  return PAWL_OK;
}

static void find_spokes(PwShell *s) {
  int32_t n = 0;
  for (int32_t i = 0; i < s->points; i++) {
    s->first[i] = n;
    for (int32_t e = 0; e < s->edges; e++) {
      if (s->edge[e].point[0] == i) s->spoke[n++] = e;
      if (s->edge[e].point[1] == i) s->spoke[n++] = -1 - e;
    }
  }
  s->first[s->points] = n;
}

static void measure_ball(PwShell *s) {
  for (int k = 0; k < 3; k++) {
    double low = INFINITY, high = -INFINITY;
    for (int32_t i = 0; i < s->points; i++) low = fmin(low, s->point[i][k]), high = fmax(high, s->point[i][k]);
    s->center[k] = (low + high) / 2;
  }
  for (int32_t i = 0; i < s->points; i++) {
    s->radius = fmax(s->radius, distance(s->center, s->point[i]) + s->ball);
    for (int32_t j = 0; j < i; j++) s->size = fmax(s->size, distance(s->point[i], s->point[j]));
  }
  s->size = fmax(s->size, 2 * s->ball);
}

static bool allocate(PwShell *s, int32_t points, int32_t faces, int32_t edges, int32_t loop, PwArena *arena) {
  s->face = pw_arena_array(arena, (size_t)faces + 1, sizeof *s->face);
  s->loop = pw_arena_array(arena, (size_t)loop + 1, sizeof *s->loop);
  s->inward = pw_arena_array(arena, (size_t)loop + 1, sizeof *s->inward);
  s->edge = pw_arena_array(arena, (size_t)edges + 1, sizeof *s->edge);
  s->point = pw_arena_array(arena, (size_t)points + 1, sizeof *s->point);
  s->first = pw_arena_array(arena, (size_t)points + 1, sizeof *s->first);
  s->spoke = pw_arena_array(arena, 2 * (size_t)edges + 1, sizeof *s->spoke);
  return s->face && s->loop && s->inward && s->edge && s->point && s->first && s->spoke;
}

PawlStatus pw_shell_hull(const double (*point)[3], int32_t count, PwArena *arena, PwShell *out, PwSurfaceProblem *problem) {
  Hull h = {.point = point, .count = count, .s = out, .problem = problem};
  *out = (PwShell){.vertices = count, .points = count};
  if (count < 4 || count > PW_SHELL_POINTS) {
    return pw_surface_refuse(problem, -1, -1, "has %d points, need 4 to %d", (int)count, PW_SHELL_POINTS);
  }
  for (int32_t i = 0; i < count; i++) {
    if (!isfinite(point[i][0] + point[i][1] + point[i][2])) {
      return pw_surface_refuse(problem, i, -1, "point %d is no place", (int)i + 1);
    }
  }
  PawlStatus status = measure(&h);
  if (status) return status;
  if (!allocate(out, count, PW_SHELL_FACES, PW_SHELL_EDGES, 2 * PW_SHELL_EDGES, arena)) return PAWL_ERR_MEMORY;
  memcpy(out->point, point, (size_t)count * sizeof *point);
  find_faces(&h);
  if (out->faces < 4) return pw_surface_refuse(problem, -1, -1, "its points lie in one plane, or nearly: there is no body");
  status = check_points(&h);
  if (status == PAWL_OK) status = find_edges(&h);
  if (status) return status;
  find_spokes(out);
  measure_ball(out);
  return PAWL_OK;
}

static PawlStatus make_plane(const PwSurface *p, PwArena *arena, PwShell *out) {
  static const int corner[4][2] = {{0, 0}, {1, 0}, {1, 1}, {0, 1}};
  if (!allocate(out, 4, 1, 0, 4, arena)) return PAWL_ERR_MEMORY;
  out->points = 4;
  out->open = true;
  for (int i = 0; i < 4; i++) {
    const int *c = corner[p->sign < 0 ? 3 - i : i];
    for (int d = 0; d < 2; d++) out->point[i][d] = p->range[d][c[d]];
    out->loop[i] = i;
  }
  out->faces = 1;
  out->face[0] = (PwShellFace){.count = 4};
  finish_face(out, &out->face[0]);
  double axes[2][3] = {{1, 0, 0}, {0, 1, 0}};  // its parameters are those of the plane
  memset(out->face[0].x, 0, sizeof out->face[0].x);
  memcpy(out->face[0].t, axes, sizeof axes);
  return PAWL_OK;
}

PawlStatus pw_shell_of_surface(const PwSurface *s, PwArena *arena, PwShell *out) {
  PawlStatus status = PAWL_OK;
  *out = (PwShell){0};
  if (s->kind == PW_SURFACE_PLANE) {
    status = make_plane(s, arena, out);
  } else if (s->kind == PW_SURFACE_SPHERE && s->sign > 0 && s->size[0] > 0 && s->pole[0][0] && s->pole[0][1] && s->periodic[1]) {
    if (!allocate(out, 1, 0, 0, 0, arena)) return PAWL_ERR_MEMORY;
    out->points = out->vertices = 1;
    out->ball = s->size[0];
  } else {
    return PAWL_ERR_UNSUPPORTED;
  }
  if (status == PAWL_OK) measure_ball(out);
  return status;
}

PawlStatus pw_shell_copy(const PwShell *from, PwArena *arena, PwShell *out) {
  int32_t loop = loop_end(from);
  *out = *from;
  if (from->is_round) {
    out->face = pw_arena_array(arena, (size_t)from->faces, sizeof *out->face);
    if (!out->face) return PAWL_ERR_MEMORY;
    memcpy(out->face, from->face, (size_t)from->faces * sizeof *out->face);
    return PAWL_OK;
  }
  if (!allocate(out, from->points, from->faces, from->edges, loop, arena)) return PAWL_ERR_MEMORY;
  memcpy(out->face, from->face, (size_t)from->faces * sizeof *out->face);
  memcpy(out->loop, from->loop, (size_t)loop * sizeof *out->loop);
  memcpy(out->inward, from->inward, (size_t)loop * sizeof *out->inward);
  memcpy(out->edge, from->edge, (size_t)from->edges * sizeof *out->edge);
  memcpy(out->point, from->point, (size_t)from->points * sizeof *out->point);
  memcpy(out->first, from->first, ((size_t)from->points + 1) * sizeof *out->first);
  memcpy(out->spoke, from->spoke, 2 * (size_t)from->edges * sizeof *out->spoke);
  return PAWL_OK;
}
