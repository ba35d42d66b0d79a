// cmocka with comparisons in double precision (its own are single precision).
#ifndef PW_CHECK_H
#define PW_CHECK_H
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>  // needs those above

// |a - b| <= tolerance; fails on NaN.
#define CHECK_CLOSE(a, b, tolerance)                                                                              \
  do {                                                                                                            \
    double a_ = (a), b_ = (b), tolerance_ = (tolerance);                                                          \
    if (!(fabs(a_ - b_) <= tolerance_)) fail_msg("%s = %.17g, expected %.17g within %g", #a, a_, b_, tolerance_); \
  } while (0)

// A sanitizer makes a program many times slower.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define CHECK_SANITIZED 1
#else
#define CHECK_SANITIZED 0
#endif
#endif
