// What rolls: numbers, exact motions, errors, a row of output. Shared by pawl's program and the peers'.
//   sphere: a solid sphere rolls round in a vertical cylinder and does not fall (closed form)
//   disc: a thin disc rolls on a plane, nutating (its equations in lean and heading, by small steps of order 4)
//   ball: a solid ball rolls on a turntable; its centre goes round a circle, with 2/7 of the table's speed (closed form)
#ifndef PW_BENCH_ROLLING_H
#define PW_BENCH_ROLLING_H
#ifdef __cplusplus
extern "C" {
#endif

enum { PW_ROLLING_SAMPLES = 101 };

#define PW_SPHERE_BORE 1.0
#define PW_SPHERE_RADIUS 0.1
#define PW_SPHERE_TURN 6.0  // rad/s round the cylinder
#define PW_DISC_RADIUS 0.2
#define PW_BALL_RADIUS 0.1
#define PW_BALL_TABLE 5.0  // rad/s of the turntable

typedef enum { PW_ROLLING_SPHERE, PW_ROLLING_DISC, PW_ROLLING_BALL, PW_ROLLING_KINDS } PwRollingKind;

typedef struct {
  PwRollingKind kind;
  const char *name;
  double duration, radius;
  double mass, inertia[3];  // about the centre, own axes
  // start: centre, its own axes' quaternion w x y z, velocity, angular velocity
  double position[3], turn[4], velocity[3], spin[3];
  double centre[PW_ROLLING_SAMPLES][3];  // exact
} PwRolling;

// 0: done; else there is no such case.
int pw_rolling_create(const char *name, PwRolling *out);

typedef struct {
  double run;  // s of processor time
  long long steps, evaluations;
  double error;  // m, largest distance of the centre from the exact one
  char note[120];
} PwRollingMeasured;
PwRollingMeasured pw_rolling_measured(void);  // nothing measured yet
void pw_rolling_compare(const PwRolling *c, int sample, const double centre[3], PwRollingMeasured *inout);
void pw_rolling_print(const PwRolling *c, const char *program, const char *setting, const PwRollingMeasured *m);

#ifdef __cplusplus
}
#endif
#endif
