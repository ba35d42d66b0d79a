// Pins that close loops in the plane, the commonest closures: two rows in ground axes, x and y of d = (point of body 2) - (point
// of body 1). Done here without frames and scalars, for the integrator's evaluations:
//
//   c_i = R_i (point in body axes),  d = q_2 + c_2 - q_1 - c_1
//   gradient in a speed with column S = (s, turn) of a link on the way of body i:  +- (s + turn z x L),  L = q_i + c_i - q_link
//   a force f along d on the bodies: -(f, c_1 x f), (f, c_2 x f), and its rate at constant f: -(0, c_1' x f), (0, c_2' x f)
//   d'' = sum of +- (a_i + alpha_i z x c_i - w_i^2 c_i)
#include <string.h>

#include "dynamics/canonical.h"

// Are rows a, a + 1 of the closures those of a pin?
static bool is_pin(const PwCanonical *f, int32_t a) {
  const PawlMechanism *k = f->head.k;
  if (!k->planar || a + 1 >= f->rows || f->row[a + 1] != f->row[a] + 1) return false;
  for (int i = 0; i < 2; i++) {
    const PwRow *row = &k->row[f->row[a + i]];
    if (row->terms != 1 || row->joint < 0 || row->joint != k->row[f->row[a]].joint || row->law.expr || row->law.constant != 0) {
      return false;
    }
    const PwScalar *s = &k->scalar[k->term[row->term].scalar];
    bool still = !k->frame[s->frame[0]].moves && !k->frame[s->frame[1]].moves;
    if (s->kind != PW_S_GROUND || s->axis != i || k->term[row->term].factor != 1 || !still) return false;
  }
  return !f->constant[a] && !f->constant[a + 1];
}

PawlStatus pw_canonical_list_pins(PwCanonical *f) {
  const PawlMechanism *k = f->head.k;
  f->pin = pw_arena_array(&f->arena, (size_t)f->rows + 1, sizeof *f->pin);
  f->pinned = pw_arena_array(&f->arena, (size_t)f->rows + 1, sizeof *f->pinned);
  if (!f->pin || !f->pinned) return PAWL_ERR_MEMORY;
  for (int32_t a = 0; a < f->rows; a++) {
    if (!is_pin(f, a)) continue;
    PwPin *pin = &f->pin[f->pins++];
    const PwScalar *s = &k->scalar[k->term[k->row[f->row[a]].term].scalar];
    pin->closure = a;
    for (int side = 0; side < 2; side++) {
      const PwFrame *frame = &k->frame[s->frame[side]];
      pin->body[side] = frame->body;
      memcpy(pin->at[side], frame->position, sizeof pin->at[side]);
    }
    pin->common = pw_tree_common(f->tree, pin->body[0], pin->body[1]);
    f->pinned[a] = f->pinned[a + 1] = true;
    a++;
  }
  return PAWL_OK;
}

PawlStatus pw_canonical_place_in_rows(PwCanonical *f) {
  int32_t *speed = pw_arena_array(&f->arena, (size_t)f->nu + 1, sizeof *speed);
  if (!speed) return PAWL_ERR_MEMORY;
  for (int32_t i = 0; i < 2 * f->pins; i++) {
    PwPin *pin = &f->pin[i / 2];
    const int32_t *column = f->kept.column + f->kept.start[pin->closure];
    int32_t count = pw_tree_list(f->tree, pin->body[i % 2], pin->common, f->marked, speed);
    int32_t *place = pin->place[i % 2] = pw_arena_array(&f->arena, (size_t)count + 1, sizeof *place);
    for (int32_t j = 0; j < count; j++) {
      f->marked[speed[j]] = false;
      while (place && column[place[j]] != speed[j]) place[j]++;
    }
    if (!place) return PAWL_ERR_MEMORY;
  }
  return PAWL_OK;
}

void pw_canonical_place_pins(PwCanonical *f) {
  for (int32_t i = 0; i < f->pins; i++) {
    PwPin *pin = &f->pin[i];
    for (int side = 0; side < 2; side++) {
      const double *R = f->motion.R + 2 * pin->body[side], *at = pin->at[side], *q = f->motion.q + 3 * pin->body[side];
      pin->c[side][0] = R[0] * at[0] - R[1] * at[1];
      pin->c[side][1] = R[1] * at[0] + R[0] * at[1];
      pin->p[side][0] = q[0] + pin->c[side][0];
      pin->p[side][1] = q[1] + pin->c[side][1];
    }
  }
}

void pw_canonical_close_pins(const PwCanonical *f, PwReduction *s) {
  for (int32_t i = 0; i < f->pins; i++) {
    const PwPin *pin = &f->pin[i];
    const int32_t *start = s->start + pin->closure;
    double *x = s->C + start[0], *y = s->C + start[1];
    memset(x, 0, (size_t)(start[2] - start[0]) * sizeof *x);
    for (int side = 0; side < 2; side++) {
      pw_tree_add_point(f->tree, pin->body[side], pin->common, pin->p[side], side ? 1 : -1, pin->place[side], x, y);
    }
  }
}

void pw_canonical_pull_pins(const PwCanonical *f, const double *lambda, double *force, double *rate) {
  for (int32_t i = 0; i < f->pins; i++) {
    const PwPin *pin = &f->pin[i];
    for (int side = 0; side < 2; side++) {
      if (pin->body[side] == 0) continue;
      double sign = side ? 1 : -1, x = sign * lambda[pin->closure], y = sign * lambda[pin->closure + 1];
      const double *c = pin->c[side];
      int32_t at = 3 * (pin->body[side] - 1);
      force[at] += x;
      force[at + 1] += y;
      force[at + 2] += c[0] * y - c[1] * x;
      if (rate) rate[at + 2] -= f->v[at + 2] * (c[0] * x + c[1] * y);
    }
  }
}

void pw_canonical_accelerate_pins(const PwCanonical *f, const double *a0, double *out) {
  for (int32_t i = 0; i < f->pins; i++) {
    const PwPin *pin = &f->pin[i];
    double *d = out + pin->closure;
    d[0] = d[1] = 0;
    for (int side = 0; side < 2; side++) {
      if (pin->body[side] == 0) continue;
      const double *c = pin->c[side], *a = a0 + 3 * (pin->body[side] - 1);
      double sign = side ? 1 : -1, w = f->v[3 * (pin->body[side] - 1) + 2];
      d[0] += sign * (a[0] - a[2] * c[1] - w * w * c[0]);
      d[1] += sign * (a[1] + a[2] * c[0] - w * w * c[1]);
    }
  }
}
