#include "base/messages.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/sized.h"

struct PawlMessages {
  PwArena arena;
  PawlMessage item[PW_MESSAGES_MAX + 1];  // the last one sums up what was dropped
  int count, errors, dropped;
};

PawlMessages *pawl_messages_create(void) {
  return calloc(1, sizeof(PawlMessages));
}

void pawl_messages_clear(PawlMessages *messages) {
  if (!messages) return;
  pw_arena_free(&messages->arena);
  memset(messages, 0, sizeof *messages);
}

void pawl_messages_free(PawlMessages *messages) {
  if (!messages) return;
  pw_arena_free(&messages->arena);
  free(messages);
}

int32_t pawl_messages_count(const PawlMessages *messages) {
  return messages ? messages->count + (messages->dropped > 0) : 0;
}

int32_t pawl_messages_errors(const PawlMessages *messages) {
  return messages ? messages->errors : 0;
}

PW_SIZED_INIT(PawlMessage, pawl_message, {.text = ""})

PawlStatus pawl_messages_read(const PawlMessages *messages, int32_t index, PawlMessage *out) {
  if (!pw_sized_is_open(out)) return PAWL_ERR_ARGUMENT;
  if (index < 0 || index >= pawl_messages_count(messages)) {
    pawl_message_init(out, out->size);
    return PAWL_ERR_ARGUMENT;
  }
  pw_sized_give(out, &messages->item[index], sizeof messages->item[index]);
  return PAWL_OK;
}

static void drop(PawlMessages *m) {
  m->dropped++;
  char *text = pw_arena_format(&m->arena, "%d more messages left out", m->dropped);
  m->item[PW_MESSAGES_MAX] = (PawlMessage){.severity = PAWL_NOTE, .text = text ? text : "more messages left out"};
}

static void add(PawlMessages *m, PawlSeverity severity, PwPlace place, const char *format, va_list args) {
  if (!m) return;
  if (severity == PAWL_ERROR) m->errors++;
  if (m->count == PW_MESSAGES_MAX) {
    drop(m);
    return;
  }
  char text[2000];
  vsnprintf(text, sizeof text, format, args);
  char *copy = pw_arena_string(&m->arena, text), *file = pw_arena_string(&m->arena, place.file);
  m->item[m->count++] = (PawlMessage){.severity = severity,
                                      .file = file,
                                      .line = place.line,
                                      .column = place.column,
                                      .text = copy ? copy : "out of memory for this message"};
}

void pw_message(PawlMessages *messages, PawlSeverity severity, PwPlace place, const char *format, ...) {
  va_list args;
  va_start(args, format);
  add(messages, severity, place, format, args);
  va_end(args);
}

PawlStatus pw_fail(PawlMessages *messages, PawlStatus status, PwPlace place, const char *format, ...) {
  va_list args;
  va_start(args, format);
  add(messages, PAWL_ERROR, place, format, args);
  va_end(args);
  return status;
}
