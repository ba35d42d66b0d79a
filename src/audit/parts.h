// Shared by the files of the audit. All in SI and in space: a planar mechanism is one with z = 0 and turns about z.
#ifndef PW_AUDIT_PARTS_H
#define PW_AUDIT_PARTS_H
#include "audit/audit.h"
#include "expression/expression.h"
#include "model/model.h"
#include "numerics/vec.h"
#include "result/doubles.h"

// ---- what was read

typedef enum {
  PW_ROW_SAMPLE,
  PW_ROW_BEFORE,
  PW_ROW_IMPULSE,
  PW_ROW_AFTER,
  PW_ROW_SINGULAR,
  PW_ROW_KICK,
  PW_ROW_REST,
  PW_ROW_KINDS
} PwRowKind;

// A function of two frames: a joint coordinate, a measure, a spring's length.
typedef enum {
  PW_OF_POSITION,  // component `axis` of origin 2 - origin 1 in axes of frame 1
  PW_OF_TURN,      // 2 e_axis of the relative quaternion
  PW_OF_ANGLE,     // turn about z of frame 1
  PW_OF_ARM1,      // universal joint: y of frame 2 about x of frame 1
  PW_OF_ARM2,      // universal joint: x of frame 1 about y of frame 2, the other way round
  PW_OF_AZIMUTH,   // direction of origin 2 about z of frame 1
  PW_OF_DISTANCE,
  PW_OF_BETWEEN,  // angle between the two axes `axis`
  PW_OF_SPEED     // component `axis` of the relative velocity in axes of frame 1; 3: its size
} PwOfKind;

typedef struct {
  const char *name;   // "joint.coordinate", or a measure
  const char *alone;  // the joint's, if it has only one coordinate
  PwOfKind kind;
  int32_t frame[2], axis;
  int32_t column;  // of audit.bin that tells its full turns; -1: none
  PwDimension dimension;
} PwOf;

// A number or an expression.
typedef struct {
  PwExpr *expr;  // NULL: the constant
  double constant, scale;
  int32_t count, kinks;
  const int32_t *variable;
  int32_t *branch;  // [kinks] scratch
  bool unknown;     // it mentions what a folder does not tell
} PwLawOf;

typedef struct {
  double p[3], q[4], R[9], v[3], w[3], a[3], alpha[3];  // of the origin, ground axes
  double turn;                                          // planar: the angle with its full turns
  double c[3], vc[3], ac[3];                            // of the centre
} PwAuditBody;

typedef struct {
  int32_t body;
  double p[3], R[9], v[3], w[3];
} PwAuditFrame;

// A frame in the axes of its body: origin, orientation, and how fast they change by the frame's laws.
typedef struct {
  double at[3], R[9], rate[3], spin[3];
  bool moves;  // else these are all there is to it
} PwStand;

// The line that a coupler acts along, in axes of the body that its joints have in common.
typedef struct {
  bool there;
  int32_t base, moving[2];
  double at[3], along[3];
  double force;  // along it on moving[0], for a unit of COUPLER.force; on moving[1] the opposite
} PwLine;

// All bodies and frames at one row.
typedef struct {
  int64_t row;  // -1: as drawn
  double t, events, work;
  PwRowKind kind;
  double side;          // +1: kinks as they are from here on; -1: as they were up to here
  PwAuditBody *body;    // [bodies], ground first
  PwAuditFrame *frame;  // [frames]
} PwAuditState;

// Impulses instead of reactions.
static inline bool pw_audit_is_impulse(PwRowKind kind) {
  return kind == PW_ROW_IMPULSE || kind == PW_ROW_KICK || kind == PW_ROW_REST;
}

typedef struct {
  PwArena arena;
  PawlModel *model;
  const char *folder;
  PwGrid rows, touches;
  PwDoublesEnd end, touches_end;
  bool done;                        // run.json says that the run is complete
  int64_t events;                   // rows of events.csv
  bool *loose;                      // [touches] of an impact in several solves, or with a lowered restitution: events.csv says so
  int64_t told_rows, told_touches;  // rows of the two tables by run.json; -1: it does not tell
  bool planar;
  double size, tolerance, mass, duration;
  double fastest, fastest_shift, fastest_turn;  // of all bodies in the run: speed with size times turning, and each alone
  const char *analysis;
  bool from;  // starts from statics or another result
  PawlImpactLaw impact;
  PawlImpactOrder order;
  int32_t contacts;  // names in the order of audit_touches.bin
  const char **contact;
  int32_t callbacks;  // names of bodies that functions of a program act on
  const char **callback;
  bool complete;                // audit.bin has all columns
  bool rubs;                    // audit_touches.bin tells of friction
  double *kinetic, *potential;  // [rows] energies
  double *power, *rubbing;      // [rows] of samples: of all forces that have no potential, and of friction; NULL: not known
  bool unknown_frame;           // a frame moves by a law that the folder does not tell
  int32_t *body_column;         // [bodies] first column; ground: -1
  int32_t *joint_column, *coupler_column;
  int32_t *rubbing_column;  // [joints] friction: its mode, then force and torque; -1: not told
  bool *open_body;          // [bodies] forces act on it that are not known
  const char *open_force;   // one of them, for the note
  int32_t ofs;              // functions: joint coordinates, then measures
  PwOf *of;
  int32_t *joint_of;  // [joints + 1] first coordinate of each joint
  PwTable **table;
  PwLawOf (*frame_law)[4];  // [frames] offsets and angle
  PwStand *stand;           // [frames] at t = 0
  PwLawOf *drive_law;
  PwLawOf (*force_law)[3];  // [forces] law, or components
  double *free;             // [forces] length or position without force
  PwLine *line;             // [couplers]
  PwAuditState drawn, now;
  PwAuditState *placed;  // [rows] all of them, where that takes little room; NULL: each is placed when it is asked for
  PwAuditVerdict *verdict;
} PwAudit;

// ---- read.c

PawlStatus pw_audit_open(const char *folder, PawlMessages *messages, PwAudit *out);
void pw_audit_close(PwAudit *a);
static inline double pw_audit_value(const PwAudit *a, int64_t row, int32_t column) {
  return pw_grid_value(&a->rows, row, column);
}

// ---- state.c

bool pw_audit_state_create(PwAudit *a, PwAuditState *out);  // false: out of memory
bool pw_audit_place_all(PwAudit *a);                        // likewise
void pw_audit_speeds(PwAudit *a);                           // the fastest of them
bool pw_audit_stands(PwAudit *a);                           // frames on their bodies; likewise
// Bodies and frames at a row; row -1: as drawn.
void pw_audit_place(const PwAudit *a, int64_t row, PwAuditState *out);
// Angular momentum about the centre, and its rate.
void pw_audit_spin(const PwAudit *a, const PwAuditState *s, int32_t body, double spin[3], double rate[3]);
double pw_audit_wrap(double angle);  // within half a turn of zero

// ---- scalar.c

typedef struct {
  double value, rate;
  double f[3], torque[3];  // what pushes it up: force on body 2 at origin 2, and torque; the opposite on body 1
} PwOfMotion;

// Of two frames at a state. `column` settles full turns.
void pw_audit_of(const PwAudit *a, const PwAuditState *s, const PwOf *of, PwOfMotion *out);
// All three PW_OF_POSITION, or PW_OF_TURN, of frame 2 against frame 1, and their rates.
void pw_audit_shifts(const PwAuditFrame *f, const PwAuditFrame *g, double value[3], double rate[3]);
void pw_audit_turns(const PwAuditFrame *f, const PwAuditFrame *g, double value[3], double rate[3]);
bool pw_audit_is_angle(PwOfKind kind);
// The function that a coordinate is; -1: none.
int32_t pw_audit_coordinate(const PwAudit *a, const PawlCoordinate *c);

// ---- law.c

PawlStatus pw_audit_laws(PwAudit *a);
void pw_audit_laws_free(PwAudit *a);
// Value and first derivative in t of a law of t.
void pw_audit_law_t(const PwLawOf *law, double t, double side, double out[2]);
// Value of a law of the state; own: the spring's length or coordinate.
double pw_audit_law(const PwAudit *a, const PwAuditState *s, const PwLawOf *law, const PwOfMotion *own);

// ---- force.c

// Sums on one body: force, torque about its centre, and the sums of their sizes.
typedef struct {
  double f[3], torque[3], size, torque_size;
} PwForceSum;

void pw_audit_add(const PwAuditState *s, PwForceSum *sum, int32_t body, const double at[3], const double f[3],
                  const double torque[3]);
// `force` along a function of two frames, on both bodies.
void pw_audit_push(const PwAuditState *s, PwForceSum *sum, const int32_t frame[2], const PwOfMotion *m, double force);
// Gravity, springs, applied forces: what the model says.
void pw_audit_applied(const PwAudit *a, const PwAuditState *s, PwForceSum *sum);
// Reactions and couplers of the row: forces, or impulses.
void pw_audit_reactions(const PwAudit *a, const PwAuditState *s, PwForceSum *sum);
// Friction of joint j at the row, on body 2 at frame 2's origin; false: none is told (rubbing.c). And the power of all of it.
bool pw_audit_rubbing_of(const PwAudit *a, const PwAuditState *s, int32_t j, double force[3], double torque[3]);
double pw_audit_rubbing_power(const PwAudit *a, const PwAuditState *s);
bool pw_audit_lines(PwAudit *a);  // line.c; false: out of memory
void pw_audit_line(const PwAudit *a, const PwAuditState *s, const PwLine *line, double lambda, PwForceSum *sum);
// Touches of the row, from touch *next on.
void pw_audit_touches(const PwAudit *a, const PwAuditState *s, int64_t *next, PwForceSum *sum);
bool pw_audit_energies(PwAudit *a);  // false: out of memory
double pw_audit_potential_rate(const PwAudit *a, const PwAuditState *s);

// ---- columns of audit_touches.bin

enum {
  PW_TOUCH_T,
  PW_TOUCH_KIND,
  PW_TOUCH_EVENTS,
  PW_TOUCH_CONTACT,
  PW_TOUCH_STATE,
  PW_TOUCH_X,
  PW_TOUCH_NX = PW_TOUCH_X + 3,
  PW_TOUCH_GAP = PW_TOUCH_NX + 3,
  PW_TOUCH_RATE,
  PW_TOUCH_FORCE,
  PW_TOUCH_RATE_AFTER,
  PW_TOUCH_PLAIN,  // so many where nothing has friction
  PW_TOUCH_MODE = PW_TOUCH_PLAIN,
  PW_TOUCH_FRICTION = PW_TOUCH_MODE + 3,
  PW_TOUCH_TORQUE = PW_TOUCH_FRICTION + 3,
  PW_TOUCH_COLUMNS = PW_TOUCH_TORQUE + 3
};
// What friction does against slip, rolling and spin.
enum { PW_TOUCH_HAS_NONE, PW_TOUCH_STICKS, PW_TOUCH_SLIDES, PW_TOUCH_YIELDS, PW_TOUCH_MODES };
static inline double pw_audit_touch(const PwAudit *a, int64_t row, int32_t column) {
  return pw_grid_value(&a->touches, row, column);
}
// Does touch row `i` belong to the row of `s`?
static inline bool pw_audit_touch_at(const PwAudit *a, const PwAuditState *s, int64_t i) {
  return i < a->touches.rows && pw_audit_touch(a, i, PW_TOUCH_T) == s->t && pw_audit_touch(a, i, PW_TOUCH_KIND) == s->kind &&
         pw_audit_touch(a, i, PW_TOUCH_EVENTS) == s->events;
}
// The speed that would cross the mechanism during the run: what is slow against it is rest.
static inline double pw_audit_pace(const PwAudit *a) {
  double time = a->rows.rows > 1 ? pw_audit_value(a, a->rows.rows - 1, 0) - pw_audit_value(a, 0, 0) : 0;
  return time > 0 ? a->size / time : 0;
}
// Goes on from *touch to the first touch of the row of `s`.
void pw_audit_seek(const PwAudit *a, const PwAuditState *s, int64_t *touch);
// What a contact of audit_touches.bin is: the model's contact, or a limit of a coordinate and its side.
typedef struct {
  const PawlContactDef *contact;  // NULL: a stop
  const PawlLimitDef *limit;
  int32_t of;   // stop: the coordinate
  double sign;  // stop: +1 lower, -1 upper
  int32_t body[2];
  double restitution;
  bool soft, one_sided;
} PwContactOf;
bool pw_audit_contact(const PwAudit *a, int32_t index, PwContactOf *out);
// Velocity of body 1 against body 2 at the place of a touch row `x` of a contact, and its turning against it.
void pw_audit_slip(const PwAudit *a, const PwAuditState *s, const PwContactOf *c, const double *x, double v[3], double w[3]);
// Friction of a touch row: force on body 1 and torque, or their impulses; false: it has none.
bool pw_audit_friction_of(const PwAudit *a, const double *x, const double **force, const double **torque);

// ---- verdict.c

// Times in the units of the model, for "t = %.9g %s".
#define PW_AUDIT_TIME(a, si) (si) / (a)->model->units.time, (a)->model->units.time_name
PwAuditLaw *pw_audit_begin(PwAudit *a, const char *name, double limit);
// A deviation, kept if it is the largest.
void pw_audit_note(PwAuditLaw *law, double deviation, const char *format, ...) PAWL_PRINTF(3, 4);
// The same of "WHATNAME at t = ..."; both stay until the law ends, and are written then. A name of NULL is left out.
void pw_audit_note_at(PwAuditLaw *law, double deviation, double t, const char *what, const char *name);
void pw_audit_say(PwAuditLaw *law, const char *format, ...) PAWL_PRINTF(2, 3);
// A law that was not checked at all.
void pw_audit_skip(PwAudit *a, const char *name, const char *format, ...) PAWL_PRINTF(3, 4);
// Passed or failed, unless it says otherwise; nothing to audit, if nothing was noted.
void pw_audit_end(PwAudit *a, PwAuditLaw *law);

// ---- the laws

// Directions that a joint locks: x y z, turns about x y z.
uint32_t pw_audit_locked(const PawlJointDef *d);  // joints.c
// The profile whose place on the body it has: an offset lies where that lies which it is made from.
const PawlProfileDef *pw_audit_placed_by(const PawlModel *m, int32_t profile);  // overlap.c
// One-sided closed touches of a kinematic run: on corners they must push, which `law` is about; others are kept.
typedef struct {
  PwAuditLaw *law;
  int64_t kept, pulls;  // others, at samples; those of them whose force pulls
} PwKept;
PawlStatus pw_audit_kept(PwAudit *a, PwKept *inout);  // kept.c
// Fastest body of the run, turning times size included: what speeds are measured by.
PawlStatus pw_audit_events(PwAudit *a, PawlMessages *messages);  // events.c
// A text table of the folder, to be closed by close(out->lines.file) and pw_table_end.
PawlStatus pw_audit_open_table(PwAudit *a, const char *name, PawlMessages *messages, PwTableFile *out);
PawlStatus pw_audit_tables(PwAudit *a, PawlMessages *messages);  // tables.c

void pw_audit_start(PwAudit *a);           // start.c
void pw_audit_joints(PwAudit *a);          // joints.c
void pw_audit_drives(PwAudit *a);          // joints.c
void pw_audit_forces(PwAudit *a);          // balance.c
void pw_audit_energy(PwAudit *a);          // balance.c
PawlStatus pw_audit_smooth(PwAudit *a);    // smooth.c
PawlStatus pw_audit_impacts(PwAudit *a);   // impact.c
PawlStatus pw_audit_contacts(PwAudit *a);  // touches.c
void pw_audit_friction(PwAudit *a);        // friction.c
void pw_audit_rubbing(PwAudit *a);         // rubbing.c
// How far a place in the axes of the body is from the boundary on `side`, and the outward normal there; zero: it has none. False:
// not known.
typedef bool (*PwFoot)(void *user, const PwContactOf *contact, int side, const double x[3], double normal[3], double *distance);
// Touches stand on the boundaries that the audit itself knows, along their normals; at about `most` instants.
void pw_audit_normals(PwAudit *a, int64_t most, PwFoot foot, void *user);  // normal.c
PawlStatus pw_audit_overlaps(PwAudit *a);                                  // overlap.c
// look(a, user, first touch) with `now` at the samples, or at about `most` of them, from 16 to 128, spread over the run.
// The law says at how many.
void pw_audit_samples(PwAudit *a, PwAuditLaw *law, int64_t most, void (*look)(PwAudit *, void *, int64_t), void *user);
PawlStatus pw_audit_surfaces(PwAudit *a);  // surfaces.c
#endif
