// The latch of examples/sear-trigger: its stages one after the other in the log, the same log at two tolerances, and the strokes
// of its slide while the trigger is held, which are harmonic motions.
#include "contact_run.h"

// The example's model with another analysis; `override`: "name=value" or NULL.
static ContactRun run_example(double duration, double tolerance, const char *override) {
  static char text[20000];
  FILE *file = fopen(PAWL_SOURCE_DIR "/examples/sear-trigger/sear-trigger.yaml", "r");
  assert_non_null(file);
  text[fread(text, 1, sizeof text - 200, file)] = 0;
  fclose(file);
  char *analysis = strstr(text, "\nanalysis:");
  assert_non_null(analysis);
  snprintf(analysis, 200, "\nanalysis: {duration: %g, step: 10 ms, tolerance: %g}\n", duration, tolerance);
  return run_model(text, (const char *[]){override, NULL});
}

// The next event of this kind and subject behind *index, which moves there; returns its time.
static double next_event(const ContactRun *run, int64_t *index, const char *kind, const char *subject) {
  while (++*index < pw_result_events(run->result)) {
    PwResultEvent event = pw_result_get_event(run->result, *index);
    if (strcmp(event.kind, kind) == 0 && strcmp(event.subject, subject) == 0) return event.t;
  }
  fail_msg("no '%s' of %s follows", kind, subject);
  return NAN;
}

static void check_touches(const ContactRun *run, double t, int c23, int c24, int c45, int c56, int c26) {
  static const char *const name[] = {"C23.touches", "C24.touches", "C45.touches", "C56.touches", "C26.touches"};
  int expected[] = {c23, c24, c45, c56, c26};
  for (int i = 0; i < 5; i++) {
    double is = value_at(run, name[i], t, true);
    if (is != expected[i]) fail_msg("%s at t = %g is %g, not %d", name[i], t, is, expected[i]);
  }
}

static void check_stages(const ContactRun *run) {
  int64_t at = -1;
  check_touches(run, 0, 0, 1, 1, 0, 2);  // 1: blocked
  CHECK_CLOSE(next_event(run, &at, "branch", "pull"), 0.01, 1e-12);
  next_event(run, &at, "impact", "C23");  // 2: the trigger turns the sear until the edge of the slide slips off its flank
  next_event(run, &at, "leaves", "C26");
  next_event(run, &at, "impact", "C24");  // 3: the slide runs, the lever holds the sear on ledge and wall
  check_touches(run, 0.1, 1, 2, 1, 0, 0);
  assert_true(value_at(run, "P16.travel.rate", 0.1, true) > 100);
  CHECK_CLOSE(next_event(run, &at, "branch", "pull"), 0.16, 1e-12);
  CHECK_CLOSE(next_event(run, &at, "opens", "C23"), 0.16, 1e-12);  // 4: let go, the sear stays
  next_event(run, &at, "impact", "P16.travel.upper");
  check_touches(run, 0.25, 0, 2, 1, 0, 0);
  CHECK_CLOSE(value_at(run, "R12.angle", 0.25, true), value_at(run, "R12.angle", 0.1, true), 1e-9);
  int64_t same = at;
  double hit = next_event(run, &at, "impact", "C56");  // 5: the lug drives plunger and lever, the sear rises
  CHECK_CLOSE(next_event(run, &same, "impact", "C45"), hit, 1e-12);
  while (next_event(run, &at, "opens", "C24") == hit) {
  }
  next_event(run, &at, "impact", "C26");
  check_touches(run, 0.3, 0, 0, 1, 1, 1);
  next_event(run, &at, "impact", "P16.travel.lower");
  double caught = next_event(run, &at, "impact", "C26");  // 6: caught, on both touches at once
  CHECK_CLOSE(next_event(run, &at, "impact", "C26"), caught, 1e-12);
  assert_int_equal(at, pw_result_events(run->result) - 1);
  check_touches(run, NAN, 0, 1, 1, 0, 2);
}

// Where everything is at the end is where it was, and at rest.
static void check_returned(const ContactRun *run) {
  static const char *const name[] = {"R12.angle", "R13.angle", "R14.angle", "R35.angle", "P16.travel"};
  for (int i = 0; i < 5; i++) {
    char rate[32];
    snprintf(rate, sizeof rate, "%s.rate", name[i]);
    CHECK_CLOSE(value_at(run, name[i], NAN, true), value_at(run, name[i], 0, false), 1e-9);
    CHECK_CLOSE(value_at(run, rate, NAN, true), 0, 1e-9);
  }
}

static void test_the_trigger_goes_through_its_stages(void **state) {
  (void)state;
  ContactRun coarse = run_example(0.5, 1e-8, NULL), fine = run_example(0.5, 1e-10, NULL);
  check_stages(&coarse);
  check_returned(&coarse);
  int64_t events = pw_result_events(fine.result);
  assert_int_equal(pw_result_events(coarse.result), events);
  for (int64_t i = 0; i < events; i++) {
    PwResultEvent a = pw_result_get_event(coarse.result, i), b = pw_result_get_event(fine.result, i);
    assert_string_equal(a.kind, b.kind);
    assert_string_equal(a.subject, b.subject);
    CHECK_CLOSE(a.t, b.t, 1e-7);
  }
  assert_true(largest(&coarse, "energy.balance") < 1e-4);  // N mm, of 1600
  end_run(&coarse);
  end_run(&fine);
}

// Without a rebound tolerance sear, trigger and lever strike each other in turn, ever more gently, until rounding ends it: the
// number of blows is finite and nothing that matters changes.
static void test_no_rebound_tolerance(void **state) {
  (void)state;
  ContactRun run = run_example(0.5, 1e-8, "v=0"), with = run_example(0.5, 1e-8, NULL);
  int64_t events = pw_result_events(run.result), last = pw_result_events(with.result) - 1;
  assert_in_range(events, last, 1000);
  check_touches(&run, 0.1, 1, 2, 1, 0, 0);
  check_touches(&run, NAN, 0, 1, 1, 0, 2);
  check_returned(&run);
  CHECK_CLOSE(event_at(&run, events - 1, "impact").t, event_at(&with, last, "impact").t, 1e-3);
  end_run(&run);
  end_run(&with);
}

// Trigger held: between its stops the slide (1 kg) is moved by 10 N - 20 N/m x, and by 100 N less for 20 ms from the front stop.
// Lengths here are metres, but those of the log mm.
static void test_strokes_of_a_held_trigger_take_their_time(void **state) {
  (void)state;
  ContactRun run = run_example(1.05, 1e-10, "off=10");
  double w = sqrt(20), forward = acos(0.35 / 0.53) / w;  // about x = 0.5, from rest at -0.03 to 0.15
  double x = -4.5 + 4.65 * cos(0.02 * w), v = -4.65 * w * sin(0.02 * w), a = hypot(x - 0.5, v / w);
  double back = 0.02 + (acos(-0.53 / a) - atan2(-v / w, x - 0.5)) / w;
  int64_t at = -1, front = -1, rear = -1;
  next_event(&run, &at, "leaves", "C26");
  for (int stroke = 0; stroke < 3; stroke++) {
    double from = stroke ? pw_result_get_event(run.result, rear).t : NAN,
           t = next_event(&run, &front, "impact", "P16.travel.upper");
    if (stroke) CHECK_CLOSE(t - from, forward, 1e-9);
    if (stroke)
      CHECK_CLOSE(pw_result_get_event(run.result, front).speed_before, -1000 * w * sqrt(0.53 * 0.53 - 0.35 * 0.35), 1e-5);
    CHECK_CLOSE(next_event(&run, &rear, "impact", "P16.travel.lower") - t, back, 1e-9);
    CHECK_CLOSE(pw_result_get_event(run.result, rear).speed_before, -1000 * w * sqrt(a * a - 0.53 * 0.53), 1e-5);
  }
  for (double t = 0.1; t < 1.045; t += 0.05) check_touches(&run, t, 1, 2, 1, 0, 0);  // nothing catches it
  assert_true(largest(&run, "C56.touches") == 0);
  end_run(&run);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_the_trigger_goes_through_its_stages),
                                     cmocka_unit_test(test_no_rebound_tolerance),
                                     cmocka_unit_test(test_strokes_of_a_held_trigger_take_their_time)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
