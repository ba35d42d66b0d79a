// Every kind of element on every other, sliding under load: a cam turns to and fro and lifts a follower along y.
//
// The second way to the force: y(t) differentiated by differences. With the place (x, y) of the touch and the cam's speed w the
// follower's speed is v = n . (w x r) / n_y, so n_x/n_y = (x - v/w)/y; and F n_y = m y'' + weight + spring.
#include "check.h"
#include "pawl/run.h"

// The cam's element is drawn near (0, 1) and looks up, the follower's near its origin and looks down. `hollow` ones take those
// that are more curved.
typedef struct {
  const char *name, *cam, *follower;
  bool hollow, straight, corner;
} Kind;

static const Kind kinds[] = {
    {"point", "point: [0.02, 1]", "point: [0, 0]", .corner = true},
    {"line", "start: [0.6, 1.05], chain: [{line: {to: [-0.6, 0.97]}}], closed: false",
     "start: [-0.7, 0.05], chain: [{line: {to: [0.7, -0.04]}}], closed: false", .straight = true},
    {"arc", "chain: [{arc: {center: [0.05, 0.4], radius: 0.6, angles: [40 deg, 140 deg]}}], closed: false",
     "chain: [{arc: {center: [0.01, 0.3], radius: 0.3, angles: [200 deg, 340 deg]}}], closed: false"},
    {"hollow", "chain: [{arc: {center: [0.05, 2.5], radius: 1.5, angles: [-55 deg, -125 deg], clockwise: true}}], closed: false",
     "chain: [{arc: {center: [0.05, -2.5], radius: 2.5, angles: [105 deg, 75 deg], clockwise: true}}], closed: false",
     .hollow = true},
    {"polar",
     "chain: [{polar: {angles: [50 deg, 130 deg], origin: 90 deg, scale: 30 deg, terms: [[1, 0], [0.02, 1], [0.01, 3], [-0.01, "
     "4]]}}], closed: false",
     "chain: [{polar: {center: [0, 0.4], angles: [210 deg, 330 deg], origin: 270 deg, scale: 30 deg, terms: [[0.4, 0], [0.01, "
     "1], "
     "[0.004, 3]]}}], closed: false"},
    {"spline",
     "chain: [{spline: {degree: 5, points: [[0.6, 0.7], [0.5, 0.8], [0.3, 0.93], [0.1, 0.99], [-0.1, 0.99], [-0.3, 0.93], [-0.5, "
     "0.8], [-0.6, 0.7]]}}], closed: false",
     "chain: [{spline: {degree: 5, points: [[-0.6, 0.4], [-0.5, 0.25], [-0.3, 0.08], [-0.1, 0.01], [0.1, 0.01], [0.3, 0.08], "
     "[0.5, "
     "0.25], [0.6, 0.4]]}}], closed: false"},
    {"bspline",
     "chain: [{bspline: {degree: 5, control: [[0.7, 0.5], [0.4, 0.85], [0.2, 1], [0, 1.03], [-0.2, 1], [-0.4, 0.85], [-0.7, "
     "0.5]]}}], closed: false",
     "chain: [{bspline: {degree: 5, control: [[-0.7, 0.6], [-0.4, 0.2], [-0.2, 0.04], [0, 0], [0.2, 0.04], [0.4, 0.2], [0.7, "
     "0.6]]}}], closed: false"},
    {"involute",
     "chain: [{involute: {center: [0.5, 0.1], radius: 0.5, origin: 75 deg, angles: [60 deg, 150 deg]}}], closed: false",
     "chain: [{involute: {center: [-0.4, 0.733], radius: 0.4, origin: 255 deg, angles: [60 deg, 150 deg]}}], closed: false"},
    {"ellipse",
     "chain: [{ellipse: {center: [0.02, 0.3], radii: [0.9, 0.7], origin: 10 deg, angles: [30 deg, 140 deg]}}], closed: false",
     "chain: [{ellipse: {center: [0, 0.3], radii: [0.3, 0.4], origin: 100 deg, angles: [110 deg, 230 deg]}}], closed: false"},
    {"offset", "offset: {profile: base, by: 0.1}", "offset: {profile: base, by: 0.05}"},
};
enum { KINDS = sizeof kinds / sizeof *kinds, STEPS = 240 };
static const double H = 0.0025, SPEED = 4, SWING = 0.12;

typedef struct {
  double drawn, y[STEPS + 1], x1[STEPS + 1], y1[STEPS + 1], force[STEPS + 1];
} Record;

// Runs a pair, with the follower drawn at this height; false: it failed.
static bool record(const Kind *cam, const Kind *follower, double drawn, Record *out) {
  char text[3000];
  PawlMessages *messages = pawl_messages_create();
  PawlModel *model = NULL;
  PawlMechanism *mechanism = NULL;
  PawlSimulation *simulation = NULL;
  snprintf(
      text, sizeof text,
      "gravity: [0, -9.81]\n"
      "bodies:\n"
      "  cam: {mass: 1, inertia: 0.1, profiles: {base: {chain: [{polar: {angles: [50 deg, 130 deg], origin: 90 deg, scale: 30 "
      "deg, terms: [[0.9, 0], [0.02, 1], [-0.02, 2]]}}], closed: false}, p: {%s}}}\n"
      "  f: {mass: 0.5, inertia: 0.1, position: [0.03, %g], profiles: {base: {chain: [{arc: {center: [0.01, 0.4], radius: "
      "0.35, angles: [200 deg, 340 deg]}}], closed: false}, p: {%s}}}\n"
      "joints:\n"
      "  C: {type: revolute, frames: [ground, cam]}\n"
      "  G: {type: prismatic, between: [ground, f], at: [0, 0], axis: y}\n"
      "drives: {d: {coordinate: C, law: \"%g*sin(%g*t)\"}}\n"
      "forces: {s: {type: joint, coordinate: G, law: -40 - 30*position}}\n"
      "contacts: {c: {profiles: [cam.p, f.p], start: closed}}\n"
      "analysis: {duration: 1, tolerance: 1e-10}\n",
      cam->cam, drawn, follower->follower, SWING, SPEED);
  assert_int_equal(pawl_model_parse("m.yaml", text, strlen(text), NULL, 0, messages, &model), PAWL_OK);
  assert_int_equal(pawl_mechanism_compile(model, messages, &mechanism), PAWL_OK);
  PawlRunOptions options = pawl_mechanism_run_options(mechanism);
  assert_int_equal(pawl_simulation_create(mechanism, &options, messages, &simulation), PAWL_OK);
  PawlStatus status = pawl_simulation_assemble(simulation, messages);
  PawlBodyId f = pawl_mechanism_find_body(mechanism, "f");
  PawlContactId c = pawl_mechanism_find_contact(mechanism, "c");
  for (int i = 0; i <= STEPS && status == PAWL_OK; i++) {
    double pose[7];
    PawlTouch touch = {.size = sizeof touch};
    int32_t count;
    status = pawl_simulation_advance(simulation, H * i, messages);
    if (status) break;
    assert_int_equal(pawl_simulation_pose(simulation, f, pose), PAWL_OK);
    assert_int_equal(pawl_simulation_touches(simulation, c, &touch, 1, &count), PAWL_OK);
    out->y[i] = pose[1];
    out->x1[i] = touch.point[0];
    out->y1[i] = touch.point[1];
    out->force[i] = touch.force;
  }
  pawl_simulation_free(simulation);
  pawl_mechanism_free(mechanism);
  pawl_model_free(model);
  pawl_messages_free(messages);
  return status == PAWL_OK;
}

static void check_force(const Kind *cam, const Kind *follower, const Record *r) {
  for (int i = 3; i + 3 <= STEPS; i++) {
    const double *y = r->y + i;
    double t = H * i, w = SWING * SPEED * cos(SPEED * t);
    double v = (45 * (y[1] - y[-1]) - 9 * (y[2] - y[-2]) + (y[3] - y[-3])) / (60 * H);
    double a = (2 * (y[-3] + y[3]) - 27 * (y[-2] + y[2]) + 270 * (y[-1] + y[1]) - 490 * y[0]) / (180 * H * H);
    double load = 0.5 * (a + 9.81) + 40 + 30 * (y[0] - r->drawn);
    if (fabs(w) < 0.1 * SWING * SPEED) continue;
    double slope = (r->x1[i] - v / w) / r->y1[i], force = load * sqrt(1 + slope * slope);
    if (fabs(force - r->force[i]) > 1e-9 * force) {
      fail_msg("%s on %s at t = %g: force %.12g, by differences %.12g", cam->name, follower->name, t, r->force[i], force);
    }
  }
}

static void test_cams_of_every_pair_of_elements_follow_their_law(void **state) {
  (void)state;
  static Record r;
  int pairs = 0;
  for (int i = 0; i < KINDS * KINDS; i++) {
    const Kind *cam = &kinds[i / KINDS], *follower = &kinds[i % KINDS];
    bool none = (cam->corner && follower->corner) || ((cam->hollow || cam->straight) && (follower->hollow || follower->straight));
    if (none) continue;
    bool done = false;
    for (int k = 0; k < 5 && !done; k++) {  // a contact declared closed must be drawn near
      r.drawn = 0.95 + 0.05 * k;
      done = record(cam, follower, r.drawn, &r);
    }
    if (!done) fail_msg("%s on %s does not run", cam->name, follower->name);
    check_force(cam, follower, &r);
    pairs++;
  }
  assert_int_equal(pairs, KINDS * KINDS - 5);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_cams_of_every_pair_of_elements_follow_their_law)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
