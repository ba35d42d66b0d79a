// How values spread: the value below which a share of them lies.
#include <math.h>

#include "study/study.h"

double pw_normal_below(double x) {
  return 0.5 * erfc(-x / sqrt(2));
}

// Hastings' formula (1955), within 4.5e-4, then Halley's steps: each cubes the error.
double pw_normal_at(double share) {
  if (!(share > 0)) return -INFINITY;
  if (!(share < 1)) return INFINITY;
  double tail = fmin(share, 1 - share), q = sqrt(-2 * log(tail));
  double x = (2.515517 + q * (0.802853 + q * 0.010328)) / (1 + q * (1.432788 + q * (0.189269 + q * 0.001308))) - q;
  for (int i = 0; i < 3; i++) {
    double e = (pw_normal_below(x) - tail) * sqrt(2 * 3.14159265358979323846) * exp(x * x / 2);
    x -= e / (1 + x * e / 2);
  }
  return share < 0.5 ? x : -x;
}

// Straight from `low` to `high` inside its limits, with the peak in `middle`.
static double triangular(const PwVary *v, double u) {
  double width = v->high - v->low, rise = v->middle - v->low, fall = v->high - v->middle;
  if (u * width <= rise) return v->low + sqrt(u * width * rise);
  return v->high - sqrt((1 - u) * width * fall);
}

static double normal(const PwVary *v, double u) {
  double below = pw_normal_below((v->low - v->middle) / v->sigma), above = pw_normal_below((v->high - v->middle) / v->sigma);
  double x = v->middle + v->sigma * pw_normal_at(below + u * (above - below));
  return fmin(fmax(x, v->low), v->high);
}

// The density goes straight from point to point, so the share below is a parabola in each piece.
static double table(const PwVary *v, double u) {
  int32_t i = 0;
  while (i < v->count - 2 && v->below[i + 1] <= u) i++;
  double x0 = v->value[2 * i], x1 = v->value[2 * i + 2], d0 = v->value[2 * i + 1], d1 = v->value[2 * i + 3];
  double area = u - v->below[i], slope = (d1 - d0) / (x1 - x0);  // d0 s + slope s^2 / 2 = area
  double root = sqrt(fmax(d0 * d0 + 2 * slope * area, 0));
  double s = d0 + root > 0 ? 2 * area / (d0 + root) : 0;
  return fmin(x0 + fmax(s, 0), x1);
}

double pw_spread_value(const PwVary *v, double u) {
  switch (v->kind) {
    case PW_SPREAD_LIST: {
      int32_t i = (int32_t)floor(u * v->count);
      return v->value[i < v->count ? i : v->count - 1];
    }
    case PW_SPREAD_NORMAL:
      return normal(v, u);
    case PW_SPREAD_TRIANGULAR:
      return triangular(v, u);
    case PW_SPREAD_TABLE:
      return table(v, u);
    default:
      return v->low + u * (v->high - v->low);
  }
}
