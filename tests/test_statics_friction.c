// Rest with friction: the forces are inside their cones, and what they cannot hold is said.
#include "check.h"
#include "pawl/run.h"
#include "simulate/simulation.h"

#define PI 3.14159265358979323846

typedef struct {
  PawlModel *model;
  PawlMechanism *k;
  PawlSimulation *s;
  PawlMessages *messages;
  PawlStatus status;  // of statics
} Setting;

// Starts from statics; duration of what follows by pawl_simulation_advance.
static Setting begin(const char *text, PawlFormulation formulation) {
  Setting s = {.messages = pawl_messages_create()};
  PawlStatus status = pawl_model_parse("m.yaml", text, strlen(text), NULL, 0, s.messages, &s.model);
  if (status == PAWL_OK) status = pawl_mechanism_compile(s.model, s.messages, &s.k);
  for (int i = 0; i < pawl_messages_count(s.messages); i++) print_message("%s\n", pawl_messages_get(s.messages, i).text);
  assert_int_equal(status, PAWL_OK);
  PawlRunOptions options = pawl_mechanism_run_options(s.k);
  options.formulation = formulation;
  options.from_statics = true;
  assert_int_equal(pawl_simulation_create(s.k, &options, s.messages, &s.s), PAWL_OK);
  s.status = pawl_simulation_assemble(s.s, s.messages);
  return s;
}

static void end(Setting *s) {
  pawl_simulation_free(s->s);
  pawl_mechanism_free(s->k);
  pawl_model_free(s->model);
  pawl_messages_free(s->messages);
}

// A block 0.4 x 0.2, 2 kg, on a slope (gravity is turned), `lift` above it, mu 0.4 (case D9).
static const char *block(double degrees, double lift) {
  static char text[1024];
  double a = degrees * PI / 180;
  snprintf(
      text, sizeof text,
      "planar: true\n"
      "gravity: [%.17g, %.17g]\n"
      "bodies:\n"
      "  ground: {profiles: {floor: {start: [20, 0], closed: false, chain: [{line: {to: [-20, 0]}}]}}}\n"
      "  block: {mass: 2, inertia: 0.05, position: [0.3, %.17g], profiles: {outline: {start: [-0.2, -0.1], chain: [{line: {to: "
      "[0.2, -0.1]}}, {line: {to: [0.2, 0.1]}}, {line: {to: [-0.2, 0.1]}}, {line: {to: [-0.2, -0.1]}}]}}}\n"
      "contacts: {rest: {profiles: [block.outline, ground.floor], friction: 0.4}}\n"
      "analysis: {type: dynamics, duration: 5}\n",
      9.81 * sin(a), -9.81 * cos(a), 0.1 + lift);
  return text;
}

// Forces of the two corners along the slope, each within its cone.
static void check_block(Setting *s, double degrees) {
  double a = degrees * PI / 180, along = 0, across = 0;
  const PwTouches *touches = &s->s->contact.touches;
  PwSolution solution;
  assert_int_equal(pw_formulation_solve(s->s->formulation, 0, s->s->y, &solution), PAWL_OK);
  for (int32_t i = 0; i < touches->count; i++) {
    double force[PW_GRIP_ROWS] = {0}, N = pw_normal_force(&solution.touch, i);
    pw_grip_force(&solution.touch, i, PW_GRIP_SLIP, force);
    assert_true(fabs(force[0]) <= 0.4 * N * (1 + 1e-9));
    along += fabs(force[0]);
    across += N;
  }
  CHECK_CLOSE(along, 2 * 9.81 * sin(a), 1e-11);
  CHECK_CLOSE(across, 2 * 9.81 * cos(a), 1e-11);
}

// Up to atan(0.4) = 21.801 deg it rests where it is drawn, and stays there; its friction is m g sin. At 21.7 deg equal shares
// would break the cone of one corner (case D9). Dropped it falls onto the slope and moves until friction holds it.
static void test_block_holds(void **state) {
  (void)state;
  const double degrees[] = {5, 20, 21.7, 20};
  for (int i = 0; i < 8; i++) {
    Setting s =
        begin(block(degrees[i / 2], i / 2 == 3 ? 0.05 : 0), i % 2 ? PAWL_FORMULATION_CANONICAL : PAWL_FORMULATION_MULTIPLIERS);
    assert_int_equal(s.status, PAWL_OK);
    check_block(&s, degrees[i / 2]);
    if (i / 2 < 3) CHECK_CLOSE(s.s->y[0], 0.3, 1e-14);
    CHECK_CLOSE(s.s->y[1], 0.1, 1e-14);
    double x = s.s->y[0];
    assert_int_equal(pawl_simulation_advance(s.s, 5, s.messages), PAWL_OK);
    CHECK_CLOSE(s.s->sample[0], x, 1e-12);
    end(&s);
  }
}

// Above it nothing holds it; the same without friction on any slope.
static void test_block_slides(void **state) {
  (void)state;
  for (int i = 0; i < 2; i++) {
    Setting s = begin(block(22, 0), i ? PAWL_FORMULATION_CANONICAL : PAWL_FORMULATION_MULTIPLIERS);
    assert_int_equal(s.status, PAWL_ERR_STEP);
    assert_non_null(
        strstr(pawl_messages_get(s.messages, pawl_messages_count(s.messages) - 1).text, "nothing holds body 'block'"));
    end(&s);
  }
}

// A ball in an elliptic paraboloid: it rolls to the bottom, whatever holds its slip. With resistance to rolling of length
// delta it rests where the slope's lever is within it: the normal force (equal to m g at angle b to it) has its touch at r n from
// the centre, so m g r sin(b) <= delta m g cos(b), tan(b) <= delta/r.
static void test_ball(void **state) {
  (void)state;
  static const char *const contact[] = {"rolling: true", "friction: 0.3", "restitution: 0",
                                        "friction: {static: 0.5, rolling: 0.01}"};
  for (int i = 0; i < 4; i++) {
    char text[1024];
    snprintf(text, sizeof text,
             "units: {length: m, angle: rad}\n"
             "gravity: [0, 0, -9.81]\n"
             "bodies:\n"
             "  ground: {surfaces: {bowl: {paraboloid: {radii: [0.4, 0.7], size: [0.8, 0.8]}}}}\n"
             "  ball: {mass: 1, inertia: [0.001, 0.001, 0.001], surfaces: {skin: {sphere: {radius: 0.05}}},\n"
             "    position: [0.177819651231643, 0.0936627574947552, 0.101503554679571]}\n"
             "contacts: {touch: {surfaces: [ball.skin, ground.bowl], %s}}\n",
             contact[i]);
    Setting s = begin(text, PAWL_FORMULATION_MULTIPLIERS);
    assert_int_equal(s.status, PAWL_OK);
    const double *y = s.s->y;
    if (i < 3) {
      for (int c = 0; c < 3; c++) CHECK_CLOSE(y[c], c == 2 ? 0.05 : 0, 1e-10);
    } else {  // the normal of the bowl at the touch is (-x/a, -y/b, 1): its place from the ball's by a fixed point
      double x = y[0], z = y[1];
      for (int n = 0; n < 200; n++) {
        double px = x / 0.4, pz = z / 0.7, size = sqrt(1 + px * px + pz * pz);
        x = y[0] + 0.05 * px / size;
        z = y[1] + 0.05 * pz / size;
      }
      double slope = hypot(x / 0.4, z / 0.7);
      assert_true(slope > 1e-3 && slope <= 0.01 / 0.05 * (1 + 1e-9));
    }
    end(&s);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_block_holds),
      cmocka_unit_test(test_block_slides),
      cmocka_unit_test(test_ball),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
