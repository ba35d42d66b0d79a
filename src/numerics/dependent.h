// Which columns of a sparse matrix depend on those before them.
#ifndef PW_DEPENDENT_H
#define PW_DEPENDENT_H
#include <stdbool.h>
#include <stdint.h>

#include "pawl/status.h"

// `columns` unit vectors, given row by row: row i has the entries start[i] to start[i + 1], at rising columns. dependent[j] is
// set where no more than `tolerance` of column j is left beside the columns before it that do not depend on others.
PawlStatus pw_dependent_columns(int32_t columns, int32_t rows, const int32_t *start, const int32_t *column, const double *value,
                                double tolerance, bool *dependent);
#endif
