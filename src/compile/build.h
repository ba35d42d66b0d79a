// Inner parts of compiling a model into a mechanism; only the build*.c files include this.
#ifndef PW_BUILD_H
#define PW_BUILD_H
#include "compile/mechanism.h"
#include "model/model.h"

typedef struct {
  const PawlModel *model;
  PawlMechanism *k;
  PawlMessages *messages;
  PW_LIST(PwScalar) scalar;
  PW_LIST(PwTerm) term;
  PW_LIST(PwRow) row;
  PW_LIST(PwCoordinate) coordinate;
  PW_LIST(PwScalarForce) scalar_force;
  PW_LIST(const PwLaw *) law;
  PW_LIST(PwExpr *) expr;  // of the laws, whatever becomes of these
  PW_LIST(PwNamed) named;
  PW_LIST(PwReading) reading;
  PW_LIST(PwSample) sample;
  const char **names;  // for suggestions in expressions
  bool failed, no_memory;
} PwBuild;

// What a law may mention: t; or the state too, and for forces along a length, a travel or an angle their own position and rate.
// WATCH and SAMPLED do not act on the motion and may mention forces, too: `until` and measures; what is sampled.
typedef enum { PW_LAW_TIME, PW_LAW_SPRING, PW_LAW_TRAVEL, PW_LAW_ANGLE, PW_LAW_STATE, PW_LAW_WATCH, PW_LAW_SAMPLED } PwLawKind;

// A place whose file's name lives as long as the mechanism.
PwPlace pw_build_place(PwBuild *b, PwPlace place);
// Compiles a number or expression; `dimension` is that of the result.
void pw_build_law(PwBuild *b, const PawlScalar *scalar, PwPlace place, PwLawKind kind, PwDimension dimension, PwLaw *out);
// Names that expressions may use, for suggestions.
PawlStatus pw_build_names(PwBuild *b);
// After the contacts: which of them named events belong to.
void pw_build_named(PwBuild *b);

// build_readings.c: a name that looks like that of a force; what it is, is looked for when all are there. `acts`: in a law that
// acts on the motion, where it is refused then.
PwSymbolKind pw_build_reading(PwBuild *b, const char *name, bool acts, PwPlace place, PwSymbol *out);
// The variable of sampled(text, period); false after a complaint.
bool pw_build_sample(PwBuild *b, const char *text, PwPlace place, double period, PwSymbol *out);
// Measures that are expressions, one after the other: each may mention those before it.
void pw_build_expressions(PwBuild *b);
// After the contacts: which forces are read.
void pw_build_readings(PwBuild *b);
// After all laws: which samples act on the motion, and room for the branches of what is read.
void pw_build_watches(PwBuild *b);

// After all laws stand at their final address: gives each its range of branches.
PawlStatus pw_build_kinks(PwBuild *b);

// True if nothing in the model would leave the plane z = 0; false with a reason. `declared`: only what cannot be ignored counts.
bool pw_build_is_planar(PwBuild *b, bool declared, const char **reason, PwPlace *place);

// Adds a scalar between two frames; returns its index. In the plane an axis along z makes the component vanish: returns -1.
int32_t pw_build_scalar(PwBuild *b, PwScalarKind kind, int32_t frame1, int32_t frame2, int32_t axis);
// Rows and coordinates of joint j.
void pw_build_joint(PwBuild *b, int32_t j);
void pw_build_bearings(PwBuild *b);  // friction of joints, once coordinates are settled
// Initial values.
void pw_build_wishes(PwBuild *b);
// Surfaces on their bodies.
void pw_build_surfaces(PwBuild *b);
void pw_build_meshes(PwBuild *b);
// The shell of a surface that a solid may touch; false: it has none.
bool pw_build_shell(PwBuild *b, int32_t surface);
// Boundaries, contacts and stops; after coordinates and drives.
void pw_build_contacts(PwBuild *b);
// The profile whose plane profile i lies in: an offset has that of what it is made from.
const PawlProfileDef *pw_build_plane(const PwBuild *b, int32_t i);
// Outlines and their holes, once all boundaries are there.
void pw_build_materials(PwBuild *b);
// Adds a row with one term (scalar may be -1: nothing is added) or opens one with none.
PwRow *pw_build_row(PwBuild *b, int32_t scalar, double factor, double constant, bool angular);

// Line of action of coupler i, once its row is there.
void pw_build_line(PwBuild *b, int32_t i);

// Index of a coordinate by joint and name; -1 with a complaint.
int32_t pw_build_coordinate(PwBuild *b, const PawlCoordinate *c, PwPlace place);
#endif
