// Damping factor and coefficient of restitution of F = K d^n (1 + q d'/v0).
//
// The exact relation q (1 + e) = ln((1 + q)/(1 - q e)) follows from the energy along one impact and holds for every K, n, mass
// and speed. As written it cancels near e = 1; with ln(1 + x) = x - x^2/2 + x^3 M(x) it becomes
//   q (M(q) + e^3 M(-q e)) = (1 - e)(1 + e)/2,
// which keeps full relative precision, and is rising in q and in e. Bisection down to neighbouring numbers solves it to rounding.
#include <math.h>
#include <stdbool.h>

#include "pawl/model.h"

static double rest_of_log(double x) {
  if (fabs(x) > 0.5) return (log1p(x) - x + x * x / 2) / (x * x * x);
  double sum = 0;
  for (int k = 60; k >= 3; k--) sum = 1.0 / k - x * sum;  // 1/3 - x/4 + x^2/5 - ...
  return sum;
}

static double excess(double q, double e) {
  return q * (rest_of_log(q) + e * e * e * rest_of_log(-q * e)) - (1 - e) * (1 + e) / 2;
}

static double exact_q(double e) {
  double low = 0, high = 1 / e;  // at q e = 1 the rebound would take for ever
  if (e == 1) return 0;
  if (isinf(high)) return INFINITY;
  for (;;) {
    double middle = low + (high - low) / 2;
    if (middle <= low || middle >= high) return middle;
    if (excess(middle, e) < 0) {
      low = middle;
    } else {
      high = middle;
    }
  }
}

static double exact_e(double q) {
  double low = 0, high = q > 1 ? 1 / q : 1;
  if (q == 0) return 1;
  if (isinf(q)) return 0;
  for (;;) {
    double middle = low + (high - low) / 2;
    if (middle <= low || middle >= high) return middle;
    if (excess(q, middle) < 0) {
      low = middle;
    } else {
      high = middle;
    }
  }
}

PawlStatus pawl_damping_from_restitution(PawlRestitutionRule rule, double e, double *q) {
  if (!(e >= 0 && e <= 1) || !q) return PAWL_ERR_ARGUMENT;
  switch (rule) {
    case PAWL_RULE_EXACT:
      *q = exact_q(e);
      return PAWL_OK;
    case PAWL_RULE_HUNT_CROSSLEY:
      *q = 1.5 * (1 - e);
      return PAWL_OK;
    case PAWL_RULE_LANKARANI_NIKRAVESH:
      *q = 0.75 * (1 - e) * (1 + e);
      return PAWL_OK;
  }
  return PAWL_ERR_ARGUMENT;
}

PawlStatus pawl_restitution_from_damping(PawlRestitutionRule rule, double q, double *e) {
  if (!(q >= 0) || !e) return PAWL_ERR_ARGUMENT;
  switch (rule) {
    case PAWL_RULE_EXACT:
      *e = exact_e(q);
      return PAWL_OK;
    case PAWL_RULE_HUNT_CROSSLEY:
      if (q > 1.5) return PAWL_ERR_ARGUMENT;
      *e = 1 - q / 1.5;
      return PAWL_OK;
    case PAWL_RULE_LANKARANI_NIKRAVESH:
      if (q > 0.75) return PAWL_ERR_ARGUMENT;
      *e = sqrt(1 - q / 0.75);
      return PAWL_OK;
  }
  return PAWL_ERR_ARGUMENT;
}
