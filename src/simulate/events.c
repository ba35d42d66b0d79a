// Switching functions: kinks of laws (G_E), `until`, and those of contact (contact.h).
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "simulate/simulation.h"

// Functions that do not belong to contact.
static int32_t own_count(const PawlMechanism *k) {
  return 2 * k->kinks + (k->until.expr != NULL);
}

int32_t pw_switch_count(const PawlSimulation *s) {
  return own_count(s->k) + (pw_mechanism_decides(s->k) ? pw_contact_switches(s) : 0);
}

int32_t pw_switch_room(const PawlSimulation *s) {
  return own_count(s->k) + s->contact.touches.near_capacity + 1 + PW_TOUCH_SWITCHES * s->contact.capacity +
         pw_contact_friction_room(s) + pw_bearings_switches(s) + PW_DISPLACED_SWITCHES * s->k->displaced;
}

void pw_switch_noise(PawlSimulation *s) {
  int32_t own = own_count(s->k);
  for (int32_t i = 0; i < own; i++) s->noise[i] = 1e-12;
  if (pw_mechanism_decides(s->k)) pw_contact_noise(s, s->noise + own);
}

void pw_switch_slack(PawlSimulation *s) {
  int32_t own = own_count(s->k);
  for (int32_t i = 0; i < own; i++) s->slack[i] = 0;
  if (pw_mechanism_decides(s->k)) pw_contact_slack(s, s->slack + own);
}

int32_t pw_switch_search_of(const PawlSimulation *s, int32_t g) {
  int32_t own = g - own_count(s->k);
  return own >= 0 && own < pw_near_functions(&s->contact.touches) ? pw_near_search_of(&s->contact.touches, own) : -1;
}

int32_t pw_switch_touch_of(const PawlSimulation *s, int32_t g, int *function) {
  int32_t own = g - own_count(s->k) - pw_near_functions(&s->contact.touches);
  *function = own % PW_TOUCH_SWITCHES;
  return own < 0 || own >= PW_TOUCH_SWITCHES * s->contact.touches.count ? -1 : own / PW_TOUCH_SWITCHES;
}

int32_t pw_switch_hold_of(const PawlSimulation *s, int32_t touch) {
  return own_count(s->k) + pw_near_functions(&s->contact.touches) + PW_TOUCH_SWITCHES * touch;
}

bool pw_switch_is_soft(const PawlSimulation *s) {
  int32_t own = own_count(s->k);
  for (int32_t n = 0; n < s->roots; n++) {
    if (s->root[n] < own || !pw_contact_is_soft(s, s->root[n] - own)) return false;
  }
  return true;
}

bool pw_switch_is_until(const PawlSimulation *s) {
  return s->k->until.expr && s->roots == 1 && s->root[0] == 2 * s->k->kinks;
}

static bool of_time_only(const PwLaw *law) {
  for (int32_t i = 0; i < law->count; i++) {
    if (law->variable[i] != PW_VAR_T && law->variable[i] < PW_VAR_NAMED) return false;
  }
  return true;
}

bool pw_switch_needs_force(const PawlSimulation *s) {
  return s->k->until_reads || pw_contact_needs_force(s);
}

// Places the motion at y, if some function needs it: without projection, unless forces are read.
static PawlStatus place(PawlSimulation *s, double t, const double *y) {
  bool needed = s->k->until.expr && !of_time_only(&s->k->until);
  for (int32_t i = 0; i < s->k->laws && !needed; i++) needed = s->k->law[i]->kinks && !of_time_only(s->k->law[i]);
  PwMotion *motion = pw_formulation_motion(s->formulation);
  motion->t = s->discrete.still ? s->discrete.still_t : t;
  motion->discrete = &s->discrete;
  if (s->k->until_reads) {
    PwSolution solution;
    PawlStatus evaluated = pw_formulation_evaluate(s->formulation, t, y, &solution);
    if (evaluated == PAWL_OK) pw_readings_solved(s, &solution);
    return evaluated;
  }
  if (!needed) return PAWL_OK;
  return pw_formulation_stand(s->formulation, t, y);
}

static PawlStatus evaluate_at(PawlSimulation *s, double t, const double *y, double *g) {
  const PwMotion *motion = pw_formulation_motion(s->formulation);
  PawlStatus status = pw_mechanism_decides(s->k) ? pw_contact_evaluate(s, t, y, g + own_count(s->k)) : place(s, t, y);
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
    g[2 * s->k->kinks] = s->until_sign * pw_expr_value(s->k->until.expr, x, s->discrete.branch + s->k->until.kink);
  }
  return PAWL_OK;
}

PawlStatus pw_switch_evaluate(void *user, double t, const double *z, double *g) {
  PawlSimulation *s = user;
  PawlStatus status = pw_formulation_expand(s->formulation, t, z, s->trial);
  return status == PAWL_OK ? evaluate_at(s, t, s->trial, g) : status;
}

PawlStatus pw_switch_evaluate_one(void *user, double t, const double *z, int32_t k, double *g) {
  PawlSimulation *s = user;
  int32_t own = own_count(s->k);
  PawlStatus status = pw_formulation_expand(s->formulation, t, z, s->trial);
  if (status) return status;
  return k < own ? evaluate_at(s, t, s->trial, g) : pw_contact_evaluate_one(s, t, s->trial, k - own, g + own);
}

PawlStatus pw_switch_orient(PawlSimulation *s) {
  enum { LOOKS = 8 };
  PawlStatus status = PAWL_OK;
  for (int i = 0; i <= LOOKS && s->k->until.expr && s->until_sign == 0 && status == PAWL_OK; i++) {
    double t = i < LOOKS ? s->from + (s->to - s->from) * i / LOOKS : s->to;
    s->until_sign = 1;
    status = pw_integrator_dense(s->integrator, t, s->z, NULL);
    if (status == PAWL_OK) status = pw_switch_evaluate(s, t, s->z, s->gap);
    double value = s->gap[2 * s->k->kinks];
    s->until_sign = status == PAWL_OK ? (value > 0) - (value < 0) : 0;
  }
  return status;
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

const char *pw_switch_sampler(const PawlSimulation *s, int32_t sample) {
  for (int32_t i = 0; i < s->k->laws; i++) {
    const PwLaw *law = s->k->law[i];
    for (int32_t v = 0; v < law->count; v++) {
      if (law->variable[v] == PW_VAR_SAMPLED + sample) return law_name(s->k, law);
    }
  }
  return "law";
}

// What a jump of a law of a moving constraint means.
static PawlStatus check_jump(const PawlMechanism *k, const PwLaw *law, const char *name, const double before[3],
                             const double after[3], double t, bool *impact, PawlMessages *messages) {
  double jump = fabs(after[0] - before[0]), kick = fabs(after[1] - before[1]);
  if (jump > 1e-9 * (1 + fabs(before[0]))) {
    return pw_fail(messages, PAWL_ERR_INPUT, law->place, "'%s' jumps in position by %.3g at t = %s; only its speed may jump",
                   name, jump / law->scale, PW_SAY_TIME(k, t));
  }
  if (kick > 1e-9 * (1 + fabs(before[1]))) *impact = true;
  return PAWL_OK;
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
  return check_jump(s->k, law, name, before, after, t, impact, messages);
}

// A kink's law goes over to another piece.
static PawlStatus apply_kink(PawlSimulation *s, int32_t g, double t, bool *impact, PawlMessages *messages) {
  const PawlMechanism *k = s->k;
  for (int32_t i = 0; i < k->laws; i++) {
    const PwLaw *law = k->law[i];
    if (g / 2 < law->kink || g / 2 >= law->kink + law->kinks) continue;
    PawlStatus status = cross(s, law, g / 2 - law->kink, g % 2, t, impact, messages);
    if (status) return status;
    PwEvent event = pw_event_make(t, "branch", law_name(k, law));
    event.record.value = s->discrete.branch[g / 2];
    snprintf(event.detail, sizeof event.detail, "piece %d of kink %d", s->discrete.branch[g / 2], g / 2 - law->kink);
    pw_simulation_emit(s, &event);
  }
  return PAWL_OK;
}

static void end_run(PawlSimulation *s, double t) {
  PwEvent event = pw_event_make(t, "until", "run");
  snprintf(event.detail, sizeof event.detail, "the expression of 'until' crossed zero");
  s->ended = true;
  pw_simulation_emit(s, &event);
}

static bool mentions_events(const PwLaw *law) {
  for (int32_t i = 0; i < law->count; i++) {
    if (law->variable[i] >= PW_VAR_NAMED) return true;
  }
  return false;
}

// Laws that mention events which happened: branches chosen anew, and `until` looked at. before: jets of all laws before.
static PawlStatus follow_named(PawlSimulation *s, double t, const double *before, bool *impact, PawlMessages *messages) {
  const PawlMechanism *k = s->k;
  for (int32_t i = 0; i < k->laws; i++) {
    const PwLaw *law = k->law[i];
    const char *name;
    double x[64], rate[64], after[3];
    if (!mentions_events(law)) continue;
    pw_law_variables(pw_formulation_motion(s->formulation), law, x, rate);
    pw_expr_choose(law->expr, x, rate, s->discrete.branch + law->kink);
    if (law == &k->until) {
      double value = pw_expr_value(law->expr, x, s->discrete.branch + law->kink);
      if (s->until_sign * value <= 0 && s->until_sign != 0 && !s->ended) end_run(s, t);
    }
    if (!moves_constraint(k, law, &name)) continue;
    pw_law_jet(law, t, &s->discrete, after);
    PawlStatus status = check_jump(s->k, law, name, before + 3 * i, after, t, impact, messages);
    if (status) return status;
  }
  return PAWL_OK;
}

static void remember_jets(PawlSimulation *s, double t) {
  const char *name;
  for (int32_t i = 0; i < s->k->laws && (s->k->nameds || s->k->samples); i++) {
    const PwLaw *law = s->k->law[i];
    if (mentions_events(law) && moves_constraint(s->k, law, &name)) pw_law_jet(law, t, &s->discrete, s->jets + 3 * i);
  }
}

// Decides which touches stay closed, again as long as events that laws mention follow from it.
static PawlStatus decide(PawlSimulation *s, double t, double *y, bool impact, PawlMessages *messages) {
  enum { ROUNDS = 50 };
  PawlStatus status = PAWL_OK;
  for (int round = 0; round < ROUNDS; round++) {
    status = pw_contact_decide(s, t, y, impact, messages);
    if (status || !s->named_happened) return status;
    s->named_happened = impact = false;
    status = follow_named(s, t, s->jets, &impact, messages);
    remember_jets(s, t);
    if (status) return status;
  }
  return pw_fail(messages, PAWL_ERR_LIMIT, PW_NOWHERE, "laws that mention events switch back and forth at t = %s",
                 PW_SAY_TIME(s->k, t));
}

// `until` where forces or sampled values have jumped: it may have crossed zero with them.
static PawlStatus watch_until(PawlSimulation *s, double t, const double *y) {
  const PwLaw *law = &s->k->until;
  bool jumps = false;
  for (int32_t i = 0; i < law->count; i++) jumps |= law->variable[i] >= PW_VAR_SAMPLED;
  if (!law->expr || s->ended || !jumps) return PAWL_OK;
  double x[64], rate[64];
  PawlStatus status = place(s, t, y);
  if (status) return status < 0 ? status : PAWL_OK;
  pw_law_variables(pw_formulation_motion(s->formulation), law, x, rate);
  pw_expr_choose(law->expr, x, rate, s->discrete.branch + law->kink);
  if (s->until_sign * pw_expr_value(law->expr, x, s->discrete.branch + law->kink) < 0) end_run(s, t);
  return PAWL_OK;
}

PawlStatus pw_switch_sample(PawlSimulation *s, double t, const double *y) {
  pw_samples_apply(s, t);
  return watch_until(s, t, y);
}

PawlStatus pw_switch_apply(PawlSimulation *s, double t, double *y, bool *restart, PawlMessages *messages) {
  const PawlMechanism *k = s->k;
  bool impact = false;
  int32_t own = own_count(k);
  PawlStatus status = place(s, t, y);
  if (status) return status;
  remember_jets(s, t);
  status = pw_contact_take_forces(s, t, y, true);
  if (status < 0) return status;
  for (int32_t n = 0; n < s->roots; n++) {
    int32_t g = s->root[n];
    if (g >= own) continue;
    if (n > 0) {  // the crossing before may have settled this one too
      status = evaluate_at(s, t, y, s->gap);
      if (status) return status;
      if (s->gap[g] > s->noise[g]) continue;
    }
    if (g < 2 * k->kinks) {
      status = apply_kink(s, g, t, &impact, messages);
      if (status) return status;
      continue;
    }
    end_run(s, t);
  }
  if (s->samples_due) {
    pw_samples_apply(s, t);
    status = follow_named(s, t, s->jets, &impact, messages);
    if (status) return status;
    remember_jets(s, t);
  }
  if (pw_mechanism_decides(k)) status = pw_contact_follow(s, t, y, s->roots, own, messages);
  if (status) return status;
  if (s->pending == PW_PENDING_SOFT) s->contact.touches.urgent |= pw_touches_act_otherwise(&s->contact.touches);
  *restart = s->pending != PW_PENDING_SOFT || s->contact.touches.urgent;
  if (*restart && s->pending == PW_PENDING_SOFT) return PAWL_OK;  // hard after all
  if (*restart) {
    status = decide(s, t, y, impact, messages);
    return status ? status : watch_until(s, t, y);
  }
  if (s->contact.touches.changed)
    status = pw_formulation_set_touches(s->formulation, &s->contact.touches, s->contact.touches.kinematic);
  s->contact.touches.changed = false;
  pw_contact_give_slots(s);
  pw_contact_flush(s, t);
  if (status || !s->named_happened) return status ? status : watch_until(s, t, y);
  *restart = true;  // an element change that a law mentions
  return decide(s, t, y, false, messages);
}
