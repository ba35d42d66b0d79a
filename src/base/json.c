#include "base/json.h"

#include <math.h>

#include "base/text.h"

json_t *pw_json_text(const char *text) {
  if (!text) return json_null();
  if (pw_is_utf8(text)) return json_string_nocheck(text);
  PwText made = {0};
  for (size_t n; *text; text += n ? n : 1) {
    n = pw_utf8_length(text);
    pw_text_add_bytes(&made, n ? text : "\xef\xbf\xbd", n ? n : 3);
  }
  json_t *out = made.failed ? NULL : json_string_nocheck(made.data);
  pw_text_free(&made);
  return out;
}

json_t *pw_json_number(double value) {
  return isfinite(value) ? json_real(value) : json_null();
}
