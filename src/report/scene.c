#include "report/scene.h"

#include <math.h>
#include <string.h>

#include "numerics/vec.h"

typedef struct {
  const char *path;
  PwArena *arena;
  PawlMessages *messages;
  PawlStatus status;
} Reader;

static void complain(Reader *r, const char *key) {
  if (r->status != PAWL_OK) return;
  r->status =
      pw_fail(r->messages, PAWL_ERR_INPUT, (PwPlace){r->path, 0, 0}, "damaged: '%s' is missing or not what it must be", key);
}

static void *allocate(Reader *r, size_t count, size_t size) {
  void *data = r->status == PAWL_OK ? pw_arena_array(r->arena, count ? count : 1, size) : NULL;
  if (!data && r->status == PAWL_OK) r->status = pw_fail(r->messages, PAWL_ERR_MEMORY, PW_NOWHERE, "out of memory");
  return data;
}

// ---- values

static const char *text(Reader *r, const json_t *object, const char *key) {
  const char *value = json_string_value(json_object_get(object, key));
  if (!value) complain(r, key);
  return value ? value : "";
}

static double number(Reader *r, const json_t *value, const char *what) {
  if (!json_is_number(value)) complain(r, what);
  return json_number_value(value);
}

static void numbers(Reader *r, const json_t *list, const char *what, double *out, size_t count) {
  if (json_array_size(list) != count) complain(r, what);
  for (size_t i = 0; i < count; i++) out[i] = r->status == PAWL_OK ? number(r, json_array_get(list, i), what) : 0;
}

// A list; its length goes to *count, and zeroed items of `size` bytes are returned.
static void *list(Reader *r, const json_t *object, const char *key, size_t size, int32_t *count) {
  const json_t *array = json_object_get(object, key);
  if (!json_is_array(array) || json_array_size(array) > 10000000) complain(r, key);
  *count = r->status == PAWL_OK ? (int32_t)json_array_size(array) : 0;
  return allocate(r, (size_t)*count, size);
}

static const json_t *item(const json_t *object, const char *key, int32_t i) {
  return json_array_get(json_object_get(object, key), (size_t)i);
}

static void body_pair(Reader *r, const json_t *object, int32_t bodies, int32_t out[2]) {
  double value[2];
  numbers(r, json_object_get(object, "bodies"), "bodies", value, 2);
  for (int i = 0; i < 2; i++) {
    bool ok = r->status == PAWL_OK && value[i] >= 0 && value[i] < bodies && value[i] == floor(value[i]);
    if (!ok) complain(r, "bodies");
    out[i] = ok ? (int32_t)value[i] : 0;
  }
}

// ---- parts

static void read_profile(Reader *r, const json_t *from, PwSceneProfile *out) {
  out->name = text(r, from, "name");
  out->closed = json_is_true(json_object_get(from, "closed"));
  out->element = list(r, from, "elements", sizeof *out->element, &out->elements);
  for (int32_t i = 0; i < out->elements && r->status == PAWL_OK; i++) {
    const json_t *element = item(from, "elements", i);
    int32_t count;
    double *point = list(r, element, "points", sizeof *point, &count);
    if (r->status == PAWL_OK && (count < 2 || count % 2)) complain(r, "points");
    if (r->status != PAWL_OK) return;
    numbers(r, json_object_get(element, "points"), "points", point, (size_t)count);
    out->element[i] = (PwSceneElement){text(r, element, "kind"), count / 2, point};
  }
}

static void read_bodies(Reader *r, const json_t *root, PwScene *s) {
  s->body = list(r, root, "bodies", sizeof *s->body, &s->bodies);
  if (r->status == PAWL_OK && s->bodies < 1) complain(r, "bodies");
  for (int32_t i = 0; i < s->bodies && r->status == PAWL_OK; i++) {
    const json_t *from = item(root, "bodies", i);
    PwSceneBody *b = &s->body[i];
    b->name = text(r, from, "name");
    numbers(r, json_object_get(from, "center"), "center", b->center, 3);
    b->profile = list(r, from, "profiles", sizeof *b->profile, &b->profiles);
    for (int32_t p = 0; p < b->profiles && r->status == PAWL_OK; p++) read_profile(r, item(from, "profiles", p), &b->profile[p]);
  }
}

static void read_joints(Reader *r, const json_t *root, PwScene *s) {
  s->joint = list(r, root, "joints", sizeof *s->joint, &s->joints);
  for (int32_t i = 0; i < s->joints && r->status == PAWL_OK; i++) {
    const json_t *from = item(root, "joints", i);
    PwSceneJoint *j = &s->joint[i];
    j->name = text(r, from, "name");
    j->type = text(r, from, "type");
    body_pair(r, from, s->bodies, j->body);
    for (int k = 0; k < 2; k++) {
      const json_t *frame = item(from, "frames", k);
      numbers(r, json_object_get(frame, "position"), "position", j->frame[k].position, 3);
      numbers(r, json_object_get(frame, "quaternion"), "quaternion", j->frame[k].quaternion, 4);
    }
  }
}

// Where along its axis a slide is drawn is free: beside the body's centre of mass, wherever its frames are.
static void center_slides(PwScene *s) {
  for (int32_t i = 0; i < s->joints; i++) {
    PwSceneJoint *j = &s->joint[i];
    if (strcmp(j->type, "prismatic") && strcmp(j->type, "cylindrical")) continue;
    for (int k = 0; k < 2; k++) {
      double axis[3], along = 0, *p = j->frame[k].position;
      if (!j->body[k]) continue;
      pw_quat_rotate(j->frame[k].quaternion, (double[3]){0, 0, 1}, axis);
      for (int c = 0; c < 3; c++) along += axis[c] * (s->body[j->body[k]].center[c] - p[c]);
      for (int c = 0; c < 3; c++) p[c] += along * axis[c];
    }
  }
}

static void read_springs(Reader *r, const json_t *root, PwScene *s) {
  s->spring = list(r, root, "springs", sizeof *s->spring, &s->springs);
  for (int32_t i = 0; i < s->springs && r->status == PAWL_OK; i++) {
    const json_t *from = item(root, "springs", i);
    s->spring[i].name = text(r, from, "name");
    body_pair(r, from, s->bodies, s->spring[i].body);
    for (int k = 0; k < 2; k++) numbers(r, item(from, "points", k), "points", s->spring[i].point[k], 3);
  }
}

static void read_contacts(Reader *r, const json_t *root, PwScene *s) {
  s->contact = list(r, root, "contacts", sizeof *s->contact, &s->contacts);
  for (int32_t i = 0; i < s->contacts && r->status == PAWL_OK; i++) {
    const json_t *from = item(root, "contacts", i);
    PwSceneContact *c = &s->contact[i];
    c->name = text(r, from, "name");
    body_pair(r, from, s->bodies, c->body);
    double slots = number(r, json_object_get(from, "slots"), "slots");
    if (!(slots >= 0 && slots <= 10000)) complain(r, "slots");
    c->slots = r->status == PAWL_OK ? (int32_t)slots : 0;
    c->stop = !json_object_get(from, "profiles");
  }
}

// ---- plain shapes

// Counts the ends of every plain body, or, once there is room for them, stores them.
static void visit_ends(PwScene *s, bool store) {
  for (int32_t i = 0; i < 2 * (s->joints + s->springs); i++) {
    int32_t n = i / 2, k = i % 2;
    bool joint = n < s->joints;
    const double *p = joint ? s->joint[n].frame[k].position : s->spring[n - s->joints].point[k];
    PwSceneBody *b = &s->body[joint ? s->joint[n].body[k] : s->spring[n - s->joints].body[k]];
    if (b->profiles || b == s->body) continue;
    if (store) memcpy(b->end[b->ends], p, 3 * sizeof *p);
    b->ends++;
  }
}

static void make_plain_shapes(Reader *r, PwScene *s) {
  double arm = s->size > 0 ? s->size / 20 : 0.05;
  visit_ends(s, false);
  for (int32_t i = 1; i < s->bodies && r->status == PAWL_OK; i++) {
    s->body[i].end = allocate(r, (size_t)s->body[i].ends + 4, sizeof *s->body[i].end);
    s->body[i].ends = 0;
  }
  if (r->status != PAWL_OK) return;
  visit_ends(s, true);
  for (int32_t i = 1; i < s->bodies; i++) {
    PwSceneBody *b = &s->body[i];
    double reach = 0;
    for (int32_t n = 0; n < b->ends; n++) {
      for (int c = 0; c < 3; c++) reach = fmax(reach, fabs(b->end[n][c] - b->center[c]));
    }
    if (b->profiles || reach > arm / 100) continue;
    b->cross = true;
    for (int n = 0; n < 4; n++) {
      double *p = b->end[b->ends++];
      memcpy(p, b->center, 3 * sizeof *p);
      p[n / 2] += n % 2 ? -arm : arm;
    }
  }
}

PawlStatus pw_scene_read(const json_t *root, const char *path, PwArena *arena, PawlMessages *messages, PwScene *out) {
  static const char *const UNITS[5] = {"length", "mass", "time", "angle", "force"};
  Reader r = {path, arena, messages, PAWL_OK};
  *out = (PwScene){0};
  if (json_integer_value(json_object_get(root, "pawl_scene")) != 1) {
    return pw_fail(messages, PAWL_ERR_INPUT, (PwPlace){path, 0, 0}, "damaged: it is no scene of this version of pawl");
  }
  out->name = text(&r, root, "name");
  out->planar = json_is_true(json_object_get(root, "planar"));
  out->size = number(&r, json_object_get(root, "size"), "size");
  const json_t *units = json_object_get(root, "units");
  for (int i = 0; i < 5; i++) {
    const json_t *unit = json_object_get(units, UNITS[i]);
    out->unit[i] = text(&r, unit, "name");
    out->si[i] = number(&r, json_object_get(unit, "si"), "units");
    if (!(out->si[i] > 0)) complain(&r, "units");
  }
  read_bodies(&r, root, out);
  read_joints(&r, root, out);
  read_springs(&r, root, out);
  read_contacts(&r, root, out);
  if (r.status == PAWL_OK) center_slides(out);
  if (r.status == PAWL_OK) make_plain_shapes(&r, out);
  return r.status;
}
