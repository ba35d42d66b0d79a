// PAIR and OCPA of an ACDMC file: joints and contacts, their start, springs and forces.
#include <math.h>
#include <string.h>

#include "dyn/dyn.h"
#include "model/pose.h"
#include "numerics/vec.h"

enum { ROTOIDE, PRISMATIQUE, CYLINDRIQUE, PLAN, CONTACT };
static const char *const types[] = {"ROTOIDE", "REVOLUTE", "PRISMATIQUE", "PRISMATIC", "CYLINDRIQUE", "CYLINDRICAL",
                                    "PLAN",    "PLANAR",   "CONTACT",     "CONTACT",   NULL};

// The coordinates of a joint in the order of W96 appendix A.
static const char *const *coordinates(const PwDynPair *pair) {
  static const char *const angle[] = {"angle", NULL}, *const travel[] = {"travel", NULL},
                           *const both[] = {"angle", "travel", NULL}, *const plane[] = {"angle", "x", "y", NULL},
                           *const none[] = {NULL};
  if (pair->contact) return none;
  return pair->type == PAWL_JOINT_REVOLUTE      ? angle
         : pair->type == PAWL_JOINT_PRISMATIC   ? travel
         : pair->type == PAWL_JOINT_CYLINDRICAL ? both
                                                : plane;
}

static int32_t count_coordinates(const PwDynPair *pair) {
  int32_t n = 0;
  while (coordinates(pair)[n]) n++;
  return pair->contact ? 3 : n;
}

static double unit_of(const PwDyn *d, const char *coordinate, bool speed) {
  bool turn = pw_coordinate_is_angle(coordinate);
  return pw_dyn_unit(d, speed ? (turn ? PW_DIM_ANGULAR_SPEED : PW_DIM_SPEED) : turn ? PW_DIM_ANGLE : PW_DIM_LENGTH);
}

// ---- reading

static int32_t find_link(PwDynMechanism *m, const PwDynEntity *e, PwDynKey key) {
  const char *name = pw_dyn_text(m->d, e, key, "name a LINK");
  for (int32_t k = 0; name && k < m->links.count; k++) {
    if (strcmp(m->links.item[k].entity->name, name) == 0) return k;
  }
  if (name) pw_dyn_fail(m->d, e, pw_dyn_find(e, key)->line->place, "there is no LINK '%.60s'", name);
  return -1;
}

static int32_t find_surf(PwDynMechanism *m, const PwDynEntity *e, PwDynKey key, int32_t link, bool curve) {
  const char *name = pw_dyn_text(m->d, e, key, "name a SURF of the link");
  if (!name || link < 0) return -1;
  PwPlace place = pw_dyn_find(e, key)->line->place;
  for (int32_t k = 0; k < m->surfs.count; k++) {
    const PwDynSurf *surf = &m->surfs.item[k];
    if (surf->link != link || strcmp(surf->entity->name, name) != 0) continue;
    if (surf->curve != curve) {
      pw_dyn_fail(m->d, e, place, "SURF '%.60s' is of type %s, this pair needs a %s", name, surf->curve ? "COURBE" : "REPERE",
                  curve ? "COURBE" : "REPERE");
    }
    return k;
  }
  pw_dyn_fail(m->d, e, place, "link '%.60s' has no SURF '%.60s'", m->links.item[link].entity->name, name);
  return -1;
}

// What OCPA says again of the pair must be what PAIR says.
static void check_link(PwDynMechanism *m, const PwDynPair *pair, PwDynKey key, int side) {
  const PwDynField *field = pw_dyn_find(pair->ocpa, key);
  if (!field || !field->line || pair->link[side] < 0) return;
  const char *own = m->links.item[pair->link[side]].entity->name;
  if (strcmp(field->line->text, own) == 0) return;
  pw_dyn_fail(m->d, pair->ocpa, field->line->place, "'%s' is '%.60s', but PAIR '%.60s' has '%.60s' (line %d)", field->word,
              field->line->text, pair->entity->name, own,
              (int)pw_dyn_find(pair->entity, side ? PW_DYN_POUTLINK : PW_DYN_PINLINK)->place.line);
}

static void read_six(PwDynMechanism *m, const PwDynPair *pair, PwDynKey key, double *out) {
  const char *remedy = "six numbers, those of coordinates that the pair does not have are 0";
  int32_t n = count_coordinates(pair);
  if (!pw_dyn_numbers(m->d, pair->ocpa, key, remedy, PW_DYN_COORDINATES, out)) return;
  for (int32_t k = n; k < PW_DYN_COORDINATES; k++) {
    if (out[k] == 0) continue;
    const PwDynField *field = pw_dyn_find(pair->ocpa, key);
    pw_dyn_fail(m->d, pair->ocpa, field->place, "'%s' has %g as number %d, but the pair has %d coordinate%s", field->word, out[k],
                (int)k + 1, (int)n, n == 1 ? "" : "s");
  }
}

static void read_forces(PwDyn *d, PwDynPair *pair) {
  const char *remedy = pair->contact ? NULL : "write 0 if there is none", *const *names = coordinates(pair);
  const PwDynEntity *e = pair->ocpa;
  bool good = pw_dyn_numbers(d, e, PW_DYN_FORCE, remedy, 1, &pair->force);
  good = pw_dyn_numbers(d, e, PW_DYN_STIFF, remedy, 1, &pair->stiff) && good;
  good = pw_dyn_numbers(d, e, PW_DYN_LENGTH, remedy, 1, &pair->length) && good;
  if (!good || (pair->force == 0 && pair->stiff == 0)) return;
  if (pair->contact || names[1]) {
    pw_dyn_fail(d, e, e->place,
                pair->contact ? "a contact cannot have a FORCE or STIFF of its own"
                              : "has a force or a spring, but the pair has several coordinates, and which is meant is not said");
  } else if (pair->stiff < 0) {
    pw_dyn_fail(d, e, pw_dyn_find(e, PW_DYN_STIFF)->place,
                "'STIFF' is %g: the force is -STIFF*(position - LENGTH), which would push away; write it positive", pair->stiff);
  }
}

static void read_contact(PwDyn *d, PwDynPair *pair) {
  pw_dyn_flag(d, pair->ocpa, PW_DYN_ACTIVE, "write TRUE if it is closed at the start, else FALSE", &pair->active);
  if (!pw_dyn_numbers(d, pair->ocpa, PW_DYN_RESTITUTION, "give the coefficient, 0 to 1", 1, &pair->restitution)) return;
  if (!(pair->restitution >= 0 && pair->restitution <= 1)) {
    pw_dyn_fail(d, pair->ocpa, pw_dyn_find(pair->ocpa, PW_DYN_RESTITUTION)->place, "restitution is %g, must be 0 to 1",
                pair->restitution);
  }
}

static void read_ocpa(PwDynMechanism *m, PwDynPair *pair) {
  PwDyn *d = m->d;
  const PwDynEntity *e = pair->ocpa;
  check_link(m, pair, PW_DYN_INLINK, 0);
  check_link(m, pair, PW_DYN_OUTLINK, 1);
  read_six(m, pair, PW_DYN_POSITION, pair->position);
  read_six(m, pair, PW_DYN_VELOCITY, pair->speed);
  read_forces(d, pair);
  if (pair->contact) read_contact(d, pair);
  for (int k = 0; k < PW_DYN_COORDINATES; k++) {
    const PwDynField *field = pw_dyn_find(e, (PwDynKey)(PW_DYN_MOTOR + k));
    pw_dyn_flag(d, e, (PwDynKey)(PW_DYN_MOTOR + k), NULL, &pair->motor[k]);
    if (!pair->motor[k] || (k < count_coordinates(pair) && !pair->contact)) continue;
    pw_dyn_fail(d, e, field->place,
                pair->contact ? "'%s' is TRUE: coordinates of a contact cannot be the independent ones here"
                              : "'%s' is TRUE, but the pair has no such coordinate",
                field->word);
  }
}

static void find_ocpa(PwDynMechanism *m, PwDynPair *pair) {
  PwDyn *d = m->d;
  for (const PwDynEntity *e = d->first; e; e = e->next) {
    const PwDynField *joint = e->kind == PW_DYN_OCPA ? pw_dyn_find(e, PW_DYN_JOINT) : NULL;
    if (!joint || !joint->line || strcmp(joint->line->text, pair->entity->name) != 0) continue;
    if (pair->ocpa) {
      pw_dyn_fail(d, e, e->place, "a second OCPA of PAIR '%.60s', the first is in line %d", pair->entity->name,
                  (int)pair->ocpa->place.line);
    } else {
      pair->ocpa = e;
    }
  }
  if (!pair->ocpa)
    pw_dyn_fail(d, pair->entity, pair->entity->place, "has no OCPA: its start, forces and springs are not said; add one");
}

static void check_ocpas(PwDynMechanism *m) {
  for (const PwDynEntity *e = m->d->first; e; e = e->next) {
    if (e->kind != PW_DYN_OCPA) continue;
    const char *joint = pw_dyn_text(m->d, e, PW_DYN_JOINT, "name the PAIR");
    bool found = !joint;
    for (int32_t k = 0; k < m->pairs.count && !found; k++) found = strcmp(m->pairs.item[k].entity->name, joint) == 0;
    if (!found) pw_dyn_fail(m->d, e, pw_dyn_find(e, PW_DYN_JOINT)->place, "there is no PAIR '%.60s'", joint);
  }
}

void pw_dyn_read_pairs(PwDynMechanism *m) {
  static const PawlJointType type_of[] = {PAWL_JOINT_REVOLUTE, PAWL_JOINT_PRISMATIC, PAWL_JOINT_CYLINDRICAL, PAWL_JOINT_PLANAR,
                                          PAWL_JOINT_FIXED};
  PwDyn *d = m->d;
  for (const PwDynEntity *e = d->first; e; e = e->next) {
    int type = ROTOIDE;
    if (e->kind != PW_DYN_PAIR) continue;
    PwDynPair *pair = PW_LIST_ADD(m->pairs);
    if (!pair) {
      pw_dyn_no_memory(d, e->place);
      return;
    }
    pw_dyn_text(d, e, PW_DYN_NAME, "add 'NAME : ...'");
    for (int32_t k = 0; k + 1 < m->pairs.count; k++) {
      if (strcmp(m->pairs.item[k].entity->name, e->name) == 0) pw_dyn_fail(d, e, e->place, "a second pair of this name");
    }
    bool known = pw_dyn_choice(d, e, PW_DYN_TYPE, "write ROTOIDE, PRISMATIQUE or CONTACT", types, &type);
    *pair = (PwDynPair){
        .entity = e, .name = pw_dyn_model_name(d, "pair", e->name), .contact = type == CONTACT, .type = type_of[type]};
    for (int side = 0; side < 2; side++) {
      pair->link[side] = find_link(m, e, side ? PW_DYN_POUTLINK : PW_DYN_PINLINK);
      pair->surf[side] = find_surf(m, e, side ? PW_DYN_POUTSURF : PW_DYN_PINSURF, pair->link[side], pair->contact);
    }
    find_ocpa(m, pair);
    if (pair->ocpa && known) read_ocpa(m, pair);
  }
  check_ocpas(m);
}

// ---- where the links stand at the start

static PwDynPose joint_pose(const PwDyn *d, const PwDynPair *pair) {
  PwDynPose out = {.q = {1}};
  const char *const *names = coordinates(pair);
  for (int k = 0; names[k]; k++) {
    double value = pair->position[k] * unit_of(d, names[k], false);
    if (pw_coordinate_is_angle(names[k])) {
      pw_quat_about(2, value, out.q);
    } else {
      out.p[strcmp(names[k], "x") == 0 ? 0 : strcmp(names[k], "y") == 0 ? 1 : 2] = value;
    }
  }
  return out;
}

// Puts the link on `side` where the pair holds it against the other one.
static void place_by(PwDynMechanism *m, const PwDynPair *pair, int side) {
  const PwDynPose *shape[2] = {&m->surfs.item[pair->surf[0]].shape, &m->surfs.item[pair->surf[1]].shape};
  PwDynLink *from = &m->links.item[pair->link[!side]], *to = &m->links.item[pair->link[side]];
  PwDynPose joint = joint_pose(m->d, pair), back = pw_dyn_inverse(shape[side]);
  if (side == 0) joint = pw_dyn_inverse(&joint);
  PwDynPose frame = pw_dyn_compose(&from->drawn, shape[!side]);
  frame = pw_dyn_compose(&frame, &joint);
  to->drawn = pw_dyn_compose(&frame, &back);
  to->placed = true;
}

static bool same_pose(const PwDynPose *a, const PwDynPose *b, double size) {
  double turn = 0, shift = 0;
  for (int k = 0; k < 4; k++) turn += a->q[k] * b->q[k];
  for (int k = 0; k < 3; k++) shift = fmax(shift, fabs(a->p[k] - b->p[k]));
  return fabs(turn) > 1 - 1e-9 && shift <= 1e-6 * size;
}

void pw_dyn_place_links(PwDynMechanism *m) {
  for (int32_t k = 0; k < m->links.count; k++) {
    PwDynLink *link = &m->links.item[k];
    link->placed = link->fixed;
    link->drawn = link->ar0;
  }
  for (bool more = true; more;) {
    more = false;
    for (int32_t k = 0; k < m->pairs.count; k++) {
      const PwDynPair *pair = &m->pairs.item[k];
      if (pair->link[0] < 0 || pair->link[1] < 0 || pair->surf[0] < 0 || pair->surf[1] < 0) continue;  // refused
      bool placed[2] = {m->links.item[pair->link[0]].placed, m->links.item[pair->link[1]].placed};
      if (pair->contact || placed[0] == placed[1]) continue;
      place_by(m, pair, placed[0] ? 1 : 0);
      more = true;
    }
  }
  for (int32_t k = 0; k < m->links.count; k++) {
    const PwDynLink *link = &m->links.item[k];
    const PwDynPose none = {.q = {1}};
    double size = pw_norm(link->ar0.p) + pw_norm(link->drawn.p);
    if (!link->placed || same_pose(&link->ar0, &none, size) || same_pose(&link->ar0, &link->drawn, size)) continue;
    pw_dyn_fail(
        m->d, link->entity, pw_dyn_find(link->entity, PW_DYN_AR0)->place,
        "'AR0' puts the link elsewhere than the INITIAL POSITION of its pairs does: take the axes of ground (1 0 0 0, ...)");
  }
}

// ---- adding

static void add_start(PwDyn *d, const PwDynPair *pair, PawlJointId joint) {
  const char *const *names = coordinates(pair);
  for (int k = 0; names[k]; k++) {
    PawlInitialCoordinate def = pawl_initial_coordinate_default();
    def.coordinate = (PawlCoordinate){joint, names[k]};
    def.position = pair->position[k] * unit_of(d, names[k], false);
    if (pair->motor[k] || pair->speed[k] != 0) def.speed = pair->speed[k] * unit_of(d, names[k], true);
    def.hold_position = def.hold_speed = pair->motor[k];
    if (pw_model_set_initial_coordinate(d->model, &def, pair->ocpa->place, d->messages) != PAWL_OK) d->failed = true;
  }
}

// A spring that pulls the coordinate to LENGTH, and a constant force that pushes it up.
static void add_force(PwDyn *d, const PwDynPair *pair, PawlJointId joint) {
  const char *name = coordinates(pair)[0];
  bool turn = pw_coordinate_is_angle(name);
  PawlForceDef def = pawl_force_def_default();
  if (pair->force == 0 && pair->stiff == 0) return;
  def.name = pair->name;
  def.type = PAWL_FORCE_JOINT;
  def.coordinate = (PawlCoordinate){joint, name};
  def.stiffness = pair->stiff * pw_dyn_unit(d, turn ? PW_DIM_ANGULAR_STIFFNESS : PW_DIM_STIFFNESS);
  def.free_length = pair->length * pw_dyn_unit(d, turn ? PW_DIM_ANGLE : PW_DIM_LENGTH);
  def.preload = -pair->force * pw_dyn_unit(d, turn ? PW_DIM_TORQUE : PW_DIM_FORCE);
  if (pw_model_add_force(d->model, &def, pair->ocpa->place, d->messages, NULL) != PAWL_OK) d->failed = true;
}

// The point of a boundary at the place q = element + part of it, in ground as the links stand; false: there is no such place.
static bool point_at(const PwDynMechanism *m, const PwDynSurf *surf, double q, double out[3]) {
  const PwProfile *p = &m->d->model->profiles.item[surf->profile.i - 1].geometry;
  const PwDynLink *link = &m->links.item[surf->link];
  if (!(q >= 0 && q <= p->elements)) return false;
  int32_t element = q < p->elements ? (int32_t)q : p->elements - 1;
  PwCurvePoint at;
  pw_element_evaluate(&p->element[element], q - element, &at);
  PwDynPose point = {{at.x[0], at.x[1], 0}, {1, 0, 0, 0}}, body = link->fixed ? (PwDynPose){.q = {1}} : link->drawn;
  point = pw_dyn_compose(&surf->shape, &point);
  point = pw_dyn_compose(&body, &point);
  memcpy(out, point.p, sizeof point.p);
  return true;
}

// Where the file says that the touch is. It is found without, so that a wrong place does no harm.
static void compare_places(PwDynMechanism *m, const PwDynPair *pair) {
  const PwDynSurf *surf[2] = {&m->surfs.item[pair->surf[0]], &m->surfs.item[pair->surf[1]]};
  double a[3], b[3], size = m->d->model->profiles.item[surf[0]->profile.i - 1].geometry.size;
  if (!pair->active || (pair->position[0] == 0 && pair->position[1] == 0)) return;
  bool known = point_at(m, surf[0], pair->position[0], a) && point_at(m, surf[1], pair->position[1], b);
  double apart = known ? hypot(a[0] - b[0], a[1] - b[1]) : INFINITY;
  if (apart <= 1e-3 * size) return;
  pw_message(
      m->d->messages, PAWL_WARNING, pw_dyn_find(pair->ocpa, PW_DYN_POSITION)->place,
      "OCPA '%.60s': the places %g and %g on the two boundaries are %g apart as the links stand; the touch is searched for",
      pair->ocpa->name, pair->position[0], pair->position[1], apart / pw_dyn_unit(m->d, PW_DIM_LENGTH));
}

static void add_contact(PwDynMechanism *m, const PwDynPair *pair) {
  PwDyn *d = m->d;
  PawlContactDef def = pawl_contact_def_default();
  def.name = pair->name;
  def.start_closed = pair->active;
  def.restitution = pair->restitution;
  for (int k = 0; k < 2; k++) def.profile[k] = m->surfs.item[pair->surf[k]].profile;
  if (pw_model_add_contact(d->model, &def, pair->entity->place, d->messages, NULL) != PAWL_OK) d->failed = true;
  if (!d->failed) compare_places(m, pair);
}

void pw_dyn_add_pairs(PwDynMechanism *m) {
  PwDyn *d = m->d;
  for (int32_t k = 0; k < m->pairs.count; k++) {
    const PwDynPair *pair = &m->pairs.item[k];
    if (pair->contact) {
      add_contact(m, pair);
      continue;
    }
    PawlJointDef def = pawl_joint_def_default();
    PawlJointId joint;
    def.name = pair->name;
    def.type = pair->type;
    for (int side = 0; side < 2; side++) def.frame[side] = m->surfs.item[pair->surf[side]].frame;
    if (pw_model_add_joint(d->model, &def, pair->entity->place, d->messages, &joint) != PAWL_OK) {
      d->failed = true;
      continue;
    }
    add_start(d, pair, joint);
    add_force(d, pair, joint);
  }
}
