#include "dynamics/least.h"

#include <stdlib.h>
#include <string.h>

struct PwLeast {
  PwArena arena;
  PawlMechanism rows;
  PwKkt kkt;
  double *x;
};

PawlStatus pw_least_create(const PawlMechanism *k, PwLeast **out) {
  static const double SOFT = 1e-7;
  PwLeast *l = *out = calloc(1, sizeof *l);
  if (!l) return PAWL_ERR_MEMORY;
  PawlStatus status = pw_kkt_soften(k, SOFT, &l->arena, &l->rows);
  if (status == PAWL_OK) status = pw_kkt_create(&l->rows, &l->arena, &l->kkt);
  if (status) return status;
  l->kkt.repeated = true;
  l->x = pw_arena_array(&l->arena, (size_t)(l->kkt.nv + l->kkt.m) + 1, sizeof *l->x);
  return l->x ? PAWL_OK : PAWL_ERR_MEMORY;
}

void pw_least_free(PwLeast *least) {
  if (!least) return;
  pw_kkt_free(&least->kkt);
  pw_arena_free(&least->arena);
  free(least);
}

void pw_least_forget(PwLeast *least) {
  if (least) pw_sparse_forget(least->kkt.matrix);
}

PawlStatus pw_least_share(PwLeast *l, const PwMotion *motion, const double *lambda, double *out) {
  pw_kkt_fill(&l->kkt, motion);
  PawlStatus status = pw_sparse_factor(l->kkt.matrix);
  if (status) return status;
  memset(l->x, 0, (size_t)(l->kkt.nv + l->kkt.m) * sizeof *l->x);
  pw_kkt_add_transposed(&l->kkt, motion, lambda, 1 / l->kkt.mass, l->x);
  pw_kkt_solve(&l->kkt, l->x);
  for (int32_t a = 0; a < l->kkt.m; a++) out[l->kkt.row[a]] = l->x[l->kkt.nv + a] * l->kkt.mass;
  return PAWL_OK;
}
