// Forces that expressions mention, values that they read by sampled(), and measures that are expressions.
#include <string.h>

#include "compile/build.h"

static const char *const PARTS[] = {"fx", "fy", "fz", "tx", "ty", "tz", "force", "friction", NULL};
enum { FORCE = 6, FRICTION };

// Which of PARTS a name ends with; -1: none.
static int part_of(const char *name) {
  const char *last = strrchr(name, '.');
  for (int i = 0; last && last > name && PARTS[i]; i++) {
    if (strcmp(last + 1, PARTS[i]) == 0) return i;
  }
  return -1;
}

PwSymbolKind pw_build_reading(PwBuild *b, const char *name, bool acts, PwPlace place, PwSymbol *out) {
  if (part_of(name) < 0) return PW_SYMBOL_UNKNOWN;
  int32_t index = -1;
  for (int32_t i = 0; i < b->reading.count && index < 0; i++) {
    if (strcmp(b->reading.item[i].name, name) == 0) index = i;
  }
  if (index < 0) {
    PwReading *added = PW_LIST_ADD(b->reading);
    index = b->reading.count - 1;
    if (!added) return PW_SYMBOL_UNKNOWN;
    *added = (PwReading){.name = pw_arena_string(&b->k->arena, name), .kind = PW_READING_UNKNOWN, .place = place};
    if (!added->name) return PW_SYMBOL_UNKNOWN;
  }
  PwReading *reading = &b->reading.item[index];
  if (acts && !reading->acts) {
    reading->acts = true;
    reading->place = place;
  }
  reading->place.file = pw_arena_string(&b->k->arena, reading->place.file);
  out->variable = PW_VAR_READING + index;
  out->scale = 1;
  return PW_SYMBOL_VARIABLE;
}

bool pw_build_sample(PwBuild *b, const char *text, PwPlace place, double period, PwSymbol *out) {
  double seconds = period * pw_units_factor(&b->k->units, PW_DIM_TIME);
  for (int32_t i = 0; i < b->sample.count; i++) {
    if (strcmp(b->sample.item[i].text, text) || b->sample.item[i].period != seconds) continue;
    out->variable = PW_VAR_SAMPLED + i;
    return true;
  }
  PwSample sample = {.text = pw_arena_string(&b->k->arena, text), .period = seconds};
  PawlScalar scalar = {0, sample.text};
  pw_build_law(b, &scalar, place, PW_LAW_SAMPLED, PW_DIM_NONE, &sample.law);
  sample.place = sample.law.place;
  PwSample *added = PW_LIST_ADD(b->sample);
  if (!added || !sample.text) {
    b->failed = true;
    return false;
  }
  *added = sample;
  out->variable = PW_VAR_SAMPLED + b->sample.count - 1;
  return true;
}

void pw_build_expressions(PwBuild *b) {
  for (int32_t i = 0; i < b->k->measures; i++) {
    PwMeasure *m = &b->k->measure[i];
    if (!m->text) continue;
    PawlScalar scalar = {0, m->text};
    bool failed = b->failed;
    b->failed = false;
    pw_build_law(b, &scalar, b->model->measures.item[i].expression_place, PW_LAW_WATCH, PW_DIM_NONE, &m->law);
    m->tried = true;
    m->compiled = !b->failed;
    b->failed |= failed;
  }
}

// What a reading may mean is counted: it must be one thing.
static void mean(PwReading *r, int *meanings, PwReadingKind kind, int32_t index, int32_t component, double unit) {
  r->kind = kind;
  r->index = index;
  r->component = component;
  r->unit = unit;
  ++*meanings;
}

static bool names(const char *owner, const PwReading *r) {
  size_t length = strlen(owner);
  return strncmp(owner, r->name, length) == 0 && r->name + length == strrchr(r->name, '.');
}

// "coupler.joint.coordinate.force"
static int32_t coupled_term(const PawlMechanism *k, const PwCoupler *coupler, const PwReading *r) {
  size_t length = strlen(coupler->name);
  if (strncmp(coupler->name, r->name, length) || r->name[length] != '.') return -1;
  for (int32_t i = 0; i < coupler->coordinates; i++) {
    const char *name = k->coordinate[coupler->coordinate[i]].name, *rest = r->name + length + 1;
    if (strncmp(name, rest, strlen(name)) == 0 && strcmp(rest + strlen(name), ".force") == 0) return i;
  }
  return -1;
}

// A force along a scalar: of a bushing by the direction, of others `force`.
static bool is_part_of_force(const PawlMechanism *k, const PwScalarForce *f, int part) {
  const PwScalar *s = &k->scalar[f->scalar];
  return f->law_sign != 0 ? part == FORCE : part == (s->kind == PW_S_TURN ? 3 : 0) + s->axis;
}

static int find_meanings(const PawlMechanism *k, PwReading *r) {
  double force = pw_units_factor(&k->units, PW_DIM_FORCE), torque = pw_units_factor(&k->units, PW_DIM_TORQUE);
  int part = part_of(r->name), meanings = 0;
  for (int32_t i = 0; i < k->joints && part < FORCE; i++) {
    if (k->planar && part >= 2 && part <= 4) continue;
    if (names(k->joint[i].name, r)) mean(r, &meanings, PW_READING_REACTION, i, part, part < 3 ? force : torque);
  }
  for (int32_t i = 0; i < k->contacts && part == FRICTION; i++) {
    if (!pw_contact_is_stop(&k->contact[i]) && names(k->contact[i].name, r)) mean(r, &meanings, PW_READING_FRICTION, i, 0, force);
  }
  for (int32_t i = 0; i < k->bearings && part == FRICTION; i++) {
    if (names(k->joint[k->bearing[i].joint].name, r))
      mean(r, &meanings, PW_READING_RUBBING, i, 0, pw_bearing_is_torque(&k->bearing[i]) ? torque : force);
  }
  for (int32_t i = 0; i < k->scalar_forces; i++) {
    const PwScalarForce *f = &k->scalar_force[i];
    if (!names(f->name, r) || !is_part_of_force(k, f, part)) continue;
    mean(r, &meanings, PW_READING_FORCE, i, 0, pw_scalar_angular(k->scalar[f->scalar].kind) ? torque : force);
  }
  if (part != FORCE) return meanings;
  for (int32_t i = 0; i < k->drives; i++) {
    bool angular = k->coordinate[k->drive[i].coordinate].angular;
    if (names(k->drive[i].name, r)) mean(r, &meanings, PW_READING_DRIVE, i, 0, angular ? torque : force);
  }
  for (int32_t i = 0; i < k->contacts; i++) {
    if (names(k->contact[i].name, r)) mean(r, &meanings, PW_READING_CONTACT, i, 0, k->contact[i].angular ? torque : force);
  }
  for (int32_t i = 0; i < k->couplers; i++) {
    int32_t term = coupled_term(k, &k->coupler[i], r);
    if (term < 0) continue;
    bool angular = k->coordinate[k->coupler[i].coordinate[term]].angular;
    mean(r, &meanings, PW_READING_COUPLER, i, term, angular ? torque : force);
  }
  return meanings;
}

static bool mentions(const PwLaw *law, int32_t from, int32_t to) {
  for (int32_t v = 0; v < law->count; v++) {
    if (law->variable[v] >= from && law->variable[v] < to) return true;
  }
  return false;
}

void pw_build_readings(PwBuild *b) {
  PawlMechanism *k = b->k;
  for (int32_t i = 0; i < k->readings; i++) {
    PwReading *r = &k->reading[i];
    int meanings = find_meanings(k, r);
    k->reads_friction |= r->kind == PW_READING_FRICTION || r->kind == PW_READING_RUBBING;
    if (meanings == 1 && !r->acts) continue;
    if (meanings == 0) {
      pw_message(b->messages, PAWL_ERROR, r->place,
                 "unknown name '%s': there is no joint, contact, drive, force or coupler with it", r->name);
    } else if (meanings > 1) {
      pw_message(b->messages, PAWL_ERROR, r->place, "'%s' may mean %d things: give them different names", r->name, meanings);
    } else {
      pw_message(
          b->messages, PAWL_ERROR, r->place,
          "'%s' is a force, which depends on this law: a law that acts on the motion reads it as sampled(%s, dt), its value "
          "at the last multiple of a time dt",
          r->name, r->name);
    }
    b->failed = true;
  }
}

void pw_build_watches(PwBuild *b) {
  PawlMechanism *k = b->k;
  k->until_reads = k->until.expr && mentions(&k->until, PW_VAR_READING, INT32_MAX);
  for (int32_t i = 0; i < k->samples; i++) {
    for (int32_t n = 0; n < b->law.count && !k->sample[i].acts; n++) {
      const PwLaw *law = b->law.item[n];
      k->sample[i].acts = law != &k->until && mentions(law, PW_VAR_SAMPLED + i, PW_VAR_SAMPLED + i + 1);
    }
    if (k->sample[i].law.kinks > k->reading_kinks) k->reading_kinks = k->sample[i].law.kinks;
  }
  for (int32_t i = 0; i < k->measures; i++) {
    if (k->measure[i].law.kinks > k->reading_kinks) k->reading_kinks = k->measure[i].law.kinks;
  }
}
