// pawl study FILE: many runs of a model, into one folder.
#include <stdlib.h>
#include <string.h>

#include "commands.h"
#include "messages.h"

static bool on_progress(void *user, int64_t done, int64_t samples) {
  pw_cli_progress_samples(user, pw_cli_clock(), done, samples);
  return pw_cli_is_interrupted();
}

static void print_summary(const PawlStudy *study, const PawlStudyInfo *info, const char *folder, const PwCliOptions *o) {
  printf("%-20s%lld", "samples", (long long)info->samples);
  if (o->part) printf(" of part %d of %d", o->part, o->parts);
  if (info->now < info->done) printf(", %lld of them run now", (long long)info->now);
  printf("\n%-20s%lld\n", "without results", (long long)info->failed);
  if (pawl_study_condition(study, 0)) {
    double share = info->done ? 100 * (double)info->met / (double)info->done : 0;
    printf("%-20s%lld, %.3g %%\n", "meet all conditions", (long long)info->met, share);
  }
  if (info->threads) printf("%-20s%d\n", "threads", info->threads);
  printf("%-20s%.3g s\n", "wall time", info->seconds);
  printf("%-20s%s", "study", folder);
  if (o->part) printf(".part-%d-of-%d", o->part, o->parts);
  printf("\n");
}

static PawlStatus print_statistics(const char *folder, PawlMessages *messages) {
  char *text = NULL;
  PawlStatus status = pawl_study_describe(folder, messages, &text);
  if (status == PAWL_OK) pw_cli_print_text(text, stdout);
  pw_cli_print_messages(messages, status, false, stderr);
  pawl_text_free(text);
  return status;
}

static int run_study(const PawlStudy *study, const PwCliOptions *o, const char *folder, PawlMessages *messages) {
  PwCliProgress progress = pw_cli_progress_begin(stderr, o->quiet, 1, "s");
  PawlStudyOptions run = pawl_study_options_default();
  PawlStudyInfo info = pawl_study_info_default();
  run.directory = folder;
  run.threads = o->threads;
  run.resume = o->resume;
  run.part = o->part;
  run.parts = o->parts;
  run.join = o->join;
  run.progress = on_progress;
  run.user = &progress;
  pw_cli_catch_signals();
  PawlStatus status = pawl_study_run(study, &run, messages, &info);
  pw_cli_progress_clear(&progress);
  pw_cli_print_messages(messages, status, !o->quiet, stderr);
  if (status == PAWL_OK && !o->quiet) {
    print_summary(study, &info, folder, o);
    if (!o->part) status = print_statistics(folder, messages);
  }
  if (status == PAWL_ERR_CANCELLED) {
    fprintf(stderr, "pawl: interrupted after %lld of %lld samples; the same command with --resume goes on\n",
            (long long)info.done, (long long)info.samples);
  }
  return pw_cli_exit_status(status, true);
}

int pw_cli_study(const PwCliOptions *o, PawlMessages *messages) {
  char *made = o->output ? NULL : pw_cli_default_folder(o->operands[0], strlen(o->operands[0]), ".study");
  const char *folder = o->output ? o->output : made;
  PawlStudy *study = NULL;
  PawlStatus status = folder ? pawl_study_load(o->operands[0], messages, &study) : PAWL_ERR_MEMORY;
  int exit_status = pw_cli_exit_status(status, false);
  if (status == PAWL_OK) {
    exit_status = run_study(study, o, folder, messages);
  } else {
    pw_cli_print_messages(messages, status, !o->quiet, stderr);
  }
  pawl_study_free(study);
  free(made);
  return exit_status;
}
