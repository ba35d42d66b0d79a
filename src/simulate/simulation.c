// Creating a simulation, its initial state, samples, and what can be read from it.
#include "simulate/simulation.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/sized.h"
#include "model/model.h"
#include "model/words.h"
#include "numerics/vec.h"

static PawlStatus ode_derivative(void *user, double t, const double *z, double *dzdt) {
  return pw_formulation_derivative(user, t, z, dzdt);
}
static PawlStatus ode_project(void *user, double t, double *z) {
  return pw_formulation_correct(user, t, z);
}
static PawlStatus ode_linearise(void *user, double t, const double *z) {
  return pw_formulation_linearise(user, t, z);
}
static PawlStatus ode_factor(void *user, double a, double b, double c) {
  return pw_formulation_factor(user, a, b, c);
}
static PawlStatus ode_solve(void *user, double *x) {
  return pw_formulation_backsolve(user, x);
}
static PawlStatus ode_solve_complex(void *user, double *re, double *im) {
  return pw_formulation_backsolve_complex(user, re, im);
}
static PawlStatus ode_advance(void *user, const PwOwnStep *step) {
  return pw_formulation_advance(user, step);
}

// Whoever placed the motion since the discrete state was last seen to be another did so with this one.
double pw_typical_time(const PawlSimulation *s) {
  const PawlMechanism *k = s->k;
  int32_t nq = pw_position_count(k), nv = pw_speed_count(k), per_v = pw_speeds_per_body(k), linear = k->planar ? 2 : 3;
  double g = sqrt(k->gravity[0] * k->gravity[0] + k->gravity[1] * k->gravity[1] + k->gravity[2] * k->gravity[2]), fastest = 0;
  for (int32_t i = 0; i < nv; i++) fastest = fmax(fastest, fabs(s->y[nq + i]) / pw_scale(k, i % per_v >= linear));
  return fmin(s->options.duration, fmin(g > 0 ? sqrt(k->size / g) : INFINITY, fastest > 0 ? 1 / fastest : INFINITY));
}

// Absolute tolerances: positions by the mechanism's size, speeds by its size per characteristic time, work by an energy.
static PawlStatus make_integrator(PawlSimulation *s, double t) {
  const PawlMechanism *k = s->k;
  int32_t n = pw_formulation_room(s->formulation), work = pw_formulation_base(s->formulation) - 1;
  double tolerance = fmax(s->options.tolerance * pw_formulation_sharpness(s->formulation), 1e-14);
  double absolute = s->options.absolute > 0 ? s->options.absolute * tolerance / s->options.tolerance : tolerance / 100;
  double mass = 0, time = pw_typical_time(s);
  double *atol = malloc((size_t)n * sizeof *atol);
  if (!atol) return PAWL_ERR_MEMORY;
  for (int32_t b = 1; b < k->bodies; b++) mass += k->body[b].mass;
  double energy = mass * k->size * k->size / (time * time);
  atol[work] = tolerance * (energy > 0 ? energy : 1);
  for (int32_t i = work + 1; i < n; i++) atol[i] = absolute * k->size;
  PwOde ode = {n,          s->formulation, ode_derivative,    ode_project, ode_linearise,
               ode_factor, ode_solve,      ode_solve_complex, ode_advance, pw_formulation_advances(s->formulation)};
  PwIntegratorOptions options = {tolerance, atol, 0, s->options.max_step};
  s->method = pw_choose_method(s);
  if (s->method == PW_TRAPEZOIDAL) ode.project = NULL;
  s->guard.midpoints = s->method != PW_RADAU5;
  static const char *const names[] = {"dopri5", "dop853", "radau5", "trapezoidal"};
  s->info.method = names[s->method];
  PawlStatus status = pw_formulation_scale(s->formulation, t, s->y, time, absolute, atol);
  if (status == PAWL_OK) status = pw_integrator_create(s->method, &ode, &options, &s->integrator);
  free(atol);
  return status;
}

static PawlStatus check_augmented(const PawlRunOptions *o, PawlMessages *messages) {
  if (!(o->penalty >= PW_PENALTY_LEAST && o->penalty <= PW_PENALTY_MOST)) {
    return pw_fail(messages, PAWL_ERR_ARGUMENT, PW_NOWHERE, "penalty = %g, need %g..%g", o->penalty, PW_PENALTY_LEAST,
                   PW_PENALTY_MOST);
  }
  if (!(o->spectral_radius >= 0 && o->spectral_radius <= 1)) {
    return pw_fail(messages, PAWL_ERR_ARGUMENT, PW_NOWHERE, "spectral_radius = %g, need 0..1", o->spectral_radius);
  }
  if (o->formulation != PAWL_FORMULATION_AUGMENTED || o->method == PAWL_METHOD_AUTO) return PAWL_OK;
  return pw_fail(messages, PAWL_ERR_ARGUMENT, PW_NOWHERE,
                 "method %s does not go with formulation augmented, which makes steps of its own: leave the method out",
                 pw_words_method[o->method]);
}

static PawlStatus check_options(const PawlRunOptions *o, PawlMessages *messages) {
  if (!(o->duration > 0) || !isfinite(o->duration))
    return pw_fail(messages, PAWL_ERR_ARGUMENT, PW_NOWHERE, "duration = %g, need > 0", o->duration);
  if (!(o->tolerance >= 1e-14 && o->tolerance <= 0.1)) {
    return pw_fail(messages, PAWL_ERR_ARGUMENT, PW_NOWHERE, "tolerance = %g, need 1e-14..0.1", o->tolerance);
  }
  if (!(o->absolute >= 0) || !(o->max_step >= 0) || !(o->output_step >= 0)) {
    return pw_fail(messages, PAWL_ERR_ARGUMENT, PW_NOWHERE, "absolute, max_step and output_step must not be negative");
  }
  if (o->max_steps < 1 || o->checkpoint_steps < 1) {
    return pw_fail(messages, PAWL_ERR_ARGUMENT, PW_NOWHERE, "max_steps and checkpoint_steps must be positive");
  }
  if (o->independent_count < 0 || (o->independent_count && !o->independent)) {
    return pw_fail(messages, PAWL_ERR_ARGUMENT, PW_NOWHERE, "independent_count = %d without that many coordinates",
                   (int)o->independent_count);
  }
  const struct {
    const char *name;
    int value, most;
  } words[] = {
      {"analysis", (int)o->analysis, PAWL_ANALYSIS_LINEARISE},          {"method", (int)o->method, PAWL_METHOD_RADAU5},
      {"formulation", (int)o->formulation, PAWL_FORMULATION_AUGMENTED}, {"impact", (int)o->impact, PAWL_IMPACT_STRONGE},
      {"impact_order", (int)o->impact_order, PAWL_IMPACT_SEQUENTIAL},   {"reactions", (int)o->reactions, PAWL_REACTIONS_LEAST}};
  for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
    if (words[i].value >= 0 && words[i].value <= words[i].most) continue;
    return pw_fail(messages, PAWL_ERR_ARGUMENT, PW_NOWHERE, "%s = %d: there is none of this number", words[i].name,
                   words[i].value);
  }
  return check_augmented(o, messages);
}

// The rule of `auto` (bench/README.md has the figures): canonical evaluations cost a quarter to a half. But the mass matrix of
// the freedoms is dense; where many loops with freedoms of their own go flat together multipliers pass them more surely, at tight
// tolerances even with few freedoms; stiff forces ask canonical for as many evaluations as it has coordinates; and where bodies
// touch, events cost more than evaluations.
static bool suits_canonical(const PawlMechanism *k, const PawlRunOptions *o) {
  enum { FREEDOMS = 50, LOOPS = 8, FEW = 3 };
  static const double TIGHT = 0.9e-9;
  if (pw_mechanism_decides(k)) return false;
  if (k->topology.chords <= LOOPS) return k->mobility <= FREEDOMS;
  return k->mobility <= FEW && k->scalar_forces == 0 && o->method != PAWL_METHOD_RADAU5 && o->tolerance > TIGHT;
}

// The formulation that the options ask for.
static PawlStatus make_formulation(PawlSimulation *s, PawlMessages *messages) {
  PawlFormulation asked = s->options.formulation;
  bool canonical = asked == PAWL_FORMULATION_CANONICAL || (asked == PAWL_FORMULATION_AUTO && suits_canonical(s->k, &s->options));
  double tolerance = s->options.tolerance;
  PawlStatus status = canonical ? pw_canonical_create(s->k, tolerance, &s->formulation)
                      : asked == PAWL_FORMULATION_AUGMENTED
                          ? pw_augmented_create(s->k, tolerance, s->options.penalty, s->options.spectral_radius, &s->formulation)
                          : pw_multipliers_create(s->k, tolerance, &s->formulation);
  if (status == PAWL_OK) s->info.formulation = pw_formulation_name(s->formulation);
  if (status == PAWL_OK && s->options.reactions == PAWL_REACTIONS_LEAST) {
    status = pw_formulation_take_least(s->formulation);
    if (status == PAWL_ERR_UNSUPPORTED) {
      return pw_fail(messages, status, PW_NOWHERE,
                     "reactions: least, with friction of joints and rows that depend on each other, goes with formulation "
                     "multipliers or augmented");
    }
  }
  for (int32_t i = 0; i < s->options.independent_count && canonical && status == PAWL_OK; i++) {
    const PwCoordinate *wished = pw_find_coordinate(s->k, s->options.independent[i]);
    if (!wished) return pw_fail(messages, PAWL_ERR_ARGUMENT, PW_NOWHERE, "independent: there is no coordinate number %d", i + 1);
    if (pw_canonical_wish(s->formulation, wished->scalar)) continue;
    return pw_fail(messages, PAWL_ERR_INPUT, s->k->joint[wished->joint].place,
                   "independent: '%s' is none of the relative coordinates, because its joint closes a loop (pawl check names the "
                   "chords): choose one of a joint of the tree",
                   wished->name);
  }
  return status;
}

PawlStatus pawl_simulation_create(const PawlMechanism *k, const PawlRunOptions *options, PawlMessages *messages,
                                  PawlSimulation **out) {
  if (!out) return PAWL_ERR_ARGUMENT;
  *out = NULL;
  PawlRunOptions full;
  if (!k) return pw_fail(messages, PAWL_ERR_ARGUMENT, PW_NOWHERE, "no mechanism was given (NULL)");
  PawlStatus status = pw_run_options_take(options, &full, messages);
  if (status == PAWL_OK) status = check_options(&full, messages);
  if (status) return status;
  PawlSimulation *s = calloc(1, sizeof *s);
  if (!s) return PAWL_ERR_MEMORY;
  s->k = k;
  s->options = full;
  s->info.size = sizeof s->info;
  s->info.violation_acceleration = NAN;
  status = pw_discrete_create(k, &s->arena, &s->discrete);
  if (status == PAWL_OK) status = make_formulation(s, messages);
  if (status == PAWL_OK) {
    pw_formulation_set_discrete(s->formulation, &s->discrete);
    size_t n = (size_t)pw_state_size(k), nz = (size_t)pw_formulation_room(s->formulation);
    s->y = pw_arena_array(&s->arena, n, sizeof *s->y);
    s->z = pw_arena_array(&s->arena, nz, sizeof *s->z);
    s->dz = pw_arena_array(&s->arena, nz, sizeof *s->dz);
    s->ddz = pw_arena_array(&s->arena, nz, sizeof *s->ddz);
    s->trial = pw_arena_array(&s->arena, n, sizeof *s->trial);
    s->released = pw_arena_array(&s->arena, n, sizeof *s->released);
    s->sample = pw_arena_array(&s->arena, n, sizeof *s->sample);
    s->acceleration = pw_arena_array(&s->arena, n, sizeof *s->acceleration);
    s->lambda = pw_arena_array(&s->arena, (size_t)k->rows + 1, sizeof *s->lambda);
    s->jets = pw_arena_array(&s->arena, 3 * (size_t)k->laws + 1, sizeof *s->jets);
    s->reading = pw_arena_array(&s->arena, (size_t)k->readings + 1, sizeof *s->reading);
    s->reading_branch = pw_arena_array(&s->arena, (size_t)k->reading_kinks + 1, sizeof *s->reading_branch);
    s->sampled_new = pw_arena_array(&s->arena, (size_t)k->samples + 1, sizeof *s->sampled_new);
    pw_formulation_motion(s->formulation)->reading = s->reading;
    bool ok = s->reading && s->reading_branch && s->sampled_new && s->y && s->z && s->dz && s->ddz && s->trial && s->released &&
              s->sample && s->acceleration && s->lambda && s->jets;
    status = ok ? pw_guard_create(k, s->formulation, &s->arena, &s->guard) : PAWL_ERR_MEMORY;
    if (status == PAWL_OK) status = pw_contact_create(s);
  }
  if (status) {
    pawl_simulation_free(s);
    return status;
  }
  *out = s;
  return PAWL_OK;
}

void pawl_simulation_free(PawlSimulation *s) {
  if (!s) return;
  pw_integrator_free(s->integrator);
  pw_contact_free(s);
  pw_locator_free(s->locator);
  free(s->root);
  free(s->noise);
  pw_formulation_free(s->formulation);
  pw_arena_free(&s->arena);
  free(s);
}

PawlStatus pw_simulation_fail_law(PawlSimulation *s, double t, PawlStatus status, PawlMessages *messages) {
  static const double AHEAD = 1e-6;  // of the run: how far behind t a step that became too small has looked
  if (status > 0 || status == PAWL_ERR_ARGUMENT) status = PAWL_ERR_STEP;  // a start without a number for a state
  if (status != PAWL_ERR_STEP && status != PAWL_ERR_SINGULAR && status != PAWL_ERR_CALLBACK) return PAWL_OK;
  return pw_fail_no_number(s->k, &s->discrete, pw_formulation_no_number(s->formulation), t, AHEAD * s->options.duration, status,
                           messages);
}

// After positions or speeds were set from outside: branches, turns, projection, first sample, integrator.
PawlStatus pw_simulation_start(PawlSimulation *s, double t, const double *y, double h, PawlMessages *messages) {
  if (y != s->y) memcpy(s->y, y, (size_t)pw_state_size(s->k) * sizeof *y);
  if (!s->integrator) {
    PawlStatus status = make_integrator(s, t);
    if (status) return status;
  }
  s->from = s->to = t;
  s->open = false;
  pw_formulation_no_number(s->formulation)->force = NULL;
  s->pending = PW_PENDING_NONE;
  double most = s->k->contacts ? pw_contact_first_step(s, t, s->y) : INFINITY;
  PawlStatus status = pw_formulation_reduce(s->formulation, t, s->y, s->z);
  pw_integrator_set_size(s->integrator, pw_formulation_size(s->formulation));
  s->guard.n = pw_formulation_size(s->formulation);
  if (status == PAWL_OK) status = pw_integrator_start(s->integrator, t, s->z, h);
  s->determined = pw_formulation_is_determined(s->formulation);
  if (status == PAWL_OK && most < INFINITY) pw_integrator_limit_next(s->integrator, most);
  if (status == PAWL_OK) status = pw_simulation_count_turns(s);
  PawlStatus law = status ? pw_simulation_fail_law(s, t, status, messages) : PAWL_OK;
  if (law) return law;
  PawlStatus jammed = status ? pw_bearings_fail(s, t, s->y, messages) : PAWL_OK;
  if (jammed) return jammed;
  if (status) {
    return pw_fail(messages, status == PAWL_ERR_STEP || status > 0 ? PAWL_ERR_SINGULAR : status, PW_NOWHERE,
                   "the accelerations cannot be computed at t = %s: %s", PW_SAY_TIME(s->k, t),
                   s->k->singular_start ? "the mechanism starts in a singular position; start it a little beside"
                                        : pawl_status_text(status));
  }
  return PAWL_OK;
}

// What a drift of energy is measured by at least, so that it says something of bodies at rest, too: a thousandth of what all
// weights take to rise by the size; without gravity of what springs hold at the start, and of all masses at the size per
// duration.
static double least_energy(const PawlSimulation *s) {
  const PawlMechanism *k = s->k;
  double mass = 0, gravity = pw_norm(k->gravity), speed = k->size / s->options.duration;
  for (int32_t b = 1; b < k->bodies; b++) mass += k->body[b].mass;
  return 1e-3 * (gravity > 0 ? k->size * mass * gravity : fmax(fabs(s->energy0), mass * speed * speed));
}

static PawlStatus fail_sample(PawlSimulation *s, double t, const double *y, PawlStatus status, PawlMessages *messages) {
  if (status == PAWL_ERR_MEMORY) return pw_fail(messages, status, PW_NOWHERE, "out of memory");
  PawlStatus jammed = status > 0 ? pw_bearings_fail(s, t, y, messages) : PAWL_OK;
  if (jammed) return jammed;
  if (status == PAWL_ERR_MEMORY) return pw_fail(messages, status, PW_NOWHERE, "out of memory");
  return pw_fail(messages, status > 0 ? PAWL_ERR_SINGULAR : status, PW_NOWHERE, "no state on the constraints was found at t = %s",
                 PW_SAY_TIME(s->k, t));
}

PawlStatus pw_simulation_sample_at(PawlSimulation *s, double t, double *y, PawlMessages *messages) {
  PwMotion *motion = pw_formulation_motion(s->formulation);
  motion->all = true;
  PawlStatus status = pw_formulation_project(s->formulation, t, y);
  motion->all = false;
  return status ? fail_sample(s, t, y, status, messages) : pw_simulation_sample_corrected(s, t, y, messages);
}

PawlStatus pw_simulation_sample_corrected(PawlSimulation *s, double t, double *y, PawlMessages *messages) {
  int32_t nq = pw_position_count(s->k), nv = pw_speed_count(s->k);
  PwMotion *motion = pw_formulation_motion(s->formulation);
  PawlStatus status = PAWL_OK;
  motion->all = true;
  s->firm = false;
  if (s->k->contacts) status = pw_contact_take_static_forces(s, t, y);
  if (status == PAWL_OK) status = pw_formulation_solve(s->formulation, t, y, &s->solution);
  if (status == PAWL_OK && s->k->contacts) status = pw_contact_sample(s);
  if (status == PAWL_OK) pw_bearings_sample(s, &s->solution);
  motion->all = false;
  if (status) return fail_sample(s, t, y, status, messages);
  if (y != s->sample) memcpy(s->sample, y, (size_t)pw_state_size(s->k) * sizeof *y);
  memcpy(s->acceleration, s->solution.acceleration, (size_t)nv * sizeof *y);
  memcpy(s->lambda, s->solution.lambda, (size_t)s->k->rows * sizeof *y);
  s->t = t;
  PwForces forces = pw_forces_sampled(s);
  pw_readings_take(s, &forces);
  double kinetic = pw_motion_kinetic(motion, s->sample + nq);
  s->kinetic_max = fmax(s->kinetic_max, kinetic);
  double total = kinetic + pw_motion_potential(motion) - y[nq + nv];
  if (s->info.samples == 0) s->energy0 = total;
  s->info.samples++;
  double scale = fmax(s->kinetic_max, least_energy(s));
  s->info.energy_drift = scale > 0 ? fabs(total - s->energy0) / scale : 0;
  double position, speed;
  int32_t row;
  motion->all = true;
  status = pw_formulation_violation(s->formulation, t, y, &position, &speed, &row);
  motion->all = false;
  s->info.violation_position = fmax(s->info.violation_position, position);
  s->info.violation_speed = fmax(s->info.violation_speed, speed);
  return status;
}

double pawl_simulation_time(const PawlSimulation *s) {
  return s ? s->t : NAN;
}

PW_SIZED_INIT(PawlRunInfo, pawl_run_info, {0})

PawlStatus pawl_simulation_read_info(const PawlSimulation *s, PawlRunInfo *out) {
  if (!s || !pw_sized_is_open(out)) return PAWL_ERR_ARGUMENT;
  PawlRunInfo info = s->info;
  info.t = s->t;
  info.searches = s->base.searches + s->contact.touches.searches;
  info.grown = s->base.grown + s->contact.touches.grown;
  if (s->integrator) {
    const PwIntegratorStats *stats = pw_integrator_stats(s->integrator);
    info.steps = s->base.steps + stats->steps;
    info.rejected = s->base.rejected + stats->rejected;
  }
  const PwFormulationStats *made = pw_formulation_stats(s->formulation);
  info.evaluations = s->base.evaluations + made->evaluations;
  info.factorisations = s->base.factorisations + made->factorisations;
  info.violation_position = fmax(info.violation_position, made->violation[0]);
  info.violation_speed = fmax(info.violation_speed, made->violation[1]);
  info.violation_acceleration = made->steps ? fmax(info.violation_acceleration, made->violation[2]) : info.violation_acceleration;
  info.faint_steps = s->base.faint_steps + made->faint;
  pw_sized_give(out, &info, sizeof info);
  return PAWL_OK;
}
