// Values of the switching functions of touches.
#include <math.h>
#include <string.h>

#include "contact/law.h"
#include "contact/space.h"
#include "simulate/simulation.h"

int32_t pw_contact_switches(const PawlSimulation *s) {
  return s->k->contacts + PW_TOUCH_SWITCHES * s->contact.touches.count;
}

static bool opens_by_force(const PawlSimulation *s, const PwTouch *touch) {
  return touch->state == PW_TOUCH_CLOSED && !pw_touch_is_two_sided(s->k, touch, s->contact.kinematic);
}

bool pw_contact_needs_force(const PawlSimulation *s) {
  for (int32_t i = 0; i < s->contact.touches.count; i++) {
    if (opens_by_force(s, &s->contact.touches.touch[i])) return true;
  }
  return false;
}

// Is there a touch behind this re-entrant end already?
static bool is_joined(const PawlSimulation *s, const PwTouch *touch, int side, int direction) {
  const PwTouches *all = &s->contact.touches;
  const PwProfile *p = &s->k->boundary[s->k->contact[touch->contact].boundary[side]].geometry;
  int32_t next = pw_profile_next(p, touch->element[side], direction);
  for (int32_t i = 0; i < all->count; i++) {
    const PwTouch *other = &all->touch[i];
    if (other->contact == touch->contact && other->element[side] == next && other->element[1 - side] == touch->element[1 - side])
      return true;
  }
  return false;
}

// How far beyond a re-entrant end, in u, something follows: at the end for a touch that carries, unless there is one behind it
// already; else where the element's continuation would come out of the body again.
static double allowance(const PawlSimulation *s, const PwTouch *touch, const PwTouchPoint *p, int side, int direction) {
  const PwProfile *b = &s->k->boundary[s->k->contact[touch->contact].boundary[side]].geometry;
  if (touch->state != PW_TOUCH_OPEN && !is_joined(s, touch, side, direction)) return 0;
  return touch->state == PW_TOUCH_CLOSED ? INFINITY : b->beyond[touch->element[side]][direction > 0] / p->speed[side];
}

// Ends of the elements that something follows from.
static void element_ends(const PawlSimulation *s, const PwTouch *touch, const PwTouchPoint *p, double *g) {
  for (int way = 0; way < 4; way++) {
    int side = way / 2, direction = way % 2 ? 1 : -1;
    PwTouchEnd end = pw_touch_end(s->k, touch, side, direction);
    double beyond = end == PW_END_LAST || end == PW_END_PASSES ? 0
                    : end == PW_END_REENTRANT                  ? allowance(s, touch, p, side, direction)
                                                               : INFINITY;
    g[1 + way] = beyond + (direction > 0 ? 1 - p->u[side] : p->u[side]);
  }
}

// Two corners: where the direction between them leaves a cone, by lengths, which are smooth also when they pass each other.
static void cone_ends(const PawlSimulation *s, const PwTouch *touch, const PwTouchPoint *p, double *g) {
  const PwContact *c = &s->k->contact[touch->contact];
  const PwMotion *motion = pw_formulation_motion(s->formulation);
  for (int side = 0; side < 2; side++) {
    const PwElement *e = &s->k->boundary[c->boundary[side]].geometry.element[touch->element[side]];
    PwPose2 pose = pw_body_pose2(motion, c->body[side]);
    double sign = side ? 1 : -1, x = sign * (p->x1[0] - p->x2[0]), y = sign * (p->x1[1] - p->x2[1]);
    double d[2] = {(pose.c * x + pose.s * y) / s->k->size, (pose.c * y - pose.s * x) / s->k->size};  // outwards, in body axes
    double from = e->angle, to = e->angle + e->turn;
    bool endless = e->turn > 6;
    g[1 + 2 * side] = endless ? INFINITY : cos(from) * d[1] - sin(from) * d[0];
    g[2 + 2 * side] = endless ? INFINITY : d[0] * sin(to) - d[1] * cos(to);
  }
}

// The same on surfaces: ends of faces, and how far the touch is from ending or splitting.
static void face_ends(const PawlSimulation *s, const PwTouch *touch, const PwSurfaceTouch *p, double *g) {
  for (int way = 0; way < 4; way++) g[1 + way] = pw_space_inside(s->k, touch, p, way / 2, way % 2);
  g[5] = p->definite * (p->rank[0] == 2 && p->rank[1] == 2 ? s->k->size : 1);
}

static void touch_functions(PawlSimulation *s, int32_t i, double *g) {
  const PwTouch *touch = &s->contact.touches.touch[i];
  const PwContact *c = &s->k->contact[touch->contact];
  const PwTouchMotion *m = &s->contact.motion[i];
  for (int f = 0; f < PW_TOUCH_SWITCHES; f++) g[f] = INFINITY;
  if (touch->state == PW_TOUCH_OPEN) {
    g[0] = m->gap;
  } else if (touch->state == PW_TOUCH_PRESSED) {
    g[0] = -m->gap;
    g[6] = pw_force_law_factor(&c->law, touch->v0, m->gap, m->rate);
  } else if (opens_by_force(s, touch)) {
    g[0] = s->contact.force[i];
  } else if (!pw_contact_may_pull(s, touch)) {
    g[0] = s->contact.push[i] / s->contact.speed;
  }
  if (c->kind == PW_CONTACT_SURFACES) face_ends(s, touch, &m->space, g);
  if (c->kind != PW_CONTACT_PROFILES) return;
  if (pw_touch_is_corners(s->k, touch)) {
    cone_ends(s, touch, &m->point, g);
    return;
  }
  element_ends(s, touch, &m->point, g);
  g[5] = m->point.definite * (m->point.corner[0] || m->point.corner[1] ? 1 : s->k->size);
}

PawlStatus pw_contact_evaluate(PawlSimulation *s, double t, const double *y, double *g) {
  PwContactWork *w = &s->contact;
  PwMotion *motion = pw_formulation_motion(s->formulation);
  PawlStatus status = PAWL_OK;
  if (pw_contact_pushes(s, t, y, &status) && status) return status;
  if (pw_switch_needs_force(s)) {
    PwSolution solution;
    status = pw_formulation_evaluate(s->formulation, t, y, &solution);
    for (int32_t i = 0; i < w->touches.count && status == PAWL_OK; i++) w->force[i] = solution.touch_force[i];
    if (status == PAWL_OK) pw_readings_take(s, &(PwForces){motion, solution.lambda, solution.touch_force});
  } else {
    status = pw_motion_place(motion, t, y, &s->discrete);
    if (status == PAWL_OK) pw_motion_move(motion, y + pw_position_count(s->k));
  }
  if (status) return status;
  for (int32_t c = 0; c < s->k->contacts; c++) g[c] = pw_touches_margin(&w->touches, motion, c);
  for (int32_t i = 0; i < w->touches.count; i++) {
    const PwTouch *touch = &w->touches.touch[i];
    double *own = g + s->k->contacts + PW_TOUCH_SWITCHES * i;
    status = pw_touch_place(motion, touch, &w->motion[i]);
    if (status > 0 && touch->state == PW_TOUCH_OPEN) {  // gone: search again
      for (int f = 0; f < PW_TOUCH_SWITCHES; f++) own[f] = f == 5 ? -1 : INFINITY;
      continue;
    }
    if (status) return status;
    pw_touch_move(motion, touch, &w->motion[i]);
    touch_functions(s, i, own);
  }
  return PAWL_OK;
}

PawlStatus pw_contact_sample(PawlSimulation *s) {
  PwContactWork *w = &s->contact;
  const PwMotion *motion = pw_formulation_motion(s->formulation);
  for (int32_t i = 0; i < w->touches.count; i++) {
    const PwTouch *touch = &w->touches.touch[i];
    PawlStatus status = pw_touch_place(motion, touch, &w->motion[i]);
    if (status < 0 || (status && touch->state != PW_TOUCH_OPEN)) return status;
    if (status) w->motion[i].gap = NAN;
    if (status == PAWL_OK) pw_touch_move(motion, touch, &w->motion[i]);
    w->force[i] = touch->state == PW_TOUCH_OPEN ? 0 : s->solution.touch_force[i];
    if (touch->state == PW_TOUCH_PRESSED) w->static_force[i] = w->force[i];
  }
  return PAWL_OK;
}

// How far below zero a gap is noticed, of the mechanism's size: rounding, and with closed touches how precisely trial states are
// projected onto them.
double pw_contact_rounding(const PawlSimulation *s) {
  static const double ROUNDING = 1e-13, STAGES = 2e-4;
  return ROUNDING + (pw_contact_needs_force(s) ? STAGES * fmin(s->options.tolerance, 1e-4) : 0);
}

// A gap that starts on the wrong side of zero by as little as projection may have moved it counts as zero there: a touch that
// rebounds must not be taken for one that has been passed already.
static double gap_noise(const PawlSimulation *s, const PwTouch *touch) {
  static const double MOVED = 1e-6;
  double size = s->k->contact[touch->contact].angular ? 1 : s->k->size;
  double wrong = touch->state == PW_TOUCH_PRESSED ? touch->gap : -touch->gap;
  return pw_contact_rounding(s) * size + (wrong > 0 && wrong < MOVED * size ? wrong : 0);
}

// The same for places on elements. A touch beside its end goes as far again before that is noticed: a search may find it there
// again and again.
static double place_noise(double u) {
  static const double ROUNDING = 1e-10, MOVED = 1e-6;
  double wrong = fmax(-u, u - 1);
  return ROUNDING + (wrong > 0 && wrong < MOVED ? 2 * wrong : 0);
}

// How far inside its element a touch was, as `way` of touch_functions counts it; beyond the end: negative.
static double place_of(const PawlSimulation *s, const PwTouch *touch, int way) {
  const PwContact *c = &s->k->contact[touch->contact];
  if (c->kind == PW_CONTACT_STOP) return 0.5;
  if (c->kind == PW_CONTACT_PROFILES) return touch->u[way / 2];
  PwSurfaceTouch p;
  memcpy(p.q, touch->q, sizeof p.q);
  return fmin(0.5, pw_space_inside(s->k, touch, &p, way / 2, way % 2));
}

// What counts as zero where a function starts: gaps, places on elements, forces.
void pw_contact_noise(const PawlSimulation *s, double *noise) {
  for (int32_t c = 0; c < s->k->contacts; c++) noise[c] = 0;
  for (int32_t i = 0; i < s->contact.touches.count; i++) {
    double *own = noise + s->k->contacts + PW_TOUCH_SWITCHES * i;
    const PwTouch *touch = &s->contact.touches.touch[i];
    own[0] = touch->state == PW_TOUCH_CLOSED ? 1e-11 * s->contact.largest_force : gap_noise(s, touch);
    if (!pw_contact_may_pull(s, touch)) own[0] = 1e-9;
    for (int f = 1; f <= 4; f++) own[f] = place_noise(place_of(s, touch, f - 1));
    own[5] = own[6] = 1e-12;
  }
}

void pw_contact_slack(const PawlSimulation *s, double *slack) {
  for (int32_t i = 0; i < pw_contact_switches(s); i++)
    slack[i] = i < s->k->contacts ? pw_touches_slack(&s->contact.touches, i) : 0;
}

bool pw_contact_is_soft(const PawlSimulation *s, int32_t g) {
  if (g < s->k->contacts) return true;
  int32_t touch = (g - s->k->contacts) / PW_TOUCH_SWITCHES, f = (g - s->k->contacts) % PW_TOUCH_SWITCHES;
  return s->contact.touches.touch[touch].state == PW_TOUCH_OPEN && f > 0;
}
