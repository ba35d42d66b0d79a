// What the commands that take a model share.
#include <stdlib.h>
#include <string.h>

#include "commands.h"

// The model of a sample, "STUDY:17".
static PawlStatus load_sample(const PwCliOptions *o, PawlMessages *messages, PawlModel **out) {
  size_t n = (size_t)(strrchr(o->sample, ':') - o->sample);
  char *file = malloc(n + 1);
  PawlStudy *study = NULL;
  if (!file) return PAWL_ERR_MEMORY;
  memcpy(file, o->sample, n);
  file[n] = 0;
  PawlStatus status = pawl_study_load(file, messages, &study);
  if (status == PAWL_OK) status = pawl_study_model(study, o->number, messages, out);
  pawl_study_free(study);
  free(file);
  return status;
}

PawlStatus pw_cli_load(const PwCliOptions *options, PawlMessages *messages, PawlMechanism **out) {
  PawlModel *model = NULL;
  PawlStatus status = options->sample
                          ? load_sample(options, messages, &model)
                          : pawl_model_load(options->operands[0], options->sets, options->set_count, messages, &model);
  if (status == PAWL_OK) status = pawl_mechanism_compile(model, messages, out);
  pawl_model_free(model);
  return status;
}

char *pw_cli_default_folder(const char *file, size_t length, const char *ending) {
  static const char *const SUFFIXES[] = {".yaml", ".yml", ".dyn"};
  size_t n = length;
  for (int i = 0; i < 3; i++) {
    size_t m = strlen(SUFFIXES[i]);
    if (n <= m || strncmp(file + n - m, SUFFIXES[i], m) != 0 || file[n - m - 1] == '/') continue;
    n -= m;
    break;
  }
  char *folder = malloc(n + strlen(ending) + 1);
  if (!folder) return NULL;
  memcpy(folder, file, n);
  strcpy(folder + n, ending);
  return folder;
}
