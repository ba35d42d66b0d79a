// A place in an input file, so that every complaint can say where.
#ifndef PW_PLACE_H
#define PW_PLACE_H
#include <stdint.h>

typedef struct {
  const char *file;  // owned by whoever made the place; NULL: none
  int32_t line;      // from 1, 0 unknown
  int32_t column;    // from 1, 0 unknown
} PwPlace;

#define PW_NOWHERE ((PwPlace){0, 0, 0})
#endif
