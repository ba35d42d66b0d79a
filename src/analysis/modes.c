#include "analysis/modes.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "numerics/dense.h"

typedef struct {
  double re, im, size, damping;
  int32_t column;
} Mode;

static int compare_modes(const void *a, const void *b) {
  const Mode *x = a, *y = b;
  if (x->size != y->size) return x->size < y->size ? -1 : 1;
  if (x->damping != y->damping) return x->damping < y->damping ? -1 : 1;
  return x->column < y->column ? -1 : 1;
}

// Shape U z with its largest component made 1; z is column `column` (and the next, its imaginary part) of `vectors`.
static void shape(const PwLinearisation *l, const double *vectors, const Mode *mode, double *out) {
  size_t nv = (size_t)l->nv, n = (size_t)l->positions, all = n + (size_t)l->freedoms;
  const double *re = vectors + (size_t)mode->column * all, *im = mode->im > 0 ? re + all : NULL;
  double most = 0, big[2] = {1, 0};
  for (size_t i = 0; i < nv; i++) {
    double x = 0, y = 0;
    for (size_t c = 0; c < n; c++) {
      x += l->U[c * nv + i] * re[c];
      if (im) y += l->U[c * nv + i] * im[c];
    }
    out[2 * i] = x;
    out[2 * i + 1] = y;
    if (hypot(x, y) > most * (1 + 1e-9)) {  // of equal ones the first
      most = hypot(x, y);
      big[0] = x / (most * most);
      big[1] = -y / (most * most);
    }
  }
  for (size_t i = 0; i < nv; i++) {
    double x = out[2 * i], y = out[2 * i + 1];
    out[2 * i] = x * big[0] - y * big[1];
    out[2 * i + 1] = x * big[1] + y * big[0];
  }
}

// ---- eigenvalues that are zero
//
// Freedoms that nothing holds come in chains (a wheel that rolls straight on: turning grows into heading, heading into a shift to
// the side), whose eigenvalues rounding would spread by its cube root. So they are taken out first, by rank: what A maps to
// nothing goes in front, and again in what is left (the staircase of Kublanovskaya 1966).

// A <- V^T A V and Q <- Q V, with V in the last `left` of n rows and columns and 1 in front; work [n * n].
static void turn(double *A, double *Q, const double *V, size_t n, size_t left, double *work) {
  size_t front = n - left;
  double *const of[] = {A, Q};
  for (int m = 0; m < 2; m++) {
    for (size_t c = 0; c < left; c++) {
      for (size_t i = 0; i < n; i++) {
        double sum = 0;
        for (size_t l = 0; l < left; l++) sum += of[m][(front + l) * n + i] * V[c * left + l];
        work[c * n + i] = sum;
      }
    }
    memcpy(of[m] + front * n, work, left * n * sizeof *work);
  }
  for (size_t c = 0; c < n; c++) {
    for (size_t i = 0; i < left; i++) {
      double sum = 0;
      for (size_t l = 0; l < left; l++) sum += A[c * n + front + l] * V[i * left + l];
      work[i] = sum;
    }
    memcpy(A + c * n + front, work, left * sizeof *work);
  }
}

// A <- Q^T A Q with the zeros in front, exact; Q orthogonal. work [4 n * n + n].
static PawlStatus take_zeros_out(double *A, double *Q, size_t n, double noise, double *work) {
  double *B = work, *vt = B + n * n, *V = vt + n * n, *s = V + n * n, size = 0;
  for (size_t i = 0; i < n * n; i++) size += A[i] * A[i];
  for (size_t i = 0; i < n * n; i++) Q[i] = i % (n + 1) == 0;
  size = sqrt(size);
  for (size_t left = n, zeros = 1; left > 0 && zeros > 0; left -= zeros) {
    size_t front = n - left;
    for (size_t i = 0; i < left * left; i++) B[i] = A[(front + i / left) * n + front + i % left];
    PawlStatus status = pw_dense_svd(B, (int32_t)left, (int32_t)left, s, NULL, vt);
    if (status) return status;
    for (zeros = 0; zeros < left && !(s[left - 1 - zeros] > noise * size); zeros++) {
    }
    if (zeros == 0) break;
    for (size_t c = 0; c < left; c++) {
      for (size_t i = 0; i < left; i++) V[c * left + i] = vt[i * left + left - 1 - c];
    }
    turn(A, Q, V, n, left, B);
    for (size_t c = front; c < front + zeros; c++) memset(A + c * n + front, 0, left * sizeof *A);
  }
  return PAWL_OK;
}

// Eigenvalues and, column by column, eigenvectors; a: A, work as above.
static PawlStatus find_eigen(double *a, size_t n, double noise, double *re, double *im, double *vectors, double *work) {
  double *Q = work, *rest = Q + n * n;
  PawlStatus status = take_zeros_out(a, Q, n, noise, rest);
  if (status == PAWL_OK) status = pw_dense_eigen(a, (int32_t)n, re, im, rest);
  for (size_t c = 0; c < n && status == PAWL_OK; c++) {
    for (size_t i = 0; i < n; i++) {
      double sum = 0;
      for (size_t l = 0; l < n; l++) sum += Q[l * n + i] * rest[c * n + l];
      vectors[c * n + i] = sum;
    }
  }
  return status;
}

static PawlStatus fill(PwLinearisation *l, const double *re, const double *im, const double *vectors, Mode *mode) {
  l->modes = 0;
  for (int32_t i = 0; i < l->positions + l->freedoms; i++) {
    if (im[i] < 0) continue;
    double s = hypot(re[i], im[i]);
    mode[l->modes++] = (Mode){re[i], im[i], s, s > 0 ? -re[i] / s : 0, i};
  }
  qsort(mode, (size_t)l->modes, sizeof *mode, compare_modes);
  double **const wanted[] = {&l->re, &l->im, &l->frequency, &l->damping};
  for (int i = 0; i < 4; i++) {
    *wanted[i] = pw_arena_array(&l->arena, (size_t)l->modes + 1, sizeof(double));
    if (!*wanted[i]) return PAWL_ERR_MEMORY;
  }
  l->shape = pw_arena_array(&l->arena, 2 * (size_t)l->modes * (size_t)l->nv + 1, sizeof(double));
  if (!l->shape) return PAWL_ERR_MEMORY;
  for (int32_t i = 0; i < l->modes; i++) {
    l->re[i] = mode[i].re;
    l->im[i] = mode[i].im;
    l->frequency[i] = mode[i].size / 6.283185307179586476925;
    l->damping[i] = mode[i].damping;
    shape(l, vectors, &mode[i], l->shape + 2 * (size_t)i * (size_t)l->nv);
  }
  return PAWL_OK;
}

PawlStatus pw_modes_find(PwLinearisation *l) {
  size_t n = (size_t)l->positions + (size_t)l->freedoms, square = n * n;
  double *a = malloc((7 * square + 3 * n + 1) * sizeof *a), *vectors = a + square, *re = a + 2 * square, *work = re + 2 * n;
  Mode *mode = malloc((n + 1) * sizeof *mode);
  PawlStatus status = PAWL_ERR_MEMORY;
  if (a && mode) {
    memcpy(a, l->A, square * sizeof *a);
    status = find_eigen(a, n, l->noise, re, re + n, vectors, work);
    if (status == PAWL_OK) status = fill(l, re, re + n, vectors, mode);
  }
  free(a);
  free(mode);
  return status;
}
