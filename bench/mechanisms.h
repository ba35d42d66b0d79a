// The benchmark problems as models, built through the public interface; tests use them too.
#ifndef PW_BENCH_MECHANISMS_H
#define PW_BENCH_MECHANISMS_H
#include "pawl/pawl.h"

// Each fills a new model; the caller frees it, also after a failure (NULL: no memory).
// Pendulum: body "point", its origin is the mass; joint "pivot".
PawlStatus pw_pendulum_model(PawlMessages *messages, PawlModel **out);
// Andrews: bodies and joints named as in problems.h; the angle of joint "O" counts from the start.
PawlStatus pw_andrews_model(PawlMessages *messages, PawlModel **out);
// n loops: verticals "v0".."vn" on joints "g0".."gn" (their angles count from upright), horizontals "h0".."h(n-1)".
PawlStatus pw_four_bar_model(int n, PawlMessages *messages, PawlModel **out);
#endif
