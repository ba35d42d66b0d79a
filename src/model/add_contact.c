// Contacts between profiles or surfaces, and limits of joint coordinates.
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "model/check.h"

enum { SLOTS_MAX = 100, PAIR_CHARS = 32 };
static const double EXPONENT_MAX = 10;

static void pair_name(bool surfaces, int32_t a, int32_t b, char out[PAIR_CHARS]) {
  snprintf(out, PAIR_CHARS, "%s%d:%d", surfaces ? "s:" : "", (int)(a < b ? a : b), (int)(a < b ? b : a));
}

int32_t pw_model_find_pair(const PawlModel *m, bool surfaces, int32_t id1, int32_t id2) {
  char name[PAIR_CHARS];
  pair_name(surfaces, id1, id2, name);
  return pw_names_get(&m->names, PW_NAME_PAIR, name);
}

// The two profiles or surfaces that a contact is of.
typedef struct {
  bool surfaces;
  const char *what;
  int32_t id[2];
} Pair;

static Pair pair_of(const PawlContactDef *def) {
  if (def->surface[0].i || def->surface[1].i) return (Pair){true, "surface", {def->surface[0].i, def->surface[1].i}};
  return (Pair){false, "profile", {def->profile[0].i, def->profile[1].i}};
}

static void check_pair(PwCheck *c, const PawlContactDef *def) {
  const PawlModel *m = c->model;
  const char *name[2];
  int32_t body[2];
  Pair p = pair_of(def);
  const char *field = p.surfaces ? "surfaces" : "profiles";
  for (int k = 0; k < 2; k++) {
    if (p.id[k] < 1 || p.id[k] > (p.surfaces ? m->surfaces.count : m->profiles.count)) {
      pw_check_fail(c, PAWL_ERR_ARGUMENT, field, "%s id %d does not exist", p.what, (int)p.id[k]);
      return;
    }
    name[k] = p.surfaces ? m->surfaces.item[p.id[k] - 1].def.name : m->profiles.item[p.id[k] - 1].def.name;
    body[k] = p.surfaces ? m->surfaces.item[p.id[k] - 1].def.body.i : m->profiles.item[p.id[k] - 1].def.body.i;
  }
  for (int k = 0; k < 2 && !p.surfaces; k++) {
    if (!m->profiles.item[p.id[k] - 1].def.construction) continue;
    pw_check_fail(c, PAWL_ERR_INPUT, field, "profile '%s' is a construction, which never touches", name[k]);
    return;
  }
  int32_t other = pw_model_find_pair(m, p.surfaces, p.id[0], p.id[1]);
  if (p.surfaces && (def->profile[0].i || def->profile[1].i)) {
    pw_check_fail(c, PAWL_ERR_ARGUMENT, field, "names profiles and surfaces: give one of them");
  } else if (p.id[0] == p.id[1]) {
    pw_check_fail(c, PAWL_ERR_INPUT, field, "%s '%s' cannot touch itself: name two %ss of two bodies", p.what, name[0], p.what);
  } else if (body[0] == body[1]) {
    pw_check_fail(c, PAWL_ERR_INPUT, field, "both %ss are on %s%s, which does not move against itself: need two bodies", p.what,
                  body[0] == 1 ? "" : "body ", m->bodies.item[body[0] - 1].def.name);
  } else if (other >= 0) {
    pw_check_fail(c, PAWL_ERR_INPUT, field, "'%s' and '%s' have the contact '%s' already", name[0], name[1],
                  m->contacts.item[other].def.name);
  }
}

static bool between(double value, double low, double high) {
  return value >= low && value <= high;
}

static void check_rigid(PwCheck *c, const PawlContactDef *def) {
  if (def->stiffness != 0 || !isnan(def->damping)) {
    pw_check_fail(c, PAWL_ERR_INPUT, NULL, "a contact without a law is exact: it has no stiffness and no damping");
  }
  if (def->sides != PAWL_SIDES_ONE && def->restitution != 0) {
    pw_check_fail(c, PAWL_ERR_INPUT, "restitution", "a contact that never opens does not rebound: leave 'restitution' out");
  }
}

static void check_law(PwCheck *c, const PawlContactDef *def) {
  const PwUnits *u = &c->model->units;
  bool damped = !isnan(def->damping);
  if (def->sides != PAWL_SIDES_ONE) {
    pw_check_fail(c, PAWL_ERR_INPUT, "sides", "a law only pushes: 'sides' must be one, or leave the law out");
  }
  if (!(def->stiffness > 0) || isinf(def->stiffness)) {
    pw_check_fail(c, PAWL_ERR_INPUT, "law.stiffness", "stiffness is %g %s/%s^n, a law needs one that is finite and > 0",
                  def->stiffness / u->force * pow(u->length, def->exponent), u->force_name, u->length_name);
  }
  if (!between(def->exponent, 1, EXPONENT_MAX)) {
    pw_check_fail(c, PAWL_ERR_INPUT, "law.exponent", "exponent is %g, must be 1 to %g", def->exponent, EXPONENT_MAX);
  }
  if (damped && (!(def->damping >= 0) || isinf(def->damping))) {
    pw_check_fail(c, PAWL_ERR_INPUT, "law.damping", "damping is %g, must be finite and 0 or more", def->damping);
  } else if (damped && def->restitution != 0) {
    pw_check_fail(c, PAWL_ERR_INPUT, "law.damping", "damping and restitution say the same: give one of them");
  } else if (damped && def->law != PAWL_CONTACT_HUNT_CROSSLEY) {
    pw_check_fail(c, PAWL_ERR_INPUT, "law.damping", "'damping' belongs to the law hunt-crossley");
  }
  if (def->law == PAWL_CONTACT_HERTZ && def->restitution != 0) {
    pw_check_fail(c, PAWL_ERR_INPUT, "law.restitution", "the law hertz loses nothing: take another law for a 'restitution'");
  }
  if (def->law == PAWL_CONTACT_EXACT_RESTITUTION && def->restitution == 0) {
    pw_check_fail(c, PAWL_ERR_INPUT, "law.restitution",
                  "no law of this kind has restitution 0: give one > 0, or a rigid contact");
  }
}

static void check_contact(PwCheck *c, const PawlContactDef *def) {
  check_pair(c, def);
  if ((int)def->sides < PAWL_SIDES_ONE || def->sides > PAWL_SIDES_KEPT) {
    pw_check_fail(c, PAWL_ERR_ARGUMENT, "sides", "there is no choice %d of sides", (int)def->sides);
  }
  if (!between(def->restitution, 0, 1)) {
    pw_check_fail(c, PAWL_ERR_INPUT, def->law == PAWL_CONTACT_RIGID ? "restitution" : "law.restitution",
                  "restitution is %g, must be 0 to 1", def->restitution);
  }
  if (def->rebound < 0 || isinf(def->rebound)) {
    pw_check_fail(c, PAWL_ERR_INPUT, "rebound", "rebound is %s, must be finite and 0 or more",
                  PW_SAY(c->model, def->rebound, PW_DIM_SPEED, 6));
  }
  if (def->slots < 1 || def->slots > SLOTS_MAX) {
    pw_check_fail(c, PAWL_ERR_INPUT, "slots", "slots is %d, must be 1 to %d", (int)def->slots, SLOTS_MAX);
  }
  if ((int)def->law < PAWL_CONTACT_RIGID || def->law > PAWL_CONTACT_EXACT_RESTITUTION) {
    pw_check_fail(c, PAWL_ERR_ARGUMENT, "law", "there is no contact law %d", (int)def->law);
  } else if (def->law == PAWL_CONTACT_RIGID) {
    check_rigid(c, def);
  } else {
    check_law(c, def);
  }
  pw_check_friction(c, def);
}

PawlStatus pw_model_add_contact(PawlModel *m, const PawlContactDef *given, PwPlace place, PawlMessages *messages,
                                PawlContactId *out) {
  PwCheck c = {m, messages, place, "contact", NULL, PAWL_OK};
  PawlContactDef def = pawl_contact_def_default();
  if (!pw_check_size(&c, given, sizeof def, &def)) return c.status;
  pw_check_shared_name(&c, PW_NAME_CONTACT, &def.name);
  check_contact(&c, &def);
  if (c.status != PAWL_OK) return c.status;
  char pair[PAIR_CHARS];
  Pair p = pair_of(&def);
  pair_name(p.surfaces, p.id[0], p.id[1], pair);
  const char *kept = pw_check_string(&c, pair);
  if (!kept || !pw_names_put(&m->names, PW_NAME_PAIR, kept, m->contacts.count)) {
    return pw_model_no_memory(m, place, messages);
  }
  PwModelContact *contact = PW_LIST_ADD(m->contacts);
  if (!pw_check_register(&c, PW_NAME_CONTACT, def.name, &m->contacts.count, contact)) return c.status;
  *contact = (PwModelContact){def, place};
  if (out) out->i = m->contacts.count;
  return PAWL_OK;
}

static void check_range(PwCheck *c, const PawlLimitDef *def) {
  const char *name = def->coordinate.name;
  char field[64];
  snprintf(field, sizeof field, "limits.%s", name);
  if (isinf(def->lower) || isinf(def->upper) || (isnan(def->lower) && isnan(def->upper))) {
    pw_check_fail(c, PAWL_ERR_INPUT, field, "limits of %s: give a finite lower or upper one, or both", name);
  } else if (def->lower >= def->upper) {
    pw_check_fail(c, PAWL_ERR_INPUT, field, "limits of %s: the lower one, %g, must be below the upper one, %g (m or rad)", name,
                  def->lower, def->upper);
  }
  for (int32_t k = 0; k < c->model->limits.count; k++) {
    const PawlCoordinate *other = &c->model->limits.item[k].def.coordinate;
    if (other->joint.i != def->coordinate.joint.i || strcmp(other->name, name) != 0) continue;
    pw_check_fail(c, PAWL_ERR_INPUT, field, "%s has its limits already", name);
  }
}

static void check_stops(PwCheck *c, const PawlLimitDef *def) {
  bool elastic = def->stiffness != 0;
  if (!between(def->restitution, 0, 1)) {
    pw_check_fail(c, PAWL_ERR_INPUT, "stops.restitution", "restitution is %g, must be 0 to 1", def->restitution);
  }
  if (def->rebound < 0 || isinf(def->rebound)) {
    pw_check_fail(c, PAWL_ERR_INPUT, "stops.rebound", "rebound is %g, must be finite and 0 or more", def->rebound);
  }
  if (!(def->stiffness >= 0) || isinf(def->stiffness)) {
    pw_check_fail(c, PAWL_ERR_INPUT, "stops.stiffness", "stiffness is %g, must be finite and not negative", def->stiffness);
  }
  if (!(def->damping >= 0) || isinf(def->damping)) {
    pw_check_fail(c, PAWL_ERR_INPUT, "stops.damping", "damping is %g, must be finite and not negative", def->damping);
  } else if (!elastic && def->damping != 0) {
    pw_check_fail(c, PAWL_ERR_INPUT, "stops.damping", "'damping' belongs to elastic stops: give a 'stiffness', too");
  }
  if (elastic && (def->restitution != 0 || !isnan(def->rebound))) {
    pw_check_fail(c, PAWL_ERR_INPUT, def->restitution != 0 ? "stops.restitution" : "stops.rebound",
                  "elastic stops push by 'stiffness' and 'damping': leave 'restitution' and 'rebound' out");
  }
}

PawlStatus pw_model_add_limit(PawlModel *m, const PawlLimitDef *given, PwPlace place, PawlMessages *messages) {
  PwCheck c = {m, messages, place, "limit", NULL, PAWL_OK};
  PawlLimitDef def = pawl_limit_def_default();
  if (!pw_check_size(&c, given, sizeof def, &def)) return c.status;
  c.status = pw_model_take_coordinate(m, "limit", &def.coordinate, place, messages);
  if (c.status != PAWL_OK) return c.status;
  c.what = "joint";
  c.name = m->joints.item[def.coordinate.joint.i - 1].def.name;
  check_range(&c, &def);
  check_stops(&c, &def);
  if (c.status != PAWL_OK) return c.status;
  PwModelLimit *limit = PW_LIST_ADD(m->limits);
  if (!limit) return pw_model_no_memory(m, place, messages);
  *limit = (PwModelLimit){def, place};
  return PAWL_OK;
}

PawlStatus pawl_model_add_contact(PawlModel *m, const PawlContactDef *def, PawlMessages *messages, PawlContactId *out) {
  return pw_model_add_contact(m, def, PW_NOWHERE, messages, out);
}

PawlStatus pawl_model_add_limit(PawlModel *m, const PawlLimitDef *def, PawlMessages *messages) {
  return pw_model_add_limit(m, def, PW_NOWHERE, messages);
}
