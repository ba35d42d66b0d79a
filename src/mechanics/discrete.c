#include "mechanics/discrete.h"

#include <string.h>

#include "mechanics/motion.h"

PawlStatus pw_discrete_create(const PawlMechanism *k, PwArena *arena, PwDiscrete *out) {
  out->turn = pw_arena_array(arena, (size_t)k->turns + 1, sizeof *out->turn);
  out->branch = pw_arena_array(arena, (size_t)k->kinks + 1, sizeof *out->branch);
  return out->turn && out->branch ? PAWL_OK : PAWL_ERR_MEMORY;
}

void pw_discrete_copy(const PawlMechanism *k, const PwDiscrete *from, PwDiscrete *to) {
  memcpy(to->turn, from->turn, (size_t)k->turns * sizeof *to->turn);
  memcpy(to->branch, from->branch, (size_t)k->kinks * sizeof *to->branch);
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
