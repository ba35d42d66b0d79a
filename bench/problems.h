// Numbers of the benchmark problems, the same for pawl and for the peers. SI units, radians.
#ifndef PW_BENCH_PROBLEMS_H
#define PW_BENCH_PROBLEMS_H

#define PW_GRAVITY 9.81

// A01: 1 kg point on a massless link of 1 m, let go at rest from x = +1.
#define PW_PENDULUM_DURATION 10.0

// A02: n four-bar loops in a row; 2n+1 uniform links of 1 m and 1 kg; the first top starts with vx = +1.
#define PW_FOUR_BAR_DURATION 20.0
#define PW_FOUR_BAR_INERTIA (1.0 / 12)
#define PW_FOUR_BAR_RATE (-1.0)

// A03: Andrews' squeezing mechanism, at rest at t = 0 in the pose given here.
#define PW_ANDREWS_DURATION 0.05
#define PW_ANDREWS_TORQUE 0.033
#define PW_ANDREWS_STIFFNESS 4530.0
#define PW_ANDREWS_FREE_LENGTH 0.07785

enum { PW_OF, PW_FE, PW_BED, PW_EG, PW_AG, PW_EH, PW_AH, PW_ANDREWS_BODIES, PW_ANDREWS_GROUND = -1 };

typedef struct {
  const char *name;
  double x, y, angle, mass, inertia;  // centre of mass, inertia about it
} PwAndrewsBody;

static const PwAndrewsBody pw_andrews_body[PW_ANDREWS_BODIES] = {
    {"OF", 0.00091824859803076139, -5.6740745629054832e-05, -0.061713890014276448, .04325, 2.194e-6},
    {"FE", -0.0044914333599330725, 0.00027753625579428988, -0.061713890014276448, .00365, 4.410e-7},
    {"BED", -0.018742186670315457, 0.020485106789073934, 0.45527981916307037, .02373, 5.255e-6},
    {"EG", -0.030222939830158887, 0.012071182356663938, 0.71003336970972841, .00706, 5.667e-7},
    {"AG", -0.053236828155704137, 0.016631847966616306, 0.48736497954384256, .07050, 1.169e-5},
    {"EH", -0.028543268536783597, -0.010722254707252287, 1.0078790543839353, .00706, 5.667e-7},
    {"AH", -0.059262402801791715, -0.010600698332712844, 1.2305474445498212, .05498, 1.912e-5}};

#define PW_POINT_E -0.020960022346354336, 0.0012951691937066864

typedef struct {
  const char *name;
  int body[2];
  double x, y;
} PwAndrewsJoint;

// The first seven span a tree from ground, parents first; the last three close its loops.
enum { PW_ANDREWS_TREE = 7, PW_ANDREWS_JOINTS = 10 };
static const PwAndrewsJoint pw_andrews_joint[PW_ANDREWS_JOINTS] = {
    {"O", {PW_ANDREWS_GROUND, PW_OF}, 0, 0},
    {"F", {PW_OF, PW_FE}, 0.0069866741154514453, -0.00043172306456889549},
    {"B", {PW_ANDREWS_GROUND, PW_BED}, -.03635, .03273},
    {"E_EG", {PW_FE, PW_EG}, PW_POINT_E},
    {"E_EH", {PW_FE, PW_EH}, PW_POINT_E},
    {"A_AG", {PW_ANDREWS_GROUND, PW_AG}, -.06934, -.00227},
    {"A_AH", {PW_ANDREWS_GROUND, PW_AH}, -.06934, -.00227},
    {"E_BED", {PW_FE, PW_BED}, PW_POINT_E},
    {"G", {PW_EG, PW_AG}, -0.033997203885839981, 0.016461971674997682},
    {"H", {PW_EH, PW_AH}, -0.031633134507408893, -0.015618868668304536}};

static const double pw_andrews_c[2] = {.014, .072};                                   // spring: on ground
static const double pw_andrews_d[2] = {-0.010472393888814623, 0.025357788530275253};  // spring: on BED
#endif
