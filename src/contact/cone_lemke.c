// The cone problem as a linear one: round cones become pyramids (in one row they are none the rounder), and rows that depend on
// each other are made independent by a little compliance. Lemke's method then finds an answer whenever friction alone cannot jam
// (Stewart, Trinkle 1996; Anitescu, Potra 1997), however many touches there are. Its forces are where Newton begins.
//
//   unknowns   N; of a free grip a force along each edge of its pyramid, and its slip s
//   u_n >= 0                        as long as N is zero
//   edge . u + s >= 0               as long as the edge's force is zero
//   coefficient N - sum of forces >= 0   as long as s is zero
//
// Of a two-sided touch N is two forces, one each way; a grip that rolls has a large coefficient.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/random.h"
#include "contact/cone_work.h"
#include "numerics/lemke.h"

enum { MOST_EDGES = 8, MOST_UNKNOWNS = 1200 };

static const double SLIP_OF = 1e-9;     // of the terms: slower than this a slip has no direction
static const double COMPLIANCE = 1e-9;  // of W's diagonal
static const double ROLLS = 1e3;        // coefficient, in units of W's diagonals

typedef enum { NORMAL, EDGE, SLIP } Kind;

typedef struct {
  Kind kind;
  int32_t touch, grip;
  double scale;                   // of the force
  double way[PW_CONE_GRIP_ROWS];  // EDGE; NORMAL: the sign
} Unknown;

struct PwConeLemke {
  int32_t most, count;
  Unknown *unknown;
  int32_t *name;
  double *table, *z, *force, *rate;
  double memory[];
};

PawlStatus pw_cone_lemke_create(int32_t most_rows, PwConeLemke **out) {
  size_t rows = (size_t)most_rows + 1, n = 5 * rows < MOST_UNKNOWNS ? 5 * rows : MOST_UNKNOWNS;
  PwConeLemke *s =
      malloc(sizeof *s + (n * (n + 2) + n + 2 * rows) * sizeof(double) + n * sizeof(Unknown) + (2 * n + 1) * sizeof(int32_t));
  *out = s;
  if (!s) return PAWL_ERR_MEMORY;
  s->most = (int32_t)n;
  s->table = s->memory;
  s->z = s->table + n * (n + 2);
  s->force = s->z + n;
  s->rate = s->force + rows;
  s->unknown = (Unknown *)(s->rate + rows);
  s->name = (int32_t *)(s->unknown + n);
  return PAWL_OK;
}

void pw_cone_lemke_free(PwConeLemke *lemke) {
  free(lemke);
}

// ---- unknowns ----

static int32_t edges_of(const PwWorkGrip *w, int32_t most) {
  return w->rows == 2 ? most : 2 * w->rows;
}

static double grip_scale(const PwWorkGrip *w) {
  return sqrt(w->step);
}

static bool is_free(const PwWorkGrip *w) {
  return w->kind != PW_PART_KNOWN && w->step > 0;
}

// In two rows one of the edges is against the slip at the point, or along its force.
static void find_edge(const PwCone *c, const PwWorkGrip *w, int32_t i, int32_t edges, double *way) {
  const double *f = c->l + w->first, *u = c->u + w->first;
  memset(way, 0, PW_CONE_GRIP_ROWS * sizeof *way);
  if (w->rows != 2) {
    way[i / 2] = i % 2 ? -1 : 1;
    return;
  }
  bool slips = hypot(u[0], u[1]) > SLIP_OF * (c->scale + fmax(c->size[w->first], c->size[w->first + 1]));
  double angle = slips ? atan2(-u[1], -u[0]) : f[0] != 0 || f[1] != 0 ? atan2(f[1], f[0]) : 0;
  angle += 6.283185307179586 * i / edges;
  way[0] = cos(angle);
  way[1] = sin(angle);
}

static void list_grip(const PwCone *c, PwConeLemke *s, int32_t k, int32_t edges) {
  const PwWorkGrip *w = &c->grip[k];
  Unknown unknown = {.kind = EDGE, .touch = w->touch, .grip = k, .scale = grip_scale(w)};
  edges = edges_of(w, edges);
  for (int32_t i = 0; i < edges; i++) {
    find_edge(c, w, i, edges, unknown.way);
    s->unknown[s->count++] = unknown;
  }
  unknown.kind = SLIP;
  s->unknown[s->count++] = unknown;
}

static void list_unknowns(const PwCone *c, PwConeLemke *s, int32_t edges) {
  s->count = 0;
  for (int32_t i = 0; i < c->n; i++) {
    for (int32_t sign = 1; c->step[i] > 0 && sign >= (c->two_sided[i] ? -1 : 1); sign -= 2) {
      s->unknown[s->count++] = (Unknown){.kind = NORMAL, .touch = i, .grip = -1, .scale = sqrt(c->step[i]), .way = {sign}};
    }
    for (int32_t k = c->first_grip[i]; k < c->first_grip[i + 1]; k++) {
      if (is_free(&c->grip[k])) list_grip(c, s, k, edges);
    }
  }
}

// As many edges as there is room for; 0: not even four.
static int32_t find_edges(const PwCone *c, const PwConeLemke *s) {
  for (int32_t edges = MOST_EDGES; edges >= 4; edges -= 4) {
    int32_t count = 0;
    for (int32_t i = 0; i < c->n; i++) count += c->two_sided[i] ? 2 : 1;
    for (int32_t k = 0; k < c->grips; k++) count += edges_of(&c->grip[k], edges) + 1;
    if (count <= s->most) return edges;
  }
  return 0;
}

// ---- the table ----

// Adds the forces of a unit of an unknown; those of grips whose direction is known go with the normal force.
static void add_force(const PwCone *c, const Unknown *x, double size, double *force) {
  if (x->kind == EDGE) {
    const PwWorkGrip *w = &c->grip[x->grip];
    for (int32_t a = 0; a < w->rows; a++) force[w->first + a] += size * x->scale * x->way[a];
  } else if (x->kind == NORMAL) {
    force[c->first[x->touch]] += size * x->scale * x->way[0];
    for (int32_t k = c->first_grip[x->touch]; k < c->first_grip[x->touch + 1]; k++) {
      const PwWorkGrip *w = &c->grip[k];
      for (int32_t a = 0; a < w->rows && w->kind == PW_PART_KNOWN; a++)
        force[w->first + a] += size * x->scale * w->coefficient * w->way[a];
    }
  }
}

// Rates by forces.
static void find_rates(const PwCone *c, const double *force, double *rate) {
  memset(rate, 0, sizeof(double) * (size_t)c->rows);
  for (int32_t j = 0; j < c->rows; j++) {
    const double *W = c->W + (size_t)j * (size_t)c->rows;
    for (int32_t i = 0; i < c->rows && force[j] != 0; i++) rate[i] += W[i] * force[j];
  }
}

// Of an unknown's own row.
static double along(const PwCone *c, const Unknown *x, const double *rate) {
  double sum = 0;
  if (x->kind == NORMAL) return x->scale * x->way[0] * rate[c->first[x->touch]];
  for (int32_t a = 0; a < c->grip[x->grip].rows && x->kind == EDGE; a++) sum += x->way[a] * rate[c->grip[x->grip].first + a];
  return x->scale * sum;
}

static double coefficient(const PwWorkGrip *w, double scale) {
  return w->kind == PW_PART_ROLLS ? ROLLS * grip_scale(w) / scale : w->coefficient;
}

// What does not go by rates: compliance, slips, limits.
static double beside(const PwCone *c, const Unknown *row, const Unknown *column) {
  double sum = 0;
  if (row->kind == NORMAL) return row == column ? COMPLIANCE : 0;
  if (row->kind == EDGE && column->kind == EDGE && row->grip == column->grip) {
    for (int32_t a = 0; a < PW_CONE_GRIP_ROWS; a++) sum += COMPLIANCE * row->way[a] * column->way[a];
  }
  if (row->kind == EDGE && column->kind == SLIP) return row->grip == column->grip;
  if (row->kind == SLIP && column->kind == EDGE) return row->grip == column->grip ? -1 : 0;
  if (row->kind == SLIP && column->kind == NORMAL && row->touch == column->touch) {
    return coefficient(&c->grip[row->grip], column->scale) * column->scale / row->scale;
  }
  return sum;
}

// Returns the size of q, by which it is divided.
static double fill(PwCone *c, PwConeLemke *s, uint64_t seed) {
  size_t n = (size_t)s->count, wide = n + 2;
  double size = 0;
  for (size_t j = 0; j < n; j++) {
    memset(s->force, 0, sizeof(double) * (size_t)c->rows);
    add_force(c, &s->unknown[j], 1, s->force);
    find_rates(c, s->force, s->rate);
    for (size_t i = 0; i < n; i++)
      s->table[i * wide + j] = along(c, &s->unknown[i], s->rate) + beside(c, &s->unknown[i], &s->unknown[j]);
  }
  memset(s->force, 0, sizeof(double) * (size_t)c->rows);
  for (int32_t i = 0; i < c->n; i++) {
    if (c->given[i] > 0) add_force(c, &(Unknown){.kind = NORMAL, .touch = i, .scale = 1, .way = {1}}, c->given[i], s->force);
  }
  find_rates(c, s->force, s->rate);
  for (int32_t i = 0; i < c->rows; i++) s->rate[i] += c->b[i];
  for (size_t i = 0; i < n; i++) {
    const Unknown *x = &s->unknown[i];
    double q = along(c, x, s->rate);
    if (x->kind == SLIP) q = coefficient(&c->grip[x->grip], 1) * c->given[x->touch] / x->scale;
    s->table[i * wide + n] = pw_random_between(&seed, 0.5, 1.5);
    s->table[i * wide + n + 1] = q;
    size = fmax(size, fabs(q));
  }
  for (size_t i = 0; i < n; i++) s->table[i * wide + n + 1] /= size > 0 ? size : 1;
  return size;
}

// ---- forces ----

// Forces of slips that are not zero are put at their limits.
static void take_forces(PwCone *c, const PwConeLemke *s, double size) {
  memset(c->l, 0, sizeof(double) * (size_t)c->rows);
  for (int32_t i = 0; i < c->n; i++) c->l[c->first[i]] = c->given[i];
  for (int32_t j = 0; j < s->count; j++) {
    if (s->unknown[j].kind != SLIP) add_force(c, &s->unknown[j], size * s->z[j], c->l);
  }
  for (int32_t j = 0; j < s->count; j++) {
    const Unknown *x = &s->unknown[j];
    if (x->kind != SLIP || !(s->z[j] > 0) || c->grip[x->grip].kind == PW_PART_ROLLS) continue;
    const PwWorkGrip *w = &c->grip[x->grip];
    double sum = 0, limit = w->coefficient * pw_cone_load(c, w->touch);
    for (int32_t a = 0; a < w->rows; a++) sum += c->l[w->first + a] * c->l[w->first + a];
    for (int32_t a = 0; a < w->rows && sum > 0; a++) c->l[w->first + a] *= limit / sqrt(sum);
  }
}

bool pw_cone_lemke(PwCone *c, int32_t attempt) {
  PwConeLemke *s = c->lemke;
  int32_t edges = find_edges(c, s);
  if (edges == 0) return false;
  pw_cone_evaluate(c);
  list_unknowns(c, s, edges);
  double size = fill(c, s, (uint64_t)attempt);
  if (!pw_lemke(s->table, s->count, s->name, s->z)) return false;
  take_forces(c, s, size);
  return true;
}
