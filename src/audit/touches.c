// Touches as the run tells them: exact ones do not overlap, one-sided ones do not pull, and no force crosses a gap.
#include "audit/parts.h"

// The law's force where it follows from the depth alone; NaN: it does not.
static double elastic(const PwContactOf *c, double depth) {
  if (depth <= 0) return 0;
  if (c->limit) return c->limit->damping == 0 ? c->limit->stiffness * depth : NAN;
  return c->contact->law == PAWL_CONTACT_HERTZ ? c->contact->stiffness * pow(depth, c->contact->exponent) : NAN;
}

typedef struct {
  PwAuditLaw *gap, *pull, *across, *law;
  double largest;  // force
  bool kinematic;
} Touches;

static void one(PwAudit *a, Touches *x, const double *touch) {
  enum { OPEN = 1, CLOSED };
  PwContactOf c;
  if (!pw_audit_contact(a, (int32_t)touch[PW_TOUCH_CONTACT], &c)) return;
  const char *name = a->contact[(int)touch[PW_TOUCH_CONTACT]];
  double t = touch[PW_TOUCH_T], force = touch[PW_TOUCH_FORCE], least = x->largest > 0 ? x->largest : 1;
  double gap = touch[PW_TOUCH_GAP] / (c.of >= 0 && pw_audit_is_angle(a->of[c.of].kind) ? 1 : a->size);
  if (!c.soft) {
    pw_audit_note_at(x->gap, touch[PW_TOUCH_STATE] == CLOSED ? fabs(gap) : fmax(-gap, 0), t, "", name);
  }
  if (c.one_sided && !x->kinematic) pw_audit_note_at(x->pull, fmax(-force, 0) / least, t, "", name);
  bool apart = touch[PW_TOUCH_STATE] == OPEN || gap > 1e-9;
  pw_audit_note_at(x->across, apart ? fabs(force) / least : 0, t, "", name);
  if (!c.soft) return;
  double expected = elastic(&c, -touch[PW_TOUCH_GAP]);
  if (!isnan(expected) && x->law) pw_audit_note_at(x->law, fabs(force - expected) / least, t, "", name);
}

PawlStatus pw_audit_contacts(PwAudit *a) {
  PawlStatus status = PAWL_OK;
  if (!a->contacts) return status;
  Touches x = {.kinematic = a->analysis[0] == 'k'};
  bool undamped = false, damped = false;
  for (int32_t i = 0; i < a->contacts; i++) {
    PwContactOf c;
    if (!pw_audit_contact(a, i, &c) || !c.soft) continue;
    damped |= isnan(elastic(&c, 1));
    undamped |= !isnan(elastic(&c, 1));
  }
  x.gap = pw_audit_begin(a, "exact touches do not overlap", 1e-9);
  x.pull = pw_audit_begin(a, "one-sided touches push", 1e-8);  // an idle touch beside others has what the tolerance leaves
  x.across = pw_audit_begin(a, "no force across a gap", 0);
  if (undamped) x.law = pw_audit_begin(a, "elastic contact laws", 1e-7);
  for (int64_t i = 0; i < a->touches.rows; i++) {
    if (pw_audit_touch(a, i, PW_TOUCH_KIND) == PW_ROW_SAMPLE)
      x.largest = fmax(x.largest, fabs(pw_audit_touch(a, i, PW_TOUCH_FORCE)));
  }
  for (int64_t i = 0; i < a->touches.rows; i++) {
    if (pw_audit_touch(a, i, PW_TOUCH_KIND) == PW_ROW_SAMPLE) one(a, &x, a->touches.value + i * a->touches.columns);
  }
  PwKept kept = {.law = x.pull};
  if (x.kinematic) {
    status = pw_audit_kept(a, &kept);
    pw_audit_say(x.pull, isnan(x.pull->deviation) ? "no touch stands on a corner at a sample"
                                                  : "on corners, by the impulses of the least speeds");
    x.pull->limit = 1e-6;
  }
  PwAuditLaw *laws[] = {x.gap, x.pull, x.across, x.law};
  for (int i = 0; i < 4 && laws[i]; i++) {
    if (isnan(laws[i]->deviation) && !laws[i]->note[0]) pw_audit_say(laws[i], "nothing touches at a sample");
    pw_audit_end(a, laws[i]);
  }
  if (kept.kept) {
    pw_audit_skip(a, "touches kept by kinematics",
                  "%lld closed ones at samples, of which %lld pull: a kinematic run keeps a touch on its element",
                  (long long)kept.kept, (long long)kept.pulls);
  }
  if (damped) pw_audit_skip(a, "damped contact laws", "the speed at first contact is not told");
  return status;
}
