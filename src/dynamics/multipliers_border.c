// Rows of closed touches beside the matrix K = [M/m0 J^T; J 0], by its Schur complement (row_space.h). W/m0 is the inertia that
// impacts and the complementarity need.
#include "dynamics/multipliers.h"

void pw_multipliers_solve_column(void *self, const PwPairRow *row, double *column) {
  const PwMatrix *m = self;
  pw_row_column(m->k, row, m->size, column);
  pw_kkt_solve(m->kkt, column);
}

PwMatrix pw_multipliers_matrix(const PwMultipliers *f) {
  return (PwMatrix){f->head.k, &f->kkt, f->nv + f->kkt.m};
}

PawlStatus pw_multipliers_set_touches(void *self, const PwTouches *touches) {
  PwMultipliers *f = self;
  f->factored = false;
  PawlStatus status = pw_acting_list(&f->acting, touches);
  f->head.n = f->head.base + f->acting.tail;
  if (status == PAWL_OK) status = pw_loads_reserve(&f->loads, &f->acting);
  int32_t room = pw_acting_most_rows(f->head.k, f->acting.room), size = f->nv + f->kkt.m;
  if (status == PAWL_OK) status = pw_row_space_reserve(&f->border, f->head.k, PW_SPACE_SYMMETRIC, room, size, f->kkt.mass);
  if (status == PAWL_OK) status = pw_row_space_reserve(&f->space, f->head.k, PW_SPACE_SYMMETRIC, room, size, f->kkt.mass);
  return status;
}

void pw_multipliers_factor_border(PwMultipliers *f) {
  PwMatrix matrix = pw_multipliers_matrix(f);
  pw_row_space_form(&f->border, f->acting.rows, f->acting.row, pw_multipliers_solve_column, &matrix);
  pw_row_space_factor(&f->border);
}

void pw_multipliers_backsolve(PwMultipliers *f, int32_t rows) {
  PwRowSpace *b = &f->border;
  assert(f->factored);
  pw_kkt_solve(&f->kkt, f->x);
  if (rows == 0) return;
  for (int32_t i = 0; i < rows; i++) b->mu[i] = pw_row_space_along(b, i, f->x) - b->mu[i];
  pw_row_space_solve(b, rows, b->mu);
  pw_row_space_subtract(b, rows, b->mu, f->x);
}
