// What can be asked of a mechanism. Ids are the model's: things keep their order when a model is compiled.
#include <string.h>

#include "compile/mechanism.h"
#include "model/surfaces.h"

PawlBodyId pawl_mechanism_find_body(const PawlMechanism *k, const char *name) {
  for (int32_t i = 0; k && name && i < k->bodies; i++) {
    if (strcmp(k->body[i].name, name) == 0) return (PawlBodyId){i + 1};
  }
  return (PawlBodyId){0};
}

PawlJointId pawl_mechanism_find_joint(const PawlMechanism *k, const char *name) {
  for (int32_t i = 0; k && name && i < k->joints; i++) {
    if (strcmp(k->joint[i].name, name) == 0) return (PawlJointId){i + 1};
  }
  return (PawlJointId){0};
}

PawlMeasureId pawl_mechanism_find_measure(const PawlMechanism *k, const char *name) {
  for (int32_t i = 0; k && name && i < k->measures; i++) {
    if (strcmp(k->measure[i].name, name) == 0) return (PawlMeasureId){i + 1};
  }
  return (PawlMeasureId){0};
}

PawlContactId pawl_mechanism_find_contact(const PawlMechanism *k, const char *name) {
  for (int32_t i = 0; k && name && i < k->contacts; i++) {
    if (strcmp(k->contact[i].name, name) == 0) return (PawlContactId){i + 1};
  }
  return (PawlContactId){0};
}

int32_t pawl_mechanism_body_count(const PawlMechanism *k) {
  return k ? k->bodies - 1 : 0;
}

bool pawl_mechanism_is_planar(const PawlMechanism *k) {
  return k && k->planar;
}

PawlRunOptions pawl_mechanism_run_options(const PawlMechanism *k) {
  return k ? k->run : pawl_run_options_default();
}

PwDimension pw_contact_parameter(const PawlMechanism *k, const PwContact *contact, int side, int direction) {
  if (pw_contact_form(contact)->parameters < 2) return PW_DIM_NONE;
  return pw_surface_fields(k->skin[contact->skin[side]].type)->dimension[direction];
}
