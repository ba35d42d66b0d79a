// What a slot of a contact tells of the touch that has it: one list, and the order of its fields in result.csv and in
// touches.csv. Names, units and values where there is no touch follow from it. A new field is a line here, its place in the order
// of the tables that have it (slot_fields.c), what sets it (simulate/read_slots.c), and docs/results.md.
#ifndef PW_SLOT_FIELDS_H
#define PW_SLOT_FIELDS_H
#include <stdbool.h>
#include <stdint.h>

#include "result/field_units.h"

// FIELD(name here, name in the plane, name in space, which contacts have it, what it is, value of a slot without a touch). NULL:
// it is none there. Contacts that have it: ALL, those with FRICTION of any kind, of these those with a TORQUE of resistance to
// rolling or spin. Components of one thing (a point, a normal, rates of the places) stand side by side.
// clang-format off
#define PW_SLOT_LIST(FIELD)                                                                                      \
  FIELD(STATE, "state", "state", ALL, PLAIN, 0) /* 0 none, 1 open, 2 closed, 3 pressed by a law */               \
  FIELD(X, "x", "x", ALL, LENGTH, 0) /* the point, ground axes */                                                \
  FIELD(Y, "y", "y", ALL, LENGTH, 0)                                                                             \
  FIELD(Z, NULL, "z", ALL, LENGTH, 0)                                                                            \
  FIELD(NX, "nx", "nx", ALL, PLAIN, 0) /* unit normal that pushes body 1 */                                      \
  FIELD(NY, "ny", "ny", ALL, PLAIN, 0)                                                                           \
  FIELD(NZ, NULL, "nz", ALL, PLAIN, 0)                                                                           \
  FIELD(GAP, "gap", "gap", ALL, GAP, NAN)                                                                        \
  FIELD(FORCE, "force", "force", ALL, FORCE, 0) /* along the normal */                                           \
  FIELD(STATIC, "static", "static", ALL, FORCE, 0) /* its part with all speeds zero and drives standing still */ \
  FIELD(DYNAMIC, "dynamic", "dynamic", ALL, FORCE, 0) /* the rest */                                             \
  FIELD(Q1, "q1", "u1", ALL, U1, NAN) /* places on the two boundaries; surfaces: u */                            \
  FIELD(Q2, "q2", "u2", ALL, U2, NAN)                                                                            \
  FIELD(V1, NULL, "v1", ALL, V1, NAN) /* surfaces: v */                                                          \
  FIELD(V2, NULL, "v2", ALL, V2, NAN)                                                                            \
  FIELD(U1_RATE, NULL, "u1.rate", ALL, U1_RATE, NAN) /* surfaces: how the places move */                         \
  FIELD(V1_RATE, NULL, "v1.rate", ALL, V1_RATE, NAN)                                                             \
  FIELD(U2_RATE, NULL, "u2.rate", ALL, U2_RATE, NAN)                                                             \
  FIELD(V2_RATE, NULL, "v2.rate", ALL, V2_RATE, NAN)                                                             \
  FIELD(U1_ACCELERATION, NULL, "u1.acceleration", ALL, U1_ACCELERATION, NAN)                                     \
  FIELD(V1_ACCELERATION, NULL, "v1.acceleration", ALL, V1_ACCELERATION, NAN)                                     \
  FIELD(U2_ACCELERATION, NULL, "u2.acceleration", ALL, U2_ACCELERATION, NAN)                                     \
  FIELD(V2_ACCELERATION, NULL, "v2.acceleration", ALL, V2_ACCELERATION, NAN)                                     \
  FIELD(MODE, "mode", "mode", FRICTION, PLAIN, 0) /* of the slip: 0 none, 1 sticks, 2 slides, 3 yields */        \
  FIELD(SLIP, "slip", "slip", FRICTION, SPEED, NAN) /* of body 1 on body 2, along z x n; in space its size */    \
  FIELD(SLIP_X, NULL, "slip.x", FRICTION, SPEED, NAN) /* ground axes, as all that follows */                     \
  FIELD(SLIP_Y, NULL, "slip.y", FRICTION, SPEED, NAN)                                                            \
  FIELD(SLIP_Z, NULL, "slip.z", FRICTION, SPEED, NAN)                                                            \
  FIELD(SLIP_ACCELERATION, "slip.acceleration", NULL, FRICTION, ACCELERATION, NAN) /* its rate */                \
  FIELD(SLIP_ACCELERATION_X, NULL, "slip.acceleration.x", FRICTION, ACCELERATION, NAN)                           \
  FIELD(SLIP_ACCELERATION_Y, NULL, "slip.acceleration.y", FRICTION, ACCELERATION, NAN)                           \
  FIELD(SLIP_ACCELERATION_Z, NULL, "slip.acceleration.z", FRICTION, ACCELERATION, NAN)                           \
  FIELD(FRICTION, "friction", "friction", FRICTION, FORCE, 0) /* size of the friction force */                   \
  FIELD(FRICTION_X, "friction.x", "friction.x", FRICTION, FORCE, 0) /* on body 1 */                              \
  FIELD(FRICTION_Y, "friction.y", "friction.y", FRICTION, FORCE, 0)                                              \
  FIELD(FRICTION_Z, NULL, "friction.z", FRICTION, FORCE, 0)                                                      \
  FIELD(ROAM1, "roam1", NULL, FRICTION, SPEED, NAN) /* of the touch over boundary 1, along z x n */              \
  FIELD(ROAM1_X, NULL, "roam1.x", FRICTION, SPEED, NAN)                                                          \
  FIELD(ROAM1_Y, NULL, "roam1.y", FRICTION, SPEED, NAN)                                                          \
  FIELD(ROAM1_Z, NULL, "roam1.z", FRICTION, SPEED, NAN)                                                          \
  FIELD(ROAM2, "roam2", NULL, FRICTION, SPEED, NAN) /* of the touch over boundary 2, along z x n */              \
  FIELD(ROAM2_X, NULL, "roam2.x", FRICTION, SPEED, NAN)                                                          \
  FIELD(ROAM2_Y, NULL, "roam2.y", FRICTION, SPEED, NAN)                                                          \
  FIELD(ROAM2_Z, NULL, "roam2.z", FRICTION, SPEED, NAN)                                                          \
  FIELD(TORQUE, "torque", NULL, TORQUE, TORQUE, 0) /* of resistance to rolling and spin, on body 1 */            \
  FIELD(TORQUE_X, NULL, "torque.x", TORQUE, TORQUE, 0)                                                           \
  FIELD(TORQUE_Y, NULL, "torque.y", TORQUE, TORQUE, 0)                                                           \
  FIELD(TORQUE_Z, NULL, "torque.z", TORQUE, TORQUE, 0)
// clang-format on

// PW_SLOT_GAP: number of a field.
#define PW_SLOT_NUMBER(field, ...) PW_SLOT_##field,
enum { PW_SLOT_LIST(PW_SLOT_NUMBER) PW_SLOT_FIELDS };
#undef PW_SLOT_NUMBER

// Which contacts have a field: each of these has those before it, too.
typedef enum { PW_SLOT_OF_ALL, PW_SLOT_OF_FRICTION, PW_SLOT_OF_TORQUE } PwSlotWhose;

typedef struct {
  const char *name[2];  // in the plane, in space; NULL: none
  PwSlotWhose whose;
  PwFieldUnit unit;
  double none;  // where there is no touch
} PwSlotField;

typedef enum { PW_SLOT_IN_RESULT, PW_SLOT_IN_TOUCHES } PwSlotTable;

// The list as a table, 0 to PW_SLOT_FIELDS - 1.
const PwSlotField *pw_slot_field(int32_t field);
// Numbers of the fields that a slot of such a contact has in a table, in the order of its columns; how many there are.
int32_t pw_slot_columns(PwSlotTable table, bool space, PwSlotWhose whose, int32_t field[PW_SLOT_FIELDS]);
// Is it a place on a boundary?
bool pw_slot_is_place(int32_t field);
// The values of a slot without a touch.
void pw_slot_clear(double value[PW_SLOT_FIELDS]);
#endif
