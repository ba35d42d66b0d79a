// What rolls in ODE: peer_rolling_ode NAME STEP ERP MARGIN
// One contact of sphere or disc, written by hand, exactly, with a friction that is never used up; it becomes a contact joint
// where the gap is below MARGIN times the radius. A step follows: dWorldStep, semi-implicit Euler. Bodies turn by finite
// rotations about their angular velocity.
#include <ode/ode.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>

#include "measure.h"
#include "problems.h"
#include "rolling.h"

namespace {

struct World {
  dWorldID world;
  dBodyID roller, table;
  dJointGroupID contacts;
};

World build(const PwRolling &c, double erp) {
  World w = {};
  w.world = dWorldCreate();
  dWorldSetGravity(w.world, 0, 0, -PW_GRAVITY);
  dWorldSetERP(w.world, erp);
  dWorldSetCFM(w.world, 1e-12);
  w.roller = dBodyCreate(w.world);
  dMass mass;
  dMassSetParameters(&mass, c.mass, 0, 0, 0, c.inertia[0], c.inertia[1], c.inertia[2], 0, 0, 0);
  dBodySetMass(w.roller, &mass);
  dBodySetPosition(w.roller, c.position[0], c.position[1], c.position[2]);
  dQuaternion turn = {c.turn[0], c.turn[1], c.turn[2], c.turn[3]};
  dBodySetQuaternion(w.roller, turn);
  dBodySetLinearVel(w.roller, c.velocity[0], c.velocity[1], c.velocity[2]);
  dBodySetAngularVel(w.roller, c.spin[0], c.spin[1], c.spin[2]);
  dBodySetFiniteRotationMode(w.roller, 1);
  if (c.kind == PW_ROLLING_BALL) {
    w.table = dBodyCreate(w.world);
    dBodySetKinematic(w.table);
    dBodySetAngularVel(w.table, 0, 0, PW_BALL_TABLE);
  }
  w.contacts = dJointGroupCreate(0);
  return w;
}

// Point, normal towards the roller, depth.
dContactGeom touch(const PwRolling &c, const World &w) {
  const dReal *x = dBodyGetPosition(w.roller);
  dContactGeom g = {};
  double normal[3] = {0, 0, 1}, point[3] = {x[0], x[1], 0}, depth = c.radius - x[2];
  if (c.kind == PW_ROLLING_SPHERE) {
    double r = std::hypot(x[0], x[1]);
    for (int i = 0; i < 2; i++) {
      normal[i] = -x[i] / r;
      point[i] = x[i] / r * PW_SPHERE_BORE;
    }
    normal[2] = 0;
    point[2] = x[2];
    depth = r + c.radius - PW_SPHERE_BORE;
  } else if (c.kind == PW_ROLLING_DISC) {
    // down from the centre in the disc's plane, whose normal is the body's z axis
    const dReal *m = dBodyGetRotation(w.roller);
    double a[3] = {m[2], m[6], m[10]}, down[3] = {a[2] * a[0], a[2] * a[1], a[2] * a[2] - 1};
    double length = std::sqrt(down[0] * down[0] + down[1] * down[1] + down[2] * down[2]);
    for (int i = 0; i < 3; i++) point[i] = x[i] + c.radius * down[i] / length;
    depth = -point[2];
  }
  for (int i = 0; i < 3; i++) {
    g.pos[i] = point[i];
    g.normal[i] = normal[i];
  }
  g.depth = depth;
  return g;
}

void run_once(const PwRolling &c, double h, double erp, double margin, PwRollingMeasured *out) {
  World w = build(c, erp);
  long steps = std::lround(c.duration / h), every = steps / (PW_ROLLING_SAMPLES - 1);
  double begin = pw_cpu_seconds();
  for (long i = 0; i <= steps; i++) {
    const dReal *x = dBodyGetPosition(w.roller);
    double centre[3] = {x[0], x[1], x[2]};
    if (i % every == 0) pw_rolling_compare(&c, static_cast<int>(i / every), centre, out);
    dContact contact = {};
    contact.geom = touch(c, w);
    contact.surface.mode = dContactApprox1;
    contact.surface.mu = 100;
    if (contact.geom.depth > -margin * c.radius) {
      dJointAttach(dJointCreateContact(w.world, w.contacts, &contact), w.roller, w.table);
    }
    dWorldStep(w.world, h);
    dJointGroupEmpty(w.contacts);
  }
  out->run = std::fmin(out->run, pw_cpu_seconds() - begin);
  out->steps = steps;
  dJointGroupDestroy(w.contacts);
  dWorldDestroy(w.world);
}

}  // namespace

int main(int argc, char **argv) {
  PwRolling c;
  if (argc != 5 || pw_rolling_create(argv[1], &c)) return 2;
  // a whole number of steps between samples
  double between = c.duration / (PW_ROLLING_SAMPLES - 1), h = between / std::ceil(between / std::atof(argv[2]) - 1e-9);
  PwRollingMeasured out = pw_rolling_measured();
  dInitODE2(0);
  double begin = pw_cpu_seconds();
  for (int i = 0; i < 20 && (i == 0 || pw_cpu_seconds() - begin < 0.3); i++) {
    run_once(c, h, std::atof(argv[3]), std::atof(argv[4]), &out);
  }
  char setting[60];
  std::snprintf(setting, sizeof setting, "h %.0e erp %s x%s", h, argv[3], argv[4]);
  pw_rolling_print(&c, "ODE", setting, &out);
  dCloseODE();
  return 0;
}
