// The file of a study.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "compile/mechanism.h"
#include "study/reader.h"

const char *const pw_study_keys[] = {"study",  "model", "vary", "sampling", "correlation", "results", "require",
                                     "border", "least", "most", "within",   "samples",     NULL};
const char *const pw_study_keys_sampling[] = {"method", "count", "seed", "indices", NULL};

bool pw_study_read_number(PwReader *r, const PwNode *node, const char *key, double *out) {
  const char *text;
  double value = NAN;
  if (!pw_read_text(r, node, key, &text)) return false;
  PawlStatus status = pw_looks_number(r->model, text, pw_read_text_place(node), r->messages, &value);
  if (status == PAWL_OK && isfinite(value)) {
    *out = value;
    return true;
  }
  if (status == PAWL_OK) pw_read_fail(r, node->place, "'%s' needs a finite number", key);
  r->failed = true;
  r->no_memory |= status == PAWL_ERR_MEMORY;
  return false;
}

bool pw_study_read_whole(PwReader *r, const PwNode *node, const char *key, int64_t least, int64_t most, int64_t *out) {
  const char *text;
  if (!pw_read_text(r, node, key, &text)) return false;
  size_t n = strlen(text);
  int64_t value = n > 0 && n <= 18 && strspn(text, "0123456789") == n ? strtoll(text, NULL, 10) : -1;
  if (value < least || value > most) {
    pw_read_fail(r, node->place, "'%s' needs a whole number from %lld to %lld, not %.40s", key, (long long)least, (long long)most,
                 text);
    return false;
  }
  *out = value;
  return true;
}

// ---- sampling

static bool grid_size(PwReader *r, PawlStudy *s) {
  int64_t samples = 1;
  for (int32_t i = 0; i < s->varies; i++) {
    const PwVary *v = &s->vary[i];
    if ((v->kind != PW_SPREAD_LIST && v->kind != PW_SPREAD_RANGE) || v->count == 0) {
      pw_read_fail(r, v->place, "a grid needs a list or a range with a 'count' for '%s'; or choose another 'method' of sampling",
                   v->name);
      return false;
    }
    samples *= v->count;
    if (samples <= PW_STUDY_SAMPLES) continue;
    pw_read_fail(r, v->place, "the grid has more than %d samples", (int)PW_STUDY_SAMPLES);
    return false;
  }
  s->base = s->samples = samples;
  return true;
}

static bool check_indices(PwReader *r, PawlStudy *s, PwPlace place) {
  if (s->correlation) {
    pw_read_fail(r, place, "shares of the variance ('indices') are those of independent parameters: leave 'correlation' out");
    return false;
  }
  s->samples = s->base * (s->varies + 2);
  if (s->samples <= PW_STUDY_SAMPLES) return true;
  pw_read_fail(r, place, "with 'indices' these are %lld samples, at most %d are possible", (long long)s->samples,
               (int)PW_STUDY_SAMPLES);
  return false;
}

static void read_sampling(PwReader *r, PawlStudy *s, const PwNode *node) {
  static const char *const METHODS[] = {"grid", "random", "latin", "sobol", NULL};
  r->what = "sampling";
  r->name = NULL;
  const PwNode *method = node ? pw_node_get(node, "method") : NULL, *count = node ? pw_node_get(node, "count") : NULL;
  const PwNode *seed = node ? pw_node_get(node, "seed") : NULL, *indices = node ? pw_node_get(node, "indices") : NULL;
  PwPlace place = node ? node->place : (PwPlace){s->file, 1, 1};
  int kind = s->kind == PAWL_STUDY_SWEEP && !count ? PW_DESIGN_GRID : PW_DESIGN_SOBOL;
  int64_t number = 1;
  if (node && !pw_read_keys(r, node, NULL, pw_study_keys_sampling)) return;
  if (method && !pw_read_word(r, method, "method", METHODS, &kind)) return;
  if (seed && !pw_study_read_whole(r, seed, "seed", 0, (int64_t)1 << 53, &number)) return;
  if (indices && !pw_read_bool(r, indices, "indices", &s->indices)) return;
  s->design = (PwDesignKind)kind;
  s->seed = (uint64_t)number;
  if (s->design == PW_DESIGN_GRID) {
    const PwNode *idle = count ? count : s->indices ? indices : s->kind == PAWL_STUDY_TOLERANCE ? method : NULL;
    if (idle) {
      pw_read_fail(r, idle->place, "%s",
                   idle == method ? "a study of tolerances is sampled by random, latin or sobol"
                                  : "does not go with a grid, which has a point for each value");
    } else if (!r->failed) {
      grid_size(r, s);
    }
    return;
  }
  if (!count) {
    pw_read_fail(r, place, "needs 'count', how many samples");
    return;
  }
  if (!pw_study_read_whole(r, count, "count", 1, PW_STUDY_SAMPLES, &s->base)) return;
  s->samples = s->base;
  if (s->indices && !check_indices(r, s, indices->place)) return;
  int32_t dimensions = s->varies * (s->indices ? 2 : 1);
  if (s->design == PW_DESIGN_SOBOL && dimensions > PW_STUDY_DIMENSIONS) {
    pw_read_fail(r, place, "%d dimensions, Sobol's sequence has %d here: choose method latin", (int)dimensions,
                 (int)PW_STUDY_DIMENSIONS);
  }
}

// ---- results and conditions

static PwAsked *read_asked(PwReader *r, PawlStudy *s, const PwNode *node, const char *what, int32_t *count) {
  r->what = what;
  r->name = NULL;
  *count = 0;
  if (!node || pw_node_is_empty(node)) return NULL;
  if (node->kind != PW_NODE_MAP || node->count > PW_STUDY_RESULTS) {
    pw_read_fail(r, node->place, "needs up to %d names with an expression each", (int)PW_STUDY_RESULTS);
    return NULL;
  }
  PwAsked *list = pw_arena_array(&s->arena, (size_t)node->count, sizeof *list);
  for (int32_t k = 0; list && k < node->count; k++) {
    const char *text = NULL;
    r->name = node->key[k];
    if (!pw_read_text(r, node->item[k], "expression", &text)) continue;
    for (int32_t i = 0; i < *count; i++) {
      if (strcmp(list[i].name, node->key[k]) == 0) pw_read_fail(r, node->key_place[k], "is there twice");
    }
    list[(*count)++] =
        (PwAsked){pw_arena_string(&s->arena, node->key[k]), pw_arena_string(&s->arena, text), pw_read_text_place(node->item[k])};
  }
  r->name = NULL;
  return list;
}

static const PwNode *goal_of(const PwNode *root, const char **key);

// What a search looks for: a border is the first of the conditions, what is to be least the last of the results.
static void put_goal(PwReader *r, PawlStudy *s, const PwNode *root) {
  const char *text = NULL, *key;
  const PwNode *node = goal_of(root, &key);
  PwAsked **list = s->sign != 0 ? &s->result : &s->condition, *longer;
  int32_t *count = s->sign != 0 ? &s->results : &s->conditions;
  r->what = "study";
  if (!node || !pw_read_text(r, node, key, &text)) return;
  longer = pw_arena_array(&s->arena, (size_t)*count + 1, sizeof *longer);
  if (!longer) return;
  int32_t front = s->sign == 0;
  if (*count) memcpy(longer + front, *list, (size_t)*count * sizeof *longer);
  longer[front ? 0 : *count] = (PwAsked){key, pw_arena_string(&s->arena, text), pw_read_text_place(node)};
  *list = longer;
  ++*count;
}

static void read_looks(PwReader *r, PawlStudy *s, const PwNode *root) {
  const PwNode *results = pw_node_get(root, "results"), *require = pw_node_get(root, "require");
  s->result = read_asked(r, s, results, "results", &s->results);
  s->condition = read_asked(r, s, require, "require", &s->conditions);
  if (s->kind == PAWL_STUDY_SEARCH) put_goal(r, s, root);
  r->what = "study";
  if (s->results + s->conditions == 0 && !r->failed) {
    pw_read_fail(r, root->place, "needs 'results' or 'require': what is looked at");
  }
  if (r->failed) return;
  PawlMechanism *k = NULL;
  PawlStatus status = pawl_mechanism_compile(r->model, r->messages, &k);
  if (status == PAWL_OK) {
    status = pw_looks_compile(r->model, k, s->result, s->results, s->condition, s->conditions, &s->arena, r->messages, &s->looks);
  }
  r->failed |= status != PAWL_OK;
  r->no_memory |= status == PAWL_ERR_MEMORY;
  pawl_mechanism_free(k);
}

// ---- the model

// Its path is meant from the folder of the study's file.
static const char *path_beside(PawlStudy *s, const char *path) {
  const char *slash = strrchr(s->file, '/');
  if (path[0] == '/' || !slash) return pw_arena_string(&s->arena, path);
  return pw_arena_format(&s->arena, "%.*s/%s", (int)(slash - s->file), s->file, path);
}

static bool read_model(PwReader *r, PawlStudy *s, const PwNode *root) {
  const PwNode *node = pw_node_get(root, "model");
  const char *path;
  r->what = "study";
  if (!node) {
    pw_read_fail(r, root->place, "needs 'model', the file of the model");
    return false;
  }
  if (!pw_read_text(r, node, "model", &path)) return false;
  s->model_path = path_beside(s, path);
  if (!s->model_path) return false;
  PawlStatus status = pawl_model_load(s->model_path, NULL, 0, r->messages, &s->model);
  r->no_memory |= status == PAWL_ERR_MEMORY;
  if (status) pw_read_fail(r, node->place, "its model '%s' cannot be read", s->model_path);
  r->model = s->model;
  return status == PAWL_OK;
}

static uint64_t hash_text(uint64_t hash, const char *text, size_t length) {
  for (size_t i = 0; i < length; i++) hash = (hash ^ (unsigned char)text[i]) * 0x100000001b3u;
  return (hash ^ length) * 0x100000001b3u;
}

static uint64_t hash_study(const PawlStudy *s) {
  const PwOrigin *o = &s->model->origin;
  uint64_t hash = hash_text(0xcbf29ce484222325u, s->text, s->length);
  hash = hash_text(hash, o->text, o->length);
  for (int32_t i = 0; i < o->files.count; i++) hash = hash_text(hash, o->files.item[i].text, o->files.item[i].length);
  return hash_text(hash, pawl_version(), strlen(pawl_version()));
}

// ---- searches

static const char *const SEARCH_KEYS[] = {"border", "least", "most", "within", "samples", NULL}, *const SAMPLING_KEYS[] = {
                                                                                                     "sampling", "correlation",
                                                                                                     NULL};

static void refuse_keys(PwReader *r, const PwNode *root, const char *const *keys, const char *why) {
  r->what = "study";
  r->name = NULL;
  for (int32_t k = 0; k < root->count; k++) {
    for (int i = 0; keys[i]; i++) {
      if (strcmp(keys[i], root->key[k]) == 0) pw_read_fail(r, root->key_place[k], "'%s' %s", keys[i], why);
    }
  }
}

static const PwNode *goal_of(const PwNode *root, const char **key) {
  static const char *const GOALS[] = {"border", "least", "most"};
  const PwNode *node = NULL;
  for (int i = 0; i < 3 && !node; i++) node = pw_node_get(root, *key = GOALS[i]);
  return node;
}

// Ranges; of a border one.
static void check_ranges(PwReader *r, const PawlStudy *s) {
  int32_t most = s->sign != 0 ? PW_SEARCH_PARAMETERS : 1;
  if (s->varies > most)
    pw_read_fail(r, s->vary[most].place, "%s",
                 most == 1 ? "a search for a border varies one parameter" : "a search varies at most 20 parameters");
  for (int32_t i = 0; i < s->varies; i++) {
    if (s->vary[i].kind == PW_SPREAD_RANGE && !s->vary[i].count) continue;
    pw_read_fail(r, s->vary[i].place, "a search varies '%s' over a range without a 'count': {from, to}", s->vary[i].name);
  }
}

static void read_search(PwReader *r, PawlStudy *s, const PwNode *root) {
  enum { MOST = 5000 };  // halvings from the largest number to the smallest difference
  const PwNode *within = pw_node_get(root, "within"), *samples = pw_node_get(root, "samples");
  const char *key;
  const PwNode *goal = goal_of(root, &key);
  refuse_keys(r, root, SAMPLING_KEYS, "does not go with a search");
  if (!goal) pw_read_fail(r, root->place, "a search needs 'border', a condition, or 'least' or 'most', an expression");
  if (r->failed) return;
  int goals = 0;
  for (int i = 0; i < 3; i++) goals += pw_node_get(root, SEARCH_KEYS[i]) != NULL;
  if (goals > 1) pw_read_fail(r, goal->place, "a search is for one of 'border', 'least' and 'most'");
  s->sign = strcmp(key, "least") == 0 ? 1 : strcmp(key, "most") == 0 ? -1 : 0;
  s->place = goal->place;
  s->base = s->sign != 0 ? 1000 : MOST;
  s->within = s->sign != 0 ? 1e-6 : 0;
  if (samples && s->sign == 0) pw_read_fail(r, samples->place, "'samples' goes with 'least' and 'most'");
  if (samples && !pw_study_read_whole(r, samples, "samples", 1, 1000000, &s->base)) return;
  s->samples = s->base;
  if (within && pw_study_read_number(r, within, "within", &s->within) && !(s->within >= 0)) {
    pw_read_fail(r, within->place, "'within' cannot be negative");
  }
  check_ranges(r, s);
}

static void read_root(PwReader *r, PawlStudy *s, const PwNode *root) {
  static const char *const KINDS[] = {"sweep", "tolerance", "search", NULL};
  const PwNode *study = pw_node_get(root, "study");
  int kind = 0;
  r->what = "study";
  if (root->kind != PW_NODE_MAP) {
    pw_read_fail(r, root->place, "a study is a mapping such as 'study: sweep', found %s", pw_read_kind(root));
    return;
  }
  if (!study) {
    pw_read_fail(r, root->place, "needs 'study', its kind: sweep, tolerance or search");
    return;
  }
  pw_read_keys(r, root, NULL, pw_study_keys);
  if (!pw_read_word(r, study, "study", KINDS, &kind) || !read_model(r, s, root)) return;
  s->kind = (PawlStudyKind)kind;
  pw_study_read_vary(r, s, pw_node_get(root, "vary"));
  pw_study_read_correlation(r, s, pw_node_get(root, "correlation"));
  if (s->kind == PAWL_STUDY_SEARCH) {
    read_search(r, s, root);
  } else {
    read_sampling(r, s, pw_node_get(root, "sampling"));
    refuse_keys(r, root, SEARCH_KEYS, "goes with 'study: search'");
  }
  read_looks(r, s, root);
}

PawlStatus pw_study_read(PawlStudy *s, PawlMessages *messages) {
  PwReader r = {.messages = messages, .file = s->file};
  const PwNode *root = NULL;
  PawlStatus status = pw_node_parse(s->file, s->text, s->length, &r.arena, messages, &root);
  if (root) read_root(&r, s, root);
  if (status == PAWL_OK && r.failed) status = PAWL_ERR_INPUT;
  if (r.no_memory || r.arena.full || s->arena.full) status = PAWL_ERR_MEMORY;
  if (status == PAWL_OK) s->hash = hash_study(s);
  pw_arena_free(&r.arena);
  return status;
}
