// What a run does unless it is told otherwise; the file's `analysis` is read over it.
#include "base/messages.h"
#include "base/sized.h"
#include "model/model.h"

PW_SIZED_INIT(PawlRunOptions, pawl_run_options,
              {.analysis = PAWL_ANALYSIS_DYNAMICS,
               .duration = 1,
               .tolerance = 1e-8,
               .method = PAWL_METHOD_AUTO,
               .max_steps = 100000000,
               .checkpoint_steps = 2000,
               .impact = PAWL_IMPACT_NEWTON,
               .impact_order = PAWL_IMPACT_SIMULTANEOUS,
               .formulation = PAWL_FORMULATION_AUTO,
               .penalty = 1e7,
               .spectral_radius = 1})

PawlStatus pw_run_options_take(const PawlRunOptions *given, PawlRunOptions *out, PawlMessages *messages) {
  char problem[PW_SIZED_CHARS];
  if (!given) return pw_fail(messages, PAWL_ERR_ARGUMENT, PW_NOWHERE, "no options were given (NULL)");
  *out = pawl_run_options_default();
  if (pw_sized_take(given, out, sizeof *out, problem)) return PAWL_OK;
  return pw_fail(messages, PAWL_ERR_ARGUMENT, PW_NOWHERE, "options: %s", problem);
}
