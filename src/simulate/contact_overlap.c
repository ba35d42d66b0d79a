// Bodies that overlap at the start of a run: what is said of them, and those that no touch tells of.
#include <math.h>

#include "geometry/touch_plane.h"
#include "simulate/simulation.h"

// A place on element e of boundary `side` of a contact, in the axes of the other body.
static void seen_from_other(const PawlSimulation *s, const PwContact *c, int side, int32_t e, double u, double out[2]) {
  const PwMotion *motion = pw_formulation_motion(s->formulation);
  PwPose2 pose = pw_body_pose2(motion, c->body[side]), other = pw_body_pose2(motion, c->body[1 - side]);
  PwCurvePoint p;
  double x[2];
  pw_element_evaluate(&s->k->boundary[c->boundary[side]].geometry.element[e], u, &p);
  pw_to_ground(&pose, p.x, x);
  pw_to_local(&other, x, out);
}

// How deep a rigid touch that is open overlaps, of the mechanism's size or rad; 0: not at all.
static double depth_of(const PawlSimulation *s, const PwTouch *touch, PwTouchMotion *m) {
  const PwContact *c = &s->k->contact[touch->contact];
  if (c->soft || touch->state == PW_TOUCH_CLOSED || pw_touch_place(pw_formulation_motion(s->formulation), touch, m)) return 0;
  return fmax(-m->gap / (c->angular ? 1 : s->k->size), 0);
}

// Of two contacts of the same two bodies: 1 if they stand in the same order, -1 if not; else 0.
static int order(const PwContact *a, const PwContact *b) {
  if (a->kind != PW_CONTACT_PROFILES || b->kind != PW_CONTACT_PROFILES) return 0;
  if (a->body[0] == b->body[0] && a->body[1] == b->body[1]) return 1;
  return a->body[0] == b->body[1] && a->body[1] == b->body[0] ? -1 : 0;
}

double pw_contact_overlap(const PawlSimulation *s, int32_t i, bool any, PwTouchMotion *out) {
  static const double ALONG = 0.9;  // cosine: the same way
  const PwTouch *touch = s->contact.touches.touch;
  const PwContact *own = &s->k->contact[touch[i].contact];
  double depth = depth_of(s, &touch[i], out);
  for (int32_t j = 0; j < s->contact.touches.count && depth > 0 && !any; j++) {
    const PwContact *c = &s->k->contact[touch[j].contact];
    PwTouchMotion m;
    double other = j != i && order(own, c) ? depth_of(s, &touch[j], &m) : 0;
    if (!(other > 0 && (other < depth || (other == depth && j < i)))) continue;
    if (order(own, c) * (m.point.n[0] * out->point.n[0] + m.point.n[1] * out->point.n[1]) < ALONG) return 0;
  }
  return depth;
}

// What else may be meant where one boundary is inside an outline, looked at in some of its places.
static const char *hint(const PawlSimulation *s, const PwContact *c) {
  enum { PLACES = 4 };
  for (int side = 0; side < 2 && c->kind == PW_CONTACT_PROFILES; side++) {
    const PwProfile *in = &s->k->boundary[c->boundary[side]].geometry, *around = &s->k->boundary[c->boundary[1 - side]].geometry;
    bool inside = !in->hole && !around->hole && around->others == 0;
    for (int32_t i = 0; i < PLACES * in->elements && inside; i++) {
      double x[2];
      seen_from_other(s, c, side, i / PLACES, (double)(i % PLACES) / PLACES, x);
      inside = pw_profile_encloses(around, x);
    }
    if (inside) return " (a hole is drawn clockwise)";
  }
  return "";
}

PawlStatus pw_contact_refuse_overlap(const PawlSimulation *s, const PwTouch *touch, const PwTouchMotion *m,
                                     PawlMessages *messages) {
  const PwContact *c = &s->k->contact[touch->contact];
  if (c->kind == PW_CONTACT_STOP) {
    return pw_fail(messages, PAWL_ERR_ASSEMBLY, c->place, "'%s': the joint starts %.6g %s beyond this limit", c->name, -m->gap,
                   c->angular ? "rad" : "m");
  }
  char place[PW_PLACE_TEXT];
  pw_contact_place_text(s, c->kind == PW_CONTACT_SURFACES ? m->space.x1 : m->point.x1, place);
  return pw_fail(messages, PAWL_ERR_ASSEMBLY, c->place,
                 "contact '%s': the bodies '%s' and '%s' overlap by %.6g m at the start, at %s; draw them apart%s%s", c->name,
                 s->k->body[c->body[0]].name, s->k->body[c->body[1]].name, -m->gap, place, hint(s, c),
                 s->options.separate ? ", --separate cannot" : ", or let --separate move them");
}

// Two circles about one centre have no nearest points, so no touch says that they overlap: any direction serves.
static bool overlap_about_one_centre(const PawlSimulation *s, const PwContact *c, PwTouchPoint *out) {
  const PwMotion *motion = pw_formulation_motion(s->formulation);
  const PwProfile *b[2];
  PwPose2 pose[2];
  double center[2][2], radius[2];  // negative: a hole
  for (int side = 0; side < 2; side++) {
    b[side] = &s->k->boundary[c->boundary[side]].geometry;
    pose[side] = pw_body_pose2(motion, c->body[side]);
    if (b[side]->elements != 1 || !b[side]->closed || b[side]->element[0].kind != PW_EL_ARC) return false;
    pw_to_ground(&pose[side], b[side]->element[0].center, center[side]);
    radius[side] = pw_round_radius(&b[side]->element[0]);
  }
  PwFound all_around = {.point = {.n = {1, 0}, .gap = -(radius[0] + radius[1])}};
  PwTouchPoint *p = &all_around.point;
  double apart = hypot(center[0][0] - center[1][0], center[0][1] - center[1][1]);
  if (apart > 1e-9 * s->k->size || !(-p->gap > 1e-9 * s->k->size)) return false;
  p->x1[0] = center[0][0] - radius[0];
  p->x2[0] = center[1][0] + radius[1];
  p->x1[1] = p->x2[1] = center[0][1];
  *out = *p;
  return pw_touch_overlaps(b[0], &pose[0], b[1], &pose[1], &all_around);
}

static PawlStatus refuse_concentric(const PawlSimulation *s, PawlMessages *messages) {
  for (int32_t i = 0; i < s->k->contacts; i++) {
    const PwContact *c = &s->k->contact[i];
    PwTouchPoint p;
    if (c->kind != PW_CONTACT_PROFILES || !overlap_about_one_centre(s, c, &p)) continue;
    double x = p.x1[0] + pw_round_radius(&s->k->boundary[c->boundary[0]].geometry.element[0]);
    return pw_fail(
        messages, PAWL_ERR_ASSEMBLY, c->place,
        "contact '%s': the bodies '%s' and '%s' overlap by %.6g m all around (%.6g, %.6g) m at the start; draw them apart%s",
        c->name, s->k->body[c->body[0]].name, s->k->body[c->body[1]].name, -p.gap, x, p.x1[1], hint(s, c));
  }
  return PAWL_OK;
}

// A body inside another one may have no touch with it: in the middle of a star no foot lies on its flank.
static PawlStatus refuse_inside(const PawlSimulation *s, PawlMessages *messages) {
  for (int32_t i = 0; i < 2 * s->k->contacts; i++) {
    const PwContact *c = &s->k->contact[i / 2];
    int side = i % 2;
    bool overlaps = false;
    if (c->kind != PW_CONTACT_PROFILES) continue;
    for (int32_t n = 0; n < s->contact.touches.count && !overlaps; n++) {
      const PwTouch *touch = &s->contact.touches.touch[n];
      overlaps = order(&s->k->contact[touch->contact], c) && (touch->gap < 0 || touch->state != PW_TOUCH_OPEN);
    }
    PwPose2 other = pw_body_pose2(pw_formulation_motion(s->formulation), c->body[1 - side]);
    double x[2], local[2];
    seen_from_other(s, c, side, 0, 0, local);
    pw_to_ground(&other, local, x);
    if (overlaps || pw_profile_side(&s->k->boundary[c->boundary[1 - side]].geometry, local, 1e-9 * s->k->size) != PW_INSIDE)
      continue;
    return pw_fail(messages, PAWL_ERR_ASSEMBLY, c->place,
                   "contact '%s': the body '%s' is inside the body '%s' at the start, at (%.6g, %.6g) m; draw them apart%s",
                   c->name, s->k->body[c->body[side]].name, s->k->body[c->body[1 - side]].name, x[0], x[1], hint(s, c));
  }
  return PAWL_OK;
}

PawlStatus pw_contact_refuse_hidden(const PawlSimulation *s, PawlMessages *messages) {
  PawlStatus status = refuse_concentric(s, messages);
  return status == PAWL_OK ? refuse_inside(s, messages) : status;
}
