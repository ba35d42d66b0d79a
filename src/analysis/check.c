// Gathers what `pawl check` says: redundancies by name, what was drawn apart, wishes that assembly could not meet.
#include "analysis/check.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/assemble.h"
#include "analysis/wishes.h"
#include "base/sized.h"

const char *pw_check_subject(const PawlMechanism *k, int32_t row, const char **name) {
  const PwRow *r = &k->row[row];
  if (r->joint >= 0) {
    *name = k->joint[r->joint].name;
    return "joint";
  }
  *name = r->coupler >= 0 ? k->coupler[r->coupler].name : k->drive[r->drive].name;
  return r->coupler >= 0 ? "coupler" : "drive";
}

int32_t pw_check_forces(const PawlMechanism *k) {
  return k->scalar_forces + k->applieds + k->callbacks;
}

const char *pw_check_force(const PawlMechanism *k, int32_t i, const char **name) {
  if (i < k->scalar_forces) {
    const PwScalarForce *f = &k->scalar_force[i];
    bool bushing = f->law_sign == 0;  // up to six forces of one name
    *name = f->name;
    if (bushing && i > 0 && k->scalar_force[i - 1].law_sign == 0 && strcmp(k->scalar_force[i - 1].name, f->name) == 0)
      return NULL;
    return bushing ? "bushing" : f->law_sign < 0 ? "spring" : "joint";
  }
  i -= k->scalar_forces;
  if (i < k->applieds) {
    *name = k->applied[i].name;
    return k->applied[i].torque ? "torque" : "force";
  }
  *name = k->callback[i - k->applieds].name;
  return "callback";
}

int32_t pw_check_loop(const PawlMechanism *k, int32_t c, int32_t *out) {
  const PwTopology *t = &k->topology;
  const int32_t *loop = t->loop_joint + t->loop_start[c];
  int32_t n = t->loop_start[c + 1] - t->loop_start[c], up = 1, body = k->joint[abs(loop[0]) - 1].body[1];
  for (; up < n && t->parent_joint[body] == abs(loop[up]) - 1; up++) body = t->parent[body];
  for (int32_t i = 0; i < n; i++) out[i] = loop[(up + i) % n];
  return n;
}

static int by_size(const void *a, const void *b) {
  const PwApart *x = a, *y = b;
  if (x->relative != y->relative) return x->relative < y->relative ? 1 : -1;
  return (x->row > y->row) - (x->row < y->row);
}

// Joints, couplers and drives that are open as drawn; one entry for all rows of a joint.
static PawlStatus find_apart(PwCheck *c) {
  const PawlMechanism *k = c->k;
  int32_t joint = -1;
  c->apart = pw_arena_array(&c->arena, (size_t)k->rows + 1, sizeof *c->apart);
  if (!c->apart) return PAWL_ERR_MEMORY;
  for (int32_t r = 0; r < k->rows; r++) {
    const PwRow *row = &k->row[r];
    double open = fabs(k->drawn_open[r]);
    if (!(open > 1e-9 * pw_scale(k, row->angular))) continue;
    if (row->joint < 0 || row->joint != joint) c->apart[c->aparts++].row = r;
    joint = row->joint;
    PwApart *a = &c->apart[c->aparts - 1];
    *(row->angular ? &a->angle : &a->distance) = hypot(row->angular ? a->angle : a->distance, open);
    a->relative = fmax(a->distance / k->size, a->angle);
  }
  qsort(c->apart, (size_t)c->aparts, sizeof *c->apart, by_size);
  return PAWL_OK;
}

// Adds the wishes of `w` that are missed at (q, v).
static PawlStatus add_missed(PwCheck *c, const PwWishes *w, bool speeds, const double *q, const double *v) {
  PwMotion motion;
  PwArena arena = {0};
  PawlStatus status = pw_motion_create(&w->k, &arena, &motion);
  if (status == PAWL_OK) status = pw_motion_place(&motion, 0, q, &w->discrete);
  if (status == PAWL_OK) pw_motion_move(&motion, v);
  for (int32_t r = w->first; r < w->k.rows && status == PAWL_OK; r++) {
    double miss = pw_wishes_miss(w, &motion, speeds, r);
    if (miss == 0) continue;
    c->missed[c->misseds++] = (PwMissed){w->label[r].name, speeds, w->k.row[r].angular, miss};
  }
  pw_arena_free(&arena);
  return status;
}

static PawlStatus find_missed(PwCheck *c, const PwDiscrete *discrete, const double *q, double *v) {
  const PawlMechanism *k = c->k;
  c->missed = pw_arena_array(&c->arena, 2 * (size_t)k->wishes + 6 * (size_t)k->body_wishes + 7, sizeof *c->missed);
  if (!c->missed) return PAWL_ERR_MEMORY;
  for (int speeds = 0; speeds < 2; speeds++) {
    // where rank is lost there are no speeds yet to compare with
    if (speeds && pw_assemble_speeds(k, 0, discrete, q, v, NULL) != PAWL_OK) return PAWL_OK;
    PwWishes w;
    PawlStatus status = speeds ? pw_wishes_create_speeds(k, discrete, q, &w) : pw_wishes_create(k, true, discrete, 0, q, &w);
    if (status == PAWL_OK && !speeds) pw_wishes_aim(&w, 1);
    if (status == PAWL_OK) status = add_missed(c, &w, speeds, q, v);
    pw_wishes_free(&w);
    if (status) return status;
  }
  return PAWL_OK;
}

static PawlStatus gather(PwCheck *c) {
  const PawlMechanism *k = c->k;
  PwMotion motion;
  PwDiscrete discrete;
  PawlStatus status = pw_motion_create(k, &c->arena, &motion);
  if (status == PAWL_OK) status = pw_discrete_create(k, &c->arena, &discrete);
  double *v = pw_arena_array(&c->arena, (size_t)pw_speed_count(k) + 1, sizeof *v);
  if (status == PAWL_OK && !v) status = PAWL_ERR_MEMORY;
  if (status) return status;
  motion.all = true;
  status = pw_motion_place(&motion, 0, k->assembled, &discrete);
  if (status) return status;
  pw_motion_move(&motion, v);
  pw_discrete_choose(&motion, &discrete);
  for (int32_t r = 0; r < k->rows; r++) c->driven += k->row[r].drive >= 0 && !k->row[r].redundant;
  c->left = pw_speed_count(k) - k->active_rows;
  status = pw_check_redundancies(c, &motion);
  if (status == PAWL_OK) status = pw_check_closed(c);
  if (status == PAWL_OK) status = pw_check_overlaps(c);
  if (status == PAWL_OK) status = pw_check_mesh_overlaps(c);
  if (status == PAWL_OK) status = find_apart(c);
  return status == PAWL_OK ? find_missed(c, &discrete, k->assembled, v) : status;
}

PW_SIZED_INIT(PawlCheckOptions, pawl_check_options, {0})

PawlStatus pawl_check(const PawlMechanism *k, const PawlCheckOptions *given, PawlMessages *messages, char **out) {
  PawlCheckOptions options = pawl_check_options_default();
  char problem[PW_SIZED_CHARS];
  if (!k || !out) return pw_fail(messages, PAWL_ERR_ARGUMENT, PW_NOWHERE, "no %s (NULL)", k ? "place for a text" : "mechanism");
  if (given && !pw_sized_take(given, &options, sizeof options, problem)) {
    return pw_fail(messages, PAWL_ERR_ARGUMENT, PW_NOWHERE, "options: %s", problem);
  }
  PwCheck check = {.k = k};
  PwCheckMatrices matrices = {0};
  PwText text = {0};
  *out = NULL;
  PawlStatus status = gather(&check);
  if (status == PAWL_OK && options.matrices) status = pw_check_matrices(k, options.contacts, &check.arena, &matrices);
  if (options.matrices) check.matrices = &matrices;
  if (status == PAWL_OK) status = options.json ? pw_check_write_json(&check, &text) : pw_check_write_text(&check, &text);
  if (status == PAWL_OK) *out = text.data;
  if (status) {
    pw_text_free(&text);
    pw_message(messages, PAWL_ERROR, PW_NOWHERE, "the mechanism could not be checked: %s", pawl_status_text(status));
  }
  pw_arena_free(&check.arena);
  return status;
}
