// Sums of forces on the bodies at one row: what the model says, and what the run says of joints and touches.
#include <string.h>

#include "audit/parts.h"

void pw_audit_add(const PwAuditState *s, PwForceSum *sum, int32_t body, const double at[3], const double f[3],
                  const double torque[3]) {
  double arm[3], moment[3];
  if (body == 0) return;
  for (int i = 0; i < 3; i++) arm[i] = at[i] - s->body[body].c[i];
  pw_cross(arm, f, moment);
  PwForceSum *b = &sum[body];
  for (int i = 0; i < 3; i++) {
    b->f[i] += f[i];
    b->torque[i] += moment[i] + (torque ? torque[i] : 0);
  }
  b->size += pw_norm(f);
  b->torque_size += pw_norm(moment) + (torque ? pw_norm(torque) : 0);
}

void pw_audit_push(const PwAuditState *s, PwForceSum *sum, const int32_t frame[2], const PwOfMotion *m, double force) {
  const double *at = s->frame[frame[1]].p;
  for (int side = 0; side < 2; side++) {
    double f[3], torque[3], sign = side ? force : -force;
    for (int i = 0; i < 3; i++) f[i] = sign * m->f[i], torque[i] = sign * m->torque[i];
    pw_audit_add(s, sum, s->frame[frame[side]].body, at, f, torque);
  }
}

// Tension of a spring, or what pushes a coordinate up.
static double spring_force(const PwAudit *a, const PwAuditState *s, int32_t i, const PwOfMotion *m) {
  const PawlForceDef *d = &a->model->forces.item[i].def;
  double force = d->preload + d->stiffness * (m->value - a->free[i]) + d->damping * m->rate;
  if (d->law.expression) force = pw_audit_law(a, s, &a->force_law[i][0], m);
  bool up = d->law.expression && d->type == PAWL_FORCE_JOINT;
  return up ? force : -force;
}

static PwOf bushing_part(const PawlForceDef *d, int i) {
  return (PwOf){
      .kind = i < 3 ? PW_OF_POSITION : PW_OF_TURN, .frame = {d->frame[0].i - 1, d->frame[1].i - 1}, .axis = i % 3, .column = -1};
}

static void bushing(const PwAudit *a, const PwAuditState *s, const PawlForceDef *d, PwForceSum *sum) {
  for (int i = 0; i < 6; i++) {
    PwOf of = bushing_part(d, i);
    PwOfMotion m;
    pw_audit_of(a, s, &of, &m);
    pw_audit_push(s, sum, of.frame, &m, -(d->bushing_stiffness[i] * m.value + d->bushing_damping[i] * m.rate));
  }
}

// A force or torque at a frame; on the other body, or ground, the opposite.
static void applied(const PwAudit *a, const PwAuditState *s, int32_t i, PwForceSum *sum) {
  const PawlForceDef *d = &a->model->forces.item[i].def;
  const PwAuditFrame *frame = &s->frame[d->frame[0].i - 1];
  double own[3], x[3], zero[3] = {0}, minus[3];
  for (int c = 0; c < 3; c++) own[c] = pw_audit_law(a, s, &a->force_law[i][c], NULL);
  for (int c = 0; c < 3; c++) {
    const double *R = frame->R + 3 * c;
    x[c] = d->follow ? R[0] * own[0] + R[1] * own[1] + R[2] * own[2] : own[c];
    minus[c] = -x[c];
  }
  int32_t other = d->frame[1].i ? a->model->frames.item[d->frame[1].i - 1].def.body.i - 1 : 0;
  bool torque = d->type == PAWL_FORCE_TORQUE;
  pw_audit_add(s, sum, frame->body, frame->p, torque ? zero : x, torque ? x : NULL);
  pw_audit_add(s, sum, other, frame->p, torque ? zero : minus, torque ? minus : NULL);
}

// The function that a spring or joint force acts along; false: it has none.
static bool along(const PwAudit *a, const PawlForceDef *d, PwOf *out) {
  if (d->type == PAWL_FORCE_SPRING) {
    *out = (PwOf){.kind = PW_OF_DISTANCE, .frame = {d->frame[0].i - 1, d->frame[1].i - 1}, .column = -1};
    return true;
  }
  int32_t of = d->type == PAWL_FORCE_JOINT ? pw_audit_coordinate(a, &d->coordinate) : -1;
  if (of >= 0) *out = a->of[of];
  return of >= 0;
}

void pw_audit_applied(const PwAudit *a, const PwAuditState *s, PwForceSum *sum) {
  const PawlModel *m = a->model;
  double gravity = pw_norm(m->gravity);
  for (int32_t b = 1; b < m->bodies.count; b++) {
    for (int i = 0; i < 3; i++) sum[b].f[i] += m->bodies.item[b].def.mass * m->gravity[i];
    sum[b].size += m->bodies.item[b].def.mass * gravity;
  }
  for (int32_t i = 0; i < m->forces.count; i++) {
    const PawlForceDef *d = &m->forces.item[i].def;
    PwOf of;
    if (d->type == PAWL_FORCE_BUSHING) {
      bushing(a, s, d, sum);
    } else if (d->type == PAWL_FORCE_POINT || d->type == PAWL_FORCE_TORQUE) {
      applied(a, s, i, sum);
    } else if (along(a, d, &of)) {
      PwOfMotion motion;
      pw_audit_of(a, s, &of, &motion);
      pw_audit_push(s, sum, of.frame, &motion, spring_force(a, s, i, &motion));
    }
  }
}

void pw_audit_reactions(const PwAudit *a, const PwAuditState *s, PwForceSum *sum) {
  const PawlModel *m = a->model;
  for (int32_t j = 0; j < m->joints.count; j++) {
    const double *x = a->rows.value + s->row * a->rows.columns + a->joint_column[j];
    const PawlJointDef *d = &m->joints.item[j].def;
    const PwAuditFrame *f = &s->frame[d->frame[0].i - 1], *g = &s->frame[d->frame[1].i - 1];
    double force[3] = {x[0], x[1], a->planar ? 0 : x[2]}, torque[3] = {0, 0, x[2]}, minus[6];
    if (!a->planar) memcpy(torque, x + 3, sizeof torque);
    for (int i = 0; i < 3; i++) minus[i] = -force[i], minus[3 + i] = -torque[i];
    pw_audit_add(s, sum, g->body, g->p, force, torque);
    pw_audit_add(s, sum, f->body, g->p, minus, minus + 3);
    if (!pw_audit_rubbing_of(a, s, j, force, torque)) continue;
    for (int i = 0; i < 3; i++) minus[i] = -force[i], minus[3 + i] = -torque[i];
    pw_audit_add(s, sum, g->body, g->p, force, torque);
    pw_audit_add(s, sum, f->body, g->p, minus, minus + 3);
  }
  for (int32_t c = 0; c < m->couplers.count; c++) {
    const PawlCouplerDef *d = &m->couplers.item[c].def;
    if (a->line[c].there) pw_audit_line(a, s, &a->line[c], pw_audit_value(a, s->row, a->coupler_column[c]), sum);
    for (int32_t i = 0; i < d->count && !a->line[c].there; i++) {
      int32_t of = pw_audit_coordinate(a, &d->coordinate[i]);
      PwOfMotion motion;
      if (of < 0) continue;
      pw_audit_of(a, s, &a->of[of], &motion);
      pw_audit_push(s, sum, a->of[of].frame, &motion, d->factor[i] * pw_audit_value(a, s->row, a->coupler_column[c]));
    }
  }
}

void pw_audit_touches(const PwAudit *a, const PwAuditState *s, int64_t *next, PwForceSum *sum) {
  for (; pw_audit_touch_at(a, s, *next); ++*next) {
    const double *x = a->touches.value + *next * a->touches.columns;
    PwContactOf contact;
    const double *friction, *torque;
    double force = x[PW_TOUCH_FORCE];
    bool rubs = pw_audit_friction_of(a, x, &friction, &torque);
    if ((force == 0 && !rubs) || !pw_audit_contact(a, (int32_t)x[PW_TOUCH_CONTACT], &contact)) continue;
    if (contact.of >= 0) {
      PwOfMotion m;
      pw_audit_of(a, s, &a->of[contact.of], &m);
      pw_audit_push(s, sum, a->of[contact.of].frame, &m, contact.sign * force);
      continue;
    }
    double f[3], minus[3];
    for (int i = 0; i < 3; i++) {
      f[i] = force * x[PW_TOUCH_NX + i];
      minus[i] = -f[i];
    }
    pw_audit_add(s, sum, contact.body[0], x + PW_TOUCH_X, f, NULL);
    pw_audit_add(s, sum, contact.body[1], x + PW_TOUCH_X, minus, NULL);
    for (int side = 0; side < 2 && rubs; side++) {
      double push[3], turn[3], sign = side ? -1 : 1;
      for (int i = 0; i < 3; i++) push[i] = sign * friction[i], turn[i] = sign * torque[i];
      pw_audit_add(s, sum, contact.body[side], x + PW_TOUCH_X, push, turn);
    }
  }
}

// ---- energies

static double kinetic(const PwAudit *a, const PwAuditState *s) {
  double sum = 0;
  for (int32_t b = 1; b < a->model->bodies.count; b++) {
    const PwAuditBody *body = &s->body[b];
    double spin[3], rate[3];
    pw_audit_spin(a, s, b, spin, rate);
    sum += (a->model->bodies.item[b].def.mass * pw_dot(body->vc, body->vc) + pw_dot(spin, body->w)) / 2;
  }
  return sum;
}

static double potential(const PwAudit *a, const PwAuditState *s) {
  const PawlModel *m = a->model;
  double sum = 0;
  for (int32_t b = 1; b < m->bodies.count; b++) {
    sum -= m->bodies.item[b].def.mass * pw_dot(s->body[b].c, m->gravity);
  }
  for (int32_t i = 0; i < m->forces.count; i++) {
    const PawlForceDef *d = &m->forces.item[i].def;
    PwOf of;
    PwOfMotion motion;
    if (d->type == PAWL_FORCE_BUSHING) {
      for (int k = 0; k < 6; k++) {
        of = bushing_part(d, k);
        pw_audit_of(a, s, &of, &motion);
        sum += d->bushing_stiffness[k] * motion.value * motion.value / 2;
      }
    } else if (!d->law.expression && along(a, d, &of)) {
      pw_audit_of(a, s, &of, &motion);
      double stretch = motion.value - a->free[i];
      sum += stretch * (d->preload + d->stiffness * stretch / 2);
    }
  }
  return sum;
}

bool pw_audit_energies(PwAudit *a) {
  a->kinetic = pw_arena_array(&a->arena, 2 * (size_t)a->rows.rows + 1, sizeof *a->kinetic);
  if (!a->kinetic) return false;
  a->potential = a->kinetic + a->rows.rows;
  for (int64_t r = 0; r < a->rows.rows; r++) {
    pw_audit_place(a, r, &a->now);
    a->kinetic[r] = kinetic(a, &a->now);
    a->potential[r] = potential(a, &a->now);
  }
  return true;
}

double pw_audit_potential_rate(const PwAudit *a, const PwAuditState *s) {
  const PawlModel *m = a->model;
  double sum = 0;
  for (int32_t b = 1; b < m->bodies.count; b++) {
    sum -= m->bodies.item[b].def.mass * pw_dot(s->body[b].vc, m->gravity);
  }
  for (int32_t i = 0; i < m->forces.count; i++) {
    const PawlForceDef *d = &m->forces.item[i].def;
    PwOf of;
    PwOfMotion motion;
    for (int k = 0; k < 6 && d->type == PAWL_FORCE_BUSHING; k++) {
      of = bushing_part(d, k);
      pw_audit_of(a, s, &of, &motion);
      sum += d->bushing_stiffness[k] * motion.value * motion.rate;
    }
    if (d->type == PAWL_FORCE_BUSHING || d->law.expression || !along(a, d, &of)) continue;
    pw_audit_of(a, s, &of, &motion);
    sum += (d->preload + d->stiffness * (motion.value - a->free[i])) * motion.rate;
  }
  return sum;
}
