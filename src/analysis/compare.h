// Results of one mechanism by different formulations against each other, and against what tightening alone changes.
//
// For a quantity c (a column of result.csv, the impulses of a contact, the times of events), in SI:
//   difference of two results = max over rows or events |a_c - b_c| / scale_c,  scale_c = max(largest |c|, LEAST * scale of its
//   kind) scale of a kind: the largest value of all its quantities, taken together with those of the angular kind times the
//   mechanism's size (torques over it), and at least what size, mass and duration make of it.
// Two formulations agree in c if their difference is at most max(LIMIT, TIMES * tightening), tightening being the larger of the
// differences that the formulations have from themselves at a tolerance ten times tighter.
#ifndef PW_COMPARE_H
#define PW_COMPARE_H
#include "simulate/recorder.h"

// Rows of two results that belong together, and their events.
typedef struct {
  int64_t a, b;
} PwRowPair;
typedef struct {
  PwRowPair *row;
  int64_t rows;
  PwRowPair *event;  // in the order of time, up to the first that is not the same
  int64_t events;
  double end;           // s, where events are not the same; INFINITY: all are
  const char *differs;  // "impact of cam, not opens of cam"; NULL: nothing does
  PwArena arena;
} PwAlignment;

// Same times, or both sides of the same event (compare_align.c has the rules), before `until`. `told`: not NULL, if one of
// them steps over singular positions without an event, the result that has those.
PawlStatus pw_align(const PwResult *a, const PwResult *b, const PwResult *told, double until, PwAlignment *out);
void pw_align_free(PwAlignment *alignment);

// What is compared of a mechanism's results.
typedef struct {
  const PawlMechanism *k;
  PwRecorder recorder;  // columns of the results
  int32_t count;        // quantities: columns, then the impulses of each contact, then the times of events
  int32_t *kind;        // of each; -1: not compared
  double *scale;        // of each, SI
  PwArena arena;
} PwQuantities;

typedef enum {
  PW_Q_POSITIONS,
  PW_Q_ANGLES,
  PW_Q_SPEEDS,
  PW_Q_ANGULAR_SPEEDS,
  PW_Q_ACCELERATIONS,
  PW_Q_ANGULAR_ACCELERATIONS,
  PW_Q_FORCES,
  PW_Q_TORQUES,
  PW_Q_CONTACT_FORCES,
  PW_Q_CONTACT_TORQUES,
  PW_Q_TOUCHES,
  PW_Q_ENERGIES,
  PW_Q_IMPULSES,
  PW_Q_TIMES,
  PW_Q_KINDS
} PwQuantityKind;

typedef struct {
  double value, t;  // the largest difference, and where it is
} PwDifference;

PawlStatus pw_quantities_create(const PawlMechanism *k, PawlMessages *messages, PwQuantities *out);
void pw_quantities_free(PwQuantities *q);
// Scales by the values of `result`.
void pw_quantities_scale(PwQuantities *q, const PwResult *result, double duration);
const char *pw_quantities_kind_name(PwQuantityKind kind);
const char *pw_quantities_name(const PwQuantities *q, int32_t quantity);
// Differences of all quantities, [count].
void pw_quantities_compare(const PwQuantities *q, const PwResult *a, const PwResult *b, const PwAlignment *rows,
                           PwDifference *out);

// Results of one or two formulations: [0] at the tolerance asked for, [1] tighter.
typedef struct {
  const char *name[2];  // [1] NULL: there is one formulation only
  const PwResult *result[2][2];
  double tolerance[2];  // asked for
  double duration;
  // The second one is: it steps over singular positions without an event, and how far its own tightening leaves the events alone
  // is no verdict.
  bool augmented;
} PwCompared;

typedef struct {
  bool deviates;
  double end;         // s, up to where there is something to compare: tightening alone changes the events; INFINITY: the end
  double share;       // of the run that there is something to compare of, 0 to 1
  double motion;      // largest tightening difference of positions and angles
  char differs[200];  // by what the events change there
} PwVerdict;

static const double PW_LEAST_SHARE = 0.9;  // of the run: formulations that can be compared over less of it do not agree

// Reports every kind of quantity by the one that differs most against its limit. Verdict: they deviate if a quantity is over its
// limit, or if there is too little to compare.
PawlStatus pw_compare(PwQuantities *quantities, const PwCompared *compared, PawlCompareFunction report, void *user,
                      PwVerdict *out);
#endif
