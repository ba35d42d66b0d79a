// Lines of action of couplers. A coupler acts on two coordinates, so the motion does not depend on where; what their joints carry
// does. A force f along the line, on the body of the first coordinate, and -f on that of the second do the same work:
//
//   factor_1 lambda = f h_1,  factor_2 lambda = -f h_2
//   h: of a turn about z through C: z . (P - C) x u;  of a shift along e: u . e
// P a point of the line, u its direction.
#include <math.h>
#include <string.h>

#include "compile/build.h"
#include "numerics/vec.h"

// One of the two bodies that the line's force acts on, as drawn, ground axes.
typedef struct {
  int32_t joint, moving;
  bool turns;
  double sign;                // 1, or -1 where the coordinate moves the other body against this one
  double origin[3], axis[3];  // of the coordinate
} Side;

static void drawn_frame(const PawlMechanism *k, int32_t frame, int axis, double origin[3], double direction[3]) {
  const PwFrame *f = &k->frame[frame];
  const double *drawn = k->body[f->body].drawn, own[3] = {f->axes[axis], f->axes[3 + axis], f->axes[6 + axis]};
  pw_quat_rotate(drawn + 3, f->position, origin);
  for (int i = 0; i < 3; i++) origin[i] += drawn[i];
  pw_quat_rotate(drawn + 3, own, direction);
}

// Returns what is in the way, NULL if nothing is.
static const char *find_sides(const PwBuild *b, PwCoupler *coupler, Side side[2]) {
  const PawlMechanism *k = b->k;
  const int32_t *body[2];
  for (int s = 0; s < 2; s++) {
    const PwCoordinate *c = &k->coordinate[coupler->coordinate[s]];
    const PwScalar *scalar = &b->scalar.item[c->scalar];
    if (scalar->kind != PW_S_ANGLE && scalar->kind != PW_S_POSITION)
      return "a coordinate is neither a shift nor a turn about one axis";
    side[s] = (Side){.joint = c->joint, .turns = scalar->kind == PW_S_ANGLE};
    drawn_frame(k, k->joint[c->joint].frame[0], side[s].turns ? 2 : scalar->axis, side[s].origin, side[s].axis);
    body[s] = k->joint[c->joint].body;
  }
  for (int i = 0; i < 4; i++) {
    if (body[0][i / 2] != body[1][i % 2] || side[0].joint == side[1].joint) continue;
    coupler->base = body[0][i / 2];
    side[0].moving = body[0][1 - i / 2];
    side[1].moving = body[1][1 - i % 2];
    side[0].sign = i / 2 ? -1 : 1;
    side[1].sign = i % 2 ? -1 : 1;
    return NULL;
  }
  return "the two joints have no body in common that would hold them";
}

static double lever(const Side *side, const double at[3], const double along[3]) {
  double d[3], moment[3];
  for (int i = 0; i < 3; i++) d[i] = at[i] - side->origin[i];
  pw_cross(d, along, moment);
  return side->sign * (side->turns ? pw_dot(moment, side->axis) : pw_dot(along, side->axis));
}

// Where a rack of this travel meets a pinion of this radius.
static bool rack_line(const Side side[2], double radius, double at[3], double along[3]) {
  memcpy(along, side[1].axis, 3 * sizeof *along);
  if (!side[0].turns || side[1].turns || fabs(pw_dot(along, side[0].axis)) > 1e-9) return false;
  double outward[3];
  pw_cross(along, side[0].axis, outward);
  for (int i = 0; i < 3; i++) at[i] = side[0].origin[i] + side[0].sign * side[1].sign * radius * outward[i];
  return true;
}

static void refuse(PwBuild *b, const PwModelCoupler *source, const char *why) {
  pw_message(b->messages, PAWL_ERROR, source->place, "coupler '%s': no force along 'line' can do what it does: %s",
             source->def.name, why);
  b->failed = true;
}

void pw_build_line(PwBuild *b, int32_t i) {
  const PwModelCoupler *source = &b->model->couplers.item[i];
  const PawlCouplerDef *def = &source->def;
  PwCoupler *coupler = &b->k->coupler[i];
  Side side[2];
  double at[3], along[3];
  if (def->line == PAWL_LINE_NONE || coupler->coordinates != 2) return;
  const char *wrong = find_sides(b, coupler, side);
  bool given = def->line == PAWL_LINE_GIVEN;
  memcpy(at, def->at, sizeof at);
  memcpy(along, def->along, sizeof along);
  if (b->k->planar) along[2] = 0;
  if (wrong && given) refuse(b, source, wrong);
  if (wrong || (!given && !rack_line(side, def->factor[0], at, along))) return;
  double h[2], force[2];
  if (!(pw_normalise(along) > 0)) return refuse(b, source, "it leaves the plane of the mechanism");
  for (int s = 0; s < 2; s++) {
    h[s] = lever(&side[s], at, along);
    force[s] = (s ? -1 : 1) * def->factor[s] / h[s];
  }
  if (!(fabs(force[0] - force[1]) <= 1e-6 * fabs(force[0]))) {
    return refuse(b, source,
                  "it passes the axes at distances, or lies at angles, that do not go with the factors, teeth or radii");
  }
  const double *drawn = b->k->body[coupler->base].drawn;
  double back[4], d[3];
  pw_quat_conjugate(drawn + 3, back);
  for (int c = 0; c < 3; c++) d[c] = at[c] - drawn[c];
  pw_quat_rotate(back, d, coupler->at);
  pw_quat_rotate(back, along, coupler->along);
  coupler->line = true;
  coupler->gain = force[0];
  for (int s = 0; s < 2; s++) {
    coupler->joint[s] = side[s].joint;
    coupler->moving[s] = side[s].moving;
  }
}
