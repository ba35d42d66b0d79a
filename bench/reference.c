// Closed forms of the pendulum and of the N-four-bar's reduction, both pendulum equations: Jacobi's elliptic functions by the
// arithmetic-geometric mean (Abramowitz and Stegun 1964, 16.4). Own code because the C library has no elliptic functions.
#include <math.h>

#include "measure.h"
#include "problems.h"

static const double PI = 3.14159265358979323846;

// sn, cn, dn of u for the parameter m = k^2 in (0, 1), and the complete integral K.
static void jacobi(double u, double m, double *sn, double *cn, double *dn, double *complete) {
  double a[12] = {1}, c[12] = {sqrt(m)}, b = sqrt(1 - m);
  int n = 0;
  while (n < 11 && c[n] > 1e-17) {
    a[n + 1] = (a[n] + b) / 2;
    c[n + 1] = (a[n] - b) / 2;
    b = sqrt(a[n] * b);
    n++;
  }
  *complete = PI / (2 * a[n]);
  double phi = ldexp(a[n] * u, n);
  for (int i = n; i > 0; i--) phi = (phi + asin(c[i] / a[i] * sin(phi))) / 2;
  *sn = sin(phi);
  *cn = cos(phi);
  *dn = sqrt(1 - m * *sn * *sn);
}

// phi from the downward vertical: sin(phi/2) = k sn(K - sqrt(g) t), k = sin(pi/4).
void pw_pendulum_exact(double t, double out[2]) {
  double sn, cn, dn, complete;
  jacobi(0, 0.5, &sn, &cn, &dn, &complete);
  jacobi(complete - sqrt(PW_GRAVITY) * t, 0.5, &sn, &cn, &dn, &complete);
  double half_sin = sqrt(0.5) * sn, half_cos = dn;  // 1 - k^2 sn^2 = dn^2
  out[0] = 2 * half_sin * half_cos;
  out[1] = 2 * half_sin * half_sin - 1;
}

// The mechanism turns over: phi = 2 am(K - w t), with w^2 = w0^2 + rate^2/4 and k^2 = (w0/w)^2, w0^2 = potential / inertia.
void pw_four_bar_exact(int n, double t, double out[4]) {
  double w0 = PW_GRAVITY * ((n + 1) / 2.0 + n) / ((n + 1) / 3.0 + n);
  double w2 = w0 + PW_FOUR_BAR_RATE * PW_FOUR_BAR_RATE / 4, m = w0 / w2, sn, cn, dn, complete;
  jacobi(0, m, &sn, &cn, &dn, &complete);
  jacobi(complete - sqrt(w2) * t, m, &sn, &cn, &dn, &complete);
  double rate = -2 * sqrt(w2) * dn;
  out[0] = 2 * sn * cn;
  out[1] = 2 * sn * sn - 1;
  out[2] = -out[1] * rate;
  out[3] = out[0] * rate;
}
