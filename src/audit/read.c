// What an audit reads: run.json, the model, audit.bin and audit_touches.bin.
#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "audit/parts.h"
#include "base/json.h"
#include "result/folder.h"

enum { JSON_MAX = 1 << 26, MODEL_MAX = 1 << 26, TABLE_MAX = 1 << 30 };

// How many contacts an entry of the list stands for.
static json_int_t contacts_of(const json_t *entry) {
  static const json_int_t MOST = 4000000;
  json_int_t count = json_is_object(entry) ? json_integer_value(json_object_get(entry, "contacts")) : 1;
  return count < 0 || count > MOST ? 0 : count;
}

// Names of contacts. Of a list's, which are called as in the model (`name_lists`), the first one has the list's, the others NULL.
static bool read_contacts(const json_t *list, PwAudit *a) {
  json_int_t count = 0;
  for (size_t i = 0; i < json_array_size(list) && count < INT32_MAX / 2; i++) count += contacts_of(json_array_get(list, i));
  a->contact = pw_arena_array(&a->arena, (size_t)count + 1, sizeof *a->contact);
  for (size_t i = 0; i < json_array_size(list) && a->contact && a->contacts < count; i++) {
    const json_t *entry = json_array_get(list, i);
    const char *name = json_string_value(entry);
    int32_t of = (int32_t)contacts_of(entry);
    if (json_is_object(entry)) name = json_string_value(json_object_get(entry, "list"));
    if (of > 0) a->contact[a->contacts] = pw_arena_string(&a->arena, name ? name : "");
    if (of > 0 && !a->contact[a->contacts]) return false;
    a->contacts += of;
  }
  return a->contact != NULL;
}

static void name_lists(PwAudit *a) {
  const PawlModel *m = a->model;
  for (int32_t i = 0, end; i < a->contacts; i = end) {
    const PwModelContactList *list = NULL;
    for (end = i + 1; end < a->contacts && !a->contact[end];) end++;
    for (int32_t n = 0; n < m->contact_lists.count && !list && end > i + 1; n++) {
      const PwModelContactList *one = &m->contact_lists.item[n];
      if (one->count == end - i && strcmp(one->name, a->contact[i]) == 0) list = one;
    }
    for (int32_t c = i; c < end && end > i + 1; c++) a->contact[c] = list ? m->contacts.item[list->first + c - i].def.name : "";
  }
}

// The tolerance that laws along the motion go by. Of steps of order 2 errors go with its power 2/3, and are some ten times
// smaller.
static double tolerance_of(double asked, const char *formulation) {
  if (!formulation || strcmp(formulation, "augmented") != 0) return asked;
  return fmax(asked, pow(asked, 2.0 / 3) / 10);
}

// Settings of the run, and names that the tables count by.
static PawlStatus read_json(int folder, const char *path, PawlMessages *messages, PwAudit *a) {
  size_t length;
  char *text = pw_folder_read(folder, "run.json", JSON_MAX, &length);
  if (!text) return pw_folder_fail(messages, "read", path, "run.json", errno);
  PwJsonError error;
  json_t *root = pw_json_read(text, length, &error);
  free(text);
  if (error.no_memory) return pw_fail(messages, PAWL_ERR_MEMORY, PW_NOWHERE, "out of memory");
  json_t *model = json_object_get(root, "model"), *settings = json_object_get(root, "settings");
  json_t *contacts = json_object_get(model, "contacts"), *callbacks = json_object_get(model, "callbacks");
  const char *analysis = json_string_value(json_object_get(root, "analysis"));
  const char *state = json_string_value(json_object_get(root, "status"));
  if (!model || !settings || !analysis) {
    json_decref(root);
    return pw_fail(messages, PAWL_ERR_INPUT, PW_NOWHERE,
                   "'%s/run.json' is not that of a result: 'model', 'settings' or "
                   "'analysis' is missing",
                   path);
  }
  json_t *audit = json_object_get(root, "audit");
  a->done = state && strcmp(state, "done") == 0;
  a->told_rows = json_is_object(audit) ? json_integer_value(json_object_get(audit, "instants")) : -1;
  a->told_touches = json_is_object(audit) ? json_integer_value(json_object_get(audit, "touches")) : -1;
  a->planar = json_is_true(json_object_get(model, "planar"));
  a->tolerance = tolerance_of(json_number_value(json_object_get(settings, "tolerance")),
                              json_string_value(json_object_get(root, "formulation")));
  a->from = json_is_true(json_object_get(settings, "from_statics")) || json_is_string(json_object_get(settings, "from_result"));
  const char *impact = json_string_value(json_object_get(settings, "impact"));
  const char *order = json_string_value(json_object_get(settings, "impact_order"));
  a->impact = impact && strcmp(impact, "poisson") == 0 ? PAWL_IMPACT_POISSON : PAWL_IMPACT_NEWTON;
  if (impact && strcmp(impact, "stronge") == 0) a->impact = PAWL_IMPACT_STRONGE;
  a->order = order && strcmp(order, "sequential") == 0 ? PAWL_IMPACT_SEQUENTIAL : PAWL_IMPACT_SIMULTANEOUS;
  a->analysis = pw_arena_string(&a->arena, analysis);
  bool ok = a->analysis && read_contacts(contacts, a);
  a->callbacks = (int32_t)json_array_size(callbacks);
  a->callback = pw_arena_array(&a->arena, (size_t)a->callbacks + 1, sizeof *a->callback);
  ok = ok && a->callback;
  for (int32_t i = 0; i < a->callbacks && ok; i++) {
    const char *name = json_string_value(json_array_get(callbacks, (size_t)i));
    a->callback[i] = pw_arena_string(&a->arena, name ? name : "");
    ok = a->callback[i] != NULL;
  }
  json_decref(root);
  return ok ? PAWL_OK : pw_fail(messages, PAWL_ERR_MEMORY, PW_NOWHERE, "out of memory");
}

static PawlStatus read_model(int folder, const char *path, PawlMessages *messages, PwAudit *a) {
  size_t length;
  char *text = pw_folder_read(folder, "model.yaml", MODEL_MAX, &length);
  if (!text && errno == ENOENT) return PAWL_OK;  // there is none: nothing can be audited
  if (!text) return pw_folder_fail(messages, "read", path, "model.yaml", errno);
  PawlMessages *said = pawl_messages_create();  // notes on the model were given when it was run
  PawlStatus status = said ? pawl_model_parse("model.yaml", text, length, NULL, 0, said, &a->model) : PAWL_ERR_MEMORY;
  for (int i = 0; status && said && i < pawl_messages_count(said); i++) {
    PawlMessage m = pawl_messages_get(said, i);
    if (m.severity == PAWL_ERROR) pw_message(messages, PAWL_ERROR, PW_NOWHERE, "%s/%s", path, m.text);
  }
  pawl_messages_free(said);
  free(text);
  return status;
}

static PawlStatus read_table(int folder, const char *path, const char *name, PwArena *arena, PawlMessages *messages, PwGrid *out,
                             PwDoublesEnd *end) {
  size_t length;
  char *data = pw_folder_read(folder, name, TABLE_MAX, &length);
  if (!data && errno == ENOENT) return PAWL_OK;
  if (!data) return pw_folder_fail(messages, "read", path, name, errno);
  const char *full = pw_arena_format(arena, "%s/%s", path, name);
  PawlStatus status = full ? pw_doubles_read(data, length, full, messages, out, end) : PAWL_ERR_MEMORY;
  free(data);
  return status;
}

// A whole number from 0 to `most` - 1.
static bool is_number(double x, int32_t most) {
  return x >= 0 && x < most && x == floor(x);
}

// Kinds of rows, numbers of contacts and what friction does are what they must be, and time does not go back: what the laws take
// for granted.
static bool has_sense(const PwAudit *a) {
  const PwGrid *g = &a->rows, *t = &a->touches;
  for (int64_t r = 0; r < g->rows; r++) {
    double now = pw_grid_value(g, r, 0);
    if (!is_number(pw_grid_value(g, r, 1), PW_ROW_KINDS) || !isfinite(now)) return false;
    if (r && now < pw_grid_value(g, r - 1, 0)) return false;
  }
  for (int64_t i = 0; i < t->rows; i++) {
    if (!is_number(pw_grid_value(t, i, PW_TOUCH_KIND), PW_ROW_KINDS)) return false;
    if (!is_number(pw_grid_value(t, i, PW_TOUCH_CONTACT), a->contacts)) return false;
    for (int grip = 0; grip < 3 && a->rubs; grip++) {
      if (!is_number(pw_grid_value(t, i, PW_TOUCH_MODE + grip), PW_TOUCH_MODES)) return false;
    }
  }
  return true;
}

// The first column of a body, joint or coupler; -1: none.
static int32_t column_of(PwAudit *a, const char *name, const char *part) {
  char full[512];
  snprintf(full, sizeof full, "%s.%s", name, part);
  return pw_grid_find(&a->rows, full);
}

static bool find_columns(PwAudit *a) {
  const PawlModel *m = a->model;
  a->body_column = pw_arena_array(&a->arena, (size_t)m->bodies.count, sizeof *a->body_column);
  a->joint_column = pw_arena_array(&a->arena, (size_t)m->joints.count + 1, sizeof *a->joint_column);
  a->coupler_column = pw_arena_array(&a->arena, (size_t)m->couplers.count + 1, sizeof *a->coupler_column);
  a->open_body = pw_arena_array(&a->arena, (size_t)m->bodies.count, sizeof *a->open_body);
  a->rubbing_column = pw_arena_array(&a->arena, (size_t)m->joints.count + 1, sizeof *a->rubbing_column);
  if (!a->body_column || !a->joint_column || !a->rubbing_column || !a->coupler_column || !a->open_body) return false;
  bool all = a->rows.columns >= 4, joints_rub = false;
  for (int32_t i = 0; i < m->bodies.count; i++) {
    a->body_column[i] = i ? column_of(a, m->bodies.item[i].def.name, "x") : -1;
    all &= i == 0 || (a->body_column[i] >= 0 && a->body_column[i] + (a->planar ? 9 : 19) <= a->rows.columns);
    for (int32_t c = 0; c < a->callbacks; c++) {
      if (strcmp(a->callback[c], m->bodies.item[i].def.name) == 0) a->open_body[i] = true;
    }
  }
  if (a->callbacks) a->open_force = "a function of a program";
  for (int32_t i = 0; i < m->joints.count; i++) {
    a->joint_column[i] = column_of(a, m->joints.item[i].def.name, "fx");
    all &= a->joint_column[i] >= 0 && a->joint_column[i] + (a->planar ? 3 : 6) <= a->rows.columns;
    a->rubbing_column[i] = column_of(a, m->joints.item[i].def.name, "rubbing");
    bool told = a->rubbing_column[i] >= 0;
    all &= !told || a->rubbing_column[i] + (a->planar ? 4 : 7) <= a->rows.columns;
    joints_rub |= told;
  }
  for (int32_t i = 0; i < m->couplers.count; i++) {
    a->coupler_column[i] = column_of(a, m->couplers.item[i].def.name, "force");
    all &= a->coupler_column[i] >= 0;
  }
  a->rubs = a->touches.rows > 0 && a->touches.columns == PW_TOUCH_COLUMNS;
  a->complete = all && (a->touches.rows == 0 || a->rubs || a->touches.columns == PW_TOUCH_PLAIN) && has_sense(a);
  if (!a->rubs && !joints_rub) return true;
  a->power = pw_arena_array(&a->arena, 2 * (size_t)a->rows.rows + 1, sizeof *a->power);
  if (a->power) a->rubbing = a->power + a->rows.rows;
  return a->power != NULL;
}

// Own measure of how large the mechanism is: what positions are compared with.
static void measure(PwAudit *a) {
  const PawlModel *m = a->model;
  double low[3] = {INFINITY, INFINITY, INFINITY}, high[3] = {-INFINITY, -INFINITY, -INFINITY}, reach = 0, sum = 0;
  for (int32_t i = 0; i < m->frames.count; i++) {
    const PwAuditFrame *f = &a->drawn.frame[i];
    reach = fmax(reach, pw_norm(m->frames.item[i].def.position));
    for (int c = 0; c < 3; c++) low[c] = fmin(low[c], f->p[c]), high[c] = fmax(high[c], f->p[c]);
  }
  for (int32_t i = 1; i < m->bodies.count; i++) {
    const double *p = a->drawn.body[i].p;
    reach = fmax(reach, pw_norm(m->bodies.item[i].def.center));
    a->mass += m->bodies.item[i].def.mass;
    for (int c = 0; c < 3; c++) low[c] = fmin(low[c], p[c]), high[c] = fmax(high[c], p[c]);
  }
  for (int c = 0; c < 3; c++) sum += high[c] > low[c] ? (high[c] - low[c]) * (high[c] - low[c]) : 0;
  a->size = fmax(sqrt(sum), reach);
  for (int32_t i = 0; i < m->profiles.count; i++) {
    const PwModelProfile *p = &m->profiles.item[i];
    if (p->def.body.i <= 1) continue;
    a->size = fmax(a->size, p->geometry.radius);
    for (int32_t e = 0; e < p->geometry.elements; e++) {  // single points have no size but where they are
      PwCurvePoint at;
      pw_element_evaluate(&p->geometry.element[e], 0, &at);
      a->size = fmax(a->size, hypot(at.x[0] + p->def.position[0], at.x[1] + p->def.position[1]));
    }
  }
  for (int32_t i = 0; i < m->surfaces.count; i++) {
    if (m->surfaces.item[i].def.body.i > 1) a->size = fmax(a->size, m->surfaces.item[i].geometry.radius);
  }
  if (!(a->size > 0)) a->size = 1;
}

PawlStatus pw_audit_open(const char *path, PawlMessages *messages, PwAudit *a) {
  int folder = pw_folder_open(path);
  if (folder < 0) return pw_folder_fail(messages, "open", path, NULL, errno);
  PawlStatus status = read_json(folder, path, messages, a);
  if (status == PAWL_OK) status = read_model(folder, path, messages, a);
  if (status == PAWL_OK) status = read_table(folder, path, "audit.bin", &a->arena, messages, &a->rows, &a->end);
  if (status == PAWL_OK) {
    status = read_table(folder, path, "audit_touches.bin", &a->arena, messages, &a->touches, &a->touches_end);
  }
  close(folder);
  a->folder = path;
  if (status || !a->model) return status;
  name_lists(a);
  bool ok = find_columns(a) && pw_audit_state_create(a, &a->drawn) && pw_audit_state_create(a, &a->now);
  status = ok ? pw_audit_laws(a) : PAWL_ERR_MEMORY;
  if (status == PAWL_OK && a->complete) measure(a);
  return status == PAWL_ERR_MEMORY ? pw_fail(messages, status, PW_NOWHERE, "out of memory") : status;
}

void pw_audit_close(PwAudit *a) {
  pw_audit_laws_free(a);
  pw_grid_free(&a->rows);
  pw_grid_free(&a->touches);
  pawl_model_free(a->model);
  pw_arena_free(&a->arena);
}
