// The benchmark problems as models, built through the public interface; tests use them too.
#ifndef PW_BENCH_MECHANISMS_H
#define PW_BENCH_MECHANISMS_H
#include "pawl/pawl.h"

// Each fills a new model; the caller frees it, also after a failure (NULL: no memory).
// Pendulum: body "point", its origin is the mass; joint "pivot".
PawlStatus pw_pendulum_model(PawlMessages *messages, PawlModel **out);
// Andrews: bodies and joints named as in problems.h; the angle of joint "O" counts from the start.
PawlStatus pw_andrews_model(PawlMessages *messages, PawlModel **out);
// n loops: verticals "v0".."vn" on joints "g0".."gn" (their angles count from upright), horizontals "h0".."h(n-1)".
PawlStatus pw_four_bar_model(int n, PawlMessages *messages, PawlModel **out);
// Disc cam: "cam" on joint "shaft", driven at w; "follower", its origin on its face; touch "rub" between them, or the joint
// "yoke" that moves the follower alike and cannot lift. The shaft carries the contact force and the disc's weight.
#define PW_CAM_DISC_MASS 1.0
typedef enum { PW_CAM_TOUCH, PW_CAM_YOKE } PwCamPair;
PawlStatus pw_cam_model(double w, PwCamPair pair, PawlMessages *messages, PawlModel **out);
#endif
