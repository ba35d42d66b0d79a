// The motion of a touch of two shells against differences: gap rate, bias, turning of the normal, how it is placed on its cells.
#ifndef PW_SHELL_MOTION_H
#define PW_SHELL_MOTION_H
#include "contact/space_kinematics.h"
#include "shells.h"

typedef struct {
  PwShell s[2];
  PwPose3 p[2];
  double v[2][6];
  int32_t cell[2];
} ShellCase;

// Bodies that move with constant speeds about their origins, so that d2(gap)/dt2 is the bias.
static inline void pose_at(const ShellCase *c, int side, double t, PwPose3 *out) {
  const double *w = c->v[side] + 3;
  double angle = pw_norm(w) * t, r[9], q[4] = {cos(angle / 2)};
  for (int k = 0; k < 3; k++) q[1 + k] = pw_norm(w) > 0 ? sin(angle / 2) * w[k] / pw_norm(w) : 0;
  pw_quat_matrix(q, r);
  for (int i = 0; i < 3; i++) {
    out->x[i] = c->p[side].x[i] + t * c->v[side][i];
    for (int j = 0; j < 3; j++) {
      out->r[3 * i + j] = 0;
      for (int k = 0; k < 3; k++) out->r[3 * i + j] += r[3 * i + k] * c->p[side].r[3 * k + j];
    }
  }
}

static inline bool touch_at(const ShellCase *c, double t, PwSurfaceTouch *out) {
  PwPose3 p[2];
  for (int side = 0; side < 2; side++) pose_at(c, side, t, &p[side]);
  return pw_shell_solve(&c->s[0], &p[0], &c->s[1], &p[1], c->cell, out) == PAWL_OK;
}

static inline void check_motion(const ShellCase *c) {
  static const double H = 1e-4;
  PwSurfaceTouch now, t[4];
  PwSpaceSpeed speed;
  assert_true(touch_at(c, 0, &now));
  pw_space_speed(&now, c->p[0].x, c->p[1].x, c->v[0], c->v[1], &speed);
  for (int i = 0; i < 4; i++) assert_true(touch_at(c, (i < 2 ? i - 2 : i - 1) * H, &t[i]));
  double rate = (8 * (t[2].gap - t[1].gap) - (t[3].gap - t[0].gap)) / (12 * H);
  double bias = (16 * (t[2].gap + t[1].gap) - (t[3].gap + t[0].gap) - 30 * now.gap) / (12 * H * H);
  CHECK_CLOSE(speed.rate, rate, 1e-8);
  CHECK_CLOSE(speed.bias, bias, 1e-5 * (1 + fabs(bias)));
  for (int k = 0; k < 3; k++) {  // the normal turns by eta, the point moves over the boundary by r
    double turn = 0, dn = (8 * (t[2].n[k] - t[1].n[k]) - (t[3].n[k] - t[0].n[k])) / (12 * H);
    for (int i = 0; i < 2; i++) turn += speed.eta[i] * now.t[i][k];
    CHECK_CLOSE(turn, dn, 1e-8 * (1 + fabs(dn)));
  }
}

// How it is placed on its cells changes as `step` and `turn` say.
static inline void check_places(const ShellCase *c) {
  static const double H = 1e-6;
  PwSurfaceTouch now, t[2];
  PwSpaceSpeed speed;
  assert_true(touch_at(c, 0, &now) && touch_at(c, -H, &t[0]) && touch_at(c, H, &t[1]));
  pw_space_speed(&now, c->p[0].x, c->p[1].x, c->v[0], c->v[1], &speed);
  for (int side = 0; side < 2; side++) {
    PwCellPlace at, before, after;
    PwPose3 p[2];
    double rate[2] = {0, 0};
    for (int k = 0; k < 2; k++) pose_at(c, side, k ? H : -H, &p[k]);
    pw_shell_place(&c->s[side], &c->p[side], c->cell[side], &now, side, &at);
    pw_shell_place(&c->s[side], &p[0], c->cell[side], &t[0], side, &before);
    pw_shell_place(&c->s[side], &p[1], c->cell[side], &t[1], side, &after);
    for (int i = 0; i < 2; i++) {
      for (int j = 0; j < 2; j++) {
        rate[0] += pw_dot(now.t[i], at.step) * now.a[side][2 * i + j] * speed.c[side][j];
        rate[1] += pw_dot(now.t[i], at.turn) * now.b[side][2 * i + j] * speed.c[side][j];
      }
    }
    if (isfinite(at.inside)) CHECK_CLOSE((after.inside - before.inside) / (2 * H), rate[0], 1e-6 * (1 + fabs(rate[0])));
    if (isfinite(at.cone)) CHECK_CLOSE((after.cone - before.cone) / (2 * H), rate[1], 1e-6 * (1 + fabs(rate[1])));
  }
}

#endif
