// Which boundaries of a body bound the same material: an outline and the holes in it.
//
// A closed profile drawn clockwise is a hole. It is one in the smallest outline (drawn counter-clockwise) of its body and plane
// that goes around it; the material then ends at that outline. Where there is none, it goes on without end.
#include <math.h>

#include "compile/build.h"

static const double FLAT = 1e-9;  // of the sizes, as in build_contact.c

static bool in_one_plane(const PwBuild *b, int32_t i, int32_t j) {
  if (b->k->boundary[i].construction || b->k->boundary[j].construction) return false;
  double size = fmax(b->k->boundary[i].geometry.size, b->k->boundary[j].geometry.size);
  return b->k->boundary[i].body == b->k->boundary[j].body &&
         fabs(pw_build_plane(b, i)->position[2] - pw_build_plane(b, j)->position[2]) <= FLAT * size;
}

// How many of the ends and middles of its elements an outline goes around; *all: how many there are.
static int32_t count_inside(const PwProfile *outline, const PwProfile *hole, int32_t *all) {
  int32_t inside = 0;
  *all = 2 * hole->elements;
  for (int32_t i = 0; i < *all; i++) {
    PwCurvePoint p;
    pw_element_evaluate(&hole->element[i / 2], i % 2 ? 0.5 : 0, &p);
    inside += pw_profile_encloses(outline, p.x);
  }
  return inside;
}

// The outline that hole h is in; -1: none.
static int32_t find_outline(const PwBuild *b, int32_t h) {
  const PawlMechanism *k = b->k;
  int32_t best = -1;
  double least = INFINITY;
  for (int32_t i = 0; i < k->boundaries; i++) {
    const PwProfile *outline = &k->boundary[i].geometry;
    double area = outline->closed && i != h && in_one_plane(b, i, h) ? pw_profile_area(outline) : 0;
    if (!(area > 0 && area < least)) continue;
    int32_t all, inside = count_inside(outline, &k->boundary[h].geometry, &all);
    if (inside > 0 && inside < all) {
      pw_message(
          b->messages, PAWL_WARNING, k->boundary[h].place,
          "profile '%s' is a hole, drawn clockwise, and lies only partly in the outline '%s' of its body: draw the notch as "
          "a part of the outline",
          k->boundary[h].name, k->boundary[i].name);
    }
    if (inside == 0) continue;
    best = i;
    least = area;
  }
  return best;
}

// The list of all boundaries with this outline, but for one.
static void set_others(PwBuild *b, const int32_t *outline, int32_t i) {
  PawlMechanism *k = b->k;
  int32_t count = 0;
  const PwProfile **list = pw_arena_array(&k->arena, (size_t)k->boundaries, sizeof *list);
  if (!list) b->failed = true;
  for (int32_t j = 0; j < k->boundaries && list; j++) {
    if (j != i && outline[j] == outline[i]) list[count++] = &k->boundary[j].geometry;
  }
  k->boundary[i].geometry.other = list;
  k->boundary[i].geometry.others = count;
}

void pw_build_materials(PwBuild *b) {
  PawlMechanism *k = b->k;
  int32_t *outline = pw_arena_array(&k->arena, (size_t)k->boundaries + 1, sizeof *outline);
  if (!outline) b->failed = true;
  for (int32_t i = 0; i < k->boundaries && !b->failed; i++) outline[i] = -1;
  for (int32_t i = 0; i < k->boundaries && !b->failed; i++) {
    if (!k->boundary[i].geometry.hole) continue;
    outline[i] = find_outline(b, i);
    if (outline[i] >= 0) outline[outline[i]] = outline[i];  // its own: it has holes
  }
  for (int32_t i = 0; i < k->boundaries && !b->failed; i++) {
    if (outline[i] >= 0) set_others(b, outline, i);
  }
}
