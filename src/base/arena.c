#include "base/arena.h"

#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct PwArenaChunk {
  PwArenaChunk *next;
  size_t used, size;
  max_align_t data[];
};

// Chunks are zeroed when they are made: the first are small, so that little is zeroed for little.
enum { FIRST_BYTES = 1 << 11, CHUNK_BYTES = 1 << 16, ALIGN = 16 };

static void *refuse(PwArena *arena) {
  arena->full = true;
  return NULL;
}

void *pw_arena_alloc(PwArena *arena, size_t bytes) {
  if (bytes > SIZE_MAX / 2) return refuse(arena);
  bytes = (bytes + ALIGN - 1) / ALIGN * ALIGN;
  if (bytes == 0) bytes = ALIGN;
  PwArenaChunk *chunk = arena->first;
  if (!chunk || chunk->size - chunk->used < bytes) {
    size_t size = arena->used < FIRST_BYTES ? FIRST_BYTES : arena->used > CHUNK_BYTES ? CHUNK_BYTES : arena->used;
    if (size < bytes) size = bytes;
    chunk = calloc(1, sizeof *chunk + size);
    if (!chunk) return refuse(arena);
    chunk->size = size;
    chunk->next = arena->first;
    arena->first = chunk;
  }
  void *result = (char *)chunk->data + chunk->used;
  chunk->used += bytes;
  arena->used += bytes;
  return result;
}

void *pw_arena_array(PwArena *arena, size_t count, size_t size) {
  if (size && count > SIZE_MAX / 4 / size) return refuse(arena);
  return pw_arena_alloc(arena, count * size);
}

char *pw_arena_string(PwArena *arena, const char *text) {
  if (!text) return NULL;
  size_t n = strlen(text) + 1;
  char *copy = pw_arena_alloc(arena, n);
  return copy ? memcpy(copy, text, n) : NULL;
}

char *pw_arena_join(PwArena *arena, const char *a, const char *between, const char *b) {
  size_t n[3] = {strlen(a), strlen(between), strlen(b)};
  char *out = pw_arena_alloc(arena, n[0] + n[1] + n[2] + 1);
  if (!out) return NULL;
  memcpy(out, a, n[0]);
  memcpy(out + n[0], between, n[1]);
  memcpy(out + n[0] + n[1], b, n[2]);
  return out;
}

char *pw_arena_format(PwArena *arena, const char *format, ...) {
  va_list args;
  va_start(args, format);
  va_list again;
  va_copy(again, args);
  int n = vsnprintf(NULL, 0, format, args);
  va_end(args);
  char *text = n < 0 ? NULL : pw_arena_alloc(arena, (size_t)n + 1);
  if (text) vsnprintf(text, (size_t)n + 1, format, again);
  va_end(again);
  return text;
}

void pw_arena_free(PwArena *arena) {
  for (PwArenaChunk *c = arena->first, *next; c; c = next) {
    next = c->next;
    free(c);
  }
  *arena = (PwArena){0};
}
