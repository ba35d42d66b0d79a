// A growing block of memory that is freed at once. Allocations are zeroed and aligned to 16 bytes.
#ifndef PW_ARENA_H
#define PW_ARENA_H
#include <stdbool.h>
#include <stddef.h>

typedef struct PwArenaChunk PwArenaChunk;
typedef struct {
  PwArenaChunk *first;
  size_t used;  // bytes handed out
  bool full;    // out of memory happened
} PwArena;

void *pw_arena_alloc(PwArena *arena, size_t bytes);  // NULL when out of memory
void *pw_arena_array(PwArena *arena, size_t count, size_t size);
char *pw_arena_string(PwArena *arena, const char *text);  // copy; NULL stays NULL
char *pw_arena_join(PwArena *arena, const char *a, const char *between, const char *b);
char *pw_arena_format(PwArena *arena, const char *format, ...);
void pw_arena_free(PwArena *arena);
#endif
