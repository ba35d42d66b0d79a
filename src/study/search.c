// Searches: samples one after the other, each chosen by what came of those before. They go through the journal as all others, so
// that a search that goes on finds what it had.
#include "study/search.h"

#include <math.h>
#include <string.h>

#include "study/search_internal.h"

static bool is_stopped(const PwSearch *f) {
  const PawlStudyOptions *o = f->options;
  return o->progress && o->progress(o->user, f->tally->done, f->study->samples);
}

PawlStatus pw_search_evaluate(PwSearch *f, const double *value) {
  size_t size = (size_t)f->study->varies * sizeof *value;
  int64_t number = f->tally->done + 1;
  if (number > f->study->samples) return PAWL_RETRY;
  bool there = f->journal && pw_journal_read(f->journal, number, &f->record) && memcmp(f->record.parameter, value, size) == 0;
  if (!there) {
    f->record.number = number;
    memcpy(f->record.parameter, value, size);
    PawlStatus status = pw_worker_run(&f->worker, &f->record);
    if (status == PAWL_OK && f->journal) status = pw_journal_write(f->journal, &f->record, f->messages);
    if (status) return status;
    f->tally->now++;
  }
  pw_tally_count(f->tally, f->study, &f->record);
  f->tally->samples = f->tally->done;
  if (!there) pw_tell_sample(f->options, &f->record);
  return is_stopped(f) ? PAWL_ERR_CANCELLED : PAWL_OK;
}

static PawlStatus border_at(PwSearch *f, double value, bool *met) {
  PawlStatus status = pw_search_evaluate(f, &value);
  *met = f->record.met[0];
  return status;
}

// Halves the range until it is narrow enough, or no number is left inside.
static PawlStatus bisect(PwSearch *f, PwSought *out) {
  const PawlStudy *s = f->study;
  bool other = false, met;
  out->low = s->vary[0].low;
  out->high = s->vary[0].high;
  PawlStatus status = border_at(f, out->low, &out->met);
  if (status == PAWL_OK) status = border_at(f, out->high, &other);
  if (status == PAWL_OK && out->met == other) {
    return pw_fail(f->messages, PAWL_ERR_INPUT, s->condition[0].place,
                   "border: the condition is %s at both ends of '%s', %g and %g", other ? "met" : "not met", s->vary[0].name,
                   out->low, out->high);
  }
  while (status == PAWL_OK && out->high - out->low > s->within) {
    double middle = out->low + (out->high - out->low) / 2;
    if (!(middle > out->low && middle < out->high)) break;
    status = border_at(f, middle, &met);
    if (status == PAWL_OK) *(met == out->met ? &out->low : &out->high) = middle;
  }
  return status;
}

PawlStatus pw_search_run(const PawlStudy *s, const PawlStudyOptions *options, PwJournal *journal, PawlMessages *messages,
                         PwTally *tally, PwSought *out) {
  PwSearch f = {.study = s, .options = options, .journal = journal, .messages = messages, .tally = tally};
  *tally = (PwTally){.threads = 1};
  *out = (PwSought){0};
  atomic_init(&f.stop, false);
  PawlStatus status = pw_worker_create(s, &f.stop, &f.worker);
  if (status == PAWL_OK) status = pw_record_create(s, &f.worker.arena, &f.record);
  f.worker.options = options;
  f.worker.tally = tally;
  if (status == PAWL_OK) status = s->sign != 0 ? pw_search_least(&f, out) : bisect(&f, out);
  pw_worker_free(&f.worker);
  if (status == PAWL_ERR_MEMORY) pw_fail(messages, status, PW_NOWHERE, "out of memory");
  return status;
}
