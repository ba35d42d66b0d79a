// Derivative evaluations alone: bench_evaluate FORMULATION PROBLEM N COUNT, PROBLEM a name below or a model file. Prints the time
// of one, the least of some rounds; callgrind.sh counts its instructions. The mechanism runs a little way; then its derivative is
// taken COUNT times at states off the constraints by about as much as an integrator's stages are, first as far from singular
// positions, then with projection as near them. Under callgrind nothing but these evaluations is counted, and each of the two
// ends with a dump.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <valgrind/callgrind.h>

#include "measure.h"
#include "mechanisms.h"
#include "simulate/simulation.h"

typedef struct {
  double t;      // where the states lie
  double reach;  // s: how far along the motion they are spread, a tenth of a step at tolerance 1e-8
} Place;

// COUNT derivatives on both sides of the place; z, out: scratch.
static PawlStatus take(PawlSimulation *s, Place place, const double *start, const double *slope, long count, double *z,
                       double *out) {
  int32_t n = pw_formulation_size(s->formulation);
  PawlStatus status = PAWL_OK;
  for (long i = 0; i < count && !status; i++) {
    double h = place.reach * (double)(1 + i % 5) / 5;
    for (int32_t j = 0; j < n; j++) z[j] = start[j] + h * slope[j];
    CALLGRIND_TOGGLE_COLLECT;
    status = pw_formulation_derivative(s->formulation, place.t + h, z, out);
    CALLGRIND_TOGGLE_COLLECT;
  }
  return status;
}

static PawlStatus evaluate(PawlSimulation *s, Place place, bool plain, long count) {
  int32_t n = pw_formulation_size(s->formulation), rounds = RUNNING_ON_VALGRIND ? 1 : 7;
  double *z = calloc(4 * (size_t)n, sizeof *z), *slope = z + n, *out = z + 2 * n, *start = z + 3 * n, least = INFINITY;
  if (!z) return PAWL_ERR_MEMORY;
  pw_formulation_set_plain(s->formulation, plain);
  PawlStatus status = pw_formulation_reduce(s->formulation, place.t, s->sample, start);
  if (status == PAWL_OK) status = pw_formulation_derivative(s->formulation, place.t, start, slope);
  for (int32_t round = 0; round < rounds && !status; round++) {
    double begin = pw_cpu_seconds();
    status = take(s, place, start, slope, count, z, out);
    least = fmin(least, (pw_cpu_seconds() - begin) / (double)count);
  }
  CALLGRIND_DUMP_STATS;
  free(z);
  printf("\t%.0f", 1e9 * least);
  return status;
}

static PawlStatus build(const char *problem, int n, PawlMessages *messages, PawlModel **out) {
  if (strcmp(problem, "andrews") == 0) return pw_andrews_model(messages, out);
  if (strcmp(problem, "cam") == 0) return pw_cam_model(150, PW_CAM_TOUCH, messages, out);
  if (strcmp(problem, "yoke") == 0) return pw_cam_model(150, PW_CAM_YOKE, messages, out);
  if (strstr(problem, ".yaml")) return pawl_model_load(problem, NULL, 0, messages, out);
  return pw_four_bar_model(n, messages, out);
}

int main(int argc, char **argv) {
  if (argc != 5) {
    fprintf(stderr, "usage: bench_evaluate FORMULATION PROBLEM N COUNT\n");
    return 2;
  }
  bool quick = strncmp(argv[2], "four-bar", 8) != 0;
  Place place = quick ? (Place){0.01, 1.5e-5} : (Place){0.3, 5e-3};
  PawlMessages *messages = pawl_messages_create();
  PawlModel *model = NULL;
  PawlMechanism *mechanism = NULL;
  PawlSimulation *s = NULL;
  PawlRunOptions options = pawl_run_options_default();
  options.tolerance = 1e-8;
  options.formulation = strcmp(argv[1], "canonical") == 0 ? PAWL_FORMULATION_CANONICAL : PAWL_FORMULATION_MULTIPLIERS;
  PawlStatus status = build(argv[2], atoi(argv[3]), messages, &model);
  if (!status) status = pawl_mechanism_compile(model, messages, &mechanism);
  if (!status) status = pawl_simulation_create(mechanism, &options, messages, &s);
  if (!status) status = pawl_simulation_assemble(s, messages);
  if (!status) status = pawl_simulation_advance(s, place.t, messages);
  printf("evaluate\t%s\t%s %s", argv[1], argv[2], argv[3]);
  CALLGRIND_START_INSTRUMENTATION;
  if (!status) status = evaluate(s, place, true, atol(argv[4]));
  if (!status) status = evaluate(s, place, false, atol(argv[4]));
  printf("\n");
  for (int i = 0; i < pawl_messages_count(messages); i++) fprintf(stderr, "%s\n", pawl_messages_get(messages, i).text);
  if (status) fprintf(stderr, "%s\n", pawl_status_text(status));
  pawl_simulation_free(s);
  pawl_mechanism_free(mechanism);
  pawl_model_free(model);
  pawl_messages_free(messages);
  return status != PAWL_OK;
}
