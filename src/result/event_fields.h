// The fields of an event, one list in the order of events.csv. From it follow the struct, heading and rows of the file, its
// reader, the units, what expected.yaml may ask for and the data of the page. A new field is a line here, one in PawlEvent
// (pawl/run.h: without it simulate/log.c does not compile) with its sentence in docs/results.md, and what sets it.
#ifndef PW_EVENT_FIELDS_H
#define PW_EVENT_FIELDS_H
#include <stdbool.h>
#include <stddef.h>

#include "result/field_units.h"

// TEXT(name, when) and NUMBER(name, when, unit). `when` a field is there: ALWAYS, SOMETIMES, in an event of a TOUCH, or of a
// touch or joint with FRICTION. The last ones stand at the end: a mechanism without friction has no such columns.
// clang-format off
#define PW_EVENT_LIST(TEXT, NUMBER)                                                                        \
  NUMBER(t, ALWAYS, TIME)                                                                                  \
  TEXT(kind, ALWAYS)                 /* one word; docs/results.md lists them */                            \
  TEXT(subject, ALWAYS)              /* name of the contact, stop, drive, joint, ... */                    \
  TEXT(detail, ALWAYS)               /* a sentence for people; may be empty */                             \
  NUMBER(value, SOMETIMES, VALUE)    /* what the kind says */                                              \
  TEXT(body1, TOUCH)                 /* that touch */                                                      \
  TEXT(body2, TOUCH)                                                                                       \
  NUMBER(q1, TOUCH, U1)              /* places on their boundaries: element + part of it; on surfaces u */ \
  NUMBER(q2, TOUCH, U2)                                                                                    \
  NUMBER(v1, TOUCH, V1)              /* on surfaces v */                                                   \
  NUMBER(v2, TOUCH, V2)                                                                                    \
  NUMBER(x, TOUCH, LENGTH)           /* the point, ground axes */                                          \
  NUMBER(y, TOUCH, LENGTH)                                                                                 \
  NUMBER(z, TOUCH, LENGTH)                                                                                 \
  NUMBER(speed_before, TOUCH, SPEED) /* of the gap */                                                      \
  NUMBER(speed_after, TOUCH, SPEED)                                                                        \
  NUMBER(impulse, TOUCH, IMPULSE)    /* along the normal */                                                \
  NUMBER(force, TOUCH, FORCE)        /* along the normal, after the event */                               \
  NUMBER(force_before, TOUCH, FORCE)                                                                       \
  NUMBER(gap, TOUCH, GAP)                                                                                  \
  NUMBER(slip_before, FRICTION, SPEED) /* of the slip, as the column of a slot */                          \
  NUMBER(slip_after, FRICTION, SPEED)                                                                      \
  NUMBER(friction, FRICTION, FORCE)  /* size of its force, after the event */                              \
  NUMBER(friction_before, FRICTION, FORCE)                                                                 \
  NUMBER(friction_impulse_x, FRICTION, IMPULSE) /* of its force, on body 1, ground axes */                 \
  NUMBER(friction_impulse_y, FRICTION, IMPULSE)                                                            \
  NUMBER(friction_impulse_z, FRICTION, IMPULSE)
// clang-format on

// An event. Texts that do not apply are NULL, numbers NaN, and both empty in the file; body1 NULL: no field of a touch applies.
#define PW_EVENT_TEXT(name, when) const char *name;
#define PW_EVENT_NUMBER(name, when, unit) double name;
typedef struct {
  PW_EVENT_LIST(PW_EVENT_TEXT, PW_EVENT_NUMBER)
  bool angular;  // no field: it is of the stop of an angle, whose gap and what belongs to it are angular
} PwResultEvent;
#undef PW_EVENT_TEXT
#undef PW_EVENT_NUMBER

// PW_EVENT_AT_impulse: number of the column.
#define PW_EVENT_AT(name, ...) PW_EVENT_AT_##name,
enum { PW_EVENT_LIST(PW_EVENT_AT, PW_EVENT_AT) PW_EVENT_FIELDS };
#undef PW_EVENT_AT

typedef enum { PW_EVENT_ALWAYS, PW_EVENT_SOMETIMES, PW_EVENT_TOUCH, PW_EVENT_FRICTION } PwEventWhen;

typedef struct {
  const char *name;
  PwEventWhen when;
  bool is_text;
  PwFieldUnit unit;
  size_t offset;  // in PwResultEvent
} PwEventField;

// The list as a table, 0 to PW_EVENT_FIELDS - 1.
const PwEventField *pw_event_field(int field);
// How many of them events.csv has, the first ones: all, or those of mechanisms without friction.
int pw_event_columns(bool friction);
// An event of which nothing applies.
PwResultEvent pw_event_blank(void);
// A field by its number; NaN, NULL where it is of the other type.
double pw_event_number(const PwResultEvent *event, int field);
const char *pw_event_text(const PwResultEvent *event, int field);
void pw_event_set_number(PwResultEvent *event, int field, double number);
void pw_event_set_text(PwResultEvent *event, int field, const char *text);
#endif
