#include "result/event_fields.h"

#include <math.h>
#include <string.h>

const PwEventField *pw_event_field(int field) {
#define TEXT(name, when) {#name, PW_EVENT_##when, true, PW_FIELD_PLAIN, offsetof(PwResultEvent, name)},
#define NUMBER(name, when, unit) {#name, PW_EVENT_##when, false, PW_FIELD_##unit, offsetof(PwResultEvent, name)},
  static const PwEventField TABLE[PW_EVENT_FIELDS] = {PW_EVENT_LIST(TEXT, NUMBER)};
#undef TEXT
#undef NUMBER
  return &TABLE[field];
}

int pw_event_columns(bool friction) {
  int count = 0;
  while (count < PW_EVENT_FIELDS && (friction || pw_event_field(count)->when != PW_EVENT_FRICTION)) count++;
  return count;
}

PwResultEvent pw_event_blank(void) {
#define TEXT(name, when) .name = NULL,
#define NUMBER(name, when, unit) .name = NAN,
  return (PwResultEvent){PW_EVENT_LIST(TEXT, NUMBER)};
#undef TEXT
#undef NUMBER
}

double pw_event_number(const PwResultEvent *event, int field) {
  const PwEventField *f = pw_event_field(field);
  double number = NAN;
  if (!f->is_text) memcpy(&number, (const char *)event + f->offset, sizeof number);
  return number;
}

const char *pw_event_text(const PwResultEvent *event, int field) {
  const PwEventField *f = pw_event_field(field);
  const char *text = NULL;
  if (f->is_text) memcpy(&text, (const char *)event + f->offset, sizeof text);
  return text;
}

void pw_event_set_number(PwResultEvent *event, int field, double number) {
  memcpy((char *)event + pw_event_field(field)->offset, &number, sizeof number);
}

void pw_event_set_text(PwResultEvent *event, int field, const char *text) {
  memcpy((char *)event + pw_event_field(field)->offset, &text, sizeof text);
}
