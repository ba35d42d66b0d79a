// Multipliers of the rows that the tree holds, from its ends to ground:
//
//   each joint's rows carry the wrench of its child, of all that its children pass on to it included:
//   sum over the rows of lambda_r (gradient of row r in the child's speeds) = w_child
// which has exactly one answer, because w has no part along the free directions. Gram-Schmidt, twice over.
#include <math.h>
#include <string.h>

#include "dynamics/canonical.h"

enum { MOST = 6 };

// Gradient of a row in the speeds of one body; turns in units of `unit`.
static void take_gradient(const PwMotion *m, int32_t row, int32_t body, double unit, double *out) {
  const PawlMechanism *k = m->mechanism;
  int32_t per = pw_speeds_per_body(k), linear = k->planar ? 2 : 3;
  memset(out, 0, MOST * sizeof *out);
  for (int32_t t = k->row[row].term; t < k->row[row].term + k->row[row].terms; t++) {
    const PwScalar *s = &k->scalar[k->term[t].scalar];
    for (int side = 0; side < 2; side++) {
      const double *jac = m->scalar[k->term[t].scalar].jac + side * per;
      for (int32_t c = 0; c < per && k->frame[s->frame[side]].body == body; c++) {
        out[c] += k->term[t].factor * jac[c] / (c < linear ? 1 : unit);
      }
    }
  }
}

static double along(const double *a, const double *b) {
  double sum = 0;
  for (int i = 0; i < MOST; i++) sum += a[i] * b[i];
  return sum;
}

// x of A x = b by least squares: A [n][MOST] columns, overwritten by an orthonormal basis.
static void fit(double A[][MOST], int32_t n, double *b, double *x) {
  double R[MOST][MOST] = {{0}};
  for (int32_t j = 0; j < n; j++) {
    for (int pass = 0; pass < 2; pass++) {
      for (int32_t i = 0; i < j; i++) {
        double part = along(A[i], A[j]);
        R[i][j] += part;
        for (int c = 0; c < MOST; c++) A[j][c] -= part * A[i][c];
      }
    }
    R[j][j] = sqrt(along(A[j], A[j]));
    for (int c = 0; c < MOST; c++) A[j][c] /= R[j][j];
  }
  for (int32_t j = 0; j < n; j++) x[j] = along(A[j], b);
  for (int32_t j = n - 1; j >= 0; j--) {
    for (int32_t i = j + 1; i < n; i++) x[j] -= R[j][i] * x[i];
    x[j] /= R[j][j];
  }
}

void pw_canonical_react_joints(const PwCanonical *f, const PwMotion *m, double *w, double *lambda) {
  const PawlMechanism *k = f->head.k;
  int32_t per = pw_speeds_per_body(k), linear = k->planar ? 2 : 3;
  for (int32_t i = k->bodies - 1; i >= 0; i--) {
    int32_t body = k->topology.order[i], joint = k->topology.parent_joint[body], n = 0, row[MOST];
    if (body == 0 || joint < 0) continue;
    double A[MOST][MOST], carried[MOST] = {0}, x[MOST];
    for (int32_t r = k->joint[joint].row; r < k->joint[joint].row + k->joint[joint].rows; r++) {
      if (!pw_tree_holds(f->tree, r) || k->row[r].redundant || n == MOST) continue;
      take_gradient(m, r, body, k->size, A[n]);
      row[n++] = r;
    }
    for (int32_t c = 0; c < per; c++) carried[c] = w[(body - 1) * per + c] / (c < linear ? 1 : k->size);
    fit(A, n, carried, x);
    int32_t parent = k->topology.parent[body];
    for (int32_t j = 0; j < n; j++) {
      double gradient[MOST];
      lambda[row[j]] = x[j];
      take_gradient(m, row[j], parent, 1, gradient);
      for (int32_t c = 0; c < per && parent > 0; c++) w[(parent - 1) * per + c] -= x[j] * gradient[c];
    }
  }
}
