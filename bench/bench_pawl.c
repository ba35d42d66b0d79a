// pawl on the benchmark problems, over a range of tolerances, default settings otherwise: bench_pawl DATA_FOLDER
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "measure.h"
#include "mechanisms.h"
#include "problems.h"

typedef struct {
  const PwCase *c;
  const PawlMechanism *mechanism;
  PawlMessages *messages;
  PawlBodyId point;    // pendulum
  PawlJointId *joint;  // andrews: O; four-bar: g0..gn
  double *got;
  double spread;
} Bench;

static void complain(PawlMessages *messages, PawlStatus status) {
  fprintf(stderr, "%s\n", pawl_status_text(status));
  for (int i = 0; i < pawl_messages_count(messages); i++) fprintf(stderr, "  %s\n", pawl_messages_get(messages, i).text);
  pawl_messages_clear(messages);
}

// The sample's values at the simulation's present time.
static PawlStatus sample(Bench *b, const PawlSimulation *s, int i) {
  double *at = b->got + i * b->c->width, first[3], other[3], pose[7];
  if (b->c->problem == PW_PENDULUM) {
    PawlStatus status = pawl_simulation_pose(s, b->point, pose);
    memcpy(at, pose, 2 * sizeof *at);
    return status;
  }
  PawlStatus status = pawl_simulation_coordinate(s, (PawlCoordinate){b->joint[0], NULL}, first);
  if (b->c->problem == PW_ANDREWS) {
    at[0] = pw_andrews_body[PW_OF].angle + first[0];
    return status;
  }
  at[0] = -sin(first[0]);
  at[1] = cos(first[0]);
  at[2] = -at[1] * first[1];
  at[3] = at[0] * first[1];
  for (int j = 1; j <= b->c->n && !status; j++) {
    status = pawl_simulation_coordinate(s, (PawlCoordinate){b->joint[j], NULL}, other);
    b->spread = fmax(b->spread, fabs(other[0] - first[0]));
  }
  return status;
}

static PawlStatus run_once(Bench *b, double tolerance, PwMeasured *m) {
  PawlRunOptions options = pawl_run_options_default();
  options.duration = (b->c->samples - 1) * b->c->step;
  options.tolerance = tolerance;
  PawlSimulation *s = NULL;
  double start = pw_cpu_seconds();
  PawlStatus status = pawl_simulation_create(b->mechanism, &options, b->messages, &s);
  if (!status) status = pawl_simulation_assemble(s, b->messages);
  for (int i = 0; i < b->c->samples && !status; i++) {
    status = pawl_simulation_advance(s, fmin(i * b->c->step, options.duration), b->messages);
    if (!status) status = sample(b, s, i);
  }
  m->run = fmin(m->run, pw_cpu_seconds() - start);
  if (!status) {
    PawlRunInfo info = pawl_simulation_info(s);
    m->steps = info.steps + info.rejected;
    m->evaluations = info.evaluations;
    snprintf(m->note, sizeof m->note, "%s%s", info.method, b->c->n ? ", all loops parallelograms" : "");
    if (b->spread > 1e-6) snprintf(m->note, sizeof m->note, "%s, branch lost", info.method);
  }
  pawl_simulation_free(s);
  return status;
}

// Short runs are repeated; the least time counts.
static PawlStatus measure(Bench *b, double tolerance, double setup) {
  PwMeasured m = {.setup = setup, .run = INFINITY, .error = NAN};
  double start = pw_cpu_seconds();
  PawlStatus status = PAWL_OK;
  for (int i = 0; i < 100 && !status && (i == 0 || pw_cpu_seconds() - start < 0.3); i++) status = run_once(b, tolerance, &m);
  if (!status) m.error = pw_case_error(b->c, b->got);
  m.spread = b->spread;
  if (status) snprintf(m.note, sizeof m.note, "stopped: %s", pawl_status_text(status));
  char setting[40];
  snprintf(setting, sizeof setting, "tolerance %.0e", tolerance);
  pw_print_row(b->c, "pawl", setting, &m);
  b->spread = 0;
  return status;
}

static PawlStatus find_parts(Bench *b) {
  int joints = b->c->problem == PW_FOUR_BAR ? b->c->n + 1 : 1;
  b->joint = calloc((size_t)joints, sizeof *b->joint);
  b->got = calloc((size_t)(b->c->samples * b->c->width), sizeof *b->got);
  if (!b->joint || !b->got) return PAWL_ERR_MEMORY;
  if (b->c->problem == PW_PENDULUM) b->point = pawl_mechanism_find_body(b->mechanism, "point");
  if (b->c->problem == PW_ANDREWS) b->joint[0] = pawl_mechanism_find_joint(b->mechanism, "O");
  for (int i = 0; b->c->problem == PW_FOUR_BAR && i < joints; i++) {
    char name[32];
    snprintf(name, sizeof name, "g%d", i);
    b->joint[i] = pawl_mechanism_find_joint(b->mechanism, name);
  }
  return PAWL_OK;
}

// One problem at `count` tolerances from 1e-4 down, each `factor` times the one before. Returns failures.
static int sweep(const char *folder, const char *problem, int n, double factor, int count) {
  PwCase c;
  if (pw_case_create(&c, problem, n, folder)) return 1;
  PawlModel *model = NULL;
  PawlMechanism *mechanism = NULL;
  Bench b = {.c = &c, .messages = pawl_messages_create()};
  double start = pw_cpu_seconds();
  PawlStatus status = c.problem == PW_PENDULUM  ? pw_pendulum_model(b.messages, &model)
                      : c.problem == PW_ANDREWS ? pw_andrews_model(b.messages, &model)
                                                : pw_four_bar_model(n, b.messages, &model);
  if (!status) status = pawl_mechanism_compile(model, b.messages, &mechanism);
  double setup = pw_cpu_seconds() - start;
  b.mechanism = mechanism;
  if (!status) status = find_parts(&b);
  for (int i = 0; i < count && !status; i++) status = measure(&b, 1e-4 * pow(factor, i), setup);
  if (status) complain(b.messages, status);
  free(b.joint);
  free(b.got);
  pawl_mechanism_free(mechanism);
  pawl_model_free(model);
  pawl_messages_free(b.messages);
  pw_case_free(&c);
  return status != PAWL_OK;
}

int main(int argc, char **argv) {
  if (argc != 2) {
    fprintf(stderr, "usage: bench_pawl DATA_FOLDER\n");
    return 2;
  }
  int failures = sweep(argv[1], "pendulum", 0, 0.1, 9) + sweep(argv[1], "andrews", 0, 0.1, 9);
  failures += sweep(argv[1], "four-bar", 10, 0.1, 7) + sweep(argv[1], "four-bar", 40, 0.1, 7);
  failures += sweep(argv[1], "four-bar", 160, 0.01, 4) + sweep(argv[1], "four-bar", 640, 0.01, 3);
  return failures != 0;
}
