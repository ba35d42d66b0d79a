#include <math.h>
#include <string.h>

#include "study/statistics.h"

typedef struct {
  const double *value;
  int64_t blocks;
  int32_t varies;
  const int64_t *choice;  // NULL: all blocks
} Blocks;

static const double *block(const Blocks *b, int64_t i) {
  return b->value + (b->choice ? b->choice[i] : i) * (b->varies + 2);
}

// Mean and variance of A and B together.
static double variance(const Blocks *b, double *mean) {
  double sum = 0, square = 0, n = 2 * (double)b->blocks;
  for (int64_t i = 0; i < b->blocks; i++) sum += block(b, i)[0] + block(b, i)[1];
  *mean = sum / n;
  for (int64_t i = 0; i < b->blocks; i++) {
    double x = block(b, i)[0] - *mean, y = block(b, i)[1] - *mean;
    square += x * x + y * y;
  }
  return square / n;
}

// Values less their mean have the same shares, with less noise. Without any variance nothing has a share.
static void shares(const Blocks *b, double *first, double *total) {
  double mean, all = variance(b, &mean), n = (double)b->blocks;
  for (int32_t k = 0; k < b->varies; k++) {
    double alone = 0, with = 0;
    for (int64_t i = 0; i < b->blocks; i++) {
      const double *f = block(b, i);
      double change = f[2 + k] - f[0];
      alone += (f[1] - mean) * change;
      with += change * change;
    }
    first[k] = all > 0 ? alone / n / all : NAN;
    total[k] = all > 0 ? with / (2 * n) / all : NAN;
  }
}

// Puts a value into a list of the smallest or largest so far: what lies outside the interval on one side.
static void keep(double *list, int32_t count, double x, bool smallest) {
  for (int32_t i = 0; i < count; i++) {
    if (!(isnan(list[i]) || (smallest ? x < list[i] : x > list[i]))) continue;
    double moved = list[i];
    list[i] = x;
    x = moved;
    if (isnan(x)) return;
  }
}

enum { TAIL = PW_RESAMPLES / 40 };  // 2.5 % on each side

static void interval(PwEstimate *e, const double *low, const double *high) {
  e->low = low[TAIL - 1];
  e->high = high[TAIL - 1];
}

void pw_indices(const double *value, int64_t blocks, int32_t varies, uint64_t seed, int64_t *choice, PwEstimate *first,
                PwEstimate *total) {
  double one[PW_STUDY_VARIES], all[PW_STUDY_VARIES], tail[4][PW_STUDY_VARIES][TAIL];
  Blocks b = {value, blocks, varies, NULL};
  shares(&b, one, all);
  for (int32_t k = 0; k < varies; k++) {
    first[k] = (PwEstimate){one[k], NAN, NAN};
    total[k] = (PwEstimate){all[k], NAN, NAN};
    for (int i = 0; i < 4 * TAIL; i++) tail[i / TAIL][k][i % TAIL] = NAN;
  }
  b.choice = choice;
  for (uint64_t r = 0; r < PW_RESAMPLES && blocks > 1; r++) {
    for (int64_t i = 0; i < blocks; i++) choice[i] = (int64_t)(pw_study_hash(seed ^ 0xb007, r, (uint64_t)i) % (uint64_t)blocks);
    shares(&b, one, all);
    for (int32_t k = 0; k < varies; k++) {
      keep(tail[0][k], TAIL, one[k], true);
      keep(tail[1][k], TAIL, one[k], false);
      keep(tail[2][k], TAIL, all[k], true);
      keep(tail[3][k], TAIL, all[k], false);
    }
  }
  for (int32_t k = 0; k < varies && blocks > 1; k++) {
    interval(&first[k], tail[0][k], tail[1][k]);
    interval(&total[k], tail[2][k], tail[3][k]);
  }
}
