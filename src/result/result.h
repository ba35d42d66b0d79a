// The result folder: result.csv, motion.csv, touches.csv, events.csv, run.json, scene.json, state.csv (last state),
// checkpoint.bin while it grows. Names and columns, no mechanics.
//
// A run writes into DIR.partial, whole rows at a time, and takes DIR's place in one rename when it is complete. DIR is replaced
// only if it is a result folder of ours (it holds a run.json with "pawl_result"). Interrupted or failed, it stays as DIR.partial.
#ifndef PW_RESULT_H
#define PW_RESULT_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/messages.h"
#include "result/event_fields.h"
#include "result/grid.h"

typedef struct {
  const char *name;  // crank.angle
  const char *unit;  // deg; "" for none
  double scale;      // written = SI value * scale
} PwColumn;

// A unit of events.csv.
typedef struct {
  const char *unit;       // in the heading
  double scale, angular;  // written = SI value * scale; the same where the event is angular
} PwFieldScale;

// What is in the tables of a folder.
typedef struct {
  const PwColumn *column;  // of result.csv; 0 is time
  int32_t count;
  const PwColumn *motion;  // of motion.csv; 0 is time
  int32_t motion_count;
  const PwColumn *touch;                   // of touches.csv, behind the number of the row
  int32_t touch_count;                     // 0: there is no such table
  const PwColumn *audit, *audit_touch;     // of audit.bin and audit_touches.bin, in SI
  int32_t audit_count, audit_touch_count;  // 0: none
  PwFieldScale event[PW_FIELD_UNITS];      // units of events, by what a field is
  bool friction;                           // events have the fields of friction
} PwResultLayout;

typedef struct PwResultWriter PwResultWriter;

// Creates DIR.partial (an older one that is ours is removed) with empty tables. Column headers are "name [unit]".
PawlStatus pw_result_create(const char *directory, const PwResultLayout *layout, PawlMessages *messages, PwResultWriter **out);
// One row of result.csv and one of motion.csv, SI, one value per column; column 0 is time.
PawlStatus pw_result_row(PwResultWriter *w, const double *values, const double *motion);
// A record of touches.csv, SI: a touch of the row that is written next.
PawlStatus pw_result_touch(PwResultWriter *w, const double *values);
PawlStatus pw_result_event(PwResultWriter *w, const PwResultEvent *event);  // SI
// One row of audit.bin, or of audit_touches.bin; SI. Without the table nothing happens.
PawlStatus pw_result_audit(PwResultWriter *w, const double *values);
PawlStatus pw_result_audit_touch(PwResultWriter *w, const double *values);
// Both are complete: how many rows they, result.csv and events.csv have is written behind them.
PawlStatus pw_result_audit_end(PwResultWriter *w);
// Another file of the folder (state, modes...), written whole or not at all. Its name must be on the list in folder.c: an old
// result is removed by that list.
PawlStatus pw_result_file(PwResultWriter *w, const char *name, const char *text, size_t length);
// run.json of the moment (complete text made by the caller, with "status": "running" | "done" | "failed" | "cancelled").
// After a failure it is written all the same, and the failure returned.
PawlStatus pw_result_json(PwResultWriter *w, const char *text);
// Space for one more run.json is kept until it is written.
void pw_result_reserve(PwResultWriter *w);
// Flushes everything and writes checkpoint.bin atomically: the caller's bytes plus the lengths of the tables at this moment and a
// checksum. The first one of a new folder, which there is little work behind, is not waited for until it is on disk.
PawlStatus pw_result_checkpoint(PwResultWriter *w, const void *bytes, size_t length);
// Opens DIR.partial to go on: tables are cut back to the checkpoint's lengths, its bytes returned (free()). Columns must match.
PawlStatus pw_result_resume(const char *directory, const PwResultLayout *layout, PawlMessages *messages, PwResultWriter **out,
                            void **bytes, size_t *length);
// Complete: checkpoint.bin removed, DIR.partial renamed to DIR (an older result of ours gives way in one exchange).
PawlStatus pw_result_finish(PwResultWriter *w, PawlMessages *messages);
// Incomplete: everything flushed, the folder stays DIR.partial. Frees the writer, as finish does.
void pw_result_abandon(PwResultWriter *w);
// All rows so far can be read from the folder.
PawlStatus pw_result_flush(PwResultWriter *w);
const char *pw_result_path(const PwResultWriter *w);  // where it is now: DIR.partial
// What went wrong in the first call that failed, "" if none did. A failure is final: later calls return the same status. finish
// turns it into a message; before abandon the caller does.
const char *pw_result_error(const PwResultWriter *w);

// ---- reading: DIR, or DIR.partial if there is no DIR

typedef struct PwResult PwResult;
PawlStatus pw_result_open(const char *directory, PawlMessages *messages, PwResult **out);
void pw_result_free(PwResult *r);
int32_t pw_result_columns(const PwResult *r);
const char *pw_result_column_name(const PwResult *r, int32_t column);
const char *pw_result_column_unit(const PwResult *r, int32_t column);
int32_t pw_result_find_column(const PwResult *r, const char *name);  // -1: none
int64_t pw_result_rows(const PwResult *r);
double pw_result_value(const PwResult *r, int64_t row, int32_t column);  // as written
int64_t pw_result_events(const PwResult *r);
PwResultEvent pw_result_get_event(const PwResult *r, int64_t index);  // as written
int pw_result_event_columns(const PwResult *r);                       // of events.csv: the first fields
const char *pw_result_event_unit(const PwResult *r, int field);       // of a column of events.csv
// motion.csv, as written; free it with pw_grid_free.
PawlStatus pw_result_read_motion(const PwResult *r, PawlMessages *messages, PwGrid *out);
// touches.csv, in the same way, rows from 0; empty where there is none.
PawlStatus pw_result_read_touches(const PwResult *r, PawlMessages *messages, PwGrid *out);
// modes.csv, in the same way; empty where there is none.
PawlStatus pw_result_read_modes(const PwResult *r, PawlMessages *messages, PwGrid *out);
const char *pw_result_folder(const PwResult *r);  // what was opened: DIR or DIR.partial
// The text of one of the folder's files; NULL if it is not there; free(). At most 256 MB are read.
char *pw_result_read_file(const PwResult *r, const char *name, size_t *length);
#endif
