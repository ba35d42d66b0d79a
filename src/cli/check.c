// pawl check FILE: what the mechanism is, before anything moves.
#include "commands.h"
#include "messages.h"

int pw_cli_check(const PwCliOptions *options, PawlMessages *messages) {
  PawlMechanism *mechanism = NULL;
  char *text = NULL;
  PawlStatus status = pw_cli_load(options, messages, &mechanism);
  PawlCheckOptions check = pawl_check_options_default();
  check.json = options->json;
  check.matrices = options->matrices;
  check.contacts = options->contacts;
  if (status == PAWL_OK) status = pawl_check(mechanism, &check, messages, &text);
  pw_cli_print_messages(messages, status, true, stderr);
  if (text) fputs(text, stdout);
  pawl_text_free(text);
  pawl_mechanism_free(mechanism);
  return pw_cli_exit_status(status, false);
}
