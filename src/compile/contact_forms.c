// What the kinds of contacts have on their sides.
#include "compile/mechanism.h"

static const char *profile_name(const PawlMechanism *m, const PwContact *c, int side) {
  return m->boundary[c->boundary[side]].name;
}

static int32_t profile_elements(const PawlMechanism *m, const PwContact *c, int side) {
  return m->boundary[c->boundary[side]].geometry.elements;
}

static const char *surface_name(const PawlMechanism *m, const PwContact *c, int side) {
  return m->skin[c->skin[side]].name;
}

static int32_t surface_faces(const PawlMechanism *m, const PwContact *c, int side) {
  const int32_t *segments = m->skin[c->skin[side]].geometry.segments;
  return segments[0] * segments[1];
}

static const char *no_name(const PawlMechanism *m, const PwContact *c, int side) {
  (void)m, (void)c, (void)side;
  return "";
}

static int32_t no_elements(const PawlMechanism *m, const PwContact *c, int side) {
  (void)m, (void)c, (void)side;
  return 0;
}

const PwContactForm *pw_contact_form(const PwContact *c) {
  static const PwContactForm form[] = {[PW_CONTACT_PROFILES] = {"profiles", 1, profile_name, profile_elements},
                                       [PW_CONTACT_SURFACES] = {"surfaces", 2, surface_name, surface_faces},
                                       [PW_CONTACT_STOP] = {NULL, 0, no_name, no_elements}};
  return &form[c->kind];
}
