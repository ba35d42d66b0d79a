// Growing and shrinking the list of operations while an expression is compiled.
#include "expression/tape.h"

#include <stdlib.h>

// Room for one more element of `size` bytes; false when out of memory.
static bool grow(void **array, int32_t count, int32_t *capacity, size_t size) {
  if (count < *capacity) return true;
  int32_t wanted = *capacity ? 2 * *capacity : 16;
  void *bigger = realloc(*array, (size_t)wanted * size);
  if (!bigger) return false;
  *array = bigger;
  *capacity = wanted;
  return true;
}

int32_t pw_tape_add_op(PwExpr *expr, PwOp op) {
  if (expr->op_count >= PW_TAPE_MAX) return -2;
  void *ops = expr->ops;
  if (!grow(&ops, expr->op_count, &expr->op_capacity, sizeof *expr->ops)) return -1;
  expr->ops = ops;
  expr->ops[expr->op_count] = op;
  return expr->op_count++;
}

int32_t pw_tape_add_kink(PwExpr *expr, PwKink kink) {
  void *kinks = expr->kinks;
  if (!grow(&kinks, expr->kink_count, &expr->kink_capacity, sizeof *expr->kinks)) {
    pw_program_free(kink.program);
    return -1;
  }
  expr->kinks = kinks;
  expr->kinks[expr->kink_count] = kink;
  return expr->kink_count++;
}

int32_t pw_tape_add_guard(PwExpr *expr, PwGuard guard) {
  void *guards = expr->guards;
  if (!grow(&guards, expr->guard_count, &expr->guard_capacity, sizeof *expr->guards)) return -1;
  expr->guards = guards;
  expr->guards[expr->guard_count] = guard;
  return expr->guard_count++;
}

int32_t pw_tape_add_variable(PwExpr *expr, int32_t variable, double scale) {
  for (int32_t i = 0; i < expr->variable_count; i++) {
    if (expr->variables[i] == variable) return expr->variable_ops[i];
  }
  void *variables = expr->variables, *places = expr->variable_ops;
  int32_t capacity = expr->variable_capacity;
  if (!grow(&variables, expr->variable_count, &expr->variable_capacity, sizeof *expr->variables)) return -1;
  expr->variables = variables;
  if (!grow(&places, expr->variable_count, &capacity, sizeof *expr->variable_ops)) {
    expr->variable_capacity = capacity;
    return -1;
  }
  expr->variable_ops = places;
  int32_t op = pw_tape_add_op(expr, (PwOp){.code = PW_OP_VARIABLE, .a = expr->variable_count, .constant = scale});
  if (op < 0) return op;
  expr->variables[expr->variable_count] = variable;
  expr->variable_ops[expr->variable_count++] = op;
  return op;
}

PwTapeMark pw_tape_mark(const PwExpr *expr) {
  return (PwTapeMark){expr->op_count, expr->kink_count, expr->guard_count, expr->variable_count};
}

void pw_tape_rewind(PwExpr *expr, PwTapeMark mark) {
  for (int32_t i = mark.kink_count; i < expr->kink_count; i++) pw_program_free(expr->kinks[i].program);
  expr->op_count = mark.op_count;
  expr->kink_count = mark.kink_count;
  expr->guard_count = mark.guard_count;
  expr->variable_count = mark.variable_count;
}

void pw_expr_free(PwExpr *expr) {
  if (!expr) return;
  pw_tape_rewind(expr, (PwTapeMark){0, 0, 0, 0});
  free(expr->ops);
  free(expr->kinks);
  free(expr->guards);
  free(expr->variables);
  free(expr->variable_ops);
  free(expr);
}

const int32_t *pw_expr_variables(const PwExpr *expr, int32_t *count) {
  *count = expr->variable_count;
  return expr->variables;
}

bool pw_expr_is_constant(const PwExpr *expr, double *value) {
  if (expr->op_count) return false;
  *value = expr->constant;
  return true;
}

int32_t pw_expr_kinks(const PwExpr *expr) {
  return expr->kink_count;
}
