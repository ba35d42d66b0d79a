// A tree in the plane: three numbers per body. Equations: tree_parts.h; w x a = w (-a_y, a_x).
#include <math.h>

#include "mechanics/tree_parts.h"

// Turn of frame 2 against frame 1 as the angle of their joint counts it, bodies unturned: `offset`; the axis of frame 1 along z.
static int axis_up(const PawlMechanism *k, const PwLink *link, double *offset, double *up) {
  *offset = 0;
  *up = 1;
  if (link->joint < 0) return 2;
  const PwFrame *f = &k->frame[link->frame[0]], *g = &k->frame[link->frame[1]];
  double conj[4], r[4];
  int axis = 0;
  while (axis < 2 && fabs(f->axes[6 + axis]) < 0.5) axis++;
  pw_quat_conjugate(f->orientation, conj);
  pw_quat_multiply(conj, g->orientation, r);
  *offset = 2 * atan2(r[1 + axis], r[0]);
  *up = f->axes[6 + axis] > 0 ? 1 : -1;
  return axis;
}

void pw_tree_plane_create(PwTree *tree) {
  const PawlMechanism *k = tree->k;
  tree->R[0] = 1;
  for (int32_t i = 0; i < tree->links; i++) {
    PwLink *link = &tree->link[i];
    PwLinkPlane *p = &tree->plane[i];
    double offset, up;
    link->axis = axis_up(k, link, &offset, &up);
    p->pin = link->shifts == 0 && link->turn != PW_TURN_NONE && !link->moves;
    p->sense = link->sign * up;
    p->zero = p->turn = -p->sense * offset;
    for (int32_t n = 0; n < link->shifts; n++) {
      for (int c = 0; c < 2; c++) {
        p->axis[n][c] = link->joint < 0 ? c == n : k->frame[link->frame[0]].axes[3 * c + link->shift[n]];
      }
    }
    for (int side = 0; side < 2 && link->joint >= 0; side++) {
      for (int c = 0; c < 2; c++) p->mount[side].position[c] = k->frame[link->frame[side]].position[c];
    }
  }
}

static void mount_frame(const PwFrame *f, double t, const PwDiscrete *discrete, PwMount2 *m) {
  double jet[3], up = 0;
  for (int c = 0; c < 2; c++) {
    pw_law_jet(&f->offset[c], t, discrete, jet);
    m->position[c] = f->position[c] + jet[0];
    m->v[c] = jet[1];
    m->a[c] = jet[2];
  }
  for (int c = 0; c < 3; c++) up += f->axes[6 + c] * f->angle_axis[c];
  pw_law_jet(&f->angle, t, discrete, jet);
  m->own = up * jet[0];
  m->w = up * jet[1];
  m->alpha = up * jet[2];
}

void pw_tree_plane_mount(PwTree *tree, double t, const PwDiscrete *discrete) {
  if (!tree->moves) return;
  for (int32_t i = 0; i < tree->links; i++) {
    const PwLink *link = &tree->link[i];
    PwLinkPlane *p = &tree->plane[i];
    if (!link->moves) continue;
    for (int side = 0; side < 2; side++) {
      const PwFrame *f = &tree->k->frame[link->frame[side]];
      if (f->moves) mount_frame(f, t, discrete, &p->mount[side]);
    }
    p->turn = p->zero + p->sense * p->whole + link->sign * (p->mount[0].own - p->mount[1].own);
  }
}

// Axis n of the free shifts, ground axes.
static void shift_axis(const PwTree *tree, const PwLink *link, const PwLinkPlane *p, int32_t n, double out[2]) {
  pw_plane_turn(tree->R + 2 * (link->sign > 0 ? link->parent : link->body), p->axis[n], out);
  if (!link->moves) return;
  double own[2] = {cos(p->mount[0].own), sin(p->mount[0].own)};
  pw_plane_turn(own, out, out);
}

// Velocity of the child against the parent by the laws of their frames.
static void drift(const PwTree *tree, const PwLink *link, PwLinkPlane *p) {
  p->beta[0] = p->beta[1] = p->beta[2] = 0;
  for (int side = 0; side < 2; side++) {
    const PwMount2 *m = &p->mount[side];
    double sign = side ? -link->sign : link->sign, v[2];
    pw_plane_turn(tree->R + 2 * (sign > 0 ? link->parent : link->body), m->v, v);
    p->beta[0] += sign * (v[0] - m->w * p->arm[side][1]);
    p->beta[1] += sign * (v[1] + m->w * p->arm[side][0]);
    p->beta[2] += sign * m->w;
  }
}

// A pin between frames that stay where they are on their bodies: most links. Both origins are one.
static void place_pin(PwTree *tree, const PwLink *link, PwLinkPlane *p, double angle) {
  const double *at = tree->q + 3 * link->parent;
  double *q = tree->q + 3 * link->body, *R = tree->R + 2 * link->body, *S = tree->S + 3 * link->u, A[2], B[2];
  bool forward = link->sign > 0;
  double turn = at[2] + p->turn + p->sense * angle;
  q[2] = turn;
  R[0] = cos(turn);
  R[1] = sin(turn);
  pw_plane_turn(tree->R + 2 * link->parent, p->mount[!forward].position, A);
  pw_plane_turn(R, p->mount[forward].position, B);
  p->l[0] = A[0] - B[0];
  p->l[1] = A[1] - B[1];
  q[0] = at[0] + p->l[0];
  q[1] = at[1] + p->l[1];
  S[0] = p->sense * B[1];
  S[1] = -p->sense * B[0];
  S[2] = p->sense;
}

void pw_tree_plane_place(PwTree *tree, const double *x) {
  for (int32_t i = 0; i < tree->links; i++) {
    const PwLink *link = &tree->link[i];
    PwLinkPlane *p = &tree->plane[i];
    if (p->pin) {
      place_pin(tree, link, p, x[link->x]);
      continue;
    }
    const double *at = tree->q + 3 * link->parent, *angle = x + link->x + link->shifts;
    double *q = tree->q + 3 * link->body, *R = tree->R + 2 * link->body, *S = tree->S + 3 * link->u;
    bool turns = link->turn != PW_TURN_NONE, forward = link->sign > 0;
    double turn = at[2] + p->turn + (turns ? p->sense * *angle : 0);
    q[2] = turn;
    R[0] = cos(turn);
    R[1] = sin(turn);
    double A[2], B[2], d[2] = {0, 0};
    pw_plane_turn(tree->R + 2 * link->parent, p->mount[!forward].position, A);
    pw_plane_turn(R, p->mount[forward].position, B);
    for (int32_t n = 0; n < link->shifts; n++, S += 3) {
      double e[2];
      shift_axis(tree, link, p, n, e);
      for (int c = 0; c < 2; c++) {
        S[c] = link->sign * e[c];
        d[c] += S[c] * x[link->x + n];
      }
      S[2] = 0;
    }
    for (int c = 0; c < 2; c++) {
      p->l[c] = A[c] - B[c] + d[c];
      q[c] = at[c] + p->l[c];
      p->arm[forward][c] = -B[c];
      p->arm[!forward][c] = d[c] - B[c];
    }
    if (turns) {
      S[0] = -p->sense * p->arm[1][1];
      S[1] = p->sense * p->arm[1][0];
      S[2] = p->sense;
    }
    if (link->moves) drift(tree, link, p);
  }
}

// Rate of p_c - o of one of the two origins.
static void arm_rate(const PwTree *tree, const PwLink *link, const PwLinkPlane *p, int side, double out[2]) {
  const double *arm = p->arm[side];
  bool on_parent = (link->sign > 0) == (side == 0);
  double w = tree->v[3 * (on_parent ? link->parent : link->body) + 2];
  if (on_parent) {
    out[0] = p->dl[0] + w * (p->l[1] - arm[1]);
    out[1] = p->dl[1] - w * (p->l[0] - arm[0]);
  } else {
    out[0] = -w * arm[1];
    out[1] = w * arm[0];
  }
  if (!link->moves) return;
  double v[2];
  pw_plane_turn(tree->R + 2 * (on_parent ? link->parent : link->body), p->mount[side].v, v);
  out[0] -= v[0];
  out[1] -= v[1];
}

// The origin of a pin is a point of the child: S turns with it.
static void move_pin(PwTree *tree, const PwLink *link, PwLinkPlane *p) {
  const double *at = tree->v + 3 * link->parent, *S = tree->S + 3 * link->u, u = tree->u[link->u];
  double *v = tree->v + 3 * link->body, *dS = tree->dS + 3 * link->u;
  p->dl[0] = S[0] * u - at[2] * p->l[1];
  p->dl[1] = S[1] * u + at[2] * p->l[0];
  v[0] = at[0] + p->dl[0];
  v[1] = at[1] + p->dl[1];
  v[2] = at[2] + S[2] * u;
  dS[0] = -v[2] * S[1];
  dS[1] = v[2] * S[0];
  dS[2] = 0;
}

void pw_tree_plane_move(PwTree *tree) {
  for (int32_t i = 0; i < tree->links; i++) {
    const PwLink *link = &tree->link[i];
    PwLinkPlane *p = &tree->plane[i];
    if (p->pin) {
      move_pin(tree, link, p);
      continue;
    }
    const double *at = tree->v + 3 * link->parent, *S = tree->S + 3 * link->u, *u = tree->u + link->u;
    double *v = tree->v + 3 * link->body, *dS = tree->dS + 3 * link->u;
    p->dl[0] = -at[2] * p->l[1];
    p->dl[1] = at[2] * p->l[0];
    v[2] = at[2];
    if (link->moves) {
      for (int c = 0; c < 2; c++) p->dl[c] += p->beta[c];
      v[2] += p->beta[2];
    }
    for (int32_t n = 0; n < link->speeds; n++) {
      p->dl[0] += S[3 * n] * u[n];
      p->dl[1] += S[3 * n + 1] * u[n];
      v[2] += S[3 * n + 2] * u[n];
    }
    v[0] = at[0] + p->dl[0];
    v[1] = at[1] + p->dl[1];
    double w1 = p->mount[0].w + (link->sign > 0 ? at[2] : v[2]), arm[2];
    for (int32_t n = 0; n < link->shifts; n++, dS += 3, S += 3) {
      dS[0] = -w1 * S[1];
      dS[1] = w1 * S[0];
      dS[2] = 0;
    }
    if (link->turn == PW_TURN_NONE) continue;
    arm_rate(tree, link, p, 1, arm);
    dS[0] = -p->sense * arm[1];
    dS[1] = p->sense * arm[0];
    dS[2] = 0;
  }
}

// Rate of beta.
static void drift_rate(const PwTree *tree, const PwLink *link, const PwLinkPlane *p, double out[3]) {
  for (int side = 0; side < 2; side++) {
    const PwMount2 *m = &p->mount[side];
    double sign = side ? -link->sign : link->sign, v[2], a[2], rate[2];
    int32_t body = sign > 0 ? link->parent : link->body;
    const double *arm = p->arm[side], w = tree->v[3 * body + 2];
    pw_plane_turn(tree->R + 2 * body, m->v, v);
    pw_plane_turn(tree->R + 2 * body, m->a, a);
    arm_rate(tree, link, p, side, rate);
    out[0] += sign * (a[0] - w * v[1] - m->alpha * arm[1] - m->w * rate[1]);
    out[1] += sign * (a[1] + w * v[0] + m->alpha * arm[0] + m->w * rate[0]);
    out[2] += sign * m->alpha;
  }
}

void pw_tree_plane_bias(const PwTree *tree, double *a) {
  for (int32_t i = 0; i < tree->links; i++) {
    const PwLink *link = &tree->link[i];
    const PwLinkPlane *p = &tree->plane[i];
    const double *dS = tree->dS + 3 * link->u, *u = tree->u + link->u, w = tree->v[3 * link->parent + 2], none[3] = {0};
    const double *at = link->parent ? a + 3 * (link->parent - 1) : none;
    double *out = a + 3 * (link->body - 1);
    out[0] = at[0] - at[2] * p->l[1] - w * p->dl[1];
    out[1] = at[1] + at[2] * p->l[0] + w * p->dl[0];
    out[2] = at[2];
    for (int32_t n = 0; n < link->speeds; n++) {
      for (int c = 0; c < 3; c++) out[c] += dS[3 * n + c] * u[n];
    }
    if (link->moves) drift_rate(tree, link, p, out);
  }
}
