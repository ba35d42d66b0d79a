// The public interface of studies.
#include "study/study.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/sized.h"
#include "study/describe.h"
#include "study/table.h"
#include "yaml/reader.h"

PW_SIZED_INIT(PawlStudyOptions, pawl_study_options, {0})
PW_SIZED_INIT(PawlStudyInfo, pawl_study_info, {0})

PawlStatus pawl_study_load(const char *path, PawlMessages *messages, PawlStudy **out) {
  if (!out) return PAWL_ERR_ARGUMENT;
  *out = NULL;
  if (!path) return pw_fail(messages, PAWL_ERR_ARGUMENT, PW_NOWHERE, "no path was given (NULL)");
  PawlStudy *s = calloc(1, sizeof *s);
  if (s) s->file = pw_arena_string(&s->arena, path);
  PawlStatus status = s && s->file ? pw_file_read(s->file, false, (PwPlace){s->file, 0, 0}, messages, &s->text, &s->length)
                                   : pw_fail(messages, PAWL_ERR_MEMORY, PW_NOWHERE, "out of memory");
  if (status == PAWL_OK) status = pw_study_read(s, messages);
  if (status) {
    pawl_study_free(s);
  } else {
    *out = s;
  }
  return status;
}

void pawl_study_free(PawlStudy *study) {
  if (!study) return;
  pw_looks_free(&study->looks);
  pawl_model_free(study->model);
  free(study->text);
  pw_arena_free(&study->arena);
  free(study);
}

PawlStudyKind pawl_study_kind(const PawlStudy *study) {
  return study ? study->kind : PAWL_STUDY_SWEEP;
}

int64_t pawl_study_samples(const PawlStudy *study) {
  return study ? study->samples : 0;
}

const char *pawl_study_parameter(const PawlStudy *s, int32_t index) {
  return s && index >= 0 && index < s->varies ? s->vary[index].name : NULL;
}

const char *pawl_study_result(const PawlStudy *s, int32_t index) {
  return s && index >= 0 && index < s->results ? s->result[index].name : NULL;
}

const char *pawl_study_condition(const PawlStudy *s, int32_t index) {
  return s && index >= 0 && index < s->conditions ? s->condition[index].name : NULL;
}

PawlStatus pawl_study_values(const PawlStudy *study, int64_t number, double *value) {
  if (!study || !value || number < 1 || number > study->samples) return PAWL_ERR_ARGUMENT;
  if (study->kind == PAWL_STUDY_SEARCH) return PAWL_ERR_UNSUPPORTED;
  pw_design_values(study, number - 1, value);
  return PAWL_OK;
}

PawlStatus pawl_study_model(const PawlStudy *study, int64_t number, PawlMessages *messages, PawlModel **out) {
  if (!out) return PAWL_ERR_ARGUMENT;
  *out = NULL;
  if (!study) return pw_fail(messages, PAWL_ERR_ARGUMENT, PW_NOWHERE, "no study was given (NULL)");
  if (number < 1 || number > study->samples) {
    return pw_fail(messages, PAWL_ERR_ARGUMENT, PW_NOWHERE, "the study has samples 1 to %lld, not %lld",
                   (long long)study->samples, (long long)number);
  }
  if (study->kind == PAWL_STUDY_SEARCH) {
    return pw_fail(
        messages, PAWL_ERR_UNSUPPORTED, PW_NOWHERE,
        "what a sample of a search is depends on those before: take its parameters from study.csv, and run the model with "
        "--set");
  }
  const PwOrigin *o = &study->model->origin;
  const char *name[PW_STUDY_VARIES];
  double value[PW_STUDY_VARIES];
  for (int32_t i = 0; i < study->varies; i++) name[i] = study->vary[i].name;
  pw_design_values(study, number - 1, value);
  PawlStatus status = pw_read_model(o->name, o->text, o->length, NULL, 0, study->model, messages, out);
  if (status == PAWL_OK) status = pawl_model_set_parameters(*out, study->varies, name, value, messages);
  if (status == PAWL_OK) return PAWL_OK;
  pawl_model_free(*out);
  *out = NULL;
  return status;
}

static PawlStatus take_options(const PawlStudyOptions *given, PawlStudyOptions *out, PawlMessages *messages) {
  char problem[PW_SIZED_CHARS];
  *out = pawl_study_options_default();
  if (given && !pw_sized_take(given, out, sizeof *out, problem)) {
    return pw_fail(messages, PAWL_ERR_ARGUMENT, PW_NOWHERE, "options: %s", problem);
  }
  if (out->threads < 0) return pw_fail(messages, PAWL_ERR_ARGUMENT, PW_NOWHERE, "threads = %d, need >= 0", (int)out->threads);
  if (out->join && (!out->directory || out->resume || out->part)) {
    return pw_fail(messages, PAWL_ERR_ARGUMENT, PW_NOWHERE,
                   "join needs a directory, and goes neither with resume nor with a part");
  }
  bool whole = out->part == 0 && out->parts == 0;
  if (whole || (out->part >= 1 && out->part <= out->parts && out->directory)) return PAWL_OK;
  return pw_fail(messages, PAWL_ERR_ARGUMENT, PW_NOWHERE, "part %d of %d: need 1 to the number of parts, and a directory",
                 (int)out->part, (int)out->parts);
}

// A note of the first sample that has no results.
static void tell_failures(PwJournal *j, const PwTally *tally, PawlMessages *messages) {
  PwArena arena = {0};
  PwRecord record;
  bool there = tally->failed > 0 && pw_record_create(j->study, &arena, &record) == PAWL_OK;
  for (int64_t n = 1; there && n <= j->study->samples; n++) {
    if (!pw_journal_read(j, n, &record) || record.status == PAWL_OK) continue;
    pw_message(messages, PAWL_NOTE, PW_NOWHERE, "%lld of %lld samples have no results, sample %lld: %s", (long long)tally->failed,
               (long long)tally->done, (long long)n, record.message);
    break;
  }
  pw_arena_free(&arena);
}

// study.csv and study.json of what is complete; a part keeps its records until all are joined.
static PawlStatus finish(PwJournal *j, const PwTally *tally, const PwSought *found, PawlMessages *messages) {
  PwArena arena = {0};
  PwStatistics statistics;
  tell_failures(j, tally, messages);
  bool judged = !j->part && j->study->kind == PAWL_STUDY_TOLERANCE;
  PawlStatus status = judged ? pw_statistics(j, &arena, &statistics) : PAWL_OK;
  if (status) pw_fail(messages, status, PW_NOWHERE, "out of memory");
  if (status == PAWL_OK && !j->part) status = pw_study_table(j, messages);
  if (status == PAWL_OK) status = pw_study_json(j, tally, judged ? &statistics : NULL, found, messages);
  pw_arena_free(&arena);
  return status == PAWL_OK ? pw_journal_finish(j, j->part != 0, messages) : status;
}

static double wall_clock(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

PawlStatus pawl_study_run(const PawlStudy *study, const PawlStudyOptions *options, PawlMessages *messages, PawlStudyInfo *info) {
  PawlStudyOptions o;
  PwJournal journal = {.folder = -1, .file = -1};
  PwTally tally = {0};
  PwSought found;
  double start = wall_clock();
  if (!study) return pw_fail(messages, PAWL_ERR_ARGUMENT, PW_NOWHERE, "no study was given (NULL)");
  if (info && !pw_sized_is_open(info)) {
    return pw_fail(messages, PAWL_ERR_ARGUMENT, PW_NOWHERE, "info: its size is not set: fill it with pawl_study_info_default()");
  }
  PawlStatus status = take_options(options, &o, messages);
  if (status == PAWL_OK && study->kind == PAWL_STUDY_SEARCH && (o.join || o.part)) {
    status = pw_fail(messages, PAWL_ERR_ARGUMENT, PW_NOWHERE, "a search has no parts: each sample depends on those before");
  }
  if (status == PAWL_OK && o.directory) {
    status = pw_journal_open(study, o.directory, o.part, o.parts, o.resume, messages, &journal);
  }
  PwJournal *kept = o.directory ? &journal : NULL;
  bool search = study->kind == PAWL_STUDY_SEARCH;
  if (status == PAWL_OK) {
    status = o.join   ? pw_study_join(study, &journal, o.directory, messages, &tally)
             : search ? pw_search_run(study, &o, kept, messages, &tally, &found)
                      : pw_crew_run(study, &o, kept, messages, &tally);
  }
  if (status == PAWL_OK && kept) status = finish(&journal, &tally, search ? &found : NULL, messages);
  pw_journal_close(&journal);
  if (info) {
    PawlStudyInfo full = {.size = sizeof full,
                          .threads = tally.threads,
                          .samples = tally.samples,
                          .done = tally.done,
                          .now = tally.now,
                          .failed = tally.failed,
                          .met = tally.met,
                          .seconds = wall_clock() - start};
    pw_sized_give(info, &full, sizeof full);
  }
  return status;
}
