// What `pawl check` says of profiles, contacts and stops, and of the freedoms that are left once the contacts declared closed
// are.
#include <jansson.h>
#include <math.h>

#include "analysis/check.h"
#include "analysis/initial.h"
#include "base/json.h"
#include "model/words.h"
#include "simulate/simulation.h"

static const char *const KINDS[] = {
    [PW_EL_POINT] = "corner",  [PW_EL_LINE] = "line",         [PW_EL_ARC] = "arc",        [PW_EL_POLAR] = "polar",
    [PW_EL_SPLINE] = "spline", [PW_EL_INVOLUTE] = "involute", [PW_EL_ELLIPSE] = "ellipse"};
_Static_assert(sizeof KINDS / sizeof *KINDS == PW_ELEMENT_KINDS, "every kind of element has a word");

static void count_kinds(const PwProfile *p, int32_t count[PW_ELEMENT_KINDS]) {
  for (int i = 0; i < PW_ELEMENT_KINDS; i++) count[i] = 0;
  for (int32_t i = 0; i < p->elements; i++) count[p->element[i].kind]++;
}

static double in_units(const PawlMechanism *k, double si, PwDimension dimension) {
  return si / pw_units_factor(&k->units, dimension);
}

// K, in force/length^n or torque/angle of the file.
static double stiffness(const PawlMechanism *k, const PwContact *c) {
  double force = pw_units_factor(&k->units, pw_gap_force_dimension(c));
  return c->law.stiffness / force * pow(pw_units_factor(&k->units, pw_gap_dimension(c)), c->law.exponent);
}

// ---- freedoms with closed contacts

// Speeds that the closed touches take away: the rank of their inertia, joints and drives included.
static PawlStatus count_closed(PwCheck *check, PawlSimulation *s) {
  PwContactWork *w = &s->contact;
  double residual;
  int32_t n = pw_contact_list_closed(w);
  PawlStatus status = pw_contact_touch_space(s, 0, s->y, n);
  int32_t rank = 0, rows = status == PAWL_OK ? w->first[n] : 0;
  for (int32_t i = 0; i < rows; i++) w->work[i] = 0;
  if (rows > 0) status = pw_least_norm(w->lcp, rows, w->W, w->work, w->impulse, &rank, &residual);
  if (status == PAWL_OK) check->closed = n, check->closed_left = check->left - rank;
  return status;
}

PawlStatus pw_check_closed(PwCheck *check) {
  const PawlMechanism *k = check->k;
  bool any = false;
  check->closed = -1;
  for (int32_t c = 0; c < k->contacts; c++) any |= k->contact[c].start_closed && !k->contact[c].soft;
  if (!any) return PAWL_OK;
  PawlRunOptions options = pawl_run_options_default();
  PawlSimulation *s = NULL;
  PawlStatus status = pawl_simulation_create(k, &options, NULL, &s);
  if (status == PAWL_OK) status = pw_initial_state(s, NULL);
  if (status == PAWL_OK) status = pw_contact_start(s, NULL);
  if (status == PAWL_OK) status = count_closed(check, s);
  pawl_simulation_free(s);
  return status == PAWL_ERR_MEMORY ? status : PAWL_OK;  // what cannot start is told by a run
}

// ---- text

static void quantity(PwText *out, const PawlMechanism *k, double si, PwDimension dimension) {
  char unit[64];
  pw_units_name(&k->units, dimension, unit);
  pw_text_format(out, "%.6g %s", in_units(k, si, dimension), unit);
}

static void write_profile(const PawlMechanism *k, const PwBoundary *b, PwText *out) {
  int32_t count[PW_ELEMENT_KINDS];
  count_kinds(&b->geometry, count);
  pw_text_format(out, "  %s: %s%s", b->name, b->construction ? "construction, " : "", b->geometry.closed ? "closed" : "open");
  for (int i = 0; i < PW_ELEMENT_KINDS; i++) {
    if (count[i]) pw_text_format(out, ", %d %s%s", (int)count[i], KINDS[i], count[i] > 1 ? "s" : "");
  }
  pw_text_add(out, ", length ");
  quantity(out, k, b->geometry.length, PW_DIM_LENGTH);
  pw_text_add(out, "\n");
}

static void write_contact(const PawlMechanism *k, const PwContact *c, PwText *out) {
  char force[64], gap[64];
  pw_text_format(out, "  %s: ", c->name);
  pw_contact_form(c)->check(k, c, out);
  pw_text_format(out, ", %s", pw_contact_form(c)->law(c));
  if (c->soft) {
    pw_units_name(&k->units, pw_gap_force_dimension(c), force);
    pw_units_name(&k->units, pw_gap_dimension(c), gap);
    pw_text_format(out, ", stiffness %.6g %s/%s", stiffness(k, c), force, gap);
    if (c->law.exponent != 1) pw_text_format(out, "^%.6g", c->law.exponent);
  } else {
    pw_text_format(out, ", restitution %.6g", c->restitution);
  }
  if (c->friction.rolling) pw_text_add(out, ", rolls");
  if (c->friction.mu_static > 0) pw_text_format(out, ", friction %.6g", c->friction.mu_static);
  if (c->friction.mu_kinetic < c->friction.mu_static) pw_text_format(out, ", sliding %.6g", c->friction.mu_kinetic);
  if (c->sides == PAWL_SIDES_BOTH) pw_text_add(out, ", both sides");
  if (c->sides == PAWL_SIDES_KEPT) pw_text_add(out, ", kept once closed");
  if (c->start_closed) pw_text_add(out, ", starts closed");
  pw_text_add(out, "\n");
}

void pw_check_contacts_text(const PawlMechanism *k, PwText *out) {
  if (k->boundaries) pw_text_format(out, "profiles: %d\n", (int)k->boundaries);
  for (int32_t i = 0; i < k->boundaries; i++) write_profile(k, &k->boundary[i], out);
  pw_check_surfaces_text(k, out);
  pw_check_meshes_text(k, out);
  if (k->contacts) pw_text_format(out, "contacts: %d\n", (int)k->contacts);
  for (int32_t i = 0; i < k->contacts; i++) write_contact(k, &k->contact[i], out);
}

// ---- JSON

json_t *pw_check_profiles_json(const PawlMechanism *k) {
  json_t *out = json_array();
  for (int32_t i = 0; i < k->boundaries; i++) {
    const PwBoundary *b = &k->boundary[i];
    int32_t count[PW_ELEMENT_KINDS];
    json_t *elements = json_object();
    count_kinds(&b->geometry, count);
    for (int n = 0; n < PW_ELEMENT_KINDS; n++) {
      if (count[n]) pw_json_set(&elements, KINDS[n], json_integer(count[n]));
    }
    pw_json_append(
        &out, json_pack("{s:s, s:s, s:b, s:o, s:f}", "name", b->name, "body", k->body[b->body].name, "closed",
                        (int)b->geometry.closed, "elements", elements, "length", in_units(k, b->geometry.length, PW_DIM_LENGTH)));
  }
  return out;
}

json_t *pw_check_contacts_json(const PawlMechanism *k) {
  json_t *out = json_array();
  for (int32_t i = 0; i < k->contacts; i++) {
    const PwContact *c = &k->contact[i];
    const PwContactForm *form = pw_contact_form(c);
    json_t *item =
        json_pack("{s:s, s:[s, s], s:s, s:s, s:b}", "name", c->name, "bodies", k->body[c->body[0]].name, k->body[c->body[1]].name,
                  "law", form->law(c), "sides", pw_words_sides[c->sides], "start_closed", (int)c->start_closed);
    form->check_json(k, c, &item);
    if (c->soft) {
      pw_json_set(&item, "stiffness", json_real(stiffness(k, c)));
      pw_json_set(&item, "exponent", json_real(c->law.exponent));
    } else {
      pw_json_set(&item, "restitution", json_real(c->restitution));
    }
    if (c->friction.rolling) pw_json_set(&item, "rolling", json_true());
    if (c->friction.mu_static > 0) {
      pw_json_set(&item, "friction", json_real(c->friction.mu_static));
      pw_json_set(&item, "kinetic", json_real(c->friction.mu_kinetic));
    }
    pw_json_append(&out, item);
  }
  return out;
}
