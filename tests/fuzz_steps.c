// Fuzz target of all that a model goes through: read, compiled, assembled, ten steps, in the formulation that it asks for.
// Anything may be refused on the way; nothing may crash, leak or take long.
#include "fuzz_read.h"
#include "simulate/simulation.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  PawlModel *model = fuzz_read("fuzz.yaml", data, size);
  PawlMechanism *mechanism = NULL;
  PawlSimulation *s = NULL;
  PawlStatus status = model ? pawl_mechanism_compile(model, NULL, &mechanism) : PAWL_ERR_INPUT;
  if (status == PAWL_OK) {
    PawlRunOptions options = pawl_mechanism_run_options(mechanism);
    options.from_result = NULL;
    status = pawl_simulation_create(mechanism, &options, NULL, &s);
  }
  if (status == PAWL_OK) status = pawl_simulation_assemble(s, NULL);
  for (int i = 0; i < 10 && status == PAWL_OK && !s->ended; i++) {
    status = pw_simulation_segment(s, s->options.duration, NULL);
    if (status == PAWL_OK) status = pw_simulation_settle(s, NULL);
  }
  pawl_simulation_free(s);
  pawl_mechanism_free(mechanism);
  pawl_model_free(model);
  return 0;
}
