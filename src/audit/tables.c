// result.csv says the same as the audit's own tables: at each of their instants the row of that time is read back, and every
// column that can be made from poses, speeds and what is told of forces is made again. Then all tables are complete.
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "audit/parts.h"
#include "base/names.h"
#include "result/folder.h"

typedef enum {
  AS_TOLD,  // a column of audit.bin
  OF_VALUE,
  OF_RATE,
  OF_COUPLER,
  KINETIC,
  POTENTIAL,
  WORK,
  FORCE,  // of a contact
  TOUCHES,
  GAP,
  NOT_MADE
} Source;

typedef struct {
  Source source;
  int32_t index, term;
  double unit;
} Column;

typedef struct {
  PwAuditLaw *law;
  PwGrid head;
  Column *column;
  double *value;   // of the row that was read
  int32_t made;    // columns that are compared
  bool *seen;      // [rows] a row of that time was there
  double *best;    // [rows] how far the nearest row of that time is off
  int32_t *worst;  // [rows] in which column
  double unit;     // of time
  double speed;    // of the run: what rates are measured by
  int64_t rows;
} Told;

// What columns may be called after: kinds of names.
enum { VALUES, RATES, CONTACTS };

static bool name_sources(PwAudit *a, PwNames *names) {
  for (int32_t i = a->ofs - 1; i >= 0; i--) {  // the first of a name stays
    const char *rate = pw_arena_format(&a->arena, "%s.rate", a->of[i].name);
    if (!rate || !pw_names_put(names, VALUES, a->of[i].name, i) || !pw_names_put(names, RATES, rate, i)) return false;
  }
  for (int32_t i = a->contacts - 1; i >= 0; i--) {
    if (!pw_names_put(names, CONTACTS, a->contact[i], i)) return false;
  }
  return true;
}

// "name.part": is it that of `name`?
static bool is_part(const char *text, const char *name, const char *part) {
  size_t n = strlen(name);
  return strncmp(text, name, n) == 0 && text[n] == '.' && strcmp(text + n + 1, part) == 0;
}

static bool find_of(const PwAudit *a, const PwNames *names, const char *name, Column *out) {
  int32_t value = pw_names_get(names, VALUES, name), i = value >= 0 ? value : pw_names_get(names, RATES, name);
  if (i < 0) return false;
  *out = (Column){.source = value >= 0 ? OF_VALUE : OF_RATE, .index = i};
  return value >= 0 || a->of[i].kind != PW_OF_SPEED;
}

static bool find_coupler(const PwAudit *a, const char *name, Column *out) {
  for (int32_t c = 0; c < a->model->couplers.count; c++) {
    const PawlCouplerDef *d = &a->model->couplers.item[c].def;
    size_t n = strlen(d->name);
    if (strncmp(name, d->name, n) || name[n] != '.') continue;
    for (int32_t k = 0; k < d->count; k++) {
      int32_t of = pw_audit_coordinate(a, &d->coordinate[k]);
      *out = (Column){.source = OF_COUPLER, .index = c, .term = k};
      if (of >= 0 && is_part(name + n + 1, a->of[of].name, "force")) return true;
    }
  }
  return false;
}

static bool find_contact(const PwNames *names, const char *name, Column *out) {
  static const char *const PARTS[] = {"force", "touches", "gap"};
  const char *dot = strrchr(name, '.');
  char contact[512];
  for (int k = 0; k < 3 && dot; k++) {
    if (strcmp(dot + 1, PARTS[k]) || (size_t)(dot - name) >= sizeof contact) continue;
    snprintf(contact, sizeof contact, "%.*s", (int)(dot - name), name);
    *out = (Column){.source = FORCE + (Source)k, .index = pw_names_get(names, CONTACTS, contact)};
    return out->index >= 0;
  }
  return false;
}

static Column source_of(const PwAudit *a, const PwNames *names, const PwHeading *h) {
  static const char *const ENERGIES[] = {"energy.kinetic", "energy.potential", "energy.work"};
  Column c = {.source = NOT_MADE};
  double exponents[4];
  int32_t own = pw_grid_find(&a->rows, h->name);
  bool found = find_of(a, names, h->name, &c) || find_coupler(a, h->name, &c) || find_contact(names, h->name, &c);
  for (int k = 0; k < 3 && !found; k++) {
    found = strcmp(h->name, ENERGIES[k]) == 0;
    if (found) c = (Column){.source = KINETIC + (Source)k};
  }
  if (!found && own > 3) {
    c = (Column){.source = AS_TOLD, .index = own};
    found = true;
  }
  c.unit = 1;
  if (!found || (h->unit[0] && !pw_unit_parse_real(h->unit, &c.unit, exponents))) c.source = NOT_MADE;
  return c;
}

// What the touches of this row say of a contact: forces and number of those that carry, smallest gap; *scale of the forces.
static double contact_value(const PwAudit *a, int64_t touch, const Column *c, double *scale) {
  double force = 0, count = 0, gap = INFINITY;
  *scale = 0;
  for (int64_t i = touch; pw_audit_touch_at(a, &a->now, i); i++) {
    if (pw_audit_touch(a, i, PW_TOUCH_CONTACT) != c->index) continue;
    gap = fmin(gap, pw_audit_touch(a, i, PW_TOUCH_GAP));
    if (pw_audit_touch(a, i, PW_TOUCH_STATE) < 2) continue;
    count++;
    force += pw_audit_touch(a, i, PW_TOUCH_FORCE);
    *scale += fabs(pw_audit_touch(a, i, PW_TOUCH_FORCE));
  }
  return c->source == FORCE ? force : c->source == TOUCHES ? count : gap;
}

// How far `told` is from what is made of the row of `now`, over its scale.
static double off(PwAudit *a, const Told *x, const Column *c, double told, int64_t touch) {
  double own = NAN, scale = 0;
  PwOfMotion m;
  const PwOf *of = c->source == OF_VALUE || c->source == OF_RATE ? &a->of[c->index] : NULL;
  if (of) {
    bool angle = pw_audit_is_angle(of->kind), slow = c->source == OF_VALUE && of->kind != PW_OF_SPEED;
    pw_audit_of(a, &a->now, of, &m);
    own = c->source == OF_VALUE ? m.value : m.rate;
    scale = slow ? (angle ? 1 : a->size) : angle ? x->speed / a->size : x->speed;
  } else if (c->source == AS_TOLD) {
    own = pw_audit_value(a, a->now.row, c->index);
  } else if (c->source == OF_COUPLER) {
    own = a->model->couplers.item[c->index].def.factor[c->term] * pw_audit_value(a, a->now.row, a->coupler_column[c->index]);
  } else if (c->source <= WORK) {
    double kinetic = a->kinetic[a->now.row], potential = a->potential[a->now.row];
    own = c->source == KINETIC ? kinetic : c->source == POTENTIAL ? potential : a->now.work;
    scale = kinetic + fabs(potential) + fabs(a->now.work) + a->mass * x->speed * x->speed;
  } else if (a->now.kind == PW_ROW_SAMPLE) {
    own = contact_value(a, touch, c, &scale);
    if (c->source == GAP) return own < INFINITY ? fmax(told - own, 0) / a->size : 0;  // far ones are not told
  } else {
    return 0;
  }
  if (own == told || (isnan(own) && isnan(told))) return 0;
  return fabs(told - own) / fmax(scale, fabs(own));
}

// The row that was read against one instant of the same time.
static void compare(PwAudit *a, Told *x, int64_t row, int64_t touch) {
  double most = 0;
  int32_t worst = 0;
  pw_audit_place(a, row, &a->now);
  pw_audit_seek(a, &a->now, &touch);
  for (int32_t i = 1; i < x->head.columns; i++) {
    const Column *c = &x->column[i];
    double d = c->source == NOT_MADE ? 0 : off(a, x, c, x->value[i] * c->unit, touch);
    if (!(d > most) && !isnan(d)) continue;
    most = isnan(d) ? INFINITY : d;
    worst = i;
  }
  if (x->seen[row] && !(most < x->best[row])) return;
  x->seen[row] = true;
  x->best[row] = most;
  x->worst[row] = worst;
}

static bool has_row(const PwAudit *a, int64_t r) {
  double kind = pw_audit_value(a, r, 1);
  return kind != PW_ROW_IMPULSE && kind != PW_ROW_KICK && kind != PW_ROW_REST;
}

// Rows of result.csv one after another; only those at an instant are read whole.
static PawlStatus read_rows(PwAudit *a, Told *x, PwTableFile *t) {
  PawlStatus status = PAWL_OK;
  int64_t first = 0, touch = 0;
  double last = -INFINITY;
  for (bool end = false; status == PAWL_OK;) {
    double now;
    status = pw_table_line(t, &end);
    if (status != PAWL_OK || end) break;
    char *at = t->line;
    status = pw_table_number(t, &at, false, &now);
    x->rows++;
    if (status == PAWL_OK && now < last) pw_audit_note(x->law, INFINITY, "row %lld goes back in time", (long long)x->rows);
    last = now;
    now *= x->unit;
    double near = 1e-15 * fabs(now);
    while (first < a->rows.rows && pw_audit_value(a, first, 0) < now - near) first++;
    if (first >= a->rows.rows || pw_audit_value(a, first, 0) > now + near) continue;
    for (int32_t i = 1; i < x->head.columns && status == PAWL_OK; i++) status = pw_table_number(t, &at, false, &x->value[i]);
    if (status == PAWL_OK) status = pw_table_last(t, at);
    while (touch < a->touches.rows && pw_audit_touch(a, touch, PW_TOUCH_T) < now - near) touch++;
    for (int64_t r = first; status == PAWL_OK && r < a->rows.rows && pw_audit_value(a, r, 0) <= now + near; r++) {
      if (has_row(a, r)) compare(a, x, r, touch);
    }
  }
  return status;
}

static PawlStatus prepare(PwAudit *a, Told *x, PwTableFile *t) {
  PawlStatus status = pw_table_head(t);
  if (status == PAWL_OK) status = pw_grid_headings(&x->head, t);
  if (status) return status;
  x->column = pw_arena_array(&a->arena, (size_t)x->head.columns, sizeof *x->column);
  x->value = pw_arena_array(&a->arena, (size_t)x->head.columns, sizeof *x->value);
  x->best = pw_arena_array(&a->arena, (size_t)a->rows.rows, sizeof *x->best);
  x->seen = pw_arena_array(&a->arena, (size_t)a->rows.rows, sizeof *x->seen);
  x->worst = pw_arena_array(&a->arena, (size_t)a->rows.rows, sizeof *x->worst);
  if (!x->column || !x->value || !x->best || !x->seen || !x->worst) return PAWL_ERR_MEMORY;
  PwNames names = {0};
  bool named = name_sources(a, &names);
  for (int32_t i = 1; i < x->head.columns && named; i++) {
    x->column[i] = source_of(a, &names, &x->head.heading[i]);
    x->made += x->column[i].source != NOT_MADE;
  }
  pw_names_free(&names);
  if (!named) return PAWL_ERR_MEMORY;
  x->unit = pw_units_factor(&a->model->units, PW_DIM_TIME);
  x->speed = fmax(a->fastest, pw_audit_pace(a));
  for (int64_t r = 0; r < a->rows.rows; r++) x->best[r] = INFINITY;
  return PAWL_OK;
}

PawlStatus pw_audit_open_table(PwAudit *a, const char *name, PawlMessages *messages, PwTableFile *out) {
  const char *path = pw_arena_format(&a->arena, "%s/%s", a->folder, name);
  int folder = path ? pw_folder_open(a->folder) : -1, file = folder < 0 ? -1 : pw_folder_open_file(folder, name), error = errno;
  if (folder >= 0) close(folder);
  if (!path) return PAWL_ERR_MEMORY;
  if (file < 0) return pw_folder_fail(messages, "read", a->folder, name, error);
  *out = pw_table_begin(file, path, messages);
  return PAWL_OK;
}

static PawlStatus read_result(PwAudit *a, Told *x, PawlMessages *messages) {
  PwTableFile table;
  PawlStatus status = pw_audit_open_table(a, "result.csv", messages, &table);
  if (status) return status;
  status = prepare(a, x, &table);
  if (status == PAWL_OK) status = read_rows(a, x, &table);
  close(table.lines.file);
  pw_table_end(&table);
  for (int64_t r = 0; r < a->rows.rows && status == PAWL_OK; r++) {
    if (!has_row(a, r)) continue;
    const char *name = !x->seen[r] ? "no row" : x->worst[r] ? x->head.heading[x->worst[r]].name : "all";
    pw_audit_note_at(x->law, x->best[r], pw_audit_value(a, r, 0), "", name);
  }
  pw_audit_say(x->law, "%d of %d columns can be made again", (int)x->made, (int)x->head.columns - 1);
  return status;
}

static void count(PwAuditLaw *law, const char *table, int64_t rows, int64_t told) {
  if (told >= 0)
    pw_audit_note(law, fabs((double)(rows - told)), "%s: %lld rows of %lld", table, (long long)rows, (long long)told);
}

// Rows as their ends and run.json count them.
static void complete(PwAudit *a, int64_t rows, int64_t events) {
  static const char *const NAME = "tables complete";
  bool touches = a->contacts > 0;
  if (!a->end.there && !a->done) {
    pw_audit_skip(a, NAME, "the run was not ended");
    return;
  }
  PwAuditLaw *law = pw_audit_begin(a, NAME, 0);
  if (!a->end.there) pw_audit_note(law, INFINITY, "audit.bin has no end");
  if (touches && !a->touches_end.there) pw_audit_note(law, INFINITY, "audit_touches.bin has no end");
  if (a->end.there) {
    count(law, "audit.bin", a->rows.rows, a->end.rows);
    count(law, "audit_touches.bin", a->touches.rows, touches ? a->end.number[0] : 0);
    count(law, "result.csv", rows, a->end.number[1]);
    count(law, "events.csv", events, a->end.number[2]);
  }
  if (a->touches_end.there) count(law, "audit_touches.bin", a->touches.rows, a->touches_end.rows);
  if (a->done) {
    count(law, "audit.bin", a->rows.rows, a->told_rows);
    count(law, "audit_touches.bin", a->touches.rows, a->told_touches);
  }
  pw_audit_end(a, law);
}

PawlStatus pw_audit_tables(PwAudit *a, PawlMessages *messages) {
  Told x = {.law = pw_audit_begin(a, "result.csv says the same", 1e-9)};
  PawlStatus status = read_result(a, &x, messages);
  pw_audit_end(a, x.law);
  pw_grid_free(&x.head);
  if (status == PAWL_OK) complete(a, x.rows, a->events);
  return status;
}
