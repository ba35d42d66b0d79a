// The touch on one pair of cells, in closed form: planes, lines and points are followed without an iteration.
#include <math.h>
#include <string.h>

#include "geometry/space/shell_round.h"
#include "geometry/space/surface_solve.h"

static const double PARALLEL = 1e-7;  // sine between two edges: what is less crosses nowhere
static const double THIN = 1e-4;      // the same on faces that lie flat: what is less carries nothing
static const double FLAT = 1e-6;      // sine between faces that do
static const double ASTRAY = 0.3;     // sine beside its fans at which a touch of edges that is watched ends

PwCellKind pw_shell_cell(const PwShell *s, int32_t cell, int32_t *index) {
  if (cell < s->faces) {
    *index = cell;
    return PW_CELL_FACE;
  }
  *index = cell - s->faces;
  if (*index < s->edges) return PW_CELL_EDGE;
  *index -= s->edges;
  return PW_CELL_VERTEX;
}

void pw_shell_point(const PwShell *s, int32_t vertex, double out[3]) {
  if (s->is_round) {
    double angle = pw_frustum_angle(vertex);
    int32_t rim = vertex / PW_SHELL_SEATS;
    out[0] = s->round.radius[rim] * cos(angle);
    out[1] = s->round.radius[rim] * sin(angle);
    out[2] = s->round.z[rim];
  } else {
    memcpy(out, s->point[vertex], 3 * sizeof *out);
  }
}

int32_t pw_shell_cells(const PwShell *s) {
  return s->faces + s->edges + (s->is_round ? 2 * PW_SHELL_SEATS : s->vertices);
}

bool pw_shell_has_cone(const PwShell *s1, const PwShell *s2) {
  return s1->ball > 0 || s2->ball > 0;
}

// A and B of a side (surface_touch.h): smooth with curvature k, a vertex, an edge along e.
void pw_cell_smooth(PwSurfaceTouch *out, int side, double k) {
  out->rank[side] = 2;
  for (int i = 0; i < 4; i++) out->a[side][i] = i % 3 == 0, out->b[side][i] = i % 3 == 0 ? k : 0;
}

void pw_cell_vertex(PwSurfaceTouch *out, int side, double ball) {
  if (ball > 0) {
    pw_cell_smooth(out, side, 1 / ball);
    return;
  }
  out->rank[side] = 0;
  for (int i = 0; i < 4; i++) out->a[side][i] = 0, out->b[side][i] = i % 3 == 0;
}

void pw_cell_edge(PwSurfaceTouch *out, int side, const double along[3]) {
  double e[2] = {pw_dot(out->t[0], along), pw_dot(out->t[1], along)}, square = e[0] * e[0] + e[1] * e[1];
  out->rank[side] = 1;
  for (int i = 0; i < 4; i++) {
    out->a[side][i] = e[i / 2] * e[i % 2] / square;
    out->b[side][i] = (i % 3 == 0) - out->a[side][i];
  }
}

void pw_cell_tangents(PwSurfaceTouch *out, const double along[3]) {
  double lean = pw_dot(along, out->n);
  for (int k = 0; k < 3; k++) out->t[0][k] = along[k] - lean * out->n[k];
  pw_normalise(out->t[0]);
  pw_cross(out->n, out->t[0], out->t[1]);
}

// A ball, given by its centre c on side `side`, with an outward normal of the other side: its place.
void pw_cell_round(PwSurfaceTouch *out, int side, double ball, const double c[3], const double foot[3], double height) {
  double *x = side ? out->x2 : out->x1, sign = side ? 1 : -1;
  memcpy(side ? out->x1 : out->x2, foot, 3 * sizeof *foot);
  for (int k = 0; k < 3; k++) x[k] = c[k] + sign * ball * out->n[k];
  out->gap = height - ball;
  pw_cell_vertex(out, side, ball);
}

// Face on side 1 - side, vertex or ball on `side`.
static void touch_face(const PwShell *s, const PwPose3 *pose, int32_t index, const double c[3], double ball, int side,
                       PwSurfaceTouch *out) {
  const PwShellFace *f = &s->face[index];
  double n[3], own[3], foot[3], t[3];
  pw_turn3(pose->r, f->n, n);
  double d[3] = {c[0] - pose->x[0], c[1] - pose->x[1], c[2] - pose->x[2]};
  pw_turn3_back(pose->r, d, own);
  double height = pw_dot(f->n, own) - f->at;
  for (int k = 0; k < 3; k++) {
    foot[k] = c[k] - height * n[k];
    out->n[k] = side ? -n[k] : n[k];
    own[k] -= f->x[k];
  }
  pw_turn3(pose->r, f->t[0], t);
  pw_cell_tangents(out, t);
  pw_cell_round(out, side, ball, c, foot, height);
  pw_cell_smooth(out, 1 - side, 0);
  out->q[1 - side][0] = pw_dot(f->t[0], own);
  out->q[1 - side][1] = pw_dot(f->t[1], own);
}

// Edge or vertex at `foot` on side 1 - side, ball about c on `side`.
PawlStatus pw_cell_ball(const double c[3], const double foot[3], double ball, int side, PwSurfaceTouch *out) {
  double d[3] = {c[0] - foot[0], c[1] - foot[1], c[2] - foot[2]}, far = pw_norm(d);
  if (!(far > 1e-9 * ball)) return PAWL_RETRY;
  for (int k = 0; k < 3; k++) out->n[k] = (side ? -1 : 1) * d[k] / far;
  pw_cell_round(out, side, ball, c, foot, far);
  return PAWL_OK;
}

static PawlStatus touch_edge(const PwShell *s, const PwPose3 *pose, int32_t index, const double c[3], double ball, int side,
                             PwSurfaceTouch *out) {
  const PwShellEdge *e = &s->edge[index];
  double from[3], along[3], foot[3];
  pw_place3(pose, s->point[e->point[0]], from);
  pw_turn3(pose->r, e->along, along);
  double d[3] = {c[0] - from[0], c[1] - from[1], c[2] - from[2]}, v = pw_dot(along, d);
  for (int k = 0; k < 3; k++) foot[k] = from[k] + v * along[k];
  PawlStatus status = pw_cell_ball(c, foot, ball, side, out);
  if (status) return status;
  out->q[1 - side][1] = v;
  pw_cell_tangents(out, along);
  pw_cell_vertex(out, side, ball);
  pw_cell_edge(out, 1 - side, along);
  return PAWL_OK;
}

static PawlStatus touch_vertex(const double x[3], const double c[3], double ball, int side, PwSurfaceTouch *out) {
  PawlStatus status = pw_cell_ball(c, x, ball, side, out);
  double along[3] = {0};
  if (status) return status;
  along[fabs(out->n[0]) < 0.6 ? 0 : 1] = 1;
  pw_cell_tangents(out, along);
  pw_cell_vertex(out, side, ball);
  pw_cell_vertex(out, 1 - side, 0);
  return PAWL_OK;
}

// Do two edges bound faces that lie flat on each other? *n: out of the second one.
static bool is_flat(const PwShell *s1, const PwPose3 *p1, const PwShellEdge *e1, const PwShell *s2, const PwPose3 *p2,
                    const PwShellEdge *e2, double n[3]) {
  for (int k = 0; k < 4; k++) {
    double a[3], turn[3];
    pw_turn3(p1->r, s1->face[e1->face[k / 2]].n, a);
    pw_turn3(p2->r, s2->face[e2->face[k % 2]].n, n);
    pw_cross(a, n, turn);
    if (pw_dot(a, n) < 0 && pw_norm(turn) < FLAT) return true;
  }
  return false;
}

// Edges of flat faces at the instant in which they turn through each other. Crossings beside them carry; this one is kept in the
// middle of what they share.
static void touch_in_line(const double x[3], const double u[3], double length1, const double y[3], const double w[3],
                          double length2, PwSurfaceTouch *out) {
  const double d[3] = {y[0] - x[0], y[1] - x[1], y[2] - x[2]};
  double from = pw_dot(u, d), to = from + pw_dot(u, w) * length2;
  double v1 = (fmax(0, fmin(from, to)) + fmin(length1, fmax(from, to))) / 2, v2 = pw_dot(w, u) * (v1 - from);
  for (int k = 0; k < 3; k++) {
    out->x1[k] = x[k] + v1 * u[k];
    out->x2[k] = y[k] + v2 * w[k];
  }
  out->q[0][1] = v1;
  out->q[1][1] = v2;
  out->gap = pw_dot(out->n, out->x1) - pw_dot(out->n, out->x2);
}

// Do two edges that are all but parallel come near each other across their length, seen along n? Where their lines cross within
// both they do; those on the far sides of two faces cross nowhere.
static bool is_beside(const double x[3], const double u[3], double length1, const double y[3], double length2,
                      const double n[3]) {
  const double d[3] = {y[0] - x[0], y[1] - x[1], y[2] - x[2]};
  double across[3];
  pw_cross(n, u, across);
  return fabs(pw_dot(across, d)) <= THIN * (length1 + length2);
}

// How far a normal is inside the fans of two edges that stand at poses, *least: in the direction where it is least so. A normal
// out of the first one instead has -*most.
static void span_fans(const PwPose3 *p1, const PwShellEdge *e1, const PwPose3 *p2, const PwShellEdge *e2, const double n[3],
                      double *least, double *most) {
  *least = INFINITY;
  *most = -INFINITY;
  for (int side = 0; side < 2; side++) {
    double own[3];
    pw_turn3_back(side ? p2->r : p1->r, n, own);
    for (int k = 0; k < 2; k++) {
      double inside = (side ? -1 : 1) * pw_dot(own, (side ? e2 : e1)->into[k]);
      *least = fmin(*least, inside);
      *most = fmax(*most, inside);
    }
  }
}

// Two edges: of the two normals across both that which is farther inside their fans. Too far beside them the touch ends.
static PawlStatus touch_edges(const PwShell *s1, const PwPose3 *p1, int32_t e1, const PwShell *s2, const PwPose3 *p2, int32_t e2,
                              PwSurfaceTouch *out, double *ends) {
  const PwShellEdge *a = &s1->edge[e1], *b = &s2->edge[e2];
  double u[3], w[3], x[3], y[3];
  pw_turn3(p1->r, a->along, u);
  pw_turn3(p2->r, b->along, w);
  pw_place3(p1, s1->point[a->point[0]], x);
  pw_place3(p2, s2->point[b->point[0]], y);
  pw_cross(u, w, out->n);
  double sine = pw_norm(out->n), cosine = pw_dot(u, w), flat[3];
  if (sine < THIN && is_flat(s1, p1, a, s2, p2, b, flat) && is_beside(x, u, a->length, y, b->length, flat)) {
    memcpy(out->n, flat, sizeof flat);
    touch_in_line(x, u, a->length, y, w, b->length, out);
    pw_cell_tangents(out, w);
    pw_cell_edge(out, 0, u);
    pw_cell_edge(out, 1, w);
    return PAWL_OK;
  }
  if (!(sine > PARALLEL)) return PAWL_RETRY;
  double least, most, d[3] = {y[0] - x[0], y[1] - x[1], y[2] - x[2]};
  span_fans(p1, a, p2, b, out->n, &least, &most);
  *ends = ASTRAY + fmax(least, -most) / sine;
  for (int k = 0; k < 3; k++) out->n[k] *= (least + most < 0 ? -1 : 1) / sine;
  double c[3], across = pw_dot(u, d), back = pw_dot(w, d);
  pw_cross(u, w, c);
  double v1 = (across - cosine * back) / (sine * sine), v2 = (cosine * across - back) / (sine * sine);
  for (int k = 0; k < 3; k++) {
    out->x1[k] = x[k] + v1 * u[k];
    out->x2[k] = y[k] + v2 * w[k];
  }
  out->q[0][1] = v1;
  out->q[1][1] = v2;
  out->gap = -pw_dot(out->n, d);
  pw_cell_tangents(out, w);
  pw_cell_edge(out, 0, u);
  pw_cell_edge(out, 1, w);
  return PAWL_OK;
}

// Parameters of a ball: latitude and angle of its place.
static void set_globe(const PwPose3 *pose, int side, PwSurfaceTouch *out) {
  double normal[3], own[3];
  for (int k = 0; k < 3; k++) normal[k] = side ? out->n[k] : -out->n[k];
  pw_turn3_back(pose->r, normal, own);
  out->q[side][0] = asin(fmax(-1, fmin(1, own[2])));
  out->q[side][1] = atan2(own[1], own[0]);
}

PawlStatus pw_shell_solve(const PwShell *s1, const PwPose3 *p1, const PwShell *s2, const PwPose3 *p2, const int32_t cell[2],
                          PwSurfaceTouch *out) {
  const PwShell *s[2] = {s1, s2};
  const PwPose3 *p[2] = {p1, p2};
  int32_t index[2];
  const PwCellKind kind[2] = {pw_shell_cell(s1, cell[0], &index[0]), pw_shell_cell(s2, cell[1], &index[1])};
  PawlStatus status = PAWL_RETRY;
  *out = (PwSurfaceTouch){0};
  double ends = INFINITY;  // > 0: the touch does not end

  bool straight = !s1->is_round && !s2->is_round && kind[0] == PW_CELL_EDGE && kind[1] == PW_CELL_EDGE;
  if (straight) status = touch_edges(s1, p1, index[0], s2, p2, index[1], out, &ends);
  for (int side = 0; side < 2 && status; side++) {
    const PwShell *other = s[1 - side];
    double c[3], x[3], ball = s[side]->ball;
    if (s[side]->is_round && kind[side] == PW_CELL_EDGE && kind[1 - side] == PW_CELL_FACE) {
      status = pw_frustum_face(s[side], p[side], index[side], other, p[1 - side], index[1 - side], side, out);
    }
    if (kind[side] != PW_CELL_VERTEX) continue;
    pw_shell_point(s[side], index[side], x);
    pw_place3(p[side], x, c);
    if (kind[1 - side] == PW_CELL_FACE && other->is_round && index[1 - side] == PW_FRUSTUM_SIDE) {
      status = pw_frustum_side(other, p[1 - side], c, ball, side, out);
    } else if (ball > 0 && kind[1 - side] == PW_CELL_EDGE && other->is_round) {
      status = pw_frustum_ball(other, p[1 - side], index[1 - side], c, ball, side, out);
    } else if (kind[1 - side] == PW_CELL_FACE) {
      touch_face(other, p[1 - side], index[1 - side], c, ball, side, out);
      if (s[side]->is_round) out->q[side][1] = pw_frustum_angle(index[side]);
      status = PAWL_OK;
    } else if (ball > 0 && kind[1 - side] == PW_CELL_EDGE) {
      status = touch_edge(other, p[1 - side], index[1 - side], c, ball, side, out);
    } else if (ball > 0 && !(other->ball > 0)) {
      pw_place3(p[1 - side], other->point[index[1 - side]], x);
      status = touch_vertex(x, c, ball, side, out);
    }
    if (status == PAWL_OK && ball > 0) set_globe(p[side], side, out);
  }
  if (status) return status;
  pw_touch_judge(out);
  out->definite = fmin(out->definite, ends);
  return isfinite(out->gap) ? PAWL_OK : PAWL_RETRY;
}

// ---- where on its cell

static void place_on_face(const PwShell *s, const PwPose3 *pose, int32_t index, const double x[3], PwCellPlace *out) {
  const PwShellFace *f = &s->face[index];
  for (int32_t k = f->first; k < f->first + f->count; k++) {
    double d[3] = {x[0] - s->point[s->loop[k]][0], x[1] - s->point[s->loop[k]][1], x[2] - s->point[s->loop[k]][2]};
    double inside = pw_dot(s->inward[k], d);
    if (!(inside < out->inside)) continue;
    out->inside = inside;
    pw_turn3(pose->r, s->inward[k], out->step);
  }
}

// -normal . into, for a direction in the body that the normal must not lean towards.
static void lean(const PwPose3 *pose, const double normal[3], const double into[3], double sign, PwCellPlace *out) {
  double cone = -sign * pw_dot(normal, into);
  if (!(cone < out->cone)) return;
  out->cone = cone;
  pw_turn3(pose->r, into, out->turn);
  for (int k = 0; k < 3; k++) out->turn[k] *= -sign;
}

void pw_shell_place(const PwShell *s, const PwPose3 *pose, int32_t cell, const PwSurfaceTouch *touch, int side,
                    PwCellPlace *out) {
  int32_t index;
  PwCellKind kind = pw_shell_cell(s, cell, &index);
  double d[3], own[3], normal[3], outward[3];
  const double *x = side ? touch->x2 : touch->x1;
  *out = (PwCellPlace){.inside = INFINITY, .cone = INFINITY};
  for (int k = 0; k < 3; k++) d[k] = x[k] - pose->x[k], outward[k] = side ? touch->n[k] : -touch->n[k];
  pw_turn3_back(pose->r, d, own);
  pw_turn3_back(pose->r, outward, normal);
  if (s->is_round) {
    pw_frustum_place(s, pose, kind, index, own, normal, out);
    return;
  }
  if (kind == PW_CELL_FACE) place_on_face(s, pose, index, own, out);
  if (kind == PW_CELL_EDGE) {
    const PwShellEdge *e = &s->edge[index];
    double v = touch->q[side][1], sign = v < e->length - v ? 1 : -1;
    out->inside = fmin(v, e->length - v);
    pw_turn3(pose->r, e->along, out->step);
    for (int k = 0; k < 3; k++) out->step[k] *= sign;
    for (int k = 0; k < 2; k++) lean(pose, normal, e->into[k], 1, out);
  }
  if (kind != PW_CELL_VERTEX || s->ball > 0) return;
  for (int32_t k = s->first[index]; k < s->first[index + 1]; k++) {
    int32_t e = s->spoke[k] < 0 ? -1 - s->spoke[k] : s->spoke[k];
    lean(pose, normal, s->edge[e].along, s->spoke[k] < 0 ? -1 : 1, out);
  }
}
