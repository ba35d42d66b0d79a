// Impact of one touch with friction along its impulse: cases D and D7, closed forms, and random problems against paths followed
// in small steps in other variables.
#include "base/random.h"
#include "check.h"
#include "contact/impact.h"
#include "contact/impact_path.h"

// ---- a rod in the plane, a body in space ----

typedef struct {
  double W[4], before[2];  // of its tip: normal, tangential
} Rod;

// Case D: uniform, m = 1, half length 0.5, centre at tip + 0.5 (cos, sin). Tip: (vx + w l sin, vy - w l cos), inertia l^2/3.
static Rod make_rod(double cosine, double sine, double vx, double vy) {
  double sc = sine * cosine;
  return (Rod){{1 + 3 * cosine * cosine, -3 * sc, -3 * sc, 1 + 3 * sine * sine}, {vy, vx}};
}

static double rod_spin(double cosine, double sine, const double P[2]) {
  return 0.5 * (sine * P[1] - cosine * P[0]) * 12;
}

static PawlStatus strike_rod(const Rod *rod, double mu, double e, PawlImpactLaw law, double *after, double *P,
                             PwImpactPathReport *report) {
  PwImpactPathProblem problem = {.tangents = 1, .W = rod->W, .mu_static = mu, .mu_kinetic = mu, .restitution = e, .law = law};
  return pw_impact_path(&problem, rod->before, after, P, report);
}

typedef struct {
  double m, I[3], c[3], v[3], w[3];
} Body;

static void cross(const double a[3], const double b[3], double out[3]) {
  for (int i = 0; i < 3; i++) out[i] = a[(i + 1) % 3] * b[(i + 2) % 3] - a[(i + 2) % 3] * b[(i + 1) % 3];
}

static const int AXIS[3] = {2, 0, 1};  // rows: z is the normal, then x and y

// Adds an impulse (x, y, z) at the point.
static void push(Body *body, const double P[3]) {
  double turn[3];
  cross(body->c, P, turn);
  for (int i = 0; i < 3; i++) {
    body->v[i] += P[i] / body->m;
    body->w[i] += turn[i] / body->I[i];
  }
}

// W by unit impulses, and the speed of the point, by rows.
static void see(const Body *body, double W[9], double rates[3]) {
  for (int j = 0; j < 4; j++) {
    Body moved = *body;
    double P[3] = {0}, v[3];
    if (j < 3) {
      for (int i = 0; i < 3; i++) moved.v[i] = moved.w[i] = 0;
      P[AXIS[j]] = 1;
      push(&moved, P);
    }
    cross(moved.w, moved.c, v);
    for (int i = 0; i < 3; i++) *(j < 3 ? &W[3 * i + j] : &rates[i]) = v[AXIS[i]] + moved.v[AXIS[i]];
  }
}

static void strike_body(Body *body, double mu, double e, PawlImpactLaw law, double P[3], PwImpactPathReport *report) {
  double W[9], before[3], after[3], rows[3], seen[3], unused[9];
  see(body, W, before);
  PwImpactPathProblem problem = {.tangents = 2, .W = W, .mu_static = mu, .mu_kinetic = mu, .restitution = e, .law = law};
  assert_int_equal(pw_impact_path(&problem, before, after, rows, report), PAWL_OK);
  for (int i = 0; i < 3; i++) P[AXIS[i]] = rows[i];
  push(body, P);
  see(body, unused, seen);
  for (int i = 0; i < 3; i++) CHECK_CLOSE(after[i], seen[i], 1e-14);
}

// ---- cases ----

// Case D7 (a), its table. Slip 0.4 stops inside the impact and reverses.
static void test_rod_reverses(void **state) {
  (void)state;
  static const double expected[3][6] = {
      {0.653658536585366, 0.089430894308943, -2.393815151919337, 0.5, -0.356910569105691, -0.161487870976271},
      {0.614634146341464, 0.077723577235772, -2.277918625832176, 0.42, -0.327642276422764, -0.175431951880494},
      {0.622931728345657, 0.080212851837030, -2.302561187143167, 0.437010043108597, -0.333865462925910, -0.172699733531987}};
  double r = sqrt(0.5);
  Rod rod = make_rod(r, r, 0.4, -1);
  for (int law = 0; law < 3; law++) {
    double after[2], P[2];
    PwImpactPathReport report;
    assert_int_equal(strike_rod(&rod, 0.3, 0.5, (PawlImpactLaw)law, after, P, &report), PAWL_OK);
    double got[6] = {P[0], P[1], rod_spin(r, r, P), after[0], after[1], report.energy};
    for (int i = 0; i < 6; i++) CHECK_CLOSE(got[i], expected[law][i], 4e-15);
    assert_true(report.stopped && report.reversed && !report.sticks && !report.jammed);
    CHECK_CLOSE(report.factor, 1, 0);
  }
}

// Case D7 (b). Newton's law would gain 0.109375 J. Slip ends before compression does, and it sticks: W_nn - W_nt^2/W_tt = 1.6. By
// Poisson's law expansion over P_n = 0.4375 ends at v_n = 0.7 and brings 0.7^2/3.2 J, so that compression has lost 0.203125 J:
// Newton's law ends where v_n^2/3.2 is that much.
static void test_rod_gains(void **state) {
  (void)state;
  double r = sqrt(0.5), after[2], P[2];
  Rod rod = make_rod(r, r, 0.5, -1);
  PwImpactPathReport report;
  assert_int_equal(strike_rod(&rod, 0.8, 1, PAWL_IMPACT_POISSON, after, P, &report), PAWL_OK);
  CHECK_CLOSE(P[0], 0.875, 1e-15);
  CHECK_CLOSE(P[1], 0.325, 1e-15);
  CHECK_CLOSE(report.energy, -0.05, 1e-15);
  assert_true(report.sticks && report.stopped && !report.reversed);
  assert_int_equal(strike_rod(&rod, 0.8, 1, PAWL_IMPACT_STRONGE, after, P, &report), PAWL_OK);
  CHECK_CLOSE(P[0], 0.904610227126012, 2e-15);
  CHECK_CLOSE(report.energy, -1.0 / 35, 1e-15);
  CHECK_CLOSE(report.factor, 1, 0);
  assert_true(report.sticks);
  assert_int_equal(strike_rod(&rod, 0.8, 1, PAWL_IMPACT_NEWTON, after, P, &report), PAWL_OK);
  CHECK_CLOSE(report.energy, 0, 1e-15);
  CHECK_CLOSE(after[0], sqrt(3.2 * 0.203125), 1e-15);
  CHECK_CLOSE(after[1], 0, 0);
  CHECK_CLOSE(report.factor, sqrt(3.2 * 0.203125), 1e-15);
}

// Case D7 (c): a ball, whose W is diagonal, so that the laws agree and slip keeps its direction. Closed form.
static void test_ball(void **state) {
  (void)state;
  double I = 0.4 * 0.17 * 0.0285 * 0.0285;
  Body start = {0.17, {I, I, I}, {0, 0, -0.0285}, {2, 0.5, -3}, {10, -60, 25}};
  static const double v[2][3] = {{0.94, 0.275714285714, 1.8}, {1.530397071766543, 0.400636577179713, 1.8}};
  static const double w[2][3] = {{-9.674185463659, 32.982456140351, 25}, {1.283910278922226, -18.80676068127574, 25}};
  static const double slides[3] = {-0.079832497799688, -0.016891781879449, 0.816};
  for (int law = 0; law < 3; law++) {
    for (int i = 0; i < 2; i++) {
      Body ball = start;
      PwImpactPathReport report;
      double P[3];
      strike_body(&ball, i == 0 ? 0.5 : 0.1, 0.6, (PawlImpactLaw)law, P, &report);
      for (int k = 0; k < 3; k++) {
        CHECK_CLOSE(ball.v[k], v[i][k], i == 0 ? 6e-13 : 2e-15);
        CHECK_CLOSE(ball.w[k], w[i][k], i == 0 ? 6e-13 : 4e-14);
        if (i == 1) CHECK_CLOSE(P[k], slides[k], 2e-15);
      }
      assert_true(report.sticks == (i == 0) && report.stopped == (i == 0) && !report.reversed);
    }
  }
}

// Case D7 (d): slip that turns, and slip that turns and stops.
static void test_body_turns(void **state) {
  (void)state;
  static const struct {
    double mu;
    PawlImpactLaw law;
    double P[3], energy;
  } expected[4] = {{0.3, PAWL_IMPACT_POISSON, {-0.4839435287, 0.1867206343, 1.7381766018}, -1.1044212239},
                   {0.3, PAWL_IMPACT_STRONGE, {-0.4845541574, 0.1870591839, 1.7405039348}, -1.1035419504},
                   {0.9, PAWL_IMPACT_POISSON, {-1.0281919256, 0.4039998438, 2.0873003566}, NAN},
                   {0.9, PAWL_IMPACT_STRONGE, {-1.0198849026, 0.3979415373, 2.0503155855}, NAN}};
  for (int i = 0; i < 4; i++) {
    Body body = {1, {0.02, 0.05, 0.06}, {0.10, -0.05, -0.20}, {0.6, -0.4, -1.5}, {1, -2, 0.5}};
    PwImpactPathReport report;
    double P[3];
    strike_body(&body, expected[i].mu, 0.5, expected[i].law, P, &report);
    for (int k = 0; k < 3; k++) CHECK_CLOSE(P[k], expected[i].P[k], 6e-11);
    if (!isnan(expected[i].energy)) CHECK_CLOSE(report.energy, expected[i].energy, 6e-11);
    assert_true(report.sticks == (i >= 2) && report.stopped == (i >= 2));
  }
}

// Case D: the rod at tan theta = 2 slides at -1, mu 1.6, and is pulled in: 1 + 3 cos^2 - 4.8 sin cos = -0.32. Only by force: as
// an impact nothing happens. At mu 1.2 it is not pulled in.
static void test_painleve(void **state) {
  (void)state;
  double c = sqrt(0.2), n = sqrt(0.8), after[2], P[2];
  Rod rod = make_rod(c, n, -1, 0);
  PwImpactPathReport report;
  for (int law = 0; law < 3; law++) {
    PwImpactPathProblem problem = {.tangents = 1, .W = rod.W, .mu_static = 1.6, .mu_kinetic = 1.6, .law = (PawlImpactLaw)law};
    problem.restitution = 0.7;  // of no meaning
    assert_int_equal(pw_impact_path(&problem, rod.before, after, P, &report), PAWL_OK);
    CHECK_CLOSE(P[0], 0, 0);
    problem.forced = true;
    assert_int_equal(pw_impact_path(&problem, rod.before, after, P, &report), PAWL_OK);
    CHECK_CLOSE(P[0], 0.3, 1e-15);
    CHECK_CLOSE(P[1], 0.4, 1e-15);
    CHECK_CLOSE(rod_spin(c, n, P), 1.341640786499873, 3e-15);
    CHECK_CLOSE(after[0], 0, 0);
    CHECK_CLOSE(after[1], 0, 0);
    assert_true(report.jammed && report.stopped && report.sticks && !report.reversed);
    CHECK_CLOSE(report.energy, 0.5 * P[1] * -1, 1e-15);  // P . (v- + v+)/2
    problem.mu_static = problem.mu_kinetic = 1.2;
    assert_int_equal(pw_impact_path(&problem, rod.before, after, P, &report), PAWL_OK);
    CHECK_CLOSE(P[0], 0, 0);
    assert_false(report.jammed);
  }
}

// The same rod comes down at 0.5, too: slip lasts for P_n = 1/4.24, after which v_n = -0.5 - 0.32/4.24, and sticking brings
// 2/1.7 per impulse.
static void test_jam_in_impact(void **state) {
  (void)state;
  Rod rod = make_rod(sqrt(0.2), sqrt(0.8), -1, -0.5);
  double after[2], P[2], end = 1 / 4.24, left = 0.5 + 0.32 * end;
  PwImpactPathReport report;
  assert_int_equal(strike_rod(&rod, 1.6, 0.5, PAWL_IMPACT_POISSON, after, P, &report), PAWL_OK);
  CHECK_CLOSE(P[0], 1.5 * (end + left * 0.85), 1e-15);
  assert_true(report.jammed && report.sticks);
  assert_int_equal(strike_rod(&rod, 1.6, 0, PAWL_IMPACT_NEWTON, after, P, &report), PAWL_OK);
  CHECK_CLOSE(P[0], end + left * 0.85, 1e-15);
}

// ---- the path in small steps ----

typedef struct {
  int32_t tangents;
  double W[9], before[3], mu_static, mu_kinetic, e;
  PawlImpactLaw law;
} Random;

static double within(uint64_t *seed, double low, double high) {
  return pw_random_between(seed, low, high);
}

static void make_random(Random *r, int32_t tangents, uint64_t *seed) {
  int32_t rows = 1 + tangents, wide = rows + 1;
  double G[12];
  *r = (Random){.tangents = tangents, .law = (PawlImpactLaw)within(seed, 0, 3), .e = within(seed, 0, 1)};
  for (int i = 0; i < wide * rows; i++) G[i] = within(seed, -1, 1);
  for (int32_t i = 0; i < rows * rows; i++) {
    for (int k = 0; k < wide; k++) r->W[i] += G[wide * (i / rows) + k] * G[wide * (i % rows) + k];
  }
  r->before[0] = within(seed, -2, -0.2);
  for (int32_t i = 1; i < rows; i++) r->before[i] = within(seed, -2, 2);
  r->mu_kinetic = exp(within(seed, log(0.02), log(5)));
  r->mu_static = r->mu_kinetic * (within(seed, 0, 1) < 0.5 ? 1 : within(seed, 1, 2));
}

static PwImpactPathProblem problem_of(const Random *r) {
  return (PwImpactPathProblem){.tangents = r->tangents,
                               .W = r->W,
                               .mu_static = r->mu_static,
                               .mu_kinetic = r->mu_kinetic,
                               .restitution = r->e,
                               .law = r->law};
}

static PawlStatus strike(const Random *r, double *after, double *P, PwImpactPathReport *report) {
  PwImpactPathProblem problem = problem_of(r);
  return pw_impact_path(&problem, r->before, after, P, report);
}

// Energy moved, as the measure of rounding.
static double moved(const Random *r, const double *after, const double *P) {
  double sum = 0;
  for (int32_t i = 0; i <= r->tangents; i++) sum += 0.5 * fabs(P[i]) * (fabs(r->before[i]) + fabs(after[i]));
  return sum;
}

// In the plane, steps of equal impulse: where slip would change its sign within the step friction holds it if it can, else it
// slides on. Of first order. Newton's law ends where the energy is what it was, too.
static void step_plane(const Random *r, double step, double P[2]) {
  double v[2] = {r->before[0], r->before[1]}, energy = 0, compression[2] = {0}, expansion[2] = {0};
  P[0] = P[1] = 0;
  for (;;) {
    double against = -copysign(r->mu_kinetic * step, v[1]), needed = -(v[1] + r->W[1] * step) / r->W[3];
    bool ends = v[1] * (v[1] + r->W[2] * step + r->W[3] * against) <= 0, sticks = ends && fabs(needed) <= r->mu_static * step;
    double t = sticks ? needed : ends ? copysign(r->mu_kinetic * step, needed) : against, mean[2] = {v[0], v[1]};
    v[0] += r->W[0] * step + r->W[1] * t;
    v[1] = sticks ? 0 : v[1] + r->W[2] * step + r->W[3] * t;
    for (int i = 0; i < 2; i++) mean[i] = 0.5 * (mean[i] + v[i]);
    P[0] += step;
    P[1] += t;
    energy += step * mean[0] + t * mean[1];
    double *phase = v[0] < 0 ? compression : expansion;
    phase[0] += step;
    phase[1] += step * mean[0];
    if (v[0] < 0) continue;
    if (r->law == PAWL_IMPACT_NEWTON && (v[0] >= -r->e * r->before[0] || energy >= 0)) return;
    if (r->law == PAWL_IMPACT_POISSON && expansion[0] >= r->e * compression[0]) return;
    if (r->law == PAWL_IMPACT_STRONGE && expansion[1] >= -r->e * r->e * compression[1]) return;
  }
}

static void test_plane_random(void **state) {
  (void)state;
  uint64_t seed = 1;
  int32_t reversed = 0, jammed = 0, sticks = 0, lowered = 0;
  for (int k = 0; k < (CHECK_SANITIZED ? 100 : 1000); k++) {
    Random r;
    double after[2], P[2], near[2], step;
    PwImpactPathReport report;
    make_random(&r, 1, &seed);
    assert_int_equal(strike(&r, after, P, &report), PAWL_OK);
    step = 2e-5 * P[0];
    step_plane(&r, step, near);
    for (int i = 0; i < 2; i++) CHECK_CLOSE(near[i], P[i], 40 * step * (1 + r.mu_static));
    reversed += report.reversed, jammed += report.jammed, sticks += report.sticks, lowered += report.factor < 1;
  }
  assert_true(CHECK_SANITIZED || (reversed > 50 && jammed > 20 && sticks > 50 && lowered > 5));
}

// In space, Runge-Kutta of order 4 in tau with dP_n = |v_t| d tau, in which slip ends at infinity; Cartesian, no angles. y: v_n,
// v_t, P_n, P_t, work, energy. Sticking or sliding on from rest, y goes straight on in P_n instead.
typedef struct {
  const Random *r;
  double y[8], push[2];  // the impulse's direction where slip has ended
  bool ended, expanding;
  double compression[2], expansion[2];
} Small;

static void small_rates(const Small *s, const double *y, double *rate) {
  const double *W = s->r->W;
  double slip = hypot(y[1], y[2]), mu = s->r->mu_kinetic, P[3] = {slip, -mu * y[1], -mu * y[2]};
  if (s->ended) P[0] = 1, P[1] = s->push[0], P[2] = s->push[1];
  for (int i = 0; i < 3; i++) {
    rate[i] = W[3 * i] * P[0] + W[3 * i + 1] * P[1] + W[3 * i + 2] * P[2];
    rate[3 + i] = P[i];
  }
  rate[6] = y[0] * P[0];
  rate[7] = rate[6] + y[1] * P[1] + y[2] * P[2];
}

static void small_step(const Small *s, double h, double *y) {
  double k[4][8], at[8];
  for (int j = 0; j < 4; j++) {
    for (int i = 0; i < 8; i++) at[i] = s->y[i] + (j == 0 ? 0 : (j == 3 ? h : 0.5 * h) * k[j - 1][i]);
    small_rates(s, at, k[j]);
  }
  for (int i = 0; i < 8; i++) y[i] = s->y[i] + h / 6 * (k[0][i] + 2 * k[1][i] + 2 * k[2][i] + k[3][i]);
}

// >= 0: the phase has ended, by its law, as the energy of before has come back, or as the touch approaches again.
static double small_end(const Small *s, const double *y) {
  const Random *r = s->r;
  if (!s->expanding) return y[0];
  double part = s->expansion[0] + y[3] - s->y[3], work = s->expansion[1] + y[6] - s->y[6];
  double law = r->law == PAWL_IMPACT_NEWTON    ? y[0] + r->e * r->before[0]
               : r->law == PAWL_IMPACT_POISSON ? part - r->e * s->compression[0]
                                               : work + r->e * r->e * s->compression[1];
  return fmax(fmax(law, y[7]), -y[0]);
}

static void small_go(Small *s, const double *y) {
  double *phase = s->expanding ? s->expansion : s->compression;
  phase[0] += y[3] - s->y[3];
  phase[1] += y[6] - s->y[6];
  memcpy(s->y, y, sizeof s->y);
}

// Rest: sticking by Cramer's rule; if that takes too much, all directions are looked through for the one that keeps itself.
static void small_rest(Small *s) {
  const double *W = s->r->W, mu = s->r->mu_kinetic, det = W[4] * W[8] - W[5] * W[7];
  s->ended = true;
  s->y[1] = s->y[2] = 0;
  s->push[0] = (-W[3] * W[8] + W[6] * W[5]) / det;
  s->push[1] = (-W[6] * W[4] + W[3] * W[7]) / det;
  if (hypot(s->push[0], s->push[1]) <= s->r->mu_static) return;
  double low = 0, before = NAN;
  for (int i = 0; i <= 4000; i++) {
    double angle = 2 * 3.14159265358979323846 * i / 4000, a = angle;
    for (int j = 0; j <= 60; j++) {
      double c = cos(a), n = sin(a), x = W[3] - mu * (W[4] * c + W[5] * n), y = W[6] - mu * (W[7] * c + W[8] * n);
      double turn = y * c - x * n;
      if (j == 0 && !(before > 0 && turn <= 0 && x * c + y * n > 0)) {
        before = turn;
        low = angle;
        break;
      }
      *(turn > 0 ? &low : &angle) = a;
      a = 0.5 * (low + angle);
      s->push[0] = -mu * cos(a), s->push[1] = -mu * sin(a);
      if (j == 60) return;
    }
  }
}

// Returns the number of compressions.
static int32_t step_space(const Random *r, double fine, double P[3]) {
  int32_t compressions = 0;
  const double *W = r->W;
  Small s = {.r = r, .y = {r->before[0], r->before[1], r->before[2]}};
  double rate = hypot(W[3], W[6]) + r->mu_kinetic * (W[4] + W[8]), y[8];
  for (;;) {
    if (!s.ended && hypot(s.y[1], s.y[2]) < 1e-15 * (1 + s.y[3])) small_rest(&s);
    double h = s.ended ? 1e-2 * (s.y[3] + 1e-3) : fine / rate;
    small_step(&s, h, y);
    if (small_end(&s, y) < 0) {
      small_go(&s, y);
      continue;
    }
    double low = 0, high = h;
    for (int i = 0; i < 60; i++) {
      double middle = 0.5 * (low + high);
      small_step(&s, middle, y);
      *(small_end(&s, y) < 0 ? &low : &high) = middle;
    }
    small_step(&s, high, y);
    small_go(&s, y);
    if (s.expanding && y[0] > 0) break;
    s.expanding = !s.expanding;
    compressions += s.expanding;
    s.y[0] = 0;
  }
  for (int i = 0; i < 3; i++) P[i] = s.y[3 + i];
  return compressions;
}

static void check_against_steps(const Random *r, const double P[3], int32_t compressions) {
  double near[3], size = sqrt(P[0] * P[0] + P[1] * P[1] + P[2] * P[2]);
  assert_int_equal(step_space(r, 2e-3, near), compressions);
  for (int i = 0; i < 3; i++) CHECK_CLOSE(P[i], near[i], 1e-11 * size);  // the steps' own error is 2e-12
}

static void test_space_random(void **state) {
  (void)state;
  uint64_t seed = 2;
  int32_t turned = 0, jammed = 0, sticks = 0;
  for (int k = 0; k < (CHECK_SANITIZED ? 40 : 400); k++) {
    Random r;
    double after[3], P[3];
    PwImpactPathReport report;
    make_random(&r, 2, &seed);
    assert_int_equal(strike(&r, after, P, &report), PAWL_OK);
    check_against_steps(&r, P, 1);
    turned += !report.stopped, jammed += report.jammed, sticks += report.sticks;
  }
  assert_true(CHECK_SANITIZED || (turned > 100 && jammed > 30 && sticks > 50));
}

// Slip turns to where friction pulls the touch in again after compression has ended: a second one follows, and each law counts
// both. Against small steps.
static void test_second_compression(void **state) {
  (void)state;
  for (int law = 0; law < 3; law++) {
    Random r = {.tangents = 2,
                .W = {8, 0, 4, 0, 8.5, -3, 4, -3, 4},
                .before = {-0.1, 4, 1},
                .mu_static = 4,
                .mu_kinetic = 4,
                .e = 1,
                .law = (PawlImpactLaw)law};
    double after[3], P[3];
    PwImpactPathReport report;
    assert_int_equal(strike(&r, after, P, &report), PAWL_OK);
    check_against_steps(&r, P, 2);
    assert_true(report.jammed && report.energy < 0);
  }
}

// ---- what holds for all of them ----

// A problem in the plane, in space along a tangent that is turned, beside another tangent that has nothing to do with it.
static void test_embedded(void **state) {
  (void)state;
  uint64_t seed = 3;
  for (int k = 0; k < 2000; k++) {
    Random plane, space;
    double after[3], P[3], after_plane[2], P_plane[2], angle = within(&seed, 0, 6.28), c = cos(angle), n = sin(angle);
    double beside = within(&seed, 0.1, 3);
    PwImpactPathReport report, report_plane;
    make_random(&plane, 1, &seed);
    space = plane;
    space.tangents = 2;
    double W[9] = {plane.W[0],
                   c * plane.W[1],
                   n * plane.W[1],
                   c * plane.W[1],
                   c * c * plane.W[3] + n * n * beside,
                   c * n * (plane.W[3] - beside),
                   n * plane.W[1],
                   c * n * (plane.W[3] - beside),
                   n * n * plane.W[3] + c * c * beside};
    memcpy(space.W, W, sizeof W);
    space.before[1] = c * plane.before[1];
    space.before[2] = n * plane.before[1];
    assert_int_equal(strike(&plane, after_plane, P_plane, &report_plane), PAWL_OK);
    assert_int_equal(strike(&space, after, P, &report), PAWL_OK);
    double size = 1e-13 * P_plane[0] * (1 + plane.mu_static);
    CHECK_CLOSE(P[0], P_plane[0], size);
    CHECK_CLOSE(c * P[1] + n * P[2], P_plane[1], size);
    CHECK_CLOSE(c * P[2] - n * P[1], 0, size);
    assert_true(report.stopped == report_plane.stopped && report.reversed == report_plane.reversed);
    assert_true(report.sticks == report_plane.sticks && report.jammed == report_plane.jammed);
  }
}

// Tangents turned by an angle, or mirrored: the same impulse.
static void test_turned_tangents(void **state) {
  (void)state;
  uint64_t seed = 4;
  for (int k = 0; k < 2000; k++) {
    Random r, other;
    double after[3], P[3], after_other[3], P_other[3], angle = within(&seed, 0, 6.28), side = k % 2 ? 1 : -1;
    double T[9] = {1, 0, 0, 0, cos(angle), sin(angle), 0, -side * sin(angle), side * cos(angle)};
    PwImpactPathReport report;
    make_random(&r, 2, &seed);
    if (k % 10 == 0) r.mu_static = r.mu_kinetic = INFINITY;
    other = r;
    for (int i = 0; i < 3; i++) {
      other.before[i] = T[3 * i] * r.before[0] + T[3 * i + 1] * r.before[1] + T[3 * i + 2] * r.before[2];
      for (int j = 0; j < 3; j++) {
        other.W[3 * i + j] = 0;
        for (int l = 0; l < 9; l++) other.W[3 * i + j] += T[3 * i + l / 3] * r.W[l] * T[3 * j + l % 3];
      }
    }
    assert_int_equal(strike(&r, after, P, &report), PAWL_OK);
    assert_int_equal(strike(&other, after_other, P_other, &report), PAWL_OK);
    double size = fabs(P[0]) + fabs(P[1]) + fabs(P[2]);
    for (int i = 0; i < 3; i++) {
      CHECK_CLOSE(P_other[i], T[3 * i] * P[0] + T[3 * i + 1] * P[1] + T[3 * i + 2] * P[2], 1e-12 * size);
    }
  }
}

// Speeds by impulses, the cone, and the laws themselves; energy is not gained.
static void check_laws(const Random *r, const double *after, const double *P, const PwImpactPathReport *report) {
  double friction = r->tangents > 1 ? hypot(P[1], P[2]) : fabs(P[1]), sum = 0, size = 1 + fabs(P[0]) + friction;
  int32_t rows = 1 + r->tangents;
  for (int32_t i = 0; i < rows; i++) {
    double v = r->before[i];
    for (int32_t j = 0; j < rows; j++) v += r->W[i * rows + j] * P[j];
    CHECK_CLOSE(after[i], v, 1e-13 * size);
    sum += 0.5 * P[i] * (r->before[i] + after[i]);
  }
  CHECK_CLOSE(report->energy, sum, 1e-12 * moved(r, after, P));
  assert_true(report->energy <= 1e-12 * moved(r, after, P));
  assert_true(P[0] > 0 && after[0] >= 0);
  assert_true(friction <= r->mu_static * P[0] * (1 + 1e-14));
  assert_true(report->factor >= 0 && report->factor <= 1);
  if (r->law == PAWL_IMPACT_NEWTON) CHECK_CLOSE(after[0], -report->factor * r->e * r->before[0], 1e-14 * size);
  if (r->law != PAWL_IMPACT_NEWTON) CHECK_CLOSE(report->factor, 1, 0);
  if (r->e == 0) CHECK_CLOSE(after[0], 0, 0);
}

static void test_never_gains(void **state) {
  (void)state;
  uint64_t seed = 5;
  int32_t lowered = 0, reversed = 0;
  for (int k = 0; k < 20000; k++) {
    Random r;
    double after[3], P[3];
    PwImpactPathReport report;
    make_random(&r, 1 + k % 2, &seed);
    if (k % 7 == 0) r.e = 1;
    if (k % 11 == 0) r.e = 0;
    if (k % 13 == 0) r.before[1] = r.before[2] = 0;
    assert_int_equal(strike(&r, after, P, &report), PAWL_OK);
    check_laws(&r, after, P, &report);
    lowered += report.factor < 1, reversed += report.reversed;
  }
  assert_true(lowered > 20 && reversed > 20);
}

// Where slip stops and friction cannot hold it, it goes on along d with W_tn - mu W_tt d = f d, f > 0. In space slip stops in
// such a problem only if it comes exactly along a direction that keeps itself; from rest it is always so.
static void test_direction_after_stop(void **state) {
  (void)state;
  uint64_t seed = 6;
  int32_t slid = 0;
  for (int k = 0; k < 2000; k++) {
    Random r;
    double after[3], P[3];
    PwImpactPathReport report;
    make_random(&r, 2, &seed);
    r.before[1] = r.before[2] = 0;
    assert_int_equal(strike(&r, after, P, &report), PAWL_OK);
    assert_false(report.stopped || report.reversed || report.jammed);
    if (report.sticks) continue;
    double slip = hypot(after[1], after[2]), friction = hypot(P[1], P[2]);
    CHECK_CLOSE(friction, r.mu_kinetic * P[0], 1e-14 * friction);
    for (int i = 1; i < 3; i++) CHECK_CLOSE(P[i] / friction, -after[i] / slip, 1e-13 * (1 + r.mu_kinetic * P[0] / slip));
    slid++;
  }
  assert_true(slid > 200);
}

// Without friction: the laws of contact/impact.h for one touch; Stronge's is the same there.
static void test_without_friction(void **state) {
  (void)state;
  uint64_t seed = 7;
  PwImpact *impact;
  assert_int_equal(pw_impact_create(3, &impact), PAWL_OK);
  for (int k = 0; k < 300; k++) {
    Random r;
    double after[3], P[3], after_plain[3], P_plain[3];
    PwImpactPathReport report;
    PwImpactReport plain;
    make_random(&r, k % 3, &seed);
    r.mu_static = r.mu_kinetic = 0;
    int32_t first[2] = {0, 1 + r.tangents};
    PwImpactProblem problem = {.blocks = {1, first}, .W = r.W, .restitution = &r.e};
    problem.law = r.law == PAWL_IMPACT_NEWTON ? PAWL_IMPACT_NEWTON : PAWL_IMPACT_POISSON;
    assert_int_equal(strike(&r, after, P, &report), PAWL_OK);
    assert_int_equal(pw_impact_solve(impact, &problem, r.before, after_plain, P_plain, &plain), PAWL_OK);
    for (int32_t i = 0; i <= r.tangents; i++) {
      CHECK_CLOSE(P[i], P_plain[i], 1e-14 * P[0]);
      CHECK_CLOSE(after[i], after_plain[i], 1e-14 * (1 + P[0]));
    }
    CHECK_CLOSE(report.energy, plain.energy, 1e-14 * (1 + P[0]));
    CHECK_CLOSE(report.factor, 1, 0);
    assert_false(report.stopped || report.sticks || report.jammed);
  }
  pw_impact_free(impact);
}

// Rolling: v_t = 0 from the first instant. With W_nn - W_nt W_tt^-1 W_tn = 1.6 of the rod at 45 deg and v_n = -1 + 0.6 * 0.5 once
// slip is brought to zero by P_t = -0.2, compression takes 0.7/1.6; and a slip whose end parts the tip needs no normal impulse.
static void test_rolling(void **state) {
  (void)state;
  double r = sqrt(0.5), after[2], P[2];
  Rod rod = make_rod(r, r, -0.5, -1);
  PwImpactPathReport report;
  assert_int_equal(strike_rod(&rod, INFINITY, 0.5, PAWL_IMPACT_POISSON, after, P, &report), PAWL_OK);
  CHECK_CLOSE(P[0], 1.5 * 1.3 / 1.6, 1e-15);
  CHECK_CLOSE(P[1], 0.2 + 0.6 * P[0], 1e-15);
  CHECK_CLOSE(after[1], 0, 0);
  assert_true(report.sticks && report.stopped);
  assert_int_equal(strike_rod(&rod, INFINITY, 0.5, PAWL_IMPACT_NEWTON, after, P, &report), PAWL_OK);
  CHECK_CLOSE(P[0], (1.3 + 0.5) / 1.6, 1e-15);
  CHECK_CLOSE(after[0], 0.5, 0);
  rod = make_rod(r, r, 2, -1);
  assert_int_equal(strike_rod(&rod, INFINITY, 0.5, PAWL_IMPACT_STRONGE, after, P, &report), PAWL_OK);
  CHECK_CLOSE(P[0], 0, 0);
  CHECK_CLOSE(P[1], -0.8, 1e-15);
  CHECK_CLOSE(after[0], 0.2, 1e-15);
  rod = make_rod(1, 0, 0, -1);  // nothing tangential: W_nn = 4
  assert_int_equal(strike_rod(&rod, INFINITY, 1, PAWL_IMPACT_STRONGE, after, P, &report), PAWL_OK);
  CHECK_CLOSE(P[0], 0.5, 1e-15);
  CHECK_CLOSE(P[1], 0, 0);
}

// Rolling is the limit of friction without bound, as long as slip ends before compression does.
static void test_rolling_is_limit(void **state) {
  (void)state;
  uint64_t seed = 8;
  for (int k = 0; k < 500; k++) {
    Random r;
    double after[3], P[3], after_limit[3], P_limit[3], size;
    PwImpactPathReport report;
    make_random(&r, 1 + k % 2, &seed);
    r.mu_static = r.mu_kinetic = INFINITY;
    assert_int_equal(strike(&r, after, P, &report), PAWL_OK);
    size = 1 + fabs(P[0]) + fabs(P[1]);
    if (P[0] < 1e-3 * size) continue;
    r.mu_static = r.mu_kinetic = 1e9;
    assert_int_equal(strike(&r, after_limit, P_limit, &report), PAWL_OK);
    for (int32_t i = 0; i <= r.tangents; i++) CHECK_CLOSE(P_limit[i], P[i], 1e-4 * size);
  }
}

// Masses and speeds of any size: W times a, speeds times b, impulses times b/a, to the last bit as a and b are powers of 2.
static void test_scales(void **state) {
  (void)state;
  uint64_t seed = 9;
  for (int k = 0; k < 500; k++) {
    Random r;
    double after[3], P[3], after_scaled[3], P_scaled[3], a = ldexp(1, k % 5 * 30 - 60), b = ldexp(1, k % 7 * 20 - 60);
    PwImpactPathReport report;
    make_random(&r, 1 + k % 2, &seed);
    assert_int_equal(strike(&r, after, P, &report), PAWL_OK);
    for (int i = 0; i < 9; i++) r.W[i] *= a;
    for (int i = 0; i < 3; i++) r.before[i] *= b;
    assert_int_equal(strike(&r, after_scaled, P_scaled, &report), PAWL_OK);
    for (int32_t i = 0; i <= r.tangents; i++) CHECK_CLOSE(P_scaled[i] * a / b, P[i], 0);
  }
}

// Static friction alone holds: W_nt/W_tt = -0.6 of the rod at 45 deg is between 0.3 and 0.7; by kinetic friction alone it would
// reverse (case D7 (a)). Slip ends at P_n = 0.4/2.25 as there, v_n = -1 + 2.95 P_n, then 1.6 per impulse.
static void test_static_friction(void **state) {
  (void)state;
  double r = sqrt(0.5), after[2], P[2], end = 0.4 / 2.25;
  Rod rod = make_rod(r, r, 0.4, -1);
  PwImpactPathReport report;
  PwImpactPathProblem problem = {.tangents = 1, .W = rod.W, .mu_static = 0.7, .mu_kinetic = 0.3, .law = PAWL_IMPACT_NEWTON};
  for (int i = 0; i < 2; i++) {
    assert_int_equal(pw_impact_path(&problem, rod.before, after, P, &report), PAWL_OK);
    CHECK_CLOSE(P[0], end + (1 - 2.95 * end) / 1.6, 1e-15);
    CHECK_CLOSE(P[1], -0.3 * end + 0.6 * (P[0] - end), 1e-15);
    assert_true(report.stopped && report.sticks && !report.reversed);
    problem.mu_static = INFINITY;
  }
}
// ---- what gives way nowhere, or in some directions only ----

static PawlStatus strike_plane(const double W[4], double vn, double vt, double mu, double e, PawlImpactLaw law, double *after,
                               double *P, PwImpactPathReport *report) {
  Rod rod = {{W[0], W[1], W[2], W[3]}, {vn, vt}};
  return strike_rod(&rod, mu, e, law, after, P, report);
}

// A door whose edge moves along (1, 2): W of rank 1. Slip and compression end together. mu = 1 > 1/2: it is locked, nothing comes
// back. mu = 1/4: 3/2 and 3 per impulse up to P_n = 2/3, then 1/2 and 1 (slip the other way).
static void test_one_freedom(void **state) {
  (void)state;
  double W[4] = {1, 2, 2, 4}, after[2], P[2];
  PwImpactPathReport report;
  for (int law = 0; law < 3; law++) {
    assert_int_equal(strike_plane(W, -1, -2, 1, 0.5, (PawlImpactLaw)law, after, P, &report), PAWL_OK);
    for (int i = 0; i < 2; i++) {
      CHECK_CLOSE(P[i], 1.0 / 3, 1e-15);
      CHECK_CLOSE(after[i], 0, 1e-15);
    }
    assert_true(report.sticks);
    CHECK_CLOSE(report.factor, 0, 1e-6);
    CHECK_CLOSE(report.energy, -0.5, 1e-15);
  }
  assert_int_equal(strike_plane(W, -1, -2, 0.25, 0.5, PAWL_IMPACT_POISSON, after, P, &report), PAWL_OK);
  CHECK_CLOSE(P[0], 1, 1e-15);
  CHECK_CLOSE(P[1], 1.0 / 12, 1e-15);
  CHECK_CLOSE(after[1], 1.0 / 3, 1e-15);
  CHECK_CLOSE(report.factor, 1, 0);
  assert_int_equal(strike_plane(W, -1, -2, 0.25, 0.5, PAWL_IMPACT_NEWTON, after, P, &report), PAWL_OK);
  CHECK_CLOSE(P[0], 5.0 / 3, 2e-15);
}

// The same door with a slip of its own (a drive's): it is pulled in until slip has ended, and then nothing gives way. Nor does it
// without normal inertia, or rolling without tangential one.
static void test_nothing_gives_way(void **state) {
  (void)state;
  double W[4] = {1, 2, 2, 4}, fixed[4] = {0, 0, 0, 1}, guided[4] = {1, 0, 0, 0}, after[2], P[2];
  PwImpactPathReport report;
  assert_int_equal(strike_plane(W, -1, 3, 1, 0, PAWL_IMPACT_NEWTON, after, P, &report), PAWL_ERR_SINGULAR);
  assert_int_equal(strike_plane(W, -1, 3, 0.25, 0, PAWL_IMPACT_NEWTON, after, P, &report), PAWL_OK);
  CHECK_CLOSE(P[0], 2, 1e-15);  // 1 - 2/4 per impulse
  assert_int_equal(strike_plane(fixed, -1, 3, 0.3, 0, PAWL_IMPACT_NEWTON, after, P, &report), PAWL_ERR_SINGULAR);
  assert_int_equal(strike_plane(guided, -1, 3, INFINITY, 0, PAWL_IMPACT_NEWTON, after, P, &report), PAWL_ERR_SINGULAR);
  assert_int_equal(strike_plane(guided, -1, 0, INFINITY, 0.5, PAWL_IMPACT_NEWTON, after, P, &report), PAWL_OK);
  CHECK_CLOSE(P[0], 1.5, 0);
}

// Tangents without inertia: slip along them stays. By mu P_n against it, or, with one of two, against a direction that turns
// there.
static void test_no_tangential_inertia(void **state) {
  (void)state;
  double guided[4] = {2, 0, 0, 0}, after[3], P[3];
  PwImpactPathReport report;
  assert_int_equal(strike_plane(guided, -1, 3, 0.3, 0.5, PAWL_IMPACT_POISSON, after, P, &report), PAWL_OK);
  CHECK_CLOSE(P[0], 0.75, 1e-15);
  CHECK_CLOSE(P[1], -0.225, 1e-15);
  CHECK_CLOSE(after[1], 3, 0);
  assert_false(report.stopped || report.sticks);
  assert_int_equal(strike_plane(guided, -1, 0, 0.3, 0.5, PAWL_IMPACT_POISSON, after, P, &report), PAWL_OK);
  CHECK_CLOSE(P[1], 0, 0);
  Random r = {.tangents = 2, .W = {2, 0.5, 0, 0.5, 3, 0, 0, 0, 0}, .before = {-1, 2, 0.5}, .mu_static = 0.9, .mu_kinetic = 0.9};
  r.e = 0.7;
  for (int law = 0; law < 3; law++) {
    r.law = (PawlImpactLaw)law;
    assert_int_equal(strike(&r, after, P, &report), PAWL_OK);
    check_against_steps(&r, P, 1);
    CHECK_CLOSE(after[2], 0.5, 0);
  }
}

// Slip 1e-9 rad beside a direction that leads to rest, but that others turn away from: it comes near rest, turns around and
// leaves, near the way that leads through rest. Against that one, and against small steps.
static void test_near_rest(void **state) {
  (void)state;
  Random r = {.tangents = 2, .W = {3, 1, 0, 1, 1, 0, 0, 0, 1}, .before = {-1, -0.2, 0}, .mu_static = 0.3, .mu_kinetic = 0.3};
  double after[3], P[3], after_near[3], P_near[3];
  PwImpactPathReport report;
  assert_int_equal(strike(&r, after, P, &report), PAWL_OK);
  assert_true(report.reversed);
  r.before[2] = 2e-10;
  assert_int_equal(strike(&r, after_near, P_near, &report), PAWL_OK);
  assert_false(report.stopped);
  check_against_steps(&r, P_near, 1);
  for (int i = 0; i < 3; i++) CHECK_CLOSE(P_near[i], P[i], 1e-6);
}

static void test_arguments(void **state) {
  (void)state;
  double W[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1}, bad[1] = {NAN}, before[3] = {-1, 1, 0}, after[3], P[3];
  PwImpactPathReport report;
  PwImpactPathProblem wrong[] = {{.tangents = 3, .W = W},
                                 {.tangents = -1, .W = W},
                                 {.tangents = 1, .W = W, .mu_static = 0.2, .mu_kinetic = 0.3},
                                 {.tangents = 1, .W = W, .mu_static = NAN},
                                 {.tangents = 1, .W = W, .mu_kinetic = -1},
                                 {.tangents = 1, .W = W, .restitution = -0.1},
                                 {.tangents = 1, .W = W, .restitution = INFINITY},
                                 {.tangents = 0, .W = bad}};
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
    assert_int_equal(pw_impact_path(&wrong[i], before, after, P, &report), PAWL_ERR_ARGUMENT);
  }
  PwImpactPathProblem right = {.tangents = 2, .W = W, .mu_static = 0.3, .mu_kinetic = 0.3};
  before[0] = 0.5;  // parts: nothing happens
  assert_int_equal(pw_impact_path(&right, before, after, P, &report), PAWL_OK);
  for (int i = 0; i < 3; i++) {
    CHECK_CLOSE(after[i], before[i], 0);
    CHECK_CLOSE(P[i], 0, 0);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_rod_reverses),
      cmocka_unit_test(test_rod_gains),
      cmocka_unit_test(test_ball),
      cmocka_unit_test(test_body_turns),
      cmocka_unit_test(test_painleve),
      cmocka_unit_test(test_jam_in_impact),
      cmocka_unit_test(test_plane_random),
      cmocka_unit_test(test_space_random),
      cmocka_unit_test(test_embedded),
      cmocka_unit_test(test_turned_tangents),
      cmocka_unit_test(test_never_gains),
      cmocka_unit_test(test_direction_after_stop),
      cmocka_unit_test(test_without_friction),
      cmocka_unit_test(test_rolling),
      cmocka_unit_test(test_rolling_is_limit),
      cmocka_unit_test(test_scales),
      cmocka_unit_test(test_static_friction),
      cmocka_unit_test(test_second_compression),
      cmocka_unit_test(test_one_freedom),
      cmocka_unit_test(test_nothing_gives_way),
      cmocka_unit_test(test_no_tangential_inertia),
      cmocka_unit_test(test_near_rest),
      cmocka_unit_test(test_arguments),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
