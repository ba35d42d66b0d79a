// The cone problem. Every answer is held against the conditions themselves, summed anew here; random ones also against all
// combinations of modes (pseudo-inverses by singular values) and a search over directions, single ones against closed forms.
#include "blocks.h"
#include "contact/cone.h"
#include "numerics/dense.h"

enum { MOST_TOUCHES = 60, MOST_ROWS = 180, MOST_PARTS = 60, MOST_SPEEDS = 72 };

typedef struct {
  int32_t n, rows, grips, first[MOST_TOUCHES + 1];
  PwConeGrip grip[MOST_PARTS];
  double W[MOST_ROWS * MOST_ROWS], b[MOST_ROWS], given[MOST_TOUCHES];
  bool two_sided[MOST_TOUCHES];
} Problem;

typedef struct {
  double lambda[MOST_ROWS], after[MOST_ROWS];
  PwConeMode mode[MOST_PARTS];
  bool closed[MOST_TOUCHES];
  PwConeReport report;
} Answer;

static PawlStatus solve_from(PwCone *cone, const Problem *p, const double *start, Answer *a) {
  PwConeProblem problem = {.blocks = {p->n, p->first},
                           .grips = p->grips,
                           .grip = p->grip,
                           .W = p->W,
                           .b = p->b,
                           .two_sided = p->two_sided,
                           .given = p->given,
                           .start = start,
                           .scale = 1};
  return pw_cone_solve(cone, &problem, a->lambda, a->after, a->mode, a->closed, &a->report);
}

static PawlStatus solve(PwCone *cone, const Problem *p, Answer *a) {
  return solve_from(cone, p, NULL, a);
}

static PwCone *new_cone(void) {
  PwCone *cone;
  assert_int_equal(pw_cone_create(MOST_ROWS, MOST_PARTS, &cone), PAWL_OK);
  return cone;
}

static double length(const double *v, int32_t n) {
  double sum = 0;
  for (int32_t i = 0; i < n; i++) sum += v[i] * v[i];
  return sqrt(sum);
}

// ---- the conditions, without pawl's way to look at them ----

static double rate(const Problem *p, const double *lambda, int32_t row, double *size) {
  double sum = p->b[row];
  *size = fabs(sum);
  for (int32_t j = 0; j < p->rows; j++) {
    sum += p->W[row * p->rows + j] * lambda[j];
    *size += fabs(p->W[row * p->rows + j] * lambda[j]);
  }
  return sum;
}

static double load_of(const Problem *p, const double *lambda, int32_t touch) {
  double N = lambda[p->first[touch]];
  return p->two_sided[touch] ? fabs(N) : N;
}

static void check_normal(const Problem *p, const Answer *a, int32_t i, const double *u, double of_u, double of_force) {
  int32_t row = p->first[i];
  double N = a->lambda[row];
  if (p->two_sided[i]) {
    CHECK_CLOSE(u[row], 0, of_u);
    assert_true(a->closed[i]);
    return;
  }
  assert_true(N >= p->given[i]);
  assert_true(u[row] >= -of_u);
  if (N - p->given[i] > of_force) CHECK_CLOSE(u[row], 0, of_u);
  assert_int_equal(a->closed[i], N > 0);
}

static void check_grip(const Problem *p, const Answer *a, int32_t k, const double *u, double of_u, double of_force) {
  const PwConeGrip *grip = &p->grip[k];
  const double *f = a->lambda + grip->first, *v = u + grip->first;
  double load = load_of(p, a->lambda, grip->touch), limit = grip->coefficient * load, slip = length(v, grip->rows);
  assert_int_equal(a->mode[k] == PW_CONE_OPEN, load == 0);
  if (grip->slides || load == 0) {
    for (int32_t i = 0; i < grip->rows; i++) CHECK_CLOSE(f[i], load == 0 ? 0 : -limit * grip->along[i], of_force);
  } else if (isinf(grip->coefficient)) {
    CHECK_CLOSE(slip, 0, of_u);
    assert_int_equal(a->mode[k], PW_CONE_STICKS);
  } else {
    assert_true(length(f, grip->rows) <= limit + of_force);
    if (a->mode[k] == PW_CONE_STICKS) CHECK_CLOSE(slip, 0, of_u);
    // the direction of a slip that is hardly one is not known to the last digit
    for (int32_t i = 0; i < grip->rows && slip > of_u; i++)
      CHECK_CLOSE(f[i] * slip, -limit * v[i], limit * of_u + slip * of_force);
    if (slip > of_u) assert_int_equal(a->mode[k], PW_CONE_SLIDES);
  }
}

static void check_answer(const Problem *p, const Answer *a) {
  double u[MOST_ROWS], largest = 0, most_force = 0, size;
  for (int32_t i = 0; i < p->rows; i++) {
    u[i] = rate(p, a->lambda, i, &size);
    largest = fmax(largest, size);
    most_force = fmax(most_force, fabs(a->lambda[i]));
  }
  double of_u = 1e-12 + 1e-12 * largest, of_force = 1e-10 * most_force;
  for (int32_t i = 0; i < p->rows; i++) CHECK_CLOSE(a->after[i], u[i], of_u);
  for (int32_t i = 0; i < p->n; i++) check_normal(p, a, i, u, of_u, of_force);
  for (int32_t k = 0; k < p->grips; k++) check_grip(p, a, k, u, of_u, of_force);
  assert_true(a->report.residual <= of_u);
}

// ---- bodies with touches at random places ----

typedef struct {
  double G[MOST_ROWS][MOST_SPEEDS];  // rates by speeds, bodies of mass 1 and radius of inertia 0.6
  int32_t speeds;
  bool whole;  // numbers that make ties and dependent rows
} Bodies;

static double any(uint64_t *seed, bool whole) {
  double x = pw_random_between(seed, -1, 1);
  return whole ? round(2 * x) / 2 : x;
}

static void cross(const double *a, const double *b, double *out) {
  for (int i = 0; i < 3; i++) out[i] = a[(i + 1) % 3] * b[(i + 2) % 3] - a[(i + 2) % 3] * b[(i + 1) % 3];
}

// Three axes, the first of them the normal; whole: those of the ground.
static void random_axes(double e[3][3], bool whole, uint64_t *seed) {
  double v[3];
  int turn = (int)pw_random_between(seed, 0, 3);
  for (int i = 0; i < 3; i++) e[0][i] = whole ? i == turn : pw_random_between(seed, -1, 1);
  for (int i = 0; i < 3; i++) v[i] = whole ? i == (turn + 1) % 3 : pw_random_between(seed, -1, 1);
  double size = length(e[0], 3);
  for (int i = 0; i < 3; i++) e[0][i] /= size;
  cross(e[0], v, e[2]);
  size = length(e[2], 3);
  for (int i = 0; i < 3; i++) e[2][i] /= size;
  cross(e[2], e[0], e[1]);
}

// One side of a touch in space: rows n, slip x 2, roll x 2, spin, as many as there are.
static void add_side(Bodies *bodies, int32_t body, double sign, double (*e)[3], int32_t first, int32_t rows, uint64_t *seed) {
  double r[3], turn[3];
  for (int i = 0; i < 3; i++) r[i] = any(seed, bodies->whole);
  for (int32_t k = 0; k < rows; k++) {
    double *g = bodies->G[first + k] + 6 * body;
    const double *axis = e[k == 5 ? 0 : k > 2 ? k - 2 : k];
    cross(r, axis, turn);
    for (int i = 0; i < 3; i++) {
      g[i] += k < 3 ? sign * axis[i] : 0;
      g[3 + i] += sign * (k < 3 ? turn[i] : axis[i]) / 0.6;
    }
  }
}

static void add_side_in_plane(Bodies *bodies, int32_t body, double sign, double angle, int32_t first, uint64_t *seed) {
  double r[2] = {any(seed, bodies->whole), any(seed, bodies->whole)},
         e[2][2] = {{cos(angle), sin(angle)}, {-sin(angle), cos(angle)}};
  for (int32_t k = 0; k < 2; k++) {
    double *g = bodies->G[first + k] + 3 * body;
    g[0] += sign * e[k][0];
    g[1] += sign * e[k][1];
    g[2] += sign * (r[0] * e[k][1] - r[1] * e[k][0]) / 0.6;
  }
}

static void fill(Problem *p, const Bodies *bodies, uint64_t *seed) {
  double force[MOST_SPEEDS];
  for (int32_t k = 0; k < bodies->speeds; k++) force[k] = any(seed, bodies->whole);
  for (int32_t i = 0; i < p->rows; i++) {
    p->b[i] = 0;
    for (int32_t k = 0; k < bodies->speeds; k++) p->b[i] += bodies->G[i][k] * force[k];
    for (int32_t j = 0; j < p->rows; j++) {
      double sum = 0;
      for (int32_t k = 0; k < bodies->speeds; k++) sum += bodies->G[i][k] * bodies->G[j][k];
      p->W[i * p->rows + j] = sum;
    }
  }
}

typedef struct {
  bool space, whole, all_parts;  // all_parts: slip, roll and spin
  int32_t touches, bodies;
  double most;                             // coefficient
  double two_sided, given, slides, rolls;  // how often
} Sort;

static void add_parts(Problem *p, const Sort *sort, int32_t i, uint64_t *seed) {
  static const int32_t ROWS[] = {2, 2, 1};
  for (int32_t k = 0, row = p->first[i] + 1; row < p->first[i + 1]; k++) {
    PwConeGrip *grip = &p->grip[p->grips++];
    double angle = pw_random_between(seed, 0, 6.283);
    *grip = (PwConeGrip){.touch = i, .first = row, .rows = sort->space ? ROWS[k] : 1};
    grip->coefficient = (k ? 0.3 : 1) * pw_random_between(seed, 0, sort->most);
    grip->slides = pw_random_between(seed, 0, 1) < sort->slides;
    if (!grip->slides && pw_random_between(seed, 0, 1) < sort->rolls) grip->coefficient = INFINITY;
    grip->along[0] = grip->rows == 1 ? (angle < 3 ? 1 : -1) : cos(angle);
    grip->along[1] = grip->rows == 1 ? 0 : sin(angle);
    row += grip->rows;
  }
}

static Problem random_problem(const Sort *sort, uint64_t *seed) {
  int32_t n = 1 + (int32_t)pw_random_between(seed, 0, sort->touches), rows = sort->space ? (sort->all_parts ? 6 : 3) : 2;
  Problem p = {.n = n, .rows = n * rows};
  Bodies bodies = {.speeds = sort->bodies * (sort->space ? 6 : 3), .whole = sort->whole};
  for (int32_t i = 0; i < n; i++) {
    int32_t one = (int32_t)pw_random_between(seed, 0, sort->bodies),
            other = (int32_t)pw_random_between(seed, 0, sort->bodies + 1);
    double e[3][3], angle = pw_random_between(seed, 0, 6.283);
    p.first[i + 1] = p.first[i] + rows;
    random_axes(e, sort->whole, seed);
    if (sort->whole) angle = 1.5707963267948966 * floor(angle / 1.5708);
    for (int side = 0; side < 2; side++) {
      int32_t body = side ? other : one;
      if (body == sort->bodies || (side && other == one)) continue;
      if (sort->space) {
        add_side(&bodies, body, side ? -1 : 1, e, p.first[i], rows, seed);
      } else {
        add_side_in_plane(&bodies, body, side ? -1 : 1, angle, p.first[i], seed);
      }
    }
    p.two_sided[i] = pw_random_between(seed, 0, 1) < sort->two_sided;
    if (!p.two_sided[i] && pw_random_between(seed, 0, 1) < sort->given) p.given[i] = pw_random_between(seed, 0, 1);
    add_parts(&p, sort, i, seed);
  }
  fill(&p, &bodies, seed);
  return p;
}

// ---- in the plane, against all combinations of modes ----

// Equations of open, sticks, slides forwards, backwards per touch; rates by the pseudo-inverse. Returns whether rates and, if
// asked for, forces are those of an answer. Where rows depend on each other the forces are not those that are within the cones,
// if any.
static bool solve_modes(const Problem *p, unsigned modes, bool forces, double *u) {
  double a[64], s[8], U[64], vt[64], rhs[8], x[8] = {0}, lambda[8] = {0}, way[4] = {0};
  int32_t m = 0, row[8];
  for (int32_t i = 0; i < p->n; i++) {
    unsigned mode = modes >> 2 * i & 3;
    way[i] = mode == 2 ? 1 : mode == 3 ? -1 : 0;
    if (mode > 0) row[m++] = 2 * i;
    if (mode == 1) row[m++] = 2 * i + 1;
  }
  for (int32_t j = 0; j < m; j++) {
    rhs[j] = -p->b[row[j]];
    for (int32_t i = 0; i < m; i++) {
      const double *W = p->W + row[i] * p->rows;
      int32_t touch = row[j] / 2;
      a[i + m * j] = W[row[j]] - (row[j] % 2 ? 0 : way[touch] * p->grip[touch].coefficient * W[2 * touch + 1]);
    }
  }
  if (m > 0) assert_int_equal(pw_dense_svd(a, m, m, s, U, vt), PAWL_OK);
  for (int32_t k = 0; k < m && s[k] > 1e-9 * s[0]; k++) {
    double grip = 0;
    for (int32_t i = 0; i < m; i++) grip += U[i + m * k] * rhs[i];
    for (int32_t i = 0; i < m; i++) x[i] += vt[k + m * i] * grip / s[k];
  }
  for (int32_t j = 0; j < m; j++) lambda[row[j]] = x[j];
  for (int32_t i = 0; i < p->n; i++) lambda[2 * i + 1] -= way[i] * p->grip[i].coefficient * lambda[2 * i];
  for (int32_t i = 0; i < p->rows; i++) {
    double size;
    u[i] = rate(p, lambda, i, &size);
  }
  for (int32_t i = 0; i < p->n; i++) {
    unsigned mode = modes >> 2 * i & 3;
    double limit = p->grip[i].coefficient * lambda[2 * i];
    if (mode == 0 ? u[2 * i] < -1e-8 : fabs(u[2 * i]) > 1e-8) return false;
    if (mode == 1 && fabs(u[2 * i + 1]) > 1e-8) return false;
    if (way[i] * u[2 * i + 1] < -1e-8) return false;
    if (forces && (lambda[2 * i] < -1e-8 || fabs(lambda[2 * i + 1]) > fabs(limit) + 1e-8)) return false;
  }
  return true;
}

// Whether the rates of the answer are among those of all combinations.
static bool is_among_modes(const Problem *p, const Answer *a, bool forces) {
  bool among = false;
  for (unsigned modes = 0; modes < 1u << 2 * p->n; modes++) {
    double u[8], off = 0;
    if (!solve_modes(p, modes, forces, u)) continue;
    for (int32_t i = 0; i < p->rows; i++) off = fmax(off, fabs(u[i] - a->after[i]));
    among = among || off < 1e-7;
  }
  return among;
}

// One body on up to four touches has dependent rows, three bodies mostly have none. Whole numbers leave normal forces of touches
// that slide open, and with them the rates: these are held against the conditions alone.
static void check_modes(bool whole, int32_t bodies) {
  uint64_t seed = 11 + (uint64_t)bodies;
  PwCone *cone = new_cone();
  Sort sort = {.whole = whole, .touches = 4, .bodies = bodies, .most = 1};
  for (int trial = 0; trial < 700; trial++) {
    Problem p = random_problem(&sort, &seed);
    Answer a;
    assert_int_equal(solve(cone, &p, &a), PAWL_OK);
    check_answer(&p, &a);
    if (!whole) assert_true(is_among_modes(&p, &a, bodies > 1));
  }
  pw_cone_free(cone);
}

static void test_plane_one_body(void **state) {
  (void)state;
  check_modes(false, 1);
}
static void test_plane_bodies(void **state) {
  (void)state;
  check_modes(false, 3);
}
static void test_plane_whole(void **state) {
  (void)state;
  check_modes(true, 1);
  check_modes(true, 2);
}

// ---- sliding known: the linear problem N >= 0, (W_nn - coefficient W_n,grip along) N + b_n >= 0, one of them zero ----

// N of the touches in the set by Gauss; false: no answer. *close: a pivot or a sign too near to zero to count on.
static bool solve_set(const Problem *p, unsigned set, double *N, bool *close) {
  double a[4][5];
  int32_t row[4], m = 0;
  for (int32_t i = 0; i < p->n; i++) {
    N[i] = 0;
    if (set >> i & 1) row[m++] = i;
  }
  for (int32_t i = 0; i < m; i++) {
    for (int32_t j = 0; j < m; j++) {
      const double *W = p->W + 2 * row[i] * p->rows + 2 * row[j];
      a[i][j] = W[0] - p->grip[row[j]].coefficient * p->grip[row[j]].along[0] * W[1];
    }
    a[i][4] = -p->b[2 * row[i]];
  }
  for (int32_t k = 0; k < m; k++) {
    *close = *close || fabs(a[k][k]) < 1e-4;
    for (int32_t i = 0; i < m; i++) {
      double factor = i == k ? 0 : a[i][k] / a[k][k];
      for (int32_t j = k; j < 5; j++) a[i][j] -= factor * (j < m || j == 4 ? a[k][j] : 0);
    }
  }
  bool valid = true;
  for (int32_t i = 0; i < m; i++) {
    N[row[i]] = a[i][4] / a[i][i];
    *close = *close || fabs(N[row[i]]) < 1e-6;
    valid = valid && N[row[i]] > 0;
  }
  for (int32_t i = 0; i < p->n; i++) {
    double u = p->b[2 * i];
    for (int32_t j = 0; j < p->n; j++) {
      const double *W = p->W + 2 * i * p->rows + 2 * j;
      u += (W[0] - p->grip[j].coefficient * p->grip[j].along[0] * W[1]) * N[j];
    }
    if (set >> i & 1) continue;
    *close = *close || fabs(u) < 1e-6;
    valid = valid && u > 0;
  }
  return valid;
}

// None, one or several answers, as all sets say; of several the one with the fewest forces.
static void test_sliding(void **state) {
  (void)state;
  uint64_t seed = 23;
  int32_t none = 0, one = 0, many = 0;
  PwCone *cone = new_cone();
  Sort sort = {.touches = 4, .bodies = 2, .most = 2, .slides = 2};
  for (int trial = 0; trial < 4000; trial++) {
    Problem p = random_problem(&sort, &seed);
    int32_t count = 0, fewest = 5;
    bool close = false, matches = false;
    Answer a;
    PawlStatus status = solve(cone, &p, &a);
    if (status == PAWL_OK) check_answer(&p, &a);
    for (unsigned set = 0; set < 1u << p.n; set++) {
      double N[4];
      if (!solve_set(&p, set, N, &close)) continue;
      int32_t forces = 0;
      double off = 0;
      for (int32_t i = 0; i < p.n && status == PAWL_OK; i++) off = fmax(off, fabs(N[i] - a.lambda[2 * i]) / (1 + N[i]));
      for (int32_t i = 0; i < p.n; i++) forces += N[i] > 0;
      if (forces < fewest || (forces == fewest && !matches)) matches = off < 1e-8;
      fewest = forces < fewest ? forces : fewest;
      count++;
    }
    if (close) continue;
    assert_int_equal(status, count > 0 ? PAWL_OK : PAWL_ERR_SINGULAR);
    assert_int_equal(a.report.inconsistent, count == 0);
    if (count > 0) {
      assert_int_equal(a.report.many, count > 1);
      assert_true(matches);
    }
    none += count == 0;
    one += count == 1;
    many += count > 1;
  }
  assert_true(none > 20 && many > 20 && one > 1000);
  pw_cone_free(cone);
}

// ---- in space, one touch: all directions of slip ----

// The force at a slip along the angle, and how far the slip then is from that angle; NaN: no force.
static double miss(const Problem *p, double angle, double *u) {
  double mu = p->grip[0].coefficient, d[2] = {cos(angle), sin(angle)};
  double N = -p->b[0] / (p->W[0] - mu * (p->W[1] * d[0] + p->W[2] * d[1]));
  for (int i = 0; i < 3; i++) u[i] = p->b[i] + N * (p->W[3 * i] - mu * (p->W[3 * i + 1] * d[0] + p->W[3 * i + 2] * d[1]));
  return N > 0 ? u[2] * d[0] - u[1] * d[1] : NAN;
}

static bool has_slide(const Problem *p, const double *after) {
  enum { STEPS = 1000 };
  double u[3];
  for (int i = 0; i < STEPS; i++) {
    double low = 6.283185307179586 * i / STEPS, high = 6.283185307179586 * (i + 1) / STEPS, at = miss(p, low, u), off = 0;
    if (!(at * miss(p, high, u) <= 0)) continue;
    for (int k = 0; k < 60; k++) {
      double middle = 0.5 * (low + high), here = miss(p, middle, u);
      if (at * here > 0) {
        low = middle;
      } else {
        high = middle;
      }
    }
    for (int k = 0; k < 3; k++) off = fmax(off, fabs(u[k] - after[k]));
    if (u[1] * cos(low) + u[2] * sin(low) > 0 && off < 1e-8) return true;
  }
  return false;
}

static void test_space_directions(void **state) {
  (void)state;
  uint64_t seed = 29;
  int32_t count[3] = {0};
  PwCone *cone = new_cone();
  Sort sort = {.space = true, .touches = 1, .bodies = 1, .most = 1};
  for (int trial = 0; trial < 400; trial++) {
    Problem p = random_problem(&sort, &seed);
    Answer a;
    assert_int_equal(solve(cone, &p, &a), PAWL_OK);
    check_answer(&p, &a);
    count[a.mode[0]]++;
    if (a.mode[0] == PW_CONE_SLIDES) assert_true(has_slide(&p, a.after));
    if (a.mode[0] == PW_CONE_OPEN) assert_true(p.b[0] > 0);
  }
  assert_true(count[0] > 15 && count[1] > 40 && count[2] > 40);
  pw_cone_free(cone);
}

// ---- random ones of every sort: always solved, always right ----

static void check_sort(const Sort *sort, int trials, int32_t unsolved) {
  uint64_t seed = 31 + (uint64_t)sort->touches;
  int32_t failed = 0, slow = 0, modes[3] = {0};
  PwCone *cone = new_cone();
  for (int trial = 0; trial < trials; trial++) {
    Problem p = random_problem(sort, &seed);
    Answer a;
    PawlStatus status = solve(cone, &p, &a);
    if (status != PAWL_OK) {
      assert_int_equal(status, PAWL_ERR_SINGULAR);
      failed++;
      continue;
    }
    check_answer(&p, &a);
    slow += a.report.sweeps > 3;
    for (int32_t k = 0; k < p.grips; k++) modes[a.mode[k]]++;
  }
  assert_true(slow < trials / 10);  // Newton and single changes of modes find nearly all at once
  if (failed > unsolved) fail_msg("%d of %d without answer", (int)failed, trials);
  for (int i = 0; i < 3; i++) assert_true(modes[i] > trials / 20);
  pw_cone_free(cone);
}

static void test_space(void **state) {
  (void)state;
  check_sort(&(Sort){.space = true, .touches = 4, .bodies = 1, .most = 1}, 1000, 0);
  check_sort(&(Sort){.space = true, .touches = 6, .bodies = 3, .most = 2}, 1000, 0);
  check_sort(&(Sort){.space = true, .whole = true, .touches = 6, .bodies = 2, .most = 1}, 1000, 0);
}
// Up to twenty touches among five bodies, forty rows in the plane for fifteen speeds, and up to sixty among twelve: bodies wedged
// from all sides.
static void test_many_touches(void **state) {
  (void)state;
  check_sort(&(Sort){.space = true, .touches = 20, .bodies = 5, .most = 0.5}, 200, 0);
  check_sort(&(Sort){.touches = 20, .bodies = 5, .most = 0.5}, 500, 0);
  check_sort(&(Sort){.whole = true, .touches = 20, .bodies = 5, .most = 2}, 500, 0);
  check_sort(&(Sort){.touches = 60, .bodies = 12, .most = 1}, 30, 0);
  check_sort(&(Sort){.space = true, .touches = 60, .bodies = 12, .most = 1}, 10, 0);
}
static void test_all_parts(void **state) {
  (void)state;
  check_sort(&(Sort){.space = true, .all_parts = true, .touches = 4, .bodies = 2, .most = 1}, 500, 0);
}
static void test_random_given(void **state) {
  (void)state;
  check_sort(&(Sort){.touches = 4, .bodies = 2, .most = 1, .given = 0.5}, 1000, 0);
  check_sort(&(Sort){.space = true, .touches = 4, .bodies = 2, .most = 1, .given = 0.5}, 1000, 0);
}
// Two-sided touches whose rows contradict each other have no answer: at most as many as bodies here, never so.
static void test_random_two_sided(void **state) {
  (void)state;
  check_sort(&(Sort){.touches = 3, .bodies = 3, .most = 0.7, .two_sided = 0.3}, 1000, 0);
  check_sort(&(Sort){.space = true, .touches = 4, .bodies = 2, .most = 0.7, .two_sided = 0.3}, 1000, 0);
}
// Where a touch that rolls would have to pull there is no answer: see test_rolling_pulls.
static void test_random_rolling(void **state) {
  (void)state;
  check_sort(&(Sort){.touches = 4, .bodies = 2, .most = 1, .rolls = 0.3}, 1000, 60);
  check_sort(&(Sort){.space = true, .touches = 4, .bodies = 2, .most = 1, .rolls = 0.3}, 1000, 60);
}

// ---- without friction ----

// Grips without coefficient, or none at all: rates are those of the linear problem, which are unique.
static void test_frictionless(void **state) {
  (void)state;
  uint64_t seed = 37;
  PwCone *cone = new_cone();
  PwLcp *lcp;
  assert_int_equal(pw_lcp_create(MOST_ROWS, &lcp), PAWL_OK);
  for (int trial = 0; trial < 1000; trial++) {
    Sort sort = {.space = trial % 2, .whole = trial % 3 == 0, .touches = 6, .bodies = 1 + trial % 2, .two_sided = 0.1};
    Problem p = random_problem(&sort, &seed);
    Answer a;
    double z[MOST_ROWS], w[MOST_ROWS];
    PwBlocks blocks = {p.n, p.first};
    if (trial % 4 == 0) p.grips = 0;
    PawlStatus status = pw_lcp_solve(lcp, &blocks, p.W, p.b, p.two_sided, 1, z, w);
    assert_int_equal(solve(cone, &p, &a), status);
    if (status != PAWL_OK) continue;
    for (int32_t i = 0; i < p.rows; i++) CHECK_CLOSE(a.after[i], w[i], 1e-9);
    check_answer(&p, &a);
  }
  pw_lcp_free(lcp);
  pw_cone_free(cone);
}

// ---- closed forms ----

static const double G = 9.81;

// A block of 0.4 x 0.2 m, 2 kg, on its corners; x down the incline. Rows of the upper corner, then of the lower one.
static Problem block(double degrees, double upper, double lower) {
  double angle = degrees * 3.141592653589793 / 180, mass = 2, turn = mass * (0.16 + 0.04) / 12;
  Problem p = {.n = 2, .rows = 4, .grips = 2, .first = {0, 2, 4}};
  double row[4][3];
  for (int i = 0; i < 2; i++) {
    double x = i ? 0.2 : -0.2, normal[3] = {0, 1, x}, slip[3] = {1, 0, 0.1};
    memcpy(row[2 * i], normal, sizeof normal);
    memcpy(row[2 * i + 1], slip, sizeof slip);
    p.b[2 * i] = -G * cos(angle);
    p.b[2 * i + 1] = G * sin(angle);
    p.grip[i] = (PwConeGrip){.touch = i, .first = 2 * i + 1, .rows = 1, .coefficient = i ? lower : upper};
  }
  for (int i = 0; i < 4; i++) {
    for (int j = 0; j < 4; j++) {
      p.W[4 * i + j] = (row[i][0] * row[j][0] + row[i][1] * row[j][1]) / mass + row[i][2] * row[j][2] / turn;
    }
  }
  return p;
}

// Case D9: it sticks up to atan 0.4 whatever its height, with N = m g (cos -+ sin/2)/2 by moments about its centre; shared in
// proportion, both corners have f/N = tan. Beyond, both slide, f/N = 0.4.
static void test_block(void **state) {
  (void)state;
  PwCone *cone = new_cone();
  Answer a;
  for (int i = 0; i <= 40; i++) {
    double degrees = 18 + 0.1 * i, angle = degrees * 3.141592653589793 / 180;
    Problem p = block(degrees, 0.4, 0.4);
    assert_int_equal(solve(cone, &p, &a), PAWL_OK);
    check_answer(&p, &a);
    bool sticks = degrees < 21.8014094864;
    double held = sticks ? 2 * G * sin(angle) : 0.4 * 2 * G * cos(angle);
    for (int corner = 0; corner < 2; corner++) {
      assert_int_equal(a.mode[corner], sticks ? PW_CONE_STICKS : PW_CONE_SLIDES);
      double N = 0.5 * (2 * G * cos(angle) + (corner ? 0.5 : -0.5) * held);
      CHECK_CLOSE(a.lambda[2 * corner], N, 1e-11);
      CHECK_CLOSE(a.lambda[2 * corner + 1], -N * (sticks ? tan(angle) : 0.4), 1e-11);
      CHECK_CLOSE(a.after[2 * corner + 1], sticks ? 0 : G * (sin(angle) - 0.4 * cos(angle)), 1e-11);
    }
  }
  Problem p = block(20, 0.4, 0.4);
  assert_int_equal(solve(cone, &p, &a), PAWL_OK);
  CHECK_CLOSE(a.lambda[0], 7.5408, 5e-5);
  CHECK_CLOSE(a.lambda[2], 10.8960, 5e-5);
  pw_cone_free(cone);
}

// Unequal corners: it sticks while m g sin <= sum of the limits, though in proportion to N^2 and not to limits the upper one
// would long slide. With 0.1 and 0.5: N = m g (cos -+ sin/2)/2, so that 2 tan = 0.1 (1 - tan/2) + 0.5 (1 + tan/2), tan = 1/3.
static void test_unequal_block(void **state) {
  (void)state;
  PwCone *cone = new_cone();
  Problem rests = block(10, 0.1, 0.5);
  Answer shared;
  assert_int_equal(solve(cone, &rests, &shared), PAWL_OK);
  double limit[2] = {0.1 * shared.lambda[0], 0.5 * shared.lambda[2]}, pull = 2 * G * sin(10 * 3.141592653589793 / 180);
  for (int k = 0; k < 2; k++) CHECK_CLOSE(shared.lambda[2 * k + 1], -pull * limit[k] / (limit[0] + limit[1]), 1e-11);
  for (int i = 0; i < 2; i++) {
    double edge = atan(1.0 / 3) * 180 / 3.141592653589793;
    Problem p = block(i ? edge + 1e-6 : edge - 1e-6, 0.1, 0.5);
    Answer a;
    assert_int_equal(solve(cone, &p, &a), PAWL_OK);
    check_answer(&p, &a);
    for (int k = 0; k < 2; k++) assert_int_equal(a.mode[k], i ? PW_CONE_SLIDES : PW_CONE_STICKS);
  }
  pw_cone_free(cone);
}

// A box of 1 kg, 0.6 x 0.4 x 0.2 m, on its four lower corners, gravity tilted by an angle towards a direction in the plane.
static Problem box(double degrees, double towards, double mu, double turning) {
  static const double INERTIA[3] = {(0.16 + 0.04) / 12, (0.36 + 0.04) / 12, (0.36 + 0.16) / 12};
  double angle = degrees * 3.141592653589793 / 180, row[12][6];
  double pull[6] = {G * sin(angle) * cos(towards), G * sin(angle) * sin(towards), -G * cos(angle), 0, 0, turning};
  Problem p = {.n = 4, .rows = 12, .grips = 4, .first = {0, 3, 6, 9, 12}};
  for (int i = 0; i < 4; i++) {
    double r[3] = {i % 2 ? 0.3 : -0.3, i / 2 ? 0.2 : -0.2, -0.1};
    for (int k = 0; k < 3; k++) {
      double axis[3] = {k == 1, k == 2, k == 0}, *g = row[3 * i + k];
      memcpy(g, axis, sizeof axis);
      cross(r, axis, g + 3);
    }
    p.grip[i] = (PwConeGrip){.touch = i, .first = 3 * i + 1, .rows = 2, .coefficient = mu};
  }
  for (int i = 0; i < 12; i++) {
    for (int k = 0; k < 6; k++) p.b[i] += row[i][k] * (k < 3 ? pull[k] : pull[k] / INERTIA[k - 3]);
    for (int j = 0; j < 12; j++) {
      for (int k = 0; k < 6; k++) p.W[12 * i + j] += row[i][k] * row[j][k] / (k < 3 ? 1 : INERTIA[k - 3]);
    }
  }
  return p;
}

// N = g cos/4 + moments of the friction 0.1 m below the centre, evenly: +- f_x 0.1/(4 * 0.3), +- f_y 0.1/(4 * 0.2). All corners
// have f = ratio N against the slope, ratio = tan or, where it slides, mu; that the sum holds is seen from the rates.
static void test_box(void **state) {
  (void)state;
  PwCone *cone = new_cone();
  for (int i = 0; i < 24; i++) {
    double degrees = i % 2 ? 15 : 25, towards = 0.27 * i, angle = degrees * 3.141592653589793 / 180, mu = 0.4;
    bool sticks = degrees < 21.8;
    Problem p = box(degrees, towards, mu, 0);
    Answer a;
    assert_int_equal(solve(cone, &p, &a), PAWL_OK);
    check_answer(&p, &a);
    double held = G * (sticks ? sin(angle) : mu * cos(angle)), down[2] = {cos(towards), sin(towards)};
    for (int k = 0; k < 4; k++) {
      double x = k % 2 ? 0.3 : -0.3, y = k / 2 ? 0.2 : -0.2;
      double N = G * cos(angle) / 4 + held * 0.1 / 4 * (down[0] / x + down[1] / y);
      CHECK_CLOSE(a.lambda[3 * k], N, 1e-10);
      for (int d = 0; d < 2; d++) {
        CHECK_CLOSE(a.lambda[3 * k + 1 + d], -N * (sticks ? tan(angle) : mu) * down[d], 1e-10);
        CHECK_CLOSE(a.after[3 * k + 1 + d], sticks ? 0 : G * (sin(angle) - mu * cos(angle)) * down[d], 1e-10);
      }
    }
  }
  pw_cone_free(cone);
}

// Turned about its upright axis on the level: it sticks up to mu m g times the corners' distance sqrt(0.13), then turns with what
// is left over its inertia.
static void test_box_turned(void **state) {
  (void)state;
  PwCone *cone = new_cone();
  double most = 0.4 * G * sqrt(0.13);
  for (int i = 0; i < 2; i++) {
    double torque = i ? 1.5 * most : 0.999 * most;
    Problem p = box(0, 0, 0.4, torque);
    Answer a;
    assert_int_equal(solve(cone, &p, &a), PAWL_OK);
    check_answer(&p, &a);
    for (int k = 0; k < 4; k++) {
      assert_int_equal(a.mode[k], i ? PW_CONE_SLIDES : PW_CONE_STICKS);
      CHECK_CLOSE(a.lambda[3 * k], G / 4, 1e-11);
      CHECK_CLOSE(length(a.lambda + 3 * k + 1, 2), fmin(torque, most) / (4 * sqrt(0.13)), 1e-11);
      CHECK_CLOSE(length(a.after + 3 * k + 1, 2), i ? 0.5 * most / ((0.36 + 0.16) / 12) * sqrt(0.13) : 0, 1e-10);
    }
  }
  pw_cone_free(cone);
}

// Case D, Painleve's rod of mass 1 at tan = 2, tip sliding to -x: W_nn = 1 + 3 cos^2 = 1.6, W_nt = -3 sin cos = -1.2, and
// W_tt = 1 + 3 sin^2 = 3.4, so p = 1.6 - 1.2 mu.
static Problem rod(double mu, double b) {
  Problem p = {.n = 1, .rows = 2, .grips = 1, .first = {0, 2}, .W = {1.6, -1.2, -1.2, 3.4}, .b = {b, 0}};
  p.grip[0] = (PwConeGrip){.first = 1, .rows = 1, .coefficient = mu, .slides = true, .along = {-1}};
  return p;
}

static void test_painleve(void **state) {
  (void)state;
  PwCone *cone = new_cone();
  Answer a;
  Problem slides = rod(1, -1), lifts = rod(1, 1), none = rod(1.6, -1), several = rod(1.6, 1);
  assert_int_equal(solve(cone, &slides, &a), PAWL_OK);
  CHECK_CLOSE(a.lambda[0], 1 / 0.4, 1e-14);
  CHECK_CLOSE(a.lambda[1], 1 / 0.4, 1e-14);
  assert_int_equal(a.mode[0], PW_CONE_SLIDES);
  assert_false(a.report.many);
  assert_int_equal(solve(cone, &lifts, &a), PAWL_OK);
  assert_int_equal(a.mode[0], PW_CONE_OPEN);
  assert_false(a.report.many);
  assert_int_equal(solve(cone, &none, &a), PAWL_ERR_SINGULAR);
  assert_true(a.report.inconsistent);
  assert_int_equal(solve(cone, &several, &a), PAWL_OK);
  assert_true(a.report.many);
  assert_false(a.closed[0]);
  CHECK_CLOSE(a.after[0], 1, 0);
  // not known to slide, the same rod has an answer: it is stopped, N = 3.4/4 (W^-1 of the determinant 4)
  none.grip[0].slides = false;
  assert_int_equal(solve(cone, &none, &a), PAWL_OK);
  assert_int_equal(a.mode[0], PW_CONE_STICKS);
  CHECK_CLOSE(a.lambda[0], 3.4 / 4, 1e-14);
  CHECK_CLOSE(a.lambda[1], 1.2 / 4, 1e-14);
  pw_cone_free(cone);
}

// Ten rods of case D in one problem, each an island: of several answers the one without force, whatever their number; where one
// has none it is told which.
static void test_islands(void **state) {
  (void)state;
  PwCone *cone = new_cone();
  Answer a;
  Problem p = {.n = 10, .rows = 20, .grips = 10};
  for (int32_t i = 0; i < p.n; i++) {
    Problem own = i % 2 ? rod(1.6, 1) : rod(1, -1);
    p.first[i + 1] = 2 * i + 2;
    p.grip[i] = own.grip[0];
    p.grip[i].touch = i;
    p.grip[i].first = 2 * i + 1;
    for (int32_t r = 0; r < 2; r++) {
      p.b[2 * i + r] = own.b[r];
      for (int32_t k = 0; k < 2; k++) p.W[(2 * i + r) * p.rows + 2 * i + k] = own.W[2 * r + k];
    }
  }
  assert_int_equal(solve(cone, &p, &a), PAWL_OK);
  check_answer(&p, &a);
  assert_true(a.report.many);
  for (int32_t i = 0; i < p.n; i++) CHECK_CLOSE(a.lambda[2 * i], i % 2 ? 0 : 1 / 0.4, 1e-14);
  p.b[6] = p.b[14] = -1;
  p.grip[3].coefficient = p.grip[7].coefficient = 1.6;
  assert_int_equal(solve(cone, &p, &a), PAWL_ERR_SINGULAR);
  assert_true(a.report.inconsistent);
  for (int32_t i = 0; i < p.n; i++) assert_int_equal(a.closed[i], i == 3 || i == 7);
  pw_cone_free(cone);
}

// The same with both rows two-sided: N of either sign, p = 1.6 -+ 1.2 mu. At mu = 1 b = 1 gives N = -1/2.8. At 1.6, b > 0 gives
// two answers, N = 1/0.32 and N = -1/3.52, of which the smaller is taken, and b < 0 none.
static void test_painleve_two_sided(void **state) {
  (void)state;
  PwCone *cone = new_cone();
  Answer a;
  Problem one = rod(1, 1), several = rod(1.6, 1), none = rod(1.6, -1);
  one.two_sided[0] = several.two_sided[0] = none.two_sided[0] = true;
  assert_int_equal(solve(cone, &one, &a), PAWL_OK);
  CHECK_CLOSE(a.lambda[0], -1 / 2.8, 1e-14);
  CHECK_CLOSE(a.lambda[1], 1 / 2.8, 1e-14);
  assert_int_equal(solve(cone, &several, &a), PAWL_OK);
  CHECK_CLOSE(a.lambda[0], -1 / 3.52, 1e-14);
  assert_true(a.report.many);
  assert_int_equal(solve(cone, &none, &a), PAWL_ERR_SINGULAR);
  assert_true(a.report.inconsistent);
  pw_cone_free(cone);
}

// A disc or ball (k = 0.4, r = 0.1, m = 2) on an incline, rows n, slip, roll: a = g (sin - (delta/r) cos)/(1 + k), turning
// against delta N; it stays where it is if tan <= delta/r.
static Problem ball(double degrees, double mu, double delta) {
  double angle = degrees * 3.141592653589793 / 180, m = 2, r = 0.1, J = 0.4 * m * r * r;
  Problem p = {.n = 1, .rows = 3, .grips = 2, .first = {0, 3}, .b = {-G * cos(angle), G * sin(angle), 0}};
  // slip x' - r w, roll w; w counts as it rolls down
  double W[9] = {1 / m, 0, 0, 0, 1 / m + r * r / J, -r / J, 0, -r / J, 1 / J};
  memcpy(p.W, W, sizeof W);
  p.grip[0] = (PwConeGrip){.first = 1, .rows = 1, .coefficient = mu};
  p.grip[1] = (PwConeGrip){.first = 2, .rows = 1, .coefficient = delta};
  return p;
}

static void test_rolling(void **state) {
  (void)state;
  PwCone *cone = new_cone();
  Answer a;
  double angle = 10 * 3.141592653589793 / 180;
  Problem rolls = ball(10, INFINITY, 0), resists = ball(10, INFINITY, 0.01), stays = ball(10, 0.5, 0.02),
          slips = ball(40, 0.1, 0), opens = ball(10, INFINITY, 0.01);
  assert_int_equal(solve(cone, &rolls, &a), PAWL_OK);
  CHECK_CLOSE(a.after[2], G * sin(angle) / 1.4 / 0.1, 1e-12);
  CHECK_CLOSE(a.lambda[1], -2 * G * sin(angle) * (1 - 1 / 1.4), 1e-12);
  assert_int_equal(a.mode[0], PW_CONE_STICKS);
  assert_int_equal(solve(cone, &resists, &a), PAWL_OK);
  CHECK_CLOSE(a.after[2], G * (sin(angle) - 0.1 * cos(angle)) / 1.4 / 0.1, 1e-12);
  CHECK_CLOSE(a.lambda[2], -0.01 * 2 * G * cos(angle), 1e-12);
  assert_int_equal(a.mode[1], PW_CONE_SLIDES);
  assert_int_equal(solve(cone, &stays, &a), PAWL_OK);
  assert_int_equal(a.mode[0], PW_CONE_STICKS);
  assert_int_equal(a.mode[1], PW_CONE_STICKS);
  CHECK_CLOSE(a.lambda[2], -0.1 * 2 * G * sin(angle), 1e-12);
  // tan 40 deg > 0.1 (1 + 1/k): slip with mu
  assert_int_equal(solve(cone, &slips, &a), PAWL_OK);
  assert_int_equal(a.mode[0], PW_CONE_SLIDES);
  CHECK_CLOSE(a.lambda[1], -0.1 * 2 * G * cos(40 * 3.141592653589793 / 180), 1e-12);
  opens.b[0] = 1;
  assert_int_equal(solve(cone, &opens, &a), PAWL_OK);
  assert_int_equal(a.mode[0], PW_CONE_OPEN);
  CHECK_CLOSE(a.lambda[1], 0, 0);
  CHECK_CLOSE(a.after[1], opens.b[1], 0);
  pw_cone_free(cone);
}

// W = (2 1; 1 1), b = (-1, -2): open, u_n would be -1; rolling, N = -1 would pull. With a coefficient mu it slides to -t at N (2
// + mu) = 1, and N goes to nothing as mu grows: no answer if it never slides.
static void test_rolling_pulls(void **state) {
  (void)state;
  PwCone *cone = new_cone();
  Answer a;
  Problem p = {.n = 1, .rows = 2, .grips = 1, .first = {0, 2}, .W = {2, 1, 1, 1}, .b = {-1, -2}};
  p.grip[0] = (PwConeGrip){.first = 1, .rows = 1, .coefficient = INFINITY};
  assert_int_equal(solve(cone, &p, &a), PAWL_ERR_SINGULAR);
  assert_true(a.report.inconsistent);
  p.grip[0].coefficient = 100;
  assert_int_equal(solve(cone, &p, &a), PAWL_OK);
  CHECK_CLOSE(a.lambda[0], 1 / 102.0, 1e-14);
  pw_cone_free(cone);
}

// Given 1, W = 1: u_n = 0.5 + 1, nothing more is needed, and friction holds up to mu given = 0.5; beside -3 two more are needed.
static void test_given(void **state) {
  (void)state;
  PwCone *cone = new_cone();
  Answer a;
  Problem p = {.n = 1, .rows = 2, .grips = 1, .first = {0, 2}, .W = {1, 0, 0, 1}, .b = {0.5, 3}, .given = {1}};
  p.grip[0] = (PwConeGrip){.first = 1, .rows = 1, .coefficient = 0.5};
  assert_int_equal(solve(cone, &p, &a), PAWL_OK);
  CHECK_CLOSE(a.lambda[0], 1, 0);
  CHECK_CLOSE(a.after[0], 1.5, 1e-15);
  CHECK_CLOSE(a.lambda[1], -0.5, 1e-15);
  CHECK_CLOSE(a.after[1], 2.5, 1e-15);
  p.b[1] = 0.3;
  assert_int_equal(solve(cone, &p, &a), PAWL_OK);
  assert_int_equal(a.mode[0], PW_CONE_STICKS);
  CHECK_CLOSE(a.lambda[1], -0.3, 1e-15);
  p.b[0] = -3;
  p.b[1] = 3;
  assert_int_equal(solve(cone, &p, &a), PAWL_OK);
  CHECK_CLOSE(a.lambda[0], 3, 1e-15);
  CHECK_CLOSE(a.lambda[1], -1.5, 1e-15);
  pw_cone_free(cone);
}

// A bead on a wire pulled off it with 2: N = -2, friction 0.5 * 2; and across, b_t = 0.7, it is held.
static void test_two_sided(void **state) {
  (void)state;
  PwCone *cone = new_cone();
  Answer a;
  Problem p = {.n = 1, .rows = 2, .grips = 1, .first = {0, 2}, .W = {1, 0, 0, 1}, .b = {2, 3}, .two_sided = {true}};
  p.grip[0] = (PwConeGrip){.first = 1, .rows = 1, .coefficient = 0.5};
  assert_int_equal(solve(cone, &p, &a), PAWL_OK);
  CHECK_CLOSE(a.lambda[0], -2, 1e-15);
  CHECK_CLOSE(a.lambda[1], -1, 1e-15);
  CHECK_CLOSE(a.after[1], 2, 1e-15);
  p.b[1] = 0.7;
  assert_int_equal(solve(cone, &p, &a), PAWL_OK);
  assert_int_equal(a.mode[0], PW_CONE_STICKS);
  CHECK_CLOSE(a.lambda[1], -0.7, 1e-15);
  pw_cone_free(cone);
}

// Rows without inertia: both bodies driven. Apart, at rest, or sliding past each other under a load from elsewhere (W_nn alone):
// that has an answer; pressed together it has none, and friction is not to blame.
static void test_driven(void **state) {
  (void)state;
  PwCone *cone = new_cone();
  Answer a;
  Problem p = {.n = 1, .rows = 2, .grips = 1, .first = {0, 2}, .W = {1, 0, 0, 0}, .b = {-1, -3}};
  p.grip[0] = (PwConeGrip){.first = 1, .rows = 1, .coefficient = 0.5};
  assert_int_equal(solve(cone, &p, &a), PAWL_OK);
  CHECK_CLOSE(a.lambda[1], 0.5, 1e-15);
  assert_int_equal(a.mode[0], PW_CONE_SLIDES);
  p.b[1] = 0;
  assert_int_equal(solve(cone, &p, &a), PAWL_OK);
  CHECK_CLOSE(a.lambda[1], 0, 0);
  assert_int_equal(a.mode[0], PW_CONE_STICKS);
  p.W[0] = 0;
  p.grip[0].slides = true;
  p.grip[0].along[0] = 1;
  assert_int_equal(solve(cone, &p, &a), PAWL_ERR_SINGULAR);
  assert_false(a.report.inconsistent);
  p.b[0] = 1;
  assert_int_equal(solve(cone, &p, &a), PAWL_OK);
  assert_false(a.closed[0]);
  pw_cone_free(cone);
}

// From its own answer Newton goes through at once and comes back to it; and nothing of an earlier problem is left in the memory.
static void test_start(void **state) {
  (void)state;
  uint64_t seed = 41;
  PwCone *cone = new_cone(), *fresh;
  Sort sort = {.space = true, .touches = 5, .bodies = 2, .most = 1};
  for (int trial = 0; trial < 200; trial++) {
    Problem p = random_problem(&sort, &seed);
    Answer first, again, second;
    assert_int_equal(solve(cone, &p, &first), PAWL_OK);
    assert_int_equal(solve_from(cone, &p, first.lambda, &again), PAWL_OK);
    assert_int_equal(again.report.sweeps, 0);
    for (int32_t i = 0; i < p.rows; i++) CHECK_CLOSE(again.lambda[i], first.lambda[i], 1e-9 * (1 + fabs(first.lambda[i])));
    fresh = new_cone();
    assert_int_equal(solve(fresh, &p, &second), PAWL_OK);
    assert_memory_equal(first.lambda, second.lambda, sizeof(double) * (size_t)p.rows);
    pw_cone_free(fresh);
  }
  pw_cone_free(cone);
}

static void test_errors(void **state) {
  (void)state;
  PwCone *cone;
  Answer a;
  assert_int_equal(pw_cone_create(-1, 1, &cone), PAWL_ERR_ARGUMENT);
  assert_int_equal(pw_cone_create(4, 1, &cone), PAWL_OK);
  Problem two = block(20, 0.4, 0.4), p;
  assert_int_equal(solve(cone, &two, &a), PAWL_ERR_ARGUMENT);  // two grips
  two.grips = 1;
  assert_int_equal(solve(cone, &two, &a), PAWL_OK);
  for (int i = 0; i < 7; i++) {
    p = two;
    if (i == 0) p.b[3] = NAN;
    if (i == 1) p.W[5] = INFINITY;
    if (i == 2) p.grip[0].coefficient = -0.1;
    if (i == 3) p.grip[0].rows = 2;
    if (i == 4) p.grip[0].first = 0;
    if (i == 5) p.given[1] = -1;
    if (i == 6) p.grip[0].touch = 2;
    assert_int_equal(solve(cone, &p, &a), PAWL_ERR_ARGUMENT);
  }
  pw_cone_free(cone);
  pw_cone_free(NULL);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_plane_one_body),
      cmocka_unit_test(test_plane_bodies),
      cmocka_unit_test(test_plane_whole),
      cmocka_unit_test(test_sliding),
      cmocka_unit_test(test_space_directions),
      cmocka_unit_test(test_space),
      cmocka_unit_test(test_many_touches),
      cmocka_unit_test(test_all_parts),
      cmocka_unit_test(test_random_given),
      cmocka_unit_test(test_random_two_sided),
      cmocka_unit_test(test_random_rolling),
      cmocka_unit_test(test_frictionless),
      cmocka_unit_test(test_block),
      cmocka_unit_test(test_unequal_block),
      cmocka_unit_test(test_box),
      cmocka_unit_test(test_box_turned),
      cmocka_unit_test(test_painleve),
      cmocka_unit_test(test_islands),
      cmocka_unit_test(test_painleve_two_sided),
      cmocka_unit_test(test_rolling),
      cmocka_unit_test(test_rolling_pulls),
      cmocka_unit_test(test_given),
      cmocka_unit_test(test_two_sided),
      cmocka_unit_test(test_driven),
      cmocka_unit_test(test_start),
      cmocka_unit_test(test_errors),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
