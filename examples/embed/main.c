// A pendulum built in code: a uniform rod that swings about its end, compared with the closed form by elliptic functions.
#include <math.h>
#include <pawl/pawl.h>
#include <stdio.h>

static const double LENGTH = 1, MASS = 2, GRAVITY = 9.81, START = 1;  // m, kg, m/s^2, rad

// sn(K(k) - u, k) by descending means (Gauss, Landen).
static double sn_from_quarter_period(double u, double k) {
  double a[12] = {1}, c[12] = {k}, b = sqrt(1 - k * k);
  int n = 0;
  while (n < 11 && fabs(c[n]) > 1e-17) {
    a[n + 1] = (a[n] + b) / 2;
    c[n + 1] = (a[n] - b) / 2;
    b = sqrt(a[n] * b);
    n++;
  }
  double quarter = acos(-1) / (2 * a[n]), phi = ldexp(a[n] * (quarter - u), n);
  for (; n > 0; n--) phi = (phi + asin(c[n] / a[n] * sin(phi))) / 2;
  return sin(phi);
}

static double exact_angle(double t) {
  double k = sin(START / 2);
  return 2 * asin(k * sn_from_quarter_period(sqrt(1.5 * GRAVITY / LENGTH) * t, k));
}

// The rod hangs along -y as drawn; the joint's axis is z.
static PawlStatus build(PawlModel *model, PawlMessages *messages, PawlJointId *hinge) {
  const double down[3] = {0, -GRAVITY, 0};
  PawlStatus status = pawl_model_set_gravity(model, down);
  if (status != PAWL_OK) return status;

  PawlBodyDef rod = pawl_body_def_default();
  PawlBodyId rod_id;
  rod.name = "rod";
  rod.mass = MASS;
  rod.center[1] = -LENGTH / 2;
  rod.inertia[0] = rod.inertia[2] = MASS * LENGTH * LENGTH / 12;
  status = pawl_model_add_body(model, &rod, messages, &rod_id);
  if (status != PAWL_OK) return status;

  PawlJointDef joint = pawl_joint_def_default();
  joint.name = "hinge";
  joint.type = PAWL_JOINT_REVOLUTE;
  const PawlBodyId body[2] = {pawl_model_ground(model), rod_id};
  for (int i = 0; i < 2; i++) {
    PawlFrameDef frame = pawl_frame_def_default();
    frame.body = body[i];
    status = pawl_model_add_frame(model, &frame, messages, &joint.frame[i]);
    if (status != PAWL_OK) return status;
  }
  status = pawl_model_add_joint(model, &joint, messages, hinge);
  if (status != PAWL_OK) return status;

  PawlInitialCoordinate start = pawl_initial_coordinate_default();
  start.coordinate.joint = *hinge;
  start.position = START;
  start.speed = 0;
  return pawl_model_set_initial_coordinate(model, &start, messages);
}

static PawlStatus simulate(const PawlMechanism *mechanism, PawlJointId hinge, double t, PawlMessages *messages, double *angle) {
  PawlRunOptions options = pawl_run_options_default();
  options.duration = t;
  options.tolerance = 1e-11;
  PawlSimulation *simulation = NULL;
  PawlStatus status = pawl_simulation_create(mechanism, &options, messages, &simulation);
  if (status == PAWL_OK) status = pawl_simulation_assemble(simulation, messages);
  if (status == PAWL_OK) status = pawl_simulation_advance(simulation, t, messages);
  double coordinate[3] = {NAN};
  if (status == PAWL_OK) status = pawl_simulation_coordinate(simulation, (PawlCoordinate){hinge, NULL}, coordinate);
  pawl_simulation_free(simulation);
  *angle = coordinate[0];
  return status;
}

int main(void) {
  PawlMessages *messages = pawl_messages_create();
  PawlModel *model = pawl_model_create();
  PawlMechanism *mechanism = NULL;
  PawlJointId hinge;
  double angle = NAN, t = 1;
  if (!messages || !model) return 1;
  PawlStatus status = build(model, messages, &hinge);
  if (status == PAWL_OK) status = pawl_mechanism_compile(model, messages, &mechanism);
  if (status == PAWL_OK) status = simulate(mechanism, hinge, t, messages, &angle);
  for (int i = 0; i < pawl_messages_count(messages); i++) fprintf(stderr, "%s\n", pawl_messages_get(messages, i).text);
  if (status != PAWL_OK) {
    fprintf(stderr, "%s\n", pawl_status_text(status));
  } else {
    printf("pawl %s: angle at t = %g s is %.12f rad, closed form %.12f rad\n", pawl_version(), t, angle, exact_angle(t));
  }
  pawl_mechanism_free(mechanism);
  pawl_model_free(model);
  pawl_messages_free(messages);
  return status == PAWL_OK && fabs(angle - exact_angle(t)) <= 1e-8 ? 0 : 1;
}
