// Reading profiles: what read_profile.c and read_element.c share.
#ifndef PW_READ_PROFILE_H
#define PW_READ_PROFILE_H
#include "model/reader.h"

// A chain while it is read.
typedef struct {
  PawlElementDef *def;
  int32_t count;    // read so far
  double start[2];  // NaN: not given
} PwReadChain;

// The next element, an item of `chain`; false after a complaint.
bool pw_read_element(PwReader *r, const PwNode *node, PwReadChain *chain);

// The value of a key that must be there; NULL after a complaint.
const PwNode *pw_read_needed(PwReader *r, const PwNode *map, const char *key);
// true or false, if the key is there.
bool pw_read_flag(PwReader *r, const PwNode *map, const char *key, bool *out);
// [x, y] of `center`, if it is there.
bool pw_read_center(PwReader *r, const PwNode *map, double out[2]);
bool pw_read_out_of_memory(PwReader *r, const PwNode *node);  // complains; false
#endif
