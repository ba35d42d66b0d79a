// A model read again from the text that it came from, with another value of a parameter. What calls added to it comes over.
#include <math.h>
#include <string.h>

#include "base/messages.h"
#include "base/text.h"
#include "yaml/reader.h"

static bool is_named(const char *override, int32_t count, const char *const *name) {
  for (int32_t i = 0; i < count; i++) {
    size_t n = strlen(name[i]);
    if (strncmp(override, name[i], n) == 0 && override[n] == '=') return true;
  }
  return false;
}

// The overrides of before, with these instead of what they say of the same parameters; NULL when out of memory.
static const char **overrides_with(const PwOrigin *o, int32_t count, const char *const *name, const double *value, PwArena *arena,
                                   int32_t *out) {
  const char **list = pw_arena_array(arena, (size_t)o->overrides + (size_t)count, sizeof *list);
  for (int32_t i = 0; list && i < o->overrides; i++) {
    if (!is_named(o->override[i], count, name)) list[(*out)++] = o->override[i];
  }
  for (int32_t i = 0; list && i < count; i++) {
    char number[PW_DOUBLE_CHARS];
    pw_double_format(value[i], number);
    char *own = pw_arena_format(arena, "%s=%s", name[i], number);
    if (!own) return NULL;
    list[(*out)++] = own;
  }
  return list;
}

// Ids stay what they are only if the text makes the same things in the same order. NULL, or the kind that differs.
static const char *differs(const PawlModel *old, const PawlModel *fresh) {
  PwAddedCounts was = old->origin.made, is = fresh->origin.made;
#define COUNT(list) \
  if (was.list != is.list) return #list;
  PW_ADDED_LISTS(COUNT)
#undef COUNT
#define NAMES(Kind, kind)                                                 \
  for (int32_t i = 1; i <= pawl_model_##kind##_count(fresh); i++) {       \
    const char *a = pawl_model_##kind##_name(old, (Pawl##Kind##Id){i}),   \
               *b = pawl_model_##kind##_name(fresh, (Pawl##Kind##Id){i}); \
    if (!a != !b || (a && strcmp(a, b) != 0)) return #kind " names";      \
  }
  PAWL_KIND_LIST(NAMES)
#undef NAMES
  return NULL;
}

// What calls have added, kind by kind: each needs only kinds before it.
static PawlStatus add_again(const PawlModel *old, PawlModel *m, PawlMessages *said) {
  PawlStatus status = PAWL_OK;
#define AGAIN(list, call)                                                                  \
  for (int32_t i = old->origin.made.list; status == PAWL_OK && i < old->list.count; i++) { \
    status = call;                                                                         \
  }
#define DEF(list) &old->list.item[i].def, old->list.item[i].place
  AGAIN(parameters, pw_model_add_parameter(m, old->parameters.item[i].name, old->parameters.item[i].value,
                                           old->parameters.item[i].place, said, NULL))
  AGAIN(tables, pw_model_add_table(m, DEF(tables), said, NULL))
  AGAIN(bodies, pw_model_add_body(m, DEF(bodies), said, NULL))
  AGAIN(frames, pw_model_add_frame(m, DEF(frames), said, NULL))
  AGAIN(profiles, pw_model_add_profile(m, DEF(profiles), said, NULL))
  AGAIN(surfaces, pw_model_add_surface(m, &old->surfaces.item[i].def, NULL, old->surfaces.item[i].place, said, NULL))
  AGAIN(meshes,
        pw_model_add_mesh(m, &old->meshes.item[i].def, old->meshes.item[i].geometry, old->meshes.item[i].place, said, NULL))
  AGAIN(joints, pw_model_add_joint(m, DEF(joints), said, NULL))
  AGAIN(couplers, pw_model_add_coupler(m, DEF(couplers), said, NULL))
  AGAIN(drives, pw_model_add_drive(m, DEF(drives), said, NULL))
  AGAIN(forces, pw_model_add_force(m, DEF(forces), said, NULL))
  AGAIN(measures, pw_model_add_measure(m, DEF(measures), said, NULL))
  AGAIN(contacts, pw_model_add_contact(m, DEF(contacts), said, NULL))
  AGAIN(limits, pw_model_add_limit(m, DEF(limits), said))
  AGAIN(initial_coordinates, pw_model_set_initial_coordinate(m, DEF(initial_coordinates), said))
  AGAIN(initial_bodies, pw_model_set_initial_body(m, DEF(initial_bodies), said))
#undef DEF
#undef AGAIN
  if (status == PAWL_OK && old->set & PW_SET_NAME) status = pawl_model_set_name(m, old->name);
  if (status == PAWL_OK && old->set & PW_SET_GRAVITY) status = pawl_model_set_gravity(m, old->gravity);
  if (status == PAWL_OK && old->set & PW_SET_PLANAR) status = pawl_model_set_planar(m, old->planar);
  if (status == PAWL_OK && old->set & PW_SET_UNTIL) status = pawl_model_set_until(m, old->until);
  return status;
}

// "L = 3, w = 5"
static const char *said_values(PwArena *arena, int32_t count, const char *const *name, const double *value) {
  const char *text = "";
  for (int32_t i = 0; i < count && i < 20 && text; i++) {
    text = pw_arena_format(arena, "%s%s%s = %g", text, i ? ", " : "", name[i], value[i]);
  }
  return text ? text : "";
}

static PawlStatus read_again(PawlModel *m, int32_t values, const char *const *name, const double *value, PawlMessages *messages) {
  PwArena arena = {0};
  PawlModel *fresh = NULL;
  int32_t count = 0;
  const char **overrides = overrides_with(&m->origin, values, name, value, &arena, &count);
  PawlStatus status = overrides
                          ? pw_read_model(m->origin.name, m->origin.text, m->origin.length, overrides, count, m, messages, &fresh)
                          : pw_fail(messages, PAWL_ERR_MEMORY, PW_NOWHERE, "out of memory");
  const char *other = status == PAWL_OK ? differs(m, fresh) : NULL;
  if (other) {
    status = pw_fail(messages, PAWL_ERR_INPUT, PW_NOWHERE, "with %s the model would have other %s",
                     said_values(&arena, values, name, value), other);
  }
  if (status == PAWL_OK) status = add_again(m, fresh, messages);
  if (status == PAWL_OK) {
    fresh->hash = pw_model_hash(fresh);
    PawlModel was = *m;
    *m = *fresh;
    *fresh = was;
  }
  pawl_model_free(fresh);
  pw_arena_free(&arena);
  return status;
}

static PawlStatus check_parameter(const PawlModel *m, const char *name, double value, PawlMessages *messages) {
  if (!pawl_model_find_parameter(m, name).i) {
    return pw_fail(messages, PAWL_ERR_ARGUMENT, PW_NOWHERE, "the model has no parameter '%.100s'", name);
  }
  if (isfinite(value)) return PAWL_OK;
  return pw_fail(messages, PAWL_ERR_INPUT, PW_NOWHERE, "parameter '%s': value is not a finite number", name);
}

PawlStatus pawl_model_set_parameters(PawlModel *m, int32_t count, const char *const *names, const double *values,
                                     PawlMessages *messages) {
  if (!m || (count > 0 && (!names || !values))) {
    return pw_fail(messages, PAWL_ERR_ARGUMENT, PW_NOWHERE, "no %s was given (NULL)", m ? "names or values" : "model");
  }
  bool read = false;
  for (int32_t i = 0; i < count; i++) {
    if (!names[i]) return pw_fail(messages, PAWL_ERR_ARGUMENT, PW_NOWHERE, "no name was given (NULL)");
    PawlStatus status = check_parameter(m, names[i], values[i], messages);
    if (status) return status;
    read |= pawl_model_find_parameter(m, names[i]).i <= m->origin.made.parameters;
  }
  PawlStatus status = read ? read_again(m, count, names, values, messages) : PAWL_OK;
  for (int32_t i = 0; i < count && status == PAWL_OK; i++) {  // of a call: expressions look it up when they are compiled
    m->parameters.item[pawl_model_find_parameter(m, names[i]).i - 1].value = values[i];
  }
  return status;
}

PawlStatus pawl_model_set_parameter(PawlModel *m, const char *name, double value, PawlMessages *messages) {
  if (!m || !name) return pw_fail(messages, PAWL_ERR_ARGUMENT, PW_NOWHERE, "no %s was given (NULL)", m ? "name" : "model");
  return pawl_model_set_parameters(m, 1, &name, &value, messages);
}
