// No outline inside another: points all around each profile of a contact, looked for in the other's material.
#include <stdlib.h>
#include <string.h>

#include "audit/outline.h"
#include "audit/parts.h"

enum { WORK = 4000000 };  // points looked at in one audit, at most

typedef struct {
  PwOutline *outline;    // [profiles]
  PwMaterial *material;  // [profiles] that it bounds; count 0: an open one
  PwAuditLaw *law;
} Overlaps;

const PawlProfileDef *pw_audit_placed_by(const PawlModel *m, int32_t i) {
  const PawlProfileDef *d = &m->profiles.item[i].def;
  while (d->offset_of.i) d = &m->profiles.item[d->offset_of.i - 1].def;
  return d;
}

static bool sample_all(PwAudit *a, Overlaps *x) {
  const PawlModel *m = a->model;
  for (int32_t i = 0; i < m->profiles.count; i++) {
    const PawlProfileDef *d = pw_audit_placed_by(m, i);
    double turn = 2 * atan2(d->orientation[3], d->orientation[0]);
    if (!pw_outline_sample(&m->profiles.item[i].geometry, d->position, cos(turn), sin(turn), &a->arena, &x->outline[i]))
      return false;
  }
  return true;
}

// Is hole h of the same body inside outline o? Then it bounds the same material.
static bool is_in(const PwAudit *a, const Overlaps *x, int32_t o, int32_t h) {
  const PwModelProfile *p = a->model->profiles.item;
  double apart = fabs(pw_audit_placed_by(a->model, o)->position[2] - pw_audit_placed_by(a->model, h)->position[2]);
  return p[o].def.body.i == p[h].def.body.i && apart < 1e-9 * a->size && p[h].geometry.hole &&
         pw_outline_encloses(&x->outline[o], x->outline[h].probe[0].x);
}

static bool make_material(PwAudit *a, Overlaps *x, int32_t i) {
  const PwModelProfile *p = a->model->profiles.item;
  int32_t outline = p[i].geometry.hole ? -1 : i, count = 0;
  for (int32_t o = 0; o < a->model->profiles.count && p[i].geometry.hole; o++) {
    bool smaller = outline < 0 || x->outline[o].radius < x->outline[outline].radius;
    if (p[o].geometry.closed && !p[o].geometry.hole && is_in(a, x, o, i) && smaller) outline = o;
  }
  const PwOutline **part = pw_arena_array(&a->arena, (size_t)a->model->profiles.count + 1, sizeof *part);
  if (!part) return false;
  if (outline >= 0) part[count++] = &x->outline[outline];
  for (int32_t h = 0; h < a->model->profiles.count; h++) {
    if (h == i ? p[h].geometry.hole : outline >= 0 && is_in(a, x, outline, h)) part[count++] = &x->outline[h];
  }
  x->material[i] = (PwMaterial){.count = count, .part = part, .endless = outline < 0};
  return pw_material_make(&x->material[i], &a->arena);
}

// Do two profiles bound the same material, as an outline and a hole in it do?
static bool are_one(const Overlaps *x, int32_t p, int32_t q) {
  bool one = p == q;
  for (int32_t i = 0; i < x->material[p].count && !one; i++) one = x->material[p].part[i] == &x->outline[q];
  return one;
}

// The depth that force laws are told to have between the two materials: what is pressed into a ring's rim is in the ring, of
// which the bore is a boundary, too.
static double told_between(const PwAudit *a, const Overlaps *x, int64_t touch, int32_t one, int32_t other) {
  double depth = 0;
  for (; pw_audit_touch_at(a, &a->now, touch); touch++) {
    PwContactOf c;
    if (!pw_audit_contact(a, (int32_t)pw_audit_touch(a, touch, PW_TOUCH_CONTACT), &c) || c.of >= 0 || !c.soft) continue;
    int32_t p = c.contact->profile[0].i - 1, q = c.contact->profile[1].i - 1;
    if (!(are_one(x, p, one) && are_one(x, q, other)) && !(are_one(x, q, one) && are_one(x, p, other))) continue;
    depth = fmax(depth, -pw_audit_touch(a, touch, PW_TOUCH_GAP));
  }
  return depth;
}

// Points of one outline in the material of the other; both stand on bodies in the plane.
static double depth_of(const PwOutline *o, const PwAuditBody *on, const PwMaterial *m, const PwAuditBody *in,
                       const PwOutline *other, double at[2]) {
  double deepest = 0, c = cos(on->turn - in->turn), s = sin(on->turn - in->turn), cs = cos(in->turn), sn = sin(in->turn);
  double d[2] = {on->p[0] - in->p[0], on->p[1] - in->p[1]}, shift[2] = {cs * d[0] + sn * d[1], -sn * d[0] + cs * d[1]};
  double x = shift[0] + c * o->center[0] - s * o->center[1], y = shift[1] + s * o->center[0] + c * o->center[1];
  if (!m->endless && hypot(x - other->center[0], y - other->center[1]) > o->radius + other->radius) return 0;
  for (int32_t i = 0; i < o->count; i++) {
    if (i % PW_OUTLINE_GROUP == 0 && !m->endless) {
      const double *g = o->group[i / PW_OUTLINE_GROUP];
      double at_x = shift[0] + c * g[0] - s * g[1], at_y = shift[1] + s * g[0] + c * g[1];
      if (at_x + g[2] < m->low[0] || at_x - g[2] > m->high[0] || at_y + g[2] < m->low[1] || at_y - g[2] > m->high[1]) {
        i += PW_OUTLINE_GROUP - 1;  // none of them is near
        continue;
      }
    }
    const double *p = o->probe[i].x;
    double q[2] = {shift[0] + c * p[0] - s * p[1], shift[1] + s * p[0] + c * p[1]}, depth = pw_material_depth(m, q);
    if (!(depth > deepest)) continue;
    deepest = depth;
    at[0] = in->p[0] + cs * q[0] - sn * q[1];
    at[1] = in->p[1] + sn * q[0] + cs * q[1];
  }
  return deepest;
}

static bool foot(void *user, const PwContactOf *c, int side, const double at[3], double normal[3], double *distance) {
  const Overlaps *x = user;
  normal[2] = 0;
  pw_outline_foot(&x->outline[c->contact->profile[side].i - 1], at, normal, distance);
  return true;
}

static void at_row(PwAudit *a, void *user, int64_t touch) {
  Overlaps *x = user;
  for (int32_t k = 0; k < a->contacts; k++) {
    PwContactOf c;
    if (!pw_audit_contact(a, k, &c) || c.of >= 0) continue;
    for (int side = 0; side < 2; side++) {
      int32_t one = c.contact->profile[side].i - 1, other = c.contact->profile[1 - side].i - 1;
      double at[2] = {0, 0};
      if (!x->material[other].count) continue;
      double depth = depth_of(&x->outline[one], &a->now.body[c.body[side]], &x->material[other], &a->now.body[c.body[1 - side]],
                              &x->outline[other], at);
      if (depth > 0) depth = fmax(depth - told_between(a, x, touch, one, other), 0);
      pw_audit_note(x->law, depth / a->size, "%s at (%.6g, %.6g) %s, t = %.9g %s", a->contact[k], at[0] / a->model->units.length,
                    at[1] / a->model->units.length, a->model->units.length_name, PW_AUDIT_TIME(a, a->now.t));
    }
  }
}

void pw_audit_samples(PwAudit *a, PwAuditLaw *law, int64_t most, void (*look)(PwAudit *, void *, int64_t), void *user) {
  enum { LEAST = 16, MOST = 128 };
  most = most < LEAST ? LEAST : most > MOST ? MOST : most;
  int64_t samples = 0, seen = 0, touch = 0, rows = 0;
  for (int64_t r = 0; r < a->rows.rows; r++) samples += pw_audit_value(a, r, 1) == PW_ROW_SAMPLE;
  for (int64_t r = 0, stride = 1 + (samples - 1) / most; r < a->rows.rows; r++) {
    if (pw_audit_value(a, r, 1) != PW_ROW_SAMPLE || seen++ % stride != 0) continue;
    pw_audit_place(a, r, &a->now);
    pw_audit_seek(a, &a->now, &touch);
    look(a, user, touch);
    rows++;
  }
  pw_audit_say(law, "at %lld instants", (long long)rows);
}

PawlStatus pw_audit_overlaps(PwAudit *a) {
  static const char *const NAME = "no outline inside another";
  const PawlModel *m = a->model;
  if (!m->contacts.count) return PAWL_OK;
  if (m->contacts.item[0].def.surface[0].i) return pw_audit_surfaces(a);
  size_t profiles = (size_t)m->profiles.count;
  Overlaps x = {.outline = pw_arena_array(&a->arena, profiles, sizeof *x.outline),
                .material = pw_arena_array(&a->arena, profiles, sizeof *x.material)};
  if (!x.outline || !x.material || !sample_all(a, &x)) return PAWL_ERR_MEMORY;
  int64_t work = 1, open = 0;
  for (int32_t i = 0; i < m->contacts.count; i++) {
    for (int side = 0; side < 2; side++) {
      int32_t p = m->contacts.item[i].def.profile[side].i - 1;
      bool closed = m->profiles.item[p].geometry.closed;
      if (closed && !x.material[p].count && !make_material(a, &x, p)) return PAWL_ERR_MEMORY;
      work += x.outline[p].count;
      open += !closed;
    }
  }
  x.law = pw_audit_begin(a, NAME, 1e-7);
  pw_audit_samples(a, x.law, WORK / work, at_row, &x);
  pw_audit_end(a, x.law);
  pw_audit_normals(a, WORK / work, foot, &x);
  if (open) pw_audit_skip(a, "behind open profiles", "they bound no material");
  return PAWL_OK;
}
