// Compiles a model into a mechanism: indices for names, frames from the centres of mass, rows, forces, laws.
#include "compile/build.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "numerics/vec.h"

static void build_shapes(PwBuild *b, const PwModelBody *source, PwBody *body) {
  PwArena *arena = &b->k->arena;
  PwShape *shape = pw_arena_array(arena, (size_t)source->shapes + 1, sizeof *shape);
  b->failed |= !shape;
  for (int32_t i = 0; i < source->shapes && !b->failed; i++) {
    shape[i] = source->shape[i];
    size_t n = (size_t)shape[i].points;
    double(*point)[2] = pw_arena_array(arena, n + 1, sizeof *point);
    b->failed |= !point;
    if (point && n) memcpy(point, source->shape[i].point, n * sizeof *point);
    shape[i].point = (const double(*)[2])point;
  }
  body->shapes = b->failed ? 0 : source->shapes;
  body->shape = shape;
}

PwPlace pw_build_place(PwBuild *b, PwPlace place) {
  place.file = pw_arena_string(&b->k->arena, place.file);
  return place;
}

static void build_bodies(PwBuild *b) {
  PawlMechanism *k = b->k;
  for (int32_t i = 0; i < k->bodies; i++) {
    const PawlBodyDef *def = &b->model->bodies.item[i].def;
    PwBody *body = &k->body[i];
    body->name = pw_arena_string(&k->arena, def->name);
    body->place = pw_build_place(b, b->model->bodies.item[i].place);
    body->mass = def->mass;
    memcpy(body->inertia, def->inertia, sizeof body->inertia);
    memcpy(body->center, def->center, sizeof body->center);
    pw_quat_rotate(def->orientation, def->center, body->drawn);
    for (int c = 0; c < 3; c++) body->drawn[c] += def->position[c];
    memcpy(body->drawn + 3, def->orientation, 4 * sizeof(double));
    body->drawn_angle = 2 * atan2(def->orientation[3], def->orientation[0]);
    b->failed |= !body->name;
    build_shapes(b, &b->model->bodies.item[i], body);
  }
}

static void build_frame(PwBuild *b, int32_t i) {
  PawlMechanism *k = b->k;
  const PwModelFrame *source = &b->model->frames.item[i];
  const PawlFrameDef *def = &source->def;
  PwFrame *f = &k->frame[i];
  f->name = pw_arena_string(&k->arena, def->name);
  f->body = def->body.i - 1;
  for (int c = 0; c < 3; c++) f->position[c] = def->position[c] - k->body[f->body].center[c];
  memcpy(f->orientation, def->orientation, sizeof f->orientation);
  pw_quat_matrix(f->orientation, f->axes);
  memcpy(f->angle_axis, def->angle_axis, sizeof f->angle_axis);
  if (!(pw_normalise(f->angle_axis) > 0)) f->angle_axis[2] = 1;
  for (int c = 0; c < 3; c++)
    pw_build_law(b, &def->offset[c], source->offset_place[c], PW_LAW_TIME, PW_DIM_LENGTH, &f->offset[c]);
  pw_build_law(b, &def->angle, source->angle_place, PW_LAW_TIME, PW_DIM_ANGLE, &f->angle);
  f->moves = f->angle.expr || f->angle.constant != 0;
  for (int c = 0; c < 3; c++) f->moves |= f->offset[c].expr || f->offset[c].constant != 0;
}

static void build_joint_heads(PwBuild *b) {
  PawlMechanism *k = b->k;
  for (int32_t j = 0; j < k->joints; j++) {
    const PawlJointDef *def = &b->model->joints.item[j].def;
    PwJoint *joint = &k->joint[j];
    joint->name = pw_arena_string(&k->arena, def->name);
    joint->type = def->type;
    joint->place = pw_build_place(b, b->model->joints.item[j].place);
    for (int side = 0; side < 2; side++) {
      joint->frame[side] = def->frame[side].i - 1;
      joint->body[side] = k->frame[joint->frame[side]].body;
    }
    if (def->type == PAWL_JOINT_GEAR_PAIR) memcpy(joint->radius, def->radius, sizeof joint->radius);
    b->failed |= !joint->name;
  }
}

static bool decide_planar(PwBuild *b) {
  const char *reason;
  PwPlace place;
  if (b->model->planar == PAWL_PLANAR_NO) return false;
  bool declared = b->model->planar == PAWL_PLANAR_YES;
  bool planar = pw_build_is_planar(b, declared, &reason, &place);
  if (declared && !planar) {
    pw_message(b->messages, PAWL_ERROR, place, "the model is declared planar, but %s", reason);
    b->failed = true;
  }
  return planar;
}

int32_t pw_build_coordinate(PwBuild *b, const PawlCoordinate *c, PwPlace place) {
  PawlMechanism *k = b->k;
  const PwJoint *joint = &k->joint[c->joint.i - 1];
  for (int32_t i = joint->coordinate; i < joint->coordinate + joint->coordinates; i++) {
    if (!c->name && joint->coordinates == 1) return i;
    if (c->name && strcmp(strrchr(k->coordinate[i].name, '.') + 1, c->name) == 0) return i;
  }
  pw_message(b->messages, PAWL_ERROR, place, "joint '%s' has no coordinate '%s'%s", joint->name, c->name ? c->name : "",
             joint->coordinates ? "" : ": none of its coordinates is free");
  b->failed = true;
  return -1;
}

static void build_couplers(PwBuild *b) {
  PawlMechanism *k = b->k;
  for (int32_t i = 0; i < k->couplers; i++) {
    const PwModelCoupler *source = &b->model->couplers.item[i];
    k->coupler[i].name = pw_arena_string(&k->arena, source->def.name);
    PwRow *row = pw_build_row(b, -1, 0, source->def.offset, false);
    if (!row) return;
    k->coupler[i].row = b->row.count - 1;
    k->coupler[i].coordinate = pw_arena_array(&k->arena, (size_t)source->def.count + 1, sizeof *k->coupler[i].coordinate);
    b->failed |= !k->coupler[i].coordinate;
    if (b->failed) return;
    row->coupler = i;
    for (int32_t c = 0; c < source->def.count; c++) {
      int32_t q = pw_build_coordinate(b, &source->def.coordinate[c], source->place);
      PwTerm *term = q < 0 ? NULL : PW_LIST_ADD(b->term);
      if (!term) continue;
      *term = (PwTerm){k->coordinate[q].scalar, source->def.factor[c]};
      row->terms++;
      k->coupler[i].coordinate[k->coupler[i].coordinates++] = q;
      if (c == 0) row->angular = k->coordinate[q].angular;
    }
    pw_build_line(b, i);
  }
}

static void build_drives(PwBuild *b) {
  PawlMechanism *k = b->k;
  for (int32_t i = 0; i < k->drives; i++) {
    const PwModelDrive *source = &b->model->drives.item[i];
    int32_t q = pw_build_coordinate(b, &source->def.coordinate, source->place);
    if (q < 0) continue;
    const PwCoordinate *c = &k->coordinate[q];
    k->drive[i] = (PwDrive){pw_arena_string(&k->arena, source->def.name ? source->def.name : c->name), b->row.count, q};
    PwRow *row = pw_build_row(b, c->scalar, 1, 0, c->angular);
    if (!row) return;
    row->drive = i;
    pw_build_law(b, &source->def.law, source->law_place, PW_LAW_TIME, c->angular ? PW_DIM_ANGLE : PW_DIM_LENGTH, &row->law);
    for (int32_t d = 0; d < i; d++) {
      if (k->drive[d].coordinate != q) continue;
      pw_message(b->messages, PAWL_ERROR, source->place, "coordinate '%s' is driven twice", c->name);
      b->failed = true;
    }
  }
}

static void build_scalar_force(PwBuild *b, const PwModelForce *source, int32_t scalar, bool angular, bool spring) {
  const PawlForceDef *def = &source->def;
  PwScalarForce *f = PW_LIST_ADD(b->scalar_force);
  if (!f) {
    b->failed = true;
    return;
  }
  *f = (PwScalarForce){.name = pw_arena_string(&b->k->arena, def->name),
                       .scalar = scalar,
                       .stiffness = def->stiffness,
                       .damping = def->damping,
                       .free = def->free_length,
                       .preload = def->preload,
                       .has_law = def->law.expression != NULL,
                       .law_sign = spring ? -1 : 1};
  PwLawKind kind = spring ? PW_LAW_SPRING : angular ? PW_LAW_ANGLE : PW_LAW_TRAVEL;
  if (f->has_law) pw_build_law(b, &def->law, source->law_place, kind, angular ? PW_DIM_TORQUE : PW_DIM_FORCE, &f->law);
  f->law.own = scalar;
}

static void build_bushing(PwBuild *b, const PwModelForce *source) {
  const PawlForceDef *def = &source->def;
  for (int i = 0; i < 6; i++) {
    if (def->bushing_stiffness[i] == 0 && def->bushing_damping[i] == 0) continue;
    int32_t scalar = pw_build_scalar(b, i < 3 ? PW_S_POSITION : PW_S_TURN, def->frame[0].i - 1, def->frame[1].i - 1, i % 3);
    PwScalarForce *f = scalar < 0 ? NULL : PW_LIST_ADD(b->scalar_force);
    if (!f) continue;
    *f = (PwScalarForce){.name = pw_arena_string(&b->k->arena, def->name),
                         .scalar = scalar,
                         .stiffness = def->bushing_stiffness[i],
                         .damping = def->bushing_damping[i]};
  }
}

static void build_applied(PwBuild *b, const PwModelForce *source) {
  PawlMechanism *k = b->k;
  const PawlForceDef *def = &source->def;
  PwApplied *a = &k->applied[k->applieds++];
  *a = (PwApplied){.name = pw_arena_string(&k->arena, def->name),
                   .torque = def->type == PAWL_FORCE_TORQUE,
                   .follow = def->follow,
                   .frame = def->frame[0].i - 1,
                   .reaction = def->frame[1].i ? k->frame[def->frame[1].i - 1].body : 0};
  PwDimension dimension = a->torque ? PW_DIM_TORQUE : PW_DIM_FORCE;
  for (int c = 0; c < 3; c++)
    pw_build_law(b, &def->component[c], source->component_place[c], PW_LAW_STATE, dimension, &a->component[c]);
}

static void build_forces(PwBuild *b) {
  PawlMechanism *k = b->k;
  for (int32_t i = 0; i < b->model->forces.count; i++) {
    const PwModelForce *source = &b->model->forces.item[i];
    const PawlForceDef *def = &source->def;
    switch (def->type) {
      case PAWL_FORCE_SPRING:
        build_scalar_force(b, source, pw_build_scalar(b, PW_S_DISTANCE, def->frame[0].i - 1, def->frame[1].i - 1, 0), false,
                           true);
        break;
      case PAWL_FORCE_JOINT: {
        int32_t q = pw_build_coordinate(b, &def->coordinate, source->place);
        if (q >= 0) build_scalar_force(b, source, k->coordinate[q].scalar, k->coordinate[q].angular, false);
        break;
      }
      case PAWL_FORCE_BUSHING:
        build_bushing(b, source);
        break;
      case PAWL_FORCE_POINT:
      case PAWL_FORCE_TORQUE:
        build_applied(b, source);
        break;
      case PAWL_FORCE_CALLBACK:
        k->callback[k->callbacks++] =
            (PwCallback){pw_arena_string(&k->arena, def->name), def->frame[0].i - 1, def->function, def->user};
        break;
    }
  }
}

static void build_measures(PwBuild *b) {
  PawlMechanism *k = b->k;
  for (int32_t i = 0; i < k->measures; i++) {
    const PwModelMeasure *source = &b->model->measures.item[i];
    const PawlMeasureDef *def = &source->def;
    static const PwScalarKind kinds[] = {PW_S_DISTANCE, PW_S_POSITION, PW_S_ANGLE, PW_S_SPEED};
    static const PwDimension dimensions[] = {PW_DIM_LENGTH, PW_DIM_LENGTH, PW_DIM_ANGLE, PW_DIM_SPEED};
    if (def->type == PAWL_MEASURE_EXPRESSION) {
      k->measure[i] = (PwMeasure){.name = pw_arena_string(&k->arena, def->name), .scalar = -1, .dimension = PW_DIM_NONE};
      k->measure[i].text = pw_arena_string(&k->arena, def->expression);
      continue;
    }
    PwScalarKind kind = def->type == PAWL_MEASURE_ANGLE && def->axis != 2 ? PW_S_BETWEEN : kinds[def->type];
    int32_t scalar = pw_build_scalar(b, kind, def->frame[0].i - 1, def->frame[1].i - 1, def->axis);
    k->measure[i] =
        (PwMeasure){.name = pw_arena_string(&k->arena, def->name), .scalar = scalar, .dimension = dimensions[def->type]};
    if (scalar >= 0) continue;
    pw_message(b->messages, PAWL_ERROR, source->place, "measure '%s' is along z, but the mechanism is planar", def->name);
    b->failed = true;
  }
}

static void build_outputs(PwBuild *b) {
  PawlMechanism *k = b->k;
  for (int32_t i = 0; i < k->outputs; i++) {
    const PwModelOutput *s = &b->model->outputs.item[i];
    k->output[i] = (PwOutput){pw_arena_string(&k->arena, s->text), pw_build_place(b, s->place)};
  }
  for (int32_t i = 0; i < k->plots; i++) {
    const PwModelOutput *s = &b->model->plots.item[i];
    k->plot[i] = (PwOutput){pw_arena_string(&k->arena, s->text), pw_build_place(b, s->place)};
  }
  if (b->model->until) {
    PawlScalar until = {0, b->model->until};
    pw_build_law(b, &until, b->model->until_place, PW_LAW_WATCH, PW_DIM_NONE, &k->until);
  }
  k->run = b->model->run;
  k->until_text = pw_arena_string(&k->arena, b->model->until);
  k->run.from_result = pw_arena_string(&k->arena, b->model->run.from_result);
  k->run.directory = NULL;
  PawlCoordinate *list = pw_arena_array(&k->arena, (size_t)k->run.independent_count + 1, sizeof *list);
  for (int32_t i = 0; list && i < k->run.independent_count; i++) {
    const PawlCoordinate *c = &b->model->run.independent[i];
    list[i] = (PawlCoordinate){c->joint, pw_arena_string(&k->arena, c->name)};
  }
  k->run.independent = k->run.independent_count ? list : NULL;
}

static PawlStatus allocate(PwBuild *b) {
  const PawlModel *m = b->model;
  PawlMechanism *k = b->k;
  size_t forces = (size_t)m->forces.count;
  bool ok = true;
#define ARRAY(member, number, count) \
  (k->number = (count), k->member = pw_arena_array(&k->arena, (size_t)(count) + 1, sizeof *k->member), ok &= k->member != NULL)
  ARRAY(body, bodies, m->bodies.count);
  ARRAY(frame, frames, m->frames.count);
  ARRAY(joint, joints, m->joints.count);
  ARRAY(coupler, couplers, m->couplers.count);
  ARRAY(drive, drives, m->drives.count);
  ARRAY(measure, measures, m->measures.count);
  ARRAY(wish, wishes, m->initial_coordinates.count);
  ARRAY(body_wish, body_wishes, m->initial_bodies.count);
  ARRAY(output, outputs, m->outputs.count);
  ARRAY(plot, plots, m->plots.count);
  ARRAY(table, tables, m->tables.count);
#undef ARRAY
  k->applied = pw_arena_array(&k->arena, forces + 1, sizeof *k->applied);
  k->callback = pw_arena_array(&k->arena, forces + 1, sizeof *k->callback);
  k->name = pw_arena_string(&k->arena, m->name ? m->name : "mechanism");
  return ok && k->applied && k->callback && k->name ? PAWL_OK : PAWL_ERR_MEMORY;
}

// Moves a growing list into the mechanism.
static void *settle(PwBuild *b, void *item, int32_t count, size_t size) {
  void *copy = pw_arena_array(&b->k->arena, (size_t)count + 1, size);
  if (copy && count) memcpy(copy, item, (size_t)count * size);
  b->failed |= !copy;
  return copy;
}
#define SETTLE(list, member, number) \
  (b->k->member = settle(b, b->list.item, b->list.count, sizeof *b->list.item), b->k->number = b->list.count)

// Scalars that every evaluation needs: of rows, of forces, of stops, of friction in joints, in laws.
static void mark_hot(PwBuild *b) {
  PawlMechanism *k = b->k;
  bool *used = pw_arena_array(&k->arena, (size_t)k->scalars + 1, sizeof *used);
  k->hot_scalar = pw_arena_array(&k->arena, (size_t)k->scalars + 1, sizeof *k->hot_scalar);
  if (!used || !k->hot_scalar) {
    b->failed = true;
    return;
  }
  for (int32_t i = 0; i < k->terms; i++) used[k->term[i].scalar] = true;
  for (int32_t i = 0; i < k->scalar_forces; i++) used[k->scalar_force[i].scalar] = true;
  for (int32_t i = 0; i < k->contacts; i++) {
    if (k->contact[i].scalar >= 0) used[k->contact[i].scalar] = true;
  }
  for (int32_t i = 0; i < k->bearings; i++) {
    for (int n = 0; n < 2; n++) {
      if (k->bearing[i].scalar[n] >= 0) used[k->bearing[i].scalar[n]] = true;
    }
  }
  for (int32_t i = 0; i < b->law.count + k->samples; i++) {
    const PwLaw *law = i < b->law.count ? b->law.item[i] : &k->sample[i - b->law.count].law;
    for (int32_t v = 0; v < law->count; v++) {
      if (law->variable[v] >= PW_VAR_SCALAR && law->variable[v] < PW_VAR_NAMED)
        used[(law->variable[v] - PW_VAR_SCALAR) / 2] = true;
    }
  }
  for (int32_t i = 0; i < k->scalars; i++) {
    if (used[i]) k->hot_scalar[k->hot_scalars++] = i;
  }
}

static void build_all(PwBuild *b) {
  PawlMechanism *k = b->k;
  for (int32_t i = 0; i < k->tables; i++) {
    PawlStatus made = pw_table_create(&b->model->tables.item[i].def, b->model->tables.item[i].place, b->messages, &k->table[i]);
    b->failed |= made != PAWL_OK;
    b->no_memory |= made == PAWL_ERR_MEMORY;
  }
  if (b->failed || pw_build_names(b)) return;  // laws of frames need tables and parameters
  build_bodies(b);
  for (int32_t i = 0; i < k->frames; i++) build_frame(b, i);
  build_joint_heads(b);
  if (b->failed) return;
  k->planar = decide_planar(b);
  if (b->failed) return;
  for (int32_t j = 0; j < k->joints; j++) pw_build_joint(b, j);
  SETTLE(coordinate, coordinate, coordinates);
  if (k->arena.full) return;
  pw_build_bearings(b);
  build_measures(b);
  if (b->failed || pw_build_names(b)) return;  // now with coordinates and measures
  pw_build_expressions(b);
  build_couplers(b);
  build_drives(b);
  build_forces(b);
  pw_build_wishes(b);
  build_outputs(b);
  pw_build_surfaces(b);
  pw_build_meshes(b);
  if (b->failed) return;
  pw_build_contacts(b);
  SETTLE(scalar, scalar, scalars);
  SETTLE(term, term, terms);
  SETTLE(row, row, rows);
  SETTLE(scalar_force, scalar_force, scalar_forces);
  if (k->arena.full) return;  // rows that are not there have no laws
  pw_build_named(b);
  SETTLE(named, named, nameds);
  SETTLE(reading, reading, readings);
  SETTLE(sample, sample, samples);
  if (!b->failed) pw_build_readings(b);
  if (pw_build_kinks(b)) return;
  pw_build_watches(b);
  mark_hot(b);
  SETTLE(law, law, laws);
}

// What was compiled is the mechanism's, also where the rest failed.
static void keep_expressions(PwBuild *b) {
  SETTLE(expr, expr, exprs);
  if (b->k->expr) return;
  for (int32_t i = 0; i < b->expr.count; i++) pw_expr_free(b->expr.item[i]);
  b->k->exprs = 0;
}

void pawl_mechanism_free(PawlMechanism *k) {
  if (!k) return;
  for (int32_t i = 0; i < k->exprs; i++) pw_expr_free(k->expr[i]);
  for (int32_t i = 0; i < k->tables; i++) pw_table_free(k->table[i]);
  for (int32_t i = 0; i < k->meshes; i++) pw_trimesh_release(k->mesh[i].geometry);
  pw_names_free(&k->names);
  pw_arena_free(&k->arena);
  free(k->model_text);
  free(k);
}

PawlStatus pw_mechanism_build(const PawlModel *model, PawlMessages *messages, PawlMechanism **out) {
  *out = NULL;
  PawlMechanism *k = calloc(1, sizeof *k);
  if (!k) return PAWL_ERR_MEMORY;
  PwBuild b = {.model = model, .k = k, .messages = messages};
  k->units = model->units;
  k->hash = pw_model_hash(model);
  memcpy(k->gravity, model->gravity, sizeof k->gravity);
  PawlStatus status = allocate(&b);
  int before = messages ? pawl_messages_errors(messages) : 0;
  if (status == PAWL_OK) build_all(&b);
  keep_expressions(&b);
  if (status == PAWL_OK && !b.failed && !pw_mechanism_list(model, k)) status = PAWL_ERR_MEMORY;
  if (status == PAWL_OK) status = pw_model_text(model, &k->model_text);
  bool silent = messages && pawl_messages_errors(messages) == before;  // nothing was found wrong: memory for a list
  if (status == PAWL_OK && b.failed) status = silent ? PAWL_ERR_MEMORY : PAWL_ERR_INPUT;
  if (b.no_memory || k->arena.full) status = PAWL_ERR_MEMORY;
  free(b.scalar.item);
  free(b.term.item);
  free(b.row.item);
  free(b.coordinate.item);
  free(b.scalar_force.item);
  free(b.law.item);
  free(b.named.item);
  free(b.reading.item);
  free(b.sample.item);
  free(b.expr.item);
  if (status) {
    pawl_mechanism_free(k);
    return status;
  }
  *out = k;
  return PAWL_OK;
}
