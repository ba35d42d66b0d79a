#include "report/svg.h"

#include <math.h>
#include <string.h>

#include "report/escape.h"

static const char MINUS[] = "\xe2\x88\x92";

void pw_svg_number(PwText *out, double value) {
  pw_add_fixed(out, value, 2, "-");
}

void pw_svg_begin(PwText *out, double width, double height, const char *title) {
  pw_text_add(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"");
  pw_svg_number(out, width / 4);
  pw_text_add(out, "mm\" height=\"");
  pw_svg_number(out, height / 4);
  pw_text_add(out, "mm\" viewBox=\"0 0 ");
  pw_svg_number(out, width);
  pw_text_add(out, " ");
  pw_svg_number(out, height);
  pw_text_format(out,
                 "\" font-family=\"Helvetica, Arial, sans-serif\" font-size=\"%d\" fill=\"none\" stroke-linecap=\"round\" "
                 "stroke-linejoin=\"round\">\n<title>",
                 PW_SVG_FONT);
  pw_add_xml(out, title);
  pw_text_add(out, "</title>\n<rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>\n");
}

void pw_svg_end(PwText *out) {
  pw_text_add(out, "</svg>\n");
}

void pw_svg_point(PwText *out, char command, double x, double y) {
  pw_text_add_bytes(out, &command, 1);
  pw_svg_number(out, x);
  pw_text_add(out, " ");
  pw_svg_number(out, y);
}

void pw_svg_line(PwText *out, double x1, double y1, double x2, double y2, const char *attributes) {
  pw_text_add(out, "<path d=\"");
  pw_svg_point(out, 'M', x1, y1);
  pw_svg_point(out, 'L', x2, y2);
  pw_text_format(out, "\" %s/>\n", attributes);
}

void pw_svg_text(PwText *out, double x, double y, const char *text, const char *attributes) {
  pw_text_add(out, "<text x=\"");
  pw_svg_number(out, x);
  pw_text_add(out, "\" y=\"");
  pw_svg_number(out, y);
  pw_text_format(out, "\" fill=\"#222222\" %s>", attributes);
  pw_add_xml(out, text ? text : "");
  pw_text_add(out, "</text>\n");
}

double pw_svg_text_width(const char *text) {
  double letters = 0;
  for (; *text; text++) letters += ((unsigned char)*text & 0xc0) != 0x80;
  return 0.56 * PW_SVG_FONT * letters;
}

const char *pw_svg_color(int index) {
  static const char *const COLORS[] = {"#0072b2", "#d55e00", "#009e73", "#cc79a7", "#56b4e9", "#e69f00", "#5b5b5b"};
  return COLORS[index % (int)(sizeof COLORS / sizeof *COLORS)];
}

// ---- ticks

PwTicks pw_ticks(double low, double high, int wanted) {
  if (!isfinite(low) || !isfinite(high)) low = 0, high = 1;
  if (!(high - low > 1e-12 * fmax(fabs(low), fabs(high)))) {  // a constant stands in the middle
    double half = low != 0 ? fabs(low) / 2 : 1;
    high += half;
    low -= half;
  }
  double raw = (high - low) / wanted, power = pow(10, floor(log10(raw))), part = raw / power;
  double step = power * (part < 1.0001 ? 1 : part < 2.0001 ? 2 : part < 5.0001 ? 5 : 10);
  PwTicks t = {.low = low, .high = high, .step = step, .first = ceil(low / step - 1e-9) * step};
  t.count = (int)floor((high - t.first) / step + 1e-9) + 1;
  double largest = fmax(fabs(low), fabs(high));
  if (largest >= 1e4 || largest < 1e-2) t.exponent = 3 * (int)floor(log10(largest) / 3);
  double decimals = ceil(t.exponent - log10(step) - 1e-9);
  t.decimals = decimals > 0 ? (int)fmin(decimals, 12) : 0;
  return t;
}

void pw_ticks_label(const PwTicks *t, int i, PwText *out) {
  double value = t->first + i * t->step;
  if (fabs(value) < t->step / 1000) value = 0;
  pw_add_fixed(out, value / pow(10, t->exponent), t->decimals, MINUS);
}

static bool is_power(char c) {
  return c == '-' || (c >= '0' && c <= '9');
}

static void add_raised(PwText *out, char c) {
  static const char *const RAISED[] = {"\xe2\x81\xb0", "\xc2\xb9",     "\xc2\xb2",     "\xc2\xb3",     "\xe2\x81\xb4",
                                       "\xe2\x81\xb5", "\xe2\x81\xb6", "\xe2\x81\xb7", "\xe2\x81\xb8", "\xe2\x81\xb9"};
  pw_text_add(out, c == '-' ? "\xe2\x81\xbb" : RAISED[(c - '0') % 10]);
}

void pw_svg_add_unit(PwText *out, const char *unit) {
  while (*unit) {
    size_t n = strcspn(unit, "*^");
    pw_text_add_bytes(out, unit, n);
    unit += n;
    if (*unit == '*') {
      pw_text_add(out, "\xc2\xb7");
      unit++;
    } else if (*unit && is_power(unit[1])) {
      for (unit++; is_power(*unit); unit++) add_raised(out, *unit);
    } else if (*unit) {
      pw_text_add_bytes(out, unit++, 1);
    }
  }
}

void pw_ticks_title(const PwTicks *t, const char *name, const char *unit, PwText *out) {
  char digits[20];
  pw_text_add(out, name);
  if (!unit[0] && !t->exponent) return;
  pw_text_add(out, name[0] ? " [" : "[");
  if (t->exponent) {
    int n = pw_double_format((double)t->exponent, digits);
    pw_text_add(out, "10");
    for (int i = 0; i < n; i++) add_raised(out, digits[i]);
    pw_text_add(out, unit[0] ? " " : "");
  }
  pw_svg_add_unit(out, unit);
  pw_text_add(out, "]");
}
