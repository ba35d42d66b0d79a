// The cone problem by trying all combinations of modes, and whether that is needed.
//
// With grips that slide, the normal force N of a touch changes its own u_n by W_nn - coefficient W_n,grip along: friction may
// press it on by more than N pushes it off. Answers are one and only one where all minors of such equations are positive
// (P-matrices: Cottle, Pang, Stone, The Linear Complementarity Problem, 3.3); with a negative one there may be none or several
// (Painleve).
#include <math.h>
#include <string.h>

#include "contact/cone_work.h"
#include "numerics/dense.h"

enum { MOST_TRIALS = 50000, MOST_STEPS = 25 };

static const double NEGATIVE = -1e-9;  // a minor with ones on its diagonal
static const double OTHER = 1e-7;      // of the terms: rates are those of another answer

// ---- minors ----

static bool is_rubbing(const PwCone *c, int32_t touch) {
  for (int32_t k = c->first_grip[touch]; k < c->first_grip[touch + 1]; k++) {
    if (c->grip[k].kind == PW_PART_KNOWN && c->grip[k].coefficient > 0) return true;
  }
  return false;
}

// Equations of the touches in the set (and the two-sided ones), free grips sticking or without force; signs: bits of touches
// whose two-sided force is negative.
static void choose_set(PwCone *c, unsigned set, unsigned signs, bool stick) {
  for (int32_t i = 0; i < c->n; i++) {
    bool in = i >= 32 || set >> i & 1;
    c->closed[i] = c->step[i] > 0 && (c->two_sided[i] || in);
    c->sign[i] = i < 32 && c->two_sided[i] && signs >> i & 1 ? -1 : 1;
  }
  for (int32_t k = 0; k < c->grips; k++) {
    PwWorkGrip *w = &c->grip[k];
    bool sticks = c->closed[w->touch] && (w->kind == PW_PART_ROLLS || (w->kind == PW_PART_FREE && stick));
    w->state = sticks ? PW_PART_STICKS : PW_PART_BOUND;
    for (int32_t a = 0; a < w->rows && w->kind != PW_PART_KNOWN; a++) w->way[a] = 0;
  }
  memset(c->u, 0, sizeof(double) * (size_t)c->rows);
  pw_cone_assemble(c);
}

static double determinant(PwCone *c) {
  int32_t m = c->unknowns;
  double product = 1;
  if (m == 0) return 1;
  if (pw_lu_factor(c->A, m, c->pivot) != PAWL_OK) return 0;
  for (int32_t i = 0; i < m; i++) product *= c->pivot[i] == i ? c->A[i + m * i] : -c->A[i + m * i];
  return product;
}

// Is the symmetric part of the equations of all touches semidefinite? Then no minor is negative.
static bool is_monotone(PwCone *c) {
  choose_set(c, ~0u, 0, true);
  int32_t m = c->unknowns;
  for (int32_t i = 0; i < m; i++) {
    for (int32_t j = 0; j < i; j++) c->A[i * m + j] = 0.5 * (c->A[i * m + j] + c->A[j * m + i]);
    c->A[i * m + i] += 1e-10;
  }
  return pw_cholesky_factor(c->A, m);
}

static bool is_minor_negative(PwCone *c, unsigned set, unsigned signs) {
  for (int stick = 0; stick < 2; stick++) {
    choose_set(c, set, signs, stick);
    if (determinant(c) < NEGATIVE) return true;
  }
  return false;
}

// Of more touches only those alone, beside the two-sided ones.
bool pw_cone_may_jam(PwCone *c) {
  unsigned rubbing = 0, both = 0, all = c->n < 32 ? (1u << c->n) - 1 : ~0u;
  for (int32_t i = 0; i < c->n && i < 32; i++) {
    if (!is_rubbing(c, i)) continue;
    rubbing |= 1u << i;
    if (c->two_sided[i]) both |= 1u << i;
  }
  if (rubbing == 0 || (both == 0 && is_monotone(c))) return false;
  for (int32_t i = 0; i < c->n && i < 32 && c->n > PW_CONE_TRIED_TOUCHES; i++) {
    if (rubbing >> i & 1 && (is_minor_negative(c, 1u << i, 0) || is_minor_negative(c, 1u << i, both))) return true;
  }
  if (c->n > PW_CONE_TRIED_TOUCHES) return false;
  for (unsigned set = 1; set <= all; set++) {
    if (!(set & rubbing)) continue;
    for (unsigned signs = both;; signs = (signs - 1) & both) {
      if (is_minor_negative(c, set, signs)) return true;
      if (signs == 0) break;
    }
  }
  return false;
}

// ---- one combination ----

// A grip's choices: in one row sticks, slides either way; in more sticks, slides.
static int32_t grip_choices(const PwWorkGrip *w) {
  return w->kind != PW_PART_FREE ? 1 : w->rows == 1 ? 3 : 2;
}

// A touch's: the product of those of its grips while it acts, once more for the other sign or for being open.
static int32_t touch_choices(const PwCone *c, int32_t i) {
  int32_t product = 1;
  for (int32_t k = c->first_grip[i]; k < c->first_grip[i + 1]; k++) product *= grip_choices(&c->grip[k]);
  if (c->step[i] == 0) return c->given[i] > 0 ? product : 1;
  if (c->two_sided[i]) return c->first_grip[i] < c->first_grip[i + 1] ? 2 * product : 1;
  return product + (c->given[i] > 0 ? product : 1);
}

static void set_grip(PwWorkGrip *w, int32_t choice, const double *guess) {
  w->state = w->kind != PW_PART_KNOWN && choice == 0 ? PW_PART_STICKS : PW_PART_BOUND;
  if (w->kind == PW_PART_KNOWN) return;
  double sum = 0;
  for (int32_t a = 0; a < w->rows; a++) sum += guess[a] * guess[a];
  for (int32_t a = 0; a < w->rows; a++) w->way[a] = choice == 0 || sum == 0 ? 0 : guess[a] / sqrt(sum);
  if (w->rows == 1) w->way[0] = choice == 0 ? 0 : choice == 1 ? 1 : -1;
}

static void set_touch(PwCone *c, int32_t i, int32_t choice, const double *guess) {
  int32_t product = 1;
  for (int32_t k = c->first_grip[i]; k < c->first_grip[i + 1]; k++) product *= grip_choices(&c->grip[k]);
  bool first = choice < product;
  c->closed[i] = c->step[i] > 0 && (c->two_sided[i] || first);
  c->sign[i] = c->two_sided[i] && !first ? -1 : 1;
  bool acts = c->closed[i] || c->given[i] > 0;
  choice %= product;
  for (int32_t k = c->first_grip[i]; k < c->first_grip[i + 1]; k++) {
    PwWorkGrip *w = &c->grip[k];
    set_grip(w, choice % grip_choices(w), guess + w->first);
    choice /= grip_choices(w);
    if (acts || w->kind == PW_PART_KNOWN) continue;
    w->state = PW_PART_BOUND;
    memset(w->way, 0, sizeof w->way);
  }
}

// Grips of several rows that slide begin bound to the guess; then their directions follow. Returns whether there are such.
static bool follow_ways(PwCone *c) {
  bool any = false;
  for (int32_t k = 0; k < c->grips; k++) {
    PwWorkGrip *w = &c->grip[k];
    double t[PW_CONE_GRIP_ROWS], sum = 0, way = 0;
    for (int32_t a = 0; a < w->rows; a++) {
      t[a] = c->l[w->first + a] - w->step * c->u[w->first + a];
      sum += t[a] * t[a];
      way += w->way[a] * w->way[a];
    }
    if (w->kind != PW_PART_FREE || w->rows == 1 || w->state == PW_PART_STICKS || way == 0 || sum == 0) continue;
    w->state = PW_PART_SLIDES;
    w->reach = sqrt(sum);
    for (int32_t a = 0; a < w->rows; a++) w->way[a] = t[a] / w->reach;
    any = true;
  }
  return any;
}

// Solves the equations of the modes set; true: an answer of the whole problem.
static bool solve_modes(PwCone *c) {
  memcpy(c->l, c->kept, sizeof(double) * (size_t)c->rows);
  pw_cone_bind(c);
  pw_cone_evaluate(c);
  double violation = INFINITY;
  for (int step = 0; step < MOST_STEPS; step++) {
    pw_cone_step(c);
    violation = pw_cone_violation(c);
    if (violation <= 1 || !isfinite(violation) || !follow_ways(c)) break;
  }
  return violation <= c->allowed;
}

// ---- all of them ----

// Force at touches that slide: how many, and how much.
static double count_forces(const PwCone *c, double *sum) {
  double count = 0;
  *sum = 0;
  for (int32_t i = 0; i < c->n; i++) {
    double load = pw_cone_load(c, i);
    count += is_rubbing(c, i) && load > c->step[i] * pw_cone_tolerance(c, c->first[i]);
    *sum += load;
  }
  return count;
}

static bool is_other(const PwCone *c, const double *u) {
  for (int32_t i = 0; i < c->rows; i++) {
    if (fabs(c->u[i] - u[i]) > OTHER * (c->scale + c->size[i])) return true;
  }
  return false;
}

typedef struct {
  bool found, many;
  double forces, sum;
} Answers;

static void note_answer(PwCone *c, Answers *answers) {
  double sum, forces = count_forces(c, &sum);
  answers->many = answers->many || (answers->found && is_other(c, c->best_u));
  if (!answers->found || forces < answers->forces || (forces == answers->forces && sum < answers->sum)) {
    answers->forces = forces;
    answers->sum = sum;
    memcpy(c->best, c->l, sizeof(double) * (size_t)c->rows);
  }
  if (!answers->found) memcpy(c->best_u, c->u, sizeof(double) * (size_t)c->rows);
  answers->found = true;
}

// All combinations, slides begun along the guess.
static void try_each(PwCone *c, int64_t combinations, bool all, const double *guess, Answers *answers) {
  for (int64_t number = 0; number < combinations && (all || !answers->found); number++) {
    int64_t left = number;
    for (int32_t i = 0; i < c->n; i++) {
      int32_t choices = touch_choices(c, i);
      set_touch(c, i, (int32_t)(left % choices), guess);
      left /= choices;
    }
    if (solve_modes(c)) note_answer(c, answers);
  }
}

bool pw_cone_has_ways(const PwCone *c) {
  for (int32_t k = 0; k < c->grips; k++) {
    if (c->grip[k].kind == PW_PART_FREE && c->grip[k].rows > 1) return true;
  }
  return false;
}

bool pw_cone_try_all(PwCone *c, bool all, PwConeReport *report) {
  int64_t combinations = 1;
  Answers answers = {0};
  if (c->n > PW_CONE_TRIED_TOUCHES) return false;
  for (int32_t i = 0; i < c->n && combinations <= MOST_TRIALS; i++) combinations *= touch_choices(c, i);
  if (combinations > MOST_TRIALS) return false;
  // begun where the sweeps end; slides as these have them, or against what would be without force
  memcpy(c->kept, c->l, sizeof(double) * (size_t)c->rows);
  memcpy(c->guess, c->l, sizeof(double) * (size_t)c->rows);
  report->tried = (int32_t)combinations;
  for (int guess = 0; guess < (pw_cone_has_ways(c) ? 2 : 1) && (guess == 0 || !answers.found); guess++) {
    try_each(c, combinations, all, c->guess, &answers);
    for (int32_t i = 0; i < c->rows; i++) c->guess[i] = -c->b[i];
  }
  report->many = all && answers.many;
  memcpy(c->l, answers.found ? c->best : c->kept, sizeof(double) * (size_t)c->rows);
  pw_cone_evaluate(c);
  pw_cone_choose(c);
  return answers.found;
}
