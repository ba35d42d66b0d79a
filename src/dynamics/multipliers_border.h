// Closed touches as rows beside the constraint matrix K = [M/m0 J^T; J 0], by its Schur complement:
//
//   [ K  (G^T; 0) ] (x )   (b)
//   [ G     0     ] (mu) = (r)       Z = K^-1 (G^T; 0),  W = G Z,  W mu = G K^-1 b - r,  x = K^-1 b - Z mu
//
// The structure of K never changes when touches come and go, and W/m0 is the touch-space inertia that impacts and the
// complementarity need. Where W has no full rank the touches share by the least-norm choice of mu.
#ifndef PW_MULTIPLIERS_BORDER_H
#define PW_MULTIPLIERS_BORDER_H
#include "contact/complementarity.h"
#include "contact/pair.h"
#include "dynamics/formulation.h"
#include "numerics/sparse.h"

typedef struct {
  const PwTouches *touches;
  int32_t capacity;       // touches that there is room for
  int32_t n, pressed;     // closed, pressed
  int32_t *index;         // [n] closed touches, then [pressed]
  PwTouchMotion *motion;  // of these, at the place of the formulation's motion
  double *G;              // [n * 12] gradients when factored
  double *Z, *W, *L;      // [n * nx], [n * n], its Cholesky factor
  bool deficient;         // W has no full rank
  double *r;              // [n] right side, then multipliers
  double *work;           // [capacity]
  double *force;          // [capacity] normal force of every touch at the last acceleration
  PwLcp *lcp;
  double *space;  // [capacity * nx] columns Z of the last touch space
} PwBorder;

void pw_border_free(PwBorder *b);
// Lists the closed and pressed touches; grows if there are more touches than room. nx: size of K.
PawlStatus pw_border_set(PwBorder *b, const PwTouches *touches, int32_t nx);
PawlStatus pw_border_place(PwBorder *b, const PwMotion *m);
void pw_border_move(PwBorder *b, const PwMotion *m);
// After K was factored at the motion's place.
void pw_border_factor(PwBorder *b, PwSparse *matrix, const PawlMechanism *k, int32_t nx);
// x: right side of K and then the solution; b->r: that of the touches and then their multipliers.
void pw_border_solve(PwBorder *b, PwSparse *matrix, const PawlMechanism *k, int32_t nx, double *x);
// Adds the forces of pressed touches; returns their power on the bodies.
double pw_border_press(PwBorder *b, const PawlMechanism *k, double *force);

// G^T into a column of K's size.
void pw_touch_column(const PawlMechanism *k, const int32_t body[2], const double *jac, int32_t nx, double *column);
#endif
