// Mechanism: a compiled model, immutable, shared by threads. Simulation: all that changes, one per thread.
//
// Options and infos can grow, as status.h says. A comment beside a field gives its unit, what it may be and, in brackets, its
// default; without one the default is 0, NULL or false.
#ifndef PAWL_RUN_H
#define PAWL_RUN_H
#include "pawl/model.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct PawlMechanism PawlMechanism;
typedef struct PawlSimulation PawlSimulation;

// Checks a model and compiles it. The model may be freed afterwards, or changed and compiled again.
PAWL_API PawlStatus pawl_mechanism_compile(const PawlModel *model, PawlMessages *messages, PawlMechanism **out);
PAWL_API void pawl_mechanism_free(PawlMechanism *mechanism);

// ---- what is in it

// Of every kind of PAWL_KIND_LIST, for example of joints:
//   PawlJointId pawl_mechanism_find_joint(const PawlMechanism *mechanism, const char *name);    null if there is none
//   int32_t pawl_mechanism_joint_count(const PawlMechanism *mechanism);                         ids are 1 to this number
//   const char *pawl_mechanism_joint_name(const PawlMechanism *mechanism, PawlJointId id);      NULL: none, or no such id
// Ids are those of the model. Stops are contacts of a mechanism, called "joint.coordinate.lower" and ".upper": they come after
// the model's contacts. Names live as long as the mechanism.
#define PAWL_MECHANISM_LOOKUP(Kind, kind)                                                               \
  PAWL_API Pawl##Kind##Id pawl_mechanism_find_##kind(const PawlMechanism *mechanism, const char *name); \
  PAWL_API int32_t pawl_mechanism_##kind##_count(const PawlMechanism *mechanism);                       \
  PAWL_API const char *pawl_mechanism_##kind##_name(const PawlMechanism *mechanism, Pawl##Kind##Id id);
PAWL_KIND_LIST(PAWL_MECHANISM_LOOKUP)
#undef PAWL_MECHANISM_LOOKUP

// Coordinates that a joint has, as of a model; in the plane those along z are gone.
PAWL_API int32_t pawl_mechanism_coordinate_count(const PawlMechanism *mechanism, PawlJointId joint);
PAWL_API PawlCoordinate pawl_mechanism_coordinate(const PawlMechanism *mechanism, PawlJointId joint, int32_t index);
PAWL_API PawlCoordinate pawl_mechanism_find_coordinate(const PawlMechanism *mechanism, const char *name);

PAWL_API bool pawl_mechanism_is_planar(const PawlMechanism *mechanism);

// ---- options of a run

typedef enum PawlAnalysis {
  PAWL_ANALYSIS_ASSEMBLE,
  PAWL_ANALYSIS_KINEMATICS,
  PAWL_ANALYSIS_STATICS,
  PAWL_ANALYSIS_DYNAMICS,
  PAWL_ANALYSIS_LINEARISE
} PawlAnalysis;

// How the equations of motion are integrated (docs/theory.md).
typedef enum PawlMethod {
  // Chosen from the model and its start alone, never by a clock: radau5 if something is stiff against the run, that is if
  // the rate of a spring, damper, bushing, elastic stop or pressed contact law, times the duration, is above 3e4; else
  // dop853 for a tolerance below 1e-5, dopri5 above.
  PAWL_METHOD_AUTO,
  PAWL_METHOD_DOPRI5,  // explicit, order 5
  PAWL_METHOD_DOP853,  // explicit, order 8
  PAWL_METHOD_RADAU5   // implicit, order 5, for stiff mechanisms
} PawlMethod;

// How the equations of motion are set up (docs/theory.md).
typedef enum PawlFormulation {
  // Canonical, which is quicker, for mechanisms without contacts, stops and friction of joints that have at most 8 closed loops
  // and at most 50 freedoms, or more loops with at most 3 freedoms and no springs or dampers, unless the tolerance is below 1e-9
  // or the method radau5; multipliers for all others. PawlRunInfo names the one that ran.
  PAWL_FORMULATION_AUTO,
  PAWL_FORMULATION_MULTIPLIERS,  // all coordinates of all bodies, with Lagrange multipliers
  PAWL_FORMULATION_CANONICAL,    // relative coordinates and momenta on the spanning tree
  PAWL_FORMULATION_AUGMENTED     // as multipliers, by an augmented Lagrangian in steps of order 2 of its own; `method` stays AUTO
} PawlFormulation;

// Impacts: Newton's or Poisson's law, over all touches at once or one after the other (docs/theory.md).
typedef enum PawlImpactLaw {
  PAWL_IMPACT_NEWTON,   // speed after = -e speed before
  PAWL_IMPACT_POISSON,  // impulse of expansion = e impulse of compression
  PAWL_IMPACT_STRONGE   // work of expansion = -e^2 work of compression; of several touches at once as Poisson
} PawlImpactLaw;
typedef enum PawlImpactOrder { PAWL_IMPACT_SIMULTANEOUS, PAWL_IMPACT_SEQUENTIAL } PawlImpactOrder;

// Called now and then; return true to cancel. `fraction` of the run done, -1 if it cannot be said.
typedef bool (*PawlProgressFunction)(void *user, double t, double fraction);

// Something that happened (docs/results.md, events.csv). Texts live as long as the call. Numbers are SI; NaN: does not apply.
typedef struct PawlEvent {
  uint32_t size;        // what the library has filled
  double t;             // s
  const char *kind;     // "impact", "closes", "opens", "element", ...
  const char *subject;  // name of the contact, stop, drive, joint, ...
  const char *detail;   // a sentence for people; may be empty
  double value;         // what the kind says

  PawlContactId contact;  // of what follows nothing applies if it is null
  const char *body1;      // that touch; NULL: none
  const char *body2;
  double q1, q2;        // places on their boundaries: number of the element plus the part of it that lies behind; on surfaces u
  double v1, v2;        // on surfaces v; NaN on profiles
  double x, y, z;       // m, the point in ground axes
  double gap;           // m or rad
  double speed_before;  // m/s, of the gap; at a stop of an angle rad/s
  double speed_after;   // m/s or rad/s
  double impulse;       // N s or N m s, along the normal
  double force_before;  // N or N m
  double force;         // N or N m, after it

  // a touch with friction, else NaN
  double slip_before, slip_after;                                     // m/s, in the plane along z x normal, in space its size
  double friction_before, friction;                                   // N, size of its force before and after
  double friction_impulse_x, friction_impulse_y, friction_impulse_z;  // N s, on body 1, ground axes
} PawlEvent;
// Called when an event is settled, in the order of events.csv. It may not call the simulation that it comes from.
typedef void (*PawlEventFunction)(void *user, const PawlEvent *event);

// Which of the reactions that the motion leaves open, of joints that hold the same (docs/theory.md, redundancy).
typedef enum PawlReactions {
  PAWL_REACTIONS_CHOSEN,  // the joint that comes last takes nothing where others hold the same
  PAWL_REACTIONS_LEAST    // all share, with the least sum of forces squared, torques over the mechanism's size
} PawlReactions;

typedef struct PawlRunOptions {
  uint32_t size;
  PawlAnalysis analysis;  // [DYNAMICS]
  double duration;        // s, > 0 [1]
  double output_step;     // s, > 0 between rows of the result; 0: duration/200 [0]

  // start
  const char *from_result;  // from the last state of this result folder [NULL: from assembly]
  bool from_statics;        // dynamics, linearise: at static equilibrium [false]
  bool separate;            // move bodies apart that overlap at the start [false]

  // integration
  PawlMethod method;  // [AUTO]
  double tolerance;   // relative, 1e-14..1e-1 [1e-8]
  double absolute;    // of the mechanism's size and speed, >= 0; 0: tolerance/100 [0]
  double max_step;    // s, >= 0; 0: none [0]
  int64_t max_steps;  // accepted and rejected, > 0 [100000000]

  // equations of motion
  PawlFormulation formulation;        // [AUTO]
  int32_t independent_count;          // canonical: how many coordinates are named, >= 0 [0]
  const PawlCoordinate *independent;  // canonical: to be taken as independent [NULL: chosen]

  // impacts
  PawlImpactLaw impact;          // [NEWTON]
  PawlImpactOrder impact_order;  // [SIMULTANEOUS]

  // result
  const char *directory;     // result folder to write [NULL: none]
  bool resume;               // continue directory's .partial from its last checkpoint [false]
  bool no_audit;             // the result is not audited at the end, nor can it be later [false]
  int64_t checkpoint_steps;  // accepted steps between checkpoints, > 0 [2000]

  // callbacks
  PawlProgressFunction progress;  // [NULL: none]
  PawlEventFunction event;        // called at every event [NULL: none]
  void *user;                     // handed to both [NULL]

  // multipliers and canonical, in dynamics and kinematics; augmented: always LEAST
  PawlReactions reactions;  // [CHOSEN]
  uint32_t reserved;        // 0

  // augmented
  double penalty;          // of its Lagrangian, over the typical mass, 1e3..1e12 [1e7]
  double spectral_radius;  // of its steps for what is much faster than they are: 1 nothing is damped, 0 all, 0..1 [1]
} PawlRunOptions;
PAWL_SIZED(PawlRunOptions, pawl_run_options)

// What the model file asks for, over the defaults. PAWL_ERR_ARGUMENT: there is no mechanism; `out` then has the defaults.
// Texts and lists live as long as the mechanism.
PAWL_API PawlStatus pawl_mechanism_read_run_options(const PawlMechanism *mechanism, PawlRunOptions *out);
// The same by value.
static inline PawlRunOptions pawl_mechanism_run_options(const PawlMechanism *mechanism) {
  PawlRunOptions options = pawl_run_options_default();
  pawl_mechanism_read_run_options(mechanism, &options);
  return options;
}
// The unit of time in which the model is written, in seconds, 0.001 of one in ms, and its name if `name` is not NULL, which lives
// as long as the mechanism. 1 and "s" of models built in code, and of NULL.
PAWL_API double pawl_mechanism_time_unit(const PawlMechanism *mechanism, const char **name);

// ---- runs

typedef struct PawlRunInfo {
  uint32_t size;
  const char *formulation;  // name of the one used
  const char *method;       // name of the integrator used; NULL where there was none

  double t;        // s, where the run ended
  double seconds;  // wall clock

  int64_t steps;              // of the integrator, accepted
  int64_t rejected;           // of the integrator, rejected
  int64_t evaluations;        // of the derivative
  int64_t factorisations;     // of its matrix
  int64_t samples;            // rows of the result
  int64_t events;             // all of them
  int64_t impacts;            // instants with an impact of touches
  int64_t singular_passages;  // singular positions passed
  int64_t branch_changes;     // of kinks of expressions
  int64_t searches;           // global searches for touches
  int64_t grown;              // how often a search found more touches than there was room for

  int32_t audit_laws;         // laws of the audit at the end (docs/audit.md); 0: it was not audited
  int32_t audit_broken;       // those that the result breaks
  int32_t audit_open;         // those that could not be checked, or not with these samples
  double violation_position;  // largest constraint violation at a sample or step, relative to the mechanism's size
  double violation_speed;     // the same of its rate, 1/s
  double energy_drift;        // |E - W - E0| at the end over the largest kinetic energy, or more (docs/results.md)

  // augmented, where it makes steps of its own; else NaN and 0
  double violation_acceleration;  // largest at the end of a step, relative to the mechanism's size, 1/s^2: but for
  int64_t faint_steps;            // steps that end near a singular position (docs/theory.md)
} PawlRunInfo;
PAWL_SIZED(PawlRunInfo, pawl_run_info)

// One analysis from assembly to the end, with a result folder if options->directory is set. `info` may be NULL.
PAWL_API PawlStatus pawl_run(const PawlMechanism *mechanism, const PawlRunOptions *options, PawlMessages *messages,
                             PawlRunInfo *info);

// The same by hand: create, assemble, advance, read.
PAWL_API PawlStatus pawl_simulation_create(const PawlMechanism *mechanism, const PawlRunOptions *options, PawlMessages *messages,
                                           PawlSimulation **out);
PAWL_API void pawl_simulation_free(PawlSimulation *simulation);
PAWL_API PawlStatus pawl_simulation_assemble(PawlSimulation *simulation, PawlMessages *messages);
// Moves on to time t (dynamics or kinematics as the options say); the state is then projected and its accelerations
// and reactions are current.
PAWL_API PawlStatus pawl_simulation_advance(PawlSimulation *simulation, double t, PawlMessages *messages);
PAWL_API double pawl_simulation_time(const PawlSimulation *simulation);  // s; NaN without a simulation

// What it took so far.
PAWL_API PawlStatus pawl_simulation_read_info(const PawlSimulation *simulation, PawlRunInfo *out);
// The same by value; without a simulation all of it is 0.
static inline PawlRunInfo pawl_simulation_info(const PawlSimulation *simulation) {
  PawlRunInfo info = pawl_run_info_default();
  pawl_simulation_read_info(simulation, &info);
  return info;
}

// A time as a user writes it: a number, in seconds, or one with a unit of time ("1ms", "0.5 min"). PAWL_ERR_ARGUMENT: it is none.
PAWL_API PawlStatus pawl_time_parse(const char *text, double *seconds);

// ---- reading a simulation

// pose: position[3] of the body's origin, quaternion[4] w x y z; twist: velocity[3] of the origin, angular
// velocity[3]; acceleration likewise; ground axes. A bad id gives PAWL_ERR_ARGUMENT.
PAWL_API PawlStatus pawl_simulation_pose(const PawlSimulation *simulation, PawlBodyId body, double pose[7]);
PAWL_API PawlStatus pawl_simulation_twist(const PawlSimulation *simulation, PawlBodyId body, double twist[6]);
PAWL_API PawlStatus pawl_simulation_acceleration(const PawlSimulation *simulation, PawlBodyId body, double acceleration[6]);
// value, speed and acceleration of a joint coordinate
PAWL_API PawlStatus pawl_simulation_coordinate(const PawlSimulation *simulation, PawlCoordinate coordinate, double out[3]);
PAWL_API PawlStatus pawl_simulation_measure(const PawlSimulation *simulation, PawlMeasureId measure, double *out);
// force[3] and torque[3] that body 1 exerts on body 2 at frame 2's origin, ground axes, drives included
PAWL_API PawlStatus pawl_simulation_reaction(const PawlSimulation *simulation, PawlJointId joint, double wrench[6]);
// N or N m, that pushes the driven coordinate up
PAWL_API PawlStatus pawl_simulation_drive_force(const PawlSimulation *simulation, PawlDriveId drive, double *out);
// N or N m, what a coupler does on the coordinate of its term number `term`, from 0
PAWL_API PawlStatus pawl_simulation_coupler_force(const PawlSimulation *simulation, PawlCouplerId coupler, int32_t term,
                                                  double *out);
// N or N m: out[0] is the tension of a spring, or what pushes a joint coordinate up; of a bushing out[0..2] are along the axes of
// frame 1 and out[3..5] about them, what pushes frame 2; the rest is 0. PAWL_ERR_UNSUPPORTED: of other types, whose laws say it.
PAWL_API PawlStatus pawl_simulation_force(const PawlSimulation *simulation, PawlForceId force, double out[6]);

typedef enum PawlTouchState {
  PAWL_TOUCH_OPEN = 1,
  PAWL_TOUCH_CLOSED,  // a constraint
  PAWL_TOUCH_PRESSED  // a force law or an elastic stop acts
} PawlTouchState;

// What friction does at a closed touch, to its slip.
typedef enum PawlFrictionMode {
  PAWL_FRICTION_NONE,    // the touch is open, or has no friction
  PAWL_FRICTION_STICKS,  // there is no slip
  PAWL_FRICTION_SLIDES,  // the force has the size of its limit, against the slip
  PAWL_FRICTION_YIELDS   // the same, but other touches hold the slip at zero
} PawlFrictionMode;

// One touch of a contact. Of a stop: no point, no normal, no places (NaN); of an angle in rad, rad/s, N m.
typedef struct PawlTouch {
  uint32_t size;
  PawlTouchState state;
  double point[3];      // m, ground axes: midway between the two bodies' points
  double normal[3];     // unit, ground axes: pushes body 1
  double gap;           // m, negative: overlap
  double gap_rate;      // m/s
  double force;         // N along the normal, 0 if open
  double static_force;  // N, its part with all speeds zero and drives standing still
  double q1, q2;        // places on the two boundaries: number of the element plus the part of it that lies behind; on surfaces u
  double v1, v2;        // on surfaces v; NaN on profiles

  // a closed touch with friction, ground axes; else 0
  PawlFrictionMode mode;
  int32_t reserved;             // 0
  double slip[3];               // m/s, of the place on body 1 over that on body 2
  double slip_acceleration[3];  // m/s^2, its rate
  double friction[3];           // N, on body 1
  double torque[3];             // N m, on body 1: of resistance to rolling, and along the normal to spin
  double roam1[3], roam2[3];    // m/s, of the touch over the two boundaries
} PawlTouch;
PAWL_SIZED(PawlTouch, pawl_touch)
// The touches of a contact that are near: *count of them, the first `most` in `out`, which may be NULL if most is 0. The size of
// out[0] is that of all.
PAWL_API PawlStatus pawl_simulation_touches(const PawlSimulation *simulation, PawlContactId contact, PawlTouch *out, int32_t most,
                                            int32_t *count);
typedef struct PawlContactSum {
  uint32_t size;
  int32_t touches;      // closed or pressed
  double gap;           // m or rad, the smallest; NaN: no touch is near
  double force;         // N or N m, sum of the normal forces
  double static_force;  // N or N m, sum of their static parts
  double friction[3];   // N, sum of the friction on body 1, ground axes
} PawlContactSum;
PAWL_SIZED(PawlContactSum, pawl_contact_sum)
PAWL_API PawlStatus pawl_simulation_contact(const PawlSimulation *simulation, PawlContactId contact, PawlContactSum *out);
// J; work: what drives, applied forces and dampers have done. None of the three may be NULL.
PAWL_API PawlStatus pawl_simulation_energy(const PawlSimulation *simulation, double *kinetic, double *potential, double *work);

// ---- checking, verifying, comparing, auditing

typedef struct PawlCheckOptions {
  uint32_t size;
  bool json;         // else readable text [false]
  bool matrices;     // also the incidence matrix and the loop matrix of bodies and joints [false]
  bool contacts;     // contacts, open or closed, are joints in them [false]
  uint8_t reserved;  // 0
} PawlCheckOptions;
PAWL_SIZED(PawlCheckOptions, pawl_check_options)
// What `pawl check` says; free with pawl_text_free. `options` NULL: the defaults.
PAWL_API PawlStatus pawl_check(const PawlMechanism *mechanism, const PawlCheckOptions *options, PawlMessages *messages,
                               char **out);

typedef struct PawlVerifyOptions {
  uint32_t size;
  PawlFormulation formulation;  // instead of what the models say [AUTO: as they say]
} PawlVerifyOptions;
PAWL_SIZED(PawlVerifyOptions, pawl_verify_options)
typedef struct PawlVerifyItem {
  uint32_t size;         // what the library has filled
  bool ok;               // deviation <= limit
  const char *quantity;  // lives as long as the call
  double deviation;      // largest, in the unit of the limit
  double limit;          // allowed
  double t;              // s, where it is largest
} PawlVerifyItem;
typedef void (*PawlVerifyFunction)(void *user, const PawlVerifyItem *item);
// Runs FOLDER/NAME.yaml and compares with FOLDER/expected.yaml; PAWL_ERR_DEVIATION if any item is over its limit. `options` NULL:
// the defaults; `report` may be NULL.
PAWL_API PawlStatus pawl_verify(const char *folder, const PawlVerifyOptions *options, PawlVerifyFunction report, void *user,
                                PawlMessages *messages);

// One quantity of a comparison. Differences are relative to the largest value of the column that differs most (docs/compare.md).
typedef struct PawlCompareItem {
  uint32_t size;               // what the library has filled
  bool ok;                     // within the limit
  const char *quantity;        // "positions", "forces", "event times", ...; texts live as long as the call
  const char *formulation[2];  // that are compared; second one NULL: there is no other, only tightening is told
  const char *column;          // that differs most against its limit; "" for event times; of events what is not the same
  double difference;           // of the formulations at the tolerance asked for; NaN without a second one
  double tighter;              // the same with both ten times tighter
  double tightening;           // what tightening alone changes, the larger of the two
  double limit;                // for difference and tighter
  double t;                    // s, where the difference is largest
  double compared;             // share of the run that could be compared, 0 to 1: the same for all quantities of a pair
  double tolerance[2];         // that was asked of each formulation; NaN without a second one
} PawlCompareItem;
typedef void (*PawlCompareFunction)(void *user, const PawlCompareItem *item);
// Runs a mechanism in every formulation that applies to it, at options->tolerance and ten times tighter, and compares the
// results: canonical and augmented against multipliers, the latter at a tolerance of at least 1e-5 (1e-7 where bodies touch).
// options->directory gets one result folder for each run and compare.json; formulation, resume and event are not used.
// PAWL_ERR_DEVIATION if a quantity is over its limit, or if less than 0.9 of the run could be compared.
PAWL_API PawlStatus pawl_compare(const PawlMechanism *mechanism, const PawlRunOptions *options, PawlCompareFunction report,
                                 void *user, PawlMessages *messages);

// The audit: a result folder and the model in it, checked by laws of mechanics and not by the code that made it (docs/audit.md).
typedef enum PawlAuditStatus {
  PAWL_AUDIT_PASSED,
  PAWL_AUDIT_FAILED,
  PAWL_AUDIT_NOT,     // it cannot be checked from this folder
  PAWL_AUDIT_COARSE,  // the samples are too far apart to say anything
  PAWL_AUDIT_NOTHING  // nothing in the result is subject to it
} PawlAuditStatus;
typedef struct PawlAuditLaw {
  uint32_t size;           // what the library has filled
  PawlAuditStatus status;  // what came out
  const char *name;        // "joints", "forces", ...; texts live as long as the call
  double deviation;        // largest, relative to its scale; NaN where nothing was measured
  double limit;            // allowed; NaN where nothing was measured
  const char *where;       // what and when that is; "" if nothing is
  const char *note;        // may be empty
} PawlAuditLaw;
typedef void (*PawlAuditFunction)(void *user, const PawlAuditLaw *law);
// Tells `report` of every law, in the order of the table. PAWL_ERR_DEVIATION if one of them is broken.
PAWL_API PawlStatus pawl_audit(const char *folder, PawlAuditFunction report, void *user, PawlMessages *messages);

#ifdef __cplusplus
}
#endif
#endif
