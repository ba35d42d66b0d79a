// The touches of the last sample: of a contact as a whole, and by output slots.
#include <math.h>
#include <string.h>

#include "base/sized.h"
#include "numerics/vec.h"
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

PwSlotWhose pw_contact_slot_whose(const PawlMechanism *k, const PwContact *c) {
  if (!pw_contact_rubs(c)) return PW_SLOT_OF_ALL;
  return pw_contact_has_grip(k, c, PW_GRIP_ROLL) || pw_contact_has_grip(k, c, PW_GRIP_SPIN) ? PW_SLOT_OF_TORQUE
                                                                                            : PW_SLOT_OF_FRICTION;
}

// What the slip of a touch that rubs does.
static PawlFrictionMode mode_of(const PawlSimulation *s, const PwTouch *touch) {
  const PwTouchGrip *slip = &touch->grip[PW_GRIP_SLIP];
  if (touch->state == PW_TOUCH_PRESSED) return touch->rim ? PAWL_FRICTION_SLIDES : PAWL_FRICTION_STICKS;
  if (!pw_contact_has_grip(s->k, &s->k->contact[touch->contact], PW_GRIP_SLIP)) return PAWL_FRICTION_NONE;
  return !slip->slides ? PAWL_FRICTION_STICKS : slip->yields ? PAWL_FRICTION_YIELDS : PAWL_FRICTION_SLIDES;
}

// Each vector fills the field of its one number, and those of its components behind it.
static void read_rubbing(const PawlSimulation *s, int32_t i, const double n[3], double *value) {
  const PwRubbing *r = &s->contact.rubbing[i];
  const struct {
    const double *vector;
    int32_t field;
  } part[] = {{r->slip, PW_SLOT_SLIP},      {r->acceleration, PW_SLOT_SLIP_ACCELERATION},
              {r->force, PW_SLOT_FRICTION}, {r->roam[0], PW_SLOT_ROAM1},
              {r->roam[1], PW_SLOT_ROAM2},  {r->torque, PW_SLOT_TORQUE}};
  value[PW_SLOT_MODE] = mode_of(s, &s->contact.touches.touch[i]);
  for (size_t p = 0; p < sizeof part / sizeof *part; p++) {
    value[part[p].field] = pw_rubbing_along(s->k, n, part[p].vector);
    memcpy(value + part[p].field + 1, part[p].vector, 3 * sizeof *value);
  }
  value[PW_SLOT_FRICTION] = pw_norm(r->force);
  value[PW_SLOT_TORQUE] = r->torque[2];
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
  if (pw_touch_rubs(s->k, touch)) read_rubbing(s, i, view.n, value);
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
    for (int n = 0; n < 3 && w->rubbing; n++) out->friction[n] += w->rubbing[i].force[n];
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
  PawlTouch out = {.size = sizeof(PawlTouch),
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
  if (!pw_touch_rubs(s->k, touch)) return out;
  const PwRubbing *r = &w->rubbing[i];
  out.mode = mode_of(s, touch);
  memcpy(out.slip, r->slip, sizeof out.slip);
  memcpy(out.slip_acceleration, r->acceleration, sizeof out.slip_acceleration);
  memcpy(out.friction, r->force, sizeof out.friction);
  memcpy(out.torque, r->torque, sizeof out.torque);
  memcpy(out.roam1, r->roam[0], sizeof out.roam1);
  memcpy(out.roam2, r->roam[1], sizeof out.roam2);
  return out;
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
  const PawlContactSum sum = {.touches = values.touches,
                              .gap = values.gap,
                              .force = values.force,
                              .static_force = values.at_rest,
                              .friction = {values.friction[0], values.friction[1], values.friction[2]}};
  pw_sized_give(out, &sum, sizeof sum);
  return PAWL_OK;
}
