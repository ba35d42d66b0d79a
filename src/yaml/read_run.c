// Initial state, analysis settings and output requests.
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "yaml/reader.h"

// hold: true | false | a list of what is held; `both` says what true means.
static bool read_hold(PwReader *r, const PwNode *node, const char *const words[3], bool out[2]) {
  if (node->kind == PW_NODE_SCALAR) {
    bool all;
    if (!pw_read_bool(r, node, "hold", &all)) return false;
    out[0] = out[1] = all;
    return true;
  }
  if (node->kind != PW_NODE_LIST) {
    pw_read_fail(r, node->place, "'hold' is true, false or a list of %s, %s", words[0], words[1]);
    return false;
  }
  for (int32_t k = 0; k < node->count; k++) {
    int which;
    if (!pw_read_word(r, node->item[k], "hold", words, &which)) return false;
    out[which] = true;
  }
  return true;
}

static void read_initial_joint(PwReader *r, const char *name, const PwNode *node, PwPlace place) {
  static const char *const words[] = {"position", "speed", NULL};
  PawlInitialCoordinate def = pawl_initial_coordinate_default();
  if (!pw_read_coordinate(r, name, place, NULL, &def.coordinate)) return;
  PwDimension position = pw_coordinate_dimension(&def.coordinate, false), speed = pw_coordinate_dimension(&def.coordinate, true);
  bool good = true, hold[2] = {false, false};
  if (node->kind == PW_NODE_MAP) {
    const PwNode *hold_node = pw_node_get(node, "hold");
    if (!pw_read_keys(r, node, NULL, pw_keys_initial_joint)) return;
    good = pw_read_field(r, node, "position", position, &def.position);
    good = pw_read_field(r, node, "speed", speed, &def.speed) && good;
    if (hold_node) good = read_hold(r, hold_node, words, hold) && good;
    bool all = hold_node && hold_node->kind == PW_NODE_SCALAR;  // true: what is given
    def.hold_position = hold[0] && !(all && isnan(def.position));
    def.hold_speed = hold[1] && !(all && isnan(def.speed));
  } else {
    good = pw_read_number(r, node, "position", position, &def.position);
  }
  r->model->source = node;
  if (good && pw_model_set_initial_coordinate(r->model, &def, place, r->messages) != PAWL_OK) r->failed = true;
  r->model->source = NULL;
}

static void read_initial_body(PwReader *r, const char *name, const PwNode *node, PwPlace place) {
  static const char *const words[] = {"pose", "velocity", NULL};
  PawlInitialBody def = pawl_initial_body_default();
  PwNode name_node = {.kind = PW_NODE_SCALAR, .place = place, .text = name};
  bool hold[2] = {false, false}, good = pw_read_keys(r, node, NULL, pw_keys_initial_body);
  def.body = pw_read_body(r, &name_node, "bodies");
  if (!good || !def.body.i) return;
  const PwNode *velocity = pw_node_get(node, "velocity"), *turn = pw_node_get(node, "angular_velocity");
  const PwNode *hold_node = pw_node_get(node, "hold");
  if (velocity) good = pw_read_vector(r, velocity, "velocity", PW_DIM_SPEED, def.velocity);
  if (turn && turn->kind == PW_NODE_SCALAR) {
    def.angular_velocity[0] = def.angular_velocity[1] = 0;
    good = pw_read_number(r, turn, "angular_velocity", PW_DIM_ANGULAR_SPEED, &def.angular_velocity[2]) && good;
  } else if (turn) {
    good = pw_read_list(r, turn, "angular_velocity", PW_DIM_ANGULAR_SPEED, 3, def.angular_velocity) && good;
  }
  if (hold_node) good = read_hold(r, hold_node, words, hold) && good;
  def.hold_pose = hold[0];
  def.hold_velocity = hold[1] && (hold_node->kind == PW_NODE_LIST || velocity || turn);
  r->model->source = node;
  if (good && pw_model_set_initial_body(r->model, &def, place, r->messages) != PAWL_OK) r->failed = true;
  r->model->source = NULL;
}

static void read_from(PwReader *r, const PwNode *node) {
  static const char *const words[] = {"statics", NULL};
  int word;
  r->what = "initial";
  r->name = "from";
  if (node->kind == PW_NODE_SCALAR) {
    if (pw_read_word(r, node, "from", words, &word)) r->model->run.from_statics = true;
    return;
  }
  const PwNode *result = pw_node_get(node, "result");
  const char *path;
  if (!pw_read_keys(r, node, NULL, pw_keys_from)) return;
  if (!result) {
    pw_read_fail(r, node->place, "'from' is statics or {result: FOLDER}");
  } else if (pw_read_text(r, result, "result", &path)) {
    r->model->run.from_result = pw_read_path(r, path);
  }
}

void pw_read_initial(PwReader *r, const PwNode *node) {
  r->what = "initial";
  r->name = NULL;
  if (!pw_read_keys(r, node, NULL, pw_keys_initial)) return;
  const PwNode *joints = pw_node_get(node, "joints"), *bodies = pw_node_get(node, "bodies"), *from = pw_node_get(node, "from");
  if (joints && pw_read_section(r, joints, "initial joints")) {
    for (int32_t k = 0; k < joints->count; k++) {
      r->what = "initial joint";
      r->name = joints->key[k];
      read_initial_joint(r, r->name, joints->item[k], joints->key_place[k]);
    }
  }
  if (bodies && pw_read_section(r, bodies, "initial bodies")) {
    for (int32_t k = 0; k < bodies->count; k++) {
      r->what = "initial body";
      r->name = bodies->key[k];
      read_initial_body(r, r->name, bodies->item[k], bodies->key_place[k]);
    }
  }
  if (from) read_from(r, from);
}

static void read_ranged(PwReader *r, const PwNode *map, const char *key, PwDimension dimension, double low, double high,
                        double *out) {
  const PwNode *node = pw_node_get(map, key);
  double value;
  if (!node || !pw_read_number(r, node, key, dimension, &value)) return;
  if (value < low || value > high) {
    char least[32];
    snprintf(least, sizeof least, "at least %g", low);
    pw_read_fail(r, node->place, isinf(high) ? "'%s' must be %s" : "'%s' must be %s and at most %g", key,
                 low == 0       ? "0 or more"
                 : low < 1e-100 ? "> 0"
                                : least,
                 high);
    return;
  }
  *out = value;
}

static void read_count(PwReader *r, const PwNode *map, const char *key, int64_t *out) {
  const PwNode *node = pw_node_get(map, key);
  double value;
  if (!node || !pw_read_number(r, node, key, PW_DIM_NONE, &value)) return;
  if (value != floor(value) || value < 1 || value > 1e15) {
    pw_read_fail(r, node->place, "'%s' must be a whole number from 1 to 1e15", key);
    return;
  }
  *out = (int64_t)value;
}

static void read_until(PwReader *r, const PwNode *node) {
  const char *text;
  if (!pw_read_text(r, node, "until", &text)) return;
  r->model->until = pw_arena_string(&r->model->arena, text);
  r->model->until_place = pw_read_text_place(node);
  if (!r->model->until) pw_read_no_memory(r, node->place);
}

// independent: [joint.coordinate, ...]
static void read_independent(PwReader *r, const PwNode *node) {
  PawlRunOptions *run = &r->model->run;
  if (node->kind != PW_NODE_LIST || node->count == 0) {
    pw_read_fail(r, node->place, "'independent' needs a list of joint coordinates");
    return;
  }
  PawlCoordinate *list = pw_arena_array(&r->model->arena, (size_t)node->count, sizeof *list);
  if (!list) {
    pw_read_no_memory(r, node->place);
    return;
  }
  for (int32_t k = 0; k < node->count; k++) {
    const char *text;
    const PwPlace place = node->item[k]->place;
    if (!pw_read_text(r, node->item[k], "independent", &text) || !pw_read_coordinate(r, text, place, NULL, &list[k])) return;
    for (int32_t j = 0; j < k; j++) {
      if (list[j].joint.i != list[k].joint.i || strcmp(list[j].name, list[k].name) != 0) continue;
      pw_read_fail(r, place, "'independent' has '%s' twice", text);
      return;
    }
  }
  run->independent = list;
  run->independent_count = node->count;
}

static void read_formulation(PwReader *r, const PwNode *node) {
  PawlRunOptions *run = &r->model->run;
  const PwNode *formulation = pw_node_get(node, "formulation"), *independent = pw_node_get(node, "independent");
  const PwNode *method = pw_node_get(node, "method"), *penalty = pw_node_get(node, "penalty");
  const PwNode *radius = pw_node_get(node, "spectral_radius");
  int word;
  if (formulation && pw_read_word(r, formulation, "formulation", pw_words_formulation, &word)) {
    run->formulation = (PawlFormulation)word;
  }
  bool augmented = run->formulation == PAWL_FORMULATION_AUGMENTED;
  if (independent) read_independent(r, independent);
  if (independent && (augmented || run->formulation == PAWL_FORMULATION_MULTIPLIERS)) {
    pw_read_fail(r, independent->place, "'independent' goes with formulation canonical");
  }
  if (augmented && run->method != PAWL_METHOD_AUTO) {
    pw_read_fail(r, method->place, "formulation augmented makes steps of its own: leave 'method' out");
  }
  read_ranged(r, node, "penalty", PW_DIM_NONE, PW_PENALTY_LEAST, PW_PENALTY_MOST, &run->penalty);
  if (penalty && (run->formulation == PAWL_FORMULATION_MULTIPLIERS || run->formulation == PAWL_FORMULATION_CANONICAL)) {
    pw_read_fail(r, penalty->place, "'penalty' goes with formulation augmented");
  }
  read_ranged(r, node, "spectral_radius", PW_DIM_NONE, 0, 1, &run->spectral_radius);
  if (radius && (run->formulation == PAWL_FORMULATION_MULTIPLIERS || run->formulation == PAWL_FORMULATION_CANONICAL)) {
    pw_read_fail(r, radius->place, "'spectral_radius' goes with formulation augmented");
  }
}

void pw_read_analysis(PwReader *r, const PwNode *node) {
  PawlRunOptions *run = &r->model->run;
  const double least = 1e-300;
  int word;
  r->what = "analysis";
  r->name = NULL;
  pw_read_keys(r, node, NULL, pw_keys_analysis);
  if (node->kind != PW_NODE_MAP) return;
  const PwNode *type = pw_node_get(node, "type"), *method = pw_node_get(node, "method"), *until = pw_node_get(node, "until");
  const PwNode *impact = pw_node_get(node, "impact");
  const PwNode *order = pw_node_get(node, "impact_order"), *reactions = pw_node_get(node, "reactions");
  if (type && pw_read_word(r, type, "type", pw_words_analysis, &word)) run->analysis = (PawlAnalysis)word;
  if (method && pw_read_word(r, method, "method", pw_words_method, &word)) run->method = (PawlMethod)word;
  read_formulation(r, node);
  if (impact && pw_read_word(r, impact, "impact", pw_words_impact, &word)) run->impact = (PawlImpactLaw)word;
  if (order && pw_read_word(r, order, "impact_order", pw_words_impact_order, &word)) run->impact_order = (PawlImpactOrder)word;
  if (reactions && pw_read_word(r, reactions, "reactions", pw_words_reactions, &word)) run->reactions = (PawlReactions)word;
  if (until) read_until(r, until);
  read_ranged(r, node, "duration", PW_DIM_TIME, least, INFINITY, &run->duration);
  read_ranged(r, node, "step", PW_DIM_TIME, least, INFINITY, &run->output_step);
  read_ranged(r, node, "tolerance", PW_DIM_NONE, 1e-14, 0.1, &run->tolerance);
  read_ranged(r, node, "absolute", PW_DIM_NONE, 0, 0.1, &run->absolute);
  read_ranged(r, node, "max_step", PW_DIM_TIME, 0, INFINITY, &run->max_step);
  read_count(r, node, "max_steps", &run->max_steps);
  read_count(r, node, "checkpoint_steps", &run->checkpoint_steps);
}

// Adds the requests of a list; false when out of memory.
static bool read_requests(PwReader *r, const PwNode *node, bool plot) {
  PawlModel *m = r->model;
  for (int32_t k = 0; k < node->count; k++) {
    const char *text;
    if (!pw_read_text(r, node->item[k], r->what, &text)) continue;
    PwModelOutput request = {pw_arena_string(&m->arena, text), pw_read_text_place(node->item[k])};
    PwModelOutput *item = !request.text ? NULL : plot ? PW_LIST_ADD(m->plots) : PW_LIST_ADD(m->outputs);
    if (!item) return false;
    *item = request;
  }
  return true;
}

static void read_columns(PwReader *r, const PwNode *node, const char *what, bool plot) {
  r->what = what;
  r->name = NULL;
  if (node->kind != PW_NODE_LIST) {
    pw_read_fail(r, node->place, "needs a list of columns, found %s", pw_read_kind(node));
  } else if (!read_requests(r, node, plot)) {
    pw_read_no_memory(r, node->place);
  }
}

void pw_read_output(PwReader *r, const PwNode *node) {
  read_columns(r, node, "output", false);
}

void pw_read_plot(PwReader *r, const PwNode *node) {
  read_columns(r, node, "plot", true);
}
