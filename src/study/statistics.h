// What a study of tolerances says of its samples.
#ifndef PW_STATISTICS_H
#define PW_STATISTICS_H
#include "study/journal.h"

enum { PW_QUANTILES = 7, PW_WORST = 5, PW_RESAMPLES = 200 };
extern const double pw_quantiles[PW_QUANTILES];  // shares

typedef struct {
  double value, low, high;  // with its interval of 95 %
} PwEstimate;

// Of one result, over the samples that have it.
typedef struct {
  int64_t count;
  PwEstimate mean;
  double deviation, least, largest, quantile[PW_QUANTILES];
  int64_t lowest[PW_WORST], highest[PW_WORST];  // numbers of samples, the outermost first; 0: there are not as many
  int32_t ends;                                 // of each
  double *rank;                                 // [varies] rank correlation with the parameters (Spearman)
  PwEstimate *first, *total;                    // [varies] shares of the variance, alone and with all others; NULL: not known
  int64_t blocks;                               // from which these come
} PwDistribution;

// Of conditions: how many samples there are, how many meet it; Wilson's interval (1927).
typedef struct {
  int64_t samples, met;
  PwEstimate share;
} PwYield;

typedef struct {
  PwDistribution *result;  // [results]
  PwYield all;             // meet all conditions
  PwYield *condition;      // [conditions]
} PwStatistics;

// From the records of a complete journal; what is in *out lives in the arena.
PawlStatus pw_statistics(PwJournal *j, PwArena *arena, PwStatistics *out);

PwEstimate pw_wilson(int64_t met, int64_t samples);
// Mean, deviation, quantiles of values, which are put in order.
void pw_distribution(double *value, int64_t count, PwDistribution *out);
// Ranks, ties shared, in place; `order` is scratch of as many.
void pw_ranks(double *value, int64_t *order, int64_t count);
double pw_correlation(const double *a, const double *b, int64_t count);

// ---- indices.c: shares of the variance from blocks of A, B, and A with each parameter from B: [blocks][varies + 2].
// First order by Saltelli et al. (2010), total by Jansen (1999); intervals by drawing blocks again. `choice` is scratch,
// [blocks].
void pw_indices(const double *value, int64_t blocks, int32_t varies, uint64_t seed, int64_t *choice, PwEstimate *first,
                PwEstimate *total);
#endif
