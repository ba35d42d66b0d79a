// Friction of a contact, and of a joint, as its def has it: the numbers of it, what they are when nothing is said, and those that
// follow from others.
#ifndef PW_MODEL_FRICTION_H
#define PW_MODEL_FRICTION_H
#include <stdbool.h>
#include <stddef.h>

#include "model/units.h"
#include "pawl/model.h"

// Of slip, which a rolling contact has none of; of turning; of the law with memory, which needs a contact with a law.
typedef enum { PW_OF_SLIP, PW_OF_TURNING, PW_OF_MEMORY } PwModelFrictionKind;

typedef struct {
  const char *key;  // in the map `friction` of a file
  size_t at;        // in PawlContactDef
  PwDimension dimension;
  double usual;  // NaN: by others
  PwModelFrictionKind kind;
} PwModelFrictionField;
enum { PW_MODEL_FRICTION_FIELDS = 10 };
extern const PwModelFrictionField pw_model_friction_fields[PW_MODEL_FRICTION_FIELDS];

double pw_model_friction_get(const PawlContactDef *def, int field);
void pw_model_friction_set(PawlContactDef *def, int field, double value);
// Nothing is said of this field.
bool pw_model_friction_is_usual(const PawlContactDef *def, int field);
// Nor of any other, nor of a displacement, nor does the contact roll.
bool pw_model_friction_is_none(const PawlContactDef *def);
bool pw_model_friction_is_displaced(const PawlContactDef *def);

// ---- of joints

typedef struct {
  const char *key;  // in the map `friction` of a joint
  size_t at;        // in PawlJointDef
  PwDimension dimension;
  double usual;  // NaN: by others
} PwModelJointFrictionField;
enum { PW_MODEL_JOINT_FRICTION_FIELDS = 7 };
extern const PwModelJointFrictionField pw_model_joint_friction_fields[PW_MODEL_JOINT_FRICTION_FIELDS];
double pw_model_joint_friction_get(const PawlJointDef *def, int field);
void pw_model_joint_friction_set(PawlJointDef *def, int field, double value);
bool pw_model_joint_friction_is_usual(const PawlJointDef *def, int field);
// Nothing is said of it.
bool pw_model_joint_friction_is_none(const PawlJointDef *def);
// Can a joint of this type have friction; does turning rub in it; is it a guide?
bool pw_joint_may_rub(PawlJointType type);
bool pw_joint_rubs_by_turning(PawlJointType type);
bool pw_joint_is_guide(PawlJointType type);
double pw_model_joint_friction_kinetic(const PawlJointDef *def);

// ---- of contacts: what stands for NaN.
double pw_model_friction_kinetic(const PawlContactDef *def);
double pw_model_friction_stick(const PawlContactDef *def);
double pw_model_friction_slide(const PawlContactDef *def);
#endif
