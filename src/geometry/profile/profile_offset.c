// The boundary of a profile moved outwards or inwards by a distance.
//
// Lines shift, arcs change their radius, other curves get an offset. On the side to which a kink opens (a convex corner outwards,
// a re-entrant one inwards) the moved neighbours come apart and an arc about the corner joins them; on the other side they cross
// and are cut off where they do. That point is followed from the corner itself while the distance grows from 0 to its full value,
// so that it is the right crossing if there are several.
#include <math.h>
#include <string.h>

#include "geometry/profile/profile_parts.h"

enum { GROWTH_STEPS = 64, NEWTON_STEPS = 30 };

// The element moved; its range of u stays. Not for corners.
static PwElement moved(const PwElement *e, double distance) {
  PwElement m = *e;
  if (e->kind == PW_EL_LINE) {
    double t[2] = {(e->end[0] - e->start[0]) / e->length, (e->end[1] - e->start[1]) / e->length}, n[2];
    pw_normal(t, n);
    for (int a = 0; a < 2; a++) {
      m.start[a] += distance * n[a];
      m.end[a] += distance * n[a];
    }
  } else if (e->kind == PW_EL_ARC) {
    m.radius += distance;
  } else {
    m.offset += distance;
  }
  return m;
}

// Newton for the crossing of a at u[0] with b at u[1], from where u is.
static bool cross(const PwElement *a, const PwElement *b, double size, double u[2]) {
  for (int k = 0; k < NEWTON_STEPS; k++) {
    PwCurvePoint p, q;
    pw_element_evaluate(a, u[0], &p);
    pw_element_evaluate(b, u[1], &q);
    double d[2] = {q.x[0] - p.x[0], q.x[1] - p.x[1]}, det = pw_cross2(p.t, q.t);
    if (!(fabs(det) > 1e-12) || !(p.speed > 0 && q.speed > 0)) return false;
    double sa = pw_cross2(d, q.t) / det, sb = pw_cross2(d, p.t) / det;
    u[0] += sa / p.speed;
    u[1] += sb / q.speed;
    if (!(u[0] > -0.5 && u[1] < 1.5)) return false;
    if (fabs(sa) + fabs(sb) <= 1e-14 * size) return true;
  }
  return false;
}

// Where the moved a (up to u[0]) and b (from u[1]) cross behind their common end.
static PawlStatus follow_crossing(PwChain *chain, const PwElement *a, const PwElement *b, double distance, double u[2]) {
  bool found = true;
  u[0] = 1;
  u[1] = 0;
  for (int k = 1; k <= GROWTH_STEPS && found; k++) {
    PwElement ma = moved(a, distance * k / GROWTH_STEPS), mb = moved(b, distance * k / GROWTH_STEPS);
    found = cross(&ma, &mb, chain->size, u) && u[0] > 0 && u[1] < 1;
  }
  if (found) return PAWL_OK;
  return pw_chain_refuse(chain, b->source,
                         "moved by %s, element[%d] and element[%d] cut off more than there is of them at %s; offset by less",
                         PW_TELL_LENGTH(chain, distance), a->source, b->source, PW_TELL_PLACE(chain, b->start));
}

// An arc about a kink: radius = distance, outwards about a convex corner, inwards (negative) about a re-entrant one.
static PwElement arc_about(const double center[2], double normal_angle, double turn, double distance, int32_t source) {
  PwElement e = {.kind = PW_EL_ARC, .radius = distance, .turn = turn, .source = source};
  memcpy(e.center, center, sizeof e.center);
  e.angle = distance > 0 ? normal_angle : normal_angle + PW_PI;
  pw_element_ends(&e);
  return e;
}

static PawlStatus check_arc(PwChain *chain, const PwElement *e, double distance) {
  if (e->kind != PW_EL_ARC || (e->radius + distance) * e->radius > 0) return PAWL_OK;
  return pw_chain_refuse(chain, e->source, "moved by %s, the arc element[%d] of radius %s vanishes; offset by less",
                         PW_TELL_LENGTH(chain, distance), e->source, PW_TELL_LENGTH(chain, fabs(e->radius)));
}

// Splines are copied: a profile that is moved turns its own control points. Parts of one spline go on sharing.
static PawlStatus own_data(PwChain *chain, PwElement *e, const double **original, const double **copy) {
  if (e->kind != PW_EL_SPLINE) return PAWL_OK;
  if (e->data != *original) {
    size_t numbers = 3 * (size_t)e->count + (size_t)e->degree + 1;
    double *data = pw_arena_array(chain->arena, numbers, sizeof *data);
    if (!data) return PAWL_ERR_MEMORY;
    memcpy(data, e->data, numbers * sizeof *data);
    *original = e->data;
    *copy = data;
  }
  e->data = *copy;
  return PAWL_OK;
}

// The element after i that is no corner, and the corner on the way (or NULL); NULL at the end of an open profile.
static const PwElement *neighbour(const PwProfile *p, int32_t i, const PwElement **corner) {
  int32_t next = pw_profile_next(p, i, 1);
  *corner = NULL;
  if (next >= 0 && pw_element_is_corner(&p->element[next])) {
    *corner = &p->element[next];
    next = pw_profile_next(p, next, 1);
  }
  return next < 0 ? NULL : &p->element[next];
}

typedef struct {
  double u[2];   // what remains of an element
  bool has_arc;  // and an arc follows it
  PwElement arc;
} Fate;

// What happens behind element i. A re-entrant kink inwards and a corner outwards get an arc; the others are cut off.
static PawlStatus decide(PwChain *chain, const PwProfile *p, double distance, int32_t i, Fate *fate) {
  const PwElement *e = &p->element[i], *corner, *next = neighbour(p, i, &corner);
  PwCurvePoint end, start;
  pw_element_evaluate(e, 1, &end);
  if (corner && (distance > 0)) {
    fate[i].has_arc = true;
    fate[i].arc = arc_about(corner->start, corner->angle, corner->turn, distance, e->source);
    return PAWL_OK;
  }
  bool reentrant = p->after[i] == PW_JOIN_REENTRANT;
  if (!next || !(corner || reentrant)) return PAWL_OK;
  if (reentrant && distance < 0) {
    pw_element_evaluate(next, 0, &start);
    fate[i].has_arc = true;
    fate[i].arc = arc_about(next->start, atan2(-end.t[0], end.t[1]), pw_turn(end.t, start.t), distance, e->source);
    return PAWL_OK;
  }
  double u[2];
  PawlStatus status = follow_crossing(chain, e, next, distance, u);
  fate[i].u[1] = u[0];
  fate[next - p->element].u[0] = u[1];
  return status;
}

static PawlStatus offset_chain(PwChain *chain, const PwProfile *p, double distance, Fate *fate) {
  PawlStatus status = PAWL_OK;
  for (int32_t i = 0; i < p->elements && !status; i++) {
    fate[i].u[1] = 1;
    status = check_arc(chain, &p->element[i], distance);
  }
  for (int32_t i = 0; i < p->elements && !status; i++) {
    if (!pw_element_is_corner(&p->element[i])) status = decide(chain, p, distance, i, fate);
  }
  const double *original = NULL, *copy = NULL;
  for (int32_t i = 0; i < p->elements && !status; i++) {
    const PwElement *e = &p->element[i];
    if (pw_element_is_corner(e)) {
      bool first = i == 0 && !p->closed && distance > 0;  // the start of an open profile: a round end
      if (first) {
        PwElement cap = arc_about(e->start, e->angle, e->turn, distance, p->element[1].source);
        status = pw_chain_add(chain, &cap);
      }
      continue;
    }
    if (!(fate[i].u[0] < fate[i].u[1])) {
      return pw_chain_refuse(chain, e->source, "moved by %s, nothing is left of element[%d]; offset by less",
                             PW_TELL_LENGTH(chain, distance), e->source);
    }
    PwElement m = moved(e, distance);
    m = pw_element_part(&m, fate[i].u);
    status = own_data(chain, &m, &original, &copy);
    if (!status) status = pw_chain_add(chain, &m);
    if (!status && fate[i].has_arc) status = pw_chain_add(chain, &fate[i].arc);
  }
  return status;
}

PawlStatus pw_profile_offset(const PwProfile *from, double distance, PwArena *arena, PwProfile *out, PwProfileProblem *problem) {
  PwChain chain = {.arena = arena, .problem = problem, .closed = from->closed, .size = from->size};
  if (!isfinite(distance)) return pw_chain_refuse(&chain, -1, "the distance of an offset must be a number");
  const PwElement *first = &from->element[0];
  chain.ends = !from->closed && pw_element_is_corner(first) && distance <= 0;
  PawlStatus status = PAWL_OK;
  if (from->closed && from->elements == 1 && pw_element_is_corner(first)) {
    if (!(distance > 0))
      return pw_chain_refuse(&chain, -1, "a point can only be moved outwards; the distance is %s",
                             PW_TELL_LENGTH(&chain, distance));
    PwElement circle = arc_about(first->start, first->angle, first->turn, distance, first->source);
    status = pw_chain_add(&chain, &circle);
  } else {
    Fate *fate = pw_arena_array(arena, (size_t)from->elements, sizeof *fate);
    if (!fate) return PAWL_ERR_MEMORY;
    status = offset_chain(&chain, from, distance, fate);
  }
  if (!status) status = pw_chain_join(&chain);
  return status ? status : pw_chain_finish(&chain, out);
}
