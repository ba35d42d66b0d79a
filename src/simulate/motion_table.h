// The rows of motion.csv and the records of touches.csv: where every body and every touch is and what joints exert, whatever the
// model's `output` asks for, in SI. Pages and exports are made from them.
#ifndef PW_MOTION_TABLE_H
#define PW_MOTION_TABLE_H
#include "result/result.h"
#include "simulate/simulation.h"

typedef struct {
  int32_t count;
  PwColumn *column;
  double *values;       // one row
  int32_t touch_count;  // 0: the mechanism has no contacts
  PwColumn *touch_column;
  double *touch_values;                            // one record
  int32_t slot_count, slot_field[PW_SLOT_FIELDS];  // its fields behind contact and slot
} PwMotionTable;

PawlStatus pw_motion_table_create(const PawlMechanism *k, PwArena *arena, PwMotionTable *out);
// The row of the simulation's last sample into table->values.
void pw_motion_table_row(const PwMotionTable *table, const PawlSimulation *s);
// A touch of that sample into table->touch_values; false: it has no slot.
bool pw_motion_table_touch(const PwMotionTable *table, const PawlSimulation *s, int32_t touch);
#endif
