#include "analysis/wishes.h"

#include <math.h>
#include <string.h>

#include "analysis/rank.h"
#include "numerics/vec.h"

static const double SOFT = 1e-7;

static PawlStatus begin(const PawlMechanism *k, const PwDiscrete *discrete, PwWishes *w) {
  *w = (PwWishes){.k = *k, .first = k->rows, .parts = 1};
  size_t more = (size_t)(k->wishes + 6 * k->body_wishes), frames = 4 * (size_t)k->body_wishes;
  w->k.row = pw_arena_array(&w->arena, (size_t)k->rows + more + 1, sizeof *w->k.row);
  w->k.term = pw_arena_array(&w->arena, (size_t)k->terms + more + 1, sizeof *w->k.term);
  w->k.scalar = pw_arena_array(&w->arena, (size_t)k->scalars + more + 1, sizeof *w->k.scalar);
  w->k.hot_scalar = pw_arena_array(&w->arena, (size_t)k->scalars + more + 1, sizeof *w->k.hot_scalar);
  w->k.frame = pw_arena_array(&w->arena, (size_t)k->frames + frames + 1, sizeof *w->k.frame);
  w->from = pw_arena_array(&w->arena, (size_t)k->rows + more + 1, sizeof *w->from);
  w->to = pw_arena_array(&w->arena, (size_t)k->rows + more + 1, sizeof *w->to);
  w->speed = pw_arena_array(&w->arena, (size_t)k->rows + more + 1, sizeof *w->speed);
  w->label = pw_arena_array(&w->arena, (size_t)k->rows + more + 1, sizeof *w->label);
  if (!w->k.row || !w->k.term || !w->k.scalar || !w->k.hot_scalar || !w->k.frame || !w->from || !w->to || !w->speed ||
      !w->label) {
    return PAWL_ERR_MEMORY;
  }
  memcpy(w->k.row, k->row, (size_t)k->rows * sizeof *k->row);
  memcpy(w->k.term, k->term, (size_t)k->terms * sizeof *k->term);
  memcpy(w->k.scalar, k->scalar, (size_t)k->scalars * sizeof *k->scalar);
  memcpy(w->k.hot_scalar, k->hot_scalar, (size_t)k->hot_scalars * sizeof *k->hot_scalar);
  memcpy(w->k.frame, k->frame, (size_t)k->frames * sizeof *k->frame);
  PawlStatus status = pw_discrete_create(k, &w->arena, &w->discrete);
  if (status == PAWL_OK) pw_discrete_copy(k, discrete, &w->discrete);
  return status;
}

static int32_t add_row(PwWishes *w, int32_t scalar, bool hold, bool angular, PwWishLabel label) {
  PawlMechanism *k = &w->k;
  int32_t r = k->rows++;
  k->term[k->terms] = (PwTerm){scalar, 1};
  k->row[r] = (PwRow){.term = k->terms++,
                      .terms = 1,
                      .joint = -1,
                      .coupler = -1,
                      .drive = -1,
                      .angular = angular,
                      .softness = hold ? 0 : SOFT,
                      .law = {.scale = 1}};
  k->hot_scalar[k->hot_scalars++] = scalar;
  w->label[r] = label;
  return r;
}

static int32_t add_scalar(PwWishes *w, PwScalarKind kind, int32_t f1, int32_t f2, int32_t axis) {
  PawlMechanism *k = &w->k;
  PwScalar s = {.kind = kind, .frame = {f1, f2}, .axis = axis, .turn = -1, .sign = 1};
  k->scalar[k->scalars] = s;
  return k->scalars++;
}

// Frames for a body: one on ground where the body's origin is now, one at that origin; both with ground's axes as the body is
// now, so that turns and their rates are about these. In `pair`.
static void add_frames(PwWishes *w, int32_t body, const double *q, int32_t pair[2]) {
  PawlMechanism *k = &w->k;
  const PwBody *b = &k->body[body];
  PwFrame here = {.body = 0, .orientation = {1, 0, 0, 0}}, own = {.body = body, .orientation = {1, 0, 0, 0}};
  const double *at = q + (body - 1) * pw_coordinates_per_body(k);
  double orientation[4] = {1, 0, 0, 0}, shift[3];
  for (int i = 0; i < 3; i++) own.position[i] = -b->center[i];
  memcpy(here.position, at, (k->planar ? 2 : 3) * sizeof *at);
  if (k->planar) {
    orientation[0] = cos(at[2] / 2);
    orientation[3] = sin(at[2] / 2);
  } else {
    memcpy(orientation, at + 3, sizeof orientation);
    pw_quat_conjugate(orientation, own.orientation);
  }
  pw_quat_matrix(here.orientation, here.axes);
  pw_quat_matrix(own.orientation, own.axes);
  pw_quat_rotate(orientation, own.position, shift);
  for (int i = 0; i < 3; i++) here.position[i] += shift[i];
  pair[0] = k->frames;
  k->frame[k->frames++] = here;
  pair[1] = k->frames;
  k->frame[k->frames++] = own;
}

static PwWishLabel body_label(const PwWishes *w, const PwBodyWish *wish) {
  return (PwWishLabel){w->k.body[wish->body].name, wish->place};
}

// A row for the turn about ground's axis i between the frames of add_frames, zero where the body is now.
static int32_t add_turn(PwWishes *w, const PwBodyWish *wish, const double *q, const int32_t pair[2], int i, bool hold) {
  int32_t s = add_scalar(w, PW_S_TURN, pair[0], pair[1], i);
  if (w->k.planar) w->k.scalar[s].plane_axis[0] = -q[(wish->body - 1) * 3 + 2];
  return add_row(w, s, hold, true, body_label(w, wish));
}

static void hold_pose(PwWishes *w, const PwBodyWish *wish, const double *q) {
  bool planar = w->k.planar;
  int32_t pair[2];
  add_frames(w, wish->body, q, pair);
  for (int i = 0; i < (planar ? 2 : 3); i++) {
    add_row(w, add_scalar(w, PW_S_GROUND, pair[0], pair[1], i), true, false, body_label(w, wish));
  }
  for (int i = planar ? 2 : 0; i < 3; i++) add_turn(w, wish, q, pair, i, true);
}

PawlStatus pw_wishes_create(const PawlMechanism *k, bool wanted, const PwDiscrete *discrete, double t, const double *q,
                            PwWishes *w) {
  PawlStatus status = begin(k, discrete, w);
  if (status || !wanted) return status;
  PwMotion motion;
  status = pw_motion_create(k, &w->arena, &motion);
  if (status) return status;
  motion.all = true;
  status = pw_motion_place(&motion, t, q, discrete);
  if (status) return status;
  double far = 0;
  for (int32_t i = 0; i < k->wishes; i++) {
    const PwWish *wish = &k->wish[i];
    if (isnan(wish->position)) continue;
    const PwCoordinate *c = &k->coordinate[wish->coordinate];
    int32_t r = add_row(w, c->scalar, wish->hold_position, c->angular, (PwWishLabel){c->name, wish->place});
    w->from[r] = motion.scalar[c->scalar].value;
    w->to[r] = wish->position;
    double distance = fabs(w->to[r] - w->from[r]) / pw_scale(k, c->angular);
    far = fmax(far, distance);
    if (k->scalar[c->scalar].turn >= 0) w->discrete.turn[k->scalar[c->scalar].turn] = w->from[r];
  }
  for (int32_t r = 0; r < w->first; r++) {  // drives are led to their first position in the same way
    PwRow *row = &w->k.row[r];
    if (row->drive < 0) continue;
    w->from[r] = motion.scalar[w->k.term[row->term].scalar].value;
    w->to[r] = motion.row_law[3 * r];
    row->law = (PwLaw){.scale = 1, .own = -1};
    far = fmax(far, fabs(w->to[r] - w->from[r]) / pw_scale(k, row->angular));
  }
  w->positions = true;
  w->parts = 1 + (int32_t)fmin(10000, far / 0.25);
  for (int32_t i = 0; i < k->body_wishes; i++) {
    if (k->body_wish[i].hold_pose) hold_pose(w, &k->body_wish[i], q);
  }
  return PAWL_OK;
}

PawlStatus pw_wishes_create_speeds(const PawlMechanism *k, const PwDiscrete *discrete, const double *q, PwWishes *w) {
  PawlStatus status = begin(k, discrete, w);
  if (status) return status;
  for (int32_t i = 0; i < k->wishes; i++) {
    const PwWish *wish = &k->wish[i];
    if (isnan(wish->speed)) continue;
    const PwCoordinate *c = &k->coordinate[wish->coordinate];
    int32_t r = add_row(w, c->scalar, wish->hold_speed, c->angular, (PwWishLabel){c->name, wish->place});
    w->speed[r] = wish->speed;
  }
  for (int32_t i = 0; i < k->body_wishes; i++) {
    const PwBodyWish *wish = &k->body_wish[i];
    int32_t pair[2];
    add_frames(w, wish->body, q, pair);
    for (int c = 0; c < (k->planar ? 2 : 3); c++) {
      if (isnan(wish->twist[c])) continue;
      int32_t scalar = add_scalar(w, PW_S_GROUND, pair[0], pair[1], c);
      w->speed[add_row(w, scalar, wish->hold_velocity, false, body_label(w, wish))] = wish->twist[c];
    }
    for (int c = k->planar ? 2 : 0; c < 3; c++) {
      if (isnan(wish->twist[3 + c])) continue;
      w->speed[add_turn(w, wish, q, pair, c, wish->hold_velocity)] = wish->twist[3 + c];
    }
  }
  return PAWL_OK;
}

// A wish for a velocity and none for a turn?
static bool is_unturned(const PwBodyWish *wish) {
  bool moves = false, turns = false;
  for (int c = 0; c < 3; c++) {
    moves = moves || !isnan(wish->twist[c]);
    turns = turns || !isnan(wish->twist[3 + c]);
  }
  return moves && !turns;
}

bool pw_wishes_leave_unturned(PwWishes *w, const PwMotion *motion, const double *q) {
  PawlMechanism *k = &w->k;
  int32_t wished = k->rows;
  for (int32_t i = 0; i < k->body_wishes; i++) {
    int32_t pair[2];
    if (!is_unturned(&k->body_wish[i])) continue;
    add_frames(w, k->body_wish[i].body, q, pair);
    for (int c = k->planar ? 2 : 0; c < 3; c++) w->speed[add_turn(w, &k->body_wish[i], q, pair, c, false)] = 0;
  }
  if (k->rows == wished) return false;
  for (int32_t r = w->first; r < wished; r++) {
    k->row[r].softness = 0;
    w->speed[r] = pw_row_rate(motion, r);
  }
  return true;
}

void pw_wishes_aim(PwWishes *w, double part) {
  for (int32_t r = 0; r < w->k.rows && w->positions; r++) {
    if (r < w->first && w->k.row[r].drive < 0) continue;
    w->k.row[r].law.constant = part >= 1 ? w->to[r] : w->from[r] + part * (w->to[r] - w->from[r]);
    int32_t turn = w->k.scalar[w->k.term[w->k.row[r].term].scalar].turn;
    if (turn >= 0) w->discrete.turn[turn] = w->k.row[r].law.constant;
  }
}

void pw_wishes_release(PwWishes *w, bool release) {
  for (int32_t r = w->first; r < w->k.rows; r++) {
    if (w->k.row[r].softness > 0) w->k.row[r].softness = release ? 1 / SOFT : SOFT;
  }
}

PawlStatus pw_wishes_drop_dependent(PwWishes *w, double t, const double *q) {
  PawlMechanism *k = &w->k;
  bool held = k->singular_start, *dependent = pw_arena_array(&w->arena, (size_t)k->rows + 1, sizeof *dependent);
  int32_t rank, joints;
  PwMotion motion;
  for (int32_t r = w->first; r < k->rows; r++) held |= k->row[r].softness == 0;
  if (!held) return PAWL_OK;
  PawlStatus status = dependent ? pw_motion_create(k, &w->arena, &motion) : PAWL_ERR_MEMORY;
  if (status == PAWL_OK) status = pw_motion_place(&motion, t, q, &w->discrete);
  if (status == PAWL_OK) status = pw_rank_rows(&motion, 1e-6, dependent, &rank, &joints);
  for (int32_t r = w->first; r < k->rows && status == PAWL_OK; r++) {
    k->row[r].redundant = k->row[r].softness == 0 && dependent[r];
  }
  // where a mechanism starts in a singular position, rows that depend on others there are met by these
  for (int32_t r = 0; r < w->first && k->singular_start && status == PAWL_OK; r++) k->row[r].redundant |= dependent[r];
  return status;
}

double pw_wishes_miss(const PwWishes *w, const PwMotion *motion, bool speeds, int32_t r) {
  double miss = speeds ? pw_row_rate(motion, r) - w->speed[r] : pw_row_value(motion, r);
  return fabs(miss) <= 1e-6 * pw_scale(&w->k, w->k.row[r].angular) ? 0 : miss;
}

// Are rows r and r + 1 components of one wish?
static bool is_same_wish(const PwWishes *w, int32_t r) {
  const PwWishLabel *a = &w->label[r], *b = &w->label[r + 1];
  return r + 1 < w->k.rows && strcmp(a->name, b->name) == 0 && a->place.line == b->place.line &&
         w->k.row[r].angular == w->k.row[r + 1].angular;
}

void pw_wishes_report(const PwWishes *w, const PwMotion *motion, bool speeds, PawlMessages *messages) {
  double whole = 0;
  for (int32_t r = w->first; r < w->k.rows; r++) {
    double miss = pw_wishes_miss(w, motion, speeds, r);
    whole = whole == 0 ? miss : hypot(whole, miss);
    if (whole == 0 || is_same_wish(w, r)) continue;
    bool angular = w->k.row[r].angular;
    PwDimension position = angular ? PW_DIM_ANGLE : PW_DIM_LENGTH, speed = angular ? PW_DIM_ANGULAR_SPEED : PW_DIM_SPEED;
    pw_message(messages, PAWL_WARNING, w->label[r].place, "the initial %s of '%s' cannot be met: it is off by %s",
               speeds ? "speed" : "position", w->label[r].name, PW_SAY(&w->k, whole, speeds ? speed : position, 4));
    whole = 0;
  }
}

void pw_wishes_free(PwWishes *w) {
  pw_arena_free(&w->arena);
}
