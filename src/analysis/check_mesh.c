// What `pawl check` says of meshes: where they come from, their size, whether they are closed, what was repaired and what is
// left.
#include <jansson.h>
#include <string.h>

#include "analysis/check.h"
#include "base/json.h"
#include "model/meshes.h"

static double in_units(const PawlMechanism *k, double si) {
  return si / pw_units_factor(&k->units, PW_DIM_LENGTH);
}

static double volume_of(const PawlMechanism *k, const PwTriMesh *m) {
  double unit = pw_units_factor(&k->units, PW_DIM_LENGTH);
  return m->volume / (unit * unit * unit);
}

static const char *many(int32_t count) {
  return count == 1 ? "" : "s";
}

// What keeps it from being a solid, with a vertex where that is so.
static void write_problems(const PawlMechanism *k, const PwTriMesh *m, PwText *out) {
  const PwMeshFindings *f = &m->found;
  const struct {
    int32_t count;
    const int32_t *edge;
    const char *what;
  } list[] = {{f->borders, f->border, "with one triangle"}, {f->crowded, f->crowd, "with more than two triangles"}};
  for (int i = 0; i < 2; i++) {
    if (!list[i].count) continue;
    const double *a = m->vertex[list[i].edge[0]], *b = m->vertex[list[i].edge[1]];
    pw_text_format(out, "    %d edge%s %s, the first from (%.6g, %.6g, %.6g) to (%.6g, %.6g, %.6g)\n", (int)list[i].count,
                   many(list[i].count), list[i].what, in_units(k, a[0]), in_units(k, a[1]), in_units(k, a[2]), in_units(k, b[0]),
                   in_units(k, b[1]), in_units(k, b[2]));
  }
  if (f->twisted) pw_text_format(out, "    %d edge%s whose triangles have no common sense\n", (int)f->twisted, many(f->twisted));
  if (f->crosses) {
    const double *a = m->vertex[m->corner[f->crossing[0]][0]];
    pw_text_format(out, "    triangles that cross each other, first at (%.6g, %.6g, %.6g)\n", in_units(k, a[0]),
                   in_units(k, a[1]), in_units(k, a[2]));
  }
  if (f->flat) pw_text_format(out, "    %d triangle%s without an area\n", (int)f->flat, many(f->flat));
}

static void write_mesh(const PawlMechanism *k, const PwBodyMesh *mesh, PwText *out) {
  const PwTriMesh *m = mesh->geometry;
  char repairs[PW_MESH_REPAIRS];
  pw_text_format(out, "  %s: %s, %d triangle%s, %d vertices, %d part%s, %s, size %.6g x %.6g x %.6g %s", mesh->name, mesh->file,
                 (int)m->triangles, many(m->triangles), (int)m->vertices, (int)m->found.parts, many(m->found.parts),
                 pw_trimesh_closed(m) ? "closed" : "not closed", in_units(k, m->high[0] - m->low[0]),
                 in_units(k, m->high[1] - m->low[1]), in_units(k, m->high[2] - m->low[2]), k->units.length_name);
  if (pw_trimesh_closed(m)) pw_text_format(out, ", volume %.6g %s^3", volume_of(k, m), k->units.length_name);
  pw_text_add(out, "\n");
  pw_mesh_repairs(m, repairs);
  if (repairs[0]) pw_text_format(out, "    %s\n", repairs);
  write_problems(k, m, out);
}

void pw_check_meshes_text(const PawlMechanism *k, PwText *out) {
  if (k->meshes) pw_text_format(out, "meshes: %d\n", (int)k->meshes);
  for (int32_t i = 0; i < k->meshes; i++) write_mesh(k, &k->mesh[i], out);
}

static json_t *mesh_json(const PawlMechanism *k, const PwBodyMesh *mesh) {
  const PwTriMesh *m = mesh->geometry;
  const PwMeshFindings *f = &m->found;
  json_t *size = json_array();
  for (int c = 0; c < 3; c++) pw_json_append(&size, json_real(in_units(k, m->high[c] - m->low[c])));
  json_t *item = json_pack("{s:s, s:s, s:o, s:i, s:i, s:i, s:b, s:o}", "name", mesh->name, "body", k->body[mesh->body].name,
                           "file", pw_json_text(mesh->file), "triangles", (int)m->triangles, "vertices", (int)m->vertices,
                           "parts", (int)f->parts, "closed", (int)pw_trimesh_closed(m), "size", size);
  if (pw_trimesh_closed(m)) pw_json_set(&item, "volume", json_real(volume_of(k, m)));
  pw_json_set(&item, "repaired",
              json_pack("{s:i, s:i, s:i, s:b}", "degenerate", (int)f->degenerate, "doubles", (int)f->doubles, "turned",
                        (int)f->turned, "inside_out", (int)f->inside_out));
  pw_json_set(&item, "left",
              json_pack("{s:i, s:i, s:i, s:i, s:b}", "borders", (int)f->borders, "crowded", (int)f->crowded, "twisted",
                        (int)f->twisted, "flat", (int)f->flat, "crosses", (int)f->crosses));
  return item;
}

json_t *pw_check_meshes_json(const PawlMechanism *k) {
  json_t *out = json_array();
  for (int32_t i = 0; i < k->meshes; i++) pw_json_append(&out, mesh_json(k, &k->mesh[i]));
  return out;
}
