// A chain of elements: gaps closed or refused, kinks found, corners put in.
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "geometry/profile/profile_parts.h"

PawlStatus pw_chain_refuse(PwChain *chain, int32_t def, const char *format, ...) {
  va_list args;
  va_start(args, format);
  chain->problem->def = def;
  vsnprintf(chain->problem->text, sizeof chain->problem->text, format, args);
  va_end(args);
  return PAWL_ERR_INPUT;
}

static const char *tell(double x, int digits, double unit, const char *name, const char *si, char out[PW_TOLD]) {
  snprintf(out, PW_TOLD, "%.*g %s", digits, unit > 0 ? x / unit : x, unit > 0 ? name : si);
  return out;
}

const char *pw_chain_length(const PwChain *chain, double x, int digits, char out[PW_TOLD]) {
  return tell(x, digits, chain->problem->units.length, chain->problem->units.length_name, "m", out);
}

const char *pw_chain_angle(const PwChain *chain, double x, char out[PW_TOLD]) {
  return tell(x, 9, chain->problem->units.angle, chain->problem->units.angle_name, "rad", out);
}

const char *pw_chain_place(const PwChain *chain, const double x[2], char out[PW_TOLD]) {
  const PwProfileUnits *units = &chain->problem->units;
  double unit = units->length > 0 ? units->length : 1;
  snprintf(out, PW_TOLD, "(%.9g, %.9g) %s", x[0] / unit, x[1] / unit, units->length > 0 ? units->length_name : "m");
  return out;
}

PawlStatus pw_chain_add(PwChain *chain, const PwElement *e) {
  if (chain->count == chain->capacity) {
    int32_t capacity = 2 * chain->capacity + 8;
    PwElement *grown = pw_arena_array(chain->arena, (size_t)capacity, sizeof *grown);
    if (!grown) return PAWL_ERR_MEMORY;
    if (chain->count) memcpy(grown, chain->element, (size_t)chain->count * sizeof *grown);
    chain->element = grown;
    chain->capacity = capacity;
  }
  chain->element[chain->count++] = *e;
  return PAWL_OK;
}

// Diagonal of the box of some points on each element: good enough to measure gaps with.
static double estimate_size(const PwChain *chain) {
  double low[2] = {INFINITY, INFINITY}, high[2] = {-INFINITY, -INFINITY};
  for (int32_t i = 0; i < chain->count; i++) {
    for (int k = 0; k <= 16; k++) {
      PwCurvePoint p;
      pw_element_evaluate(&chain->element[i], k / 16.0, &p);
      for (int a = 0; a < 2; a++) {
        low[a] = fmin(low[a], p.x[a]);
        high[a] = fmax(high[a], p.x[a]);
      }
    }
  }
  return hypot(high[0] - low[0], high[1] - low[1]);
}

// A line is set on the end of its neighbour; two curves keep what is between them, which is less than the tolerance.
static PawlStatus close_gap(PwChain *chain, PwElement *a, PwElement *b) {
  double gap = hypot(b->start[0] - a->end[0], b->start[1] - a->end[1]);
  if (!(gap <= PW_PROFILE_GAP * chain->size)) {
    return pw_chain_refuse(chain, b->source, "gap of %s: element[%d] ends at %s, element[%d] begins at %s; move one of them%s",
                           PW_TELL_ABOUT(chain, gap), a->source, PW_TELL_PLACE(chain, a->end), b->source,
                           PW_TELL_PLACE(chain, b->start), b == chain->element ? ", or say that the profile is not closed" : "");
  }
  if (b->kind == PW_EL_LINE) {
    memcpy(b->start, a->end, sizeof b->start);
  } else if (a->kind == PW_EL_LINE) {
    memcpy(a->end, b->start, sizeof a->end);
  }
  return PAWL_OK;
}

static PawlStatus close_gaps(PwChain *chain) {
  int32_t n = chain->count;
  for (int32_t i = 0; i < (chain->closed ? n : n - 1); i++) {
    PawlStatus status = close_gap(chain, &chain->element[i], &chain->element[(i + 1) % n]);
    if (status) return status;
  }
  for (int32_t i = 0; i < n; i++) {
    PwElement *e = &chain->element[i];
    if (e->kind == PW_EL_LINE) e->length = hypot(e->end[0] - e->start[0], e->end[1] - e->start[1]);
    if (e->kind == PW_EL_ARC) e->length = e->radius * e->turn;
    if ((e->kind == PW_EL_LINE || e->kind == PW_EL_ARC) && !(e->length > PW_PROFILE_GAP * chain->size)) {
      return pw_chain_refuse(chain, e->source, "element[%d] has no length at %s; leave it out", e->source,
                             PW_TELL_PLACE(chain, e->start));
    }
  }
  double *a = chain->element[0].start, *b = chain->element[n - 1].end;
  if (!chain->closed && hypot(a[0] - b[0], a[1] - b[1]) <= PW_PROFILE_GAP * chain->size) {
    return pw_chain_refuse(chain, -1, "the profile is said to be open, but its ends meet at %s; say closed",
                           PW_TELL_PLACE(chain, a));
  }
  return PAWL_OK;
}

static PwElement corner(const double x[2], const double tangent[2], double turn) {
  PwElement e = {.kind = PW_EL_POINT, .start = {x[0], x[1]}, .end = {x[0], x[1]}, .turn = turn, .source = -1};
  e.angle = atan2(-tangent[0], tangent[1]);
  return e;
}

// A corner behind `a` if the tangent turns left on the way to `b`.
static PawlStatus join(PwChain *chain, PwChain *out, const PwElement *a, const PwElement *b, PwJoin *how) {
  PwCurvePoint p, q;
  pw_element_evaluate(a, 1, &p);
  pw_element_evaluate(b, 0, &q);
  double turn = pw_turn(p.t, q.t);
  if (!isfinite(turn)) {
    return pw_chain_refuse(chain, a->source, "element[%d] or element[%d] has no tangent where they join at %s", a->source,
                           b->source, PW_TELL_PLACE(chain, p.x));
  }
  if (fabs(turn) >= PW_PI - PW_PROFILE_KINK) {
    return pw_chain_refuse(chain, b->source, "element[%d] turns back on element[%d] at %s: a cusp; round it or cut it off",
                           b->source, a->source, PW_TELL_PLACE(chain, p.x));
  }
  *how = turn > PW_PROFILE_KINK ? PW_JOIN_CORNER : turn < -PW_PROFILE_KINK ? PW_JOIN_REENTRANT : PW_JOIN_SMOOTH;
  if (*how != PW_JOIN_CORNER) return PAWL_OK;
  PwElement e = corner(b->start, p.t, turn);
  return pw_chain_add(out, &e);
}

// The end of an open profile carries every direction ahead of it, the start every one behind it: half a turn.
static PawlStatus add_end(PwChain *out, const PwElement *e, bool at_end) {
  PwCurvePoint p;
  pw_element_evaluate(e, at_end ? 1 : 0, &p);
  double back[2] = {-p.t[0], -p.t[1]};
  PwElement point = corner(p.x, at_end ? p.t : back, PW_PI);
  return pw_chain_add(out, &point);
}

static PawlStatus put_corners_in(PwChain *chain, PwChain *out) {
  int32_t n = chain->count;
  PawlStatus status = PAWL_OK;
  if (!chain->closed && chain->ends) {
    status = add_end(out, &chain->element[0], false);
    out->after[0] = PW_JOIN_CORNER;
  }
  for (int32_t i = 0; i < n && !status; i++) {
    PwJoin how = PW_JOIN_NONE;
    int32_t at = out->count;
    status = pw_chain_add(out, &chain->element[i]);
    if (!status && (chain->closed || i + 1 < n))
      status = join(chain, out, &chain->element[i], &chain->element[(i + 1) % n], &how);
    for (int32_t k = at; k < out->count; k++) out->after[k] = how;
  }
  if (!chain->closed && chain->ends && !status) {
    out->after[out->count - 1] = PW_JOIN_CORNER;
    status = add_end(out, &chain->element[n - 1], true);
    out->after[out->count - 1] = PW_JOIN_NONE;
  }
  return status;
}

// A curve that closes on itself in a re-entrant kink becomes two: a touch that stands in the kink needs an element on either
// side.
static PawlStatus split_at_kink(PwChain *chain) {
  PwElement *first = chain->element;
  PwCurvePoint end, start;
  if (!chain->closed || chain->count != 1 || (first->kind != PW_EL_POLAR && first->kind != PW_EL_SPLINE)) return PAWL_OK;
  pw_element_evaluate(first, 1, &end);
  pw_element_evaluate(first, 0, &start);
  if (!(pw_turn(end.t, start.t) < -PW_PROFILE_KINK)) return PAWL_OK;
  PwElement second = pw_element_part(first, (const double[]){0.5, 1});
  *first = pw_element_part(first, (const double[]){0, 0.5});
  return pw_chain_add(chain, &second);
}

// Does the only element of a closed chain go on with itself as if there were no seam? A jump of curvature is an end to pass.
static bool is_periodic(const PwChain *joined) {
  const PwElement *e = joined->element;
  if (!joined->closed || joined->count != 1) return false;
  if (e->kind == PW_EL_POINT || e->kind == PW_EL_ARC) return true;
  PwCurvePoint end, start;
  pw_element_evaluate(e, 1, &end);
  pw_element_evaluate(e, 0, &start);
  return joined->after[0] == PW_JOIN_SMOOTH && fabs(end.curvature - start.curvature) * joined->size < PW_PROFILE_KINK;
}

PawlStatus pw_chain_join(PwChain *chain) {
  PawlStatus status = split_at_kink(chain);
  if (status) return status;
  chain->size = estimate_size(chain);
  if (!isfinite(chain->size)) return pw_chain_refuse(chain, -1, "the profile's points are not all finite");
  if (chain->size > PW_PROFILE_LARGEST) {
    return pw_chain_refuse(chain, -1, "the profile is %s large: none beyond %s is taken", PW_TELL_ABOUT(chain, chain->size),
                           PW_TELL_ABOUT(chain, PW_PROFILE_LARGEST));
  }
  PwChain out = *chain;
  out.count = 0;
  out.capacity = 2 * chain->count + 2;
  out.element = pw_arena_array(chain->arena, (size_t)out.capacity, sizeof *out.element);
  out.after = pw_arena_array(chain->arena, (size_t)out.capacity, sizeof *out.after);
  if (!out.element || !out.after) return PAWL_ERR_MEMORY;
  if (chain->element[0].kind == PW_EL_POINT) {  // a tip, alone: its cone closes on itself
    status = pw_chain_add(&out, &chain->element[0]);
    out.after[0] = PW_JOIN_CORNER;
  } else {
    status = close_gaps(chain);
    if (!status) status = put_corners_in(chain, &out);
  }
  if (status) return status;
  for (int32_t i = 0; i < out.count; i++) out.element[i].periodic = false;
  out.element[0].periodic = is_periodic(&out);
  *chain = out;
  return PAWL_OK;
}
