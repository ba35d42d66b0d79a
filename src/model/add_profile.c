// Profiles of a model: numbers that can be, then the chain itself, which geometry/ builds and judges.
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "model/check.h"
#include "model/node.h"
#include "numerics/vec.h"

enum { ELEMENTS_MAX = 10000, NUMBERS_MAX = 10000, DEGREE_MAX = 9 };

// The node of element k: what it comes from in the chain, or the only element of a profile without one.
static PwPlace element_place(const PwCheck *c, int32_t k) {
  static const char *const alone[] = {"circle", "point", "offset", "copy", "gear", "rack"};
  const PwNode *source = c->model->source;
  if (source && c->model->source_element && k >= 0) return c->model->source_element[k]->place;
  for (size_t j = 0; source && j < sizeof alone / sizeof *alone; j++) {
    const PwNode *node = pw_node_get(source, alone[j]);
    if (node) return node->place;
  }
  return c->place;
}

static void fail_element(PwCheck *c, int32_t k, const char *text) {
  PwPlace place = c->place;
  c->place = element_place(c, k);
  pw_check_fail(c, PAWL_ERR_INPUT, NULL, "%s", text);
  c->place = place;
}

// Copies an array of the caller's into the model.
static bool take_numbers(PwCheck *c, int32_t k, const double **values, int32_t count) {
  for (int32_t j = 0; j < count; j++) {
    if (isfinite((*values)[j])) continue;
    fail_element(c, k, "a number of its list is not finite");
    return false;
  }
  *values = pw_check_numbers(c, *values, count);
  return *values != NULL;
}

// Lengths that are too large to count with; those of a list, too.
static void check_lengths(PwCheck *c, int32_t k, const PawlElementDef *e) {
  const double *given[] = {e->from, e->to, e->center, &e->radius, &e->radius_across};
  static const int count[] = {2, 2, 2, 1, 1};
  double most = 0;
  for (int i = 0; i < 5; i++) {
    for (int j = 0; j < count[i]; j++) most = fmax(most, fabs(given[i][j]));  // NaN: not given
  }
  for (int32_t j = 0; j < 2 * e->count; j++) {
    if (e->type != PAWL_ELEMENT_POLAR || j % 2 == 0) most = fmax(most, fabs(e->data[j]));  // the exponents are no lengths
  }
  char text[256];
  snprintf(text, sizeof text, "has a length of %s: none beyond %s is taken", PW_SAY(c->model, most, PW_DIM_LENGTH, 6),
           PW_SAY(c->model, PW_LENGTH_MAX, PW_DIM_LENGTH, 6));
  if (most > PW_LENGTH_MAX && !isinf(most)) fail_element(c, k, text);
}

// Lists that can be copied; what the numbers make is for geometry/ to say.
static void take_lists(PwCheck *c, int32_t k, PawlElementDef *e) {
  if ((int)e->type < PAWL_ELEMENT_POINT || e->type > PAWL_ELEMENT_ELLIPSE) {
    pw_check_fail(c, PAWL_ERR_ARGUMENT, NULL, "element[%d]: there is no element type %d", (int)k, (int)e->type);
    return;
  }
  bool polar = e->type == PAWL_ELEMENT_POLAR, bspline = e->type == PAWL_ELEMENT_BSPLINE;
  bool spline = bspline || e->type == PAWL_ELEMENT_SPLINE;
  const char *wrong = NULL;
  if (!polar && !spline) e->count = 0;
  if (!bspline) e->knot_count = 0;
  if ((polar || spline) && (e->count < (polar ? 1 : 2) || e->count > NUMBERS_MAX || !e->data)) {
    wrong = polar ? "needs 1 to 10000 terms" : "needs 2 to 10000 points";
  } else if (spline && (e->degree < 2 || e->degree > DEGREE_MAX || (!bspline && e->degree % 2 == 0))) {
    wrong = bspline ? "its degree must be 2 to 9" : "its degree must be 3, 5, 7 or 9";
  } else if (e->knot_count && (e->knot_count != e->count + e->degree + 1 || !e->knots)) {
    wrong = "needs as many knots as control points and degree together, and one more";
  }
  if (wrong) {
    fail_element(c, k, wrong);
    return;
  }
  if (e->count && !take_numbers(c, k, &e->data, 2 * e->count)) return;
  check_lengths(c, k, e);
  if (e->knot_count) take_numbers(c, k, &e->knots, e->knot_count);
}

// The elements as the caller's header knew them: the size of the first is that of all.
static void take_elements(PwCheck *c, PawlProfileDef *def) {
  if (def->count < 1 || def->count > ELEMENTS_MAX || !def->element) {
    pw_check_fail(c, PAWL_ERR_INPUT, "chain", "needs 1 to 10000 elements, or another profile to be an offset of");
    return;
  }
  PawlElementDef *copy = pw_arena_array(&c->model->arena, (size_t)def->count, sizeof *copy);
  if (!copy) {
    pw_check_fail(c, PAWL_ERR_MEMORY, NULL, "out of memory");
    return;
  }
  uint32_t stride = def->element->size, size;
  for (int32_t k = 0; k < def->count && c->status != PAWL_ERR_ARGUMENT; k++) {
    const char *given = (const char *)def->element + (size_t)k * stride;
    memcpy(&size, given, sizeof size);
    if (size != stride) {
      pw_check_fail(c, PAWL_ERR_ARGUMENT, NULL, "element[%d]: size is %u, that of the first is %u", (int)k, size, stride);
      break;
    }
    copy[k] = pawl_element_def_default();
    if (pw_check_size(c, given, sizeof *copy, &copy[k]) || c->status == PAWL_ERR_INPUT) take_lists(c, k, &copy[k]);
  }
  def->element = copy;
}

static void check_offset(PwCheck *c, const PawlProfileDef *def) {
  const double *p = def->position, *q = def->orientation;
  if (def->offset_of.i < 1 || def->offset_of.i > c->model->profiles.count) {
    pw_check_fail(c, PAWL_ERR_ARGUMENT, "offset", "profile id %d does not exist", (int)def->offset_of.i);
    return;
  }
  if (c->model->profiles.item[def->offset_of.i - 1].def.body.i != def->body.i) {
    pw_check_fail(c, PAWL_ERR_INPUT, "offset", "is an offset of a profile of another body");
  }
  pw_check_length(c, "offset", &def->offset, 1);
  if (def->count || def->end_points) pw_check_fail(c, PAWL_ERR_INPUT, "chain", "an offset has no elements of its own");
  if (p[0] != 0 || p[1] != 0 || p[2] != 0 || !pw_quat_is_none(q)) {
    pw_check_fail(c, PAWL_ERR_INPUT, "at", "an offset lies in the plane of the profile that it is made from");
  }
}

static void check_ends(PwCheck *c, const PawlProfileDef *def) {
  if (!def->closed || !def->end_points) return;
  pw_check_fail(c, PAWL_ERR_INPUT, "ends", "a closed profile has no ends; an open one says 'closed: false'");
}

static void check_profile(PwCheck *c, PawlProfileDef *def) {
  if (def->body.i < 1 || def->body.i > c->model->bodies.count) {
    pw_check_fail(c, PAWL_ERR_ARGUMENT, NULL, "body id %d does not exist", (int)def->body.i);
    return;
  }
  pw_check_owner(c, def->name, def->body);
  pw_check_length(c, "at", def->position, 3);
  pw_check_quaternion(c, "quaternion", def->orientation);
  if (def->offset_of.i) {
    check_offset(c, def);
  } else {
    check_ends(c, def);
    take_elements(c, def);
  }
}

static void build(PwCheck *c, const PawlProfileDef *def, PwArena *arena, PwProfile *out) {
  PwProfileProblem problem = {.def = -1, .units = pw_model_profile_units(c->model)};
  PawlStatus status;
  if (def->offset_of.i) {
    status = pw_profile_offset(&c->model->profiles.item[def->offset_of.i - 1].geometry, def->offset, arena, out, &problem);
  } else {
    status = pw_profile_build(def->element, def->count, def->closed, def->end_points, arena, out, &problem);
  }
  if (status == PAWL_OK && out->length > 0 && out->length < 1 / PW_LENGTH_MAX) {
    pw_check_fail(c, PAWL_ERR_INPUT, NULL, "its boundary is %s long: none below %s is taken",
                  PW_SAY(c->model, out->length, PW_DIM_LENGTH, 3), PW_SAY(c->model, 1 / PW_LENGTH_MAX, PW_DIM_LENGTH, 6));
  } else if (status == PAWL_ERR_INPUT) {
    fail_element(c, problem.def, problem.text);
  } else if (status != PAWL_OK) {
    pw_check_fail(c, status, NULL, "%s", pawl_status_text(status));
  }
}

void pw_check_chain(PwCheck *c, PawlProfileDef *def, PwArena *arena, PwProfile *out) {
  check_ends(c, def);
  take_elements(c, def);
  if (c->status == PAWL_OK) build(c, def, arena, out);
}

PawlStatus pw_model_add_profile(PawlModel *m, const PawlProfileDef *given, PwPlace place, PawlMessages *messages,
                                PawlProfileId *out) {
  PwCheck c = {m, messages, place, "profile", NULL, PAWL_OK};
  PawlProfileDef def = pawl_profile_def_default();
  PwProfile geometry = {0};
  if (!pw_check_size(&c, given, sizeof def, &def)) return c.status;
  pw_check_name(&c, PW_NAME_PROFILE, &def.name);
  check_profile(&c, &def);
  if (c.status == PAWL_OK) build(&c, &def, &m->arena, &geometry);
  if (c.status != PAWL_OK) return c.status;
  PwModelProfile *profile = PW_LIST_ADD(m->profiles);
  if (!pw_check_register(&c, PW_NAME_PROFILE, def.name, &m->profiles.count, profile)) return c.status;
  *profile = (PwModelProfile){def, geometry, place};
  if (out) out->i = m->profiles.count;
  return PAWL_OK;
}

PawlStatus pawl_model_add_profile(PawlModel *m, const PawlProfileDef *def, PawlMessages *messages, PawlProfileId *out) {
  return pw_model_add_profile(m, def, PW_NOWHERE, messages, out);
}
