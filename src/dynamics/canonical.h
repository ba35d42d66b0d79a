// Inside of the canonical formulation, shared by its files. canonical.c has the equations.
#ifndef PW_CANONICAL_H
#define PW_CANONICAL_H
#include "contact/rows.h"
#include "dynamics/canonical_reduction.h"
#include "dynamics/formulation_table.h"
#include "dynamics/loads.h"
#include "dynamics/row_space.h"
#include "mechanics/tree.h"
#include "numerics/sparse.h"

typedef struct PwCanonicalStiff PwCanonicalStiff;

enum { PW_FEW = 3 };  // independent speeds of a group up to which the mass matrix is taken column by column

typedef struct {
  int32_t scalar, body[2], common;  // what both bodies hang on; 0: ground, or what moves it matters
  double factor;
} PwClosureTerm;

// Two rows of a pin in the plane, from `closure` on; where its points are.
typedef struct {
  int32_t closure, body[2], common;
  double at[2][2], c[2][2], p[2][2];  // body axes; ground axes from the centre of mass; from ground's origin
  int32_t *place[2];                  // in rows of C, of the speeds that move each body
} PwPin;

typedef struct {
  int32_t scalars, frames, *scalar, *frame;
} PwMotionList;

typedef struct {
  PwFormulation head;
  PwArena arena;
  PwTree *tree;
  PwMotion motion;  // its own: only what closures and forces need. head.motion is what others see
  PwMotionList full, lean;
  bool is_lean;      // what stands has no scalars of pins
  PwActing acting;   // closed and pressed touches
  PwLoads loads;     // of friction that slides
  PwRowSpace share;  // of the closed ones' rows, where they depend on each other
  PwRowSpace space;  // of the rows of the last touch space
  int32_t nx, nu, nq, nv;
  int32_t rows;                   // closures that are rows of the mechanism
  int32_t *row;                   // [rows]
  bool *constant;                 // [rows] its gradient in the tree's speeds never changes
  int32_t *part_of, *part_speed;  // [rows + 1] of these: first entry of each; speeds
  double *part;                   // and entries
  int32_t *term_of;               // [rows + 1] first term of each
  PwClosureTerm *term;
  int32_t pins;
  PwPin *pin;
  bool *pinned;            // [rows]
  int32_t others, *other;  // rows that are neither constant nor pinned
  bool frames_move;        // by laws
  bool laws_move;          // rows have laws of t
  bool joints_move;        // rows that the tree holds have moving frames
  int32_t entries;         // of C in rows of the mechanism
  int32_t pair_entries;    // in a row between two bodies, at most
  int32_t *speed_of;       // [bodies] one of those that move it; -1
  double *least;           // [nu] inertia of a speed that moves next to nothing
  bool *wished;            // [nu] speeds that the user wants to be independent
  double stage_tolerance;

  PwReduction kept;   // of the integrator's state: its choice stays from reduce to reduce
  PwReduction fresh;  // of states y, chosen for each as it needs
  PwReduction freed;  // the same with all touches open
  bool *before;       // [nu] speeds that were dependent when `kept` had worn out
  int32_t *id;        // of the rows of closed touches that `kept` was chosen for
  bool known;         // `kept` has been chosen since the touches changed

  // what stands at t, x
  double t, *x;
  PwReduction *at;         // the reduction that stands there; NULL: none
  PwTreeMass mass;         // of the tree, if it was asked for
  double *inertia;         // [nu] sqrt(M_jj), of what each speed moves alone
  double *column;          // [PW_FEW * nv] speeds of the bodies by one independent speed
  double key_t, *key;      // the state that the integrator asked for last, which f->x may be the projection of
  bool key_plain;          // it is not
  double given_t, *given;  // y of the integrator's state that stands, as it was last given away
  bool has_given;
  PwDiscrete standing;  // that placed it

  double *sign;                                // [bodies] of the quaternions that y shows
  double *c;                                   // [closures] residuals, rates, biases
  double *mu;                                  // [closures] multipliers
  double *u, *f, *p;                           // [nu] speeds; independent ones; momenta by speed
  double *k, *Q;                               // [nu]
  double *q, *v, *b, *h, *force, *a, *w, *w2;  // of the bodies
  double *acceleration;
  double *lambda;                              // [rows of the mechanism]
  double *metric, *scale;                      // [nu] inertia, [rows] one over the length of each, when the integrator started
  PwSparse *gram;                              // products of rows that share a speed: row a with row b <= a for each of gram_row
  int32_t *gram_of, *gram_row, *gram_slot[2];  // [rows + 1]; places of the product, above and below the diagonal
  double *scratch;                             // [nu] zero: for rows of C
  bool *marked;                                // [nu] false: the same
  double power;
  int32_t room;  // closures that c and mu have room for
  PwCanonicalStiff *stiff;
} PwCanonical;

// ---- canonical.c, canonical_prepare.c

// Everything at (t, z) with the kept choice; `plain`: positions as they are, else projected.
PawlStatus pw_canonical_stand(PwCanonical *f, double t, const double *z, bool plain);
PawlStatus pw_canonical_prepare(PwCanonical *f);

// ---- canonical_state.c

// Everything at t and f->x.
PawlStatus pw_canonical_place(PwCanonical *f, double t);
// Where C of s may be other than zero, with the touches of now; its constant entries.
void pw_canonical_mark(const PwCanonical *f, PwReduction *s);
// Closures of s: rows of the mechanism, then those of closed touches, unless s leaves them out. Of these, rows of positions.
static inline int32_t pw_canonical_closures(const PwCanonical *f, const PwReduction *s) {
  return f->rows + (s == &f->freed ? 0 : f->acting.rows);
}
static inline int32_t pw_canonical_position_closures(const PwCanonical *f, const PwReduction *s) {
  return f->rows + (s == &f->freed ? 0 : f->acting.position_rows);
}
// C of s there; f->inertia, where a speed that moves next to nothing counts as its least.
void pw_canonical_close(PwCanonical *f, PwReduction *s);
// A row of C that stands at `from`, in f->scratch, which is zero again then.
void pw_canonical_take_row(PwReduction *s, int32_t a, double *from);
void pw_canonical_take_inertia(PwCanonical *f);
// C and the reduction itself; `choose`: with a new choice.
PawlStatus pw_canonical_reduce(PwCanonical *f, PwReduction *s, bool choose);
// Speeds f->u and f->v for the momenta f->p (by speed), everything moving with them.
void pw_canonical_move(PwCanonical *f, const PwReduction *s);
// f->p <- K^T J^T (masses) v.
void pw_canonical_take_momenta(PwCanonical *f, const PwReduction *s, const double *v);
// x of the positions of y.
void pw_canonical_read(PwCanonical *f, double t, const double *y);
// Quaternions of what stands shall have the signs of y's; positions and, with speeds f->v, all of y, where head.motion is left.
void pw_canonical_match_signs(PwCanonical *f, const double *y);
void pw_canonical_give_positions(const PwCanonical *f, double *q);
PawlStatus pw_canonical_show(PwCanonical *f, double *y);
// force += sum of lambda_a times the gradients of the closures of s; those that change, and rate += the same of their rates.
void pw_canonical_pull(const PwCanonical *f, const PwReduction *s, const double *lambda, double *force);
void pw_canonical_pull_moving(const PwCanonical *f, const PwReduction *s, const double *lambda, double *force, double *rate);
// Q <- C'^T lambda; f->w and f->w2 are overwritten.
void pw_canonical_closure_rate(PwCanonical *f, const PwReduction *s, const double *lambda, double *Q);

// ---- canonical_pins.c

PawlStatus pw_canonical_list_pins(PwCanonical *f);
// Once the rows of C are listed.
PawlStatus pw_canonical_place_in_rows(PwCanonical *f);
void pw_canonical_place_pins(PwCanonical *f);
void pw_canonical_close_pins(const PwCanonical *f, PwReduction *s);
// rate: NULL, or what is not asked for.
void pw_canonical_pull_pins(const PwCanonical *f, const double *lambda, double *force, double *rate);
// out [closures] of the pins: their accelerations for those of the bodies.
void pw_canonical_accelerate_pins(const PwCanonical *f, const double *a0, double *out);

// ---- canonical_project.c

// Residuals of the closures of s into c, the largest relative to the mechanism's size.
double pw_canonical_residual(const PwCanonical *f, const PwReduction *s, double *c);
// Newton on f->x; leaves everything placed, and s standing there. `orthogonal`: all speeds change, by the least (in inertia);
// else the dependent ones only.
PawlStatus pw_canonical_correct(PwCanonical *f, double t, PwReduction *s, bool choose, double tolerance, bool orthogonal);
// One more correction: near a singular position a small residual still hides a large distance.
PawlStatus pw_canonical_polish(PwCanonical *f, double t, PwReduction *s);
// Do the closures of s, eliminated, nearly lose rank by a closed touch?
bool pw_canonical_is_faint(const PwCanonical *f, const PwReduction *s);
PawlStatus pw_canonical_project(void *self, double t, double *y);
PawlStatus pw_canonical_project_firmly(void *self, double t, double *y);
PawlStatus pw_canonical_violation(void *self, double t, const double *y, double *position, double *speed, int32_t *row);

// ---- canonical_solve.c

// Forces on the bodies at the motion that stands: f->force; f->power gets theirs.
PawlStatus pw_canonical_forces(PwCanonical *f);
// Friction that slides, added to these; s stands there, and does so afterwards.
PawlStatus pw_canonical_add_friction(PwCanonical *f, PwReduction *s);
// Accelerations f->a of the bodies under `force` (NULL: none), with or without the biases of the motion; f->w <- (masses) a -
// force.
void pw_canonical_accelerate(PwCanonical *f, PwReduction *s, const double *force, bool bias);
// lambda of all rows and forces of the touches for the wrench f->w that they must give.
// joints: NULL, or a motion with all rows of the tree's joints there.
PawlStatus pw_canonical_react(PwCanonical *f, PwReduction *s, const PwMotion *joints);
PawlStatus pw_canonical_solve(void *self, double t, const double *y, PwSolution *out);
PawlStatus pw_canonical_evaluate(void *self, double t, const double *y, PwSolution *out);
PawlStatus pw_canonical_mobility(void *self, double t, const double *y, int32_t scalar, double *out);
// canonical_joints.c: of the rows that the tree holds, for the wrench `w` on the bodies, which is used up.
void pw_canonical_react_joints(const PwCanonical *f, const PwMotion *m, double *w, double *lambda);

// ---- canonical_touch.c

PawlStatus pw_canonical_touch_space(void *self, double t, const double *y, int32_t n, const PwPairRow *row, double *W,
                                    double *acceleration);
void pw_canonical_apply_impulses(void *self, double *y, int32_t n, const double *impulse, double *row_impulse);
PawlStatus pw_canonical_kick(void *self, double t, double *y);
PawlStatus pw_canonical_resting_forces(void *self, double t, const double *y, double *force);
PawlStatus pw_canonical_static_forces(void *self, double t, const double *y, PwRowForces *out);
// Forces of closed touches that depend on each other: the least that do what f->mu does. Leaves f->freed standing.
PawlStatus pw_canonical_share(PwCanonical *f);

// ---- canonical_singular.c, canonical_stiff.c

PawlStatus pw_canonical_singularity(void *self, double t, const double *z, double *u, double *r, PwSingularity *out);
PawlStatus pw_canonical_list_gram(PwCanonical *f);
// How speeds and rows are measured from here on: f->metric, f->scale by what stands; and the products of the rows of C so
// measured, `more` added to those of each with itself, factored: f->gram.
void pw_canonical_set_scale(PwCanonical *f, const PwReduction *s);
PawlStatus pw_canonical_factor_gram(PwCanonical *f, const PwReduction *s, double more);
PawlStatus pw_canonical_linearise(void *self, double t, const double *z);
PawlStatus pw_canonical_factor(void *self, double a, double b, double c);
PawlStatus pw_canonical_backsolve(void *self, double *x);
PawlStatus pw_canonical_backsolve_complex(void *self, double *re, double *im);
void pw_canonical_stiff_free(PwCanonicalStiff *s);
#endif
