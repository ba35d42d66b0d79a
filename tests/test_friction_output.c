// What the output tells of friction, against closed forms: modes, slips, forces, torques, velocities of touches over boundaries,
// events, expressions, the C interface, drawings' data; and the same bytes after an interruption.
#include "analysis/checkpoint.h"
#include "analysis/initial.h"
#include "contact_run.h"
#include "place.h"

#define TEST(name) cmocka_unit_test_setup_teardown(name, enter, leave)

static const double G = 9.81;

static ContactRun run(const char *text, const char *const *overrides) {
  ContactRun run;
  assert_int_equal(start_model(text, overrides, &run), PAWL_OK);  // whether its audit knows friction is no matter here
  return run;
}

// Event number n of a kind, from 0.
static PwResultEvent nth(const ContactRun *r, int n, const char *kind) {
  for (int64_t i = 0; i < pw_result_events(r->result); i++) {
    PwResultEvent e = pw_result_get_event(r->result, i);
    if (strcmp(e.kind, kind) == 0 && n-- == 0) return e;
  }
  fail_msg("there are not that many events '%s'", kind);
  return pw_event_blank();
}

static double sum_of_slots(const ContactRun *r, const char *contact, int slots, const char *field, double t) {
  double sum = 0;
  for (int i = 1; i <= slots; i++) {
    char name[64];
    snprintf(name, sizeof name, "%s.%d.%s", contact, i, field);
    sum += value_at(r, name, t, true);
  }
  return sum;
}

// A block of 2 kg, 0.4 m by 0.2 m, on a slope along x; the floor's normal is y, so that z x n is -x.
static const char BLOCK[] =
    "parameters: {slope: 20, mu: 0.4, v0: 0}\n"
    "planar: true\n"
    "gravity: [9.81*sin(slope*pi/180), -9.81*cos(slope*pi/180)]\n"
    "bodies:\n"
    "  ground: {profiles: {floor: {start: [20, 0], closed: false, chain: [{line: {to: [-20, 0]}}]}}}\n"
    "  block: {mass: 2, inertia: 0.05, position: [0, 0.1], profiles: {outline: {start: [-0.2, -0.1], chain: [{line: {to: [0.2, "
    "-0.1]}}, {line: {to: [0.2, 0.1]}}, {line: {to: [-0.2, 0.1]}}, {line: {to: [-0.2, -0.1]}}]}}}\n"
    "initial: {bodies: {block: {velocity: [v0, 0]}}}\n"
    "contacts: {rest: {profiles: [block.outline, ground.floor], friction: mu, slots: 2}}\n"
    "measures:\n"
    "  held: {type: expression, value: \"rest.friction\"}\n"
    "  halts: {type: expression, value: \"rest.sticks.count\"}\n"
    "analysis: {type: dynamics, duration: 1, step: 0.1}\n";

// mu = 0.4 > tan 20 deg: it sticks, held by m g sin up the slope.
static void block_sticks(void **state) {
  (void)state;
  double angle = 20 * acos(-1) / 180, weight = 2 * G * sin(angle);
  ContactRun r = run(BLOCK, NULL);
  for (double t = 0; t < 1.05; t += 0.5) {
    CHECK_CLOSE(value_at(&r, "rest.friction", t, true), weight, 1e-12);
    CHECK_CLOSE(value_at(&r, "rest.friction.x", t, true), -weight, 1e-12);
    CHECK_CLOSE(value_at(&r, "rest.friction.y", t, true), 0, 1e-12);
    CHECK_CLOSE(value_at(&r, "held", t, true), weight, 1e-12);
    CHECK_CLOSE(sum_of_slots(&r, "rest", 2, "friction.x", t), -weight, 1e-12);
    CHECK_CLOSE(sum_of_slots(&r, "rest", 2, "friction", t), weight, 1e-12);
    CHECK_CLOSE(sum_of_slots(&r, "rest", 2, "mode", t), 2, 0);
    CHECK_CLOSE(sum_of_slots(&r, "rest", 2, "slip", t), 0, 1e-12);
    CHECK_CLOSE(sum_of_slots(&r, "rest", 2, "slip.acceleration", t), 0, 1e-12);
  }
  end_run(&r);
}

// mu = 0.3: it slides with mu N at each corner, N = m g cos/2 -+ mu m g cos h/(2 b) by the moments about its middle (h = 0.1,
// b = 0.2), and is accelerated by a = g (sin - mu cos).
static void block_slides(void **state) {
  (void)state;
  double angle = 20 * acos(-1) / 180, load = 2 * G * cos(angle), a = G * (sin(angle) - 0.3 * cos(angle));
  double front = load / 2 + 0.3 * load * 0.1 / 0.4, back = load - front;
  ContactRun r = run(BLOCK, (const char *const[]){"mu=0.3", NULL});
  for (double t = 0.5; t < 1.05; t += 0.5) {
    CHECK_CLOSE(value_at(&r, "rest.1.force", t, true), front, 1e-10);
    CHECK_CLOSE(value_at(&r, "rest.2.force", t, true), back, 1e-10);
    CHECK_CLOSE(value_at(&r, "rest.1.friction", t, true), 0.3 * front, 1e-10);
    CHECK_CLOSE(value_at(&r, "rest.2.friction.x", t, true), -0.3 * back, 1e-10);
    CHECK_CLOSE(value_at(&r, "rest.2.friction.y", t, true), 0, 1e-10);
    CHECK_CLOSE(value_at(&r, "rest.friction", t, true), 0.3 * load, 1e-10);
    for (int slot = 1; slot <= 2; slot++) {
      const char *const names[] = {"mode", "slip", "slip.acceleration", "roam1", "roam2"};
      const double expected[] = {2, -a * t, -a, 0, -a * t};  // a corner stays where it is on the block
      for (int n = 0; n < 5; n++) {
        char name[64];
        snprintf(name, sizeof name, "rest.%d.%s", slot, names[n]);
        CHECK_CLOSE(value_at(&r, name, t, true), expected[n], 1e-9);
      }
    }
  }
  end_run(&r);
}

// mu = 0.5 and 0.5 m/s down the slope: it comes to rest at v0/(g (mu cos - sin)); before that a corner has mu N, and behind it
// the two together m g sin.
static void block_halts(void **state) {
  (void)state;
  double angle = 20 * acos(-1) / 180, load = 2 * G * cos(angle), stop = 0.5 / (G * (0.5 * cos(angle) - sin(angle))), after = 0;
  double front = load / 2 + 0.5 * load * 0.1 / 0.4, total = 0;
  ContactRun r = run(BLOCK, (const char *const[]){"mu=0.5", "v0=0.5", NULL});
  for (int i = 0; i < 2; i++) {
    PwResultEvent e = nth(&r, i, "sticks");
    CHECK_CLOSE(e.t, stop, 1e-8);
    CHECK_CLOSE(e.slip_before, 0, 1e-8);
    CHECK_CLOSE(e.slip_after, 0, 1e-12);
    CHECK_CLOSE(e.friction_before, 0.5 * e.force_before, 1e-9);
    if (i == 0) CHECK_CLOSE(e.force_before, front, 1e-8);
    assert_true(isnan(e.friction_impulse_x) && e.friction < 0.5 * e.force);
    after += e.friction;
    total += e.force;
  }
  CHECK_CLOSE(after, 2 * G * sin(angle), 1e-9);
  CHECK_CLOSE(total, load, 1e-9);
  CHECK_CLOSE(value_at(&r, "halts", 0.3, true), 0, 0);
  CHECK_CLOSE(value_at(&r, "halts", 0.5, true), 2, 0);
  CHECK_CLOSE(value_at(&r, "rest.1.mode", 0.3, true), 2, 0);
  CHECK_CLOSE(value_at(&r, "rest.1.mode", 0.5, true), 1, 0);
  end_run(&r);
}

// Friction is read by `until`: a block pulled by 10 t is held by 10 t.
static void ends_by_friction(void **state) {
  (void)state;
  char text[2000];
  snprintf(text, sizeof text,
           "%s"
           "forces: {pull: {type: force, body: block, components: [\"10*t\", 0]}}\n"
           "output: [rest, measures]\n",
           BLOCK);
  char *analysis = strstr(text, "duration: 1,");
  assert_non_null(analysis);
  memmove(analysis + 28, analysis, strlen(analysis) + 1);
  memcpy(analysis, "until: \"rest.friction - 3\", ", 28);
  ContactRun r = run(text, (const char *const[]){"slope=0", NULL});
  CHECK_CLOSE(r.info.t, 0.3, 1e-9);
  end_run(&r);
}

// A billiard ball, m = 0.17 kg, r = 0.0285 m, at 2 m/s with spin (30, -40, 25) rad/s: slip s0 = v + w x (-r z), which keeps its
// direction and falls by (1 + m r^2/I) mu g = 3.5 mu g until |s0|/(3.5 mu g); friction mu m g against it.
static const char BALL[] =
    "parameters: {r: 0.0285, spin: 0}\n"
    "gravity: [0, 0, -9.81]\n"
    "bodies:\n"
    "  ground: {surfaces: {table: {plane: {}, u: [-3, 3], v: [-3, 3]}}}\n"
    "  ball: {mass: 0.17, inertia: [0.4*0.17*r^2, 0.4*0.17*r^2, 0.4*0.17*r^2], position: [0, 0, r], surfaces: {skin: {sphere: "
    "{radius: r}}}}\n"
    "initial: {bodies: {ball: {velocity: [2, 0, 0], angular_velocity: [30, -40, 25]}}}\n"
    "contacts: {touch: {surfaces: [ball.skin, ground.table], friction: {static: 0.2, spin: spin}}}\n"
    "analysis: {type: dynamics, duration: 1, step: 0.05, tolerance: 1e-10}\n"
    "output: [ball, touch]\n";

static void ball_slips(void **state) {
  (void)state;
  double s0[2] = {2 + 40 * 0.0285, 30 * 0.0285}, size = hypot(s0[0], s0[1]), fall = 3.5 * 0.2 * G, force = 0.2 * 0.17 * G;
  static const char axis[] = "xy";
  ContactRun r = run(BALL, NULL);
  for (double t = 0; t < 0.45; t += 0.2) {
    for (int i = 0; i < 2; i++) {
      const char *const names[] = {"slip", "slip.acceleration", "friction", "roam1", "roam2"};
      double along = s0[i] / size, v = (i == 0 ? 2 : 0) - 0.2 * G * along * t, slip = s0[i] - fall * along * t;
      const double expected[] = {slip, -fall * along, -force * along, v - slip, v};
      for (int n = 0; n < 5; n++) {
        char name[64];
        snprintf(name, sizeof name, "touch.1.%s.%c", names[n], axis[i]);
        CHECK_CLOSE(value_at(&r, name, t, true), expected[n], 1e-8);
      }
    }
    CHECK_CLOSE(value_at(&r, "touch.1.slip", t, true), size - fall * t, 1e-8);
    CHECK_CLOSE(value_at(&r, "touch.1.friction", t, true), force, 1e-9);
    CHECK_CLOSE(value_at(&r, "touch.friction.y", t, true), -force * s0[1] / size, 1e-9);
    CHECK_CLOSE(value_at(&r, "touch.1.slip.z", t, true), 0, 1e-12);
    CHECK_CLOSE(value_at(&r, "touch.1.mode", t, true), 2, 0);
  }
  PwResultEvent e = nth(&r, 0, "sticks");
  CHECK_CLOSE(e.t, size / fall, 1e-8);
  CHECK_CLOSE(e.friction_before, force, 1e-9);
  CHECK_CLOSE(e.friction, 0, 1e-9);  // then it rolls on freely
  CHECK_CLOSE(value_at(&r, "touch.1.mode", 0.8, true), 1, 0);
  CHECK_CLOSE(value_at(&r, "touch.1.friction", 0.8, true), 0, 1e-9);
  end_run(&r);
}

// With friction of spin, 1e-5 m: a torque of 1e-5 m times the load against its spin, along the normal.
static void ball_spins(void **state) {
  (void)state;
  ContactRun r = run(BALL, (const char *const[]){"spin=1e-5", NULL});
  CHECK_CLOSE(value_at(&r, "touch.1.torque.z", 0.2, true), -1e-5 * 0.17 * G, 1e-12);
  CHECK_CLOSE(value_at(&r, "touch.1.torque.x", 0.2, true), 0, 1e-12);
  end_run(&r);
}

// The same ball by the C interface.
static void ball_by_hand(void **state) {
  Place *p = *state;
  PawlModel *model = NULL;
  PawlMechanism *k = NULL;
  PawlSimulation *s = NULL;
  PawlTouch touch = pawl_touch_default();
  PawlContactSum sum = pawl_contact_sum_default();
  int32_t count;
  double s0[2] = {2 + 40 * 0.0285, 30 * 0.0285}, size = hypot(s0[0], s0[1]), fall = 3.5 * 0.2 * G, force = 0.2 * 0.17 * G;
  assert_int_equal(pawl_model_parse("m.yaml", BALL, strlen(BALL), NULL, 0, p->messages, &model), PAWL_OK);
  assert_int_equal(pawl_mechanism_compile(model, p->messages, &k), PAWL_OK);
  PawlRunOptions options = pawl_mechanism_run_options(k);
  assert_int_equal(pawl_simulation_create(k, &options, p->messages, &s), PAWL_OK);
  assert_int_equal(pawl_simulation_assemble(s, p->messages), PAWL_OK);
  assert_int_equal(pawl_simulation_advance(s, 0.1, p->messages), PAWL_OK);
  PawlContactId contact = pawl_mechanism_find_contact(k, "touch");
  assert_int_equal(pawl_simulation_touches(s, contact, &touch, 1, &count), PAWL_OK);
  assert_int_equal(pawl_simulation_contact(s, contact, &sum), PAWL_OK);
  assert_int_equal(count, 1);
  assert_int_equal(touch.mode, PAWL_FRICTION_SLIDES);
  for (int i = 0; i < 2; i++) {
    double along = s0[i] / size, v = (i == 0 ? 2 : 0) - 0.2 * G * along * 0.1;
    CHECK_CLOSE(touch.slip[i], s0[i] - fall * along * 0.1, 1e-8);
    CHECK_CLOSE(touch.slip_acceleration[i], -fall * along, 1e-8);
    CHECK_CLOSE(touch.friction[i], -force * along, 1e-9);
    CHECK_CLOSE(sum.friction[i], -force * along, 1e-9);
    CHECK_CLOSE(touch.roam2[i], v, 1e-8);
    CHECK_CLOSE(touch.roam2[i] - touch.roam1[i], touch.slip[i], 1e-12);
  }
  assert_int_equal(pawl_simulation_advance(s, 0.6, p->messages), PAWL_OK);
  assert_int_equal(pawl_simulation_touches(s, contact, &touch, 1, &count), PAWL_OK);
  assert_int_equal(touch.mode, PAWL_FRICTION_STICKS);
  pawl_simulation_free(s);
  pawl_mechanism_free(k);
  pawl_model_free(model);
}

// A disc, m = 1 kg, r = 0.1 m, I = m r^2/2, rolls down a slope along x with resistance d = 1 mm: torque d N against its turning,
//   m a = m g sin - F,  I a/r = F r - d N,  so a = (g sin - d N/(m r))/1.5.
static void disc_rolls(void **state) {
  (void)state;
  double angle = 20 * acos(-1) / 180, N = G * cos(angle), torque = 0.001 * N, a = (G * sin(angle) - torque / 0.1) / 1.5;
  ContactRun r =
      run("planar: true\n"
          "gravity: [9.81*sin(20*pi/180), -9.81*cos(20*pi/180)]\n"
          "bodies:\n"
          "  ground: {profiles: {floor: {start: [20, 0], closed: false, chain: [{line: {to: [-20, 0]}}]}}}\n"
          "  disc: {mass: 1, inertia: 0.005, position: [0, 0.1], profiles: {rim: {circle: {radius: 0.1}}}}\n"
          "contacts: {c: {profiles: [disc.rim, ground.floor], rolling: true, friction: {rolling: 0.001}}}\n"
          "analysis: {type: dynamics, duration: 1, step: 0.1, tolerance: 1e-9}\n",
          NULL);
  for (double t = 0.5; t < 1.05; t += 0.5) {
    CHECK_CLOSE(value_at(&r, "disc.vx", t, true), a * t, 1e-8);
    CHECK_CLOSE(value_at(&r, "c.1.mode", t, true), 1, 0);
    CHECK_CLOSE(value_at(&r, "c.1.slip", t, true), 0, 1e-10);
    CHECK_CLOSE(value_at(&r, "c.1.friction.x", t, true), -(G * sin(angle) - a), 1e-8);
    CHECK_CLOSE(value_at(&r, "c.1.torque", t, true), torque, 1e-9);
    CHECK_CLOSE(value_at(&r, "c.1.roam1", t, true), -a * t, 1e-8);
    CHECK_CLOSE(value_at(&r, "c.1.roam2", t, true), -a * t, 1e-8);
  }
  end_run(&r);
}

// A disc, I = m r^2/2, falls with 2 m/s along the floor and v down: it slides through the impact, which is P = m v (1 + e) with
// mu P along the floor; slip goes down by mu P (1/m + r^2/I) = 3 mu P/m.
static void impact_rubs(void **state) {
  (void)state;
  double v = sqrt(2 * G * 0.1), P = v * 1.5;
  ContactRun r =
      run("planar: true\n"
          "gravity: [0, -9.81]\n"
          "bodies:\n"
          "  ground: {profiles: {floor: {start: [20, 0], closed: false, chain: [{line: {to: [-20, 0]}}]}}}\n"
          "  disc: {mass: 1, inertia: 0.005, position: [0, 0.2], profiles: {rim: {circle: {radius: 0.1}}}}\n"
          "initial: {bodies: {disc: {velocity: [2, 0]}}}\n"
          "contacts: {c: {profiles: [disc.rim, ground.floor], friction: 0.2, restitution: 0.5}}\n"
          "analysis: {type: dynamics, duration: 0.2, step: 0.1, tolerance: 1e-9}\n",
          NULL);
  PwResultEvent e = nth(&r, 0, "impact");
  CHECK_CLOSE(e.impulse, P, 1e-9);
  CHECK_CLOSE(e.friction_impulse_x, -0.2 * P, 1e-9);
  CHECK_CLOSE(e.friction_impulse_y, 0, 1e-12);
  CHECK_CLOSE(e.friction_impulse_z, 0, 0);
  CHECK_CLOSE(e.slip_before, -2, 1e-9);
  CHECK_CLOSE(e.slip_after, -(2 - 3 * 0.2 * P), 1e-9);
  assert_true(isnan(e.friction) && isnan(e.friction_before));
  end_run(&r);
}

// Painleve's rod, m = 1 kg, half length l = 0.5 m, I = l^2/3, on its tip at atan(2), mu = 1.6, dragged at 1 m/s: the impulse ends
// the slip and leaves the tip on the floor,  W (Px, Py) = (1, 0)  with W = [1 + cy^2/I, -cx cy/I; -cx cy/I, 1 + cx^2/I], c =
// (-0.2236, -0.4472) m: W = [3.4, -1.2; -1.2, 1.6], P = (0.4, 0.3) N s.
static void rod_jams(void **state) {
  (void)state;
  ContactRun r = run(
      "parameters: {l: 0.5, th: atan(2), mu: 1.6}\n"
      "planar: true\n"
      "gravity: [0, -9.81]\n"
      "bodies:\n"
      "  ground: {profiles: {floor: {start: [20, 0], closed: false, chain: [{line: {to: [-20, 0]}}]}}}\n"
      "  rod: {mass: 1, inertia: l^2/3, position: [l*cos(th), l*sin(th)], angle: th, profiles: {outline: {start: [-l, 0], chain: "
      "[{line: {to: [0, -0.001]}}, {line: {to: [l, 0]}}, {line: {to: [0, 0.001]}}, {line: {to: [-l, 0]}}]}}}\n"
      "initial: {bodies: {rod: {velocity: [-1, 0]}}}\n"
      "contacts: {tip: {profiles: [rod.outline, ground.floor], friction: mu}}\n"
      "analysis: {type: dynamics, duration: 0.1, step: 0.01}\n",
      NULL);
  PwResultEvent e = nth(&r, 0, "jams");
  CHECK_CLOSE(e.impulse, 0.3, 1e-12);
  CHECK_CLOSE(e.friction_impulse_x, 0.4, 1e-12);
  CHECK_CLOSE(e.slip_before, 1, 1e-12);  // along z x n = -x
  CHECK_CLOSE(e.slip_after, 0, 1e-12);
  end_run(&r);
}

// ---- files

static PawlMechanism *compile(Place *p, const char *text, const char *const *overrides, int count) {
  PawlModel *model = NULL;
  PawlMechanism *k = NULL;
  assert_int_equal(pawl_model_parse("m.yaml", text, strlen(text), overrides, count, p->messages, &model), PAWL_OK);
  assert_int_equal(pawl_mechanism_compile(model, p->messages, &k), PAWL_OK);
  pawl_model_free(model);
  return k;
}

static bool is_over(void *user, double t, double fraction) {
  (void)fraction;
  return t > *(double *)user;
}

static PawlStatus run_into(const PawlMechanism *k, PawlFormulation formulation, const char *folder, double until, bool resume) {
  PawlRunOptions options = pawl_mechanism_run_options(k);
  options.directory = folder;
  options.formulation = formulation;
  options.resume = resume;
  options.checkpoint_steps = 3;
  options.progress = is_over;
  options.user = &until;
  options.no_audit = true;
  return pawl_run(k, &options, NULL, NULL);
}

static void check_same_file(const char *name) {
  PwResult *r[2];
  size_t length[2];
  char *text[2];
  for (int i = 0; i < 2; i++) {
    assert_int_equal(pw_result_open(i ? "cut" : "whole", NULL, &r[i]), PAWL_OK);
    text[i] = pw_result_read_file(r[i], name, &length[i]);
    assert_non_null(text[i]);
    pw_result_free(r[i]);
  }
  assert_int_equal(length[0], length[1]);
  assert_memory_equal(text[0], text[1], length[0]);
  free(text[0]);
  free(text[1]);
}

// Cut while it slides and while it sticks.
static void resumes(void **state) {
  Place *p = *state;
  static const PawlFormulation formulation[] = {PAWL_FORMULATION_MULTIPLIERS, PAWL_FORMULATION_CANONICAL};
  const struct {
    const char *text;
    const char *set[2];
    int count;
  } models[] = {{BLOCK, {"mu=0.5", "v0=0.5"}, 2}, {BALL, {"spin=1e-5"}, 1}};
  for (int i = 0; i < 4; i++) {
    PawlMechanism *k = compile(p, models[i / 2].text, models[i / 2].set, models[i / 2].count);
    assert_int_equal(run_into(k, formulation[i % 2], "whole", INFINITY, false), PAWL_OK);
    assert_int_equal(run_into(k, formulation[i % 2], "cut", 0.2, false), PAWL_ERR_CANCELLED);
    assert_int_equal(run_into(k, formulation[i % 2], "cut", 0.6, true), PAWL_ERR_CANCELLED);
    assert_int_equal(run_into(k, formulation[i % 2], "cut", INFINITY, true), PAWL_OK);
    check_same_file("result.csv");
    check_same_file("touches.csv");
    check_same_file("events.csv");
    pawl_mechanism_free(k);
  }
}

// A checkpoint whose flags of friction are no flags is refused.
static void refuses_flags(void **state) {
  Place *p = *state;
  PawlMechanism *k = compile(p, BLOCK, NULL, 0);
  PawlRunOptions options = pawl_mechanism_run_options(k);
  PawlSimulation *s = NULL;
  void *bytes;
  size_t length;
  int64_t next;
  const size_t flags[] = {offsetof(PwTouchGrip, slides), offsetof(PwTouchGrip, frozen), offsetof(PwTouchGrip, begins),
                          offsetof(PwTouchGrip, yields), offsetof(PwTouchGrip, fired),  offsetof(PwTouchGrip, reached),
                          offsetof(PwTouchGrip, yielded)};
  assert_int_equal(pawl_simulation_create(k, &options, p->messages, &s), PAWL_OK);
  assert_int_equal(pw_initial_state(s, p->messages), PAWL_OK);
  assert_int_equal(pw_contact_start(s, p->messages), PAWL_OK);
  assert_int_equal(pw_simulation_start(s, 0, s->y, 0, p->messages), PAWL_OK);
  assert_int_equal(pw_checkpoint_save(s, 1, &bytes, &length), PAWL_OK);
  unsigned char *last = (unsigned char *)bytes + length - sizeof(PwTouch);  // touches stand at the end
  for (int grip = 0; grip < PW_GRIPS; grip++) {
    for (size_t i = 0; i < sizeof flags / sizeof *flags; i++) {
      unsigned char *flag = last + offsetof(PwTouch, grip) + (size_t)grip * sizeof(PwTouchGrip) + flags[i], was = *flag;
      assert_int_equal(pw_checkpoint_load(s, bytes, length, &next, p->messages), PAWL_OK);
      *flag = 7;
      assert_int_equal(pw_checkpoint_load(s, bytes, length, &next, p->messages), PAWL_ERR_INPUT);
      *flag = was;
    }
  }
  free(bytes);
  pawl_simulation_free(s);
  pawl_mechanism_free(k);
}

static char *text_of(const char *path) {
  static char text[200000];
  FILE *file = fopen(path, "rb");
  assert_non_null(file);
  text[fread(text, 1, sizeof text - 1, file)] = 0;
  fclose(file);
  return text;
}

// Drawings have an arrow for each friction force in a colour of its own, VTK an array; without friction neither.
static void is_drawn(void **state) {
  Place *p = *state;
  const double at[] = {0.5};
  for (int i = 0; i < 2; i++) {
    PawlMechanism *k = compile(p, BLOCK, (const char *const[]){i ? "mu=0.4" : "mu=0", "slope=10"}, 2);
    assert_int_equal(run_into(k, PAWL_FORMULATION_MULTIPLIERS, "run", INFINITY, false), PAWL_OK);
    assert_int_equal(pawl_report_svg("run", "svg", NULL, at, 1, p->messages), PAWL_OK);
    assert_int_equal(pawl_export_vtk("run", "vtk", p->messages), PAWL_OK);
    int arrows = 0;
    for (const char *s = text_of("svg/at-1.svg"); (s = strstr(s, "fill=\"#1f5fbf\"")); s++) arrows++;
    assert_int_equal(arrows, i ? 2 : 0);
    assert_true(!strstr(text_of("vtk/frame-000003.vtp"), "Name=\"friction\"") == !i);
    pawl_mechanism_free(k);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(block_sticks),
      cmocka_unit_test(block_slides),
      cmocka_unit_test(block_halts),
      cmocka_unit_test(ends_by_friction),
      cmocka_unit_test(ball_slips),
      cmocka_unit_test(ball_spins),
      TEST(ball_by_hand),
      cmocka_unit_test(disc_rolls),
      cmocka_unit_test(impact_rubs),
      cmocka_unit_test(rod_jams),
      TEST(resumes),
      TEST(refuses_flags),
      TEST(is_drawn),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
