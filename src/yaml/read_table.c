// Tables: points written in the model file or in a file of numbers beside it.
#include "yaml/reader.h"

// x and y of a table, in the reader's memory.
static bool make_room(PwReader *r, PwPlace place, int32_t count, PawlTableDef *def, double **x, double **y) {
  *x = pw_arena_array(&r->arena, (size_t)count + 1, sizeof **x);
  *y = pw_arena_array(&r->arena, (size_t)count + 1, sizeof **y);
  if (!*x || !*y) {
    pw_read_no_memory(r, place);
    return false;
  }
  def->count = count;
  def->x = *x;
  def->y = *y;
  return true;
}

static bool read_file(PwReader *r, const PwNode *map, const PwNode *csv, PawlTableDef *def) {
  PwCsv numbers;
  double *x, *y;
  bool good = pw_read_csv_pairs(r, map, csv, &numbers) && make_room(r, csv->place, numbers.count, def, &x, &y);
  for (int32_t k = 0; good && k < numbers.count; k++) {
    x[k] = numbers.value[2 * k];
    y[k] = numbers.value[2 * k + 1];
  }
  pw_csv_free(&numbers);
  return good;
}

static bool read_points(PwReader *r, const PwNode *map, PwPlace place, PawlTableDef *def) {
  const PwNode *x = pw_node_get(map, "x"), *y = pw_node_get(map, "y"), *columns = pw_node_get(map, "columns");
  if (!x || !y || x->kind != PW_NODE_LIST || y->kind != PW_NODE_LIST || x->count != y->count || columns) {
    pw_read_fail(r,
                 columns ? columns->place
                 : y     ? y->place
                         : place,
                 columns ? "'columns' goes with 'csv'" : "needs 'x' and 'y', two lists of equal length, or 'csv'");
    return false;
  }
  double *to_x, *to_y;
  bool good = make_room(r, place, x->count, def, &to_x, &to_y);
  for (int32_t k = 0; to_x && to_y && k < x->count; k++) {
    good = pw_read_plain_number(r, x->item[k], "x", &to_x[k]) && good;
    good = pw_read_plain_number(r, y->item[k], "y", &to_y[k]) && good;
  }
  return good;
}

static void read_table(PwReader *r, const char *name, const PwNode *map, PwPlace place) {
  PawlTableDef def = pawl_table_def_default();
  int interpolation = def.interpolation, extension = def.extension;
  if (!pw_read_keys(r, map, NULL, pw_keys_table)) return;
  const PwNode *csv = pw_node_get(map, "csv"), *interpolate = pw_node_get(map, "interpolate"),
               *extend = pw_node_get(map, "extend");
  bool good = true;
  if (csv && (pw_node_get(map, "x") || pw_node_get(map, "y"))) {
    pw_read_fail(r, csv->place, "'csv' does not go with 'x' and 'y'");
    good = false;
  }
  if (interpolate) good = pw_read_word(r, interpolate, "interpolate", pw_words_interpolation, &interpolation) && good;
  if (extend) good = pw_read_word(r, extend, "extend", pw_words_extension, &extension) && good;
  if (good) good = csv ? read_file(r, map, csv, &def) : read_points(r, map, place, &def);
  def.name = name;
  def.interpolation = (PawlInterpolation)interpolation;
  def.extension = (PawlExtension)extension;
  if (good && pw_model_add_table(r->model, &def, place, r->messages, NULL) != PAWL_OK) r->failed = true;
}

void pw_read_tables(PwReader *r, const PwNode *node) {
  if (!pw_read_section(r, node, "tables")) return;
  for (int32_t k = 0; k < node->count; k++) {
    r->what = "table";
    r->name = node->key[k];
    read_table(r, node->key[k], node->item[k], node->key_place[k]);
  }
}
