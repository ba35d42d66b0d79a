// Newton on all rows with wishes as soft rows.
//
//   [ M   J^T  Jw^T ] (dq )   (  0  )
//   [ J    0    0   ] (.  ) = ( -C  )      hard rows
//   [ Jw   0   -e   ] (.  )   ( -Cw )      wishes, e = SOFT
//
// Each step weighs only itself by M, not the way from the start, so the iteration ends where the wishes' squares are least on the
// constraints. Far wishes are approached in portions, so that Newton stays near its branch. Where a wish cannot be met (a slider
// wished beyond its dead point) its square bends away from what the step expects, and the rows tear each other open; then the
// part of the step that closes the hard rows is made in full, the part towards the wishes as short as it takes to come nearer.
#include "analysis/assemble.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/wishes.h"
#include "dynamics/kkt.h"
#include "mechanics/held.h"

static const char OTHERS[] = "joints, drives or other held values say something else";

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
  return fabs(c / pw_scale(k, k->row[r].angular));
}

// Residuals of all active rows into s->x; the largest of the hard ones and the sum of squares of the wishes. False: no number.
static bool residuals(Solver *s, double *hard, double *soft) {
  const PawlMechanism *k = s->k;
  *hard = *soft = 0;
  for (int32_t a = 0; a < s->kkt.m; a++) {
    int32_t r = s->kkt.row[a];
    double c = pw_row_value(&s->motion, r);
    if (!isfinite(c)) return false;
    s->x[s->kkt.nv + a] = -c;
    if (k->row[r].softness == 0) {
      *hard = fmax(*hard, relative(k, r, c));
    } else {
      *soft += c * c;
    }
  }
  memset(s->x, 0, (size_t)s->kkt.nv * sizeof *s->x);
  return true;
}

// Solves for the step in s->x, which holds the residuals; *length: its largest part relative to the mechanism's size.
static PawlStatus solve_step(Solver *s, double *length) {
  int32_t per = pw_speeds_per_body(s->k), linear = s->k->planar ? 2 : 3;
  pw_kkt_fill(&s->kkt, &s->motion);
  PawlStatus status = pw_sparse_factor(s->kkt.matrix);
  if (status) return status;
  pw_sparse_solve(s->kkt.matrix, s->x);
  *length = 0;
  for (int32_t i = 0; i < s->kkt.nv; i++) *length = fmax(*length, fabs(s->x[i]) / pw_scale(s->k, i % per >= linear));
  return isfinite(*length) ? PAWL_OK : PAWL_RETRY;
}

// One damped Newton run; *left: largest residual of the hard rows afterwards.
static PawlStatus newton(Solver *s, double t, const PwDiscrete *discrete, double *q, double *left) {
  double best = INFINITY;
  for (int iteration = 0, stalled = 0; iteration < 200; iteration++) {
    PawlStatus status = pw_motion_place(&s->motion, t, q, discrete);
    if (status) return status;
    double hard, soft, step;
    if (!residuals(s, &hard, &soft)) return PAWL_RETRY;
    *left = hard;
    stalled = hard < 0.9 * best ? 0 : stalled + 1;
    best = fmin(best, hard);
    if (stalled > 30) return PAWL_OK;
    status = solve_step(s, &step);
    if (status) return status;
    double damp = step > 0.5 ? 0.5 / step : 1;
    for (int32_t i = 0; i < s->kkt.nv; i++) s->x[i] *= damp;
    pw_position_add(s->k, q, s->x, q);
    if (step < 1e-15 || (step < 1e-12 && hard < 1e-14)) return PAWL_OK;
  }
  return PAWL_OK;
}

// As near to the wishes as the hard rows allow, along the freedoms that they leave. Angles are counted as they turn.
static PawlStatus creep(Solver *s, PwWishes *w, double t, double *q, double *left) {
  double reach = 0.1, aim = INFINITY, hard, soft, step;
  double *close = pw_arena_array(&s->arena, (size_t)s->kkt.nv + 1, sizeof *close);
  PawlStatus status = close ? PAWL_OK : PAWL_ERR_MEMORY;
  s->motion.all = true;
  pw_wishes_release(w, true);
  if (status == PAWL_OK) status = newton(s, t, &w->discrete, q, left);
  if (status == PAWL_OK) pw_wishes_aim(w, 1);
  for (int iteration = 0; iteration < 400 && reach > 1e-10 && status == PAWL_OK && *left < 1e-3; iteration++) {
    pw_discrete_count_turns(&s->motion, &w->discrete);
    status = pw_motion_place(&s->motion, t, q, &w->discrete);
    if (status == PAWL_OK && !residuals(s, left, &soft)) status = PAWL_RETRY;
    if (soft > aim) reach /= 2;
    aim = soft;
    pw_wishes_release(w, true);
    if (status == PAWL_OK) status = solve_step(s, &step);
    if (status) break;
    memcpy(close, s->x, (size_t)s->kkt.nv * sizeof *close);
    residuals(s, &hard, &soft);
    pw_wishes_release(w, false);
    status = solve_step(s, &step);
    if (step < 1e-13) break;
    double damp = step > reach ? reach / step : 1;
    for (int32_t i = 0; i < s->kkt.nv; i++) s->x[i] = close[i] + damp * (s->x[i] - close[i]);
    if (status == PAWL_OK) pw_position_add(s->k, q, s->x, q);
  }
  pw_wishes_release(w, true);
  return status == PAWL_OK ? newton(s, t, &w->discrete, q, left) : status;
}

static void tell_open(const PwWishes *w, int32_t r, double open, PawlMessages *messages) {
  const PawlMechanism *k = &w->k;
  char name[128], by[PW_QUANTITY];
  pw_units_text(&k->units, fabs(open), k->row[r].angular ? PW_DIM_ANGLE : PW_DIM_LENGTH, 3, by);
  if (r >= w->first) {
    pw_message(messages, PAWL_ERROR, w->label[r].place,
               "the initial position of '%s' is held and stays off by %s; correct it, or leave `hold` out", w->label[r].name, by);
  } else {
    pw_message(messages, PAWL_ERROR, k->row[r].joint >= 0 ? k->joint[k->row[r].joint].place : PW_NOWHERE,
               "%s stays open by %s; check its frames, lengths and initial values", pw_row_name(k, r, name), by);
  }
}

// Names the worst rows left open.
static PawlStatus complain(Solver *s, double t, const PwWishes *w, const double *q, PawlMessages *messages) {
  const PawlMechanism *k = s->k;
  pw_motion_place(&s->motion, t, q, &w->discrete);
  pw_message(messages, PAWL_ERROR, PW_NOWHERE, "the mechanism cannot be assembled at t = %s:", PW_SAY_TIME(k, t));
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
    tell_open(w, r, pw_row_value(&s->motion, r), messages);
  }
  return PAWL_ERR_ASSEMBLY;
}

static PawlStatus count_turns(Solver *s, PwWishes *w, double t, const double *q) {
  if (s->k->turns == 0) return PAWL_OK;
  s->motion.all = true;
  PawlStatus status = pw_motion_place(&s->motion, t, q, &w->discrete);
  s->motion.all = false;
  if (status == PAWL_OK) pw_discrete_count_turns(&s->motion, &w->discrete);
  return status;
}

// Portions so small that no counted angle turns by more than about one radian in each, judged by the tangent at the start.
static PawlStatus choose_parts(Solver *s, PwWishes *w, double t, const double *q) {
  const PawlMechanism *k = s->k;
  int32_t nv = s->kkt.nv, per = pw_speeds_per_body(k);
  double most = 0, hard, soft, step;
  if (k->turns == 0) return PAWL_OK;
  pw_wishes_aim(w, 0);
  s->motion.all = true;
  PawlStatus status = pw_motion_place(&s->motion, t, q, &w->discrete);
  if (status == PAWL_OK) {
    residuals(s, &hard, &soft);
    for (int32_t a = 0; a < s->kkt.m; a++) s->x[nv + a] += w->to[s->kkt.row[a]] - w->from[s->kkt.row[a]];
    status = solve_step(s, &step);
  }
  for (int32_t i = 0; i < k->scalars && status == PAWL_OK; i++) {
    double turn = 0;
    for (int side = 0; side < 2 && k->scalar[i].turn >= 0; side++) {
      int32_t body = k->frame[k->scalar[i].frame[side]].body;
      for (int32_t c = 0; c < per && body; c++) turn += s->motion.scalar[i].jac[side * per + c] * s->x[(body - 1) * per + c];
    }
    most = fmax(most, fabs(turn));
  }
  s->motion.all = false;
  w->parts = (int32_t)fmin(100000, fmax(w->parts, 1 + most));
  return status == PAWL_ERR_SINGULAR ? PAWL_OK : status;
}

// Newton in portions; if it tears the rows open, from the last good positions as near as it gets.
static PawlStatus approach(Solver *s, PwWishes *w, double t, double *q, double *left) {
  size_t bytes = (size_t)pw_position_count(s->k) * sizeof *q;
  double *before = pw_arena_alloc(&s->arena, bytes + 1);
  PawlStatus status = before ? choose_parts(s, w, t, q) : PAWL_ERR_MEMORY;
  for (int part = 1; part <= w->parts && status == PAWL_OK; part++) {
    memcpy(before, q, bytes);
    pw_wishes_aim(w, (double)part / w->parts);
    status = newton(s, t, &w->discrete, q, left);
    bool open = status == PAWL_OK && !(*left < 1e-11);
    if (status == PAWL_OK && !open) status = count_turns(s, w, t, q);
    if (s->kkt.softs == 0 || !(open || status == PAWL_ERR_SINGULAR || status == PAWL_RETRY)) continue;
    memcpy(q, before, bytes);
    pw_wishes_aim(w, (double)(part - 1) / w->parts);
    return creep(s, w, t, q, left);
  }
  return status;
}

PawlStatus pw_assemble_positions(const PawlMechanism *k, double t, PwDiscrete *discrete, bool wishes, double *q,
                                 PawlMessages *messages) {
  PwWishes w;
  PawlStatus status = pw_wishes_create(k, wishes, discrete, t, q, &w);
  Solver s = {0};
  double left = INFINITY;
  if (status == PAWL_OK) status = pw_wishes_drop_dependent(&w, t, q);
  if (status == PAWL_OK) status = solver_create(&w.k, &s);
  if (status == PAWL_OK) status = approach(&s, &w, t, q, &left);
  bool lost = status == PAWL_ERR_SINGULAR || status == PAWL_RETRY;
  if (lost || (status == PAWL_OK && !(left < 1e-11))) {
    memset(s.x, 0, (size_t)(s.kkt.nv + s.k->rows) * sizeof *s.x);
    PawlStatus law = lost ? pw_fail_no_number(k, &w.discrete, NULL, t, 0, PAWL_ERR_ASSEMBLY, messages) : PAWL_OK;
    status = law ? law : complain(&s, t, &w, q, messages);
    if (lost && !law) {
      pw_message(messages, PAWL_ERROR, PW_NOWHERE,
                 "the constraints lose rank on the way: draw the mechanism nearer to its start");
    }
  }
  if (status == PAWL_OK) {
    pw_motion_place(&s.motion, t, q, &w.discrete);
    if (wishes) status = pw_held_check(&s.motion, t, q, NULL, &w.discrete, OTHERS, messages);
    if (status == PAWL_OK) pw_wishes_report(&w, &s.motion, false, messages);
    memcpy(discrete->turn, w.discrete.turn, (size_t)k->turns * sizeof *discrete->turn);
  }
  if (s.k) solver_free(&s);
  pw_wishes_free(&w);
  return status;
}

// Speeds by the rows and wishes of w: *s is made for it, and moved by them.
static PawlStatus solve_speeds(PwWishes *w, double t, const double *q, Solver *s, double *v) {
  PawlStatus status = pw_wishes_drop_dependent(w, t, q);
  if (status == PAWL_OK) status = solver_create(&w->k, s);
  if (status == PAWL_OK) status = pw_motion_place(&s->motion, t, q, &w->discrete);
  if (status == PAWL_OK) {
    pw_kkt_fill(&s->kkt, &s->motion);
    status = pw_sparse_factor(s->kkt.matrix);
  }
  memset(v, 0, (size_t)pw_speed_count(&w->k) * sizeof *v);
  for (int pass = 0; pass < 4 && status == PAWL_OK; pass++) {
    pw_motion_move(&s->motion, v);
    memset(s->x, 0, (size_t)s->kkt.nv * sizeof *s->x);
    for (int32_t a = 0; a < s->kkt.m; a++) {
      s->x[s->kkt.nv + a] = w->speed[s->kkt.row[a]] - pw_row_rate(&s->motion, s->kkt.row[a]);
    }
    pw_sparse_solve(s->kkt.matrix, s->x);
    for (int32_t i = 0; i < s->kkt.nv; i++) v[i] += s->x[i];
  }
  if (status == PAWL_OK) pw_motion_move(&s->motion, v);
  return status;
}

PawlStatus pw_assemble_speeds(const PawlMechanism *k, double t, const PwDiscrete *discrete, const double *q, double *v,
                              PawlMessages *messages) {
  PwWishes w;
  Solver s = {0};
  PawlStatus status = pw_wishes_create_speeds(k, discrete, q, &w);
  if (status == PAWL_OK) status = solve_speeds(&w, t, q, &s, v);
  if (status == PAWL_OK) {
    status = pw_held_check(&s.motion, t, q, v, &w.discrete, OTHERS, messages);
    if (status == PAWL_OK) pw_wishes_report(&w, &s.motion, true, messages);
  }
  if (status == PAWL_OK && pw_wishes_leave_unturned(&w, &s.motion, q)) {
    solver_free(&s);
    status = solve_speeds(&w, t, q, &s, v);
    if (status == PAWL_OK) status = pw_held_check(&s.motion, t, q, v, &w.discrete, OTHERS, messages);
  }
  if (status == PAWL_ERR_SINGULAR) {
    pw_message(messages, PAWL_ERROR, PW_NOWHERE, "the constraints lose rank at the start: start elsewhere");
    status = PAWL_ERR_ASSEMBLY;
  }
  if (s.k) solver_free(&s);
  pw_wishes_free(&w);
  return status;
}
