// Touches in the stiff integrator's matrices: pressed ones as stiffness and damping of their contact's bodies, closed ones beside
// the matrices.
#include <string.h>

#include "contact/law.h"
#include "dynamics/multipliers_stiff.h"

void pw_stiff_free_touches(PwStiff *s) {
  pw_acting_free(&s->acting);
  pw_row_space_free(&s->plain_space);
  pw_row_space_free(&s->real_space);
  pw_row_space_free(&s->pair_space);
}

static void add_press(PwStiff *s, const PawlMechanism *k, const PwTouch *touch, const PwPairRow *row) {
  int32_t per = pw_speeds_per_body(k), wide = 2 * per;
  double force, by_gap, by_rate;
  pw_force_law(&k->contact[touch->contact].law, touch->v0, row->value, row->rate, &force, &by_gap, &by_rate);
  for (int32_t i = 0; i < s->presses; i++) {
    PwStiffPress *p = &s->press[i];
    if (p->contact != touch->contact) continue;
    p->active = true;
    for (int32_t a = 0; a < wide * wide; a++) {
      double product = row->jac[a / wide] * row->jac[a % wide];
      p->k[a] += by_gap * product;
      p->c[a] += by_rate * product;
    }
  }
}

PawlStatus pw_stiff_take_touches(PwMultipliers *f, const double *tail) {
  PwStiff *s = f->stiff;
  PwActing *a = &s->acting;
  if (!f->acting.touches) return PAWL_OK;  // there are no contacts
  PawlStatus status = pw_acting_list(a, f->acting.touches);
  int32_t room = pw_acting_most_rows(f->head.k, a->room), size = f->nv + f->kkt.m;
  if (status == PAWL_OK) status = pw_row_space_reserve(&s->plain_space, f->head.k, PW_SPACE_GENERAL, room, size, f->kkt.mass);
  if (status == PAWL_OK) status = pw_row_space_reserve(&s->real_space, f->head.k, PW_SPACE_GENERAL, room, size, f->kkt.mass);
  if (status == PAWL_OK) status = pw_row_space_reserve(&s->pair_space, f->head.k, PW_SPACE_COMPLEX, room, size, f->kkt.mass);
  if (status == PAWL_OK) status = pw_acting_place(a, &s->motion);
  if (status) return status;
  pw_acting_move(a, &s->motion);
  for (int32_t i = 0; i < s->presses; i++) {
    s->press[i].active = false;
    memset(s->press[i].k, 0, sizeof s->press[i].k);
    memset(s->press[i].c, 0, sizeof s->press[i].c);
  }
  for (int32_t i = a->rows; i < a->all; i++) add_press(s, f->head.k, &a->touches->touch[a->row[i].touch], &a->row[i]);
  pw_acting_load(a, tail);
  if (a->displaced > 0) pw_stiff_take_displaced(f);
  return PAWL_OK;
}

// W of the closed touches' rows beside a real matrix.
typedef struct {
  const PawlMechanism *k;
  PwSparse *matrix;
  int32_t size;
} Real;

static void solve_real_column(void *self, const PwPairRow *row, double *column) {
  const Real *r = self;
  pw_row_column(r->k, row, r->size, column);
  pw_sparse_solve(r->matrix, column);
}

static void factor_real(PwMultipliers *f, PwSparse *matrix, PwRowSpace *space) {
  Real beside = {f->head.k, matrix, f->nv + f->kkt.m};
  pw_row_space_form(space, f->stiff->acting.rows, f->stiff->acting.row, solve_real_column, &beside);
  pw_row_space_factor(space);
}

void pw_stiff_factor_plain(PwMultipliers *f) {
  factor_real(f, f->stiff->plain.matrix, &f->stiff->plain_space);
}

void pw_stiff_factor_real_touches(PwMultipliers *f) {
  factor_real(f, f->stiff->real, &f->stiff->real_space);
}

void pw_stiff_solve_bordered(const PwMultipliers *f, double *x, double *mu) {
  PwRowSpace *space = &f->stiff->real_space;
  int32_t rows = f->stiff->acting.rows;
  pw_sparse_solve(f->stiff->real, x);
  if (rows == 0) return;
  for (int32_t i = 0; i < rows; i++) mu[i] = pw_row_space_along(space, i, x) - mu[i];
  pw_row_space_solve(space, rows, mu);
  pw_row_space_subtract(space, rows, mu, x);
}

static void solve_pair_column(void *self, const PwPairRow *row, double *column) {
  PwMultipliers *f = self;
  PwStiff *s = f->stiff;
  int32_t size = f->nv + f->kkt.m;
  pw_row_column(f->head.k, row, size, s->work);
  for (int32_t c = 0; c < size; c++) {
    column[2 * c] = s->work[c];
    column[2 * c + 1] = 0;
  }
  pw_sparse_solve(s->pairs, column);
}

PawlStatus pw_stiff_factor_touches(PwMultipliers *f) {
  PwStiff *s = f->stiff;
  if (s->acting.rows == 0) return PAWL_OK;
  pw_stiff_factor_real_touches(f);
  pw_row_space_form(&s->pair_space, s->acting.rows, s->acting.row, solve_pair_column, f);
  return pw_row_space_factor(&s->pair_space);
}

// x -= Z W^-1 (G x - wanted)
static void correct(PwRowSpace *space, int32_t rows, const double *wanted, double *x) {
  if (rows == 0) return;
  for (int32_t i = 0; i < rows; i++) {
    space->mu[i] = pw_row_space_along(space, i, x) - (wanted ? pw_row_space_along(space, i, wanted) : 0);
  }
  pw_row_space_solve(space, rows, space->mu);
  pw_row_space_subtract(space, rows, space->mu, x);
}

void pw_stiff_solve_off(const PwMultipliers *f, const double *r, double *x) {
  pw_sparse_solve(f->stiff->plain.matrix, x);
  correct(&f->stiff->plain_space, f->stiff->acting.rows, r, x);
}

void pw_stiff_solve_real(PwMultipliers *f, double *x) {
  pw_sparse_solve(f->stiff->real, x);
  correct(&f->stiff->real_space, f->stiff->acting.rows, NULL, x);
}

void pw_stiff_solve_pairs(PwMultipliers *f, double *x) {
  PwStiff *s = f->stiff;
  PwRowSpace *space = &s->pair_space;
  int32_t rows = s->acting.rows;
  pw_sparse_solve(s->pairs, x);
  if (rows == 0) return;
  pw_row_space_along_pairs(space, x, space->mu);
  pw_row_space_solve(space, rows, space->mu);
  pw_row_space_subtract(space, rows, space->mu, x);
}
