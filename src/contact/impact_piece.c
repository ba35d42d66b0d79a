// Pieces of an impact's path: straight ones, power series where slip turns, and where their polynomials cross a level.
#include "contact/impact_piece.h"

#include <math.h>

enum { LAST = PW_PIECE_ORDER, SAMPLES = 8 };
static const double TRUNCATION = 1e-16;  // the last terms of a series, of its first

// ---- directions and rates ----

void pw_path_holding(const PwPathInertia *W, double push[2]) {
  for (int i = 0; i < 2; i++) push[i] = W->tt[i] > 0 ? -W->tn[i] / W->tt[i] : 0;
}

// d = (mu W_tt + f)^-1 W_tn has length 1 at one f, as the length falls with f. The reciprocal of the length is nearly linear:
// Newton's steps on it come from the left and do not pass the root.
void pw_path_leaving(const PwPathInertia *W, double mu, double along[2]) {
  double f = 0;
  for (int i = 0; i < 2; i++) f = fmax(f, fabs(W->tn[i]) - mu * W->tt[i]);
  for (int k = 0; k < 50; k++) {
    double squares = 0, cubes = 0;
    for (int i = 0; i < 2; i++) {
      double under = mu * W->tt[i] + f;
      along[i] = W->tn[i] != 0 ? W->tn[i] / under : 0;
      squares += along[i] * along[i];
      if (W->tn[i] != 0) cubes += along[i] * along[i] / under;
    }
    double more = f + squares * (sqrt(squares) - 1) / cubes;
    if (!(more > f)) break;
    f = more;
  }
  double length = hypot(along[0], along[1]);
  for (int i = 0; i < 2; i++) along[i] /= length;
}

PwPathRates pw_path_rates(const PwPathInertia *W, double mu, const double d[2]) {
  double a[2] = {W->tn[0] - mu * W->tt[0] * d[0], W->tn[1] - mu * W->tt[1] * d[1]};
  return (PwPathRates){.slip = a[0] * d[0] + a[1] * d[1],
                       .turn = a[1] * d[0] - a[0] * d[1],
                       .speed = W->nn - mu * (W->tn[0] * d[0] + W->tn[1] * d[1])};
}

// ---- straight pieces ----

// Normal impulse x, tangential one push x; slip changes at a rate, and friction takes mu slip.
static void lay_straight(PwPathPiece *q, const PwPathInertia *W, const PwPathPlace *from, const double push[2], double mu,
                         double slip_rate) {
  *q = (PwPathPiece){.order = 2, .end = INFINITY};
  double rate = W->nn + W->tn[0] * push[0] + W->tn[1] * push[1];
  q->slip[0] = from->slip;
  q->slip[1] = slip_rate;
  q->impulse[0][1] = 1;
  for (int i = 0; i < 2; i++) {
    q->along[i][0] = from->along[i];
    q->impulse[1 + i][1] = push[i];
  }
  q->speed[0] = from->speed;
  q->speed[1] = rate;
  q->work[1] = from->speed;
  q->work[2] = 0.5 * rate;
  q->energy[0] = from->energy;
  q->energy[1] = from->speed - mu * from->slip;
  q->energy[2] = 0.5 * (rate - mu * slip_rate);
}

void pw_piece_stick(PwPathPiece *q, const PwPathInertia *W, const PwPathPlace *from) {
  double push[2];
  pw_path_holding(W, push);
  lay_straight(q, W, from, push, 0, 0);
}

void pw_piece_slide(PwPathPiece *q, const PwPathInertia *W, double mu, const PwPathPlace *from) {
  double rate = pw_path_rates(W, mu, from->along).slip, push[2] = {-mu * from->along[0], -mu * from->along[1]};
  lay_straight(q, W, from, push, mu, rate);
  if (rate < 0) {
    q->end = from->slip / -rate;
    q->stops = true;
  }
}

// ---- pieces on which slip turns ----

// Term k of the product of two series.
static double product(const double *a, const double *b, int k) {
  double sum = 0;
  for (int i = 0; i <= k; i++) sum += a[i] * b[k - i];
  return sum;
}

// Direction and slip: c' = -n h, n' = c h, s' = s f with the rates h(c, n) of the angle and f(c, n) of ln s.
static void expand_slip(PwPathPiece *q, const PwPathInertia *W, double mu, double scale) {
  PwSeries turn, growth;
  double b0 = scale * W->tn[0], b1 = scale * W->tn[1], same = scale * mu * W->tt[1], more = scale * mu * (W->tt[0] - W->tt[1]);
  double *c = q->along[0], *n = q->along[1], *s = q->slip;
  for (int k = 0; k < LAST; k++) {
    turn[k] = b1 * c[k] - b0 * n[k] + more * product(c, n, k);
    growth[k] = b0 * c[k] + b1 * n[k] - more * product(c, c, k) - (k == 0 ? same : 0);
    c[k + 1] = -product(n, turn, k) / (k + 1);
    n[k + 1] = product(c, turn, k) / (k + 1);
    s[k + 1] = product(s, growth, k) / (k + 1);
  }
}

// What follows from them by integration.
static void expand_impulse(PwPathPiece *q, const PwPathInertia *W, double mu, double scale) {
  const double *s = q->slip;
  for (int k = 0; k < LAST; k++) {
    double part = scale / (k + 1);
    q->impulse[0][k + 1] = part * s[k];
    for (int i = 0; i < 2; i++) q->impulse[1 + i][k + 1] = -mu * part * product(s, q->along[i], k);
    q->speed[k + 1] = W->nn * q->impulse[0][k + 1] + W->tn[0] * q->impulse[1][k + 1] + W->tn[1] * q->impulse[2][k + 1];
  }
  for (int k = 0; k < LAST; k++) {
    double part = scale / (k + 1);
    q->work[k + 1] = part * product(q->speed, s, k);
    q->energy[k + 1] = q->work[k + 1] - mu * part * product(s, s, k);
  }
}

// How far the series reach: their last two terms are below the truncation.
static double reach(const PwPathPiece *q) {
  double end = INFINITY;
  for (int k = LAST - 1; k <= LAST; k++) {
    double term = fmax(fmax(fabs(q->along[0][k]), fabs(q->along[1][k])), fabs(q->slip[k]) / q->slip[0]);
    if (term > 0) end = fmin(end, pow(TRUNCATION / term, 1.0 / k));
  }
  return end < INFINITY ? end : 1;
}

// The parameter is scaled so that rates of angle and ln s are at most about 1: powers of them neither vanish nor overflow.
void pw_piece_turn(PwPathPiece *q, const PwPathInertia *W, double mu, const PwPathPlace *from) {
  double scale = 1 / (fabs(W->tn[0]) + fabs(W->tn[1]) + mu * (W->tt[0] + W->tt[1]));
  *q = (PwPathPiece){.order = LAST};
  q->slip[0] = from->slip;
  q->speed[0] = from->speed;
  q->energy[0] = from->energy;
  for (int i = 0; i < 2; i++) q->along[i][0] = from->along[i];
  expand_slip(q, W, mu, scale);
  expand_impulse(q, W, mu, scale);
  q->end = reach(q);
}

// ---- polynomials ----

double pw_piece_at(const PwPathPiece *q, const double *a, double x) {
  double value = a[q->order];
  for (int k = q->order - 1; k >= 0; k--) value = value * x + a[k];
  return value;
}

static double slope_at(const PwPathPiece *q, const double *a, double x) {
  double value = q->order * a[q->order];
  for (int k = q->order - 1; k >= 1; k--) value = value * x + k * a[k];
  return value;
}

// a0 + a1 x + a2 x^2 from below to zero, a0 <= 0.
static double rise_of_square(double a0, double a1, double a2) {
  double square = a1 * a1 - 4 * a0 * a2;
  if (square < 0) return INFINITY;
  double under = a1 + sqrt(square);
  return under > 0 ? fmax(-2 * a0 / under, 0) : INFINITY;
}

// A zero of sign (series - level) between a place where it is negative and one where it is not: Newton's steps, halving where
// they leave the bracket.
static double root_between(const PwPathPiece *q, const double *a, double level, double sign, double low, double high) {
  double x = 0.5 * (low + high);
  for (int i = 0; i < 100; i++) {
    double value = sign * (pw_piece_at(q, a, x) - level);
    if (value < 0) {
      low = x;
    } else {
      high = x;
    }
    double next = x - value / (sign * slope_at(q, a, x));
    if (!(next > low && next < high)) next = 0.5 * (low + high);
    if (fabs(next - x) <= 1e-16 * q->end) return next;
    x = next;
  }
  return x;
}

// Where the series, rising at `low` and falling at `high`, is highest.
static double top_between(const PwPathPiece *q, const double *a, double sign, double low, double high) {
  for (int i = 0; i < 60; i++) {
    double x = 0.5 * (low + high);
    if (sign * slope_at(q, a, x) > 0) {
      low = x;
    } else {
      high = x;
    }
  }
  return low;
}

// On a piece that turns the normal speed may rise and fall again: looked at in samples, and at the top between two of them.
static double cross(const PwPathPiece *q, const double *a, double level, double sign) {
  if (q->order == 2) {
    double x = rise_of_square(sign * (a[0] - level), sign * a[1], sign * a[2]);
    return x <= q->end ? x : INFINITY;
  }
  double low = 0, slope = sign * a[1];
  for (int i = 1; i <= SAMPLES; i++) {
    double high = q->end * i / SAMPLES, after = sign * slope_at(q, a, high);
    if (sign * (pw_piece_at(q, a, high) - level) >= 0) return root_between(q, a, level, sign, low, high);
    if (slope > 0 && after < 0) {
      double top = top_between(q, a, sign, low, high);
      if (sign * (pw_piece_at(q, a, top) - level) >= 0 && top > low) return root_between(q, a, level, sign, low, top);
    }
    low = high;
    slope = after;
  }
  return INFINITY;
}

double pw_piece_rise(const PwPathPiece *q, const double *series, double level) {
  return cross(q, series, level, 1);
}

double pw_piece_fall(const PwPathPiece *q, const double *series, double level) {
  return cross(q, series, level, -1);
}
