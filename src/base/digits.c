// By hand, since digits were three quarters of a small run: glibc's printf and strtod, tried with 15, 16 and 17 digits, take some
// 12 000 instructions for a number, this takes 250 with its writing (bench/README.md). After Giulietti (2020), "The Schubfach way
// to render doubles": of the multiples of 10^(k+1) at most one lies between the halfway points to the neighbours, of those of
// 10^k at least one, where 10^k is the largest power of ten that is not more than the distance of neighbours.
#include "base/digits.h"

#include <string.h>

// floor(x g / 2^128) for g = (high, low), its last bit set if a fraction was cut off. g is too large by up to one unit, x is
// below 2^60: an exact product has nothing in the upper half of its fraction, every other one has (Giulietti 2020, with two bits
// less).
static uint64_t product(const uint64_t g[2], uint64_t x) {
  unsigned __int128 low = (unsigned __int128)g[1] * x, high = (unsigned __int128)g[0] * x + (uint64_t)(low >> 64);
  return (uint64_t)(high >> 64) | ((uint64_t)high != 0);
}

static PwDigits strip(uint64_t digits, int32_t exponent) {
  while (digits % 100000 == 0) digits /= 100000, exponent += 5;
  while (digits % 10 == 0) digits /= 10, exponent++;
  return (PwDigits){digits, exponent};
}

bool pw_digits_shortest(double value, PwDigits *out) {
  uint64_t bits;
  memcpy(&bits, &value, sizeof bits);
  uint64_t fraction = bits & (((uint64_t)1 << 52) - 1);
  int32_t biased = (int32_t)(bits >> 52 & 0x7ff), q = biased - 1075;
  if (biased == 0 || biased == 0x7ff || fraction == 0) return false;
  int32_t k = q * 315653 >> 20, h = q + (-k * 1741647 >> 19) + 1;  // floor(log10 2^q); floor(log2 10^-k) with q and one
  const uint64_t *g = pw_digits_power[k - PW_DIGITS_FIRST_K];
  // four times the value and the halfway points to its neighbours, in units of 10^k; the halfway points read back if c is even
  uint64_t c = fraction | (uint64_t)1 << 52, odd = c & 1;
  uint64_t v = product(g, 4 * c << h), below = product(g, (4 * c - 2) << h) + odd, above = product(g, (4 * c + 2) << h) - odd;
  uint64_t s = v / 4, tens = s / 10 * 10;
  bool down = below <= 4 * tens, up = 4 * (tens + 10) <= above;
  if (down != up) {
    *out = strip(down ? tens : tens + 10, k);
    return true;
  }
  down = below <= 4 * s;
  up = 4 * (s + 1) <= above;
  bool nearer = v < 4 * s + 2 || (v == 4 * s + 2 && s % 2 == 0);
  *out = strip((down != up ? down : nearer) ? s : s + 1, k);
  return true;
}

// After Lemire (2021), "Number parsing at a gigabyte per second", with the bounds that the table has: the product of two numbers
// of 64 and 128 bits, cut to its upper 128, is less than one unit away from the value, so that only halves of the last place of a
// double cannot be told.
bool pw_digits_value(PwDigits d, double *out) {
  enum { CUT = 64 - 53, NEAR = 4, LEAST = 1, MOST = 2045 };
  static const uint64_t HALF = 1 << (CUT - 1), REST = (1 << CUT) - 1;
  int32_t k = -d.exponent, shift = 0;
  *out = 0;
  if (d.digits == 0) return true;
  if (k < PW_DIGITS_FIRST_K || k >= PW_DIGITS_FIRST_K + PW_DIGITS_POWERS) return false;
  for (int32_t step = 32; step > 0; step /= 2) {
    if (d.digits >> (64 - step) == 0) d.digits <<= step, shift += step;
  }
  const uint64_t *g = pw_digits_power[k - PW_DIGITS_FIRST_K];
  unsigned __int128 below = (unsigned __int128)g[1] * d.digits;
  unsigned __int128 product = (unsigned __int128)g[0] * d.digits + (uint64_t)(below >> 64);
  int32_t power = (-k * 1741647 >> 19) + 1 - shift;  // value = product / 2^64 2^power; floor(log2 10^-k)
  if (product >> 127 == 0) product <<= 1, power--;
  uint64_t high = (uint64_t)(product >> 64), low = (uint64_t)product, rest = high & REST;
  if ((rest == HALF && low <= NEAR) || (rest == HALF - 1 && low >= UINT64_MAX - NEAR)) return false;
  int32_t biased = power + CUT + 1075;
  if (biased < LEAST || biased > MOST) return false;
  uint64_t fraction = (high >> CUT) - ((uint64_t)1 << 52) + (rest >= HALF);
  uint64_t bits = ((uint64_t)biased << 52) + fraction;  // a fraction that is full goes on to the next power of two
  memcpy(out, &bits, sizeof bits);
  return true;
}
