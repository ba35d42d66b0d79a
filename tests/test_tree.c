// Relative coordinates: poses against the rows of the joints, everything that J means against differences of the poses and
// against dense products, on random trees of all joints.
#include "mechanics/tree.h"

#include <dirent.h>

#include "random_trees.h"

enum { NB = TREE_BODIES, NQ = 7 * NB, NV = 6 * NB, TREES = 40 };

typedef struct {
  PawlMechanism *k;
  PwArena arena;
  PwTree *tree;
  PwMotion m;
  PwDiscrete discrete;
  int32_t nx, nu, nv, nq;
  double x[NQ], u[NV], t;
  double q[NQ], v[NV], J[NV][NV];  // J[k]: column k
} Setting;

static void prepare(Setting *s, PawlMechanism *k) {
  memset(s, 0, sizeof *s);
  s->k = k;
  assert_int_equal(pw_tree_create(k, &s->arena, &s->tree), PAWL_OK);
  assert_int_equal(pw_motion_create(k, &s->arena, &s->m), PAWL_OK);
  assert_int_equal(pw_discrete_create(k, &s->arena, &s->discrete), PAWL_OK);
  s->m.all = true;
  s->nx = pw_tree_positions(s->tree);
  s->nu = pw_tree_speeds(s->tree);
  s->nq = pw_position_count(k);
  s->nv = pw_speed_count(k);
}

static void leave(Setting *s) {
  pw_arena_free(&s->arena);
  pawl_mechanism_free(s->k);
}

// Any coordinates, angles of several turns; the counters know them roughly.
static void pose(Setting *s, uint64_t *random) {
  double none[NV] = {0};
  bool counted[NQ] = {0};
  for (int32_t i = 0; i < s->nx; i++) s->x[i] = any(random);
  for (int32_t i = 0; i < s->nu; i++) s->u[i] = any(random);
  for (int32_t i = 0; i < s->k->scalars; i++) {
    double factor;
    int32_t speed = pw_tree_coordinate(s->tree, i, &factor);
    if (s->k->scalar[i].turn < 0 || speed < 0) continue;
    int32_t angle = pw_tree_position(s->tree, speed);
    if (!counted[angle]) s->x[angle] *= 12;
    counted[angle] = true;
    s->discrete.turn[s->k->scalar[i].turn] = s->x[angle] + any(random);
  }
  pw_tree_add(s->tree, s->x, none, s->x);  // quaternions of length 1
  s->t = any(random);
}

static void place(Setting *s, double t, const double *x) {
  pw_tree_place(s->tree, t, &s->discrete, x, s->q);
  for (int32_t k = 0; k < s->nu; k++) {
    double unit[NV] = {0};
    unit[k] = 1;
    pw_tree_apply(s->tree, unit, s->J[k]);
  }
}

static double scalar_along(const Setting *s, int32_t index, const double *v) {
  int32_t per = pw_speeds_per_body(s->k);
  double sum = 0;
  for (int side = 0; side < 2; side++) {
    int32_t body = s->k->frame[s->k->scalar[index].frame[side]].body;
    for (int32_t i = 0; i < per && body; i++) sum += s->m.scalar[index].jac[side * per + i] * v[per * (body - 1) + i];
  }
  return sum;
}

static double row_along(const Setting *s, int32_t row, const double *v) {
  double sum = 0;
  for (int32_t t = s->k->row[row].term; t < s->k->row[row].term + s->k->row[row].terms; t++) {
    sum += s->k->term[t].factor * scalar_along(s, s->k->term[t].scalar, v);
  }
  return sum;
}

// Rows that the tree holds: position, speed, and acceleration for any rate of the speeds. Coordinates are what the user reads.
static void check_rows(Setting *s, uint64_t *random) {
  double rate[NV], a[NV], bias[NV], factor;
  place(s, s->t, s->x);
  pw_tree_move(s->tree, s->u, s->v);
  assert_int_equal(pw_motion_place(&s->m, s->t, s->q, &s->discrete), PAWL_OK);
  pw_motion_move(&s->m, s->v);
  for (int32_t i = 0; i < s->nu; i++) rate[i] = any(random);
  pw_tree_apply(s->tree, rate, a);
  pw_tree_bias(s->tree, bias);
  for (int32_t i = 0; i < s->nv; i++) a[i] += bias[i];
  for (int32_t r = 0; r < s->k->rows; r++) {
    if (!pw_tree_holds(s->tree, r)) continue;
    CHECK_CLOSE(pw_row_value(&s->m, r), 0, 5e-14);
    CHECK_CLOSE(pw_row_rate(&s->m, r), 0, 1e-12);
    CHECK_CLOSE(pw_row_bias(&s->m, r) + row_along(s, r, a), 0, 1e-11);
  }
  for (int32_t i = 0; i < s->k->scalars; i++) {
    int32_t speed = pw_tree_coordinate(s->tree, i, &factor);
    if (speed < 0) continue;
    CHECK_CLOSE(s->m.scalar[i].value, factor * s->x[pw_tree_position(s->tree, speed)], 1e-12);
    CHECK_CLOSE(s->m.scalar[i].rate, factor * s->u[speed], 1e-12);
    CHECK_CLOSE(s->m.scalar[i].bias + scalar_along(s, i, a), factor * rate[speed], 1e-11);
  }
  int32_t per = s->k->planar ? 2 : 9;
  for (int32_t i = 0; i < per * s->k->bodies; i++) CHECK_CLOSE(pw_tree_axes(s->tree)[i], s->m.R[i], 1e-14);
}

// read(place(x)) = x, quaternions up to their sign.
static void check_read(Setting *s) {
  double x[NQ], u[NV], q[NQ], rate[NQ];
  place(s, s->t, s->x);
  pw_tree_move(s->tree, s->u, s->v);
  pw_tree_read(s->tree, s->t, &s->discrete, s->q, s->v, x, u);
  for (int32_t i = 0; i < s->nu; i++) CHECK_CLOSE(u[i], s->u[i], 1e-12);
  pw_tree_place(s->tree, s->t, &s->discrete, x, q);
  for (int32_t i = 0; i < s->nq; i++) CHECK_CLOSE(fabs(q[i]), fabs(s->q[i]), 1e-12);
  for (int32_t i = 0; i < s->nx; i++) CHECK_CLOSE(fabs(x[i]), fabs(s->x[i]), 1e-12);
  for (int32_t k = 0; k < s->nu; k++) {
    if (pw_tree_position(s->tree, k) >= 0)
      CHECK_CLOSE(x[pw_tree_position(s->tree, k)], s->x[pw_tree_position(s->tree, k)], 1e-12);
  }
  // quaternions of another length
  for (int32_t i = 0; i < s->nx; i++) x[i] = 1.3 * s->x[i];
  for (int32_t k = 0; k < s->nu; k++) {
    if (pw_tree_position(s->tree, k) >= 0) x[pw_tree_position(s->tree, k)] = s->x[pw_tree_position(s->tree, k)];
  }
  pw_tree_place(s->tree, s->t, &s->discrete, x, q);
  for (int32_t i = 0; i < s->nq; i++) CHECK_CLOSE(q[i], s->q[i], 1e-13);
  // rates against a difference
  const double h = 1e-5;
  double du[NV], ahead[NQ], behind[NQ];
  for (int32_t i = 0; i < s->nu; i++) du[i] = h * s->u[i];
  pw_tree_add(s->tree, s->x, du, ahead);
  for (int32_t i = 0; i < s->nu; i++) du[i] = -h * s->u[i];
  pw_tree_add(s->tree, s->x, du, behind);
  pw_tree_rate(s->tree, s->x, s->u, rate);
  for (int32_t i = 0; i < s->nx; i++) {
    CHECK_CLOSE(rate[i], (ahead[i] - behind[i]) / (2 * h), 1e-9);
  }
}

// First derivative at the middle of seven values f[0..6], h apart.
static double first(const double *f, double h) {
  return (f[6] - f[0] - 9 * (f[5] - f[1]) + 45 * (f[4] - f[2])) / (60 * h);
}

// Speeds of the bodies by differences of seven sets of poses.
static void speeds_of(const Setting *s, double (*q)[NQ], double h, double *v) {
  int32_t per = pw_coordinates_per_body(s->k);
  for (int32_t b = 0; b < s->k->bodies - 1; b++) {
    double rate[7], f[7], conj[4], w[4];
    for (int32_t i = 0; i < per; i++) {
      for (int n = 0; n < 7; n++) f[n] = q[n][per * b + i];
      rate[i] = first(f, h);
    }
    memcpy(v + pw_speeds_per_body(s->k) * b, rate, 3 * sizeof *v);
    if (s->k->planar) continue;
    pw_quat_conjugate(q[3] + per * b + 3, conj);
    pw_quat_multiply(rate + 3, conj, w);
    for (int i = 0; i < 3; i++) v[6 * b + 3 + i] = 2 * w[1 + i];
  }
}

// The motion u = const is known exactly: x (+) u dt. Speeds, J, its rate and the bias by differences along it and along each
// coordinate.
static void check_differences(Setting *s, uint64_t *random) {
  const double h = 2e-3;
  static double q[7][NQ], v[7][NV], b[7][NV], J[7][NV][NV];
  double x[NQ], du[NV], none[NV] = {0}, got[NV], expected[NV], force[NV], other[NV], f[7];
  for (int32_t k = 0; k < s->nu; k++) {
    for (int n = 0; n < 7; n++) {
      memset(du, 0, sizeof du);
      du[k] = (n - 3) * h;
      pw_tree_add(s->tree, s->x, du, x);
      pw_tree_place(s->tree, s->t, &s->discrete, x, q[n]);
    }
    place(s, s->t, s->x);
    speeds_of(s, q, h, expected);
    for (int32_t i = 0; i < s->nv; i++) CHECK_CLOSE(s->J[k][i], expected[i], 1e-10);
  }
  for (int n = 0; n < 7; n++) {
    for (int32_t i = 0; i < s->nu; i++) du[i] = (n - 3) * h * s->u[i];
    pw_tree_add(s->tree, s->x, du, x);
    place(s, s->t + (n - 3) * h, x);
    pw_tree_move(s->tree, none, b[n]);
    pw_tree_move(s->tree, s->u, v[n]);
    memcpy(q[n], s->q, sizeof s->q);
    memcpy(J[n], s->J, sizeof s->J);
  }
  speeds_of(s, q, h, expected);
  for (int32_t i = 0; i < s->nv; i++) CHECK_CLOSE(v[3][i], expected[i], 1e-9);
  place(s, s->t, s->x);
  pw_tree_apply(s->tree, s->u, got);
  for (int32_t i = 0; i < s->nv; i++) CHECK_CLOSE(v[3][i], got[i] + b[3][i], 1e-12);
  pw_tree_move(s->tree, s->u, s->v);
  pw_tree_bias(s->tree, got);
  for (int32_t i = 0; i < s->nv; i++) {
    for (int n = 0; n < 7; n++) f[n] = v[n][i];
    CHECK_CLOSE(got[i], first(f, h), 1e-8);
    force[i] = any(random);
    other[i] = any(random);
  }
  pw_tree_gather_moving(s->tree, force, other, got);
  for (int32_t k = 0; k < s->nu; k++) {
    double sum = 0;
    for (int32_t i = 0; i < s->nv; i++) {
      for (int n = 0; n < 7; n++) f[n] = J[n][k][i];
      sum += force[i] * first(f, h) + other[i] * J[3][k][i];
    }
    CHECK_CLOSE(got[k], sum, 1e-8);
  }
}

// In the plane: rows of a point, against v + w x lever of each column of J.
static void check_points(Setting *s, uint64_t *random) {
  for (int32_t b = 1; b < s->k->bodies && s->k->planar; b++) {
    double point[2] = {any(random), any(random)}, x[NV] = {0}, y[NV] = {0};
    bool marked[NV] = {false};
    int32_t place[NV];
    const double *q = s->q + 3 * (b - 1);
    pw_tree_list(s->tree, b, 0, marked, place);
    pw_tree_add_point(s->tree, b, 0, point, -2, place, x, y);
    for (int32_t k = 0; k < s->nu; k++) {
      const double *v = s->J[k] + 3 * (b - 1);
      CHECK_CLOSE(x[k], -2 * (v[0] - v[2] * (point[1] - q[1])), 1e-12);
      CHECK_CLOSE(y[k], -2 * (v[1] + v[2] * (point[0] - q[0])), 1e-12);
    }
  }
}

// The mass matrix, listed and by its diagonal, against products of J with momenta MJ: what is not listed is zero, and so is what
// ties two branches.
static void check_mass(const Setting *s, double MJ[][NV]) {
  static double full[NV][NV];
  double inertia[NV];
  PwArena arena = {0};
  PwTreeMass M;
  memset(full, 0, sizeof full);
  assert_int_equal(pw_tree_list_mass(s->tree, &arena, &M), PAWL_OK);
  pw_tree_mass(s->tree, &M);
  pw_tree_inertia(s->tree, inertia);
  for (int32_t k = 0; k < s->nu; k++) {
    for (int32_t e = M.start[k]; e < M.start[k + 1]; e++) {
      assert_true(full[k][M.speed[e]] == 0);
      full[k][M.speed[e]] = full[M.speed[e]][k] = M.value[e];
      assert_int_equal(pw_tree_branch(s->tree, k), pw_tree_branch(s->tree, M.speed[e]));
    }
    CHECK_CLOSE(inertia[k], full[k][k], 0);
  }
  for (int32_t k = 0; k < s->nu; k++) {
    for (int32_t j = 0; j < s->nu; j++) {
      double sum = 0;
      for (int32_t i = 0; i < s->nv; i++) sum += s->J[j][i] * MJ[k][i];
      CHECK_CLOSE(full[k][j], sum, 1e-11);
    }
  }
  pw_arena_free(&arena);
}

// A row up to what both bodies hang on is the whole row in the speeds on the way, and nothing else.
static void check_relative_row(const Setting *s, const int32_t body[2], const double *jac, const double *row) {
  bool between[NV] = {false};
  double relative[NV] = {0};
  int32_t listed[NV], common = pw_tree_common(s->tree, body[0], body[1]);
  for (int side = 0; side < 2; side++) pw_tree_list(s->tree, body[side], common, between, listed);
  pw_tree_add_relative_row(s->tree, body, jac, 2, relative);
  for (int32_t k = 0; k < s->nu; k++) CHECK_CLOSE(relative[k], between[k] ? 2 * row[k] : 0, 1e-12);
}

// J^T force, rows and the mass matrix against products with J; inertias from the poses by motion.h.
static void check_products(Setting *s, uint64_t *random) {
  double force[NV], Q[NV], row[NV];
  static double MJ[NV][NV];
  int32_t per = pw_speeds_per_body(s->k);
  place(s, s->t, s->x);
  assert_int_equal(pw_motion_place(&s->m, s->t, s->q, &s->discrete), PAWL_OK);
  for (int32_t i = 0; i < s->nv; i++) force[i] = any(random);
  pw_tree_gather(s->tree, force, Q);
  for (int32_t k = 0; k < s->nu; k++) {
    double sum = 0;
    for (int32_t i = 0; i < s->nv; i++) sum += s->J[k][i] * force[i];
    CHECK_CLOSE(Q[k], sum, 1e-12);
  }
  for (int32_t i = 0; i < s->k->scalars; i++) {
    const int32_t body[2] = {s->k->frame[s->k->scalar[i].frame[0]].body, s->k->frame[s->k->scalar[i].frame[1]].body};
    pw_tree_row(s->tree, body, s->m.scalar[i].jac, row);
    for (int32_t k = 0; k < s->nu; k++) CHECK_CLOSE(row[k], scalar_along(s, i, s->J[k]), 1e-12);
    check_relative_row(s, body, s->m.scalar[i].jac, row);
  }
  check_points(s, random);
  for (int32_t k = 0; k < s->nu; k++) {  // what does not move a body is not marked
    for (int32_t b = 1; b < s->k->bodies; b++) {
      bool marked[NV] = {false};
      int32_t listed[NV];
      double moved = 0;
      int32_t count = pw_tree_list(s->tree, b, 0, marked, listed);
      for (int32_t i = 0; i < count; i++) assert_true(marked[listed[i]]);
      assert_int_equal(pw_tree_list(s->tree, b, 0, marked, listed), 0);  // all are marked
      for (int32_t c = 0; c < per; c++) moved = fmax(moved, fabs(s->J[k][per * (b - 1) + c]));
      if (!marked[k]) CHECK_CLOSE(moved, 0, 0);
    }
  }
  for (int32_t k = 0; k < s->nu; k++) {
    for (int32_t b = 1; b < s->k->bodies; b++) {
      const double *v = s->J[k] + per * (b - 1), *w = v + 3;
      double *out = MJ[k] + per * (b - 1), I[6];
      for (int i = 0; i < 3; i++) out[i] = s->k->body[b].mass * v[i];
      if (s->k->planar) {
        out[2] = s->k->body[b].inertia[2] * v[2];
        continue;
      }
      pw_motion_inertia(&s->m, b, I);
      out[3] = I[0] * w[0] + I[3] * w[1] + I[4] * w[2];
      out[4] = I[3] * w[0] + I[1] * w[1] + I[5] * w[2];
      out[5] = I[4] * w[0] + I[5] * w[1] + I[2] * w[2];
    }
  }
  check_mass(s, MJ);
}

static void check_trees(bool planar, bool moving, uint64_t seed) {
  Setting s;
  for (int n = 0; n < TREES; n++) {
    prepare(&s, random_tree(planar, moving, &seed));
    pose(&s, &seed);
    check_rows(&s, &seed);
    check_read(&s);
    check_differences(&s, &seed);
    check_products(&s, &seed);
    leave(&s);
  }
}

static void planar_trees_agree_with_differences(void **state) {
  (void)state;
  check_trees(true, false, 1);
}
static void plane_moving(void **state) {
  (void)state;
  check_trees(true, true, 2);
}
static void trees_in_space_agree_with_differences(void **state) {
  (void)state;
  check_trees(false, false, 3);
}
static void space_moving(void **state) {
  (void)state;
  check_trees(false, true, 4);
}

// One joint of each type: freedoms and rows as its name says. A joint whose rows are no relative transform leaves some of them
// over.
typedef struct {
  TreeJoint made;
  int positions, speeds, rows, held;
  const char *names;
} Known;

// A body on ground by one joint between frames at the origins; `first`: frame 1 is on the body.
static PawlMechanism *one_joint(TreeJoint made, bool planar, bool first) {
  PawlModel *m = pawl_model_create();
  uint64_t random = 7;
  PawlBodyId ground = pawl_model_ground(m), body = tree_body(m, "body", planar, &random);
  PawlJointDef joint = pawl_joint_def_default();
  joint.name = "j";
  joint.type = made.type;
  joint.locked = made.locked;
  for (int side = 0; side < 2; side++) joint.frame[side] = add_frame(m, (side == 0) == first ? body : ground, 0, 0, 0, 2, 0);
  if (joint.type == PAWL_JOINT_SCREW) joint.pitch = 1;
  if (joint.type == PAWL_JOINT_ROD) joint.length = 1;
  if (joint.type == PAWL_JOINT_GEAR_PAIR) joint.radius[0] = joint.radius[1] = 1;
  assert_int_equal(pawl_model_add_joint(m, &joint, NULL, NULL), PAWL_OK);
  pawl_model_set_planar(m, planar ? PAWL_PLANAR_YES : PAWL_PLANAR_NO);
  PawlMechanism *k = build(m);
  assert_int_equal(pw_topology_analyse(k), PAWL_OK);
  return k;
}

static void check_known(const Known *known, int count, bool planar) {
  for (int i = 0; i < 2 * count; i++) {
    const Known *is = &known[i / 2];
    Setting s;
    prepare(&s, one_joint(is->made, planar, i % 2));
    char names[200] = "";
    int held = 0;
    for (int32_t r = 0; r < s.k->rows; r++) held += pw_tree_holds(s.tree, r);
    for (int32_t n = 0; n < s.nu; n++) sprintf(names + strlen(names), "%s%s", n ? " " : "", pw_tree_name(s.tree, n));
    assert_int_equal(s.nx, is->positions);
    assert_int_equal(s.nu, is->speeds);
    assert_int_equal(s.k->rows, is->rows);
    assert_int_equal(held, is->held);
    assert_string_equal(names, is->names);
    leave(&s);
  }
}

static void joints_in_space(void **state) {
  (void)state;
  enum { X = PAWL_LOCK_X, Y = PAWL_LOCK_Y, RX = PAWL_LOCK_RX, RY = PAWL_LOCK_RY, RZ = PAWL_LOCK_RZ };
  static const Known known[] = {{{PAWL_JOINT_FIXED, 0}, 0, 0, 6, 6, ""},
                                {{PAWL_JOINT_REVOLUTE, 0}, 1, 1, 5, 5, "j.angle"},
                                {{PAWL_JOINT_PRISMATIC, 0}, 1, 1, 5, 5, "j.travel"},
                                {{PAWL_JOINT_CYLINDRICAL, 0}, 2, 2, 4, 4, "j.travel j.angle"},
                                {{PAWL_JOINT_SPHERICAL, 0}, 4, 3, 3, 3, "j.rx j.ry j.rz"},
                                {{PAWL_JOINT_PLANAR, 0}, 3, 3, 3, 3, "j.x j.y j.angle"},
                                {{PAWL_JOINT_POINT_ON_LINE, 0}, 5, 4, 2, 2, "j.travel j.rx j.ry j.rz"},
                                {{PAWL_JOINT_POINT_ON_PLANE, 0}, 6, 5, 1, 1, "j.x j.y j.rx j.ry j.rz"},
                                {{PAWL_JOINT_PARALLEL_AXES, 0}, 4, 4, 2, 2, "j.x j.y j.z j.angle"},
                                {{PAWL_JOINT_CONSTANT_VELOCITY, 0}, 4, 3, 4, 3, "j.rx j.ry j.rz"},
                                {{PAWL_JOINT_UNIVERSAL, 0}, 2, 2, 4, 4, "j.angle1 j.angle2"},
                                {{PAWL_JOINT_SCREW, 0}, 1, 1, 5, 5, "j.angle"},
                                {{PAWL_JOINT_ROD, 0}, 7, 6, 1, 0, "j.x j.y j.z j.rx j.ry j.rz"},
                                {{PAWL_JOINT_GEAR_PAIR, 0}, 3, 3, 5, 3, "j.x j.y j.rz"},
                                {{PAWL_JOINT_LOCK, X | RY | RZ}, 3, 3, 3, 3, "j.y j.z j.rx"},
                                {{PAWL_JOINT_LOCK, Y | RX | RZ}, 3, 3, 3, 3, "j.x j.z j.ry"},
                                {{PAWL_JOINT_LOCK, X | RY}, 6, 5, 2, 1, "j.y j.z j.rx j.ry j.rz"},
                                {{PAWL_JOINT_LOCK, Y}, 6, 5, 1, 1, "j.x j.z j.rx j.ry j.rz"},
                                {{PAWL_JOINT_LOCK, RX | RY | RZ}, 3, 3, 3, 3, "j.x j.y j.z"}};
  check_known(known, sizeof known / sizeof *known, false);
}

static void joints_in_the_plane(void **state) {
  (void)state;
  static const Known known[] = {{{PAWL_JOINT_FIXED, 0}, 0, 0, 3, 3, ""},
                                {{PAWL_JOINT_REVOLUTE, 0}, 1, 1, 2, 2, "j.angle"},
                                {{PAWL_JOINT_PLANAR, 0}, 3, 3, 0, 0, "j.x j.y j.angle"},
                                {{PAWL_JOINT_SPHERICAL, 0}, 1, 1, 2, 2, "j.rz"},
                                {{PAWL_JOINT_CONSTANT_VELOCITY, 0}, 0, 0, 3, 3, ""},
                                {{PAWL_JOINT_ROD, 0}, 3, 3, 1, 0, "j.x j.y j.rz"},
                                {{PAWL_JOINT_GEAR_PAIR, 0}, 3, 3, 2, 0, "j.x j.y j.rz"},
                                {{PAWL_JOINT_LOCK, PAWL_LOCK_X | PAWL_LOCK_RZ}, 1, 1, 2, 2, "j.y"}};
  check_known(known, sizeof known / sizeof *known, true);
}

// A body that no joint holds: its coordinates are its pose, its speeds those of the state.
static void floating_bodies_have_their_poses(void **state) {
  (void)state;
  for (int planar = 0; planar < 2; planar++) {
    PawlModel *m = pawl_model_create();
    uint64_t random = 9;
    Setting s;
    tree_body(m, "block", planar, &random);
    pawl_model_set_planar(m, planar ? PAWL_PLANAR_YES : PAWL_PLANAR_NO);
    PawlMechanism *k = build(m);
    assert_int_equal(pw_topology_analyse(k), PAWL_OK);
    prepare(&s, k);
    pose(&s, &random);
    place(&s, s.t, s.x);
    pw_tree_move(s.tree, s.u, s.v);
    assert_int_equal(s.nx, s.nq);
    assert_int_equal(s.nu, s.nv);
    for (int32_t i = 0; i < s.nx; i++) CHECK_CLOSE(s.q[i], s.x[i], 1e-15);
    for (int32_t i = 0; i < s.nu; i++) CHECK_CLOSE(s.v[i], s.u[i], 0);
    assert_string_equal(pw_tree_name(s.tree, s.nu - 1), "block.rz");
    leave(&s);
  }
}

// In the plane a fixed joint may lie between bodies that have turned against each other by whole turns: poses come back so.
static void whole_turns(void **state) {
  (void)state;
  PawlModel *m = pawl_model_create();
  uint64_t random = 10;
  Setting s;
  PawlBodyId one = tree_body(m, "one", true, &random), two = tree_body(m, "two", true, &random);
  tree_joint(m, "pin", (TreeJoint){PAWL_JOINT_SPHERICAL, 0}, pawl_model_ground(m), one, true, true, &random);
  tree_joint(m, "weld", (TreeJoint){PAWL_JOINT_FIXED, 0}, two, one, true, true, &random);
  pawl_model_set_planar(m, PAWL_PLANAR_YES);
  PawlMechanism *k = build(m);
  assert_int_equal(pw_topology_analyse(k), PAWL_OK);
  prepare(&s, k);
  pose(&s, &random);
  place(&s, s.t, s.x);
  double q[6], x[1], u[1];
  memcpy(q, s.q, sizeof q);
  q[5] += 4 * PI;
  pw_tree_read(s.tree, s.t, &s.discrete, q, s.v, x, u);
  place(&s, s.t, x);
  for (int i = 0; i < 6; i++) CHECK_CLOSE(s.q[i], q[i], 1e-13);
  leave(&s);
}

// Examples as they are assembled, loops and all: coordinates read from the poses give the poses back.
static void check_example(const char *path) {
  PawlModel *model = NULL;
  PawlMechanism *k = NULL;
  if (pawl_model_load(path, NULL, 0, NULL, &model) || pawl_mechanism_compile(model, NULL, &k)) fail_msg("%s", path);
  pawl_model_free(model);
  PwArena arena = {0};
  PwTree *tree = NULL;
  PwDiscrete discrete;
  assert_int_equal(pw_tree_create(k, &arena, &tree), PAWL_OK);
  assert_int_equal(pw_discrete_create(k, &arena, &discrete), PAWL_OK);
  size_t nq = (size_t)pw_position_count(k) + 1, nv = (size_t)pw_speed_count(k) + 1;
  double *q = pw_arena_array(&arena, nq, sizeof *q), *v = pw_arena_array(&arena, nv, sizeof *v);
  double *x = pw_arena_array(&arena, nq, sizeof *x), *u = pw_arena_array(&arena, nv, sizeof *u);
  memcpy(discrete.turn, k->assembled_turn, (size_t)k->turns * sizeof *discrete.turn);
  pw_tree_read(tree, 0, &discrete, k->assembled, v, x, u);
  pw_tree_place(tree, 0, &discrete, x, q);
  for (int32_t b = 0; b < k->bodies - 1; b++) {
    int32_t per = pw_coordinates_per_body(k);
    const double *got = q + per * b, *given = k->assembled + per * b;
    double along = 0;
    for (int i = 3; i < per; i++) along += got[i] * given[i];
    for (int i = 0; i < per; i++) CHECK_CLOSE(got[i], i >= 3 && along < 0 ? -given[i] : given[i], 1e-9 * (1 + fabs(given[i])));
  }
  for (int32_t c = 0; c < k->coordinates; c++) {
    double factor;
    int32_t speed = pw_tree_coordinate(tree, k->coordinate[c].scalar, &factor);
    if (speed >= 0) assert_true(factor != 1 || strcmp(pw_tree_name(tree, speed), k->coordinate[c].name) == 0);
  }
  pw_arena_free(&arena);
  pawl_mechanism_free(k);
}

static void trees_of_all_examples(void **state) {
  (void)state;
  DIR *folder = opendir(PAWL_SOURCE_DIR "/examples");
  int count = 0;
  assert_non_null(folder);
  for (struct dirent *e = readdir(folder); e; e = readdir(folder)) {
    char path[1000];
    snprintf(path, sizeof path, "%s/examples/%s/%s.yaml", PAWL_SOURCE_DIR, e->d_name, e->d_name);
    FILE *file = fopen(path, "r");
    if (!file) continue;
    fclose(file);
    check_example(path);
    count++;
  }
  closedir(folder);
  assert_true(count > 20);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(planar_trees_agree_with_differences),
                                     cmocka_unit_test(plane_moving),
                                     cmocka_unit_test(trees_in_space_agree_with_differences),
                                     cmocka_unit_test(space_moving),
                                     cmocka_unit_test(joints_in_space),
                                     cmocka_unit_test(joints_in_the_plane),
                                     cmocka_unit_test(floating_bodies_have_their_poses),
                                     cmocka_unit_test(whole_turns),
                                     cmocka_unit_test(trees_of_all_examples)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
