// Profiles: chains as the reference cases list them, closed forms, ranges and boxes against dense samples, every refusal.
#include "geometry/profile.h"

#include "check.h"
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

static PawlElementDef *add(Setup *s, PawlElementType type) {
  s->def[s->count] = pawl_element_def_default();
  s->def[s->count].type = type;
  return &s->def[s->count++];
}
static void add_line(Setup *s, double x, double y) {
  PawlElementDef *def = add(s, PAWL_ELEMENT_LINE);
  def->to[0] = x;
  def->to[1] = y;
}
static void begin_at(Setup *s, double x, double y) {
  s->def[0].from[0] = x;
  s->def[0].from[1] = y;
}
static void add_arc(Setup *s, double cx, double cy, double radius, double from, double to, bool clockwise) {
  PawlElementDef *def = add(s, PAWL_ELEMENT_ARC);
  def->center[0] = cx;
  def->center[1] = cy;
  def->radius = radius;
  def->angle[0] = from;
  def->angle[1] = to;
  def->clockwise = clockwise;
}
static void add_polar(Setup *s, double from, double to, double origin, double scale, int32_t terms, const double *data) {
  PawlElementDef *def = add(s, PAWL_ELEMENT_POLAR);
  def->angle[0] = from * pi / 180;
  def->angle[1] = to * pi / 180;
  def->origin = origin * pi / 180;
  def->scale = scale * pi / 180;
  def->count = terms;
  def->data = data;
}
static void add_points(Setup *s, PawlElementType type, int32_t degree, int32_t count, const double *data) {
  PawlElementDef *def = add(s, type);
  def->degree = degree;
  def->count = count;
  def->data = data;
}

static PawlStatus try_build(Setup *s, bool closed, bool ends) {
  return pw_profile_build(s->def, s->count, closed, ends, &s->arena, &s->p, &s->problem);
}
static void build(Setup *s, bool closed, bool ends) {
  PawlStatus status = try_build(s, closed, ends);
  if (status) fail_msg("refused: %d %s", s->problem.def, s->problem.text);
}
static void refused(Setup *s, bool closed, int32_t def, const char *words) {
  PawlStatus status = try_build(s, closed, false);
  if (status != PAWL_ERR_INPUT) fail_msg("not refused: %s", words);
  if (!strstr(s->problem.text, words)) fail_msg("\"%s\" does not say \"%s\"", s->problem.text, words);
  assert_int_equal(s->problem.def, def);
  pw_arena_free(&s->arena);
  *s = (Setup){0};
}

static bool in_normals(const double range[2], double angle) {
  double middle = (range[0] + range[1]) / 2, half = (range[1] - range[0]) / 2;
  return fabs(remainder(angle - middle, 2 * pi)) <= half + 1e-15;
}

static void check_node(const PwProfile *p, int32_t node, int32_t piece) {
  const PwPieceNode *n = &p->node[node];
  const PwPiece *c = &p->piece[piece];
  for (int a = 0; a < 2; a++) assert_true(n->low[a] <= c->low[a] && n->high[a] >= c->high[a]);
  if (n->normal[1] - n->normal[0] < 2 * pi) {
    assert_true(in_normals(n->normal, c->normal[0]) && in_normals(n->normal, (c->normal[0] + c->normal[1]) / 2) &&
                in_normals(n->normal, c->normal[1]));
  }
}
// Every piece is a leaf once, below boxes and normals that hold it.
static int32_t check_tree(const PwProfile *p, int32_t node) {
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
static void check_profile(const PwProfile *p) {
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
  CHECK_CLOSE(length, p->length, 1e-5 * p->length);  // chords are shorter by about (turn of a chord)^2/24
}

static void check_kinds(const PwProfile *p, const char *kinds) {
  assert_int_equal(p->elements, strlen(kinds));
  for (int32_t i = 0; i < p->elements; i++) assert_int_equal("PLAQSI"[p->element[i].kind], kinds[i]);
}

// P1: W96's cam of an arc, lines and corners, numbered as there.
static void cam_of_arcs_and_lines(void **state) {
  (void)state;
  Setup s = {0};
  PawlElementDef *arc = add(&s, PAWL_ELEMENT_ARC);
  arc->center[0] = arc->from[0] = arc->to[0] = 15;
  arc->from[1] = -20;
  arc->to[1] = 20;
  add_line(&s, -35, 10);
  add_line(&s, -35, -10);
  add_line(&s, 15, -20);
  build(&s, true, false);
  check_kinds(&s.p, "APLPLPLP");
  check_profile(&s.p);
  for (int32_t i = 0; i < 8; i++) assert_int_equal(s.p.after[i], PW_JOIN_CORNER);
  CHECK_CLOSE(s.p.element[1].start[1], 20, 0);
  CHECK_CLOSE(s.p.element[7].start[1], -20, 0);
  CHECK_CLOSE(s.p.element[0].turn, pi, 1e-15);
  CHECK_CLOSE(s.p.length, 20 * pi + 2 * hypot(50, 10) + 20, 1e-12);
  CHECK_CLOSE(s.p.element[3].turn, atan2(50, 10), 1e-15);  // corner D: from the flank to the short side
  assert_int_equal(s.p.element[2].source, 1);
  assert_int_equal(s.p.element[3].source, -1);
  pw_arena_free(&s.arena);
}

// P3: the contour of L5: arc, point, arc; open.
static void rocker_of_two_arcs(void **state) {
  (void)state;
  for (int ends = 0; ends < 2; ends++) {
    Setup s = {0};
    add_arc(&s, -1.5, -4.1, 1.5, -pi / 3, -asin(1.0 / 6), false);
    add_arc(&s, -1.5, -4.6, 1.5, asin(1.0 / 6), pi / 3, false);
    build(&s, false, ends);
    check_kinds(&s.p, ends ? "PAPAP" : "APA");
    check_profile(&s.p);
    const PwElement *corner = &s.p.element[1 + ends];
    CHECK_CLOSE(corner->start[0], -1.5 + sqrt(2.1875), 1e-15);
    CHECK_CLOSE(corner->start[1], -4.35, 1e-15);
    CHECK_CLOSE(corner->turn, 2 * asin(1.0 / 6), 1e-15);
    assert_int_equal(s.p.after[0], PW_JOIN_CORNER);
    assert_int_equal(s.p.after[2 + 2 * ends], PW_JOIN_NONE);
    assert_int_equal(pw_profile_next(&s.p, s.p.elements - 1, 1), -1);
    assert_int_equal(pw_profile_next(&s.p, 0, -1), -1);
    if (ends) {  // half a turn at each end, so that it ends (begins) with the normal of its neighbour
      CHECK_CLOSE(s.p.element[0].turn, pi, 0);
      CHECK_CLOSE(remainder(s.p.element[0].angle + pi - -pi / 3, 2 * pi), 0, 1e-15);
      CHECK_CLOSE(remainder(s.p.element[4].angle - pi / 3, 2 * pi), 0, 1e-15);
    }
    pw_arena_free(&s.arena);
  }
}

static void circles_and_a_tip(void **state) {
  (void)state;
  for (int hole = 0; hole < 2; hole++) {
    Setup s = {0};
    PawlElementDef *def = add(&s, PAWL_ELEMENT_CIRCLE);
    def->center[0] = 3;
    def->radius = 0.5;
    def->clockwise = hole;
    build(&s, true, false);
    check_kinds(&s.p, "A");
    check_profile(&s.p);
    CHECK_CLOSE(s.p.length, pi, 1e-15);
    CHECK_CLOSE(s.p.piece[0].curvature[0], hole ? -2 : 2, 0);
    assert_int_equal(s.p.after[0], PW_JOIN_SMOOTH);
    assert_int_equal(pw_profile_next(&s.p, 0, 1), 0);
    CHECK_CLOSE(s.p.node[0].normal[1] - s.p.node[0].normal[0], 2 * pi, 1e-9);
    pw_arena_free(&s.arena);
  }
  Setup s = {0};
  add(&s, PAWL_ELEMENT_POINT);
  begin_at(&s, 1, 2);
  build(&s, true, false);
  check_kinds(&s.p, "P");
  assert_int_equal(s.p.pieces, 4);
  CHECK_CLOSE(s.p.element[0].turn, 2 * pi, 0);
  CHECK_CLOSE(s.p.center[1], 2, 1e-15);
  pw_arena_free(&s.arena);
}

// An L: five convex corners and one re-entrant kink, which gets no element. With a rounded end: a smooth junction.
static void kinks(void **state) {
  (void)state;
  Setup s = {0};
  const double x[] = {2, 0, 2, 1, 1, 1, 1, 3, 0, 3, 0, 0};
  for (int k = 0; k < 6; k++) add_line(&s, x[2 * k], x[2 * k + 1]);
  build(&s, true, false);
  check_kinds(&s.p, "LPLPLLPLPLP");
  check_profile(&s.p);
  assert_int_equal(s.p.after[4], PW_JOIN_REENTRANT);
  CHECK_CLOSE(s.p.length, 10, 1e-15);
  pw_arena_free(&s.arena);
  Setup slot = {0};
  add_line(&slot, 3, 0);
  add_arc(&slot, 3, 1, 1, -pi / 2, pi / 2, false);
  add_line(&slot, 0, 2);
  add_arc(&slot, 0, 1, 1, pi / 2, 3 * pi / 2, false);
  build(&slot, true, false);
  check_kinds(&slot.p, "LALA");
  for (int32_t i = 0; i < 4; i++) assert_int_equal(slot.p.after[i], PW_JOIN_SMOOTH);
  CHECK_CLOSE(slot.p.length, 6 + 2 * pi, 1e-14);
  check_profile(&slot.p);
  pw_arena_free(&slot.arena);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(cam_of_arcs_and_lines),
      cmocka_unit_test(rocker_of_two_arcs),
      cmocka_unit_test(circles_and_a_tip),
      cmocka_unit_test(kinks),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
