// pawl on the disc cam: 100 turns at 150 rad/s (stays closed) and at 220 rad/s (lifts off in every turn).
//   bench_cam          rows for the table
//   bench_cam W TIMES  the timed run alone, for profilers
// The contact force is read as what the shaft carries. Event times come from the event log of a second run, which writes a
// result folder (bench_cam.result, where it is called) and is not timed.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cam.h"
#include "measure.h"
#include "mechanisms.h"
#include "problems.h"

enum { SAMPLES = 200 };  // of the last turn

static PawlStatus sample(const PawlSimulation *s, const PawlMechanism *mechanism, const PwCam *cam, PwCamMeasured *m) {
  double pose[7], wrench[6];
  PawlStatus status = pawl_simulation_pose(s, pawl_mechanism_find_body(mechanism, "follower"), pose);
  if (!status) status = pawl_simulation_reaction(s, pawl_mechanism_find_joint(mechanism, "shaft"), wrench);
  if (!status) pw_cam_compare(cam, pawl_simulation_time(s), pose[1], wrench[1] - PW_CAM_DISC_MASS * PW_GRAVITY, m);
  return status;
}

static PawlRunOptions options_of(const PwCam *cam, double tolerance) {
  PawlRunOptions options = pawl_run_options_default();
  options.duration = PW_CAM_TURNS * cam->period;
  if (tolerance > 0) options.tolerance = tolerance;
  return options;
}

static PawlStatus run_once(const PawlMechanism *mechanism, const PwCam *cam, double tolerance, PawlMessages *messages,
                           PwCamMeasured *m) {
  PawlRunOptions options = options_of(cam, tolerance);
  PawlSimulation *s = NULL;
  double start = pw_cpu_seconds();
  PawlStatus status = pawl_simulation_create(mechanism, &options, messages, &s);
  if (!status) status = pawl_simulation_assemble(s, messages);
  for (int i = 0; i <= SAMPLES && !status; i++) {
    double t = (PW_CAM_TURNS - 1 + (double)i / SAMPLES) * cam->period;
    status = pawl_simulation_advance(s, fmin(t, options.duration), messages);
    if (!status) status = sample(s, mechanism, cam, m);
  }
  m->run = fmin(m->run, pw_cpu_seconds() - start);
  if (!status) {
    PawlRunInfo info = pawl_simulation_info(s);
    m->steps = info.steps + info.rejected;
    snprintf(m->note, sizeof m->note, "%lld evaluations, %lld factorisations, %lld searches", (long long)info.evaluations,
             (long long)info.factorisations, (long long)info.searches);
  }
  pawl_simulation_free(s);
  return status;
}

// Errors of lift and landing in the last turn, by the event log.
static PawlStatus read_events(const char *folder, const PwCam *cam, PwCamMeasured *m) {
  char path[200], line[1000];
  snprintf(path, sizeof path, "%s/events.csv", folder);
  FILE *file = fopen(path, "r");
  if (!file) return PAWL_ERR_IO;
  while (fgets(line, sizeof line, file)) {
    char *kind;
    double t = strtod(line, &kind) - (PW_CAM_TURNS - 1) * cam->period;
    if (strncmp(kind, ",opens,", 7) == 0) m->lift = fabs(t - cam->lift);
    if (strncmp(kind, ",impact,", 8) == 0) m->land = fabs(t - cam->land);
  }
  fclose(file);
  return PAWL_OK;
}

static PawlStatus log_events(const PawlMechanism *mechanism, const PwCam *cam, double tolerance, PawlMessages *messages,
                             PwCamMeasured *m) {
  PawlRunOptions options = options_of(cam, tolerance);
  PawlRunInfo info = {.size = sizeof info};
  options.directory = "bench_cam.result";
  PawlStatus status = pawl_run(mechanism, &options, messages, &info);
  return status ? status : read_events(options.directory, cam, m);
}

static PawlStatus measure(const PawlMechanism *mechanism, const PwCam *cam, double tolerance, PawlMessages *messages) {
  PwCamMeasured m = pw_cam_measured();
  PawlStatus status = PAWL_OK;
  double start = pw_cpu_seconds();
  for (int i = 0; i < 20 && !status && (i == 0 || pw_cpu_seconds() - start < 0.5); i++) {
    status = run_once(mechanism, cam, tolerance, messages, &m);
  }
  if (!status && !isnan(cam->lift)) status = log_events(mechanism, cam, tolerance, messages, &m);
  char setting[40] = "default";
  if (tolerance > 0) snprintf(setting, sizeof setting, "tolerance %.0e", tolerance);
  if (!status) pw_cam_print(cam, "pawl", setting, &m);
  return status;
}

int main(int argc, char **argv) {
  static const double W[] = {150, 220}, TOLERANCE[] = {0, 1e-10, 1e-12};  // 0: default, 1e-8
  bool once = argc == 3;
  PawlMessages *messages = pawl_messages_create();
  PawlStatus status = PAWL_OK;
  for (int i = 0; i < (once ? 1 : 2) && !status; i++) {
    PawlModel *model = NULL;
    PawlMechanism *mechanism = NULL;
    PwCam cam = pw_cam_create(once ? atof(argv[1]) : W[i]);
    status = pw_cam_model(cam.w, PW_CAM_TOUCH, messages, &model);
    if (!status) status = pawl_mechanism_compile(model, messages, &mechanism);
    PwCamMeasured m = pw_cam_measured();
    for (int j = 0; once && j < atoi(argv[2]) && !status; j++) status = run_once(mechanism, &cam, 0, messages, &m);
    for (int j = 0; !once && j < 3 && !status; j++) status = measure(mechanism, &cam, TOLERANCE[j], messages);
    pawl_mechanism_free(mechanism);
    pawl_model_free(model);
  }
  if (status) fprintf(stderr, "%s\n", pawl_status_text(status));
  for (int i = 0; i < pawl_messages_count(messages); i++) fprintf(stderr, "  %s\n", pawl_messages_get(messages, i).text);
  pawl_messages_free(messages);
  return status != PAWL_OK;
}
