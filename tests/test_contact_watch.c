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
  for (int32_t c = 0; c < s->k->contacts; c++) s->contact.touches.pair[c].reach = s->contact.touches.pair[c].sure = INFINITY;
  assert_int_equal(pw_formulation_set_touches(s->formulation, &s->contact.touches, false), PAWL_OK);
}

// It falls by 20 um in 2 ms. Steps of 0.1 ms go in by 2 um each, less than what cannot be rounding.
static void test_shallow(void **state) {
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
static void test_deep(void **state) {
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

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_shallow), cmocka_unit_test(test_deep)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
