// Events: kinks of laws, drives whose speed jumps, `until`. Event times against closed forms.
#include "mechanisms.h"
#include "simulate/simulation.h"

enum { MOST = 32 };

typedef struct {
  int count;
  double t[MOST], value[MOST];
  char kind[MOST][12], subject[MOST][24];
} Log;

static void record(void *user, const PwEvent *event) {
  Log *log = user;
  assert_true(log->count < MOST);
  log->t[log->count] = event->record.t;
  log->value[log->count] = event->record.value;
  snprintf(log->kind[log->count], sizeof log->kind[0], "%s", event->record.kind);
  snprintf(log->subject[log->count], sizeof log->subject[0], "%s", event->record.subject);
  log->count++;
}

static PawlSimulation *watched(const PawlMechanism *k, double duration, double tolerance, Log *log) {
  PawlSimulation *s = simulate(k, duration, tolerance);
  *log = (Log){0};
  s->on_event = record;
  s->event_user = log;
  return s;
}

static void check_event(const Log *log, int i, const char *kind, const char *subject, double t, double tolerance) {
  assert_true(i < log->count);
  assert_string_equal(log->kind[i], kind);
  assert_string_equal(log->subject[i], subject);
  CHECK_CLOSE(log->t[i], t, tolerance);
}

// A block of 1 kg on a slide along x with a force by law on its travel.
static PawlModel *block(const char *law, double x, double v, PawlJointId *joint) {
  PawlModel *m = new_model(0, 0);
  PawlBodyId body = body_at(m, "block", 1, 1, 0, 0);
  *joint = slide(m, "slide", pawl_model_ground(m), body, 0, 0, 0);
  if (law) {
    PawlForceDef def = pawl_force_def_default();
    def.name = "push";
    def.type = PAWL_FORCE_JOINT;
    def.coordinate.joint = *joint;
    def.law.expression = law;
    assert_int_equal(pawl_model_add_force(m, &def, NULL, NULL), PAWL_OK);
  }
  if (!isnan(x)) wish(m, *joint, x, v, true);
  return m;
}

// Buffer of 100 N/m at x = 0, hit at 0.5 s with 2 m/s: half a period of contact, pi/10, then away with -2 m/s.
static void one_sided_spring(void **state) {
  (void)state;
  PawlJointId joint;
  Log log;
  PawlModel *m = block("-100*max(position, 0)", -1, 2, &joint);
  PawlMechanism *k = compile(m);
  PawlSimulation *s = watched(k, 2, 1e-11, &log);
  advance(s, 2);
  assert_int_equal(log.count, 2);
  check_event(&log, 0, "branch", "push", 0.5, 1e-10);
  check_event(&log, 1, "branch", "push", 0.5 + PI / 10, 1e-10);
  CHECK_CLOSE(coordinate(s, joint, 0), -2 * (1.5 - PI / 10), 1e-9);
  CHECK_CLOSE(coordinate(s, joint, 1), -2, 1e-9);
  assert_int_equal(pawl_simulation_info(s).branch_changes, 2);
  pawl_simulation_free(s);
  pawl_mechanism_free(k);
}

// Force 2 up to x = 0, falling to -2 at x = 1, -2 beyond; from rest at -1. Reaches 0 at 1 s with 2 m/s, 1 after atan(1/2) more,
// again with 2 m/s, and comes back to 1 two seconds later. It starts at rest on the table's first point.
static void table_force(void **state) {
  (void)state;
  PawlJointId joint;
  Log log;
  PawlModel *m = new_model(0, 0);
  PawlTableDef table = pawl_table_def_default();
  table.name = "hill";
  table.count = 3;
  table.x = (const double[]){-1, 0, 1};
  table.y = (const double[]){2, 2, -2};
  table.interpolation = PAWL_TABLE_LINEAR;
  assert_int_equal(pawl_model_add_table(m, &table, NULL, NULL), PAWL_OK);
  PawlBodyId body = body_at(m, "block", 1, 1, 0, 0);
  joint = slide(m, "slide", pawl_model_ground(m), body, 0, 0, 0);
  PawlForceDef def = pawl_force_def_default();
  def.name = "push";
  def.type = PAWL_FORCE_JOINT;
  def.coordinate.joint = joint;
  def.law.expression = "hill(position)";
  assert_int_equal(pawl_model_add_force(m, &def, NULL, NULL), PAWL_OK);
  wish(m, joint, -1, 0, true);
  PawlMechanism *k = compile(m);
  PawlSimulation *s = watched(k, 3, 1e-11, &log);
  double second = 1 + atan(0.5);
  advance(s, 3);
  assert_int_equal(log.count, 2);
  check_event(&log, 0, "branch", "push", 1, 1e-10);
  check_event(&log, 1, "branch", "push", second, 1e-10);
  CHECK_CLOSE(coordinate(s, joint, 0), 1 + 2 * (3 - second) - pow(3 - second, 2), 1e-9);
  pawl_simulation_free(s);
  pawl_mechanism_free(k);
}

// A cam's program: rise of 0.1 by the cycloidal law from 0.2 to 0.6 s, dwell to 0.8, back by the 3-4-5 polynomial until 1.1 s.
// Force of the drive: mass times the law's second derivative.
static void motion_program(void **state) {
  (void)state;
  PawlJointId joint;
  Log log;
  PawlModel *m = block(NULL, NAN, NAN, &joint);
  PawlDriveId motor = drive(m, joint, NULL, "motion(t, 0.2, 0, cycloidal, 0.6, 0.1, dwell, 0.8, poly345, 1.1, 0)");
  PawlMechanism *k = compile(m);
  PawlSimulation *s = watched(k, 1.5, 1e-9, &log);
  double force, u, h = 0.1;
  advance(s, 0.3);
  u = 0.25;
  assert_int_equal(pawl_simulation_drive_force(s, motor, &force), PAWL_OK);
  CHECK_CLOSE(coordinate(s, joint, 0), h * (u - sin(2 * PI * u) / (2 * PI)), 1e-13);
  CHECK_CLOSE(coordinate(s, joint, 1), h / 0.4 * (1 - cos(2 * PI * u)), 1e-12);
  CHECK_CLOSE(force, h / 0.16 * 2 * PI * sin(2 * PI * u), 1e-10);
  advance(s, 0.7);
  assert_int_equal(pawl_simulation_drive_force(s, motor, &force), PAWL_OK);
  CHECK_CLOSE(coordinate(s, joint, 0), h, 1e-13);
  CHECK_CLOSE(force, 0, 1e-12);
  advance(s, 0.9);
  u = 1.0 / 3;
  assert_int_equal(pawl_simulation_drive_force(s, motor, &force), PAWL_OK);
  CHECK_CLOSE(coordinate(s, joint, 0), h * (1 - (10 * pow(u, 3) - 15 * pow(u, 4) + 6 * pow(u, 5))), 1e-13);
  CHECK_CLOSE(force, -h / 0.09 * (60 * u - 180 * u * u + 120 * u * u * u), 1e-10);
  advance(s, 1.5);
  assert_int_equal(log.count, 4);
  check_event(&log, 0, "branch", "slide.travel", 0.2, 1e-12);
  check_event(&log, 1, "branch", "slide.travel", 0.6, 1e-12);
  check_event(&log, 2, "branch", "slide.travel", 0.8, 1e-12);
  check_event(&log, 3, "branch", "slide.travel", 1.1, 1e-12);
  CHECK_CLOSE(coordinate(s, joint, 0), 0, 1e-13);
  pawl_simulation_free(s);
  pawl_mechanism_free(k);
}

// A cart that starts with a jerk to 2 m/s at 0.5 s; a bar hangs from it. The impulse acts at the pin: I w + m l (v + l w) = 0.
// Work of the drive: the kinetic energy after it. At 1.5 s the cart stops with another jerk.
static void speed_jump_is_an_impact(void **state) {
  (void)state;
  PawlJointId joint;
  Log log;
  double mass = 2, inertia = 0.3, l = 0.7, v = 2, w = -mass * l * v / (inertia + mass * l * l), kinetic, potential, work;
  PawlModel *m = block(NULL, NAN, NAN, &joint);
  PawlBodyId cart = pawl_model_find_body(m, "block"), bar = body_at(m, "bar", mass, inertia, 0, -l);
  PawlJointId hinge = pin(m, "hinge", cart, bar, 0, 0);
  drive(m, joint, NULL, "motion(t, 0.5, 0, linear, 1.5, 2)");
  PawlMechanism *k = compile(m);
  PawlSimulation *s = watched(k, 2, 1e-10, &log);
  double after = (1 * v * v + mass * pow(v + l * w, 2) + inertia * w * w) / 2, eps = 1e-9;
  advance(s, 0.5 + eps);
  assert_int_equal(log.count, 2);
  check_event(&log, 0, "branch", "slide.travel", 0.5, 1e-12);
  check_event(&log, 1, "impact", "drive", 0.5, 1e-12);
  CHECK_CLOSE(log.value[1], after, 1e-9);
  CHECK_CLOSE(coordinate(s, joint, 1), v, 1e-12);
  CHECK_CLOSE(coordinate(s, hinge, 1), w, 1e-7);
  assert_int_equal(pawl_simulation_energy(s, &kinetic, &potential, &work), PAWL_OK);
  CHECK_CLOSE(work, after, 1e-7);
  advance(s, 2);
  assert_int_equal(log.count, 4);
  check_event(&log, 3, "impact", "drive", 1.5, 1e-12);
  CHECK_CLOSE(coordinate(s, joint, 1), 0, 1e-12);
  CHECK_CLOSE(coordinate(s, joint, 0), 2, 1e-12);
  assert_int_equal(pawl_simulation_energy(s, &kinetic, &potential, &work), PAWL_OK);
  CHECK_CLOSE(kinetic + potential - work, 0, 1e-8);  // the balance holds over both impacts
  pawl_simulation_free(s);
  pawl_mechanism_free(k);
}

static void position_jump_is_refused(void **state) {
  (void)state;
  PawlJointId joint;
  PawlModel *m = block(NULL, NAN, NAN, &joint);
  PawlMessages *messages = pawl_messages_create();
  drive(m, joint, NULL, "if(t < 0.5, 0, 0.25)");
  PawlMechanism *k = compile(m);
  PawlSimulation *s = simulate(k, 1, 1e-8);
  assert_int_equal(pawl_simulation_advance(s, 1, messages), PAWL_ERR_INPUT);
  assert_int_equal(pawl_messages_errors(messages), 1);
  const char *text = pawl_messages_get(messages, 0).text;
  assert_non_null(strstr(text, "'slide.travel' jumps in position by 0.25"));
  assert_non_null(strstr(text, "t = 0.5 s"));
  pawl_messages_free(messages);
  pawl_simulation_free(s);
  pawl_mechanism_free(k);
}

// A stone falls: sqrt(2 h / g). The run ends there, not at its duration; also where that is inside the first step, and where the
// expression is zero at first.
static void check_until(const char *expression, double t_end, double y_end) {
  char text[400];
  int length = snprintf(text, sizeof text,
                        "units: {length: mm}\n"
                        "gravity: [0, -9810]\n"
                        "bodies: {stone: {mass: 1, inertia: 1}}\n"
                        "joints: {shaft: {type: prismatic, between: [ground, stone], at: [0, 0], axis: y}}\n"
                        "analysis: {duration: 5, until: %s, tolerance: 1e-10}\n",
                        expression);
  PawlMessages *messages = pawl_messages_create();
  PawlModel *m;
  PawlMechanism *k;
  PawlSimulation *s;
  assert_int_equal(pawl_model_parse("stone.yaml", text, (size_t)length, NULL, 0, messages, &m), PAWL_OK);
  assert_int_equal(pawl_mechanism_compile(m, messages, &k), PAWL_OK);
  PawlRunOptions options = pawl_mechanism_run_options(k);
  assert_int_equal(pawl_simulation_create(k, &options, messages, &s), PAWL_OK);
  assert_int_equal(pawl_simulation_advance(s, 5, messages), PAWL_OK);
  CHECK_CLOSE(pawl_simulation_time(s), t_end, 1e-10);
  CHECK_CLOSE(coordinate(s, pawl_mechanism_find_joint(k, "shaft"), 0), y_end, 1e-9);
  PawlRunInfo info = {.size = sizeof info};
  assert_int_equal(pawl_run(k, &options, messages, &info), PAWL_OK);
  CHECK_CLOSE(info.t, t_end, 1e-10);
  pawl_simulation_free(s);
  pawl_mechanism_free(k);
  pawl_model_free(m);
  pawl_messages_free(messages);
}

static void runs_end_where_until_becomes_true(void **state) {
  (void)state;
  check_until("shaft.travel + 3000", sqrt(6 / G), -3);
  check_until("t - 1e-8", 1e-8, 0);
  check_until("12000*t*(0.5 - t)", 0.5, -G / 8);
}

// A bump of potential between x = 1 and 1.1 on the way of a free block: its three kinks lie in one step of the integrator, which
// sees nothing to integrate before. Rising side: sin, falling side: sinh; 0.25 J are taken.
static void several_kinks_in_one_step(void **state) {
  (void)state;
  PawlJointId joint;
  Log log;
  PawlModel *m = block("-100*(max(position - 1, 0) - 2*max(position - 1.05, 0) + max(position - 1.1, 0))", 0, 1, &joint);
  PawlMechanism *k = compile(m);
  PawlSimulation *s = watched(k, 10, 1e-6, &log);
  double t1 = 1 + asin(0.5) / 10, t2 = t1 + atanh(1 / sqrt(3)) / 10;
  advance(s, 10);
  assert_int_equal(log.count, 3);
  check_event(&log, 0, "branch", "push", 1, 1e-10);
  check_event(&log, 1, "branch", "push", t1, 1e-7);
  check_event(&log, 2, "branch", "push", t2, 1e-7);
  CHECK_CLOSE(coordinate(s, joint, 1), sqrt(0.5), 1e-6);
  CHECK_CLOSE(coordinate(s, joint, 0), 1.1 + sqrt(0.5) * (10 - t2), 1e-5);
  pawl_simulation_free(s);
  pawl_mechanism_free(k);
}

// Thrown up against gravity 2, the block rises above 0.99 for a moment, to 1, inside one step: both crossings of the same
// function must be seen, though it has the same sign at both ends. In there: u'' = -2 - 100 u, out again after pi/20.
static void short_visit_inside_one_step(void **state) {
  (void)state;
  PawlJointId joint;
  Log log;
  PawlModel *m = block("-2 - 100*max(position - 0.99, 0)", 0, 2, &joint);
  PawlMechanism *k = compile(m);
  PawlSimulation *s = watched(k, 3, 1e-6, &log);
  double out = 0.9 + PI / 20, left = 3 - out;
  advance(s, 3);
  assert_int_equal(log.count, 2);
  check_event(&log, 0, "branch", "push", 0.9, 1e-9);
  check_event(&log, 1, "branch", "push", out, 1e-6);
  CHECK_CLOSE(coordinate(s, joint, 0), 0.99 - 0.2 * left - left * left, 1e-5);
  pawl_simulation_free(s);
  pawl_mechanism_free(k);
}

// A cam program that repeats: at the end of each period the cycle's end and the program's last piece end at the same instant;
// crossing the first settles the second. Positions by the cycloidal law h (x - sin(2 pi x)/(2 pi)) at x = 1/2.
static void repeated_program(void **state) {
  (void)state;
  PawlJointId joint;
  Log log;
  PawlModel *m = block(NULL, NAN, NAN, &joint);
  drive(m, joint, NULL, "motion(cycle(t, 1), 0, 0, cycloidal, 0.3, 1, dwell, 0.5, cycloidal, 0.8, 0, dwell, 1)");
  PawlMechanism *k = compile(m);
  PawlSimulation *s = watched(k, 3, 1e-9, &log);
  for (int turn = 0; turn < 3; turn++) {
    advance(s, turn + 0.15);
    CHECK_CLOSE(coordinate(s, joint, 0), 0.5, 1e-12);
    advance(s, turn + 0.9);
    CHECK_CLOSE(coordinate(s, joint, 0), 0, 1e-12);
  }
  check_event(&log, 3, "branch", "slide.travel", 1, 1e-12);
  check_event(&log, 4, "branch", "slide.travel", 1.3, 1e-12);
  assert_int_equal(log.count, 11);
  pawl_simulation_free(s);
  pawl_mechanism_free(k);
}

// Dry friction by sign(rate) cannot hold a block at rest: once it stops, at 1/2 s, the law switches back and forth. The run says
// so.
static void chatter_is_stopped(void **state) {
  (void)state;
  PawlJointId joint;
  PawlModel *m = block("-2*sign(rate)", 0, 1, &joint);
  PawlMechanism *k = compile(m);
  PawlSimulation *s = simulate(k, 2, 1e-8);
  PawlMessages *messages = pawl_messages_create();
  assert_int_equal(pawl_simulation_advance(s, 1, messages), PAWL_ERR_LIMIT);
  assert_non_null(strstr(pawl_messages_get(messages, 0).text, "'push' switches back and forth"));
  pawl_messages_free(messages);
  pawl_simulation_free(s);
  pawl_mechanism_free(k);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(one_sided_spring),
      cmocka_unit_test(table_force),
      cmocka_unit_test(motion_program),
      cmocka_unit_test(speed_jump_is_an_impact),
      cmocka_unit_test(position_jump_is_refused),
      cmocka_unit_test(runs_end_where_until_becomes_true),
      cmocka_unit_test(several_kinks_in_one_step),
      cmocka_unit_test(short_visit_inside_one_step),
      cmocka_unit_test(repeated_program),
      cmocka_unit_test(chatter_is_stopped),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
