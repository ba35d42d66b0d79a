#include "analysis/checkpoint.h"

#include <stdlib.h>
#include <string.h>

enum { VERSION = 1, HEAD = 24 };

// Settings that change the numbers of a run.
static void settings(const PawlSimulation *s, double out[8]) {
  const PawlRunOptions *o = &s->options;
  double list[8] = {o->analysis,   o->duration, o->tolerance, o->absolute, s->method, o->max_step, (double)o->checkpoint_steps,
                    o->output_step};
  memcpy(out, list, sizeof list);
}

static size_t doubles(const PawlSimulation *s) {
  return HEAD + 8 + PW_INTEGRATOR_MEMORY + (size_t)pw_formulation_size(s->formulation) + (size_t)s->k->turns;
}

static size_t total(const PawlSimulation *s) {
  return sizeof(uint64_t) + sizeof(int64_t) + doubles(s) * sizeof(double) + (size_t)s->k->kinks * sizeof(int32_t);
}

PawlStatus pw_checkpoint_save(const PawlSimulation *s, int64_t next_sample, void **bytes, size_t *length) {
  *length = total(s);
  char *at = *bytes = malloc(*length);
  if (!at) return PAWL_ERR_MEMORY;
  PawlRunInfo info = pawl_simulation_info(s);
  double head[HEAD] = {VERSION,
                       s->to,
                       s->until_sign,
                       s->energy0,
                       s->kinetic_max,
                       (double)info.steps,
                       (double)info.rejected,
                       (double)info.evaluations,
                       (double)info.factorisations,
                       (double)info.events,
                       (double)info.samples,
                       (double)info.singular_passages,
                       (double)info.branch_changes,
                       info.violation_position,
                       info.violation_speed,
                       info.energy_drift};
  double set[8], memory[PW_INTEGRATOR_MEMORY];
  settings(s, set);
  pw_integrator_save(s->integrator, memory);
  const struct {
    const void *data;
    size_t size;
  } part[] = {{&s->k->hash, sizeof s->k->hash},
              {&next_sample, sizeof next_sample},
              {head, sizeof head},
              {set, sizeof set},
              {memory, sizeof memory},
              {s->y, (size_t)pw_formulation_size(s->formulation) * sizeof(double)},
              {s->discrete.turn, (size_t)s->k->turns * sizeof(double)},
              {s->discrete.branch, (size_t)s->k->kinks * sizeof(int32_t)}};
  for (size_t i = 0; i < sizeof part / sizeof *part; i++) {
    memcpy(at, part[i].data, part[i].size);
    at += part[i].size;
  }
  return PAWL_OK;
}

PawlStatus pw_checkpoint_load(PawlSimulation *s, const void *bytes, size_t length, int64_t *next_sample, PawlMessages *messages) {
  const char *at = bytes;
  uint64_t hash;
  double head[HEAD], set[8], mine[8];
  if (length != total(s)) {
    return pw_fail(messages, PAWL_ERR_INPUT, PW_NOWHERE, "the checkpoint belongs to another model: run without --resume");
  }
  memcpy(&hash, at, sizeof hash);
  memcpy(next_sample, at + sizeof hash, sizeof *next_sample);
  at += sizeof hash + sizeof *next_sample;
  memcpy(head, at, sizeof head);
  memcpy(set, at + sizeof head, sizeof set);
  at += sizeof head + sizeof set;
  settings(s, mine);
  if (hash != s->k->hash || head[0] != VERSION || memcmp(set, mine, sizeof set)) {
    return pw_fail(messages, PAWL_ERR_INPUT, PW_NOWHERE,
                   "the checkpoint belongs to another model or other settings: run without --resume");
  }
  memcpy(s->memory, at, sizeof s->memory);
  at += sizeof s->memory;
  size_t n = (size_t)pw_formulation_size(s->formulation) * sizeof(double), turns = (size_t)s->k->turns * sizeof(double);
  memcpy(s->y, at, n);
  memcpy(s->discrete.turn, at + n, turns);
  memcpy(s->discrete.branch, at + n + turns, (size_t)s->k->kinks * sizeof(int32_t));
  s->to = s->from = head[1];
  s->until_sign = head[2];
  s->energy0 = head[3];
  s->kinetic_max = head[4];
  PawlRunInfo now = pawl_simulation_info(s);
  s->base = (PawlRunInfo){.steps = (int64_t)head[5] - now.steps,
                          .rejected = (int64_t)head[6] - now.rejected,
                          .evaluations = (int64_t)head[7] - now.evaluations,
                          .factorisations = (int64_t)head[8] - now.factorisations};
  s->info.events = (int64_t)head[9];
  s->info.samples = (int64_t)head[10];
  s->info.singular_passages = (int64_t)head[11];
  s->info.branch_changes = (int64_t)head[12];
  s->info.violation_position = head[13];
  s->info.violation_speed = head[14];
  s->info.energy_drift = head[15];
  return PAWL_OK;
}

PawlStatus pw_checkpoint_barrier(PawlSimulation *s, PawlMessages *messages) {
  pw_formulation_forget(s->formulation);
  pw_guard_reset(&s->guard);
  PawlStatus status = pw_simulation_start(s, s->to, s->y, 0, messages);
  if (status == PAWL_OK) pw_integrator_restore(s->integrator, s->memory);
  return status;
}
