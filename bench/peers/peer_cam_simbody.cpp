// The disc cam in Simbody: peer_cam_simbody W INTEGRATOR ACCURACY [STIFFNESS DISSIPATION]
// The cam turns by a prescribed motion, the follower slides with its spring. Without STIFFNESS the pair is Simbody's constraint
// of a sphere on a plane: exact, but it pulls as well as it pushes and cannot lift off. With it the contact is Simbody's
// compliant one (Hertz with dissipation, of a material of that stiffness in Pa), which can.
#include <Simbody.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>

#include "cam.h"
#include "measure.h"
#include "problems.h"

using namespace SimTK;

namespace {

struct Model {
  MultibodySystem system;
  SimbodyMatterSubsystem matter{system};
  GeneralForceSubsystem forces{system};
  ContactTrackerSubsystem tracker{system};
  CompliantContactSubsystem contact{system, tracker};
  MobilizedBody cam, follower;
  std::unique_ptr<Constraint::SphereOnPlaneContact> pair;  // null: compliant
};

// The follower's face: the plane's outward normal points down.
void build(Model &m, const PwCam &cam, double stiffness, double dissipation) {
  Force::Gravity(m.forces, m.matter, -YAxis, PW_GRAVITY);
  Body::Rigid disc(MassProperties(1, Vec3(0), Inertia(2e-4)));
  Body::Rigid slide(MassProperties(PW_CAM_MASS, Vec3(0), Inertia(1e-6)));
  ContactMaterial material(stiffness, dissipation, 0, 0, 0);
  if (stiffness > 0) {
    disc.addContactSurface(Vec3(PW_CAM_ECCENTRICITY, 0, 0), ContactSurface(ContactGeometry::Sphere(PW_CAM_RADIUS), material));
    // a half-space fills x > 0 of its frame
    slide.addContactSurface(Rotation(Pi / 2, ZAxis), ContactSurface(ContactGeometry::HalfSpace(), material));
  }
  m.cam = MobilizedBody::Pin(m.matter.Ground(), Transform(), disc, Transform());
  Motion::Steady(m.cam, cam.w);
  // a slider moves along x of its frames
  Rotation up(Pi / 2, ZAxis);
  m.follower = MobilizedBody::Slider(m.matter.Ground(), Transform(up, Vec3(0, PW_CAM_RADIUS, 0)), slide, Transform(up));
  Force::MobilityLinearSpring(m.forces, m.follower, MobilizerQIndex(0), PW_CAM_STIFFNESS, -PW_CAM_PRELOAD / PW_CAM_STIFFNESS);
  if (stiffness > 0) return;
  m.pair = std::make_unique<Constraint::SphereOnPlaneContact>(m.follower, Transform(Rotation(Pi / 2, XAxis)), m.cam,
                                                              Vec3(PW_CAM_ECCENTRICITY, 0, 0), PW_CAM_RADIUS, false);
}

std::unique_ptr<Integrator> make_integrator(const char *name, const MultibodySystem &system) {
  if (!std::strcmp(name, "rkm")) return std::make_unique<RungeKuttaMersonIntegrator>(system);
  if (!std::strcmp(name, "cpodes")) return std::make_unique<CPodesIntegrator>(system, CPodes::BDF, CPodes::Newton);
  std::fprintf(stderr, "unknown integrator '%s'\n", name);
  std::exit(2);
}

double contact_force(const Model &m, const State &state) {
  if (m.pair) return m.pair->findForceOnSphereInG(state).norm();
  double sum = 0;
  for (int i = 0; i < m.contact.getNumContactForces(state); i++) {
    sum += m.contact.getContactForce(state, i).getForceOnSurface2()[1].norm();
  }
  return sum;
}

void run_once(const PwCam &cam, const Model &m, const State &start, const char *name, double accuracy, PwCamMeasured *out) {
  static const int SAMPLES = 200;
  PwCamFlight flight = {NAN, 0, 0};
  double begin = pw_cpu_seconds();
  std::unique_ptr<Integrator> integrator = make_integrator(name, m.system);
  integrator->setAccuracy(accuracy);
  integrator->setConstraintTolerance(std::fmax(accuracy / 10, 1e-13));
  TimeStepper stepper(m.system, *integrator);
  stepper.initialize(start);
  for (int i = 0; i <= SAMPLES; i++) {
    double t = (PW_CAM_TURNS - 1 + static_cast<double>(i) / SAMPLES) * cam.period;
    stepper.stepTo(t);
    m.system.realize(stepper.getState(), Stage::Acceleration);
    double force = contact_force(m, stepper.getState());
    pw_cam_compare(&cam, t, PW_CAM_RADIUS + m.follower.getOneQ(stepper.getState(), 0), force, out);
    pw_cam_watch(&cam, t, force, &flight);
  }
  out->run = std::fmin(out->run, pw_cpu_seconds() - begin);
  out->steps = integrator->getNumStepsAttempted();
  if (m.pair) {
    std::snprintf(out->note, sizeof out->note, "two-sided: cannot lift off");
  } else {
    pw_cam_note_flight(&cam, &flight, out);
  }
}

}  // namespace

int main(int argc, char **argv) {
  if (argc != 4 && argc != 6) return 2;
  bool compliant = argc == 6;
  PwCam cam = pw_cam_create(std::atof(argv[1]));
  PwCamMeasured out = pw_cam_measured();
  char setting[60];
  std::snprintf(setting, sizeof setting, compliant ? "%s %s, %s Pa, %s" : "%s %s", argv[2], argv[3], compliant ? argv[4] : "",
                compliant ? argv[5] : "");
  try {
    Model m;
    build(m, cam, compliant ? std::atof(argv[4]) : 0, compliant ? std::atof(argv[5]) : 0);
    State state = m.system.realizeTopology();
    m.system.realizeModel(state);
    m.follower.setOneU(state, 0, PW_CAM_ECCENTRICITY * cam.w);
    m.system.realize(state, Stage::Velocity);
    double begin = pw_cpu_seconds();
    for (int i = 0; i < 20 && (i == 0 || pw_cpu_seconds() - begin < 0.3); i++) {
      run_once(cam, m, state, argv[2], std::atof(argv[3]), &out);
    }
  } catch (const std::exception &e) {
    std::fprintf(stderr, "%s\n", e.what());
    std::snprintf(out.note, sizeof out.note, "stopped");
    out.run = NAN;
  }
  pw_cam_print(&cam, "Simbody", setting, &out);
  return 0;
}
