#include "contact/touches.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "contact/friction.h"
#include "contact/near.h"

PawlStatus pw_touches_create(const PawlMechanism *k, PwTouches *out) {
  *out = (PwTouches){.k = k};
  out->bearing = calloc((size_t)k->bearings + 1, sizeof *out->bearing);
  out->series = calloc((size_t)k->bodies + 1, sizeof *out->series);
  if (!out->bearing || !out->series) return PAWL_ERR_MEMORY;
  for (int32_t b = 0; b < k->bearings; b++) pw_bearing_loosen(&out->bearing[b]);
  PawlStatus status = pw_near_create(out);
  if (status == PAWL_OK) status = pw_touches_reserve(out, pw_near_moves(out) ? 2 * k->bodies : 2 * k->contacts + 4);
  for (int32_t c = 0; c < k->contacts && status == PAWL_OK; c++) {
    out->late |= pw_pair(k, c)->late;
    if (!pw_pair(k, c)->always) continue;
    status = pw_touches_reserve(out, out->count + 1);
    if (status == PAWL_OK) status = pw_near_add(out, c);
    if (status == PAWL_OK)
      out->touch[out->count++] = (PwTouch){.contact = c, .slot = k->contact[c].slots > 0 ? 0 : -1, .id = ++out->last_id};
  }
  out->grown = 0;
  return status;
}

void pw_touches_free(PwTouches *t) {
  pw_near_free(t);
  free(t->bearing);
  free(t->series);
  free(t->next);
  free(t->kept);
  free(t->touch);
  free(t->event);
  pw_found_free(&t->found);
  pw_surface_found_free(&t->space_found);
  *t = (PwTouches){0};
}

PawlStatus pw_touches_reserve(PwTouches *t, int32_t count) {
  if (count <= t->capacity) return PAWL_OK;
  int32_t capacity = count + count / 2 + 4;
  PwTouch *touch = realloc(t->touch, (size_t)capacity * sizeof *touch);
  if (!touch) return PAWL_ERR_MEMORY;
  memset(touch + t->capacity, 0, (size_t)(capacity - t->capacity) * sizeof *touch);
  t->touch = touch;
  int32_t *next = realloc(t->next, (size_t)capacity * sizeof *next);
  if (!next) return PAWL_ERR_MEMORY;
  t->next = next;
  PwTouch *kept = realloc(t->kept, (size_t)capacity * sizeof *kept);
  if (!kept) return PAWL_ERR_MEMORY;
  t->kept = kept;
  PwEvent *event = realloc(t->event, 4 * (size_t)capacity * sizeof *event);
  if (!event) return PAWL_ERR_MEMORY;
  t->event = event;
  t->event_capacity = 4 * capacity;
  t->capacity = capacity;
  t->grown++;
  return PAWL_OK;
}

bool pw_touch_is_two_sided(const PawlMechanism *k, const PwTouch *touch, bool kinematic) {
  return kinematic || k->contact[touch->contact].sides != PAWL_SIDES_ONE;
}

void pw_touches_remove(PwTouches *t, int32_t index) {
  memmove(t->touch + index, t->touch + index + 1, (size_t)(t->count - index - 1) * sizeof *t->touch);
  t->count--;
}

PawlStatus pw_touches_add(PwTouches *t, const PwMotion *m, PwTouch touch) {
  PawlStatus status = pw_touches_reserve(t, t->count + 1);
  if (status == PAWL_OK) status = pw_near_add(t, touch.contact);
  if (status) return status;
  touch.id = ++t->last_id;
  touch.before = (PwTouchBefore){NAN, NAN, NAN};
  t->touch[t->count++] = touch;
  return pw_touch_remember(m, &t->touch[t->count - 1]);
}

void pw_touches_keep(PwTouches *t) {
  if (t->count) memcpy(t->kept, t->touch, (size_t)t->count * sizeof *t->kept);
  t->kept_count = t->count;
  t->kept_last_id = t->last_id;
  t->kept_events = t->events;
  t->kept_pairs = 0;
  t->keeping = true;
}
void pw_touches_accept(PwTouches *t) {
  t->keeping = false;
}
void pw_touches_take_back(PwTouches *t) {
  if (t->kept_count) memcpy(t->touch, t->kept, (size_t)t->kept_count * sizeof *t->touch);
  t->count = t->kept_count;
  t->last_id = t->kept_last_id;
  t->events = t->kept_events;
  while (t->kept_pairs > 0) {
    const PwKeptPair *kept = &t->kept_pair[--t->kept_pairs];
    PwNear *near = pw_near_get(t, kept->contact);
    if (near) near->pair = kept->memory;
  }
  t->urgent = t->keeping = false;
}

bool pw_touches_act_otherwise(const PwTouches *t) {
  int32_t acting = 0;
  assert(t->keeping);
  for (int32_t i = 0; i < t->kept_count; i++) {
    if (pw_touch_is_open(&t->kept[i])) continue;
    const PwTouch *touch = pw_touches_find(t, t->kept[i].id);
    if (!touch || touch->state != t->kept[i].state) return true;
    acting++;
  }
  for (int32_t i = 0; i < t->count; i++) acting -= !pw_touch_is_open(&t->touch[i]);
  return acting != 0;
}

void pw_touches_clear(PwTouches *t) {
  for (int32_t i = t->count - 1; i >= 0; i--) {
    if (!pw_pair_of(t->k, &t->touch[i])->always) pw_touches_remove(t, i);
  }
}

PwEvent *pw_touches_tell(PwTouches *t, const PwTouch *touch, const PwTouchMotion *m, const char *kind) {
  const PwContact *c = &t->k->contact[touch->contact];
  PwTouchView view;
  if (t->events == t->event_capacity) return NULL;
  PwEvent *e = &t->event[t->events++];
  *e = pw_event_make(NAN, kind, c->name);
  pw_touch_view(t->k, touch, m, &view);
  PwResultEvent *r = &e->record;
  r->body1 = t->k->body[c->body[0]].name;
  r->body2 = t->k->body[c->body[1]].name;
  r->q1 = view.q[0], r->q2 = view.q[1];
  r->v1 = view.across[0], r->v2 = view.across[1];
  r->x = view.x[0], r->y = view.x[1], r->z = view.x[2];
  if (touch->state == PW_TOUCH_CLOSED) r->force_before = touch->force;
  if (touch->state == PW_TOUCH_CLOSED && pw_contact_has_friction(c)) {
    r->force_before = touch->before.force;
    r->friction_before = touch->before.friction;
    r->slip_before = touch->before.slip;
  }
  r->angular = c->angular;
  e->value_unit = pw_units_factor(&t->k->units, PW_DIM_TIME);
  e->contact = (PawlContactId){touch->contact + 1};
  e->touch = touch->id;
  memcpy(e->normal, view.n, sizeof e->normal);
  return e;
}

bool pw_touches_is_listed(const PwTouches *t, const PwTouch *touch) {
  for (int32_t i = 0; i < t->count; i++) {
    const PwTouch *known = &t->touch[i];
    if (known->contact == touch->contact && known->on[0].element == touch->on[0].element &&
        known->on[1].element == touch->on[1].element)
      return true;
  }
  return false;
}

PwTouch *pw_touches_find(const PwTouches *t, int32_t id) {
  for (int32_t i = 0; i < t->count; i++) {
    if (t->touch[i].id == id) return &t->touch[i];
  }
  return NULL;
}

static bool is_before(const PwTouch *a, const PwTouch *b) {
  for (int side = 0; side < 2; side++) {
    const PwTouchSide *p = &a->on[side], *q = &b->on[side];
    if (p->element != q->element) return p->element < q->element;
    if (p->u[0] != q->u[0]) return p->u[0] < q->u[0];
    if (p->u[1] != q->u[1]) return p->u[1] < q->u[1];
  }
  return false;
}

int32_t pw_touches_pressed(const PwTouches *t, int32_t c, int32_t rank) {
  for (int32_t i = 0; i < t->count; i++) {
    const PwTouch *touch = &t->touch[i];
    int32_t before = 0;
    if (touch->contact != c || touch->state != PW_TOUCH_PRESSED) continue;
    for (int32_t j = 0; j < t->count; j++) {
      const PwTouch *other = &t->touch[j];
      before += other->contact == c && other->state == PW_TOUCH_PRESSED && is_before(other, touch);
    }
    if (before == rank) return i;
  }
  return -1;
}

// Gives the slots of one contact, whose touches are chained from `first` on. holder: by slots.
static void give_slots(PwTouches *t, const PwTouchMotion *motion, int32_t c, int32_t first, bool acting) {
  enum { SLOTS = 128 };  // more than a contact may have
  int32_t holder[SLOTS], slots = t->k->contact[c].slots < SLOTS ? t->k->contact[c].slots : SLOTS;
  for (int32_t slot = 0; slot < slots; slot++) holder[slot] = -1;
  for (int32_t i = first; i >= 0; i = t->next[i]) {
    if (t->touch[i].slot >= 0) holder[t->touch[i].slot] = i;
  }
  for (int32_t i = first; i >= 0; i = t->next[i]) {
    PwTouch *touch = &t->touch[i];
    int32_t free = -1, worst = -1;
    if (touch->slot >= 0 || touch->shadow || pw_touch_is_open(touch) == acting) continue;
    for (int32_t slot = slots - 1; slot >= 0; slot--) {
      int32_t own = holder[slot];
      if (own < 0) free = slot;
      if (own < 0 || !pw_touch_is_open(&t->touch[own])) continue;
      if (worst < 0 || motion[own].gap > motion[worst].gap || (motion[own].gap == motion[worst].gap && own < worst)) worst = own;
    }
    if (free < 0 && (worst < 0 || (!acting && motion[worst].gap <= motion[i].gap))) continue;
    touch->slot = free < 0 ? t->touch[worst].slot : free;
    if (free < 0) t->touch[worst].slot = -1;
    holder[touch->slot] = i;
  }
}

void pw_touches_assign_slots(PwTouches *t, const PwTouchMotion *motion) {
  pw_near_chain(t);
  for (int32_t n = 0; n < t->nears; n++) {
    for (int pass = 0; pass < 2; pass++) {  // first those that carry force
      if (t->near[n].touch >= 0) give_slots(t, motion, t->near[n].contact, t->near[n].touch, pass == 0);
    }
  }
}
