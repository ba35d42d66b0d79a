// What changes only at accepted steps and events: turn references of counted angles, branches of kinked expressions.
#ifndef PW_DISCRETE_H
#define PW_DISCRETE_H
#include <stdint.h>

#include "model/mechanism.h"

typedef struct {
  double *turn;     // [turns] a counted angle is taken within half a turn of this
  int32_t *branch;  // [kinks]
} PwDiscrete;

PawlStatus pw_discrete_create(const PawlMechanism *k, PwArena *arena, PwDiscrete *out);
void pw_discrete_copy(const PawlMechanism *k, const PwDiscrete *from, PwDiscrete *to);
#endif
