// Values that laws read by sampled(x, period): at every multiple of the period, held until the next, as a controller does.
//
// A segment ends at the next of these instants. What is read there is looked at before the segment is settled: if a law that acts
// on the motion jumps by it, that is an event like any other, with a row before and one after; else the integrator goes on.
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "simulate/simulation.h"

static const double MOST = 1e9;  // readings of one value in a run

// Instants of different periods that are the same but for rounding are one, and none is left over for a step of rounding's
// length.
static double early(double t, double period) {
  return fmax(1e-12 * period, 8 * DBL_EPSILON * t);
}

static double next_of(const PawlSimulation *s, int32_t i) {
  return (double)s->discrete.sampled_count[i] * s->k->sample[i].period;
}

static bool is_due(const PawlSimulation *s, int32_t i, double t) {
  double next = next_of(s, i);
  return next - t <= early(next, s->k->sample[i].period);
}

double pw_samples_next(const PawlSimulation *s) {
  double next = INFINITY;
  for (int32_t i = 0; i < s->k->samples; i++) next = fmin(next, next_of(s, i));
  return next;
}

bool pw_samples_are_due(const PawlSimulation *s, double t) {
  for (int32_t i = 0; i < s->k->samples; i++) {
    if (is_due(s, i, t)) return true;
  }
  return false;
}

PawlStatus pw_samples_read(PawlSimulation *s, double t, const double *y, bool *jumps, PawlMessages *messages) {
  const PawlMechanism *k = s->k;
  PwSolution solution;
  *jumps = false;
  PawlStatus status = pw_formulation_solve(s->formulation, t, y, &solution);
  if (status) {
    return pw_fail(messages, status > 0 ? PAWL_ERR_SINGULAR : status, PW_NOWHERE,
                   "the forces that are sampled cannot be computed at t = %s: %s", PW_SAY_TIME(k, t), pawl_status_text(status));
  }
  pw_readings_solved(s, &solution);
  for (int32_t i = 0; i < k->samples; i++) {
    if (!is_due(s, i, t)) continue;
    s->sampled_new[i] = pw_readings_law(s, &k->sample[i].law);
    *jumps |= k->sample[i].acts && s->sampled_new[i] != s->discrete.sampled[i];
    if (isfinite(s->sampled_new[i])) continue;
    return pw_fail(messages, PAWL_ERR_INPUT, k->sample[i].place, "sampled(%s, ...) has no finite value at t = %s",
                   k->sample[i].text, PW_SAY_TIME(k, t));
  }
  s->samples_due = true;
  return PAWL_OK;
}

void pw_samples_apply(PawlSimulation *s, double t) {
  const PawlMechanism *k = s->k;
  for (int32_t i = 0; i < k->samples && s->samples_due; i++) {
    const PwSample *sample = &k->sample[i];
    if (!is_due(s, i, t)) continue;
    bool changed = s->sampled_new[i] != s->discrete.sampled[i];
    s->discrete.sampled[i] = s->sampled_new[i];
    s->discrete.sampled_count[i] = (int64_t)floor((t + early(t, sample->period)) / sample->period) + 1;
    if (!changed || !sample->acts) continue;
    PwEvent event = pw_event_make(t, "sampled", pw_switch_sampler(s, i));
    event.record.value = s->sampled_new[i];
    snprintf(event.detail, sizeof event.detail, "%.100s every %s", sample->text, PW_SAY(k, sample->period, PW_DIM_TIME, 6));
    pw_simulation_emit(s, &event);
  }
  s->samples_due = false;
}

PawlStatus pw_samples_start(PawlSimulation *s, PawlMessages *messages) {
  const PawlMechanism *k = s->k;
  bool jumps, restart;
  memset(s->discrete.sampled, 0, (size_t)k->samples * sizeof *s->discrete.sampled);
  memset(s->discrete.sampled_count, 0, (size_t)k->samples * sizeof *s->discrete.sampled_count);
  if (k->samples == 0 && !k->until_reads) return PAWL_OK;
  for (int32_t i = 0; i < k->samples; i++) {
    if (s->options.duration / k->sample[i].period < MOST) continue;
    return pw_fail(messages, PAWL_ERR_INPUT, k->sample[i].place, "sampled(%s, ...) would be read more than %g times",
                   k->sample[i].text, MOST);
  }
  PawlStatus status = pw_samples_read(s, 0, s->y, &jumps, messages);
  if (status) return status;
  s->roots = 0;
  s->pending = PW_PENDING_EVENT;
  status = pw_switch_apply(s, 0, s->y, &restart, messages);
  s->pending = PW_PENDING_NONE;
  return status || k->samples == 0 ? status : pw_simulation_start(s, 0, s->y, 0, messages);
}
