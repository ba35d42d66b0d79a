// Linear solves for a stiff integrator: (z I - D) x = r with D the derivative of the equations of motion, z real or complex.
//
// K = dF/dq and C = dF/dv come from the gradients of springs, dampers, laws and callbacks. What changes with the directions of
// forces and constraints and gyroscopic forces are left out: D only steers Newton's iteration (on a flyball governor the full
// derivative saves no step). With P the M-orthogonal projection onto the constraints' tangent space,
//
//   D = [ 0          P          ]
//       [ P M^-1 K P P M^-1 C P ]
//
// so the part of r off the tangent space is only integrated, x = r / z, and on it, with x_v = z x_q - r_q,
//
//   [ M - C/z - K/z^2   J^T ] (x_q)   ( (M r_v + (z M - C) r_q) / z^2 )
//   [ J                 0   ] ( . ) = (  0                            )
//
// The displacement s of a pressed touch with friction (contact/displacement.h) is eliminated. With its force's derivative F by s
// along the tangents G, s' = P G v inside and across the rim, where it turns with rate l (inside l = 0), P = 1 - u u^T there
// (inside P = 1):
//
//   x_s = D r_s + E G x_v,   E = P/(z + l), D = E + (1 - P)/z
//   matrix - G^T F E G/z,  right side + G^T F (D r_s - E G r_q)/z^2
#ifndef PW_MULTIPLIERS_STIFF_H
#define PW_MULTIPLIERS_STIFF_H
#include "dynamics/multipliers.h"

// One product l (k r^T dq + c r^T dv) of the forces' change: a force along l that depends on one scalar with gradient r.
typedef struct {
  int32_t force, applied;  // index of the scalar force or of the applied force; -1
  int32_t component;       // of the applied force
  const PwLaw *law;        // NULL: linear
  int32_t variable;        // of the law
  int32_t scalar;          // that it depends on
  int32_t body[4];         // of l, then of r
  double k, c, l[12], r[12];
  int32_t first;  // its slots, (2 speeds) x (2 speeds), -1 where a body is ground
} PwCoupling;

typedef struct {
  int32_t callback, body, first;
  double k[36], c[36];  // on the body's speeds, row-major
} PwPull;

// Change of the forces of a soft contact's pressed touches, on the speeds of its two bodies: sum of dF/dgap G^T G and dF/drate
// G^T G.
typedef struct {
  int32_t contact, body[2], first;
  bool active;
  double k[144], c[144];
} PwStiffPress;

// Of a pressed touch with friction, along its tangents.
typedef struct {
  int32_t press;          // of its contact
  const PwDisplaced *of;  // at the state linearised
  double F[2][2], P[2][2];
  double turning;      // l
  double matrix[144];  // G^T F P G, over the typical mass
} PwStiffDisplaced;

struct PwStiff {
  PwArena arena;
  PwMotion motion;
  PwKkt plain;  // [M J^T; J 0] at the state linearised: the projection
  int32_t couplings, pulls, slots, nonzeros, plain_slots;
  PwCoupling *coupling;
  PwPull *pull;
  int32_t presses;
  PwStiffPress *press;
  PwStiffDisplaced *displaced;                     // [acting.displaced]
  PwActing acting;                                 // touches at the state linearised
  PwRowSpace plain_space, real_space, pair_space;  // of the closed ones' rows, beside each matrix: G x = 0
  int32_t *slot;                                   // of couplings, pulls, presses
  int32_t *plain_slot;                             // of the plain matrix's entries: mass, then each entry of J and J^T
  PwSparse *real, *pairs;
  double *m, *k, *c, *j;  // parts of the matrix, per nonzero; m, k, c over the typical mass
  double *q, *v;          // state linearised
  double *re[2], *im[2], *off[4], *x, *work, *pair;
  double z[3];  // of the last factor
};

// For `augmented`, which needs the real matrix alone: memory once, then the parts of the matrix at (t, y), then
// M - c C - k K with the rows, factored; solved with by pw_stiff_solve_bordered.
PawlStatus pw_stiff_create(PwMultipliers *f);
PawlStatus pw_stiff_take(PwMultipliers *f, double t, const double *y);
PawlStatus pw_stiff_factor_real(PwMultipliers *f, double c, double k);

// multipliers_stiff_touches.c
// At the state linearised, with these displacements: gradients of the closed, laws of the pressed.
PawlStatus pw_stiff_take_touches(PwMultipliers *f, const double *tail);
void pw_stiff_factor_plain(PwMultipliers *f);
PawlStatus pw_stiff_factor_touches(PwMultipliers *f);  // after `real` and `pairs`
void pw_stiff_factor_real_touches(PwMultipliers *f);   // after `real`
// x through the real matrix with the touches' rows, mu their right sides, then their multipliers.
void pw_stiff_solve_bordered(const PwMultipliers *f, double *x, double *mu);
// x = (0, J r) -> the part of r off the rows' and touches' tangent space.
void pw_stiff_solve_off(const PwMultipliers *f, const double *r, double *x);
// The matrix, then the touches.
void pw_stiff_solve_real(PwMultipliers *f, double *x);
void pw_stiff_solve_pairs(PwMultipliers *f, double *x);
void pw_stiff_free_touches(PwStiff *s);

// multipliers_stiff_displaced.c
// What the displacements change by: contacts' stiffness and damping, and what z enters besides.
void pw_stiff_take_displaced(PwMultipliers *f);
// Their part of the matrices for z = a, and for b + i c, into the values; before these are factored.
void pw_stiff_factor_displaced(PwMultipliers *f, double a, double b, double c);
// z as a pair of numbers: b + i c; real: c = 0. Right sides and solutions likewise, the imaginary parts NULL for a real one.
typedef struct {
  double b, c;
} PwStiffPole;
// y += G^T F (D r_s - E G r_q), over the typical mass.
void pw_stiff_push_displaced(const PwMultipliers *f, PwStiffPole z, const double *const rs[2], const double *const rq[2],
                             double *const y[2]);
// rs <- D r_s + E G x_v
void pw_stiff_solve_displaced(const PwMultipliers *f, PwStiffPole z, double *const rs[2], const double *const xv[2]);
#endif
