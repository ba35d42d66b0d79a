// What the commands that take a model share.
#include "commands.h"

PawlStatus pw_cli_load(const PwCliOptions *options, PawlMessages *messages, PawlMechanism **out) {
  PawlModel *model = NULL;
  PawlStatus status = pawl_model_load(options->operands[0], options->sets, options->set_count, messages, &model);
  if (status == PAWL_OK) status = pawl_mechanism_compile(model, messages, out);
  pawl_model_free(model);
  return status;
}
