// Pieces of an impact's path with Coulomb friction: everything along a piece as a polynomial of one parameter.
//
// With v_n the normal speed, slip s along the unit vector d, and the normal impulse P_n as clock, while it slips
//
//   d(v_n, v_t) = W (1, -mu d) dP_n
//
// Straight pieces (slip keeps its direction, or there is none) have P_n itself as parameter x: impulse and speeds are linear in
// it, work and energy quadratic. Where slip turns, s and the angle of d have a singular point in P_n at the end of slip; with
// dP_n = scale s dx it goes to infinity, the angle's rate depends on the angle alone, ln s is its integral, and all of it is
// polynomial in (cos, sin, s): power series by recurrence, to rounding.
#ifndef PW_IMPACT_PIECE_H
#define PW_IMPACT_PIECE_H
#include <stdbool.h>
#include <stdint.h>

// W in tangents turned so that W_tt is diagonal.
typedef struct {
  double nn, tn[2], tt[2];
} PwPathInertia;

// Where the path is.
typedef struct {
  double speed;     // v_n
  double slip;      // s >= 0
  double along[2];  // d; of no meaning without slip
  double energy;    // change so far
} PwPathPlace;

enum { PW_PIECE_ORDER = 24 };
typedef double PwSeries[PW_PIECE_ORDER + 1];

typedef struct {
  int32_t order;
  double end;                                                // x goes from 0 to this; may be INFINITY
  bool stops;                                                // slip ends there
  PwSeries slip, along[2], impulse[3], speed, work, energy;  // impulse (normal first) and work of the normal impulse from 0 on
} PwPathPiece;

// The tangential impulse per normal one that leaves v_t as it is, of least size: -W_tt^+ W_tn.
void pw_path_holding(const PwPathInertia *W, double push[2]);
// The direction in which slip grows from nothing, keeping it: W_tn - mu W_tt d = f d with f > 0. There is exactly one if
// |W_tt^+ W_tn| > mu.
void pw_path_leaving(const PwPathInertia *W, double mu, double along[2]);

// Rates of slip, of its direction times slip, and of v_n, per normal impulse while it slips.
typedef struct {
  double slip, turn, speed;
} PwPathRates;
PwPathRates pw_path_rates(const PwPathInertia *W, double mu, const double along[2]);

void pw_piece_stick(PwPathPiece *piece, const PwPathInertia *W, const PwPathPlace *from);
void pw_piece_slide(PwPathPiece *piece, const PwPathInertia *W, double mu, const PwPathPlace *from);  // straight on
void pw_piece_turn(PwPathPiece *piece, const PwPathInertia *W, double mu, const PwPathPlace *from);   // slip > 0

double pw_piece_at(const PwPathPiece *piece, const double *series, double x);
// The first x in [0, end] at which a series of the piece rises to a level from below; INFINITY: there is none.
double pw_piece_rise(const PwPathPiece *piece, const double *series, double level);
// The same where it falls to the level from above.
double pw_piece_fall(const PwPathPiece *piece, const double *series, double level);
#endif
