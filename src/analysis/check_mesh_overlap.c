// Meshes of different bodies that are in each other at the assembled position: exact, by the regions that they have in common.
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/check.h"
#include "base/json.h"
#include "geometry/mesh/mesh_cut.h"
#include "numerics/vec.h"

static const double SHALLOW = 1e-9;  // of the smaller mesh: less is touching

typedef struct {
  double position[3], axes[9];
} Place;

typedef struct {
  PwCheck *check;
  PwMeshTree *tree;
  Place *place;
  int32_t room;
} Search;

// A mesh in ground.
static Place place_of(const PawlMechanism *k, const PwBodyMesh *mesh) {
  Place p = {.axes = {1, 0, 0, 0, 1, 0, 0, 0, 1}};
  double body[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1};
  const double *q = mesh->body > 0 ? k->assembled + 7 * (mesh->body - 1) : NULL;
  if (q) pw_quat_matrix(q + 3, body);
  for (int i = 0; i < 3; i++) {
    p.position[i] = (q ? q[i] : 0) + pw_dot(body + 3 * i, mesh->position);
    for (int c = 0; c < 3; c++) {
      p.axes[3 * i + c] = body[3 * i] * mesh->axes[c] + body[3 * i + 1] * mesh->axes[3 + c] + body[3 * i + 2] * mesh->axes[6 + c];
    }
  }
  return p;
}

// b in axes of a.
static Place relative(const Place *a, const Place *b) {
  Place out;
  for (int i = 0; i < 3; i++) {
    out.position[i] = 0;
    for (int n = 0; n < 3; n++) out.position[i] += a->axes[3 * n + i] * (b->position[n] - a->position[n]);
    for (int c = 0; c < 3; c++) {
      out.axes[3 * i + c] = 0;
      for (int n = 0; n < 3; n++) out.axes[3 * i + c] += a->axes[3 * n + i] * b->axes[3 * n + c];
    }
  }
  return out;
}

static bool add(Search *s, int32_t a, int32_t b, const PwMeshRegion *region) {
  PwCheck *c = s->check;
  if (c->mesh_overlaps == s->room) {
    int32_t room = s->room ? 2 * s->room : 8;
    PwMeshOverlap *more = pw_arena_array(&c->arena, (size_t)room, sizeof *more);
    if (!more) return false;
    if (c->mesh_overlaps) memcpy(more, c->mesh_overlap, (size_t)c->mesh_overlaps * sizeof *more);
    c->mesh_overlap = more;
    s->room = room;
  }
  PwMeshOverlap *o = &c->mesh_overlap[c->mesh_overlaps++];
  *o = (PwMeshOverlap){.mesh = {a, b}, .volume = region->volume, .depth = region->depth, .crosses = region->contours > 0};
  o->area = pw_norm(region->area);
  for (int i = 0; i < 3; i++) {
    o->point[i] = s->place[a].position[i] + pw_dot(s->place[a].axes + 3 * i, region->point);
    o->normal[i] = pw_dot(s->place[a].axes + 3 * i, region->normal);
  }
  return true;
}

static double length_of(const PwTriMesh *m) {
  return fmax(fmax(m->high[0] - m->low[0], m->high[1] - m->low[1]), m->high[2] - m->low[2]);
}

static PawlStatus compare(Search *s, int32_t a, int32_t b) {
  const PawlMechanism *k = s->check->k;
  Place place = relative(&s->place[a], &s->place[b]);
  double least = SHALLOW * fmin(length_of(k->mesh[a].geometry), length_of(k->mesh[b].geometry));
  PwMeshCut cut;
  PwMeshRegion *region = NULL;
  int32_t count = 0;
  if (!pw_mesh_boxes_meet(&s->tree[a], &s->tree[b], place.position, place.axes)) return PAWL_OK;
  PawlStatus status = pw_mesh_cut(&s->tree[a], &s->tree[b], place.position, place.axes, &cut);
  if (status) return status;
  status = pw_mesh_regions(&cut, &region, &count);
  for (int32_t i = 0; i < count && status == PAWL_OK; i++) {
    bool deep = region[i].contours ? region[i].depth > least : region[i].volume > least * least * least;
    if (deep && !add(s, a, b, &region[i])) status = PAWL_ERR_MEMORY;
  }
  free(region);
  pw_mesh_cut_free(&cut);
  return status == PAWL_ERR_UNSUPPORTED ? PAWL_OK : status;
}

static bool is_solid(const PwTriMesh *m) {
  return pw_trimesh_closed(m) && !m->found.crosses;
}

PawlStatus pw_check_mesh_overlaps(PwCheck *c) {
  const PawlMechanism *k = c->k;
  Search s = {.check = c};
  if (k->planar || k->meshes < 2) return PAWL_OK;
  s.tree = calloc((size_t)k->meshes, sizeof *s.tree);
  s.place = calloc((size_t)k->meshes, sizeof *s.place);
  PawlStatus status = s.tree && s.place ? PAWL_OK : PAWL_ERR_MEMORY;
  for (int32_t i = 0; i < k->meshes && status == PAWL_OK; i++) {
    s.place[i] = place_of(k, &k->mesh[i]);
    if (is_solid(k->mesh[i].geometry) && !pw_mesh_tree_create(k->mesh[i].geometry, &s.tree[i])) status = PAWL_ERR_MEMORY;
  }
  for (int32_t a = 0; a < k->meshes; a++) {
    for (int32_t b = a + 1; b < k->meshes && status == PAWL_OK; b++) {
      if (k->mesh[a].body != k->mesh[b].body && s.tree[a].node && s.tree[b].node) status = compare(&s, a, b);
    }
  }
  for (int32_t i = 0; i < k->meshes && s.tree; i++) pw_mesh_tree_free(&s.tree[i]);
  free(s.tree);
  free(s.place);
  return status;
}

// ---- as text and as JSON

static double in_units(const PawlMechanism *k, double si, int power) {
  double unit = pw_units_factor(&k->units, PW_DIM_LENGTH);
  for (; power > 0; power--) si /= unit;
  return si;
}

void pw_check_mesh_overlaps_text(const PwCheck *c, PwText *out) {
  const PawlMechanism *k = c->k;
  const char *unit = k->units.length_name;
  if (c->mesh_overlaps) pw_text_add(out, "meshes in each other at the start:\n");
  for (int32_t i = 0; i < c->mesh_overlaps; i++) {
    const PwMeshOverlap *o = &c->mesh_overlap[i];
    pw_text_format(out, "  %s and %s: ", k->mesh[o->mesh[0]].name, k->mesh[o->mesh[1]].name);
    if (o->crosses) {
      pw_text_format(out, "%.3g %s deep at (%.6g, %.6g, %.6g) %s, area %.6g %s^2, ", in_units(k, o->depth, 1), unit,
                     in_units(k, o->point[0], 1), in_units(k, o->point[1], 1), in_units(k, o->point[2], 1), unit,
                     in_units(k, o->area, 2), unit);
    } else {
      pw_text_add(out, "one wholly inside the other, ");
    }
    pw_text_format(out, "volume %.6g %s^3\n", in_units(k, o->volume, 3), unit);
  }
}

json_t *pw_check_mesh_overlaps_json(const PwCheck *c) {
  const PawlMechanism *k = c->k;
  json_t *out = json_array();
  for (int32_t i = 0; i < c->mesh_overlaps; i++) {
    const PwMeshOverlap *o = &c->mesh_overlap[i];
    json_t *item = json_pack("{s:[s, s], s:f, s:b}", "meshes", k->mesh[o->mesh[0]].name, k->mesh[o->mesh[1]].name, "volume",
                             in_units(k, o->volume, 3), "inside", (int)!o->crosses);
    if (o->crosses) {
      pw_json_set(&item, "depth", json_real(in_units(k, o->depth, 1)));
      pw_json_set(&item, "area", json_real(in_units(k, o->area, 2)));
      pw_json_set(&item, "point",
                  json_pack("[fff]", in_units(k, o->point[0], 1), in_units(k, o->point[1], 1), in_units(k, o->point[2], 1)));
      pw_json_set(&item, "normal", json_pack("[fff]", o->normal[0], o->normal[1], o->normal[2]));
    }
    pw_json_append(&out, item);
  }
  return out;
}
