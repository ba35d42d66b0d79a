// A sphere against a surface: all that counts of it is its centre. With the radius r, negative if the material is outside,
//
//   c = x + (r + g) n,    N = (1 + (r + g) K)/r
//
// so that one surface is looked at instead of two. Its own turns are no motion.
#ifndef PW_SURFACE_BALL_H
#define PW_SURFACE_BALL_H
#include "geometry/space/surface_search.h"

typedef struct {
  PwSurfaceSearch *search;
  int side;  // of the surface
  const PwSurface *s;
  double c[3];       // centre, in axes of the surface
  double radius;     // signed
  double low, high;  // of r + g: what is looked for
} PwBall;

// A whole sphere?
bool pw_is_ball(const PwSurface *s);
void pw_ball_set_up(PwSurfaceSearch *s, PwBall *out);  // one of the two is a ball
void pw_ball_touches(PwBall *w);
// The reach, in motion of the centre.
void pw_ball_births(PwBall *w);
#endif
