// The grammar of expressions, by recursive descent; written here because the C libraries that exist give no derivatives, and
// those that do are GPL (libmatheval) or slow. Lowest precedence first:
//
//   or          and { "or" and }
//   and         not { "and" not }
//   not         "not" not | comparison
//   comparison  sum [ ("<" | "<=" | ">" | ">=" | "==" | "!=") sum ]
//   sum         product { ("+" | "-") product }
//   product     sign { ("*" | "/") sign }
//   sign        ("-" | "+") sign | power
//   power       primary [ "^" sign ]
//   primary     number [ unit ] | name | name "(" arguments ")" | "(" or ")"
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "expression/parser.h"

static PwOperand parse_or(PwParser *p);
static PwOperand parse_sign(PwParser *p);

static PwOperand need_number(PwParser *p, PwOperand a) {
  if (!a.is_condition) return a;
  pw_parser_error(p, a.start, "a number is expected here; a condition may stand only in if(condition, value, value otherwise)");
  return pw_operand_constant(NAN, a.start);
}

static PwOperand need_condition(PwParser *p, PwOperand a) {
  if (!a.is_condition) {
    pw_parser_error(p, a.start, "a condition such as x > 0 is expected here");
    a = pw_operand_constant(0, a.start);
  }
  a.is_condition = true;
  return a;
}

// One level deeper; false if that is too deep.
static bool enter(PwParser *p) {
  if (++p->depth > PW_DEPTH_MAX) pw_parser_stop(p, p->token.start, "nested deeper than %d levels", PW_DEPTH_MAX);
  return !p->stopped;
}

static PwOperand parse_primary(PwParser *p) {
  PwToken token = p->token;
  PwOperand out = pw_operand_constant(NAN, token.start);
  if (token.kind == PW_TOKEN_NUMBER) {
    out.value = token.number * pw_token_unit(p, &out.unit);
    if (!isfinite(out.value)) pw_parser_error(p, token.start, "this number is too large in the units of the file");
  } else if (token.kind == PW_TOKEN_NAME && !pw_token_is_word(p, "and") && !pw_token_is_word(p, "or") &&
             !pw_token_is_word(p, "not")) {
    pw_token_next(p);
    if (!pw_token_is(p, '(')) return pw_call_symbol(p, &token, false);
    if (enter(p)) out = pw_call_parse(p, &token);
    p->depth--;
  } else if (pw_token_is(p, '(')) {
    if (enter(p)) {
      pw_token_next(p);
      out = parse_or(p);
      if (!out.is_condition) out.start = token.start;
      pw_parser_close(p, token.start);
    }
    p->depth--;
  } else {
    pw_parser_unexpected(p, "a number, a name or '('");
  }
  return out;
}

static PwOperand parse_power(PwParser *p) {
  PwOperand a = parse_primary(p);
  if (!pw_token_is(p, '^')) return a;
  int32_t at = p->token.start;
  a = need_number(p, a);
  pw_token_next(p);
  PwOperand b = need_number(p, parse_sign(p));
  PwUnit unit = pw_operand_power_unit(p, &a, &b, at);
  a = pw_operand_power(p, a, b, at);
  a.unit = unit;
  return a;
}

static PwOperand parse_sign(PwParser *p) {
  if (!pw_token_is(p, '-') && !pw_token_is(p, '+')) return parse_power(p);
  int32_t at = p->token.start;
  bool minus = p->token.symbol == '-';
  PwOperand a = pw_operand_constant(NAN, at);
  if (enter(p)) {
    pw_token_next(p);
    a = need_number(p, parse_sign(p));
    PwUnit unit = a.unit;
    if (minus) a = pw_operand_op(p, PW_OP_NEGATE, a, a, at);
    a.unit = unit;
  }
  p->depth--;
  return a;
}

static PwOperand parse_product(PwParser *p) {
  PwOperand a = parse_sign(p);
  while (pw_token_is(p, '*') || pw_token_is(p, '/')) {
    int32_t at = p->token.start;
    PwOpCode code = p->token.symbol == '*' ? PW_OP_MULTIPLY : PW_OP_DIVIDE;
    a = need_number(p, a);
    pw_token_next(p);
    PwOperand b = need_number(p, parse_sign(p));
    PwUnit unit = pw_unit_product(a.unit, b.unit, code == PW_OP_MULTIPLY ? 1 : -1);
    a = pw_operand_op(p, code, a, b, at);
    a.unit = unit;
  }
  return a;
}

// A product, with its place for complaints about its unit.
static PwOperand parse_term(PwParser *p) {
  int32_t start = p->token.start;
  PwOperand a = parse_product(p);
  a.unit.start = start;
  a.unit.end = p->token.start;
  return a;
}

static PwOperand parse_sum(PwParser *p) {
  PwOperand a = parse_term(p);
  while (pw_token_is(p, '+') || pw_token_is(p, '-')) {
    int32_t at = p->token.start;
    PwOpCode code = p->token.symbol == '+' ? PW_OP_ADD : PW_OP_SUBTRACT;
    a = need_number(p, a);
    pw_token_next(p);
    PwOperand b = need_number(p, parse_term(p));
    PwUnit unit = pw_operand_sum_unit(p, &a, &b, at);
    a = pw_operand_op(p, code, a, b, at);
    a.unit = unit;
  }
  return a;
}

static bool is_comparison(const PwParser *p) {
  return pw_token_is(p, '<') || pw_token_is(p, '>') || (p->token.kind == PW_TOKEN_SYMBOL && p->token.symbol >= PW_LESS_EQUAL);
}

static PwOperand compare(PwParser *p, int symbol, PwOperand a, PwOperand b, int32_t at) {
  bool less = symbol == '<' || symbol == PW_LESS_EQUAL, strict = symbol == '<' || symbol == '>';
  PwOperand u = less ? pw_operand_op(p, PW_OP_SUBTRACT, b, a, at) : pw_operand_op(p, PW_OP_SUBTRACT, a, b, at);
  if (symbol != PW_EQUAL_EQUAL && symbol != PW_NOT_EQUAL) {
    return pw_operand_kink(p, PW_OP_ABOVE, (PwKink){.type = strict ? PW_KINK_SIDE_STRICT : PW_KINK_SIDE}, u, at);
  }
  PwOperand equal = pw_operand_kink(p, PW_OP_EQUAL, (PwKink){.type = PW_KINK_EQUAL}, u, at);
  return symbol == PW_EQUAL_EQUAL ? equal : pw_operand_op(p, PW_OP_NOT, equal, equal, at);
}

static PwOperand parse_comparison(PwParser *p) {
  PwOperand a = parse_sum(p);
  if (!is_comparison(p)) return a;
  int32_t at = p->token.start;
  int symbol = p->token.symbol;
  a = need_number(p, a);
  pw_token_next(p);
  PwOperand b = need_number(p, parse_sum(p));
  if (is_comparison(p)) pw_parser_stop(p, p->token.start, "comparisons cannot be chained: write a < b and b < c");
  pw_operand_sum_unit(p, &a, &b, at);
  PwOperand out = compare(p, symbol, a, b, at);
  out.is_condition = true;
  out.start = at;
  return out;
}

static PwOperand parse_not(PwParser *p) {
  if (!pw_token_is_word(p, "not")) return parse_comparison(p);
  int32_t at = p->token.start;
  PwOperand a = pw_operand_constant(0, at);
  if (enter(p)) {
    pw_token_next(p);
    a = need_condition(p, parse_not(p));
    a = pw_operand_op(p, PW_OP_NOT, a, a, at);
  }
  p->depth--;
  a.is_condition = true;
  a.start = at;
  return a;
}

// A chain of conditions; the right side is looked at only if the left one leaves it open.
static PwOperand parse_chain(PwParser *p, const char *word, PwOpCode code, PwOperand (*parse)(PwParser *)) {
  PwTapeMark before = pw_tape_mark(p->expr);
  PwOperand a = parse(p);
  while (pw_token_is_word(p, word)) {
    int32_t at = p->token.start;
    a = need_condition(p, a);
    pw_token_next(p);
    PwPart part = pw_operand_begin_part(p, a, code == PW_OP_AND);
    PwOperand b = need_condition(p, parse(p));
    pw_operand_end_part(p, part);
    a = pw_operand_logic(p, code, a, b, before);
    a.start = at;
  }
  return a;
}

static PwOperand parse_and(PwParser *p) {
  return parse_chain(p, "and", PW_OP_AND, parse_not);
}

static PwOperand parse_or(PwParser *p) {
  return parse_chain(p, "or", PW_OP_OR, parse_and);
}

PwOperand pw_parse_number(PwParser *p) {
  return need_number(p, parse_or(p));
}

PwOperand pw_parse_condition(PwParser *p) {
  return need_condition(p, parse_or(p));
}

static void parse_whole(PwParser *p) {
  p->token.start = p->token.length = 0;
  pw_token_next(p);
  if (p->token.kind == PW_TOKEN_END) pw_parser_stop(p, 0, "the expression is empty");
  PwOperand result = pw_parse_number(p);
  p->expr->unit = result.unit;
  if (pw_token_is(p, ')')) pw_parser_stop(p, p->token.start, "this ')' has no '('");
  if (p->token.kind != PW_TOKEN_END) pw_parser_unexpected(p, "an operator");
  if (result.is_constant) {
    pw_tape_rewind(p->expr, (PwTapeMark){0, 0, 0, 0});
    p->expr->constant = result.value;
  } else {
    p->expr->result = result.op;
  }
}

PawlStatus pw_expr_compile(const char *text, PwPlace place, const PwScope *scope, PawlMessages *messages, PwExpr **out) {
  *out = NULL;
  if (!text) text = "";
  PwParser p = {.text = text, .place = place, .scope = scope, .messages = messages, .guard = -1};
  p.expr = calloc(1, sizeof *p.expr);
  if (!p.expr) return pw_fail(messages, PAWL_ERR_MEMORY, place, "out of memory");
  if (strlen(text) > PW_TEXT_MAX) {
    pw_parser_stop(&p, 0, "the expression has more than %d characters", PW_TEXT_MAX);
  } else {
    parse_whole(&p);
  }
  if (p.status != PAWL_OK) {
    pw_expr_free(p.expr);
    return p.status;
  }
  *out = p.expr;
  return PAWL_OK;
}
