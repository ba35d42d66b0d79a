// Inside of the multipliers formulation, shared by its files.
#ifndef PW_MULTIPLIERS_H
#define PW_MULTIPLIERS_H
#include "contact/rows.h"
#include "dynamics/formulation_table.h"
#include "dynamics/kkt.h"
#include "dynamics/loads.h"
#include "dynamics/row_space.h"

typedef struct PwStiff PwStiff;

typedef struct {
  PwFormulation head;
  PwArena arena;
  PwKkt kkt;
  PwActing acting;            // closed and pressed touches
  PwLoads loads;              // of friction that slides
  PwRowSpace border;          // of the closed ones' rows, beside the matrix
  PwRowSpace space;           // of the rows of the last touch space
  PwKkt soft;                 // the matrix of softened rows; made when first asked for
  const PawlMechanism *rows;  // whose rows are in the matrices: the mechanism, or a copy of it that has them all, softened
  PwStiff *stiff;             // made when first asked for
  int32_t nq, nv;
  double stage_tolerance;  // constraint residual allowed at stages
  double *q, *v, *acceleration, *force, *lambda;
  double *x, *work, *work2, *work3;  // nv + rows + nq each
  bool factored;                     // the matrix stands at factored_t, factored_q
  double factored_t, *factored_q;
  double *row_scale;  // of multipliers_singular.c
  double power;
} PwMultipliers;

// What the formulation does; `augmented` does most of it likewise.
extern const PwFormulationTable pw_multipliers_table;
// Of the formulation in `self`, which is cleared memory and begins with PwMultipliers; destroyed by the table if that fails.
// rows: a mechanism with the rows of the matrix, NULL: k.
PawlStatus pw_multipliers_init(PwMultipliers *self, const PawlMechanism *k, const PawlMechanism *rows, double tolerance);
// dy/dt by the last solve.
void pw_multipliers_write_derivative(const PwMultipliers *f, double *dydt);
// The matrix at the motion's place, unless it stands there already.
PawlStatus pw_multipliers_factor(PwMultipliers *f);
// The motion and the touches at t and f->q; at f->v.
PawlStatus pw_multipliers_place(PwMultipliers *f, double t);
void pw_multipliers_move(PwMultipliers *f);
// y -> f->q, f->v with unit quaternions.
void pw_multipliers_load(PwMultipliers *f, const double *y);

// multipliers_border.c
// A matrix as pw_multipliers_solve_column takes it: `size` numbers, those of the bodies' speeds in front.
typedef struct {
  const PawlMechanism *k;
  const PwKkt *kkt;
  int32_t size;
} PwMatrix;
PwMatrix pw_multipliers_matrix(const PwMultipliers *f);
void pw_multipliers_solve_column(void *matrix, const PwPairRow *row, double *column);
// The rows of closed touches beside the matrix just factored.
void pw_multipliers_factor_border(PwMultipliers *f);
// f->x and f->border.mu through the matrix at hand, with the first `rows` rows of closed touches: right sides, then the solution
// and the rows' multipliers.
void pw_multipliers_backsolve(PwMultipliers *f, int32_t rows);

// multipliers_project.c
// Newton on the positions f->q, a matrix kept while it converges well. Leaves the motion placed at the result. `keep`: the
// matrix at hand is tried first, of a state near by.
PawlStatus pw_multipliers_project_positions(PwMultipliers *f, double t, double tolerance, bool keep);
// Speeds f->v onto the constraints; matrix must be factored at the motion's place. Leaves the motion moved.
PawlStatus pw_multipliers_project_v(PwMultipliers *f);
// Speeds of y only, positions as they are: v changes by what impulses of the constraints give (M-orthogonal projection).
PawlStatus pw_multipliers_project_speeds(PwMultipliers *f, double t, double *y);
// One more correction with the matrix at hand: near a singular position a small residual still hides a large distance.
PawlStatus pw_multipliers_polish(PwMultipliers *f, double t);

// What formulation.h says, of the table.
PawlStatus pw_multipliers_set_touches(void *self, const PwTouches *touches);
PawlStatus pw_multipliers_project(void *self, double t, double *y);
PawlStatus pw_multipliers_project_firmly(void *self, double t, double *y);
PawlStatus pw_multipliers_violation(void *self, double t, const double *y, double *position, double *speed, int32_t *row);
PawlStatus pw_multipliers_touch_space(void *self, double t, const double *y, int32_t n, const PwPairRow *row, double *W,
                                      double *acceleration);
void pw_multipliers_apply_impulses(void *self, double *y, int32_t n, const double *impulse, double *row_impulse);
PawlStatus pw_multipliers_kick(void *self, double t, double *y);
PawlStatus pw_multipliers_resting_forces(void *self, double t, const double *y, double *force);
PawlStatus pw_multipliers_static_forces(void *self, double t, const double *y, PwRowForces *out);
PawlStatus pw_multipliers_singularity(void *self, double t, const double *y, double *u, double *r, PwSingularity *out);
PawlStatus pw_stiff_linearise(void *self, double t, const double *y);
PawlStatus pw_stiff_factor(void *self, double a, double b, double c);
PawlStatus pw_stiff_backsolve(void *self, double *x);
PawlStatus pw_stiff_backsolve_complex(void *self, double *re, double *im);

void pw_stiff_free(PwMultipliers *f);
void pw_stiff_forget(PwMultipliers *f);
#endif
