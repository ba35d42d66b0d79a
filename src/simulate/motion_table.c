#include "simulate/motion_table.h"

typedef struct {
  const char *part, *unit;
} Part;

static const Part PLANE[] = {{"x", "m"}, {"y", "m"}, {"angle", "rad"}};
static const Part SPACE[] = {{"x", "m"}, {"y", "m"}, {"z", "m"}, {"qw", ""}, {"qx", ""}, {"qy", ""}, {"qz", ""}};
static const Part REACTION[] = {{"fx", "N"}, {"fy", "N"}, {"fz", "N"}};

// Coordinates of a point along a boundary have none, whatever that is.
static const char *si_unit(int32_t field) {
  static const char *const UNITS[PW_FIELD_UNITS] = {"", "s", "m", "m", "m/s", "N", "N*s", "m/s^2", "N*m"};
  PwFieldUnit unit = pw_slot_field(field)->unit;
  return unit < PW_FIELD_UNITS ? UNITS[unit] : "";
}

// One table for all contacts: what any of them has.
static PwSlotWhose whose_of(const PawlMechanism *k) {
  PwSlotWhose most = PW_SLOT_OF_ALL;
  for (int32_t c = 0; c < k->contacts; c++) {
    PwSlotWhose whose = pw_contact_slot_whose(k, &k->contact[c]);
    most = whose > most ? whose : most;
  }
  return most;
}

static int32_t reaction_columns(const PawlMechanism *k) {
  return k->planar ? 2 : 3;
}

// The columns of one body or joint; false when out of memory.
static bool add(PwMotionTable *table, PwArena *arena, const char *name, const Part *part, int32_t count) {
  for (int32_t i = 0; i < count; i++) {
    char *full = pw_arena_join(arena, name, ".", part[i].part);
    if (!full) return false;
    table->column[table->count++] = (PwColumn){full, part[i].unit, 1};
  }
  return true;
}

PawlStatus pw_motion_table_create(const PawlMechanism *k, PwArena *arena, PwMotionTable *out) {
  size_t count = 1 + (size_t)pw_position_count(k) + (size_t)k->joints * (size_t)reaction_columns(k), touch = 2 + PW_SLOT_FIELDS;
  *out = (PwMotionTable){.column = pw_arena_array(arena, count, sizeof *out->column),
                         .values = pw_arena_array(arena, count, sizeof *out->values),
                         .touch_column = pw_arena_array(arena, touch, sizeof *out->touch_column),
                         .touch_values = pw_arena_array(arena, touch, sizeof *out->touch_values)};
  if (!out->column || !out->values || !out->touch_column || !out->touch_values) return PAWL_ERR_MEMORY;
  out->column[out->count++] = (PwColumn){"t", "s", 1};
  for (int32_t i = 1; i < k->bodies; i++) {
    if (!add(out, arena, k->body[i].name, k->planar ? PLANE : SPACE, pw_coordinates_per_body(k))) return PAWL_ERR_MEMORY;
  }
  for (int32_t i = 0; i < k->joints; i++) {
    if (!add(out, arena, k->joint[i].name, REACTION, reaction_columns(k))) return PAWL_ERR_MEMORY;
  }
  if (k->contacts == 0) return PAWL_OK;
  out->touch_column[out->touch_count++] = (PwColumn){"contact", "", 1};
  out->touch_column[out->touch_count++] = (PwColumn){"slot", "", 1};
  out->slot_count = pw_slot_columns(PW_SLOT_IN_TOUCHES, !k->planar, whose_of(k), out->slot_field);
  for (int32_t i = 0; i < out->slot_count; i++) {
    int32_t field = out->slot_field[i];
    out->touch_column[out->touch_count++] = (PwColumn){pw_slot_field(field)->name[!k->planar], si_unit(field), 1};
  }
  return PAWL_OK;
}

void pw_motion_table_row(const PwMotionTable *table, const PawlSimulation *s) {
  const PawlMechanism *k = s->k;
  double *out = table->values;
  *out++ = s->t;
  for (int32_t i = 1; i < k->bodies; i++) {
    double pose[7];
    pawl_simulation_pose(s, (PawlBodyId){i + 1}, pose);
    if (k->planar) pose[2] = s->sample[3 * (i - 1) + 2];  // the angle, with its full turns
    for (int32_t c = 0; c < pw_coordinates_per_body(k); c++) *out++ = pose[c];
  }
  for (int32_t i = 0; i < k->joints; i++) {
    double wrench[6];
    pawl_simulation_reaction(s, (PawlJointId){i + 1}, wrench);
    for (int32_t c = 0; c < reaction_columns(k); c++) *out++ = wrench[c];
  }
}

bool pw_motion_table_touch(const PwMotionTable *table, const PawlSimulation *s, int32_t touch) {
  const PwTouch *own = &s->contact.touches.touch[touch];
  double *out = table->touch_values;
  PwSlotValues v;
  if (own->slot < 0) return false;
  pw_read_touch(s, touch, &v);
  out[0] = own->contact;
  out[1] = own->slot + 1;
  for (int32_t c = 0; c < table->slot_count; c++) out[2 + c] = v.value[table->slot_field[c]];
  return true;
}
