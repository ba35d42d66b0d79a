#include "contact/displacement.h"

#include <math.h>
#include <string.h>

#include "contact/law.h"
#include "numerics/vec.h"

bool pw_contact_has_displacement(const PwContact *c) {
  return c->soft && c->friction.stiffness > 0 && c->friction.mu_static > 0;
}

bool pw_touch_is_displaced(const PawlMechanism *k, const PwTouch *touch) {
  return touch->state == PW_TOUCH_PRESSED && pw_contact_has_displacement(&k->contact[touch->contact]);
}

bool pw_mechanism_has_displacement(const PawlMechanism *k) {
  return k->displaced > 0;
}

bool pw_contact_rubs(const PwContact *c) {
  return pw_contact_has_friction(c) || pw_contact_has_displacement(c);
}

bool pw_touch_rubs(const PawlMechanism *k, const PwTouch *touch) {
  bool closed = touch->state == PW_TOUCH_CLOSED && pw_contact_has_friction(&k->contact[touch->contact]);
  return closed || pw_touch_is_displaced(k, touch);
}

bool pw_mechanism_rubs(const PawlMechanism *k) {
  return pw_mechanism_has_friction(k) || pw_mechanism_has_displacement(k);
}

// ---- the numbers of a state

int32_t pw_displacement_at(const PwTouches *t, int32_t index) {
  int32_t before = 0;
  for (int32_t i = 0; i < t->count; i++) {
    before += t->touch[i].id < t->touch[index].id && pw_touch_is_displaced(t->k, &t->touch[i]);
  }
  return pw_displacement_numbers(t->k) * before;
}

int32_t pw_displacement_count(const PwTouches *t) {
  int32_t touches = 0;
  for (int32_t i = 0; i < t->count && pw_mechanism_has_displacement(t->k); i++) {
    touches += pw_touch_is_displaced(t->k, &t->touch[i]);
  }
  return pw_displacement_numbers(t->k) * touches;
}

void pw_displacement_give(const PwTouches *t, double *tail) {
  size_t bytes = (size_t)pw_displacement_numbers(t->k) * sizeof *tail;
  for (int32_t i = 0; i < t->count; i++) {
    if (pw_touch_is_displaced(t->k, &t->touch[i])) memcpy(tail + pw_displacement_at(t, i), t->touch[i].displacement, bytes);
  }
}

void pw_displacement_take(PwTouches *t, const double *tail) {
  size_t bytes = (size_t)pw_displacement_numbers(t->k) * sizeof *tail;
  for (int32_t i = 0; i < t->count; i++) {
    if (pw_touch_is_displaced(t->k, &t->touch[i])) memcpy(t->touch[i].displacement, tail + pw_displacement_at(t, i), bytes);
  }
}

// Numbers of a state as a vector in ground axes, and back: components along the axes of body 2.
static void to_ground(const PwMotion *m, const PwTouchFrame *frame, const double *numbers, double out[3]) {
  const double *R = m->R + 9 * frame->body[1];
  for (int i = 0; i < 3; i++) out[i] = R[3 * i] * numbers[0] + R[3 * i + 1] * numbers[1] + R[3 * i + 2] * numbers[2];
}

static void from_ground(const PwMotion *m, const PwTouchFrame *frame, const double vector[3], double *out) {
  const double *R = m->R + 9 * frame->body[1];
  for (int i = 0; i < 3; i++) out[i] = R[i] * vector[0] + R[3 + i] * vector[1] + R[6 + i] * vector[2];
}

// Components along the tangents, and back.
static void along_tangents(const PwMotion *m, const PwTouchFrame *frame, const double *numbers, double s[2]) {
  double vector[3];
  s[0] = numbers[0];
  s[1] = 0;
  if (m->mechanism->planar) return;
  to_ground(m, frame, numbers, vector);
  for (int n = 0; n < 2; n++) s[n] = pw_dot(frame->t[n], vector);
}

static void from_tangents(const PwMotion *m, const PwTouchFrame *frame, const double s[2], double out[PW_DISPLACEMENT]) {
  double vector[3];
  out[0] = s[0];
  if (m->mechanism->planar) return;
  for (int i = 0; i < 3; i++) vector[i] = s[0] * frame->t[0][i] + s[1] * frame->t[1][i];
  from_ground(m, frame, vector, out);
}

void pw_displaced_tangents(const PwMotion *m, const PwDisplaced *d, const double *numbers, double s[2]) {
  along_tangents(m, &d->frame, numbers, s);
}

void pw_displaced_numbers(const PwMotion *m, const PwDisplaced *d, const double s[2], double *numbers) {
  from_tangents(m, &d->frame, s, numbers);
}

void pw_displaced_set(const PwMotion *m, const PwTouchFrame *frame, const double vector[3], double out[PW_DISPLACEMENT]) {
  double s[2] = {0};
  for (int32_t n = 0; n < frame->tangents; n++) s[n] = pw_dot(frame->t[n], vector);
  from_tangents(m, frame, s, out);
}

// ---- one touch

static void turning_of(const PwMotion *m, int32_t body, double w[3]) {
  const PawlMechanism *k = m->mechanism;
  const double *v = m->v + pw_speeds_per_body(k) * body;
  for (int i = 0; i < 3; i++) w[i] = k->planar ? (i == 2 ? v[2] : 0) : v[3 + i];
}

// Levers of the two points become those of their middle, which moves over the boundaries with what roam then is.
static void move_to_middle(const PwMotion *m, const PwTouchMotion *motion, PwTouchFrame *frame) {
  for (int side = 0; side < 2; side++) {
    double half = (side ? 0.5 : -0.5) * motion->gap, rate = (side ? 0.5 : -0.5) * motion->rate, w[3], offset[3], turned[3];
    turning_of(m, frame->body[side], w);
    for (int i = 0; i < 3; i++) offset[i] = half * frame->n[i];
    pw_cross(w, offset, turned);
    for (int i = 0; i < 3; i++) {
      frame->arm[side][i] += offset[i];
      frame->roam[side][i] += rate * frame->n[i] + half * frame->turn[i] - turned[i];
    }
  }
}

void pw_displaced_move(const PwTouches *t, const PwMotion *m, const PwTouchMotion *motion, PwDisplaced *out) {
  const PwTouch *touch = &t->touch[out->touch];
  pw_pair_of(t->k, touch)->frame(m, touch, motion, true, &out->frame);
  move_to_middle(m, motion, &out->frame);
  pw_grip_place(t->k, &out->frame, PW_GRIP_SLIP, out->slip);
  pw_grip_move(m, &out->frame, PW_GRIP_SLIP, out->slip);
  for (int32_t n = 0; n < PW_GRIP_ROWS; n++) out->v[n] = n < out->frame.tangents ? out->slip[n].rate : 0;
}

void pw_displaced_press(const PwTouches *t, const PwMotion *m, const PwTouchMotion *motion, const double *tail,
                        PwDisplaced *inout) {
  const PwTouch *touch = &t->touch[inout->touch];
  const PwContact *c = &t->k->contact[touch->contact];
  inout->rim = touch->rim;
  pw_force_law(&c->law, touch->v0, motion->gap, motion->rate, &inout->normal, &inout->by_gap, &inout->by_rate);
  along_tangents(m, &inout->frame, tail + inout->at, inout->s);
  inout->fast = touch->fast;
  double speed = hypot(inout->v[0], inout->v[1]), rim = pw_stick_rim(&c->friction, inout->normal);
  for (int n = 0; n < 2 && inout->fast && speed > 0; n++) inout->s[n] = rim / speed * inout->v[n];
  pw_stick_law(&c->friction, inout->normal, inout->s, inout->v, &inout->stick);
}

bool pw_displaced_needs_acceleration(const PwDisplaced *d) {
  return d->rim && !d->fast && d->by_rate != 0;
}

double pw_displaced_rim_rate(const PwTouches *t, const PwDisplaced *d, const PwTouchMotion *motion, double acceleration) {
  const PwFriction *f = &t->k->contact[t->touch[d->touch].contact].friction;
  return pw_stick_rim(f, d->by_gap * motion->rate + d->by_rate * acceleration);
}

void pw_displaced_rate(const PwMotion *m, const PwDisplaced *d, double rim_rate, double out[PW_DISPLACEMENT]) {
  double rate[2], vector[3], w[3], turned[3], turn[3];
  if (d->fast) {
    memset(out, 0, (size_t)pw_displacement_numbers(m->mechanism) * sizeof *out);
    return;
  }
  pw_stick_rate(d->s, d->v, d->rim, rim_rate, rate);
  out[0] = rate[0];
  if (m->mechanism->planar) return;
  const PwTouchFrame *frame = &d->frame;
  turning_of(m, frame->body[1], w);
  pw_cross(w, frame->n, turned);
  for (int i = 0; i < 3; i++) turn[i] = frame->turn[i] - turned[i];
  double along = d->s[0] * pw_dot(frame->t[0], turn) + d->s[1] * pw_dot(frame->t[1], turn);
  for (int i = 0; i < 3; i++) vector[i] = rate[0] * frame->t[0][i] + rate[1] * frame->t[1][i] - along * frame->n[i];
  from_ground(m, frame, vector, out);
}

// Of the speed at which it sticks: from here on it is fast, and below this no more. exp(-36) is a rounding.
static const double FAST = 8, FAST_NO_MORE = 6;
static const double NONE = 1e-11;  // of the size: a rim that is shorter tells nothing

bool pw_displaced_is_fast(const PwTouches *t, const PwDisplaced *d) {
  return !t->k->planar && hypot(d->v[0], d->v[1]) > FAST * t->k->contact[t->touch[d->touch].contact].friction.stick;
}

void pw_displaced_switch(const PwTouches *t, const PwDisplaced *d, double rim_rate, double g[PW_DISPLACED_SWITCHES]) {
  const PwFriction *f = &t->k->contact[t->touch[d->touch].contact].friction;
  double rim = pw_stick_rim(f, d->normal), length = hypot(d->s[0], d->s[1]), pace = hypot(d->v[0], d->v[1]) / f->stick;
  double none = NONE * t->k->size, told = none / rim;  // the last: beyond all where there is next to no load
  g[0] = g[1] = INFINITY;
  if (d->fast) {
    g[1] = pace / FAST_NO_MORE - 1;
  } else if (d->rim) {
    g[0] = (pw_stick_outward(d->s, d->v) - rim_rate) / t->speed + told * told;
    if (!t->k->planar) g[1] = 1 - pace / FAST;
  } else {
    g[0] = (rim - length + none) / (rim + length + none);
  }
}

bool pw_displaced_cross(const PwTouches *t, const PwMotion *m, const PwDisplaced *d, double rim_rate, PwTouch *touch) {
  static const double INSIDE = 1 - 1e-9;
  double rim = pw_stick_rim(&t->k->contact[touch->contact].friction, d->normal), length = hypot(d->s[0], d->s[1]);
  double s[2] = {d->s[0], d->s[1]};
  bool crosses = d->rim || pw_stick_outward(d->s, d->v) > rim_rate;
  for (int n = 0; n < 2 && length > 0; n++) s[n] *= (crosses ? 1 : INSIDE) * rim / length;
  from_tangents(m, &d->frame, s, touch->displacement);
  if (crosses) touch->rim = !touch->rim;
  touch->fast = touch->rim && pw_displaced_is_fast(t, d);
  return crosses;
}

void pw_displaced_change_pace(const PwTouches *t, const PwMotion *m, const PwDisplaced *d, PwTouch *touch) {
  double rim = pw_stick_rim(&t->k->contact[touch->contact].friction, d->normal), speed = hypot(d->v[0], d->v[1]), s[2];
  touch->fast = !touch->fast;
  for (int n = 0; n < 2; n++) s[n] = rim / speed * d->v[n];
  if (speed > 0) from_tangents(m, &d->frame, s, touch->displacement);
}

void pw_displacement_begin(PwTouches *t, const PwMotion *m, const PwTouchMotion *motion, PwTouch *touch) {
  static const double BEGUN = 1e-300;  // a depth at which the law has begun
  const PwContact *c = &t->k->contact[touch->contact];
  PwDisplaced d = {.touch = (int32_t)(touch - t->touch)};
  double force, by_gap, by_rate;
  memset(touch->displacement, 0, sizeof touch->displacement);
  touch->rim = touch->fast = false;
  if (!pw_contact_has_displacement(c)) return;
  pw_displaced_move(t, m, motion, &d);
  double speed = hypot(d.v[0], d.v[1]);
  pw_force_law(&c->law, touch->v0, fmin(motion->gap, -BEGUN), motion->rate, &force, &by_gap, &by_rate);
  double opens = pw_stick_rim(&c->friction, by_gap * motion->rate);
  double still = pw_touches_still(t, touch->contact), rim = pw_stick_rim(&c->friction, force);
  touch->rim = speed > fmax(opens, still) && rim < NONE * t->k->size;
  touch->fast = touch->rim && pw_displaced_is_fast(t, &d);
}
