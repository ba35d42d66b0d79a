#include "model/friction.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "model/check.h"

static const double COEFFICIENT_MAX = 1e6;
static const double STICK_SPEED = 0.01;  // m/s
static const double SLIDE_PART = 0.1;    // of the stick speed

const PwModelFrictionField pw_model_friction_fields[PW_MODEL_FRICTION_FIELDS] = {
    {"static", offsetof(PawlContactDef, friction), PW_DIM_NONE, 0, PW_OF_SLIP},
    {"kinetic", offsetof(PawlContactDef, kinetic), PW_DIM_NONE, NAN, PW_OF_SLIP},
    {"stribeck", offsetof(PawlContactDef, stribeck), PW_DIM_SPEED, 0, PW_OF_SLIP},
    {"viscous", offsetof(PawlContactDef, viscous), PW_DIM_DAMPING, 0, PW_OF_SLIP},
    {"spin", offsetof(PawlContactDef, spin), PW_DIM_LENGTH, 0, PW_OF_TURNING},
    {"rolling", offsetof(PawlContactDef, rolling_resistance), PW_DIM_LENGTH, 0, PW_OF_TURNING},
    {"stiffness", offsetof(PawlContactDef, tangential_stiffness), PW_DIM_STIFFNESS, 0, PW_OF_MEMORY},
    {"damping", offsetof(PawlContactDef, tangential_damping), PW_DIM_DAMPING, 0, PW_OF_MEMORY},
    {"stick", offsetof(PawlContactDef, stick_speed), PW_DIM_SPEED, NAN, PW_OF_MEMORY},
    {"slide", offsetof(PawlContactDef, slide_speed), PW_DIM_SPEED, NAN, PW_OF_MEMORY},
};

double pw_model_friction_get(const PawlContactDef *def, int field) {
  double value;
  memcpy(&value, (const char *)def + pw_model_friction_fields[field].at, sizeof value);
  return value;
}

void pw_model_friction_set(PawlContactDef *def, int field, double value) {
  memcpy((char *)def + pw_model_friction_fields[field].at, &value, sizeof value);
}

bool pw_model_friction_is_usual(const PawlContactDef *def, int field) {
  double value = pw_model_friction_get(def, field), usual = pw_model_friction_fields[field].usual;
  return isnan(usual) ? isnan(value) : value == usual;
}

bool pw_model_friction_is_none(const PawlContactDef *def) {
  for (int k = 0; k < PW_MODEL_FRICTION_FIELDS; k++) {
    if (!pw_model_friction_is_usual(def, k)) return false;
  }
  return !def->rolling && !pw_model_friction_is_displaced(def);
}

bool pw_model_friction_is_displaced(const PawlContactDef *def) {
  return def->displacement[0] != 0 || def->displacement[1] != 0 || def->displacement[2] != 0;
}

double pw_model_friction_kinetic(const PawlContactDef *def) {
  return isnan(def->kinetic) ? def->friction : def->kinetic;
}

double pw_model_friction_stick(const PawlContactDef *def) {
  if (!isnan(def->stick_speed)) return def->stick_speed;
  return def->stribeck > 0 ? def->stribeck : STICK_SPEED;
}

double pw_model_friction_slide(const PawlContactDef *def) {
  return isnan(def->slide_speed) ? SLIDE_PART * pw_model_friction_stick(def) : def->slide_speed;
}

// ---- what is refused

static bool is_amount(double value, double most) {
  return value >= 0 && value <= most && !isinf(value);
}

static void check_amount(PwCheck *c, const char *field, double value, const char *unit) {
  if (is_amount(value, INFINITY)) return;
  pw_check_fail(c, PAWL_ERR_INPUT, field, "%s of friction is %g %s, must be finite and 0 or more", strchr(field, '.') + 1, value,
                unit);
}

static void check_length(PwCheck *c, const char *field, double value) {
  if (is_amount(value, PW_LENGTH_MAX)) return;
  pw_check_fail(c, PAWL_ERR_INPUT, field, "%s of friction is %g m, must be 0 to %g", strchr(field, '.') + 1, value,
                PW_LENGTH_MAX);
}

static void check_slip(PwCheck *c, double mu, double said, double stribeck, double viscous) {
  double kinetic = isnan(said) ? mu : said;
  if (!is_amount(mu, COEFFICIENT_MAX)) {
    pw_check_fail(c, PAWL_ERR_INPUT, "friction.static", "the static coefficient of friction is %g, must be 0 to %g", mu,
                  COEFFICIENT_MAX);
  } else if (mu == 0 && said > 0) {
    pw_check_fail(c, PAWL_ERR_INPUT, "friction.kinetic", "a kinetic coefficient needs a static one that is not smaller");
  } else if (!is_amount(kinetic, mu)) {
    pw_check_fail(c, PAWL_ERR_INPUT, "friction.kinetic",
                  "the kinetic coefficient of friction is %g, must be 0 to the static one, %g", said, mu);
  } else if (stribeck > 0 && !(kinetic < mu)) {
    pw_check_fail(c, PAWL_ERR_INPUT, "friction.stribeck",
                  "the coefficient has nothing to fall to at the Stribeck speed: give a kinetic one below the static one");
  }
  check_amount(c, "friction.stribeck", stribeck, "m/s");
  check_amount(c, "friction.viscous", viscous, "N*s/m");
}

// The first field of this kind that is said; its full name in a file goes to `name`.
static const char *first_said(const PawlContactDef *def, PwModelFrictionKind kind, char name[64]) {
  for (int k = 0; k < PW_MODEL_FRICTION_FIELDS; k++) {
    const PwModelFrictionField *field = &pw_model_friction_fields[k];
    if (field->kind != kind || pw_model_friction_is_usual(def, k)) continue;
    snprintf(name, 64, "friction.%s", field->key);
    return field->key;
  }
  return NULL;
}

static void check_rolling(PwCheck *c, const PawlContactDef *def) {
  char name[64];
  const char *slip = first_said(def, PW_OF_SLIP, name);
  if (slip) {
    pw_check_fail(
        c, PAWL_ERR_INPUT, name,
        "a rolling contact never slips: leave 'rolling: true' or the '%s' of friction out ('spin' and 'rolling' may stay)", slip);
  }
  if (def->law != PAWL_CONTACT_RIGID) {
    pw_check_fail(c, PAWL_ERR_INPUT, "rolling",
                  "rolling is not offered with a law: leave the law out, or give friction with a 'stiffness' instead");
  }
}

static void check_without_law(PwCheck *c, const PawlContactDef *def) {
  char name[64];
  const char *memory = first_said(def, PW_OF_MEMORY, name);
  if (!memory && pw_model_friction_is_displaced(def)) {
    memory = "displacement";
    snprintf(name, sizeof name, "friction.displacement");
  }
  if (!memory) return;
  pw_check_fail(c, PAWL_ERR_INPUT, name, "the '%s' of friction belongs to contacts with a law: without one friction is exact",
                memory);
}

static void check_with_law(PwCheck *c, const PawlContactDef *def) {
  double k = def->tangential_stiffness, stick = pw_model_friction_stick(def), slide = pw_model_friction_slide(def);
  if (k == 0 && def->friction > 0) {
    pw_check_fail(
        c, PAWL_ERR_INPUT, "friction.stiffness",
        "friction of a contact with a law needs a 'stiffness' along the surface, too: friction: {static: %g, stiffness: ...}",
        def->friction);
  }
  check_amount(c, "friction.stiffness", k, "N/m");
  check_amount(c, "friction.damping", def->tangential_damping, "N*s/m");
  for (int i = 0; i < 3; i++) {
    if (fabs(def->displacement[i]) <= PW_LENGTH_MAX) continue;
    pw_check_fail(c, PAWL_ERR_INPUT, "friction.displacement", "displacement of friction is %g m, must be -%g to %g",
                  def->displacement[i], PW_LENGTH_MAX, PW_LENGTH_MAX);
    break;
  }
  if (!isnan(def->stick_speed) && def->stribeck > 0) {
    pw_check_fail(c, PAWL_ERR_INPUT, "friction.stick", "'stick' and 'stribeck' say the same with a law: give one of them");
  } else if (!(stick > 0) || isinf(stick)) {
    pw_check_fail(c, PAWL_ERR_INPUT, "friction.stick", "stick of friction is %g m/s, must be finite and > 0", stick);
  } else if (!(slide > 0 && slide < stick)) {
    pw_check_fail(c, PAWL_ERR_INPUT, "friction.slide", "slide of friction is %g m/s, must be > 0 and below stick, %g m/s", slide,
                  stick);
  }
}

// ---- of joints

const PwModelJointFrictionField pw_model_joint_friction_fields[PW_MODEL_JOINT_FRICTION_FIELDS] = {
    {"static", offsetof(PawlJointDef, friction), PW_DIM_NONE, 0},
    {"kinetic", offsetof(PawlJointDef, kinetic), PW_DIM_NONE, NAN},
    {"stribeck", offsetof(PawlJointDef, stribeck), PW_DIM_SPEED, 0},
    {"viscous", offsetof(PawlJointDef, viscous), PW_DIM_DAMPING, 0},
    {"radius", offsetof(PawlJointDef, friction_radius), PW_DIM_LENGTH, 0},
    {"length", offsetof(PawlJointDef, friction_length), PW_DIM_LENGTH, 0},
    {"preload", offsetof(PawlJointDef, preload), PW_DIM_FORCE, 0},
};

double pw_model_joint_friction_get(const PawlJointDef *def, int field) {
  double value;
  memcpy(&value, (const char *)def + pw_model_joint_friction_fields[field].at, sizeof value);
  return value;
}

void pw_model_joint_friction_set(PawlJointDef *def, int field, double value) {
  memcpy((char *)def + pw_model_joint_friction_fields[field].at, &value, sizeof value);
}

bool pw_model_joint_friction_is_usual(const PawlJointDef *def, int field) {
  double value = pw_model_joint_friction_get(def, field), usual = pw_model_joint_friction_fields[field].usual;
  return isnan(usual) ? isnan(value) : value == usual;
}

bool pw_model_joint_friction_is_none(const PawlJointDef *def) {
  for (int k = 0; k < PW_MODEL_JOINT_FRICTION_FIELDS; k++) {
    if (!pw_model_joint_friction_is_usual(def, k)) return false;
  }
  return true;
}

double pw_model_joint_friction_kinetic(const PawlJointDef *def) {
  return isnan(def->kinetic) ? def->friction : def->kinetic;
}

bool pw_joint_rubs_by_turning(PawlJointType type) {
  return type == PAWL_JOINT_REVOLUTE || type == PAWL_JOINT_CYLINDRICAL || type == PAWL_JOINT_SPHERICAL;
}

bool pw_joint_is_guide(PawlJointType type) {
  return type == PAWL_JOINT_PRISMATIC || type == PAWL_JOINT_CYLINDRICAL;
}

bool pw_joint_may_rub(PawlJointType type) {
  return pw_joint_rubs_by_turning(type) || pw_joint_is_guide(type);
}

// A length that some types of joint need and others do not have.
static void check_needed(PwCheck *c, const char *field, double value, bool needed, const char *why) {
  const char *name = strchr(field, '.') + 1;
  if (needed && value == 0) {
    pw_check_fail(c, PAWL_ERR_INPUT, field, "friction needs a '%s' here: %s", name, why);
  } else if (!needed && value != 0) {
    pw_check_fail(c, PAWL_ERR_INPUT, field, "the '%s' of friction does not belong to this type of joint", name);
  } else {
    check_length(c, field, value);
  }
}

void pw_check_joint_friction(PwCheck *c, const PawlJointDef *def) {
  if (pw_model_joint_friction_is_none(def)) return;
  if (!pw_joint_may_rub(def->type)) {
    pw_check_fail(c, PAWL_ERR_INPUT, "friction", "only revolute, prismatic, cylindrical and spherical joints have friction");
    return;
  }
  check_slip(c, def->friction, def->kinetic, def->stribeck, def->viscous);
  check_needed(c, "friction.radius", def->friction_radius, pw_joint_rubs_by_turning(def->type),
               "the radius at which the turning surfaces rub");
  check_needed(c, "friction.length", def->friction_length, pw_joint_is_guide(def->type),
               "the length of the guide, by which it carries moments");
  check_amount(c, "friction.preload", def->preload, "N");
}

// ---- of contacts

void pw_check_friction(PwCheck *c, const PawlContactDef *def) {
  check_length(c, "friction.spin", def->spin);
  check_length(c, "friction.rolling", def->rolling_resistance);
  if (def->spin > 0 && !def->surface[0].i && !def->surface[1].i) {
    pw_check_fail(c, PAWL_ERR_INPUT, "friction.spin",
                  "spin needs surfaces: profiles touch in the plane, and no body turns about their normal");
  }
  if (def->rolling) {
    check_rolling(c, def);
  } else {
    check_slip(c, def->friction, def->kinetic, def->stribeck, def->viscous);
  }
  if (def->law == PAWL_CONTACT_RIGID) {
    check_without_law(c, def);
  } else if (!def->rolling) {
    check_with_law(c, def);
  }
}
