// What a run does unless it is told otherwise; the file's `analysis` is read over it.
#include "pawl/run.h"

PawlRunOptions pawl_run_options_default(void) {
  return (PawlRunOptions){.size = sizeof(PawlRunOptions),
                          .analysis = PAWL_ANALYSIS_DYNAMICS,
                          .duration = 1,
                          .tolerance = 1e-8,
                          .method = PAWL_METHOD_AUTO,
                          .max_steps = 100000000,
                          .checkpoint_steps = 2000,
                          .impact = PAWL_IMPACT_NEWTON,
                          .impact_order = PAWL_IMPACT_SIMULTANEOUS,
                          .formulation = PAWL_FORMULATION_AUTO};
}
