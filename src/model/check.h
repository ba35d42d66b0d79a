// Checking one def: complaints name the object and, in a file, point at the field concerned.
#ifndef PW_MODEL_CHECK_H
#define PW_MODEL_CHECK_H
#include <stddef.h>

#include "base/messages.h"
#include "model/model.h"

typedef struct {
  PawlModel *model;
  PawlMessages *messages;
  PwPlace place;
  const char *what;   // "body"
  const char *name;   // of the object; NULL while unknown
  PawlStatus status;  // of the first complaint
} PwCheck;

// Adds a complaint about `field` (a key of the file, "law.damping" for one in the map of another, or NULL) and makes the check
// fail.
void pw_check_fail(PwCheck *c, PawlStatus status, const char *field, const char *format, ...) PAWL_PRINTF(4, 5);

// Copies a caller's def over the defaults in `out` (base/sized.h); false after a complaint.
bool pw_check_size(PwCheck *c, const void *def, size_t known, void *out);

// A well-formed name not yet taken in its kind. It is copied into the model's memory.
void pw_check_name(PwCheck *c, PwNameKind kind, const char **name);
// The same for joints, couplers and contacts, which share their names: columns of the output are named after them.
void pw_check_shared_name(PwCheck *c, PwNameKind kind, const char **name);
// "body.name" must mean that body.
void pw_check_owner(PwCheck *c, const char *name, PawlBodyId owner);

void pw_check_finite(PwCheck *c, const char *field, const double *values, int count);
// Lengths, coordinates: finite, and not so large that squares overflow and nothing else counts beside them.
static const double PW_LENGTH_MAX = 1e15;  // m
void pw_check_length(PwCheck *c, const char *field, const double *values, int count);
void pw_check_quaternion(PwCheck *c, const char *field, double q[4]);  // normalises what is nearly so
void pw_check_inertia(PwCheck *c, const double inertia[6]);
void pw_check_scalar(PwCheck *c, const char *field, PawlScalar *scalar);  // copies its expression
bool pw_check_frame(PwCheck *c, const char *field, PawlFrameId frame);
// Both frames exist and are on different bodies.
bool pw_check_frames(PwCheck *c, const PawlFrameId frame[2]);
// Friction and rolling of a contact.
void pw_check_friction(PwCheck *c, const PawlContactDef *def);
// Friction of a joint.
void pw_check_joint_friction(PwCheck *c, const PawlJointDef *def);
// The elements of a chain: copied into the model, then built into `arena`.
void pw_check_chain(PwCheck *c, PawlProfileDef *def, PwArena *arena, PwProfile *out);
// Strings live as long as the model.
const char *pw_check_string(PwCheck *c, const char *text);
// So do numbers; NULL after a complaint.
const double *pw_check_numbers(PwCheck *c, const double *values, int32_t count);
// Enters the name of an item just added to a list (NULL: there was no memory); gives the item up when out of memory.
bool pw_check_register(PwCheck *c, PwNameKind kind, const char *name, int32_t *count, const void *item);
#endif
