// Which touches of a kinematic run are rows, where there are more of them than freedoms: one that closes takes over from another.
//
//   w = W P + b      W = G M^-1 G^T; b: gap speeds with no touch closed; P: impulses that make the closed ones' w zero
//
// A touch j whose row depends on those of the closed ones i has w_j = sum a_i w_i + r_j. If r_j < 0 the bodies would overlap
// there. One i with a_i > 0 opens then and j closes: w_i = -r_j/a_i > 0. It is the one with the least P_i/a_i, so that no other
// impulse changes its sign. If there is none, nothing can give way. The same holds for gap accelerations and forces.
#ifndef PW_TAKEOVER_H
#define PW_TAKEOVER_H
#include <stdbool.h>
#include <stdint.h>

#include "pawl/status.h"

typedef struct {
  bool closed;     // a row so far; then: from here on
  bool two_sided;  // never opens
  double none;     // w that counts as zero
  double least;    // W[j][j] that counts as zero: no freedom moves this gap
  double slow;     // it would overlap, nothing can give way, and w is not below -slow: no jam yet, it waits
  bool waits;      // then: it does, and is left open
  bool in;         // scratch: its row is one of an independent set
  double diagonal;
} PwTakeover;

// W (n x n) and b are overwritten. An open touch closes if its w would not be positive. A closed one opens if its row depends on
// the others and its w would be positive. *jammed: a touch that would overlap and that nothing can give way to, left closed;
// else -1. No allocation.
void pw_takeover(int32_t n, double *W, double *b, PwTakeover *touch, int32_t *jammed);
#endif
