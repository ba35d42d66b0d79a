// Geneva drives in kinematics over three turns, with play in the slots and without, at any place and turned: the pin goes in over
// a corner of the mouth, drives the wheel, and leaves it behind. All expectations are closed forms.
#include "contact_run.h"

static const double PI = 3.14159265358979323846;

typedef struct {
  int slots;
  double play;            // half of it, of the pin's radius
  double x, y, turn;      // where the crank's pivot is, and the direction from there to the wheel's
  double way;             // 1: counter-clockwise
  double start;           // of the crank's angle, from that direction
  double crank, pin;      // radii
  double between, reach;  // of the pivots; of the mouth from the wheel's
  double half, mouth;     // of the slot's width; the mouth along the slot
} Drive;

static Drive make(int slots, double play, double x, double y, double turn, double way, double start) {
  Drive d = {slots, play, x, y, turn, way, start, .crank = 0.02, .pin = 0.0016};
  d.between = d.crank / sin(PI / slots);
  d.reach = d.crank / tan(PI / slots);
  d.half = d.pin * (1 + play);
  d.mouth = sqrt(d.reach * d.reach - d.half * d.half);
  return d;
}

// Direction from the wheel's pivot to the pin's centre, seen from the line of the pivots, with the crank at `angle` from it.
static double direction(const Drive *d, double angle) {
  return remainder(atan2(d->crank * sin(angle), d->crank * cos(angle) - d->between) - PI, 2 * PI);
}

static int add_point(char *text, size_t room, const char *before, double x, double y, double turn) {
  return snprintf(text, room, "%s[%.17g, %.17g]", before, cos(turn) * x - sin(turn) * y, sin(turn) * x + cos(turn) * y);
}

static void write_model(const Drive *d, const char *formulation, char *text, size_t room) {
  double bottom = d->between - d->crank - 1.3 * d->pin, wheel = d->turn + PI + direction(d, d->start);
  double at[2] = {d->x + d->between * cos(d->turn), d->y + d->between * sin(d->turn)};
  int length =
      snprintf(text, room,
               "planar: true\n"
               "bodies:\n"
               "  crank: {mass: 1, inertia: 1e-4, position: [%.17g, %.17g], angle: %.17g, profiles: {pin: {circle: {center: "
               "[%.17g, 0], radius: %.17g}}}}\n"
               "  wheel: {mass: 1, inertia: 3e-4, position: [%.17g, %.17g], angle: %.17g, profiles: {rim: {",
               d->x, d->y, d->turn + d->start, d->crank, d->pin, at[0], at[1], wheel);
  length += add_point(text + length, room - (size_t)length, "start: ", d->mouth, -d->half, 0);
  length += snprintf(text + length, room - (size_t)length, ", chain: [");
  for (int k = 0; k < d->slots; k++) {
    double turn = 2 * PI * k / d->slots;
    length += add_point(text + length, room - (size_t)length, "{line: {to: ", bottom, -d->half, turn);
    length += add_point(text + length, room - (size_t)length, "}}, {line: {to: ", bottom, d->half, turn);
    length += add_point(text + length, room - (size_t)length, "}}, {line: {to: ", d->mouth, d->half, turn);
    length += add_point(text + length, room - (size_t)length, "}}, {arc: {center: [0, 0], to: ", d->mouth, -d->half,
                        turn + 2 * PI / d->slots);
    length += snprintf(text + length, room - (size_t)length, "}}, ");
  }
  snprintf(text + length, room - (size_t)length,
           "]}}}\n"
           "joints:\n"
           "  c: {type: revolute, between: [ground, crank], at: [%.17g, %.17g]}\n"
           "  w: {type: revolute, between: [ground, wheel], at: [%.17g, %.17g]}\n"
           "contacts: {k: {profiles: [crank.pin, wheel.rim]}}\n"
           "drives: {d: {coordinate: c, law: %.17g*t}}\n"
           "output: [joints, k]\n"
           "analysis: {type: kinematics, duration: 6*pi, step: pi/100, formulation: %s}\n",
           d->x, d->y, at[0], at[1], d->way, formulation);
}

// Where the wheel stands when the pin has left it in turn k: the corner of the mouth, which it pushes as long as it can, is then
// a + r from the crank's pivot, on the line through the pin's centre.
static double rests_at(const Drive *d, int k) {
  double a = d->crank + d->pin, c = d->between, R = d->reach;
  double beside = acos((R * R + c * c - a * a) / (2 * R * c)), corner = atan2(d->half, d->mouth);
  return -d->way * (beside - corner) - direction(d, d->start) - d->way * 2 * PI * k / d->slots;
}

// The crank's angle from the line of the pivots, within half a turn; *turn: how many were before.
static double from_middle(const Drive *d, double t, int *turn) {
  double angle = d->start + d->way * t, within = remainder(angle, 2 * PI);
  *turn = (int)lround((angle - within) * d->way / (2 * PI));
  assert_in_range(*turn, 0, 3);
  return d->way * within;
}

// Between the walls the wheel points to the pin, but for the play; behind it, it rests.
static void check_turns(const Drive *d, const ContactRun *run) {
  int inside = 0, outside = 0, turn, left = 0;
  double from[4] = {INFINITY, INFINITY, INFINITY, INFINITY};
  for (int64_t i = 0; i < pw_result_events(run->result); i++) {
    PwResultEvent e = pw_result_get_event(run->result, i);
    assert_string_not_equal(e.kind, "dropped");
    if (strcmp(e.kind, "leaves") != 0 || strcmp(e.detail, "'wheel' is free") != 0) continue;
    if (from_middle(d, e.t, &turn) < 0) continue;  // brushed when it came
    from[turn] = e.t;
    left++;
  }
  assert_int_equal(left, 3);
  for (int64_t row = 0; row < pw_result_rows(run->result); row++) {
    double t = pw_result_value(run->result, row, 0), wheel = pw_result_value(run->result, row, column(run, "w.angle"));
    double angle = from_middle(d, t, &turn), away = hypot(d->crank * cos(angle) - d->between, d->crank * sin(angle));
    if (away < 0.98 * d->mouth && t > 0.2) {
      double expected = d->way * direction(d, angle) - direction(d, d->start) - d->way * 2 * PI * turn / d->slots;
      inside++;
      CHECK_CLOSE(wheel, expected, 1e-11 + 1.001 * asin(d->play * d->pin / away));
    } else if (angle > 0 && angle < PI / 2 + 1 && t > from[turn]) {
      outside++;
      CHECK_CLOSE(wheel, rests_at(d, turn), 1e-9);
    }
  }
  assert_true(inside > 40 && outside > 40);
}

static void test_turns(void **state) {
  (void)state;
  const Drive drive[] = {make(4, 0, 0.013, -0.005, 0.7, 1, 0.3),
                         make(4, 0.07, 0.013, -0.005, 0.7, 1, 0.3),
                         make(6, 0, -0.02, 0.01, -2.1, -1, 0.2),
                         make(6, 0.02, 0.3, 0.1, 2.6, 1, -0.4),
                         make(4, 0, 0, 0, 0, -1, 0),
                         make(5, 0, 0.07, 0.02, 1.234, 1, 0.1),
                         make(8, 0.05, -0.01, -0.03, -0.6, -1, 0.5),
                         make(6, 0, 0.001, 0.002, 3, 1, -0.3)};
  static char text[20000];
  for (size_t i = 0; i < 2 * sizeof drive / sizeof *drive; i++) {
    write_model(&drive[i / 2], i % 2 ? "canonical" : "multipliers", text, sizeof text);
    ContactRun run = run_model(text, NULL);
    check_turns(&drive[i / 2], &run);
    end_run(&run);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_turns)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
