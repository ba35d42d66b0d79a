// The list of contacts that are looked at. Of few pairs it has all; of many those that come near: held against all pairs, looked
// at one by one, as bodies move at random. A run by the list and one by all pairs give the same motion.
#include "contact/near.h"

#include "base/random.h"
#include "contact/pair.h"
#include "contact_run.h"
#include "simulate/simulation.h"

#define DATA(name) PAWL_SOURCE_DIR "/tests/data/" name ".yaml"

typedef struct {
  PawlMessages *messages;
  PawlModel *model;
  PawlMechanism *k;
  PawlSimulation *s;
} Run;

static Run prepare(const char *path) {
  Run r = {.messages = pawl_messages_create()};
  assert_int_equal(pawl_model_load(path, NULL, 0, r.messages, &r.model), PAWL_OK);
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

// Body b by up to `far` in each direction, and turned by up to `turn`.
static void shake(const PawlMechanism *k, double *y, int32_t b, double far, double turn, uint64_t *seed) {
  double *q = y + pw_coordinates_per_body(k) * (b - 1);
  for (int i = 0; i < (k->planar ? 2 : 3); i++) q[i] += pw_random_between(seed, -far, far);
  if (k->planar) {
    q[2] += pw_random_between(seed, -turn, turn);
    return;
  }
  double norm = 0;
  for (int i = 3; i < 7; i++) q[i] += pw_random_between(seed, -turn, turn) / 2;
  for (int i = 3; i < 7; i++) norm += q[i] * q[i];
  for (int i = 3; i < 7; i++) q[i] /= sqrt(norm);
}

static bool overlaps(const PwMotion *m, int32_t c) {
  PwOverlap o;
  return pw_pair(m->mechanism, c)->overlap(m, &m->mechanism->contact[c], 1e-9 * m->mechanism->size, &o);
}

typedef struct {
  int looks, near, overlaps;
} Seen;

// As long as motion is left no pair that is not near has come to a gap below zero; with `whole` none overlaps.
static void check_all_pairs(const PwTouches *t, const PwMotion *m, Seen *seen) {
  for (int32_t c = 0; c < t->k->contacts; c++) {
    bool near = pw_near_get(t, c) != NULL, over = overlaps(m, c);
    if (over && !near) fail_msg("contact '%s' overlaps and is not near", t->k->contact[c].name);
    seen->overlaps += over;
    seen->near += near;
    seen->looks++;
  }
}

static void check_shaken(const char *path, double far) {
  Run r = prepare(path);
  uint64_t seed = 11;
  PwTouches *t = &r.s->contact.touches;
  PwMotion *m = pw_formulation_motion(r.s->formulation);
  size_t bytes = (size_t)pw_position_count(r.k) * sizeof *r.s->y;
  Seen moved = {0}, whole = {0};
  assert_true(pw_near_moves(t));
  pw_touches_clear(t);
  for (int round = 0; round < 60; round++) {
    memcpy(r.s->trial, r.s->y, (size_t)pw_state_size(r.k) * sizeof *r.s->y);
    for (int32_t b = 1; b < r.k->bodies; b++) shake(r.k, r.s->trial, b, far, 3, &seed);
    assert_int_equal(pw_formulation_stand(r.s->formulation, 0, r.s->trial), PAWL_OK);
    assert_int_equal(pw_near_find(t, m, true), PAWL_OK);
    check_all_pairs(t, m, &whole);
    assert_int_equal(pw_near_find(t, m, false), PAWL_OK);
    assert_true(pw_near_left(t, m) > 0);
    memcpy(r.s->sample, r.s->trial, bytes);
    for (int way = 0; way < 10; way++) {  // as far as the list holds
      memcpy(r.s->trial, r.s->sample, bytes);
      for (int32_t b = 1; b < r.k->bodies; b++) shake(r.k, r.s->trial, b, 0.006, 0.012, &seed);
      assert_int_equal(pw_formulation_stand(r.s->formulation, 0, r.s->trial), PAWL_OK);
      if (pw_near_left(t, m) > 0) check_all_pairs(t, m, &moved);
    }
  }
  print_message("%d looks, %d near, %d overlap; whole: %d, %d, %d\n", moved.looks, moved.near, moved.overlaps, whole.looks,
                whole.near, whole.overlaps);
  assert_true(moved.looks > 10 * r.k->contacts && moved.overlaps > 100 && 2 * moved.near < moved.looks);
  assert_true(whole.overlaps > 10);
  end(&r);
}

static void no_pair_is_missed(void **state) {
  (void)state;
  check_shaken(DATA("gas"), 0.2);
  check_shaken(DATA("gas-in-space"), 0.15);
}

// Two crowds that never meet, in one list and in a list each: so few pairs that all are looked at.
static void lists_give_the_same_motion(void **state) {
  (void)state;
  static const char *const lists[] = {"{all: {bodies: [%s, %s], restitution: 0.9}}",
                                      "{a: {bodies: [%s], restitution: 0.9}, b: {bodies: [%s], restitution: 0.9}}"};
  char body[4000] = "", start[2000] = "", crowd[2][200] = {"", ""}, contacts[600], text[8000];
  uint64_t seed = 5;
  for (int i = 0; i < 16; i++) {
    double x = i % 4 * 0.3 + i / 8 * 100, y = i / 4 % 2 * 0.3;
    sprintf(body + strlen(body), "  d%d: {mass: 1, inertia: 0.01, position: [%g, %g], profiles: {o: {circle: {radius: 0.1}}}}\n",
            i, x, y);
    sprintf(start + strlen(start), "%sd%d: {velocity: [%g, %g], angular_velocity: %g}", i ? ", " : "", i,
            pw_random_between(&seed, -1, 1) - (i % 4 - 1.5) / 2, pw_random_between(&seed, -1, 1) - (i / 4 % 2 - 0.5),
            pw_random_between(&seed, -20, 20));
    sprintf(crowd[i / 8] + strlen(crowd[i / 8]), "%sd%d", i % 8 ? ", " : "", i);
  }
  ContactRun run[2];
  for (int i = 0; i < 2; i++) {
    sprintf(contacts, lists[i], crowd[0], crowd[1]);
    sprintf(text,
            "planar: true\ngravity: [0, 0]\nbodies:\n%scontacts: %s\ninitial: {bodies: {%s}}\n"
            "analysis: {duration: 0.5, step: 0.05}\noutput: [bodies]\n",
            body, contacts, start);
    run[i] = run_model(text, NULL);
  }
  assert_true(pw_result_events(run[0].result) > 5);
  assert_int_equal(pw_result_events(run[0].result), pw_result_events(run[1].result));
  for (int64_t e = 0; e < pw_result_events(run[0].result); e++) {
    PwResultEvent one = pw_result_get_event(run[0].result, e), other = pw_result_get_event(run[1].result, e);
    assert_string_equal(one.kind, other.kind);
    CHECK_CLOSE(one.t, other.t, 1e-10);
    CHECK_CLOSE(one.impulse, other.impulse, 1e-9);
  }
  for (int32_t c = 0; c < pw_result_columns(run[0].result); c++) {
    CHECK_CLOSE(value_at(&run[0], pw_result_column_name(run[0].result, c), NAN, true),
                value_at(&run[1], pw_result_column_name(run[0].result, c), NAN, true), 1e-9);
  }
  for (int i = 0; i < 2; i++) end_run(&run[i]);
}

// Two of fourteen discs, which spin, have a tip beside them: how near a tip can have come does not depend on how bodies turn.
// (The list was made anew without end.) Nothing meets: b0 goes where its speed leads.
static void tips_beside_discs_do_not_stop_a_run(void **state) {
  (void)state;
  char text[4000] = "planar: true\ngravity: [0, 0]\nbodies:\n", names[200] = "";
  for (int i = 0; i < 14; i++) {
    sprintf(text + strlen(text),
            "  b%d: {mass: 1, inertia: 0.01, position: [%g, %g], profiles: {s: {circle: {radius: 0.05}}%s}}\n", i, 0.4 * (i % 5),
            0.4 * (i / 5), i < 2 ? ", tip: {point: [0, 0.1]}" : "");
    sprintf(names + strlen(names), "%sb%d", i ? ", " : "", i);
  }
  sprintf(text + strlen(text),
          "initial: {bodies: {b0: {velocity: [1, 0.2], angular_velocity: 3}, b1: {angular_velocity: -2}}}\n"
          "contacts: {c: {bodies: [%s]}}\nanalysis: {duration: 0.1}\noutput: [b0]\n",
          names);
  ContactRun run = run_model(text, NULL);
  CHECK_CLOSE(value_at(&run, "b0.x", NAN, true), 0.1, 1e-12);
  CHECK_CLOSE(value_at(&run, "b0.y", NAN, true), 0.02, 1e-12);
  end_run(&run);
}

// Of 300 discs two overlap, or one stands inside another: found among 45 000 pairs.
static void overlaps_at_the_start_are_found(void **state) {
  (void)state;
  static const char *const words[] = {"'d7' and 'd254' overlap by 0.15 m", "'d7' and 'd254' overlap by 0.35 m"};
  for (int which = 0; which < 2; which++) {
    char *text = malloc(100000), *at = text;
    assert_non_null(text);
    at += sprintf(at, "planar: true\nbodies:\n");
    for (int i = 0; i < 300; i++) {
      double x = i % 20, y = 20 - i / 20, r = 0.3;
      if (i == 254) x = which ? 7.05 : 7.45, y = 20, r = which ? 0.1 : 0.3;
      at += sprintf(at, "  d%d: {mass: 1, inertia: 1, position: [%g, %g], profiles: {o: {circle: {radius: %g}}}}\n", i, x, y, r);
    }
    at += sprintf(at, "contacts: {all: {bodies: [d0");
    for (int i = 1; i < 300; i++) at += sprintf(at, ", d%d", i);
    sprintf(at, "]}}\nanalysis: {duration: 0.01}\n");
    check_fails(text, PAWL_ERR_ASSEMBLY, words[which]);
    free(text);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(no_pair_is_missed), cmocka_unit_test(lists_give_the_same_motion),
                                     cmocka_unit_test(tips_beside_discs_do_not_stop_a_run),
                                     cmocka_unit_test(overlaps_at_the_start_are_found)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
