// What changes only at accepted steps and events: turn references of counted angles, branches of kinked expressions.
#ifndef PW_DISCRETE_H
#define PW_DISCRETE_H
#include <stdint.h>

typedef struct {
  double *turn;     // [turns] a counted angle is taken within half a turn of this
  int32_t *branch;  // [kinks]
} PwDiscrete;
#endif
