// Surfaces of a body: one key per kind, a place on the body, and the range of its parameters.
#include "yaml/read_surface.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "geometry/space/shell.h"
#include "model/surfaces.h"
#include "yaml/read_profile.h"

static bool read_needed(PwReader *r, const PwNode *map, const char *key, PwDimension dimension, double *out) {
  const PwNode *node = pw_read_needed(r, map, key);
  return node && pw_read_number(r, node, key, dimension, out);
}

// A length across the middle.
static void center_range(double length, double range[2]) {
  range[0] = -length / 2;
  range[1] = length / 2;
}

static bool read_extent(PwReader *r, const PwNode *node, const char *key, double *out) {
  if (!pw_read_number(r, node, key, PW_DIM_LENGTH, out)) return false;
  if (*out > 0) return true;
  pw_read_fail(r, node->place, "'%s' must be > 0", key);
  return false;
}

// ---- kinds

static bool read_plane(PwReader *r, const PwNode *map, PwReadSurface *s) {
  const PwNode *size = pw_node_get(map, "size");
  double length;
  if (!size) return true;
  if (size->kind != PW_NODE_LIST || size->count != 2) {
    pw_read_fail(r, size->place, "'size' needs two lengths, along x and y");
    return false;
  }
  for (int d = 0; d < 2; d++) {
    if (!read_extent(r, size->item[d], "size", &length)) return false;
    center_range(length, s->def.range[d]);
  }
  return true;
}

static bool read_paraboloid(PwReader *r, const PwNode *map, PwReadSurface *s) {
  const PwNode *radii = pw_read_needed(r, map, "radii");
  bool good = read_plane(r, map, s);
  if (!radii) return false;
  if (radii->kind != PW_NODE_LIST || radii->count != 2) {
    pw_read_fail(r, radii->place, "'radii' needs two lengths, along x and y, with ~ for straight");
    return false;
  }
  for (int k = 0; k < 2; k++) {
    const PwNode *node = radii->item[k];
    s->def.radius[k] = INFINITY;
    if (!pw_read_is_none(node)) good = pw_read_number(r, node, "radii", PW_DIM_LENGTH, &s->def.radius[k]) && good;
  }
  return good;
}

static bool read_sphere(PwReader *r, const PwNode *map, PwReadSurface *s) {
  return read_needed(r, map, "radius", PW_DIM_LENGTH, &s->def.radius[0]);
}

static bool read_ellipsoid(PwReader *r, const PwNode *map, PwReadSurface *s) {
  const PwNode *node = pw_read_needed(r, map, "half_axes");
  return node && pw_read_list(r, node, "half_axes", PW_DIM_LENGTH, 3, s->def.radius);
}

static bool read_cylinder(PwReader *r, const PwNode *map, PwReadSurface *s) {
  const PwNode *length = pw_node_get(map, "length");
  double value;
  bool good = read_needed(r, map, "radius", PW_DIM_LENGTH, &s->def.radius[0]);
  if (!length) return good;
  if (!read_extent(r, length, "length", &value)) return false;
  center_range(value, s->def.range[0]);
  return good;
}

static bool read_cone(PwReader *r, const PwNode *map, PwReadSurface *s) {
  return read_needed(r, map, "angle", PW_DIM_ANGLE, &s->def.angle);
}

static bool read_torus(PwReader *r, const PwNode *map, PwReadSurface *s) {
  bool good = read_needed(r, map, "radius", PW_DIM_LENGTH, &s->def.radius[0]);
  return read_needed(r, map, "tube", PW_DIM_LENGTH, &s->def.radius[1]) && good;
}

static bool read_helicoid(PwReader *r, const PwNode *map, PwReadSurface *s) {
  return read_needed(r, map, "pitch", PW_DIM_LENGTH_PER_TURN, &s->def.pitch);
}

static bool read_outline(PwReader *r, const PwNode *map, PwReadSurface *s) {
  const PwNode *name = pw_node_get(map, "profile");
  PawlProfileDef outline = pawl_profile_def_default();
  PwNode full;
  static const char *const forms[] = {"chain", "circle", "point", "profile", NULL};
  if (!pw_read_outline(r, map, forms, &s->alone, &outline)) return false;
  if (name) {
    if (!pw_read_own(r, name, "profile", s->body_name, &full)) return false;
    s->def.profile = pw_read_profile(r, &full, "profile");
    return s->def.profile.i != 0;
  }
  s->def.element_count = outline.count;
  s->def.element = outline.element;
  s->def.closed = outline.closed;
  s->def.end_points = outline.end_points;
  return true;
}

static bool read_revolution(PwReader *r, const PwNode *map, PwReadSurface *s) {
  bool good = pw_read_field(r, map, "pitch", PW_DIM_LENGTH_PER_TURN, &s->def.pitch);
  return read_outline(r, map, s) && good;
}

static bool read_extrusion(PwReader *r, const PwNode *map, PwReadSurface *s) {
  const PwNode *length = pw_node_get(map, "length");
  double value;
  bool good = read_outline(r, map, s);
  if (!length) return good;
  if (!read_extent(r, length, "length", &value)) return false;
  center_range(value, s->def.range[1]);
  return good;
}

// ---- solids

static bool read_sides(PwReader *r, const PwNode *map, PwReadSurface *s) {
  const PwNode *size = pw_read_needed(r, map, "size");
  return size && pw_read_list(r, size, "size", PW_DIM_LENGTH, 3, s->def.radius);
}

// Points of so many numbers.
static bool read_corners(PwReader *r, const PwNode *map, int numbers, PwReadSurface *s) {
  const PwNode *list = pw_read_needed(r, map, "points");
  int least = numbers == 2 ? 3 : 4, most = numbers == 2 ? PW_SHELL_POINTS / 2 : PW_SHELL_POINTS;
  bool good = true;
  if (!list) return false;
  if (list->kind != PW_NODE_LIST || list->count < least || list->count > most) {
    pw_read_fail(r, list->place, "'points' needs a list of %d to %d points, each of %d lengths", least, most, numbers);
    return false;
  }
  s->point = pw_arena_array(&r->arena, 3 * (size_t)list->count, sizeof *s->point);
  if (!s->point) return pw_read_out_of_memory(r, list);
  for (int32_t i = 0; i < list->count; i++) {
    char name[64];
    snprintf(name, sizeof name, "points[%d]", (int)i);
    good = pw_read_list(r, list->item[i], name, PW_DIM_LENGTH, numbers, s->point + 3 * i) && good;
  }
  s->def.count[0] = list->count;
  s->def.count[1] = 1;
  s->def.point = s->point;
  return good;
}

static bool read_prism(PwReader *r, const PwNode *map, PwReadSurface *s) {
  const PwNode *length = pw_node_get(map, "length");
  double value;
  bool good = read_corners(r, map, 2, s);
  if (!length) return good;
  if (!read_extent(r, length, "length", &value)) return false;
  center_range(value, s->def.range[1]);
  return good;
}

static bool read_frustum(PwReader *r, const PwNode *map, PwReadSurface *s) {
  const PwNode *radii = pw_read_needed(r, map, "radii");
  bool good = radii && pw_read_list(r, radii, "radii", PW_DIM_LENGTH, 2, s->def.radius);
  return read_needed(r, map, "length", PW_DIM_LENGTH, &s->def.radius[2]) && good;
}

static bool read_polyhedron(PwReader *r, const PwNode *map, PwReadSurface *s) {
  return read_corners(r, map, 3, s);
}

// By PawlSurfaceType.
static const struct {
  const char *const *keys;
  bool (*read)(PwReader *r, const PwNode *map, PwReadSurface *s);
} kinds[] = {{pw_keys_surface_plane, read_plane},
             {pw_keys_surface_paraboloid, read_paraboloid},
             {pw_keys_surface_sphere, read_sphere},
             {pw_keys_surface_ellipsoid, read_ellipsoid},
             {pw_keys_surface_cylinder, read_cylinder},
             {pw_keys_surface_cone, read_cone},
             {pw_keys_surface_torus, read_torus},
             {pw_keys_surface_helicoid, read_helicoid},
             {pw_keys_surface_revolution, read_revolution},
             {pw_keys_surface_extrusion, read_extrusion},
             {pw_keys_surface_nurbs, pw_read_nurbs},
             {pw_keys_surface_grid, pw_read_grid},
             {pw_keys_surface_box, read_sides},
             {pw_keys_surface_wedge, read_sides},
             {pw_keys_surface_prism, read_prism},
             {pw_keys_surface_polyhedron, read_polyhedron},
             {pw_keys_surface_frustum, read_frustum}};

// ---- all of them

static bool read_kind(PwReader *r, const PwNode *map, PwPlace place, PwReadSurface *s) {
  const PwNode *found = NULL;
  for (int k = 0; pw_words_surface[k]; k++) {
    const PwNode *node = pw_node_get(map, pw_words_surface[k]);
    if (node && found) {
      pw_read_fail(r, node->place, "'%s' and '%s': a surface is of one kind", pw_words_surface[s->def.type], pw_words_surface[k]);
      return false;
    }
    if (node) found = node, s->def.type = (PawlSurfaceType)k;
  }
  if (!found) {
    pw_read_fail(r, place, "needs its kind, such as 'sphere: {radius: 1}'");
    return false;
  }
  return pw_read_keys(r, found, pw_words_surface[s->def.type], kinds[s->def.type].keys) && kinds[s->def.type].read(r, found, s);
}

static bool read_range(PwReader *r, const PwNode *map, int d, PwReadSurface *s) {
  const char *key = d == 0 ? "u" : "v";
  const PwNode *node = pw_node_get(map, key);
  if (!node) return true;
  if (!isnan(s->def.range[d][0])) {
    pw_read_fail(r, node->place, "'%s' and the length of its kind say the same: give one of them", key);
    return false;
  }
  return pw_read_list(r, node, key, pw_surface_fields(s->def.type)->dimension[d], 2, s->def.range[d]);
}

static bool is_still(const PawlFrameDef *f) {
  const PawlScalar *law[4] = {&f->offset[0], &f->offset[1], &f->offset[2], &f->angle};
  for (int k = 0; k < 4; k++) {
    if (law[k]->expression || law[k]->value != 0) return false;
  }
  return true;
}

// Where a frame of the body is.
static bool read_frame(PwReader *r, const PwNode *map, const PwNode *node, PwReadSurface *s) {
  static const char *const others[] = {"at", "angle", "euler", "quaternion", "axes"};
  for (int k = 0; k < 5; k++) {
    const PwNode *other = pw_node_get(map, others[k]);
    if (!other) continue;
    pw_read_fail(r, other->place, "'frame' and '%s': give one of them", others[k]);
    return false;
  }
  PwNode full;
  if (!pw_read_own(r, node, "frame", s->body_name, &full)) return false;
  PawlFrameId frame = pw_read_frame(r, &full, "frame");
  if (!frame.i) return false;
  const PawlFrameDef *f = &r->model->frames.item[frame.i - 1].def;
  if (!is_still(f)) {
    pw_read_fail(r, node->place, "the frame '%.100s' moves on its body, a surface does not", full.text);
    return false;
  }
  memcpy(s->def.position, f->position, sizeof f->position);
  memcpy(s->def.orientation, f->orientation, sizeof f->orientation);
  return true;
}

static bool read_place(PwReader *r, const PwNode *map, PwReadSurface *s) {
  const PwNode *at = pw_node_get(map, "at"), *frame = pw_node_get(map, "frame");
  if (frame) return read_frame(r, map, frame, s);
  bool good = !at || pw_read_vector(r, at, "at", PW_DIM_LENGTH, s->def.position);
  return pw_read_orientation(r, map, s->def.orientation) && good;
}

static void read_surface(PwReader *r, PawlBodyId body, const PwNode *map, PwPlace place, PwReadSurface *s) {
  if (!pw_read_keys(r, map, NULL, pw_keys_surface)) return;
  bool good = read_place(r, map, s);
  good = pw_read_flag(r, map, "inside", &s->def.inside) && good;
  if (!read_kind(r, map, place, s)) return;
  for (int d = 0; d < 2; d++) good = read_range(r, map, d, s) && good;
  if (!good || !body.i) return;
  PwNetLines lines = {s->csv.path, s->csv.line};
  s->def.name = r->name;
  s->def.body = body;
  r->model->source = map;
  PawlStatus status = pw_model_add_surface(r->model, &s->def, s->csv.count ? &lines : NULL, place, r->messages, NULL);
  r->model->source = NULL;
  if (status != PAWL_OK) r->failed = true;
}

void pw_read_surfaces(PwReader *r, PawlBodyId body, const char *body_name, const PwNode *surfaces) {
  if (!pw_read_section(r, surfaces, "surfaces")) return;
  for (int32_t k = 0; k < surfaces->count; k++) {
    const char *name = pw_arena_format(&r->arena, "%s.%s", body_name, surfaces->key[k]);
    if (!name || !pw_names_put(&r->declared, PW_NAME_SURFACE, name, k)) {
      pw_read_no_memory(r, surfaces->key_place[k]);
      return;
    }
    r->what = "surface";
    r->name = name;
    if (pawl_model_find_surface(r->model, name).i) continue;  // a duplicate key, reported by then
    PwReadSurface s = {.def = pawl_surface_def_default(), .body_name = body_name, .alone = pawl_element_def_default()};
    read_surface(r, body, surfaces->item[k], surfaces->key_place[k], &s);
    pw_csv_free(&s.csv);
  }
}
