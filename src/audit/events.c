// events.csv: events in the order of time, and its impacts those of audit_touches.bin, one by one.
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "audit/parts.h"

// Columns of events.csv that are looked at.
enum { T, KIND, SUBJECT, DETAIL, BODY1, X, Y, Z, SPEED_BEFORE, SPEED_AFTER, IMPULSE, FIELDS };
static const char *const NAMES[FIELDS] = {"t", "kind", "subject",      "detail",      "body1",  "x",
                                          "y", "z",    "speed_before", "speed_after", "impulse"};

typedef struct {
  PwAuditLaw *law;
  PwGrid head;
  int32_t column[FIELDS];
  char *field[FIELDS];  // of the event that was read
  int64_t rows, touch;  // so far
  int64_t start;        // impacts at the start, of which no rows tell
  double last;
  double impact_at;  // the last impact, and what is said of it
  char detail[200];
} Events;

static bool is_impulse(const PwAudit *a, int64_t touch) {
  return pw_audit_touch(a, touch, PW_TOUCH_KIND) != PW_ROW_SAMPLE;
}

// The next touch row of an impulse from `*touch` on.
static bool next_impulse(const PwAudit *a, int64_t *touch) {
  while (*touch < a->touches.rows && !is_impulse(a, *touch)) ++*touch;
  return *touch < a->touches.rows;
}

// A number of the event in SI against one of the touch; empty ones are not compared.
static void same(const PwAudit *a, const Events *x, int field, double unit, double touch, double least) {
  double told;
  if (!x->field[field][0]) return;
  if (!pw_csv_number(x->field[field], &told)) told = NAN;
  double off = fabs(told * unit - touch), scale = fmax(fabs(touch), least);
  if (off > 0 || isnan(off))
    pw_audit_note(x->law, off / scale, "%s of %s at t = %s %s", NAMES[field], x->field[SUBJECT], x->field[T],
                  a->model->units.time_name);
}

static void compare(PwAudit *a, Events *x) {
  const PwUnits *u = &a->model->units;
  const double *touch = a->touches.value + x->touch * a->touches.columns;
  PwContactOf c;
  int32_t contact = (int32_t)touch[PW_TOUCH_CONTACT];
  if (strcmp(a->contact[contact], x->field[SUBJECT]) || !pw_audit_contact(a, contact, &c)) {
    pw_audit_note(x->law, INFINITY, "impact of %s at t = %s %s, told as one of %s", x->field[SUBJECT], x->field[T], u->time_name,
                  a->contact[contact]);
    return;
  }
  bool angle = c.of >= 0 && pw_audit_is_angle(a->of[c.of].kind);
  double length = pw_units_factor(u, PW_DIM_LENGTH), speed = pw_units_factor(u, angle ? PW_DIM_ANGULAR_SPEED : PW_DIM_SPEED);
  double impulse = pw_units_factor(u, angle ? PW_DIM_TORQUE : PW_DIM_FORCE) * pw_units_factor(u, PW_DIM_TIME);
  for (int i = 0; i < 3; i++) same(a, x, X + i, length, touch[PW_TOUCH_X + i], a->size);
  same(a, x, SPEED_BEFORE, speed, touch[PW_TOUCH_RATE], 0);
  same(a, x, SPEED_AFTER, speed, touch[PW_TOUCH_RATE_AFTER], 0);
  same(a, x, IMPULSE, impulse, touch[PW_TOUCH_FORCE], 0);
  pw_audit_note(x->law, 0, "%s at t = %s %s", x->field[SUBJECT], x->field[T], a->model->units.time_name);
}

// Friction that jams is told apart from impacts, and has an impulse, too.
static bool is_impact(const Events *x) {
  return strcmp(x->field[KIND], "impact") == 0 || strcmp(x->field[KIND], "jams") == 0;
}

// The impact that was read, at time t, against the next impulse.
static void impact(PwAudit *a, Events *x, double t) {
  double near = 1e-15 * fabs(t), start = pw_audit_value(a, 0, 0);
  if (t <= start && pw_audit_value(a, 0, 1) == PW_ROW_AFTER) {
    x->start++;
    return;
  }
  bool any = next_impulse(a, &x->touch);
  for (; any && pw_audit_touch(a, x->touch, PW_TOUCH_T) < t - near; any = next_impulse(a, &x->touch)) {
    pw_audit_note(x->law, INFINITY, "an impulse at t = %.9g %s that is no event",
                  PW_AUDIT_TIME(a, pw_audit_touch(a, x->touch, PW_TOUCH_T)));
    x->touch++;
  }
  if (!any || pw_audit_touch(a, x->touch, PW_TOUCH_T) > t + near) {
    pw_audit_note(x->law, INFINITY, "impact of %s at t = %.9g %s without an impulse", x->field[SUBJECT], PW_AUDIT_TIME(a, t));
    return;
  }
  compare(a, x);
  if (is_impact(x)) {  // each solve has its energy
    bool other = x->impact_at == t && strcmp(x->detail, x->field[DETAIL]);
    a->loose[x->touch] = other || strstr(x->field[DETAIL], "solved") || strstr(x->field[DETAIL], "lowered");
    if (strcmp(x->detail, x->field[DETAIL])) snprintf(x->detail, sizeof x->detail, "%s", x->field[DETAIL]);
    x->impact_at = t;
  }
  x->touch++;
}

// Impulses are those of impacts, and of touches that close or are brought to rest without one.
static bool has_impulse(const Events *x) {
  double impulse;
  bool rests = strcmp(x->field[KIND], "rests") == 0 || strcmp(x->field[KIND], "closes") == 0;
  if (!x->field[BODY1][0]) return false;
  return is_impact(x) || (rests && pw_csv_number(x->field[IMPULSE], &impulse) && impulse != 0);
}

static PawlStatus read_event(PwAudit *a, Events *x, PwTableFile *file) {
  double t;
  char *at = file->line, *field;
  for (int32_t c = 0, wanted; c < x->head.columns; c++) {
    PawlStatus status = pw_table_field(file, &at, &field);
    if (status) return status;
    for (wanted = 0; wanted < FIELDS && x->column[wanted] != c;) wanted++;
    if (wanted < FIELDS) x->field[wanted] = field;
  }
  PawlStatus status = pw_table_last(file, at);
  if (status == PAWL_OK && !pw_csv_number(x->field[T], &t)) status = pw_table_complain(file, NULL, "the event has no time");
  if (status) return status;
  x->rows++;
  if (!(t >= x->last)) pw_audit_note(x->law, INFINITY, "event %lld goes back in time", (long long)x->rows);
  x->last = t;
  if (has_impulse(x)) impact(a, x, t * pw_units_factor(&a->model->units, PW_DIM_TIME));
  return PAWL_OK;
}

static PawlStatus read_events(PwAudit *a, Events *x, PwTableFile *file) {
  PawlStatus status = pw_table_head(file);
  if (status == PAWL_OK) status = pw_grid_headings(&x->head, file);
  for (int i = 0; i < FIELDS && status == PAWL_OK; i++) {
    x->column[i] = pw_grid_find(&x->head, NAMES[i]);
    if (x->column[i] < 0) status = pw_table_complain(file, NULL, "a column of events is missing");
  }
  for (bool end = false; status == PAWL_OK;) {
    status = pw_table_line(file, &end);
    if (status != PAWL_OK || end) break;
    status = read_event(a, x, file);
  }
  return status;
}

PawlStatus pw_audit_events(PwAudit *a, PawlMessages *messages) {
  static const char FILE_NAME[] = "events.csv";
  PwTableFile file;
  Events x = {.last = -INFINITY, .impact_at = NAN};
  a->loose = pw_arena_array(&a->arena, (size_t)a->touches.rows + 1, sizeof *a->loose);
  PawlStatus status = a->loose ? pw_audit_open_table(a, FILE_NAME, messages, &file) : PAWL_ERR_MEMORY;
  if (status) return status;
  x.law = pw_audit_begin(a, "events.csv says the same", 1e-9);
  status = read_events(a, &x, &file);
  close(file.lines.file);
  pw_table_end(&file);
  pw_grid_free(&x.head);
  a->events = x.rows;
  if (next_impulse(a, &x.touch)) {
    pw_audit_note(x.law, INFINITY, "an impulse at t = %.9g %s that is no event",
                  PW_AUDIT_TIME(a, pw_audit_touch(a, x.touch, PW_TOUCH_T)));
  }
  if (isnan(x.law->deviation) && x.rows) pw_audit_note(x.law, 0, "%lld events", (long long)x.rows);
  pw_audit_end(a, x.law);
  if (x.start) pw_audit_skip(a, "impacts at the start", "%lld, before which no instant tells of the motion", (long long)x.start);
  return status;
}
