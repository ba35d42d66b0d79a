// Mechanism: a compiled model, immutable, shared by threads. Simulation: all that changes, one per thread.
#ifndef PAWL_RUN_H
#define PAWL_RUN_H
#include "pawl/model.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct PawlMechanism PawlMechanism;
typedef struct PawlSimulation PawlSimulation;

// Checks a model and compiles it. The model may be freed afterwards.
PAWL_API PawlStatus pawl_mechanism_compile(const PawlModel *model, PawlMessages *messages, PawlMechanism **out);
PAWL_API void pawl_mechanism_free(PawlMechanism *mechanism);

// Ids of the model stay valid for the mechanism made from it.
PAWL_API PawlBodyId pawl_mechanism_find_body(const PawlMechanism *mechanism, const char *name);
PAWL_API PawlJointId pawl_mechanism_find_joint(const PawlMechanism *mechanism, const char *name);
PAWL_API PawlMeasureId pawl_mechanism_find_measure(const PawlMechanism *mechanism, const char *name);
// By the name of a contact, or of a stop ("joint.coordinate.lower", ".upper"): stops come after the model's contacts.
PAWL_API PawlContactId pawl_mechanism_find_contact(const PawlMechanism *mechanism, const char *name);
PAWL_API int32_t pawl_mechanism_body_count(const PawlMechanism *mechanism);  // without ground
PAWL_API bool pawl_mechanism_is_planar(const PawlMechanism *mechanism);

typedef enum PawlAnalysis {
  PAWL_ANALYSIS_ASSEMBLE,
  PAWL_ANALYSIS_KINEMATICS,
  PAWL_ANALYSIS_STATICS,
  PAWL_ANALYSIS_DYNAMICS,
  PAWL_ANALYSIS_LINEARISE
} PawlAnalysis;

typedef enum PawlMethod { PAWL_METHOD_AUTO, PAWL_METHOD_DOPRI5, PAWL_METHOD_DOP853, PAWL_METHOD_RADAU5 } PawlMethod;

// How the equations of motion are set up (docs/theory.md).
typedef enum PawlFormulation { PAWL_FORMULATION_AUTO, PAWL_FORMULATION_MULTIPLIERS, PAWL_FORMULATION_CANONICAL } PawlFormulation;

// Impacts: Newton's or Poisson's law, over all touches at once or one after the other (docs/theory.md).
typedef enum PawlImpactLaw { PAWL_IMPACT_NEWTON, PAWL_IMPACT_POISSON } PawlImpactLaw;
typedef enum PawlImpactOrder { PAWL_IMPACT_SIMULTANEOUS, PAWL_IMPACT_SEQUENTIAL } PawlImpactOrder;

// Called now and then; return true to cancel. `fraction` of the run done, -1 if it cannot be said.
typedef bool (*PawlProgressFunction)(void *user, double t, double fraction);

// Something that happened (docs/results.md, events.csv). Texts live as long as the call. Numbers are SI; NaN: does not apply.
typedef struct PawlEvent {
  uint32_t size;
  double t;
  const char *kind;                  // "impact", "closes", "opens", "element", ...
  const char *subject;               // name of the contact, stop, drive, joint, ...
  const char *detail;                // a sentence for people; may be empty
  double value;                      // what the kind says
  PawlContactId contact;             // of what follows nothing applies if it is null
  const char *body1, *body2;         // that touch; NULL: none
  double q1, q2;                     // places on their boundaries: number of the element plus the part of it that lies behind;
                                     // on surfaces u
  double v1, v2;                     // on surfaces v; NaN on profiles
  double x, y, z;                    // m, the point in ground axes
  double speed_before, speed_after;  // m/s, of the gap; at a stop of an angle rad/s
  double impulse;                    // N s or N m s, along the normal
  double force, force_before;        // N or N m
  double gap;                        // m or rad
} PawlEvent;
// Called when an event is settled, in the order of events.csv. It may not call the simulation that it comes from.
typedef void (*PawlEventFunction)(void *user, const PawlEvent *event);

typedef struct PawlRunOptions {
  uint32_t size;
  PawlAnalysis analysis;     // default: dynamics
  double duration;           // s, > 0                                               default 1
  double output_step;        // s, > 0                                               default duration/200
  double tolerance;          // relative, 1e-14..1e-1                                default 1e-8
  double absolute;           // of the mechanism's size and speed; 0: tolerance/100  default 0
  PawlMethod method;         // default auto: radau5 if stiff, else dop853 (tolerance < 1e-5) or dopri5; docs/theory.md
  double max_step;           // s; 0: none                                           default 0
  int64_t max_steps;         // accepted and rejected                                default 100000000
  bool from_statics;         // start dynamics or linearise at static equilibrium    default false
  const char *from_result;   // start from the last state of this result folder      default NULL
  const char *directory;     // result folder to write; NULL: none
  bool resume;               // continue directory's .partial from its last checkpoint
  int64_t checkpoint_steps;  // accepted steps between checkpoints, > 0              default 2000
  PawlProgressFunction progress;
  void *user;
  PawlImpactLaw impact;               // default Newton
  PawlImpactOrder impact_order;       // default simultaneous
  bool separate;                      // move bodies apart that overlap at the start        default false
  PawlEventFunction event;            // called with `user` at every event; NULL: none
  PawlFormulation formulation;        // default auto: multipliers
  const PawlCoordinate *independent;  // canonical: coordinates to take as independent; NULL: chosen
  int32_t independent_count;
  bool no_audit;  // the result is not audited at the end, nor can it be later            default false
} PawlRunOptions;
PAWL_API PawlRunOptions pawl_run_options_default(void);
// What the model file asks for, over the defaults.
PAWL_API PawlRunOptions pawl_mechanism_run_options(const PawlMechanism *mechanism);

typedef struct PawlRunInfo {
  uint32_t size;
  double t;                 // where the run ended
  int64_t steps, rejected;  // integrator
  int64_t evaluations;      // of the derivative
  int64_t factorisations, events, samples, singular_passages, branch_changes;
  double violation_position;  // largest constraint violation at a sample, relative to the mechanism's size
  double violation_speed;
  double energy_drift;      // |E - W - E0| at the end over the largest kinetic energy
  const char *method;       // name of the integrator used
  double seconds;           // wall clock
  int64_t impacts;          // instants with an impact of touches
  int64_t searches;         // global searches for touches
  int64_t grown;            // how often a search found more touches than there was room for
  const char *formulation;  // name of the one used
  int32_t audit_laws;       // laws of the audit at the end (docs/audit.md); 0: it was not audited
  int32_t audit_broken;     // those that the result breaks
  int32_t audit_open;       // those that could not be checked, or not with these samples
} PawlRunInfo;

// One analysis from assembly to the end, with a result folder if options->directory is set.
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
PAWL_API double pawl_simulation_time(const PawlSimulation *simulation);
PAWL_API PawlRunInfo pawl_simulation_info(const PawlSimulation *simulation);

// A time as a user writes it: a number, in seconds, or one with a unit of time ("1ms", "0.5 min"). PAWL_ERR_ARGUMENT: it is none.
PAWL_API PawlStatus pawl_time_parse(const char *text, double *seconds);

// Reading. pose: position[3] of the body's origin, quaternion[4] w x y z; twist: velocity[3] of the origin, angular
// velocity[3]; acceleration likewise; ground axes. A bad id gives PAWL_ERR_ARGUMENT.
PAWL_API PawlStatus pawl_simulation_pose(const PawlSimulation *simulation, PawlBodyId body, double pose[7]);
PAWL_API PawlStatus pawl_simulation_twist(const PawlSimulation *simulation, PawlBodyId body, double twist[6]);
PAWL_API PawlStatus pawl_simulation_acceleration(const PawlSimulation *simulation, PawlBodyId body, double acceleration[6]);
// value, speed and acceleration of a joint coordinate
PAWL_API PawlStatus pawl_simulation_coordinate(const PawlSimulation *simulation, PawlCoordinate coordinate, double out[3]);
PAWL_API PawlStatus pawl_simulation_measure(const PawlSimulation *simulation, PawlMeasureId measure, double *out);
// force[3] and torque[3] that body 1 exerts on body 2 at frame 2's origin, ground axes, drives included
PAWL_API PawlStatus pawl_simulation_reaction(const PawlSimulation *simulation, PawlJointId joint, double wrench[6]);
PAWL_API PawlStatus pawl_simulation_drive_force(const PawlSimulation *simulation, PawlDriveId drive, double *out);

typedef enum PawlTouchState {
  PAWL_TOUCH_OPEN = 1,
  PAWL_TOUCH_CLOSED,  // a constraint
  PAWL_TOUCH_PRESSED  // a force law or an elastic stop acts
} PawlTouchState;

// One touch of a contact. Of a stop: no point, no normal, no places (NaN); of an angle in rad, rad/s, N m.
typedef struct PawlTouch {
  uint32_t size;
  PawlTouchState state;
  double point[3];      // m, ground axes: midway between the two bodies' points
  double normal[3];     // unit, ground axes: pushes body 1
  double gap;           // m, negative: overlap
  double gap_rate;      // m/s
  double force;         // N along the normal, 0 if open
  double static_force;  // its part with all speeds zero and drives standing still
  double q1, q2;        // places on the two boundaries: number of the element plus the part of it that lies behind; on surfaces u
  double v1, v2;        // on surfaces v; NaN on profiles
} PawlTouch;
// The touches of a contact that are near: *count of them, the first `most` in `out`, which may be NULL if most is 0. The caller
// sets out[0].size = sizeof(PawlTouch).
PAWL_API PawlStatus pawl_simulation_touches(const PawlSimulation *simulation, PawlContactId contact, PawlTouch *out, int32_t most,
                                            int32_t *count);
typedef struct PawlContactSum {
  uint32_t size;
  int32_t touches;      // closed or pressed
  double gap;           // the smallest; NaN: no touch is near
  double force;         // sum of the normal forces
  double static_force;  // sum of their static parts
} PawlContactSum;
// The caller sets out->size = sizeof(PawlContactSum).
PAWL_API PawlStatus pawl_simulation_contact(const PawlSimulation *simulation, PawlContactId contact, PawlContactSum *out);
PAWL_API PawlStatus pawl_simulation_energy(const PawlSimulation *simulation, double *kinetic, double *potential, double *work);

// What `pawl check` says, as readable text or JSON; free with pawl_text_free.
PAWL_API PawlStatus pawl_check(const PawlMechanism *mechanism, bool json, PawlMessages *messages, char **out);
typedef struct PawlCheckOptions {
  uint32_t size;
  bool json;      // default false: readable text
  bool matrices;  // also the incidence matrix and the loop matrix of bodies and joints     default false
  bool contacts;  // contacts, open or closed, are joints in them                          default false
} PawlCheckOptions;
PAWL_API PawlCheckOptions pawl_check_options_default(void);
PAWL_API PawlStatus pawl_check_with(const PawlMechanism *mechanism, const PawlCheckOptions *options, PawlMessages *messages,
                                    char **out);
PAWL_API void pawl_text_free(char *text);

typedef struct PawlVerifyItem {
  const char *quantity;
  double deviation, limit;  // largest, and allowed
  double t;                 // where it is largest
  bool ok;
} PawlVerifyItem;
typedef void (*PawlVerifyFunction)(void *user, const PawlVerifyItem *item);
// Runs FOLDER/NAME.yaml and compares with FOLDER/expected.yaml; PAWL_ERR_DEVIATION if any item is over its limit.
PAWL_API PawlStatus pawl_verify(const char *folder, PawlVerifyFunction report, void *user, PawlMessages *messages);
// The same in another formulation than the models say; PAWL_FORMULATION_AUTO: as they say.
PAWL_API PawlStatus pawl_verify_with(const char *folder, PawlFormulation formulation, PawlVerifyFunction report, void *user,
                                     PawlMessages *messages);

// One quantity of a comparison. Differences are relative to the largest value of the column that differs most (docs/compare.md).
typedef struct PawlCompareItem {
  uint32_t size;
  const char *quantity;        // "positions", "forces", "event times", ...
  const char *formulation[2];  // that are compared; second one NULL: there is no other, only tightening is told
  const char *column;          // that differs most against its limit; "" for event times; of events what is not the same
  double difference;           // of the formulations at the tolerance asked for; NaN without a second one
  double tighter;              // the same with both ten times tighter
  double tightening;           // what tightening alone changes, the larger of the two
  double limit;                // for difference and tighter
  double t;                    // s, where the difference is largest
  bool ok;
  double compared;  // share of the run that could be compared, 0 to 1: the same for all quantities
} PawlCompareItem;
typedef void (*PawlCompareFunction)(void *user, const PawlCompareItem *item);
// Runs a mechanism in every formulation that applies to it, at options->tolerance and ten times tighter, and compares the
// results. options->directory gets one result folder for each run and compare.json; formulation, resume and event are not used.
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
  uint32_t size;
  const char *name;         // "joints", "forces", ...; texts live as long as the call
  double deviation, limit;  // largest, relative to its scale, and allowed; NaN where nothing was measured
  const char *where;        // what and when that is; "" if nothing is
  PawlAuditStatus status;
  const char *note;  // may be empty
} PawlAuditLaw;
typedef void (*PawlAuditFunction)(void *user, const PawlAuditLaw *law);
// Tells `report` of every law, in the order of the table. PAWL_ERR_DEVIATION if one of them is broken.
PAWL_API PawlStatus pawl_audit(const char *folder, PawlAuditFunction report, void *user, PawlMessages *messages);

PAWL_API const char *pawl_version(void);  // "major.minor.patch"

#ifdef __cplusplus
}
#endif
#endif
