// Shortest decimal digits of a double.
#ifndef PW_DIGITS_H
#define PW_DIGITS_H
#include <stdbool.h>
#include <stdint.h>

typedef struct {
  uint64_t digits;   // at most 17 of them, the last one not 0
  int32_t exponent;  // value = digits 10^exponent
} PwDigits;

// The fewest digits that read back as `value`, of these the nearest, of two that are equally near the even one. Only for values
// that are neighbours of equal distance to both sides: normal, no power of two. False otherwise.
bool pw_digits_shortest(double value, PwDigits *out);

// The double nearest to `d`, of any 64-bit digits; false where a product of 128 bits does not tell which one that is, and where
// it is not well inside the normal ones.
bool pw_digits_value(PwDigits d, double *out);

enum { PW_DIGITS_FIRST_K = -324, PW_DIGITS_POWERS = 617 };
extern const uint64_t pw_digits_power[PW_DIGITS_POWERS][2];  // high, low
#endif
