// A model as a YAML file. What is written reads back as the same model, with the same hash if it came from a file.
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/messages.h"
#include "model/words.h"
#include "yaml/reader.h"
#include "yaml/write_yaml.h"

static void write_head(PwWriter *w) {
  const PawlModel *m = w->model;
  const PwUnits *u = &m->units;
  pw_text_add(&w->out, "pawl: 1");
  if (m->name) pw_write_word(w, 0, "name", m->name);
  pw_text_format(&w->out, "\nunits: {length: %s, mass: %s, time: %s, angle: %s", u->length_name, u->mass_name, u->time_name,
                 u->angle_name);
  if (u->force_named) pw_text_format(&w->out, ", force: \"%s\"", u->force_name);
  pw_text_add(&w->out, "}");
  if (m->parameters.count) pw_text_add(&w->out, "\nparameters:");
  for (int32_t k = 0; k < m->parameters.count; k++) {
    pw_write_field(w, 2, m->parameters.item[k].name, m->parameters.item[k].value, NAN, PW_DIM_NONE);
  }
  pw_write_vector(w, 0, "gravity", m->gravity, PW_DIM_ACCELERATION);
  if (m->planar != PAWL_PLANAR_AUTO) pw_write_word(w, 0, "planar", pw_words_planar[m->planar]);
}

static void write_tables(PwWriter *w) {
  const PawlModel *m = w->model;
  if (m->tables.count) pw_text_add(&w->out, "\ntables:");
  for (int32_t k = 0; k < m->tables.count; k++) {
    const PawlTableDef *d = &m->tables.item[k].def;
    pw_write_key(w, 2, d->name);
    pw_write_key(w, 4, "x");
    pw_write_list(w, d->x, d->count, PW_DIM_NONE);
    pw_write_key(w, 4, "y");
    pw_write_list(w, d->y, d->count, PW_DIM_NONE);
    pw_write_word(w, 4, "interpolate", pw_words_interpolation[d->interpolation]);
    pw_write_word(w, 4, "extend", pw_words_extension[d->extension]);
  }
}

static void write_drives(PwWriter *w) {
  const PawlModel *m = w->model;
  if (m->drives.count) pw_text_add(&w->out, "\ndrives:");
  for (int32_t k = 0; k < m->drives.count; k++) {
    const PawlDriveDef *d = &m->drives.item[k].def;
    pw_write_key(w, 2, d->name);
    pw_text_add(&w->out, "{coordinate: ");
    pw_write_coordinate(w, &d->coordinate);
    pw_text_add(&w->out, ", law: ");
    pw_write_law(w, &d->law, pw_coordinate_dimension(&d->coordinate, false));
    pw_text_add(&w->out, "}");
  }
}

static void write_measures(PwWriter *w) {
  const PawlModel *m = w->model;
  if (m->measures.count) pw_text_add(&w->out, "\nmeasures:");
  for (int32_t k = 0; k < m->measures.count; k++) {
    const PawlMeasureDef *d = &m->measures.item[k].def;
    pw_write_key(w, 2, d->name);
    pw_write_word(w, 4, "type", pw_words_measure[d->type]);
    if (d->type == PAWL_MEASURE_EXPRESSION) {
      pw_write_key(w, 4, "value");
      pw_write_law(w, &(PawlScalar){0, d->expression}, PW_DIM_NONE);
      continue;
    }
    pw_write_frames(w, 4, d->frame);
    if (d->type != PAWL_MEASURE_DISTANCE) pw_write_word(w, 4, "axis", pw_words_axis[d->axis]);
  }
}

static void write_hold(PwWriter *w, bool first, bool second, const char *const words[2]) {
  if (!first && !second) return;
  pw_text_format(&w->out, "\n      hold: [%s%s%s]", first ? words[0] : "", first && second ? ", " : "", second ? words[1] : "");
}

static void write_initial_joints(PwWriter *w) {
  static const char *const words[] = {"position", "speed"};
  const PawlModel *m = w->model;
  if (m->initial_coordinates.count) pw_write_key(w, 2, "joints");
  for (int32_t k = 0; k < m->initial_coordinates.count; k++) {
    const PawlInitialCoordinate *d = &m->initial_coordinates.item[k].def;
    pw_text_add(&w->out, "\n    ");
    pw_write_coordinate(w, &d->coordinate);
    pw_text_add(&w->out, ":");
    pw_write_field(w, 6, "position", d->position, NAN, pw_coordinate_dimension(&d->coordinate, false));
    pw_write_field(w, 6, "speed", d->speed, NAN, pw_coordinate_dimension(&d->coordinate, true));
    write_hold(w, d->hold_position, d->hold_speed, words);
  }
}

static void write_initial_bodies(PwWriter *w) {
  static const char *const words[] = {"pose", "velocity"};
  const PawlModel *m = w->model;
  if (m->initial_bodies.count) pw_write_key(w, 2, "bodies");
  for (int32_t k = 0; k < m->initial_bodies.count; k++) {
    const PawlInitialBody *d = &m->initial_bodies.item[k].def;
    pw_write_key(w, 4, m->bodies.item[d->body.i - 1].def.name);
    if (!isnan(d->velocity[0])) {
      pw_write_key(w, 6, "velocity");
      pw_write_list(w, d->velocity, 3, PW_DIM_SPEED);
    }
    if (!isnan(d->angular_velocity[0])) {
      pw_write_key(w, 6, "angular_velocity");
      pw_write_list(w, d->angular_velocity, 3, PW_DIM_ANGULAR_SPEED);
    }
    write_hold(w, d->hold_pose, d->hold_velocity, words);
  }
}

void pw_write_path(PwWriter *w, const char *path) {
  char here[PATH_MAX] = "";
  bool relative = path[0] != '/';
  if (relative && !getcwd(here, sizeof here)) {
    pw_write_fail(w, "the path '%s' cannot be written, as the current folder is not known", path);
    return;
  }
  PwText full = {0};
  pw_text_format(&full, "%s%s%s", here, relative ? "/" : "", path);
  if (full.data) pw_write_text(w, full.data);
  w->out.failed |= full.failed;
  pw_text_free(&full);
}

static void write_initial(PwWriter *w) {
  const PawlModel *m = w->model;
  if (!m->initial_coordinates.count && !m->initial_bodies.count && !m->run.from_statics && !m->run.from_result) return;
  pw_text_add(&w->out, "\ninitial:");
  write_initial_joints(w);
  write_initial_bodies(w);
  if (m->run.from_result) {
    pw_text_add(&w->out, "\n  from: {result: ");
    pw_write_path(w, m->run.from_result);
    pw_text_add(&w->out, "}");
  } else if (m->run.from_statics) {
    pw_write_word(w, 2, "from", "statics");
  }
}

static void write_independent(PwWriter *w) {
  const PawlModel *m = w->model;
  for (int32_t k = 0; k < m->run.independent_count; k++) {
    const PawlCoordinate *c = &m->run.independent[k];
    pw_text_format(&w->out, "%s%s.%s", k ? ", " : "\n  independent: [", m->joints.item[c->joint.i - 1].def.name, c->name);
  }
  if (m->run.independent_count) pw_text_add(&w->out, "]");
}

static void write_analysis(PwWriter *w) {
  const PawlModel *m = w->model;
  const PawlRunOptions *r = &m->run, usual = pawl_run_options_default();
  pw_text_add(&w->out, "\nanalysis:");
  pw_write_word(w, 2, "type", pw_words_analysis[r->analysis]);
  pw_write_field(w, 2, "duration", r->duration, NAN, PW_DIM_TIME);
  if (m->until) pw_write_word(w, 2, "until", m->until);
  pw_write_field(w, 2, "step", r->output_step, usual.output_step, PW_DIM_TIME);
  pw_write_field(w, 2, "tolerance", r->tolerance, usual.tolerance, PW_DIM_NONE);
  pw_write_field(w, 2, "absolute", r->absolute, usual.absolute, PW_DIM_NONE);
  if (r->method != usual.method) pw_write_word(w, 2, "method", pw_words_method[r->method]);
  pw_write_field(w, 2, "max_step", r->max_step, usual.max_step, PW_DIM_TIME);
  pw_write_field(w, 2, "max_steps", (double)r->max_steps, (double)usual.max_steps, PW_DIM_NONE);
  pw_write_field(w, 2, "checkpoint_steps", (double)r->checkpoint_steps, (double)usual.checkpoint_steps, PW_DIM_NONE);
  if (r->impact != usual.impact) pw_write_word(w, 2, "impact", pw_words_impact[r->impact]);
  if (r->impact_order != usual.impact_order) pw_write_word(w, 2, "impact_order", pw_words_impact_order[r->impact_order]);
  if (r->formulation != usual.formulation) pw_write_word(w, 2, "formulation", pw_words_formulation[r->formulation]);
  if (r->reactions != usual.reactions) pw_write_word(w, 2, "reactions", pw_words_reactions[r->reactions]);
  pw_write_field(w, 2, "penalty", r->penalty, usual.penalty, PW_DIM_NONE);
  pw_write_field(w, 2, "spectral_radius", r->spectral_radius, usual.spectral_radius, PW_DIM_NONE);
  write_independent(w);
}

static void write_requests(PwWriter *w, const char *key, const PwModelOutput *item, int32_t count) {
  if (!count) return;
  pw_text_format(&w->out, "\n%s:", key);
  for (int32_t k = 0; k < count; k++) {
    pw_text_add(&w->out, "\n  - ");
    pw_write_text(w, item[k].text);
  }
}

static PawlStatus write_model(const PawlModel *model, bool for_audit, PawlMessages *messages, char **out) {
  PwWriter w = {.model = model, .messages = messages, .for_audit = for_audit};
  write_head(&w);
  write_tables(&w);
  pw_write_bodies(&w);
  pw_write_joints(&w);
  pw_write_contacts(&w);
  pw_write_couplers(&w);
  write_drives(&w);
  pw_write_forces(&w);
  write_measures(&w);
  write_initial(&w);
  write_analysis(&w);
  write_requests(&w, "output", model->outputs.item, model->outputs.count);
  write_requests(&w, "plot", model->plots.item, model->plots.count);
  pw_text_add(&w.out, "\n");
  if (w.out.failed) w.status = pw_fail(messages, PAWL_ERR_MEMORY, PW_NOWHERE, "out of memory");
  if (w.status != PAWL_OK) {
    pw_text_free(&w.out);
    return w.status;
  }
  *out = w.out.data;
  return PAWL_OK;
}

PawlStatus pawl_model_write_yaml(const PawlModel *model, PawlMessages *messages, char **out) {
  if (!out) return PAWL_ERR_ARGUMENT;
  *out = NULL;
  if (!model) return pw_fail(messages, PAWL_ERR_ARGUMENT, PW_NOWHERE, "no model was given (NULL)");
  return write_model(model, false, messages, out);
}

PawlStatus pw_model_text(const PawlModel *model, char **out) {
  *out = NULL;
  PawlStatus status = write_model(model, true, NULL, out);
  return status == PAWL_ERR_MEMORY ? status : PAWL_OK;
}
