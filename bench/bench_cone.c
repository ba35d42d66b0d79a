// Cost of the cone problem of four touches with friction, with its error: nanoseconds of processor time, one row each.
// In the plane two boxes, one upon the other, on an incline; in space a box on its four corners, whose twelve rows
// have rank six. From nothing, and from the forces of a problem a little different, as in a run.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "contact/cone.h"
#include "measure.h"

enum { MOST_ROWS = 12, MOST_SPEEDS = 6, TOUCHES = 4, CALLS = 20000 };

static const double G = 9.81;

typedef struct {
  int32_t rows, speeds, first[TOUCHES + 1];
  PwConeGrip grip[TOUCHES];
  double row[MOST_ROWS][MOST_SPEEDS], inertia[MOST_SPEEDS], force[MOST_SPEEDS];
  double W[MOST_ROWS * MOST_ROWS], b[MOST_ROWS];
} Problem;

static void finish(Problem *p) {
  memset(p->b, 0, sizeof p->b);
  memset(p->W, 0, sizeof p->W);
  for (int i = 0; i < p->rows; i++) {
    for (int k = 0; k < p->speeds; k++) p->b[i] += p->row[i][k] * p->force[k] / p->inertia[k];
    for (int j = 0; j < p->rows; j++) {
      for (int k = 0; k < p->speeds; k++) p->W[i * p->rows + j] += p->row[i][k] * p->row[j][k] / p->inertia[k];
    }
  }
}

static void add_part(Problem *p, int touch, int rows, double mu) {
  p->grip[touch] = (PwConeGrip){.touch = touch, .first = p->first[touch] + 1, .rows = rows, .coefficient = mu};
  p->first[touch + 1] = p->first[touch] + 1 + rows;
}

// A corner at x, y of a box in the plane, speeds x, y, turn.
static void add_side(Problem *p, int touch, int body, double sign, double x, double y) {
  double *normal = p->row[2 * touch] + 3 * body, *slip = p->row[2 * touch + 1] + 3 * body;
  normal[1] = slip[0] = sign;
  normal[2] = sign * x;
  slip[2] = -sign * y;
}

// Boxes of 0.4 x 0.2 m.
static void stack(Problem *p, double angle) {
  *p = (Problem){.rows = 8, .speeds = 6, .inertia = {2, 2, 1. / 30, 1, 1, 1. / 60}};
  for (int i = 0; i < 4; i++) {
    double x = i % 2 ? 0.2 : -0.2;
    add_part(p, i, 1, i < 2 ? 0.4 : 0.3);
    add_side(p, i, i / 2, 1, x, -0.1);
    if (i >= 2) add_side(p, i, 0, -1, x, 0.1);
  }
  for (int body = 0; body < 2; body++) {
    p->force[3 * body] = p->inertia[3 * body] * G * sin(angle);
    p->force[3 * body + 1] = -p->inertia[3 * body] * G * cos(angle);
  }
  finish(p);
}

// A box of 0.6 x 0.4 x 0.2 m and 1 kg, pulled down an incline and turned.
static void box(Problem *p, double angle, double torque) {
  *p = (Problem){.rows = 12, .speeds = 6, .inertia = {1, 1, 1, 0.2 / 12, 0.4 / 12, 0.52 / 12}};
  for (int i = 0; i < 4; i++) {
    double r[3] = {i % 2 ? 0.3 : -0.3, i / 2 ? 0.2 : -0.2, -0.1};
    add_part(p, i, 2, 0.4);
    for (int k = 0; k < 3; k++) {
      int axis = (k + 2) % 3;
      double *g = p->row[3 * i + k];
      g[axis] = 1;
      g[3 + (axis + 1) % 3] = r[(axis + 2) % 3];
      g[3 + (axis + 2) % 3] = -r[(axis + 1) % 3];
    }
  }
  p->force[0] = G * sin(angle);
  p->force[2] = -G * cos(angle);
  p->force[5] = torque;
  finish(p);
}

static PawlStatus measure(PwCone *cone, const char *name, const Problem *p, const Problem *last) {
  double lambda[MOST_ROWS], start[MOST_ROWS], after[MOST_ROWS], least = INFINITY;
  PwConeMode mode[TOUCHES];
  bool closed[TOUCHES];
  PwConeReport report;
  PwConeProblem problem = {.blocks = {TOUCHES, p->first}, .grips = TOUCHES, .grip = p->grip, .W = p->W, .b = last->b, .scale = G};
  PawlStatus status = pw_cone_solve(cone, &problem, start, after, mode, closed, &report);
  problem.b = p->b;
  if (last != p) problem.start = start;
  for (int repeat = 0; repeat < 10 && !status; repeat++) {
    double begin = pw_cpu_seconds();
    for (int i = 0; i < CALLS && !status; i++) status = pw_cone_solve(cone, &problem, lambda, after, mode, closed, &report);
    least = fmin(least, (pw_cpu_seconds() - begin) / CALLS);
  }
  if (!status)
    printf("cone\t%s%s\t%.4g\t%d\t%.2g\n", name, problem.start ? ", started" : "", 1e9 * least, report.sweeps, report.residual);
  return status;
}

int main(void) {
  static const char *const NAMES[] = {"plane, sticks", "plane, slides", "space, sticks", "space, slides",
                                      "space, slides and turns"};
  PwCone *cone;
  PawlStatus status = pw_cone_create(MOST_ROWS, TOUCHES, &cone);
  for (int i = 0; i < 5 && !status; i++) {
    Problem p[2];
    for (int k = 0; k < 2; k++) {
      double angle = (i % 2 || i == 4 ? 0.5 : 0.25) + 0.01 * k;
      if (i < 2) {
        stack(&p[k], angle);
      } else {
        box(&p[k], angle, i == 4 ? 2 + 0.02 * k : 0.1);
      }
    }
    status = measure(cone, NAMES[i], &p[0], &p[0]);
    if (!status) status = measure(cone, NAMES[i], &p[0], &p[1]);
  }
  if (status) fprintf(stderr, "%s\n", pawl_status_text(status));
  pw_cone_free(cone);
  return status != PAWL_OK;
}
