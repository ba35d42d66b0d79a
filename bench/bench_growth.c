// How the time of a whole run, from the text of its model to the result folder, grows with the number of parts; the smallest run
// is audited. Rows for table.awk; with a number, those of that problem alone.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "growth_models.h"
#include "measure.h"
#include "pawl/pawl.h"

static const char *const FOLDER = "bench_growth.result";

// The text of a model in memory of malloc; NULL: none.
static char *text_of(const PwGrowth *g, int n, size_t *length) {
  char *text = NULL;
  FILE *out = open_memstream(&text, length);
  if (!out) return NULL;
  g->write(out, n);
  fprintf(out, "analysis: {duration: %s, step: %s, formulation: multipliers}\noutput: [energy]\n", g->duration, g->duration);
  return fclose(out) ? NULL : text;
}

static PawlStatus run(const PwGrowth *g, int n, bool audit, PawlMessages *messages, PawlRunInfo *info) {
  size_t length;
  PawlModel *model = NULL;
  PawlMechanism *mechanism = NULL;
  char *text = text_of(g, n, &length);
  PawlStatus status = text ? pawl_model_parse(g->name, text, length, NULL, 0, messages, &model) : PAWL_ERR_MEMORY;
  if (!status) status = pawl_mechanism_compile(model, messages, &mechanism);
  if (!status) {
    PawlRunOptions options = pawl_mechanism_run_options(mechanism);
    options.directory = FOLDER;
    options.no_audit = !audit;
    status = pawl_run(mechanism, &options, messages, info);
  }
  pawl_mechanism_free(mechanism);
  pawl_model_free(model);
  free(text);
  return status;
}

// The least time of some runs where they are short, and how many laws the audit finds broken.
static PawlStatus measure(const PwGrowth *g, int n, PawlMessages *messages, double *seconds) {
  PawlRunInfo info = pawl_run_info_default();
  double begin = pw_cpu_seconds();
  PawlStatus status = PAWL_OK;
  *seconds = INFINITY;
  for (int i = 0; i < 5 && !status && (i == 0 || pw_cpu_seconds() - begin < 0.5); i++) {
    double start = pw_cpu_seconds();
    status = run(g, n, false, messages, &info);
    *seconds = fmin(*seconds, pw_cpu_seconds() - start);
  }
  if (!status && n == g->size[0]) status = run(g, n, true, messages, &info);
  return status ? status : info.audit_broken ? PAWL_ERR_DEVIATION : PAWL_OK;
}

static PawlStatus measure_all(const PwGrowth *g, PawlMessages *messages) {
  double before = NAN, first = NAN;
  PawlStatus status = PAWL_OK;
  for (int i = 0; i < 4 && g->size[i] && !status; i++) {
    double seconds;
    status = measure(g, g->size[i], messages, &seconds);
    double last = i ? log(seconds / before) / log((double)g->size[i] / g->size[i - 1]) : NAN;
    double whole = i ? log(seconds / first) / log((double)g->size[i] / g->size[0]) : NAN;
    if (!status) printf("growth\t%s\t%d\t%.6g\t%.2f\t%.2f\t%.2g\n", g->name, g->size[i], seconds, last, whole, g->aim);
    fflush(stdout);
    before = seconds;
    if (!i) first = seconds;
  }
  return status;
}

int main(int argc, char **argv) {
  PawlMessages *messages = pawl_messages_create();
  PawlStatus status = PAWL_OK;
  int only = argc > 1 ? atoi(argv[1]) : -1;
  for (int i = 0; i < PW_GROWTHS && !status; i++) {
    if (only < 0 || only == i) status = measure_all(&pw_growth[i], messages);
  }
  if (status) fprintf(stderr, "%s\n", pawl_status_text(status));
  for (int i = 0; status && i < pawl_messages_count(messages); i++)
    fprintf(stderr, "  %s\n", pawl_messages_get(messages, i).text);
  pawl_messages_free(messages);
  return status != PAWL_OK;
}
