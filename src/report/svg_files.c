// pawl report --svg: which plots and drawings there are, and their files.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "pawl/report.h"
#include "report/output.h"
#include "report/svg.h"

enum { LINES_MAX = 8, DEFAULT_COLUMNS = 6 };  // per plot; without a choice

// The columns that the model wants to be plotted.
static void take_plots(const PwSource *s, const json_t *plots, int32_t *out, int32_t *count) {
  bool *taken = calloc((size_t)pw_result_columns(s->result), sizeof *taken);
  for (size_t i = 0; taken && i < json_array_size(plots); i++) {
    const json_t *names = json_array_get(plots, i);
    for (size_t k = 0; k < json_array_size(names); k++) {
      const char *name = json_string_value(json_array_get(names, k));
      int32_t column = name ? pw_result_find_column(s->result, name) : -1;
      if (column < 1 || taken[column]) continue;
      taken[column] = true;
      out[(*count)++] = column;
    }
  }
  free(taken);
}

// What the model wants; else the first six columns that share the unit of the first one, and the energies.
static PawlStatus choose_columns(PwSource *s, PawlMessages *messages, int32_t **out, int32_t *count) {
  int32_t columns = pw_result_columns(s->result), taken = 0;
  *count = 0;
  *out = pw_arena_array(&s->arena, (size_t)columns + 1, sizeof **out);
  if (!*out) return pw_fail(messages, PAWL_ERR_MEMORY, PW_NOWHERE, "out of memory");
  take_plots(s, json_object_get(s->run_json, "plots"), *out, count);
  if (*count > 0) return PAWL_OK;
  for (int32_t i = 1; i < columns; i++) {
    bool energy = strncmp(pw_result_column_name(s->result, i), "energy.", 7) == 0;
    bool same = strcmp(pw_result_column_unit(s->result, i), pw_result_column_unit(s->result, 1)) == 0;
    if (!energy && (!same || taken >= DEFAULT_COLUMNS)) continue;
    taken += !energy;
    (*out)[(*count)++] = i;
  }
  return PAWL_OK;
}

static PawlStatus write_one(PwSource *s, const char *folder, const char *stem, int number, PwText *text, PawlMessages *messages) {
  const char *path = pw_arena_format(&s->arena, "%s/%s-%d.svg", folder, stem, number);
  if (!path) text->failed = true;
  return pw_output_text(path ? path : "", text, messages);
}

// Columns of one unit share a plot.
static PawlStatus write_plots(PwSource *s, const char *folder, int32_t *column, int32_t count, PawlMessages *messages) {
  PawlStatus status = PAWL_OK;
  int number = 0;
  while (count > 0 && status == PAWL_OK) {
    int32_t group[LINES_MAX], lines = 0, left = 0;
    const char *unit = pw_result_column_unit(s->result, column[0]);
    for (int32_t i = 0; i < count; i++) {
      bool taken = lines < LINES_MAX && strcmp(pw_result_column_unit(s->result, column[i]), unit) == 0;
      if (taken) {
        group[lines++] = column[i];
      } else {
        column[left++] = column[i];
      }
    }
    PwText text = {0};
    pw_svg_plot(s, group, lines, &text);
    status = write_one(s, folder, "plot", ++number, &text, messages);
    count = left;
  }
  return status;
}

// An instant that the result does not have is no instant to draw.
static PawlStatus check_times(const PwSource *s, const double *times, int count, PawlMessages *messages) {
  double unit = s->scene.si[PW_UNIT_TIME], first = pw_source_time(s, 0) / unit, last = pw_source_time(s, s->rows - 1) / unit;
  double air = 1e-9 * fmax(fabs(first), fabs(last));
  for (int i = 0; i < count; i++) {
    if (times[i] >= first - air && times[i] <= last + air) continue;
    return pw_fail(messages, PAWL_ERR_ARGUMENT, PW_NOWHERE,
                   "the result goes from %.9g to %.9g %s: there is nothing to draw at %.9g %s", first, last,
                   s->scene.unit[PW_UNIT_TIME], times[i], s->scene.unit[PW_UNIT_TIME]);
  }
  return PAWL_OK;
}

static PawlStatus write_drawings(PwSource *s, const char *folder, const double *times, int count, PawlMessages *messages) {
  PwSvgView view = pw_svg_view(s);
  PawlStatus status = PAWL_OK;
  int drawings = times ? count : s->rows > 1 ? 2 : 1;
  for (int i = 0; i < drawings && status == PAWL_OK; i++) {
    int64_t row = times ? pw_source_nearest(s, times[i] * s->scene.si[PW_UNIT_TIME]) : i ? s->rows - 1 : 0;
    PwText text = {0};
    pw_svg_drawing(s, &view, row, &text);
    status = write_one(s, folder, "at", i + 1, &text, messages);
  }
  return status;
}

PawlStatus pawl_report_time_unit(const char *directory, PawlMessages *messages, double *seconds) {
  if (!directory || !seconds) return pw_output_fail_null(messages);
  PwSource source;
  PawlStatus status = pw_source_open(directory, messages, &source);
  if (status != PAWL_OK) return status;
  *seconds = source.scene.si[PW_UNIT_TIME];
  pw_source_close(&source);
  return PAWL_OK;
}

PawlStatus pawl_report_svg(const char *directory, const char *folder, const char *columns, const double *times, int count,
                           PawlMessages *messages) {
  if (!directory || count < 0 || (count && !times)) return pw_output_fail_null(messages);
  PwSource source;
  PawlStatus status = pw_source_open(directory, messages, &source);
  if (status != PAWL_OK) return status;
  int32_t *column = NULL, chosen = 0;
  char *path = pw_output_beside(folder ? folder : directory, folder ? "" : ".svg");
  if (!path) status = pw_fail(messages, PAWL_ERR_MEMORY, PW_NOWHERE, "out of memory");
  if (status == PAWL_OK && source.rows == 0) {
    status = pw_fail(messages, PAWL_ERR_INPUT, PW_NOWHERE, "'%s' has no rows yet: there is nothing to draw", directory);
  }
  if (status == PAWL_OK) {
    status = columns ? pw_source_columns(&source, columns, messages, &column, &chosen)
                     : choose_columns(&source, messages, &column, &chosen);
  }
  if (status == PAWL_OK && times) status = check_times(&source, times, count, messages);
  if (status == PAWL_OK) status = pw_output_folder(path, messages);
  if (status == PAWL_OK && source.rows > 1) status = write_plots(&source, path, column, chosen, messages);
  if (status == PAWL_OK) status = write_drawings(&source, path, times, count, messages);
  free(path);
  pw_source_close(&source);
  return status;
}
