// Initial values.
#include <math.h>
#include <string.h>

#include "compile/build.h"

// In the plane there are no speeds out of it: a held one cannot be met, others are left out with a warning.
static void check_flat_wish(PwBuild *b, const PwBodyWish *w) {
  bool out = false;
  for (int i = 2; i < 5; i++) out = out || (!isnan(w->twist[i]) && w->twist[i] != 0);
  if (!out || !b->k->planar) return;
  pw_message(b->messages, w->hold_velocity ? PAWL_ERROR : PAWL_WARNING, w->place,
             "the initial velocity of '%s' leaves the plane of a planar mechanism%s", b->k->body[w->body].name,
             w->hold_velocity ? " and is held: give its part in the plane, or say `planar: false`" : ": that part is left out");
  b->failed = b->failed || w->hold_velocity;
}

void pw_build_wishes(PwBuild *b) {
  PawlMechanism *k = b->k;
  for (int32_t i = 0; i < k->wishes; i++) {
    const PwModelInitialCoordinate *s = &b->model->initial_coordinates.item[i];
    int32_t q = pw_build_coordinate(b, &s->def.coordinate, s->place);
    k->wish[i] = (PwWish){q, s->def.position, s->def.speed, s->def.hold_position, s->def.hold_speed, pw_build_place(b, s->place)};
  }
  for (int32_t i = 0; i < k->body_wishes; i++) {
    const PawlInitialBody *d = &b->model->initial_bodies.item[i].def;
    PwBodyWish *w = &k->body_wish[i];
    *w = (PwBodyWish){.body = d->body.i - 1, .hold_pose = d->hold_pose, .hold_velocity = d->hold_velocity};
    w->place = pw_build_place(b, b->model->initial_bodies.item[i].place);
    memcpy(w->twist, d->velocity, sizeof d->velocity);
    memcpy(w->twist + 3, d->angular_velocity, sizeof d->angular_velocity);
    check_flat_wish(b, w);
  }
}
