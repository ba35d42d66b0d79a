// A small reproducible random number generator (splitmix64); state is the caller's.
#ifndef PW_RANDOM_H
#define PW_RANDOM_H
#include <stdint.h>

static inline uint64_t pw_random_bits(uint64_t *state) {
  uint64_t z = (*state += 0x9e3779b97f4a7c15u);
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return z ^ (z >> 31);
}

// Uniform in [low, high).
static inline double pw_random_between(uint64_t *state, double low, double high) {
  return low + (high - low) * ((double)(pw_random_bits(state) >> 11) * 0x1p-53);
}
#endif
