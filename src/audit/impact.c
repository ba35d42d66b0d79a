// Impacts: momentum changes by the impulses, touches rebound as their restitution says, and give no energy; elastic ones keep it.
#include <stdlib.h>
#include <string.h>

#include "audit/parts.h"

typedef struct {
  PwAuditLaw *momentum, *restitution, *energy;
  PwForceSum *sum;
  PwAuditState before, after;
  int64_t impacts, kicks;  // all; of drives
  int64_t shared, rubbed;  // of several touches, or of one with friction, whose rebounds are not told
  double speed;            // largest of any body in the run
} Impacts;

// Speed of the gap of a touch at a state.
static double gap_rate(const PwAudit *a, const PwAuditState *s, const PwContactOf *c, const double *x) {
  if (c->of >= 0) {
    PwOfMotion m;
    pw_audit_of(a, s, &a->of[c->of], &m);
    return c->sign * m.rate;
  }
  double v[3], w[3];
  pw_audit_slip(a, s, c, x, v, w);
  return pw_dot(x + PW_TOUCH_NX, v);
}

// What the impulses leave over of a body's change of momentum, and of spin.
static void left_over(const PwAudit *a, const Impacts *x, int32_t b, double f[3], double torque[3], double *size, double *turn) {
  const PawlBodyDef *d = &a->model->bodies.item[b].def;
  const double *v0 = x->before.body[b].vc, *v1 = x->after.body[b].vc;
  double h0[3], h1[3], rate[3];
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
  // of the momentum at the fastest speed: 1e-9 of that is none to the run, which puts its state onto the constraints within 1e-4
  // of its tolerance
  double part = fmax(1e-3, 1e2 * a->tolerance);
  double largest = 0, f[3], torque[3], size, turn;
  for (int32_t b = 1; b < a->model->bodies.count; b++) largest = fmax(largest, x->sum[b].size + x->sum[b].torque_size / a->size);
  for (int32_t b = 1; b < a->model->bodies.count; b++) {
    left_over(a, x, b, f, torque, &size, &turn);
    double still = part * a->model->bodies.item[b].def.mass * x->speed;
    size += 1e-5 * largest;
    turn += 1e-3 * a->size * size + a->size * still;
    size += still;
    double off = fmax(size > 0 ? pw_norm(f) / size : 0, turn > 0 ? pw_norm(torque) / turn : 0);
    pw_audit_note_at(x->momentum, isnan(size) || isnan(turn) ? NAN : off, a->now.t, "", a->model->bodies.item[b].def.name);
  }
}

// Rebounds that may be taken for none, of a touch whose speeds are measured by `scale`.
static double slow_rebound(const PwContactOf *c, double scale) {
  static const double SLOW = 1e-3;
  double given = c->contact ? c->contact->rebound : c->limit->rebound;
  return fmax(SLOW * scale, isnan(given) ? 0 : given);
}

static double speed_scale(const PwAudit *a, const Impacts *x, const PwContactOf *c) {
  return c->of >= 0 && pw_audit_is_angle(a->of[c->of].kind) ? x->speed / a->size : x->speed;
}

// Was a touch that parts too slowly for a rebound brought to rest by this impulse, which then may pull?
static bool is_held(const PwAudit *a, const Impacts *x, const PwContactOf *c, const double *touch) {
  double slow = slow_rebound(c, speed_scale(a, x, c));
  return a->now.kind == PW_ROW_REST && touch[PW_TOUCH_RATE_AFTER] == 0 && fabs(touch[PW_TOUCH_RATE]) <= slow;
}

// At least the smallest principal moment of inertia of a body: a = abc/(bc) >= det/((b + c)/2)^2. In the plane the one there is.
static double least_inertia(const PwAudit *a, const PawlBodyDef *d) {
  const double *m = d->inertia;  // xx, yy, zz, xy, xz, yz
  if (a->planar) return m[2];
  double det = m[0] * (m[1] * m[2] - m[5] * m[5]) - m[3] * (m[3] * m[2] - m[5] * m[4]) + m[4] * (m[3] * m[5] - m[1] * m[4]);
  double half = (m[0] + m[1] + m[2]) / 2;
  return det / (half * half);
}

// How much impulses that take an `energy` may change the speed of a touch's gap: of each body, |n.dv| <= sqrt(2 E / m), and of
// its turning likewise.
static double most_change(const PwAudit *a, const PwAuditState *s, const PwContactOf *c, const double *x, double energy) {
  double sum = 0, arm[3], turn[3];
  for (int side = 0; side < 2 && c->of < 0; side++) {
    int32_t b = c->body[side];
    if (b == 0) continue;
    for (int i = 0; i < 3; i++) arm[i] = x[PW_TOUCH_X + i] - s->body[b].c[i];
    if (a->planar) arm[2] = 0;
    pw_cross(arm, x + PW_TOUCH_NX, turn);
    const PawlBodyDef *d = &a->model->bodies.item[b].def;
    double moment = least_inertia(a, d);
    if (d->mass > 0) sum += sqrt(2 * energy / d->mass);
    if (moment > 0) sum += pw_norm(turn) * sqrt(2 * energy / moment);
  }
  return sum;
}

// Did friction alone act, as it may where a contact rolls? Then nothing pushed, and the touch may part faster.
static bool is_idle(const PwAudit *a, const double *touch) {
  static const double NONE = 1e-12;
  const double *force, *torque;
  return pw_audit_friction_of(a, touch, &force, &torque) && fabs(touch[PW_TOUCH_FORCE]) <= NONE * pw_norm(force);
}

// Where a touch took an impulse and its law is `strict`, it parts with its restitution times the speed that it came with, or
// stays where that is slow; and in any case it does not approach any more. Two-sided ones stay. Measured by the fastest speed of
// the run: that is what the least rebound is a part of. Touches that are brought to rest at the same instant move it, by no more
// than the energy `rest` that they lose can.
static void restitution(PwAudit *a, Impacts *x, const PwContactOf *c, const double *touch, bool strict, double rest) {
  double scale = speed_scale(a, x, c), slow = slow_rebound(c, scale);
  double before = gap_rate(a, &x->before, c, touch), after = gap_rate(a, &x->after, c, touch);
  double rebound = before < 0 ? -c->restitution * before : 0, off = fabs(after - rebound);
  if (rebound <= slow) off = fmin(off, fabs(after));
  if (is_idle(a, touch)) off = fmax(rebound - after, 0);
  double told = fmax(fabs(before - touch[PW_TOUCH_RATE]), fabs(after - touch[PW_TOUCH_RATE_AFTER]));
  if (a->now.kind != PW_ROW_REST) off = fmax(off, told);  // else it is the speed before others were brought to rest
  if (!strict) off = fmax(-after, 0);
  if (!c->one_sided) off = fabs(after);
  off = fmax(off - most_change(a, &x->after, c, touch, rest), 0);
  if (scale > 0) pw_audit_note_at(x->restitution, off / scale, a->now.t, "", a->contact[(int)touch[PW_TOUCH_CONTACT]]);
}

// Did one solve alone, with the restitutions of the model, give all impulses? events.csv says so.
static bool is_one_solve(const PwAudit *a, int64_t first, int64_t count) {
  for (int64_t i = first; i < first + count; i++) {
    if (a->loose[i]) return false;
  }
  return true;
}

// What is known of the touches of one impact.
typedef struct {
  double given, most;     // energy by their impulses, and the sum of its parts' sizes
  double least, largest;  // of their restitutions
  bool fast;              // one of them approached faster than counts as slow
  bool rubs;              // friction has impulses, too
  int64_t struck;         // those that were not only brought to rest
  double rest;            // energy that these lose
} Group;

// Energy by the impulses of a touch's friction, and the sum of its parts' sizes.
static void add_friction(const PwAudit *a, const Impacts *x, const PwContactOf *c, const double *touch, Group *g) {
  const double *force, *torque;
  double v[2][3], w[2][3], given = 0, slip = 0, turning = 0;
  if (!pw_audit_friction_of(a, touch, &force, &torque)) return;
  pw_audit_slip(a, &x->before, c, touch, v[0], w[0]);
  pw_audit_slip(a, &x->after, c, touch, v[1], w[1]);
  for (int i = 0; i < 2; i++) {
    given += (pw_dot(force, v[i]) + pw_dot(torque, w[i])) / 2;
    slip = fmax(slip, pw_norm(v[i]));
    turning = fmax(turning, pw_norm(w[i]));
  }
  g->given += given;
  g->most += pw_norm(force) * slip + pw_norm(torque) * turning;
  g->rubs = true;
}

static Group gather(const PwAudit *a, const Impacts *x, int64_t first, int64_t count) {
  Group g = {.least = INFINITY};
  for (int64_t i = first; i < first + count; i++) {
    const double *touch = a->touches.value + i * a->touches.columns;
    PwContactOf c;
    if (!pw_audit_contact(a, (int32_t)touch[PW_TOUCH_CONTACT], &c)) continue;
    double before = gap_rate(a, &x->before, &c, touch), after = gap_rate(a, &x->after, &c, touch);
    double e = c.one_sided ? c.restitution : 0;
    g.given += touch[PW_TOUCH_FORCE] * (before + after) / 2;
    g.most += fabs(touch[PW_TOUCH_FORCE]) * fmax(fabs(before), fabs(after));
    add_friction(a, x, &c, touch, &g);
    if (is_held(a, x, &c, touch)) {
      g.rest += fabs(touch[PW_TOUCH_FORCE] * touch[PW_TOUCH_RATE]) / 2;
      continue;
    }
    g.struck++;
    g.least = fmin(g.least, e);
    g.largest = fmax(g.largest, e);
    g.fast |= before < -slow_rebound(&c, speed_scale(a, x, &c));
  }
  return g;
}

// Is there a later solve with another touch of the same contact at the same point? Corners that met are then held by an element
// beside one of them, and may move on along the line between them.
static bool is_replaced(const PwAudit *a, int64_t touch, int64_t end) {
  static const double SAME = 1e-9;  // of the size
  const double *x = a->touches.value + touch * a->touches.columns;
  bool later = false;
  for (int64_t i = touch + 1; i < end; i++) {
    later |= a->loose[i];
    const double *other = a->touches.value + i * a->touches.columns;
    double off[3];
    for (int k = 0; k < 3; k++) off[k] = other[PW_TOUCH_X + k] - x[PW_TOUCH_X + k];
    if (later && other[PW_TOUCH_CONTACT] == x[PW_TOUCH_CONTACT] && pw_norm(off) <= SAME * a->size) return true;
  }
  return false;
}

// Touches of the impulse row `now`. Newton's law holds for each of several at once; where none rebounds the other laws say the
// same. What Poisson's law, or one solve after another, make of several, or Poisson's and Stronge's of one with friction, is not
// told by the speeds before and after; that none approaches, that no energy is given, and that elastic ones (but for Poisson's)
// without friction lose none, is.
static void touches(PwAudit *a, Impacts *x, int64_t first, int64_t count) {
  Group g = gather(a, x, first, count);
  bool newton = a->impact == PAWL_IMPACT_NEWTON, at_once = a->order == PAWL_IMPACT_SIMULTANEOUS;
  bool all = at_once && (g.largest == 0 || (newton && !g.rubs)), alone = g.struck <= 1 && (newton || g.largest == 0 || !g.rubs);
  bool strict = (alone || all) && is_one_solve(a, first, count);
  bool elastic = g.least == 1 && g.largest == 1 && g.fast && a->now.kind != PW_ROW_REST && !g.rubs && (count == 1 || newton);
  for (int64_t i = first; i < first + count; i++) {
    const double *touch = a->touches.value + i * a->touches.columns;
    PwContactOf c;
    if (!pw_audit_contact(a, (int32_t)touch[PW_TOUCH_CONTACT], &c)) continue;
    double pull = c.one_sided && touch[PW_TOUCH_FORCE] < 0 && !is_held(a, x, &c, touch) ? 1 : 0;
    pw_audit_note(x->restitution, pull, "impulse of %s pulls at t = %.9g %s", a->contact[(int)touch[PW_TOUCH_CONTACT]],
                  PW_AUDIT_TIME(a, a->now.t));
    if (strict || !is_replaced(a, i, first + count)) restitution(a, x, &c, touch, strict, g.rest);
  }
  bool one = g.struck <= 1 && g.rubs;
  x->rubbed += count && !strict && one;
  x->shared += count && !strict && !one;
  double gain = elastic ? fabs(g.given) : fmax(g.given, 0);
  if (g.most > 0)
    pw_audit_note(x->energy, gain / g.most, "at t = %.9g %s%s", PW_AUDIT_TIME(a, a->now.t), elastic ? ", elastic" : "");
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
  x.speed = a->fastest;
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
  if (x.shared) {
    pw_audit_skip(a, "rebounds of several at once",
                  "%lld impacts by Poisson's law, with friction or in several solves: only that none approaches",
                  (long long)x.shared);
  }
  if (x.rubbed) {
    pw_audit_skip(a, "rebounds with friction",
                  "%lld impacts by Poisson's or Stronge's law or with a lowered restitution: only that none approaches",
                  (long long)x.rubbed);
  }
  return PAWL_OK;
}
