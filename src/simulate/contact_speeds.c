// Initial speeds at touches that start closed and roll: the speeds that were asked for stay as they are where the others can
// follow; else those that are held; else all change, by as little as impulses at the touches can make them.
//
//   W P = wanted change of the rates of all these rows,  dv = M^-1 G^T P with the joints' rows included
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "mechanics/held.h"
#include "numerics/vec.h"
#include "simulate/simulation.h"

typedef enum { ASKED, HELD, TOUCHES, CHOICES } Choice;  // what stays, beside the rows of the touches

typedef struct {
  int32_t n, most;
  int32_t *touch, *first;
  PwPairRow *row;
  double *wanted, *W, *acceleration, *P;
  PwLcp *lcp;
} Problem;

static void destroy(Problem *p) {
  free(p->touch);
  free(p->row);
  free(p->wanted);
  pw_lcp_free(p->lcp);
}

static PawlStatus create(const PawlSimulation *s, Problem *p) {
  int32_t touches = s->contact.touches.count;
  p->most = touches * pw_touch_most_rows(s->k) + s->k->wishes + 6 * s->k->body_wishes;
  size_t n = (size_t)p->most + 1;
  p->touch = calloc(2 * (size_t)touches + 2, sizeof *p->touch);
  p->row = calloc(n, sizeof *p->row);
  p->wanted = calloc(n * n + 3 * n, sizeof *p->wanted);
  if (!p->touch || !p->row || !p->wanted || pw_lcp_create(p->most, &p->lcp)) return PAWL_ERR_MEMORY;
  p->first = p->touch + touches + 1;
  p->acceleration = p->wanted + n;
  p->P = p->acceleration + n;
  p->W = p->P + n;
  return PAWL_OK;
}

// The rows of the touches, whose rates are to be none.
static PawlStatus take_touches(const PawlSimulation *s, const PwMotion *motion, Problem *p) {
  const PwTouches *touches = &s->contact.touches;
  int32_t n = 0;
  for (int32_t i = 0; i < touches->count; i++) {
    if (touches->touch[i].state == PW_TOUCH_CLOSED) p->touch[n++] = i;
  }
  PawlStatus status = pw_touches_rows(touches, motion, PW_ROWS_HELD, n, p->touch, p->row, p->first);
  p->n = p->first[n];
  for (int32_t i = 0; i < p->n && status == PAWL_OK; i++) p->wanted[i] = -p->row[i].rate;
  return status;
}

static void take_coordinate(const PwMotion *motion, const PwWish *wish, Problem *p) {
  const PawlMechanism *k = motion->mechanism;
  const PwScalarMotion *m = &motion->scalar[k->coordinate[wish->coordinate].scalar];
  const PwScalar *scalar = &k->scalar[k->coordinate[wish->coordinate].scalar];
  PwPairRow *row = &p->row[p->n];
  *row = (PwPairRow){.body = {k->frame[scalar->frame[0]].body, k->frame[scalar->frame[1]].body}};
  memcpy(row->jac, m->jac, 2 * (size_t)pw_speeds_per_body(k) * sizeof *row->jac);
  p->wanted[p->n++] = wish->speed - m->rate;
}

// Component i of the twist of a body's origin.
static void take_twist(const PawlSimulation *s, const PwBodyWish *wish, int i, Problem *p) {
  const PawlMechanism *k = s->k;
  int32_t nq = pw_position_count(k), per = pw_speeds_per_body(k);
  double twist[6], unit[6];
  PwPairRow *row = &p->row[p->n];
  pw_origin_twist(k, wish->body, s->y, s->y + nq, twist);
  *row = (PwPairRow){.body = {wish->body, 0}};
  double *speeds = s->trial + nq;
  for (int32_t c = 0; c < per; c++) {  // linear in the body's speeds
    memset(speeds + per * (wish->body - 1), 0, (size_t)per * sizeof *speeds);
    speeds[per * (wish->body - 1) + c] = 1;
    pw_origin_twist(k, wish->body, s->y, speeds, unit);
    row->jac[c] = unit[i];
  }
  p->wanted[p->n++] = wish->twist[i] - twist[i];
}

static void take_wishes(const PawlSimulation *s, const PwMotion *motion, Choice choice, Problem *p) {
  const PawlMechanism *k = s->k;
  for (int32_t i = 0; i < k->wishes; i++) {
    if (!isnan(k->wish[i].speed) && (choice == ASKED || k->wish[i].hold_speed)) take_coordinate(motion, &k->wish[i], p);
  }
  for (int32_t i = 0; i < k->body_wishes; i++) {
    for (int c = 0; c < 6; c++) {
      bool there = k->planar ? c < 2 || c == 5 : true;
      if (!there || isnan(k->body_wish[i].twist[c]) || !(choice == ASKED || k->body_wish[i].hold_velocity)) continue;
      take_twist(s, &k->body_wish[i], c, p);
    }
  }
}

// One try; *met: the rows can have what they want.
static PawlStatus meet(PawlSimulation *s, Choice choice, Problem *p, bool *met) {
  static const double CLOSE = 1e-10;  // of the mechanism's size, per second, and of the speeds
  PwMotion *motion = pw_formulation_motion(s->formulation);
  double residual = 0, size = s->k->size;
  int32_t rank;
  motion->all = true;
  PawlStatus status = pw_formulation_stand(s->formulation, 0, s->y);
  motion->all = false;
  if (status == PAWL_OK) status = take_touches(s, motion, p);
  if (status) return status;
  if (choice != TOUCHES) take_wishes(s, motion, choice, p);
  status = pw_formulation_touch_space(s->formulation, 0, s->y, p->n, p->row, p->W, p->acceleration);
  for (int32_t i = 0; i < p->n; i++) {
    size = fmax(size, fabs(p->wanted[i]));
    p->acceleration[i] = -p->wanted[i];
  }
  if (status == PAWL_OK) status = pw_least_norm(p->lcp, p->n, p->W, p->acceleration, p->P, &rank, &residual);
  *met = status == PAWL_OK && (residual <= CLOSE * size || choice == TOUCHES);
  if (*met) pw_formulation_apply_impulses(s->formulation, s->y, p->n, p->P, s->contact.row_impulse);
  return status;
}

PawlStatus pw_contact_meet_speeds(PawlSimulation *s) {
  Problem p = {0};
  bool met = false;
  PawlStatus status = create(s, &p);
  for (int choice = ASKED; choice < CHOICES && !met && status == PAWL_OK; choice++) status = meet(s, (Choice)choice, &p, &met);
  destroy(&p);
  return status;
}
