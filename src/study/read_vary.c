// What varies in a study: lists, ranges, tolerances, tables, and how they hang together.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "study/reader.h"

const char *const pw_study_keys_spread[] = {"values",  "from",         "to",    "count", "tolerance",
                                            "nominal", "distribution", "sigma", "table", NULL};
const char *const pw_study_keys_correlation[] = {"of", "matrix", NULL};

static bool in_order(PwReader *r, const PwNode *node, double low, double high, const char *what) {
  if (low < high) return true;
  pw_read_fail(r, node->place, "%s go from the smaller number to the larger one, not from %g to %g", what, low, high);
  return false;
}

static bool read_values(PwReader *r, PawlStudy *s, const PwNode *node, PwVary *v) {
  bool good = node->kind == PW_NODE_LIST && node->count > 0;
  if (!good) pw_read_fail(r, node->place, "'values' needs a list of numbers, found %s", pw_read_kind(node));
  if (good && node->count > PW_STUDY_POINTS) {
    pw_read_fail(r, node->place, "%d values, at most %d are possible", (int)node->count, (int)PW_STUDY_POINTS);
    good = false;
  }
  double *value = good ? pw_arena_array(&s->arena, (size_t)node->count, sizeof *value) : NULL;
  for (int32_t i = 0; value && i < node->count; i++) good &= pw_study_read_number(r, node->item[i], "values", &value[i]);
  v->kind = PW_SPREAD_LIST;
  v->value = value;
  v->count = value ? node->count : 0;
  return good && value;
}

static bool read_range(PwReader *r, const PwNode *map, PwVary *v) {
  const PwNode *from = pw_node_get(map, "from"), *to = pw_node_get(map, "to"), *count = pw_node_get(map, "count");
  int64_t points = 0;
  v->kind = PW_SPREAD_RANGE;
  if (!from || !to) {
    pw_read_fail(r, map->place, "a range needs 'from' and 'to'");
    return false;
  }
  bool good = pw_study_read_number(r, from, "from", &v->low);
  good &= pw_study_read_number(r, to, "to", &v->high);
  if (count) good &= pw_study_read_whole(r, count, "count", 1, PW_STUDY_SAMPLES, &points);
  v->count = (int32_t)points;
  return good && in_order(r, from, v->low, v->high, "'from' and 'to'");
}

// One number, for both sides, or two: what may be added.
static bool read_limits(PwReader *r, const PwNode *node, double nominal, PwVary *v) {
  double side[2] = {0};
  if (node->kind == PW_NODE_LIST && node->count == 2) {
    if (!pw_study_read_number(r, node->item[0], "tolerance", &side[0])) return false;
    if (!pw_study_read_number(r, node->item[1], "tolerance", &side[1])) return false;
  } else if (node->kind == PW_NODE_SCALAR) {
    if (!pw_study_read_number(r, node, "tolerance", &side[1])) return false;
    side[0] = -side[1];
  } else {
    pw_read_fail(r, node->place, "'tolerance' needs a number or two, [lower, upper], found %s", pw_read_kind(node));
    return false;
  }
  v->low = nominal + side[0];
  v->high = nominal + side[1];
  return in_order(r, node, side[0], side[1], "the limits of a tolerance");
}

static bool read_tolerance(PwReader *r, const PwNode *map, double nominal, PwVary *v) {
  static const char *const WORDS[] = {"uniform", "normal", "triangular", NULL};
  static const PwSpreadKind KINDS[] = {PW_SPREAD_UNIFORM, PW_SPREAD_NORMAL, PW_SPREAD_TRIANGULAR};
  const PwNode *given = pw_node_get(map, "nominal"), *word = pw_node_get(map, "distribution"), *sigma = pw_node_get(map, "sigma");
  int kind = 0;
  if (given && !pw_study_read_number(r, given, "nominal", &nominal)) return false;
  if (word && !pw_read_word(r, word, "distribution", WORDS, &kind)) return false;
  if (!read_limits(r, pw_node_get(map, "tolerance"), nominal, v)) return false;
  v->kind = KINDS[kind];
  v->middle = nominal;
  v->sigma = (v->high - v->low) / 6;
  if (sigma && v->kind != PW_SPREAD_NORMAL) {
    pw_read_fail(r, sigma->place, "'sigma' goes with distribution normal");
    return false;
  }
  if (sigma && !pw_study_read_number(r, sigma, "sigma", &v->sigma)) return false;
  if (!(v->sigma > 0)) {
    pw_read_fail(r, sigma->place, "'sigma' must be positive");
    return false;
  }
  if (v->kind == PW_SPREAD_TRIANGULAR && !(v->low <= v->middle && v->middle <= v->high)) {
    pw_read_fail(r, map->place, "the peak of a triangular distribution, the nominal value, is outside its limits");
    return false;
  }
  // a normal distribution that has next to nothing between its limits
  double share = pw_normal_below((v->high - v->middle) / v->sigma) - pw_normal_below((v->low - v->middle) / v->sigma);
  if (v->kind == PW_SPREAD_NORMAL && !(share > 1e-6)) {
    pw_read_fail(r, map->place, "the limits leave nothing of the normal distribution about the nominal value");
    return false;
  }
  return true;
}

// Points [value, density].
static bool read_table(PwReader *r, PawlStudy *s, const PwNode *node, PwVary *v) {
  if (node->kind != PW_NODE_LIST || node->count < 2 || node->count > PW_STUDY_POINTS) {
    pw_read_fail(r, node->place, "'table' needs a list of 2 to %d points [value, density]", (int)PW_STUDY_POINTS);
    return false;
  }
  double *value = pw_arena_array(&s->arena, 2 * (size_t)node->count, sizeof *value);
  double *below = pw_arena_array(&s->arena, (size_t)node->count, sizeof *below);
  if (!value || !below) return false;
  for (int32_t i = 0; i < node->count; i++) {
    const PwNode *point = node->item[i];
    if (point->kind != PW_NODE_LIST || point->count != 2) {
      pw_read_fail(r, point->place, "a point of a table is [value, density]");
      return false;
    }
    for (int k = 0; k < 2; k++) {
      if (!pw_study_read_number(r, point->item[k], "table", &value[2 * i + k])) return false;
    }
    if (value[2 * i + 1] < 0) {
      pw_read_fail(r, point->item[1]->place, "a density cannot be negative");
      return false;
    }
    if (i > 0 && !in_order(r, point->item[0], value[2 * i - 2], value[2 * i], "values of a table")) return false;
    if (i > 0) below[i] = below[i - 1] + (value[2 * i] - value[2 * i - 2]) * (value[2 * i - 1] + value[2 * i + 1]) / 2;
  }
  double total = below[node->count - 1];
  if (!(total > 0)) {
    pw_read_fail(r, node->place, "the densities of a table cannot all be zero");
    return false;
  }
  for (int32_t i = 0; i < node->count; i++) value[2 * i + 1] /= total, below[i] /= total;
  *v = (PwVary){.name = v->name,
                .place = v->place,
                .kind = PW_SPREAD_TABLE,
                .count = node->count,
                .value = value,
                .below = below,
                .low = value[0],
                .high = value[2 * node->count - 2]};
  return true;
}

static bool read_spread(PwReader *r, PawlStudy *s, const PwNode *node, double nominal, PwVary *v) {
  static const char *const FORMS[4][5] = {
      {"values", NULL}, {"from", "to", "count", NULL}, {"tolerance", "nominal", "distribution", "sigma", NULL}, {"table", NULL}};
  if (node->kind == PW_NODE_LIST) return read_values(r, s, node, v);
  if (node->kind != PW_NODE_MAP) {
    pw_read_fail(r, node->place, "needs a list of values, {from, to}, {tolerance} or {table}, found %s", pw_read_kind(node));
    return false;
  }
  if (!pw_read_keys(r, node, NULL, pw_study_keys_spread)) return false;
  int form = pw_node_get(node, "values") ? 0 : pw_node_get(node, "table") ? 3 : pw_node_get(node, "tolerance") ? 2 : 1;
  for (int32_t k = 0; k < node->count; k++) {
    bool fits = false;
    for (int j = 0; FORMS[form][j]; j++) fits |= strcmp(FORMS[form][j], node->key[k]) == 0;
    if (fits) continue;
    pw_read_fail(r, node->key_place[k], "'%s' does not go with '%s'", node->key[k], FORMS[form][0]);
    return false;
  }
  if (form == 0) return read_values(r, s, pw_node_get(node, "values"), v);
  if (form == 3) return read_table(r, s, pw_node_get(node, "table"), v);
  return form == 2 ? read_tolerance(r, node, nominal, v) : read_range(r, node, v);
}

// Parameters of the model, NULL-terminated; NULL: out of memory.
static const char **parameter_names(PwReader *r) {
  int32_t count = pawl_model_parameter_count(r->model);
  const char **names = pw_arena_array(&r->arena, (size_t)count + 1, sizeof *names);
  for (int32_t i = 0; names && i < count; i++) names[i] = pawl_model_parameter_name(r->model, (PawlParameterId){i + 1});
  return names;
}

void pw_study_read_vary(PwReader *r, PawlStudy *s, const PwNode *node) {
  r->what = "vary";
  r->name = NULL;
  if (!node || node->kind != PW_NODE_MAP || node->count == 0 || node->count > PW_STUDY_VARIES) {
    PwPlace place = node ? node->place : (PwPlace){s->file, 1, 1};
    pw_read_fail(r, place, "a study needs 1 to %d parameters of the model that vary", (int)PW_STUDY_VARIES);
    return;
  }
  s->vary = pw_arena_array(&s->arena, (size_t)node->count, sizeof *s->vary);
  const char **names = parameter_names(r);
  if (!s->vary || !names) {
    pw_read_no_memory(r, node->place);
    return;
  }
  for (int32_t k = 0; k < node->count; k++) {
    PwVary v = {.name = pw_arena_string(&s->arena, node->key[k]), .place = node->key_place[k]};
    PawlParameterId id = pawl_model_find_parameter(r->model, node->key[k]);
    char hint[300];
    r->name = NULL;
    for (int32_t i = 0; i < s->varies; i++) {
      if (strcmp(s->vary[i].name, node->key[k]) == 0) pw_read_fail(r, v.place, "'%.100s' is there twice", node->key[k]);
    }
    if (!id.i) {
      pw_read_fail(r, v.place, "the model has no parameter '%.100s'%s", node->key[k], pw_read_hint(r, node->key[k], names, hint));
      continue;
    }
    r->name = node->key[k];
    if (read_spread(r, s, node->item[k], r->model->parameters.item[id.i - 1].value, &v)) s->vary[s->varies++] = v;
  }
  r->name = NULL;
}

// ---- correlation

static int32_t find_vary(PwReader *r, const PawlStudy *s, const PwNode *node) {
  const char *name;
  if (!pw_read_text(r, node, "of", &name)) return -1;
  for (int32_t i = 0; i < s->varies; i++) {
    if (strcmp(s->vary[i].name, name) == 0) return i;
  }
  pw_read_fail(r, node->place, "'%.100s' does not vary", name);
  return -1;
}

static bool read_matrix(PwReader *r, const PawlStudy *s, const PwNode *of, const PwNode *matrix, double *full) {
  int32_t n = of->count, at[PW_STUDY_VARIES];
  for (int32_t i = 0; i < n; i++) {
    if ((at[i] = find_vary(r, s, of->item[i])) < 0) return false;
  }
  for (int32_t i = 0; i < n; i++) {
    const PwNode *row = matrix->item[i];
    if (row->kind != PW_NODE_LIST || row->count != n) {
      pw_read_fail(r, row->place, "a row of the matrix needs %d numbers, one for each name of 'of'", (int)n);
      return false;
    }
    for (int32_t k = 0; k < n; k++) {
      double *value = &full[at[i] * s->varies + at[k]];
      if (!pw_study_read_number(r, row->item[k], "matrix", value)) return false;
      bool twice = k < i && *value != full[at[k] * s->varies + at[i]];
      if (i == k ? *value == 1 : fabs(*value) <= 1 && !twice) continue;
      pw_read_fail(r, row->item[k]->place, "%s",
                   i == k  ? "a parameter's correlation with itself is 1"
                   : twice ? "a correlation is the same both ways: the matrix must be symmetric"
                           : "a correlation is between -1 and 1");
      return false;
    }
  }
  return true;
}

// In place, its upper half zero; false if it is no correlation: a sum of the variables would have a negative variance.
static bool cholesky(double *a, int32_t n) {
  for (int32_t j = 0; j < n; j++) {
    for (int32_t i = j; i < n; i++) {
      double sum = a[i * n + j];
      for (int32_t k = 0; k < j; k++) sum -= a[i * n + k] * a[j * n + k];
      if (i > j) {
        a[i * n + j] = a[j * n + j] > 0 ? sum / a[j * n + j] : 0;
        if (a[j * n + j] == 0 && fabs(sum) > 1e-9) return false;
      } else if (sum < -1e-12) {
        return false;
      } else {
        a[j * n + j] = sum > 1e-12 ? sqrt(sum) : 0;
      }
    }
    for (int32_t k = j + 1; k < n; k++) a[j * n + k] = 0;
  }
  return true;
}

void pw_study_read_correlation(PwReader *r, PawlStudy *s, const PwNode *node) {
  r->what = "correlation";
  r->name = NULL;
  if (!node || r->failed || !pw_read_keys(r, node, NULL, pw_study_keys_correlation)) return;
  const PwNode *of = pw_node_get(node, "of"), *matrix = pw_node_get(node, "matrix");
  bool lists = of && matrix && of->kind == PW_NODE_LIST && matrix->kind == PW_NODE_LIST;
  if (!lists || of->count > s->varies || of->count != matrix->count) {
    pw_read_fail(r, node->place, "needs 'of', a list of names, and 'matrix', as many rows of as many numbers");
    return;
  }
  int32_t n = s->varies;
  double *full = pw_arena_array(&s->arena, (size_t)n * (size_t)n, sizeof *full);
  if (!full) return;
  for (int32_t i = 0; i < n; i++) full[i * n + i] = 1;
  if (!read_matrix(r, s, of, matrix, full)) return;
  if (!cholesky(full, n)) {
    pw_read_fail(r, matrix->place, "this is no correlation: some sum of the parameters would have a negative variance");
    return;
  }
  s->correlation = full;
}
