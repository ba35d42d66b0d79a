// The touches of the last sample: of a contact as a whole, and by output slots.
#include <math.h>

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
    if (c->boundary[0] < 0) continue;
    out->q1 = touch->element[0] + m->point.u[0];
    out->q2 = touch->element[1] + m->point.u[1];
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
