// Profiles of a model: numbers that can be, then the chain itself, which geometry/ builds and judges.
#include <math.h>
#include <string.h>

#include "model/check.h"
#include "model/node.h"

enum { ELEMENTS_MAX = 10000, NUMBERS_MAX = 10000, DEGREE_MAX = 9 };

// The node of element k: an item of the chain, or the only element of a profile without one.
static PwPlace element_place(const PwCheck *c, int32_t k) {
  static const char *const alone[] = {"circle", "point", "offset"};
  const PwNode *source = c->model->source, *chain = source ? pw_node_get(source, "chain") : NULL;
  if (chain && chain->kind == PW_NODE_LIST && k >= 0 && k < chain->count) return chain->item[k]->place;
  for (int j = 0; source && j < 3; j++) {
    const PwNode *node = pw_node_get(source, alone[j]);
    if (node) return node->place;
  }
  return c->place;
}

static void fail_element(PwCheck *c, int32_t k, PawlStatus status, const char *text) {
  PwPlace place = c->place;
  c->place = element_place(c, k);
  if (k >= 0 && !c->model->source) {
    pw_check_fail(c, status, NULL, "element %d: %s", (int)k + 1, text);
  } else {
    pw_check_fail(c, status, NULL, "%s", text);
  }
  c->place = place;
}

static bool finite(const double *values, int32_t count) {
  for (int32_t k = 0; k < count; k++) {
    if (!isfinite(values[k])) return false;
  }
  return true;
}

// Copies an array of the caller's into the model.
static bool take_numbers(PwCheck *c, const double **values, int32_t count) {
  double *copy = pw_arena_array(&c->model->arena, (size_t)count, sizeof *copy);
  if (copy) *values = memcpy(copy, *values, (size_t)count * sizeof *copy);
  if (!copy) pw_check_fail(c, PAWL_ERR_MEMORY, NULL, "out of memory");
  return copy != NULL;
}

// What is wrong with the numbers of an element; NULL: nothing. Which shapes they make is for geometry/ to say.
static const char *judge_numbers(const PawlElementDef *e, int32_t k) {
  bool spline = e->type == PAWL_ELEMENT_SPLINE || e->type == PAWL_ELEMENT_BSPLINE;
  bool polar = e->type == PAWL_ELEMENT_POLAR;
  bool by_angles = polar || e->type == PAWL_ELEMENT_INVOLUTE || (e->type == PAWL_ELEMENT_ARC && e->radius != 0);
  bool to = e->type == PAWL_ELEMENT_LINE || (e->type == PAWL_ELEMENT_ARC && e->radius == 0);
  bool here = isnan(e->from[0]) && isnan(e->from[1]);
  if (!here && !finite(e->from, 2)) return "its start is not finite";
  if (here && k == 0 && (to || e->type == PAWL_ELEMENT_POINT)) return "the first element needs a start";
  if (to && !finite(e->to, 2)) return "'to' is not finite";
  if (!finite(e->center, 2) || !isfinite(e->radius) || !isfinite(e->origin)) return "a number is not finite";
  if (e->radius < 0) return "the radius is negative; a concave arc is 'clockwise'";
  if (e->radius == 0 && (e->type == PAWL_ELEMENT_CIRCLE || e->type == PAWL_ELEMENT_INVOLUTE)) return "the radius must be > 0";
  if (by_angles && !finite(e->angle, 2)) return "an angle is not finite";
  if (polar && (!isfinite(e->scale) || e->scale == 0)) return "'scale' must be finite and not 0";
  if ((polar || spline) && (e->count < (polar ? 1 : 2) || !e->data)) return polar ? "needs terms" : "needs two points or more";
  if ((polar || spline) && e->count > NUMBERS_MAX) return "more than 10000 points or terms";
  if ((polar || spline) && !finite(e->data, 2 * e->count)) return "a number of its list is not finite";
  if (spline && (e->degree < 1 || e->degree > DEGREE_MAX)) return "'degree' must be 1 to 9";
  if (!e->knot_count) return NULL;
  if (e->type != PAWL_ELEMENT_BSPLINE) return "'knots' belong to a B-spline";
  if (e->knot_count != e->count + e->degree + 1 || !e->knots) return "needs as many knots as control points + degree + 1";
  return finite(e->knots, e->knot_count) ? NULL : "a knot is not finite";
}

static void check_element(PwCheck *c, const PawlProfileDef *def, int32_t k, PawlElementDef *e) {
  bool alone = e->type == PAWL_ELEMENT_POINT || e->type == PAWL_ELEMENT_CIRCLE;
  if ((int)e->type < PAWL_ELEMENT_POINT || e->type > PAWL_ELEMENT_INVOLUTE) {
    fail_element(c, k, PAWL_ERR_ARGUMENT, "there is no such element type");
    return;
  }
  const char *wrong = judge_numbers(e, k);
  if (!wrong && alone && def->count > 1) wrong = "a point or circle is a profile alone; corners of a chain come by themselves";
  if (wrong) {
    fail_element(c, k, PAWL_ERR_INPUT, wrong);
    return;
  }
  bool listed = e->type == PAWL_ELEMENT_POLAR || e->type == PAWL_ELEMENT_SPLINE || e->type == PAWL_ELEMENT_BSPLINE;
  if (!listed) e->count = 0;
  if (listed) take_numbers(c, &e->data, 2 * e->count);
  if (e->knot_count) take_numbers(c, &e->knots, e->knot_count);
}

// The elements as the caller's header knew them: `size` of the first is their stride.
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
  uint32_t stride = def->element->size;
  for (int32_t k = 0; k < def->count && c->status != PAWL_ERR_ARGUMENT; k++) {
    copy[k] = pawl_element_def_default();
    if (pw_check_size(c, (const char *)def->element + (size_t)k * stride, sizeof *copy, &copy[k]) ||
        c->status == PAWL_ERR_INPUT) {
      check_element(c, def, k, &copy[k]);
    }
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
  if (!isfinite(def->offset)) pw_check_fail(c, PAWL_ERR_INPUT, "offset", "the offset is not finite");
  if (def->count || def->end_points) pw_check_fail(c, PAWL_ERR_INPUT, "chain", "an offset has no elements of its own");
  if (p[0] != 0 || p[1] != 0 || p[2] != 0 || fabs(q[0]) != 1) {
    pw_check_fail(c, PAWL_ERR_INPUT, "at", "an offset lies in the plane of the profile that it is made from");
  }
}

static void check_profile(PwCheck *c, PawlProfileDef *def) {
  if (def->body.i < 1 || def->body.i > c->model->bodies.count) {
    pw_check_fail(c, PAWL_ERR_ARGUMENT, NULL, "body id %d does not exist", (int)def->body.i);
    return;
  }
  pw_check_owner(c, def->name, def->body);
  pw_check_finite(c, "at", def->position, 3);
  pw_check_quaternion(c, "quaternion", def->orientation);
  if (def->closed && def->end_points && !def->offset_of.i) {
    pw_check_fail(c, PAWL_ERR_INPUT, "ends", "a closed profile has no ends; an open one says 'closed: false'");
  }
  if (def->offset_of.i) {
    check_offset(c, def);
  } else {
    take_elements(c, def);
  }
}

static void build(PwCheck *c, const PawlProfileDef *def, PwProfile *out) {
  PwProfileProblem problem = {-1, ""};
  PwArena *arena = &c->model->arena;
  PawlStatus status;
  if (def->offset_of.i) {
    status = pw_profile_offset(&c->model->profiles.item[def->offset_of.i - 1].geometry, def->offset, arena, out, &problem);
  } else {
    status = pw_profile_build(def->element, def->count, def->closed, def->end_points, arena, out, &problem);
  }
  if (status == PAWL_ERR_INPUT) {
    fail_element(c, problem.def, status, problem.text);
  } else if (status != PAWL_OK) {
    pw_check_fail(c, status, NULL, "%s", pawl_status_text(status));
  }
}

PawlStatus pw_model_add_profile(PawlModel *m, const PawlProfileDef *given, PwPlace place, PawlMessages *messages,
                                PawlProfileId *out) {
  PwCheck c = {m, messages, place, "profile", NULL, PAWL_OK};
  PawlProfileDef def = pawl_profile_def_default();
  PwProfile geometry = {0};
  if (!pw_check_size(&c, given, sizeof def, &def)) return c.status;
  pw_check_name(&c, PW_NAME_PROFILE, &def.name);
  check_profile(&c, &def);
  if (c.status == PAWL_OK) build(&c, &def, &geometry);
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
