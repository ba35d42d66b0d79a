// Bodies that overlap at the start of a run: what is said of them, and those that no touch tells of.
#include <math.h>

#include "contact/space.h"
#include "geometry/plane/touch_plane.h"
#include "simulate/simulation.h"

static const double DEEP = 1e-9;  // of the mechanism's size: an overlap, not rounding

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
    if (!(other > DEEP && (other < depth || (other == depth && j < i)))) continue;  // rounding is no way out
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
    return pw_fail(messages, PAWL_ERR_ASSEMBLY, c->place, "'%s': the joint starts %s beyond this limit", c->name,
                   PW_SAY(s->k, -m->gap, c->angular ? PW_DIM_ANGLE : PW_DIM_LENGTH, 6));
  }
  char place[PW_PLACE_TEXT];
  pw_contact_place_text(s, c->kind == PW_CONTACT_SURFACES ? m->space.x1 : m->point.x1, place);
  return pw_fail(messages, PAWL_ERR_ASSEMBLY, c->place,
                 "contact '%s': the bodies '%s' and '%s' overlap by %s at the start, at %s; draw them apart%s%s", c->name,
                 s->k->body[c->body[0]].name, s->k->body[c->body[1]].name, PW_SAY(s->k, -m->gap, PW_DIM_LENGTH, 6), place,
                 hint(s, c), s->options.separate ? ", --separate cannot" : ", or let --separate move them");
}

// ---- overlaps that no touch tells of

// Two circles about one centre have no nearest points, so no touch says that they overlap: any direction serves.
static bool is_about_one_centre(const PawlSimulation *s, const PwContact *c, PwOverlap *out) {
  const PwMotion *motion = pw_formulation_motion(s->formulation);
  double center[2][2], depth = 0;
  if (c->kind != PW_CONTACT_PROFILES) return false;
  for (int side = 0; side < 2; side++) {
    const PwProfile *b = &s->k->boundary[c->boundary[side]].geometry;
    PwPose2 pose = pw_body_pose2(motion, c->body[side]);
    if (b->elements != 1 || !b->closed || b->element[0].kind != PW_EL_ARC) return false;
    pw_to_ground(&pose, b->element[0].center, center[side]);
    depth += pw_round_radius(&b->element[0]);  // negative: a hole
  }
  if (hypot(center[0][0] - center[1][0], center[0][1] - center[1][1]) > 1e-9 * s->k->size) return false;
  *out = (PwOverlap){.x = {center[0][0], center[0][1]}, .depth = depth};
  return true;
}

// Is all of a boundary in the other body, as far as some of its places tell?
static bool is_all_inside(const PawlSimulation *s, const PwContact *c, int side) {
  enum { PLACES = 4 };
  const PwProfile *in = &s->k->boundary[c->boundary[side]].geometry, *around = &s->k->boundary[c->boundary[1 - side]].geometry;
  for (int32_t i = 0; i < PLACES * in->elements; i++) {
    double x[2];
    seen_from_other(s, c, side, i / PLACES, (double)(i % PLACES) / PLACES, x);
    if (pw_profile_side(around, x, DEEP * s->k->size) == PW_OUTSIDE) return false;
  }
  return true;
}

// Does a touch of the same two bodies tell of an overlap?
static bool is_told(const PawlSimulation *s, const PwContact *c) {
  for (int32_t i = 0; i < s->contact.touches.count; i++) {
    const PwTouch *touch = &s->contact.touches.touch[i];
    PwTouchMotion m;
    const PwContact *other = &s->k->contact[touch->contact];
    if ((other != c && !order(other, c)) || pw_touch_place(pw_formulation_motion(s->formulation), touch, &m)) continue;
    if (m.gap < -DEEP * s->k->size) return true;
  }
  return false;
}

static bool overlap(const PawlSimulation *s, const PwContact *c, PwOverlap *out) {
  const PwMotion *motion = pw_formulation_motion(s->formulation);
  if (c->kind == PW_CONTACT_SURFACES) return pw_space_overlap(motion, c, DEEP * s->k->size, out);
  PwPose2 p1 = pw_body_pose2(motion, c->body[0]), p2 = pw_body_pose2(motion, c->body[1]);
  return pw_profiles_overlap(&s->k->boundary[c->boundary[0]].geometry, &p1, &s->k->boundary[c->boundary[1]].geometry, &p2,
                             DEEP * s->k->size, out);
}

bool pw_contact_hidden_overlap(const PawlSimulation *s, int32_t contact, PwOverlap *out) {
  const PwContact *c = &s->k->contact[contact];
  PwOverlap around;
  if (c->kind == PW_CONTACT_STOP) return false;
  bool centres = is_about_one_centre(s, c, &around);
  if ((!centres && is_told(s, c)) || !overlap(s, c, out)) return false;
  if (centres) *out = around;
  return true;
}

static PawlStatus refuse_hidden(const PawlSimulation *s, const PwContact *c, const PwOverlap *o, PawlMessages *messages) {
  const char *name[2] = {s->k->body[c->body[0]].name, s->k->body[c->body[1]].name};
  const char *cannot = s->options.separate ? ", --separate cannot" : "";
  PwOverlap around;
  char place[PW_PLACE_TEXT];
  pw_contact_place_text(s, o->x, place);
  if (is_about_one_centre(s, c, &around)) {
    return pw_fail(messages, PAWL_ERR_ASSEMBLY, c->place,
                   "contact '%s': the bodies '%s' and '%s' overlap by %s all around %s at the start; draw them apart%s%s",
                   c->name, name[0], name[1], PW_SAY(s->k, o->depth, PW_DIM_LENGTH, 6), place, hint(s, c), cannot);
  }
  if (c->kind == PW_CONTACT_PROFILES && o->side < 2 && is_all_inside(s, c, o->side)) {
    return pw_fail(messages, PAWL_ERR_ASSEMBLY, c->place,
                   "contact '%s': the body '%s' is inside the body '%s' at the start, at %s; draw them apart%s%s", c->name,
                   name[o->side], name[1 - o->side], place, hint(s, c), cannot);
  }
  return pw_fail(messages, PAWL_ERR_ASSEMBLY, c->place,
                 "contact '%s': the bodies '%s' and '%s' overlap by at least %s at the start, at %s; draw them "
                 "apart%s%s",
                 c->name, name[0], name[1], PW_SAY(s->k, o->depth, PW_DIM_LENGTH, 6), place, hint(s, c), cannot);
}

PawlStatus pw_contact_refuse_hidden(const PawlSimulation *s, bool centres, PawlMessages *messages) {
  for (int32_t i = 0; i < s->k->contacts; i++) {
    const PwContact *c = &s->k->contact[i];
    PwOverlap o;
    if (is_about_one_centre(s, c, &o) != centres) continue;
    if (pw_contact_hidden_overlap(s, i, &o)) return refuse_hidden(s, c, &o, messages);
  }
  return PAWL_OK;
}

// The touches of a contact first: they say how far it is out.
bool pw_contact_start_overlap(const PawlSimulation *s, int32_t contact, PwStartOverlap *out) {
  const PwContact *c = &s->k->contact[contact];
  *out = (PwStartOverlap){.contact = contact};
  for (int32_t i = 0; i < s->contact.touches.count; i++) {
    PwTouchMotion m;
    double depth = s->contact.touches.touch[i].contact == contact ? pw_contact_overlap(s, i, false, &m) : 0;
    if (!(depth > DEEP) || !(-m.gap > out->depth)) continue;
    out->depth = -m.gap;
    for (int k = 0; k < 3 && c->kind == PW_CONTACT_SURFACES; k++) out->x[k] = m.space.x1[k];
    for (int k = 0; k < 2 && c->kind == PW_CONTACT_PROFILES; k++) out->x[k] = m.point.x1[k];
  }
  PwOverlap o;
  if (out->depth > 0 || !pw_contact_hidden_overlap(s, contact, &o)) return out->depth > 0;
  *out = (PwStartOverlap){.contact = contact, .depth = o.depth, .at_least = true, .x = {o.x[0], o.x[1], o.x[2]}};
  return true;
}
