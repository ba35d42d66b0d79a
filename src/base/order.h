// Call orders. A struct whose functions must be called one after the other remembers, where there are asserts, how far they have
// come: a field `stage`, which such structs have in builds without NDEBUG. Other builds have neither the field nor the checks.
#ifndef PW_ORDER_H
#define PW_ORDER_H
#include <assert.h>
#include <stdint.h>

// No small numbers: a struct that nothing has set holds anything.
enum { PW_STAGE_NONE, PW_STAGE_LISTED = 0x70610, PW_STAGE_PLACED, PW_STAGE_MOVED, PW_STAGE_FORMED, PW_STAGE_FACTORED };

#ifdef NDEBUG
#define PW_SET_STAGE(x, reached) ((void)0)
#else
#define PW_SET_STAGE(x, reached) ((x)->stage = (reached))
#endif
// The calls have come as far as `first`, or on to `last`.
#define PW_NEED_STAGE(x, first, last) assert((x)->stage >= (first) && (x)->stage <= (last))
#endif
