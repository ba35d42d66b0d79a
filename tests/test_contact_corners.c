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

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_pin_in_slot), cmocka_unit_test(test_slides_off),
                                     cmocka_unit_test(test_tip_on_tip), cmocka_unit_test(test_exact_fit)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
