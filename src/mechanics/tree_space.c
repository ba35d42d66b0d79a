// A tree in space. Equations: tree_parts.h.
#include <math.h>
#include <string.h>

#include "mechanics/tree_parts.h"

static void copy(const double from[3], double to[3]) {
  memcpy(to, from, 3 * sizeof *to);
}
static void add_cross(const double a[3], const double b[3], double factor, double out[3]) {
  double c[3];
  pw_cross(a, b, c);
  for (int i = 0; i < 3; i++) out[i] += factor * c[i];
}
// Body that frame 1 (side 0) or 2 (side 1) is on.
static int32_t body_of(const PwLink *link, int side) {
  return (link->sign > 0) == (side == 0) ? link->parent : link->body;
}

static void mount_fixed(const PawlMechanism *k, int32_t frame, PwMount *m) {
  static const double unit[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1};
  const PwFrame *f = frame < 0 ? NULL : &k->frame[frame];
  if (f) copy(f->position, m->position);
  memcpy(m->orientation, f ? f->orientation : unit, sizeof m->orientation);
  memcpy(m->axes, f ? f->axes : unit, sizeof m->axes);
}

static void take_counter(const PwScalar *s, PwLinkSpace *p) {
  if (s->kind == PW_S_ANGLE || s->kind == PW_S_CROSS1) p->counter[0] = s->turn;
  if (s->kind == PW_S_CROSS2) p->counter[1] = s->turn;
}

// Where the angles of a link are counted: coordinates of its joint, or the angle that a row ties to something.
static void find_counters(const PawlMechanism *k, const PwLink *link, PwLinkSpace *p) {
  p->counter[0] = p->counter[1] = -1;
  if (link->joint < 0) return;
  const PwJoint *joint = &k->joint[link->joint];
  for (int32_t c = joint->coordinate; c < joint->coordinate + joint->coordinates; c++) {
    take_counter(&k->scalar[k->coordinate[c].scalar], p);
  }
  for (int32_t r = joint->row; r < joint->row + joint->rows; r++) {
    const PwTerm *term = &k->term[k->row[r].term];
    for (int32_t i = 0; i < k->row[r].terms; i++) take_counter(&k->scalar[term[i].scalar], p);
    if (link->turn == PW_TURN_SCREW && k->row[r].terms == 2) p->pitch = -term[1].factor;
  }
}

void pw_tree_space_create(PwTree *tree) {
  for (int i = 0; i < 3; i++) tree->R[4 * i] = 1;
  tree->q[3] = 1;
  for (int32_t i = 0; i < tree->links; i++) {
    for (int side = 0; side < 2; side++) mount_fixed(tree->k, tree->link[i].frame[side], &tree->space[i].mount[side]);
    find_counters(tree->k, &tree->link[i], &tree->space[i]);
  }
}

static void mount_frame(const PwFrame *f, double t, const PwDiscrete *discrete, PwMount *m) {
  double jet[3];
  for (int c = 0; c < 3; c++) {
    pw_law_jet(&f->offset[c], t, discrete, jet);
    m->position[c] = f->position[c] + jet[0];
    m->v[c] = jet[1];
    m->a[c] = jet[2];
  }
  pw_law_jet(&f->angle, t, discrete, jet);
  double s = sin(jet[0] / 2), own[4] = {cos(jet[0] / 2), s * f->angle_axis[0], s * f->angle_axis[1], s * f->angle_axis[2]};
  pw_quat_multiply(f->orientation, own, m->orientation);
  pw_quat_matrix(m->orientation, m->axes);
  pw_matrix_rotate(f->axes, f->angle_axis, m->w);  // the axis: the same before and after its own turn
  for (int c = 0; c < 3; c++) {
    m->alpha[c] = jet[2] * m->w[c];
    m->w[c] *= jet[1];
  }
}

void pw_tree_space_mount(PwTree *tree, double t, const PwDiscrete *discrete) {
  if (!tree->moves) return;
  for (int32_t i = 0; i < tree->links; i++) {
    for (int side = 0; side < 2 && tree->link[i].moves; side++) {
      const PwFrame *f = &tree->k->frame[tree->link[i].frame[side]];
      if (f->moves) mount_frame(f, t, discrete, &tree->space[i].mount[side]);
    }
  }
}

// Orientation of frame 2 in frame 1.
static void relative_turn(const PwLink *link, const double *x, double r[4]) {
  r[0] = 1;
  r[1] = r[2] = r[3] = 0;
  if (link->turn == PW_TURN_AXIS || link->turn == PW_TURN_SCREW) {
    r[0] = cos(x[0] / 2);
    r[1 + (link->turn == PW_TURN_SCREW ? 2 : link->axis)] = sin(x[0] / 2);
  } else if (link->turn == PW_TURN_CROSS) {
    double c1 = cos(x[0] / 2), s1 = sin(x[0] / 2), c2 = cos(x[1] / 2), s2 = sin(x[1] / 2);
    r[0] = c1 * c2;
    r[1] = s1 * c2;
    r[2] = c1 * s2;
    r[3] = s1 * s2;
  } else if (link->turn == PW_TURN_BALL) {
    memcpy(r, x, 4 * sizeof *r);
    pw_quat_normalise(r);
  }
}

static void orient(PwTree *tree, const PwLink *link, const PwLinkSpace *p, const double *x) {
  double r[4], back[4], *Q = tree->q + 7 * link->body + 3;
  bool forward = link->sign > 0;
  relative_turn(link, x + link->x + link->shifts, r);
  if (!forward) pw_quat_conjugate(r, r);
  pw_quat_multiply(tree->q + 7 * link->parent + 3, p->mount[!forward].orientation, Q);
  pw_quat_multiply(Q, r, Q);
  pw_quat_conjugate(p->mount[forward].orientation, back);
  pw_quat_multiply(Q, back, Q);
  pw_quat_matrix(Q, tree->R + 9 * link->body);
}

// Axis of frame 1 or 2 in ground axes.
static void frame_axis(const PwTree *tree, const PwLink *link, const PwLinkSpace *p, int side, int axis, double out[3]) {
  const double *M = p->mount[side].axes, local[3] = {M[axis], M[3 + axis], M[6 + axis]};
  pw_matrix_rotate(tree->R + 9 * body_of(link, side), local, out);
}

static void turn_column(const PwLink *link, const PwLinkSpace *p, const double axis[3], double *S) {
  for (int c = 0; c < 3; c++) S[3 + c] = link->sign * axis[c];
  pw_cross(S + 3, p->arm[1], S);
}

static void turn_columns(PwTree *tree, const PwLink *link, const PwLinkSpace *p) {
  double *S = tree->S + 6 * (link->u + link->shifts), axis[3];
  if (link->turn == PW_TURN_NONE) return;
  if (link->turn == PW_TURN_BALL) {
    for (int n = 0; n < 3; n++) {
      frame_axis(tree, link, p, 0, n, axis);
      turn_column(link, p, axis, S + 6 * n);
    }
    return;
  }
  frame_axis(tree, link, p, 0, link->turn == PW_TURN_SCREW ? 2 : link->turn == PW_TURN_CROSS ? 0 : link->axis, axis);
  turn_column(link, p, axis, S);
  for (int c = 0; c < 3 && link->turn == PW_TURN_SCREW; c++) S[c] += p->pitch * S[3 + c];
  if (link->turn == PW_TURN_CROSS) {
    frame_axis(tree, link, p, 1, 1, axis);
    turn_column(link, p, axis, S + 6);
  }
}

// Velocity of the child against the parent by the laws of their frames.
static void drift(const PwTree *tree, const PwLink *link, PwLinkSpace *p) {
  memset(p->beta, 0, sizeof p->beta);
  for (int side = 0; side < 2; side++) {
    const PwMount *m = &p->mount[side];
    const double *R = tree->R + 9 * body_of(link, side);
    double sign = side ? -link->sign : link->sign, v[3], w[3];
    pw_matrix_rotate(R, m->v, v);
    pw_matrix_rotate(R, m->w, w);
    for (int c = 0; c < 3; c++) {
      p->beta[c] += sign * v[c];
      p->beta[3 + c] += sign * w[c];
    }
    add_cross(w, p->arm[side], sign, p->beta);
  }
}

void pw_tree_space_place(PwTree *tree, const double *x) {
  for (int32_t i = 0; i < tree->links; i++) {
    const PwLink *link = &tree->link[i];
    PwLinkSpace *p = &tree->space[i];
    const double *at = tree->q + 7 * link->parent;
    double *q = tree->q + 7 * link->body, A[3], B[3], d[3] = {0}, e[3];
    bool forward = link->sign > 0;
    orient(tree, link, p, x);
    pw_matrix_rotate(tree->R + 9 * link->parent, p->mount[!forward].position, A);
    pw_matrix_rotate(tree->R + 9 * link->body, p->mount[forward].position, B);
    for (int32_t n = 0; n < link->shifts; n++) {
      double *S = tree->S + 6 * (link->u + n);
      frame_axis(tree, link, p, 0, link->shift[n], e);
      for (int c = 0; c < 3; c++) {
        S[c] = link->sign * e[c];
        S[3 + c] = 0;
        d[c] += S[c] * x[link->x + n];
      }
    }
    if (link->turn == PW_TURN_SCREW) {
      frame_axis(tree, link, p, 0, 2, e);
      for (int c = 0; c < 3; c++) d[c] += link->sign * p->pitch * x[link->x + link->shifts] * e[c];
    }
    for (int c = 0; c < 3; c++) {
      p->l[c] = A[c] - B[c] + d[c];
      q[c] = at[c] + p->l[c];
      p->arm[forward][c] = -B[c];
      p->arm[!forward][c] = d[c] - B[c];
    }
    turn_columns(tree, link, p);
    if (link->moves) drift(tree, link, p);
  }
}

// Rate of p_c - o of one of the two origins.
static void arm_rate(const PwTree *tree, const PwLink *link, const PwLinkSpace *p, int side, double out[3]) {
  int32_t body = body_of(link, side);
  const double *arm = p->arm[side], *w = tree->v + 6 * body + 3;
  if (body == link->parent) {
    double lever[3] = {arm[0] - p->l[0], arm[1] - p->l[1], arm[2] - p->l[2]};
    pw_cross(w, lever, out);
    for (int c = 0; c < 3; c++) out[c] += p->dl[c];
  } else {
    pw_cross(w, arm, out);
  }
  if (!link->moves) return;
  double v[3];
  pw_matrix_rotate(tree->R + 9 * body, p->mount[side].v, v);
  for (int c = 0; c < 3; c++) out[c] -= v[c];
}

// Angular velocity of frame 1 or 2.
static void frame_turning(const PwTree *tree, const PwLink *link, const PwLinkSpace *p, int side, double out[3]) {
  int32_t body = body_of(link, side);
  copy(tree->v + 6 * body + 3, out);
  if (!link->moves) return;
  double own[3];
  pw_matrix_rotate(tree->R + 9 * body, p->mount[side].w, own);
  for (int c = 0; c < 3; c++) out[c] += own[c];
}

// S = sign (e, 0) or (a x r, a): e' = w1 x e, a' = w1 x a (or w2 x a), r' by arm_rate; a screw has both.
static void column_rates(PwTree *tree, const PwLink *link, const PwLinkSpace *p) {
  double w[3], arm[3];
  frame_turning(tree, link, p, 0, w);
  for (int32_t n = 0; n < link->shifts; n++) {
    double *dS = tree->dS + 6 * (link->u + n);
    pw_cross(w, tree->S + 6 * (link->u + n), dS);
    dS[3] = dS[4] = dS[5] = 0;
  }
  if (link->turn == PW_TURN_NONE) return;
  arm_rate(tree, link, p, 1, arm);
  for (int32_t n = link->shifts; n < link->speeds; n++) {
    const double *S = tree->S + 6 * (link->u + n);
    double *dS = tree->dS + 6 * (link->u + n);
    if (link->turn == PW_TURN_CROSS && n == link->shifts + 1) frame_turning(tree, link, p, 1, w);
    pw_cross(w, S + 3, dS + 3);
    pw_cross(S + 3, arm, dS);
    add_cross(dS + 3, p->arm[1], 1, dS);
    for (int c = 0; c < 3 && link->turn == PW_TURN_SCREW; c++) dS[c] += p->pitch * dS[3 + c];
  }
}

void pw_tree_space_move(PwTree *tree) {
  for (int32_t i = 0; i < tree->links; i++) {
    const PwLink *link = &tree->link[i];
    PwLinkSpace *p = &tree->space[i];
    const double *at = tree->v + 6 * link->parent, *u = tree->u + link->u;
    double *v = tree->v + 6 * link->body;
    pw_cross(at + 3, p->l, p->dl);
    copy(at + 3, v + 3);
    for (int c = 0; c < 3 && link->moves; c++) {
      p->dl[c] += p->beta[c];
      v[3 + c] += p->beta[3 + c];
    }
    for (int32_t n = 0; n < link->speeds; n++) {
      const double *S = tree->S + 6 * (link->u + n);
      for (int c = 0; c < 3; c++) {
        p->dl[c] += S[c] * u[n];
        v[3 + c] += S[3 + c] * u[n];
      }
    }
    for (int c = 0; c < 3; c++) v[c] = at[c] + p->dl[c];
    column_rates(tree, link, p);
  }
}

// Rate of beta; v_i and w_i of a frame turn with its body.
static void drift_rate(const PwTree *tree, const PwLink *link, const PwLinkSpace *p, double out[6]) {
  for (int side = 0; side < 2; side++) {
    const PwMount *m = &p->mount[side];
    int32_t body = body_of(link, side);
    const double *R = tree->R + 9 * body, *turning = tree->v + 6 * body + 3;
    double sign = side ? -link->sign : link->sign, v[3], w[3], a[3], alpha[3], rate[3];
    pw_matrix_rotate(R, m->v, v);
    pw_matrix_rotate(R, m->w, w);
    pw_matrix_rotate(R, m->a, a);
    pw_matrix_rotate(R, m->alpha, alpha);
    add_cross(turning, v, 1, a);
    add_cross(turning, w, 1, alpha);
    arm_rate(tree, link, p, side, rate);
    for (int c = 0; c < 3; c++) {
      out[c] += sign * a[c];
      out[3 + c] += sign * alpha[c];
    }
    add_cross(alpha, p->arm[side], sign, out);
    add_cross(w, rate, sign, out);
  }
}

void pw_tree_space_bias(const PwTree *tree, double *a) {
  for (int32_t i = 0; i < tree->links; i++) {
    const PwLink *link = &tree->link[i];
    const PwLinkSpace *p = &tree->space[i];
    const double *u = tree->u + link->u, none[6] = {0}, *at = link->parent ? a + 6 * (link->parent - 1) : none;
    double *out = a + 6 * (link->body - 1);
    memcpy(out, at, 6 * sizeof *out);
    add_cross(at + 3, p->l, 1, out);
    add_cross(tree->v + 6 * link->parent + 3, p->dl, 1, out);
    for (int32_t n = 0; n < link->speeds; n++) {
      const double *dS = tree->dS + 6 * (link->u + n);
      for (int c = 0; c < 6; c++) out[c] += dS[c] * u[n];
    }
    if (link->moves) drift_rate(tree, link, p, out);
  }
}
