// Mobility, redundancy, contradiction, freedoms without inertia, singular starts. Expected numbers: counting freedoms by hand;
// Bricard's one redundancy is published (cases, A04).
#include "mechanisms.h"

static PawlModel *four_bar(PawlPlanar planar) {
  PawlModel *m = new_model(0, -G);
  PawlBodyId ground = pawl_model_ground(m), crank = rod_between(m, "crank", 0, 0, 0, 1);
  PawlBodyId rod = rod_between(m, "rod", 0, 1, 3, 2), rocker = rod_between(m, "rocker", 2.5, 0, 3, 2);
  pin(m, "a", ground, crank, 0, 0);
  pin(m, "b", crank, rod, 0, 1);
  pin(m, "c", rod, rocker, 3, 2);
  pin(m, "d", ground, rocker, 2.5, 0);
  assert_int_equal(pawl_model_set_planar(m, planar), PAWL_OK);
  return m;
}

// 3 bodies in the plane: 9 - 8 = 1. In space 18 - 20 = -2, but the loop moves: three rows say nothing new.
static void four_bar_in_plane_and_space(void **state) {
  (void)state;
  PawlMechanism *k = compile(four_bar(PAWL_PLANAR_AUTO));
  assert_true(k->planar);
  assert_int_equal(k->mobility, 1);
  assert_int_equal(k->redundancies, 0);
  pawl_mechanism_free(k);
  k = compile(four_bar(PAWL_PLANAR_NO));
  assert_false(k->planar);
  assert_int_equal(k->rows, 20);
  assert_int_equal(k->mobility, 1);
  assert_int_equal(k->redundancies, 3);
  assert_int_equal(k->active_rows, 17);
  assert_false(k->singular_start);
  // breadth first, the chord is joint c: it lies farthest from ground; the redundant rows are its own
  for (int32_t r = 0; r < k->rows; r++) {
    if (k->row[r].redundant) assert_string_equal(k->joint[k->row[r].joint].name, "c");
  }
  pawl_mechanism_free(k);
}

static PawlModel *parallel_cranks(double third) {
  PawlModel *m = new_model(0, -G);
  PawlBodyId ground = pawl_model_ground(m), platform = rod_between(m, "platform", 0.5, 1, 2.5, 1);
  static const char *const names[] = {"c0", "c1", "c2"}, *const foot[] = {"f0", "f1", "f2"}, *const head[] = {"h0", "h1", "h2"};
  for (int i = 0; i < 3; i++) {
    double length = i == 2 ? third : 1;
    PawlBodyId crank = rod_between(m, names[i], i, 0, i + 0.5 * length, length);
    pin(m, foot[i], ground, crank, i, 0);
    add_joint(m, head[i], PAWL_JOINT_REVOLUTE, add_frame(m, crank, i + 0.5 * length, length, 0, 2, 0),
              add_frame(m, platform, i + 0.5, 1, 0, 2, 0));
  }
  return m;
}

// 4 bodies: 12 - 12 = 0, but three equal parallel cranks move: one redundancy.
static void three_parallel_cranks(void **state) {
  (void)state;
  PawlMechanism *k = compile(parallel_cranks(1));
  assert_true(k->planar);
  assert_int_equal(k->rows, 12);
  assert_int_equal(k->mobility, 1);
  assert_int_equal(k->redundancies, 1);
  assert_false(k->singular_start);
  pawl_mechanism_free(k);
}

// With a third crank longer by a tenth the mechanism is a frame: nothing moves, nothing is redundant.
static void three_unequal_cranks(void **state) {
  (void)state;
  PawlMechanism *k = compile(parallel_cranks(1.1));
  assert_int_equal(k->mobility, 0);
  assert_int_equal(k->redundancies, 0);
  pawl_mechanism_free(k);
}

// 5 bodies, 6 revolute joints: 30 - 30 = 0, moves by its shape.
static void bricard_moves_by_its_shape(void **state) {
  (void)state;
  static const double point[6][3] = {{0, 0, 0}, {1, 0, 0}, {1, -1, 0}, {1, -1, 1}, {0, -1, 1}, {0, 0, 1}};
  static const char *const body_name[] = {"r1", "r2", "r3", "r4", "r5"}, *const joint_name[] = {"j1", "j2", "j3",
                                                                                                "j4", "j5", "j6"};
  PawlModel *m = new_model(0, -G);
  PawlBodyId body[7] = {pawl_model_ground(m)};
  body[6] = body[0];
  for (int i = 0; i < 5; i++) {
    body[i + 1] = add_body(m, body_name[i], 1, 0.08, 0.08, 0.08, (point[i][0] + point[i + 1][0]) / 2,
                           (point[i][1] + point[i + 1][1]) / 2, (point[i][2] + point[i + 1][2]) / 2);
  }
  for (int i = 0; i < 6; i++) {
    PawlFrameId frame[2];
    int axis = (i + 1) % 3;  // y z x y z x: the frame's z axis is turned there
    for (int side = 0; side < 2; side++) {
      int b = i + side;
      double at[3] = {point[i][0], point[i][1], point[i][2]};
      for (int c = 0; c < 3 && b > 0 && b < 6; c++) at[c] -= (point[b - 1][c] + point[b][c]) / 2;
      frame[side] = add_frame(m, body[b], at[0], at[1], at[2], axis == 1 ? 0 : 1, axis == 2 ? 0 : axis == 1 ? -PI / 2 : PI / 2);
    }
    add_joint(m, joint_name[i], PAWL_JOINT_REVOLUTE, frame[0], frame[1]);
  }
  PawlMechanism *k = compile(m);
  assert_false(k->planar);
  assert_int_equal(k->rows, 30);
  assert_int_equal(k->mobility, 1);
  assert_int_equal(k->redundancies, 1);
  assert_false(k->singular_start);
  pawl_mechanism_free(k);
}

// n squares in a row, n + 1 verticals on ground; the redundant rows of each square are found in its own loop, also where the
// mechanism is too large for one dense matrix (605 rows in space).
static PawlModel *squares(int n, PawlPlanar planar, PawlJointId foot[2]) {
  PawlModel *m = new_model(0, -G);
  PawlBodyId ground = pawl_model_ground(m), before = {0};
  for (int i = 0; i <= n; i++) {
    char name[4][16];
    for (int c = 0; c < 4; c++) snprintf(name[c], sizeof name[c], "%c%d", "vhab"[c], i);
    PawlBodyId vertical = rod_between(m, name[0], i, 0, i, 1);
    PawlJointId joint = pin(m, name[0], ground, vertical, i, 0);
    if (i < 2) foot[i] = joint;
    if (i > 0) {
      PawlBodyId horizontal = rod_between(m, name[1], i - 1, 1, i, 1);
      pin(m, name[2], before, horizontal, i - 1, 1);
      pin(m, name[3], vertical, horizontal, i, 1);
    }
    before = vertical;
  }
  assert_int_equal(pawl_model_set_planar(m, planar), PAWL_OK);
  return m;
}

static void large_mechanisms(void **state) {
  (void)state;
  PawlJointId foot[2];
  PawlMechanism *k = compile(squares(40, PAWL_PLANAR_NO, foot));
  assert_int_equal(k->rows, 605);
  assert_int_equal(k->redundancies, 120);
  assert_int_equal(k->mobility, 1);
  pawl_mechanism_free(k);
  // a belt between two verticals, which stay parallel anyway; seen only when several rows of the loop are taken together
  PawlModel *m = squares(100, PAWL_PLANAR_YES, foot);
  PawlCouplerDef def = pawl_coupler_def_default();
  def.name = "belt";
  def.count = 2;
  def.coordinate = (const PawlCoordinate[]){{foot[0], NULL}, {foot[1], NULL}};
  def.factor = (const double[]){1, -1};
  assert_int_equal(pawl_model_add_coupler(m, &def, NULL, NULL), PAWL_OK);
  k = compile(m);
  assert_int_equal(k->rows, 603);
  assert_int_equal(k->redundancies, 1);
  assert_true(k->row[k->coupler[0].row].redundant);
  assert_int_equal(k->mobility, 1);
  pawl_mechanism_free(k);
  char text[4000];  // two drives for one freedom
  m = squares(100, PAWL_PLANAR_YES, foot);
  drive(m, foot[0], NULL, "0.1*sin(t)");
  drive(m, foot[1], NULL, "0.1*sin(t)");
  assert_int_equal(try_compile(m, text, &k), PAWL_ERR_INPUT);
  assert_non_null(strstr(text, "drive 'v1.angle'"));
}

// A second drive on a mechanism with one freedom is refused, whether it says the same as the first or not.
static void second_drive_is_refused(void **state) {
  (void)state;
  static const char *const second[] = {"-0.2*cos(t)", "0.3"};
  for (int i = 0; i < 2; i++) {
    char text[4000];
    PawlModel *m = new_model(0, -G);
    PawlBodyId ground = pawl_model_ground(m), wheel[2] = {body_at(m, "w1", 1, 1, 0, 0), body_at(m, "w2", 1, 1, 3, 0)};
    PawlJointId joint[2] = {pin(m, "a", ground, wheel[0], 0, 0), pin(m, "b", ground, wheel[1], 3, 0)};
    PawlCouplerDef def = pawl_coupler_def_default();
    PawlMechanism *k;
    def.name = "gears";
    def.count = 2;
    def.coordinate = (const PawlCoordinate[]){{joint[0], NULL}, {joint[1], NULL}};
    def.factor = (const double[]){1, 2};
    assert_int_equal(pawl_model_add_coupler(m, &def, NULL, NULL), PAWL_OK);
    drive(m, joint[0], NULL, "0.4*cos(t)");
    drive(m, joint[1], NULL, second[i]);
    assert_int_equal(try_compile(m, text, &k), PAWL_ERR_INPUT);
    assert_null(k);
    assert_non_null(strstr(text, "drive 'b.angle'"));  // named after its coordinate
  }
}

// A bar pinned to ground at two points that are 1 apart on ground and 1.001 on the bar.
static void contradiction_is_named(void **state) {
  (void)state;
  char text[4000];
  PawlModel *m = new_model(0, -G);
  PawlBodyId ground = pawl_model_ground(m), bar = rod_between(m, "bar", 0, 0, 1, 0);
  PawlMechanism *k;
  pin(m, "left", ground, bar, 0, 0);
  add_joint(m, "right", PAWL_JOINT_REVOLUTE, add_frame(m, ground, 1, 0, 0, 2, 0), add_frame(m, bar, 1.001, 0, 0, 2, 0));
  assert_int_equal(try_compile(m, text, &k), PAWL_ERR_ASSEMBLY);
  assert_null(k);
  assert_non_null(strstr(text, "'right'"));
  assert_non_null(strstr(text, "0.001 m"));
}

static void freedom_without_inertia_is_named(void **state) {
  (void)state;
  char text[4000];
  PawlModel *m = new_model(0, -G);
  PawlBodyId ground = pawl_model_ground(m), arm = rod_between(m, "arm", 0, 0, 1, 0), flag = body_at(m, "flag", 0, 0, 1, 0);
  PawlMechanism *k;
  pin(m, "a", ground, arm, 0, 0);
  pin(m, "b", arm, flag, 1, 0);
  assert_int_equal(try_compile(m, text, &k), PAWL_ERR_INPUT);
  assert_non_null(strstr(text, "'flag'"));
  assert_non_null(strstr(text, "turning"));

  m = new_model(0, -G);  // in space: a point that may leave along y
  assert_int_equal(pawl_model_set_planar(m, PAWL_PLANAR_NO), PAWL_OK);
  ground = pawl_model_ground(m);
  PawlBodyId block = add_body(m, "block", 1, 1, 1, 1, 0, 0, 0), runner = add_body(m, "runner", 0, 0, 0, 0, 0, 0, 0);
  add_joint(m, "a", PAWL_JOINT_PRISMATIC, add_frame(m, ground, 0, 0, 0, 2, 0), add_frame(m, block, 0, 0, 0, 2, 0));
  add_joint(m, "b", PAWL_JOINT_PRISMATIC, add_frame(m, block, 0, 0, 0, 0, -PI / 2), add_frame(m, runner, 0, 0, 0, 0, -PI / 2));
  assert_int_equal(try_compile(m, text, &k), PAWL_ERR_INPUT);
  assert_non_null(strstr(text, "'runner'"));
  assert_non_null(strstr(text, "along y"));
}

static PawlModel *slider_crank(double slider_mass) {
  PawlModel *m = new_model(0, -G);
  double c = cos(PI / 4);
  PawlBodyId ground = pawl_model_ground(m), crank = rod_between(m, "crank", 0, 0, c, c),
             rod = rod_between(m, "rod", c, c, 2 * c, 0);
  PawlBodyId slider = body_at(m, "slider", slider_mass, 0, 2 * c, 0);
  pin(m, "main", ground, crank, 0, 0);
  pin(m, "knee", crank, rod, c, c);
  pin(m, "wrist", rod, slider, 2 * c, 0);
  slide(m, "guide", ground, slider, 2 * c, 0, 0);
  return m;
}

// Tied to a rod that has mass, a massless slider moves mass wherever it goes.
static void massless_slider_is_legal(void **state) {
  (void)state;
  PawlMechanism *k = compile(slider_crank(0));
  assert_int_equal(k->mobility, 1);
  assert_int_equal(k->redundancies, 0);
  pawl_mechanism_free(k);
}

// A parallelogram drawn flat: there the two branches meet, and one row less is independent than anywhere else.
static void flat_start_is_recognised(void **state) {
  (void)state;
  PawlModel *m = new_model(0, -G);
  PawlBodyId ground = pawl_model_ground(m), c1 = rod_between(m, "c1", 0, 0, 1, 0), c2 = rod_between(m, "c2", 2, 0, 3, 0);
  PawlBodyId top = rod_between(m, "top", 1, 0, 3, 0);
  PawlMessages *messages = pawl_messages_create();
  PawlRunOptions options = pawl_run_options_default();
  PawlSimulation *s;
  pin(m, "f1", ground, c1, 0, 0);
  pin(m, "f2", ground, c2, 2, 0);
  pin(m, "h1", c1, top, 1, 0);
  pin(m, "h2", c2, top, 3, 0);
  PawlMechanism *k = compile(m);
  assert_true(k->singular_start);
  assert_int_equal(k->mobility, 1);
  assert_int_equal(k->redundancies, 0);
  assert_int_equal(pawl_simulation_create(k, &options, messages, &s), PAWL_OK);
  assert_int_equal(pawl_simulation_assemble(s, messages), PAWL_ERR_SINGULAR);
  assert_int_equal(pawl_messages_errors(messages), 1);
  assert_non_null(strstr(pawl_messages_get(messages, 0).text, "singular"));
  pawl_simulation_free(s);
  pawl_mechanism_free(k);
  pawl_messages_free(messages);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(four_bar_in_plane_and_space),
      cmocka_unit_test(three_parallel_cranks),
      cmocka_unit_test(three_unequal_cranks),
      cmocka_unit_test(bricard_moves_by_its_shape),
      cmocka_unit_test(large_mechanisms),
      cmocka_unit_test(second_drive_is_refused),
      cmocka_unit_test(contradiction_is_named),
      cmocka_unit_test(freedom_without_inertia_is_named),
      cmocka_unit_test(massless_slider_is_legal),
      cmocka_unit_test(flat_start_is_recognised),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
