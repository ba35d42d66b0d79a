#include "study/worker.h"

#include <math.h>
#include <string.h>

#include "analysis/run.h"
#include "base/text.h"
#include "study/crew.h"
#include "yaml/reader.h"

PawlStatus pw_worker_create(const PawlStudy *s, const atomic_bool *stop, PwWorker *out) {
  const PwOrigin *o = &s->model->origin;
  *out = (PwWorker){.study = s, .stop = stop, .messages = pawl_messages_create()};
  out->name = pw_arena_array(&out->arena, (size_t)s->varies + 1, sizeof *out->name);
  if (!out->messages || !out->name) return PAWL_ERR_MEMORY;
  for (int32_t i = 0; i < s->varies; i++) out->name[i] = s->vary[i].name;
  PawlStatus status = pw_read_model(o->name, o->text, o->length, NULL, 0, s->model, out->messages, &out->model);
  if (status == PAWL_OK) status = pw_folding_create(&s->looks, &out->arena, &out->folding);
  return status;
}

void pw_worker_free(PwWorker *w) {
  pawl_model_free(w->model);
  pawl_messages_free(w->messages);
  pw_arena_free(&w->arena);
}

static bool is_stopped(void *user, double t, double fraction) {
  const PwWorker *w = user;
  (void)t, (void)fraction;
  const PawlStudyOptions *o = w->options;
  if (o && o->progress && o->progress(o->user, w->tally->done, w->study->samples)) return true;
  return atomic_load_explicit(w->stop, memory_order_relaxed);
}

static void see_row(void *user, const PwRecorder *recorder, double t, bool extra) {
  pw_folding_row(&((PwWorker *)user)->folding, recorder, t, extra);
}

static void see_event(void *user, const PwEvent *event) {
  pw_folding_event(&((PwWorker *)user)->folding, event);
}

static PawlStatus run_mechanism(PwWorker *w, const PawlMechanism *k) {
  const PwLooks *looks = &w->study->looks;
  PwArena arena = {0};
  PwRecorder recorder;
  PawlStatus status = pw_recorder_named(k, looks->column, looks->columns, &arena, &recorder);
  if (status == PAWL_OK) {
    PawlRunOptions options = pawl_mechanism_run_options(k);
    options.progress = is_stopped;
    options.user = w;
    pw_folding_begin(&w->folding, w->model);
    PwWatch watch = {.recorder = &recorder,
                     .time = w->folding.wanted,
                     .times = w->folding.wanteds,
                     .user = w,
                     .row = see_row,
                     .event = see_event};
    status = pw_run_watched(k, &options, &watch, w->messages, NULL);
  }
  pw_arena_free(&arena);
  return status;
}

// The first error that was told, else what the status says; cut between characters.
static void take_message(const PwWorker *w, PwRecord *r) {
  const char *text = pawl_status_text(r->status);
  for (int i = pawl_messages_count(w->messages) - 1; i >= 0; i--) {
    PawlMessage m = pawl_messages_get(w->messages, i);
    if (m.severity == PAWL_ERROR) text = m.text;
  }
  size_t n = 0;
  for (size_t step; text[n] && (step = pw_utf8_length(text + n)) > 0 && n + step < sizeof r->message;) n += step;
  memset(r->message, 0, sizeof r->message);
  memcpy(r->message, text, n);
}

PawlStatus pw_worker_run(PwWorker *w, PwRecord *r) {
  const PawlStudy *s = w->study;
  PawlMechanism *k = NULL;
  pawl_messages_clear(w->messages);
  memset(r->message, 0, sizeof r->message);
  r->status = pawl_model_set_parameters(w->model, s->varies, w->name, r->parameter, w->messages);
  if (r->status == PAWL_OK) r->status = pawl_mechanism_compile(w->model, w->messages, &k);
  if (r->status == PAWL_OK) r->status = run_mechanism(w, k);
  if (r->status == PAWL_OK) {
    pw_folding_end(&w->folding, r->result, r->met);
  } else {
    for (int32_t i = 0; i < s->results; i++) r->result[i] = NAN;
    for (int32_t i = 0; i < s->conditions; i++) r->met[i] = false;
    take_message(w, r);
  }
  pawl_mechanism_free(k);
  return r->status == PAWL_ERR_MEMORY || r->status == PAWL_ERR_CANCELLED ? r->status : PAWL_OK;
}
