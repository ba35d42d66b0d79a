// Units of operands: the rules of operators and functions.
#include "expression/parser.h"

static void note(PwParser *p, const char *function, PwUnit a, PwUnit b, int32_t at) {
  if (p->expr->has_misfit || p->inlined) return;
  p->expr->has_misfit = true;
  p->expr->misfit = (PwMisfit){{a, b}, function, at};
}

PwUnit pw_operand_sum_unit(PwParser *p, const PwOperand *a, const PwOperand *b, int32_t at) {
  bool clash;
  PwUnit out = pw_unit_sum(a->unit, b->unit, &clash);
  if (clash) note(p, NULL, a->unit, b->unit, at);
  return out;
}

PwUnit pw_operand_power_unit(PwParser *p, const PwOperand *a, const PwOperand *b, int32_t at) {
  pw_operand_ratio_unit(p, "an exponent", b, at);
  if (a->unit.kind == PW_UNIT_KNOWN && !b->is_constant) return (PwUnit){.kind = PW_UNIT_OPEN};
  return pw_unit_power(a->unit, b->value);
}

PwUnit pw_operand_ratio_unit(PwParser *p, const char *function, const PwOperand *argument, int32_t at) {
  if (pw_unit_is_some(&argument->unit) && !argument->unit.soft) {
    note(p, function, argument->unit, argument->unit, at);
  }
  return (PwUnit){.kind = p->scope->powers ? PW_UNIT_RATIO : PW_UNIT_OPEN};
}

PwUnit pw_expr_unit(const PwExpr *expr, const PwMisfit **misfit) {
  *misfit = expr->has_misfit ? &expr->misfit : NULL;
  return expr->unit;
}
