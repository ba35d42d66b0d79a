// pawl run FILE --compare: formulations against each other.
#include <math.h>
#include <string.h>

#include "commands.h"
#include "messages.h"

typedef struct {
  PwCliProgress *progress;
  const char *formulation[2];  // of the item before
  bool silent;
  int items, deviating;
  double compared;
  double seconds;    // of a unit of time
  const char *unit;  // its name
} Table;

static void print_number(double value) {
  if (isnan(value)) {
    printf(" %11s", "-");
  } else {
    printf(" %11.2e", value);
  }
}

static void print_heading(const Table *table, const PawlCompareItem *item) {
  const char *second = item->formulation[1];
  if (table->items) putchar('\n');
  printf("%s%s%s, tolerance %g", item->formulation[0], second ? " against " : " alone", second ? second : "", item->tolerance[0]);
  if (second && item->tolerance[1] != item->tolerance[0]) printf(" (%s %g)", second, item->tolerance[1]);
  printf(" and ten times tighter\n");
  printf("%-22s %11s %11s %11s %11s %*s[%s]\n", "quantity", "difference", "tighter", "tightening", "limit",
         (int)(10 - strlen(table->unit)), "at t ", table->unit);
}

static void print_item(void *user, const PawlCompareItem *item) {
  Table *table = user;
  if (!item->ok) table->deviating++;
  table->compared = fmin(table->compared, item->compared);
  if (table->items == 0) pw_cli_progress_clear(table->progress);
  bool other = table->items == 0 || table->formulation[1] != item->formulation[1];  // names live as long as the comparison
  if (other && !table->silent) print_heading(table, item);
  memcpy(table->formulation, item->formulation, sizeof table->formulation);
  table->items++;
  if (table->silent) return;
  printf("%-22s", item->quantity);
  print_number(item->difference);
  print_number(item->tighter);
  print_number(item->tightening);
  print_number(item->limit);
  printf(" %12.6g  %s  ", item->t / table->seconds, item->ok ? "ok" : "DEVIATES");
  pw_cli_print_text(item->column, stdout);
  putchar('\n');
}

// compare.json of a complete comparison.
static void print_json(const char *folder) {
  char block[4096], path[4096];
  snprintf(path, sizeof path, "%s/compare.json", folder);
  FILE *file = fopen(path, "r");
  for (size_t n; file && (n = fread(block, 1, sizeof block, file)) > 0;) fwrite(block, 1, n, stdout);
  if (file) putchar('\n');
  if (file) fclose(file);
}

int pw_cli_compare(const PawlMechanism *mechanism, const PwCliOptions *o, const char *folder, PawlMessages *messages) {
  const char *unit;
  double seconds = pawl_mechanism_time_unit(mechanism, &unit);
  PwCliProgress progress = pw_cli_progress_begin(stderr, o->quiet, seconds, unit);
  PawlRunOptions run = pw_cli_run_options(mechanism, o, folder, &progress);
  Table table = {.progress = &progress, .compared = 1, .silent = o->quiet || o->json, .seconds = seconds, .unit = unit};
  int shown = pw_cli_show_messages(messages, 0, !o->quiet, stderr);
  PawlStatus status = pawl_compare(mechanism, &run, print_item, &table, messages);
  pw_cli_progress_clear(&progress);
  fflush(stdout);
  pw_cli_show_messages(messages, shown, !o->quiet, stderr);
  pw_cli_end_messages(messages, status, stderr);
  if (table.items && !table.silent) {
    printf("%d quantities, %d beyond their limits; compared over %.3g %% of the run\n", table.items, table.deviating,
           100 * table.compared);
    pw_cli_print_made("results", folder, "");
  }
  if (table.items && o->json) print_json(folder);
  return pw_cli_exit_status(status, true);
}
