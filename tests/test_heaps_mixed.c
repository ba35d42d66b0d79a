// Random heaps of stars, stadiums, lobed splines, polygons and discs in a box, and rows and stacks of polygons of one height that
// slide on its floor, corner on corner: no two may overlap and no energy may be gained, by outlines and distances of its own
// (heap_shapes.h) on every row of the poses, and no run may stop. `test_heaps_mixed -n COUNT -s SEED -b BODIES` tries other
// heaps,
// `-f` in front of it others that slide, `-r` others with friction, and counts what goes wrong; `-m SEED` prints a model.
#include <getopt.h>

#include "contact_run.h"
#include "heap_shapes.h"

enum { MOST_BODIES = 8, ROOM = 120000 };
static const double HALF = 0.5;      // of the box's width
static const double OVERLAP = 1e-9;  // m; the splines follow the lobes' formula to 3e-10
static const double GAIN = 1e-6;     // of the energy at the start

static int bodies = 5;
static bool sliding, rubbing;

typedef struct {
  Shape shape[MOST_BODIES];
  char text[ROOM];
} Heap;

static void put_in_cell(Shape *s, int i, uint64_t *random) {
  int cell = i < 4 ? i : i + 1;  // of three by three, but for the middle
  *s = make_shape(random);
  s->at[0] = 0.33 * (cell % 3 - 1) + pw_random_between(random, -0.02, 0.02);
  s->at[1] = 0.33 * (cell / 3 - 1) + pw_random_between(random, -0.02, 0.02);
}

// A box, a wedge, or one with slanted sides, three of them in a row on the floor, the others on these: with a side or the middle
// over that of the one below, or anywhere on it.
static void put_on_floor(Shape *s, int i, uint64_t *random) {
  static const double HEIGHT = 0.1;
  static const double slant[] = {0, 0, -0.02, 0.02};
  double w = pw_random_between(random, 0.03, 0.1), left = slant[pick_of(random, 4)], right = slant[pick_of(random, 4)];
  *s = (Shape){.kind = SHAPE_POLYGON, .corners = i < 3 ? 4 : 3 + pick_of(random, 2), .reach = 0.16};
  double x[] = {-w, w, s->corners == 3 ? left : w + right, left - w}, y[] = {0, 0, HEIGHT, HEIGHT};
  memcpy(s->x, x, sizeof x);
  memcpy(s->y, y, sizeof y);
  s->at[0] = 0.33 * (i % 3 - 1) + (i < 3 ? pw_random_between(random, -0.02, 0.02) : 0);
  s->at[1] = HEIGHT * (i / 3) - HALF;
  if (i < 3) return;
  const Shape *below = s - 3;
  int way = pick_of(random, 4);
  double to = way == 0 ? 0 : way == 1 ? below->x[2] - w : way == 2 ? below->x[3] + w : pw_random_between(random, -0.05, 0.05);
  double out = 0, least = 1e-3;  // beyond a wall, which it stays away from by so much
  for (int k = 0; k < s->corners; k++) {
    double x_at = below->at[0] + to + s->x[k], over = fabs(x_at) - (HALF - least);
    if (over > fabs(out)) out = x_at > 0 ? over : -over;
  }
  s->at[0] = below->at[0] + to - out;
}

static void add_bodies(Heap *h, ShapeText *t, uint64_t *random) {
  for (int i = 0; i < bodies; i++) {
    Shape *s = &h->shape[i];
    (sliding ? put_on_floor : put_in_cell)(s, i, random);
    double mass = pw_random_between(random, 0.5, 2), angle = sliding ? 0 : pw_random_between(random, 0, 6.28);
    add_shape_text(t, "  b%d: {mass: %.5g, inertia: %.5g, position: [%.5f, %.5f], angle: %.17g, profiles: {s: {", i, mass,
                   0.35 * mass * s->reach * s->reach, s->at[0], s->at[1], angle);
    write_shape(s, t);
    add_shape_text(t, "}}}\n");
  }
}

static void add_names(ShapeText *t) {
  for (int i = 0; i < bodies; i++) add_shape_text(t, ", b%d", i);
}

static void make_heap(Heap *h, int seed) {
  static const char *const restitution[] = {"0", "0.3", "1"}, *const formulation[] = {"multipliers", "canonical"},
                           *const law[] = {"newton", "poisson"},
                           *const friction[] = {"0.1", "{static: 0.4, kinetic: 0.3}", "0.8"};
  uint64_t random = (uint64_t)seed;
  ShapeText t = {h->text, sizeof h->text};
  *h->text = 0;
  add_shape_text(&t,
                 "planar: true\ngravity: [0, -9.81]\nbodies:\n  ground: {profiles: {box: {start: [-%g, -%g], chain: [{line: {to: "
                 "[-%g, %g]}}, {line: {to: [%g, %g]}}, {line: {to: [%g, -%g]}}, {line: {to: [-%g, -%g]}}]}}}\n",
                 HALF, HALF, HALF, HALF, HALF, HALF, HALF, HALF, HALF, HALF);
  add_bodies(h, &t, &random);
  add_shape_text(&t, "contacts: {c: {bodies: [ground");
  add_names(&t);
  if (rubbing) add_shape_text(&t, "], friction: %s", friction[seed / 2 % 3]);
  add_shape_text(&t, "%s, restitution: %s}}\ninitial: {bodies: {", rubbing ? "" : "]", restitution[seed % 3]);
  for (int i = 0; i < bodies; i++) {
    double v[3];
    for (int j = 0; j < 3; j++) v[j] = sliding && j > 0 ? 0 : pw_random_between(&random, -2, 2);
    add_shape_text(&t, "%sb%d: {velocity: [%.5g, %.5g], angular_velocity: %.5g}", i ? ", " : "", i, v[0], v[1], 10 * v[2]);
  }
  add_shape_text(&t, "}}\nanalysis: {duration: 0.7, step: 0.01, formulation: %s, impact: %s}\noutput: [energy",
                 formulation[seed / 3 % 2], law[seed / 6 % 2]);
  add_names(&t);
  add_shape_text(&t, "]\n");
}

static double deepest_overlap(Heap *h, const ContactRun *run, int64_t row) {
  static const char *const part[] = {"x", "y", "angle"};
  double most = 0;
  for (int i = 0; i < bodies; i++) {
    char name[16];
    for (int k = 0; k < 3; k++) {
      snprintf(name, sizeof name, "b%d.%s", i, part[k]);
      h->shape[i].at[k] = pw_result_value(run->result, row, column(run, name));
    }
    most = fmax(most, leaves_box(&h->shape[i], HALF));
    for (int j = 0; j < i; j++) most = fmax(most, shapes_overlap(&h->shape[i], &h->shape[j]));
  }
  return most;
}

static double energy(const ContactRun *run, int64_t row) {
  return pw_result_value(run->result, row, column(run, "energy.kinetic")) +
         pw_result_value(run->result, row, column(run, "energy.potential"));
}

// What is wrong with a run; false: something is.
static bool check_heap(Heap *h, int seed) {
  ContactRun run;
  make_heap(h, seed);
  if (try_model(h->text, NULL, &run)) {
    print_message("seed %d: stopped, or a law of the audit is broken\n", seed);
    return false;
  }
  double floor = -9.81 * HALF * 2 * bodies, start = energy(&run, 0) - floor, least = start, deepest = 0, gained = 0, at = NAN;
  for (int64_t r = 0; r < pw_result_rows(run.result); r++) {
    double overlap = deepest_overlap(h, &run, r), now = energy(&run, r) - floor;
    if (overlap > deepest) at = pw_result_value(run.result, r, 0);
    deepest = fmax(deepest, overlap);
    gained = fmax(gained, (now - least) / start);
    least = fmin(least, now);
  }
  bool good = deepest < OVERLAP && gained < GAIN;
  if (!good) print_message("seed %d: overlap %.3g m, deepest at t = %.9g, energy gained %.3g\n", seed, deepest, at, gained);
  end_run(&run);
  return good;
}

static int first_seed = 1, heaps;  // 0: as many as below

static void check_heaps(int count) {
  static Heap h;
  int wrong = 0;
  for (int i = 0; i < count; i++) wrong += !check_heap(&h, first_seed + i);
  if (wrong) fail_msg("%d of %d heaps", wrong, count);
}

static void test_bodies_of_heaps_do_not_overlap(void **state) {
  (void)state;
  check_heaps(heaps ? heaps : CHECK_SANITIZED ? 2 : 18);
}

static void test_sliding_bodies_do_not_overlap(void **state) {
  (void)state;
  sliding = true;
  check_heaps(heaps ? heaps : CHECK_SANITIZED ? 1 : 8);
}

static void test_bodies_with_friction_do_not_overlap(void **state) {
  (void)state;
  rubbing = true;
  check_heaps(heaps ? heaps : CHECK_SANITIZED ? 1 : 10);
  rubbing = false;
}

// Flat sides of one height lie on each other, and one body begins to tip: the touch of the upper corners, which is in no list
// while they are together, was found 7e-9 m deep.
static void test_tips_from_flat(void **state) {
  (void)state;
  static Heap h;
  sliding = true;
  assert_true(check_heap(&h, 7026));
}

// A corner that is watched over a face, beside its cone, slides off the face's end and comes back over it: the touch that it had
// become was one with that of the other body's corner, and the corner went into the face, by 6e-6 and 5e-5 m.
static void test_comes_back_over_an_end(void **state) {
  (void)state;
  static Heap h;
  sliding = true;
  assert_true(check_heap(&h, 20262024));
  assert_true(check_heap(&h, 20261850));
}

// Jams in which touches took impulses that no event told of (20261152, 7024), and a touch let go because others held what it did,
// until they slipped: it closed and went again without end (20261230).
static void test_friction_found(void **state) {
  (void)state;
  static const int seed[] = {20261152, 7024, 20261230};
  static Heap h;
  rubbing = true;
  for (int i = 0; i < 3; i++) assert_true(check_heap(&h, seed[i]));
  rubbing = false;
}

int main(int argc, char **argv) {
  for (int option; (option = getopt(argc, argv, "frn:s:b:m:")) != -1;) {
    if (option == 'f') sliding = true;
    if (option == 'r') rubbing = true;
    if (option == 'n') heaps = atoi(optarg);
    if (option == 's') first_seed = atoi(optarg);
    if (option == 'b') bodies = atoi(optarg) < MOST_BODIES ? atoi(optarg) : MOST_BODIES;
    if (option != 'm') continue;
    static Heap h;
    make_heap(&h, atoi(optarg));
    puts(h.text);
    return 0;
  }
  const struct CMUnitTest all[] = {cmocka_unit_test(test_bodies_of_heaps_do_not_overlap),
                                   cmocka_unit_test(test_bodies_with_friction_do_not_overlap),
                                   cmocka_unit_test(test_friction_found),
                                   cmocka_unit_test(test_sliding_bodies_do_not_overlap),
                                   cmocka_unit_test(test_tips_from_flat),
                                   cmocka_unit_test(test_comes_back_over_an_end)};
  const struct CMUnitTest mixed[] = {cmocka_unit_test(test_bodies_of_heaps_do_not_overlap)},
                          rubs[] = {cmocka_unit_test(test_bodies_with_friction_do_not_overlap)},
                          slides[] = {cmocka_unit_test(test_sliding_bodies_do_not_overlap)};
  if (argc == 1) return cmocka_run_group_tests(all, NULL, NULL);
  if (rubbing) return cmocka_run_group_tests(rubs, NULL, NULL);
  return sliding ? cmocka_run_group_tests(slides, NULL, NULL) : cmocka_run_group_tests(mixed, NULL, NULL);
}
