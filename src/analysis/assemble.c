// Newton on all rows with wishes as soft rows.
//
//   [ M   J^T  Jw^T ] (dq )   (  0  )
//   [ J    0    0   ] (.  ) = ( -C  )      hard rows
//   [ Jw   0   -e   ] (.  )   ( -Cw )      wishes, e = SOFT
//
// Each step weighs only itself by M, not the way from the start, so the iteration ends where the wishes' squares are least on the
// constraints. Far wishes are approached in portions, so that Newton stays near its branch.
#include "analysis/assemble.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/wishes.h"
#include "dynamics/kkt.h"

typedef struct {
  const PawlMechanism *k;
  PwArena arena;
  PwMotion motion;
  PwKkt kkt;
  double *x;
} Solver;

static PawlStatus solver_create(const PawlMechanism *k, Solver *s) {
  *s = (Solver){.k = k};
  PawlStatus status = pw_motion_create(k, &s->arena, &s->motion);
  if (status == PAWL_OK) status = pw_kkt_create(k, &s->arena, &s->kkt);
  s->x = pw_arena_array(&s->arena, (size_t)(s->kkt.nv + k->rows) + 1, sizeof *s->x);
  return status == PAWL_OK && !s->x ? PAWL_ERR_MEMORY : status;
}

static void solver_free(Solver *s) {
  pw_kkt_free(&s->kkt);
  pw_arena_free(&s->arena);
}

const char *pw_row_name(const PawlMechanism *k, int32_t row, char out[128]) {
  const PwRow *r = &k->row[row];
  if (r->joint >= 0) {
    snprintf(out, 128, "joint '%.100s'", k->joint[r->joint].name);
  } else if (r->coupler >= 0) {
    snprintf(out, 128, "coupler '%.100s'", k->coupler[r->coupler].name);
  } else if (r->drive >= 0) {
    snprintf(out, 128, "drive '%.100s'", k->drive[r->drive].name);
  } else {
    snprintf(out, 128, "an initial value");
  }
  return out;
}

// Residual of one row relative to the mechanism's size.
static double relative(const PawlMechanism *k, int32_t r, double c) {
  return fabs(k->row[r].angular ? c : c / k->size);
}

// One damped Newton run; *left: largest residual of the hard rows afterwards.
static PawlStatus newton(Solver *s, double t, const PwDiscrete *discrete, double *q, double *left) {
  const PawlMechanism *k = s->k;
  int32_t nv = s->kkt.nv, per = pw_speeds_per_body(k), linear = k->planar ? 2 : 3;
  double best = INFINITY;
  for (int iteration = 0, stalled = 0; iteration < 200; iteration++) {
    PawlStatus status = pw_motion_place(&s->motion, t, q, discrete);
    if (status) return status;
    double hard = 0, step = 0;
    for (int32_t a = 0; a < s->kkt.m; a++) {
      int32_t r = s->kkt.row[a];
      double c = pw_row_value(&s->motion, r);
      if (!isfinite(c)) return PAWL_RETRY;
      s->x[nv + a] = -c;
      if (k->row[r].softness == 0) hard = fmax(hard, relative(k, r, c));
    }
    *left = hard;
    stalled = hard < 0.9 * best ? 0 : stalled + 1;
    best = fmin(best, hard);
    if (stalled > 30) return PAWL_OK;
    memset(s->x, 0, (size_t)nv * sizeof *s->x);
    pw_kkt_fill(&s->kkt, &s->motion);
    status = pw_sparse_factor(s->kkt.matrix);
    if (status) return status;
    pw_sparse_solve(s->kkt.matrix, s->x);
    for (int32_t i = 0; i < nv; i++) step = fmax(step, fabs(s->x[i]) / (i % per < linear ? k->size : 1));
    if (!isfinite(step)) return PAWL_RETRY;
    double damp = step > 0.5 ? 0.5 / step : 1;
    for (int32_t i = 0; i < nv; i++) s->x[i] *= damp;
    pw_position_add(k, q, s->x, q);
    if (step < 1e-15 || (step < 1e-12 && hard < 1e-14)) return PAWL_OK;
  }
  return PAWL_OK;
}

// Names the worst rows left open.
static PawlStatus complain(Solver *s, double t, const PwDiscrete *discrete, const double *q, PawlMessages *messages) {
  const PawlMechanism *k = s->k;
  char name[128];
  pw_motion_place(&s->motion, t, q, discrete);
  pw_message(messages, PAWL_ERROR, PW_NOWHERE, "the mechanism cannot be assembled at t = %g s:", t);
  for (int shown = 0, last = -2; shown < 5; shown++) {
    int32_t worst = -1;
    double most = 1e-9;
    for (int32_t a = 0; a < s->kkt.m; a++) {
      int32_t r = s->kkt.row[a];
      double c = relative(k, r, pw_row_value(&s->motion, r));
      if (k->row[r].softness == 0 && c > most && s->x[a] != -1) {
        most = c;
        worst = a;
      }
    }
    if (worst < 0) break;
    s->x[worst] = -1;
    int32_t r = s->kkt.row[worst];
    if (k->row[r].joint >= 0 && k->row[r].joint == last) continue;
    last = k->row[r].joint;
    double open = pw_row_value(&s->motion, r);
    pw_message(messages, PAWL_ERROR, k->row[r].joint >= 0 ? k->joint[k->row[r].joint].place : PW_NOWHERE,
               "%s stays open by %.3g %s; check its frames, lengths and initial values", pw_row_name(k, r, name), fabs(open),
               k->row[r].angular ? "rad" : "m");
  }
  return PAWL_ERR_ASSEMBLY;
}

PawlStatus pw_assemble_positions(const PawlMechanism *k, double t, const PwDiscrete *discrete, bool wishes, double *q,
                                 PawlMessages *messages) {
  PwWishes w;
  PawlStatus status = pw_wishes_create(k, wishes, discrete, t, q, &w);
  Solver s = {0};
  double left = INFINITY;
  if (status == PAWL_OK) status = solver_create(&w.k, &s);
  for (int part = 1; part <= w.parts && status == PAWL_OK; part++) {
    pw_wishes_aim(&w, (double)part / w.parts);
    status = newton(&s, t, &w.discrete, q, &left);
  }
  if (status == PAWL_OK && !(left < 1e-11)) {
    memset(s.x, 0, (size_t)(s.kkt.nv + s.k->rows) * sizeof *s.x);
    status = complain(&s, t, &w.discrete, q, messages);
  } else if (status == PAWL_ERR_SINGULAR || status == PAWL_RETRY) {
    memset(s.x, 0, (size_t)(s.kkt.nv + s.k->rows) * sizeof *s.x);
    complain(&s, t, &w.discrete, q, messages);
    pw_message(messages, PAWL_ERROR, PW_NOWHERE, "the constraints lose rank on the way: draw the mechanism nearer to its start");
    status = PAWL_ERR_ASSEMBLY;
  }
  if (status == PAWL_OK) {
    pw_motion_place(&s.motion, t, q, &w.discrete);
    pw_wishes_report(&w, &s.motion, false, messages);
  }
  if (s.k) solver_free(&s);
  pw_wishes_free(&w);
  return status;
}

PawlStatus pw_assemble_speeds(const PawlMechanism *k, double t, const PwDiscrete *discrete, const double *q, double *v,
                              PawlMessages *messages) {
  PwWishes w;
  PawlStatus status = pw_wishes_create_speeds(k, discrete, q, &w);
  Solver s = {0};
  if (status == PAWL_OK) status = solver_create(&w.k, &s);
  if (status == PAWL_OK) status = pw_motion_place(&s.motion, t, q, &w.discrete);
  if (status == PAWL_OK) {
    pw_kkt_fill(&s.kkt, &s.motion);
    status = pw_sparse_factor(s.kkt.matrix);
  }
  memset(v, 0, (size_t)pw_speed_count(k) * sizeof *v);
  for (int pass = 0; pass < 4 && status == PAWL_OK; pass++) {
    pw_motion_move(&s.motion, v);
    memset(s.x, 0, (size_t)s.kkt.nv * sizeof *s.x);
    for (int32_t a = 0; a < s.kkt.m; a++) s.x[s.kkt.nv + a] = w.speed[s.kkt.row[a]] - pw_row_rate(&s.motion, s.kkt.row[a]);
    pw_sparse_solve(s.kkt.matrix, s.x);
    for (int32_t i = 0; i < s.kkt.nv; i++) v[i] += s.x[i];
  }
  if (status == PAWL_OK) {
    pw_motion_move(&s.motion, v);
    pw_wishes_report(&w, &s.motion, true, messages);
  } else if (status == PAWL_ERR_SINGULAR) {
    pw_message(
        messages, PAWL_ERROR, PW_NOWHERE,
        "the constraints lose rank at the start, or speeds are held that depend on each other: hold fewer, or start elsewhere");
    status = PAWL_ERR_ASSEMBLY;
  }
  if (s.k) solver_free(&s);
  pw_wishes_free(&w);
  return status;
}
