#include "mechanics/discrete.h"

#include <string.h>

#include "mechanics/motion.h"

PawlStatus pw_discrete_create(const PawlMechanism *k, PwArena *arena, PwDiscrete *out) {
  *out = (PwDiscrete){0};
  out->turn = pw_arena_array(arena, (size_t)k->turns + 1, sizeof *out->turn);
  out->branch = pw_arena_array(arena, (size_t)k->kinks + 1, sizeof *out->branch);
  out->named_time = pw_arena_array(arena, (size_t)k->nameds + 1, sizeof *out->named_time);
  out->named_count = pw_arena_array(arena, (size_t)k->nameds + 1, sizeof *out->named_count);
  out->sampled = pw_arena_array(arena, (size_t)k->samples + 1, sizeof *out->sampled);
  out->sampled_count = pw_arena_array(arena, (size_t)k->samples + 1, sizeof *out->sampled_count);
  bool ok = out->turn && out->branch && out->named_time && out->named_count && out->sampled && out->sampled_count;
  return ok ? PAWL_OK : PAWL_ERR_MEMORY;
}

// Both are asked at every placement, and most mechanisms have none of these: no call for none.
static inline bool are_equal(const void *a, const void *b, int32_t count, size_t size) {
  return count == 0 || memcmp(a, b, (size_t)count * size) == 0;
}
static inline void copy(void *to, const void *from, int32_t count, size_t size) {
  if (count > 0) memcpy(to, from, (size_t)count * size);
}

bool pw_discrete_equal(const PawlMechanism *k, const PwDiscrete *a, const PwDiscrete *b) {
  return are_equal(a->turn, b->turn, k->turns, sizeof *a->turn) && are_equal(a->branch, b->branch, k->kinks, sizeof *a->branch) &&
         are_equal(a->named_time, b->named_time, k->nameds, sizeof *a->named_time) &&
         are_equal(a->named_count, b->named_count, k->nameds, sizeof *a->named_count) &&
         are_equal(a->sampled, b->sampled, k->samples, sizeof *a->sampled) && a->still == b->still && a->still_t == b->still_t;
}

void pw_discrete_copy(const PawlMechanism *k, const PwDiscrete *from, PwDiscrete *to) {
  copy(to->turn, from->turn, k->turns, sizeof *to->turn);
  copy(to->branch, from->branch, k->kinks, sizeof *to->branch);
  copy(to->named_time, from->named_time, k->nameds, sizeof *to->named_time);
  copy(to->named_count, from->named_count, k->nameds, sizeof *to->named_count);
  copy(to->sampled, from->sampled, k->samples, sizeof *to->sampled);
  copy(to->sampled_count, from->sampled_count, k->samples, sizeof *to->sampled_count);
  to->still = from->still;
  to->still_t = from->still_t;
}

double pw_discrete_value(const PwDiscrete *discrete, int32_t var, double t, double *rate) {
  if (var >= PW_VAR_SAMPLED) {
    *rate = 0;
    return discrete->sampled[var - PW_VAR_SAMPLED];
  }
  int32_t index = (var - PW_VAR_NAMED) / 2;
  bool since = (var - PW_VAR_NAMED) % 2, happened = discrete->named_count[index] > 0;
  *rate = since && happened && !discrete->still;
  return since ? (happened ? t - discrete->named_time[index] : -1) : discrete->named_count[index];
}

void pw_law_variables(const PwMotion *motion, const PwLaw *law, double *x, double *rate) {
  for (int32_t i = 0; i < law->count; i++) {
    int32_t var = law->variable[i], scalar = var == PW_VAR_OWN || var == PW_VAR_OWN_RATE ? law->own : (var - PW_VAR_SCALAR) / 2;
    bool is_rate = var == PW_VAR_OWN_RATE || (var >= PW_VAR_SCALAR && (var - PW_VAR_SCALAR) % 2);
    if (var == PW_VAR_T) {
      x[i] = motion->t;
      if (rate) rate[i] = 1;
      continue;
    }
    if (var >= PW_VAR_READING) {
      x[i] = motion->reading ? motion->reading[var - PW_VAR_READING] : 0;
      if (rate) rate[i] = 0;
      continue;
    }
    if (var >= PW_VAR_NAMED) {
      double its_rate;
      x[i] = pw_discrete_value(motion->discrete, var, motion->t, &its_rate);
      if (rate) rate[i] = its_rate;
      continue;
    }
    const PwScalarMotion *s = &motion->scalar[scalar];
    x[i] = is_rate ? s->rate : s->value;
    if (rate) rate[i] = is_rate ? 0 : s->rate;
  }
}

void pw_discrete_choose(const PwMotion *motion, PwDiscrete *discrete) {
  const PawlMechanism *k = motion->mechanism;
  for (int32_t i = 0; i < k->laws; i++) {
    double x[64], rate[64];
    const PwLaw *law = k->law[i];
    if (!law->kinks) continue;
    pw_law_variables(motion, law, x, rate);
    pw_expr_choose(law->expr, x, rate, discrete->branch + law->kink);
  }
}

void pw_discrete_count_turns(const PwMotion *motion, PwDiscrete *discrete) {
  const PawlMechanism *k = motion->mechanism;
  for (int32_t i = 0; i < k->scalars; i++) {
    if (k->scalar[i].turn >= 0) discrete->turn[k->scalar[i].turn] = motion->scalar[i].value;
  }
}
