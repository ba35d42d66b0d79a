// Profiles become boundaries in the axes of their bodies; contacts and limits become pairs of them and stops.
#include <math.h>
#include <string.h>

#include "compile/build.h"
#include "geometry/space/shell.h"
#include "model/friction.h"
#include "model/pose.h"
#include "model/words.h"

static const double FLAT = 1e-9;         // of a length or of the size, as in build_planar.c
static const double LEAST_SPEED = 1e-3;  // m/s: v0 of a touch that begins slower, unless `rebound` says otherwise

static void fail(PwBuild *b) {
  b->failed = true;
}

const PawlProfileDef *pw_build_plane(const PwBuild *b, int32_t i) {
  const PawlProfileDef *def = &b->model->profiles.item[i].def;
  while (def->offset_of.i) def = &b->model->profiles.item[def->offset_of.i - 1].def;
  return def;
}

static void drawn_plane(const PwBuild *b, int32_t i, double origin[3], double normal[3]) {
  const PawlProfileDef *def = pw_build_plane(b, i);
  const PawlBodyDef *body = &b->model->bodies.item[def->body.i - 1].def;
  const double z[3] = {0, 0, 1};
  double q[4];
  pw_quat_multiply(body->orientation, def->orientation, q);
  pw_quat_rotate(q, z, normal);
  pw_quat_rotate(body->orientation, def->position, origin);
  for (int c = 0; c < 3; c++) origin[c] += body->position[c];
}

static PawlStatus make_geometry(PwBuild *b, int32_t i, PwProfile *out) {
  const PawlProfileDef *def = &b->model->profiles.item[i].def;
  PwProfileProblem problem = {.def = -1};
  if (def->offset_of.i) {  // in place already
    return pw_profile_offset(&b->k->boundary[def->offset_of.i - 1].geometry, def->offset, &b->k->arena, out, &problem);
  }
  PawlStatus status = pw_profile_build(def->element, def->count, def->closed, def->end_points, &b->k->arena, out, &problem);
  if (status != PAWL_OK) return status;
  const double *q = def->orientation, *center = b->k->body[def->body.i - 1].center;  // turned about z only, as checked
  const double shift[2] = {def->position[0] - center[0], def->position[1] - center[1]};
  double norm = q[0] * q[0] + q[3] * q[3];
  pw_profile_move(out, (q[0] * q[0] - q[3] * q[3]) / norm, 2 * q[0] * q[3] / norm, shift);
  return PAWL_OK;
}

static void build_boundaries(PwBuild *b) {
  PawlMechanism *k = b->k;
  const PawlModel *m = b->model;
  k->boundary = pw_arena_array(&k->arena, (size_t)m->profiles.count + 1, sizeof *k->boundary);
  if (!k->boundary) fail(b);
  for (int32_t i = 0; i < m->profiles.count && !b->failed; i++) {
    const PwModelProfile *source = &m->profiles.item[i];
    PwBoundary *boundary = &k->boundary[i];
    double origin[3], normal[3];
    drawn_plane(b, i, origin, normal);
    if (fabs(normal[0]) > FLAT || fabs(normal[1]) > FLAT || normal[2] < 0) {
      pw_message(b->messages, PAWL_ERROR, source->place,
                 "profile '%s': the normal of its plane must be +z of ground as drawn, but is (%.6g, %.6g, %.6g)",
                 source->def.name, normal[0], normal[1], normal[2]);
      fail(b);
      return;
    }
    *boundary = (PwBoundary){.name = pw_arena_string(&k->arena, source->def.name),
                             .body = source->def.body.i - 1,
                             .hidden = source->def.hidden,
                             .construction = source->def.construction,
                             .place = pw_build_place(b, source->place)};
    if (!boundary->name || make_geometry(b, i, &boundary->geometry) != PAWL_OK) fail(b);
  }
  k->boundaries = m->profiles.count;
}

static const PwModelContact *first_of(const PawlModel *m, bool surfaces) {
  for (int32_t i = 0; i < m->contacts.count; i++) {
    if ((m->contacts.item[i].def.surface[0].i != 0) == surfaces) return &m->contacts.item[i];
  }
  return NULL;
}

// Is a surface made from this profile, or from an offset of it?
static bool makes_surface(const PawlModel *m, int32_t profile) {
  for (int32_t i = 0; i < m->surfaces.count; i++) {
    for (int32_t of = m->surfaces.item[i].def.profile.i; of; of = m->profiles.item[of - 1].def.offset_of.i) {
      if (of == profile + 1) return true;
    }
  }
  return false;
}

// Contacts of profiles live in the plane: says so where the mechanism does not.
static bool is_planar(PwBuild *b) {
  const PawlModel *m = b->model;
  const char *reason = "the model says 'planar: false'";
  PwPlace unused;
  if (b->k->planar) return true;
  if (m->planar == PAWL_PLANAR_AUTO) pw_build_is_planar(b, false, &reason, &unused);
  const PwModelContact *first = first_of(m, false);
  bool may_be = m->planar == PAWL_PLANAR_AUTO && !first_of(m, true);
  if (first) {
    pw_message(b->messages, PAWL_ERROR, first->place, "contact '%s': profiles touch in planar mechanisms only, but %s%s",
               first->def.name, reason, may_be ? "; 'planar: true' keeps all bodies in the plane z = 0" : "");
    fail(b);
    return false;
  }
  for (int32_t i = 0; i < m->profiles.count; i++) {
    if (makes_surface(m, i)) continue;
    pw_message(b->messages, PAWL_WARNING, m->profiles.item[i].place, "profiles are left out: the mechanism is not planar, as %s",
               reason);
    break;
  }
  return false;
}

static void check_planes(PwBuild *b, const PwModelContact *source) {
  double origin[2][3], normal[3], size = 0;
  for (int side = 0; side < 2; side++) {
    int32_t i = source->def.profile[side].i - 1;
    drawn_plane(b, i, origin[side], normal);
    size = fmax(size, fmax(b->k->boundary[i].geometry.size, pw_norm(origin[side])));
  }
  if (fabs(origin[0][2] - origin[1][2]) <= FLAT * size) return;
  pw_message(b->messages, PAWL_ERROR, source->place,
             "contact '%s': profiles in planes that never meet: '%s' is drawn at z = %s, '%s' at %s", source->def.name,
             b->model->profiles.item[source->def.profile[0].i - 1].def.name, PW_SAY(b->k, origin[0][2], PW_DIM_LENGTH, 9),
             b->model->profiles.item[source->def.profile[1].i - 1].def.name, PW_SAY(b->k, origin[1][2], PW_DIM_LENGTH, 9));
  fail(b);
}

static PwForceLaw build_law(const PawlContactDef *def) {
  static const PawlRestitutionRule rules[] = {[PAWL_CONTACT_HUNT_CROSSLEY] = PAWL_RULE_HUNT_CROSSLEY,
                                              [PAWL_CONTACT_LANKARANI_NIKRAVESH] = PAWL_RULE_LANKARANI_NIKRAVESH,
                                              [PAWL_CONTACT_EXACT_RESTITUTION] = PAWL_RULE_EXACT};
  PwForceLaw law = {.stiffness = def->stiffness,
                    .exponent = def->exponent,
                    .damping = def->damping,
                    .floor = def->rebound > 0 ? def->rebound : LEAST_SPEED};
  bool by_restitution = def->law != PAWL_CONTACT_HERTZ && isnan(def->damping);
  if (by_restitution) pawl_damping_from_restitution(rules[def->law], def->restitution, &law.q);
  return law;
}

static PwFriction build_friction(const PawlContactDef *def) {
  PwFriction friction = {.rolling = def->rolling,
                         .mu_static = def->friction,
                         .mu_kinetic = pw_model_friction_kinetic(def),
                         .stribeck = def->stribeck,
                         .viscous = def->viscous,
                         .spin = def->spin,
                         .roll = def->rolling_resistance};
  if (def->tangential_stiffness > 0) {
    friction.stiffness = def->tangential_stiffness;
    friction.damping = def->tangential_damping;
    friction.stick = pw_model_friction_stick(def);
    friction.slide = pw_model_friction_slide(def);
    memcpy(friction.displacement, def->displacement, sizeof friction.displacement);
  }
  return friction;
}

// Room for the displacements of a contact's touches, at least this; more for one with more output slots.
enum { DISPLACED = 8 };

// Friction of a contact with a law. What of it there is not would be left out of the run: said, not done.
static void build_soft_friction(PwBuild *b, const PwModelContact *source, const PwContact *contact) {
  const PwFriction *f = &contact->friction;
  const char *none = f->spin > 0 ? "spin" : f->roll > 0 ? "rolling" : NULL;
  if (none) {
    pw_message(b->messages, PAWL_ERROR, source->place,
               "contact '%s': the '%s' of friction is not offered with a 'law'; leave it out, or the law (exact contact has it)",
               contact->name, none);
    fail(b);
  } else if (f->viscous > 0 && !(f->mu_static > 0)) {
    pw_message(b->messages, PAWL_ERROR, source->place,
               "contact '%s': with a 'law' friction that is 'viscous' alone is not offered; give a 'static' coefficient and a "
               "'stiffness', too, or leave the law out",
               contact->name);
    fail(b);
  } else if (f->mu_static > 0) {
    b->k->displaced += contact->slots > DISPLACED ? contact->slots : DISPLACED;
  }
}

// A solid with flat faces on one of its sides.
static bool has_solid(const PwBuild *b, const PawlContactDef *def) {
  for (int side = 0; side < 2; side++) {
    if (def->surface[side].i && b->k->skin[def->surface[side].i - 1].geometry.shell) return true;
  }
  return false;
}

// Frusta touch planes and balls alone.
static void check_frusta(PwBuild *b, const PwModelContact *source, const PwContact *contact) {
  const PwShell *s[2] = {b->k->skin[contact->skin[0]].shell, b->k->skin[contact->skin[1]].shell};
  for (int side = 0; side < 2 && s[0] && s[1]; side++) {
    if (!s[side]->is_round || s[1 - side]->open || s[1 - side]->ball > 0) continue;
    pw_message(b->messages, PAWL_ERROR, source->place,
               "contact '%s': the surface '%s' is a frustum, which touches planes and whole spheres only, and '%s' is a %s",
               contact->name, b->k->skin[contact->skin[side]].name, b->k->skin[contact->skin[1 - side]].name,
               pw_words_surface[b->k->skin[contact->skin[1 - side]].type]);
    fail(b);
    return;
  }
}

static void build_shells(PwBuild *b, const PwModelContact *source, const PwContact *contact) {
  for (int side = 0; side < 2; side++) {
    const PwSkin *skin = &b->k->skin[contact->skin[side]];
    if (pw_build_shell(b, contact->skin[side])) continue;
    pw_message(b->messages, PAWL_ERROR, source->place,
               "contact '%s': the surface '%s' is a %s, and solids with flat faces touch only each other, planes and whole "
               "spheres from outside",
               contact->name, skin->name, pw_words_surface[skin->type]);
    fail(b);
  }
  check_frusta(b, source, contact);
}

static void build_contact(PwBuild *b, const PwModelContact *source) {
  PawlMechanism *k = b->k;
  const PawlContactDef *def = &source->def;
  PwContact *contact = &k->contact[k->contacts++];
  *contact = (PwContact){.name = pw_arena_string(&k->arena, def->name),
                         .kind = has_solid(b, def)   ? PW_CONTACT_SHELLS
                                 : def->surface[0].i ? PW_CONTACT_SURFACES
                                                     : PW_CONTACT_PROFILES,
                         .scalar = -1,
                         .sides = def->sides,
                         .restitution = def->restitution,
                         .rebound = def->rebound,
                         .soft = def->law != PAWL_CONTACT_RIGID,
                         .type = def->law,
                         .friction = build_friction(def),
                         .start_closed = def->start_closed || def->sides == PAWL_SIDES_BOTH,
                         .slot = k->slots,
                         .slots = def->slots,
                         .place = pw_build_place(b, source->place)};
  for (int side = 0; side < 2; side++) {
    int32_t boundary = contact->boundary[side] = def->profile[side].i - 1, skin = contact->skin[side] = def->surface[side].i - 1;
    contact->body[side] = skin >= 0 ? k->skin[skin].body : k->boundary[boundary].body;
  }
  if (contact->soft) contact->law = build_law(def);
  if (contact->soft) build_soft_friction(b, source, contact);
  k->slots += def->slots;
  if (!contact->name) fail(b);
  if (contact->kind == PW_CONTACT_PROFILES) check_planes(b, source);
  if (contact->kind == PW_CONTACT_SHELLS && contact->name) build_shells(b, source, contact);
}

static void build_stop(PwBuild *b, const PwModelLimit *source, int32_t q, bool upper) {
  PawlMechanism *k = b->k;
  const PawlLimitDef *def = &source->def;
  const PwCoordinate *coordinate = &k->coordinate[q];
  const PwJoint *joint = &k->joint[coordinate->joint];
  PwContact *contact = &k->contact[k->contacts++];
  *contact = (PwContact){.name = pw_arena_format(&k->arena, "%s.%s", coordinate->name, upper ? "upper" : "lower"),
                         .kind = PW_CONTACT_STOP,
                         .boundary = {-1, -1},
                         .skin = {-1, -1},
                         .body = {joint->body[0], joint->body[1]},
                         .scalar = coordinate->scalar,
                         .sign = upper ? -1 : 1,
                         .bound = upper ? def->upper : def->lower,
                         .angular = coordinate->angular,
                         .sides = PAWL_SIDES_ONE,
                         .restitution = def->restitution,
                         .rebound = def->rebound,
                         .soft = def->stiffness > 0,
                         .slot = k->slots++,
                         .slots = 1,
                         .place = pw_build_place(b, source->place)};
  if (contact->soft) {
    contact->law = (PwForceLaw){.stiffness = def->stiffness, .exponent = 1, .floor = LEAST_SPEED, .viscous = def->damping};
  }
  if (!contact->name) fail(b);
}

static void build_limit(PwBuild *b, const PwModelLimit *source) {
  PawlMechanism *k = b->k;
  int32_t q = pw_build_coordinate(b, &source->def.coordinate, source->place);
  if (q < 0) return;
  for (int32_t d = 0; d < k->drives; d++) {
    if (k->drive[d].coordinate != q) continue;
    pw_message(b->messages, PAWL_WARNING, source->place,
               "joint '%s': the limits of '%s' are not heeded, because drive '%s' prescribes it",
               k->joint[k->coordinate[q].joint].name, k->coordinate[q].name, k->drive[d].name);
    return;
  }
  if (!isnan(source->def.lower)) build_stop(b, source, q, false);
  if (!isnan(source->def.upper)) build_stop(b, source, q, true);
}

// A kink of a net carries no touch, unlike an edge of a turned or extruded profile: said once of each surface that has a contact.
static void warn_of_kinks(const PwBuild *b) {
  const PawlMechanism *k = b->k;
  for (int32_t i = 0; i < k->surfaces; i++) {
    int direction;
    double at;
    const PwContact *contact = NULL;
    for (int32_t c = 0; c < k->contacts && !contact; c++) {
      if (k->contact[c].skin[0] == i || k->contact[c].skin[1] == i) contact = &k->contact[c];
    }
    if (!contact || !pw_surface_kink(&k->skin[i].geometry, &direction, &at)) continue;
    pw_message(
        b->messages, PAWL_WARNING, contact->place,
        "contact '%s': the net of surface '%s' has a kink at %c = %.6g, and kinks of a net carry no touch: bodies that meet "
        "there go into each other; give it a round of its own",
        contact->name, b->model->surfaces.item[i].def.name, direction ? 'v' : 'u', at);
  }
}

static void build_lists(PwBuild *b) {
  PawlMechanism *k = b->k;
  const PawlModel *m = b->model;
  k->contact_list = pw_arena_array(&k->arena, (size_t)m->contact_lists.count + 1, sizeof *k->contact_list);
  for (int32_t i = 0; i < m->contact_lists.count && k->contact_list; i++) {
    const PwModelContactList *from = &m->contact_lists.item[i];
    PwContactList *to = &k->contact_list[k->contact_lists++];
    *to = (PwContactList){.name = pw_arena_string(&k->arena, from->name),
                          .surfaces = from->surfaces,
                          .member = pw_arena_array(&k->arena, (size_t)from->members + 1, sizeof *to->member),
                          .members = from->members,
                          .first = from->first,
                          .count = from->count};
    if (!to->name || !to->member) fail(b);
    for (int32_t n = 0; n < from->members && to->member; n++) to->member[n] = from->member[n] - 1;
  }
  if (!k->contact_list) fail(b);
}

const PwContactList *pw_long_list_at(const PawlMechanism *k, int32_t c) {
  for (int32_t i = 0; i < k->contact_lists; i++) {
    if (k->contact_list[i].first == c && k->contact_list[i].count > PW_LONG_LIST) return &k->contact_list[i];
  }
  return NULL;
}

void pw_build_contacts(PwBuild *b) {
  PawlMechanism *k = b->k;
  const PawlModel *m = b->model;
  size_t count = (size_t)m->contacts.count + 2 * (size_t)m->limits.count;
  k->contact = pw_arena_array(&k->arena, count + 1, sizeof *k->contact);
  if (!k->contact) fail(b);
  if (b->failed) return;
  if (is_planar(b)) build_boundaries(b);
  if (!b->failed) pw_build_materials(b);
  if (b->failed) return;
  for (int32_t i = 0; i < m->contacts.count; i++) build_contact(b, &m->contacts.item[i]);
  build_lists(b);
  warn_of_kinks(b);
  for (int32_t i = 0; i < m->limits.count; i++) build_limit(b, &m->limits.item[i]);
}
