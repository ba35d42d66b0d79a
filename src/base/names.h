// Names and what they stand for, found in constant time; one table for several kinds of things.
#ifndef PW_NAMES_H
#define PW_NAMES_H
#include <stdbool.h>
#include <stdint.h>

typedef struct {
  const char *name;  // owned by the caller; NULL: free slot
  int32_t kind, value;
} PwName;

typedef struct {
  PwName *slot;
  int32_t count, capacity;  // capacity is a power of two
} PwNames;

// Adds a name, or gives an existing one a new value; false when out of memory.
bool pw_names_put(PwNames *names, int32_t kind, const char *name, int32_t value);
int32_t pw_names_get(const PwNames *names, int32_t kind, const char *name);  // -1: none
void pw_names_free(PwNames *names);
#endif
