// Mechanisms of any number of parts, as texts of model files: what grows with that number.
#ifndef PW_BENCH_GROWTH_MODELS_H
#define PW_BENCH_GROWTH_MODELS_H
#include <stdio.h>

typedef struct {
  const char *name;
  int size[4];           // the last ones 0: fewer
  double aim;            // exponent of processor time in the size
  const char *duration;  // s
  void (*write)(FILE *out, int n);
} PwGrowth;

enum { PW_GROWTHS = 9 };
extern const PwGrowth pw_growth[PW_GROWTHS];
#endif
