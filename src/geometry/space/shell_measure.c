// What a shell encloses: integrals over the tetrahedra between its centre and the triangles of its faces, which are exact.
#include <math.h>
#include <string.h>

#include "geometry/space/shell_round.h"

typedef struct {
  double volume, first[3], second[6];  // of x, and of xx yy zz xy xz yz
} Moments;

static const int pair[6][2] = {{0, 0}, {1, 1}, {2, 2}, {0, 1}, {0, 2}, {1, 2}};

// The tetrahedron of the origin and a, b, c: the integral of x x^T is det/120 (a a^T + b b^T + c c^T + s s^T), s = a + b + c.
static void add_tetrahedron(Moments *m, const double a[3], const double b[3], const double c[3]) {
  double cross[3], s[3];
  pw_cross(a, b, cross);
  double det = pw_dot(cross, c);
  for (int k = 0; k < 3; k++) s[k] = a[k] + b[k] + c[k];
  m->volume += det / 6;
  for (int k = 0; k < 3; k++) m->first[k] += det / 24 * s[k];
  for (int k = 0; k < 6; k++) {
    int i = pair[k][0], j = pair[k][1];
    m->second[k] += det / 120 * (a[i] * a[j] + b[i] * b[j] + c[i] * c[j] + s[i] * s[j]);
  }
}

void pw_shell_measure(const PwShell *s, double *volume, double center[3], double inertia[6]) {
  Moments m = {0};
  if (s->is_round) {
    pw_frustum_measure(s, volume, center, inertia);
    return;
  }
  for (int32_t f = 0; f < s->faces; f++) {
    const int32_t *loop = s->loop + s->face[f].first;
    for (int32_t i = 1; i + 1 < s->face[f].count; i++) {
      double x[3][3];
      const int32_t corner[3] = {loop[0], loop[i], loop[i + 1]};
      for (int c = 0; c < 3; c++) {
        for (int k = 0; k < 3; k++) x[c][k] = s->point[corner[c]][k] - s->center[k];
      }
      add_tetrahedron(&m, x[0], x[1], x[2]);
    }
  }
  double mean[3];
  *volume = m.volume;
  for (int k = 0; k < 3; k++) mean[k] = m.first[k] / m.volume, center[k] = s->center[k] + mean[k];
  for (int k = 0; k < 6; k++) m.second[k] -= m.volume * mean[pair[k][0]] * mean[pair[k][1]];
  for (int k = 0; k < 3; k++) {
    inertia[k] = m.second[(k + 1) % 3] + m.second[(k + 2) % 3];
    inertia[3 + k] = -m.second[3 + k];
  }
}

double pw_shell_depth(const PwShell *s, const double x[3]) {
  double depth = INFINITY;
  if (s->is_round) return pw_frustum_depth(s, x);
  for (int32_t f = 0; f < s->faces; f++) depth = fmin(depth, s->face[f].at - pw_dot(s->face[f].n, x));
  return depth;
}
