// What can be asked of a model: things by name and number, joint coordinates.
#include <string.h>

#include "model/model.h"

// Parameters, tables and measures share one table of names: the number found may be one of another kind.
#define LOOKUP(Kind, kind, list, names_of, field)                                         \
  int32_t pawl_model_##kind##_count(const PawlModel *m) {                                 \
    return m ? m->list.count : 0;                                                         \
  }                                                                                       \
  const char *pawl_model_##kind##_name(const PawlModel *m, Pawl##Kind##Id id) {           \
    return m && id.i >= 1 && id.i <= m->list.count ? m->list.item[id.i - 1].field : NULL; \
  }                                                                                       \
  Pawl##Kind##Id pawl_model_find_##kind(const PawlModel *m, const char *name) {           \
    Pawl##Kind##Id id = {m && name ? pw_names_get(&m->names, names_of, name) + 1 : 0};    \
    const char *found = pawl_model_##kind##_name(m, id);                                  \
    if (!found || strcmp(found, name) != 0) id.i = 0;                                     \
    return id;                                                                            \
  }
LOOKUP(Parameter, parameter, parameters, PW_NAME_SYMBOL, name)
LOOKUP(Table, table, tables, PW_NAME_SYMBOL, def.name)
LOOKUP(Body, body, bodies, PW_NAME_BODY, def.name)
LOOKUP(Frame, frame, frames, PW_NAME_FRAME, def.name)
LOOKUP(Profile, profile, profiles, PW_NAME_PROFILE, def.name)
LOOKUP(Surface, surface, surfaces, PW_NAME_SURFACE, def.name)
LOOKUP(Mesh, mesh, meshes, PW_NAME_MESH, def.name)
LOOKUP(Joint, joint, joints, PW_NAME_JOINT, def.name)
LOOKUP(Coupler, coupler, couplers, PW_NAME_COUPLER, def.name)
LOOKUP(Drive, drive, drives, PW_NAME_DRIVE, def.name)
LOOKUP(Force, force, forces, PW_NAME_FORCE, def.name)
LOOKUP(Measure, measure, measures, PW_NAME_SYMBOL, def.name)
LOOKUP(Contact, contact, contacts, PW_NAME_CONTACT, def.name)

PawlBodyId pawl_model_ground(const PawlModel *m) {
  (void)m;  // body 0 of every model; the argument says whose
  return (PawlBodyId){1};
}

PawlStatus pawl_model_parameter_value(const PawlModel *m, PawlParameterId parameter, double *out) {
  if (!out || !pawl_model_parameter_name(m, parameter)) return PAWL_ERR_ARGUMENT;
  *out = m->parameters.item[parameter.i - 1].value;
  return PAWL_OK;
}

// ---- coordinates

static const char *const *names_of(const PawlModel *m, PawlJointId joint) {
  static const char *const none[] = {NULL};
  if (!pawl_model_joint_name(m, joint)) return none;
  const PawlJointDef *def = &m->joints.item[joint.i - 1].def;
  return pw_joint_coordinate_names(def->type, def->locked);
}

int32_t pawl_model_coordinate_count(const PawlModel *m, PawlJointId joint) {
  const char *const *names = names_of(m, joint);
  int32_t count = 0;
  while (names[count]) count++;
  return count;
}

PawlCoordinate pawl_model_coordinate(const PawlModel *m, PawlJointId joint, int32_t index) {
  if (index < 0 || index >= pawl_model_coordinate_count(m, joint)) return (PawlCoordinate){{0}, NULL};
  return (PawlCoordinate){joint, names_of(m, joint)[index]};
}

const char *pw_coordinate_split(const char *name, char joint[PW_JOINT_CHARS]) {
  size_t n = name ? strcspn(name, ".") : 0;
  if (n >= PW_JOINT_CHARS) n = 0;
  if (n) memcpy(joint, name, n);
  joint[n] = 0;
  return n && name[n] == '.' ? name + n + 1 : NULL;
}

PawlCoordinate pw_coordinate_pick(PawlJointId joint, const char *own, const char *const *names) {
  for (int32_t i = 0; names[i] && (own || !names[1]); i++) {
    if (!own || strcmp(names[i], own) == 0) return (PawlCoordinate){joint, names[i]};
  }
  return (PawlCoordinate){{0}, NULL};
}

PawlCoordinate pawl_model_find_coordinate(const PawlModel *m, const char *name) {
  char joint[PW_JOINT_CHARS];
  const char *own = pw_coordinate_split(name, joint);
  PawlJointId id = pawl_model_find_joint(m, joint);
  return pw_coordinate_pick(id, own, names_of(m, id));
}
