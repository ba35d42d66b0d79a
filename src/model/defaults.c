// Every def as it is before anyone edits it.
#include <math.h>

#include "base/sized.h"
#include "pawl/model.h"

PW_SIZED_INIT(PawlTableDef, pawl_table_def, {.interpolation = PAWL_TABLE_SPLINE, .extension = PAWL_TABLE_HOLD})
PW_SIZED_INIT(PawlBodyDef, pawl_body_def, {.orientation = {1}})
PW_SIZED_INIT(PawlFrameDef, pawl_frame_def, {.orientation = {1}, .angle_axis = {0, 0, 1}})
PW_SIZED_INIT(PawlJointDef, pawl_joint_def, {.length = NAN, .kinetic = NAN})
PW_SIZED_INIT(PawlCouplerDef, pawl_coupler_def, {.offset = NAN})
PW_SIZED_INIT(PawlDriveDef, pawl_drive_def, {0})
PW_SIZED_INIT(PawlForceDef, pawl_force_def, {.free_length = NAN})
PW_SIZED_INIT(PawlMeasureDef, pawl_measure_def, {.axis = 2})
PW_SIZED_INIT(PawlElementDef, pawl_element_def, {.from = {NAN, NAN}, .to = {NAN, NAN}, .scale = 1, .degree = 3})
PW_SIZED_INIT(PawlProfileDef, pawl_profile_def, {.orientation = {1}, .closed = true})
PW_SIZED_INIT(PawlSurfaceDef, pawl_surface_def,
              {.orientation = {1}, .range = {{NAN, NAN}, {NAN, NAN}}, .closed = true, .degree = {3, 3}})
PW_SIZED_INIT(PawlMeshDef, pawl_mesh_def, {.unit = 1, .orientation = {1}})
PW_SIZED_INIT(
    PawlContactDef, pawl_contact_def,
    {.slots = 2, .rebound = NAN, .exponent = 1.5, .damping = NAN, .kinetic = NAN, .stick_speed = NAN, .slide_speed = NAN})
PW_SIZED_INIT(PawlLimitDef, pawl_limit_def, {.lower = NAN, .upper = NAN, .rebound = NAN})
PW_SIZED_INIT(PawlInitialCoordinate, pawl_initial_coordinate, {.position = NAN, .speed = NAN})
PW_SIZED_INIT(PawlInitialBody, pawl_initial_body, {.velocity = {NAN, NAN, NAN}, .angular_velocity = {NAN, NAN, NAN}})
