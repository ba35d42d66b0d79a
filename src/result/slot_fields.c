#include "result/slot_fields.h"

#include <math.h>
#include <stddef.h>

// Result files of older runs have these orders, so new fields go to the end.
static const int32_t IN_RESULT[] = {PW_SLOT_Q1,
                                    PW_SLOT_Q2,
                                    PW_SLOT_GAP,
                                    PW_SLOT_FORCE,
                                    PW_SLOT_STATIC,
                                    PW_SLOT_DYNAMIC,
                                    PW_SLOT_V1,
                                    PW_SLOT_V2,
                                    PW_SLOT_U1_RATE,
                                    PW_SLOT_V1_RATE,
                                    PW_SLOT_U2_RATE,
                                    PW_SLOT_V2_RATE,
                                    PW_SLOT_U1_ACCELERATION,
                                    PW_SLOT_V1_ACCELERATION,
                                    PW_SLOT_U2_ACCELERATION,
                                    PW_SLOT_V2_ACCELERATION,
                                    PW_SLOT_MODE,
                                    PW_SLOT_SLIP,
                                    PW_SLOT_SLIP_X,
                                    PW_SLOT_SLIP_Y,
                                    PW_SLOT_SLIP_Z,
                                    PW_SLOT_SLIP_ACCELERATION,
                                    PW_SLOT_SLIP_ACCELERATION_X,
                                    PW_SLOT_SLIP_ACCELERATION_Y,
                                    PW_SLOT_SLIP_ACCELERATION_Z,
                                    PW_SLOT_FRICTION,
                                    PW_SLOT_FRICTION_X,
                                    PW_SLOT_FRICTION_Y,
                                    PW_SLOT_FRICTION_Z,
                                    PW_SLOT_ROAM1,
                                    PW_SLOT_ROAM1_X,
                                    PW_SLOT_ROAM1_Y,
                                    PW_SLOT_ROAM1_Z,
                                    PW_SLOT_ROAM2,
                                    PW_SLOT_ROAM2_X,
                                    PW_SLOT_ROAM2_Y,
                                    PW_SLOT_ROAM2_Z,
                                    PW_SLOT_TORQUE,
                                    PW_SLOT_TORQUE_X,
                                    PW_SLOT_TORQUE_Y,
                                    PW_SLOT_TORQUE_Z};
static const int32_t IN_TOUCHES[] = {PW_SLOT_STATE,      PW_SLOT_X,          PW_SLOT_Y,      PW_SLOT_Z,        PW_SLOT_NX,
                                     PW_SLOT_NY,         PW_SLOT_NZ,         PW_SLOT_FORCE,  PW_SLOT_Q1,       PW_SLOT_V1,
                                     PW_SLOT_Q2,         PW_SLOT_V2,         PW_SLOT_MODE,   PW_SLOT_SLIP,     PW_SLOT_FRICTION_X,
                                     PW_SLOT_FRICTION_Y, PW_SLOT_FRICTION_Z, PW_SLOT_TORQUE, PW_SLOT_TORQUE_X, PW_SLOT_TORQUE_Y,
                                     PW_SLOT_TORQUE_Z};

const PwSlotField *pw_slot_field(int32_t field) {
#define FIELD(name, plane, space, whose, unit, none) {{plane, space}, PW_SLOT_OF_##whose, PW_FIELD_##unit, none},
  static const PwSlotField TABLE[PW_SLOT_FIELDS] = {PW_SLOT_LIST(FIELD)};
#undef FIELD
  return &TABLE[field];
}

int32_t pw_slot_columns(PwSlotTable table, bool space, PwSlotWhose whose, int32_t field[PW_SLOT_FIELDS]) {
  const int32_t *order = table == PW_SLOT_IN_RESULT ? IN_RESULT : IN_TOUCHES;
  size_t all = table == PW_SLOT_IN_RESULT ? sizeof IN_RESULT / sizeof *order : sizeof IN_TOUCHES / sizeof *order;
  int32_t count = 0;
  for (size_t i = 0; i < all; i++) {
    const PwSlotField *f = pw_slot_field(order[i]);
    if (f->name[space] && f->whose <= whose) field[count++] = order[i];
  }
  return count;
}

bool pw_slot_is_place(int32_t field) {
  PwFieldUnit unit = pw_slot_field(field)->unit;
  return unit >= PW_FIELD_U1 && unit <= PW_FIELD_V2;
}

void pw_slot_clear(double value[PW_SLOT_FIELDS]) {
  for (int32_t i = 0; i < PW_SLOT_FIELDS; i++) value[i] = pw_slot_field(i)->none;
}
