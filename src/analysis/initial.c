#include "analysis/initial.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/assemble.h"
#include "analysis/statics_contact.h"
#include "base/text.h"
#include "dynamics/row_speed.h"
#include "mechanics/held.h"
#include "result/result.h"

// Does the analysis fit the mechanism? Kinematics needs every freedom driven.
static PawlStatus check_analysis(const PawlSimulation *s, PawlMessages *messages) {
  const PawlMechanism *k = s->k;
  int32_t left = pw_speed_count(k) - k->active_rows;
  if (s->options.analysis == PAWL_ANALYSIS_KINEMATICS && left > 0 && k->contacts == 0) {
    return pw_fail(messages, PAWL_ERR_INPUT, PW_NOWHERE,
                   "kinematics needs every freedom driven: %d of %d %s left free; add drives or use analysis type dynamics", left,
                   k->mobility, left == 1 ? "is" : "are");
  }
  bool rests = s->options.analysis == PAWL_ANALYSIS_STATICS || s->options.analysis == PAWL_ANALYSIS_LINEARISE;
  for (int32_t i = 0; i < k->samples && (rests || s->options.from_statics); i++) {
    if (!k->sample[i].acts) continue;
    return pw_fail(messages, PAWL_ERR_INPUT, k->sample[i].place,
                   "%s cannot follow sampled(%s, ...), which changes at instants of time only: replace it by a number, or by the "
                   "name itself if that is no force",
                   s->options.analysis == PAWL_ANALYSIS_LINEARISE ? "linearising" : "statics", k->sample[i].text);
  }
  bool moves = s->options.analysis == PAWL_ANALYSIS_DYNAMICS, driven = s->options.analysis == PAWL_ANALYSIS_KINEMATICS;
  if (k->singular_start && (driven || (moves && !pw_formulation_advances(s->formulation)))) {
    return pw_fail(messages, PAWL_ERR_SINGULAR, PW_NOWHERE,
                   "the mechanism starts in a singular position, where its branch is not determined: start it a little beside%s",
                   moves ? ", or take formulation augmented with initial speeds that say how it goes on" : "");
  }
  return PAWL_OK;
}

// Branches and turns at (t, y).
static PawlStatus choose_discrete(PawlSimulation *s, double t) {
  PwMotion *motion = pw_formulation_motion(s->formulation);
  motion->all = true;
  PawlStatus status = PAWL_OK;
  for (int pass = 0; pass < 2 && status == PAWL_OK; pass++) {  // branches may shift moving frames, and those the angles
    status = pw_formulation_stand(s->formulation, t, s->y);
    if (status) break;
    pw_discrete_count_turns(motion, &s->discrete);
    pw_discrete_choose(motion, &s->discrete);
  }
  motion->all = false;
  return status;
}

static PawlStatus add_press(PwContactWork *w, int32_t contact, double v0) {
  PwRecalled *grown = realloc(w->press, (size_t)(w->presses + 1) * sizeof *grown);
  if (!grown) return PAWL_ERR_MEMORY;
  w->press = grown;
  w->press[w->presses++] = (PwRecalled){.contact = contact, .v0 = v0, .on = {{.element = -1}, {.element = -1}}};
  return PAWL_OK;
}

// The point of the press that was read last; false: there is none. An element that the boundary does not have stays unknown.
static bool take_place(const PawlMechanism *k, PwContactWork *w, char kind, long index, double value) {
  if (w->presses == 0 || index < 0 || index >= (kind == 'e' ? 2 : 4)) return false;
  PwRecalled *press = &w->press[w->presses - 1];
  const PwContact *c = &k->contact[press->contact];
  int32_t parameters = pw_contact_form(c)->parameters;
  if (kind == 'u' && index < 2 * parameters) {
    press->on[index / parameters].u[index % parameters] = value;
  } else if (kind == 'e' && value >= 0 && value < pw_contact_form(c)->elements(k, c, (int)index)) {
    press->on[index].element = (int32_t)value;
  }
  return true;
}

// One of the displacement of the press that was read last; false: there is none.
static bool take_displacement(const PawlMechanism *k, PwContactWork *w, long index, double value) {
  if (w->presses == 0 || index < 0 || index >= pw_displacement_numbers(k)) return false;
  w->press[w->presses - 1].displacement[index] = value;
  return pw_contact_has_displacement(&k->contact[w->press[w->presses - 1].contact]);
}

// Takes one number; false: the mechanism has no such number.
static bool take_number(PawlSimulation *s, char kind, long index, double value, PawlStatus *status) {
  const PawlMechanism *k = s->k;
  int32_t nq = pw_position_count(k), nv = pw_speed_count(k);
  int32_t count = kind == 'q' ? nq : kind == 'v' ? nv : kind == 't' ? k->turns : kind == 'p' ? k->contacts : 0;
  double *into = kind == 'q' ? s->y : kind == 'v' ? s->y + nq : s->discrete.turn;
  if (kind == 'e' || kind == 'u') return take_place(k, &s->contact, kind, index, value);
  if (kind == 'd') return take_displacement(k, &s->contact, index, value);
  if (index < 0 || index >= count) return false;
  if (kind == 'p') {
    *status = add_press(&s->contact, (int32_t)index, value);
  } else {
    into[index] = value;
  }
  return true;
}

// Numbers of a state.csv: "kind,index,value" lines of q, v, turn, press with its displacement and point.
static PawlStatus read_state(PawlSimulation *s, char *text, const char *folder, PawlMessages *messages) {
  int32_t nq = pw_position_count(s->k), nv = pw_speed_count(s->k), got = 0, foreign = 0;
  PawlStatus status = PAWL_OK;
  for (char *line = text; line && *line;) {
    char *next = strchr(line, '\n'), kind = line[0];
    long index;
    double value;
    char *end;
    if (next) *next++ = 0;
    if (kind != 'k' && line[0] && line[1] == ',') {  // the header starts with 'k'
      index = strtol(line + 2, &end, 10);
      if (*end == ',' && pw_double_parse(end + 1, &value) && isfinite(value)) {
        bool fits = take_number(s, kind, index, value, &status);
        if (status) return status;
        got += fits && (kind == 'q' || kind == 'v');
        foreign += !fits;
      }
    }
    line = next;
  }
  if (got == nq + nv && foreign == 0) return PAWL_OK;
  return pw_fail(messages, PAWL_ERR_INPUT, PW_NOWHERE,
                 "'%s' holds the state of another mechanism (%d numbers, need %d): start from a run of this one", folder,
                 got + foreign, nq + nv);
}

static PawlStatus from_result(PawlSimulation *s, PawlMessages *messages) {
  PwResult *result;
  PawlStatus status = pw_result_open(s->options.from_result, messages, &result);
  if (status) return status;
  size_t length;
  char *text = pw_result_read_file(result, "state.csv", &length);
  if (!text) {
    status =
        pw_fail(messages, PAWL_ERR_INPUT, PW_NOWHERE, "'%s' has no state.csv: its run did not end well", s->options.from_result);
  } else {
    status = read_state(s, text, s->options.from_result, messages);
  }
  free(text);
  pw_result_free(result);
  return status;
}

// Positions of static equilibrium.
static PawlStatus from_statics(PawlSimulation *s, PawlMessages *messages) {
  PawlStatus status = pw_statics_contact(s, messages);
  if (status == PAWL_OK) status = choose_discrete(s, 0);
  if (status) return status;
  return pw_held_check(pw_formulation_motion(s->formulation), 0, s->y, NULL, &s->discrete, "static equilibrium is elsewhere",
                       messages);
}

// Largest acceleration across the rows that they cannot give: how far the speeds are from any way to go on.
static PawlStatus off_branch(PawlSimulation *s, double *out) {
  const PawlMechanism *k = s->k;
  const PwMotion *motion = pw_formulation_motion(s->formulation);
  PwSolution solution;
  PawlStatus status = pw_formulation_solve(s->formulation, 0, s->y, &solution);
  *out = 0;
  for (int32_t r = 0; r < k->rows && status == PAWL_OK; r++) {
    double residual = pw_row_along(motion, r, solution.acceleration) + pw_row_bias(motion, r);
    *out = fmax(*out, fabs(residual) / pw_scale(k, k->row[r].angular));
  }
  return status;
}

// A start in a singular position goes on as its speeds say. With v along a way to go on and u a sum of rows that is zero there,
// u . (dJ/dt) v = 0; no acceleration makes up for what is left of it.
static PawlStatus check_branch(PawlSimulation *s, PawlMessages *messages) {
  static const double REST = 1e-9, OFF = 1e-6;  // of the size per typical time; of the fastest turning squared
  const PawlMechanism *k = s->k;
  int32_t nq = pw_position_count(k), nv = pw_speed_count(k), per = pw_speeds_per_body(k), linear = k->planar ? 2 : 3;
  double fastest = 0, off;
  if (!k->singular_start || s->options.analysis != PAWL_ANALYSIS_DYNAMICS) return PAWL_OK;
  for (int32_t i = 0; i < nv; i++) fastest = fmax(fastest, fabs(s->y[nq + i]) / pw_scale(k, i % per >= linear));
  if (fastest <= REST / s->options.duration) {
    return pw_fail(messages, PAWL_ERR_SINGULAR, PW_NOWHERE,
                   "the mechanism starts in a singular position, and no initial speed says how it goes on: give one under "
                   "'initial', or start it a little beside");
  }
  PawlStatus status = off_branch(s, &off);
  if (status || off <= OFF * fastest * fastest) return status;
  return pw_fail(messages, PAWL_ERR_SINGULAR, PW_NOWHERE,
                 "the mechanism starts in a singular position, and its initial speeds are between the ways to go on: give the "
                 "speeds of more coordinates, or start it a little beside");
}

PawlStatus pw_initial_state(PawlSimulation *s, PawlMessages *messages) {
  const PawlMechanism *k = s->k;
  PwMotion *motion = pw_formulation_motion(s->formulation);
  int32_t nq = pw_position_count(k), nv = pw_speed_count(k);
  memcpy(s->y, k->assembled, (size_t)nq * sizeof *s->y);
  memset(s->y + nq, 0, ((size_t)nv + 1) * sizeof *s->y);
  s->contact.presses = 0;
  PawlStatus status = check_analysis(s, messages);
  if (status) return status;
  memcpy(s->discrete.turn, k->assembled_turn, (size_t)k->turns * sizeof *s->discrete.turn);
  status = choose_discrete(s, 0);
  if (status == PAWL_OK && s->options.from_result) {
    status = from_result(s, messages);
    if (status == PAWL_OK) status = choose_discrete(s, 0);
    if (status == PAWL_OK) {
      status =
          pw_held_check(motion, 0, s->y, s->y + nq, &s->discrete, "the run starts from a result that ends elsewhere", messages);
    }
  } else if (status == PAWL_OK) {
    status = pw_assemble_positions(k, 0, &s->discrete, false, s->y, messages);
    if (status == PAWL_OK && s->options.from_statics) status = from_statics(s, messages);
    if (status == PAWL_OK) status = pw_assemble_speeds(k, 0, &s->discrete, s->y, s->y + nq, messages);
  }
  if (status == PAWL_OK) status = choose_discrete(s, 0);
  if (status == PAWL_OK) status = check_branch(s, messages);
  memset(s->discrete.named_count, 0, (size_t)k->nameds * sizeof *s->discrete.named_count);
  s->until_sign = 0;
  s->ended = false;
  pw_guard_reset(&s->guard);
  return status;
}
