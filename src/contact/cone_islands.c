// The cone problem, island by island: one that is hard to solve does not make the others hard, and combinations of modes are
// those of an island.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "contact/cone_work.h"
#include "contact/islands.h"

struct PwConeIslands {
  int32_t *island;  // [most] of each touch: the least touch of it
  int32_t *touch;   // [most] those of the island at hand
  int32_t *row;     // [most] and its rows
  int32_t *first, *grip_of;
  double *W, *b, *given, *start, *lambda, *after;
  bool *two_sided, *closed;
  PwConeGrip *grip;
  PwConeMode *mode;
  double memory[];
};

PawlStatus pw_cone_islands_create(int32_t most_rows, int32_t most_grips, PwConeIslands **out) {
  size_t n = (size_t)most_rows + 1, m = (size_t)most_grips + 1;
  PwConeIslands *s = malloc(sizeof *s + (n * n + 5 * n) * sizeof(double) + m * sizeof(PwConeGrip) + m * sizeof(PwConeMode) +
                            (4 * n + m) * sizeof(int32_t) + 2 * n * sizeof(bool));
  *out = s;
  if (!s) return PAWL_ERR_MEMORY;
  s->W = s->memory;
  double **vector[] = {&s->b, &s->given, &s->start, &s->lambda, &s->after}, *next = s->W + n * n;
  for (size_t i = 0; i < sizeof vector / sizeof *vector; i++, next += n) *vector[i] = next;
  s->grip = (PwConeGrip *)next;
  s->mode = (PwConeMode *)(s->grip + m);
  s->grip_of = (int32_t *)(s->mode + m);
  s->island = s->grip_of + m;
  s->touch = s->island + n;
  s->row = s->touch + n;
  s->first = s->row + n;
  s->two_sided = (bool *)(s->first + n);
  s->closed = s->two_sided + n;
  return PAWL_OK;
}

void pw_cone_islands_free(PwConeIslands *islands) {
  free(islands);
}

// ---- an island by itself ----

static void take_touch(PwConeIslands *s, const PwConeProblem *p, int32_t touch, PwConeProblem *own) {
  int32_t i = own->blocks.count++, k = 0;
  s->touch[i] = touch;
  s->two_sided[i] = p->two_sided && p->two_sided[touch];
  s->given[i] = p->given ? p->given[touch] : 0;
  while (k < p->grips && p->grip[k].touch < touch) k++;
  for (; k < p->grips && p->grip[k].touch == touch; k++) {
    s->grip[own->grips] = p->grip[k];
    s->grip[own->grips].touch = i;
    s->grip[own->grips].first += s->first[i] - p->blocks.first[touch];
    s->grip_of[own->grips++] = k;
  }
  s->first[i + 1] = s->first[i];
  for (int32_t r = p->blocks.first[touch]; r < p->blocks.first[touch + 1]; r++) s->row[s->first[i + 1]++] = r;
}

static PwConeProblem take(PwConeIslands *s, const PwConeProblem *p, int32_t island) {
  PwConeProblem own = {.blocks = {0, s->first}, .grip = s->grip, .W = s->W, .b = s->b, .scale = p->scale};
  size_t all = (size_t)p->blocks.first[p->blocks.count];
  own.two_sided = s->two_sided;
  own.given = s->given;
  own.start = p->start ? s->start : NULL;
  s->first[0] = 0;
  for (int32_t i = island; i < p->blocks.count; i++) {
    if (s->island[i] == island) take_touch(s, p, i, &own);
  }
  int32_t rows = s->first[own.blocks.count];
  for (int32_t i = 0; i < rows; i++) {
    const double *W = p->W + (size_t)s->row[i] * all;
    s->b[i] = p->b[s->row[i]];
    s->start[i] = p->start ? p->start[s->row[i]] : 0;
    for (int32_t j = 0; j < rows; j++) s->W[(size_t)i * (size_t)rows + (size_t)j] = W[s->row[j]];
  }
  return own;
}

static void add_report(PwConeReport *report, const PwConeReport *own) {
  report->sweeps = own->sweeps > report->sweeps ? own->sweeps : report->sweeps;
  report->tried += own->tried;
  report->residual = fmax(report->residual, own->residual);
  report->many = report->many || own->many;
  report->inconsistent = report->inconsistent || own->inconsistent;
}

PawlStatus pw_cone_solve(PwCone *cone, const PwConeProblem *problem, double *lambda, double *after, PwConeMode *mode,
                         bool *closed, PwConeReport *report) {
  PwConeIslands *s = cone->islands;
  PawlStatus all = PAWL_OK;
  *report = (PwConeReport){0};
  if (!pw_cone_is_right(cone, problem)) return PAWL_ERR_ARGUMENT;
  if (pw_islands_find(&problem->blocks, problem->W, s->island)) {
    PawlStatus status = pw_cone_solve_island(cone, problem, lambda, after, mode, closed, report);
    for (int32_t i = 0; i < problem->blocks.count && status == PAWL_ERR_SINGULAR; i++) closed[i] = true;
    return status;
  }
  for (int32_t island = 0; island < problem->blocks.count; island++) {
    if (s->island[island] != island) continue;
    PwConeReport found = {0};
    PwConeProblem own = take(s, problem, island);
    PawlStatus status = pw_cone_solve_island(cone, &own, s->lambda, s->after, s->mode, s->closed, &found);
    if (status != PAWL_OK && all == PAWL_OK) {
      all = status;
      for (int32_t i = 0; i < problem->blocks.count; i++) closed[i] = false;
    }
    for (int32_t i = 0; i < own.blocks.count; i++) {
      if (status != PAWL_OK || all == PAWL_OK) closed[s->touch[i]] = status != PAWL_OK || s->closed[i];
    }
    for (int32_t i = 0; i < s->first[own.blocks.count] && status == PAWL_OK; i++) {
      lambda[s->row[i]] = s->lambda[i];
      after[s->row[i]] = s->after[i];
    }
    for (int32_t k = 0; k < own.grips && status == PAWL_OK; k++) mode[s->grip_of[k]] = s->mode[k];
    add_report(report, &found);
  }
  return all;
}
