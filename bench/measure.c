// Cases with their reference solutions, the error measure, the clock, a row of output.
#include "measure.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "problems.h"

static const char *const names[] = {"pendulum", "andrews", "four-bar"};

// Rows of `take` columns, from column 1 on, of a file of plain columns.
static int read_columns(const char *folder, const char *file, int rows, int take, double *value) {
  char path[4096], line[2048];
  snprintf(path, sizeof path, "%s/%s", folder, file);
  FILE *f = fopen(path, "r");
  int row = 0;
  while (f && row < rows && fgets(line, sizeof line, f)) {
    if (line[0] == '#') continue;
    char *at = line;
    strtod(at, &at);  // t
    for (int i = 0; i < take; i++) value[row * take + i] = strtod(at, &at);
    row++;
  }
  if (f) fclose(f);
  if (row == rows) return 0;
  fprintf(stderr, "%s: %s\n", path, f ? "too few rows" : "cannot be read");
  return 1;
}

int pw_case_create(PwCase *c, const char *problem, int n, const char *folder) {
  static const double duration[] = {PW_PENDULUM_DURATION, PW_ANDREWS_DURATION, PW_FOUR_BAR_DURATION};
  static const int intervals[] = {100, 50, 400}, widths[] = {2, 1, 4};
  int kind = 0;
  while (kind < 3 && strcmp(names[kind], problem) != 0) kind++;
  *c = (PwCase){.problem = (PwProblem)kind, .n = kind == PW_FOUR_BAR ? n : 0};
  if (kind == 3 || (kind == PW_FOUR_BAR && n < 1)) {
    fprintf(stderr, "unknown problem '%s' %d\n", problem, n);
    return 1;
  }
  c->samples = intervals[kind] + 1;
  c->width = widths[kind];
  c->step = duration[kind] / intervals[kind];
  c->value = calloc((size_t)c->samples * (size_t)c->width, sizeof *c->value);
  if (!c->value) {
    fprintf(stderr, "out of memory\n");
    return 1;
  }
  if (kind == PW_ANDREWS) return read_columns(folder, "A03.txt", c->samples, c->width, c->value);
  for (int i = 0; i < c->samples; i++) {
    double *at = c->value + i * c->width, t = i * c->step;
    if (kind == PW_PENDULUM) {
      pw_pendulum_exact(t, at);
    } else {
      pw_four_bar_exact(n, t, at);
    }
  }
  return 0;
}

void pw_case_free(PwCase *c) {
  free(c->value);
}

double pw_case_error(const PwCase *c, const double *got) {
  double largest = 0, sum = 0;
  for (int i = 0; i < c->samples; i++) {
    double square = 0;
    for (int j = 0; j < c->width; j++) {
      double reference = c->value[i * c->width + j], difference = got[i * c->width + j] - reference;
      square += difference * difference;
      difference /= fmax(fabs(reference), 1e-3);
      sum += difference * difference;
    }
    if (!(square <= largest)) largest = square;  // keeps NaN
  }
  return sqrt(c->problem == PW_FOUR_BAR ? sum / (c->samples * c->width) : largest);
}

double pw_cpu_seconds(void) {
  struct timespec t;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

void pw_print_row(const PwCase *c, const char *program, const char *setting, const PwMeasured *m) {
  char problem[40];
  snprintf(problem, sizeof problem, c->n ? "%s %d" : "%s", names[c->problem], c->n);
  printf("run\t%s\t%s\t%s\t%.9g\t%.9g\t%lld\t%lld\t%.4g\t%.3g\t%s\n", problem, program, setting, m->setup, m->run, m->steps,
         m->evaluations, m->error, m->spread, m->note);
  fflush(stdout);
}
