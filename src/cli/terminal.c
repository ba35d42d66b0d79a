#include "terminal.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static const double PATIENCE = 0.5, INTERVAL = 0.1;  // s

double pw_cli_clock(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

PwCliProgress pw_cli_progress_begin(FILE *out, bool quiet, double unit, const char *name) {
  const char *terminal = getenv("TERM");
  bool can_erase = terminal && strcmp(terminal, "dumb") != 0;
  bool watched = !quiet && can_erase && isatty(fileno(out));
  return (PwCliProgress){.out = watched ? out : NULL, .begin = pw_cli_clock(), .from = -1, .unit = unit, .name = name};
}

static void print_left(FILE *out, double seconds) {
  if (seconds < 60) {
    fprintf(out, "  %.0f s left", seconds);
  } else if (seconds < 3600) {
    fprintf(out, "  %.0f min left", seconds / 60);
  } else {
    fprintf(out, "  %.1f h left", seconds / 3600);
  }
}

static void update(PwCliProgress *p, double clock, const char *text, double fraction) {
  if (p->from < 0 && fraction >= 0) {
    p->from = fraction;
    p->begin = clock;
  }
  if (clock - p->begin < PATIENCE || clock - p->last < INTERVAL) return;
  p->last = clock;
  p->shown = true;
  fputs("\r\033[K", p->out);
  if (fraction >= 0) fprintf(p->out, "%3.0f %%  ", 100 * fraction);
  fputs(text, p->out);
  double done = fraction - p->from;
  if (p->from >= 0 && done > 0) print_left(p->out, (clock - p->begin) * (1 - fraction) / done);
  fflush(p->out);
}

void pw_cli_progress_update(PwCliProgress *p, double clock, double t, double fraction) {
  char text[80];
  if (!p->out) return;
  snprintf(text, sizeof text, "t = %.6g %s", t / p->unit, p->name);
  update(p, clock, text, fraction);
}

void pw_cli_progress_samples(PwCliProgress *p, double clock, int64_t done, int64_t samples) {
  char text[80];
  if (!p->out) return;
  snprintf(text, sizeof text, "%lld of %lld samples", (long long)done, (long long)samples);
  update(p, clock, text, samples ? (double)done / (double)samples : 1);
}

void pw_cli_progress_clear(PwCliProgress *p) {
  if (!p->shown) return;
  fputs("\r\033[K", p->out);
  fflush(p->out);
  p->shown = false;
}
