// Initial values: what a file asks for is what a run starts with. Random chains in the plane and in space, bodies with their
// centres off their origins, free or on joints with frames anywhere; positions and speeds asked for by coordinate or by body,
// held or not. The expected poses and twists come from the formulas below, written out here: pose(child) = pose(parent) F1 J(q)
// F2^-1.
#include "base/random.h"
#include "model_file.h"
#include "pawl/run.h"

enum { CHAINS = 150, BODIES = 3, TEXT = 16000 };
static const double DEG = 3.14159265358979323846 / 180;

typedef struct {  // columns of R: the axes x, y, z; row by row in memory
  double R[3][3], p[3];
} Pose;

typedef enum { FREE, REVOLUTE, PRISMATIC, PLANAR, CYLINDRICAL, SPHERICAL } Kind;
static const char *const WORD[] = {"", "revolute", "prismatic", "planar", "cylindrical", "spherical"};
static const int COORDINATES[] = {0, 1, 1, 3, 2, 0};
static const char *const NAME[][3] = {{0}, {"angle"}, {"travel"}, {"x", "y", "angle"}, {"angle", "travel"}, {0}};

typedef struct {
  Kind kind;
  int parent;  // 0: ground
  Pose frame[2], drawn, pose;
  double center[3], mass, inertia[3];
  double q[3], speed[3], v[3], w[3];
  bool hold_pose, carries;  // carries: what hangs on it does not change its own start
} Body;

static double any(uint64_t *random) {
  return pw_random_between(random, -1, 1);
}

static Pose product(const Pose *a, const Pose *b) {
  Pose c;
  for (int i = 0; i < 3; i++) {
    c.p[i] = a->p[i];
    for (int j = 0; j < 3; j++) {
      c.p[i] += a->R[i][j] * b->p[j];
      c.R[i][j] = a->R[i][0] * b->R[0][j] + a->R[i][1] * b->R[1][j] + a->R[i][2] * b->R[2][j];
    }
  }
  return c;
}

static Pose inverse(const Pose *a) {
  Pose b;
  for (int i = 0; i < 3; i++) {
    for (int j = 0; j < 3; j++) b.R[i][j] = a->R[j][i];
    b.p[i] = -(a->R[0][i] * a->p[0] + a->R[1][i] * a->p[1] + a->R[2][i] * a->p[2]);
  }
  return b;
}

static void add_cross(const double a[3], const double b[3], double out[3]) {
  out[0] += a[1] * b[2] - a[2] * b[1];
  out[1] += a[2] * b[0] - a[0] * b[2];
  out[2] += a[0] * b[1] - a[1] * b[0];
}

static Pose turned(double angle) {
  return (Pose){{{cos(angle), -sin(angle), 0}, {sin(angle), cos(angle), 0}, {0, 0, 1}}, {0}};
}

// Anywhere; in the plane turned about z only.
static Pose anywhere(uint64_t *random, bool planar) {
  Pose a = turned(pw_random_between(random, -3, 3));
  if (!planar) {
    double b = pw_random_between(random, -3, 3);
    Pose about_x = {{{1, 0, 0}, {0, cos(b), -sin(b)}, {0, sin(b), cos(b)}}, {0}},
         about_z = turned(pw_random_between(random, -3, 3));
    a = product(&a, &about_x);
    a = product(&a, &about_z);
  }
  for (int i = 0; i < (planar ? 2 : 3); i++) a.p[i] = any(random);
  return a;
}

// A frame of a joint; the axis z of a slide lies in the plane, its y is up.
static Pose any_frame(uint64_t *random, bool planar, Kind kind) {
  static const Pose lying = {{{1, 0, 0}, {0, 0, -1}, {0, 1, 0}}, {0}};
  Pose a = anywhere(random, planar);
  return planar && kind == PRISMATIC ? product(&a, &lying) : a;
}

static double part(const Body *b, const double *of, const char *name) {
  for (int i = 0; i < COORDINATES[b->kind]; i++) {
    if (strcmp(NAME[b->kind][i], name) == 0) return of[i];
  }
  return 0;
}

// Second frame seen from the first.
static Pose joint_pose(const Body *b, const double *q) {
  Pose a = turned(part(b, q, "angle"));
  a.p[0] = part(b, q, "x");
  a.p[1] = part(b, q, "y");
  a.p[2] = part(b, q, "travel");
  return a;
}

static Pose body_pose(const Pose *parent, const Body *b, const double *q) {
  Pose joint = joint_pose(b, q), first = product(parent, &b->frame[0]), second = product(&first, &joint),
       own = inverse(&b->frame[1]);
  return product(&second, &own);
}

// Twist of the origin by the parent's and the coordinates' speeds.
static void body_twist(const Body *parent, Body *b) {
  Pose first = product(&parent->pose, &b->frame[0]), second = product(&b->pose, &b->frame[1]);
  double own[3] = {part(b, b->speed, "x"), part(b, b->speed, "y"), part(b, b->speed, "travel")},
         turn = part(b, b->speed, "angle");
  double lever[3], back[3];
  for (int i = 0; i < 3; i++) {
    if (b->kind != SPHERICAL) b->w[i] = parent->w[i] + first.R[i][2] * turn;
    b->v[i] = parent->v[i] + first.R[i][0] * own[0] + first.R[i][1] * own[1] + first.R[i][2] * own[2];
    lever[i] = second.p[i] - parent->pose.p[i];
    back[i] = b->pose.p[i] - second.p[i];
  }
  add_cross(parent->w, lever, b->v);
  add_cross(b->w, back, b->v);
}

static void make_body(uint64_t *random, bool planar, Body *all, int i) {
  Body *b = &all[i];
  b->kind = (Kind)(pw_random_bits(random) % (planar ? 4 : 6));
  bool on_ground = b->kind == FREE || b->kind == SPHERICAL;  // a ball's turn is not given by a coordinate: it stays as drawn
  int parent = (int)(pw_random_bits(random) % (uint64_t)i);
  b->parent = on_ground || !all[parent].carries ? 0 : parent;
  b->hold_pose = b->kind == FREE && pw_random_bits(random) % 2;
  b->mass = pw_random_between(random, 0.5, 2);
  for (int c = 0; c < 3; c++) {
    b->center[c] = planar && c == 2 ? 0 : any(random);
    b->inertia[c] = pw_random_between(random, 1, 1.5);
    b->q[c] = any(random);
    b->speed[c] = 3 * any(random);
    b->w[c] = b->kind == SPHERICAL || (b->kind == FREE && (!planar || c == 2)) ? 3 * any(random) : 0;
    b->v[c] = b->kind == FREE && !(planar && c == 2) ? any(random) : 0;
  }
  for (int f = 0; f < 2; f++) b->frame[f] = any_frame(random, planar, b->kind);
  if (b->kind == FREE) {
    b->drawn = b->pose = anywhere(random, planar);
    return;
  }
  double near[3];
  for (int c = 0; c < 3; c++) near[c] = b->q[c] + 0.3 * any(random);
  if (b->kind == SPHERICAL) {
    Pose turn = anywhere(random, planar);
    memcpy(b->frame[0].R, product(&b->frame[0], &turn).R, sizeof turn.R);  // any turn of the ball
  }
  b->drawn = body_pose(&all[b->parent].drawn, b, near);
  b->pose = body_pose(&all[b->parent].pose, b, b->q);
  body_twist(&all[b->parent], b);
}

// ---- the file, in mm and degrees

static void print(char *text, const char *format, ...) {
  size_t n = strlen(text);
  va_list list;
  va_start(list, format);
  vsnprintf(text + n, TEXT - n, format, list);
  va_end(list);
}

static void print_frame(char *text, const char *name, const Pose *a) {
  print(text, "%s: {at: [%.17g, %.17g, %.17g], axes: {x: [%.17g, %.17g, %.17g], z: [%.17g, %.17g, %.17g]}}", name, 1000 * a->p[0],
        1000 * a->p[1], 1000 * a->p[2], a->R[0][0], a->R[1][0], a->R[2][0], a->R[0][2], a->R[1][2], a->R[2][2]);
}

static void print_body(char *text, const Body *b, int i, bool planar, int turns) {
  const Pose *a = &b->drawn;
  print(text,
        "  b%d: {mass: %.17g, inertia: [%.17g, %.17g, %.17g], center: [%.17g, %.17g, %.17g], position: [%.17g, %.17g, %.17g], ",
        i, b->mass, 1e6 * b->inertia[0], 1e6 * b->inertia[1], 1e6 * b->inertia[2], 1000 * b->center[0], 1000 * b->center[1],
        1000 * b->center[2], 1000 * a->p[0], 1000 * a->p[1], 1000 * a->p[2]);
  if (planar) {
    print(text, "angle: %.17g", atan2(a->R[1][0], a->R[0][0]) / DEG + 360 * turns);
  } else {
    print(text, "axes: {x: [%.17g, %.17g, %.17g], y: [%.17g, %.17g, %.17g]}", a->R[0][0], a->R[1][0], a->R[2][0], a->R[0][1],
          a->R[1][1], a->R[2][1]);
  }
  print(text, ", frames: {");
  print_frame(text, "own", &b->frame[1]);
  print(text, "}}\n");
}

static void print_joint(char *text, const Body *b, int i) {
  if (b->kind == FREE) return;
  char parent[8] = "ground";
  if (b->parent) snprintf(parent, sizeof parent, "b%d", b->parent);
  print(text, "  j%d: {type: %s, frames: [{body: %s, ", i, WORD[b->kind], parent);
  char frame[400] = "";
  print_frame(frame, "", &b->frame[0]);
  frame[strlen(frame) - 1] = 0;  // `: {at ..., axes ...}` without its brackets
  print(text, "%s}, b%d.own]}\n", frame + 3, i);
}

// What a body is asked for by itself. A wish that is left out says what the others give: no velocity, that the centre of mass of
// a free body rests; no angular velocity, that it does not turn.
typedef enum { BOTH, VELOCITY, TURN, NONE } Asked;

static void print_twist(char *text, const Body *b, int i, Asked asked, bool hold) {
  print(text, "    b%d: {", i);
  if (asked == BOTH || asked == VELOCITY) {
    print(text, "velocity: [%.17g, %.17g, %.17g], ", 1000 * b->v[0], 1000 * b->v[1], 1000 * b->v[2]);
  }
  if (asked == BOTH || asked == TURN) {
    print(text, "angular_velocity: [%.17g, %.17g, %.17g], ", b->w[0] / DEG, b->w[1] / DEG, b->w[2] / DEG);
  }
  print(text, "hold: [%s%s%s]}\n", hold ? "velocity" : "", hold && b->hold_pose ? ", " : "", b->hold_pose ? "pose" : "");
}

static Asked choose_asked(uint64_t *random, Body *b) {
  b->carries = b->kind != SPHERICAL && (b->kind != FREE || b->hold_pose);
  if (b->kind == SPHERICAL) return TURN;
  if (b->kind != FREE) return pw_random_bits(random) % 2 ? BOTH : NONE;
  Asked asked = (Asked)(pw_random_bits(random) % 3);
  if (asked == VELOCITY) memset(b->w, 0, sizeof b->w);
  if (asked != TURN) return asked;
  b->carries = false;
  memset(b->v, 0, sizeof b->v);
  double lever[3];
  for (int c = 0; c < 3; c++)
    lever[c] = -(b->pose.R[c][0] * b->center[0] + b->pose.R[c][1] * b->center[1] + b->pose.R[c][2] * b->center[2]);
  add_cross(b->w, lever, b->v);
  return asked;
}

static void print_coordinates(char *text, const Body *b, int i, bool speeds, uint64_t *random) {
  for (int c = 0; c < COORDINATES[b->kind]; c++) {
    bool angle = strcmp(NAME[b->kind][c], "angle") == 0;
    double unit = angle ? 1 / DEG : 1000;
    print(text, "    j%d.%s: {position: %.17g", i, NAME[b->kind][c], unit * b->q[c]);
    if (speeds) print(text, ", speed: %.17g", unit * b->speed[c]);
    print(text, ", hold: %s}\n", pw_random_bits(random) % 2 ? "true" : "false");
  }
}

static int make_file(uint64_t seed, bool planar, Body *all, char *text) {
  uint64_t random = seed;
  int n = 1 + (int)(pw_random_bits(&random) % BODIES), coordinates = 0, joints = 0, twists = 0;
  Asked asked[BODIES + 1] = {NONE};
  all[0] = (Body){.drawn = turned(0), .pose = turned(0), .carries = true};
  text[0] = 0;
  print(text, "planar: %s\nunits: {length: mm, angle: deg, force: N}\nbodies:\n", planar ? "true" : "false");
  for (int i = 1; i <= n; i++) {
    make_body(&random, planar, all, i);
    asked[i] = choose_asked(&random, &all[i]);
    print_body(text, &all[i], i, planar, (int)(pw_random_bits(&random) % 3) - 1);
    coordinates += COORDINATES[all[i].kind];
    joints += all[i].kind != FREE;
    twists += asked[i] != NONE;
  }
  if (joints) print(text, "joints:\n");
  for (int i = 1; i <= n; i++) print_joint(text, &all[i], i);
  print(text, "initial:\n");
  if (coordinates) print(text, "  joints:\n");
  for (int i = 1; i <= n; i++) print_coordinates(text, &all[i], i, asked[i] == NONE, &random);
  if (twists) print(text, "  bodies:\n");
  for (int i = 1; i <= n; i++) {
    if (asked[i] != NONE) print_twist(text, &all[i], i, asked[i], pw_random_bits(&random) % 2);
  }
  return n;
}

// ---- the state

static PawlSimulation *start(const char *text, PawlFormulation formulation) {
  PawlSimulation *s = NULL;
  read_text(text);
  PawlStatus status = pawl_mechanism_compile(model, messages, &mechanism);
  PawlRunOptions options = status == PAWL_OK ? pawl_mechanism_run_options(mechanism) : pawl_run_options_default();
  options.formulation = formulation;
  options.tolerance = 1e-11;
  options.separate = true;
  if (status == PAWL_OK) status = pawl_simulation_create(mechanism, &options, messages, &s);
  if (status == PAWL_OK) status = pawl_simulation_assemble(s, messages);
  if (status == PAWL_OK) return s;
  pawl_simulation_free(s);
  return NULL;
}

// Rotation matrix of a quaternion, by Rodrigues: R = 1 + 2 w [e] + 2 [e]^2.
static double entry(const double q[4], int i, int j) {
  const double *e = q + 1;
  double square = e[0] * e[0] + e[1] * e[1] + e[2] * e[2];
  int k = 3 - i - j;
  if (i == j) return 1 + 2 * (e[i] * e[i] - square);
  return 2 * e[i] * e[j] + 2 * q[0] * ((j - i + 3) % 3 == 1 ? -e[k] : e[k]);
}

static void check_body(const PawlSimulation *s, const Body *b, int i) {
  double pose[7], twist[6];
  assert_int_equal(pawl_simulation_pose(s, (PawlBodyId){i + 1}, pose), PAWL_OK);
  assert_int_equal(pawl_simulation_twist(s, (PawlBodyId){i + 1}, twist), PAWL_OK);
  for (int c = 0; c < 3; c++) {
    CHECK_CLOSE(pose[c], b->pose.p[c], 1e-8);
    CHECK_CLOSE(twist[c], b->v[c], 1e-8);
    CHECK_CLOSE(twist[3 + c], b->w[c], 1e-8);
    for (int d = 0; d < 3; d++) CHECK_CLOSE(entry(pose + 3, c, d), b->pose.R[c][d], 1e-8);
  }
}

// Nothing acts on a free body: its centre of mass goes straight on, by the velocity that was asked for. So the speeds are not
// only told, they are there.
static void check_flight(PawlSimulation *s, const Body *b, int i, double t) {
  double pose[7], lever[3], v[3];
  assert_int_equal(pawl_simulation_pose(s, (PawlBodyId){i + 1}, pose), PAWL_OK);
  for (int c = 0; c < 3; c++) {
    lever[c] = b->pose.R[c][0] * b->center[0] + b->pose.R[c][1] * b->center[1] + b->pose.R[c][2] * b->center[2];
    v[c] = b->v[c];
  }
  add_cross(b->w, lever, v);
  for (int c = 0; c < 3; c++) {
    double now = pose[c];
    for (int d = 0; d < 3; d++) now += entry(pose + 3, c, d) * b->center[d];
    CHECK_CLOSE(now, b->pose.p[c] + lever[c] + v[c] * t, 1e-8);
  }
}

static void random_chains(bool planar) {
  int kinds[SPHERICAL + 1] = {0}, flights = 0;
  for (uint64_t seed = 1; seed <= CHAINS; seed++) {
    static char text[TEXT];
    Body all[BODIES + 1];
    int n = make_file(seed, planar, all, text);
    PawlSimulation *s = start(text, seed % 2 ? PAWL_FORMULATION_MULTIPLIERS : PAWL_FORMULATION_CANONICAL);
    if (!s || pawl_messages_count(messages)) {
      show_messages();
      fail_msg("chain %d:\n%s", (int)seed, text);
    }
    for (int i = 1; i <= n; i++) check_body(s, &all[i], i);
    assert_int_equal(pawl_simulation_advance(s, 0.1, messages), PAWL_OK);
    for (int i = 1; i <= n; i++) {
      bool loaded = false;
      for (int j = 1; j <= n; j++) loaded = loaded || all[j].parent == i;
      kinds[all[i].kind]++;
      if (all[i].kind != FREE || loaded) continue;
      check_flight(s, &all[i], i, 0.1);
      flights++;
    }
    pawl_simulation_free(s);
  }
  for (int i = 0; i <= (planar ? PLANAR : SPHERICAL); i++) assert_true(kinds[i] > 20);
  assert_true(flights > 20);
}

static void chains_in_the_plane(void **state) {
  (void)state;
  random_chains(true);
}

static void chains_in_space(void **state) {
  (void)state;
  random_chains(false);
}

// ---- a velocity alone

static void twist_of(const char *text, int body, double twist[6]) {
  for (int f = 0; f < 2; f++) {
    double other[6];
    PawlSimulation *s = start(text, f ? PAWL_FORMULATION_CANONICAL : PAWL_FORMULATION_MULTIPLIERS);
    if (!s) show_messages();
    assert_non_null(s);
    assert_int_equal(pawl_simulation_twist(s, (PawlBodyId){body + 1}, f ? twist : other), PAWL_OK);
    for (int i = 0; i < 6 && f; i++) CHECK_CLOSE(twist[i], other[i], 1e-12);
    pawl_simulation_free(s);
  }
}

// Of a body on a pin a velocity square to the lever gives the turn: w = v/r. What the joints say comes first, then the wish, and
// only then that a body does not turn.
static void a_pinned_body_turns_as_its_velocity_says(void **state) {
  (void)state;
  double twist[6];
  twist_of(
      "planar: true\n"
      "bodies: {b: {mass: 1, inertia: 0.1, center: [0.2, 0.1], position: [0.3, 0.4], angle: 2, frames: {f: [0.1, 0]}}}\n"
      "joints: {pin: {type: revolute, between: [ground, b], at: [0, 0]}}\n"
      "initial: {bodies: {b: {velocity: [-0.8, 0.6]}}}\n",
      1, twist);
  CHECK_CLOSE(twist[0], -0.8, 1e-7);
  CHECK_CLOSE(twist[1], 0.6, 1e-7);
  CHECK_CLOSE(twist[5], 2, 1e-7);
  assert_int_equal(pawl_messages_count(messages), 0);
}

// A is asked for a velocity alone and does not turn, whatever hangs on it. B, of which nothing is asked, hangs on A's origin by a
// lever r = (0.5, 0), and takes the least kinetic energy: u at A, its energy
// m (u + w r)^2/2 + I w^2/2 is least for w = -m r u/(I + m r^2).
static void what_is_left_free_has_the_least_energy(void **state) {
  (void)state;
  static const char text[] =
      "planar: true\n"
      "bodies:\n"
      "  a: {mass: 1, inertia: 0.1, center: [0.7, 0.3], angle: 1}\n"
      "  b: {mass: 2, inertia: 0.25, position: [0.5, 0]}\n"
      "joints: {pin: {type: revolute, between: [a, b], at: [0, 0]}}\n"
      "initial: {bodies: {a: {velocity: [0, 3]}}}\n";
  double a[6], b[6], w = -2 * 0.5 * 3 / (0.25 + 2 * 0.25);
  twist_of(text, 1, a);
  twist_of(text, 2, b);
  CHECK_CLOSE(a[1], 3, 1e-6);
  CHECK_CLOSE(a[5], 0, 1e-6);
  CHECK_CLOSE(b[5], w, 1e-6);
  CHECK_CLOSE(b[1], 3 + 0.5 * w, 1e-6);
}

// By the C interface one component of an angular velocity may be asked for, in ground's axes: about the others the body takes
// the least energy, which of a round one is no turn.
static void one_component_of_a_turn(void **state) {
  (void)state;
  double twist[6];
  read_text(
      "planar: false\nbodies: {b: {mass: 1, inertia: [1, 1, 1], euler: {order: zxz, angles: [1, 2, 3]}, position: [1, 2, 3]}}\n");
  PawlInitialBody wish = pawl_initial_body_default();
  wish.body.i = 2;
  wish.angular_velocity[1] = 4;
  wish.hold_velocity = true;
  assert_int_equal(pawl_model_set_initial_body(model, &wish, messages), PAWL_OK);
  assert_int_equal(pawl_mechanism_compile(model, messages, &mechanism), PAWL_OK);
  PawlRunOptions options = pawl_run_options_default();
  PawlSimulation *s;
  assert_int_equal(pawl_simulation_create(mechanism, &options, messages, &s), PAWL_OK);
  assert_int_equal(pawl_simulation_assemble(s, messages), PAWL_OK);
  assert_int_equal(pawl_simulation_twist(s, wish.body, twist), PAWL_OK);
  for (int i = 0; i < 6; i++) CHECK_CLOSE(twist[i], i == 4 ? 4 : 0, 1e-12);
  pawl_simulation_free(s);
}

// ---- what is held and not met is refused, at its line

static void refused(const char *text, int line, const char *says) {
  for (int f = 0; f < 2; f++) {
    PawlSimulation *s = start(text, f ? PAWL_FORMULATION_CANONICAL : PAWL_FORMULATION_MULTIPLIERS);
    pawl_simulation_free(s);
    assert_null(s);
    int n = pawl_messages_count(messages);
    PawlMessage m = pawl_messages_get(messages, n - 1);
    if (m.line != line || !strstr(m.text, says) || strcmp(m.file, "m.yaml") != 0) {
      show_messages();
      fail_msg("expected line %d: %s", line, says);
    }
  }
}

#define BALL                                                                                            \
  "planar: true\nunits: {length: mm, angle: deg, force: N}\n"                                           \
  "bodies:\n"                                                                                           \
  "  ground: {profiles: {floor: {start: [100, 0], chain: [{line: {to: [-100, 0]}}], closed: false}}}\n" \
  "  ball: {mass: 1, inertia: 100, position: [0, 12], profiles: {skin: {circle: {radius: 10}}}}\n"

static void held_and_not_met(void **state) {
  (void)state;
  // square to the lever it must be: with vx = 3 comes vy = -3*30/40
  refused(
      "planar: true\nunits: {length: mm, angle: deg, force: N}\n"
      "bodies: {b: {mass: 1, inertia: 100, position: [30, 40], angle: 100}}\n"
      "joints: {pin: {type: revolute, between: [ground, b], at: [0, 0]}}\n"
      "initial:\n"
      "  bodies:\n"
      "    b: {velocity: [3, 4], hold: true}\n",
      7, "the initial velocity of 'b' is held, but joints, drives or other held values say something else: off by -6.25 mm/s");
  refused(
      "planar: true\nunits: {length: mm, angle: deg, force: N}\n"
      "bodies: {b: {mass: 1, inertia: 100, position: [30, 40], angle: 100}}\n"
      "joints: {pin: {type: revolute, between: [ground, b], at: [0, 0]}}\n"
      "drives: {d: {coordinate: pin, law: 20*t}}\n"
      "initial:\n"
      "  joints:\n"
      "    pin: {speed: 50, hold: true}\n",
      8,
      "the initial speed of 'pin.angle' is held, but joints, drives or other held values say something else: off by -30 deg/s");
  // closed contacts take the ball along
  refused(BALL
          "contacts: {rest: {profiles: [ground.floor, ball.skin], start: closed}}\n"
          "initial: {bodies: {ball: {hold: [pose]}}}\n",
          7, "the initial pose of 'ball' is held, but the contacts that start closed move it: off by 2 mm");
  refused(BALL
          "contacts: {rest: {profiles: [ground.floor, ball.skin], sides: both}}\n"
          "initial: {bodies: {ball: {velocity: [1, 5], hold: [velocity]}}}\n",
          7, "the initial velocity of 'ball' is held, but the contacts that start closed move it: off by -5 mm/s");
  refused(BALL
          "contacts: {rest: {profiles: [ground.floor, ball.skin], start: closed}}\n"
          "initial: {bodies: {ball: {velocity: [1, 5], hold: [velocity]}}}\n",
          7, "the initial velocity of 'ball' is held, but the contacts that start closed move it: off by -5 mm/s");
  // so does what moves bodies apart
  refused(
      "planar: true\n"
      "bodies:\n"
      "  ground: {profiles: {floor: {start: [9, 0], chain: [{line: {to: [-9, 0]}}], closed: false}}}\n"
      "  ball: {mass: 1, inertia: 1, position: [0, 0.75], profiles: {skin: {circle: {radius: 1}}}}\n"
      "contacts: {rest: {profiles: [ground.floor, ball.skin]}}\n"
      "initial: {bodies: {ball: {hold: [pose]}}}\n",
      6, "the initial pose of 'ball' is held, but moving the bodies apart moves it: off by 0.25 m");
  // equilibrium is elsewhere
  refused(
      "planar: true\ngravity: [0, -9.81]\n"
      "bodies: {b: {mass: 1, center: [1, 0]}}\n"
      "joints: {pin: {type: revolute, frames: [ground, b]}}\n"
      "initial:\n"
      "  from: statics\n"
      "  joints: {pin: {position: -1, hold: true}}\n",
      7, "is held, but static equilibrium is elsewhere: off by -0.5708 rad");
  // out of the plane
  refused("planar: true\nbodies: {b: {mass: 1, inertia: 1}}\ninitial: {bodies: {b: {velocity: [1, 2, 3], hold: true}}}\n", 3,
          "the initial velocity of 'b' leaves the plane of a planar mechanism and is held");
}

// A contact that starts closed takes away the speed across it, and says so if that was asked for: once per value, with the value
// asked for and the one that is left, in the file's units. What is left is the nearest by kinetic energy: the ball's x stays, its
// y goes; of an arm of length 50 pressed onto the floor nothing is left.
static void lost_to_closed_contacts(void **state) {
  (void)state;
  static const struct {
    const char *text, *says;  // NULL: nothing
    int line;
  } lost[] = {
      {BALL "contacts: {rest: {profiles: [ground.floor, ball.skin], start: closed}}\n"
            "initial: {bodies: {ball: {velocity: [1, 5]}}}\n",
       "the initial velocity along y of 'ball': 5 mm/s was asked for, it is 0 mm/s, because contact 'rest' starts closed", 7},
      {BALL "contacts: {rest: {profiles: [ground.floor, ball.skin], start: closed}}\n"
            "initial: {bodies: {ball: {velocity: [1, 0], angular_velocity: 3}}}\n",
       NULL},
      {BALL "contacts: {rest: {profiles: [ground.floor, ball.skin], start: closed}}\n"
            "joints: {pin: {type: revolute, between: [ground, ball], at: [-50, 10]}}\n"
            "initial: {joints: {pin: {speed: 20}}}\n",
       "the initial speed of 'pin.angle': 20 deg/s was asked for, it is 0 deg/s, because contact 'rest' starts closed", 8},
      {BALL "contacts: {rest: {profiles: [ground.floor, ball.skin]}}\ninitial: {bodies: {ball: {velocity: [1, 5]}}}\n", NULL, 0},
  };
  for (int i = 0; i < 8; i++) {
    PawlSimulation *s = start(lost[i / 2].text, i % 2 ? PAWL_FORMULATION_CANONICAL : PAWL_FORMULATION_MULTIPLIERS);
    assert_non_null(s);
    pawl_simulation_free(s);
    int said = 0, warnings = 0;
    for (int n = 0; n < pawl_messages_count(messages); n++) {
      PawlMessage m = pawl_messages_get(messages, n);
      warnings += m.severity == PAWL_WARNING;
      said += lost[i / 2].says && strcmp(m.text, lost[i / 2].says) == 0 && m.line == lost[i / 2].line;
    }
    if (said != (lost[i / 2].says ? 1 : 0) || warnings != said) {
      show_messages();
      fail_msg("model %d: %d of %d warnings", i / 2, said, warnings);
    }
  }
}

// Equilibrium hangs straight down; the speed that is asked for is given there.
static void speeds_at_equilibrium(void **state) {
  (void)state;
  double twist[6];
  twist_of(
      "planar: true\ngravity: [0, -9.81]\n"
      "bodies: {b: {mass: 1, center: [1, 0]}}\n"
      "joints: {pin: {type: revolute, frames: [ground, b]}}\n"
      "initial: {from: statics, joints: {pin: {position: -1, speed: 2}}}\n",
      1, twist);
  CHECK_CLOSE(twist[5], 2, 1e-7);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(chains_in_the_plane, setup, teardown),
      cmocka_unit_test_setup_teardown(chains_in_space, setup, teardown),
      cmocka_unit_test_setup_teardown(a_pinned_body_turns_as_its_velocity_says, setup, teardown),
      cmocka_unit_test_setup_teardown(what_is_left_free_has_the_least_energy, setup, teardown),
      cmocka_unit_test_setup_teardown(one_component_of_a_turn, setup, teardown),
      cmocka_unit_test_setup_teardown(held_and_not_met, setup, teardown),
      cmocka_unit_test_setup_teardown(lost_to_closed_contacts, setup, teardown),
      cmocka_unit_test_setup_teardown(speeds_at_equilibrium, setup, teardown),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
