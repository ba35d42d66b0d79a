// What is said of bodies that overlap at the start of a run.
#include "simulate/simulation.h"

// What else may be meant.
static const char *hint(const PwMotion *m, int32_t contact) {
  bool hole = pw_pair(m->mechanism, contact)->is_hole_meant(m, &m->mechanism->contact[contact]);
  return hole ? " (a hole is drawn clockwise)" : "";
}

PawlStatus pw_contact_refuse_overlap(const PawlSimulation *s, const PwTouch *touch, const PwTouchMotion *m,
                                     PawlMessages *messages) {
  const PwContact *c = &s->k->contact[touch->contact];
  if (pw_contact_is_stop(c)) {
    return pw_fail(messages, PAWL_ERR_ASSEMBLY, c->place, "'%s': the joint starts %s beyond this limit", c->name,
                   PW_SAY(s->k, -m->gap, pw_gap_dimension(c), 6));
  }
  const PwMotion *motion = pw_formulation_motion(s->formulation);
  PwTouchView view;
  char point[PW_POINT_TEXT];
  pw_touch_view(s->k, touch, m, &view);
  pw_contact_point_text(s, view.x1, point);
  return pw_fail(messages, PAWL_ERR_ASSEMBLY, c->place,
                 "contact '%s': the bodies '%s' and '%s' overlap by %s at the start, at %s; draw them apart%s%s", c->name,
                 s->k->body[c->body[0]].name, s->k->body[c->body[1]].name, PW_SAY(s->k, -m->gap, PW_DIM_LENGTH, 6), point,
                 hint(motion, touch->contact), s->options.separate ? ", --separate cannot" : ", or let --separate move them");
}

// Of an overlap that no touch tells of.
static PawlStatus refuse_hidden(const PawlSimulation *s, int32_t contact, const PwOverlap *o, PawlMessages *messages) {
  const PwMotion *motion = pw_formulation_motion(s->formulation);
  const PwContact *c = &s->k->contact[contact];
  const PwPair *pair = pw_pair(s->k, contact);
  const char *name[2] = {s->k->body[c->body[0]].name, s->k->body[c->body[1]].name};
  const char *cannot = s->options.separate ? ", --separate cannot" : "";
  PwOverlap around;
  char point[PW_POINT_TEXT];
  pw_contact_point_text(s, o->x, point);
  if (pair->is_concentric(motion, c, &around)) {
    return pw_fail(messages, PAWL_ERR_ASSEMBLY, c->place,
                   "contact '%s': the bodies '%s' and '%s' overlap by %s all around %s at the start; draw them apart%s%s",
                   c->name, name[0], name[1], PW_SAY(s->k, o->depth, PW_DIM_LENGTH, 6), point, hint(motion, contact), cannot);
  }
  if (o->side < 2 && pair->is_inside(motion, c, o->side, PW_DEEP * s->k->size)) {
    return pw_fail(messages, PAWL_ERR_ASSEMBLY, c->place,
                   "contact '%s': the body '%s' is inside the body '%s' at the start, at %s; draw them apart%s%s", c->name,
                   name[o->side], name[1 - o->side], point, hint(motion, contact), cannot);
  }
  return pw_fail(messages, PAWL_ERR_ASSEMBLY, c->place,
                 "contact '%s': the bodies '%s' and '%s' overlap by at least %s at the start, at %s; draw them "
                 "apart%s%s",
                 c->name, name[0], name[1], PW_SAY(s->k, o->depth, PW_DIM_LENGTH, 6), point, hint(motion, contact), cannot);
}

PawlStatus pw_contact_refuse_hidden(const PawlSimulation *s, bool centres, PawlMessages *messages) {
  const PwMotion *motion = pw_formulation_motion(s->formulation);
  const PwTouches *touches = &s->contact.touches;
  for (int32_t n = 0; n < touches->nears; n++) {
    int32_t i = touches->near[n].contact;
    const PwContact *c = &s->k->contact[i];
    PwOverlap o;
    if (pw_pair(s->k, i)->is_concentric(motion, c, &o) != centres) continue;
    if (pw_touches_hidden_overlap(touches, motion, i, &o)) return refuse_hidden(s, i, &o, messages);
  }
  return PAWL_OK;
}
