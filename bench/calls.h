// Cost of short calls: processor time, or instructions under callgrind.
#ifndef PW_BENCH_CALLS_H
#define PW_BENCH_CALLS_H
#ifdef __cplusplus
extern "C" {
#endif

// Call number i; calls go round through the inputs. 0: done.
typedef int (*PwCall)(void *with, int i);

// A row "surface, what, name, program, ns, note" of the least time of some rounds; counted: instead a dump of the instructions of
// PW_COUNTED_CALLS calls. The first round of inputs is not measured. 0: done.
enum { PW_COUNTED_CALLS = 200 };
typedef struct {
  const char *what, *name, *program, *note;
  PwCall call;
  void *with;
  int inputs;
} PwCalls;
int pw_measure_calls(const PwCalls *calls, int counted);

#ifdef __cplusplus
}
#endif
#endif
