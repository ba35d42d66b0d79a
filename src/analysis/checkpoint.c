#include "analysis/checkpoint.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { VERSION = 15, HEAD = 29, SETTINGS = 14, VIOLATION = 27 };  // of accelerations, in the head

// Settings that change the numbers of a run.
static void settings(const PawlSimulation *s, double out[SETTINGS]) {
  const PawlRunOptions *o = &s->options;
  double list[SETTINGS] = {
      o->analysis,    o->duration, o->tolerance,    o->absolute,    s->method,  o->max_step,  (double)o->checkpoint_steps,
      o->output_step, o->impact,   o->impact_order, o->formulation, o->penalty, o->reactions, o->spectral_radius};
  memcpy(out, list, sizeof list);
}

static size_t doubles(const PawlSimulation *s) {
  return HEAD + SETTINGS + PW_INTEGRATOR_MEMORY + (size_t)pw_state_size(s->k) + (size_t)s->k->turns;
}

// Without the touches and the contacts that are near, whose numbers are in the head.
static size_t fixed(const PawlSimulation *s) {
  int32_t stood;
  pw_near_stood(&s->contact.touches, &stood);
  return sizeof(uint64_t) + sizeof(int64_t) + doubles(s) * sizeof(double) + (size_t)s->k->kinks * sizeof(int32_t) +
         (size_t)stood * sizeof(double) + (size_t)s->k->nameds * (sizeof(double) + sizeof(int32_t)) +
         (size_t)s->k->samples * (sizeof(double) + sizeof(int64_t)) + (size_t)s->k->bearings * sizeof(PwBearingState) +
         (size_t)s->k->bodies * sizeof(PwImpactSeries);
}

PawlStatus pw_checkpoint_save(const PawlSimulation *s, int64_t next_sample, void **bytes, size_t *length) {
  const PwTouches *touches = &s->contact.touches;
  int32_t stood;
  const double *where = pw_near_stood(touches, &stood);
  size_t nears = (size_t)touches->nears * sizeof *touches->near;
  *length = fixed(s) + nears + (size_t)touches->count * sizeof *touches->touch;
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
                       info.energy_drift,
                       (double)info.impacts,
                       (double)info.searches,
                       (double)info.grown,
                       touches->count,
                       touches->last_id,
                       s->contact.shared,
                       s->contact.largest_force,
                       s->contact.touches.speed,
                       (double)s->audit_taken,
                       s->audit_takes,
                       touches->nears,
                       info.violation_acceleration,
                       (double)info.faint_steps};
  double set[SETTINGS], memory[PW_INTEGRATOR_MEMORY];
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
              {s->y, (size_t)pw_state_size(s->k) * sizeof(double)},
              {s->discrete.turn, (size_t)s->k->turns * sizeof(double)},
              {s->discrete.branch, (size_t)s->k->kinks * sizeof(int32_t)},
              {s->discrete.named_time, (size_t)s->k->nameds * sizeof(double)},
              {s->discrete.named_count, (size_t)s->k->nameds * sizeof(int32_t)},
              {s->discrete.sampled, (size_t)s->k->samples * sizeof(double)},
              {s->discrete.sampled_count, (size_t)s->k->samples * sizeof(int64_t)},
              {touches->bearing, (size_t)s->k->bearings * sizeof *touches->bearing},
              {touches->series, (size_t)s->k->bodies * sizeof *touches->series},
              {where, (size_t)stood * sizeof *where},
              {touches->near, nears},
              {touches->touch, (size_t)touches->count * sizeof *touches->touch}};
  for (size_t i = 0; i < sizeof part / sizeof *part; i++) {
    if (part[i].size) memcpy(at, part[i].data, part[i].size);
    at += part[i].size;
  }
  return PAWL_OK;
}

// Copies the next bytes and goes on behind them; where there are none the list has no memory.
static const char *take(const char *at, void *to, size_t size) {
  if (size) memcpy(to, at, size);
  return at + size;
}

// A byte of the file that is to be a bool.
static bool is_flag(const bool *flag) {
  unsigned char byte;
  memcpy(&byte, flag, 1);
  return byte <= 1;
}

static bool is_grip_valid(const PwTouchGrip *grip) {
  const bool *const state[] = {&grip->slides, &grip->frozen,  &grip->begins, &grip->yields,
                               &grip->fired,  &grip->reached, &grip->yielded};
  bool valid = true;
  for (size_t i = 0; i < sizeof state / sizeof *state; i++) valid = valid && is_flag(state[i]);
  return valid;
}

// A touch of a checkpoint must point at what the mechanism has.
static bool is_touch_valid(const PawlMechanism *k, const PwTouch *touch) {
  if (touch->contact < 0 || touch->contact >= k->contacts || touch->state < PW_TOUCH_OPEN || touch->state > PW_TOUCH_PRESSED)
    return false;
  const PwContact *c = &k->contact[touch->contact];
  const PwContactForm *form = pw_contact_form(c);
  for (int side = 0; side < 2 && form->located; side++) {
    if (touch->on[side].element < 0 || touch->on[side].element >= form->elements(k, c, side)) return false;
  }
  const PwEnd *end = &touch->end;
  bool ends = end->side >= 0 && end->side <= 1 && end->axis >= 0 && end->axis <= 1 && end->last >= 0 && end->last <= 1;
  const bool *const flag[] = {&touch->shadow, &touch->fired, &touch->stale, &touch->held_back,
                              &touch->rim,    &touch->fast,  &touch->based};
  for (size_t i = 0; i < sizeof flag / sizeof *flag; i++) ends = ends && is_flag(flag[i]);
  for (int g = 0; g < PW_GRIPS; g++) ends = ends && is_grip_valid(&touch->grip[g]);
  if (!ends) return false;
  return touch->slot >= -1 && touch->slot < c->slots;
}

static PawlStatus load_touches(PawlSimulation *s, const double *head, const char *at) {
  PwContactWork *w = &s->contact;
  int32_t count = (int32_t)head[19];
  PawlStatus status = pw_touches_reserve(&w->touches, count);
  if (status) return status;
  status = pw_near_resize(&w->touches, (int32_t)head[26]);
  if (status) return status;
  int32_t stood;
  double *where = pw_near_stood(&w->touches, &stood);
  at = take(at, w->touches.bearing, (size_t)s->k->bearings * sizeof *w->touches.bearing);
  at = take(at, w->touches.series, (size_t)s->k->bodies * sizeof *w->touches.series);
  at = take(at, where, (size_t)stood * sizeof *where);
  at = take(at, w->touches.near, (size_t)head[26] * sizeof *w->touches.near);
  take(at, w->touches.touch, (size_t)count * sizeof *w->touches.touch);
  w->touches.count = count;
  w->touches.last_id = (int32_t)head[20];
  w->shared = head[21] != 0;
  w->largest_force = head[22];
  w->touches.speed = head[23];
  w->touches.kinematic = s->options.analysis == PAWL_ANALYSIS_KINEMATICS && s->k->contacts > 0;
  for (int32_t i = 0; i < count; i++) {
    if (!is_touch_valid(s->k, &w->touches.touch[i])) return PAWL_ERR_INPUT;
  }
  if (!pw_near_is_valid(&w->touches)) return PAWL_ERR_INPUT;
  for (int32_t b = 0; b < s->k->bearings; b++) {
    const PwBearingState *state = &w->touches.bearing[b];
    if (!is_grip_valid(&state->grip) || !is_flag(&state->decided) || !is_flag(&state->passed[0]) || !is_flag(&state->passed[1]))
      return PAWL_ERR_INPUT;
  }
  status = pw_contact_reserve(s);
  return status == PAWL_OK ? pw_formulation_set_touches(s->formulation, &w->touches, w->touches.kinematic) : status;
}

PawlStatus pw_checkpoint_load(PawlSimulation *s, const void *bytes, size_t length, int64_t *next_sample, PawlMessages *messages) {
  const char *at = bytes;
  uint64_t hash;
  double head[HEAD], set[SETTINGS], mine[SETTINGS];
  if (length < fixed(s)) {
    return pw_fail(messages, PAWL_ERR_INPUT, PW_NOWHERE, "the checkpoint belongs to another model: run without --resume");
  }
  at = take(at, &hash, sizeof hash);
  at = take(at, next_sample, sizeof *next_sample);
  at = take(at, head, sizeof head);
  at = take(at, set, sizeof set);
  settings(s, mine);
  bool numbers_fit = true;  // counters among them become whole numbers; no violation is one that was not measured
  for (int i = 0; i < HEAD; i++) numbers_fit = numbers_fit && (fabs(head[i]) < 1e18 || (i == VIOLATION && isnan(head[i])));
  bool fits = numbers_fit && *next_sample >= 0 && head[1] >= 0 && fabs(head[20]) < 1e9 && head[19] >= 0 && head[19] < 1e6 &&
              head[26] >= 0 && head[26] <= s->k->contacts &&
              length == fixed(s) + (size_t)head[19] * sizeof(PwTouch) + (size_t)head[26] * sizeof(PwNear);
  if (hash != s->k->hash || head[0] != VERSION || !fits || memcmp(set, mine, sizeof set)) {
    return pw_fail(messages, PAWL_ERR_INPUT, PW_NOWHERE,
                   "the checkpoint belongs to another model or other settings: run without --resume");
  }
  at = take(at, s->memory, sizeof s->memory);
  at = take(at, s->y, (size_t)pw_state_size(s->k) * sizeof(double));
  at = take(at, s->discrete.turn, (size_t)s->k->turns * sizeof(double));
  at = take(at, s->discrete.branch, (size_t)s->k->kinks * sizeof(int32_t));
  at = take(at, s->discrete.named_time, (size_t)s->k->nameds * sizeof(double));
  at = take(at, s->discrete.named_count, (size_t)s->k->nameds * sizeof(int32_t));
  at = take(at, s->discrete.sampled, (size_t)s->k->samples * sizeof(double));
  at = take(at, s->discrete.sampled_count, (size_t)s->k->samples * sizeof(int64_t));
  PawlStatus status = load_touches(s, head, at);
  for (int32_t i = 0; i < s->k->samples; i++) {
    if (s->discrete.sampled_count[i] < 1 || !isfinite(s->discrete.sampled[i])) status = PAWL_ERR_INPUT;
  }
  if (status == PAWL_ERR_INPUT) return pw_fail(messages, status, PW_NOWHERE, "the checkpoint is damaged: run without --resume");
  if (status) return status;
  s->to = s->from = head[1];
  s->until_sign = head[2];
  s->energy0 = head[3];
  s->kinetic_max = head[4];
  PawlRunInfo now = pawl_simulation_info(s);
  s->base = (PawlRunInfo){.steps = (int64_t)head[5] - now.steps,
                          .rejected = (int64_t)head[6] - now.rejected,
                          .evaluations = (int64_t)head[7] - now.evaluations,
                          .factorisations = (int64_t)head[8] - now.factorisations,
                          .searches = (int64_t)head[17] - now.searches,
                          .grown = (int64_t)head[18] - now.grown,
                          .faint_steps = (int64_t)head[28] - now.faint_steps};
  s->info.events = (int64_t)head[9];
  s->info.samples = (int64_t)head[10];
  s->info.singular_passages = (int64_t)head[11];
  s->info.branch_changes = (int64_t)head[12];
  s->info.violation_position = head[13];
  s->info.violation_speed = head[14];
  s->info.energy_drift = head[15];
  s->info.violation_acceleration = head[VIOLATION];
  s->info.impacts = (int64_t)head[16];
  s->audit_taken = (int64_t)head[24];
  s->audit_takes = head[25] != 0;
  return PAWL_OK;
}

PawlStatus pw_checkpoint_barrier(PawlSimulation *s, PawlMessages *messages) {
  pw_formulation_forget(s->formulation);
  pw_guard_reset(&s->guard);
  PawlStatus status = pw_simulation_start(s, s->to, s->y, 0, messages);
  if (status == PAWL_OK) pw_integrator_restore(s->integrator, s->memory);
  return status;
}
