// Fuzz target of the files of studies: any bytes are a study or complaints; what is a study has values for its samples, and the
// first of them run.
#include "fuzz_folder.h"
#include "fuzz_read.h"
#include "study/worker.h"

static const char MODEL[] =
    "units: {length: mm, angle: deg}\n"
    "parameters: {A: 0.5, w: 3, m: 2}\n"
    "bodies: {block: {mass: m, inertia: 1}}\n"
    "joints: {slide: {type: prismatic, between: [ground, block], at: [0, 0], axis: x}}\n"
    "drives: {go: {coordinate: slide.travel, law: A*sin(w*t)}}\n"
    "analysis: {type: kinematics, duration: 0.1, step: 0.05}\n";

static char model_path[FUZZ_PATH];

static void remove_model(void) {
  unlink(model_path);
  fuzz_folder_remove();
}

static const char *folder(void) {
  if (model_path[0]) return fuzz_folder();
  snprintf(model_path, sizeof model_path, "%s/model.yaml", fuzz_folder());
  FILE *file = fopen(model_path, "wb");
  if (!file || fwrite(MODEL, 1, sizeof MODEL - 1, file) != sizeof MODEL - 1 || fclose(file) != 0) abort();
  atexit(remove_model);
  return fuzz_folder();
}

static void run_samples(const PawlStudy *s) {
  PwWorker w;
  PwRecord record;
  atomic_bool stop;
  atomic_init(&stop, false);
  if (pw_worker_create(s, &stop, &w) != PAWL_OK || pw_record_create(s, &w.arena, &record) != PAWL_OK) abort();
  for (record.number = 1; record.number <= s->samples && record.number <= 3; record.number++) {
    pw_design_values(s, record.number - 1, record.parameter);
    for (int32_t i = 0; i < s->varies; i++) {
      const PwVary *v = &s->vary[i];
      if (v->kind != PW_SPREAD_LIST && !(record.parameter[i] >= v->low && record.parameter[i] <= v->high)) abort();
    }
    if (pw_worker_run(&w, &record) != PAWL_OK) abort();
  }
  pw_worker_free(&w);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  char path[FUZZ_PATH];
  snprintf(path, sizeof path, "%s/study.yaml", folder());
  PawlMessages *messages = pawl_messages_create();
  PawlStudy *s = calloc(1, sizeof *s);
  if (!messages || !s) abort();
  s->file = pw_arena_string(&s->arena, path);
  s->text = malloc(size + 1);
  if (!s->text) abort();
  if (size) memcpy(s->text, data, size);
  s->text[size] = 0;
  s->length = size;
  PawlStatus status = pw_study_read(s, messages);
  if ((status == PAWL_OK) != (pawl_messages_errors(messages) == 0)) abort();
  if (status == PAWL_OK && s->kind != PAWL_STUDY_SEARCH) run_samples(s);
  pawl_study_free(s);
  pawl_messages_free(messages);
  return 0;
}
