// The matrices of multipliers_stiff.h: structure once, values at each linearisation.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "dynamics/multipliers_stiff.h"
#include "numerics/vec.h"

static void free_stiff(PwStiff *s) {
  if (!s) return;
  pw_sparse_free(s->real);
  pw_sparse_free(s->pairs);
  pw_kkt_free(&s->plain);
  pw_stiff_free_touches(s);
  pw_arena_free(&s->arena);
  free(s);
}

void pw_stiff_free(PwMultipliers *f) {
  free_stiff(f->stiff);
  f->stiff = NULL;
}

void pw_stiff_forget(PwMultipliers *f) {
  if (!f->stiff) return;
  pw_sparse_forget(f->stiff->real);
  pw_sparse_forget(f->stiff->pairs);
  pw_sparse_forget(f->stiff->plain.matrix);
}

// ---- structure

static void scalar_bodies(const PawlMechanism *k, int32_t scalar, int32_t *body) {
  for (int side = 0; side < 2; side++) body[side] = k->frame[k->scalar[scalar].frame[side]].body;
}

// Couplings of one force with all that its law mentions; with out == NULL only counts.
static int32_t list_law(const PawlMechanism *k, const PwLaw *law, PwCoupling base, PwCoupling *out) {
  int32_t n = 0;
  for (int32_t i = 0; i < law->count && law->expr; i++) {
    int32_t var = law->variable[i];
    if (var == PW_VAR_T || var >= PW_VAR_NAMED) continue;
    PwCoupling c = base;
    c.law = law;
    c.variable = i;
    c.scalar = var < PW_VAR_SCALAR ? law->own : (var - PW_VAR_SCALAR) / 2;
    scalar_bodies(k, c.scalar, c.body + 2);
    if (out) out[n] = c;
    n++;
  }
  return n;
}

static int32_t list_couplings(const PawlMechanism *k, PwCoupling *out) {
  int32_t n = 0;
  for (int32_t i = 0; i < k->scalar_forces; i++) {
    const PwScalarForce *f = &k->scalar_force[i];
    PwCoupling c = {.force = i, .applied = -1, .scalar = f->scalar};
    scalar_bodies(k, f->scalar, c.body);
    scalar_bodies(k, f->scalar, c.body + 2);
    if (f->has_law) {
      n += list_law(k, &f->law, c, out ? out + n : NULL);
    } else {
      if (out) out[n] = c;
      n++;
    }
  }
  for (int32_t i = 0; i < k->applieds; i++) {
    const PwApplied *a = &k->applied[i];
    for (int32_t d = 0; d < 3; d++) {
      PwCoupling c = {.force = -1, .applied = i, .component = d, .body = {k->frame[a->frame].body, a->reaction}};
      n += list_law(k, &a->component[d], c, out ? out + n : NULL);
    }
  }
  return n;
}

// Indices of couplings, pulls and presses in the matrix, row and column -1 where there is none; returns their number.
static int32_t list_places(const PawlMechanism *k, PwStiff *s, int32_t *row, int32_t *column) {
  int32_t per = pw_speeds_per_body(k), n = 0;
  for (int32_t i = 0; i < s->couplings; i++) {
    PwCoupling *c = &s->coupling[i];
    c->first = n;
    for (int32_t a = 0; a < 2 * per; a++) {
      for (int32_t b = 0; b < 2 * per; b++, n++) {
        int32_t left = c->body[a / per], right = c->body[2 + b / per];
        if (!row) continue;
        row[n] = left && right ? (left - 1) * per + a % per : -1;
        column[n] = left && right ? (right - 1) * per + b % per : -1;
      }
    }
  }
  for (int32_t i = 0; i < s->pulls; i++) {
    s->pull[i].first = n;
    for (int32_t a = 0; a < per * per; a++, n++) {
      if (!row) continue;
      row[n] = (s->pull[i].body - 1) * per + a / per;
      column[n] = (s->pull[i].body - 1) * per + a % per;
    }
  }
  for (int32_t i = 0; i < s->presses; i++) {
    const int32_t *body = s->press[i].body;
    s->press[i].first = n;
    for (int32_t a = 0; a < 4 * per * per; a++, n++) {
      int32_t left = body[a / (2 * per) / per], right = body[a % (2 * per) / per];
      if (!row) continue;
      row[n] = left && right ? (left - 1) * per + a / (2 * per) % per : -1;
      column[n] = left && right ? (right - 1) * per + a % (2 * per) % per : -1;
    }
  }
  return n;
}

static PawlStatus analyse(const PawlMechanism *k, PwStiff *s) {
  int32_t most = s->plain_slots + s->slots, used = s->plain_slots, nx = s->plain.nv + s->plain.m;
  int32_t *row = malloc(((size_t)most + 1) * 3 * sizeof *row);
  if (!row) return PAWL_ERR_MEMORY;
  int32_t *column = row + most + 1, *slot = column + most + 1;
  pw_kkt_list(k, &s->plain, row, column);
  list_places(k, s, row + used, column + used);
  for (int32_t i = 0; i < s->slots; i++) {  // close the gaps; s->slot: where it went
    int32_t from = s->plain_slots + i;
    s->slot[i] = row[from] < 0 ? -1 : used;
    if (row[from] < 0) continue;
    row[used] = row[from];
    column[used++] = column[from];
  }
  PawlStatus status = pw_sparse_create(nx, used, row, column, false, slot, &s->real);
  if (status == PAWL_OK) status = pw_sparse_create(nx, used, row, column, true, slot, &s->pairs);
  if (status == PAWL_OK) {
    memcpy(s->plain_slot, slot, (size_t)s->plain_slots * sizeof *slot);
    for (int32_t i = 0; i < s->slots; i++) s->slot[i] = s->slot[i] < 0 ? -1 : slot[s->slot[i]];
    s->nonzeros = pw_sparse_nonzeros(s->real);
  }
  free(row);
  return status;
}

static PawlStatus allocate_work(PwMultipliers *f, PwStiff *s) {
  size_t nx = (size_t)f->nv + (size_t)f->kkt.m + 1, n[] = {(size_t)s->nonzeros + 1, (size_t)f->nq + 1, nx, 2 * nx};
  double **const parts[] = {&s->m, &s->k, &s->c, &s->j}, **const state[] = {&s->q, &s->v};
  double **const work[] = {&s->re[0],  &s->re[1],  &s->im[0], &s->im[1], &s->off[0], &s->off[1],
                           &s->off[2], &s->off[3], &s->x,     &s->work,  &s->pair};
  bool ok = true;
  for (size_t i = 0; i < 4; i++) ok &= (*parts[i] = pw_arena_array(&s->arena, n[0], sizeof(double))) != NULL;
  for (size_t i = 0; i < 2; i++) ok &= (*state[i] = pw_arena_array(&s->arena, n[1], sizeof(double))) != NULL;
  for (size_t i = 0; i < 11; i++) ok &= (*work[i] = pw_arena_array(&s->arena, n[i == 10 ? 3 : 2], sizeof(double))) != NULL;
  return ok ? PAWL_OK : PAWL_ERR_MEMORY;
}

static PawlStatus allocate_couplings(const PawlMechanism *k, PwStiff *s) {
  s->couplings = list_couplings(k, NULL);
  s->coupling = pw_arena_array(&s->arena, (size_t)s->couplings + 1, sizeof *s->coupling);
  s->pull = pw_arena_array(&s->arena, (size_t)k->callbacks + 1, sizeof *s->pull);
  s->press = pw_arena_array(&s->arena, (size_t)k->contacts + 1, sizeof *s->press);
  s->displaced = pw_arena_array(&s->arena, (size_t)k->displaced + 1, sizeof *s->displaced);
  if (!s->coupling || !s->pull || !s->press || !s->displaced) return PAWL_ERR_MEMORY;
  for (int32_t i = 0; i < k->contacts; i++) {
    if (k->contact[i].soft)
      s->press[s->presses++] = (PwStiffPress){.contact = i, .body = {k->contact[i].body[0], k->contact[i].body[1]}};
  }
  list_couplings(k, s->coupling);
  for (int32_t i = 0; i < k->callbacks; i++) {
    int32_t body = k->frame[k->callback[i].frame].body;
    if (body) s->pull[s->pulls++] = (PwPull){.callback = i, .body = body};
  }
  s->slots = list_places(k, s, NULL, NULL);
  s->plain_slots = (k->planar ? 3 : 12) * (k->bodies - 1) + 2 * s->plain.entries + s->plain.softs;
  s->slot = pw_arena_array(&s->arena, (size_t)s->slots + 1, sizeof *s->slot);
  s->plain_slot = pw_arena_array(&s->arena, (size_t)s->plain_slots + 1, sizeof *s->plain_slot);
  return s->slot && s->plain_slot ? PAWL_OK : PAWL_ERR_MEMORY;
}

PawlStatus pw_stiff_create(PwMultipliers *f) {
  PwStiff *s = calloc(1, sizeof *s);
  if (!s) return PAWL_ERR_MEMORY;
  PawlStatus status = pw_motion_create(f->head.k, &s->arena, &s->motion);
  if (status == PAWL_OK) status = pw_kkt_create(f->rows, &s->arena, &s->plain);
  if (status == PAWL_OK) status = allocate_couplings(f->head.k, s);
  if (status == PAWL_OK) status = analyse(f->head.k, s);
  if (status == PAWL_OK) status = allocate_work(f, s);
  if (status) {
    free_stiff(s);
    return status;
  }
  f->stiff = s;
  return PAWL_OK;
}

// ---- values

// Force of size 1 along component `d` of an applied force, on its two bodies.
static void unit_force(const PwMotion *m, const PwApplied *a, int32_t d, double *l) {
  const PawlMechanism *k = m->mechanism;
  int32_t per = pw_speeds_per_body(k), body[2] = {k->frame[a->frame].body, a->reaction};
  double pose[7], twist[6], direction[3] = {0};
  pw_frame_pose(m, a->frame, pose, twist);
  direction[d] = 1;
  if (a->follow) pw_quat_rotate(pose + 3, direction, direction);
  for (int side = 0; side < 2; side++) {
    double full[6] = {0}, lever[3] = {0}, sign = side ? -1 : 1;
    const double *at = m->q + pw_coordinates_per_body(k) * body[side];
    for (int i = 0; i < (k->planar ? 2 : 3); i++) lever[i] = pose[i] - at[i];
    if (a->torque) {
      memcpy(full + 3, direction, sizeof direction);
    } else {
      memcpy(full, direction, sizeof direction);
      pw_cross(lever, direction, full + 3);
    }
    for (int32_t i = 0; i < per; i++) l[side * per + i] = sign * full[k->planar && i == 2 ? 5 : i];
  }
}

// Change of a law with its variable `c->variable`, in SI.
static double law_gradient(const PwMotion *m, const PwDiscrete *discrete, const PwCoupling *c) {
  double x[64], gradient[64];
  pw_law_variables(m, c->law, x, NULL);
  pw_expr_gradient(c->law->expr, x, discrete->branch + c->law->kink, gradient);
  double value = gradient[c->variable] * c->law->scale;
  return isfinite(value) ? value : 0;
}

static void fill_coupling(const PwMotion *m, const PwDiscrete *discrete, PwCoupling *c) {
  const PawlMechanism *k = m->mechanism;
  const PwScalarForce *f = c->force < 0 ? NULL : &k->scalar_force[c->force];
  if (f) {
    memcpy(c->l, m->scalar[f->scalar].jac, sizeof c->l);
  } else {
    unit_force(m, &k->applied[c->applied], c->component, c->l);
  }
  memcpy(c->r, m->scalar[c->scalar].jac, sizeof c->r);
  if (!c->law) {
    c->k = -f->stiffness;
    c->c = -f->damping;
    return;
  }
  double value = law_gradient(m, discrete, c) * (f ? f->law_sign : 1);
  int32_t var = c->law->variable[c->variable];
  bool rate = var == PW_VAR_OWN_RATE || (var >= PW_VAR_SCALAR && (var - PW_VAR_SCALAR) % 2);
  rate |= k->scalar[c->scalar].kind == PW_S_SPEED;
  c->k = rate ? 0 : value;
  c->c = rate ? value : 0;
}

// A callback's matrices on the speeds of its body: shift of the frame = shift + turn x lever.
static PawlStatus fill_pull(const PwMotion *m, PwPull *p) {
  const PawlMechanism *k = m->mechanism;
  const PwCallback *call = &k->callback[p->callback];
  int32_t per = pw_speeds_per_body(k);
  double pose[7], twist[6], wrench[6] = {0}, given[2][36] = {{0}}, T[6][6] = {{0}}, lever[3] = {0};
  pw_frame_pose(m, call->frame, pose, twist);
  PawlStatus status = call->function(call->user, m->t, pose, twist, wrench, given[0], given[1]);
  if (status) return status > 0 ? PAWL_RETRY : PAWL_ERR_CALLBACK;
  const double *at = m->q + pw_coordinates_per_body(k) * p->body;
  for (int i = 0; i < (k->planar ? 2 : 3); i++) lever[i] = pose[i] - at[i];
  for (int i = 0; i < 6; i++) T[i][i] = 1;
  for (int i = 0; i < 3; i++) {  // e_i x lever
    int a = (i + 1) % 3, b = (i + 2) % 3;
    T[a][3 + i] = -lever[b];
    T[b][3 + i] = lever[a];
  }
  for (int32_t a = 0; a < per; a++) {
    for (int32_t b = 0; b < per; b++) {
      int row = k->planar && a == 2 ? 5 : a, column = k->planar && b == 2 ? 5 : b;
      double sum[2] = {0};
      for (int i = 0; i < 36; i++) {
        for (int w = 0; w < 2; w++) sum[w] += T[i / 6][row] * given[w][i] * T[i % 6][column];
      }
      p->k[a * per + b] = isfinite(sum[0]) ? sum[0] : 0;
      p->c[a * per + b] = isfinite(sum[1]) ? sum[1] : 0;
    }
  }
  return PAWL_OK;
}

static void fill_parts(PwMultipliers *f, PwStiff *s) {
  int32_t per = pw_speeds_per_body(f->head.k), masses = (f->head.k->planar ? 3 : 12) * (f->head.k->bodies - 1);
  double scale = 1 / s->plain.mass;
  const double *plain = pw_sparse_values(s->plain.matrix);
  for (int32_t i = 0; i < s->nonzeros; i++) s->m[i] = s->k[i] = s->c[i] = s->j[i] = 0;
  for (int32_t i = 0; i < masses; i++) s->m[s->plain_slot[i]] = plain[s->plain.mass_slot[i]];
  for (int32_t e = 0; e < s->plain.entries; e++) {
    s->j[s->plain_slot[masses + 2 * e]] = plain[s->plain.entry[e].lower];
    s->j[s->plain_slot[masses + 2 * e + 1]] = plain[s->plain.entry[e].upper];
  }
  const int32_t *soft = s->plain_slot + masses + 2 * s->plain.entries;
  for (int32_t i = 0; i < s->plain.softs; i++) s->j[soft[i]] = plain[s->plain.soft_slot[i]];
  for (int32_t i = 0; i < s->couplings; i++) {
    const PwCoupling *c = &s->coupling[i];
    for (int32_t a = 0; a < 4 * per * per; a++) {
      int32_t slot = s->slot[c->first + a];
      if (slot < 0) continue;
      double product = c->l[a / (2 * per)] * c->r[a % (2 * per)] * scale;
      s->k[slot] += c->k * product;
      s->c[slot] += c->c * product;
    }
  }
  for (int32_t i = 0; i < s->pulls; i++) {
    for (int32_t a = 0; a < per * per; a++) {
      s->k[s->slot[s->pull[i].first + a]] += s->pull[i].k[a] * scale;
      s->c[s->slot[s->pull[i].first + a]] += s->pull[i].c[a] * scale;
    }
  }
  for (int32_t i = 0; i < s->presses; i++) {
    for (int32_t a = 0; a < 4 * per * per && s->press[i].active; a++) {
      int32_t slot = s->slot[s->press[i].first + a];
      if (slot < 0) continue;
      s->k[slot] += s->press[i].k[a] * scale;
      s->c[slot] += s->press[i].c[a] * scale;
    }
  }
}

PawlStatus pw_stiff_take(PwMultipliers *f, double t, const double *y) {
  PwStiff *s = f->stiff;
  memcpy(s->q, y, (size_t)f->nq * sizeof *y);
  memcpy(s->v, y + f->nq, (size_t)f->nv * sizeof *y);
  for (int32_t b = 0; b + 1 < f->head.k->bodies && !f->head.k->planar; b++) pw_quat_normalise(s->q + 7 * b + 3);
  PawlStatus status = pw_motion_place(&s->motion, t, s->q, f->head.discrete);
  if (status) return status;
  pw_motion_move(&s->motion, s->v);
  for (int32_t i = 0; i < s->couplings; i++) fill_coupling(&s->motion, f->head.discrete, &s->coupling[i]);
  for (int32_t i = 0; i < s->pulls && status == PAWL_OK; i++) status = fill_pull(&s->motion, &s->pull[i]);
  if (status) return status;
  status = pw_stiff_take_touches(f, y + f->nq + f->nv + 1);
  if (status) return status;
  pw_kkt_fill(&s->plain, &s->motion);
  fill_parts(f, s);
  return PAWL_OK;
}

PawlStatus pw_stiff_linearise(void *self, double t, const double *y) {
  PwMultipliers *f = self;
  PawlStatus status = f->stiff ? PAWL_OK : pw_stiff_create(f);
  if (status == PAWL_OK) status = pw_stiff_take(f, t, y);
  if (status == PAWL_OK) status = pw_sparse_factor(f->stiff->plain.matrix);
  if (status == PAWL_OK) pw_stiff_factor_plain(f);
  return status;
}

PawlStatus pw_stiff_factor_real(PwMultipliers *f, double c, double k) {
  PwStiff *s = f->stiff;
  double *real = pw_sparse_values(s->real);
  double z = 1 / sqrt(k);
  for (int32_t i = 0; i < s->nonzeros; i++) real[i] = s->m[i] + s->j[i] - c * s->c[i] - k * s->k[i];
  pw_stiff_factor_displaced(f, z, z, 0);
  f->head.stats.factorisations++;
  PawlStatus status = pw_sparse_factor(s->real);
  if (status == PAWL_OK) pw_stiff_factor_real_touches(f);
  return status;
}

PawlStatus pw_stiff_factor(void *self, double a, double b, double c) {
  PwMultipliers *f = self;
  PwStiff *s = f->stiff;
  double *real = pw_sparse_values(s->real), *pairs = pw_sparse_values(s->pairs), zz = b * b + c * c;
  double i1 = b / zz, i2 = -c / zz, s1 = i1 * i1 - i2 * i2, s2 = 2 * i1 * i2;  // 1/z and 1/z^2
  s->z[0] = a;
  s->z[1] = b;
  s->z[2] = c;
  for (int32_t i = 0; i < s->nonzeros; i++) {
    real[i] = s->m[i] + s->j[i] - s->c[i] / a - s->k[i] / (a * a);
    pairs[2 * i] = s->m[i] + s->j[i] - s->c[i] * i1 - s->k[i] * s1;
    pairs[2 * i + 1] = -s->c[i] * i2 - s->k[i] * s2;
  }
  pw_stiff_factor_displaced(f, a, b, c);
  f->head.stats.factorisations += 2;
  PawlStatus status = pw_sparse_factor(s->real);
  if (status == PAWL_OK) status = pw_sparse_factor(s->pairs);
  return status ? status : pw_stiff_factor_touches(f);
}
