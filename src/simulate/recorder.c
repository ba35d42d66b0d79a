#include "simulate/recorder.h"

#include <stdio.h>
#include <string.h>

#include "base/names.h"
#include "base/text.h"
#include "model/surfaces.h"
#include "numerics/vec.h"

typedef struct {
  const PawlMechanism *k;
  PwArena *arena;
  PwRecorder *r;
  int32_t capacity;
  PwNames names;      // columns by name
  const char *clash;  // a name that two columns would have
  bool failed;
} Builder;

static void add(Builder *b, const char *name, const char *part, PwColumnSource source, PwDimension dimension) {
  PwRecorder *r = b->r;
  if (r->count == b->capacity) {
    int32_t capacity = 2 * b->capacity + 64;
    PwColumn *column = pw_arena_array(b->arena, (size_t)capacity, sizeof *column);
    PwColumnSource *sources = pw_arena_array(b->arena, (size_t)capacity, sizeof *sources);
    if (!column || !sources) {
      b->failed = true;
      return;
    }
    if (r->count) memcpy(column, r->column, (size_t)r->count * sizeof *column);
    if (r->count) memcpy(sources, r->source, (size_t)r->count * sizeof *sources);
    r->column = column;
    r->source = sources;
    b->capacity = capacity;
  }
  char unit[64];
  pw_units_name(&b->k->units, dimension, unit);
  const char *full = *part ? pw_arena_join(b->arena, name, ".", part) : pw_arena_string(b->arena, name);
  int32_t same = full ? pw_names_get(&b->names, 0, full) : -1;
  if (same >= 0) {
    const PwColumnSource *s = &r->source[same];
    if (s->kind == source.kind && s->index == source.index && s->component == source.component) return;
    b->clash = full;
  }
  const char *written = pw_arena_string(b->arena, unit);
  b->failed |= !full || !written || !pw_names_put(&b->names, 0, full, r->count);
  if (b->failed) return;
  r->column[r->count] = (PwColumn){full, written, 1 / pw_units_factor(&b->k->units, dimension)};
  r->source[r->count++] = source;
}

static void add_coordinate(Builder *b, int32_t i) {
  const PwCoordinate *c = &b->k->coordinate[i];
  bool a = c->angular;
  add(b, c->name, "", (PwColumnSource){PW_COL_COORDINATE, i, 0}, a ? PW_DIM_ANGLE : PW_DIM_LENGTH);
  add(b, c->name, "rate", (PwColumnSource){PW_COL_COORDINATE, i, 1}, a ? PW_DIM_ANGULAR_SPEED : PW_DIM_SPEED);
  add(b, c->name, "acceleration", (PwColumnSource){PW_COL_COORDINATE, i, 2},
      a ? PW_DIM_ANGULAR_ACCELERATION : PW_DIM_ACCELERATION);
}

static void add_measure(Builder *b, int32_t i) {
  const PwMeasure *m = &b->k->measure[i];
  add(b, m->name, "", (PwColumnSource){PW_COL_MEASURE, i, 0}, m->dimension);
  if (m->dimension == PW_DIM_SPEED || m->scalar < 0) return;
  add(b, m->name, "rate", (PwColumnSource){PW_COL_MEASURE, i, 1},
      m->dimension == PW_DIM_ANGLE ? PW_DIM_ANGULAR_SPEED : PW_DIM_SPEED);
}

static void add_drive(Builder *b, int32_t i) {
  bool angular = b->k->coordinate[b->k->drive[i].coordinate].angular;
  add(b, b->k->drive[i].name, "force", (PwColumnSource){PW_COL_DRIVE, i, 0}, angular ? PW_DIM_TORQUE : PW_DIM_FORCE);
}

// A spring or joint force has one number, a bushing one for each of its directions.
static void add_force(Builder *b, int32_t i) {
  static const char *const part[] = {"fx", "fy", "fz", "tx", "ty", "tz"};
  const PwScalarForce *f = &b->k->scalar_force[i];
  const PwScalar *scalar = &b->k->scalar[f->scalar];
  bool angular = pw_scalar_angular(scalar->kind);
  add(b, f->name, f->law_sign != 0 ? "force" : part[3 * angular + scalar->axis], (PwColumnSource){PW_COL_FORCE, i, 0},
      angular ? PW_DIM_TORQUE : PW_DIM_FORCE);
}

static void add_coupler(Builder *b, int32_t i) {
  const PwCoupler *coupler = &b->k->coupler[i];
  for (int32_t n = 0; n < coupler->coordinates; n++) {
    const PwCoordinate *c = &b->k->coordinate[coupler->coordinate[n]];
    const char *part = pw_arena_join(b->arena, c->name, ".", "force");
    b->failed |= !part;
    if (part) {
      add(b, coupler->name, part, (PwColumnSource){PW_COL_COUPLER, i, n}, c->angular ? PW_DIM_TORQUE : PW_DIM_FORCE);
    }
  }
}

static void add_body(Builder *b, int32_t i) {
  static const char *const part[] = {"x", "y", "z", "qw", "qx", "qy", "qz", "vx", "vy", "vz", "wx", "wy", "wz", "angle"};
  static const int plane[] = {0, 1, 13, 7, 8, 12}, space[] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12};
  int count = b->k->planar ? 6 : 13;
  for (int n = 0; n < count; n++) {
    int c = b->k->planar ? plane[n] : space[n];
    PwDimension d = c < 3    ? PW_DIM_LENGTH
                    : c < 7  ? PW_DIM_NONE
                    : c < 10 ? PW_DIM_SPEED
                    : c < 13 ? PW_DIM_ANGULAR_SPEED
                             : PW_DIM_ANGLE;
    add(b, b->k->body[i].name, b->k->planar && c == 12 ? "w" : part[c], (PwColumnSource){PW_COL_BODY, i, c}, d);
  }
}

// Friction of a joint, beside its reaction.
static void add_bearing(Builder *b, int32_t joint) {
  static const char *const part[] = {"load", "friction", "mode"};
  int32_t i = pw_bearing_of(b->k, joint);
  if (i < 0) return;
  PwDimension friction = pw_bearing_is_torque(&b->k->bearing[i]) ? PW_DIM_TORQUE : PW_DIM_FORCE;
  for (int c = 0; c < 3; c++) {
    add(b, b->k->joint[joint].name, part[c], (PwColumnSource){PW_COL_BEARING, i, c},
        c == 0   ? PW_DIM_FORCE
        : c == 1 ? friction
                 : PW_DIM_NONE);
  }
}

static void add_reaction(Builder *b, int32_t i) {
  static const char *const part[] = {"fx", "fy", "fz", "tx", "ty", "tz"};
  for (int c = 0; c < 6; c++) {
    if (b->k->planar && (c == 2 || c == 3 || c == 4)) continue;
    add(b, b->k->joint[i].name, part[c], (PwColumnSource){PW_COL_REACTION, i, c}, c < 3 ? PW_DIM_FORCE : PW_DIM_TORQUE);
  }
  add_bearing(b, i);
}

// Of a field of a slot (result/slot_fields.h).
static PwDimension slot_dimension(const PawlMechanism *k, const PwContact *contact, int32_t field) {
  static const PwDimension angle[] = {PW_DIM_ANGLE, PW_DIM_ANGULAR_SPEED, PW_DIM_ANGULAR_ACCELERATION},
                           length[] = {PW_DIM_LENGTH, PW_DIM_SPEED, PW_DIM_ACCELERATION},
                           plain[] = {PW_DIM_NONE, PW_DIM_RATE, PW_DIM_RATE_CHANGE};
  static const PwDimension whole[PW_FIELD_UNITS] = {
      [PW_FIELD_TIME] = PW_DIM_TIME,    [PW_FIELD_LENGTH] = PW_DIM_LENGTH, [PW_FIELD_GAP] = PW_DIM_LENGTH,
      [PW_FIELD_SPEED] = PW_DIM_SPEED,  [PW_FIELD_FORCE] = PW_DIM_FORCE,   [PW_FIELD_ACCELERATION] = PW_DIM_ACCELERATION,
      [PW_FIELD_TORQUE] = PW_DIM_TORQUE};
  PwFieldUnit unit = pw_slot_field(field)->unit;
  if (unit < PW_FIELD_UNITS) return whole[unit];
  int parameter = (unit - PW_FIELD_U1) % 4, order = (unit - PW_FIELD_U1) / 4;
  PwDimension d = pw_contact_form(contact)->parameter(k, contact, parameter / 2, parameter % 2);
  return (d == PW_DIM_ANGLE ? angle : d == PW_DIM_LENGTH ? length : plain)[order];
}

// A contact: its touches together, then slot by slot. A stop has no slots and no curvilinear coordinates; surfaces have two on
// each side.
static void add_contact(Builder *b, int32_t i) {
  static const char *const whole[] = {"touches",  "gap",        "force",      "static",    "dynamic",
                                      "friction", "friction.x", "friction.y", "friction.z"};
  const PwContact *contact = &b->k->contact[i];
  const PwContactForm *form = pw_contact_form(contact);
  PwSlotWhose whose = pw_contact_slot_whose(b->k, contact);
  int32_t count_whole = whose == PW_SLOT_OF_ALL ? 5 : b->k->planar ? 8 : 9;
  PwDimension gap = pw_gap_dimension(contact), force = pw_gap_force_dimension(contact);
  for (int32_t c = 0; c < count_whole; c++) {
    add(b, contact->name, whole[c], (PwColumnSource){PW_COL_CONTACT, i, c}, c == 0 ? PW_DIM_NONE : c == 1 ? gap : force);
  }
  for (int32_t slot = 0; slot < contact->slots && form->located; slot++) {
    const char *name = pw_arena_format(b->arena, "%s.%d", contact->name, slot + 1);
    b->failed |= !name;
    int32_t field[PW_SLOT_FIELDS], count = pw_slot_columns(PW_SLOT_IN_RESULT, form->in_space, whose, field);
    for (int32_t c = 0; c < count && name; c++) {
      add(b, name, pw_slot_field(field[c])->name[form->in_space], (PwColumnSource){PW_COL_SLOT, contact->slot + slot, field[c]},
          slot_dimension(b->k, contact, field[c]));
    }
  }
}

// Contacts of long lists: most pairs never touch, and columns for all would be most of the result. A note tells of each list.
static void add_contacts(Builder *b, bool all, PawlMessages *messages) {
  const PawlMechanism *k = b->k;
  for (int32_t i = 0; i < k->contacts; i++) {
    const PwContactList *list = all ? NULL : pw_long_list_at(k, i);
    if (!list) {
      add_contact(b, i);
      continue;
    }
    pw_message(messages, PAWL_NOTE, PW_NOWHERE,
               "the %d pairs of contact '%s' have no columns in result.csv, unless 'output' asks for contacts; their touches are "
               "in touches.csv",
               (int)list->count, list->name);
    i += list->count - 1;
  }
}

static void add_energy(Builder *b) {
  static const char *const part[] = {"kinetic", "potential", "work", "balance"};
  for (int c = 0; c < 4; c++) add(b, "energy", part[c], (PwColumnSource){PW_COL_ENERGY, 0, c}, PW_DIM_ENERGY);
}

// A group word; false if it is none.
static bool add_group(Builder *b, const char *word) {
  const PawlMechanism *k = b->k;
  if (strcmp(word, "joints") == 0) {
    for (int32_t i = 0; i < k->coordinates; i++) add_coordinate(b, i);
  } else if (strcmp(word, "measures") == 0) {
    for (int32_t i = 0; i < k->measures; i++) add_measure(b, i);
  } else if (strcmp(word, "drives") == 0) {
    for (int32_t i = 0; i < k->drives; i++) add_drive(b, i);
  } else if (strcmp(word, "bodies") == 0) {
    for (int32_t i = 1; i < k->bodies; i++) add_body(b, i);
  } else if (strcmp(word, "reactions") == 0) {
    for (int32_t i = 0; i < k->joints; i++) add_reaction(b, i);
  } else if (strcmp(word, "contacts") == 0) {
    add_contacts(b, true, NULL);
  } else if (strcmp(word, "forces") == 0) {
    for (int32_t i = 0; i < k->scalar_forces; i++) add_force(b, i);
  } else if (strcmp(word, "couplers") == 0) {
    for (int32_t i = 0; i < k->couplers; i++) add_coupler(b, i);
  } else if (strcmp(word, "energy") == 0) {
    add_energy(b);
  } else {
    return false;
  }
  return true;
}

static bool add_object(Builder *b, const char *word) {
  const PawlMechanism *k = b->k;
  bool found = false;
  for (int32_t i = 0; i < k->coordinates; i++) {
    if (strcmp(k->coordinate[i].name, word) && strcmp(k->joint[k->coordinate[i].joint].name, word)) continue;
    add_coordinate(b, i);
    found = true;
  }
  for (int32_t i = 0; i < k->joints; i++) {
    if (strcmp(k->joint[i].name, word)) continue;
    add_reaction(b, i);
    found = true;
  }
  for (int32_t i = 0; i < k->measures; i++) {
    if (strcmp(k->measure[i].name, word) == 0) add_measure(b, i), found = true;
  }
  for (int32_t i = 0; i < k->drives; i++) {
    if (strcmp(k->drive[i].name, word) == 0) add_drive(b, i), found = true;
  }
  for (int32_t i = 0; i < k->scalar_forces; i++) {
    if (strcmp(k->scalar_force[i].name, word) == 0) add_force(b, i), found = true;
  }
  for (int32_t i = 0; i < k->couplers; i++) {
    if (strcmp(k->coupler[i].name, word) == 0) add_coupler(b, i), found = true;
  }
  for (int32_t i = 1; i < k->bodies; i++) {
    if (strcmp(k->body[i].name, word) == 0) add_body(b, i), found = true;
  }
  for (int32_t i = 0; i < k->contacts; i++) {
    if (strcmp(k->contact[i].name, word) == 0) add_contact(b, i), found = true;
  }
  return found;
}

// A single column by its full name: of the group or the object that the words in front of a dot name, or `whole` all of them.
static bool find_column(Builder *b, const char *word, bool whole, PwColumn *column, PwColumnSource *source) {
  bool found = false;
  for (const char *end = word; *end && !found && !b->failed; end += *end != 0) {
    end += strcspn(end, ".");
    if (!*end && !whole) break;
    PwRecorder all = {0};
    Builder of = {.k = b->k, .arena = b->arena, .r = &all};
    const char *object = pw_arena_format(b->arena, "%.*s", (int)(end - word), word);
    if (object && (add_group(&of, object) || add_object(&of, object))) {
      int32_t i = pw_names_get(&of.names, 0, word);
      found = i >= 0;
      if (found) *column = all.column[i], *source = all.source[i];
    }
    b->failed |= !object || of.failed;
    pw_names_free(&of.names);
  }
  return found;
}

static bool add_column(Builder *b, const char *word) {
  PwColumn column;
  PwColumnSource source;
  if (!find_column(b, word, false, &column, &source)) return false;
  int32_t before = b->r->count;
  add(b, word, "", source, PW_DIM_NONE);
  if (b->r->count > before) b->r->column[before] = column;  // with its unit
  return true;
}

static const char *const GROUPS[] = {"joints",   "measures", "drives",   "bodies", "reactions",
                                     "contacts", "forces",   "couplers", "energy"};
enum { GROUP_COUNT = sizeof GROUPS / sizeof *GROUPS };

// What a request may have meant: groups, and all columns but those of long lists of bodies. NULL: out of memory.
const char **pw_recorder_names(const PawlMechanism *k, PwArena *arena) {
  PwRecorder all = {0};
  Builder every = {.k = k, .arena = arena, .r = &all};
  for (int i = 0; i < GROUP_COUNT; i++) {
    if (strcmp(GROUPS[i], "contacts")) add_group(&every, GROUPS[i]);
  }
  add_contacts(&every, false, NULL);
  pw_names_free(&every.names);
  const char **names = pw_arena_array(arena, (size_t)all.count + GROUP_COUNT + 1, sizeof *names);
  if (!names || every.failed) return NULL;
  memcpy(names, GROUPS, sizeof GROUPS);
  for (int32_t c = 0; c < all.count; c++) names[GROUP_COUNT + c] = all.column[c].name;
  return names;
}

// The columns of one request; `what`: the key that it stands under.
static PawlStatus add_request(Builder *b, const PwOutput *request, const char *what, PawlMessages *messages) {
  const char *word = request->text;
  if (add_group(b, word) || add_object(b, word) || add_column(b, word)) return b->failed ? PAWL_ERR_MEMORY : PAWL_OK;
  const char **names = b->failed ? NULL : pw_recorder_names(b->k, b->arena);
  if (!names) return PAWL_ERR_MEMORY;
  const char *near = pw_suggest(word, names);
  return pw_fail(messages, PAWL_ERR_INPUT, request->place, "%s: there is nothing called '%s'%s%s%s", what, word,
                 near ? ", did you mean '" : "", near ? near : "", near ? "'?" : "");
}

static PawlStatus requests(Builder *b, PawlMessages *messages) {
  PawlStatus status = PAWL_OK;
  for (int32_t i = 0; i < b->k->outputs && status != PAWL_ERR_MEMORY; i++) {
    PawlStatus one = add_request(b, &b->k->output[i], "output", messages);
    if (one) status = one;
  }
  return status;
}

static bool has_column(const PwRecorder *r, const char *name) {
  for (int32_t i = 0; i < r->count; i++) {
    if (strcmp(r->column[i].name, name) == 0) return true;
  }
  return false;
}

PawlStatus pw_recorder_plots(const PawlMechanism *k, const PwRecorder *recorder, PwArena *arena, PawlMessages *messages,
                             PwPlots *out) {
  *out = (PwPlots){0};
  out->plot = pw_arena_array(arena, (size_t)k->plots + 1, sizeof *out->plot);
  PawlStatus status = out->plot ? PAWL_OK : PAWL_ERR_MEMORY;
  for (int32_t i = 0; i < k->plots && status == PAWL_OK; i++) {
    PwRecorder *plot = &out->plot[out->count++];
    Builder b = {.k = k, .arena = arena, .r = plot};
    int32_t kept = 0;
    if (!add_column(&b, k->plot[i].text)) status = add_request(&b, &k->plot[i], "plot", messages);
    pw_names_free(&b.names);
    if (b.failed) status = PAWL_ERR_MEMORY;
    for (int32_t c = 0; c < plot->count && status == PAWL_OK; c++) {
      if (has_column(recorder, plot->column[c].name)) plot->column[kept++] = plot->column[c];
    }
    plot->count = kept;
    if (status == PAWL_OK && kept == 0) {
      status =
          pw_fail(messages, PAWL_ERR_INPUT, k->plot[i].place, "plot: 'output' leaves '%s' out: add it there", k->plot[i].text);
    }
  }
  return status;
}

PawlStatus pw_recorder_create(const PawlMechanism *k, PwArena *arena, PawlMessages *messages, PwRecorder *out) {
  *out = (PwRecorder){0};
  Builder b = {.k = k, .arena = arena, .r = out};
  add(&b, "t", "", (PwColumnSource){PW_COL_TIME, 0, 0}, PW_DIM_TIME);
  PawlStatus status = PAWL_OK;
  if (k->outputs) {
    status = requests(&b, messages);
  } else {
    static const char *const before[] = {"joints", "measures", "drives", "bodies", "reactions"};
    for (size_t i = 0; i < sizeof before / sizeof *before; i++) add_group(&b, before[i]);
    add_contacts(&b, false, messages);
    add_group(&b, "forces");
    add_group(&b, "couplers");
  }
  add_energy(&b);
  if (status == PAWL_OK && b.clash) {
    status = pw_fail(
        messages, PAWL_ERR_INPUT, PW_NOWHERE,
        "two columns would be called '%s': give what they belong to different names, or choose columns with 'output'", b.clash);
  }
  pw_names_free(&b.names);
  if (b.failed) status = PAWL_ERR_MEMORY;
  out->values = pw_arena_array(arena, (size_t)out->count + 1, sizeof *out->values);
  return status == PAWL_OK && !out->values ? PAWL_ERR_MEMORY : status;
}

PawlStatus pw_recorder_named(const PawlMechanism *k, const char *const *name, int32_t count, PwArena *arena, PwRecorder *out) {
  *out = (PwRecorder){.count = count};
  Builder b = {.k = k, .arena = arena};
  out->column = pw_arena_array(arena, (size_t)count + 1, sizeof *out->column);
  out->source = pw_arena_array(arena, (size_t)count + 1, sizeof *out->source);
  out->values = pw_arena_array(arena, (size_t)count + 1, sizeof *out->values);
  if (!out->column || !out->source || !out->values) return PAWL_ERR_MEMORY;
  for (int32_t i = 0; i < count; i++) {
    if (strcmp(name[i], "t") == 0) {
      out->column[i] = (PwColumn){"t", k->units.time_name, 1 / k->units.time};
    } else {
      find_column(&b, name[i], true, &out->column[i], &out->source[i]);
    }
  }
  return b.failed ? PAWL_ERR_MEMORY : PAWL_OK;
}

static double contact_value(const PwContactValues *v, int32_t component) {
  const double value[] = {v->touches,           v->gap,         v->force,       v->at_rest,    v->force - v->at_rest,
                          pw_norm(v->friction), v->friction[0], v->friction[1], v->friction[2]};
  return value[component];
}

static double bearing_value(const PwBearingValues *v, int32_t component) {
  return component == 0 ? v->load : component == 1 ? v->friction : v->mode;
}

static double body_value(const PawlSimulation *s, int32_t body, int32_t component, double *pose, double *twist) {
  if (component == 13) return s->sample[3 * (body - 1) + 2];
  return component < 7 ? pose[component] : twist[component - 7];
}

void pw_recorder_row(const PwRecorder *recorder, const PawlSimulation *s) {
  double scalar[3] = {0}, pose[7], twist[6], wrench[6], energy[4];
  int32_t body = -1, joint = -1, coordinate = -1, contact = -1, slot = -1;
  PwContactValues whole = {0};
  PwSlotValues each = {0};
  PwForces forces = pw_forces_sampled(s);
  pawl_simulation_energy(s, &energy[0], &energy[1], &energy[2]);
  energy[3] = energy[0] + energy[1] - energy[2] - s->energy0;
  for (int32_t i = 0; i < recorder->count; i++) {
    const PwColumnSource *c = &recorder->source[i];
    double *out = &recorder->values[i];
    switch (c->kind) {
      case PW_COL_TIME:
        *out = s->t;
        break;
      case PW_COL_COORDINATE:
        if (c->index != coordinate) pw_read_scalar(s, s->k->coordinate[coordinate = c->index].scalar, scalar);
        *out = scalar[c->component];
        break;
      case PW_COL_MEASURE: {
        const PwMeasure *m = &s->k->measure[c->index];
        if (m->scalar >= 0) pw_read_scalar(s, m->scalar, scalar);
        *out = m->scalar < 0 ? pw_readings_law(s, &m->law) : scalar[c->component];
        coordinate = -1;
        break;
      }
      case PW_COL_DRIVE:
        *out = s->lambda[s->k->drive[c->index].row];
        break;
      case PW_COL_FORCE:
        *out = pw_forces_along(&forces, c->index);
        break;
      case PW_COL_COUPLER:
        *out = pw_forces_coupler(&forces, c->index, c->component);
        break;
      case PW_COL_BODY:
        if (c->index != body) {
          body = c->index;
          pawl_simulation_pose(s, (PawlBodyId){body + 1}, pose);
          pawl_simulation_twist(s, (PawlBodyId){body + 1}, twist);
        }
        *out = body_value(s, body, c->component, pose, twist);
        break;
      case PW_COL_REACTION:
        if (c->index != joint) pawl_simulation_reaction(s, (PawlJointId){(joint = c->index) + 1}, wrench);
        *out = wrench[c->component];
        break;
      case PW_COL_BEARING:
        *out = bearing_value(&s->contact.bearing_values[c->index], c->component);
        break;
      case PW_COL_CONTACT:
        if (c->index != contact) pw_read_contact(s, contact = c->index, &whole);
        *out = contact_value(&whole, c->component);
        break;
      case PW_COL_SLOT:
        if (c->index != slot) pw_read_slot(s, slot = c->index, &each);
        *out = each.value[c->component];
        break;
      case PW_COL_ENERGY:
        *out = energy[c->component];
        break;
    }
  }
}
