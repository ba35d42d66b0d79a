// A plot of columns over time: frame, ticks, legend, event marks.
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "report/escape.h"
#include "report/svg.h"

enum { LEFT = 72, RIGHT = 20, BOTTOM = 48, LABELS = 8, MARKS_MAX = 2000 };

typedef struct {
  const PwSource *s;
  const int32_t *column;
  int32_t count;
  PwTicks x, y;
  double top, bottom, left, right;
  PwText *out;
} Plot;

static double at_x(const Plot *p, double t) {
  return p->left + (t - p->x.low) / (p->x.high - p->x.low) * (p->right - p->left);
}

static double at_y(const Plot *p, double value) {
  return p->bottom - (value - p->y.low) / (p->y.high - p->y.low) * (p->bottom - p->top);
}

static double value_at(const Plot *p, int64_t row, int32_t column) {
  return pw_result_value(p->s->result, row, column);
}

static void find_ranges(Plot *p) {
  double low = INFINITY, high = -INFINITY;
  for (int32_t c = 0; c < p->count; c++) {
    for (int64_t i = 0; i < p->s->rows; i++) {
      double v = value_at(p, i, p->column[c]);
      if (!isfinite(v)) continue;
      low = fmin(low, v);
      high = fmax(high, v);
    }
  }
  PwTicks y = pw_ticks(low, high, 6);  // the frame ends on ticks, with air around a line that touches one
  double air = 0.02 * (y.high - y.low);
  double from = floor((y.low - air) / y.step) * y.step, to = ceil((y.high + air) / y.step) * y.step;
  p->y = pw_ticks(from, to, (int)lround((to - from) / y.step));
  p->x = pw_ticks(p->s->rows ? value_at(p, 0, 0) : 0, p->s->rows ? value_at(p, p->s->rows - 1, 0) : 1, 8);
}

// ---- around the lines

// Samples of the lines with their names, from the left, in as many rows as it takes; returns where they end.
static double draw_legend(Plot *p, double y) {
  double x = p->left;
  if (p->count < 2) return y;
  y += 4;
  for (int32_t c = 0; c < p->count; c++) {
    const char *name = pw_result_column_name(p->s->result, p->column[c]);
    double width = 36 + pw_svg_text_width(name) + 18;
    if (x > p->left && x + width > p->right) {
      x = p->left;
      y += 18;
    }
    char style[120];
    snprintf(style, sizeof style, "stroke=\"%s\" stroke-width=\"2\"%s", pw_svg_color(c),
             c >= 7 ? " stroke-dasharray=\"6 4\"" : "");
    pw_svg_line(p->out, x, y + 9, x + 28, y + 9, style);
    pw_svg_text(p->out, x + 36, y + 13, name, "");
    x += width;
  }
  return y + 22;
}

static void draw_axes(const Plot *p) {
  PwText label = {0};
  for (int i = 0; i < p->x.count; i++) {
    double x = at_x(p, p->x.first + i * p->x.step);
    pw_svg_line(p->out, x, p->top, x, p->bottom, "stroke=\"#e2e2e2\"");
    label.length = 0;
    pw_ticks_label(&p->x, i, &label);
    pw_svg_text(p->out, x, p->bottom + 16, label.data, "text-anchor=\"middle\"");
  }
  for (int i = 0; i < p->y.count; i++) {
    double y = at_y(p, p->y.first + i * p->y.step);
    pw_svg_line(p->out, p->left, y, p->right, y, "stroke=\"#e2e2e2\"");
    label.length = 0;
    pw_ticks_label(&p->y, i, &label);
    pw_svg_text(p->out, p->left - 7, y + 4, label.data, "text-anchor=\"end\"");
  }
  label.length = 0;
  pw_ticks_title(&p->x, pw_result_column_name(p->s->result, 0), pw_result_column_unit(p->s->result, 0), &label);
  pw_svg_text(p->out, (p->left + p->right) / 2, p->bottom + 36, label.data, "text-anchor=\"middle\"");
  label.length = 0;
  const char *name = p->count == 1 ? pw_result_column_name(p->s->result, p->column[0]) : "";
  pw_ticks_title(&p->y, name, pw_result_column_unit(p->s->result, p->column[0]), &label);
  char turn[80];
  snprintf(turn, sizeof turn, "text-anchor=\"middle\" transform=\"rotate(-90 16 %d)\"", (int)((p->top + p->bottom) / 2));
  pw_svg_text(p->out, 16, (int)((p->top + p->bottom) / 2), label.data, turn);
  p->out->failed |= label.failed;
  pw_text_free(&label);
}

// A triangle on the frame for every event, and its kind for as many as there is room for.
static void draw_events(const Plot *p) {
  double free_from = p->left;
  int64_t count = pw_result_events(p->s->result);
  for (int64_t i = 0; i < count && i < MARKS_MAX; i++) {
    PwResultEvent e = pw_result_get_event(p->s->result, i);
    if (!(e.t >= p->x.low && e.t <= p->x.high) || strcmp(e.kind, "drive") == 0) continue;  // that goes with an impact
    double x = at_x(p, e.t);
    pw_svg_line(p->out, x, p->top, x, p->bottom, "stroke=\"#999999\" stroke-width=\"0.6\" stroke-dasharray=\"1.5 3\"");
    pw_text_add(p->out, "<path d=\"");
    pw_svg_point(p->out, 'M', x - 3.5, p->top - 6);
    pw_svg_point(p->out, 'L', x + 3.5, p->top - 6);
    pw_svg_point(p->out, 'L', x, p->top);
    pw_text_add(p->out, "Z\" fill=\"#777777\"><title>");
    pw_add_xml(p->out, e.kind);
    pw_text_add(p->out, " ");
    pw_add_xml(p->out, e.subject);
    pw_text_add(p->out, "</title></path>\n");
    double half = pw_svg_text_width(e.kind) / 2 + 3;
    if (count > LABELS || x - half < free_from || x + half > p->right + RIGHT) continue;
    pw_svg_text(p->out, x, p->top - 9, e.kind, "text-anchor=\"middle\" font-size=\"10\"");
    free_from = x + half;
  }
}

// ---- the lines

// Of rows that fall on one half unit of paper, the first, the lowest, the highest and the last are enough.
static void draw_line(const Plot *p, int32_t c) {
  int32_t column = p->column[c];
  char command = 'M';
  pw_text_add(p->out, "<path d=\"");
  for (int64_t i = 0; i < p->s->rows;) {
    double bin = floor(2 * at_x(p, value_at(p, i, 0)));
    int64_t end = i + 1, low = i, high = i;
    while (end < p->s->rows && isfinite(value_at(p, end, column)) && floor(2 * at_x(p, value_at(p, end, 0))) == bin) {
      if (value_at(p, end, column) < value_at(p, low, column)) low = end;
      if (value_at(p, end, column) > value_at(p, high, column)) high = end;
      end++;
    }
    int64_t pick[4] = {i, low < high ? low : high, low < high ? high : low, end - 1};
    for (int k = 0; k < 4; k++) {
      double v = value_at(p, pick[k], column);
      if (!isfinite(v)) command = 'M';
      if (!isfinite(v) || (k > 0 && pick[k] == pick[k - 1])) continue;
      pw_svg_point(p->out, command, at_x(p, value_at(p, pick[k], 0)), at_y(p, v));
      command = 'L';
    }
    i = end;
  }
  pw_text_format(p->out, "\" stroke=\"%s\" stroke-width=\"1.5\"%s/>\n", pw_svg_color(c),
                 c >= 7 ? " stroke-dasharray=\"6 4\"" : "");
}

void pw_svg_plot(const PwSource *s, const int32_t *column, int32_t count, PwText *out) {
  Plot p = {.s = s, .column = column, .count = count, .out = out, .left = LEFT, .right = PW_SVG_WIDTH - RIGHT};
  find_ranges(&p);
  pw_svg_begin(out, PW_SVG_WIDTH, PW_SVG_HEIGHT, s->scene.name);
  p.top = draw_legend(&p, 8) + 24;
  p.bottom = PW_SVG_HEIGHT - BOTTOM;
  if (p.bottom < p.top + 80) p.bottom = p.top + 80;
  draw_axes(&p);
  draw_events(&p);
  for (int32_t c = 0; c < count; c++) draw_line(&p, c);
  pw_text_format(out, "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" stroke=\"#222222\"/>\n", (int)p.left, (int)p.top,
                 (int)(p.right - p.left), (int)(p.bottom - p.top));
  pw_svg_end(out);
}
