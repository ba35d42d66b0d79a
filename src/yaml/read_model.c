// A model from a YAML file: sections in the order in which they need each other, whatever their order in the file.
#include <stdlib.h>
#include <string.h>

#include "dyn/dyn.h"
#include "yaml/reader.h"

void pw_read_units(PwReader *r, const PwNode *node) {
  PwUnits *units = &r->model->units;
  r->what = "units";
  r->name = NULL;
  if (!pw_read_keys(r, node, NULL, pw_keys_units)) return;
  for (int k = 0; k < 5; k++) {
    const PwNode *value = pw_node_get(node, pw_keys_units[k]);
    const char *name;
    if (!value || !pw_read_text(r, value, pw_keys_units[k], &name)) continue;
    if (!pw_units_set(units, k, name)) pw_read_fail(r, value->place, "'%.60s' is not a unit of %s", name, pw_keys_units[k]);
  }
  const PwNode *length = pw_node_get(node, "length");
  if (length && units->length != 1 && !units->force_named) {
    pw_message(r->messages, PAWL_NOTE, length->place,
               "force is in %s (%g N) as no unit of force is named; write 'force: N' for newton", units->force_name,
               units->force);
  }
}

static void read_head(PwReader *r, const PwNode *root) {
  const PwNode *version = pw_node_get(root, "pawl"), *name = pw_node_get(root, "name"), *units = pw_node_get(root, "units");
  const char *text;
  r->what = "model";
  r->name = NULL;
  pw_read_keys(r, root, NULL, pw_keys_model);
  if (version && pw_read_text(r, version, "pawl", &text) && strcmp(text, "1") != 0) {
    pw_read_fail(r, version->place, "format version '%.60s' is not known, only 1", text);
  }
  if (name && pw_read_text(r, name, "name", &text) && pawl_model_set_name(r->model, text) != PAWL_OK) {
    pw_read_no_memory(r, name->place);
  }
  if (units) pw_read_units(r, units);
}

static void read_world(PwReader *r, const PwNode *root) {
  const PwNode *gravity = pw_node_get(root, "gravity"), *planar = pw_node_get(root, "planar");
  int word;
  r->what = "model";
  r->name = NULL;
  if (gravity) pw_read_vector(r, gravity, "gravity", PW_DIM_ACCELERATION, r->model->gravity);
  if (planar && pw_read_word(r, planar, "planar", pw_words_planar, &word)) r->model->planar = (PawlPlanar)word;
}

static bool read_root(PwReader *r, const PwNode *root, const char *const *overrides, int count) {
  static const struct {
    const char *name;
    void (*read)(PwReader *r, const PwNode *node);
  } sections[] = {{"joints", pw_read_joints},   {"contacts", pw_read_contacts}, {"couplers", pw_read_couplers},
                  {"drives", pw_read_drives},   {"forces", pw_read_forces},     {"measures", pw_read_measures},
                  {"initial", pw_read_initial}, {"analysis", pw_read_analysis}, {"output", pw_read_output},
                  {"plot", pw_read_plot}};
  if (root->kind != PW_NODE_MAP) {
    pw_read_fail(r, root->place, "a model is a mapping such as 'bodies: ...', found %s", pw_read_kind(root));
    return true;
  }
  read_head(r, root);
  if (!pw_read_parameters(r, pw_node_get(root, "parameters"), overrides, count)) return false;
  read_world(r, root);
  const PwNode *tables = pw_node_get(root, "tables");
  if (tables) pw_read_tables(r, tables);
  pw_read_bodies(r, pw_node_get(root, "bodies"));
  for (size_t k = 0; k < sizeof sections / sizeof *sections; k++) {
    const PwNode *node = pw_node_get(root, sections[k].name);
    if (node && (k == 0 || !r->plain)) sections[k].read(r, node);
  }
  return true;
}

static bool keep_files(PawlModel *m, const PawlModel *before) {
  for (int32_t i = 0; before && i < before->origin.files.count; i++) {
    const PwOriginFile *f = &before->origin.files.item[i];
    if (!pw_origin_keep_file(m, f->path, f->text, f->length)) return false;
  }
  return true;
}

// `parts`: a model that is refused is there all the same; `plain`: see pw_read_parts.
static PawlStatus read_model(const char *name, const char *text, size_t length, const char *const *overrides,
                             int32_t override_count, const PawlModel *before, bool parts, bool plain, PawlMessages *messages,
                             PawlModel **out) {
  PwReader r = {.model = pawl_model_create(), .before = before, .messages = messages, .plain = plain};
  const char *file = r.model ? pw_arena_string(&r.model->arena, name ? name : "model") : NULL;
  PawlStatus status = PAWL_ERR_MEMORY;
  if (file && keep_files(r.model, before)) {
    const PwNode *root = NULL;
    r.file = file;
    status = pw_node_parse(file, text, length, &r.arena, messages, &root);
    parts &= root && root->kind == PW_NODE_MAP;
    if (root && !read_root(&r, root, overrides, override_count)) status = PAWL_ERR_MEMORY;
    if (status == PAWL_OK && r.failed) status = PAWL_ERR_INPUT;
    if (status == PAWL_OK && !pw_origin_keep(r.model, file, text, length, overrides, override_count)) status = PAWL_ERR_MEMORY;
    if (r.no_memory || r.model->no_memory || r.model->arena.full || r.arena.full) status = PAWL_ERR_MEMORY;
  }
  if (status == PAWL_ERR_MEMORY) pw_message(messages, PAWL_ERROR, PW_NOWHERE, "out of memory");
  pw_read_parameters_free(&r);
  pw_names_free(&r.declared);
  pw_arena_free(&r.arena);
  if (status == PAWL_OK || (status == PAWL_ERR_INPUT && parts)) {
    r.model->hash = pw_model_hash(r.model);
    *out = r.model;
  } else {
    pawl_model_free(r.model);
  }
  return status;
}

PawlStatus pw_read_model(const char *name, const char *text, size_t length, const char *const *overrides, int32_t override_count,
                         const PawlModel *before, PawlMessages *messages, PawlModel **out) {
  return read_model(name, text, length, overrides, override_count, before, false, false, messages, out);
}

PawlStatus pw_read_parts(const char *path, const char *const *overrides, int32_t override_count, bool plain,
                         PawlMessages *messages, PawlModel **out) {
  char *text = NULL;
  size_t length = 0;
  *out = NULL;
  if (!path) return pawl_model_load(path, overrides, override_count, messages, out);
  PawlStatus status = pw_file_read(path, false, (PwPlace){path, 0, 0}, messages, &text, &length);
  if (status == PAWL_OK && pw_dyn_is_name(path)) {
    status = pw_dyn_parse(path, text, length, overrides, override_count, true, messages, out);
  } else if (status == PAWL_OK) {
    status = read_model(path, text, length, overrides, override_count, NULL, true, plain, messages, out);
  }
  free(text);
  return status;
}

PawlStatus pawl_model_parse(const char *name, const char *text, size_t length, const char *const *overrides,
                            int32_t override_count, PawlMessages *messages, PawlModel **out) {
  if (!out) return PAWL_ERR_ARGUMENT;
  *out = NULL;
  if (!text || (override_count > 0 && !overrides))
    return pw_fail(messages, PAWL_ERR_ARGUMENT, PW_NOWHERE, "no text was given (NULL)");
  if (pw_dyn_is_name(name)) return pw_dyn_parse(name, text, length, overrides, override_count, false, messages, out);
  return pw_read_model(name, text, length, overrides, override_count, NULL, messages, out);
}

PawlStatus pawl_model_load(const char *path, const char *const *overrides, int32_t override_count, PawlMessages *messages,
                           PawlModel **out) {
  if (!out) return PAWL_ERR_ARGUMENT;
  *out = NULL;
  if (!path) return pw_fail(messages, PAWL_ERR_ARGUMENT, PW_NOWHERE, "no path was given (NULL)");
  char *text = NULL;
  size_t length = 0;
  PawlStatus status = pw_file_read(path, false, (PwPlace){path, 0, 0}, messages, &text, &length);
  if (status == PAWL_OK) status = pawl_model_parse(path, text, length, overrides, override_count, messages, out);
  free(text);
  return status;
}
