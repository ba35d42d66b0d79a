// Random heaps of balls, ellipsoids, tori and ellipsoids given as nets, which fall into a box of planes: no two bodies may
// overlap and no energy may be gained, by an overlap test of its own on every row of the poses, in both formulations, and no run
// may stop. Convex bodies are apart by the greatest
//   n (c2 - c1) - h1(n) - h2(n),  h(n) = |A R^T n|  for an ellipsoid with half axes A,
// over unit vectors n: positive if apart, else how deep they overlap. A torus is what is near a circle: it is apart from another
// body by the least distance of the circle's points, less the tube. `test_heaps_space -n COUNT -s SEED -b MOST_BODIES` tries
// others, `-r` in front of it others with friction, and counts what goes wrong; `-m SEED` prints a model.
#include <getopt.h>
#include <stdarg.h>

#include "base/random.h"
#include "contact_run.h"

enum { MOST_BODIES = 5 };
static const double HALF = 0.5;      // of the box's width
static const double OVERLAP = 1e-9;  // m
static const double GAIN = 1e-7;     // of the energy at the start

static int most_bodies = 3;
static bool rubbing;

typedef enum { BALL, ELLIPSOID, NET, TORUS } Kind;

typedef struct {
  Kind kind;
  double axis[3], x[3], r[9];  // half axes, or a torus' radius and tube; position and rotation matrix in one row
} Body;

typedef struct {
  int bodies;
  Body body[MOST_BODIES];
  char text[20000];
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

// The ellipsoid as a rational net of quarter circles: u round it, v from pole to pole.
static void add_net(Heap *h, const double a[3]) {
  static const double round[8][2] = {{1, 0}, {1, 1}, {0, 1}, {-1, 1}, {-1, 0}, {-1, -1}, {0, -1}, {1, -1}};
  static const double up[5][2] = {{0, -1}, {1, -1}, {1, 0}, {1, 1}, {0, 1}};
  add_text(h, "nurbs: {degree: 2, periodic: [true, false], control: [");
  for (int i = 0; i < 40; i++) {
    const double *r = round[i / 5], *z = up[i % 5];
    add_text(h, "%s%s[%.17g, %.17g, %.17g]%s", i ? ", " : "", i % 5 ? "" : "[", a[0] * r[0] * z[0], a[1] * r[1] * z[0],
             a[2] * z[1], i % 5 == 4 ? "]" : "");
  }
  add_text(h, "], weights: [");
  for (int i = 0; i < 40; i++) {
    add_text(h, "%s%s%.17g%s", i ? ", " : "", i % 5 ? "" : "[", pow(0.5, 0.5 * (i / 5 % 2 + i % 5 % 2)), i % 5 == 4 ? "]" : "");
  }
  add_text(h, "], knots: [[0, 0.25, 0.25, 0.5, 0.5, 0.75, 0.75, 1, 1], [0, 0, 0, 0.5, 0.5, 1, 1, 1]]}");
}

// One above the other, turned anyhow.
static void add_body(Heap *h, int index, uint64_t *random) {
  double *a = h->body[index].axis, q[4], x[2];
  static const Kind kinds[] = {BALL, BALL, ELLIPSOID, ELLIPSOID, NET, TORUS};  // the last two take long
  Kind kind = h->body[index].kind = kinds[pick(random, 6)];
  for (int i = 0; i < 3; i++) a[i] = kind == BALL && i ? a[0] : pw_random_between(random, 0.06, 0.2);
  if (kind == TORUS) a[0] = pw_random_between(random, 0.1, 0.14), a[1] = pw_random_between(random, 0.03, 0.06);
  for (int i = 0; i < 4; i++) q[i] = pw_random_between(random, -1, 1);
  for (int i = 0; i < 2; i++) x[i] = pw_random_between(random, -0.2, 0.2);
  double length = sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
  add_text(h, "  b%d: {mass: %d, inertia: [0.01, 0.012, 0.015], position: [%.17g, %.17g, %.17g], ", index, 1 + index, x[0], x[1],
           0.25 + 0.42 * index);
  add_text(h, "quaternion: [%.17g, %.17g, %.17g, %.17g], surfaces: {s: {", q[0] / length, q[1] / length, q[2] / length,
           q[3] / length);
  if (kind == BALL) add_text(h, "sphere: {radius: %.17g}", a[0]);
  if (kind == ELLIPSOID) add_text(h, "ellipsoid: {half_axes: [%.17g, %.17g, %.17g]}", a[0], a[1], a[2]);
  if (kind == NET) add_net(h, a);
  if (kind == TORUS) add_text(h, "torus: {radius: %.17g, tube: %.17g}", a[0], a[1]);
  add_text(h, "}}}\n");
}

static void add_names(Heap *h) {
  for (int i = 0; i < h->bodies; i++) add_text(h, ", b%d", i);
}

static void make_heap(Heap *h, uint64_t seed, const char *formulation) {
  uint64_t random = seed;
  static const double restitutions[] = {0, 0.3, 1};
  *h = (Heap){.bodies = 2 + pick(&random, most_bodies - 1)};
  add_box(h);
  for (int i = 0; i < h->bodies; i++) add_body(h, i, &random);
  add_text(h, "contacts: {all: {bodies: [ground");
  add_names(h);
  add_text(h, "], restitution: %g%s}}\ninitial: {bodies: {", restitutions[pick(&random, 3)], rubbing ? ", friction: 0.3" : "");
  for (int i = 0; i < h->bodies; i++) {
    double v[5];
    for (int j = 0; j < 5; j++) v[j] = pw_random_between(&random, -2, 2);
    add_text(h, "%sb%d: {velocity: [%.17g, %.17g, 0], ", i ? ", " : "", i, v[0], v[1]);
    add_text(h, "angular_velocity: [%.17g, %.17g, %.17g]}", v[2], v[3], v[4]);
  }
  add_text(h, "}}\nanalysis: {duration: 0.6, step: 0.02, tolerance: 1e-8, formulation: %s}\noutput: [energy", formulation);
  add_names(h);
  add_text(h, "]\n");
}

// ---- the second way

static double value(const ContactRun *run, int64_t row, int body, const char *part) {
  char name[16];
  snprintf(name, sizeof name, "b%d.%s", body, part);
  return pw_result_value(run->result, row, column(run, name));
}

static void place(Body *e, const ContactRun *run, int64_t row, int body) {
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
static double support(const Body *e, const double n[3], double point[3]) {
  double local[3];
  for (int i = 0; i < 3; i++) local[i] = e->axis[i] * (e->r[i] * n[0] + e->r[3 + i] * n[1] + e->r[6 + i] * n[2]);
  double h = sqrt(dot(local, local));
  for (int i = 0; i < 3; i++) {
    for (int j = 0; j < 3; j++) point[i] += e->r[3 * i + j] * e->axis[j] * local[j] / h;
  }
  return h;
}

// How far apart two bodies are along n, and the part of the gradient across n.
static double apart_along(const Body *a, const Body *b, const double n[3], double gradient[3]) {
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
static double apart(const Body *a, const Body *b) {
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

// How far a place is from an ellipsoid: its foot is at x_i = a_i^2 p_i/(a_i^2 + t), with t the greatest root of |x_i/a_i| = 1.
static double from_ellipsoid(const Body *e, const double at[3]) {
  double p[3] = {0}, d[3], low, high, far = 0;
  for (int i = 0; i < 3; i++) {
    for (int j = 0; j < 3; j++) p[i] += e->r[3 * j + i] * (at[j] - e->x[j]);
  }
  const double *a = e->axis;
  double least = fmin(a[0], fmin(a[1], a[2])), most = fmax(a[0], fmax(a[1], a[2])), length = sqrt(dot(p, p));
  low = -least * least;
  high = most * length + 1;
  for (int k = 0; k < 200; k++) {
    double t = (low + high) / 2, sum = 0;
    for (int i = 0; i < 3; i++) sum += pow(a[i] * p[i] / (a[i] * a[i] + t), 2);
    *(sum > 1 ? &low : &high) = t;
  }
  for (int i = 0; i < 3; i++) {
    d[i] = p[i] - a[i] * a[i] * p[i] / (a[i] * a[i] + high);
    far += d[i] * d[i];
  }
  return high > 0 ? sqrt(far) : -sqrt(far);
}

// How far the place of a torus' circle at angle f is from b, less the tubes.
static double apart_at(const Body *torus, const Body *b, double f) {
  double at[3], d[3];
  for (int i = 0; i < 3; i++) {
    at[i] = torus->x[i] + torus->axis[0] * (torus->r[3 * i] * cos(f) + torus->r[3 * i + 1] * sin(f));
    d[i] = at[i] - b->x[i];
  }
  if (b->kind != TORUS) return from_ellipsoid(b, at) - torus->axis[1];
  double height = b->r[2] * d[0] + b->r[5] * d[1] + b->r[8] * d[2], out = sqrt(fmax(dot(d, d) - height * height, 0)) - b->axis[0];
  return hypot(height, out) - torus->axis[1] - b->axis[1];
}

static double apart_from_torus(const Body *torus, const Body *b) {
  enum { SAMPLES = 64 };
  double step = 6.283185307179586 / SAMPLES, least = INFINITY, at[SAMPLES];
  for (int i = 0; i < SAMPLES; i++) at[i] = apart_at(torus, b, i * step);
  for (int i = 0; i < SAMPLES; i++) {
    double low = (i - 1) * step, high = (i + 1) * step;
    least = fmin(least, at[i]);
    if (at[i] > 0.02 || at[i] > at[(i + 1) % SAMPLES] || at[i] > at[(i + SAMPLES - 1) % SAMPLES]) continue;
    for (int k = 0; k < 60; k++) {
      double f = low + 0.381966011250105 * (high - low), g = high - 0.381966011250105 * (high - low);
      double at_f = apart_at(torus, b, f), at_g = apart_at(torus, b, g);
      least = fmin(least, fmin(at_f, at_g));
      *(at_f < at_g ? &high : &low) = at_f < at_g ? g : f;
    }
  }
  return least;
}

static double apart_from_box(const Body *e) {
  static const double normal[5][3] = {{0, 0, 1}, {1, 0, 0}, {-1, 0, 0}, {0, 1, 0}, {0, -1, 0}};
  double least = INFINITY, point[3] = {0};
  for (int i = 0; i < 5; i++) {
    const double *n = normal[i];
    double along = e->r[2] * n[0] + e->r[5] * n[1] + e->r[8] * n[2];
    double h = e->kind == TORUS ? e->axis[0] * sqrt(fmax(1 - along * along, 0)) + e->axis[1] : support(e, n, point);
    least = fmin(least, dot(n, e->x) + (i ? HALF : 0) - h);
  }
  return least;
}

static double apart_of(const Body *a, const Body *b) {
  return a->kind == TORUS ? apart_from_torus(a, b) : b->kind == TORUS ? apart_from_torus(b, a) : apart(a, b);
}

static double deepest_overlap(Heap *h, const ContactRun *run, int64_t row) {
  double least = INFINITY;
  for (int i = 0; i < h->bodies; i++) {
    place(&h->body[i], run, row, i);
    least = fmin(least, apart_from_box(&h->body[i]));
    for (int j = 0; j < i; j++) least = fmin(least, apart_of(&h->body[j], &h->body[i]));
  }
  return -least;
}

static double energy(const ContactRun *run, int64_t row) {
  return pw_result_value(run->result, row, column(run, "energy.kinetic")) +
         pw_result_value(run->result, row, column(run, "energy.potential"));
}

// What is wrong with a run; false: something is.
static bool check_heap(Heap *h, int seed, const char *formulation) {
  ContactRun run;
  make_heap(h, (uint64_t)seed, formulation);
  if (try_model(h->text, NULL, &run)) {
    print_message("seed %d, %s: stopped\n", seed, formulation);
    return false;
  }
  double start = energy(&run, 0), least = start, deepest = 0, gained = 0, at = NAN;
  for (int64_t r = 0; r < pw_result_rows(run.result); r++) {
    double overlap = deepest_overlap(h, &run, r), now = energy(&run, r);
    if (overlap > deepest) at = pw_result_value(run.result, r, 0);
    deepest = fmax(deepest, overlap);
    gained = fmax(gained, (now - least) / start);
    least = fmin(least, now);
  }
  CHECK_CLOSE(pw_result_value(run.result, pw_result_rows(run.result) - 1, 0), 0.6, 1e-12);
  bool good = deepest < OVERLAP && gained < GAIN;
  if (!good) {
    print_message("seed %d, %s: overlap %.3g m, deepest at t = %.9g, energy gained %.3g\n", seed, formulation, deepest, at,
                  gained);
  }
  end_run(&run);
  return good;
}

static int first_seed = 1, heaps = CHECK_SANITIZED ? 2 : 12;

static void test_bodies_with_friction_do_not_overlap(void **state) {
  (void)state;
  static Heap h;
  int wrong = 0, count = heaps;
  rubbing = true;
  for (int i = 0; i < count; i++) wrong += !check_heap(&h, first_seed + i, i % 2 ? "canonical" : "multipliers");
  rubbing = false;
  if (wrong) fail_msg("%d of %d heaps", wrong, count);
}

// Bodies at rest on touches that hold the same, none of which could yield: one was beyond its cone.
static void test_friction_found(void **state) {
  (void)state;
  static const struct {
    int seed;
    const char *formulation;
  } found[] = {{7016, "multipliers"}, {7021, "canonical"}};
  static Heap h;
  rubbing = true;
  for (int i = 0; i < (CHECK_SANITIZED ? 1 : 2); i++) assert_true(check_heap(&h, found[i].seed, found[i].formulation));
  rubbing = false;
}

static void test_bodies_of_heaps_do_not_overlap(void **state) {
  (void)state;
  static Heap h;
  int wrong = 0;
  for (int i = 0; i < heaps; i++) wrong += !check_heap(&h, first_seed + i, i % 2 ? "canonical" : "multipliers");
  if (wrong) fail_msg("%d of %d heaps", wrong, heaps);
}

int main(int argc, char **argv) {
  for (int option; (option = getopt(argc, argv, "rn:s:b:m:")) != -1;) {
    if (option == 'r') rubbing = true;
    if (option == 'n') heaps = atoi(optarg);
    if (option == 's') first_seed = atoi(optarg);
    if (option == 'b') most_bodies = atoi(optarg) < MOST_BODIES ? atoi(optarg) : MOST_BODIES;
    if (option != 'm') continue;
    static Heap h;
    make_heap(&h, strtoull(optarg, NULL, 10), "multipliers");
    puts(h.text);
    return 0;
  }
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_bodies_of_heaps_do_not_overlap),
                                     cmocka_unit_test(test_bodies_with_friction_do_not_overlap),
                                     cmocka_unit_test(test_friction_found)};
  if (argc == 1) return cmocka_run_group_tests(tests, NULL, NULL);
  const struct CMUnitTest plain[] = {tests[0]}, rubs[] = {tests[1]};
  return rubbing ? cmocka_run_group_tests(rubs, NULL, NULL) : cmocka_run_group_tests(plain, NULL, NULL);
}
