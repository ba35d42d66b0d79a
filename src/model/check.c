#include "model/check.h"

#include <ctype.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/sized.h"
#include "model/node.h"
#include "numerics/dense.h"

// "law.stiffness" is a key in the map of a key; the deepest one that is written gives the place.
static PwPlace place_of(const PwCheck *c, const char *field) {
  const PwNode *node = c->model->source, *found = NULL;
  char key[64];
  while (node && field && *field) {
    size_t n = strcspn(field, ".");
    snprintf(key, sizeof key, "%.*s", (int)n, field);
    node = pw_node_get(node, key);
    if (node) found = node;
    field += n + (field[n] == '.');
  }
  return found ? found->place : c->place;
}

void pw_check_fail(PwCheck *c, PawlStatus status, const char *field, const char *format, ...) {
  char text[1000];
  va_list args;
  va_start(args, format);
  vsnprintf(text, sizeof text, format, args);
  va_end(args);
  const char *quote = c->name ? "'" : "";
  pw_message(c->messages, PAWL_ERROR, place_of(c, field), "%s%s%s%s%s: %s", c->what, c->name ? " " : "", quote,
             c->name ? c->name : "", quote, text);
  if (c->status == PAWL_OK) c->status = status;
  if (status == PAWL_ERR_MEMORY && c->model) c->model->no_memory = true;
}

bool pw_check_size(PwCheck *c, const void *def, size_t known, void *out) {
  char problem[PW_SIZED_CHARS];
  if (!c->model) {
    c->status = pw_fail(c->messages, PAWL_ERR_ARGUMENT, PW_NOWHERE, "no model was given (NULL)");
  } else if (!def) {
    pw_check_fail(c, PAWL_ERR_ARGUMENT, NULL, "no def was given (NULL)");
  } else if (!pw_sized_take(def, out, known, problem)) {
    pw_check_fail(c, PAWL_ERR_ARGUMENT, NULL, "%s", problem);
  }
  return c->status == PAWL_OK;
}

static size_t word(const char *s) {
  if (!isalpha((unsigned char)*s) && *s != '_') return 0;
  size_t n = 1;
  while (isalnum((unsigned char)s[n]) || s[n] == '_') n++;
  return n;
}

// "body.name": of a frame, profile or surface on that body; "joint.coordinate": of a drive that has no name of its own; a contact
// made for a list of bodies has up to five words.
static bool is_dotted(const char *name, int words) {
  if (strlen(name) > 200u * (unsigned)words) return false;
  for (int k = 0; k < words; k++) {
    size_t n = word(name);
    name += n;
    if (!n || !*name) return n != 0;
    if (*name++ != '.') return false;
  }
  return false;
}

const char *pw_check_string(PwCheck *c, const char *text) {
  const char *copy = pw_arena_string(&c->model->arena, text);
  if (text && !copy) pw_check_fail(c, PAWL_ERR_MEMORY, NULL, "out of memory");
  return copy;
}

const double *pw_check_numbers(PwCheck *c, const double *values, int32_t count) {
  double *copy = pw_arena_array(&c->model->arena, (size_t)count, sizeof *copy);
  if (!copy) pw_check_fail(c, PAWL_ERR_MEMORY, NULL, "out of memory");
  return copy ? memcpy(copy, values, (size_t)count * sizeof *copy) : NULL;
}

void pw_check_name(PwCheck *c, PwNameKind kind, const char **name) {
  if (!*name) {
    pw_check_fail(c, PAWL_ERR_ARGUMENT, NULL, "needs a name");
    return;
  }
  c->name = *name;
  bool dots = kind == PW_NAME_FRAME || kind == PW_NAME_DRIVE || kind == PW_NAME_PROFILE || kind == PW_NAME_SURFACE ||
              kind == PW_NAME_MESH;
  int words = kind == PW_NAME_CONTACT ? 5 : dots ? 2 : 1;
  if (!is_dotted(*name, words)) {
    pw_check_fail(c, PAWL_ERR_INPUT, NULL, "a name has letters, digits and underscores and does not begin with a digit");
  } else if (pw_names_get(&c->model->names, kind, *name) >= 0) {
    pw_check_fail(c, PAWL_ERR_INPUT, NULL, "this name is already taken");
  } else if (kind == PW_NAME_SYMBOL && (strcmp(*name, "t") == 0 || strcmp(*name, "pi") == 0)) {
    pw_check_fail(c, PAWL_ERR_INPUT, NULL, "t and pi have their meaning in expressions already");
  }
  *name = pw_check_string(c, *name);
}

// First word of a dotted name; all of one without dots.
static const char *first_word(PwCheck *c, const char *name) {
  size_t n = strcspn(name, ".");
  return name[n] ? pw_arena_format(&c->model->arena, "%.*s", (int)n, name) : name;
}

void pw_check_shared_name(PwCheck *c, PwNameKind kind, const char **name) {
  pw_check_name(c, kind, name);
  if (c->status != PAWL_OK) return;
  const PwNames *names = &c->model->names;
  const char *word = first_word(c, *name);
  if (!word) {
    pw_check_fail(c, PAWL_ERR_MEMORY, NULL, "out of memory");
    return;
  }
  bool contact = kind == PW_NAME_CONTACT;
  bool taken = (kind != PW_NAME_JOINT && pw_names_get(names, PW_NAME_JOINT, word) >= 0) ||
               (kind != PW_NAME_COUPLER && pw_names_get(names, PW_NAME_COUPLER, word) >= 0) ||
               (!contact && pw_names_get(names, PW_NAME_GROUP, word) >= 0);
  if (taken) pw_check_fail(c, PAWL_ERR_INPUT, NULL, "this name is already taken: contacts, joints and couplers share theirs");
  if (!taken && contact && !pw_names_put(&c->model->names, PW_NAME_GROUP, word, 0)) {
    pw_check_fail(c, PAWL_ERR_MEMORY, NULL, "out of memory");
  }
}

void pw_check_owner(PwCheck *c, const char *name, PawlBodyId owner) {
  const char *dot = name ? strchr(name, '.') : NULL, *body = c->model->bodies.item[owner.i - 1].def.name;
  if (!dot || (strlen(body) == (size_t)(dot - name) && strncmp(body, name, strlen(body)) == 0)) return;
  pw_check_fail(c, PAWL_ERR_INPUT, NULL, "the %s is on body '%s', which its name must begin with", c->what, body);
}

bool pw_check_register(PwCheck *c, PwNameKind kind, const char *name, int32_t *count, const void *item) {
  if (item && (!name || pw_names_put(&c->model->names, kind, name, *count - 1))) return true;
  if (item) --*count;
  pw_check_fail(c, PAWL_ERR_MEMORY, NULL, "out of memory");
  return false;
}

void pw_check_finite(PwCheck *c, const char *field, const double *values, int count) {
  for (int k = 0; k < count; k++) {
    if (isfinite(values[k])) continue;
    pw_check_fail(c, PAWL_ERR_INPUT, field, "%s is not a finite number", field);
    return;
  }
}

void pw_check_length(PwCheck *c, const char *field, const double *values, int count) {
  pw_check_finite(c, field, values, count);
  for (int k = 0; k < count; k++) {
    if (!(fabs(values[k]) > PW_LENGTH_MAX) || isinf(values[k])) continue;
    pw_check_fail(c, PAWL_ERR_INPUT, field, "%s has %s: no length beyond %s is taken", field,
                  PW_SAY(c->model, values[k], PW_DIM_LENGTH, 6), PW_SAY(c->model, PW_LENGTH_MAX, PW_DIM_LENGTH, 6));
    return;
  }
}

void pw_check_quaternion(PwCheck *c, const char *field, double q[4]) {
  double n = sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
  if (!(fabs(n - 1) <= 1e-6)) {
    pw_check_fail(c, PAWL_ERR_INPUT, field, "quaternion has length %.9g, must be 1 within 1e-6", n);
    return;
  }
  for (int k = 0; k < 4 && fabs(n - 1) > 1e-15; k++) q[k] /= n;  // done once, it changes nothing more
}

void pw_check_inertia(PwCheck *c, const double inertia[6]) {
  double p[3], size = 0;
  for (int k = 0; k < 6; k++) {
    if (!isfinite(inertia[k])) {
      pw_check_fail(c, PAWL_ERR_INPUT, "inertia", "inertia is not a finite number");
      return;
    }
    size = fmax(size, fabs(inertia[k]));
  }
  if (size == 0) return;
  double scaled[6];  // so that neither tiny nor huge moments upset the eigenvalues
  for (int k = 0; k < 6; k++) scaled[k] = inertia[k] / size;
  pw_symmetric3_eigen(scaled, p);
  const double slack = 1e-9 * fmax(fabs(p[0]), fabs(p[2]));
  if (p[0] < -slack) {
    pw_check_fail(c, PAWL_ERR_INPUT, "inertia", "inertia has the negative principal moment %s",
                  PW_SAY(c->model, p[0] * size, PW_DIM_INERTIA, 6));
  } else if (p[2] > p[0] + p[1] + slack) {
    pw_check_fail(c, PAWL_ERR_INPUT, "inertia",
                  "inertia has principal moments %s, %s, %s: no body has one larger than the sum of the others",
                  PW_SAY(c->model, p[0] * size, PW_DIM_INERTIA, 6), PW_SAY(c->model, p[1] * size, PW_DIM_INERTIA, 6),
                  PW_SAY(c->model, p[2] * size, PW_DIM_INERTIA, 6));
  }
}

void pw_check_scalar(PwCheck *c, const char *field, PawlScalar *scalar) {
  if (scalar->expression) {
    scalar->expression = pw_check_string(c, scalar->expression);
    if (scalar->expression && !*scalar->expression) pw_check_fail(c, PAWL_ERR_INPUT, field, "%s is an empty expression", field);
  } else {
    pw_check_finite(c, field, &scalar->value, 1);
  }
}

bool pw_check_frame(PwCheck *c, const char *field, PawlFrameId frame) {
  if (frame.i >= 1 && frame.i <= c->model->frames.count) return true;
  pw_check_fail(c, PAWL_ERR_ARGUMENT, field, "frame id %d does not exist", (int)frame.i);
  return false;
}

bool pw_check_frames(PwCheck *c, const PawlFrameId frame[2]) {
  if (!pw_check_frame(c, "frames", frame[0]) || !pw_check_frame(c, "frames", frame[1])) return false;
  PawlBodyId a = c->model->frames.item[frame[0].i - 1].def.body, b = c->model->frames.item[frame[1].i - 1].def.body;
  if (a.i != b.i) return true;
  const char *field = c->model->source && pw_node_get(c->model->source, "between") ? "between" : "frames";
  pw_check_fail(c, PAWL_ERR_INPUT, field, "both frames are on body '%s', need two bodies",
                c->model->bodies.item[a.i - 1].def.name);
  return false;
}
