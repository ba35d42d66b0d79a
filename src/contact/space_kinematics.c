#include "contact/space_kinematics.h"

#include "numerics/dense.h"
#include "numerics/vec.h"

static void lever(const PwSurfaceTouch *p, int side, const double *origin, double c[3]) {
  for (int i = 0; i < 3; i++) c[i] = (side ? p->x2 : p->x1)[i] - origin[i];
}

static void in_plane(const PwSurfaceTouch *p, const double a[3], double out[2]) {
  out[0] = pw_dot(p->t[0], a);
  out[1] = pw_dot(p->t[1], a);
}

static void out_of_plane(const PwSurfaceTouch *p, const double a[2], double out[3]) {
  for (int i = 0; i < 3; i++) out[i] = p->t[0][i] * a[0] + p->t[1][i] * a[1];
}

void pw_space_jacobian(const PwSurfaceTouch *p, const double *origin1, const double *origin2, double jac[12]) {
  for (int side = 0; side < 2; side++) {
    double c[3], moment[3], sign = side ? -1 : 1;
    lever(p, side, side ? origin2 : origin1, c);
    pw_cross(c, p->n, moment);
    for (int i = 0; i < 3; i++) {
      jac[6 * side + i] = sign * p->n[i];
      jac[6 * side + 3 + i] = sign * moment[i];
    }
  }
}

// eta, r1, r2 from the slip and the turning of the bodies, o. With eta = o2 + B2 c2 the unknowns are c1 and c2.
static void find_flow(const PwSurfaceTouch *p, const double o[2][2], PwSpaceSpeed *out) {
  double M[16], x[4], g = p->gap;  // column by column
  int32_t pivot[4];
  for (int i = 0; i < 2; i++) {
    for (int j = 0; j < 2; j++) {
      M[4 * j + i] = p->b[0][2 * i + j];
      M[4 * (2 + j) + i] = p->b[1][2 * i + j];
      M[4 * j + 2 + i] = -p->a[0][2 * i + j];
      M[4 * (2 + j) + 2 + i] = p->a[1][2 * i + j] + g * p->b[1][2 * i + j];
    }
    x[i] = o[0][i] - o[1][i];
    x[2 + i] = out->slip[i] - g * o[1][i];
  }
  if (pw_lu_factor(M, 4, pivot)) return;  // the touch ends there, which `definite` says
  pw_lu_solve(M, 4, pivot, x);
  for (int i = 0; i < 2; i++) {
    out->eta[i] = o[1][i] + p->b[1][2 * i] * x[2] + p->b[1][2 * i + 1] * x[3];
    for (int side = 0; side < 2; side++) {
      out->c[side][i] = x[2 * side + i];
      out->r[side][i] = p->a[side][2 * i] * x[2 * side] + p->a[side][2 * i + 1] * x[2 * side + 1];
    }
  }
}

void pw_space_speed(const PwSurfaceTouch *p, const double *origin1, const double *origin2, const double *v1, const double *v2,
                    PwSpaceSpeed *out) {
  double o[2][2], relative[3] = {0}, bias = 0;
  *out = (PwSpaceSpeed){0};
  for (int side = 0; side < 2; side++) {
    const double *v = side ? v2 : v1, *w = v + 3, sign = side ? -1 : 1;
    double c[3], wc[3], wwc[3], wn[3];
    lever(p, side, side ? origin2 : origin1, c);
    pw_cross(w, c, wc);
    pw_cross(w, wc, wwc);
    pw_cross(w, p->n, wn);
    in_plane(p, wn, o[side]);
    for (int i = 0; i < 3; i++) relative[i] += sign * (v[i] + wc[i]);
    bias += sign * pw_dot(p->n, wwc);
  }
  out->rate = pw_dot(p->n, relative);
  in_plane(p, relative, out->slip);
  find_flow(p, o, out);
  for (int i = 0; i < 2; i++) {
    double eta = out->eta[i];
    bias += eta * (2 * out->slip[i] - p->gap * eta) - out->r[0][i] * (o[0][i] - eta) - out->r[1][i] * (eta - o[1][i]);
  }
  out->bias = bias;
}

void pw_space_jacobian_rate(const PwSurfaceTouch *p, const double *origin1, const double *origin2, const double *v1,
                            const double *v2, const PwSpaceSpeed *speed, double out[12]) {
  double turning[3];
  out_of_plane(p, speed->eta, turning);
  for (int side = 0; side < 2; side++) {
    const double *w = (side ? v2 : v1) + 3, sign = side ? -1 : 1;
    double c[3], moved[3], wc[3], a[3], b[3];
    lever(p, side, side ? origin2 : origin1, c);
    out_of_plane(p, speed->r[side], moved);
    pw_cross(w, c, wc);
    for (int i = 0; i < 3; i++) moved[i] += wc[i];  // of the lever
    pw_cross(moved, p->n, a);
    pw_cross(c, turning, b);
    for (int i = 0; i < 3; i++) {
      out[6 * side + i] = sign * turning[i];
      out[6 * side + 3 + i] = sign * (a[i] + b[i]);
    }
  }
}

void pw_space_hessian(const PwSurfaceTouch *p, const double *origin1, const double *origin2, double H[144]) {
  for (int j = 0; j < 12; j++) {
    double v[12] = {0}, column[12];
    PwSpaceSpeed speed;
    v[j] = 1;
    pw_space_speed(p, origin1, origin2, v, v + 6, &speed);
    pw_space_jacobian_rate(p, origin1, origin2, v, v + 6, &speed, column);
    for (int i = 0; i < 12; i++) H[12 * i + j] = column[i];
  }
}
