#include "contact/touches.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

PawlStatus pw_touches_create(const PawlMechanism *k, PwTouches *out) {
  *out = (PwTouches){.k = k};
  out->pair = calloc((size_t)k->contacts + 1, sizeof *out->pair);
  out->watched = calloc((size_t)k->contacts + 1, sizeof *out->watched);
  if (!out->pair || !out->watched) return PAWL_ERR_MEMORY;
  PawlStatus status = pw_touches_reserve(out, 2 * k->contacts + 4);
  for (int32_t c = 0; c < k->contacts && status == PAWL_OK; c++) {
    out->pair[c].reach = INFINITY;
    if (k->contact[c].kind != PW_CONTACT_STOP) continue;
    out->touch[out->count++] = (PwTouch){.contact = c, .slot = k->contact[c].slots > 0 ? 0 : -1, .id = ++out->last_id};
  }
  out->grown = 0;
  return status;
}

void pw_touches_free(PwTouches *t) {
  free(t->pair);
  free(t->watched);
  free(t->touch);
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

PwTouch *pw_touches_find(const PwTouches *t, int32_t id) {
  for (int32_t i = 0; i < t->count; i++) {
    if (t->touch[i].id == id) return &t->touch[i];
  }
  return NULL;
}

static bool is_before(const PwTouch *a, const PwTouch *b) {
  for (int side = 0; side < 2; side++) {
    if (a->element[side] != b->element[side]) return a->element[side] < b->element[side];
    if (a->u[side] != b->u[side]) return a->u[side] < b->u[side];
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

PwTouchEnd pw_touch_end(const PawlMechanism *k, const PwTouch *touch, int side, int direction) {
  const PwContact *c = &k->contact[touch->contact];
  const PwProfile *p = &k->boundary[c->boundary[side]].geometry;
  const PwElement *facing = &k->boundary[c->boundary[1 - side]].geometry.element[touch->element[1 - side]];
  int32_t from = touch->element[side], next = pw_profile_next(p, from, direction);
  if (pw_profile_is_endless(p)) return PW_END_NONE;
  if (next < 0) return PW_END_LAST;
  if (p->after[direction > 0 ? from : next] == PW_JOIN_REENTRANT) return PW_END_REENTRANT;
  bool flat = pw_element_is_corner(&p->element[from]) && facing->kind == PW_EL_LINE && p->element[next].kind == PW_EL_LINE;
  return flat ? PW_END_FLAT : PW_END_PASSES;
}

bool pw_touch_advance(const PawlMechanism *k, PwTouch *touch, int side, int direction, PwJoin *join) {
  const PwProfile *p = &k->boundary[k->contact[touch->contact].boundary[side]].geometry;
  int32_t from = touch->element[side], next = pw_profile_next(p, from, direction);
  *join = next < 0 ? PW_JOIN_NONE : p->after[direction > 0 ? from : next];
  if (*join == PW_JOIN_NONE || *join == PW_JOIN_REENTRANT) return false;
  touch->element[side] = next;
  touch->u[side] = direction > 0 ? 0 : 1;
  touch->u_rate[0] = touch->u_rate[1] = 0;
  return true;
}

// The open touch of contact `c` with the largest gap among those that have a slot; -1: none.
static int32_t farthest_with_slot(const PwTouches *t, const PwTouchMotion *motion, int32_t c) {
  int32_t worst = -1;
  for (int32_t i = 0; i < t->count; i++) {
    const PwTouch *touch = &t->touch[i];
    if (touch->contact != c || touch->slot < 0 || touch->state != PW_TOUCH_OPEN) continue;
    if (worst < 0 || motion[i].gap > motion[worst].gap) worst = i;
  }
  return worst;
}

static int32_t free_slot(const PwTouches *t, int32_t c) {
  for (int32_t slot = 0; slot < t->k->contact[c].slots; slot++) {
    bool taken = false;
    for (int32_t i = 0; i < t->count; i++) taken |= t->touch[i].contact == c && t->touch[i].slot == slot;
    if (!taken) return slot;
  }
  return -1;
}

void pw_touches_assign_slots(PwTouches *t, const PwTouchMotion *motion) {
  for (int pass = 0; pass < 2; pass++) {  // first those that carry force
    for (int32_t i = 0; i < t->count; i++) {
      PwTouch *touch = &t->touch[i];
      if (touch->slot >= 0 || touch->shadow || (touch->state != PW_TOUCH_OPEN) != (pass == 0)) continue;
      touch->slot = free_slot(t, touch->contact);
      if (touch->slot >= 0) continue;
      int32_t worst = farthest_with_slot(t, motion, touch->contact);
      if (worst < 0 || (pass == 1 && motion[worst].gap <= motion[i].gap)) continue;
      touch->slot = t->touch[worst].slot;
      t->touch[worst].slot = -1;
    }
  }
}
