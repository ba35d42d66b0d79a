// Nets of points, written in the model file row by row or in a file of numbers beside it: control points of a NURBS surface, and
// grids that a surface is made to pass.
#include <stdio.h>

#include "yaml/read_profile.h"
#include "yaml/read_surface.h"

// One value for both directions, or a list of two: the nodes to read, *count of them.
static const PwNode *const *directions(PwReader *r, const PwNode *const *node, const char *key, int *count) {
  *count = 1;
  if ((*node)->kind != PW_NODE_LIST) return node;
  *count = 2;
  if ((*node)->count == 2) return (const PwNode *const *)(*node)->item;
  pw_read_fail(r, (*node)->place, "'%s' is one value, or a list of two, along rows and columns", key);
  return NULL;
}

static bool read_flags(PwReader *r, const PwNode *map, const char *key, bool out[2]) {
  const PwNode *node = pw_node_get(map, key);
  if (!node) return true;
  int count;
  const PwNode *const *values = directions(r, &node, key, &count);
  bool good = values != NULL;
  for (int d = 0; values && d < count; d++) good = pw_read_bool(r, values[d], key, &out[d]) && good;
  if (count == 1) out[1] = out[0];
  return good;
}

static bool read_degrees(PwReader *r, const PwNode *map, int32_t out[2]) {
  const PwNode *node = pw_node_get(map, "degree");
  if (!node) return true;
  int count;
  const PwNode *const *values = directions(r, &node, "degree", &count);
  bool good = values != NULL;
  for (int d = 0; values && d < count; d++) good = pw_read_whole(r, values[d], "degree", &out[d]) && good;
  if (count == 1) out[1] = out[0];
  return good;
}

// ---- rows in the model file

// Rows of equal length; *columns is 0 before the first.
static bool check_rows(PwReader *r, const PwNode *node, const char *key, const char *of, int32_t *columns) {
  if (node->kind != PW_NODE_LIST || node->count < 1) {
    pw_read_fail(r, node->place, "'%s' needs a list of rows, each a list of %s, found %s", key, of, pw_read_kind(node));
    return false;
  }
  for (int32_t i = 0; i < node->count; i++) {
    const PwNode *row = node->item[i];
    if (row->kind != PW_NODE_LIST || row->count < 1) {
      pw_read_fail(r, row->place, "%s[%d] needs a list of %s, found %s", key, (int)i, of, pw_read_kind(row));
      return false;
    }
    if (!*columns) *columns = row->count;
    if (row->count == *columns) continue;
    pw_read_fail(r, row->place, "%s[%d] has %d %s, need %d", key, (int)i, (int)row->count, of, (int)*columns);
    return false;
  }
  return true;
}

static bool read_points(PwReader *r, const PwNode *node, const char *key, PwReadSurface *s) {
  int32_t columns = 0;
  char name[64];
  if (!check_rows(r, node, key, "points", &columns)) return false;
  s->point = pw_arena_array(&r->arena, 3 * (size_t)node->count * (size_t)columns, sizeof *s->point);
  if (!s->point) return pw_read_out_of_memory(r, node);
  bool good = true;
  double *to = s->point;
  for (int32_t i = 0; i < node->count; i++) {
    for (int32_t j = 0; j < columns; j++, to += 3) {
      snprintf(name, sizeof name, "%s[%d][%d]", key, (int)i, (int)j);
      good = pw_read_list(r, node->item[i]->item[j], name, PW_DIM_LENGTH, 3, to) && good;
    }
  }
  s->def.count[0] = node->count;
  s->def.count[1] = columns;
  s->def.point = s->point;
  return good;
}

static bool read_weights(PwReader *r, const PwNode *node, PwReadSurface *s) {
  int32_t columns = s->def.count[1];
  char name[64];
  if (!check_rows(r, node, "weights", "numbers", &columns)) return false;
  if (node->count != s->def.count[0]) {
    pw_read_fail(r, node->place, "'weights' has %d rows, the points have %d", (int)node->count, (int)s->def.count[0]);
    return false;
  }
  s->weight = pw_arena_array(&r->arena, (size_t)node->count * (size_t)columns, sizeof *s->weight);
  if (!s->weight) return pw_read_out_of_memory(r, node);
  bool good = true;
  double *to = s->weight;
  for (int32_t i = 0; i < node->count; i++) {
    for (int32_t j = 0; j < columns; j++, to++) {
      snprintf(name, sizeof name, "weights[%d][%d]", (int)i, (int)j);
      good = pw_read_number(r, node->item[i]->item[j], name, PW_DIM_NONE, to) && good;
    }
  }
  s->def.weight = s->weight;
  return good;
}

// Two lists; ~ for one that is uniform.
static bool read_knots(PwReader *r, const PwNode *node, PwReadSurface *s) {
  bool good = true;
  if (node->kind != PW_NODE_LIST || node->count != 2) {
    pw_read_fail(r, node->place, "'knots' needs two lists of numbers, along rows and columns, with ~ for uniform ones, found %s",
                 pw_read_kind(node));
    return false;
  }
  for (int d = 0; d < 2; d++) {
    const PwNode *list = node->item[d];
    if (pw_read_is_none(list)) continue;
    int32_t count = list->kind == PW_NODE_LIST ? list->count : 0;
    s->knot[d] = pw_arena_array(&r->arena, (size_t)count + 1, sizeof *s->knot[d]);
    if (!s->knot[d]) return pw_read_out_of_memory(r, node);
    if (count == 0) {
      pw_read_fail(r, list->place, "knots[%d] needs a list of numbers, found %s", d, pw_read_kind(list));
      good = false;
    }
    for (int32_t k = 0; k < count; k++) {
      char name[64];
      snprintf(name, sizeof name, "knots[%d][%d]", d, (int)k);
      good = pw_read_number(r, list->item[k], name, PW_DIM_NONE, &s->knot[d][k]) && good;
    }
    s->def.knots[d] = s->knot[d];
    s->def.knot_count[d] = count;
  }
  return good;
}

// ---- a file of points

static bool read_count(PwReader *r, const PwNode *map, PwReadSurface *s) {
  const PwNode *node = pw_read_needed(r, map, "count");
  if (!node) return false;
  if (node->kind != PW_NODE_LIST || node->count != 2) {
    pw_read_fail(r, node->place, "'count' needs the numbers of rows and columns, such as [20, 4]");
    return false;
  }
  for (int d = 0; d < 2; d++) {
    if (!pw_read_whole(r, node->item[d], "count", &s->def.count[d])) return false;
    if (s->def.count[d] > 0) continue;
    pw_read_fail(r, node->item[d]->place, "'count' must be above 0");
    return false;
  }
  return true;
}

static bool check_lines(PwReader *r, const PwCsv *csv, const PwReadSurface *s, bool weights) {
  int64_t needed = (int64_t)s->def.count[0] * s->def.count[1];
  const char *form = weights ? "x, y, z or x, y, z, weight" : "x, y, z";
  PwPlace place = {csv->path, csv->count ? csv->line[csv->count - 1] : 1, 1};
  if (csv->count && csv->columns > (weights ? 4 : 3)) {
    place.line = csv->line[0];
    pw_read_fail(r, place, "%d numbers in a line, which needs %s", (int)csv->columns, form);
  } else if (csv->count < needed) {
    pw_read_fail(r, place, "the file ends after %d points; %d rows of %d need %lld", (int)csv->count, (int)s->def.count[0],
                 (int)s->def.count[1], (long long)needed);
  } else if (csv->count > needed) {
    place.line = csv->line[needed];
    pw_read_fail(r, place, "here are more points than %d rows of %d, which need %lld; the file has %d", (int)s->def.count[0],
                 (int)s->def.count[1], (long long)needed, (int)csv->count);
  } else {
    return true;
  }
  return false;
}

static bool read_file(PwReader *r, const PwNode *map, const PwNode *csv, bool weights, PwReadSurface *s) {
  static const int column[] = {0, 1, 2, 3, 4};
  double unit = pw_units_factor(&r->model->units, PW_DIM_LENGTH);
  const PwNode *written = pw_node_get(map, "weights");
  if (!read_count(r, map, s) || !pw_read_csv(r, csv, column, 3, 5, &s->csv)) return false;
  if (!check_lines(r, &s->csv, s, weights)) return false;
  int32_t width = s->csv.columns, points = s->csv.count;
  if (written && width == 4) {
    pw_read_fail(r, written->place, "the file of points has weights already");
    return false;
  }
  s->point = pw_arena_array(&r->arena, 3 * (size_t)points, sizeof *s->point);
  s->weight = pw_arena_array(&r->arena, (size_t)points, sizeof *s->weight);
  if (!s->point || !s->weight) return pw_read_out_of_memory(r, csv);
  for (int32_t k = 0; k < points; k++) {
    const double *from = s->csv.value + (size_t)k * (size_t)width;
    for (int c = 0; c < 3; c++) s->point[3 * (size_t)k + (size_t)c] = from[c] * unit;
    if (width == 4) s->weight[k] = from[3];
  }
  s->def.point = s->point;
  s->def.weight = width == 4 ? s->weight : NULL;
  return true;
}

// Points of either kind of net, `key` in the model file.
static bool read_net(PwReader *r, const PwNode *map, const char *key, bool weights, PwReadSurface *s) {
  const PwNode *points = pw_node_get(map, key), *csv = pw_node_get(map, "csv"), *count = pw_node_get(map, "count");
  if (!points == !csv) {
    pw_read_fail(r, map->place, "needs '%s', or 'csv' with its 'count'", key);
    return false;
  }
  if (points && count) {
    pw_read_fail(r, count->place, "'count' goes with 'csv'");
    return false;
  }
  return csv ? read_file(r, map, csv, weights, s) : read_points(r, points, key, s);
}

bool pw_read_nurbs(PwReader *r, const PwNode *map, PwReadSurface *s) {
  const PwNode *weights = pw_node_get(map, "weights"), *knots = pw_node_get(map, "knots");
  bool good = read_degrees(r, map, s->def.degree);
  good = read_flags(r, map, "periodic", s->def.periodic) && good;
  if (knots) good = read_knots(r, knots, s) && good;
  if (!read_net(r, map, "control", true, s)) return false;
  if (weights) good = read_weights(r, weights, s) && good;
  return good;
}

bool pw_read_grid(PwReader *r, const PwNode *map, PwReadSurface *s) {
  bool good = read_degrees(r, map, s->def.degree);
  good = read_flags(r, map, "periodic", s->def.periodic) && good;
  good = read_flags(r, map, "uniform", s->def.uniform) && good;
  return read_net(r, map, "points", false, s) && good;
}
