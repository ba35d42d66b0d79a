// Bodies and frames at a row of audit.bin, from the numbers there and the meaning of the model file.
#include <string.h>

#include "audit/parts.h"

double pw_audit_wrap(double angle) {
  return angle - 6.283185307179586476925 * nearbyint(angle / 6.283185307179586476925);
}

bool pw_audit_state_create(PwAudit *a, PwAuditState *out) {
  out->body = pw_arena_array(&a->arena, (size_t)a->model->bodies.count, sizeof *out->body);
  out->frame = pw_arena_array(&a->arena, (size_t)a->model->frames.count + 1, sizeof *out->frame);
  return out->body && out->frame;
}

static void rotate(const double R[9], const double v[3], double out[3]) {
  double x[3] = {v[0], v[1], v[2]};
  for (int i = 0; i < 3; i++) out[i] = R[3 * i] * x[0] + R[3 * i + 1] * x[1] + R[3 * i + 2] * x[2];
}

static void multiply(const double A[9], const double B[9], double out[9]) {
  for (int i = 0; i < 3; i++) {
    for (int j = 0; j < 3; j++) out[3 * i + j] = A[3 * i] * B[j] + A[3 * i + 1] * B[3 + j] + A[3 * i + 2] * B[6 + j];
  }
}

static void place_center(const PwAudit *a, int32_t i, PwAuditBody *b) {
  double arm[3], wc[3], wwc[3], ac[3];
  rotate(b->R, a->model->bodies.item[i].def.center, arm);
  if (a->planar) arm[2] = 0;
  pw_cross(b->w, arm, wc);
  pw_cross(b->w, wc, wwc);
  pw_cross(b->alpha, arm, ac);
  for (int c = 0; c < 3; c++) {
    b->c[c] = b->p[c] + arm[c];
    b->vc[c] = b->v[c] + wc[c];
    b->ac[c] = b->a[c] + ac[c] + wwc[c];
  }
}

// A body as drawn: at rest.
static void draw_body(const PwAudit *a, int32_t i, PwAuditBody *b) {
  const PawlBodyDef *d = &a->model->bodies.item[i].def;
  memset(b, 0, sizeof *b);
  memcpy(b->p, d->position, sizeof b->p);
  memcpy(b->q, d->orientation, sizeof b->q);
  if (a->planar) b->p[2] = 0;
  b->turn = 2 * atan2(d->orientation[3], d->orientation[0]);
  pw_quat_matrix(b->q, b->R);
  place_center(a, i, b);
}

static void read_body(const PwAudit *a, int64_t row, int32_t i, PwAuditBody *b) {
  const double *x = a->rows.value + row * a->rows.columns + a->body_column[i];
  memset(b, 0, sizeof *b);
  if (a->planar) {
    memcpy(b->p, x, 2 * sizeof *x);
    b->turn = x[2];
    b->q[0] = cos(x[2] / 2);
    b->q[3] = sin(x[2] / 2);
    memcpy(b->v, x + 3, 2 * sizeof *x);
    b->w[2] = x[5];
    memcpy(b->a, x + 6, 2 * sizeof *x);
    b->alpha[2] = x[8];
  } else {
    memcpy(b->p, x, 3 * sizeof *x);
    memcpy(b->q, x + 3, 4 * sizeof *x);
    memcpy(b->v, x + 7, 3 * sizeof *x);
    memcpy(b->w, x + 10, 3 * sizeof *x);
    memcpy(b->a, x + 13, 3 * sizeof *x);
    memcpy(b->alpha, x + 16, 3 * sizeof *x);
  }
  pw_quat_matrix(b->q, b->R);
  place_center(a, i, b);
}

// A frame on its body: `at` plus offset along the body's axes, turned by its orientation, then about its own axis.
static void stand(const PwAudit *a, double t, double side, int32_t i, PwStand *out) {
  const PawlFrameDef *d = &a->model->frames.item[i].def;
  double law[2], turn[2], axis[3], q[4], spin[4];
  for (int c = 0; c < 3; c++) {
    pw_audit_law_t(&a->frame_law[i][c], t, side, law);
    out->at[c] = d->position[c] + law[0];
    out->rate[c] = law[1];
  }
  pw_audit_law_t(&a->frame_law[i][3], t, side, turn);
  memcpy(axis, d->angle_axis, sizeof axis);
  pw_normalise(axis);
  spin[0] = cos(turn[0] / 2);
  for (int c = 0; c < 3; c++) spin[1 + c] = sin(turn[0] / 2) * axis[c];
  pw_quat_multiply(d->orientation, spin, q);
  pw_quat_matrix(q, out->R);
  rotate(out->R, axis, out->spin);
  for (int c = 0; c < 3; c++) out->spin[c] *= turn[1];
}

bool pw_audit_stands(PwAudit *a) {
  a->stand = pw_arena_array(&a->arena, (size_t)a->model->frames.count + 1, sizeof *a->stand);
  for (int32_t i = 0; a->stand && i < a->model->frames.count; i++) {
    stand(a, 0, 1, i, &a->stand[i]);
    for (int c = 0; c < 4; c++) a->stand[i].moves |= a->frame_law[i][c].expr != NULL;
  }
  return a->stand != NULL;
}

static void place_frame(const PwAudit *a, const PwAuditState *s, int32_t i, PwAuditFrame *out) {
  const PwStand *on = &a->stand[i];
  PwStand moved;
  int32_t body = a->model->frames.item[i].def.body.i - 1;
  const PwAuditBody *b = &s->body[body];
  double arm[3];
  if (on->moves) {
    stand(a, s->t, s->side, i, &moved);
    on = &moved;
  }
  out->body = body;
  multiply(b->R, on->R, out->R);
  rotate(b->R, on->at, arm);
  if (a->planar) arm[2] = 0;
  pw_cross(b->w, arm, out->v);
  for (int c = 0; c < 3; c++) {
    out->p[c] = b->p[c] + arm[c];
    out->v[c] += b->v[c];
    out->w[c] = b->w[c];
  }
  if (on != &moved) return;
  double rate[3], spin[3];
  rotate(b->R, on->rate, rate);
  rotate(b->R, on->spin, spin);
  for (int c = 0; c < 3; c++) out->v[c] += rate[c], out->w[c] += spin[c];
}

static void place(const PwAudit *a, int64_t row, PwAuditState *s) {
  s->row = row;
  s->t = row < 0 ? 0 : pw_audit_value(a, row, 0);
  s->kind = row < 0 ? PW_ROW_SAMPLE : (PwRowKind)pw_audit_value(a, row, 1);
  s->events = row < 0 ? 0 : pw_audit_value(a, row, 2);
  s->work = row < 0 ? 0 : pw_audit_value(a, row, 3);
  s->side = s->kind == PW_ROW_BEFORE ? -1 : 1;
  for (int32_t i = 0; i < a->model->bodies.count; i++) {
    if (row < 0 || i == 0) {
      draw_body(a, i, &s->body[i]);
    } else {
      read_body(a, row, i, &s->body[i]);
    }
  }
  for (int32_t i = 0; i < a->model->frames.count; i++) place_frame(a, s, i, &s->frame[i]);
}

void pw_audit_place(const PwAudit *a, int64_t row, PwAuditState *s) {
  if (row >= 0 && a->placed) {
    *s = a->placed[row];
  } else {
    place(a, row, s);
  }
}

void pw_audit_speeds(PwAudit *a) {
  int first = a->planar ? 3 : 7, count = a->planar ? 2 : 3;
  for (int64_t r = 0; r < a->rows.rows; r++) {
    for (int32_t b = 1; b < a->model->bodies.count; b++) {
      const double *x = a->rows.value + r * a->rows.columns + a->body_column[b] + first, *w = x + count;
      double v[3] = {x[0], x[1], a->planar ? 0 : x[2]}, shift = pw_norm(v), turn = a->planar ? fabs(w[0]) : pw_norm(w);
      if (shift > a->fastest_shift) a->fastest_shift = shift;
      if (turn > a->fastest_turn) a->fastest_turn = turn;
      if (shift + a->size * turn > a->fastest) a->fastest = shift + a->size * turn;
    }
  }
}

bool pw_audit_place_all(PwAudit *a) {
  static const size_t ROOM = (size_t)1 << 21;  // more would not stay near the processor
  size_t one = (size_t)a->model->bodies.count * sizeof *a->now.body + (size_t)a->model->frames.count * sizeof *a->now.frame;
  if ((size_t)a->rows.rows > ROOM / one) return true;
  size_t rows = (size_t)a->rows.rows, bodies = (size_t)a->model->bodies.count, frames = (size_t)a->model->frames.count;
  PwAuditState *all = pw_arena_array(&a->arena, rows + 1, sizeof *all);
  PwAuditBody *body = pw_arena_array(&a->arena, rows * bodies, sizeof *body);
  PwAuditFrame *frame = pw_arena_array(&a->arena, rows * frames + 1, sizeof *frame);
  if (!all || !body || !frame) return false;
  for (size_t r = 0; r < rows; r++) {
    all[r].body = body + r * bodies;
    all[r].frame = frame + r * frames;
    place(a, (int64_t)r, &all[r]);
  }
  a->placed = all;
  return true;
}

// I x in ground axes.
static void inertia_times(const PwAudit *a, const PwAuditBody *b, int32_t body, const double x[3], double out[3]) {
  const double *I = a->model->bodies.item[body].def.inertia;
  double own[3], h[3];
  for (int i = 0; i < 3; i++) own[i] = b->R[i] * x[0] + b->R[3 + i] * x[1] + b->R[6 + i] * x[2];
  h[0] = I[0] * own[0] + I[3] * own[1] + I[4] * own[2];
  h[1] = I[3] * own[0] + I[1] * own[1] + I[5] * own[2];
  h[2] = I[4] * own[0] + I[5] * own[1] + I[2] * own[2];
  rotate(b->R, h, out);
}

void pw_audit_spin(const PwAudit *a, const PwAuditState *s, int32_t body, double spin[3], double rate[3]) {
  const PwAuditBody *b = &s->body[body];
  double gyro[3];
  if (a->planar) {
    double moment = a->model->bodies.item[body].def.inertia[2];
    for (int i = 0; i < 3; i++) spin[i] = i == 2 ? moment * b->w[2] : 0, rate[i] = i == 2 ? moment * b->alpha[2] : 0;
    return;
  }
  inertia_times(a, b, body, b->w, spin);
  inertia_times(a, b, body, b->alpha, rate);
  pw_cross(b->w, spin, gyro);
  for (int i = 0; i < 3; i++) rate[i] += gyro[i];
}
