// Between samples: speeds integrate to positions, accelerations to speeds, powers to work.
//
// Ten neighbours a step h apart, without an event among them, give the integral over their middle step by Gauss' central rule,
//   h (m g - 1/12 m d2 g + 11/720 m d4 g), m the mean of the two points in the middle, d2 and d4 second and fourth differences;
// the first term left out, 191/60480 d6 g, is the error estimate. Where sixth differences are not small against fourth ones, or
// those against second ones, the samples do not resolve the motion, and nothing is said. Two neighbours more than the rule takes
// make it rare that differences are small by chance.
#include <string.h>

#include "audit/parts.h"

enum { POINTS = 10, MIDDLE = 4, PARTS = 4 };

// Numbers of one kind of one body at all rows: values, their derivatives, and what judging takes of these.
typedef struct {
  int parts;
  double *f[PARTS], *g[PARTS];                            // [rows]
  double *second[PARTS], *fourth[PARTS];                  // [rows] differences of g from a row on
  double *size, *second_size, *fourth_size, *sixth_size;  // [rows] the largest of all parts: of g, and of its differences
} Series;

typedef struct {
  const char *name;
  int64_t said, seen;  // steps of bodies that move: judged, and in all
  bool idle;           // there is nothing to integrate
  PwAuditLaw *law;
} Integral;

// What counts as the same, per group: lengths, turns, speeds, turning.
enum { SHIFT, TURN, SPEED, SPIN, GROUPS };
enum { PLACES, SPEEDS, WORK, INTEGRALS };

static bool create(PwAudit *a, Series *s) {
  size_t rows = (size_t)a->rows.rows + 1;
  for (int i = 0; i < PARTS; i++) {
    double **list[] = {&s->f[i], &s->g[i], &s->second[i], &s->fourth[i]};
    for (int k = 0; k < 4; k++) {
      *list[k] = pw_arena_array(&a->arena, rows, sizeof **list[k]);
      if (!*list[k]) return false;
    }
  }
  double **sizes[] = {&s->size, &s->second_size, &s->fourth_size, &s->sixth_size};
  for (int k = 0; k < 4; k++) {
    *sizes[k] = pw_arena_array(&a->arena, rows, sizeof **sizes[k]);
    if (!*sizes[k]) return false;
  }
  return true;
}

// Columns of a group behind the first one of a body: values, and derivatives.
static void fill(const PwAudit *a, int32_t body, int group, Series *s) {
  static const int PLANE[GROUPS][3] = {{0, 3, 2}, {2, 5, 1}, {3, 6, 2}, {5, 8, 1}};
  static const int SPACE[GROUPS][3] = {{0, 7, 3}, {3, 10, 4}, {7, 13, 3}, {10, 16, 3}};
  const int *column = a->planar ? PLANE[group] : SPACE[group];
  s->parts = column[2];
  for (int64_t r = 0; r < a->rows.rows; r++) {
    const double *row = a->rows.value + r * a->rows.columns + a->body_column[body], *g = row + column[1];
    double rate[4];
    if (group == TURN && !a->planar) {
      const double w[4] = {0, g[0] / 2, g[1] / 2, g[2] / 2};
      pw_quat_multiply(w, row + column[0], rate);
      g = rate;
    }
    for (int c = 0; c < s->parts; c++) {
      s->f[c][r] = row[column[0] + c];
      s->g[c][r] = g[c];
    }
  }
}

// Second differences of x from each row on.
static void differences(const double *x, int64_t count, double *out) {
  for (int64_t r = 0; r < count; r++) out[r] = (x[r + 2] - x[r + 1]) - (x[r + 1] - x[r]);
}

static void add_size(const double *x, int64_t count, double *size) {
  for (int64_t r = 0; r < count; r++) {
    double d = fabs(x[r]);
    if (d > size[r]) size[r] = d;
  }
}

static void add_sixth(const double *fourth, int64_t count, double *size) {
  for (int64_t r = 0; r < count; r++) {
    double d = fabs((fourth[r + 2] - fourth[r + 1]) - (fourth[r + 1] - fourth[r]));
    if (d > size[r]) size[r] = d;
  }
}

// All that judging takes, of the values and derivatives that are there.
static void prepare(int64_t rows, Series *s) {
  double *sizes[] = {s->size, s->second_size, s->fourth_size, s->sixth_size};
  for (int k = 0; k < 4; k++) memset(sizes[k], 0, (size_t)rows * sizeof *sizes[k]);
  for (int c = 0; c < s->parts; c++) {
    differences(s->g[c], rows - 2, s->second[c]);
    differences(s->second[c], rows - 4, s->fourth[c]);
    add_size(s->g[c], rows, s->size);
    add_size(s->second[c], rows - 2, s->second_size);
    add_size(s->fourth[c], rows - 4, s->fourth_size);
    add_sixth(s->fourth[c], rows - 6, s->sixth_size);
  }
}

static double largest(const double *x, int count) {
  double most = 0;
  for (int i = 0; i < count; i++) most = x[i] > most ? x[i] : most;
  return most;
}

static bool is_still(const Series *s, int64_t r, double h, double least) {
  return h * largest(s->size + r, POINTS) <= least;
}

// The middle step of the rows from r on: how far the integral is off, over what the samples allow; < 0: too coarse.
static double judge(const Series *s, int64_t r, double h, double least) {
  // a spline whose knots lie closer than the samples leaves up to twelve times the estimate, which cannot see them
  static const double SHRINK = 0.25, SAFETY = 30;
  double off = 0;
  for (int c = 0; c < s->parts; c++) {
    const double *f = s->f[c] + r, *g = s->g[c] + r, *second = s->second[c] + r, *fourth = s->fourth[c] + r;
    double sum = (g[MIDDLE] + g[MIDDLE + 1]) / 2 - (second[MIDDLE - 1] + second[MIDDLE]) / 24 +
                 11 * (fourth[MIDDLE - 2] + fourth[MIDDLE - 1]) / 1440;
    double one = fabs(f[MIDDLE + 1] - f[MIDDLE] - h * sum);
    if (!isnan(off) && !(one <= off)) off = one;
  }
  double sixth = largest(s->sixth_size + r, POINTS - 6), error = h * sixth * 191 / 60480;
  if (error > least) {
    double fourth = largest(s->fourth_size + r, POINTS - 4), second = largest(s->second_size + r, POINTS - 2);
    if (sixth > SHRINK * fourth || fourth > SHRINK * second) return -1;
  }
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
  return h > 0 ? h : 0;
}

// What each group is measured by: the largest over all bodies and rows.
static void scales(PwAudit *a, double scale[GROUPS]) {
  scale[SHIFT] = a->size;
  scale[TURN] = 1;
  scale[SPEED] = fmax(a->fastest_shift, pw_audit_pace(a));  // of a mechanism at rest the speeds are rounding
  scale[SPEED] = fmax(scale[SPEED], a->size * a->fastest_turn);
  scale[SPIN] = fmax(a->fastest_turn, scale[SPEED] / a->size);
}

// Groups of one body.
static void judge_body(PwAudit *a, int32_t body, const double *step, const double scale[GROUPS], double least, Series *s,
                       Integral integral[INTEGRALS]) {
  // of accelerations where a stiff law holds a weight: a rounding of the depth is so much of its force
  static const double ROUNDING = 1e-10;
  double rounding = ROUNDING * pw_norm(a->model->gravity);
  for (int group = 0; group < GROUPS; group++) {
    Integral *x = &integral[group >= SPEED ? SPEEDS : PLACES];
    fill(a, body, group, s);
    prepare(a->rows.rows, s);
    for (int64_t r = 0; r + POINTS <= a->rows.rows; r++) {
      if (step[r] == 0) continue;
      double same = fmax(least * scale[group], group == SPEED ? step[r] * rounding : 0), off = judge(s, r, step[r], same);
      if (off <= 1 && is_still(s, r, step[r], same)) continue;  // nothing to integrate
      x->seen++;
      x->said += off >= 0 || isnan(off);
      if (off >= 0 || isnan(off)) {
        pw_audit_note_at(x->law, off, pw_audit_value(a, r + MIDDLE, 0), group % 2 ? "turning of " : "motion of ",
                         a->model->bodies.item[body].def.name);
      }
    }
  }
}

// The work that the run tells, with the powers of all forces that have no potential; where friction works.
static void judge_work(const PwAudit *a, const double *step, double least, Series *s, Integral *x) {
  s->parts = 1;
  for (int64_t r = 0; r < a->rows.rows; r++) {
    s->f[0][r] = pw_audit_value(a, r, 3);
    s->g[0][r] = a->power[r];
  }
  prepare(a->rows.rows, s);
  memset(s->size, 0, (size_t)a->rows.rows * sizeof *s->size);
  add_size(a->rubbing, a->rows.rows, s->size);
  for (int64_t r = 0; r + POINTS <= a->rows.rows; r++) {
    if (step[r] == 0 || is_still(s, r, step[r], least)) continue;
    double off = judge(s, r, step[r], least);
    x->seen++;
    if (!(off >= 0) && !isnan(off)) continue;
    x->said++;
    pw_audit_note_at(x->law, off, pw_audit_value(a, r + MIDDLE, 0), "", NULL);
  }
}

// What works are measured by: the largest kinetic energy, or work.
static double energy_scale(PwAudit *a) {
  double scale = a->mass * pw_audit_pace(a) * pw_audit_pace(a);
  for (int64_t r = 0; r < a->rows.rows; r++) scale = fmax(scale, fmax(a->kinetic[r], fabs(pw_audit_value(a, r, 3))));
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
  Series series = {0};
  double *step = pw_arena_array(&a->arena, (size_t)a->rows.rows + 1, sizeof *step);
  if (!step || !create(a, &series)) return PAWL_ERR_MEMORY;
  for (int64_t r = 0; r + POINTS <= a->rows.rows; r++) step[r] = step_of(a, r);
  for (int i = 0; i < count; i++) integral[i].law = pw_audit_begin(a, integral[i].name, 1);
  scales(a, scale);
  for (int32_t b = 1; b < a->model->bodies.count; b++) judge_body(a, b, step, scale, least, &series, integral);
  if (a->power) {
    double energy = energy_scale(a);
    integral[WORK].idle = !does_work(a, least * energy);
    judge_work(a, step, least * energy, &series, &integral[WORK]);
  }
  for (int i = 0; i < count; i++) finish(a, &integral[i]);
  if (a->rubs && !a->power) {
    bool moves = strcmp(a->analysis, "dynamics") == 0;
    pw_audit_skip(a, integral[WORK].name, moves ? "some forces are not told" : "in a kinematic run friction is reported");
  }
  return PAWL_OK;
}
