#include "base/sized.h"

#include <stdio.h>
#include <string.h>

enum { SIZE_MOST = 1 << 16 };  // no struct comes near; what is above was never set

static uint32_t size_of(const void *given) {
  uint32_t size = 0;
  if (given) memcpy(&size, given, sizeof size);
  return size;
}

bool pw_sized_is_open(const void *out) {
  uint32_t size = size_of(out);
  return size >= sizeof size && size <= SIZE_MOST;
}

bool pw_sized_take(const void *given, void *out, size_t known, char problem[PW_SIZED_CHARS]) {
  uint32_t size = size_of(given), full = (uint32_t)known;
  if (!pw_sized_is_open(given)) {
    snprintf(problem, PW_SIZED_CHARS, "size is %u, which no caller's struct has: fill it with its default function", size);
    return false;
  }
  for (uint32_t i = full; i < size; i++) {
    if (((const unsigned char *)given)[i] == 0) continue;
    snprintf(problem, PW_SIZED_CHARS,
             "size is %u, and what stands beyond the %u bytes that this library knows of is not zero: it needs a newer library",
             size, full);
    return false;
  }
  memcpy(out, given, size < known ? size : known);
  memcpy(out, &full, sizeof full);
  return true;
}

void pw_sized_init(void *out, size_t size, const void *values, size_t known) {
  uint32_t told = (uint32_t)size;
  if (!out || size < sizeof told) return;
  memset(out, 0, size);
  memcpy(out, values, size < known ? size : known);
  memcpy(out, &told, sizeof told);
}

void pw_sized_give(void *out, const void *values, size_t known) {
  pw_sized_init(out, size_of(out), values, known);
}
