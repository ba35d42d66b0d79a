// The public way to run by hand: assemble, advance.
#include <math.h>
#include <string.h>

#include "analysis/initial.h"

PawlStatus pawl_simulation_assemble(PawlSimulation *s, PawlMessages *messages) {
  if (!s) return pw_fail(messages, PAWL_ERR_ARGUMENT, PW_NOWHERE, "no simulation was given (NULL)");
  PawlStatus status = pw_initial_state(s, messages);
  if (status == PAWL_OK) status = pw_contact_start(s, messages);
  if (status == PAWL_OK) status = pw_simulation_start(s, 0, s->y, 0, messages);
  if (status == PAWL_OK) status = pw_samples_start(s, messages);
  if (status == PAWL_OK) status = pw_simulation_sample_at(s, 0, s->y, messages);  // last: the start evaluates trial states
  s->assembled = status == PAWL_OK;
  return status;
}

PawlStatus pawl_simulation_advance(PawlSimulation *s, double t, PawlMessages *messages) {
  if (!s || !s->assembled) {
    PawlStatus status = pawl_simulation_assemble(s, messages);
    if (status) return status;
  }
  if (s->options.analysis != PAWL_ANALYSIS_DYNAMICS && s->options.analysis != PAWL_ANALYSIS_KINEMATICS) {
    return pw_fail(messages, PAWL_ERR_ARGUMENT, PW_NOWHERE, "advance needs options.analysis = dynamics or kinematics");
  }
  if (!isfinite(t)) return pw_fail(messages, PAWL_ERR_ARGUMENT, PW_NOWHERE, "advance to t = %g: not a time", t);
  if (t < s->from) {
    return pw_fail(messages, PAWL_ERR_ARGUMENT, PW_NOWHERE, "advance to t = %s: the simulation is already at %s",
                   PW_SAY_TIME(s->k, t), PW_SAY_TIME(s->k, s->t));
  }
  while (s->to < t && !s->ended) {
    PawlStatus status = pw_simulation_settle(s, messages);
    if (status == PAWL_OK && !s->ended) status = pw_simulation_segment(s, fmax(t, s->options.duration), messages);
    if (status) return status;
  }
  return pw_simulation_sample(s, fmin(t, s->to), messages);
}
