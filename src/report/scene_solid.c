// What bodies without profiles and surfaces look like: the shapes that their masses were computed from, or their gears.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "numerics/vec.h"
#include "report/outline.h"
#include "report/scene_read.h"

enum { CIRCLE = 64, MARK_POINTS = 24 };
static const double TURN = 6.283185307179586;
static const double MARK_PLACE = 0.65, MARK_SIZE = 0.12;  // a hole in a gear, over its radius: by it one sees it turn

// ---- outlines

static void set_outline(PwSceneReader *r, PwSceneProfile *out, const double *point, int32_t count) {
  double *copy = pw_scene_allocate(r, 2 * (size_t)count, sizeof *copy);
  *out = (PwSceneProfile){"", true, 0, pw_scene_allocate(r, 1, sizeof *out->element)};
  if (r->status != PAWL_OK) return;
  if (count) memcpy(copy, point, 2 * (size_t)count * sizeof *copy);
  out->element[0] = (PwSceneElement){"outline", count, copy};
  out->elements = count > 0;
}

static void reverse(PwSceneProfile *p, double *point) {
  int32_t n = p->element[0].count;
  for (int32_t i = 0; i < n / 2; i++) {
    for (int c = 0; c < 2; c++) {
      double other = point[2 * (n - 1 - i) + c];
      point[2 * (n - 1 - i) + c] = point[2 * i + c];
      point[2 * i + c] = other;
    }
  }
}

// Counter-clockwise, or clockwise if the radius is negative.
static void set_circle(PwSceneReader *r, PwSceneProfile *out, double x, double y, double radius, int32_t count) {
  double point[2 * CIRCLE];
  for (int32_t i = 0; i < count; i++) {
    point[2 * i] = x + radius * cos(TURN * i / count);
    point[2 * i + 1] = y + fabs(radius) * sin(TURN * i / count);
  }
  set_outline(r, out, point, count);
}

static void find_box(PwSceneReader *r, PwSceneSolid *s) {
  int32_t n = s->outline.elements ? s->outline.element[0].count : 0;
  double *point = pw_scene_allocate(r, 6 * (size_t)n + 6, sizeof *point);
  if (!point) return;
  for (int32_t i = 0; i < 2 * n; i++) {
    const double *p = s->outline.element[0].point + 2 * (i / 2);
    double local[3] = {p[0], p[1], (i % 2 ? s->depth : -s->depth) / 2};
    pw_quat_rotate(s->pose.quaternion, local, point + 3 * i);
    for (int c = 0; c < 3; c++) point[3 * i + c] += s->pose.position[c];
  }
  s->box = pw_scene_box(n ? point : s->pose.position, n ? 2 * (size_t)n : 1);
  for (int c = 0; c < 3; c++) s->box.half[c] += s->radius;
}

// ---- shapes

static void check_size(PwSceneReader *r, double size, const char *key) {
  if (!(size > 0 && size < 1e30)) pw_scene_complain(r, key);  // single precision ends at 3e38
}

static double size_of(PwSceneReader *r, const json_t *from, const char *key) {
  double size = pw_scene_get_number(r, json_object_get(from, key), key);
  check_size(r, size, key);
  return size;
}

static void read_outline(PwSceneReader *r, const json_t *from, PwSceneSolid *s) {
  int32_t count;
  double *point = pw_scene_get_list(r, from, "points", sizeof *point, &count);
  if (r->status == PAWL_OK && (count < 6 || count % 2)) pw_scene_complain(r, "points");
  if (r->status != PAWL_OK) return;
  pw_scene_get_numbers(r, json_object_get(from, "points"), "points", point, (size_t)count);
  set_outline(r, &s->outline, point, count / 2);
  if (r->status == PAWL_OK && pw_outline_area(&s->outline) < 0) reverse(&s->outline, (double *)s->outline.element[0].point);
  s->depth = size_of(r, from, "depth");
}

static void read_shape(PwSceneReader *r, const json_t *from, PwSceneSolid *s) {
  const char *kind = pw_scene_get_text(r, from, "kind");
  pw_scene_get_numbers(r, json_object_get(from, "position"), "position", s->pose.position, 3);
  pw_scene_get_numbers(r, json_object_get(from, "quaternion"), "quaternion", s->pose.quaternion, 4);
  if (strcmp(kind, "sphere") == 0) {
    s->radius = size_of(r, from, "radius");
  } else if (strcmp(kind, "cylinder") == 0) {
    set_circle(r, &s->outline, 0, 0, size_of(r, from, "radius"), CIRCLE);
    s->depth = size_of(r, from, "length");
  } else if (strcmp(kind, "box") == 0) {
    double side[3];
    pw_scene_get_numbers(r, json_object_get(from, "sides"), "sides", side, 3);
    for (int i = 0; i < 3; i++) check_size(r, side[i], "sides");
    double x = side[0] / 2, y = side[1] / 2;
    set_outline(r, &s->outline, (double[8]){-x, -y, x, -y, x, y, -x, y}, 4);
    s->depth = side[2];
  } else {
    read_outline(r, from, s);
  }
  if (r->status == PAWL_OK) find_box(r, s);
}

// ---- gears

static bool is_first_gear(const PwScene *s, int32_t joint, int side) {
  const PwSceneJoint *j = &s->joint[joint];
  for (int32_t i = 0; i < 2 * joint + side; i++) {
    const PwSceneJoint *o = &s->joint[i / 2];
    double away[3];
    for (int c = 0; c < 3; c++) away[c] = o->frame[i % 2].position[c] - j->frame[side].position[c];
    if (o->body[i % 2] == j->body[side] && o->radius[i % 2] == j->radius[side] && pw_norm(away) < 1e-9 * fabs(j->radius[side])) {
      return false;
    }
  }
  return j->radius[side] != 0;
}

// Counts the gears of a body, or, once there is room for them, makes them: a planet between sun and ring is one.
static int32_t visit_gears(PwSceneReader *r, const PwScene *s, int32_t body, PwSceneSolid *out) {
  int32_t count = 0;
  for (int32_t i = 0; i < 2 * s->joints && r->status == PAWL_OK; i++) {
    const PwSceneJoint *j = &s->joint[i / 2];
    if (j->body[i % 2] != body || !is_first_gear(s, i / 2, i % 2)) continue;
    if (out) {
      out[count].pose = j->frame[i % 2];
      out[count].depth = s->size / 20;
      set_circle(r, &out[count].outline, 0, 0, j->radius[i % 2], CIRCLE);
      if (r->status == PAWL_OK) find_box(r, &out[count]);
    }
    count++;
  }
  return count;
}

// ---- in the plane

static int compare_points(const void *a, const void *b) {
  const double *p = a, *q = b;
  return p[0] != q[0] ? (p[0] < q[0] ? -1 : 1) : p[1] < q[1] ? -1 : p[1] > q[1];
}

// The convex hull of points (Andrew 1979), counter-clockwise; they are put into order. `out` has room for twice as many.
static int32_t hull(double (*p)[2], int32_t count, double (*out)[2]) {
  int32_t n = 0;
  qsort(p, (size_t)count, sizeof *p, compare_points);
  for (int pass = 0; pass < 2; pass++) {
    int32_t first = n;
    for (int32_t i = 0; i < count; i++) {
      const double *c = p[pass ? count - 1 - i : i];
      while (n > first + 1 && (out[n - 1][0] - out[n - 2][0]) * (c[1] - out[n - 2][1]) <=
                                  (out[n - 1][1] - out[n - 2][1]) * (c[0] - out[n - 2][0])) {
        n--;
      }
      memcpy(out[n++], c, sizeof *out);
    }
    n--;
  }
  return n;
}

// What is seen of a solid from the front: the outline itself where it lies in the plane, else the hull of both its ends.
static void flatten(PwSceneReader *r, const PwSceneSolid *s, PwSceneProfile *out) {
  if (s->radius > 0) {
    set_circle(r, out, s->pose.position[0], s->pose.position[1], s->radius, CIRCLE);
    return;
  }
  const PwSceneElement *e = &s->outline.element[0];
  double axis[3];
  pw_quat_rotate(s->pose.quaternion, (double[3]){0, 0, 1}, axis);
  bool upright = axis[2] > 1 - 1e-9;
  int32_t count = upright ? e->count : 2 * e->count;
  double(*p)[2] = pw_scene_allocate(r, (size_t)count, sizeof *p),
  (*around)[2] = pw_scene_allocate(r, 2 * (size_t)count, sizeof *p);
  for (int32_t i = 0; i < count && r->status == PAWL_OK; i++) {
    double x[3] = {e->point[2 * (i % e->count)], e->point[2 * (i % e->count) + 1], (i < e->count ? s->depth : -s->depth) / 2};
    pw_quat_rotate(s->pose.quaternion, x, x);
    for (int c = 0; c < 2; c++) p[i][c] = x[c] + s->pose.position[c];
  }
  if (r->status != PAWL_OK) return;
  if (!upright) count = hull(p, count, around);
  set_outline(r, out, upright ? p[0] : around[0], count);
}

// Solids become profiles; each gear gets a mark.
static void flatten_all(PwSceneReader *r, PwSceneBody *b, bool gears) {
  b->profile = pw_scene_allocate(r, 2 * (size_t)b->solids, sizeof *b->profile);
  for (int32_t i = 0; i < b->solids && r->status == PAWL_OK; i++) {
    flatten(r, &b->solid[i], &b->profile[b->profiles++]);
    const double *first = b->solid[i].outline.elements ? b->solid[i].outline.element[0].point : NULL;
    if (!gears || r->status != PAWL_OK || !(first[0] > 0)) continue;
    const double *x = b->solid[i].pose.position;
    set_circle(r, &b->profile[b->profiles++], x[0] + MARK_PLACE * first[0], x[1], -MARK_SIZE * first[0], MARK_POINTS);
  }
  b->solids = 0;
}

void pw_scene_read_solids(PwSceneReader *r, const json_t *root, PwScene *s) {
  for (int32_t i = 0; i < s->bodies && r->status == PAWL_OK; i++) {
    const json_t *from = pw_scene_get_item(root, "bodies", i);
    PwSceneBody *b = &s->body[i];
    bool gears = !json_object_get(from, "shapes");
    if (b->profiles || b->surfaces || b->meshes) continue;
    if (gears) {
      b->solids = visit_gears(r, s, i, NULL);
      b->solid = pw_scene_allocate(r, (size_t)b->solids, sizeof *b->solid);
      if (b->solid) visit_gears(r, s, i, b->solid);
    } else {
      b->solid = pw_scene_get_list(r, from, "shapes", sizeof *b->solid, &b->solids);
      for (int32_t k = 0; k < b->solids && r->status == PAWL_OK; k++) {
        read_shape(r, pw_scene_get_item(from, "shapes", k), &b->solid[k]);
      }
    }
    if (s->planar && r->status == PAWL_OK) flatten_all(r, b, gears);
  }
}
