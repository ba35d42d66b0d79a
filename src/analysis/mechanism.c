// Compiling for the user: build, topology, what is "as drawn", assembly, redundancy, freedoms without inertia.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/assemble.h"
#include "analysis/drawn.h"
#include "analysis/outlines.h"
#include "analysis/rank.h"
#include "analysis/shared_load.h"
#include "base/random.h"
#include "contact/friction.h"
#include "dynamics/kkt.h"
#include "numerics/dense.h"
#include "numerics/vec.h"
#include "topology/topology.h"

typedef struct {
  double low[3], high[3];
} Extent;

static void extend(Extent *e, const double at[3]) {
  for (int c = 0; c < 3; c++) {
    e->low[c] = fmin(e->low[c], at[c]);
    e->high[c] = fmax(e->high[c], at[c]);
  }
}

// Characteristic length: the farthest that a frame or a boundary is from its body's centre, or that bodies which have some are
// apart as drawn. Boundaries of ground count only if nothing else has a length: a floor may be as long as one likes. So do
// meshes, whose unit may be wrong.
double pw_mechanism_size(const PawlMechanism *k) {
  Extent e = {{INFINITY, INFINITY, INFINITY}, {-INFINITY, -INFINITY, -INFINITY}};
  double lever = 0, fixed = 0, drawn = 0, size = 0;
  for (int32_t i = 0; i < k->frames; i++) {
    extend(&e, k->body[k->frame[i].body].drawn);
    lever = fmax(lever, pw_norm(k->frame[i].position));
  }
  for (int32_t i = 0; i < k->boundaries; i++) {
    const PwProfile *p = &k->boundary[i].geometry;
    if (k->boundary[i].construction) continue;
    double *reach = k->boundary[i].body == 0 ? &fixed : &lever;
    extend(&e, k->body[k->boundary[i].body].drawn);
    *reach = fmax(*reach, hypot(p->center[0], p->center[1]) + p->radius);
  }
  for (int32_t i = 0; i < k->surfaces; i++) {
    const PwSkin *skin = &k->skin[i];
    double *reach = skin->body == 0 ? &fixed : &lever, middle[3];
    extend(&e, k->body[skin->body].drawn);
    for (int c = 0; c < 3; c++) middle[c] = skin->position[c] + pw_dot(skin->axes + 3 * c, skin->geometry.center);
    *reach = fmax(*reach, pw_norm(middle) + skin->geometry.radius);
  }
  for (int c = 0; c < 3; c++) {
    if (e.high[c] > e.low[c]) size += (e.high[c] - e.low[c]) * (e.high[c] - e.low[c]);
  }
  size = fmax(sqrt(size), lever);
  for (int32_t i = 0; i < k->meshes && !(size > 0) && !(fixed > 0); i++) drawn = fmax(drawn, pw_mesh_length(&k->mesh[i]));
  return size > 0 ? size : fixed > 0 ? fixed : drawn > 0 ? drawn : 1;
}

void pw_drawn_positions(const PawlMechanism *k, double *q) {
  for (int32_t b = 1; b < k->bodies; b++) {
    const PwBody *body = &k->body[b];
    if (k->planar) {
      double at[3] = {body->drawn[0], body->drawn[1], body->drawn_angle};
      memcpy(q + 3 * (b - 1), at, sizeof at);
    } else {
      memcpy(q + 7 * (b - 1), body->drawn, sizeof body->drawn);
    }
  }
}

// Angles of the plane count from the turn within half a turn of zero that they have as drawn, as those in space do.
static void count_from_drawn(PawlMechanism *k, const PwMotion *motion) {
  const double full = 6.283185307179586476925;
  for (int32_t i = 0; i < k->scalars && k->planar; i++) {
    PwScalarKind kind = k->scalar[i].kind;
    if (kind == PW_S_ANGLE || kind == PW_S_BETWEEN)
      k->scalar[i].plane_axis[0] -= full * nearbyint(motion->scalar[i].value / full);
  }
}

// Lengths and offsets that the user left to the drawing.
static void take_as_drawn(PawlMechanism *k, const PwMotion *motion) {
  for (int32_t r = 0; r < k->rows; r++) {
    if (!isnan(k->row[r].law.constant)) continue;
    motion->row_law[3 * r] = 0;
    k->row[r].law.constant = pw_row_value(motion, r);
  }
  for (int32_t i = 0; i < k->scalar_forces; i++) {
    PwScalarForce *f = &k->scalar_force[i];
    if (isnan(f->free)) f->free = motion->scalar[f->scalar].value;
  }
}

typedef struct {
  PawlMechanism *k;
  PwArena arena;
  PwMotion motion;
  PwDiscrete discrete;
  double *q, *v, *other;
  bool *dependent, *elsewhere;
} Work;

static PawlStatus work_create(PawlMechanism *k, Work *w) {
  *w = (Work){.k = k};
  PawlStatus status = pw_motion_create(k, &w->arena, &w->motion);
  if (status == PAWL_OK) status = pw_discrete_create(k, &w->arena, &w->discrete);
  w->motion.all = true;
  size_t n = (size_t)pw_position_count(k) + 1;
  w->q = pw_arena_array(&w->arena, n, sizeof *w->q);
  w->v = pw_arena_array(&w->arena, n, sizeof *w->v);
  w->other = pw_arena_array(&w->arena, n, sizeof *w->other);
  w->dependent = pw_arena_array(&w->arena, (size_t)k->rows + 1, sizeof *w->dependent);
  w->elsewhere = pw_arena_array(&w->arena, (size_t)k->rows + 1, sizeof *w->elsewhere);
  bool ok = w->q && w->v && w->other && w->dependent && w->elsewhere;
  return status == PAWL_OK && !ok ? PAWL_ERR_MEMORY : status;
}

static void set_redundant(PawlMechanism *k, const bool *dependent, bool drives_too) {
  k->active_rows = 0;
  for (int32_t r = 0; r < k->rows; r++) {
    k->row[r].redundant = dependent[r] || (drives_too && k->row[r].drive >= 0);
    k->active_rows += !k->row[r].redundant;
  }
}

// A nearby assembled position, reached along the freedoms that joints and couplers leave; drives are let go.
static PawlStatus move_elsewhere(Work *w) {
  PawlMechanism *k = w->k;
  PwKkt kkt = {0};
  PwArena arena = {0};
  uint64_t seed = 20;
  set_redundant(k, w->dependent, true);
  PawlStatus status = pw_kkt_create(k, &arena, &kkt);
  double *x = pw_arena_array(&arena, (size_t)(kkt.nv + k->rows) + 1, sizeof *x);
  if (status == PAWL_OK && !x) status = PAWL_ERR_MEMORY;
  if (status == PAWL_OK) {
    pw_kkt_fill(&kkt, &w->motion);
    status = pw_sparse_factor(kkt.matrix);
  }
  if (status == PAWL_OK) {
    int32_t per = pw_speeds_per_body(k), linear = k->planar ? 2 : 3;
    for (int32_t i = 0; i < kkt.nv; i++) x[i] = pw_random_between(&seed, -0.1, 0.1) * pw_scale(k, i % per >= linear);
    pw_mass_multiply(&w->motion, x, w->v);
    for (int32_t i = 0; i < kkt.nv; i++) x[i] = w->v[i] / kkt.mass;
    memset(x + kkt.nv, 0, (size_t)kkt.m * sizeof *x);
    pw_sparse_solve(kkt.matrix, x);
    pw_position_add(k, w->q, x, w->other);
    status = pw_assemble_positions(k, 0, &w->discrete, false, w->other, NULL);
  }
  pw_kkt_free(&kkt);
  pw_arena_free(&arena);
  return status;
}

// Redundant is what depends on other rows here and elsewhere; rank that is lost only here is no redundancy.
static PawlStatus find_redundancy(Work *w, PawlMessages *messages) {
  PawlMechanism *k = w->k;
  int32_t rank, joints, rank_elsewhere, joints_elsewhere;
  PawlStatus status = pw_motion_place(&w->motion, 0, w->q, &w->discrete);
  if (status == PAWL_OK) status = pw_rank_rows(&w->motion, 1e-9, w->dependent, &rank, &joints);
  if (status) return status;
  k->mobility = pw_speed_count(k) - joints;
  bool moved = k->mobility > 0 && move_elsewhere(w) == PAWL_OK;
  if (moved) {
    pw_motion_place(&w->motion, 0, w->other, &w->discrete);
    status = pw_rank_rows(&w->motion, 1e-9, w->elsewhere, &rank_elsewhere, &joints_elsewhere);
    if (status) return status;
    k->singular_start = joints_elsewhere > joints;
    if (k->singular_start) memcpy(w->dependent, w->elsewhere, (size_t)k->rows * sizeof *w->dependent);
    if (k->singular_start) k->mobility = pw_speed_count(k) - joints_elsewhere;
  }
  set_redundant(k, w->dependent, false);
  k->redundancies = k->rows - k->active_rows;
  pw_motion_place(&w->motion, 0, w->q, &w->discrete);
  status = pw_warn_shared_loads(k, &w->motion, messages);
  if (status) return status;
  for (int32_t d = 0; d < k->drives; d++) {
    if (!k->row[k->drive[d].row].redundant) continue;
    return pw_fail(messages, PAWL_ERR_INPUT, PW_NOWHERE,
                   "drive '%s' prescribes '%s', which the other constraints and drives determine already: remove one of them",
                   k->drive[d].name, k->coordinate[k->drive[d].coordinate].name);
  }
  for (int32_t r = 0; r < k->rows; r++) {
    char name[128];
    double open = pw_row_value(&w->motion, r);
    if (!k->row[r].redundant || fabs(open) <= 1e-8 * pw_scale(k, k->row[r].angular)) continue;
    return pw_fail(messages, PAWL_ERR_ASSEMBLY, k->row[r].joint >= 0 ? k->joint[k->row[r].joint].place : PW_NOWHERE,
                   "%s contradicts the other constraints by %s: free one of its directions", pw_row_name(k, r, name),
                   PW_SAY(k, fabs(open), k->row[r].angular ? PW_DIM_ANGLE : PW_DIM_LENGTH, 3));
  }
  return PAWL_OK;
}

// Names a freedom without inertia: a vector that neither M nor J sees.
static PawlStatus name_massless(Work *w, const PwKkt *kkt, PawlMessages *messages) {
  PawlMechanism *k = w->k;
  int32_t nv = kkt->nv, rows = nv + kkt->m, per = pw_speeds_per_body(k), best = 0;
  if (nv > 600) return pw_fail(messages, PAWL_ERR_INPUT, PW_NOWHERE, "a freedom is left without inertia");
  double *a = calloc((size_t)rows * (size_t)nv, sizeof *a), *s = malloc((size_t)nv * sizeof *s),
         *column = malloc((size_t)rows * sizeof *column);
  double *vt = malloc((size_t)nv * (size_t)nv * sizeof *vt);
  PawlStatus status = a && s && column && vt ? PAWL_OK : PAWL_ERR_MEMORY;
  for (int32_t i = 0; i < nv && status == PAWL_OK; i++) {
    memset(w->v, 0, (size_t)nv * sizeof *w->v);
    w->v[i] = 1;
    pw_mass_multiply(&w->motion, w->v, column);
    for (int32_t j = 0; j < nv; j++) a[(size_t)i * (size_t)rows + (size_t)j] = column[j] / kkt->mass;
    pw_kkt_multiply(kkt, &w->motion, w->v, column);
    memcpy(a + (size_t)i * (size_t)rows + nv, column, (size_t)kkt->m * sizeof *a);
  }
  if (status == PAWL_OK) status = pw_dense_svd(a, rows, nv, s, NULL, vt);
  if (status == PAWL_OK) {
    for (int32_t i = 1; i < nv; i++) {
      if (fabs(vt[(size_t)i * (size_t)nv + (size_t)nv - 1]) > fabs(vt[(size_t)best * (size_t)nv + (size_t)nv - 1])) best = i;
    }
    static const char *const plane[] = {"along x", "along y", "turning"};
    static const char *const space[] = {"along x", "along y", "along z", "turning about x", "turning about y", "turning about z"};
    const PwBody *body = &k->body[best / per + 1];
    pw_message(messages, PAWL_ERROR, body->place,
               "body '%s' can move (%s) without moving any mass: give it mass or inertia, or tie it to something that has",
               body->name, (k->planar ? plane : space)[best % per]);
    status = PAWL_ERR_INPUT;
  }
  free(a);
  free(s);
  free(column);
  free(vt);
  return status;
}

static PawlStatus check_inertia(Work *w, PawlMessages *messages) {
  PwKkt kkt = {0};
  PwArena arena = {0};
  PawlStatus status = pw_kkt_create(w->k, &arena, &kkt);
  if (status == PAWL_OK) {
    pw_kkt_fill(&kkt, &w->motion);
    status = pw_sparse_factor(kkt.matrix);
    if (status == PAWL_ERR_SINGULAR && !w->k->singular_start) status = name_massless(w, &kkt, messages);
    if (status == PAWL_ERR_SINGULAR) status = PAWL_OK;
  }
  pw_kkt_free(&kkt);
  pw_arena_free(&arena);
  return status;
}

static PawlStatus complete(PawlMechanism *k, PawlMessages *messages) {
  k->size = pw_mechanism_size(k);
  PawlStatus status = pw_topology_analyse(k);
  if (status) return status;
  Work w;
  int32_t rank, joints;
  status = work_create(k, &w);
  if (status == PAWL_OK) {
    pw_drawn_positions(k, w.q);
    status = pw_motion_place(&w.motion, 0, w.q, &w.discrete);
  }
  if (status == PAWL_OK) {
    count_from_drawn(k, &w.motion);
    status = pw_motion_place(&w.motion, 0, w.q, &w.discrete);
    take_as_drawn(k, &w.motion);
    pw_motion_move(&w.motion, w.v);
    pw_discrete_count_turns(&w.motion, &w.discrete);
    pw_discrete_choose(&w.motion, &w.discrete);
    status = pw_motion_place(&w.motion, 0, w.q, &w.discrete);
  }
  k->drawn_open = pw_arena_array(&k->arena, (size_t)k->rows + 1, sizeof *k->drawn_open);
  if (status == PAWL_OK && !k->drawn_open) status = PAWL_ERR_MEMORY;
  for (int32_t r = 0; r < k->rows && status == PAWL_OK; r++) k->drawn_open[r] = pw_row_value(&w.motion, r);
  if (status == PAWL_OK) status = pw_rank_rows(&w.motion, 1e-6, w.dependent, &rank, &joints);
  if (status == PAWL_OK) {
    set_redundant(k, w.dependent, false);
    status = check_inertia(&w, messages);
  }
  if (status == PAWL_OK) status = pw_assemble_positions(k, 0, &w.discrete, true, w.q, messages);
  if (status == PAWL_OK) status = find_redundancy(&w, messages);
  if (status == PAWL_OK) status = check_inertia(&w, messages);
  k->assembled = pw_arena_array(&k->arena, (size_t)pw_position_count(k) + 1, sizeof *k->assembled);
  k->assembled_turn = pw_arena_array(&k->arena, (size_t)k->turns + 1, sizeof *k->assembled_turn);
  if (status == PAWL_OK && (!k->assembled || !k->assembled_turn)) status = PAWL_ERR_MEMORY;
  if (status == PAWL_OK) memcpy(k->assembled_turn, w.discrete.turn, (size_t)k->turns * sizeof *k->assembled_turn);
  if (status == PAWL_OK) memcpy(k->assembled, w.q, (size_t)pw_position_count(k) * sizeof *w.q);
  if (status == PAWL_OK) pw_outlines_warn(k, messages);
  if (status == PAWL_OK) pw_sizes_warn(k, messages);
  if (status == PAWL_OK) pw_meshes_warn(k, messages);
  pw_arena_free(&w.arena);
  return status;
}

PawlStatus pawl_mechanism_compile(const PawlModel *model, PawlMessages *messages, PawlMechanism **out) {
  if (!out) return PAWL_ERR_ARGUMENT;
  *out = NULL;
  if (!model) return pw_fail(messages, PAWL_ERR_ARGUMENT, PW_NOWHERE, "no model was given (NULL)");
  PawlMechanism *k;
  PawlStatus status = pw_mechanism_build(model, messages, &k);
  if (status) return status;
  pw_friction_note(k);
  if (k->bodies < 2) {
    status = pw_fail(messages, PAWL_ERR_INPUT, PW_NOWHERE, "the model has no bodies besides ground");
  } else {
    status = complete(k, messages);
  }
  if (status) {
    pawl_mechanism_free(k);
    return status;
  }
  *out = k;
  return PAWL_OK;
}
