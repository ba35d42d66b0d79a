// A model from an ACDMC file: the mechanism's settings, links and surfaces, then what the other dyn_*.c files read.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/text.h"
#include "dyn/dyn.h"
#include "model/node.h"
#include "numerics/vec.h"

bool pw_dyn_is_name(const char *path) {
  size_t n = path ? strlen(path) : 0;
  return n > 4 && strcasecmp(path + n - 4, ".dyn") == 0;
}

// ---- MACH

// "cm kg s rad" in any order; what is not named is SI.
static void read_units(PwDyn *d, const PwDynEntity *mach) {
  const PwDynField *field = pw_dyn_find(mach, PW_DYN_UNITS);
  if (!field) {
    pw_message(d->messages, PAWL_NOTE, mach->place,
               "no units are stated: numbers are taken as m, kg, s, rad; 'UNITS : cm kg s' in MACH says otherwise");
    return;
  }
  const char *text = pw_dyn_text(d, mach, PW_DYN_UNITS, NULL);
  char *copy = text ? pw_arena_string(&d->arena, text) : NULL, *rest = copy;
  for (char *word; copy && (word = strtok_r(rest, " \t,", &rest));) {
    int which = 0;
    while (which < 4 && !pw_units_set(&d->model->units, which, word)) which++;
    if (which == 4) pw_dyn_fail(d, mach, field->line->place, "'%.30s' is not a unit of length, mass, time or angle", word);
  }
}

static void read_gravity(PwDyn *d, const PwDynEntity *mach) {
  const PwDynField *field = pw_dyn_find(mach, PW_DYN_GRAVITY);
  double g[3] = {0, 0, 0};
  if (!field) {
    pw_dyn_fail(d, mach, mach->place, "'GRAVITY' is missing: write 'GRAVITY : 0', or its three components");
    return;
  }
  int32_t count = pw_dyn_list(d, mach, field, 3, g);
  if (count == 1 && g[0] != 0) {
    pw_dyn_fail(d, mach, field->place,
                "'GRAVITY' is %g, but along which axis is not said: write three components, such as '0 -9.81 0'", g[0]);
  } else if (count == 0 || count == 2) {
    pw_dyn_fail(d, mach, field->place, "'GRAVITY' needs one number (0) or three");
  }
  for (int k = 0; k < 3 && count == 3; k++) d->model->gravity[k] = g[k] * pw_dyn_unit(d, PW_DIM_ACCELERATION);
}

static void read_mach(PwDyn *d) {
  const PwDynEntity *mach = NULL;
  double duration = 1, step = 0;
  for (const PwDynEntity *e = d->first; e; e = e->next) {
    if (e->kind == PW_DYN_MACH && mach)
      pw_dyn_fail(d, e, e->place, "a second MACH, the first is in line %d", (int)mach->place.line);
    if (e->kind == PW_DYN_MACH && !mach) mach = e;
  }
  if (!mach) {
    pw_dyn_fail(d, NULL, (PwPlace){d->file, 1, 1}, "there is no 'ENTITY : MACH' with NAME, GRAVITY, TIME and STEP");
    return;
  }
  read_units(d, mach);
  read_gravity(d, mach);
  const char *name = pw_dyn_text(d, mach, PW_DYN_NAME, "add 'NAME : ...'");
  if (name && pawl_model_set_name(d->model, name) != PAWL_OK) pw_dyn_no_memory(d, mach->place);
  if (pw_dyn_numbers(d, mach, PW_DYN_TIME, "how long does it run?", 1, &duration) && !(duration > 0))
    pw_dyn_fail(d, mach, pw_dyn_find(mach, PW_DYN_TIME)->place, "'TIME' must be > 0");
  if (pw_dyn_numbers(d, mach, PW_DYN_STEP, "give the time between two rows of the result", 1, &step) && !(step > 0))
    pw_dyn_fail(d, mach, pw_dyn_find(mach, PW_DYN_STEP)->place, "'STEP' must be > 0");
  d->model->run.duration = duration * pw_dyn_unit(d, PW_DIM_TIME);
  d->model->run.output_step = step * pw_dyn_unit(d, PW_DIM_TIME);
}

// ---- LINK, OCLI, SURF

static const PwDynEntity *find_ocli(PwDyn *d, const PwDynEntity *link) {
  const PwDynEntity *found = NULL;
  for (const PwDynEntity *e = d->first; e; e = e->next) {
    if (e->kind != PW_DYN_OCLI || strcmp(e->name, link->name) != 0) continue;
    if (found) pw_dyn_fail(d, e, e->place, "a second OCLI of this link, the first is in line %d", (int)found->place.line);
    if (!found) found = e;
  }
  if (!found) pw_dyn_fail(d, link, link->place, "has no OCLI: whether it is FIXED is not said; add one");
  return found;
}

static bool is_known(const PwDyn *d, const PwDynEntity *upto, PwDynKind kind, const char *name) {
  for (const PwDynEntity *e = d->first; e != upto; e = e->next) {
    if (e->kind == kind && e->owner == (upto ? upto->owner : NULL) && strcmp(e->name, name) == 0) return true;
  }
  return false;
}

static void read_links(PwDynMechanism *m) {
  PwDyn *d = m->d;
  for (const PwDynEntity *e = d->first; e; e = e->next) {
    if (e->kind == PW_DYN_OCLI && !is_known(d, NULL, PW_DYN_LINK, e->name))
      pw_dyn_fail(d, e, e->place, "there is no LINK of this name");
    if (e->kind != PW_DYN_LINK) continue;
    pw_dyn_text(d, e, PW_DYN_NAME, "add 'NAME : ...'");
    if (is_known(d, e, PW_DYN_LINK, e->name)) pw_dyn_fail(d, e, e->place, "a second link of this name");
    PwDynLink *link = PW_LIST_ADD(m->links);
    if (!link) {
      pw_dyn_no_memory(d, e->place);
      return;
    }
    const PwDynEntity *ocli = find_ocli(d, e);
    link->entity = e;
    if (ocli) pw_dyn_flag(d, ocli, PW_DYN_FIXED, "write TRUE for the link that does not move, FALSE for others", &link->fixed);
    m->fixed += link->fixed;
    link->name = link->fixed ? "ground" : pw_dyn_model_name(d, "link", e->name);
    pw_dyn_pose(d, e, PW_DYN_AR0, "add three rows of four; 1 0 0 0, 0 1 0 0, 0 0 1 0 where its axes are those of ground",
                &link->ar0);
  }
  if (!m->fixed && !d->failed) {
    pw_dyn_fail(d, NULL, (PwPlace){d->file, 1, 1}, "no link is FIXED: nothing says where the ground is");
  }
}

static void read_surfs(PwDynMechanism *m) {
  static const char *const words[] = {"REPERE", "REPERE", "COURBE", "COURBE", NULL};
  PwDyn *d = m->d;
  for (const PwDynEntity *e = d->first; e; e = e->next) {
    int type = 0, link = 0;
    if (e->kind != PW_DYN_SURF || !e->owner) continue;
    while (m->links.item[link].entity != e->owner) link++;
    PwDynSurf *surf = PW_LIST_ADD(m->surfs);
    if (!surf) {
      pw_dyn_no_memory(d, e->place);
      return;
    }
    pw_dyn_text(d, e, PW_DYN_NAME, "add 'NAME : ...'");
    if (is_known(d, e, PW_DYN_SURF, e->name))
      pw_dyn_fail(d, e, e->place, "a second surface of this name on link '%.60s'", e->owner->name);
    pw_dyn_choice(d, e, PW_DYN_TYPE, "write REPERE for the frame of a joint, COURBE for a boundary", words, &type);
    *surf = (PwDynSurf){.entity = e, .link = link, .curve = type == 1, .shape = {.q = {1}}};
    const char *own = pw_dyn_model_name(d, "surf", e->name);
    const PwDynLink *on = &m->links.item[link];
    // several links may be the ground; the link's name then keeps its surfaces apart
    surf->name = on->fixed && m->fixed > 1
                     ? pw_arena_format(&d->arena, "ground.%s_%s", pw_dyn_model_name(d, "link", e->owner->name), own)
                     : pw_arena_format(&d->arena, "%s.%s", on->name, own);
    if (!surf->name) pw_dyn_no_memory(d, e->place);
    if (!surf->curve) pw_dyn_pose(d, e, PW_DYN_SHAPE, "add three rows of four: the frame in the axes of the link", &surf->shape);
  }
}

// Second moments about the link's origin, first moments and mass (W96 3.3.2-10) into what a body has.
static bool read_mass(PwDyn *d, const PwDynEntity *e, PawlBodyDef *def) {
  double j[16], s[3][3], length = pw_dyn_unit(d, PW_DIM_LENGTH), mass = pw_dyn_unit(d, PW_DIM_MASS);
  if (!pw_dyn_numbers(d, e, PW_DYN_MASS, "add four rows of four: second moments, first moments, mass", 16, j)) return false;
  PwPlace place = pw_dyn_find(e, PW_DYN_MASS)->place;
  for (int i = 0; i < 4; i++) {
    for (int k = 0; k < i; k++) {
      if (fabs(j[4 * i + k] - j[4 * k + i]) <= 1e-9 * (fabs(j[4 * i + k]) + fabs(j[4 * k + i]))) continue;
      pw_dyn_fail(d, e, place, "'MASS' is not symmetric: %g in row %d, column %d, %g on the other side", j[4 * i + k], i + 1,
                  k + 1, j[4 * k + i]);
      return false;
    }
  }
  if (j[15] == 0 && (j[3] != 0 || j[7] != 0 || j[11] != 0)) {
    pw_dyn_fail(d, e, place, "'MASS' has first moments but no mass, its last number");
    return false;
  }
  def->mass = j[15] * mass;
  for (int i = 0; i < 3 && j[15] != 0; i++) def->center[i] = j[4 * i + 3] / j[15] * length;
  for (int i = 0; i < 3; i++) {
    for (int k = 0; k < 3; k++) s[i][k] = j[4 * i + k] * mass * length * length - def->mass * def->center[i] * def->center[k];
    if (s[i][i] >= -1e-9 * fabs(j[5 * i]) * mass * length * length) continue;
    pw_dyn_fail(d, e, place, "'MASS': the second moment %g along axis %d is too small for the first moments and the mass",
                j[5 * i], i + 1);
    return false;
  }
  const double inertia[6] = {s[1][1] + s[2][2], s[0][0] + s[2][2], s[0][0] + s[1][1], -s[0][1], -s[0][2], -s[1][2]};
  memcpy(def->inertia, inertia, sizeof inertia);
  return true;
}

static void add_bodies(PwDynMechanism *m) {
  PwDyn *d = m->d;
  for (int32_t k = 0; k < m->links.count; k++) {
    PwDynLink *link = &m->links.item[k];
    PawlBodyDef def = pawl_body_def_default();
    link->body = pawl_model_ground(d->model);
    if (link->fixed || !read_mass(d, link->entity, &def)) continue;
    def.name = link->name;
    memcpy(def.position, link->drawn.p, sizeof def.position);
    memcpy(def.orientation, link->drawn.q, sizeof def.orientation);
    if (pw_model_add_body(d->model, &def, link->entity->place, d->messages, &link->body) != PAWL_OK) d->failed = true;
  }
}

static void add_surfs(PwDynMechanism *m) {
  PwDyn *d = m->d;
  for (int32_t k = 0; k < m->surfs.count; k++) {
    PwDynSurf *surf = &m->surfs.item[k];
    const PwDynLink *link = &m->links.item[surf->link];
    if (link->fixed) surf->shape = pw_dyn_compose(&link->drawn, &surf->shape);
    if (surf->curve) pw_dyn_add_curve(m, surf);
    if (surf->curve || d->failed) continue;
    PawlFrameDef def = pawl_frame_def_default();
    def.name = surf->name;
    def.body = link->body;
    memcpy(def.position, surf->shape.p, sizeof def.position);
    memcpy(def.orientation, surf->shape.q, sizeof def.orientation);
    if (pw_model_add_frame(d->model, &def, surf->entity->place, d->messages, &surf->frame) != PAWL_OK) d->failed = true;
  }
}

// What refers to something refused would only be complained about again: steps that build on others wait for them.
static void read_mechanism(PwDyn *d) {
  PwDynMechanism m = {.d = d};
  read_mach(d);
  void (*const steps[])(PwDynMechanism *) = {read_links, read_surfs, pw_dyn_read_pairs, pw_dyn_check_loops};
  bool links = false;
  for (size_t k = 0; k < sizeof steps / sizeof *steps && !d->model->no_memory; k++) {  // a list may be cut short
    steps[k](&m);
    links |= steps[k] == read_surfs && !d->failed;
  }
  if (!d->failed || (d->parts && links && !d->model->no_memory)) {
    pw_dyn_place_links(&m);
    add_bodies(&m);
  }
  if (!d->model->no_memory) add_surfs(&m);
  if (!d->failed) pw_dyn_add_pairs(&m);
  free(m.links.item);
  free(m.surfs.item);
  free(m.pairs.item);
}

// Files of the time are in Latin-1: what is no UTF-8 is taken as that. NULL: out of memory.
static const char *as_utf8(PwArena *arena, const char *text, size_t *length) {
  size_t n = 0, high = 0, i = 0;
  for (size_t one = 1; i < *length && one; i += one) {
    char at[5] = {0};  // a character that is cut off ends in zeros, which are no part of one
    memcpy(at, text + i, *length - i < 4 ? *length - i : 4);
    one = pw_utf8_length(at);
  }
  if (i == *length) return text;
  for (i = 0; i < *length; i++) high += (unsigned char)text[i] >= 0x80;
  char *out = pw_arena_alloc(arena, *length + high + 1);
  for (i = 0; i < *length && out; i++) {
    unsigned char c = (unsigned char)text[i];
    if (c >= 0x80) out[n++] = (char)(0xc0 | c >> 6);
    out[n++] = (char)(c >= 0x80 ? 0x80 | (c & 0x3f) : c);
  }
  *length = n;
  return out;
}

PawlStatus pw_dyn_parse(const char *name, const char *text, size_t length, const char *const *overrides, int override_count,
                        bool parts, PawlMessages *messages, PawlModel **out) {
  PwDyn d = {.model = pawl_model_create(), .messages = messages, .parts = parts};
  d.file = d.model ? pw_arena_string(&d.model->arena, name) : NULL;
  if (!d.file) {
    pawl_model_free(d.model);
    return pw_fail(messages, PAWL_ERR_MEMORY, PW_NOWHERE, "out of memory");
  }
  if (length >= 3 && memcmp(text, "\xef\xbb\xbf", 3) == 0) text += 3, length -= 3;
  text = as_utf8(&d.arena, text, &length);
  if (!text) {
    pw_dyn_no_memory(&d, PW_NOWHERE);
  } else if (!pw_node_check_text(d.file, text, length, messages)) {
    d.failed = true;
  } else if (pw_dyn_lex(&d, text, length)) {
    for (int k = 0; k < override_count; k++) pw_dyn_override(&d, overrides[k]);
    read_mechanism(&d);
  }
  bool no_memory = d.model->no_memory || d.model->arena.full || d.arena.full;
  PawlStatus status = no_memory ? PAWL_ERR_MEMORY : d.failed ? PAWL_ERR_INPUT : PAWL_OK;
  pw_arena_free(&d.arena);
  if (no_memory && !d.failed) pw_message(messages, PAWL_ERROR, PW_NOWHERE, "out of memory");
  if (status == PAWL_OK || (status == PAWL_ERR_INPUT && parts)) {
    d.model->hash = pw_model_hash(d.model);
    *out = d.model;
  } else {
    pawl_model_free(d.model);
  }
  return status;
}
