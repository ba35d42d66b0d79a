// Finding touches: the global search of one contact, and how long its answer holds.
//
// A search lists every touch nearer than the margin, and says by how much the bodies may move against each other before one that
// is not listed can have closed (reach). Motion is measured on the profile's enclosing circle, seen from either body, whichever
// gives less: |shift of its centre| + 2 |sin(turn/2)| radius bounds the displacement of every point of it.
#include <math.h>

#include "contact/space.h"
#include "geometry/plane/overlap.h"

static const double MARGIN = 0.15;  // of the smaller profile's size
static const double DEPTH = 3;      // overlaps up to this, of the margin, are noticed on the way
static const double EARLY = 0.1;    // of the reach: a search is due by so much before the reach is used up
static const double LEAST = 1e-6;   // of the margin: the least reach, where boundaries run along each other
static const double SOON = 1e-5;    // of the margin: the reach where corners are together
static const double SMALL = 0.1;    // of the larger one: a profile counts as no smaller, tips and thin pins slide far
static const double SAME = 1e-6;    // places nearer than this on an element are one

static PwPose2 relative(PwPose2 a, PwPose2 b) {  // a seen from b
  double x = a.x - b.x, y = a.y - b.y;
  return (PwPose2){b.c * x + b.s * y, b.c * y - b.s * x, a.c * b.c + a.s * b.s, a.s * b.c - a.c * b.s};
}

static PwPose2 inverse(PwPose2 p) {
  return (PwPose2){-p.c * p.x - p.s * p.y, p.s * p.x - p.c * p.y, p.c, -p.s};
}

// Largest displacement of a point of the profile's enclosing circle between two poses. A whole circle that turns about its centre
// stays where it is.
static double displacement(const PwProfile *b, PwPose2 from, PwPose2 to) {
  bool circle = b->elements == 1 && b->closed && b->element[0].kind == PW_EL_ARC;
  const double *center = circle ? b->element[0].center : b->center;
  double dc = to.c - from.c, ds = to.s - from.s;
  double x = to.x - from.x + dc * center[0] - ds * center[1];
  double y = to.y - from.y + ds * center[0] + dc * center[1];
  return sqrt(x * x + y * y) + (circle ? 0 : sqrt(dc * dc + ds * ds) * b->radius);
}

// By how much the profiles of contact c have moved against each other since then.
static double moved_since(const PwTouches *t, const PwMotion *m, int32_t c, const PwPairMemory *memory) {
  const PwContact *contact = &t->k->contact[c];
  PwPose2 was = {memory->x, memory->y, memory->c, memory->s};
  PwPose2 is = relative(pw_body_pose2(m, contact->body[0]), pw_body_pose2(m, contact->body[1]));
  double seen1 = displacement(&t->k->boundary[contact->boundary[0]].geometry, was, is);
  double seen2 = displacement(&t->k->boundary[contact->boundary[1]].geometry, inverse(was), inverse(is));
  return fmin(seen1, seen2);
}

double pw_touches_margin(const PwTouches *t, const PwMotion *m, int32_t c) {
  PwContactKind kind = t->k->contact[c].kind;
  if (kind == PW_CONTACT_STOP) return INFINITY;
  if (kind == PW_CONTACT_SURFACES) return pw_space_margin(t, m, c, t->pair[c].reach);
  return (1 - EARLY) * t->pair[c].reach - moved_since(t, m, c, &t->pair[c]);
}

bool pw_touches_is_sure(const PwTouches *t, const PwMotion *m, int32_t c) {
  const PwPairMemory *memory = &t->pair[c];
  return t->k->contact[c].kind != PW_CONTACT_SURFACES || !(memory->sure < memory->reach) ||
         pw_space_margin(t, m, c, memory->sure) > 0;
}

double pw_touches_slack(const PwTouches *t, int32_t c) {
  return EARLY * t->pair[c].reach;
}

double pw_touches_reach(const PwTouches *t, int32_t c) {
  const PwContact *contact = &t->k->contact[c];
  if (contact->kind == PW_CONTACT_SURFACES) return pw_space_reach(t, c);
  double a = t->k->boundary[contact->boundary[0]].geometry.size, b = t->k->boundary[contact->boundary[1]].geometry.size;
  double large = fmax(a, b);
  return MARGIN * (large > 0 ? fmax(fmin(a, b), SMALL * large) : t->k->size);  // tips have no size
}

static bool is_same(const PwProfile *b, double u, double w) {
  double d = fabs(u - w);
  if (b->elements == 1 && b->closed) d = fabs(d - round(d));
  return d < SAME;
}

// Two corners are one pair wherever the line between them points to: at distance zero that is rounding.
static bool is_found_as(const PwTouches *t, const PwTouch *touch, const PwFound *f) {
  const PwContact *contact = &t->k->contact[touch->contact];
  if (touch->element[0] != f->element[0] || touch->element[1] != f->element[1]) return false;
  if (pw_touch_is_corners(t->k, touch)) return true;
  for (int side = 0; side < 2; side++) {
    const PwProfile *b = &t->k->boundary[contact->boundary[side]].geometry;
    if (!is_same(b, touch->u[side], f->point.u[side])) return false;
  }
  return true;
}

// Is this found touch in the list already?
static PwTouch *find_listed(PwTouches *t, int32_t c, const PwFound *f) {
  for (int32_t i = 0; i < t->count; i++) {
    if (t->touch[i].contact == c && is_found_as(t, &t->touch[i], f)) return &t->touch[i];
  }
  return NULL;
}

static bool may_stay(const PwTouches *t, const PwTouch *touch) {
  static const double CLOSE = 1e-5, BESIDE = 0.2;  // of the mechanism's size; rad beside a cone
  if (touch->gap > CLOSE * t->k->size) return false;
  if (pw_touch_is_corners(t->k, touch)) return fabs(touch->gap) < PW_CORNERS * t->k->size;
  for (int way = 0; way < 4; way++) {
    int side = way / 2, direction = way % 2 ? 1 : -1;
    const PwProfile *p = &t->k->boundary[t->k->contact[touch->contact].boundary[side]].geometry;
    const PwElement *e = &p->element[touch->element[side]];
    double over = direction > 0 ? touch->u[side] - 1 : -touch->u[side];
    PwTouchEnd end = pw_touch_end(t->k, touch, side, direction);
    if (over <= 0 || end == PW_END_NONE || (end == PW_END_FLAT && over * e->turn < BESIDE)) continue;
    bool comes = direction * touch->u_rate[side] < 0 && over * e->length < PW_CORNERS * t->k->size;
    if (comes && !pw_element_is_corner(e)) continue;
    if (end != PW_END_REENTRANT || over * e->length > fmin(CLOSE * t->k->size, p->beyond[touch->element[side]][direction > 0]))
      return false;
  }
  return touch->definite > 0;
}

// Open touches of contact c that are no longer one. What is so near to closed that a rounding decides stays: a corner beside its
// cone on a face that it lies on, a foot beside a re-entrant corner that it stands in, one that comes onto a face at its end.
static void drop_vanished(PwTouches *t, int32_t c) {
  for (int32_t i = t->count - 1; i >= 0; i--) {
    const PwTouch *touch = &t->touch[i];
    if (touch->contact != c || touch->state != PW_TOUCH_OPEN) continue;
    bool listed = false;
    for (int32_t n = 0; n < t->found.count && !listed; n++) {
      const PwFound *f = &t->found.item[n];
      listed = is_found_as(t, touch, f) && find_listed(t, c, f) == touch;
    }
    if (!listed && !may_stay(t, touch)) pw_touches_remove(t, i);
  }
}

static PwTouch touch_of(const PwMotion *m, int32_t c, const PwFound *f) {
  return (PwTouch){.contact = c,
                   .element = {f->element[0], f->element[1]},
                   .t = m->t,
                   .u = {f->point.u[0], f->point.u[1]},
                   .shadow = f->shadow,
                   .slot = -1};
}

// Two corners at distance zero: the line between them is rounding.
static bool are_together(const PwTouches *t, int32_t c, const PwFound *f) {
  const PwTouch touch = {.contact = c, .element = {f->element[0], f->element[1]}};
  return pw_touch_is_corners(t->k, &touch) && fabs(f->point.gap) < PW_CORNERS * t->k->size;
}

// The direction in which two corners that are together part; 0: they do not move.
static void parting(const PwMotion *m, const PwContact *contact, const PwFound *f, double n[2]) {
  for (int side = 0; side < 2; side++) {
    const double *q = m->q + 3 * contact->body[side], *v = m->v + 3 * contact->body[side];
    const double *x = side ? f->point.x2 : f->point.x1, sign = side ? -1 : 1;
    n[0] += sign * (v[0] - v[2] * (x[1] - q[1]));
    n[1] += sign * (v[1] + v[2] * (x[0] - q[0]));
  }
  double length = hypot(n[0], n[1]);
  for (int i = 0; i < 2; i++) n[i] = length > 0 ? n[i] / length : 0;
}

// Corners that came together without having been a touch before, one by sliding off a face to the other. They are one from here
// on if the way they part lies in both cones; else the elements beside them carry what follows.
static bool part_by_themselves(PwTouches *t, const PwMotion *m, int32_t c, const PwFound *f, double n[2]) {
  PwTouch touch = touch_of(m, c, f);
  PwTouchMotion motion;
  parting(m, &t->k->contact[c], f, touch.n);
  if ((touch.n[0] == 0 && touch.n[1] == 0) || pw_touch_place(m, &touch, &motion)) return false;
  for (int side = 0; side < 2; side++) {
    n[side] = touch.n[side];
    if (!(motion.point.u[side] >= 0 && motion.point.u[side] <= 1)) return false;
  }
  return true;
}

static PawlStatus add_found(PwTouches *t, const PwMotion *m, int32_t c, const PwFound *f, const double n[2]) {
  PawlStatus status = pw_touches_reserve(t, t->count + 1);
  if (status) return status;
  PwTouch *touch = &t->touch[t->count++];
  *touch = touch_of(m, c, f);
  touch->id = ++t->last_id;
  touch->n[0] = n[0];
  touch->n[1] = n[1];
  return pw_touch_remember(m, touch);
}

PawlStatus pw_touches_search(PwTouches *t, const PwMotion *m, int32_t c, bool deep) {
  const PwContact *contact = &t->k->contact[c];
  PwPairMemory *memory = &t->pair[c];
  if (contact->kind == PW_CONTACT_STOP) return PAWL_OK;
  if (contact->kind == PW_CONTACT_SURFACES) return pw_space_search(t, m, c, deep);
  const PwProfile *b1 = &t->k->boundary[contact->boundary[0]].geometry;
  const PwProfile *b2 = &t->k->boundary[contact->boundary[1]].geometry;
  PwPose2 p1 = pw_body_pose2(m, contact->body[0]), p2 = pw_body_pose2(m, contact->body[1]), now = relative(p1, p2);
  double margin = pw_touches_reach(t, c), far = pw_profile_distance(b1, &p1, b2, &p2);
  *memory = (PwPairMemory){.x = now.x, .y = now.y, .c = now.c, .s = now.s, .reach = fmax(far, margin)};
  t->found.count = 0;
  t->conforming = false;
  t->searches++;
  if (far < margin) {
    int64_t grown = t->found.grown;
    PawlStatus status = pw_touch_search(b1, &p1, b2, &p2, deep ? b1->size + b2->size : DEPTH * margin, margin, &t->found);
    if (status) return status;
    t->grown += t->found.grown - grown;
    t->conforming = t->found.conforming && t->found.reach < LEAST * margin && t->found.count == 0;
    memory->reach = fmax(t->found.reach, LEAST * margin);
  }
  for (int32_t i = 0; i < t->count; i++) {  // places of this instant, to compare with
    if (t->touch[i].contact == c && pw_touch_remember(m, &t->touch[i]) < 0) return PAWL_ERR_MEMORY;
  }
  drop_vanished(t, c);
  for (int32_t i = 0; i < t->found.count; i++) {
    const PwFound *f = &t->found.item[i];
    PwTouch *listed = find_listed(t, c, f);
    if (listed) {
      listed->shadow = f->shadow;
      continue;
    }
    double n[2] = {0, 0};
    if (!deep && are_together(t, c, f) && !part_by_themselves(t, m, c, f, n)) {
      memory->reach = fmin(memory->reach, SOON * margin);
      continue;
    }
    if (f->point.gap < 0 && !pw_touch_overlaps(b1, &p1, b2, &p2, f, contact->soft)) continue;
    PawlStatus status = add_found(t, m, c, f, n);
    if (status < 0) return status;
  }
  return PAWL_OK;
}

// An overlap of two bodies of which at least one is closed, by places inside; of two open ones by the deepest touch.
static void measure_overlap(const PwTouches *t, int32_t c, const PwPose2 *p1, const PwPose2 *p2, double shallow, PwSeen *out) {
  const PwContact *contact = &t->k->contact[c];
  const PwProfile *b1 = &t->k->boundary[contact->boundary[0]].geometry, *b2 = &t->k->boundary[contact->boundary[1]].geometry;
  PwOverlap overlap;
  if (b1->closed || b2->closed) {
    if (pw_profiles_overlap(b1, p1, b2, p2, shallow, &overlap)) *out = (PwSeen){overlap.depth, {overlap.x[0], overlap.x[1]}};
    return;
  }
  for (int32_t i = 0; i < t->found.count; i++) {
    const PwFound *f = &t->found.item[i];
    if (-f->point.gap <= out->depth || !pw_touch_overlaps(b1, p1, b2, p2, f, false)) continue;
    *out = (PwSeen){-f->point.gap, {(f->point.x1[0] + f->point.x2[0]) / 2, (f->point.x1[1] + f->point.x2[1]) / 2}};
  }
}

PawlStatus pw_touches_look(PwTouches *t, const PwMotion *m, int32_t c, double least, double shallow, PwSeen *out) {
  const PwContact *contact = &t->k->contact[c];
  *out = (PwSeen){0};
  if (contact->kind == PW_CONTACT_STOP) return PAWL_OK;
  if (contact->kind == PW_CONTACT_SURFACES) return pw_space_look(t, m, c, least, out);
  const PwProfile *b1 = &t->k->boundary[contact->boundary[0]].geometry, *b2 = &t->k->boundary[contact->boundary[1]].geometry;
  PwPose2 p1 = pw_body_pose2(m, contact->body[0]), p2 = pw_body_pose2(m, contact->body[1]), now = relative(p1, p2);
  double apart = pw_profile_distance(b1, &p1, b2, &p2), depth = DEPTH * pw_touches_reach(t, c);
  if (apart > 0 || (t->watched[c].reach > 0 && moved_since(t, m, c, &t->watched[c]) < least)) return PAWL_OK;
  PawlStatus status = pw_touch_search(b1, &p1, b2, &p2, depth, 0, &t->found);
  bool suspect = b1->closed && b2->closed && !b1->hole && !b2->hole && -apart > depth;  // one may be all inside the other
  for (int32_t i = 0; i < t->found.count; i++) suspect |= -t->found.item[i].point.gap > shallow;
  if (suspect && status == PAWL_OK) measure_overlap(t, c, &p1, &p2, shallow, out);
  t->watched[c] = (PwPairMemory){.x = now.x, .y = now.y, .c = now.c, .s = now.s, .reach = out->depth > 0 ? 0 : 1};
  return status;
}
