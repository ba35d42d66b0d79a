// YAML events composed into nodes. libyaml's own document interface is not used: it accepts cycles and duplicate keys, is
// quadratic in anchors (40 000 take 2.7 s) and gives an aliased node no place of its own.
#include "model/node.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <yaml.h>

typedef struct {
  const char *name;
  const PwNode *node;  // NULL while it is still open
  PwPlace place;
} Anchor;

typedef struct {
  yaml_parser_t parser;
  const char *file;
  PwArena *arena;
  PawlMessages *messages;
  Anchor anchor[PW_NODE_MAX_ANCHORS];  // the latest of equal names counts
  int anchors;
  int64_t visits;
  bool failed;  // composing cannot go on
  bool faulty;  // a complaint was made, composing goes on
  bool no_memory;
} Composer;

typedef struct {  // children of the collection being composed
  const PwNode **item;
  const char **key;
  PwPlace *key_place;
  int32_t count, capacity;
} Children;

static PwPlace at(const Composer *c, yaml_mark_t mark) {
  return (PwPlace){c->file, (int32_t)mark.line + 1, (int32_t)mark.column + 1};
}

static void *stop(Composer *c, PwPlace place, const char *text) {
  if (!c->failed) pw_message(c->messages, PAWL_ERROR, place, "%s", text);
  c->failed = true;
  return NULL;
}

static void *no_memory(Composer *c) {
  c->no_memory = true;
  return stop(c, (PwPlace){c->file, 0, 0}, "out of memory");
}

static bool next(Composer *c, yaml_event_t *event) {
  if (yaml_parser_parse(&c->parser, event)) return true;
  const yaml_parser_t *p = &c->parser;
  if (p->error == YAML_MEMORY_ERROR) {
    no_memory(c);
  } else if (p->context) {
    PwPlace from = at(c, p->context_mark);
    pw_message(c->messages, PAWL_ERROR, at(c, p->problem_mark), "not YAML: %s, %s that began at %d:%d", p->problem, p->context,
               (int)from.line, (int)from.column);
  } else {
    pw_message(c->messages, PAWL_ERROR, at(c, p->problem_mark), "not YAML: %s", p->problem ? p->problem : "unreadable");
  }
  c->failed = true;
  return false;
}

static PwNode *compose(Composer *c, yaml_event_t *event, int depth);

static int add_anchor(Composer *c, const yaml_char_t *name, PwPlace place) {
  if (!name) return -1;
  if (c->anchors == PW_NODE_MAX_ANCHORS) {
    stop(c, place, "more than 256 anchors");
    return -1;
  }
  c->anchor[c->anchors] = (Anchor){pw_arena_string(c->arena, (const char *)name), NULL, place};
  if (!c->anchor[c->anchors].name) no_memory(c);
  return c->anchors++;
}

static PwNode *new_node(Composer *c, PwNodeKind kind, PwPlace place) {
  PwNode *node = pw_arena_alloc(c->arena, sizeof *node);
  if (!node) return no_memory(c);
  *node = (PwNode){.kind = kind, .place = place, .visits = 1, .depth = kind != PW_NODE_SCALAR};
  if (++c->visits > PW_NODE_MAX_VISITS) return stop(c, place, "more than 1000000 values");
  return node;
}

static PwNode *compose_scalar(Composer *c, const yaml_event_t *event) {
  PwPlace place = at(c, event->start_mark);
  const char *value = (const char *)event->data.scalar.value;
  if (event->data.scalar.tag && !event->data.scalar.quoted_implicit && !event->data.scalar.plain_implicit) {
    return stop(c, place, "YAML tags (!...) are not used in model files");
  }
  if (strlen(value) != event->data.scalar.length) return stop(c, place, "a text with a zero character in it");
  PwNode *node = new_node(c, PW_NODE_SCALAR, place);
  if (!node) return NULL;
  node->text = pw_arena_string(c->arena, value);
  if (!node->text) return no_memory(c);
  yaml_scalar_style_t style = event->data.scalar.style;
  node->quoted = style == YAML_SINGLE_QUOTED_SCALAR_STYLE || style == YAML_DOUBLE_QUOTED_SCALAR_STYLE;
  return node;
}

static const PwNode *compose_alias(Composer *c, const yaml_event_t *event, int depth) {
  const char *name = (const char *)event->data.alias.anchor;
  PwPlace place = at(c, event->start_mark);
  for (int k = c->anchors - 1; k >= 0; k--) {
    if (strcmp(c->anchor[k].name, name) != 0) continue;
    const PwNode *node = c->anchor[k].node;
    if (!node) return stop(c, place, "an alias inside what it stands for: this would never end");
    c->visits += node->visits;
    if (c->visits > PW_NODE_MAX_VISITS) return stop(c, place, "more than 1000000 values once the aliases are followed");
    if (depth + node->depth - 1 > PW_NODE_MAX_DEPTH) return stop(c, place, "nested deeper than 64 levels");
    return node;
  }
  pw_message(c->messages, PAWL_ERROR, place, "alias '*%s' without an anchor '&%s' before it", name, name);
  c->failed = true;
  return NULL;
}

// Room for one more child; false when out of memory. Arrays double and the old ones stay in the arena.
static bool grow(Composer *c, Children *list, bool keys) {
  if (list->count < list->capacity) return true;
  int32_t capacity = list->capacity ? 2 * list->capacity : 4;
  const PwNode **item = pw_arena_array(c->arena, (size_t)capacity, sizeof *item);
  const char **key = keys ? pw_arena_array(c->arena, (size_t)capacity, sizeof *key) : NULL;
  PwPlace *key_place = keys ? pw_arena_array(c->arena, (size_t)capacity, sizeof *key_place) : NULL;
  if (!item || (keys && (!key || !key_place))) {
    no_memory(c);
    return false;
  }
  if (list->count) {
    memcpy(item, list->item, (size_t)list->count * sizeof *item);
    if (keys) memcpy(key, list->key, (size_t)list->count * sizeof *key);
    if (keys) memcpy(key_place, list->key_place, (size_t)list->count * sizeof *key_place);
  }
  *list = (Children){item, key, key_place, list->count, capacity};
  return true;
}

// Consumes `event`, composes the node that it opens (or stands for).
static const PwNode *compose_child(Composer *c, yaml_event_t *event, int depth) {
  const PwNode *node = event->type == YAML_ALIAS_EVENT ? compose_alias(c, event, depth) : NULL;
  if (event->type != YAML_ALIAS_EVENT) return compose(c, event, depth);
  yaml_event_delete(event);
  return node;
}

typedef struct {
  const char *key;
  int32_t index;
} KeyIndex;

static int compare_keys(const void *a, const void *b) {
  const KeyIndex *x = a, *y = b;
  int order = strcmp(x->key, y->key);
  return order ? order : (x->index > y->index) - (x->index < y->index);
}

static void check_duplicates(Composer *c, const Children *list) {
  if (list->count < 2) return;
  KeyIndex *sorted = malloc((size_t)list->count * sizeof *sorted);
  if (!sorted) {
    no_memory(c);
    return;
  }
  for (int32_t k = 0; k < list->count; k++) sorted[k] = (KeyIndex){list->key[k], k};
  qsort(sorted, (size_t)list->count, sizeof *sorted, compare_keys);
  for (int32_t k = 1; k < list->count; k++) {
    if (strcmp(sorted[k].key, sorted[k - 1].key) != 0) continue;
    PwPlace first = list->key_place[sorted[k - 1].index];
    pw_message(c->messages, PAWL_ERROR, list->key_place[sorted[k].index], "key '%s' stands here twice, before at %d:%d",
               sorted[k].key, (int)first.line, (int)first.column);
    c->faulty = true;
  }
  free(sorted);
}

static bool compose_key(Composer *c, yaml_event_t *event, const char **key, PwPlace *place) {
  *place = at(c, event->start_mark);
  bool scalar = event->type == YAML_SCALAR_EVENT && !event->data.scalar.anchor;
  PwNode *node = scalar ? compose_scalar(c, event) : stop(c, *place, "a key must be a plain text");
  yaml_event_delete(event);
  if (!node) return false;
  *key = node->text;
  return true;
}

static bool compose_children(Composer *c, PwNode *node, yaml_event_type_t end, int depth) {
  Children list = {0};
  bool map = node->kind == PW_NODE_MAP;
  for (;;) {
    yaml_event_t event;
    if (!next(c, &event)) return false;
    if (event.type == end) {
      yaml_event_delete(&event);
      break;
    }
    if (!grow(c, &list, map)) {
      yaml_event_delete(&event);
      return false;
    }
    if (map) {
      if (!compose_key(c, &event, &list.key[list.count], &list.key_place[list.count])) return false;
      if (!next(c, &event)) return false;
    }
    const PwNode *child = compose_child(c, &event, depth + 1);
    if (!child) return false;
    node->visits += child->visits + map;
    if (child->depth >= node->depth) node->depth = child->depth + 1;
    list.item[list.count++] = child;
  }
  node->item = list.item;
  node->key = list.key;
  node->key_place = list.key_place;
  node->count = list.count;
  if (map) check_duplicates(c, &list);
  return !c->failed;
}

static PwNode *compose_collection(Composer *c, const yaml_event_t *event, int depth) {
  PwPlace place = at(c, event->start_mark);
  bool map = event->type == YAML_MAPPING_START_EVENT;
  if (depth > PW_NODE_MAX_DEPTH) return stop(c, place, "nested deeper than 64 levels");
  if (map ? !event->data.mapping_start.implicit : !event->data.sequence_start.implicit) {
    return stop(c, place, "YAML tags (!...) are not used in model files");
  }
  PwNode *node = new_node(c, map ? PW_NODE_MAP : PW_NODE_LIST, place);
  if (!node) return NULL;
  return compose_children(c, node, map ? YAML_MAPPING_END_EVENT : YAML_SEQUENCE_END_EVENT, depth) ? node : NULL;
}

static PwNode *compose(Composer *c, yaml_event_t *event, int depth) {
  bool scalar = event->type == YAML_SCALAR_EVENT;
  const yaml_char_t *name = scalar                                     ? event->data.scalar.anchor
                            : event->type == YAML_SEQUENCE_START_EVENT ? event->data.sequence_start.anchor
                                                                       : event->data.mapping_start.anchor;
  int anchor = add_anchor(c, name, at(c, event->start_mark));
  PwNode *node = NULL;
  if (!c->failed) node = scalar ? compose_scalar(c, event) : compose_collection(c, event, depth);
  yaml_event_delete(event);
  if (node && anchor >= 0) c->anchor[anchor].node = node;
  return node;
}

static const PwNode *compose_document(Composer *c) {
  yaml_event_t event;
  const PwNode *root = NULL;
  for (;;) {
    if (!next(c, &event)) return NULL;
    yaml_event_type_t type = event.type;
    PwPlace place = at(c, event.start_mark);
    if (type == YAML_STREAM_START_EVENT || type == YAML_DOCUMENT_END_EVENT) {
      yaml_event_delete(&event);
    } else if (type == YAML_STREAM_END_EVENT) {
      yaml_event_delete(&event);
      return root ? root : stop(c, (PwPlace){c->file, 1, 1}, "the file is empty: a model is a mapping such as 'bodies: ...'");
    } else if (type == YAML_DOCUMENT_START_EVENT) {
      yaml_event_delete(&event);
      if (root) return stop(c, place, "a second document ('---'): a file holds one model");
    } else {
      root = compose_child(c, &event, 1);
      if (!root) return NULL;
    }
  }
}

// Length of the UTF-8 character at s (n bytes left) if YAML allows it, else 0.
static int character(const unsigned char *s, size_t n) {
  if (s[0] < 0x80) return s[0] >= 0x20 ? s[0] != 0x7f : s[0] == '\t' || s[0] == '\n' || s[0] == '\r';
  int length = s[0] >= 0xf0 && s[0] <= 0xf4 ? 4 : s[0] >= 0xe0 ? 3 : s[0] >= 0xc2 ? 2 : 0;
  if (s[0] > 0xf4 || !length || (size_t)length > n) return 0;
  uint32_t code = s[0] & (0x7fu >> length);
  for (int k = 1; k < length; k++) {
    if ((s[k] & 0xc0) != 0x80) return 0;
    code = code << 6 | (s[k] & 0x3f);
  }
  bool overlong = (length == 3 && code < 0x800) || (length == 4 && code < 0x10000);
  bool surrogate = code >= 0xd800 && code < 0xe000;
  bool control = (code < 0xa0 && code != 0x85) || code == 0xfffe || code == 0xffff || code == 0xfeff;
  return overlong || surrogate || control || code > 0x10ffff ? 0 : length;
}

// libyaml tells the offset of a bad byte but not its line.
bool pw_node_check_text(const char *file, const char *text, size_t length, PawlMessages *messages) {
  const unsigned char *s = (const unsigned char *)text;
  if (length >= 2 && ((s[0] == 0xff && s[1] == 0xfe) || (s[0] == 0xfe && s[1] == 0xff))) {
    pw_message(messages, PAWL_ERROR, (PwPlace){file, 1, 1}, "the file is UTF-16; save it as UTF-8");
    return false;
  }
  PwPlace place = {file, 1, 1};
  for (size_t i = 0; i < length;) {
    int n = character(s + i, length - i);
    if (!n) {
      pw_message(messages, PAWL_ERROR, place, "byte 0x%02x is not text (UTF-8): is this a binary file?", s[i]);
      return false;
    }
    bool line = s[i] == '\n' || (s[i] == '\r' && !(i + 1 < length && s[i + 1] == '\n'));
    place.column = line ? 1 : place.column + 1;
    place.line += line;
    i += (size_t)n;
  }
  return true;
}

PawlStatus pw_node_parse(const char *file, const char *text, size_t length, PwArena *arena, PawlMessages *messages,
                         const PwNode **out) {
  *out = NULL;
  if (length > PW_NODE_MAX_BYTES) {
    return pw_fail(messages, PAWL_ERR_INPUT, (PwPlace){file, 0, 0}, "%zu bytes: a model has at most 16 MB", length);
  }
  if (length >= 3 && memcmp(text, "\xef\xbb\xbf", 3) == 0) {
    text += 3;
    length -= 3;
  }
  if (!pw_node_check_text(file, text, length, messages)) return PAWL_ERR_INPUT;
  Composer *c = calloc(1, sizeof *c);
  if (!c || !yaml_parser_initialize(&c->parser)) {
    free(c);
    return pw_fail(messages, PAWL_ERR_MEMORY, (PwPlace){file, 0, 0}, "out of memory");
  }
  c->file = file;
  c->arena = arena;
  c->messages = messages;
  yaml_parser_set_encoding(&c->parser, YAML_UTF8_ENCODING);
  yaml_parser_set_input_string(&c->parser, (const unsigned char *)text, length);
  const PwNode *root = compose_document(c);
  bool ok = root && !c->failed && !c->faulty, no_memory = c->no_memory;
  yaml_parser_delete(&c->parser);
  free(c);
  *out = root;
  return ok ? PAWL_OK : no_memory ? PAWL_ERR_MEMORY : PAWL_ERR_INPUT;
}

const PwNode *pw_node_get(const PwNode *map, const char *key) {
  for (int32_t k = 0; map->kind == PW_NODE_MAP && k < map->count; k++) {
    if (strcmp(map->key[k], key) == 0) return map->item[k];
  }
  return NULL;
}

bool pw_node_is_empty(const PwNode *node) {
  return node->kind == PW_NODE_SCALAR && !node->quoted && !*node->text;
}
