#include "messages.h"

int pw_cli_exit_status(PawlStatus status, bool running) {
  switch (status) {
    case PAWL_OK:
      return PW_EXIT_OK;
    case PAWL_ERR_DEVIATION:
      return PW_EXIT_DEVIATION;
    case PAWL_ERR_CANCELLED:
      return PW_EXIT_INTERRUPTED;
    case PAWL_ERR_ARGUMENT:
    case PAWL_ERR_INPUT:
    case PAWL_ERR_UNSUPPORTED:
      return PW_EXIT_INPUT;
    case PAWL_ERR_IO:
    case PAWL_ERR_LIMIT:
      return running ? PW_EXIT_STOPPED : PW_EXIT_INPUT;
    case PAWL_ERR_MEMORY:
      return PW_EXIT_MEMORY;
    case PAWL_RETRY:
    case PAWL_ERR_ASSEMBLY:
    case PAWL_ERR_SINGULAR:
    case PAWL_ERR_STEP:
    case PAWL_ERR_CALLBACK:
      break;
  }
  return PW_EXIT_STOPPED;
}

void pw_cli_print_text(const char *text, FILE *out) {
  for (; *text; text++) {
    unsigned char c = (unsigned char)*text;
    fputc((c < 32 && c != '\n' && c != '\t') || c == 127 ? '?' : c, out);
  }
}

static void print_one(const PawlMessage *m, FILE *out) {
  static const char *const WORDS[] = {[PAWL_NOTE] = "note", [PAWL_WARNING] = "warning", [PAWL_ERROR] = "error"};
  pw_cli_print_text(m->file ? m->file : "pawl", out);
  if (m->file && m->line > 0) fprintf(out, ":%d", m->line);
  if (m->file && m->line > 0 && m->column > 0) fprintf(out, ":%d", m->column);
  fprintf(out, ": %s: ", WORDS[m->severity]);
  pw_cli_print_text(m->text, out);
  fputc('\n', out);
}

int pw_cli_show_messages(const PawlMessages *messages, int from, bool notes, FILE *out) {
  int count = pawl_messages_count(messages);
  for (int i = from; i < count; i++) {
    PawlMessage m = pawl_messages_get(messages, i);
    if (m.severity != PAWL_NOTE || notes) print_one(&m, out);
  }
  return count;
}

void pw_cli_end_messages(PawlMessages *messages, PawlStatus status, FILE *out) {
  bool silent = status != PAWL_OK && status != PAWL_ERR_CANCELLED && status != PAWL_ERR_DEVIATION;
  if (silent && pawl_messages_errors(messages) == 0) fprintf(out, "pawl: error: %s\n", pawl_status_text(status));
  pawl_messages_clear(messages);
}

void pw_cli_print_messages(PawlMessages *messages, PawlStatus status, bool notes, FILE *out) {
  pw_cli_show_messages(messages, 0, notes, out);
  pw_cli_end_messages(messages, status, out);
}
