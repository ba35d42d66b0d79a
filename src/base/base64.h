// Bytes as text, four letters for three of them (RFC 4648).
#ifndef PW_BASE64_H
#define PW_BASE64_H
#include "base/text.h"

void pw_add_base64(PwText *out, const unsigned char *bytes, size_t length);
// `count` bytes from a text of `length` letters; false: it holds another number of bytes, or is none.
bool pw_base64_read(const char *text, size_t length, unsigned char *out, size_t count);
#endif
