// The watch: touches taken away by hand, as if they had been lost on the way, and no search due. What is shallow is searched for
// and goes on; what is deep stops the run and says where. The expected place is that of a body that falls freely.
#include "check.h"
#include "pawl/run.h"
#include "simulate/simulation.h"

static const char *const plane =
    "planar: true\ngravity: [0, -10]\nparameters: {step: 0.01, gap: 0.2}\nbodies:\n"
    "  ground: {profiles: {block: {start: [-1, -0.5], chain: [{line: {to: [1, -0.5]}}, {line: {to: [1, 0]}}, {line: {to: [-1, "
    "0]}}, "
    "{line: {to: [-1, -0.5]}}]}}}\n"
    "  ball: {mass: 1, inertia: 1, position: [0.2, 0.1 + gap], profiles: {o: {circle: {radius: 0.1}}}}\n"
    "contacts: {c: {profiles: [ball.o, ground.block]}}\n"
    "analysis: {duration: 1, max_step: step, formulation: multipliers}\n";

static const char *const space =
    "gravity: [0, 0, -10]\nparameters: {step: 0.01, gap: 0.2}\nbodies:\n  ground: {surfaces: {floor: {plane: {size: [4, 4]}}}}\n"
    "  ball: {mass: 1, inertia: 1, position: [0.2, 0, 0.1 + gap], surfaces: {o: {ellipsoid: {half_axes: [0.15, 0.12, 0.1]}}}}\n"
    "contacts: {c: {surfaces: [ball.o, ground.floor]}}\n"
    "analysis: {duration: 1, max_step: step, formulation: multipliers}\n";

typedef struct {
  PawlMessages *messages;
  PawlModel *model;
  PawlMechanism *k;
  PawlSimulation *s;
} Run;

static Run start(const char *text, const char *const overrides[], int count) {
  Run r = {.messages = pawl_messages_create()};
  assert_int_equal(pawl_model_parse("m.yaml", text, strlen(text), overrides, count, r.messages, &r.model), PAWL_OK);
  assert_int_equal(pawl_mechanism_compile(r.model, r.messages, &r.k), PAWL_OK);
  PawlRunOptions options = pawl_mechanism_run_options(r.k);
  assert_int_equal(pawl_simulation_create(r.k, &options, r.messages, &r.s), PAWL_OK);
  assert_int_equal(pawl_simulation_assemble(r.s, r.messages), PAWL_OK);
  return r;
}

static void end(Run *r) {
  pawl_simulation_free(r->s);
  pawl_mechanism_free(r->k);
  pawl_model_free(r->model);
  pawl_messages_free(r->messages);
}

static void lose(PawlSimulation *s) {
  while (s->contact.touches.count) pw_touches_remove(&s->contact.touches, 0);
  for (int32_t i = 0; i < s->contact.touches.nears; i++) {
    PwPairMemory *memory = &s->contact.touches.near[i].pair;
    memory->reach = memory->sure = INFINITY;
  }
  assert_int_equal(pw_formulation_set_touches(s->formulation, &s->contact.touches, false), PAWL_OK);
}

// It falls by 20 um in 2 ms. Steps of 0.1 ms go in by 2 um each, less than what cannot be rounding.
static void test_slow_overlaps_are_seen(void **state) {
  (void)state;
  const char *const text[] = {plane, space}, *const overrides[] = {"step=1e-4", "gap=2e-5", NULL};
  for (int i = 0; i < 2; i++) {
    Run r = start(text[i], overrides, 2);
    lose(r.s);
    assert_int_equal(pawl_simulation_advance(r.s, 0.01, r.messages), PAWL_OK);
    assert_int_equal(r.s->contact.touches.count, 1);
    assert_int_equal(r.s->contact.touches.touch[0].state, PW_TOUCH_CLOSED);
    CHECK_CLOSE(r.s->y[i ? 2 : 1], 0.1, 1e-10);
    end(&r);
  }
}

// It falls by 0.2 m in 0.2 s.
static void test_fast_overlaps_are_seen(void **state) {
  (void)state;
  const char *const text[] = {plane, space};
  for (int i = 0; i < 2; i++) {
    Run r = start(text[i], NULL, 0);
    assert_int_equal(pawl_simulation_advance(r.s, 0.19, r.messages), PAWL_OK);
    PawlStatus status = PAWL_OK;
    for (int n = 0; n < 20 && status == PAWL_OK; n++) {
      lose(r.s);
      status = pawl_simulation_advance(r.s, 0.19 + 0.01 * (n + 1), r.messages);
    }
    assert_int_equal(status, PAWL_ERR_STEP);
    const char *said = pawl_messages_get(r.messages, pawl_messages_count(r.messages) - 1).text;
    double t = 0, depth = 0, x = 0;
    assert_int_equal(
        sscanf(said, "contact 'c': at t = %lf s the bodies 'ball' and 'ground' are inside each other, by %lf m near (%lf,", &t,
               &depth, &x),
        3);
    CHECK_CLOSE(depth, 5 * t * t - 0.2, 1e-4);
    CHECK_CLOSE(x, 0.2, 1e-9);
    assert_true(t < 0.22);
    end(&r);
  }
}

// A small body put into a large one, as if it had come there between two instants: the large one's half axes are 1, 0.8 and 0.6,
// a torus's tube 0.3. Only the centre of the small ball is chosen, so it is deeper than 0.6 - 0.05 - 0.1, or than 0.3 - 0.1 -
// 0.05.
static const char *const within =
    "bodies:\n  ground: {surfaces: {o: {%s}}}\n"
    "  b: {mass: 1, inertia: 1, position: [0, 0, 2], surfaces: {o: {%s}}}\n"
    "contacts: {c: {surfaces: [%s]}}\nanalysis: {duration: 1, formulation: multipliers}\n";

static void test_bodies_inside_others_are_seen(void **state) {
  (void)state;
  static const struct {
    const char *large, *small;
    double x[3], depth;  // of the centre; at least
  } LIST[] = {{"ellipsoid: {half_axes: [1, 0.8, 0.6]}", "sphere: {radius: 0.05}", {0.1, 0, 0.05}, 0.4},
              {"ellipsoid: {half_axes: [1, 0.8, 0.6]}", "torus: {radius: 0.05, tube: 0.01}", {0, 0.1, 0}, 0.4},
              {"torus: {radius: 1, tube: 0.3}", "ellipsoid: {half_axes: [0.05, 0.04, 0.03]}", {1, 0.05, 0}, 0.15},
              {"sphere: {radius: 1}, inside: true", "sphere: {radius: 0.05}", {0, 0, 3}, 1.9},
              {"torus: {radius: 1, tube: 0.3}", "sphere: {radius: 0.05}", {0, 0, 0}, 0},
              {"sphere: {radius: 1}, inside: true", "sphere: {radius: 0.05}", {0.1, 0, 0.05}, 0}};
  for (int i = 0; i < 2 * (int)(sizeof LIST / sizeof *LIST); i++) {
    char text[1000];
    bool cavity = strstr(LIST[i / 2].large, "inside");
    snprintf(text, sizeof text, within, LIST[i / 2].large, LIST[i / 2].small, i % 2 ? "b.o, ground.o" : "ground.o, b.o");
    if (cavity) memcpy(strstr(text, "[0, 0, 2]"), "[0, 0, 0]", 9);
    Run r = start(text, NULL, 0);
    assert_int_equal(pw_contact_watch(r.s, 0, r.s->y, r.messages), PAWL_OK);
    for (int k = 0; k < 3; k++) r.s->y[k] = LIST[i / 2].x[k];
    PawlStatus status = pw_contact_watch(r.s, 0, r.s->y, r.messages);
    double depth = 0;
    assert_int_equal(status, LIST[i / 2].depth > 0 ? PAWL_ERR_STEP : PAWL_OK);
    if (status) {
      const char *said = strstr(pawl_messages_get(r.messages, pawl_messages_count(r.messages) - 1).text, "inside each other, by");
      assert_non_null(said);
      assert_int_equal(sscanf(said, "inside each other, by %lf", &depth), 1);
      assert_true(depth >= LIST[i / 2].depth);
    }
    end(&r);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_slow_overlaps_are_seen), cmocka_unit_test(test_fast_overlaps_are_seen),
                                     cmocka_unit_test(test_bodies_inside_others_are_seen)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
