// The benchmark problems in MuJoCo: peer_mujoco DATA_FOLDER PROBLEM N INTEGRATOR STEP STIFFENING
// Hinges span a tree, `connect` closes the loops; these are soft, their time constant is STIFFENING steps.
#include <mujoco/mujoco.h>

#include <cmath>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <string>
#include <vector>

#include "measure.h"
#include "problems.h"

namespace {

struct Text {
  std::string all;
  __attribute__((format(printf, 2, 3))) void add(const char *format, ...) {
    char line[1000];
    va_list list;
    va_start(list, format);
    std::vsnprintf(line, sizeof line, format, list);
    va_end(list);
    all += line;
  }
};

// Begins a body drawn in place: origin at its inboard hinge, given from the parent's origin; `c` centre from the hinge.
void open_link(Text &x, const char *name, double px, double py, double cx, double cy, double mass, double inertia) {
  // only zz counts in the plane; the point mass gets the least inertia that is accepted
  double i = std::fmax(inertia, 1e-14);
  x.add("<body name='%s' pos='%.17g %.17g 0'><joint type='hinge' name='j%s' axis='0 0 1'/>", name, px, py, name);
  x.add("<inertial pos='%.17g %.17g 0' mass='%.17g' diaginertia='%.17g %.17g %.17g'/>", cx, cy, mass, i, i, i);
}

void build_pendulum(Text &x) {
  x.add("<worldbody>");
  open_link(x, "point", 0, 0, 1, 0, 1, 0);
  x.add("</body></worldbody>");
}

// The subtree that hangs on `parent` through the first joints of the list.
void add_andrews(Text &x, int parent, double parent_x, double parent_y, double origin[][2]) {
  for (int i = 0; i < PW_ANDREWS_TREE; i++) {
    const PwAndrewsJoint &j = pw_andrews_joint[i];
    if (j.body[0] != parent) continue;
    int b = j.body[1];
    const PwAndrewsBody &a = pw_andrews_body[b];
    origin[b][0] = j.x;
    origin[b][1] = j.y;
    open_link(x, a.name, j.x - parent_x, j.y - parent_y, a.x - j.x, a.y - j.y, a.mass, a.inertia);
    if (b == PW_BED) x.add("<site name='D' pos='%.17g %.17g 0'/>", pw_andrews_d[0] - j.x, pw_andrews_d[1] - j.y);
    add_andrews(x, b, j.x, j.y, origin);
    x.add("</body>");
  }
}

void build_andrews(Text &x) {
  double origin[PW_ANDREWS_BODIES][2];
  x.add("<worldbody><site name='C' pos='%.17g %.17g 0'/>", pw_andrews_c[0], pw_andrews_c[1]);
  add_andrews(x, PW_ANDREWS_GROUND, 0, 0, origin);
  x.add("</worldbody><tendon><spatial stiffness='%.17g' springlength='%.17g'>", PW_ANDREWS_STIFFNESS, PW_ANDREWS_FREE_LENGTH);
  x.add("<site site='C'/><site site='D'/></spatial></tendon><equality>");
  for (int i = PW_ANDREWS_TREE; i < PW_ANDREWS_JOINTS; i++) {
    const PwAndrewsJoint &j = pw_andrews_joint[i];
    const double *o = origin[j.body[0]];
    x.add("<connect body1='%s' body2='%s' anchor='%.17g %.17g 0'/>", pw_andrews_body[j.body[0]].name,
          pw_andrews_body[j.body[1]].name, j.x - o[0], j.y - o[1]);
  }
  x.add("</equality>");
}

void build_four_bar(Text &x, int n) {
  x.add("<worldbody>");
  for (int i = 0; i <= n; i++) {
    char name[32];
    std::snprintf(name, sizeof name, "v%d", i);
    open_link(x, name, i, 0, 0, 0.5, 1, PW_FOUR_BAR_INERTIA);
    std::snprintf(name, sizeof name, "h%d", i);
    if (i < n) open_link(x, name, 0, 1, 0.5, 0, 1, PW_FOUR_BAR_INERTIA);
    x.add(i < n ? "</body></body>" : "</body>");
  }
  x.add("</worldbody><equality>");
  for (int i = 0; i < n; i++) x.add("<connect body1='h%d' body2='v%d' anchor='1 0 0'/>", i, i + 1);
  x.add("</equality>");
}

std::string build(const PwCase &c, const char *integrator, double step, double stiffening) {
  Text x;
  bool gravity = c.problem != PW_ANDREWS;
  x.add("<mujoco><compiler inertiafromgeom='false' boundmass='0' balanceinertia='false'/>");
  x.add(
      "<option timestep='%.17g' integrator='%s' gravity='0 %g 0' solver='Newton' iterations='200' tolerance='1e-14' "
      "jacobian='%s'><flag contact='disable' limit='disable' refsafe='disable'/></option>",
      step, integrator, gravity ? -PW_GRAVITY : 0.0, c.n > 20 ? "sparse" : "dense");
  x.add("<size njmax='%d' nconmax='1'/>", 3 * (c.n + 4));
  x.add("<default><equality solref='%.17g 1' solimp='0.9999 0.9999 0.001 0.5 2'/></default>", stiffening * step);
  if (c.problem == PW_PENDULUM) build_pendulum(x);
  if (c.problem == PW_ANDREWS) build_andrews(x);
  if (c.problem == PW_FOUR_BAR) build_four_bar(x, c.n);
  x.all += "</mujoco>";
  return x.all;
}

mjModel *load(const std::string &xml) {
  char error[500] = "";
  std::unique_ptr<mjVFS> vfs(new mjVFS);
  mj_defaultVFS(vfs.get());
  int size = static_cast<int>(xml.size());
  if (mj_makeEmptyFileVFS(vfs.get(), "bench.xml", size)) return nullptr;
  std::memcpy(vfs->filedata[vfs->nfile - 1], xml.data(), xml.size());
  mjModel *m = mj_loadXML("bench.xml", vfs.get(), error, sizeof error);
  mj_deleteVFS(vfs.get());
  if (!m) std::fprintf(stderr, "%s\n", error);
  return m;
}

void start(const PwCase &c, const mjModel *m, mjData *d) {
  mj_resetData(m, d);
  if (c.problem == PW_ANDREWS) d->qfrc_applied[m->jnt_dofadr[mj_name2id(m, mjOBJ_JOINT, "jOF")]] = PW_ANDREWS_TORQUE;
  for (int i = 0; c.problem == PW_FOUR_BAR && i < m->nv; i++) {  // verticals turn alike, horizontals stay level
    d->qvel[i] = m->body_parentid[m->dof_bodyid[i]] == 0 ? PW_FOUR_BAR_RATE : -PW_FOUR_BAR_RATE;
  }
}

void sample(const PwCase &c, const mjModel *m, const mjData *d, double *at, double *spread) {
  double angle = d->qpos[0], rate = d->qvel[0];
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
    for (int i = 0; i < m->nv; i++) {
      if (m->body_parentid[m->dof_bodyid[i]] == 0) *spread = std::fmax(*spread, std::fabs(d->qpos[i] - angle));
    }
  }
}

void run_once(const PwCase &c, const mjModel *m, mjData *d, bool rk4, double *got, PwMeasured *out) {
  double begin = pw_cpu_seconds();
  long per_sample = std::lround(c.step / m->opt.timestep);
  start(c, m, d);
  for (int i = 0; i < c.samples; i++) {
    for (long j = 0; i > 0 && j < per_sample; j++) mj_step(m, d);
    sample(c, m, d, got + i * c.width, &out->spread);
  }
  out->run = std::fmin(out->run, pw_cpu_seconds() - begin);
  out->steps = per_sample * (c.samples - 1);
  out->evaluations = out->steps * (rk4 ? 4 : 1);
}

}  // namespace

int main(int argc, char **argv) {
  PwCase c;
  if (argc != 7 || pw_case_create(&c, argv[2], std::atoi(argv[3]), argv[1])) return 2;
  char setting[60];
  std::snprintf(setting, sizeof setting, "%s h %s x%s", argv[4], argv[5], argv[6]);
  PwMeasured out = {0, INFINITY, 0, -1, NAN, 0, ""};
  std::vector<double> got(static_cast<size_t>(c.samples) * c.width, NAN);
  double begin = pw_cpu_seconds();
  mjModel *m = load(build(c, argv[4], std::atof(argv[5]), std::atof(argv[6])));
  mjData *d = m ? mj_makeData(m) : nullptr;
  if (!d) return 1;
  out.setup = pw_cpu_seconds() - begin;
  begin = pw_cpu_seconds();
  for (int i = 0; i < 20 && (i == 0 || pw_cpu_seconds() - begin < 0.2); i++) {
    run_once(c, m, d, !std::strcmp(argv[4], "RK4"), got.data(), &out);
  }
  out.error = pw_case_error(&c, got.data());
  if (d->warning[mjWARN_BADQACC].number || d->warning[mjWARN_BADQPOS].number || d->warning[mjWARN_BADQVEL].number) {
    out.error = NAN;
    std::snprintf(out.note, sizeof out.note, "stopped: unstable");
  } else if (out.spread > 1e-2) {
    std::snprintf(out.note, sizeof out.note, "branch lost");
  }
  pw_print_row(&c, "MuJoCo", setting, &out);
  mj_deleteData(d);
  mj_deleteModel(m);
  pw_case_free(&c);
  return 0;
}
