// What `pawl check` says of bodies that overlap at the start: a run would refuse them.
#include <jansson.h>
#include <math.h>

#include "analysis/check.h"
#include "analysis/initial.h"
#include "simulate/simulation.h"

static PawlStatus list_overlaps(PwCheck *check, const PawlSimulation *s) {
  const PwMotion *motion = pw_formulation_motion(s->formulation);
  const PwTouches *touches = &s->contact.touches;
  check->overlap = pw_arena_array(&check->arena, (size_t)touches->nears + 1, sizeof *check->overlap);
  if (!check->overlap) return PAWL_ERR_MEMORY;
  check->overlaps = 0;
  for (int32_t i = 0; i < touches->nears; i++) {
    if (pw_touches_start_overlap(touches, motion, touches->near[i].contact, &check->overlap[check->overlaps])) check->overlaps++;
  }
  return PAWL_OK;
}

PawlStatus pw_check_overlaps(PwCheck *check) {
  const PawlMechanism *k = check->k;
  if (k->contacts == 0) return PAWL_OK;
  check->overlaps = -1;
  PawlRunOptions options = pawl_run_options_default();
  PawlSimulation *s = NULL;
  PawlStatus status = pawl_simulation_create(k, &options, NULL, &s);
  if (status == PAWL_OK) status = pw_initial_state(s, NULL);
  if (status == PAWL_OK) status = pw_contact_find_first(s, NULL);
  if (status == PAWL_OK) status = list_overlaps(check, s);
  pawl_simulation_free(s);
  return status == PAWL_ERR_MEMORY ? status : PAWL_OK;  // what cannot start is told by a run
}

// A coordinate of the point in the file's units; what is zero within rounding is 0.
static double coordinate(const PawlMechanism *k, const PwStartOverlap *o, int i) {
  return fabs(o->x[i]) < 1e-12 * k->size ? 0 : o->x[i] / pw_units_factor(&k->units, PW_DIM_LENGTH);
}

void pw_check_overlaps_text(const PwCheck *check, PwText *out) {
  const PawlMechanism *k = check->k;
  char unit[64], length[64];
  pw_units_name(&k->units, PW_DIM_LENGTH, length);
  if (check->overlaps > 0) pw_text_add(out, "overlaps at the start (a run refuses them; --separate moves bodies apart):\n");
  for (int32_t i = 0; i < check->overlaps; i++) {
    const PwStartOverlap *o = &check->overlap[i];
    const PwContact *c = &k->contact[o->contact];
    pw_units_name(&k->units, pw_gap_dimension(c), unit);
    pw_text_format(out, "  %s: ", c->name);
    if (pw_contact_form(c)->located) pw_text_format(out, "%s and %s, ", k->body[c->body[0]].name, k->body[c->body[1]].name);
    pw_text_format(out, "by %s%.6g %s", o->at_least ? "at least " : "",
                   o->depth / pw_units_factor(&k->units, pw_gap_dimension(c)), unit);
    if (pw_contact_form(c)->located) {
      pw_text_format(out, " at (%.6g, %.6g", coordinate(k, o, 0), coordinate(k, o, 1));
      if (!k->planar) pw_text_format(out, ", %.6g", coordinate(k, o, 2));
      pw_text_format(out, ") %s", length);
    }
    pw_text_add(out, "\n");
  }
}

json_t *pw_check_overlaps_json(const PwCheck *check) {
  const PawlMechanism *k = check->k;
  json_t *out = json_array();
  for (int32_t i = 0; i < check->overlaps; i++) {
    const PwStartOverlap *o = &check->overlap[i];
    const PwContact *c = &k->contact[o->contact];
    json_t *item =
        json_pack("{s:s, s:[s, s], s:f, s:b}", "contact", c->name, "bodies", k->body[c->body[0]].name, k->body[c->body[1]].name,
                  "depth", o->depth / pw_units_factor(&k->units, pw_gap_dimension(c)), "at_least", (int)o->at_least);
    if (item && pw_contact_form(c)->located) {
      json_t *point = json_pack("[f, f]", coordinate(k, o, 0), coordinate(k, o, 1));
      if (point && !k->planar) json_array_append_new(point, json_real(coordinate(k, o, 2)));
      json_object_set_new(item, "place", point);
    }
    json_array_append_new(out, item);
  }
  return out;
}
