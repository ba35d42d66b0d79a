// Friction of joints in a run: which of them stick and slide from an instant on, when that changes, and what it does, for output.
//
//   sticks: limit - |force|, of their sum
//   slides: its rate along its direction, and of several rows when that direction freezes and is told by the rate again
//   yields: its rate, when others hold it no more
//   a guide in the plane that slides: the forces at its two ends, whose signs its load counts by
//   all that slides together: det(1 - S) (dynamics/loads.h). It goes to zero where loads grow without bound, or where they come
//   to an end because sizes of forces have no answer beyond (as the root of the time that is left): it counts as zero a little
//   before, where the time left is 1e-6 of that of the change
#ifndef PW_SIMULATE_BEARING_H
#define PW_SIMULATE_BEARING_H
#include "contact/rows.h"

struct PawlSimulation;
struct PwSolution;

#define PW_BEARING_JAM 1e-3  // det(1 - S) that counts as zero

// What friction of a joint does at the last sample.
typedef struct {
  int32_t mode;     // as of touches: 0 none, 1 sticks, 2 slides, 3 yields
  double load;      // N
  double force[3];  // N, along the bearing's rows
  double friction;  // as result.csv has it
} PwBearingValues;

// Of a decision: what is known of a joint so far.
typedef struct {
  bool moves;     // its rate tells which way it slides
  bool started;   // it slides from rest
  bool together;  // with all others that rest
  bool reversed;  // and has been turned round since
  bool idle;      // the joints hold it themselves, as at a dead centre: its friction can neither hold nor drive anything
  int32_t flips;  // how often it was let go
  double turn[PW_BEARING_ROWS];  // the change of direction that it last wanted,
  double part;                   // and what it takes of the next
  double speed;                  // of a slip that an impulse ends
  double limit, coefficient;     // while forces and loads settle: of its friction, and over its load
  double force[PW_BEARING_ROWS], acceleration[PW_BEARING_ROWS];
} PwBearingChoice;

// The friction of all joints as before anything is decided of it.
void pw_bearings_loosen(struct PawlSimulation *s);
// Does friction of joints act on the motion? In kinematic runs it is only told.
bool pw_bearings_decide_any(const struct PawlSimulation *s);
// Does one slide, of those whose friction has a limit?
bool pw_bearings_any_slides(const struct PawlSimulation *s);
// At (t, y), with touches closed as they are now: which joints stick, and which slide, and where. y may get other speeds where
// one jams. w->again is set where touches have to be decided anew by it.
PawlStatus pw_bearings_decide(struct PawlSimulation *s, double t, double *y, PawlMessages *messages);
// Loads and forces just before an instant that something follows at become those of the joints, for its events.
void pw_bearings_keep_before(struct PawlSimulation *s, const struct PwSolution *solution);
// Says that a run cannot go on at (t, y) because friction of joints has no answer near there; PAWL_OK: that is not why.
PawlStatus pw_bearings_fail(struct PawlSimulation *s, double t, const double *y, PawlMessages *messages);
// The rounds of a decision: before the first, and after the last one, which tells the events.
void pw_bearings_begin(struct PawlSimulation *s);
PawlStatus pw_bearings_end(struct PawlSimulation *s, double t, const double *y, bool again, PawlMessages *messages);
// Takes what joints do by friction into W and the accelerations of the n candidates; w->row has their rows behind those of the
// candidates, W is that of all of them.
void pw_bearings_reduce(struct PawlSimulation *s, int32_t n);
int32_t pw_bearings_rows(const struct PawlSimulation *s, PwPairRow *row);

// Switching functions: how many, their values at a solution, what counts as zero; function `own` has fired.
int32_t pw_bearings_switches(const struct PawlSimulation *s);
void pw_bearings_watch(const struct PawlSimulation *s, const struct PwSolution *solution, double *g);
// The same where no load answers, for what has failed with that; false: that is not why.
bool pw_bearings_unanswered(const struct PawlSimulation *s, PawlStatus failed, const struct PwSolution *solution, double *g);
void pw_bearings_noise(const struct PawlSimulation *s, double *noise);
void pw_bearings_follow(struct PawlSimulation *s, int32_t own);

// Does the friction of every joint hold at a solution at rest?
bool pw_bearings_hold(const struct PawlSimulation *s, const struct PwSolution *solution);
void pw_bearings_read(const struct PawlSimulation *s, const struct PwSolution *solution, int32_t bearing, PwBearingValues *out);
// The same of all, for output and expressions: w->bearing_values.
void pw_bearings_sample(struct PawlSimulation *s, const struct PwSolution *solution);
// Of a joint; -1: it has no friction.
int32_t pw_bearing_of(const PawlMechanism *k, int32_t joint);
#endif
