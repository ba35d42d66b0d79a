// Sparse systems by KLU: analysis once, pivots chosen at the first factorisation and kept while they are good.
//
// klu_refactor never changes pivots and reports success even when one of them has shrunk to rounding noise (measured: a pivot
// of 1e-18 gives x = (0, 1) instead of (1, 1) with status 0). What shows it is the pivot growth and the spread of the pivots, so
// both are compared after every refactorisation with what they were when the pivots were chosen. Real systems are refactored by
// our own replay of the pivots (elimination.h), from the second factorisation on: many systems are factored only once.
#include "numerics/sparse.h"

#include <klu.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "numerics/elimination.h"

// The real and the complex kernel of KLU have the same signatures.
typedef struct {
  klu_numeric *(*factor)(int *, int *, double *, klu_symbolic *, klu_common *);
  int (*refactor)(int *, int *, double *, klu_symbolic *, klu_numeric *, klu_common *);
  int (*solve)(klu_symbolic *, klu_numeric *, int, int, double *, klu_common *);
  int (*growth)(int *, int *, double *, klu_symbolic *, klu_numeric *, klu_common *);
  int (*rcond)(klu_symbolic *, klu_numeric *, klu_common *);
  int (*release)(klu_numeric **, klu_common *);
} Kernel;

static const Kernel REAL = {klu_factor, klu_refactor, klu_solve, klu_rgrowth, klu_rcond, klu_free_numeric};
static const Kernel COMPLEX = {klu_z_factor, klu_z_refactor, klu_z_solve, klu_z_rgrowth, klu_z_rcond, klu_z_free_numeric};

struct PwSparse {
  int n, width;  // width: doubles per value, 1 or 2
  int *start;    // n + 1: first nonzero of each column
  int *row;      // row of each nonzero, ascending within a column
  double *value;
  const Kernel *kernel;
  klu_common common;
  klu_symbolic *symbolic;
  klu_numeric *numeric;                // NULL: no pivots chosen
  double growth_chosen, rcond_chosen;  // of the factorisation that chose the pivots
  PwElimination *replay;               // real: NULL until it is needed
  bool replays, replayed;              // it is of the present pivots; the last factorisation is its
  double largest_chosen;               // entry of U at its first run with these pivots; 0: has not run
  double rcond;                        // of the last factorisation
  int64_t full;
};

// Old pivots may lose this factor in growth or spread before new ones are chosen: three digits, the same that KLU's own
// preference for the diagonal may cost.
static const double KEEP = 1e-3;
static const double REGULAR = 1e-15;
static const int64_t MOST_OPERATIONS = 4000000;  // that are worth a list

typedef struct {
  int32_t row, column, entry;
} Place;

static int compare_places(const void *a, const void *b) {
  const Place *p = a, *q = b;
  if (p->column != q->column) return p->column < q->column ? -1 : 1;
  if (p->row != q->row) return p->row < q->row ? -1 : 1;
  return (p->entry > q->entry) - (p->entry < q->entry);
}

// Entries sorted by column and row; equal places share one nonzero. Returns the number of nonzeros.
static int32_t compress(PwSparse *s, const Place *place, int32_t entries, int32_t *slot) {
  int32_t nonzeros = 0;
  for (int32_t k = 0; k < entries; k++) {
    if (k == 0 || place[k].row != place[k - 1].row || place[k].column != place[k - 1].column) {
      s->row[nonzeros++] = place[k].row;
      s->start[place[k].column + 1]++;
    }
    slot[place[k].entry] = nonzeros - 1;
  }
  for (int j = 0; j < s->n; j++) s->start[j + 1] += s->start[j];
  return nonzeros;
}

static PawlStatus build(PwSparse *s, int32_t entries, const int32_t *row, const int32_t *column, int32_t *slot) {
  Place *place = malloc(sizeof *place * ((size_t)entries + 1));
  s->start = calloc((size_t)s->n + 1, sizeof *s->start);
  s->row = calloc((size_t)entries + 1, sizeof *s->row);
  if (!place || !s->start || !s->row) {
    free(place);
    return PAWL_ERR_MEMORY;
  }
  for (int32_t k = 0; k < entries; k++) place[k] = (Place){row[k], column[k], k};
  qsort(place, (size_t)entries, sizeof *place, compare_places);
  int32_t nonzeros = compress(s, place, entries, slot);
  free(place);
  s->value = calloc((size_t)nonzeros * (size_t)s->width + 1, sizeof *s->value);
  if (!s->value) return PAWL_ERR_MEMORY;
  if (s->n == 0) return PAWL_OK;
  s->symbolic = klu_analyze(s->n, s->start, s->row, &s->common);
  if (!s->symbolic) return PAWL_ERR_MEMORY;  // places are valid, nothing else can be wrong
  return PAWL_OK;
}

PawlStatus pw_sparse_create(int32_t n, int32_t entries, const int32_t *row, const int32_t *column, bool complex, int32_t *slot,
                            PwSparse **out) {
  *out = NULL;
  if (n < 0 || entries < 0) return PAWL_ERR_ARGUMENT;
  for (int32_t k = 0; k < entries; k++) {
    if (row[k] < 0 || row[k] >= n || column[k] < 0 || column[k] >= n) return PAWL_ERR_ARGUMENT;
  }
  PwSparse *s = calloc(1, sizeof *s);
  if (!s) return PAWL_ERR_MEMORY;
  s->n = n;
  s->width = complex ? 2 : 1;
  s->kernel = complex ? &COMPLEX : &REAL;
  klu_defaults(&s->common);
  s->common.halt_if_singular = 1;
  s->common.btf = complex;  // one block is what is replayed; systems of mechanisms have seldom more
  PawlStatus status = build(s, entries, row, column, slot);
  if (status != PAWL_OK) {
    pw_sparse_free(s);
    return status;
  }
  *out = s;
  return PAWL_OK;
}

void pw_sparse_free(PwSparse *s) {
  if (!s) return;
  pw_sparse_forget(s);
  pw_elimination_free(s->replay);
  klu_free_symbolic(&s->symbolic, &s->common);
  free(s->start);
  free(s->row);
  free(s->value);
  free(s);
}

int32_t pw_sparse_nonzeros(const PwSparse *s) {
  return s->start[s->n];
}

double *pw_sparse_values(PwSparse *s) {
  return s->value;
}

void pw_sparse_forget(PwSparse *s) {
  s->kernel->release(&s->numeric, &s->common);
  s->replays = s->replayed = false;
}

// Growth and spread of the pivots of the present factors; false if they cannot be trusted (a pivot is zero or not a number).
static bool judge(PwSparse *s, double *growth, double *rcond) {
  *growth = *rcond = 0;
  if (!s->kernel->growth(s->start, s->row, s->value, s->symbolic, s->numeric, &s->common)) return false;
  *growth = s->common.rgrowth;
  if (!s->kernel->rcond(s->symbolic, s->numeric, &s->common) || s->common.status != KLU_OK) return false;
  *rcond = s->common.rcond;
  return true;
}

static PawlStatus factor_fully(PwSparse *s) {
  pw_sparse_forget(s);
  s->full++;
  s->numeric = s->kernel->factor(s->start, s->row, s->value, s->symbolic, &s->common);
  if (!s->numeric) return s->common.status == KLU_SINGULAR ? PAWL_ERR_SINGULAR : PAWL_ERR_MEMORY;
  if (!judge(s, &s->growth_chosen, &s->rcond_chosen) || !(s->rcond_chosen >= REGULAR)) {
    s->rcond = s->rcond_chosen;
    pw_sparse_forget(s);
    return PAWL_ERR_SINGULAR;
  }
  s->rcond = s->rcond_chosen;
  return PAWL_OK;
}

// The list of operations of the present pivots. KLU gives places with values only.
static PawlStatus list_replay(PwSparse *s, int *work, double *values) {
  int *l_start = work, *u_start = l_start + s->n + 1, *l_row = u_start + s->n + 1, *u_row = l_row + s->numeric->lnz;
  if (!klu_extract(s->numeric, s->symbolic, l_start, l_row, values, u_start, u_row, values + s->numeric->lnz, NULL, NULL, NULL,
                   NULL, NULL, NULL, NULL, &s->common))
    return PAWL_ERR_MEMORY;
  PwPivots pivots = {s->n, s->start, s->row, l_start, l_row, u_start, u_row, s->numeric->Pnum, s->symbolic->Q};
  return pw_elimination_list(&pivots, MOST_OPERATIONS, &s->replay);
}

// The list that is there may be of the same pivots, chosen again.
static PawlStatus prepare_replay(PwSparse *s) {
  s->replays = true;
  s->largest_chosen = 0;
  if (s->replay && pw_elimination_is_of(s->replay, s->numeric->Pnum)) return PAWL_OK;
  size_t entries = (size_t)s->numeric->lnz + (size_t)s->numeric->unz;
  int *work = malloc((2 * (size_t)s->n + 2 + entries) * sizeof *work);
  double *values = malloc((entries + 1) * sizeof *values);
  PawlStatus status = work && values ? list_replay(s, work, values) : PAWL_ERR_MEMORY;
  s->replays = status == PAWL_OK;
  free(work);
  free(values);
  return status;
}

// With the old pivots by the list; *good: they can be kept.
static void run_replay(PwSparse *s, bool *good) {
  PwEliminated result;
  *good = false;
  if (s->largest_chosen == 0) pw_elimination_scale(s->replay, s->value);
  if (!pw_elimination_run(s->replay, s->value, &result)) return;
  s->rcond = result.rcond;
  if (!(s->rcond >= KEEP * s->rcond_chosen) || !(s->rcond >= REGULAR)) return;
  if (s->largest_chosen == 0) {
    if (!(pw_elimination_growth(s->replay, s->value) >= KEEP * s->growth_chosen)) return;
    s->largest_chosen = result.largest;
  }
  *good = s->replayed = KEEP * result.largest <= s->largest_chosen;
}

// With the old pivots by KLU.
static void refactor(PwSparse *s, bool *good) {
  double growth;
  *good = s->kernel->refactor(s->start, s->row, s->value, s->symbolic, s->numeric, &s->common) && s->common.status == KLU_OK &&
          judge(s, &growth, &s->rcond) && growth >= KEEP * s->growth_chosen && s->rcond >= KEEP * s->rcond_chosen &&
          s->rcond >= REGULAR;
}

PawlStatus pw_sparse_factor(PwSparse *s) {
  bool good = false;
  s->rcond = s->n == 0;
  if (s->n == 0) return PAWL_OK;
  if (!s->numeric) return factor_fully(s);
  if (s->width == 1 && !s->replays) {
    PawlStatus status = prepare_replay(s);
    if (status) return status;
  }
  (s->replay ? run_replay : refactor)(s, &good);
  return good ? PAWL_OK : factor_fully(s);
}

void pw_sparse_solve(PwSparse *s, double *b) {
  if (s->replayed) {
    pw_elimination_solve(s->replay, b);
  } else if (s->numeric) {
    s->kernel->solve(s->symbolic, s->numeric, s->n, 1, b, &s->common);
  } else {
    for (int i = 0; i < s->n * s->width; i++) b[i] = NAN;  // a failed factorisation must not look like a solution
  }
}

double pw_sparse_rcond(const PwSparse *s) {
  return s->rcond;
}

int64_t pw_sparse_full_factorisations(const PwSparse *s) {
  return s->full;
}

void pw_sparse_multiply(const PwSparse *s, const double *x, double *y) {
  memset(y, 0, sizeof *y * (size_t)s->n);
  for (int j = 0; j < s->n; j++) {
    for (int k = s->start[j]; k < s->start[j + 1]; k++) y[s->row[k]] += s->value[k] * x[j];
  }
}
