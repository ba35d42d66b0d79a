#include "analysis/drawn.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/initial.h"
#include "contact/friction.h"
#include "contact/pair.h"
#include "numerics/vec.h"

static const double DEEP = 1e-9;  // of the mechanism's size: an overlap, not rounding

// Positions where a run would start, into q; what refuses it is told.
static PawlStatus start(const PawlMechanism *k, double *q, PawlMessages *messages) {
  PawlRunOptions options = pawl_mechanism_run_options(k);
  PawlSimulation *s = NULL;
  PawlStatus status = pawl_simulation_create(k, &options, messages, &s);
  if (status) return status;
  status = pw_initial_state(s, messages);
  if (status == PAWL_OK) {
    status = pw_contact_start(s, messages);
    memcpy(q, s->y, (size_t)pw_position_count(k) * sizeof *q);
  }
  pawl_simulation_free(s);
  return status;
}

// Where bodies stand in each other that must not.
static PawlStatus find_overlaps(PwDrawn *d, const double *q) {
  const PawlMechanism *k = d->k;
  PwArena arena = {0};
  PwMotion motion;
  PwDiscrete discrete;
  PawlStatus status = pw_motion_create(k, &arena, &motion);
  if (status == PAWL_OK) status = pw_discrete_create(k, &arena, &discrete);
  bool placed = status == PAWL_OK && pw_motion_place(&motion, 0, q, &discrete) == PAWL_OK;
  for (int32_t i = 0; i < k->contacts && placed; i++) {
    const PwContact *c = &k->contact[i];
    PwOverlap found = {0};
    if (c->soft || !pw_pair(k, i)->overlap(&motion, c, DEEP * k->size, &found)) continue;
    d->overlap[d->overlaps++] = (PwDrawnOverlap){{found.x[0], found.x[1], found.x[2]}, found.depth, i};
  }
  pw_arena_free(&arena);
  return status;
}

// From centres of mass to origins.
static void set_poses(PwDrawn *d, const double *q) {
  int32_t per = pw_coordinates_per_body(d->k);
  for (int32_t b = 1; b < d->k->bodies; b++) {
    const double *at = q + per * (b - 1), *center = d->k->body[b].center;
    double *out = d->pose + per * (b - 1), quaternion[4] = {1, 0, 0, 0}, lever[3];
    memcpy(out, at, (size_t)per * sizeof *out);
    if (d->k->planar) {
      quaternion[0] = cos(at[2] / 2);
      quaternion[3] = sin(at[2] / 2);
    } else {
      memcpy(quaternion, at + 3, sizeof quaternion);
    }
    pw_quat_rotate(quaternion, center, lever);
    for (int i = 0; i < (d->k->planar ? 2 : 3); i++) out[i] -= lever[i];
  }
}

PawlStatus pw_drawn_create(const PawlModel *model, PawlStatus read, PawlMessages *messages, PwDrawn *d) {
  *d = (PwDrawn){.refused = read, .read = read};
  if (read == PAWL_OK) d->refused = pawl_mechanism_compile(model, messages, &d->k);
  d->assembled = d->refused == PAWL_OK;
  if (!d->assembled) {
    PawlStatus status = d->refused == PAWL_ERR_MEMORY ? d->refused : pw_mechanism_build(model, NULL, &d->k);
    if (status != PAWL_OK) return status == PAWL_ERR_MEMORY ? status : d->refused;
    pw_friction_note(d->k);
    d->k->size = pw_mechanism_size(d->k);
  }
  size_t n = (size_t)pw_position_count(d->k) + 1;
  double *q = calloc(n, sizeof *q);
  d->pose = calloc(n, sizeof *d->pose);
  d->overlap = calloc((size_t)d->k->contacts + 1, sizeof *d->overlap);
  PawlStatus status = q && d->pose && d->overlap ? PAWL_OK : PAWL_ERR_MEMORY;
  if (status == PAWL_OK) {
    pw_drawn_positions(d->k, q);
    if (d->assembled) d->refused = start(d->k, q, messages);
    status = find_overlaps(d, q);
    set_poses(d, q);
  }
  free(q);
  if (status) pw_drawn_free(d);
  return status;
}

void pw_drawn_free(PwDrawn *d) {
  pawl_mechanism_free(d->k);
  free(d->pose);
  free(d->overlap);
  *d = (PwDrawn){0};
}
