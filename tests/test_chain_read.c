// What saves writing a chain element by element: pieces that repeat, mirrored halves, fillets, chamfers, copies. Areas by closed
// forms; moved and mirrored elements point by point against the original.
#include "geometry/profile/chain_edit.h"
#include "model_file.h"

static const double pi = 3.14159265358979323846;

static const PwProfile *shape(const char *name) {
  PawlProfileId id = pawl_model_find_profile(model, name);
  assert_true(id.i > 0);
  return &model->profiles.item[id.i - 1].geometry;
}

// A model of one profile p of ground, in metres.
static const PwProfile *drawn(const char *profile) {
  char text[2000];
  snprintf(text, sizeof text, "bodies: {ground: {profiles: {p: {%s}}}}\n", profile);
  read_text(text);
  return shape("ground.p");
}

static int corners(const PwProfile *p) {
  int count = 0;
  for (int32_t k = 0; k < p->elements; k++) count += p->after[k] == PW_JOIN_CORNER || p->after[k] == PW_JOIN_REENTRANT;
  return count;
}

// ---- moved, mirrored: each kind of element

static const double knots[] = {0, 0, 0, 0, 1, 3, 4, 4, 4, 4};  // not symmetric
static const double control[] = {0, 0, 1, -1, 2, 1, 3, 0, 4, 2, 5, 0.5}, passed[] = {0, 0, 1, -0.5, 2, 0.3, 2.5, 1};
static const double terms[] = {1, 0, 0.2, 1, -0.1, 2.5};

static int make_elements(PawlElementDef *e) {
  for (int k = 0; k < 8; k++) {
    e[k] = pawl_element_def_default();
    e[k].center[0] = 0.3;
    e[k].center[1] = -0.2;
  }
  e[0].type = PAWL_ELEMENT_LINE;
  e[0].to[0] = 2, e[0].to[1] = 1;
  e[1].type = PAWL_ELEMENT_ARC;  // from (0.8, 0.5): radius hypot(0.5, 0.7)
  e[1].to[0] = 0.3 + 0.7, e[1].to[1] = -0.2 - 0.5;
  e[1].clockwise = true;
  e[2].type = PAWL_ELEMENT_ARC;
  e[2].radius = 0.7;
  e[2].angle[0] = 0.3, e[2].angle[1] = 2;
  e[3].type = PAWL_ELEMENT_POLAR;
  e[3].angle[0] = 0.2, e[3].angle[1] = 1.5;
  e[3].origin = 0.1, e[3].scale = 0.8;
  e[3].count = 3;
  e[3].data = terms;
  e[4].type = PAWL_ELEMENT_SPLINE;
  e[4].count = 4;
  e[4].data = passed;
  e[5].type = PAWL_ELEMENT_BSPLINE;
  e[5].count = 6;
  e[5].data = control;
  e[5].knots = knots;
  e[5].knot_count = 10;
  e[6].type = PAWL_ELEMENT_INVOLUTE;
  e[6].radius = 0.5;
  e[6].origin = 0.4;
  e[6].angle[0] = 0.3, e[6].angle[1] = 1.1;
  e[7].type = PAWL_ELEMENT_ELLIPSE;
  e[7].radius = 0.9, e[7].radius_across = 0.4;
  e[7].origin = 0.3;
  e[7].angle[0] = 0.2, e[7].angle[1] = 2.2;
  return 8;
}

static void build(PawlElementDef e, const double start[2], PwArena *arena, PwProfile *p) {
  PwProfileProblem problem = {.def = -1};
  if (!isnan(e.to[0])) memcpy(e.from, start, sizeof e.from);
  assert_int_equal(pw_profile_build(&e, 1, false, false, arena, p, &problem), PAWL_OK);
}

static void every_kind_moves(void **state) {
  (void)state;
  static const double start[2] = {0.8, 0.5}, about[2] = {-1, 2}, shift[2] = {0.1, -3};
  PawlElementDef e[8];
  int count = make_elements(e);
  PwArena arena = {0};
  for (int k = 0; k < count; k++) {
    PwProfile before, after;
    double angle = 0.7, c = cos(angle), s = sin(angle), moved[2];
    build(e[k], start, &arena, &before);
    assert_int_equal(pw_chain_move(&e[k], about, angle, shift, &arena), PAWL_OK);
    moved[0] = about[0] + c * (start[0] - about[0]) - s * (start[1] - about[1]) + shift[0];
    moved[1] = about[1] + s * (start[0] - about[0]) + c * (start[1] - about[1]) + shift[1];
    build(e[k], moved, &arena, &after);
    for (int j = 0; j <= 10; j++) {
      PwCurvePoint x, y;
      pw_element_evaluate(&before.element[0], j / 10.0, &x);
      pw_element_evaluate(&after.element[0], j / 10.0, &y);
      CHECK_CLOSE(y.x[0], about[0] + c * (x.x[0] - about[0]) - s * (x.x[1] - about[1]) + shift[0], 1e-13);
      CHECK_CLOSE(y.x[1], about[1] + s * (x.x[0] - about[0]) + c * (x.x[1] - about[1]) + shift[1], 1e-13);
      CHECK_CLOSE(y.t[0], c * x.t[0] - s * x.t[1], 1e-13);
      CHECK_CLOSE(y.curvature, x.curvature, 1e-12);
    }
  }
  pw_arena_free(&arena);
}

// Reflected and run the other way: what is convex stays so.
static void every_kind_is_mirrored(void **state) {
  (void)state;
  static const double start[2] = {0.8, 0.5}, through[2] = {0.5, -1};
  PawlElementDef e[8];
  int count = make_elements(e);
  PwArena arena = {0};
  for (int k = 0; k < count; k++) {
    PwProfile before, after;
    double along = 0.4, c = cos(2 * along), s = sin(2 * along), from[2], end[2], first[2];
    build(e[k], start, &arena, &before);
    memcpy(end, before.element[0].end, sizeof end);
    memcpy(from, before.element[0].start, sizeof from);
    assert_int_equal(pw_chain_reflect(&e[k], from, through, along, &arena), PAWL_OK);
    first[0] = through[0] + c * (end[0] - through[0]) + s * (end[1] - through[1]);
    first[1] = through[1] + s * (end[0] - through[0]) - c * (end[1] - through[1]);
    build(e[k], first, &arena, &after);
    for (int j = 0; j <= 10; j++) {
      PwCurvePoint x, y;
      pw_element_evaluate(&before.element[0], j / 10.0, &x);
      pw_element_evaluate(&after.element[0], 1 - j / 10.0, &y);
      CHECK_CLOSE(y.x[0], through[0] + c * (x.x[0] - through[0]) + s * (x.x[1] - through[1]), 1e-13);
      CHECK_CLOSE(y.x[1], through[1] + s * (x.x[0] - through[0]) - c * (x.x[1] - through[1]), 1e-13);
      CHECK_CLOSE(y.t[0], -(c * x.t[0] + s * x.t[1]), 1e-13);
      CHECK_CLOSE(y.curvature, x.curvature, 1e-11);
    }
  }
  pw_arena_free(&arena);
}

// ---- fillets and chamfers

#define SQUARE(kink)                                                                                                   \
  "start: [0, 0], chain: [{line: {to: [4, 0]}}, " kink ", {line: {to: [4, 4]}}, " kink ", {line: {to: [0, 4]}}, " kink \
  ", {line: {to: [0, 0]}}, " kink "]"

// Each rounded corner of a square takes (1 - pi/4) r^2 off, each cut one d^2/2; the last one is that at the start.
static void corners_of_a_square(void **state) {
  (void)state;
  const PwProfile *p = drawn(SQUARE("{fillet: 0.5}"));
  CHECK_CLOSE(pw_profile_area(p), 16 - (4 - pi) * 0.25, 1e-13);
  assert_int_equal(p->elements, 8);
  assert_int_equal(corners(p), 0);
  CHECK_CLOSE(p->element[1].radius, 0.5, 1e-14);
  p = drawn(SQUARE("{chamfer: 0.5}"));
  CHECK_CLOSE(pw_profile_area(p), 16 - 2 * 0.25, 1e-13);
}

// A re-entrant corner gets material: L of unit arms, r = 0.25 there.
static void reentrant_corner(void **state) {
  (void)state;
  const PwProfile *p = drawn(
      "start: [0, 0], chain: [{line: {to: [2, 0]}}, {line: {to: [2, 1]}}, {line: {to: [1, 1]}}, {fillet: 0.25}, "
      "{line: {to: [1, 2]}}, {line: {to: [0, 2]}}, {line: {to: [0, 0]}}]");
  CHECK_CLOSE(pw_profile_area(p), 3 + (1 - pi / 4) * 0.0625, 1e-13);
  CHECK_CLOSE(p->element[3 + 2].radius, -0.25, 1e-14);  // behind two corners
}

// Lines and arcs of both senses in all pairs, at random kinks: the boundary is smooth there, and the arc has the radius asked
// for.
static void random_kinks(void **state) {
  (void)state;
  PwArena arena = {0};
  uint64_t seed = 20261119;
  int done = 0;
  for (int k = 0; k < 4000; k++) {
    PawlElementDef e[3];
    double start[2] = {0}, begins[2], x[8], size;
    for (int j = 0; j < 8; j++) {
      seed = seed * 6364136223846793005u + 1442695040888963407u;
      x[j] = (double)(seed >> 11) / 9007199254740992.0 * 2 - 1;
    }
    double kink[2] = {1 + x[0], x[1]}, far[2] = {kink[0] + 1.5 * x[2], kink[1] + 1.5 * x[3]};
    for (int j = 0; j < 3; j++) e[j] = pawl_element_def_default();
    for (int j = 0; j < 2; j++) {  // the centre of an arc lies on the middle of its chord's bisector
      const double *a = j ? kink : start, *b = j ? far : kink;
      int kind = (k >> j) % 3;
      PawlElementDef *f = &e[2 * j];
      f->type = kind ? PAWL_ELEMENT_ARC : PAWL_ELEMENT_LINE;
      f->clockwise = kind == 2;
      for (int i = 0; i < 2; i++) {
        f->to[i] = b[i];
        f->center[i] = kind ? (a[i] + b[i]) / 2 + (i ? 1 : -1) * x[4 + j] * (b[1 - i] - a[1 - i]) : 0;
      }
    }
    size = 0.02 + 0.1 * fabs(x[6]);
    PwBlended blended = pw_chain_blend(&e[0], start, &e[2], size, false, &e[1], begins);
    if (blended != PW_BLEND_DONE) continue;
    PwProfile p;
    PwProfileProblem problem = {.def = -1};
    memcpy(e[0].from, start, sizeof start);
    PawlStatus status = pw_profile_build(e, 3, false, false, &arena, &p, &problem);
    if (status == PAWL_ERR_INPUT && strstr(problem.text, "cross")) continue;  // the arcs may meet elsewhere
    assert_int_equal(status, PAWL_OK);
    done++;
    assert_int_equal(p.elements, 3);
    for (int j = 0; j < 2; j++) {  // to rounding: centres of nearly straight arcs are far away
      PwCurvePoint a, b;
      pw_element_evaluate(&p.element[j], 1, &a);
      pw_element_evaluate(&p.element[j + 1], 0, &b);
      CHECK_CLOSE(a.t[0] * b.t[1] - a.t[1] * b.t[0], 0, 1e-8);
      assert_true(a.t[0] * b.t[0] + a.t[1] * b.t[1] > 0);
    }
    CHECK_CLOSE(fabs(p.element[1].radius), size, 1e-11);
  }
  assert_true(done > 1500);
  pw_arena_free(&arena);
}

// ---- pieces that repeat, mirrored halves

// A cross of four arms 1 wide and 2 long on a unit square: area 1 + 4 * 2.
static void pieces_about_a_centre(void **state) {
  (void)state;
  const PwProfile *p = drawn(
      "start: [0.5, -0.5], chain: [{repeat: {count: 4, chain: [{line: {to: [2.5, -0.5]}}, {line: {to: "
      "[2.5, 0.5]}}, {line: {to: [0.5, 0.5]}}]}}]");
  CHECK_CLOSE(pw_profile_area(p), 9, 1e-13);
  assert_int_equal(corners(p), 4 + 2 * 8);
}

// Three teeth along a line, with kinks between the copies rounded, too: four of them, as no copy follows the last.
static void pieces_along_a_line(void **state) {
  (void)state;
  const PwProfile *p = drawn(
      "start: [3, 1], chain: [{repeat: {count: 3, along: [-1, 0], chain: [{line: {by: [-0.5, 0.5]}}, {line: {by: "
      "[-0.5, -0.5]}}]}}, {line: {to: [0, 0]}}, {line: {to: [3, 0]}}, {line: {to: [3, 1]}}]");
  CHECK_CLOSE(pw_profile_area(p), 3 + 3 * 0.25, 1e-14);
  assert_int_equal(pawl_model_find_profile(model, "ground.p").i, 1);
  assert_int_equal(model->profiles.item[0].def.count, 9);
}

static void mirrored_halves(void **state) {
  (void)state;
  const PwProfile *p = drawn(
      "start: [0, 0], chain: [{line: {to: [3, 0]}}, {fillet: 0.5}, {line: {to: [3, 2]}}, {arc: {center: [1, 2], to: "
      "[1, 4]}}, {line: {to: [0, 4]}}, {mirror: {along: y}}]");
  CHECK_CLOSE(pw_profile_area(p), 2 * (12 - (4 - pi) - (1 - pi / 4) * 0.25), 1e-13);
  // half a tooth, mirrored, four times round: a star of squares on their corners
  p = drawn("start: [1, -1], chain: [{repeat: {count: 4, chain: [{line: {to: [2, 0]}}, {mirror: {along: x}}]}}]");
  CHECK_CLOSE(pw_profile_area(p), 4 + 4 * 1, 1e-13);
}

// ---- copies

// Mirrored in the y axis, turned about (1, 0) by a quarter, (x, y) -> (1 - y, -x - 1), moved up by 5; a hole stays one.
static void copies(void **state) {
  (void)state;
  read_text(
      "units: {length: mm, angle: deg, force: N}\n"
      "bodies:\n"
      "  ground:\n"
      "    profiles:\n"
      "      a: {start: [0, 0], chain: [{line: {to: [3, 0]}}, {arc: {center: [3, 1], to: [3, 2]}}, {line: {to: [0, 1]}}, {line: "
      "{to: [0, 0]}}]}\n"
      "      b: {copy: {profile: a, mirror: y, turn: 90, about: [1, 0], move: [0, 5]}}\n"
      "      d: {circle: {center: [1, 2], radius: 3, clockwise: true}}\n"
      "  arm:\n"
      "    mass: 1\n"
      "    inertia: 1\n"
      "    profiles: {e: {copy: {profile: ground.d, mirror: [1, 1], move: [4, 4]}}, f: {point: [1, 2]}, t: {copy: {profile: f, "
      "mirror: x}}}\n");
  const PwProfile *b = shape("ground.b");
  CHECK_CLOSE(pw_profile_area(b), (4.5 + pi / 2) * 1e-6, 1e-19);
  CHECK_CLOSE(b->element[0].start[0], 1e-3, 1e-17);
  CHECK_CLOSE(b->element[0].start[1], 4e-3, 1e-17);
  CHECK_CLOSE(b->element[0].end[0], 0, 1e-17);
  CHECK_CLOSE(b->element[0].end[1], 4e-3, 1e-17);
  const PwProfile *e = shape("arm.e"), *t = shape("arm.t");
  assert_true(e->hole);
  CHECK_CLOSE(e->element[0].center[0], 6e-3, 1e-17);
  CHECK_CLOSE(e->element[0].center[1], 5e-3, 1e-17);
  CHECK_CLOSE(t->element[0].start[1], -2e-3, 1e-17);
}

#define READING(test) cmocka_unit_test_setup_teardown(test, setup, teardown)

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(every_kind_moves),
                                     cmocka_unit_test(every_kind_is_mirrored),
                                     cmocka_unit_test(random_kinks),
                                     READING(corners_of_a_square),
                                     READING(reentrant_corner),
                                     READING(pieces_about_a_centre),
                                     READING(pieces_along_a_line),
                                     READING(mirrored_halves),
                                     READING(copies)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
