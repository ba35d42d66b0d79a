// Relative coordinates: the bodies placed along the spanning tree by the coordinates of their joints.
//
//   poses q(x, t);  speeds of the bodies v = J u + b;  accelerations a = J u' + (J' u + b')
//
// x: positions, u: speeds. Both stand link by link, parents first; in a link the free shifts of frame 2's origin in axes of
// frame 1 (x, y, z), then the turn: one angle; the two angles of a cross; or, in space, a quaternion of frame 2 in frame 1, whose
// speeds are the relative angular velocity in axes of frame 1. Each of the other speeds is the rate of its position. A coordinate
// of a joint that the user reads has the same value here. b comes from frames that move on their bodies by laws of t.
// A body without a joint towards ground floats: frame 1 is ground, frame 2 its centre of mass.
//
// A link holds those rows of its joint that leave a relative transform: all rows of fixed, revolute, prismatic, cylindrical,
// planar, spherical, universal, screw, point on line, point on plane, parallel axes joints, and of locks with no, one or three
// turns free. Of a lock with two turns free (constant velocity) it holds the shifts, of a gear pair the plane, of a rod nothing:
// what is left over stays a row to be met by other means.
//
// place, then move, say at which state the other functions work: those of the first group below need place, the others move.
#ifndef PW_TREE_H
#define PW_TREE_H
#include <stdbool.h>

#include "mechanics/discrete.h"

typedef struct PwTree PwTree;

// A mass matrix by rows, each pair of speeds once: speeds of a link and those towards ground.
typedef struct {
  int32_t *start, *speed;  // [speeds + 1], [start[speeds]]
  double *value;           // [start[speeds]]
} PwTreeMass;

PawlStatus pw_tree_create(const PawlMechanism *k, PwArena *arena, PwTree **out);
int32_t pw_tree_positions(const PwTree *tree);  // numbers in x
int32_t pw_tree_speeds(const PwTree *tree);     // numbers in u

// Poses of all bodies, in the layout of a state's positions. Quaternions in x need not be of length 1.
void pw_tree_place(PwTree *tree, double t, const PwDiscrete *discrete, const double *x, double *q);
// Orientations of the bodies, ground first, in the layout of PwMotion.R: cos, sin or 3 x 3 matrices.
const double *pw_tree_axes(const PwTree *tree);
// v = J u.
void pw_tree_apply(const PwTree *tree, const double *u, double *v);
// Q = J^T force.
void pw_tree_gather(const PwTree *tree, const double *force, double *Q);
// M = J^T (masses) J where it may be other than zero: M's list once, its values there; its diagonal alone.
PawlStatus pw_tree_list_mass(const PwTree *tree, PwArena *arena, PwTreeMass *M);
void pw_tree_mass(const PwTree *tree, PwTreeMass *M);
void pw_tree_inertia(const PwTree *tree, double *diagonal);
// jac (of the speeds of two bodies, as in PwScalarMotion) times J: `speeds` numbers.
void pw_tree_row(const PwTree *tree, const int32_t body[2], const double *jac, double *row);
// row += factor * jac J.
void pw_tree_add_row(const PwTree *tree, const int32_t body[2], const double *jac, double factor, double *row);
// The same, of the speeds that move the two bodies against each other only. The others move what both hang on, and
// change nothing that lies between them.
void pw_tree_add_relative_row(const PwTree *tree, const int32_t body[2], const double *jac, double factor, double *row);

// In the plane: x, y += factor times the rows of J of a point of a body that is at `point`; the entry of speed i of those that
// pw_tree_list lists stands at place[i].
void pw_tree_add_point(const PwTree *tree, int32_t body, int32_t stop, const double point[2], double factor, const int32_t *place,
                       double *x, double *y);

// v = J u + b, and the rates that the functions below need.
void pw_tree_move(PwTree *tree, const double *u, double *v);
// a = J' u + b': accelerations of the bodies while u stays as it is.
void pw_tree_bias(const PwTree *tree, double *a);
// Q = J'^T momentum + J^T force.
void pw_tree_gather_moving(const PwTree *tree, const double *momentum, const double *force, double *Q);

// Relative coordinates of poses and speeds that meet the tree's joints. Angles are counted as the discrete state does it; in the
// plane the whole turns between two bodies that do not turn against each other are kept for place, too, so that the poses come
// back as they were. Afterwards the tree stands nowhere until it is placed again.
void pw_tree_read(PwTree *tree, double t, const PwDiscrete *discrete, const double *q, const double *v, double *x, double *u);
// dx/dt for speeds u.
void pw_tree_rate(const PwTree *tree, const double *x, const double *u, double *dxdt);
// x moved by du (small shifts and turns): x (+) du. out may be x.
void pw_tree_add(const PwTree *tree, const double *x, const double *du, double *out);

// Is the row met by the coordinates themselves?
bool pw_tree_holds(const PwTree *tree, int32_t row);
// The speed whose multiple by a constant, *factor, is the rate of this scalar (1; a screw's travel: per radian); -1: none.
int32_t pw_tree_coordinate(const PwTree *tree, int32_t scalar, double *factor);
// The position whose rate is this speed; -1: none, it belongs to a quaternion.
int32_t pw_tree_position(const PwTree *tree, int32_t speed);
// Lists the speeds that move this body against `stop`, which it hangs on (0: ground), unless they are marked already, and marks
// them: with ground all others' columns of its rows of J are zero everywhere. Returns how many it lists.
int32_t pw_tree_list(const PwTree *tree, int32_t body, int32_t stop, bool *marked, int32_t *speed);
// The body farthest out that both hang on, or one of them; 0: ground.
int32_t pw_tree_common(const PwTree *tree, int32_t a, int32_t b);
// The first speed of the branch from ground that this one belongs to; one of those that move a body, -1: none.
int32_t pw_tree_branch(const PwTree *tree, int32_t speed);
int32_t pw_tree_speed_of(const PwTree *tree, int32_t body);
// Does this speed turn, in rad/s?
bool pw_tree_turns(const PwTree *tree, int32_t speed);
// What a speed belongs to, for messages: "joint.angle", "body.x".
const char *pw_tree_name(const PwTree *tree, int32_t speed);
#endif
