// Quantities of results that are compared: their kinds, scales and differences.
#include <math.h>
#include <string.h>

#include "analysis/compare.h"

static const char *const NAMES[PW_Q_KINDS] = {[PW_Q_POSITIONS] = "positions",
                                              [PW_Q_ANGLES] = "angles",
                                              [PW_Q_SPEEDS] = "speeds",
                                              [PW_Q_ANGULAR_SPEEDS] = "angular speeds",
                                              [PW_Q_ACCELERATIONS] = "accelerations",
                                              [PW_Q_ANGULAR_ACCELERATIONS] = "angular accelerations",
                                              [PW_Q_FORCES] = "forces",
                                              [PW_Q_TORQUES] = "torques",
                                              [PW_Q_CONTACT_FORCES] = "contact forces",
                                              [PW_Q_CONTACT_TORQUES] = "contact torques",
                                              [PW_Q_TOUCHES] = "touches",
                                              [PW_Q_ENERGIES] = "energies",
                                              [PW_Q_IMPULSES] = "impulses",
                                              [PW_Q_TIMES] = "event times"};
static const double LEAST = 1e-3;  // of the scale of its kind: scale of a quantity that is smaller

const char *pw_quantities_kind_name(PwQuantityKind kind) {
  return NAMES[kind];
}

const char *pw_quantities_name(const PwQuantities *q, int32_t i) {
  if (i < q->recorder.count) return q->recorder.column[i].name;
  return i < q->count - 1 ? q->k->contact[i - q->recorder.count].name : "";
}

// ---- kinds

static int32_t kind_of_measure(PwDimension dimension, int32_t component) {
  if (dimension == PW_DIM_ANGLE) return component ? PW_Q_ANGULAR_SPEEDS : PW_Q_ANGLES;
  return component || dimension == PW_DIM_SPEED ? PW_Q_SPEEDS : PW_Q_POSITIONS;
}

static int32_t kind_of_contact(const PwContact *c, int32_t component) {
  if (component == 0) return PW_Q_TOUCHES;
  return component == 1 ? -1 : c->angular ? PW_Q_CONTACT_TORQUES : PW_Q_CONTACT_FORCES;
}

// Gaps and points follow from the poses, as the motion of points does from speeds and accelerations; the balance of energies is
// an error, no quantity; a measure that is an expression has no kind.
static int32_t kind_of(const PawlMechanism *k, const PwColumnSource *s) {
  int32_t c = s->component;
  switch (s->kind) {
    case PW_COL_TIME:
      break;
    case PW_COL_COORDINATE:
      return PW_Q_POSITIONS + 2 * c + k->coordinate[s->index].angular;
    case PW_COL_MEASURE:
      return k->measure[s->index].scalar < 0 ? -1 : kind_of_measure(k->measure[s->index].dimension, c);
    case PW_COL_DRIVE:
      return k->coordinate[k->drive[s->index].coordinate].angular ? PW_Q_TORQUES : PW_Q_FORCES;
    case PW_COL_FORCE:
      return pw_scalar_angular(k->scalar[k->scalar_force[s->index].scalar].kind) ? PW_Q_TORQUES : PW_Q_FORCES;
    case PW_COL_COUPLER:
      return k->coordinate[k->coupler[s->index].coordinate[c]].angular ? PW_Q_TORQUES : PW_Q_FORCES;
    case PW_COL_BODY:
      return c < 3 ? PW_Q_POSITIONS : c < 7 || c == 13 ? PW_Q_ANGLES : c < 10 ? PW_Q_SPEEDS : PW_Q_ANGULAR_SPEEDS;
    case PW_COL_REACTION:
      return c < 3 ? PW_Q_FORCES : PW_Q_TORQUES;
    case PW_COL_BEARING:
      return c == 0 ? PW_Q_FORCES : c == 2 ? -1 : pw_bearing_is_torque(&k->bearing[s->index]) ? PW_Q_TORQUES : PW_Q_FORCES;
    case PW_COL_CONTACT:
      return kind_of_contact(&k->contact[s->index], c);
    case PW_COL_SLOT:
      return pw_slot_field(c)->unit == PW_FIELD_FORCE ? PW_Q_CONTACT_FORCES : -1;
    case PW_COL_ENERGY:
      return c < 3 ? PW_Q_ENERGIES : -1;
  }
  return -1;
}

PawlStatus pw_quantities_create(const PawlMechanism *k, PawlMessages *messages, PwQuantities *out) {
  *out = (PwQuantities){.k = k};
  PawlStatus status = pw_recorder_create(k, &out->arena, messages, &out->recorder);
  if (status) return status;
  int32_t columns = out->recorder.count;
  out->count = columns + k->contacts + 1;
  out->kind = pw_arena_array(&out->arena, (size_t)out->count, sizeof *out->kind);
  out->scale = pw_arena_array(&out->arena, (size_t)out->count, sizeof *out->scale);
  if (!out->kind || !out->scale) return PAWL_ERR_MEMORY;
  for (int32_t i = 0; i < columns; i++) out->kind[i] = kind_of(k, &out->recorder.source[i]);
  for (int32_t i = columns; i < out->count; i++) out->kind[i] = i < out->count - 1 ? PW_Q_IMPULSES : PW_Q_TIMES;
  return PAWL_OK;
}

void pw_quantities_free(PwQuantities *q) {
  pw_arena_free(&q->arena);
}

// ---- scales

static double value_of(const PwQuantities *q, const PwResult *r, int64_t row, int32_t column) {
  return pw_result_value(r, row, column) / q->recorder.column[column].scale;
}

// The quantity that holds the impulses of an event; -1: it has none.
static int32_t impulse_of(const PwQuantities *q, const PwResultEvent *e) {
  for (int32_t i = 0; isfinite(e->impulse) && i < q->k->contacts; i++) {
    if (strcmp(q->k->contact[i].name, e->subject) == 0) return q->recorder.count + i;
  }
  return -1;
}

// Scales of kinds from their largest values: a linear and its angular kind together, and what the whole makes of them.
static void scale_kinds(const PawlMechanism *k, double duration, double *s) {
  double mass = 0, speed = k->size / duration;
  for (int32_t i = 1; i < k->bodies; i++) mass += k->body[i].mass;
  const double least[4] = {k->size, speed, speed / duration, mass * speed / duration};
  s[PW_Q_FORCES] = fmax(s[PW_Q_FORCES], s[PW_Q_CONTACT_FORCES]);
  s[PW_Q_TORQUES] = fmax(s[PW_Q_TORQUES], s[PW_Q_CONTACT_TORQUES]);
  for (int pair = 0; pair < 4; pair++) {
    double *linear = &s[PW_Q_POSITIONS + 2 * pair], *angular = linear + 1, arm = pair == 3 ? 1 / k->size : k->size;
    *linear = fmax(least[pair], fmax(*linear, *angular * arm));
    *angular = *linear / arm;
  }
  s[PW_Q_CONTACT_FORCES] = s[PW_Q_FORCES];
  s[PW_Q_CONTACT_TORQUES] = s[PW_Q_TORQUES];
  s[PW_Q_TOUCHES] = fmax(s[PW_Q_TOUCHES], 1);
  s[PW_Q_ENERGIES] = fmax(s[PW_Q_ENERGIES], mass * speed * speed);
}

static void largest_values(PwQuantities *q, const PwResult *result) {
  int64_t rows = pw_result_rows(result), events = pw_result_events(result);
  memset(q->scale, 0, (size_t)q->count * sizeof *q->scale);
  for (int64_t row = 0; row < rows; row++) {
    for (int32_t i = 0; i < q->recorder.count; i++) {
      double value = fabs(value_of(q, result, row, i));
      if (value > q->scale[i]) q->scale[i] = value;
    }
  }
  for (int64_t n = 0; n < events; n++) {
    const PwResultEvent e = pw_result_get_event(result, n);
    int32_t i = impulse_of(q, &e);
    if (i >= 0) q->scale[i] = fmax(q->scale[i], fabs(e.impulse));
  }
}

void pw_quantities_scale(PwQuantities *q, const PwResult *result, double duration) {
  double kind[PW_Q_KINDS] = {0};
  largest_values(q, result);
  q->scale[q->count - 1] = duration * q->recorder.column[0].scale;
  for (int32_t i = 0; i < q->count; i++) {
    if (q->kind[i] >= 0) kind[q->kind[i]] = fmax(kind[q->kind[i]], q->scale[i]);
  }
  scale_kinds(q->k, duration, kind);
  for (int32_t i = 0; i < q->count; i++) {
    if (q->kind[i] >= 0) q->scale[i] = fmax(q->scale[i], LEAST * kind[q->kind[i]]);
  }
}

// ---- differences

static void take(PwDifference *out, double difference, double t) {
  if (difference > out->value) *out = (PwDifference){difference, t};
}

// Quaternions q and -q are one orientation: the sign of b's that fits a's, from the four columns that begin with i; 0 if they are
// not all there.
static double sign_of(const PwRecorder *r, const PwResult *a, const PwResult *b, const PwRowPair *p, int32_t i) {
  double product = 0;
  for (int32_t n = i; n < i + 4; n++) {
    if (n >= r->count || r->source[n].kind != PW_COL_BODY || r->source[n].component != 3 + n - i) return 0;
    product += pw_result_value(a, p->a, n) * pw_result_value(b, p->b, n);
  }
  return product < 0 ? -1 : 1;
}

static void compare_row(const PwQuantities *q, const PwResult *a, const PwResult *b, const PwRowPair *p, PwDifference *out) {
  double sign = 0, t = value_of(q, a, p->a, 0);
  for (int32_t i = 0; i < q->recorder.count; i++) {
    const PwColumnSource *s = &q->recorder.source[i];
    if (q->kind[i] < 0) continue;
    double x = value_of(q, a, p->a, i), y = value_of(q, b, p->b, i);
    if (s->kind == PW_COL_BODY && s->component >= 3 && s->component < 7) {
      if (s->component == 3) sign = sign_of(&q->recorder, a, b, p, i);
      y = sign == 0 ? copysign(y, x) : sign * y;
    }
    take(&out[i], isnan(x) != isnan(y) ? INFINITY : fabs(x - y) / q->scale[i], t);
  }
}

// The time of a singular position is an estimate, and not compared.
static void compare_event(const PwQuantities *q, const PwResultEvent *e, const PwResultEvent *f, PwDifference *out) {
  int32_t i = impulse_of(q, e), times = q->count - 1;
  double t = e->t / q->recorder.column[0].scale;
  if (strcmp(e->kind, "singular") != 0) take(&out[times], fabs(e->t - f->t) / q->scale[times], t);
  if (i >= 0) take(&out[i], isnan(f->impulse) ? INFINITY : fabs(e->impulse - f->impulse) / q->scale[i], t);
}

void pw_quantities_compare(const PwQuantities *q, const PwResult *a, const PwResult *b, const PwAlignment *rows,
                           PwDifference *out) {
  for (int32_t i = 0; i < q->count; i++) out[i] = (PwDifference){0, 0};
  for (int64_t n = 0; n < rows->rows; n++) compare_row(q, a, b, &rows->row[n], out);
  for (int64_t n = 0; n < rows->events; n++) {
    const PwResultEvent e = pw_result_get_event(a, rows->event[n].a), f = pw_result_get_event(b, rows->event[n].b);
    compare_event(q, &e, &f, out);
  }
}
