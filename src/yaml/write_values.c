// Numbers, texts and references of a model file, written so that reading them gives the same bits.
#include <ctype.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "base/messages.h"
#include "numerics/vec.h"
#include "yaml/write_yaml.h"

void pw_write_fail(PwWriter *w, const char *format, ...) {
  char text[500];
  va_list args;
  va_start(args, format);
  vsnprintf(text, sizeof text, format, args);
  va_end(args);
  w->status = pw_fail(w->messages, PAWL_ERR_UNSUPPORTED, PW_NOWHERE, "%s", text);
}

// The number as read back is a decimal times the factor; the division that undoes it may round the other way, so that its
// neighbours are tried too. Fifteen digits first: 54.9 reads better than 54.899999999999999.
bool pw_write_scaled_text(double value, double factor, char out[PW_NUMBER_CHARS]) {
  double quotient = value / factor, read = 0;
  pw_double_format(quotient, out);
  if (!isfinite(quotient)) return false;
  char rounded[PW_NUMBER_CHARS];
  snprintf(rounded, sizeof rounded, "%.15g", quotient);
  for (char *s = rounded; *s; s++) {
    if (*s == ',') *s = '.';  // whatever the locale
  }
  if (pw_double_parse(rounded, &read) && read * factor == value) {
    pw_double_format(read, out);
    return true;
  }
  double below = nextafter(quotient, -INFINITY), above = nextafter(quotient, INFINITY);
  const double near[] = {quotient, below, above, nextafter(below, -INFINITY), nextafter(above, INFINITY)};
  for (int k = 0; k < 5; k++) {
    if (near[k] * factor != value) continue;
    pw_double_format(near[k], out);
    return true;
  }
  return false;
}

void pw_write_number_text(const PwWriter *w, double value, PwDimension dimension, char out[PW_NUMBER_CHARS]) {
  PwUnits si = pw_units_si();
  if (pw_write_scaled_text(value, pw_units_factor(&w->model->units, dimension), out)) return;
  int n = pw_double_format(value, out);
  out[n] = ' ';
  pw_units_name(&si, dimension, out + n + 1);
}

void pw_write_number(PwWriter *w, double value, PwDimension dimension) {
  char text[PW_NUMBER_CHARS];
  pw_write_number_text(w, value, dimension, text);
  pw_text_add(&w->out, text);
}

void pw_write_list(PwWriter *w, const double *values, int count, PwDimension dimension) {
  for (int k = 0; k < count; k++) {
    pw_text_add(&w->out, k ? ", " : "[");
    pw_write_number(w, values[k], dimension);
  }
  pw_text_add(&w->out, "]");
}

static bool is_plain(const char *text) {
  if (!isalpha((unsigned char)*text) && *text != '_') return false;
  for (const char *s = text; *s; s++) {
    if (!isalnum((unsigned char)*s) && *s != '_' && *s != '.') return false;
  }
  return strcasecmp(text, "null") != 0;
}

void pw_write_text(PwWriter *w, const char *text) {
  if (is_plain(text)) {
    pw_text_add(&w->out, text);
    return;
  }
  pw_text_add(&w->out, "\"");
  for (const char *s = text; *s; s++) {
    unsigned char c = (unsigned char)*s;
    if (c == '"' || c == '\\') {
      pw_text_format(&w->out, "\\%c", c);
    } else if (c < 0x20 || c == 0x7f) {
      pw_text_format(&w->out, "\\x%02x", c);
    } else {
      pw_text_add_bytes(&w->out, s, 1);
    }
  }
  pw_text_add(&w->out, "\"");
}

void pw_write_law(PwWriter *w, const PawlScalar *law, PwDimension dimension) {
  if (law->expression) {
    pw_write_text(w, law->expression);
  } else {
    pw_write_number(w, law->value, dimension);
  }
}

void pw_write_laws(PwWriter *w, const PawlScalar law[3], PwDimension dimension) {
  for (int k = 0; k < 3; k++) {
    pw_text_add(&w->out, k ? ", " : "[");
    pw_write_law(w, &law[k], dimension);
  }
  pw_text_add(&w->out, "]");
}

void pw_write_key(PwWriter *w, int indent, const char *key) {
  if (w->out.length && w->out.data[w->out.length - 1] == ' ') w->out.length--;  // of a key that has a mapping for its value
  pw_text_format(&w->out, "\n%*s", indent, "");
  pw_write_text(w, key);
  pw_text_add(&w->out, ": ");
}

void pw_write_field(PwWriter *w, int indent, const char *key, double value, double usual, PwDimension dimension) {
  if (value == usual || (isnan(value) && isnan(usual))) return;
  pw_write_key(w, indent, key);
  pw_write_number(w, value, dimension);
}

void pw_write_vector(PwWriter *w, int indent, const char *key, const double value[3], PwDimension dimension) {
  if (value[0] == 0 && value[1] == 0 && value[2] == 0) return;
  pw_write_key(w, indent, key);
  pw_write_list(w, value, value[2] == 0 ? 2 : 3, dimension);
}

void pw_write_orientation(PwWriter *w, int indent, const double q[4]) {
  if (q[0] == 1 && pw_quat_is_none(q)) return;
  pw_write_key(w, indent, "quaternion");
  pw_write_list(w, q, 4, PW_DIM_NONE);
}

void pw_write_word(PwWriter *w, int indent, const char *key, const char *word) {
  pw_write_key(w, indent, key);
  pw_write_text(w, word);
}

// ---- references

static bool is_zero(const PawlScalar *law) {
  return !law->expression && law->value == 0;
}

static bool moves(const PawlFrameDef *f) {
  return !is_zero(&f->offset[0]) || !is_zero(&f->offset[1]) || !is_zero(&f->offset[2]) || !is_zero(&f->angle);
}

void pw_write_frame_map(PwWriter *w, const PawlFrameDef *f, const char *body) {
  pw_text_add(&w->out, "{");
  if (body) {
    pw_text_add(&w->out, "body: ");
    pw_write_text(w, body);
    pw_text_add(&w->out, ", ");
  }
  pw_text_add(&w->out, "at: ");
  pw_write_list(w, f->position, f->position[2] == 0 ? 2 : 3, PW_DIM_LENGTH);
  if (f->orientation[0] != 1 || !pw_quat_is_none(f->orientation)) {
    pw_text_add(&w->out, ", quaternion: ");
    pw_write_list(w, f->orientation, 4, PW_DIM_NONE);
  }
  if (moves(f)) {
    pw_text_add(&w->out, ", offset: ");
    pw_write_laws(w, f->offset, PW_DIM_LENGTH);
    pw_text_add(&w->out, ", turn: ");
    pw_write_law(w, &f->angle, PW_DIM_ANGLE);
    pw_text_add(&w->out, ", about: ");
    pw_write_list(w, f->angle_axis, 3, PW_DIM_NONE);
  }
  pw_text_add(&w->out, "}");
}

static bool is_origin(const PawlFrameDef *f, const char *body) {
  return f->name && strcmp(f->name, body) == 0 && f->position[0] == 0 && f->position[1] == 0 && f->position[2] == 0 &&
         f->orientation[0] == 1 && pw_quat_is_none(f->orientation) && !moves(f);
}

void pw_write_frame(PwWriter *w, PawlFrameId frame) {
  const PawlFrameDef *f = &w->model->frames.item[frame.i - 1].def;
  const char *body = w->model->bodies.item[f->body.i - 1].def.name;
  if (is_origin(f, body) || (f->name && strchr(f->name, '.'))) {
    pw_write_text(w, f->name);
  } else {
    pw_write_frame_map(w, f, body);
  }
}

void pw_write_frames(PwWriter *w, int indent, const PawlFrameId frame[2]) {
  pw_write_key(w, indent, "frames");
  pw_text_add(&w->out, "[");
  pw_write_frame(w, frame[0]);
  pw_text_add(&w->out, ", ");
  pw_write_frame(w, frame[1]);
  pw_text_add(&w->out, "]");
}

void pw_write_coordinate(PwWriter *w, const PawlCoordinate *c) {
  pw_text_format(&w->out, "%s.%s", w->model->joints.item[c->joint.i - 1].def.name, c->name);
}
