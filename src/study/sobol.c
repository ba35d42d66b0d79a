// Sobol's sequence (Sobol' 1967) in base 2, scrambled by nested random permutations (Owen 1995), any point of it by its number.
#include "base/random.h"
#include "study/study.h"

enum { BITS = 52 };

// Of each dimension but the first: a primitive polynomial over the two numbers 0 and 1, its bits from the highest power down, and
// odd numbers to begin with, the k-th below 2^k. They were searched for here, among random ones, for the best quality t of the
// first 2^6 to 2^12 points in pairs of dimensions, which tests/test_design.c computes again.
static const struct {
  int degree;
  uint32_t polynomial, first[7];
} DIMENSION[PW_STUDY_DIMENSIONS - 1] = {{1, 3, {1}},
                                        {2, 7, {1, 1}},
                                        {3, 11, {1, 3, 1}},
                                        {3, 13, {1, 1, 5}},
                                        {4, 19, {1, 1, 7, 5}},
                                        {4, 25, {1, 3, 5, 11}},
                                        {5, 37, {1, 1, 7, 13, 17}},
                                        {5, 41, {1, 3, 3, 7, 15}},
                                        {5, 47, {1, 3, 7, 1, 21}},
                                        {5, 55, {1, 3, 3, 11, 29}},
                                        {5, 59, {1, 1, 7, 9, 31}},
                                        {5, 61, {1, 3, 1, 9, 7}},
                                        {6, 67, {1, 1, 1, 7, 3, 59}},
                                        {6, 91, {1, 1, 3, 5, 27, 57}},
                                        {6, 97, {1, 1, 1, 9, 19, 15}},
                                        {6, 103, {1, 3, 7, 5, 1, 9}},
                                        {6, 109, {1, 1, 5, 1, 25, 15}},
                                        {6, 115, {1, 3, 1, 1, 25, 7}},
                                        {7, 131, {1, 3, 1, 7, 17, 33, 83}},
                                        {7, 137, {1, 3, 1, 3, 19, 49, 55}},
                                        {7, 143, {1, 1, 1, 7, 7, 41, 115}},
                                        {7, 145, {1, 1, 7, 13, 1, 33, 105}},
                                        {7, 157, {1, 3, 5, 9, 15, 59, 125}},
                                        {7, 167, {1, 3, 7, 11, 1, 21, 37}},
                                        {7, 171, {1, 3, 3, 1, 7, 19, 117}},
                                        {7, 185, {1, 1, 3, 7, 17, 21, 97}},
                                        {7, 191, {1, 1, 5, 15, 9, 15, 5}},
                                        {7, 193, {1, 3, 5, 13, 5, 61, 99}},
                                        {7, 203, {1, 1, 3, 11, 5, 49, 45}},
                                        {7, 211, {1, 3, 7, 13, 27, 9, 63}},
                                        {7, 213, {1, 1, 7, 7, 19, 1, 119}}};

uint64_t pw_study_hash(uint64_t a, uint64_t b, uint64_t c) {
  uint64_t state = a;
  state = pw_random_bits(&state) ^ b;
  state = pw_random_bits(&state) ^ c;
  return pw_random_bits(&state);
}

// m[k] / 2^(k + 1) are the direction numbers (Bratley and Fox 1988).
static void directions(int32_t dimension, uint64_t m[BITS]) {
  if (dimension == 0) {
    for (int k = 0; k < BITS; k++) m[k] = 1;
    return;
  }
  int s = DIMENSION[dimension - 1].degree;
  uint32_t polynomial = DIMENSION[dimension - 1].polynomial;
  for (int k = 0; k < BITS; k++) {
    if (k < s) {
      m[k] = DIMENSION[dimension - 1].first[k];
      continue;
    }
    m[k] = m[k - s] ^ (m[k - s] << s);
    for (int i = 1; i < s; i++) {
      if (polynomial >> (s - i) & 1) m[k] ^= m[k - i] << i;
    }
  }
}

// Every digit is turned over or not by a number that depends on all digits before it, and on nothing else.
static uint64_t scramble(uint64_t x, int32_t dimension, uint64_t seed) {
  uint64_t out = 0, own = pw_study_hash(seed, 0x50b01, (uint64_t)dimension);
  for (int k = BITS - 1; k >= 0; k--) {
    uint64_t before = x >> (k + 1), flip = pw_study_hash(own, (uint64_t)k, before) >> 63;
    out |= ((x >> k & 1) ^ flip) << k;
  }
  return out;
}

double pw_sobol(int64_t index, int32_t dimension, uint64_t seed) {
  uint64_t m[BITS], x = 0;
  directions(dimension, m);
  for (int k = 0; k < BITS && index >> k; k++) {
    if (index >> k & 1) x ^= m[k] << (BITS - 1 - k);
  }
  return ((double)scramble(x, dimension, seed) + 0.5) * 0x1p-52;
}
