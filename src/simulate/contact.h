// Contact in the event loop: when touches switch, what follows from it, impacts, the decision which touches stay closed, and what
// is said of it. What a touch does at a given state is told by contact/.
#ifndef PW_SIMULATE_CONTACT_H
#define PW_SIMULATE_CONTACT_H
#include "contact/cone.h"
#include "contact/going_on.h"
#include "contact/impact.h"
#include "contact/impact_path.h"
#include "contact/near.h"
#include "contact/overlaps.h"
#include "contact/rows.h"
#include "contact/takeover.h"
#include "simulate/bearing.h"

struct PawlSimulation;

static const double PW_NO_FORCE = 1e-9;  // of the largest force of the run: a touch that pushes, or pulls, by less does neither
static const double PW_LATE = 1e-5;      // of the scale of a gap: an overlap that is deeper cannot be a matter of rounding

// What a run that starts from a result, or from statics, knows of a touch that pressed there.
typedef struct {
  int32_t contact;
  double v0;  // speed at first contact
  double displacement[PW_DISPLACEMENT];
  PwTouchSide on[2];  // where it was; element -1: not known
  int32_t touch;      // id of the one that is there again; 0: none
} PwRecalled;

// What friction does at a closed or pressed touch, ground axes.
typedef struct {
  double slip[3], acceleration[3];  // of the place on body 1 over that on body 2, and its rate
  double force[3], torque[3];       // on body 1
  double roam[2][3];                // velocity of the touch over each boundary
} PwRubbing;

typedef struct {
  PwTouches touches;
  int32_t capacity;                   // touches that the arrays below have room for
  int32_t searches;                   // searches that those of the switching functions have room for
  PwTouchMotion *motion;              // [touches] at the state last evaluated
  double *force, *static_force;       // [touches] at the last sample
  PwRubbing *rubbing;                 // [touches] there; NULL: no contact has friction, of any kind
  int32_t *candidate;                 // touches that something is decided of
  PwPairRow *row;                     // [rows] of the candidates, when their touch space was last taken
  int32_t *first;                     // [candidates + 1] the first row of each, its normal, then the number of all: their blocks
  double *W;                          // [rows * rows]
  double *gap, *rate, *acceleration;  // [rows] as they are, without forces of touches
  double *after, *impulse, *lambda;   // [rows] as they are decided
  double *restitution, *work;         // [candidates]; scratch of as many as rows
  bool *two_sided, *was_closed, *closes;  // [candidates]
  PwTakeover *takeover;
  PwImpact *impact;
  PwLcp *lcp;
  PwCone *cone;               // NULL: no contact without a law has friction
  PwConeGrip *grip;           // [grips] of the candidates, when their forces were last solved for
  PwGrip *grip_of;            // [grips] which
  double *grip_gives;         // [grips] mean of W over its rows
  PwConeMode *mode;           // [grips] what follows for them
  int32_t grips, candidates;  // how many, and of how many candidates
  PwConeReport cone_report;
  double *spare;         // [rows * rows] scratch
  double *row_impulse;   // [rows]
  double *row_total;     // [rows] the same, of all impacts since it was last cleared
  double largest_force;  // of a touch so far: what counts as zero is measured by it
  bool again;            // touches were changed by a decision: decide again
  bool strict;           // at this instant nothing that parts counts as resting
  bool crossed;          // at this instant touches crossed ends that rounding had not yet told of
  bool rested;           // touches that part slowly were taken as resting since it was last cleared
  double *push;          // [touches] kinematic: how fast those that stand on corners would close if they were let go
  const char *freed;     // kinematic: the body that the touch which leaves now leaves free; NULL: none
  int32_t freed_contact;
  bool told_free;                                 // a warning has said so
  bool shared;                                    // touches share force by least norm: told once
  bool redundant;                                 // by the last decision, closed touches hold the same
  bool unbounded;                                 // loads of what slides have grown without bound: they are no answer
  bool bearing_unbounded;                         // the same of joints
  double unbounded_at;                            // when that was last tried
  double together;                                // what is at its limit together is this part of it below it
  bool unshared;                                  // at this instant, none of those that pull could be let go
  PwBearingState *bearing_before, *bearing_last;  // [bearings] before a decision, and before its last round
  PwBearingState *bearing_kept;                   // [bearings] scratch of a decision
  PwBearingChoice *bearing_choice;                // [bearings] scratch of a decision
  PwBearingValues *bearing_values;                // [bearings] at the last sample
  bool bearing_again;                             // touches are decided anew because joints do something else
  PwRecalled *press;  // [presses] of the result or the statics that the run starts from, by contacts and along the boundaries
  int32_t presses;
} PwContactWork;

PawlStatus pw_contact_create(struct PawlSimulation *s);
void pw_contact_free(struct PawlSimulation *s);
// Makes room for as many touches as there may be now; also in the formulation, the locator and its arrays.
PawlStatus pw_contact_reserve(struct PawlSimulation *s);
// At the start of a run, s->y assembled: finds touches, closes those that are declared closed, refuses (or moves apart) what
// overlaps, decides what is closed.
PawlStatus pw_contact_start(struct PawlSimulation *s, PawlMessages *messages);
// The first part of that: finds touches, closes those that are declared closed.
PawlStatus pw_contact_find_first(struct PawlSimulation *s, PawlMessages *messages);

// contact_overlap.c
// What is said of a touch that overlaps; and of overlaps that no touch tells of, if there are any: of circles about one centre,
// or of all others.
PawlStatus pw_contact_refuse_overlap(const struct PawlSimulation *s, const PwTouch *touch, const PwTouchMotion *m,
                                     PawlMessages *messages);
PawlStatus pw_contact_refuse_hidden(const struct PawlSimulation *s, bool centres, PawlMessages *messages);

// contact_switch.c
int32_t pw_contact_switches(const struct PawlSimulation *s);
// The functions at t, y, which is projected, if asked for, where forces are needed.
PawlStatus pw_contact_evaluate(struct PawlSimulation *s, double t, const double *y, double *g);
// g[which] as by the above, and maybe others.
PawlStatus pw_contact_evaluate_one(struct PawlSimulation *s, double t, const double *y, int32_t which, double *g);
// Normal forces [touches] of a solution, in w->work.
struct PwSolution;
const double *pw_contact_normal_forces(struct PawlSimulation *s, const struct PwSolution *solution);
void pw_contact_noise(const struct PawlSimulation *s, double *noise);
// How far below zero each function may be at its root (locate.h).
void pw_contact_slack(const struct PawlSimulation *s, double *slack);
double pw_contact_rounding(const struct PawlSimulation *s);
bool pw_contact_is_soft(const struct PawlSimulation *s, int32_t g);
// Does any function need the forces of the touches?
bool pw_contact_needs_force(const struct PawlSimulation *s);

// Static parts of the forces of closed touches at (t, y), a sample that is about to be solved.
PawlStatus pw_contact_take_static_forces(struct PawlSimulation *s, double t, const double *y);
// Motion and forces of all touches at the sample just solved.
PawlStatus pw_contact_sample(struct PawlSimulation *s);

// ---- contact_follow.c: what follows at an instant (t, y) for touches at ends, and searches

// Forces of closed touches at (t, y): touch->force. `before`: of an instant that something is to follow at, for its events.
PawlStatus pw_contact_take_forces(struct PawlSimulation *s, double t, const double *y, bool before);
// What the first `roots` functions of s->root ask for, of which those of contact begin at number `first`: touches go over ends,
// leave, begin and cease to press; contacts whose search is due are searched. pw_contact_decide comes afterwards.
PawlStatus pw_contact_follow(struct PawlSimulation *s, double t, const double *y, int32_t roots, int32_t first,
                             PawlMessages *messages);
// Contacts with a force law: touches that overlap press from here on.
PawlStatus pw_contact_press_overlapping(struct PawlSimulation *s, double t, const double *y);
// The longest step that an explicit method may begin with so that it notices the force laws that act; INFINITY: any.
double pw_contact_first_step(struct PawlSimulation *s, double t, const double *y);
// Closed touches that stood at an end which they cannot pass, and still move over it: gone. *any: there were such.
PawlStatus pw_contact_drop_leaving(struct PawlSimulation *s, double t, const double *y, bool *any, PawlMessages *messages);
// Searches one contact again, at the state of `motion`; whether what it finds is closed or overlaps is not looked at.
PawlStatus pw_contact_search(struct PawlSimulation *s, const PwMotion *motion, int32_t c, PawlMessages *messages);
// Parameters, gaps and rates of all touches at (t, y) become their own: from there they are followed.
PawlStatus pw_contact_remember(struct PawlSimulation *s, double t, const double *y);
// Output slots for touches that have none, at the state of the motion.
void pw_contact_give_slots(struct PawlSimulation *s);

// contact_late.c: searches that end the segment are made, and if one finds what has closed on the segment, that is its event.
PawlStatus pw_contact_look_back(struct PawlSimulation *s, PawlMessages *messages);

// contact_watch.c: looks at the bodies as they stand at (t, y), a settled instant, whose searches follow; y NULL: at the sample
// just taken.
PawlStatus pw_contact_watch(struct PawlSimulation *s, double t, const double *y, PawlMessages *messages);

// contact_fail.c: what stops a run. A point for people, two or three coordinates.
enum { PW_POINT_TEXT = 64 };
void pw_contact_point_text(const struct PawlSimulation *s, const double *x, char out[PW_POINT_TEXT]);
// An overlap that should have been seen before.
PawlStatus pw_contact_fail_late(const struct PawlSimulation *s, const PwMotion *motion, const PwTouch *touch,
                                PawlMessages *messages);
// One that no touch told of.
PawlStatus pw_contact_fail_inside(const struct PawlSimulation *s, double t, int32_t c, const PwSeen *seen,
                                  PawlMessages *messages);
// The last step lost a closed touch, or the next one would, because the boundaries come to lie on each other. PAWL_OK: it is not
// so.
PawlStatus pw_contact_fail_lost(struct PawlSimulation *s, PawlMessages *messages);
PawlStatus pw_contact_fail_conforming(const struct PawlSimulation *s, int32_t c, double t, PawlMessages *messages);
// No impact, or no set of closed touches: approach, speeds or accelerations of the gaps of the `n` candidates.
PawlStatus pw_contact_fail_decision(struct PawlSimulation *s, double t, PawlStatus status, int32_t n, const double *approach,
                                    PawlMessages *messages);
// Touches of a jam, those of the n candidates that block.
enum { PW_JAM_TEXT = 600 };
void pw_contact_name_jam(const struct PawlSimulation *s, int32_t n, const bool *blocks, char text[PW_JAM_TEXT]);
// A run that cannot go on from (t, s->trial) with closed touches and nothing free. PAWL_OK: it is not so.
PawlStatus pw_contact_fail_stuck(struct PawlSimulation *s, double t, PawlStatus status, PawlMessages *messages);

// Impacts at one touch that leave the speeds as they were come again and again.
PawlStatus pw_contact_fail_futile(const struct PawlSimulation *s, double t, const PwTouch *touch, PawlMessages *messages);

// contact_decide.c: impacts and complementarity at (t, y); the speeds of y may change
PawlStatus pw_contact_decide(struct PawlSimulation *s, double t, double *y, bool kick, PawlMessages *messages);
// Tells the events that wait, with the forces that touches have now: their outcome is known.
void pw_contact_flush(struct PawlSimulation *s, double t);

// contact_impact.c: a rebound that is slower is none; the same of candidate i, whose flights end in rounding.
double pw_contact_rebound(const struct PawlSimulation *s, int32_t contact);
double pw_contact_rebound_of(const struct PawlSimulation *s, int32_t i);
// Impact of the n candidates, if any approaches. Speeds of y change; w->after holds the gap speeds.
PawlStatus pw_contact_collide(struct PawlSimulation *s, double t, double *y, int32_t n, PawlMessages *messages);
// Counts an impact of candidate i, open, that rebounds from it, in the row of those of its touch.
void pw_contact_count_bounce(struct PawlSimulation *s, double t, int32_t i);
// Adds the impulses of candidate i's rows of friction to an event of it, as vectors.
void pw_contact_tell_friction(const struct PawlSimulation *s, int32_t i, PwEvent *e);
// Counts impacts of a touch that leave its gap speed, negative, as it was; true: too many in a row.
bool pw_touch_is_futile(PwTouch *touch, double before, double after);
// Stops a run whose impacts, those that wait as events, would come again and again.
PawlStatus pw_contact_check_futile(struct PawlSimulation *s, double t, PawlMessages *messages);

// contact_series.c: when the gap of candidate i, which approaches, was zero; its impact as one of a row of impacts that alternate
// between touches; the touches that such a row has brought to rest say when it would have ended by itself.
double pw_contact_struck_at(const struct PawlSimulation *s, double t, int32_t i);
void pw_contact_count_impact(struct PawlSimulation *s, double t, int32_t i);
void pw_contact_tell_series(struct PawlSimulation *s);

// Steps of a decision.
// Candidates: closed touches and open ones at zero gap; returns their number.
int32_t pw_contact_list_candidates(struct PawlSimulation *s, const PwMotion *motion);
// The closed touches into w->candidate; returns their number.
int32_t pw_contact_list_closed(PwContactWork *w);
// Rows of the first n candidates at (t, y), W, and by rows values, speeds and accelerations without closed touches: those of all
// that friction may act on, or of what closed ones hold; or their normal rows alone.
PawlStatus pw_contact_touch_space(struct PawlSimulation *s, double t, const double *y, int32_t n);
// The first of these with what joints do by friction: rows of those that stick are held, forces of those that slide act.
PawlStatus pw_contact_force_space(struct PawlSimulation *s, double t, const double *y, int32_t n);
PawlStatus pw_contact_normal_space(struct PawlSimulation *s, double t, const double *y, int32_t n);
PawlStatus pw_contact_held_space(struct PawlSimulation *s, double t, const double *y, int32_t n);
// The formulation told of the touches, and y put onto the rows of the closed ones.
PawlStatus pw_contact_project(struct PawlSimulation *s, double t, double *y);
// Candidate i becomes number `to` of those that are kept.
void pw_contact_keep(PwContactWork *w, int32_t i, int32_t to);
// Is candidate i two corners? They are never a row: those that press go on to an element beside them, and all is decided again.
bool pw_contact_leave_corners(struct PawlSimulation *s, int32_t i, bool presses);
// Candidate i stays closed, closes (from this gap speed, and then with this force) or opens.
void pw_contact_settle(struct PawlSimulation *s, double t, int32_t i, bool closes, double rate, double force);
// The fastest of the candidates' bodies: gap speeds, and accelerations by its square, are differences of such speeds, and what is
// left of them where two gaps cannot both change (a pin between two walls) is rounding.
double pw_contact_body_speed(const struct PawlSimulation *s, const double *y, int32_t n);
// contact_balance.c: complementarity of accelerations and forces of the n candidates, which rest. PAWL_RETRY with `again` set:
// touches have gone on to other elements, and all is to be decided anew.
PawlStatus pw_contact_balance(struct PawlSimulation *s, double t, double *y, int32_t n, PawlMessages *messages);
// Does a touch pull by the forces at (t, y) that the run goes on with? Of touches that hold the same one may, and where some were
// brought to rest the forces are those of other speeds than were decided by. *again: then all is to be decided anew, and it is
// let go.
PawlStatus pw_contact_check_pulls(struct PawlSimulation *s, double t, const double *y, bool *again);
// Says once that forces of the n candidates, by rows, are not unique.
void pw_contact_tell_shared(struct PawlSimulation *s, double t, int32_t n, const double *lambda);

// ---- contact_friction.c

// Is a touch with friction closed? Does one slide?
bool pw_contact_any_rubs(const struct PawlSimulation *s);
bool pw_contact_any_slides(const struct PawlSimulation *s);
// The grips of the n candidates, whose rows stand behind their normal ones, in w->grip; returns their number.
int32_t pw_contact_list_grips(struct PawlSimulation *s, int32_t n);
// Forces of the n candidates, which rest, by rows: w->lambda, and accelerations w->after; with friction by their cones.
PawlStatus pw_contact_forces(struct PawlSimulation *s, int32_t n, double scale);
// The grips of those that are closed now stick and slide as that solve said.
PawlStatus pw_contact_set_grips(struct PawlSimulation *s);
// A touch that is closed before anything is decided of it: what may slide is not held.
void pw_contact_loosen(const struct PawlSimulation *s, PwTouch *touch);
// Switching functions of friction: how many, and at most; their values, by forces; what counts as zero; function `own` has fired.
int32_t pw_contact_friction_switches(const struct PawlSimulation *s);
int32_t pw_contact_friction_room(const struct PawlSimulation *s);
void pw_contact_watch_friction(const struct PawlSimulation *s, const struct PwSolution *solution, double *g);
void pw_contact_friction_noise(const struct PawlSimulation *s, double *noise);
void pw_contact_follow_friction(struct PawlSimulation *s, int32_t own);

// ---- contact_displaced.c: displacements of pressed touches with friction (contact/displacement.h)

// The formulation told of the touches, and their displacements into y; from s->y into the touches.
PawlStatus pw_contact_give_displacements(struct PawlSimulation *s, double *y, PawlMessages *messages);
void pw_contact_take_displacements(struct PawlSimulation *s);
// At the start, s->y: those that the model gives; all no longer than friction can hold them.
PawlStatus pw_contact_start_displacements(struct PawlSimulation *s, PawlMessages *messages);
// Those of the touches as they are now, at rest in s->y, become what a start knows of.
PawlStatus pw_contact_keep_displacements(struct PawlSimulation *s);
// Switching functions: how many; are accelerations needed for them; their values at (t, y), with a solution if so;
// what counts as zero; function `own` has fired at (t, y).
int32_t pw_contact_displaced_switches(const struct PawlSimulation *s);
bool pw_contact_rim_needs_force(const struct PawlSimulation *s);
void pw_contact_watch_displaced(const struct PawlSimulation *s, const double *y, const struct PwSolution *solution, double *g);
void pw_contact_displaced_noise(const struct PawlSimulation *s, double *noise);
PawlStatus pw_contact_follow_displaced(struct PawlSimulation *s, double t, const double *y, int32_t own);

// ---- contact_rubbing.c: what friction does, for output, expressions and events

// w->rubbing, of closed and pressed touches with friction, at the state of a solution; zeros of others.
void pw_contact_read_rubbing(struct PawlSimulation *s, const struct PwSolution *solution);
// A tangential vector as one number: in the plane along z x n, in space its size.
double pw_rubbing_along(const PawlMechanism *k, const double n[3], const double vector[3]);
// For the events of an instant: forces and slip of touches with friction before it; then, of those that wait, behind it.
void pw_contact_keep_before(struct PawlSimulation *s, const struct PwSolution *solution);
PawlStatus pw_contact_tell_after(struct PawlSimulation *s, double t, const double *y);
// Adds to an event of candidate i what an impulse does along its slip: speeds and impulses by rows, from its normal one on;
// `before` and `after` may be NULL.
void pw_contact_tell_slip(const struct PawlSimulation *s, int32_t i, const double *before, const double *after,
                          const double *impulse, PwEvent *e);

// contact_yield.c: at (t, y), where the run goes on: friction beyond its limit, though touches hold, yields
PawlStatus pw_contact_check_cones(struct PawlSimulation *s, double t, const double *y);

// contact_base.c: the same where nothing can yield: forces that are inside their cones, and on from there. The forces of
// candidate i, by rows, that the decision finds; at an instant that follows, what is at its limit together.
PawlStatus pw_contact_share_inside(struct PawlSimulation *s, double t, const double *y);
void pw_contact_keep_forces(struct PawlSimulation *s, int32_t i, const double *force);
void pw_contact_reach_together(struct PawlSimulation *s);
// Where even so none of them holds: all is decided again with cones that are narrower by a little. False: that has been tried.
bool pw_contact_let_go_together(struct PawlSimulation *s);

// contact_jam.c: forces of the n candidates do not exist because of friction: an impulse; PAWL_RETRY: all is to be decided anew
PawlStatus pw_contact_jam(struct PawlSimulation *s, double t, double *y, int32_t n, PawlMessages *messages);
// The same where they exist, and what slides would end within no time by them; PAWL_ERR_SINGULAR: it would not.
PawlStatus pw_contact_jam_unbounded(struct PawlSimulation *s, double t, double *y, int32_t n, PawlMessages *messages);
// Where there were several answers.
void pw_contact_tell_indeterminate(struct PawlSimulation *s);

// contact_speeds.c: speeds of s->y at the start onto the closed touches, some of which roll
PawlStatus pw_contact_meet_speeds(struct PawlSimulation *s);

// contact_kinematic.c: the same decision in kinematic runs, by speeds and accelerations alone
PawlStatus pw_contact_decide_kinematic(struct PawlSimulation *s, double t, double *y, PawlMessages *messages);
// Closed touches that have left their elements and can only push: w->push, at (t, y). False: there are none.
bool pw_contact_pushes(struct PawlSimulation *s, double t, const double *y, PawlStatus *status);
bool pw_contact_may_pull(const struct PawlSimulation *s, const PwTouch *touch);
// Which body is free when a closed touch goes, for the detail of its event, and once for a warning. False: none is.
enum { PW_FREE_TEXT = 80 };
bool pw_contact_find_free(struct PawlSimulation *s, double t, const double *y, int32_t index, char text[PW_FREE_TEXT]);
void pw_contact_warn_free(struct PawlSimulation *s, double t, PawlMessages *messages);
// Where no position exists any more that keeps all closed touches: one of them is dropped. PAWL_RETRY: none can be.
PawlStatus pw_contact_drop(struct PawlSimulation *s, double t, double *y, PawlMessages *messages);
#endif
