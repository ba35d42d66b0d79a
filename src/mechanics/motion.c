// Motion in double precision: the template, and what is needed in double only.
#include "mechanics/motion.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include "numerics/vec.h"

void pw_law_jet(const PwLaw *law, double t, const PwDiscrete *discrete, double jet[3]) {
  if (!law->expr) {
    jet[0] = law->constant;
    jet[1] = jet[2] = 0;
    return;
  }
  double xjet[3 * 64];
  t = discrete->still ? discrete->still_t : t;
  for (int32_t i = 0; i < law->count; i++) {
    xjet[3 * i] = t;
    xjet[3 * i + 1] = !discrete->still;
    xjet[3 * i + 2] = 0;
    if (law->variable[i] >= PW_VAR_NAMED) xjet[3 * i] = pw_discrete_value(discrete, law->variable[i], t, &xjet[3 * i + 1]);
  }
  pw_expr_jet(law->expr, xjet, discrete->branch + law->kink, jet);
  for (int i = 0; i < 3; i++) jet[i] *= law->scale;
}

#define REAL double
#define NAME(x) x
#define RE(x) (x)
#define SQRT sqrt
#define COS cos
#define SIN sin
#define ATAN2 atan2
#define EXPRESSION(expr, count, x, branch) pw_expr_value(expr, x, branch)

static PawlStatus callback_forces(PwMotion *m, double *force);

#include "mechanics/motion_template.h"

static PawlStatus callback_forces(PwMotion *m, double *force) {
  const PawlMechanism *k = m->mechanism;
  for (int32_t i = 0; i < k->callbacks; i++) {
    const PwCallback *c = &k->callback[i];
    double pose[7], twist[6], wrench[6] = {0};
    pw_frame_pose(m, c->frame, pose, twist);
    PawlStatus status = c->function(c->user, m->t, pose, twist, wrench, NULL, NULL);
    if (status) return fail_force(m, c->name, NULL, status > 0 ? PAWL_RETRY : PAWL_ERR_CALLBACK);
    for (int j = 0; j < 6; j++) {
      if (!isfinite(wrench[j])) return fail_force(m, c->name, NULL, PAWL_RETRY);
    }
    apply(m, c->frame, 0, wrench, wrench + 3, force);
  }
  return PAWL_OK;
}

void pw_frame_pose(const PwMotion *m, int32_t index, double pose[7], double twist[6]) {
  const PawlMechanism *k = m->mechanism;
  memset(pose, 0, 7 * sizeof *pose);
  memset(twist, 0, 6 * sizeof *twist);
  if (k->planar) {
    const PwFrameMotion2 *f = &m->frame2[index];
    double z[4] = {cos(f->turn / 2), 0, 0, sin(f->turn / 2)};
    pose[0] = f->p[0];
    pose[1] = f->p[1];
    pw_quat_multiply(z, k->frame[index].orientation, pose + 3);
    twist[0] = f->V[0];
    twist[1] = f->V[1];
    twist[5] = f->W;
  } else {
    const PwFrameMotion *f = &m->frame[index];
    memcpy(pose, f->p, sizeof f->p);
    memcpy(pose + 3, f->Q, sizeof f->Q);
    memcpy(twist, f->V, sizeof f->V);
    memcpy(twist + 3, f->W, sizeof f->W);
  }
}

void pw_motion_inertia(const PwMotion *m, int32_t body, double out[6]) {
  const double *R = m->R + 9 * body, *J = m->mechanism->body[body].inertia;
  double full[9] = {J[0], J[3], J[4], J[3], J[1], J[5], J[4], J[5], J[2]}, half[9];
  for (int i = 0; i < 3; i++) {
    for (int j = 0; j < 3; j++) half[3 * i + j] = R[3 * i] * full[j] + R[3 * i + 1] * full[3 + j] + R[3 * i + 2] * full[6 + j];
  }
  static const int row[6] = {0, 1, 2, 0, 0, 1}, col[6] = {0, 1, 2, 1, 2, 2};
  for (int k = 0; k < 6; k++) out[k] = dot(half + 3 * row[k], R + 3 * col[k]);
}

double pw_motion_kinetic(const PwMotion *m, const double *v) {
  const PawlMechanism *k = m->mechanism;
  double sum = 0;
  for (int32_t b = 1; b < k->bodies; b++) {
    const double *u = v + pw_speeds_per_body(k) * (b - 1);
    if (k->planar) {
      sum += k->body[b].mass * (u[0] * u[0] + u[1] * u[1]) + k->body[b].inertia[2] * u[2] * u[2];
    } else {
      double J[6];
      const double *w = u + 3;
      pw_motion_inertia(m, b, J);
      sum += k->body[b].mass * dot(u, u) + J[0] * w[0] * w[0] + J[1] * w[1] * w[1] + J[2] * w[2] * w[2] +
             2 * (J[3] * w[0] * w[1] + J[4] * w[0] * w[2] + J[5] * w[1] * w[2]);
    }
  }
  return sum / 2;
}

double pw_motion_potential(const PwMotion *m) {
  const PawlMechanism *k = m->mechanism;
  double sum = 0;
  for (int32_t b = 1; b < k->bodies; b++) {
    const double *p = m->q + pw_coordinates_per_body(k) * b;
    double height = p[0] * k->gravity[0] + p[1] * k->gravity[1] + (k->planar ? 0 : p[2] * k->gravity[2]);
    sum -= k->body[b].mass * height;
  }
  for (int32_t i = 0; i < k->scalar_forces; i++) {
    const PwScalarForce *f = &k->scalar_force[i];
    double stretch = m->scalar[f->scalar].value - f->free;
    if (!f->has_law) sum += stretch * (f->preload + f->stiffness * stretch / 2);
  }
  return sum;
}

void pw_mass_multiply(const PwMotion *motion, const double *x, double *y) {
  const PawlMechanism *k = motion->mechanism;
  for (int32_t b = 1; b < k->bodies; b++) {
    const PwBody *body = &k->body[b];
    int32_t per = pw_speeds_per_body(k), at = (b - 1) * per;
    y[at] = body->mass * x[at];
    y[at + 1] = body->mass * x[at + 1];
    if (k->planar) {
      y[at + 2] = body->inertia[2] * x[at + 2];
      continue;
    }
    y[at + 2] = body->mass * x[at + 2];
    double J[6];
    const double *w = x + at + 3;
    pw_motion_inertia(motion, b, J);
    y[at + 3] = J[0] * w[0] + J[3] * w[1] + J[4] * w[2];
    y[at + 4] = J[3] * w[0] + J[1] * w[1] + J[5] * w[2];
    y[at + 5] = J[4] * w[0] + J[5] * w[1] + J[2] * w[2];
  }
}

double pw_pair_free_response(const PawlMechanism *k, const int32_t body[2], const double *jac) {
  int32_t per = pw_speeds_per_body(k), linear = k->planar ? 2 : 3;
  double sum = 0;
  for (int side = 0; side < 2; side++) {
    const double *J = k->body[body[side]].inertia;
    double turning = k->planar ? J[2] : J[0] + J[1] + J[2];
    for (int32_t c = 0; c < per && body[side]; c++) {
      double g = jac[side * per + c], inertia = c < linear ? k->body[body[side]].mass : turning;
      if (inertia > 0) sum += g * g / inertia;
    }
  }
  return sum;
}

void pw_position_add(const PawlMechanism *mechanism, const double *q, const double *dv, double *out) {
  int32_t nb = mechanism->bodies - 1;
  if (mechanism->planar) {
    for (int32_t i = 0; i < 3 * nb; i++) out[i] = q[i] + dv[i];
    return;
  }
  for (int32_t b = 0; b < nb; b++) {
    for (int i = 0; i < 3; i++) out[7 * b + i] = q[7 * b + i] + dv[6 * b + i];
    memmove(out + 7 * b + 3, q + 7 * b + 3, 4 * sizeof *q);
    pw_quat_turn(out + 7 * b + 3, dv + 6 * b + 3);
  }
}

void pw_position_rate(const PawlMechanism *mechanism, const double *q, const double *v, double *dqdt) {
  int32_t nb = mechanism->bodies - 1;
  if (mechanism->planar) {
    memcpy(dqdt, v, 3 * (size_t)nb * sizeof *v);
    return;
  }
  for (int32_t b = 0; b < nb; b++) {
    double w[4] = {0, v[6 * b + 3] / 2, v[6 * b + 4] / 2, v[6 * b + 5] / 2};
    memcpy(dqdt + 7 * b, v + 6 * b, 3 * sizeof *v);
    pw_quat_multiply(w, q + 7 * b + 3, dqdt + 7 * b + 3);
  }
}

bool pw_motion_is_placed(const PwMotion *m, double t, const double *q) {
  size_t per = (size_t)pw_coordinates_per_body(m->mechanism), bytes = ((size_t)m->mechanism->bodies - 1) * per * sizeof *q;
  return m->discrete && m->placed_t == t && m->placed_all >= m->all && memcmp(m->q + per, q, bytes) == 0;
}

bool pw_motion_is_moved(const PwMotion *m, const double *v) {
  size_t per = (size_t)pw_speeds_per_body(m->mechanism), bytes = ((size_t)m->mechanism->bodies - 1) * per * sizeof *v;
  return m->moved && m->moved_all >= m->all && memcmp(m->v + per, v, bytes) == 0;
}
