// Following a touch of surfaces by Newton on the exact surfaces: its geometry and motion at a given state of the bodies.
#include <math.h>

#include "contact/parametric.h"
#include "contact/surfaces.h"
#include "geometry/space/surface_space.h"

PwPose3 pw_body_pose3(const PwMotion *m, int32_t body) {
  PwPose3 pose;
  for (int i = 0; i < 3; i++) pose.x[i] = m->q[7 * body + i];
  for (int i = 0; i < 9; i++) pose.r[i] = m->R[9 * body + i];
  return pose;
}

// a b: of what stands at b on something that stands at a.
PwPose3 pw_compose3(const PwPose3 *a, const PwPose3 *b) {
  PwPose3 out;
  for (int i = 0; i < 3; i++) {
    out.x[i] = a->x[i] + pw_dot(a->r + 3 * i, b->x);
    for (int j = 0; j < 3; j++) {
      out.r[3 * i + j] = a->r[3 * i] * b->r[j] + a->r[3 * i + 1] * b->r[3 + j] + a->r[3 * i + 2] * b->r[6 + j];
    }
  }
  return out;
}

PwPose3 pw_skin_pose(const PwMotion *m, const PwSkin *skin) {
  PwPose3 body = pw_body_pose3(m, skin->body), own;
  for (int i = 0; i < 3; i++) own.x[i] = skin->position[i];
  for (int i = 0; i < 9; i++) own.r[i] = skin->axes[i];
  return pw_compose3(&body, &own);
}

// A prediction that runs over a pole comes down on the other side, half way round. Beyond a pole a face has no ends, and goes on
// as its curve does, which need be no part of the surface.
static void turn_at_poles(const PwSurface *s, int32_t face, double q[2]) {
  for (int d = 0; d < 2; d++) {
    const double *range = pw_face_range(s, face, d);
    int end = q[d] > range[1], other = 1 - d;
    if (q[d] >= range[0] && q[d] <= range[1]) continue;
    if (!s->pole[d][end] || pw_face_segment(s, face, d) != (end ? s->segments[d] - 1 : 0)) continue;
    bool round = s->seamless[other] && s->segments[other] == 1;
    q[d] = round ? 2 * range[end] - q[d] : range[end];
    if (round) q[other] += 0.5 * (s->range[other][1] - s->range[other][0]);
  }
}

PawlStatus pw_surfaces_place(const PwMotion *m, const PwTouch *touch, PwTouchMotion *out) {
  static const double MOST = 0.5;  // of a face: prediction beyond is not trusted
  const PawlMechanism *k = m->mechanism;
  const PwContact *c = &k->contact[touch->contact];
  PwPose3 pose[2];
  int32_t face[2] = {touch->on[0].element, touch->on[1].element};
  double q[2][2], dt = m->t - touch->t;
  for (int side = 0; side < 2; side++) {
    const PwSkin *skin = pw_skin_of(k, touch->contact, side);
    pose[side] = pw_skin_pose(m, skin);
    for (int i = 0; i < 2; i++) {
      const double *range = pw_face_range(&skin->geometry, face[side], i);
      double most = MOST * (range[1] - range[0]);
      q[side][i] = touch->on[side].u[i] + fmax(-most, fmin(most, dt * touch->on[side].u_rate[i]));
    }
    turn_at_poles(&skin->geometry, face[side], q[side]);
  }
  PawlStatus status =
      pw_surface_solve(&pw_skin_of(k, touch->contact, 0)->geometry, &pose[0], &pw_skin_of(k, touch->contact, 1)->geometry,
                       &pose[1], face, (const double(*)[2])q, &out->space);
  if (status) return status;
  out->gap = out->space.gap;
  pw_space_jacobian(&out->space, m->q + 7 * c->body[0], m->q + 7 * c->body[1], out->jac);
  PW_SET_STAGE(out, PW_STAGE_PLACED);
  return PAWL_OK;
}

// Rates of the parameters of one side: the point moves by A c and the outward normal by B c, both seen from the body. At an edge
// or point only the normal tells, at a pole neither.
static void parameter_rates(const PwMotion *m, const PwTouch *touch, const PwTouchMotion *motion, int side, double rate[2]) {
  const PwSkin *skin = pw_skin_of(m->mechanism, touch->contact, side);
  const double *a = motion->space.a[side], *b = motion->space.b[side], *c = motion->space_speed.c[side];
  double in_plane[2][2], M[3] = {0}, right[2] = {0}, extent = fmax(skin->geometry.extent, m->mechanism->size);
  PwPose3 pose = pw_skin_pose(m, skin);
  PwSurfacePoint p;
  pw_surface_evaluate(&skin->geometry, touch->on[side].element, motion->space.q[side], &p);
  for (int i = 0; i < 2; i++) {
    in_plane[0][i] = a[2 * i] * c[0] + a[2 * i + 1] * c[1];
    in_plane[1][i] = extent * (b[2 * i] * c[0] + b[2 * i + 1] * c[1]);
  }
  for (int part = 0; part < 2; part++) {
    double ground[3], local, (*by)[3] = part ? p.dn : p.dx, weight = part ? extent : 1;
    for (int i = 0; i < 3; i++) {
      ground[i] = motion->space.t[0][i] * in_plane[part][0] + motion->space.t[1][i] * in_plane[part][1];
    }
    for (int i = 0; i < 3; i++) {
      local = pose.r[i] * ground[0] + pose.r[3 + i] * ground[1] + pose.r[6 + i] * ground[2];
      for (int j = 0; j < 2; j++) right[j] += weight * by[j][i] * local;
      M[0] += weight * weight * by[0][i] * by[0][i];
      M[1] += weight * weight * by[0][i] * by[1][i];
      M[2] += weight * weight * by[1][i] * by[1][i];
    }
  }
  double determinant = M[0] * M[2] - M[1] * M[1];
  bool regular = determinant > 1e-20 * M[0] * M[2];
  rate[0] = regular ? (M[2] * right[0] - M[1] * right[1]) / determinant : 0;
  rate[1] = regular ? (M[0] * right[1] - M[1] * right[0]) / determinant : 0;
}

void pw_surfaces_move(const PwMotion *m, const PwTouch *touch, PwTouchMotion *inout) {
  const PwContact *c = &m->mechanism->contact[touch->contact];
  PW_NEED_STAGE(inout, PW_STAGE_PLACED, PW_STAGE_MOVED);
  assert(m->moved);
  pw_space_speed(&inout->space, m->q + 7 * c->body[0], m->q + 7 * c->body[1], m->v + 6 * c->body[0], m->v + 6 * c->body[1],
                 &inout->space_speed);
  inout->rate = inout->space_speed.rate;
  inout->bias = inout->space_speed.bias;
  PW_SET_STAGE(inout, PW_STAGE_MOVED);
}

void pw_surfaces_jac_rate(const PwMotion *m, const PwTouch *touch, const PwTouchMotion *motion, double out[12]) {
  const int32_t *body = m->mechanism->contact[touch->contact].body;
  pw_space_jacobian_rate(&motion->space, m->q + 7 * body[0], m->q + 7 * body[1], m->v + 6 * body[0], m->v + 6 * body[1],
                         &motion->space_speed, out);
}

void pw_surfaces_hessian(const PwMotion *m, const PwTouch *touch, const PwTouchMotion *motion, double H[144]) {
  const int32_t *body = m->mechanism->contact[touch->contact].body;
  pw_space_hessian(&motion->space, m->q + 7 * body[0], m->q + 7 * body[1], H);
}

void pw_surfaces_frame(const PwMotion *m, const PwTouch *touch, const PwTouchMotion *motion, bool moved, PwTouchFrame *out) {
  const PwSurfaceTouch *p = &motion->space;
  const PwSpaceSpeed *s = &motion->space_speed;
  const int32_t *body = m->mechanism->contact[touch->contact].body;
  *out = (PwTouchFrame){.tangents = 2, .body = {body[0], body[1]}};
  for (int i = 0; i < 3; i++) {
    out->n[i] = p->n[i];
    out->arm[0][i] = p->x1[i] - m->q[7 * body[0] + i];
    out->arm[1][i] = p->x2[i] - m->q[7 * body[1] + i];
    for (int k = 0; k < 2; k++) {
      out->t[k][i] = p->t[k][i];
      if (!moved) continue;
      for (int side = 0; side < 2; side++) out->roam[side][i] += s->r[side][k] * p->t[k][i];
      out->turn[i] += s->eta[k] * p->t[k][i];
    }
  }
}

PawlStatus pw_surfaces_remember(const PwMotion *m, PwTouch *touch) {
  PwTouchMotion motion;
  PawlStatus status = pw_surfaces_place(m, touch, &motion);
  if (status) return status;
  pw_surfaces_move(m, touch, &motion);
  touch->gap = motion.gap;
  touch->rate = motion.rate;
  touch->t = m->t;
  touch->definite = motion.space.definite;
  for (int side = 0; side < 2; side++) {
    for (int i = 0; i < 2; i++) touch->on[side].u[i] = motion.space.q[side][i];
    parameter_rates(m, touch, &motion, side, touch->on[side].u_rate);
  }
  return PAWL_OK;
}

// The surface parameters, brought into their range where they go round.
static void coordinates(const PawlMechanism *k, const PwTouch *touch, const PwSurfaceTouch *p, int side, double *u, double *v) {
  const PwSurface *s = &pw_skin_of(k, touch->contact, side)->geometry;
  double *const out[2] = {u, v};
  for (int i = 0; i < 2; i++) {
    double low = s->range[i][0], period = s->range[i][1] - low, q = p->q[side][i];
    *out[i] = s->periodic[i] ? q - period * floor((q - low) / period) : fmin(fmax(q, low), low + period);
    if (s->periodic[i] && *out[i] == low + period) *out[i] = low;  // a rounding below a whole turn
  }
}

void pw_surfaces_view(const PawlMechanism *k, const PwTouch *touch, const PwTouchMotion *motion, PwTouchView *out) {
  for (int i = 0; i < 3; i++) {
    out->x[i] = (motion->space.x1[i] + motion->space.x2[i]) / 2;
    out->x1[i] = motion->space.x1[i];
    out->n[i] = motion->space.n[i];
  }
  for (int side = 0; side < 2; side++) coordinates(k, touch, &motion->space, side, &out->q[side], &out->across[side]);
}

bool pw_surfaces_parameters(const PwMotion *m, const PwTouch *touch, const PwTouchMotion *motion, const double *a, double rate[4],
                            double acceleration[4]) {
  static const double still[6] = {0};
  PwCarrier carrier[2];
  double first[2][2], second[2][2];
  if (motion->space.rank[0] < 2 || motion->space.rank[1] < 2) return false;
  for (int side = 0; side < 2; side++) {
    const PwSkin *skin = pw_skin_of(m->mechanism, touch->contact, side);
    int32_t body = skin->body;
    carrier[side] = (PwCarrier){.surface = &skin->geometry,
                                .pose = pw_skin_pose(m, skin),
                                .face = touch->on[side].element,
                                .q = {motion->space.q[side][0], motion->space.q[side][1]},
                                .origin = m->q + 7 * body,
                                .v = m->v + 6 * body,
                                .a = body ? a + 6 * (body - 1) : still};
  }
  if (!pw_parametric_motion(carrier, first, second)) return false;
  for (int i = 0; i < 4; i++) {
    rate[i] = first[i / 2][i % 2];
    acceleration[i] = second[i / 2][i % 2];
  }
  return true;
}
