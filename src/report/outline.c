#include "report/outline.h"

#include <math.h>
#include <string.h>

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

// ---- triangles: ear by ear, so that any simple outline will do; quadratic, which is little for what a person draws

static double turn(const double a[2], const double b[2], const double c[2]) {
  return (b[0] - a[0]) * (c[1] - a[1]) - (c[0] - a[0]) * (b[1] - a[1]);
}

static bool is_ear(const PwOutline *o, const int32_t *next, int32_t a, int32_t b, int32_t c) {
  const double *pa = o->point[a], *pb = o->point[b], *pc = o->point[c];
  if (turn(pa, pb, pc) <= 0) return false;
  for (int32_t i = next[c]; i != a; i = next[i]) {
    const double *p = o->point[i];
    if (turn(pa, pb, p) >= 0 && turn(pb, pc, p) >= 0 && turn(pc, pa, p) >= 0) return false;
  }
  return true;
}

static void cut_ears(PwOutline *o, int32_t *next) {
  int32_t left = o->points, at = 0, idle = 0;
  for (int32_t i = 0; i < o->points; i++) next[i] = (i + 1) % o->points;
  while (left > 2 && idle <= left) {
    int32_t b = next[at], c = next[b];
    bool flat = turn(o->point[at], o->point[b], o->point[c]) == 0;
    bool ear = !flat && is_ear(o, next, at, b, c);
    if (ear) memcpy(o->triangle[o->triangles++], (int32_t[3]){at, b, c}, sizeof *o->triangle);
    if (ear || flat) {
      next[at] = c;
      left--;
      idle = 0;
    } else {
      at = b;
      idle++;
    }
  }
}

// ---- points

bool pw_outline_make(const PwSceneProfile *p, PwArena *arena, PwOutline *o) {
  int32_t all = 0;
  *o = (PwOutline){.closed = p->closed};
  for (int32_t e = 0; e < p->elements; e++) all += p->element[e].count;
  o->point = pw_arena_array(arena, (size_t)all + 1, sizeof *o->point);
  if (!o->point) return false;
  for (int32_t e = 0; e < p->elements; e++) {
    for (int32_t n = 0; n < p->element[e].count; n++) {
      const double *x = &p->element[e].point[2 * n];
      const double *last = o->points ? o->point[o->points - 1] : NULL;
      if (!last || x[0] != last[0] || x[1] != last[1]) memcpy(o->point[o->points++], x, sizeof *o->point);
    }
  }
  double *first = o->point[0], *last = o->points ? o->point[o->points - 1] : first;
  if (o->closed && o->points > 1 && first[0] == last[0] && first[1] == last[1]) o->points--;
  if (!o->closed || o->points < 3 || o->points > PW_OUTLINE_MAX || pw_outline_area(p) <= 0) return true;
  int32_t *next = pw_arena_array(arena, (size_t)o->points, sizeof *next);
  o->triangle = pw_arena_array(arena, (size_t)o->points, sizeof *o->triangle);
  if (!next || !o->triangle) return false;
  cut_ears(o, next);
  return true;
}
