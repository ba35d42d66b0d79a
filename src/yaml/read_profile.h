// Reading profiles and what is made from them: shared by read_profile.c, read_chain.c, read_made.c, read_element.c,
// read_surface.c.
#ifndef PW_READ_PROFILE_H
#define PW_READ_PROFILE_H
#include "yaml/reader.h"

enum { PW_READ_REFUSED = INT32_MAX };  // value of a declared profile that was complained about

// What is to become of the kink behind an element.
typedef struct {
  double size;         // of the fillet or chamfer; 0: stays
  bool cut;            // a chamfer
  const PwNode *node;  // that says so
} PwReadKink;

// A chain while it is read: what stands in the file, and what repeating and mirroring add.
typedef struct {
  PawlElementDef *def;
  PwReadKink *kink;     // behind each element
  const PwNode **node;  // that each element comes from
  int32_t count, capacity;
  double start[2];  // NaN: not given
} PwReadChain;

// The next element, of which `node` is an item of `chain` with one of the keys of elements; false after a complaint.
bool pw_read_element(PwReader *r, const PwNode *node, const PwReadChain *chain, PawlElementDef *e);
// Where element k of the chain ends; false if that cannot be said.
bool pw_read_chain_end(PwReader *r, const PwReadChain *chain, int32_t k, double end[2]);
// `chain` of a profile with `start`, `closed`, `ends`.
bool pw_read_chain(PwReader *r, const PwNode *map, PawlProfileDef *def);

// A profile in one of the forms that `forms` lists, NULL at its end: `chain`, `circle` or `point`; any other is the caller's, and
// def stays as it is. `alone` is the element of those that have only one.
bool pw_read_outline(PwReader *r, const PwNode *map, const char *const *forms, PawlElementDef *alone, PawlProfileDef *def);
// A profile that is made from numbers or from another one: `offset`, `copy`, `gear`, `rack`.
bool pw_read_made(PwReader *r, const PwNode *map, const char *body_name, PawlProfileDef *def);
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
