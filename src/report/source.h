// A result folder opened for a report: all its files, checked to belong together.
#ifndef PW_REPORT_SOURCE_H
#define PW_REPORT_SOURCE_H
#include "report/scene.h"
#include "result/result.h"
#include "result/slot_fields.h"

// A slot of a contact that had touches: from first to end in PwSource.touch.
typedef struct {
  int32_t contact, index;  // from 0
  int64_t first, end;
} PwSourceSlot;

typedef struct {
  PwArena arena;
  PwResult *result;
  PwGrid motion;
  PwGrid touches;  // no rows where there is no touches.csv
  PwGrid modes;    // no rows where there is no modes.csv
  json_t *scene_json, *run_json;
  PwScene scene;
  int64_t rows;                        // whole rows of both tables
  int32_t pose;                        // columns of motion.csv per body
  int32_t reaction;                    // per joint
  int32_t slot;                        // columns of touches.csv that tell of a touch
  int32_t slot_field[PW_SLOT_FIELDS];  // their fields
  int32_t slots;                       // that ever had a touch: in the order of contacts
  PwSourceSlot *used;
  int64_t *touch;  // rows of touches.csv, by slots, then by rows of motion.csv
} PwSource;

// PAWL_ERR_INPUT if a file is missing or damaged; the message names it.
PawlStatus pw_source_open(const char *directory, PawlMessages *messages, PwSource *out);
void pw_source_close(PwSource *source);

double pw_source_time(const PwSource *s, int64_t row);  // s
// Position and quaternion of a body's origin at a row.
void pw_source_pose(const PwSource *s, int64_t row, int32_t body, PwScenePose *out);
// A point of a body in ground axes.
void pw_pose_point(const PwScenePose *pose, const double p[3], double out[3]);
// The ends of a spring at a row, ground axes.
void pw_source_spring(const PwSource *s, int64_t row, int32_t spring, double end[2][3]);

// First column of the reactions of joints.
int64_t pw_source_first_reaction(const PwSource *s);

// A touch of a contact at a row.
typedef struct {
  int state, mode;
  double x[3], n[3], force;
  double friction[3];  // on body 1; 0 where the result has none
} PwSourceTouch;
// Of slot `slot` of those used.
PwSourceTouch pw_source_touch(const PwSource *s, int64_t row, int32_t slot);
// Row of motion.csv that touch number i of PwSource.touch belongs to, and what touches.csv tells of it: `slot` numbers.
int64_t pw_source_touch_row(const PwSource *s, int64_t i);
const double *pw_source_touch_values(const PwSource *s, int64_t i);
// source_touches.c: finds the fields of a touch, once tables and scene are read; then the slots, once all else is checked.
void pw_source_find_fields(PwSource *s);
bool pw_source_has_friction(const PwSource *s);
PawlStatus pw_source_find_slots(PwSource *s, PawlMessages *messages);

// The row nearest to t; of rows of one time the last.
int64_t pw_source_nearest(const PwSource *s, double t);
// Column numbers of a list "a,b,c" in the arena; a name that is not there is complained about, with what was meant.
PawlStatus pw_source_columns(PwSource *s, const char *list, PawlMessages *messages, int32_t **out, int32_t *count);
#endif
