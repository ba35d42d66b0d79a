// Turns what was parsed into operations; what has only constant operands is computed at once.
#include <math.h>
#include <stdio.h>

#include "base/text.h"
#include "expression/parser.h"

PwOperand pw_operand_constant(double value, int32_t start) {
  return (PwOperand){.is_constant = true, .value = value, .start = start};
}

// The operand of what was just added to the tape, or of the failure to do so.
static PwOperand added(PwParser *p, int32_t index, int32_t start) {
  if (index >= 0) return (PwOperand){.op = index, .start = start};
  if (index == -1) {
    p->status = PAWL_ERR_MEMORY;
    pw_parser_stop(p, start, "out of memory");
  }
  pw_parser_stop(p, start, "the expression has more than %d operations", PW_TAPE_MAX);
  return pw_operand_constant(NAN, start);
}

PwOperand pw_operand_variable(PwParser *p, int32_t variable, double scale, int32_t start) {
  return added(p, pw_tape_add_variable(p->expr, variable, scale), start);
}

// The operation that gives an operand; a constant is loaded by one of its own.
static int32_t load(PwParser *p, PwOperand a) {
  if (!a.is_constant) return a.op;
  PwOperand out = added(p, pw_tape_add_op(p->expr, (PwOp){.code = PW_OP_CONSTANT, .constant = a.value}), a.start);
  return out.is_constant ? 0 : out.op;
}

static PwOperand add(PwParser *p, PwOp op, int32_t start) {
  if (p->stopped) return pw_operand_constant(NAN, start);
  return added(p, pw_tape_add_op(p->expr, op), start);
}

static bool has_two(PwOpCode code) {
  return code >= PW_OP_ADD && code <= PW_OP_HYPOT;
}

// Complains about a constant operation without a finite result, as the user wrote it.
static void complain(PwParser *p, PwOpCode code, double a, double b, int32_t at) {
  static const char *const names[] = {
      [PW_OP_SIN] = "sin",      [PW_OP_COS] = "cos",      [PW_OP_TAN] = "tan",    [PW_OP_ASIN] = "asin", [PW_OP_ACOS] = "acos",
      [PW_OP_ATAN] = "atan",    [PW_OP_SINH] = "sinh",    [PW_OP_COSH] = "cosh",  [PW_OP_TANH] = "tanh", [PW_OP_EXP] = "exp",
      [PW_OP_LOG] = "log",      [PW_OP_LOG10] = "log10",  [PW_OP_SQRT] = "sqrt",  [PW_OP_CBRT] = "cbrt", [PW_OP_ADD] = " + ",
      [PW_OP_SUBTRACT] = " - ", [PW_OP_MULTIPLY] = " * ", [PW_OP_DIVIDE] = " / ", [PW_OP_POWER] = " ^ ", [PW_OP_HYPOT] = "hypot"};
  char left[PW_DOUBLE_CHARS], right[PW_DOUBLE_CHARS];
  pw_double_format(a, left);
  pw_double_format(b, right);
  if (code == PW_OP_DIVIDE && b == 0) {
    pw_parser_error(p, at, "division by zero: %s / 0", left);
  } else if (!has_two(code)) {
    pw_parser_error(p, at, "%s(%s) is not a finite number", names[code], left);
  } else if (code == PW_OP_HYPOT) {
    pw_parser_error(p, at, "hypot(%s, %s) is not a finite number", left, right);
  } else {
    pw_parser_error(p, at, "%s%s%s is not a finite number", left, names[code], right);
  }
}

PwOperand pw_operand_op(PwParser *p, PwOpCode code, PwOperand a, PwOperand b, int32_t at) {
  bool two = has_two(code);
  int32_t start = a.start < at ? a.start : at;
  if (a.is_constant && (!two || b.is_constant)) {
    PwOp op = {.code = code, .b = 1};
    double value = pw_op_value(&op, NULL, NULL, NULL, (const double[]){a.value, b.value});
    if (!isfinite(value) && isfinite(a.value) && (!two || isfinite(b.value))) {
      if (!p->unused) complain(p, code, a.value, b.value, at);
      value = NAN;
    }
    return pw_operand_constant(value, start);
  }
  PwOp op = {.code = code};
  op.a = load(p, a);
  if (two) op.b = load(p, b);
  return add(p, op, start);
}

PwOperand pw_operand_power(PwParser *p, PwOperand a, PwOperand b, int32_t at) {
  if (a.is_constant || !b.is_constant) return pw_operand_op(p, PW_OP_POWER, a, b, at);
  PwOperand square;
  if (b.value == 1) return a;
  if (b.value == 2) return pw_operand_op(p, PW_OP_MULTIPLY, a, a, at);
  if (b.value == 3 || b.value == 4) {  // products are faster than pow and exact at zero
    square = pw_operand_op(p, PW_OP_MULTIPLY, a, a, at);
    return pw_operand_op(p, PW_OP_MULTIPLY, square, b.value == 3 ? a : square, at);
  }
  if (b.value == -1) return pw_operand_op(p, PW_OP_DIVIDE, pw_operand_constant(1, at), a, at);
  return add(p, (PwOp){.code = PW_OP_POWER_CONSTANT, .a = a.op, .constant = b.value}, a.start);
}

// Adds the kink and its operation; op.kink is set here.
static PwOperand add_kink(PwParser *p, PwOp op, PwKink kink, int32_t start) {
  kink.guard = p->guard;
  op.kink = pw_tape_add_kink(p->expr, kink);
  if (op.kink < 0) return added(p, op.kink, start);
  return add(p, op, start);
}

PwOperand pw_operand_kink(PwParser *p, PwOpCode code, PwKink kink, PwOperand u, int32_t at) {
  if (!u.is_constant) {
    kink.argument = u.op;
    return add_kink(p, (PwOp){.code = code, .a = u.op}, kink, at);
  }
  if (code == PW_OP_FLOOR) return pw_operand_constant(floor(u.value), at);  // no limit of range without a branch
  PwOp op = {.code = code};
  int32_t branch = pw_kink_choose(&kink, u.value, 0);
  double value = pw_op_value(&op, &kink, NULL, &branch, &u.value);
  pw_program_free(kink.program);
  return pw_operand_constant(isnan(u.value) ? NAN : value, at);
}

PwOperand pw_operand_extreme(PwParser *p, PwOpCode code, PwOperand a, PwOperand b, int32_t at) {
  if (a.is_constant && b.is_constant) {
    bool first = code == PW_OP_MIN ? a.value <= b.value : a.value >= b.value;
    return pw_operand_constant(isnan(a.value) || isnan(b.value) ? NAN : first ? a.value : b.value, at);
  }
  PwOp op = {.code = code};
  op.a = load(p, a);
  op.b = load(p, b);
  PwOperand difference = add(p, (PwOp){.code = PW_OP_SUBTRACT, .a = op.a, .b = op.b}, at);
  if (difference.is_constant) return difference;
  op.c = difference.op;
  return add_kink(p, op, (PwKink){.type = PW_KINK_SIDE, .argument = op.c}, at);
}

PwOperand pw_operand_select(PwParser *p, PwOperand condition, PwOperand yes, PwOperand no) {
  if (condition.is_constant) return condition.value != 0 ? yes : no;
  PwOp op = {.code = PW_OP_SELECT, .a = condition.op};
  op.b = load(p, yes);
  op.c = load(p, no);
  return add(p, op, condition.start);
}

PwOperand pw_operand_logic(PwParser *p, PwOpCode code, PwOperand a, PwOperand b, PwTapeMark before) {
  PwOperand out;
  double decides = code == PW_OP_OR ? 1 : 0;  // the value that settles it alone
  if ((a.is_constant && a.value == decides) || (b.is_constant && b.value == decides)) {
    pw_tape_rewind(p->expr, before);
    out = pw_operand_constant(decides, a.start);
  } else if (a.is_constant) {
    out = b;
  } else if (b.is_constant) {
    out = a;
  } else {
    out = add(p, (PwOp){.code = code, .a = a.op, .b = b.op}, a.start);
  }
  out.is_condition = true;
  return out;
}

PwPart pw_operand_begin_part(PwParser *p, PwOperand condition, bool wanted) {
  PwPart part = {p->guard, condition.is_constant && (condition.value != 0) != wanted, pw_tape_mark(p->expr)};
  if (part.unused) p->unused++;
  if (!condition.is_constant) {
    int32_t guard = pw_tape_add_guard(p->expr, (PwGuard){condition.op, wanted, p->guard});
    if (guard < 0) {
      added(p, guard, condition.start);
    } else {
      p->guard = guard;
    }
  }
  return part;
}

void pw_operand_end_part(PwParser *p, PwPart part) {
  p->guard = part.guard;
  if (!part.unused) return;
  p->unused--;
  pw_tape_rewind(p->expr, part.mark);
}
