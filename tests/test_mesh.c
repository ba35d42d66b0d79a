// Meshes from files: what is read, welded, repaired and refused, and the solids that they enclose. Expected are closed forms of
// boxes, prisms and tetrahedra, and the shapes of a model, which have their own.
#include "check.h"
#include "mesh_files.h"
#include "model/meshes.h"
#include "place.h"

static PwTriMesh *load(const Place *p, const char *file, const char *group, double unit, double weld) {
  PawlModel *model = pawl_model_create();
  PawlMeshDef def = pawl_mesh_def_default();
  PwTriMesh *mesh = NULL;
  def.name = "a.m";
  def.file = file;
  def.group = group;
  def.unit = unit;
  def.weld = weld;
  PawlStatus status = pw_model_load_mesh(model, &def, PW_NOWHERE, p->messages, &mesh);
  if (status) fail_msg("%s: %s", file, pawl_messages_get(p->messages, pawl_messages_count(p->messages) - 1).text);
  pawl_model_free(model);
  return mesh;
}

// ---- what is read

static void check_box(const PwTriMesh *m, double unit) {
  static const double inertia[6] = {6 * 13 / 12.0, 6 * 10 / 12.0, 6 * 5 / 12.0, 0, 0, 0};  // V (b^2 + c^2)/12
  assert_int_equal(m->vertices, 8);
  assert_int_equal(m->triangles, 12);
  assert_int_equal(m->found.parts, 1);
  assert_true(pw_trimesh_closed(m));
  assert_null(pw_mesh_no_solid(m));
  CHECK_CLOSE(m->volume, 6 * unit * unit * unit, 1e-14 * unit * unit * unit);
  for (int c = 0; c < 3; c++) CHECK_CLOSE(m->center[c], (c + 1) * unit / 2, 1e-15 * unit);
  for (int n = 0; n < 6; n++) CHECK_CLOSE(m->inertia[n], inertia[n] * pow(unit, 5), 1e-14 * pow(unit, 5));
  for (int32_t t = 0; t < m->triangles; t++) {
    for (int k = 0; k < 3; k++) {  // the neighbour has the edge the other way round
      const int32_t *c = m->corner[m->beside[t][k]], from = m->corner[t][k], to = m->corner[t][(k + 1) % 3];
      assert_true((c[0] == to && c[1] == from) || (c[1] == to && c[2] == from) || (c[2] == to && c[0] == from));
    }
  }
}

static void a_box_is_the_same_in_every_format(void **state) {
  const Place *p = *state;
  put_box_text("text.stl");
  put_box_binary("binary.STL");
  put_mesh("quads.obj", "# a box\no box\n" BOX_CORNERS "vn 0 0 1\ns off\nusemtl red\n" BOX_FACES);
  put_mesh("behind.obj",
           BOX_CORNERS "f -8/1 -5/2 -6 -7\nf 5//1 6//1 7//1 8//1\nf +1 2 6 5\nf 2/1/1 3/1/1 7/1/1 6/1/1\r\nf 3 4 8 7\nf 4 1 5 8");
  static const char *const files[] = {"text.stl", "binary.STL", "quads.obj", "behind.obj"};
  for (int i = 0; i < 4; i++) {
    PwTriMesh *m = load(p, files[i], NULL, i == 1 ? 0.001 : 1, 0);
    check_box(m, i == 1 ? 0.001 : 1);
    char repairs[PW_MESH_REPAIRS];
    pw_mesh_repairs(m, repairs);
    assert_string_equal(repairs, "");
    pw_trimesh_release(m);
  }
  assert_int_equal(pawl_messages_count(p->messages), 0);
}

// An L of area 3 and height 1, its lids concave hexagons: a fan from their first corner would cover the notch. One has a corner
// in the middle of a side, which the wall beside it has, too.
static void polygons_need_not_be_convex(void **state) {
  const Place *p = *state;
  put_mesh("l.obj",
           "v 0 2 0\nv 0 0 0\nv 2 0 0\nv 2 1 0\nv 1 1 0\nv 1 2 0\n"
           "v 0 2 1\nv 0 0 1\nv 2 0 1\nv 2 1 1\nv 1 1 1\nv 1 2 1\nv 1 0 1\n"
           "f 6 5 4 3 2 1\nf 7 8 13 9 10 11 12\n"
           "f 1 2 8 7\nf 2 3 9 13 8\nf 3 4 10 9\nf 4 5 11 10\nf 5 6 12 11\nf 6 1 7 12\n");
  PwTriMesh *m = load(p, "l.obj", NULL, 1, 0);
  assert_true(pw_trimesh_closed(m));
  CHECK_CLOSE(m->volume, 3, 1e-14);
  CHECK_CLOSE(m->center[0], 2.5 / 3, 1e-15);  // (2 1 + 1/2 1)/3: a bar of area 2 at x = 1, a square at 1/2
  pw_trimesh_release(m);
}

static void a_group_is_taken_alone(void **state) {
  const Place *p = *state;
  put_mesh("groups.obj", BOX_CORNERS "g box outer\n" BOX_FACES "v 9 0 0\nv 9 1 0\nv 9 0 1\ng other\nf 9 10 11\n");
  PwTriMesh *all = load(p, "groups.obj", NULL, 1, 0), *one = load(p, "groups.obj", "outer", 1, 0);
  assert_int_equal(all->triangles, 13);
  assert_int_equal(all->found.borders, 3);
  assert_int_equal(all->found.parts, 2);
  check_box(one, 1);
  pw_trimesh_release(all);
  pw_trimesh_release(one);
}

// ---- what is welded and repaired

// Every face of the box has corners of its own, off by 1e-4: apart, unless they are welded by more than that.
static void vertices_are_welded_by_a_length(void **state) {
  const Place *p = *state;
  FILE *file = fopen("soup.obj", "w");
  static const int face[6][4] = {{0, 3, 2, 1}, {4, 5, 6, 7}, {0, 1, 5, 4}, {1, 2, 6, 5}, {2, 3, 7, 6}, {3, 0, 4, 7}};
  for (int f = 0; f < 6; f++) {
    for (int k = 0; k < 4; k++) {
      const double *x = BOX_POINT[face[f][k]];
      fprintf(file, "v %.6f %.6f %.6f\n", x[0] - 1e-5 * f, x[1] + 1e-5 * f, x[2]);
    }
    fprintf(file, "f -4 -3 -2 -1\n");
  }
  assert_int_equal(fclose(file), 0);
  PwTriMesh *apart = load(p, "soup.obj", NULL, 1, 0), *welded = load(p, "soup.obj", NULL, 1, 1e-3);
  assert_int_equal(apart->found.borders, 24);
  assert_int_equal(apart->found.parts, 6);
  assert_string_equal(pw_mesh_no_solid(apart), "it is not closed");
  CHECK_CLOSE(apart->volume, 0, 0);
  assert_int_equal(welded->vertices, 8);
  assert_true(pw_trimesh_closed(welded));
  CHECK_CLOSE(welded->volume, 6, 1e-3);
  pw_trimesh_release(apart);
  pw_trimesh_release(welded);
}

static void what_can_be_repaired_is(void **state) {
  const Place *p = *state;
  static const struct {
    const char *name, *text, *repairs;
  } cases[] = {{"double.obj", BOX_CORNERS BOX_FACES "f 2 1 4\n", "1 double triangle left out"},
               {"thin.obj", BOX_CORNERS BOX_FACES "f 1 1 3\nf 2 2 2\n", "2 triangles without three corners left out"},
               {"turned.obj", BOX_CORNERS "f 2 3 4 1\nf 5 6 7 8\nf 1 2 6 5\nf 2 3 7 6\nf 3 4 8 7\nf 4 1 5 8\n",
                "2 triangles turned round"},
               {"inside.obj", BOX_CORNERS "f 2 3 4 1\nf 8 7 6 5\nf 5 6 2 1\nf 6 7 3 2\nf 7 8 4 3\nf 8 5 1 4\n",
                "12 triangles turned round, as it was inside out"}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    char repairs[PW_MESH_REPAIRS];
    put_mesh(cases[i].name, cases[i].text);
    pawl_messages_clear(p->messages);
    PwTriMesh *m = load(p, cases[i].name, NULL, 1, 0);
    check_box(m, 1);
    pw_mesh_repairs(m, repairs);
    assert_string_equal(repairs, cases[i].repairs);
    PawlMessage said = pawl_messages_get(p->messages, 0);
    assert_true(said.severity == PAWL_NOTE && strstr(said.text, cases[i].repairs));
    pw_trimesh_release(m);
  }
}

static void what_cannot_is_told(void **state) {
  const Place *p = *state;
  put_mesh("open.obj", BOX_CORNERS "f 1 4 3 2\nf 5 6 7 8\nf 1 2 6 5\nf 2 3 7 6\nf 3 4 8 7\n");
  put_mesh("fin.obj", BOX_CORNERS BOX_FACES "v 0 -1 0\nf 1 2 9\n");  // three triangles at the edge 1 2
  // a Moebius band of three quadrangles, half a turn in all
  put_mesh("band.obj", "v 0 0 0\nv 0 0 1\nv 2 0 0\nv 2 0 1\nv 1 2 0\nv 1 2 1\nf 1 3 4 2\nf 3 5 6 4\nf 5 2 1 6\n");
  put_mesh("flat.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\nf 3 2 1\n");
  PwTriMesh *open = load(p, "open.obj", NULL, 1, 0), *fin = load(p, "fin.obj", NULL, 1, 0),
            *band = load(p, "band.obj", NULL, 1, 0), *flat = load(p, "flat.obj", NULL, 1, 0);
  assert_int_equal(open->found.borders, 4);
  assert_string_equal(pw_mesh_no_solid(open), "it is not closed");
  assert_int_equal(fin->found.crowded, 1);
  assert_true(fin->found.crowd[0] == 0 && fin->found.crowd[1] == 1);
  assert_string_equal(pw_mesh_no_solid(fin), "it has edges with more than two triangles");
  assert_true(band->found.twisted > 0);
  assert_string_equal(pw_mesh_no_solid(flat), "it encloses no volume");
  pw_trimesh_release(open);
  pw_trimesh_release(fin);
  pw_trimesh_release(band);
  pw_trimesh_release(flat);
}

// ---- what is refused

static void bad_files_are_refused_with_their_place(void **state) {
  const Place *p = *state;
#define FACET "facet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1 0\nendloop\nendfacet\n"
  static const struct {
    const char *name, *text;
    int line, column;
    const char *fragment;
  } cases[] = {
      {"a.stl", "", 0, 0, "it does not begin with 'solid', and a binary one has 84 bytes at least, not 0"},
      {"b.stl", "solid\n", 2, 1, "it ends without 'endsolid'"},
      {"c.stl", "solid\nendsolid\n", 0, 0, "has no triangles"},
      {"d.stl", "solid\n" FACET "facet normal 0 0 1\nouter loop\nvertex 0 0 nan\n", 11, 12, "'nan' is no finite number"},
      {"e.stl", "solid\n" FACET "facet normal 0 0 1\nouter loop\nvertex 0 1e999 0\n", 11, 10, "1e999 cannot be a length"},
      {"f.stl", "solid\nfacet normal 0 0 1\nouter loop\nvertex 0 0\n", 4, 11, "a coordinate is missing"},
      {"g.stl", "solid\nfacet normal 0 0 1\nouter loop\nendloop\n", 4, 1, "'endloop' where 'vertex' belongs"},
      {"h.stl", "solid\n" FACET "\1\2\3\n", 9, 1, "'bytes that are no text' where 'facet' or 'endsolid' belongs"},
      {"i.stl", "solid\n" FACET "endsolid\nmore\n", 10, 1, "'more' where 'solid' belongs"},
      {"j.obj", "v 0 0 0\nv 1 0 0\nf 1 2 3\n", 3, 7, "there is no vertex 3: 2 come before this line"},
      {"k.obj", "v 0 0 0\nf 1 -2 1\n", 2, 5, "there is no vertex -2: 1 come"},
      {"l.obj", "v 0 0 0\nf 99999999999999999999 0 1\n", 2, 3, "there is no vertex 99999999999999999999"},
      {"m.obj", "v 0 0 0\nf 0 0 0\n", 2, 3, "there is no vertex 0"},
      {"n.obj", "v 0 0 0\nf 1/x 1 1\n", 2, 3, "'1/x' is no corner of a face"},
      {"o.obj", "v 0 0 0\nv 1 0 0\nf 1 2\n", 3, 6, "a face has 2 corners"},
      {"p.obj", "v 0 0 inf\n", 1, 7, "'inf' is no finite number"},
      {"q.obj", "v 0 0 0\ncurv 1 2\n", 2, 1, "'curv' is not known"},
      {"r.obj", "# nothing\n", 0, 0, "has no triangles"},
      {"s.obj", "v 0 0 0\nf 1 1 1\n", 0, 0, "none of its triangles has three corners"},
      {"t.obj", "v 0 2 0\nv 0 3 0\nv 2 0 0\nv 1 0 0\nv 3 1 0\nf 1 2 3 4 5\n", 6, 12, "crosses itself"},
      {"u.ply", "ply\n", 0, 0, "its name must end in .stl or .obj"},
  };
  PawlModel *model = pawl_model_create();
  PawlMeshDef def = pawl_mesh_def_default();
  def.name = "a.m";
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    PwTriMesh *mesh = NULL;
    put_mesh(cases[i].name, cases[i].text);
    pawl_messages_clear(p->messages);
    def.file = cases[i].name;
    assert_int_equal(pw_model_load_mesh(model, &def, PW_NOWHERE, p->messages, &mesh), PAWL_ERR_INPUT);
    PawlMessage m = pawl_messages_get(p->messages, 0);
    if (!strstr(m.text, cases[i].fragment) || m.line != cases[i].line || m.column != cases[i].column ||
        pawl_messages_errors(p->messages) != 1 || mesh) {
      fail_msg("%s: %d:%d: %s", cases[i].name, m.line, m.column, m.text);
    }
  }
  pawl_model_free(model);
}

static void binary_headers_that_lie_are_refused(void **state) {
  const Place *p = *state;
  unsigned char bytes[BOX_BYTES];
  static const struct {
    int cut;         // bytes of the file
    uint32_t count;  // of its header
    int nan;         // byte where a float is made NaN; 0: none
    const char *fragment;
  } cases[] = {{BOX_BYTES, 13, 0, "byte 80: the header counts 13 triangles, which need 734 bytes; the file has 684"},
               {BOX_BYTES, 4294967295u, 0, "the header counts 4294967295 triangles, which need 214748364834 bytes"},
               {BOX_BYTES - 1, 12, 0, "which need 684 bytes; the file has 683"},
               {84, 12, 0, "the file has 84"},
               {40, 12, 0, "84 bytes at least, not 40"},
               {BOX_BYTES, 12, 84 + 50 * 2 + 12 + 12 + 8, "byte 216: z of corner 2 of triangle 3 is no finite length"}};
  PawlModel *model = pawl_model_create();
  PawlMeshDef def = pawl_mesh_def_default();
  def.name = "a.m";
  def.file = "lie.stl";
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    PwTriMesh *mesh = NULL;
    box_bytes(bytes);
    bytes[0] = 'b';
    put_u32(bytes + 80, cases[i].count);
    if (cases[i].nan) put_u32(bytes + cases[i].nan, 0x7fc00000);
    put_bytes("lie.stl", bytes, (size_t)cases[i].cut);
    pawl_messages_clear(p->messages);
    assert_int_equal(pw_model_load_mesh(model, &def, PW_NOWHERE, p->messages, &mesh), PAWL_ERR_INPUT);
    if (!strstr(pawl_messages_get(p->messages, 0).text, cases[i].fragment))
      fail_msg("%s", pawl_messages_get(p->messages, 0).text);
  }
  pawl_model_free(model);
}

int main(void) {
#define TEST(f) cmocka_unit_test_setup_teardown(f, enter, leave)
  const struct CMUnitTest tests[] = {TEST(a_box_is_the_same_in_every_format),
                                     TEST(polygons_need_not_be_convex),
                                     TEST(a_group_is_taken_alone),
                                     TEST(vertices_are_welded_by_a_length),
                                     TEST(what_can_be_repaired_is),
                                     TEST(what_cannot_is_told),
                                     TEST(bad_files_are_refused_with_their_place),
                                     TEST(binary_headers_that_lie_are_refused)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
