// Units of parameters where they are used: what is known to measure something else is refused, with the parameter's line; what
// may be meant is taken. Expected by the definition of the units: a force is mass*length/time^2, radians are no unit of their own
// in products.
#include "model_file.h"

#define HEAD                                    \
  "units: {length: mm, angle: deg, force: N}\n" \
  "parameters:\n"                               \
  "  F: 250 N\n"                                \
  "  r: 60 mm\n"                                \
  "  k: 2 N/mm\n"                               \
  "  w: 30 deg/s\n"                             \
  "  m: 2 kg\n"                                 \
  "  a: r\n"                                    \
  "  T: F*r\n"                                  \
  "  n: 3\n"                                    \
  "  K: 5 N/mm^1.5\n"                           \
  "bodies: {b: {mass: 1, inertia: 1}}\n"        \
  "joints: {j: {type: prismatic, frames: [ground, b]}, l: {type: revolute, frames: [ground, b]}}\n"

static PawlStatus parse(const char *line, const char *const *sets, int count) {
  char text[2000];
  forget();
  snprintf(text, sizeof text, HEAD "%s\n", line);
  return pawl_model_parse("m.yaml", text, strlen(text), sets, count, messages, &model);
}

static void what_fits_is_taken(void **state) {
  (void)state;
  static const char *const GOOD[] = {
      "forces: {f: {type: joint, coordinate: j, preload: F}}",
      "forces: {f: {type: joint, coordinate: j, preload: -(F + 20)/2}}",
      "forces: {f: {type: joint, coordinate: j, preload: k*r - 3*F + n}}",
      "forces: {f: {type: joint, coordinate: j, preload: \"max(k*r, F, 3)\"}}",
      "forces: {f: {type: joint, coordinate: j, preload: F*cos(30) + 2*F*sin(pi/6)}}",
      "forces: {f: {type: joint, coordinate: j, preload: k*sqrt(r^2 + 400)}}",
      "forces: {f: {type: joint, coordinate: j, preload: \"hypot(F, k*r) + k*hypot(r, 20 mm)\"}}",
      "forces: {f: {type: joint, coordinate: j, preload: \"if(r > 5 and F < 3, F, 20)\"}}",
      "forces: {f: {type: joint, coordinate: j, preload: F*(1 - exp(-r/a))*sign(F)}}",
      "forces: {f: {type: joint, coordinate: j, preload: 20*r/a}}",  // 20 N times a ratio
      "forces: {f: {type: joint, coordinate: j, preload: F*r^n/a^3}}",
      "forces: {f: {type: joint, coordinate: j, preload: \"(5 N/mm)*r + abs(-F) - cbrt(F^3)\"}}",
      "forces: {f: {type: joint, coordinate: j, preload: k*20 mm}}",
      "forces: {f: {type: joint, coordinate: j, preload: \"k*r*atan2(r, a)/90 + mod(F, 2 N)\"}}",
      "forces: {f: {type: force, body: b, components: [\"k*j.travel + F*t\", \"F*sin(360*t) + r*t\"]}}",  // variables are open
      "forces: {f: {type: joint, coordinate: j, stiffness: F/r, damping: m*w}}",                          // kg/s
      "forces: {f: {type: joint, coordinate: l, preload: T}}",
      "forces: {f: {type: force, body: b, components: [F, \"F*sin(w*t) - k*r\"]}}",
      "gravity: [0, -r*w^2]",
      "measures: {d: {type: distance, frames: [{body: ground, at: [a + r, r*w/w]}, b]}}",
      "initial: {joints: {l: {speed: w}, j: {speed: r*w}}}",
      "couplers: {c: {terms: {j: 1, l: r}, offset: a}}",
      "drives: {d: {coordinate: j, law: r + 3*t}}",
  };
  for (size_t i = 0; i < sizeof GOOD / sizeof *GOOD; i++) {
    PawlStatus status = parse(GOOD[i], NULL, 0);
    if (status != PAWL_OK) show_messages();
    if (status != PAWL_OK) fail_msg("refused: %s", GOOD[i]);
    if (pawl_messages_count(messages) > 0) fail_msg("%s: %s", GOOD[i], pawl_messages_get(messages, 0).text);
  }
}

// A plain factor may have a unit that is not written: taken, with a warning.
static void plain_factors_are_warned_of(void **state) {
  (void)state;
  static const struct {
    const char *line, *says;
  } LINES[] = {
      {"forces: {f: {type: joint, coordinate: j, preload: 20*k}}",
       "'preload' is '20*k', where parameter 'k' (line 5) is '2 N/mm': the plain number is taken to make it 'N'"},
      {"forces: {f: {type: joint, coordinate: j, preload: n*r}}", "parameter 'r' (line 4) is '60 mm': the plain number"},
      {"forces: {f: {type: force, body: b, components: [\"3*sin(t) + r/2\", 0]}}", "'components' is 'r/2'"},
  };
  for (size_t i = 0; i < sizeof LINES / sizeof *LINES; i++) {
    assert_int_equal(parse(LINES[i].line, NULL, 0), PAWL_OK);
    PawlMessage m = pawl_messages_get(messages, 0);
    assert_int_equal(pawl_messages_count(messages), 1);
    assert_int_equal(m.severity, PAWL_WARNING);
    if (m.line != 14 || !strstr(m.text, LINES[i].says)) fail_msg("%d: %s\nexpected %s", m.line, m.text, LINES[i].says);
  }
}

static void what_does_not_fit_is_refused(void **state) {
  (void)state;
  static const struct {
    const char *line, *says;
  } BAD[] = {
      {"forces: {f: {type: joint, coordinate: j, preload: r}}",
       "force 'f': 'preload' cannot be 'r': parameter 'r' (line 4) is '60 mm', needs a unit like 'N'"},
      {"forces: {f: {type: joint, coordinate: j, preload: -a}}", "cannot be 'a': parameter 'a' (line 8) is 'r', needs"},
      {"forces: {f: {type: joint, coordinate: j, preload: F + ( r )}}",
       "units do not go together: parameter 'F' (line 3) is '250 N', parameter 'r' (line 4) is '60 mm'"},
      {"forces: {f: {type: joint, coordinate: j, preload: 20 - ( r )}}", "cannot be '( r )': parameter 'r' (line 4)"},
      {"forces: {f: {type: joint, coordinate: j, preload: \"max(r, F)\"}}", "units do not go together: parameter 'r' (line 4)"},
      {"forces: {f: {type: joint, coordinate: j, preload: \"if(r > F, 1, 2)\"}}", "do not go together: parameter 'r' (line 4)"},
      {"forces: {f: {type: joint, coordinate: j, preload: F*sin(r)}}",
       "sin takes no unit but that of an angle: parameter 'r' (line 4)"},
      {"forces: {f: {type: joint, coordinate: j, preload: F*2^r}}",
       "an exponent takes no unit but that of an angle: parameter 'r'"},
      {"forces: {f: {type: joint, coordinate: j, preload: k*(r + m)}}",
       "parameter 'r' (line 4) is '60 mm', parameter 'm' (line 7)"},
      {"forces: {f: {type: joint, coordinate: j, preload: F + 3 mm}}", "parameter 'F' (line 3) is '250 N', '3 mm'"},
      {"forces: {f: {type: joint, coordinate: j, preload: F*sqrt(r)}}", "cannot be 'F*sqrt(r)': parameter 'F' (line 3)"},
      {"forces: {f: {type: joint, coordinate: j, preload: pi*r}}", "cannot be 'pi*r': parameter 'r' (line 4)"},
      {"forces: {f: {type: joint, coordinate: j, preload: k*r^2}}", "cannot be 'k*r^2': parameter 'k' (line 5)"},
      {"forces: {f: {type: joint, coordinate: j, preload: k*K}}", "cannot be 'k*K': parameter 'k' (line 5)"},
      {"forces: {f: {type: force, body: b, components: [\"(r + F)*t\", 0]}}", "do not go together: parameter 'r' (line 4)"},
      {"forces: {f: {type: joint, coordinate: j, preload: F*r}}", "cannot be 'F*r': parameter 'F' (line 3) is '250 N'"},
      {"forces: {f: {type: joint, coordinate: j, preload: T}}", "parameter 'T' (line 9) is 'F*r', needs a unit like 'N'"},
      {"forces: {f: {type: joint, coordinate: j, stiffness: r^2}}", "cannot be 'r^2'"},
      {"forces: {f: {type: force, body: b, components: [\"3*sin(t) + r\", 0]}}", "'components' cannot be 'r'"},
      {"drives: {d: {coordinate: l, law: w + 3*t}}",
       "'law' cannot be 'w': parameter 'w' (line 6) is '30 deg/s', needs a unit like 'deg'"},
      {"analysis: {duration: w}", "'duration' cannot be 'w'"},
      {"analysis: {tolerance: r}", "is '60 mm', but this has no unit"},
  };
  for (size_t i = 0; i < sizeof BAD / sizeof *BAD; i++) {
    assert_int_equal(parse(BAD[i].line, NULL, 0), PAWL_ERR_INPUT);
    PawlMessage m = pawl_messages_get(messages, 0);
    if (m.line != 14 || !strstr(m.text, BAD[i].says)) fail_msg("%d: %s\nexpected %s", m.line, m.text, BAD[i].says);
  }
}

// Parameters are checked where they are defined, too.
static void parameters_are_checked(void **state) {
  (void)state;
  static const char text[] = "parameters:\n  r: 5 mm\n  F: 3 N\n  x: r +\n    F\n  y: 2*x\n";
  forget();
  assert_int_equal(pawl_model_parse("m.yaml", text, strlen(text), NULL, 0, messages, &model), PAWL_ERR_INPUT);
  PawlMessage m = pawl_messages_get(messages, 0);
  assert_int_equal(m.line, 4);
  assert_string_equal(
      m.text, "parameter 'x': these units do not go together: parameter 'r' (line 2) is '5 mm', parameter 'F' (line 3) is '3 N'");
}

// Contact laws have units with fractions; they are compared, too.
static void units_with_fractions_are_compared(void **state) {
  (void)state;
  static const char text[] =
      "parameters: {K: 5 N/mm^1.5, k: 3 N/m}\nplanar: true\n"
      "bodies:\n"
      "  ground: {profiles: {p: {circle: {radius: 1}}}}\n"
      "  b: {mass: 1, inertia: 1, position: [9, 0], profiles: {p: {circle: {radius: 1}}}}\n"
      "contacts: {c: {profiles: [ground.p, b.p], law: {type: hertz, stiffness: %s}}}\n";
  for (int bad = 0; bad < 2; bad++) {
    char full[1000];
    forget();
    snprintf(full, sizeof full, text, bad ? "k" : "K");
    PawlStatus status = pawl_model_parse("m.yaml", full, strlen(full), NULL, 0, messages, &model);
    if (!bad) show_messages();
    assert_int_equal(status, bad ? PAWL_ERR_INPUT : PAWL_OK);
    if (bad)
      assert_non_null(
          strstr(pawl_messages_get(messages, 0).text, "'stiffness' cannot be 'k': parameter 'k' (line 1) is '3 N/m'"));
    if (!bad) CHECK_CLOSE(model->contacts.item[0].def.stiffness, 5 * pow(1000, 1.5), 1e-6);
  }
}

// A parameter that the command line sets is named with what was set there.
static void set_parameters_are_checked(void **state) {
  (void)state;
  static const char *const sets[] = {"F=60mm"}, *const good[] = {"F=3kN"};
  assert_int_equal(parse("forces: {f: {type: joint, coordinate: j, preload: F}}", sets, 1), PAWL_ERR_INPUT);
  assert_non_null(strstr(pawl_messages_get(messages, 0).text, "parameter 'F' (--set F=60mm) is '60mm', needs a unit like 'N'"));
  assert_int_equal(parse("forces: {f: {type: joint, coordinate: j, preload: F}}", good, 1), PAWL_OK);
  CHECK_CLOSE(model->forces.item[0].def.preload, 3000, 1e-9);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(what_fits_is_taken, setup, teardown),
      cmocka_unit_test_setup_teardown(what_does_not_fit_is_refused, setup, teardown),
      cmocka_unit_test_setup_teardown(plain_factors_are_warned_of, setup, teardown),
      cmocka_unit_test_setup_teardown(parameters_are_checked, setup, teardown),
      cmocka_unit_test_setup_teardown(units_with_fractions_are_compared, setup, teardown),
      cmocka_unit_test_setup_teardown(set_parameters_are_checked, setup, teardown),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
