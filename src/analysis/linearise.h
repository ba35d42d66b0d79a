// Small motions about a state: state matrix, eigenvalues, modes.
//
// Changes of position are dq = U z (a small shift and turn per body, ground axes), U an orthonormal basis of what the rows of
// positions leave free; w = V^T dv, V one of what all rows leave free, those of friction that sticks included. The state matrix A
// is that of (z, w)' = A (z, w): the exact derivative of the constrained equations of motion along the motion through the state,
// taken with U and V carried along; where the motion is steady (steady.h), turning with it. Without rows of speeds V = U, and at
// rest w = z'. The eigenvalues of a state that is not an equilibrium, nor steady, belong to that instant only.
#ifndef PW_LINEARISE_H
#define PW_LINEARISE_H
#include "base/text.h"
#include "dynamics/formulation.h"

enum { PW_LINEARISE_MAX = 2000 };  // speeds

typedef struct {
  PwArena arena;
  int32_t nv, modes;
  int32_t positions, freedoms;  // numbers of z and of w
  double *U, *V;                // [nv * positions], [nv * freedoms] column-major
  double *A;                    // [(positions + freedoms)^2] column-major
  double noise;                 // of A, of its size: what is less is zero
  double *re, *im;              // [modes] eigenvalues, im >= 0: of a pair only one; by frequency, then damping
  double *frequency, *damping;  // [modes] |eigenvalue| / 2 pi in Hz, and -re / |eigenvalue|
  double *shape;                // [modes][nv][re, im], the largest component is 1
} PwLinearisation;

// At a projected y. PAWL_ERR_LIMIT: more than PW_LINEARISE_MAX speeds. Frees nothing of *out before; free it afterwards, also
// when it failed.
// touches: NULL, or those that the formulation has; closed ones are rows.
PawlStatus pw_linearise(const PawlMechanism *k, PwFormulation *f, const PwTouches *touches, double t, const double *y,
                        const PwDiscrete *discrete, PawlMessages *messages, PwLinearisation *out);
void pw_linearisation_free(PwLinearisation *l);
// A table of the modes: number, eigenvalue, frequency, damping ratio, shape by body and direction.
PawlStatus pw_linearisation_write(const PawlMechanism *k, const PwLinearisation *l, PwText *out);
#endif
