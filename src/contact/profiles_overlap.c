// Profiles that overlap, whatever touches are listed.
#include <math.h>

#include "contact/profiles.h"
#include "geometry/plane/touch_plane.h"

enum { PLACES = 4 };  // looked at on every element

// A point on element e of boundary `side` of a contact, in the axes of the other body.
static void seen_from_other(const PwMotion *m, const PwContact *c, int side, int32_t e, double u, double out[2]) {
  PwPose2 pose = pw_body_pose2(m, c->body[side]), other = pw_body_pose2(m, c->body[1 - side]);
  PwCurvePoint p;
  double x[2];
  pw_element_evaluate(&m->mechanism->boundary[c->boundary[side]].geometry.element[e], u, &p);
  pw_to_ground(&pose, p.x, x);
  pw_to_local(&other, x, out);
}

bool pw_profiles_is_inside(const PwMotion *m, const PwContact *c, int side, double tolerance) {
  const PwBoundary *boundary = m->mechanism->boundary;
  const PwProfile *in = &boundary[c->boundary[side]].geometry, *around = &boundary[c->boundary[1 - side]].geometry;
  for (int32_t i = 0; i < PLACES * in->elements; i++) {
    double x[2];
    seen_from_other(m, c, side, i / PLACES, (double)(i % PLACES) / PLACES, x);
    if (pw_profile_side(around, x, tolerance) == PW_OUTSIDE) return false;
  }
  return true;
}

bool pw_profiles_is_hole_meant(const PwMotion *m, const PwContact *c) {
  const PwBoundary *boundary = m->mechanism->boundary;
  for (int side = 0; side < 2; side++) {
    const PwProfile *in = &boundary[c->boundary[side]].geometry, *around = &boundary[c->boundary[1 - side]].geometry;
    bool inside = !in->hole && !around->hole && around->others == 0;
    for (int32_t i = 0; i < PLACES * in->elements && inside; i++) {
      double x[2];
      seen_from_other(m, c, side, i / PLACES, (double)(i % PLACES) / PLACES, x);
      inside = pw_profile_encloses(around, x);
    }
    if (inside) return true;
  }
  return false;
}

// Two circles about one centre have no nearest points, so no touch says that they overlap: any direction serves.
bool pw_profiles_is_concentric(const PwMotion *m, const PwContact *c, PwOverlap *out) {
  double center[2][2], depth = 0;
  for (int side = 0; side < 2; side++) {
    const PwProfile *b = &m->mechanism->boundary[c->boundary[side]].geometry;
    PwPose2 pose = pw_body_pose2(m, c->body[side]);
    if (b->elements != 1 || !b->closed || b->element[0].kind != PW_EL_ARC) return false;
    pw_to_ground(&pose, b->element[0].center, center[side]);
    depth += pw_round_radius(&b->element[0]);  // negative: a hole
  }
  if (hypot(center[0][0] - center[1][0], center[0][1] - center[1][1]) > 1e-9 * m->mechanism->size) return false;
  *out = (PwOverlap){.x = {center[0][0], center[0][1]}, .depth = depth};
  return true;
}

int pw_profiles_open_side(const PawlMechanism *k, const PwContact *c) {
  for (int side = 0; side < 2; side++) {
    if (!k->boundary[c->boundary[side]].geometry.closed) return side;
  }
  return -1;
}

// An overlap of two bodies of which at least one is closed, by points inside; of two open ones by the deepest touch.
static void measure_overlap(const PwTouches *t, int32_t c, const PwPose2 *p1, const PwPose2 *p2, double shallow, PwSeen *out) {
  const PwProfile *b1 = pw_profile_of(t->k, c, 0), *b2 = pw_profile_of(t->k, c, 1);
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

bool pw_profiles_are_near(const PwMotion *m, const PwContact *c) {
  PwPose2 p1 = pw_body_pose2(m, c->body[0]), p2 = pw_body_pose2(m, c->body[1]);
  const PwBoundary *boundary = m->mechanism->boundary;
  return pw_profile_distance(&boundary[c->boundary[0]].geometry, &p1, &boundary[c->boundary[1]].geometry, &p2) <= 0;
}

PawlStatus pw_profiles_look(PwTouches *t, const PwMotion *m, int32_t c, double shallow, PwSeen *out) {
  const PwContact *contact = &t->k->contact[c];
  const PwProfile *b1 = pw_profile_of(t->k, c, 0), *b2 = pw_profile_of(t->k, c, 1);
  PwPose2 p1 = pw_body_pose2(m, contact->body[0]), p2 = pw_body_pose2(m, contact->body[1]);
  double apart = pw_profile_distance(b1, &p1, b2, &p2), depth = PW_PAIR_DEPTH * pw_profiles_margin(t->k, contact);
  PawlStatus status = pw_touch_search(b1, &p1, b2, &p2, depth, 0, &t->found);
  bool suspect = b1->closed && b2->closed && !b1->hole && !b2->hole && -apart > depth;  // one may be all inside the other
  for (int32_t i = 0; i < t->found.count; i++) suspect |= -t->found.item[i].point.gap > shallow;
  if (suspect && status == PAWL_OK) measure_overlap(t, c, &p1, &p2, shallow, out);
  return status;
}

bool pw_profiles_overlap_at(const PwMotion *m, const PwContact *c, double tolerance, PwOverlap *out) {
  PwPose2 p1 = pw_body_pose2(m, c->body[0]), p2 = pw_body_pose2(m, c->body[1]);
  const PwBoundary *boundary = m->mechanism->boundary;
  return pw_profiles_overlap(&boundary[c->boundary[0]].geometry, &p1, &boundary[c->boundary[1]].geometry, &p2, tolerance, out);
}
