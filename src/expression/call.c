// Names and calls: variables, constants, tables and the built-in functions, one row each.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "expression/parser.h"

#define PI 3.14159265358979323846

// What a function's value measures.
typedef enum {
  OPEN,   // not known
  RATIO,  // nothing; nor may its argument
  SIGN,   // nothing, whatever its argument is; two are of one kind
  SAME,   // what its arguments do, which are of one kind
  SQUARE_ROOT,
  CUBE_ROOT
} Unit;

typedef struct Function Function;
struct Function {
  const char *name, *usage;
  int count;      // of arguments; at least that many if `parse` is set
  PwOpCode code;  // the operation, where one is enough
  PwOperand (*build)(PwParser *p, const Function *f, const PwOperand *argument, int32_t at);
  PwOperand (*parse)(PwParser *p, const Function *f, int32_t at, int32_t open);  // reads its arguments itself
  Unit unit;
};

static PwOperand build_plain(PwParser *p, const Function *f, const PwOperand *argument, int32_t at) {
  return pw_operand_op(p, f->code, argument[0], argument[1], at);
}

static PwOperand scale(PwParser *p, PwOperand a, double factor, int32_t at) {
  return factor == 1 ? a : pw_operand_op(p, PW_OP_MULTIPLY, pw_operand_constant(factor, at), a, at);
}

static PwOperand build_of_angle(PwParser *p, const Function *f, const PwOperand *argument, int32_t at) {
  PwOperand angle = scale(p, argument[0], p->scope->radians, at);
  return pw_operand_op(p, f->code, angle, angle, at);
}

static PwOperand build_angle(PwParser *p, const Function *f, const PwOperand *argument, int32_t at) {
  return scale(p, pw_operand_op(p, f->code, argument[0], argument[1], at), 1 / p->scope->radians, at);
}

static PwOperand build_side(PwParser *p, const Function *f, const PwOperand *argument, int32_t at) {
  return pw_operand_kink(p, f->code, (PwKink){.type = PW_KINK_SIDE}, argument[0], at);
}

static PwOperand build_floor(PwParser *p, const Function *f, const PwOperand *argument, int32_t at) {
  return pw_operand_kink(p, f->code, (PwKink){.type = PW_KINK_FLOOR}, argument[0], at);
}

static PwOperand build_step(PwParser *p, const Function *f, const PwOperand *argument, int32_t at) {
  PwOperand u = pw_operand_op(p, PW_OP_SUBTRACT, argument[0], argument[1], at);
  return build_side(p, f, &u, at);
}

// x - m floor(x / m)
static PwOperand build_mod(PwParser *p, const Function *f, const PwOperand *argument, int32_t at) {
  PwOperand x = argument[0], m = argument[1];
  if (m.is_constant && m.value == 0) {
    if (!p->unused) pw_parser_error(p, m.start, "%s(x, 0) has no value", f->name);
    return pw_operand_constant(NAN, at);
  }
  PwOperand turns = pw_operand_op(p, PW_OP_DIVIDE, x, m, at);
  turns = pw_operand_kink(p, PW_OP_FLOOR, (PwKink){.type = PW_KINK_FLOOR}, turns, at);
  turns = pw_operand_op(p, PW_OP_MULTIPLY, m, turns, at);
  return pw_operand_op(p, PW_OP_SUBTRACT, x, turns, at);
}

static PwOperand build_cycle(PwParser *p, const Function *f, const PwOperand *argument, int32_t at) {
  PwOperand period = argument[1];
  if (!period.is_constant) {
    pw_parser_error(p, period.start, "the period of cycle(x, period) must be constant");
  } else if (period.value <= 0 && !p->unused) {
    pw_parser_error(p, period.start, "the period of cycle(x, period) must be positive");
  } else {
    return build_mod(p, f, argument, at);
  }
  return pw_operand_constant(NAN, at);
}

static void complain_count(PwParser *p, const Function *f, int given, int32_t at) {
  pw_parser_error(p, at, "%s takes %s%d argument%s: %s; %d given", f->name, f->parse && f->code ? "at least " : "", f->count,
                  f->count == 1 ? "" : "s", f->usage, given);
}

static PwOperand parse_extreme(PwParser *p, const Function *f, int32_t at, int32_t open) {
  PwOperand out = pw_operand_constant(NAN, at);
  int count = 0;
  if (!pw_token_is(p, ')')) {
    do {
      PwOperand a = pw_parse_number(p);
      PwUnit unit = count ? pw_operand_sum_unit(p, &out, &a, at) : a.unit;
      out = count++ ? pw_operand_extreme(p, f->code, out, a, at) : a;
      out.unit = unit;
    } while (pw_token_accept(p, ','));
  }
  pw_parser_close(p, open);
  if (count < f->count) complain_count(p, f, count, at);
  return out;
}

// A comma between the arguments of a function with a fixed number of them, or a complaint about the number given.
static void need_comma(PwParser *p, const Function *f, int given, int32_t at) {
  if (pw_token_accept(p, ',')) return;
  if (pw_token_is(p, ')')) {
    complain_count(p, f, given, at);
    p->stopped = true;
    p->token.kind = PW_TOKEN_END;
  } else {
    pw_parser_unexpected(p, "an operator or ','");
  }
}

static PwOperand parse_if(PwParser *p, const Function *f, int32_t at, int32_t open) {
  if (pw_token_is(p, ')')) need_comma(p, f, 0, at);
  PwOperand condition = pw_parse_condition(p);
  need_comma(p, f, 1, at);
  PwPart part = pw_operand_begin_part(p, condition, true);
  PwOperand yes = pw_parse_number(p);
  pw_operand_end_part(p, part);
  need_comma(p, f, 2, at);
  part = pw_operand_begin_part(p, condition, false);
  PwOperand no = pw_parse_number(p);
  pw_operand_end_part(p, part);
  int more = 3;
  for (; pw_token_accept(p, ','); more++) pw_parse_number(p);
  pw_parser_close(p, open);
  if (more > 3) complain_count(p, f, more, at);
  PwOperand out = pw_operand_select(p, condition, yes, no);
  out.start = at;
  out.unit = pw_operand_sum_unit(p, &yes, &no, at);
  return out;
}

static PwOperand parse_rate(PwParser *p, const Function *f, int32_t at, int32_t open) {
  PwToken name = p->token;
  if (name.kind != PW_TOKEN_NAME) {
    pw_parser_unexpected(p, "the name of a variable");
    return pw_operand_constant(NAN, at);
  }
  pw_token_next(p);
  if (!pw_token_is(p, ')') && p->token.kind != PW_TOKEN_END) {
    pw_parser_stop(p, p->token.start, "%s takes the name of one variable: %s", f->name, f->usage);
  }
  pw_parser_close(p, open);
  return pw_call_symbol(p, &name, true);
}

// A constant number that a function needs.
static double parse_constant(PwParser *p, const char *what, int32_t *start) {
  PwOperand a = pw_parse_number(p);
  *start = a.start;
  if (!a.is_constant) {
    pw_parser_error(p, a.start, "%s must be constant", what);
    return NAN;
  }
  if (!isfinite(a.value) && p->status == PAWL_OK) pw_parser_error(p, a.start, "%s is not a finite number", what);
  return a.value;
}

// The name of a law; stops if it is none.
static PwProgramLaw parse_law(PwParser *p) {
  for (int law = 0; law < PW_PROGRAM_COUNT; law++) {
    if (!pw_token_is_word(p, pw_program_laws[law])) continue;
    pw_token_next(p);
    return law;
  }
  if (p->token.kind != PW_TOKEN_NAME) {
    pw_parser_unexpected(p, "the name of a motion law");
    return PW_PROGRAM_DWELL;
  }
  const char *near = pw_suggest(p->token.name, pw_program_laws);
  pw_parser_stop(p, p->token.start, "unknown motion law '%s'%s%s%s", p->token.name, near ? ", did you mean '" : "",
                 near ? near : "",
                 near ? "'?" : "; there are dwell, linear, harmonic, cycloidal, poly345, poly4567, modsine, modtrap");
  return PW_PROGRAM_DWELL;
}

// LAW, x, y or dwell, x. False when out of memory.
static bool parse_segment(PwParser *p, PwProgram *program) {
  int32_t start, ignored;
  double last_x, y;
  PwProgramLaw law = parse_law(p);
  pw_program_end(program, &last_x, &y);
  if (!pw_token_accept(p, ',')) pw_parser_unexpected(p, "',' and x after the law");
  double x = parse_constant(p, "x of a motion", &start);
  if (law != PW_PROGRAM_DWELL) {
    if (!pw_token_accept(p, ',')) pw_parser_unexpected(p, "',' and y, which every law but dwell has");
    y = parse_constant(p, "y of a motion", &ignored);
  }
  if (x <= last_x) pw_parser_error(p, start, "x = %.15g of a motion must lie after the x = %.15g before it", x, last_x);
  return pw_program_add(program, law, x, y);
}

static PwOperand parse_motion(PwParser *p, const Function *f, int32_t at, int32_t open) {
  int32_t start;
  int given = 0;
  if (pw_token_is(p, ')')) need_comma(p, f, given, at);
  PwOperand u = pw_parse_number(p);
  need_comma(p, f, ++given, at);
  double x = parse_constant(p, "x of a motion", &start);
  need_comma(p, f, ++given, at);
  double y = parse_constant(p, "y of a motion", &start);
  need_comma(p, f, ++given, at);
  PwProgram *program = pw_program_create(x, y);
  bool done = program != NULL;
  do {
    if (done) done = parse_segment(p, program);
  } while (done && pw_token_accept(p, ','));
  if (!done) {
    p->status = PAWL_ERR_MEMORY;
    pw_parser_stop(p, at, "out of memory");
  }
  pw_parser_close(p, open);
  if (p->stopped) {
    pw_program_free(program);
    return pw_operand_constant(NAN, at);
  }
  return pw_operand_kink(p, PW_OP_PROGRAM, (PwKink){.type = PW_KINK_PROGRAM, .program = program}, u, at);
}

// The text up to the ',' that ends an argument; goes on behind it. NULL: out of memory, or there is no ','.
static char *take_argument(PwParser *p, const Function *f, int32_t at) {
  int32_t start = p->token.start, level = 0;
  for (; p->token.kind != PW_TOKEN_END && (level > 0 || !(pw_token_is(p, ',') || pw_token_is(p, ')'))); pw_token_next(p)) {
    level += pw_token_is(p, '(') - pw_token_is(p, ')');
  }
  int32_t length = p->token.start - start;
  need_comma(p, f, length > 0, at);
  char *text = p->stopped ? NULL : malloc((size_t)length + 1);
  if (text) {
    memcpy(text, p->text + start, (size_t)length);
    while (length > 0 && (text[length - 1] == ' ' || text[length - 1] == '\n')) length--;
    text[length] = 0;
  } else if (!p->stopped) {
    p->status = PAWL_ERR_MEMORY;
    pw_parser_stop(p, at, "out of memory");
  }
  return text;
}

// What is sampled is an expression of its own: it is compiled by whoever knows what it may mention.
static PwOperand parse_sampled(PwParser *p, const Function *f, int32_t at, int32_t open) {
  int32_t first = p->token.start, start;
  PwOperand out = pw_operand_constant(NAN, at);
  char *text = take_argument(p, f, at);
  if (!text) return out;
  double period = parse_constant(p, "the period of sampled(x, period)", &start);
  if (p->status == PAWL_OK && !(period > 0)) pw_parser_error(p, start, "the period of sampled(x, period) must be positive");
  int given = 2;
  for (; pw_token_accept(p, ','); given++) pw_parse_number(p);
  pw_parser_close(p, open);
  if (given > 2) complain_count(p, f, given, at);
  PwSymbol symbol = {.scale = 1};
  if (p->status == PAWL_OK && !p->scope->sampled) {
    pw_parser_error(p, at, "'sampled' cannot be used here: the value of this field does not change in a run");
  } else if (p->status == PAWL_OK) {
    if (p->scope->sampled(p->scope->user, text, pw_parser_place(p, first), period, &symbol)) {
      out = pw_operand_variable(p, symbol.variable, symbol.scale, at);
    } else {
      p->status = PAWL_ERR_INPUT;
    }
  }
  free(text);
  return out;
}

// A name that stands for an expression: parsed in its place. Complaints name the place of the name.
static PwOperand parse_text(PwParser *p, const char *text, int32_t at) {
  PwParser outer = *p;
  PwOperand out = pw_operand_constant(NAN, at);
  if (++p->depth > PW_DEPTH_MAX) pw_parser_stop(p, at, "nested deeper than %d levels", PW_DEPTH_MAX);
  if (p->stopped) return out;
  p->text = text;
  p->place = pw_parser_place(p, at);
  p->inlined = true;
  p->token.start = p->token.length = 0;
  pw_token_next(p);
  out = pw_parse_number(p);
  out.start = at;
  p->text = outer.text;
  p->place = outer.place;
  p->inlined = outer.inlined;
  p->depth = outer.depth;
  if (!p->stopped) p->token = outer.token;
  return out;
}

static const Function functions[] = {
    {"sin", "sin(angle)", 1, PW_OP_SIN, build_of_angle, NULL, RATIO},
    {"cos", "cos(angle)", 1, PW_OP_COS, build_of_angle, NULL, RATIO},
    {"tan", "tan(angle)", 1, PW_OP_TAN, build_of_angle, NULL, RATIO},
    {"asin", "asin(x)", 1, PW_OP_ASIN, build_angle, NULL, RATIO},
    {"acos", "acos(x)", 1, PW_OP_ACOS, build_angle, NULL, RATIO},
    {"atan", "atan(x)", 1, PW_OP_ATAN, build_angle, NULL, RATIO},
    {"atan2", "atan2(y, x)", 2, PW_OP_ATAN2, build_angle, NULL, SIGN},
    {"sinh", "sinh(x)", 1, PW_OP_SINH, build_plain, NULL, RATIO},
    {"cosh", "cosh(x)", 1, PW_OP_COSH, build_plain, NULL, RATIO},
    {"tanh", "tanh(x)", 1, PW_OP_TANH, build_plain, NULL, RATIO},
    {"exp", "exp(x)", 1, PW_OP_EXP, build_plain, NULL, RATIO},
    {"log", "log(x)", 1, PW_OP_LOG, build_plain, NULL, RATIO},
    {"log10", "log10(x)", 1, PW_OP_LOG10, build_plain, NULL, RATIO},
    {"sqrt", "sqrt(x)", 1, PW_OP_SQRT, build_plain, NULL, SQUARE_ROOT},
    {"cbrt", "cbrt(x)", 1, PW_OP_CBRT, build_plain, NULL, CUBE_ROOT},
    {"hypot", "hypot(x, y)", 2, PW_OP_HYPOT, build_plain, NULL, SAME},
    {"abs", "abs(x)", 1, PW_OP_ABS, build_side, NULL, SAME},
    {"sign", "sign(x)", 1, PW_OP_SIGN, build_side, NULL, SIGN},
    {"step", "step(x, x0)", 2, PW_OP_ABOVE, build_step, NULL, SIGN},
    {"floor", "floor(x)", 1, PW_OP_FLOOR, build_floor, NULL, SAME},
    {"mod", "mod(x, m)", 2, 0, build_mod, NULL, SAME},
    {"cycle", "cycle(x, period)", 2, 0, build_cycle, NULL, SAME},
    {"min", "min(x, y, ...)", 2, PW_OP_MIN, NULL, parse_extreme, SAME},
    {"max", "max(x, y, ...)", 2, PW_OP_MAX, NULL, parse_extreme, SAME},
    {"if", "if(condition, value, value otherwise)", 3, 0, NULL, parse_if, SAME},
    {"rate", "rate(name)", 1, 0, NULL, parse_rate, OPEN},
    {"sampled", "sampled(x, period)", 2, 0, NULL, parse_sampled, OPEN},
    {"motion", "motion(x, x0, y0, LAW, x1, y1, ...)", 5, PW_OP_PROGRAM, NULL, parse_motion, OPEN},
};
enum { FUNCTIONS = sizeof functions / sizeof *functions };

static const Function *find(const char *name) {
  for (int i = 0; i < FUNCTIONS; i++) {
    if (strcmp(functions[i].name, name) == 0) return &functions[i];
  }
  return NULL;
}

// ", did you mean '...'?" for a word that is known neither to the scope nor here, or "".
static void suggest(const PwParser *p, const char *word, char *out, size_t size) {
  size_t count = 0;
  out[0] = 0;
  while (p->scope->names && p->scope->names[count]) count++;
  const char **names = malloc((count + FUNCTIONS + 2) * sizeof *names);
  if (!names) return;
  for (size_t i = 0; i < count; i++) names[i] = p->scope->names[i];
  for (int i = 0; i < FUNCTIONS; i++) names[count++] = functions[i].name;
  names[count++] = "pi";
  names[count] = NULL;
  const char *near = pw_suggest(word, names);
  if (near) snprintf(out, size, ", did you mean '%s'?", near);
  free(names);
}

static PwSymbolKind look_up(PwParser *p, const PwToken *name, bool rate, bool *reported, PwSymbol *out) {
  *reported = false;
  *out = (PwSymbol){.scale = 1};
  if (!p->scope->symbol) return PW_SYMBOL_UNKNOWN;
  PwSymbolKind kind = p->scope->symbol(p->scope->user, name->name, rate, pw_parser_place(p, name->start), reported, out);
  if (*reported && p->status == PAWL_OK) p->status = PAWL_ERR_INPUT;
  return kind;
}

PwOperand pw_call_symbol(PwParser *p, const PwToken *name, bool rate) {
  PwSymbol symbol;
  bool reported;
  char hint[PW_NAME_MAX + 40];
  PwOperand out = pw_operand_constant(NAN, name->start);
  if (p->stopped) return out;
  if (!rate && strcmp(name->name, "pi") == 0) {
    out.value = PI;
    out.unit.kind = p->scope->powers ? PW_UNIT_RATIO : PW_UNIT_OPEN;
    return out;
  }
  PwSymbolKind kind = look_up(p, name, rate, &reported, &symbol);
  if (reported) return out;
  switch (kind) {
    case PW_SYMBOL_CONSTANT:
    case PW_SYMBOL_VARIABLE:
      out = kind == PW_SYMBOL_CONSTANT ? pw_operand_constant(symbol.constant, name->start)
                                       : pw_operand_variable(p, symbol.variable, symbol.scale, name->start);
      out.unit = symbol.unit;
      return out;
    case PW_SYMBOL_TEXT:
      return parse_text(p, symbol.text, name->start);
    case PW_SYMBOL_TABLE:
      pw_parser_error(p, name->start, "'%s' is a table: write %s(x)", name->name, name->name);
      return out;
    default:
      break;
  }
  const Function *f = find(name->name);
  if (f) {
    pw_parser_error(p, name->start, "'%s' is a function: write %s", f->name, f->usage);
  } else {
    suggest(p, name->name, hint, sizeof hint);
    pw_parser_error(p, name->start, "unknown name '%s'%s", name->name, hint);
  }
  return out;
}

// The arguments up to the ')'; the first two are kept.
static int parse_arguments(PwParser *p, int32_t open, PwOperand argument[2]) {
  int count = 0;
  if (!pw_token_is(p, ')')) {
    do {
      PwOperand a = pw_parse_number(p);
      if (count < 2) argument[count] = a;
      count++;
    } while (pw_token_accept(p, ','));
  }
  pw_parser_close(p, open);
  return count;
}

static PwOperand call_other(PwParser *p, const PwToken *name, int32_t open) {
  PwSymbol symbol;
  bool reported;
  char hint[PW_NAME_MAX + 40];
  PwOperand argument[2] = {{0}};
  PwSymbolKind kind = look_up(p, name, false, &reported, &symbol);
  int count = parse_arguments(p, open, argument);
  if (kind == PW_SYMBOL_TABLE && count == 1) {
    return pw_operand_kink(p, PW_OP_TABLE, (PwKink){.type = PW_KINK_TABLE, .table = symbol.table}, argument[0], name->start);
  }
  if (reported) return pw_operand_constant(NAN, name->start);
  if (kind == PW_SYMBOL_TABLE) {
    pw_parser_error(p, name->start, "table '%s' takes 1 argument: %s(x); %d given", name->name, name->name, count);
  } else if (kind != PW_SYMBOL_UNKNOWN || strcmp(name->name, "pi") == 0) {
    pw_parser_error(p, name->start, "'%s' is not a function; for a product write %s*(...)", name->name, name->name);
  } else {
    suggest(p, name->name, hint, sizeof hint);
    pw_parser_error(p, name->start, "unknown function '%s'%s", name->name, hint);
  }
  return pw_operand_constant(NAN, name->start);
}

static PwUnit unit_of(PwParser *p, const Function *f, const PwOperand argument[2], int32_t at) {
  PwUnit both = f->count == 2 ? pw_operand_sum_unit(p, &argument[0], &argument[1], at) : argument[0].unit;
  switch (f->unit) {
    case RATIO:
      return pw_operand_ratio_unit(p, f->name, &argument[0], at);
    case SIGN:
      return (PwUnit){.kind = p->scope->powers ? PW_UNIT_RATIO : PW_UNIT_OPEN};
    case SAME:
      return both;
    case SQUARE_ROOT:
      return pw_unit_power(both, 0.5);
    case CUBE_ROOT:
      return pw_unit_power(both, 1.0 / 3);
    default:
      return (PwUnit){.kind = PW_UNIT_OPEN};
  }
}

PwOperand pw_call_parse(PwParser *p, const PwToken *name) {
  int32_t open = p->token.start;
  const Function *f = find(name->name);
  pw_token_next(p);
  if (!f) return call_other(p, name, open);
  if (f->parse) return f->parse(p, f, name->start, open);
  PwOperand argument[2] = {{0}};
  int count = parse_arguments(p, open, argument);
  if (p->stopped || count != f->count) {
    complain_count(p, f, count, name->start);
    return pw_operand_constant(NAN, name->start);
  }
  PwOperand out = f->build(p, f, argument, name->start);
  out.unit = unit_of(p, f, argument, name->start);
  return out;
}
