// Bodies, frames, parameters and tables of a model.
#include <math.h>
#include <string.h>

#include "expression/table.h"
#include "model/check.h"
#include "model/pose.h"

PawlStatus pw_model_add_body(PawlModel *m, const PawlBodyDef *given, PwPlace place, PawlMessages *messages, PawlBodyId *out) {
  PwCheck c = {m, messages, place, "body", NULL, PAWL_OK};
  PawlBodyDef def = pawl_body_def_default();
  if (!pw_check_size(&c, given, sizeof def, &def)) return c.status;
  pw_check_name(&c, PW_NAME_BODY, &def.name);
  if (!isfinite(def.mass)) {
    pw_check_fail(&c, PAWL_ERR_INPUT, "mass", "mass is not a finite number");
  } else if (def.mass < 0) {
    pw_check_fail(&c, PAWL_ERR_INPUT, "mass", "mass is %s, must not be negative", PW_SAY(m, def.mass, PW_DIM_MASS, 6));
  }
  pw_check_length(&c, "center", def.center, 3);
  pw_check_inertia(&c, def.inertia);
  pw_check_length(&c, "position", def.position, 3);
  pw_check_quaternion(&c, "quaternion", def.orientation);
  if (c.status != PAWL_OK) return c.status;
  PwModelBody *body = PW_LIST_ADD(m->bodies);
  if (!pw_check_register(&c, PW_NAME_BODY, def.name, &m->bodies.count, body)) return c.status;
  *body = (PwModelBody){def, place};
  if (out) out->i = m->bodies.count;
  return PAWL_OK;
}

PawlStatus pw_model_add_frame(PawlModel *m, const PawlFrameDef *given, PwPlace place, PawlMessages *messages, PawlFrameId *out) {
  PwCheck c = {m, messages, place, "frame", NULL, PAWL_OK};
  PawlFrameDef def = pawl_frame_def_default();
  if (!pw_check_size(&c, given, sizeof def, &def)) return c.status;
  if (def.name) pw_check_name(&c, PW_NAME_FRAME, &def.name);
  if (def.body.i < 1 || def.body.i > m->bodies.count) {
    pw_check_fail(&c, PAWL_ERR_ARGUMENT, NULL, "body id %d does not exist", (int)def.body.i);
  } else {
    pw_check_owner(&c, def.name, def.body);
  }
  pw_check_length(&c, "at", def.position, 3);
  pw_check_quaternion(&c, "quaternion", def.orientation);
  for (int k = 0; k < 3; k++) pw_check_scalar(&c, "offset", &def.offset[k]);
  pw_check_scalar(&c, "turn", &def.angle);
  if (!pw_direction(def.angle_axis)) pw_check_fail(&c, PAWL_ERR_INPUT, "about", "the axis to turn about has no direction");
  if (c.status != PAWL_OK) return c.status;
  PwModelFrame *frame = PW_LIST_ADD(m->frames);
  if (!pw_check_register(&c, PW_NAME_FRAME, def.name, &m->frames.count, frame)) return c.status;
  *frame = (PwModelFrame){def, place, {place, place, place}, place};
  if (out) out->i = m->frames.count;
  return PAWL_OK;
}

PawlStatus pw_model_add_parameter(PawlModel *m, const char *name, double value, PwPlace place, PawlMessages *messages,
                                  PawlParameterId *out) {
  PwCheck c = {m, messages, place, "parameter", NULL, PAWL_OK};
  if (!m) return pw_fail(messages, PAWL_ERR_ARGUMENT, PW_NOWHERE, "no model was given (NULL)");
  pw_check_name(&c, PW_NAME_SYMBOL, &name);
  pw_check_finite(&c, "value", &value, 1);
  if (c.status != PAWL_OK) return c.status;
  PwModelParameter *parameter = PW_LIST_ADD(m->parameters);
  if (!pw_check_register(&c, PW_NAME_SYMBOL, name, &m->parameters.count, parameter)) return c.status;
  *parameter = (PwModelParameter){name, value, place};
  if (out) out->i = m->parameters.count;
  return PAWL_OK;
}

PawlStatus pw_model_add_table(PawlModel *m, const PawlTableDef *given, PwPlace place, PawlMessages *messages, PawlTableId *out) {
  PwCheck c = {m, messages, place, "table", NULL, PAWL_OK};
  PawlTableDef def = pawl_table_def_default();
  if (!pw_check_size(&c, given, sizeof def, &def)) return c.status;
  pw_check_name(&c, PW_NAME_SYMBOL, &def.name);
  if (c.status != PAWL_OK) return c.status;
  PwTable *table = NULL;  // what points a table needs is known there
  PawlStatus status = pw_table_create(&def, place, messages, &table);
  pw_table_free(table);
  m->no_memory |= status == PAWL_ERR_MEMORY;
  if (status != PAWL_OK) return status;
  def.x = pw_check_numbers(&c, def.x, def.count);
  def.y = pw_check_numbers(&c, def.y, def.count);
  if (c.status != PAWL_OK) return c.status;
  PwModelTable *item = PW_LIST_ADD(m->tables);
  if (!pw_check_register(&c, PW_NAME_SYMBOL, def.name, &m->tables.count, item)) return c.status;
  *item = (PwModelTable){def, place};
  if (out) out->i = m->tables.count;
  return PAWL_OK;
}

PawlStatus pawl_model_add_body(PawlModel *m, const PawlBodyDef *def, PawlMessages *messages, PawlBodyId *out) {
  return pw_model_add_body(m, def, PW_NOWHERE, messages, out);
}

PawlStatus pawl_model_add_frame(PawlModel *m, const PawlFrameDef *def, PawlMessages *messages, PawlFrameId *out) {
  return pw_model_add_frame(m, def, PW_NOWHERE, messages, out);
}

PawlStatus pawl_model_add_parameter(PawlModel *m, const char *name, double value, PawlMessages *messages, PawlParameterId *out) {
  return pw_model_add_parameter(m, name, value, PW_NOWHERE, messages, out);
}

PawlStatus pawl_model_add_table(PawlModel *m, const PawlTableDef *def, PawlMessages *messages, PawlTableId *out) {
  return pw_model_add_table(m, def, PW_NOWHERE, messages, out);
}
