// Small motions about rolling, sliding and steady motions: against closed forms, and against differences of the run itself.
#include "analysis/linearise.h"
#include "check.h"
#include "numerics/vec.h"
#include "pawl/run.h"
#include "simulate/simulation.h"

#define PI 3.14159265358979323846
enum { MOST = 64 };  // numbers of a state

typedef struct {
  PawlModel *model;
  PawlMechanism *k;
  PawlSimulation *s;
  PawlMessages *messages;
  double y[MOST];  // where it starts
} Setting;

static Setting begin(const char *text, PawlFormulation formulation) {
  Setting s = {.messages = pawl_messages_create()};
  PawlStatus status = pawl_model_parse("m.yaml", text, strlen(text), NULL, 0, s.messages, &s.model);
  if (status == PAWL_OK) status = pawl_mechanism_compile(s.model, s.messages, &s.k);
  for (int i = 0; i < pawl_messages_count(s.messages); i++) print_message("%s\n", pawl_messages_get(s.messages, i).text);
  assert_int_equal(status, PAWL_OK);
  PawlRunOptions options = pawl_mechanism_run_options(s.k);
  options.formulation = formulation;
  options.tolerance = 1e-12;
  assert_int_equal(pawl_simulation_create(s.k, &options, s.messages, &s.s), PAWL_OK);
  assert_int_equal(pawl_simulation_assemble(s.s, s.messages), PAWL_OK);
  assert_true(pw_state_size(s.k) <= MOST);
  memcpy(s.y, s.s->y, (size_t)pw_state_size(s.k) * sizeof *s.y);
  pawl_messages_clear(s.messages);
  return s;
}

static void end(Setting *s) {
  pawl_simulation_free(s->s);
  pawl_mechanism_free(s->k);
  pawl_model_free(s->model);
  pawl_messages_free(s->messages);
}

static PwLinearisation linearise(Setting *s, double *y) {
  PwLinearisation l;
  pawl_messages_clear(s->messages);
  assert_int_equal(pw_formulation_project(s->s->formulation, 0, y), PAWL_OK);
  assert_int_equal(pw_linearise(s->k, s->s->formulation, &s->s->contact.touches, 0, y, &s->s->discrete, s->messages, &l),
                   PAWL_OK);
  return l;
}

// ---- a thin disc on a plane (cases B1): m = 1, R = 0.2, A = 0.01, C = 0.02, g = 9.81

// Leaning by `lean`, heading along 0.3 rad; speeds: of the lean, of the heading, about its axis.
static const char *disc(double lean, double lean_rate, double turning, double spin) {
  static char text[2048];
  double h = 0.3, down = turning * cos(lean);
  double t[3] = {cos(h), sin(h), 0}, a[3] = {-cos(lean) * sin(h), cos(lean) * cos(h), sin(lean)},
         d[3] = {sin(lean) * sin(h), -sin(lean) * cos(h), cos(lean)}, w[3], v[3], x[3];
  for (int i = 0; i < 3; i++) {
    w[i] = lean_rate * t[i] + spin * a[i] + down * d[i];
    x[i] = 0.2 * d[i];
  }
  pw_cross(w, x, v);
  snprintf(text, sizeof text,
           "units: {length: m, angle: rad}\n"
           "gravity: [0, 0, -9.81]\n"
           "bodies:\n"
           "  ground: {surfaces: {table: {plane: {}, u: [-3, 3], v: [-3, 3]}}}\n"
           "  disc:\n"
           "    mass: 1\n"
           "    inertia: [0.01, 0.01, 0.02]\n"
           "    position: [%.17g, %.17g, %.17g]\n"
           "    axes: {x: [%.17g, %.17g, %.17g], z: [%.17g, %.17g, %.17g]}\n"
           "    surfaces: {rim: {torus: {radius: 0.2, tube: 0}}}\n"
           "initial: {bodies: {disc: {velocity: [%.17g, %.17g, %.17g], angular_velocity: [%.17g, %.17g, %.17g]}}}\n"
           "contacts: {touch: {surfaces: [disc.rim, ground.table], rolling: true}}\n",
           x[0], x[1], x[2], t[0], t[1], t[2], a[0], a[1], a[2], v[0], v[1], v[2], w[0], w[1], w[2]);
  return text;
}

// Straight on: s^2 = 0.8 g/R - 2.4 w^2. Circles: numbers of rolling-friction-more.md. All else is zero, the shifts and turns that
// the plane does not notice and what grows out of them, and counted apart: five positions, three speeds.
static void test_disc(void **state) {
  (void)state;
  const struct {
    double lean, turning, spin, square;
  } cases[] = {{0, 0, -3, 4.2 * 4.2},
               {0, 0, -6, -6.867313885355758 * 6.867313885355758},
               {0.2, 1, -6.595506606001079, -8.339589149783 * 8.339589149783},
               {1.0, 8, -5.243942761449716, -12.699264330301 * 12.699264330301}};
  for (int i = 0; i < 8; i++) {
    Setting s = begin(disc(cases[i / 2].lean, 0, cases[i / 2].turning, cases[i / 2].spin),
                      i % 2 ? PAWL_FORMULATION_CANONICAL : PAWL_FORMULATION_MULTIPLIERS);
    PwLinearisation l = linearise(&s, s.y);
    assert_int_equal(pawl_messages_count(s.messages), 0);
    assert_int_equal(l.positions, 5);
    assert_int_equal(l.freedoms, 3);
    bool stable = cases[i / 2].square < 0;
    double size = sqrt(fabs(cases[i / 2].square));
    assert_int_equal(l.modes, stable ? 7 : 8);
    for (int m = 0; m < 6; m++) CHECK_CLOSE(hypot(l.re[m], l.im[m]), 0, 1e-12);
    CHECK_CLOSE(fabs(l.re[6]), stable ? 0 : size, 1e-10);
    CHECK_CLOSE(l.im[6], stable ? size : 0, 1e-10);
    if (!stable) CHECK_CLOSE(l.re[6] + l.re[7], 0, 1e-10);
    pw_linearisation_free(&l);
    end(&s);
  }
}

// The same circle a little too fast, or falling: the eigenvalues are those of the instant, and that is said.
static void test_not_steady(void **state) {
  (void)state;
  for (int i = 0; i < 2; i++) {
    Setting s = begin(disc(0.2, i ? 0.3 : 0, 1, i ? -6.595506606001079 : -6.7), PAWL_FORMULATION_MULTIPLIERS);
    PwLinearisation l = linearise(&s, s.y);
    assert_int_equal(pawl_messages_count(s.messages), 1);
    assert_non_null(strstr(pawl_messages_get(s.messages, 0).text, "no equilibrium: body 'disc' accelerates"));
    pw_linearisation_free(&l);
    end(&s);
  }
}

// A pendulum on a ball joint that circles at the angle `lean` with W^2 = g/(l cos(lean)), of a point mass: its swings out of the
// circle have s^2 = -W^2 (1 + 3 cos^2(lean)) (Lagrange); one zero pair more of its turning.
static void test_conical_pendulum(void **state) {
  (void)state;
  double lean = 0.7, length = 0.5, W = sqrt(9.81 / (length * cos(lean)));
  char text[1024];
  snprintf(text, sizeof text,
           "units: {length: m, angle: rad}\n"
           "gravity: [0, 0, -9.81]\n"
           "bodies: {bob: {mass: 1, inertia: [1e-9, 1e-9, 1e-9], position: [%.17g, 0, %.17g]}}\n"
           "joints: {hook: {type: spherical, between: [ground, bob], at: [0, 0, 0]}}\n"
           "initial: {bodies: {bob: {velocity: [0, %.17g, 0], angular_velocity: [0, 0, %.17g]}}}\n",
           length * sin(lean), -length * cos(lean), W * length * sin(lean), W);
  Setting s = begin(text, PAWL_FORMULATION_MULTIPLIERS);
  PwLinearisation l = linearise(&s, s.y);
  assert_int_equal(pawl_messages_count(s.messages), 0);
  double expected = W * sqrt(1 + 3 * cos(lean) * cos(lean)), best = INFINITY;
  for (int m = 0; m < l.modes; m++) best = fmin(best, hypot(l.re[m], l.im[m] - expected));
  CHECK_CLOSE(best, 0, 1e-6);
  pw_linearisation_free(&l);
  end(&s);
}

// ---- a bicycle

// The benchmark of Meijaard, Papadopoulos, Ruina and Schwab (2007), rolling upright at v: rear wheel, frame with rider, fork,
// front wheel; x ahead, z up (theirs is down: xz of inertias with the other sign).
static const char *bicycle(double v) {
  static char text[4096];
  snprintf(text, sizeof text,
           "units: {length: m, angle: rad}\n"
           "gravity: [0, 0, -9.81]\n"
           "bodies:\n"
           "  ground: {surfaces: {road: {plane: {size: [40, 40]}}}}\n"
           "  rear: {mass: 2, inertia: [0.0603, 0.0603, 0.12], position: [0, 0, 0.3], axes: {x: [1, 0, 0], z: [0, 1, 0]},\n"
           "    surfaces: {rim: {torus: {radius: 0.3, tube: 0}}}}\n"
           "  frame: {mass: 85, inertia: [9.2, 11, 2.8, 0, -2.4, 0], position: [0.3, 0, 0.9]}\n"
           "  fork: {mass: 4, inertia: [0.05892, 0.06, 0.00708, 0, 0.00756, 0], position: [0.9, 0, 0.7]}\n"
           "  front: {mass: 3, inertia: [0.1405, 0.1405, 0.28], position: [1.02, 0, 0.35], axes: {x: [1, 0, 0], z: [0, 1, 0]},\n"
           "    surfaces: {rim: {torus: {radius: 0.35, tube: 0}}}}\n"
           "joints:\n"
           "  hub: {type: revolute, between: [frame, rear], at: [0, 0, 0.3], axis: [0, 1, 0]}\n"
           "  head: {type: revolute, between: [frame, fork], at: [1.1, 0, 0], axis: [-sin(pi/10), 0, cos(pi/10)]}\n"
           "  axle: {type: revolute, between: [fork, front], at: [1.02, 0, 0.35], axis: [0, 1, 0]}\n"
           "initial:\n"
           "  bodies:\n"
           "    rear: {velocity: [%.17g, 0, 0], angular_velocity: [0, %.17g, 0]}\n"
           "    frame: {velocity: [%.17g, 0, 0]}\n"
           "    fork: {velocity: [%.17g, 0, 0]}\n"
           "    front: {velocity: [%.17g, 0, 0], angular_velocity: [0, %.17g, 0]}\n"
           "contacts:\n"
           "  back: {surfaces: [rear.rim, ground.road], rolling: true}\n"
           "  fore: {surfaces: [front.rim, ground.road], rolling: true}\n",
           v, v / 0.3, v, v, v, v / 0.35);
  return text;
}

// Their table of eigenvalues at 5 m/s, and the speeds between which it is stable: weave and capsize are zero there.
static void test_bicycle(void **state) {
  (void)state;
  static const double speed[] = {5, 4.292382536341, 6.024262015388};
  for (int i = 0; i < 6; i++) {
    Setting s = begin(bicycle(speed[i / 2]), i % 2 ? PAWL_FORMULATION_CANONICAL : PAWL_FORMULATION_MULTIPLIERS);
    PwLinearisation l = linearise(&s, s.y);
    assert_int_equal(pawl_messages_count(s.messages), 0);
    assert_int_equal(l.positions, 7);
    assert_int_equal(l.freedoms, 3);
    assert_int_equal(l.modes, 9);
    for (int m = 0; m < 6; m++) CHECK_CLOSE(hypot(l.re[m], l.im[m]), 0, 1e-11);
    if (i / 2 == 0) {
      const double re[] = {-0.32286642900409, -0.77534188219585, -14.07838969279822}, im[] = {0, 4.46486771378823, 0};
      for (int m = 0; m < 3; m++) CHECK_CLOSE(l.re[6 + m], re[m], 1e-10);
      for (int m = 0; m < 3; m++) CHECK_CLOSE(l.im[6 + m], im[m], 1e-10);
    } else if (i / 2 == 1) {
      assert_true(l.im[7] > 1);
      CHECK_CLOSE(l.re[7], 0, 1e-10);
    } else {
      CHECK_CLOSE(hypot(l.re[6], l.im[6]), 0, 1e-10);
    }
    pw_linearisation_free(&l);
    end(&s);
  }
}

// ---- friction that slides

// A block on a belt that goes at 0.1 m/s, held by a spring where friction pulls as hard: m x'' = mu(0.1 - x') N - k x with
// mu(s) = 0.25 + 0.15 exp(-(s/0.2)^2). So s^2 + (mu'(0.1) N/m) s + k/m = 0: it grows.
static void test_belt(void **state) {
  (void)state;
  double x = 0.1 / 0.2, N = 10, mu = 0.25 + 0.15 * exp(-x * x), slope = -0.15 * 2 * x / 0.2 * exp(-x * x);
  char text[2048];
  snprintf(
      text, sizeof text,
      "planar: true\n"
      "bodies:\n"
      "  belt: {mass: 1, inertia: 1, profiles: {top: {start: [5, 0], closed: false, chain: [{line: {to: [-5, 0]}}]}}}\n"
      "  block: {mass: 1, inertia: 0.01, position: [0, 0.05], profiles: {sole: {start: [0, -0.05], chain: [{line: {to: [0.05, "
      "0.05]}}, {line: {to: [-0.05, 0.05]}}, {line: {to: [0, -0.05]}}]}}}\n"
      "joints:\n"
      "  drive: {type: prismatic, between: [ground, belt], at: [0, 0], axis: [1, 0, 0]}\n"
      "  guide: {type: lock, between: [ground, block], at: [0, 0], locked: [rz]}\n"
      "drives: {pull: {coordinate: drive, law: 0.1*t}}\n"
      "forces:\n"
      "  spring: {type: spring, between: [ground, block], at: [[-1, 0.05], [0, 0.05]], stiffness: 100, free_length: %.17g}\n"
      "  press: {type: force, body: block, components: [0, -10]}\n"
      "contacts: {rub: {profiles: [block.sole, belt.top], friction: {static: 0.4, kinetic: 0.25, stribeck: 0.2}}}\n",
      1 - mu * N / 100);
  for (int i = 0; i < 2; i++) {
    Setting s = begin(text, i ? PAWL_FORMULATION_CANONICAL : PAWL_FORMULATION_MULTIPLIERS);
    PwLinearisation l = linearise(&s, s.y);
    assert_int_equal(pawl_messages_count(s.messages), 0);
    assert_int_equal(l.positions, 1);
    assert_int_equal(l.freedoms, 1);
    double half = -slope * N / 2;
    CHECK_CLOSE(l.re[0], half, 1e-9);
    CHECK_CLOSE(l.im[0], sqrt(100 - half * half), 1e-9);
    pw_linearisation_free(&l);
    end(&s);
  }
}

// ---- against the run

static void run_to(Setting *s, const double *y, double t, double *out) {
  size_t bytes = (size_t)pw_state_size(s->k) * sizeof *y;
  memcpy(s->s->y, y, bytes);
  assert_int_equal(pw_formulation_project(s->s->formulation, 0, s->s->y), PAWL_OK);
  memcpy(out, s->s->y, bytes);
  if (t == 0) return;
  s->s->from = s->s->to = 0;
  assert_int_equal(pw_simulation_start(s->s, 0, s->s->y, 0, s->messages), PAWL_OK);
  while (s->s->to < t) {
    assert_int_equal(pw_simulation_segment(s->s, t, s->messages), PAWL_OK);
    assert_int_equal(pw_simulation_settle(s->s, s->messages), PAWL_OK);
  }
  memcpy(out, s->s->y, bytes);
}

// (one - two)/(2 eps): shifts and turns, then speeds.
static void difference(const PawlMechanism *k, const double *one, const double *two, double eps, double *dq, double *dv) {
  int32_t nq = pw_position_count(k), nv = pw_speed_count(k), at = 0;
  for (int32_t i = 0; i < nv; i++) dv[i] = (one[nq + i] - two[nq + i]) / (2 * eps);
  for (int32_t b = 0; b < k->bodies - 1; b++) {
    const double *p = one + pw_coordinates_per_body(k) * b, *m = two + pw_coordinates_per_body(k) * b;
    for (int i = 0; i < 3; i++) dq[at++] = (p[i] - m[i]) / (2 * eps);
    if (k->planar) continue;
    double back[4] = {m[3], -m[4], -m[5], -m[6]}, turn[4];
    pw_quat_multiply(p + 3, back, turn);
    for (int i = 0; i < 3; i++) dq[at++] = 2 * turn[1 + i] * (turn[0] < 0 ? -1 : 1) / (2 * eps);
  }
}

// out = U^T x
static void along(const double *U, int32_t nv, int32_t n, const double *x, double *out) {
  for (int32_t c = 0; c < n; c++) {
    out[c] = 0;
    for (int32_t i = 0; i < nv; i++) out[c] += U[c * nv + i] * x[i];
  }
}

// A direction of state changes from a middle of `h` before to `h` after: dq and dv at both ends by runs from states apart, and
// z, w in the bases of the middle, carried along: V' = P' V with P = V V^T by differences, too. Both A x and the change of x
// between the ends over 2 h are right to h^2.
static void check_direction(Setting *s, const double *middle, const PwLinearisation at[3], double h, int32_t c) {
  const double eps = 1e-5;
  int32_t nq = pw_position_count(s->k), nv = pw_speed_count(s->k), p = at[1].positions, n = at[1].freedoms, all = p + n;
  double step[MOST] = {0}, y[2][MOST], dq[2][MOST], dv[2][MOST], mean[2][MOST], change[2][MOST], x[MOST], rate[MOST], size = 1;
  for (int32_t i = 0; i < nv; i++) step[i] = c < p ? eps * at[1].U[c * nv + i] : 0;
  for (int when = 0; when < 2; when++) {
    for (int side = 0; side < 2; side++) {
      double start[MOST], moved[MOST];
      for (int32_t i = 0; i < nv; i++) moved[i] = side ? -step[i] : step[i];
      memcpy(start, middle, sizeof start);
      pw_position_add(s->k, middle, moved, start);
      for (int32_t i = 0; i < nv && c >= p; i++) start[nq + i] += (side ? -eps : eps) * at[1].V[(c - p) * nv + i];
      run_to(s, start, when * 2 * h, y[side]);
    }
    difference(s->k, y[0], y[1], eps, dq[when], dv[when]);
  }
  for (int32_t i = 0; i < nv; i++) {
    mean[0][i] = (dq[0][i] + dq[1][i]) / 2;
    mean[1][i] = (dv[0][i] + dv[1][i]) / 2;
    change[0][i] = (dq[1][i] - dq[0][i]) / (2 * h);
    change[1][i] = (dv[1][i] - dv[0][i]) / (2 * h);
  }
  along(at[1].U, nv, p, mean[0], x);
  along(at[1].V, nv, n, mean[1], x + p);
  along(at[1].U, nv, p, change[0], rate);
  along(at[1].V, nv, n, change[1], rate + p);
  for (int32_t i = 0; i < n; i++) {  // V'^T dv
    for (int32_t r = 0; r < nv; r++) {
      double turned = 0;
      for (int32_t l = 0; l < nv; l++) {
        double P = 0;
        for (int32_t m = 0; m < n; m++)
          P += at[2].V[m * nv + r] * at[2].V[m * nv + l] - at[0].V[m * nv + r] * at[0].V[m * nv + l];
        turned += P / (2 * h) * at[1].V[i * nv + l];
      }
      rate[p + i] += turned * mean[1][r];
    }
  }
  for (int32_t i = 0; i < all * all; i++) size = fmax(size, fabs(at[1].A[i]));
  for (int32_t i = 0; i < all; i++) {
    double expected = 0;
    for (int32_t l = 0; l < all; l++) expected += at[1].A[l * all + i] * x[l];
    if (!(fabs(rate[i] - expected) <= 2e-5 * size)) {
      fail_msg("direction %d, number %d: %.10g, by the run %.10g, largest %g", c, i, expected, rate[i], size);
    }
  }
}

static void check_run(const char *text, int32_t positions, int32_t freedoms) {
  const double h = 5e-5;
  for (int f = 0; f < 2; f++) {
    Setting s = begin(text, f ? PAWL_FORMULATION_CANONICAL : PAWL_FORMULATION_MULTIPLIERS);
    double y[3][MOST] = {{0}};
    PwLinearisation at[3];
    for (int i = 0; i < 3; i++) {
      run_to(&s, s.y, i * h, y[i]);
      at[i] = linearise(&s, y[i]);
      assert_int_equal(at[i].positions, positions);
      assert_int_equal(at[i].freedoms, freedoms);
    }
    // directions are given at the start of the run, where x begins
    for (int32_t c = 0; c < positions + freedoms; c++) check_direction(&s, y[0], at, h, c);
    for (int i = 0; i < 3; i++) pw_linearisation_free(&at[i]);
    end(&s);
  }
}

// A disc that nutates (cases B1): its curvature seen from the touch changes with its lean.
static void test_run_disc(void **state) {
  (void)state;
  check_run(disc(0.25, 0.4, 1.0320851291, -6), 5, 3);
}

#define BALL(surface, x, contact)                        \
  "units: {length: m, angle: rad}\n"                     \
  "gravity: [0, 0, -9.81]\n"                             \
  "bodies:\n"                                            \
  "  ground: {surfaces: {floor: {" surface               \
  "}}}\n"                                                \
  "  ball: {mass: 1, inertia: [0.001, 0.001, 0.001], " x \
  ",\n"                                                  \
  "    surfaces: {skin: {sphere: {radius: 0.05}}}}\n"    \
  "contacts: {touch: {surfaces: [ball.skin, ground.floor], " contact "}}\n"

// A ball that slips, turns about the normal and rolls, all with friction, which has a direction each and a slope.
static void test_run_slip(void **state) {
  (void)state;
  check_run(BALL("plane: {size: [6, 6]}", "position: [0, 0, 0.05]",
                 "friction: {static: 0.3, kinetic: 0.2, stribeck: 3, viscous: 0.02, spin: 0.002, rolling: 0.001}")
            "initial: {bodies: {ball: {velocity: [2, 0, 0], angular_velocity: [30, -40, 25]}}}\n",
            5, 5);
}

// The same friction where it rolls: rows of slip, and forces against spin and rolling that go with the load.
static void test_run_resistance(void **state) {
  (void)state;
  check_run(BALL("plane: {size: [6, 6]}", "position: [0, 0, 0.05]",
                 "rolling: true, friction: {spin: 0.002, rolling: 0.001}")
            "initial: {bodies: {ball: {velocity: [2, 0.5, 0], angular_velocity: [-10, 40, 25]}}}\n",
            5, 3);
}

#define IN_BOWL "position: [0.177819651231643, 0.0936627574947552, 0.101503554679571]"
#define BOWL "paraboloid: {radii: [0.4, 0.7], size: [0.8, 0.8]}"

// A ball in an elliptic paraboloid (cases B7), whose curvatures change along its way: rolling, slipping, frictionless.
static void test_run_bowl(void **state) {
  (void)state;
  const char *moving =
      "initial: {bodies: {ball: {velocity: [0.271495134112955, -0.466952171112207, 0.069040114040448], "
      "angular_velocity: [30, -20, 4]}}}\n";
  char text[2048];
  snprintf(text, sizeof text, "%s%s", BALL(BOWL, IN_BOWL, "rolling: true"), moving);
  check_run(text, 5, 3);
  snprintf(text, sizeof text, "%s%s", BALL(BOWL, IN_BOWL, "friction: 0.2"), moving);
  check_run(text, 5, 5);
  snprintf(text, sizeof text, "%s%s", BALL(BOWL, IN_BOWL, "restitution: 0"), moving);
  check_run(text, 5, 5);
}

// A ball at the bottom of the paraboloid rolls to and fro: s^2 = -g/((1 + 2/5)(R - r)) in both planes; it may be shifted and
// turned without rolling, so five positions and three speeds.
static void test_bottom(void **state) {
  (void)state;
  for (int i = 0; i < 2; i++) {
    Setting s =
        begin(i ? BALL(BOWL, "position: [0, 0, 0.05]", "friction: 0.3") : BALL(BOWL, "position: [0, 0, 0.05]", "rolling: true"),
              PAWL_FORMULATION_MULTIPLIERS);
    PwLinearisation l = linearise(&s, s.y);
    assert_int_equal(pawl_messages_count(s.messages), 0);
    assert_int_equal(l.modes, 6);
    for (int m = 0; m < 4; m++) CHECK_CLOSE(hypot(l.re[m], l.im[m]), 0, 1e-12);
    CHECK_CLOSE(l.im[4], sqrt(9.81 / (1.4 * 0.65)), 1e-11);
    CHECK_CLOSE(l.im[5], sqrt(9.81 / (1.4 * 0.35)), 1e-11);
    pw_linearisation_free(&l);
    end(&s);
  }
}

// An oval wheel of splines on a block that slides on a rail against a spring, in the plane.
static const char *oval(const char *contact, double speed) {
  static char text[8192];
  int length = snprintf(
      text, sizeof text,
      "planar: true\n"
      "gravity: [0, -9.81]\n"
      "bodies:\n"
      "  block: {mass: 2, inertia: 0.1, profiles: {top: {start: [5, 0], closed: false, chain: [{line: {to: [-5, 0]}}]}}}\n"
      "  wheel:\n"
      "    mass: 1\n"
      "    inertia: 0.02\n"
      "    position: [0, 0.2]\n    angle: 0.4\n"
      "    profiles: {rim: {start: [0.3, 0], chain: [{spline: {degree: 5, points: [[0.3, 0]");
  for (int i = 1; i < 48; i++) {
    length += snprintf(text + length, sizeof text - (size_t)length, ", [%.17g, %.17g]", 0.3 * cos(2 * PI * i / 48),
                       0.2 * sin(2 * PI * i / 48));
  }
  snprintf(text + length, sizeof text - (size_t)length,
           "]}}]}}\n"
           "joints: {rail: {type: prismatic, between: [ground, block], at: [0, 0], axis: [1, 0, 0]}}\n"
           "forces: {hold: {type: joint, coordinate: rail, stiffness: 50, damping: 2}}\n"
           "initial: {bodies: {wheel: {angular_velocity: 3, velocity: [%g, 0]}, block: {velocity: [0.2, 0]}}}\n"
           "contacts: {touch: {profiles: [wheel.rim, block.top], %s, start: closed}}\n",
           speed, contact);
  return text;
}

static void test_run_oval(void **state) {
  (void)state;
  check_run(oval("rolling: true", -0.5), 3, 2);
  check_run(oval("friction: {static: 0.3, kinetic: 0.2, stribeck: 2, rolling: 0.01}", 2), 3, 3);
  check_run(oval("restitution: 0", 2), 3, 3);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_disc),     cmocka_unit_test(test_not_steady), cmocka_unit_test(test_conical_pendulum),
      cmocka_unit_test(test_bicycle),  cmocka_unit_test(test_belt),       cmocka_unit_test(test_bottom),
      cmocka_unit_test(test_run_disc), cmocka_unit_test(test_run_slip),   cmocka_unit_test(test_run_resistance),
      cmocka_unit_test(test_run_bowl), cmocka_unit_test(test_run_oval),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
