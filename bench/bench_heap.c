// pawl on a heap of boxes with friction: the time of a run without a result, and what the audit says of one with
// (bench_heap.result, where it is called).
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "measure.h"
#include "rolling_models.h"

enum { SAMPLES = 60 };

typedef struct {
  const char *text;
  double tolerance;
} Setting;

static PawlRunOptions options_of(const Setting *setting) {
  PawlRunOptions options = pawl_run_options_default();
  options.duration = PW_HEAP_DURATION;
  options.output_step = PW_HEAP_DURATION / SAMPLES;
  options.tolerance = setting->tolerance;
  return options;
}

static PawlStatus run_once(const PawlMechanism *mechanism, const Setting *setting, PawlMessages *messages, double *seconds,
                           PawlRunInfo *info) {
  PawlRunOptions options = options_of(setting);
  PawlSimulation *s = NULL;
  double start = pw_cpu_seconds();
  PawlStatus status = pawl_simulation_create(mechanism, &options, messages, &s);
  if (!status) status = pawl_simulation_assemble(s, messages);
  for (int i = 1; i <= SAMPLES && !status; i++) {
    status = pawl_simulation_advance(s, fmin(PW_HEAP_DURATION * i / SAMPLES, PW_HEAP_DURATION), messages);
  }
  *seconds = fmin(*seconds, pw_cpu_seconds() - start);
  if (!status) *info = pawl_simulation_info(s);
  pawl_simulation_free(s);
  return status;
}

// Deviations by the audit, of the scales of its laws.
typedef struct {
  double energy, momentum, overlap;
} Errors;

static void take(void *user, const PawlAuditLaw *law) {
  Errors *e = user;
  if (strcmp(law->name, "energy balance") == 0) e->energy = law->deviation;
  if (strcmp(law->name, "impulses change momentum") == 0) e->momentum = fmax(e->momentum, law->deviation);
  if (strcmp(law->name, "forces make the motion") == 0) e->momentum = fmax(e->momentum, law->deviation);
  if (strcmp(law->name, "no outline inside another") == 0) e->overlap = law->deviation;
}

static PawlStatus audit(const PawlMechanism *mechanism, const Setting *setting, PawlMessages *messages, Errors *out) {
  PawlRunOptions options = options_of(setting);
  options.directory = "bench_heap.result";
  *out = (Errors){NAN, 0, NAN};
  PawlStatus status = pawl_run(mechanism, &options, messages, NULL);
  return status ? status : pawl_audit(options.directory, take, out, messages);
}

static PawlStatus measure(const PawlMechanism *mechanism, const Setting *setting, PawlMessages *messages) {
  double seconds = INFINITY, start = pw_cpu_seconds();
  PawlRunInfo info = pawl_run_info_default();
  Errors errors;
  PawlStatus status = PAWL_OK;
  for (int i = 0; i < 20 && !status && (i == 0 || pw_cpu_seconds() - start < 1); i++) {
    status = run_once(mechanism, setting, messages, &seconds, &info);
  }
  if (!status) status = audit(mechanism, setting, messages, &errors);
  if (!status) {
    printf("heap\t%s\t%.6g\t%lld\t%lld\t%lld\t%.3g\t%.3g\t%.3g\n", setting->text, seconds, (long long)info.steps,
           (long long)info.events, (long long)info.impacts, errors.energy, errors.momentum, errors.overlap);
    fflush(stdout);
  }
  return status;
}

int main(void) {
  static const Setting SETTING[] = {{"tolerance 1e-6", 1e-6}, {"default", 1e-8}};
  PawlMessages *messages = pawl_messages_create();
  PawlModel *model = NULL;
  PawlMechanism *mechanism = NULL;
  PawlStatus status = pw_heap_model(messages, &model);
  if (!status) status = pawl_mechanism_compile(model, messages, &mechanism);
  for (int i = 0; i < 2 && !status; i++) status = measure(mechanism, &SETTING[i], messages);
  if (status) fprintf(stderr, "%s\n", pawl_status_text(status));
  for (int i = 0; i < pawl_messages_count(messages); i++) fprintf(stderr, "  %s\n", pawl_messages_get(messages, i).text);
  pawl_mechanism_free(mechanism);
  pawl_model_free(model);
  pawl_messages_free(messages);
  return status != PAWL_OK;
}
