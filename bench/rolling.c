// What rolls: exact motions, errors, a row of output.
#include "rolling.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "problems.h"

static void set(double out[3], double x, double y, double z) {
  out[0] = x;
  out[1] = y;
  out[2] = z;
}

static double time_of(const PwRolling *c, int sample) {
  return c->duration * sample / (PW_ROLLING_SAMPLES - 1);
}

// z'' + k/(1 + k) turn^2 z = -g/(1 + k), k = 2/5, from rest along the cylinder and without spin about the radius.
static void roll_in_cylinder(PwRolling *c) {
  double R = PW_SPHERE_BORE - PW_SPHERE_RADIUS, turn = PW_SPHERE_TURN;
  c->duration = 10;
  c->radius = PW_SPHERE_RADIUS;
  set(c->position, R, 0, 0);
  set(c->velocity, 0, R * turn, 0);
  set(c->spin, 0, 0, -R * turn / c->radius);
  for (int i = 0; i < PW_ROLLING_SAMPLES; i++) {
    double t = time_of(c, i), z = -PW_GRAVITY / (0.4 * turn * turn) * (1 - cos(turn * sqrt(2.0 / 7) * t));
    set(c->centre[i], R * cos(turn * t), R * sin(turn * t), z);
  }
}

// v' = 2/7 W e_z x v of the centre on a table that turns with W: v turns with 2/7 W.
static void roll_on_table(PwRolling *c) {
  double w = 2 * PW_BALL_TABLE / 7, r = PW_BALL_RADIUS, x = 0.5, v = 0.4;
  c->duration = 10;
  c->radius = r;
  set(c->position, x, 0, r);
  set(c->velocity, 0, v, 0);
  // without slip: velocity - r spin x e_z = W e_z x position
  set(c->spin, (PW_BALL_TABLE * x - v) / r, 0, 0);
  for (int i = 0; i < PW_ROLLING_SAMPLES; i++) {
    double a = w * time_of(c, i);
    set(c->centre[i], x + v / w * (cos(a) - 1), v / w * sin(a), r);
  }
}

// ---- disc: heading phi, lean theta from the vertical; angular velocity about t = (cos phi, sin phi, 0), about the axis a and
// about d = (sin theta sin phi, -sin theta cos phi, cos theta) from the touch to the centre (examples/rolling-disc)

typedef struct {
  double phi, theta, wt, wa, wd, x, y;  // x, y of the touch
} Disc;
enum { DISC = sizeof(Disc) / sizeof(double) };

static void disc_rates(const double s[DISC], double out[DISC]) {
  Disc d, r;
  memcpy(&d, s, sizeof d);
  double R = PW_DISC_RADIUS, A = R * R / 4, C = R * R / 2;
  double phi = d.wd / cos(d.theta), psi = d.wa - phi * sin(d.theta);
  r = (Disc){phi, d.wt, .x = R * psi * cos(d.phi), .y = R * psi * sin(d.phi)};
  r.wt = ((C + R * R) * d.wa * d.wd - A * d.wd * d.wd * tan(d.theta) + PW_GRAVITY * R * sin(d.theta)) / (A + R * R);
  r.wa = -R * R * d.wt * d.wd / (C + R * R);
  r.wd = (-C * d.wa * d.wt + A * d.wd * d.wt * tan(d.theta)) / A;
  memcpy(out, &r, sizeof r);
}

static void disc_step(double s[DISC], double h) {
  double k[4][DISC], at[DISC];
  disc_rates(s, k[0]);
  for (int stage = 1; stage < 4; stage++) {
    for (int i = 0; i < DISC; i++) at[i] = s[i] + (stage < 3 ? h / 2 : h) * k[stage - 1][i];
    disc_rates(at, k[stage]);
  }
  for (int i = 0; i < DISC; i++) s[i] += h / 6 * (k[0][i] + 2 * k[1][i] + 2 * k[2][i] + k[3][i]);
}

static void roll_disc(PwRolling *c) {
  enum { STEPS = 1000 };  // between samples
  Disc d = {.phi = 0.3, .theta = 0.25, .wt = 0.4, .wa = -6, .wd = 1};
  double R = PW_DISC_RADIUS, s[DISC];
  double t[3] = {cos(d.phi), sin(d.phi), 0};
  double a[3] = {-cos(d.theta) * sin(d.phi), cos(d.theta) * cos(d.phi), sin(d.theta)};
  double up[3] = {sin(d.theta) * sin(d.phi), -sin(d.theta) * cos(d.phi), cos(d.theta)};
  c->duration = 3;
  c->radius = R;
  set(c->inertia, R * R / 4, R * R / 4, R * R / 2);
  for (int i = 0; i < 3; i++) {
    c->position[i] = R * up[i];
    c->spin[i] = d.wt * t[i] + d.wa * a[i] + d.wd * up[i];
    c->velocity[i] = R * (d.wa * t[i] - d.wt * a[i]);
  }
  // own axes: x along t, z along a: about the vertical by phi, then about t by theta - pi/2
  double half = (d.theta - acos(0)) / 2, turn = d.phi / 2;
  c->turn[0] = cos(turn) * cos(half);
  c->turn[1] = cos(turn) * sin(half);
  c->turn[2] = sin(turn) * sin(half);
  c->turn[3] = sin(turn) * cos(half);
  memcpy(s, &d, sizeof s);
  for (int i = 0; i < PW_ROLLING_SAMPLES; i++) {
    memcpy(&d, s, sizeof d);
    set(c->centre[i], d.x + R * sin(d.theta) * sin(d.phi), d.y - R * sin(d.theta) * cos(d.phi), R * cos(d.theta));
    for (int j = 0; j < STEPS; j++) disc_step(s, c->duration / (PW_ROLLING_SAMPLES - 1) / STEPS);
  }
}

// ---- a case, its errors

int pw_rolling_create(const char *name, PwRolling *out) {
  static const char *const names[] = {"sphere", "disc", "ball"};
  static void (*const fill[])(PwRolling *) = {roll_in_cylinder, roll_disc, roll_on_table};
  int kind = 0;
  while (kind < PW_ROLLING_KINDS && strcmp(names[kind], name) != 0) kind++;
  if (kind == PW_ROLLING_KINDS) {
    fprintf(stderr, "unknown case '%s'\n", name);
    return 1;
  }
  *out = (PwRolling){.kind = (PwRollingKind)kind, .name = names[kind], .mass = 1, .turn = {1}};
  fill[kind](out);
  if (kind != PW_ROLLING_DISC) {
    for (int i = 0; i < 3; i++) out->inertia[i] = 0.4 * out->mass * out->radius * out->radius;
  }
  return 0;
}

PwRollingMeasured pw_rolling_measured(void) {
  return (PwRollingMeasured){.run = INFINITY, .evaluations = -1};
}

void pw_rolling_compare(const PwRolling *c, int sample, const double centre[3], PwRollingMeasured *inout) {
  const double *exact = c->centre[sample];
  double off = hypot(hypot(centre[0] - exact[0], centre[1] - exact[1]), centre[2] - exact[2]);
  if (!(off <= inout->error)) inout->error = off;  // keeps NaN
}

void pw_rolling_print(const PwRolling *c, const char *program, const char *setting, const PwRollingMeasured *m) {
  printf("rolling\t%s\t%s\t%s\t%.6g\t%lld\t%lld\t%.3g\t%s\n", c->name, program, setting, m->run, m->steps, m->evaluations,
         m->error, m->note);
  fflush(stdout);
}
