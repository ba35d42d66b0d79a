// The touches of the last sample: of a contact as a whole, and by output slots.
#include <math.h>
#include <string.h>

#include "simulate/simulation.h"

static PwContact *contact_of_slot(const PawlMechanism *k, int32_t slot, int32_t *index) {
  for (int32_t c = 0; c < k->contacts; c++) {
    *index = c;
    if (slot >= k->contact[c].slot && slot < k->contact[c].slot + k->contact[c].slots) return &k->contact[c];
  }
  return NULL;
}

void pw_read_slot(const PawlSimulation *s, int32_t slot, PwSlotValues *out) {
  const PwContactWork *w = &s->contact;
  int32_t index;
  const PwContact *c = contact_of_slot(s->k, slot, &index);
  *out = (PwSlotValues){.q1 = NAN, .q2 = NAN, .gap = NAN};
  for (int32_t i = 0; i < w->touches.count && c; i++) {
    const PwTouch *touch = &w->touches.touch[i];
    const PwTouchMotion *m = &w->motion[i];
    if (touch->contact != index || touch->slot != slot - c->slot) continue;
    out->state = 1 + (int32_t)touch->state;
    out->gap = m->gap;
    if (touch->state != PW_TOUCH_OPEN) {
      out->force = w->force[i];
      out->at_rest = w->static_force[i];
    }
    if (c->kind == PW_CONTACT_STOP) continue;
    out->q1 = pw_touch_coordinate(s->k, touch, &m->point, 0);
    out->q2 = pw_touch_coordinate(s->k, touch, &m->point, 1);
    out->x = (m->point.x1[0] + m->point.x2[0]) / 2;
    out->y = (m->point.x1[1] + m->point.x2[1]) / 2;
    out->nx = m->point.n[0];
    out->ny = m->point.n[1];
  }
}

void pw_read_contact(const PawlSimulation *s, int32_t contact, PwContactValues *out) {
  const PwContactWork *w = &s->contact;
  *out = (PwContactValues){.gap = NAN};
  for (int32_t i = 0; i < w->touches.count; i++) {
    const PwTouch *touch = &w->touches.touch[i];
    if (touch->contact != contact) continue;
    out->gap = fmin(out->gap, w->motion[i].gap);
    if (touch->state == PW_TOUCH_OPEN) continue;
    out->touches++;
    out->force += w->force[i];
    out->at_rest += w->static_force[i];
  }
}

static bool is_contact(const PawlSimulation *s, PawlContactId contact) {
  return contact.i >= 1 && contact.i <= s->k->contacts;
}

static PawlTouch touch_values(const PawlSimulation *s, int32_t i) {
  const PwContactWork *w = &s->contact;
  const PwTouch *touch = &w->touches.touch[i];
  const PwTouchMotion *m = &w->motion[i];
  bool stop = pw_touch_is_stop(s->k, touch), open = touch->state == PW_TOUCH_OPEN;
  return (PawlTouch){
      .size = sizeof(PawlTouch),
      .state = PAWL_TOUCH_OPEN + (PawlTouchState)touch->state,
      .point = {stop ? NAN : (m->point.x1[0] + m->point.x2[0]) / 2, stop ? NAN : (m->point.x1[1] + m->point.x2[1]) / 2},
      .normal = {stop ? NAN : m->point.n[0], stop ? NAN : m->point.n[1]},
      .gap = m->gap,
      .gap_rate = m->rate,
      .force = open ? 0 : w->force[i],
      .static_force = open ? 0 : w->static_force[i],
      .q1 = stop ? NAN : pw_touch_coordinate(s->k, touch, &m->point, 0),
      .q2 = stop ? NAN : pw_touch_coordinate(s->k, touch, &m->point, 1)};
}

PawlStatus pawl_simulation_touches(const PawlSimulation *s, PawlContactId contact, PawlTouch *out, int32_t most, int32_t *count) {
  if (!is_contact(s, contact) || !count || most < 0 || (most > 0 && (!out || !out->size))) return PAWL_ERR_ARGUMENT;
  uint32_t size = most > 0 ? out->size : 0, known = size < sizeof *out ? size : sizeof *out;
  *count = 0;
  for (int32_t i = 0; i < s->contact.touches.count; i++) {
    const PwTouch *touch = &s->contact.touches.touch[i];
    if (touch->contact != contact.i - 1 || touch->shadow || isnan(s->contact.motion[i].gap)) continue;
    if (*count < most) {
      PawlTouch values = touch_values(s, i);
      values.size = size;
      memcpy((char *)out + (size_t)*count * size, &values, known);  // a caller built against another version has other steps
    }
    ++*count;
  }
  return PAWL_OK;
}

PawlStatus pawl_simulation_contact(const PawlSimulation *s, PawlContactId contact, PawlContactSum *out) {
  if (!is_contact(s, contact) || !out || !out->size) return PAWL_ERR_ARGUMENT;
  PwContactValues values;
  pw_read_contact(s, contact.i - 1, &values);
  PawlContactSum sum = {out->size, values.touches, values.gap, values.force, values.at_rest};
  memcpy(out, &sum, out->size < sizeof sum ? out->size : sizeof sum);
  return PAWL_OK;
}
