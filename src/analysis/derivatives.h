// First derivatives of the equations at a state, exact to rounding (complex step through the code that runs).
//
//   R(q, v) = M(q) a - F(q, v, t) - J(q)^T lambda        speeds
//   G(q, v) = J(q) a + bias(q, v, t)                     active rows
//   B       = d(J v + dC/dt) / dq                        active rows
//
// with respect to q (a small shift and turn per body, ground axes) and v, at fixed a and lambda. Dense, column-major, leading
// dimension = number of rows of the matrix. A callback counts with the stiffness and damping that it gives.
//
// Closed touches are rows behind those of the mechanism, first those of positions, then those of speeds (friction that sticks);
// pressed ones and friction that slides are forces in F, the latter at the loads that lambda has. Friction of pressed ones is
// that of displacements (pw_acting_load of `acting`), which follow the positions: at rest and inside the rim. What curvatures
// change by along the boundaries where they move, and friction, comes from differences (touch_change.h), all else is exact to
// rounding.
#ifndef PW_DERIVATIVES_H
#define PW_DERIVATIVES_H
#include "analysis/touch_change.h"
#include "mechanics/motion.h"

typedef struct {
  const PawlMechanism *mechanism;
  int32_t nv, m;      // speeds, rows: active ones of the mechanism, then those of closed touches
  int32_t own;        // of these the mechanism's
  int32_t positions;  // of all those of positions: the first ones
  int32_t *row;       // [m] row of the mechanism, or its count of rows + row of `acting`
  PwActing acting;
  PwMotion place;  // what touches are placed by
  PwTouchChange change;
  bool differences;         // did they take part in what was evaluated last?
  double *Rq, *Rv;          // [nv * nv]
  double *Gq, *Gv, *B, *J;  // [m * nv]
  double *R, *G;            // values
  PwMotion_z motion;
  double complex *q, *v, *a, *force, *g;  // work
  double *unit, *rate;
} PwDerivatives;

// touches may be NULL; which of them are closed must not change as long as *out is used.
PawlStatus pw_derivatives_create(const PawlMechanism *k, const PwTouches *touches, PwArena *arena, PwDerivatives *out);
void pw_derivatives_free(PwDerivatives *d);  // what is not in the arena
// lambda: per row of the mechanism, then per row of closed touches, in the order of PwSolution.
PawlStatus pw_derivatives_evaluate(PwDerivatives *d, double t, const double *q, const double *v, const double *a,
                                   const double *lambda, const PwDiscrete *discrete);
// J alone, at q.
PawlStatus pw_derivatives_rows(PwDerivatives *d, double t, const double *q, const PwDiscrete *discrete);

// The space that J leaves free at the state last evaluated.
typedef struct {
  int32_t nv, freedoms;
  double *U;        // [nv * freedoms] orthonormal, J U = 0
  double *inverse;  // [nv * m] J^+: J J^+ = 1 on independent rows, U^T J^+ = 0; others share by their weights
} PwTangent;

// Allocates for the rank found, so it may be called again on another arena only.
PawlStatus pw_tangent_find(const PwDerivatives *d, PwArena *arena, PwTangent *out);
// The same of the rows of positions alone.
PawlStatus pw_tangent_find_positions(const PwDerivatives *d, PwArena *arena, PwTangent *out);
// C (m x n) = A^T B with A (k x m), B (k x n); and C = A B with A (m x k), B (k x n).
void pw_multiply_transposed(const double *a, const double *b, int32_t m, int32_t k, int32_t n, double *c);
void pw_multiply(const double *a, const double *b, int32_t m, int32_t k, int32_t n, double *c);
#endif
