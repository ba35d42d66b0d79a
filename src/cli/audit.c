// pawl audit DIR: a result held against the laws of mechanics, as a table.
#include <math.h>

#include "commands.h"
#include "messages.h"

static void print_law(void *user, const PawlAuditLaw *law) {
  static const char *const WORDS[] = {[PAWL_AUDIT_PASSED] = "passed",
                                      [PAWL_AUDIT_FAILED] = "FAILED",
                                      [PAWL_AUDIT_NOT] = "not audited",
                                      [PAWL_AUDIT_COARSE] = "too coarse",
                                      [PAWL_AUDIT_NOTHING] = "nothing to audit"};
  int *laws = user;
  if (!*laws) printf("%-28s %10s %10s  %-16s  %s\n", "law", "deviation", "limit", "(of its scale)", "where");
  printf("%-28s ", law->name);
  if (isnan(law->deviation)) {
    printf("%10s ", "-");
  } else {
    printf("%10.2g ", law->deviation);
  }
  if (isnan(law->limit)) {
    printf("%10s  ", "-");
  } else {
    printf("%10.2g  ", law->limit);
  }
  printf("%-16s  ", WORDS[law->status]);
  pw_cli_print_text(law->where, stdout);
  if (law->note[0]) {
    fputs(law->where[0] ? " (" : "(", stdout);
    pw_cli_print_text(law->note, stdout);
    fputs(")", stdout);
  }
  fputs("\n", stdout);
  ++*laws;
}

int pw_cli_audit(const PwCliOptions *options, PawlMessages *messages) {
  int laws = 0;
  PawlStatus status = pawl_audit(options->operands[0], print_law, &laws, messages);
  fflush(stdout);
  pw_cli_print_messages(messages, status, true, stderr);
  return pw_cli_exit_status(status, false);
}
