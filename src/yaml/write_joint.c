// Joints with their limits, contacts, couplers and forces, as a model file has them.
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "model/friction.h"
#include "model/words.h"
#include "yaml/reader.h"
#include "yaml/write_yaml.h"

// ---- joints

static void write_range(PwWriter *w, const PawlLimitDef *d) {
  PwDimension dimension = pw_coordinate_dimension(&d->coordinate, false);
  pw_text_format(&w->out, "%s: [", d->coordinate.name);
  if (isnan(d->lower)) {
    pw_text_add(&w->out, "~");
  } else {
    pw_write_number(w, d->lower, dimension);
  }
  pw_text_add(&w->out, ", ");
  if (isnan(d->upper)) {
    pw_text_add(&w->out, "~");
  } else {
    pw_write_number(w, d->upper, dimension);
  }
  pw_text_add(&w->out, "]");
}

static void write_stops(PwWriter *w, const PawlLimitDef *d) {
  bool turn = pw_coordinate_is_angle(d->coordinate.name);
  pw_write_key(w, 6, d->coordinate.name);
  if (d->stiffness != 0) {
    pw_write_field(w, 8, "stiffness", d->stiffness, 0, turn ? PW_DIM_ANGULAR_STIFFNESS : PW_DIM_STIFFNESS);
    pw_write_field(w, 8, "damping", d->damping, 0, turn ? PW_DIM_ANGULAR_DAMPING : PW_DIM_DAMPING);
  } else {
    pw_write_field(w, 8, "restitution", d->restitution, NAN, PW_DIM_NONE);
    pw_write_field(w, 8, "rebound", d->rebound, NAN, turn ? PW_DIM_ANGULAR_SPEED : PW_DIM_SPEED);
  }
}

static void write_limits(PwWriter *w, PawlJointId joint) {
  for (int pass = 0; pass < 2; pass++) {
    bool first = true;
    for (int32_t k = 0; k < w->model->limits.count; k++) {
      const PawlLimitDef *d = &w->model->limits.item[k].def;
      if (d->coordinate.joint.i != joint.i) continue;
      if (first) pw_write_key(w, 4, pass ? "stops" : "limits");
      if (pass) {
        write_stops(w, d);
      } else {
        pw_text_add(&w->out, first ? "{" : ", ");
        write_range(w, d);
      }
      first = false;
    }
    if (!first && !pass) pw_text_add(&w->out, "}");
  }
}

static void write_joint_friction(PwWriter *w, const PawlJointDef *d) {
  if (pw_model_joint_friction_is_none(d)) return;
  pw_write_key(w, 4, "friction");
  for (int k = 0; k < PW_MODEL_JOINT_FRICTION_FIELDS; k++) {
    if (k && pw_model_joint_friction_is_usual(d, k)) continue;
    pw_text_format(&w->out, "%s%s: ", k ? ", " : "{", pw_model_joint_friction_fields[k].key);
    pw_write_number(w, pw_model_joint_friction_get(d, k), pw_model_joint_friction_fields[k].dimension);
  }
  pw_text_add(&w->out, "}");
}

void pw_write_joints(PwWriter *w) {
  const PawlModel *m = w->model;
  if (m->joints.count) pw_text_add(&w->out, "\njoints:");
  for (int32_t k = 0; k < m->joints.count; k++) {
    const PawlJointDef *d = &m->joints.item[k].def;
    pw_write_key(w, 2, d->name);
    pw_write_key(w, 4, "type");
    pw_text_add(&w->out, pw_words_joint[d->type]);
    pw_write_frames(w, 4, d->frame);
    if (d->type == PAWL_JOINT_LOCK) {
      pw_write_key(w, 4, "locked");
      pw_text_add(&w->out, "[");
      for (int bit = 0, some = 0; bit < 6; bit++) {
        if (d->locked & 1u << bit) pw_text_format(&w->out, "%s%s", some++ ? ", " : "", pw_words_lock[bit]);
      }
      pw_text_add(&w->out, "]");
    }
    if (d->type == PAWL_JOINT_SCREW) pw_write_field(w, 4, "pitch", d->pitch, NAN, PW_DIM_LENGTH_PER_TURN);
    if (d->type == PAWL_JOINT_ROD) pw_write_field(w, 4, "length", d->length, NAN, PW_DIM_LENGTH);
    if (d->type == PAWL_JOINT_GEAR_PAIR) {
      pw_write_key(w, 4, "radii");
      pw_write_list(w, d->radius, 2, PW_DIM_LENGTH);
    }
    write_joint_friction(w, d);
    write_limits(w, (PawlJointId){k + 1});
  }
}

// ---- contacts

// A number of unit force * time^s / length^n.
static void add_law_number(PwWriter *w, const char *key, double value, double n, int s) {
  char text[PW_NUMBER_CHARS];
  if (!pw_write_scaled_text(value, pw_units_factor_real(&w->model->units, (const double[4]){1 - n, 1, s - 2, 0}), text)) {
    int used = pw_double_format(value, text);
    snprintf(text + used, sizeof text - (size_t)used, " N%s/m^%.6g", s ? "*s" : "", n);
  }
  pw_text_format(&w->out, ", %s: %s", key, text);
}

static void write_law(PwWriter *w, const PawlContactDef *d) {
  pw_write_key(w, 4, "law");
  pw_text_format(&w->out, "{type: %s, exponent: ", pw_words_law[d->law - 1]);
  pw_write_number(w, d->exponent, PW_DIM_NONE);
  add_law_number(w, "stiffness", d->stiffness, d->exponent, 0);
  if (!isnan(d->damping)) {
    add_law_number(w, "damping", d->damping, d->exponent + 1, 1);
  } else if (d->law != PAWL_CONTACT_HERTZ) {
    pw_text_add(&w->out, ", restitution: ");
    pw_write_number(w, d->restitution, PW_DIM_NONE);
  }
  pw_text_add(&w->out, "}");
}

// A number where the static coefficient is all there is; else a map, in which others may need it whatever it is.
static void write_friction(PwWriter *w, const PawlContactDef *d) {
  int said = 0, written = 0;
  if (d->rolling) pw_write_word(w, 4, "rolling", "true");
  for (int k = 1; k < PW_MODEL_FRICTION_FIELDS; k++) said += !pw_model_friction_is_usual(d, k);
  said += pw_model_friction_is_displaced(d);
  if (!said) pw_write_field(w, 4, "friction", d->friction, 0, PW_DIM_NONE);
  if (said) pw_write_key(w, 4, "friction");
  for (int k = 0; said && k < PW_MODEL_FRICTION_FIELDS; k++) {
    const PwModelFrictionField *field = &pw_model_friction_fields[k];
    if (k ? pw_model_friction_is_usual(d, k) : d->rolling) continue;
    pw_text_format(&w->out, "%s%s: ", written++ ? ", " : "{", field->key);
    pw_write_number(w, pw_model_friction_get(d, k), field->dimension);
  }
  if (pw_model_friction_is_displaced(d)) {
    pw_text_add(&w->out, ", displacement: ");
    pw_write_list(w, d->displacement, 3, PW_DIM_LENGTH);
  }
  if (said) pw_text_add(&w->out, "}");
}

static void write_pair(PwWriter *w, const PawlContactDef *d) {
  const PawlModel *m = w->model;
  bool surfaces = d->surface[0].i != 0;
  pw_write_key(w, 2, d->name);
  pw_write_key(w, 4, surfaces ? "surfaces" : "profiles");
  for (int side = 0; side < 2; side++) {
    const char *name =
        surfaces ? m->surfaces.item[d->surface[side].i - 1].def.name : m->profiles.item[d->profile[side].i - 1].def.name;
    pw_text_format(&w->out, side ? ", %s]" : "[%s", name);
  }
}

static void write_list(PwWriter *w, const PwModelContactList *list) {
  const PawlModel *m = w->model;
  int32_t last = 0;
  pw_write_key(w, 2, list->name);
  pw_write_key(w, 4, "bodies");
  for (int32_t i = 0; i < list->members; i++) {
    int32_t id = list->member[i] - 1, body = list->surfaces ? m->surfaces.item[id].def.body.i : m->profiles.item[id].def.body.i;
    if (body != last) pw_text_format(&w->out, "%s%s", last ? ", " : "[", m->bodies.item[body - 1].def.name);
    last = body;
  }
  pw_text_add(&w->out, "]");
}

void pw_write_contacts(PwWriter *w) {
  const PawlModel *m = w->model;
  int32_t list = 0;
  if (m->contacts.count) pw_text_add(&w->out, "\ncontacts:");
  for (int32_t k = 0; k < m->contacts.count; k++) {
    const PawlContactDef *d = &m->contacts.item[k].def;
    if (list < m->contact_lists.count && m->contact_lists.item[list].first == k) {
      const PwModelContactList *of = &m->contact_lists.item[list++];
      write_list(w, of);
      k += of->count - 1;
    } else {
      write_pair(w, d);
    }
    if (d->law == PAWL_CONTACT_RIGID) pw_write_field(w, 4, "restitution", d->restitution, 0, PW_DIM_NONE);
    pw_write_field(w, 4, "rebound", d->rebound, NAN, PW_DIM_SPEED);
    if (d->sides != PAWL_SIDES_ONE) pw_write_word(w, 4, "sides", pw_words_sides[d->sides]);
    if (d->start_closed) pw_write_word(w, 4, "start", pw_words_start[1]);
    pw_write_field(w, 4, "slots", d->slots, 2, PW_DIM_NONE);
    if (d->law != PAWL_CONTACT_RIGID) write_law(w, d);
    write_friction(w, d);
  }
}

// ---- couplers

static bool turns(const PawlCouplerDef *d, int term) {
  return pw_coordinate_is_angle(d->coordinate[term].name);
}

static void write_line(PwWriter *w, const PawlCouplerDef *d) {
  if (d->line != PAWL_LINE_GIVEN) return;
  pw_text_add(&w->out, ", line: {at: ");
  pw_write_list(w, d->at, 3, PW_DIM_LENGTH);
  pw_text_add(&w->out, ", along: ");
  pw_write_list(w, d->along, 3, PW_DIM_NONE);
  pw_text_add(&w->out, "}");
}

// Gears and racks keep their numbers where the units of 'terms' would round them.
static bool write_wheels(PwWriter *w, const PawlCouplerDef *d) {
  if (d->count != 2 || !isnan(d->offset)) return false;
  bool rack = turns(d, 0) && !turns(d, 1) && d->factor[1] == -1 && d->line == PAWL_LINE_RACK;
  if (!rack && !(turns(d, 0) && turns(d, 1) && d->factor[0] > 0)) return false;
  pw_text_add(&w->out, rack ? "{type: rack, pinion: " : "{type: gears, joints: [");
  pw_write_coordinate(w, &d->coordinate[0]);
  pw_text_add(&w->out, rack ? ", rack: " : ", ");
  pw_write_coordinate(w, &d->coordinate[1]);
  if (rack) {
    pw_text_add(&w->out, ", radius: ");
    pw_write_number(w, d->factor[0], PW_DIM_LENGTH);
  } else {
    const double teeth[2] = {d->factor[0], fabs(d->factor[1])};
    pw_text_add(&w->out, "], teeth: ");
    pw_write_list(w, teeth, 2, PW_DIM_NONE);
    if (d->factor[1] < 0) pw_text_add(&w->out, ", internal: true");
  }
  write_line(w, d);
  pw_text_add(&w->out, "}");
  return true;
}

static void write_terms(PwWriter *w, const PawlCouplerDef *d) {
  double first = 1;
  char text[PW_NUMBER_CHARS];
  for (int32_t k = 0; k < d->count; k++) {
    double unit = pw_units_factor(&w->model->units, pw_coordinate_dimension(&d->coordinate[k], false));
    if (k == 0) first = unit;
    pw_text_add(&w->out, k ? ", " : "{terms: {");
    pw_write_coordinate(w, &d->coordinate[k]);
    pw_write_scaled_text(d->factor[k], first / unit, text);
    pw_text_format(&w->out, ": %s", text);
  }
  pw_text_add(&w->out, "}");
  if (!isnan(d->offset)) {
    pw_write_scaled_text(d->offset, first, text);
    pw_text_format(&w->out, ", offset: %s", text);
  }
  write_line(w, d);
  pw_text_add(&w->out, "}");
}

void pw_write_couplers(PwWriter *w) {
  const PawlModel *m = w->model;
  if (m->couplers.count) pw_text_add(&w->out, "\ncouplers:");
  for (int32_t k = 0; k < m->couplers.count; k++) {
    const PawlCouplerDef *d = &m->couplers.item[k].def;
    pw_write_key(w, 2, d->name);
    if (!write_wheels(w, d)) write_terms(w, d);
  }
}

// ---- forces

static void write_six(PwWriter *w, const char *key, const double *value, PwDimension shift, PwDimension turn) {
  pw_write_key(w, 4, key);
  for (int k = 0; k < 6; k++) {
    pw_text_add(&w->out, k ? ", " : "[");
    pw_write_number(w, value[k], k < 3 ? shift : turn);
  }
  pw_text_add(&w->out, "]");
}

static void write_spring(PwWriter *w, const PawlForceDef *d, bool turn, const char *free) {
  if (d->law.expression) pw_write_word(w, 4, "law", d->law.expression);
  pw_write_field(w, 4, "stiffness", d->stiffness, 0, turn ? PW_DIM_ANGULAR_STIFFNESS : PW_DIM_STIFFNESS);
  pw_write_field(w, 4, "damping", d->damping, 0, turn ? PW_DIM_ANGULAR_DAMPING : PW_DIM_DAMPING);
  pw_write_field(w, 4, free, d->free_length, NAN, turn ? PW_DIM_ANGLE : PW_DIM_LENGTH);
  pw_write_field(w, 4, "preload", d->preload, 0, turn ? PW_DIM_TORQUE : PW_DIM_FORCE);
}

static void write_applied(PwWriter *w, const PawlForceDef *d, bool torque) {
  pw_write_word(w, 4, "type", torque ? "torque" : "force");
  pw_write_key(w, 4, "frame");
  pw_write_frame(w, d->frame[0]);
  pw_write_key(w, 4, "components");
  pw_write_laws(w, d->component, torque ? PW_DIM_TORQUE : PW_DIM_FORCE);
  if (d->follow) pw_write_word(w, 4, "follow", "true");
  if (!d->frame[1].i) return;
  pw_write_key(w, 4, "reaction");
  pw_write_frame(w, d->frame[1]);
}

static void write_force(PwWriter *w, const PawlForceDef *d) {
  switch (d->type) {
    case PAWL_FORCE_SPRING:
      pw_write_word(w, 4, "type", "spring");
      pw_write_frames(w, 4, d->frame);
      write_spring(w, d, false, "free_length");
      break;
    case PAWL_FORCE_JOINT:
      pw_write_word(w, 4, "type", "joint");
      pw_write_key(w, 4, "coordinate");
      pw_write_coordinate(w, &d->coordinate);
      write_spring(w, d, pw_coordinate_is_angle(d->coordinate.name), "free_position");
      break;
    case PAWL_FORCE_BUSHING:
      pw_write_word(w, 4, "type", "bushing");
      pw_write_frames(w, 4, d->frame);
      write_six(w, "stiffness", d->bushing_stiffness, PW_DIM_STIFFNESS, PW_DIM_ANGULAR_STIFFNESS);
      write_six(w, "damping", d->bushing_damping, PW_DIM_DAMPING, PW_DIM_ANGULAR_DAMPING);
      break;
    case PAWL_FORCE_POINT:
    case PAWL_FORCE_TORQUE:
      write_applied(w, d, d->type == PAWL_FORCE_TORQUE);
      break;
    case PAWL_FORCE_CALLBACK:
      pw_write_fail(w, "force '%s': a file cannot hold a function of a program", d->name);
      break;
  }
}

void pw_write_forces(PwWriter *w) {
  const PawlModel *m = w->model;
  bool any = false;
  for (int32_t k = 0; k < m->forces.count; k++) {
    if (w->for_audit && m->forces.item[k].def.type == PAWL_FORCE_CALLBACK) continue;
    if (!any) pw_text_add(&w->out, "\nforces:");
    any = true;
    pw_write_key(w, 2, m->forces.item[k].def.name);
    write_force(w, &m->forces.item[k].def);
  }
}
