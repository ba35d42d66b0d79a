// Units of model files. Expected values: definitions of the units (inch, pound, standard gravity) and the dimensions by hand.
#include "check.h"
#include "model/units.h"

static void check_unit(const char *text, double si, int l, int m, int t, int a) {
  double value = 0;
  int e[4];
  if (!pw_unit_parse(text, &value, e)) fail_msg("'%s' was not read", text);
  CHECK_CLOSE(value, si, 1e-14 * fabs(si));
  assert_true(e[0] == l && e[1] == m && e[2] == t && e[3] == a);
}

static void units_are_parsed(void **state) {
  (void)state;
  check_unit("m", 1, 1, 0, 0, 0);
  check_unit("N/mm", 1000, 0, 1, -2, 0);
  check_unit("kg*m^2", 1, 2, 1, 0, 0);
  check_unit("kg*mm/s^2", 1e-3, 1, 1, -2, 0);
  check_unit("rpm", 2 * acos(-1) / 60, 0, 0, -1, 1);
  check_unit("deg", acos(-1) / 180, 0, 0, 0, 1);
  check_unit("1/s", 1, 0, 0, -1, 0);
  check_unit("in", 0.0254, 1, 0, 0, 0);
  check_unit("lbf", 4.4482216152605, 1, 1, -2, 0);  // 0.45359237 * 9.80665
  check_unit("g/cm^3", 1000, -3, 1, 0, 0);
  check_unit("N*m*s/rad", 1, 2, 1, -1, -1);
  check_unit("s^-2", 1, 0, 0, -2, 0);
}

static void what_is_no_unit_is_refused(void **state) {
  (void)state;
  static const char *const bad[] = {"",    "x",   "m*",  "*m",    "m^", "m^0", "m^12",    "m/",   "1",
                                    "1*m", "m/1", "m m", "N/ mm", "2",  "mm2", "deg/s*t", "m/t^2"};
  double value;
  int e[4];
  for (size_t k = 0; k < sizeof bad / sizeof *bad; k++) {
    if (pw_unit_parse(bad[k], &value, e)) fail_msg("'%s' was taken for a unit", bad[k]);
  }
}

static PwUnits millimetres(bool newton) {
  PwUnits u = pw_units_si();
  assert_true(pw_units_set(&u, 0, "mm"));
  assert_true(pw_units_set(&u, 3, "deg"));
  if (newton) assert_true(pw_units_set(&u, 4, "N"));
  return u;
}

static void factors_of_file_units(void **state) {
  (void)state;
  PwUnits u = millimetres(true);
  double deg = acos(-1) / 180;
  CHECK_CLOSE(pw_units_factor(&u, PW_DIM_FORCE), 1, 0);
  CHECK_CLOSE(pw_units_factor(&u, PW_DIM_STIFFNESS), 1000, 1e-10);
  CHECK_CLOSE(pw_units_factor(&u, PW_DIM_TORQUE), 1e-3, 1e-18);
  CHECK_CLOSE(pw_units_factor(&u, PW_DIM_DAMPING), 1000, 1e-10);
  CHECK_CLOSE(pw_units_factor(&u, PW_DIM_ANGULAR_STIFFNESS), 1e-3 / deg, 1e-15);
  CHECK_CLOSE(pw_units_factor(&u, PW_DIM_ANGULAR_DAMPING), 1e-3 / deg, 1e-15);
  CHECK_CLOSE(pw_units_factor(&u, PW_DIM_INERTIA), 1e-6, 1e-20);
  CHECK_CLOSE(pw_units_factor(&u, PW_DIM_DENSITY), 1e9, 1e-3);
  CHECK_CLOSE(pw_units_factor(&u, PW_DIM_ACCELERATION), 1e-3, 1e-18);
  CHECK_CLOSE(pw_units_factor(&u, PW_DIM_ANGULAR_SPEED), deg, 1e-18);
  CHECK_CLOSE(pw_units_factor(&u, PW_DIM_POWER), 1e-3, 1e-18);
  u = millimetres(false);
  CHECK_CLOSE(pw_units_factor(&u, PW_DIM_FORCE), 1e-3, 1e-18);
  CHECK_CLOSE(pw_units_factor(&u, PW_DIM_STIFFNESS), 1, 1e-15);
}

// A written unit against the file's: with force N in mm, N/mm is the file's stiffness, though kg/s^2 would be 1e3 less.
static void written_units_are_converted(void **state) {
  (void)state;
  PwUnits u = millimetres(true);
  double f;
  int e[4];
  assert_true(pw_units_convert(&u, "N/mm", &f, e));
  CHECK_CLOSE(f, 1, 1e-15);
  assert_true(pw_units_convert(&u, "N*m", &f, e));
  CHECK_CLOSE(f, 1000, 1e-10);
  assert_true(pw_units_convert(&u, "kg/m^3", &f, e));
  CHECK_CLOSE(f, 1e-9, 1e-23);
  assert_true(pw_units_convert(&u, "N*s/m", &f, e));
  CHECK_CLOSE(f, 1e-3, 1e-17);
  assert_true(pw_units_convert(&u, "mm/N", &f, e));
  CHECK_CLOSE(f, 1, 1e-15);
  assert_true(pw_units_convert(&u, "m/s", &f, e));
  CHECK_CLOSE(f, 1000, 1e-10);
  assert_true(pw_units_convert(&u, "rad", &f, e));
  CHECK_CLOSE(f, 180 / acos(-1), 1e-13);
  assert_false(pw_units_convert(&u, "foot", &f, e));
}

static void units_of_the_wrong_kind_are_refused(void **state) {
  (void)state;
  PwUnits u = pw_units_si();
  assert_false(pw_units_set(&u, 0, "kg"));   // not a length
  assert_false(pw_units_set(&u, 0, "m*m"));  // not a symbol
  assert_false(pw_units_set(&u, 4, "J"));
  assert_true(pw_units_set(&u, 4, "kg*m/s^2"));
  assert_true(u.force_named);
  assert_string_equal(u.force_name, "kg*m/s^2");
}

static void check_name(const PwUnits *u, PwDimension dimension, const char *expected) {
  char name[64];
  pw_units_name(u, dimension, name);
  assert_string_equal(name, expected);
}

// Every name reads back as the unit that it names.
static void names_read_back_as_their_units(void **state) {
  (void)state;
  PwUnits si = pw_units_si(), mm = millimetres(false), n = millimetres(true);
  check_name(&si, PW_DIM_FORCE, "N");
  check_name(&si, PW_DIM_ENERGY, "J");
  check_name(&si, PW_DIM_POWER, "W");
  check_name(&si, PW_DIM_TORQUE, "N*m");
  check_name(&si, PW_DIM_NONE, "");
  check_name(&n, PW_DIM_STIFFNESS, "N/mm");
  check_name(&n, PW_DIM_ANGULAR_DAMPING, "N*mm*s/deg");
  check_name(&n, PW_DIM_ANGULAR_SPEED, "deg/s");
  check_name(&n, PW_DIM_RATE, "1/s");
  check_name(&n, PW_DIM_RATE_CHANGE, "1/s^2");
  check_name(&mm, PW_DIM_FORCE, "kg*mm/s^2");
  check_name(&mm, PW_DIM_STIFFNESS, "kg/s^2");
  const PwUnits *all[] = {&si, &mm, &n};
  for (int k = 0; k < 3; k++) {
    for (int d = 1; d < PW_DIM_COUNT; d++) {
      char name[64];
      double value;
      int e[4];
      pw_units_name(all[k], (PwDimension)d, name);
      if (!pw_unit_parse(name, &value, e)) fail_msg("'%s' does not read back", name);
      CHECK_CLOSE(value, pw_units_factor(all[k], (PwDimension)d), 1e-13 * value);
    }
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(units_are_parsed),
                                     cmocka_unit_test(what_is_no_unit_is_refused),
                                     cmocka_unit_test(factors_of_file_units),
                                     cmocka_unit_test(written_units_are_converted),
                                     cmocka_unit_test(units_of_the_wrong_kind_are_refused),
                                     cmocka_unit_test(names_read_back_as_their_units)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
