// The writer of a result folder, shared by the file that opens one and the file that fills it.
#ifndef PW_WRITER_H
#define PW_WRITER_H
#include "result/folder.h"
#include "result/result.h"
#include "result/sheet.h"

struct PwResultWriter {
  PwFolderPaths paths;
  int folder;  // open DIR.partial; it stays the same folder when its name changes
  PwSheet rows, motion, events, touches, audit, audit_touches;
  double *scale;  // per column of result.csv, then of motion.csv, then of touches.csv
  int32_t count, motion_count, touch_count;
  int32_t audit_count, audit_touch_count;            // columns of the audit's tables; 0: none
  int64_t row;                                       // number of the next, from 0
  int64_t event_rows, audit_rows, audit_touch_rows;  // so far
  bool given;                                        // run.json was
  bool checkpoint;                                   // one was written: the next ones are on disk before they take its place
  int event_columns;
  double event_scale[PW_EVENT_FIELDS], angular_scale[PW_EVENT_FIELDS];  // per field; unused for texts
  PawlStatus status;                                                    // first failure: every later call returns it
  char error[512];                                                      // and its text, "" if there is none
};

void pw_result_free_writer(PwResultWriter *w);
#endif
