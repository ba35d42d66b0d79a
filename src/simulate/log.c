#include "simulate/log.h"

#include <string.h>

#include "simulate/simulation.h"

// The caller's function. PawlEvent has every field of the list: one that it lacks does not compile here.
static void tell(const PawlSimulation *s, const PwEvent *e) {
  if (!s->options.event) return;
#define COPY(name, ...) .name = e->record.name,
  const PawlEvent event = {.size = sizeof event, .contact = e->contact, PW_EVENT_LIST(COPY, COPY)};
#undef COPY
  s->options.event(s->options.user, &event);
}

void pw_simulation_emit(PawlSimulation *s, PwEvent *event) {
  event->record.detail = event->detail;
  for (int32_t i = 0; i < s->k->nameds; i++) {
    const PwNamed *n = &s->k->named[i];
    if (event->record.subject != s->k->contact[n->contact].name || strcmp(event->record.kind, n->kind)) continue;
    s->discrete.named_count[i]++;
    s->discrete.named_time[i] = event->record.t;
    s->named_happened = true;
  }
  s->info.events += !event->aside;
  s->last_subject = event->record.subject;
  if (s->silent) return;
  if (s->on_event) s->on_event(s->event_user, event);
  tell(s, event);
}
