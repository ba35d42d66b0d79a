// Between samples: speeds integrate to positions, accelerations to speeds, powers to work.
//
// Ten neighbours a step h apart, without an event among them, give the integral over their middle step by Gauss' central rule,
//   h (m g - 1/12 m d2 g + 11/720 m d4 g), m the mean of the two points in the middle, d2 and d4 second and fourth differences;
// the first term left out, 191/60480 d6 g, is the error estimate. Where sixth differences are not small against fourth ones, or
// those against second ones, the samples do not resolve the motion, and nothing is said. Two neighbours more than the rule takes
// make it rare that differences are small by chance.
#include <string.h>

#include "audit/parts.h"

enum { POINTS = 10, MIDDLE = 4 };

typedef struct {
  double f[4], g[4];  // values and their derivatives
} Sample;

typedef struct {
  const char *name;
  int64_t said, seen;  // steps of bodies that move: judged, and in all
  bool idle;           // there is nothing to integrate
  PwAuditLaw *law;
} Integral;

// What counts as the same, per group: lengths, turns, speeds, turning.
enum { SHIFT, TURN, SPEED, SPIN, GROUPS };
enum { PLACES, SPEEDS, WORK, INTEGRALS };

static void fill(const PwAudit *a, const PwAuditBody *b, int group, Sample *out) {
  *out = (Sample){0};
  if (group == SHIFT) {
    memcpy(out->f, b->p, sizeof b->p);
    memcpy(out->g, b->v, sizeof b->v);
  } else if (group == TURN && a->planar) {
    out->f[0] = b->turn;
    out->g[0] = b->w[2];
  } else if (group == TURN) {
    const double w[4] = {0, b->w[0] / 2, b->w[1] / 2, b->w[2] / 2};
    memcpy(out->f, b->q, sizeof b->q);
    pw_quat_multiply(w, b->q, out->g);
  } else if (group == SPEED) {
    memcpy(out->f, b->v, sizeof b->v);
    memcpy(out->g, b->a, sizeof b->a);
  } else {
    memcpy(out->f, b->w, sizeof b->w);
    memcpy(out->g, b->alpha, sizeof b->alpha);
  }
}

// The largest of the k-th differences of x, which is overwritten by them.
static double differences(double x[POINTS], int from, int to) {
  double most = 0;
  for (int k = from; k < to; k++) {
    for (int i = 0; i < POINTS - 1 - k; i++) x[i] = x[i + 1] - x[i];
  }
  for (int i = 0; i < POINTS - to; i++) most = fmax(most, fabs(x[i]));
  return most;
}

static bool is_still(const Sample x[POINTS], double h, double least) {
  double most = 0;
  for (int i = 0; i < POINTS; i++) {
    for (int c = 0; c < 4; c++) most = fmax(most, fabs(x[i].g[c]));
  }
  return h * most <= least;
}

// One step of one body: how far the integral is off, over what the samples allow; < 0: too coarse.
static double judge(const Sample x[POINTS], double h, double least) {
  // a spline whose knots lie closer than the samples leaves up to twelve times the estimate, which cannot see them
  static const double SHRINK = 0.25, SAFETY = 30;
  double off = 0, second = 0, fourth = 0, sixth = 0;
  for (int c = 0; c < 4; c++) {
    double d[POINTS];
    for (int i = 0; i < POINTS; i++) d[i] = x[i].g[c];
    double sum = (d[MIDDLE] + d[MIDDLE + 1]) / 2;
    second = fmax(second, differences(d, 0, 2));
    sum -= (d[MIDDLE - 1] + d[MIDDLE]) / 24;
    fourth = fmax(fourth, differences(d, 2, 4));
    sum += 11 * (d[MIDDLE - 2] + d[MIDDLE - 1]) / 1440;
    sixth = fmax(sixth, differences(d, 4, 6));
    off = fmax(off, fabs(x[MIDDLE + 1].f[c] - x[MIDDLE].f[c] - h * sum));
  }
  double error = h * sixth * 191 / 60480;
  if (error > least && (sixth > SHRINK * fourth || fourth > SHRINK * second)) return -1;
  return off / fmax(SAFETY * error, least);
}

// Rows from r on that can be judged: their step, or 0.
static double step_of(const PwAudit *a, int64_t r) {
  double h = pw_audit_value(a, r + 1, 0) - pw_audit_value(a, r, 0);
  for (int i = 0; i < POINTS; i++) {
    if (pw_audit_value(a, r + i, 1) != PW_ROW_SAMPLE || pw_audit_value(a, r + i, 2) != pw_audit_value(a, r, 2)) return 0;
    double next = i ? pw_audit_value(a, r + i, 0) - pw_audit_value(a, r + i - 1, 0) : h;
    if (!(fabs(next - h) <= 1e-9 * h)) return 0;
  }
  return h;
}

// What each group is measured by: the largest over all bodies and rows.
static void scales(PwAudit *a, double scale[GROUPS]) {
  scale[SHIFT] = a->size;
  scale[TURN] = 1;
  scale[SPEED] = pw_audit_pace(a);  // of a mechanism at rest the speeds are rounding
  scale[SPIN] = 0;
  for (int64_t r = 0; r < a->rows.rows; r++) {
    pw_audit_place(a, r, &a->now);
    for (int32_t b = 1; b < a->model->bodies.count; b++) {
      const PwAuditBody *body = &a->now.body[b];
      scale[SPEED] = fmax(scale[SPEED], pw_norm(body->v));
      scale[SPIN] = fmax(scale[SPIN], pw_norm(body->w));
    }
  }
  scale[SPEED] = fmax(scale[SPEED], a->size * scale[SPIN]);
  scale[SPIN] = fmax(scale[SPIN], scale[SPEED] / a->size);
}

// The work that the run tells, over the middle step of ten rows from r on, with the powers of all forces that have no potential;
// where friction works.
static void judge_work(const PwAudit *a, int64_t r, double h, double least, Integral *x) {
  Sample all[POINTS] = {0}, rubs[POINTS] = {0};
  for (int i = 0; i < POINTS; i++) {
    all[i].f[0] = pw_audit_value(a, r + i, 3);
    all[i].g[0] = a->power[r + i];
    rubs[i].g[0] = a->rubbing[r + i];
  }
  if (is_still(rubs, h, least)) return;
  double off = judge(all, h, least);
  x->seen++;
  if (!(off >= 0) && !isnan(off)) return;
  x->said++;
  pw_audit_note(x->law, off, "at t = %.9g s", pw_audit_value(a, r + MIDDLE, 0));
}

// What works are measured by: the largest kinetic energy, or work.
static double energy_scale(PwAudit *a) {
  double scale = a->mass * pw_audit_pace(a) * pw_audit_pace(a);
  for (int64_t r = 0; r < a->rows.rows; r++) {
    pw_audit_place(a, r, &a->now);
    scale = fmax(scale, fmax(pw_audit_kinetic(a, &a->now), fabs(a->now.work)));
  }
  return scale;
}

// Does friction work at any sample, so that it comes to `least` over the run?
static bool does_work(const PwAudit *a, double least) {
  bool any = false;
  for (int64_t r = 0; r < a->rows.rows && !any; r++) any = !(fabs(a->rubbing[r]) * a->duration <= least);
  return any;
}

static void finish(PwAudit *a, Integral *x) {
  if (x->idle) {
    pw_audit_say(x->law, "friction does no work");
  } else if (x->said == 0) {
    x->law->status = PAWL_AUDIT_COARSE;
    pw_audit_say(x->law,
                 x->seen ? "the motion changes too fast for %lld steps between samples"
                         : "%lld times ten samples stand in a row without an event",
                 (long long)x->seen);
  } else {
    pw_audit_say(x->law, "over the samples' own error estimate; %lld of %lld steps are fine enough", (long long)x->said,
                 (long long)x->seen);
  }
  pw_audit_end(a, x->law);
}

PawlStatus pw_audit_smooth(PwAudit *a) {
  Integral integral[INTEGRALS] = {
      {.name = "speeds integrate to places"}, {.name = "accelerations to speeds"}, {.name = "powers integrate to work"}};
  int count = a->power ? INTEGRALS : WORK;
  double scale[GROUPS], least = 1e-10 + 100 * a->tolerance;
  PwAuditState *state = pw_arena_array(&a->arena, POINTS, sizeof *state);
  if (!state) return PAWL_ERR_MEMORY;
  for (int i = 0; i < POINTS; i++) {
    if (!pw_audit_state_create(a, &state[i])) return PAWL_ERR_MEMORY;
  }
  for (int i = 0; i < count; i++) integral[i].law = pw_audit_begin(a, integral[i].name, 1);
  scales(a, scale);
  double energy = a->power ? energy_scale(a) : 0;
  integral[WORK].idle = a->power && !does_work(a, least * energy);
  int64_t placed = -1;  // rows up to this one are in `state`, each at its number modulo POINTS
  for (int64_t r = 0; r + POINTS <= a->rows.rows; r++) {
    double h = step_of(a, r);
    if (!(h > 0)) continue;
    for (int64_t i = placed < r ? r : placed + 1; i < r + POINTS; i++) pw_audit_place(a, i, &state[i % POINTS]);
    placed = r + POINTS - 1;
    if (a->power) judge_work(a, r, h, least * energy, &integral[WORK]);
    for (int32_t b = 1; b < a->model->bodies.count; b++) {
      for (int group = 0; group < GROUPS; group++) {
        Integral *x = &integral[group >= SPEED ? SPEEDS : PLACES];
        Sample sample[POINTS];
        for (int i = 0; i < POINTS; i++) fill(a, &state[(r + i) % POINTS].body[b], group, &sample[i]);
        double off = judge(sample, h, least * scale[group]);
        if (is_still(sample, h, least * scale[group]) && !(off > 1)) continue;  // nothing to integrate
        x->seen++;
        x->said += off >= 0 || isnan(off);
        if (off >= 0 || isnan(off)) {
          pw_audit_note(x->law, off, "%s of %s at t = %.9g %s", group % 2 ? "turning" : "motion",
                        a->model->bodies.item[b].def.name, PW_AUDIT_TIME(a, state[(r + MIDDLE) % POINTS].t));
        }
      }
    }
  }
  for (int i = 0; i < count; i++) finish(a, &integral[i]);
  if (a->rubs && !a->power) {
    bool moves = strcmp(a->analysis, "dynamics") == 0;
    pw_audit_skip(a, integral[WORK].name, moves ? "some forces are not told" : "in a kinematic run friction is reported");
  }
  return PAWL_OK;
}
