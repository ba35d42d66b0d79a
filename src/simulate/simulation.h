// A simulation: the state of one mechanism and the event loop's memory.
#ifndef PW_SIMULATION_H
#define PW_SIMULATION_H
#include "dynamics/formulation.h"
#include "numerics/integrator.h"
#include "numerics/locate.h"
#include "result/slot_fields.h"
#include "simulate/bearing.h"
#include "simulate/contact.h"
#include "simulate/guard.h"
#include "simulate/log.h"
#include "simulate/readings.h"

// One output slot of a contact at the last sample, SI, by the fields of result/slot_fields.h.
typedef struct {
  double value[PW_SLOT_FIELDS];
} PwSlotValues;

// A contact as a whole at the last sample.
typedef struct {
  int32_t touches;        // closed or pressed
  double gap;             // the smallest; NaN: no touch is near
  double force, at_rest;  // sums of the normal forces, and of their static parts
  double friction[3];     // sum of the friction on body 1, ground axes
} PwContactValues;

enum { PW_RECENT = 200, PW_MANY = 20000 };  // event instants that are remembered; counted until the time they took is looked at

typedef enum {
  PW_PENDING_NONE,
  PW_PENDING_EVENT,
  PW_PENDING_SOFT,  // a touch goes on or is searched for: the integrator's step goes on behind it
  PW_PENDING_JUMP
} PwPending;

struct PawlSimulation {
  const PawlMechanism *k;
  PawlRunOptions options;
  PwArena arena;
  PwFormulation *formulation;
  PwIntegrator *integrator;
  PwLocator *locator;
  PwDiscrete discrete;
  PwGuard guard;
  PwContactWork contact;
  PwMethod method;

  // the segment last computed: dense output is valid on [from, to]; its end is not yet settled while pending
  double from, to;
  PwPending pending;
  bool open;        // a segment is there and not yet settled
  bool ended;       // `until` has fired
  bool determined;  // since the last start nothing is free: all follows from the constraints
  int32_t roots;    // switching functions that fired
  int32_t *root;
  double *noise, *slack;
  double *jets;  // [3 * laws] of laws that mention events, before an event
  double *gap;   // scratch: values of the switching functions
  double until_sign;
  double turn_limit;    // largest next step by the turning of counted angles
  int64_t audit_taken;  // samples that the audit has so far
  bool audit_takes;     // and those of the group that they are in
  int64_t instants;     // event instants so far, the last of them in `recent`
  double recent[PW_RECENT], many_from;
  const char *last_subject;  // of the last event
  bool named_happened;       // an event that laws mention: they may have jumped
  double *reading;           // [readings] at the state last evaluated or sampled, in units of the file
  int32_t *reading_branch;   // scratch: of a law that is only read
  double *sampled_new;       // [samples] read at the end of the segment
  bool samples_due;          // that waits to be taken over

  double t;              // time of the state below: the last one sampled or settled
  double *y;             // state at `to` after settling
  double *z, *dz, *ddz;  // scratch: a state of the integrator with its derivatives
  double *trial;         // scratch: the state that switching functions are evaluated at
  double *released;      // scratch: the same with the speeds that it has without any touch
  double *sample;        // projected state at t
  PwSolution solution;   // at t
  double *acceleration, *lambda;
  bool firm;  // at t the constraints have no rank: accelerations and forces are those of a polynomial
  bool assembled;
  double energy0, kinetic_max;

  PawlRunInfo info;
  PawlRunInfo base;  // counters of what was done before a resume
  double memory[PW_INTEGRATOR_MEMORY];
  void (*on_event)(void *user, const PwEvent *event);
  void *event_user;
  bool silent;  // events are not told
};

// ---- stages (simulation.c, advance.c)

// Starts the integrator at (t, y); h = 0: estimate.
PawlStatus pw_simulation_start(PawlSimulation *s, double t, const double *y, double h, PawlMessages *messages);
// One segment that does not pass t_limit: a step, a step cut at its first event, or a jump over a singular position.
PawlStatus pw_simulation_segment(PawlSimulation *s, double t_limit, PawlMessages *messages);
// What follows from the segment's end: turns counted, events applied, integrator restarted.
PawlStatus pw_simulation_settle(PawlSimulation *s, PawlMessages *messages);
// The same, but for events: they are left pending. Also one that comes out of a soft event, because a touch is closed already:
// then nothing has followed, and the end is in s->y.
PawlStatus pw_simulation_settle_soft(PawlSimulation *s, PawlMessages *messages);
// The state at t inside the open segment (or at its settled end): projected, accelerations and multipliers solved there.
PawlStatus pw_simulation_sample(PawlSimulation *s, double t, PawlMessages *messages);
// The same at a given y, which is projected in place; which stands on the constraints already.
PawlStatus pw_simulation_sample_at(PawlSimulation *s, double t, double *y, PawlMessages *messages);
PawlStatus pw_simulation_sample_corrected(PawlSimulation *s, double t, double *y, PawlMessages *messages);
// The integrator that the options ask for; `auto`: by the rule of method.c, at the start (0, s->y).
PwMethod pw_choose_method(PawlSimulation *s);
// A time by which speeds are measured: of falling or moving through the mechanism's size.
double pw_typical_time(const PawlSimulation *s);
// Turn references of the settled state (s->to, s->y), and the step limit that follows from its turning.
PawlStatus pw_simulation_count_turns(PawlSimulation *s);

// Names the law or callback that gives no number at t. PAWL_OK: it is none of them, nothing is said.
PawlStatus pw_simulation_fail_law(PawlSimulation *s, double t, PawlStatus status, PawlMessages *messages);

// Which fields the slots of a contact have (read_slots.c).
PwSlotWhose pw_contact_slot_whose(const PawlMechanism *k, const PwContact *c);
// One output slot (0 .. slots of the mechanism), one contact, at the last sample (read_slots.c).
void pw_read_contact(const PawlSimulation *s, int32_t contact, PwContactValues *out);
// Value, rate and acceleration of a scalar at the last sample (read.c).
void pw_read_scalar(const PawlSimulation *s, int32_t scalar, double out[3]);
// Pose, twist and acceleration of a body's origin at the last sample, spatial layout.
void pw_sample_body(const PawlSimulation *s, int32_t body, double pose[7], double twist[6], double acceleration[6]);
// NULL: there is none of this name (read.c).
const PwCoordinate *pw_find_coordinate(const PawlMechanism *k, PawlCoordinate c);
// A touch, or slot number `slot` of all (PwContact.slot and the following), at the last sample (read_slots.c).
void pw_read_touch(const PawlSimulation *s, int32_t touch, PwSlotValues *out);
void pw_read_slot(const PawlSimulation *s, int32_t slot, PwSlotValues *out);

// ---- events (events.c)

int32_t pw_switch_count(const PawlSimulation *s);
int32_t pw_switch_room(const PawlSimulation *s);  // as many as the touches that there is room for ask for
// For PwSwitching: user is the simulation, z the integrator's state; forces of closed touches at the projected state.
PawlStatus pw_switch_evaluate(void *user, double t, const double *z, double *g);
PawlStatus pw_switch_evaluate_one(void *user, double t, const double *z, int32_t k, double *g);
// The sign that `until` starts with, if that is not yet known: on the segment, where it first is not zero. s->z is overwritten.
PawlStatus pw_switch_orient(PawlSimulation *s);
// What counts as zero, and how far below zero a root may be, per function.
void pw_switch_noise(PawlSimulation *s);
void pw_switch_slack(PawlSimulation *s);
int32_t pw_switch_search_of(const PawlSimulation *s, int32_t g);                // contact whose search is due, or
                                                                                // PW_NEAR_LIST; -1: another function
int32_t pw_switch_touch_of(const PawlSimulation *s, int32_t g, int *function);  // the touch; -1: another function
int32_t pw_switch_hold_of(const PawlSimulation *s, int32_t touch);  // the function that tells when an open touch closes
bool pw_switch_is_soft(const PawlSimulation *s);                    // all that fired
bool pw_switch_is_until(const PawlSimulation *s);                   // nothing else fired
// Does any function need accelerations and multipliers?
bool pw_switch_needs_force(const PawlSimulation *s);
// Name of the first law that reads a sample.
const char *pw_switch_sampler(const PawlSimulation *s, int32_t sample);
// What is read at the end of a step that goes on over it.
PawlStatus pw_switch_sample(PawlSimulation *s, double t, const double *y);
// Applies the switches that fired at the end of the segment; y may get other speeds (impacts). *restart: the integrator must
// start anew there. If that comes out of a soft event, nothing is decided yet, and what was followed is to be taken back.
PawlStatus pw_switch_apply(PawlSimulation *s, double t, double *y, bool *restart, PawlMessages *messages);
#endif
