// Relative coordinates of given poses and speeds: what the scalars of a joint say, read between the two frames of each link.
#include <math.h>
#include <string.h>

#include "mechanics/tree_parts.h"

static const double FULL = 6.283185307179586476925;

// ---- in the plane

typedef struct {
  double p[2], V[2], turn, W;
} Frame2;

// Frame 1 or 2 of a link, from the poses and speeds in the tree.
static Frame2 read_frame2(const PwTree *tree, int32_t i, int side) {
  const PwMount2 *m = &tree->plane[i].mount[side];
  const PwLink *link = &tree->link[i];
  int32_t body = (link->sign > 0) == (side == 0) ? link->parent : link->body;
  const double *q = tree->q + 3 * body, *v = tree->v + 3 * body, cs[2] = {cos(q[2]), sin(q[2])};
  double c[2], own[2];
  pw_plane_turn(cs, m->position, c);
  pw_plane_turn(cs, m->v, own);
  return (Frame2){.p = {q[0] + c[0], q[1] + c[1]},
                  .V = {v[0] - v[2] * c[1] + own[0], v[1] + v[2] * c[0] + own[1]},
                  .turn = q[2] + m->own,
                  .W = v[2] + m->w};
}

static void read_plane(PwTree *tree, double *x, double *u) {
  for (int32_t i = 0; i < tree->links; i++) {
    const PwLink *link = &tree->link[i];
    PwLinkPlane *p = &tree->plane[i];
    Frame2 a = read_frame2(tree, i, 0), b = read_frame2(tree, i, 1);
    double d[2] = {b.p[0] - a.p[0], b.p[1] - a.p[1]}, cs[2] = {cos(a.turn), sin(a.turn)}, e[2];
    double rate[2] = {b.V[0] - a.V[0] + a.W * d[1], b.V[1] - a.V[1] - a.W * d[0]};  // seen from frame 1
    for (int32_t n = 0; n < link->shifts; n++) {
      pw_plane_turn(cs, p->axis[n], e);
      x[link->x + n] = e[0] * d[0] + e[1] * d[1];
      u[link->u + n] = e[0] * rate[0] + e[1] * rate[1];
    }
    double up = link->sign * p->sense, angle = up * (b.turn - a.turn) - p->sense * p->zero;
    if (link->turn == PW_TURN_NONE) {
      p->whole = FULL * nearbyint(angle / FULL);
      p->turn = p->zero + p->sense * p->whole + link->sign * (p->mount[0].own - p->mount[1].own);
    } else {
      x[link->x + link->shifts] = angle;
      u[link->u + link->shifts] = up * (b.W - a.W);
    }
  }
}

// ---- in space

typedef struct {
  double p[3], Q[4], R[9], V[3], W[3];
} Frame;

static void read_frame(const PwTree *tree, int32_t i, int side, Frame *out) {
  const PwMount *m = &tree->space[i].mount[side];
  const PwLink *link = &tree->link[i];
  int32_t body = (link->sign > 0) == (side == 0) ? link->parent : link->body;
  const double *q = tree->q + 7 * body, *v = tree->v + 6 * body;
  double R[9], c[3], own[3], wc[3];
  pw_quat_matrix(q + 3, R);
  pw_matrix_rotate(R, m->position, c);
  pw_matrix_rotate(R, m->v, own);
  pw_cross(v + 3, c, wc);
  pw_quat_multiply(q + 3, m->orientation, out->Q);
  pw_quat_matrix(out->Q, out->R);
  for (int k = 0; k < 3; k++) {
    out->p[k] = q[k] + c[k];
    out->V[k] = v[k] + wc[k] + own[k];
  }
  pw_matrix_rotate(R, m->w, own);
  for (int k = 0; k < 3; k++) out->W[k] = v[3 + k] + own[k];
}

static double counted(double angle, int32_t counter, const PwDiscrete *discrete) {
  return counter < 0 ? angle : angle + FULL * nearbyint((discrete->turn[counter] - angle) / FULL);
}

static void column(const double R[9], int axis, double out[3]) {
  for (int k = 0; k < 3; k++) out[k] = R[3 * k + axis];
}

// Turn of frame 2 in frame 1 and its speeds; x, u: those of the turn.
static void read_turn(const PwTree *tree, int32_t i, const PwDiscrete *discrete, const Frame *a, const Frame *b, double *x,
                      double *u) {
  const PwLink *link = &tree->link[i];
  const int32_t *counter = tree->space[i].counter;
  double conj[4], r[4], W[3], e[3], M[9];
  int32_t axis = link->turn == PW_TURN_SCREW ? 2 : link->axis;
  pw_quat_conjugate(a->Q, conj);
  pw_quat_multiply(conj, b->Q, r);
  for (int k = 0; k < 3; k++) W[k] = b->W[k] - a->W[k];
  if (link->turn == PW_TURN_AXIS || link->turn == PW_TURN_SCREW) {
    x[0] = counted(2 * atan2(r[1 + axis], r[0]), counter[0], discrete);
    column(a->R, axis, e);
    u[0] = pw_dot(e, W);
  } else if (link->turn == PW_TURN_CROSS) {
    pw_quat_matrix(r, M);
    x[0] = counted(atan2(M[7], M[4]), counter[0], discrete);
    x[1] = counted(atan2(M[2], M[0]), counter[1], discrete);
    column(a->R, 0, e);
    u[0] = pw_dot(e, W);
    column(b->R, 1, e);
    u[1] = pw_dot(e, W);
  } else if (link->turn == PW_TURN_BALL) {
    memcpy(x, r, sizeof r);
    for (int k = 0; k < 3; k++) {
      column(a->R, k, e);
      u[k] = pw_dot(e, W);
    }
  }
}

static void read_space(PwTree *tree, const PwDiscrete *discrete, double *x, double *u) {
  for (int32_t i = 0; i < tree->links; i++) {
    const PwLink *link = &tree->link[i];
    Frame a, b;
    double d[3], wd[3], rate[3], e[3];
    read_frame(tree, i, 0, &a);
    read_frame(tree, i, 1, &b);
    for (int k = 0; k < 3; k++) d[k] = b.p[k] - a.p[k];
    pw_cross(a.W, d, wd);
    for (int k = 0; k < 3; k++) rate[k] = b.V[k] - a.V[k] - wd[k];
    for (int32_t n = 0; n < link->shifts; n++) {
      column(a.R, link->shift[n], e);
      x[link->x + n] = pw_dot(e, d);
      u[link->u + n] = pw_dot(e, rate);
    }
    read_turn(tree, i, discrete, &a, &b, x + link->x + link->shifts, u + link->u + link->shifts);
  }
}

void pw_tree_read(PwTree *tree, double t, const PwDiscrete *discrete, const double *q, const double *v, double *x, double *u) {
  const PawlMechanism *k = tree->k;
  memcpy(tree->q + pw_coordinates_per_body(k), q, (size_t)pw_position_count(k) * sizeof *q);
  memcpy(tree->v + pw_speeds_per_body(k), v, (size_t)pw_speed_count(k) * sizeof *v);
  if (k->planar) {
    pw_tree_plane_mount(tree, t, discrete);
    read_plane(tree, x, u);
  } else {
    pw_tree_space_mount(tree, t, discrete);
    read_space(tree, discrete, x, u);
  }
}
