#include "report/outline.h"

#include <math.h>
#include <string.h>

#include "report/triangles.h"

double pw_outline_area(const PwSceneProfile *p) {
  double sum = 0;
  const double *first = p->elements ? p->element[0].point : NULL, *last = first;
  for (int32_t e = 0; e < p->elements; e++) {
    for (int32_t n = 0; n < p->element[e].count; n++) {
      const double *x = &p->element[e].point[2 * n];
      sum += (last[0] - first[0]) * (x[1] - first[1]) - (x[0] - first[0]) * (last[1] - first[1]);
      last = x;
    }
  }
  return sum / 2;
}

bool pw_outline_contains(const PwSceneProfile *p, const double x[2]) {
  const double *first = p->elements ? p->element[0].point : NULL, *a = first;
  bool inside = false;
  for (int32_t e = 0; e < p->elements; e++) {
    for (int32_t n = 0; n < p->element[e].count; n++) {
      const double *b = &p->element[e].point[2 * n];
      if ((a[1] > x[1]) != (b[1] > x[1]) && x[0] < a[0] + (b[0] - a[0]) * (x[1] - a[1]) / (b[1] - a[1])) inside = !inside;
      a = b;
    }
  }
  bool last = first && (a[1] > x[1]) != (first[1] > x[1]);
  return inside != (last && x[0] < a[0] + (first[0] - a[0]) * (x[1] - a[1]) / (first[1] - a[1]));
}

static double nearest_on(const double a[2], const double b[2], const double p[2], double out[2]) {
  double d[2] = {b[0] - a[0], b[1] - a[1]}, square = d[0] * d[0] + d[1] * d[1];
  double part = square > 0 ? ((p[0] - a[0]) * d[0] + (p[1] - a[1]) * d[1]) / square : 0;
  part = fmin(1, fmax(0, part));
  for (int c = 0; c < 2; c++) out[c] = a[c] + part * d[c];
  return hypot(out[0] - p[0], out[1] - p[1]);
}

double pw_outline_nearest(const PwSceneProfile *profile, const double p[2], double out[2]) {
  const double *first = profile->elements ? profile->element[0].point : NULL, *a = first;
  double best = INFINITY, x[2];
  for (int32_t e = 0; e < profile->elements; e++) {
    for (int32_t n = 0; n < profile->element[e].count; n++) {
      const double *b = &profile->element[e].point[2 * n];
      double distance = nearest_on(a, b, p, x);
      if (distance < best) memcpy(out, x, sizeof x);
      best = fmin(best, distance);
      a = b;
    }
  }
  if (profile->closed && first && nearest_on(a, first, p, x) < best) best = nearest_on(a, first, p, out);
  return best;
}

// Most of its points lie inside: those on the border do not decide.
static bool lies_in(const PwSceneProfile *hole, const PwSceneProfile *outer) {
  int32_t all = 0, inside = 0;
  for (int32_t e = 0; e < hole->elements; e++) {
    for (int32_t n = 0; n < hole->element[e].count; n++, all++) {
      inside += pw_outline_contains(outer, &hole->element[e].point[2 * n]);
    }
  }
  return 2 * inside > all;
}

int32_t pw_outline_home(const PwSceneBody *b, int32_t i) {
  const PwSceneProfile *hole = &b->profile[i];
  double size = -pw_outline_area(hole), least = INFINITY;
  int32_t best = -1;
  for (int32_t j = 0; j < b->profiles && hole->closed && size > 0; j++) {
    double area = b->profile[j].closed ? pw_outline_area(&b->profile[j]) : 0;
    if (area <= size || area >= least || !lies_in(hole, &b->profile[j])) continue;
    least = area;
    best = j;
  }
  return best;
}

// ---- points

static int32_t count_points(const PwSceneProfile *p) {
  int32_t all = 0;
  for (int32_t e = 0; e < p->elements; e++) all += p->element[e].count;
  return all;
}

// Behind those that are there.
static void add_points(PwOutline *o, const PwSceneProfile *p) {
  int32_t first = o->all;
  for (int32_t e = 0; e < p->elements; e++) {
    for (int32_t n = 0; n < p->element[e].count; n++) {
      const double *x = &p->element[e].point[2 * n];
      const double *last = o->all > first ? o->point[o->all - 1] : NULL;
      if (!last || x[0] != last[0] || x[1] != last[1]) memcpy(o->point[o->all++], x, sizeof *o->point);
    }
  }
  const double *start = o->point[first], *end = o->point[o->all - (o->all > first)];
  if (p->closed && o->all > first + 1 && start[0] == end[0] && start[1] == end[1]) o->all--;
  for (int32_t i = first; i < o->all; i++) o->after[i] = i + 1 < o->all ? i + 1 : first;
}

bool pw_outline_body(const PwSceneBody *b, int32_t i, PwArena *arena, PwOutline *o) {
  const PwSceneProfile *p = &b->profile[i];
  int32_t all = count_points(p);
  *o = (PwOutline){.closed = p->closed};
  bool solid = p->closed && !p->construction && pw_outline_area(p) > 0;
  for (int32_t j = 0; j < b->profiles && solid; j++) all += pw_outline_home(b, j) == i ? count_points(&b->profile[j]) : 0;
  o->point = pw_arena_array(arena, (size_t)all + 1, sizeof *o->point);
  o->after = pw_arena_array(arena, (size_t)all + 1, sizeof *o->after);
  if (!o->point || !o->after) return false;
  add_points(o, p);
  o->points = o->all;
  if (!solid || o->points < 3 || all > PW_OUTLINE_MAX) return true;
  for (int32_t j = 0; j < b->profiles; j++) {
    if (pw_outline_home(b, j) == i) add_points(o, &b->profile[j]);
  }
  return pw_triangles_cut(o, arena);
}

bool pw_outline_make(const PwSceneProfile *p, PwArena *arena, PwOutline *o) {
  return pw_outline_body(&(PwSceneBody){.profiles = 1, .profile = (PwSceneProfile *)p}, 0, arena, o);
}
