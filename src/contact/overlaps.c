#include "contact/overlaps.h"

#include <math.h>
#include <string.h>

// How deep a rigid touch that is open overlaps; 0: not at all.
static double depth_of(const PwTouches *t, const PwMotion *m, const PwTouch *touch, PwTouchMotion *out) {
  const PwContact *c = &t->k->contact[touch->contact];
  if (c->soft || touch->state == PW_TOUCH_CLOSED || pw_touch_place(m, touch, out)) return 0;
  return fmax(-out->gap / pw_gap_scale(t->k, touch->contact), 0);
}

// Of two contacts of the same two bodies: 1 if they stand in the same order, -1 if not; else 0.
static int order(const PawlMechanism *k, int32_t first, int32_t second) {
  const PwContact *a = &k->contact[first], *b = &k->contact[second];
  if (!pw_pair(k, first)->many_ways || !pw_pair(k, second)->many_ways) return 0;
  if (a->body[0] == b->body[0] && a->body[1] == b->body[1]) return 1;
  return a->body[0] == b->body[1] && a->body[1] == b->body[0] ? -1 : 0;
}

// Cosine between the normals of two touches.
static double along(const PawlMechanism *k, const PwTouch *a, const PwTouchMotion *ma, const PwTouch *b,
                    const PwTouchMotion *mb) {
  PwTouchView first, second;
  pw_touch_view(k, a, ma, &first);
  pw_touch_view(k, b, mb, &second);
  return first.n[0] * second.n[0] + first.n[1] * second.n[1] + first.n[2] * second.n[2];
}

double pw_touches_overlap(const PwTouches *t, const PwMotion *m, int32_t i, bool any, PwTouchMotion *out) {
  static const double ALONG = 0.9;  // cosine: the same way
  const PwTouch *touch = t->touch;
  double depth = depth_of(t, m, &touch[i], out);
  for (int32_t j = 0; j < t->count && depth > 0 && !any; j++) {
    int same = order(t->k, touch[i].contact, touch[j].contact);
    PwTouchMotion motion;
    double other = j != i && same ? depth_of(t, m, &touch[j], &motion) : 0;
    if (!(other > PW_DEEP && (other < depth || (other == depth && j < i)))) continue;  // rounding is no way out
    if (same * along(t->k, &touch[j], &motion, &touch[i], out) < ALONG) return 0;
  }
  return depth;
}

// Does a touch of the same two bodies tell of an overlap?
static bool is_told(const PwTouches *t, const PwMotion *m, int32_t contact) {
  for (int32_t i = 0; i < t->count; i++) {
    const PwTouch *touch = &t->touch[i];
    PwTouchMotion motion;
    if ((touch->contact != contact && !order(t->k, touch->contact, contact)) || pw_touch_place(m, touch, &motion)) continue;
    if (motion.gap < -PW_DEEP * pw_gap_scale(t->k, touch->contact)) return true;
  }
  return false;
}

bool pw_touches_hidden_overlap(const PwTouches *t, const PwMotion *m, int32_t contact, PwOverlap *out) {
  const PwContact *c = &t->k->contact[contact];
  const PwPair *pair = pw_pair(t->k, contact);
  PwOverlap around;
  bool centres = pair->is_concentric(m, c, &around);
  if ((!centres && is_told(t, m, contact)) || !pair->overlap(m, c, PW_DEEP * t->k->size, out)) return false;
  if (centres) *out = around;
  return true;
}

// The touches of a contact first: they say how far it is out.
bool pw_touches_start_overlap(const PwTouches *t, const PwMotion *m, int32_t contact, PwStartOverlap *out) {
  *out = (PwStartOverlap){.contact = contact};
  for (int32_t i = 0; i < t->count; i++) {
    PwTouchMotion motion;
    double depth = t->touch[i].contact == contact ? pw_touches_overlap(t, m, i, false, &motion) : 0;
    if (!(depth > PW_DEEP) || !(-motion.gap > out->depth)) continue;
    PwTouchView view;
    pw_touch_view(t->k, &t->touch[i], &motion, &view);
    out->depth = -motion.gap;
    if (pw_contact_form(&t->k->contact[contact])->located) memcpy(out->x, view.x1, sizeof out->x);
  }
  PwOverlap o;
  if (out->depth > 0 || !pw_touches_hidden_overlap(t, m, contact, &o)) return out->depth > 0;
  *out = (PwStartOverlap){.contact = contact, .depth = o.depth, .at_least = true, .x = {o.x[0], o.x[1], o.x[2]}};
  return true;
}
