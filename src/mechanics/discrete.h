// What changes only at accepted steps and events: turn references of counted angles, branches of kinked expressions.
#ifndef PW_DISCRETE_H
#define PW_DISCRETE_H
#include <stdint.h>

#include "model/mechanism.h"

typedef struct {
  double *turn;          // [turns] a counted angle is taken within half a turn of this
  int32_t *branch;       // [kinks]
  double *named_time;    // [nameds] when each named event last happened
  int32_t *named_count;  // [nameds]
  bool still;  // laws of t stand still at still_t, whatever the time: a search for equilibrium moves in a time of its own
  double still_t;
} PwDiscrete;

PawlStatus pw_discrete_create(const PawlMechanism *k, PwArena *arena, PwDiscrete *out);
// Value of a variable PW_VAR_NAMED..: a count, or the time since the event last happened (-1: never); *rate: its rate.
double pw_named_value(const PwDiscrete *discrete, int32_t var, double t, double *rate);
void pw_discrete_copy(const PawlMechanism *k, const PwDiscrete *from, PwDiscrete *to);
#endif
