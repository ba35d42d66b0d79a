#include "calls.h"

#include <math.h>
#include <stdio.h>
#include <valgrind/callgrind.h>

#include "measure.h"

enum { ROUNDS = 15 };
static const double ROUND = 0.02;  // s

static int repeat(const PwCalls *c, long calls) {
  int failed = 0;
  for (long i = 0, input = 0; i < calls && !failed; i++) {
    failed = c->call(c->with, (int)input);
    if (++input == c->inputs) input = 0;
  }
  return failed;
}
static int count(const PwCalls *c) {
  CALLGRIND_START_INSTRUMENTATION;
  CALLGRIND_TOGGLE_COLLECT;
  int failed = repeat(c, PW_COUNTED_CALLS);
  CALLGRIND_TOGGLE_COLLECT;
  CALLGRIND_DUMP_STATS;
  CALLGRIND_STOP_INSTRUMENTATION;
  return failed;
}
int pw_measure_calls(const PwCalls *c, int counted) {
  int failed = repeat(c, c->inputs);
  if (failed || counted) return failed ? failed : count(c);
  long calls = c->inputs;
  double least = INFINITY;
  for (int round = 0; round < ROUNDS && !failed;) {
    double start = pw_cpu_seconds();
    failed = repeat(c, calls);
    double taken = pw_cpu_seconds() - start;
    if (taken < ROUND && round == 0) {  // too short to tell
      calls *= 2;
      continue;
    }
    least = fmin(least, taken / (double)calls);
    round++;
  }
  if (!failed) printf("surface\t%s\t%s\t%s\t%.5g\t%s\n", c->what, c->name, c->program, 1e9 * least, c->note);
  fflush(stdout);
  return failed;
}
