#include "report/rows.h"

// A row whose time its neighbour has too: before or after an event.
static bool is_event_row(const PwSource *s, int64_t i) {
  double t = pw_source_time(s, i);
  return (i > 0 && pw_source_time(s, i - 1) == t) || (i + 1 < s->rows && pw_source_time(s, i + 1) == t);
}

static int64_t every(int64_t count) {
  return (count + PW_ROWS_MAX - 1) / PW_ROWS_MAX;
}

int64_t *pw_rows_choose(PwSource *s, int64_t *count) {
  int64_t stride = every(s->rows), events = 0, kept = 0, seen = 0;
  if (stride > 1) {
    for (int64_t i = 0; i < s->rows; i++) events += is_event_row(s, i);
  }
  // pairs stay together: of event rows 2 n and 2 n + 1 both go or both stay
  int64_t event_stride = every(events) > 0 ? every(events) : 1;
  int64_t *row = pw_arena_array(&s->arena, (size_t)(s->rows / (stride > 0 ? stride : 1) + events + 3), sizeof *row);
  if (!row) return NULL;
  for (int64_t i = 0; i < s->rows; i++) {
    bool event = stride > 1 && is_event_row(s, i);
    bool chosen = event && seen / 2 % event_stride == 0;
    seen += event;
    if (i % stride == 0 || i == s->rows - 1 || chosen) row[kept++] = i;
  }
  *count = kept;
  return row;
}

// The time of a row since the first one, as a frame has it.
static double frame_time(const PwSource *s, const int64_t *row, int64_t i, bool single) {
  double t = pw_source_time(s, row[i]) - pw_source_time(s, row[0]);
  return single ? (float)t : t;
}

int64_t *pw_rows_frames(PwSource *s, bool single, int64_t *count) {
  int64_t all, kept = 0;
  int64_t *row = pw_rows_choose(s, &all);
  for (int64_t i = 0; i < all && row; i++) {
    if (kept && !(frame_time(s, row, i, single) > frame_time(s, row, kept - 1, single))) kept--;
    row[kept++] = row[i];
  }
  *count = kept;
  return row;
}
