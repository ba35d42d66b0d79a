// The shortest of all x that answer A x = b best, A of any shape and rank, by orthogonal factors from both sides. No allocation:
// for the small systems of an instant, whose rows often depend on each other.
#ifndef PW_SHORTEST_H
#define PW_SHORTEST_H
#include <stdint.h>

// a: m x n, column-major, spent; b: m, spent; x: n; work: n; pivot: n. What is left of all columns below `tolerance` of the
// largest counts as none. Returns the rank.
int32_t pw_shortest_solve(double *a, int32_t m, int32_t n, double *b, double tolerance, double *x, double *work, int32_t *pivot);
#endif
