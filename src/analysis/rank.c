// Rank of the rows, as columns of a sparse matrix over the speeds of all bodies, of length 1 (numerics/dependent.h).
//
// Rows are tried kind by kind (joints of the tree, chords, couplers, drives, held initial values, wishes), in file order. Which
// of them depend on others does not change if a row comes as soon as the joints of the tree are there that lie between its
// bodies: the others leave its gradient in relative coordinates as it is. So the joints of the tree stand from its ends to
// ground, which fills nothing, and each other row behind the last joint between its bodies. At first by itself: if all rows are
// independent their order does not matter. If some are not, again with no row before one that it comes after.
//
// Joints of the tree that lie between the bodies of no other row stand for themselves, as if their parent were ground: a body
// with many of them does not tie their rows together.
#include "analysis/rank.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "numerics/dependent.h"

enum { KINDS = 6 };

typedef struct {
  int32_t row, place;
} Entry;

typedef struct {
  const PwMotion *motion;
  const PawlMechanism *k;
  Entry *strict;                            // rows kind by kind; place: behind which body's joint, as `turn` counts
  Entry *order;                             // of the columns
  int32_t *turn;                            // [bodies] when its joint to its parent comes
  bool *between;                            // [bodies] of other rows
  int32_t *start, *column, *fill, entries;  // the matrix, by speeds
  double *value;
  bool *dependent;  // [rows] by columns
} Work;

static bool is_tree_row(const PawlMechanism *k, const PwRow *row) {
  const int32_t *parent = k->topology.parent_joint, j = row->joint;
  return j >= 0 && (parent[k->joint[j].body[0]] == j || parent[k->joint[j].body[1]] == j);
}

static int kind_of(const PawlMechanism *k, const PwRow *row) {
  if (is_tree_row(k, row)) return 0;
  return row->joint >= 0 ? 1 : row->coupler >= 0 ? 2 : row->drive >= 0 ? 3 : row->softness > 0 ? 5 : 4;
}

// The last of the tree's joints between two bodies; all of them are marked.
static int32_t last_between(Work *w, int32_t a, int32_t b) {
  const PwTopology *t = &w->k->topology;
  int32_t last = -1;
  while (a != b) {
    int32_t *lower = a > 0 && (b <= 0 || t->depth[a] >= t->depth[b]) ? &a : &b;
    w->between[*lower] = true;
    if (w->turn[*lower] > last) last = w->turn[*lower];
    *lower = t->parent[*lower] < 0 ? 0 : t->parent[*lower];  // a free body stands on ground
  }
  return last;
}

static void list_rows(Work *w) {
  const PawlMechanism *k = w->k;
  int32_t n = 0;
  for (int32_t i = 0; i < k->bodies; i++) w->turn[k->topology.order[i]] = k->bodies - 1 - i;
  for (int kind = 0; kind < KINDS; kind++) {
    for (int32_t r = 0; r < k->rows; r++) {
      const PwRow *row = &k->row[r];
      if (kind_of(k, row) != kind) continue;
      int32_t place = -1;
      for (int32_t t = row->term; t < row->term + row->terms && kind > 0; t++) {
        const int32_t *frame = k->scalar[k->term[t].scalar].frame;
        int32_t last = last_between(w, k->frame[frame[0]].body, k->frame[frame[1]].body);
        place = last > place ? last : place;
      }
      if (kind == 0) {
        const int32_t *body = k->joint[row->joint].body;
        place = w->turn[body[k->topology.parent_joint[body[0]] == row->joint ? 0 : 1]];
      }
      w->strict[n++] = (Entry){r, place};
    }
  }
}

static int compare_places(const void *a, const void *b) {
  const Entry *p = a, *q = b;
  if (p->place != q->place) return p->place < q->place ? -1 : 1;
  return (p->row > q->row) - (p->row < q->row);  // by now the place in the strict order
}

// Columns by place; `strictly`: none but the tree's before one that it comes after in the strict order.
static void order_rows(Work *w, bool strictly) {
  int32_t so_far = -1;
  for (int32_t i = 0; i < w->k->rows; i++) {
    bool of_tree = is_tree_row(w->k, &w->k->row[w->strict[i].row]);
    w->order[i] = (Entry){i, w->strict[i].place};
    if (!strictly || of_tree) continue;
    if (w->order[i].place < so_far) w->order[i].place = so_far;
    so_far = w->order[i].place;
  }
  qsort(w->order, (size_t)w->k->rows, sizeof *w->order, compare_places);
  for (int32_t i = 0; i < w->k->rows; i++) w->order[i].row = w->strict[w->order[i].row].row;
}

// Gradient of a row in the speeds of one side of a term, turns in units of the mechanism's size; NULL: it has none.
static const double *side_of(const Work *w, int32_t row, int32_t term, int side, int32_t *first) {
  const PawlMechanism *k = w->k;
  const PwScalar *s = &k->scalar[k->term[term].scalar];
  int32_t body = k->frame[s->frame[side]].body, per = pw_speeds_per_body(k);
  *first = (body - 1) * per;
  if (body == 0) return NULL;
  if (is_tree_row(k, &k->row[row])) {
    const int32_t *of = k->joint[k->row[row].joint].body;
    int32_t child = of[k->topology.parent_joint[of[0]] == k->row[row].joint ? 0 : 1];
    if (!w->between[child] && body != child) return NULL;
  }
  return w->motion->scalar[k->term[term].scalar].jac + side * per;
}

// Entries of row r, several of one speed added up, in x; their speeds in `list`. Returns how many.
static int32_t take_row(const Work *w, int32_t r, double *x, bool *has, int32_t *list) {
  const PawlMechanism *k = w->k;
  int32_t n = 0, per = pw_speeds_per_body(k), linear = k->planar ? 2 : 3, first;
  for (int32_t t = k->row[r].term; t < k->row[r].term + k->row[r].terms; t++) {
    for (int side = 0; side < 2; side++) {
      const double *jac = side_of(w, r, t, side, &first);
      for (int32_t c = 0; c < per && jac; c++) {
        if (!has[first + c]) list[n++] = first + c;
        has[first + c] = true;
        x[first + c] += k->term[t].factor * jac[c] / (c < linear ? 1 : k->size);
      }
    }
  }
  return n;
}

// The matrix by speeds, columns in the order of w->order: pass 0 counts, pass 1 fills in.
static void fill_matrix(Work *w, double *x, bool *has, int32_t *list) {
  int32_t nv = pw_speed_count(w->k);
  memset(w->start, 0, ((size_t)nv + 1) * sizeof *w->start);
  for (int pass = 0; pass < 2; pass++) {
    for (int32_t i = 0; i < w->k->rows; i++) {
      int32_t n = take_row(w, w->order[i].row, x, has, list);
      double square = 0;
      for (int32_t e = 0; e < n; e++) square += x[list[e]] * x[list[e]];
      for (int32_t e = 0; e < n; e++) {
        int32_t speed = list[e];
        if (x[speed] != 0 && pass == 0) w->start[speed + 1]++;
        if (x[speed] != 0 && pass == 1) {
          w->column[w->fill[speed]] = i;
          w->value[w->fill[speed]++] = x[speed] / sqrt(square);
        }
        x[speed] = 0;
        has[speed] = false;
      }
    }
    for (int32_t s = 0; s < nv && pass == 0; s++) w->start[s + 1] += w->start[s];
    memcpy(w->fill, w->start, (size_t)nv * sizeof *w->fill);
  }
}

static PawlStatus find_dependent(Work *w, double tolerance, bool strictly, bool *dependent) {
  const PawlMechanism *k = w->k;
  size_t nv = (size_t)pw_speed_count(k) + 1;
  double *x = calloc(nv, sizeof *x);
  bool *has = calloc(nv, sizeof *has);
  int32_t *list = malloc(nv * sizeof *list);
  PawlStatus status = x && has && list ? PAWL_OK : PAWL_ERR_MEMORY;
  if (status == PAWL_OK) {
    order_rows(w, strictly);
    fill_matrix(w, x, has, list);
    status = pw_dependent_columns(k->rows, (int32_t)nv - 1, w->start, w->column, w->value, tolerance, w->dependent);
  }
  for (int32_t i = 0; i < k->rows && status == PAWL_OK; i++) dependent[w->order[i].row] = w->dependent[i];
  free(x);
  free(has);
  free(list);
  return status;
}

static void count(const PawlMechanism *k, const bool *dependent, int32_t *rank, int32_t *joint_rank) {
  *rank = *joint_rank = 0;
  for (int32_t r = 0; r < k->rows; r++) {
    *rank += !dependent[r];
    *joint_rank += !dependent[r] && k->row[r].drive < 0;
  }
}

PawlStatus pw_rank_rows(const PwMotion *motion, double tolerance, bool *dependent, int32_t *rank, int32_t *joint_rank) {
  const PawlMechanism *k = motion->mechanism;
  size_t rows = (size_t)k->rows + 1, nv = (size_t)pw_speed_count(k) + 1;
  size_t most = 2 * (size_t)pw_speeds_per_body(k) * (size_t)k->terms + 1;
  Work w = {.motion = motion,
            .k = k,
            .strict = malloc(rows * sizeof *w.strict),
            .order = malloc(rows * sizeof *w.order),
            .turn = malloc((size_t)k->bodies * sizeof *w.turn),
            .between = calloc((size_t)k->bodies, sizeof *w.between),
            .start = malloc(nv * sizeof *w.start),
            .fill = malloc(nv * sizeof *w.fill),
            .column = malloc(most * sizeof *w.column),
            .value = malloc(most * sizeof *w.value),
            .dependent = malloc(rows * sizeof *w.dependent)};
  bool ok = w.strict && w.order && w.turn && w.between && w.start && w.fill && w.column && w.value && w.dependent;
  PawlStatus status = ok ? PAWL_OK : PAWL_ERR_MEMORY;
  if (status == PAWL_OK) {
    list_rows(&w);
    status = find_dependent(&w, tolerance, false, dependent);
    if (status == PAWL_OK) count(k, dependent, rank, joint_rank);
    if (status == PAWL_OK && *rank < k->rows) status = find_dependent(&w, tolerance, true, dependent);
  }
  if (status == PAWL_OK) count(k, dependent, rank, joint_rank);
  free(w.strict);
  free(w.order);
  free(w.turn);
  free(w.between);
  free(w.start);
  free(w.fill);
  free(w.column);
  free(w.value);
  free(w.dependent);
  return status;
}
