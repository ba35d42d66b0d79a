#include "report/escape.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

void pw_add_json_string(PwText *out, const char *text) {
  pw_text_add(out, "\"");
  for (const char *at = text; *at;) {
    size_t n = pw_utf8_length(at);
    if (n == 0) {
      pw_text_add(out, "\\ufffd");
      at++;
    } else if (*at == '"' || *at == '\\') {
      pw_text_format(out, "\\%c", *at++);
    } else if ((unsigned char)*at < 32 || *at == '<' || *at == 127) {
      pw_text_format(out, "\\u%04x", (unsigned)*at++);
    } else {
      pw_text_add_bytes(out, at, n);
      at += n;
    }
  }
  pw_text_add(out, "\"");
}

void pw_add_json_number(PwText *out, double value) {
  char text[PW_DOUBLE_CHARS];
  if (isfinite(value)) {
    pw_text_add_bytes(out, text, (size_t)pw_double_format(value, text));
  } else {
    pw_text_add(out, "null");
  }
}

void pw_add_xml(PwText *out, const char *text) {
  for (const char *at = text; *at;) {
    size_t n = pw_utf8_length(at);
    const char *entity = *at == '<' ? "&lt;" : *at == '>' ? "&gt;" : *at == '&' ? "&amp;" : *at == '"' ? "&quot;" : NULL;
    bool none = n == 3 && (memcmp(at, "\xef\xbf\xbe", 3) == 0 || memcmp(at, "\xef\xbf\xbf", 3) == 0);  // U+FFFE, U+FFFF
    if (n == 0 || none || (unsigned char)*at < 32 || *at == 127) entity = "\xef\xbf\xbd";
    if (entity) {
      pw_text_add(out, entity);
    } else {
      pw_text_add_bytes(out, at, n);
    }
    at += n ? n : 1;
  }
}

void pw_add_fixed(PwText *out, double value, int decimals, const char *minus) {
  static const double POWERS[] = {1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12};
  if (decimals > 12) decimals = 12;
  double scaled = isfinite(value) ? fmin(fmax(value * POWERS[decimals], -9e17), 9e17) : 0;
  long long n = llround(scaled), whole = (long long)POWERS[decimals], size = llabs(n);
  pw_text_format(out, "%s%lld", n < 0 ? minus : "", size / whole);
  if (decimals) pw_text_format(out, ".%0*lld", decimals, size % whole);
}
