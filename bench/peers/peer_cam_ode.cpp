// The disc cam in ODE: peer_cam_ode W STEPS_PER_TURN ERP MARGIN
// The follower is a body on a slider with its spring as an applied force; the cam is a kinematic body that is put in place before
// every step. The one contact of disc and face is written by hand, exactly, and becomes a contact joint where the gap is below
// MARGIN times what the cam
// moves in a step (0: where they overlap, as ODE's own colliders do). Heights are taken at the end of each step, forces (an
// average over the step) in its middle.
#include <ode/ode.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>

#include "cam.h"
#include "measure.h"
#include "problems.h"

namespace {

struct World {
  dWorldID world;
  dBodyID cam, follower;
  dJointGroupID contacts;
};

World build(double erp) {
  World w;
  w.world = dWorldCreate();
  dWorldSetGravity(w.world, 0, -PW_GRAVITY, 0);
  dWorldSetERP(w.world, erp);
  dWorldSetCFM(w.world, 1e-12);
  w.cam = dBodyCreate(w.world);
  dBodySetKinematic(w.cam);
  w.follower = dBodyCreate(w.world);
  dMass mass;
  dMassSetBoxTotal(&mass, PW_CAM_MASS, 2 * PW_CAM_HALF_WIDTH, 0.01, 0.01);
  dBodySetMass(w.follower, &mass);
  dBodySetPosition(w.follower, 0, PW_CAM_RADIUS, 0);
  dJointID guide = dJointCreateSlider(w.world, nullptr);
  dJointAttach(guide, w.follower, nullptr);
  dJointSetSliderAxis(guide, 0, 1, 0);
  w.contacts = dJointGroupCreate(0);
  return w;
}

// The contact joint of this step, or null.
dJointID touch(World &w, double angle, double margin) {
  double x = PW_CAM_ECCENTRICITY * std::cos(angle), top = PW_CAM_RADIUS + PW_CAM_ECCENTRICITY * std::sin(angle);
  double depth = top - dBodyGetPosition(w.follower)[1];
  if (depth < -margin) return nullptr;
  dContact contact = {};
  contact.geom.pos[0] = x;
  contact.geom.pos[1] = top;
  contact.geom.normal[1] = 1;
  contact.geom.depth = depth;
  dJointID joint = dJointCreateContact(w.world, w.contacts, &contact);
  dJointAttach(joint, w.follower, w.cam);
  return joint;
}

// One run; the event times of the last turn are those of its steps.
void run_once(const PwCam &cam, long per_turn, double erp, double margin, PwCamMeasured *out) {
  World w = build(erp);
  double h = cam.period / static_cast<double>(per_turn);
  PwCamFlight flight = {NAN, 0, 0};
  margin *= PW_CAM_ECCENTRICITY * cam.w * h;
  dBodySetLinearVel(w.follower, 0, PW_CAM_ECCENTRICITY * cam.w, 0);
  double begin = pw_cpu_seconds();
  for (long i = 0; i < PW_CAM_TURNS * per_turn; i++) {
    double t = static_cast<double>(i) * h, angle = cam.w * t;
    dQuaternion turn = {std::cos(angle / 2), 0, 0, std::sin(angle / 2)};
    dBodySetQuaternion(w.cam, turn);
    dBodySetAngularVel(w.cam, 0, 0, cam.w);
    dBodyAddForce(w.follower, 0, -PW_CAM_PRELOAD - PW_CAM_STIFFNESS * (dBodyGetPosition(w.follower)[1] - PW_CAM_RADIUS), 0);
    dJointFeedback feedback = {};
    dJointID joint = touch(w, angle, margin);
    if (joint) dJointSetFeedback(joint, &feedback);
    dWorldStep(w.world, h);
    dJointGroupEmpty(w.contacts);
    if (i >= (PW_CAM_TURNS - 1) * per_turn) {
      pw_cam_compare(&cam, t + h, dBodyGetPosition(w.follower)[1], NAN, out);
      pw_cam_compare(&cam, t + h / 2, NAN, feedback.f1[1], out);
      pw_cam_watch(&cam, t, feedback.f1[1], &flight);
    }
  }
  out->run = std::fmin(out->run, pw_cpu_seconds() - begin);
  out->steps = PW_CAM_TURNS * per_turn;
  pw_cam_note_flight(&cam, &flight, out);
  dJointGroupDestroy(w.contacts);
  dWorldDestroy(w.world);
}

}  // namespace

int main(int argc, char **argv) {
  if (argc != 5) return 2;
  PwCam cam = pw_cam_create(std::atof(argv[1]));
  long per_turn = std::atol(argv[2]);
  PwCamMeasured out = pw_cam_measured();
  dInitODE2(0);
  double begin = pw_cpu_seconds();
  for (int i = 0; i < 20 && (i == 0 || pw_cpu_seconds() - begin < 0.3); i++) {
    run_once(cam, per_turn, std::atof(argv[3]), std::atof(argv[4]), &out);
  }
  char setting[60];
  std::snprintf(setting, sizeof setting, "h %.0e erp %s x%s", cam.period / static_cast<double>(per_turn), argv[3], argv[4]);
  pw_cam_print(&cam, "ODE", setting, &out);
  dCloseODE();
  return 0;
}
