// A hash table with linear probing. Models have thousands of names, and a way through a list for each would be quadratic.
#include "base/names.h"

#include <stdlib.h>
#include <string.h>

static uint32_t hash(int32_t kind, const char *name) {
  uint32_t h = 2166136261u ^ (uint32_t)kind;
  for (; *name; name++) h = (h ^ (unsigned char)*name) * 16777619u;
  h = (h ^ h >> 16) * 0x85ebca6bu;  // names that differ in a digit are not to stand side by side
  h = (h ^ h >> 13) * 0xc2b2ae35u;
  return h ^ h >> 16;
}

// The slot that holds the name, or the free one where it belongs.
static PwName *find(const PwNames *names, int32_t kind, const char *name) {
  uint32_t mask = (uint32_t)names->capacity - 1;
  for (uint32_t k = hash(kind, name) & mask;; k = (k + 1) & mask) {
    PwName *slot = &names->slot[k];
    if (!slot->name || (slot->kind == kind && strcmp(slot->name, name) == 0)) return slot;
  }
}

static bool grow(PwNames *names) {
  PwNames more = {NULL, names->count, names->capacity ? 2 * names->capacity : 64};
  more.slot = calloc((size_t)more.capacity, sizeof *more.slot);
  if (!more.slot) return false;
  for (int32_t k = 0; k < names->capacity; k++) {
    const PwName *old = &names->slot[k];
    if (old->name) *find(&more, old->kind, old->name) = *old;
  }
  free(names->slot);
  *names = more;
  return true;
}

bool pw_names_put(PwNames *names, int32_t kind, const char *name, int32_t value) {
  if (2 * (names->count + 1) > names->capacity && !grow(names)) return false;
  PwName *slot = find(names, kind, name);
  names->count += !slot->name;
  *slot = (PwName){name, kind, value};
  return true;
}

int32_t pw_names_get(const PwNames *names, int32_t kind, const char *name) {
  if (!names->capacity) return -1;
  const PwName *slot = find(names, kind, name);
  return slot->name ? slot->value : -1;
}

void pw_names_free(PwNames *names) {
  free(names->slot);
  *names = (PwNames){0};
}
