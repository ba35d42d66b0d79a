// Which rows of a long run a page or an export takes.
#ifndef PW_ROWS_H
#define PW_ROWS_H
#include "report/source.h"

enum { PW_ROWS_MAX = 20000 };

// Every k-th row, the smallest k that leaves at most PW_ROWS_MAX, and the first and last, and both rows at an event; of those at
// most PW_ROWS_MAX too, evenly chosen. In the source's arena; NULL when out of memory.
int64_t *pw_rows_choose(PwSource *source, int64_t *count);
// Of those, one for every time, the last, so that times rise: frames of an animation. `single`: they rise in single precision,
// too, from the first one on, as formats that have no other want it.
int64_t *pw_rows_frames(PwSource *source, bool single, int64_t *count);
#endif
