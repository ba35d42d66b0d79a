// The result folder of a run at its start: tables with their units, scene.json, run.json.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/run.h"
#include "analysis/scene.h"

enum { NAME = 64, NAMES = 2 * NAME + 1 };  // characters of a unit, of the product of two

// Units of events, those of the model; where an event is angular in the second dimension.
static void event_units(const PwUnits *u, char name[PW_FIELD_UNITS][NAMES], PwFieldScale out[PW_FIELD_UNITS]) {
  static const PwDimension DIMENSIONS[PW_FIELD_UNITS][2] = {
      [PW_FIELD_TIME] = {PW_DIM_TIME, PW_DIM_TIME},
      [PW_FIELD_LENGTH] = {PW_DIM_LENGTH, PW_DIM_LENGTH},
      [PW_FIELD_GAP] = {PW_DIM_LENGTH, PW_DIM_ANGLE},
      [PW_FIELD_SPEED] = {PW_DIM_SPEED, PW_DIM_ANGULAR_SPEED},
      [PW_FIELD_FORCE] = {PW_DIM_FORCE, PW_DIM_TORQUE},
      [PW_FIELD_ACCELERATION] = {PW_DIM_ACCELERATION, PW_DIM_ANGULAR_ACCELERATION},
      [PW_FIELD_TORQUE] = {PW_DIM_TORQUE, PW_DIM_TORQUE},
  };
  for (int i = 0; i < PW_FIELD_UNITS; i++) {
    pw_units_name(u, DIMENSIONS[i][0], name[i]);
    out[i] = (PwFieldScale){name[i], 1 / pw_units_factor(u, DIMENSIONS[i][0]), 1 / pw_units_factor(u, DIMENSIONS[i][1])};
  }
  const PwFieldScale *force = &out[PW_FIELD_FORCE], *time = &out[PW_FIELD_TIME];
  snprintf(name[PW_FIELD_IMPULSE], NAMES, "%s*%s", force->unit, time->unit);
  out[PW_FIELD_IMPULSE].scale = force->scale * time->scale;
  out[PW_FIELD_IMPULSE].angular = force->angular * time->scale;
}

// Tables of the folder, in the units of the model.
static PwResultLayout layout_of(const PwRun *run, char name[PW_FIELD_UNITS][NAMES]) {
  PwResultLayout layout = {.column = run->recorder.column,
                           .count = run->recorder.count,
                           .motion = run->motion.column,
                           .motion_count = run->motion.count,
                           .touch = run->motion.touch_column,
                           .touch_count = run->motion.touch_count,
                           .audit = run->audit.column,
                           .audit_count = run->audit.count,
                           .audit_touch = pw_audit_touch_columns(),
                           .audit_touch_count = run->audit.count && run->s->k->contacts ? pw_audit_touch_count(run->s->k) : 0,
                           .friction = pw_mechanism_rubs(run->s->k) || run->s->k->bearings > 0};
  event_units(&run->s->k->units, name, layout.event);
  return layout;
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
  char name[PW_FIELD_UNITS][NAMES];
  if (!o->directory) return PAWL_OK;
  run->messages = messages;
  PwResultLayout layout = layout_of(run, name);
  PawlStatus status = o->resume ? pw_result_resume(o->directory, &layout, messages, &run->writer, bytes, length)
                                : pw_result_create(o->directory, &layout, messages, &run->writer);
  if (status == PAWL_OK) status = write_scene(run);
  if (status == PAWL_OK) status = write_model(run);
  if (status == PAWL_OK) status = pw_run_json(run, "running");
  if (status == PAWL_OK) pw_result_reserve(run->writer);
  return status;
}
