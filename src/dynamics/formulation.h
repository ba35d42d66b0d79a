// A formulation: one way to set the equations of motion up. simulate/ sees only this; each formulation fills in the table of
// formulation_table.h.
//
// Two states:
//   y = (positions, speeds of the bodies, work) is the same for all: what samples, contact, checkpoints and analyses know.
//   z is what the integrator integrates, of the formulation's own: positions in front, work last. multipliers: z = y.
// Behind the work both have the displacements of pressed touches with friction (contact/displacement.h). How many there are
// changes with set_touches.
// reduce and expand go from one to the other.
//
// A derivative is taken at the state's projection onto the constraints, so that f(t, z) = f(t, correct(z)): stages of an explicit
// method never leave the constraints, and the method keeps its order (it integrates the vector field f o correct, for which the
// constraints are invariant). Far from singular positions stages may be left where they are (plain): the equations are as smooth
// off the constraints, and each accepted step ends on them.
#ifndef PW_FORMULATION_H
#define PW_FORMULATION_H
#include "contact/rows.h"
#include "mechanics/motion.h"
#include "numerics/integrator.h"

typedef struct PwFormulation PwFormulation;

typedef struct {
  int64_t evaluations, factorisations;
  // of steps of its own: the largest residuals of positions, speeds, accelerations at their ends, relative to the mechanism's
  // size, and how many ended where accelerations are not held to the constraints, which do not count there
  double violation[3];
  int64_t steps, faint;
} PwFormulationStats;

// What a state holds beyond y.
typedef struct PwSolution {
  const double *q, *v, *acceleration;  // projected
  const double *lambda;                // per row of the mechanism; 0 for redundant ones. Force of a row: J^T lambda
  PwRowForces touch;                   // forces of the touches that act, by their rows
  double power;                        // of all forces that are not in the energies, drives included
  double definite;                     // det(1 - S) of friction that slides (loads.h); 1: there is none; 0: no loads answer
} PwSolution;

// How near the constraints are to losing rank.
typedef struct {
  double sigma;  // smallest singular value of the scaled rows' J M^-1/2: 1 is far, 0 singular
  double rate;   // its rate of change along the motion
  int32_t row;   // row that takes the largest part in the dependency
  int32_t side;  // of the singular pair followed: 1 as before, -1 turned round: sigma has passed zero; 0: cannot be told
} PwSingularity;

PawlStatus pw_multipliers_create(const PawlMechanism *mechanism, double tolerance, PwFormulation **out);
// penalty, radius: of augmented.h, > 0 and 0 to 1.
PawlStatus pw_augmented_create(const PawlMechanism *mechanism, double tolerance, double penalty, double radius,
                               PwFormulation **out);
PawlStatus pw_canonical_create(const PawlMechanism *mechanism, double tolerance, PwFormulation **out);
// The coordinate with this scalar shall be independent, if that is not much worse than another choice; to be called before
// anything else. false: it is none of the tree's.
bool pw_canonical_wish(PwFormulation *f, int32_t scalar);
// From here on multipliers that the motion leaves open are the least ones (least.h); friction of joints goes by them, too.
// PAWL_ERR_UNSUPPORTED: canonical does not find the loads of joints with friction by them.
PawlStatus pw_formulation_take_least(PwFormulation *f);
void pw_formulation_free(PwFormulation *f);
const char *pw_formulation_name(const PwFormulation *f);
// What tolerances are multiplied by for z, so that the motion of the bodies is as precise as in another formulation.
double pw_formulation_sharpness(const PwFormulation *f);
int32_t pw_formulation_size(const PwFormulation *f);                             // of z
int32_t pw_formulation_base(const PwFormulation *f);                             // of these, before displacements: work is last
int32_t pw_formulation_room(const PwFormulation *f);                             // the most that z may ever have
int32_t pw_formulation_positions(const PwFormulation *f);                        // of these, positions
void pw_formulation_set_discrete(PwFormulation *f, const PwDiscrete *discrete);  // kept by reference
// Closed touches become rows, pressed ones forces; to be called again whenever a state changed. `kinematic`: speeds are the least
// that rows and touches ask for, nothing moves by forces.
PawlStatus pw_formulation_set_touches(PwFormulation *f, const PwTouches *touches, bool kinematic);
// Do rows and closed touches leave no freedom? Then they alone say where everything is and how it moves. At the state of the last
// derivative.
bool pw_formulation_is_determined(const PwFormulation *f);
// Far from singular positions derivatives may be taken without projection: less than half the work.
void pw_formulation_set_plain(PwFormulation *f, bool plain);
// Near a singular position derivatives are taken with one more correction of the positions.
void pw_formulation_set_careful(PwFormulation *f, bool careful);
PwMotion *pw_formulation_motion(PwFormulation *f);
// The motion placed at positions q; placed and moved at y. What stands there already is not computed again, unless the
// discrete state has changed, or somebody else has placed the motion since.
PawlStatus pw_formulation_place_motion(PwFormulation *f, double t, const double *q);
PawlStatus pw_formulation_stand(PwFormulation *f, double t, const double *y);
const PwFormulationStats *pw_formulation_stats(const PwFormulation *f);
PwNoNumber *pw_formulation_no_number(PwFormulation *f);  // the caller may clear it
// Forgets pivots chosen in the past: from here on results depend on the state alone.
void pw_formulation_forget(PwFormulation *f);

// ---- the integrator's state z

PawlStatus pw_formulation_reduce(PwFormulation *f, double t, const double *y, double *z);
// Of any z, not projected.
PawlStatus pw_formulation_expand(PwFormulation *f, double t, const double *z, double *y);
// Do the closed touches nearly lose their rank at z, so that speeds that follow from them are imprecise?
bool pw_formulation_is_faint(PwFormulation *f, double t, const double *z);
// The same as expand where the constraints may have no rank, of dense output: speeds and accelerations of the bodies by the rates
// of z.
PawlStatus pw_formulation_expand_moving(PwFormulation *f, double t, const double *z, const double *dz, const double *ddz,
                                        double *y, double *acceleration);
// Absolute tolerances of z but its work and what is behind it, for a mechanism that starts at (t, y): `absolute` times its size,
// or its size per `time`, or rad.
PawlStatus pw_formulation_scale(PwFormulation *f, double t, const double *y, double time, double absolute, double *atol);
// dzdt at (t, z). PAWL_RETRY: z cannot be projected. PAWL_ERR_SINGULAR: rank lost there.
PawlStatus pw_formulation_derivative(PwFormulation *f, double t, const double *z, double *dzdt);
// z onto the constraints, to solver precision.
PawlStatus pw_formulation_correct(PwFormulation *f, double t, double *z);
// At (t, z). `u` (rows) and `r` (size of z) hold the singular pair, used as start (zero: none) and replaced.
PawlStatus pw_formulation_singularity(PwFormulation *f, double t, const double *z, double *u, double *r, PwSingularity *out);
// Has the choice of coordinates become so bad at (t, z) that the integrator should start anew, with another one? `near`: a
// singular position is, where it may be worse until then.
bool pw_formulation_is_worn(PwFormulation *f, double t, const double *z, bool near);
// Names of the coordinates chosen; returns the first that is new, NULL if none is.
const char *pw_formulation_describe(const PwFormulation *f, char *text, size_t size);
// Does the formulation make steps of its own? Their error over h^3 z''', 0: it does not.
double pw_formulation_advances(const PwFormulation *f);
// One such step, to the second order in h; its end is on the constraints. PAWL_RETRY: h is too long.
PawlStatus pw_formulation_advance(PwFormulation *f, const PwOwnStep *step);
// For a stiff integrator: the derivative of dzdt by z, or what steers Newton's iteration as well; then solves with
// (a - it), (b + ic - it).
PawlStatus pw_formulation_linearise(PwFormulation *f, double t, const double *z);
PawlStatus pw_formulation_factor(PwFormulation *f, double a, double b, double c);
PawlStatus pw_formulation_backsolve(PwFormulation *f, double *x);
PawlStatus pw_formulation_backsolve_complex(PwFormulation *f, double *re, double *im);

// ---- the bodies' state y

// y onto the constraints, positions and speeds, to solver precision.
PawlStatus pw_formulation_project(PwFormulation *f, double t, double *y);
// The same at a singular position: only what the constraints say firmly is corrected, the weak direction stays as it is.
PawlStatus pw_formulation_project_firmly(PwFormulation *f, double t, double *y);
// Accelerations and multipliers at a projected y; the pointers stay valid until the next call.
PawlStatus pw_formulation_solve(PwFormulation *f, double t, const double *y, PwSolution *out);
// The same at any y, projected to the precision of stages first.
PawlStatus pw_formulation_evaluate(PwFormulation *f, double t, const double *y, PwSolution *out);
// Largest residuals of positions (relative to the mechanism's size) and speeds at y.
PawlStatus pw_formulation_violation(PwFormulation *f, double t, const double *y, double *position, double *speed, int32_t *row);
// Acceleration of a scalar by a unit force along it at y, constraints included.
PawlStatus pw_formulation_mobility(PwFormulation *f, double t, const double *y, int32_t scalar, double *out);

// ---- touch space: what impacts and complementarity need

// For `n` rows as they are at (t, y), of touches closed or not, with all closed ones released: inertia W = G M^-1 G^T with the
// joints' rows included (n x n), and the rows' accelerations under all forces, in kinematic runs under none.
PawlStatus pw_formulation_touch_space(PwFormulation *f, double t, const double *y, int32_t n, const PwPairRow *row, double *W,
                                      double *acceleration);
// Speeds of y after impulses along the rows of the last touch space; row_impulse [rows of the mechanism] gets what constraints
// and drives take.
void pw_formulation_apply_impulses(PwFormulation *f, double *y, int32_t n, const double *impulse, double *row_impulse);
// Speeds onto the joints' rows, touches left out: what a jump in a drive's speed does at first.
PawlStatus pw_formulation_kick(PwFormulation *f, double t, double *y);
// All forces on the bodies at y with speeds zero, those of pressed touches included.
PawlStatus pw_formulation_resting_forces(PwFormulation *f, double t, const double *y, double *force);
// Forces of the closed touches with all speeds zero and drives standing still: their static part. As in PwSolution.
PawlStatus pw_formulation_static_forces(PwFormulation *f, double t, const double *y, PwRowForces *out);
#endif
