// pawl report --svg MODEL.yaml: a model as it would start or as it is drawn, with what is wrong.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/drawn.h"
#include "analysis/scene.h"
#include "base/json.h"
#include "pawl/report.h"
#include "report/output.h"
#include "report/svg.h"
#include "yaml/reader.h"

enum { LISTED = 6, LETTERS = 110 };  // complaints below the drawing, letters of each

// A source of one row, as if a result had it.
static PawlStatus make_source(const PwDrawn *d, const char *path, PawlMessages *messages, PwSource *s) {
  char *scene = pw_scene_text(d->k);
  *s = (PwSource){.rows = 1, .pose = d->k->planar ? 3 : 7};
  PwJsonError error;
  s->scene_json = scene ? pw_json_read(scene, strlen(scene), &error) : NULL;
  free(scene);
  s->motion.columns = 1 + (d->k->bodies - 1) * s->pose;
  s->motion.rows = 1;
  s->motion.value = calloc((size_t)s->motion.columns, sizeof *s->motion.value);
  if (!s->scene_json || !s->motion.value) return pw_fail(messages, PAWL_ERR_MEMORY, PW_NOWHERE, "out of memory");
  memcpy(s->motion.value + 1, d->pose, (size_t)(s->motion.columns - 1) * sizeof *d->pose);
  return pw_scene_read(s->scene_json, path, &s->arena, messages, &s->scene);
}

// A complaint with its line, cut to one line of the drawing.
static char *note_of(PwArena *arena, const PawlMessage *m) {
  char line[20] = "";
  if (m->line > 0) snprintf(line, sizeof line, "line %d: ", m->line);
  size_t n = strlen(m->text), room = LETTERS - strlen(line);
  size_t cut = n > room ? room : n;
  while (cut < n && cut > 0 && ((unsigned char)m->text[cut] & 0xc0) == 0x80) cut--;
  return pw_arena_format(arena, "%s%.*s%s", line, (int)cut, m->text, cut < n ? " ..." : "");
}

// What is wrong, in the order in which it was found; the last line says how much more there is.
static bool list_notes(PwSource *s, const PawlMessages *messages, int before, PwSvgNotes *notes) {
  int errors = 0;
  const char **line = pw_arena_array(&s->arena, LISTED + 1, sizeof *line);
  if (!line) return false;
  notes->line = line;
  for (int i = before; i < pawl_messages_count(messages); i++) {
    PawlMessage m = pawl_messages_get(messages, i);
    if (m.severity != PAWL_ERROR) continue;
    if (errors++ < LISTED && !(line[notes->lines++] = note_of(&s->arena, &m))) return false;
  }
  if (errors > LISTED && !(line[notes->lines++] = pw_arena_format(&s->arena, "and %d more", errors - LISTED))) return false;
  return true;
}

static PawlStatus draw(const PwDrawn *d, const char *path, const char *file, int before, PawlMessages *messages) {
  PwSource s;
  PwText text = {0};
  PawlStatus status = make_source(d, path, messages, &s);
  PwSvgNotes notes = {.caption = d->assembled ? "as it would start"
                                 : d->read    ? "as far as it could be read"
                                              : "as drawn",
                      .marks = d->overlaps};
  double(*mark)[3] = pw_arena_array(&s.arena, (size_t)d->overlaps + 1, sizeof *mark);
  bool ok = status == PAWL_OK && mark && list_notes(&s, messages, before, &notes);
  if (status == PAWL_OK && !ok) status = pw_fail(messages, PAWL_ERR_MEMORY, PW_NOWHERE, "out of memory");
  for (int32_t i = 0; i < d->overlaps && ok; i++) memcpy(mark[i], d->overlap[i].x, sizeof *mark);
  notes.mark = (const double(*)[3])mark;
  if (ok) {
    PwSvgView view = pw_svg_view(&s);
    pw_svg_noted(&s, &view, &notes, &text);
    status = pw_output_text(file, &text, messages);
  }
  pw_source_close(&s);
  return status;
}

// A law that is refused leaves nothing to draw with: bodies and joints without any. All complaints have been told.
static PawlStatus draw_plain(const char *path, const char *const *overrides, int count, PawlMessages *messages, PawlModel **model,
                             PwDrawn *drawn) {
  pawl_model_free(*model);
  pw_drawn_free(drawn);
  PawlStatus status = pw_read_parts(path, overrides, count, true, NULL, model);
  if (*model) status = pw_drawn_create(*model, PAWL_ERR_INPUT, NULL, drawn);
  return status == PAWL_ERR_MEMORY ? pw_fail(messages, status, PW_NOWHERE, "out of memory") : status;
}

PawlStatus pawl_report_model(const char *path, const char *const *overrides, int override_count, const char *file,
                             PawlMessages *messages) {
  PawlModel *model = NULL;
  PwDrawn drawn = {0};
  PawlMessages *own = messages ? NULL : pawl_messages_create();  // the drawing lists them
  if (!messages && !own) return PAWL_ERR_MEMORY;
  if (!messages) messages = own;
  int before = pawl_messages_count(messages);
  PawlStatus status = pw_read_parts(path, overrides, override_count, false, messages, &model);
  if (model) status = pw_drawn_create(model, status, messages, &drawn);
  if (model && status != PAWL_OK && status != PAWL_ERR_MEMORY) {
    status = draw_plain(path, overrides, override_count, messages, &model, &drawn);
  }
  if (status == PAWL_OK) {
    char *beside = file ? NULL : pw_output_beside(path, ".svg");
    status = file || beside ? draw(&drawn, path, file ? file : beside, before, messages) : PAWL_ERR_MEMORY;
    free(beside);
  }
  pw_drawn_free(&drawn);
  pawl_model_free(model);
  pawl_messages_free(own);
  return status;
}
