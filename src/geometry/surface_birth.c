// Where a touch that is not there yet may be born, and how much motion that and the closing of its gap take at least.
//
// A touch that closes can be followed back in the motion. Either it is listed, or on the way
//
//   fold      N(g) becomes singular at a gap g >= 0. K1 + K2 is positive definite there, so that places where it cannot be are
//   out. border    it comes in over a border or kink, or over a join where curvature jumps so that there is no touch beyond it.
//
// Let that be at the gap g and after motion a; then the gap goes from g to 0 between motions a and b: a + b >= g. The two places
// are now at a distance D with |D - g| <= a. So the larger one of a and b is at least g/2 and, whatever g is, D/3. Their normals
// are opposite then: a turn by their mismatch moves some place by span sin(mismatch/2).
//
// N(g) is regular for g < G if the form  r1.K1 r1 + r2.K2 r2 + |r1 - r2|^2/G  is positive. With r1 = c + e/2, r2 = c - e/2 and s
// the least eigenvalue of K1 + K2 it is at least  s c^2 - k |c| |e| + (1/G + s/4) e^2,  k = |K1 - K2|.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "geometry/surface_parts.h"
#include "geometry/surface_search.h"

// Least gap at which a touch may fold between curvatures not below k1 and k2; INFINITY: at none.
static double fold_gap(double k1, double k2) {
  double low = fmin(k1, k2), high = fmax(k1, k2);
  if (!(low + high > 0)) return 0;  // also where nothing is known
  if (low >= 0) return INFINITY;
  return high == INFINITY ? -1 / low : (low + high) / -(low * high);
}

// Least and largest curvature of a part; `across`: with what is beyond its edges.
static void range_of(const PwSurface *s, const PwPartPair *pair, int side, double range[2], double *across) {
  const PwPart3 *part = &pair->part[side];
  const PwPatch *patch = &s->patch[part->patch];
  pw_cell_range(&pair->cell[side], range);
  range[0] = fmax(range[0], patch->bend[0]);
  range[1] = fmin(range[1], patch->bend[1]);
  *across = INFINITY;
  for (int i = 0; i < 4; i++) {
    int d = i / 2, end = i % 2;
    if (part->q[d][end] == patch->q[d][end]) *across = fmin(*across, patch->least[d][end]);
  }
}

// Motion that makes up for a distance and a mismatch of normals.
static double approach(const PwSurfaceSearch *s, double distance, double mismatch) {
  return fmax(distance / 3, s->span * sin(0.5 * fmin(mismatch, PW_PI)));
}
// The least motion that lets a touch be born on the pair and close; INFINITY: none can be.
static double birth_motion(const PwSurfaceSearch *s, const PwPartPair *pair) {
  double range[2][2], across[2], motion = approach(s, pair->distance, pair->mismatch);
  for (int i = 0; i < 2; i++) range_of(s->s[i], pair, i, range[i], &across[i]);
  if (range[0][1] + range[1][1] <= 0) return INFINITY;  // nothing can close here
  double fold = fold_gap(range[0][0], range[1][0]);
  PwPairBend bend;
  bool smooth = pw_pair_bend(pair, &bend);
  double least = smooth ? bend.sum - bend.off : -INFINITY, difference = smooth ? bend.difference + bend.off : INFINITY;
  if (smooth && bend.sum + bend.off <= 0) return INFINITY;
  if (least > 0) {
    double rest = difference * difference / (4 * least) - 0.25 * least;
    fold = fmax(fold, rest > 0 ? 1 / rest : INFINITY);
    if (range[0][0] >= 0 && range[1][0] >= 0) fold = INFINITY;
  }
  bool jumps = across[0] < INFINITY || across[1] < INFINITY;
  double beyond = jumps ? fold_gap(fmin(range[0][0], across[0]), fmin(range[1][0], across[1])) : INFINITY;
  double gap = fmin(fold, beyond);
  return gap == INFINITY ? INFINITY : fmax(motion, 0.5 * gap);
}

// ---- the heap

enum { LOOKS = 4000 };              // pairs that are looked at; what is left then still bounds the reach
static const double FINE = 1e-2;    // of the margin: parts are not made finer
static const double ROUGH = 1;      // of the distance: likewise
static const double ENOUGH = 0.25;  // of the margin: to know more of the reach costs more than searching again

typedef struct PwBirth {
  double motion, size;
  int32_t node[2];  // -1: parts
  PwPart3 part[2];
} Birth;

static bool is_before(const Birth *a, const Birth *b) {
  return a->motion < b->motion || (a->motion == b->motion && a->size < b->size);
}
static void push(PwSurfaceSearch *s, int32_t *count, const Birth *b) {
  PwSurfaceFoundList *list = s->out;
  if (!(b->motion < list->reach)) return;
  if (*count == list->heap_capacity) {
    int32_t capacity = 2 * list->heap_capacity + 64;
    Birth *grown = realloc(list->heap, (size_t)capacity * sizeof *grown);
    if (!grown) {
      s->status = PAWL_ERR_MEMORY;
      return;
    }
    list->heap = grown;
    list->heap_capacity = capacity;
    list->grown++;
  }
  Birth *heap = list->heap;
  int32_t i = (*count)++;
  for (; i > 0 && is_before(b, &heap[(i - 1) / 2]); i = (i - 1) / 2) heap[i] = heap[(i - 1) / 2];
  heap[i] = *b;
}
static void pop(PwSurfaceSearch *s, int32_t *count, Birth *out) {
  Birth *heap = s->out->heap;
  *out = heap[0];
  Birth last = heap[--*count];
  int32_t i = 0;
  for (int32_t k = 1; k < *count; k = 2 * i + 1) {
    if (k + 1 < *count && is_before(&heap[k + 1], &heap[k])) k++;
    if (!is_before(&heap[k], &last)) break;
    heap[i] = heap[k];
    i = k;
  }
  heap[i] = last;
}

static void push_nodes(PwSurfaceSearch *s, int32_t *count, int32_t i, int32_t j) {
  const PwPatchNode *m = &s->s[0]->node[i], *n = &s->s[1]->node[j];
  Birth b = {.size = pw_node_size(m) + pw_node_size(n), .node = {i, j}};
  b.motion = approach(s, pw_node_distance(s, m, n), pw_node_mismatch(s, m, n));
  b.motion = fmax(b.motion, 0.5 * fold_gap(m->least, n->least));
  push(s, count, &b);
}
static void push_parts(PwSurfaceSearch *s, int32_t *count, PwPartPair *pair) {
  Birth b = {.node = {-1, -1}, .part = {pair->part[0], pair->part[1]}};
  pw_pair_measure(pair);
  b.motion = birth_motion(s, pair);
  b.size = pw_cell_spread(&pair->cell[0]) + pw_cell_spread(&pair->cell[1]);
  if (b.size <= fmax(ROUGH * pair->distance, FINE * s->margin)) b.size = 0;  // fine enough
  push(s, count, &b);
}
static void open_nodes(PwSurfaceSearch *s, int32_t *count, const Birth *b) {
  const PwPatchNode *m = &s->s[0]->node[b->node[0]], *n = &s->s[1]->node[b->node[1]];
  if (m->left < 0 && n->left < 0) {
    PwPartPair pair;
    pw_part_of_patch(s->s[0], -1 - m->left, &pair.part[0]);
    pw_part_of_patch(s->s[1], -1 - n->left, &pair.part[1]);
    for (int i = 0; i < 2; i++) pw_pair_enclose(s, &pair, i);
    push_parts(s, count, &pair);
  } else if (n->left < 0 || (m->left >= 0 && pw_node_size(m) >= pw_node_size(n))) {
    push_nodes(s, count, m->left, b->node[1]);
    push_nodes(s, count, m->right, b->node[1]);
  } else {
    push_nodes(s, count, b->node[0], n->left);
    push_nodes(s, count, b->node[0], n->right);
  }
}
// Halves the longest side. false: it is the pole of a net, which cannot be.
static bool open_parts(PwSurfaceSearch *s, int32_t *count, const Birth *b) {
  PwPart3 parts[PW_PARTS_MOST];
  PwPartPair pair = {.part = {b->part[0], b->part[1]}}, half;
  int best = 0;
  double most = -1;
  for (int i = 0; i < 2; i++) pw_pair_enclose(s, &pair, i);
  for (int i = 0; i < 4; i++) {
    double length = pw_norm(pair.cell[i / 2].dx[i % 2]) + pair.cell[i / 2].rdx[i % 2];
    if (length > most) {
      most = length;
      best = i;
    }
  }
  int32_t n = pw_part_split(s->s[best / 2], &pair.part[best / 2], best % 2, parts);
  for (int32_t k = 0; k < n; k++) {
    half = pair;
    half.part[best / 2] = parts[k];
    pw_pair_enclose(s, &half, best / 2);
    push_parts(s, count, &half);
  }
  return n > 0;
}

void pw_surface_births(PwSurfaceSearch *s) {
  int32_t count = 0;
  push_nodes(s, &count, 0, 0);
  while (count > 0 && s->status == PAWL_OK) {
    Birth b;
    pop(s, &count, &b);
    bool enough = ++s->out->births >= LOOKS || b.motion >= ENOUGH * s->margin || b.size == 0;
    if (!enough && b.node[0] >= 0) {
      open_nodes(s, &count, &b);
    } else if (enough || !open_parts(s, &count, &b)) {
      pw_surface_lower(s, b.motion);
      return;
    }
  }
}
