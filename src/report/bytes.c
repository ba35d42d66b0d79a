#include "report/bytes.h"

#include <math.h>
#include <string.h>

static void put(PwText *out, uint64_t value, size_t count) {
  char bytes[8];
  for (size_t i = 0; i < count; i++) bytes[i] = (char)(value >> 8 * i & 255);
  pw_text_add_bytes(out, bytes, count);
}

void pw_put_u32(PwText *out, uint32_t value) {
  put(out, value, 4);
}

void pw_put_u64(PwText *out, uint64_t value) {
  put(out, value, 8);
}

void pw_put_float(PwText *out, double value) {
  float single = isfinite(value) ? (float)value : 0;
  uint32_t bits;
  memcpy(&bits, &single, sizeof bits);
  put(out, bits, 4);
}

float pw_get_float(const char *at) {
  uint32_t bits = 0;
  float value;
  for (int i = 0; i < 4; i++) bits |= (uint32_t)(unsigned char)at[i] << 8 * i;
  memcpy(&value, &bits, sizeof value);
  return value;
}
