// Profiles that are made: from another profile (moved outwards, or copied, turned and mirrored), or from numbers (gears, racks).
#include <math.h>
#include <string.h>

#include "geometry/profile/chain_edit.h"
#include "geometry/profile/gear.h"
#include "yaml/read_profile.h"

// ---- from another profile

// One that is there already, of any body.
static PawlProfileId read_earlier(PwReader *r, const PwNode *node, const PwNode *full, const char *what) {
  int32_t state = pw_names_get(&r->declared, PW_NAME_PROFILE, full->text);
  if (strcmp(full->text, r->name) == 0) {
    pw_read_fail(r, node->place, "'%.100s' is %s of itself", full->text, what);
    return (PawlProfileId){0};
  }
  if (state >= 0 && state != PW_READ_REFUSED && !pawl_model_find_profile(r->model, full->text).i) {
    pw_read_fail(r, node->place, "'%.100s' comes later: put it first (an offset comes after all that are not)", full->text);
    return (PawlProfileId){0};
  }
  return pw_read_profile(r, full, "profile");
}

static bool read_offset(PwReader *r, const PwNode *node, const char *body_name, PawlProfileDef *def) {
  if (!pw_read_keys(r, node, "offset", pw_keys_offset)) return false;
  const PwNode *profile = pw_read_needed(r, node, "profile"), *by = pw_read_needed(r, node, "by");
  PwNode full;
  if (!profile || !by || !pw_read_own(r, profile, "profile", body_name, &full)) return false;
  def->offset_of = read_earlier(r, profile, &full, "an offset");
  return pw_read_number(r, by, "by", PW_DIM_LENGTH, &def->offset) && def->offset_of.i;
}

// The chain of `from` the other way round, reflected in a line through the origin.
static bool reflect(PwReader *r, const PwNode *node, const PawlProfileDef *from, double along, PawlElementDef *to) {
  static const double origin[2];
  double start[2], end[2];
  bool first = !isnan(from->element[0].from[0]);
  memcpy(start, from->element[0].from, sizeof start);
  for (int32_t k = 0; k < from->count; k++) {
    PawlElementDef *e = &to[from->count - 1 - k];
    double own[2];
    *e = from->element[k];
    if (pw_chain_ends(e, own, end) || pw_chain_reflect(e, start, origin, along, &r->arena)) return pw_read_out_of_memory(r, node);
    memcpy(start, end, sizeof start);
  }
  if (to[0].type == PAWL_ELEMENT_POINT || to[0].type == PAWL_ELEMENT_CIRCLE || !first) return true;
  double c = cos(2 * along), s = sin(2 * along);
  to[0].from[0] = c * end[0] + s * end[1];
  to[0].from[1] = s * end[0] - c * end[1];
  return true;
}

// Mirrored first, in a line through the profile's origin, then turned, then moved.
static bool read_copy(PwReader *r, const PwNode *node, const char *body_name, PawlProfileDef *def) {
  double direction[3] = {1}, about[2] = {0}, angle = 0, move[2] = {0};
  if (!pw_read_keys(r, node, "copy", pw_keys_copy)) return false;
  const PwNode *profile = pw_read_needed(r, node, "profile"), *mirror = pw_node_get(node, "mirror");
  const PwNode *center = pw_node_get(node, "about"), *shift = pw_node_get(node, "move");
  bool good = !mirror || pw_read_direction(r, mirror, "mirror", direction);
  good = (!center || pw_read_list(r, center, "about", PW_DIM_LENGTH, 2, about)) && good;
  good = pw_read_field(r, node, "turn", PW_DIM_ANGLE, &angle) && good;
  good = (!shift || pw_read_list(r, shift, "move", PW_DIM_LENGTH, 2, move)) && good;
  const char *name;
  if (!profile || !pw_read_text(r, profile, "profile", &name) || !good) return false;
  PwNode full = *profile;
  if (!strchr(name, '.') && !pw_read_own(r, profile, "profile", body_name, &full)) return false;
  PawlProfileId id = read_earlier(r, profile, &full, "a copy");
  if (!id.i) return false;
  const PawlProfileDef *from = &r->model->profiles.item[id.i - 1].def;
  if (from->offset_of.i || direction[2] != 0) {
    if (from->offset_of.i)
      pw_read_fail(r, profile->place, "is an offset: copy the profile that it is made from, and offset that");
    if (direction[2] != 0) pw_read_fail(r, mirror->place, "'mirror' leaves the plane of the profile");
    return false;
  }
  PawlElementDef *element = pw_arena_array(&r->arena, (size_t)from->count, sizeof *element);
  if (!element) return pw_read_out_of_memory(r, node);
  memcpy(element, from->element, (size_t)from->count * sizeof *element);
  if (mirror && !reflect(r, node, from, atan2(direction[1], direction[0]), element)) return false;
  for (int32_t k = 0; k < from->count; k++) {
    if (pw_chain_move(&element[k], about, angle, move, &r->arena)) return pw_read_out_of_memory(r, node);
  }
  def->element = element;
  def->count = from->count;
  def->closed = from->closed;
  def->end_points = from->end_points;
  return true;
}

// ---- from numbers

static bool read_teeth(PwReader *r, const PwNode *map, PwGear *g) {
  const PwNode *module = pw_read_needed(r, map, "module"), *teeth = pw_read_needed(r, map, "teeth");
  bool good = module && pw_read_number(r, module, "module", PW_DIM_LENGTH, &g->module);
  good = teeth && pw_read_whole(r, teeth, "teeth", &g->teeth) && good;
  good = pw_read_field(r, map, "pressure_angle", PW_DIM_ANGLE, &g->pressure_angle) && good;
  good = pw_read_field(r, map, "shift", PW_DIM_NONE, &g->shift) && good;
  good = pw_read_field(r, map, "backlash", PW_DIM_LENGTH, &g->backlash) && good;
  good = pw_read_field(r, map, "addendum", PW_DIM_NONE, &g->addendum) && good;
  good = pw_read_field(r, map, "dedendum", PW_DIM_NONE, &g->dedendum) && good;
  good = pw_read_field(r, map, "fillet", PW_DIM_LENGTH, &g->fillet) && good;
  good = pw_read_field(r, map, "height", PW_DIM_LENGTH, &g->height) && good;
  return pw_read_flag(r, map, "internal", &g->internal) && good;
}

static bool read_gear(PwReader *r, const PwNode *map, bool rack, PawlProfileDef *def) {
  PwGear g = {.pressure_angle = 20 * 3.14159265358979323846 / 180, .addendum = 1, .dedendum = 1.25, .fillet = NAN, .height = NAN};
  const char *wrong;
  PawlElementDef *chain = NULL;
  if (!pw_read_keys(r, map, rack ? "rack" : "gear", rack ? pw_keys_rack : pw_keys_gear) || !read_teeth(r, map, &g)) return false;
  PawlStatus status = (rack ? pw_rack_chain : pw_gear_chain)(&g, &r->arena, &chain, &def->count, &wrong);
  if (status == PAWL_ERR_MEMORY) return pw_read_out_of_memory(r, map);
  if (status) pw_read_fail(r, map->place, "%s", wrong);
  def->element = chain;
  double least = rack || g.internal ? -INFINITY : pw_gear_least_shift(&g);
  if (!status && g.shift < least - 1e-9) {
    pw_message(r->messages, PAWL_WARNING, map->place,
               "profile '%s': a cutter would undercut these teeth; with a 'shift' of %.3g or more it would not", r->name, least);
  }
  return status == PAWL_OK;
}

bool pw_read_made(PwReader *r, const PwNode *map, const char *body_name, PawlProfileDef *def) {
  const PwNode *offset = pw_node_get(map, "offset"), *copy = pw_node_get(map, "copy"), *gear = pw_node_get(map, "gear");
  if (offset) return read_offset(r, offset, body_name, def);
  if (copy) return read_copy(r, copy, body_name, def);
  return read_gear(r, gear ? gear : pw_node_get(map, "rack"), !gear, def);
}
