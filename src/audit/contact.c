// Which contact of the model, or stop of a joint, a touch of audit_touches.bin belongs to, and how its bodies move there.
#include <string.h>

#include "audit/parts.h"

static bool find_stop(const PwAudit *a, const char *name, PwContactOf *out) {
  const PawlModel *m = a->model;
  const char *dot = strrchr(name, '.');
  if (!dot) return false;
  for (int32_t i = 0; i < m->limits.count; i++) {
    const PawlLimitDef *d = &m->limits.item[i].def;
    int32_t of = pw_audit_coordinate(a, &d->coordinate);
    size_t n = of < 0 ? 0 : strlen(a->of[of].name);
    if (of < 0 || n != (size_t)(dot - name) || strncmp(a->of[of].name, name, n)) continue;
    bool upper = strcmp(dot, ".upper") == 0;
    *out = (PwContactOf){
        .limit = d, .of = of, .sign = upper ? -1 : 1, .restitution = d->restitution, .soft = d->stiffness > 0, .one_sided = true};
    for (int side = 0; side < 2; side++) out->body[side] = m->frames.item[a->of[of].frame[side]].def.body.i - 1;
    return true;
  }
  return false;
}

void pw_audit_slip(const PwAudit *a, const PwAuditState *s, const PwContactOf *c, const double *x, double v[3], double w[3]) {
  for (int i = 0; i < 3; i++) v[i] = w[i] = 0;
  for (int side = 0; side < 2; side++) {
    const PwAuditBody *b = &s->body[c->body[side]];
    double arm[3], turns[3], sign = side ? -1 : 1;
    for (int i = 0; i < 3; i++) arm[i] = x[PW_TOUCH_X + i] - b->p[i];
    if (a->planar) arm[2] = 0;
    pw_cross(b->w, arm, turns);
    for (int i = 0; i < 3; i++) v[i] += sign * (b->v[i] + turns[i]), w[i] += sign * b->w[i];
  }
}

bool pw_audit_friction_of(const PwAudit *a, const double *x, const double **force, const double **torque) {
  if (!a->rubs) return false;
  *force = x + PW_TOUCH_FRICTION;
  *torque = x + PW_TOUCH_TORQUE;
  return pw_norm(*force) != 0 || pw_norm(*torque) != 0;  // one that is no number counts
}

void pw_audit_seek(const PwAudit *a, const PwAuditState *s, int64_t *touch) {
  int64_t i = *touch;
  while (i < a->touches.rows && pw_audit_touch(a, i, PW_TOUCH_T) < s->t) i++;
  while (i < a->touches.rows && pw_audit_touch(a, i, PW_TOUCH_T) == s->t && !pw_audit_touch_at(a, s, i)) i++;
  *touch = i;
}

bool pw_audit_contact(const PwAudit *a, int32_t index, PwContactOf *out) {
  const PawlModel *m = a->model;
  if (index < 0 || index >= a->contacts) return false;
  for (int32_t i = 0; i < m->contacts.count; i++) {
    int32_t k = (index + i) % m->contacts.count;  // they stand in the same order
    const PawlContactDef *d = &m->contacts.item[k].def;
    if (strcmp(d->name, a->contact[index])) continue;
    *out = (PwContactOf){.contact = d,
                         .of = -1,
                         .restitution = d->restitution,
                         .soft = d->law != PAWL_CONTACT_RIGID,
                         .one_sided = d->sides == PAWL_SIDES_ONE};
    for (int side = 0; side < 2; side++) {
      out->body[side] = d->surface[0].i ? m->surfaces.item[d->surface[side].i - 1].def.body.i - 1
                                        : m->profiles.item[d->profile[side].i - 1].def.body.i - 1;
    }
    return true;
  }
  return find_stop(a, a->contact[index], out);
}
