// A run in progress; run.c drives it, run_open.c opens its folder, run_audit.c writes what the audit needs, run_json.c describes
// it.
#ifndef PW_RUN_H
#define PW_RUN_H
#include "audit/audit.h"
#include "simulate/audit_table.h"
#include "simulate/motion_table.h"
#include "simulate/recorder.h"

// Impulses of the impact that is being settled, as rows of audit_touches.bin.
typedef struct {
  int32_t count, capacity;
  double *row;  // [capacity * PW_AUDIT_TOUCH_COLUMNS]
  bool impact;  // there was one, of touches or of a drive
  bool kick;    // of a drive
} PwImpulses;

// Somebody who looks on: at the rows that a folder would get, and at events. Nothing of the run depends on it, and its numbers
// are those of a run into a folder.
typedef struct {
  PwRecorder *recorder;  // its columns are filled before each row
  const double *time;    // [times] s, rising: instants that are looked at, too
  int32_t times;
  void *user;
  // `extra`: one of these instants, which is no row of the run.
  void (*row)(void *user, const PwRecorder *recorder, double t, bool extra);
  void (*event)(void *user, const PwEvent *event);
} PwWatch;

typedef struct {
  PawlSimulation *s;
  const PwWatch *watch;  // NULL: nobody looks on
  int32_t watched;       // of its instants, so far
  PwRecorder recorder;
  PwPlots plots;
  PwAuditTable audit;
  PwImpulses impulses;
  PwAuditVerdict verdict;  // filled in at the end
  PwMotionTable motion;
  PwResultWriter *writer;   // NULL: no folder
  PawlMessages *messages;   // for run.json
  PawlStatus write_status;  // first failure of writing
  double step;              // between samples
  int64_t samples, next;    // how many in all; which is next
  int64_t checkpoint;       // steps at the last checkpoint
  double saved;             // work done then, if it was written
  double start, seconds;    // wall clock
} PwRun;

// pawl_run without a folder, while somebody looks on.
PawlStatus pw_run_watched(const PawlMechanism *k, const PawlRunOptions *options, const PwWatch *watch, PawlMessages *messages,
                          PawlRunInfo *info);

// Creates the folder that the options name, or opens it to go on: then its checkpoint is in *bytes.
PawlStatus pw_run_open(PwRun *run, void **bytes, size_t *length, PawlMessages *messages);
// run.json of the moment.
PawlStatus pw_run_json(PwRun *run, const char *status);
// ---- run_audit.c

// Rows of audit.bin: of the last sample; of the last sample before an event; and after it, with that before, if it was an impact.
PawlStatus pw_run_audit_sample(PwRun *run, PwAuditKind kind);
void pw_run_audit_before(PwRun *run);
PawlStatus pw_run_audit_after(PwRun *run);
// What an event tells of impulses.
void pw_run_audit_event(PwRun *run, const PwEvent *event);
// The audit itself, over the folder as it is now; a law that is broken becomes a warning.
PawlStatus pw_run_audit(PwRun *run, PawlMessages *messages);

// state.csv: the last state, for runs that start from it.
PawlStatus pw_run_state(PwRun *run);
#endif
