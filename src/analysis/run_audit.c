// What a run writes for the audit, and the audit at its end.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/run.h"

static PawlStatus write_touches(PwRun *run) {
  double values[PW_AUDIT_TOUCH_COLUMNS];
  for (int32_t i = 0; i < run->s->contact.touches.count && run->write_status == PAWL_OK; i++) {
    if (pw_audit_table_touch(run->s, i, values)) run->write_status = pw_result_audit_touch(run->writer, values);
  }
  return run->write_status;
}

PawlStatus pw_run_audit_sample(PwRun *run, PwAuditKind kind) {
  if (!run->writer || !run->audit.count || run->write_status != PAWL_OK) return run->write_status;
  if (run->s->firm && kind == PW_AUDIT_SAMPLE) kind = PW_AUDIT_SINGULAR;
  pw_audit_table_row(run->s, kind, run->audit.values);
  run->write_status = pw_result_audit(run->writer, run->audit.values);
  return write_touches(run);
}

void pw_run_audit_before(PwRun *run) {
  PwContactWork *w = &run->s->contact;
  run->impulses.count = 0;
  w->rested = false;
  run->impulses.impact = run->impulses.kick = false;
  memset(w->row_total, 0, (size_t)run->s->k->rows * sizeof *w->row_total);
  if (run->writer && run->audit.count) pw_audit_table_row(run->s, PW_AUDIT_BEFORE, run->audit.before);
}

// One row more; room is made only when an impact has more touches than any before.
static double *add_impulse(PwImpulses *list) {
  if (list->count == list->capacity) {
    int32_t capacity = 2 * list->capacity + 16;
    double *row = realloc(list->row, (size_t)capacity * PW_AUDIT_TOUCH_COLUMNS * sizeof *row);
    if (!row) return NULL;
    list->row = row;
    list->capacity = capacity;
  }
  return list->row + PW_AUDIT_TOUCH_COLUMNS * list->count++;
}

// Impulses are those of impacts, of touches that jam, and of those that close or are brought to rest without one.
static bool has_impulse(const PwEvent *event) {
  bool rests = strcmp(event->record.kind, "rests") == 0 || strcmp(event->record.kind, "closes") == 0;
  bool strikes = strcmp(event->record.kind, "impact") == 0 || strcmp(event->record.kind, "jams") == 0;
  return strikes || (rests && event->record.impulse != 0 && !isnan(event->record.impulse));
}

void pw_run_audit_event(PwRun *run, const PwEvent *event) {
  if (!has_impulse(event)) return;
  run->impulses.impact = true;
  run->impulses.kick |= !event->record.body1;
  if (!event->record.body1 || !run->audit.count) return;
  double *row = add_impulse(&run->impulses);
  if (row) {
    pw_audit_table_impulse(run->s, event, row);
  } else {
    run->write_status = PAWL_ERR_MEMORY;
  }
}

PawlStatus pw_run_audit_after(PwRun *run) {
  if (!run->writer || !run->audit.count || !run->impulses.impact || run->write_status != PAWL_OK) return run->write_status;
  run->write_status = pw_result_audit(run->writer, run->audit.before);
  PwAuditKind kind = run->impulses.kick ? PW_AUDIT_KICK : run->s->contact.rested ? PW_AUDIT_REST : PW_AUDIT_IMPULSE;
  pw_audit_table_row(run->s, kind, run->audit.values);
  if (run->write_status == PAWL_OK) run->write_status = pw_result_audit(run->writer, run->audit.values);
  for (int32_t i = 0; i < run->impulses.count && run->write_status == PAWL_OK; i++) {
    double *row = run->impulses.row + PW_AUDIT_TOUCH_COLUMNS * i;
    row[1] = kind;
    row[2] = run->audit.values[2];  // the number of events when all of them were told
    run->write_status = pw_result_audit_touch(run->writer, row);
  }
  pw_audit_table_row(run->s, PW_AUDIT_AFTER, run->audit.values);
  if (run->write_status == PAWL_OK) run->write_status = pw_result_audit(run->writer, run->audit.values);
  return run->write_status;
}

PawlStatus pw_run_audit(PwRun *run, PawlMessages *messages) {
  if (!run->audit.count) return PAWL_OK;
  PawlStatus status = pw_result_audit_end(run->writer);
  if (status == PAWL_OK) status = pw_result_flush(run->writer);
  if (status == PAWL_OK) status = pw_audit_folder(pw_result_path(run->writer), messages, &run->verdict);
  for (int32_t i = 0; i < run->verdict.count && status == PAWL_OK; i++) {
    const PwAuditLaw *law = &run->verdict.law[i];
    if (law->status != PAWL_AUDIT_FAILED) continue;
    pw_message(messages, PAWL_WARNING, PW_NOWHERE, "audit: %s is broken by %.3g (limit %.3g), %s", law->name, law->deviation,
               law->limit, law->where);
  }
  return status;
}
