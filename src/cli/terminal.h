// The progress line of a long run, for a user who watches a terminal.
#ifndef PW_CLI_TERMINAL_H
#define PW_CLI_TERMINAL_H
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

typedef struct {
  FILE *out;     // NULL: nobody watches
  double begin;  // clock at the start, s
  double last;   // clock at the last update
  double from;   // fraction at the first update, below 0 before it: a resumed run does not start at 0
  bool shown;
  double unit;       // of time, in s
  const char *name;  // of that
} PwCliProgress;

double pw_cli_clock(void);  // s, never set back
// Shows nothing if `quiet` or if `out` is no terminal. Times of the run in this unit, in s, of this name.
PwCliProgress pw_cli_progress_begin(FILE *out, bool quiet, double unit, const char *name);
// At most ten times a second, and not in the first half second. `fraction` below 0: unknown.
void pw_cli_progress_update(PwCliProgress *progress, double clock, double t, double fraction);
// The same of a study.
void pw_cli_progress_samples(PwCliProgress *progress, double clock, int64_t done, int64_t samples);
void pw_cli_progress_clear(PwCliProgress *progress);
#endif
