// Exact motion of the disc cam's follower, errors against it, a row of output.
#include "cam.h"

#include <math.h>
#include <stdio.h>

#include "problems.h"

static const double PI = 3.14159265358979323846;

// Height over R and its speed in the flight that began at the lift.
static void fly(const PwCam *cam, double t, double *height, double *speed) {
  double swing = sqrt(PW_CAM_STIFFNESS / PW_CAM_MASS);
  double rest = -(PW_CAM_PRELOAD + PW_CAM_MASS * PW_GRAVITY) / PW_CAM_STIFFNESS;
  double from = PW_CAM_ECCENTRICITY * sin(cam->w * cam->lift) - rest;
  double rate = PW_CAM_ECCENTRICITY * cam->w * cos(cam->w * cam->lift) / swing;
  double a = swing * (t - cam->lift);
  *height = rest + from * cos(a) + rate * sin(a);
  *speed = swing * (rate * cos(a) - from * sin(a));
}

// The force vanishes at the lift; the landing is the next common root of flight and cam, by Newton from where a coarse scan finds
// the follower below the cam.
PwCam pw_cam_create(double w) {
  PwCam cam = {w, 2 * PI / w, NAN, NAN};
  double sine = (PW_CAM_MASS * PW_GRAVITY + PW_CAM_PRELOAD) /
                (PW_CAM_MASS * PW_CAM_ECCENTRICITY * w * w - PW_CAM_STIFFNESS * PW_CAM_ECCENTRICITY);
  if (!(sine > 0 && sine < 1)) return cam;
  cam.lift = asin(sine) / w;
  double height, speed, t = cam.lift;
  do {
    t += 1e-3 * cam.period;
    fly(&cam, t, &height, &speed);
  } while (height > PW_CAM_ECCENTRICITY * sin(w * t));
  for (int i = 0; i < 10; i++) {
    fly(&cam, t, &height, &speed);
    t -= (height - PW_CAM_ECCENTRICITY * sin(w * t)) / (speed - PW_CAM_ECCENTRICITY * w * cos(w * t));
  }
  cam.land = t;
  return cam;
}

void pw_cam_exact(const PwCam *cam, double t, double *y, double *force) {
  double phase = t - cam->period * floor(t / cam->period), lift = PW_CAM_ECCENTRICITY * sin(cam->w * phase), speed;
  if (phase > cam->lift && phase < cam->land) {
    fly(cam, phase, y, &speed);
    *y += PW_CAM_RADIUS;
    *force = 0;
    return;
  }
  *y = PW_CAM_RADIUS + lift;
  *force = PW_CAM_MASS * (PW_GRAVITY - cam->w * cam->w * lift) + PW_CAM_PRELOAD + PW_CAM_STIFFNESS * lift;
}

PwCamMeasured pw_cam_measured(void) {
  return (PwCamMeasured){.run = INFINITY, .position = NAN, .force = NAN, .lift = NAN, .land = NAN};
}

void pw_cam_compare(const PwCam *cam, double t, double y, double force, PwCamMeasured *inout) {
  double exact, exact_force, since = t - cam->land;
  pw_cam_exact(cam, t, &exact, &exact_force);
  since -= cam->period * round(since / cam->period);
  inout->position = fmax(inout->position, fabs(y - exact));
  if (!(fabs(since) < 0.01 * cam->period)) inout->force = fmax(inout->force, fabs(force - exact_force));
}

void pw_cam_watch(const PwCam *cam, double t, double force, PwCamFlight *inout) {
  double phase = t - (PW_CAM_TURNS - 1) * cam->period;
  if (force > 0) {
    inout->since = NAN;
    return;
  }
  if (isnan(inout->since)) inout->since = phase;
  if (phase - inout->since < inout->land - inout->lift) return;
  inout->lift = inout->since;
  inout->land = phase;
}

void pw_cam_note_flight(const PwCam *cam, const PwCamFlight *flight, PwCamMeasured *out) {
  if (isnan(cam->lift)) return;
  snprintf(out->note, sizeof out->note, "no event reported; by its steps: lift off by %.0e s, landing by %.0e s",
           fabs(flight->lift - cam->lift), fabs(flight->land - cam->land));
}

void pw_cam_print(const PwCam *cam, const char *program, const char *setting, const PwCamMeasured *m) {
  printf("cam\t%.0f\t%s\t%s\t%.6g\t%lld\t%.3g\t%.3g\t%.3g\t%.3g\t%s\n", cam->w, program, setting,
         m->run / (PW_CAM_TURNS * cam->period), m->steps, m->position, m->force, m->lift, m->land, m->note);
  fflush(stdout);
}
