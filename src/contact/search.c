// Searching a contact for touches, whatever its kind: what the pair finds is compared with the list.
//
// A search lists every touch nearer than the margin, and says by how much the bodies may move against each other before one that
// is not listed can have closed: the reach.
#include <math.h>

#include "contact/near.h"
#include "contact/pair.h"

static const double SOON = 1e-4;  // of the margin: the next search, where one finds again what is gone

double pw_touches_margin(const PwTouches *t, int32_t c) {
  return pw_pair(t->k, c)->margin(t->k, &t->k->contact[c]);
}

// Motion left of this reach.
static double left_of(const PwTouches *t, const PwMotion *m, int32_t c, const PwPairMemory *memory, double reach) {
  return (1 - PW_EARLY) * reach - pw_pair(t->k, c)->moved(t->k, m, &t->k->contact[c], memory);
}

double pw_touches_left(const PwTouches *t, const PwMotion *m, int32_t c) {
  const PwPairMemory *memory = &pw_near_get(t, c)->pair;
  return left_of(t, m, c, memory, memory->reach);
}

bool pw_touches_is_sure(const PwTouches *t, const PwMotion *m, int32_t c) {
  const PwPairMemory *memory = &pw_near_get(t, c)->pair;
  return !(memory->sure < memory->reach) || left_of(t, m, c, memory, memory->sure) > 0;
}

double pw_touches_slack(const PwTouches *t, int32_t c) {
  return PW_EARLY * pw_near_get(t, c)->pair.reach;
}

// The touch of the list that number n of what was found is; NULL: none.
static PwTouch *find_listed(PwTouches *t, const PwMotion *m, int32_t c, int32_t n) {
  const PwPair *pair = pw_pair(t->k, c);
  for (int32_t i = 0; i < t->count; i++) {
    if (t->touch[i].contact == c && pair->is_found_as(t, m, &t->touch[i], n)) return &t->touch[i];
  }
  return NULL;
}

// Is the touch one of those found? Of two touches at one point only the first one is. *near: where to look first, and where it
// was found; both lists mostly have the same order.
static bool is_found(PwTouches *t, const PwMotion *m, const PwTouch *touch, int32_t found, int32_t *near) {
  const PwPair *pair = pw_pair(t->k, touch->contact);
  for (int32_t i = 0; i < found; i++) {
    int32_t n = (*near - i + found) % found;
    if (!pair->is_found_as(t, m, touch, n) || find_listed(t, m, touch->contact, n) != touch) continue;
    *near = n;
    return true;
  }
  return false;
}
// Open touches of contact c that are no longer one.
static void drop_vanished(PwTouches *t, const PwMotion *m, int32_t c, int32_t found) {
  int32_t near = found - 1;
  for (int32_t i = t->count - 1; i >= 0; i--) {
    const PwTouch *touch = &t->touch[i];
    if (touch->contact != c || !pw_touch_is_open(touch) || is_found(t, m, touch, found, &near)) continue;
    if (!pw_pair(t->k, c)->may_stay(t, touch)) pw_touches_remove(t, i);
  }
}

PawlStatus pw_touches_search(PwTouches *t, const PwMotion *m, int32_t c, bool deep) {
  const PwContact *contact = &t->k->contact[c];
  const PwPair *pair = pw_pair(t->k, c);
  int32_t found;
  t->conforming = false;
  if (pair->always) return PAWL_OK;
  t->searches++;
  PawlStatus status = pw_near_add(t, c);
  if (status) return status;
  PwNear *near = pw_near_get(t, c);
  PwPairMemory *memory = &near->pair;
  if (t->keeping && t->kept_pairs < t->near_capacity) t->kept_pair[t->kept_pairs++] = (PwKeptPair){c, *memory};
  status = pair->find(t, m, c, deep, &found);  // which may ask how far they have moved since the last
  pair->note(m, contact, memory);
  pw_near_measure(t, m, near);
  for (int32_t i = 0; i < t->count && status == PAWL_OK; i++) {  // points of this instant, to compare with
    if (t->touch[i].contact == c && pw_touch_remember(m, &t->touch[i]) < 0) return PAWL_ERR_MEMORY;
  }
  if (status) return status;
  drop_vanished(t, m, c, found);
  for (int32_t n = 0; n < found && status >= 0; n++) {
    PwTouch *listed = find_listed(t, m, c, n);
    if (listed) pair->find_again(t, n, listed);
    if (!listed) status = pair->adopt(t, m, c, n, deep);
  }
  return status < 0 ? status : PAWL_OK;
}

void pw_touches_drop_outgoing(PwTouches *t, int32_t c, int32_t last_id) {
  static const double CLOSE = 1e-6;  // of the size
  for (int32_t i = t->count - 1; i >= 0; i--) {
    const PwTouch *touch = &t->touch[i];
    if (touch->contact != c || touch->id <= last_id || touch->gap > CLOSE * t->k->size) continue;
    if (!pw_pair(t->k, c)->is_outgoing(t, touch)) continue;
    pw_touches_remove(t, i);
    PwPairMemory *memory = &pw_near_get(t, c)->pair;
    memory->reach = fmin(memory->reach, SOON * pw_touches_margin(t, c));
  }
}

void pw_touches_drop_fading(PwTouches *t, const PwMotion *m, int32_t c, int32_t last_id) {
  static const double FADING = 1e-3, CLOSE = 1e-5;  // of a firm touch; of the size
  const PwPair *pair = pw_pair(t->k, c);
  for (int32_t i = t->count - 1; i >= 0; i--) {
    const PwTouch *touch = &t->touch[i];
    PwTouchMotion motion;
    if (touch->contact != c || touch->id <= last_id || pw_touch_is_corners(t->k, touch) || touch->gap < CLOSE * t->k->size)
      continue;
    double margin = pw_touches_margin(t, c);
    if (pw_touch_place(m, touch, &motion) == PAWL_OK && pair->firmness(&motion, margin) > FADING) continue;
    PwPairMemory *memory = &pw_near_get(t, c)->pair;
    memory->reach = fmin(memory->reach, fmin(SOON * margin, touch->gap / 2));
    pw_touches_remove(t, i);
  }
}

PawlStatus pw_touches_look(PwTouches *t, const PwMotion *m, PwNear *near, double least, double shallow, PwSeen *out) {
  int32_t c = near->contact;
  const PwContact *contact = &t->k->contact[c];
  const PwPair *pair = pw_pair(t->k, c);
  PwPairMemory *watched = &near->watched;
  *out = (PwSeen){0};
  if (!pair->are_near(m, contact)) return PAWL_OK;
  if (watched->reach > 0 && pair->moved(t->k, m, contact, watched) < least) return PAWL_OK;
  PawlStatus status = pair->look(t, m, c, shallow, out);
  pair->note(m, contact, watched);
  watched->reach = out->depth > shallow ? 0 : 1;
  return status;
}
