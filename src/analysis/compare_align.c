// Which rows and events of two results belong together.
//
// Events are the same if kind and subject are, one after the other. Those that are no part of the motion are passed over
// (`coordinates`, and `element` of open touches, whose order is a matter of rounding where two of them come to ends together); of
// a singular position, passed at about the same time, formulations name different joints.
//
// Rows of the same output time belong together. An event that changes the motion has two rows in each result: the first belongs
// to the first, the last to the last, though their times differ a little. An output time that lies between the two times of such
// an event, or as near to one of them as they are to each other, is left out: there one run is before the event and one behind
// it. So is one right at a singular position (STRETCH of the run): forces have no limit there, and exact formulations lead a
// polynomial over it; of `augmented`, which has no event there, the other result tells where that is.
#include <float.h>
#include <math.h>
#include <string.h>

#include "analysis/compare.h"

static const double STRETCH = 1e-3;

// Rows of one instant.
typedef struct {
  double t;
  int64_t first, last;
} Instant;

typedef struct {
  const PwResult *result;
  Instant *instant;
  int64_t instants;
  int64_t *event;  // those that are compared
  int64_t events;
} Side;

static double time_of(const PwResult *r, int64_t row) {
  return pw_result_value(r, row, 0);
}

// A row behind an event stands a few roundings behind the output time that it falls on.
static bool is_same_instant(double a, double b) {
  return fabs(b - a) <= 32 * DBL_EPSILON * fabs(b);
}

// An event that the motion does not feel: of the computation, or of a touch that is open.
static bool is_aside(const PwResultEvent *e) {
  return strcmp(e->kind, "coordinates") == 0 || (strcmp(e->kind, "element") == 0 && isfinite(e->gap));
}

static bool is_singular(const PwResultEvent *e) {
  return strcmp(e->kind, "singular") == 0;
}

static bool read_side(const PwResult *r, PwArena *arena, bool untold, Side *out) {
  int64_t rows = pw_result_rows(r), events = pw_result_events(r);
  *out = (Side){.result = r,
                .instant = pw_arena_array(arena, (size_t)rows + 1, sizeof *out->instant),
                .event = pw_arena_array(arena, (size_t)events + 1, sizeof *out->event)};
  if (!out->instant || !out->event) return false;
  for (int64_t i = 0; i < rows; i++) {
    double t = time_of(r, i);
    if (i > 0 && is_same_instant(out->instant[out->instants - 1].t, t)) {
      out->instant[out->instants - 1].last = i;
    } else {
      out->instant[out->instants++] = (Instant){t, i, i};
    }
  }
  for (int64_t i = 0; i < events; i++) {
    const PwResultEvent e = pw_result_get_event(r, i);
    if (!is_aside(&e) && !(untold && is_singular(&e))) out->event[out->events++] = i;
  }
  return true;
}

static bool is_same_event(const PwResultEvent *a, const PwResultEvent *b) {
  if (strcmp(a->kind, b->kind) != 0) return false;
  return is_singular(a) || strcmp(a->subject, b->subject) == 0;
}

// Pairs events until two are not the same.
static bool pair_events(const Side *a, const Side *b, double until, PwAlignment *out) {
  int64_t most = a->events > b->events ? a->events : b->events;
  out->event = pw_arena_array(&out->arena, (size_t)most + 1, sizeof *out->event);
  if (!out->event) return false;
  for (int64_t i = 0; i < most; i++) {
    bool has[2] = {i < a->events, i < b->events};
    PwResultEvent e = {0}, f = {0};
    if (has[0]) e = pw_result_get_event(a->result, a->event[i]);
    if (has[1]) f = pw_result_get_event(b->result, b->event[i]);
    double t = fmin(has[0] ? e.t : INFINITY, has[1] ? f.t : INFINITY);
    if (t >= until) return true;
    if (has[0] && has[1] && is_same_event(&e, &f)) {
      out->event[out->events++] = (PwRowPair){a->event[i], b->event[i]};
      continue;
    }
    out->end = t;
    out->differs =
        pw_arena_format(&out->arena, "%s%s%s, not %s%s%s", has[0] ? e.kind : "nothing", has[0] ? " of " : "",
                        has[0] ? e.subject : "", has[1] ? f.kind : "nothing", has[1] ? " of " : "", has[1] ? f.subject : "");
    return out->differs != NULL;
  }
  return true;
}

// The instant at t from *at on; NULL: there is none. *at moves on to it.
static const Instant *find_instant(const Side *s, double t, int64_t *at) {
  while (*at < s->instants && s->instant[*at].t < t && !is_same_instant(s->instant[*at].t, t)) ++*at;
  return *at < s->instants && is_same_instant(s->instant[*at].t, t) ? &s->instant[*at] : NULL;
}

// Marks the instants from `low` to `high`; `at` is one of them, or the next.
static void mark(const Side *s, int64_t at, double low, double high, bool *near) {
  while (at > 0 && s->instant[at - 1].t >= low) at--;
  for (; at < s->instants && s->instant[at].t <= high; at++) near[at] = true;
}

// Instants of `a` near the singular positions of `told`.
static void mark_singular(const Side *a, const PwResult *told, bool *near) {
  double stretch = a->instants ? STRETCH * a->instant[a->instants - 1].t : 0;
  int64_t at = 0;
  for (int64_t i = 0; i < pw_result_events(told); i++) {
    const PwResultEvent e = pw_result_get_event(told, i);
    if (!is_singular(&e)) continue;
    while (at < a->instants && a->instant[at].t < e.t) at++;
    mark(a, at, e.t - stretch, e.t + stretch, near);
  }
}

// Rows on both sides of events; instants of `a` that are near one are marked.
static void pair_event_rows(const Side *a, const Side *b, PwAlignment *out, bool *near) {
  int64_t at_a = 0, at_b = 0;
  const Instant *before = NULL;
  double stretch = a->instants ? STRETCH * a->instant[a->instants - 1].t : 0;
  for (int64_t i = 0; i < out->events; i++) {
    const PwResultEvent e = pw_result_get_event(a->result, out->event[i].a), f = pw_result_get_event(b->result, out->event[i].b);
    const Instant *p = find_instant(a, e.t, &at_a), *q = find_instant(b, f.t, &at_b);
    if (is_singular(&e)) mark(a, at_a, fmin(e.t, f.t) - stretch, fmax(e.t, f.t) + stretch, near);
    bool end = strcmp(e.kind, "until") == 0;
    if (!p || !q || (!end && (p->first == p->last || q->first == q->last))) continue;  // it changes nothing
    double between = fabs(e.t - f.t);
    mark(a, at_a, fmin(e.t, f.t) - between, fmax(e.t, f.t) + between, near);
    if (p == before) continue;
    out->row[out->rows++] = (PwRowPair){p->first, q->first};
    if (!end) out->row[out->rows++] = (PwRowPair){p->last, q->last};
    before = p;
  }
}

static void pair_output_rows(const Side *a, const Side *b, double until, PwAlignment *out, const bool *near) {
  for (int64_t i = 0, j = 0; i < a->instants && j < b->instants;) {
    const Instant *p = &a->instant[i], *q = &b->instant[j];
    if (p->t == q->t && p->t < until && p->first == p->last && q->first == q->last && !near[i]) {
      out->row[out->rows++] = (PwRowPair){p->first, q->first};
    }
    bool next_a = p->t <= q->t, next_b = q->t <= p->t;
    i += next_a;
    j += next_b;
  }
}

PawlStatus pw_align(const PwResult *a, const PwResult *b, const PwResult *told, double until, PwAlignment *out) {
  Side sa, sb;
  *out = (PwAlignment){.end = INFINITY};
  if (!read_side(a, &out->arena, told, &sa) || !read_side(b, &out->arena, told, &sb)) return PAWL_ERR_MEMORY;
  bool *near = pw_arena_array(&out->arena, (size_t)sa.instants + 1, sizeof *near);
  out->row = pw_arena_array(&out->arena, (size_t)pw_result_rows(a) + 2, sizeof *out->row);
  if (!near || !out->row || !pair_events(&sa, &sb, until, out)) return PAWL_ERR_MEMORY;
  pair_event_rows(&sa, &sb, out, near);
  if (told) mark_singular(&sa, told, near);
  pair_output_rows(&sa, &sb, fmin(until, out->end), out, near);
  return PAWL_OK;
}

void pw_align_free(PwAlignment *alignment) {
  pw_arena_free(&alignment->arena);
}
