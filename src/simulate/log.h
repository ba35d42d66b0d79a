// The log of a simulation: what happened. The way of an event leads down through the files:
//   contact/going_on.c, contact_decide.c, contact_impact.c, ...  something happens to a touch: pw_touches_tell; it waits in the
//                     list of touches until its outcome is known, and goes on in contact_decide.c: pw_contact_flush
//   events.c, samples.c, advance.c, ...  something else happens: pw_event_make
//   log.c             it is told to the laws that mention it, to the run and to the user's function: pw_simulation_emit
//   analysis/run.c    the run brings it into the units of the model file and writes it
//   result/           writer.c writes events.csv, reader.c reads it back, by the list in event_fields.h
#ifndef PW_LOG_H
#define PW_LOG_H
#include "contact/event.h"

struct PawlSimulation;

// It has happened, and all of it is known.
void pw_simulation_emit(struct PawlSimulation *s, PwEvent *event);
#endif
