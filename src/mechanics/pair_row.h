// A row between two bodies that comes and goes while a mechanism runs, as it stands at a state of the bodies. contact/rows.h
// makes those of touches and of joints that stick by friction. Rows of joints, couplers and drives are always there: PwRow
// (compile/mechanism.h).
//
//   value' = rate,  rate = jac . v (+ what moves by laws of t),  rate' = jac . a + bias
//
// A row of positions asks for value = 0 and with it for rate = 0. A row of speeds asks for rate = 0 alone and has no value.
#ifndef PW_PAIR_ROW_H
#define PW_PAIR_ROW_H
#include <stdbool.h>
#include <stdint.h>

typedef enum { PW_LEVEL_POSITION, PW_LEVEL_SPEED } PwRowLevel;

typedef struct {
  int32_t touch;      // whose it is: its index in the list of touches; -1: of a joint with friction,
  int32_t bearing;    // this one
  int32_t component;  // which of its rows; of a touch 0: the normal one, then those of its friction (contact/friction.h)
  PwRowLevel level;
  bool angular;  // value in radians, else metres
  int32_t body[2];
  double value, rate, bias;
  double weight;   // of its force, where rows that depend on each other share (dynamics/row_space.h); 0: as 1
  double jac[12];  // of the speeds of body 1, then of body 2 (3 or 6 each)
} PwPairRow;
#endif
