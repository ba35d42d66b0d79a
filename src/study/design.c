// Which values the parameters have in a sample: a function of the study and the sample's number alone, so that it does not matter
// who runs it, and when.
#include <math.h>

#include "study/study.h"

static double to_unit(uint64_t bits) {
  return ((double)(bits >> 12) + 0.5) * 0x1p-52;
}

// A permutation of 0 .. count - 1, at one place: rounds of Feistel's on the even number of bits that holds `count`, again and
// again until the outcome is below it (Black and Rogaway 2002).
static uint64_t permuted(uint64_t index, uint64_t count, uint64_t key) {
  int half = 1;
  while (count > (uint64_t)1 << 2 * half) half++;
  uint64_t mask = ((uint64_t)1 << half) - 1;
  do {
    uint64_t left = index >> half, right = index & mask;
    for (uint64_t round = 0; round < 8; round++) {
      uint64_t next = left ^ (pw_study_hash(key, round, right) & mask);
      left = right;
      right = next;
    }
    index = left << half | right;
  } while (index >= count);
  return index;
}

double pw_design_unit(const PawlStudy *s, int64_t index, int32_t dimension) {
  uint64_t i = (uint64_t)index, d = (uint64_t)dimension;
  double inside = to_unit(pw_study_hash(s->seed, 2 * d, i));
  if (s->design == PW_DESIGN_SOBOL) return pw_sobol(index, dimension, s->seed);
  if (s->design == PW_DESIGN_RANDOM) return inside;
  uint64_t base = (uint64_t)s->base;
  return ((double)permuted(i, base, pw_study_hash(s->seed, 2 * d + 1, base)) + inside) / (double)base;
}

// The last parameter changes first.
static void grid_values(const PawlStudy *s, int64_t index, double *value) {
  for (int32_t i = s->varies - 1; i >= 0; i--) {
    const PwVary *v = &s->vary[i];
    int64_t at = index % v->count;
    index /= v->count;
    if (v->kind == PW_SPREAD_LIST) {
      value[i] = v->value[at];
    } else {
      double part = v->count > 1 ? (double)at / (v->count - 1) : 0;
      value[i] = at == v->count - 1 ? v->high : v->low + part * (v->high - v->low);
    }
  }
}

// Normal variables that depend on each other, each then spread as its own.
static void correlate(const PawlStudy *s, double *unit) {
  double normal[PW_STUDY_VARIES];
  for (int32_t i = 0; i < s->varies; i++) normal[i] = pw_normal_at(unit[i]);
  for (int32_t i = 0; i < s->varies; i++) {
    double sum = 0;
    for (int32_t k = 0; k <= i; k++) sum += s->correlation[i * s->varies + k] * normal[k];
    unit[i] = fmin(fmax(pw_normal_below(sum), 0x1p-53), 1 - 0x1p-53);
  }
}

// In blocks of varies + 2 samples: A, B, then A with its parameter i from B (Saltelli 2002).
void pw_design_values(const PawlStudy *s, int64_t index, double *value) {
  if (s->design == PW_DESIGN_GRID) {
    grid_values(s, index, value);
    return;
  }
  int64_t block = s->indices ? index / (s->varies + 2) : index, place = s->indices ? index % (s->varies + 2) : 0;
  double unit[PW_STUDY_VARIES];
  for (int32_t i = 0; i < s->varies; i++) {
    bool second = place == 1 || place == i + 2;
    unit[i] = pw_design_unit(s, block, second ? s->varies + i : i);
  }
  if (s->correlation) correlate(s, unit);
  for (int32_t i = 0; i < s->varies; i++) value[i] = pw_spread_value(&s->vary[i], unit[i]);
}
