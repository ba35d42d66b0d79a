// What rolls, and the heap of boxes, as models.
#include "rolling_models.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "problems.h"

typedef struct {
  PawlModel *model;
  PawlMessages *messages;
  PawlStatus status;  // the first failure; later calls then do nothing
} Build;

static Build begin(int vertical, PawlMessages *messages, PawlModel **out) {
  Build b = {pawl_model_create(), messages, PAWL_OK};
  double gravity[3] = {0};
  gravity[vertical] = -PW_GRAVITY;
  *out = b.model;
  b.status = b.model ? pawl_model_set_gravity(b.model, gravity) : PAWL_ERR_MEMORY;
  return b;
}

// ---- what rolls

static PawlBodyId add_roller(Build *b, const PwRolling *c) {
  PawlBodyDef def = pawl_body_def_default();
  PawlInitialBody initial = pawl_initial_body_default();
  def.name = "roller";
  def.mass = c->mass;
  memcpy(def.inertia, c->inertia, sizeof c->inertia);
  memcpy(def.position, c->position, sizeof def.position);
  memcpy(def.orientation, c->turn, sizeof def.orientation);
  memcpy(initial.velocity, c->velocity, sizeof initial.velocity);
  memcpy(initial.angular_velocity, c->spin, sizeof initial.angular_velocity);
  if (!b->status) b->status = pawl_model_add_body(b->model, &def, b->messages, &initial.body);
  if (!b->status) b->status = pawl_model_set_initial_body(b->model, &initial, b->messages);
  return initial.body;
}

// A table about the vertical through the origin, driven. Its inertia does not matter.
static PawlBodyId add_turntable(Build *b) {
  PawlBodyDef def = pawl_body_def_default();
  PawlJointDef joint = pawl_joint_def_default();
  PawlDriveDef drive = pawl_drive_def_default();
  PawlFrameDef frame = pawl_frame_def_default();
  PawlBodyId table = {0};
  char law[40];
  def.name = "table";
  def.mass = def.inertia[0] = def.inertia[1] = def.inertia[2] = 1;
  if (!b->status) b->status = pawl_model_add_body(b->model, &def, b->messages, &table);
  joint.name = "shaft";
  joint.type = PAWL_JOINT_REVOLUTE;
  for (int i = 0; i < 2; i++) {
    frame.body = i ? table : pawl_model_ground(b->model);
    if (!b->status) b->status = pawl_model_add_frame(b->model, &frame, b->messages, &joint.frame[i]);
  }
  if (!b->status) b->status = pawl_model_add_joint(b->model, &joint, b->messages, &drive.coordinate.joint);
  snprintf(law, sizeof law, "%.17g*t", PW_BALL_TABLE);
  drive.law.expression = law;
  if (!b->status) b->status = pawl_model_add_drive(b->model, &drive, b->messages, NULL);
  return table;
}

static PawlSurfaceId add_surface(Build *b, const PawlSurfaceDef *def) {
  PawlSurfaceId id = {0};
  if (!b->status) b->status = pawl_model_add_surface(b->model, def, b->messages, &id);
  return id;
}

static PawlSurfaceId add_floor(Build *b, const PwRolling *c) {
  PawlSurfaceDef def = pawl_surface_def_default();
  def.name = c->kind == PW_ROLLING_BALL ? "table.top" : "ground.floor";
  def.body = c->kind == PW_ROLLING_BALL ? add_turntable(b) : pawl_model_ground(b->model);
  for (int i = 0; i < 2; i++) {
    def.range[i][0] = -5;
    def.range[i][1] = 5;
  }
  if (c->kind == PW_ROLLING_SPHERE) {
    def.type = PAWL_SURFACE_CYLINDER;
    def.inside = true;
    def.radius[0] = PW_SPHERE_BORE;
    def.range[0][0] = -2;
    def.range[0][1] = 1;
    def.range[1][0] = def.range[1][1] = NAN;
  }
  return add_surface(b, &def);
}

PawlStatus pw_rolling_model(const PwRolling *c, PawlMessages *messages, PawlModel **out) {
  Build b = begin(2, messages, out);
  PawlSurfaceDef skin = pawl_surface_def_default();
  PawlContactDef contact = pawl_contact_def_default();
  if (b.status) return b.status;
  skin.name = "roller.skin";
  skin.body = add_roller(&b, c);
  skin.type = c->kind == PW_ROLLING_DISC ? PAWL_SURFACE_TORUS : PAWL_SURFACE_SPHERE;  // a tube of radius 0: an edge
  skin.radius[0] = c->radius;
  contact.name = "touch";
  contact.surface[0] = add_surface(&b, &skin);
  contact.surface[1] = add_floor(&b, c);
  contact.rolling = contact.start_closed = true;
  return b.status ? b.status : pawl_model_add_contact(b.model, &contact, messages, NULL);
}

// ---- heap

void pw_heap_boxes(PwHeapBox out[PW_HEAP_BOXES]) {
  for (int i = 0; i < PW_HEAP_BOXES; i++) {
    int row = i / 4, column = i % 4;
    out[i] = (PwHeapBox){.half = {0.14 + 0.02 * ((3 * i) % 4), 0.08 + 0.01 * ((5 * i) % 3)},
                         .at = {0.44 * (column - 1.5) + 0.01 * (row % 2), 0.16 + 0.27 * row, 0.07 * ((7 * i) % 5 - 2)}};
  }
}

static PawlProfileId add_polygon(Build *b, PawlBodyId body, const char *name, int count, const double corner[][2], bool closed) {
  PawlElementDef line[4];
  PawlProfileDef def = pawl_profile_def_default();
  PawlProfileId id = {0};
  for (int i = 0; i < count; i++) {
    line[i] = pawl_element_def_default();
    line[i].type = PAWL_ELEMENT_LINE;
    memcpy(line[i].from, corner[i], sizeof line[i].from);
    memcpy(line[i].to, corner[closed ? (i + 1) % count : i + 1], sizeof line[i].to);
  }
  def.name = name;
  def.body = body;
  def.count = count;
  def.element = line;
  def.closed = closed;
  if (!b->status) b->status = pawl_model_add_profile(b->model, &def, b->messages, &id);
  return id;
}

// Material on the left of a line: the floor runs to the left, the walls up on the left side and down on the right.
static void add_pen(Build *b, PawlProfileId part[3]) {
  static const char *const names[] = {"ground.floor", "ground.left", "ground.right"};
  static const double line[3][2][2] = {
      {{2, 0}, {-2, 0}}, {{-PW_HEAP_PEN, -1}, {-PW_HEAP_PEN, 4}}, {{PW_HEAP_PEN, 4}, {PW_HEAP_PEN, -1}}};
  for (int i = 0; i < 3; i++) part[i] = add_polygon(b, pawl_model_ground(b->model), names[i], 1, line[i], false);
}

static PawlProfileId add_box(Build *b, int i, const PwHeapBox *box) {
  PawlBodyDef def = pawl_body_def_default();
  PawlBodyId id = {0};
  double w = box->half[0], h = box->half[1], corner[4][2] = {{-w, -h}, {w, -h}, {w, h}, {-w, h}};
  char name[20];
  snprintf(name, sizeof name, "b%d", i);
  def.name = name;
  def.mass = PW_HEAP_MASS;
  for (int k = 0; k < 3; k++) def.inertia[k] = PW_HEAP_MASS * (w * w + h * h) / 3;
  def.position[0] = box->at[0];
  def.position[1] = box->at[1];
  def.orientation[0] = cos(box->at[2] / 2);
  def.orientation[3] = sin(box->at[2] / 2);
  if (!b->status) b->status = pawl_model_add_body(b->model, &def, b->messages, &id);
  snprintf(name, sizeof name, "b%d.sides", i);
  return add_polygon(b, id, name, 4, corner, true);
}

PawlStatus pw_heap_model(PawlMessages *messages, PawlModel **out) {
  Build b = begin(1, messages, out);
  PwHeapBox box[PW_HEAP_BOXES];
  PawlProfileId part[PW_HEAP_PARTS];
  if (b.status) return b.status;
  pw_heap_boxes(box);
  for (int i = 0; i < PW_HEAP_BOXES; i++) part[i] = add_box(&b, i, &box[i]);
  add_pen(&b, part + PW_HEAP_BOXES);
  for (int i = 0; i < PW_HEAP_BOXES; i++) {
    for (int j = i + 1; j < PW_HEAP_PARTS; j++) {
      PawlContactDef contact = pawl_contact_def_default();
      char name[40];
      snprintf(name, sizeof name, "c%d_%d", i, j);
      contact.name = name;
      contact.profile[0] = part[i];
      contact.profile[1] = part[j];
      contact.friction = 0.4;
      contact.kinetic = 0.3;
      if (!b.status) b.status = pawl_model_add_contact(b.model, &contact, messages, NULL);
    }
  }
  return b.status;
}
