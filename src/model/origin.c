// What a model was read from.
#include <string.h>

#include "model/model.h"

static const char *keep_bytes(PwArena *arena, const char *text, size_t length) {
  char *copy = pw_arena_alloc(arena, length + 1);
  if (copy) memcpy(copy, text, length);
  return copy;
}

bool pw_origin_keep(PawlModel *m, const char *name, const char *text, size_t length, const char *const *overrides,
                    int32_t count) {
  PwOrigin *o = &m->origin;
  o->name = pw_arena_string(&m->arena, name);
  o->text = keep_bytes(&m->arena, text, length);
  o->length = length;
  o->override = pw_arena_array(&m->arena, (size_t)count + 1, sizeof *o->override);
  if (!o->name || !o->text || !o->override) return false;
  for (int32_t i = 0; i < count; i++) {
    o->override[o->overrides++] = pw_arena_string(&m->arena, overrides[i]);
    if (!o->override[i]) return false;
  }
#define COUNT(list) o->made.list = m->list.count;
  PW_ADDED_LISTS(COUNT)
#undef COUNT
  m->set = 0;
  return true;
}

const PwOriginFile *pw_origin_keep_file(PawlModel *m, const char *path, const char *text, size_t length) {
  PwOriginFile *file = PW_LIST_ADD(m->origin.files);
  if (!file) return NULL;
  *file = (PwOriginFile){pw_arena_string(&m->arena, path), keep_bytes(&m->arena, text, length), length};
  if (file->path && file->text) return file;
  m->origin.files.count--;
  return NULL;
}

const PwOriginFile *pw_origin_find_file(const PawlModel *m, const char *path) {
  for (int32_t i = 0; i < m->origin.files.count; i++) {
    if (strcmp(m->origin.files.item[i].path, path) == 0) return &m->origin.files.item[i];
  }
  return NULL;
}
