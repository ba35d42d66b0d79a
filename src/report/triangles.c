#include "report/triangles.h"

#include <math.h>
#include <string.h>

// One closed way around everything: cuts lead from it into the holes and back, so that ends of cuts come twice.
typedef struct {
  PwOutline *o;
  int32_t *at;    // point of each step on the way
  int32_t *next;  // step
  bool *cut;      // of each point: a cut ends there
  int32_t steps;
} Way;

static double turn(const double a[2], const double b[2], const double c[2]) {
  return (b[0] - a[0]) * (c[1] - a[1]) - (c[0] - a[0]) * (b[1] - a[1]);
}

static bool is_same(const double a[2], const double b[2]) {
  return a[0] == b[0] && a[1] == b[1];
}

static const double *point(const Way *w, int32_t step) {
  return w->o->point[w->at[step]];
}

// ---- cuts into holes

// Do two segments have a point in common? Ends count.
static bool meet(const double a[2], const double b[2], const double c[2], const double d[2]) {
  double abc = turn(a, b, c), abd = turn(a, b, d), cda = turn(c, d, a), cdb = turn(c, d, b);
  if (abc == 0 && abd == 0) {
    int k = fabs(b[0] - a[0]) > fabs(b[1] - a[1]) ? 0 : 1;
    return fmax(c[k], d[k]) >= fmin(a[k], b[k]) && fmin(c[k], d[k]) <= fmax(a[k], b[k]);
  }
  return abc * abd <= 0 && cda * cdb <= 0;
}

static bool is_beside(const double a[2], const double b[2], const double c[2], const double d[2]) {
  return is_same(a, c) || is_same(a, d) || is_same(b, c) || is_same(b, d) || !meet(a, b, c, d);
}

// A straight cut from a to b passes no boundary and no other cut but at its ends.
static bool is_free(const Way *w, const double a[2], const double b[2]) {
  const PwOutline *o = w->o;
  bool ok = true;
  for (int32_t i = 0; i < o->all && ok; i++) ok = is_beside(a, b, o->point[i], o->point[o->after[i]]);
  for (int32_t i = 0; i < w->steps && ok; i++) ok = is_beside(a, b, point(w, i), point(w, w->next[i]));
  return ok;
}

// The nearest step on the way that a cut from the point reaches, farther than `beyond`; -1: there is none.
static int32_t nearest(const Way *w, const double p[2], double *beyond) {
  int32_t best = -1;
  double least = INFINITY;
  for (int32_t i = 0; i < w->steps; i++) {
    const double *q = point(w, i);
    double distance = hypot(q[0] - p[0], q[1] - p[1]);
    if (w->cut[w->at[i]] || distance <= *beyond || distance >= least) continue;
    least = distance;
    best = i;
  }
  *beyond = least;
  return best;
}

// The hole of the points from `first` on becomes a part of the way.
static void join(Way *w, int32_t first, int32_t count) {
  const double *p = w->o->point[first];
  double beyond = -1;
  int32_t from = nearest(w, p, &beyond);
  while (from >= 0 && !is_free(w, p, point(w, from))) from = nearest(w, p, &beyond);
  if (from < 0) return;
  int32_t step = w->steps, back = w->next[from];
  for (int32_t i = 0; i < count; i++) w->at[step + i] = first + i;
  w->at[step + count] = first;
  w->at[step + count + 1] = w->at[from];
  for (int32_t i = 0; i <= count; i++) w->next[step + i] = step + i + 1;
  w->next[from] = step;
  w->next[step + count + 1] = back;
  w->cut[first] = w->cut[w->at[from]] = true;
  w->steps += count + 2;
}

// ---- ears: any simple outline will do; quadratic, which is little for what a person draws

static bool is_ear(const Way *w, int32_t a, int32_t b, int32_t c) {
  const double *pa = point(w, a), *pb = point(w, b), *pc = point(w, c);
  if (turn(pa, pb, pc) <= 0) return false;
  for (int32_t i = w->next[c]; i != a; i = w->next[i]) {
    const double *p = point(w, i);
    if (is_same(p, pa) || is_same(p, pb) || is_same(p, pc)) continue;  // the other side of a cut
    if (turn(pa, pb, p) >= 0 && turn(pb, pc, p) >= 0 && turn(pc, pa, p) >= 0) return false;
  }
  return true;
}

static void cut_ears(Way *w) {
  PwOutline *o = w->o;
  int32_t left = w->steps, at = 0, idle = 0;
  while (left > 2 && idle <= left) {
    int32_t b = w->next[at], c = w->next[b];
    bool flat = turn(point(w, at), point(w, b), point(w, c)) == 0;
    bool ear = !flat && is_ear(w, at, b, c);
    if (ear) memcpy(o->triangle[o->triangles++], (int32_t[3]){w->at[at], w->at[b], w->at[c]}, sizeof *o->triangle);
    if (ear || flat) {
      w->next[at] = c;
      left--;
      idle = 0;
    } else {
      at = b;
      idle++;
    }
  }
}

bool pw_triangles_cut(PwOutline *o, PwArena *arena) {
  size_t most = 2 * (size_t)o->all;  // a hole of three points or more adds two steps
  Way w = {.o = o,
           .at = pw_arena_array(arena, most, sizeof *w.at),
           .next = pw_arena_array(arena, most, sizeof *w.next),
           .cut = pw_arena_array(arena, (size_t)o->all, sizeof *w.cut),
           .steps = o->points};
  o->triangle = pw_arena_array(arena, most, sizeof *o->triangle);
  if (!w.at || !w.next || !w.cut || !o->triangle) return false;
  for (int32_t i = 0; i < o->points; i++) {
    w.at[i] = i;
    w.next[i] = (i + 1) % o->points;
  }
  for (int32_t first = o->points, last; first < o->all; first = last + 1) {
    for (last = first; o->after[last] > last; last++) {
    }
    join(&w, first, last - first + 1);
  }
  cut_ears(&w);
  return true;
}
