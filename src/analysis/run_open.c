// The result folder of a run at its start: tables with their units, scene.json, run.json.
#include <stdlib.h>
#include <string.h>

#include "analysis/run.h"
#include "analysis/scene.h"
#include "base/text.h"

// Tables of the folder, in the units of the model.
static PwResultLayout layout_of(const PwRun *run, char name[4][64], PwText *impulse) {
  static const PwDimension dimensions[4] = {PW_DIM_TIME, PW_DIM_LENGTH, PW_DIM_SPEED, PW_DIM_FORCE};
  const PwUnits *u = &run->s->k->units;
  PwColumn unit[4];
  for (int i = 0; i < 4; i++) {
    pw_units_name(u, dimensions[i], name[i]);
    unit[i] = (PwColumn){"", name[i], 1 / pw_units_factor(u, dimensions[i])};
  }
  pw_text_format(impulse, "%s*%s", name[3], name[0]);
  double torque = 1 / pw_units_factor(u, PW_DIM_TORQUE);
  return (PwResultLayout){.column = run->recorder.column,
                          .count = run->recorder.count,
                          .motion = run->motion.column,
                          .motion_count = run->motion.count,
                          .touch = run->motion.touch_column,
                          .touch_count = run->motion.touch_count,
                          .audit = run->audit.column,
                          .audit_count = run->audit.count,
                          .audit_touch = pw_audit_touch_columns(),
                          .audit_touch_count = run->audit.count && run->s->k->contacts ? PW_AUDIT_TOUCH_COLUMNS : 0,
                          .time = unit[0],
                          .length = unit[1],
                          .speed = unit[2],
                          .force = unit[3],
                          .impulse = {"", impulse->data, unit[3].scale * unit[0].scale},
                          .angle = 1 / pw_units_factor(u, PW_DIM_ANGLE),
                          .angular_speed = 1 / pw_units_factor(u, PW_DIM_ANGULAR_SPEED),
                          .angular_impulse = torque * unit[0].scale,
                          .torque = torque};
}

static PawlStatus write_scene(PwRun *run) {
  char *text = pw_scene_text(run->s->k);
  PawlStatus status = text ? pw_result_file(run->writer, "scene.json", text, strlen(text)) : PAWL_ERR_MEMORY;
  free(text);
  return status;
}

// The model as it was compiled: what the audit holds the result against.
static PawlStatus write_model(PwRun *run) {
  const char *text = run->s->k->model_text;
  return run->audit.count && text ? pw_result_file(run->writer, "model.yaml", text, strlen(text)) : PAWL_OK;
}

PawlStatus pw_run_open(PwRun *run, void **bytes, size_t *length, PawlMessages *messages) {
  const PawlRunOptions *o = &run->s->options;
  char name[4][64];
  PwText impulse = {0};
  PawlStatus status = PAWL_ERR_MEMORY;
  if (!o->directory) return PAWL_OK;
  run->messages = messages;
  PwResultLayout layout = layout_of(run, name, &impulse);
  if (!impulse.failed) {
    status = o->resume ? pw_result_resume(o->directory, &layout, messages, &run->writer, bytes, length)
                       : pw_result_create(o->directory, &layout, messages, &run->writer);
  }
  pw_text_free(&impulse);
  if (status == PAWL_OK) status = write_scene(run);
  if (status == PAWL_OK) status = write_model(run);
  if (status == PAWL_OK) status = pw_run_json(run, "running");
  if (status == PAWL_OK) pw_result_reserve(run->writer);
  return status;
}
