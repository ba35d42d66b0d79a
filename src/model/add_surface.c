// Surfaces of a model: numbers that can be, then the surface itself, which geometry/ builds and judges.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "model/check.h"
#include "model/node.h"
#include "model/solids.h"
#include "model/surfaces.h"
#include "model/words.h"

enum { POINTS_MAX = 100000, KNOTS_MAX = 100100 };

static const char *const direction_name[2] = {"u", "v"};

// ---- places in the file

static const PwNode *kind_node(const PwCheck *c, PawlSurfaceType type) {
  return c->model->source ? pw_node_get(c->model->source, pw_words_surface[type]) : NULL;
}

static const PwNode *item_of(const PwNode *list, int32_t k) {
  return list && list->kind == PW_NODE_LIST && k >= 0 && k < list->count ? list->item[k] : NULL;
}

// Of a point, weight or knot, or of the list that it should be in; else of the kind.
static PwPlace problem_place(const PwCheck *c, const PawlSurfaceDef *def, const PwNetLines *lines,
                             const PwSurfaceProblem *problem) {
  static const char *const keys[] = {[PW_NET_POINT] = "control", [PW_NET_WEIGHT] = "weights", [PW_NET_KNOT] = "knots"};
  bool knot = problem->part == PW_NET_KNOT;
  int32_t first = knot ? problem->direction : problem->row, second = knot ? problem->knot : problem->column;
  const char *key = def->type == PAWL_SURFACE_GRID || pw_surface_fields(def->type)->solid ? "points" : keys[problem->part];
  const PwNode *kind = kind_node(c, def->type), *list = kind ? pw_node_get(kind, key) : NULL;
  if (problem->row >= 0 && !list && lines) {
    return (PwPlace){lines->file, lines->line[problem->row * def->count[1] + problem->column], 1};
  }
  const PwNode *row = item_of(list, first), *item = item_of(row, second);
  return item ? item->place : row ? row->place : kind ? kind->place : c->place;
}

static void fail_at(PwCheck *c, PwPlace at, PawlStatus status, const char *text) {
  PwPlace place = c->place;
  c->place = at;
  pw_check_fail(c, status, NULL, "%s", text);
  c->place = place;
}

// ---- what the def says

// What its kind does not have is as if it had not been given.
static void forget_rest(PawlSurfaceDef *def) {
  const PwSurfaceFields *f = pw_surface_fields(def->type);
  PawlSurfaceDef usual = pawl_surface_def_default();
  for (int k = f->radii; k < 3; k++) def->radius[k] = 0;
  if (!f->angle) def->angle = 0;
  if (!f->pitch) def->pitch = 0;
  if (!f->profile) {
    def->profile.i = def->element_count = 0;
    def->element = NULL;
  }
  if (!f->profile || def->profile.i) {
    def->closed = usual.closed;
    def->end_points = usual.end_points;
  }
  for (int d = 0; d < 2; d++) {
    if (!f->net) def->degree[d] = usual.degree[d], def->periodic[d] = false;
    if (!f->net && !f->points) def->count[d] = 0;
    if (def->type != PAWL_SURFACE_GRID) def->uniform[d] = false;
    if (def->type != PAWL_SURFACE_NURBS) def->knot_count[d] = 0;
    if (!def->knot_count[d]) def->knots[d] = NULL;
  }
  if (!f->net && !f->points) def->point = NULL;
  if (def->type != PAWL_SURFACE_NURBS) def->weight = NULL;
}

static void check_range(PwCheck *c, const PawlSurfaceDef *def, int d) {
  const char *field = direction_name[d], *of = pw_surface_fields(def->type)->parameter[d];
  const double *range = def->range[d];
  bool given = !isnan(range[0]) || !isnan(range[1]);
  PwRangeRule rule = pw_surface_range_rule(def, d);
  if (given && rule == PW_RANGE_FIXED) {
    pw_check_fail(c, PAWL_ERR_INPUT, field, "%s has no range to give: it follows from the %s", field, of);
  } else if (!given && rule == PW_RANGE_NEEDED) {
    pw_check_fail(c, PAWL_ERR_INPUT, pw_words_surface[def->type], "needs the range of its %s, '%s: [from, to]'", of, field);
  } else if (given && (!isfinite(range[0]) || !isfinite(range[1]) || range[0] >= range[1])) {
    pw_check_fail(c, PAWL_ERR_INPUT, field, "the range of its %s is %g to %g (m or rad), it must rise", of, range[0], range[1]);
  }
}

static void check_place(PwCheck *c, PawlSurfaceDef *def) {
  if (def->body.i < 1 || def->body.i > c->model->bodies.count) {
    pw_check_fail(c, PAWL_ERR_ARGUMENT, NULL, "body id %d does not exist", (int)def->body.i);
    return;
  }
  pw_check_owner(c, def->name, def->body);
  pw_check_finite(c, "at", def->position, 3);
  pw_check_quaternion(c, "quaternion", def->orientation);
}

// ---- profile and net

static void take_profile(PwCheck *c, PawlSurfaceDef *def, PwArena *arena, PwProfile *out) {
  const PwNode *source = c->model->source, *kind = kind_node(c, def->type);
  if (def->profile.i < 0 || def->profile.i > c->model->profiles.count) {
    pw_check_fail(c, PAWL_ERR_ARGUMENT, NULL, "profile id %d does not exist", (int)def->profile.i);
    return;
  }
  c->model->source = kind;
  if (def->profile.i && def->element_count) {
    pw_check_fail(c, PAWL_ERR_INPUT, "chain", "has a profile and elements of its own: give one of them");
  } else if (def->profile.i) {
    const PwModelProfile *profile = &c->model->profiles.item[def->profile.i - 1];
    if (profile->def.body.i != def->body.i) pw_check_fail(c, PAWL_ERR_INPUT, "profile", "is made from a profile of another body");
    *out = profile->geometry;
  } else {
    PawlProfileDef chain = pawl_profile_def_default();
    chain.count = def->element_count;
    chain.element = def->element;
    chain.closed = def->closed;
    chain.end_points = def->end_points;
    pw_check_chain(c, &chain, arena, out);
    def->element = chain.element;
  }
  c->model->source = source;
}

// Lists that can be copied; what the numbers make is for geometry/ to say.
static void take_net(PwCheck *c, PawlSurfaceDef *def) {
  const char *field = pw_words_surface[def->type];
  int64_t points = (int64_t)def->count[0] * def->count[1];
  if (def->count[0] < 1 || def->count[1] < 1 || points > POINTS_MAX || !def->point) {
    pw_check_fail(c, PAWL_ERR_INPUT, field, "has %d rows of %d points, need 1 to %d points in all", (int)def->count[0],
                  (int)def->count[1], POINTS_MAX);
    return;
  }
  for (int d = 0; d < 2; d++) {
    if (def->knot_count[d] >= 0 && def->knot_count[d] <= KNOTS_MAX && (!def->knot_count[d] || def->knots[d])) continue;
    pw_check_fail(c, PAWL_ERR_INPUT, field, "has %d knots in %s, at most %d can be", (int)def->knot_count[d], direction_name[d],
                  KNOTS_MAX);
    return;
  }
  def->point = pw_check_numbers(c, def->point, 3 * (int32_t)points);
  if (def->weight) def->weight = pw_check_numbers(c, def->weight, (int32_t)points);
  for (int d = 0; d < 2; d++) {
    if (def->knot_count[d]) def->knots[d] = pw_check_numbers(c, def->knots[d], def->knot_count[d]);
  }
}

static void take_points(PwCheck *c, PawlSurfaceDef *def) {
  if (def->count[0] < 1 || def->count[0] > PW_SHELL_POINTS || def->count[1] != 1 || !def->point) {
    pw_check_fail(c, PAWL_ERR_INPUT, pw_words_surface[def->type], "has %d points, need 1 to %d, in one column",
                  (int)def->count[0], PW_SHELL_POINTS);
    return;
  }
  def->point = pw_check_numbers(c, def->point, 3 * def->count[0]);
}

// What is wrong with it is known to geometry/.
static void build(PwCheck *c, const PwNetLines *lines, PwModelSurface *out) {
  PawlSurfaceDef *def = &out->def;
  const PwSurfaceFields *f = pw_surface_fields(def->type);
  PwArena aside = {0};
  PwSurfaceProblem problem = {.row = -1, .column = -1, .units = pw_model_profile_units(c->model)};
  PwProfile profile = {0};
  PwSurface made;
  PawlStatus status = PAWL_OK;
  if (f->profile) take_profile(c, def, &aside, &profile);
  if (f->net) take_net(c, def);
  if (f->points) take_points(c, def);
  if (c->status == PAWL_OK) status = pw_surface_make(def, f->profile ? &profile : NULL, &aside, &made, &out->fit, &problem);
  if (c->status == PAWL_OK && status == PAWL_OK) status = pw_surface_copy(&made, &c->model->arena, &out->geometry);
  if (status != PAWL_OK) {
    fail_at(c, problem_place(c, def, lines, &problem), status,
            status == PAWL_ERR_INPUT ? problem.text : pawl_status_text(status));
  }
  pw_arena_free(&aside);
}

PawlStatus pw_model_add_surface(PawlModel *m, const PawlSurfaceDef *given, const PwNetLines *lines, PwPlace place,
                                PawlMessages *messages, PawlSurfaceId *out) {
  PwCheck c = {m, messages, place, "surface", NULL, PAWL_OK};
  PwModelSurface made = {.def = pawl_surface_def_default(), .place = place};
  PawlSurfaceDef *def = &made.def;
  if (!pw_check_size(&c, given, sizeof *def, def)) return c.status;
  pw_check_name(&c, PW_NAME_SURFACE, &def->name);
  if ((int)def->type < PAWL_SURFACE_PLANE || def->type > PAWL_SURFACE_FRUSTUM) {
    pw_check_fail(&c, PAWL_ERR_ARGUMENT, NULL, "there is no surface type %d", (int)def->type);
    return c.status;
  }
  forget_rest(def);
  check_place(&c, def);
  for (int d = 0; d < 2; d++) check_range(&c, def, d);
  if (def->inside && pw_surface_fields(def->type)->solid) {
    pw_check_fail(&c, PAWL_ERR_INPUT, "inside", "a solid has its material inside: leave 'inside' out");
  }
  if (c.status == PAWL_OK) build(&c, lines, &made);
  if (c.status != PAWL_OK) return c.status;
  PwModelSurface *surface = PW_LIST_ADD(m->surfaces);
  if (!pw_check_register(&c, PW_NAME_SURFACE, def->name, &m->surfaces.count, surface)) return c.status;
  *surface = made;
  if (out) out->i = m->surfaces.count;
  return PAWL_OK;
}

PawlStatus pawl_model_add_surface(PawlModel *m, const PawlSurfaceDef *def, PawlMessages *messages, PawlSurfaceId *out) {
  return pw_model_add_surface(m, def, NULL, PW_NOWHERE, messages, out);
}
