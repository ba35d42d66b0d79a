// Random mechanisms through the public interface, the same for the same seed: trees and loops, in the plane and in space, of all
// joint types, with springs, dampers, stops, drives, couplers, moving frames and gravity. Bodies are placed first; a joint is put
// between frames that differ only by a shift and turn that the joint leaves free, so that every loop is closed as drawn.
#ifndef PW_BENCH_RANDOM_MECHANISM_H
#define PW_BENCH_RANDOM_MECHANISM_H
#include "pawl/pawl.h"

// The caller frees both, also after a failure (NULL: not made).
PawlStatus pw_random_mechanism(uint64_t seed, PawlMessages *messages, PawlModel **model, PawlMechanism **out);
#endif
