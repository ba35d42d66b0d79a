// The items of expected.yaml against a result, one report each.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/verify.h"
#include "base/text.h"
#include "result/csv.h"

const char *const pw_verify_info_names[] = {"t",
                                            "steps",
                                            "rejected",
                                            "evaluations",
                                            "factorisations",
                                            "events",
                                            "samples",
                                            "singular_passages",
                                            "branch_changes",
                                            "violation_position",
                                            "violation_speed",
                                            "energy_drift",
                                            "impacts",
                                            "searches",
                                            "grown",
                                            "violation_acceleration",
                                            "faint_steps",
                                            NULL};

double pw_verify_info_value(const PawlRunInfo *i, int32_t field) {
  const double value[] = {i->t,
                          (double)i->steps,
                          (double)i->rejected,
                          (double)i->evaluations,
                          (double)i->factorisations,
                          (double)i->events,
                          (double)i->samples,
                          (double)i->singular_passages,
                          (double)i->branch_changes,
                          i->violation_position,
                          i->violation_speed,
                          i->energy_drift,
                          (double)i->impacts,
                          (double)i->searches,
                          (double)i->grown,
                          i->violation_acceleration,
                          (double)i->faint_steps};
  return value[field];
}

// A deviation that is not a number is no agreement.
void pw_verify_report(PwVerification *v, const char *quantity, double deviation, double limit, double t) {
  PwText name = {0};
  if (v->expected->name) pw_text_format(&name, "%s: ", v->expected->name);
  pw_text_add(&name, quantity);
  PawlVerifyItem item = {
      .size = sizeof item, .quantity = name.failed ? quantity : name.data, .deviation = deviation, .limit = limit, .t = t};
  item.ok = deviation <= limit;
  if (!item.ok) v->deviates = true;
  if (v->report) v->report(v->user, &item);
  pw_text_free(&name);
}

bool pw_verify_same_time(const PwVerification *v, double a, double b) {
  int64_t rows = pw_result_rows(v->result);
  double span = rows ? fabs(pw_result_value(v->result, rows - 1, 0) - pw_result_value(v->result, 0, 0)) : 0;
  return fabs(a - b) <= 1e-9 * fmax(span, fmax(fabs(a), fabs(b)) * 1e-3);
}

// ---- quantities: expressions of columns

static PwSymbolKind symbol(void *user, const char *name, bool rate, PwPlace place, bool *reported, PwSymbol *out) {
  PwVerification *v = user;
  PwText text = {0};
  pw_text_format(&text, "%s%s", name, rate ? ".rate" : "");
  int32_t column = text.failed ? -1 : pw_result_find_column(v->result, text.data);
  v->reader->no_memory |= text.failed;
  pw_text_free(&text);
  if (column < 0)
    return rate ? PW_SYMBOL_UNKNOWN : v->reader->scope.symbol(v->reader->scope.user, name, rate, place, reported, out);
  *out = (PwSymbol){.variable = column, .scale = 1};
  return PW_SYMBOL_VARIABLE;
}

static bool unit(void *user, const char *name, double *factor) {
  const PwVerification *v = user;
  return v->reader->scope.unit(v->reader->scope.user, name, factor);
}

PawlStatus pw_quantity_compile(PwVerification *v, const PwExpectText *text, PwQuantity *out) {
  int32_t columns = pw_result_columns(v->result), parameters = v->reader->model->parameters.count, n = 0;
  const char **names = malloc(((size_t)columns + (size_t)parameters + 1) * sizeof *names);
  *out = (PwQuantity){0};
  if (!names) return PAWL_ERR_MEMORY;
  for (int32_t c = 0; c < columns; c++) names[n++] = pw_result_column_name(v->result, c);
  for (int32_t p = 0; p < parameters; p++) names[n++] = v->reader->model->parameters.item[p].name;
  names[n] = NULL;
  PwScope scope = {.user = v, .symbol = symbol, .unit = unit, .names = names, .radians = v->reader->scope.radians};
  PawlStatus status = pw_expr_compile(text->text, text->place, &scope, v->reader->messages, &out->expr);
  free(names);
  if (status) return v->reader->no_memory ? PAWL_ERR_MEMORY : status;
  out->column = pw_expr_variables(out->expr, &out->count);
  out->x = malloc(((size_t)out->count + 1) * sizeof *out->x);
  out->branch = malloc(((size_t)pw_expr_kinks(out->expr) + 1) * sizeof *out->branch);
  return out->x && out->branch ? PAWL_OK : PAWL_ERR_MEMORY;
}

double pw_quantity_value(const PwVerification *v, const PwQuantity *q, int64_t row) {
  for (int32_t k = 0; k < q->count; k++) q->x[k] = pw_result_value(v->result, row, q->column[k]);
  pw_expr_choose(q->expr, q->x, NULL, q->branch);
  return pw_expr_value(q->expr, q->x, q->branch);
}

void pw_quantity_free(PwQuantity *q) {
  pw_expr_free(q->expr);
  free(q->x);
  free(q->branch);
}

// ---- items

// Takes over `deviation` at `t` if it is the largest so far; one that is not a number stays.
static void worst(double deviation, double t, double *largest, double *where) {
  if (isnan(*largest) || deviation <= *largest) return;
  *largest = deviation;
  *where = t;
}

static PawlStatus compare_value(PwVerification *v, const PwExpectValue *e) {
  PwQuantity quantity = {0}, is = {0};
  PawlStatus status = pw_quantity_compile(v, &e->quantity, &quantity);
  if (status == PAWL_OK) status = pw_quantity_compile(v, &e->is, &is);
  int64_t rows = pw_result_rows(v->result), met = 0;
  double largest = -1, where = 0;
  for (int64_t row = e->at_end ? rows - 1 : 0; status == PAWL_OK && row < rows; row++) {
    double t = pw_result_value(v->result, row, 0);
    if (!isnan(e->at) && !pw_verify_same_time(v, t, e->at)) continue;
    met++;
    worst(fabs(pw_quantity_value(v, &quantity, row) - pw_quantity_value(v, &is, row)), t, &largest, &where);
  }
  pw_quantity_free(&quantity);
  pw_quantity_free(&is);
  if (status) return status;
  if (!met) {
    return pw_fail(v->reader->messages, PAWL_ERR_INPUT, e->quantity.place,
                   "the result has no row at t = %.9g; choose the step so that one falls on it", e->at);
  }
  pw_verify_report(v, e->quantity.text, largest, e->within, where);
  return PAWL_OK;
}

static PawlStatus compare_limit(PwVerification *v, const PwExpectLimit *e) {
  PwQuantity quantity;
  PawlStatus status = pw_quantity_compile(v, &e->quantity, &quantity);
  double largest = -1, outside = 0, t_largest = 0, t_outside = 0;
  for (int64_t row = 0; status == PAWL_OK && row < pw_result_rows(v->result); row++) {
    double t = pw_result_value(v->result, row, 0), value = pw_quantity_value(v, &quantity, row);
    worst(fabs(value), t, &largest, &t_largest);
    worst(isnan(value) ? NAN : fmax(e->from - value, value - e->to), t, &outside, &t_outside);
  }
  pw_quantity_free(&quantity);
  if (status) return status;
  if (!isnan(e->max)) pw_verify_report(v, e->quantity.text, largest, e->max, t_largest);
  if (isfinite(e->from) || isfinite(e->to)) pw_verify_report(v, e->quantity.text, outside, 0, t_outside);
  return PAWL_OK;
}

static bool is_meant(const PwExpectEvent *expected, const PwResultEvent *event) {
  return strcmp(expected->kind, event->kind) == 0 && (!expected->subject || strcmp(expected->subject, event->subject) == 0);
}

// An event against what is expected in its place: its time, then each number asked for.
static void compare_event(PwVerification *v, const PwResultEvent *event, const PwExpectEvent *expected, const char *name) {
  bool same = expected && is_meant(expected, event);
  double deviation = !same ? INFINITY : isnan(expected->at) ? 0 : fabs(event->t - expected->at);
  char text[340];
  pw_verify_report(v, name, deviation, expected ? expected->within : 0, event->t);
  for (int field = 0; same && field < PW_EVENT_FIELDS; field++) {
    if (isnan(expected->is[field])) continue;
    snprintf(text, sizeof text, "%s %s", name, pw_event_field(field)->name);
    pw_verify_report(v, text, fabs(pw_event_number(event, field) - expected->is[field]), expected->limit[field], event->t);
  }
}

// The next expectation of the list that counts in order; its end: none.
static int32_t next_listed(const PwExpected *e, int32_t k) {
  while (k < e->events.count && e->events.item[k].number > 0) k++;
  return k;
}

// The run's events of the kinds that the list names, in order, must be those of the list.
static void compare_events(PwVerification *v) {
  const PwExpected *e = v->expected;
  int32_t next = next_listed(e, 0), number = 0;
  char name[300];
  for (int64_t i = 0; e->events.count && i < pw_result_events(v->result); i++) {
    PwResultEvent event = pw_result_get_event(v->result, i);
    bool named = false;
    for (int32_t k = next_listed(e, 0); k < e->events.count && !named; k = next_listed(e, k + 1)) {
      named = strcmp(e->events.item[k].kind, event.kind) == 0;
    }
    if (!named) continue;
    snprintf(name, sizeof name, "event %d: %.100s %.100s", (int)++number, event.kind, event.subject);
    compare_event(v, &event, next < e->events.count ? &e->events.item[next] : NULL, name);
    if (next < e->events.count) next = next_listed(e, next + 1);
  }
  for (; next < e->events.count; next = next_listed(e, next + 1)) {
    const PwExpectEvent *expected = &e->events.item[next];
    snprintf(name, sizeof name, "event %d: %.100s %.100s", (int)++number, expected->kind,
             expected->subject ? expected->subject : "");
    pw_verify_report(v, name, INFINITY, expected->within, expected->at);
  }
}

// Those that are chosen by kind, subject and number; what else the run has does not matter.
static void compare_chosen(PwVerification *v) {
  const PwExpected *e = v->expected;
  for (int32_t k = 0; k < e->events.count; k++) {
    const PwExpectEvent *expected = &e->events.item[k];
    int64_t i = 0, count = pw_result_events(v->result);
    char name[300];
    if (expected->number == 0) continue;
    for (int32_t left = expected->number; i < count; i++) {
      PwResultEvent event = pw_result_get_event(v->result, i);
      if (is_meant(expected, &event) && --left == 0) break;
    }
    snprintf(name, sizeof name, "%.100s %.100s %d", expected->kind, expected->subject ? expected->subject : "",
             (int)expected->number);
    if (i == count) {
      pw_verify_report(v, name, INFINITY, expected->within, expected->at);
    } else {
      PwResultEvent event = pw_result_get_event(v->result, i);
      compare_event(v, &event, expected, name);
    }
  }
}

// The number in row `mode` and column `quantity` of the table of modes; false if there is none. `text` is changed.
static bool find_mode(char *text, const PwExpectMode *e, double *out) {
  char *line = text;
  int column = -1;
  for (int32_t row = 0; line && row <= e->mode; row++) {
    char *end = strchr(line, '\n'), *next = end ? end + 1 : NULL;
    if (end) *end = 0;
    for (int c = 0; line; c++) {
      const char *name, *of;
      char *field = pw_csv_take(&line);
      if (!field) return false;
      if (row == 0) pw_csv_split_heading(field, &name, &of);
      if (row == 0 && strcmp(name, e->quantity) == 0) column = c;
      if (row == e->mode && c == column) return pw_csv_number(field, out);
    }
    line = next;
  }
  return false;
}

static PawlStatus compare_mode(PwVerification *v, const PwExpectMode *e) {
  size_t length;
  double value;
  char name[300], *text = pw_result_read_file(v->result, "modes.csv", &length);
  bool found = text && find_mode(text, e, &value);
  free(text);
  if (!found) {
    return pw_fail(v->reader->messages, PAWL_ERR_INPUT, e->place, "the result has no mode %d with '%s'", (int)e->mode,
                   e->quantity);
  }
  snprintf(name, sizeof name, "mode %d: %.200s", (int)e->mode, e->quantity);
  pw_verify_report(v, name, fabs(value - e->is), e->within, v->info->t);
  return PAWL_OK;
}

static void compare_info(PwVerification *v, const PwExpectInfo *e) {
  double value = pw_verify_info_value(v->info, e->field);
  const char *name = pw_verify_info_names[e->field];
  if (!isnan(e->is)) pw_verify_report(v, name, fabs(value - e->is), 0, v->info->t);
  if (isfinite(e->to)) pw_verify_report(v, name, value, e->to, v->info->t);
  if (isfinite(e->from)) pw_verify_report(v, name, fmax(e->from - value, 0), 0, v->info->t);
}

PawlStatus pw_verify_compare(PwVerification *v) {
  const PwExpected *e = v->expected;
  PawlStatus first = PAWL_OK;
  for (int32_t k = 0; k < e->values.count + e->limits.count + e->tables.count + e->modes.count; k++) {
    int32_t limit = k - e->values.count, table = limit - e->limits.count, mode = table - e->tables.count;
    PawlStatus status = limit < 0   ? compare_value(v, &e->values.item[k])
                        : table < 0 ? compare_limit(v, &e->limits.item[limit])
                        : mode < 0  ? pw_verify_table(v, &e->tables.item[table])
                                    : compare_mode(v, &e->modes.item[mode]);
    if (status && !first) first = status;
  }
  compare_events(v);
  compare_chosen(v);
  for (int32_t k = 0; k < e->info.count; k++) compare_info(v, &e->info.item[k]);
  return first;
}
