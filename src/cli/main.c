// pawl: the command line tool. It knows the library by its public interface only.
#include <string.h>

#include "commands.h"
#include "messages.h"

static int dispatch(const PwCliOptions *options, PawlMessages *messages) {
  switch (options->command) {
    case PW_CLI_RUN:
      return pw_cli_run(options, messages);
    case PW_CLI_STUDY:
      return pw_cli_study(options, messages);
    case PW_CLI_CHECK:
      return pw_cli_check(options, messages);
    case PW_CLI_VERIFY:
      return pw_cli_verify(options, messages);
    case PW_CLI_AUDIT:
      return pw_cli_audit(options, messages);
    case PW_CLI_REPORT:
      return pw_cli_report(options, messages);
    case PW_CLI_EXPORT:
      return pw_cli_export(options, messages);
    case PW_CLI_VIEW:
      return pw_cli_view(options, messages);
    case PW_CLI_CONVERT:
      return pw_cli_convert(options, messages);
    case PW_CLI_VERSION:
      printf("pawl %s\n", pawl_version());
      return PW_EXIT_OK;
    case PW_CLI_HELP:
      break;
  }
  pw_cli_print_help(options->topic, stdout);
  return PW_EXIT_OK;
}

int main(int argc, char **argv) {
  PwCliOptions options;
  PawlMessages *messages = pawl_messages_create();
  int status = PW_EXIT_MEMORY;
  bool parsed = pw_cli_parse(argc, argv, &options);
  if (!messages) {
    fputs("pawl: error: out of memory\n", stderr);
  } else if (parsed) {
    status = dispatch(&options, messages);
  } else {
    fputs("pawl: error: ", stderr);
    pw_cli_print_text(options.error, stderr);
    fputs("\nsee 'pawl help'\n", stderr);
    status = strcmp(options.error, "out of memory") == 0 ? PW_EXIT_MEMORY : PW_EXIT_INPUT;
  }
  pw_cli_free(&options);
  pawl_messages_free(messages);
  if (fflush(stdout) != 0 || ferror(stdout)) {
    fputs("pawl: error: the output cannot be written\n", stderr);
    if (status == PW_EXIT_OK) status = PW_EXIT_STOPPED;
  }
  return status;
}
