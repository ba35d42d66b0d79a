// A profile's chain: its elements, and what saves writing them one by one: pieces that repeat, mirrored halves, kinks that are
// rounded or cut off. The model gets the elements that come out.
#include <math.h>
#include <string.h>

#include "geometry/profile/chain_edit.h"
#include "yaml/read_profile.h"

enum { ELEMENTS_MAX = 10000 };
static const double turn = 6.283185307179586476925287;

static bool grow(PwReader *r, const PwNode *node, PwReadChain *chain) {
  int32_t capacity = 2 * chain->capacity + 8;
  PawlElementDef *def = pw_arena_array(&r->arena, (size_t)capacity, sizeof *def);
  PwReadKink *kink = pw_arena_array(&r->arena, (size_t)capacity, sizeof *kink);
  const PwNode **from = pw_arena_array(&r->arena, (size_t)capacity, sizeof *from);
  if (!def || !kink || !from) return pw_read_out_of_memory(r, node);
  if (chain->count) {
    memcpy(def, chain->def, (size_t)chain->count * sizeof *def);
    memcpy(kink, chain->kink, (size_t)chain->count * sizeof *kink);
    memcpy(from, chain->node, (size_t)chain->count * sizeof *from);
  }
  *chain = (PwReadChain){def, kink, from, chain->count, capacity, {chain->start[0], chain->start[1]}};
  return true;
}

static bool add(PwReader *r, const PwNode *node, PwReadChain *chain, const PawlElementDef *e, const PwReadKink *kink) {
  if (chain->count == ELEMENTS_MAX) {
    pw_read_fail(r, node->place, "the chain has more than %d elements", (int)ELEMENTS_MAX);
    return false;
  }
  if (chain->count == chain->capacity && !grow(r, node, chain)) return false;
  chain->def[chain->count] = *e;
  chain->kink[chain->count] = *kink;
  chain->node[chain->count] = node;
  chain->count++;
  return true;
}

bool pw_read_chain_end(PwReader *r, const PwReadChain *chain, int32_t k, double end[2]) {
  double start[2];
  if (pw_chain_ends(&chain->def[k], start, end)) return pw_read_out_of_memory(r, chain->node[k]);
  return !isnan(end[0]);
}

// Where element k begins: where the one before ends, or where the first says.
static bool find_start(PwReader *r, const PwReadChain *chain, int32_t k, double start[2]) {
  double end[2];
  if (k) return pw_read_chain_end(r, chain, k - 1, start);
  memcpy(start, chain->start, sizeof chain->start);
  if (isnan(start[0]) && pw_chain_ends(&chain->def[0], start, end)) return pw_read_out_of_memory(r, chain->node[0]);
  return !isnan(start[0]);
}

static bool read_items(PwReader *r, const PwNode *list, PwReadChain *chain, bool first);

// ---- repeated

static bool read_steps(PwReader *r, const PwNode *map, int32_t *count, double about[2], double *angle, double along[2]) {
  const PwNode *often = pw_read_needed(r, map, "count"), *center = pw_node_get(map, "about");
  const PwNode *angle_node = pw_node_get(map, "turn"), *step = pw_node_get(map, "along");
  if (!often || !pw_read_whole(r, often, "count", count)) return false;
  if (*count < 2 || *count > ELEMENTS_MAX) {
    pw_read_fail(r, often->place, "'count' is %d, need 2 to %d", (int)*count, (int)ELEMENTS_MAX);
    return false;
  }
  if (step && (center || angle_node)) {
    pw_read_fail(r, step->place, "a piece repeats 'along' a line, or by a 'turn' 'about' a point");
    return false;
  }
  *angle = step ? 0 : turn / *count;
  bool good = !center || pw_read_list(r, center, "about", PW_DIM_LENGTH, 2, about);
  good = pw_read_field(r, map, "turn", PW_DIM_ANGLE, angle) && good;
  return (!step || pw_read_list(r, step, "along", PW_DIM_LENGTH, 2, along)) && good;
}

static bool read_repeat(PwReader *r, const PwNode *map, PwReadChain *chain, bool first) {
  int32_t count = 0, begin = chain->count;
  double about[2] = {0}, along[2] = {0}, angle = 0;
  if (!pw_read_keys(r, map, "repeat", pw_keys_repeat)) return false;
  const PwNode *list = pw_read_needed(r, map, "chain");
  if (!list || !read_steps(r, map, &count, about, &angle, along) || !read_items(r, list, chain, first)) return false;
  int32_t end = chain->count;
  for (int32_t j = 1; j < count; j++) {
    double shift[2] = {j * along[0], j * along[1]};
    for (int32_t k = begin; k < end; k++) {
      PawlElementDef e = chain->def[k];
      if (pw_chain_move(&e, about, j * angle, shift, &r->arena)) return pw_read_out_of_memory(r, map);
      if (!add(r, chain->node[k], chain, &e, &chain->kink[k])) return false;
    }
  }
  return true;
}

// ---- mirrored

// What the chain, or the piece that repeats, has from `begin` on.
static bool read_mirror(PwReader *r, const PwNode *map, PwReadChain *chain, int32_t begin) {
  double through[2] = {0}, direction[3] = {1}, end[2], start[2];
  if (!pw_read_keys(r, map, "mirror", pw_keys_mirror)) return false;
  const PwNode *point = pw_node_get(map, "through"), *along = pw_read_needed(r, map, "along");
  bool good = !point || pw_read_list(r, point, "through", PW_DIM_LENGTH, 2, through);
  if (!along || !pw_read_direction(r, along, "along", direction) || !good) return false;
  if (direction[2] != 0) {
    pw_read_fail(r, along->place, "'along' leaves the plane of the profile");
    return false;
  }
  int32_t count = chain->count;
  if (count == begin) {
    pw_read_fail(r, map->place, "there is nothing before it to mirror");
    return false;
  }
  if (!pw_read_chain_end(r, chain, count - 1, end)) return true;  // the element will be refused
  double beside = direction[0] * (end[1] - through[1]) - direction[1] * (end[0] - through[0]);
  if (fabs(beside) > 1e-9 * (hypot(end[0], end[1]) + hypot(through[0], through[1]))) {
    pw_read_fail(r, map->place, "the half to mirror must end on the line that it is mirrored in");
    return false;
  }
  for (int32_t k = count - 1; k >= begin; k--) {
    PawlElementDef e = chain->def[k];
    if (!find_start(r, chain, k, start)) return true;  // refused when the profile is built
    if (pw_chain_reflect(&e, start, through, atan2(direction[1], direction[0]), &r->arena)) return pw_read_out_of_memory(r, map);
    if (!add(r, chain->node[k], chain, &e, k > begin ? &chain->kink[k - 1] : &(PwReadKink){0})) return false;
  }
  return true;
}

// ---- kinks rounded or cut off

static bool read_kink(PwReader *r, const PwNode *item, PwReadChain *chain, int32_t begin) {
  const char *key = item->key[0];
  PwReadKink kink = {.cut = strcmp(key, "chamfer") == 0, .node = item};
  if (!pw_read_number(r, item->item[0], key, PW_DIM_LENGTH, &kink.size)) return false;
  if (!(kink.size > 0)) {
    pw_read_fail(r, item->place, "'%s' must be > 0", key);
    return false;
  }
  if (chain->count == begin || chain->kink[chain->count - 1].size > 0) {
    pw_read_fail(r, item->place, "a %s stands between two elements", key);
    return false;
  }
  chain->kink[chain->count - 1] = kink;
  return true;
}

static bool complain_of_kink(PwReader *r, const PwReadKink *kink, PwBlended problem) {
  const char *what = kink->cut ? "chamfer" : "fillet";
  if (problem == PW_BLEND_SMOOTH) {
    pw_read_fail(r, kink->node->place, "there is no kink for the %s: the elements beside it meet smoothly", what);
  } else if (problem == PW_BLEND_LARGE) {
    pw_read_fail(r, kink->node->place, "the %s does not fit between the elements beside it: make it smaller", what);
  } else {
    pw_read_fail(r, kink->node->place, "a %s stands between lines and arcs that have a length", what);
  }
  return false;
}

// The kink behind the last element of `out`: `next` is what follows, which is shortened.
static bool blend(PwReader *r, PwReadChain *out, const PwReadKink *kink, PawlElementDef *next, double next_start[2]) {
  double start[2];
  PawlElementDef between;
  int32_t last = out->count - 1;
  if (!find_start(r, out, last, start)) return complain_of_kink(r, kink, PW_BLEND_KIND);
  PwBlended done = pw_chain_blend(&out->def[last], start, next, kink->size, kink->cut, &between, next_start);
  if (done != PW_BLEND_DONE) return complain_of_kink(r, kink, done);
  return add(r, kink->node, out, &between, &(PwReadKink){0});
}

// All kinks that are to be rounded or cut off: the chain becomes another one.
static bool blend_kinks(PwReader *r, const PwNode *list, PwReadChain *chain, bool closed) {
  PwReadChain out = {.start = {chain->start[0], chain->start[1]}};
  double next_start[2];
  bool good = true;
  for (int32_t k = 0; k < chain->count && good; k++) {
    const PwReadKink *kink = &chain->kink[k];
    bool last = k == chain->count - 1;
    if (!add(r, chain->node[k], &out, &chain->def[k], &(PwReadKink){0})) return false;
    if (!(kink->size > 0)) continue;
    if (last && (!closed || chain->count < 2)) {
      pw_read_fail(r, kink->node->place, "a %s stands between two elements", kink->cut ? "chamfer" : "fillet");
      return false;
    }
    good = blend(r, &out, kink, last ? &out.def[0] : &chain->def[k + 1], next_start);
    if (last && good && !isnan(out.start[0])) memcpy(out.start, next_start, sizeof next_start);
  }
  if (!good) return false;
  *chain = out;
  return chain->count > 0 || grow(r, list, chain);
}

// ---- the chain

static bool read_item(PwReader *r, const PwNode *item, PwReadChain *chain, int32_t begin, bool first) {
  if (!pw_read_keys(r, item, "element", pw_keys_element)) return false;
  if (item->count != 1) {
    pw_read_fail(
        r, item->place,
        "an element is one of line, arc, polar, spline, bspline, involute, ellipse, such as 'line: {to: [1, 2]}', or one of "
        "repeat, mirror, fillet, chamfer");
    return false;
  }
  const char *key = item->key[0];
  if (strcmp(key, "repeat") == 0) return read_repeat(r, item->item[0], chain, first);
  if (strcmp(key, "mirror") == 0) return read_mirror(r, item->item[0], chain, begin);
  if (strcmp(key, "fillet") == 0 || strcmp(key, "chamfer") == 0) return read_kink(r, item, chain, begin);
  PawlElementDef e;
  if (!pw_read_element(r, item, chain, &e)) return false;
  if (first && isnan(chain->start[0]) && !isnan(e.to[0])) {  // a line, or an arc to a point
    pw_read_fail(r, item->place, "the first element needs to know where it begins: give 'start: [x, y]'");
    return false;
  }
  return add(r, item, chain, &e, &(PwReadKink){0});
}

// `first`: the chain begins here.
static bool read_items(PwReader *r, const PwNode *list, PwReadChain *chain, bool first) {
  if (list->kind != PW_NODE_LIST || list->count < 1) {
    pw_read_fail(r, list->place, "'chain' needs a list of elements, found %s",
                 list->kind == PW_NODE_LIST ? "an empty one" : pw_read_kind(list));
    return false;
  }
  int32_t begin = chain->count;
  bool good = true;
  for (int32_t k = 0; k < list->count; k++) good = read_item(r, list->item[k], chain, begin, first && k == 0) && good;
  return good;
}

bool pw_read_chain(PwReader *r, const PwNode *map, PawlProfileDef *def) {
  const PwNode *list = pw_node_get(map, "chain"), *start = pw_node_get(map, "start"), *ends = pw_node_get(map, "ends");
  PwReadChain chain = {.start = {NAN, NAN}};
  int word = 0;
  bool good = pw_read_flag(r, map, "closed", &def->closed);
  if (ends) good = pw_read_word(r, ends, "ends", pw_words_ends, &word) && good;
  def->end_points = word == 1;
  if (start) good = pw_read_list(r, start, "start", PW_DIM_LENGTH, 2, chain.start) && good;
  if (!read_items(r, list, &chain, true) || !good) return false;
  if (!blend_kinks(r, list, &chain, def->closed)) return false;
  memcpy(chain.def[0].from, chain.start, sizeof chain.start);
  def->count = chain.count;
  def->element = chain.def;
  r->model->source_element = chain.node;
  return true;
}
