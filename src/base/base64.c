#include "base/base64.h"

#include <string.h>

static const char DIGITS[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

void pw_add_base64(PwText *out, const unsigned char *b, size_t length) {
  char line[1024];
  size_t n = 0;
  for (size_t i = 0; i < length; i += 3) {
    unsigned b1 = i + 1 < length ? b[i + 1] : 0, b2 = i + 2 < length ? b[i + 2] : 0;
    line[n++] = DIGITS[b[i] >> 2];
    line[n++] = DIGITS[(b[i] & 3) << 4 | b1 >> 4];
    line[n++] = i + 1 < length ? DIGITS[(b1 & 15) << 2 | b2 >> 6] : '=';
    line[n++] = i + 2 < length ? DIGITS[b2 & 63] : '=';
    if (n == sizeof line || i + 3 >= length) {
      pw_text_add_bytes(out, line, n);
      n = 0;
    }
  }
}

bool pw_base64_read(const char *text, size_t length, unsigned char *out, size_t count) {
  unsigned char value[256];
  if (length != 4 * ((count + 2) / 3)) return false;
  memset(value, 64, sizeof value);
  for (int i = 0; i < 64; i++) value[(unsigned char)DIGITS[i]] = (unsigned char)i;
  for (size_t i = 0; i < count; i += 3) {
    unsigned digit[4];
    size_t bytes = count - i < 3 ? count - i : 3;
    for (size_t k = 0; k < 4; k++) {
      bool fill = k > bytes;
      digit[k] = fill && *text == '=' ? 0 : value[(unsigned char)*text];
      if (digit[k] > 63 || (fill && *text != '=')) return false;
      text++;
    }
    unsigned all = digit[0] << 18 | digit[1] << 12 | digit[2] << 6 | digit[3];
    for (size_t k = 0; k < bytes; k++) out[i + k] = (unsigned char)(all >> (16 - 8 * k));
  }
  return true;
}
