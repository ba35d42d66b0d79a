// The watch: after every settled instant and at every sample, do the listed touches agree with how the bodies stand? Touches are
// followed from instant to instant; what is lost on the way would leave bodies that go into each other without a word. The watch
// looks at the bodies alone. What it sees and no touch tells of is searched for at once; a body that is inside another by more
// than rounding stops the run.
#include <math.h>

#include "simulate/simulation.h"

static const double SHALLOW = 1e-8;  // of the mechanism's size: what a settled touch may overlap by

// Is there a touch that tells of an overlap as deep as this?
static bool is_told(const PwTouches *touches, int32_t c, double depth) {
  for (int32_t i = 0; i < touches->count; i++) {
    if (touches->touch[i].contact == c && -touches->touch[i].gap > depth / 2) return true;
  }
  return false;
}

static bool is_watched(const PwContact *c) {
  return !c->soft && c->sides == PAWL_SIDES_ONE;
}

PawlStatus pw_contact_watch(PawlSimulation *s, double t, const double *y, PawlMessages *messages) {
  PwTouches *touches = &s->contact.touches;
  PwMotion *motion = pw_formulation_motion(s->formulation);
  double late = PW_LATE * s->k->size;
  bool sample = !y;
  if (s->k->contacts == 0) return PAWL_OK;
  PawlStatus status = y ? pw_formulation_stand(s->formulation, t, y) : PAWL_OK;
  for (int32_t i = 0; i < touches->nears && status == PAWL_OK; i++) {
    PwNear *near = &touches->near[i];
    int32_t c = near->contact;
    PwSeen seen;
    if (!is_watched(&s->k->contact[c])) continue;
    status = pw_touches_look(touches, motion, near, late, SHALLOW * s->k->size, &seen);
    if (status) return status;
    if (seen.depth > late) return pw_contact_fail_inside(s, t, c, &seen, messages);
    if (!sample && seen.depth > SHALLOW * s->k->size && !is_told(touches, c, seen.depth)) near->pair.reach = 0;
  }
  return status;
}
