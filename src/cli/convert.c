// pawl convert FILE: a model in the other format, YAML or ACDMC.
#include <errno.h>
#include <string.h>
#include <strings.h>

#include "commands.h"
#include "messages.h"

static bool is_dyn(const char *path) {
  size_t n = strlen(path);
  return n > 4 && strcasecmp(path + n - 4, ".dyn") == 0;
}

// True if all of it is on the disk.
static bool write_file(const char *path, const char *text) {
  FILE *file = fopen(path, "w");
  if (!file) return false;
  bool good = fputs(text, file) >= 0;
  return fclose(file) == 0 && good;
}

int pw_cli_convert(const PwCliOptions *o, PawlMessages *messages) {
  const char *from = o->operands[0];
  bool dyn = o->output ? is_dyn(o->output) : !is_dyn(from);
  PawlModel *model = NULL;
  char *text = NULL;
  PawlStatus status = pawl_model_load(from, o->sets, o->set_count, messages, &model);
  if (status == PAWL_OK)
    status = dyn ? pawl_model_write_dyn(model, messages, &text) : pawl_model_write_yaml(model, messages, &text);
  pw_cli_print_messages(messages, status, true, stderr);
  if (text && !o->output) {
    fputs(text, stdout);
  } else if (text && !write_file(o->output, text)) {
    status = errno == ENOMEM ? PAWL_ERR_MEMORY : PAWL_ERR_IO;
    fputs("pawl: error: cannot write '", stderr);
    pw_cli_print_text(o->output, stderr);
    fprintf(stderr, "': %s\n", status == PAWL_ERR_MEMORY ? pawl_status_text(status) : strerror(errno));
  }
  pawl_text_free(text);
  pawl_model_free(model);
  return pw_cli_exit_status(status, false);
}
