// The inside of a tree, shared by tree*.c.
//
// Link: child c, parent p, frames 1 and 2 of their joint with origins o1, o2. sign = +1 where frame 1 is on the parent, else -1.
//   d = o2 - o1 = sum x_i e_i         e_i: free axes of frame 1
//   p_c = p_p + l,  l = A - B + sign d                         A, B: from p_p, p_c to the origins on these bodies
//   v_c = v_p + w_p x l + sum S_k u_k + beta                   w_c likewise, without l
//   S of a shift: sign (e, 0);  of a turn about a: sign (a x r, a), r = p_c - o2
//   beta = sign (v1 + w1 x (p_c - o1) - v2 - w2 x (p_c - o2), w1 - w2), v_i, w_i: of the frames on their bodies
// Columns S and their rates stand in flat arrays, as shifts and turns of the child at its centre of mass, ground axes.
#ifndef PW_TREE_PARTS_H
#define PW_TREE_PARTS_H
#include "mechanics/motion.h"
#include "mechanics/tree.h"
#include "numerics/vec.h"

typedef enum {
  PW_TURN_NONE,
  PW_TURN_AXIS,   // about one axis of frame 1
  PW_TURN_SCREW,  // about z of frame 1, with a travel along it
  PW_TURN_CROSS,  // about x of frame 1, then y of frame 2
  PW_TURN_BALL    // any, by a quaternion
} PwTurnKind;

// What a link is, in the plane and in space.
typedef struct {
  int32_t body, parent, joint;  // joint -1: the body floats
  int32_t frame[2];             // -1: ground's origin, the body's centre of mass
  int32_t x, u;                 // its first position and speed
  int32_t positions, speeds, shifts;
  int32_t shift[3];  // free axes of frame 1
  bool moves;        // one of its frames does
  double sign;
  PwTurnKind turn;
  int32_t axis;  // of PW_TURN_AXIS
} PwLink;

// A frame on its body, body axes; rates by its laws of t.
typedef struct {
  double position[3], orientation[4], axes[9];
  double v[3], a[3], w[3], alpha[3];
} PwMount;

typedef struct {
  PwMount mount[2];
  double pitch;        // screw: travel per radian
  int32_t counter[2];  // turn references of its angles; -1: not counted
  double l[3], dl[3];  // and rate
  double arm[2][3];    // p_c - o1, p_c - o2
  double beta[6];
} PwLinkSpace;

typedef struct {
  double position[2], v[2], a[2], w, alpha, own;  // own: turn by its law
} PwMount2;

typedef struct {
  bool pin;  // a turn, nothing else, about a point of both bodies
  PwMount2 mount[2];
  double axis[2][2];  // of the free shifts in axes of frame 1's body, without its own turn
  double sense;       // turn of the child per angle of the joint: +-1
  double zero;        // turn of the child against the parent at angle 0, by the frames as they are mounted
  double whole;       // locked turn: 2 pi times the turns between the bodies
  double turn;        // of the child against the parent at angle 0 now
  double l[2], dl[2];
  double arm[2][2], beta[3];  // not of a pin
} PwLinkPlane;

struct PwTree {
  const PawlMechanism *k;
  int32_t links, positions, speeds;
  bool moves;          // a frame of a link does
  PwLink *link;        // [links], parents first
  PwLinkSpace *space;  // [links] in space
  PwLinkPlane *plane;  // [links] in the plane
  int32_t *link_of;    // [bodies]
  int32_t *depth;      // [bodies] ground 0
  bool *holds;         // [rows]
  int32_t *scalar;     // [scalars] speed that its rate is; -1
  double *scalar_factor;
  const char **name;  // [speeds]
  int32_t *position;  // [speeds] -1: of a quaternion
  bool *turns;        // [speeds]
  int32_t *branch;    // [speeds] the first one of its branch
  // state; those of bodies with ground in front
  double *q, *R, *v, *u;
  double *S, *dS;  // [per * speeds] columns and their rates
  double *work;    // [12 * bodies]
};

static inline void pw_plane_turn(const double cs[2], const double a[2], double out[2]) {
  double x = cs[0] * a[0] - cs[1] * a[1], y = cs[1] * a[0] + cs[0] * a[1];
  out[0] = x;
  out[1] = y;
}
static inline void pw_matrix_rotate(const double R[9], const double v[3], double out[3]) {
  double x = R[0] * v[0] + R[1] * v[1] + R[2] * v[2], y = R[3] * v[0] + R[4] * v[1] + R[5] * v[2];
  out[2] = R[6] * v[0] + R[7] * v[1] + R[8] * v[2];
  out[0] = x;
  out[1] = y;
}

// tree_plane.c, tree_space.c: the cases of the functions of tree.h, and the mounts at time t.
void pw_tree_plane_create(PwTree *tree);
void pw_tree_plane_mount(PwTree *tree, double t, const PwDiscrete *discrete);
void pw_tree_plane_place(PwTree *tree, const double *x);
void pw_tree_plane_move(PwTree *tree);
void pw_tree_plane_bias(const PwTree *tree, double *a);
void pw_tree_space_create(PwTree *tree);
void pw_tree_space_mount(PwTree *tree, double t, const PwDiscrete *discrete);
void pw_tree_space_place(PwTree *tree, const double *x);
void pw_tree_space_move(PwTree *tree);
void pw_tree_space_bias(const PwTree *tree, double *a);
#endif
