// The matrix  [ M/m0  J^T ]  of a mechanism's bodies and active rows: structure analysed once, filled from a PwMotion.
//             [ J      0  ]
// m0 is a typical mass, so that both parts are of one size.
#ifndef PW_KKT_H
#define PW_KKT_H
#include "mechanics/motion.h"
#include "numerics/sparse.h"

typedef struct {
  int32_t scalar, component;  // which entry of which scalar's gradient
  double factor;
  int32_t row, column;   // active row, speed
  int32_t lower, upper;  // slots of J and J^T
} PwKktEntry;

typedef struct {
  int32_t nv, m;  // speeds, active rows
  int32_t *row;   // [m] row of the mechanism
  double mass;    // m0
  int32_t entries;
  PwKktEntry *entry;
  int32_t *mass_slot;  // [3 per body] planar, [12 per body] spatial: 3 diagonal, 9 of the inertia
  int32_t softs;       // rows with softness: -softness on the diagonal
  int32_t *soft_row, *soft_slot;
  const PwRow *of;  // the mechanism's rows, whose softness counts as it is when the matrix is filled
  bool repeated;    // solves take the softness back: pw_kkt_solve
  double *change;   // [nv + m] scratch of these
  PwSparse *matrix;
} PwKkt;

PawlStatus pw_kkt_create(const PawlMechanism *k, PwArena *arena, PwKkt *out);
void pw_kkt_free(PwKkt *kkt);
void pw_kkt_fill(PwKkt *kkt, const PwMotion *motion);
// x <- K^-1 x after a factorisation. `repeated`: of the matrix without softness, as far as the rows have rank, by solving again
// for what softness left of the rows,
//
//   [ M/m0  J^T ] (d )   (    0    )
//   [ J      -e ] (d'') = (-e d'    ),   x <- x + (d, d''), d' <- d''
//
// which is the iteration of an augmented Lagrangian with the penalty 1/e: a direction of the rows with the singular value s is
// met up to (e/(e + s^2))^n. Multipliers of rows that depend on each other are those with the least sum of e lambda^2.
void pw_kkt_solve(const PwKkt *kkt, double *x);
// A copy of k with all its rows, redundant ones, too, softened by e, angular ones by e over the size squared.
PawlStatus pw_kkt_soften(const PawlMechanism *k, double e, PwArena *arena, PawlMechanism *out);
// Rows and columns of the masses of the bodies, then of each entry of J and J^T, then of softness; returns how many.
int32_t pw_kkt_list(const PawlMechanism *k, const PwKkt *kkt, int32_t *row, int32_t *column);
// force += factor J^T lambda (lambda: rows of the mechanism).
void pw_kkt_add_transposed(const PwKkt *kkt, const PwMotion *motion, const double *lambda, double factor, double *force);
// y = J x (x: speeds, y: active rows).
void pw_kkt_multiply(const PwKkt *kkt, const PwMotion *motion, const double *x, double *y);
#endif
