// Random heaps of ellipsoids and balls that fall into a box of planes: no two bodies may overlap and no energy may be gained, by
// an overlap test of its own on every row of the poses, in both formulations. Convex bodies are apart by the greatest
//   n (c2 - c1) - h1(n) - h2(n),  h(n) = |A R^T n|  for an ellipsoid with half axes A,
// over unit vectors n: positive if apart, else how deep they overlap. `test_heaps_space -n COUNT -s SEED` tries others.
#include <getopt.h>
#include <stdarg.h>

#include "base/random.h"
#include "contact_run.h"

enum { MOST_BODIES = 5 };
static const double HALF = 0.5;      // of the box's width
static const double OVERLAP = 1e-9;  // m
static const double GAIN = 1e-7;     // of the energy at the start

typedef struct {
  double axis[3], x[3], r[9];  // half axes; position and rotation matrix in one row
} Ellipsoid;

typedef struct {
  int bodies;
  Ellipsoid body[MOST_BODIES];
  char text[8000];
} Heap;

static int pick(uint64_t *random, int count) {
  return (int)pw_random_between(random, 0, count);
}

static void add_text(Heap *h, const char *format, ...) __attribute__((format(printf, 2, 3)));
static void add_text(Heap *h, const char *format, ...) {
  size_t used = strlen(h->text);
  va_list arguments;
  va_start(arguments, format);
  int length = vsnprintf(h->text + used, sizeof h->text - used, format, arguments);
  va_end(arguments);
  assert_true(length >= 0 && used + (size_t)length < sizeof h->text);
}

static void add_box(Heap *h) {
  add_text(h,
           "gravity: [0, 0, -9.81]\nbodies:\n  ground:\n    surfaces:\n      floor: {plane: {size: [8, 8]}}\n"
           "      left: {plane: {size: [8, 8]}, at: [%g, 0, 0], axes: {z: x, y: y}}\n"
           "      right: {plane: {size: [8, 8]}, at: [%g, 0, 0], axes: {z: -x, y: y}}\n"
           "      front: {plane: {size: [8, 8]}, at: [0, %g, 0], axes: {z: y, x: x}}\n"
           "      back: {plane: {size: [8, 8]}, at: [0, %g, 0], axes: {z: -y, x: x}}\n",
           -HALF, HALF, -HALF, HALF);
}

// One above the other, turned anyhow; one of three is a ball.
static void add_body(Heap *h, int index, uint64_t *random) {
  double *a = h->body[index].axis, q[4], x[2];
  bool ball = pick(random, 3) == 0;
  for (int i = 0; i < 3; i++) a[i] = ball && i ? a[0] : pw_random_between(random, 0.06, 0.2);
  for (int i = 0; i < 4; i++) q[i] = pw_random_between(random, -1, 1);
  for (int i = 0; i < 2; i++) x[i] = pw_random_between(random, -0.2, 0.2);
  double length = sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
  add_text(h, "  b%d: {mass: %d, inertia: [0.01, 0.012, 0.015], position: [%.17g, %.17g, %.17g], ", index, 1 + index, x[0], x[1],
           0.3 + 0.45 * index);
  add_text(h, "quaternion: [%.17g, %.17g, %.17g, %.17g], ", q[0] / length, q[1] / length, q[2] / length, q[3] / length);
  if (ball)
    add_text(h, "surfaces: {s: {sphere: {radius: %.17g}}}}\n", a[0]);
  else
    add_text(h, "surfaces: {s: {ellipsoid: {half_axes: [%.17g, %.17g, %.17g]}}}}\n", a[0], a[1], a[2]);
}

static void add_names(Heap *h) {
  for (int i = 0; i < h->bodies; i++) add_text(h, ", b%d", i);
}

static void make_heap(Heap *h, uint64_t seed, const char *formulation) {
  uint64_t random = seed;
  static const double restitutions[] = {0, 0.3, 0.7};
  *h = (Heap){.bodies = 2 + pick(&random, MOST_BODIES - 1)};
  add_box(h);
  for (int i = 0; i < h->bodies; i++) add_body(h, i, &random);
  add_text(h, "contacts: {all: {bodies: [ground");
  add_names(h);
  add_text(h, "], restitution: %g}}\ninitial: {bodies: {", restitutions[pick(&random, 3)]);
  for (int i = 0; i < h->bodies; i++) {
    double v[5];
    for (int j = 0; j < 5; j++) v[j] = pw_random_between(&random, -2, 2);
    add_text(h, "%sb%d: {velocity: [%.17g, %.17g, 0], ", i ? ", " : "", i, v[0], v[1]);
    add_text(h, "angular_velocity: [%.17g, %.17g, %.17g]}", v[2], v[3], v[4]);
  }
  add_text(h, "}}\nanalysis: {duration: 1.2, step: 0.02, tolerance: 1e-8, formulation: %s}\noutput: [energy", formulation);
  add_names(h);
  add_text(h, "]\n");
}

// ---- the second way

static double value(const ContactRun *run, int64_t row, int body, const char *part) {
  char name[16];
  snprintf(name, sizeof name, "b%d.%s", body, part);
  return pw_result_value(run->result, row, column(run, name));
}

static void place(Ellipsoid *e, const ContactRun *run, int64_t row, int body) {
  static const char *const part[] = {"x", "y", "z", "qw", "qx", "qy", "qz"};
  double p[7];
  for (int i = 0; i < 7; i++) p[i] = value(run, row, body, part[i]);
  double w = p[3], x = p[4], y = p[5], z = p[6];
  for (int i = 0; i < 3; i++) e->x[i] = p[i];
  const double r[9] = {1 - 2 * (y * y + z * z), 2 * (x * y - w * z),     2 * (x * z + w * y),
                       2 * (x * y + w * z),     1 - 2 * (x * x + z * z), 2 * (y * z - w * x),
                       2 * (x * z - w * y),     2 * (y * z + w * x),     1 - 2 * (x * x + y * y)};
  for (int i = 0; i < 9; i++) e->r[i] = r[i];
}

static double dot(const double *a, const double *b) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

// h(n); `point` is added the body's outermost point along n, seen from its centre.
static double support(const Ellipsoid *e, const double n[3], double point[3]) {
  double local[3];
  for (int i = 0; i < 3; i++) local[i] = e->axis[i] * (e->r[i] * n[0] + e->r[3 + i] * n[1] + e->r[6 + i] * n[2]);
  double h = sqrt(dot(local, local));
  for (int i = 0; i < 3; i++) {
    for (int j = 0; j < 3; j++) point[i] += e->r[3 * i + j] * e->axis[j] * local[j] / h;
  }
  return h;
}

// How far apart two bodies are along n, and the part of the gradient across n.
static double apart_along(const Ellipsoid *a, const Ellipsoid *b, const double n[3], double gradient[3]) {
  double d[3], sum[3] = {0};
  for (int i = 0; i < 3; i++) d[i] = b->x[i] - a->x[i];
  double gap = dot(n, d) - support(a, n, sum) - support(b, n, sum);
  for (int i = 0; i < 3; i++) gradient[i] = d[i] - sum[i];
  double along = dot(gradient, n);
  for (int i = 0; i < 3; i++) gradient[i] -= along * n[i];
  return gap;
}

// The greatest one, by steps uphill that grow and shrink. Every n gives a lower bound of it, but the touch is near n (c2 - c1) >
// 0.
static double apart(const Ellipsoid *a, const Ellipsoid *b) {
  double n[3], g[3], trial[3], g_trial[3], step = 1;
  for (int i = 0; i < 3; i++) n[i] = b->x[i] - a->x[i];
  double length = sqrt(dot(n, n));
  for (int i = 0; i < 3; i++) n[i] /= length;
  double gap = apart_along(a, b, n, g);
  for (int k = 0; k < 2000 && gap < OVERLAP && step > 1e-12; k++) {
    for (int i = 0; i < 3; i++) trial[i] = n[i] + step * g[i];
    length = sqrt(dot(trial, trial));
    for (int i = 0; i < 3; i++) trial[i] /= length;
    double next = apart_along(a, b, trial, g_trial);
    bool better = next > gap;
    for (int i = 0; i < 3 && better; i++) {
      n[i] = trial[i];
      g[i] = g_trial[i];
    }
    gap = better ? next : gap;
    step *= better ? 1.5 : 0.4;
  }
  return gap;
}

static double apart_from_box(const Ellipsoid *e) {
  static const double normal[5][3] = {{0, 0, 1}, {1, 0, 0}, {-1, 0, 0}, {0, 1, 0}, {0, -1, 0}};
  double least = INFINITY, point[3] = {0};
  for (int i = 0; i < 5; i++) least = fmin(least, dot(normal[i], e->x) + (i ? HALF : 0) - support(e, normal[i], point));
  return least;
}

static void check_row(Heap *h, const ContactRun *run, int64_t row) {
  double least = INFINITY;
  for (int i = 0; i < h->bodies; i++) {
    place(&h->body[i], run, row, i);
    least = fmin(least, apart_from_box(&h->body[i]));
    for (int j = 0; j < i; j++) least = fmin(least, apart(&h->body[j], &h->body[i]));
  }
  if (!(least > -OVERLAP)) fail_msg("overlap %.3g at t = %.9g", -least, pw_result_value(run->result, row, 0));
}

static double energy(const ContactRun *run, int64_t row) {
  return pw_result_value(run->result, row, column(run, "energy.kinetic")) +
         pw_result_value(run->result, row, column(run, "energy.potential"));
}

static uint64_t first_seed = 1;
static int heaps = 4;

static void test_heaps(void **state) {
  (void)state;
  static const char *const formulation[] = {"multipliers", "canonical"};
  static Heap h;
  for (int i = 0; i < 2 * heaps; i++) {
    int seed = (int)first_seed + i / 2;
    make_heap(&h, (uint64_t)seed, formulation[i % 2]);
    print_message("seed %d, %s\n", seed, formulation[i % 2]);
    ContactRun run = run_model(h.text, NULL);
    double start = energy(&run, 0), least = start;
    CHECK_CLOSE(pw_result_value(run.result, pw_result_rows(run.result) - 1, 0), 1.2, 1e-12);
    for (int64_t r = 0; r < pw_result_rows(run.result); r++) {
      double now = energy(&run, r);
      check_row(&h, &run, r);
      if (!(now <= least + GAIN * start)) fail_msg("energy %.3g gained", now - least);
      least = fmin(least, now);
    }
    end_run(&run);
  }
}

int main(int argc, char **argv) {
  for (int option; (option = getopt(argc, argv, "n:s:")) != -1;) {
    if (option == 'n') heaps = atoi(optarg);
    if (option == 's') first_seed = strtoull(optarg, NULL, 10);
  }
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_heaps)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
