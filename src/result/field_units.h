// What a number of the output is, so that whoever knows units can convert it. Names only: which units they are, the layers above
// say.
#ifndef PW_FIELD_UNITS_H
#define PW_FIELD_UNITS_H

typedef enum {
  PW_FIELD_PLAIN,  // a number without a unit, or a text
  PW_FIELD_TIME,
  PW_FIELD_LENGTH,
  PW_FIELD_GAP,  // this and the next three are those of a gap: at the stop of an angle angular
  PW_FIELD_SPEED,
  PW_FIELD_FORCE,
  PW_FIELD_IMPULSE,
  PW_FIELD_ACCELERATION,
  PW_FIELD_TORQUE,
  PW_FIELD_UNITS,                   // those above have one unit in a whole table; those below have none in its heading
  PW_FIELD_VALUE = PW_FIELD_UNITS,  // of an event: what its kind says
  PW_FIELD_U1,                      // places on two boundaries: u and v on the first, then on the second
  PW_FIELD_V1,
  PW_FIELD_U2,
  PW_FIELD_V2,
  PW_FIELD_U1_RATE,
  PW_FIELD_V1_RATE,
  PW_FIELD_U2_RATE,
  PW_FIELD_V2_RATE,
  PW_FIELD_U1_ACCELERATION,
  PW_FIELD_V1_ACCELERATION,
  PW_FIELD_U2_ACCELERATION,
  PW_FIELD_V2_ACCELERATION
} PwFieldUnit;
#endif
