// What the files of the expression compiler share: the parser's state, its tokens and the operands it builds.
#ifndef PW_PARSER_H
#define PW_PARSER_H
#include <stdbool.h>
#include <stdint.h>

#include "expression/tape.h"

#define PW_TEXT_MAX 65536  // characters of an expression
#define PW_DEPTH_MAX 100   // levels of nesting
#define PW_NAME_MAX 128    // characters of a name or unit, with the final 0

typedef enum { PW_TOKEN_END, PW_TOKEN_NUMBER, PW_TOKEN_NAME, PW_TOKEN_SYMBOL } PwTokenKind;

enum { PW_LESS_EQUAL = 256, PW_GREATER_EQUAL, PW_EQUAL_EQUAL, PW_NOT_EQUAL };  // symbols of two characters

typedef struct {
  PwTokenKind kind;
  int symbol;              // SYMBOL: its character, or one of the above
  int32_t start, length;   // in the text
  double number;           // NUMBER
  char name[PW_NAME_MAX];  // NAME
} PwToken;

typedef struct {
  const char *text;
  PwPlace place;
  const PwScope *scope;
  PawlMessages *messages;
  PwExpr *expr;
  PwToken token;      // the one to be looked at next
  int depth;          // of nesting
  int unused;         // > 0 inside a part that a constant condition leaves out: domain errors do not count
  int32_t guard;      // of kinks made now
  bool inlined;       // the text is that of a name, at whose place complaints are made
  bool stopped;       // by an error after which nothing sensible can be said
  PawlStatus status;  // of the compilation so far
} PwParser;

// What a part of the text stands for: a constant, or the result of an operation. Conditions are 0 or 1.
typedef struct {
  bool is_constant, is_condition;
  double value;   // if constant; NaN stands for something already complained about
  int32_t op;     // otherwise
  int32_t start;  // in the text
  PwUnit unit;
} PwOperand;

// ---- token.c
void pw_token_next(PwParser *p);
bool pw_token_is(const PwParser *p, int symbol);
bool pw_token_accept(PwParser *p, int symbol);
bool pw_token_is_word(const PwParser *p, const char *word);
// A unit may follow the number that p->token is; its factor, and what the number measures. Goes on to what comes after.
double pw_token_unit(PwParser *p, PwUnit *unit);
// A complaint at an offset of the text, after which parsing goes on, and one after which it stops.
void pw_parser_error(PwParser *p, int32_t at, const char *format, ...) PAWL_PRINTF(3, 4);
void pw_parser_stop(PwParser *p, int32_t at, const char *format, ...) PAWL_PRINTF(3, 4);
void pw_parser_unexpected(PwParser *p, const char *expected);
PwPlace pw_parser_place(const PwParser *p, int32_t at);
// The ')' that belongs to the '(' at `open`, or a complaint.
void pw_parser_close(PwParser *p, int32_t open);

// ---- operand.c: all fold constants
PwOperand pw_operand_constant(double value, int32_t start);
PwOperand pw_operand_variable(PwParser *p, int32_t variable, double scale, int32_t start);
// `b` is ignored by operations of one operand. `at`: where to complain.
PwOperand pw_operand_op(PwParser *p, PwOpCode code, PwOperand a, PwOperand b, int32_t at);
PwOperand pw_operand_power(PwParser *p, PwOperand a, PwOperand b, int32_t at);
// A kink of type `kink.type` (with its table or program, which it takes over) of the operand `u`.
PwOperand pw_operand_kink(PwParser *p, PwOpCode code, PwKink kink, PwOperand u, int32_t at);
PwOperand pw_operand_extreme(PwParser *p, PwOpCode code, PwOperand a, PwOperand b, int32_t at);
PwOperand pw_operand_select(PwParser *p, PwOperand condition, PwOperand yes, PwOperand no);
PwOperand pw_operand_logic(PwParser *p, PwOpCode code, PwOperand a, PwOperand b, PwTapeMark before);
// What is parsed between is in force only if the condition is `wanted`. `begin` returns what `end` needs.
typedef struct {
  int32_t guard;
  bool unused;
  PwTapeMark mark;
} PwPart;
PwPart pw_operand_begin_part(PwParser *p, PwOperand condition, bool wanted);
void pw_operand_end_part(PwParser *p, PwPart part);

// ---- operand_unit.c: units of operands. Where units do not go together that is noted in the expression.
PwUnit pw_operand_sum_unit(PwParser *p, const PwOperand *a, const PwOperand *b, int32_t at);
PwUnit pw_operand_power_unit(PwParser *p, const PwOperand *a, const PwOperand *b, int32_t at);
// Of a function whose argument has no unit.
PwUnit pw_operand_ratio_unit(PwParser *p, const char *function, const PwOperand *argument, int32_t at);

// ---- parse.c
PwOperand pw_parse_number(PwParser *p);
PwOperand pw_parse_condition(PwParser *p);

// ---- call.c
// The current token is the '(' after `name`.
PwOperand pw_call_parse(PwParser *p, const PwToken *name);
// A name without '(' after it, or the one inside rate(...).
PwOperand pw_call_symbol(PwParser *p, const PwToken *name, bool rate);
#endif
