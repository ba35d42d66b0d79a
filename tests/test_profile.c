// Profiles: chains as the reference cases list them, closed forms, ranges and boxes against dense samples, every refusal.
#include "geometry/profile.h"

#include "base/random.h"
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
  if (status != PAWL_ERR_INPUT) fail_msg("not refused but %d: %s", status, words);
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
  CHECK_CLOSE(length, p->length, 1e-4 * p->length);  // chords are shorter by about (turn of a chord)^2/24
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

static const double base[] = {0.05, 0}, rise[] = {0.05, 0, 8e-7, 3, -8e-8, 4}, ramp_up[] = {0.04995, 0, 2e-5, 1};
static const double nose[] = {0.06071484375, 0, -0.0140625, 2, 0.007734375, 12, -0.00413671875, 16};
static const double ramp_down[] = {0.04995, 0, -2e-5, 1}, fall[] = {0.05, 0, -8e-7, 3, -8e-8, 4};

static void add_polynomial_cam(Setup *s) {
  add_polar(s, -90, 90, 0, 1, 1, base);
  add_polar(s, 90, 95, 90, 1, 3, rise);
  add_polar(s, 95, 105, 90, 1, 2, ramp_up);
  add_polar(s, 105, 255, 180, 75, 4, nose);
  add_polar(s, 255, 265, 270, 1, 2, ramp_down);
  add_polar(s, 265, 270, 270, 1, 3, fall);
}

// P2: W96's cam of polynomials. Its junctions are smooth (the reference case says so: one tangent, curvature may jump); the
// largest and the smallest curvature by differences of the tangent over a fine grid, independent of the pieces.
static void cam_of_polynomials(void **state) {
  (void)state;
  Setup s = {0};
  add_polynomial_cam(&s);
  build(&s, true, false);
  check_kinds(&s.p, "QQQQQQ");
  for (int32_t i = 0; i < 6; i++) assert_int_equal(s.p.after[i], PW_JOIN_SMOOTH);
  check_profile(&s.p);
  const PwElement *e = &s.p.element[3];
  double most = -INFINITY, least = INFINITY, h = 1e-5;
  for (int k = 1; k < 20000; k++) {
    PwCurvePoint a, b;
    pw_element_evaluate(e, k / 20000.0 - h, &a);
    pw_element_evaluate(e, k / 20000.0 + h, &b);
    double turn = asin(a.t[0] * b.t[1] - a.t[1] * b.t[0]), way = hypot(b.x[0] - a.x[0], b.x[1] - a.x[1]);
    most = fmax(most, turn / way);
    least = fmin(least, turn / way);
  }
  assert_true(least < -1);  // it has concave parts
  double high = -INFINITY, low = INFINITY;
  for (int32_t i = 0; i < s.p.pieces; i++) {
    if (s.p.piece[i].element != 3) continue;
    high = fmax(high, s.p.piece[i].curvature[1]);
    low = fmin(low, s.p.piece[i].curvature[0]);
    assert_true(s.p.piece[i].curvature[0] > -1e-9 || s.p.piece[i].curvature[1] < 1e-9);  // one sign
  }
  CHECK_CLOSE(high, most, 1e-5 * most);  // tight, too
  CHECK_CLOSE(low, least, -1e-5 * least);
  assert_true(s.p.pieces < 80);
  pw_arena_free(&s.arena);
}

// Points of the ellipse x^2/4 + y^2 = 1: curvature a/b^2 = 2 at the vertex where the spline begins, length 8 E(3/4); the higher
// degree comes nearer.
static void spline_through_an_ellipse(void **state) {
  (void)state;
  double points[2 * 80];
  for (int k = 0; k < 80; k++) {
    points[2 * k] = 2 * cos(2 * pi * k / 80);
    points[2 * k + 1] = sin(2 * pi * k / 80);
  }
  double worst[2];
  for (int d = 0; d < 2; d++) {
    Setup s = {0};
    add_points(&s, PAWL_ELEMENT_SPLINE, 3 + 2 * d, 80, points);
    build(&s, true, false);
    check_kinds(&s.p, "S");
    check_profile(&s.p);
    assert_int_equal(s.p.after[0], PW_JOIN_SMOOTH);
    worst[d] = 0;
    for (int k = 0; k <= 1000; k++) {
      PwCurvePoint x;
      pw_element_evaluate(&s.p.element[0], k / 1000.0, &x);
      worst[d] = fmax(worst[d], fabs(x.x[0] * x.x[0] / 4 + x.x[1] * x.x[1] - 1));
    }
    PwCurvePoint at;
    pw_element_evaluate(&s.p.element[0], 0, &at);
    CHECK_CLOSE(at.x[0], 2, 1e-13);
    CHECK_CLOSE(at.curvature, 2, d ? 1e-3 : 2e-2);
    CHECK_CLOSE(s.p.length, 9.688448220547675, d ? 1e-7 : 1e-5);  // 8 E(3/4)
    pw_arena_free(&s.arena);
  }
  assert_true(worst[0] < 5e-6 && worst[1] < worst[0] / 10);
}

// Points of a circle: the error goes with the (degree + 1)th power of their distance, up to the ends (natural ends would keep it
// at the second).
static void open_splines(void **state) {
  (void)state;
  for (int32_t degree = 3; degree <= 9; degree += 2) {
    double error[2];
    for (int fine = 0; fine < 2; fine++) {
      int32_t n = fine ? 41 : 21;
      double points[2 * 41];
      for (int32_t k = 0; k < n; k++) {
        double a = 1.5 * k / (n - 1);
        points[2 * k] = cos(a);
        points[2 * k + 1] = sin(a);
      }
      Setup s = {0};
      add_points(&s, PAWL_ELEMENT_SPLINE, degree, n, points);
      build(&s, false, false);
      check_kinds(&s.p, "S");
      check_profile(&s.p);
      CHECK_CLOSE(s.p.element[0].end[0], cos(1.5), 1e-14);
      error[fine] = 0;
      for (int k = 0; k <= 500; k++) {
        PwCurvePoint x;
        pw_element_evaluate(&s.p.element[0], k / 500.0, &x);
        error[fine] = fmax(error[fine], fabs(hypot(x.x[0], x.x[1]) - 1));
      }
      pw_arena_free(&s.arena);
    }
    // half the spacing: 2^-(degree + 1) of the error, ends included; down to rounding
    assert_true(error[1] < error[0] / pow(2, degree) || error[1] < 1e-14);
  }
}

// Clamped: begins and ends at its end points. Degree 2: the curvature jumps at each knot, so each span is an element. Knots of
// their own: a knot as often as the degree makes a corner.
static void b_splines(void **state) {
  (void)state;
  const double control[] = {0, 0, 1, -0.5, 2, 0, 2, 1, 1, 1.5, 0, 1.2};
  Setup s = {0};
  add_points(&s, PAWL_ELEMENT_BSPLINE, 3, 6, control);
  add_line(&s, 0, 0);
  build(&s, true, false);
  check_kinds(&s.p, "SPLP");
  check_profile(&s.p);
  CHECK_CLOSE(s.p.element[0].end[1], 1.2, 1e-15);
  pw_arena_free(&s.arena);

  s = (Setup){0};
  add_points(&s, PAWL_ELEMENT_BSPLINE, 3, 6, control);
  build(&s, true, false);
  check_kinds(&s.p, "S");
  check_profile(&s.p);
  CHECK_CLOSE(s.p.element[0].start[0], (0 + 4 * 1 + 2) / 6.0, 1e-15);  // uniform cubic: weights 1/6, 4/6, 1/6
  pw_arena_free(&s.arena);

  s = (Setup){0};
  add_points(&s, PAWL_ELEMENT_BSPLINE, 2, 6, control);
  build(&s, true, false);
  check_kinds(&s.p, "SSSSSS");
  for (int32_t i = 0; i < 6; i++) assert_int_equal(s.p.after[i], PW_JOIN_SMOOTH);
  check_profile(&s.p);
  pw_arena_free(&s.arena);

  const double bent[] = {0, 0, 0.5, 0, 1, 0, 1, 0.5, 1, 1}, knots[] = {0, 0, 0, 1, 1, 2, 2, 2};
  s = (Setup){0};
  add_points(&s, PAWL_ELEMENT_BSPLINE, 2, 5, bent);
  s.def[0].knots = knots;
  s.def[0].knot_count = 8;
  build(&s, false, false);
  check_kinds(&s.p, "SPS");
  check_profile(&s.p);
  CHECK_CLOSE(s.p.element[1].turn, pi / 2, 1e-15);
  CHECK_CLOSE(s.p.length, 2, 1e-14);
  pw_arena_free(&s.arena);
}

// A gear's tooth: out on the flank unrolled counter-clockwise, over the tip, in on the other flank. Length rb (f1^2 - f0^2)/2.
static void tooth(void **state) {
  (void)state;
  double rb = 0.04, f0 = 0.05, f1 = 0.55, half = 0.15;
  Setup s = {0};
  for (int side = 0; side < 2; side++) {
    if (side) add_line(&s, NAN, NAN);
    PawlElementDef *def = add(&s, PAWL_ELEMENT_INVOLUTE);
    def->radius = rb;
    def->origin = side ? half : -half;
    def->angle[side] = f0;
    def->angle[1 - side] = f1;
    def->clockwise = side;
  }
  double tip = -half + f1 - atan(f1), out = rb * sqrt(1 + f1 * f1);  // polar angle and radius where the flanks end
  s.def[1].to[0] = out * cos(-tip);
  s.def[1].to[1] = out * sin(-tip);
  build(&s, false, true);
  check_kinds(&s.p, "PIPLPIP");
  check_profile(&s.p);
  CHECK_CLOSE(s.p.element[1].length, rb * (f1 * f1 - f0 * f0) / 2, 1e-17);
  CHECK_CLOSE(s.p.element[5].length, rb * (f1 * f1 - f0 * f0) / 2, 1e-17);
  CHECK_CLOSE(s.p.element[1].end[1], out * sin(tip), 1e-16);
  for (int32_t i = 0; i < s.p.pieces; i++) {
    const PwPiece *c = &s.p.piece[i];
    if (c->element != 1) continue;
    CHECK_CLOSE(c->curvature[1], 1 / (rb * (f0 + (f1 - f0) * c->u[0])), 1e-8);
    CHECK_CLOSE(c->curvature[0], 1 / (rb * (f0 + (f1 - f0) * c->u[1])), 1e-8);
  }
  pw_arena_free(&s.arena);
}

static void offset(Setup *s, double distance, Setup *out) {
  *out = (Setup){0};
  PawlStatus status = pw_profile_offset(&s->p, distance, &out->arena, &out->p, &out->problem);
  if (status) fail_msg("refused: %s", out->problem.text);
}
static void offset_refused(Setup *s, double distance, const char *words) {
  Setup out = {0};
  assert_int_equal(pw_profile_offset(&s->p, distance, &out.arena, &out.p, &out.problem), PAWL_ERR_INPUT);
  if (!strstr(out.problem.text, words)) fail_msg("\"%s\" does not say \"%s\"", out.problem.text, words);
  pw_arena_free(&out.arena);
}

// Length of a boundary with turn 2 pi moved by d, nothing cut off: + 2 pi d (Steiner). Each kink on the cut side takes off
// 2 tan(half its angle) - its angle, times |d|.
static void offsets_of_an_l(void **state) {
  (void)state;
  Setup s = {0}, o;
  const double x[] = {2, 0, 2, 1, 1, 1, 1, 3, 0, 3, 0, 0};
  for (int k = 0; k < 6; k++) add_line(&s, x[2 * k], x[2 * k + 1]);
  build(&s, true, false);
  offset(&s, 0.25, &o);
  check_kinds(&o.p, "LALALLALALA");
  check_profile(&o.p);
  CHECK_CLOSE(o.p.length, 10 + 0.25 * (2 * pi - (2 - pi / 2)), 1e-14);
  CHECK_CLOSE(o.p.element[4].end[0], 1.25, 1e-15);
  CHECK_CLOSE(o.p.element[4].end[1], 1.25, 1e-15);
  pw_arena_free(&o.arena);
  offset(&s, -0.25, &o);
  check_kinds(&o.p, "LPLPLALPLPLP");
  check_profile(&o.p);
  CHECK_CLOSE(o.p.length, 10 - 0.25 * (2 * pi + 5 * (2 - pi / 2)), 1e-14);
  CHECK_CLOSE(o.p.element[5].radius, -0.25, 0);
  pw_arena_free(&o.arena);
  offset(&s, 0, &o);
  CHECK_CLOSE(o.p.length, 10, 1e-15);
  pw_arena_free(&o.arena);
  offset_refused(&s, -0.6, "nothing is left of element[1]");
  offset_refused(&s, -3, "offset by less");
  offset_refused(&s, NAN, "must be a number");
  pw_arena_free(&s.arena);
}

// Against the definition: every point of the moved boundary is `distance` away from the nearest point of the original, outside
// or inside.
static void check_distance(const PwProfile *from, const PwProfile *to, double distance) {
  for (int32_t i = 0; i < to->elements; i++) {
    for (int k = 0; k <= 10; k++) {
      PwCurvePoint x, y;
      double nearest = INFINITY;
      pw_element_evaluate(&to->element[i], k / 10.0, &x);
      for (int32_t j = 0; j < from->elements; j++) {
        for (int m = 0; m <= 400; m++) {
          pw_element_evaluate(&from->element[j], m / 400.0, &y);
          nearest = fmin(nearest, hypot(x.x[0] - y.x[0], x.x[1] - y.x[1]));
        }
      }
      CHECK_CLOSE(nearest, fabs(distance), 0.003 * fabs(distance));
    }
  }
}

static void offsets_of_curves(void **state) {
  (void)state;
  Setup s = {0}, o, back;
  add_polynomial_cam(&s);
  build(&s, true, false);
  for (int sign = -1; sign <= 1; sign += 2) {
    double d = 0.004 * sign;
    offset(&s, d, &o);
    check_kinds(&o.p, "QQQQQQ");
    check_profile(&o.p);
    CHECK_CLOSE(o.p.length, s.p.length + 2 * pi * d, 1e-12);
    check_distance(&s.p, &o.p, d);
    offset(&o, -d, &back);
    CHECK_CLOSE(back.p.length, s.p.length, 1e-12);
    pw_arena_free(&back.arena);
    pw_arena_free(&o.arena);
  }
  offset_refused(&s, 0.3, "folds near");
  pw_arena_free(&s.arena);

  // a lens of two arcs with a notch: corners and a re-entrant kink between curves
  s = (Setup){0};
  add_arc(&s, 0, 0, 1, -pi / 2, 0, false);
  add_arc(&s, 1, 0.5, 0.5, -pi / 2, -pi, true);
  add_line(&s, 0.5, 1);
  add_line(&s, -0.5, 1);
  add_line(&s, 0, -1);
  build(&s, true, false);
  check_profile(&s.p);
  for (int sign = -1; sign <= 1; sign += 2) {
    offset(&s, 0.1 * sign, &o);
    check_profile(&o.p);
    check_distance(&s.p, &o.p, 0.1 * sign);
    pw_arena_free(&o.arena);
  }
  offset_refused(&s, 0.5, "vanishes");
  pw_arena_free(&s.arena);

  s = (Setup){0};  // a heart: a re-entrant kink between two curves
  double meet = acos(5.0 / 6);
  add_line(&s, 1.1, 0);
  add_arc(&s, 0.5, 0, 0.6, 0, pi - meet, false);
  add_arc(&s, -0.5, 0, 0.6, meet, pi, false);
  add_line(&s, 0, -1);
  build(&s, true, false);
  check_kinds(&s.p, "LPAAPLP");
  assert_int_equal(s.p.after[2], PW_JOIN_REENTRANT);
  for (int sign = -1; sign <= 1; sign += 2) {
    offset(&s, 0.1 * sign, &o);
    check_kinds(&o.p, sign > 0 ? "LAAAALA" : "LPAAAPLP");
    check_profile(&o.p);
    check_distance(&s.p, &o.p, 0.1 * sign);
    // the arcs have grown to 0.7: they cross where that one meets the axis
    if (sign > 0) CHECK_CLOSE(o.p.element[2].end[1], sqrt(0.49 - 0.25), 1e-14);
    pw_arena_free(&o.arena);
  }
  offset_refused(&s, -0.6, "vanishes");
  offset(&s, -0.45, &o);  // much is cut off
  check_kinds(&o.p, "LPAAAPLP");
  check_distance(&s.p, &o.p, 0.45);
  pw_arena_free(&o.arena);
  offset_refused(&s, -0.55, "offset by less");
  pw_arena_free(&s.arena);
}

static void offsets_of_open_ones(void **state) {
  (void)state;
  Setup s = {0}, o;
  add_line(&s, 1, 0);
  begin_at(&s, 0, 0);
  build(&s, false, true);
  offset(&s, 0.1, &o);
  check_kinds(&o.p, "ALA");
  check_profile(&o.p);
  CHECK_CLOSE(o.p.length, 1 + 0.2 * pi, 1e-15);
  CHECK_CLOSE(o.p.element[1].start[1], -0.1, 1e-15);
  pw_arena_free(&o.arena);
  offset(&s, -0.1, &o);
  check_kinds(&o.p, "PLP");
  CHECK_CLOSE(o.p.element[1].start[1], 0.1, 1e-15);
  pw_arena_free(&o.arena);
  pw_arena_free(&s.arena);
  s = (Setup){0};
  add(&s, PAWL_ELEMENT_POINT);
  begin_at(&s, 1, 2);
  build(&s, true, false);
  offset(&s, 0.1, &o);
  check_kinds(&o.p, "A");
  check_profile(&o.p);
  CHECK_CLOSE(o.p.length, 0.2 * pi, 1e-15);
  pw_arena_free(&o.arena);
  offset_refused(&s, -0.1, "only be moved outwards");
  pw_arena_free(&s.arena);
}

// A moved profile against its own points moved; one with every kind of element, corners in a spline included.
static void moving(void **state) {
  (void)state;
  const double points[] = {3, 1, 2.4, 1.2, 2.2, 1.6, 2.1, 2}, control[] = {2.1, 2, 2.1, 2.5, 1.5, 2.5, 1.5, 3, 1, 3};
  const double knots[] = {0, 0, 0, 1, 1, 2, 2, 2}, spiral[] = {3, 0, -2, 1};
  Setup s = {0}, o;
  add_line(&s, 3, 0);
  begin_at(&s, 1, -0.5);
  add_arc(&s, 3, 0.5, 0.5, -pi / 2, pi / 2, false);
  add_points(&s, PAWL_ELEMENT_SPLINE, 3, 4, points);
  add_points(&s, PAWL_ELEMENT_BSPLINE, 2, 5, control);
  s.def[3].knots = knots;
  s.def[3].knot_count = 8;
  PawlElementDef *polar = add(&s, PAWL_ELEMENT_POLAR);
  polar->center[0] = 1;
  polar->angle[0] = polar->origin = pi / 2;
  polar->angle[1] = pi;
  polar->scale = pi / 2;
  polar->count = 2;
  polar->data = spiral;
  PawlElementDef *involute = add(&s, PAWL_ELEMENT_INVOLUTE);
  involute->radius = 0.2;
  involute->angle[0] = 0.3;
  involute->angle[1] = 1;
  involute->origin = -1.5;
  involute->center[0] = 0 - 0.2 * (cos(-1.2) + 0.3 * sin(-1.2));
  involute->center[1] = 0 - 0.2 * (sin(-1.2) - 0.3 * cos(-1.2));
  build(&s, false, true);
  check_profile(&s.p);
  PwCurvePoint *was = malloc(11 * (size_t)s.p.elements * sizeof *was), now;
  for (int32_t i = 0; i < s.p.elements; i++) {
    for (int k = 0; k <= 10; k++) pw_element_evaluate(&s.p.element[i], k / 10.0, &was[11 * i + k]);
  }
  offset(&s, 0.01, &o);  // has its own copy of everything
  double far = o.p.element[4].end[0], c = cos(2.2), sn = sin(2.2);
  pw_profile_move(&s.p, c, sn, (const double[]){5, -3});
  check_profile(&s.p);
  for (int32_t i = 0; i < s.p.elements; i++) {
    for (int k = 0; k <= 10; k++) {
      const PwCurvePoint *w = &was[11 * i + k];
      pw_element_evaluate(&s.p.element[i], k / 10.0, &now);
      CHECK_CLOSE(now.x[0], 5 + c * w->x[0] - sn * w->x[1], 1e-14);
      CHECK_CLOSE(now.x[1], -3 + sn * w->x[0] + c * w->x[1], 1e-14);
      CHECK_CLOSE(now.t[0], c * w->t[0] - sn * w->t[1], 1e-13);
      CHECK_CLOSE(now.curvature, w->curvature, 1e-10);
    }
  }
  CHECK_CLOSE(o.p.element[4].end[0], far, 0);
  check_profile(&o.p);
  free(was);
  pw_arena_free(&o.arena);
  pw_arena_free(&s.arena);
}

// Rough closed splines and arcs of random polynomials: whatever is not refused keeps what pieces promise.
static void random_curves(void **state) {
  (void)state;
  uint64_t seed = 7;
  int32_t built = 0;
  for (int trial = 0; trial < 60; trial++) {
    Setup s = {0};
    double points[2 * 30], terms[10] = {1, 0};
    int32_t n = 10 + (int32_t)(20 * pw_random_between(&seed, 0, 1));
    for (int32_t k = 0; k < n; k++) {
      double a = 2 * pi * (k + 0.5 * pw_random_between(&seed, 0, 1)) / n, r = 0.8 + 0.4 * pw_random_between(&seed, 0, 1);
      points[2 * k] = 3 + r * cos(a);
      points[2 * k + 1] = r * sin(a);
    }
    for (int k = 1; k < 5; k++) {
      terms[2 * k] = 0.3 * (pw_random_between(&seed, 0, 1) - 0.5);
      terms[2 * k + 1] = k % 2 ? floor(18 * pw_random_between(&seed, 0, 1)) : 5 * pw_random_between(&seed, 0, 1);
    }
    if (trial % 3 == 0) add_points(&s, PAWL_ELEMENT_BSPLINE, 2 + trial / 3 % 8, n, points);
    if (trial % 3 == 1) add_points(&s, PAWL_ELEMENT_SPLINE, 3 + trial / 3 % 2 * 2, n, points);
    if (trial % 3 == 2) add_polar(&s, 10, 100, 5, 100, 5, terms);
    if (try_build(&s, trial % 3 < 2, false) == PAWL_OK) {
      check_profile(&s.p);
      built++;
    }
    pw_arena_free(&s.arena);
  }
  assert_true(built > 50);
}

static void refused_chains(void **state) {
  (void)state;
  Setup s = {0};
  refused(&s, true, -1, "no elements");
  add_line(&s, 1, 0);
  refused(&s, false, 0, "begins nowhere");
  add_line(&s, NAN, 0);
  begin_at(&s, 0, 0);
  refused(&s, false, 0, "ends nowhere");
  add_line(&s, 1, INFINITY);
  begin_at(&s, 0, 0);
  refused(&s, false, 0, "ends nowhere");
  add_line(&s, 1, 0);
  begin_at(&s, 0, 0);
  add_line(&s, 1, 1);
  s.def[1].from[0] = 1.001;
  s.def[1].from[1] = 0;
  refused(&s, false, 1, "ends at (1, 0), element[1] begins at (1.001, 0)");
  add_line(&s, 1, 0);
  begin_at(&s, 0, 0);
  add_line(&s, 1, 1);
  refused(&s, true, 0, "not closed");
  add_line(&s, 1, 0);
  add_line(&s, 1, 0);
  add_line(&s, 1, 1);
  add_line(&s, 0, 0);
  refused(&s, true, 1, "has no length at (1, 0)");
  add_line(&s, 1, 0);
  add_line(&s, 0.5, 0);
  add_line(&s, 0, 0);
  refused(&s, true, 1, "turns back on element[0] at (1, 0)");
  add_line(&s, 1, 0);
  begin_at(&s, 0, 0);
  add_line(&s, 1, 1);
  add_line(&s, 0, 0);
  refused(&s, false, -1, "its ends meet");
  add_line(&s, 1, 0);
  begin_at(&s, 0, 0);
  s.def[0].type = (PawlElementType)99;
  refused(&s, false, 0, "no known type");
  add_line(&s, 1, 0);
  begin_at(&s, 0, 0);
  add(&s, PAWL_ELEMENT_POINT);
  refused(&s, false, 1, "stands alone");
  add(&s, PAWL_ELEMENT_POINT);
  refused(&s, true, 0, "needs its place");
  add_line(&s, 1.7e308, 1.7e308);
  begin_at(&s, -1.7e308, 0);
  refused(&s, false, -1, "not all finite");
  const double doubled[] = {1, 0, 1, 0, 1, 1, 2, 2, 3, 2};
  add_line(&s, 1, 0);
  begin_at(&s, 0, 0);
  add_points(&s, PAWL_ELEMENT_BSPLINE, 3, 5, doubled);
  refused(&s, false, 0, "has no tangent where they join at (1, 0)");
}

// A gap below the tolerance is closed: the line's end is set on the next element's start.
static void tiny_gaps_are_closed(void **state) {
  (void)state;
  Setup s = {0};
  add_line(&s, 1, 0);
  begin_at(&s, 0, 0);
  add_line(&s, 1, 1);
  s.def[1].from[0] = 1 + 5e-10;
  s.def[1].from[1] = 0;
  build(&s, false, false);
  CHECK_CLOSE(hypot(s.p.element[0].end[0] - s.p.element[2].start[0], s.p.element[0].end[1] - s.p.element[2].start[1]), 0, 0);
  pw_arena_free(&s.arena);
}

static void refused_arcs(void **state) {
  (void)state;
  Setup s = {0};
  add_arc(&s, 0, 0, -1, 0, 1, false);
  refused(&s, false, 0, "radius must be > 0");
  add_arc(&s, 0, 0, 1, 1, 1, false);
  refused(&s, false, 0, "no length");
  add_arc(&s, 0, 0, 1, 0, 7, false);
  refused(&s, false, 0, "more than once round");
  add_arc(&s, NAN, 0, 1, 0, 7, false);
  refused(&s, false, 0, "centre is not a place");
  add_arc(&s, 0, 0, 1, NAN, 7, false);
  refused(&s, false, 0, "angles are not numbers");
  add_arc(&s, 0, 0, 0, 0, 0, false);
  s.def[0].to[0] = s.def[0].to[1] = 1;
  refused(&s, false, 0, "begins nowhere");
  add_arc(&s, 0, 0, 0, 0, 0, false);
  begin_at(&s, 1, 0);
  s.def[0].to[0] = s.def[0].to[1] = 1;
  refused(&s, false, 0, "equally far");
  add_arc(&s, 0, 0, 2, 0, 0, false);
  begin_at(&s, 1, 0);
  s.def[0].to[0] = 0;
  s.def[0].to[1] = 1;
  refused(&s, false, 0, "its radius says 2");
  add_arc(&s, 0, 0, 0, 0, 0, false);
  begin_at(&s, 1, 0);
  s.def[0].to[0] = 1;
  s.def[0].to[1] = 0;
  refused(&s, true, 0, "say circle");
  add_arc(&s, 0, 0, 0, 0, 0, false);
  begin_at(&s, 1, 0);
  s.def[0].to[0] = INFINITY;
  refused(&s, true, 0, "not a place");
  add_arc(&s, 0, 0, 1, 0, 1, false);
  begin_at(&s, 2, 0);
  refused(&s, false, 0, "`from` says (2, 0) but its formula gives (1, 0)");
  add(&s, PAWL_ELEMENT_CIRCLE);
  refused(&s, true, 0, "radius must be > 0");
  add(&s, PAWL_ELEMENT_CIRCLE)->radius = 1;
  refused(&s, false, 0, "a circle is closed");
  add(&s, PAWL_ELEMENT_CIRCLE)->radius = 1;
  add(&s, PAWL_ELEMENT_CIRCLE)->radius = 1;
  refused(&s, true, 0, "stands alone");
  add(&s, PAWL_ELEMENT_CIRCLE)->radius = 1;
  s.def[0].center[1] = NAN;
  refused(&s, true, 0, "centre is not a place");
}

static void refused_curves(void **state) {
  (void)state;
  Setup s = {0};
  const double wild[] = {1, 0.5}, pole[] = {1, -1}, none[] = {NAN, 1}, negative[] = {-1, 0};
  add_polar(&s, -10, 10, 0, 1, 1, wild);
  refused(&s, false, 0, "needs a positive");
  add_polar(&s, -10, 10, 0, 1, 1, pole);
  refused(&s, false, 0, "passes 0");
  add_polar(&s, -10, 10, 0, 1, 1, none);
  refused(&s, false, 0, "not a pair of numbers");
  add_polar(&s, -10, 10, 0, 1, 1, negative);
  refused(&s, false, 0, "must not be negative");
  add_polar(&s, -10, 10, 0, 1, 0, negative);
  refused(&s, false, 0, "no terms");
  add_polar(&s, -10, 10, 0, 0, 1, base);
  refused(&s, false, 0, "scale is 0");
  add_polar(&s, 10, 10, 0, 1, 1, base);
  refused(&s, false, 0, "no length");
  add_polar(&s, 10, NAN, 0, 1, 1, base);
  refused(&s, false, 0, "must be numbers");
  add(&s, PAWL_ELEMENT_INVOLUTE);
  refused(&s, false, 0, "radius > 0");
  PawlElementDef *def = add(&s, PAWL_ELEMENT_INVOLUTE);
  def->radius = def->angle[1] = 1;
  refused(&s, false, 0, "must be > 0");
  def = add(&s, PAWL_ELEMENT_INVOLUTE);
  def->radius = def->angle[0] = def->angle[1] = 1;
  refused(&s, false, 0, "no length");
}

static void refused_splines(void **state) {
  (void)state;
  Setup s = {0};
  double p[] = {0, 0, 1, 0, 1, 1, 0, 1, 0, 0}, knots[] = {0, 0, 0, 1, 0.5, 2, 2, 2};
  add_points(&s, PAWL_ELEMENT_SPLINE, 4, 5, p);
  refused(&s, true, 0, "3, 5, 7 or 9");
  add_points(&s, PAWL_ELEMENT_BSPLINE, 1, 5, p);
  refused(&s, true, 0, "2 to 9");
  add_points(&s, PAWL_ELEMENT_BSPLINE, 11, 5, p);
  refused(&s, true, 0, "2 to 9");
  add_points(&s, PAWL_ELEMENT_SPLINE, 5, 5, p);
  refused(&s, true, 0, "needs at least 6 points; it has 5");
  add_points(&s, PAWL_ELEMENT_SPLINE, 3, 5, NULL);
  refused(&s, true, 0, "needs at least");
  add_points(&s, PAWL_ELEMENT_SPLINE, 3, 5, p);
  refused(&s, true, 0, "points 4 and 0 are the same");
  p[5] = NAN;
  add_points(&s, PAWL_ELEMENT_SPLINE, 3, 5, p);
  refused(&s, true, 0, "point 2 is not a place");
  p[5] = 1;
  add_points(&s, PAWL_ELEMENT_BSPLINE, 2, 5, p);
  s.def[0].knots = knots;
  s.def[0].knot_count = 7;
  refused(&s, true, 0, "need 8");
  add_points(&s, PAWL_ELEMENT_BSPLINE, 2, 5, p);
  s.def[0].knots = knots;
  s.def[0].knot_count = 8;
  refused(&s, true, 0, "knot 4 is 0.5");
  double flat[] = {0, 0, 0, 0, 0, 0, 1, 1}, broken[] = {0, 0, 0, 1, 1, 1, 2, 2, 2};
  add_points(&s, PAWL_ELEMENT_BSPLINE, 2, 5, p);
  s.def[0].knots = flat;
  s.def[0].knot_count = 8;
  refused(&s, false, 0, "no length");
  double uneven[28];
  for (int k = 0; k < 14; k++) {
    uneven[2 * k] = k < 8 ? k * 2e-5 : 1 + (k - 8) * 2e-5;
    uneven[2 * k + 1] = k * 2e-6;
  }
  add_points(&s, PAWL_ELEMENT_SPLINE, 9, 14, uneven);
  refused(&s, false, 0, "too unevenly spaced for degree 9");
  const double six[] = {0, 0, 1, 0, 1, 1, 0, 1, -1, 1, -1, 0};
  add_points(&s, PAWL_ELEMENT_BSPLINE, 2, 6, six);
  s.def[0].knots = broken;
  s.def[0].knot_count = 9;
  refused(&s, false, 0, "breaks at its knot 1");
  const double cusp[] = {0, 0, 1, 1, 0, 1, 1, 0};  // Bezier's cubic with a cusp in its middle
  add_points(&s, PAWL_ELEMENT_BSPLINE, 3, 4, cusp);
  refused(&s, false, 0, "cusp at (0.5, 0.75)");
  const double lump[] = {0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 2, 0};  // four equal points: it stands still
  add_points(&s, PAWL_ELEMENT_BSPLINE, 3, 6, lump);
  refused(&s, false, 0, "stands still or has a cusp at (1, 1)");
}

static void refused_crossings(void **state) {
  (void)state;
  Setup s = {0};
  add_line(&s, 1, 1);  // a bow tie
  add_line(&s, 1, 0);
  add_line(&s, 0, 1);
  add_line(&s, 0, 0);
  refused(&s, true, 2, "element[0] and element[2] meet at");
  const double loop[] = {0, 0, 3, 2, -2, 2, 1, 0};  // a cubic with a loop
  add_points(&s, PAWL_ELEMENT_BSPLINE, 3, 4, loop);
  refused(&s, false, 0, "element[0] meets itself at (0.5,");
  const double x[] = {3, 0, 3, 2, 2, 2};  // a line that touches an arc
  for (int k = 0; k < 3; k++) add_line(&s, x[2 * k], x[2 * k + 1]);
  add_arc(&s, 1, 2, 1, 0, -pi, true);
  const double y[] = {-1, 2, -1, 1, 1.5, 1, 0, 0};
  for (int k = 0; k < 4; k++) add_line(&s, y[2 * k], y[2 * k + 1]);
  refused(&s, true, 6, "element[3] and element[6] meet at");
  add_line(&s, 2, 0);  // two notches whose tips meet
  add_line(&s, 1, 1);
  add_line(&s, 2, 2);
  add_line(&s, 0, 2);
  add_line(&s, 1, 1);
  add_line(&s, 0, 0);
  refused(&s, true, 4, "meet at (1, 1)");
  double p = 1.9 * pi, q = p - 0.1;  // neighbours that meet again: the line goes back through the arc's last piece
  add_arc(&s, 0, 0, 1, 0, p, false);
  add_line(&s, 2 * cos(q) - cos(p), 2 * sin(q) - sin(p));
  refused(&s, false, 1, "element[0] and element[1] meet at (0.915454973, -0.402420418)");
  add_arc(&s, 0, 0, 1, 0, p, false);  // and one whose line ends on the arc's beginning, within rounding
  add_line(&s, 3 - 2 * cos(p), -2 * sin(p));
  refused(&s, false, 1, "meet at (1,");
}

// What is near but apart is not refused: two long sides a millionth of their length apart, curved ones too; a lens of two pieces.
static void narrow_but_apart(void **state) {
  (void)state;
  Setup s = {0};
  add_line(&s, 1, 0.3);
  begin_at(&s, 0, 0);
  add_line(&s, 1 - 1e-6, 0.3 + 1e-6);
  add_line(&s, 0, 1e-6);
  build(&s, false, false);
  pw_arena_free(&s.arena);
  s = (Setup){0};
  add_arc(&s, 0, 0, 1, 0, 3, false);
  add_line(&s, (1 - 1e-6) * cos(3), (1 - 1e-6) * sin(3));
  add_arc(&s, 0, 0, 1 - 1e-6, 3, 0, true);
  build(&s, false, false);
  pw_arena_free(&s.arena);
  s = (Setup){0};
  double c = cos(0.1), h = sin(0.1);
  add_arc(&s, 0, 0, 1, -0.1, 0.1, false);
  add_arc(&s, 2 * c, 0, 1, pi - 0.1, pi + 0.1, false);
  build(&s, true, false);
  check_kinds(&s.p, "APAP");
  assert_int_equal(s.p.pieces, 6);
  CHECK_CLOSE(s.p.element[1].start[1], h, 1e-15);
  check_profile(&s.p);
  pw_arena_free(&s.arena);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(cam_of_arcs_and_lines),
      cmocka_unit_test(rocker_of_two_arcs),
      cmocka_unit_test(circles_and_a_tip),
      cmocka_unit_test(kinks),
      cmocka_unit_test(cam_of_polynomials),
      cmocka_unit_test(spline_through_an_ellipse),
      cmocka_unit_test(open_splines),
      cmocka_unit_test(b_splines),
      cmocka_unit_test(tooth),
      cmocka_unit_test(offsets_of_an_l),
      cmocka_unit_test(offsets_of_curves),
      cmocka_unit_test(offsets_of_open_ones),
      cmocka_unit_test(moving),
      cmocka_unit_test(random_curves),
      cmocka_unit_test(refused_chains),
      cmocka_unit_test(tiny_gaps_are_closed),
      cmocka_unit_test(refused_arcs),
      cmocka_unit_test(refused_curves),
      cmocka_unit_test(refused_splines),
      cmocka_unit_test(refused_crossings),
      cmocka_unit_test(narrow_but_apart),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
