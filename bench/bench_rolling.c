// pawl on what rolls: bench_rolling, rows for the table; bench_rolling NAME SETTING TIMES, the timed run alone, for profilers.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "measure.h"
#include "rolling_models.h"

typedef struct {
  const char *text;
  double tolerance;  // 0: default
  PawlMethod method;
  PawlFormulation formulation;
} Setting;
static const Setting SETTING[] = {{"dop853 3e-5", 3e-5, PAWL_METHOD_DOP853, PAWL_FORMULATION_AUTO},
                                  {"tolerance 1e-6", 1e-6, PAWL_METHOD_AUTO, PAWL_FORMULATION_AUTO},
                                  {"default", 0, PAWL_METHOD_AUTO, PAWL_FORMULATION_AUTO},
                                  {"tolerance 1e-10", 1e-10, PAWL_METHOD_AUTO, PAWL_FORMULATION_AUTO},
                                  {"canonical", 0, PAWL_METHOD_AUTO, PAWL_FORMULATION_CANONICAL}};
enum { SETTINGS = sizeof SETTING / sizeof *SETTING };

static PawlStatus run_once(const PawlMechanism *mechanism, const PwRolling *c, const Setting *setting, PawlMessages *messages,
                           PwRollingMeasured *m) {
  PawlRunOptions options = pawl_run_options_default();
  options.duration = c->duration;
  options.method = setting->method;
  options.formulation = setting->formulation;
  if (setting->tolerance > 0) options.tolerance = setting->tolerance;
  PawlSimulation *s = NULL;
  PawlBodyId roller = pawl_mechanism_find_body(mechanism, "roller");
  double start = pw_cpu_seconds();
  PawlStatus status = pawl_simulation_create(mechanism, &options, messages, &s);
  if (!status) status = pawl_simulation_assemble(s, messages);
  for (int i = 0; i < PW_ROLLING_SAMPLES && !status; i++) {
    double pose[7];
    status = pawl_simulation_advance(s, fmin(c->duration * i / (PW_ROLLING_SAMPLES - 1), c->duration), messages);
    if (!status) status = pawl_simulation_pose(s, roller, pose);
    if (!status) pw_rolling_compare(c, i, pose, m);
  }
  m->run = fmin(m->run, pw_cpu_seconds() - start);
  if (!status) {
    PawlRunInfo info = pawl_simulation_info(s);
    m->steps = info.steps + info.rejected;
    m->evaluations = info.evaluations;
    snprintf(m->note, sizeof m->note, "%s, %s, %lld searches", info.formulation, info.method, (long long)info.searches);
  }
  pawl_simulation_free(s);
  return status;
}

static PawlStatus measure(const PawlMechanism *mechanism, const PwRolling *c, const Setting *setting, PawlMessages *messages) {
  PwRollingMeasured m = pw_rolling_measured();
  PawlStatus status = PAWL_OK;
  double start = pw_cpu_seconds();
  for (int i = 0; i < 50 && !status && (i == 0 || pw_cpu_seconds() - start < 0.5); i++) {
    status = run_once(mechanism, c, setting, messages, &m);
  }
  if (!status) pw_rolling_print(c, "pawl", setting->text, &m);
  return status;
}

// One case with every setting, or so many times with one.
static PawlStatus bench(const char *name, int setting, int times, PawlMessages *messages) {
  PwRolling c;
  PawlModel *model = NULL;
  PawlMechanism *mechanism = NULL;
  PwRollingMeasured m = pw_rolling_measured();
  if (pw_rolling_create(name, &c)) return PAWL_ERR_ARGUMENT;
  PawlStatus status = pw_rolling_model(&c, messages, &model);
  if (!status) status = pawl_mechanism_compile(model, messages, &mechanism);
  for (int i = 0; i < times && !status; i++) status = run_once(mechanism, &c, &SETTING[setting], messages, &m);
  for (int i = 0; i < (times ? 0 : SETTINGS) && !status; i++) status = measure(mechanism, &c, &SETTING[i], messages);
  pawl_mechanism_free(mechanism);
  pawl_model_free(model);
  return status;
}

int main(int argc, char **argv) {
  static const char *const NAMES[] = {"sphere", "disc", "ball"};
  PawlMessages *messages = pawl_messages_create();
  PawlStatus status = PAWL_OK;
  if (argc == 4) {
    int setting = 0;
    while (setting < SETTINGS - 1 && strcmp(SETTING[setting].text, argv[2]) != 0) setting++;
    status = bench(argv[1], setting, atoi(argv[3]), messages);
  } else {
    for (int i = 0; i < 3 && !status; i++) status = bench(NAMES[i], 0, 0, messages);
  }
  if (status) fprintf(stderr, "%s\n", pawl_status_text(status));
  for (int i = 0; i < pawl_messages_count(messages); i++) fprintf(stderr, "  %s\n", pawl_messages_get(messages, i).text);
  pawl_messages_free(messages);
  return status != PAWL_OK;
}
