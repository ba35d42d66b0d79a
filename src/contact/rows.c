#include "contact/rows.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "contact/law.h"
#include "numerics/vec.h"

// The normal row of a touch of the list, so far not placed.
static inline PwPairRow make_normal(const PwTouches *t, int32_t touch) {
  const PwContact *c = &t->k->contact[t->touch[touch].contact];
  return (PwPairRow){.touch = touch, .angular = c->angular, .body = {c->body[0], c->body[1]}};
}

// What it has from the touch as placed.
static inline void place_normal(const PawlMechanism *k, const PwTouchMotion *motion, PwPairRow *row) {
  row->value = motion->gap;
  memcpy(row->jac, motion->jac, 2 * (size_t)pw_speeds_per_body(k) * sizeof *row->jac);
}

static inline void move_normal(const PwTouchMotion *motion, PwPairRow *row) {
  row->rate = motion->rate;
  row->bias = motion->bias;
}

static bool is_normal(const PwPairRow *row) {
  return row->touch >= 0 && row->component == 0;
}

static PwGrip grip_of(const PawlMechanism *k, const PwPairRow *row) {
  PwGrip grip = PW_GRIP_SLIP;
  while (row->component >= pw_grip_component(k, (PwGrip)(grip + 1)) && grip + 1 < PW_GRIPS) grip = (PwGrip)(grip + 1);
  return grip;
}

void pw_acting_free(PwActing *a) {
  free(a->touch);
  free(a->motion);
  free(a->row);
  free(a->force);
  free(a->sliding);
  free(a->displacement);
  free(a->number);
  *a = (PwActing){0};
}

int32_t pw_acting_most_rows(const PawlMechanism *k, int32_t touches) {
  return touches * pw_touch_most_rows(k) + PW_BEARING_ROWS * k->bearings;
}

int32_t pw_acting_most_slidings(const PawlMechanism *k, int32_t touches) {
  return (pw_mechanism_has_friction(k) ? PW_GRIPS * touches : 0) + k->bearings;
}

static PawlStatus reserve(PwActing *a, const PwTouches *touches) {
  int32_t room = touches->capacity, displaced = touches->k->displaced;
  if (room <= a->room) return PAWL_OK;
  pw_acting_free(a);
  size_t n = (size_t)room, rows = (size_t)pw_acting_most_rows(touches->k, room),
         slidings = (size_t)pw_acting_most_slidings(touches->k, room);
  a->touch = calloc(2 * n + rows, sizeof *a->touch);
  a->motion = calloc(n, sizeof *a->motion);
  a->row = calloc(rows, sizeof *a->row);
  a->force = calloc(rows, sizeof *a->force);
  a->sliding = slidings ? calloc(slidings, sizeof *a->sliding) : NULL;
  if (displaced > 0) {
    a->displacement = calloc((size_t)displaced, sizeof *a->displacement);
    a->number = calloc((size_t)(displaced * pw_displacement_numbers(touches->k)), sizeof *a->number);
  }
  bool ok = a->touch && a->motion && a->row && a->force && (slidings == 0 || a->sliding);
  if (!ok || (displaced > 0 && !(a->displacement && a->number))) {
    pw_acting_free(a);
    return PAWL_ERR_MEMORY;
  }
  a->normal = a->touch + n;
  a->of = a->normal + n;
  a->room = room;
  return PAWL_OK;
}

static void list(PwActing *a, PwTouchState state) {
  for (int32_t i = 0; i < a->touches->count; i++) {
    if (a->touches->touch[i].state != state) continue;
    a->normal[i] = a->all;
    a->of[a->all] = a->count;
    a->touch[a->count++] = i;
    a->row[a->all++] = make_normal(a->touches, i);
  }
}

// Rows of a grip of acting touch `of` that sticks, or what it is to slide.
static void list_grip(PwActing *a, int32_t of, PwGrip grip) {
  const PawlMechanism *k = a->touches->k;
  int32_t touch = a->touch[of];
  const PwTouch *t = &a->touches->touch[touch];
  const PwContact *c = &k->contact[t->contact];
  if (t->grip[grip].slides) {
    a->sliding[a->slidings++] =
        (PwSliding){.of = of, .touch = touch, .grip = grip, .normal = a->normal[touch], .sign = t->load < 0 ? -1 : 1};
    return;
  }
  for (int32_t n = 0; n < pw_grip_rows(k, grip); n++) {
    a->of[a->all] = of;
    a->row[a->all++] = (PwPairRow){.touch = touch,
                                   .body = {c->body[0], c->body[1]},
                                   .component = pw_grip_component(k, grip) + n,
                                   .level = PW_LEVEL_SPEED,
                                   .angular = grip != PW_GRIP_SLIP};
  }
}

static void list_friction(PwActing *a) {
  const PawlMechanism *k = a->touches->k;
  a->slidings = 0;
  for (int32_t i = 0; i < a->closed; i++) {
    const PwContact *c = &k->contact[a->touches->touch[a->touch[i]].contact];
    if (!pw_contact_has_friction(c)) continue;
    for (int p = 0; p < PW_GRIPS; p++) {
      if (pw_contact_has_grip(k, c, (PwGrip)p)) list_grip(a, i, (PwGrip)p);
    }
  }
}

// Rows of joints that stick by friction, and those that slide. One that never sticks and has nothing to slide against is left
// out.
static void list_bearings(PwActing *a) {
  const PawlMechanism *k = a->touches->k;
  for (int32_t b = 0; b < k->bearings; b++) {
    if (a->touches->bearing[b].grip.slides) {
      a->sliding[a->slidings++] = (PwSliding){.of = -1, .touch = -1, .bearing = b, .normal = -1, .sign = 1};
      continue;
    }
    const PwJoint *joint = &k->joint[k->bearing[b].joint];
    for (int32_t n = 0; n < k->bearing[b].rows; n++) {
      a->of[a->all] = -1;
      a->row[a->all++] = (PwPairRow){
          .touch = -1, .bearing = b, .body = {joint->body[0], joint->body[1]}, .component = n, .level = PW_LEVEL_SPEED};
    }
  }
}

// Where rows of friction depend on each other they share in proportion to their limits, by the loads of the last decision, so
// that none slides before the others must: the least sum of f^2/limit. Normal rows share among themselves as without friction.
static void weigh(PwActing *a) {
  static const double LEAST = 1e-6;  // of the largest load
  const PawlMechanism *k = a->touches->k;
  double largest = 0;
  for (int32_t i = 0; i < a->position_rows; i++) largest = fmax(largest, fabs(a->touches->touch[a->row[i].touch].shares));
  for (int32_t b = 0; b < k->bearings; b++) largest = fmax(largest, a->touches->bearing[b].load);
  if (a->rows == a->position_rows || !(largest > 0)) return;
  for (int32_t i = 0; i < a->rows; i++) {
    PwPairRow *row = &a->row[i];
    if (row->touch < 0) {
      double limit = k->bearing[row->bearing].mu_static * fmax(a->touches->bearing[row->bearing].load, LEAST * largest);
      row->weight = sqrt(limit > 0 ? limit : LEAST * largest);
      continue;
    }
    const PwTouch *touch = &a->touches->touch[row->touch];
    double load = fmax(fabs(touch->shares), LEAST * largest), limit = 1;
    if (row->component > 0) limit = pw_grip_static(&k->contact[touch->contact], grip_of(k, row));
    if (isinf(limit)) limit = 1, load = largest;  // nothing to go by, and no load of another instant
    row->weight = sqrt(row->component == 0 ? largest : limit * load * pw_scale(k, false) / pw_scale(k, row->angular));
  }
}

// Of the pressed touches those with friction. PAWL_ERR_LIMIT: there are more than a state has room for.
static PawlStatus list_displaced(PwActing *a) {
  const PawlMechanism *k = a->touches->k;
  a->displaced = 0;
  for (int32_t i = a->rows; i < a->all && pw_mechanism_has_displacement(k); i++) {
    int32_t touch = a->row[i].touch;
    if (!pw_touch_is_displaced(k, &a->touches->touch[touch])) continue;
    if (a->displaced == k->displaced) return PAWL_ERR_LIMIT;
    a->displacement[a->displaced++] = (PwDisplaced){.touch = touch, .row = i, .at = pw_displacement_at(a->touches, touch)};
  }
  a->tail = pw_displacement_numbers(k) * a->displaced;
  return PAWL_OK;
}

PawlStatus pw_acting_list(PwActing *a, const PwTouches *touches) {
  PawlStatus status = reserve(a, touches);
  if (status) return status;
  a->touches = touches;
  a->count = a->all = 0;
  for (int32_t i = 0; i < a->room; i++) a->normal[i] = -1;
  list(a, PW_TOUCH_CLOSED);
  a->closed = a->count;
  a->position_rows = a->all;
  list_friction(a);
  list_bearings(a);
  a->rows = a->all;
  weigh(a);
  list(a, PW_TOUCH_PRESSED);
  PW_SET_STAGE(a, PW_STAGE_LISTED);
  return list_displaced(a);
}

static void frame_of(const PwTouches *t, const PwMotion *m, int32_t touch, const PwTouchMotion *motion, bool moved,
                     PwTouchFrame *out) {
  pw_pair_of(t->k, &t->touch[touch])->frame(m, &t->touch[touch], motion, moved, out);
}

// The rows of the grip that begins with row i, once its touch is placed, or moved; returns their number.
static int32_t place_grip(PwActing *a, const PwMotion *m, int32_t i, bool moved) {
  const PawlMechanism *k = m->mechanism;
  PwPairRow *row = &a->row[i];
  if (row->touch < 0) {
    (moved ? pw_bearing_move : pw_bearing_place)(m, row->bearing, row);
    return k->bearing[row->bearing].rows;
  }
  const PwTouchMotion *motion = pw_acting_motion(a, i);
  PwGrip grip = grip_of(k, row);
  PwTouchFrame frame;
  frame_of(a->touches, m, row->touch, motion, moved, &frame);
  if (moved) {
    pw_grip_move(m, &frame, grip, row);
  } else {
    pw_grip_place(k, &frame, grip, row);
  }
  return pw_grip_rows(k, grip);
}

// The direction in its rows along which a joint slides, and its rate along it. One that does not move, and of which nothing is
// decided, has none.
static void find_bearing_direction(const PwBearingState *state, int32_t rows, const PwPairRow *row, double still, PwSliding *s) {
  bool told = state->given || state->grip.frozen || state->grip.yields;
  double length = 0;
  s->rate = 0;
  for (int32_t n = 0; n < rows; n++) {
    s->rate = hypot(s->rate, row[n].rate);
    s->direction[n] = state->given ? -state->force[n] : told ? state->grip.along[n] : row[n].rate;
    length = hypot(length, s->direction[n]);
  }
  if (!told && !(s->rate > still)) length = INFINITY;
  s->speed = 0;
  for (int32_t n = 0; n < rows; n++) {
    s->direction[n] = length > 0 ? s->direction[n] / length : 0;
    s->speed += s->direction[n] * row[n].rate;
  }
}

static void slide_bearing(PwActing *a, const PwMotion *m, PwSliding *s) {
  const PwBearing *bearing = &m->mechanism->bearing[s->bearing];
  const PwBearingState *state = &a->touches->bearing[s->bearing];
  PwPairRow row[PW_BEARING_ROWS] = {0};
  pw_bearing_place(m, s->bearing, row);
  pw_bearing_move(m, s->bearing, row);
  find_bearing_direction(state, bearing->rows, row, pw_bearing_still(a->touches), s);
  memset(s->jac, 0, sizeof s->jac);
  for (int32_t n = 0; n < bearing->rows; n++) {
    for (int i = 0; i < 12; i++) s->jac[i] += s->direction[n] * row[n].jac[i];
  }
  s->body[0] = row[0].body[0];
  s->body[1] = row[0].body[1];
  s->limit = state->given ? 0 : state->grip.yields ? bearing->mu_static : pw_bearing_kinetic(bearing, s->speed);
  s->viscous = state->given ? pw_norm(state->force) : pw_bearing_viscous(bearing, s->speed);
}

void pw_sliding_turn(PwSliding *s, const double direction[PW_GRIP_ROWS]) {
  s->speed = 0;
  memset(s->direction, 0, sizeof s->direction);
  memset(s->jac, 0, sizeof s->jac);
  for (int32_t n = 0; n < PW_GRIP_ROWS; n++) {  // rows that it does not have are zero
    s->direction[n] = direction[n];
    s->speed += direction[n] * s->row[n].rate;
    for (int i = 0; i < 12; i++) s->jac[i] += direction[n] * s->row[n].jac[i];
  }
}

// A grip that slides, at the state that the touches are moved at.
static void slide(PwActing *a, const PwMotion *m, PwSliding *s) {
  if (s->touch < 0) {
    slide_bearing(a, m, s);
    return;
  }
  const PawlMechanism *k = m->mechanism;
  const PwTouch *touch = &a->touches->touch[s->touch];
  const PwContact *c = &k->contact[touch->contact];
  const PwTouchMotion *motion = &a->motion[s->of];
  const PwTouchGrip *grip = &touch->grip[s->grip];
  PwTouchFrame frame;
  double direction[PW_GRIP_ROWS] = {0};
  memset(s->row, 0, sizeof s->row);
  frame_of(a->touches, m, s->touch, motion, true, &frame);
  pw_grip_place(k, &frame, s->grip, s->row);
  pw_grip_move(m, &frame, s->grip, s->row);
  pw_grip_direction(k, grip, &frame, s->grip, s->row, direction, &s->speed);
  pw_sliding_turn(s, direction);
  s->rate = pw_grip_speed(k, s->grip, s->row);
  s->begins = grip->begins;
  s->ahead = grip->ahead;
  s->body[0] = frame.body[0];
  s->body[1] = frame.body[1];
  double speed = s->begins ? s->rate : s->speed;
  s->limit = grip->yields ? pw_grip_static(c, s->grip) : pw_grip_kinetic(c, s->grip, speed);
  s->viscous = pw_grip_viscous(c, s->grip, speed);
}

PawlStatus pw_acting_place(PwActing *a, const PwMotion *m) {
  assert(a->count == 0 || a->stage >= PW_STAGE_LISTED);
  PW_SET_STAGE(a, PW_STAGE_LISTED);
  for (int32_t i = 0; i < a->count; i++) {
    PawlStatus status = pw_touch_place(m, &a->touches->touch[a->touch[i]], &a->motion[i]);
    if (status) return status;
  }
  for (int32_t i = 0; i < a->all;) {
    bool normal = is_normal(&a->row[i]);
    if (normal) place_normal(m->mechanism, pw_acting_motion(a, i), &a->row[i]);
    i += normal ? 1 : place_grip(a, m, i, false);
  }
  PW_SET_STAGE(a, PW_STAGE_PLACED);
  return PAWL_OK;
}

void pw_acting_move(PwActing *a, const PwMotion *m) {
  PW_NEED_STAGE(a, PW_STAGE_PLACED, PW_STAGE_MOVED);
  for (int32_t i = 0; i < a->count; i++) pw_touch_move(m, &a->touches->touch[a->touch[i]], &a->motion[i]);
  for (int32_t i = 0; i < a->all;) {
    bool normal = is_normal(&a->row[i]);
    if (normal) move_normal(pw_acting_motion(a, i), &a->row[i]);
    i += normal ? 1 : place_grip(a, m, i, true);
  }
  for (int32_t i = 0; i < a->slidings; i++) slide(a, m, &a->sliding[i]);
  for (int32_t i = 0; i < a->displaced; i++) {
    pw_displaced_move(a->touches, m, pw_acting_motion(a, a->displacement[i].row), &a->displacement[i]);
  }
  PW_SET_STAGE(a, PW_STAGE_MOVED);
}

void pw_acting_jac_rate(const PwActing *a, const PwMotion *m, int32_t row, double out[12]) {
  const PwPairRow *r = &a->row[row];
  PW_NEED_STAGE(a, PW_STAGE_MOVED, PW_STAGE_MOVED);
  if (r->touch < 0) {
    pw_bearing_jac_rate(m, r->bearing, r->component, out);
    return;
  }
  if (r->component == 0) {
    pw_touch_jac_rate(m, &a->touches->touch[r->touch], pw_acting_motion(a, row), out);
    return;
  }
  PwGrip grip = grip_of(m->mechanism, r);
  PwTouchFrame frame;
  frame_of(a->touches, m, r->touch, pw_acting_motion(a, row), true, &frame);
  pw_grip_jac_rate(m, r, &frame, grip, r->component - pw_grip_component(m->mechanism, grip), out);
}

void pw_acting_hessian(const PwActing *a, const PwMotion *m, int32_t row, double H[144]) {
  const PwTouch *touch = &a->touches->touch[a->row[row].touch];
  PW_NEED_STAGE(a, PW_STAGE_PLACED, PW_STAGE_MOVED);
  pw_pair_of(m->mechanism, touch)->hessian(m, touch, pw_acting_motion(a, row), H);
}

bool pw_acting_stepped(const PwActing *a, const PwMotion_z *m, int32_t row, double complex *rate, double complex *bias) {
  if (a->row[row].touch < 0) return false;
  const PwTouch *touch = &a->touches->touch[a->row[row].touch];
  assert(m->moved);
  return pw_pair_of(m->mechanism, touch)->stepped(m, touch, rate, bias);
}

void pw_acting_load(PwActing *a, const double *tail) {
  if (a->tail > 0) memcpy(a->number, tail, (size_t)a->tail * sizeof *tail);
}

// Friction of the pressed touches; returns its power.
static double rub(PwActing *a, const PwMotion *m, double *force) {
  double power = 0;
  for (int32_t i = 0; i < a->displaced; i++) {
    PwDisplaced *d = &a->displacement[i];
    pw_displaced_press(a->touches, m, pw_acting_motion(a, d->row), a->number, d);
    for (int32_t n = 0; n < d->frame.tangents; n++) {
      pw_pair_add(a->touches->k, d->slip[n].body, d->slip[n].jac, d->stick.force[n], force);
      power += d->stick.force[n] * d->v[n];
    }
  }
  return power;
}

bool pw_acting_needs_acceleration(const PwActing *a) {
  bool needs = false;
  for (int32_t i = 0; i < a->displaced; i++) needs |= pw_displaced_needs_acceleration(&a->displacement[i]);
  return needs;
}

void pw_acting_displace(const PwActing *a, const PwMotion *m, const double *acceleration, double *rate) {
  for (int32_t i = 0; i < a->displaced; i++) {
    const PwDisplaced *d = &a->displacement[i];
    const PwPairRow *row = &a->row[d->row];
    double gap = row->bias;
    if (pw_displaced_needs_acceleration(d)) gap += pw_pair_along(a->touches->k, row->body, row->jac, acceleration);
    pw_displaced_rate(m, d, pw_displaced_rim_rate(a->touches, d, pw_acting_motion(a, d->row), gap), rate + d->at);
  }
}

double pw_acting_press(PwActing *a, const PwMotion *m, double *force) {
  double power = 0;
  PW_NEED_STAGE(a, PW_STAGE_MOVED, PW_STAGE_MOVED);
  for (int32_t i = a->rows; i < a->all; i++) {
    const PwPairRow *row = &a->row[i];
    const PwTouch *touch = &a->touches->touch[row->touch];
    double F, by_gap, by_rate;
    pw_force_law(&a->touches->k->contact[touch->contact].law, touch->v0, row->value, row->rate, &F, &by_gap, &by_rate);
    a->force[i] = F;
    power += F * row->rate;
    pw_pair_add(a->touches->k, row->body, row->jac, F, force);
  }
  return power + rub(a, m, force);
}

void pw_sliding_unit(const PawlMechanism *k, const PwSliding *s, double *wrench) {
  pw_pair_add(k, s->body, s->jac, -s->limit, wrench);
}

double pw_sliding_push(const PawlMechanism *k, PwSliding *s, double load, double *force) {
  s->load = load;
  s->force = s->limit * load + s->viscous;
  pw_pair_add(k, s->body, s->jac, -s->force, force);
  return -s->force * s->speed;
}

const PwDisplaced *pw_acting_displaced(const PwActing *a, int32_t touch) {
  for (int32_t i = 0; i < a->displaced; i++) {
    if (a->displacement[i].touch == touch) return &a->displacement[i];
  }
  return NULL;
}

int pw_row_axis(const PawlMechanism *k, const PwPairRow *row, double axis[3]) {
  int linear = k->planar ? 2 : 3;
  for (int i = 0; i < 3; i++) axis[i] = 0;
  for (int i = 0; i < linear && !row->angular; i++) axis[i] = row->jac[i];
  for (int i = k->planar ? 2 : 0, at = linear; i < 3 && row->angular; i++) axis[i] = row->jac[at++];
  return row->angular;
}

// What a row has of its touch's base.
static double base_of(const PwActing *a, const PwPairRow *row) {
  double axis[3], sum = 0;
  if (row->touch < 0 || !a->touches->touch[row->touch].based) return 0;
  const double *base = a->touches->touch[row->touch].base[pw_row_axis(a->touches->k, row, axis)];
  for (int i = 0; i < 3; i++) sum += axis[i] * base[i];
  return sum;
}

void pw_acting_push_base(const PwActing *a, double *force) {
  PW_NEED_STAGE(a, PW_STAGE_MOVED, PW_STAGE_MOVED);
  for (int32_t i = 0; i < a->rows; i++) {
    double base = base_of(a, &a->row[i]);
    if (base != 0) pw_pair_add(a->touches->k, a->row[i].body, a->row[i].jac, base, force);
  }
}

void pw_acting_take_base(PwActing *a) {
  for (int32_t i = 0; i < a->rows; i++) a->force[i] += base_of(a, &a->row[i]);
}

bool pw_grip_force(const PwRowForces *f, int32_t touch, PwGrip grip, double out[PW_GRIP_ROWS]) {
  const PwActing *a = f->acting;
  const PawlMechanism *k = a->touches->k;
  bool any = false;
  out[0] = out[1] = 0;
  const PwDisplaced *d = grip == PW_GRIP_SLIP ? pw_acting_displaced(a, touch) : NULL;
  for (int32_t n = 0; n < pw_grip_rows(k, grip) && d; n++) out[n] = d->stick.force[n];
  if (d) return true;
  for (int32_t i = 0; i < a->slidings && !any; i++) {
    const PwSliding *s = &a->sliding[i];
    any = s->touch == touch && s->grip == grip;
    for (int32_t n = 0; n < pw_grip_rows(k, grip) && any; n++) out[n] = -s->force * s->direction[n];
  }
  for (int32_t i = a->position_rows; i < a->rows && !any; i++) {
    const PwPairRow *row = &a->row[i];
    any = row->touch == touch && row->component == pw_grip_component(k, grip);
    for (int32_t n = 0; n < pw_grip_rows(k, grip) && any; n++) out[n] = f->force[i + n];
  }
  return any;
}

const PwSliding *pw_bearing_force(const PwRowForces *f, int32_t bearing, double out[PW_BEARING_ROWS]) {
  const PwActing *a = f->acting;
  int32_t rows = a->touches->k->bearing[bearing].rows;
  memset(out, 0, PW_BEARING_ROWS * sizeof *out);
  for (int32_t i = 0; i < a->slidings; i++) {
    const PwSliding *s = &a->sliding[i];
    if (s->touch >= 0 || s->bearing != bearing) continue;
    for (int32_t n = 0; n < rows; n++) out[n] = -s->force * s->direction[n];
    return s;
  }
  for (int32_t i = a->position_rows; i < a->rows; i++) {
    const PwPairRow *row = &a->row[i];
    if (row->touch < 0 && row->bearing == bearing) out[row->component] = f->force[i];
  }
  return NULL;
}

// Rows of the grips of a touch, in their order; returns their number.
static int32_t grip_rows(const PwTouches *t, const PwMotion *m, int32_t index, const PwTouchMotion *motion, bool all,
                         PwPairRow *row) {
  const PwTouch *touch = &t->touch[index];
  const PwContact *c = &t->k->contact[touch->contact];
  int32_t count = 0;
  PwTouchFrame frame;
  if (!pw_contact_has_friction(c)) return 0;
  frame_of(t, m, index, motion, true, &frame);
  for (int p = 0; p < PW_GRIPS; p++) {
    if (!pw_contact_has_grip(t->k, c, (PwGrip)p) || (touch->grip[p].slides && !all)) continue;
    int32_t rows = pw_grip_rows(t->k, (PwGrip)p);
    for (int32_t n = 0; n < rows; n++) {
      row[count + n] = (PwPairRow){.touch = index, .component = pw_grip_component(t->k, (PwGrip)p) + n};
    }
    pw_grip_place(t->k, &frame, (PwGrip)p, row + count);
    pw_grip_move(m, &frame, (PwGrip)p, row + count);
    count += rows;
  }
  return count;
}

PawlStatus pw_touches_rows(const PwTouches *t, const PwMotion *m, PwRowChoice choice, int32_t n, const int32_t *touch,
                           PwPairRow *row, int32_t *first) {
  int32_t rows = 0;
  assert(m->moved);
  for (int32_t i = 0; i < n; i++) {
    const PwTouch *source = &t->touch[touch[i]];
    PwTouchMotion motion;
    PawlStatus status = pw_touch_place(m, source, &motion);
    if (status) return status;
    pw_touch_move(m, source, &motion);
    first[i] = rows;
    row[rows] = make_normal(t, touch[i]);
    place_normal(m->mechanism, &motion, &row[rows]);
    move_normal(&motion, &row[rows++]);
    if (choice != PW_ROWS_NORMAL) rows += grip_rows(t, m, touch[i], &motion, choice == PW_ROWS_ALL, row + rows);
  }
  first[n] = rows;
  return PAWL_OK;
}
