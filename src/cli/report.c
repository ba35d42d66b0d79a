// pawl report DIR: a page, or drawings, from a result folder.
#include <string.h>

#include "commands.h"
#include "messages.h"

void pw_cli_print_made(const char *label, const char *path, const char *suffix) {
  size_t n = strlen(path);
  printf("%-20s", label);
  for (; n > 1 && path[n - 1] == '/'; n--) continue;
  for (size_t i = 0; i < n; i++) pw_cli_print_text((const char[2]){path[i], 0}, stdout);
  printf("%s\n", suffix);
}

static bool ends_in(const char *name, const char *end) {
  size_t n = strlen(name), m = strlen(end);
  return n > m && strcmp(name + n - m, end) == 0;
}

// A model instead of a result.
static int draw_model(const PwCliOptions *o, PawlMessages *messages) {
  const char *model = o->operands[0];
  PawlStatus status = pawl_report_model(model, o->sets, o->set_count, o->output, messages);
  pw_cli_print_messages(messages, status, true, stderr);
  if (status == PAWL_OK) pw_cli_print_made("drawing", o->output ? o->output : model, o->output ? "" : ".svg");
  return pw_cli_exit_status(status, false);
}

int pw_cli_report(const PwCliOptions *o, PawlMessages *messages) {
  const char *directory = o->operands[0];
  if (o->svg && (ends_in(directory, ".yaml") || ends_in(directory, ".yml") || ends_in(directory, ".dyn"))) {
    return draw_model(o, messages);
  }
  PawlStatus status = o->svg ? pawl_report_svg(directory, o->output, o->columns, o->times, o->time_count, messages)
                             : pawl_report_page(directory, o->output, messages);
  pw_cli_print_messages(messages, status, true, stderr);
  if (status == PAWL_OK) {
    const char *suffix = o->output ? "" : o->svg ? ".svg" : ".html";
    pw_cli_print_made(o->svg ? "drawings" : "page", o->output ? o->output : directory, suffix);
  }
  return pw_cli_exit_status(status, false);
}
