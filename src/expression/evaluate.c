// Values, gradients and jets of a compiled expression.
#include <math.h>

#include "expression/tape.h"

// Operations of one operand that libm has.
typedef double (*Function)(double);
static const Function libm[] = {
    [PW_OP_SIN] = sin,   [PW_OP_COS] = cos,     [PW_OP_TAN] = tan,   [PW_OP_ASIN] = asin, [PW_OP_ACOS] = acos,
    [PW_OP_ATAN] = atan, [PW_OP_SINH] = sinh,   [PW_OP_COSH] = cosh, [PW_OP_TANH] = tanh, [PW_OP_EXP] = exp,
    [PW_OP_LOG] = log,   [PW_OP_LOG10] = log10, [PW_OP_SQRT] = sqrt, [PW_OP_CBRT] = cbrt,
};

// x^c and its derivatives. At x = 0 a vanishing factor wins over an infinite power.
static void power_series(double x, double c, double f[3]) {
  f[0] = pow(x, c);
  if (x != 0) {
    f[1] = c * f[0] / x;
    f[2] = (c - 1) * f[1] / x;
    return;
  }
  f[1] = c == 0 ? 0 : c * pow(x, c - 1);
  f[2] = c == 0 || c == 1 ? 0 : c * (c - 1) * pow(x, c - 2);
}

// Value, first and second derivative of a function of libm.
static inline void libm_series(PwOpCode code, double x, double f[3]) {
  double y = libm[code](x);
  f[0] = y;
  switch (code) {
    case PW_OP_SIN:
      f[1] = cos(x), f[2] = -y;
      break;
    case PW_OP_COS:
      f[1] = -sin(x), f[2] = -y;
      break;
    case PW_OP_TAN:
      f[1] = 1 + y * y, f[2] = 2 * y * f[1];
      break;
    case PW_OP_ASIN:
      f[1] = 1 / sqrt((1 - x) * (1 + x)), f[2] = x * f[1] * f[1] * f[1];
      break;
    case PW_OP_ACOS:
      f[1] = -1 / sqrt((1 - x) * (1 + x)), f[2] = x * f[1] * f[1] * f[1];
      break;
    case PW_OP_ATAN:
      f[1] = 1 / (1 + x * x), f[2] = -2 * x * f[1] * f[1];
      break;
    case PW_OP_SINH:
      f[1] = cosh(x), f[2] = y;
      break;
    case PW_OP_COSH:
      f[1] = sinh(x), f[2] = y;
      break;
    case PW_OP_TANH:
      f[1] = 1 / (cosh(x) * cosh(x)), f[2] = -2 * y * f[1];  // 1 - y^2 would cancel far out
      break;
    case PW_OP_EXP:
      f[1] = f[2] = y;
      break;
    case PW_OP_LOG:
      f[1] = 1 / x, f[2] = -f[1] / x;
      break;
    case PW_OP_LOG10:
      f[1] = 0.43429448190325182765 / x, f[2] = -f[1] / x;
      break;
    case PW_OP_SQRT:
      f[1] = 0.5 / y, f[2] = -0.5 * f[1] / x;
      break;
    default:  // cbrt
      f[1] = 1 / (3 * y * y), f[2] = -2 * f[1] / (3 * x);
  }
}

// Value, first and second derivative of an operation of one operand x.
static inline void series(const PwOp *op, const PwKink *kinks, const int32_t *branch, double x, double f[4]) {
  switch (op->code) {
    case PW_OP_NEGATE:
      f[0] = -x, f[1] = -1, f[2] = 0;
      return;
    case PW_OP_POWER_CONSTANT:
      power_series(x, op->constant, f);
      return;
    case PW_OP_ABS:
      f[1] = branch[op->kink] ? 1 : -1;
      f[0] = f[1] * x, f[2] = 0;
      return;
    case PW_OP_SIGN:
      f[0] = branch[op->kink] ? 1 : -1, f[1] = f[2] = 0;
      return;
    case PW_OP_ABOVE:
      f[0] = branch[op->kink], f[1] = f[2] = 0;
      return;
    case PW_OP_FLOOR:
      f[0] = branch[op->kink] == PW_FLOOR_NONE ? NAN : branch[op->kink], f[1] = f[2] = 0;
      return;
    case PW_OP_EQUAL:
      f[0] = branch[op->kink] == 0, f[1] = f[2] = 0;
      return;
    case PW_OP_TABLE:
      pw_table_evaluate(kinks[op->kink].table, branch[op->kink], x, f);
      return;
    case PW_OP_PROGRAM:
      pw_program_evaluate(kinks[op->kink].program, branch[op->kink], x, f);
      return;
    case PW_OP_NOT:
      f[0] = x == 0, f[1] = f[2] = 0;
      return;
    default:
      libm_series(op->code, x, f);
  }
}

static inline double op_value(const PwOp *op, const PwKink *kinks, const double *x, const int32_t *branch, const double *v) {
  double f[4];
  switch (op->code) {
    case PW_OP_CONSTANT:
      return op->constant;
    case PW_OP_VARIABLE:
      return op->constant * x[op->a];
    case PW_OP_POWER_CONSTANT:
      return pow(v[op->a], op->constant);
    case PW_OP_ADD:
      return v[op->a] + v[op->b];
    case PW_OP_SUBTRACT:
      return v[op->a] - v[op->b];
    case PW_OP_MULTIPLY:
      return v[op->a] * v[op->b];
    case PW_OP_DIVIDE:
      return v[op->a] / v[op->b];
    case PW_OP_POWER:
      return pow(v[op->a], v[op->b]);
    case PW_OP_ATAN2:
      return atan2(v[op->a], v[op->b]);
    case PW_OP_HYPOT:
      return hypot(v[op->a], v[op->b]);
    case PW_OP_MIN:
      return branch[op->kink] ? v[op->b] : v[op->a];
    case PW_OP_MAX:
      return branch[op->kink] ? v[op->a] : v[op->b];
    case PW_OP_AND:
      return v[op->a] != 0 && v[op->b] != 0;
    case PW_OP_OR:
      return v[op->a] != 0 || v[op->b] != 0;
    case PW_OP_SELECT:
      return v[op->a] != 0 ? v[op->b] : v[op->c];
    default:
      break;
  }
  if (op->code >= PW_OP_SIN && op->code <= PW_OP_CBRT) return libm[op->code](v[op->a]);
  series(op, kinks, branch, v[op->a], f);
  return f[0];
}

double pw_op_value(const PwOp *op, const PwKink *kinks, const double *x, const int32_t *branch, const double *v) {
  return op_value(op, kinks, x, branch, v);
}

static inline void multiply(const PwJet *a, const PwJet *b, PwJet *out) {
  *out = (PwJet){a->v * b->v, a->d * b->v + a->v * b->d, a->dd * b->v + 2 * a->d * b->d + a->v * b->dd};
}

static inline void divide(const PwJet *a, const PwJet *b, PwJet *out) {
  out->v = a->v / b->v;
  out->d = (a->d - out->v * b->d) / b->v;
  out->dd = (a->dd - 2 * out->d * b->d - out->v * b->dd) / b->v;
}

static inline void chain(const double f[3], const PwJet *a, PwJet *out) {
  *out = (PwJet){f[0], f[1] * a->d, f[2] * a->d * a->d + f[1] * a->dd};
}

static void power(const PwJet *a, const PwJet *b, PwJet *out) {
  if ((b->d == 0 && b->dd == 0) || a->v == 0) {  // 0^b does not change with b > 0
    double f[3];
    power_series(a->v, b->v, f);
    chain(f, a, out);
    return;
  }
  // f = exp(b log a)
  double f = pow(a->v, b->v), r = a->d / a->v;
  PwJet logarithm = {log(a->v), r, a->dd / a->v - r * r}, e;
  multiply(b, &logarithm, &e);
  *out = (PwJet){f, f * e.d, f * (e.dd + e.d * e.d)};
}

static void angle(const PwJet *y, const PwJet *x, PwJet *out) {
  double r2 = x->v * x->v + y->v * y->v;
  out->v = atan2(y->v, x->v);
  out->d = (x->v * y->d - y->v * x->d) / r2;
  out->dd = (x->v * y->dd - y->v * x->dd - 2 * out->d * (x->v * x->d + y->v * y->d)) / r2;
}

static void distance(const PwJet *a, const PwJet *b, PwJet *out) {
  double h = hypot(a->v, b->v), ca = a->v / h, cb = b->v / h, turn = ca * b->d - cb * a->d;
  *out = (PwJet){h, ca * a->d + cb * b->d, ca * a->dd + cb * b->dd + turn * turn / h};
}

static inline void op_jet(const PwOp *op, const PwKink *kinks, const double *xjet, const int32_t *branch, const PwJet *j,
                          PwJet *out) {
  const PwJet *a = &j[op->a], *b = &j[op->b];
  double f[4];
  switch (op->code) {
    case PW_OP_CONSTANT:
      *out = (PwJet){op->constant, 0, 0};
      break;
    case PW_OP_VARIABLE:
      xjet += 3 * op->a;
      *out = (PwJet){op->constant * xjet[0], op->constant * xjet[1], op->constant * xjet[2]};
      break;
    case PW_OP_ADD:
      *out = (PwJet){a->v + b->v, a->d + b->d, a->dd + b->dd};
      break;
    case PW_OP_SUBTRACT:
      *out = (PwJet){a->v - b->v, a->d - b->d, a->dd - b->dd};
      break;
    case PW_OP_MULTIPLY:
      multiply(a, b, out);
      break;
    case PW_OP_DIVIDE:
      divide(a, b, out);
      break;
    case PW_OP_POWER:
      power(a, b, out);
      break;
    case PW_OP_ATAN2:
      angle(a, b, out);
      break;
    case PW_OP_HYPOT:
      distance(a, b, out);
      break;
    case PW_OP_MIN:
      *out = branch[op->kink] ? *b : *a;
      break;
    case PW_OP_MAX:
      *out = branch[op->kink] ? *a : *b;
      break;
    case PW_OP_AND:
      *out = (PwJet){a->v != 0 && b->v != 0, 0, 0};
      break;
    case PW_OP_OR:
      *out = (PwJet){a->v != 0 || b->v != 0, 0, 0};
      break;
    case PW_OP_SELECT:
      *out = a->v != 0 ? *b : j[op->c];
      break;
    default:
      series(op, kinks, branch, a->v, f);
      chain(f, a, out);
  }
}

void pw_op_jet(const PwOp *op, const PwKink *kinks, const double *xjet, const int32_t *branch, const PwJet *j, PwJet *out) {
  op_jet(op, kinks, xjet, branch, j, out);
}

double pw_expr_value(const PwExpr *expr, const double *x, const int32_t *branch) {
  if (!expr->op_count) return expr->constant;
  double v[PW_TAPE_MAX];
  for (int32_t i = 0; i <= expr->result; i++) v[i] = op_value(&expr->ops[i], expr->kinks, x, branch, v);
  return v[expr->result];
}

void pw_expr_jet(const PwExpr *expr, const double *xjet, const int32_t *branch, double jet[3]) {
  jet[0] = expr->constant;
  jet[1] = jet[2] = 0;
  if (!expr->op_count) return;
  PwJet j[PW_TAPE_MAX];
  for (int32_t i = 0; i <= expr->result; i++) op_jet(&expr->ops[i], expr->kinks, xjet, branch, j, &j[i]);
  jet[0] = j[expr->result].v;
  jet[1] = j[expr->result].d;
  jet[2] = j[expr->result].dd;
}

// Adds what the operation with the adjoint g and the value f gives to the adjoints of its operands of two.
static inline void pass_back_two(const PwOp *op, const double *v, double f, double g, double *adjoint) {
  double a = v[op->a], b = v[op->b], r2, p[3];
  switch (op->code) {
    case PW_OP_ADD:
      adjoint[op->a] += g;
      adjoint[op->b] += g;
      break;
    case PW_OP_SUBTRACT:
      adjoint[op->a] += g;
      adjoint[op->b] -= g;
      break;
    case PW_OP_MULTIPLY:
      adjoint[op->a] += g * b;
      adjoint[op->b] += g * a;
      break;
    case PW_OP_DIVIDE:
      adjoint[op->a] += g / b;
      adjoint[op->b] -= g * f / b;
      break;
    case PW_OP_POWER:
      power_series(a, b, p);
      adjoint[op->a] += g * p[1];
      adjoint[op->b] += a == 0 && b > 0 ? 0 : g * f * log(a);
      break;
    case PW_OP_ATAN2:
      r2 = a * a + b * b;
      adjoint[op->a] += g * b / r2;
      adjoint[op->b] -= g * a / r2;
      break;
    default:  // hypot
      adjoint[op->a] += g * a / f;
      adjoint[op->b] += g * b / f;
  }
}

double pw_expr_gradient(const PwExpr *expr, const double *x, const int32_t *branch, double *gradient) {
  if (!expr->op_count) return expr->constant;
  double v[PW_TAPE_MAX], adjoint[PW_TAPE_MAX];
  for (int32_t i = 0; i <= expr->result; i++) {
    v[i] = op_value(&expr->ops[i], expr->kinks, x, branch, v);
    adjoint[i] = 0;
  }
  for (int32_t i = 0; i < expr->variable_count; i++) gradient[i] = 0;
  adjoint[expr->result] = 1;
  for (int32_t i = expr->result; i >= 0; i--) {
    const PwOp *op = &expr->ops[i];
    double g = adjoint[i], f[4];
    if (g == 0) continue;  // also keeps the NaN of a part that is not in force out of the result
    if (op->code == PW_OP_VARIABLE) {
      gradient[op->a] += g * op->constant;
    } else if (op->code >= PW_OP_ADD && op->code <= PW_OP_HYPOT) {
      pass_back_two(op, v, v[i], g, adjoint);
    } else if (op->code == PW_OP_MIN || op->code == PW_OP_MAX) {
      adjoint[(op->code == PW_OP_MIN) == (branch[op->kink] == 0) ? op->a : op->b] += g;
    } else if (op->code == PW_OP_SELECT) {
      adjoint[v[op->a] != 0 ? op->b : op->c] += g;
    } else if (op->code != PW_OP_CONSTANT && op->code != PW_OP_AND && op->code != PW_OP_OR) {
      series(op, expr->kinks, branch, v[op->a], f);
      adjoint[op->a] += g * f[1];
    }
  }
  return v[expr->result];
}
