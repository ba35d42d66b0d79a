// A run in progress; run.c drives it, run_open.c opens its folder, run_json.c describes it.
#ifndef PW_RUN_H
#define PW_RUN_H
#include "simulate/motion_table.h"
#include "simulate/recorder.h"

typedef struct {
  PawlSimulation *s;
  PwRecorder recorder;
  PwPlots plots;
  PwMotionTable motion;
  PwResultWriter *writer;   // NULL: no folder
  PawlMessages *messages;   // for run.json
  PawlStatus write_status;  // first failure of writing
  double step;              // between samples
  int64_t samples, next;    // how many in all; which is next
  int64_t checkpoint;       // steps at the last checkpoint
  double start, seconds;    // wall clock
} PwRun;

// Creates the folder that the options name, or opens it to go on: then its checkpoint is in *bytes.
PawlStatus pw_run_open(PwRun *run, void **bytes, size_t *length, PawlMessages *messages);
// run.json of the moment.
PawlStatus pw_run_json(PwRun *run, const char *status);
// state.csv: the last state, for runs that start from it.
PawlStatus pw_run_state(PwRun *run);
#endif
