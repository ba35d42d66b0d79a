// The touches of the last sample: of a contact as a whole, and by output slots.
#include <math.h>
#include <string.h>

#include "base/sized.h"
#include "simulate/simulation.h"

// Slots are numbered in the order of the contacts.
static int32_t contact_of_slot(const PawlMechanism *k, int32_t slot) {
  int32_t low = 0, high = k->contacts - 1;
  while (low < high) {
    int32_t middle = low + (high - low) / 2;
    if (slot < k->contact[middle].slot + k->contact[middle].slots) {
      high = middle;
    } else {
      low = middle + 1;
    }
  }
  return low;
}

// How a touch moves in the parameters of its boundaries, where these have such.
static void read_parameters(const PawlSimulation *s, const PwTouch *touch, const PwTouchMotion *m, double *value) {
  const PwMotion *motion = pw_formulation_motion(s->formulation);
  double rate[4], acceleration[4];
  if (!pw_pair_of(s->k, touch)->parameters(motion, touch, m, s->acceleration, rate, acceleration)) return;
  for (int i = 0; i < 4; i++) {
    value[PW_SLOT_U1_RATE + i] = rate[i];
    value[PW_SLOT_U1_ACCELERATION + i] = acceleration[i];
  }
}

void pw_read_touch(const PawlSimulation *s, int32_t i, PwSlotValues *out) {
  const PwContactWork *w = &s->contact;
  const PwTouch *touch = &w->touches.touch[i];
  const PwTouchMotion *m = &w->motion[i];
  double *value = out->value;
  pw_slot_clear(value);
  value[PW_SLOT_STATE] = 1 + (int32_t)touch->state;
  value[PW_SLOT_GAP] = m->gap;
  if (touch->state != PW_TOUCH_OPEN) {
    value[PW_SLOT_FORCE] = w->force[i];
    value[PW_SLOT_STATIC] = w->static_force[i];
    value[PW_SLOT_DYNAMIC] = w->force[i] - w->static_force[i];
  }
  if (!pw_contact_form(&s->k->contact[touch->contact])->located) return;
  PwTouchView view;
  pw_touch_view(s->k, touch, m, &view);
  for (int n = 0; n < 3; n++) value[PW_SLOT_X + n] = view.x[n], value[PW_SLOT_NX + n] = view.n[n];
  for (int n = 0; n < 2; n++) value[PW_SLOT_Q1 + n] = view.q[n], value[PW_SLOT_V1 + n] = view.across[n];
  read_parameters(s, touch, m, value);
}

void pw_read_slot(const PawlSimulation *s, int32_t slot, PwSlotValues *out) {
  const PwTouches *touches = &s->contact.touches;
  int32_t contact = contact_of_slot(s->k, slot);
  pw_slot_clear(out->value);
  for (int32_t i = 0; i < touches->count; i++) {
    const PwTouch *touch = &touches->touch[i];
    if (touch->contact == contact && touch->slot == slot - s->k->contact[contact].slot) pw_read_touch(s, i, out);
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
  return s && contact.i >= 1 && contact.i <= s->k->contacts;
}

static PawlTouch touch_values(const PawlSimulation *s, int32_t i) {
  const PwContactWork *w = &s->contact;
  const PwTouch *touch = &w->touches.touch[i];
  const PwTouchMotion *m = &w->motion[i];
  bool open = touch->state == PW_TOUCH_OPEN;
  PwTouchView view;
  pw_touch_view(s->k, touch, m, &view);
  return (PawlTouch){.size = sizeof(PawlTouch),
                     .state = PAWL_TOUCH_OPEN + (PawlTouchState)touch->state,
                     .point = {view.x[0], view.x[1], view.x[2]},
                     .normal = {view.n[0], view.n[1], view.n[2]},
                     .gap = m->gap,
                     .gap_rate = m->rate,
                     .force = open ? 0 : w->force[i],
                     .static_force = open ? 0 : w->static_force[i],
                     .q1 = view.q[0],
                     .q2 = view.q[1],
                     .v1 = view.across[0],
                     .v2 = view.across[1]};
}

PW_SIZED_INIT(PawlTouch, pawl_touch, {0})
PW_SIZED_INIT(PawlContactSum, pawl_contact_sum, {0})

PawlStatus pawl_simulation_touches(const PawlSimulation *s, PawlContactId contact, PawlTouch *out, int32_t most, int32_t *count) {
  if (!is_contact(s, contact) || !count || most < 0 || (most > 0 && !pw_sized_is_open(out))) return PAWL_ERR_ARGUMENT;
  uint32_t size = most > 0 ? out->size : 0;  // a caller built against another version has other steps
  *count = 0;
  for (int32_t i = 0; i < s->contact.touches.count; i++) {
    const PwTouch *touch = &s->contact.touches.touch[i];
    if (touch->contact != contact.i - 1 || touch->shadow || isnan(s->contact.motion[i].gap)) continue;
    if (*count < most) {
      PawlTouch values = touch_values(s, i);
      pw_sized_init((char *)out + (size_t)*count * size, size, &values, sizeof values);
    }
    ++*count;
  }
  return PAWL_OK;
}

PawlStatus pawl_simulation_contact(const PawlSimulation *s, PawlContactId contact, PawlContactSum *out) {
  if (!is_contact(s, contact) || !pw_sized_is_open(out)) return PAWL_ERR_ARGUMENT;
  PwContactValues values;
  pw_read_contact(s, contact.i - 1, &values);
  const PawlContactSum sum = {
      .touches = values.touches, .gap = values.gap, .force = values.force, .static_force = values.at_rest};
  pw_sized_give(out, &sum, sizeof sum);
  return PAWL_OK;
}
