// Forces where rows depend on each other. The equations leave them open; what the sweeps found depends on the order of the
// touches, and a box on four like corners would stand on them unevenly. Of all forces that give the same rates those are taken
// that are the least in the sum of N^2 and |f|^2/(coefficient N): equal normal forces, and friction in proportion to what each
// could bear. Least norm alone is wrong there: a block on an incline would begin to slide at its upper corner, though the lower
// one could hold it.
//
// These may leave the cones. The forces found are within, and so is all between them and where the first cone is left.
#include <math.h>
#include <string.h>

#include "contact/cone_work.h"
#include "numerics/shortest.h"

static const double DEPENDENT = 1e-10;  // of the largest column: what is left of a column counts as none
static const double ROUNDING = 1e-14;   // of a limit

static bool is_still(const PwCone *c, int32_t first, int32_t rows) {
  for (int32_t i = first; i < first + rows; i++) {
    if (fabs(c->u[i]) > pw_cone_tolerance(c, i)) return false;
  }
  return true;
}

// Modes of the answer: whatever is at rest may take force, whatever slides is bound to its direction.
static void choose(PwCone *c) {
  for (int32_t i = 0; i < c->n; i++) {
    c->sign[i] = c->two_sided[i] && c->l[c->first[i]] < 0 ? -1 : 1;
    c->closed[i] = c->step[i] > 0 && is_still(c, c->first[i], 1);
  }
  for (int32_t k = 0; k < c->grips; k++) {
    PwWorkGrip *w = &c->grip[k];
    double limit = w->coefficient * pw_cone_load(c, w->touch);
    bool acts = c->closed[w->touch] || c->given[w->touch] > 0, rolls = w->kind == PW_PART_ROLLS;
    if (w->kind == PW_PART_KNOWN) continue;
    bool sticks = rolls ? pw_cone_load(c, w->touch) > 0 : acts && is_still(c, w->first, w->rows);
    w->state = sticks ? PW_PART_STICKS : PW_PART_BOUND;
    for (int32_t a = 0; a < w->rows; a++) w->way[a] = limit > 0 ? c->l[w->first + a] / limit : 0;
  }
}

// What a unit of the sum above is in each unknown: the square root of its weight's inverse.
static void weigh(PwCone *c, bool even) {
  double mean = 0;
  for (int32_t i = 0; i < c->n; i++) mean += pw_cone_load(c, i) / c->n;
  for (int32_t j = 0; j < c->unknowns; j++) {
    const PwWorkGrip *w = c->owner[j] < 0 ? NULL : &c->grip[c->owner[j]];
    double load = w && !even ? pw_cone_load(c, w->touch) : mean;
    c->work[j] = sqrt(w && w->kind == PW_PART_FREE ? w->coefficient * load : load);
  }
}

static bool is_within(const PwCone *c) {
  for (int32_t i = 0; i < c->n; i++) {
    double N = c->l[c->first[i]];
    bool kept = c->first_grip[i] == c->first_grip[i + 1] || c->sign[i] * N >= 0;
    if (!(c->two_sided[i] ? kept : N >= c->given[i])) return false;
  }
  for (int32_t k = 0; k < c->grips; k++) {
    const PwWorkGrip *w = &c->grip[k];
    double sum = 0;
    if (w->kind != PW_PART_FREE || w->state != PW_PART_STICKS) continue;
    for (int32_t a = 0; a < w->rows; a++) sum += c->l[w->first + a] * c->l[w->first + a];
    if (sqrt(sum) > (1 + ROUNDING) * w->coefficient * pw_cone_load(c, w->touch)) return false;
  }
  return true;
}

// From `kept` by a part of the way to x; where the whole way leaves a cone, half of what does not, so that no grip stands at its
// limit that need not.
static void move(PwCone *c) {
  bool cut = false;
  for (double share = 1; share > 1e-3; share *= 0.5) {
    for (int32_t j = 0; j < c->unknowns; j++) {
      int32_t row = c->unknown[j];
      c->l[row] = c->kept[row] + (cut ? 0.5 : 1) * share * (c->x[j] - c->kept[row]);
    }
    pw_cone_bind(c);
    if (is_within(c)) return;
    cut = true;
  }
  memcpy(c->l, c->kept, sizeof(double) * (size_t)c->rows);
}

// One pass; false: there is nothing to share.
static bool share(PwCone *c, bool even) {
  pw_cone_assemble(c);
  int32_t m = c->unknowns, rows = c->rows;
  weigh(c, even);
  memset(c->rhs, 0, sizeof(double) * (size_t)rows);
  for (int32_t j = 0; j < m; j++) {
    double *A = c->A + (size_t)j * (size_t)rows, force = c->l[c->unknown[j]];
    const double *column = c->C + (size_t)j * (size_t)rows;
    for (int32_t i = 0; i < rows; i++) {
      A[i] = column[i] * c->work[j] * c->row_scale[i];
      c->rhs[i] += column[i] * force * c->row_scale[i];
    }
    c->best[j] = c->work[j];
  }
  if (m == 0 || pw_shortest_solve(c->A, rows, m, c->rhs, DEPENDENT, c->x, c->work, c->pivot) == m) return false;
  for (int32_t j = 0; j < m; j++) c->x[j] *= c->best[j];
  memcpy(c->kept, c->l, sizeof(double) * (size_t)rows);
  move(c);
  pw_cone_evaluate(c);
  if (pw_cone_violation(c) <= c->allowed) return true;
  memcpy(c->l, c->kept, sizeof(double) * (size_t)rows);
  pw_cone_evaluate(c);
  return false;
}

// Weights of friction go by normal forces, which the first pass makes even.
void pw_cone_share(PwCone *c) {
  choose(c);
  if (share(c, true)) share(c, false);
}
