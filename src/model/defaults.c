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

PawlElementDef pawl_element_def_default(void) {
  return (PawlElementDef){.size = sizeof(PawlElementDef), .from = {NAN, NAN}, .to = {NAN, NAN}, .scale = 1, .degree = 3};
}

PawlProfileDef pawl_profile_def_default(void) {
  return (PawlProfileDef){.size = sizeof(PawlProfileDef), .orientation = {1}, .closed = true};
}

PawlSurfaceDef pawl_surface_def_default(void) {
  return (PawlSurfaceDef){
      .size = sizeof(PawlSurfaceDef), .orientation = {1}, .range = {{NAN, NAN}, {NAN, NAN}}, .closed = true, .degree = {3, 3}};
}

PawlContactDef pawl_contact_def_default(void) {
  return (PawlContactDef){.size = sizeof(PawlContactDef), .rebound = NAN, .exponent = 1.5, .damping = NAN, .slots = 2};
}

PawlLimitDef pawl_limit_def_default(void) {
  return (PawlLimitDef){.size = sizeof(PawlLimitDef), .lower = NAN, .upper = NAN, .rebound = NAN};
}

PawlInitialCoordinate pawl_initial_coordinate_default(void) {
  return (PawlInitialCoordinate){.size = sizeof(PawlInitialCoordinate), .position = NAN, .speed = NAN};
}

PawlInitialBody pawl_initial_body_default(void) {
  return (PawlInitialBody){.size = sizeof(PawlInitialBody), .velocity = {NAN, NAN, NAN}, .angular_velocity = {NAN, NAN, NAN}};
}
