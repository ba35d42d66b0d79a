// Surfaces from files into models and mechanisms: every kind in SI, placed on its body, from its centre of mass. Places and
// normals expected are worked out by hand from the texts.
#include "check.h"

#include <unistd.h>

#include "compile/mechanism.h"
#include "model/model.h"
#include "numerics/vec.h"

static PawlModel *model;
static PawlMessages *messages;
static PawlMechanism *mechanism;
static const double pi = 3.14159265358979323846;

static int setup(void **state) {
  (void)state;
  messages = pawl_messages_create();
  return 0;
}

static int teardown(void **state) {
  (void)state;
  pawl_mechanism_free(mechanism);
  pawl_model_free(model);
  pawl_messages_free(messages);
  mechanism = NULL;
  model = NULL;
  return 0;
}

static void show(void) {
  for (int k = 0; k < pawl_messages_count(messages); k++) {
    PawlMessage m = pawl_messages_get(messages, k);
    print_error("%d:%d: %s\n", m.line, m.column, m.text);
  }
}

static void read_text(const char *text) {
  pawl_messages_clear(messages);
  pawl_mechanism_free(mechanism);
  pawl_model_free(model);
  mechanism = NULL;
  PawlStatus status = pawl_model_parse("m.yaml", text, strlen(text), NULL, 0, messages, &model);
  if (status != PAWL_OK) show();
  assert_int_equal(status, PAWL_OK);
}

// The mechanism needs nothing of the model: that is freed.
static void compile(const char *text) {
  read_text(text);
  PawlStatus status = pw_mechanism_build(model, messages, &mechanism);
  if (status != PAWL_OK) show();
  assert_int_equal(status, PAWL_OK);
  pawl_model_free(model);
  model = NULL;
}

static const PwSkin *skin(const char *name) {
  for (int32_t i = 0; i < mechanism->surfaces; i++) {
    if (strcmp(mechanism->skin[i].name, name) == 0) return &mechanism->skin[i];
  }
  fail_msg("no surface '%s'", name);
  return NULL;
}

static PwSurfacePoint point(const char *name, double u, double v) {
  const PwSurface *s = &skin(name)->geometry;
  double q[2] = {u, v};
  int32_t face = pw_surface_face(s, q);
  PwSurfacePoint at;
  pw_surface_evaluate(s, face, q, &at);
  return at;
}

// Place and outward normal in body axes, from the body's origin.
static void check_at(const char *name, double u, double v, double x, double y, double z, double nx, double ny, double nz) {
  const PwSkin *s = skin(name);
  PwSurfacePoint at = point(name, u, v);
  const double expected[3] = {x, y, z}, normal[3] = {nx, ny, nz};
  for (int c = 0; c < 3; c++) {
    double here = s->position[c] + mechanism->body[s->body].center[c] + pw_dot(s->axes + 3 * c, at.x);
    CHECK_CLOSE(here, expected[c], 1e-14);
    CHECK_CLOSE(pw_dot(s->axes + 3 * c, at.n), normal[c], 1e-14);
  }
}

static void check_range(const char *name, int direction, double from, double to) {
  CHECK_CLOSE(skin(name)->geometry.range[direction][0], from, 1e-15);
  CHECK_CLOSE(skin(name)->geometry.range[direction][1], to, 1e-15);
}

static void simple_kinds(void **state) {
  (void)state;
  compile(
      "units: {length: mm, angle: deg, force: N}\n"
      "bodies:\n"
      "  ground: {surfaces: {floor: {plane: {size: [400, 300]}, at: [0, 0, -5]}}}\n"
      "  a:\n"
      "    mass: 1\n"
      "    center: [10, 20, 30]\n"
      "    surfaces:\n"
      "      plate: {plane: {}, u: [1, 2], v: [3, 5], inside: true}\n"
      "      dish: {paraboloid: {radii: [50, ~], size: [20, 40]}}\n"
      "      ball: {sphere: {radius: 20}, at: [1, 2, 3]}\n"
      "      socket: {sphere: {radius: 20}, u: [0, 90], v: [0, 90], inside: true}\n"
      "      egg: {ellipsoid: {half_axes: [10, 20, 30]}}\n"
      "      bar: {cylinder: {radius: 5, length: 40}, v: [0, 180]}\n"
      "      bore: {cylinder: {radius: 5}, u: [1, 2], inside: true}\n"
      "      cone: {cone: {angle: 45}, u: [5, 25]}\n"
      "      ring: {torus: {radius: 20, tube: 5}}\n"
      "      ramp: {helicoid: {pitch: 12}, u: [5, 20], v: [0, 720]}\n");
  const double h = sqrt(0.5);
  assert_false(mechanism->planar);
  assert_int_equal(mechanism->surfaces, 11);
  check_at("ground.floor", 0.2, 0.1, 0.2, 0.1, -0.005, 0, 0, 1);
  check_range("ground.floor", 0, -0.2, 0.2);
  check_range("ground.floor", 1, -0.15, 0.15);
  check_at("a.plate", 0.001, 0.004, 0.001, 0.004, 0, 0, 0, -1);
  check_range("a.plate", 1, 0.003, 0.005);
  check_at("a.dish", 0.01, 0.02, 0.01, 0.02, 0.001, -0.2 / sqrt(1.04), 0, 1 / sqrt(1.04));
  check_at("a.ball", 0, pi / 2, 0.001, 0.022, 0.003, 0, 1, 0);
  check_at("a.socket", pi / 4, 0, 0.02 * h, 0, 0.02 * h, -h, 0, -h);
  check_at("a.egg", pi / 2, 0, 0, 0, 0.03, 0, 0, 1);
  check_at("a.egg", 0, 0, 0.01, 0, 0, 1, 0, 0);
  check_at("a.bar", 0.015, pi / 2, 0, 0.005, 0.015, 0, 1, 0);
  check_range("a.bar", 0, -0.02, 0.02);
  check_range("a.bar", 1, 0, pi);
  check_at("a.bore", 0.0015, 0, 0.005, 0, 0.0015, -1, 0, 0);
  check_at("a.cone", 0.01, 0, 0.01, 0, 0.01, h, 0, -h);
  check_at("a.ring", 0, 0, 0.025, 0, 0, 1, 0, 0);
  check_at("a.ring", pi / 2, 0, 0.02, 0, 0.005, 0, 0, 1);
  check_at("a.ramp", 0.01, 2 * pi, 0.01, 0, 0.012, 0, -0.012 / hypot(0.012, 0.02 * pi), 0.02 * pi / hypot(0.012, 0.02 * pi));
  check_range("a.ramp", 1, 0, 4 * pi);
}

// Where a surface stands: at and orientation, or a frame of its body.
static void placed(void **state) {
  (void)state;
  compile(
      "bodies:\n"
      "  a:\n"
      "    mass: 1\n"
      "    center: [1, 0, 0]\n"
      "    frames: {tip: {at: [1, 2, 3], axes: {z: x, x: y}}}\n"
      "    surfaces:\n"
      "      turned: {plane: {size: [2, 2]}, at: [1, 2, 3], euler: {order: xyz, angles: [90 deg, 0, 0]}}\n"
      "      on: {plane: {size: [2, 2]}, frame: tip}\n"
      "      full: {plane: {size: [2, 2]}, frame: a.tip}\n");
  check_at("a.turned", 0.5, 1, 1.5, 2, 4, 0, -1, 0);  // x stays, y becomes z, z becomes -y
  check_at("a.on", 0.5, 1, 1, 2.5, 4, 1, 0, 0);
  check_at("a.full", 0.5, 1, 1, 2.5, 4, 1, 0, 0);
  CHECK_CLOSE(skin("a.on")->position[0], 0, 1e-15);  // from the centre of mass
}

// A circle turned is a torus, whether it is a profile of the body or written in place; lines extruded are planes.
static void swept(void **state) {
  (void)state;
  compile(
      "units: {length: mm, force: N}\n"
      "bodies:\n"
      "  a:\n"
      "    mass: 1\n"
      "    profiles:\n"
      "      disc: {circle: {center: [20, 0], radius: 4}, at: [100, 100]}\n"
      "      thick: {offset: {profile: disc, by: 1}}\n"
      "    surfaces:\n"
      "      ring: {torus: {radius: 20, tube: 5}}\n"
      "      named: {revolution: {profile: thick}}\n"
      "      inline: {revolution: {circle: {center: [20, 0], radius: 5}}}\n"
      "      rail: {extrusion: {start: [0, 0], chain: [{line: {to: [10, 0]}}, {line: {to: [0, 10]}}, {line: {to: [0, 0]}}],\n"
      "             length: 100}}\n"
      "      strip: {extrusion: {start: [10, 2], chain: [{line: {to: [0, 2]}}], closed: false}, v: [0, 1]}\n"
      "      thread: {revolution: {start: [4, 0], chain: [{line: {to: [6, 1]}}], closed: false, pitch: 2}, v: [0, 12]}\n");
  assert_int_equal(pawl_messages_count(messages), 0);  // not a word about profiles in space: they make surfaces
  for (int i = 0; i < 20; i++) {
    double q = 0.05 * i, v = 0.3 * i;
    PwSurfacePoint named = point("a.named", q, v), inlined = point("a.inline", q, v), ring = point("a.ring", 2 * pi * q, v);
    for (int c = 0; c < 3; c++) {
      CHECK_CLOSE(named.x[c], ring.x[c], 1e-15);
      CHECK_CLOSE(inlined.x[c], ring.x[c], 1e-15);
      CHECK_CLOSE(named.n[c], ring.n[c], 1e-13);
    }
    CHECK_CLOSE(named.k[0], ring.k[0], 1e-9);
  }
  const double h = sqrt(0.5);
  assert_int_equal(skin("a.rail")->geometry.segments[0], 6);  // three lines, three corners
  check_at("a.rail", 0.5, 0.05, 0.005, 0, 0.05, 0, -1, 0);
  check_at("a.rail", 2.5, -0.05, 0.005, 0.005, -0.05, h, h, 0);
  check_at("a.strip", 0.5, 0.0005, 0.005, 0.002, 0.0005, 0, 1, 0);
  check_range("a.strip", 1, 0, 0.001);
  // Along the profile (2, 0, 1), along the screw (0, 5, 1/pi): the normal is square to both, below.
  double size = sqrt(25 + 4 / (pi * pi) + 100);
  check_at("a.thread", 0.5, 2 * pi, 0.005, 0, 0.0025, 5 / size, 2 / pi / size, -10 / size);
}

// A mechanism has its own copy of everything, curves that a surface is swept from included.
static void copied(void **state) {
  (void)state;
  read_text(
      "bodies: {a: {mass: 1, surfaces: {s: {extrusion: {start: [1, 0], length: 1, closed: false, chain: [\n"
      "  {spline: {points: [[1, 0], [1, 1], [0, 2], [-1, 1]]}}, {polar: {angles: [135 deg, 180 deg], terms: [[sqrt(2), "
      "0]]}}]}},\n"
      "  n: {nurbs: {degree: 1, control: [[[0, 0, 0], [0, 1, 0]], [[1, 0, 0], [1, 1, 0]]]}}}}}\n");
  assert_int_equal(pw_mechanism_build(model, messages, &mechanism), PAWL_OK);
  for (int k = 0; k < 2; k++) {
    const PwSurface *from = &model->surfaces.item[k].geometry, *to = &mechanism->skin[k].geometry;
    assert_true(to->patch != from->patch && to->node != from->node && to->patches == from->patches);
    assert_memory_equal(to->patch, from->patch, (size_t)to->patches * sizeof *to->patch);
    assert_memory_equal(to->node, from->node, (size_t)to->nodes * sizeof *to->node);
    for (int d = 0; d < 2; d++) {
      assert_true(to->cut[d] != from->cut[d] && to->join[d] != from->join[d]);
      assert_memory_equal(to->cut[d], from->cut[d], (size_t)(to->segments[d] + 1) * sizeof *to->cut[d]);
      if (k == 1) assert_true(to->knot[d] != from->knot[d] && to->first[d] != from->first[d] && to->net != from->net);
    }
  }
  const PwElement *from = model->surfaces.item[0].geometry.element, *to = mechanism->skin[0].geometry.element;
  int with_data = 0;
  for (int32_t i = 0; i < mechanism->skin[0].geometry.segments[0]; i++) {
    if (!from[i].data) continue;
    assert_true(to[i].data && to[i].data != from[i].data && to[i].data[0] == from[i].data[0]);
    with_data++;
  }
  assert_int_equal(with_data, 2);
}

// Whatever is said of a surface is in the hash of its model.
static void hashed(void **state) {
  (void)state;
#define NET(more) "nurbs: {degree: 1, control: [[[0, 0, 0], [0, 1, 0]], [[1, 0, 0], [1, 1, 0]]]" more "}"
#define GRID "points: [[[0, 0, 0], [0, 1, 0], [0, 3, 0]], [[1, 0, 0], [1, 1, 0], [1, 3, 0]], [[3, 0, 0], [3, 1, 0], [3, 3, 0]]]"
  static const char *const texts[] = {
      "sphere: {radius: 1}",
      "sphere: {radius: 2}",
      "sphere: {radius: 1}, inside: true",
      "sphere: {radius: 1}, u: [0, 1]",
      "sphere: {radius: 1}, v: [0, 1]",
      "sphere: {radius: 1}, at: [1, 0]",
      "sphere: {radius: 1}, angle: 1",
      "ellipsoid: {half_axes: [1, 1, 1]}",
      "ellipsoid: {half_axes: [1, 1, 2]}",
      "cone: {angle: 0.5}, u: [1, 2]",
      "cone: {angle: 0.6}, u: [1, 2]",
      "helicoid: {pitch: 1}, u: [1, 2], v: [1, 2]",
      "helicoid: {pitch: 2}, u: [1, 2], v: [1, 2]",
      "revolution: {profile: p}",
      "revolution: {profile: q}",
      "revolution: {circle: {center: [3, 0], radius: 1}}",
      "revolution: {circle: {center: [4, 0], radius: 1}}",
      "extrusion: {start: [0, 0], chain: [{line: {to: [1, 0]}}], closed: false, length: 1}",
      "extrusion: {start: [0, 0], chain: [{line: {to: [1, 0]}}], closed: false, ends: points, length: 1}",
      NET(""),
      NET(", weights: [[1, 1], [1, 1]]"),
      NET(", weights: [[1, 1], [1, 2]]"),
      NET(", knots: [[0, 0, 1, 1], ~]"),
      NET(", knots: [~, [0, 0, 1, 1]]"),
      NET(", knots: [[0, 0, 2, 2], ~]"),
      "nurbs: {degree: 1, control: [[[0, 0, 0], [0, 1, 0]], [[1, 0, 0], [1, 1, 1]]]}",
      "grid: {degree: 1, " GRID "}",
      "grid: {degree: 2, " GRID "}",
      "grid: {degree: [1, 2], " GRID "}",
      "grid: {degree: 1, uniform: true, " GRID "}",
      "grid: {degree: 1, uniform: [true, false], " GRID "}",
  };
  enum { COUNT = sizeof texts / sizeof *texts };
  uint64_t hash[COUNT];
  for (int k = 0; k < COUNT; k++) {
    static char text[2000];
    snprintf(
        text, sizeof text,
        "bodies: {a: {mass: 1, profiles: {p: {circle: {center: [3, 0], radius: 1}}, q: {circle: {center: [3, 0], radius: 1}}},\n"
        "  surfaces: {s: {%s}}}}\n",
        texts[k]);
    read_text(text);
    hash[k] = model->hash;
    for (int j = 0; j < k; j++) {
      if (hash[j] == hash[k]) fail_msg("one hash for\n%s\n%s", texts[j], texts[k]);
    }
  }
}

// A quarter of a cylinder, radius 10 mm, 5 mm high, exact as a rational surface of degree 2.
#define QUARTER                                \
  "control:\n"                                 \
  "            - [[10, 0, 0], [10, 0, 5]]\n"   \
  "            - [[10, 10, 0], [10, 10, 5]]\n" \
  "            - [[0, 10, 0], [0, 10, 5]]\n"   \
  "          weights: [[1, 1], [sqrt(0.5), sqrt(0.5)], [1, 1]]\n"

static void check_quarter(const char *name) {
  for (int i = 0; i <= 8; i++) {
    PwSurfacePoint at = point(name, 0.125 * i, 0.5);
    CHECK_CLOSE(hypot(at.x[0], at.x[1]), 0.01, 1e-16);
    CHECK_CLOSE(at.x[2], 0.0025, 1e-17);
    CHECK_CLOSE(at.n[0], at.x[0] / 0.01, 1e-14);
    CHECK_CLOSE(fmax(fabs(at.k[0]), fabs(at.k[2])), 100, 1e-10);
  }
}

static void nets(void **state) {
  (void)state;
  compile(
      "units: {length: mm}\n"
      "bodies:\n"
      "  a:\n"
      "    mass: 1\n"
      "    surfaces:\n"
      "      plain:\n"
      "        nurbs:\n"
      "          degree: [2, 1]\n"
      "          " QUARTER
      "      knots:\n"
      "        nurbs:\n"
      "          degree: [2, 1]\n"
      "          knots: [[0, 0, 0, 1, 1, 1], ~]\n"
      "          " QUARTER
      "      round:\n"
      "        nurbs:\n"
      "          degree: [2, 1]\n"
      "          periodic: [true, false]\n"
      "          control: [[[1, 0, 0], [1, 0, 5]], [[0, 1, 0], [0, 1, 5]], [[-1, 0, 0], [-1, 0, 5]], [[0, -1, 0], [0, -1, 5]]]\n"
      "      flat: {nurbs: {degree: 1, periodic: false, control: [[[0, 0, 0], [0, 1, 0]], [[1, 0, 0], [1, 1, 0]]]}}\n");
  check_quarter("a.plain");
  check_quarter("a.knots");
  // A uniform periodic spline of degree 2 passes the middles of its control polygon at its knots.
  PwSurfacePoint middle = point("a.round", 0, 0);
  assert_true(skin("a.round")->geometry.periodic[0] && !skin("a.round")->geometry.periodic[1]);
  CHECK_CLOSE(hypot(middle.x[0], middle.x[1]), 1e-3 * sqrt(0.5), 1e-17);
  check_at("a.flat", 0.25, 0.5, 0.00025, 0.0005, 0, 0, 0, 1);
}

static char folder[] = "/tmp/pawl_surfaces_XXXXXX";

static void put_file(const char *name, const char *text) {
  char path[200];
  snprintf(path, sizeof path, "%s/%s", folder, name);
  FILE *file = fopen(path, "w");
  assert_non_null(file);
  fputs(text, file);
  fclose(file);
}

static PawlStatus load(const char *text) {
  char path[200];
  put_file("m.yaml", text);
  snprintf(path, sizeof path, "%s/m.yaml", folder);
  pawl_messages_clear(messages);
  pawl_model_free(model);
  return pawl_model_load(path, NULL, 0, messages, &model);
}

static void remove_files(void) {
  static const char *const names[] = {"m.yaml", "net.csv", "weights.csv"};
  for (int k = 0; k < 3; k++) {
    char path[200];
    snprintf(path, sizeof path, "%s/%s", folder, names[k]);
    remove(path);
  }
}

#define FROM_FILE "units: {length: mm}\nbodies: {a: {mass: 1, surfaces: {s: {nurbs: {degree: [2, 1], "

// The same net from the model, from a file of points and from one with weights: bit for bit.
static void files(void **state) {
  (void)state;
  assert_non_null(mkdtemp(folder));
  put_file("net.csv", "x, y, z\n10, 0, 0\n10, 0, 5\n# next row\n10; 10; 0\n10 10 5\n\n0,10,0\n0,10,5\n");
  put_file("weights.csv", "10,0,0,1\n10,0,5,1\n10,10,0,0.70710678118654757\n10,10,5,0.70710678118654757\n0,10,0,1\n0,10,5,1\n");
  static const char *const texts[] = {FROM_FILE
                                      "control: [[[10,0,0],[10,0,5]], [[10,10,0],[10,10,5]], [[0,10,0],[0,10,5]]],\n"
                                      " weights: [[1, 1], [sqrt(0.5), sqrt(0.5)], [1, 1]]}}}}}\n",
                                      FROM_FILE
                                      "csv: net.csv, count: [3, 2], weights: [[1, 1], [sqrt(0.5), sqrt(0.5)], [1, 1]]}}}}}\n",
                                      FROM_FILE "csv: weights.csv, count: [3, 2]}}}}}\n"};
  uint64_t hash[3];
  for (int k = 0; k < 3; k++) {
    PawlStatus status = load(texts[k]);
    if (status != PAWL_OK) show();
    assert_int_equal(status, PAWL_OK);
    hash[k] = model->hash;
  }
  assert_true(hash[0] == hash[1] && hash[0] == hash[2]);
  const PawlSurfaceDef *def = &model->surfaces.item[0].def;
  assert_true(def->count[0] == 3 && def->count[1] == 2 && def->weight && def->weight[2] == sqrt(0.5));
  assert_true(def->point[3 * 3 + 2] == 5 * 0.001);
  remove_files();
  rmdir(folder);
}

// A grid of 13 x 13 points of z = 0.1 sin x cos y: the surface passes them. Between rows and between columns it is off by what is
// said, within a factor of 4: looked up in the middles between points.
static void grids(void **state) {
  (void)state;
  static char text[40000];
  int n = snprintf(text, sizeof text, "bodies: {a: {mass: 1, surfaces: {s: {grid: {degree: [3, 5], uniform: true, points: [");
  for (int i = 0; i < 13; i++) {
    for (int j = 0; j < 13; j++) {
      double x = 0.25 * i, y = 0.25 * j;
      n += snprintf(text + n, sizeof text - (size_t)n, "%s[%.17g, %.17g, %.17g]",
                    j   ? ", "
                    : i ? ", ["
                        : "[",
                    x, y, 0.1 * sin(x) * cos(y));
    }
    n += snprintf(text + n, sizeof text - (size_t)n, "]");
  }
  snprintf(text + n, sizeof text - (size_t)n, "]}}}}}\n");
  compile(text);
  const PwGridError *fit = &skin("a.s")->fit;
  double worst[2] = {0, 0};
  for (int i = 0; i <= 24; i++) {
    for (int j = 0; j <= 24; j++) {
      PwSurfacePoint at = point("a.s", i / 24., j / 24.);
      double off = fabs(at.x[2] - 0.1 * sin(at.x[0]) * cos(at.x[1]));
      if (i % 2 == 0 && j % 2 == 0) CHECK_CLOSE(off, 0, 1e-14);
      if (i % 2 && j % 2 == 0) worst[0] = fmax(worst[0], off);
      if (i % 2 == 0 && j % 2) worst[1] = fmax(worst[1], off);
    }
  }
  assert_true(fit->at < 1e-14);
  for (int d = 0; d < 2; d++) {
    double said = ldexp(fit->between[d], d == 0 ? -4 : -6);
    if (!(said > worst[d] / 4 && said < worst[d] * 4)) fail_msg("direction %d: error %g, said to be %g", d, worst[d], said);
  }
  assert_true(worst[0] > 1e-7 && worst[1] > 1e-9 && worst[1] < worst[0]);
  // Two columns of degree 1 tell nothing of what is between them, four rows of degree 3 neither.
  compile(
      "bodies: {a: {mass: 1, surfaces: {s: {grid: {degree: [3, 1], points: [[[0, 0, 0], [0, 1, 0]], [[1, 0, 0], [1, 1, 0]],\n"
      " [[2, 0, 0], [2, 1, 0]], [[3, 0, 1], [3, 1, 1]]]}}}}}\n");
  fit = &skin("a.s")->fit;
  assert_true(fit->at < 1e-14 && isnan(fit->between[0]) && isnan(fit->between[1]));
}

#define BALL "surfaces: {skin: {sphere: {radius: 1}}}"

static void contacts(void **state) {
  (void)state;
  compile(
      "bodies:\n"
      "  a: {mass: 1, inertia: 1, " BALL
      "}\n"
      "  b: {mass: 1, inertia: 1, position: [3, 0], " BALL
      "}\n"
      "  c: {mass: 1, inertia: 1, position: [6, 0], surfaces: {p: {plane: {size: [1, 1]}}, q: {plane: {size: [1, 1]}}}}\n"
      "contacts:\n"
      "  all: {bodies: [a, b, c], restitution: 0.5}\n"
      "  one: {surfaces: [c.q, a.skin], sides: both, slots: 3}\n");
  // Without contacts of surfaces these free bodies would be in space, too; with contacts of profiles they were in the plane.
  assert_false(mechanism->planar);
  static const char *const names[] = {"one", "all.a.b", "all.a.c.p", "all.b.c.p", "all.b.c.q"};
  assert_int_equal(mechanism->contacts, 5);
  for (int k = 0; k < 5; k++) assert_string_equal(mechanism->contact[k].name, names[k]);
  const PwContact *c = &mechanism->contact[0];
  assert_true(c->kind == PW_CONTACT_SURFACES && c->boundary[0] == -1 && c->boundary[1] == -1 && c->scalar == -1);
  assert_string_equal(mechanism->skin[c->skin[0]].name, "c.q");
  assert_string_equal(mechanism->skin[c->skin[1]].name, "a.skin");
  assert_true(c->body[0] == 3 && c->body[1] == 1 && c->sides == PAWL_SIDES_BOTH && c->slots == 3 && c->start_closed);
  CHECK_CLOSE(mechanism->contact[4].restitution, 0.5, 0);
}

// Bodies that have both kinds: profiles touch where the model is declared planar, else surfaces.
static void both_kinds(void **state) {
  (void)state;
  static const char text[] =
      "bodies:\n"
      "  a: {mass: 1, inertia: 1, profiles: {rim: {circle: {radius: 1}}}, " BALL
      "}\n"
      "  b: {mass: 1, inertia: 1, position: [3, 0], profiles: {rim: {circle: {radius: 1}}}, " BALL
      "}\n"
      "contacts: {all: {bodies: [a, b]}}\n";
  static char planar[sizeof text + 20];
  compile(text);
  assert_int_equal(mechanism->contact[0].kind, PW_CONTACT_SURFACES);
  assert_int_equal(pawl_messages_count(messages), 1);  // the profiles are left out
  snprintf(planar, sizeof planar, "planar: true\n%s", text);
  compile(planar);
  assert_int_equal(mechanism->contact[0].kind, PW_CONTACT_PROFILES);
  assert_true(mechanism->contact[0].skin[0] == -1 && mechanism->contact[0].skin[1] == -1 && mechanism->planar);
  assert_int_equal(mechanism->surfaces, 2);
}

static void expect_refused(const char *text, int line, int column, const char *fragment) {
  read_text(text);
  assert_int_equal(pw_mechanism_build(model, messages, &mechanism), PAWL_ERR_INPUT);
  PawlMessage m = pawl_messages_get(messages, 0);
  if (m.line == line && m.column == column && strstr(m.text, fragment)) return;
  show();
  fail_msg("should be %d:%d: ... %s", line, column, fragment);
}

// Surfaces touch in space, profiles in the plane.
static void planes(void **state) {
  (void)state;
  expect_refused("planar: true\nbodies: {a: {mass: 1, inertia: 1, " BALL "}, b: {mass: 1, inertia: 1, " BALL
                 "}}\n"
                 "contacts:\n  c: {surfaces: [a.skin, b.skin]}\n",
                 4, 3, "the model is declared planar, but surfaces touch in space");
  expect_refused(
      "bodies:\n"
      "  a: {mass: 1, inertia: 1, profiles: {rim: {circle: {radius: 1}}}, " BALL
      "}\n"
      "  b: {mass: 1, inertia: 1, profiles: {rim: {circle: {radius: 1}}}, " BALL
      "}\n"
      "contacts:\n  c: {surfaces: [a.skin, b.skin]}\n  d: {profiles: [a.rim, b.rim]}\n",
      6, 3, "contact 'd': profiles touch in planar mechanisms only, but surfaces touch in space");
  assert_null(strstr(pawl_messages_get(messages, 0).text, "planar: true"));  // which would not help
}

// ---- in code

static PawlSurfaceDef ball(PawlBodyId body, const char *name) {
  PawlSurfaceDef def = pawl_surface_def_default();
  def.type = PAWL_SURFACE_SPHERE;
  def.name = name;
  def.body = body;
  def.radius[0] = 1;
  return def;
}

static void expect_add(const PawlSurfaceDef *def, PawlStatus expected, const char *fragment) {
  int32_t before = model->surfaces.count;
  pawl_messages_clear(messages);
  assert_int_equal(pawl_model_add_surface(model, def, messages, NULL), expected);
  assert_int_equal(model->surfaces.count, before);
  if (!strstr(pawl_messages_get(messages, 0).text, fragment)) fail_msg("%s", pawl_messages_get(messages, 0).text);
}

static void in_code(void **state) {
  (void)state;
  PawlBodyDef body = pawl_body_def_default();
  PawlBodyId a, b;
  PawlSurfaceId skin1, skin2;
  model = pawl_model_create();
  body.name = "a";
  assert_int_equal(pawl_model_add_body(model, &body, messages, &a), PAWL_OK);
  body.name = "b";
  assert_int_equal(pawl_model_add_body(model, &body, messages, &b), PAWL_OK);
  PawlSurfaceDef def = ball(a, "a.skin");
  assert_int_equal(pawl_model_add_surface(model, &def, messages, &skin1), PAWL_OK);
  assert_int_equal(pawl_model_find_surface(model, "a.skin").i, skin1.i);
  expect_add(&def, PAWL_ERR_INPUT, "already taken");
  def = ball(b, "a.other");
  expect_add(&def, PAWL_ERR_INPUT, "its name must begin with");
  struct {
    PawlSurfaceDef def;
    char newer[8];  // a field that this library does not know, and that is set
  } longer = {ball(b, "b.skin"), "set"};
  longer.def.size = sizeof longer;
  expect_add(&longer.def, PAWL_ERR_ARGUMENT, "size is");
  expect_add(NULL, PAWL_ERR_ARGUMENT, "NULL");
  def = ball((PawlBodyId){7}, "b.skin");
  expect_add(&def, PAWL_ERR_ARGUMENT, "body id 7 does not exist");
  def = ball(b, "b.skin");
  def.type = (PawlSurfaceType)99;
  expect_add(&def, PAWL_ERR_ARGUMENT, "no surface type 99");
  def = ball(b, "b.skin");
  def.radius[0] = NAN;
  expect_add(&def, PAWL_ERR_INPUT, "the radius is nan");
  def = ball(b, "b.skin");
  def.position[1] = INFINITY;
  expect_add(&def, PAWL_ERR_INPUT, "not a finite number");
  def = ball(b, "b.skin");
  def.range[0][0] = 0, def.range[0][1] = NAN;
  expect_add(&def, PAWL_ERR_INPUT, "the range of its latitude is 0 to nan");
  def = ball(b, "b.skin");
  assert_int_equal(pawl_model_add_surface(model, &def, messages, &skin2), PAWL_OK);
  // A caller who knows nothing of surfaces has a shorter def of a contact.
  PawlContactDef contact = pawl_contact_def_default();
  contact.name = "c";
  contact.size = (uint32_t)offsetof(PawlContactDef, surface);
  contact.surface[0] = skin1, contact.surface[1] = skin2;
  assert_int_equal(pawl_model_add_contact(model, &contact, messages, NULL), PAWL_ERR_ARGUMENT);
  contact.size = sizeof contact;
  contact.profile[0].i = 1;
  assert_int_equal(pawl_model_add_contact(model, &contact, messages, NULL), PAWL_ERR_ARGUMENT);
  contact.profile[0].i = 0;
  contact.surface[1].i = 9;
  assert_int_equal(pawl_model_add_contact(model, &contact, messages, NULL), PAWL_ERR_ARGUMENT);
  contact.surface[1] = skin1;
  assert_int_equal(pawl_model_add_contact(model, &contact, messages, NULL), PAWL_ERR_INPUT);
  contact.surface[1] = skin2;
  assert_int_equal(pawl_model_add_contact(model, &contact, messages, NULL), PAWL_OK);
  assert_int_equal(pawl_model_add_contact(model, &contact, messages, NULL), PAWL_ERR_INPUT);
}

// Nets in code: what does not belong to a kind is forgotten, numbers that cannot be are refused.
static void nets_in_code(void **state) {
  (void)state;
  static double grid[48];
  for (int i = 0; i < 16; i++) grid[3 * i] = i / 4, grid[3 * i + 1] = i % 4;
  model = pawl_model_create();
  PawlSurfaceDef def = pawl_surface_def_default();
  def.body = pawl_model_ground(model);
  def.name = "ground.net";
  def.type = PAWL_SURFACE_GRID;
  def.count[0] = def.count[1] = 4;
  expect_add(&def, PAWL_ERR_INPUT, "has 4 rows of 4 points, need 1 to 100000 points in all");
  def.point = grid;
  def.count[0] = 0;
  expect_add(&def, PAWL_ERR_INPUT, "has 0 rows");
  def.count[0] = INT32_MAX;
  expect_add(&def, PAWL_ERR_INPUT, "points in all");
  def.count[0] = 4;
  grid[7] = NAN;
  expect_add(&def, PAWL_ERR_INPUT, "[0][2]");
  grid[7] = 2;
  def.radius[0] = 3, def.knot_count[0] = -5;  // of other kinds
  assert_int_equal(pawl_model_add_surface(model, &def, messages, NULL), PAWL_OK);
  assert_true(model->surfaces.item[0].def.radius[0] == 0 && model->surfaces.item[0].def.knot_count[0] == 0);
  grid[3] = 77;  // the model has its own
  assert_true(model->surfaces.item[0].def.point[3] == 0);
  def.name = "ground.control";
  def.type = PAWL_SURFACE_NURBS;
  expect_add(&def, PAWL_ERR_INPUT, "has -5 knots in u");
  def.knot_count[0] = 200000, def.knots[0] = grid;  // more than are there: they are not looked at
  expect_add(&def, PAWL_ERR_INPUT, "has 200000 knots in u");
  def.knot_count[0] = 0;
  def.type = PAWL_SURFACE_REVOLUTION;
  expect_add(&def, PAWL_ERR_INPUT, "needs 1 to 10000 elements");
  def.profile.i = 4;
  expect_add(&def, PAWL_ERR_ARGUMENT, "profile id 4 does not exist");
}

// ---- what is said of them

static void checked(void **state) {
  (void)state;
  static const char text[] =
      "units: {length: mm, force: N}\n"
      "bodies:\n"
      "  ground: {surfaces: {floor: {plane: {size: [400, 300]}}}}\n"
      "  a: {mass: 1, inertia: [1, 1, 1], position: [0, 0, 60], surfaces: {skin: {sphere: {radius: 20}}}}\n"
      "  g: {mass: 1, inertia: [1, 1, 1], surfaces: {s: {grid: {degree: 1, points: [[[0, 0, 0], [0, 1, 0], [0, 2, 0]],\n"
      "      [[1, 0, 0], [1, 1, 0], [1, 2, 0]], [[2, 0, 0], [2, 1, 0], [2, 2, 0]]]}}}}\n"
      "contacts: {c: {surfaces: [ground.floor, a.skin]}}\n";
  read_text(text);
  assert_int_equal(pawl_mechanism_compile(model, messages, &mechanism), PAWL_OK);
  CHECK_CLOSE(mechanism->size, 0.06,
              1e-12);  // the bodies are 60 mm apart; no surface of theirs reaches as far, ground's do not count
  char *said = NULL;
  assert_int_equal(pawl_check(mechanism, NULL, NULL, &said), PAWL_OK);
  assert_non_null(strstr(said, "surfaces: 3\n"));
  assert_non_null(strstr(said, "  a.skin: sphere, 1 face, size 40 x 40 x 40 mm\n"));
  assert_non_null(strstr(said, "  g.s: grid, 4 faces, size 2 x 2 x 0 mm, off its points by 0 mm, between rows by about 0 mm"));
  assert_non_null(strstr(said, "  c: ground.floor and a.skin, rigid, restitution 0\n"));
  pawl_text_free(said);
  PawlCheckOptions options = pawl_check_options_default();
  options.json = true;
  assert_int_equal(pawl_check(mechanism, &options, NULL, &said), PAWL_OK);
  assert_non_null(strstr(said, "\"name\": \"ground.floor\""));
  assert_non_null(strstr(said, "\"at_points\": 0.0"));
  pawl_text_free(said);
  assert_int_equal(pawl_model_write_dyn(model, messages, &said), PAWL_ERR_UNSUPPORTED);
  bool surface = false, contact = false;
  for (int k = 0; k < pawl_messages_count(messages); k++) {
    surface = surface || strstr(pawl_messages_get(messages, k).text, "cannot hold surface 'a.skin'");
    contact = contact || strstr(pawl_messages_get(messages, k).text, "cannot hold contact 'c'");
  }
  assert_true(surface && contact);
}

// The mechanism's size: how far a surface reaches from its body's centre, by a ball around it that may be a little too large.
static void sizes(void **state) {
  (void)state;
  read_text(
      "bodies: {a: {mass: 1, inertia: [1, 1, 1], center: [0, 0, -1], surfaces: {s: {sphere: {radius: 1}, at: [0, 0, 9]}}}}\n");
  assert_int_equal(pawl_mechanism_compile(model, messages, &mechanism), PAWL_OK);
  assert_true(mechanism->size >= 11 && mechanism->size < 12);
}

#define READING(test) cmocka_unit_test_setup_teardown(test, setup, teardown)

int main(void) {
  const struct CMUnitTest tests[] = {READING(simple_kinds), READING(placed),  READING(swept),        READING(nets),
                                     READING(files),        READING(grids),   READING(contacts),     READING(both_kinds),
                                     READING(planes),       READING(in_code), READING(nets_in_code), READING(checked),
                                     READING(copied),       READING(hashed),  READING(sizes)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
