// Motion programs: end values, peak factors known from the literature on cams, continuity, pieces.
#include "expression/program.h"

#include "check.h"

#define PI 3.14159265358979323846

static PwProgram *make(PwProgramLaw law, double x0, double y0, double x1, double y1) {
  PwProgram *program = pw_program_create(x0, y0);
  assert_non_null(program);
  assert_true(pw_program_add(program, law, x1, y1));
  return program;
}

static void evaluate(const PwProgram *program, double x, double out[3]) {
  pw_program_evaluate(program, pw_program_piece(program, x), x, out);
}

// Largest speed and acceleration over a unit rise in unit time, to the four decimals that the literature on cams gives.
// (Ends and continuity, tested below, fix the constants of the laws to all digits.)
static void test_peaks_are_those_of_the_literature(void **state) {
  (void)state;
  static const struct {
    PwProgramLaw law;
    double speed, acceleration;
  } rows[] = {
      {PW_PROGRAM_LINEAR, 1, 0},
      {PW_PROGRAM_HARMONIC, 1.5708, 4.9348},
      {PW_PROGRAM_CYCLOIDAL, 2, 6.2832},
      {PW_PROGRAM_POLY345, 1.8750, 5.7735},
      {PW_PROGRAM_POLY4567, 2.1875, 7.5132},
      {PW_PROGRAM_MODSINE, 1.7596, 5.5280},
      {PW_PROGRAM_MODTRAP, 2, 4.8881},
  };
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    PwProgram *program = make(rows[i].law, 0, 0, 1, 1);
    double speed = 0, acceleration = 0;
    for (int k = 0; k <= 20000; k++) {
      double out[3];
      pw_program_evaluate(program, k ? pw_program_piece(program, k / 20000. - 1e-12) : 0, k / 20000., out);
      speed = fmax(speed, fabs(out[1]));
      acceleration = fmax(acceleration, fabs(out[2]));
    }
    CHECK_CLOSE(speed, rows[i].speed, 5.1e-5);
    CHECK_CLOSE(acceleration, rows[i].acceleration, 5.1e-5);
    pw_program_free(program);
  }
}

// Value 0, 1/2, 1 at the ends and in the middle, scaled and shifted; at rest at both ends but for `linear`.
static void test_programs_start_and_end_at_rest(void **state) {
  (void)state;
  for (int law = PW_PROGRAM_LINEAR; law < PW_PROGRAM_COUNT; law++) {
    PwProgram *program = make(law, 2, 10, 6, -6);
    double out[3];
    evaluate(program, 2, out);
    CHECK_CLOSE(out[0], 10, 1e-14);
    if (law != PW_PROGRAM_LINEAR) CHECK_CLOSE(out[1], 0, 1e-14);
    evaluate(program, 4, out);
    CHECK_CLOSE(out[0], 2, 1e-14);
    pw_program_evaluate(program, pw_program_count(program) - 1, 6, out);
    CHECK_CLOSE(out[0], -6, 1e-13);
    if (law != PW_PROGRAM_LINEAR) CHECK_CLOSE(out[1], 0, 1e-13);
    evaluate(program, 1, out);
    assert_true(out[0] == 10 && out[1] == 0 && out[2] == 0);
    evaluate(program, 6, out);
    assert_true(out[0] == -6 && out[1] == 0 && out[2] == 0);
    pw_program_free(program);
  }
}

// Neighbouring pieces agree in value, speed and (but for linear and harmonic) acceleration, the holds included.
static void test_pieces_join_continuously(void **state) {
  (void)state;
  for (int law = PW_PROGRAM_DWELL; law < PW_PROGRAM_COUNT; law++) {
    PwProgram *program = make(law, -1, 3, 2, law == PW_PROGRAM_DWELL ? 3 : 8);
    int derivatives = law == PW_PROGRAM_LINEAR ? 1 : law == PW_PROGRAM_HARMONIC ? 2 : 3;
    for (int32_t piece = -1; piece < pw_program_count(program); piece++) {
      double low, high, left[3], right[3];
      pw_program_ends(program, piece, &low, &high);
      pw_program_evaluate(program, piece, high, left);
      pw_program_evaluate(program, piece + 1, high, right);
      for (int k = 0; k < derivatives; k++) CHECK_CLOSE(left[k], right[k], 1e-13);
    }
    pw_program_free(program);
  }
}

// Within each piece the derivatives are those of the value: central differences of order 4.
static void test_derivatives_agree_with_differences(void **state) {
  (void)state;
  for (int law = PW_PROGRAM_DWELL; law < PW_PROGRAM_COUNT; law++) {
    PwProgram *program = make(law, 0, 0, 2, 1);
    for (int32_t piece = 0; piece < pw_program_count(program); piece++) {
      double low, high, f[5][3], h = 1e-3;
      pw_program_ends(program, piece, &low, &high);
      for (int k = 0; k < 5; k++) pw_program_evaluate(program, piece, low + 0.3 * (high - low) + (k - 2) * h, f[k]);
      for (int d = 0; d < 2; d++) {
        CHECK_CLOSE((f[0][d] - 8 * f[1][d] + 8 * f[3][d] - f[4][d]) / (12 * h), f[2][d + 1], 1e-9);
      }
    }
    pw_program_free(program);
  }
}

// Pieces are numbered along x; modified sine has 3, modified trapezoid 5, all others 1.
static void test_pieces_are_numbered_along_x(void **state) {
  (void)state;
  PwProgram *program = make(PW_PROGRAM_CYCLOIDAL, 0, 0, 1, 1);
  assert_true(pw_program_add(program, PW_PROGRAM_DWELL, 2, 1) && pw_program_add(program, PW_PROGRAM_MODSINE, 10, 0));
  assert_true(pw_program_add(program, PW_PROGRAM_MODTRAP, 18, 5));
  assert_int_equal(pw_program_count(program), 1 + 1 + 3 + 5);
  const double start[] = {-INFINITY, 0, 1, 2, 3, 9, 10, 11, 13, 15, 17, 18, INFINITY};
  for (int32_t piece = -1; piece <= 10; piece++) {
    double low, high;
    pw_program_ends(program, piece, &low, &high);
    assert_true(low == start[piece + 1] && high == start[piece + 2]);
    if (piece >= 0) assert_int_equal(pw_program_piece(program, low), piece);
    if (piece >= 0) assert_int_equal(pw_program_piece(program, nextafter(low, -1)), piece - 1);
  }
  double x, y;
  pw_program_end(program, &x, &y);
  assert_true(x == 18 && y == 5);
  pw_program_free(program);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_peaks_are_those_of_the_literature), cmocka_unit_test(test_programs_start_and_end_at_rest),
      cmocka_unit_test(test_pieces_join_continuously),          cmocka_unit_test(test_derivatives_agree_with_differences),
      cmocka_unit_test(test_pieces_are_numbered_along_x),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
