// Model files into models: numbers in SI, every joint type and orientation form, units, parameters, files beside the model, and
// the schema against the reader's own list of keys. Expected numbers are worked out by hand from the texts.
#include <jansson.h>
#include <locale.h>
#include <unistd.h>

#include "model/words.h"
#include "model_file.h"
#include "numerics/vec.h"

static const PawlBodyDef *body(const char *name) {
  PawlBodyId id = pawl_model_find_body(model, name);
  assert_true(id.i > 0);
  return &model->bodies.item[id.i - 1].def;
}

static const PawlFrameDef *frame(const char *name) {
  PawlFrameId id = pawl_model_find_frame(model, name);
  assert_true(id.i > 0);
  return &model->frames.item[id.i - 1].def;
}

static const PawlJointDef *joint(const char *name) {
  PawlJointId id = pawl_model_find_joint(model, name);
  assert_true(id.i > 0);
  return &model->joints.item[id.i - 1].def;
}

static void check3(const double a[3], double x, double y, double z) {
  CHECK_CLOSE(a[0], x, 1e-12);
  CHECK_CLOSE(a[1], y, 1e-12);
  CHECK_CLOSE(a[2], z, 1e-12);
}

// Axis k of the orientation q, in the axes that q turns into.
static void check_axis(const double q[4], int k, double x, double y, double z) {
  double e[3] = {k == 0, k == 1, k == 2}, out[3];
  pw_quat_rotate(q, e, out);
  check3(out, x, y, z);
}

static void check_drawn(PawlFrameId id, const double at[3], const double z[3], const double x[3]) {
  double p[3], q[4];
  pw_model_drawn_pose(model, id, p, q);
  check3(p, at[0], at[1], at[2]);
  if (z) check_axis(q, 2, z[0], z[1], z[2]);
  if (x) check_axis(q, 0, x[0], x[1], x[2]);
}

static const double pi = 3.14159265358979323846;

static void slider_crank(void **state) {
  (void)state;
  read_text(
      "pawl: 1\n"
      "name: slider-crank\n"
      "units: {length: mm, angle: deg, force: N}\n"
      "parameters: {l: 3*r, r: 50, k: 12 N/mm, speed: 600 rpm}\n"
      "gravity: [0, -9810]\n"
      "bodies:\n"
      "  ground: {frames: {o: [0, 0]}}\n"
      "  crank: {mass: 1.5, center: [r/2, 0], inertia: 800, frames: {o: [0, 0], tip: [r, 0]}}\n"
      "  rod: {mass: 2, center: [l/2, 0], inertia: [10, 2000, 2000], position: [r, 0], frames: {a: [0, 0], b: {at: [l, 0], "
      "angle: 30}}}\n"
      "  slider: {mass: 500 g, position: [r + l, 0]}\n"
      "joints:\n"
      "  main: {type: revolute, frames: [ground.o, crank.o]}\n"
      "  pin: {type: revolute, frames: [crank.tip, rod.a]}\n"
      "  wrist: {type: revolute, frames: [rod.b, slider]}\n"
      "  guide: {type: prismatic, between: [ground, slider], at: [4*r, 0], axis: x}\n"
      "forces:\n"
      "  s: {type: spring, frames: [ground, slider], stiffness: k, damping: 0.1, free_length: 0.1 m, preload: 2}\n"
      "drives: {motor: {coordinate: main, law: speed*t}}\n");
  assert_int_equal(pawl_messages_count(messages), 0);
  assert_string_equal(model->name, "slider-crank");
  check3(model->gravity, 0, -9.81, 0);
  CHECK_CLOSE(body("crank")->mass, 1.5, 0);
  CHECK_CLOSE(body("slider")->mass, 0.5, 1e-15);
  check3(body("crank")->center, 0.025, 0, 0);
  CHECK_CLOSE(body("crank")->inertia[2], 800e-6, 1e-18);
  CHECK_CLOSE(body("crank")->inertia[0], 400e-6, 1e-18);  // flat
  CHECK_CLOSE(body("rod")->inertia[1], 2000e-6, 1e-18);
  check3(body("slider")->position, 0.2, 0, 0);
  check3(frame("rod.b")->position, 0.15, 0, 0);
  check_axis(frame("rod.b")->orientation, 0, cos(pi / 6), 0.5, 0);
  const PawlForceDef *s = &model->forces.item[0].def;
  CHECK_CLOSE(s->stiffness, 12000, 1e-9);
  CHECK_CLOSE(s->damping, 100, 1e-11);  // 0.1 N s/mm
  CHECK_CLOSE(s->free_length, 0.1, 1e-16);
  CHECK_CLOSE(s->preload, 2, 0);
  const PwModelDrive *drive = &model->drives.item[0];
  assert_string_equal(drive->def.law.expression, "speed*t");
  assert_int_equal(drive->law_place.line, 18);
  assert_int_equal(drive->law_place.column, 41);
  assert_string_equal(drive->def.coordinate.name, "angle");
  CHECK_CLOSE(model->parameters.item[3].value, 3600, 1e-9);  // 600 rpm in deg/s
  CHECK_CLOSE(model->parameters.item[0].value, 150, 0);
  assert_string_equal(frame("slider")->name, "slider");  // made when asked for
  assert_true(model->hash == pw_model_hash(model) && model->hash != 0);
  double ground_x[3] = {1, 0, 0}, ground_y[3] = {0, 1, 0}, at[3] = {0.2, 0, 0};
  check_drawn(joint("guide")->frame[0], at, ground_x, ground_y);  // along x the frame's x is ground's y
  check_drawn(joint("guide")->frame[1], at, ground_x, ground_y);
}

static void joint_types(void **state) {
  (void)state;
  read_text(
      "bodies: {a: , b: {position: [1, 2, 3], angle: pi/2}}\n"
      "joints:\n"
      "  lock: {type: lock, between: [a, b], at: [0, 0], locked: [x, z, ry]}\n"
      "  fixed: {type: fixed, between: [a, b], at: [0, 0]}\n"
      "  revolute: {type: revolute, between: [a, b], at: [3, 4, 5], axis: [0, 2, 0]}\n"
      "  prismatic: {type: prismatic, between: [a, b], at: [0, 0], axis: -z}\n"
      "  cylindrical: {type: cylindrical, between: [a, b], at: [0, 0], angle: 0.5}\n"
      "  spherical: {type: spherical, between: [a, b], at: [0, 0]}\n"
      "  planar: {type: planar, between: [a, b], at: [0, 0], axes: {z: [0, 1, 1], x: [1, 0, 0]}}\n"
      "  pol: {type: point-on-line, between: [a, b], at: [0, 0]}\n"
      "  pop: {type: point-on-plane, between: [a, b], at: [0, 0]}\n"
      "  pa: {type: parallel-axes, between: [a, b], at: [0, 0]}\n"
      "  cv: {type: constant-velocity, between: [a, b], at: [0, 0]}\n"
      "  universal: {type: universal, between: [a, b], at: [1, 1], axes: [[1, 0, 0], [1, 1, 0]]}\n"
      "  straight: {type: universal, between: [a, b], at: [1, 1], axes: [x, [2, 0, 0]]}\n"
      "  screw: {type: screw, between: [a, b], at: [0, 0], pitch: 2 mm/turn}\n"
      "  rod: {type: rod, between: [a, b], at: [[0, 0], [3, 4]]}\n"
      "  rod2: {type: rod, frames: [a, b], length: 2}\n"
      "  gears: {type: gear-pair, between: [a, b], at: [[0, 0], [3, 0]], radii: [1, 2]}\n");
  assert_int_equal(model->joints.count, 17);
  for (int k = 0; k < 12; k++) assert_int_equal(model->joints.item[k].def.type, k);
  assert_int_equal(joint("straight")->type, PAWL_JOINT_UNIVERSAL);
  assert_int_equal(joint("screw")->type, PAWL_JOINT_SCREW);
  assert_int_equal(joint("rod")->type, PAWL_JOINT_ROD);
  assert_int_equal(joint("gears")->type, PAWL_JOINT_GEAR_PAIR);
  assert_int_equal(joint("lock")->locked, PAWL_LOCK_X | PAWL_LOCK_Z | PAWL_LOCK_RY);
  CHECK_CLOSE(joint("screw")->pitch, 0.002, 1e-17);
  assert_true(isnan(joint("rod")->length));
  CHECK_CLOSE(joint("rod2")->length, 2, 0);
  CHECK_CLOSE(joint("gears")->radius[1], 2, 0);
  // Both frames are at the drawn pose, whatever the bodies' own.
  double at[3] = {3, 4, 5}, x[3] = {1, 0, 0}, y[3] = {0, 1, 0}, z[3] = {0, 0, 1}, minus[3] = {0, 0, -1};
  check_drawn(joint("revolute")->frame[0], at, y, x);
  check_drawn(joint("revolute")->frame[1], at, y, x);
  check3(model->frames.item[joint("revolute")->frame[1].i - 1].def.position, 2, -2, 2);  // seen from b, turned a quarter
  check_drawn(joint("prismatic")->frame[1], (double[3]){0}, minus, x);
  check_drawn(joint("cylindrical")->frame[0], (double[3]){0}, z, (double[3]){cos(0.5), sin(0.5), 0});
  check_drawn(joint("planar")->frame[0], (double[3]){0}, (double[3]){0, sqrt(0.5), sqrt(0.5)}, x);
  check_drawn(joint("rod")->frame[1], (double[3]){3, 4, 0}, z, x);
  // Universal: cross arm x1 = normal of both shafts, y2 square to it and to shaft 2.
  const PawlJointDef *u = joint("universal");
  double p[3], q1[4], q2[4], h = sqrt(0.5);
  check_drawn(u->frame[0], (double[3]){1, 1, 0}, x, z);
  check_drawn(u->frame[1], (double[3]){1, 1, 0}, (double[3]){h, h, 0}, z);
  pw_model_drawn_pose(model, u->frame[0], p, q1);
  pw_model_drawn_pose(model, u->frame[1], p, q2);
  check_axis(q2, 1, h, -h, 0);
  check_drawn(joint("straight")->frame[0], (double[3]){1, 1, 0}, x, y);  // parallel shafts along x: x1 is ground's y
  check_drawn(joint("straight")->frame[1], (double[3]){1, 1, 0}, x, y);
}

// Each text is the same orientation: a third of a turn about (1, 1, 1), which takes x to y, y to z, z to x.
static void orientations(void **state) {
  (void)state;
  read_text(
      "units: {angle: deg}\n"
      "bodies:\n"
      "  ground:\n"
      "    frames:\n"
      "      a: {quaternion: [0.5, 0.5, 0.5, 0.5]}\n"
      "      b: {axes: {x: y, y: z}}\n"
      "      c: {axes: {z: [3, 0, 0], x: [5, 1, 0]}}\n"
      "      d: {axes: {y: [0, 0, 1], z: x}}\n"
      "      e: {euler: {order: xyz, angles: [90, 0, 90]}}\n"
      "      f: {euler: {order: zxz, angles: [90, 90, 0]}}\n"
      "      g: {euler: {order: zyx, angles: [90, 0, 90]}}\n"
      "      h: {axes: {x: y, z: x}}\n");
  const char *const names[] = {"a", "b", "c", "d", "f", "g", "h"};
  for (int k = 0; k < 7; k++) {
    char name[20];
    snprintf(name, sizeof name, "ground.%s", names[k]);
    const double *q = frame(name)->orientation;
    check_axis(q, 0, 0, 1, 0);
    check_axis(q, 1, 0, 0, 1);
    check_axis(q, 2, 1, 0, 0);
  }
  const double *e = frame("ground.e")->orientation;  // about x, then about the new z, which is -y
  check_axis(e, 0, 0, 0, 1);
  check_axis(e, 2, 0, -1, 0);
}

static void moving_frames(void **state) {
  (void)state;
  read_text(
      "units: {length: mm, angle: deg, force: N}\n"
      "parameters: {a: 3}\n"
      "bodies:\n"
      "  ground:\n"
      "    frames:\n"
      "      p: {at: [1, 2, 3], offset: [a*2, \"sin(t)\", 0], turn: 10*t, about: [0, 3, 4]}\n"
      "      q: {turn: 90, offset: [1, 2 m]}\n");
  const PawlFrameDef *p = frame("ground.p"), *q = frame("ground.q");
  assert_null(p->offset[0].expression);
  CHECK_CLOSE(p->offset[0].value, 0.006, 1e-18);
  assert_string_equal(p->offset[1].expression, "sin(t)");
  assert_string_equal(p->angle.expression, "10*t");
  check3(p->angle_axis, 0, 0.6, 0.8);
  assert_null(q->angle.expression);
  CHECK_CLOSE(q->angle.value, pi / 2, 1e-15);
  CHECK_CLOSE(q->offset[1].value, 2, 1e-15);
  const PwModelFrame *m = &model->frames.item[pawl_model_find_frame(model, "ground.p").i - 1];
  assert_int_equal(m->offset_place[1].line, 6);
  assert_int_equal(m->offset_place[1].column, 41);  // behind the quote
  assert_int_equal(m->angle_place.column, 60);
}

static void shapes(void **state) {
  (void)state;
  read_text(
      "units: {length: cm, mass: g, force: N}\n"
      "bodies:\n"
      "  box: {shape: {box: [2, 3, 4]}, density: 7.8}\n"
      "  scaled: {shape: {box: [2, 3, 4]}, mass: 24 g}\n"
      "  ball: {shape: {sphere: {radius: 2}}, density: 1 g/cm^3}\n"
      "  bar: {shape: {cylinder: {radius: 1, length: 10, axis: x}, at: [5, 0, 0]}, mass: 100}\n"
      "  plate: {shape: {outline: [[0, 0], [3, 0], [0, 6]], depth: 0.5}, density: 2}\n"
      "  turned: {shape: {box: [2, 3, 4], angle: pi/2}, mass: 24}\n"
      "  two: {shape: [{box: [1, 3, 4], at: [0.5, 0, 0]}, {box: [1, 3, 4], at: [-0.5, 0, 0]}], density: 1}\n");
  CHECK_CLOSE(body("box")->mass, 24 * 7.8e-3, 1e-15);
  CHECK_CLOSE(body("scaled")->mass, 0.024, 1e-17);
  CHECK_CLOSE(body("scaled")->inertia[0], 0.024 * 25e-4 / 12, 1e-18);
  CHECK_CLOSE(body("two")->inertia[0], body("scaled")->inertia[0], 1e-18);
  CHECK_CLOSE(body("two")->inertia[1], body("scaled")->inertia[1], 1e-18);
  CHECK_CLOSE(body("turned")->inertia[0], body("scaled")->inertia[1], 1e-18);
  CHECK_CLOSE(body("ball")->mass, 4 * pi / 3 * 8e-3, 1e-15);
  CHECK_CLOSE(body("bar")->inertia[0], 0.1 * 1e-4 / 2, 1e-18);
  check3(body("bar")->center, 0.05, 0, 0);
  check3(body("plate")->center, 0.01, 0.02, 0);
  CHECK_CLOSE(body("plate")->mass, 9e-3, 1e-16);
}

// 20 a + 40 b = c as numbers of the file; SI divides by the units and keeps the first factor.
static void couplers(void **state) {
  (void)state;
  read_text(
      "units: {length: mm, angle: deg, force: N}\n"
      "bodies: {a: {}, b: {}, c: {}}\n"
      "joints:\n"
      "  p: {type: revolute, between: [ground, a], at: [0, 0]}\n"
      "  q: {type: cylindrical, between: [ground, b], at: [0, 0]}\n"
      "  s: {type: prismatic, between: [ground, c], at: [0, 0]}\n"
      "couplers:\n"
      "  linear: {terms: {p.angle: 2, s.travel: -0.5}, offset: 6}\n"
      "  gears: {type: gears, joints: [p, q], teeth: [20, 40]}\n"
      "  ring: {type: gears, joints: [p, q.angle], teeth: [20, 60], internal: true}\n"
      "  rack: {type: rack, pinion: q, rack: s, radius: 30}\n"
      "  belt: {type: belt, joints: [p, q], radii: [10, 20]}\n"
      "  crossed: {type: belt, joints: [p, q], radii: [10, 20], crossed: true}\n");
  const PwModelCoupler *c = model->couplers.item;
  CHECK_CLOSE(c[0].def.factor[0], 2, 1e-15);
  CHECK_CLOSE(c[0].def.factor[1], -0.5 * (pi / 180) / 1e-3, 1e-12);
  CHECK_CLOSE(c[0].def.offset, 6 * pi / 180, 1e-15);
  CHECK_CLOSE(c[1].def.factor[1] / c[1].def.factor[0], 2, 1e-15);
  assert_string_equal(c[1].def.coordinate[1].name, "angle");  // though q has a travel, too
  assert_true(isnan(c[1].def.offset));
  CHECK_CLOSE(c[2].def.factor[1] / c[2].def.factor[0], -3, 1e-15);
  CHECK_CLOSE(c[3].def.factor[0], 0.03, 1e-17);  // travel = radius * angle in radians
  CHECK_CLOSE(c[3].def.factor[1], -1, 0);
  assert_string_equal(c[3].def.coordinate[1].name, "travel");
  CHECK_CLOSE(c[4].def.factor[1] / c[4].def.factor[0], -2, 1e-15);
  CHECK_CLOSE(c[5].def.factor[1] / c[5].def.factor[0], 2, 1e-15);
}

static void forces(void **state) {
  (void)state;
  read_text(
      "units: {length: mm, angle: deg, force: N}\n"
      "bodies: {a: {position: [0, 10], angle: 90}, b: {frames: {p: [1, 2]}}}\n"
      "joints:\n"
      "  p: {type: revolute, between: [ground, a], at: [0, 0]}\n"
      "  s: {type: prismatic, between: [ground, b], at: [0, 0]}\n"
      "forces:\n"
      "  spring: {type: spring, between: [ground, b], at: [[0, 0], [30, 40]], law: 2*length + rate}\n"
      "  coil: {type: torsion, coordinate: p, stiffness: 5, damping: 2, free_position: 90, preload: 3}\n"
      "  pusher: {type: joint, coordinate: s.travel, law: 3}\n"
      "  drag: {type: damper, coordinate: s, damping: 4}\n"
      "  bush: {type: bushing, between: [a, b], at: [1, 0], axis: x, stiffness: [1, 2, 3, 4, 5, 6], damping: [0, 0, 0, 0, 0, "
      "1]}\n"
      "  pull: {type: force, body: a, at: [5, 10], components: [3, 2*t], follow: true, reaction: b.p}\n"
      "  push: {type: force, frame: b.p, components: [0, 0, 1 kN]}\n"
      "  twist: {type: torque, body: a, torque: 8, reaction: ground}\n"
      "  twist3: {type: torque, frame: b.p, components: [1, 2, \"max(t, 3)\"]}\n");
  const PwModelForce *f = model->forces.item;
  assert_string_equal(f[0].def.law.expression, "2*length + rate");
  assert_int_equal(f[0].law_place.column, 77);
  check_drawn(f[0].def.frame[1], (double[3]){0.03, 0.04, 0}, NULL, NULL);
  assert_int_equal(f[1].def.type, PAWL_FORCE_JOINT);
  CHECK_CLOSE(f[1].def.stiffness, 5e-3 * 180 / pi, 1e-15);
  CHECK_CLOSE(f[1].def.damping, 2e-3 * 180 / pi, 1e-15);
  CHECK_CLOSE(f[1].def.free_length, pi / 2, 1e-15);
  CHECK_CLOSE(f[1].def.preload, 3e-3, 1e-17);
  assert_string_equal(f[2].def.law.expression, "3");  // kept as text: a number there would not count
  CHECK_CLOSE(f[3].def.damping, 4000, 1e-10);
  CHECK_CLOSE(f[4].def.bushing_stiffness[1], 2000, 1e-10);
  CHECK_CLOSE(f[4].def.bushing_stiffness[4], 5e-3 * 180 / pi, 1e-14);
  CHECK_CLOSE(f[4].def.bushing_damping[5], 1e-3 * 180 / pi, 1e-14);
  check_drawn(f[4].def.frame[0], (double[3]){1e-3, 0, 0}, (double[3]){1, 0, 0}, NULL);
  CHECK_CLOSE(f[5].def.component[0].value, 3, 0);
  assert_string_equal(f[5].def.component[1].expression, "2*t");
  assert_int_equal(f[5].component_place[1].column, 61);
  assert_true(f[5].def.follow);
  check3(model->frames.item[f[5].def.frame[0].i - 1].def.position, 0, -5e-3, 0);  // a is turned a quarter
  assert_string_equal(model->frames.item[f[5].def.frame[1].i - 1].def.name, "b.p");
  CHECK_CLOSE(f[6].def.component[2].value, 1000, 1e-12);
  assert_int_equal(f[6].def.frame[1].i, 0);
  CHECK_CLOSE(f[7].def.component[2].value, 8e-3, 1e-18);
  assert_string_equal(f[8].def.component[2].expression, "max(t, 3)");
}

static void measures_and_initial(void **state) {
  (void)state;
  read_text(
      "units: {angle: deg, time: ms}\n"
      "bodies: {a: {}, b: {frames: {p: [1, 2]}}}\n"
      "joints: {p: {type: revolute, between: [ground, a], at: [0, 0]}, s: {type: prismatic, between: [ground, b], at: [0, 0]}}\n"
      "measures:\n"
      "  d: {type: distance, frames: [a, b.p]}\n"
      "  x: {type: position, frames: [ground, b.p], axis: y}\n"
      "  w: {type: angle, frames: [ground, a]}\n"
      "  v: {type: speed, frames: [ground, a]}\n"
      "  vx: {type: speed, frames: [ground, a], axis: x}\n"
      "initial:\n"
      "  joints: {p.angle: 30, s: {position: 2, speed: 3, hold: [speed]}}\n"
      "  bodies: {b: {velocity: [1, 2], angular_velocity: 90, hold: true}}\n"
      "  from: statics\n"
      "analysis: {type: kinematics, duration: 2 s, until: a.x - 3, step: 1, tolerance: 1e-6, absolute: 1e-9, method: radau5,\n"
      "  max_step: 5, max_steps: 1e6, formulation: canonical, checkpoint_steps: 7, independent: [p, s.travel]}\n"
      "output: [p.angle, \"x\"]\n");
  const PwModelMeasure *m = model->measures.item;
  assert_int_equal(m[1].def.axis, 1);
  assert_int_equal(m[2].def.axis, 2);
  assert_int_equal(m[3].def.axis, 3);
  assert_int_equal(m[4].def.axis, 0);
  const PwModelInitialCoordinate *q = model->initial_coordinates.item;
  CHECK_CLOSE(q[0].def.position, pi / 6, 1e-15);
  assert_true(isnan(q[0].def.speed) && !q[0].def.hold_position);
  CHECK_CLOSE(q[1].def.speed, 3000, 1e-9);  // m/ms
  assert_true(q[1].def.hold_speed && !q[1].def.hold_position);
  const PawlInitialBody *b = &model->initial_bodies.item[0].def;
  check3(b->velocity, 1000, 2000, 0);
  check3(b->angular_velocity, 0, 0, 500 * pi);
  assert_true(b->hold_pose && b->hold_velocity);
  const PawlRunOptions *run = &model->run;
  assert_int_equal(run->analysis, PAWL_ANALYSIS_KINEMATICS);
  assert_int_equal(run->method, PAWL_METHOD_RADAU5);
  CHECK_CLOSE(run->duration, 2, 1e-15);
  CHECK_CLOSE(run->output_step, 1e-3, 1e-18);
  CHECK_CLOSE(run->max_step, 5e-3, 1e-18);
  CHECK_CLOSE(run->tolerance, 1e-6, 0);
  CHECK_CLOSE(run->absolute, 1e-9, 0);
  assert_true(run->max_steps == 1000000 && run->checkpoint_steps == 7 && run->from_statics);
  assert_int_equal(run->formulation, PAWL_FORMULATION_CANONICAL);
  assert_int_equal(run->independent_count, 2);
  assert_int_equal(run->independent[0].joint.i, 1);
  assert_string_equal(run->independent[0].name, "angle");
  assert_int_equal(run->independent[1].joint.i, 2);
  assert_string_equal(run->independent[1].name, "travel");
  assert_string_equal(model->until, "a.x - 3");
  assert_int_equal(model->until_place.line, 14);
  assert_int_equal(model->until_place.column, 52);
  assert_string_equal(model->outputs.item[1].text, "x");
  assert_int_equal(model->outputs.item[1].place.column, 20);
}

static void overrides(void **state) {
  (void)state;
  const char *text = "parameters: {a: 2, b: 3*a}\nbodies: {x: {mass: b}}\n";
  read_with(text, (const char *const[]){"a=5 + 1"}, 1);
  CHECK_CLOSE(body("x")->mass, 18, 0);
  uint64_t hash = model->hash;
  read_with(text, (const char *const[]){"a=6"}, 1);
  assert_true(model->hash == hash);  // what counts is the value
  read_text(text);
  CHECK_CLOSE(body("x")->mass, 6, 0);
  assert_true(model->hash != hash);
}

static void notes(void **state) {
  (void)state;
  read_text("units:\n  length: mm\n");
  assert_int_equal(pawl_messages_count(messages), 1);
  PawlMessage m = pawl_messages_get(messages, 0);
  assert_int_equal(m.severity, PAWL_NOTE);
  assert_int_equal(m.line, 2);
  assert_int_equal(m.column, 11);
  assert_non_null(strstr(m.text, "kg*mm/s^2 (0.001 N)"));
  read_text("units: {length: mm, force: N}\n");
  assert_int_equal(pawl_messages_count(messages), 0);
  read_text("planar: true\n");
  assert_int_equal(pawl_messages_count(messages), 0);
  assert_int_equal(model->planar, PAWL_PLANAR_YES);
}

static void write_file(const char *path, const char *text) {
  FILE *file = fopen(path, "w");
  assert_non_null(file);
  fputs(text, file);
  fclose(file);
}

static void files(void **state) {
  (void)state;
  char folder[] = "/tmp/pawl_test_XXXXXX", model_path[64], csv_path[64];
  assert_non_null(mkdtemp(folder));
  snprintf(model_path, sizeof model_path, "%s/m.yaml", folder);
  snprintf(csv_path, sizeof csv_path, "%s/lift.csv", folder);
  write_file(csv_path, "# lift of a cam\nangle;lift;extra\n0; 1; 2\r\n1;\t2.5;3\n\n2; 1; 9");
  write_file(model_path,
             "units: {length: mm, force: N}\n"
             "tables:\n"
             "  a: {x: [0, 1, 2 m], y: [0, 1, 4], interpolate: linear, extend: straight}\n"
             "  b: {csv: lift.csv}\n"
             "  c: {csv: lift.csv, columns: [0, 2]}\n"
             "initial: {from: {result: old}}\n");
  PawlStatus status = pawl_model_load(model_path, NULL, 0, messages, &model);
  remove(model_path);
  remove(csv_path);
  rmdir(folder);
  assert_int_equal(status, PAWL_OK);
  const PwModelTable *t = model->tables.item;
  assert_int_equal(t[0].def.interpolation, PAWL_TABLE_LINEAR);
  assert_int_equal(t[0].def.extension, PAWL_TABLE_EXTEND);
  CHECK_CLOSE(t[0].def.x[2], 2000, 1e-9);  // in the file's units
  assert_int_equal(t[1].def.interpolation, PAWL_TABLE_SPLINE);
  assert_int_equal(t[1].def.count, 3);
  CHECK_CLOSE(t[1].def.y[1], 2.5, 0);
  CHECK_CLOSE(t[2].def.y[2], 9, 0);
  char expected[64];
  snprintf(expected, sizeof expected, "%s/old", folder);
  assert_string_equal(model->run.from_result, expected);
  assert_string_equal(model->parameters.count ? "" : t[0].place.file, model_path);
}

// An alias stands for the same thing in several places; a thousand bodies keep their order.
static void many(void **state) {
  (void)state;
  read_text("bodies:\n  a: &part {mass: 2, inertia: 3}\n  b: *part\n");
  CHECK_CLOSE(body("b")->inertia[2], 3, 0);
  static char text[200000];
  strcpy(text, "bodies:\n");
  for (int k = 0; k < 1000; k++) sprintf(text + strlen(text), "  b%d: {mass: %d, frames: {p: [%d, 0]}}\n", k, k, k);
  strcat(text, "joints:\n");
  for (int k = 1; k < 1000; k++) sprintf(text + strlen(text), "  j%d: {type: revolute, frames: [b%d.p, b%d]}\n", k, k - 1, k);
  read_text(text);
  for (int k = 0; k < 1000; k++) CHECK_CLOSE(model->bodies.item[k + 1].def.mass, k, 0);
  assert_int_equal(model->joints.count, 999);
}

// Numbers are read the same under any locale; where no other locale is installed this checks the ordinary one again.
static void locales(void **state) {
  (void)state;
  static const char *const names[] = {"de_DE.UTF-8", "fr_FR.UTF-8", "de_DE", NULL};
  for (int k = 0; names[k] && !setlocale(LC_NUMERIC, names[k]); k++) continue;
  read_text("bodies: {a: {mass: 1.5, center: [0.25*2, 1e-1]}}\n");
  setlocale(LC_NUMERIC, "C");
  CHECK_CLOSE(body("a")->mass, 1.5, 0);
  CHECK_CLOSE(body("a")->center[0], 0.5, 0);
}

static json_t *definition(json_t *schema, const char *name) {
  if (strcmp(name, "model") == 0) return schema;
  return json_object_get(json_object_get(schema, "$defs"), name);
}

static bool lists_word(json_t *field, const char *word) {
  size_t k;
  json_t *value;
  json_array_foreach(json_object_get(field, "enum"), k, value) {
    if (json_is_string(value) && strcmp(json_string_value(value), word) == 0) return true;
  }
  return false;
}

// The schema and the reader know the same keys and words.
static void schema_and_reader_know_the_same_words(void **state) {
  (void)state;
  json_error_t error;
  json_t *root = json_load_file(PAWL_SOURCE_DIR "/docs/pawl.schema.json", JSON_REJECT_DUPLICATES, &error);
  if (!root) fail_msg("schema line %d: %s", error.line, error.text);
  for (const PwKeySet *set = pw_key_sets; set->name; set++) {
    json_t *def = definition(root, set->name), *properties = json_object_get(def, "properties");
    if (!properties) fail_msg("the schema has no properties for '%s'", set->name);
    size_t count = 0;
    for (; set->keys[count]; count++) {
      if (!json_object_get(properties, set->keys[count])) fail_msg("the schema lacks '%s' of '%s'", set->keys[count], set->name);
    }
    assert_int_equal(json_object_size(properties), count);
    assert_true(json_is_false(json_object_get(def, "additionalProperties")));
  }
  for (const PwWordSet *set = pw_word_sets; set->set; set++) {
    json_t *field = json_object_get(json_object_get(definition(root, set->set), "properties"), set->key);
    size_t count = 0;
    for (; set->words[count]; count++) {
      if (!lists_word(field, set->words[count])) fail_msg("the schema lacks %s.%s: %s", set->set, set->key, set->words[count]);
    }
    assert_int_equal(json_array_size(json_object_get(field, "enum")), count);
  }
  json_decref(root);
}

// Every YAML block of the manual is a whole model and reads without a word.
static void manual(void **state) {
  (void)state;
  static char text[100000];
  FILE *file = fopen(PAWL_SOURCE_DIR "/docs/model-format.md", "r");
  assert_non_null(file);
  size_t length = fread(text, 1, sizeof text - 1, file);
  fclose(file);
  assert_true(length > 0 && length < sizeof text - 1);
  text[length] = 0;
  int count = 0;
  for (char *block = strstr(text, "```yaml\n"); block; block = strstr(block, "```yaml\n"), count++) {
    char *start = block + strlen("```yaml\n"), *end = strstr(start, "```");
    assert_non_null(end);
    *end = 0;
    read_text(start);
    assert_int_equal(pawl_messages_count(messages), 0);
    block = end + 1;
  }
  assert_int_equal(count, 13);
}

#define READING(test) cmocka_unit_test_setup_teardown(test, setup, teardown)

int main(void) {
  const struct CMUnitTest tests[] = {READING(slider_crank), READING(joint_types),
                                     READING(orientations), READING(moving_frames),
                                     READING(shapes),       READING(couplers),
                                     READING(forces),       READING(measures_and_initial),
                                     READING(overrides),    READING(notes),
                                     READING(files),        READING(many),
                                     READING(locales),      cmocka_unit_test(schema_and_reader_know_the_same_words),
                                     READING(manual)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
