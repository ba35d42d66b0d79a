// Boundaries of an ACDMC file: points, segments, arcs, circles and polynomials in polar coordinates, one after the other.
//
// A polynomial gives the radius about CENTRE: r = sum of COEFFI_k z^ORDER_k, z = x/Ko, x in degrees, which is Ao where the curve
// begins and Af where it ends; the direction of its beginning is that of the point where the curve before ends. W96 has no Af:
// the end of a polynomial cannot be told from its listing.
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "dyn/dyn.h"

static const char *const convex_remedy = "write CONVEX (the body is inside the curve) or CONCAVE";
enum { POINT, SEGMENT, ARC, CIRCLE, POLY, PARTS_MAX = 2000, TERMS_MAX = 100 };
static const char *const types[] = {"POINT", "POINT", "SEGMENT", "SEG", "ARC", "ARC", "CIRCLE", "CERCLE", "POLY", "POLYLN", NULL};
static const double degree = 3.14159265358979323846 / 180;

typedef struct {
  PwDynMechanism *m;
  PwDyn *d;
  const PwDynEntity *surf;
  PawlElementDef *def;
  const PwDynEntity **part;  // of each def
  int32_t count;
  bool known;  // where the chain has come to, and begun
  double at[2], begin[2];
  double angle;  // of the last polynomial's end, about `center`
  double center[2];
  bool polar;
  bool broken;  // a curve was refused: where the next one begins is not known, but it is looked at all the same
} Chain;

// Keys that a type of curve has besides TYPE and FIN.
static bool key_fits(PwDynKey key, int type) {
  switch (key) {
    case PW_DYN_PINIT:
      return type != POINT;
    case PW_DYN_PEND:
      return type == SEGMENT || type == ARC;
    case PW_DYN_CENTRE:
    case PW_DYN_CONVEX:
      return type == ARC || type == CIRCLE || type == POLY;
    case PW_DYN_RADIAL:
      return type == CIRCLE;
    case PW_DYN_TYPE:
    case PW_DYN_FIN:
      return true;
    default:
      return type == POLY;
  }
}

static bool read_point(Chain *c, const PwDynEntity *e, PwDynKey key, const char *remedy, double out[2]) {
  double p[3];
  if (!pw_dyn_numbers(c->d, e, key, remedy, 3, p)) return false;
  if (p[2] != 0) {
    const PwDynField *field = pw_dyn_find(e, key);
    pw_dyn_fail(c->d, e, field->place, "'%s' has z = %g: boundaries lie in the plane z = 0 of their link", field->word, p[2]);
    return false;
  }
  for (int k = 0; k < 2; k++) out[k] = p[k] * pw_dyn_unit(c->d, PW_DIM_LENGTH);
  return true;
}

// Where a curve begins: PINIT, or where the one before ends; if both are known they must agree.
static bool begin_curve(Chain *c, const PwDynEntity *e) {
  const PwDynField *field = pw_dyn_find(e, PW_DYN_PINIT);
  double at[2];
  if (!field && !c->known && !c->broken) pw_dyn_fail(c->d, e, e->place, "'PINIT' is missing: where does the first curve begin?");
  if (!field) return c->known || c->broken;
  if (!read_point(c, e, PW_DYN_PINIT, "", at)) return false;
  double gap = hypot(at[0] - c->at[0], at[1] - c->at[1]);
  if (c->known && gap > 1e-6 * (fabs(at[0]) + fabs(at[1]) + fabs(c->at[0]) + fabs(c->at[1]))) {
    pw_dyn_fail(c->d, e, field->place, "'PINIT' is %g away from the end of the curve before",
                gap / pw_dyn_unit(c->d, PW_DIM_LENGTH));
    return false;
  }
  if (!c->known) {
    memcpy(c->at, at, sizeof at);
    memcpy(c->begin, at, sizeof at);
  }
  return c->known = true;
}

// A polynomial need not say it: it may be both.
static bool read_convex(Chain *c, const PwDynEntity *e, const char *remedy, bool *concave) {
  static const char *const words[] = {"CONVEX", "CONVEXE", "CONCAVE", "CONCAVE", NULL};
  int word = 0;
  bool good = pw_dyn_choice(c->d, e, PW_DYN_CONVEX, remedy, words, &word);
  *concave = word == 1;
  return good;
}

static PawlElementDef *add_element(Chain *c, const PwDynEntity *e, PawlElementType type) {
  PawlElementDef *def = &c->def[c->count];
  c->part[c->count++] = e;
  *def = pawl_element_def_default();
  def->type = type;
  if (c->count == 1) memcpy(def->from, c->at, sizeof def->from);
  return def;
}

static bool read_line(Chain *c, const PwDynEntity *e) {
  double to[2];
  bool good = begin_curve(c, e);
  if (!read_point(c, e, PW_DYN_PEND, "where does it end?", to) || !good) return false;
  memcpy(add_element(c, e, PAWL_ELEMENT_LINE)->to, to, sizeof to);
  memcpy(c->at, to, sizeof to);
  return true;
}

static bool read_arc(Chain *c, const PwDynEntity *e) {
  double center[2] = {0, 0}, to[2];
  bool concave, good = begin_curve(c, e);
  good = read_point(c, e, PW_DYN_CENTRE, "an arc needs its centre", center) && good;
  good = read_point(c, e, PW_DYN_PEND, "where does it end?", to) && good;
  good = read_convex(c, e, convex_remedy, &concave) && good;
  if (!good) return false;
  PawlElementDef *def = add_element(c, e, PAWL_ELEMENT_ARC);
  memcpy(def->center, center, sizeof center);
  memcpy(def->to, to, sizeof to);
  def->clockwise = concave;
  memcpy(c->at, to, sizeof to);
  return true;
}

static bool read_circle(Chain *c, const PwDynEntity *e) {
  double center[2] = {0, 0}, start[2], radius = 0;
  bool concave, good = read_point(c, e, PW_DYN_CENTRE, "a circle needs its centre", center);
  good = pw_dyn_numbers(c->d, e, PW_DYN_RADIAL, "a circle needs its radius", 1, &radius) && good;
  good = read_convex(c, e, convex_remedy, &concave) && good;
  if (!good) return false;
  radius *= pw_dyn_unit(c->d, PW_DIM_LENGTH);
  if (pw_dyn_find(e, PW_DYN_PINIT)) {
    if (!read_point(c, e, PW_DYN_PINIT, NULL, start)) return false;
    if (fabs(hypot(start[0] - center[0], start[1] - center[1]) - radius) > 1e-6 * radius) {
      pw_dyn_fail(c->d, e, pw_dyn_find(e, PW_DYN_PINIT)->place, "'PINIT' is not on the circle");
      return false;
    }
  }
  PawlElementDef *def = add_element(c, e, PAWL_ELEMENT_CIRCLE);
  memcpy(def->center, center, sizeof center);
  def->from[0] = def->from[1] = NAN;
  def->radius = radius;
  def->clockwise = concave;
  return true;
}

// ---- polynomials

typedef struct {
  int32_t count;
  double coefficient[TERMS_MAX], order[TERMS_MAX];
  double first, last, scale;  // Ao, Af, Ko: degrees
  double center[2];
} Poly;

static double radius_at(const Poly *p, double x) {
  double r = 0;
  for (int32_t k = 0; k < p->count; k++) r += p->coefficient[k] * pow(x / p->scale, p->order[k]);
  return r;
}

// All but Af; NULL chain: without complaints.
static bool read_poly_fields(PwDyn *d, const PwDynEntity *e, Poly *p) {
  double number = 0, one = 1;
  const PwDynField *coeffi = pw_dyn_find(e, PW_DYN_COEFFI), *order = pw_dyn_find(e, PW_DYN_ORDER);
  p->scale = 1;
  bool good = pw_dyn_numbers(d, e, PW_DYN_NUM, "how many terms has the polynomial?", 1, &number);
  good = pw_dyn_numbers(d, e, PW_DYN_AO, "the angle in degrees that the polynomial has at its beginning", 1, &p->first) && good;
  good = pw_dyn_numbers(d, e, PW_DYN_RO, NULL, 1, &one) && good;
  good = pw_dyn_numbers(d, e, PW_DYN_KO, NULL, 1, &p->scale) && good;
  if (!coeffi || !order) {
    pw_dyn_fail(d, e, e->place, "'%s' is missing: the terms of the polynomial", coeffi ? "ORDER" : "COEFFI");
    return false;
  }
  p->count = pw_dyn_list(d, e, coeffi, TERMS_MAX, p->coefficient);
  int32_t orders = pw_dyn_list(d, e, order, TERMS_MAX, p->order);
  if (!good || p->count < 0 || orders < 0) return false;
  if (p->count != number || orders != number) {
    pw_dyn_fail(d, e, pw_dyn_find(e, PW_DYN_NUM)->place,
                "'NUM' is %g, but COEFFI has %d numbers (line %d) and ORDER %d (line %d)", number, (int)p->count,
                (int)coeffi->place.line, (int)orders, (int)order->place.line);
    return false;
  }
  if (one != 1) {
    pw_dyn_fail(d, e, pw_dyn_find(e, PW_DYN_RO)->place,
                "'Ro' is %g: the format's description does not say what other values than 1 mean", one);
    return false;
  }
  if (!(fabs(p->scale) > 0)) pw_dyn_fail(d, e, pw_dyn_find(e, PW_DYN_KO)->place, "'Ko' must not be 0: it divides the angle");
  return fabs(p->scale) > 0;
}

// The end is not in the file. Where the next curve is a polynomial too, the two radii are equal there.
static void complain_end(Chain *c, const PwDynEntity *e, const Poly *p) {
  char hint[160] = "";
  const PwDynEntity *after = e->next;
  const char *type = after && after->kind == PW_DYN_PART ? pw_dyn_text(c->d, after, PW_DYN_TYPE, NULL) : NULL;
  Poly next = {0};
  bool failed = c->d->failed;
  PawlMessages *messages = c->d->messages;
  c->d->messages = NULL;  // what is wrong with the next curve is said there
  if (type && strncmp(type, "POLY", 4) == 0 && read_poly_fields(c->d, after, &next)) {
    double goal = radius_at(&next, next.first), x = p->first;
    for (int k = 0, found = 0; k < 720 && found < 3; k++, x += 0.5) {
      double low = x, high = x + 0.5, at_low = radius_at(p, low) - goal;
      if (!(at_low * (radius_at(p, high) - goal) <= 0) || at_low == 0) continue;
      for (int i = 0; i < 60; i++) {
        double middle = (low + high) / 2;
        *(at_low * (radius_at(p, middle) - goal) <= 0 ? &high : &low) = middle;
      }
      size_t n = strlen(hint);
      snprintf(hint + n, sizeof hint - n, "%s %.7g", found++ ? "," : "; it has the radius with which the next curve begins at",
               high);
    }
  }
  c->d->failed = failed;
  c->d->messages = messages;
  pw_dyn_fail(c->d, e, e->place,
              "nothing says where the polynomial ends: add 'Af : ...', its angle there as Ao is that at its beginning%s", hint);
}

static bool read_poly(Chain *c, const PwDynEntity *e) {
  Poly p = {0};
  bool concave, good = begin_curve(c, e);
  good = read_point(c, e, PW_DYN_CENTRE, "the origin of the polar coordinates", p.center) && good;
  good = read_convex(c, e, NULL, &concave) && good;
  good = read_poly_fields(c->d, e, &p) && good;
  if (!good) return false;
  if (!pw_dyn_find(e, PW_DYN_AF)) {
    complain_end(c, e, &p);
    return false;
  }
  if (!pw_dyn_numbers(c->d, e, PW_DYN_AF, "", 1, &p.last)) return false;
  bool same = c->polar && p.center[0] == c->center[0] && p.center[1] == c->center[1];
  double from = same ? c->angle : atan2(c->at[1] - p.center[1], c->at[0] - p.center[0]);
  PawlElementDef *def = add_element(c, e, PAWL_ELEMENT_POLAR);
  double *data = pw_arena_array(&c->d->arena, 2 * (size_t)p.count, sizeof *data), length = pw_dyn_unit(c->d, PW_DIM_LENGTH);
  if (!data) return false;
  for (int32_t k = 0; k < p.count; k++) {
    data[2 * k] = p.coefficient[k] * length;
    data[2 * k + 1] = p.order[k];
  }
  memcpy(def->center, p.center, sizeof p.center);
  def->angle[0] = from;
  def->angle[1] = c->angle = from + (p.last - p.first) * degree;
  def->origin = from - p.first * degree;
  def->scale = p.scale * degree;
  def->data = data;
  def->count = p.count;
  def->from[0] = def->from[1] = NAN;
  double r = radius_at(&p, p.last) * length;
  c->at[0] = p.center[0] + r * cos(c->angle);
  c->at[1] = p.center[1] + r * sin(c->angle);
  memcpy(c->center, p.center, sizeof p.center);
  return true;
}

// ---- the whole

static bool read_part(Chain *c, const PwDynEntity *e) {
  static const char *const ends[] = {"NO", "NON", "YES", "OUI", NULL};
  int type = POINT, end = 0;
  bool last = !e->next || e->next->kind != PW_DYN_PART, good;
  if (!pw_dyn_choice(c->d, e, PW_DYN_TYPE, "", types, &type)) return false;
  good = pw_dyn_choice(c->d, e, PW_DYN_FIN, "write NO, or YES for the last curve", ends, &end);
  if (good && end != last) {
    pw_dyn_fail(
        c->d, e, pw_dyn_find(e, PW_DYN_FIN)->place,
        last ? "'FIN' says that more curves follow, but none does" : "'FIN' says that this is the last curve, but more follow");
    good = false;
  }
  for (const PwDynField *f = e->field; f; f = f->next) {
    if (key_fits(f->key, type)) continue;
    pw_dyn_fail(c->d, e, f->place, "'%s' does not belong to a curve of type %s", f->word, types[2 * type]);
    good = false;
  }
  if (type == CIRCLE && (e->number > 1 || !last)) {
    pw_dyn_fail(c->d, e, e->place, "a circle is alone in its surface");
    return false;
  }
  switch (type) {
    case SEGMENT:
      good = read_line(c, e) && good;
      break;
    case ARC:
      good = read_arc(c, e) && good;
      break;
    case CIRCLE:
      good = read_circle(c, e) && good;
      break;
    case POLY:
      good = read_poly(c, e) && good;
      break;
    default:
      break;  // a corner: the model finds it by itself
  }
  if (type != POINT) c->polar = type == POLY;
  return good;
}

static bool is_point(const PwDynEntity *e) {
  const PwDynField *type = e && e->kind == PW_DYN_PART ? pw_dyn_find(e, PW_DYN_TYPE) : NULL;
  return type && type->line && strcmp(type->line->text, types[2 * POINT]) == 0;
}

// Points where the boundary has no corner and corners without a point: places on it are counted otherwise than the file means.
static void compare_points(Chain *c, const PwProfile *p) {
  for (int32_t k = 0; k < p->elements; k++) {
    if (pw_element_is_corner(&p->element[k])) continue;
    const PwDynEntity *e = c->part[p->element[k].source];
    bool corner =
        k + 1 < p->elements ? pw_element_is_corner(&p->element[k + 1]) : p->closed && pw_element_is_corner(&p->element[0]);
    if (corner == is_point(e->next)) continue;
    pw_message(c->d->messages, PAWL_WARNING, is_point(e->next) ? e->next->place : e->place,
               corner ? "SURF '%.60s': the boundary has a corner after curve %d, where no POINT stands"
                      : "SURF '%.60s': the boundary is smooth after curve %d, where a POINT stands",
               c->surf->name, (int)e->number);
  }
}

// Arcs are what they are called; a polynomial's name for itself decides nothing, but may be wrong.
static void compare_curvature(Chain *c, const PwProfile *p) {
  for (int32_t k = 0; k < c->count; k++) {
    double low = INFINITY, high = -INFINITY;
    bool concave = false;
    if (c->def[k].type != PAWL_ELEMENT_POLAR || !pw_dyn_find(c->part[k], PW_DYN_CONVEX)) continue;
    for (int32_t i = 0; i < p->pieces; i++) {
      if (p->element[p->piece[i].element].source != k) continue;
      low = fmin(low, p->piece[i].curvature[0]);
      high = fmax(high, p->piece[i].curvature[1]);
    }
    read_convex(c, c->part[k], NULL, &concave);
    bool wrong = concave ? high * p->size > 1e-6 : low * p->size < -1e-6;
    if (!wrong) continue;
    pw_message(c->d->messages, PAWL_WARNING, pw_dyn_find(c->part[k], PW_DYN_CONVEX)->place,
               "SURF '%.60s', curve %d: is called %s, but it is not so everywhere; what it is follows from its terms",
               c->surf->name, (int)c->part[k]->number, concave ? "CONCAVE" : "CONVEX");
  }
}

static void add_profile(Chain *c, PwDynSurf *surf) {
  PwDyn *d = c->d;
  PwProfile built;
  PwProfileProblem problem = {.def = -1, .units = pw_model_profile_units(d->model)};
  PawlProfileDef def = pawl_profile_def_default();
  double size = 0;
  for (int32_t k = 0; k < c->count; k++) size = fmax(size, fmax(fabs(c->def[k].to[0]), fabs(c->def[k].to[1])));
  bool alone = c->def[0].type == PAWL_ELEMENT_CIRCLE;
  size = fmax(size, hypot(c->at[0], c->at[1]));
  def.closed = alone || hypot(c->at[0] - c->begin[0], c->at[1] - c->begin[1]) <= 1e-6 * size;
  PawlStatus status = pw_profile_build(c->def, c->count, def.closed, false, &d->arena, &built, &problem);
  if (status != PAWL_OK) {
    const PwDynEntity *e = problem.def >= 0 && problem.def < c->count ? c->part[problem.def] : c->surf;
    pw_dyn_fail(d, e, e->place, "%s", status == PAWL_ERR_INPUT ? problem.text : pawl_status_text(status));
    return;
  }
  if (!alone) compare_points(c, &built);
  compare_curvature(c, &built);
  if (d->failed) return;
  def.name = surf->name;
  def.body = c->m->links.item[surf->link].body;
  memcpy(def.position, surf->shape.p, sizeof def.position);
  memcpy(def.orientation, surf->shape.q, sizeof def.orientation);
  def.count = c->count;
  def.element = c->def;
  if (pw_model_add_profile(d->model, &def, c->surf->place, d->messages, &surf->profile) != PAWL_OK) d->failed = true;
}

void pw_dyn_add_curve(PwDynMechanism *m, PwDynSurf *surf) {
  PwDyn *d = m->d;
  const PwDynEntity *e = surf->entity;
  Chain c = {.m = m, .d = d, .surf = e};
  double normal[3] = {0, 0, 1};
  int32_t parts = 0;
  for (const PwDynEntity *p = e->next; p && p->kind == PW_DYN_PART; p = p->next) parts++;
  if (parts < 1 || parts > PARTS_MAX) {
    pw_dyn_fail(d, e, e->place, parts ? "has more than %d curves" : "has no curve: add 'TYPE OF CURVE : ...'", PARTS_MAX);
    return;
  }
  if (pw_dyn_numbers(d, e, PW_DYN_NORMAL, "write 0 0 1", 3, normal) && (normal[0] != 0 || normal[1] != 0 || !(normal[2] > 0))) {
    pw_dyn_fail(d, e, pw_dyn_find(e, PW_DYN_NORMAL)->place, "'NORMAL VECTOR' must be 0 0 1: boundaries lie in the plane z = 0");
  }
  c.def = pw_arena_array(&d->arena, (size_t)parts, sizeof *c.def);
  c.part = pw_arena_array(&d->arena, (size_t)parts, sizeof *c.part);
  if (!c.def || !c.part) {
    pw_dyn_no_memory(d, e->place);
    return;
  }
  for (const PwDynEntity *p = e->next; p && p->kind == PW_DYN_PART; p = p->next) {
    if (read_part(&c, p)) continue;
    c.broken = true;
    c.known = false;
  }
  if (c.broken) return;
  if (c.count) add_profile(&c, surf);
  if (!c.count) pw_dyn_fail(d, e, e->place, "has points only: a boundary needs a segment, an arc or a polynomial");
}
