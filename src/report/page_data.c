#include "report/page_data.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/json.h"
#include "pawl/report.h"
#include "report/encode.h"
#include "report/escape.h"
#include "report/output.h"
#include "report/rows.h"

enum { EVENTS_MAX = 20000, DATA_BYTES = 18000000 };

typedef struct {
  PwSource *source;
  PwEncoder *encoder;
  int64_t *row;
  int64_t rows;
  int bits;
  PwText text;
} Page;

// In JSON text a '<' can only stand in a string.
static void add_json(Page *p, const char *key, const json_t *object) {
  char *text = pw_json_dump(object, 0, PW_JSON_EXACT);
  pw_text_format(&p->text, ",\"%s\":", key);
  if (!text) p->text.failed = true;
  for (const char *at = text; at && *at;) {
    size_t n = strcspn(at, "<");
    pw_text_add_bytes(&p->text, at, n);
    if (at[n]) pw_text_add(&p->text, "\\u003c");
    at += n + (at[n] != 0);
  }
  free(text);
}

static void add_name(Page *p, bool first, const char *name) {
  pw_text_add(&p->text, first ? "{\"name\":" : ",{\"name\":");
  pw_add_json_string(&p->text, name);
}

static void add_unit(Page *p, const char *unit) {
  pw_text_add(&p->text, ",\"unit\":");
  pw_add_json_string(&p->text, unit);
}

static void add_result_data(Page *p, int32_t column, PwEncoding encoding) {
  double *value = pw_encoder_values(p->encoder);
  for (int64_t i = 0; i < p->rows; i++) value[i] = pw_result_value(p->source->result, p->row[i], column);
  pw_text_add(&p->text, ",\"data\":");
  if (!pw_encode(p->encoder, encoding, p->bits, &p->text)) p->text.failed = true;
}

// The pose or reaction in motion.csv of this name; -1: none.
static int32_t find_same(const Page *p, const char *name, const char *part) {
  static const char *const PARTS[] = {".x", ".y", ".z", ".qw", ".qx", ".qy", ".qz", ".angle", ".fx", ".fy", ".fz"};
  bool fits = false;
  for (size_t i = 0; i < sizeof PARTS / sizeof *PARTS; i++) fits = fits || strcmp(part, PARTS[i]) == 0;
  return fits ? pw_grid_find(&p->source->motion, name) : -1;
}

// The motion column that a column of result.csv repeats in other units; -1: none.
static int32_t find_repeated(Page *p, int32_t column, double *scale) {
  const PwSource *s = p->source;
  const char *name = pw_result_column_name(s->result, column), *part = strrchr(name, '.');
  int32_t same = part ? find_same(p, name, part) : -1;
  if (same < 0) return -1;
  bool length = strlen(part) == 2, angle = strcmp(part, ".angle") == 0, force = part[1] == 'f';
  int unit = length ? PW_UNIT_LENGTH : angle ? PW_UNIT_ANGLE : PW_UNIT_FORCE;
  *scale = length || angle || force ? 1 / s->scene.si[unit] : 1;
  for (int64_t i = 0; i < s->rows; i++) {
    double a = pw_result_value(s->result, i, column), b = *scale * pw_grid_value(&s->motion, i, same);
    if (!(fabs(a - b) <= 1e-9 * fmax(fabs(a), fabs(b)))) return -1;
  }
  return same;
}

static void add_columns(Page *p) {
  const PwSource *s = p->source;
  pw_text_add(&p->text, ",\"time\":{\"unit\":");
  pw_add_json_string(&p->text, pw_result_column_unit(s->result, 0));
  pw_text_add(&p->text, ",\"si\":");
  pw_add_json_number(&p->text, s->scene.si[PW_UNIT_TIME]);
  add_result_data(p, 0, PW_ENCODE_F8);
  pw_text_add(&p->text, "},\"columns\":[");
  for (int32_t i = 1; i < pw_result_columns(s->result) && !p->text.failed; i++) {
    double scale;
    int32_t same = find_repeated(p, i, &scale);
    add_name(p, i == 1, pw_result_column_name(s->result, i));
    add_unit(p, pw_result_column_unit(s->result, i));
    if (same < 0) {
      add_result_data(p, i, PW_ENCODE_VALUE);
    } else {
      pw_text_format(&p->text, ",\"motion\":%d,\"scale\":", (int)same - 1);
      pw_add_json_number(&p->text, scale);
    }
    pw_text_add(&p->text, "}");
  }
  pw_text_add(&p->text, "]");
}

// Columns of one slot.
static void add_slot(Page *p, const PwSourceSlot *slot, bool first) {
  const PwSource *s = p->source;
  double *value = pw_encoder_values(p->encoder);
  for (int32_t c = 0; c < s->slot && !p->text.failed; c++) {
    const PwSlotField *field = pw_slot_field(s->slot_field[c]);
    int64_t touch = slot->first;
    for (int64_t i = 0; i < p->rows; i++) {
      while (touch < slot->end && pw_source_touch_row(s, touch) < p->row[i]) touch++;
      bool there = touch < slot->end && pw_source_touch_row(s, touch) == p->row[i];
      value[i] = there ? pw_source_touch_values(s, touch)[c] : field->none;
    }
    pw_text_format(&p->text, "%s{\"name\":\"%s\",\"data\":", first && c == 0 ? "" : ",", field->name[!s->scene.planar]);
    PwEncoding encoding = pw_slot_is_place(s->slot_field[c]) && s->scene.planar ? PW_ENCODE_PLACE : PW_ENCODE_VALUE;
    if (!pw_encode(p->encoder, encoding, p->bits, &p->text)) p->text.failed = true;
    pw_text_add(&p->text, "}");
  }
}

// Poses, then the slots that ever had a touch.
static void add_motion(Page *p) {
  const PwSource *s = p->source;
  double *value = pw_encoder_values(p->encoder);
  pw_text_add(&p->text, ",\"motion\":[");
  for (int32_t c = 1; c < s->motion.columns && !p->text.failed; c++) {
    add_name(p, c == 1, s->motion.heading[c].name);
    for (int64_t i = 0; i < p->rows; i++) value[i] = pw_grid_value(&s->motion, p->row[i], c);
    pw_text_add(&p->text, ",\"data\":");
    if (!pw_encode(p->encoder, PW_ENCODE_VALUE, p->bits, &p->text)) p->text.failed = true;
    pw_text_add(&p->text, "}");
  }
  for (int32_t i = 0; i < s->slots; i++) add_slot(p, &s->used[i], s->motion.columns == 1 && i == 0);
  pw_text_add(&p->text, "],\"slot_fields\":[");
  for (int32_t c = 0; c < s->slot; c++) {
    pw_text_format(&p->text, "%s\"%s\"", c ? "," : "", pw_slot_field(s->slot_field[c])->name[!s->scene.planar]);
  }
  pw_text_add(&p->text, "],\"slots\":[");
  for (int32_t i = 0; i < s->slots; i++) {
    pw_text_format(&p->text, "%s[%d,%d]", i ? "," : "", (int)s->used[i].contact, (int)s->used[i].index);
  }
  pw_text_add(&p->text, "]");
}

static void add_event(PwText *out, const PwResultEvent *e) {
  const char *comma = "";
  for (int i = 0; i < PW_EVENT_FIELDS; i++) {
    const char *word = pw_event_text(e, i);
    double number = pw_event_number(e, i);
    if (!word && !isfinite(number)) continue;
    pw_text_format(out, "%s\"%s\":", comma, pw_event_field(i)->name);
    if (word) {
      pw_add_json_string(out, word);
    } else {
      pw_add_json_number(out, number);
    }
    comma = ",";
  }
}

// What a field of an event is, so that the page knows how to show it.
static const char *word_of(const PwEventField *field) {
  static const char *const WORDS[PW_FIELD_UNITS] = {"number", "time",    "length",       "gap",   "speed",
                                                    "force",  "impulse", "acceleration", "torque"};
  if (field->is_text) return "text";
  return field->unit < PW_FIELD_UNITS ? WORDS[field->unit] : field->unit == PW_FIELD_VALUE ? "value" : "place";
}

static void add_events(Page *p) {
  const PwResult *r = p->source->result;
  int columns = pw_result_event_columns(r);
  int64_t total = pw_result_events(r), count = total < EVENTS_MAX ? total : EVENTS_MAX;
  pw_text_format(&p->text, ",\"events_total\":%lld,\"event_units\":{", (long long)total);
  for (int i = 0; i < columns; i++) {
    pw_text_format(&p->text, "%s\"%s\":", i ? "," : "", pw_event_field(i)->name);
    pw_add_json_string(&p->text, pw_result_event_unit(r, i));
  }
  pw_text_add(&p->text, "},\"event_fields\":{");
  for (int i = 0; i < columns; i++) {
    pw_text_format(&p->text, "%s\"%s\":\"%s\"", i ? "," : "", pw_event_field(i)->name, word_of(pw_event_field(i)));
  }
  pw_text_add(&p->text, "},\"events\":[");
  for (int64_t i = 0; i < count; i++) {
    PwResultEvent e = pw_result_get_event(r, i);
    pw_text_add(&p->text, i ? ",{" : "{");
    add_event(&p->text, &e);
    pw_text_add(&p->text, "}");
  }
  pw_text_add(&p->text, "]");
}

// Eigenvalues, frequencies and damping; the shapes stay in the folder.
static void add_modes(Page *p) {
  static const char *const NAMES[][2] = {{"mode", "mode"},
                                         {"re", "eigenvalue.re"},
                                         {"im", "eigenvalue.im"},
                                         {"frequency", "frequency"},
                                         {"damping", "damping ratio"}};
  const PwGrid *modes = &p->source->modes;
  if (modes->rows == 0) return;
  pw_text_add(&p->text, ",\"modes\":[");
  for (int64_t i = 0; i < modes->rows; i++) {
    const char *comma = "";
    pw_text_add(&p->text, i ? ",{" : "{");
    for (int k = 0; k < 5; k++) {
      int32_t column = pw_grid_find(modes, NAMES[k][1]);
      double value = column < 0 ? NAN : pw_grid_value(modes, i, column);
      if (!isfinite(value)) continue;
      pw_text_format(&p->text, "%s\"%s\":", comma, NAMES[k][0]);
      pw_add_json_number(&p->text, value);
      comma = ",";
    }
    pw_text_add(&p->text, "}");
  }
  pw_text_add(&p->text, "]");
}

static void add_all(Page *p) {
  PwSource *s = p->source;
  pw_text_free(&p->text);
  pw_text_format(&p->text, "{\"pawl_page\":1,\"rows\":%lld,\"rows_total\":%lld", (long long)p->rows, (long long)s->rows);
  add_json(p, "run", s->run_json);
  add_json(p, "scene", s->scene_json);
  add_modes(p);
  add_events(p);
  add_columns(p);
  add_motion(p);
  pw_text_add(&p->text, "}");
}

PawlStatus pw_page_data(PwSource *source, size_t limit, PawlMessages *messages, PwText *out) {
  static const int BITS[] = {20, 16, 12};
  Page page = {.source = source};
  page.row = pw_rows_choose(source, &page.rows);
  page.encoder = page.row ? pw_encoder_create(page.rows) : NULL;
  page.text.failed = !page.encoder;
  for (int i = 0; i < 3 && page.encoder; i++) {
    page.bits = BITS[i];
    add_all(&page);
    if (page.text.failed || page.text.length <= limit) break;
  }
  pw_encoder_free(page.encoder);
  *out = page.text;
  if (!page.text.failed) return PAWL_OK;
  pw_text_free(out);
  return pw_fail(messages, PAWL_ERR_MEMORY, PW_NOWHERE, "out of memory");
}

PawlStatus pawl_report_data(const char *directory, PawlMessages *messages, char **out) {
  if (!directory || !out) return pw_output_fail_null(messages);
  PwSource source;
  PwText text = {0};
  PawlStatus status = pw_source_open(directory, messages, &source);
  if (status != PAWL_OK) return status;
  status = pw_page_data(&source, DATA_BYTES, messages, &text);
  if (status == PAWL_OK) *out = text.data;
  pw_source_close(&source);
  return status;
}
