// The joint matrices of W96 (2.3.3, 2.4.3, 2.5.2, appendix A) and their derivative operators Q = d(phi)/dq phi^-1, as they are
// right (data/README.md): against the relative transforms of trees and their speeds, and against the frames of touches along
// profile elements. Every transform against differences of itself, too.
#include <jansson.h>

#include "expression/expression.h"
#include "geometry/profile/curve.h"
#include "mechanics/tree.h"
#include "random_trees.h"

typedef struct {
  const char *name;
  double value;
} Value;

static json_t *matrices;

static int load(void **state) {
  (void)state;
  json_error_t error;
  matrices = json_load_file(PAWL_SOURCE_DIR "/tests/data/joint_matrices.json", 0, &error);
  return matrices ? 0 : -1;
}

static int unload(void **state) {
  (void)state;
  json_decref(matrices);
  return 0;
}

static PwSymbolKind symbol(void *user, const char *name, bool rate, PwPlace place, bool *reported, PwSymbol *out) {
  (void)rate, (void)place, (void)reported;
  for (const Value *v = user; v->name; v++) {
    if (strcmp(v->name, name) != 0) continue;
    out->constant = v->value;
    return PW_SYMBOL_CONSTANT;
  }
  return PW_SYMBOL_UNKNOWN;
}

static bool no_unit(void *user, const char *unit, double *factor) {
  (void)user, (void)unit, (void)factor;
  return false;
}

// The matrix of an equation, with values for the names in it (the last one is {NULL, 0}).
static void matrix_of(const char *equation, const Value *values, double out[16]) {
  PwScope scope = {.user = (void *)values, .symbol = symbol, .unit = no_unit, .radians = 1};
  const json_t *rows = json_object_get(matrices, equation);
  assert_int_equal(json_array_size(rows), 4);
  for (size_t i = 0; i < 16; i++) {
    PwExpr *expr = NULL;
    const char *text = json_string_value(json_array_get(json_array_get(rows, i / 4), i % 4));
    if (pw_expr_compile(text, PW_NOWHERE, &scope, NULL, &expr)) fail_msg("%s: '%s'", equation, text);
    assert_true(pw_expr_is_constant(expr, &out[i]));
    pw_expr_free(expr);
  }
}

static void check_matrix(const char *what, const double got[16], const double expected[16], double tolerance) {
  for (int i = 0; i < 16; i++) {
    if (!(fabs(got[i] - expected[i]) <= tolerance)) {
      fail_msg("%s (%d, %d): %.15g, expected %.15g", what, i / 4 + 1, i % 4 + 1, got[i], expected[i]);
    }
  }
}

static void check_equation(const char *equation, const Value *values, double factor, const double got[16], double tolerance) {
  double expected[16];
  matrix_of(equation, values, expected);
  for (int i = 0; i < 16; i++) expected[i] *= factor;
  check_matrix(equation, got, expected, tolerance);
}

static void multiply(const double a[16], const double b[16], double out[16]) {
  double c[16] = {0};
  for (int i = 0; i < 64; i++) c[i / 16 * 4 + i % 4] += a[i / 16 * 4 + i / 4 % 4] * b[i / 4 % 4 * 4 + i % 4];
  memcpy(out, c, sizeof c);
}

// Of a rigid transform.
static void invert(const double T[16], double out[16]) {
  double c[16] = {0};
  for (int i = 0; i < 3; i++) {
    for (int j = 0; j < 3; j++) {
      c[4 * i + j] = T[4 * j + i];
      c[4 * i + 3] -= T[4 * j + i] * T[4 * j + 3];
    }
  }
  c[15] = 1;
  memcpy(out, c, sizeof c);
}

// First derivative at the middle of seven values h apart, for n numbers each.
static void differentiate(const double *f, int n, double h, double *out) {
  for (int i = 0; i < n; i++) {
    double far = f[6 * n + i] - f[i], middle = f[5 * n + i] - f[n + i], near = f[4 * n + i] - f[2 * n + i];
    out[i] = (far - 9 * middle + 45 * near) / (60 * h);
  }
}

// ---- lower pairs

// A joint of appendix A: coordinates x of ours for its q. Ours stands between its frames, turned by constants: phi = before T
// after.
typedef struct {
  PawlJointType type;
  int count;
  const char *phi, *Q[3];
  void (*x)(const double *q, double *x);
  const double *before, *after;
} LowerPair;

static const double PITCH = 1.2, R1 = 0.5, R2 = 0.3;

static void plain(const double *q, double *x) {
  x[0] = q[0];
}
static void screw(const double *q, double *x) {
  x[0] = 2 * PI * q[0] / PITCH;
}
static void cylindric(const double *q, double *x) {
  x[0] = q[1];
  x[1] = q[0];
}
static void spheric(const double *q, double *x) {
  double a[4] = {cos(q[0] / 2), 0, 0, sin(q[0] / 2)}, b[4] = {cos(q[1] / 2), sin(q[1] / 2), 0, 0};
  double c[4] = {cos(q[2] / 2), 0, 0, sin(q[2] / 2)};
  pw_quat_multiply(a, b, x);
  pw_quat_multiply(x, c, x);
}
static void universal(const double *q, double *x) {
  x[0] = q[0];
  x[1] = q[1];
}
static void planar(const double *q, double *x) {
  x[0] = q[1];
  x[1] = q[2];
  x[2] = q[0];
}
static void rolling(const double *q, double *x) {
  x[0] = (R1 + R2) * cos(q[0]);
  x[1] = (R1 + R2) * sin(q[0]);
  x[2] = (1 + R1 / R2) * q[0];
}

typedef struct {
  PawlMechanism *k;
  PwArena arena;
  PwTree *tree;
  PwMotion m;
  PwDiscrete discrete;
  double q[7], v[6];
} Pair;

// Frames anywhere on ground and a body; `first`: frame 1 is on the body.
static void join(Pair *p, PawlJointType type, bool first, uint64_t *random) {
  PawlModel *m = pawl_model_create();
  PawlBodyId ground = pawl_model_ground(m), body = tree_body(m, "body", false, random);
  PawlJointDef def = pawl_joint_def_default();
  memset(p, 0, sizeof *p);
  def.name = "j";
  def.type = type;
  for (int side = 0; side < 2; side++) {
    def.frame[side] = tree_frame(m, (side == 0) == first ? body : ground, false, 0, false, random);
  }
  if (type == PAWL_JOINT_SCREW) def.pitch = PITCH;
  if (type == PAWL_JOINT_GEAR_PAIR) def.radius[0] = R1, def.radius[1] = R2;
  assert_int_equal(pawl_model_add_joint(m, &def, NULL, NULL), PAWL_OK);
  pawl_model_set_planar(m, PAWL_PLANAR_NO);
  p->k = build(m);
  for (int32_t r = 0; r < p->k->rows; r++) {
    if (isnan(p->k->row[r].law.constant)) p->k->row[r].law.constant = 0;  // the gears' teeth: zero at zero
  }
  assert_int_equal(pw_topology_analyse(p->k), PAWL_OK);
  assert_int_equal(pw_tree_create(p->k, &p->arena, &p->tree), PAWL_OK);
  assert_int_equal(pw_motion_create(p->k, &p->arena, &p->m), PAWL_OK);
  assert_int_equal(pw_discrete_create(p->k, &p->arena, &p->discrete), PAWL_OK);
  p->m.all = true;
}

// T: frame 2 in frame 1, from the poses of the bodies. All rows of the joint are met.
static void relative(Pair *p, const double *x, double T[16]) {
  const PwFrameMotion *a = &p->m.frame[0], *b = &p->m.frame[1];
  pw_tree_place(p->tree, 0, &p->discrete, x, p->q);
  assert_int_equal(pw_motion_place(&p->m, 0, p->q, &p->discrete), PAWL_OK);
  memset(T, 0, 16 * sizeof *T);
  T[15] = 1;
  for (int i = 0; i < 9; i++) {
    int row = i / 3, k = i % 3;
    T[4 * row + 3] += a->R[3 * k + row] * (b->p[k] - a->p[k]);
    for (int j = 0; j < 3; j++) T[4 * row + j] += a->R[3 * k + row] * b->R[3 * k + j];
  }
  for (int32_t r = 0; r < p->k->rows; r++) CHECK_CLOSE(pw_row_value(&p->m, r), 0, 1e-14);
}

// dT T^-1 for speeds u, after relative(): frame 2's body moves against frame 1's, in axes and about the origin of frame 1.
static void operator_of(Pair *p, const double *u, double Q[16]) {
  const PwFrameMotion *a = &p->m.frame[0], *b = &p->m.frame[1];
  double w[3], v[3], d[3], turning[3], W[3], V[3];
  pw_tree_move(p->tree, u, p->v);
  pw_motion_move(&p->m, p->v);
  for (int i = 0; i < 3; i++) {
    W[i] = b->W[i] - a->W[i];
    d[i] = a->p[i] - b->p[i];
  }
  pw_cross(b->W, d, turning);
  for (int i = 0; i < 3; i++) V[i] = b->V[i] + turning[i] - a->V[i];
  for (int i = 0; i < 3; i++) {
    w[i] = a->R[i] * W[0] + a->R[3 + i] * W[1] + a->R[6 + i] * W[2];
    v[i] = a->R[i] * V[0] + a->R[3 + i] * V[1] + a->R[6 + i] * V[2];
  }
  const double out[16] = {0, -w[2], w[1], v[0], w[2], 0, -w[0], v[1], -w[1], w[0], 0, v[2]};
  memcpy(Q, out, sizeof out);
  for (int32_t r = 0; r < p->k->rows; r++) CHECK_CLOSE(pw_row_rate(&p->m, r), 0, 1e-10);
}

// Speeds of ours per unit of q_k, and d(phi)/dq_k phi^-1, by differences.
static void along(Pair *p, const LowerPair *is, const double *q, int k, double *u, double Q[16]) {
  const double h = 1e-3;
  double x[7][7] = {0}, T[7][16], dx[7], dT[16], back[16];
  for (int n = 0; n < 7; n++) {
    double at[3] = {q[0], q[1], q[2]};
    at[k] += (n - 3) * h;
    is->x(at, x[n]);
    relative(p, x[n], T[n]);
  }
  differentiate(x[0], 7, h, dx);
  differentiate(T[0], 16, h, dT);
  relative(p, x[3], T[3]);
  invert(T[3], back);
  multiply(dT, back, Q);
  if (is->type == PAWL_JOINT_SPHERICAL) {
    double conj[4], w[4], rate[7];
    pw_quat_conjugate(x[3], conj);
    pw_quat_multiply(dx, conj, w);
    for (int i = 0; i < 3; i++) u[i] = 2 * w[1 + i];
    pw_tree_rate(p->tree, x[3], u, rate);
    for (int i = 0; i < 4; i++) CHECK_CLOSE(rate[i], dx[i], 1e-11);
  } else {
    memcpy(u, dx, 6 * sizeof *u);
  }
}

static void check_pair(const LowerPair *is, bool first, uint64_t *random) {
  static const double one[16] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1};
  const double *before = is->before ? is->before : one, *after = is->after ? is->after : one;
  Pair p;
  join(&p, is->type, first, random);
  for (int n = 0; n < 10; n++) {
    double q[3], x[7], u[7], T[16], Q[16], by_difference[16], back[16];
    for (int i = 0; i < 3; i++) q[i] = 0.4 * any(random);
    const Value values[] = {{"q1", q[0]}, {"q2", q[1]}, {"q3", q[2]}, {"i", PITCH}, {"R1", R1}, {"R2", R2}, {NULL, 0}};
    is->x(q, x);
    relative(&p, x, T);
    multiply(before, T, T);
    multiply(T, after, T);
    check_equation(is->phi, values, 1, T, 1e-14);
    invert(before, back);
    for (int k = 0; k < is->count; k++) {
      along(&p, is, q, k, u, by_difference);
      operator_of(&p, u, Q);
      check_matrix(is->Q[k], Q, by_difference, 1e-10);
      multiply(before, Q, Q);
      multiply(Q, back, Q);
      check_equation(is->Q[k], values, 1, Q, 1e-10);
    }
  }
  pw_arena_free(&p.arena);
  pawl_mechanism_free(p.k);
}

// The universal joint of W96 turns about z of frame 1 and z of frame 2; ours about x of frame 1 and y of frame 2.
static const double CROSS_BEFORE[16] = {0, 0, 1, 0, 0, -1, 0, 0, 1, 0, 0, 0, 0, 0, 0, 1};
static const double CROSS_AFTER[16] = {0, 1, 0, 0, 0, 0, 1, 0, 1, 0, 0, 0, 0, 0, 0, 1};

static void lower_pairs(void **state) {
  (void)state;
  static const LowerPair pair[] = {
      {PAWL_JOINT_REVOLUTE, 1, "2.3.3-1", {"2.3.3-2"}, plain, NULL, NULL},
      {PAWL_JOINT_PRISMATIC, 1, "2.3.3-3", {"2.3.3-4"}, plain, NULL, NULL},
      {PAWL_JOINT_SCREW, 1, "A.1-2", {"A.1-5"}, screw, NULL, NULL},
      {PAWL_JOINT_CYLINDRICAL, 2, "A.1-7", {"A.1-8", "A.1-9"}, cylindric, NULL, NULL},
      {PAWL_JOINT_SPHERICAL, 3, "A.1-11", {"A.1-13", "A.1-14", "A.1-15"}, spheric, NULL, NULL},
      {PAWL_JOINT_UNIVERSAL, 2, "A.1-17", {"A.1-18", "A.1-19"}, universal, CROSS_BEFORE, CROSS_AFTER},
      {PAWL_JOINT_PLANAR, 3, "A.1-21", {"A.1-22", "A.1-23", "A.1-24"}, planar, NULL, NULL},
      {PAWL_JOINT_GEAR_PAIR, 1, "A.1-26", {"A.1-27"}, rolling, NULL, NULL}};
  uint64_t random = 1;
  for (size_t i = 0; i < sizeof pair / sizeof *pair; i++) {
    check_pair(&pair[i], false, &random);
    check_pair(&pair[i], true, &random);
  }
}

// ---- contact joints

// The frame of a touch on an element, as W96 has it on the preceding profile: y along the outward normal, x against our direction
// of travel. Its change per u follows from the speed and the curvature; at a corner only the normal turns.
static void preceding(const PwElement *e, double u, double phi[16], double dphi[16]) {
  PwCurvePoint p;
  pw_element_evaluate(e, u, &p);
  double turning = pw_element_is_corner(e) ? p.speed : p.speed * p.curvature, moving = pw_element_is_corner(e) ? 0 : p.speed;
  const double n[2] = {p.t[1], -p.t[0]};
  const double frame[16] = {-p.t[0], n[0], 0, p.x[0], -p.t[1], n[1], 0, p.x[1], 0, 0, 1, 0, 0, 0, 0, 1};
  const double rate[16] = {turning * n[0], turning * p.t[0], 0, moving * p.t[0],
                           turning * n[1], turning * p.t[1], 0, moving * p.t[1]};
  memcpy(phi, frame, sizeof frame);
  memcpy(dphi, rate, sizeof rate);
}

// On the following profile: from the touch to the profile, half a turn further, so that the normals of both are opposite.
static void following(const PwElement *e, double u, double phi[16], double dphi[16]) {
  static const double half[16] = {-1, 0, 0, 0, 0, -1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1};
  double frame[16], rate[16];
  preceding(e, u, frame, rate);
  multiply(frame, half, frame);
  multiply(rate, half, rate);
  invert(frame, phi);
  multiply(rate, phi, dphi);  // d(F^-1) = -F^-1 dF F^-1
  multiply(phi, dphi, dphi);
  for (int i = 0; i < 16; i++) dphi[i] = -dphi[i];
}

typedef void (*Side)(const PwElement *e, double u, double phi[16], double dphi[16]);

// Transform and operator at u; its derivative against differences.
static void check_side(Side side, const PwElement *e, double u, double phi[16], double dphi[16], double back[16], double Q[16]) {
  const double h = 1e-3;
  double T[7][16], unused[16], by_difference[16];
  for (int n = 0; n < 7; n++) side(e, u + (n - 3) * h, T[n], unused);
  differentiate(T[0], 16, h, by_difference);
  side(e, u, phi, dphi);
  check_matrix("d phi", dphi, by_difference, 1e-10);
  invert(phi, back);
  multiply(dphi, back, Q);
}

// One element as both: equations of phi, d(phi), phi^-1, Q (NULL: none, or none that can be used), and the factor of d/dq.
typedef struct {
  PwElement element;
  double theta, length, factor;  // angle or length of the whole element; d(theta)/dq or ds/dq
  const char *preceding[4], *following[4];
} Contact;

static void check_contact(const Contact *c, const Value *(*values)(const Contact *c, double u)) {
  static const Side sides[] = {preceding, following};
  for (int n = 0; n <= 8; n++) {
    double u = 0.1 + 0.1 * n, m[4][16];
    for (int side = 0; side < 2; side++) {
      const char *const *equation = side ? c->following : c->preceding;
      check_side(sides[side], &c->element, u, m[0], m[1], m[2], m[3]);
      for (int i = 0; i < 4; i++) {
        if (equation[i]) check_equation(equation[i], values(c, u), i % 2 ? c->factor : 1, m[i], 1e-13);
      }
    }
  }
}

static const double RADIUS = 0.7, LENGTH = 1.3, BETA = 1.1;

static const Value *contact_values(const Contact *c, double u) {
  static Value values[5];
  values[0] = (Value){"theta", c->theta * u};
  values[1] = (Value){"s", c->length * u};
  values[2] = (Value){"R", RADIUS};
  values[3] = (Value){"beta", BETA};
  values[4] = (Value){NULL, 0};
  return values;
}

// theta counts from the y axis, the angle of an arc's radius from x. A corner's normal turns from beta to 180 degrees.
static PwElement arc(double turn) {
  return (PwElement){.kind = PW_EL_ARC, .radius = RADIUS, .angle = PI / 2, .turn = turn, .length = RADIUS * turn};
}

static void contact_elements(void **state) {
  (void)state;
  const Contact contact[] = {
      {arc(BETA), BETA, 0, BETA, {"2.4.3-6", "2.4.3-8", "2.4.3-9", "2.4.3-10"}, {"2.4.3-11", "2.4.3-13", "2.4.3-14", "2.4.3-15"}},
      {arc(2 * PI), 2 * PI, 0, 2 * PI, {"A.2-10", NULL, NULL, "A.2-12"}, {"A.2-13", NULL, NULL, "A.2-16"}},
      {{.kind = PW_EL_LINE, .end = {LENGTH, 0}, .length = LENGTH},
       0,
       LENGTH,
       LENGTH,
       {"2.4.3-16", "2.4.3-18", "2.4.3-19", "2.4.3-20"},
       {"2.4.3-21", "2.4.3-23", "2.4.3-24", "2.4.3-25"}},
      {{.kind = PW_EL_POINT, .angle = BETA, .turn = PI - BETA},
       PI - BETA,
       0,
       PI - BETA,
       {"A.2-1", NULL, "A.2-4", "A.2-5"},
       {"A.2-6", NULL, NULL, "A.2-9"}}};
  for (size_t i = 0; i < sizeof contact / sizeof *contact; i++) check_contact(&contact[i], contact_values);
}

static const double POLYNOMIAL[] = {0.8, 0, 0.3, 1, -0.2, 2, 0.1, 3};  // coefficient, exponent

static void radius_of(double theta, double r[3]) {
  r[0] = r[1] = r[2] = 0;
  for (int i = 0; i < 4; i++) {
    double c = POLYNOMIAL[2 * i], n = POLYNOMIAL[2 * i + 1];
    r[0] += c * pow(theta, n);
    if (n > 0) r[1] += c * n * pow(theta, n - 1);
    if (n > 1) r[2] += c * n * (n - 1) * pow(theta, n - 2);
  }
}

// mu = theta - atan(r'/r) is the turn of the touch's frame, a1 its derivative.
static const Value *polynomial_values(const Contact *c, double u) {
  static Value values[7];
  double theta = c->theta * u, r[3];
  radius_of(theta, r);
  values[0] = (Value){"theta", theta};
  values[1] = (Value){"r", r[0]};
  values[2] = (Value){"dr", r[1]};
  values[3] = (Value){"mu", theta - atan2(r[1], r[0])};
  values[4] = (Value){"a1", 1 - (r[2] * r[0] - r[1] * r[1]) / (r[0] * r[0] + r[1] * r[1])};
  values[5] = (Value){NULL, 0};
  return values;
}

static void polynomial_element(void **state) {
  (void)state;
  const Contact contact = {
      {.kind = PW_EL_POLAR, .angle = PI / 2, .turn = BETA, .origin = PI / 2, .scale = 1, .count = 4, .data = POLYNOMIAL},
      BETA,
      0,
      BETA,
      {"2.4.3-31", NULL, NULL, "2.4.3-36"},
      {NULL}};
  check_contact(&contact, polynomial_values);
}

// An arc on a line: the whole joint is the product of both sides.
static void arc_on_line(void **state) {
  (void)state;
  PwElement round = arc(BETA), line = {.kind = PW_EL_LINE, .end = {LENGTH, 0}, .length = LENGTH};
  double p[16], f[16], unused[16];
  preceding(&round, 0.3, p, unused);
  following(&line, 0.6, f, unused);
  multiply(p, f, p);
  const Value values[] = {{"theta", 0.3 * BETA}, {"s", 0.6 * LENGTH}, {"R", RADIUS}, {NULL, 0}};
  check_equation("2.5.2-5", values, 1, p, 1e-15);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(lower_pairs), cmocka_unit_test(contact_elements),
                                     cmocka_unit_test(polynomial_element), cmocka_unit_test(arc_on_line)};
  return cmocka_run_group_tests(tests, load, unload);
}
