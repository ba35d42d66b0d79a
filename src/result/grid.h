// A table of numbers read from a CSV file of a result, with its headings. Everything has a limit, and a complaint names file,
// line and column.
#ifndef PW_GRID_H
#define PW_GRID_H
#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/messages.h"
#include "base/names.h"
#include "result/csv.h"

typedef struct {
  const char *name, *unit;
} PwHeading;

typedef struct {
  PwArena arena;  // texts
  PwHeading *heading;
  int32_t columns;
  int64_t rows, capacity;
  double *value;  // rows x columns
  PwNames names;  // columns by name, the first of each
} PwGrid;

PawlStatus pw_grid_read(int file, const char *path, PawlMessages *messages, PwGrid *out);
void pw_grid_free(PwGrid *grid);
int32_t pw_grid_find(const PwGrid *grid, const char *name);  // -1: none
static inline double pw_grid_value(const PwGrid *grid, int64_t row, int32_t column) {
  return grid->value[row * grid->columns + column];
}

// ---- for readers of other tables

// A file that is being read, for its complaints.
typedef struct {
  PwLines lines;
  char *line;     // being read; taking fields off it leaves zeros in it
  size_t length;  // of it
  const char *path;
  PawlMessages *messages;
} PwTableFile;

PwTableFile pw_table_begin(int file, const char *path, PawlMessages *messages);
void pw_table_end(PwTableFile *t);
PawlStatus pw_table_complain(const PwTableFile *t, const char *at, const char *text);
PawlStatus pw_table_line(PwTableFile *t, bool *end);              // the next line; *end if there is none
PawlStatus pw_table_head(PwTableFile *t);                         // the first line, which must be there
PawlStatus pw_grid_headings(PwGrid *grid, const PwTableFile *t);  // names and units of the columns, from the line being read
PawlStatus pw_table_field(const PwTableFile *t, char **at, char **field);
PawlStatus pw_table_number(const PwTableFile *t, char **at, bool optional, double *out);  // optional: empty is NaN
PawlStatus pw_table_last(const PwTableFile *t, const char *at);                           // complains if there is more
// `data` with room for one more item of `size` bytes; NULL when out of memory, `data` is then still valid.
void *pw_table_reserve(void *data, int64_t count, int64_t *capacity, size_t size);
PawlStatus pw_table_out_of_memory(PawlMessages *messages);
#endif
