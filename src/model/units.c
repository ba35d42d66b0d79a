#include "model/units.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "pawl/run.h"

#define PI 3.14159265358979323846
enum { NAME_MAX = 7, EXPONENT_MAX = 9 };

typedef struct {
  const char *name;
  double si;
  int exponents[4];  // length, mass, time, angle
} Unit;

// Exact by definition: inch 0.0254 m, pound 0.45359237 kg, standard gravity 9.80665 m/s^2 (for pound-force, kilogram-force).
#define POUND 0.45359237
#define GRAVITY 9.80665
static const Unit unit_table[] = {
    {"m", 1, {1}},
    {"mm", 1e-3, {1}},
    {"cm", 1e-2, {1}},
    {"um", 1e-6, {1}},
    {"km", 1e3, {1}},
    {"in", 0.0254, {1}},
    {"ft", 0.3048, {1}},
    {"kg", 1, {0, 1}},
    {"g", 1e-3, {0, 1}},
    {"mg", 1e-6, {0, 1}},
    {"t", 1e3, {0, 1}},
    {"lb", POUND, {0, 1}},
    {"lbm", POUND, {0, 1}},
    {"oz", POUND / 16, {0, 1}},
    {"slug", POUND *GRAVITY / 0.3048, {0, 1}},
    {"s", 1, {0, 0, 1}},
    {"ms", 1e-3, {0, 0, 1}},
    {"us", 1e-6, {0, 0, 1}},
    {"min", 60, {0, 0, 1}},
    {"h", 3600, {0, 0, 1}},
    {"rad", 1, {0, 0, 0, 1}},
    {"mrad", 1e-3, {0, 0, 0, 1}},
    {"deg", PI / 180, {0, 0, 0, 1}},
    {"turn", 2 * PI, {0, 0, 0, 1}},
    {"rev", 2 * PI, {0, 0, 0, 1}},
    {"rpm", 2 * PI / 60, {0, 0, -1, 1}},
    {"Hz", 1, {0, 0, -1}},
    {"N", 1, {1, 1, -2}},
    {"mN", 1e-3, {1, 1, -2}},
    {"kN", 1e3, {1, 1, -2}},
    {"MN", 1e6, {1, 1, -2}},
    {"dyn", 1e-5, {1, 1, -2}},
    {"kgf", GRAVITY, {1, 1, -2}},
    {"lbf", POUND *GRAVITY, {1, 1, -2}},
    {"ozf", POUND *GRAVITY / 16, {1, 1, -2}},
    {"Nm", 1, {2, 1, -2}},
    {"Nmm", 1e-3, {2, 1, -2}},
    {"kNm", 1e3, {2, 1, -2}},
    {"J", 1, {2, 1, -2}},
    {"mJ", 1e-3, {2, 1, -2}},
    {"kJ", 1e3, {2, 1, -2}},
    {"W", 1, {2, 1, -3}},
    {"kW", 1e3, {2, 1, -3}},
    {"Pa", 1, {-1, 1, -2}},
    {"kPa", 1e3, {-1, 1, -2}},
    {"MPa", 1e6, {-1, 1, -2}},
    {"GPa", 1e9, {-1, 1, -2}},
    {"bar", 1e5, {-1, 1, -2}},
};

// Exponents of length, mass, time, angle; force counts as mass*length/time^2.
static const int dimension_table[PW_DIM_COUNT][4] = {
    [PW_DIM_NONE] = {0},
    [PW_DIM_LENGTH] = {1},
    [PW_DIM_MASS] = {0, 1},
    [PW_DIM_TIME] = {0, 0, 1},
    [PW_DIM_ANGLE] = {0, 0, 0, 1},
    [PW_DIM_FORCE] = {1, 1, -2},
    [PW_DIM_TORQUE] = {2, 1, -2},
    [PW_DIM_ENERGY] = {2, 1, -2},
    [PW_DIM_POWER] = {2, 1, -3},
    [PW_DIM_SPEED] = {1, 0, -1},
    [PW_DIM_ANGULAR_SPEED] = {0, 0, -1, 1},
    [PW_DIM_ACCELERATION] = {1, 0, -2},
    [PW_DIM_ANGULAR_ACCELERATION] = {0, 0, -2, 1},
    [PW_DIM_STIFFNESS] = {0, 1, -2},
    [PW_DIM_ANGULAR_STIFFNESS] = {2, 1, -2, -1},
    [PW_DIM_DAMPING] = {0, 1, -1},
    [PW_DIM_ANGULAR_DAMPING] = {2, 1, -1, -1},
    [PW_DIM_INERTIA] = {2, 1},
    [PW_DIM_DENSITY] = {-3, 1},
    [PW_DIM_LENGTH_PER_TURN] = {1},
    [PW_DIM_RATE] = {0, 0, -1},
    [PW_DIM_RATE_CHANGE] = {0, 0, -2},
};

PwUnits pw_units_si(void) {
  return (PwUnits){1, 1, 1, 1, 1, "m", "kg", "s", "rad", "N", false};
}

void pw_units_exponents(PwDimension dimension, int exponents[4]) {
  memcpy(exponents, dimension_table[dimension], sizeof dimension_table[0]);
}

// Whole powers by products, which keep powers of ten exact where pow need not.
static double power(double base, double exponent) {
  double result = 1;
  if (exponent != floor(exponent)) return pow(base, exponent);
  for (int k = 0; k < fabs(exponent); k++) result *= base;
  return exponent < 0 ? 1 / result : result;
}

// How many forces are in these exponents: a mass that moves against time counts as one, as far as the time's exponent reaches.
static double forces(const double e[4]) {
  if ((e[1] > 0) == (e[2] > 0) || e[1] == 0 || e[2] == 0) return 0;
  double count = fmin(fabs(e[1]), floor((fabs(e[2]) + 1) / 2));
  return e[1] > 0 ? count : -count;
}

double pw_units_factor_real(const PwUnits *u, const double e[4]) {
  double n = forces(e);
  return power(u->force, n) * power(u->length, e[0] - n) * power(u->mass, e[1] - n) * power(u->time, e[2] + 2 * n) *
         power(u->angle, e[3]);
}

static double factor_of(const PwUnits *u, const int e[4]) {
  return pw_units_factor_real(u, (const double[4]){e[0], e[1], e[2], e[3]});
}

double pw_units_factor(const PwUnits *units, PwDimension dimension) {
  return factor_of(units, dimension_table[dimension]);
}

static const Unit *find_unit(const char *text, size_t length) {
  for (size_t k = 0; k < sizeof unit_table / sizeof *unit_table; k++) {
    if (strlen(unit_table[k].name) == length && memcmp(unit_table[k].name, text, length) == 0) return &unit_table[k];
  }
  return NULL;
}

// A power such as "3", "-2" or "1.5"; returns the characters used, 0 if it is none.
static size_t parse_power(const char *s, double *out) {
  size_t n = s[0] == '-';
  double sign = n ? -1 : 1, place = 1;
  if (s[n] < '0' || s[n] > '0' + EXPONENT_MAX || isdigit((unsigned char)s[n + 1])) return 0;
  *out = s[n++] - '0';
  if (s[n] == '.') {
    size_t first = ++n;
    for (; isdigit((unsigned char)s[n]) && n - first < 6; n++) *out += (s[n] - '0') * (place /= 10);
    if (n == first || isdigit((unsigned char)s[n])) return 0;
  }
  *out *= sign;
  return *out == 0 ? 0 : n;
}

// One factor such as "mm^3", "m^1.5" or "1"; returns the characters used, 0 if it is none.
static size_t parse_factor(const char *s, int sign, double *si, double e[4]) {
  size_t n = 0;
  while (isalpha((unsigned char)s[n])) n++;
  if (n == 0) return s[0] == '1' ? 1 : 0;
  const Unit *unit = find_unit(s, n);
  if (!unit) return 0;
  double exponent = 1;
  if (s[n] == '^') {
    size_t used = parse_power(s + n + 1, &exponent);
    if (!used) return 0;
    n += 1 + used;
  }
  *si *= power(unit->si, sign * exponent);
  for (int k = 0; k < 4; k++) e[k] += sign * exponent * unit->exponents[k];
  return n;
}

bool pw_unit_parse_real(const char *text, double *si, double exponents[4]) {
  double value = 1, e[4] = {0};
  int sign = 1;
  const char *s = text;
  if (strlen(s) > 64) return false;
  for (bool first = true;; first = false) {
    size_t n = parse_factor(s, sign, &value, e);
    if (!n || (s[0] == '1' && (!first || s[1] != '/'))) return false;
    if (!first && s[0] == 't' && (n == 1 || s[1] == '^')) return false;  // 3 deg/s*t is a law of the time t, no tonnes
    s += n;
    if (!*s) break;
    if (*s != '/' && *s != '*') return false;
    sign = *s++ == '/' ? -1 : 1;
  }
  if (!isfinite(value) || value == 0) return false;  // km^9*km^9*...
  *si = value;
  memcpy(exponents, e, sizeof e);
  return true;
}

bool pw_unit_parse(const char *text, double *si, int exponents[4]) {
  double value, e[4];
  if (!pw_unit_parse_real(text, &value, e)) return false;
  for (int k = 0; k < 4; k++) {
    if (e[k] != floor(e[k])) return false;
    exponents[k] = (int)e[k];
  }
  *si = value;
  return true;
}

bool pw_units_convert(const PwUnits *units, const char *text, double *factor, int exponents[4]) {
  double si;
  if (!pw_unit_parse(text, &si, exponents)) return false;
  *factor = si / factor_of(units, exponents);
  return true;
}

// Without a named force the unit of force follows from the others, and has the name N in m, kg, s.
static void follow_force(PwUnits *u) {
  if (u->force_named) return;
  u->force = u->mass * u->length / (u->time * u->time);
  bool si = !strcmp(u->length_name, "m") && !strcmp(u->mass_name, "kg") && !strcmp(u->time_name, "s");
  if (si) {
    strcpy(u->force_name, "N");
  } else {
    snprintf(u->force_name, sizeof u->force_name, "%s*%s/%s^2", u->mass_name, u->length_name, u->time_name);
  }
}

bool pw_units_set(PwUnits *u, int which, const char *name) {
  static const PwDimension kind[5] = {PW_DIM_LENGTH, PW_DIM_MASS, PW_DIM_TIME, PW_DIM_ANGLE, PW_DIM_FORCE};
  double *value[5] = {&u->length, &u->mass, &u->time, &u->angle, &u->force};
  char *stored[5] = {u->length_name, u->mass_name, u->time_name, u->angle_name, u->force_name};
  double si;
  int e[4];
  size_t length = strlen(name);
  bool known = which == 4 ? length < sizeof u->force_name && pw_unit_parse(name, &si, e) : length <= NAME_MAX;
  if (known && which < 4) {
    const Unit *unit = find_unit(name, length);
    known = unit != NULL;
    if (unit) si = unit->si, memcpy(e, unit->exponents, sizeof e);
  }
  if (!known || memcmp(e, dimension_table[kind[which]], sizeof e) != 0) return false;
  *value[which] = si;
  memcpy(stored[which], name, length + 1);
  if (which == 4) u->force_named = true;
  follow_force(u);
  return true;
}

// Appends "*name^k" or "/name^k"; positive exponents are to come first.
static void add_power(char *out, const char *name, int exponent, bool divide) {
  if (exponent == 0 || (exponent < 0) != divide) return;
  size_t n = strlen(out);
  int k = abs(exponent);
  const char *join = divide ? (n ? "/" : "1/") : (n ? "*" : "");
  if (k == 1) {
    snprintf(out + n, 64 - n, "%s%s", join, name);
  } else {
    snprintf(out + n, 64 - n, "%s%s^%d", join, name, k);
  }
}

void pw_units_name(const PwUnits *u, PwDimension dimension, char *out) {
  int e[4], n = 0;
  pw_units_exponents(dimension, e);
  out[0] = 0;
  bool newton = !strcmp(u->force_name, "N");
  if (newton && !strcmp(u->length_name, "m")) {
    if (dimension == PW_DIM_ENERGY) strcpy(out, "J");
    if (dimension == PW_DIM_POWER && !strcmp(u->time_name, "s")) strcpy(out, "W");
    if (out[0]) return;
  }
  if (u->force_named || newton)
    n = (int)forces((const double[4]){e[0], e[1], e[2], e[3]});  // else in base units: kg/s^2 reads better than kg*mm/s^2/mm
  int exponents[5] = {n, e[1] - n, e[0] - n, e[2] + 2 * n, e[3]};
  const char *names[5] = {u->force_name, u->mass_name, u->length_name, u->time_name, u->angle_name};
  for (int k = 0; k < 5; k++) add_power(out, names[k], exponents[k], false);
  for (int k = 0; k < 5; k++) add_power(out, names[k], exponents[k], true);
}

const char *pw_units_text(const PwUnits *units, double si, PwDimension dimension, int digits, char out[PW_QUANTITY]) {
  char name[64];
  pw_units_name(units, dimension, name);
  snprintf(out, PW_QUANTITY, "%.*g%s%s", digits, si / pw_units_factor(units, dimension), name[0] ? " " : "", name);
  return out;
}

PawlStatus pawl_time_parse(const char *text, double *seconds) {
  int exponents[4], time[4];
  double number, si = 1;
  int used = text ? pw_double_parse(text, &number) : 0;
  if (!used || !seconds) return PAWL_ERR_ARGUMENT;
  const char *unit = text + used + strspn(text + used, " ");
  pw_units_exponents(PW_DIM_TIME, time);
  if (*unit && (!pw_unit_parse(unit, &si, exponents) || memcmp(exponents, time, sizeof time) != 0)) return PAWL_ERR_ARGUMENT;
  *seconds = number * si;
  return isfinite(*seconds) ? PAWL_OK : PAWL_ERR_ARGUMENT;
}
