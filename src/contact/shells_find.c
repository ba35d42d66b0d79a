// Finding touches of shells, and overlaps of the bodies themselves.
#include <math.h>
#include <string.h>

#include "contact/near.h"
#include "contact/shells.h"
#include "geometry/space/surface_space.h"

static const double LEAST = 0.05;  // of the margin: the least reach. What closes within it simulate/contact_late.c looks back for
static const double SAME = 1e-7;   // of the size, and of normals: points nearer than this are one

// How far any point of a ball about `center` moves from pose `was` to `is`: |R - S| (Frobenius) is 2 sqrt(2) sin(a/2).
static double displacement(const PwShell *s, const PwPose3 *was, const PwPose3 *is) {
  double shift[3], turn = 0;
  for (int i = 0; i < 3; i++) {
    shift[i] = is->x[i] - was->x[i];
    for (int j = 0; j < 3; j++) {
      double d = is->r[3 * i + j] - was->r[3 * i + j];
      shift[i] += d * s->center[j];
      turn += 0.5 * d * d;
    }
  }
  return pw_norm(shift) + sqrt(turn) * s->radius;
}

// Skins in axes of each other, from the pose of the first body seen from the second.
static PwPose3 between(const PawlMechanism *k, const PwContact *c, const double *bodies) {
  PwPose3 own[2], body;
  for (int side = 0; side < 2; side++) {
    const PwSkin *skin = &k->skin[c->skin[side]];
    memcpy(own[side].x, skin->position, sizeof own[side].x);
    memcpy(own[side].r, skin->axes, sizeof own[side].r);
  }
  memcpy(body.x, bodies, sizeof body.x);
  memcpy(body.r, bodies + 3, sizeof body.r);
  PwPose3 first = pw_compose3(&body, &own[0]);
  return pw_relative_pose3(&first, &own[1]);
}

double pw_shells_moved(const PawlMechanism *k, const PwMotion *m, const PwContact *c, const PwPairMemory *memory) {
  static const PwPose3 still = {{0, 0, 0}, {1, 0, 0, 0, 1, 0, 0, 0, 1}};
  PwPairMemory standing;
  pw_surfaces_note(m, c, &standing);
  PwPose3 was = between(k, c, memory->pose), is = between(k, c, standing.pose);
  PwPose3 was2 = pw_relative_pose3(&still, &was), is2 = pw_relative_pose3(&still, &is);
  return fmin(displacement(k->skin[c->skin[0]].shell, &was, &is), displacement(k->skin[c->skin[1]].shell, &was2, &is2));
}

double pw_shells_margin(const PawlMechanism *k, const PwContact *c) {
  return pw_pair_margin(k->skin[c->skin[0]].shell->size, k->skin[c->skin[1]].shell->size, k->size);
}

// One that acts may be about to go over an end: the search finds it on the cells beside then.
bool pw_shells_is_found_as(const PwTouches *t, const PwMotion *m, const PwTouch *touch, int32_t n) {
  const PwSurfaceFound *f = &t->space_found.item[n];
  PwTouchMotion motion;
  if (touch->on[0].element == f->face[0] && touch->on[1].element == f->face[1]) return true;
  if (pw_touch_is_open(touch) || pw_shells_place(m, touch, &motion)) return false;
  double far = 0, turned = 0;
  for (int i = 0; i < 3; i++) {
    far = fmax(far, fmax(fabs(motion.space.x1[i] - f->point.x1[i]), fabs(motion.space.x2[i] - f->point.x2[i])));
    turned = fmax(turned, fabs(motion.space.n[i] - f->point.n[i]));
  }
  return far < SAME * t->k->size && turned < SAME;
}

void pw_shells_find_again(const PwTouches *t, int32_t n, PwTouch *touch) {
  touch->shadow = t->space_found.item[n].border[0] && pw_touch_is_open(touch);
}

PawlStatus pw_shells_adopt(PwTouches *t, const PwMotion *m, int32_t c, int32_t n, bool deep) {
  const PwSurfaceFound *f = &t->space_found.item[n];
  PwTouch touch = {.contact = c, .t = m->t, .shadow = f->border[0], .slot = -1};
  (void)deep;
  for (int side = 0; side < 2; side++) touch.on[side].element = f->face[side];
  return pw_touches_add(t, m, touch);
}

PawlStatus pw_shells_list(PwTouches *t, const PwMotion *m, int32_t c, bool deep, double margin, bool doubles) {
  const PwShell *s1 = pw_shell_of(t->k, c, 0), *s2 = pw_shell_of(t->k, c, 1);
  PwPose3 p1 = pw_skin_pose(m, pw_skin_of(t->k, c, 0)), p2 = pw_skin_pose(m, pw_skin_of(t->k, c, 1));
  int64_t grown = t->space_found.grown;
  double depth = deep ? s1->size + s2->size : PW_PAIR_DEPTH * margin;
  PawlStatus status = pw_shell_search(s1, &p1, s2, &p2, t->k->size, depth, margin, doubles, &t->space_found);
  t->grown += t->space_found.grown - grown;
  return status;
}

// A lower bound of the distance of two shells by their enclosing balls.
static double ball_distance(const PwMotion *m, const PwContact *c) {
  double middle[2][3], far = 0;
  for (int side = 0; side < 2; side++) {
    const PwSkin *skin = &m->mechanism->skin[c->skin[side]];
    PwPose3 pose = pw_skin_pose(m, skin);
    pw_place3(&pose, skin->shell->center, middle[side]);
    far -= skin->shell->radius;
  }
  double d[3] = {middle[0][0] - middle[1][0], middle[0][1] - middle[1][1], middle[0][2] - middle[1][2]};
  return far + pw_norm(d);
}

// Is the touch a place of the same rim over the same face as a found one? *by: the turn that brings the three of the latter onto
// the three of the former.
static bool is_same_seat(const PwShell *const s[2], const int32_t cell[2], const PwTouch *touch, int32_t *by) {
  for (int side = 0; side < 2; side++) {
    int32_t found, listed;
    if (!s[side]->is_round || touch->on[1 - side].element != cell[1 - side]) continue;
    if (pw_shell_cell(s[side], cell[side], &found) != PW_CELL_VERTEX) continue;
    if (pw_shell_cell(s[side], touch->on[side].element, &listed) != PW_CELL_VERTEX) continue;
    *by = (listed - found + PW_SHELL_SEATS) % (PW_SHELL_SEATS / 3);
    return found / PW_SHELL_SEATS == listed / PW_SHELL_SEATS;
  }
  return false;
}

// Places of a rim that is listed already stay those that they are.
static void keep_seats(PwTouches *t, const PwMotion *m, int32_t c) {
  const PwShell *s[2] = {pw_shell_of(t->k, c, 0), pw_shell_of(t->k, c, 1)};
  PwPose3 p[2] = {pw_skin_pose(m, pw_skin_of(t->k, c, 0)), pw_skin_pose(m, pw_skin_of(t->k, c, 1))};
  for (int32_t n = 0; n < t->space_found.count; n++) {
    PwSurfaceFound *f = &t->space_found.item[n];
    for (int32_t i = 0; i < t->count; i++) {
      const PwTouch *touch = &t->touch[i];
      int32_t by;
      if (touch->contact != c || !is_same_seat(s, f->face, touch, &by)) continue;
      for (int side = 0; side < 2; side++) {
        if (s[side]->is_round) f->face[side] = pw_shell_turn_seat(s[side], f->face[side], by);
      }
      pw_shell_solve(s[0], &p[0], s[1], &p[1], f->face, &f->point);
      break;
    }
  }
}

PawlStatus pw_shells_find(PwTouches *t, const PwMotion *m, int32_t c, bool deep, int32_t *count) {
  const PwContact *contact = &t->k->contact[c];
  PwPairMemory *memory = &pw_near_get(t, c)->pair;
  double margin = pw_shells_margin(t->k, contact), far = ball_distance(m, contact);
  memory->reach = memory->sure = fmax(far, margin);
  memory->along = INFINITY;
  *count = t->space_found.count = 0;
  if (far >= margin) return PAWL_OK;
  PawlStatus status = pw_shells_list(t, m, c, deep, margin, false);
  if (status) return status;
  keep_seats(t, m, c);
  memory->sure = t->space_found.reach;
  memory->reach = fmax(t->space_found.reach, LEAST * margin);
  *count = t->space_found.count;
  return PAWL_OK;
}

static double separation(const PwMotion *m, const PwContact *c, double at[3]) {
  const PwSkin *s1 = &m->mechanism->skin[c->skin[0]], *s2 = &m->mechanism->skin[c->skin[1]];
  PwPose3 p1 = pw_skin_pose(m, s1), p2 = pw_skin_pose(m, s2);
  return pw_shell_separation(s1->shell, &p1, s2->shell, &p2, at);
}

bool pw_shells_overlap_at(const PwMotion *m, const PwContact *c, double tolerance, PwOverlap *out) {
  double at[3], gap = separation(m, c, at);
  *out = (PwOverlap){.x = {at[0], at[1], at[2]}, .depth = -gap, .side = 2};
  return -gap > tolerance;
}

bool pw_shells_are_near(const PwMotion *m, const PwContact *c) {
  return ball_distance(m, c) <= 0;
}

PawlStatus pw_shells_look(PwTouches *t, const PwMotion *m, int32_t c, double shallow, PwSeen *out) {
  double at[3], gap = separation(m, &t->k->contact[c], at);
  if (-gap > shallow) *out = (PwSeen){-gap, {at[0], at[1], at[2]}};
  return PAWL_OK;
}
