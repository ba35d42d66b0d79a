// An event, from where it happens until it is told. Those of touches wait in PwTouches until their outcome is known.
#ifndef PW_CONTACT_EVENT_H
#define PW_CONTACT_EVENT_H
#include <stdint.h>

#include "pawl/run.h"
#include "result/event_fields.h"

typedef struct PwEvent {
  PwResultEvent record;   // its fields, SI; `detail` is set when it is told
  char detail[160];       // text of that
  double value_unit;      // unit of record.value in the model file; 0: it has none
  PawlContactId contact;  // of an event of a touch; null: none
  int32_t touch;          // id of the touch, while it waits
  double normal[3];       // of the touch: pushes body 1
  double friction[3];     // of its impulse: what is along the surface, on body 1,
  double twist[3];        // and of torques
  bool aside;             // of the computation, not of the mechanism: not counted
} PwEvent;

// An event of which nothing else is known yet.
static inline PwEvent pw_event_make(double t, const char *kind, const char *subject) {
  PwEvent event = {.record = pw_event_blank()};
  event.record.t = t;
  event.record.kind = kind;
  event.record.subject = subject;
  return event;
}
#endif
