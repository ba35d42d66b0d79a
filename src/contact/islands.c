#include "contact/islands.h"

#include <math.h>
#include <stddef.h>

static const double COUPLED = 1e-15;  // of sqrt(W_ii W_jj): less is rounding

static bool are_coupled(const PwBlocks *blocks, const double *W, int32_t i, int32_t j) {
  const int32_t *first = blocks->first;
  size_t rows = (size_t)first[blocks->count];
  for (int32_t r = first[i]; r < first[i + 1]; r++) {
    for (int32_t q = first[j]; q < first[j + 1]; q++) {
      double own = W[(size_t)r * (rows + 1)], other = W[(size_t)q * (rows + 1)];
      double cross = fmax(fabs(W[(size_t)r * rows + (size_t)q]), fabs(W[(size_t)q * rows + (size_t)r]));
      if (cross > COUPLED * sqrt(fabs(own * other))) return true;
    }
  }
  return false;
}

static void join(int32_t *island, int32_t n, int32_t i, int32_t j) {
  int32_t kept = island[i] < island[j] ? island[i] : island[j], gone = island[i] + island[j] - kept;
  for (int32_t k = 0; k < n; k++) island[k] = island[k] == gone ? kept : island[k];
}

bool pw_islands_find(const PwBlocks *blocks, const double *W, int32_t *island) {
  bool one = true;
  for (int32_t i = 0; i < blocks->count; i++) island[i] = i;
  for (int32_t i = 0; i < blocks->count; i++) {
    for (int32_t j = 0; j < i; j++) {
      if (island[i] != island[j] && are_coupled(blocks, W, i, j)) join(island, blocks->count, i, j);
    }
  }
  for (int32_t i = 0; i < blocks->count; i++) one = one && island[i] == 0;
  return one;
}
