// On which side a point lies, exactly (Shewchuk 1997): a filter in doubles, and where that cannot tell, sums of doubles without
// any rounding. Coordinates are 0 or between 1e-75 and 1e75 in size, so that no product over- or underflows.
#ifndef PW_PREDICATES_H
#define PW_PREDICATES_H
#include <stdint.h>

// The sign of (b - a) x (c - a): 1 where a, b, c turn counter-clockwise, -1, or 0 on one line.
int pw_orient2d(const double a[2], const double b[2], const double c[2]);
// The sign of (b - a) x (c - a) . (d - a): 1 where d sees a, b, c turn counter-clockwise, -1, or 0 in one plane.
int pw_orient3d(const double a[3], const double b[3], const double c[3], const double d[3]);
// The same with ties broken: as if the points were moved by amounts so small that nothing else changes, each by its own number
// (simulation of simplicity, Edelsbrunner and Muecke 1990). Never 0; the numbers differ.
int pw_orient3d_broken(const double *const x[4], const int64_t number[4]);
#endif
