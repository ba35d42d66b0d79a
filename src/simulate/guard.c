#include "simulate/guard.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double NEAR = 6;            // an approach begins when D is below this many steps
static const double FAR = 5;             // beyond this many steps stages need no projection
static const double CAREFUL = 2;         // within this many steps of an approach derivatives are polished
static const double JUMP_FRACTION = 2;   // first D_jump: the step size over this
static const double LAST_FRACTION = 30;  // from here on the error may be what it is
static const double HOPELESS = 1e4;      // the last one tried

// Turning speeds of bodies that lie on a loop.
static void mark_turning(const PawlMechanism *k, bool *turning) {
  int32_t per = pw_speeds_per_body(k), linear = k->planar ? 2 : 3;
  for (int32_t i = 0; i < k->topology.loop_joints; i++) {
    const PwJoint *joint = &k->joint[abs(k->topology.loop_joint[i]) - 1];
    for (int side = 0; side < 2; side++) {
      for (int32_t c = linear; c < per && joint->body[side]; c++) turning[(joint->body[side] - 1) * per + c] = true;
    }
  }
}

PawlStatus pw_guard_create(const PawlMechanism *k, const PwFormulation *f, PwArena *arena, PwGuard *g) {
  int32_t n = pw_formulation_room(f);
  *g = (PwGuard){.n = pw_formulation_size(f), .rows = k->rows, .distance = INFINITY, .before = INFINITY, .now.row = -1};
  g->positions = pw_formulation_positions(f);
  g->body_positions = pw_position_count(k);
  g->speeds = pw_speed_count(k);
  g->turning = pw_arena_array(arena, (size_t)g->speeds + 1, sizeof *g->turning);
  if (!g->turning) return PAWL_ERR_MEMORY;
  mark_turning(k, g->turning);
  g->u = pw_arena_array(arena, (size_t)k->rows + 1, sizeof *g->u);
  g->r = pw_arena_array(arena, (size_t)n + 1, sizeof *g->r);
  g->predicted = pw_arena_array(arena, (size_t)n, sizeof *g->predicted);
  g->landing = pw_arena_array(arena, (size_t)n, sizeof *g->landing);
  g->second = pw_arena_array(arena, (size_t)n, sizeof *g->second);
  g->y = pw_arena_array(arena, (size_t)pw_state_size(k), sizeof *g->y);
  bool ok = g->u && g->r && g->predicted && g->second && g->landing && g->y;
  for (int i = 0; i < PW_GUARD_NODES; i++) {
    g->z[i] = pw_arena_array(arena, (size_t)n, sizeof(double));
    g->dzdt[i] = pw_arena_array(arena, (size_t)n, sizeof(double));
    g->lambda[i] = pw_arena_array(arena, (size_t)k->rows + 1, sizeof(double));
    ok = ok && g->z[i] && g->dzdt[i] && g->lambda[i];
  }
  return ok ? PAWL_OK : PAWL_ERR_MEMORY;
}

void pw_guard_reset(PwGuard *g) {
  memset(g->u, 0, (size_t)g->rows * sizeof *g->u);
  g->distance = g->before = INFINITY;
  g->reference = 0;
  g->nodes = 0;
  g->known = false;
}

// Records the derivative at (t, z); the oldest point gives way.
static PawlStatus record(PwGuard *g, PwFormulation *f, double t, const double *z) {
  if (g->nodes == PW_GUARD_NODES) {
    double *z0 = g->z[0], *d0 = g->dzdt[0];
    for (int i = 0; i + 1 < PW_GUARD_NODES; i++) {
      g->t[i] = g->t[i + 1];
      g->z[i] = g->z[i + 1];
      g->dzdt[i] = g->dzdt[i + 1];
    }
    g->z[PW_GUARD_NODES - 1] = z0;
    g->dzdt[PW_GUARD_NODES - 1] = d0;
    g->nodes--;
  }
  int i = g->nodes;
  memcpy(g->z[i], z, (size_t)g->n * sizeof *z);
  PawlStatus status = pw_formulation_correct(f, t, g->z[i]);
  if (status == PAWL_OK) status = pw_formulation_derivative(f, t, g->z[i], g->dzdt[i]);
  if (status) return status;
  memset(g->solved, 0, sizeof g->solved);
  g->t[i] = t;
  g->base = g->nodes++;
  return PAWL_OK;
}

// Time until sigma is zero, by its rate and, if it falls ever faster, by its curvature too.
static double time_left(const PwSingularity *s, double curvature) {
  double straight = s->rate < 0 ? -s->sigma / s->rate : INFINITY;
  if (!(curvature < 0)) return straight;
  double bent = 2 * s->sigma / (sqrt(s->rate * s->rate - 2 * curvature * s->sigma) - s->rate);
  return bent < straight ? bent : straight;
}

// A body of a loop may turn by so much in one step, that sigma cannot go to zero and back unseen.
static double turning_limit(const PwGuard *g, const double *y) {
  static const double MOST_TURN = 0.4;
  double fastest = 0;
  for (int32_t i = 0; i < g->speeds; i++) {
    if (g->turning[i]) fastest = fmax(fastest, fabs(y[g->body_positions + i]));
  }
  return MOST_TURN / fastest;
}

PawlStatus pw_guard_watch(PwGuard *g, PwFormulation *f, PwIntegrator *it, bool *redo) {
  double from = pw_integrator_time_before(it), to = pw_integrator_time(it), h = pw_integrator_next_step(it);
  const double *z = pw_integrator_state(it);
  *redo = false;
  double rate_before = g->now.rate;
  PawlStatus status = pw_formulation_singularity(f, to, z, g->u, g->r, &g->now);
  if (status == PAWL_OK) status = pw_formulation_expand(f, to, z, g->y);
  if (status) return status == PAWL_ERR_SINGULAR ? PAWL_RETRY : status;
  g->before = g->distance;
  g->known = true;
  g->distance = time_left(&g->now, g->known ? (g->now.rate - rate_before) / (to - from) : 0);
  if (g->now.side < 0 && g->before < 4 * (to - from)) {
    *redo = true;
    return PAWL_OK;
  }
  g->turn_limit = turning_limit(g, g->y);
  if (g->reference == 0 && g->distance < NEAR * h) {
    g->reference = fmin(h, 4 * (to - from));
    g->estimate = INFINITY;
    g->jump = g->reference / JUMP_FRACTION;
  }
  if (g->reference > 0 && g->distance > 2 * NEAR * g->reference) {
    g->reference = 0;
    g->nodes = 0;
  }
  pw_formulation_set_careful(f, g->distance < CAREFUL * g->reference);
  if (g->reference == 0) return PAWL_OK;
  if (g->midpoints) status = pw_integrator_dense(it, from + (to - from) / 2, g->predicted, NULL);
  if (status == PAWL_OK && g->midpoints) status = record(g, f, from + (to - from) / 2, g->predicted);
  return status == PAWL_OK ? record(g, f, to, z) : status;
}

bool pw_guard_is_far(const PwGuard *g, double h) {
  return g->known && g->distance > FAR * h;
}

double pw_guard_limit(const PwGuard *g) {
  double limit = g->known ? g->turn_limit : INFINITY;
  return g->reference > 0 ? fmin(limit, g->distance / 2) : limit;
}

// Weights of the recorded derivatives from node `first` on: L_j(t).
static void lagrange(const PwGuard *g, int first, double t, double *weight) {
  for (int j = first; j < g->nodes; j++) {
    weight[j] = 1;
    for (int i = first; i < g->nodes; i++) {
      if (i != j) weight[j] *= (t - g->t[i]) / (g->t[j] - g->t[i]);
    }
  }
}

// Integral of L_j from the last node to t, by Gauss's rule with six points (exact to degree 11).
static void integrated(const PwGuard *g, int first, double t, double *weight) {
  static const double point[3] = {0.23861918608319690863, 0.66120938646626451366, 0.93246951420315202781};
  static const double share[3] = {0.46791393457269104739, 0.36076157304813860757, 0.17132449237917034504};
  double start = g->t[g->base], half = (t - start) / 2, part[PW_GUARD_NODES];
  for (int j = 0; j < PW_GUARD_NODES; j++) weight[j] = 0;
  for (int p = 0; p < 6; p++) {
    lagrange(g, first, start + half * (1 + (p < 3 ? point[p] : -point[p - 3])), part);
    for (int j = first; j < g->nodes; j++) weight[j] += share[p % 3] * half * part[j];
  }
}

static void predict(const PwGuard *g, int first, double t, double *z) {
  double weight[PW_GUARD_NODES];
  integrated(g, first, t, weight);
  memcpy(z, g->z[g->base], (size_t)g->n * sizeof *z);
  for (int j = first; j < g->nodes; j++) {
    for (int32_t i = 0; i < g->n; i++) z[i] += weight[j] * g->dzdt[j][i];
  }
}

// Length of the position part of a - b over that of the motion during `time`.
static double shift(const PwGuard *g, const double *a, const double *b, double time) {
  const double *rate = g->dzdt[g->base];
  double moved = 0, way = 0;
  for (int32_t i = 0; i < g->positions; i++) {
    moved += (a[i] - b[i]) * (a[i] - b[i]);
    way += rate[i] * rate[i];
  }
  return sqrt(moved) / (sqrt(way) * time);
}

// The polynomial errs mostly across the constraints, where the recorded derivatives are least precise and where projection
// corrects it; so both predictions are projected before they are compared. What projection moves must be small against the
// distance of the branches, which is of the order of the way made during D.
PawlStatus pw_guard_jump(PwGuard *g, PwFormulation *f, const PwIntegrator *it, double *to, bool *due) {
  double *z = g->landing;
  *due = false;
  if (g->reference == 0 || g->nodes < 5) return PAWL_OK;
  // the integrator's steps shrink below what the approach asks for: it sees the rounding that grows towards the singular position
  bool stuck = g->nodes >= 7 && g->distance < g->reference && pw_integrator_next_step(it) < g->distance / 6;
  if (!stuck && !(g->distance <= 1.4 * g->jump)) return PAWL_OK;
  bool last = g->jump < g->reference / LAST_FRACTION;
  double end = g->t[g->nodes - 1] + 1.5 * g->distance;
  predict(g, 0, end, g->predicted);
  memcpy(z, g->predicted, (size_t)g->n * sizeof *z);
  PawlStatus status = pw_formulation_correct(f, end, z);
  bool good = status == PAWL_OK && shift(g, z, g->predicted, g->distance / 2) < 0.05;
  if (good) {
    predict(g, 1, end, g->second);
    status = pw_formulation_correct(f, end, g->second);
    for (int32_t i = 0; i < g->n; i++) g->second[i] -= z[i];
    double estimate = pw_integrator_norm(it, z, g->second);
    bool noise = estimate > 0.5 * g->estimate;  // nearer is no better: the derivatives' rounding grows
    g->estimate = estimate;
    good = status == PAWL_OK && (last || stuck || noise || estimate < 0.2);
  }
  if (status < 0) return status;
  if (!good) {
    if (g->distance <= 1.4 * g->jump) g->jump /= 2;
    return g->jump < g->reference / HOPELESS ? PAWL_ERR_SINGULAR : PAWL_OK;
  }
  *to = end;
  *due = true;
  status = record(g, f, end, z);  // from here on the polynomial spans the jump instead of reaching over it
  g->base = g->nodes - 2;
  PwSingularity beyond = {0};
  if (status == PAWL_OK) status = pw_formulation_singularity(f, end, z, g->u, g->r, &beyond);
  g->missed = status == PAWL_OK && beyond.side > 0;
  return status < 0 ? status : PAWL_OK;
}

void pw_guard_dense(const PwGuard *g, double t, double *z, double *dzdt) {
  double weight[PW_GUARD_NODES] = {0};
  predict(g, 0, t, z);
  lagrange(g, 0, t, weight);
  if (dzdt) memset(dzdt, 0, (size_t)g->n * sizeof *dzdt);
  for (int j = 0; j < g->nodes; j++) {
    for (int32_t i = 0; dzdt && i < g->n; i++) dzdt[i] += weight[j] * g->dzdt[j][i];
  }
}

PawlStatus pw_guard_multipliers(PwGuard *g, PwFormulation *f, double t, double *lambda) {
  double weight[PW_GUARD_NODES] = {0};
  lagrange(g, 0, t, weight);
  memset(lambda, 0, (size_t)g->rows * sizeof *lambda);
  for (int j = 0; j < g->nodes; j++) {
    PwSolution solution;
    PawlStatus status = g->solved[j] ? PAWL_OK : pw_formulation_expand(f, g->t[j], g->z[j], g->y);
    if (status == PAWL_OK && !g->solved[j]) {
      status = pw_formulation_solve(f, g->t[j], g->y, &solution);
      if (status == PAWL_OK) memcpy(g->lambda[j], solution.lambda, (size_t)g->rows * sizeof *lambda);
    }
    if (status) return status;
    g->solved[j] = true;
    for (int32_t i = 0; i < g->rows; i++) lambda[i] += weight[j] * g->lambda[j][i];
  }
  return PAWL_OK;
}
