// What changes only at accepted steps and events: turn references of counted angles, branches of kinked expressions, sampled
// values.
#ifndef PW_DISCRETE_H
#define PW_DISCRETE_H
#include <stdint.h>

#include "compile/mechanism.h"

typedef struct {
  double *turn;            // [turns] a counted angle is taken within half a turn of this
  int32_t *branch;         // [kinks]
  double *named_time;      // [nameds] when each named event last happened
  int32_t *named_count;    // [nameds]
  double *sampled;         // [samples] what was last read, in units of the file; 0 before that
  int64_t *sampled_count;  // [samples] how often it was read: next at this many periods
  bool still;              // laws of t stand still at still_t, whatever the time: statics moves in a time of its own
  double still_t;
} PwDiscrete;

PawlStatus pw_discrete_create(const PawlMechanism *k, PwArena *arena, PwDiscrete *out);
// Value of a variable PW_VAR_NAMED..: a count, the time since the event last happened (-1: never), or a sampled value; *rate: its
// rate.
double pw_discrete_value(const PwDiscrete *discrete, int32_t var, double t, double *rate);
bool pw_discrete_equal(const PawlMechanism *k, const PwDiscrete *a, const PwDiscrete *b);
void pw_discrete_copy(const PawlMechanism *k, const PwDiscrete *from, PwDiscrete *to);
#endif
