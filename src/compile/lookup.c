// What can be asked of a mechanism. Ids are the model's: things keep their order when a model is compiled.
#include <string.h>

#include "base/sized.h"
#include "compile/mechanism.h"
#include "model/model.h"

static bool list_kind(PawlMechanism *k, PwKind kind, int32_t count) {
  k->listed[kind].name = pw_arena_array(&k->arena, (size_t)count + 1, sizeof *k->listed[kind].name);
  return k->listed[kind].name != NULL;
}

static bool list_one(PawlMechanism *k, PwKind kind, const char *name) {
  PwListed *l = &k->listed[kind];
  const char *copy = pw_arena_string(&k->arena, name);
  l->name[l->count++] = copy;
  return !name || (copy && pw_names_put(&k->names, kind, copy, l->count - 1));
}

bool pw_mechanism_list(const PawlModel *model, PawlMechanism *k) {
  bool ok = true;
#define LIST(Kind, kind)                                                                        \
  ok = ok && list_kind(k, PW_KIND_##Kind, pawl_model_##kind##_count(model) + k->contacts);      \
  for (int32_t i = 0; ok && i < pawl_model_##kind##_count(model); i++) {                        \
    ok = list_one(k, PW_KIND_##Kind, pawl_model_##kind##_name(model, (Pawl##Kind##Id){i + 1})); \
  }
  PAWL_KIND_LIST(LIST)
#undef LIST
  for (int32_t i = k->listed[PW_KIND_Contact].count; ok && i < k->contacts; i++) {
    ok = list_one(k, PW_KIND_Contact, k->contact[i].name);
  }
  return ok;
}

#define LOOKUP(Kind, kind)                                                                      \
  int32_t pawl_mechanism_##kind##_count(const PawlMechanism *k) {                               \
    return k ? k->listed[PW_KIND_##Kind].count : 0;                                             \
  }                                                                                             \
  const char *pawl_mechanism_##kind##_name(const PawlMechanism *k, Pawl##Kind##Id id) {         \
    bool known = id.i >= 1 && id.i <= pawl_mechanism_##kind##_count(k);                         \
    return known ? k->listed[PW_KIND_##Kind].name[id.i - 1] : NULL;                             \
  }                                                                                             \
  Pawl##Kind##Id pawl_mechanism_find_##kind(const PawlMechanism *k, const char *name) {         \
    return (Pawl##Kind##Id){k && name ? pw_names_get(&k->names, PW_KIND_##Kind, name) + 1 : 0}; \
  }
PAWL_KIND_LIST(LOOKUP)
#undef LOOKUP

int32_t pawl_mechanism_coordinate_count(const PawlMechanism *k, PawlJointId joint) {
  return pawl_mechanism_joint_name(k, joint) ? k->joint[joint.i - 1].coordinates : 0;
}

PawlCoordinate pawl_mechanism_coordinate(const PawlMechanism *k, PawlJointId joint, int32_t index) {
  if (index < 0 || index >= pawl_mechanism_coordinate_count(k, joint)) return (PawlCoordinate){{0}, NULL};
  return (PawlCoordinate){joint, strrchr(k->coordinate[k->joint[joint.i - 1].coordinate + index].name, '.') + 1};
}

PawlCoordinate pawl_mechanism_find_coordinate(const PawlMechanism *k, const char *name) {
  char joint[PW_JOINT_CHARS];
  const char *own = pw_coordinate_split(name, joint);
  PawlJointId id = pawl_mechanism_find_joint(k, joint);
  const char *names[PW_COORDINATES_MAX + 1] = {NULL};
  for (int32_t i = 0; i < PW_COORDINATES_MAX; i++) names[i] = pawl_mechanism_coordinate(k, id, i).name;
  return pw_coordinate_pick(id, own, names);
}

bool pawl_mechanism_is_planar(const PawlMechanism *k) {
  return k && k->planar;
}

PawlStatus pawl_mechanism_read_run_options(const PawlMechanism *k, PawlRunOptions *out) {
  if (!pw_sized_is_open(out)) return PAWL_ERR_ARGUMENT;
  if (k) {
    pw_sized_give(out, &k->run, sizeof k->run);
  } else {
    pawl_run_options_init(out, out->size);
  }
  return k ? PAWL_OK : PAWL_ERR_ARGUMENT;
}

double pawl_mechanism_time_unit(const PawlMechanism *k, const char **name) {
  if (name) *name = k ? k->units.time_name : "s";
  return k ? k->units.time : 1;
}
