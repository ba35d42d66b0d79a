// The ball on the turntable in Simbody: peer_rolling_simbody ball INTEGRATOR ACCURACY
// The table is a pin whose motion is prescribed; the ball is free, and a two-sided constraint keeps it on the table without slip.
#include <Simbody.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>

#include "measure.h"
#include "problems.h"
#include "rolling.h"

using namespace SimTK;

namespace {

struct Model {
  MultibodySystem system;
  SimbodyMatterSubsystem matter{system};
  GeneralForceSubsystem forces{system};
  MobilizedBody::Pin table;
  MobilizedBody::Free ball;
};

Vec3 vector(const double a[3]) {
  return Vec3(a[0], a[1], a[2]);
}

void build(Model &m, const PwRolling &c) {
  Force::Gravity(m.forces, m.matter, -ZAxis, PW_GRAVITY);
  Body::Rigid table(MassProperties(1, Vec3(0), Inertia(1)));
  Body::Rigid ball(MassProperties(c.mass, Vec3(0), Inertia(c.inertia[0], c.inertia[1], c.inertia[2])));
  m.table = MobilizedBody::Pin(m.matter.Ground(), Transform(), table, Transform());
  m.ball = MobilizedBody::Free(m.matter.Ground(), Transform(), ball, Transform());
  Motion::Steady(m.table, PW_BALL_TABLE);
  Constraint::SphereOnPlaneContact(m.table, Transform(), m.ball, Vec3(0), c.radius, true);
}

void run_once(const PwRolling &c, const Model &m, const State &start, bool explicit_method, double accuracy,
              PwRollingMeasured *out) {
  double begin = pw_cpu_seconds();
  std::unique_ptr<Integrator> integrator;
  if (explicit_method) {
    integrator = std::make_unique<RungeKuttaMersonIntegrator>(m.system);
  } else {
    integrator = std::make_unique<CPodesIntegrator>(m.system, CPodes::BDF, CPodes::Newton);
  }
  integrator->setAccuracy(accuracy);
  integrator->setConstraintTolerance(std::fmax(accuracy / 10, 1e-13));
  TimeStepper stepper(m.system, *integrator);
  stepper.initialize(start);
  for (int i = 0; i < PW_ROLLING_SAMPLES; i++) {
    stepper.stepTo(c.duration * i / (PW_ROLLING_SAMPLES - 1));
    m.system.realize(stepper.getState(), Stage::Position);
    Vec3 at = m.ball.getBodyOriginLocation(stepper.getState());
    double centre[3] = {at[0], at[1], at[2]};
    pw_rolling_compare(&c, i, centre, out);
  }
  out->run = std::fmin(out->run, pw_cpu_seconds() - begin);
  out->steps = integrator->getNumStepsAttempted();
  out->evaluations = integrator->getNumRealizations();
}

}  // namespace

int main(int argc, char **argv) {
  PwRolling c;
  if (argc != 4 || std::strcmp(argv[1], "ball") != 0 || pw_rolling_create(argv[1], &c)) return 2;
  PwRollingMeasured out = pw_rolling_measured();
  char setting[60];
  std::snprintf(setting, sizeof setting, "%s %s", argv[2], argv[3]);
  try {
    Model m;
    build(m, c);
    State state = m.system.realizeTopology();
    m.ball.setQToFitTransform(state, Transform(vector(c.position)));
    m.ball.setUToFitVelocity(state, SpatialVec(vector(c.spin), vector(c.velocity)));
    m.system.realize(state, Stage::Velocity);
    double begin = pw_cpu_seconds();
    for (int i = 0; i < 20 && (i == 0 || pw_cpu_seconds() - begin < 0.2); i++) {
      run_once(c, m, state, !std::strcmp(argv[2], "rkm"), std::atof(argv[3]), &out);
    }
  } catch (const std::exception &e) {
    std::fprintf(stderr, "%s\n", e.what());
    out.run = out.error = NAN;
  }
  pw_rolling_print(&c, "Simbody", setting, &out);
  return 0;
}
