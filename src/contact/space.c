// Touches of surfaces: followed by Newton on the exact surfaces, found by a search that holds as long as the bodies have not
// moved by more than its reach, seen from either of them.
#include "contact/space.h"

#include <math.h>

#include "contact/parametric.h"
#include "geometry/space/surface_space.h"

static const double MARGIN = 0.15;  // of the smaller surface's size
static const double DEPTH = 3;      // overlaps up to this, of the margin, are noticed on the way
static const double EARLY = 0.1;    // of the reach: a search is due by so much before the reach is used up
static const double LEAST = 0.05;  // of the margin: the least reach. What closes within it simulate/contact_late.c looks back for
static const double ALONG = 1e-6;  // of the margin: surfaces that are no farther apart along a line lie on each other
static const double SMALL = 0.1;   // of the larger one: a surface counts as no smaller
static const double SAME = 1e-6;   // of the size: places nearer than this are one

static PwPose3 body_pose(const PwMotion *m, int32_t body) {
  PwPose3 pose;
  for (int i = 0; i < 3; i++) pose.x[i] = m->q[7 * body + i];
  for (int i = 0; i < 9; i++) pose.r[i] = m->R[9 * body + i];
  return pose;
}

// a b: of what stands at b on something that stands at a.
static PwPose3 compose(const PwPose3 *a, const PwPose3 *b) {
  PwPose3 out;
  for (int i = 0; i < 3; i++) {
    out.x[i] = a->x[i] + pw_dot(a->r + 3 * i, b->x);
    for (int j = 0; j < 3; j++) {
      out.r[3 * i + j] = a->r[3 * i] * b->r[j] + a->r[3 * i + 1] * b->r[3 + j] + a->r[3 * i + 2] * b->r[6 + j];
    }
  }
  return out;
}

static PwPose3 skin_pose(const PwMotion *m, const PwSkin *skin) {
  PwPose3 body = body_pose(m, skin->body), own;
  for (int i = 0; i < 3; i++) own.x[i] = skin->position[i];
  for (int i = 0; i < 9; i++) own.r[i] = skin->axes[i];
  return compose(&body, &own);
}

static const PwSkin *skin_of(const PawlMechanism *k, int32_t contact, int side) {
  return &k->skin[k->contact[contact].skin[side]];
}

// ---- following

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

PawlStatus pw_space_place(const PwMotion *m, const PwTouch *touch, PwTouchMotion *out) {
  static const double MOST = 0.5;  // of a face: prediction beyond is not trusted
  const PawlMechanism *k = m->mechanism;
  const PwContact *c = &k->contact[touch->contact];
  PwPose3 pose[2];
  double q[2][2], dt = m->t - touch->t;
  for (int side = 0; side < 2; side++) {
    const PwSkin *skin = skin_of(k, touch->contact, side);
    out->body[side] = c->body[side];
    pose[side] = skin_pose(m, skin);
    for (int i = 0; i < 2; i++) {
      const double *range = pw_face_range(&skin->geometry, touch->element[side], i);
      double most = MOST * (range[1] - range[0]);
      q[side][i] = touch->q[side][i] + fmax(-most, fmin(most, dt * touch->q_rate[side][i]));
    }
    turn_at_poles(&skin->geometry, touch->element[side], q[side]);
  }
  PawlStatus status =
      pw_surface_solve(&skin_of(k, touch->contact, 0)->geometry, &pose[0], &skin_of(k, touch->contact, 1)->geometry, &pose[1],
                       touch->element, (const double(*)[2])q, &out->space);
  if (status) return status;
  out->gap = out->space.gap;
  pw_space_jacobian(&out->space, m->q + 7 * c->body[0], m->q + 7 * c->body[1], out->jac);
  return PAWL_OK;
}

// Rates of the parameters of one side: the place moves by A c and the outward normal by B c, both seen from the body. At an edge
// or point only the normal tells, at a pole neither.
static void parameter_rates(const PwMotion *m, const PwTouch *touch, const PwTouchMotion *motion, int side, double rate[2]) {
  const PwSkin *skin = skin_of(m->mechanism, touch->contact, side);
  const double *a = motion->space.a[side], *b = motion->space.b[side], *c = motion->space_speed.c[side];
  double in_plane[2][2], M[3] = {0}, right[2] = {0}, extent = fmax(skin->geometry.extent, m->mechanism->size);
  PwPose3 pose = skin_pose(m, skin);
  PwSurfacePoint p;
  pw_surface_evaluate(&skin->geometry, touch->element[side], motion->space.q[side], &p);
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

void pw_space_move(const PwMotion *m, const PwTouch *touch, PwTouchMotion *inout) {
  const PwContact *c = &m->mechanism->contact[touch->contact];
  pw_space_speed(&inout->space, m->q + 7 * c->body[0], m->q + 7 * c->body[1], m->v + 6 * c->body[0], m->v + 6 * c->body[1],
                 &inout->space_speed);
  inout->rate = inout->space_speed.rate;
  inout->bias = inout->space_speed.bias;
}

void pw_space_remember(const PwMotion *m, const PwTouchMotion *motion, PwTouch *touch) {
  touch->t = m->t;
  touch->definite = motion->space.definite;
  for (int side = 0; side < 2; side++) {
    for (int i = 0; i < 2; i++) touch->q[side][i] = motion->space.q[side][i];
    parameter_rates(m, touch, motion, side, touch->q_rate[side]);
  }
}

double pw_space_inside(const PawlMechanism *k, const PwTouch *touch, const PwSurfaceTouch *p, int side, int direction) {
  const PwSurface *s = &skin_of(k, touch->contact, side)->geometry;
  int32_t face = touch->element[side], segment = pw_face_segment(s, face, direction);
  const double *range = pw_face_range(s, face, direction), q = p->q[side][direction], length = range[1] - range[0];
  double inside = INFINITY;
  if (s->seamless[direction] && s->segments[direction] == 1) return INFINITY;
  for (int end = 0; end < 2; end++) {
    bool pole = s->pole[direction][end] && segment == (end ? s->segments[direction] - 1 : 0);  // touches pass over it
    if (!pole) inside = (isinf(inside) ? 1 : inside) * (end ? range[1] - q : q - range[0]) / length;
  }
  return inside;
}

void pw_space_coordinates(const PawlMechanism *k, const PwTouch *touch, const PwSurfaceTouch *p, int side, double *u, double *v) {
  const PwSurface *s = &skin_of(k, touch->contact, side)->geometry;
  double *const out[2] = {u, v};
  for (int i = 0; i < 2; i++) {
    double low = s->range[i][0], period = s->range[i][1] - low, q = p->q[side][i];
    *out[i] = s->periodic[i] ? q - period * floor((q - low) / period) : fmin(fmax(q, low), low + period);
    if (s->periodic[i] && *out[i] == low + period) *out[i] = low;  // a rounding below a whole turn
  }
}

bool pw_space_parameters(const PwMotion *m, const PwTouch *touch, const PwTouchMotion *motion, const double *a, double rate[4],
                         double acceleration[4]) {
  static const double still[6] = {0};
  PwCarrier carrier[2];
  double first[2][2], second[2][2];
  if (motion->space.rank[0] < 2 || motion->space.rank[1] < 2) return false;
  for (int side = 0; side < 2; side++) {
    const PwSkin *skin = skin_of(m->mechanism, touch->contact, side);
    int32_t body = skin->body;
    carrier[side] = (PwCarrier){.surface = &skin->geometry,
                                .pose = skin_pose(m, skin),
                                .face = touch->element[side],
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

bool pw_space_leaves(const PawlMechanism *k, const PwTouch *touch, int side, int direction) {
  const PwSurface *s = &skin_of(k, touch->contact, side)->geometry;
  const double *range = pw_face_range(s, touch->element[side], direction), q = touch->q[side][direction];
  return (q - range[0] > range[1] - q ? 1 : -1) * touch->q_rate[side][direction] > 0;
}

bool pw_space_advance(const PawlMechanism *k, PwTouch *touch, int side, int direction) {
  const PwSurface *s = &skin_of(k, touch->contact, side)->geometry;
  const double *range = pw_face_range(s, touch->element[side], direction), q = touch->q[side][direction];
  int end = q - range[0] > range[1] - q;
  int32_t next;
  PwJoin join = pw_face_join(s, touch->element[side], direction, end, &next);
  if (next < 0 || join == PW_JOIN_NONE || join == PW_JOIN_REENTRANT) return false;
  touch->element[side] = next;
  touch->q[side][direction] = pw_face_range(s, next, direction)[end ? 0 : 1];
  touch->q_rate[0][0] = touch->q_rate[0][1] = touch->q_rate[1][0] = touch->q_rate[1][1] = 0;
  return true;
}

// ---- finding

static PwPose3 remembered(const PwPairMemory *memory) {
  PwPose3 pose;
  for (int i = 0; i < 3; i++) pose.x[i] = memory->position[i];
  for (int i = 0; i < 9; i++) pose.r[i] = memory->rotation[i];
  return pose;
}

static void remember(const PwPose3 *pose, PwPairMemory *memory) {
  for (int i = 0; i < 3; i++) memory->position[i] = pose->x[i];
  for (int i = 0; i < 9; i++) memory->rotation[i] = pose->r[i];
}

// The pose of the first surface in axes of the second one, from that of their bodies.
static PwPose3 between_skins(const PawlMechanism *k, int32_t c, const PwPose3 *bodies) {
  PwPose3 own[2];
  for (int side = 0; side < 2; side++) {
    const PwSkin *skin = skin_of(k, c, side);
    for (int i = 0; i < 3; i++) own[side].x[i] = skin->position[i];
    for (int i = 0; i < 9; i++) own[side].r[i] = skin->axes[i];
  }
  PwPose3 first = compose(bodies, &own[0]);
  return pw_relative_pose3(&first, &own[1]);
}

static double moved_since(const PwTouches *t, const PwMotion *m, int32_t c, const PwPairMemory *memory) {
  const PwContact *contact = &t->k->contact[c];
  PwPose3 a = body_pose(m, contact->body[0]), b = body_pose(m, contact->body[1]);
  PwPose3 before = remembered(memory), now = pw_relative_pose3(&a, &b);
  PwPose3 was = between_skins(t->k, c, &before), is = between_skins(t->k, c, &now);
  return pw_surface_moved(&skin_of(t->k, c, 0)->geometry, &skin_of(t->k, c, 1)->geometry, &was, &is);
}

double pw_space_margin(const PwTouches *t, const PwMotion *m, int32_t c, double reach) {
  return (1 - EARLY) * reach - moved_since(t, m, c, &t->pair[c]);
}

double pw_space_reach(const PwTouches *t, int32_t c) {
  double a = skin_of(t->k, c, 0)->geometry.extent, b = skin_of(t->k, c, 1)->geometry.extent, large = fmax(a, b);
  return MARGIN * (large > 0 ? fmax(fmin(a, b), SMALL * large) : t->k->size);
}

// Is this found touch one that is listed: on the same faces at the same place?
static PwTouch *find_listed(PwTouches *t, const PwMotion *m, int32_t c, const PwSurfaceFound *f) {
  PwTouchMotion motion;
  for (int32_t i = 0; i < t->count; i++) {
    PwTouch *touch = &t->touch[i];
    if (touch->contact != c || touch->element[0] != f->face[0] || touch->element[1] != f->face[1]) continue;
    if (pw_space_place(m, touch, &motion)) continue;
    double far = 0;
    for (int j = 0; j < 3; j++) {
      far = fmax(far, fmax(fabs(motion.space.x1[j] - f->point.x1[j]), fabs(motion.space.x2[j] - f->point.x2[j])));
    }
    if (far < SAME * t->k->size) return touch;
  }
  return NULL;
}

static PawlStatus add_found(PwTouches *t, const PwMotion *m, int32_t c, const PwSurfaceFound *f) {
  PawlStatus status = pw_touches_reserve(t, t->count + 1);
  if (status) return status;
  PwTouch *touch = &t->touch[t->count++];
  *touch = (PwTouch){.contact = c, .element = {f->face[0], f->face[1]}, .t = m->t, .id = ++t->last_id, .slot = -1};
  for (int side = 0; side < 2; side++) {
    for (int i = 0; i < 2; i++) touch->q[side][i] = f->point.q[side][i];
  }
  return pw_touch_remember(m, touch);
}

// Open touches that a search does not find any more are gone.
static void drop_vanished(PwTouches *t, const PwMotion *m, int32_t c) {
  for (int32_t i = t->count - 1; i >= 0; i--) {
    const PwTouch *touch = &t->touch[i];
    bool listed = touch->contact != c || touch->state != PW_TOUCH_OPEN;
    for (int32_t n = 0; n < t->space_found.count && !listed; n++) listed = find_listed(t, m, c, &t->space_found.item[n]) == touch;
    if (!listed) pw_touches_remove(t, i);
  }
}

// Motion until the next look at a line that is equally near: half of its gap, more if the motion so far has hardly closed it.
static double line_reach(double gap, double before, double moved) {
  static const double SLIDES = 0.01;  // of the motion: less does not count as closing
  bool known = before > 0 && before < INFINITY && moved > 0;
  double rate = known ? fmin(fmax((before - gap) / moved, SLIDES), 1) : 1;
  return gap / (2 * rate);
}

static PawlStatus search(PwTouches *t, const PwPose3 *p1, const PwPose3 *p2, int32_t c, bool deep, double margin, double moved) {
  const PwSurface *s1 = &skin_of(t->k, c, 0)->geometry, *s2 = &skin_of(t->k, c, 1)->geometry;
  PwSurfaceFoundList *found = &t->space_found;
  int64_t grown = found->grown;
  PawlStatus status = pw_surface_search(s1, p1, s2, p2, deep ? s1->extent + s2->extent : DEPTH * margin, margin, found);
  if (status) return status;
  t->grown += found->grown - grown;
  t->conforming = found->singular != PW_SINGULAR_NONE && found->singular_gap < ALONG * margin && found->count == 0;
  t->pair[c].sure = found->reach;
  double line = line_reach(found->singular_gap, t->pair[c].along, moved);
  t->pair[c].reach = fmin(fmax(found->reach, LEAST * margin), fmax(line, ALONG * margin));
  t->pair[c].along = found->singular_gap;
  return PAWL_OK;
}

PawlStatus pw_space_search(PwTouches *t, const PwMotion *m, int32_t c, bool deep) {
  const PwContact *contact = &t->k->contact[c];
  PwPairMemory *memory = &t->pair[c];
  const PwSkin *s1 = skin_of(t->k, c, 0), *s2 = skin_of(t->k, c, 1);
  PwPose3 a = body_pose(m, contact->body[0]), b = body_pose(m, contact->body[1]), now = pw_relative_pose3(&a, &b);
  PwPose3 p1 = skin_pose(m, s1), p2 = skin_pose(m, s2);
  double margin = pw_space_reach(t, c), far = pw_surface_distance(&s1->geometry, &p1, &s2->geometry, &p2);
  double moved = moved_since(t, m, c, memory);
  remember(&now, memory);
  memory->reach = memory->sure = fmax(far, margin);
  t->space_found.count = 0;
  t->conforming = false;
  t->searches++;
  PawlStatus status = far < margin ? search(t, &p1, &p2, c, deep, margin, moved) : PAWL_OK;
  for (int32_t i = 0; i < t->count && status == PAWL_OK; i++) {  // places of this instant, to compare with
    if (t->touch[i].contact == c && pw_touch_remember(m, &t->touch[i]) < 0) return PAWL_ERR_MEMORY;
  }
  if (status) return status;
  drop_vanished(t, m, c);
  for (int32_t i = 0; i < t->space_found.count; i++) {
    const PwSurfaceFound *f = &t->space_found.item[i];
    if (find_listed(t, m, c, f)) continue;
    if (f->point.gap < 0 && !pw_surface_overlaps(&s1->geometry, &p1, &s2->geometry, &p2, &f->point)) continue;
    status = add_found(t, m, c, f);
    if (status < 0) return status;
  }
  return PAWL_OK;
}

bool pw_space_overlap(const PwMotion *m, const PwContact *c, double tolerance, PwOverlap *out) {
  const PwSkin *s1 = &m->mechanism->skin[c->skin[0]], *s2 = &m->mechanism->skin[c->skin[1]];
  PwPose3 p1 = skin_pose(m, s1), p2 = skin_pose(m, s2);
  return pw_surfaces_overlap(&s1->geometry, &p1, &s2->geometry, &p2, tolerance, out);
}

PawlStatus pw_space_look(PwTouches *t, const PwMotion *m, int32_t c, double least, PwSeen *out) {
  const PwContact *contact = &t->k->contact[c];
  const PwSkin *s1 = skin_of(t->k, c, 0), *s2 = skin_of(t->k, c, 1);
  PwPose3 p1 = skin_pose(m, s1), p2 = skin_pose(m, s2);
  bool solid = s1->geometry.sign > 0 && s2->geometry.sign > 0;  // a cavity has its material around it
  if (solid && pw_surface_distance(&s1->geometry, &p1, &s2->geometry, &p2) > 0) return PAWL_OK;
  if (t->watched[c].reach > 0 && moved_since(t, m, c, &t->watched[c]) < least) return PAWL_OK;
  PwSurfaceFoundList *found = &t->space_found;
  PawlStatus status = pw_surface_search(&s1->geometry, &p1, &s2->geometry, &p2, DEPTH * pw_space_reach(t, c), 0, found);
  for (int32_t i = 0; i < found->count && status == PAWL_OK; i++) {
    const PwSurfaceTouch *p = &found->item[i].point;
    if (-p->gap <= out->depth || !pw_surface_overlaps(&s1->geometry, &p1, &s2->geometry, &p2, p)) continue;
    out->depth = -p->gap;
    for (int k = 0; k < 3; k++) out->x[k] = (p->x1[k] + p->x2[k]) / 2;
  }
  PwOverlap overlap;
  if (out->depth <= least && pw_surfaces_within(&s1->geometry, &p1, &s2->geometry, &p2, least, &overlap)) {
    *out = (PwSeen){overlap.depth, {overlap.x[0], overlap.x[1], overlap.x[2]}};
  }
  PwPose3 a = body_pose(m, contact->body[0]), b = body_pose(m, contact->body[1]), now = pw_relative_pose3(&a, &b);
  remember(&now, &t->watched[c]);
  t->watched[c].reach = out->depth > least ? 0 : 1;
  return status;
}
