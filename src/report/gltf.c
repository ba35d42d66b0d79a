// glTF 2.0: a node per body, profiles extruded by a twentieth of the mechanism's size, surfaces as they are, plain bodies as
// lines from the centre of mass to their joints; a node per spring, a zigzag along x that is stretched from one end to the other;
// motion as one animation of translations, rotations and, of springs, scales.
#include <jansson.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/base64.h"
#include "base/json.h"
#include "pawl/report.h"
#include "report/bytes.h"
#include "report/encode.h"
#include "report/mesh.h"
#include "report/output.h"
#include "report/rows.h"
#include "report/svg.h"

enum { FLOAT = 5126, UINT = 5125, ARRAY = 34962, ELEMENTS = 34963, POINTS = 0, LINES = 1, LINE_STRIP = 3, TRIANGLES = 4 };

typedef struct {
  PwSource *s;
  PwText buffer;
  json_t *views, *accessors, *meshes, *materials, *nodes;
} Gltf;

// What cannot be added makes the whole fail.
static void add_item(Gltf *g, json_t *list, json_t *item) {
  if (json_array_append_new(list, item) != 0) g->buffer.failed = true;
}
static void set_item(Gltf *g, json_t *object, const char *key, json_t *value) {
  if (json_object_set_new(object, key, value) != 0) g->buffer.failed = true;
}

// ---- the buffer

// The bytes since `from` as an accessor; its number. Bounds are asked for where the format wants them.
static int add_accessor(Gltf *g, size_t from, int type, const char *shape, int width, int target, bool bounds) {
  size_t length = g->buffer.length - from, count = length / 4 / (size_t)width;
  json_t *view = json_pack("{s:i, s:I, s:I}", "buffer", 0, "byteOffset", (json_int_t)from, "byteLength", (json_int_t)length);
  if (target) set_item(g, view, "target", json_integer(target));
  add_item(g, g->views, view);
  json_t *accessor = json_pack("{s:I, s:i, s:I, s:s}", "bufferView", (json_int_t)json_array_size(g->views) - 1, "componentType",
                               type, "count", (json_int_t)count, "type", shape);
  for (int side = 0; side < 2 && bounds && !g->buffer.failed; side++) {
    json_t *list = json_array();
    for (int c = 0; c < width; c++) {
      float best = 0;
      for (size_t i = 0; i < count; i++) {
        float value = pw_get_float(g->buffer.data + from + 4 * (i * (size_t)width + (size_t)c));
        if (i == 0 || (side ? value > best : value < best)) best = value;
      }
      add_item(g, list, json_real(best));
    }
    set_item(g, accessor, side ? "max" : "min", list);
  }
  add_item(g, g->accessors, accessor);
  return (int)json_array_size(g->accessors) - 1;
}

// ---- meshes

static double linear(int shade) {  // of sRGB
  double c = shade / 255.0;
  return c <= 0.04045 ? c / 12.92 : pow((c + 0.055) / 1.055, 2.4);
}

static int add_material(Gltf *g, unsigned color) {
  add_item(g, g->materials,
           json_pack("{s:{s:[f,f,f,f], s:f, s:f}, s:b}", "pbrMetallicRoughness", "baseColorFactor", linear((int)(color >> 16)),
                     linear((int)(color >> 8 & 255)), linear((int)(color & 255)), 1.0, "metallicFactor", 0.0, "roughnessFactor",
                     0.8, "doubleSided", 1));
  return (int)json_array_size(g->materials) - 1;
}

static int add_vectors(Gltf *g, double (*v)[3], int32_t count, bool bounds) {
  size_t at = g->buffer.length;
  for (int32_t i = 0; i < 3 * count; i++) pw_put_float(&g->buffer, v[i / 3][i % 3]);
  return add_accessor(g, at, FLOAT, "VEC3", 3, ARRAY, bounds);
}

static void add_bare(Gltf *g, int position, int mode, int material, json_t *primitives) {
  add_item(g, primitives,
           json_pack("{s:{s:i}, s:i, s:i}", "attributes", "POSITION", position, "material", material, "mode", mode));
}

// An edge is a line, a point a point.
static void add_mesh(Gltf *g, const PwMesh *m, int material, json_t *primitives) {
  if (m->points == 0) return;
  int p = add_vectors(g, m->point, m->points, true);
  if (m->faces == 0) {
    add_bare(g, p, m->points > 1 ? LINE_STRIP : POINTS, material, primitives);
    return;
  }
  int n = add_vectors(g, m->normal, m->points, false);
  size_t at = g->buffer.length;
  for (int32_t i = 0; i < m->faces; i++) {
    const int32_t *c = m->face[i].corner;
    for (int k = 2; k < pw_face_corners(&m->face[i]); k++) {
      pw_put_u32(&g->buffer, (uint32_t)c[0]);
      pw_put_u32(&g->buffer, (uint32_t)c[k - 1]);
      pw_put_u32(&g->buffer, (uint32_t)c[k]);
    }
  }
  int i = add_accessor(g, at, UINT, "SCALAR", 1, ELEMENTS, false);
  add_item(g, primitives,
           json_pack("{s:{s:i, s:i}, s:i, s:i, s:i}", "attributes", "POSITION", p, "NORMAL", n, "indices", i, "material",
                     material, "mode", TRIANGLES));
}

static void add_profile(Gltf *g, const PwSceneBody *b, int32_t i, int material, json_t *primitives) {
  PwOutline outline;
  PwMesh mesh;
  bool ok = pw_outline_body(b, i, &g->s->arena, &outline);
  if (!ok || !pw_mesh_extrude(&outline, g->s->scene.size / 20, &g->s->arena, &mesh)) g->buffer.failed = true;
  if (!g->buffer.failed && mesh.faces) add_mesh(g, &mesh, material, primitives);
}

static void add_construction(Gltf *g, const PwSceneProfile *profile, int material, json_t *primitives) {
  PwOutline o;
  size_t at = g->buffer.length;
  if (!pw_outline_make(profile, &g->s->arena, &o)) g->buffer.failed = true;
  if (g->buffer.failed || o.points < 2) return;
  for (int32_t i = 0; i < o.points + o.closed; i++) {
    for (int c = 0; c < 3; c++) pw_put_float(&g->buffer, c < 2 ? o.point[i % o.points][c] : 0);
  }
  add_bare(g, add_accessor(g, at, FLOAT, "VEC3", 3, ARRAY, true), LINE_STRIP, material, primitives);
}

static void add_body_mesh(Gltf *g, const PwSceneBody *b, int32_t i, int material, json_t *primitives) {
  PwMesh mesh;
  if (!pw_mesh_body(b, i, 0, &g->s->arena, &mesh)) g->buffer.failed = true;
  if (!g->buffer.failed) add_mesh(g, &mesh, material, primitives);
}

static void add_lines(Gltf *g, const PwSceneBody *b, int material, json_t *primitives) {
  size_t at = g->buffer.length;
  if (b->ends == 0) return;
  for (int32_t i = 0; i < b->ends; i++) {
    for (int c = 0; c < 3; c++) pw_put_float(&g->buffer, b->center[c]);
    for (int c = 0; c < 3; c++) pw_put_float(&g->buffer, b->end[i][c]);
  }
  add_bare(g, add_accessor(g, at, FLOAT, "VEC3", 3, ARRAY, true), LINES, material, primitives);
}

static void add_body(Gltf *g, int32_t body, int64_t row) {
  const PwSceneBody *b = &g->s->scene.body[body];
  PwScenePose pose;
  pw_source_pose(g->s, row, body, &pose);
  const double *x = pose.position, *q = pose.quaternion;
  json_t *node = json_pack("{s:s, s:[f,f,f], s:[f,f,f,f]}", "name", b->name, "translation", x[0], x[1], x[2], "rotation", q[1],
                           q[2], q[3], q[0]);
  if (!node) g->buffer.failed = true;
  if (b->profiles || b->constructions || pw_body_meshes(b) || b->ends) {
    json_t *primitives = json_array();
    int material = add_material(g, body ? (unsigned)strtoul(pw_svg_color(body - 1) + 1, NULL, 16) : 0x808080);
    for (int32_t i = 0; i < b->profiles; i++) add_profile(g, b, i, material, primitives);
    for (int32_t i = 0; i < b->constructions; i++) add_construction(g, &b->construction[i], material, primitives);
    for (int32_t i = 0; i < pw_body_meshes(b); i++) add_body_mesh(g, b, i, material, primitives);
    if (!b->profiles) add_lines(g, b, material, primitives);
    if (json_array_size(primitives)) {
      add_item(g, g->meshes, json_pack("{s:s, s:O}", "name", b->name, "primitives", primitives));
      set_item(g, node, "mesh", json_integer((json_int_t)json_array_size(g->meshes) - 1));
    }
    json_decref(primitives);
  }
  add_item(g, g->nodes, node);
}

// ---- springs

typedef enum { TRANSLATION, ROTATION, SCALE, PATHS } Path;
static const char *const PATH[PATHS] = {"translation", "rotation", "scale"};

// One mesh for all of them, of length 1 along x. Its number.
static int add_zigzag(Gltf *g) {
  enum { TEETH = 12 };
  static const double ENDS = 0.15;  // of the length, straight
  size_t at = g->buffer.length;
  double wide = g->s->scene.size / 60;
  for (int i = -1; i <= TEETH + 1; i++) {
    double x = i < 0 ? 0 : i > TEETH ? 1 : ENDS + (1 - 2 * ENDS) * i / TEETH;
    pw_put_float(&g->buffer, x);
    pw_put_float(&g->buffer, i <= 0 || i >= TEETH ? 0 : i % 2 ? wide : -wide);
    pw_put_float(&g->buffer, 0);
  }
  int p = add_accessor(g, at, FLOAT, "VEC3", 3, ARRAY, true), material = add_material(g, 0x5b5b5b);
  add_item(g, g->meshes,
           json_pack("{s:s, s:[{s:{s:i}, s:i, s:i}]}", "name", "spring", "primitives", "attributes", "POSITION", p, "material",
                     material, "mode", LINE_STRIP));
  return (int)json_array_size(g->meshes) - 1;
}

// What takes the mesh from one end to the other. `rotation` (x y z w) goes on from the one that it holds.
static void place_spring(const Gltf *g, int64_t row, int32_t spring, double translation[3], double rotation[4], double scale[3]) {
  double end[2][3], d[3], length = 0, q[4], dot = 0;
  pw_source_spring(g->s, row, spring, end);
  for (int c = 0; c < 3; c++) {
    d[c] = end[1][c] - end[0][c];
    length += d[c] * d[c];
    translation[c] = end[0][c];
    scale[c] = 1;
  }
  scale[0] = length = sqrt(length);
  if (!(length > 0)) return;                         // turned as before
  double w = 1 + d[0] / length, norm = sqrt(2 * w);  // halfway from x to d
  bool back = !(norm > 1e-9);
  q[0] = 0;
  q[1] = back ? 0 : -d[2] / length / norm;
  q[2] = back ? 1 : d[1] / length / norm;
  q[3] = back ? 0 : w / norm;
  for (int c = 0; c < 4; c++) dot += q[c] * rotation[c];
  for (int c = 0; c < 4; c++) rotation[c] = dot < 0 ? -q[c] : q[c];
}

static void add_spring(Gltf *g, int32_t spring, int mesh, int64_t row) {
  double x[3], q[4] = {0, 0, 0, 1}, s[3];
  place_spring(g, row, spring, x, q, s);
  add_item(g, g->nodes,
           json_pack("{s:s, s:i, s:[f,f,f], s:[f,f,f,f], s:[f,f,f]}", "name", g->s->scene.spring[spring].name, "mesh", mesh,
                     PATH[TRANSLATION], x[0], x[1], x[2], PATH[ROTATION], q[0], q[1], q[2], q[3], PATH[SCALE], s[0], s[1], s[2]));
}

// ---- motion

// A channel of values that stand in the buffer from `at` on.
static void add_channel(Gltf *g, size_t at, int times, int node, Path path, json_t *samplers, json_t *channels) {
  int output = add_accessor(g, at, FLOAT, path == ROTATION ? "VEC4" : "VEC3", path == ROTATION ? 4 : 3, 0, false);
  add_item(g, samplers, json_pack("{s:i, s:i, s:s}", "input", times, "output", output, "interpolation", "LINEAR"));
  add_item(g, channels,
           json_pack("{s:i, s:{s:i, s:s}}", "sampler", (int)json_array_size(samplers) - 1, "target", "node", node, "path",
                     PATH[path]));
}

static void animate_spring(Gltf *g, int32_t spring, const int64_t *row, int64_t rows, int times, json_t *samplers,
                           json_t *channels) {
  for (Path path = TRANSLATION; path < PATHS; path++) {
    double x[3], q[4] = {0, 0, 0, 1}, s[3];
    size_t at = g->buffer.length;
    for (int64_t i = 0; i < rows; i++) {
      place_spring(g, row[i], spring, x, q, s);
      const double *value = path == TRANSLATION ? x : path == ROTATION ? q : s;
      for (int c = 0; c < (path == ROTATION ? 4 : 3); c++) pw_put_float(&g->buffer, value[c]);
    }
    add_channel(g, at, times, g->s->scene.bodies + spring, path, samplers, channels);
  }
}

static json_t *animation(Gltf *g, const int64_t *row, int64_t rows) {
  json_t *samplers = json_array(), *channels = json_array();
  size_t at = g->buffer.length;
  for (int64_t i = 0; i < rows; i++) pw_put_float(&g->buffer, pw_source_time(g->s, row[i]) - pw_source_time(g->s, row[0]));
  int times = add_accessor(g, at, FLOAT, "SCALAR", 1, 0, true);
  for (int32_t body = 1; body < g->s->scene.bodies; body++) {
    for (int turn = 0; turn < 2; turn++) {
      at = g->buffer.length;
      for (int64_t i = 0; i < rows; i++) {
        PwScenePose pose;
        pw_source_pose(g->s, row[i], body, &pose);
        for (int c = 0; c < 3; c++) pw_put_float(&g->buffer, turn ? pose.quaternion[c + 1] : pose.position[c]);
        if (turn) pw_put_float(&g->buffer, pose.quaternion[0]);
      }
      add_channel(g, at, times, (int)body, turn ? ROTATION : TRANSLATION, samplers, channels);
    }
  }
  for (int32_t i = 0; i < g->s->scene.springs; i++) animate_spring(g, i, row, rows, times, samplers, channels);
  return json_pack("[{s:s, s:o, s:o}]", "name", "motion", "samplers", samplers, "channels", channels);
}

// ---- the file

static void set_list(Gltf *g, json_t *root, const char *key, json_t *list) {
  if (json_array_size(list)) {
    set_item(g, root, key, list);
  } else {
    json_decref(list);  // the format knows no empty lists
  }
}

static json_t *make_root(Gltf *g, const int64_t *row, int64_t rows) {
  json_t *children = json_array();
  int32_t nodes = g->s->scene.bodies + g->s->scene.springs;
  for (int32_t i = 0; i < g->s->scene.bodies; i++) add_body(g, i, row[0]);
  int zigzag = g->s->scene.springs > 0 ? add_zigzag(g) : -1;
  for (int32_t i = 0; i < g->s->scene.springs; i++) add_spring(g, i, zigzag, row[0]);
  for (int32_t i = 0; i < nodes; i++) add_item(g, children, json_integer(i));
  // glTF's y is up; so is the plane's, and in space z
  json_t *top = json_pack("{s:s, s:o}", "name", g->s->scene.name, "children", children);
  if (!g->s->scene.planar) set_item(g, top, "rotation", json_pack("[f,f,f,f]", -sqrt(0.5), 0.0, 0.0, sqrt(0.5)));
  add_item(g, g->nodes, top);
  json_t *root = json_pack("{s:{s:s, s:s}, s:i, s:[{s:[i]}]}", "asset", "version", "2.0", "generator", "pawl", "scene", 0,
                           "scenes", "nodes", (int)json_array_size(g->nodes) - 1);
  if (rows > 1 && g->s->scene.bodies > 1) set_item(g, root, "animations", animation(g, row, rows));
  set_list(g, root, "nodes", g->nodes);
  set_list(g, root, "meshes", g->meshes);
  set_list(g, root, "materials", g->materials);
  set_list(g, root, "accessors", g->accessors);
  set_list(g, root, "bufferViews", g->views);
  return root;
}

static void add_chunk(PwText *out, const char *type, const char *bytes, size_t length, char pad) {
  size_t more = (4 - length % 4) % 4;
  pw_put_u32(out, (uint32_t)(length + more));
  pw_text_add_bytes(out, type, 4);  // the fourth byte of BIN is its zero
  pw_text_add_bytes(out, bytes, length);
  for (size_t i = 0; i < more; i++) pw_text_add_bytes(out, &pad, 1);
}

static void write_all(Gltf *g, json_t *root, bool binary, PwText *out) {
  json_t *buffer = json_pack("[{s:I}]", "byteLength", (json_int_t)g->buffer.length);
  bool empty = g->buffer.length == 0;  // nothing but ground
  if (!binary && !empty) {
    PwText uri = {0};
    pw_text_add(&uri, "data:application/octet-stream;base64,");
    pw_add_base64(&uri, (const unsigned char *)g->buffer.data, g->buffer.length);
    out->failed |= uri.failed || json_object_set_new(json_array_get(buffer, 0), "uri", json_string(uri.data)) != 0;
    pw_text_free(&uri);
  }
  if (!empty && json_object_set(root, "buffers", buffer) != 0) out->failed = true;
  json_decref(buffer);
  char *text = pw_json_dump(root, binary ? 0 : 1, PW_JSON_EXACT);
  if (!text) out->failed = true;
  if (text && binary) {
    PwText chunks = {0};
    add_chunk(&chunks, "JSON", text, strlen(text), ' ');
    if (!empty) add_chunk(&chunks, "BIN", g->buffer.data, g->buffer.length, 0);
    pw_text_add(out, "glTF");
    pw_put_u32(out, 2);
    pw_put_u32(out, (uint32_t)(chunks.length + 12));
    pw_text_add_bytes(out, chunks.data ? chunks.data : "", chunks.length);
    out->failed |= chunks.failed;
    pw_text_free(&chunks);
  } else if (text) {
    pw_text_add(out, text);
  }
  free(text);
}

PawlStatus pawl_export_gltf(const char *directory, const char *file, PawlMessages *messages) {
  if (!directory || !file) return pw_output_fail_null(messages);
  PwSource source;
  PawlStatus status = pw_source_open(directory, messages, &source);
  if (status != PAWL_OK) return status;
  int64_t rows;
  int64_t *row = pw_rows_frames(&source, true, &rows);
  if (!row) status = pw_fail(messages, PAWL_ERR_MEMORY, PW_NOWHERE, "out of memory");
  if (row && rows == 0) status = pw_fail(messages, PAWL_ERR_INPUT, PW_NOWHERE, "'%s' has no rows yet", directory);
  if (status == PAWL_OK) {
    size_t n = strlen(file);
    PwText text = {0};
    Gltf g = {.s = &source,
              .views = json_array(),
              .accessors = json_array(),
              .meshes = json_array(),
              .materials = json_array(),
              .nodes = json_array()};
    json_t *root = make_root(&g, row, rows);
    if (g.buffer.length > UINT32_MAX / 2) {
      status = pw_fail(messages, PAWL_ERR_LIMIT, PW_NOWHERE, "the motion takes more than the 2 GB that glTF can hold");
    } else {
      text.failed = g.buffer.failed || !root;
      if (!text.failed) write_all(&g, root, n >= 4 && strcmp(file + n - 4, ".glb") == 0, &text);
      status = pw_output_text(file, &text, messages);
    }
    json_decref(root);
    pw_text_free(&g.buffer);
  }
  pw_source_close(&source);
  return status;
}
