// A function given by points: straight lines or a cubic spline, held, extended or repeated outside.
#ifndef PW_TABLE_H
#define PW_TABLE_H
#include <stdint.h>

#include "base/messages.h"
#include "base/place.h"
#include "pawl/model.h"

typedef struct PwTable PwTable;

PawlStatus pw_table_create(const PawlTableDef *def, PwPlace place, PawlMessages *messages, PwTable **out);
void pw_table_free(PwTable *table);

// Piece that x is in. Pieces are numbered so that neighbours differ by one: -1 below the first point, 0..count-2 between,
// count-1 above; with PERIODIC the number goes on through the periods.
int32_t pw_table_piece(const PwTable *table, double x);
// Ends of a piece; +-infinity where it has none.
void pw_table_ends(const PwTable *table, int32_t piece, double *low, double *high);
// Value, first, second and third derivative of a piece at x, also outside the piece.
void pw_table_evaluate(const PwTable *table, int32_t piece, double x, double out[4]);
#endif
