// Finding touches of profiles: the search of one pair, and how long its answer holds.
//
// A search lists every touch nearer than the margin, and says by how much the bodies may move against each other before one that
// is not listed can have closed (reach). Motion is measured on the profile's enclosing circle, seen from either body, whichever
// gives less: |shift of its centre| + 2 |sin(turn/2)| radius bounds the displacement of every point of it.
#include <math.h>

#include "contact/near.h"
#include "contact/profiles.h"
#include "geometry/plane/touch_plane.h"

static const double LEAST = 1e-6;  // of the margin: the least reach, where boundaries run along each other
static const double SOON = 1e-8;   // of the margin: the reach where corners are together, which lasts for next to no motion
// Of the size: what is deeper in a run is a way out through a far side, unless none is nearer.
static const double SHALLOW = 1e-6;
static const double SAME = 1e-6;  // points nearer than this on an element are one

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

// Of two round ones, discs or points, nothing counts but where their centres are: their difference, in ground axes. False: one
// is not round.
static bool between_centers(const PawlMechanism *k, const PwMotion *m, const PwContact *c, double d[2]) {
  double x[2][2];
  for (int side = 0; side < 2; side++) {
    const double *center = pw_profile_round(&k->boundary[c->boundary[side]].geometry);
    PwPose2 pose = pw_body_pose2(m, c->body[side]);
    if (!center) return false;
    pw_to_ground(&pose, center, x[side]);
  }
  for (int i = 0; i < 2; i++) d[i] = x[0][i] - x[1][i];
  return true;
}

void pw_profiles_note(const PwMotion *m, const PwContact *c, PwPairMemory *memory) {
  if (between_centers(m->mechanism, m, c, memory->pose)) return;
  PwPose2 now = relative(pw_body_pose2(m, c->body[0]), pw_body_pose2(m, c->body[1]));
  memory->pose[0] = now.x;
  memory->pose[1] = now.y;
  memory->pose[2] = now.c;
  memory->pose[3] = now.s;
}

double pw_profiles_moved(const PawlMechanism *k, const PwMotion *m, const PwContact *c, const PwPairMemory *memory) {
  double d[2];
  if (between_centers(k, m, c, d)) return hypot(d[0] - memory->pose[0], d[1] - memory->pose[1]);
  PwPose2 was = {memory->pose[0], memory->pose[1], memory->pose[2], memory->pose[3]};
  PwPose2 is = relative(pw_body_pose2(m, c->body[0]), pw_body_pose2(m, c->body[1]));
  const PwProfile *b1 = &k->boundary[c->boundary[0]].geometry, *b2 = &k->boundary[c->boundary[1]].geometry;
  double seen1 = displacement(b1, was, is);
  double seen2 = displacement(b2, inverse(was), inverse(is));
  return fmin(seen1, seen2);
}

double pw_profiles_margin(const PawlMechanism *k, const PwContact *c) {
  return pw_pair_margin(k->boundary[c->boundary[0]].geometry.size, k->boundary[c->boundary[1]].geometry.size, k->size);
}

static bool is_same(const PwProfile *b, double u, double w) {
  double d = fabs(u - w);
  if (b->elements == 1 && b->closed) d = fabs(d - round(d));
  return d < SAME;
}

// Two corners are one pair wherever the line between them points to: at distance zero that is rounding.
bool pw_profiles_is_found_as(const PwTouches *t, const PwMotion *m, const PwTouch *touch, int32_t n) {
  const PwFound *f = &t->found.item[n];
  (void)m;
  if (touch->on[0].element != f->element[0] || touch->on[1].element != f->element[1]) return false;
  if (pw_profiles_are_corners(t->k, touch)) return true;
  for (int side = 0; side < 2; side++) {
    if (!is_same(pw_profile_of(t->k, touch->contact, side), touch->on[side].u[0], f->point.u[side])) return false;
  }
  return true;
}

void pw_profiles_find_again(const PwTouches *t, int32_t n, PwTouch *touch) {
  touch->shadow = t->found.item[n].shadow;
}

// What is so near to closed that a rounding decides stays: a corner beside its cone on a face that it lies on, a foot beside a
// re-entrant corner that it stands in, one that comes onto a face at its end.
bool pw_profiles_may_stay(const PwTouches *t, const PwTouch *touch) {
  static const double CLOSE = 1e-5, BESIDE = 0.2;  // of the mechanism's size; rad beside a cone
  if (touch->gap > CLOSE * t->k->size) return false;
  if (pw_profiles_are_corners(t->k, touch)) return fabs(touch->gap) < PW_CORNERS * t->k->size;
  for (int way = 0; way < PW_ENDS; way++) {
    PwEnd at = pw_profiles_end_of(t->k, touch, way);
    const PwProfile *p = pw_profile_of(t->k, touch->contact, at.side);
    const PwTouchSide *on = &touch->on[at.side];
    const PwElement *e = &p->element[on->element];
    double over = at.last ? on->u[0] - 1 : -on->u[0];
    PwTouchEnd end = pw_profiles_end(t->k, touch, at);
    if (over <= 0 || end == PW_END_NONE || (end == PW_END_FLAT && over * e->turn < BESIDE)) continue;
    bool comes = pw_end_direction(at) * on->u_rate[0] < 0 && over * e->length < PW_CORNERS * t->k->size;
    if (comes && !pw_element_is_corner(e)) continue;
    if (end != PW_END_REENTRANT || over * e->length > fmin(CLOSE * t->k->size, p->beyond[on->element][at.last])) return false;
  }
  return touch->definite > 0;
}

static PwTouch touch_of(const PwMotion *m, int32_t c, const PwFound *f) {
  return (PwTouch){.contact = c,
                   .on = {{.element = f->element[0], .u = {f->point.u[0]}}, {.element = f->element[1], .u = {f->point.u[1]}}},
                   .t = m->t,
                   .shadow = f->shadow,
                   .slot = -1};
}

// Two corners at distance zero: the line between them is rounding.
static bool are_together(const PwTouches *t, int32_t c, const PwFound *f) {
  const PwTouch touch = {.contact = c, .on = {{.element = f->element[0]}, {.element = f->element[1]}}};
  return pw_profiles_are_corners(t->k, &touch) && fabs(f->point.gap) < PW_CORNERS * t->k->size;
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
  if ((touch.n[0] == 0 && touch.n[1] == 0) || pw_profiles_place(m, &touch, &motion)) return false;
  for (int side = 0; side < 2; side++) {
    n[side] = touch.n[side];
    if (!(motion.point.u[side] >= 0 && motion.point.u[side] <= 1)) return false;
  }
  return true;
}

PawlStatus pw_profiles_adopt(PwTouches *t, const PwMotion *m, int32_t c, int32_t n, bool deep) {
  const PwFound *f = &t->found.item[n];
  const PwContact *contact = &t->k->contact[c];
  PwTouch touch = touch_of(m, c, f);
  if (!deep && are_together(t, c, f) && !part_by_themselves(t, m, c, f, touch.n)) {
    PwPairMemory *memory = &pw_near_get(t, c)->pair;
    memory->reach = fmin(memory->reach, SOON * pw_profiles_margin(t->k, contact));
    return PAWL_OK;
  }
  if (f->point.gap < 0) {
    PwPose2 p1 = pw_body_pose2(m, contact->body[0]), p2 = pw_body_pose2(m, contact->body[1]);
    const PwProfile *b1 = pw_profile_of(t->k, c, 0), *b2 = pw_profile_of(t->k, c, 1);
    bool nearest = contact->soft || (!deep && f->point.gap < -SHALLOW * t->k->size);
    if (!pw_touch_overlaps(b1, &p1, b2, &p2, f, nearest)) return PAWL_OK;
  }
  return pw_touches_add(t, m, touch);
}

PawlStatus pw_profiles_find(PwTouches *t, const PwMotion *m, int32_t c, bool deep, int32_t *count) {
  const PwContact *contact = &t->k->contact[c];
  const PwProfile *b1 = pw_profile_of(t->k, c, 0), *b2 = pw_profile_of(t->k, c, 1);
  PwPose2 p1 = pw_body_pose2(m, contact->body[0]), p2 = pw_body_pose2(m, contact->body[1]);
  PwPairMemory *memory = &pw_near_get(t, c)->pair;
  double margin = pw_profiles_margin(t->k, contact), far = pw_profile_distance(b1, &p1, b2, &p2);
  memory->reach = memory->sure = fmax(far, margin);
  *count = t->found.count = 0;
  if (far >= margin) return PAWL_OK;
  int64_t grown = t->found.grown;
  PawlStatus status = pw_touch_search(b1, &p1, b2, &p2, deep ? b1->size + b2->size : PW_PAIR_DEPTH * margin, margin, &t->found);
  if (status) return status;
  t->grown += t->found.grown - grown;
  t->conforming = t->found.conforming && t->found.reach < LEAST * margin && t->found.count == 0;
  memory->sure = t->found.reach;
  memory->reach = fmax(t->found.reach, LEAST * margin);
  *count = t->found.count;
  return PAWL_OK;
}
