// Painleve's states. Friction of a touch that slides may pull the bodies together by more than its normal force pushes them apart
// (W_nn - mu W_nt d < 0): then forces that are in balance need not exist, or there are several.
//
//   none:    the touch jams. An impulse without collision ends its slip, or lets it part: its path is begun by force
//            (contact/impact_path.h)
//   several: the one without force is taken, the touch opens
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "simulate/simulation.h"

// The grip of slip, among those of the last cone problem, whose friction pulls most; -1: none does.
static int32_t find_pulling(const PwContactWork *w) {
  int32_t worst = -1, all = w->first[w->candidates];
  double least = 0;
  for (int32_t p = 0; p < w->grips; p++) {
    const PwConeGrip *g = &w->grip[p];
    int32_t normal = w->first[g->touch];
    double pushes = w->W[normal * all + normal];
    if (!g->slides || w->grip_of[p] != PW_GRIP_SLIP) continue;
    for (int32_t n = 0; n < g->rows; n++) pushes -= g->coefficient * g->along[n] * w->W[normal * all + g->first + n];
    if (!(pushes < least * w->W[normal * all + normal])) continue;
    least = pushes / w->W[normal * all + normal];
    worst = p;
  }
  return worst;
}

static PawlStatus fail_again(const PawlSimulation *s, double t, const PwTouch *touch, PawlMessages *messages) {
  const PwContact *c = &s->k->contact[touch->contact];
  return pw_fail(messages, PAWL_ERR_SINGULAR, c->place,
                 "contact '%s': at t = %s '%s' and '%s' jam again and again by friction (coefficient %.4g): rigid bodies have no "
                 "answer there; give the contact a 'law', or less friction",
                 c->name, PW_SAY_TIME(s->k, t), s->k->body[c->body[0]].name, s->k->body[c->body[1]].name, c->friction.mu_kinetic);
}

static void tell_jam(PawlSimulation *s, int32_t i, const double *before, const double *after, const double *impulse,
                     double energy) {
  PwContactWork *w = &s->contact;
  int32_t index = w->candidate[i];
  PwEvent *e = pw_touches_tell(&w->touches, &w->touches.touch[index], &w->motion[index], "jams");
  if (!e) return;
  pw_contact_tell_slip(s, i, before, after, impulse, e);
  pw_contact_tell_friction(s, i, e);
  e->record.speed_before = before[0];
  e->record.speed_after = after[0];
  e->record.impulse = impulse[0];
  snprintf(e->detail, sizeof e->detail, "impulse without collision; energy %.9g J", energy);
}

PawlStatus pw_contact_jam(PawlSimulation *s, double t, double *y, int32_t n, PawlMessages *messages) {
  enum { MOST = 1 + PW_GRIP_ROWS };
  static const double AGAIN = 1e-9;  // of the duration
  PwContactWork *w = &s->contact;
  int32_t worst = find_pulling(w), all = w->first[n];
  if (worst < 0) return PAWL_ERR_SINGULAR;
  const PwConeGrip *g = &w->grip[worst];
  int32_t index = w->candidate[g->touch], normal = w->first[g->touch], rows = 1 + g->rows;
  PwTouch *touch = &w->touches.touch[index];
  if (touch->jams > 0 && t - touch->jam <= AGAIN * s->options.duration) return fail_again(s, t, touch, messages);
  double W[MOST * MOST], before[MOST], after[MOST], impulse[MOST];
  for (int32_t i = 0; i < rows; i++) {
    before[i] = i == 0 ? 0 : w->rate[normal + i];
    for (int32_t j = 0; j < rows; j++) W[i * rows + j] = w->W[(normal + i) * all + normal + j];
  }
  PwImpactPathProblem problem = {.tangents = g->rows,
                                 .W = W,
                                 .mu_static = pw_grip_static(&s->k->contact[touch->contact], PW_GRIP_SLIP),
                                 .mu_kinetic = g->coefficient,
                                 .forced = true};
  PwImpactPathReport report;
  PawlStatus status = pw_impact_path(&problem, before, after, impulse, &report);
  if (status) return status;
  for (int32_t r = 0; r < all; r++) w->impulse[r] = r >= normal && r < normal + rows ? impulse[r - normal] : 0;
  const PwMotion *motion = pw_formulation_motion(s->formulation);
  int32_t nq = pw_position_count(s->k), nv = pw_speed_count(s->k);
  double kinetic = pw_motion_kinetic(motion, y + nq);
  pw_formulation_apply_impulses(s->formulation, y, all, w->impulse, w->row_impulse);
  for (int32_t i = 0; i < s->k->rows; i++) w->row_total[i] += w->row_impulse[i];
  y[nq + nv] += pw_motion_kinetic(motion, y + nq) - kinetic;
  tell_jam(s, g->touch, before, after, impulse, report.energy);
  s->info.impacts++;
  touch->jams++;
  touch->jam = t;
  w->again = true;
  return PAWL_RETRY;
}

void pw_contact_tell_indeterminate(PawlSimulation *s) {
  PwContactWork *w = &s->contact;
  if (w->grips == 0 || !w->cone_report.many) return;
  for (int32_t p = 0; p < w->grips; p++) {
    int32_t i = w->grip[p].touch, index = w->candidate[i];
    if (!w->grip[p].slides || w->grip_of[p] != PW_GRIP_SLIP || w->lambda[w->first[i]] > 0) continue;
    PwEvent *e = pw_touches_tell(&w->touches, &w->touches.touch[index], &w->motion[index], "indeterminate");
    if (e) snprintf(e->detail, sizeof e->detail, "several answers of forces with friction: the one without force is taken");
  }
}
