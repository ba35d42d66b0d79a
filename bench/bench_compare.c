// Random mechanisms in every formulation, against each other:
//   bench_compare [-n COUNT] [-s FIRST_SEED] [-d DURATION] [-t TOLERANCE] [-w FOLDER]
// Prints every mechanism whose formulations do not agree, and what came of all. With -w these are written to FOLDER as YAML.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "random_mechanism.h"

typedef struct {
  uint64_t seed;
  int count, compared, deviating, failed, refused, dead, sensitive;
  double duration, tolerance, motion;
  const char *folder;
  char worst[200];
  double ratio, ratio_all;
} Bench;

static void take(void *user, const PawlCompareItem *item) {
  Bench *b = user;
  bool motion = strcmp(item->quantity, "positions") == 0 || strcmp(item->quantity, "angles") == 0;
  if (motion) b->motion = fmax(b->motion, item->tightening);
  if (isnan(item->difference)) return;
  double ratio = item->limit > 0 ? fmax(item->difference, item->tighter) / item->limit : item->ok ? 0 : INFINITY;
  if (!(ratio > b->ratio)) return;
  b->ratio = ratio;
  snprintf(b->worst, sizeof b->worst, "%s %s: %.2e, tighter %.2e, tightening %.2e, at t = %.4g", item->quantity, item->column,
           item->difference, item->tighter, item->tightening, item->t);
}

static void show(const Bench *b, const char *what, const PawlMessages *messages) {
  printf("seed %llu: %s", (unsigned long long)b->seed, what);
  if (b->worst[0]) printf(": %s", b->worst);
  putchar('\n');
  for (int i = 0; i < pawl_messages_count(messages); i++) {
    PawlMessage m = pawl_messages_get(messages, i);
    if (m.severity == PAWL_ERROR) printf("  %s\n", m.text);
  }
  fflush(stdout);
}

static void write_model(const Bench *b, const PawlModel *model) {
  char path[400], *text = NULL;
  if (!b->folder || pawl_model_write_yaml(model, NULL, &text) != PAWL_OK) return;
  snprintf(path, sizeof path, "%s/random-%llu.yaml", b->folder, (unsigned long long)b->seed);
  FILE *file = fopen(path, "w");
  if (file) {
    fputs(text, file);
    fclose(file);
  }
  pawl_text_free(text);
}

static void one(Bench *b, PawlMessages *messages) {
  PawlModel *model = NULL;
  PawlMechanism *mechanism = NULL;
  PawlStatus status = pw_random_mechanism(b->seed, messages, &model, &mechanism);
  b->worst[0] = 0;
  b->ratio = b->motion = 0;
  if (status) {
    b->refused++;
    show(b, "refused", messages);
  } else {
    PawlRunOptions options = pawl_run_options_default();
    options.duration = b->duration;
    options.output_step = b->duration / 20;
    options.tolerance = b->tolerance;
    status = pawl_run(mechanism, &options, NULL, NULL);  // a loop may come to a dead end
    bool dead = status == PAWL_ERR_SINGULAR || status == PAWL_ERR_STEP;
    status = dead ? PAWL_OK : pawl_compare(mechanism, &options, take, b, messages);
    b->dead += dead;
    b->compared += status == PAWL_OK && !dead;
    b->deviating += status == PAWL_ERR_DEVIATION;
    b->failed += status != PAWL_OK && status != PAWL_ERR_DEVIATION;
    b->sensitive += b->motion > 1e-3;
    if (status) show(b, status == PAWL_ERR_DEVIATION ? "deviates" : "failed", messages);
    if (status == PAWL_OK) b->ratio_all = fmax(b->ratio_all, b->ratio);
  }
  if (status) write_model(b, model);
  pawl_mechanism_free(mechanism);
  pawl_model_free(model);
  pawl_messages_clear(messages);
}

int main(int argc, char **argv) {
  Bench b = {.seed = 1, .count = 1000, .duration = 1, .tolerance = 1e-9};
  for (int i = 1; i + 1 < argc; i += 2) {
    if (strcmp(argv[i], "-n") == 0) b.count = atoi(argv[i + 1]);
    if (strcmp(argv[i], "-s") == 0) b.seed = strtoull(argv[i + 1], NULL, 10);
    if (strcmp(argv[i], "-d") == 0) b.duration = atof(argv[i + 1]);
    if (strcmp(argv[i], "-t") == 0) b.tolerance = atof(argv[i + 1]);
    if (strcmp(argv[i], "-w") == 0) b.folder = argv[i + 1];
  }
  PawlMessages *messages = pawl_messages_create();
  if (!messages) return 3;
  for (int i = 0; i < b.count; i++, b.seed++) one(&b, messages);
  printf(
      "%d mechanisms: %d agree (largest part of a limit %.2g), %d deviate, %d failed, %d refused, %d with a dead end; %d are "
      "sensitive\n",
      b.count, b.compared, b.ratio_all, b.deviating, b.failed, b.refused, b.dead, b.sensitive);
  pawl_messages_free(messages);
  return b.deviating || b.failed || b.refused;
}
