// What all benchmark programs share, pawl's and the peers': reference solutions, the error measure, the clock, a row of output.
#ifndef PW_BENCH_MEASURE_H
#define PW_BENCH_MEASURE_H
#ifdef __cplusplus
extern "C" {
#endif

typedef enum { PW_PENDULUM, PW_ANDREWS, PW_FOUR_BAR } PwProblem;

// A problem and what is known of its solution, sampled every `step` seconds from 0.
//   pendulum: x, y of the point          error: largest distance, m
//   andrews:  beta                       error: largest difference, rad
//   four-bar: x, y, vx, vy of the first top   error: rms of difference / max(|reference|, 1e-3)
typedef struct {
  PwProblem problem;
  int n;  // loops of the four-bar, else 0
  int samples, width;
  double step;
  double *value;  // samples * width
} PwCase;

// `folder` has A03.txt. 0: done; else what is wrong has been said on stderr.
int pw_case_create(PwCase *c, const char *problem, int n, const char *folder);
void pw_case_free(PwCase *c);
double pw_case_error(const PwCase *c, const double *got);

// Closed forms, at time t.
void pw_pendulum_exact(double t, double out[2]);
void pw_four_bar_exact(int n, double t, double out[4]);

double pw_cpu_seconds(void);  // of this process

typedef struct {
  double setup, run;             // s of processor time
  long long steps, evaluations;  // evaluations -1: the program does not say
  double error;                  // NaN: it did not get through
  double spread;                 // four-bar: largest difference of a vertical's angle from the first one's
  char note[120];
} PwMeasured;

// One line of fields that table.awk reads.
void pw_print_row(const PwCase *c, const char *program, const char *setting, const PwMeasured *m);

#ifdef __cplusplus
}
#endif
#endif
