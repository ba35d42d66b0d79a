// A mechanism: a model compiled into flat arrays. Indices instead of names, SI units, constants folded; immutable.
//
// Everything geometric is a *scalar*: a function of two frames (a component of their distance, an angle, ...). Joint coordinates
// and measures are scalars; a constraint row is a linear combination of scalars minus a law of t; springs, dampers and bushings
// are forces along a scalar. One table of scalar kinds therefore serves joints, drives, couplers, forces and output.
#ifndef PW_MECHANISM_H
#define PW_MECHANISM_H
#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/messages.h"
#include "base/names.h"
#include "base/text.h"
#include "expression/expression.h"
#include "geometry/mesh/trimesh.h"
#include "geometry/space/surface.h"
#include "model/shapes.h"
#include "model/units.h"
#include "pawl/run.h"

struct json_t;

// A number or an expression. Expressions that share variables are gathered by the caller through `variable`.
typedef struct {
  PwExpr *expr;             // NULL: the constant
  double constant;          // SI
  double scale;             // SI per result of the expression
  int32_t count;            // variables
  const int32_t *variable;  // PW_VAR_*
  int32_t kink;             // its first kink in the mechanism's list of branches
  int32_t kinks;
  int32_t own;  // scalar that PW_VAR_OWN means; -1: none
  PwPlace place;
} PwLaw;

// Numbers of variables in laws.
enum {
  PW_VAR_T = 0,
  PW_VAR_OWN = 1,
  PW_VAR_OWN_RATE = 2,
  PW_VAR_SCALAR = 3,         // + 2 * scalar (+ 1: its rate)
  PW_VAR_NAMED = 1 << 28,    // + 2 * named event: how often it happened (+ 1: time since it last did)
  PW_VAR_SAMPLED = 1 << 29,  // + sample: its value at the last multiple of its period
  PW_VAR_READING = 1 << 30   // + reading: only in laws that do not act on the motion
};

typedef struct {
  const char *name;
  double mass;
  double inertia[6];   // xx yy zz xy xz yz about the centre of mass, body axes
  double center[3];    // centre of mass in body axes
  double drawn[7];     // pose of the centre of mass as drawn: position, quaternion
  double drawn_angle;  // planar: turn about z as drawn
  int32_t shapes;      // for drawings; body axes from the body's origin
  const PwShape *shape;
  PwPlace place;
} PwBody;  // [0] is ground

typedef struct {
  const char *name;
  int32_t body;
  double position[3];  // from the body's centre of mass, body axes
  double orientation[4];
  double axes[9];  // columns: x y z of the frame in body axes (row-major 3x3)
  bool moves;
  PwLaw offset[3], angle;  // used if it moves
  double angle_axis[3];    // frame axes
} PwFrame;

typedef enum {
  PW_S_GROUND,    // component `axis` of d = origin 2 - origin 1, ground axes
  PW_S_POSITION,  // the same in axes of frame 1
  PW_S_TURN,      // 2 e_axis of the relative quaternion (w, e): the lock of T03; small: the turn about that axis
  PW_S_ANGLE,     // turn about z of frame 1, counted through full turns
  PW_S_SQUARE,    // x of frame 1 . y of frame 2 (universal joint)
  PW_S_CROSS1,    // universal joint: turn about x of frame 1
  PW_S_CROSS2,    // universal joint: turn about y of frame 2
  PW_S_DISTANCE,  // |d|
  PW_S_RADIAL,    // length of d square to z of frame 1
  PW_S_AZIMUTH,   // direction of d about z of frame 1, counted through full turns
  PW_S_BETWEEN,   // angle between the two axes `axis`
  PW_S_SPEED      // a speed: component `axis` of the relative velocity of the origins in axes of frame 1; 3: its size
} PwScalarKind;

typedef struct {
  PwScalarKind kind;
  int32_t frame[2];
  int32_t axis;
  int32_t turn;          // its index among the turn references; -1: not counted
  double plane_axis[2];  // planar POSITION: the axis in frame 1's body
  double sign;           // planar ANGLE, TURN: +1, or -1 if the frame's axis points to -z
} PwScalar;

typedef struct {
  int32_t scalar;
  double factor;
} PwTerm;

// A row: sum of factor * scalar - law(t) = 0. The reaction of a row acts on the bodies of its terms.
typedef struct {
  int32_t term, terms;  // range in mechanism->term
  PwLaw law;            // constant or expression of t
  int32_t joint;        // joint that it belongs to; -1: coupler or drive
  int32_t coupler, drive;
  bool redundant;   // depends on other rows everywhere: left out of the equations
  bool angular;     // residual in radians, else metres
  double softness;  // > 0: met only as nearly as the others allow (wishes at assembly)
} PwRow;

typedef struct {
  const char *name;
  PawlJointType type;
  int32_t frame[2], body[2];
  int32_t row, rows;                // range
  int32_t coordinate, coordinates;  // range in mechanism->coordinate
  double radius[2];                 // gear pair, for drawings; else 0
  PwPlace place;
} PwJoint;

typedef struct {
  const char *name;  // "joint.angle"
  int32_t scalar, joint;
  bool angular;
} PwCoordinate;

typedef struct {
  const char *name;
  int32_t row, coordinate;
} PwDrive;

typedef struct {
  const char *name;
  int32_t row;
  int32_t coordinates;  // one for each term of the row
  int32_t *coordinate;
  bool line;                          // it has a line of action, for reactions of the two joints (build_lines.c)
  int32_t base, joint[2], moving[2];  // body that holds the line; of the two coordinates
  double at[3], along[3];             // from the base's centre of mass, its axes
  double gain;                        // force along the line on the first moving body, by the row's multiplier
} PwCoupler;

// Force along a scalar: pushes it up with Q = -(preload + stiffness (s - free) + damping ds/dt), or with -law (springs: law is
// the tension) or +law (joint forces): `law_sign`.
typedef struct {
  const char *name;
  int32_t scalar;
  double stiffness, damping, free, preload;
  bool has_law;
  PwLaw law;
  double law_sign;
} PwScalarForce;

typedef struct {
  const char *name;
  bool torque, follow;
  int32_t frame, reaction;  // reaction: body that the opposite acts on
  PwLaw component[3];
} PwApplied;

typedef struct {
  const char *name;
  int32_t frame;
  PawlForceFunction function;
  void *user;
} PwCallback;

// A scalar, or an expression, which is a law without a place in the mechanism's list: its branches are chosen when it is read.
typedef struct {
  const char *name;
  int32_t scalar;  // -1: the law
  PwDimension dimension;
  PwLaw law;             // in units of the file
  const char *text;      // of the law; NULL: a scalar
  bool tried, compiled;  // the law
} PwMeasure;

typedef struct {
  int32_t coordinate;
  double position, speed;  // NaN: no wish
  bool hold_position, hold_speed;
  PwPlace place;
} PwWish;

typedef struct {
  int32_t body;
  double twist[6];  // of the body's origin; NaN: no wish
  bool hold_pose, hold_velocity;
  PwPlace place;
} PwBodyWish;

typedef struct {
  const char *text;
  PwPlace place;
} PwOutput;

typedef struct {
  const char *name;  // "body.profile"
  int32_t body;
  PwProfile geometry;  // in the body's axes, from its centre of mass
  bool hidden;         // is not drawn
  bool construction;   // is drawn and nothing else
  PwPlace place;
} PwBoundary;

// A surface on a body.
typedef struct {
  const char *name;  // "body.surface"
  int32_t body;
  PawlSurfaceType type;
  PwSurface geometry;           // in its own axes
  double position[3];           // of these, from the body's centre of mass, body axes
  double axes[9];               // columns: its x y z in body axes (row-major 3x3)
  const struct PwShell *shell;  // of a solid with flat faces, and of a plane or ball that one may touch; NULL
  PwGridError fit;
  PwPlace place;
} PwSkin;

// A mesh on a body.
typedef struct {
  const char *name, *file;  // "body.mesh"
  int32_t body;
  PwTriMesh *geometry;  // in its own axes; one owner of it
  double position[3];   // of these, from the body's centre of mass, body axes
  double axes[9];       // columns: its x y z in body axes (row-major 3x3)
  PwPlace place;
} PwBodyMesh;

// A continuous contact law (contact/law.h has the equations).
typedef struct {
  double stiffness, exponent;
  double damping;  // mu; NaN: by q
  double q;        // damping factor
  double floor;    // least v0, m/s
  double viscous;  // elastic stops: F += viscous * d', before F is clamped at >= 0; 0 for profiles
} PwForceLaw;

// Friction of a contact; all zero: it has none.
typedef struct {
  bool rolling;                             // never slips
  double mu_static, mu_kinetic;             // kinetic <= static
  double stribeck;                          // m/s: mu = kinetic + (static - kinetic) exp(-(s/stribeck)^2); 0: kinetic at once
  double viscous;                           // N s/m
  double spin, roll;                        // m: torques about the normal and against rolling, by the load
  double stiffness, damping, stick, slide;  // of a soft one: k_t, c_t, v_stick, v_d; all zero if it has no stiffness
  double displacement[3];                   // and where it starts, ground axes
} PwFriction;

// What of a joint friction acts on: the slip of its surfaces over each other, in rows (mechanics/bearing.h).
enum { PW_BEARING_ROWS = 3 };  // the most
typedef struct {
  int32_t joint;
  int32_t rows;
  int32_t scalar[2];  // of its rows: coordinates of the joint; spherical: -1
  double arm[2];      // slip by the scalar's rate: 1 along, the radius about the axis
  double radius, length, preload;
  double mu_static, mu_kinetic, stribeck, viscous;  // of PwFriction
} PwBearing;

// Is its friction told as a torque: of what turns, and does not travel?
static inline bool pw_bearing_is_torque(const PwBearing *b) {
  return b->length == 0;
}

typedef enum { PW_CONTACT_PROFILES, PW_CONTACT_STOP, PW_CONTACT_SURFACES, PW_CONTACT_SHELLS } PwContactKind;

// A pair of boundaries that may meet, or one stop of a joint coordinate.
typedef struct {
  const char *name;
  PwContactKind kind;
  int32_t boundary[2];  // of profiles; else -1
  int32_t skin[2];      // of surfaces; else -1
  int32_t body[2];
  int32_t scalar;  // stop: gap = sign * (scalar - bound)
  double sign, bound;
  bool angular;  // stop: the gap is an angle
  PawlSides sides;
  double restitution, rebound;  // rebound NaN: by size and tolerance
  bool soft;                    // a force law instead of a constraint
  PawlContactLaw type;          // what it was made from; stops: rigid
  PwForceLaw law;               // of a soft one
  PwFriction friction;
  bool start_closed;
  int32_t slot, slots;  // its output slots: range in the mechanism's count of them
  PwPlace place;
} PwContact;

// A list of bodies (model/model.h): contacts in a row.
typedef struct {
  const char *name;
  bool surfaces;    // members are skins, else boundaries
  int32_t *member;  // [members]
  int32_t members, first, count;
} PwContactList;

extern const char *const pw_named_events[];  // kinds of events that expressions may mention, NULL-terminated

// An event that expressions mention: "contact.kind".
typedef struct {
  const char *subject, *kind;
  int32_t contact;
  PwPlace place;  // where it is first mentioned
} PwNamed;

// A force that expressions mention.
typedef enum {
  PW_READING_REACTION,  // component 0..5: fx fy fz tx ty tz
  PW_READING_DRIVE,
  PW_READING_CONTACT,
  PW_READING_FRICTION,  // of a contact
  PW_READING_RUBBING,   // of a joint; index: of its bearing
  PW_READING_FORCE,     // index: of a force along a scalar
  PW_READING_COUPLER,   // component: which of its terms
  PW_READING_UNKNOWN
} PwReadingKind;

typedef struct {
  const char *name;  // as it was written
  PwReadingKind kind;
  int32_t index, component;
  double unit;    // SI per unit of the file
  PwPlace place;  // where it is first mentioned, or where it must not be
  bool acts;      // there: in a law that acts on the motion
} PwReading;

// sampled(law, period): read at every multiple of the period, held until the next.
typedef struct {
  const char *text;
  double period;  // s
  PwLaw law;      // in units of the file; branches are chosen when it is read
  bool acts;      // a law that acts on the motion mentions it
  PwPlace place;
} PwSample;

// Topology (filled in by topology/): spanning tree from ground, chords, and for each chord its loop.
typedef struct {
  int32_t components;     // bodies connected by joints, ground's included
  int32_t *parent;        // body -> body towards ground (-1: ground or a free body's root)
  int32_t *parent_joint;  // body -> joint to the parent, -1
  int32_t *depth;
  int32_t *order;  // bodies, parents first
  int32_t chords;
  int32_t *chord;       // joint indices, in file order
  int32_t *loop_start;  // chords + 1; the joints of a chord's loop stand in loop_joint[loop_start[k]..)
  int32_t *loop_joint;  // +(joint + 1) along its orientation, -(joint + 1) against; the chord first, then the way back
  int32_t loop_joints;
} PwTopology;

// Kinds of things that have ids: PW_KIND_Body, ...
#define PW_KIND(Kind, kind) PW_KIND_##Kind,
typedef enum { PAWL_KIND_LIST(PW_KIND) PW_KINDS } PwKind;
#undef PW_KIND

// Names of the things of one kind by their ids, whatever they were compiled into.
typedef struct {
  int32_t count;
  const char **name;  // NULL: a frame without one
} PwListed;

struct PawlMechanism {
  PwArena arena;
  PwListed listed[PW_KINDS];
  PwNames names;  // of them, by PwKind
  const char *name;
  PwUnits units;
  bool planar;
  double gravity[3];
  double size;  // characteristic length, m
  uint64_t hash;

  int32_t bodies, frames, scalars, terms, rows, joints, coordinates, drives, couplers;
  int32_t scalar_forces, applieds, callbacks, measures, wishes, body_wishes, outputs, plots, turns, kinks, laws, tables;
  PwBody *body;  // [bodies], ground first
  PwFrame *frame;
  PwScalar *scalar;
  int32_t hot_scalars;  // those that rows, forces and laws need at every evaluation
  int32_t *hot_scalar;
  PwTerm *term;
  PwRow *row;
  PwJoint *joint;
  PwCoordinate *coordinate;
  PwDrive *drive;
  PwCoupler *coupler;
  PwScalarForce *scalar_force;
  PwApplied *applied;
  PwCallback *callback;
  PwMeasure *measure;
  PwWish *wish;
  PwBodyWish *body_wish;
  PwOutput *output, *plot;
  const PwLaw **law;  // every law with kinks
  int32_t exprs;
  PwExpr **expr;  // all of them, to be freed
  PwTable **table;
  int32_t boundaries, surfaces, contacts, slots, nameds, readings, samples;
  PwBoundary *boundary;
  PwSkin *skin;  // [surfaces]
  int32_t meshes;
  PwBodyMesh *mesh;
  PwContact *contact;
  int32_t contact_lists;
  PwContactList *contact_list;
  bool rough;          // has a contact without a law friction? By contact/friction.h, as the most rows of a touch
  int32_t touch_rows;  //
  int32_t displaced;   // pressed touches that may have a displacement at once (contact/displacement.h)
  int32_t bearings;
  PwBearing *bearing;  // joints with friction, in their order
  PwNamed *named;
  PwReading *reading;
  PwSample *sample;
  bool until_reads;       // `until` mentions a force
  bool reads_friction;    // an expression mentions that of a contact or joint
  int32_t reading_kinks;  // most of a law that is read: room for its branches
  PwLaw until;            // expr NULL: none
  const char *until_text;
  PawlRunOptions run;
  char *model_text;  // the model as a file, without its callbacks: what a result is audited by; NULL: no file can hold it

  PwTopology topology;
  int32_t active_rows;     // rows not redundant
  int32_t redundancies;    // found by rank
  bool singular_start;     // fewer rows are independent at the start than elsewhere
  double *drawn_open;      // [rows] what each row is open by as drawn
  double *assembled_turn;  // turn references there
  double *assembled;       // positions at t = 0 with all rows met
  int32_t mobility;        // freedoms = speeds - rank of the rows without drives
};

// Speeds and coordinates per body, and the size of the whole.
static inline int32_t pw_speeds_per_body(const PawlMechanism *m) {
  return m->planar ? 3 : 6;
}
static inline int32_t pw_coordinates_per_body(const PawlMechanism *m) {
  return m->planar ? 3 : 7;
}
static inline int32_t pw_speed_count(const PawlMechanism *m) {
  return (m->bodies - 1) * pw_speeds_per_body(m);
}
static inline int32_t pw_position_count(const PawlMechanism *m) {
  return (m->bodies - 1) * pw_coordinates_per_body(m);
}
// Of a state y = (positions, speeds, work, displacements): where the last begin, and with as many of these as there may be.
static inline int32_t pw_state_base(const PawlMechanism *m) {
  return pw_position_count(m) + pw_speed_count(m) + 1;
}
static inline int32_t pw_state_size(const PawlMechanism *m) {
  return pw_state_base(m) + (m->planar ? 1 : 3) * m->displaced;
}

// Is anything decided at events: which touches are closed, which joints stick?
static inline bool pw_mechanism_decides(const PawlMechanism *m) {
  return m->contacts > 0 || m->bearings > 0;
}

// What lengths and angles are measured by where they are compared: the mechanism's size, and 1 rad.
static inline double pw_scale(const PawlMechanism *m, bool angular) {
  return angular ? 1 : m->size;
}
// The same for the gap of a contact, which is an angle for stops of angles.
static inline double pw_gap_scale(const PawlMechanism *m, int32_t contact) {
  return pw_scale(m, m->contact[contact].angular);
}
// A speed in m/s as one of the gap of a contact.
static inline double pw_gap_speed(const PawlMechanism *m, int32_t contact, double speed) {
  return m->contact[contact].angular ? speed / m->size : speed;
}

// The units of a gap, and of what acts along it.
static inline PwDimension pw_gap_dimension(const PwContact *c) {
  return c->angular ? PW_DIM_ANGLE : PW_DIM_LENGTH;
}
static inline PwDimension pw_gap_rate_dimension(const PwContact *c) {
  return c->angular ? PW_DIM_ANGULAR_SPEED : PW_DIM_SPEED;
}
static inline PwDimension pw_gap_force_dimension(const PwContact *c) {
  return c->angular ? PW_DIM_TORQUE : PW_DIM_FORCE;
}

// A list with more pairs than this is long: its contacts are not told one by one, unless they are asked for.
enum { PW_LONG_LIST = 50 };
// The long list that contact c is the first one of; NULL: none.
const PwContactList *pw_long_list_at(const PawlMechanism *k, int32_t c);

// What a kind of contact has on its two sides and how it is written, for who lists, draws, checks or records contacts
// (contact_forms.c); what touches of it do is in contact/pair.h.
typedef struct {
  const char *word;    // what its sides are: "profiles", "surfaces"; NULL: it has none
  bool located;        // its touches are at a point and have a normal, which tables and messages tell; and slots in result.csv
  bool in_space;       // their columns are those of touches in space (result/slot_fields.h)
  int32_t parameters;  // of a point on a side
  const char *(*name)(const PawlMechanism *m, const PwContact *c, int side);
  int32_t (*elements)(const PawlMechanism *m, const PwContact *c, int side);  // that a side has
  // Of parameter u (0) or v (1) on a side; PW_DIM_NONE where it is a number, or there is none.
  PwDimension (*parameter)(const PawlMechanism *m, const PwContact *c, int side, int direction);
  // What `pawl check` says of it: what it is between, as text and as a member of the item (base/json.h), and the word of its law.
  void (*check)(const PawlMechanism *m, const PwContact *c, PwText *out);
  void (*check_json)(const PawlMechanism *m, const PwContact *c, struct json_t **item);
  const char *(*law)(const PwContact *c);
} PwContactForm;
const PwContactForm *pw_contact_form(const PwContact *c);
// Was it declared as a limit of a joint coordinate? What follows from that for its touches is asked of pw_contact_form and
// pw_pair.
static inline bool pw_contact_is_stop(const PwContact *c) {
  return c->kind == PW_CONTACT_STOP;
}

bool pw_scalar_angular(PwScalarKind kind);  // radians, else metres or m/s

// Compiles names into indices and checks what can be checked without moving anything; topology and rank come later.
PawlStatus pw_mechanism_build(const PawlModel *model, PawlMessages *messages, PawlMechanism **out);
// Lists the names of a model's things, and of the stops that were made from its limits, in a mechanism; false when out of memory.
bool pw_mechanism_list(const PawlModel *model, PawlMechanism *k);
#endif
