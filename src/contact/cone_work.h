// What the files of the cone problem share: the problem as it is worked on, its point, and the equations of a choice of modes.
#ifndef PW_CONE_WORK_H
#define PW_CONE_WORK_H
#include "contact/cone.h"

enum { PW_CONE_TRIED_TOUCHES = 6 };  // combinations of modes of up to as many are tried

typedef enum {
  PW_PART_FREE,   // sticks or slides
  PW_PART_ROLLS,  // sticks while its touch acts
  PW_PART_KNOWN   // its force has a known direction: it slides, or has no coefficient, or no inertia
} PwPartKind;

// In the equations.
typedef enum {
  PW_PART_BOUND,   // f = limit * way, no unknown of its own
  PW_PART_STICKS,  // u = 0, f unknown
  PW_PART_SLIDES   // f = limit * way with a way that follows from f and u, f unknown
} PwPartState;

typedef struct {
  int32_t touch, first, rows;
  double coefficient;  // 0 where it rolls
  double step;         // from u to f: an inverse of its inertia
  PwPartKind kind;
  PwPartState state;
  double way[PW_CONE_GRIP_ROWS];  // of the force, a unit vector or zero
  double reach;                   // SLIDES: |f - step u|
} PwWorkGrip;

typedef struct PwConeIslands PwConeIslands;
typedef struct PwConeLemke PwConeLemke;

struct PwCone {
  int32_t most, most_grips;
  PwLcp *lcp;
  PwConeIslands *islands;
  PwConeLemke *lemke;
  // of the problem
  int32_t n, rows, grips;  // touches, rows, grips
  const double *W, *b;
  const int32_t *first;  // of blocks
  double scale, zero;    // zero: diagonals up to here count as zero
  double allowed;        // violation of an answer
  PwWorkGrip *grip;      // [most_grips]
  int32_t *first_grip;   // [most + 1] of each touch
  bool *two_sided;       // [most]
  double *given, *step;  // [most] step: 1/W_nn, 0 without inertia
  // the point
  double *l, *u, *size;  // [most] size: of the terms that u is the sum of
  bool *closed;          // [most] u_n = 0 is among the equations
  double *sign;          // [most] of the normal force of a two-sided touch, else 1
  // equations of the modes: unknowns are forces of rows
  int32_t unknowns;
  int32_t *unknown, *owner, *pivot;  // [most] row; its grip or -1: normal; scratch
  double *C;                         // [most x most] what a unit of each unknown does to all u, bound grips included
  double *A, *rhs, *x, *work;        // [most x most], [most]
  double *row_scale;                 // [most] 1/sqrt(W_ii), of the largest one without inertia
  // points kept aside
  double *kept, *best, *best_u;  // [most]
  double *guess;                 // [most] ways that slides may begin with
  double memory[];
};

static inline double pw_cone_load(const PwCone *c, int32_t touch) {
  double N = c->l[c->first[touch]];
  if (c->two_sided[touch]) return N < 0 ? -N : N;
  return N > 0 ? N : 0;
}

// ---- cone_islands.c ----

PawlStatus pw_cone_islands_create(int32_t most_rows, int32_t most_grips, PwConeIslands **out);
void pw_cone_islands_free(PwConeIslands *islands);

// ---- cone.c: a problem of one island ----

bool pw_cone_is_right(const PwCone *c, const PwConeProblem *p);
// As pw_cone_solve; the problem is right.
PawlStatus pw_cone_solve_island(PwCone *c, const PwConeProblem *p, double *lambda, double *after, PwConeMode *mode, bool *closed,
                                PwConeReport *report);

// ---- cone.c: the point ----

void pw_cone_evaluate(PwCone *c);  // u, size
// The largest that a condition is off by, in units of what is allowed. Sticking or not of grips that roll is taken as it stands.
double pw_cone_violation(const PwCone *c);
double pw_cone_normal_violation(const PwCone *c, int32_t touch);
double pw_cone_grip_violation(const PwCone *c, int32_t grip);
double pw_cone_tolerance(const PwCone *c, int32_t row);

// ---- cone_newton.c: equations of modes ----

void pw_cone_choose_normal(PwCone *c, int32_t touch);
void pw_cone_choose_grip(PwCone *c, PwWorkGrip *w);
void pw_cone_choose(PwCone *c);    // modes from l and u
void pw_cone_bind(PwCone *c);      // forces of bound grips and open touches, by the modes
void pw_cone_assemble(PwCone *c);  // unknowns, C, A, rhs at l and u; rows and columns scaled by row_scale
void pw_cone_step(PwCone *c);      // one Newton step, the shortest one, and u there
bool pw_cone_newton(PwCone *c);    // from l; false: it does not settle, l is spent

double pw_cone_size(const PwCone *c);  // the largest term of all u
// The largest that it may become: next to dependent rows a step may end far away, where all holds to rounding of huge forces.
double pw_cone_most(const PwCone *c);

// ---- cone_pivot.c ----

bool pw_cone_pivot(PwCone *c);  // as pw_cone_newton, one change of modes at a time

// ---- cone_lemke.c ----

PawlStatus pw_cone_lemke_create(int32_t most_rows, PwConeLemke **out);
void pw_cone_lemke_free(PwConeLemke *lemke);
// From l, of which slips have their directions, to forces near an answer; false: none is found, l is as before. Attempts take
// different ways.
bool pw_cone_lemke(PwCone *c, int32_t attempt);

// ---- cone_share.c ----

// Among all forces that give the same u, from those of an answer towards even shares, within the cones.
void pw_cone_share(PwCone *c);

// ---- cone_modes.c: one combination after the other ----

bool pw_cone_may_jam(PwCone *c);  // sliding touches push themselves apart or together: a minor of the normal rows is negative
bool pw_cone_has_ways(const PwCone *c);  // free grips of several rows, whose slides have a direction to be found
// From l: the first answer, or of all the one with the fewest forces at touches that slide; false: there is none.
bool pw_cone_try_all(PwCone *c, bool all, PwConeReport *report);
#endif
