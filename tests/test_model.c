// Building a model in code: what is kept, what is refused, and that a refused def changes nothing. Solids against closed forms.
#include "check.h"
#include "model/model.h"
#include "model/shapes.h"

typedef struct {
  PawlModel *model;
  PawlMessages *messages;
  PawlBodyId body;
  PawlFrameId on_ground, on_body;
  PawlJointId revolute, cylindrical;
} Fixture;

static PawlFrameId frame_on(Fixture *f, PawlBodyId body, const char *name, double x) {
  PawlFrameDef def = pawl_frame_def_default();
  PawlFrameId id = {0};
  def.name = name;
  def.body = body;
  def.position[0] = x;
  assert_int_equal(pawl_model_add_frame(f->model, &def, f->messages, &id), PAWL_OK);
  return id;
}

static PawlJointId joint_of(Fixture *f, const char *name, PawlJointType type) {
  PawlJointDef def = pawl_joint_def_default();
  PawlJointId id = {0};
  def.name = name;
  def.type = type;
  def.frame[0] = f->on_ground;
  def.frame[1] = f->on_body;
  assert_int_equal(pawl_model_add_joint(f->model, &def, f->messages, &id), PAWL_OK);
  return id;
}

static int setup(void **state) {
  static Fixture f;
  f = (Fixture){.model = pawl_model_create(), .messages = pawl_messages_create()};
  PawlBodyDef body = pawl_body_def_default();
  body.name = "crank";
  body.mass = 2;
  body.inertia[2] = 1, body.inertia[0] = body.inertia[1] = 0.5;
  if (pawl_model_add_body(f.model, &body, f.messages, &f.body) != PAWL_OK) return 1;
  f.on_ground = frame_on(&f, pawl_model_ground(f.model), "ground.o", 0);
  f.on_body = frame_on(&f, f.body, "crank.o", 0.5);
  f.revolute = joint_of(&f, "pin", PAWL_JOINT_REVOLUTE);
  f.cylindrical = joint_of(&f, "tube", PAWL_JOINT_CYLINDRICAL);
  *state = &f;
  return 0;
}

static int teardown(void **state) {
  Fixture *f = *state;
  pawl_model_free(f->model);
  pawl_messages_free(f->messages);
  return 0;
}

// The last message holds the fragment, and nothing was added to the model: its hash is as before.
static void refused(Fixture *f, PawlStatus status, PawlStatus expected, uint64_t hash, const char *fragment) {
  int n = pawl_messages_count(f->messages);
  assert_int_equal(status, expected);
  assert_true(n > 0);
  const char *text = pawl_messages_get(f->messages, n - 1).text;
  if (!strstr(text, fragment)) fail_msg("'%s' does not say '%s'", text, fragment);
  assert_true(pw_model_hash(f->model) == hash);
}

static void lookups(void **state) {
  Fixture *f = *state;
  assert_int_equal(pawl_model_find_body(f->model, "crank").i, f->body.i);
  assert_int_equal(pawl_model_find_body(f->model, "ground").i, pawl_model_ground(f->model).i);
  assert_int_equal(pawl_model_find_body(f->model, "rod").i, 0);
  assert_int_equal(pawl_model_find_body(f->model, NULL).i, 0);
  assert_int_equal(pawl_model_find_frame(f->model, "crank.o").i, f->on_body.i);
  assert_int_equal(pawl_model_find_joint(f->model, "tube").i, f->cylindrical.i);
  for (int k = 0; k < 1000; k++) {  // many names: the table of names grows
    char name[20];
    snprintf(name, sizeof name, "f%d", k);
    PawlFrameId id = frame_on(f, f->body, name, k);
    assert_int_equal(pawl_model_find_frame(f->model, name).i, id.i);
  }
  assert_int_equal(pawl_model_find_frame(f->model, "f0").i, f->on_body.i + 1);
}

static void bad_bodies(void **state) {
  Fixture *f = *state;
  uint64_t hash = pw_model_hash(f->model);
  PawlBodyDef def = pawl_body_def_default();
  refused(f, pawl_model_add_body(f->model, &def, f->messages, NULL), PAWL_ERR_ARGUMENT, hash, "needs a name");
  refused(f, pawl_model_add_body(f->model, NULL, f->messages, NULL), PAWL_ERR_ARGUMENT, hash, "NULL");
  def.name = "crank";
  refused(f, pawl_model_add_body(f->model, &def, f->messages, NULL), PAWL_ERR_INPUT, hash, "already taken");
  def.name = "ground";
  refused(f, pawl_model_add_body(f->model, &def, f->messages, NULL), PAWL_ERR_INPUT, hash, "already taken");
  static const char *const names[] = {"", "3d", "a-b", "a b", "a.b", "\xc3\xa4"};
  for (int k = 0; k < 6; k++) {
    def.name = names[k];
    refused(f, pawl_model_add_body(f->model, &def, f->messages, NULL), PAWL_ERR_INPUT, hash, "letters, digits");
  }
  def.name = "rod";
  def.mass = -1;
  refused(f, pawl_model_add_body(f->model, &def, f->messages, NULL), PAWL_ERR_INPUT, hash, "body 'rod': mass is -1 kg");
  def.mass = NAN;
  refused(f, pawl_model_add_body(f->model, &def, f->messages, NULL), PAWL_ERR_INPUT, hash, "mass is not a finite");
  def.mass = 1;
  def.position[1] = INFINITY;
  refused(f, pawl_model_add_body(f->model, &def, f->messages, NULL), PAWL_ERR_INPUT, hash, "position is not a finite");
  def.position[1] = 0;
  def.orientation[0] = 1.1;
  refused(f, pawl_model_add_body(f->model, &def, f->messages, NULL), PAWL_ERR_INPUT, hash, "length 1.1");
  def.mass = -1;
  def.inertia[0] = NAN;
  pawl_messages_clear(f->messages);
  refused(f, pawl_model_add_body(f->model, &def, f->messages, NULL), PAWL_ERR_INPUT, hash, "quaternion");
  assert_int_equal(pawl_messages_count(f->messages), 3);  // all at once: mass, inertia, quaternion
}

static PawlStatus with_inertia(Fixture *f, const double inertia[6]) {
  PawlBodyDef def = pawl_body_def_default();
  static int n;
  char name[20];
  snprintf(name, sizeof name, "b%d", n++);
  def.name = name;
  def.mass = 1;
  memcpy(def.inertia, inertia, sizeof def.inertia);
  return pawl_model_add_body(f->model, &def, f->messages, NULL);
}

// Principal moments of [[1, s], [s, 1]] are 1 - s, 1 + s: with s = -1.1 one is negative. A thin rod has 0, a, a; a lamina a, b, a
// + b.
static void inertia(void **state) {
  Fixture *f = *state;
  uint64_t hash = pw_model_hash(f->model);
  refused(f, with_inertia(f, (double[6]){1, 1, -1e-6, 0, 0, 0}), PAWL_ERR_INPUT, hash, "negative principal moment");
  refused(f, with_inertia(f, (double[6]){1, 1, 1, -1.1, 0, 0}), PAWL_ERR_INPUT, hash, "negative principal moment -0.1");
  refused(f, with_inertia(f, (double[6]){1, 1, 2.001, 0, 0, 0}), PAWL_ERR_INPUT, hash, "sum of the others");
  refused(f, with_inertia(f, (double[6]){1e-9, 1e-9, 2.001e-9, 0, 0, 0}), PAWL_ERR_INPUT, hash, "sum of the others");
  refused(f, with_inertia(f, (double[6]){INFINITY, 1, 1, 0, 0, 0}), PAWL_ERR_INPUT, hash, "finite");
  assert_int_equal(with_inertia(f, (double[6]){0, 0, 0, 0, 0, 0}), PAWL_OK);
  assert_int_equal(with_inertia(f, (double[6]){0, 3, 3, 0, 0, 0}), PAWL_OK);
  assert_int_equal(with_inertia(f, (double[6]){1, 2, 3, 0, 0, 0}), PAWL_OK);
  assert_int_equal(with_inertia(f, (double[6]){1e-200, 1e-200, 2e-200, 0, 0, 0}), PAWL_OK);
  assert_int_equal(with_inertia(f, (double[6]){1, 1, 2, -0.999999999, 0, 0}), PAWL_OK);
}

// A def of an older version is shorter: what it lacks has the default.
static void sizes(void **state) {
  Fixture *f = *state;
  uint64_t hash = pw_model_hash(f->model);
  PawlBodyDef def = pawl_body_def_default();
  def.name = "old";
  def.mass = 3;
  def.position[0] = 7;
  def.size = 0;
  refused(f, pawl_model_add_body(f->model, &def, f->messages, NULL), PAWL_ERR_ARGUMENT, hash, "size is 0");
  struct {
    PawlBodyDef def;
    double more;
  } newer = {def, 1};
  newer.def.size = sizeof newer;
  refused(f, pawl_model_add_body(f->model, &newer.def, f->messages, NULL), PAWL_ERR_ARGUMENT, hash, "newer library");
  def.size = offsetof(PawlBodyDef, position);
  PawlBodyId id;
  assert_int_equal(pawl_model_add_body(f->model, &def, f->messages, &id), PAWL_OK);
  const PawlBodyDef *kept = &f->model->bodies.item[id.i - 1].def;
  CHECK_CLOSE(kept->mass, 3, 0);
  CHECK_CLOSE(kept->position[0], 0, 0);
  CHECK_CLOSE(kept->orientation[0], 1, 0);
  assert_int_equal(kept->size, sizeof def);
}

// Strings and arrays are copied: what the caller does with his afterwards is his affair.
static void copies(void **state) {
  Fixture *f = *state;
  char name[] = "rod", law[] = "2*t";
  PawlBodyDef body = pawl_body_def_default();
  body.name = name;
  assert_int_equal(pawl_model_add_body(f->model, &body, f->messages, NULL), PAWL_OK);
  name[0] = 'x';
  assert_int_equal(pawl_model_find_body(f->model, "rod").i, f->body.i + 1);
  PawlDriveDef drive = pawl_drive_def_default();
  drive.coordinate.joint = f->revolute;
  drive.law.expression = law;
  PawlDriveId id;
  assert_int_equal(pawl_model_add_drive(f->model, &drive, f->messages, &id), PAWL_OK);
  law[0] = '9';
  const PawlDriveDef *kept = &f->model->drives.item[id.i - 1].def;
  assert_string_equal(kept->law.expression, "2*t");
  assert_string_equal(kept->coordinate.name, "angle");  // the only one
  assert_string_equal(kept->name, "pin.angle");
}

static void bad_frames(void **state) {
  Fixture *f = *state;
  uint64_t hash = pw_model_hash(f->model);
  PawlFrameDef def = pawl_frame_def_default();
  def.body = f->body;
  def.name = "ground.p";
  refused(f, pawl_model_add_frame(f->model, &def, f->messages, NULL), PAWL_ERR_INPUT, hash, "on body 'crank'");
  def.name = "crank.o";
  refused(f, pawl_model_add_frame(f->model, &def, f->messages, NULL), PAWL_ERR_INPUT, hash, "already taken");
  def.name = NULL;
  def.body.i = 99;
  refused(f, pawl_model_add_frame(f->model, &def, f->messages, NULL), PAWL_ERR_ARGUMENT, hash, "body id 99");
  def.body = f->body;
  def.angle_axis[2] = 0;
  refused(f, pawl_model_add_frame(f->model, &def, f->messages, NULL), PAWL_ERR_INPUT, hash, "no direction");
  def.angle_axis[2] = 5;
  def.offset[1].expression = "";
  refused(f, pawl_model_add_frame(f->model, &def, f->messages, NULL), PAWL_ERR_INPUT, hash, "empty expression");
  def.offset[1].expression = NULL;
  def.orientation[0] = 1 + 1e-7;  // near enough: made exact
  PawlFrameId id;
  assert_int_equal(pawl_model_add_frame(f->model, &def, f->messages, &id), PAWL_OK);
  CHECK_CLOSE(f->model->frames.item[id.i - 1].def.orientation[0], 1, 0);
  CHECK_CLOSE(f->model->frames.item[id.i - 1].def.angle_axis[2], 1, 0);
}

static PawlJointDef joint(const Fixture *f, PawlJointType type) {
  PawlJointDef def = pawl_joint_def_default();
  def.name = "j";
  def.type = type;
  def.frame[0] = f->on_ground;
  def.frame[1] = f->on_body;
  return def;
}

static void bad_joints(void **state) {
  Fixture *f = *state;
  PawlFrameId other = frame_on(f, f->body, "crank.p", 1), origin = frame_on(f, f->body, "crank.q", 0);
  uint64_t hash = pw_model_hash(f->model);
  PawlJointDef def = joint(f, PAWL_JOINT_REVOLUTE);
  def.frame[0] = other;
  refused(f, pawl_model_add_joint(f->model, &def, f->messages, NULL), PAWL_ERR_INPUT, hash, "both frames are on body 'crank'");
  def.frame[0].i = 0;
  refused(f, pawl_model_add_joint(f->model, &def, f->messages, NULL), PAWL_ERR_ARGUMENT, hash, "frame id 0");
  def = joint(f, (PawlJointType)77);
  refused(f, pawl_model_add_joint(f->model, &def, f->messages, NULL), PAWL_ERR_ARGUMENT, hash, "joint type 77");
  def = joint(f, PAWL_JOINT_LOCK);
  refused(f, pawl_model_add_joint(f->model, &def, f->messages, NULL), PAWL_ERR_INPUT, hash, "one to six");
  def.locked = 64;
  refused(f, pawl_model_add_joint(f->model, &def, f->messages, NULL), PAWL_ERR_INPUT, hash, "one to six");
  def = joint(f, PAWL_JOINT_SCREW);
  refused(f, pawl_model_add_joint(f->model, &def, f->messages, NULL), PAWL_ERR_INPUT, hash, "pitch");
  def = joint(f, PAWL_JOINT_REVOLUTE);
  def.pitch = 1;
  refused(f, pawl_model_add_joint(f->model, &def, f->messages, NULL), PAWL_ERR_INPUT, hash, "belongs to a screw");
  def = joint(f, PAWL_JOINT_REVOLUTE);
  def.locked = 1;
  refused(f, pawl_model_add_joint(f->model, &def, f->messages, NULL), PAWL_ERR_INPUT, hash, "belongs to a lock");
  def = joint(f, PAWL_JOINT_REVOLUTE);
  def.length = 1;
  refused(f, pawl_model_add_joint(f->model, &def, f->messages, NULL), PAWL_ERR_INPUT, hash, "belongs to a rod");
  def = joint(f, PAWL_JOINT_ROD);
  def.radius[1] = 1;
  refused(f, pawl_model_add_joint(f->model, &def, f->messages, NULL), PAWL_ERR_INPUT, hash, "gear pair");
  def = joint(f, PAWL_JOINT_ROD);
  def.length = 0;
  refused(f, pawl_model_add_joint(f->model, &def, f->messages, NULL), PAWL_ERR_INPUT, hash, "must be > 0");
  def.length = NAN;
  def.frame[1] = origin;
  refused(f, pawl_model_add_joint(f->model, &def, f->messages, NULL), PAWL_ERR_INPUT, hash, "one point");
  def = joint(f, PAWL_JOINT_GEAR_PAIR);
  def.radius[0] = -1, def.radius[1] = 2;  // a ring smaller than the gear in it
  refused(f, pawl_model_add_joint(f->model, &def, f->messages, NULL), PAWL_ERR_INPUT, hash, "ring gear");
  def.radius[0] = -3;
  assert_int_equal(pawl_model_add_joint(f->model, &def, f->messages, NULL), PAWL_OK);
}

static void joints_have_their_coordinates(void **state) {
  (void)state;
  static const struct {
    PawlJointType type;
    uint32_t locked;
    const char *names;
  } cases[] = {{PAWL_JOINT_FIXED, 0, ""},
               {PAWL_JOINT_REVOLUTE, 0, "angle "},
               {PAWL_JOINT_PRISMATIC, 0, "travel "},
               {PAWL_JOINT_CYLINDRICAL, 0, "angle travel "},
               {PAWL_JOINT_SPHERICAL, 0, ""},
               {PAWL_JOINT_PLANAR, 0, "x y angle "},
               {PAWL_JOINT_POINT_ON_LINE, 0, "travel "},
               {PAWL_JOINT_POINT_ON_PLANE, 0, "x y "},
               {PAWL_JOINT_PARALLEL_AXES, 0, "x y z angle "},
               {PAWL_JOINT_CONSTANT_VELOCITY, 0, ""},
               {PAWL_JOINT_UNIVERSAL, 0, "angle1 angle2 "},
               {PAWL_JOINT_SCREW, 0, "angle travel "},
               {PAWL_JOINT_ROD, 0, ""},
               {PAWL_JOINT_GEAR_PAIR, 0, "angle "},
               {PAWL_JOINT_LOCK, 63, ""},
               {PAWL_JOINT_LOCK, 31, "angle "},
               {PAWL_JOINT_LOCK, PAWL_LOCK_X | PAWL_LOCK_RX, "y z "},  // ry and rz are free: no angle
               {PAWL_JOINT_LOCK, PAWL_LOCK_Y | PAWL_LOCK_RX | PAWL_LOCK_RY, "x z angle "},
               {PAWL_JOINT_LOCK, PAWL_LOCK_Z | 56, "x y "}};
  for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
    char all[64] = "";
    const char *const *names = pw_joint_coordinate_names(cases[k].type, cases[k].locked);
    for (int j = 0; names[j]; j++) strcat(strcat(all, names[j]), " ");
    assert_string_equal(all, cases[k].names);
  }
}

static void bad_coordinates(void **state) {
  Fixture *f = *state;
  uint64_t hash = pw_model_hash(f->model);
  PawlDriveDef def = pawl_drive_def_default();
  def.coordinate.joint.i = 9;
  refused(f, pawl_model_add_drive(f->model, &def, f->messages, NULL), PAWL_ERR_ARGUMENT, hash, "joint id 9");
  def.coordinate.joint = f->cylindrical;
  refused(f, pawl_model_add_drive(f->model, &def, f->messages, NULL), PAWL_ERR_INPUT, hash, "angle, travel: say which");
  def.coordinate.name = "angel";
  refused(f, pawl_model_add_drive(f->model, &def, f->messages, NULL), PAWL_ERR_INPUT, hash,
          "no coordinate 'angel', only angle, travel");
  def.coordinate.name = "travel";
  def.law.value = NAN;
  refused(f, pawl_model_add_drive(f->model, &def, f->messages, NULL), PAWL_ERR_INPUT, hash, "law is not a finite");
  def.law.value = 1;
  assert_int_equal(pawl_model_add_drive(f->model, &def, f->messages, NULL), PAWL_OK);
  hash = pw_model_hash(f->model);
  def.name = "again";
  refused(f, pawl_model_add_drive(f->model, &def, f->messages, NULL), PAWL_ERR_INPUT, hash, "driven already, by 'tube.travel'");
  def.coordinate = (PawlCoordinate){joint_of(f, "weld", PAWL_JOINT_FIXED), NULL};
  hash = pw_model_hash(f->model);
  refused(f, pawl_model_add_drive(f->model, &def, f->messages, NULL), PAWL_ERR_INPUT, hash, "has no coordinate");
}

static void couplers(void **state) {
  Fixture *f = *state;
  uint64_t hash = pw_model_hash(f->model);
  PawlCoordinate coordinate[2] = {{f->revolute, NULL}, {f->cylindrical, "angle"}};
  double factor[2] = {20, 0};
  PawlCouplerDef def = pawl_coupler_def_default();
  def.name = "pin";
  def.count = 2;
  def.coordinate = coordinate;
  def.factor = factor;
  refused(f, pawl_model_add_coupler(f->model, &def, f->messages, NULL), PAWL_ERR_INPUT, hash, "factor 2");
  factor[1] = 40;
  refused(f, pawl_model_add_coupler(f->model, &def, f->messages, NULL), PAWL_ERR_INPUT, hash, "joints and couplers share");
  def.name = "gears";
  def.count = 1;
  refused(f, pawl_model_add_coupler(f->model, &def, f->messages, NULL), PAWL_ERR_INPUT, hash, "2 to 1000 terms");
  def.count = 2;
  def.offset = INFINITY;
  refused(f, pawl_model_add_coupler(f->model, &def, f->messages, NULL), PAWL_ERR_INPUT, hash, "offset");
  def.offset = NAN;
  coordinate[1] = (PawlCoordinate){f->revolute, "angle"};
  refused(f, pawl_model_add_coupler(f->model, &def, f->messages, NULL), PAWL_ERR_INPUT, hash, "pin.angle stands here twice");
  coordinate[1] = (PawlCoordinate){f->cylindrical, "angle"};
  PawlCouplerId id;
  assert_int_equal(pawl_model_add_coupler(f->model, &def, f->messages, &id), PAWL_OK);
  factor[0] = 0;
  CHECK_CLOSE(f->model->couplers.item[id.i - 1].def.factor[0], 20, 0);
}

static PawlStatus callback(void *user, double t, const double pose[7], const double twist[6], double wrench[6], double *stiffness,
                           double *damping) {
  (void)user, (void)t, (void)pose, (void)twist, (void)wrench, (void)stiffness, (void)damping;
  return PAWL_OK;
}

static PawlForceDef force(const Fixture *f, PawlForceType type) {
  PawlForceDef def = pawl_force_def_default();
  def.name = "s";
  def.type = type;
  def.frame[0] = f->on_ground;
  def.frame[1] = f->on_body;
  return def;
}

static void forces(void **state) {
  Fixture *f = *state;
  PawlFrameId other = frame_on(f, f->body, "crank.p", 1);
  uint64_t hash = pw_model_hash(f->model);
  PawlForceDef def = force(f, PAWL_FORCE_SPRING);
  def.frame[0] = other;
  refused(f, pawl_model_add_force(f->model, &def, f->messages, NULL), PAWL_ERR_INPUT, hash, "both frames");
  def = force(f, PAWL_FORCE_SPRING);
  def.stiffness = NAN;
  refused(f, pawl_model_add_force(f->model, &def, f->messages, NULL), PAWL_ERR_INPUT, hash, "stiffness is not a finite");
  def.stiffness = 1;
  def.free_length = -1;
  refused(f, pawl_model_add_force(f->model, &def, f->messages, NULL), PAWL_ERR_INPUT, hash, "free length is -1");
  def.free_length = NAN;
  def.law.expression = "length";
  refused(f, pawl_model_add_force(f->model, &def, f->messages, NULL), PAWL_ERR_INPUT, hash, "a law stands alone");
  def = force(f, PAWL_FORCE_JOINT);
  refused(f, pawl_model_add_force(f->model, &def, f->messages, NULL), PAWL_ERR_ARGUMENT, hash, "joint id 0");
  def = force(f, PAWL_FORCE_BUSHING);
  def.bushing_damping[5] = INFINITY;
  refused(f, pawl_model_add_force(f->model, &def, f->messages, NULL), PAWL_ERR_INPUT, hash, "damping is not a finite");
  def = force(f, PAWL_FORCE_TORQUE);
  def.frame[0] = other;
  refused(f, pawl_model_add_force(f->model, &def, f->messages, NULL), PAWL_ERR_INPUT, hash, "same one");
  def = force(f, PAWL_FORCE_CALLBACK);
  refused(f, pawl_model_add_force(f->model, &def, f->messages, NULL), PAWL_ERR_ARGUMENT, hash, "needs a function");
  def = force(f, (PawlForceType)50);
  refused(f, pawl_model_add_force(f->model, &def, f->messages, NULL), PAWL_ERR_ARGUMENT, hash, "force type 50");
  def = force(f, PAWL_FORCE_CALLBACK);
  def.function = callback;
  def.frame[1].i = 0;
  assert_int_equal(pawl_model_add_force(f->model, &def, f->messages, NULL), PAWL_OK);
  hash = pw_model_hash(f->model);
  refused(f, pawl_model_add_force(f->model, &def, f->messages, NULL), PAWL_ERR_INPUT, hash, "already taken");
}

static void measures(void **state) {
  Fixture *f = *state;
  uint64_t hash = pw_model_hash(f->model);
  PawlMeasureDef def = pawl_measure_def_default();
  def.name = "t";
  def.frame[0] = f->on_ground;
  def.frame[1] = f->on_body;
  refused(f, pawl_model_add_measure(f->model, &def, f->messages, NULL), PAWL_ERR_INPUT, hash, "t and pi");
  def.name = "d";
  def.axis = 3;
  refused(f, pawl_model_add_measure(f->model, &def, f->messages, NULL), PAWL_ERR_INPUT, hash, "axis is 3");
  def.type = PAWL_MEASURE_SPEED;
  def.frame[0] = f->on_body;
  refused(f, pawl_model_add_measure(f->model, &def, f->messages, NULL), PAWL_ERR_INPUT, hash, "to itself");
  def.frame[0] = f->on_ground;
  assert_int_equal(pawl_model_add_measure(f->model, &def, f->messages, NULL), PAWL_OK);
  hash = pw_model_hash(f->model);
  refused(f, pawl_model_add_parameter(f->model, "d", 1, f->messages, NULL), PAWL_ERR_INPUT, hash, "already taken");
  refused(f, pawl_model_add_parameter(f->model, "e", NAN, f->messages, NULL), PAWL_ERR_INPUT, hash, "finite");
}

static void initial(void **state) {
  Fixture *f = *state;
  uint64_t hash = pw_model_hash(f->model);
  PawlInitialCoordinate q = pawl_initial_coordinate_default();
  q.coordinate.joint = f->revolute;
  refused(f, pawl_model_set_initial_coordinate(f->model, &q, f->messages), PAWL_ERR_INPUT, hash, "wishes for nothing");
  q.position = 1;
  q.hold_speed = true;
  refused(f, pawl_model_set_initial_coordinate(f->model, &q, f->messages), PAWL_ERR_INPUT, hash, "holds what is not given");
  q.hold_speed = false;
  assert_int_equal(pawl_model_set_initial_coordinate(f->model, &q, f->messages), PAWL_OK);
  hash = pw_model_hash(f->model);
  refused(f, pawl_model_set_initial_coordinate(f->model, &q, f->messages), PAWL_ERR_INPUT, hash, "already");
  PawlInitialBody b = pawl_initial_body_default();
  b.body = pawl_model_ground(f->model);
  refused(f, pawl_model_set_initial_body(f->model, &b, f->messages), PAWL_ERR_ARGUMENT, hash, "ground does not move");
  b.body = f->body;
  refused(f, pawl_model_set_initial_body(f->model, &b, f->messages), PAWL_ERR_INPUT, hash, "wishes for nothing");
  b.hold_velocity = true;
  b.hold_pose = true;
  refused(f, pawl_model_set_initial_body(f->model, &b, f->messages), PAWL_ERR_INPUT, hash, "not given");
  b.angular_velocity[2] = 1;
  assert_int_equal(pawl_model_set_initial_body(f->model, &b, f->messages), PAWL_OK);
  hash = pw_model_hash(f->model);
  refused(f, pawl_model_set_initial_body(f->model, &b, f->messages), PAWL_ERR_INPUT, hash, "already");
}

static void tables(void **state) {
  Fixture *f = *state;
  uint64_t hash = pw_model_hash(f->model);
  double x[3] = {0, 1, 1}, y[3] = {0, 1, 4};
  PawlTableDef def = pawl_table_def_default();
  def.name = "lift";
  def.count = 3;
  def.x = x;
  def.y = y;
  assert_int_not_equal(pawl_model_add_table(f->model, &def, f->messages, NULL), PAWL_OK);  // x does not increase
  assert_true(pw_model_hash(f->model) == hash);
  x[2] = 2;
  assert_int_equal(pawl_model_add_table(f->model, &def, f->messages, NULL), PAWL_OK);
  x[2] = 9;
  CHECK_CLOSE(f->model->tables.item[0].def.x[2], 2, 0);
}

static void settings(void **state) {
  Fixture *f = *state;
  assert_int_equal(pawl_model_set_gravity(f->model, (double[3]){0, NAN, 0}), PAWL_ERR_ARGUMENT);
  assert_int_equal(pawl_model_set_planar(f->model, (PawlPlanar)9), PAWL_ERR_ARGUMENT);
  uint64_t hash = pw_model_hash(f->model);
  assert_int_equal(pawl_model_set_name(f->model, "any"), PAWL_OK);
  assert_true(pw_model_hash(f->model) == hash);  // a name changes no motion
  assert_int_equal(pawl_model_set_gravity(f->model, (double[3]){0, -9.81, 0}), PAWL_OK);
  assert_true(pw_model_hash(f->model) != hash);
  hash = pw_model_hash(f->model);
  f->model->bodies.item[1].def.center[0] = -0.0;
  assert_true(pw_model_hash(f->model) == hash);
  f->model->bodies.item[1].def.center[0] = 1e-300;
  assert_true(pw_model_hash(f->model) != hash);
  pawl_model_free(NULL);
}

static const double no_turn[4] = {1, 0, 0, 0};

static void check_solid(const PwSolid *s, double mass, const double center[3], const double inertia_[6], double tolerance) {
  CHECK_CLOSE(s->mass, mass, tolerance * mass);
  for (int k = 0; k < 3; k++) CHECK_CLOSE(s->center[k], center[k], tolerance);
  for (int k = 0; k < 6; k++) CHECK_CLOSE(s->inertia[k], inertia_[k], tolerance);
}

static void solids_have_their_inertia(void **state) {
  (void)state;
  const double zero[3] = {0};
  // A box as an outline, away from the origin and in either sense.
  double ccw[4][2] = {{10, 20}, {13, 20}, {13, 22}, {10, 22}}, cw[4][2] = {{10, 20}, {10, 22}, {13, 22}, {13, 20}};
  PwSolid box = pw_solid_box((double[3]){3, 2, 4}), a = pw_solid_outline((const double(*)[2])ccw, 4, 4),
          b = pw_solid_outline((const double(*)[2])cw, 4, 4);
  check_solid(&a, 24, (double[3]){11.5, 21, 0}, box.inertia, 1e-12);
  check_solid(&b, 24, (double[3]){11.5, 21, 0}, box.inertia, 1e-12);
  // Right triangle with legs p, q: area pq/2, centre (p/3, q/3), integral of x y about the centre -p^2 q^2 / 72.
  double p = 3, q = 6, d = 0.5, area = p * q / 2, m = area * d, t = m * d * d / 12;
  double triangle[3][2] = {{0, 0}, {p, 0}, {0, q}};
  PwSolid c = pw_solid_outline((const double(*)[2])triangle, 3, d);
  check_solid(&c, m, (double[3]){p / 3, q / 3, 0},
              (double[6]){m * q * q / 18 + t, m * p * p / 18 + t, m * (p * p + q * q) / 18, d * p * p * q * q / 72, 0, 0}, 1e-12);
  // Cylinder and sphere: textbook forms.
  double pi = acos(-1), mass = pi * 4 * 5;
  PwSolid cylinder = pw_solid_cylinder(2, 5, 0);
  check_solid(&cylinder, mass, zero, (double[6]){mass * 2, mass * (12 + 25) / 12, mass * (12 + 25) / 12, 0, 0, 0}, 1e-11);
  PwSolid sphere = pw_solid_sphere(3);
  CHECK_CLOSE(sphere.inertia[1], 0.4 * 9 * 36 * pi, 1e-11);
  // A regular polygon of many sides tends to the cylinder.
  static double round_[2000][2];
  for (int k = 0; k < 2000; k++) round_[k][0] = 2 * cos(pi * k / 1000), round_[k][1] = 2 * sin(pi * k / 1000);
  PwSolid polygon = pw_solid_outline((const double(*)[2])round_, 2000, 5), along = pw_solid_cylinder(2, 5, 2);
  for (int k = 0; k < 6; k++) CHECK_CLOSE(polygon.inertia[k], along.inertia[k], 1e-5 * along.inertia[2]);
}

// Two halves of a box, moved into place, are the box; a quarter turn about z exchanges x and y.
static void solid_sums(void **state) {
  (void)state;
  PwSolid box = pw_solid_box((double[3]){3, 2, 4}), half = pw_solid_box((double[3]){1.5, 2, 4}), other = half;
  pw_solid_move(&half, (double[3]){5.75, 1, 1}, no_turn);
  pw_solid_move(&other, (double[3]){7.25, 1, 1}, no_turn);
  pw_solid_add(&half, &other);
  check_solid(&half, 24, (double[3]){6.5, 1, 1}, box.inertia, 1e-12);
  const double quarter[4] = {sqrt(0.5), 0, 0, sqrt(0.5)};
  pw_solid_move(&half, (double[3]){0}, quarter);
  check_solid(&half, 24, (double[3]){-1, 6.5, 1}, (double[6]){box.inertia[1], box.inertia[0], box.inertia[2], 0, 0, 0}, 1e-12);
  pw_solid_scale(&half, 2);
  CHECK_CLOSE(half.mass, 48, 1e-12);
  CHECK_CLOSE(half.inertia[2], 2 * box.inertia[2], 1e-11);
  double bow[4][2] = {{0, 0}, {1, 1}, {1, 0}, {0, 1}}, star[4][2] = {{0, 0}, {2, 0}, {0.5, 0.5}, {0, 2}};
  int32_t pair[2];
  assert_true(pw_outline_crosses((const double(*)[2])bow, 4, pair));
  assert_int_equal(pair[0], 0);
  assert_int_equal(pair[1], 2);
  assert_false(pw_outline_crosses((const double(*)[2])star, 4, pair));
}

#define WITH_MODEL(test) cmocka_unit_test_setup_teardown(test, setup, teardown)

int main(void) {
  const struct CMUnitTest tests[] = {WITH_MODEL(lookups),         WITH_MODEL(bad_bodies),
                                     WITH_MODEL(inertia),         WITH_MODEL(sizes),
                                     WITH_MODEL(copies),          WITH_MODEL(bad_frames),
                                     WITH_MODEL(bad_joints),      cmocka_unit_test(joints_have_their_coordinates),
                                     WITH_MODEL(bad_coordinates), WITH_MODEL(couplers),
                                     WITH_MODEL(forces),          WITH_MODEL(measures),
                                     WITH_MODEL(initial),         WITH_MODEL(tables),
                                     WITH_MODEL(settings),        cmocka_unit_test(solids_have_their_inertia),
                                     cmocka_unit_test(solid_sums)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
