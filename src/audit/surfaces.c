// No surface inside another: points all over each surface of a contact, looked for in the solid that the other bounds.
#include <stdio.h>
#include <string.h>

#include "audit/parts.h"
#include "audit/solid.h"

// Points looked for in functions in one audit, at most; how many the way uphill from a probe is worth; and a point that is looked
// for behind a surface.
enum { WORK = 4000000, UPHILL = 2000, BEHIND = 40 };

typedef struct {
  PwCover *cover;  // [surfaces]
  PwAuditLaw *law;
  int32_t open;  // contacts of points and edges alone
  const char *name;
  int64_t aside;  // times that a body was not over a plane as a whole
} Surfaces;

typedef struct {
  const PwCover *one, *other;
  double R[9], p[3];  // the body of the first in axes of the body of the second
} Pair;

static void pair_place(Pair *x, const PwAuditBody *on, const PwAuditBody *in) {
  double d[3] = {on->p[0] - in->p[0], on->p[1] - in->p[1], on->p[2] - in->p[2]};
  for (int i = 0; i < 3; i++) {
    x->p[i] = in->R[i] * d[0] + in->R[3 + i] * d[1] + in->R[6 + i] * d[2];
    for (int j = 0; j < 3; j++) {
      x->R[3 * i + j] = in->R[i] * on->R[j] + in->R[3 + i] * on->R[3 + j] + in->R[6 + i] * on->R[6 + j];
    }
  }
}

static void carry(const Pair *x, const double point[3], double out[3]) {
  for (int i = 0; i < 3; i++) out[i] = x->p[i] + pw_dot(x->R + 3 * i, point);
}

// From a probe uphill, by steps of the parameters that are halved where none helps.
static double deepest(const Pair *x, const double from[2], double depth, double at[3]) {
  enum { HALVES = 12, ROUNDS = 60 };  // steps down to a hundred-thousandth of a surface: depth to the square of that
  double q[2] = {from[0], from[1]}, step[2] = {x->one->step[0], x->one->step[1]};
  for (int round = 0, halves = 0; round < ROUNDS && halves < HALVES; round++) {
    bool better = false;
    for (int i = 0; i < 4; i++) {
      double next[2] = {q[0], q[1]}, own[3], point[3];
      next[i / 2] += i % 2 ? step[i / 2] : -step[i / 2];
      pw_cover_place(x->one, next, own);
      carry(x, own, point);
      double there = pw_solid_depth(x->other, point);
      if (!(there > depth)) continue;
      better = true;
      depth = there;
      memcpy(q, next, sizeof q);
      memcpy(at, point, 3 * sizeof *at);
    }
    if (better) continue;
    step[0] /= 2;
    step[1] /= 2;
    halves++;
  }
  return depth;
}

// How deep the first surface is in the solid of the other, and where, in axes of the latter's body; 0: it is not.
static double depth_of(Surfaces *all, const Pair *x, double at[3]) {
  static const double NEAR = 0.2;  // of the surface's size: farther probes have nothing inside beside them
  const PwCover *one = x->one;
  bool open = pw_solid_is_open(x->other);
  double center[3], most = -INFINITY, least = INFINITY;
  carry(x, one->center, center);
  double d[3] = {center[0] - x->other->center[0], center[1] - x->other->center[1], center[2] - x->other->center[2]};
  if ((!open || x->other->first) && pw_norm(d) > one->radius + x->other->radius) return 0;
  if (!pw_solid_is_under(x->other, center, one->radius)) {
    all->aside += !pw_solid_is_known(one);  // else the plane is looked for in it
    return 0;
  }
  int32_t best = 0;
  for (int32_t i = 0; i < one->count; i++) {
    double point[3], depth;
    carry(x, one->probe[i], point);
    depth = pw_solid_guess(x->other, point);
    least = fmin(least, depth);
    if (!(depth > most)) continue;
    most = depth;
    best = i;
    memcpy(at, point, sizeof point);
  }
  if ((open && least > 0) || !(most > -NEAR * one->radius)) return 0;
  return fmax(deepest(x, one->at[best], pw_solid_depth(x->other, at), at), 0);
}

// How deep the run says that a contact presses at a row, from touch row `touch` on.
static double told(const PwAudit *a, const PwAuditState *s, int64_t touch, int32_t contact) {
  double depth = 0;
  for (int64_t i = touch; pw_audit_touch_at(a, s, i); i++) {
    if (pw_audit_touch(a, i, PW_TOUCH_CONTACT) == contact) depth = fmax(depth, -pw_audit_touch(a, i, PW_TOUCH_GAP));
  }
  return depth;
}

static bool foot(void *user, const PwContactOf *c, int side, const double at[3], double normal[3], double *distance) {
  const Surfaces *x = user;
  return pw_cover_foot(&x->cover[c->contact->surface[side].i - 1], at, normal, distance);
}

static void at_row(PwAudit *a, void *user, int64_t touch) {
  Surfaces *x = user;
  for (int32_t k = 0; k < a->contacts; k++) {
    PwContactOf c;
    if (!pw_audit_contact(a, k, &c) || c.of >= 0) continue;
    for (int side = 0; side < 2; side++) {
      Pair pair = {&x->cover[c.contact->surface[side].i - 1], &x->cover[c.contact->surface[1 - side].i - 1], {0}, {0}};
      const PwAuditBody *in = &a->now.body[c.body[1 - side]];
      double at[3] = {0}, p[3];
      if (!pw_solid_is_known(pair.other)) continue;
      pair_place(&pair, &a->now.body[c.body[side]], in);
      double depth = depth_of(x, &pair, at);
      if (c.soft && depth > 0) depth = fmax(depth - told(a, &a->now, touch, k), 0);
      for (int i = 0; i < 3; i++) p[i] = in->p[i] + pw_dot(in->R + 3 * i, at);
      pw_audit_note(x->law, depth / a->size, "%s at (%.6g, %.6g, %.6g) %s, t = %.9g %s", a->contact[k],
                    p[0] / a->model->units.length, p[1] / a->model->units.length, p[2] / a->model->units.length,
                    a->model->units.length_name, PW_AUDIT_TIME(a, a->now.t));
    }
  }
}

// Covers of all surfaces that a contact names; *work: their points. False: out of memory.
static bool cover_all(PwAudit *a, Surfaces *x, int64_t *work) {
  const PawlModel *m = a->model;
  for (int32_t i = 0; i < m->contacts.count; i++) {
    const PawlContactDef *d = &m->contacts.item[i].def;
    bool known = false;
    for (int side = 0; side < 2; side++) {
      int32_t k = d->surface[side].i - 1;
      const PwModelSurface *on = &m->surfaces.item[k];
      if (!x->cover[k].count && !pw_cover_make(&on->def, &on->geometry, &a->arena, &x->cover[k])) return false;
      known |= pw_solid_is_known(&x->cover[k]);
    }
    for (int side = 0; side < 2; side++) {
      const PwCover *one = &x->cover[d->surface[side].i - 1], *other = &x->cover[d->surface[1 - side].i - 1];
      *work += (other->first ? BEHIND : 1) * (int64_t)(one->count + UPHILL);
    }
    if (known) continue;
    x->open++;
    x->name = d->name;
  }
  return true;
}

// Probes that are looked through for the feet of one touch at every contact.
static int64_t probes_of(const PwAudit *a, const Surfaces *x) {
  int64_t probes = 1;
  for (int32_t i = 0; i < a->model->contacts.count; i++) {
    for (int side = 0; side < 2; side++) probes += x->cover[a->model->contacts.item[i].def.surface[side].i - 1].count;
  }
  return probes;
}

PawlStatus pw_audit_surfaces(PwAudit *a) {
  const PawlModel *m = a->model;
  Surfaces x = {.cover = pw_arena_array(&a->arena, (size_t)m->surfaces.count, sizeof *x.cover)};
  int64_t work = 1;
  if (!x.cover || !cover_all(a, &x, &work)) return PAWL_ERR_MEMORY;
  if (x.open) {
    pw_audit_skip(a, "some surfaces inside others",
                  "%d contacts: the surfaces of '%s' are points or edges, with nothing behind them", x.open, x.name);
  }
  pw_audit_normals(a, WORK / probes_of(a, &x), foot, &x);
  if (x.open == m->contacts.count) return PAWL_OK;
  x.law = pw_audit_begin(a, "no surface inside another", 1e-7);
  pw_audit_samples(a, x.law, WORK / work, at_row, &x);
  pw_audit_end(a, x.law);
  if (x.aside) pw_audit_skip(a, "beside planes", "%lld times a surface reached past the border of a plane", (long long)x.aside);
  return PAWL_OK;
}
