// Shapes of a body, from which its mass, centre and inertia follow.
#include <math.h>
#include <string.h>

#include "model/shapes.h"
#include "numerics/vec.h"
#include "yaml/read_mesh.h"

enum { OUTLINE_MAX = 10000 };

static bool positive(PwReader *r, const PwNode *node, const char *key, const double *values, int count) {
  for (int k = 0; k < count; k++) {
    if (values[k] > 0) continue;
    pw_read_fail(r, node->place, "'%s' must be > 0", key);
    return false;
  }
  return true;
}

// A length of a shape: must be there and positive.
static bool read_size(PwReader *r, const PwNode *map, const char *key, double *out) {
  const PwNode *node = pw_node_get(map, key);
  if (node) return pw_read_number(r, node, key, PW_DIM_LENGTH, out) && positive(r, node, key, out, 1);
  pw_read_fail(r, map->place, "shape: '%s' is missing", key);
  return false;
}

static bool read_cylinder(PwReader *r, const PwNode *node, PwSolid *out, PwShape *shape) {
  double radius, length;
  int axis = 2;
  const PwNode *axis_node = pw_node_get(node, "axis");
  static const char *const words[] = {"x", "y", "z", NULL};
  if (!pw_read_keys(r, node, "cylinder", pw_keys_cylinder)) return false;
  bool good = read_size(r, node, "radius", &radius);
  good = read_size(r, node, "length", &length) && good;
  if (axis_node) good = pw_read_word(r, axis_node, "axis", words, &axis) && good;
  if (!good) return false;
  *out = pw_solid_cylinder(radius, length, axis);
  shape->size[0] = radius;
  shape->size[1] = length;
  if (axis < 2) shape->orientation[0] = shape->orientation[2 - axis] = sqrt(0.5);  // z onto x by a turn about y, onto -y about x
  return true;
}

static bool read_sphere(PwReader *r, const PwNode *node, PwSolid *out, PwShape *shape) {
  double radius;
  if (!pw_read_keys(r, node, "sphere", pw_keys_sphere) || !read_size(r, node, "radius", &radius)) return false;
  *out = pw_solid_sphere(radius);
  shape->size[0] = radius;
  return true;
}

static bool read_box(PwReader *r, const PwNode *node, PwSolid *out, PwShape *shape) {
  double sides[3];
  if (!pw_read_list(r, node, "box", PW_DIM_LENGTH, 3, sides) || !positive(r, node, "box", sides, 3)) return false;
  *out = pw_solid_box(sides);
  memcpy(shape->size, sides, sizeof sides);
  return true;
}

static bool read_outline(PwReader *r, const PwNode *map, const PwNode *node, PwSolid *out, PwShape *shape) {
  double depth;
  bool good = read_size(r, map, "depth", &depth);
  if (node->kind != PW_NODE_LIST || node->count < 3 || node->count > OUTLINE_MAX) {
    pw_read_fail(r, node->place, "'outline' needs a list of 3 to 10000 points [x, y]");
    return false;
  }
  double(*point)[2] = pw_arena_array(&r->model->arena, (size_t)node->count, sizeof *point);
  for (int32_t k = 0; point && k < node->count; k++) {
    good = pw_read_list(r, node->item[k], "outline", PW_DIM_LENGTH, 2, point[k]) && good;
  }
  if (!good || !point) return false;
  int32_t pair[2];
  if (pw_outline_crosses((const double(*)[2])point, node->count, pair)) {
    pw_read_fail(r, node->item[pair[1]]->place, "the outline crosses itself: the edges from points %d and %d", (int)pair[0] + 1,
                 (int)pair[1] + 1);
    return false;
  }
  *out = pw_solid_outline((const double(*)[2])point, node->count, depth);
  shape->size[0] = depth;
  shape->points = node->count;
  shape->point = (const double(*)[2])point;
  if (out->mass > 0 && isfinite(out->center[0])) return true;
  pw_read_fail(r, node->place, "the outline encloses no area");
  return false;
}

// A mesh has its own place.
static bool read_mesh(PwReader *r, const PwNode *map, const PwReadMeshes *meshes, PwSolid *out) {
  const PwNode *mesh = pw_node_get(map, "mesh");
  for (int32_t k = 0; k < map->count; k++) {
    if (strcmp(map->key[k], "mesh") == 0) continue;
    pw_read_fail(r, map->key_place[k], "'%.100s' does not go with 'mesh', which has its place under 'meshes'", map->key[k]);
    return false;
  }
  return pw_read_mesh_solid(r, mesh, meshes, out);
}

static bool read_shape(PwReader *r, const PwNode *map, PwSolid *out, PwShape *shape) {
  static const char *const kinds[] = {"box", "cylinder", "sphere", "outline"};
  const PwNode *found = NULL, *at = pw_node_get(map, "at"), *depth = pw_node_get(map, "depth");
  int kind = 0, count = 0;
  for (int k = 0; k < 4; k++) {
    const PwNode *node = pw_node_get(map, kinds[k]);
    if (node) found = node, kind = k, count++;
  }
  if (count != 1) {
    pw_read_fail(r, map->place, "a shape is one of box, cylinder, sphere, outline, mesh");
    return false;
  }
  if (depth && kind != 3) {
    pw_read_fail(r, depth->place, "'depth' belongs to an outline");
    return false;
  }
  double shift[3] = {0}, q[4] = {1, 0, 0, 0}, own[4];
  *shape = (PwShape){.kind = (PwShapeKind)kind, .orientation = {1}};
  bool good = kind == 0   ? read_box(r, found, out, shape)
              : kind == 1 ? read_cylinder(r, found, out, shape)
              : kind == 2 ? read_sphere(r, found, out, shape)
                          : read_outline(r, map, found, out, shape);
  if (at) good = pw_read_vector(r, at, "at", PW_DIM_LENGTH, shift) && good;
  good = pw_read_orientation(r, map, q) && good;
  if (!good) return false;
  pw_solid_move(out, shift, q);
  memcpy(shape->position, shift, sizeof shift);
  memcpy(own, shape->orientation, sizeof own);
  pw_quat_multiply(q, own, shape->orientation);
  return true;
}

// With density: everything follows. With mass: the same solid scaled to that mass.
static bool apply(PwReader *r, const PwNode *map, PwSolid *sum, PawlBodyDef *def) {
  const PwNode *density_node = pw_node_get(map, "density"), *mass_node = pw_node_get(map, "mass");
  double density;
  if (!density_node == !mass_node) {
    pw_read_fail(r, map->place,
                 density_node ? "'mass' follows from 'shape' and 'density': leave it out, or the density"
                              : "a shape needs 'density' or 'mass'");
    return false;
  }
  if (density_node) {
    if (!pw_read_number(r, density_node, "density", PW_DIM_DENSITY, &density)) return false;
    if (!(density >= 0)) {
      pw_read_fail(r, density_node->place, "'density' must not be negative");
      return false;
    }
    pw_solid_scale(sum, density);
  } else {
    pw_solid_scale(sum, def->mass / sum->mass);
  }
  def->mass = mass_node ? def->mass : sum->mass;
  memcpy(def->center, sum->center, sizeof def->center);
  if (def->mass >= 0) memcpy(def->inertia, sum->inertia, sizeof def->inertia);  // a negative mass is complaint enough
  return true;
}

// A mesh is drawn as it is: no shape is kept of it.
static bool add_shape(PwReader *r, const PwNode *map, const PwReadMeshes *meshes, PwSolid *sum, PwShape *shape, int32_t *count) {
  PwSolid solid;
  if (!pw_read_keys(r, map, "shape", pw_keys_shape)) return false;
  bool mesh = pw_node_get(map, "mesh") != NULL;
  if (mesh ? !read_mesh(r, map, meshes, &solid) : !read_shape(r, map, &solid, &shape[*count])) return false;
  *count += !mesh;
  pw_solid_add(sum, &solid);
  return true;
}

bool pw_read_shapes(PwReader *r, const PwNode *map, const PwReadMeshes *meshes, PawlBodyDef *def, const PwShape **shapes,
                    int32_t *count) {
  const PwNode *node = pw_node_get(map, "shape");
  PwSolid sum = {0};
  bool good = true, list = node->kind == PW_NODE_LIST;
  PwShape *shape = pw_arena_array(&r->model->arena, list ? (size_t)node->count + 1 : 1, sizeof *shape);
  if (!shape) {
    pw_read_no_memory(r, node->place);
    return false;
  }
  *shapes = shape;
  *count = 0;
  if (!list) {
    good = add_shape(r, node, meshes, &sum, shape, count);
  } else if (node->count == 0) {
    pw_read_fail(r, node->place, "'shape' is an empty list");
    good = false;
  }
  for (int32_t k = 0; list && k < node->count; k++) good = add_shape(r, node->item[k], meshes, &sum, shape, count) && good;
  return good && apply(r, map, &sum, def);
}
