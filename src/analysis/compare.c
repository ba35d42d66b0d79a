// pawl_compare: a mechanism in every formulation that applies, at its tolerance and ten times tighter, into a bundle of results.
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "analysis/compare_run.h"
#include "base/text.h"
#include "model/model.h"

static const double TIGHTER = 10;  // tolerances: asked for over tighter
static const double LEAST_TOLERANCE = 1e-14;
// Least tolerance of augmented, whose steps are of order 2: below it takes many times those of the others. Where impacts and
// closed touches decide what follows it must be tighter.
static const double LEAST_AUGMENTED = 1e-5, LEAST_DECIDING = 1e-7;
static const double SENSITIVE = 1e-3;  // tightening that changes the motion by so much leaves little to compare

// ---- what is run

// Options of the run in a formulation, at the tolerance asked for.
static PawlRunOptions options_of(const PwCompareRun *c, PawlFormulation formulation) {
  PawlRunOptions options = c->options;
  options.formulation = formulation;
  options.reactions = PAWL_REACTIONS_LEAST;  // so that reactions that the motion leaves open are the same
  if (formulation != PAWL_FORMULATION_AUGMENTED) return options;
  options.method = PAWL_METHOD_AUTO;
  options.tolerance = fmax(options.tolerance, pw_mechanism_decides(c->k) ? LEAST_DECIDING : LEAST_AUGMENTED);
  options.absolute *= options.tolerance / c->options.tolerance;
  return options;
}

// Adds the two runs of a formulation, if it applies to the mechanism; says why if it does not.
static PawlStatus add_formulation(PwCompareRun *c, PawlFormulation formulation, const char *name) {
  PawlRunOptions options = options_of(c, formulation);
  PawlSimulation *s = NULL;
  PawlMessages *said = pawl_messages_create();
  if (!said) return PAWL_ERR_MEMORY;
  PawlStatus status = pawl_simulation_create(c->k, &options, said, &s);
  for (int i = 0; i < pawl_messages_count(said) && status; i++) {
    const char *text = pawl_messages_get(said, i).text;
    if (status == PAWL_ERR_UNSUPPORTED) {
      pw_message(c->messages, PAWL_NOTE, PW_NOWHERE, "%s is left out: %s", name, text);
    } else {
      pw_message(c->messages, PAWL_ERROR, PW_NOWHERE, "%s: %s", name, text);
    }
  }
  for (int tight = 0; tight < 2 && status == PAWL_OK; tight++) {
    PwCompareEntry *e = &c->run[c->runs++];
    double tolerance = tight ? options.tolerance / TIGHTER : options.tolerance;
    *e = (PwCompareEntry){.formulation = formulation, .name = name, .tolerance = tolerance, .info.size = sizeof e->info};
    snprintf(e->folder, sizeof e->folder, "%s%s", name, tight ? "-tight" : "");
  }
  pawl_simulation_free(s);
  pawl_messages_free(said);
  return status == PAWL_ERR_UNSUPPORTED ? PAWL_OK : status;
}

// ---- one run

static bool on_progress(void *user, double t, double fraction) {
  const PwCompareRun *c = user;
  if (!c->options.progress) return false;
  return c->options.progress(c->options.user, t, (c->done + fmax(fraction, 0)) / c->runs);
}

// What a run says is said once; of later ones only what goes wrong.
static PawlStatus run_one(PwCompareRun *c, PwCompareEntry *e) {
  PawlRunOptions options = options_of(c, e->formulation);
  PwText folder = {0};
  PawlMessages *said = c->done ? pawl_messages_create() : c->messages;
  pw_text_format(&folder, "%s/%s", pw_bundle_path(c->bundle), e->folder);
  if (folder.failed || (c->done && !said)) {
    if (c->done) pawl_messages_free(said);
    pw_text_free(&folder);
    return PAWL_ERR_MEMORY;
  }
  options.directory = folder.data;
  options.resume = false;
  options.event = NULL;
  options.absolute *= e->tolerance / options.tolerance;
  options.tolerance = e->tolerance;
  options.progress = on_progress;
  options.user = c;
  PawlStatus status = pawl_run(c->k, &options, said, &e->info);
  if (status == PAWL_OK) status = pw_result_open(folder.data, said, &e->result);
  if (status && status != PAWL_ERR_CANCELLED) {
    for (int i = 0; c->done && i < pawl_messages_count(said); i++) {
      PawlMessage m = pawl_messages_get(said, i);
      pw_message(c->messages, m.severity, PW_NOWHERE, "%s", m.text);
    }
    pw_message(c->messages, PAWL_NOTE, PW_NOWHERE, "this is the run with formulation %s and tolerance %g", e->name, e->tolerance);
  }
  if (c->done) pawl_messages_free(said);
  pw_text_free(&folder);
  return status;
}

// ---- the comparison

static void take_item(void *user, const PawlCompareItem *item) {
  PwCompareRun *c = user;
  pw_compare_json_item(c, item);
  if (c->report) c->report(c->user, item);
}

static void remark(const PwCompareRun *c, const PwCompared *compared, const PwVerdict *v) {
  const char *other = compared->augmented ? " of augmented" : "";
  if (isfinite(v->end)) {
    pw_message(c->messages, PAWL_WARNING, PW_NOWHERE,
               "a tighter tolerance%s alone changes the events at t = %s (%s): nothing is compared from there on; try a tighter "
               "tolerance",
               other, PW_SAY_TIME(c->k, v->end), v->differs);
  }
  if (v->share < PW_LEAST_SHARE && compared->name[1] && !compared->augmented) {
    pw_message(c->messages, PAWL_WARNING, PW_NOWHERE,
               "only %.3g %% of the run could be compared, less than %.3g %%: that is no agreement, whatever the differences are",
               100 * v->share, 100 * PW_LEAST_SHARE);
  }
  if (v->motion > SENSITIVE) {
    pw_message(
        c->messages, PAWL_WARNING, PW_NOWHERE,
        "a tighter tolerance%s alone changes the motion by %.2g of its size, so the comparison tells little: try a shorter "
        "duration or a tighter tolerance",
        other, v->motion);
  }
}

// The formulations of runs `first` and `second` against each other; second < 0: there is only one.
static PawlStatus judge_pair(PwCompareRun *c, int first, int second, PwVerdict *verdict) {
  PwCompared compared = {.duration = c->options.duration};
  PwVerdict own;
  for (int side = 0; side < (second < 0 ? 1 : 2); side++) {
    const PwCompareEntry *e = &c->run[side ? second : first];
    compared.name[side] = e->name;
    compared.tolerance[side] = e->tolerance;
    compared.augmented |= e->formulation == PAWL_FORMULATION_AUGMENTED;
    for (int tight = 0; tight < 2; tight++) compared.result[side][tight] = e[tight].result;
  }
  PawlStatus status = pw_compare(&c->quantities, &compared, take_item, c, &own);
  if (status) return status;
  remark(c, &compared, &own);
  own.deviates |= verdict->deviates;
  if (second < 4) {
    *verdict = own;
  } else {
    verdict->deviates = own.deviates;
  }
  if (compared.augmented) c->augmented = own;
  c->augmented_compared |= compared.augmented;
  return PAWL_OK;
}

// Every formulation against the first one.
static PawlStatus judge(PwCompareRun *c, PwVerdict *verdict) {
  PawlStatus status = PAWL_OK;
  for (int i = 2; i < c->runs && status == PAWL_OK; i += 2) status = judge_pair(c, 0, i, verdict);
  return c->runs == 2 ? judge_pair(c, 0, -1, verdict) : status;
}

static PawlStatus run_all(PwCompareRun *c) {
  PwVerdict verdict = {0};
  PawlStatus status = pw_compare_json(c, "running", NULL);
  for (int i = 0; i < c->runs && status == PAWL_OK; i++) {
    status = run_one(c, &c->run[i]);
    c->done += status == PAWL_OK;
  }
  if (status == PAWL_OK) status = judge(c, &verdict);
  if (status) {
    pw_compare_json(c, status == PAWL_ERR_CANCELLED ? "cancelled" : "failed", NULL);
  } else {
    status = pw_compare_json(c, "done", &verdict);
  }
  return status == PAWL_OK && verdict.deviates ? PAWL_ERR_DEVIATION : status;
}

// Into `directory`; removed again if it is temporary.
static PawlStatus run_into(PwCompareRun *c, const char *directory, bool temporary) {
  PawlStatus status = pw_bundle_create(directory, c->messages, &c->bundle);
  if (status) return status;
  status = run_all(c);
  bool complete = status == PAWL_OK || status == PAWL_ERR_DEVIATION;
  if (temporary) {
    pw_folder_remove(pw_bundle_path(c->bundle), NULL);
    pw_bundle_abandon(c->bundle);
  } else if (complete) {
    PawlStatus end = pw_bundle_finish(c->bundle, c->messages);
    if (end) status = end;
  } else {
    pw_message(c->messages, PAWL_NOTE, PW_NOWHERE, "what was computed is in %s", pw_bundle_path(c->bundle));
    pw_bundle_abandon(c->bundle);
  }
  return status;
}

static PawlStatus run_temporary(PwCompareRun *c) {
  const char *parent = getenv("TMPDIR");
  PwArena arena = {0};
  char *home = pw_arena_format(&arena, "%s/pawl-compare-XXXXXX", parent && *parent ? parent : "/tmp");
  if (!home) return PAWL_ERR_MEMORY;
  PawlStatus status =
      mkdtemp(home) ? PAWL_OK : pw_fail(c->messages, PAWL_ERR_IO, PW_NOWHERE, "cannot make a temporary folder '%s'", home);
  char *folder = status == PAWL_OK ? pw_arena_format(&arena, "%s/runs", home) : NULL;
  if (folder) status = run_into(c, folder, true);
  rmdir(home);
  pw_arena_free(&arena);
  return status;
}

// The mechanism with all columns, whatever its `output`; as it is if names of columns would clash.
static PawlStatus choose_columns(PwCompareRun *c, const PawlMechanism *k, PawlMechanism *all) {
  *all = *k;
  all->outputs = 0;
  c->k = all;
  PawlStatus status = pw_quantities_create(all, k->outputs ? NULL : c->messages, &c->quantities);
  if (status != PAWL_ERR_INPUT || k->outputs == 0) return status;
  c->k = k;
  pw_quantities_free(&c->quantities);
  return pw_quantities_create(k, c->messages, &c->quantities);
}

PawlStatus pawl_compare(const PawlMechanism *k, const PawlRunOptions *options, PawlCompareFunction report, void *user,
                        PawlMessages *messages) {
  PwCompareRun c = {.report = report, .user = user, .messages = messages};
  PawlMechanism all;
  if (!k) return pw_fail(messages, PAWL_ERR_ARGUMENT, PW_NOWHERE, "no mechanism was given (NULL)");
  PawlStatus status = pw_run_options_take(options, &c.options, messages);
  if (status) return status;
  if (c.options.tolerance < TIGHTER * LEAST_TOLERANCE) {
    return pw_fail(messages, PAWL_ERR_ARGUMENT, PW_NOWHERE, "tolerance = %g, a comparison needs at least %g", c.options.tolerance,
                   TIGHTER * LEAST_TOLERANCE);
  }
  c.items = json_array();
  status = c.items ? choose_columns(&c, k, &all) : PAWL_ERR_MEMORY;
  if (status == PAWL_OK) status = add_formulation(&c, PAWL_FORMULATION_MULTIPLIERS, "multipliers");
  if (status == PAWL_OK) status = add_formulation(&c, PAWL_FORMULATION_CANONICAL, "canonical");
  if (status == PAWL_OK) status = add_formulation(&c, PAWL_FORMULATION_AUGMENTED, "augmented");
  if (status == PAWL_OK) status = c.options.directory ? run_into(&c, c.options.directory, false) : run_temporary(&c);
  for (int i = 0; i < c.done; i++) pw_result_free(c.run[i].result);
  pw_quantities_free(&c.quantities);
  json_decref(c.items);
  return status;
}
