// Forces, measures and initial wishes of a model.
#include <math.h>
#include <string.h>

#include "model/check.h"

static void check_law(PwCheck *c, PawlForceDef *def) {
  const double numbers[3] = {def->stiffness, def->damping, def->preload};
  pw_check_finite(c, "stiffness", &numbers[0], 1);
  pw_check_finite(c, "damping", &numbers[1], 1);
  pw_check_finite(c, "preload", &numbers[2], 1);
  if (isinf(def->free_length) || (def->type == PAWL_FORCE_SPRING && def->free_length < 0)) {
    pw_check_fail(c, PAWL_ERR_INPUT, "free_length", "free length is %g, must be finite and a spring's not negative",
                  def->free_length);
  }
  if (def->law.expression && (def->stiffness != 0 || def->damping != 0 || def->preload != 0)) {
    pw_check_fail(c, PAWL_ERR_INPUT, "law",
                  "a law stands alone: leave stiffness, damping and preload out, or write them into it");
  }
  pw_check_scalar(c, "law", &def->law);
}

// Frame 2 is optional: without it ground takes the opposite.
static void check_reaction(PwCheck *c, const PawlFrameId frame[2]) {
  if (!pw_check_frame(c, "frame", frame[0]) || frame[1].i == 0) return;
  if (!pw_check_frame(c, "reaction", frame[1])) return;
  PawlBodyId a = c->model->frames.item[frame[0].i - 1].def.body, b = c->model->frames.item[frame[1].i - 1].def.body;
  if (a.i == b.i) pw_check_fail(c, PAWL_ERR_INPUT, "reaction", "acts on one body and back on the same one");
}

static void check_force(PwCheck *c, PawlForceDef *def) {
  switch (def->type) {
    case PAWL_FORCE_SPRING:
      pw_check_frames(c, def->frame);
      check_law(c, def);
      return;
    case PAWL_FORCE_JOINT: {
      PawlStatus status = pw_model_take_coordinate(c->model, "force", &def->coordinate, c->place, c->messages);
      if (c->status == PAWL_OK) c->status = status;
      check_law(c, def);
      return;
    }
    case PAWL_FORCE_BUSHING:
      pw_check_frames(c, def->frame);
      pw_check_finite(c, "stiffness", def->bushing_stiffness, 6);
      pw_check_finite(c, "damping", def->bushing_damping, 6);
      return;
    case PAWL_FORCE_POINT:
    case PAWL_FORCE_TORQUE:
      check_reaction(c, def->frame);
      for (int k = 0; k < 3; k++) pw_check_scalar(c, "components", &def->component[k]);
      return;
    case PAWL_FORCE_CALLBACK:
      check_reaction(c, def->frame);
      if (!def->function) pw_check_fail(c, PAWL_ERR_ARGUMENT, NULL, "needs a function");
      return;
  }
  pw_check_fail(c, PAWL_ERR_ARGUMENT, "type", "there is no force type %d", (int)def->type);
}

PawlStatus pw_model_add_force(PawlModel *m, const PawlForceDef *given, PwPlace place, PawlMessages *messages, PawlForceId *out) {
  PwCheck c = {m, messages, place, "force", NULL, PAWL_OK};
  PawlForceDef def = pawl_force_def_default();
  if (!pw_check_size(&c, given, sizeof def, &def)) return c.status;
  pw_check_name(&c, PW_NAME_FORCE, &def.name);
  check_force(&c, &def);
  if (c.status != PAWL_OK) return c.status;
  PwModelForce *force = PW_LIST_ADD(m->forces);
  if (!pw_check_register(&c, PW_NAME_FORCE, def.name, &m->forces.count, force)) return c.status;
  *force = (PwModelForce){def, place, place, {place, place, place}};
  if (out) out->i = m->forces.count;
  return PAWL_OK;
}

PawlStatus pw_model_add_measure(PawlModel *m, const PawlMeasureDef *given, PwPlace place, PawlMessages *messages,
                                PawlMeasureId *out) {
  PwCheck c = {m, messages, place, "measure", NULL, PAWL_OK};
  PawlMeasureDef def = pawl_measure_def_default();
  if (!pw_check_size(&c, given, sizeof def, &def)) return c.status;
  pw_check_name(&c, PW_NAME_SYMBOL, &def.name);
  bool known = (int)def.type >= PAWL_MEASURE_DISTANCE && def.type <= PAWL_MEASURE_EXPRESSION;
  bool expression = def.type == PAWL_MEASURE_EXPRESSION;
  if (!known) pw_check_fail(&c, PAWL_ERR_ARGUMENT, "type", "there is no measure type %d", (int)def.type);
  if (def.axis < 0 || def.axis > (def.type == PAWL_MEASURE_SPEED ? 3 : 2)) {
    pw_check_fail(&c, PAWL_ERR_INPUT, "axis", "axis is %d, need 0, 1, 2, or 3 for the size of a speed", (int)def.axis);
  }
  if (expression && !def.expression) pw_check_fail(&c, PAWL_ERR_INPUT, "value", "needs an expression");
  if (expression && c.status == PAWL_OK) {
    def.expression = pw_arena_string(&m->arena, def.expression);
    if (!def.expression) return PAWL_ERR_MEMORY;
  }
  if (!expression && pw_check_frame(&c, "frames", def.frame[0]) && pw_check_frame(&c, "frames", def.frame[1]) &&
      def.frame[0].i == def.frame[1].i) {
    pw_check_fail(&c, PAWL_ERR_INPUT, "frames", "measures from a frame to itself");
  }
  if (c.status != PAWL_OK) return c.status;
  PwModelMeasure *measure = PW_LIST_ADD(m->measures);
  if (!pw_check_register(&c, PW_NAME_SYMBOL, def.name, &m->measures.count, measure)) return c.status;
  *measure = (PwModelMeasure){def, place, place};
  if (out) out->i = m->measures.count;
  return PAWL_OK;
}

static void check_wishes(PwCheck *c, const PawlInitialCoordinate *def) {
  if (isinf(def->position)) pw_check_fail(c, PAWL_ERR_INPUT, "position", "position is not a finite number");
  if (isinf(def->speed)) pw_check_fail(c, PAWL_ERR_INPUT, "speed", "speed is not a finite number");
  if (isnan(def->position) && isnan(def->speed))
    pw_check_fail(c, PAWL_ERR_INPUT, NULL, "wishes for nothing: give position or speed");
  if ((def->hold_position && isnan(def->position)) || (def->hold_speed && isnan(def->speed))) {
    pw_check_fail(c, PAWL_ERR_INPUT, "hold", "holds what is not given");
  }
  for (int32_t k = 0; k < c->model->initial_coordinates.count; k++) {
    const PawlCoordinate *other = &c->model->initial_coordinates.item[k].def.coordinate;
    if (other->joint.i != def->coordinate.joint.i || strcmp(other->name, def->coordinate.name) != 0) continue;
    pw_check_fail(c, PAWL_ERR_INPUT, NULL, "coordinate %s.%s has its initial state already",
                  c->model->joints.item[other->joint.i - 1].def.name, other->name);
  }
}

PawlStatus pw_model_set_initial_coordinate(PawlModel *m, const PawlInitialCoordinate *given, PwPlace place,
                                           PawlMessages *messages) {
  PwCheck c = {m, messages, place, "initial", NULL, PAWL_OK};
  PawlInitialCoordinate def = pawl_initial_coordinate_default();
  if (!pw_check_size(&c, given, sizeof def, &def)) return c.status;
  c.status = pw_model_take_coordinate(m, "initial", &def.coordinate, place, messages);
  if (c.status == PAWL_OK) check_wishes(&c, &def);
  if (c.status != PAWL_OK) return c.status;
  PwModelInitialCoordinate *item = PW_LIST_ADD(m->initial_coordinates);
  if (!item) return pw_model_no_memory(m, place, messages);
  *item = (PwModelInitialCoordinate){def, place};
  return PAWL_OK;
}

static void check_initial_body(PwCheck *c, const PawlInitialBody *def) {
  bool wish = false;
  for (int k = 0; k < 3; k++) {
    if (isinf(def->velocity[k]) || isinf(def->angular_velocity[k])) {
      pw_check_fail(c, PAWL_ERR_INPUT, "velocity", "velocity is not a finite number");
      return;
    }
    wish = wish || !isnan(def->velocity[k]) || !isnan(def->angular_velocity[k]);
  }
  if (def->hold_velocity && !wish) pw_check_fail(c, PAWL_ERR_INPUT, "hold", "holds a velocity that is not given");
  if (!def->hold_pose && !wish) pw_check_fail(c, PAWL_ERR_INPUT, NULL, "wishes for nothing: give a velocity or hold the pose");
  for (int32_t k = 0; k < c->model->initial_bodies.count; k++) {
    if (c->model->initial_bodies.item[k].def.body.i != def->body.i) continue;
    pw_check_fail(c, PAWL_ERR_INPUT, NULL, "body '%s' has its initial state already",
                  c->model->bodies.item[def->body.i - 1].def.name);
  }
}

PawlStatus pw_model_set_initial_body(PawlModel *m, const PawlInitialBody *given, PwPlace place, PawlMessages *messages) {
  PwCheck c = {m, messages, place, "initial", NULL, PAWL_OK};
  PawlInitialBody def = pawl_initial_body_default();
  if (!pw_check_size(&c, given, sizeof def, &def)) return c.status;
  if (def.body.i < 2 || def.body.i > m->bodies.count) {
    pw_check_fail(&c, PAWL_ERR_ARGUMENT, NULL, def.body.i == 1 ? "ground does not move" : "body id %d does not exist",
                  (int)def.body.i);
  } else {
    check_initial_body(&c, &def);
  }
  if (c.status != PAWL_OK) return c.status;
  PwModelInitialBody *item = PW_LIST_ADD(m->initial_bodies);
  if (!item) return pw_model_no_memory(m, place, messages);
  *item = (PwModelInitialBody){def, place};
  return PAWL_OK;
}

PawlStatus pawl_model_add_force(PawlModel *m, const PawlForceDef *def, PawlMessages *messages, PawlForceId *out) {
  return pw_model_add_force(m, def, PW_NOWHERE, messages, out);
}

PawlStatus pawl_model_add_measure(PawlModel *m, const PawlMeasureDef *def, PawlMessages *messages, PawlMeasureId *out) {
  return pw_model_add_measure(m, def, PW_NOWHERE, messages, out);
}

PawlStatus pawl_model_set_initial_coordinate(PawlModel *m, const PawlInitialCoordinate *def, PawlMessages *messages) {
  return pw_model_set_initial_coordinate(m, def, PW_NOWHERE, messages);
}

PawlStatus pawl_model_set_initial_body(PawlModel *m, const PawlInitialBody *def, PawlMessages *messages) {
  return pw_model_set_initial_body(m, def, PW_NOWHERE, messages);
}
