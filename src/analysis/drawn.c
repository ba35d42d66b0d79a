#include "analysis/drawn.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/initial.h"
#include "geometry/space/surface_overlap.h"
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

static void find_overlaps(PwDrawn *d, const double *q) {
  const PawlMechanism *k = d->k;
  for (int32_t i = 0; i < k->contacts && k->planar; i++) {
    const PwContact *c = &k->contact[i];
    PwPose2 pose[2];
    PwOverlap found;
    if (pw_contact_form(c)->parameters != 1 || c->soft) continue;
    for (int side = 0; side < 2; side++) {
      const double *at = q + 3 * (c->body[side] - 1);
      pose[side] = c->body[side] ? (PwPose2){at[0], at[1], cos(at[2]), sin(at[2])} : (PwPose2){0, 0, 1, 0};
    }
    if (!pw_profiles_overlap(&k->boundary[c->boundary[0]].geometry, &pose[0], &k->boundary[c->boundary[1]].geometry, &pose[1],
                             DEEP * k->size, &found)) {
      continue;
    }
    d->overlap[d->overlaps++] = (PwDrawnOverlap){{found.x[0], found.x[1]}, found.depth, i};
  }
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

PawlStatus pw_drawn_create(const PawlModel *model, PawlMessages *messages, PwDrawn *d) {
  *d = (PwDrawn){0};
  d->refused = pawl_mechanism_compile(model, messages, &d->k);
  d->assembled = d->refused == PAWL_OK;
  if (!d->assembled) {
    if (d->refused == PAWL_ERR_MEMORY || pw_mechanism_build(model, NULL, &d->k) != PAWL_OK) return d->refused;
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
    find_overlaps(d, q);
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
