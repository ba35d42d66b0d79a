// A simulation at its start, posed near it and moved at random speeds and accelerations: for tests by differences along a motion.
#ifndef PW_TEST_MOTION_SETTING_H
#define PW_TEST_MOTION_SETTING_H
#include "base/random.h"
#include "check.h"
#include "pawl/pawl.h"
#include "simulate/simulation.h"

typedef struct {
  const char *name;
  PawlMessages *messages;
  PawlModel *model;
  PawlMechanism *k;
  PawlSimulation *s;
  PwMotion *m;
  double t, *q, *v, *a;     // the motion: q (+) (v dt + a dt^2/2), v + a dt
  double *at_q, *at_v, *d;  // scratch
} Setting;

// Of an example, or of a model text.
static inline void begin(Setting *e, const char *name, const char *text) {
  char path[256];
  *e = (Setting){.name = name, .messages = pawl_messages_create()};
  snprintf(path, sizeof path, PAWL_SOURCE_DIR "/examples/%s", name);
  PawlStatus status = text ? pawl_model_parse("m.yaml", text, strlen(text), NULL, 0, e->messages, &e->model)
                           : pawl_model_load(path, NULL, 0, e->messages, &e->model);
  assert_int_equal(status, PAWL_OK);
  assert_int_equal(pawl_mechanism_compile(e->model, e->messages, &e->k), PAWL_OK);
  PawlRunOptions options = pawl_mechanism_run_options(e->k);
  assert_int_equal(pawl_simulation_create(e->k, &options, e->messages, &e->s), PAWL_OK);
  assert_int_equal(pawl_simulation_assemble(e->s, e->messages), PAWL_OK);
  e->m = pw_formulation_motion(e->s->formulation);
  e->m->all = true;
  size_t n = (size_t)pw_state_size(e->k);
  e->q = calloc(6 * n, sizeof *e->q);
  assert_non_null(e->q);
  e->v = e->q + n;
  e->a = e->v + n;
  e->at_q = e->a + n;
  e->at_v = e->at_q + n;
  e->d = e->at_v + n;
}

static inline void end(Setting *e) {
  free(e->q);
  pawl_simulation_free(e->s);
  pawl_mechanism_free(e->k);
  pawl_model_free(e->model);
  pawl_messages_free(e->messages);
}

// A pose by `far` of the mechanism's size from the start, speeds and accelerations of about a size or a radian in a second.
static inline void pose(Setting *e, double far, uint64_t *seed) {
  int32_t per = pw_speeds_per_body(e->k), linear = e->k->planar ? 2 : 3;
  for (int32_t i = 0; i < pw_speed_count(e->k); i++) {
    double size = i % per < linear ? e->k->size : 1;
    e->d[i] = far * size * pw_random_between(seed, -1, 1);
    e->v[i] = size * pw_random_between(seed, -1, 1);
    e->a[i] = size * pw_random_between(seed, -1, 1);
  }
  pw_position_add(e->k, e->s->y, e->d, e->q);
  e->t = e->s->t;
}

// The bodies' positions and speeds `dt` later, where the motion is placed and moved.
static inline void stand_at(Setting *e, double dt) {
  for (int32_t i = 0; i < pw_speed_count(e->k); i++) {
    e->d[i] = e->v[i] * dt + e->a[i] * dt * dt / 2;
    e->at_v[i] = e->v[i] + e->a[i] * dt;
  }
  pw_position_add(e->k, e->q, e->d, e->at_q);
  assert_int_equal(pw_motion_place(e->m, e->t + dt, e->at_q, &e->s->discrete), PAWL_OK);
  pw_motion_move(e->m, e->at_v);
}
#endif
