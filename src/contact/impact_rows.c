#include "contact/impact_rows.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

PawlStatus pw_impact_rows_create(int32_t most, PwImpactRows *out) {
  *out = (PwImpactRows){.most = most};
  size_t n = (size_t)most + 1, doubles = n * n + 6 * n;
  PawlStatus status = pw_cone_create(most, most, &out->cone);
  if (status != PAWL_OK) return status;
  double *next = malloc(doubles * sizeof(double) + n * sizeof(PwConeGrip) + n * sizeof(PwConeMode) + 2 * n * sizeof(int32_t) + n);
  if (!next) {
    pw_cone_free(out->cone);
    *out = (PwImpactRows){0};
    return PAWL_ERR_MEMORY;
  }
  out->W = next;
  next += n * n;
  double **vector[] = {&out->v, &out->P, &out->after, &out->b, &out->R, &out->given};
  for (int i = 0; i < 6; i++, next += n) *vector[i] = next;
  out->grip = (PwConeGrip *)next;
  out->mode = (PwConeMode *)(out->grip + n);
  out->row = (int32_t *)(out->mode + n);
  out->first = out->row + n;
  out->closed = (bool *)(out->first + n);
  return PAWL_OK;
}

void pw_impact_rows_free(PwImpactRows *r) {
  pw_cone_free(r->cone);
  free(r->W);
}

// ---- the touches that take part ----

bool pw_impact_rows_are_right(const PwImpactProblem *p) {
  for (int32_t k = 0, end = 0; k < p->grips; k++) {
    const PwConeGrip *a = &p->grip[k];
    if (a->touch < 0 || a->touch >= p->blocks.count || a->rows < 1 || a->rows > PW_CONE_GRIP_ROWS) return false;
    if (a->first <= p->blocks.first[a->touch] || a->first < end) return false;
    end = a->first + a->rows;
    if (end > p->blocks.first[a->touch + 1]) return false;
  }
  return true;
}

static void take_grip(PwImpactRows *r, const PwConeGrip *a, int32_t touch) {
  PwConeGrip *own = &r->grip[r->grips++];
  *own = *a;
  own->touch = touch;
  own->first = r->rows;
  own->slides = false;
  for (int32_t i = 0; i < a->rows; i++) r->row[r->rows++] = a->first + i;
}

void pw_impact_rows_take(PwImpactRows *r, const PwImpactProblem *p, const int32_t *index, int32_t count, const double *v) {
  int32_t k = 0, all = p->blocks.first[p->blocks.count];
  r->n = count;
  r->rows = r->grips = 0;
  for (int32_t i = 0; i < count; i++) {
    r->first[i] = r->rows;
    r->row[r->rows++] = p->blocks.first[index[i]];
    if (i > 0 && index[i] < index[i - 1]) k = 0;
    while (k < p->grips && p->grip[k].touch < index[i]) k++;
    for (; k < p->grips && p->grip[k].touch == index[i]; k++) take_grip(r, &p->grip[k], i);
  }
  r->first[count] = r->rows;
  for (int32_t i = 0; i < r->rows; i++) {
    const double *W = p->W + (size_t)r->row[i] * (size_t)all;
    r->v[i] = v[r->row[i]];
    for (int32_t j = 0; j < r->rows; j++) r->W[(size_t)i * (size_t)r->rows + (size_t)j] = W[r->row[j]];
  }
}

// ---- one phase ----

// Where a touch shall roll on, but would have to pull for that, its rows hold all the same, as teeth do: the slip ends, and it
// grips. A normal impulse of next to nothing makes them act.
static bool hold_rolling(PwImpactRows *r, double *given) {
  bool any = false;
  for (int32_t k = 0; k < r->grips; k++) {
    int32_t touch = r->grip[k].touch;
    if (!isinf(r->grip[k].coefficient) || given[touch] > 0) continue;
    given[touch] = DBL_MIN;
    any = true;
  }
  return any;
}

static PawlStatus solve_phase(PwImpactRows *r, const double *b, double *given, const bool *two_sided, double speed, double *P,
                              double *after) {
  PwConeReport report;
  PwConeProblem problem = {.blocks = {r->n, r->first},
                           .grips = r->grips,
                           .grip = r->grip,
                           .W = r->W,
                           .b = b,
                           .two_sided = two_sided,
                           .given = given,
                           .scale = speed};
  PawlStatus status = pw_cone_solve(r->cone, &problem, P, after, r->mode, r->closed, &report);
  if (status != PAWL_ERR_SINGULAR || !report.inconsistent || !hold_rolling(r, given)) return status;
  return pw_cone_solve(r->cone, &problem, P, after, r->mode, r->closed, &report);
}

static PawlStatus apply_newton(PwImpactRows *r, const double *e, double factor, const bool *two_sided, double speed) {
  memcpy(r->b, r->v, sizeof(double) * (size_t)r->rows);
  for (int32_t i = 0; i < r->n; i++) {
    r->b[r->first[i]] *= 1 + factor * e[i];
    r->given[i] = 0;
  }
  PawlStatus status = solve_phase(r, r->b, r->given, two_sided, speed, r->P, r->after);
  for (int32_t i = 0; i < r->n && status == PAWL_OK; i++) r->after[r->first[i]] -= factor * e[i] * r->v[r->first[i]];
  return status;
}

static PawlStatus apply_poisson(PwImpactRows *r, const double *e, double factor, const bool *two_sided, double speed) {
  bool any = false;
  memset(r->given, 0, sizeof(double) * (size_t)r->n);
  PawlStatus status = solve_phase(r, r->v, r->given, two_sided, speed, r->P, r->after);
  if (status != PAWL_OK) return status;
  for (int32_t i = 0; i < r->n; i++) {
    r->given[i] = factor * e[i] * r->P[r->first[i]];
    any = any || r->given[i] > 0;
  }
  if (!any) return PAWL_OK;  // the conditions hold already
  memcpy(r->b, r->after, sizeof(double) * (size_t)r->rows);
  status = solve_phase(r, r->b, r->given, two_sided, speed, r->R, r->after);
  for (int32_t i = 0; i < r->rows && status == PAWL_OK; i++) r->P[i] += r->R[i];
  return status;
}

PawlStatus pw_impact_rows_apply(PwImpactRows *r, PawlImpactLaw law, const double *e, double factor, const bool *two_sided,
                                double speed) {
  for (int32_t i = 0; i < r->rows; i++) speed = fmax(speed, fabs(r->v[i]));
  return (law == PAWL_IMPACT_NEWTON ? apply_newton : apply_poisson)(r, e, factor, two_sided, speed);
}
