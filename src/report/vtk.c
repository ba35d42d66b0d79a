// A series for ParaView: one .vtp (XML, appended raw data) per frame and series.pvd with their times. Closed profiles are
// triangles, open ones lines, surfaces polygons, plain bodies lines from the centre of mass to their joints, springs lines,
// touches vertices. Every cell has the number of its body (touches: -1, springs: -2), every point the force of its touch and,
// where contacts have it, its friction (elsewhere 0).
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "pawl/report.h"
#include "report/bytes.h"
#include "report/escape.h"
#include "report/mesh.h"
#include "report/output.h"
#include "report/rows.h"

typedef enum { VERTS, LINES, POLYS, KINDS } Kind;

// Of all bodies in their order.
typedef struct {
  PwOutline *outline;
  PwMesh *mesh;
} Looks;

typedef struct {
  PwSource *s;
  int64_t row;
  uint32_t points;
  PwText position, force, friction;
  uint32_t cells[KINDS];
  PwText corners[KINDS];  // points of the cells
  PwText ends[KINDS];     // where each cell ends among them
  PwText body[KINDS];     // of each cell
} Frame;

static uint32_t add_touch_point(Frame *f, const double p[3], const double force[3], const double friction[3]) {
  for (int i = 0; i < 3; i++) pw_put_float(&f->position, p[i]);
  for (int i = 0; i < 3; i++) pw_put_float(&f->force, force ? force[i] : 0);
  for (int i = 0; i < 3; i++) pw_put_float(&f->friction, friction ? friction[i] : 0);
  return f->points++;
}

static uint32_t add_point(Frame *f, const double p[3]) {
  return add_touch_point(f, p, NULL, NULL);
}

static void end_cell(Frame *f, Kind kind, int32_t body) {
  pw_put_u32(&f->ends[kind], (uint32_t)(f->corners[kind].length / 4));
  pw_put_u32(&f->body[kind], (uint32_t)body);
  f->cells[kind]++;
}

// ---- what a frame holds

static void add_outline(Frame *f, const PwOutline *o, const PwScenePose *pose, int32_t body) {
  uint32_t first = f->points;
  for (int32_t i = 0; i < o->all; i++) {
    double p[3];
    pw_pose_point(pose, (double[3]){o->point[i][0], o->point[i][1], 0}, p);
    add_point(f, p);
  }
  for (int32_t i = 0; i < o->points + (o->closed && o->points > 1); i++)
    pw_put_u32(&f->corners[LINES], first + (uint32_t)(i % o->points));
  end_cell(f, LINES, body);
  for (int32_t i = 0; i < o->triangles; i++) {
    for (int k = 0; k < 3; k++) pw_put_u32(&f->corners[POLYS], first + (uint32_t)o->triangle[i][k]);
    end_cell(f, POLYS, body);
  }
}

// An edge is a line, a point nothing.
static void add_mesh(Frame *f, const PwMesh *m, const PwScenePose *pose, int32_t body) {
  uint32_t first = f->points;
  bool line = m->faces == 0 && m->points > 1;
  for (int32_t i = 0; i < m->points; i++) {
    double p[3];
    pw_pose_point(pose, m->point[i], p);
    add_point(f, p);
    if (line) pw_put_u32(&f->corners[LINES], first + (uint32_t)i);
  }
  if (line) end_cell(f, LINES, body);
  for (int32_t i = 0; i < m->faces; i++) {
    for (int k = 0; k < pw_face_corners(&m->face[i]); k++) {
      pw_put_u32(&f->corners[POLYS], first + (uint32_t)m->face[i].corner[k]);
    }
    end_cell(f, POLYS, body);
  }
}

// Takes what is the body's off the looks.
static void add_body(Frame *f, int32_t body, Looks *looks) {
  const PwSceneBody *b = &f->s->scene.body[body];
  PwScenePose pose;
  double p[3];
  pw_source_pose(f->s, f->row, body, &pose);
  for (int32_t i = 0; i < b->profiles + b->constructions; i++) add_outline(f, looks->outline++, &pose, body);
  for (int32_t i = 0; i < pw_body_meshes(b); i++) add_mesh(f, looks->mesh++, &pose, body);
  if (b->profiles || !b->ends) return;
  pw_pose_point(&pose, b->center, p);
  uint32_t center = add_point(f, p);
  for (int32_t i = 0; i < b->ends; i++) {
    pw_pose_point(&pose, b->end[i], p);
    pw_put_u32(&f->corners[LINES], center);
    pw_put_u32(&f->corners[LINES], add_point(f, p));
    end_cell(f, LINES, body);
  }
}

static void add_springs(Frame *f) {
  for (int32_t i = 0; i < f->s->scene.springs; i++) {
    double end[2][3];
    pw_source_spring(f->s, f->row, i, end);
    for (int k = 0; k < 2; k++) pw_put_u32(&f->corners[LINES], add_point(f, end[k]));
    end_cell(f, LINES, -2);
  }
}

static void add_touches(Frame *f) {
  for (int32_t slot = 0; slot < f->s->slots; slot++) {
    PwSourceTouch touch = pw_source_touch(f->s, f->row, slot);
    if (!touch.state || f->s->scene.contact[f->s->used[slot].contact].stop) continue;
    double force[3];
    for (int i = 0; i < 3; i++) force[i] = touch.force * touch.n[i];
    pw_put_u32(&f->corners[VERTS], add_touch_point(f, touch.x, force, touch.friction));
    end_cell(f, VERTS, -1);
  }
}

// ---- the file

// Declares an array and appends its bytes.
static void add_array(PwText *head, PwText *data, const char *type, const char *name, int components, const PwText *array) {
  pw_text_format(head, "<DataArray type=\"%s\" Name=\"%s\" NumberOfComponents=\"%d\" format=\"appended\" offset=\"%llu\"/>\n",
                 type, name, components, (unsigned long long)data->length);
  pw_put_u64(data, array->length);
  pw_text_add_bytes(data, array->data ? array->data : "", array->length);
  data->failed |= array->failed;
}

static void write_frame(Frame *f, PwText *out) {
  static const char *const NAMES[KINDS] = {"Verts", "Lines", "Polys"};
  PwText data = {0}, body = {0};
  pw_text_format(out,
                 "<?xml version=\"1.0\"?>\n<VTKFile type=\"PolyData\" version=\"1.0\" byte_order=\"LittleEndian\" "
                 "header_type=\"UInt64\">\n<PolyData>\n<Piece NumberOfPoints=\"%u\" NumberOfVerts=\"%u\" NumberOfLines=\"%u\" "
                 "NumberOfStrips=\"0\" NumberOfPolys=\"%u\">\n<Points>\n",
                 f->points, f->cells[VERTS], f->cells[LINES], f->cells[POLYS]);
  add_array(out, &data, "Float32", "Points", 3, &f->position);
  pw_text_add(out, "</Points>\n");
  for (int k = 0; k < KINDS; k++) {
    pw_text_format(out, "<%s>\n", NAMES[k]);
    add_array(out, &data, "Int32", "connectivity", 1, &f->corners[k]);
    add_array(out, &data, "Int32", "offsets", 1, &f->ends[k]);
    pw_text_format(out, "</%s>\n", NAMES[k]);
    pw_text_add_bytes(&body, f->body[k].data ? f->body[k].data : "", f->body[k].length);
    body.failed |= f->body[k].failed;
  }
  pw_text_add(out, "<PointData Vectors=\"force\">\n");
  add_array(out, &data, "Float32", "force", 3, &f->force);
  if (pw_source_has_friction(f->s)) add_array(out, &data, "Float32", "friction", 3, &f->friction);
  pw_text_add(out, "</PointData>\n<CellData Scalars=\"body\">\n");
  add_array(out, &data, "Int32", "body", 1, &body);
  pw_text_add(out, "</CellData>\n</Piece>\n</PolyData>\n<AppendedData encoding=\"raw\">\n_");
  pw_text_add_bytes(out, data.data ? data.data : "", data.length);
  pw_text_add(out, "\n</AppendedData>\n</VTKFile>\n");
  out->failed |= data.failed;
  pw_text_free(&data);
  pw_text_free(&body);
}

static PawlStatus export_frame(PwSource *s, Looks looks, int64_t row, const char *path, PawlMessages *messages) {
  Frame f = {.s = s, .row = row};
  PwText text = {0};
  for (int32_t i = 0; i < s->scene.bodies; i++) add_body(&f, i, &looks);
  add_springs(&f);
  add_touches(&f);
  write_frame(&f, &text);
  pw_text_free(&f.position);
  pw_text_free(&f.force);
  pw_text_free(&f.friction);
  for (int k = 0; k < KINDS; k++) {
    pw_text_free(&f.corners[k]);
    pw_text_free(&f.ends[k]);
    pw_text_free(&f.body[k]);
  }
  return pw_output_text(path, &text, messages);
}

// ---- the series

static bool make_looks(PwSource *s, Looks *looks) {
  size_t outlines = 0, meshes = 0, o = 0, m = 0;
  for (int32_t i = 0; i < s->scene.bodies; i++) {
    outlines += (size_t)(s->scene.body[i].profiles + s->scene.body[i].constructions);
    meshes += (size_t)pw_body_meshes(&s->scene.body[i]);
  }
  looks->outline = pw_arena_array(&s->arena, outlines + 1, sizeof *looks->outline);
  looks->mesh = pw_arena_array(&s->arena, meshes + 1, sizeof *looks->mesh);
  bool ok = looks->outline && looks->mesh;
  for (int32_t i = 0; i < s->scene.bodies && ok; i++) {
    const PwSceneBody *b = &s->scene.body[i];
    for (int32_t p = 0; p < b->profiles && ok; p++) ok = pw_outline_body(b, p, &s->arena, &looks->outline[o++]);
    for (int32_t p = 0; p < b->constructions && ok; p++)
      ok = pw_outline_make(&b->construction[p], &s->arena, &looks->outline[o++]);
    for (int32_t p = 0; p < pw_body_meshes(b) && ok; p++) ok = pw_mesh_body(b, p, 0, &s->arena, &looks->mesh[m++]);
  }
  return ok;
}

static PawlStatus export_series(PwSource *s, const char *folder, PawlMessages *messages) {
  int64_t rows;
  int64_t *row = pw_rows_frames(s, false, &rows);
  Looks looks;
  PwText series = {0}, path = {0};
  if (!row || !make_looks(s, &looks)) return pw_fail(messages, PAWL_ERR_MEMORY, PW_NOWHERE, "out of memory");
  PawlStatus status = pw_output_folder(folder, messages);
  pw_text_add(&series, "<?xml version=\"1.0\"?>\n<VTKFile type=\"Collection\" version=\"1.0\">\n<Collection>\n");
  for (int64_t i = 0; i < rows && status == PAWL_OK; i++) {
    path.length = 0;
    pw_text_format(&path, "%s/frame-%06lld.vtp", folder, (long long)i);
    status = path.failed ? PAWL_ERR_MEMORY : export_frame(s, looks, row[i], path.data, messages);
    pw_text_add(&series, "<DataSet timestep=\"");
    pw_add_json_number(&series, pw_source_time(s, row[i]));
    pw_text_format(&series, "\" part=\"0\" file=\"frame-%06lld.vtp\"/>\n", (long long)i);
  }
  pw_text_add(&series, "</Collection>\n</VTKFile>\n");
  path.length = 0;
  pw_text_format(&path, "%s/series.pvd", folder);
  if (status == PAWL_OK) status = path.failed ? PAWL_ERR_MEMORY : pw_output_text(path.data, &series, messages);
  pw_text_free(&path);
  pw_text_free(&series);
  return status;
}

PawlStatus pawl_export_vtk(const char *directory, const char *folder, PawlMessages *messages) {
  if (!directory || !folder) return pw_output_fail_null(messages);
  PwSource source;
  PawlStatus status = pw_source_open(directory, messages, &source);
  if (status != PAWL_OK) return status;
  char *path = pw_output_beside(folder, "");
  if (!path || !path[0]) {
    status = pw_fail(messages, path ? PAWL_ERR_ARGUMENT : PAWL_ERR_MEMORY, PW_NOWHERE, "%s",
                     path ? "the folder to write has no name" : "out of memory");
  } else {
    status = export_series(&source, path, messages);
  }
  free(path);
  pw_source_close(&source);
  return status;
}
