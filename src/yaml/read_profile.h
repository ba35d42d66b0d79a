// Reading profiles and what is made from them: shared by read_profile.c, read_element.c, read_surface.c.
#ifndef PW_READ_PROFILE_H
#define PW_READ_PROFILE_H
#include "yaml/reader.h"

// A chain while it is read.
typedef struct {
  PawlElementDef *def;
  int32_t count;    // read so far
  double start[2];  // NaN: not given
} PwReadChain;

// The next element, an item of `chain`; false after a complaint.
bool pw_read_element(PwReader *r, const PwNode *node, PwReadChain *chain);

// A profile's `chain`, `circle` or `point`; or the fourth form that the caller knows, and then def stays as it is. `alone` is the
// element of those that have only one.
bool pw_read_outline(PwReader *r, const PwNode *map, const char *fourth, PawlElementDef *alone, PawlProfileDef *def);
// The name of something on this body, with or without the body's own name: *full has both.
bool pw_read_own(PwReader *r, const PwNode *node, const char *key, const char *body_name, PwNode *full);

// The value of a key that must be there; NULL after a complaint.
const PwNode *pw_read_needed(PwReader *r, const PwNode *map, const char *key);
// true or false, if the key is there.
bool pw_read_flag(PwReader *r, const PwNode *map, const char *key, bool *out);
// [x, y] of `center`, if it is there.
bool pw_read_center(PwReader *r, const PwNode *map, double out[2]);
bool pw_read_out_of_memory(PwReader *r, const PwNode *node);  // complains; false
#endif
