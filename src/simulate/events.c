// Switching functions of the foundation: kinks of laws (G_E) and `until`. Contact will add its own to this list.
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "simulate/simulation.h"

int32_t pw_switch_count(const PawlMechanism *k) {
  return 2 * k->kinks + (k->until.expr != NULL);
}

static bool of_time_only(const PwLaw *law) {
  for (int32_t i = 0; i < law->count; i++) {
    if (law->variable[i] != PW_VAR_T) return false;
  }
  return true;
}

// Places the motion at y without projection, if some function needs it.
static PawlStatus place(PawlSimulation *s, double t, const double *y) {
  bool needed = s->k->until.expr && !of_time_only(&s->k->until);
  for (int32_t i = 0; i < s->k->laws && !needed; i++) needed = s->k->law[i]->kinks && !of_time_only(s->k->law[i]);
  PwMotion *motion = pw_formulation_motion(s->formulation);
  motion->t = t;
  if (!needed) return PAWL_OK;
  PawlStatus status = pw_motion_place(motion, t, y, &s->discrete);
  if (status == PAWL_OK) pw_motion_move(motion, y + pw_position_count(s->k));
  return status;
}

PawlStatus pw_switch_evaluate(void *user, double t, const double *y, double *g) {
  PawlSimulation *s = user;
  const PwMotion *motion = pw_formulation_motion(s->formulation);
  PawlStatus status = place(s, t, y);
  if (status) return status;
  for (int32_t i = 0; i < s->k->laws; i++) {
    const PwLaw *law = s->k->law[i];
    double x[64];
    if (!law->kinks) continue;
    pw_law_variables(motion, law, x, NULL);
    pw_expr_switches(law->expr, x, s->discrete.branch + law->kink, g + 2 * law->kink);
  }
  if (s->k->until.expr) {
    double x[64];
    pw_law_variables(motion, &s->k->until, x, NULL);
    double value = pw_expr_value(s->k->until.expr, x, s->discrete.branch + s->k->until.kink);
    if (s->until_sign == 0) s->until_sign = value < 0 ? -1 : value > 0 ? 1 : 0;
    g[2 * s->k->kinks] = s->until_sign * value;
  }
  return PAWL_OK;
}

// Laws that move constraints: of rows and of frames. They may bend, and jump in speed, but not in position.
static bool moves_constraint(const PawlMechanism *k, const PwLaw *law, const char **name) {
  for (int32_t r = 0; r < k->rows; r++) {
    if (&k->row[r].law != law) continue;
    *name = k->row[r].drive >= 0 ? k->drive[k->row[r].drive].name : "a constraint";
    return true;
  }
  for (int32_t i = 0; i < k->frames; i++) {
    const PwFrame *f = &k->frame[i];
    if (law != &f->angle && law != &f->offset[0] && law != &f->offset[1] && law != &f->offset[2]) continue;
    *name = f->name ? f->name : "a frame";
    return true;
  }
  return false;
}

static const char *law_name(const PawlMechanism *k, const PwLaw *law) {
  const char *name = "law";
  if (moves_constraint(k, law, &name)) return name;
  for (int32_t i = 0; i < k->scalar_forces; i++) {
    if (&k->scalar_force[i].law == law) return k->scalar_force[i].name;
  }
  for (int32_t i = 0; i < k->applieds; i++) {
    for (int c = 0; c < 3; c++) {
      if (&k->applied[i].component[c] == law) return k->applied[i].name;
    }
  }
  return law == &k->until ? "until" : name;
}

// One kink goes over its end; reports a jump of a moving constraint.
static PawlStatus cross(PawlSimulation *s, const PwLaw *law, int32_t kink, int side, double t, bool *impact,
                        PawlMessages *messages) {
  const char *name;
  double before[3], after[3], x[64], rate[64];
  bool moving = moves_constraint(s->k, law, &name);
  if (moving) pw_law_jet(law, t, &s->discrete, before);
  pw_law_variables(pw_formulation_motion(s->formulation), law, x, rate);
  pw_expr_cross(law->expr, kink, side, x, rate, s->discrete.branch + law->kink);
  s->info.branch_changes++;
  if (!moving) return PAWL_OK;
  pw_law_jet(law, t, &s->discrete, after);
  double jump = fabs(after[0] - before[0]), kick = fabs(after[1] - before[1]);
  if (jump > 1e-9 * (1 + fabs(before[0]))) {
    return pw_fail(messages, PAWL_ERR_INPUT, law->place,
                   "'%s' jumps in position by %.3g (SI) at t = %.9g s; only its speed may jump", name, jump, t);
  }
  if (kick > 1e-9 * (1 + fabs(before[1]))) *impact = true;
  return PAWL_OK;
}

PawlStatus pw_switch_apply(PawlSimulation *s, double t, double *y, PawlMessages *messages) {
  const PawlMechanism *k = s->k;
  bool impact = false;
  PawlStatus placed = place(s, t, y);
  if (placed) return placed;
  for (int32_t n = 0; n < s->roots; n++) {
    int32_t g = s->root[n];
    PwEvent event = {.t = t};
    if (n > 0) {  // the crossing before may have settled this one too
      PawlStatus status = pw_switch_evaluate(s, t, y, s->gap);
      if (status) return status;
      if (s->gap[g] > s->noise[g]) continue;
    }
    if (g == 2 * k->kinks) {
      event.kind = "until";
      event.subject = "run";
      snprintf(event.detail, sizeof event.detail, "the expression of 'until' crossed zero");
      s->ended = true;
      pw_simulation_emit(s, &event);
      continue;
    }
    for (int32_t i = 0; i < k->laws; i++) {
      const PwLaw *law = k->law[i];
      if (g / 2 < law->kink || g / 2 >= law->kink + law->kinks) continue;
      PawlStatus status = cross(s, law, g / 2 - law->kink, g % 2, t, &impact, messages);
      if (status) return status;
      event.kind = "branch";
      event.subject = law_name(k, law);
      event.value = s->discrete.branch[g / 2];
      snprintf(event.detail, sizeof event.detail, "piece %d of kink %d", s->discrete.branch[g / 2], g / 2 - law->kink);
      pw_simulation_emit(s, &event);
    }
  }
  if (!impact) return PAWL_OK;
  // a drive's speed jumps: impulses of the constraints act, M-orthogonal projection of the speeds is their solution
  PwMotion *motion = pw_formulation_motion(s->formulation);
  double before = pw_motion_kinetic(motion, y + pw_position_count(k));
  PawlStatus status = pw_formulation_project_speeds(s->formulation, t, y);
  if (status) return status;
  double after = pw_motion_kinetic(motion, y + pw_position_count(k));
  y[pw_position_count(k) + pw_speed_count(k)] += after - before;
  PwEvent event = {.t = t, .kind = "impact", .subject = "drive", .value = after - before};
  snprintf(event.detail, sizeof event.detail, "a drive's speed jumps; value is the work done [J]");
  pw_simulation_emit(s, &event);
  return PAWL_OK;
}
