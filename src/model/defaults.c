// Every def as it is before anyone edits it.
#include <math.h>

#include "pawl/model.h"

PawlTableDef pawl_table_def_default(void) {
  return (PawlTableDef){.size = sizeof(PawlTableDef), .interpolation = PAWL_TABLE_SPLINE, .extension = PAWL_TABLE_HOLD};
}

PawlBodyDef pawl_body_def_default(void) {
  return (PawlBodyDef){.size = sizeof(PawlBodyDef), .orientation = {1}};
}

PawlFrameDef pawl_frame_def_default(void) {
  return (PawlFrameDef){.size = sizeof(PawlFrameDef), .orientation = {1}, .angle_axis = {0, 0, 1}};
}

PawlJointDef pawl_joint_def_default(void) {
  return (PawlJointDef){.size = sizeof(PawlJointDef), .length = NAN};
}

PawlCouplerDef pawl_coupler_def_default(void) {
  return (PawlCouplerDef){.size = sizeof(PawlCouplerDef), .offset = NAN};
}

PawlDriveDef pawl_drive_def_default(void) {
  return (PawlDriveDef){.size = sizeof(PawlDriveDef)};
}

PawlForceDef pawl_force_def_default(void) {
  return (PawlForceDef){.size = sizeof(PawlForceDef), .free_length = NAN};
}

PawlMeasureDef pawl_measure_def_default(void) {
  return (PawlMeasureDef){.size = sizeof(PawlMeasureDef), .axis = 2};
}

PawlInitialCoordinate pawl_initial_coordinate_default(void) {
  return (PawlInitialCoordinate){.size = sizeof(PawlInitialCoordinate), .position = NAN, .speed = NAN};
}

PawlInitialBody pawl_initial_body_default(void) {
  return (PawlInitialBody){.size = sizeof(PawlInitialBody), .velocity = {NAN, NAN, NAN}, .angular_velocity = {NAN, NAN, NAN}};
}
