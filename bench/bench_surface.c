// Cost of evaluating surfaces, of one update of a touch of two surfaces, and of one global search.
//   bench_surface CAM FILE        nanoseconds of processor time, one row each (calls.h)
//   bench_surface CAM FILE count  under callgrind: a dump of the instructions for each row, in the same order
// CAM has the cam's control points (examples/nurbs-cam/oscillating.csv). FILE is written for the peers: the nets, places on them
// with what was found there, points beside them with the nearest places.
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/random.h"
#include "calls.h"
#include "geometry/space/surface_space.h"
#include "surface_cases.h"

enum { PLACES = 1000, STARTS = 50, POSES = 8, QUERIES = 20 };
static const double PI = 3.14159265358979323846;

typedef struct {
  PwArena arena;
  FILE *peers;
  bool counted;
} Bench;

static PawlStatus measure(const Bench *b, const char *what, const char *name, const char *note, PwCall call, void *with,
                          int inputs) {
  PwCalls calls = {what, name, "pawl", note, call, with, inputs};
  return pw_measure_calls(&calls, b->counted) ? PAWL_ERR_DEVIATION : PAWL_OK;
}

// ---- evaluation

typedef struct {
  const PwSurface *s;
  double q[PLACES][2];
} Places;

static int derive(void *with, int i) {
  Places *w = with;
  double d[4][4][3];
  pw_surface_derivatives(w->s, 0, w->q[i], 2, d);
  return !(d[0][2][0] < INFINITY);
}
static int evaluate(void *with, int i) {
  Places *w = with;
  PwSurfacePoint p;
  pw_surface_evaluate(w->s, 0, w->q[i], &p);
  return !(p.k[0] < INFINITY);
}
static void write_net(FILE *f, const char *name, const PwSurface *s) {
  fprintf(f, "%s\n%d %d %d %d %d\n", name, s->degree[0], s->degree[1], s->count[0], s->count[1], s->rational);
  for (int d = 0; d < 2; d++) {
    for (int32_t k = 0; k < s->count[d] + s->degree[d] + 1; k++) fprintf(f, "%.17g\n", s->knot[d][k]);
  }
  for (int32_t i = 0; i < 4 * s->count[0] * s->count[1]; i++) fprintf(f, "%.17g\n", s->net[i]);
}
static void write_places(FILE *f, const Places *w) {
  static const int order[6][2] = {{0, 0}, {1, 0}, {0, 1}, {2, 0}, {1, 1}, {0, 2}};
  fprintf(f, "%d\n", PLACES);
  for (int i = 0; i < PLACES; i++) {
    double d[4][4][3];
    pw_surface_derivatives(w->s, 0, w->q[i], 2, d);
    fprintf(f, "%.17g %.17g", w->q[i][0], w->q[i][1]);
    for (int k = 0; k < 18; k++) fprintf(f, " %.17g", d[order[k / 3][0]][order[k / 3][1]][k % 3]);
    fprintf(f, "\n");
  }
}
static PawlStatus measure_evaluation(const Bench *b, const char *name, const PwSurface *s) {
  Places w = {.s = s};
  char along[80];
  uint64_t seed = 1;
  for (int i = 0; i < PLACES; i++) {
    for (int d = 0; d < 2; d++) w.q[i][d] = pw_random_between(&seed, s->range[d][0], s->range[d][1]);
  }
  write_net(b->peers, name, s);
  write_places(b->peers, &w);
  PawlStatus status = measure(b, "derivatives", name, "", derive, &w, PLACES);
  if (!status) status = measure(b, "with curvature", name, "", evaluate, &w, PLACES);
  for (int i = 0; i < PLACES; i++) {  // neighbours, as along a motion
    for (int d = 0; d < 2; d++) w.q[i][d] = s->range[d][0] + (0.1 + 0.8 * i / PLACES) * (s->range[d][1] - s->range[d][0]);
  }
  snprintf(along, sizeof along, "%s, one place beside the other", name);
  return status ? status : measure(b, "derivatives", along, "", derive, &w, PLACES);
}

// ---- the nearest place to a point

typedef struct {
  const PwSurface *point, *s;
  PwPose3 at[STARTS];
  double start[STARTS][2];
} Points;

static const PwPose3 fixed = {{0, 0, 0}, {1, 0, 0, 0, 1, 0, 0, 0, 1}};

// From the opposite direction: that of a point is its normal's, along the way to the surface.
static PawlStatus solve_nearest(const Points *w, int i, PwSurfaceTouch *touch) {
  PwSurfacePoint p;
  const int32_t face[2] = {0, 0};
  pw_surface_evaluate(w->s, 0, w->start[i], &p);
  double q[2][2] = {{asin(-p.n[2]), atan2(-p.n[1], -p.n[0])}, {w->start[i][0], w->start[i][1]}};
  return pw_surface_solve(w->point, &w->at[i], w->s, &fixed, face, (const double(*)[2])q, touch);
}
static int find_nearest(void *with, int i) {
  PwSurfaceTouch touch;
  return solve_nearest(with, i, &touch) != PAWL_OK;
}
// How many are right to 1e-6 of the size, and the largest error of these; `foot`: the places that the points were put above.
static void judge_nearest(const Points *w, double (*foot)[3], char *note, size_t size) {
  double worst = 0;
  int right = 0;
  for (int i = 0; i < STARTS; i++) {
    PwSurfaceTouch touch;
    if (solve_nearest(w, i, &touch)) continue;
    double d[3] = {touch.x2[0] - foot[i][0], touch.x2[1] - foot[i][1], touch.x2[2] - foot[i][2]};
    double error = pw_norm(d) / w->s->extent;
    if (!(error < 1e-6)) continue;
    right++;
    worst = fmax(worst, error);
  }
  snprintf(note, size, "%d of %d right, to %.1e", right, STARTS, worst);
}
// Points up to `height` above random places, started up to a hundredth of the range away from these.
static PawlStatus measure_nearest(const Bench *b, const char *name, const PwSurface *s, double height) {
  Points w = {.s = s};
  PwSurface point;
  PwArena arena = {0};
  double foot[STARTS][3];
  char note[80] = "";
  uint64_t seed = 2;
  PawlStatus status = pw_case_simple(PW_SURFACE_SPHERE, 0, 0, 0, &arena, &point);
  w.point = &point;
  fprintf(b->peers, "%d\n", STARTS);
  for (int i = 0; i < STARTS && !status; i++) {
    double q[2], above = pw_random_between(&seed, 0.2, 1) * height;
    PwSurfacePoint p;
    for (int d = 0; d < 2; d++) {
      double width = s->range[d][1] - s->range[d][0];
      q[d] = s->range[d][0] + pw_random_between(&seed, 0.1, 0.9) * width;
      w.start[i][d] = q[d] + pw_random_between(&seed, -0.01, 0.01) * width;
    }
    pw_surface_evaluate(s, 0, q, &p);
    w.at[i] = fixed;
    memcpy(foot[i], p.x, sizeof foot[i]);
    for (int m = 0; m < 3; m++) w.at[i].x[m] = p.x[m] + above * p.n[m];
    for (int m = 0; m < 3; m++) fprintf(b->peers, "%.17g ", w.at[i].x[m]);
    fprintf(b->peers, "%.17g %.17g %.17g %.17g\n", w.start[i][0], w.start[i][1], q[0], q[1]);
  }
  if (!status) judge_nearest(&w, foot, note, sizeof note);
  if (!status) status = measure(b, "nearest to a point", name, note, find_nearest, &w, STARTS);
  pw_arena_free(&arena);
  return status;
}

// ---- updates

typedef struct {
  const PwSurface *s[2];
  PwPose3 p[POSES];  // of the first
  PwSurfaceFound from;
} Update;

static int update(void *with, int i) {
  Update *w = with;
  PwSurfaceTouch touch;
  return pw_surface_solve(w->s[0], &w->p[i], w->s[1], &fixed, w->from.face, (const double(*)[2])w->from.point.q, &touch) !=
         PAWL_OK;
}
// Poses up to a hundredth of the first one's extent and a hundredth of a radian away from the one whose touch is the start.
static PawlStatus measure_update(const Bench *b, const char *name, const PwSurface *s1, const PwSurface *s2, const double x[3]) {
  Update w = {.s = {s1, s2}};
  PwSurfaceFoundList list = {0};
  PwPose3 at = fixed;
  memcpy(at.x, x, sizeof at.x);
  double margin = 0.1 * s1->extent;
  PawlStatus status = pw_surface_search(s1, &at, s2, &fixed, margin, margin, &list);
  if (!status && list.count == 0) status = PAWL_ERR_INPUT;
  for (int32_t i = 0; i < list.count; i++) {
    if (i == 0 || list.item[i].point.gap < w.from.point.gap) w.from = list.item[i];
  }
  for (int i = 0; i < POSES; i++) {
    double part = 0.01 * (i + 1) / POSES, c = cos(part), s = sin(part);
    w.p[i] = (PwPose3){{x[0] + 0.8 * part * s1->extent, x[1] - 0.6 * part * s1->extent, x[2]}, {c, 0, s, 0, 1, 0, -s, 0, c}};
  }
  if (!status) status = measure(b, "update", name, "", update, &w, POSES);
  pw_surface_found_free(&list);
  return status;
}
static PawlStatus measure_updates(Bench *b, const PwSurface *cam, const PwSurface *net) {
  PwSurface plane, ball, egg, egg2, bowl, roller;
  PwArena *a = &b->arena;
  PawlStatus status = pw_case_plane(1, a, &plane);
  if (!status) status = pw_case_simple(PW_SURFACE_SPHERE, 0.1, 0, 0, a, &ball);
  if (!status) status = pw_case_simple(PW_SURFACE_SPHERE, 0.004, 0, 0, a, &roller);
  if (!status) status = pw_case_simple(PW_SURFACE_ELLIPSOID, 0.1, 0.15, 0.12, a, &egg);
  if (!status) status = pw_case_simple(PW_SURFACE_ELLIPSOID, 0.3, 0.2, 0.25, a, &egg2);
  if (!status) status = pw_case_random(20, 0.5, 0.001, true, 6, a, &bowl);
  if (!status) status = measure_update(b, "sphere and plane", &ball, &plane, (double[]){0.01, 0.02, 0.11});
  if (!status) status = measure_update(b, "ellipsoid and plane", &egg, &plane, (double[]){0.01, 0.02, 0.13});
  if (!status) status = measure_update(b, "ellipsoid and ellipsoid", &egg, &egg2, (double[]){0.05, 0.02, 0.37});
  if (!status) status = measure_update(b, "sphere and NURBS 3 x 3", &ball, net, (double[]){0.13, 0.02, 0.12});
  PwSurfacePoint p;
  if (!status) {
    pw_surface_evaluate(cam, 0, (double[]){0.3, 0.5}, &p);
    double x[3];
    for (int m = 0; m < 3; m++) x[m] = p.x[m] + 0.0045 * p.n[m];
    status = measure_update(b, "sphere and NURBS 5 x 3", &roller, cam, x);
  }
  return status ? status : measure_update(b, "NURBS 3 x 3 and NURBS 3 x 3", &bowl, net, (double[]){0.02, 0.03, 0.05});
}

// ---- searches

typedef struct {
  const PwSurface *s[2];
  PwPose3 p[QUERIES];
  PwSurfaceFoundList list;
} Search;

static int search(void *with, int i) {
  Search *w = with;
  return pw_surface_search(w->s[0], &w->p[i], w->s[1], &fixed, 0.06, 0.03, &w->list) != PAWL_OK;
}
static PawlStatus measure_search(const Bench *b, const char *name, Search *w) {
  char title[80], note[200];
  double nodes = 0, parts = 0, births = 0, touches = 0;
  for (int i = 0; i < QUERIES; i++) {
    if (search(w, i)) return PAWL_ERR_DEVIATION;
    nodes += (double)w->list.nodes / QUERIES;
    parts += (double)w->list.parts / QUERIES;
    births += (double)w->list.births / QUERIES;
    touches += (double)w->list.count / QUERIES;
  }
  snprintf(title, sizeof title, "%s, %d patches", name, (int)w->s[1]->patches);
  snprintf(note, sizeof note, "pairs of nodes %.0f, of parts %.0f, for the reach %.0f; touches %.2g", nodes, parts, births,
           touches);
  PawlStatus status = measure(b, "search", title, note, search, w, QUERIES);
  pw_surface_found_free(&w->list);
  return status;
}
// A ball and an egg over a sheet, and a bowl over it that has as many patches.
static PawlStatus measure_searches(const Bench *b, int32_t n) {
  Search over = {0}, eggs = {0}, two = {0};
  PwSurface ball, egg, sheet, bowl;
  PwArena arena = {0};
  uint64_t seed = 3;
  PawlStatus status = pw_case_simple(PW_SURFACE_SPHERE, 0.1, 0, 0, &arena, &ball);
  if (!status) status = pw_case_simple(PW_SURFACE_ELLIPSOID, 0.08, 0.1, 0.1, &arena, &egg);
  if (!status) status = pw_case_sheet(n, &arena, &sheet);
  if (!status) status = pw_case_bowl(n, &arena, &bowl);
  over.s[0] = &ball, eggs.s[0] = &egg, two.s[0] = &bowl;
  over.s[1] = eggs.s[1] = two.s[1] = &sheet;
  for (int i = 0; i < QUERIES; i++) {
    double x = pw_random_between(&seed, -0.7, 0.7), y = pw_random_between(&seed, -0.7, 0.7), turn = 2 * PI * i / QUERIES;
    over.p[i] = two.p[i] = fixed;
    over.p[i].x[0] = x, over.p[i].x[1] = y, over.p[i].x[2] = pw_case_wave(x, y) + 0.11;
    eggs.p[i] = over.p[i];
    two.p[i].x[0] = 0.03 * cos(turn), two.p[i].x[1] = 0.03 * sin(turn), two.p[i].x[2] = 0.02;
  }
  if (!status) status = measure_search(b, "ball over a sheet", &over);
  if (!status) status = measure_search(b, "egg over a sheet", &eggs);
  if (!status) status = measure_search(b, "bowl over a sheet", &two);
  pw_arena_free(&arena);
  return status;
}

int main(int argc, char **argv) {
  static const int32_t sizes[] = {35, 103, 319};
  Bench b = {.peers = argc >= 3 ? fopen(argv[2], "w") : NULL, .counted = argc == 4};
  PwSurface cam, net;
  if (!b.peers) {
    fprintf(stderr, "bench_surface CAM FILE [count]\n");
    return 2;
  }
  PawlStatus status = pw_case_cam(argv[1], &b.arena, &cam);
  if (!status) status = pw_case_random(20, 0, 0.01, false, 5, &b.arena, &net);
  if (!status) status = measure_evaluation(&b, "cam 5 x 3", &cam);
  if (!status) status = measure_nearest(&b, "cam 5 x 3", &cam, 0.004);
  if (!status) status = measure_evaluation(&b, "rational 3 x 3", &net);
  if (!status) status = measure_nearest(&b, "rational 3 x 3", &net, 0.05);
  if (!status) status = measure_updates(&b, &cam, &net);
  for (size_t i = 0; i < sizeof sizes / sizeof *sizes && !status; i++) status = measure_searches(&b, sizes[i]);
  if (status) fprintf(stderr, "%s\n", pawl_status_text(status));
  fclose(b.peers);
  pw_arena_free(&b.arena);
  return status != PAWL_OK;
}
