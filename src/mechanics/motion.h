// Motion: poses and speeds of the bodies -> frames, scalars, constraint rows, applied forces.
//
// The equations stand once, in motion_template.h, and are compiled twice: for double, and for double complex. The complex build
// differentiates the very code that runs (complex step, Squire and Trapp 1998): exact to rounding, no difference quotient.
// It serves linearisation, statics and the tests.
//
//   row r:        C_r  = sum f_k s_k - law_r(t)
//                 C_r' = J_r v + (partial in t)
//                 C_r''= J_r a + bias_r
//   body i:       m a_c = f,  I alpha = tau - w x (I w)
#ifndef PW_MOTION_H
#define PW_MOTION_H
#include <complex.h>
#undef I
#ifndef CMPLX  // glibc 2.36 has it for gcc alone
#define CMPLX(x, y) (__extension__(double complex){x, y})
#endif
#include "compile/mechanism.h"
#include "mechanics/discrete.h"

// The force that last gave no number, for complaints.
typedef struct {
  const char *force;  // NULL: none
  const PwLaw *law;   // NULL: a callback
  double t;
} PwNoNumber;

#define REAL double
#define NAME(x) x
#include "mechanics/motion_types.h"
#undef REAL
#undef NAME

#define REAL double complex
#define NAME(x) x##_z
#include "mechanics/motion_types.h"
#undef REAL
#undef NAME

// Does the motion stand at these positions already, or is it moved at these speeds, provided that the discrete state has not
// changed since? Of all bodies, without ground's.
bool pw_motion_is_placed(const PwMotion *m, double t, const double *q);
bool pw_motion_is_moved(const PwMotion *m, const double *v);

// Jets (value, first, second derivative; SI) of a law of t (and named events) alone.
void pw_law_jet(const PwLaw *law, double t, const PwDiscrete *discrete, double jet[3]);

// Chooses the branches of all kinks by the state of `motion` (placed, moved, all scalars evaluated).
void pw_discrete_choose(const PwMotion *motion, PwDiscrete *discrete);
// Takes the counted angles of `motion` (all scalars evaluated) as the new turn references.
void pw_discrete_count_turns(const PwMotion *motion, PwDiscrete *discrete);
// Values (and, if rate is not NULL, rates) of the variables that a law mentions;
void pw_law_variables(const PwMotion *motion, const PwLaw *law, double *x, double *rate);

// Names what has no number at t or within `span` behind it, with its place, and returns `status`: the force that said so (may be
// NULL), else a law of t. PAWL_OK: there is none, nothing is said.
PawlStatus pw_fail_no_number(const PawlMechanism *k, const PwDiscrete *discrete, const PwNoNumber *force, double t, double span,
                             PawlStatus status, PawlMessages *messages);

// Kinetic and potential energy (gravity, linear springs and bushings) at the state last placed and moved.
double pw_motion_kinetic(const PwMotion *m, const double *v);
double pw_motion_potential(const PwMotion *m);
// World inertia (xx yy zz xy xz yz) of a body at the state last placed (spatial).
void pw_motion_inertia(const PwMotion *m, int32_t body, double out[6]);
// y = M x, with the masses of the bodies at the state last placed.
void pw_mass_multiply(const PwMotion *motion, const double *x, double *y);
// G M^-1 G^T of a gradient between two bodies, as if they were free: what is small against it is held by joints.
double pw_pair_free_response(const PawlMechanism *k, const int32_t body[2], const double *jac);
// Pose (position, quaternion) and twist of a frame at the state last placed and moved.
void pw_frame_pose(const PwMotion *m, int32_t frame, double pose[7], double twist[6]);
// q moved by dv (a small shift and turn per body): q <- q (+) dv. out may be q.
void pw_position_add(const PawlMechanism *mechanism, const double *q, const double *dv, double *out);
// dq/dt for speeds v.
void pw_position_rate(const PawlMechanism *mechanism, const double *q, const double *v, double *dqdt);
#endif
