// Friction of joints: inside its limit where a joint sticks, of the size that the model says and against the slip where it
// slides, along what the joint leaves free, and no slip where it sticks.
//
// The load is taken from the reaction that the folder tells: across the axis, of a guide at its two ends.
#include <string.h>

#include "audit/parts.h"
#include "model/friction.h"

static const double SLOW = 1e-8;   // of the speed scale: what is slower is at rest
static const double SMALL = 1e-3;  // a coefficient: lesser ones are measured by it
static const double IDLE = 0.1;    // of the largest load: with the limits, what counts beside none

typedef struct {
  PwAuditLaw *limit, *against, *slip;
  double speed, largest;
} Laws;

// One joint at a row, what is along the axis and about it taken as one of the rubbing surfaces.
typedef struct {
  double force[6], slip[6];  // along what it leaves free, and at the radius what turns
  double astray;             // what friction has elsewhere
  double load;
  int mode;
} Rubbing;

static bool rubs(const PawlJointDef *d) {
  return pw_joint_may_rub(d->type) && (d->friction > 0 || d->viscous > 0);
}

// Force and torque from columns of the row: planar x y tz, or all.
static void take_wrench(const PwAudit *a, const double *x, double force[3], double torque[3]) {
  for (int i = 0; i < 3; i++) {
    force[i] = a->planar && i == 2 ? 0 : x[i];
    torque[i] = a->planar ? (i == 2 ? x[2] : 0) : x[3 + i];
  }
}

bool pw_audit_rubbing_of(const PwAudit *a, const PwAuditState *s, int32_t j, double force[3], double torque[3]) {
  if (a->rubbing_column[j] < 0) return false;
  take_wrench(a, a->rows.value + s->row * a->rows.columns + a->rubbing_column[j] + 1, force, torque);
  return true;
}

// Splits `v` into its part along the axis, which is taken out of it, and returns that.
static double take_along(const double axis[3], double v[3]) {
  double along = pw_dot(axis, v);
  for (int i = 0; i < 3; i++) v[i] -= along * axis[i];
  return along;
}

static double load_of(const PwAudit *a, const PwAuditState *s, const PawlJointDef *d, int32_t j, const double axis[3]) {
  double force[3], torque[3], couple[3], end[2][3];
  take_wrench(a, a->rows.value + s->row * a->rows.columns + a->joint_column[j], force, torque);
  if (d->type != PAWL_JOINT_SPHERICAL) take_along(axis, force);
  if (!pw_joint_is_guide(d->type)) return pw_norm(force) + d->preload;
  pw_cross(torque, axis, couple);
  for (int i = 0; i < 3; i++) {
    end[0][i] = force[i] / 2 + couple[i] / d->friction_length;
    end[1][i] = force[i] / 2 - couple[i] / d->friction_length;
  }
  return pw_norm(end[0]) + pw_norm(end[1]) + d->preload;
}

// Slip of the two surfaces: shifts and turns of frame 2 against frame 1.
static void take_slip(const PwAuditState *s, const PawlJointDef *d, double shift[3], double turn[3]) {
  const PwAuditFrame *f = &s->frame[d->frame[0].i - 1], *g = &s->frame[d->frame[1].i - 1];
  double arm[3], moved[3];
  for (int i = 0; i < 3; i++) arm[i] = g->p[i] - f->p[i], turn[i] = g->w[i] - f->w[i];
  pw_cross(f->w, arm, moved);
  for (int i = 0; i < 3; i++) shift[i] = g->v[i] - f->v[i] - moved[i];
}

static void take(const PwAudit *a, int32_t j, Rubbing *out) {
  const PwAuditState *s = &a->now;
  const PawlJointDef *d = &a->model->joints.item[j].def;
  const double *R = s->frame[d->frame[0].i - 1].R;
  double axis[3] = {R[2], R[5], R[8]}, force[3], torque[3], shift[3], turn[3];
  bool ball = d->type == PAWL_JOINT_SPHERICAL, turns = pw_joint_rubs_by_turning(d->type);
  *out = (Rubbing){.mode = (int)pw_audit_value(a, s->row, a->rubbing_column[j])};
  pw_audit_rubbing_of(a, s, j, force, torque);
  take_slip(s, d, shift, turn);
  out->load = load_of(a, s, d, j, axis);
  double r = turns ? d->friction_radius : 1;
  for (int i = 0; i < 3 && ball; i++) {
    out->force[i] = torque[i] / r;
    out->slip[i] = turn[i] * r;
    torque[i] = 0;
  }
  if (!ball) {
    double along = take_along(axis, force), about = take_along(axis, torque);
    if (pw_joint_is_guide(d->type)) out->force[0] = along, out->slip[0] = pw_dot(axis, shift);
    if (turns) out->force[1] = about / r, out->slip[1] = pw_dot(axis, turn) * r;
    if (!pw_joint_is_guide(d->type)) force[0] += along;
    if (!turns) torque[0] += about;
  }
  out->astray = pw_norm(force) + pw_norm(torque) / r;
}

static void one_joint(PwAudit *a, Laws *x, int32_t j) {
  const PawlJointDef *d = &a->model->joints.item[j].def;
  Rubbing r;
  take(a, j, &r);
  double size = pw_norm(r.force), speed = pw_norm(r.slip), slow = SLOW * x->speed;
  double unit = fmax(d->friction, SMALL) * (r.load + IDLE * x->largest) + d->viscous * speed, most = d->friction * r.load;
  bool slips = speed > slow, sticks = r.mode == PW_TOUCH_STICKS || r.mode == PW_TOUCH_YIELDS;
  if (sticks) pw_audit_note_at(x->slip, speed / x->speed, a->now.t, "", d->name);
  if (unit == 0) return;
  double off = fmax(size - most, 0);
  if (slips) {
    double kinetic = isnan(d->kinetic) ? d->friction : d->kinetic, over = d->stribeck > 0 ? speed / d->stribeck : INFINITY;
    off = fabs(size - (kinetic + (d->friction - kinetic) * exp(-over * over)) * r.load - d->viscous * speed);
  }
  pw_audit_note_at(x->limit, isnan(size) ? NAN : (off + r.astray) / unit, a->now.t, "", d->name);
  if (!slips) return;
  double across[3], blur = 0.2 * slow / speed * size;
  for (int i = 0; i < 3; i++) across[i] = r.force[i] + size * r.slip[i] / speed;
  pw_audit_note_at(x->against, isnan(size) ? NAN : fmax(pw_norm(across) - blur, 0) / unit, a->now.t, "", d->name);
}

static bool is_told(const PwAudit *a) {
  bool any = false;
  for (int32_t j = 0; j < a->model->joints.count; j++) any |= a->rubbing_column[j] >= 0 && rubs(&a->model->joints.item[j].def);
  return any;
}

double pw_audit_rubbing_power(const PwAudit *a, const PwAuditState *s) {
  double power = 0;
  for (int32_t j = 0; j < a->model->joints.count; j++) {
    double force[3], torque[3], shift[3], turn[3];
    if (!pw_audit_rubbing_of(a, s, j, force, torque)) continue;
    take_slip(s, &a->model->joints.item[j].def, shift, turn);
    power += pw_dot(force, shift) + pw_dot(torque, turn);
  }
  return power;
}

// Kinematics: friction is told, and no joint sticks.
void pw_audit_rubbing(PwAudit *a) {
  if (!is_told(a)) return;
  Laws x = {.speed = fmax(a->fastest, pw_audit_pace(a))};
  if (!(x.speed > 0)) x.speed = a->size;
  x.slip = pw_audit_begin(a, "no slip in stuck joints", SLOW);
  x.limit = pw_audit_begin(a, "joint friction in its limit", 1e-7);
  x.against = pw_audit_begin(a, "joint friction against slip", 1e-7);
  for (int pass = 0; pass < 2; pass++) {
    for (int64_t row = 0; row < a->rows.rows; row++) {
      pw_audit_place(a, row, &a->now);
      for (int32_t j = 0; j < a->model->joints.count && a->now.kind == PW_ROW_SAMPLE; j++) {
        Rubbing r;
        if (a->rubbing_column[j] < 0 || !rubs(&a->model->joints.item[j].def)) continue;
        if (pass) {
          one_joint(a, &x, j);
        } else {
          take(a, j, &r);
          x.largest = fmax(x.largest, r.load);
        }
      }
    }
  }
  PwAuditLaw *laws[] = {x.slip, x.limit, x.against};
  for (int i = 0; i < 3; i++) {
    if (isnan(laws[i]->deviation)) pw_audit_say(laws[i], i == 0 ? "nothing sticks at a sample" : "nothing slides at a sample");
    pw_audit_end(a, laws[i]);
  }
}
