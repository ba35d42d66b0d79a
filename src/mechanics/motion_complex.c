// Motion on complex numbers: a tiny step in the imaginary direction of q or v returns the derivative in the imaginary part.
#include <assert.h>
#include <math.h>
#include <string.h>

#include "mechanics/motion.h"

#define REAL double complex
#define NAME(x) x##_z
#define RE(x) creal(x)
#define SQRT csqrt
#define COS ccos
#define SIN csin
#define ATAN2 atan2_z
#define EXPRESSION(expr, count, x, branch) expression_z(expr, count, x, branch)

// Value and first-order change: d atan2(y, x) = (x dy - y dx) / (x^2 + y^2).
static double complex atan2_z(double complex y, double complex x) {
  double a = creal(x), b = creal(y);
  return CMPLX(atan2(b, a), (a * cimag(y) - b * cimag(x)) / (a * a + b * b));
}

static double complex expression_z(const PwExpr *expr, int32_t count, const double complex *x, const int32_t *branch) {
  double real[64] = {0}, gradient[64], change = 0;
  for (int32_t i = 0; i < count; i++) real[i] = creal(x[i]);
  double value = pw_expr_gradient(expr, real, branch, gradient);
  for (int32_t i = 0; i < count; i++) change += gradient[i] * cimag(x[i]);
  return CMPLX(value, change);
}

static PawlStatus callback_forces(PwMotion_z *m, double complex *force);

#include "mechanics/motion_template.h"

// Pose and twist of a frame and their changes (shift and small turn; velocities).
static void frame_state(const PwMotion_z *m, int32_t index, double pose[7], double twist[6], double change[12]) {
  const PawlMechanism *k = m->mechanism;
  double complex p[3] = {0}, Q[4], V[3] = {0}, W[3] = {0};
  if (k->planar) {
    const PwFrameMotion2_z *f = &m->frame2[index];
    double complex z[4] = {ccos(f->turn / 2), 0, 0, csin(f->turn / 2)}, own[4];
    for (int i = 0; i < 4; i++) own[i] = k->frame[index].orientation[i];
    quat_multiply(z, own, Q);
    memcpy(p, f->p, sizeof f->p);
    memcpy(V, f->V, sizeof f->V);
    W[2] = f->W;
  } else {
    const PwFrameMotion_z *f = &m->frame[index];
    memcpy(p, f->p, sizeof f->p);
    memcpy(Q, f->Q, sizeof f->Q);
    memcpy(V, f->V, sizeof f->V);
    memcpy(W, f->W, sizeof f->W);
  }
  double complex conj[4], turn[4], dQ[4];
  for (int i = 0; i < 4; i++) {
    pose[3 + i] = creal(Q[i]);
    dQ[i] = cimag(Q[i]);
    conj[i] = i ? -creal(Q[i]) : creal(Q[i]);
  }
  quat_multiply(dQ, conj, turn);
  for (int i = 0; i < 3; i++) {
    pose[i] = creal(p[i]);
    twist[i] = creal(V[i]);
    twist[3 + i] = creal(W[i]);
    change[i] = cimag(p[i]);
    change[3 + i] = 2 * creal(turn[1 + i]);
    change[6 + i] = cimag(V[i]);
    change[9 + i] = cimag(W[i]);
  }
}

static PawlStatus callback_forces(PwMotion_z *m, double complex *force) {
  const PawlMechanism *k = m->mechanism;
  for (int32_t i = 0; i < k->callbacks; i++) {
    const PwCallback *c = &k->callback[i];
    double pose[7], twist[6], change[12], wrench[6] = {0}, stiffness[36] = {0}, damping[36] = {0};
    frame_state(m, c->frame, pose, twist, change);
    PawlStatus status = c->function(c->user, m->t, pose, twist, wrench, stiffness, damping);
    if (status) return fail_force(m, c->name, NULL, status > 0 ? PAWL_RETRY : PAWL_ERR_CALLBACK);
    double complex full[6];
    for (int r = 0; r < 6; r++) {
      double d = 0;
      for (int j = 0; j < 6; j++) d += stiffness[6 * r + j] * change[j] + damping[6 * r + j] * change[6 + j];
      full[r] = CMPLX(wrench[r], d);
    }
    apply(m, c->frame, 0, full, full + 3, force);
  }
  return PAWL_OK;
}
