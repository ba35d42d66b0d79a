// The compiled form of an expression: a list of operations, each naming earlier ones as its operands.
//
// One list serves values (forward), gradients (forward, then adjoints backward) and jets (forward). Everything is evaluated,
// also the part of an `if` that is not in force: its result is not used, so its NaN does no harm.
#ifndef PW_TAPE_H
#define PW_TAPE_H
#include <stdbool.h>
#include <stdint.h>

#include "expression/expression.h"
#include "expression/program.h"

#define PW_TAPE_MAX 4096           // operations
#define PW_FLOOR_NONE (INT32_MIN)  // branch of floor(x) for x beyond 2e9 or NaN; its value is NaN

typedef enum {
  PW_OP_CONSTANT,  // .constant
  PW_OP_VARIABLE,  // .constant * x[.a]
  // of one operand
  PW_OP_NEGATE,
  PW_OP_SIN,
  PW_OP_COS,
  PW_OP_TAN,
  PW_OP_ASIN,
  PW_OP_ACOS,
  PW_OP_ATAN,
  PW_OP_SINH,
  PW_OP_COSH,
  PW_OP_TANH,
  PW_OP_EXP,
  PW_OP_LOG,
  PW_OP_LOG10,
  PW_OP_SQRT,
  PW_OP_CBRT,
  PW_OP_POWER_CONSTANT,  // v[.a] ^ .constant
  // of two operands
  PW_OP_ADD,
  PW_OP_SUBTRACT,
  PW_OP_MULTIPLY,
  PW_OP_DIVIDE,
  PW_OP_POWER,
  PW_OP_ATAN2,
  PW_OP_HYPOT,
  // kinks; of the operand .a, but min and max of .a and .b with .c = a - b
  PW_OP_ABS,
  PW_OP_SIGN,
  PW_OP_ABOVE,  // 1 if the operand is above zero, else 0
  PW_OP_FLOOR,
  PW_OP_EQUAL,  // 1 if the operand is zero, else 0
  PW_OP_MIN,
  PW_OP_MAX,
  PW_OP_TABLE,
  PW_OP_PROGRAM,
  // of conditions, which are 0 or 1
  PW_OP_AND,
  PW_OP_OR,
  PW_OP_NOT,
  PW_OP_SELECT  // v[.b] if v[.a] is not 0, else v[.c]
} PwOpCode;

typedef struct {
  PwOpCode code;
  int32_t a, b, c;  // operands
  int32_t kink;     // of a kink: its number
  double constant;
} PwOp;

typedef enum {
  PW_KINK_SIDE,         // branch 0 below zero, 1 above; at rest on zero: 1
  PW_KINK_SIDE_STRICT,  // the same; at rest on zero: 0
  PW_KINK_EQUAL,        // -1 below zero, 0 at rest on it, 1 above
  PW_KINK_FLOOR,
  PW_KINK_TABLE,
  PW_KINK_PROGRAM
} PwKinkType;

typedef struct {
  PwKinkType type;
  int32_t argument;  // the operation whose value decides
  int32_t guard;     // in force only if this guard holds; -1: always
  const PwTable *table;
  PwProgram *program;  // owned
} PwKink;

// Holds if the condition is `wanted` and the parent guard holds.
typedef struct {
  int32_t condition;  // an operation
  bool wanted;
  int32_t parent;  // -1: none
} PwGuard;

struct PwExpr {
  PwOp *ops;
  PwKink *kinks;
  PwGuard *guards;
  int32_t *variables;     // the caller's numbers
  int32_t *variable_ops;  // where each is loaded
  int32_t op_count, kink_count, guard_count, variable_count;
  int32_t op_capacity, kink_capacity, guard_capacity, variable_capacity;
  int32_t result;   // the operation that gives the result
  double constant;  // the result if there are no operations
  PwUnit unit;
  bool has_misfit;
  PwMisfit misfit;  // the first one
};

typedef struct {
  double v, d, dd;  // value, first and second derivative
} PwJet;

// Building. Each returns the new index, -1 when out of memory, -2 when PW_TAPE_MAX is reached.
int32_t pw_tape_add_op(PwExpr *expr, PwOp op);
int32_t pw_tape_add_kink(PwExpr *expr, PwKink kink);  // takes over kink.program, also on failure
int32_t pw_tape_add_guard(PwExpr *expr, PwGuard guard);
int32_t pw_tape_add_variable(PwExpr *expr, int32_t variable, double scale);  // gives the operation that loads it

typedef struct {
  int32_t op_count, kink_count, guard_count, variable_count;
} PwTapeMark;
PwTapeMark pw_tape_mark(const PwExpr *expr);
// Takes back all that was added since `mark`.
void pw_tape_rewind(PwExpr *expr, PwTapeMark mark);

// One operation on the values v or jets j of the earlier ones.
double pw_op_value(const PwOp *op, const PwKink *kinks, const double *x, const int32_t *branch, const double *v);
void pw_op_jet(const PwOp *op, const PwKink *kinks, const double *xjet, const int32_t *branch, const PwJet *j, PwJet *out);
// The branch of a kink whose argument is u and goes with the rate du.
int32_t pw_kink_choose(const PwKink *kink, double u, double du);
#endif
