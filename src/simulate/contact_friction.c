// Friction at touches in a run: the forces of an instant with it, which grips stick and which slide from there on, and when that
// changes.
//
//   sticks: limit^2 - |force|^2 (G_C)
//   slides: its rate along its direction (G_S); in space that of the rate itself, of one that begins that which it has a little
//           later, until the rate can tell (G_D), and of one that ends, near zero, the last one, which is frozen; one that is
//           slow and lingers begins anew
//   a touch that acts both ways: the sign of its load (G_N);  all that slides together: det(1 - S) (G_P, dynamics/loads.h)
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "simulate/simulation.h"

static const double BEGINS = 0.5;    // of what is slow, so that what is not does not begin again
static const double BALANCED = 0.1;  // of what friction alone would bring about

// Functions of a closed touch with friction: two per grip, one of its load.
enum { HOLD, FREEZE, PER_GRIP, LOAD = PER_GRIP * PW_GRIPS, PER_TOUCH };

static const char *const NAMES[PW_GRIPS] = {"slip", "rolling", "spin"};

static const PwContact *contact_of(const PawlSimulation *s, int32_t touch) {
  return &s->k->contact[s->contact.touches.touch[touch].contact];
}

static bool rubs(const PawlSimulation *s, int32_t touch) {
  return s->contact.touches.touch[touch].state == PW_TOUCH_CLOSED && pw_contact_has_friction(contact_of(s, touch));
}

bool pw_contact_any_rubs(const PawlSimulation *s) {
  bool any = false;
  for (int32_t i = 0; i < s->contact.touches.count && s->contact.cone && !any; i++) any = rubs(s, i);
  return any;
}

bool pw_contact_any_slides(const PawlSimulation *s) {
  bool any = false;
  for (int32_t i = 0; i < s->contact.touches.count && s->contact.cone; i++) {
    for (int g = 0; g < PW_GRIPS; g++) any |= rubs(s, i) && s->contact.touches.touch[i].grip[g].slides;
  }
  return any;
}

// ---- forces of an instant

// Is the force of a grip at its limit, where its slip may just begin or end?
static bool has_reached(const PwTouch *touch, PwGrip grip) {
  const PwTouchGrip *g = &touch->grip[grip];
  return touch->state == PW_TOUCH_CLOSED && (g->fired || (g->slides && !g->yields));
}

// Has a slip that begins come to an end? Of one that friction and all other forces nearly balance little may be left across its
// direction then, which they would turn and end, if it ends at all, in no time that matters.
static bool has_ended(const PwTouchGrip *g) {
  return g->begins && g->fired;
}

// The slip that a grip has counts as known where it is faster than rounding; what holds at any force does not slide. One whose
// force has just reached its limit is beyond it, whatever rounding says.
static void add_grip(PawlSimulation *s, int32_t i, PwGrip grip, int32_t row) {
  static const double REACHED = 1 - 1e-9;
  PwContactWork *w = &s->contact;
  const PwContact *c = contact_of(s, w->candidate[i]);
  int32_t rows = pw_grip_rows(s->k, grip), all = w->first[w->candidates];
  double speed = pw_grip_speed(s->k, grip, &w->row[row]), limit = pw_grip_static(c, grip);
  PwConeGrip *g = &w->grip[w->grips];
  if (w->touches.touch[w->candidate[i]].grip[grip].reached) {
    limit *= 1 - w->together;
  } else if (has_reached(&w->touches.touch[w->candidate[i]], grip)) {
    limit *= REACHED;
  }
  *g = (PwConeGrip){.touch = i, .first = row, .rows = rows, .coefficient = limit};
  w->grip_gives[w->grips] = 0;
  for (int32_t n = 0; n < rows; n++) w->grip_gives[w->grips] += w->W[(row + n) * all + row + n] / rows;
  w->grip_of[w->grips++] = grip;
  if (isinf(limit) || !(speed > pw_grip_still(&w->touches, grip))) return;
  if (has_ended(&w->touches.touch[w->candidate[i]].grip[grip])) return;
  g->slides = true;
  g->coefficient = pw_grip_kinetic(c, grip, speed);
  double viscous = pw_grip_viscous(c, grip, speed);
  for (int32_t n = 0; n < rows; n++) {
    g->along[n] = w->row[row + n].rate / speed;
    for (int32_t r = 0; r < all && viscous > 0; r++) w->acceleration[r] -= w->W[r * all + row + n] * viscous * g->along[n];
  }
}

int32_t pw_contact_list_grips(PawlSimulation *s, int32_t n) {
  PwContactWork *w = &s->contact;
  w->grips = 0;
  if (!w->cone) return 0;
  w->candidates = n;
  for (int32_t i = 0; i < n; i++) {
    const PwContact *c = contact_of(s, w->candidate[i]);
    int32_t row = w->first[i] + 1;
    w->was_closed[i] = w->touches.touch[w->candidate[i]].state == PW_TOUCH_CLOSED;
    for (int g = 0; g < PW_GRIPS; g++) {
      if (!pw_contact_has_grip(s->k, c, (PwGrip)g)) continue;
      add_grip(s, i, (PwGrip)g, row);
      row += pw_grip_rows(s->k, (PwGrip)g);
    }
  }
  return w->grips;
}

// Grips that the cones cannot hold slide, with the lesser coefficient of what moves. False: none is added.
static bool let_slide(PawlSimulation *s) {
  PwContactWork *w = &s->contact;
  bool any = false;
  for (int32_t p = 0; p < w->grips; p++) {
    PwConeGrip *g = &w->grip[p];
    double kinetic = pw_grip_kinetic(contact_of(s, w->candidate[g->touch]), w->grip_of[p], 0), force = 0;
    if (g->slides || w->mode[p] != PW_CONE_SLIDES || !(kinetic < g->coefficient)) continue;
    for (int32_t n = 0; n < g->rows; n++) force = hypot(force, w->lambda[g->first + n]);
    if (!(force > 0)) continue;
    for (int32_t n = 0; n < g->rows; n++) g->along[n] = -w->lambda[g->first + n] / force;
    g->slides = any = true;
    g->coefficient = kinetic;
  }
  return any;
}

PawlStatus pw_contact_forces(PawlSimulation *s, int32_t n, double scale) {
  PwContactWork *w = &s->contact;
  PwBlocks blocks = {n, w->first};
  w->cone_report = (PwConeReport){0};
  if (pw_contact_list_grips(s, n) == 0) {
    return pw_lcp_solve(w->lcp, &blocks, w->W, w->acceleration, w->two_sided, scale, w->lambda, w->after);
  }
  PwConeProblem problem = {.blocks = blocks,
                           .grips = w->grips,
                           .grip = w->grip,
                           .W = w->W,
                           .b = w->acceleration,
                           .two_sided = w->two_sided,
                           .scale = scale};
  PawlStatus status;
  do {
    status = pw_cone_solve(w->cone, &problem, w->lambda, w->after, w->mode, w->closes, &w->cone_report);
  } while (status == PAWL_OK && let_slide(s));
  return status;
}

// ---- what sticks and slides from here on

// The direction of a grip that begins to slide: against its force, or where it has none along its acceleration.
static void find_direction(const PwContactWork *w, const PwConeGrip *g, double direction[PW_GRIP_ROWS]) {
  double force = 0, after = 0;
  for (int32_t n = 0; n < g->rows; n++) {
    force = hypot(force, w->lambda[g->first + n]);
    after = hypot(after, w->after[g->first + n]);
  }
  for (int32_t n = 0; n < g->rows; n++) {
    direction[n] = force > 0 ? -w->lambda[g->first + n] / force : after > 0 ? w->after[g->first + n] / after : n == 0;
  }
}

static void tell_grip(PawlSimulation *s, int32_t index, PwGrip grip, const char *kind) {
  PwContactWork *w = &s->contact;
  PwEvent *e = pw_touches_tell(&w->touches, &w->touches.touch[index], &w->motion[index], kind);
  if (e && grip != PW_GRIP_SLIP) snprintf(e->detail, sizeof e->detail, "%s", NAMES[grip]);
}

// A grip of several rows that slides slowly begins to (dynamics/beginnings.h): until friction can no longer turn it in a time
// that matters. One that ends does not: where friction against the slip stops it, friction against where it would go need have no
// one answer. The slips of joints beside it are no part of that.
static void begin(const PawlSimulation *s, int32_t p, PwTouchGrip *grip) {
  const PwContactWork *w = &s->contact;
  const PwConeGrip *g = &w->grip[p];
  double slow = pw_grip_slow(&w->touches, w->grip_of[p]), natural = w->touches.speed / s->k->size, rate = 0, force = 0;
  double growing = 0;  // |rate| by its own
  for (int32_t n = 0; n < g->rows; n++) {
    rate = hypot(rate, w->row[g->first + n].rate);
    force = hypot(force, w->lambda[g->first + n]);
    growing += w->row[g->first + n].rate * w->after[g->first + n];
  }
  if (g->rows == 1 || s->k->bearings > 0 || force == 0) return;
  double gentle = natural * (w->grip_of[p] == PW_GRIP_SLIP ? w->touches.speed : natural);
  grip->ahead = slow / fmax(force * w->grip_gives[p], gentle);
  grip->begins = rate < BEGINS * slow && growing * grip->ahead >= -BALANCED * slow * rate;
  grip->frozen &= !grip->begins;
}

// Is a closed touch about to be brought to rest, after which all is decided again? What turns until then would let grips slide
// that stand still: places of a body that turns part, whatever friction does.
static bool is_restless(const PawlSimulation *s) {
  const PwContactWork *w = &s->contact;
  bool any = false;
  for (int32_t i = 0; i < w->candidates; i++) {
    const PwTouch *touch = &w->touches.touch[w->candidate[i]];
    any |= touch->state == PW_TOUCH_CLOSED && fabs(w->rate[w->first[i]]) > pw_touches_still(&w->touches, touch->contact);
  }
  return any && w->rested;
}

// Grip p of the last cone problem, of a touch that is closed; may it begin to slide?
static void set_grip(PawlSimulation *s, int32_t p, const PwTouchFrame *frame, bool begins) {
  PwContactWork *w = &s->contact;
  const PwConeGrip *g = &w->grip[p];
  int32_t index = w->candidate[g->touch];
  PwTouchGrip *grip = &w->touches.touch[index].grip[w->grip_of[p]], before = *grip;
  double direction[PW_GRIP_ROWS];
  *grip = (PwTouchGrip){.slides = g->slides || (begins && w->mode[p] != PW_CONE_STICKS && !isinf(g->coefficient))};
  grip->fired = before.fired && !grip->slides;
  grip->yielded = before.yielded && !grip->slides;
  grip->reached = before.reached;
  if (grip->slides) {
    grip->frozen = !g->slides || g->rows == 1;
    find_direction(w, g, direction);
    for (int32_t n = 0; n < g->rows && g->slides; n++) direction[n] = g->along[n];
    pw_grip_set_direction(s->k, frame, w->grip_of[p], direction, grip);
    begin(s, p, grip);
  }
  if (w->was_closed[g->touch] && (before.slides && !before.yields) != grip->slides)
    tell_grip(s, index, w->grip_of[p], grip->slides ? "slips" : "sticks");
}

PawlStatus pw_contact_set_grips(PawlSimulation *s) {
  PwContactWork *w = &s->contact;
  const PwMotion *motion = pw_formulation_motion(s->formulation);
  PwTouchFrame frame;
  bool begins = !is_restless(s);
  for (int32_t p = 0, last = -1; p < w->grips; p++) {
    int32_t i = w->grip[p].touch, index = w->candidate[i];
    PwTouch *touch = &w->touches.touch[index];
    if (touch->state != PW_TOUCH_CLOSED) continue;
    if (i != last) {
      PawlStatus status = pw_touch_place(motion, touch, &w->motion[index]);
      if (status) return status;
      pw_touch_move(motion, touch, &w->motion[index]);
      pw_pair_of(s->k, touch)->frame(motion, touch, &w->motion[index], true, &frame);
      touch->load = w->lambda[w->first[i]] < 0 ? -1 : 1;
      pw_contact_keep_forces(s, i, w->lambda);
      last = i;
    }
    set_grip(s, p, &frame, begins);
  }
  return PAWL_OK;
}

void pw_contact_loosen(const PawlSimulation *s, PwTouch *touch) {
  const PwContact *c = &s->k->contact[touch->contact];
  touch->load = 1;
  for (int g = 0; g < PW_GRIPS; g++) {
    bool holds = isinf(pw_grip_static(c, (PwGrip)g));
    touch->grip[g] = (PwTouchGrip){.slides = !holds, .along = {1}};
  }
}

// ---- switching functions

int32_t pw_contact_friction_switches(const PawlSimulation *s) {
  int32_t touches = 0;
  for (int32_t i = 0; i < s->contact.touches.count && s->contact.cone; i++) touches += rubs(s, i);
  return touches ? PER_TOUCH * touches + 1 : 0;
}

int32_t pw_contact_friction_room(const PawlSimulation *s) {
  return s->contact.cone ? PER_TOUCH * s->contact.capacity + 1 : 0;
}

// Below zero where a slip in space is slow and its rate hardly changes, because friction and all other forces balance: it goes on
// as one that begins.
static double linger(const PawlSimulation *s, const PwSliding *slide, double ahead, const double *acceleration) {
  static const double SLOW = 0.8 * BEGINS;
  double slow = pw_grip_slow(&s->contact.touches, slide->grip), change = 0;
  for (int32_t n = 0; n < PW_GRIP_ROWS; n++) {
    const PwPairRow *row = &slide->row[n];
    change = hypot(change, row->bias + pw_pair_along(s->k, row->body, row->jac, acceleration));
  }
  return fmax(slide->rate / (SLOW * slow), change * ahead / (BALANCED * slow)) - 1;
}

// Of a grip that slides. Near rest its rate has no direction, and |rate| no derivative.
static void watch_slide(const PawlSimulation *s, const PwSliding *slide, const double *acceleration, double g[PER_GRIP]) {
  const PwTouchGrip *grip = &s->contact.touches.touch[slide->touch].grip[slide->grip];
  double still = pw_grip_still(&s->contact.touches, slide->grip);
  if (grip->yields) return;
  if (pw_grip_rows(s->k, slide->grip) == 1) {
    g[HOLD] = slide->speed / still;
  } else if (grip->begins) {
    g[HOLD] = slide->speed / still;
    g[FREEZE] = 1 - slide->rate / pw_grip_slow(&s->contact.touches, slide->grip);
  } else if (grip->frozen) {
    g[HOLD] = slide->speed / still;
    g[FREEZE] = 2 - slide->rate / still;
  } else {
    g[FREEZE] = slide->rate / still - 1;
    if (grip->ahead > 0) g[HOLD] = linger(s, slide, grip->ahead, acceleration);
  }
}

// Of a grip that sticks; rows of its forces from `row` on.
static void watch_stick(const PawlSimulation *s, const PwRowForces *f, int32_t touch, PwGrip grip, double g[PER_GRIP]) {
  double force[PW_GRIP_ROWS], limit = pw_grip_static(contact_of(s, touch), grip) * pw_normal_force(f, touch);
  double size = fmax(s->contact.largest_force, 1e-300);
  if (isinf(pw_grip_static(contact_of(s, touch), grip)) || !pw_grip_force(f, touch, grip, force)) return;
  if (grip != PW_GRIP_SLIP) size *= s->k->size;
  g[HOLD] = (limit * limit - force[0] * force[0] - force[1] * force[1]) / (size * size);
}

static const PwSliding *sliding_of(const PwActing *a, int32_t touch, PwGrip grip) {
  for (int32_t i = 0; i < a->slidings; i++) {
    if (a->sliding[i].touch == touch && a->sliding[i].grip == grip) return &a->sliding[i];
  }
  return NULL;
}

void pw_contact_watch_friction(const PawlSimulation *s, const PwSolution *solution, double *g) {
  const PwContactWork *w = &s->contact;
  const PwRowForces *f = &solution->touch;
  double *own = g;
  for (int32_t i = 0; i < w->touches.count; i++) {
    const PwTouch *touch = &w->touches.touch[i];
    if (!rubs(s, i)) continue;
    bool limited = false;  // what holds at any force does not ask for the load
    for (int n = 0; n < PER_TOUCH; n++) own[n] = INFINITY;
    for (int grip = 0; grip < PW_GRIPS; grip++) {
      if (!pw_contact_has_grip(s->k, contact_of(s, i), (PwGrip)grip)) continue;
      limited |= !isinf(pw_grip_static(contact_of(s, i), (PwGrip)grip));
      const PwSliding *slide = sliding_of(f->acting, i, (PwGrip)grip);
      if (slide) watch_slide(s, slide, solution->acceleration, own + PER_GRIP * grip);
      if (!slide) watch_stick(s, f, i, (PwGrip)grip, own + PER_GRIP * grip);
    }
    if (limited && pw_touch_is_two_sided(s->k, touch, false)) {
      own[LOAD] = touch->load * pw_normal_force(f, i) / fmax(w->largest_force, 1e-300);
    }
    own += PER_TOUCH;
  }
  if (own > g) *own = solution->definite;
}

void pw_contact_friction_noise(const PawlSimulation *s, double *noise) {
  static const double FORCE = 1e-13, SPEED = 1e-3, LOADS = 1e-12;  // of the largest, squared; of a speed that is still
  int32_t n = pw_contact_friction_switches(s);
  for (int32_t i = 0; i < n; i++) {
    int function = i % PER_TOUCH;
    noise[i] = i == n - 1 ? LOADS : FORCE;
    if (i < n - 1 && function < LOAD) noise[i] = function % PER_GRIP == FREEZE ? SPEED : FORCE;
  }
  for (int32_t i = 0, own = 0; i < s->contact.touches.count && n > 0; i++) {
    if (!rubs(s, i)) continue;
    for (int grip = 0; grip < PW_GRIPS; grip++) {
      if (s->contact.touches.touch[i].grip[grip].slides) noise[own + PER_GRIP * grip + HOLD] = SPEED;
    }
    own += PER_TOUCH;
  }
}

// A grip has reached what function `own` watches: its direction freezes or is told by the rate again; all else is decided.
void pw_contact_follow_friction(PawlSimulation *s, int32_t own) {
  PwContactWork *w = &s->contact;
  for (int32_t i = 0; i < w->touches.count; i++) {
    if (!rubs(s, i)) continue;
    if (own >= PER_TOUCH) {
      own -= PER_TOUCH;
      continue;
    }
    if (own < LOAD && own % PER_GRIP == HOLD) w->touches.touch[i].grip[own / PER_GRIP].fired = true;
    return;
  }
  w->unbounded = true;  // det(1 - S) is zero, and its sign rounding
}
