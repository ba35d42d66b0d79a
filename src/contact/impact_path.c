// Impact of one touch with friction: phases, laws of restitution and ends of slip along its path.
#include "contact/impact_path.h"

#include <math.h>

#include "contact/impact_piece.h"

enum { MOST_PIECES = 10000 };
static const double NO_INERTIA = 1e-14;  // of the largest: a tangent with less has none
static const double NOTHING = 1e-13;     // of W_nn: normal speed that grows at less per impulse does not
static const double STRAIGHT = 1e-14;    // slip that turns at less, or lasts for less of the impulse, goes straight on
static const double NOISE = 1e-12;       // of the fastest speed: slower approach is none; of the energy moved: less gain is none

typedef struct {
  const PwImpactPathProblem *problem;
  PwImpactPathReport *report;
  int32_t tangents;  // with friction
  double e;
  double turned[2];  // cosine and sine: tangents in which W_tt is diagonal
  PwPathInertia W;   // in these, as everything below
  double before[3], P[3];
  PwPathPlace at;
  bool slides, expanding;
  double impulse[2], work[2];  // normal, of compression and expansion
} Path;

typedef enum { NO_EVENT, RISE, FALL, TARGET, SAME_ENERGY } Event;

// ---- from the problem and back ----

static bool is_right(const PwImpactPathProblem *p, const double *before) {
  if (p->tangents < 0 || p->tangents > 2) return false;
  int32_t rows = 1 + p->tangents;
  for (int32_t i = 0; i < rows * rows; i++) {
    if (!isfinite(p->W[i])) return false;
  }
  for (int32_t i = 0; i < rows; i++) {
    if (!isfinite(before[i]) || p->W[i * (rows + 1)] < 0) return false;
  }
  return p->mu_kinetic >= 0 && p->mu_static >= p->mu_kinetic && p->restitution >= 0 && isfinite(p->restitution);
}

static void turn(const Path *s, const double *a, double *out) {
  double c = s->turned[0], n = s->turned[1];
  out[0] = c * a[0] + n * a[1];
  out[1] = c * a[1] - n * a[0];
}

// W_tt becomes diagonal. A tangent without inertia has nothing off the diagonal either, but for rounding.
static void take_inertia(Path *s) {
  const double *W = s->problem->W;
  double c = 1, n = 0, tn[2] = {0, 0};
  s->W.nn = W[0];
  if (s->tangents == 1) {
    tn[0] = W[1];
    s->W.tt[0] = W[3];
  } else if (s->tangents == 2) {
    double angle = W[5] != 0 ? 0.5 * atan2(2 * W[5], W[4] - W[8]) : 0;
    c = cos(angle);
    n = sin(angle);
    tn[0] = W[1];
    tn[1] = W[2];
    s->W.tt[0] = c * c * W[4] + 2 * c * n * W[5] + n * n * W[8];
    s->W.tt[1] = n * n * W[4] - 2 * c * n * W[5] + c * c * W[8];
  }
  s->turned[0] = c;
  s->turned[1] = n;
  turn(s, tn, s->W.tn);
  double least = NO_INERTIA * fmax(s->W.nn, fmax(s->W.tt[0], s->W.tt[1]));
  for (int i = 0; i < 2; i++) {
    if (s->W.tt[i] <= least) s->W.tt[i] = s->W.tn[i] = 0;
  }
}

static void take(Path *s, const PwImpactPathProblem *p, const double *before, PwImpactPathReport *report) {
  *s = (Path){.problem = p, .report = report, .tangents = p->mu_static > 0 ? p->tangents : 0};
  take_inertia(s);
  s->e = p->forced ? 0 : p->restitution;
  s->before[0] = p->forced ? 0 : before[0];
  double slip[2] = {s->tangents > 0 ? before[1] : 0, s->tangents > 1 ? before[2] : 0};
  turn(s, slip, s->before + 1);
  s->at.speed = s->before[0];
  s->at.slip = hypot(slip[0], slip[1]);
  s->slides = s->at.slip > 0;
  for (int i = 0; s->slides && i < 2; i++) s->at.along[i] = s->before[1 + i] / s->at.slip;
}

static double fastest(const Path *s) {
  return fmax(fabs(s->before[0]), fmax(fabs(s->before[1]), fabs(s->before[2])));
}

static void find_after(const PwImpactPathProblem *p, const double *before, const double *P, double *after) {
  int32_t rows = 1 + p->tangents;
  for (int32_t i = 0; i < rows; i++) {
    after[i] = before[i];
    for (int32_t j = 0; j < rows; j++) after[i] += p->W[i * rows + j] * P[j];
  }
}

// What is known to be met is met exactly.
static void give(const Path *s, const double *before, double *after, double *impulse) {
  const PwImpactPathProblem *p = s->problem;
  double c = s->turned[0], n = s->turned[1], P[3] = {s->P[0], c * s->P[1] - n * s->P[2], n * s->P[1] + c * s->P[2]};
  for (int32_t i = 0; i <= p->tangents; i++) impulse[i] = P[i];
  find_after(p, before, impulse, after);
  s->report->sticks = s->tangents > 0 && !s->slides;
  for (int32_t i = 1; s->report->sticks && i <= p->tangents; i++) after[i] = 0;
  if (s->e == 0 && s->P[0] > 0) after[0] = 0;
  if (s->e > 0 && p->law == PAWL_IMPACT_NEWTON && s->report->factor == 1 && s->P[0] > 0) after[0] = -s->e * before[0];
}

// ---- along the path ----

// Speed and energy by all impulses so far, so that rounding does not add up; `moved`: the sizes of the energy's terms.
static void find_place(Path *s, double *moved) {
  const PwPathInertia *W = &s->W;
  double v[3] = {W->nn * s->P[0] + W->tn[0] * s->P[1] + W->tn[1] * s->P[2]};
  for (int i = 0; i < 2; i++) v[1 + i] = W->tn[i] * s->P[0] + W->tt[i] * s->P[1 + i];
  s->at.energy = *moved = 0;
  for (int i = 0; i < 3; i++) {
    double mean = s->before[i] + 0.5 * v[i];
    s->at.energy += s->P[i] * mean;
    *moved += fabs(s->P[i]) * (fabs(s->before[i]) + fabs(v[i]));
  }
  s->at.speed = s->before[0] + v[0];
}

static void go(Path *s, const PwPathPiece *q, double x) {
  double moved, done = pw_piece_at(q, q->impulse[0], x);
  for (int i = 0; i < 3; i++) s->P[i] += pw_piece_at(q, q->impulse[i], x);
  s->impulse[s->expanding] += done;
  s->work[s->expanding] += pw_piece_at(q, q->work, x);
  s->at.slip = q->stops && x >= q->end ? 0 : fmax(pw_piece_at(q, q->slip, x), 0);
  for (int i = 0; i < 2; i++) s->at.along[i] = pw_piece_at(q, q->along[i], x);
  double length = hypot(s->at.along[0], s->at.along[1]);
  for (int i = 0; length > 0 && i < 2; i++) s->at.along[i] /= length;
  find_place(s, &moved);
}

// Slip has ended, or there was none: it sticks if friction can hold it.
static void end_slip(Path *s) {
  double push[2];
  s->at.slip = 0;
  pw_path_holding(&s->W, push);
  s->slides = hypot(push[0], push[1]) > s->problem->mu_static;
  if (s->slides) pw_path_leaving(&s->W, s->problem->mu_kinetic, s->at.along);
}

// Slip turns too slowly to count, or is about to end, so that its direction does not count.
static bool is_straight(const Path *s) {
  double mu = s->problem->mu_kinetic;
  PwPathRates r = pw_path_rates(&s->W, mu, s->at.along);
  double largest = fabs(s->W.tn[0]) + fabs(s->W.tn[1]) + mu * (s->W.tt[0] + s->W.tt[1]);
  return s->at.slip == 0 || fabs(r.turn) <= STRAIGHT * largest || (r.slip < 0 && s->at.slip <= STRAIGHT * -r.slip * s->P[0]);
}

// The next piece. false: nothing gives way on it.
static bool lay(Path *s, PwPathPiece *q) {
  if (!s->slides) {
    pw_piece_stick(q, &s->W, &s->at);
  } else if (is_straight(s)) {
    pw_piece_slide(q, &s->W, s->problem->mu_kinetic, &s->at);
  } else {
    pw_piece_turn(q, &s->W, s->problem->mu_kinetic, &s->at);
  }
  if (s->slides && !s->expanding && q->speed[1] <= 0) s->report->jammed = true;
  return q->end < INFINITY || q->speed[1] > NOTHING * s->W.nn;
}

// What expansion still has to bring: normal impulse, its work, or all of the speed.
static double to_bring(const Path *s) {
  switch (s->problem->law) {
    case PAWL_IMPACT_POISSON:
      return s->e * s->impulse[0] - s->impulse[1];
    case PAWL_IMPACT_STRONGE:
      return -s->e * s->e * s->work[0] - s->work[1];
    default:
      return -s->e * s->before[0];
  }
}

static const double *brought_by(const Path *s, const PwPathPiece *q) {
  if (s->problem->law == PAWL_IMPACT_POISSON) return q->impulse[0];
  return s->problem->law == PAWL_IMPACT_STRONGE ? q->work : q->speed;
}

static bool is_over(const Path *s) {
  return s->expanding && (s->e == 0 || to_bring(s) <= (s->problem->law == PAWL_IMPACT_NEWTON ? s->at.speed : 0));
}

// What comes first on a piece in expansion. If normal speed falls to zero again, a second compression begins.
static Event find_end(Path *s, const PwPathPiece *q, double *x) {
  double moved, target = pw_piece_rise(q, brought_by(s, q), to_bring(s)), fall = pw_piece_fall(q, q->speed, 0);
  Event event = target <= q->end ? TARGET : NO_EVENT;
  *x = fmin(target, q->end);
  if (fall < *x) {
    *x = fall;
    event = FALL;
  }
  find_place(s, &moved);
  if (pw_piece_at(q, q->energy, *x) > NOISE * moved) {
    *x = fmin(*x, pw_piece_rise(q, q->energy, 0));
    event = SAME_ENERGY;
  }
  return event;
}

static Event find_event(Path *s, const PwPathPiece *q, double *x) {
  if (s->expanding) return find_end(s, q, x);
  double rise = pw_piece_rise(q, q->speed, 0);
  *x = fmin(rise, q->end);
  return rise <= q->end ? RISE : NO_EVENT;
}

// Restitution that was reached, of what was asked for.
static double reached(const Path *s) {
  switch (s->problem->law) {
    case PAWL_IMPACT_POISSON:
      return s->impulse[1] / (s->e * s->impulse[0]);
    case PAWL_IMPACT_STRONGE:
      return sqrt(fmax(s->work[1], 0) / -s->work[0]) / s->e;
    default:
      return fmax(s->at.speed, 0) / (-s->e * s->before[0]);
  }
}

// Nothing gives way any more: in expansion that is its end, and at a rest from which rounding is left, too.
static PawlStatus give_up(Path *s) {
  if (!s->expanding && s->at.speed < -NOISE * fastest(s)) return PAWL_ERR_SINGULAR;
  if (s->e > 0) s->report->factor = s->expanding ? reached(s) : 0;
  return PAWL_OK;
}

static PawlStatus follow(Path *s) {
  PwPathPiece q;
  for (int i = 0; i < MOST_PIECES; i++) {
    double x;
    if (is_over(s)) return PAWL_OK;
    if (!lay(s, &q)) return give_up(s);
    Event event = find_event(s, &q, &x);
    if (!(x < INFINITY)) return PAWL_ERR_SINGULAR;
    go(s, &q, x);
    if (q.stops && x >= q.end) {
      end_slip(s);
      s->report->stopped = true;
      s->report->reversed = s->slides;
    }
    if (event == RISE || event == FALL) s->expanding = event == RISE;
    if (event == SAME_ENERGY) s->report->factor = reached(s);
    if (event == TARGET || event == SAME_ENERGY) return PAWL_OK;
  }
  return PAWL_ERR_STEP;
}

// The impulse that ends slip at once, where no slip is allowed. It may part the touch.
static PawlStatus roll(Path *s) {
  double moved;
  for (int i = 0; i < 2; i++) {
    if (s->W.tt[i] > 0) {
      s->P[1 + i] = -s->before[1 + i] / s->W.tt[i];
    } else if (fabs(s->before[1 + i]) > NOISE * fastest(s)) {
      return PAWL_ERR_SINGULAR;
    }
  }
  s->report->stopped = s->slides;
  s->slides = false;
  s->at.slip = 0;
  find_place(s, &moved);
  s->expanding = s->at.speed >= 0;
  return PAWL_OK;
}

// Does anything happen at all?
static bool begins(const Path *s) {
  if (!s->problem->forced) return s->before[0] < 0;
  return s->slides && isfinite(s->problem->mu_kinetic) && pw_path_rates(&s->W, s->problem->mu_kinetic, s->at.along).speed < 0;
}

PawlStatus pw_impact_path(const PwImpactPathProblem *problem, const double *before, double *after, double *impulse,
                          PwImpactPathReport *report) {
  Path s;
  double moved;
  *report = (PwImpactPathReport){.factor = 1};
  if (!is_right(problem, before)) return PAWL_ERR_ARGUMENT;
  take(&s, problem, before, report);
  for (int32_t i = 0; i <= problem->tangents; i++) {
    after[i] = before[i];
    impulse[i] = 0;
  }
  if (!begins(&s)) return PAWL_OK;
  PawlStatus status = PAWL_OK;
  if (s.tangents > 0 && isinf(problem->mu_kinetic)) {
    status = roll(&s);
  } else if (!s.slides) {
    end_slip(&s);
  }
  if (status == PAWL_OK) status = follow(&s);
  if (status != PAWL_OK) return status;
  find_place(&s, &moved);
  report->energy = s.at.energy;
  give(&s, before, after, impulse);
  return PAWL_OK;
}
