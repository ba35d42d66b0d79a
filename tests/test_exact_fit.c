// Fits without play: touches on opposite walls at gap zero, whose force goes over from one wall to the other. The motion is that
// of the walls, in closed form; a wall never pulls; and the force of the two is what the load and inertia ask for.
#include "contact_run.h"

static const char *const FORMULATIONS[] = {"multipliers", "canonical"};
enum { TURNS = 6 };

// Runs a model, which ends where its formulation is to follow, with these parameters.
static ContactRun run_in(const char *text, const char *formulation, const char *const *parameters) {
  size_t size = strlen(text) + 100;
  char *model = malloc(size);
  assert_non_null(model);
  snprintf(model, size, "%s%s}\n", text, formulation);
  ContactRun run = run_model(model, parameters);
  free(model);
  return run;
}

// A parameter: "name=value".
typedef struct {
  char text[64];
} Parameter;

static Parameter set(const char *name, double value) {
  Parameter p;
  snprintf(p.text, sizeof p.text, "%s=%.17g", name, value);
  return p;
}

static double at(const ContactRun *run, int64_t row, const char *name) {
  return pw_result_value(run->result, row, column(run, name));
}

static double smallest(const ContactRun *run, const char *name) {
  double least = INFINITY;
  for (int64_t row = 0; row < pw_result_rows(run->result); row++) least = fmin(least, at(run, row, name));
  return least;
}

// No wall pulls, and no event comes again and again.
static void check_walls(const ContactRun *run, const char *const *slot, double force, int64_t events) {
  for (; *slot; slot++) assert_true(smallest(run, *slot) > -1e-9 * force);
  assert_true(pw_result_events(run->result) <= events);
}

// Scotch yoke, drawn turned: the pin drives the yoke by one wall or the other, x = a cos(w t + 1); F = |m w^2 x|.
static void test_pin_in_slot(void **state) {
  (void)state;
  static const char text[] =
      "planar: true\n"
      "parameters: {turn: 0, a: 0.05, w: 7, r: 0.0037, h: 0.08, m: 0.6, c: cos(turn), s: sin(turn), x: a*cos(1)}\n"
      "bodies:\n"
      "  crank: {mass: 0.1, inertia: 1e-4, angle: turn + 1, profiles: {pin: {circle: {center: [a, 0], radius: r}}}}\n"
      "  yoke: {mass: m, inertia: 1e-3, position: [c*x, s*x], angle: turn, profiles: {slot: {start: [-r, -h], chain: [\n"
      "    {line: {to: [-r, h]}}, {arc: {center: [0, h], to: [r, h], clockwise: true}},\n"
      "    {line: {to: [r, -h]}}, {arc: {center: [0, -h], to: [-r, -h], clockwise: true}}]}}}\n"
      "joints:\n"
      "  shaft: {type: revolute, between: [ground, crank], at: [0, 0]}\n"
      "  guide: {type: prismatic, between: [ground, yoke], at: [c*x, s*x], axis: [c, s]}\n"
      "drives: {turning: {coordinate: shaft.angle, law: w*t}}\n"
      "initial: {joints: {guide: {speed: -a*w*sin(1)}}}\n"
      "contacts: {c: {profiles: [crank.pin, yoke.slot]}}\n"
      "output: [joints, c]\n"
      "analysis: {duration: 4*pi/w, step: pi/w/50, formulation: ";
  for (int i = 0; i < 2 * TURNS; i++) {
    Parameter turn = set("turn", 1.1 * (i / 2));
    ContactRun run = run_in(text, FORMULATIONS[i % 2], (const char *[]){turn.text, NULL});
    double force = 0.6 * 49 * 0.05;
    for (int64_t row = 0; row < pw_result_rows(run.result); row++) {
      double x = 0.05 * cos(7 * at(&run, row, "t") + 1);
      CHECK_CLOSE(at(&run, row, "guide.travel"), x - 0.05 * cos(1), 1e-12);
      CHECK_CLOSE(at(&run, row, "c.force"), 0.6 * 49 * fabs(x), 1e-9 * force);
    }
    check_walls(&run, (const char *[]){"c.1.force", "c.2.force", NULL}, force, 2 * 4 + 2);  // four reversals: opens, closes
    end_run(&run);
  }
}

// A block slides freely in a guide of its own width under a load p sin(w t) across, off its middle: on two corners of one wall,
// or one of each, if the load is beyond its ends; then on the others. Its motion along does not feel it.
static void test_block_in_guide(void **state) {
  (void)state;
  static const char text[] =
      "planar: true\n"
      "parameters: {turn: 0, b: 0.013, l: 0.03, off: 0.01, p: 5, w: 40, v: 0.3, c: cos(turn), s: sin(turn)}\n"
      "bodies:\n"
      "  ground: {profiles: {\n"
      "    top: {start: [-c - s*b, -s + c*b], chain: [{line: {to: [c - s*b, s + c*b]}}], closed: false},\n"
      "    bottom: {start: [c + s*b, s - c*b], chain: [{line: {to: [-c + s*b, -s - c*b]}}], closed: false}}}\n"
      "  block: {mass: 0.7, inertia: 1e-3, angle: turn, frames: {p: [off, 0]}, profiles: {rim: {start: [l, -b], chain: [\n"
      "    {line: {to: [l, b]}}, {line: {to: [-l, b]}}, {line: {to: [-l, -b]}}, {line: {to: [l, -b]}}]}}}\n"
      "forces: {load: {type: force, frame: block.p, components: [-p*sin(w*t)*s, p*sin(w*t)*c]}}\n"
      "contacts: {top: {profiles: [block.rim, ground.top], slots: 2}, bottom: {profiles: [block.rim, ground.bottom], slots: 2}}\n"
      "initial: {bodies: {block: {velocity: [c*v, s*v]}}}\n"
      "output: [block, top, bottom]\n"
      "analysis: {duration: 0.5, step: 0.005, formulation: ";
  for (int i = 0; i < 2 * TURNS; i++) {
    double turn = 0.9 * (i / 2);
    Parameter turned = set("turn", turn), off = set("off", i / 2 % 2 ? 0.07 : 0.01);
    ContactRun run = run_in(text, FORMULATIONS[i % 2], (const char *[]){turned.text, off.text, NULL});
    for (int64_t row = 0; row < pw_result_rows(run.result); row++) {
      double t = at(&run, row, "t"), x = at(&run, row, "block.x"), y = at(&run, row, "block.y");
      CHECK_CLOSE(cos(turn) * x + sin(turn) * y, 0.3 * t, 1e-12);
      CHECK_CLOSE(cos(turn) * y - sin(turn) * x, 0, 1e-12);
      // the first row of an instant at which a force begins has none yet
      CHECK_CLOSE(at(&run, row, "top.force") - at(&run, row, "bottom.force"), 5 * sin(40 * t), 1e-3);
    }
    check_walls(&run, (const char *[]){"top.1.force", "top.2.force", "bottom.1.force", "bottom.2.force", NULL}, 5, 60);
    end_run(&run);
  }
}

// Support function of the Reuleaux triangle of width 0.06 about its shaft, turned by `angle`: how far it reaches along x.
static double reach(double angle) {
  const double width = 0.06, ox = 0.004, oy = -0.003;
  double most = -INFINITY, cosine = cos(angle), sine = sin(angle);
  for (int i = 0; i < 3; i++) {
    double at = 1.570796326794896619 + i * 2.094395102393195492, side = remainder(-angle - at, 6.283185307179586477);
    double x = width / sqrt(3) * cos(at) - ox, y = width / sqrt(3) * sin(at) - oy, corner = cosine * x - sine * y;
    most = fmax(most, corner);
    if (cos(side) < -0.866025403784438647) most = fmax(most, corner + width);  // on the arc opposite this corner
  }
  return most;
}

// A Reuleaux triangle turns in a square of its own width, on a cross slide: all four sides touch at all times, and go from arcs
// to corners in pairs, each pair at one instant.
static void test_constant_width(void **state) {
  (void)state;
  static const char text[] =
      "planar: true\n"
      "parameters: {turn: 0, b: 0.06/2, q: 0.06/sqrt(3), ox: 0.004, oy: -0.003, w: 5, x0: 0, y0: 0, vx: 0, vy: 0}\n"
      "bodies:\n"
      "  cam: {mass: 0.1, inertia: 1e-4, angle: turn, profiles: {rim: {start: [-ox, q - oy], chain: [\n"
      "    {arc: {center: [b - ox, -q/2 - oy], to: [-b - ox, -q/2 - oy]}},\n"
      "    {arc: {center: [-ox, q - oy], to: [b - ox, -q/2 - oy]}},\n"
      "    {arc: {center: [-b - ox, -q/2 - oy], to: [-ox, q - oy]}}]}}}\n"
      "  slide: {mass: 0.1, inertia: 1e-3, position: [x0, 0]}\n"
      "  frame: {mass: 0.5, inertia: 1e-3, position: [x0, y0], profiles: {window: {start: [-b, b], chain: [\n"
      "    {line: {to: [b, b]}}, {line: {to: [b, -b]}}, {line: {to: [-b, -b]}}, {line: {to: [-b, b]}}]}}}\n"
      "joints:\n"
      "  shaft: {type: revolute, between: [ground, cam], at: [0, 0]}\n"
      "  gx: {type: prismatic, between: [ground, slide], at: [x0, 0], axis: x}\n"
      "  gy: {type: prismatic, between: [slide, frame], at: [x0, y0], axis: y}\n"
      "drives: {turning: {coordinate: shaft.angle, law: w*t}}\n"
      "contacts: {c: {profiles: [cam.rim, frame.window], slots: 4}}\n"
      "initial: {joints: {gx: {speed: vx}, gy: {speed: vy}}}\n"
      "output: [joints, c]\n"
      "analysis: {duration: 2*pi/w, step: pi/w/50, formulation: ";
  const double quarter = 1.570796326794896619, h = 1e-4;
  for (int i = 0; i < 2 * TURNS; i++) {
    double turn = 0.3 + 1.01 * (i / 2), other = turn - quarter, x = reach(turn) - 0.03, y = reach(other) - 0.03;
    Parameter p[5] = {set("turn", turn), set("x0", x), set("y0", y), set("vx", 5 * (reach(turn + h) - reach(turn - h)) / (2 * h)),
                      set("vy", 5 * (reach(other + h) - reach(other - h)) / (2 * h))};
    ContactRun run =
        run_in(text, FORMULATIONS[i % 2], (const char *[]){p[0].text, p[1].text, p[2].text, p[3].text, p[4].text, NULL});
    for (int64_t row = 0; row < pw_result_rows(run.result); row++) {
      double angle = turn + 5 * at(&run, row, "t");
      CHECK_CLOSE(at(&run, row, "gx.travel"), reach(angle) - 0.03 - x, 1e-11);
      CHECK_CLOSE(at(&run, row, "gy.travel"), reach(angle - quarter) - 0.03 - y, 1e-11);
    }
    check_walls(&run, (const char *[]){"c.1.force", "c.2.force", "c.3.force", "c.4.force", NULL}, 0.6 * 25 * 0.06, 150);
    end_run(&run);
  }
}

// A ball between two planes of its own distance, in space and turned about a skew axis: the load p sin(w t) across goes to one or
// the other.
static void test_ball_between_planes(void **state) {
  (void)state;
  static const char text[] =
      "parameters: {turn: 0, r: 0.0123, p: 5, w: 40, v: 0.2, c: cos(turn), s: sin(turn), k: sqrt(0.5)}\n"
      "bodies:\n"
      "  ground: {surfaces: {\n"
      "    up: {plane: {}, at: [-r*s, r*c*k, r*c*k], axes: {z: [s, -c*k, -c*k], x: [c, s*k, s*k]}, u: [-1, 1], v: [-1, 1]},\n"
      "    down: {plane: {}, at: [r*s, -r*c*k, -r*c*k], axes: {z: [-s, c*k, c*k], x: [c, s*k, s*k]}, u: [-1, 1], v: [-1, 1]}}}\n"
      "  ball: {mass: 0.4, inertia: [1e-4, 1e-4, 1e-4], surfaces: {skin: {sphere: {radius: r}}}}\n"
      "forces: {load: {type: force, body: ball, components: [-p*sin(w*t)*s, p*sin(w*t)*c*k, p*sin(w*t)*c*k]}}\n"
      "contacts: {up: {surfaces: [ball.skin, ground.up]}, down: {surfaces: [ball.skin, ground.down]}}\n"
      "initial: {bodies: {ball: {velocity: [v*c, v*s*k, v*s*k]}}}\n"
      "output: [ball, up, down]\n"
      "analysis: {duration: 0.5, step: 0.005, formulation: ";
  for (int i = 0; i < 2 * TURNS; i++) {
    double turn = 1.3 * (i / 2), k = sqrt(0.5);
    Parameter turned = set("turn", turn);
    ContactRun run = run_in(text, FORMULATIONS[i % 2], (const char *[]){turned.text, NULL});
    for (int64_t row = 0; row < pw_result_rows(run.result); row++) {
      double t = at(&run, row, "t");
      CHECK_CLOSE(at(&run, row, "ball.x"), 0.2 * cos(turn) * t, 1e-12);
      CHECK_CLOSE(at(&run, row, "ball.y"), 0.2 * sin(turn) * k * t, 1e-12);
      CHECK_CLOSE(at(&run, row, "up.force") - at(&run, row, "down.force"), 5 * sin(40 * t), 1e-3);
    }
    check_walls(&run, (const char *[]){"up.force", "down.force", NULL}, 5, 20);
    end_run(&run);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_pin_in_slot), cmocka_unit_test(test_block_in_guide),
                                     cmocka_unit_test(test_constant_width), cmocka_unit_test(test_ball_between_planes)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
