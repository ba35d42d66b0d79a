// The disc cam in MuJoCo: peer_cam_mujoco W INTEGRATOR STEPS_PER_TURN STIFFENING IMPEDANCE
// The cam is a sphere on a hinge, put in place with its exact angle and speed before every step, too heavy to be slowed inside
// one; the follower is a box on a slide joint with a spring. The contact is soft: its time constant is STIFFENING steps, and near
// an IMPEDANCE of 1 it needs no overlap to carry its force. Forces are those at the beginning of a step.
#include <mujoco/mujoco.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <string>

#include "cam.h"
#include "measure.h"
#include "problems.h"

namespace {

std::string build(const char *integrator, double h, double stiffening, double impedance) {
  static const double HEIGHT = 0.02;  // half of the box
  char text[3000];
  std::snprintf(text, sizeof text,
                "<mujoco><compiler boundmass='0' balanceinertia='false' angle='radian'/>"
                "<option timestep='%.17g' integrator='%s' gravity='0 %.17g 0' solver='Newton' iterations='200' tolerance='1e-14'>"
                "<flag refsafe='disable'/></option><size njmax='10' nconmax='10'/>"
                "<default><geom condim='1' solref='%.17g 1' solimp='%.17g %.17g 0.001 0.5 2'/></default><worldbody>"
                "<body><inertial pos='0 0 0' mass='1' diaginertia='1e6 1e6 1e6'/><joint type='hinge' axis='0 0 1'/>"
                "<geom type='sphere' pos='%.17g 0 0' size='%.17g'/></body>"
                "<body pos='0 %.17g 0'><inertial pos='0 0 0' mass='%.17g' diaginertia='1e-3 1e-3 1e-3'/>"
                "<joint type='slide' axis='0 1 0' stiffness='%.17g' springref='%.17g'/>"
                "<geom type='box' pos='0 %.17g 0' size='%.17g %.17g %.17g'/></body></worldbody></mujoco>",
                h, integrator, -PW_GRAVITY, stiffening * h, impedance, impedance, PW_CAM_ECCENTRICITY, PW_CAM_RADIUS,
                PW_CAM_RADIUS, PW_CAM_MASS, PW_CAM_STIFFNESS, -PW_CAM_PRELOAD / PW_CAM_STIFFNESS, HEIGHT, PW_CAM_HALF_WIDTH,
                HEIGHT, PW_CAM_HALF_WIDTH);
  return text;
}

mjModel *load(const std::string &xml) {
  char error[500] = "";
  std::unique_ptr<mjVFS> vfs(new mjVFS);
  mj_defaultVFS(vfs.get());
  if (mj_makeEmptyFileVFS(vfs.get(), "bench.xml", static_cast<int>(xml.size()))) return nullptr;
  std::memcpy(vfs->filedata[vfs->nfile - 1], xml.data(), xml.size());
  mjModel *m = mj_loadXML("bench.xml", vfs.get(), error, sizeof error);
  mj_deleteVFS(vfs.get());
  if (!m) std::fprintf(stderr, "%s\n", error);
  return m;
}

double contact_force(const mjModel *m, const mjData *d) {
  mjtNum force[6] = {};
  if (d->ncon > 0) mj_contactForce(m, d, 0, force);
  return force[0];
}

void run_once(const PwCam &cam, const mjModel *m, mjData *d, long per_turn, PwCamMeasured *out) {
  double h = m->opt.timestep, force = NAN;
  PwCamFlight flight = {NAN, 0, 0};
  double begin = pw_cpu_seconds();
  mj_resetData(m, d);
  d->qvel[1] = PW_CAM_ECCENTRICITY * cam.w;
  for (long i = 0; i < PW_CAM_TURNS * per_turn; i++) {
    double t = static_cast<double>(i) * h;
    d->qpos[0] = cam.w * t;
    d->qvel[0] = cam.w;
    if (i < (PW_CAM_TURNS - 1) * per_turn) {
      mj_step(m, d);
      continue;
    }
    double y = PW_CAM_RADIUS + d->qpos[1];
    mj_forward(m, d);
    force = contact_force(m, d);
    pw_cam_compare(&cam, t, y, force, out);
    pw_cam_watch(&cam, t, force, &flight);
    mj_step(m, d);
  }
  out->run = std::fmin(out->run, pw_cpu_seconds() - begin);
  out->steps = PW_CAM_TURNS * per_turn;
  pw_cam_note_flight(&cam, &flight, out);
}

}  // namespace

int main(int argc, char **argv) {
  if (argc != 6) return 2;
  PwCam cam = pw_cam_create(std::atof(argv[1]));
  long per_turn = std::atol(argv[3]);
  double h = cam.period / static_cast<double>(per_turn);
  mjModel *m = load(build(argv[2], h, std::atof(argv[4]), std::atof(argv[5])));
  mjData *d = m ? mj_makeData(m) : nullptr;
  if (!d) return 1;
  PwCamMeasured out = pw_cam_measured();
  double begin = pw_cpu_seconds();
  for (int i = 0; i < 20 && (i == 0 || pw_cpu_seconds() - begin < 0.3); i++) run_once(cam, m, d, per_turn, &out);
  char setting[60];
  std::snprintf(setting, sizeof setting, "%s h %.0e x%s d%s", argv[2], h, argv[4], argv[5]);
  pw_cam_print(&cam, "MuJoCo", setting, &out);
  mj_deleteData(d);
  mj_deleteModel(m);
  return 0;
}
