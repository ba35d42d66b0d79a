// One analysis from assembly to its end, with its result folder.
#include "analysis/run.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "analysis/checkpoint.h"
#include "analysis/initial.h"
#include "analysis/linearise.h"
#include "analysis/statics_contact.h"
#include "base/sized.h"

static double wall_clock(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

// SI value of the unit, in the file, of a field whose column has none: what the kind says, or a point on a boundary.
static double own_unit(const PawlMechanism *k, const PwEvent *event, PwFieldUnit unit) {
  if (unit == PW_FIELD_VALUE) return event->value_unit > 0 ? event->value_unit : 1;
  int parameter = (int)unit - PW_FIELD_U1;
  if (unit < PW_FIELD_U1 || !event->contact.i) return 1;
  const PwContact *contact = &k->contact[event->contact.i - 1];
  return pw_units_factor(&k->units, pw_contact_form(contact)->parameter(k, contact, parameter / 2, parameter % 2));
}

static void write_event(void *user, const PwEvent *event) {
  PwRun *run = user;
  pw_run_audit_event(run, event);
  if (run->watch) run->watch->event(run->watch->user, event);
  if (!run->writer || run->write_status != PAWL_OK) return;
  PwResultEvent record = event->record;
  for (int i = 0; i < PW_EVENT_FIELDS; i++) {
    PwFieldUnit unit = pw_event_field(i)->unit;
    if (unit < PW_FIELD_UNITS) continue;  // the writer knows its column's
    pw_event_set_number(&record, i, pw_event_number(&record, i) / own_unit(run->s->k, event, unit));
  }
  run->write_status = pw_result_event(run->writer, &record);
}

static void look(PwRun *run, bool extra) {
  const PwWatch *w = run->watch;
  pw_recorder_row(w->recorder, run->s);
  w->row(w->user, w->recorder, run->s->t, extra);
}

static PawlStatus write_row(PwRun *run) {
  if (run->watch) look(run, false);
  if (!run->writer || run->write_status != PAWL_OK) return run->write_status;
  pw_recorder_row(&run->recorder, run->s);
  pw_motion_table_row(&run->motion, run->s);
  for (int32_t i = 0; i < run->s->contact.touches.count && run->write_status == PAWL_OK; i++) {
    if (pw_motion_table_touch(&run->motion, run->s, i)) {
      run->write_status = pw_result_touch(run->writer, run->motion.touch_values);
    }
  }
  return run->write_status = pw_result_row(run->writer, run->recorder.values, run->motion.values);
}

// Sample number i; the last one is the end of the run.
static double sample_time(const PwRun *run, int64_t i) {
  double step = run->step, end = run->s->options.duration;
  return i >= run->samples - 1 ? end : fmin((double)i * step, end);
}

static bool is_cancelled(const PwRun *run, double t) {
  const PawlRunOptions *o = &run->s->options;
  return o->progress && o->progress(o->user, t, t / o->duration);
}

// Settles the event at the end of the segment, after a row before it: that of the output time `last`, if this is it.
static PawlStatus settle_event(PwRun *run, bool sampled, double last, PawlMessages *messages) {
  PawlStatus status = pw_simulation_sample(run->s, sampled ? last : run->s->to, messages);
  if (status == PAWL_OK && !sampled) status = write_row(run);
  if (status == PAWL_OK) pw_run_audit_before(run);
  return status == PAWL_OK ? pw_simulation_settle(run->s, messages) : status;
}

// What is looked at inside the open segment beside its rows.
static PawlStatus look_between(PwRun *run, PawlMessages *messages) {
  PawlStatus status = PAWL_OK;
  while (run->watch && run->watched < run->watch->times && run->watch->time[run->watched] <= run->s->to && status == PAWL_OK) {
    status = pw_simulation_sample(run->s, fmax(run->watch->time[run->watched++], run->s->from), messages);
    if (status == PAWL_OK) look(run, true);
  }
  return status;
}

// Rows for all sample times in the open segment; at an event one row before and one after, at `until` alone one.
static PawlStatus record_segment(PwRun *run, PawlMessages *messages) {
  PawlSimulation *s = run->s;
  PawlStatus status = look_between(run, messages);
  double last = -1;
  while (status == PAWL_OK && run->next < run->samples && sample_time(run, run->next) <= s->to) {
    last = sample_time(run, run->next++);
    status = pw_simulation_sample(s, last, messages);
    if (status == PAWL_OK) status = write_row(run);
    if (status == PAWL_OK && pw_audit_takes(s, run->next - 1, run->samples)) status = pw_run_audit_sample(run, PW_AUDIT_SAMPLE);
    if (status == PAWL_OK && is_cancelled(run, last)) status = PAWL_ERR_CANCELLED;  // one step may hold millions of rows
  }
  bool sampled = s->to - last <= 16 * DBL_EPSILON * s->to;  // the event is located a few ulp behind an output time
  bool event = s->pending == PW_PENDING_EVENT, only_ends = event && pw_switch_is_until(s);
  if (status == PAWL_OK) status = pw_simulation_settle_soft(s, messages);
  event = s->pending == PW_PENDING_EVENT;  // or it has come out of a soft one
  if (status == PAWL_OK && event) status = settle_event(run, sampled, last, messages);
  bool after = event ? !only_ends : s->ended && !sampled;  // an open touch on another element may end the run, too
  if (status || !after) return status;
  status = pw_simulation_sample_at(s, s->to, s->y, messages);
  if (status == PAWL_OK) status = write_row(run);
  return status == PAWL_OK && event ? pw_run_audit_after(run) : status;
}

// What a run has cost, counted: about 4e6 in a second.
static double work_done(const PwRun *run) {
  PawlRunInfo info = pawl_simulation_info(run->s);
  return ((double)info.evaluations + 10 * (double)run->next) * pw_speed_count(run->s->k);
}

static PawlStatus save_checkpoint(PwRun *run) {
  void *bytes;
  if (!run->writer) return PAWL_OK;
  size_t length;
  PawlStatus status = pw_checkpoint_save(run->s, run->next, &bytes, &length);
  if (status == PAWL_OK) status = pw_result_checkpoint(run->writer, bytes, length);
  free(bytes);
  run->saved = work_done(run);
  return status;
}

// A checkpoint if it is time and no singular position is near. It is written if a second's work or so would be lost otherwise;
// the integrator starts anew in any case, so that numbers do not depend on it; also while somebody looks on, who is to see what a
// folder would hold.
static PawlStatus maybe_checkpoint(PwRun *run, bool force, PawlMessages *messages) {
  static const double SECOND = 4e6;
  PawlSimulation *s = run->s;
  int64_t steps = pawl_simulation_info(s).steps;
  double far = 10 * pw_integrator_next_step(s->integrator);
  if (!(run->writer || run->watch) || s->ended || s->open || s->to < pw_integrator_time(s->integrator)) return PAWL_OK;
  if (!force && (steps - run->checkpoint < s->options.checkpoint_steps || s->guard.reference > 0 || s->guard.distance < far))
    return PAWL_OK;
  PawlStatus status = force || work_done(run) - run->saved > SECOND ? save_checkpoint(run) : PAWL_OK;
  if (status) return status;
  run->checkpoint = steps;
  pw_integrator_save(s->integrator, s->memory);
  return pw_checkpoint_barrier(s, messages);
}

static PawlStatus advance(PwRun *run, PawlMessages *messages) {
  PawlSimulation *s = run->s;
  const PawlRunOptions *o = &s->options;
  while (!s->ended && s->to < o->duration) {
    PawlStatus status = pw_simulation_segment(s, o->duration, messages);
    if (status == PAWL_OK) status = record_segment(run, messages);
    if (status == PAWL_OK) status = maybe_checkpoint(run, false, messages);
    if (status) return status;
    if (is_cancelled(run, s->to)) return PAWL_ERR_CANCELLED;
  }
  return PAWL_OK;
}

// Dynamics and kinematics: the start (fresh or resumed), then the loop.
static PawlStatus motion(PwRun *run, const void *bytes, size_t length, PawlMessages *messages) {
  PawlSimulation *s = run->s;
  run->step = s->options.output_step > 0 ? s->options.output_step : s->options.duration / 200;
  double count = floor(s->options.duration / run->step * (1 + 1e-12) + 1e-9);
  if (!(count < 1e9))
    return pw_fail(messages, PAWL_ERR_ARGUMENT, PW_NOWHERE, "the output step %s gives too many rows",
                   PW_SAY(s->k, run->step, PW_DIM_TIME, 6));
  run->samples = (int64_t)count + (count * run->step < s->options.duration * (1 - 1e-9) ? 2 : 1);
  s->silent = bytes != NULL;  // a resumed run starts as it did, so that scales and method are the same
  PawlStatus status = pw_contact_start(s, bytes ? NULL : messages);
  if (status == PAWL_OK) status = pw_simulation_start(s, 0, s->y, 0, messages);
  if (status == PAWL_OK) status = pw_samples_start(s, messages);
  s->silent = false;
  if (status) return status;
  if (bytes) {
    status = pw_checkpoint_load(s, bytes, length, &run->next, messages);
    run->checkpoint = pawl_simulation_info(s).steps;
    run->saved = work_done(run);
    if (status == PAWL_OK) status = pw_checkpoint_barrier(s, messages);
  } else {
    status = pw_simulation_sample_at(s, 0, s->y, messages);
    if (status == PAWL_OK) status = write_row(run);
    pw_audit_takes(s, 0, run->samples);
    if (status == PAWL_OK) status = pw_run_audit_sample(run, run->impulses.impact ? PW_AUDIT_AFTER : PW_AUDIT_SAMPLE);
    run->next = 1;
    if (status == PAWL_OK) status = maybe_checkpoint(run, true, messages);
  }
  return status == PAWL_OK ? advance(run, messages) : status;
}

static PawlStatus one_state(PwRun *run, PawlMessages *messages) {
  PawlSimulation *s = run->s;
  PawlStatus status = PAWL_OK;
  if (s->options.analysis == PAWL_ANALYSIS_STATICS) {
    status = pw_statics_contact(s, messages);
  } else {
    status = pw_contact_start(s, messages);
    if (status == PAWL_OK && s->k->samples) status = pw_simulation_start(s, 0, s->y, 0, messages);
    if (status == PAWL_OK) status = pw_samples_start(s, messages);
  }
  if (status == PAWL_OK) status = pw_simulation_sample_at(s, 0, s->y, messages);
  if (status == PAWL_OK) status = write_row(run);
  if (status == PAWL_OK) status = pw_run_audit_sample(run, PW_AUDIT_SAMPLE);
  if (status || s->options.analysis != PAWL_ANALYSIS_LINEARISE) return status;
  PwLinearisation modes = {0};
  PwText text = {0};
  status = pw_linearise(s->k, s->formulation, &s->contact.touches, 0, s->y, &s->discrete, messages, &modes);
  if (status == PAWL_OK) status = pw_linearisation_write(s->k, &modes, &text);
  if (status == PAWL_OK && run->writer) status = pw_result_file(run->writer, "modes.csv", text.data, text.length);
  pw_linearisation_free(&modes);
  pw_text_free(&text);
  return status;
}

// Ends the folder: complete, or kept as DIR.partial with what happened.
static PawlStatus close_folder(PwRun *run, PawlStatus status, PawlMessages *messages) {
  if (!run->writer) return status;
  if (status == PAWL_OK) status = pw_run_state(run);
  if (status == PAWL_OK) status = pw_run_audit(run, messages);
  if (status == PAWL_OK) status = pw_run_json(run, "done");
  if (status == PAWL_OK) {
    status = pw_result_finish(run->writer, messages);
    run->writer = NULL;
    return status;
  }
  if (status == PAWL_ERR_IO && pw_result_error(run->writer)) {
    pw_message(messages, PAWL_ERROR, PW_NOWHERE, "%s", pw_result_error(run->writer));
  }
  pw_run_json(run, status == PAWL_ERR_CANCELLED ? "cancelled" : "failed");
  pw_message(messages, PAWL_NOTE, PW_NOWHERE, "what was computed is in %s", pw_result_path(run->writer));
  pw_result_abandon(run->writer);
  run->writer = NULL;
  return status;
}

// What is recorded, where it is: columns, for the page and for the audit. Who only looks on brings columns of his own.
static PawlStatus make_tables(PwRun *run, const PawlMechanism *k, PwArena *arena, PawlMessages *messages) {
  if (run->watch) return PAWL_OK;
  PawlStatus status = pw_recorder_create(k, arena, messages, &run->recorder);
  if (status == PAWL_OK) status = pw_recorder_plots(k, &run->recorder, arena, messages, &run->plots);
  if (status == PAWL_OK) status = pw_motion_table_create(k, arena, &run->motion);
  if (status == PAWL_OK && run->s->options.directory && !run->s->options.no_audit) {
    status = pw_audit_table_create(k, arena, &run->audit);
  }
  return status;
}

static PawlStatus whole_run(const PawlMechanism *k, const PawlRunOptions *options, const PwWatch *watch, PawlMessages *messages,
                            PawlRunInfo *info) {
  PwRun run = {.start = wall_clock(), .watch = watch};
  PwArena arena = {0};
  void *bytes = NULL;
  size_t length = 0;
  if (info && !pw_sized_is_open(info)) {
    return pw_fail(messages, PAWL_ERR_ARGUMENT, PW_NOWHERE, "info: its size is not set: fill it with pawl_run_info_default()");
  }
  PawlStatus status = pawl_simulation_create(k, options, messages, &run.s);
  if (status) return status;
  run.s->on_event = write_event;
  run.s->event_user = &run;
  status = make_tables(&run, k, &arena, messages);
  if (status == PAWL_OK) status = pw_initial_state(run.s, messages);
  if (status == PAWL_OK) status = pw_run_open(&run, &bytes, &length, messages);
  if (status == PAWL_OK) {
    PawlAnalysis analysis = run.s->options.analysis;
    bool moving = analysis == PAWL_ANALYSIS_DYNAMICS || analysis == PAWL_ANALYSIS_KINEMATICS;
    status = moving ? motion(&run, bytes, length, messages) : one_state(&run, messages);
  }
  run.seconds = wall_clock() - run.start;
  status = close_folder(&run, status, messages);
  if (info) {
    PawlRunInfo full = pawl_simulation_info(run.s);
    full.audit_laws = run.verdict.count;
    full.audit_broken = run.verdict.broken;
    full.audit_open = run.verdict.open;
    full.seconds = wall_clock() - run.start;
    pw_sized_give(info, &full, sizeof full);
  }
  free(bytes);
  free(run.impulses.row);
  pawl_simulation_free(run.s);
  pw_arena_free(&arena);
  return status;
}

PawlStatus pawl_run(const PawlMechanism *k, const PawlRunOptions *options, PawlMessages *messages, PawlRunInfo *info) {
  return whole_run(k, options, NULL, messages, info);
}

PawlStatus pw_run_watched(const PawlMechanism *k, const PawlRunOptions *options, const PwWatch *watch, PawlMessages *messages,
                          PawlRunInfo *info) {
  return whole_run(k, options, watch, messages, info);
}
