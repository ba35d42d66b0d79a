// Slips in space that begin. Friction acts against a slip s, and a force of the size of its limit turns a slow one into the
// direction d in which it is accelerated within a time |s|/|acceleration by friction|: next to rest within none, so that explicit
// methods would take thousands of steps where a slip begins gently. As long as it is slow friction acts against the direction
// that the slip has a short time later,
//
//   d = (s + ahead s'(d)) / |s + ahead s'(d)|
//
// with s' the acceleration of the slip by all forces, this friction among them; at rest d is that of the acceleration itself.
// Where d turns with speed w the force is right to the first order in |s|. The slip follows d with a lag of w ahead, which is
// gone as soon as friction acts against the slip itself again, and with it what it had done to the bodies: the impulse of
// friction ends it.
//
// Loads and accelerations of slips are linear in the forces of friction. So after one response for each row of a grip that begins
// all is small and dense: Newton on the angles of the d.
#ifndef PW_BEGINNINGS_H
#define PW_BEGINNINGS_H
#include "contact/rows.h"

// What the slidings of an instant, n of them with PW_GRIP_ROWS rows each, respond to friction.
typedef struct {
  int32_t room;
  double *free;        // [rows] slip accelerations without friction of limits
  double *slip;        // [rows * rows] their changes: by a unit force against a row of one that begins, of others a unit load
  double *load;        // [rows * n] changes of loads by that force
  double *M, *N, *by;  // scratch: [n * n], [n], [n]
  double *J, *off, *angle;   // [n * n], [n], [n]
  int32_t *of;               // [n] the slidings that begin
  int32_t *pivot, *pivot_J;  // [n]
} PwBeginnings;

PawlStatus pw_beginnings_reserve(PwBeginnings *b, int32_t slidings);
void pw_beginnings_free(PwBeginnings *b);
// Does a grip begin to slide?
bool pw_beginnings_any(const PwActing *a);
// Slip accelerations of those that begin by the bodies' accelerations, `moving`: with biases, to out [rows].
void pw_beginnings_take(const PwActing *a, const double *acceleration, bool moving, double *out);
// Turns those that begin into their directions. S, by columns, and N: 1 - S and the loads without friction, of those that do not
// begin; of the others on return, too.
void pw_beginnings_turn(PwBeginnings *b, PwActing *a, double *S, double *N);
#endif
