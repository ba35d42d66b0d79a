// The model as stored: the public defs with their places. Indices are ids minus one; body 0 is ground.
#ifndef PW_MODEL_H
#define PW_MODEL_H
#include "base/arena.h"
#include "base/names.h"
#include "base/place.h"
#include "geometry/mesh/trimesh.h"
#include "geometry/space/surface.h"
#include "model/shapes.h"
#include "model/units.h"
#include "pawl/run.h"
typedef struct {
  PawlBodyDef def;
  PwPlace place;
  int32_t shapes;        // that a file gave it; what follows from them is in `def`
  const PwShape *shape;  // in the model's arena
} PwModelBody;
typedef struct {
  PawlFrameDef def;
  PwPlace place, offset_place[3], angle_place;
} PwModelFrame;
typedef struct {
  PawlJointDef def;
  PwPlace place;
} PwModelJoint;
typedef struct {
  PawlCouplerDef def;
  PwPlace place;
} PwModelCoupler;
typedef struct {
  PawlDriveDef def;
  PwPlace place, law_place;
} PwModelDrive;
typedef struct {
  PawlForceDef def;
  PwPlace place, law_place, component_place[3];
} PwModelForce;
typedef struct {
  PawlMeasureDef def;
  PwPlace place, expression_place;
} PwModelMeasure;
typedef struct {
  PawlTableDef def;
  PwPlace place;
} PwModelTable;
typedef struct {
  const char *name;
  double value;
  PwPlace place;
} PwModelParameter;
typedef struct {
  PawlInitialCoordinate def;
  PwPlace place;
} PwModelInitialCoordinate;
typedef struct {
  PawlInitialBody def;
  PwPlace place;
} PwModelInitialBody;
typedef struct {
  PawlProfileDef def;
  PwProfile geometry;  // built from it, in the axes of its plane
  PwPlace place;
} PwModelProfile;
typedef struct {
  PawlSurfaceDef def;
  PwSurface geometry;  // built from it, in its own axes
  PwGridError fit;
  PwPlace place;
} PwModelSurface;
typedef struct {
  PawlMeshDef def;
  PwTriMesh *geometry;  // in its own axes; one owner of it
  PwPlace place;
} PwModelMesh;
typedef struct {
  PawlContactDef def;
  PwPlace place;
} PwModelContact;
// A list of bodies: its contacts, which stand in a row, of all pairs of members on two bodies but those that have a contact of
// their own. They are alike but for the two members.
typedef struct {
  const char *name;
  bool surfaces;    // members are surfaces, else profiles
  int32_t *member;  // [members] ids, body by body
  int32_t members, first, count;
} PwModelContactList;
typedef struct {
  PawlLimitDef def;
  PwPlace place;
} PwModelLimit;
typedef struct {
  const char *text;
  PwPlace place;
} PwModelOutput;  // a column request, see docs/model-format.md

// Growing arrays of the above: item, count, capacity.
#define PW_LIST(type)        \
  struct {                   \
    type *item;              \
    int32_t count, capacity; \
  }

// Kinds of names; those of one kind are unique. A SYMBOL is what expressions know: parameter, table, measure.
typedef enum {
  PW_NAME_BODY,
  PW_NAME_FRAME,
  PW_NAME_JOINT,
  PW_NAME_COUPLER,
  PW_NAME_DRIVE,
  PW_NAME_FORCE,
  PW_NAME_SYMBOL,
  PW_NAME_PROFILE,
  PW_NAME_SURFACE,
  PW_NAME_MESH,
  PW_NAME_CONTACT,
  PW_NAME_GROUP,  // first word of a contact's name
  PW_NAME_PAIR    // "i:j" of two profiles that have a contact, "s:i:j" of two surfaces
} PwNameKind;

// Lists that calls can add to, in the order in which they need each other.
#define PW_ADDED_LISTS(X) \
  X(parameters)           \
  X(tables)               \
  X(bodies)               \
  X(frames)               \
  X(profiles)             \
  X(surfaces)             \
  X(meshes)               \
  X(joints)               \
  X(couplers)             \
  X(drives)               \
  X(forces)               \
  X(measures)             \
  X(contacts)             \
  X(limits)               \
  X(initial_coordinates)  \
  X(initial_bodies)
#define PW_COUNT(list) int32_t list;
typedef struct {
  PW_ADDED_LISTS(PW_COUNT)
} PwAddedCounts;
#undef PW_COUNT

// A file that a model names, as it was when it was read.
typedef struct {
  const char *path, *text;
  size_t length;
} PwOriginFile;

// The text that a model was read from, so that it can be read again with other parameters; all of it in the model's arena.
typedef struct {
  const char *name, *text;
  size_t length;
  const char **override;
  int32_t overrides;
  PW_LIST(PwOriginFile) files;
  PwAddedCounts made;  // how many of each list came from it; what follows in a list was added by calls
} PwOrigin;

// What calls have set since a model was read.
enum { PW_SET_NAME = 1, PW_SET_GRAVITY = 2, PW_SET_PLANAR = 4, PW_SET_UNTIL = 8 };

struct PawlModel {
  PwArena arena;                               // strings and small arrays
  PwNames names;                               // by PwNameKind
  const struct PwNode *source;                 // while a file is read: the map behind the def being added, to point at its fields
  const struct PwNode *const *source_element;  // the same of each element of a profile that comes from a chain; NULL: none does
  const char *name;
  PwUnits units;
  double gravity[3];  // SI
  PawlPlanar planar;
  PW_LIST(PwModelParameter) parameters;
  PW_LIST(PwModelTable) tables;
  PW_LIST(PwModelBody) bodies;  // [0] is ground
  PW_LIST(PwModelFrame) frames;
  PW_LIST(PwModelJoint) joints;
  PW_LIST(PwModelCoupler) couplers;
  PW_LIST(PwModelDrive) drives;
  PW_LIST(PwModelForce) forces;
  PW_LIST(PwModelMeasure) measures;
  PW_LIST(PwModelProfile) profiles;
  PW_LIST(PwModelSurface) surfaces;
  PW_LIST(PwModelMesh) meshes;
  PW_LIST(PwModelContact) contacts;
  PW_LIST(PwModelContactList) contact_lists;
  PW_LIST(PwModelLimit) limits;
  PW_LIST(PwModelInitialCoordinate) initial_coordinates;
  PW_LIST(PwModelInitialBody) initial_bodies;
  PW_LIST(PwModelOutput) outputs;  // empty: the default columns
  PW_LIST(PwModelOutput) plots;    // what a page plots at first; empty: it chooses
  PawlRunOptions run;              // what the file's `analysis` asks for
  const char *until;               // expression that ends a run; NULL: none
  PwPlace until_place;
  bool no_memory;  // was met while it was made: what was complained about may be a consequence
  uint64_t hash;   // of everything above that matters to a run; a checkpoint carries it
  PwOrigin origin;
  uint32_t set;  // PW_SET_*
};

// Keeps what a model was read from, when all of it has been read; false when out of memory.
bool pw_origin_keep(PawlModel *m, const char *name, const char *text, size_t length, const char *const *overrides, int32_t count);
// A file that the model names, kept as it is, and found again; NULL: out of memory, or there is none.
const PwOriginFile *pw_origin_keep_file(PawlModel *m, const char *path, const char *text, size_t length);
const PwOriginFile *pw_origin_find_file(const PawlModel *m, const char *path);

// Reserves room for one more item and returns it zeroed; NULL when out of memory. For PW_LIST members.
#define PW_LIST_ADD(list)                                                                                                     \
  (pw_list_grow((void **)&(list).item, &(list).count, &(list).capacity, sizeof *(list).item) ? &(list).item[(list).count - 1] \
                                                                                             : NULL)
// PAWL_ERR_MEMORY, said and noted.
PawlStatus pw_model_no_memory(PawlModel *m, PwPlace place, PawlMessages *messages);
bool pw_list_grow(void **item, int32_t *count, int32_t *capacity, size_t size);

// The coordinate names of a joint (NULL-terminated), by type and lock mask.
const char *const *pw_joint_coordinate_names(PawlJointType type, uint32_t locked);
// A coordinate's name says what it measures: angle, angle1, angle2 turn, all others shift.
bool pw_coordinate_is_angle(const char *name);

enum { PW_JOINT_CHARS = 256 };
// "joint.coordinate" cut in two; NULL: it names the joint alone. What is too long to be a name gives an empty one.
const char *pw_coordinate_split(const char *name, char joint[PW_JOINT_CHARS]);
enum { PW_COORDINATES_MAX = 4 };  // of a joint
// The coordinate called `own` among these names (NULL-terminated) of a joint, or the only one if `own` is NULL; null: there is
// none.
PawlCoordinate pw_coordinate_pick(PawlJointId joint, const char *own, const char *const *names);

// Where a frame is as drawn, its laws of t left out: position and quaternion in ground.
void pw_model_drawn_pose(const PawlModel *m, PawlFrameId frame, double position[3], double orientation[4]);

// A caller's options of a run over the defaults; what is NULL or has a size that cannot be is refused.
// What `penalty` may be.
static const double PW_PENALTY_LEAST = 1e3, PW_PENALTY_MOST = 1e12;
PawlStatus pw_run_options_take(const PawlRunOptions *given, PawlRunOptions *out, PawlMessages *messages);

// FNV-1a over the contents of the model (strings, not pointers) and its outputs, but not over `name`, `run` and places. A file's
// model has it in `hash`; one built in code has 0 there until its compiler asks for it.
uint64_t pw_model_hash(const PawlModel *m);

// Checks and copies a coordinate: the joint must exist, a missing name becomes that of its only coordinate.
PawlStatus pw_model_take_coordinate(PawlModel *m, const char *what, PawlCoordinate *coordinate, PwPlace place,
                                    PawlMessages *messages);

// The add functions of the public interface with the place of the object; the public ones call these with PW_NOWHERE.
PawlStatus pw_model_add_body(PawlModel *m, const PawlBodyDef *def, PwPlace place, PawlMessages *messages, PawlBodyId *out);
PawlStatus pw_model_add_frame(PawlModel *m, const PawlFrameDef *def, PwPlace place, PawlMessages *messages, PawlFrameId *out);
PawlStatus pw_model_add_joint(PawlModel *m, const PawlJointDef *def, PwPlace place, PawlMessages *messages, PawlJointId *out);
PawlStatus pw_model_add_coupler(PawlModel *m, const PawlCouplerDef *def, PwPlace place, PawlMessages *messages,
                                PawlCouplerId *out);
PawlStatus pw_model_add_drive(PawlModel *m, const PawlDriveDef *def, PwPlace place, PawlMessages *messages, PawlDriveId *out);
PawlStatus pw_model_add_force(PawlModel *m, const PawlForceDef *def, PwPlace place, PawlMessages *messages, PawlForceId *out);
PawlStatus pw_model_add_measure(PawlModel *m, const PawlMeasureDef *def, PwPlace place, PawlMessages *messages,
                                PawlMeasureId *out);
PawlStatus pw_model_add_parameter(PawlModel *m, const char *name, double value, PwPlace place, PawlMessages *messages,
                                  PawlParameterId *out);
PawlStatus pw_model_add_table(PawlModel *m, const PawlTableDef *def, PwPlace place, PawlMessages *messages, PawlTableId *out);
PawlStatus pw_model_add_profile(PawlModel *m, const PawlProfileDef *def, PwPlace place, PawlMessages *messages,
                                PawlProfileId *out);
// Where the points of a net stand that comes from a file of its own: line of each.
typedef struct {
  const char *file;
  const int32_t *line;
} PwNetLines;
// `lines` may be NULL.
PawlStatus pw_model_add_surface(PawlModel *m, const PawlSurfaceDef *def, const PwNetLines *lines, PwPlace place,
                                PawlMessages *messages, PawlSurfaceId *out);
// Reads the file of a def, or takes a share of what it was read to before, and tells what was repaired; its body and place are
// not looked at. `place` is that of the file's name.
PawlStatus pw_model_load_mesh(PawlModel *m, const PawlMeshDef *def, PwPlace place, PawlMessages *messages, PwTriMesh **out);
// `ready`: what that gave, from which a share is taken; NULL: the file is read now.
PawlStatus pw_model_add_mesh(PawlModel *m, const PawlMeshDef *def, PwTriMesh *ready, PwPlace place, PawlMessages *messages,
                             PawlMeshId *out);
// What a def's file was read to for a mesh of this model; NULL: nothing. It stays the model's.
PwTriMesh *pw_model_find_mesh_file(const PawlModel *m, const PawlMeshDef *def);
PawlStatus pw_model_add_contact(PawlModel *m, const PawlContactDef *def, PwPlace place, PawlMessages *messages,
                                PawlContactId *out);
PawlStatus pw_model_add_limit(PawlModel *m, const PawlLimitDef *def, PwPlace place, PawlMessages *messages);
// The model as a YAML text without its forces by callback; NULL: a file cannot hold it. free().
PawlStatus pw_model_text(const PawlModel *model, char **out);
// What is wrong with a profile is told in the units of the model.
static inline PwProfileUnits pw_model_profile_units(const PawlModel *m) {
  return (PwProfileUnits){m->units.length, m->units.angle, m->units.length_name, m->units.angle_name};
}
// The contact between these two profiles or surfaces; -1: none.
int32_t pw_model_find_pair(const PawlModel *m, bool surfaces, int32_t id1, int32_t id2);
PawlStatus pw_model_set_initial_coordinate(PawlModel *m, const PawlInitialCoordinate *def, PwPlace place, PawlMessages *messages);
PawlStatus pw_model_set_initial_body(PawlModel *m, const PawlInitialBody *def, PwPlace place, PawlMessages *messages);
#endif
