// Volume, centre and inertia of a closed mesh: sums over the tetrahedra between its triangles and one point, which the divergence
// theorem makes exact for the polyhedron (Tonon 2004 has the inertia of one tetrahedron).
#include <math.h>

#include "geometry/mesh/trimesh.h"

typedef struct {
  double volume, first[3], second[6];  // of 1, x, and xx yy zz xy xz yz
} Moments;

// Six times the volume over the corners a, b, c and the origin.
static double sixfold(const double a[3], const double b[3], const double c[3]) {
  return a[0] * (b[1] * c[2] - b[2] * c[1]) + a[1] * (b[2] * c[0] - b[0] * c[2]) + a[2] * (b[0] * c[1] - b[1] * c[0]);
}

static void add(Moments *m, const double a[3], const double b[3], const double c[3]) {
  static const int pair[6][2] = {{0, 0}, {1, 1}, {2, 2}, {0, 1}, {0, 2}, {1, 2}};
  double v = sixfold(a, b, c), sum[3];
  m->volume += v / 6;
  for (int k = 0; k < 3; k++) {
    sum[k] = a[k] + b[k] + c[k];
    m->first[k] += v / 24 * sum[k];
  }
  for (int n = 0; n < 6; n++) {
    int i = pair[n][0], j = pair[n][1];
    m->second[n] += v / 120 * (sum[i] * sum[j] + a[i] * a[j] + b[i] * b[j] + c[i] * c[j]);
  }
}

// About `o`.
static Moments gather(const PwTriMesh *m, const double o[3]) {
  Moments sum = {0};
  for (int32_t t = 0; t < m->triangles; t++) {
    double x[3][3];
    for (int k = 0; k < 3; k++) {
      for (int c = 0; c < 3; c++) x[k][c] = m->vertex[m->corner[t][k]][c] - o[c];
    }
    add(&sum, x[0], x[1], x[2]);
  }
  return sum;
}

// Twice: the second time about the centre, where no large terms cancel.
void pw_mesh_measure(PwTriMesh *m) {
  double o[3];
  for (int c = 0; c < 3; c++) o[c] = m->low[c] + (m->high[c] - m->low[c]) / 2;
  Moments s = gather(m, o);
  m->volume = s.volume;
  for (int c = 0; c < 3; c++) o[c] = m->center[c] = s.volume != 0 ? o[c] + s.first[c] / s.volume : o[c];
  s = gather(m, o);
  const double *q = s.second;
  const double inertia[6] = {q[1] + q[2], q[0] + q[2], q[0] + q[1], -q[3], -q[4], -q[5]};
  for (int n = 0; n < 6; n++) m->inertia[n] = inertia[n];
}
