// Tree, chords and loops; the trigger mechanism and the crank-slider with four-bar are those of W96 2.2.2.
#include "analysis/check.h"
#include "models.h"
#include "topology/topology.h"

typedef struct {
  const char *name;
  int body[2];  // 1 is ground
} Edge;

// The kind of joint does not matter to the graph.
static PawlMechanism *graph(int bodies, const Edge *edge, int edges) {
  PawlModel *m = pawl_model_create();
  PawlBodyId body[16] = {{0}, pawl_model_ground(m)};
  for (int i = 2; i <= bodies; i++) {
    char name[8];
    snprintf(name, sizeof name, "L%d", i);
    body[i] = add_body(m, name, 1, 1, 1, 1, i, 0, 0);
  }
  for (int e = 0; e < edges; e++) {
    add_joint(m, edge[e].name, PAWL_JOINT_REVOLUTE, add_frame(m, body[edge[e].body[0]], 0, 0, 0, 2, 0),
              add_frame(m, body[edge[e].body[1]], 0, 0, 0, 2, 0));
  }
  PawlMechanism *k = build(m);
  assert_int_equal(pw_topology_analyse(k), PAWL_OK);
  return k;
}

// "+R12 +C23 -R13"
static const char *loop_text(const PawlMechanism *k, int32_t chord, char out[200]) {
  int32_t loop[32], n = pw_check_loop(k, chord, loop);
  out[0] = 0;
  for (int32_t i = 0; i < n; i++) {
    sprintf(out + strlen(out), "%s%c%s", i ? " " : "", loop[i] > 0 ? '+' : '-', k->joint[abs(loop[i]) - 1].name);
  }
  return out;
}

static void check_tree(const PawlMechanism *k, const char *const *joints) {
  for (int32_t b = 1; b < k->bodies; b++) {
    assert_true(k->topology.parent_joint[b] >= 0);
    assert_string_equal(k->joint[k->topology.parent_joint[b]].name, joints[b - 1]);
  }
}

static void check_chord(const PawlMechanism *k, int32_t c, const char *name, const char *loop) {
  char text[200];
  assert_string_equal(k->joint[k->topology.chord[c]].name, name);
  assert_string_equal(loop_text(k, c, text), loop);
}

static void trigger_mechanism(void **state) {
  (void)state;
  static const Edge edge[] = {{"R12", {1, 2}}, {"R13", {1, 3}}, {"R14", {1, 4}}, {"P16", {1, 6}}, {"R35", {3, 5}},
                              {"C23", {2, 3}}, {"C45", {4, 5}}, {"C56", {5, 6}}, {"C26", {2, 6}}, {"C24", {2, 4}}};
  PawlMechanism *k = graph(6, edge, 10);
  check_tree(k, (const char *[]){"R12", "R13", "R14", "R35", "P16"});
  assert_int_equal(k->topology.components, 1);
  assert_int_equal(k->topology.chords, 5);
  check_chord(k, 0, "C23", "+R12 +C23 -R13");
  check_chord(k, 1, "C45", "+R14 +C45 -R35 -R13");  // the source goes round the other way
  check_chord(k, 2, "C56", "+R13 +R35 +C56 -P16");
  check_chord(k, 3, "C26", "+R12 +C26 -P16");
  check_chord(k, 4, "C24", "+R12 +C24 -R14");
  pawl_mechanism_free(k);
}

static void crank_slider_with_four_bar(void **state) {
  (void)state;
  static const Edge edge[] = {{"R12", {1, 2}}, {"P14", {1, 4}}, {"R15", {1, 5}}, {"R17", {1, 7}}, {"R23", {2, 3}},
                              {"R56", {5, 6}}, {"R34", {3, 4}}, {"R67", {6, 7}}, {"C45", {4, 5}}};
  PawlMechanism *k = graph(7, edge, 9);
  check_tree(k, (const char *[]){"R12", "R23", "P14", "R15", "R56", "R17"});
  assert_int_equal(k->topology.chords, 3);
  check_chord(k, 0, "R34", "+R12 +R23 +R34 -P14");
  check_chord(k, 1, "R67", "+R15 +R56 +R67 -R17");
  check_chord(k, 2, "C45", "+P14 +C45 -R15");
  pawl_mechanism_free(k);
}

// The matrices as rows of signs: "-+0..." by joint.
static void check_rows(const int8_t *entries, int32_t columns, const char *const *expected, int32_t count) {
  for (int32_t r = 0; r < count; r++) {
    char text[40] = "";
    for (int32_t j = 0; j < columns; j++) text[j] = "-0+"[entries[r * columns + j] + 1];
    text[columns] = 0;
    assert_string_equal(text, expected[r]);
  }
}

// Every loop leaves each body as often as it comes to it: the product of the two matrices vanishes (W96 2.2.2, theorem 2).
static void check_product(const PwCheckMatrices *m) {
  for (int32_t b = 0; b < m->graph.nodes; b++) {
    for (int32_t c = 0; c < m->topology.chords; c++) {
      int sum = 0;
      for (int32_t j = 0; j < m->graph.edges; j++) sum += m->incidence[b * m->graph.edges + j] * m->loops[c * m->graph.edges + j];
      assert_int_equal(sum, 0);
    }
  }
}

static PawlMechanism *example(const char *name) {
  char path[300];
  PawlModel *model = NULL;
  PawlMechanism *k = NULL;
  snprintf(path, sizeof path, PAWL_SOURCE_DIR "/examples/%s/%s.yaml", name, name);
  assert_int_equal(pawl_model_load(path, NULL, 0, NULL, &model), PAWL_OK);
  assert_int_equal(pawl_mechanism_compile(model, NULL, &k), PAWL_OK);
  pawl_model_free(model);
  return k;
}

// Joints R12 R13 R14 P16 R35, then contacts C23 C24 C45 C56 C26; links 1 to 6. Its loops are those of W96 2.2.2-19 with the
// columns and rows in this order, and with the sign that makes the chord +1 (there it is -1).
static void trigger_matrices(void **state) {
  (void)state;
  PawlMechanism *k = example("sear-trigger");
  PwArena arena = {0};
  PwCheckMatrices m = {0};
  assert_int_equal(pw_check_matrices(k, true, &arena, &m), PAWL_OK);
  assert_int_equal(m.graph.edges, 10);
  assert_int_equal(m.topology.chords, 5);
  check_rows(m.incidence, 10,
             (const char *[]){"----000000", "+0000--00-", "0+00-+0000", "00+000+-00", "0000+00+-0", "000+0000++"}, 6);
  check_rows(m.loops, 10, (const char *[]){"+-000+0000", "+0-000+000", "0-+0-00+00", "0+0-+000+0", "+00-00000+"}, 5);
  check_product(&m);
  pw_arena_free(&arena);
  // without contacts: a tree
  assert_int_equal(pw_check_matrices(k, false, &arena, &m), PAWL_OK);
  assert_int_equal(m.graph.edges, 5);
  assert_int_equal(m.topology.chords, 0);
  pw_arena_free(&arena);
  pawl_mechanism_free(k);
}

// Matrices that nobody could read are not made.
static void large_matrices(void **state) {
  (void)state;
  PwJoint *joint = calloc(2000, sizeof *joint);
  PawlMechanism k = {.bodies = 2001, .joints = 2000, .joint = joint};
  PwArena arena = {0};
  PwCheckMatrices m = {0};
  assert_non_null(joint);
  for (int32_t j = 0; j < k.joints; j++) joint[j].body[1] = j + 1;
  assert_int_equal(pw_check_matrices(&k, false, &arena, &m), PAWL_ERR_LIMIT);
  pw_arena_free(&arena);
  free(joint);
}

static void crank_slider_matrices(void **state) {
  (void)state;
  PawlMechanism *k = example("crank-slider-four-bar");
  PwArena arena = {0};
  PwCheckMatrices m = {0};
  assert_int_equal(pw_check_matrices(k, true, &arena, &m), PAWL_OK);
  assert_int_equal(m.topology.chords, 3);
  static const char *const chords[] = {"R34", "R67", "C45"}, *const loops[] = {"+++-00000", "0000-+-+0", "000+-000+"};
  for (int c = 0; c < 3; c++) assert_string_equal(m.name[m.topology.chord[c]], chords[c]);
  check_rows(m.loops, 9, loops, 3);  // R12 R23 R34 P14 R15 R17 R56 R67 C45; R67 is drawn from the link to the coupler
  check_product(&m);                 // with one chord per loop this has one solution, that of W96 2.2.2-16
  assert_int_equal(k->mobility, 2);
  pw_arena_free(&arena);
  pawl_mechanism_free(k);
}

static void printed_matrices(void **state) {
  (void)state;
  PawlMechanism *k = example("sear-trigger");
  PawlCheckOptions options = pawl_check_options_default();
  char *text = NULL;
  options.matrices = options.contacts = true;
  assert_int_equal(pawl_check(k, &options, NULL, &text), PAWL_OK);
  assert_non_null(strstr(text, "\n  sear     +1   0   0   0   0  -1  -1   0   0  -1\n"));
  assert_non_null(strstr(text, "\n  C23      +1  -1   0   0   0  +1   0   0   0   0\n"));
  pawl_text_free(text);
  options.json = true;
  assert_int_equal(pawl_check(k, &options, NULL, &text), PAWL_OK);
  json_t *root = json_loads(text, 0, NULL), *matrices = json_object_get(root, "matrices");
  assert_int_equal(json_array_size(json_object_get(matrices, "incidence")), 6);
  assert_int_equal(json_array_size(json_object_get(matrices, "loops")), 5);
  assert_int_equal(json_integer_value(json_array_get(json_array_get(json_object_get(matrices, "loops"), 4), 3)), -1);
  assert_string_equal(json_string_value(json_array_get(json_object_get(matrices, "tree"), 4)), "R35");
  json_decref(root);
  pawl_text_free(text);
  options.size = 1;
  assert_int_equal(pawl_check(k, &options, NULL, &text), PAWL_ERR_ARGUMENT);
  pawl_mechanism_free(k);
  // an open chain and a free body; no loop
  static const Edge edge[] = {{"a", {1, 2}}, {"b", {2, 3}}};
  k = graph(4, edge, 2);
  PwArena arena = {0};
  PwCheckMatrices m = {0};
  PwText out = {0};
  assert_int_equal(pw_check_matrices(k, true, &arena, &m), PAWL_OK);
  check_rows(m.incidence, 2, (const char *[]){"-0", "+-", "0+", "00"}, 4);
  pw_check_matrices_text(k, &m, &out);
  assert_non_null(strstr(out.data, "there is no loop:\nends of open chains: L3\nfree bodies: L4\n"));
  pw_text_free(&out);
  pw_arena_free(&arena);
  pawl_mechanism_free(k);
}

// Signs follow the orientation of the joints, not of the tree.
static void joints_against_the_tree(void **state) {
  (void)state;
  static const Edge edge[] = {{"a", {2, 1}}, {"b", {3, 2}}, {"c", {1, 3}}, {"d", {4, 3}}, {"e", {2, 4}}};
  PawlMechanism *k = graph(4, edge, 5);
  check_tree(k, (const char *[]){"a", "c", "e"});
  assert_int_equal(k->topology.chords, 2);
  check_chord(k, 0, "b", "+c +b +a");
  check_chord(k, 1, "d", "-a +e +d -c");
  pawl_mechanism_free(k);
}

// Two components: each has its own root, and a chord stays in its component.
static void components_have_their_own_roots(void **state) {
  (void)state;
  static const Edge edge[] = {{"a", {1, 2}}, {"b", {4, 3}}, {"c", {3, 5}}, {"d", {5, 4}}};
  PawlMechanism *k = graph(6, edge, 4);
  assert_int_equal(k->topology.components, 3);  // ground with L2; L3 L4 L5; L6
  assert_int_equal(k->topology.parent[2], -1);
  assert_int_equal(k->topology.parent[3], 2);
  assert_int_equal(k->topology.parent[4], 2);
  assert_int_equal(k->topology.parent[5], -1);
  assert_int_equal(k->topology.parent_joint[5], -1);
  assert_int_equal(k->topology.chords, 1);
  check_chord(k, 0, "d", "+c +d +b");
  pawl_mechanism_free(k);
}

// Two joints between the same bodies are a loop of two.
static void parallel_joints(void **state) {
  (void)state;
  static const Edge edge[] = {{"a", {1, 2}}, {"b", {1, 2}}, {"c", {2, 1}}};
  PawlMechanism *k = graph(2, edge, 3);
  assert_int_equal(k->topology.chords, 2);
  check_chord(k, 0, "b", "+b -a");
  check_chord(k, 1, "c", "+a +c");
  pawl_mechanism_free(k);
}

// Parents come before their children, also along a long chain given backwards.
static void order_of_a_chain(void **state) {
  (void)state;
  Edge edge[13];
  char name[13][16];
  for (int i = 0; i < 13; i++) {
    snprintf(name[i], sizeof name[i], "j%d", i);
    edge[i] = (Edge){name[i], {14 - i, 13 - i}};
  }
  PawlMechanism *k = graph(14, edge, 13);
  assert_int_equal(k->topology.chords, 0);
  for (int32_t i = 0; i < k->bodies; i++) {
    assert_int_equal(k->topology.order[i], i);
    assert_int_equal(k->topology.depth[i], i);
  }
  pawl_mechanism_free(k);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(trigger_mechanism),       cmocka_unit_test(crank_slider_with_four_bar),
      cmocka_unit_test(trigger_matrices),        cmocka_unit_test(crank_slider_matrices),
      cmocka_unit_test(large_matrices),          cmocka_unit_test(printed_matrices),
      cmocka_unit_test(joints_against_the_tree), cmocka_unit_test(components_have_their_own_roots),
      cmocka_unit_test(parallel_joints),         cmocka_unit_test(order_of_a_chain),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
