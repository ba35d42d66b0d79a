// Friction that sticks at touches which hold the same, where none of those beyond their limits can yield, because the others need
// its rows (in space three feet of a stool that is turned: two at their limits, and the third cannot hold a turn by itself).
// Their forces are then shared so that the largest part that any has of its limit is as small as can be, and what changes until
// the next decision is shared as always, on top of that.
#include <math.h>
#include <string.h>

#include "simulate/simulation.h"

// Forces of n candidates, by rows in w->lambda, from those in w->impulse, with the cones of what does not slide narrowed to a
// part; do they hold?
static bool hold(PawlSimulation *s, int32_t n, double scale, double part) {
  PwContactWork *w = &s->contact;
  PwConeReport report;
  PwConeProblem problem = {.blocks = {n, w->first},
                           .grips = w->grips,
                           .grip = w->grip,
                           .W = w->W,
                           .b = w->acceleration,
                           .two_sided = w->two_sided,
                           .start = w->impulse,
                           .scale = scale};
  for (int32_t p = 0; p < w->grips; p++) w->grip[p].coefficient *= w->grip[p].slides ? 1 : part;
  bool holds = pw_cone_solve(w->cone, &problem, w->lambda, w->after, w->mode, w->closes, &report) == PAWL_OK;
  for (int32_t p = 0; p < w->grips; p++) {
    w->grip[p].coefficient /= w->grip[p].slides ? 1 : part;
    holds = holds && (w->grip[p].slides || w->mode[p] != PW_CONE_SLIDES);
  }
  return holds;
}

// w->impulse: forces in the narrowest cones that hold; where none are found, those of the decision, which is right next to where
// nothing holds.
static void find_narrowest(PawlSimulation *s, int32_t n) {
  enum { HALVINGS = 40 };
  PwContactWork *w = &s->contact;
  double scale = 0, part = 1, too_narrow = 0;
  for (int32_t r = 0; r < w->first[n]; r++) scale = fmax(scale, fabs(w->acceleration[r]));
  for (int i = 0; i < HALVINGS; i++) {
    double middle = i == 0 ? part : 0.5 * (part + too_narrow);
    bool holds = hold(s, n, scale, middle);
    if (!holds && i == 0) return;
    if (holds) memcpy(w->impulse, w->lambda, (size_t)w->first[n] * sizeof *w->lambda);
    *(holds ? &part : &too_narrow) = middle;
  }
}

// Does a touch have friction, and none that slides but by yielding?
static bool sticks(const PawlSimulation *s, const PwTouch *touch) {
  const PwContact *c = &s->k->contact[touch->contact];
  bool all = pw_contact_has_friction(c);
  for (int g = 0; g < PW_GRIPS; g++) {
    const PwTouchGrip *grip = &touch->grip[g];
    all = all && (!pw_contact_has_grip(s->k, c, (PwGrip)g) || !grip->slides || grip->yields);
  }
  return all;
}

void pw_contact_keep_forces(PawlSimulation *s, int32_t i, const double *force) {
  PwContactWork *w = &s->contact;
  PwTouch *touch = &w->touches.touch[w->candidate[i]];
  memset(touch->base, 0, sizeof touch->base);
  for (int32_t r = w->first[i]; r < w->first[i + 1]; r++) {
    double axis[3], *base = touch->base[pw_row_axis(s->k, &w->row[r], axis)];
    for (int k = 0; k < 3; k++) base[k] += force[r] * axis[k];
  }
}

// Their rows again, into w->impulse.
static void recall_forces(PawlSimulation *s, int32_t n) {
  PwContactWork *w = &s->contact;
  for (int32_t i = 0; i < n; i++) {
    const PwTouch *touch = &w->touches.touch[w->candidate[i]];
    for (int32_t r = w->first[i]; r < w->first[i + 1]; r++) {
      double axis[3];
      const double *base = touch->base[pw_row_axis(s->k, &w->row[r], axis)];
      w->impulse[r] = axis[0] * base[0] + axis[1] * base[1] + axis[2] * base[2];
    }
  }
}

// Candidate i goes on from its forces in w->impulse.
static void set_base(PawlSimulation *s, int32_t i) {
  PwContactWork *w = &s->contact;
  PwTouch *touch = &w->touches.touch[w->candidate[i]];
  if (!sticks(s, touch)) return;
  pw_contact_keep_forces(s, i, w->impulse);
  touch->based = true;
  for (int g = 0; g < PW_GRIPS; g++) {
    if (touch->grip[g].yields) touch->grip[g] = (PwTouchGrip){.yielded = true};
  }
}

PawlStatus pw_contact_share_inside(PawlSimulation *s, double t, const double *y) {
  PwContactWork *w = &s->contact;
  int32_t n = pw_contact_list_closed(w);
  for (int32_t i = 0; i < n; i++) w->two_sided[i] = pw_touch_is_two_sided(s->k, &w->touches.touch[w->candidate[i]], false);
  PawlStatus status = pw_contact_force_space(s, t, y, n);
  if (status) return status;
  pw_contact_list_grips(s, n);
  recall_forces(s, n);
  find_narrowest(s, n);
  for (int32_t i = 0; i < n; i++) set_base(s, i);
  return pw_formulation_set_touches(s->formulation, &w->touches, false);
}

// Touches that share inside their cones reach their limits together, and then all of them begin to slide: which ones do is told
// by accelerations that are next to nothing there, if only the one that was found first counts as at its limit.
static const double TOGETHER = 1e-8;

void pw_contact_reach_together(PawlSimulation *s) {
  PwTouches *touches = &s->contact.touches;
  bool any = false;
  s->contact.together = TOGETHER;
  for (int32_t i = 0; i < touches->count; i++) {
    for (int g = 0; g < PW_GRIPS; g++) any |= touches->touch[i].based && touches->touch[i].grip[g].fired;
  }
  for (int32_t i = 0; i < touches->count; i++) {
    for (int g = 0; g < PW_GRIPS; g++) touches->touch[i].grip[g].reached = any && touches->touch[i].based;
  }
}

bool pw_contact_let_go_together(PawlSimulation *s) {
  static const double TIMES = 10, MOST = 1e-5;
  PwContactWork *w = &s->contact;
  if (w->together > MOST) return false;
  w->together *= TIMES;
  for (int32_t i = 0; i < w->touches.count; i++) {
    PwTouch *touch = &w->touches.touch[i];
    for (int g = 0; g < PW_GRIPS; g++) touch->grip[g].reached = touch->state == PW_TOUCH_CLOSED;
  }
  w->again = true;
  return true;
}
