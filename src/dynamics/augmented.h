// Inside of the augmented formulation, shared by its files.
//
// The equations of motion of `multipliers`, with an augmented Lagrangian in place of exact multipliers (Bayo and Ledesma 1996;
// Cuadrado and others 2001; D11 section II): every matrix has -e where multipliers' has 0, and is solved with again until what
// that leaves of the rows is gone (pw_kkt_solve). So rows that depend on each other are all there, and a position where rows lose
// their rank is no singular matrix.
//
//   e of a row = 1/penalty, of an angular one over the mechanism's size squared; masses are over the typical mass
//
// Reactions that the motion does not determine are those with the least sum of e lambda^2.
//
// With s, the smallest singular value of the scaled rows, going to zero, rounding makes positions uncertain by 1e-16/s along the
// direction that is lost, speeds by 1e-16/s^2, accelerations by 1e-16/s^3. So these, and the multipliers, are found with a larger
// e, LOOSE: a direction with s below about LOOSE^(1/2) is left to the free motion, from which it differs by the s-fold of its
// multiplier. Positions and speeds hold them to the constraints until s is ten times smaller.
#ifndef PW_AUGMENTED_H
#define PW_AUGMENTED_H
#include "dynamics/multipliers_stiff.h"

// Constants of generalised-alpha (Chung and Hulbert 1993; on turns Bruels and Cardona 2010) for a spectral radius r:
//
//   m = (2 r - 1)/(r + 1),  f = r/(r + 1),  gamma = 1/2 + f - m,  beta = (gamma + 1/2)^2/4,  share = (1 - f)/(1 - m)
//
// and `error` of its local error over h^3 y'''. With r = 1 it is the trapezoidal rule.
typedef struct {
  double m, f, gamma, beta, share, error;
} PwAlpha;

// A step in progress, from (q0, v0, a0) at t - h.
typedef struct {
  double t, h;
  const double *lag0;  // the method's own acceleration beyond a0
  const double *q0, *v0, *a0, *tail0, *tail_rate0;
  double *q, *v, *a;              // iterate: positions, speeds, accelerations
  double *lambda, *touch, *tail;  // multipliers of the mechanism's rows, forces of closed touches' rows, displacements
  double *force, *residual, *x;   // scratch
  double *mu, *tail_rate;         // scratch: of the touches' rows, of the displacements
  double *direction;              // of each grip that slides, where the step begins
  int32_t touch_room;
} PwAugmentedStep;

// A matrix [M J^T; J -e] with the touches' rows beside it, as multipliers have it; they work with one at a time.
typedef struct {
  PwKkt kkt;
  PwRowSpace border;
  bool factored;
  double factored_t, *factored_q;
} PwAugmentedMatrix;

typedef struct {
  PwMultipliers m;
  PwFormulationTable table;  // multipliers' with what differs
  PawlMechanism rows;        // all rows, softened
  PawlMechanism loose_rows;
  PwAugmentedMatrix loose;  // of accelerations and multipliers
  double *projected;        // scratch: a state
  PwAlpha alpha;
  double accuracy;  // of a step's iteration: its last correction, relative to the mechanism's size
  PwAugmentedStep step;
} PwAugmented;

// augmented_step.c
PawlStatus pw_augmented_advance(void *self, const PwOwnStep *step);
#endif
