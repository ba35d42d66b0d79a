// pawl report DIR: a page, or drawings, from a result folder.
#include "commands.h"
#include "messages.h"

int pw_cli_report(const PwCliOptions *o, PawlMessages *messages) {
  const char *directory = o->operands[0];
  PawlStatus status = o->svg ? pawl_report_svg(directory, o->output, o->columns, o->times, o->time_count, messages)
                             : pawl_report_page(directory, o->output, messages);
  pw_cli_print_messages(messages, status, true, stderr);
  return pw_cli_exit_status(status, false);
}
