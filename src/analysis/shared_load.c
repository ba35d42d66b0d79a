// Joints whose friction goes by a load that is not unique: forces along redundant rows that balance each other change it.
#include "analysis/shared_load.h"

#include <math.h>
#include <string.h>

#include "dynamics/kkt.h"
#include "mechanics/bearing.h"
#include "numerics/vec.h"

typedef struct {
  const PwMotion *motion;
  PwArena arena;
  PwKkt kept, all;  // of the rows that are not redundant; of all
  double *x, *lambda;
  bool *shared;  // [bearings]
} Work;

// `all` is made as if no row were redundant.
static PawlStatus create(PawlMechanism *k, Work *w) {
  size_t n = (size_t)(pw_speed_count(k) + k->rows) + 1;
  int32_t active = k->active_rows;
  w->x = pw_arena_array(&w->arena, n, sizeof *w->x);
  w->lambda = pw_arena_array(&w->arena, n, sizeof *w->lambda);
  w->shared = pw_arena_array(&w->arena, (size_t)k->bearings + 1, sizeof *w->shared);
  bool *redundant = pw_arena_array(&w->arena, n, sizeof *redundant);
  if (!w->x || !w->lambda || !w->shared || !redundant) return PAWL_ERR_MEMORY;
  memset(w->shared, 0, (size_t)k->bearings * sizeof *w->shared);
  PawlStatus status = pw_kkt_create(k, &w->arena, &w->kept);
  for (int32_t r = 0; r < k->rows; r++) {
    redundant[r] = k->row[r].redundant;
    k->row[r].redundant = false;
  }
  k->active_rows = k->rows;
  if (status == PAWL_OK) status = pw_kkt_create(k, &w->arena, &w->all);
  for (int32_t r = 0; r < k->rows; r++) k->row[r].redundant = redundant[r];
  k->active_rows = active;
  return status;
}

// Forces along row r and the rows kept that do nothing to the motion: which loads do they change?
static void look_along(Work *w, int32_t r) {
  static const double NONE = 1e-6;  // of the largest
  const PawlMechanism *k = w->motion->mechanism;
  double most = 1;
  memset(w->lambda, 0, (size_t)k->rows * sizeof *w->lambda);
  memset(w->x, 0, (size_t)(w->kept.nv + w->kept.m) * sizeof *w->x);
  w->lambda[r] = 1;
  pw_kkt_add_transposed(&w->all, w->motion, w->lambda, 1, w->x);
  pw_sparse_solve(w->kept.matrix, w->x);
  w->lambda[r] = -1;
  for (int32_t i = 0; i < w->kept.m; i++) {
    w->lambda[w->kept.row[i]] = w->x[w->kept.nv + i];
    most = fmax(most, fabs(w->x[w->kept.nv + i]));
  }
  for (int32_t b = 0; b < k->bearings; b++) {
    double end[PW_BEARING_ENDS][3];
    pw_bearing_forces(w->motion, b, w->lambda, end);
    for (int32_t e = 0; e < pw_bearing_ends(k, b); e++) w->shared[b] |= pw_norm(end[e]) > NONE * most;
  }
}

PawlStatus pw_warn_shared_loads(PawlMechanism *k, const PwMotion *motion, PawlMessages *messages) {
  Work w = {.motion = motion};
  if (k->bearings == 0 || k->redundancies == 0) return PAWL_OK;
  PawlStatus status = create(k, &w);
  if (status == PAWL_OK) {
    pw_kkt_fill(&w.kept, motion);
    bool told = pw_sparse_factor(w.kept.matrix) == PAWL_OK;  // a singular start has its own message
    for (int32_t r = 0; r < k->rows && told; r++) {
      if (k->row[r].redundant) look_along(&w, r);
    }
  }
  for (int32_t b = 0; b < k->bearings && status == PAWL_OK; b++) {
    const PwJoint *joint = &k->joint[k->bearing[b].joint];
    if (!w.shared[b]) continue;
    pw_message(messages, PAWL_WARNING, joint->place,
               "joint '%s' has friction, but its load is not unique: %d constraint%s of the mechanism depend%s on others (pawl "
               "check names them); it is that of the constraints kept",
               joint->name, k->redundancies, k->redundancies == 1 ? "" : "s", k->redundancies == 1 ? "s" : "");
  }
  pw_kkt_free(&w.kept);
  pw_kkt_free(&w.all);
  pw_arena_free(&w.arena);
  return status;
}
