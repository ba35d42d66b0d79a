// Motion of one touch in the plane. Everything is linear in the speeds of the bodies: one solve for the motion of the touch
// serves speeds, and as a bilinear form both the bias and the second derivatives.
#include "contact/kinematics.h"

typedef struct {
  double w[2];  // of the bodies
  double slip, eta;
  double r[2];
} Flow;

typedef struct {
  const PwTouchPoint *p;
  double t[2];
  double along[2];   // n . c_i
  double across[2];  // n . (z x c_i)
} Place;

static Place place_of(const PwTouchPoint *p, const double *origin1, const double *origin2) {
  const double *n = p->n;
  double c1[2] = {p->x1[0] - origin1[0], p->x1[1] - origin1[1]}, c2[2] = {p->x2[0] - origin2[0], p->x2[1] - origin2[1]};
  return (Place){
      .p = p,
      .t = {-n[1], n[0]},
      .along = {n[0] * c1[0] + n[1] * c1[1], n[0] * c2[0] + n[1] * c2[1]},
      .across = {n[1] * c1[0] - n[0] * c1[1], n[1] * c2[0] - n[0] * c2[1]},
  };
}

// The three unknowns eta, r1, r2, each case divided by the touch's own `definite`. A corner has no curvature and a line no
// radius, so neither of the header's two forms serves all pairs.
static Flow flow_of(const Place *at, const double *v1, const double *v2) {
  const PwTouchPoint *p = at->p;
  double g = p->gap, d = p->definite, k1 = p->curvature[0], k2 = p->curvature[1], w1 = v1[2], w2 = v2[2];
  double s = at->t[0] * (v1[0] - v2[0]) + at->t[1] * (v1[1] - v2[1]) + at->along[0] * w1 - at->along[1] * w2;
  Flow f = {.w = {w1, w2}, .slip = s};
  if (p->corner[0] && p->corner[1]) {
    f.eta = s / d;
  } else if (p->corner[0]) {
    f.r[1] = (s - g * w2) / d;
    f.eta = (w2 + k2 * s) / d;
  } else if (p->corner[1]) {
    f.r[0] = (g * w1 - s) / d;
    f.eta = (w1 + k1 * s) / d;
  } else {
    f.r[0] = (w1 - w2 - k2 * s + g * k2 * w1) / d;
    f.r[1] = (w1 - w2 + k1 * s - g * k1 * w2) / d;
    f.eta = w2 + k2 * f.r[1];
  }
  return f;
}

// The symmetric form whose value on equal arguments is the bias.
static double bias_form(const Place *at, const Flow *a, const Flow *b) {
  double turning = -at->along[0] * a->w[0] * b->w[0] + at->along[1] * a->w[1] * b->w[1];
  double normal = a->slip * b->eta + b->slip * a->eta - at->p->gap * a->eta * b->eta;
  double first = a->r[0] * (b->w[0] - b->eta) + b->r[0] * (a->w[0] - a->eta);
  double second = a->r[1] * (b->eta - b->w[1]) + b->r[1] * (a->eta - a->w[1]);
  return turning + normal - 0.5 * (first + second);
}

static void fill_jacobian(const Place *at, double jac[6]) {
  const double *n = at->p->n;
  jac[0] = n[0];
  jac[1] = n[1];
  jac[2] = at->across[0];
  jac[3] = -n[0];
  jac[4] = -n[1];
  jac[5] = -at->across[1];
}

void pw_touch_jacobian(const PwTouchPoint *p, const double *origin1, const double *origin2, double jac[6]) {
  Place at = place_of(p, origin1, origin2);
  fill_jacobian(&at, jac);
}

void pw_touch_speed(const PwTouchPoint *p, const double *origin1, const double *origin2, const double *v1, const double *v2,
                    PwTouchSpeed *out) {
  Place at = place_of(p, origin1, origin2);
  Flow f = flow_of(&at, v1, v2);
  *out = (PwTouchSpeed){.slip = f.slip, .eta = f.eta, .r = {f.r[0], f.r[1]}, .bias = bias_form(&at, &f, &f)};
  fill_jacobian(&at, out->jac);
  for (int i = 0; i < 3; i++) out->rate += out->jac[i] * v1[i] + out->jac[3 + i] * v2[i];
  // t runs along boundary 2's direction of travel and against that of boundary 1; over a corner only the normal moves
  out->u_rate[0] = (p->corner[0] ? f.eta - f.w[0] : -f.r[0]) / p->speed[0];
  out->u_rate[1] = (p->corner[1] ? f.eta - f.w[1] : f.r[1]) / p->speed[1];
}

void pw_touch_jacobian_rate(const PwTouchPoint *p, const double *origin1, const double *origin2, const double *v1,
                            const double *v2, const PwTouchSpeed *speed, double out[6]) {
  Place at = place_of(p, origin1, origin2);
  for (int i = 0; i < 2; i++) {
    out[i] = speed->eta * at.t[i];
    out[3 + i] = -out[i];
  }
  out[2] = (speed->eta - v1[2]) * at.along[0] - speed->r[0];
  out[5] = speed->r[1] - (speed->eta - v2[2]) * at.along[1];
}

void pw_touch_hessian(const PwTouchPoint *p, const double *origin1, const double *origin2, double H[36]) {
  Place at = place_of(p, origin1, origin2);
  Flow f[6];
  for (int i = 0; i < 6; i++) {
    double v[6] = {0};
    v[i] = 1;
    f[i] = flow_of(&at, v, v + 3);
  }
  for (int i = 0; i < 6; i++) {
    for (int j = 0; j <= i; j++) H[6 * i + j] = H[6 * j + i] = bias_form(&at, &f[i], &f[j]);
  }
}
