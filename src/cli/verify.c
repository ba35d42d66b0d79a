// pawl verify FOLDER...: the models of examples and of users' regression tests against what is expected of them.
#include "commands.h"
#include "messages.h"

typedef struct {
  const char *folder;  // NULL once its heading is printed
  int items, deviating;
} Table;

static void print_item(void *user, const PawlVerifyItem *item) {
  Table *table = user;
  if (table->folder) {
    pw_cli_print_text(table->folder, stdout);
    printf("\n  %-40s %12s %12s %12s\n", "quantity", "deviation", "limit", "at t");
    table->folder = NULL;
  }
  char name[200];
  snprintf(name, sizeof name, "%-40s", item->quantity);
  fputs("  ", stdout);
  pw_cli_print_text(name, stdout);
  printf(" %12.3g %12.3g %12.6g  %s\n", item->deviation, item->limit, item->t, item->ok ? "ok" : "FAIL");
  table->items++;
  if (!item->ok) table->deviating++;
}

int pw_cli_verify(const PwCliOptions *options, PawlMessages *messages) {
  Table table = {0};
  int worst = PW_EXIT_OK;
  PawlVerifyOptions verify = pawl_verify_options_default();
  if (options->formulation >= 0) verify.formulation = (PawlFormulation)options->formulation;
  for (int i = 0; i < options->operand_count; i++) {
    table.folder = options->operands[i];
    PawlStatus status = pawl_verify(table.folder, &verify, print_item, &table, messages);
    fflush(stdout);
    pw_cli_print_messages(messages, status, true, stderr);
    int exit_status = pw_cli_exit_status(status, false);
    if (exit_status > worst) worst = exit_status;
  }
  printf("%d quantities, %d beyond their limits\n", table.items, table.deviating);
  return worst;
}
