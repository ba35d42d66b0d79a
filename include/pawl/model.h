// A model: what the user wrote. Built in code with the calls below (SI units, radians) or read from a file.
//
// Every def is filled by its _default() function, edited, and copied by the add call, so that it can be reused; they can grow, as
// status.h says. A comment beside a field gives its unit, what it may be and, in brackets, its default; without one the default
// is 0, NULL or false.
//
// Ids are small typed indices; 0 is null; the ground is pawl_model_ground().
//
// Names begin with a letter or underscore and go on with these and digits. A def that is refused leaves the model as it was:
// PAWL_ERR_ARGUMENT for a wrong size, pointer, enumerator or id, PAWL_ERR_INPUT for numbers and names that cannot be.
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

// Kinds of things that have an id.
#define PAWL_KIND_LIST(X) \
  X(Parameter, parameter) \
  X(Table, table)         \
  X(Body, body)           \
  X(Frame, frame)         \
  X(Profile, profile)     \
  X(Surface, surface)     \
  X(Mesh, mesh)           \
  X(Joint, joint)         \
  X(Coupler, coupler)     \
  X(Drive, drive)         \
  X(Force, force)         \
  X(Measure, measure)     \
  X(Contact, contact)

// PawlBodyId, PawlFrameId, ...
#define PAWL_ID(Kind, kind)       \
  typedef struct Pawl##Kind##Id { \
    int32_t i;                    \
  } Pawl##Kind##Id;
PAWL_KIND_LIST(PAWL_ID)
#undef PAWL_ID

// A number, or an expression of t and whatever else its place allows; the expression wins if it is not NULL. Never grows.
typedef struct PawlScalar {
  double value;            // SI, finite
  const char *expression;  // in the model's units (SI unless read from a file); copied
} PawlScalar;

// ---- life

PAWL_API PawlModel *pawl_model_create(void);  // NULL when out of memory
PAWL_API void pawl_model_free(PawlModel *model);

// Reads a YAML model, or an ACDMC file if its name ends in .dyn. `overrides` are texts "name=value" for parameters, or
// "KIND.name.KEY=value" for fields of an ACDMC file. All complaints of one reading at once.
PAWL_API PawlStatus pawl_model_load(const char *path, const char *const *overrides, int32_t override_count,
                                    PawlMessages *messages, PawlModel **out);
// The same from memory; `name` stands for the file in messages.
PAWL_API PawlStatus pawl_model_parse(const char *name, const char *text, size_t length, const char *const *overrides,
                                     int32_t override_count, PawlMessages *messages, PawlModel **out);

// The model as a YAML text that reads back as the same model: with the same numbers to the last bit, in the units it was read in.
// Parameters are written as their values, shapes as mass and inertia. PAWL_ERR_UNSUPPORTED: it has a force by callback. Free with
// pawl_text_free.
PAWL_API PawlStatus pawl_model_write_yaml(const PawlModel *model, PawlMessages *messages, char **out);

// The same as an ACDMC file (docs/acdmc.md). PAWL_ERR_UNSUPPORTED: the format cannot hold it; what it cannot hold is named.
PAWL_API PawlStatus pawl_model_write_dyn(const PawlModel *model, PawlMessages *messages, char **out);

// ---- what is in it

// Of every kind of PAWL_KIND_LIST, for example of joints:
//   PawlJointId pawl_model_find_joint(const PawlModel *model, const char *name);    null if there is none
//   int32_t pawl_model_joint_count(const PawlModel *model);                         ids are 1 to this number
//   const char *pawl_model_joint_name(const PawlModel *model, PawlJointId id);      NULL: a frame without a name, or no such id
// Ids count things in the order in which they were added; a file's come in the order of the file, frames that a joint or force
// makes for itself without a name. The first body is the ground. Names live until the model is freed or a parameter is set.
#define PAWL_MODEL_LOOKUP(Kind, kind)                                                       \
  PAWL_API Pawl##Kind##Id pawl_model_find_##kind(const PawlModel *model, const char *name); \
  PAWL_API int32_t pawl_model_##kind##_count(const PawlModel *model);                       \
  PAWL_API const char *pawl_model_##kind##_name(const PawlModel *model, Pawl##Kind##Id id);
PAWL_KIND_LIST(PAWL_MODEL_LOOKUP)
#undef PAWL_MODEL_LOOKUP

PAWL_API PawlBodyId pawl_model_ground(const PawlModel *model);

// ---- settings of the whole

PAWL_API PawlStatus pawl_model_set_name(PawlModel *model, const char *name);            // UTF-8 [NULL: none]
PAWL_API PawlStatus pawl_model_set_gravity(PawlModel *model, const double gravity[3]);  // m/s^2, ground axes, finite [0 0 0]

// In how many dimensions a mechanism is carried.
typedef enum PawlPlanar {
  // In the plane z = 0 of ground if that is the same as in space: all bodies and frames are drawn in it, gravity, forces,
  // measures and initial velocities lie in it, there is no bushing, callback, universal joint, screw or contact of surfaces,
  // and joints hold every body in it. Where profiles touch, it is enough that no joint moves bodies out of it.
  PAWL_PLANAR_AUTO,
  PAWL_PLANAR_YES,  // in the plane; what would act out of it is left out. pawl_mechanism_compile refuses what cannot lie there
  PAWL_PLANAR_NO    // in space
} PawlPlanar;
PAWL_API PawlStatus pawl_model_set_planar(PawlModel *model, PawlPlanar planar);  // [AUTO]

// Ends a run when this expression of t, joint coordinates, speeds and measures crosses zero (model units) [NULL: none].
PAWL_API PawlStatus pawl_model_set_until(PawlModel *model, const char *expression);

// ---- parameters and tables

// A named number for expressions: finite, in the model's units.
PAWL_API PawlStatus pawl_model_add_parameter(PawlModel *model, const char *name, double value, PawlMessages *messages,
                                             PawlParameterId *out);
PAWL_API PawlStatus pawl_model_parameter_value(const PawlModel *model, PawlParameterId parameter, double *out);

// Gives a parameter another value, in the model's units; compile the model again for it to act. No file is read again.
//
// A model that was read: all that its text computes from the parameter follows, other parameters included, as if it had been read
// with "name=value"; a parameter that the text computes from others stays at the value set here. What calls have added or set
// since is kept, and so are all ids. Expressions given to calls follow; numbers given to calls are numbers and stay.
//
// A model made by calls alone, or a parameter that a call added: expressions that mention it follow, there is nothing else that
// could.
//
// Refused, and the model left as it was: PAWL_ERR_ARGUMENT, there is no such parameter; PAWL_ERR_INPUT, with this value the model
// cannot be, or would consist of other things.
PAWL_API PawlStatus pawl_model_set_parameter(PawlModel *model, const char *name, double value, PawlMessages *messages);
// Several at once, all of them or none: the text is read again only once.
PAWL_API PawlStatus pawl_model_set_parameters(PawlModel *model, int32_t count, const char *const *names, const double *values,
                                              PawlMessages *messages);

typedef enum PawlInterpolation {
  PAWL_TABLE_LINEAR,
  PAWL_TABLE_SPLINE  // cubic; natural at its ends, or periodic if it is extended so
} PawlInterpolation;
typedef enum PawlExtension {  // outside the points
  PAWL_TABLE_HOLD,            // the value at the end
  PAWL_TABLE_EXTEND,          // straight on
  PAWL_TABLE_PERIODIC         // again from the start
} PawlExtension;

typedef struct PawlTableDef {
  uint32_t size;
  const char *name;                 // called as name(x) in expressions; unique among parameters, tables and measures
  int32_t count;                    // points: 2 or more, of a spline 3 or more
  const double *x;                  // model units, finite, increasing; copied
  const double *y;                  // model units, finite; copied
  PawlInterpolation interpolation;  // [SPLINE]
  PawlExtension extension;          // [HOLD]
} PawlTableDef;
PAWL_SIZED(PawlTableDef, pawl_table_def)
PAWL_API PawlStatus pawl_model_add_table(PawlModel *model, const PawlTableDef *def, PawlMessages *messages, PawlTableId *out);

// ---- bodies and frames

typedef struct PawlBodyDef {
  uint32_t size;
  const char *name;    // unique among bodies; "ground" is taken
  double mass;         // kg, >= 0 [0]
  double center[3];    // centre of mass in body axes, m, finite [0 0 0]
  double inertia[6];   // xx yy zz xy xz yz about the centre of mass, body axes, kg m^2 (xy = integral of -x y); principal moments
                       // >= 0, none larger than the sum of the others [0]
  double position[3];  // of the body's origin as drawn, ground axes, m, finite [0 0 0]
  double orientation[4];  // w x y z, body to ground as drawn, length 1 [1 0 0 0]
} PawlBodyDef;
PAWL_SIZED(PawlBodyDef, pawl_body_def)
PAWL_API PawlStatus pawl_model_add_body(PawlModel *model, const PawlBodyDef *def, PawlMessages *messages, PawlBodyId *out);

typedef struct PawlFrameDef {
  uint32_t size;
  const char *name;       // unique among frames; "body.name" in files (then of this body) [NULL: without a name]
  PawlBodyId body;        // that it is on
  double position[3];     // in body axes, m, finite [0 0 0]
  double orientation[4];  // w x y z, frame to body, length 1 [1 0 0 0]
  PawlScalar offset[3];   // laws of t, m: added to position along the body's axes [0]
  PawlScalar angle;       // law of t, rad: turned about angle_axis [0]
  double angle_axis[3];   // in frame axes, of any length but 0 [0 0 1]
} PawlFrameDef;
PAWL_SIZED(PawlFrameDef, pawl_frame_def)
PAWL_API PawlStatus pawl_model_add_frame(PawlModel *model, const PawlFrameDef *def, PawlMessages *messages, PawlFrameId *out);

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
  const char *name;      // unique among joints, couplers and contacts
  PawlJointType type;    // [LOCK]
  PawlFrameId frame[2];  // on two different bodies; coordinates are of frame 2 in frame 1
  uint32_t locked;       // lock: PAWL_LOCK_* added up, one to six of them; 0 for all others [0]
  double pitch;          // screw: travel per turn, m, not 0; 0 for all others [0]
  double length;         // rod: m, > 0, or NaN: as drawn; NaN for all others [NaN]
  double radius[2];      // gear pair: pitch radii, m, > 0 (negative radius 1: a ring gear around gear 2); 0 for all others [0 0]
  // Friction of revolute, prismatic, cylindrical and spherical joints: a force of up to friction * load along the rubbing
  // surfaces; docs/model-format.md says what the load of each is. All of it 0 (kinetic NaN) for others, and where there is none.
  double friction;         // static coefficient, 0..1e6 [0]
  double kinetic;          // 0..friction; NaN: as friction [NaN]
  double stribeck;         // m/s, >= 0; 0: kinetic as soon as it slides; > 0: needs kinetic below friction [0]
  double viscous;          // N s/m of the rubbing surfaces, >= 0 [0]
  double friction_radius;  // m, > 0 where turning rubs: revolute, cylindrical, spherical [0]
  double friction_length;  // m, > 0 of guides: prismatic, cylindrical [0]
  double preload;          // N, >= 0, added to the load [0]
} PawlJointDef;
PAWL_SIZED(PawlJointDef, pawl_joint_def)
PAWL_API PawlStatus pawl_model_add_joint(PawlModel *model, const PawlJointDef *def, PawlMessages *messages, PawlJointId *out);

// A joint coordinate: the joint and the coordinate's name from the table above (NULL: the only one). Never grows.
typedef struct PawlCoordinate {
  PawlJointId joint;
  const char *name;
} PawlCoordinate;

// How many coordinates a joint has, and its coordinate `index`, from 0; the name is constant text. Null: there is none.
PAWL_API int32_t pawl_model_coordinate_count(const PawlModel *model, PawlJointId joint);
PAWL_API PawlCoordinate pawl_model_coordinate(const PawlModel *model, PawlJointId joint, int32_t index);
// By "joint.coordinate", or "joint" if it has only one.
PAWL_API PawlCoordinate pawl_model_find_coordinate(const PawlModel *model, const char *name);

// Where the force of a coupler acts: reactions of the two joints depend on it, the motion does not.
typedef enum PawlCouplerLine {
  PAWL_LINE_NONE,  // on the coordinates alone: no force on a bearing, no moment on a guide
  PAWL_LINE_RACK,  // of a pinion's angle and a rack's travel: along the travel, at the pitch point
  PAWL_LINE_GIVEN  // through `at` along `along`
} PawlCouplerLine;

// sum of factor_k * coordinate_k = offset: gears, rack, belt.
typedef struct PawlCouplerDef {
  uint32_t size;
  const char *name;                  // unique among joints, couplers and contacts
  int32_t count;                     // terms, 2 to 1000
  const PawlCoordinate *coordinate;  // `count` of them, none twice; copied
  const double *factor;              // `count` of them, finite, not 0; copied
  double offset;                     // m or rad as the coordinates and factors say; NaN: what it is as drawn [NaN]
  PawlCouplerLine line;              // [NONE]; others need two terms
  double at[3];     // of a given line: a point as drawn, ground axes, m, finite; it moves with the body that both
                    // joints have in common [0 0 0]
  double along[3];  // of a given line: its direction there, of any length but 0 [0 0 0]
} PawlCouplerDef;
PAWL_SIZED(PawlCouplerDef, pawl_coupler_def)
PAWL_API PawlStatus pawl_model_add_coupler(PawlModel *model, const PawlCouplerDef *def, PawlMessages *messages,
                                           PawlCouplerId *out);

// A joint coordinate prescribed as a function of time.
typedef struct PawlDriveDef {
  uint32_t size;
  const char *name;           // unique among drives [NULL: "joint.coordinate"]
  PawlCoordinate coordinate;  // driven by no other
  PawlScalar law;             // of t only; m or rad [0]
} PawlDriveDef;
PAWL_SIZED(PawlDriveDef, pawl_drive_def)
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
  const char *name;    // unique among forces
  PawlForceType type;  // [SPRING]

  PawlFrameId frame[2];       // all but JOINT; POINT, TORQUE: the second may be null, against ground; CALLBACK: the first
  PawlCoordinate coordinate;  // JOINT

  double stiffness;    // SPRING, JOINT: k, N/m or N m/rad, finite [0]
  double damping;      // SPRING, JOINT: c, N s/m or N m s/rad, finite [0]
  double free_length;  // SPRING: l0, m, >= 0; JOINT: q0, m or rad, finite; NaN: as drawn [NaN]
  double preload;      // SPRING, JOINT: N or N m, at free_length, finite [0]
  PawlScalar law;  // SPRING: tension, N, of t, the state, `length` and `rate`; JOINT: N or N m, of t, the state, `position` and
                   // `rate`. Used if its expression is not NULL; stiffness, damping and preload must then be 0 [none]

  double bushing_stiffness[6];  // BUSHING: x y z in N/m, about x y z in N m/rad, finite [0]
  double bushing_damping[6];    // BUSHING: x y z in N s/m, about x y z in N m s/rad, finite [0]

  PawlScalar component[3];  // POINT: N, TORQUE: N m; of t and the state [0]
  bool follow;              // POINT, TORQUE: components in the axes of frame 1 instead of ground [false]

  PawlForceFunction function;  // CALLBACK: not NULL
  void *user;                  // CALLBACK: handed to it; must live as long as the mechanism [NULL]
} PawlForceDef;
PAWL_SIZED(PawlForceDef, pawl_force_def)
PAWL_API PawlStatus pawl_model_add_force(PawlModel *model, const PawlForceDef *def, PawlMessages *messages, PawlForceId *out);

// ---- measures: of frame 2's origin or axes seen from frame 1, or an expression

typedef enum PawlMeasureType {
  PAWL_MEASURE_DISTANCE,   // of the two origins, m
  PAWL_MEASURE_POSITION,   // component `axis` (0 1 2) of origin 2 - origin 1, in axes of frame 1, m
  PAWL_MEASURE_ANGLE,      // turn of frame 2 against frame 1 about frame 1's z (axis = 2), or between their axes `axis`, rad
  PAWL_MEASURE_SPEED,      // axis 0 1 2: component of the relative velocity of the origins in axes of frame 1; 3: size, m/s
  PAWL_MEASURE_EXPRESSION  // `expression`, in units of the model; it may mention forces
} PawlMeasureType;

typedef struct PawlMeasureDef {
  uint32_t size;
  const char *name;        // unique among parameters, tables and measures
  PawlMeasureType type;    // [DISTANCE]
  PawlFrameId frame[2];    // two different ones; all but EXPRESSION
  int32_t axis;            // POSITION, ANGLE: 0 1 2; SPEED: 0 1 2 3 [2]
  const char *expression;  // EXPRESSION: not NULL; copied
} PawlMeasureDef;
PAWL_SIZED(PawlMeasureDef, pawl_measure_def)
PAWL_API PawlStatus pawl_model_add_measure(PawlModel *model, const PawlMeasureDef *def, PawlMessages *messages,
                                           PawlMeasureId *out);

// ---- profiles: planar boundaries of bodies, chains of elements with the material on their left

typedef enum PawlElementType {
  PAWL_ELEMENT_POINT,     // a sharp tip at `from`, alone in its profile (corners of chains come by themselves)
  PAWL_ELEMENT_LINE,      // from `from` to `to`
  PAWL_ELEMENT_ARC,       // about `center` from `from` to `to`; or with `radius` between the angles `angle[0]`, `angle[1]`.
                          // `clockwise`: concave, material outside
  PAWL_ELEMENT_CIRCLE,    // `center`, `radius`; alone in its profile; `clockwise`: a hole
  PAWL_ELEMENT_POLAR,     // r(theta) = sum coefficient_k ((theta - origin)/scale)^exponent_k about `center`, theta from angle[0]
                          // to angle[1] (falling: clockwise)
  PAWL_ELEMENT_SPLINE,    // through `count` points, of the degree given; closed if alone in a closed profile
  PAWL_ELEMENT_BSPLINE,   // of `count` control points, uniform knots clamped at the ends (or closed, as above), or `knots`
  PAWL_ELEMENT_INVOLUTE,  // of the base circle `center`, `radius`: unrolled from direction `origin` by the roll angles angle[0]
                          // to angle[1]; `clockwise`: unrolled clockwise (the other flank)
  PAWL_ELEMENT_ELLIPSE  // about `center`, semi-axes `radius` along direction `origin` and `radius_across`, between the eccentric
                        // angles angle[0], angle[1] (2 pi apart: the whole ellipse); `clockwise`: concave
} PawlElementType;

// In an array all have the size of the first.
typedef struct PawlElementDef {
  uint32_t size;
  PawlElementType type;  // [POINT]

  double from[2];    // x y, m; NaN: the end of the element before [NaN NaN]
  double to[2];      // x y, m; NaN: not given [NaN NaN]
  double center[2];  // x y, m [0 0]
  double radius;     // m, > 0; arc: 0 where `from` and `to` say it; ellipse: a semi-axis [0]
  double angle[2];   // rad, from and to [0 0]
  bool clockwise;    // [false]
  double origin;     // polar, involute, ellipse: rad [0]
  double scale;      // polar: rad, not 0 [1]

  int32_t count;        // polar: terms, 1 to 10000; splines: points, 2 to 10000 [0]
  const double *data;   // polar: coefficient (m) and exponent of each; splines: x y of each, m; copied
  int32_t degree;       // B-splines: 2..9; splines through points: 3, 5, 7, 9 [3]
  int32_t knot_count;   // B-spline: count + degree + 1; 0: they are made [0]
  const double *knots;  // B-spline: not decreasing; copied

  double radius_across;  // ellipse: m, > 0 [0]
} PawlElementDef;
PAWL_SIZED(PawlElementDef, pawl_element_def)

typedef struct PawlProfileDef {
  uint32_t size;
  const char *name;  // unique among profiles; "body.name" in files
  PawlBodyId body;   // that it bounds

  double position[3];     // of the profile's plane (its xy) in body axes, m, finite [0 0 0]
  double orientation[4];  // w x y z, plane to body, length 1 [1 0 0 0]

  bool hidden;        // touches, but is not drawn [false]
  bool construction;  // is drawn, but never touches and bounds no material [false]
  bool closed;        // a chain whose ends do not meet must say false [true]
  bool end_points;    // open: its two ends carry touches as sharp points [false]

  int32_t count;                  // elements, 1 to 10000; 0: an offset
  const PawlElementDef *element;  // each beginning where the one before ends; copied

  PawlProfileId offset_of;  // instead of elements: another profile of the same body, in its plane, moved outwards [null]
  double offset;            // by so much, m, finite [0]
} PawlProfileDef;
PAWL_SIZED(PawlProfileDef, pawl_profile_def)
PAWL_API PawlStatus pawl_model_add_profile(PawlModel *model, const PawlProfileDef *def, PawlMessages *messages,
                                           PawlProfileId *out);

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
  PAWL_SURFACE_GRID,            // made to pass a grid of points                      along rows and columns likewise
  PAWL_SURFACE_BOX,             // solid with flat faces: sides radius[0], [1], [2] along x, y, z, about the origin
  PAWL_SURFACE_WEDGE,           // likewise: sharp edge on the y axis, radius[0] long, [1] wide, [2] high at the other end
  PAWL_SURFACE_PRISM,           // likewise: `point`, x y 0 each, is its convex outline in any order; from range[1][0] * to [1][1]
  PAWL_SURFACE_POLYHEDRON,      // likewise: the convex hull of `point`
  PAWL_SURFACE_FRUSTUM          // solid with two flat caps, about z: radius[0] below, [1] above, [2] long, about its middle
} PawlSurfaceType;              // * the range must be given

// Fields that a type does not have are forgotten.
typedef struct PawlSurfaceDef {
  uint32_t size;
  const char *name;      // unique among surfaces; "body.name" in files
  PawlBodyId body;       // that it bounds
  PawlSurfaceType type;  // [PLANE]

  double position[3];     // of its own axes in body axes, m, finite [0 0 0]
  double orientation[4];  // w x y z, own axes to body, length 1 [1 0 0 0]
  bool inside;            // material on the other side: a bore, a socket [false]
  double range[2][2];     // of u and v, m or rad, rising; NaN: all of it, an angle a whole turn [NaN]

  double radius[3];  // m, > 0, as above (of solids lengths); sphere, tube: may be 0; paraboloid: > 0 a bowl, < 0 a dome, INFINITY
                     // straight [0]
  double angle;      // cone: between its axis and its side, rad, above 0 and below pi/2 [0]
  double pitch;      // helicoid, revolution: height per turn, m, finite [0]

  PawlProfileId profile;          // revolution, extrusion: the shape of a profile of the same body, wherever that lies; or [null]
  int32_t element_count;          // elements of its own, as those of a PawlProfileDef, 1 to 10000 [0]
  const PawlElementDef *element;  // copied
  bool closed;                    // of these elements [true]
  bool end_points;                // of these elements [false]

  int32_t count[2];      // NURBS, grid: rows and columns of points, 100000 points at most; prism, polyhedron: points, 3 to 50 and
                         // 4 to 100, and 1 [0 0]
  int32_t degree[2];     // NURBS, grid: along u, from row to row, and along v; 1..15 [3 3]
  bool periodic[2];      // NURBS, grid: the points go on with the first row or column [false]
  bool uniform[2];       // grid: all steps of the parameter are equal, not by distances [false]
  const double *point;   // x y z of each, m, row by row; copied
  const double *weight;  // NURBS: of each point, > 0; copied [NULL: all 1]
  int32_t knot_count[2];   // NURBS: count + degree + 1, periodic: count + 1; 0: uniform, clamped at the ends [0 0]
  const double *knots[2];  // NURBS: not decreasing; copied
} PawlSurfaceDef;
PAWL_SIZED(PawlSurfaceDef, pawl_surface_def)
PAWL_API PawlStatus pawl_model_add_surface(PawlModel *model, const PawlSurfaceDef *def, PawlMessages *messages,
                                           PawlSurfaceId *out);

// ---- meshes: triangles of a body from a file, for drawings

typedef struct PawlMeshDef {
  uint32_t size;
  const char *name;   // unique among meshes; "body.name" in files
  PawlBodyId body;    // that it belongs to
  const char *file;   // STL (text or binary) or OBJ by the end of its name; read at once, copied
  const char *group;  // OBJ: only the faces of this group or object; copied [NULL: all]
  double unit;        // what one in the file is, m, > 0 [1]
  double weld;        // vertices not farther apart are one, m, >= 0; 0: where they are equal [0]

  double position[3];     // of its own axes in body axes, m, finite [0 0 0]
  double orientation[4];  // w x y z, own axes to body, length 1 [1 0 0 0]
} PawlMeshDef;
PAWL_SIZED(PawlMeshDef, pawl_mesh_def)
PAWL_API PawlStatus pawl_model_add_mesh(PawlModel *model, const PawlMeshDef *def, PawlMessages *messages, PawlMeshId *out);
// What a closed mesh encloses, in body axes: its volume (m^3), the centre of that, and its moments about the centre, xx yy zz xy
// xz yz (xy: the integral of -x y), m^5; times a density they are mass and inertia of a PawlBodyDef. PAWL_ERR_INPUT: it is not
// closed.
PAWL_API PawlStatus pawl_model_mesh_solid(const PawlModel *model, PawlMeshId mesh, double *volume, double center[3],
                                          double inertia[6]);

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

  PawlProfileId profile[2];  // of two bodies; no two contacts have the same two
  PawlSurfaceId surface[2];  // instead of profiles: the mechanism is in space then [null]

  PawlSides sides;    // [ONE]; with a law only this
  bool start_closed;  // assembly closes the nearest touch [false]
  int32_t slots;      // touches that have columns of their own in the output, 1..100 [2]

  PawlContactLaw law;  // [RIGID]
  double restitution;  // e, 0..1; EXACT_RESTITUTION: > 0; HERTZ, or sides other than ONE: 0 [0]
  double rebound;      // m/s, >= 0: a rebound slower than this closes the touch; NaN: by size and tolerance.
                       // With a law: the least v0, so that touches that begin at rest are damped; NaN: 1e-3 [NaN]
  double stiffness;    // K, N/m^n, > 0; RIGID: 0 [0]
  double exponent;     // n, 1..10 [1.5]
  double damping;      // HUNT_CROSSLEY: mu, N s/m^(n+1), >= 0; NaN: by the coefficient of restitution [NaN]

  // Friction. A touch under load N that slips at speed s is held back by mu N + viscous s, where
  // mu = kinetic + (friction - kinetic) exp(-(s/stribeck)^2).
  bool rolling;               // never slips, whatever the force; RIGID only, and the next four as they are [false]
  double friction;            // static coefficient, 0..1e6 [0]
  double kinetic;             // 0..friction; NaN: as friction [NaN]
  double stribeck;            // m/s, >= 0; 0: kinetic as soon as it slips; > 0: needs kinetic below friction [0]
  double viscous;             // N s/m, >= 0 [0]
  double spin;                // m, 0..1e15: torque about the normal, up to this times N; surfaces only [0]
  double rolling_resistance;  // m, 0..1e15: torque against rolling, up to this times N [0]

  // The same with a law: it sticks by a spring and a damper along the surface. RIGID: all as they are.
  double tangential_stiffness;  // N/m, >= 0, with friction > 0 [0]
  double tangential_damping;    // N s/m, >= 0 [0]
  double stick_speed;      // m/s, > 0: slower ones stick; what `stribeck` is, so give one. NaN: that, or 0.01 if it is 0 [NaN]
  double slide_speed;      // m/s, > 0, below stick_speed: sliding has a full direction from here on; NaN: stick_speed/10 [NaN]
  double displacement[3];  // m, finite, |x| <= 1e15: of body 1 against body 2 where touches press at the start of a run, ground
                           // axes; what of it lies along the surface counts [0]
} PawlContactDef;
PAWL_SIZED(PawlContactDef, pawl_contact_def)
PAWL_API PawlStatus pawl_model_add_contact(PawlModel *model, const PawlContactDef *def, PawlMessages *messages,
                                           PawlContactId *out);

// A joint coordinate kept between two stops, which act as contacts "joint.coordinate.lower" and ".upper" of the mechanism.
typedef struct PawlLimitDef {
  uint32_t size;
  PawlCoordinate coordinate;  // that has no limits yet
  double lower;               // m or rad, finite, below upper; NaN: none [NaN]
  double upper;               // m or rad, finite; NaN: none, but one of the two must be [NaN]
  double restitution;         // rigid stops: 0..1; elastic: 0 [0]
  double rebound;             // rigid stops: m/s or rad/s, >= 0, as for contacts; elastic: NaN [NaN]
  double stiffness;           // > 0: elastic stops, N/m or N m/rad; 0: rigid [0]
  double damping;             // elastic stops: F = K d + c d' (>= 0), N s/m or N m s/rad, >= 0; rigid: 0 [0]
} PawlLimitDef;
PAWL_SIZED(PawlLimitDef, pawl_limit_def)
PAWL_API PawlStatus pawl_model_add_limit(PawlModel *model, const PawlLimitDef *def, PawlMessages *messages);

// Damping factor q of F = K d^n (1 + q d'/v0) for a coefficient of restitution e in 0..1, and back: by the exact relation
// q (1 + e) = ln((1 + q)/(1 - q e)), or by one of the published approximations of it. Exactly, e = 0 needs an infinite q.
// PAWL_ERR_ARGUMENT: e outside 0..1, or a q that the rule gives to none of them.
typedef enum PawlRestitutionRule { PAWL_RULE_EXACT, PAWL_RULE_HUNT_CROSSLEY, PAWL_RULE_LANKARANI_NIKRAVESH } PawlRestitutionRule;
PAWL_API PawlStatus pawl_damping_from_restitution(PawlRestitutionRule rule, double e, double *q);
PAWL_API PawlStatus pawl_restitution_from_damping(PawlRestitutionRule rule, double q, double *e);

// ---- initial state: wishes that assembly meets as nearly as it can; held ones exactly or not at all

typedef struct PawlInitialCoordinate {
  uint32_t size;
  PawlCoordinate coordinate;  // that has no initial state yet
  bool hold_position;         // [false]
  bool hold_speed;            // [false]
  double position;            // m or rad, finite; NaN: no wish [NaN]
  double speed;               // m/s or rad/s, finite; NaN: no wish, but one of the two must be [NaN]
} PawlInitialCoordinate;
PAWL_SIZED(PawlInitialCoordinate, pawl_initial_coordinate)
PAWL_API PawlStatus pawl_model_set_initial_coordinate(PawlModel *model, const PawlInitialCoordinate *def, PawlMessages *messages);

typedef struct PawlInitialBody {
  uint32_t size;
  PawlBodyId body;             // not ground; has no initial state yet
  bool hold_pose;              // keep the pose as drawn [false]
  bool hold_velocity;          // what is given of the following is held [false]
  double velocity[3];          // m/s, of the body's origin, ground axes; NaN: no wish [NaN]
  double angular_velocity[3];  // rad/s, ground axes; NaN: no wish [NaN]
} PawlInitialBody;
PAWL_SIZED(PawlInitialBody, pawl_initial_body)
PAWL_API PawlStatus pawl_model_set_initial_body(PawlModel *model, const PawlInitialBody *def, PawlMessages *messages);

#ifdef __cplusplus
}
#endif
#endif
