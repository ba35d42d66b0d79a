#include "dynamics/kkt.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// Nonzero components of a scalar's gradient: bit i for component i of a body.
static uint32_t scalar_mask(const PwScalar *s, bool planar) {
  uint32_t turn = planar ? 4u : 56u, all = planar ? 7u : 63u;
  switch (s->kind) {
    case PW_S_GROUND:
      return planar ? (1u << s->axis) | 4u : (1u << s->axis) | (turn & ~(8u << s->axis));
    case PW_S_TURN:
    case PW_S_ANGLE:
    case PW_S_SQUARE:
    case PW_S_CROSS1:
    case PW_S_CROSS2:
    case PW_S_BETWEEN:
      return turn;
    default:
      return all;
  }
}

static double typical_mass(const PawlMechanism *k) {
  double largest = 0;
  for (int32_t b = 1; b < k->bodies; b++) {
    const double *J = k->body[b].inertia;
    double inertia = fmax(J[0], fmax(J[1], J[2])) / (k->size * k->size);
    largest = fmax(largest, fmax(k->body[b].mass, inertia));
  }
  return largest > 0 ? largest : 1;
}

// Entries of J in the order of rows; with entry == NULL only counts.
static int32_t list_entries(const PawlMechanism *k, const PwKkt *kkt, PwKktEntry *entry) {
  int32_t per = pw_speeds_per_body(k), n = 0;
  for (int32_t a = 0; a < kkt->m; a++) {
    const PwRow *row = &k->row[kkt->row[a]];
    for (int32_t t = row->term; t < row->term + row->terms; t++) {
      const PwScalar *s = &k->scalar[k->term[t].scalar];
      uint32_t mask = scalar_mask(s, k->planar);
      for (int side = 0; side < 2; side++) {
        int32_t body = k->frame[s->frame[side]].body;
        for (int32_t c = 0; c < per; c++) {
          if (body == 0 || !(mask & (1u << c))) continue;
          if (entry) {
            entry[n] = (PwKktEntry){.scalar = k->term[t].scalar,
                                    .component = side * per + c,
                                    .factor = k->term[t].factor,
                                    .row = a,
                                    .column = (body - 1) * per + c};
          }
          n++;
        }
      }
    }
  }
  return n;
}

int32_t pw_kkt_list(const PawlMechanism *k, const PwKkt *kkt, int32_t *row, int32_t *column) {
  int32_t n = 0;
  for (int32_t b = 0; b + 1 < k->bodies; b++) {
    int32_t at = b * pw_speeds_per_body(k);
    for (int i = 0; i < 3; i++, n++) row[n] = column[n] = at + i;
    for (int i = 0; i < 9 && !k->planar; i++, n++) {
      row[n] = at + 3 + i / 3;
      column[n] = at + 3 + i % 3;
    }
  }
  for (int32_t e = 0; e < kkt->entries; e++, n += 2) {
    row[n] = column[n + 1] = kkt->nv + kkt->entry[e].row;
    column[n] = row[n + 1] = kkt->entry[e].column;
  }
  for (int32_t i = 0; i < kkt->softs; i++, n++) row[n] = column[n] = kkt->nv + kkt->soft_row[i];
  return n;
}

static PawlStatus analyse(const PawlMechanism *k, PwKkt *kkt) {
  int32_t per_body = k->planar ? 3 : 12, nb = k->bodies - 1, total = per_body * nb + 2 * kkt->entries + kkt->softs;
  int32_t *row = malloc((size_t)(total + 1) * 3 * sizeof *row);
  if (!row) return PAWL_ERR_MEMORY;
  int32_t *column = row + total + 1, *slot = column + total + 1;
  pw_kkt_list(k, kkt, row, column);
  PawlStatus status = pw_sparse_create(kkt->nv + kkt->m, total, row, column, false, slot, &kkt->matrix);
  if (status == PAWL_OK) {
    memcpy(kkt->mass_slot, slot, (size_t)(per_body * nb) * sizeof *slot);
    for (int32_t e = 0; e < kkt->entries; e++) {
      kkt->entry[e].lower = slot[per_body * nb + 2 * e];
      kkt->entry[e].upper = slot[per_body * nb + 2 * e + 1];
    }
    if (kkt->softs) memcpy(kkt->soft_slot, slot + total - kkt->softs, (size_t)kkt->softs * sizeof *slot);
  }
  free(row);
  return status;
}

PawlStatus pw_kkt_create(const PawlMechanism *k, PwArena *arena, PwKkt *out) {
  *out = (PwKkt){.nv = pw_speed_count(k), .mass = typical_mass(k), .of = k->row};
  out->row = pw_arena_array(arena, (size_t)k->rows + 1, sizeof *out->row);
  out->soft_row = pw_arena_array(arena, (size_t)k->rows + 1, sizeof *out->soft_row);
  out->soft_slot = pw_arena_array(arena, (size_t)k->rows + 1, sizeof *out->soft_slot);
  if (!out->row || !out->soft_row || !out->soft_slot) return PAWL_ERR_MEMORY;
  for (int32_t r = 0; r < k->rows; r++) {
    if (k->row[r].redundant) continue;
    if (k->row[r].softness > 0) out->soft_row[out->softs++] = out->m;
    out->row[out->m++] = r;
  }
  out->entries = list_entries(k, out, NULL);
  out->entry = pw_arena_array(arena, (size_t)out->entries + 1, sizeof *out->entry);
  out->mass_slot = pw_arena_array(arena, (size_t)k->bodies * 12, sizeof *out->mass_slot);
  out->change = pw_arena_array(arena, (size_t)(out->nv + out->m) + 1, sizeof *out->change);
  if (!out->entry || !out->mass_slot || !out->change) return PAWL_ERR_MEMORY;
  list_entries(k, out, out->entry);
  return analyse(k, out);
}

void pw_kkt_free(PwKkt *kkt) {
  pw_sparse_free(kkt->matrix);
}

PawlStatus pw_kkt_soften(const PawlMechanism *k, double e, PwArena *arena, PawlMechanism *out) {
  *out = *k;
  out->row = pw_arena_array(arena, (size_t)k->rows + 1, sizeof *out->row);
  if (!out->row) return PAWL_ERR_MEMORY;
  memcpy(out->row, k->row, (size_t)k->rows * sizeof *out->row);
  for (int32_t r = 0; r < k->rows; r++) {
    double length = pw_scale(k, out->row[r].angular) / k->size;
    out->row[r].redundant = false;
    out->row[r].softness = length * length * e;
  }
  return PAWL_OK;
}

static void fill_mass(PwKkt *kkt, const PwMotion *motion, double *values) {
  const PawlMechanism *k = motion->mechanism;
  double scale = 1 / kkt->mass;
  for (int32_t b = 1; b < k->bodies; b++) {
    const PwBody *body = &k->body[b];
    const int32_t *slot = kkt->mass_slot + (k->planar ? 3 : 12) * (b - 1);
    values[slot[0]] = values[slot[1]] = body->mass * scale;
    if (k->planar) {
      values[slot[2]] = body->inertia[2] * scale;
      continue;
    }
    values[slot[2]] = body->mass * scale;
    double J[6];
    pw_motion_inertia(motion, b, J);
    static const int from[9] = {0, 3, 4, 3, 1, 5, 4, 5, 2};
    for (int i = 0; i < 9; i++) values[slot[3 + i]] = J[from[i]] * scale;
  }
}

void pw_kkt_fill(PwKkt *kkt, const PwMotion *motion) {
  double *values = pw_sparse_values(kkt->matrix);
  memset(values, 0, (size_t)pw_sparse_nonzeros(kkt->matrix) * sizeof *values);
  fill_mass(kkt, motion, values);
  for (int32_t e = 0; e < kkt->entries; e++) {
    const PwKktEntry *entry = &kkt->entry[e];
    double value = entry->factor * motion->scalar[entry->scalar].jac[entry->component];
    values[entry->lower] += value;
    values[entry->upper] += value;
  }
  for (int32_t i = 0; i < kkt->softs; i++) {
    values[kkt->soft_slot[i]] = -kkt->of[kkt->row[kkt->soft_row[i]]].softness;
  }
}

// Of the speeds and of the multipliers of d against those of x: the larger.
static double relative_size(const PwKkt *kkt, const double *d, const double *x) {
  double most = 0;
  for (int32_t part = 0; part < 2; part++) {
    double change = 0, size = 0;
    for (int32_t i = part ? kkt->nv : 0; i < (part ? kkt->nv + kkt->m : kkt->nv); i++) {
      change = fmax(change, fabs(d[i]));
      size = fmax(size, fabs(x[i]));
    }
    if (size > 0) most = fmax(most, change / size);
  }
  return most;
}

void pw_kkt_solve(const PwKkt *kkt, double *x) {
  enum { PASSES = 8 };
  static const double DONE = 1e-14, ROUNDING = 1e-8;
  double *d = kkt->change, before = INFINITY;
  size_t all = (size_t)(kkt->nv + kkt->m);
  pw_sparse_solve(kkt->matrix, x);
  if (!kkt->repeated) return;
  memcpy(d, x, all * sizeof *d);
  for (int pass = 0; pass < PASSES; pass++) {
    memset(d, 0, (size_t)kkt->nv * sizeof *d);
    for (int32_t a = 0; a < kkt->m; a++) d[kkt->nv + a] *= -kkt->of[kkt->row[a]].softness;
    pw_sparse_solve(kkt->matrix, d);
    double size = relative_size(kkt, d, x);
    if (size > before / 2 && size < ROUNDING) return;  // of rows that depend on each other
    for (size_t i = 0; i < all; i++) x[i] += d[i];
    if (size < DONE) return;
    before = size;
  }
}

void pw_kkt_add_transposed(const PwKkt *kkt, const PwMotion *motion, const double *lambda, double factor, double *force) {
  for (int32_t e = 0; e < kkt->entries; e++) {
    const PwKktEntry *entry = &kkt->entry[e];
    double value = entry->factor * motion->scalar[entry->scalar].jac[entry->component];
    force[entry->column] += factor * value * lambda[kkt->row[entry->row]];
  }
}

void pw_kkt_multiply(const PwKkt *kkt, const PwMotion *motion, const double *x, double *y) {
  memset(y, 0, (size_t)kkt->m * sizeof *y);
  for (int32_t e = 0; e < kkt->entries; e++) {
    const PwKktEntry *entry = &kkt->entry[e];
    y[entry->row] += entry->factor * motion->scalar[entry->scalar].jac[entry->component] * x[entry->column];
  }
}
