// How near the closures are to losing rank, in relative coordinates.
//
// S = s C D C^T s with D = diag(1 / M_jj) and rows scaled by s, both as they were when the integrator started. singular.h finds
// its smallest eigenvalue sigma^2 and u; r = D C^T s u / sigma. The rate is d sigma/dt = u . s C' r.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "dynamics/canonical.h"
#include "dynamics/singular.h"

static int32_t is_new(int32_t *seen, int32_t b, int32_t a) {
  if (seen[b] == a) return 0;
  seen[b] = a;
  return 1;
}

// Rows b <= a that share a speed with row a, into `to` (NULL: only counted). of, user: rows by speeds.
static int32_t list_sharing(const PwReduction *s, int32_t a, const int32_t *of, const int32_t *user, int32_t *seen, int32_t *to) {
  int32_t count = 0;
  for (int32_t e = s->start[a]; e < s->start[a + 1]; e++) {
    int32_t j = s->column[e];
    for (int32_t i = of[j]; i < of[j + 1] && user[i] <= a; i++) {
      if (!is_new(seen, user[i], a)) continue;
      if (to) to[count] = user[i];
      count++;
    }
  }
  return count;
}

// Rows by speeds: of [nu + 1], user, rising.
static void list_users(const PwCanonical *f, const PwReduction *s, int32_t *of, int32_t *user) {
  for (int32_t e = 0; e < f->entries; e++) of[s->column[e] + 1]++;
  for (int32_t j = 0; j < f->nu; j++) of[j + 1] += of[j];
  for (int32_t a = 0; a < f->rows; a++) {
    for (int32_t e = s->start[a]; e < s->start[a + 1]; e++) user[of[s->column[e]]++] = a;
  }
  memmove(of + 1, of, (size_t)f->nu * sizeof *of);
  of[0] = 0;
}

static PawlStatus create_gram(PwCanonical *f, int32_t *place) {
  int32_t pairs = f->gram_of[f->rows], entries = 0, *row = place, *column = row + 2 * pairs, *slot = column + 2 * pairs;
  for (int32_t a = 0; a < f->rows; a++) {
    for (int32_t i = f->gram_of[a]; i < f->gram_of[a + 1]; i++) {
      row[entries] = column[entries + 1] = a;
      column[entries] = row[entries + 1] = f->gram_row[i];
      entries += 2;
    }
  }
  PawlStatus status = pw_sparse_create(f->rows, entries, row, column, false, slot, &f->gram);
  for (int32_t i = 0; i < pairs && status == PAWL_OK; i++) {
    for (int side = 0; side < 2; side++) f->gram_slot[side][i] = slot[2 * i + side];
  }
  return status;
}

// Which rows share speeds.
PawlStatus pw_canonical_list_gram(PwCanonical *f) {
  const PwReduction *s = &f->kept;
  int32_t *of = calloc((size_t)f->nu + 1 + (size_t)f->entries + (size_t)f->rows + 1, sizeof *of), *user = of + f->nu + 1;
  if (f->rows == 0 || !of) {
    free(of);
    return f->rows == 0 ? PAWL_OK : PAWL_ERR_MEMORY;
  }
  int32_t *seen = user + f->entries, *place = NULL;
  list_users(f, s, of, user);
  f->gram_of = pw_arena_array(&f->arena, (size_t)f->rows + 1, sizeof *f->gram_of);
  for (int32_t a = 0; a < f->rows; a++) seen[a] = -1;
  for (int32_t a = 0; a < f->rows && f->gram_of; a++)
    f->gram_of[a + 1] = f->gram_of[a] + list_sharing(s, a, of, user, seen, NULL);
  size_t pairs = f->gram_of ? (size_t)f->gram_of[f->rows] + 1 : 1;
  f->gram_row = pw_arena_array(&f->arena, pairs, sizeof *f->gram_row);
  for (int side = 0; side < 2; side++) f->gram_slot[side] = pw_arena_array(&f->arena, pairs, sizeof *f->gram_row);
  bool ok = f->gram_of && f->gram_row && f->gram_slot[0] && f->gram_slot[1] && (place = malloc(6 * pairs * sizeof *place));
  for (int32_t a = 0; a < f->rows; a++) seen[a] = -1;
  for (int32_t a = 0; a < f->rows && ok; a++) list_sharing(s, a, of, user, seen, f->gram_row + f->gram_of[a]);
  PawlStatus status = ok ? create_gram(f, place) : PAWL_ERR_MEMORY;
  free(place);
  free(of);
  return status;
}

// A row's length is taken as what it could be: levers of the mechanism's size. At the start it may be about to vanish.
void pw_canonical_set_scale(PwCanonical *f, const PwReduction *s) {
  memcpy(f->metric, f->inertia, (size_t)f->nu * sizeof *f->metric);
  for (int32_t a = 0; a < f->rows; a++) {
    bool angular = f->head.k->row[f->row[a]].angular;
    double sum = 0;
    for (int32_t e = s->start[a]; e < s->start[a + 1]; e++) {
      int32_t j = s->column[e];
      double unit = pw_scale(f->head.k, angular) / pw_scale(f->head.k, pw_tree_turns(f->tree, j));
      if (f->constant[a]) unit = s->C[e];
      sum += unit * unit / (f->metric[j] * f->metric[j]);
    }
    f->scale[a] = sum > 0 ? 1 / sqrt(sum) : 1;
  }
}

PawlStatus pw_canonical_factor_gram(PwCanonical *f, const PwReduction *s, double more) {
  double *value = pw_sparse_values(f->gram), *w = f->scratch;
  for (int32_t a = 0; a < f->rows; a++) {
    for (int32_t e = s->start[a]; e < s->start[a + 1]; e++) {
      double metric = f->metric[s->column[e]];
      w[s->column[e]] = f->scale[a] * s->C[e] / (metric * metric);
    }
    for (int32_t i = f->gram_of[a]; i < f->gram_of[a + 1]; i++) {
      int32_t b = f->gram_row[i];
      double sum = 0;
      for (int32_t e = s->start[b]; e < s->start[b + 1]; e++) sum += s->C[e] * w[s->column[e]];
      value[f->gram_slot[0][i]] = value[f->gram_slot[1][i]] = f->scale[b] * sum + (a == b ? more : 0);
    }
    for (int32_t e = s->start[a]; e < s->start[a + 1]; e++) w[s->column[e]] = 0;
  }
  return pw_sparse_factor(f->gram);
}

static void solve_gram(void *self, const double *w, double *z) {
  const PwCanonical *f = self;
  memcpy(z, w, (size_t)f->rows * sizeof *z);
  pw_sparse_solve(f->gram, z);
}

PawlStatus pw_canonical_singularity(void *self, double t, const double *z, double *u, double *r, PwSingularity *out) {
  PwCanonical *f = self;
  PwReduction *s = &f->kept;
  int32_t m = f->rows;
  double same = 0;
  *out = (PwSingularity){INFINITY, 0, -1, 0};
  PawlStatus status = pw_canonical_stand(f, t, z, true);
  if (status || m == 0) return status;
  status = pw_canonical_factor_gram(f, s, 0);
  if (status) return status;
  PwSmallest pair = {.self = f, .solve = solve_gram, .m = m, .row = f->row, .w = f->c, .z = f->mu};
  if (!pw_singular_find(&pair, u, out)) return PAWL_OK;
  memset(f->mu, 0, (size_t)s->m * sizeof *f->mu);
  memset(f->k, 0, (size_t)f->nu * sizeof *f->k);
  for (int32_t a = 0; a < m; a++) {
    f->mu[a] = f->scale[a] * u[a];
    for (int32_t e = s->start[a]; e < s->start[a + 1]; e++) f->k[s->column[e]] += f->mu[a] * s->C[e];
  }
  pw_canonical_closure_rate(f, s, f->mu, f->Q);
  for (int32_t j = 0; j < f->nu; j++) {
    double inertia = f->metric[j] * f->metric[j], next = f->k[j] / (inertia * out->sigma);
    same += r[j] * next * inertia;
    out->rate += f->Q[j] * next;
    r[j] = next;
  }
  out->side = pw_singular_side(&pair, same);
  return PAWL_OK;
}
