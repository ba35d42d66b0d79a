// A model: what the user wrote. Built in code with the calls below (SI units, radians) or read from a file.
//
// Every def is filled by its _default() function, edited, and copied by the add call, so that it can be reused.
// Ids are small typed indices; 0 is null; the ground is pawl_model_ground().
// Names begin with a letter or underscore and go on with these and digits. A def that is refused leaves the model as it was:
// PAWL_ERR_ARGUMENT for a wrong size, pointer or id, PAWL_ERR_INPUT for numbers and names that cannot be.
//
// A model is drawn in place: body axes and ground axes coincide unless a body says where it is. The pose that
// the defs describe is "as drawn"; assembly starts there.
#ifndef PAWL_MODEL_H
#define PAWL_MODEL_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "pawl/status.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct PawlModel PawlModel;

typedef struct PawlBodyId {
  int32_t i;
} PawlBodyId;
typedef struct PawlFrameId {
  int32_t i;
} PawlFrameId;
typedef struct PawlJointId {
  int32_t i;
} PawlJointId;
typedef struct PawlCouplerId {
  int32_t i;
} PawlCouplerId;
typedef struct PawlDriveId {
  int32_t i;
} PawlDriveId;
typedef struct PawlForceId {
  int32_t i;
} PawlForceId;
typedef struct PawlMeasureId {
  int32_t i;
} PawlMeasureId;
typedef struct PawlProfileId {
  int32_t i;
} PawlProfileId;
typedef struct PawlSurfaceId {
  int32_t i;
} PawlSurfaceId;
typedef struct PawlContactId {
  int32_t i;
} PawlContactId;

// A number, or an expression of t and whatever else its place allows; the expression wins if it is not NULL.
typedef struct PawlScalar {
  double value;            // SI
  const char *expression;  // in the model's units (SI unless read from a file)
} PawlScalar;

PAWL_API PawlModel *pawl_model_create(void);  // NULL when out of memory
PAWL_API void pawl_model_free(PawlModel *model);

// Reads a YAML model, or an ACDMC file if its name ends in .dyn. `overrides` are texts "name=value" for parameters, or
// "KIND.name.KEY=value" for fields of an ACDMC file. All complaints of one reading at once.
PAWL_API PawlStatus pawl_model_load(const char *path, const char *const *overrides, int override_count, PawlMessages *messages,
                                    PawlModel **out);
// The same from memory; `name` stands for the file in messages.
PAWL_API PawlStatus pawl_model_parse(const char *name, const char *text, size_t length, const char *const *overrides,
                                     int override_count, PawlMessages *messages, PawlModel **out);

// The model as a YAML text that reads back as the same model: with the same numbers to the last bit, in the units it was read in.
// Parameters are written as their values, shapes as mass and inertia. PAWL_ERR_UNSUPPORTED: it has a force by callback. Free with
// pawl_text_free (run.h).
PAWL_API PawlStatus pawl_model_write_yaml(const PawlModel *model, PawlMessages *messages, char **out);

// The same as an ACDMC file (docs/acdmc.md). PAWL_ERR_UNSUPPORTED: the format cannot hold it; what it cannot hold is named.
PAWL_API PawlStatus pawl_model_write_dyn(const PawlModel *model, PawlMessages *messages, char **out);

PAWL_API PawlStatus pawl_model_set_name(PawlModel *model, const char *name);            // UTF-8
PAWL_API PawlStatus pawl_model_set_gravity(PawlModel *model, const double gravity[3]);  // m/s^2, finite, default 0

typedef enum PawlPlanar { PAWL_PLANAR_AUTO, PAWL_PLANAR_YES, PAWL_PLANAR_NO } PawlPlanar;
// YES: carried in the plane z = 0 of ground, what would act out of it is left out. AUTO: planar if nothing would be.
PAWL_API PawlStatus pawl_model_set_planar(PawlModel *model, PawlPlanar planar);

// A named number for expressions (model units).
PAWL_API PawlStatus pawl_model_add_parameter(PawlModel *model, const char *name, double value, PawlMessages *messages);

typedef enum PawlInterpolation { PAWL_TABLE_LINEAR, PAWL_TABLE_SPLINE } PawlInterpolation;
typedef enum PawlExtension { PAWL_TABLE_HOLD, PAWL_TABLE_EXTEND, PAWL_TABLE_PERIODIC } PawlExtension;

typedef struct PawlTableDef {
  uint32_t size;
  const char *name;                 // called as name(x) in expressions
  int32_t count;                    // >= 2 points (spline: >= 3)
  const double *x, *y;              // model units; x increasing
  PawlInterpolation interpolation;  // default spline (natural; periodic if extended so)
  PawlExtension extension;          // outside the points: hold the end value (default), go on straight, repeat
} PawlTableDef;
PAWL_API PawlTableDef pawl_table_def_default(void);
PAWL_API PawlStatus pawl_model_add_table(PawlModel *model, const PawlTableDef *def, PawlMessages *messages);

// ---- bodies and frames

typedef struct PawlBodyDef {
  uint32_t size;          // sizeof of this struct, set by the default
  const char *name;       // unique among bodies; "ground" is taken
  double mass;            // kg, >= 0                                                default 0
  double center[3];       // centre of mass in body axes, m                          default 0
  double inertia[6];      // xx yy zz xy xz yz about the centre of mass, body axes, kg m^2 (xy = integral of -x y)
  double position[3];     // of the body's origin as drawn, ground axes, m           default 0
  double orientation[4];  // w x y z, body to ground as drawn                        default 1 0 0 0
} PawlBodyDef;
PAWL_API PawlBodyDef pawl_body_def_default(void);
PAWL_API PawlStatus pawl_model_add_body(PawlModel *model, const PawlBodyDef *def, PawlMessages *messages, PawlBodyId *out);
PAWL_API PawlBodyId pawl_model_ground(const PawlModel *model);
PAWL_API PawlBodyId pawl_model_find_body(const PawlModel *model, const char *name);  // null if there is none

typedef struct PawlFrameDef {
  uint32_t size;
  const char *name;  // unique; "body.name" in files (then of this body); may be NULL for an unnamed one
  PawlBodyId body;
  double position[3];     // in body axes, m
  double orientation[4];  // w x y z, frame to body
  PawlScalar offset[3];   // law of t: added to position along the body's axes, m     default 0
  PawlScalar angle;       // law of t: turned about angle_axis (in frame axes), rad   default 0
  double angle_axis[3];   // default 0 0 1
} PawlFrameDef;
PAWL_API PawlFrameDef pawl_frame_def_default(void);
PAWL_API PawlStatus pawl_model_add_frame(PawlModel *model, const PawlFrameDef *def, PawlMessages *messages, PawlFrameId *out);
PAWL_API PawlFrameId pawl_model_find_frame(const PawlModel *model, const char *name);

// ---- joints

// Directions of a lock, in the axes of the first frame: x y z, and turning about x y z.
enum { PAWL_LOCK_X = 1, PAWL_LOCK_Y = 2, PAWL_LOCK_Z = 4, PAWL_LOCK_RX = 8, PAWL_LOCK_RY = 16, PAWL_LOCK_RZ = 32 };

typedef enum PawlJointType {     // free directions (z is the axis)            coordinates
  PAWL_JOINT_LOCK,               // those not in `locked`                      free x y z; angle if only rz is free
  PAWL_JOINT_FIXED,              // none
  PAWL_JOINT_REVOLUTE,           // rz                                         angle
  PAWL_JOINT_PRISMATIC,          // z                                          travel
  PAWL_JOINT_CYLINDRICAL,        // z rz                                       angle travel
  PAWL_JOINT_SPHERICAL,          // rx ry rz
  PAWL_JOINT_PLANAR,             // x y rz                                     x y angle
  PAWL_JOINT_POINT_ON_LINE,      // z rx ry rz                                 travel
  PAWL_JOINT_POINT_ON_PLANE,     // x y rx ry rz                               x y
  PAWL_JOINT_PARALLEL_AXES,      // x y z rz                                   x y z angle
  PAWL_JOINT_CONSTANT_VELOCITY,  // rx ry; position locked
  PAWL_JOINT_UNIVERSAL,          // x axis of frame 1 stays square to y axis of frame 2      angle1 angle2
  PAWL_JOINT_SCREW,              // z and rz tied by `pitch`                   angle travel
  PAWL_JOINT_ROD,                // the two origins keep the distance `length`
  PAWL_JOINT_GEAR_PAIR           // gear 2 rolls about gear 1 (W96): centres at radius1+radius2, no slip   angle
} PawlJointType;

typedef struct PawlJointDef {
  uint32_t size;
  const char *name;  // unique among joints and couplers
  PawlJointType type;
  PawlFrameId frame[2];  // on two different bodies; coordinates are of frame 2 in frame 1
  uint32_t locked;       // PAWL_LOCK_*: for PAWL_JOINT_LOCK only
  double pitch;          // screw: travel per turn, m
  double length;         // rod: m, > 0; NaN (default): as drawn
  double radius[2];      // gear pair: pitch radii, m, > 0 (negative radius 1: a ring gear around gear 2)
} PawlJointDef;
PAWL_API PawlJointDef pawl_joint_def_default(void);
PAWL_API PawlStatus pawl_model_add_joint(PawlModel *model, const PawlJointDef *def, PawlMessages *messages, PawlJointId *out);
PAWL_API PawlJointId pawl_model_find_joint(const PawlModel *model, const char *name);

// A joint coordinate: the joint and the coordinate's name from the table above (NULL: the only one).
typedef struct PawlCoordinate {
  PawlJointId joint;
  const char *name;
} PawlCoordinate;

// Where the force of a coupler acts: reactions of the two joints depend on it, the motion does not.
typedef enum PawlCouplerLine {
  PAWL_LINE_NONE,  // on the coordinates alone: no force on a bearing, no moment on a guide
  PAWL_LINE_RACK,  // of a pinion's angle and a rack's travel: along the travel, at the pitch point
  PAWL_LINE_GIVEN  // through `at` along `along`
} PawlCouplerLine;

// sum of factor_k * coordinate_k = offset: gears, rack, belt.
typedef struct PawlCouplerDef {
  uint32_t size;
  const char *name;
  int32_t count;  // 2 or more terms
  const PawlCoordinate *coordinate;
  const double *factor;
  double offset;           // NaN (default): what it is as drawn
  PawlCouplerLine line;    // default NONE; others need two terms
  double at[3], along[3];  // of a given line: a point (m) and its direction, as drawn, ground axes; it moves with the body that
                           // both joints have in common
} PawlCouplerDef;
PAWL_API PawlCouplerDef pawl_coupler_def_default(void);
PAWL_API PawlStatus pawl_model_add_coupler(PawlModel *model, const PawlCouplerDef *def, PawlMessages *messages,
                                           PawlCouplerId *out);

// A joint coordinate prescribed as a function of time.
typedef struct PawlDriveDef {
  uint32_t size;
  const char *name;  // default: the coordinate's name
  PawlCoordinate coordinate;
  PawlScalar law;  // of t only; m or rad
} PawlDriveDef;
PAWL_API PawlDriveDef pawl_drive_def_default(void);
PAWL_API PawlStatus pawl_model_add_drive(PawlModel *model, const PawlDriveDef *def, PawlMessages *messages, PawlDriveId *out);

// ---- forces

typedef enum PawlForceType {
  PAWL_FORCE_SPRING,   // between the origins of two frames; tension F = preload + k (l - l0) + c dl/dt, or `law`
  PAWL_FORCE_JOINT,    // on a joint coordinate q; Q = -preload - k (q - q0) - c dq/dt, or `law` (pushes q up)
  PAWL_FORCE_BUSHING,  // between two frames: diagonal in frame 1, 3 directions and 3 turns
  PAWL_FORCE_POINT,    // force at frame 1's origin; on frame 2's body acts the opposite at the same point
  PAWL_FORCE_TORQUE,   // torque on frame 1's body; on frame 2's body acts the opposite
  PAWL_FORCE_CALLBACK  // force and torque at frame 1's origin by a user's function
} PawlForceType;

// A user's force. It may be called at trial states, repeatedly and out of order: it must be pure.
// pose: position[3], quaternion[4] of the frame in ground; twist: velocity[3] of its origin, angular velocity[3].
// Fill wrench: force[3] at the origin, torque[3], ground axes. `stiffness` (6x6 row-major d wrench / d (shift, small
// turn)) and `damping` (d wrench / d twist) may be NULL, and may be left as they are (zero).
// Return PAWL_OK, PAWL_RETRY to ask for a smaller step, or a negative status to end the run.
typedef PawlStatus (*PawlForceFunction)(void *user, double t, const double pose[7], const double twist[6], double wrench[6],
                                        double *stiffness, double *damping);

typedef struct PawlForceDef {
  uint32_t size;
  const char *name;
  PawlForceType type;
  PawlFrameId frame[2];       // second one null for PAWL_FORCE_POINT, _TORQUE, _CALLBACK: against ground
  PawlCoordinate coordinate;  // PAWL_FORCE_JOINT
  double stiffness;           // N/m or N m/rad                                           default 0
  double damping;             // N s/m or N m s/rad                                       default 0
  double free_length;         // m or rad; NaN (default): as drawn
  double preload;             // N or N m, at free_length                                 default 0
  double bushing_stiffness[6], bushing_damping[6];
  PawlScalar law;              // SPRING: tension; variables `length`, `rate`. JOINT: variables `position`, `rate`.
                               // Used if its expression is not NULL; stiffness, damping, preload must then be 0.
  PawlScalar component[3];     // POINT, TORQUE
  bool follow;                 // POINT, TORQUE: components in the axes of frame 1 instead of ground
  PawlForceFunction function;  // CALLBACK
  void *user;
} PawlForceDef;
PAWL_API PawlForceDef pawl_force_def_default(void);
PAWL_API PawlStatus pawl_model_add_force(PawlModel *model, const PawlForceDef *def, PawlMessages *messages, PawlForceId *out);

// ---- measures: of frame 2's origin or axes seen from frame 1, or an expression

typedef enum PawlMeasureType {
  PAWL_MEASURE_DISTANCE,   // of the two origins
  PAWL_MEASURE_POSITION,   // component `axis` (0 1 2) of origin 2 - origin 1, in axes of frame 1
  PAWL_MEASURE_ANGLE,      // turn of frame 2 against frame 1 about frame 1's z (axis = 2), or between their axes `axis`
  PAWL_MEASURE_SPEED,      // axis 0 1 2: component of the relative velocity of the origins in axes of frame 1; 3: size
  PAWL_MEASURE_EXPRESSION  // `expression`, in units of the model; it may mention forces; frames and axis are not used
} PawlMeasureType;

typedef struct PawlMeasureDef {
  uint32_t size;
  const char *name;
  PawlMeasureType type;
  PawlFrameId frame[2];
  int32_t axis;            // default 2
  const char *expression;  // of type EXPRESSION; copied
} PawlMeasureDef;
PAWL_API PawlMeasureDef pawl_measure_def_default(void);
PAWL_API PawlStatus pawl_model_add_measure(PawlModel *model, const PawlMeasureDef *def, PawlMessages *messages,
                                           PawlMeasureId *out);

// ---- profiles: planar boundaries of bodies, chains of elements with the material on their left

typedef enum PawlElementType {
  PAWL_ELEMENT_POINT,    // a sharp tip at `from`, alone in its profile (corners of chains come by themselves)
  PAWL_ELEMENT_LINE,     // from `from` to `to`
  PAWL_ELEMENT_ARC,      // about `center` from `from` to `to`; or with `radius` between the angles `angle[0]`, `angle[1]`.
                         // `clockwise`: concave, material outside
  PAWL_ELEMENT_CIRCLE,   // `center`, `radius`; alone in its profile; `clockwise`: a hole
  PAWL_ELEMENT_POLAR,    // r(theta) = sum coefficient_k ((theta - origin)/scale)^exponent_k about `center`, theta from angle[0]
                         // to angle[1] (falling: clockwise)
  PAWL_ELEMENT_SPLINE,   // through `count` points, of the degree given; closed if alone in a closed profile
  PAWL_ELEMENT_BSPLINE,  // of `count` control points, uniform knots clamped at the ends (or closed, as above), or `knots`
  PAWL_ELEMENT_INVOLUTE  // of the base circle `center`, `radius`: unrolled from direction `origin` by the roll angles angle[0] to
                         // angle[1]; `clockwise`: unrolled clockwise (the other flank)
} PawlElementType;

typedef struct PawlElementDef {
  uint32_t size;
  PawlElementType type;
  double from[2], to[2];  // m; from: NaN (default): the end of the element before; to: NaN (default): not given
  double center[2], radius;
  double angle[2];  // rad
  bool clockwise;
  double origin, scale;  // polar, involute                                                default 0, 1
  int32_t count;         // polar: terms; splines: points
  const double *data;    // polar: coefficient (m), exponent pairs; splines: x y pairs
  int32_t degree;        // B-splines: 2..9; splines through points: 3, 5, 7, 9            default 3
  int32_t knot_count;    // B-spline: count + degree + 1, not decreasing; 0 (default): made
  const double *knots;
} PawlElementDef;
PAWL_API PawlElementDef pawl_element_def_default(void);

typedef struct PawlProfileDef {
  uint32_t size;
  const char *name;  // unique; "body.name" in files
  PawlBodyId body;
  double position[3], orientation[4];  // of the profile's plane (its xy) in body axes            default: body axes
  int32_t count;
  const PawlElementDef *element;  // `count` of them, each beginning where the one before ends
  bool closed;                    // default true; a chain whose ends do not meet must say false
  bool end_points;                // open: its two ends carry touches as sharp points              default false
  PawlProfileId offset_of;  // instead of elements: another profile of the same body, in its plane, moved outwards by `offset`
  double offset;
  bool hidden;        // touches, but is not drawn                                                 default false
  bool construction;  // is drawn, but never touches and bounds no material                        default false
} PawlProfileDef;
PAWL_API PawlProfileDef pawl_profile_def_default(void);
PAWL_API PawlStatus pawl_model_add_profile(PawlModel *model, const PawlProfileDef *def, PawlMessages *messages,
                                           PawlProfileId *out);
PAWL_API PawlProfileId pawl_model_find_profile(const PawlModel *model, const char *name);

// ---- surfaces: boundaries of bodies in space, each over a rectangle of two parameters u, v

typedef enum PawlSurfaceType {  // place in its own axes                              u, v                   material
  PAWL_SURFACE_PLANE,           // (u, v, 0)                                          lengths *              below
  PAWL_SURFACE_PARABOLOID,      // (u, v, u^2/2a + v^2/2b), a, b = radius[0], [1]     lengths *              below
  PAWL_SURFACE_SPHERE,          // radius[0]                                          latitude, angle        inside
  PAWL_SURFACE_ELLIPSOID,       // half axes radius[0], [1], [2] along x, y, z        latitude, angle        inside
  PAWL_SURFACE_CYLINDER,        // about z, radius[0]                                 height *, angle        inside
  PAWL_SURFACE_CONE,            // about z, tip in the origin, radius u tan(angle)    height > 0 *, angle    inside
  PAWL_SURFACE_TORUS,           // about z, radius[0], tube of radius[1]              angle round the tube, angle      inside
  PAWL_SURFACE_HELICOID,        // (u cos v, u sin v, pitch v/2pi)                    radius *, angle *      below where u > 0
  PAWL_SURFACE_REVOLUTION,      // (r cos v, r sin v, z + pitch v/2pi), (r, z) a profile: its x, y    angle (* with a pitch)
  PAWL_SURFACE_EXTRUSION,       // (x, y, v), (x, y) a profile                        length *
  PAWL_SURFACE_NURBS,           // control net, weights and knots                     as the knots say       against x_u x x_v
  PAWL_SURFACE_GRID             // made to pass a grid of points                      along rows and columns likewise
} PawlSurfaceType;              // * the range must be given

typedef struct PawlSurfaceDef {
  uint32_t size;
  const char *name;  // unique; "body.name" in files
  PawlBodyId body;
  PawlSurfaceType type;
  double position[3], orientation[4];  // of its own axes in body axes                            default: body axes
  bool inside;                         // material on the other side: a bore, a socket            default false
  double radius[3];       // m, > 0, as above; sphere, tube: may be 0; paraboloid: > 0 a bowl, < 0 a dome, INFINITY straight
  double angle;           // cone: between its axis and its side, rad
  double pitch;           // height per turn, m; a revolution may have one           default 0
  double range[2][2];     // of u and v, m or rad, rising; NaN (default): all of it, an angle a whole turn
  PawlProfileId profile;  // revolution, extrusion: the shape of a profile of the same body, wherever that lies; or
  int32_t element_count;  // elements of its own, as those of a PawlProfileDef, with these two
  const PawlElementDef *element;
  bool closed, end_points;  // default true, false
  int32_t count[2];         // NURBS, grid: rows and columns of points, 100000 points at most
  int32_t degree[2];        // along u, from row to row, and along v; 1..15                       default 3
  bool periodic[2];         // the points go on with the first row or column                      default false
  bool uniform[2];          // grid: all steps of the parameter are equal, not by distances       default false
  const double *point;      // x y z of each, row by row
  const double *weight;     // NURBS: of each point, > 0; NULL (default): all 1
  int32_t knot_count[2];    // NURBS: count + degree + 1, periodic: count + 1; 0 (default): uniform, clamped at the ends
  const double *knots[2];   // not decreasing
} PawlSurfaceDef;
PAWL_API PawlSurfaceDef pawl_surface_def_default(void);
PAWL_API PawlStatus pawl_model_add_surface(PawlModel *model, const PawlSurfaceDef *def, PawlMessages *messages,
                                           PawlSurfaceId *out);
PAWL_API PawlSurfaceId pawl_model_find_surface(const PawlModel *model, const char *name);

// ---- contacts: pairs of profiles or of surfaces that may meet

typedef enum PawlSides {
  PAWL_SIDES_ONE,   // pushes, never pulls
  PAWL_SIDES_BOTH,  // closed from the start, never opens (grooved cam, pin in a slot without play)
  PAWL_SIDES_KEPT   // closes by touching, never opens again
} PawlSides;

typedef enum PawlContactLaw {
  PAWL_CONTACT_RIGID,                // exact: a constraint while closed, impacts with `restitution`
  PAWL_CONTACT_HERTZ,                // F = K d^n, no loss
  PAWL_CONTACT_HUNT_CROSSLEY,        // F = K d^n (1 + q d'/v0), q = 3/2 (1 - e); or with `damping`: F = d^n (K + mu d')
  PAWL_CONTACT_LANKARANI_NIKRAVESH,  // q = 3/4 (1 - e^2)
  PAWL_CONTACT_EXACT_RESTITUTION     // q from the exact relation
} PawlContactLaw;

typedef struct PawlContactDef {
  uint32_t size;
  const char *name;  // unique among contacts, joints and couplers; may have up to five words with dots between
  PawlProfileId profile[2];
  PawlSides sides;
  double restitution;  // 0..1                                                                 default 0
  double rebound;      // m/s: a rebound slower than this closes the touch; NaN (default): by size and tolerance.
                       // With a law: the least v0, so that touches that begin at rest are damped; default 1e-3
  PawlContactLaw law;
  double stiffness;          // K, N/m^n
  double exponent;           // n, 1..10                                                              default 1.5
  double damping;            // mu, N s/m^(n+1); NaN (default): by the coefficient of restitution
  bool start_closed;         // assembly closes the nearest touch                                     default false
  int32_t slots;             // touches that have columns of their own in the output, 1..100          default 2
  PawlSurfaceId surface[2];  // instead of profiles: the mechanism is in space then            default none
} PawlContactDef;
PAWL_API PawlContactDef pawl_contact_def_default(void);
PAWL_API PawlStatus pawl_model_add_contact(PawlModel *model, const PawlContactDef *def, PawlMessages *messages,
                                           PawlContactId *out);
PAWL_API PawlContactId pawl_model_find_contact(const PawlModel *model, const char *name);

// A joint coordinate kept between two stops, which act as touches "joint.coordinate.lower" and ".upper".
typedef struct PawlLimitDef {
  uint32_t size;
  PawlCoordinate coordinate;
  double lower, upper;  // m or rad; NaN (default): none
  double restitution;   // rigid stops                                                         default 0
  double rebound;       // as for contacts (m/s or rad/s)
  double stiffness;     // > 0: elastic stops, N/m or N m/rad                                  default 0: rigid
  double damping;       // elastic stops: F = K d + c d' (>= 0), N s/m or N m s/rad            default 0
} PawlLimitDef;
PAWL_API PawlLimitDef pawl_limit_def_default(void);
PAWL_API PawlStatus pawl_model_add_limit(PawlModel *model, const PawlLimitDef *def, PawlMessages *messages);

// Damping factor q of F = K d^n (1 + q d'/v0) for a coefficient of restitution e in 0..1, and back: by the exact relation
// q (1 + e) = ln((1 + q)/(1 - q e)), or by one of the published approximations of it. Exactly, e = 0 needs an infinite q.
// PAWL_ERR_ARGUMENT: e outside 0..1, or a q that the rule gives to none of them.
typedef enum PawlRestitutionRule { PAWL_RULE_EXACT, PAWL_RULE_HUNT_CROSSLEY, PAWL_RULE_LANKARANI_NIKRAVESH } PawlRestitutionRule;
PAWL_API PawlStatus pawl_damping_from_restitution(PawlRestitutionRule rule, double e, double *q);
PAWL_API PawlStatus pawl_restitution_from_damping(PawlRestitutionRule rule, double q, double *e);

// Ends a run when this expression of t, joint coordinates, speeds and measures crosses zero (model units); NULL: none.
PAWL_API PawlStatus pawl_model_set_until(PawlModel *model, const char *expression);

// ---- initial state: wishes that assembly meets as nearly as it can; held ones exactly or not at all

typedef struct PawlInitialCoordinate {
  uint32_t size;
  PawlCoordinate coordinate;
  double position, speed;  // m or rad; NaN (default): no wish
  bool hold_position, hold_speed;
} PawlInitialCoordinate;
PAWL_API PawlInitialCoordinate pawl_initial_coordinate_default(void);
PAWL_API PawlStatus pawl_model_set_initial_coordinate(PawlModel *model, const PawlInitialCoordinate *def, PawlMessages *messages);

typedef struct PawlInitialBody {
  uint32_t size;
  PawlBodyId body;
  double velocity[3];          // of the body's origin, ground axes; NaN (default): no wish
  double angular_velocity[3];  // ground axes; NaN (default): no wish
  bool hold_pose;              // keep the pose as drawn
  bool hold_velocity;          // what is given above is held
} PawlInitialBody;
PAWL_API PawlInitialBody pawl_initial_body_default(void);
PAWL_API PawlStatus pawl_model_set_initial_body(PawlModel *model, const PawlInitialBody *def, PawlMessages *messages);

#ifdef __cplusplus
}
#endif
#endif
