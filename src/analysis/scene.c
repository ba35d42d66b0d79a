#include "analysis/scene.h"

#include <string.h>

#include "analysis/scene_parts.h"
#include "base/json.h"
#include "model/words.h"

// A chord may leave its curve by this part of the profile's size; the promise is 1e-4.
static const double CHORD_ERROR = 5e-5;
enum { BISECTIONS = 9 };  // at most, of each of the first spans

static json_t *pair(int32_t a, int32_t b) {
  return json_pack("[ii]", (int)a, (int)b);
}

// A point of a body from its centre of mass; the scene has it from the body's origin.
static json_t *body_point(const PawlMechanism *k, int32_t body, const double p[3]) {
  double out[3];
  for (int i = 0; i < 3; i++) out[i] = p[i] + k->body[body].center[i];
  return pw_scene_numbers(out, 3);
}

// ---- profiles

typedef struct {
  const PwElement *element;
  const double *shift;
  double tolerance;
  double grid;  // points are rounded to it: a drawing needs no more digits
  json_t *points;
} Sampler;

static void add_point(Sampler *s, const double x[2]) {
  for (int i = 0; i < 2; i++) pw_json_append(&s->points, pw_scene_number(round((x[i] + s->shift[i]) / s->grid) * s->grid));
}

static double distance_to_chord(const double p[2], const double a[2], const double b[2]) {
  double d[2] = {b[0] - a[0], b[1] - a[1]}, r[2] = {p[0] - a[0], p[1] - a[1]}, n = d[0] * d[0] + d[1] * d[1];
  double along = n > 0 ? fmin(fmax((r[0] * d[0] + r[1] * d[1]) / n, 0), 1) : 0;
  return hypot(r[0] - along * d[0], r[1] - along * d[1]);
}

// Points behind `from` up to `to`, halving until the curve at the quarters is near enough to the chord.
static void sample_span(Sampler *s, double u0, const double from[2], double u1, const double to[2], int left) {
  PwCurvePoint middle;
  double worst = 0;
  for (int i = 1; i <= 3; i++) {
    PwCurvePoint p;
    pw_element_evaluate(s->element, u0 + (u1 - u0) * i / 4, &p);
    worst = fmax(worst, distance_to_chord(p.x, from, to));
    if (i == 2) middle = p;
  }
  if (worst > s->tolerance && left > 0) {
    double u = (u0 + u1) / 2;
    sample_span(s, u0, from, u, middle.x, left - 1);
    sample_span(s, u, middle.x, u1, to, left - 1);
  } else {
    add_point(s, to);
  }
}

static json_t *element_points(const PwElement *e, const double shift[2], double tolerance) {
  Sampler s = {e, shift, tolerance, pow(10, floor(log10(tolerance)) - 3), json_array()};
  int spans = e->kind == PW_EL_LINE ? 1 : 8;  // a closed curve has no chord of its own
  PwCurvePoint from, to;
  pw_element_evaluate(e, 0, &from);
  add_point(&s, from.x);
  if (e->kind == PW_EL_POINT) return s.points;
  for (int i = 0; i < spans; i++) {
    pw_element_evaluate(e, (i + 1.0) / spans, &to);
    sample_span(&s, (double)i / spans, from.x, (i + 1.0) / spans, to.x, spans == 1 ? 0 : BISECTIONS);
    from = to;
  }
  return s.points;
}

static json_t *profile(const PawlMechanism *k, const PwBoundary *b) {
  static const char *const KINDS[] = {
      [PW_EL_POINT] = "point",   [PW_EL_LINE] = "line",         [PW_EL_ARC] = "arc",        [PW_EL_POLAR] = "polar",
      [PW_EL_SPLINE] = "spline", [PW_EL_INVOLUTE] = "involute", [PW_EL_ELLIPSE] = "ellipse"};
  _Static_assert(sizeof KINDS / sizeof *KINDS == PW_ELEMENT_KINDS, "every kind of element has a word");
  const PwProfile *p = &b->geometry;
  double tolerance = CHORD_ERROR * (k->size > 0 && k->size < p->size ? k->size : p->size);
  json_t *elements = json_array();
  for (int32_t i = 0; i < p->elements; i++) {
    json_t *points = element_points(&p->element[i], k->body[b->body].center, tolerance);
    pw_json_append(&elements, json_pack("{s:s, s:o}", "kind", KINDS[p->element[i].kind], "points", points));
  }
  json_t *out = json_pack("{s:o, s:b, s:o}", "name", pw_scene_name(b->name), "closed", (int)p->closed, "elements", elements);
  if (b->hidden) pw_json_set(&out, "hidden", json_true());
  if (b->construction) pw_json_set(&out, "construction", json_true());
  return out;
}

static json_t *shape(const PwShape *s) {
  json_t *out = json_object();
  static const char *const KINDS[] = {"box", "cylinder", "sphere", "outline"};
  pw_json_set(&out, "kind", json_string(KINDS[s->kind]));
  if (s->kind == PW_SHAPE_BOX) pw_json_set(&out, "sides", pw_scene_numbers(s->size, 3));
  if (s->kind == PW_SHAPE_CYLINDER || s->kind == PW_SHAPE_SPHERE) pw_json_set(&out, "radius", pw_scene_number(s->size[0]));
  if (s->kind == PW_SHAPE_CYLINDER) pw_json_set(&out, "length", pw_scene_number(s->size[1]));
  if (s->kind == PW_SHAPE_OUTLINE) {
    pw_json_set(&out, "depth", pw_scene_number(s->size[0]));
    pw_json_set(&out, "points", pw_scene_numbers(&s->point[0][0], 2 * s->points));
  }
  pw_json_set(&out, "position", pw_scene_numbers(s->position, 3));
  pw_json_set(&out, "quaternion", pw_scene_numbers(s->orientation, 4));
  return out;
}

static bool has_surfaces(const PawlMechanism *k, int32_t body) {
  for (int32_t i = 0; i < k->surfaces; i++) {
    if (k->skin[i].body == body) return true;
  }
  return false;
}

static bool has_meshes(const PawlMechanism *k, int32_t body) {
  for (int32_t i = 0; i < k->meshes; i++) {
    if (k->mesh[i].body == body) return true;
  }
  return false;
}

static json_t *bodies(const PawlMechanism *k) {
  json_t *list = json_array();
  for (int32_t i = 0; i < k->bodies; i++) {
    json_t *profiles = json_array();
    for (int32_t b = 0; b < k->boundaries; b++) {
      if (k->boundary[b].body == i) pw_json_append(&profiles, profile(k, &k->boundary[b]));
    }
    json_t *body =
        json_pack("{s:o, s:o, s:o, s:o}", "name", pw_scene_name(k->body[i].name), "mass", pw_scene_number(k->body[i].mass),
                  "center", pw_scene_numbers(k->body[i].center, 3), "profiles", profiles);
    json_t *shapes = k->body[i].shapes ? json_array() : NULL;
    for (int32_t s = 0; s < k->body[i].shapes; s++) pw_json_append(&shapes, shape(&k->body[i].shape[s]));
    if (k->body[i].shapes) pw_json_set(&body, "shapes", shapes);
    if (!k->planar && has_surfaces(k, i)) pw_json_set(&body, "surfaces", pw_scene_surfaces(k, i));
    if (!k->planar && has_meshes(k, i)) pw_json_set(&body, "meshes", pw_scene_meshes(k, i));
    pw_json_append(&list, body);
  }
  return list;
}

// ---- frames and what hangs on them

static json_t *frame_pose(const PawlMechanism *k, int32_t frame) {
  const PwFrame *f = &k->frame[frame];
  return json_pack("{s:o, s:o}", "position", body_point(k, f->body, f->position), "quaternion",
                   pw_scene_numbers(f->orientation, 4));
}

static json_t *joints(const PawlMechanism *k) {
  json_t *list = json_array();
  for (int32_t i = 0; i < k->joints; i++) {
    const PwJoint *j = &k->joint[i];
    json_t *joint =
        json_pack("{s:o, s:s, s:o, s:[oo]}", "name", pw_scene_name(j->name), "type", pw_words_joint[j->type], "bodies",
                  pair(j->body[0], j->body[1]), "frames", frame_pose(k, j->frame[0]), frame_pose(k, j->frame[1]));
    if (j->type == PAWL_JOINT_GEAR_PAIR) pw_json_set(&joint, "radii", pw_scene_numbers(j->radius, 2));
    pw_json_append(&list, joint);
  }
  return list;
}

static json_t *frames(const PawlMechanism *k) {
  json_t *list = json_array();
  for (int32_t i = 0; i < k->frames; i++) {
    const PwFrame *f = &k->frame[i];
    if (!f->name || !f->name[0]) continue;
    json_t *frame = frame_pose(k, i);
    pw_json_set(&frame, "name", pw_scene_name(f->name));
    pw_json_set(&frame, "body", json_integer(f->body));
    if (f->moves) pw_json_set(&frame, "moves", json_true());
    pw_json_append(&list, frame);
  }
  return list;
}

static json_t *springs(const PawlMechanism *k) {
  json_t *list = json_array();
  for (int32_t i = 0; i < k->scalar_forces; i++) {
    const PwScalar *s = &k->scalar[k->scalar_force[i].scalar];
    if (s->kind != PW_S_DISTANCE) continue;
    const PwFrame *f[2] = {&k->frame[s->frame[0]], &k->frame[s->frame[1]]};
    pw_json_append(&list, json_pack("{s:o, s:o, s:[oo]}", "name", pw_scene_name(k->scalar_force[i].name), "bodies",
                                    pair(f[0]->body, f[1]->body), "points", body_point(k, f[0]->body, f[0]->position),
                                    body_point(k, f[1]->body, f[1]->position)));
  }
  return list;
}

// ---- contacts

static json_t *stopped_joint(const PawlMechanism *k, int32_t scalar) {
  for (int32_t i = 0; i < k->coordinates; i++) {
    if (k->coordinate[i].scalar == scalar) return pw_scene_name(k->joint[k->coordinate[i].joint].name);
  }
  return json_null();
}

static int32_t body_of(const PawlMechanism *k, const PwContactList *list, int32_t member) {
  int32_t of = list->member[member];
  return list->surfaces ? k->skin[of].body : k->boundary[of].body;
}

// A member as contacts are called after it: by its body, or by itself if its body has several.
static json_t *member(const PawlMechanism *k, const PwContactList *list, int32_t i) {
  int32_t of = list->member[i], body = body_of(k, list, i);
  const char *own = list->surfaces ? k->skin[of].name : k->boundary[of].name;
  bool several = (i > 0 && body_of(k, list, i - 1) == body) || (i + 1 < list->members && body_of(k, list, i + 1) == body);
  return json_pack("{s:o, s:i, s:o}", "name", pw_scene_name(several ? own : k->body[body].name), "body", (int)body,
                   list->surfaces ? "surface" : "profile", pw_scene_name(own));
}

// Pairs of members on two bodies that are not of the list: two numbers each, in the list's order.
static json_t *left_out(const PawlMechanism *k, const PwContactList *list) {
  json_t *out = json_array();
  int32_t at = list->first;
  for (int32_t i = 0; i < list->members; i++) {
    for (int32_t j = i + 1; j < list->members; j++) {
      if (body_of(k, list, i) == body_of(k, list, j)) continue;
      const PwContact *c = at < list->first + list->count ? &k->contact[at] : NULL;
      const int32_t *side = !c ? NULL : list->surfaces ? c->skin : c->boundary;
      if (side && side[0] == list->member[i] && side[1] == list->member[j]) {
        at++;
        continue;
      }
      pw_json_append(&out, json_integer(i));
      pw_json_append(&out, json_integer(j));
    }
  }
  return out;
}

// All contacts of a long list, which stand in a row.
static json_t *long_list(const PawlMechanism *k, const PwContactList *list) {
  json_t *members = json_array();
  for (int32_t i = 0; i < list->members; i++) pw_json_append(&members, member(k, list, i));
  return json_pack("{s:o, s:i, s:o, s:o}", "name", pw_scene_name(list->name), "slots", (int)k->contact[list->first].slots,
                   "members", members, "without", left_out(k, list));
}

static json_t *contacts(const PawlMechanism *k) {
  json_t *list = json_array();
  for (int32_t i = 0; i < k->contacts; i++) {
    const PwContact *c = &k->contact[i];
    const PwContactList *of = pw_long_list_at(k, i);
    if (of) {
      pw_json_append(&list, long_list(k, of));
      i += of->count - 1;
      continue;
    }
    json_t *contact = json_pack("{s:o, s:o, s:i}", "name", pw_scene_name(c->name), "bodies", pair(c->body[0], c->body[1]),
                                "slots", (int)c->slots);
    const PwContactForm *form = pw_contact_form(c);
    if (form->word) {
      pw_json_set(&contact, form->word,
                  json_pack("[oo]", pw_scene_name(form->name(k, c, 0)), pw_scene_name(form->name(k, c, 1))));
    } else {
      pw_json_set(&contact, "joint", stopped_joint(k, c->scalar));
      pw_json_set(&contact, "angular", json_boolean(c->angular));
    }
    pw_json_append(&list, contact);
  }
  return list;
}

static json_t *units(const PwUnits *u) {
  const struct {
    const char *key, *name;
    double si;
  } list[5] = {{"length", u->length_name, u->length},
               {"mass", u->mass_name, u->mass},
               {"time", u->time_name, u->time},
               {"angle", u->angle_name, u->angle},
               {"force", u->force_name, u->force}};
  json_t *object = json_object();
  for (int i = 0; i < 5; i++) {
    pw_json_set(&object, list[i].key,
                json_pack("{s:o, s:o}", "name", pw_scene_name(list[i].name), "si", pw_scene_number(list[i].si)));
  }
  return object;
}

char *pw_scene_text(const PawlMechanism *k) {
  json_t *root = json_pack("{s:i, s:o, s:b, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o}", "pawl_scene", 1, "name",
                           pw_scene_name(k->name), "planar", (int)k->planar, "size", pw_scene_number(k->size), "gravity",
                           pw_scene_numbers(k->gravity, 3), "units", units(&k->units), "bodies", bodies(k), "joints", joints(k),
                           "frames", frames(k), "springs", springs(k), "contacts", contacts(k));
  char *text = root ? pw_json_dump(root, 0, 15) : NULL;
  json_decref(root);
  return text;
}
