// Dependent and independent speeds of a mechanism in relative coordinates (tree.h), by its closures C u + c = 0.
//
//   u = (u_d, f'), dependent and independent ones:  u_d = -C_d^-1 (C_i f' + c)
//   u = K f' + k,  K = (B; I),  B = -C_d^-1 C_i,  k = (-C_d^-1 c; 0)
//   M = K^T M_tree K = M_ii + M_id B + B^T (M_di + M_dd B)
//
// Which speeds are dependent is decided by elimination with complete pivoting, then by exchange as long as that makes |det C_d|
// larger, all in speeds measured by the inertia that they move alone, sqrt(M_jj) u_j. There no entry of B is far above 1; when
// one is, the choice has worn out. Rows must be independent; of touches only as many are in force as are.
#ifndef PW_CANONICAL_REDUCTION_H
#define PW_CANONICAL_REDUCTION_H
#include <stdbool.h>
#include <stdint.h>

#include "pawl/status.h"

typedef struct {
  int32_t n;          // speeds
  int32_t m, rows;    // closures: rows, then touches
  int32_t r;          // closures in force = dependent speeds
  int32_t *in_force;  // [r] in the order of elimination
  int32_t *speed;     // [n] the r dependent ones in that order, then the others, rising
  double *C;          // [m * n] row by row, filled in by the owner
  bool *may;          // [m * n] where C may be other than zero, by the owner
  double *A;          // [r * n] factors of C_d, then -B in the columns of the others
  double *M;          // [n * n] Cholesky factor, of the independent speeds
  // where A is filled: columns of each row; rows below each pivot; columns right of it, dependent ones, from free_of on the
  // others
  int32_t *cell_of, *cell, *below_of, *below, *right_of, *free_of, *right;
  double *weight;   // [r] one over the lengths of the rows
  double *unit;     // [n] inertia when the choice was made
  double *work;     // [m * n]
  bool *filled;     // [m * n] scratch
  int32_t *mark;    // [n] which speeds are dependent
  int32_t *placed;  // [2 r] scratch
  int32_t room;     // closures that there is room for
  bool chosen;
} PwReduction;

// Room for m closures of n speeds; a choice made before stays.
PawlStatus pw_reduction_reserve(PwReduction *s, int32_t m, int32_t n);
void pw_reduction_free(PwReduction *s);

// Chooses by s->C; inertia: sqrt(M_jj) of each speed. `wished` [n]: speeds that shall be independent if that is not much worse
// (a hundred times). PAWL_ERR_SINGULAR: the rows have no rank.
PawlStatus pw_reduction_choose(PwReduction *s, const double *inertia, const bool *wished);
// Factors of C_d, and B; if need be in another order than before. PAWL_ERR_SINGULAR.
PawlStatus pw_reduction_eliminate(PwReduction *s);
// The order of elimination at the present C (canonical_reduction_order.c); false: rank is lost.
bool pw_reduction_order(PwReduction *s);
void pw_reduction_copy_choice(const PwReduction *from, PwReduction *to);
// Row a of C in speeds measured by s->unit and to length 1; returns the length before.
double pw_reduction_measure(const PwReduction *s, int32_t a, double *out);
// Largest entry of B in speeds measured by inertia.
double pw_reduction_wear(const PwReduction *s, const double *inertia, const bool *wished);
// The least of what the elimination has left of a touch's row that is in force, of its length; 1: there is none.
double pw_reduction_firmness(const PwReduction *s);
// M and its factor, tree: M_tree [n * n]. PAWL_ERR_SINGULAR: a freedom has no inertia.
PawlStatus pw_reduction_mass(PwReduction *s, const double *tree);
// The factor of an M that the owner filled in (lower half).
PawlStatus pw_reduction_factor_mass(PwReduction *s);

// x <- M^-1 x, of the independent speeds.
void pw_reduction_solve(const PwReduction *s, double *x);
// out [n - r] = K^T g.
void pw_reduction_gather(const PwReduction *s, const double *g, double *out);
// u = K f; `f` in the order of the independent speeds.
void pw_reduction_spread(const PwReduction *s, const double *f, double *u);
// u += k, that is u_d -= C_d^-1 c; c [m].
void pw_reduction_close(const PwReduction *s, const double *c, double *u);
// mu [m] = C_d^-T g_d of the closures in force, 0 for the others.
void pw_reduction_multipliers(const PwReduction *s, const double *g, double *mu);
#endif
