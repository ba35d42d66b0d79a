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
  char note[300], where[300];
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

// ---- a table as text, changed in one place

static inline char *read_whole(const char *path) {
  FILE *file = fopen(path, "rb");
  assert_non_null(file);
  fseek(file, 0, SEEK_END);
  size_t n = (size_t)ftell(file);
  rewind(file);
  char *text = malloc(n + 1);
  assert_int_equal(fread(text, 1, n, file), n);
  text[n] = 0;
  fclose(file);
  return text;
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

// value -> value * factor + add in the n-th row of this kind (column `kind`); n from 0.
static inline void spoil(const char *path, const char *name, int kind, int n, double factor, double add) {
  char *text = read_whole(path), *line = strchr(text, '\n') + 1;
  int column = find_heading(text, name), kinds = find_heading(text, "kind");
  for (; *line; line = strchr(line, '\n') + 1) {
    char *at = line, *of_kind = NULL;
    for (int c = 0; c <= (column > kinds ? column : kinds); c++) {
      if (c == kinds) of_kind = at;
      if (c < (column > kinds ? column : kinds)) at = strchr(at, ',') + 1;
    }
    if (atoi(of_kind) != kind || n-- > 0) continue;
    size_t width = strcspn(at, ",\n");
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    fprintf(file, "%.*s%.17g%s", (int)(at - text), text, atof(at) * factor + add, at + width);
    fclose(file);
    free(text);
    return;
  }
  fail_msg("%s has no such row", path);
}

// Spoils a copy of the result and sees that this law is found broken.
static inline void breaks(Place *p, const char *folder, const char *file, const char *name, int kind, int n, double factor,
                          double add, const char *law) {
  char command[200], path[100];
  snprintf(command, sizeof command, "rm -rf spoilt && cp -r %s spoilt", folder);
  assert_int_equal(system(command), 0);
  snprintf(path, sizeof path, "spoilt/%s", file);
  spoil(path, name, kind, n, factor, add);
  Audited a = audited(p, "spoilt", law);
  if (!a.found || a.status != PAWL_AUDIT_FAILED) {
    fail_msg("%s of %s spoilt: '%s' is not found broken (deviation %g), but '%s'", name, file, law, a.deviation, a.broken);
  }
}
#endif
