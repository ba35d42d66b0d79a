// The benchmark problems in Simbody: peer_simbody DATA_FOLDER PROBLEM N INTEGRATOR ACCURACY
// Pin mobilizers span a tree; a point kept on a line along z closes each loop (two equations, the planar minimum).
#include <Simbody.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <vector>

#include "measure.h"
#include "problems.h"

using namespace SimTK;

namespace {

struct Model {
  MultibodySystem system;
  SimbodyMatterSubsystem matter{system};
  GeneralForceSubsystem forces{system};
  std::vector<MobilizedBody> body;  // pendulum, andrews: as in problems.h; four-bar: the verticals
};

// A body drawn in place: its own axes are parallel to ground's, its origin is at the inboard joint.
MobilizedBody add_link(MobilizedBody parent, Vec2 parent_origin, Vec2 joint, Vec2 center, double mass, double inertia) {
  Vec2 c = center - joint, at = joint - parent_origin;
  Vec3 com(c[0], c[1], 0);
  // In the plane only zz counts; xx and yy are made large enough to be those of some body.
  Inertia central(inertia, inertia, inertia);
  Body::Rigid info(MassProperties(mass, com, central.shiftFromMassCenter(com, mass)));
  return MobilizedBody::Pin(parent, Transform(Vec3(at[0], at[1], 0)), info, Transform());
}

void close_loop(MobilizedBody a, Vec2 on_a, MobilizedBody b, Vec2 on_b) {
  Constraint::PointOnLine(a, UnitVec3(ZAxis), Vec3(on_a[0], on_a[1], 0), b, Vec3(on_b[0], on_b[1], 0));
}

void build_pendulum(Model &m) {
  Force::Gravity(m.forces, m.matter, -YAxis, PW_GRAVITY);
  m.body.push_back(add_link(m.matter.Ground(), Vec2(0), Vec2(0), Vec2(1, 0), 1, 0));
}

void build_andrews(Model &m) {
  std::vector<Vec2> origin(PW_ANDREWS_BODIES);
  m.body.resize(PW_ANDREWS_BODIES);
  for (int i = 0; i < PW_ANDREWS_JOINTS; i++) {
    const PwAndrewsJoint &j = pw_andrews_joint[i];
    bool ground = j.body[0] == PW_ANDREWS_GROUND;
    MobilizedBody parent = ground ? MobilizedBody(m.matter.Ground()) : m.body[j.body[0]];
    Vec2 at(j.x, j.y), parent_origin = ground ? Vec2(0) : origin[j.body[0]];
    int b = j.body[1];
    if (i < PW_ANDREWS_TREE) {
      const PwAndrewsBody &a = pw_andrews_body[b];
      origin[b] = at;
      m.body[b] = add_link(parent, parent_origin, at, Vec2(a.x, a.y), a.mass, a.inertia);
    } else {
      close_loop(parent, at - parent_origin, m.body[b], at - origin[b]);
    }
  }
  Vec2 d = Vec2(pw_andrews_d[0], pw_andrews_d[1]) - origin[PW_BED];
  Force::TwoPointLinearSpring(m.forces, m.matter.Ground(), Vec3(pw_andrews_c[0], pw_andrews_c[1], 0), m.body[PW_BED],
                              Vec3(d[0], d[1], 0), PW_ANDREWS_STIFFNESS, PW_ANDREWS_FREE_LENGTH);
  Force::MobilityConstantForce(m.forces, m.body[PW_OF], 0, PW_ANDREWS_TORQUE);
}

void build_four_bar(Model &m, int n) {
  Force::Gravity(m.forces, m.matter, -YAxis, PW_GRAVITY);
  MobilizedBody before;
  for (int i = 0; i <= n; i++) {
    MobilizedBody vertical = add_link(m.matter.Ground(), Vec2(0), Vec2(i, 0), Vec2(i, 0.5), 1, PW_FOUR_BAR_INERTIA);
    if (i > 0) {
      MobilizedBody horizontal = add_link(before, Vec2(i - 1, 0), Vec2(i - 1, 1), Vec2(i - 0.5, 1), 1, PW_FOUR_BAR_INERTIA);
      close_loop(horizontal, Vec2(1, 0), vertical, Vec2(0, 1));
      m.body.push_back(before);
    }
    before = vertical;
  }
  m.body.push_back(before);
}

// Consistent speeds of the four-bar: every vertical turns alike, the horizontals stay level.
void set_speeds(Model &m, State &state) {
  for (MobilizedBodyIndex i(1); i < m.matter.getNumBodies(); ++i) {
    const MobilizedBody &b = m.matter.getMobilizedBody(i);
    b.setOneU(state, 0, b.getParentMobilizedBody().isGround() ? PW_FOUR_BAR_RATE : -PW_FOUR_BAR_RATE);
  }
}

std::unique_ptr<Integrator> make_integrator(const char *name, const MultibodySystem &system) {
  if (!std::strcmp(name, "rkm")) return std::make_unique<RungeKuttaMersonIntegrator>(system);
  if (!std::strcmp(name, "rk3")) return std::make_unique<RungeKutta3Integrator>(system);
  if (!std::strcmp(name, "cpodes")) {
    return std::make_unique<CPodesIntegrator>(system, CPodes::BDF, CPodes::Newton);
  }
  std::fprintf(stderr, "unknown integrator '%s'\n", name);
  std::exit(2);
}

void sample(const PwCase &c, const Model &m, const State &state, double *at, double *spread) {
  double angle = m.body[0].getOneQ(state, 0), rate = m.body[0].getOneU(state, 0);
  if (c.problem == PW_PENDULUM) {
    at[0] = std::cos(angle);
    at[1] = std::sin(angle);
  } else if (c.problem == PW_ANDREWS) {
    at[0] = pw_andrews_body[PW_OF].angle + angle;
  } else {
    at[0] = -std::sin(angle);
    at[1] = std::cos(angle);
    at[2] = -at[1] * rate;
    at[3] = at[0] * rate;
    for (const MobilizedBody &b : m.body) *spread = std::fmax(*spread, std::fabs(b.getOneQ(state, 0) - angle));
  }
}

void run_once(const PwCase &c, const Model &m, const State &start, const char *name, double accuracy, double *got,
              PwMeasured *out) {
  double begin = pw_cpu_seconds();
  std::unique_ptr<Integrator> integrator = make_integrator(name, m.system);
  integrator->setAccuracy(accuracy);
  integrator->setConstraintTolerance(std::fmax(accuracy / 10, 1e-13));
  TimeStepper stepper(m.system, *integrator);
  stepper.initialize(start);
  for (int i = 0; i < c.samples; i++) {
    stepper.stepTo(i * c.step);
    sample(c, m, stepper.getState(), got + i * c.width, &out->spread);
  }
  out->run = std::fmin(out->run, pw_cpu_seconds() - begin);
  out->steps = integrator->getNumStepsAttempted();
  out->evaluations = integrator->getNumRealizations();
  std::snprintf(out->note, sizeof out->note, "%s", out->spread > 1e-2 ? "branch lost" : "");
}

}  // namespace

int main(int argc, char **argv) {
  PwCase c;
  if (argc != 6 || pw_case_create(&c, argv[2], std::atoi(argv[3]), argv[1])) return 2;
  char setting[60];
  std::snprintf(setting, sizeof setting, "%s %s", argv[4], argv[5]);
  PwMeasured out = {0, INFINITY, 0, -1, NAN, 0, ""};
  std::vector<double> got(static_cast<size_t>(c.samples) * c.width, NAN);
  try {
    double begin = pw_cpu_seconds();
    Model m;
    if (c.problem == PW_PENDULUM) build_pendulum(m);
    if (c.problem == PW_ANDREWS) build_andrews(m);
    if (c.problem == PW_FOUR_BAR) build_four_bar(m, c.n);
    State state = m.system.realizeTopology();
    if (c.problem == PW_FOUR_BAR) set_speeds(m, state);
    m.system.realize(state, Stage::Velocity);
    out.setup = pw_cpu_seconds() - begin;
    begin = pw_cpu_seconds();
    for (int i = 0; i < 20 && (i == 0 || pw_cpu_seconds() - begin < 0.2); i++) {
      run_once(c, m, state, argv[4], std::atof(argv[5]), got.data(), &out);
    }
    out.error = pw_case_error(&c, got.data());
  } catch (const std::exception &e) {
    std::fprintf(stderr, "%s\n", e.what());
    int reached = 0;
    while (reached < c.samples && !std::isnan(got[static_cast<size_t>(reached) * c.width])) reached++;
    std::snprintf(out.note, sizeof out.note, "stopped after t = %g s", (reached - 1) * c.step);
    out.run = NAN;
  }
  pw_print_row(&c, "Simbody", setting, &out);
  pw_case_free(&c);
  return 0;
}
