// Types and functions of motion.h for one number type REAL; included once for each. No include guard on purpose.

typedef struct {          // frame in space
  REAL p[3], c[3];        // origin; lever from the centre of mass, ground axes
  REAL R[9], Q[4];        // orientation
  REAL V[3], W[3];        // velocity of the origin, angular velocity
  REAL A[3], alpha[3];    // accelerations when the body's own are zero
  REAL vrel[3], wrel[3];  // part of V, W that comes from the frame's own motion on its body
  double arel[3], alrel[3];
} NAME(PwFrameMotion);

typedef struct {  // frame in the plane
  REAL p[2], c[2], V[2], A[2], vrel[2];
  REAL cs[2];  // cos, sin of the body's turn
  REAL turn, W, alpha, wrel;
  double arel[2], alrel;
} NAME(PwFrameMotion2);

typedef struct {
  REAL value, rate, bias;  // s, ds/dt, d2s/dt2 - J a
  REAL jac[12];            // body 1 then body 2, 6 (planar: 3) each
} NAME(PwScalarMotion);

typedef struct {
  const PawlMechanism *mechanism;
  const PwDiscrete *discrete;  // that it was placed with
  double t;
  int64_t placements;                 // how often it was placed
  double placed_t;                    // where it stands: placed for this time,
  bool placed_all, moved, moved_all;  // with every scalar or not, and moved since, likewise; q and v below
  bool all;                           // evaluate every frame and scalar, not only the lists below
  // What is evaluated else: at first the mechanism's hot scalars and every frame. The owner may put lists of its own here, which
  // live as long as the motion does and hold the frames of their scalars.
  int32_t hot_scalars, hot_frames;
  const int32_t *hot_scalar, *hot_frame;
  // Rows whose laws are taken at every place; NULL: all. The owner may leave constant ones out, once row_law has them.
  int32_t law_rows;
  const int32_t *law_row;
  const int32_t *every;           // 0, 1, 2, ...: the list that `all` stands for
  REAL *R;                        // [9 * bodies] or planar [2 * bodies] (cos, sin), ground's in front
  REAL *q, *v;                    // copies of what was placed and moved, ground's in front
  NAME(PwFrameMotion) * frame;    // spatial
  NAME(PwFrameMotion2) * frame2;  // planar
  NAME(PwScalarMotion) * scalar;
  double *row_law;        // [3 * rows] jets of the rows' laws
  const double *reading;  // [readings] forces that laws which do not act on the motion mention, where the owner keeps them
  REAL power;             // of all that is not in the energies, constraints left out
  PwNoNumber *no_number;  // the owner's, may be NULL
} NAME(PwMotion);

PawlStatus NAME(pw_motion_create)(const PawlMechanism *mechanism, PwArena *arena, NAME(PwMotion) * m);
// Values and gradients of the scalars at position q, time t.
PawlStatus NAME(pw_motion_place)(NAME(PwMotion) * m, double t, const REAL *q, const PwDiscrete *discrete);
// The same where the owner has written the positions of the bodies into m->q and their rotations into m->R itself.
void NAME(pw_motion_place_posed)(NAME(PwMotion) * m, double t, const PwDiscrete *discrete);
// Rates and biases at speeds v, after place.
void NAME(pw_motion_move)(NAME(PwMotion) * m, const REAL *v);
// Generalised forces (applied, springs, gravity, gyroscopic), after move. PAWL_RETRY if a law gives no number.
PawlStatus NAME(pw_motion_forces)(NAME(PwMotion) * m, const PwDiscrete *discrete, REAL *force);
// What a force along a scalar pushes it up with, after move: the part that has a potential, and the rest.
PawlStatus NAME(pw_scalar_force)(const NAME(PwMotion) * m, const PwScalarForce *f, const PwDiscrete *discrete, REAL *elastic,
                                 REAL *other);
// Residual, rate residual and bias of a row, from its terms.
REAL NAME(pw_row_value)(const NAME(PwMotion) * m, int32_t row);
REAL NAME(pw_row_rate)(const NAME(PwMotion) * m, int32_t row);
REAL NAME(pw_row_bias)(const NAME(PwMotion) * m, int32_t row);
// jac: gradient in the speeds of two bodies (6, planar 3, each); x: a vector of all bodies' speeds, without ground's.
// x += factor * jac, and jac . x.
void NAME(pw_pair_add)(const PawlMechanism *k, const int32_t body[2], const REAL *jac, REAL factor, REAL *x);
REAL NAME(pw_pair_along)(const PawlMechanism *k, const int32_t body[2], const REAL *jac, const REAL *x);
// Value of a force law with the variables of this state; own, own_rate: its own scalar.
PawlStatus NAME(pw_law_value)(const NAME(PwMotion) * m, const PwLaw *law, REAL own, REAL own_rate, const PwDiscrete *discrete,
                              REAL *out);
