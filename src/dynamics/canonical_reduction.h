// Dependent and independent speeds of a mechanism in relative coordinates (tree.h), by its closures C u + c = 0.
//
//   u = (u_d, f'), dependent and independent ones:  u_d = -C_d^-1 (C_i f' + c)
//   u = K f' + k,  K = (-B; I),  B = C_d^-1 C_i,  k = (-C_d^-1 c; 0)
//   M = K^T M_tree K
//
// Which speeds are dependent is decided by elimination with complete pivoting, then by exchange as long as that makes |det C_d|
// larger, all in speeds measured by the inertia that they move alone, sqrt(M_jj) u_j. There no entry of B is far above 1; when
// one is, the choice has worn out. Rows must be independent; of touches only as many are in force as are.
//
// Everything is stored by what may be other than zero. Speeds that neither a branch of the tree nor a closure ties, directly or
// through others, are of different groups: M has a block for each, and a row of B entries for the independent speeds of its own.
#ifndef PW_CANONICAL_REDUCTION_H
#define PW_CANONICAL_REDUCTION_H
#include <stdbool.h>
#include <stdint.h>

#include "mechanics/tree.h"
#include "numerics/elimination.h"
#include "numerics/pivoting.h"
#include "pawl/status.h"

typedef struct {
  int32_t n;        // speeds
  int32_t m, rows;  // closures: rows, then touches
  // by the owner: where C may be other than zero, row by row, and its entries; what of the tree a speed belongs to
  int32_t *start, *column;  // [m + 1], [start[m]]
  double *C;                // [start[m]]
  int32_t *branch;          // [n] M_tree ties speeds of one branch only
  // the choice
  bool chosen;
  int32_t r;          // closures in force = dependent speeds
  int32_t *in_force;  // [r] in the order of elimination
  int32_t *speed;     // [n] the r dependent ones in that order, then the others, group by group, rising
  bool *dependent;    // [n]
  double *weight;     // [r] one over the lengths of the rows
  double *unit;       // [n] inertia when the choice was made
  // its groups: where the independent speeds of each begin, counted from 0; where its block of M does; the most speeds of one
  int32_t groups, widest;
  int32_t *first, *block;  // [groups + 2], the last one empty: for dependent speeds that nothing moves; [groups + 1]
  int32_t *group;          // [n] of each speed, dependent ones, too
  // factors of C_d, its entries in C by columns; entries of C_i by their place in the group, and their rows
  PwElimination *factors;
  PwEliminated sound;  // when the order was chosen
  int32_t lefts, *left;
  int32_t *right_of, *right, *right_row;  // [widest + 1]
  double *B;                              // [r * widest]
  double *M;                              // Cholesky factors of the groups, row by row
  // scratch
  PwPivoting pivoting;
  double *value;   // [start[m]]
  double *work;    // [n * (widest + 1)], [m]
  int32_t *place;  // [2 (n + m) + 2]
  int32_t *list;
  int32_t room, entry_room;
  size_t B_room, M_room, work_room, list_room;
} PwReduction;

// Room for m closures of n speeds with so many entries; what was there stays, and so does a choice.
PawlStatus pw_reduction_reserve(PwReduction *s, int32_t m, int32_t n, int32_t entries);
void pw_reduction_free(PwReduction *s);

// Chooses by s->C; inertia: sqrt(M_jj) of each speed. `wished` [n]: speeds that shall be independent if that is not much worse
// (a hundred times). PAWL_ERR_SINGULAR: the rows have no rank.
PawlStatus pw_reduction_choose(PwReduction *s, const double *inertia, const bool *wished);
// Factors of C_d, and B; if need be in another order than before. PAWL_ERR_SINGULAR.
PawlStatus pw_reduction_eliminate(PwReduction *s);
// The order of elimination at the present C (canonical_reduction_order.c). PAWL_ERR_SINGULAR: rank is lost, the order stays.
PawlStatus pw_reduction_order(PwReduction *s);
// Where entries of C stand has changed; those in force are where they were in their rows.
void pw_reduction_list(PwReduction *s);
// Row a of C in speeds measured by s->unit: its length.
double pw_reduction_measure(const PwReduction *s, int32_t a);
// Largest entry of B in speeds measured by inertia.
double pw_reduction_wear(const PwReduction *s, const double *inertia, const bool *wished);
// The least of what the elimination has left of a touch's row that is in force, of its length; 1: there is none.
double pw_reduction_firmness(const PwReduction *s);
// M and its factors. PAWL_ERR_SINGULAR: a freedom has no inertia.
PawlStatus pw_reduction_mass(PwReduction *s, const PwTreeMass *tree);
// The factors of an M that the owner filled in (lower halves).
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
