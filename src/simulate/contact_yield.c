// Friction that sticks at several touches whose rows depend on each other: mechanics does not say how they share. They do so in
// proportion to their limits (contact/rows.c); one that reaches its limit while the others hold yields. It keeps a force of the
// size of its limit in the direction that it had, its rows go, and the others take the rest.
#include <math.h>
#include <string.h>

#include "simulate/simulation.h"

typedef struct {
  int32_t touch;  // -1: none
  PwGrip grip;
  double ratio;                    // force over limit
  double direction[PW_GRIP_ROWS];  // against the force
} Worst;

// The grip that sticks with the largest force over its limit, at a solution; those whose limit has just been reached count as at
// it.
static Worst find_worst(const PawlSimulation *s, const PwRowForces *f) {
  static const double OVER = 1e-9;
  const PwTouches *touches = &s->contact.touches;
  Worst worst = {.touch = -1, .ratio = 1 + OVER};
  for (int32_t i = 0; i < touches->count; i++) {
    const PwTouch *touch = &touches->touch[i];
    const PwContact *c = &s->k->contact[touch->contact];
    if (touch->state != PW_TOUCH_CLOSED || !pw_contact_has_friction(c)) continue;
    for (int g = 0; g < PW_GRIPS; g++) {
      double force[PW_GRIP_ROWS], limit = pw_grip_static(c, (PwGrip)g) * fabs(pw_normal_force(f, i));
      if (!pw_contact_has_grip(s->k, c, (PwGrip)g) || touch->grip[g].slides || isinf(limit)) continue;
      if (!pw_grip_force(f, i, (PwGrip)g, force)) continue;
      double size = hypot(force[0], force[1]), ratio = size / limit * (touch->grip[g].fired ? 1 + 2 * OVER : 1);
      if (!(ratio > worst.ratio)) continue;
      worst = (Worst){i, (PwGrip)g, ratio, {-force[0] / size, -force[1] / size}};
    }
  }
  return worst;
}

// Rank of the first n rows and columns of w->W, `wide` wide, without those from `first` on, `count` of them; -1: failed.
static int32_t rank_without(PwContactWork *w, int32_t rows, int32_t first, int32_t count) {
  int32_t kept = 0, rank = 0;
  double residual;
  for (int32_t i = 0; i < rows; i++) {
    if (i >= first && i < first + count) continue;
    int32_t column = 0;
    for (int32_t j = 0; j < rows; j++) {
      if (j < first || j >= first + count) w->spare[kept * (rows - count) + column++] = w->W[i * rows + j];
    }
    w->work[kept++] = 0;
  }
  return pw_least_norm(w->lcp, kept, w->spare, w->work, w->restitution, &rank, &residual) ? -1 : rank;
}

// Do the other rows of closed touches hold all that this grip does?
static PawlStatus is_spare(PawlSimulation *s, double t, const double *y, const Worst *worst, bool *spare) {
  PwContactWork *w = &s->contact;
  int32_t n = pw_contact_list_closed(w), count = pw_grip_rows(s->k, worst->grip), first = -1;
  PawlStatus status = pw_contact_held_space(s, t, y, n);
  if (status) return status;
  for (int32_t r = 0; r < w->first[n] && first < 0; r++) {
    if (w->row[r].touch == worst->touch && w->row[r].component == pw_grip_component(s->k, worst->grip)) first = r;
  }
  *spare = first >= 0 && rank_without(w, w->first[n], first, count) == rank_without(w, w->first[n], w->first[n], 0);
  return PAWL_OK;
}

static PawlStatus yield(PawlSimulation *s, const Worst *worst) {
  PwContactWork *w = &s->contact;
  const PwMotion *motion = pw_formulation_motion(s->formulation);
  PwTouch *touch = &w->touches.touch[worst->touch];
  PwTouchMotion *m = &w->motion[worst->touch];
  PwTouchFrame frame;
  PawlStatus status = pw_touch_place(motion, touch, m);
  if (status) return status;
  pw_touch_move(motion, touch, m);
  pw_pair_of(s->k, touch)->frame(motion, touch, m, true, &frame);
  bool told = touch->grip[worst->grip].yielded;
  touch->grip[worst->grip] = (PwTouchGrip){.slides = true, .yields = true, .yielded = true};
  pw_grip_set_direction(s->k, &frame, worst->grip, worst->direction, &touch->grip[worst->grip]);
  if (!told) pw_touches_tell(&w->touches, touch, m, "yields");
  return pw_formulation_set_touches(s->formulation, &w->touches, false);
}

// The forces that the run goes on with, and the worst of them.
static PawlStatus look(PawlSimulation *s, double t, const double *y, Worst *worst) {
  PwSolution solution;
  PawlStatus status = pw_formulation_solve(s->formulation, t, y, &solution);
  if (status == PAWL_OK) *worst = find_worst(s, &solution.touch);
  return status;
}

// The worst is beyond its limit, and cannot yield: forces that are all inside their cones, if there are any.
static PawlStatus go_inside(PawlSimulation *s, double t, const double *y, bool *again) {
  Worst worst;
  PawlStatus status = pw_contact_share_inside(s, t, y);
  if (status == PAWL_OK) status = look(s, t, y, &worst);
  *again = status == PAWL_OK && worst.touch >= 0 && pw_contact_let_go_together(s);
  return status;
}

PawlStatus pw_contact_check_cones(PawlSimulation *s, double t, const double *y) {
  PwContactWork *w = &s->contact;
  PawlStatus status = PAWL_OK;
  bool again = false;
  for (int32_t round = 0; pw_contact_any_rubs(s) && round <= PW_GRIPS * w->touches.count && status == PAWL_OK; round++) {
    Worst worst;
    bool spare = false;
    status = look(s, t, y, &worst);
    if (status || worst.touch < 0) break;
    status = is_spare(s, t, y, &worst, &spare);
    if (status == PAWL_OK && !spare) status = go_inside(s, t, y, &again);
    if (status || !spare) break;
    status = yield(s, &worst);
  }
  for (int32_t i = 0; i < w->touches.count && !again; i++) {
    for (int g = 0; g < PW_GRIPS; g++) w->touches.touch[i].grip[g].fired = w->touches.touch[i].grip[g].reached = false;
  }
  return status > 0 ? PAWL_OK : status;
}
