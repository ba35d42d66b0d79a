// Finding touches of surfaces: the search of one pair, which holds as long as the bodies have not moved by more than its reach,
// seen from either of them, and overlaps of the bodies themselves.
#include <math.h>

#include "contact/near.h"
#include "contact/surfaces.h"
#include "geometry/space/surface_ball.h"
#include "geometry/space/surface_space.h"

static const double LEAST = 0.05;  // of the margin: the least reach. What closes within it simulate/contact_late.c looks back for
static const double ALONG = 1e-6;  // of the margin: surfaces that are no farther apart along a line lie on each other
static const double SAME = 1e-6;   // of the size: points nearer than this are one

// Of two balls nothing counts but where their centres are: their difference, in ground axes. False: they are none.
static bool between_balls(const PawlMechanism *k, const PwMotion *m, const PwContact *c, double d[3]) {
  double x[2][3];
  for (int side = 0; side < 2; side++) {
    const PwSkin *skin = &k->skin[c->skin[side]];
    if (!pw_is_ball(&skin->geometry) || skin->geometry.sign < 0) return false;
    PwPose3 pose = pw_skin_pose(m, skin);
    pw_place3(&pose, skin->geometry.center, x[side]);
  }
  for (int i = 0; i < 3; i++) d[i] = x[0][i] - x[1][i];
  return true;
}

void pw_surfaces_note(const PwMotion *m, const PwContact *c, PwPairMemory *memory) {
  if (between_balls(m->mechanism, m, c, memory->pose)) return;
  PwPose3 a = pw_body_pose3(m, c->body[0]), b = pw_body_pose3(m, c->body[1]), now = pw_relative_pose3(&a, &b);
  for (int i = 0; i < 3; i++) memory->pose[i] = now.x[i];
  for (int i = 0; i < 9; i++) memory->pose[3 + i] = now.r[i];
}

// The pose of the first surface in axes of the second one, from that of their bodies.
static PwPose3 between_skins(const PawlMechanism *k, const PwContact *c, const PwPose3 *bodies) {
  PwPose3 own[2];
  for (int side = 0; side < 2; side++) {
    const PwSkin *skin = &k->skin[c->skin[side]];
    for (int i = 0; i < 3; i++) own[side].x[i] = skin->position[i];
    for (int i = 0; i < 9; i++) own[side].r[i] = skin->axes[i];
  }
  PwPose3 first = pw_compose3(bodies, &own[0]);
  return pw_relative_pose3(&first, &own[1]);
}

double pw_surfaces_moved(const PawlMechanism *k, const PwMotion *m, const PwContact *c, const PwPairMemory *memory) {
  PwPairMemory standing;
  PwPose3 pose[2];
  double d[3];
  if (between_balls(k, m, c, d)) return hypot(hypot(d[0] - memory->pose[0], d[1] - memory->pose[1]), d[2] - memory->pose[2]);
  pw_surfaces_note(m, c, &standing);
  for (int i = 0; i < 2; i++) {
    const double *from = (i ? &standing : memory)->pose;
    PwPose3 bodies;
    for (int j = 0; j < 3; j++) bodies.x[j] = from[j];
    for (int j = 0; j < 9; j++) bodies.r[j] = from[3 + j];
    pose[i] = between_skins(k, c, &bodies);
  }
  return pw_surface_moved(&k->skin[c->skin[0]].geometry, &k->skin[c->skin[1]].geometry, &pose[0], &pose[1]);
}

double pw_surfaces_margin(const PawlMechanism *k, const PwContact *c) {
  return pw_pair_margin(k->skin[c->skin[0]].geometry.extent, k->skin[c->skin[1]].geometry.extent, k->size);
}

// One that acts may be about to go over a smooth border: the search finds it on the face beside then.
bool pw_surfaces_is_found_as(const PwTouches *t, const PwMotion *m, const PwTouch *touch, int32_t n) {
  static const double PARALLEL = 1e-5;
  const PwSurfaceFound *f = &t->space_found.item[n];
  PwTouchMotion motion;
  bool same_faces = touch->on[0].element == f->face[0] && touch->on[1].element == f->face[1];
  if (!same_faces && pw_touch_is_open(touch)) return false;
  if (pw_surfaces_place(m, touch, &motion)) return false;
  double far = 0, turned = 0;
  for (int j = 0; j < 3; j++) {
    far = fmax(far, fmax(fabs(motion.space.x1[j] - f->point.x1[j]), fabs(motion.space.x2[j] - f->point.x2[j])));
    turned = fmax(turned, fabs(motion.space.n[j] - f->point.n[j]));
  }
  return far < SAME * t->k->size && (same_faces || turned < PARALLEL);
}

PawlStatus pw_surfaces_adopt(PwTouches *t, const PwMotion *m, int32_t c, int32_t n, bool deep) {
  const PwSurfaceFound *f = &t->space_found.item[n];
  const PwSkin *s1 = pw_skin_of(t->k, c, 0), *s2 = pw_skin_of(t->k, c, 1);
  PwTouch touch = {.contact = c, .t = m->t, .slot = -1};
  (void)deep;
  if (f->point.gap < 0) {
    PwPose3 p1 = pw_skin_pose(m, s1), p2 = pw_skin_pose(m, s2);
    if (!pw_surface_overlaps(&s1->geometry, &p1, &s2->geometry, &p2, &f->point)) return PAWL_OK;
  }
  for (int side = 0; side < 2; side++) {
    touch.on[side].element = f->face[side];
    for (int i = 0; i < 2; i++) touch.on[side].u[i] = f->point.q[side][i];
  }
  return pw_touches_add(t, m, touch);
}

// Motion until the next look at a line that is equally near: half of its gap, more if the motion so far has hardly closed it.
static double line_reach(double gap, double before, double moved) {
  static const double SLIDES = 0.01;  // of the motion: less does not count as closing
  bool known = before > 0 && before < INFINITY && moved > 0;
  double rate = known ? fmin(fmax((before - gap) / moved, SLIDES), 1) : 1;
  return gap / (2 * rate);
}

static PawlStatus search(PwTouches *t, const PwPose3 *p1, const PwPose3 *p2, int32_t c, bool deep, double margin, double moved) {
  const PwSurface *s1 = &pw_skin_of(t->k, c, 0)->geometry, *s2 = &pw_skin_of(t->k, c, 1)->geometry;
  PwSurfaceFoundList *found = &t->space_found;
  int64_t grown = found->grown;
  PawlStatus status = pw_surface_search(s1, p1, s2, p2, deep ? s1->extent + s2->extent : PW_PAIR_DEPTH * margin, margin, found);
  if (status) return status;
  t->grown += found->grown - grown;
  t->conforming = found->singular != PW_SINGULAR_NONE && found->singular_gap < ALONG * margin && found->count == 0;
  PwPairMemory *memory = &pw_near_get(t, c)->pair;
  memory->sure = found->reach;
  double line = line_reach(found->singular_gap, memory->along, moved);
  memory->reach = fmin(fmax(found->reach, LEAST * margin), fmax(line, ALONG * margin));
  memory->along = found->singular_gap;
  return PAWL_OK;
}

PawlStatus pw_surfaces_find(PwTouches *t, const PwMotion *m, int32_t c, bool deep, int32_t *count) {
  const PwSkin *s1 = pw_skin_of(t->k, c, 0), *s2 = pw_skin_of(t->k, c, 1);
  PwPose3 p1 = pw_skin_pose(m, s1), p2 = pw_skin_pose(m, s2);
  const PwContact *contact = &t->k->contact[c];
  PwPairMemory *memory = &pw_near_get(t, c)->pair;
  double margin = pw_surfaces_margin(t->k, contact), moved = pw_surfaces_moved(t->k, m, contact, memory);
  double far = pw_surface_distance(&s1->geometry, &p1, &s2->geometry, &p2);
  memory->reach = memory->sure = fmax(far, margin);
  t->space_found.count = 0;
  PawlStatus status = far < margin ? search(t, &p1, &p2, c, deep, margin, moved) : PAWL_OK;
  *count = t->space_found.count;
  return status;
}

bool pw_surfaces_overlap_at(const PwMotion *m, const PwContact *c, double tolerance, PwOverlap *out) {
  const PwSkin *s1 = &m->mechanism->skin[c->skin[0]], *s2 = &m->mechanism->skin[c->skin[1]];
  PwPose3 p1 = pw_skin_pose(m, s1), p2 = pw_skin_pose(m, s2);
  return pw_surfaces_overlap(&s1->geometry, &p1, &s2->geometry, &p2, tolerance, out);
}

bool pw_surfaces_are_near(const PwMotion *m, const PwContact *c) {
  const PwSkin *s1 = &m->mechanism->skin[c->skin[0]], *s2 = &m->mechanism->skin[c->skin[1]];
  PwPose3 p1 = pw_skin_pose(m, s1), p2 = pw_skin_pose(m, s2);
  bool solid = s1->geometry.sign > 0 && s2->geometry.sign > 0;  // a cavity has its material around it
  return !solid || pw_surface_distance(&s1->geometry, &p1, &s2->geometry, &p2) <= 0;
}

PawlStatus pw_surfaces_look(PwTouches *t, const PwMotion *m, int32_t c, double shallow, PwSeen *out) {
  const PwSkin *s1 = pw_skin_of(t->k, c, 0), *s2 = pw_skin_of(t->k, c, 1);
  PwPose3 p1 = pw_skin_pose(m, s1), p2 = pw_skin_pose(m, s2);
  PwSurfaceFoundList *found = &t->space_found;
  double depth = PW_PAIR_DEPTH * pw_surfaces_margin(t->k, &t->k->contact[c]);
  PawlStatus status = pw_surface_search(&s1->geometry, &p1, &s2->geometry, &p2, depth, 0, found);
  for (int32_t i = 0; i < found->count && status == PAWL_OK; i++) {
    const PwSurfaceTouch *p = &found->item[i].point;
    if (-p->gap <= out->depth || !pw_surface_overlaps(&s1->geometry, &p1, &s2->geometry, &p2, p)) continue;
    out->depth = -p->gap;
    for (int k = 0; k < 3; k++) out->x[k] = (p->x1[k] + p->x2[k]) / 2;
  }
  PwOverlap overlap;
  if (out->depth <= shallow && pw_surfaces_within(&s1->geometry, &p1, &s2->geometry, &p2, shallow, &overlap)) {
    *out = (PwSeen){overlap.depth, {overlap.x[0], overlap.x[1], overlap.x[2]}};
  }
  return status;
}
