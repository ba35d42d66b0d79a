// Frusta: solids of revolution with two flat caps, a round side and two rims, which are edges. Their touches have closed forms,
// too.
//
// Cells: faces 0 lower cap, 1 upper cap, 2 side; edges 0 lower rim, 1 upper rim; no vertices.
#include "geometry/space/shell_round.h"

#include <math.h>
#include <string.h>

static const double AXIS = 1e-12;  // sine to the axis of a frustum: what is nearer has no direction away from it
static const double LEAST = 1e-6;  // of its size: the least radius and length

// ---- building

PawlStatus pw_shell_frustum(const double radius[2], double length, PwArena *arena, PwShell *out, PwSurfaceProblem *problem) {
  double width = 2 * fmax(radius[0], radius[1]), size = hypot(radius[0] + radius[1], length);
  *out = (PwShell){.faces = 3, .edges = 2, .is_round = true, .size = fmax(width, size)};
  for (int i = 0; i < 2; i++) {
    if (radius[i] >= LEAST * out->size) continue;
    return pw_surface_refuse(problem, -1, -1, "its %s radius is %g m: a frustum has two rims, each of 1e-6 of its size at least",
                             i ? "upper" : "lower", radius[i]);
  }
  if (!(length >= LEAST * out->size))
    return pw_surface_refuse(problem, -1, -1, "it is %g m long: less than 1e-6 of its size", length);
  PwShellRound *round = &out->round;
  double wider = radius[1] - radius[0];
  for (int i = 0; i < 2; i++) round->radius[i] = radius[i], round->z[i] = (i ? 0.5 : -0.5) * length;
  round->length = hypot(wider, length);
  round->along[0] = wider / round->length;
  round->along[1] = length / round->length;
  round->n[0] = round->along[1];
  round->n[1] = -round->along[0];
  out->radius = hypot(fmax(radius[0], radius[1]), length / 2);
  out->face = pw_arena_array(arena, 3, sizeof *out->face);
  if (!out->face) return PAWL_ERR_MEMORY;
  for (int i = 0; i < 2; i++) {
    double up = i ? 1 : -1;
    out->face[i] = (PwShellFace){.n = {0, 0, up}, .at = length / 2, .x = {0, 0, up * length / 2}, .t = {{1, 0, 0}, {0, up, 0}}};
  }
  out->face[2] = (PwShellFace){.count = 0};
  return PAWL_OK;
}

// Discs of the height z: their moments are integrals of powers of the radius r0 + s z.
void pw_frustum_measure(const PwShell *s, double *volume, double center[3], double inertia[6]) {
  static const double PI = 3.14159265358979323846;
  const PwShellRound *f = &s->round;
  double a = f->radius[0], b = f->radius[1], h = f->z[1] - f->z[0];
  double two = (a * a + a * b + b * b) / 3, four = (pow(a, 4) + a * a * a * b + a * a * b * b + a * b * b * b + pow(b, 4)) / 5;
  double first = (a * a + 2 * a * b + 3 * b * b) / 12, second = (a * a + 3 * a * b + 6 * b * b) / 30;  // of t r^2, t^2 r^2
  *volume = PI * h * two;
  center[0] = center[1] = 0;
  center[2] = f->z[0] + h * first / two;
  double axial = PI * h * four / 2, across = axial / 2 + PI * h * h * h * (second - first * first / two);
  const double tensor[6] = {across, across, axial, 0, 0, 0};
  memcpy(inertia, tensor, sizeof tensor);
}

double pw_frustum_depth(const PwShell *s, const double x[3]) {
  const PwShellRound *f = &s->round;
  double out = f->radius[0] - hypot(x[0], x[1]), up = x[2] - f->z[0];
  return fmin(fmin(up, f->z[1] - x[2]), f->n[0] * out - f->n[1] * up);
}

// ---- touches

// Direction away from the axis; false: there is none.
static bool find_radial(const double d[3], double out[3]) {
  double r = hypot(d[0], d[1]);
  out[0] = d[0] / r;
  out[1] = d[1] / r;
  out[2] = 0;
  return r > AXIS * pw_norm(d);
}

static void find_along(const PwPose3 *pose, const double radial[3], double out[3]) {
  const double own[3] = {-radial[1], radial[0], 0};
  pw_turn3(pose->r, own, out);
}

static void set_rim(PwSurfaceTouch *out, int side, const double along[3], double k) {
  pw_cell_edge(out, side, along);
  for (int i = 0; i < 4; i++) out->b[side][i] += k * out->a[side][i];
}

PawlStatus pw_frustum_side(const PwShell *s, const PwPose3 *pose, const double c[3], double ball, int side, PwSurfaceTouch *out) {
  const PwShellRound *f = &s->round;
  double d[3] = {c[0] - pose->x[0], c[1] - pose->x[1], c[2] - pose->x[2]}, own[3], radial[3], n[3], along[3], x[3], foot[3];
  pw_turn3_back(pose->r, d, own);
  if (!find_radial(own, radial)) return PAWL_RETRY;
  double r = pw_dot(own, radial), height = (r - f->radius[0]) * f->n[0] + (own[2] - f->z[0]) * f->n[1];
  double r_foot = r - height * f->n[0];
  if (!(r_foot > 0)) return PAWL_RETRY;
  for (int k = 0; k < 3; k++) n[k] = f->n[0] * radial[k] + (k == 2) * f->n[1], x[k] = own[k] - height * n[k];
  pw_place3(pose, x, foot);
  pw_turn3(pose->r, n, n);
  find_along(pose, radial, along);
  for (int k = 0; k < 3; k++) out->n[k] = side ? -n[k] : n[k];
  pw_cell_tangents(out, along);
  pw_cell_round(out, side, ball, c, foot, height);
  pw_cell_smooth(out, 1 - side, 0);
  out->b[1 - side][0] = f->n[0] / r_foot;
  out->q[1 - side][0] = (x[2] - f->z[0]) / f->along[1];
  out->q[1 - side][1] = atan2(radial[1], radial[0]);
  return PAWL_OK;
}

PawlStatus pw_frustum_ball(const PwShell *s, const PwPose3 *pose, int32_t rim, const double c[3], double ball, int side,
                           PwSurfaceTouch *out) {
  const PwShellRound *f = &s->round;
  double d[3] = {c[0] - pose->x[0], c[1] - pose->x[1], c[2] - pose->x[2]}, own[3], radial[3], along[3], foot[3];
  pw_turn3_back(pose->r, d, own);
  if (!find_radial(own, radial)) return PAWL_RETRY;
  const double x[3] = {f->radius[rim] * radial[0], f->radius[rim] * radial[1], f->z[rim]};
  double lean = pw_dot(radial, own) - f->radius[rim];
  pw_place3(pose, x, foot);
  PawlStatus status = pw_cell_ball(c, foot, ball, side, out);
  if (status) return status;
  find_along(pose, radial, along);
  pw_cell_tangents(out, along);
  pw_cell_vertex(out, side, ball);
  set_rim(out, 1 - side, along, lean / hypot(lean, own[2] - f->z[rim]) / f->radius[rim]);
  out->q[1 - side][1] = atan2(radial[1], radial[0]);
  return PAWL_OK;
}

PawlStatus pw_frustum_face(const PwShell *s, const PwPose3 *pose, int32_t rim, const PwShell *flat, const PwPose3 *at,
                           int32_t face, int side, PwSurfaceTouch *out) {
  const PwShellRound *f = &s->round;
  const PwShellFace *under = &flat->face[face];
  double n[3], down[3], radial[3], along[3], x[3], t[3], own[3];
  pw_turn3(at->r, under->n, n);
  for (int k = 0; k < 3; k++) down[k] = -n[k];
  pw_turn3_back(pose->r, down, down);
  if (!find_radial(down, radial)) return PAWL_RETRY;
  for (int k = 0; k < 3; k++) x[k] = k == 2 ? f->z[rim] : f->radius[rim] * radial[k];
  pw_place3(pose, x, x);
  for (int k = 0; k < 3; k++) own[k] = x[k] - at->x[k];
  pw_turn3_back(at->r, own, own);
  out->gap = pw_dot(under->n, own) - under->at;
  for (int k = 0; k < 3; k++) {
    (side ? out->x2 : out->x1)[k] = x[k];
    (side ? out->x1 : out->x2)[k] = x[k] - out->gap * n[k];
    out->n[k] = side ? -n[k] : n[k];
    own[k] -= under->x[k];
  }
  pw_turn3(at->r, under->t[0], t);
  pw_cell_tangents(out, t);
  find_along(pose, radial, along);
  set_rim(out, side, along, pw_dot(down, radial) / f->radius[rim]);
  pw_cell_smooth(out, 1 - side, 0);
  out->q[side][1] = atan2(radial[1], radial[0]);
  out->q[1 - side][0] = pw_dot(under->t[0], own);
  out->q[1 - side][1] = pw_dot(under->t[1], own);
  return PAWL_OK;
}

// ---- places of a rim that lies flat

double pw_frustum_angle(int32_t vertex) {
  return 2 * 3.14159265358979323846 * (vertex % PW_SHELL_SEATS) / PW_SHELL_SEATS;
}

bool pw_shell_is_seat(const PwShell *s1, const PwPose3 *p1, const PwShell *s2, const PwPose3 *p2, const int32_t cell[2], int side,
                      double *lean) {
  const PwShell *s = side ? s2 : s1, *flat = side ? s1 : s2;
  const PwPose3 *pose = side ? p2 : p1, *at = side ? p1 : p2;
  int32_t index, face;
  PwCellKind kind = pw_shell_cell(s, cell[side], &index);
  *lean = INFINITY;
  if (!s->is_round || kind == PW_CELL_FACE || pw_shell_cell(flat, cell[1 - side], &face) != PW_CELL_FACE) return false;
  double n[3], own[3];
  pw_turn3(at->r, flat->face[face].n, n);
  pw_turn3_back(pose->r, n, own);
  *lean = hypot(own[0], own[1]);
  return kind == PW_CELL_VERTEX;
}

int32_t pw_shell_turn_seat(const PwShell *s, int32_t cell, int32_t by) {
  int32_t vertex = cell - s->faces - s->edges, rim = vertex / PW_SHELL_SEATS,
          place = (vertex % PW_SHELL_SEATS + by) % PW_SHELL_SEATS;
  return s->faces + s->edges + rim * PW_SHELL_SEATS + (place < 0 ? place + PW_SHELL_SEATS : place);
}

// ---- where on its cell

// x and the outward normal in its axes.
void pw_frustum_place(const PwShell *s, const PwPose3 *pose, PwCellKind kind, int32_t index, const double x[3],
                      const double normal[3], PwCellPlace *out) {
  const PwShellRound *f = &s->round;
  double radial[3], step[3];
  if (kind == PW_CELL_VERTEX) return;
  if (!find_radial(x, radial)) radial[0] = 1, radial[1] = radial[2] = 0;
  if (kind == PW_CELL_EDGE) {
    double up = index ? -1 : 1, outward = pw_dot(normal, radial), down = -up * (f->along[0] * outward + f->along[1] * normal[2]);
    out->cone = fmin(outward, down);
    for (int k = 0; k < 3; k++) step[k] = outward < down ? radial[k] : -up * (f->along[0] * radial[k] + (k == 2) * f->along[1]);
    pw_turn3(pose->r, step, out->turn);
    return;
  }
  double r = pw_dot(x, radial);
  if (index < 2) {
    out->inside = f->radius[index] - r;
    for (int k = 0; k < 3; k++) step[k] = -radial[k];
  } else {
    double up = (r - f->radius[0]) * f->along[0] + (x[2] - f->z[0]) * f->along[1], sign = up < f->length - up ? 1 : -1;
    out->inside = fmin(up, f->length - up);
    for (int k = 0; k < 3; k++) step[k] = sign * (f->along[0] * radial[k] + (k == 2) * f->along[1]);
  }
  pw_turn3(pose->r, step, out->step);
}
