// Units of a model file. SI inside; a file says what its plain numbers mean, any number may carry its own unit.
#ifndef PW_UNITS_H
#define PW_UNITS_H
#include <stdbool.h>

typedef enum {
  PW_DIM_NONE,
  PW_DIM_LENGTH,
  PW_DIM_MASS,
  PW_DIM_TIME,
  PW_DIM_ANGLE,
  PW_DIM_FORCE,
  PW_DIM_TORQUE,
  PW_DIM_ENERGY,
  PW_DIM_POWER,
  PW_DIM_SPEED,
  PW_DIM_ANGULAR_SPEED,
  PW_DIM_ACCELERATION,
  PW_DIM_ANGULAR_ACCELERATION,
  PW_DIM_STIFFNESS,
  PW_DIM_ANGULAR_STIFFNESS,
  PW_DIM_DAMPING,
  PW_DIM_ANGULAR_DAMPING,
  PW_DIM_INERTIA,
  PW_DIM_DENSITY,
  PW_DIM_LENGTH_PER_TURN,
  PW_DIM_RATE,  // of a number
  PW_DIM_RATE_CHANGE,
  PW_DIM_COUNT
} PwDimension;

// Base units; angles separate, so that rad/s and 1/s differ.
typedef struct {
  double length, mass, time, angle, force;                                         // SI per file unit
  char length_name[8], mass_name[8], time_name[8], angle_name[8], force_name[32];  // as written; force "kg*mm/s^2" if coherent
  bool force_named;
} PwUnits;

enum { PW_QUANTITY = 96 };  // characters of a number with its unit

PwUnits pw_units_si(void);
// Sets one base unit by name: `which` 0..4 is length, mass, time, angle, force. Base units are single symbols, force may be
// composed. False: not a unit of that kind.
bool pw_units_set(PwUnits *units, int which, const char *name);
// Exponents of length, mass, time, angle of a dimension.
void pw_units_exponents(PwDimension dimension, int exponents[4]);
// SI value of one file unit of this dimension. Torque, energy = force * length; stiffness = force / length; angular stiffness =
// torque / angle; damping = force * time / length; density = mass / length^3; inertia = mass * length^2; pitch = length (per
// turn).
double pw_units_factor(const PwUnits *units, PwDimension dimension);
// The written name of that unit ("N*mm", "mm/s", "deg"), for headers; `out` holds 64 characters.
void pw_units_name(const PwUnits *units, PwDimension dimension, char *out);
// An SI value in the units of the file, with the unit: "0.3 mm/s". Returns out.
const char *pw_units_text(const PwUnits *units, double si, PwDimension dimension, int digits, char out[PW_QUANTITY]);
// The same for an argument of a message: the text lives as long as the block around it. Times have nine digits.
#define PW_SAY(k, si, dimension, digits) pw_units_text(&(k)->units, (si), (dimension), (digits), (char[PW_QUANTITY]){0})
#define PW_SAY_TIME(k, t) pw_units_text(&(k)->units, (t), PW_DIM_TIME, 9, (char[PW_QUANTITY]){0})
// Parses a unit whose powers may be fractions ("N/m^1.5", "N*s/m^2.5") into SI factor and exponents.
bool pw_unit_parse_real(const char *text, double *si, double exponents[4]);
// SI value of one file unit of these exponents.
double pw_units_factor_real(const PwUnits *units, const double exponents[4]);
// Parses a unit ("N/mm", "kg*m^2", "rad/s", "rpm", "deg", "g", "kN", "lbf", "in", "1/s") into SI factor and exponents of
// length, mass, time, angle. False: not a unit.
bool pw_unit_parse(const char *text, double *si, int exponents[4]);
// Factor from a written unit to the file's unit of the same exponents (what PwScope.unit needs). With a force unit that is not
// coherent, mass*length/time^2 counts as force: as many as the exponent of time allows (N/mm: one; N*mm: one; kg/m^3: none).
bool pw_units_convert(const PwUnits *units, const char *text, double *factor, int exponents[4]);
#endif
