// The state of the canonical formulation: positions, closures, inertia, momenta and speeds.
#include <math.h>
#include <string.h>

#include "dynamics/canonical.h"
#include "mechanics/gradient_rates.h"

PawlStatus pw_canonical_place(PwCanonical *f, double t) {
  const PawlMechanism *k = f->head.k;
  int32_t per = pw_coordinates_per_body(k);
  f->at = NULL;
  f->t = t;
  pw_discrete_copy(k, f->head.discrete, &f->standing);
  pw_tree_place(f->tree, t, f->head.discrete, f->x, f->motion.q + per);
  const PwMotionList *list = f->is_lean ? &f->lean : &f->full;
  f->motion.hot_scalar = list->scalar;
  f->motion.hot_scalars = list->scalars;
  f->motion.hot_frame = list->frame;
  f->motion.hot_frames = list->frames;
  memcpy(f->motion.R, pw_tree_axes(f->tree), (size_t)k->bodies * (k->planar ? 2 : 9) * sizeof *f->motion.R);
  pw_motion_place_posed(&f->motion, t, f->head.discrete);
  pw_canonical_place_pins(f);
  return pw_acting_place(&f->acting, &f->motion);
}

void pw_canonical_take_inertia(PwCanonical *f) {
  pw_tree_inertia(f->tree, f->inertia);
  for (int32_t j = 0; j < f->nu; j++) f->inertia[j] = sqrt(fmax(f->inertia[j], f->least[j]));
}

// The speeds of row a, from s->start[a] on; returns how many.
static int32_t list_row(const PwCanonical *f, PwReduction *s, int32_t a) {
  int32_t *to = s->column + s->start[a], count = 0;
  if (a >= f->rows) {
    const PwPairRow *row = &f->acting.row[a - f->rows];
    int32_t common = pw_tree_common(f->tree, row->body[0], row->body[1]);
    for (int side = 0; side < 2; side++) count += pw_tree_list(f->tree, row->body[side], common, f->marked, to + count);
  } else if (f->constant[a]) {
    for (int32_t i = f->part_of[a]; i < f->part_of[a + 1]; i++, count++) {
      to[count] = f->part_speed[i];
      s->C[s->start[a] + count] = f->part[i];
    }
  } else {
    for (int32_t i = f->term_of[a]; i < f->term_of[a + 1]; i++) {
      const PwClosureTerm *term = &f->term[i];
      for (int side = 0; side < 2; side++) {
        count += pw_tree_list(f->tree, term->body[side], term->common, f->marked, to + count);
      }
    }
  }
  for (int32_t i = 0; i < count; i++) f->marked[to[i]] = false;
  return count;
}

void pw_canonical_mark(const PwCanonical *f, PwReduction *s) {
  for (int32_t j = 0; j < f->nu; j++) s->branch[j] = pw_tree_branch(f->tree, j);
  for (int32_t a = 0; a < f->rows + f->acting.rows; a++) s->start[a + 1] = s->start[a] + list_row(f, s, a);
}

void pw_canonical_take_row(PwReduction *s, int32_t a, double *from) {
  for (int32_t e = s->start[a]; e < s->start[a + 1]; e++) {
    s->C[e] = from[s->column[e]];
    from[s->column[e]] = 0;
  }
}

void pw_canonical_close(PwCanonical *f, PwReduction *s) {
  s->rows = f->rows;
  s->m = pw_canonical_closures(f, s);
  for (int32_t n = 0; n < f->others; n++) {
    int32_t a = f->other[n];
    for (int32_t i = f->term_of[a]; i < f->term_of[a + 1]; i++) {
      const PwClosureTerm *term = &f->term[i];
      const double *jac = f->motion.scalar[term->scalar].jac;
      (term->common ? pw_tree_add_relative_row : pw_tree_add_row)(f->tree, term->body, jac, term->factor, f->scratch);
    }
    pw_canonical_take_row(s, a, f->scratch);
  }
  pw_canonical_close_pins(f, s);
  for (int32_t a = f->rows; a < s->m; a++) {
    const PwPairRow *row = &f->acting.row[a - f->rows];
    pw_tree_add_relative_row(f->tree, row->body, row->jac, 1, f->scratch);
    pw_canonical_take_row(s, a, f->scratch);
  }
}

// M += products of columns i and j of each group, body by body.
static void add_products(const PwCanonical *f, PwReduction *s, int32_t i, int32_t j, const double *V, const double *h) {
  const PawlMechanism *k = f->head.k;
  int32_t per = pw_speeds_per_body(k);
  for (int32_t b = 1; b < k->bodies; b++, V += per, h += per) {
    if (f->speed_of[b] < 0) continue;
    int32_t g = s->group[f->speed_of[b]], width = s->first[g + 1] - s->first[g];
    if (i >= width) continue;
    double sum = 0;
    for (int32_t c = 0; c < per; c++) sum += V[c] * h[c];
    s->M[s->block[g] + i * width + j] += sum;
  }
}

// M = (J K)^T (masses) (J K), column by column, those of all groups at once: cheap where few speeds of each are independent.
static PawlStatus take_mass(PwCanonical *f, PwReduction *s) {
  int32_t masses = 0;
  for (int32_t g = 0; g < s->groups; g++) masses += (s->first[g + 1] - s->first[g]) * (s->first[g + 1] - s->first[g]);
  memset(s->M, 0, (size_t)masses * sizeof *s->M);
  for (int32_t i = 0; i < s->widest; i++) {
    double *V = f->column + (size_t)i * (size_t)f->nv;
    memset(f->f, 0, (size_t)(s->n - s->r) * sizeof *f->f);
    for (int32_t g = 0; g < s->groups; g++) {
      if (s->first[g] + i < s->first[g + 1]) f->f[s->first[g] + i] = 1;
    }
    pw_reduction_spread(s, f->f, f->k);
    pw_tree_apply(f->tree, f->k, V);
    pw_mass_multiply(&f->motion, V, f->h);
    for (int32_t j = 0; j <= i; j++) add_products(f, s, i, j, f->column + (size_t)j * (size_t)f->nv, f->h);
  }
  return pw_reduction_factor_mass(s);
}

// A choice that was made for another state serves as long as it is no bad one, and of the touches the same hold.
static bool choice_serves(const PwCanonical *f, PwReduction *s) {
  static const double GOOD = 3, FIRM = 1e-5;
  if (s == &f->kept || !s->chosen || s->r < s->m || pw_reduction_eliminate(s)) return false;
  return pw_reduction_wear(s, f->inertia, f->wished) < GOOD && pw_reduction_firmness(s) > FIRM;
}

PawlStatus pw_canonical_reduce(PwCanonical *f, PwReduction *s, bool choose) {
  PawlStatus status = PAWL_OK;
  f->head.stats.factorisations++;
  pw_canonical_close(f, s);
  if (choose) pw_canonical_take_inertia(f);
  if (!choose) {
    status = pw_reduction_eliminate(s);
  } else if (!choice_serves(f, s)) {
    status = pw_reduction_choose(s, f->inertia, f->wished);
  }
  if (status == PAWL_OK && s->widest <= PW_FEW) {
    status = take_mass(f, s);
  } else if (status == PAWL_OK) {
    pw_tree_mass(f->tree, &f->mass);
    status = pw_reduction_mass(s, &f->mass);
  }
  f->at = status == PAWL_OK ? s : NULL;
  return status;
}

void pw_canonical_pull(const PwCanonical *f, const PwReduction *s, const double *lambda, double *force) {
  pw_canonical_pull_pins(f, lambda, force, NULL);
  for (int32_t a = 0; a < s->m; a++) {
    if (a >= f->rows) {
      const PwPairRow *row = &f->acting.row[a - f->rows];
      pw_pair_add(f->head.k, row->body, row->jac, lambda[a], force);
    } else if (!f->pinned[a]) {
      pw_row_add_jac(&f->motion, f->row[a], lambda[a], force);
    }
  }
}

// to += factor * jac of one body in the plane.
static inline void add2(double factor, const double *jac, double *to) {
  to[0] += factor * jac[0];
  to[1] += factor * jac[1];
  to[2] += factor * jac[2];
}

static void pull_term(const PwCanonical *f, const PwClosureTerm *term, double lambda, double *force, double *rate) {
  double change[12];
  const double *jac = f->motion.scalar[term->scalar].jac;
  pw_scalar_jac_rate(&f->motion, term->scalar, change);
  if (!f->head.k->planar) {
    pw_pair_add(f->head.k, term->body, jac, lambda, force);
    pw_pair_add(f->head.k, term->body, change, lambda, rate);
    return;
  }
  for (int side = 0; side < 2; side++) {
    if (term->body[side] == 0) continue;
    add2(lambda, jac + 3 * side, force + 3 * (term->body[side] - 1));
    add2(lambda, change + 3 * side, rate + 3 * (term->body[side] - 1));
  }
}

void pw_canonical_pull_moving(const PwCanonical *f, const PwReduction *s, const double *lambda, double *force, double *rate) {
  pw_canonical_pull_pins(f, lambda, force, rate);
  for (int32_t n = 0; n < f->others; n++) {
    int32_t a = f->other[n];
    for (int32_t i = f->term_of[a]; i < f->term_of[a + 1]; i++) {
      pull_term(f, &f->term[i], lambda[a] * f->term[i].factor, force, rate);
    }
  }
  for (int32_t a = f->rows; a < s->m; a++) {
    const PwPairRow *row = &f->acting.row[a - f->rows];
    double change[12];
    if (lambda[a] == 0) continue;
    pw_acting_jac_rate(&f->acting, &f->motion, a - f->rows, change);
    pw_pair_add(f->head.k, row->body, row->jac, lambda[a], force);
    pw_pair_add(f->head.k, row->body, change, lambda[a], rate);
  }
}

void pw_canonical_closure_rate(PwCanonical *f, const PwReduction *s, const double *lambda, double *Q) {
  memset(f->w, 0, (size_t)f->nv * sizeof *f->w);
  memset(f->w2, 0, (size_t)f->nv * sizeof *f->w2);
  pw_canonical_pull_moving(f, s, lambda, f->w, f->w2);
  pw_tree_gather_moving(f->tree, f->w, f->w2, Q);
}

// What the closures ask for when the independent speeds are zero: f->u <- k, f->b <- J k + b; false: nothing.
static bool drift(PwCanonical *f, const PwReduction *s) {
  memset(f->u, 0, (size_t)f->nu * sizeof *f->u);
  if (!f->frames_move && !f->laws_move) return false;
  if (f->frames_move) {
    pw_tree_move(f->tree, f->u, f->b);
    pw_motion_move(&f->motion, f->b);
    pw_acting_move(&f->acting, &f->motion);
  }
  for (int32_t a = 0; a < s->m; a++) {
    if (a >= f->rows) {
      f->c[a] = f->frames_move ? f->acting.row[a - f->rows].rate : 0;
    } else if (f->constant[a] || !f->frames_move) {
      f->c[a] = f->head.k->row[f->row[a]].law.expr ? -f->motion.row_law[3 * f->row[a] + 1] : 0;
    } else {
      f->c[a] = pw_row_rate(&f->motion, f->row[a]);
    }
  }
  pw_reduction_close(s, f->c, f->u);
  if (f->frames_move) {
    pw_tree_move(f->tree, f->u, f->b);
  } else {
    pw_tree_apply(f->tree, f->u, f->b);
  }
  return true;
}

void pw_canonical_move(PwCanonical *f, const PwReduction *s) {
  assert(f->at == s);
  f->has_given = false;
  int32_t d = s->n - s->r;
  bool moves = drift(f, s);
  for (int32_t j = 0; j < d; j++) f->f[j] = f->head.kinematic ? 0 : f->p[s->speed[s->r + j]];
  if (moves && d > 0) {
    pw_mass_multiply(&f->motion, f->b, f->h);
    pw_tree_gather(f->tree, f->h, f->Q);
    pw_reduction_gather(s, f->Q, f->k);
    for (int32_t j = 0; j < d; j++) f->f[j] -= f->k[j];
  }
  pw_reduction_solve(s, f->f);
  pw_reduction_spread(s, f->f, f->k);
  for (int32_t j = 0; j < f->nu; j++) f->u[j] += f->k[j];
  pw_tree_move(f->tree, f->u, f->v);
  pw_motion_move(&f->motion, f->v);
  pw_acting_move(&f->acting, &f->motion);
}

void pw_canonical_take_momenta(PwCanonical *f, const PwReduction *s, const double *v) {
  assert(f->at == s);
  memset(f->p, 0, (size_t)f->nu * sizeof *f->p);
  if (f->head.kinematic) return;
  pw_mass_multiply(&f->motion, v, f->h);
  pw_tree_gather(f->tree, f->h, f->Q);
  pw_reduction_gather(s, f->Q, f->k);
  for (int32_t j = s->r; j < s->n; j++) f->p[s->speed[j]] = f->k[j - s->r];
}

void pw_canonical_read(PwCanonical *f, double t, const double *y) {
  f->at = NULL;
  f->is_lean = false;
  pw_acting_load(&f->acting, y + f->nq + f->nv + 1);
  pw_tree_read(f->tree, t, f->head.discrete, y, y + f->nq, f->x, f->u);
}

// In space a pose has two quaternions. Bodies keep the one that y had.
void pw_canonical_match_signs(PwCanonical *f, const double *y) {
  const PawlMechanism *k = f->head.k;
  for (int32_t b = 1; b < k->bodies && !k->planar; b++) {
    const double *q = f->motion.q + 7 * b + 3, *given = y + 7 * (b - 1) + 3;
    f->sign[b] = q[0] * given[0] + q[1] * given[1] + q[2] * given[2] + q[3] * given[3] < 0 ? -1 : 1;
  }
}

void pw_canonical_give_positions(const PwCanonical *f, double *q) {
  const PawlMechanism *k = f->head.k;
  memcpy(q, f->motion.q + pw_coordinates_per_body(k), (size_t)f->nq * sizeof *q);
  for (int32_t b = 1; b < k->bodies && !k->planar; b++) {
    for (int i = 3; i < 7; i++) q[7 * (b - 1) + i] *= f->sign[b];
  }
}

PawlStatus pw_canonical_show(PwCanonical *f, double *y) {
  pw_canonical_give_positions(f, y);
  memcpy(y + f->nq, f->v, (size_t)f->nv * sizeof *y);
  return pw_formulation_stand(&f->head, f->t, y);
}
