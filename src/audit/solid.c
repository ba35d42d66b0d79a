#include "audit/solid.h"

#include <math.h>

#include "geometry/space/shell.h"
#include "numerics/vec.h"

enum { STEPS = 24, MOST = 96 };  // of a parameter; more where a profile or a net has many pieces

static int32_t steps_of(const PwSurface *s, int direction) {
  int32_t steps = 4 * s->segments[direction];
  return steps < STEPS ? STEPS : steps > MOST ? MOST : steps;
}

static void to_body(const PwCover *c, const double x[3], double out[3]) {
  for (int i = 0; i < 3; i++) out[i] = c->def->position[i] + pw_dot(c->R + 3 * i, x);
}

void pw_cover_own(const PwCover *c, const double x[3], double out[3]) {
  const double *p = c->def->position, d[3] = {x[0] - p[0], x[1] - p[1], x[2] - p[2]};
  for (int i = 0; i < 3; i++) out[i] = c->R[i] * d[0] + c->R[3 + i] * d[1] + c->R[6 + i] * d[2];
}

void pw_cover_point(const PwCover *c, double q[2], PwSurfacePoint *out) {
  const PwSurface *s = c->shape;
  for (int i = 0; i < 2; i++) {
    if (!s->periodic[i]) q[i] = fmin(fmax(q[i], s->range[i][0]), s->range[i][1]);
  }
  int32_t face = pw_surface_face(s, q);
  pw_surface_evaluate(s, face, q, out);
}

// Of a frustum: lower cap over 0 .. 1, upper one over 2 .. 3, from the middle to the rim, side over 4 .. 5 from rim to rim.
static void place_on_frustum(const PwCover *c, double q[2], double out[3]) {
  const PwShellRound *f = &c->shape->shell->round;
  q[0] = fmin(fmax(q[0], 0), 5);
  q[1] -= floor(q[1]);
  int part = (int)q[0] / 2;
  double way = fmin(fmod(q[0], 2), 1), turn = 2 * acos(-1) * q[1], x[3];
  double r = part < 2 ? way * f->radius[part] : f->radius[0] + way * (f->radius[1] - f->radius[0]);
  x[0] = r * cos(turn);
  x[1] = r * sin(turn);
  x[2] = part < 2 ? f->z[part] : f->z[0] + way * (f->z[1] - f->z[0]);
  to_body(c, x, out);
}

// Of a solid with flat faces: face f over 2 f .. 2 f + 1 from its middle to its border, once round over 0 .. 1.
static void place_on_solid(const PwCover *c, double q[2], double out[3]) {
  const PwShell *s = c->shape->shell;
  q[0] = fmin(fmax(q[0], 0), 2 * s->faces - 1);
  q[1] -= floor(q[1]);
  const PwShellFace *face = &s->face[(int32_t)q[0] / 2];
  double outward = fmin(fmod(q[0], 2), 1), round = q[1] * face->count, middle[3] = {0}, x[3];
  int32_t side = (int32_t)fmin(floor(round), face->count - 1);
  const int32_t *loop = c->shape->shell->loop + face->first;
  const double *a = s->point[loop[side]], *b = s->point[loop[(side + 1) % face->count]];
  for (int32_t i = 0; i < face->count; i++) {
    for (int k = 0; k < 3; k++) middle[k] += s->point[loop[i]][k] / face->count;
  }
  for (int k = 0; k < 3; k++) {
    double border = a[k] + (round - side) * (b[k] - a[k]);
    x[k] = middle[k] + outward * (border - middle[k]);
  }
  to_body(c, x, out);
}

void pw_cover_place(const PwCover *c, double q[2], double out[3]) {
  PwSurfacePoint point;
  if (c->shape->shell) {
    (c->shape->shell->is_round ? place_on_frustum : place_on_solid)(c, q, out);
    return;
  }
  pw_cover_point(c, q, &point);
  to_body(c, point.x, out);
}

// Does a function tell what is inside the surface?
static bool is_solid(const PwCover *of) {
  const PwSurface *s = of->shape;
  bool round = s->periodic[1];
  if (s->shell) return true;
  switch (of->def->type) {
    case PAWL_SURFACE_PLANE:
      return true;
    case PAWL_SURFACE_SPHERE:
    case PAWL_SURFACE_ELLIPSOID:
      return round && s->pole[0][0] && s->pole[0][1] && of->def->radius[0] > 0;
    case PAWL_SURFACE_CYLINDER:
    case PAWL_SURFACE_CONE:
      return round;
    case PAWL_SURFACE_TORUS:
      return round && s->periodic[0] && of->def->radius[1] > 0;
    default:
      return false;
  }
}

static bool cover_frustum(PwCover *out, PwArena *arena) {
  enum { WAYS = 4, TURNS = 48 };  // of each part
  out->probe = pw_arena_array(arena, 3 * (WAYS + 1) * TURNS, sizeof *out->probe);
  out->at = pw_arena_array(arena, 3 * (WAYS + 1) * TURNS, sizeof *out->at);
  if (!out->probe || !out->at) return false;
  out->step[0] = 1.0 / WAYS;
  out->step[1] = 1.0 / TURNS;
  for (int i = 0; i < 3 * (WAYS + 1) * TURNS; i++) {
    double *q = out->at[out->count];
    q[0] = 2 * (i / TURNS / (WAYS + 1)) + (double)(i / TURNS % (WAYS + 1)) / WAYS;
    q[1] = (double)(i % TURNS) / TURNS;
    pw_cover_place(out, q, out->probe[out->count++]);
  }
  out->columns = TURNS;
  return true;
}

static bool cover_solid(PwCover *out, PwArena *arena) {
  enum { PARTS = 4 };  // of every side of a face
  const PwShell *s = out->shape->shell;
  size_t room = (size_t)(s->faces + 4 * PARTS * s->edges);
  out->probe = pw_arena_array(arena, room, sizeof *out->probe);
  out->at = pw_arena_array(arena, room, sizeof *out->at);
  if (!out->probe || !out->at) return false;
  out->step[0] = 0.5;
  out->step[1] = 0.1;
  for (int32_t f = 0; f < s->faces; f++) {
    for (int32_t i = 0; i <= 2 * PARTS * s->face[f].count; i++) {
      double *q = out->at[out->count];
      q[0] = 2 * f + 0.5 * (i == 0 ? 0 : 1 + i % 2);
      q[1] = (double)((i + 1) / 2) / (PARTS * s->face[f].count);
      pw_cover_place(out, q, out->probe[out->count++]);
    }
  }
  out->columns = out->count;
  return true;
}

bool pw_cover_make(const PawlSurfaceDef *def, const PwSurface *shape, PwArena *arena, PwCover *out) {
  *out = (PwCover){.def = def, .shape = shape, .radius = shape->radius};
  pw_quat_matrix(def->orientation, out->R);
  to_body(out, shape->center, out->center);
  if (shape->shell) return shape->shell->is_round ? cover_frustum(out, arena) : cover_solid(out, arena);
  int32_t n[2] = {steps_of(shape, 0), steps_of(shape, 1)};
  size_t room = (size_t)(n[0] + 1) * (size_t)(n[1] + 1);
  out->probe = pw_arena_array(arena, room, sizeof *out->probe);
  out->at = pw_arena_array(arena, room, sizeof *out->at);
  if (!out->probe || !out->at) return false;
  for (int i = 0; i < 2; i++) out->step[i] = (shape->range[i][1] - shape->range[i][0]) / n[i];
  for (int32_t i = 0; i <= n[0]; i++) {
    for (int32_t j = 0; j <= n[1]; j++) {
      double *q = out->at[out->count];
      q[0] = shape->range[0][0] + i * out->step[0];
      q[1] = shape->range[1][0] + j * out->step[1];
      pw_cover_place(out, q, out->probe[out->count++]);
    }
  }
  out->columns = n[1] + 1;
  return is_solid(out) || pw_behind_make(out, arena);
}

bool pw_solid_is_known(const PwCover *of) {
  return is_solid(of) || of->first;
}

bool pw_solid_is_open(const PwCover *of) {
  return of->def->type == PAWL_SURFACE_PLANE || of->def->inside || !is_solid(of);
}

// To the ends of an open surface: there is no material beyond them.
static double within(const double range[2], double x) {
  return fmin(x - range[0], range[1] - x);
}

double pw_solid_depth(const PwCover *of, const double point[3]) {
  const PawlSurfaceDef *d = of->def;
  const double(*range)[2] = of->shape->range, *r = d->radius;
  double x[3], sign = d->inside ? -1 : 1;
  if (!is_solid(of)) return pw_behind_depth(of, point);
  pw_cover_own(of, point, x);
  if (of->shape->shell) return pw_shell_depth(of->shape->shell, x);
  double round = hypot(x[0], x[1]);
  switch (d->type) {
    case PAWL_SURFACE_PLANE:
      return fmin(-sign * x[2], fmin(within(range[0], x[0]), within(range[1], x[1])));
    case PAWL_SURFACE_SPHERE:
      return sign * (r[0] - pw_norm(x));
    case PAWL_SURFACE_ELLIPSOID: {  // the ellipsoid through the point is nowhere nearer than along the shortest axis
      double part[3] = {x[0] / r[0], x[1] / r[1], x[2] / r[2]};
      return sign * (1 - pw_norm(part)) * fmin(r[0], fmin(r[1], r[2]));
    }
    case PAWL_SURFACE_CYLINDER:
      return fmin(sign * (r[0] - round), within(range[0], x[2]));
    case PAWL_SURFACE_CONE:
      return fmin(sign * (x[2] * sin(d->angle) - round * cos(d->angle)), within(range[0], x[2]));
    case PAWL_SURFACE_TORUS:
      return sign * (r[1] - hypot(round - r[0], x[2]));
    default:
      return -INFINITY;
  }
}

double pw_solid_guess(const PwCover *of, const double point[3]) {
  return is_solid(of) ? pw_solid_depth(of, point) : pw_behind_guess(of, point);
}

bool pw_solid_is_under(const PwCover *of, const double point[3], double radius) {
  const PwSurface *s = of->shape;
  double x[3];
  if (of->def->type != PAWL_SURFACE_PLANE) return true;
  pw_cover_own(of, point, x);
  return within(s->range[0], x[0]) >= radius && within(s->range[1], x[1]) >= radius;
}
