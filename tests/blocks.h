// Blocks of rows for the tests of complementarity and impact.
#ifndef PW_TEST_BLOCKS_H
#define PW_TEST_BLOCKS_H
#include "base/random.h"
#include "check.h"
#include "contact/complementarity.h"

enum { MOST_BLOCKS = 256 };

static inline PwBlocks one_row_each(int32_t n) {
  static int32_t first[MOST_BLOCKS + 1];
  assert_true(n <= MOST_BLOCKS);
  for (int32_t i = 0; i <= MOST_BLOCKS; i++) first[i] = i;
  return (PwBlocks){n, first};
}

// Blocks of one to three rows; first [n + 1].
static inline PwBlocks random_blocks(int32_t n, int32_t *first, uint64_t *seed) {
  first[0] = 0;
  for (int32_t i = 0; i < n; i++) first[i + 1] = first[i] + 1 + (int32_t)pw_random_between(seed, 0, 3);
  return (PwBlocks){n, first};
}

// A = G G^T with G of random rows of `wide` numbers.
static inline void random_inertia(int32_t rows, int32_t wide, double *A, uint64_t *seed) {
  double G[MOST_BLOCKS];
  assert_true(rows * wide <= MOST_BLOCKS);
  for (int32_t i = 0; i < rows * wide; i++) G[i] = pw_random_between(seed, -1, 1);
  for (int32_t i = 0; i < rows * rows; i++) {
    A[i] = 0;
    for (int32_t k = 0; k < wide; k++) A[i] += G[i / rows * wide + k] * G[i % rows * wide + k];
  }
}
#endif
