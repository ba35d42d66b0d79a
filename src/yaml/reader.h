// The reader of model files: shared by the read_*.c files. Everything goes on after a complaint as far as it can, so that one
// reading finds all there is to find.
#ifndef PW_READER_H
#define PW_READER_H
#include "expression/expression.h"
#include "model/model.h"
#include "model/node.h"
#include "model/words.h"

typedef struct {
  const char *name, *text;
  PwPlace place;  // where the text begins
  double value;   // file units
  PwUnit unit;
  int state;  // 0 not looked at, 1 being evaluated, 2 known, 3 refused
} PwReadParameter;

typedef struct PwReadMeshes PwReadMeshes;

typedef struct {
  PawlModel *model;
  const PawlModel *before;  // read from the same text, with other parameters; may be NULL
  PawlMessages *messages;
  const char *file;  // as the caller named it
  PwArena arena;     // nodes and what is needed while reading
  const char *what;  // whom complaints are about: "body"
  const char *name;  // 'cam'; may be NULL
  bool plain;        // bodies and joints alone, and no laws of frames: for drawings
  bool failed;
  bool no_memory;    // was met: what was complained about may be a consequence
  PwNames declared;  // what the file declares, refused or not: what refers to it is not complained about again
  PwReadParameter *parameter;
  int32_t parameters;
  PwNames parameter_index;
  int32_t *open;  // parameters being evaluated, outermost first
  int32_t opened;
  const char **parameter_names;  // NULL-terminated
  PwScope scope;
} PwReader;

void pw_read_fail(PwReader *r, PwPlace place, const char *format, ...) PAWL_PRINTF(3, 4);
void pw_read_no_memory(PwReader *r, PwPlace place);
// Complaints are still kept; a suggestion for one that nobody will read would only cost time.
bool pw_read_is_heard(const PwReader *r);
// ", did you mean 'x'?" or nothing; `out` holds 300 characters.
const char *pw_read_hint(const PwReader *r, const char *word, const char *const *names, char *out);
// Where a scalar's text begins: after its quote.
PwPlace pw_read_text_place(const PwNode *node);
// What a node is, for complaints.
const char *pw_read_kind(const PwNode *node);

// ---- values; false after a complaint

// A map with only these keys (nothing written counts as empty). `what` names it in complaints, may be NULL.
bool pw_read_keys(PwReader *r, const PwNode *node, const char *what, const char *const *keys);
bool pw_read_text(PwReader *r, const PwNode *node, const char *key, const char **out);
bool pw_read_word(PwReader *r, const PwNode *node, const char *key, const char *const *words, int *out);
bool pw_read_bool(PwReader *r, const PwNode *node, const char *key, bool *out);
// Number, number with unit or constant expression; SI.
bool pw_read_number(PwReader *r, const PwNode *node, const char *key, PwDimension dimension, double *out);
// A number in a unit whose powers of length, mass, time, angle may be fractions, such as N/m^1.5 (`like`); SI.
bool pw_read_powers(PwReader *r, const PwNode *node, const char *key, const double powers[4], const char *like, double *out);
// The same in file units, of any dimension.
bool pw_read_plain_number(PwReader *r, const PwNode *node, const char *key, double *out);
bool pw_read_list(PwReader *r, const PwNode *node, const char *key, PwDimension dimension, int count, double *out);
// [x, y] or [x, y, z]; z is 0 if missing.
bool pw_read_vector(PwReader *r, const PwNode *node, const char *key, PwDimension dimension, double out[3]);
// A vector or x, y, z, -x, -y, -z; length 1.
bool pw_read_direction(PwReader *r, const PwNode *node, const char *key, double out[3]);
// A law of t: constant expressions become numbers. The text lives as long as the node.
bool pw_read_law(PwReader *r, const PwNode *node, const char *key, PwDimension dimension, PawlScalar *out, PwPlace *place);
bool pw_read_laws(PwReader *r, const PwNode *node, const char *key, PwDimension dimension, PawlScalar out[3], PwPlace place[3]);

// The same of a key of a map, if it is there: false only after a complaint.
bool pw_read_field(PwReader *r, const PwNode *map, const char *key, PwDimension dimension, double *out);

// A whole number up to a million, and one that may be missing.
bool pw_read_whole(PwReader *r, const PwNode *node, const char *key, int32_t *out);
bool pw_read_whole_field(PwReader *r, const PwNode *map, const char *key, int32_t *out);
// ~, .inf, -.inf or nothing, where a number may be left out.
bool pw_read_is_none(const PwNode *node);

// Complains, with the lines of parameters, where units inside an expression do not go together. *unit: that of the whole.
bool pw_read_units_agree(PwReader *r, const PwExpr *expr, const char *text, PwPlace place, PwUnit *unit);
// The same where the whole is known to be something else than the field needs (`like`: the field's unit, or nothing). Where
// that rests on a plain factor it is a warning.
bool pw_read_unit_fits(PwReader *r, const PwUnit *unit, const char *text, PwPlace place, const char *key, const double need[4],
                       const char *like);
// Evaluates a text: SI for a dimension, file units for PW_DIM_COUNT. Parameters use it, too; *unit: what it measures.
bool pw_read_constant(PwReader *r, const char *text, PwPlace place, const char *key, PwDimension dimension, double *out,
                      PwUnit *unit);

// ---- parts

// A model from a YAML text; files that it names are those of `before` if that was read from the same text, which may be NULL.
PawlStatus pw_read_model(const char *name, const char *text, size_t length, const char *const *overrides, int32_t override_count,
                         const PawlModel *before, PawlMessages *messages, PawlModel **out);
// For drawings: pawl_model_load, but a model of a YAML file that is refused (PAWL_ERR_INPUT) is there all the same, as far as it
// could be read: *out is NULL only if nothing could. `plain`: bodies and joints alone, frames where they are without their laws.
PawlStatus pw_read_parts(const char *path, const char *const *overrides, int32_t override_count, bool plain,
                         PawlMessages *messages, PawlModel **out);
bool pw_read_parameters(PwReader *r, const PwNode *node, const char *const *overrides, int count);
void pw_read_parameters_free(PwReader *r);
// At most one of angle, euler, quaternion, axes; q stays as it is if there is none.
bool pw_read_orientation(PwReader *r, const PwNode *map, double q[4]);
void pw_read_units(PwReader *r, const PwNode *node);
void pw_read_tables(PwReader *r, const PwNode *node);
void pw_read_bodies(PwReader *r, const PwNode *node);
// `body` is null if it was refused; its profiles and surfaces are looked at all the same.
void pw_read_profiles(PwReader *r, PawlBodyId body, const char *body_name, const PwNode *profiles);
void pw_read_surfaces(PwReader *r, PawlBodyId body, const char *body_name, const PwNode *surfaces);
void pw_read_contacts(PwReader *r, const PwNode *node);
// `friction` and `rolling` of a contact; false after a complaint.
bool pw_read_friction(PwReader *r, const PwNode *map, PawlContactDef *def);
// `friction` of a joint.
bool pw_read_joint_friction(PwReader *r, const PwNode *map, PawlJointDef *def);
// `limits` and `stops` of a joint.
void pw_read_limits(PwReader *r, const PwNode *map, PawlJointId joint);
// The shapes themselves go into the model's arena; `meshes` of the body may be among them.
bool pw_read_shapes(PwReader *r, const PwNode *map, const PwReadMeshes *meshes, PawlBodyDef *def, const PwShape **shape,
                    int32_t *shapes);
void pw_read_joints(PwReader *r, const PwNode *node);
void pw_read_couplers(PwReader *r, const PwNode *node);
void pw_read_drives(PwReader *r, const PwNode *node);
void pw_read_forces(PwReader *r, const PwNode *node);
void pw_read_measures(PwReader *r, const PwNode *node);
void pw_read_initial(PwReader *r, const PwNode *node);
void pw_read_analysis(PwReader *r, const PwNode *node);
void pw_read_output(PwReader *r, const PwNode *node);
void pw_read_plot(PwReader *r, const PwNode *node);

// ---- references

// A body by name; null after a complaint, or without one if the file declares it and it was refused.
PawlBodyId pw_read_body(PwReader *r, const PwNode *node, const char *key);
// A new frame without a name: {body: ..., at: ..., orientation}. Null after a complaint.
PawlFrameId pw_read_unnamed_frame(PwReader *r, const PwNode *map);
// "body.frame", "body" for its origin, or a frame given in place.
PawlFrameId pw_read_frame(PwReader *r, const PwNode *node, const char *key);
// "joint.coordinate" or "joint". `usual` (may be NULL) is the coordinate meant by "joint" if it has one of that name.
bool pw_read_coordinate(PwReader *r, const char *text, PwPlace place, const char *usual, PawlCoordinate *out);
PwDimension pw_coordinate_dimension(const PawlCoordinate *coordinate, bool rate);

// The file declares something of this kind on a body, refused or not.
bool pw_read_declares(PwReader *r, PwNameKind kind, const char *body);
// "body.profile", "body.surface"; null as above.
PawlProfileId pw_read_profile(PwReader *r, const PwNode *node, const char *key);
PawlSurfaceId pw_read_surface(PwReader *r, const PwNode *node, const char *key);

enum { PW_COLUMNS_MAX = 1000 };
// Numbers from a file beside the model, in its units.
typedef struct {
  const char *path;
  double *value;  // [count][columns]
  int32_t *line;  // [count] where they stand
  int32_t count, columns;
} PwCsv;
// The columns asked for of every line of the file named by `csv`; those behind the first `least` may be missing from all lines.
// `out` is to be freed whatever happens.
bool pw_read_csv(PwReader *r, const PwNode *csv, const int *column, int least, int asked, PwCsv *out);
// Two columns: those that `map` has as `columns`, else the first two.
bool pw_read_csv_pairs(PwReader *r, const PwNode *map, const PwNode *csv, PwCsv *out);
void pw_csv_free(PwCsv *csv);

typedef enum { PW_ENDS_POSE, PW_ENDS_POINTS, PW_ENDS_SHAFTS } PwEnds;
// Two frames: `frames: [a, b]`, or `between: [A, B]` with `at` (one pose, two points, or one point and two shafts) as drawn.
bool pw_read_ends(PwReader *r, const PwNode *map, PwEnds ends, PawlFrameId out[2]);
// A new unnamed frame on a body, given by its drawn pose in ground.
PawlFrameId pw_read_drawn_frame(PwReader *r, PawlBodyId body, const double position[3], const double q[4], PwPlace place);

// Path of a file named in the model: relative to the model file. In the model's memory.
const char *pw_read_path(PwReader *r, const char *path);
// Tells r what the entry k of a section is; false if its name was met before (the duplicate is reported by then).
bool pw_read_entry(PwReader *r, const PwNode *section, int32_t k, const char *what, PwNameKind kind);
// A section is a map of names; nothing written is an empty one.
bool pw_read_section(PwReader *r, const PwNode *node, const char *name);
#endif
