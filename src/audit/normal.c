// Places of touches, and the normals that their forces act along: those of the boundaries.
#include <stdio.h>

#include "audit/parts.h"

typedef struct {
  PwAuditLaw *law;
  PwFoot foot;
  void *user;
  int64_t seen, placed, normal;  // touches; those whose place is known on both sides; those that a boundary has a normal at
} Normals;

// One side of a touch: how far its normal is turned against that of the boundary, or its place lies beside; < 0: it is not known
// how far.
static double one_side(const PwAudit *a, const Normals *x, const PwContactOf *c, const double *touch, int side, bool *straight) {
  static const double PLACE = 100;  // of the size: a place must be nearer by as much than a normal
  const PwAuditBody *b = &a->now.body[c->body[side]];
  double d[3], own[3], normal[3], off[3], distance;
  double half = c->soft ? (side ? -0.5 : 0.5) * touch[PW_TOUCH_GAP] : 0;  // a pressed one stands between its two points
  for (int i = 0; i < 3; i++) d[i] = touch[PW_TOUCH_X + i] + half * touch[PW_TOUCH_NX + i] - b->p[i];
  for (int i = 0; i < 3; i++) own[i] = b->R[i] * d[0] + b->R[3 + i] * d[1] + b->R[6 + i] * d[2];
  if (!x->foot(x->user, c, side, own, normal, &distance)) return -1;
  for (int i = 0; i < 3; i++) off[i] = touch[PW_TOUCH_NX + i] - (side ? 1 : -1) * pw_dot(b->R + 3 * i, normal);
  bool has = pw_norm(normal) > 0;
  double turned = has ? pw_norm(off) : 0, beside = PLACE * distance / a->size;
  *straight |= has;
  return isnan(turned) || isnan(beside) ? INFINITY : fmax(turned, beside);
}

static void at_row(PwAudit *a, void *user, int64_t touch) {
  enum { OPEN = 1 };
  Normals *x = user;
  for (; pw_audit_touch_at(a, &a->now, touch); touch++) {
    const double *row = a->touches.value + touch * a->touches.columns;
    PwContactOf c;
    bool straight = false;
    if (row[PW_TOUCH_STATE] == OPEN || !pw_audit_contact(a, (int32_t)row[PW_TOUCH_CONTACT], &c) || c.of >= 0) continue;
    double first = one_side(a, x, &c, row, 0, &straight), second = one_side(a, x, &c, row, 1, &straight);
    x->seen++;
    x->placed += first >= 0 && second >= 0;
    x->normal += straight;
    if (first < 0 && second < 0) continue;
    pw_audit_note_at(x->law, fmax(first, second), a->now.t, "", a->contact[(int)row[PW_TOUCH_CONTACT]]);
  }
}

void pw_audit_normals(PwAudit *a, int64_t most, PwFoot foot, void *user) {
  Normals x = {.law = pw_audit_begin(a, "touches on their boundaries", 1e-6), .foot = foot, .user = user};
  char instants[PW_AUDIT_TEXT / 2];
  pw_audit_samples(a, x.law, most, at_row, &x);
  snprintf(instants, sizeof instants, "%.*s", (int)sizeof instants - 1, x.law->note);
  pw_audit_say(x.law, "%s; %lld touches, of which %lld have a normal by a boundary", instants, (long long)x.seen,
               (long long)x.normal);
  if (x.seen && isnan(x.law->deviation)) x.law->status = PAWL_AUDIT_NOT;
  pw_audit_end(a, x.law);
  if (x.seen > x.placed) {
    pw_audit_skip(a, "some touches on boundaries", "%lld of %lld: the nearest place of a surface was not found",
                  (long long)(x.seen - x.placed), (long long)x.seen);
  }
}
