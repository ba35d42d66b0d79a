// pawl report DIR: a page, or drawings, from a result folder.
#include <stdlib.h>
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

static PawlStatus draw_result(const PwCliOptions *o, PawlMessages *messages) {
  double unit = 1, *times = o->times ? calloc((size_t)o->time_count, sizeof *times) : NULL;
  if (o->times && !times) return PAWL_ERR_MEMORY;
  PawlStatus status = times ? pawl_report_time_unit(o->operands[0], messages, &unit) : PAWL_OK;
  for (int i = 0; i < o->time_count; i++) times[i] = o->times[i].plain ? o->times[i].value : o->times[i].value / unit;
  if (status == PAWL_OK) status = pawl_report_svg(o->operands[0], o->output, o->columns, times, o->time_count, messages);
  free(times);
  return status;
}

int pw_cli_report(const PwCliOptions *o, PawlMessages *messages) {
  const char *directory = o->operands[0];
  if (o->svg && (ends_in(directory, ".yaml") || ends_in(directory, ".yml") || ends_in(directory, ".dyn"))) {
    return draw_model(o, messages);
  }
  PawlStatus status = o->svg ? draw_result(o, messages) : pawl_report_page(directory, o->output, messages);
  pw_cli_print_messages(messages, status, true, stderr);
  if (status == PAWL_OK) {
    const char *suffix = o->output ? "" : o->svg ? ".svg" : ".html";
    pw_cli_print_made(o->svg ? "drawings" : "page", o->output ? o->output : directory, suffix);
  }
  return pw_cli_exit_status(status, false);
}
