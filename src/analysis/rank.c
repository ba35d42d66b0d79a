// Rank of the rows.
//
// Rows are taken in a fixed order (tree joints, chords, couplers, drives, held initial values, wishes). Dense orthogonalisation
// twice over (Gram-Schmidt) decides in mechanisms of up to DENSE_ROWS rows: rare and delicate work, never left to the sparse
// solver. In larger ones it decides for each chord against the tree's rows of its own loop, and pw_rank_large finds what depends
// on several loops.
#include "analysis/rank.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { DENSE_ROWS = 500 };

typedef struct {
  const PwMotion *motion;
  const PawlMechanism *k;
  int32_t *index;  // [bodies] where a body's speeds stand: all of them, or those of one loop's bodies in front
  int32_t nv;
  double *dense;  // one row over these speeds
  double *basis;  // orthonormal rows
  int32_t count, capacity;
} Basis;

// Row r over the speeds; turns in units of the mechanism's size.
static void expand(const Basis *b, int32_t r, double *out) {
  const PawlMechanism *k = b->k;
  int32_t per = pw_speeds_per_body(k), linear = k->planar ? 2 : 3;
  memset(out, 0, (size_t)b->nv * sizeof *out);
  for (int32_t t = k->row[r].term; t < k->row[r].term + k->row[r].terms; t++) {
    const PwScalar *s = &k->scalar[k->term[t].scalar];
    for (int side = 0; side < 2; side++) {
      int32_t body = k->frame[s->frame[side]].body;
      const double *jac = b->motion->scalar[k->term[t].scalar].jac + side * per;
      for (int32_t c = 0; c < per && body; c++) {
        out[b->index[body] * per + c] += k->term[t].factor * jac[c] / (c < linear ? 1 : k->size);
      }
    }
  }
}

// Adds the row to the basis unless it depends on it.
static bool add(Basis *b, int32_t r, double tolerance, PawlStatus *status) {
  double *x = b->dense, full = 0, rest = 0;
  expand(b, r, x);
  for (int32_t i = 0; i < b->nv; i++) full += x[i] * x[i];
  if (full == 0) return false;
  for (int pass = 0; pass < 2; pass++) {
    for (int32_t n = 0; n < b->count; n++) {
      const double *e = b->basis + (size_t)n * (size_t)b->nv;
      double along = 0;
      for (int32_t i = 0; i < b->nv; i++) along += e[i] * x[i];
      for (int32_t i = 0; i < b->nv; i++) x[i] -= along * e[i];
    }
  }
  for (int32_t i = 0; i < b->nv; i++) rest += x[i] * x[i];
  if (!(sqrt(rest) > tolerance * sqrt(full))) return false;
  if (b->count == b->capacity) {
    int32_t capacity = b->capacity * 2 + 64;
    double *grown = realloc(b->basis, (size_t)capacity * (size_t)b->nv * sizeof *grown);
    if (!grown) {
      *status = PAWL_ERR_MEMORY;
      return false;
    }
    b->basis = grown;
    b->capacity = capacity;
  }
  double *slot = b->basis + (size_t)b->count++ * (size_t)b->nv;
  for (int32_t i = 0; i < b->nv; i++) slot[i] = x[i] / sqrt(rest);
  return true;
}

static bool is_tree_row(const PawlMechanism *k, const PwRow *row) {
  const int32_t *parent = k->topology.parent_joint, j = row->joint;
  return j >= 0 && (parent[k->joint[j].body[0]] == j || parent[k->joint[j].body[1]] == j);
}

// Rows in the order in which they are tried.
static int32_t order_rows(const PawlMechanism *k, int32_t *order) {
  int32_t n = 0;
  for (int pass = 0; pass < 6; pass++) {
    for (int32_t r = 0; r < k->rows; r++) {
      const PwRow *row = &k->row[r];
      int wish = row->softness > 0 ? 5 : 4;
      int kind = is_tree_row(k, row) ? 0 : row->joint >= 0 ? 1 : row->coupler >= 0 ? 2 : row->drive >= 0 ? 3 : wish;
      if (kind == pass) order[n++] = r;
    }
  }
  return n;
}

// Small mechanisms: one basis for all rows.
static PawlStatus rank_whole(Basis *b, double tolerance, const int32_t *order, bool *dependent) {
  PawlStatus status = PAWL_OK;
  for (int32_t i = 0; i < b->k->rows && status == PAWL_OK; i++) dependent[order[i]] = !add(b, order[i], tolerance, &status);
  return status;
}

// Empties the basis and lets its rows stand over the speeds of the bodies of chord c's loop.
static void begin_loop(Basis *b, int32_t c) {
  const PwTopology *t = &b->k->topology;
  int32_t bodies = 0;
  for (int pass = 0; pass < 2; pass++) {
    for (int32_t i = t->loop_start[c]; i < t->loop_start[c + 1]; i++) {
      for (int side = 0; side < 2; side++) {
        int32_t body = b->k->joint[abs(t->loop_joint[i]) - 1].body[side];
        if (pass == 0) {
          b->index[body] = -1;
        } else if (body && b->index[body] < 0) {
          b->index[body] = bodies++;
        }
      }
    }
  }
  b->nv = bodies * pw_speeds_per_body(b->k);
  b->count = b->capacity = 0;
}

// Large ones: each chord against the rows of its own loop.
static PawlStatus rank_loops(Basis *b, double tolerance, bool *dependent) {
  const PawlMechanism *k = b->k;
  const PwTopology *t = &k->topology;
  PawlStatus status = PAWL_OK;
  for (int32_t c = 0; c < t->chords && status == PAWL_OK; c++) {
    begin_loop(b, c);
    for (int32_t i = t->loop_start[c] + 1; i < t->loop_start[c + 1]; i++) {
      const PwJoint *joint = &k->joint[abs(t->loop_joint[i]) - 1];
      for (int32_t r = joint->row; r < joint->row + joint->rows; r++) add(b, r, tolerance, &status);
    }
    const PwJoint *chord = &k->joint[t->chord[c]];
    for (int32_t r = chord->row; r < chord->row + chord->rows; r++) dependent[r] = !add(b, r, tolerance, &status);
  }
  return status;
}

static PawlStatus rank_large(Basis *b, double tolerance, const int32_t *order, bool *dependent) {
  const PawlMechanism *k = b->k;
  bool *tree = malloc((size_t)k->rows + 1);
  PawlStatus status = tree ? rank_loops(b, tolerance, dependent) : PAWL_ERR_MEMORY;
  for (int32_t r = 0; r < k->rows && tree; r++) tree[r] = is_tree_row(k, &k->row[r]);
  if (status == PAWL_OK) status = pw_rank_large(b->motion, order, tree, dependent);
  free(tree);
  return status;
}

PawlStatus pw_rank_rows(const PwMotion *motion, double tolerance, bool *dependent, int32_t *rank, int32_t *joint_rank) {
  const PawlMechanism *k = motion->mechanism;
  Basis b = {.motion = motion, .k = k, .nv = pw_speed_count(k)};
  int32_t *order = malloc(((size_t)k->rows + 1) * sizeof *order);
  b.dense = malloc(((size_t)b.nv + 1) * sizeof *b.dense);
  b.index = malloc((size_t)k->bodies * sizeof *b.index);
  PawlStatus status = order && b.dense && b.index ? PAWL_OK : PAWL_ERR_MEMORY;
  memset(dependent, 0, (size_t)k->rows * sizeof *dependent);
  if (status == PAWL_OK) {
    order_rows(k, order);
    for (int32_t i = 0; i < k->bodies; i++) b.index[i] = i - 1;
    status = k->rows <= DENSE_ROWS ? rank_whole(&b, tolerance, order, dependent) : rank_large(&b, tolerance, order, dependent);
  }
  *rank = *joint_rank = 0;
  for (int32_t r = 0; r < k->rows && status == PAWL_OK; r++) {
    *rank += !dependent[r];
    *joint_rank += !dependent[r] && k->row[r].drive < 0;
  }
  free(order);
  free(b.dense);
  free(b.index);
  free(b.basis);
  return status;
}
