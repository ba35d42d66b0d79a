// The disc cam with its flat follower: numbers, exact motion, errors, a row of output. Shared by pawl's program and the peers'.
// While closed y = R + e sin(w t) and N = m (g - e w^2 sin(w t)) + preload + k e sin(w t); in flight the follower swings on its
// spring. The landing is plastic, so that every turn is like the first.
#ifndef PW_BENCH_CAM_H
#define PW_BENCH_CAM_H
#ifdef __cplusplus
extern "C" {
#endif

#define PW_CAM_RADIUS 0.02
#define PW_CAM_ECCENTRICITY 0.005
#define PW_CAM_MASS 0.1  // of the follower
#define PW_CAM_STIFFNESS 1000.0
#define PW_CAM_PRELOAD 10.0  // at y = R
#define PW_CAM_TURNS 100
#define PW_CAM_HALF_WIDTH 0.03  // of the follower's face

typedef struct {
  double w, period;
  double lift, land;  // in each turn; NaN: it stays closed
} PwCam;
PwCam pw_cam_create(double w);
// Height of the follower and contact force at time t.
void pw_cam_exact(const PwCam *cam, double t, double *y, double *force);

typedef struct {
  double run;  // s of processor time for all turns
  long long steps;
  double position, force;  // largest errors over the last turn; NaN: not measured
  double lift, land;       // errors of the event times of the last turn, s; NaN: none reported
  char note[120];
} PwCamMeasured;
PwCamMeasured pw_cam_measured(void);  // nothing measured yet
// The last turn's samples; each may give one of the two only (NaN: not). Forces are not compared within a hundredth of a turn
// from the landing: there is an impulse.
void pw_cam_compare(const PwCam *cam, double t, double y, double force, PwCamMeasured *inout);

// For programs that report no events: the longest interval of the last turn whose steps have no contact force.
typedef struct {
  double since;       // the present one; NaN: there is a force
  double lift, land;  // the longest so far, in the turn
} PwCamFlight;
void pw_cam_watch(const PwCam *cam, double t, double force, PwCamFlight *inout);  // at each step, from {NAN, 0, 0}
void pw_cam_note_flight(const PwCam *cam, const PwCamFlight *flight, PwCamMeasured *out);

void pw_cam_print(const PwCam *cam, const char *program, const char *setting, const PwCamMeasured *m);

#ifdef __cplusplus
}
#endif
#endif
