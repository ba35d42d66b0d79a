#include "analysis/outlines.h"

#include <math.h>

#include "geometry/plane/touch_plane.h"

static PwPose2 assembled_pose(const PawlMechanism *k, int32_t body) {
  const double *q = k->assembled + 3 * (body - 1);
  return body == 0 ? (PwPose2){0, 0, 1, 0} : (PwPose2){q[0], q[1], cos(q[2]), sin(q[2])};
}

// Do ends and middles of its elements lie in the material around the hole, or on the boundary, and not all of them on that?
static bool is_outside(const PawlMechanism *k, const PwBoundary *other, const PwBoundary *hole) {
  static const double NEAR = 1e-9;  // of the sizes
  PwPose2 from = assembled_pose(k, other->body), to = assembled_pose(k, hole->body);
  bool any = false;
  for (int32_t i = 0; i < 3 * other->geometry.elements; i++) {
    PwCurvePoint p;
    double x[2], local[2];
    pw_element_evaluate(&other->geometry.element[i / 3], 0.5 * (i % 3), &p);
    pw_to_ground(&from, p.x, x);
    pw_to_local(&to, x, local);
    PwSide side = pw_profile_side(&hole->geometry, local, NEAR * fmax(hole->geometry.size, other->geometry.size));
    if (side == PW_OUTSIDE) return false;
    any |= side == PW_INSIDE;
  }
  return any;
}

void pw_outlines_warn(const PawlMechanism *k, PawlMessages *messages) {
  for (int32_t i = 0; i < k->boundaries; i++) {
    const PwBoundary *hole = &k->boundary[i], *outside = NULL;
    if (hole->geometry.others > 0 || !hole->geometry.hole) continue;
    for (int32_t c = 0; c < k->contacts && !outside; c++) {
      const PwContact *contact = &k->contact[c];
      if (contact->boundary[0] != i && contact->boundary[1] != i) continue;
      const PwBoundary *other = &k->boundary[contact->boundary[contact->boundary[0] == i ? 1 : 0]];
      if (is_outside(k, other, hole)) outside = other;
    }
    if (!outside) continue;
    pw_message(messages, PAWL_WARNING, hole->place,
               "profile '%s' is drawn clockwise: a hole, with material all around it, where '%s' starts; draw an outline "
               "counter-clockwise, with the material on the left",
               hole->name, outside->name);
  }
}

static const double MOST_RATIO = 1e6;

// The body that is drawn farthest from the middle of all.
static const PwBody *find_farthest(const PawlMechanism *k) {
  double middle[2] = {0, 0}, most = -1;
  const PwBody *farthest = NULL;
  for (int32_t b = 1; b < k->bodies; b++) {
    for (int c = 0; c < 2; c++) middle[c] += k->body[b].drawn[c] / k->bodies;  // ground at 0
  }
  for (int32_t b = 1; b < k->bodies; b++) {
    double distance = hypot(k->body[b].drawn[0] - middle[0], k->body[b].drawn[1] - middle[1]);
    if (!(distance > most)) continue;
    most = distance;
    farthest = &k->body[b];
  }
  return farthest;
}

void pw_sizes_warn(const PawlMechanism *k, PawlMessages *messages) {
  const PwBoundary *least = NULL, *small = NULL, *large = NULL;
  for (int32_t c = 0; c < k->contacts; c++) {
    for (int side = 0; side < 2 && k->contact[c].boundary[side] >= 0; side++) {
      const PwBoundary *b = &k->boundary[k->contact[c].boundary[side]], *other = &k->boundary[k->contact[c].boundary[1 - side]];
      if (b->geometry.length == 0) continue;  // a tip
      if (!least || b->geometry.size < least->geometry.size) least = b;
      if (!large && other->geometry.size > MOST_RATIO * b->geometry.size) small = b, large = other;
    }
  }
  if (large) {
    pw_message(messages, PAWL_WARNING, large->place,
               "profile '%s' is %.2g times as large as '%s', which it may touch: places on it are told apart by 1e-9 of its size "
               "only; draw the part of it that is needed",
               large->name, large->geometry.size / small->geometry.size, small->name);
  }
  if (!least || !(k->size > MOST_RATIO * least->geometry.size) || (large && k->size <= large->geometry.size)) return;
  const PwBody *farthest = find_farthest(k);
  pw_message(
      messages, PAWL_WARNING, farthest->place,
      "the mechanism is %.2g times as large as the profile '%s', and an overlap below 1e-5 of its size is taken as closed; "
      "body '%s' is drawn farthest away, at (%.6g, %.6g) %s",
      k->size / least->geometry.size, least->name, farthest->name, farthest->drawn[0] / k->units.length,
      farthest->drawn[1] / k->units.length, k->units.length_name);
}

double pw_mesh_length(const PwBodyMesh *mesh) {
  const PwTriMesh *m = mesh->geometry;
  return fmax(fmax(m->high[0] - m->low[0], m->high[1] - m->low[1]), m->high[2] - m->low[2]);
}

// Of a unit that is wrong by a thousand, as mm for m.
void pw_meshes_warn(const PawlMechanism *k, PawlMessages *messages) {
  static const double RATIO = 1000;
  for (int32_t i = 0; i < k->meshes; i++) {
    double length = pw_mesh_length(&k->mesh[i]);
    if (length < RATIO * k->size && RATIO * length > k->size) continue;
    pw_message(messages, PAWL_WARNING, k->mesh[i].place, "mesh '%s' is %s long, the mechanism %s: is its 'unit' right?",
               k->mesh[i].name, PW_SAY(k, length, PW_DIM_LENGTH, 3), PW_SAY(k, k->size, PW_DIM_LENGTH, 3));
  }
}
