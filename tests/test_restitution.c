// Restitution and damping factor: the exact relation against values of cases C1 and P4 (the first by Lambert's W, the second
// integrated), against the relation itself, and there and back; the published approximations by their formulas.
#include "check.h"

#include "pawl/model.h"

static double q_of(PawlRestitutionRule rule, double e) {
  double q = NAN;
  assert_int_equal(pawl_damping_from_restitution(rule, e, &q), PAWL_OK);
  return q;
}

static double e_of(PawlRestitutionRule rule, double q) {
  double e = NAN;
  assert_int_equal(pawl_restitution_from_damping(rule, q, &e), PAWL_OK);
  return e;
}

// C1: q = 1.5 (1 - eps) is entered, the true restitution comes out; and q for a wanted one.
static void known_values(void **state) {
  (void)state;
  CHECK_CLOSE(e_of(PAWL_RULE_EXACT, 1.5 * (1 - 0.9)), 0.909015741349202, 2e-15);
  CHECK_CLOSE(e_of(PAWL_RULE_EXACT, 1.5 * (1 - 0.7)), 0.767999789078476, 2e-15);
  CHECK_CLOSE(e_of(PAWL_RULE_EXACT, 1.5 * (1 - 0.5)), 0.662962200001546, 2e-15);
  CHECK_CLOSE(e_of(PAWL_RULE_EXACT, 1.5), 0.487741256015349, 2e-15);
  CHECK_CLOSE(q_of(PAWL_RULE_EXACT, 0.9), 0.16648195068531, 2e-14);
  CHECK_CLOSE(q_of(PAWL_RULE_EXACT, 0.5), 1.4327505332714, 1e-13);
}

// P4: mu = 2.5e11, K = 2.3e10 at 0.02484 m/s, where the three rules differ.
static void published_pendulums_differ_by_rules(void **state) {
  (void)state;
  double x = 2.5e11 * 0.02484 / 2.3e10;
  CHECK_CLOSE(e_of(PAWL_RULE_EXACT, x), 0.847102280, 1e-9);
  CHECK_CLOSE(e_of(PAWL_RULE_LANKARANI_NIKRAVESH, x), 0.8, 1e-14);
  CHECK_CLOSE(e_of(PAWL_RULE_HUNT_CROSSLEY, x), 0.82, 1e-14);
}

static void there_and_back(void **state) {
  (void)state;
  static const PawlRestitutionRule rules[] = {PAWL_RULE_EXACT, PAWL_RULE_HUNT_CROSSLEY, PAWL_RULE_LANKARANI_NIKRAVESH};
  for (int r = 0; r < 3; r++) {
    for (int k = 0; k <= 100; k++) {
      double e = k / 100.0;
      CHECK_CLOSE(e_of(rules[r], q_of(rules[r], e)), e, 1e-14);
    }
  }
}

// The relation as it is printed, where it does not cancel.
static void the_relation_holds_as_printed(void **state) {
  (void)state;
  for (int k = 5; k <= 80; k++) {
    double e = k / 100.0, q = q_of(PAWL_RULE_EXACT, e);
    CHECK_CLOSE(log((1 + q) / (1 - q * e)), q * (1 + e), 1e-6 * (e < 0.1) + 1e-12);
    assert_true(q * e < 1);
  }
}

// Near e = 1 the exact relation is q = 3/2 d + 3/2 d^2 + ..., d = 1 - e: its series solved by hand.
static void nearly_elastic(void **state) {
  (void)state;
  for (double d = 1e-3; d > 1e-15; d /= 10) {
    double e = 1 - d, left = 1 - e;  // what rounding leaves of d
    CHECK_CLOSE(q_of(PAWL_RULE_EXACT, e) / left, 1.5 + 1.5 * left, 5 * left * left + 1e-15);
  }
  CHECK_CLOSE(q_of(PAWL_RULE_EXACT, 1), 0, 0);
  CHECK_CLOSE(e_of(PAWL_RULE_EXACT, 0), 1, 0);
  assert_true(isinf(q_of(PAWL_RULE_EXACT, 0)));  // no damping of this kind is without rebound
  CHECK_CLOSE(e_of(PAWL_RULE_EXACT, INFINITY), 0, 0);
}

static void restitutions_out_of_range_are_refused(void **state) {
  (void)state;
  double out = 7;
  assert_int_equal(pawl_damping_from_restitution(PAWL_RULE_EXACT, -0.1, &out), PAWL_ERR_ARGUMENT);
  assert_int_equal(pawl_damping_from_restitution(PAWL_RULE_EXACT, 1.1, &out), PAWL_ERR_ARGUMENT);
  assert_int_equal(pawl_damping_from_restitution(PAWL_RULE_EXACT, NAN, &out), PAWL_ERR_ARGUMENT);
  assert_int_equal(pawl_damping_from_restitution((PawlRestitutionRule)9, 0.5, &out), PAWL_ERR_ARGUMENT);
  assert_int_equal(pawl_restitution_from_damping(PAWL_RULE_EXACT, -1, &out), PAWL_ERR_ARGUMENT);
  assert_int_equal(pawl_restitution_from_damping((PawlRestitutionRule)9, 0.5, &out), PAWL_ERR_ARGUMENT);
  assert_int_equal(pawl_restitution_from_damping(PAWL_RULE_HUNT_CROSSLEY, 1.6, &out), PAWL_ERR_ARGUMENT);
  assert_int_equal(pawl_restitution_from_damping(PAWL_RULE_LANKARANI_NIKRAVESH, 0.8, &out), PAWL_ERR_ARGUMENT);
  assert_int_equal(pawl_restitution_from_damping(PAWL_RULE_EXACT, 0.8, NULL), PAWL_ERR_ARGUMENT);
  CHECK_CLOSE(out, 7, 0);  // untouched
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(known_values),   cmocka_unit_test(published_pendulums_differ_by_rules),
                                     cmocka_unit_test(there_and_back), cmocka_unit_test(the_relation_holds_as_printed),
                                     cmocka_unit_test(nearly_elastic), cmocka_unit_test(restitutions_out_of_range_are_refused)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
