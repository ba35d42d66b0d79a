// One element of a profile's chain: lines, arcs, polar polynomials, splines, involutes, ellipses.
#include <math.h>
#include <string.h>

#include "yaml/read_profile.h"

bool pw_read_out_of_memory(PwReader *r, const PwNode *node) {
  pw_read_no_memory(r, node->place);
  return false;
}

const PwNode *pw_read_needed(PwReader *r, const PwNode *map, const char *key) {
  const PwNode *node = pw_node_get(map, key);
  if (!node) pw_read_fail(r, map->place, "'%s' is missing", key);
  return node;
}

static bool read_pair(PwReader *r, const PwNode *map, const char *key, PwDimension dimension, double out[2]) {
  const PwNode *node = pw_read_needed(r, map, key);
  return node && pw_read_list(r, node, key, dimension, 2, out);
}

bool pw_read_flag(PwReader *r, const PwNode *map, const char *key, bool *out) {
  const PwNode *node = pw_node_get(map, key);
  return !node || pw_read_bool(r, node, key, out);
}

bool pw_read_center(PwReader *r, const PwNode *map, double out[2]) {
  const PwNode *node = pw_node_get(map, "center");
  return !node || pw_read_list(r, node, "center", PW_DIM_LENGTH, 2, out);
}

// A list of pairs of numbers, in the reader's memory.
static bool read_pairs(PwReader *r, const PwNode *node, const char *key, const PwDimension dimension[2], PawlElementDef *e) {
  if (node->kind != PW_NODE_LIST || node->count < 1) {
    pw_read_fail(r, node->place, "'%s' needs a list of pairs, such as [[1, 0], [2, 3]], found %s", key, pw_read_kind(node));
    return false;
  }
  double *data = pw_arena_array(&r->arena, 2 * (size_t)node->count, sizeof *data);
  bool good = data != NULL;
  if (!data) pw_read_no_memory(r, node->place);
  for (int32_t k = 0; data && k < node->count; k++) {
    const PwNode *pair = node->item[k];
    if (pair->kind != PW_NODE_LIST || pair->count != 2) {
      pw_read_fail(r, pair->place, "'%s' needs pairs of numbers, found %s", key, pw_read_kind(pair));
      return false;
    }
    for (int j = 0; j < 2; j++) good = pw_read_number(r, pair->item[j], key, dimension[j], &data[2 * k + j]) && good;
  }
  e->data = data;
  e->count = node->count;
  return good;
}

// ---- elements

static bool read_line(PwReader *r, const PwNode *map, const PwReadChain *chain, PawlElementDef *e) {
  const PwNode *to = pw_node_get(map, "to"), *by = pw_node_get(map, "by");
  if (!to == !by) {
    pw_read_fail(r, map->place, "a line needs 'to: [x, y]' or 'by: [dx, dy]'");
    return false;
  }
  if (to) return pw_read_list(r, to, "to", PW_DIM_LENGTH, 2, e->to);
  double from[2];
  memcpy(from, chain->start, sizeof from);
  if (!pw_read_list(r, by, "by", PW_DIM_LENGTH, 2, e->to)) return false;
  if (chain->count && !pw_read_chain_end(r, chain, chain->count - 1, from)) {
    pw_read_fail(r, map->place, "'by' needs to know where the element before ends: give 'to'");
    return false;
  }
  for (int k = 0; k < 2; k++) e->to[k] += from[k];  // a first element without a start is found out later
  if (isnan(from[0])) e->to[0] = e->to[1] = 0;
  return true;
}

static bool read_arc(PwReader *r, const PwNode *map, const PwReadChain *chain, PawlElementDef *e) {
  (void)chain;
  const PwNode *to = pw_node_get(map, "to"), *radius = pw_node_get(map, "radius"), *angles = pw_node_get(map, "angles");
  bool good = read_pair(r, map, "center", PW_DIM_LENGTH, e->center);
  good = pw_read_flag(r, map, "clockwise", &e->clockwise) && good;
  if (to ? radius || angles : !radius || !angles) {
    pw_read_fail(r, map->place, "an arc needs 'to', or 'radius' and 'angles'");
    return false;
  }
  if (to) return pw_read_list(r, to, "to", PW_DIM_LENGTH, 2, e->to) && good;
  good = pw_read_number(r, radius, "radius", PW_DIM_LENGTH, &e->radius) && good;
  if (good && !(e->radius > 0)) {
    pw_read_fail(r, radius->place, "'radius' must be > 0; a concave arc is 'clockwise: true'");
    return false;
  }
  return pw_read_list(r, angles, "angles", PW_DIM_ANGLE, 2, e->angle) && good;
}

static bool read_polar(PwReader *r, const PwNode *map, const PwReadChain *chain, PawlElementDef *e) {
  static const PwDimension dimension[2] = {PW_DIM_LENGTH, PW_DIM_NONE};
  (void)chain;
  const PwNode *terms = pw_read_needed(r, map, "terms");
  bool good = terms && read_pairs(r, terms, "terms", dimension, e);
  good = read_pair(r, map, "angles", PW_DIM_ANGLE, e->angle) && good;
  good = pw_read_center(r, map, e->center) && good;
  good = pw_read_field(r, map, "origin", PW_DIM_ANGLE, &e->origin) && good;
  return pw_read_field(r, map, "scale", PW_DIM_ANGLE, &e->scale) && good;
}

static bool read_csv_points(PwReader *r, const PwNode *map, const PwNode *csv, PawlElementDef *e) {
  PwCsv points;
  bool good = pw_read_csv_pairs(r, map, csv, &points);
  double unit = pw_units_factor(&r->model->units, PW_DIM_LENGTH);
  double *data = good ? pw_arena_array(&r->arena, 2 * (size_t)points.count + 1, sizeof *data) : NULL;
  if (good && !data) pw_read_no_memory(r, csv->place);
  for (int32_t k = 0; data && k < 2 * points.count; k++) data[k] = points.value[k] * unit;
  e->data = data;
  e->count = points.count;
  pw_csv_free(&points);
  return data != NULL;
}

static const PwDimension point_dimension[2] = {PW_DIM_LENGTH, PW_DIM_LENGTH};

static bool read_spline(PwReader *r, const PwNode *map, const PwReadChain *chain, PawlElementDef *e) {
  (void)chain;
  const PwNode *points = pw_node_get(map, "points"), *csv = pw_node_get(map, "csv"), *columns = pw_node_get(map, "columns");
  bool good = pw_read_whole_field(r, map, "degree", &e->degree);
  if (!points == !csv || (points && columns)) {
    pw_read_fail(r, map->place, "a spline needs 'points', or 'csv' with its 'columns'");
    return false;
  }
  return (csv ? read_csv_points(r, map, csv, e) : read_pairs(r, points, "points", point_dimension, e)) && good;
}

static bool read_bspline(PwReader *r, const PwNode *map, const PwReadChain *chain, PawlElementDef *e) {
  (void)chain;
  const PwNode *control = pw_read_needed(r, map, "control"), *knots = pw_node_get(map, "knots");
  bool good = pw_read_whole_field(r, map, "degree", &e->degree);
  good = control && read_pairs(r, control, "control", point_dimension, e) && good;
  if (!knots) return good;
  if (knots->kind != PW_NODE_LIST || knots->count < 1) {
    pw_read_fail(r, knots->place, "'knots' needs a list of numbers, found %s", pw_read_kind(knots));
    return false;
  }
  double *values = pw_arena_array(&r->arena, (size_t)knots->count, sizeof *values);
  if (!values) return pw_read_out_of_memory(r, knots);
  e->knots = values;
  e->knot_count = knots->count;
  return pw_read_list(r, knots, "knots", PW_DIM_NONE, (int)knots->count, values) && good;
}

static bool read_involute(PwReader *r, const PwNode *map, const PwReadChain *chain, PawlElementDef *e) {
  (void)chain;
  const PwNode *radius = pw_read_needed(r, map, "radius");
  bool good = radius && pw_read_number(r, radius, "radius", PW_DIM_LENGTH, &e->radius);
  good = read_pair(r, map, "angles", PW_DIM_ANGLE, e->angle) && good;
  good = pw_read_center(r, map, e->center) && good;
  good = pw_read_field(r, map, "origin", PW_DIM_ANGLE, &e->origin) && good;
  return pw_read_flag(r, map, "clockwise", &e->clockwise) && good;
}

static bool read_ellipse(PwReader *r, const PwNode *map, const PwReadChain *chain, PawlElementDef *e) {
  (void)chain;
  const PwNode *angles = pw_node_get(map, "angles");
  double radii[2] = {0};
  bool good = read_pair(r, map, "radii", PW_DIM_LENGTH, radii);
  e->radius = radii[0];
  e->radius_across = radii[1];
  e->angle[1] = 6.283185307179586;
  if (angles) good = pw_read_list(r, angles, "angles", PW_DIM_ANGLE, 2, e->angle) && good;
  good = pw_read_center(r, map, e->center) && good;
  good = pw_read_field(r, map, "origin", PW_DIM_ANGLE, &e->origin) && good;
  return pw_read_flag(r, map, "clockwise", &e->clockwise) && good;
}

// In the order of pw_keys_element.
static const struct {
  PawlElementType type;
  const char *const *keys;
  bool (*read)(PwReader *r, const PwNode *map, const PwReadChain *chain, PawlElementDef *e);
} elements[] = {{PAWL_ELEMENT_LINE, pw_keys_line, read_line},          {PAWL_ELEMENT_ARC, pw_keys_arc, read_arc},
                {PAWL_ELEMENT_POLAR, pw_keys_polar, read_polar},       {PAWL_ELEMENT_SPLINE, pw_keys_spline, read_spline},
                {PAWL_ELEMENT_BSPLINE, pw_keys_bspline, read_bspline}, {PAWL_ELEMENT_INVOLUTE, pw_keys_involute, read_involute},
                {PAWL_ELEMENT_ELLIPSE, pw_keys_ellipse, read_ellipse}};

bool pw_read_element(PwReader *r, const PwNode *node, const PwReadChain *chain, PawlElementDef *e) {
  *e = pawl_element_def_default();
  int which = 0;
  while (strcmp(pw_keys_element[which], node->key[0]) != 0) which++;
  const PwNode *map = node->item[0];
  e->type = elements[which].type;
  if (!pw_read_keys(r, map, node->key[0], elements[which].keys)) return false;
  return elements[which].read(r, map, chain, e);
}
