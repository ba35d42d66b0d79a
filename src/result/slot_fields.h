// What a slot of a contact tells of the touch that has it: one list, and the order of its fields in result.csv and in
// touches.csv. Names, units and values where there is no touch follow from it. A new field is a line here, its place in the order
// of the tables that have it (slot_fields.c), what sets it (simulate/read_slots.c), and docs/results.md.
#ifndef PW_SLOT_FIELDS_H
#define PW_SLOT_FIELDS_H
#include <stdbool.h>
#include <stdint.h>

#include "result/field_units.h"

// FIELD(name here, name in the plane, name in space, what it is, value of a slot without a touch). NULL: it is none there.
// Components of one thing (a point, a normal, rates of the places) stand side by side.
// clang-format off
#define PW_SLOT_LIST(FIELD)                                                                                    \
  FIELD(STATE, "state", "state", PLAIN, 0)       /* 0 none, 1 open, 2 closed, 3 pressed by a law */            \
  FIELD(X, "x", "x", LENGTH, 0)                  /* the point, ground axes */                                  \
  FIELD(Y, "y", "y", LENGTH, 0)                                                                                \
  FIELD(Z, NULL, "z", LENGTH, 0)                                                                               \
  FIELD(NX, "nx", "nx", PLAIN, 0)                /* unit normal that pushes body 1 */                          \
  FIELD(NY, "ny", "ny", PLAIN, 0)                                                                              \
  FIELD(NZ, NULL, "nz", PLAIN, 0)                                                                              \
  FIELD(GAP, "gap", "gap", GAP, NAN)                                                                           \
  FIELD(FORCE, "force", "force", FORCE, 0)       /* along the normal */                                        \
  FIELD(STATIC, "static", "static", FORCE, 0)    /* its part with all speeds zero and drives standing still */ \
  FIELD(DYNAMIC, "dynamic", "dynamic", FORCE, 0) /* the rest */                                                \
  FIELD(Q1, "q1", "u1", U1, NAN)                 /* places on the two boundaries; surfaces: u */               \
  FIELD(Q2, "q2", "u2", U2, NAN)                                                                               \
  FIELD(V1, NULL, "v1", V1, NAN)                 /* surfaces: v */                                             \
  FIELD(V2, NULL, "v2", V2, NAN)                                                                               \
  FIELD(U1_RATE, NULL, "u1.rate", U1_RATE, NAN)  /* surfaces: how the places move */                           \
  FIELD(V1_RATE, NULL, "v1.rate", V1_RATE, NAN)                                                                \
  FIELD(U2_RATE, NULL, "u2.rate", U2_RATE, NAN)                                                                \
  FIELD(V2_RATE, NULL, "v2.rate", V2_RATE, NAN)                                                                \
  FIELD(U1_ACCELERATION, NULL, "u1.acceleration", U1_ACCELERATION, NAN)                                        \
  FIELD(V1_ACCELERATION, NULL, "v1.acceleration", V1_ACCELERATION, NAN)                                        \
  FIELD(U2_ACCELERATION, NULL, "u2.acceleration", U2_ACCELERATION, NAN)                                        \
  FIELD(V2_ACCELERATION, NULL, "v2.acceleration", V2_ACCELERATION, NAN)
// clang-format on

// PW_SLOT_GAP: number of a field.
#define PW_SLOT_NUMBER(field, ...) PW_SLOT_##field,
enum { PW_SLOT_LIST(PW_SLOT_NUMBER) PW_SLOT_FIELDS };
#undef PW_SLOT_NUMBER

typedef struct {
  const char *name[2];  // in the plane, in space; NULL: none
  PwFieldUnit unit;
  double none;  // where there is no touch
} PwSlotField;

typedef enum { PW_SLOT_IN_RESULT, PW_SLOT_IN_TOUCHES } PwSlotTable;

// The list as a table, 0 to PW_SLOT_FIELDS - 1.
const PwSlotField *pw_slot_field(int32_t field);
// Numbers of the fields that a slot has in a table, in the order of its columns; how many there are.
int32_t pw_slot_columns(PwSlotTable table, bool space, int32_t field[PW_SLOT_FIELDS]);
// Is it a place on a boundary?
bool pw_slot_is_place(int32_t field);
// The values of a slot without a touch.
void pw_slot_clear(double value[PW_SLOT_FIELDS]);
#endif
