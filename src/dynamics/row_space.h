// The space of some rows G beside a system with the matrix A: what their forces do to the rows themselves. It needs of A only a
// function that solves for a column.
//
//   [ A  G^T ] (x )   (b)
//   [ G   0  ] (mu) = (r)       Z = A^-1 G^T,  W = G Z,  W mu = G A^-1 b - r,  x = A^-1 b - Z mu
//
// The structure of A never changes when rows come and go. Rows of positions stand in front (contact/rows.h), and the factor of
// their part of W is the upper left corner of the whole one's: so every solve says how many of the rows, from the first on,
// count.
#ifndef PW_ROW_SPACE_H
#define PW_ROW_SPACE_H
#include "base/order.h"
#include "contact/complementarity.h"
#include "mechanics/motion.h"
#include "mechanics/pair_row.h"

typedef enum {
  PW_SPACE_SYMMETRIC,  // W is symmetric; where it has no full rank the rows share by the choice with the least sum (mu/weight)^2
  PW_SPACE_GENERAL,    // it is not; rows that depend on each other get a little softness: such a W only steers
  PW_SPACE_COMPLEX     // the same of a complex A, in pairs
} PwSpaceKind;

// column = A^-1 G^T of a row: speeds of the bodies, then what else the system has.
typedef void (*PwColumnSolve)(void *self, const PwPairRow *row, double *column);

typedef struct {
  const PawlMechanism *k;
  PwSpaceKind kind;
  int32_t room, size;  // rows that there is room for; numbers (complex: pairs) of a column
  double mass;         // what masses are divided by in A
  int32_t n;           // rows
  int32_t *body;       // [2 n] of the rows, as they were when W was formed
  double *G;           // [12 n] their gradients
  double *Z;           // [n * size]
  double *W;           // [n * n] symmetric: stays as it is; else then its factor
  double *factor;      // [n * n] symmetric: Cholesky factor
  double *corner;      // [n * n] symmetric: scratch
  double *weight;      // [n] of the rows
  bool even;           // no row has one
  double *mu;          // [n] for the owner: right sides of the rows, then their multipliers
  double *work;        // [n]
  int32_t *pivot;      // [n] general
  int32_t firm;        // symmetric: rows in front that do not depend on each other; n: all
  PwLcp *lcp;
  int32_t shared;  // rows in front that it shared last, of this W; 0: none
#ifndef NDEBUG
  int32_t stage;  // order.h
#endif
} PwRowSpace;

// mass: what masses are divided by in A.
PawlStatus pw_row_space_reserve(PwRowSpace *s, const PawlMechanism *k, PwSpaceKind kind, int32_t rows, int32_t size, double mass);
void pw_row_space_free(PwRowSpace *s);
// Z and W of n rows, which it remembers. In a symmetric space they are 0 for rows that A holds already.
void pw_row_space_form(PwRowSpace *s, int32_t n, const PwPairRow *row, PwColumnSolve solve, void *self);
// After form.
PawlStatus pw_row_space_factor(PwRowSpace *s);
// mu <- W^-1 mu, of the first `count` rows; after factor.
void pw_row_space_solve(PwRowSpace *s, int32_t count, double *mu);
// mu = the solution of W mu = b that shares by weights, of the first `count` rows (symmetric); after form, needs no factor.
PawlStatus pw_row_space_share(PwRowSpace *s, int32_t count, const double *b, double *mu);
// Column i of Z, after form.
static inline const double *pw_row_space_column(const PwRowSpace *s, int32_t i) {
  PW_NEED_STAGE(s, PW_STAGE_FORMED, PW_STAGE_FACTORED);
  assert(i < s->n);
  return s->Z + (size_t)i * (size_t)s->size;
}
// G_i x, after form.
static inline double pw_row_space_along(const PwRowSpace *s, int32_t i, const double *x) {
  assert(i < s->n);
  return pw_pair_along(s->k, s->body + 2 * i, s->G + 12 * i, x);
}
// mu <- G x of a complex space, both in pairs.
void pw_row_space_along_pairs(const PwRowSpace *s, const double *x, double *mu);
// x -= Z mu, of the first `count` rows, after form.
void pw_row_space_subtract(const PwRowSpace *s, int32_t count, const double *mu, double *x);
// column = G^T of a row in a system of `size` numbers.
void pw_row_column(const PawlMechanism *k, const PwPairRow *row, int32_t size, double *column);
#endif
