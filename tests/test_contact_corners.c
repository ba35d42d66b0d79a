// Corners that come together at distance zero, and bodies that fit exactly.
#include "contact_run.h"

#define BOX(w, h)                                                                                                         \
  "start: [-" w ", -" h "], chain: [{line: {to: [" w ", -" h "]}}, {line: {to: [" w ", " h "]}}, {line: {to: [-" w ", " h \
  "]}}, {line: {to: [-" w ", -" h "]}}]"

// A box slides off a table. Its leading corner leaves over the table's corner, which is from then on a touch of its own under the
// box, at the other end of the very face; the box lies on as before, and tips when its centre is over the edge.
static void test_slides_off(void **state) {
  (void)state;
  ContactRun run = run_model(
      "gravity: [0, -9.81]\n"
      "bodies:\n"
      "  ground: {profiles: {t: {start: [0.5, -1], chain: [{line: {to: [0.5, 0]}}, {line: {to: [-2, 0]}}], closed: false}}}\n"
      "  box: {mass: 2, inertia: 0.01, position: [0, 0.05], profiles: {o: {" BOX("0.1", "0.05") "}}}\n"
      "contacts: {c: {profiles: [ground.t, box.o]}}\n"
      "initial: {bodies: {box: {velocity: [0.7, 0]}}}\n"
      "analysis: {duration: 0.8, step: 0.05, tolerance: 1e-9}\n"
      "output: [box, c, energy]\n",
      NULL);
  PwResultEvent leaves = event_at(&run, 2, "leaves"), closes = event_at(&run, 3, "closes"), opens = event_at(&run, 4, "opens");
  CHECK_CLOSE(leaves.t, 0.4 / 0.7, 1e-12);
  assert_true(closes.t == leaves.t);
  CHECK_CLOSE(closes.force, 9.81, 1e-9);
  CHECK_CLOSE(opens.t, 0.5 / 0.7, 1e-12);
  CHECK_CLOSE(value_at(&run, "c.force", 0.65, true), 2 * 9.81, 1e-9);
  assert_true(value_at(&run, "box.angle", NAN, true) < -1e-3);
  end_run(&run);
}

// Two wedges whose tips are at the same height to rounding run into each other, tip on tip: no element lies across their way.
// They collide along it, masses m and 3 m, restitution 1/2: by momentum and the gap's speed -3/8 and 1/8 of v = 2 (closed form).
static void test_tip_on_tip(void **state) {
  (void)state;
  ContactRun run = run_model(
      "bodies:\n"
      "  a: {mass: 1, inertia: 1, position: [-1, 0.1], angle: 0.3, profiles: {o: {start: [0.2*cos(0.3), -0.2*sin(0.3)], chain: "
      "[{line: {to: [-0.2, 0.1]}}, {line: {to: [-0.2, -0.1]}}, {line: {to: [0.2*cos(0.3), -0.2*sin(0.3)]}}]}}}\n"
      "  b: {mass: 3, inertia: 1, position: [1, 0.1], angle: 0.3, profiles: {o: {start: [-0.2*cos(0.3), 0.2*sin(0.3)], chain: "
      "[{line: {to: [0.2, -0.1]}}, {line: {to: [0.2, 0.1]}}, {line: {to: [-0.2*cos(0.3), 0.2*sin(0.3)]}}]}}}\n"
      "joints:\n"
      "  ga: {type: prismatic, between: [ground, a], at: [-1, 0.1], axis: x}\n"
      "  gb: {type: prismatic, between: [ground, b], at: [1, 0.1], axis: x}\n"
      "contacts: {c: {profiles: [a.o, b.o], restitution: 0.5}}\n"
      "initial: {joints: {ga: {speed: 2}}}\n"
      "analysis: {duration: 2, step: 0.1}\n"
      "output: [a, b, c, energy]\n",
      NULL);
  PwResultEvent impact = event_at(&run, 0, "impact");
  CHECK_CLOSE(impact.t, 0.8, 1e-9);
  CHECK_CLOSE(value_at(&run, "a.vx", NAN, true), 2 * (1 - 1.5 * 3 / 4), 1e-12);
  CHECK_CLOSE(value_at(&run, "b.vx", NAN, true), 2 * 1.5 / 4, 1e-12);
  CHECK_CLOSE(impact.q1, 5.5, 0.5);  // the corner at the start of the chain is its last element; a part of its cone
  end_run(&run);
}

// A box that fits between two walls without play is pushed right and left, beside its centre. Closed form: right - left = push,
// and right + left is |push|, or |torque| / 0.05 where the corners of one wall cannot carry the torque: then two across do. None
// pulls.
static void test_exact_fit(void **state) {
  (void)state;
  ContactRun run = run_model(
      "bodies:\n"
      "  ground: {profiles: {r: {start: [0.05, 2], chain: [{line: {to: [0.05, -2]}}], closed: false}, l: {start: [-0.05, -2], "
      "chain: [{line: {to: [-0.05, 2]}}], closed: false}}}\n"
      "  box: {mass: 1, inertia: 0.002, frames: {p: [0.01, 0.02]}, profiles: {o: {" BOX("0.05", "0.05") "}}}\n"
      "contacts: {r: {profiles: [ground.r, box.o]}, l: {profiles: [ground.l, box.o]}}\n"
      "forces: {push: {type: force, frame: box.p, components: [\"200*sin(20*t) + 40\", \"15*sin(13*t)\"]}}\n"
      "analysis: {duration: 0.6, step: 0.01, tolerance: 1e-10}\n"
      "output: [box, r, l, energy]\n",
      NULL);
  for (int64_t i = 0; i < pw_result_rows(run.result); i++) {
    double t = pw_result_value(run.result, i, 0), push = 200 * sin(20 * t) + 40, torque = 0.01 * 15 * sin(13 * t) - 0.02 * push;
    double right = pw_result_value(run.result, i, column(&run, "r.force"));
    double left = pw_result_value(run.result, i, column(&run, "l.force"));
    assert_true(right >= -1e-9 && left >= -1e-9);
    if (fabs(t - 0.01 * round(t / 0.01)) > 1e-12) continue;  // at events a wall takes over through a gap of a rounding
    CHECK_CLOSE(right - left, push, 1e-7);
    CHECK_CLOSE(right + left, fmax(fabs(push), fabs(torque) / 0.05), 1e-7);
  }
  assert_true(largest(&run, "energy.balance") < 1e-8);
  end_run(&run);
}

// A pin on a crank moves a yoke whose slot fits it without play: at every reversal of the force one wall hands over to the other,
// where all accelerations are rounding. Closed form: x = r cos(angle), force m |x''|.
static void test_pin_in_slot(void **state) {
  (void)state;
  ContactRun run = run_model(
      "planar: true\n"
      "bodies:\n"
      "  k: {mass: 1, inertia: 0.01, profiles: {p: {circle: {center: [0.03, 0], radius: 0.005}}}}\n"
      "  y: {mass: 0.5, inertia: 0.001, position: [0.03, 0], profiles: {l: {start: [0.005, 0.06], chain: [{line: {to: [0.005, "
      "-0.06]}}, {arc: {center: [0, -0.06], to: [-0.005, -0.06], clockwise: true}}, {line: {to: [-0.005, 0.06]}}, {arc: {center: "
      "[0, 0.06], to: [0.005, 0.06], clockwise: true}}]}}}\n"
      "joints:\n"
      "  C: {type: revolute, frames: [ground, k]}\n"
      "  F: {type: prismatic, between: [ground, y], at: [0, 0], axis: x}\n"
      "contacts: {cl: {profiles: [k.p, y.l]}}\n"
      "drives: {d: {coordinate: C, law: \"20*t + 0.3\"}}\n"
      "initial: {joints: {F: {position: 0.03*cos(0.3) - 0.03, speed: -0.6*sin(0.3)}}}\n"
      "analysis: {duration: 2, step: 0.002}\n"
      "output: [y, cl]\n",
      NULL);
  for (int64_t i = 0; i < pw_result_rows(run.result); i++) {
    double t = pw_result_value(run.result, i, 0), angle = 20 * t + 0.3;
    CHECK_CLOSE(pw_result_value(run.result, i, column(&run, "y.x")), 0.03 * cos(angle), 1e-12);
    if (fabs(t - 0.002 * round(t / 0.002)) > 1e-12) continue;  // at events a wall takes over through a gap of a rounding
    CHECK_CLOSE(pw_result_value(run.result, i, column(&run, "cl.force")), 0.5 * 12 * fabs(cos(angle)), 1e-7);
  }
  end_run(&run);
}

// A star with its first tip to the right.
static void write_star(char *text, size_t room, int tips, double dent) {
  static const double TIP = 0.15, HALF_TURN = 3.14159265358979323846;
  text[0] = 0;
  for (int i = 0; i <= 2 * tips; i++) {
    double angle = HALF_TURN * (i % (2 * tips)) / tips, r = i % 2 ? dent * TIP : TIP;
    size_t used = strlen(text);
    snprintf(text + used, room - used, "%s[%.17g, %.17g]%s", i == 0 ? "start: " : "{line: {to: ", r * cos(angle), r * sin(angle),
             i == 0         ? ", chain: ["
             : i < 2 * tips ? "}}, "
                            : "}}]");
  }
}

// A star stands on its tip, another one falls on it, tip on tip, so that the search that is due finds them when they touch
// already. The impact has its rows, before and after, and its impulses like any other: v = sqrt(2 g h) of the fall, and m v at
// both touches, since nothing rebounds.
static void test_star_on_star(void **state) {
  (void)state;
  for (int tips = 4; tips <= 8; tips += 4) {
    char lower[2000], upper[2000], text[5000];
    write_star(lower, sizeof lower, 4, 0.4);
    write_star(upper, sizeof upper, tips, 0.924);
    snprintf(text, sizeof text,
             "gravity: [0, -9.81]\n"
             "bodies:\n"
             "  ground: {profiles: {floor: {start: [1, 0], chain: [{line: {to: [-1, 0]}}], closed: false}}}\n"
             "  lower: {mass: 2, inertia: 0.01, position: [0, 0.2], angle: 90 deg, profiles: {o: {%s}}}\n"
             "  upper: {mass: 0.7, inertia: 0.012, position: [0, 0.55], profiles: {o: {%s}}}\n"
             "contacts: {k: {bodies: [ground, lower, upper], restitution: 0}}\n"
             "analysis: {duration: 0.16, step: 0.02}\n",
             lower, upper);
    ContactRun run = run_model(text, NULL);
    PwResultEvent below = event_at(&run, 1, "impact"), above = event_at(&run, 2, "impact");
    double v = sqrt(2 * 9.81 * 0.1);
    CHECK_CLOSE(above.t, v / 9.81, 1e-9);
    CHECK_CLOSE(above.impulse, 0.7 * v, 1e-9);
    CHECK_CLOSE(below.impulse, 0.7 * v, 1e-9);
    CHECK_CLOSE(value_at(&run, "upper.vy", above.t, false), -v, 1e-9);
    assert_true(fabs(value_at(&run, "upper.vy", above.t, true)) < 1e-12);
    assert_int_equal(run.info.audit_broken, 0);
    end_run(&run);
  }
}

// A diamond falls on another one that stands on its corner, corner on corner, and both tip: two faces come to lie on each other,
// at first with both corners at one place, where they hold the same and share the force. As they slide apart one of them would
// have to pull to keep the faces together, and is let go: forces of contacts are never negative (the law of one-sided touches).
static void test_faces_part(void **state) {
  (void)state;
#define DIAMOND                                                                                                               \
  "profiles: {o: {start: [0.1, 0], chain: [{line: {to: [0, 0.1]}}, {line: {to: [-0.1, 0]}}, {line: {to: [0, -0.1]}}, {line: " \
  "{to: [0.1, 0]}}]}}"
  static const char *const LOWER[] = {"lower=0.1", "lower=0.15", "lower=0.2"}, *const UPPER[] = {"upper=0.4", "upper=0.45",
                                                                                                 "upper=0.55"};
  for (int i = 0; i < 3; i++) {
    const char *const drawn[] = {LOWER[i], UPPER[i], NULL};
    ContactRun run = run_model(
        "gravity: [0, -9.81]\n"
        "parameters: {lower: 0.1, upper: 0.4}\n"
        "bodies:\n"
        "  ground: {profiles: {floor: {start: [1, 0], chain: [{line: {to: [-1, 0]}}], closed: false}}}\n"
        "  lower: {mass: 2, inertia: 0.01, position: [0, lower], " DIAMOND
        "}\n"
        "  upper: {mass: 1, inertia: 0.01, position: [0, upper], " DIAMOND
        "}\n"
        "contacts: {k: {bodies: [ground, lower, upper], restitution: 0}}\n"
        "analysis: {duration: 0.3, step: 0.001}\n",
        drawn);
    assert_int_equal(run.info.audit_broken, 0);
    for (int ms = 1; ms < 300; ms++) {
      assert_true(value_at(&run, "k.lower.upper.1.force", 1e-3 * ms, true) > -1e-9);
      assert_true(value_at(&run, "k.lower.upper.2.force", 1e-3 * ms, true) > -1e-9);
    }
    end_run(&run);
  }
#undef DIAMOND
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_pin_in_slot), cmocka_unit_test(test_slides_off),
                                     cmocka_unit_test(test_tip_on_tip),  cmocka_unit_test(test_star_on_star),
                                     cmocka_unit_test(test_faces_part),  cmocka_unit_test(test_exact_fit)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
