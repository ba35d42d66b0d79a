// Searches come so often that none is late (contact/search.c), but where that would be without end: of surfaces near a border,
// and of all boundaries where they nearly lie on each other. Then a search may find a touch that overlaps: it has closed, or come
// in over a border, since the last one. When, the dense output tells, and there the segment ends.
#include <math.h>

#include "simulate/simulation.h"

// The motion at t, on the constraints.
static PawlStatus place(PawlSimulation *s, double t) {
  PawlStatus status = pw_integrator_dense(s->integrator, t, s->z, NULL);
  if (status == PAWL_OK) status = pw_formulation_correct(s->formulation, t, s->z);
  if (status == PAWL_OK) status = pw_formulation_expand(s->formulation, t, s->z, s->trial);
  return status == PAWL_OK ? pw_formulation_stand(s->formulation, t, s->trial) : status;
}

// Is there a touch at t with a gap below this, of its scale?
static bool is_below(PawlSimulation *s, int32_t index, double t, double gap) {
  const PwTouch *touch = &s->contact.touches.touch[index];
  PwTouchMotion m;
  if (place(s, t) || !pw_touch_stands(pw_formulation_motion(s->formulation), touch, &m)) return false;
  return m.gap < gap * pw_gap_scale(s->k, touch->contact);
}

// Is there a touch at t that has closed?
static bool has_closed(PawlSimulation *s, int32_t index, double t) {
  return is_below(s, index, t, PW_TOUCHING / 2);
}

// Is there a touch at t, on its way apart? *soon: it may have been closed on the segment.
static bool parts(PawlSimulation *s, int32_t index, double t, bool *soon) {
  PwTouchMotion m;
  const PwTouch *touch = &s->contact.touches.touch[index];
  if (place(s, t) || !pw_touch_stands(pw_formulation_motion(s->formulation), touch, &m)) return false;
  *soon = m.gap < 2 * m.rate * (s->to - s->from);
  return m.rate > 0;
}

// When the touch was nearest, if it parts at the end of the segment; else that.
static double find_nearest(PawlSimulation *s, int32_t index) {
  enum { HALVINGS = 30 };
  double before = s->from, after = s->to;
  bool soon = false, any;
  if (!parts(s, index, after, &soon) || !soon || parts(s, index, before, &any)) return after;
  for (int i = 0; i < HALVINGS; i++) {
    double middle = before + (after - before) / 2;
    *(parts(s, index, middle, &any) ? &after : &before) = middle;
  }
  return after;
}

// Does the touch come closer at t?
static bool approaches(PawlSimulation *s, int32_t index, double t) {
  const PwTouch *touch = &s->contact.touches.touch[index];
  PwTouchMotion m;
  if (place(s, t) || !pw_touch_stands(pw_formulation_motion(s->formulation), touch, &m)) return false;
  return m.rate < -pw_touches_still(&s->contact.touches, touch->contact);
}

// When a touch that has closed on the segment did so first; one that was closed before it (corners of flat sides that lie on each
// other), when it came in, which in the plane may be where the segment begins: something soft has cut the step behind. False:
// before the segment, or nothing tells.
static bool find_start(PawlSimulation *s, int32_t index, double *t) {
  double before = s->from, gap = has_closed(s, index, before) ? -PW_TOUCHING : PW_TOUCHING / 2;
  *t = is_below(s, index, s->to, gap) ? s->to : find_nearest(s, index);
  if (!is_below(s, index, *t, gap)) return false;
  if (is_below(s, index, before, gap)) {
    *t = before;
    return s->k->planar && approaches(s, index, before);
  }
  for (int i = 0; i < 100; i++) {
    double middle = before + (*t - before) / 2;
    if (!(middle > before && middle < *t)) break;
    *(is_below(s, index, middle, gap) ? t : &before) = middle;
  }
  return true;
}

// From where a gap counts as zero to where it is, if the touch comes and does not merely slide in.
static double find_zero(PawlSimulation *s, int32_t index, double t) {
  const PwTouch *touch = &s->contact.touches.touch[index];
  const PwMotion *motion = pw_formulation_motion(s->formulation);
  double last = t;
  for (int i = 0; i < 4; i++) {
    PwTouchMotion m;
    if (place(s, last) || !pw_touch_stands(motion, touch, &m) || !(m.rate < 0)) return t;
    double next = last - m.gap / m.rate;
    if (!(next >= s->from && next - t <= 1e-3 * (s->to - s->from) && next <= s->to)) return t;
    last = next;
  }
  return last;
}

// The step again, to end behind the event, where dense output is as precise as its end (as advance.c does for other events).
static PawlStatus refine(PawlSimulation *s, int32_t index, double *start) {
  static const double BEHIND = 1e-4;  // of the step
  double before = pw_integrator_time_before(s->integrator), end = pw_integrator_time(s->integrator),
         part = BEHIND * (end - before);
  double from = s->from, t;
  if (s->method == PW_RADAU5 || *start + part >= end) return PAWL_OK;
  PawlStatus status = pw_integrator_retake(s->integrator, *start + part);
  if (status) return status < 0 ? status : PAWL_OK;
  s->to = *start + part;
  s->from = fmax(*start - part, from);
  bool found = find_start(s, index, &t);
  s->from = from;
  if (found) *start = t;
  return found ? PAWL_OK : pw_integrator_retake(s->integrator, end);
}

// A touch that stands closed at t: too deep to have just come?
static PawlStatus check_depth(PawlSimulation *s, int32_t index, double t, PawlMessages *messages) {
  const PwTouch *touch = &s->contact.touches.touch[index];
  const PwMotion *motion = pw_formulation_motion(s->formulation);
  PwTouchMotion m;
  if (s->k->contact[touch->contact].soft || place(s, t) || pw_touch_place(motion, touch, &m)) return PAWL_OK;
  double scale = pw_gap_scale(s->k, touch->contact);
  s->contact.touches.urgent |= m.gap <= PW_TOUCHING * scale;
  return m.gap < -PW_LATE * scale ? pw_contact_fail_late(s, motion, touch, messages) : PAWL_OK;
}

static bool is_deep(PawlSimulation *s, int32_t index, double t) {
  const PwTouch *touch = &s->contact.touches.touch[index];
  PwTouchMotion m;
  if (s->k->contact[touch->contact].soft || place(s, t)) return false;
  return pw_touch_place(pw_formulation_motion(s->formulation), touch, &m) == PAWL_OK &&
         m.gap < -PW_LATE * pw_gap_scale(s->k, touch->contact);
}

// Do the bodies of the contact overlap at t?
static bool overlap_at(PawlSimulation *s, int32_t c, double t) {
  const PwMotion *motion = pw_formulation_motion(s->formulation);
  PwOverlap overlap;
  return place(s, t) == PAWL_OK &&
         pw_pair(s->k, c)->overlap(motion, &s->k->contact[c], PW_TOUCHING / 2 * pw_gap_scale(s->k, c), &overlap);
}

// The open touch of the contact, as placed, that closes there: of those at a gap of rounding the one that comes fastest. -1:
// none.
static int32_t find_closing(const PawlSimulation *s, int32_t c) {
  const PwMotion *motion = pw_formulation_motion(s->formulation);
  const PwTouches *touches = &s->contact.touches;
  double fastest = -pw_touches_still(touches, c);
  int32_t found = -1;
  for (int32_t i = 0; i < touches->count; i++) {
    const PwTouch *touch = &touches->touch[i];
    PwTouchMotion m;
    if (touch->contact != c || !pw_touch_is_open(touch) || !pw_touch_stands(motion, touch, &m)) continue;
    if (m.rate < fastest && fabs(m.gap) <= PW_TOUCHING * pw_gap_scale(s->k, c)) fastest = m.rate, found = i;
  }
  return found;
}

// A touch that a search finds deep in the other body has come in from beside, where another pair touched first and was found no
// more: the bodies themselves tell when. *index: that touch; -1: they overlapped before, or none is found there.
static PawlStatus look_earlier(PawlSimulation *s, int32_t c, int32_t *index, PawlMessages *messages) {
  double before = s->from, after = s->to;
  *index = -1;
  if (overlap_at(s, c, before) || !overlap_at(s, c, after)) return PAWL_OK;
  for (int i = 0; i < 100; i++) {
    double middle = before + (after - before) / 2;
    if (!(middle > before && middle < after)) break;
    *(overlap_at(s, c, middle) ? &after : &before) = middle;
  }
  if (place(s, after)) return PAWL_OK;
  PawlStatus status = pw_contact_search(s, pw_formulation_motion(s->formulation), c, messages);
  if (status == PAWL_OK) *index = find_closing(s, c);
  if (*index >= 0) s->to = after;
  return status;
}

// Is any contact searched less often than would be sure?
static bool is_unsure(const PwTouches *t) {
  for (int32_t i = 0; i < t->nears; i++) {
    if (t->near[i].pair.sure < t->near[i].pair.reach) return true;
  }
  return false;
}

// In the plane only what comes of a search by itself is looked back for: touches that come to ends at the same instant are
// followed before a search, which would not find them there.
static bool looks_back(const PawlSimulation *s) {
  bool soft = s->pending == PW_PENDING_SOFT, unsure = is_unsure(&s->contact.touches);
  if (s->pending == PW_PENDING_JUMP) return false;
  if (s->contact.touches.late) return soft || unsure;
  for (int32_t n = 0; n < s->roots && soft; n++) soft = pw_switch_search_of(s, s->root[n]) >= 0;
  return soft && unsure;
}

// Roots of touches count these by their numbers, which searches change: they are kept by the touches' own, as negative numbers.
static void keep_roots(PawlSimulation *s) {
  for (int32_t n = 0; n < s->roots; n++) {
    int function;
    int32_t touch = pw_switch_touch_of(s, s->root[n], &function);
    if (touch >= 0) s->root[n] = -1 - (s->contact.touches.touch[touch].id * PW_TOUCH_SWITCHES + function);
  }
}

static void restore_roots(PawlSimulation *s) {
  int32_t left = 0;
  for (int32_t n = 0; n < s->roots; n++) {
    int32_t root = s->root[n], kept = -1 - root;
    const PwTouch *touch = root < 0 ? pw_touches_find(&s->contact.touches, kept / PW_TOUCH_SWITCHES) : NULL;
    if (touch) root = pw_switch_hold_of(s, (int32_t)(touch - s->contact.touches.touch)) + kept % PW_TOUCH_SWITCHES;
    if (root >= 0) s->root[left++] = root;
  }
  s->roots = left;
}

// Searches at the end of the segment: those that end it, and those that were put off. *any: there were some.
static PawlStatus search(PawlSimulation *s, bool *any, PawlMessages *messages) {
  const PwMotion *motion = pw_formulation_motion(s->formulation);
  PwTouches *touches = &s->contact.touches;
  int32_t left = 0, count = touches->count, last = touches->last_id;
  bool changed = s->contact.touches.changed;
  PawlStatus status = place(s, s->to);
  bool list = false;
  for (int32_t n = 0; n < s->roots; n++) list |= pw_switch_search_of(s, s->root[n]) == PW_NEAR_LIST;
  if (status == PAWL_OK && list) {
    keep_roots(s);
    *any = true;
    status = pw_near_find(touches, motion, false);
  }
  for (int32_t i = 0; i < touches->nears && status == PAWL_OK; i++) {
    int32_t c = touches->near[i].contact;
    bool due = !pw_touches_is_sure(touches, motion, c) || (list && !pw_near_is_covered(&touches->near[i]));
    for (int32_t n = 0; n < s->roots; n++) due |= pw_switch_search_of(s, s->root[n]) == c;
    if (!due) continue;
    if (!*any) keep_roots(s);
    *any = true;
    status = pw_contact_search(s, motion, c, messages);
  }
  if (status || !*any) return status;
  restore_roots(s);
  for (int32_t n = 0; n < s->roots; n++) {
    if (pw_switch_search_of(s, s->root[n]) < 0) s->root[left++] = s->root[n];
  }
  s->roots = left;
  s->contact.touches.changed = changed || touches->count != count || touches->last_id != last;
  return s->contact.touches.changed ? pw_formulation_set_touches(s->formulation, touches, s->contact.touches.kinematic) : PAWL_OK;
}

// Touch `deep` was found deep in the other body. *first: another one that closed before at `start`, if it is not the same; then
// the touch whose event ends the segment.
static PawlStatus settle_deep(PawlSimulation *s, int32_t deep, double start, int32_t *first, PawlMessages *messages) {
  const PwTouches *touches = &s->contact.touches;
  int32_t lost = touches->touch[deep].id, other = *first >= 0 && *first != deep ? touches->touch[*first].id : 0, earlier;
  double end = s->to;
  PawlStatus status = look_earlier(s, touches->touch[deep].contact, &earlier, messages);
  const PwTouch *before = other ? pw_touches_find(touches, other) : NULL, *still = pw_touches_find(touches, lost);
  *first = earlier;
  if (status) return status;
  if (before && start < s->to) {
    *first = (int32_t)(before - touches->touch);
    s->to = find_zero(s, *first, start);
  }
  if (*first >= 0 || !still) return PAWL_OK;
  return check_depth(s, (int32_t)(still - touches->touch), fmin(start, end), messages);
}

PawlStatus pw_contact_look_back(PawlSimulation *s, PawlMessages *messages) {
  const PwTouches *touches = &s->contact.touches;
  int32_t last = touches->last_id, first = -1, deep = -1;
  double t, start = INFINITY;
  bool any = false;
  if (!looks_back(s)) return PAWL_OK;
  PawlStatus status = search(s, &any, messages);
  for (int32_t i = 0; i < touches->count && status == PAWL_OK && any; i++) {
    if (touches->touch[i].id <= last) continue;
    if (!find_start(s, i, &t)) {
      if (is_deep(s, i, s->to)) deep = i;
      if (deep != i) status = check_depth(s, i, s->to, messages);
    } else if (t < start) {
      start = t;
      first = i;
    }
  }
  if (status == PAWL_OK && first >= 0) status = refine(s, first, &start);
  if (status) return status < 0 ? status : PAWL_OK;
  if (first >= 0 && is_deep(s, first, start)) deep = first;
  if (deep >= 0) status = settle_deep(s, deep, start, &first, messages);
  if (status || first < 0) return status;
  if (deep < 0) s->to = find_zero(s, first, start);
  s->pending = PW_PENDING_EVENT;
  s->roots = 1;
  s->root[0] = pw_switch_hold_of(s, first);
  return check_depth(s, first, s->to, messages);
}
