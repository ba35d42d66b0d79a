// Numbers as little-endian bytes.
#ifndef PW_BYTES_H
#define PW_BYTES_H
#include <stdint.h>

#include "base/text.h"

void pw_put_u32(PwText *out, uint32_t value);
void pw_put_u64(PwText *out, uint64_t value);
void pw_put_float(PwText *out, double value);  // what is not finite is 0
float pw_get_float(const char *at);
#endif
