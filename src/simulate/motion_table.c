#include "simulate/motion_table.h"

enum { SLOT_COLUMNS = 8 };

typedef struct {
  const char *part, *unit;
} Part;

static const Part PLANE[] = {{"x", "m"}, {"y", "m"}, {"angle", "rad"}};
static const Part SPACE[] = {{"x", "m"}, {"y", "m"}, {"z", "m"}, {"qw", ""}, {"qx", ""}, {"qy", ""}, {"qz", ""}};
static const Part SLOT[SLOT_COLUMNS] = {{"state", ""}, {"x", "m"},     {"y", "m"}, {"nx", ""},
                                        {"ny", ""},    {"force", "N"}, {"q1", ""}, {"q2", ""}};

// The columns of one body or slot; false when out of memory.
static bool add(PwMotionTable *table, PwArena *arena, const char *name, int32_t slot, const Part *part, int32_t count) {
  for (int32_t i = 0; i < count; i++) {
    char *full =
        slot ? pw_arena_format(arena, "%s.%d.%s", name, slot, part[i].part) : pw_arena_format(arena, "%s.%s", name, part[i].part);
    if (!full) return false;
    table->column[table->count++] = (PwColumn){full, part[i].unit, 1};
  }
  return true;
}

PawlStatus pw_motion_table_create(const PawlMechanism *k, PwArena *arena, PwMotionTable *out) {
  size_t count = 1 + (size_t)pw_position_count(k) + (size_t)k->slots * SLOT_COLUMNS;
  *out = (PwMotionTable){.column = pw_arena_array(arena, count, sizeof *out->column),
                         .values = pw_arena_array(arena, count, sizeof *out->values)};
  if (!out->column || !out->values) return PAWL_ERR_MEMORY;
  out->column[out->count++] = (PwColumn){"t", "s", 1};
  bool ok = true;
  for (int32_t i = 1; i < k->bodies && ok; i++) {
    ok = add(out, arena, k->body[i].name, 0, k->planar ? PLANE : SPACE, pw_coordinates_per_body(k));
  }
  for (int32_t i = 0; i < k->contacts && ok; i++) {
    for (int32_t n = 1; n <= k->contact[i].slots && ok; n++) ok = add(out, arena, k->contact[i].name, n, SLOT, SLOT_COLUMNS);
  }
  return ok ? PAWL_OK : PAWL_ERR_MEMORY;
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
  for (int32_t i = 0; i < k->contacts; i++) {
    for (int32_t n = k->contact[i].slot; n < k->contact[i].slot + k->contact[i].slots; n++) {
      PwSlotValues v;
      pw_read_slot(s, n, &v);
      const double list[SLOT_COLUMNS] = {v.state, v.x, v.y, v.nx, v.ny, v.force, v.q1, v.q2};
      for (int c = 0; c < SLOT_COLUMNS; c++) *out++ = list[c];
    }
  }
}
