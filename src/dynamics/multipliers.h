// Inside of the multipliers formulation, shared by multipliers.c and stiff.c.
#ifndef PW_MULTIPLIERS_H
#define PW_MULTIPLIERS_H
#include "dynamics/border.h"
#include "dynamics/formulation.h"
#include "dynamics/kkt.h"

typedef struct PwStiff PwStiff;

struct PwFormulation {
  const PawlMechanism *k;
  const PwDiscrete *discrete;
  PwArena arena;
  PwMotion motion;
  PwKkt kkt;
  PwBorder border;        // closed and pressed touches
  bool kinematic;         // speeds are the least that the rows ask for; forces do not move anything
  PawlMechanism *soft_k;  // the mechanism with softened rows, and its matrix; made when first asked for
  PwKkt soft;
  PwStiff *stiff;  // made when first asked for
  int32_t nq, nv, n;
  bool plain;              // stages are not projected
  bool careful;            // near a singular position
  double stage_tolerance;  // constraint residual allowed at stages
  double *q, *v, *acceleration, *force, *lambda;
  double *x, *work, *work2, *work3;  // nv + rows + nq each
  bool factored;                     // the matrix stands at factored_t, factored_q
  double factored_t, *factored_q;
  double *row_scale;  // of singularity.c
  double power;
  PwFormulationStats stats;
};

PawlStatus pw_multipliers_factor(PwFormulation *f);
// The motion and the touches at t and f->q; at f->v.
PawlStatus pw_multipliers_place(PwFormulation *f, double t);
void pw_multipliers_move(PwFormulation *f);
// y -> f->q, f->v with unit quaternions.
void pw_multipliers_load(PwFormulation *f, const double *y);
void pw_stiff_free(PwFormulation *f);
void pw_stiff_forget(PwFormulation *f);
#endif
