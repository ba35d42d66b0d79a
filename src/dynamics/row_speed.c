#include "dynamics/row_speed.h"

double pw_row_along(const PwMotion *m, int32_t row, const double *x) {
  const PawlMechanism *k = m->mechanism;
  const PwRow *r = &k->row[row];
  double along = 0;
  for (int32_t t = r->term; t < r->term + r->terms; t++) {
    const PwScalar *s = &k->scalar[k->term[t].scalar];
    int32_t body[2] = {k->frame[s->frame[0]].body, k->frame[s->frame[1]].body};
    along += k->term[t].factor * pw_pair_along(k, body, m->scalar[k->term[t].scalar].jac, x);
  }
  return along;
}

bool pw_row_moves(const PawlMechanism *k, int32_t row) {
  const PwRow *r = &k->row[row];
  bool moves = r->law.expr != NULL;
  for (int32_t t = r->term; t < r->term + r->terms && !moves; t++) {
    const PwScalar *s = &k->scalar[k->term[t].scalar];
    moves = k->frame[s->frame[0]].moves || k->frame[s->frame[1]].moves;
  }
  return moves;
}

double pw_row_speed(const PwMotion *m, int32_t row) {
  return pw_row_moves(m->mechanism, row) ? pw_row_along(m, row, m->v + pw_speeds_per_body(m->mechanism)) : 0;
}
