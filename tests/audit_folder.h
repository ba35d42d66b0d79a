// Results that are audited, also after a number in them was changed on purpose.
#ifndef PW_TEST_AUDIT_FOLDER_H
#define PW_TEST_AUDIT_FOLDER_H
#include "place.h"

typedef struct {
  const char *name;  // law asked for
  int laws;
  bool found;
  PawlAuditStatus status;
  double deviation;
  char note[1000], where[300];
  char broken[300];  // names of all that failed
} Audited;

static inline void see_law(void *user, const PawlAuditLaw *law) {
  Audited *a = user;
  a->laws++;
  if (law->status == PAWL_AUDIT_FAILED) {
    strncat(a->broken, law->name, sizeof a->broken - strlen(a->broken) - 3);
    strcat(a->broken, ";");
  }
  if (!a->name || strcmp(law->name, a->name)) return;
  a->found = true;
  a->status = law->status;
  a->deviation = law->deviation;
  snprintf(a->note, sizeof a->note, "%s", law->note);
  snprintf(a->where, sizeof a->where, "%s", law->where);
}

// What the audit of `folder` says of one law.
static inline Audited audited(Place *p, const char *folder, const char *name) {
  Audited a = {.name = name};
  PawlStatus status = pawl_audit(folder, see_law, &a, p->messages);
  if (status != PAWL_OK && status != PAWL_ERR_DEVIATION) fail_msg("%s", pawl_messages_get(p->messages, 0).text);
  assert_int_equal(status, a.broken[0] ? PAWL_ERR_DEVIATION : PAWL_OK);
  return a;
}

static inline PawlRunInfo run_model(Place *p, PawlModel *m, const char *folder, PawlFormulation formulation) {
  PawlMechanism *k = NULL;
  PawlStatus status = pawl_mechanism_compile(m, p->messages, &k);
  PawlRunInfo info = {.size = sizeof info};
  if (status == PAWL_OK) {
    PawlRunOptions options = pawl_mechanism_run_options(k);
    options.directory = folder;
    options.formulation = formulation;
    options.max_step = options.output_step / 16;  // work enough that the audit takes every sample
    status = pawl_run(k, &options, p->messages, &info);
  }
  if (status) fail_msg("%s", pawl_messages_get(p->messages, pawl_messages_count(p->messages) - 1).text);
  pawl_mechanism_free(k);
  return info;
}

// Runs a model; its audit must pass.
static inline void run_text(Place *p, const char *text, const char *folder, PawlFormulation formulation) {
  PawlModel *m = NULL;
  if (pawl_model_parse("m.yaml", text, strlen(text), NULL, 0, p->messages, &m)) {
    fail_msg("%s", pawl_messages_get(p->messages, 0).text);
  }
  PawlRunInfo info = run_model(p, m, folder, formulation);
  pawl_model_free(m);
  Audited a = audited(p, folder, NULL);
  if (a.broken[0]) fail_msg("broken: %s", a.broken);
  assert_true(info.audit_laws == a.laws && info.audit_broken == 0);
}

// ---- a table of doubles, changed in one place

static inline char *read_whole(const char *path, size_t *length) {
  FILE *file = fopen(path, "rb");
  assert_non_null(file);
  fseek(file, 0, SEEK_END);
  *length = (size_t)ftell(file);
  rewind(file);
  char *text = malloc(*length + 1);
  assert_int_equal(fread(text, 1, *length, file), *length);
  text[*length] = 0;
  fclose(file);
  return text;
}

static inline void write_whole(const char *path, const char *text, size_t length) {
  FILE *file = fopen(path, "wb");
  assert_non_null(file);
  assert_int_equal(fwrite(text, 1, length, file), length);
  fclose(file);
}

// Number of the column whose heading begins with `name` and a blank or comma.
static inline int find_heading(const char *text, const char *name) {
  size_t n = strlen(name);
  int column = 0;
  for (const char *at = text; *at && *at != '\n'; at++) {
    if (strncmp(at, name, n) == 0 && (at == text || at[-1] == ',') && strchr(" ,\n", at[n])) return column;
    column += *at == ',';
  }
  fail_msg("no column %s", name);
  return -1;
}

// A table of doubles in memory (src/result/doubles.h), on a machine whose doubles are little-endian.
typedef struct {
  char *data, *row;  // row: the first
  size_t length, step;
} Doubles;

static inline Doubles open_doubles(const char *path) {
  Doubles d;
  int columns;
  d.data = read_whole(path, &d.length);
  assert_int_equal(sscanf(d.data, "pawl doubles 1 %d", &columns), 1);
  d.row = strchr(strchr(d.data, '\n') + 1, '\n') + 1;
  d.step = 8 * (size_t)columns + 2;
  return d;
}

static inline double double_at(const char *row, int column) {
  double x;
  memcpy(&x, row + 1 + 8 * column, sizeof x);
  return x;
}

// The n-th row of this kind (column 1); n from 0. NULL: there is none.
static inline char *find_row(const Doubles *d, int kind, int n) {
  for (char *row = d->row; row < d->data + d->length && *row == 'r'; row += d->step) {
    if (double_at(row, 1) == kind && n-- == 0) return row;
  }
  return NULL;
}

// value -> value * factor + add in the n-th row of this kind.
static inline void spoil(const char *path, const char *name, int kind, int n, double factor, double add) {
  Doubles d = open_doubles(path);
  int column = find_heading(strchr(d.data, '\n') + 1, name);
  char *row = find_row(&d, kind, n);
  if (!row) fail_msg("%s has no such row", path);
  double x = double_at(row, column) * factor + add;
  memcpy(row + 1 + 8 * column, &x, sizeof x);
  write_whole(path, d.data, d.length);
  free(d.data);
}

static inline void copy_result(const char *folder) {
  char command[200];
  snprintf(command, sizeof command, "rm -rf spoilt && cp -r %s spoilt", folder);
  assert_int_equal(system(command), 0);
}

// Sees that this law is found broken in the copy.
static inline void is_broken(Place *p, const char *law, const char *what) {
  Audited a = audited(p, "spoilt", law);
  if (!a.found || a.status != PAWL_AUDIT_FAILED) {
    fail_msg("%s spoilt: '%s' is not found broken (deviation %g), but '%s'", what, law, a.deviation, a.broken);
  }
}

// Spoils a copy of the result and sees that this law is found broken.
static inline void breaks(Place *p, const char *folder, const char *file, const char *name, int kind, int n, double factor,
                          double add, const char *law) {
  char path[100];
  copy_result(folder);
  snprintf(path, sizeof path, "spoilt/%s", file);
  spoil(path, name, kind, n, factor, add);
  is_broken(p, law, name);
}
#endif
