// Which piece is in force at each kink, how far its ends are, and what follows when one is crossed.
#include <math.h>

#include "expression/tape.h"

#define FLOOR_LIMIT 2e9  // branches are 32 bit integers

int32_t pw_kink_choose(const PwKink *kink, double u, double du) {
  double low, high;
  int32_t piece = 0;
  switch (kink->type) {
    case PW_KINK_SIDE:
      return u > 0 || (u == 0 && !(du < 0));
    case PW_KINK_SIDE_STRICT:
      return u > 0 || (u == 0 && du > 0);
    case PW_KINK_EQUAL:
      return u != 0 ? (u > 0) - (u < 0) : (du > 0) - (du < 0);
    case PW_KINK_FLOOR:
      if (!(fabs(u) < FLOOR_LIMIT)) return PW_FLOOR_NONE;
      piece = (int32_t)floor(u);
      return piece - (u == piece && du < 0);
    case PW_KINK_TABLE:
      piece = pw_table_piece(kink->table, u);
      pw_table_ends(kink->table, piece, &low, &high);
      return piece - (u == low && du < 0);
    default:
      piece = pw_program_piece(kink->program, u);
      pw_program_ends(kink->program, piece, &low, &high);
      return piece - (u == low && du < 0);
  }
}

static void kink_ends(const PwKink *kink, int32_t branch, double *low, double *high) {
  switch (kink->type) {
    case PW_KINK_SIDE:
    case PW_KINK_SIDE_STRICT:
      *low = branch > 0 ? 0 : -INFINITY;
      *high = branch > 0 ? INFINITY : 0;
      break;
    case PW_KINK_EQUAL:
      *low = branch < 0 ? -INFINITY : 0;
      *high = branch > 0 ? INFINITY : 0;
      break;
    case PW_KINK_FLOOR:
      *low = branch == PW_FLOOR_NONE ? -INFINITY : branch;
      *high = branch == PW_FLOOR_NONE ? INFINITY : branch + 1.0;
      break;
    case PW_KINK_TABLE:
      pw_table_ends(kink->table, branch, low, high);
      break;
    default:
      pw_program_ends(kink->program, branch, low, high);
  }
}

static bool in_force(const PwExpr *expr, int32_t guard, const double *v) {
  for (; guard >= 0; guard = expr->guards[guard].parent) {
    if ((v[expr->guards[guard].condition] != 0) != expr->guards[guard].wanted) return false;
  }
  return true;
}

void pw_expr_switches(const PwExpr *expr, const double *x, const int32_t *branch, double *g) {
  double v[PW_TAPE_MAX], low, high;
  for (int32_t i = 0; i < expr->op_count; i++) v[i] = pw_op_value(&expr->ops[i], expr->kinks, x, branch, v);
  for (int32_t k = 0; k < expr->kink_count; k++) {
    const PwKink *kink = &expr->kinks[k];
    g[2 * k] = g[2 * k + 1] = INFINITY;
    if (!in_force(expr, kink->guard, v)) continue;
    kink_ends(kink, branch[k], &low, &high);
    if (isfinite(low)) g[2 * k] = v[kink->argument] - low;
    if (isfinite(high)) g[2 * k + 1] = high - v[kink->argument];
  }
}

static bool is_kink(const PwOp *op) {
  return op->code >= PW_OP_ABS && op->code <= PW_OP_PROGRAM;
}

// Evaluates operation i along the direction.
static void step(const PwExpr *expr, int32_t i, const double *x, const double *direction, const int32_t *branch, PwJet *j) {
  const PwOp *op = &expr->ops[i];
  if (op->code == PW_OP_VARIABLE) {
    j[i] = (PwJet){op->constant * x[op->a], direction ? op->constant * direction[op->a] : 0, 0};
  } else {
    pw_op_jet(op, expr->kinks, NULL, branch, j, &j[i]);
  }
}

void pw_expr_choose(const PwExpr *expr, const double *x, const double *direction, int32_t *branch) {
  PwJet j[PW_TAPE_MAX];
  for (int32_t i = 0; i < expr->op_count; i++) {
    if (is_kink(&expr->ops[i])) {
      int32_t k = expr->ops[i].kink;
      const PwJet *u = &j[expr->kinks[k].argument];
      branch[k] = pw_kink_choose(&expr->kinks[k], u->v, u->d);
    }
    step(expr, i, x, direction, branch, j);
  }
}

static int32_t neighbour(const PwKink *kink, int32_t branch, int side) {
  double low, high;
  switch (kink->type) {
    case PW_KINK_SIDE:
    case PW_KINK_SIDE_STRICT:
      return side ? 1 : 0;
    case PW_KINK_EQUAL:
      return side ? 1 : -1;  // a moving argument is never at rest on zero
    default:
      kink_ends(kink, branch, &low, &high);
      if (side) return isfinite(high) ? branch + 1 : branch;
      return isfinite(low) ? branch - 1 : branch;
  }
}

// Whether what the guard looks at depends on what changed.
static bool guard_changed(const PwExpr *expr, int32_t guard, const bool *changed) {
  for (; guard >= 0; guard = expr->guards[guard].parent) {
    if (changed[expr->guards[guard].condition]) return true;
  }
  return false;
}

void pw_expr_cross(const PwExpr *expr, int32_t kink, int side, const double *x, const double *direction, int32_t *branch) {
  PwJet j[PW_TAPE_MAX];
  bool changed[PW_TAPE_MAX];
  branch[kink] = neighbour(&expr->kinks[kink], branch[kink], side);
  for (int32_t i = 0; i < expr->op_count; i++) {
    const PwOp *op = &expr->ops[i];
    // Operands that an operation does not have are 0, and operation 0 loads something: it never changes.
    bool load = op->code == PW_OP_CONSTANT || op->code == PW_OP_VARIABLE;
    changed[i] = !load && (changed[op->a] || changed[op->b] || changed[op->c]);
    if (is_kink(op)) {
      const PwKink *here = &expr->kinks[op->kink];
      const PwJet *u = &j[here->argument];
      if (op->kink == kink) {
        changed[i] = true;
      } else if (changed[here->argument] || guard_changed(expr, here->guard, changed)) {
        branch[op->kink] = pw_kink_choose(here, u->v, u->d);
        changed[i] = true;
      }
    }
    step(expr, i, x, direction, branch, j);
  }
}
