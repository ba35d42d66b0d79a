// Studies: processor time of a sample beside that of its bare run, samples per second on one and two threads, and memory after
// few samples and after many. Each study is written into the folder where this is called.
//   bench_study EXAMPLES
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>

#include "measure.h"
#include "pawl/pawl.h"

typedef struct {
  const char *name, *model, *vary;
  int few, many;  // samples
} Problem;

static PawlStatus write_study(const Problem *p, const char *examples, int count) {
  FILE *file = fopen("bench_study.yaml", "w");
  if (!file) return PAWL_ERR_IO;
  fprintf(file, "study: tolerance\nmodel: %s/%s\nvary: {%s}\nsampling: {count: %d}\nresults: {end: final(t)}\n", examples,
          p->model, p->vary, count);
  return fclose(file) == 0 ? PAWL_OK : PAWL_ERR_IO;
}

typedef struct {
  double processor, wall, megabytes;
} Cost;

static PawlStatus run_study(const Problem *p, const char *examples, int count, int threads, PawlMessages *messages, Cost *out) {
  PawlStudy *study = NULL;
  PawlStudyOptions options = pawl_study_options_default();
  PawlStudyInfo info = pawl_study_info_default();
  struct rusage usage;
  options.threads = threads;
  options.directory = "bench_study.study";
  PawlStatus status = write_study(p, examples, count);
  if (!status) status = pawl_study_load("bench_study.yaml", messages, &study);
  double start = pw_cpu_seconds();
  if (!status) status = pawl_study_run(study, &options, messages, &info);
  out->processor = (pw_cpu_seconds() - start) / count;
  out->wall = info.seconds / count;
  getrusage(RUSAGE_SELF, &usage);
  out->megabytes = (double)usage.ru_maxrss / 1024;
  pawl_study_free(study);
  return status;
}

// The model of the first samples, compiled before the clock starts, into no folder.
static PawlStatus bare_run(const Problem *p, const char *examples, PawlMessages *messages, double *seconds) {
  PawlStudy *study = NULL;
  PawlStatus status = write_study(p, examples, p->few);
  if (!status) status = pawl_study_load("bench_study.yaml", messages, &study);
  *seconds = 0;
  for (int i = 1; i <= p->few && !status; i++) {
    PawlModel *model = NULL;
    PawlMechanism *mechanism = NULL;
    status = pawl_study_model(study, i, messages, &model);
    if (!status) status = pawl_mechanism_compile(model, messages, &mechanism);
    double start = pw_cpu_seconds();
    PawlRunOptions options = pawl_mechanism_run_options(mechanism);
    if (!status) status = pawl_run(mechanism, &options, messages, NULL);
    *seconds += (pw_cpu_seconds() - start) / p->few;
    pawl_mechanism_free(mechanism);
    pawl_model_free(model);
  }
  pawl_study_free(study);
  return status;
}

static PawlStatus measure(const Problem *p, const char *examples, PawlMessages *messages) {
  Cost few = {0}, many = {0}, two = {0};
  double bare;
  PawlStatus status = run_study(p, examples, p->few, 1, messages, &few);
  if (!status) status = run_study(p, examples, p->many, 1, messages, &many);
  if (!status) status = bare_run(p, examples, messages, &bare);
  if (!status) status = run_study(p, examples, p->many, 2, messages, &two);
  if (status) return status;
  printf("study\t%s\t%.6g\t%.6g\t%.6g\t%.6g\t%d\t%.4g\t%d\t%.4g\n", p->name, bare, many.processor, many.wall, two.wall, p->few,
         few.megabytes, p->many, many.megabytes);
  fflush(stdout);
  return PAWL_OK;
}

int main(int argc, char **argv) {
  static const Problem PROBLEMS[] = {
      {"slider-crank", "slider-crank/slider-crank.yaml", "r: {tolerance: 0.1}, n: {tolerance: 3 rpm}", 100, 2000},
      {"disc cam", "disc-cam/disc-cam.yaml", "w: {tolerance: 5}, k: {tolerance: 50}, e: {tolerance: 0.0002}", 20, 400},
      {"sear and trigger", "sear-trigger/sear-trigger.yaml", "finger: {tolerance: 20}, v: {tolerance: 1}, on: {tolerance: 1 ms}",
       20, 200}};
  PawlMessages *messages = pawl_messages_create();
  PawlStatus status = argc == 2 && messages ? PAWL_OK : PAWL_ERR_ARGUMENT;
  for (size_t i = 0; i < sizeof PROBLEMS / sizeof *PROBLEMS && !status; i++) status = measure(&PROBLEMS[i], argv[1], messages);
  for (int i = 0; i < pawl_messages_count(messages); i++)
    fprintf(stderr, "bench_study: %s\n", pawl_messages_get(messages, i).text);
  pawl_messages_free(messages);
  return status != PAWL_OK;
}
