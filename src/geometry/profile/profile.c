// Profiles: from defs to a chain that is ready for search; moving one.
#include "geometry/profile/profile.h"

#include <math.h>
#include <string.h>

#include "geometry/profile/profile_parts.h"

PawlStatus pw_chain_finish(PwChain *chain, PwProfile *out) {
  PwProfile p = {.elements = chain->count, .element = chain->element, .after = chain->after, .closed = chain->closed};
  p.size = chain->size;
  PawlStatus status = pw_profile_cut(chain, &p);
  if (status) return status;
  p.node = pw_arena_array(chain->arena, 2 * (size_t)p.pieces, sizeof *p.node);
  p.beyond = pw_arena_array(chain->arena, (size_t)p.elements, sizeof *p.beyond);
  if (!p.node || !p.beyond) return PAWL_ERR_MEMORY;
  pw_profile_enclose(&p);
  status = pw_profile_crossings(chain, &p);
  if (status) return status;
  p.size = 2 * p.radius;
  p.hole = p.closed && pw_profile_area(&p) < 0;
  pw_profile_continue(&p);
  *out = p;
  return PAWL_OK;
}

// Where the last def ends, for a closed chain whose first def does not say where it begins.
static PawlStatus end_of_last(PwChain *chain, const PawlElementDef *def, int32_t count, double out[2]) {
  const PawlElementDef *last = &def[count - 1];
  if (!isnan(last->to[0]) || count == 1) {
    memcpy(out, last->to, sizeof last->to);
    return PAWL_OK;
  }
  PwChain trial = *chain;
  PawlStatus status = pw_chain_add_def(&trial, last, count - 1, count, NULL);
  if (!status) memcpy(out, trial.element[trial.count - 1].end, 2 * sizeof *out);
  return status;
}

PawlStatus pw_profile_build(const PawlElementDef *def, int32_t count, bool closed, bool ends, PwArena *arena, PwProfile *out,
                            PwProfileProblem *problem) {
  PwChain chain = {.arena = arena, .problem = problem, .closed = closed, .ends = ends};
  if (count < 1 || !def) return pw_chain_refuse(&chain, -1, "the profile has no elements");
  double from[2] = {NAN, NAN};
  PawlStatus status = PAWL_OK;
  bool needs_from = def->type == PAWL_ELEMENT_LINE || (def->type == PAWL_ELEMENT_ARC && !isnan(def->to[0]));
  if (closed && needs_from && isnan(def->from[0])) status = end_of_last(&chain, def, count, from);
  for (int32_t i = 0; i < count && !status; i++) {
    status = pw_chain_add_def(&chain, &def[i], i, count, from);
    if (!status) memcpy(from, chain.element[chain.count - 1].end, sizeof from);
  }
  if (!status) status = pw_chain_join(&chain);
  return status ? status : pw_chain_finish(&chain, out);
}

// Half the integral of x dy - y dx along the boundary, by Gauss's rule on each piece: exact on lines, and far beyond what is
// needed on curves, which turn by little there.
double pw_profile_area(const PwProfile *p) {
  static const double at[] = {0.046910077030668, 0.2307653449471585, 0.5, 0.7692346550528415, 0.953089922969332};
  static const double weight[] = {0.1184634425280945, 0.2393143352496833, 0.2844444444444444, 0.2393143352496833,
                                  0.1184634425280945};
  double sum = 0;
  for (int32_t i = 0; i < p->pieces; i++) {
    const PwPiece *piece = &p->piece[i];
    const PwElement *e = &p->element[piece->element];
    for (int k = 0; k < 5 && !pw_element_is_corner(e); k++) {
      double width = piece->u[1] - piece->u[0];
      PwCurvePoint q;
      pw_element_evaluate(e, piece->u[0] + at[k] * width, &q);
      double arm[2] = {q.x[0] - p->center[0], q.x[1] - p->center[1]};
      sum += weight[k] * width * q.speed * pw_cross2(arm, q.t) / 2;
    }
  }
  return sum;
}

int32_t pw_profile_next(const PwProfile *p, int32_t element, int direction) {
  int32_t next = element + direction;
  if (next >= 0 && next < p->elements) return next;
  if (!p->closed) return -1;
  return next < 0 ? p->elements - 1 : 0;
}

static void move_point(double x[2], double c, double s, const double shift[2]) {
  double y[2] = {c * x[0] - s * x[1] + shift[0], s * x[0] + c * x[1] + shift[1]};
  memcpy(x, y, sizeof y);
}

void pw_profile_move(PwProfile *p, double c, double s, const double shift[2]) {
  double angle = atan2(s, c);
  const double *moved = NULL;  // parts of one spline follow each other and share its control points
  for (int32_t i = 0; i < p->elements; i++) {
    PwElement *e = &p->element[i];
    move_point(e->start, c, s, shift);
    move_point(e->end, c, s, shift);
    move_point(e->center, c, s, shift);
    if (e->kind == PW_EL_POINT || e->kind == PW_EL_ARC || e->kind == PW_EL_POLAR) e->angle += angle;
    if (e->kind == PW_EL_POLAR || e->kind == PW_EL_INVOLUTE || e->kind == PW_EL_ELLIPSE) e->origin += angle;
    if (e->kind != PW_EL_SPLINE || e->data == moved) continue;
    double *control = (double *)e->data + e->count + e->degree + 1;  // in the profile's own arena
    for (int32_t k = 0; k < e->count; k++) move_point(control + 2 * k, c, s, shift);
    moved = e->data;
  }
  for (int32_t i = 0; i < p->pieces; i++) {
    p->piece[i].normal[0] += angle;
    p->piece[i].normal[1] += angle;
  }
  pw_profile_enclose(p);
}
