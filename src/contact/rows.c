#include "contact/rows.h"

#include <stdlib.h>
#include <string.h>

#include "contact/law.h"

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

void pw_acting_free(PwActing *a) {
  free(a->touch);
  free(a->motion);
  free(a->row);
  free(a->force);
  *a = (PwActing){0};
}

static PawlStatus reserve(PwActing *a, int32_t room) {
  if (room <= a->room) return PAWL_OK;
  pw_acting_free(a);
  size_t n = (size_t)room, rows = n * PW_TOUCH_ROWS;
  a->touch = calloc(2 * n + rows, sizeof *a->touch);
  a->motion = calloc(n, sizeof *a->motion);
  a->row = calloc(rows, sizeof *a->row);
  a->force = calloc(rows, sizeof *a->force);
  if (!a->touch || !a->motion || !a->row || !a->force) {
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

PawlStatus pw_acting_list(PwActing *a, const PwTouches *touches) {
  PawlStatus status = reserve(a, touches->capacity);
  if (status) return status;
  a->touches = touches;
  a->count = a->all = 0;
  for (int32_t i = 0; i < a->room; i++) a->normal[i] = -1;
  list(a, PW_TOUCH_CLOSED);
  a->closed = a->count;
  a->position_rows = a->rows = a->all;
  list(a, PW_TOUCH_PRESSED);
  PW_SET_STAGE(a, PW_STAGE_LISTED);
  return PAWL_OK;
}

PawlStatus pw_acting_place(PwActing *a, const PwMotion *m) {
  assert(a->count == 0 || a->stage >= PW_STAGE_LISTED);
  PW_SET_STAGE(a, PW_STAGE_LISTED);
  for (int32_t i = 0; i < a->count; i++) {
    PawlStatus status = pw_touch_place(m, &a->touches->touch[a->touch[i]], &a->motion[i]);
    if (status) return status;
  }
  for (int32_t i = 0; i < a->all; i++) place_normal(m->mechanism, &a->motion[a->of[i]], &a->row[i]);
  PW_SET_STAGE(a, PW_STAGE_PLACED);
  return PAWL_OK;
}

void pw_acting_move(PwActing *a, const PwMotion *m) {
  PW_NEED_STAGE(a, PW_STAGE_PLACED, PW_STAGE_MOVED);
  for (int32_t i = 0; i < a->count; i++) pw_touch_move(m, &a->touches->touch[a->touch[i]], &a->motion[i]);
  for (int32_t i = 0; i < a->all; i++) move_normal(&a->motion[a->of[i]], &a->row[i]);
  PW_SET_STAGE(a, PW_STAGE_MOVED);
}

void pw_acting_jac_rate(const PwActing *a, const PwMotion *m, int32_t row, double out[12]) {
  PW_NEED_STAGE(a, PW_STAGE_MOVED, PW_STAGE_MOVED);
  pw_touch_jac_rate(m, &a->touches->touch[a->row[row].touch], pw_acting_motion(a, row), out);
}

void pw_acting_hessian(const PwActing *a, const PwMotion *m, int32_t row, double H[144]) {
  const PwTouch *touch = &a->touches->touch[a->row[row].touch];
  PW_NEED_STAGE(a, PW_STAGE_PLACED, PW_STAGE_MOVED);
  pw_pair_of(m->mechanism, touch)->hessian(m, touch, pw_acting_motion(a, row), H);
}

bool pw_acting_stepped(const PwActing *a, const PwMotion_z *m, int32_t row, double complex *rate, double complex *bias) {
  const PwTouch *touch = &a->touches->touch[a->row[row].touch];
  assert(m->moved);
  return pw_pair_of(m->mechanism, touch)->stepped(m, touch, rate, bias);
}

double pw_acting_press(PwActing *a, double *force) {
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
  return power;
}

PawlStatus pw_touches_rows(const PwTouches *t, const PwMotion *m, int32_t n, const int32_t *touch, PwPairRow *row,
                           int32_t *first) {
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
  }
  first[n] = rows;
  return PAWL_OK;
}
