// Rank of the rows.
//
// Rows are taken in a fixed order (tree joints, chords, couplers, drives, held initial values, wishes). Dense orthogonalisation
// twice over (Gram-Schmidt) decides in mechanisms of up to DENSE_ROWS rows: rare and delicate work, never left to the sparse
// solver. A row of the basis is kept from its first to its last entry, and rows that have no speed in common are not looked at:
// in most mechanisms the rows of the tree are short. In larger ones it decides for each chord against the tree's rows of its own
// loop, and pw_rank_large finds what depends on several loops.
#include "analysis/rank.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { DENSE_ROWS = 500 };

typedef struct {
  int32_t first, end;  // speeds
} Span;

typedef struct {
  Span span;
  size_t at;  // in Basis.entry
} Member;

typedef struct {
  const PwMotion *motion;
  const PawlMechanism *k;
  int32_t *index;  // [bodies] where a body's speeds stand: all of them, or those of one loop's bodies in front
  double *x;       // one row over these speeds; 0 between two calls
  Span span;       // where it may be other than 0
  Member *member;  // the basis: orthonormal rows
  double *entry;
  int32_t count, capacity;
  size_t entries, room;
} Basis;

static void widen(Span *span, Span more) {
  span->first = more.first < span->first ? more.first : span->first;
  span->end = more.end > span->end ? more.end : span->end;
}

static bool meet(Span a, Span b) {
  return a.first < b.end && b.first < a.end;
}

// Row r over the speeds; turns in units of the mechanism's size.
static void expand(Basis *b, int32_t r) {
  const PawlMechanism *k = b->k;
  int32_t per = pw_speeds_per_body(k), linear = k->planar ? 2 : 3;
  b->span = (Span){INT32_MAX, 0};
  for (int32_t t = k->row[r].term; t < k->row[r].term + k->row[r].terms; t++) {
    const PwScalar *s = &k->scalar[k->term[t].scalar];
    for (int side = 0; side < 2; side++) {
      int32_t body = k->frame[s->frame[side]].body, at = body ? b->index[body] * per : 0;
      const double *jac = b->motion->scalar[k->term[t].scalar].jac + side * per;
      if (body) widen(&b->span, (Span){at, at + per});
      for (int32_t c = 0; c < per && body; c++) b->x[at + c] += k->term[t].factor * jac[c] / (c < linear ? 1 : k->size);
    }
  }
}

static double square(const Basis *b) {
  double sum = 0;
  for (int32_t i = b->span.first; i < b->span.end; i++) sum += b->x[i] * b->x[i];
  return sum;
}

// Takes its part along the basis off x.
static void orthogonalise(Basis *b) {
  for (int32_t n = 0; n < b->count; n++) {
    const Member *m = &b->member[n];
    const double *e = b->entry + m->at;
    double along = 0;
    if (!meet(m->span, b->span)) continue;
    for (int32_t i = m->span.first; i < m->span.end; i++) along += *e++ * b->x[i];
    if (along == 0) continue;
    e = b->entry + m->at;
    for (int32_t i = m->span.first; i < m->span.end; i++) b->x[i] -= along * *e++;
    widen(&b->span, m->span);
  }
}

// Room for one more member; false: out of memory.
static bool reserve(Basis *b, size_t entries) {
  if (b->count == b->capacity) {
    int32_t capacity = b->capacity * 2 + 64;
    Member *member = realloc(b->member, (size_t)capacity * sizeof *member);
    if (!member) return false;
    b->member = member;
    b->capacity = capacity;
  }
  if (b->entries + entries <= b->room) return true;
  size_t room = 2 * b->room + entries + 1024;
  double *entry = realloc(b->entry, room * sizeof *entry);
  if (!entry) return false;
  b->entry = entry;
  b->room = room;
  return true;
}

static PawlStatus append(Basis *b, double length) {
  size_t entries = (size_t)(b->span.end - b->span.first);
  if (!reserve(b, entries)) return PAWL_ERR_MEMORY;
  double *to = b->entry + b->entries;
  for (int32_t i = b->span.first; i < b->span.end; i++) *to++ = b->x[i] / length;
  b->member[b->count++] = (Member){b->span, b->entries};
  b->entries += entries;
  return PAWL_OK;
}

// Adds the row to the basis unless it depends on it.
static bool add(Basis *b, int32_t r, double tolerance, PawlStatus *status) {
  expand(b, r);
  double full = square(b);
  for (int pass = 0; pass < 2 && full > 0; pass++) orthogonalise(b);
  double rest = square(b);
  bool is_new = full > 0 && sqrt(rest) > tolerance * sqrt(full);
  if (is_new && *status == PAWL_OK) *status = append(b, sqrt(rest));
  for (int32_t i = b->span.first; i < b->span.end; i++) b->x[i] = 0;
  return is_new && *status == PAWL_OK;
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
  b->count = 0;
  b->entries = 0;
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
  Basis b = {.motion = motion, .k = k};
  int32_t *order = malloc(((size_t)k->rows + 1) * sizeof *order);
  b.x = calloc((size_t)pw_speed_count(k) + 1, sizeof *b.x);
  b.index = malloc((size_t)k->bodies * sizeof *b.index);
  PawlStatus status = order && b.x && b.index ? PAWL_OK : PAWL_ERR_MEMORY;
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
  free(b.x);
  free(b.index);
  free(b.member);
  free(b.entry);
  return status;
}
