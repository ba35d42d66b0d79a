// Kinematic runs: speeds are the least, in the metric of the masses, that joints, drives and closed touches ask for. So momenta
// are sums of impulses along these rows, and the impulse of a touch says whether it pushes bodies or drags them. A run may keep a
// touch that drags on a smooth element (docs/theory.md); round a corner it may not.
//
//   p = sum of c_i P_i     p: momenta of all bodies; c_i: impulses of row i on them, for one of the row
//   P_t = r.p/r.r          r: what c_t leaves when it is projected onto the other rows; none: P_t is not determined
#include <string.h>

#include "audit/parts.h"

enum { PER = 6, MOST = 4000000 };  // numbers of a body; numbers of all rows, at most

typedef struct {
  PwAudit *a;
  int32_t length, rows;
  double *row;  // [rows][length] of the room; what c_i leave beside those before them, of length 1. NULL: too many
  double *p;    // [length]
  double *c;    // [length] scratch
  PwForceSum *sum;
} Kept;

static PawlStatus make(PwAudit *a, Kept *k) {
  const PawlModel *m = a->model;
  int64_t room = (int64_t)PER * m->joints.count + m->couplers.count + m->drives.count + 1, most = 0, at = 0;
  for (int64_t i = 0; i < a->touches.rows; i++) {
    bool same = i > 0 && pw_audit_touch(a, i, PW_TOUCH_T) == pw_audit_touch(a, i - 1, PW_TOUCH_T);
    at = same ? at + 1 : 1;
    most = at > most ? at : most;
  }
  *k = (Kept){.a = a, .length = PER * m->bodies.count};
  if ((room + most) * k->length > MOST) return PAWL_OK;
  size_t length = (size_t)k->length;
  k->row = pw_arena_array(&a->arena, (size_t)(room + most) * length, sizeof *k->row);
  k->p = pw_arena_array(&a->arena, length, sizeof *k->p);
  k->c = pw_arena_array(&a->arena, length, sizeof *k->c);
  k->sum = pw_arena_array(&a->arena, (size_t)m->bodies.count, sizeof *k->sum);
  return k->row && k->p && k->c && k->sum ? PAWL_OK : PAWL_ERR_MEMORY;
}

static double dot(const Kept *k, const double *x, const double *y) {
  double sum = 0;
  for (int32_t i = 0; i < k->length; i++) sum += x[i] * y[i];
  return sum;
}

// Sums of forces as one list of numbers; in the plane only those that are in it. The sums are empty then.
static void take(Kept *k, double *out) {
  const PwAudit *a = k->a;
  for (int32_t b = 0; b < a->model->bodies.count; b++) {
    for (int i = 0; i < 3; i++) {
      out[PER * b + i] = a->planar && i == 2 ? 0 : k->sum[b].f[i];
      out[PER * b + 3 + i] = a->planar && i < 2 ? 0 : k->sum[b].torque[i] / a->size;
    }
    k->sum[b] = (PwForceSum){0};
  }
}

// What x leaves beside the rows so far; its length over what it was.
static double project(const Kept *k, double *x) {
  double before = sqrt(dot(k, x, x));
  for (int again = 0; again < 2; again++) {
    for (int32_t i = 0; i < k->rows; i++) {
      const double *row = k->row + (size_t)i * (size_t)k->length;
      double part = dot(k, x, row);
      for (int32_t j = 0; j < k->length; j++) x[j] -= part * row[j];
    }
  }
  return before > 0 ? sqrt(dot(k, x, x)) / before : 0;
}

// The sums become a row, unless it follows from those before it.
static void add(Kept *k) {
  static const double LEAST = 1e-9;
  double *x = k->row + (size_t)k->rows * (size_t)k->length;
  take(k, x);
  if (!(project(k, x) > LEAST)) return;
  double length = sqrt(dot(k, x, x));
  for (int32_t j = 0; j < k->length; j++) x[j] /= length;
  k->rows++;
}

static void push(Kept *k, const PwOf *of, double factor) {
  PwOfMotion m;
  pw_audit_of(k->a, &k->a->now, of, &m);
  pw_audit_push(&k->a->now, k->sum, of->frame, &m, factor);
}

static void add_joint(Kept *k, int32_t j) {
  static const double FULL = 6.283185307179586476925;
  const PwAudit *a = k->a;
  const PawlJointDef *d = &a->model->joints.item[j].def;
  const PwOf *own = &a->of[a->joint_of[j]];
  PwOf of = {.frame = {d->frame[0].i - 1, d->frame[1].i - 1}, .column = -1};
  uint32_t mask = pw_audit_locked(d);
  for (int i = 0; i < 6; i++) {
    of.kind = i < 3 ? PW_OF_POSITION : PW_OF_TURN;
    of.axis = i % 3;
    if (!(mask & 1u << i)) continue;
    push(k, &of, 1);
    add(k);
  }
  if (d->type == PAWL_JOINT_UNIVERSAL) {
    const double *R1 = a->now.frame[of.frame[0]].R, *R2 = a->now.frame[of.frame[1]].R;
    const double x1[3] = {R1[0], R1[3], R1[6]}, y2[3] = {R2[1], R2[4], R2[7]};
    PwOfMotion m = {0};
    pw_cross(y2, x1, m.torque);
    pw_audit_push(&a->now, k->sum, of.frame, &m, 1);
    add(k);
  } else if (d->type == PAWL_JOINT_ROD || d->type == PAWL_JOINT_GEAR_PAIR) {
    of.kind = PW_OF_DISTANCE;
    push(k, &of, 1);
    add(k);
  }
  if (d->type == PAWL_JOINT_GEAR_PAIR) {
    of = (PwOf){.kind = PW_OF_ANGLE, .frame = {of.frame[0], of.frame[1]}, .axis = 2, .column = -1};
    push(k, &of, 1);
    push(k, own, -(1 + d->radius[0] / d->radius[1]));
    add(k);
  } else if (d->type == PAWL_JOINT_SCREW) {
    push(k, own + 1, 1);
    push(k, own, -d->pitch / FULL);
    add(k);
  }
}

// Joints, couplers and drives at the row where `now` stands, and the momenta there.
static void add_rows(Kept *k) {
  PwAudit *a = k->a;
  const PawlModel *m = a->model;
  k->rows = 0;
  memset(k->sum, 0, (size_t)m->bodies.count * sizeof *k->sum);
  for (int32_t b = 1; b < m->bodies.count; b++) {
    double rate[3];
    for (int i = 0; i < 3; i++) k->sum[b].f[i] = m->bodies.item[b].def.mass * a->now.body[b].vc[i];
    pw_audit_spin(a, &a->now, b, k->sum[b].torque, rate);
  }
  take(k, k->p);
  for (int32_t j = 0; j < m->joints.count; j++) add_joint(k, j);
  for (int32_t i = 0; i < m->couplers.count; i++) {
    const PawlCouplerDef *d = &m->couplers.item[i].def;
    for (int32_t n = 0; n < d->count; n++) {
      int32_t of = pw_audit_coordinate(a, &d->coordinate[n]);
      if (of >= 0) push(k, &a->of[of], d->factor[n]);
    }
    add(k);
  }
  for (int32_t i = 0; i < m->drives.count; i++) {
    int32_t of = pw_audit_coordinate(a, &m->drives.item[i].def.coordinate);
    if (of >= 0) push(k, &a->of[of], 1);
    add(k);
  }
}

static void push_touch(Kept *k, const double *touch, const PwContactOf *c) {
  const double *n = touch + PW_TOUCH_NX, minus[3] = {-n[0], -n[1], -n[2]};
  if (c->of >= 0) {
    push(k, &k->a->of[c->of], c->sign);
    return;
  }
  pw_audit_add(&k->a->now, k->sum, c->body[0], touch + PW_TOUCH_X, n, NULL);
  pw_audit_add(&k->a->now, k->sum, c->body[1], touch + PW_TOUCH_X, minus, NULL);
}

static bool is_closed(const double *touch) {
  enum { CLOSED = 2 };
  return touch[PW_TOUCH_STATE] == CLOSED;
}

// Does a touch stand on a corner of this profile, its normal between those of the elements beside it? A point alone is none.
static bool is_on_corner(const PwAudit *a, int32_t profile, int32_t body, const double *touch, double sign) {
  static const double NEAR = 1e-9, INSIDE = 1e-6, FULL = 6.283185307179586476925;  // of the size; rad
  const PwProfile *shape = &a->model->profiles.item[profile].geometry;
  const PawlProfileDef *d = pw_audit_placed_by(a->model, profile);
  const PwAuditBody *b = &a->now.body[body];
  double turn = 2 * atan2(d->orientation[3], d->orientation[0]), c = cos(b->turn), s = sin(b->turn);
  double x = touch[PW_TOUCH_X] - b->p[0], y = touch[PW_TOUCH_X + 1] - b->p[1];
  double u = c * x + s * y - d->position[0], v = -s * x + c * y - d->position[1];
  double at[2] = {cos(turn) * u + sin(turn) * v, -sin(turn) * u + cos(turn) * v};
  double normal = atan2(sign * touch[PW_TOUCH_NX + 1], sign * touch[PW_TOUCH_NX]) - b->turn - turn;
  for (int32_t i = 0; i < shape->elements && shape->elements > 1; i++) {
    const PwElement *e = &shape->element[i];
    if (!pw_element_is_corner(e) || hypot(e->start[0] - at[0], e->start[1] - at[1]) > NEAR * a->size) continue;
    double from = fmod(normal - e->angle, FULL);
    if (from < 0) from += FULL;
    if (from > INSIDE && from < e->turn - INSIDE) return true;
  }
  return false;
}

// Touch `t` of the row, whose touches are `from` to `to`: its impulse over all momenta; NaN: not determined, or nothing moves.
static double impulse(Kept *k, int64_t from, int64_t to, int64_t t) {
  static const double LEAST = 1e-6;
  const PwAudit *a = k->a;
  int32_t rows = k->rows;
  PwContactOf c;
  for (int64_t i = from; i < to; i++) {
    const double *touch = a->touches.value + i * a->touches.columns;
    if (i == t || !is_closed(touch) || !pw_audit_contact(a, (int32_t)touch[PW_TOUCH_CONTACT], &c)) continue;
    push_touch(k, touch, &c);
    add(k);
  }
  const double *own = a->touches.value + t * a->touches.columns;
  if (pw_audit_contact(a, (int32_t)own[PW_TOUCH_CONTACT], &c)) push_touch(k, own, &c);
  take(k, k->c);
  double left = project(k, k->c), all = sqrt(dot(k, k->p, k->p));
  k->rows = rows;
  return left > LEAST && all > 0 ? dot(k, k->c, k->p) / (sqrt(dot(k, k->c, k->c)) * all) : NAN;
}

// The touches of the row where `now` stands.
static void look(Kept *k, int64_t from, PwKept *out) {
  PwAudit *a = k->a;
  int64_t to = from;
  bool placed = false;
  while (pw_audit_touch_at(a, &a->now, to)) to++;
  for (int64_t t = from; t < to; t++) {
    const double *touch = a->touches.value + t * a->touches.columns;
    PwContactOf c;
    if (!is_closed(touch) || !pw_audit_contact(a, (int32_t)touch[PW_TOUCH_CONTACT], &c) || !c.one_sided) continue;
    bool profiles = c.of < 0 && !c.contact->surface[0].i, corner = false;
    for (int side = 0; side < 2 && profiles && a->planar && k->row; side++) {
      corner |= is_on_corner(a, c.contact->profile[side].i - 1, c.body[side], touch, side ? 1 : -1);
    }
    if (corner && !placed) add_rows(k);
    placed |= corner;
    double P = corner ? impulse(k, from, to, t) : NAN;
    const char *name = a->contact[(int)touch[PW_TOUCH_CONTACT]];
    out->kept += isnan(P);
    out->pulls += isnan(P) && touch[PW_TOUCH_FORCE] < 0;
    if (!isnan(P)) pw_audit_note(out->law, fmax(-P, 0), "%s at a corner at t = %.9g %s", name, PW_AUDIT_TIME(a, a->now.t));
  }
}

PawlStatus pw_audit_kept(PwAudit *a, PwKept *out) {
  Kept k;
  int64_t touch = 0;
  PawlStatus status = make(a, &k);
  for (int64_t r = 0; r < a->rows.rows && status == PAWL_OK; r++) {
    if ((PwRowKind)pw_audit_value(a, r, 1) != PW_ROW_SAMPLE) continue;
    pw_audit_place(a, r, &a->now);
    pw_audit_seek(a, &a->now, &touch);
    look(&k, touch, out);
  }
  return status;
}
