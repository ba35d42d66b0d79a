// pawl run FILE: one analysis into a result folder.
#include <dirent.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "commands.h"
#include "messages.h"
#include "terminal.h"

static bool on_progress(void *user, double t, double fraction) {
  bool interrupted = pw_cli_is_interrupted();
  pw_cli_progress_update(user, pw_cli_clock(), t, fraction);
  return interrupted;
}

PawlRunOptions pw_cli_run_options(const PawlMechanism *mechanism, const PwCliOptions *o, const char *folder,
                                  PwCliProgress *progress) {
  PawlRunOptions run = pawl_mechanism_run_options(mechanism);
  if (o->analysis >= 0) run.analysis = (PawlAnalysis)o->analysis;
  if (o->method >= 0) run.method = (PawlMethod)o->method;
  if (o->formulation >= 0) run.formulation = (PawlFormulation)o->formulation;
  if (o->duration > 0) run.duration = o->duration;
  if (o->step > 0) run.output_step = o->step;
  if (o->tolerance > 0) run.tolerance = o->tolerance;
  run.directory = folder;
  run.resume = o->resume;
  run.separate = o->separate;
  run.no_audit = o->no_audit;
  run.progress = on_progress;
  run.user = progress;
  pw_cli_catch_signals();
  return run;
}

// ---- what came out

static int is_shown(const struct dirent *entry) {
  return entry->d_name[0] != '.';
}

static void print_files(const char *folder) {
  struct dirent **list;
  int n = scandir(folder, &list, is_shown, alphasort);
  for (int i = 0; i < n; i++) {
    printf("%-20s%s/%s\n", i ? "" : "files", folder, list[i]->d_name);
    free(list[i]);
  }
  if (n >= 0) free(list);
}

static void print_summary(PawlAnalysis analysis, const PawlRunInfo *info, double seconds, const char *unit, const char *folder) {
  bool timed = analysis == PAWL_ANALYSIS_DYNAMICS || analysis == PAWL_ANALYSIS_KINEMATICS;
  printf("%-20s%s\n", "analysis", pw_cli_analysis_name(analysis));
  if (info->method && info->method[0]) printf("%-20s%s\n", "method", info->method);
  printf("%-20s%s\n", "formulation", info->formulation);
  printf("%-20st = %.9g %s\n", "reached", info->t / seconds, unit);
  if (timed) {
    printf("%-20s%lld, %lld rejected, %lld evaluations\n", "steps", (long long)info->steps, (long long)info->rejected,
           (long long)info->evaluations);
    printf("%-20s%lld\n", "events", (long long)info->events);
    printf("%-20s%lld\n", "singular passages", (long long)info->singular_passages);
  }
  printf("%-20sposition %.1e, speed %.1e\n", "violation", info->violation_position, info->violation_speed);
  if (timed && isfinite(info->energy_drift)) printf("%-20s%.1e\n", "energy drift", info->energy_drift);
  if (info->audit_laws) {
    printf("%-20s%d laws, %d broken, %d not audited or too coarse (pawl audit %s)\n", "audit", info->audit_laws,
           info->audit_broken, info->audit_open, folder);
  }
  printf("%-20s%.3g s\n", "wall time", info->seconds);
  if (timed) {
    printf("%-20s%s\n", "result", folder);
  } else {
    print_files(folder);
  }
}

// Where the result stays of a run that did not come to its end.
static void print_partial(PawlStatus status, double t, const char *unit, const char *folder) {
  bool cancelled = status == PAWL_ERR_CANCELLED;
  size_t n = strlen(folder);
  while (n > 1 && folder[n - 1] == '/') n--;
  char *partial = malloc(n + sizeof ".partial");
  struct stat info;
  if (!partial) return;
  memcpy(partial, folder, n);
  strcpy(partial + n, ".partial");
  bool there = stat(partial, &info) == 0;
  if (there || cancelled) {
    fprintf(stderr, "pawl: %s at t = %.9g %s", cancelled ? "interrupted" : "stopped", t, unit);
    if (there) fprintf(stderr, "; the result so far is in '%s'", partial);
    fputs(there && cancelled ? ", the same command with --resume goes on\n" : "\n", stderr);
  }
  free(partial);
}

// The page of a complete result.
static int make_page(const PwCliOptions *o, const char *folder, PawlMessages *messages) {
  PawlStatus status = pawl_report_page(folder, NULL, messages);
  pw_cli_print_messages(messages, status, !o->quiet, stderr);
  if (status == PAWL_OK && !o->quiet) pw_cli_print_made("page", folder, ".html");
  return pw_cli_exit_status(status, true);
}

// Without the page's program a run that is to end in a page does not begin.
static PawlStatus check_page(PawlMessages *messages) {
  char *page = NULL;
  PawlStatus status = pawl_report_template(messages, &page);
  pawl_text_free(page);
  return status;
}

static int run_mechanism(const PawlMechanism *mechanism, const PwCliOptions *o, const char *folder, PawlMessages *messages) {
  const char *unit;
  double seconds = pawl_mechanism_time_unit(mechanism, &unit);
  PwCliProgress progress = pw_cli_progress_begin(stderr, o->quiet, seconds, unit);
  PawlRunOptions run = pw_cli_run_options(mechanism, o, folder, &progress);
  PawlRunInfo info = {.size = sizeof info};
  int shown = pw_cli_show_messages(messages, 0, !o->quiet, stderr);  // and kept: the result has them too
  PawlStatus status = pawl_run(mechanism, &run, messages, &info);
  pw_cli_progress_clear(&progress);
  pw_cli_show_messages(messages, shown, !o->quiet, stderr);
  pw_cli_end_messages(messages, status, stderr);
  int exit_status = pw_cli_exit_status(status, true);
  if (status == PAWL_OK) {
    if (!o->quiet) print_summary(run.analysis, &info, seconds, unit, folder);
    if (o->report) exit_status = make_page(o, folder, messages);
    if (exit_status == PW_EXIT_OK && info.audit_broken) exit_status = PW_EXIT_DEVIATION;
  } else if (exit_status != PW_EXIT_INPUT) {
    print_partial(status, info.t / seconds, unit, folder);
  }
  return exit_status;
}

int pw_cli_run(const PwCliOptions *o, PawlMessages *messages) {
  char ending[40] = ".result";
  if (o->compare) strcpy(ending, ".compare");
  if (o->sample) snprintf(ending, sizeof ending, ".sample-%lld", o->number);
  const char *file = o->sample ? o->sample : o->operands[0];
  size_t length = o->sample ? (size_t)(strrchr(file, ':') - file) : strlen(file);
  char *made = o->output ? NULL : pw_cli_default_folder(file, length, ending);
  const char *folder = o->output ? o->output : made;
  PawlMechanism *mechanism = NULL;
  PawlStatus status = folder ? pw_cli_load(o, messages, &mechanism) : PAWL_ERR_MEMORY;
  if (status == PAWL_OK && o->report) status = check_page(messages);
  int exit_status = pw_cli_exit_status(status, false);
  if (status == PAWL_OK) {
    exit_status = o->compare ? pw_cli_compare(mechanism, o, folder, messages) : run_mechanism(mechanism, o, folder, messages);
  } else {
    pw_cli_print_messages(messages, status, !o->quiet, stderr);
  }
  pawl_mechanism_free(mechanism);
  free(made);
  return exit_status;
}
