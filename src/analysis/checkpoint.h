// Everything that a run must know to go on: continuous and discrete state, the integrator's memory, counters.
#ifndef PW_RUN_CHECKPOINT_H
#define PW_RUN_CHECKPOINT_H
#include <stddef.h>

#include "simulate/simulation.h"

// A checkpoint is also a barrier: both the run that goes on and the one that resumes forget pivots and restart the integrator
// with its saved memory, so that both give the same bytes.
// *bytes is malloc'ed.
PawlStatus pw_checkpoint_save(const PawlSimulation *s, int64_t next_sample, void **bytes, size_t *length);
// Into a simulation whose initial state was computed as usual. PAWL_ERR_INPUT if it belongs to another model or other settings.
PawlStatus pw_checkpoint_load(PawlSimulation *s, const void *bytes, size_t length, int64_t *next_sample, PawlMessages *messages);
// The barrier itself, after save or load.
PawlStatus pw_checkpoint_barrier(PawlSimulation *s, PawlMessages *messages);
#endif
