// Cost of one update of a touch (place and motion), and of one global search of two profiles.
//   bench_touch        nanoseconds of processor time, one row each
//   bench_touch count  under callgrind: a dump of the instructions of CALLS calls for each row, in the same order
// Two free bodies, one above the other or side by side, drawn a little apart; the touch is the nearest that the start finds.
// Updates begin, as in a run, at a prediction from the last accepted step, up to 5 ms (a tenth of a profile's size) away.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <valgrind/callgrind.h>

#include "measure.h"
#include "pawl/pawl.h"
#include "simulate/simulation.h"

enum { CALLS = 200, POSES = 8, MOST_POINTS = 400 };

static const double PI = 3.14159265358979323846;

typedef struct {
  PawlElementDef element[MOST_POINTS];
  int32_t count;
  bool open;
  double data[64];
} Shape;

typedef void (*ShapeFunction)(Shape *out, int n);

static PawlElementDef *add(Shape *s, PawlElementType type) {
  PawlElementDef *e = &s->element[s->count++];
  *e = pawl_element_def_default();
  e->type = type;
  return e;
}

static void round_at(Shape *s, double y, double radius) {
  PawlElementDef *e = add(s, PAWL_ELEMENT_CIRCLE);
  e->center[1] = y;
  e->radius = radius;
}

static void small_circle(Shape *s, int n) {
  (void)n;
  round_at(s, 0.11, 0.1);
}

static void big_circle(Shape *s, int n) {
  (void)n;
  round_at(s, -0.3, 0.3);
}

// The ground's surface, y = 0.
static void flat(Shape *s, int n) {
  (void)n;
  PawlElementDef *e = add(s, PAWL_ELEMENT_LINE);
  e->from[0] = 1;
  e->to[0] = -1;
  e->from[1] = e->to[1] = 0;
  s->open = true;
}

static void polar(Shape *s, int n) {
  static const double TERMS[] = {0.3, 0, 0.05, 2, -0.02, 3};
  (void)n;
  PawlElementDef *e = add(s, PAWL_ELEMENT_POLAR);
  e->center[1] = -0.3;
  e->angle[0] = PI / 4;
  e->angle[1] = 3 * PI / 4;
  e->origin = PI / 2;
  e->count = 3;
  e->data = TERMS;
  s->open = true;
}

static void spline(Shape *s, int n) {
  PawlElementDef *e = add(s, PAWL_ELEMENT_SPLINE);
  for (int i = 0; i < n; i++) {
    s->data[2 * i] = 0.3 * cos(2 * PI * i / n + 0.1);
    s->data[2 * i + 1] = -0.2 + 0.2 * sin(2 * PI * i / n + 0.1);
  }
  e->count = n;
  e->data = s->data;
}

// Lines through n points on circles about (x, y), radii in turn.
static void ring(Shape *s, int n, double x, double y, double outer, double inner, double turn) {
  for (int i = 0; i < n; i++) {
    PawlElementDef *e = add(s, PAWL_ELEMENT_LINE);
    for (int end = 0; end < 2; end++) {
      int k = (i + end) % n;
      double r = k % 2 ? inner : outer, a = turn + 2 * PI * k / n, *at = end ? e->to : e->from;
      at[0] = x + r * cos(a);
      at[1] = y + r * sin(a);
    }
  }
}

static void tip(Shape *s, int n) {
  ring(s, n, 0, 0.11, 0.1, 0.1, -PI / 2);
}

static void left_polygon(Shape *s, int n) {
  ring(s, n, -0.102, 0, 0.1, 0.1, 0.01);
}

static void right_polygon(Shape *s, int n) {
  ring(s, n, 0.102, 0, 0.1, 0.1, PI + 0.02);
}

static void left_star(Shape *s, int n) {
  ring(s, n, -0.0925, 0, 0.1, 0.07, 0);
}

static void right_star(Shape *s, int n) {
  ring(s, n, 0.0925, 0, 0.1, 0.07, PI + 2 * PI / n);
}

typedef struct {
  const char *name;
  ShapeFunction shape[2];
  int n;
  bool search;
} Row;

static const Row rows[] = {
    {"circle-line", {small_circle, flat}, 0, false},
    {"circle-arc", {small_circle, big_circle}, 0, false},
    {"corner-line", {tip, flat}, 4, false},
    {"circle-polar", {small_circle, polar}, 0, false},
    {"circle-spline", {small_circle, spline}, 12, false},
    {"polygons", {left_polygon, right_polygon}, 10, true},
    {"polygons", {left_polygon, right_polygon}, 100, true},
    {"stars", {left_star, right_star}, 14, true},
    {"stars", {left_star, right_star}, 134, true},
};

static PawlStatus build(const Row *row, PawlMessages *messages, PawlModel **out) {
  static const char *const NAMES[] = {"first", "second"};
  PawlContactDef contact = pawl_contact_def_default();
  Shape *shape = malloc(sizeof *shape);
  PawlModel *model = *out = pawl_model_create();
  PawlStatus status = model && shape ? pawl_model_set_planar(model, PAWL_PLANAR_YES) : PAWL_ERR_MEMORY;
  for (int i = 0; i < 2 && !status; i++) {
    PawlBodyDef body = pawl_body_def_default();
    PawlProfileDef profile = pawl_profile_def_default();
    body.name = profile.name = NAMES[i];
    body.mass = 1;
    body.inertia[0] = body.inertia[1] = body.inertia[2] = 0.01;
    status = pawl_model_add_body(model, &body, messages, &profile.body);
    *shape = (Shape){0};
    row->shape[i](shape, row->n);
    profile.count = shape->count;
    profile.element = shape->element;
    profile.closed = !shape->open;
    if (!status) status = pawl_model_add_profile(model, &profile, messages, &contact.profile[i]);
  }
  free(shape);
  contact.name = "pair";
  return status ? status : pawl_model_add_contact(model, &contact, messages, NULL);
}

typedef struct {
  PwMotion *motion;
  PwTouches *touches;
  PwTouch *touch;  // the nearest
  double t[POSES], q[POSES][9], R[POSES][6];
  bool search;
} Bench;

// Poses along a motion in which the touch wanders on both boundaries.
static PawlStatus prepare(PawlSimulation *s, Bench *b) {
  static const double SPEED[6] = {0.3, -0.1, 2, -0.2, 0.1, -1};
  b->motion = pw_formulation_motion(s->formulation);
  b->touches = &s->contact.touches;
  for (int i = 0; i < POSES; i++) {
    double q[6], dt = 5e-3 * i / (POSES - 1);
    for (int j = 0; j < 6; j++) q[j] = s->sample[j] + dt * SPEED[j];
    PawlStatus status = pw_motion_place(b->motion, dt, q, &s->discrete);
    if (status) return status;
    pw_motion_move(b->motion, SPEED);
    if (i == 0) status = pw_touches_search(b->touches, b->motion, 0, false);
    if (status || b->touches->count == 0) return status ? status : PAWL_ERR_ARGUMENT;
    for (int32_t k = 0; k < b->touches->count && i == 0; k++) {
      PwTouch *touch = &b->touches->touch[k];
      status = pw_touch_remember(b->motion, touch);
      if (!b->touch || touch->gap < b->touch->gap) b->touch = touch;
    }
    b->t[i] = dt;
    memcpy(b->q[i], b->motion->q, sizeof b->q[i]);
    memcpy(b->R[i], b->motion->R, sizeof b->R[i]);
    if (status) return status;
  }
  return PAWL_OK;
}

static inline PawlStatus call(Bench *b, int i, bool counted) {
  PwTouchMotion out;
  PawlStatus status;
  if (!b->search) {
    b->motion->t = b->t[i];
    memcpy(b->motion->q, b->q[i], sizeof b->q[i]);
    memcpy(b->motion->R, b->R[i], sizeof b->R[i]);
  }
  if (counted) CALLGRIND_TOGGLE_COLLECT;
  if (b->search) {
    status = pw_touches_search(b->touches, b->motion, 0, false);
  } else {
    status = pw_touch_place(b->motion, b->touch, &out);
    if (!status) pw_touch_move(b->motion, b->touch, &out);
  }
  if (counted) CALLGRIND_TOGGLE_COLLECT;
  return status;
}

static PawlStatus measure(Bench *b, bool counted, double *seconds) {
  PawlStatus status = PAWL_OK;
  long calls = counted ? CALLS : b->search ? 500 : 50000;
  *seconds = INFINITY;
  for (int repeat = 0; repeat < (counted ? 1 : 10); repeat++) {
    double start = pw_cpu_seconds();
    for (long i = 0; i < calls && !status; i++) status = call(b, (int)(i % POSES), counted);
    *seconds = fmin(*seconds, (pw_cpu_seconds() - start) / (double)calls);
  }
  return status;
}

static PawlStatus measure_row(const Row *row, bool counted, PawlMessages *messages) {
  PawlModel *model = NULL;
  PawlMechanism *mechanism = NULL;
  PawlSimulation *s = NULL;
  PawlRunOptions options = pawl_run_options_default();
  Bench b = {.search = row->search};
  double seconds;
  PawlStatus status = build(row, messages, &model);
  if (!status) status = pawl_mechanism_compile(model, messages, &mechanism);
  if (!status) status = pawl_simulation_create(mechanism, &options, messages, &s);
  if (!status) status = pawl_simulation_assemble(s, messages);
  if (!status) status = prepare(s, &b);
  if (!status) status = measure(&b, counted, &seconds);
  if (!status && counted) CALLGRIND_DUMP_STATS;
  if (!status && !counted) {
    char name[60];
    snprintf(name, sizeof name, "%s", row->name);
    if (row->search) {
      snprintf(name, sizeof name, "%s, %d elements each, %d touches", row->name, (int)mechanism->boundary[0].geometry.elements,
               (int)b.touches->count);
    }
    printf("touch\t%s\t%s\t%.4g\n", row->search ? "search" : "update", name, 1e9 * seconds);
  }
  pawl_simulation_free(s);
  pawl_mechanism_free(mechanism);
  pawl_model_free(model);
  return status;
}

int main(int argc, char **argv) {
  bool counted = argc == 2 && strcmp(argv[1], "count") == 0;
  PawlMessages *messages = pawl_messages_create();
  PawlStatus status = PAWL_OK;
  if (counted) CALLGRIND_START_INSTRUMENTATION;
  for (size_t i = 0; i < sizeof rows / sizeof *rows && !status; i++) status = measure_row(&rows[i], counted, messages);
  if (status) fprintf(stderr, "%s\n", pawl_status_text(status));
  for (int i = 0; i < pawl_messages_count(messages); i++) fprintf(stderr, "  %s\n", pawl_messages_get(messages, i).text);
  pawl_messages_free(messages);
  return status != PAWL_OK;
}
