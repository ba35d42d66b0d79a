// Making room for touches, and the touches at the start of a run.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "geometry/plane/touch_plane.h"
#include "mechanics/held.h"
#include "simulate/simulation.h"

static void free_arrays(PwContactWork *w) {
  free(w->motion);
  free(w->W);
  free(w->candidate);
  free(w->row);
  free(w->two_sided);
  free(w->takeover);
  pw_impact_free(w->impact);
  pw_lcp_free(w->lcp);
  pw_cone_free(w->cone);
  free(w->grip);
  free(w->grip_of);
  free(w->grip_gives);
  free(w->mode);
  free(w->spare);
  free(w->rubbing);
}

void pw_contact_free(PawlSimulation *s) {
  free_arrays(&s->contact);
  free(s->contact.row_impulse);
  free(s->contact.press);
  free(s->contact.bearing_before);
  free(s->contact.bearing_choice);
  free(s->contact.bearing_values);
  pw_touches_free(&s->contact.touches);
}

// Of friction, if there is any.
static PawlStatus allocate_grips(PwContactWork *w, const PawlMechanism *k, size_t n, size_t rows) {
  size_t grips = PW_GRIPS * n;
  w->cone = NULL;
  w->grip = NULL;
  w->grip_of = NULL;
  w->grip_gives = NULL;
  w->mode = NULL;
  w->spare = NULL;
  w->rubbing = pw_mechanism_rubs(k) ? calloc(n, sizeof *w->rubbing) : NULL;
  if (pw_mechanism_rubs(k) && !w->rubbing) return PAWL_ERR_MEMORY;
  if (!pw_mechanism_has_friction(k)) return PAWL_OK;
  w->grip = calloc(grips, sizeof *w->grip);
  w->grip_of = calloc(grips, sizeof *w->grip_of);
  w->grip_gives = calloc(grips, sizeof *w->grip_gives);
  w->mode = calloc(grips, sizeof *w->mode);
  w->spare = calloc(rows * rows, sizeof *w->spare);
  if (!w->grip || !w->grip_of || !w->grip_gives || !w->mode || !w->spare) return PAWL_ERR_MEMORY;
  return pw_cone_create((int32_t)rows, (int32_t)grips, &w->cone);
}

static PawlStatus allocate(PwContactWork *w, const PawlMechanism *k, int32_t capacity) {
  size_t n = (size_t)capacity, rows = (size_t)pw_acting_most_rows(k, capacity);
  w->motion = calloc(n, sizeof *w->motion);
  w->W = calloc(rows * rows + 11 * rows, sizeof *w->W);
  w->candidate = calloc(2 * n + 1, sizeof *w->candidate);
  w->row = calloc(rows, sizeof *w->row);
  w->two_sided = calloc(3 * n, sizeof *w->two_sided);
  w->takeover = calloc(n, sizeof *w->takeover);
  bool ok = w->motion && w->W && w->candidate && w->row && w->two_sided && w->takeover;
  PawlStatus status = allocate_grips(w, k, n, rows);
  if (status) return status;
  if (!ok || pw_impact_create((int32_t)rows, &w->impact) || pw_lcp_create((int32_t)rows, &w->lcp)) return PAWL_ERR_MEMORY;
  double **const part[] = {&w->gap,         &w->rate, &w->acceleration, &w->after,        &w->impulse, &w->lambda,
                           &w->restitution, &w->work, &w->force,        &w->static_force, &w->push};
  for (size_t i = 0; i < sizeof part / sizeof *part; i++) *part[i] = w->W + rows * rows + i * rows;
  w->first = w->candidate + n;
  w->was_closed = w->two_sided + n;
  w->closes = w->was_closed + n;
  w->capacity = capacity;
  return PAWL_OK;
}

// The arrays of the switching functions and the locator, for as many functions as there may be.
static PawlStatus reserve_switches(PawlSimulation *s) {
  size_t n = (size_t)pw_switch_room(s) + 1;
  pw_locator_free(s->locator);
  s->locator = NULL;
  int32_t *root = realloc(s->root, n * sizeof *root);  // what has fired stays
  if (!root) return PAWL_ERR_MEMORY;
  s->root = root;
  free(s->noise);
  s->noise = calloc(3 * n, sizeof *s->noise);
  s->slack = s->noise + n;
  s->gap = s->slack + n;
  if (!s->noise) return PAWL_ERR_MEMORY;
  return pw_locator_create((int32_t)n, pw_formulation_room(s->formulation), &s->locator);
}

PawlStatus pw_contact_reserve(PawlSimulation *s) {
  PwContactWork *w = &s->contact;
  int32_t capacity = w->touches.capacity;
  bool room = capacity <= w->capacity && s->locator;
  if (room && w->touches.near_capacity <= w->searches) return PAWL_OK;
  w->searches = w->touches.near_capacity;
  if (room) return reserve_switches(s);
  PwContactWork old = *w;
  PawlStatus status = allocate(w, s->k, capacity);
  if (status == PAWL_OK && old.capacity > 0) {  // what waits and what is known of touches stays
    size_t n = (size_t)old.capacity;
    memcpy(w->force, old.force, n * sizeof *w->force);
    if (w->rubbing) memcpy(w->rubbing, old.rubbing, n * sizeof *w->rubbing);
  }
  free_arrays(&old);
  return status == PAWL_OK ? reserve_switches(s) : status;
}

PawlStatus pw_contact_create(PawlSimulation *s) {
  PwContactWork *w = &s->contact;
  PawlStatus status = pw_touches_create(s->k, &w->touches);
  w->row_impulse = calloc(2 * ((size_t)s->k->rows + 1), sizeof *w->row_impulse);
  w->unbounded_at = NAN;
  w->bearing_before = calloc(3 * (size_t)s->k->bearings + 1, sizeof *w->bearing_before);
  w->bearing_choice = calloc((size_t)s->k->bearings + 1, sizeof *w->bearing_choice);
  w->bearing_values = calloc((size_t)s->k->bearings + 1, sizeof *w->bearing_values);
  bool ok = w->row_impulse && w->bearing_before && w->bearing_choice && w->bearing_values;
  if (status == PAWL_OK && !ok) status = PAWL_ERR_MEMORY;
  if (w->bearing_before) w->bearing_last = w->bearing_before + s->k->bearings;
  if (w->bearing_before) w->bearing_kept = w->bearing_last + s->k->bearings;
  if (w->row_impulse) w->row_total = w->row_impulse + s->k->rows + 1;
  if (status == PAWL_OK) status = pw_contact_reserve(s);
  return status == PAWL_OK ? pw_formulation_set_touches(s->formulation, &w->touches, false) : status;
}

// ---- the start of a run

// All touches anew, but for closed ones: what overlapped may no longer do so.
static PawlStatus search_all(PawlSimulation *s, PawlMessages *messages) {
  PwTouches *touches = &s->contact.touches;
  const PwMotion *motion = pw_formulation_motion(s->formulation);
  PawlStatus status = pw_formulation_stand(s->formulation, 0, s->y);
  for (int32_t i = touches->count - 1; i >= 0; i--) {
    const PwTouch *touch = &touches->touch[i];
    if (touch->state == PW_TOUCH_OPEN && !pw_pair_of(s->k, touch)->always) pw_touches_remove(touches, i);
  }
  if (status == PAWL_OK) status = pw_near_find(touches, motion, true);
  for (int32_t i = 0; i < touches->nears && status == PAWL_OK; i++) {
    int32_t c = touches->near[i].contact;
    status = pw_touches_search(touches, motion, c, true);
    if (status == PAWL_OK && touches->conforming) return pw_contact_fail_conforming(s, c, 0, messages);
  }
  return status == PAWL_OK ? pw_contact_reserve(s) : status;
}

// Positions onto the closed touches; speeds too, or as they were.
static PawlStatus move_onto(PawlSimulation *s, bool speeds) {
  int32_t nq = pw_position_count(s->k);
  size_t bytes = (size_t)(pw_speed_count(s->k) + 1) * sizeof *s->y;
  memcpy(s->sample + nq, s->y + nq, bytes);
  PawlStatus status = pw_contact_project(s, 0, s->y);
  if (!speeds) memcpy(s->y + nq, s->sample + nq, bytes);
  return status;
}

// Have bodies been moved away from what the model holds? Statics moves them anyhow.
static PawlStatus check_held(PawlSimulation *s, const char *why, PawlMessages *messages) {
  if (s->discrete.still) return PAWL_OK;
  PwMotion *motion = pw_formulation_motion(s->formulation);
  return pw_held_check(motion, 0, s->y, s->y + pw_position_count(s->k), &s->discrete, why, messages);
}

// Says which speeds asked for the contacts that start closed have taken away: s->sample has those of before.
static PawlStatus tell_lost_speeds(PawlSimulation *s, PawlMessages *messages) {
  static const double ACROSS = 1e-6;  // of the mechanism's size, per second
  PwMotion *motion = pw_formulation_motion(s->formulation);
  const double *before = s->sample + pw_position_count(s->k), *v = s->y + pw_position_count(s->k);
  char why[256] = "";
  size_t length = 0;
  bool all = motion->all;
  if (s->discrete.still) return PAWL_OK;
  motion->all = true;
  PawlStatus status = pw_formulation_stand(s->formulation, 0, s->y);
  if (status == PAWL_OK) pw_motion_move(motion, before);
  for (int32_t i = 0; i < s->contact.touches.count && status == PAWL_OK; i++) {
    const PwTouch *touch = &s->contact.touches.touch[i];
    const PwContact *c = &s->k->contact[touch->contact];
    PwPairRow row[PW_TOUCH_ROWS];
    int32_t first[2];
    bool lost = false;
    if (touch->state != PW_TOUCH_CLOSED || pw_touches_rows(&s->contact.touches, motion, PW_ROWS_HELD, 1, &i, row, first))
      continue;
    for (int32_t r = 0; r < first[1]; r++) lost |= fabs(row[r].rate) > ACROSS * pw_scale(s->k, row[r].angular);
    if (!lost || length >= sizeof why) continue;
    length += (size_t)snprintf(why + length, sizeof why - length, "%s '%s'", length ? " and" : "contact", c->name);
  }
  if (length < sizeof why) snprintf(why + length, sizeof why - length, " starts closed");
  if (length > 0) pw_held_tell_lost(motion, s->y, before, v, why, messages);
  motion->all = all;
  return status;
}

// Closes the touches of contacts that roll which stand at a gap of zero and neither approach nor part: they roll from the start.
static bool close_rolling(PawlSimulation *s) {
  PwTouches *touches = &s->contact.touches;
  const PwMotion *motion = pw_formulation_motion(s->formulation);
  bool any = false;
  for (int32_t i = 0; i < touches->count && s->contact.cone; i++) {
    PwTouch *touch = &touches->touch[i];
    PwTouchMotion m;
    if (!s->k->contact[touch->contact].friction.rolling || pw_touch_is_corners(s->k, touch)) continue;
    any |= touch->state == PW_TOUCH_CLOSED;
    if (touch->state != PW_TOUCH_OPEN || touch->shadow || pw_touch_place(motion, touch, &m)) continue;
    pw_touch_move(motion, touch, &m);
    if (!pw_touch_is_touching(s->k, touch, &m) || fabs(m.rate) > pw_touches_still(touches, touch->contact)) continue;
    touch->state = PW_TOUCH_CLOSED;
    pw_contact_loosen(s, touch);
    any = true;
  }
  return any;
}

// Positions and speeds onto the touches closed so far.
static PawlStatus meet_closed(PawlSimulation *s, bool rolls) {
  if (!rolls) return move_onto(s, true);
  PawlStatus status = move_onto(s, false);
  if (status == PAWL_OK) status = pw_contact_meet_speeds(s);
  return status == PAWL_OK ? pw_formulation_project(s->formulation, 0, s->y) : status;
}

// A touch with a law was closed to bring its gap and its speed to zero: from there the law acts.
static void leave_to_laws(PawlSimulation *s) {
  PwTouches *touches = &s->contact.touches;
  for (int32_t i = 0; i < touches->count; i++) {
    PwTouch *touch = &touches->touch[i];
    if (touch->state == PW_TOUCH_CLOSED && s->k->contact[touch->contact].soft) touch->state = PW_TOUCH_OPEN;
  }
}

// Closes the nearest touch of every contact that is declared closed.
static PawlStatus close_declared(PawlSimulation *s, PawlMessages *messages) {
  PwTouches *touches = &s->contact.touches;
  PwMotion *motion = pw_formulation_motion(s->formulation);
  // Positions of statics or of a result have what presses at its depth.
  bool any = false, found = !s->discrete.still && (s->options.from_statics || s->options.from_result);
  for (int32_t c = 0; c < s->k->contacts; c++) {
    const PwContact *contact = &s->k->contact[c];
    PwTouchMotion m;
    double nearest = INFINITY;
    int32_t best = -1;
    if (!contact->start_closed && contact->sides != PAWL_SIDES_BOTH) continue;
    if (contact->soft && found) continue;
    for (int32_t i = 0; i < touches->count; i++) {
      if (touches->touch[i].contact != c || pw_touch_place(motion, &touches->touch[i], &m) || !(fabs(m.gap) < nearest)) continue;
      nearest = fabs(m.gap);
      best = i;
    }
    if (best < 0) {
      return pw_fail(messages, PAWL_ERR_ASSEMBLY, contact->place,
                     "contact '%s' is declared closed, but its two sides are nowhere near: draw them within %s of each other",
                     contact->name, PW_SAY(s->k, pw_touches_margin(touches, c), PW_DIM_LENGTH, 3));
    }
    touches->touch[best].state = PW_TOUCH_CLOSED;
    pw_contact_loosen(s, &touches->touch[best]);
    any = true;
  }
  bool rolls = close_rolling(s);
  if (!any && !rolls) return PAWL_OK;
  PawlStatus status = meet_closed(s, rolls);
  if (status > 0)
    return pw_fail(messages, PAWL_ERR_ASSEMBLY, PW_NOWHERE, "the contacts declared closed cannot be closed together");
  if (status == PAWL_OK) status = check_held(s, "the contacts that start closed move it", messages);
  if (status == PAWL_OK) status = tell_lost_speeds(s, messages);
  leave_to_laws(s);
  return status == PAWL_OK ? search_all(s, messages) : status;
}

// The deepest overlap; -1: none.
static int32_t deepest(const PawlSimulation *s, PwTouchMotion *out) {
  const PwMotion *motion = pw_formulation_motion(s->formulation);
  int32_t worst = -1;
  double most = 1e-9;
  for (int32_t i = 0; i < s->contact.touches.count; i++) {
    PwTouchMotion m;
    double depth = pw_touches_overlap(&s->contact.touches, motion, i, false, &m);
    if (!(depth > most)) continue;
    most = depth;
    worst = i;
    *out = m;
  }
  return worst;
}

// What is closed to move bodies apart: the shortest ways of all; the deepest of these alone, where they contradict each other (a
// heap); all touches that overlap, where two ways at a sharp angle need both at once.
typedef enum { SHORTEST, DEEPEST, ALL, WAYS } Way;

static int32_t list_ways(PawlSimulation *s, Way way, int32_t worst) {
  const PwMotion *motion = pw_formulation_motion(s->formulation);
  int32_t n = 0;
  if (way == DEEPEST) s->contact.candidate[n++] = worst;
  for (int32_t i = 0; i < s->contact.touches.count && way != DEEPEST; i++) {
    PwTouchMotion m;
    if (pw_touches_overlap(&s->contact.touches, motion, i, way == ALL, &m) > 0) s->contact.candidate[n++] = i;
  }
  return n;
}

// Closes what overlaps, moves the bodies there, opens it and searches again. PAWL_RETRY: that cannot be closed together; nothing
// has moved.
static PawlStatus move_out(PawlSimulation *s, Way way, int32_t worst, PawlMessages *messages) {
  PwTouch *touch = s->contact.touches.touch;
  size_t bytes = (size_t)pw_position_count(s->k) * sizeof *s->y;
  int32_t n = list_ways(s, way, worst);
  for (int32_t i = 0; i < n; i++) {
    touch[s->contact.candidate[i]].state = PW_TOUCH_CLOSED;
    pw_contact_loosen(s, &touch[s->contact.candidate[i]]);
  }
  memcpy(s->sample, s->y, bytes);
  PawlStatus status = move_onto(s, false);
  for (int32_t i = 0; i < n; i++) touch[s->contact.candidate[i]].state = PW_TOUCH_OPEN;
  if (status == PAWL_OK) return search_all(s, messages);
  memcpy(s->y, s->sample, bytes);
  return status < 0 ? status : pw_formulation_stand(s->formulation, 0, s->y) < 0 ? PAWL_ERR_MEMORY : PAWL_RETRY;
}

// Angle between the orientations of two poses in space.
static double turn_between(const double *from, const double *to) {
  double cosine = 0, chord = 0;
  for (int i = 3; i < 7; i++) cosine += from[i] * to[i];
  for (int i = 3; i < 7; i++) chord += pow(from[i] - (cosine < 0 ? -to[i] : to[i]), 2);
  return 4 * asin(fmin(sqrt(chord) / 2, 1));
}

static void tell_moves(const PawlSimulation *s, const double *before, PawlMessages *messages) {
  int32_t per = pw_coordinates_per_body(s->k);
  for (int32_t b = 1; b < s->k->bodies; b++) {
    const double *from = before + per * (b - 1), *to = s->y + per * (b - 1);
    double moved = hypot(to[0] - from[0], to[1] - from[1]), turned = s->k->planar ? to[2] - from[2] : turn_between(from, to);
    if (!s->k->planar) moved = hypot(moved, to[2] - from[2]);
    if (moved < 1e-12 * s->k->size && fabs(turned) < 1e-12) continue;
    pw_message(messages, PAWL_NOTE, PW_NOWHERE, "body '%s' was moved by %s and turned by %s so that nothing overlaps",
               s->k->body[b].name, PW_SAY(s->k, moved, PW_DIM_LENGTH, 6), PW_SAY(s->k, turned, PW_DIM_ANGLE, 6));
  }
}

// Moves bodies along their freedoms until nothing overlaps, and says by how much.
static PawlStatus separate(PawlSimulation *s, PawlMessages *messages) {
  static const int most[WAYS] = {
      [SHORTEST] = 50, [DEEPEST] = 5000, [ALL] = 50};  // rounds; of the deepest one about 70 for a factor of e in a heap of ten
  int32_t worst;
  PwTouchMotion m;
  double *before = s->acceleration;
  memcpy(before, s->y, (size_t)pw_position_count(s->k) * sizeof *s->y);
  Way way = SHORTEST;
  bool moved = false;
  for (int round = 0; (worst = deepest(s, &m)) >= 0; round++) {
    if (!s->options.separate || way == WAYS) {
      return pw_contact_refuse_overlap(s, &s->contact.touches.touch[worst], &m, messages);
    }
    PawlStatus status = move_out(s, way, worst, messages);
    if (status < 0) return status;
    moved = true;
    if (!status && round < most[way]) continue;
    way++;
    round = 0;
  }
  PawlStatus status = pw_contact_refuse_hidden(s, false, messages);
  if (status) return status;
  tell_moves(s, before, messages);
  return moved ? check_held(s, "moving the bodies apart moves it", messages) : PAWL_OK;
}

// The touch that the search has found at this point; NULL: none.
static const PwTouch *find_listed(const PawlSimulation *s, const PwTouch *touch, double gap) {
  const PwTouches *touches = &s->contact.touches;
  for (int32_t i = 0; i < touches->count; i++) {
    const PwTouch *known = &touches->touch[i];
    PwTouchMotion m;
    if (known->contact != touch->contact) continue;
    if (known->on[0].element != touch->on[0].element || known->on[1].element != touch->on[1].element) continue;
    if (pw_touch_place(pw_formulation_motion(s->formulation), known, &m)) continue;
    if (fabs(m.gap - gap) <= PW_TOUCHING * pw_gap_scale(s->k, touch->contact)) return known;
  }
  return NULL;
}

// The touch of a press at its point, if the bodies overlap there.
static PawlStatus recall_touch(PawlSimulation *s, PwRecalled *press) {
  PwTouches *touches = &s->contact.touches;
  const PwMotion *motion = pw_formulation_motion(s->formulation);
  PwTouch touch = {.contact = press->contact, .on = {press->on[0], press->on[1]}, .slot = -1};
  PwTouchMotion m;
  press->touch = 0;
  if (press->on[0].element < 0 || press->on[1].element < 0) return PAWL_OK;
  PawlStatus status = pw_touch_place(motion, &touch, &m);
  if (status || !(m.gap < 0)) return status < 0 ? status : PAWL_OK;
  const PwTouch *known = find_listed(s, &touch, m.gap);
  if (!known) status = pw_touches_add(touches, motion, touch);
  press->touch = known ? known->id : touches->last_id;
  return status < 0 ? status : PAWL_OK;
}

// Touches that pressed at the end of the result that the run starts from are there again, each at its point, however deep: what a
// search finds in an overlap may be another way out of it. Of a contact whose presses are all there nothing else overlaps.
static PawlStatus recall_places(PawlSimulation *s) {
  PwContactWork *w = &s->contact;
  for (int32_t n = 0, end; n < w->presses && s->options.from_result; n = end) {
    int32_t c = w->press[n].contact;
    bool all = true;
    for (end = n; end < w->presses && w->press[end].contact == c; end++) {
      PawlStatus status = recall_touch(s, &w->press[end]);
      if (status) return status;
      all &= w->press[end].touch > 0;
    }
    for (int32_t i = w->touches.count - 1; i >= 0 && all; i--) {
      PwTouchMotion m;
      bool pressed = w->touches.touch[i].contact != c;
      for (int32_t p = n; p < end; p++) pressed |= w->press[p].touch == w->touches.touch[i].id;
      if (pressed || pw_touch_place(pw_formulation_motion(s->formulation), &w->touches.touch[i], &m) || !(m.gap < 0)) continue;
      pw_touches_remove(&w->touches, i);
    }
  }
  return pw_contact_reserve(s);
}

// Touches that pressed already at the end of the result that the run starts from keep their speed at first contact, and those of
// statics their displacement, as these do.
static void recall_presses(PawlSimulation *s, PawlMessages *messages) {
  PwContactWork *w = &s->contact;
  int32_t first = 0;  // of the presses of contact c
  for (int32_t near = 0; near < w->touches.nears && (s->options.from_result || w->presses > 0); near++) {
    int32_t c = w->touches.near[near].contact, pressed = 0, known = 0;
    while (first < w->presses && w->press[first].contact < c) first++;  // of contacts that are not near
    while (pw_touches_pressed(&w->touches, c, pressed) >= 0) pressed++;
    while (first + known < w->presses && w->press[first + known].contact == c) known++;
    for (int32_t i = 0; i < pressed && known == pressed; i++) {
      PwTouch *touch = &w->touches.touch[pw_touches_pressed(&w->touches, c, i)];
      if (s->options.from_result) touch->v0 = w->press[first + i].v0;
      memcpy(touch->displacement, w->press[first + i].displacement, sizeof touch->displacement);
    }
    first += known;
    if (known == pressed || pressed == 0 || !s->options.from_result) continue;
    pw_message(messages, PAWL_WARNING, s->k->contact[c].place,
               "contact '%s': %d of its touches press at the start, %d did in '%s': their laws take the speed at first contact "
               "as it is now",
               s->k->contact[c].name, pressed, known, s->options.from_result);
  }
}

PawlStatus pw_contact_find_first(PawlSimulation *s, PawlMessages *messages) {
  PwContactWork *w = &s->contact;
  w->touches.kinematic = s->options.analysis == PAWL_ANALYSIS_KINEMATICS;
  w->touches.speed = s->k->size / pw_typical_time(s);
  w->shared = false;
  w->largest_force = 0;
  w->told_free = false;
  pw_touches_clear(&w->touches);
  for (int32_t i = 0; i < w->touches.count; i++) w->touches.touch[i].state = PW_TOUCH_OPEN;
  PawlStatus status = pw_formulation_set_touches(s->formulation, &w->touches, w->touches.kinematic);
  if (status == PAWL_OK) status = search_all(s, messages);
  return status == PAWL_OK ? close_declared(s, messages) : status;
}

// Without contacts: only friction of joints is decided.
static PawlStatus start_joints(PawlSimulation *s, PawlMessages *messages) {
  if (s->k->bearings == 0) return PAWL_OK;
  s->contact.touches.speed = s->k->size / pw_typical_time(s);
  s->contact.largest_force = 0;
  PawlStatus status = pw_formulation_set_touches(s->formulation, &s->contact.touches, false);
  return status ? status : pw_contact_decide(s, 0, s->y, false, messages);
}

PawlStatus pw_contact_start(PawlSimulation *s, PawlMessages *messages) {
  pw_bearings_loosen(s);
  if (s->k->contacts == 0) return start_joints(s, messages);
  PawlStatus status = pw_contact_find_first(s, messages);
  if (status == PAWL_OK) status = pw_contact_refuse_hidden(s, true, messages);
  if (status == PAWL_OK) status = separate(s, messages);
  if (status == PAWL_OK) status = recall_places(s);
  if (status == PAWL_OK) status = pw_contact_press_overlapping(s, 0, s->y);
  if (status == PAWL_OK) recall_presses(s, messages);
  if (status == PAWL_OK) status = pw_contact_start_displacements(s, messages);
  if (status == PAWL_OK) status = pw_contact_decide(s, 0, s->y, false, messages);
  if (status == PAWL_OK && s->named_happened) {  // laws that mention what happened at the start
    s->named_happened = false;
    pw_discrete_choose(pw_formulation_motion(s->formulation), &s->discrete);
    status = pw_contact_decide(s, 0, s->y, false, messages);
  }
  if (status > 0) {
    return pw_fail(messages, PAWL_ERR_ASSEMBLY, PW_NOWHERE, "the touches at the start cannot be closed together");
  }
  return status;
}
