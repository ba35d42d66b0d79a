// One mechanism shared by threads, each with its own simulation: no data race (this test runs under the thread sanitizer, too),
// and every thread computes bit for bit what a single one does.
#include <pthread.h>

#include "mechanisms.h"

enum { SAMPLES = 60, THREADS = 4 };

// Pure: all that it needs comes from its arguments.
static PawlStatus drag(void *user, double t, const double pose[7], const double twist[6], double wrench[6], double *stiffness,
                       double *damping) {
  double c = *(const double *)user;
  (void)t;
  (void)pose;
  (void)stiffness;
  for (int i = 0; i < 3; i++) wrench[i] = -c * twist[i];
  for (int i = 0; i < 3 && damping; i++) damping[7 * i] = -c;
  return PAWL_OK;
}

static const double DRAG = 0.2;

// A spatial slider-crank with what shares memory inside: laws with kinks, a table, a program on a drive, counted turns, redundant
// rows, a callback.
static PawlMechanism *machine(void) {
  PawlModel *m = new_model(0, -G);
  PawlTableDef table = pawl_table_def_default();
  table.name = "lift";
  table.count = 4;
  table.x = (const double[]){-2, 0, 1, 3};
  table.y = (const double[]){0, 1, 4, 2};
  assert_int_equal(pawl_model_add_table(m, &table, NULL, NULL), PAWL_OK);
  double a = 1, x = cos(a), y = sin(a), end = x + sqrt(4 - y * y);
  PawlBodyId ground = pawl_model_ground(m), crank = rod_between(m, "crank", 0, 0, x, y),
             rod = rod_between(m, "rod", x, y, end, 0);
  PawlBodyId slider = body_at(m, "slider", 1, 0.1, end, 0), flap = rod_between(m, "flap", end, 0, end + 0.5, 0.2);
  PawlBodyId wheel = body_at(m, "wheel", 1, 0.3, 0, 3);
  PawlJointId bearing = pin(m, "bearing", ground, crank, 0, 0);
  pin(m, "knee", crank, rod, x, y);
  pin(m, "wrist", rod, slider, end, 0);
  PawlJointId guide = slide(m, "guide", ground, slider, end, 0, 0);
  PawlJointId hinge = pin(m, "hinge", slider, flap, end, 0), axle = pin(m, "axle", ground, wheel, 0, 3);
  drive(m, axle, NULL, "motion(cycle(t, 1), 0, 0, cycloidal, 0.4, 1, poly345, 0.9, 0)");
  PawlForceDef def = pawl_force_def_default();
  def.name = "stop";
  def.type = PAWL_FORCE_JOINT;
  def.coordinate.joint = hinge;
  def.law.expression = "-40*max(position - 0.3, 0) - 40*min(position + 0.3, 0) - 0.1*rate";
  assert_int_equal(pawl_model_add_force(m, &def, NULL, NULL), PAWL_OK);
  def.name = "push";
  def.coordinate.joint = guide;
  def.law.expression = "lift(position)*sin(3*t) + axle.angle";
  assert_int_equal(pawl_model_add_force(m, &def, NULL, NULL), PAWL_OK);
  def = pawl_force_def_default();
  def.name = "drag";
  def.type = PAWL_FORCE_CALLBACK;
  def.frame[0] = add_frame(m, rod, end, 0, 0, 2, 0);
  def.function = drag;
  def.user = (void *)&DRAG;
  assert_int_equal(pawl_model_add_force(m, &def, NULL, NULL), PAWL_OK);
  wish(m, bearing, NAN, 5, true);
  PawlMechanism *k = compile(m);
  assert_false(k->planar);  // a callback may push anywhere
  assert_int_equal(k->redundancies, 3);
  return k;
}

typedef struct {
  const PawlMechanism *k;
  PawlMethod method;
  PawlStatus status;
  int64_t events;
  double out[SAMPLES + 1][42 + 36];
} Job;

// No assertions in here: cmocka's jump out of the thread.
static void *work(void *argument) {
  Job *job = argument;
  PawlRunOptions options = pawl_run_options_default();
  PawlMessages *messages = pawl_messages_create();
  PawlSimulation *s = NULL;
  options.duration = 1.5;
  options.tolerance = 1e-7;
  options.method = job->method;
  job->status = pawl_simulation_create(job->k, &options, messages, &s);
  for (int i = 0; i <= SAMPLES && job->status == PAWL_OK; i++) {
    job->status = pawl_simulation_advance(s, i * options.duration / SAMPLES, messages);
    for (int b = 0; b < 5; b++) pawl_simulation_pose(s, (PawlBodyId){b + 2}, job->out[i] + 7 * b);
    for (int j = 0; j < 6; j++) pawl_simulation_reaction(s, (PawlJointId){j + 1}, job->out[i] + 42 + 6 * j);
  }
  if (s) job->events = pawl_simulation_info(s).events;
  pawl_simulation_free(s);
  pawl_messages_free(messages);
  return NULL;
}

static void threads_agree_bit_for_bit(void **state) {
  (void)state;
  static Job alone[2], job[THREADS];
  PawlMechanism *k = machine();
  pthread_t thread[THREADS];
  for (int i = 0; i < 2; i++) {
    alone[i] = (Job){.k = k, .method = i ? PAWL_METHOD_RADAU5 : PAWL_METHOD_DOP853};
    work(&alone[i]);
    assert_int_equal(alone[i].status, PAWL_OK);
    assert_true(alone[i].events > 4);
  }
  for (int i = 0; i < THREADS; i++) {
    job[i] = (Job){.k = k, .method = alone[i % 2].method};
    assert_int_equal(pthread_create(&thread[i], NULL, work, &job[i]), 0);
  }
  for (int i = 0; i < THREADS; i++) assert_int_equal(pthread_join(thread[i], NULL), 0);
  for (int i = 0; i < THREADS; i++) {
    assert_int_equal(job[i].status, PAWL_OK);
    assert_int_equal(job[i].events, alone[i % 2].events);
    assert_memory_equal(job[i].out, alone[i % 2].out, sizeof job[i].out);
  }
  // the two methods solve the same problem: rod's position at the end
  CHECK_CLOSE(alone[0].out[SAMPLES][7], alone[1].out[SAMPLES][7], 1e-4);
  pawl_mechanism_free(k);
}

static void *check_and_look(void *argument) {
  const PawlMechanism *k = argument;
  char *text = NULL;
  PawlCheckOptions options = pawl_check_options_default();
  options.json = true;
  PawlStatus status = pawl_check(k, &options, NULL, &text);
  bool found = pawl_mechanism_find_body(k, "flap").i == 5 && pawl_mechanism_find_joint(k, "hinge").i == 5;
  pawl_text_free(text);
  return status == PAWL_OK && found ? argument : NULL;
}

// Reading a mechanism while others do.
static void threads_read_the_mechanism(void **state) {
  (void)state;
  PawlMechanism *k = machine();
  pthread_t thread[THREADS];
  void *result;
  for (int i = 0; i < THREADS; i++) assert_int_equal(pthread_create(&thread[i], NULL, check_and_look, k), 0);
  for (int i = 0; i < THREADS; i++) {
    assert_int_equal(pthread_join(thread[i], &result), 0);
    assert_ptr_equal(result, k);
  }
  pawl_mechanism_free(k);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(threads_agree_bit_for_bit),
      cmocka_unit_test(threads_read_the_mechanism),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
