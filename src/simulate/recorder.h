// What is written at a sample: the columns of result.csv, chosen by the model's `output` requests.
#ifndef PW_RECORDER_H
#define PW_RECORDER_H
#include "result/result.h"
#include "simulate/simulation.h"

typedef enum {
  PW_COL_TIME,
  PW_COL_COORDINATE,
  PW_COL_MEASURE,
  PW_COL_DRIVE,
  PW_COL_FORCE,
  PW_COL_COUPLER,
  PW_COL_BODY,
  PW_COL_REACTION,
  PW_COL_BEARING,
  PW_COL_CONTACT,
  PW_COL_SLOT,
  PW_COL_ENERGY
} PwColumnKind;

typedef struct {
  PwColumnKind kind;
  int32_t index;      // of the coordinate, measure, drive, force along a scalar, coupler, body, joint, contact, slot
  int32_t component;  // value/rate/acceleration; term; pose and twist; wrench; touches, gap, force, ...; field of the slot;
                      // kinetic, potential, work, balance
} PwColumnSource;

typedef struct {
  int32_t count;
  PwColumn *column;
  PwColumnSource *source;
  double *values;  // one row
} PwRecorder;

// What the model wants to be plotted at first: the columns of each of its requests that the result has.
typedef struct {
  int32_t count;
  PwRecorder *plot;  // their columns only
} PwPlots;

// Unknown requests are complained about with their place.
PawlStatus pw_recorder_create(const PawlMechanism *k, PwArena *arena, PawlMessages *messages, PwRecorder *out);
PawlStatus pw_recorder_plots(const PawlMechanism *k, const PwRecorder *recorder, PwArena *arena, PawlMessages *messages,
                             PwPlots *out);
// Columns by their full names, in this order, whatever the model's requests are; one that there is none of has no name.
PawlStatus pw_recorder_named(const PawlMechanism *k, const char *const *name, int32_t count, PwArena *arena, PwRecorder *out);
// What there is to choose from, NULL-terminated; NULL: out of memory.
const char **pw_recorder_names(const PawlMechanism *k, PwArena *arena);
// The row of the simulation's last sample, in SI, into recorder->values.
void pw_recorder_row(const PwRecorder *recorder, const PawlSimulation *s);
#endif
