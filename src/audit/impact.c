// Impacts: momentum changes by the impulses, touches rebound as their restitution says, and give no energy.
#include <stdlib.h>
#include <string.h>

#include "audit/parts.h"

typedef struct {
  PwAuditLaw *momentum, *restitution, *energy;
  PwForceSum *sum;
  PwAuditState before, after;
  int64_t impacts, kicks, shared;  // all; of drives; with several touches at once
  double speed;                    // largest of any body in the run
} Impacts;

// Speed of the gap of a touch at a state.
static double gap_rate(const PwAudit *a, const PwAuditState *s, const PwContactOf *c, const double *x) {
  if (c->of >= 0) {
    PwOfMotion m;
    pw_audit_of(a, s, &a->of[c->of], &m);
    return c->sign * m.rate;
  }
  double rate = 0;
  for (int side = 0; side < 2; side++) {
    const PwAuditBody *b = &s->body[c->body[side]];
    double arm[3], v[3];
    for (int i = 0; i < 3; i++) arm[i] = x[PW_TOUCH_X + i] - b->p[i];
    if (a->planar) arm[2] = 0;
    pw_cross(b->w, arm, v);
    for (int i = 0; i < 3; i++) rate += (side ? -1 : 1) * x[PW_TOUCH_NX + i] * (b->v[i] + v[i]);
  }
  return rate;
}

// Largest speed of a body, turning times size included: what speeds are measured by.
static double fastest(const PwAudit *a, const PwAuditState *s) {
  double most = 0;
  for (int32_t b = 1; b < a->model->bodies.count; b++) {
    most = fmax(most, pw_norm(s->body[b].v) + a->size * pw_norm(s->body[b].w));
  }
  return most;
}

double pw_audit_fastest(PwAudit *a) {
  double most = 0;
  for (int64_t r = 0; r < a->rows.rows; r++) {
    pw_audit_place(a, r, &a->now);
    most = fmax(most, fastest(a, &a->now));
  }
  return most;
}

// What the impulses leave over of a body's change of momentum, and of spin.
static void left_over(const PwAudit *a, const Impacts *x, int32_t b, double f[3], double torque[3], double *size, double *turn) {
  const PawlBodyDef *d = &a->model->bodies.item[b].def;
  double c[3], v0[3], v1[3], acceleration[3], h0[3], h1[3], rate[3];
  pw_audit_center(a, &x->before, b, c, v0, acceleration);
  pw_audit_center(a, &x->after, b, c, v1, acceleration);
  pw_audit_spin(a, &x->before, b, h0, rate);
  pw_audit_spin(a, &x->after, b, h1, rate);
  for (int i = 0; i < 3; i++) {
    f[i] = !a->planar || i < 2 ? d->mass * (v1[i] - v0[i]) - x->sum[b].f[i] : 0;
    torque[i] = !a->planar || i == 2 ? h1[i] - h0[i] - x->sum[b].torque[i] : 0;
  }
  *size = x->sum[b].size + d->mass * (pw_norm(v0) + pw_norm(v1));
  *turn = x->sum[b].torque_size + pw_norm(h0) + pw_norm(h1);
}

static void momentum(PwAudit *a, Impacts *x) {
  double largest = 0, f[3], torque[3], size, turn;
  for (int32_t b = 1; b < a->model->bodies.count; b++) largest = fmax(largest, x->sum[b].size + x->sum[b].torque_size / a->size);
  for (int32_t b = 1; b < a->model->bodies.count; b++) {
    left_over(a, x, b, f, torque, &size, &turn);
    size += 1e-5 * largest;
    turn += 1e-3 * a->size * size;
    double off = fmax(size > 0 ? pw_norm(f) / size : 0, turn > 0 ? pw_norm(torque) / turn : 0);
    pw_audit_note(x->momentum, off, "%s at t = %.9g s", a->model->bodies.item[b].def.name, a->now.t);
  }
}

// Rebounds that may be taken for none.
static double slow_rebound(const PwAudit *a, const Impacts *x, const PwContactOf *c) {
  static const double SLOW = 1e-3;  // of the fastest speed
  double unit = c->of >= 0 && pw_audit_is_angle(a->of[c->of].kind) ? 1 / a->size : 1;
  double given = c->contact ? c->contact->rebound : c->limit->rebound;
  return fmax(SLOW * x->speed * unit, isnan(given) ? 0 : given);
}

// Was a touch that parts too slowly for a rebound brought to rest by this impulse, which then may pull?
static bool is_held(const PwAudit *a, const Impacts *x, const PwContactOf *c, const double *touch) {
  return a->now.kind == PW_ROW_REST && touch[PW_TOUCH_RATE_AFTER] == 0 && fabs(touch[PW_TOUCH_RATE]) <= slow_rebound(a, x, c);
}

// One touch alone rebounds with its restitution; slower than its rebound it stays. Of several at once the law holds where an
// impulse acts, and which do is the run's to say; of these none may still approach. Measured by the fastest speed of the run:
// that is what the least rebound is a part of.
static void restitution(PwAudit *a, Impacts *x, const PwContactOf *c, const double *touch, bool alone) {
  double unit = c->of >= 0 && pw_audit_is_angle(a->of[c->of].kind) ? 1 / a->size : 1, scale = x->speed * unit;
  double before = gap_rate(a, &x->before, c, touch), after = gap_rate(a, &x->after, c, touch);
  double rebound = before < 0 ? -c->restitution * before : 0;
  double slow = slow_rebound(a, x, c);
  double off = fmax(alone ? after - rebound : 0, c->one_sided ? -after : 0);
  if (alone && c->one_sided && rebound > slow) off = fabs(after - rebound);
  if (!c->one_sided) off = fabs(after);
  if (scale > 0)
    pw_audit_note(x->restitution, off / scale, "%s at t = %.9g s", a->contact[(int)touch[PW_TOUCH_CONTACT]], a->now.t);
}

// Touches of the impulse row `now`; *count of them.
static void touches(PwAudit *a, Impacts *x, int64_t first, int64_t count) {
  PwContactOf c;
  double given = 0, most = 0;
  int64_t struck = 0;
  for (int64_t i = first; i < first + count; i++) {
    const double *touch = a->touches.value + i * a->touches.columns;
    struck += pw_audit_contact(a, (int32_t)touch[PW_TOUCH_CONTACT], &c) && !is_held(a, x, &c, touch);
  }
  bool several = struck > 1, plain = a->order == PAWL_IMPACT_SIMULTANEOUS || !several;
  for (int64_t i = first; i < first + count; i++) {
    const double *touch = a->touches.value + i * a->touches.columns;
    if (!pw_audit_contact(a, (int32_t)touch[PW_TOUCH_CONTACT], &c)) continue;
    double before = gap_rate(a, &x->before, &c, touch), after = gap_rate(a, &x->after, &c, touch);
    given += touch[PW_TOUCH_FORCE] * (before + after) / 2;
    most += fabs(touch[PW_TOUCH_FORCE]) * fmax(fabs(before), fabs(after));
    double pull = c.one_sided && touch[PW_TOUCH_FORCE] < 0 && !is_held(a, x, &c, touch) ? 1 : 0;
    pw_audit_note(x->restitution, pull, "impulse of %s pulls at t = %.9g s", a->contact[(int)touch[PW_TOUCH_CONTACT]], a->now.t);
    if (plain) restitution(a, x, &c, touch, !several);
  }
  x->shared += several && !plain;
  if (most > 0) pw_audit_note(x->energy, fmax(given, 0) / most, "at t = %.9g s", a->now.t);
}

static void one_impact(PwAudit *a, Impacts *x, int64_t r, int64_t *touch) {
  int64_t first = *touch;
  pw_audit_place(a, r - 1, &x->before);
  pw_audit_place(a, r, &a->now);
  pw_audit_place(a, r + 1, &x->after);
  memset(x->sum, 0, (size_t)a->model->bodies.count * sizeof *x->sum);
  pw_audit_reactions(a, &a->now, x->sum);
  pw_audit_touches(a, &a->now, touch, x->sum);
  x->impacts++;
  if (a->now.kind == PW_ROW_KICK) {
    x->kicks++;
    return;
  }
  momentum(a, x);
  touches(a, x, first, *touch - first);
}

PawlStatus pw_audit_impacts(PwAudit *a) {
  Impacts x = {.sum = pw_arena_array(&a->arena, (size_t)a->model->bodies.count, sizeof *x.sum)};
  if (!x.sum || !pw_audit_state_create(a, &x.before) || !pw_audit_state_create(a, &x.after)) return PAWL_ERR_MEMORY;
  bool any = false;
  for (int64_t r = 0; r < a->rows.rows; r++) any |= pw_audit_value(a, r, 1) == PW_ROW_BEFORE;
  if (!any) return PAWL_OK;
  x.momentum = pw_audit_begin(a, "impulses change momentum", 1e-6);
  x.restitution = pw_audit_begin(a, "rebounds as restitution", 1e-6);
  x.energy = pw_audit_begin(a, "impacts give no energy", 1e-6);
  x.speed = pw_audit_fastest(a);
  int64_t touch = 0;
  for (int64_t r = 1; r + 1 < a->rows.rows; r++) {
    double kind = pw_audit_value(a, r, 1);
    if (kind != PW_ROW_IMPULSE && kind != PW_ROW_KICK && kind != PW_ROW_REST) continue;
    pw_audit_place(a, r, &a->now);
    pw_audit_seek(a, &a->now, &touch);
    one_impact(a, &x, r, &touch);
  }
  PwAuditLaw *laws[] = {x.momentum, x.restitution, x.energy};
  for (int i = 0; i < 3; i++) pw_audit_end(a, laws[i]);
  if (x.kicks) pw_audit_skip(a, "impacts by jumps of drives", "%lld, whose impulses are not told", (long long)x.kicks);
  if (x.shared) pw_audit_skip(a, "rebounds one by one", "%lld impacts of several touches in turn", (long long)x.shared);
  return PAWL_OK;
}
