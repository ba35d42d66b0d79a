// Regions of two meshes: against all pairs of triangles, against the intersection of convex bodies cut face by face, by closed
// forms of boxes and of the lens of two balls, in general position and where faces, edges and corners lie on each other.
#include "base/random.h"
#include "check.h"
#include "geometry/mesh/mesh_cut.h"
#include "numerics/vec.h"

static const double PI = 3.14159265358979323846, NONE[3] = {0}, STILL[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1};

// ---- meshes

static PwMeshBuilder builder;

static void put_box(const double low[3], const double high[3]) {
  static const int face[6][4] = {{0, 3, 2, 1}, {4, 5, 6, 7}, {0, 1, 5, 4}, {1, 2, 6, 5}, {2, 3, 7, 6}, {3, 0, 4, 7}};
  int32_t v[8];
  for (int i = 0; i < 8; i++) {
    double x[3] = {i % 4 == 1 || i % 4 == 2 ? high[0] : low[0], i % 4 > 1 ? high[1] : low[1], i > 3 ? high[2] : low[2]};
    assert_int_equal(pw_mesh_add_vertex(&builder, x, &v[i]), PAWL_OK);
  }
  for (int f = 0; f < 6; f++) {
    for (int k = 0; k < 2; k++) pw_mesh_add_triangle(&builder, v[face[f][0]], v[face[f][k + 1]], v[face[f][k + 2]]);
  }
}

static PwTriMesh *take(void) {
  PwTriMesh *m;
  assert_int_equal(pw_mesh_finish(&builder, 1, &m), PAWL_OK);
  assert_true(pw_trimesh_closed(m));
  return m;
}

static PwTriMesh *box(double x0, double y0, double z0, double x1, double y1, double z1) {
  put_box((double[3]){x0, y0, z0}, (double[3]){x1, y1, z1});
  return take();
}

// A ball from an octahedron whose triangles are cut in four, `times` over.
static void cut_in_four(const double a[3], const double b[3], const double c[3], int times, double radius) {
  double p[3][3];
  const double *x[3] = {a, b, c};
  if (times == 0) {
    int32_t v[3];
    for (int k = 0; k < 3; k++) {
      double y[3] = {radius * x[k][0], radius * x[k][1], radius * x[k][2]};
      assert_int_equal(pw_mesh_add_vertex(&builder, y, &v[k]), PAWL_OK);
    }
    pw_mesh_add_triangle(&builder, v[0], v[1], v[2]);
    return;
  }
  for (int k = 0; k < 3; k++) {
    for (int i = 0; i < 3; i++) p[k][i] = x[k][i] + x[(k + 1) % 3][i];
    pw_normalise(p[k]);
  }
  cut_in_four(a, p[0], p[2], times - 1, radius);
  cut_in_four(b, p[1], p[0], times - 1, radius);
  cut_in_four(c, p[2], p[1], times - 1, radius);
  cut_in_four(p[0], p[1], p[2], times - 1, radius);
}

static PwTriMesh *ball(double radius, int times) {
  builder.weld = 1e-9;
  for (int i = 0; i < 8; i++) {
    double a[3] = {i & 1 ? -1 : 1, 0, 0}, b[3] = {0, i & 2 ? -1 : 1, 0}, c[3] = {0, 0, i & 4 ? -1 : 1};
    bool odd = ((i & 1) + (i >> 1 & 1) + (i >> 2)) % 2;
    cut_in_four(a, odd ? c : b, odd ? b : c, times, radius);
  }
  return take();
}

typedef struct {
  PwMeshTree tree[2];
  PwMeshCut cut;
  PwMeshRegion *region;
  int32_t regions;
} Pair;

static void meet(const PwTriMesh *a, const PwTriMesh *b, const double position[3], const double axes[9], Pair *p) {
  assert_true(pw_mesh_tree_create(a, &p->tree[0]) && pw_mesh_tree_create(b, &p->tree[1]));
  assert_int_equal(pw_mesh_cut(&p->tree[0], &p->tree[1], position, axes, &p->cut), PAWL_OK);
  assert_int_equal(pw_mesh_regions(&p->cut, &p->region, &p->regions), PAWL_OK);
}

static void forget(Pair *p) {
  for (int k = 0; k < 2; k++) pw_mesh_tree_free(&p->tree[k]);
  pw_mesh_cut_free(&p->cut);
  free(p->region);
}

static void random_axes(uint64_t *seed, double axes[9]) {
  double q[4];
  for (int i = 0; i < 4; i++) q[i] = pw_random_between(seed, -1, 1);
  pw_quat_normalise(q);
  pw_quat_matrix(q, axes);
}

// ---- against all pairs

static int by_place(const void *x, const void *y) {
  const PwPiercing *a = x, *b = y;
  int64_t p = ((int64_t)a->of << 62) + ((int64_t)a->edge << 24) + a->triangle,
          q = ((int64_t)b->of << 62) + ((int64_t)b->edge << 24) + b->triangle;
  return (p > q) - (p < q);
}

// The tree finds the piercings that comparing every edge with every triangle does, the same to the last bit.
static void check_all_pairs(Pair *p) {
  int32_t count = 0;
  if (count < p->cut.piercings) qsort(p->cut.piercing, (size_t)p->cut.piercings, sizeof *p->cut.piercing, by_place);
  for (int m = 0; m < 2; m++) {
    const PwTriMesh *a = p->tree[m].mesh, *b = p->tree[1 - m].mesh;
    for (int32_t e = 0; e < 3 * a->triangles; e++) {
      if (a->beside[e / 3][e % 3] < e / 3) continue;
      for (int32_t t = 0; t < b->triangles; t++) {
        int way = pw_cut_pierces(&p->cut, m, a->corner[e / 3][e % 3], a->corner[e / 3][(e % 3 + 1) % 3], t);
        if (!way) continue;
        const PwPiercing *q = &p->cut.piercing[count++];
        assert_true(count <= p->cut.piercings && q->of == m && q->edge == e && q->triangle == t && q->enters == (way > 0));
      }
    }
  }
  assert_int_equal(count, p->cut.piercings);
}

// ---- convex bodies, cut face by face

typedef struct {
  double x[40][3];
  int count;
} Polygon;

static void clip(Polygon *p, const double n[3], double d) {  // to n x <= d
  Polygon out = {.count = 0};
  for (int i = 0; i < p->count; i++) {
    const double *a = p->x[i], *b = p->x[(i + 1) % p->count];
    double f = pw_dot(n, a) - d, g = pw_dot(n, b) - d;
    if (f <= 0) memcpy(out.x[out.count++], a, sizeof out.x[0]);
    if ((f < 0 && g > 0) || (f > 0 && g < 0)) {
      for (int c = 0; c < 3; c++) out.x[out.count][c] = a[c] + f / (f - g) * (b[c] - a[c]);
      out.count++;
    }
  }
  *p = out;
}

// The part of mesh m's surface inside the other, both convex: volume under it from the origin, and its vector area.
static double clipped(const PwMeshCut *c, int m, double area[3]) {
  const PwTriMesh *a = c->tree[m]->mesh, *b = c->tree[1 - m]->mesh;
  double volume = 0;
  memset(area, 0, 3 * sizeof *area);
  for (int32_t t = 0; t < a->triangles; t++) {
    Polygon p = {.count = 3};
    for (int k = 0; k < 3; k++) memcpy(p.x[k], pw_cut_vertex(c, m, a->corner[t][k]), sizeof p.x[k]);
    for (int32_t s = 0; s < b->triangles && p.count; s++) {
      const double *x[3];
      double u[3], v[3], n[3];
      for (int k = 0; k < 3; k++) x[k] = pw_cut_vertex(c, 1 - m, b->corner[s][k]);
      for (int i = 0; i < 3; i++) u[i] = x[1][i] - x[0][i], v[i] = x[2][i] - x[0][i];
      pw_cross(u, v, n);
      clip(&p, n, pw_dot(n, x[0]));
    }
    for (int k = 1; k + 1 < p.count; k++) {
      double u[3], v[3], n[3];
      for (int i = 0; i < 3; i++) u[i] = p.x[k][i] - p.x[0][i], v[i] = p.x[k + 1][i] - p.x[0][i];
      pw_cross(u, v, n);
      for (int i = 0; i < 3; i++) area[i] += n[i] / 2;
      volume += pw_dot(n, p.x[0]) / 6;
    }
  }
  return volume;
}

static void random_pairs(void **state) {
  (void)state;
  uint64_t seed = 17;
  int met = 0;
  for (int i = 0; i < 400; i++) {
    double s[6], position[3], axes[9], area[2][3];
    for (int k = 0; k < 6; k++) s[k] = pw_random_between(&seed, 0.2, 1);
    for (int k = 0; k < 3; k++) position[k] = pw_random_between(&seed, -0.9, 0.9);
    random_axes(&seed, axes);
    PwTriMesh *a = i % 4 ? box(-s[0], -s[1], -s[2], s[0], s[1], s[2]) : ball(s[0], 2);
    PwTriMesh *b = i % 3 ? box(-s[3], -s[4], -s[5], s[3], s[4], s[5]) : ball(s[3], 2);
    Pair p;
    meet(a, b, position, axes, &p);
    double volume = clipped(&p.cut, 0, area[0]) + clipped(&p.cut, 1, area[1]);
    check_all_pairs(&p);
    assert_true(p.regions <= 1);
    if (p.regions) {
      const PwMeshRegion *r = &p.region[0];
      CHECK_CLOSE(r->volume, volume, 1e-13);
      for (int k = 0; k < 3; k++) CHECK_CLOSE(r->area[k], area[0][k], 1e-13);
      for (int k = 0; k < 3; k++) CHECK_CLOSE(r->area[k], -area[1][k], 1e-13);
      assert_true(r->depth >= 0 || r->contours == 0);
      met += r->contours > 0;
    } else {
      CHECK_CLOSE(volume, 0, 1e-14);
    }
    forget(&p);
    pw_trimesh_release(a);
    pw_trimesh_release(b);
  }
  assert_in_range(met, 150, 390);
}

// ---- closed forms

// A box of 2 x 2 x 2 with another one in it in all ways, the second one turned by quarter turns, which leaves all numbers whole.
static void boxes_on_a_grid(void **state) {
  (void)state;
  static const struct {
    double low[3], high[3], volume;
    int contours;
  } cases[] = {
      {{0.5, 0.5, 1}, {1.5, 1.5, 3}, 1, 1},      // through the top
      {{0.5, 0.5, -1}, {1.5, 1.5, 3}, 2, 2},     // through and through
      {{1, 1, 1}, {3, 3, 3}, 1, 1},              // corner in corner
      {{1, 0, 0}, {3, 2, 2}, 4, -1},             // along: four faces lie on each other
      {{0, 0, 0}, {2, 2, 2}, 8, -1},             // the same
      {{0.5, 0.5, 0.5}, {1.5, 1.5, 1.5}, 1, 0},  // wholly inside
      {{0.5, 0.5, 0}, {1.5, 1.5, 1}, 1, -1},     // inside, standing on the bottom
      {{-1, -1, -1}, {3, 3, 3}, 8, 0},           // around
      {{-1, -1, 1}, {3, 3, 3}, 4, 1},            // over the top half
      {{5, 0, 0}, {6, 1, 1}, 0, 0},              // apart
      {{2, 0, 0}, {3, 2, 2}, 0, -1},             // face on face
      {{2, 2, 0}, {3, 3, 2}, 0, -1},             // edge on edge
      {{2, 2, 2}, {3, 3, 3}, 0, -1},             // corner on corner
      {{0.5, 0.5, 2}, {1.5, 1.5, 3}, 0, -1},     // standing on top
  };
  PwTriMesh *a = box(0, 0, 0, 2, 2, 2);
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    for (int turn = 0; turn < 24; turn++) {
      double axes[9] = {0}, q[2][3], position[3] = {0};
      int x = turn / 4 % 3, y = (x + 1 + turn / 2 % 2) % 3, z = 3 - x - y;  // a turn that takes whole axes to whole ones
      axes[x] = turn % 2 ? -1 : 1;
      axes[3 + y] = turn / 12 ? -1 : 1;
      axes[6 + z] = axes[x] * axes[3 + y] * ((y - x + 3) % 3 == 1 ? 1 : -1);
      for (int k = 0; k < 3; k++) {  // where the other one's corners are in its own axes
        double u = 0, v = 0;
        for (int n = 0; n < 3; n++) u += axes[3 * n + k] * cases[i].low[n], v += axes[3 * n + k] * cases[i].high[n];
        q[0][k] = fmin(u, v), q[1][k] = fmax(u, v);
      }
      PwTriMesh *b = box(q[0][0], q[0][1], q[0][2], q[1][0], q[1][1], q[1][2]);
      Pair p;
      meet(a, b, position, axes, &p);
      double volume = 0;
      int contours = 0;
      for (int32_t n = 0; n < p.regions; n++) volume += p.region[n].volume, contours += p.region[n].contours;
      if (fabs(volume - cases[i].volume) > 1e-14 || (cases[i].contours >= 0 && contours != cases[i].contours)) {
        fail_msg("case %d, turn %d: volume %.17g in %d regions, %d contours", (int)i, turn, volume, (int)p.regions, contours);
      }
      check_all_pairs(&p);
      forget(&p);
      pw_trimesh_release(b);
    }
  }
  pw_trimesh_release(a);
}

// The first case above, and one that cuts an edge off: area, normal, middle and depth by hand.
static void measures_by_hand(void **state) {
  (void)state;
  PwTriMesh *a = box(0, 0, 0, 2, 2, 2), *b = box(0.5, 0.5, 1, 1.5, 1.5, 3);
  Pair p;
  meet(a, b, NONE, STILL, &p);
  assert_int_equal(p.regions, 1);
  CHECK_CLOSE(p.region[0].area[2], 1, 1e-15);  // of the top inside the other one
  CHECK_CLOSE(p.region[0].normal[2], 1, 1e-15);
  CHECK_CLOSE(p.region[0].depth, 1, 1e-15);
  for (int i = 0; i < 2; i++) CHECK_CLOSE(p.region[0].point[i], 1, 1e-15);
  CHECK_CLOSE(p.region[0].point[2], 1.5, 1e-15);  // halfway between the top and the other one's bottom
  forget(&p);
  // edge across edge at right angles, without a vertex inside: each ridge is cut 0.1 deep
  double h = sqrt(0.5), turned[9] = {1, 0, 0, 0, h, -h, 0, h, h}, across[9] = {0, -1, 0, 1, 0, 0, 0, 0, 1}, axes[9];
  for (int i = 0; i < 9; i++) axes[i] = 0;
  PwTriMesh *c = box(-1, -1, -1, 1, 1, 1);  // its ridge, turned, is along x at a height of sqrt(2)
  for (int i = 0; i < 3; i++) {
    for (int k = 0; k < 3; k++) {
      for (int n = 0; n < 3; n++) axes[3 * i + k] += turned[3 * n + i] * across[3 * n + k];
    }
  }
  for (int i = 0; i < 9; i++) across[i] = 0;
  for (int i = 0; i < 3; i++) {
    for (int k = 0; k < 3; k++) {
      for (int n = 0; n < 3; n++) across[3 * i + k] += axes[3 * i + n] * turned[3 * n + k];
    }
  }
  double up = 2 * sqrt(2) - 0.2, position[3] = {0, h * up, h * up};  // in axes of the first one
  meet(c, c, position, across, &p);
  assert_int_equal(p.regions, 1);
  CHECK_CLOSE(p.region[0].depth, 0.2, 1e-14);
  CHECK_CLOSE(p.region[0].volume, 2.0 / 3 * 0.2 * 0.2 * 0.2, 1e-14);  // two ridges: integral of 2 z 2 (d - z) over 0..d
  forget(&p);
  pw_trimesh_release(a);
  pw_trimesh_release(b);
  pw_trimesh_release(c);
}

// Bodies that are not convex: a U of three boxes, which lie on each other by nothing but walls, with a random box. The volume and
// the area of all regions together are those of the three.
static void bodies_that_are_not_convex(void **state) {
  (void)state;
  static const double outline[8][2] = {{0, 0}, {3, 0}, {3, 2}, {2, 2}, {2, 1}, {1, 1}, {1, 2}, {0, 2}};
  static const int lid[6][3] = {{0, 1, 4}, {0, 4, 5}, {1, 2, 4}, {2, 3, 4}, {0, 5, 7}, {5, 6, 7}};
  int32_t v[2][8];
  uint64_t seed = 29;
  int several = 0;
  for (int up = 0; up < 2; up++) {
    for (int k = 0; k < 8; k++) pw_mesh_add_vertex(&builder, (double[3]){outline[k][0], outline[k][1], up}, &v[up][k]);
  }
  for (int k = 0; k < 6; k++) {
    pw_mesh_add_triangle(&builder, v[1][lid[k][0]], v[1][lid[k][1]], v[1][lid[k][2]]);
    pw_mesh_add_triangle(&builder, v[0][lid[k][0]], v[0][lid[k][2]], v[0][lid[k][1]]);
  }
  for (int k = 0; k < 8; k++) {
    int next = (k + 1) % 8;
    pw_mesh_add_triangle(&builder, v[0][k], v[0][next], v[1][next]);
    pw_mesh_add_triangle(&builder, v[0][k], v[1][next], v[1][k]);
  }
  PwTriMesh *u = take(), *part[3] = {box(0, 0, 0, 3, 1, 1), box(0, 1, 0, 1, 2, 1), box(2, 1, 0, 3, 2, 1)};
  CHECK_CLOSE(u->volume, 5, 1e-14);
  for (int i = 0; i < 200; i++) {
    double s[3], position[3], axes[9], volume = 0, whole = 0, area[2][3];
    for (int k = 0; k < 3; k++) s[k] = pw_random_between(&seed, 0.2, 1.5);
    for (int k = 0; k < 3; k++) position[k] = pw_random_between(&seed, 0, k ? 1.5 : 3);
    random_axes(&seed, axes);
    PwTriMesh *b = box(-s[0], -s[1], -s[2], s[0], s[1], s[2]);
    Pair p;
    for (int n = 0; n < 3; n++) {
      meet(part[n], b, position, axes, &p);
      volume += clipped(&p.cut, 0, area[0]) + clipped(&p.cut, 1, area[1]);
      forget(&p);
    }
    meet(u, b, position, axes, &p);
    check_all_pairs(&p);
    for (int32_t n = 0; n < p.regions; n++) whole += p.region[n].volume;
    CHECK_CLOSE(whole, volume, 1e-12);
    several += p.regions > 1;
    forget(&p);
    pw_trimesh_release(b);
  }
  assert_true(several > 5);
  pw_trimesh_release(u);
  for (int n = 0; n < 3; n++) pw_trimesh_release(part[n]);
}

// A tube goes through a plate: the regions are rings, one with the tube's whole wall.
static void nested_contours_are_one_region(void **state) {
  (void)state;
  PwTriMesh *plate = box(-3, -3, -0.5, 3, 3, 0.5);
  static const double r[2] = {2, 1};
  int32_t v[2][2][4];  // outer and inner, bottom and top
  for (int n = 0; n < 2; n++) {
    for (int up = 0; up < 2; up++) {
      for (int k = 0; k < 4; k++) {
        double x[3] = {(k == 1 || k == 2 ? 1 : -1) * r[n], (k > 1 ? 1 : -1) * r[n], up ? 2 : -2};
        assert_int_equal(pw_mesh_add_vertex(&builder, x, &v[n][up][k]), PAWL_OK);
      }
    }
  }
  for (int k = 0; k < 4; k++) {
    int next = (k + 1) % 4;
    const int32_t quad[4][4] = {{v[0][0][k], v[0][0][next], v[0][1][next], v[0][1][k]},
                                {v[1][0][next], v[1][0][k], v[1][1][k], v[1][1][next]},
                                {v[0][1][k], v[0][1][next], v[1][1][next], v[1][1][k]},
                                {v[0][0][next], v[0][0][k], v[1][0][k], v[1][0][next]}};
    for (int q = 0; q < 4; q++) {
      pw_mesh_add_triangle(&builder, quad[q][0], quad[q][1], quad[q][2]);
      pw_mesh_add_triangle(&builder, quad[q][0], quad[q][2], quad[q][3]);
    }
  }
  PwTriMesh *tube = take();
  for (int way = 0; way < 2; way++) {
    Pair p;
    meet(way ? tube : plate, way ? plate : tube, NONE, STILL, &p);
    assert_int_equal(p.regions, 1);
    assert_int_equal(p.region[0].contours, 4);
    CHECK_CLOSE(p.region[0].volume, 16 - 4, 1e-13);
    forget(&p);
  }
  pw_trimesh_release(plate);
  pw_trimesh_release(tube);
}

// Two balls of radius 1 and 0.8 whose middles are 1.5 apart (cases C3): area of the circle, volume of the lens, depth. The error
// falls by four where triangles are halved.
static void the_lens_of_two_balls(void **state) {
  (void)state;
  double R = 1, r = 0.8, d = 1.5, at = (d * d + R * R - r * r) / (2 * d), area = PI * (R * R - at * at);
  double volume = PI * pow(R + r - d, 2) * (d * d + 2 * d * (r + R) - 3 * (R - r) * (R - r)) / (12 * d), error[3][2];
  double middle = (2.0 / 3 * (pow(R, 3) - pow(at, 3)) / (R * R - at * at) +  // of the two caps, weighted by what they are along
                   d - 2.0 / 3 * (pow(r, 3) - pow(d - at, 3)) / (r * r - (d - at) * (d - at))) /
                  2;
  double axes[9], along[3] = {0.48, 0.6, 0.64}, position[3];
  uint64_t seed = 23;
  random_axes(&seed, axes);
  for (int i = 0; i < 3; i++) position[i] = d * along[i];
  for (int n = 0; n < 3; n++) {
    PwTriMesh *a = ball(R, n + 3), *b = ball(r, n + 3);
    Pair p;
    meet(a, b, position, axes, &p);
    assert_int_equal(p.regions, 1);
    assert_int_equal(p.region[0].contours, 1);
    double size = pw_norm(p.region[0].area);
    error[n][0] = fabs(size - area) / area;
    error[n][1] = fabs(p.region[0].volume - volume) / volume;
    assert_true(pw_dot(p.region[0].normal, along) > 1 - 1e-4);
    assert_true(fabs(p.region[0].depth - (R + r - d)) < 0.02);
    CHECK_CLOSE(pw_dot(p.region[0].point, along), middle, 0.02 / (1 << 2 * n));
    forget(&p);
    pw_trimesh_release(a);
    pw_trimesh_release(b);
  }
  for (int k = 0; k < 2; k++) {
    assert_true(error[2][k] < 0.01);
    for (int n = 0; n < 2; n++) {
      double order = log2(error[n][k] / error[n + 1][k]);
      if (!(order > 1.7 && order < 2.3)) fail_msg("order %g: %g, %g", order, error[n][k], error[n + 1][k]);
    }
  }
}

// Boxes of which many faces and edges lie in each other, then turned against each other by angles down to rounding: always closed
// contours, and the volume changes by no more than the turn makes it.
static void tiny_turns(void **state) {
  (void)state;
  PwTriMesh *a = box(0, 0, 0, 1, 1, 1), *b = box(0, 0, 0.5, 1, 1, 1.5);
  for (int i = 0; i < 60; i++) {
    double angle = ldexp(1, -i), q[4] = {1, 0, 0, 0}, axes[9];
    pw_quat_turn(q, (double[3]){i % 3 == 0 ? angle : 0, i % 3 == 1 ? angle : 0, i % 3 == 2 ? angle : angle / 3});
    pw_quat_matrix(q, axes);
    Pair p;
    meet(a, b, NONE, axes, &p);
    double volume = 0;
    for (int32_t n = 0; n < p.regions; n++) volume += p.region[n].volume;
    CHECK_CLOSE(volume, 0.5, 2 * angle + 1e-15);
    check_all_pairs(&p);
    forget(&p);
  }
  pw_trimesh_release(a);
  pw_trimesh_release(b);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(random_pairs),
                                     cmocka_unit_test(boxes_on_a_grid),
                                     cmocka_unit_test(measures_by_hand),
                                     cmocka_unit_test(bodies_that_are_not_convex),
                                     cmocka_unit_test(nested_contours_are_one_region),
                                     cmocka_unit_test(the_lens_of_two_balls),
                                     cmocka_unit_test(tiny_turns)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
