// Newton's method with one change of modes at a time. Where rows depend on each other, grips stand at their limits without
// sliding, and choosing all modes anew before each step goes round in circles. Here they are taken from the forces of the sweeps,
// which have put them at their limits or not, and then only what is most wrong is changed.
#include <math.h>

#include "contact/cone_work.h"

static const double AT_LIMIT = 1e-9;  // of a limit: a force is at it
static const double SLIP = 1e-6;      // of the terms: slower than this a direction is not followed
static const int FIRST_STEPS = 2, MOST_STEPS = 8, STEPS_PER_TOUCH = 8;

static double length(const double *v, int32_t n) {
  double sum = 0;
  for (int32_t i = 0; i < n; i++) sum += v[i] * v[i];
  return sqrt(sum);
}

// A grip at its limit is bound to it, whether it slides or not.
static void take_grip(PwCone *c, PwWorkGrip *w) {
  const double *f = c->l + w->first;
  double load = pw_cone_load(c, w->touch), limit = w->coefficient * load, size = length(f, w->rows);
  if (w->kind == PW_PART_KNOWN) return;
  w->state = load > 0 ? PW_PART_STICKS : PW_PART_BOUND;
  for (int32_t a = 0; a < w->rows; a++) w->way[a] = 0;
  if (w->kind == PW_PART_ROLLS || load == 0 || size < (1 - AT_LIMIT) * limit) return;
  w->state = PW_PART_BOUND;
  for (int32_t a = 0; a < w->rows; a++) w->way[a] = f[a] / size;
}

static void take_modes(PwCone *c) {
  for (int32_t i = 0; i < c->n; i++) {
    double N = c->l[c->first[i]];
    c->sign[i] = c->two_sided[i] && N < 0 ? -1 : 1;
    c->closed[i] = c->step[i] > 0 && (c->two_sided[i] || N > c->given[i]);
  }
  for (int32_t k = 0; k < c->grips; k++) take_grip(c, &c->grip[k]);
}

// Directions of grips of several rows that slide follow their slip.
static void follow_slip(PwCone *c) {
  for (int32_t k = 0; k < c->grips; k++) {
    PwWorkGrip *w = &c->grip[k];
    double t[PW_CONE_GRIP_ROWS];
    if (w->kind != PW_PART_FREE || w->rows == 1 || w->state == PW_PART_STICKS || !(pw_cone_load(c, w->touch) > 0)) continue;
    if (length(c->u + w->first, w->rows) < SLIP * (c->scale + c->size[w->first])) continue;
    for (int32_t a = 0; a < w->rows; a++) t[a] = c->l[w->first + a] - w->step * c->u[w->first + a];
    w->reach = length(t, w->rows);
    for (int32_t a = 0; a < w->rows; a++) w->way[a] = t[a] / w->reach;
    w->state = PW_PART_SLIDES;
  }
}

// The mode that is most wrong, as before any Newton step; of a normal force with those of its touch's grips.
static void change_worst(PwCone *c) {
  int32_t touch = -1, grip = -1;
  double most = 0;
  for (int32_t i = 0; i < c->n; i++) {
    double error = pw_cone_normal_violation(c, i);
    if (!(error > most)) continue;
    most = error;
    touch = i;
  }
  for (int32_t k = 0; k < c->grips; k++) {
    double error = pw_cone_grip_violation(c, k);
    if (!(error > most)) continue;
    most = error;
    grip = k;
  }
  if (grip >= 0) {
    pw_cone_choose_grip(c, &c->grip[grip]);
  } else if (touch >= 0) {
    pw_cone_choose_normal(c, touch);
    for (int32_t k = c->first_grip[touch]; k < c->first_grip[touch + 1]; k++) pw_cone_choose_grip(c, &c->grip[k]);
  }
}

bool pw_cone_pivot(PwCone *c) {
  double violation = INFINITY, most;
  pw_cone_evaluate(c);
  most = pw_cone_most(c);
  take_modes(c);
  for (int i = 0; i < MOST_STEPS + STEPS_PER_TOUCH * c->n; i++) {
    follow_slip(c);
    pw_cone_bind(c);
    pw_cone_evaluate(c);
    pw_cone_step(c);
    violation = pw_cone_violation(c);
    if (violation <= 1 || !isfinite(violation)) break;
    if (i >= FIRST_STEPS) change_worst(c);
  }
  return violation <= c->allowed && pw_cone_size(c) <= most;
}
