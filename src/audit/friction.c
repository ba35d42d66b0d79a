// Friction: inside its cone where it sticks, of the size that the model says and against the slip where it slides, along the
// surface, and never giving energy; nothing slips that sticks. Impulses of it are inside the same cones.
//
// Who sticks and who slides is told by the run, and judged by the audit's own velocities of the two bodies at the touch: what
// slips faster than SLOW must slide, whatever the run says.
#include <string.h>

#include "audit/parts.h"
#include "model/friction.h"

enum { SLIP, ROLL, SPIN, GRIPS };  // what friction acts on

static const char *const NAMES[GRIPS] = {"", "rolling of ", "spin of "};
static const double SLOW = 1e-8;  // of the speed scale: what is slower is at rest
static const double BLUR = 1e-9;  // likewise: how far a speed of the run may be off, so that slow slip has no sharp direction
static const double IDLE = 0.1;  // of the largest load: with the limits, what the integration leaves at a touch that carries none
static const double SMALL = 1e-3;  // a coefficient, or of the size an arm: lesser ones are measured by it

typedef struct {
  PwAuditLaw *cone, *against, *along, *slip, *power, *impulse;
  double speed;    // what speeds are measured by
  double largest;  // load of a touch at a sample
  double pushes;   // the same of impulses
  bool kinematic;
  int64_t at_rest;  // impulses that bring touches to rest, which are inside no cone
  int64_t pressed;  // touches by a law with friction, which have a displacement
} Friction;

// One grip of a touch at a sample: its force or torque, its rate, and what the model says of it.
typedef struct {
  double force[3], rate[3], size, speed;
  double most;  // size that it may have where it sticks; INFINITY: any
  double unit;  // what sizes are measured by
  double slow;  // rates below this are rest
  int mode;
} Grip;

static double sticking(const PawlContactDef *d, int grip) {
  if (grip == SLIP) return d->rolling ? INFINITY : d->friction;
  return grip == ROLL ? d->rolling_resistance : d->spin;
}

// Size where it slides at this speed.
static double sliding(const PawlContactDef *d, int grip, double speed, double load) {
  if (grip != SLIP) return sticking(d, grip) * load;
  double kinetic = isnan(d->kinetic) ? d->friction : d->kinetic, x = d->stribeck > 0 ? speed / d->stribeck : INFINITY;
  return (kinetic + (d->friction - kinetic) * exp(-x * x)) * load + d->viscous * speed;
}

// The part of `x` that a grip has: across the normal, or along it. In the plane all turning is rolling.
static void part_of(const PwAudit *a, const double n[3], const double x[3], int grip, double out[3]) {
  double normal = a->planar && grip != SLIP ? 0 : pw_dot(n, x);
  for (int i = 0; i < 3; i++) out[i] = grip == SPIN ? normal * n[i] : x[i] - normal * n[i];
}

static double measure(const PwAudit *a, double coefficient, int grip, double load) {
  double arm = grip == SLIP ? 1 : a->size;
  return fmax(isinf(coefficient) ? arm : coefficient, SMALL * arm) * load;
}

static void take(const PwAudit *a, const Friction *x, const PwContactOf *c, const double *touch, int grip, Grip *g) {
  const double *n = touch + PW_TOUCH_NX;
  double v[3], w[3], load = fabs(touch[PW_TOUCH_FORCE]);
  pw_audit_slip(a, &a->now, c, touch, v, w);
  part_of(a, n, touch + (grip == SLIP ? PW_TOUCH_FRICTION : PW_TOUCH_TORQUE), grip, g->force);
  part_of(a, n, grip == SLIP ? v : w, grip, g->rate);
  g->size = pw_norm(g->force);
  g->speed = pw_norm(g->rate);
  g->most = sticking(c->contact, grip) * load;
  if (isnan(g->most)) g->most = INFINITY;  // it rolls, without a load
  g->slow = SLOW * (grip == SLIP ? x->speed : x->speed / a->size);
  g->unit = measure(a, sticking(c->contact, grip), grip, load + IDLE * x->largest);
  if (grip == SLIP) g->unit += c->contact->viscous * g->speed;
  g->mode = (int)touch[PW_TOUCH_MODE + grip];
}

// Has the contact such a grip at all?
static bool has(const PwAudit *a, const PawlContactDef *d, int grip) {
  return sticking(d, grip) > 0 ? !(a->planar && grip == SPIN) : grip == SLIP && d->viscous > 0;
}

static void one_grip(PwAudit *a, Friction *x, const PwContactOf *c, const double *touch, int grip) {
  const char *name = a->contact[(int)touch[PW_TOUCH_CONTACT]];
  double t = touch[PW_TOUCH_T];
  Grip g;
  take(a, x, c, touch, grip, &g);
  if (g.unit == 0) return;  // nothing presses anywhere
  bool there = has(a, c->contact, grip), holds = g.mode == PW_TOUCH_STICKS || g.mode == PW_TOUCH_YIELDS,
       slips = there && g.speed > g.slow;
  if (there && (holds || isinf(g.most))) {
    pw_audit_note_at(x->slip, g.speed / g.slow * SLOW, t, NAMES[grip], name);
  }
  if (x->kinematic) return;
  double load = fabs(touch[PW_TOUCH_FORCE]), off = fmax(g.size - (there ? g.most : 0), 0) / g.unit;
  if (there && !isinf(g.most) && (slips || g.mode == PW_TOUCH_SLIDES)) {
    off = fabs(g.size - sliding(c->contact, grip, g.speed, load)) / g.unit;
  }
  if (there && g.mode == PW_TOUCH_HAS_NONE) off = INFINITY;  // it must do one or the other
  pw_audit_note_at(x->cone, isnan(g.size) ? NAN : off, t, NAMES[grip], name);
  if (!there) return;
  off = fmax(pw_dot(g.force, g.rate), 0) / ((g.size + SMALL * g.unit) * g.slow / SLOW);
  pw_audit_note_at(x->power, isnan(g.size) ? NAN : off, t, NAMES[grip], name);
  if (!slips) return;
  double across[3], blur = 2 * BLUR / SLOW * g.slow / g.speed;
  for (int i = 0; i < 3; i++) across[i] = g.force[i] + g.size * g.rate[i] / g.speed;
  off = fmax(pw_norm(across) - blur * g.size, 0) / g.unit;
  pw_audit_note_at(x->against, isnan(g.size) ? NAN : off, t, NAMES[grip], name);
}

// What friction has along the normal, over `unit`.
static void along_surface(PwAudit *a, Friction *x, const double *touch, double unit) {
  double off = fabs(pw_dot(touch + PW_TOUCH_FRICTION, touch + PW_TOUCH_NX));
  pw_audit_note_at(x->along, off / unit, touch[PW_TOUCH_T], "", a->contact[(int)touch[PW_TOUCH_CONTACT]]);
}

// Friction of a touch that a law presses. Its displacement is not told: the cone holds whatever that is, and far above the speed
// at which it sticks it does not matter.
static void at_pressed(PwAudit *a, Friction *x, const PwContactOf *c, const double *touch) {
  const char *name = a->contact[(int)touch[PW_TOUCH_CONTACT]];
  const PawlContactDef *d = c->contact;
  double t = touch[PW_TOUCH_T], load = touch[PW_TOUCH_FORCE], stick = pw_model_friction_stick(d);
  Grip g;
  take(a, x, c, touch, SLIP, &g);
  if (g.unit == 0 || x->kinematic) return;
  double held[3], across[3], fades = exp(-(g.speed / stick) * (g.speed / stick));
  for (int i = 0; i < 3; i++) held[i] = g.force[i] + d->viscous * g.rate[i];
  double off = g.mode == PW_TOUCH_HAS_NONE ? INFINITY : fmax(pw_norm(held) - d->friction * load, 0) / g.unit;
  pw_audit_note_at(x->cone, isnan(g.size) ? NAN : off, t, "", name);
  if (!(g.speed > pw_model_friction_slide(d))) return;
  double kinetic = pw_model_friction_kinetic(d) * load, blur = BLUR * x->speed / g.speed + fades;
  for (int i = 0; i < 3; i++) across[i] = held[i] + kinetic * g.rate[i] / g.speed;
  off = fmax(pw_norm(across) - blur * (d->friction * load + kinetic), 0) / g.unit;
  pw_audit_note_at(x->against, isnan(g.size) ? NAN : off, t, "", name);
}

static void at_sample(PwAudit *a, Friction *x, const double *touch) {
  enum { CLOSED = 2, PRESSED };
  PwContactOf c;
  if (!pw_audit_contact(a, (int32_t)touch[PW_TOUCH_CONTACT], &c) || !c.contact) return;
  bool any = false;
  for (int grip = 0; grip < GRIPS; grip++) any |= has(a, c.contact, grip);
  x->pressed += any && touch[PW_TOUCH_STATE] == PRESSED;
  const double *force, *torque;
  if (!any && !pw_audit_friction_of(a, touch, &force, &torque)) return;
  if (touch[PW_TOUCH_STATE] != CLOSED && touch[PW_TOUCH_STATE] != PRESSED) {
    if (pw_audit_friction_of(a, touch, &force, &torque)) {
      pw_audit_note(x->cone, INFINITY, "%s, which is open, at t = %.9g %s", a->contact[(int)touch[PW_TOUCH_CONTACT]],
                    PW_AUDIT_TIME(a, touch[PW_TOUCH_T]));
    }
    return;
  }
  if (touch[PW_TOUCH_STATE] == PRESSED) at_pressed(a, x, &c, touch);
  for (int grip = 0; grip < GRIPS && touch[PW_TOUCH_STATE] == CLOSED; grip++) one_grip(a, x, &c, touch, grip);
  double unit = fabs(touch[PW_TOUCH_FORCE]) + pw_norm(touch + PW_TOUCH_FRICTION) + IDLE * x->largest;
  if (unit > 0) along_surface(a, x, touch, unit);
}

// Impulses of friction, summed over an instant, are inside the cones of its forces. Those by which slow touches are brought to
// rest hold whatever sticks, and are inside none.
static void at_impulse(PwAudit *a, Friction *x, const double *touch) {
  PwContactOf c;
  const double *n = touch + PW_TOUCH_NX;
  if (!pw_audit_contact(a, (int32_t)touch[PW_TOUCH_CONTACT], &c) || !c.contact) return;
  double load = fabs(touch[PW_TOUCH_FORCE]), unit = load + pw_norm(touch + PW_TOUCH_FRICTION) + SMALL * x->pushes;
  if (unit == 0) return;
  along_surface(a, x, touch, unit);
  if (touch[PW_TOUCH_KIND] == PW_ROW_REST && touch[PW_TOUCH_RATE_AFTER] == 0) {
    const double *force, *torque;
    x->at_rest += pw_audit_friction_of(a, touch, &force, &torque);
    return;
  }
  for (int grip = 0; grip < GRIPS; grip++) {
    double coefficient = has(a, c.contact, grip) ? sticking(c.contact, grip) : 0, impulse[3];
    if (isinf(coefficient)) continue;
    part_of(a, n, touch + (grip == SLIP ? PW_TOUCH_FRICTION : PW_TOUCH_TORQUE), grip, impulse);
    double off = pw_norm(impulse) - coefficient * load;
    off = isnan(off) ? NAN : fmax(off, 0) / measure(a, coefficient, grip, load + SMALL * x->pushes);
    pw_audit_note_at(x->impulse, off, touch[PW_TOUCH_T], NAMES[grip], a->contact[(int)touch[PW_TOUCH_CONTACT]]);
  }
}

static bool is_impulse(const double *touch) {
  return touch[PW_TOUCH_KIND] == PW_ROW_IMPULSE || touch[PW_TOUCH_KIND] == PW_ROW_KICK || touch[PW_TOUCH_KIND] == PW_ROW_REST;
}

static void all_touches(PwAudit *a, Friction *x) {
  for (int64_t i = 0; i < a->touches.rows; i++) {
    const double *touch = a->touches.value + i * a->touches.columns;
    if (touch[PW_TOUCH_KIND] == PW_ROW_SAMPLE) x->largest = fmax(x->largest, fabs(touch[PW_TOUCH_FORCE]));
    if (is_impulse(touch)) x->pushes = fmax(x->pushes, fabs(touch[PW_TOUCH_FORCE]));
    if (is_impulse(touch) && !x->impulse) x->impulse = pw_audit_begin(a, "friction impulses in cones", 1e-6);
  }
  int64_t touch = 0;
  for (int64_t r = 0; r < a->rows.rows; r++) {
    if (pw_audit_value(a, r, 1) != PW_ROW_SAMPLE) continue;
    pw_audit_place(a, r, &a->now);
    pw_audit_seek(a, &a->now, &touch);
    for (; pw_audit_touch_at(a, &a->now, touch); touch++) at_sample(a, x, a->touches.value + touch * a->touches.columns);
  }
  for (int64_t i = 0; i < a->touches.rows; i++) {
    if (is_impulse(a->touches.value + i * a->touches.columns)) at_impulse(a, x, a->touches.value + i * a->touches.columns);
  }
}

// Does the model have friction?
static bool is_rough(const PwAudit *a) {
  bool any = false;
  for (int32_t i = 0; i < a->model->contacts.count; i++) {
    const PawlContactDef *d = &a->model->contacts.item[i].def;
    for (int grip = 0; grip < GRIPS; grip++) any |= has(a, d, grip);
  }
  return any;
}

void pw_audit_friction(PwAudit *a) {
  if (!a->rubs) {
    if (is_rough(a) && a->touches.rows) pw_audit_skip(a, "friction", "audit_touches.bin does not tell of it");
    return;
  }
  Friction x = {.kinematic = a->analysis[0] == 'k', .speed = fmax(a->fastest, pw_audit_pace(a))};
  if (!(x.speed > 0)) x.speed = a->size;
  x.slip = pw_audit_begin(a, "no slip where it sticks", SLOW);
  x.cone = pw_audit_begin(a, "friction in its cone", 1e-7);
  x.against = pw_audit_begin(a, "friction against the slip", 1e-7);
  x.along = pw_audit_begin(a, "friction along the surface", 1e-9);
  x.power = pw_audit_begin(a, "friction gives no energy", 1e-8);
  all_touches(a, &x);
  PwAuditLaw *laws[] = {x.slip, x.cone, x.against, x.along, x.power, x.impulse};
  for (int i = 0; i < 6 && laws[i]; i++) {
    bool reported = x.kinematic && (laws[i] == x.cone || laws[i] == x.against || laws[i] == x.power);
    if (reported) laws[i]->status = PAWL_AUDIT_NOT;
    if (reported) pw_audit_say(laws[i], "in a kinematic run friction moves nothing, and is reported");
    if (isnan(laws[i]->deviation) && !laws[i]->note[0]) {
      pw_audit_say(laws[i], laws[i] == x.against ? "nothing slips at a sample" : "nothing touches at a sample");
    }
    pw_audit_end(a, laws[i]);
  }
  if (x.at_rest) {
    pw_audit_skip(a, "friction impulses at rest", "%lld, by which slow touches are brought to rest", (long long)x.at_rest);
  }
  if (x.pressed) {
    pw_audit_skip(a, "displacements of friction", "%lld times at samples: they are not told", (long long)x.pressed);
  }
}
