// Newton's method on the equations of modes: u_n = 0 of touches that press, u = 0 of grips that stick, f = limit * t/|t| with
// t = f - step u of grips that slide (Alart, Curnier 1991). Modes are chosen anew before each step, by the same t. In one row a
// direction is a sign, and the grip's force is bound to the load.
//
// Steps are the shortest that answer the linear equations: where rows depend on each other, forces stay near those it began with,
// and so within the cones that these are in.
#include <math.h>
#include <string.h>

#include "contact/cone_work.h"
#include "numerics/shortest.h"

static const int MOST_STEPS = 12;
static const double GROWTH = 1e4;       // of terms by an answer
static const double DEPENDENT = 1e-10;  // of the largest column: what is left of a column counts as none

// ---- modes ----

void pw_cone_choose_grip(PwCone *c, PwWorkGrip *w) {
  double t[PW_CONE_GRIP_ROWS], sum = 0, limit = w->coefficient * pw_cone_load(c, w->touch);
  bool acts = c->closed[w->touch] || c->given[w->touch] > 0;
  w->state = PW_PART_BOUND;
  if (w->kind == PW_PART_KNOWN) return;
  for (int32_t a = 0; a < w->rows; a++) {
    t[a] = c->l[w->first + a] - w->step * c->u[w->first + a];
    sum += t[a] * t[a];
    w->way[a] = 0;
  }
  if (!acts) return;
  if (w->kind == PW_PART_ROLLS || sum <= limit * limit) {
    w->state = PW_PART_STICKS;
    return;
  }
  w->reach = sqrt(sum);
  for (int32_t a = 0; a < w->rows; a++) w->way[a] = t[a] / w->reach;
  if (w->rows > 1) w->state = PW_PART_SLIDES;
}

void pw_cone_choose_normal(PwCone *c, int32_t i) {
  int32_t row = c->first[i];
  c->sign[i] = c->two_sided[i] && c->l[row] < 0 ? -1 : 1;
  c->closed[i] = c->step[i] > 0 && (c->two_sided[i] || c->l[row] - c->given[i] - c->step[i] * c->u[row] > 0);
}

void pw_cone_choose(PwCone *c) {
  for (int32_t i = 0; i < c->n; i++) pw_cone_choose_normal(c, i);
  for (int32_t k = 0; k < c->grips; k++) pw_cone_choose_grip(c, &c->grip[k]);
}

void pw_cone_bind(PwCone *c) {
  for (int32_t i = 0; i < c->n; i++) {
    if (!c->closed[i]) c->l[c->first[i]] = c->given[i];
  }
  for (int32_t k = 0; k < c->grips; k++) {
    const PwWorkGrip *w = &c->grip[k];
    double limit = w->coefficient * c->sign[w->touch] * c->l[c->first[w->touch]];
    for (int32_t a = 0; a < w->rows && w->state == PW_PART_BOUND; a++) c->l[w->first + a] = limit * w->way[a];
  }
}

// ---- equations ----

static bool has_inertia(const PwCone *c, int32_t row) {
  return c->W[(size_t)row * (size_t)(c->rows + 1)] > c->zero;
}

static void list_unknowns(PwCone *c) {
  c->unknowns = 0;
  for (int32_t i = 0; i < c->n; i++) {
    if (c->closed[i]) {
      c->owner[c->unknowns] = -1;
      c->unknown[c->unknowns++] = c->first[i];
    }
    for (int32_t k = c->first_grip[i]; k < c->first_grip[i + 1]; k++) {
      const PwWorkGrip *w = &c->grip[k];
      for (int32_t a = 0; a < w->rows && w->state != PW_PART_BOUND; a++) {
        if (w->state == PW_PART_STICKS && !has_inertia(c, w->first + a)) continue;
        c->owner[c->unknowns] = k;
        c->unknown[c->unknowns++] = w->first + a;
      }
    }
  }
}

// Column of a touch's normal force: bound grips go with it.
static void add_bound(const PwCone *c, int32_t touch, double *column) {
  for (int32_t k = c->first_grip[touch]; k < c->first_grip[touch + 1]; k++) {
    const PwWorkGrip *w = &c->grip[k];
    for (int32_t a = 0; a < w->rows && w->state == PW_PART_BOUND; a++) {
      double share = w->coefficient * c->sign[touch] * w->way[a];
      if (share == 0) continue;
      const double *W = c->W + (size_t)(w->first + a) * (size_t)c->rows;
      for (int32_t r = 0; r < c->rows; r++) column[r] += share * W[r];
    }
  }
}

static void fill_columns(PwCone *c) {
  int32_t touch = 0;
  for (int32_t j = 0; j < c->unknowns; j++) {
    double *column = c->C + (size_t)j * (size_t)c->rows;
    memcpy(column, c->W + (size_t)c->unknown[j] * (size_t)c->rows, sizeof(double) * (size_t)c->rows);
    if (c->owner[j] >= 0) continue;
    while (c->first[touch] != c->unknown[j]) touch++;
    add_bound(c, touch, column);
  }
}

// Component `a` of the equation of a grip that slides, divided by its step to measure rates: its derivative by unknown j.
static double slide_derivative(const PwCone *c, const PwWorkGrip *w, int32_t a, int32_t j) {
  const double *column = c->C + (size_t)j * (size_t)c->rows;
  int32_t row = c->unknown[j], normal = c->first[w->touch];
  double across[PW_CONE_GRIP_ROWS], along = 0, limit = w->coefficient * c->sign[w->touch] * c->l[normal];
  for (int32_t b = 0; b < w->rows; b++) {
    across[b] = (row == w->first + b) - w->step * column[w->first + b];
    along += w->way[b] * across[b];
  }
  double own = row == w->first + a, load = row == normal ? w->coefficient * c->sign[w->touch] : 0;
  return (own - load * w->way[a] - limit / w->reach * (across[a] - w->way[a] * along)) / w->step;
}

void pw_cone_assemble(PwCone *c) {
  list_unknowns(c);
  fill_columns(c);
  for (int32_t j = 0; j < c->unknowns; j++) {
    const double *column = c->C + (size_t)j * (size_t)c->rows;
    double *A = c->A + (size_t)j * (size_t)c->unknowns, scale = c->row_scale[c->unknown[j]];
    for (int32_t i = 0; i < c->unknowns; i++) {
      const PwWorkGrip *w = c->owner[i] < 0 ? NULL : &c->grip[c->owner[i]];
      double value =
          w && w->state == PW_PART_SLIDES ? slide_derivative(c, w, c->unknown[i] - w->first, j) : column[c->unknown[i]];
      A[i] = value * scale * c->row_scale[c->unknown[i]];
    }
  }
  for (int32_t i = 0; i < c->unknowns; i++) {
    int32_t row = c->unknown[i];
    const PwWorkGrip *w = c->owner[i] < 0 ? NULL : &c->grip[c->owner[i]];
    double off = c->u[row];
    if (w && w->state == PW_PART_SLIDES) {
      double limit = w->coefficient * c->sign[w->touch] * c->l[c->first[w->touch]];
      off = (c->l[row] - limit * w->way[row - w->first]) / w->step;
    }
    c->rhs[i] = -off * c->row_scale[row];
  }
}

void pw_cone_step(PwCone *c) {
  pw_cone_assemble(c);
  if (c->unknowns > 0) pw_shortest_solve(c->A, c->unknowns, c->unknowns, c->rhs, DEPENDENT, c->x, c->work, c->pivot);
  for (int32_t j = 0; j < c->unknowns; j++) c->l[c->unknown[j]] += c->row_scale[c->unknown[j]] * c->x[j];
  pw_cone_bind(c);
  pw_cone_evaluate(c);
}

double pw_cone_size(const PwCone *c) {
  double most = 0;
  for (int32_t i = 0; i < c->rows; i++) most = fmax(most, c->size[i]);
  return most;
}

double pw_cone_most(const PwCone *c) {
  return c->allowed > 1 ? INFINITY : GROWTH * fmax(c->scale, pw_cone_size(c));
}

bool pw_cone_newton(PwCone *c) {
  double violation = INFINITY, most;
  pw_cone_evaluate(c);
  most = pw_cone_most(c);
  for (int i = 0; i < MOST_STEPS; i++) {
    pw_cone_choose(c);
    pw_cone_bind(c);
    pw_cone_evaluate(c);
    pw_cone_step(c);
    violation = pw_cone_violation(c);
    if (violation <= 1 || !isfinite(violation)) break;
  }
  return violation <= c->allowed && pw_cone_size(c) <= most;
}
