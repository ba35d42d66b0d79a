// What the kinds of contacts have on their sides, and how they are written.
#include "base/json.h"
#include "compile/mechanism.h"
#include "geometry/space/shell.h"
#include "model/surfaces.h"
#include "model/words.h"

static const char *profile_name(const PawlMechanism *m, const PwContact *c, int side) {
  return m->boundary[c->boundary[side]].name;
}

static int32_t profile_elements(const PawlMechanism *m, const PwContact *c, int side) {
  return m->boundary[c->boundary[side]].geometry.elements;
}

static const char *surface_name(const PawlMechanism *m, const PwContact *c, int side) {
  return m->skin[c->skin[side]].name;
}

static int32_t surface_faces(const PawlMechanism *m, const PwContact *c, int side) {
  const int32_t *segments = m->skin[c->skin[side]].geometry.segments;
  return segments[0] * segments[1];
}

static int32_t shell_cells(const PawlMechanism *m, const PwContact *c, int side) {
  return pw_shell_cells(m->skin[c->skin[side]].shell);
}

static const char *no_name(const PawlMechanism *m, const PwContact *c, int side) {
  (void)m, (void)c, (void)side;
  return "";
}

static int32_t no_elements(const PawlMechanism *m, const PwContact *c, int side) {
  (void)m, (void)c, (void)side;
  return 0;
}

static PwDimension no_parameter(const PawlMechanism *m, const PwContact *c, int side, int direction) {
  (void)m, (void)c, (void)side, (void)direction;
  return PW_DIM_NONE;
}

static PwDimension surface_parameter(const PawlMechanism *m, const PwContact *c, int side, int direction) {
  return pw_surface_fields(m->skin[c->skin[side]].type)->dimension[direction];
}

// ---- what `pawl check` says

static void check_sides(const PawlMechanism *m, const PwContact *c, PwText *out) {
  const PwContactForm *form = pw_contact_form(c);
  pw_text_format(out, "%s and %s", form->name(m, c, 0), form->name(m, c, 1));
}

static void check_sides_json(const PawlMechanism *m, const PwContact *c, json_t **item) {
  const PwContactForm *form = pw_contact_form(c);
  pw_json_set(item, form->word, json_pack("[s, s]", form->name(m, c, 0), form->name(m, c, 1)));
}

static void check_stop(const PawlMechanism *m, const PwContact *c, PwText *out) {
  pw_text_format(out, "stop at %s", PW_SAY(m, c->bound, pw_gap_dimension(c), 6));
}

static void check_stop_json(const PawlMechanism *m, const PwContact *c, json_t **item) {
  pw_json_set(item, "stop", json_real(c->bound / pw_units_factor(&m->units, pw_gap_dimension(c))));
}

static const char *law_of_sides(const PwContact *c) {
  return c->soft ? pw_words_law[c->type - 1] : "rigid";
}

static const char *law_of_stop(const PwContact *c) {
  return c->soft ? "elastic" : "rigid";
}

const PwContactForm *pw_contact_form(const PwContact *c) {
  static const PwContactForm form[] = {[PW_CONTACT_PROFILES] = {.word = "profiles",
                                                                .located = true,
                                                                .parameters = 1,
                                                                .name = profile_name,
                                                                .elements = profile_elements,
                                                                .parameter = no_parameter,
                                                                .check = check_sides,
                                                                .check_json = check_sides_json,
                                                                .law = law_of_sides},
                                       [PW_CONTACT_SURFACES] = {.word = "surfaces",
                                                                .located = true,
                                                                .in_space = true,
                                                                .parameters = 2,
                                                                .name = surface_name,
                                                                .elements = surface_faces,
                                                                .parameter = surface_parameter,
                                                                .check = check_sides,
                                                                .check_json = check_sides_json,
                                                                .law = law_of_sides},
                                       [PW_CONTACT_SHELLS] = {.word = "surfaces",
                                                              .located = true,
                                                              .in_space = true,
                                                              .parameters = 2,
                                                              .name = surface_name,
                                                              .elements = shell_cells,
                                                              .parameter = surface_parameter,
                                                              .check = check_sides,
                                                              .check_json = check_sides_json,
                                                              .law = law_of_sides},
                                       [PW_CONTACT_STOP] = {.name = no_name,
                                                            .elements = no_elements,
                                                            .parameter = no_parameter,
                                                            .check = check_stop,
                                                            .check_json = check_stop_json,
                                                            .law = law_of_stop}};
  return &form[c->kind];
}
