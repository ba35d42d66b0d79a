// Texts and numbers for JSON and XML, whatever a model's names hold and whatever the locale is.
#ifndef PW_ESCAPE_H
#define PW_ESCAPE_H
#include "base/text.h"

// A JSON string with its quotes. No '<' is left in it, and bytes that are no UTF-8 become U+FFFD.
void pw_add_json_string(PwText *out, const char *text);
void pw_add_json_number(PwText *out, double value);  // null if it is not finite
// Text or an attribute's value of XML; what XML cannot hold becomes U+FFFD.
void pw_add_xml(PwText *out, const char *text);
// Rounded to `decimals` (at most 12) places; `minus` is the sign of what is below 0. What is not finite is 0.
void pw_add_fixed(PwText *out, double value, int decimals, const char *minus);
#endif
