// Profiles for tests: elements added one by one, built or refused, and what a built one promises of its pieces.
#ifndef PW_TEST_PROFILE_SETUP_H
#define PW_TEST_PROFILE_SETUP_H
#include "check.h"
#include "geometry/profile/profile.h"
#include "pawl/model.h"

static const double pi = 3.14159265358979323846;

enum { MOST = 16 };
typedef struct {
  PwArena arena;
  PwProfile p;
  PwProfileProblem problem;
  PawlElementDef def[MOST];
  int32_t count;
} Setup;

static inline PawlElementDef *add(Setup *s, PawlElementType type) {
  s->def[s->count] = pawl_element_def_default();
  s->def[s->count].type = type;
  return &s->def[s->count++];
}
static inline void add_line(Setup *s, double x, double y) {
  PawlElementDef *def = add(s, PAWL_ELEMENT_LINE);
  def->to[0] = x;
  def->to[1] = y;
}
static inline void begin_at(Setup *s, double x, double y) {
  s->def[0].from[0] = x;
  s->def[0].from[1] = y;
}
static inline void add_arc(Setup *s, double cx, double cy, double radius, double from, double to, bool clockwise) {
  PawlElementDef *def = add(s, PAWL_ELEMENT_ARC);
  def->center[0] = cx;
  def->center[1] = cy;
  def->radius = radius;
  def->angle[0] = from;
  def->angle[1] = to;
  def->clockwise = clockwise;
}
static inline void add_polar(Setup *s, double from, double to, double origin, double scale, int32_t terms, const double *data) {
  PawlElementDef *def = add(s, PAWL_ELEMENT_POLAR);
  def->angle[0] = from * pi / 180;
  def->angle[1] = to * pi / 180;
  def->origin = origin * pi / 180;
  def->scale = scale * pi / 180;
  def->count = terms;
  def->data = data;
}
static inline void add_points(Setup *s, PawlElementType type, int32_t degree, int32_t count, const double *data) {
  PawlElementDef *def = add(s, type);
  def->degree = degree;
  def->count = count;
  def->data = data;
}

static inline PawlStatus try_build(Setup *s, bool closed, bool ends) {
  return pw_profile_build(s->def, s->count, closed, ends, &s->arena, &s->p, &s->problem);
}
static inline void build(Setup *s, bool closed, bool ends) {
  PawlStatus status = try_build(s, closed, ends);
  if (status) fail_msg("refused: %d %s", s->problem.def, s->problem.text);
}
static inline void refused(Setup *s, bool closed, int32_t def, const char *words) {
  PawlStatus status = try_build(s, closed, false);
  if (status != PAWL_ERR_INPUT) fail_msg("not refused but %d: %s", status, words);
  if (!strstr(s->problem.text, words)) fail_msg("\"%s\" does not say \"%s\"", s->problem.text, words);
  assert_int_equal(s->problem.def, def);
  pw_arena_free(&s->arena);
  *s = (Setup){0};
}

static inline bool in_normals(const double range[2], double angle) {
  double middle = (range[0] + range[1]) / 2, half = (range[1] - range[0]) / 2;
  return fabs(remainder(angle - middle, 2 * pi)) <= half + 1e-15;
}

static inline void check_node(const PwProfile *p, int32_t node, int32_t piece) {
  const PwPieceNode *n = &p->node[node];
  const PwPiece *c = &p->piece[piece];
  for (int a = 0; a < 2; a++) assert_true(n->low[a] <= c->low[a] && n->high[a] >= c->high[a]);
  if (n->normal[1] - n->normal[0] < 2 * pi) {
    assert_true(in_normals(n->normal, c->normal[0]) && in_normals(n->normal, (c->normal[0] + c->normal[1]) / 2) &&
                in_normals(n->normal, c->normal[1]));
  }
}
// Every piece is a leaf once, below boxes and normals that hold it.
static inline int32_t check_tree(const PwProfile *p, int32_t node) {
  const PwPieceNode *n = &p->node[node];
  if (n->left < 0) {
    check_node(p, node, -1 - n->left);
    return 1;
  }
  int32_t pieces = 0, child[2] = {n->left, n->right};
  for (int k = 0; k < 2; k++) {
    int32_t at = child[k];
    pieces += check_tree(p, at);
    while (p->node[at].left >= 0) at = p->node[at].left;
    check_node(p, node, -1 - p->node[at].left);
  }
  return pieces;
}

// Pieces cover each element once, in order; ranges and boxes hold dense samples; the tangent turns little; the whole turn.
static inline void check_profile(const PwProfile *p) {
  double turned = 0, length = 0;
  int32_t at = 0;
  for (int32_t i = 0; i < p->elements; i++) {
    double u = 0;
    for (; at < p->pieces && p->piece[at].element == i; at++) {
      const PwPiece *c = &p->piece[at];
      CHECK_CLOSE(c->u[0], u, 0);
      u = c->u[1];
      bool corner = pw_element_is_corner(&p->element[i]);
      assert_true(c->normal[1] >= c->normal[0] && c->normal[1] - c->normal[0] <= (corner ? pi / 2 : pi / 12) + 1e-9);
      for (int k = 0; k <= 50; k++) {
        PwCurvePoint x;
        pw_element_evaluate(&p->element[i], c->u[0] + (c->u[1] - c->u[0]) * k / 50, &x);
        for (int a = 0; a < 2; a++) assert_true(x.x[a] >= c->low[a] && x.x[a] <= c->high[a]);
        assert_true(in_normals(c->normal, atan2(-x.t[0], x.t[1])));
        assert_true(hypot(x.x[0] - p->center[0], x.x[1] - p->center[1]) <= p->radius);
        if (!corner) assert_true(x.curvature >= c->curvature[0] && x.curvature <= c->curvature[1]);
      }
    }
    CHECK_CLOSE(u, 1, 0);
    PwCurvePoint a, b;
    for (int k = 0; k < 1000; k++) {
      pw_element_evaluate(&p->element[i], k / 1000.0, &a);
      pw_element_evaluate(&p->element[i], (k + 1) / 1000.0, &b);
      turned += atan2(a.t[0] * b.t[1] - a.t[1] * b.t[0], a.t[0] * b.t[0] + a.t[1] * b.t[1]);
      length += hypot(b.x[0] - a.x[0], b.x[1] - a.x[1]);
    }
    int32_t next = pw_profile_next(p, i, 1);
    if (next < 0) continue;
    assert_int_equal(pw_profile_next(p, next, -1), i);
    pw_element_evaluate(&p->element[i], 1, &a);
    pw_element_evaluate(&p->element[next], 0, &b);
    double kink = atan2(a.t[0] * b.t[1] - a.t[1] * b.t[0], a.t[0] * b.t[0] + a.t[1] * b.t[1]);
    CHECK_CLOSE(hypot(a.x[0] - b.x[0], a.x[1] - b.x[1]), 0, 1e-9 * p->size);
    assert_true(p->after[i] == PW_JOIN_REENTRANT ? kink < -1e-9 : fabs(kink) <= 1.1e-9);
    turned += kink;
  }
  assert_int_equal(at, p->pieces);
  assert_int_equal(check_tree(p, 0), p->pieces);
  if (p->closed) CHECK_CLOSE(fabs(turned), 2 * pi, 1e-9);
  CHECK_CLOSE(length, p->length, 1e-4 * p->length);  // chords are shorter by about (turn of a chord)^2/24
}

static inline void check_kinds(const PwProfile *p, const char *kinds) {
  assert_int_equal(p->elements, strlen(kinds));
  for (int32_t i = 0; i < p->elements; i++) assert_int_equal("PLAQSIE"[p->element[i].kind], kinds[i]);
}

static const double base[] = {0.05, 0}, rise[] = {0.05, 0, 8e-7, 3, -8e-8, 4}, ramp_up[] = {0.04995, 0, 2e-5, 1};
static const double nose[] = {0.06071484375, 0, -0.0140625, 2, 0.007734375, 12, -0.00413671875, 16};
static const double ramp_down[] = {0.04995, 0, -2e-5, 1}, fall[] = {0.05, 0, -8e-7, 3, -8e-8, 4};

// P2 of W96.
static inline void add_polynomial_cam(Setup *s) {
  add_polar(s, -90, 90, 0, 1, 1, base);
  add_polar(s, 90, 95, 90, 1, 3, rise);
  add_polar(s, 95, 105, 90, 1, 2, ramp_up);
  add_polar(s, 105, 255, 180, 75, 4, nose);
  add_polar(s, 255, 265, 270, 1, 2, ramp_down);
  add_polar(s, 265, 270, 270, 1, 3, fall);
}

static inline void offset(Setup *s, double distance, Setup *out) {
  *out = (Setup){0};
  PawlStatus status = pw_profile_offset(&s->p, distance, &out->arena, &out->p, &out->problem);
  if (status) fail_msg("refused: %s", out->problem.text);
}
#endif
