// Lines that couplers act along: a force on the body that the first coordinate moves, the opposite on that of the second.
//
// What pushes the coordinates up follows from the line by the principle of work: f h_1 = factor_1 lambda, -f h_2 = factor_2
// lambda, h the gain in a coordinate's work by a unit force along the line: the moment about its axis, or the part along its
// shift. A rack's line runs along its travel, as far from the pinion's axis as these two equations ask for.
#include <string.h>

#include "audit/parts.h"

typedef struct {
  int32_t joint, moving;
  bool turns;
  double sign;  // -1: the coordinate grows when its second body moves, and this is the first
  double origin[3], axis[3];
} Side;

// As drawn. False: no line can do what the coordinate does.
static bool read_side(const PwAudit *a, const PawlCoordinate *c, Side *out) {
  int32_t of = pw_audit_coordinate(a, c);
  if (of < 0 || (a->of[of].kind != PW_OF_ANGLE && a->of[of].kind != PW_OF_POSITION)) return false;
  const PwAuditFrame *f = &a->drawn.frame[a->of[of].frame[0]];
  int axis = a->of[of].kind == PW_OF_ANGLE ? 2 : a->of[of].axis;
  *out =
      (Side){.joint = c->joint.i, .turns = a->of[of].kind == PW_OF_ANGLE, .axis = {f->R[axis], f->R[3 + axis], f->R[6 + axis]}};
  memcpy(out->origin, f->p, sizeof out->origin);
  return true;
}

// The body that both joints have in common; -1: none.
static int32_t find_base(const PwAudit *a, const PawlCouplerDef *d, Side side[2]) {
  int32_t body[2][2];
  for (int s = 0; s < 2; s++) {
    const PwOf *of = &a->of[pw_audit_coordinate(a, &d->coordinate[s])];
    for (int k = 0; k < 2; k++) body[s][k] = a->drawn.frame[of->frame[k]].body;
  }
  for (int i = 0; i < 4 && side[0].joint != side[1].joint; i++) {
    int one = i / 2, two = i % 2;
    if (body[0][one] != body[1][two]) continue;
    side[0].moving = body[0][1 - one];
    side[1].moving = body[1][1 - two];
    side[0].sign = one ? -1 : 1;
    side[1].sign = two ? -1 : 1;
    return body[0][one];
  }
  return -1;
}

static double gain(const Side *s, const double at[3], const double along[3]) {
  double arm[3], moment[3];
  for (int i = 0; i < 3; i++) arm[i] = at[i] - s->origin[i];
  pw_cross(arm, along, moment);
  return s->sign * pw_dot(s->axis, s->turns ? moment : along);
}

static bool rack(const PawlCouplerDef *d, const Side side[2], double at[3], double along[3]) {
  double outward[3];
  memcpy(along, side[1].axis, 3 * sizeof *along);
  if (!side[0].turns || side[1].turns || fabs(pw_dot(along, side[0].axis)) > 1e-9) return false;
  pw_cross(along, side[0].axis, outward);
  double radius = -side[0].sign * side[1].sign * d->factor[0] / d->factor[1];
  for (int i = 0; i < 3; i++) at[i] = side[0].origin[i] + radius * outward[i];
  return true;
}

static void find_line(const PwAudit *a, const PawlCouplerDef *d, PwLine *out) {
  Side side[2];
  double at[3], along[3];
  if (d->line == PAWL_LINE_NONE || d->count != 2) return;
  if (!read_side(a, &d->coordinate[0], &side[0]) || !read_side(a, &d->coordinate[1], &side[1])) return;
  out->base = find_base(a, d, side);
  if (out->base < 0) return;
  memcpy(at, d->at, sizeof at);
  memcpy(along, d->along, sizeof along);
  if (d->line == PAWL_LINE_RACK && !rack(d, side, at, along)) return;
  if (a->planar) along[2] = 0;
  pw_normalise(along);
  const PwAuditBody *b = &a->drawn.body[out->base];
  double arm[3] = {at[0] - b->p[0], at[1] - b->p[1], at[2] - b->p[2]};
  for (int i = 0; i < 3; i++) {
    out->at[i] = b->R[i] * arm[0] + b->R[3 + i] * arm[1] + b->R[6 + i] * arm[2];
    out->along[i] = b->R[i] * along[0] + b->R[3 + i] * along[1] + b->R[6 + i] * along[2];
  }
  for (int s = 0; s < 2; s++) out->moving[s] = side[s].moving;
  out->force = d->factor[0] / gain(&side[0], at, along);
  out->there = true;
}

bool pw_audit_lines(PwAudit *a) {
  a->line = pw_arena_array(&a->arena, (size_t)a->model->couplers.count + 1, sizeof *a->line);
  for (int32_t i = 0; a->line && i < a->model->couplers.count; i++) find_line(a, &a->model->couplers.item[i].def, &a->line[i]);
  return a->line != NULL;
}

void pw_audit_line(const PwAudit *a, const PwAuditState *s, const PwLine *line, double lambda, PwForceSum *sum) {
  const PwAuditBody *b = &s->body[line->base];
  double at[3], f[3], minus[3];
  for (int i = 0; i < 3; i++) {
    at[i] = b->p[i] + pw_dot(b->R + 3 * i, line->at);
    f[i] = lambda * line->force * pw_dot(b->R + 3 * i, line->along);
    minus[i] = -f[i];
  }
  if (a->planar) at[2] = 0;
  pw_audit_add(s, sum, line->moving[0], at, f, NULL);
  pw_audit_add(s, sum, line->moving[1], at, minus, NULL);
}
