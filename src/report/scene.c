#include "report/scene.h"

#include <math.h>
#include <string.h>

#include "numerics/vec.h"
#include "report/scene_read.h"

// ---- parts

static void body_pair(PwSceneReader *r, const json_t *object, int32_t bodies, int32_t out[2]) {
  double value[2];
  pw_scene_get_numbers(r, json_object_get(object, "bodies"), "bodies", value, 2);
  for (int i = 0; i < 2; i++) {
    bool ok = r->status == PAWL_OK && value[i] >= 0 && value[i] < bodies && value[i] == floor(value[i]);
    if (!ok) pw_scene_complain(r, "bodies");
    out[i] = ok ? (int32_t)value[i] : 0;
  }
}

static void read_profile(PwSceneReader *r, const json_t *from, PwSceneProfile *out) {
  out->name = pw_scene_get_text(r, from, "name");
  out->closed = json_is_true(json_object_get(from, "closed"));
  out->hidden = json_is_true(json_object_get(from, "hidden"));
  out->construction = json_is_true(json_object_get(from, "construction"));
  out->element = pw_scene_get_list(r, from, "elements", sizeof *out->element, &out->elements);
  for (int32_t i = 0; i < out->elements && r->status == PAWL_OK; i++) {
    const json_t *element = pw_scene_get_item(from, "elements", i);
    int32_t count;
    double *point = pw_scene_get_list(r, element, "points", sizeof *point, &count);
    if (r->status == PAWL_OK && (count < 2 || count % 2)) pw_scene_complain(r, "points");
    if (r->status != PAWL_OK) return;
    pw_scene_get_numbers(r, json_object_get(element, "points"), "points", point, (size_t)count);
    out->element[i] = (PwSceneElement){pw_scene_get_text(r, element, "kind"), count / 2, point};
  }
}

// Hidden profiles are left out, constructions stand apart.
static void read_profiles(PwSceneReader *r, const json_t *from, PwSceneBody *b) {
  int32_t count;
  b->profile = pw_scene_get_list(r, from, "profiles", sizeof *b->profile, &count);
  if (r->status == PAWL_OK) b->construction = pw_scene_allocate(r, (size_t)count, sizeof *b->construction);
  for (int32_t i = 0; i < count && r->status == PAWL_OK; i++) {
    PwSceneProfile profile = {0};
    read_profile(r, pw_scene_get_item(from, "profiles", i), &profile);
    if (profile.hidden) continue;
    *(profile.construction ? &b->construction[b->constructions++] : &b->profile[b->profiles++]) = profile;
  }
}

static void read_bodies(PwSceneReader *r, const json_t *root, PwScene *s) {
  s->body = pw_scene_get_list(r, root, "bodies", sizeof *s->body, &s->bodies);
  if (r->status == PAWL_OK && s->bodies < 1) pw_scene_complain(r, "bodies");
  for (int32_t i = 0; i < s->bodies && r->status == PAWL_OK; i++) {
    const json_t *from = pw_scene_get_item(root, "bodies", i);
    PwSceneBody *b = &s->body[i];
    b->name = pw_scene_get_text(r, from, "name");
    pw_scene_get_numbers(r, json_object_get(from, "center"), "center", b->center, 3);
    read_profiles(r, from, b);
    pw_scene_read_surfaces(r, from, b);
    pw_scene_read_meshes(r, from, b);
    if (b->meshes) b->profiles = b->surfaces = 0;
    if (b->surfaces) b->profiles = b->constructions = 0;  // in space, where they are curves that surfaces are made of
  }
}

static void read_joints(PwSceneReader *r, const json_t *root, PwScene *s) {
  s->joint = pw_scene_get_list(r, root, "joints", sizeof *s->joint, &s->joints);
  for (int32_t i = 0; i < s->joints && r->status == PAWL_OK; i++) {
    const json_t *from = pw_scene_get_item(root, "joints", i);
    PwSceneJoint *j = &s->joint[i];
    j->name = pw_scene_get_text(r, from, "name");
    j->type = pw_scene_get_text(r, from, "type");
    body_pair(r, from, s->bodies, j->body);
    for (int k = 0; k < 2; k++) {
      const json_t *frame = pw_scene_get_item(from, "frames", k);
      pw_scene_get_numbers(r, json_object_get(frame, "position"), "position", j->frame[k].position, 3);
      pw_scene_get_numbers(r, json_object_get(frame, "quaternion"), "quaternion", j->frame[k].quaternion, 4);
    }
    const json_t *radii = json_object_get(from, "radii");
    if (radii) pw_scene_get_numbers(r, radii, "radii", j->radius, 2);
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

static void read_springs(PwSceneReader *r, const json_t *root, PwScene *s) {
  s->spring = pw_scene_get_list(r, root, "springs", sizeof *s->spring, &s->springs);
  for (int32_t i = 0; i < s->springs && r->status == PAWL_OK; i++) {
    const json_t *from = pw_scene_get_item(root, "springs", i);
    s->spring[i].name = pw_scene_get_text(r, from, "name");
    body_pair(r, from, s->bodies, s->spring[i].body);
    for (int k = 0; k < 2; k++) pw_scene_get_numbers(r, pw_scene_get_item(from, "points", k), "points", s->spring[i].point[k], 3);
  }
}

static int32_t read_slots(PwSceneReader *r, const json_t *from) {
  double slots = pw_scene_get_number(r, json_object_get(from, "slots"), "slots");
  if (!(slots >= 0 && slots <= 10000)) pw_scene_complain(r, "slots");
  return r->status == PAWL_OK ? (int32_t)slots : 0;
}

static void read_contact(PwSceneReader *r, const json_t *from, PwScene *s, PwSceneContact *c) {
  c->name = pw_scene_get_text(r, from, "name");
  body_pair(r, from, s->bodies, c->body);
  c->slots = read_slots(r, from);
  c->stop = !json_object_get(from, "profiles") && !json_object_get(from, "surfaces");
}

typedef struct {
  const char *name;
  int32_t body;
} Member;

// Is the pair i, j of a list left out? `without` has them in order; *next: the first that may be.
static bool is_left_out(const json_t *without, int32_t i, int32_t j, size_t *next) {
  bool same = *next + 1 < json_array_size(without) && json_integer_value(json_array_get(without, *next)) == i &&
              json_integer_value(json_array_get(without, *next + 1)) == j;
  if (same) *next += 2;
  return same;
}

// The contacts of a long list: of all pairs of members on two bodies but those left out. `out` NULL: only how many.
static int32_t read_list(PwSceneReader *r, const json_t *from, const PwScene *s, PwSceneContact *out) {
  enum { MEMBERS_MAX = 2000 };
  int32_t members, count = 0, slots = read_slots(r, from);
  size_t next = 0;
  const char *name = pw_scene_get_text(r, from, "name");
  const json_t *without = json_object_get(from, "without");
  Member *member = pw_scene_get_list(r, from, "members", sizeof *member, &members);
  if (members > MEMBERS_MAX) pw_scene_complain(r, "members");
  for (int32_t i = 0; i < members && r->status == PAWL_OK; i++) {
    const json_t *one = pw_scene_get_item(from, "members", i);
    double body = pw_scene_get_number(r, json_object_get(one, "body"), "body");
    if (!(body >= 0 && body < s->bodies && body == floor(body))) pw_scene_complain(r, "body");
    member[i] = (Member){pw_scene_get_text(r, one, "name"), r->status == PAWL_OK ? (int32_t)body : 0};
  }
  for (int32_t i = 0; i < members && r->status == PAWL_OK; i++) {
    for (int32_t j = i + 1; j < members && r->status == PAWL_OK; j++) {
      if (member[i].body == member[j].body || is_left_out(without, i, j, &next)) continue;
      if (out) {
        char *full = pw_arena_format(r->arena, "%s.%s.%s", name, member[i].name, member[j].name);
        if (!full) r->status = pw_fail(r->messages, PAWL_ERR_MEMORY, PW_NOWHERE, "out of memory");
        out[count] = (PwSceneContact){.name = full, .body = {member[i].body, member[j].body}, .slots = slots};
      }
      count++;
    }
  }
  return count;
}

static void read_contacts(PwSceneReader *r, const json_t *root, PwScene *s) {
  const json_t *list = json_object_get(root, "contacts");
  if (!json_is_array(list)) pw_scene_complain(r, "contacts");
  for (int pass = 0; pass < 2 && r->status == PAWL_OK; pass++) {  // how many, then which
    int32_t count = 0;
    for (size_t i = 0; i < json_array_size(list) && r->status == PAWL_OK; i++) {
      const json_t *from = json_array_get(list, i);
      bool several = json_object_get(from, "members") != NULL;
      if (several) {
        count += read_list(r, from, s, pass ? s->contact + count : NULL);
      } else if (pass) {
        read_contact(r, from, s, &s->contact[count]);
      }
      count += !several;
      if (count > 10000000) pw_scene_complain(r, "contacts");
    }
    if (!pass) s->contact = pw_scene_allocate(r, (size_t)count, sizeof *s->contact);
    s->contacts = count;
  }
  if (r->status) s->contacts = 0;
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

// Around the i-th of the surfaces, solids or meshes, of which a body has one kind.
static const PwSceneBox *box_of(const PwSceneBody *b, int32_t i) {
  return b->surfaces ? &b->surface[i].box : b->solids ? &b->solid[i].box : &b->mesh[i].box;
}

static bool is_inside(const PwSceneBody *b, const double p[3], double air) {
  bool inside = false;
  for (int32_t i = 0; i < b->surfaces + b->solids + b->meshes && !inside; i++) {
    const PwSceneBox *box = box_of(b, i);
    inside = true;
    for (int c = 0; c < 3; c++) inside = inside && fabs(p[c] - box->center[c]) <= box->half[c] + air;
  }
  return inside;
}

// Lines of a body with surfaces, solids or meshes lead to what is outside of them, and to the first one if the centre of mass is
// outside, too.
static void keep_outer_ends(PwSceneBody *b, double air) {
  const PwSceneBox *first = box_of(b, 0);
  int32_t count = 0;
  for (int32_t i = 0; i < b->ends; i++) {
    if (!is_inside(b, b->end[i], air)) memcpy(b->end[count++], b->end[i], sizeof *b->end);
  }
  if (count > 0 && !is_inside(b, b->center, air)) memcpy(b->end[count++], first->center, sizeof *b->end);
  b->ends = count;
}

static void make_plain_shapes(PwSceneReader *r, PwScene *s) {
  double arm = s->size > 0 ? s->size / 20 : 0.05;
  visit_ends(s, false);
  for (int32_t i = 1; i < s->bodies && r->status == PAWL_OK; i++) {
    s->body[i].end = pw_scene_allocate(r, (size_t)s->body[i].ends + 4, sizeof *s->body[i].end);
    s->body[i].ends = 0;
  }
  if (r->status != PAWL_OK) return;
  visit_ends(s, true);
  for (int32_t i = 1; i < s->bodies; i++) {
    PwSceneBody *b = &s->body[i];
    double reach = 0;
    if (b->surfaces || b->solids || b->meshes) keep_outer_ends(b, arm / 2);
    for (int32_t n = 0; n < b->ends; n++) {
      for (int c = 0; c < 3; c++) reach = fmax(reach, fabs(b->end[n][c] - b->center[c]));
    }
    if (b->profiles || b->surfaces || b->solids || b->meshes || reach > arm / 100) continue;
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
  PwSceneReader r = {path, arena, messages, PAWL_OK};
  *out = (PwScene){0};
  if (json_integer_value(json_object_get(root, "pawl_scene")) != 1) {
    return pw_fail(messages, PAWL_ERR_INPUT, (PwPlace){path, 0, 0}, "damaged: it is no scene of this version of pawl");
  }
  out->name = pw_scene_get_text(&r, root, "name");
  out->planar = json_is_true(json_object_get(root, "planar"));
  out->size = pw_scene_get_number(&r, json_object_get(root, "size"), "size");
  const json_t *units = json_object_get(root, "units");
  for (int i = 0; i < 5; i++) {
    const json_t *unit = json_object_get(units, UNITS[i]);
    out->unit[i] = pw_scene_get_text(&r, unit, "name");
    out->si[i] = pw_scene_get_number(&r, json_object_get(unit, "si"), "units");
    if (!(out->si[i] > 0)) pw_scene_complain(&r, "units");
  }
  read_bodies(&r, root, out);
  read_joints(&r, root, out);
  read_springs(&r, root, out);
  read_contacts(&r, root, out);
  pw_scene_read_solids(&r, root, out);
  if (r.status == PAWL_OK) center_slides(out);
  if (r.status == PAWL_OK) make_plain_shapes(&r, out);
  return r.status;
}
