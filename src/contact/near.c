#include "contact/near.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "contact/profiles.h"
#include "contact/surfaces.h"
#include "geometry/space/surface_ball.h"

enum { FEW = 100, STOOD = 12 };  // contacts that are all looked at; numbers of a pose: position, rotation

// Of the least margin of a boundary's contacts: how far it may move. Two that are round are then nearer by no more than what a
// search holds for; others also turn, which counts by up to four of their drifts where they are alike (`bound`).
static const double DRIFT_ROUND = 0.44, DRIFT = 0.22;

// A boundary as it is carried around, in axes of its body.
typedef struct {
  int32_t body;
  double middle[3], half[3];  // its box
  double center[3], radius;   // how it moves: a shift of the centre, and a turn by 2 asin(a/2) moves it by a radius
  bool round;                 // a turn about the centre changes nothing
  double whole[4];            // a ball around it and the other boundaries of its material; radius INFINITY: that has no end
  double drift;
} Carried;

// Partners of a boundary, and the contacts with them.
typedef struct {
  int32_t other, contact;
} Partner;

struct PwField {
  int32_t count;
  Carried *carried;   // [count] boundaries, then surfaces
  int32_t *first;     // [count + 1] partners of each that stand behind it
  Partner *partner;   //
  double *stood;      // [bodies][STOOD] where they stood when the list was made
  double (*box)[6];   // [count] low and high, in ground axes
  int32_t *order;     // [count] along the first axis
  uint64_t *is_near;  // a bit for each contact
};

// ---- boundaries

static Carried carry_profile(const PwBoundary *b) {
  const PwProfile *p = &b->geometry;
  const double *round = pw_profile_round(p), *center = round ? round : p->center;
  Carried c = {.body = b->body, .radius = p->radius, .round = round != NULL};
  c.whole[3] = p->radius;
  for (int i = 0; i < 2; i++) {
    c.middle[i] = 0.5 * (p->node[0].low[i] + p->node[0].high[i]);
    c.half[i] = 0.5 * (p->node[0].high[i] - p->node[0].low[i]);
    c.center[i] = center[i];
    c.whole[i] = p->center[i];
  }
  for (int32_t o = 0; o < p->others; o++) {
    const PwProfile *other = p->other[o];
    double far = hypot(other->center[0] - p->center[0], other->center[1] - p->center[1]);
    c.whole[3] = fmax(c.whole[3], far + other->radius);
  }
  if (!pw_profile_is_bounded(p)) c.whole[3] = INFINITY;
  return c;
}

static Carried carry_skin(const PwSkin *skin) {
  const PwSurface *s = &skin->geometry;
  double own[3], low[3], high[3], off = hypot(s->center[0], s->center[1]);
  for (int i = 0; i < 3; i++) {
    low[i] = s->shell ? s->center[i] - s->radius : s->node[0].low[i];
    high[i] = s->shell ? s->center[i] + s->radius : s->node[0].high[i];
  }
  Carried c = {.body = skin->body, .radius = s->radius + off, .round = (pw_is_ball(s) && s->sign > 0) || s->radius == 0};
  for (int i = 0; i < 3; i++) own[i] = 0.5 * (low[i] + high[i]);
  for (int i = 0; i < 3; i++) {
    const double *axis = skin->axes + 3 * i;
    c.middle[i] = skin->position[i] + pw_dot(axis, own);
    c.center[i] = c.whole[i] = skin->position[i] + pw_dot(axis, s->center);
    for (int j = 0; j < 3; j++) c.half[i] += 0.5 * fabs(axis[j]) * (high[j] - low[j]);
  }
  c.whole[3] = s->sign > 0 ? s->radius : INFINITY;  // a cavity has its material around it
  return c;
}

// ---- the mechanism's contacts as pairs of boundaries

static bool is_pair(const PwContact *c) {
  return c->boundary[0] >= 0 || c->skin[0] >= 0;
}

static int32_t carried_of(const PawlMechanism *k, const PwContact *c, int side) {
  return c->skin[side] >= 0 ? k->boundaries + c->skin[side] : c->boundary[side];
}

static void list_partners(const PawlMechanism *k, PwField *f) {
  for (int pass = 0; pass < 2; pass++) {  // how many, then which
    for (int32_t i = k->contacts - 1; i >= 0; i--) {
      if (!is_pair(&k->contact[i])) continue;
      int32_t a = carried_of(k, &k->contact[i], 0), b = carried_of(k, &k->contact[i], 1);
      if (pass == 0) f->first[(a < b ? a : b)]++;
      if (pass == 1) f->partner[--f->first[(a < b ? a : b)]] = (Partner){a < b ? b : a, i};
    }
    for (int32_t b = 0; b < f->count && pass == 0; b++) f->first[b + 1] += f->first[b];
  }
}

static int by_other(const void *a, const void *b) {
  const Partner *p = a, *q = b;
  return (p->other > q->other) - (p->other < q->other);
}

static void set_drifts(const PwTouches *t, PwField *f) {
  const PawlMechanism *k = t->k;
  for (int32_t i = 0; i < f->count; i++) f->carried[i].drift = INFINITY;
  for (int32_t i = 0; i < k->contacts; i++) {
    const PwContact *c = &k->contact[i];
    if (!is_pair(c)) continue;
    double margin = pw_pair(k, i)->margin(k, c);
    for (int side = 0; side < 2; side++) {
      Carried *own = &f->carried[carried_of(k, c, side)];
      own->drift = fmin(own->drift, (own->round ? DRIFT_ROUND : DRIFT) * margin);
    }
  }
  for (int32_t i = 0; i < f->count; i++) {
    if (f->carried[i].body == 0 || isinf(f->carried[i].drift)) f->carried[i].drift = 0;  // stands still, or touches nothing
  }
}

static PawlStatus make_field(PwTouches *t) {
  const PawlMechanism *k = t->k;
  PwField *f = t->field = calloc(1, sizeof *f);
  if (!f) return PAWL_ERR_MEMORY;
  f->count = k->boundaries + k->surfaces;
  size_t n = (size_t)f->count + 1;
  f->carried = calloc(n, sizeof *f->carried);
  f->first = calloc(n, sizeof *f->first);
  f->partner = calloc((size_t)k->contacts + 1, sizeof *f->partner);
  f->stood = calloc((size_t)k->bodies * STOOD, sizeof *f->stood);
  f->box = calloc(n, sizeof *f->box);
  f->order = calloc(n, sizeof *f->order);
  f->is_near = calloc((size_t)k->contacts / 64 + 1, sizeof *f->is_near);
  if (!f->carried || !f->first || !f->partner || !f->stood || !f->box || !f->order || !f->is_near) return PAWL_ERR_MEMORY;
  for (int32_t i = 0; i < k->boundaries; i++) f->carried[i] = carry_profile(&k->boundary[i]);
  for (int32_t i = 0; i < k->surfaces; i++) f->carried[k->boundaries + i] = carry_skin(&k->skin[i]);
  for (int32_t i = 0; i < f->count; i++) f->order[i] = i;
  list_partners(k, f);
  for (int32_t i = 0; i < f->count; i++) {
    if (f->first[i + 1] > f->first[i])
      qsort(f->partner + f->first[i], (size_t)(f->first[i + 1] - f->first[i]), sizeof *f->partner, by_other);
  }
  set_drifts(t, f);
  return PAWL_OK;
}

// ---- the list

static PawlStatus reserve(PwTouches *t, int32_t count) {
  if (count <= t->near_capacity) return PAWL_OK;
  int32_t capacity = count + count / 4 + 4;
  size_t n = (size_t)capacity;
  PwNear *near = realloc(t->near, n * sizeof *near);
  if (near) t->near = near;
  PwNear *spare = realloc(t->near_spare, n * sizeof *spare);
  if (spare) t->near_spare = spare;
  int32_t *of = realloc(t->searches_of, n * sizeof *of);
  if (of) t->searches_of = of;
  PwKeptPair *kept = realloc(t->kept_pair, n * sizeof *kept);
  if (kept) t->kept_pair = kept;
  if (!near || !spare || !of || !kept) return PAWL_ERR_MEMORY;
  t->near_capacity = capacity;
  t->grown++;
  return PAWL_OK;
}

PawlStatus pw_near_create(PwTouches *t) {
  const PawlMechanism *k = t->k;
  if (k->contacts > FEW) return make_field(t);
  PawlStatus status = reserve(t, k->contacts);
  for (int32_t c = 0; c < k->contacts && status == PAWL_OK; c++) {
    t->near[t->nears++] = (PwNear){.contact = c, .pair = {.reach = INFINITY}};
    t->searches_of[t->searched++] = c;
  }
  return status;
}

void pw_near_free(PwTouches *t) {
  free(t->near);
  free(t->near_spare);
  free(t->searches_of);
  free(t->kept_pair);
  if (!t->field) return;
  free(t->field->carried);
  free(t->field->first);
  free(t->field->partner);
  free(t->field->stood);
  free(t->field->box);
  free(t->field->order);
  free(t->field->is_near);
  free(t->field);
}

// Where entry `contact` is or would be.
static int32_t place_of(const PwTouches *t, int32_t contact) {
  int32_t low = 0, high = t->nears;
  if (contact < high && t->near[contact].contact == contact) return contact;  // all are listed
  while (low < high) {
    int32_t middle = low + (high - low) / 2;
    if (t->near[middle].contact < contact) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low;
}

PwNear *pw_near_get(const PwTouches *t, int32_t contact) {
  int32_t at = place_of(t, contact);
  return at < t->nears && t->near[at].contact == contact ? &t->near[at] : NULL;
}

PawlStatus pw_near_add(PwTouches *t, int32_t contact) {
  int32_t at = place_of(t, contact);
  if (at < t->nears && t->near[at].contact == contact) return PAWL_OK;
  PawlStatus status = reserve(t, t->nears + 1);
  if (status) return status;
  memmove(t->near + at + 1, t->near + at, (size_t)(t->nears - at) * sizeof *t->near);
  t->near[at] = (PwNear){.contact = contact, .pair = {.reach = pw_pair(t->k, contact)->always ? INFINITY : 0}};
  t->nears++;
  return PAWL_OK;
}

// ---- motion

static void stand(const PawlMechanism *k, const PwMotion *m, int32_t body, double out[STOOD]) {
  if (k->planar) {
    PwPose2 p = pw_body_pose2(m, body);
    const double pose[STOOD] = {p.x, p.y, 0, p.c, -p.s, 0, p.s, p.c, 0, 0, 0, 1};
    memcpy(out, pose, sizeof pose);
    return;
  }
  PwPose3 p = pw_body_pose3(m, body);
  memcpy(out, p.x, sizeof p.x);
  memcpy(out + 3, p.r, sizeof p.r);
}

static void place(const double pose[STOOD], const double x[3], double out[3]) {
  for (int i = 0; i < 3; i++) out[i] = pose[i] + pw_dot(pose + 3 + 3 * i, x);
}

// How far any point of it has moved at most: 2 sin(a/2) of a turn by a is |R - S|/sqrt(2) (Frobenius).
static double moved(const Carried *c, const double was[STOOD], const double is[STOOD]) {
  double from[3], to[3], turn = 0;
  place(was, c->center, from);
  place(is, c->center, to);
  for (int i = 3; i < STOOD && !c->round; i++) turn += (is[i] - was[i]) * (is[i] - was[i]);
  for (int i = 0; i < 3; i++) to[i] -= from[i];
  return pw_norm(to) + sqrt(turn / 2) * c->radius;
}

double pw_near_left(const PwTouches *t, const PwMotion *m) {
  const PwField *f = t->field;
  double left = INFINITY, now[STOOD];
  int32_t standing = -1;  // body of `now`
  for (int32_t i = 0; f && i < f->count; i++) {
    const Carried *c = &f->carried[i];
    if (c->drift == 0) continue;
    if (c->body != standing) stand(t->k, m, c->body, now);
    standing = c->body;
    left = fmin(left, (1 - PW_EARLY) * c->drift - moved(c, f->stood + STOOD * c->body, now));
  }
  return left;
}

double pw_near_slack(const PwTouches *t) {
  const PwField *f = t->field;
  double least = INFINITY;
  for (int32_t i = 0; f && i < f->count; i++) {
    if (f->carried[i].drift > 0) least = fmin(least, f->carried[i].drift);
  }
  return isinf(least) ? 0 : PW_EARLY * least;
}

// How far boundary a moves at most, seen from the body of b, as pairs measure it, while neither moves by more than its drift: b
// turns by no more than drift / radius, which moves points at `far` from its centre.
static double bound_seen(const Carried *a, const Carried *b, double far) {
  if (b->drift == 0) return a->drift;
  if (b->round) return INFINITY;  // and may turn
  return a->drift + b->drift * fmax(1, (far + a->drift + b->drift + (a->round ? 0 : a->radius)) / b->radius);
}

void pw_near_measure(const PwTouches *t, const PwMotion *m, PwNear *near) {
  const PwContact *c = &t->k->contact[near->contact];
  near->need = 0;
  if (!t->field || !is_pair(c)) return;
  const Carried *a = &t->field->carried[carried_of(t->k, c, 0)], *b = &t->field->carried[carried_of(t->k, c, 1)];
  double bound = a->drift + b->drift, pose[STOOD], x[2][3];
  if (!a->round || !b->round) {
    for (int side = 0; side < 2; side++) {
      stand(t->k, m, c->body[side], pose);
      place(pose, (side ? b : a)->center, x[side]);
    }
    const double d[3] = {x[0][0] - x[1][0], x[0][1] - x[1][1], x[0][2] - x[1][2]};
    bound = fmin(bound_seen(a, b, pw_norm(d)), bound_seen(b, a, pw_norm(d)));
  }
  near->need = (bound + pw_pair(t->k, near->contact)->moved(t->k, m, c, &near->pair)) / (1 - PW_EARLY);
}

// ---- finding it

static void box_tight(const Carried *c, const double pose[STOOD], double box[6]) {
  double x[3];
  place(pose, c->round ? c->center : c->middle, x);
  for (int i = 0; i < 3; i++) {
    const double *row = pose + 3 + 3 * i;
    double turned = fabs(row[0]) * c->half[0] + fabs(row[1]) * c->half[1] + fabs(row[2]) * c->half[2];
    double half = (c->round ? c->radius : turned) + c->drift;
    box[i] = x[i] - half;
    box[3 + i] = x[i] + half;
  }
}

static void box_whole(const Carried *c, const double pose[STOOD], double box[6]) {
  double x[3];
  place(pose, c->whole, x);
  for (int i = 0; i < 3; i++) {
    box[i] = x[i] - c->whole[3] - c->drift;
    box[3 + i] = x[i] + c->whole[3] + c->drift;
  }
}

// The order along the axis along which the boxes are spread most.
static int sort(PwField *f) {
  int axis = 0;
  double most = -1;
  for (int i = 0; i < 3; i++) {
    double sum = 0, squares = 0, n = 0;
    for (int32_t b = 0; b < f->count; b++) {
      double x = 0.5 * (f->box[b][i] + f->box[b][3 + i]);
      if (!isfinite(x)) continue;
      sum += x, squares += x * x, n += 1;
    }
    double spread = n > 0 ? squares - sum * sum / n : 0;
    if (spread > most) most = spread, axis = i;
  }
  int32_t step = 1;
  while (step < f->count / 3) step = 3 * step + 1;
  for (; step > 0; step /= 3) {  // Shell's
    for (int32_t i = step; i < f->count; i++) {
      int32_t own = f->order[i], j = i;
      for (; j >= step && f->box[f->order[j - step]][axis] > f->box[own][axis]; j -= step) f->order[j] = f->order[j - step];
      f->order[j] = own;
    }
  }
  return axis;
}

static void mark(PwField *f, int32_t contact) {
  f->is_near[contact / 64] |= (uint64_t)1 << (contact % 64);
}

// The contact of two boundaries, if they have one.
static void mark_pair(PwField *f, int32_t a, int32_t b) {
  int32_t i = a < b ? a : b, j = a < b ? b : a, low = f->first[i], high = f->first[i + 1];
  while (low < high) {
    int32_t middle = low + (high - low) / 2;
    if (f->partner[middle].other < j) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  if (low < f->first[i + 1] && f->partner[low].other == j) mark(f, f->partner[low].contact);
}

static void sweep(PwField *f, int axis) {
  for (int32_t i = 0; i < f->count; i++) {
    const double *own = f->box[f->order[i]];
    for (int32_t j = i + 1; j < f->count && f->box[f->order[j]][axis] <= own[3 + axis]; j++) {
      const double *other = f->box[f->order[j]];
      bool apart = false;
      for (int d = 0; d < 3; d++) apart = apart || other[d] > own[3 + d] || own[d] > other[3 + d];
      if (!apart) mark_pair(f, f->order[i], f->order[j]);
    }
  }
}

// The contacts that are marked become the list.
static PawlStatus gather(PwTouches *t) {
  PwField *f = t->field;
  size_t words = (size_t)t->k->contacts / 64 + 1;
  int32_t count = 0, old = 0, n = 0;
  for (size_t w = 0; w < words; w++) {
    for (uint64_t bits = f->is_near[w]; bits; bits &= bits - 1) count++;
  }
  PawlStatus status = reserve(t, count);
  for (size_t w = 0; w < words && status == PAWL_OK; w++) {
    for (int bit = 0; bit < 64 && f->is_near[w] >> bit; bit++) {
      if (!(f->is_near[w] >> bit & 1)) continue;
      int32_t contact = (int32_t)(64 * w) + bit;
      while (old < t->nears && t->near[old].contact < contact) old++;
      bool was = old < t->nears && t->near[old].contact == contact;
      t->near_spare[n++] = was ? t->near[old] : (PwNear){.contact = contact};
    }
  }
  memset(f->is_near, 0, words * sizeof *f->is_near);
  if (status) return status;
  PwNear *list = t->near_spare;
  t->near_spare = t->near;
  t->near = list;
  t->nears = n;
  return PAWL_OK;
}

PawlStatus pw_near_find(PwTouches *t, const PwMotion *m, bool whole) {
  PwField *f = t->field;
  if (!f) return PAWL_OK;
  for (int32_t b = 0; b < t->k->bodies; b++) stand(t->k, m, b, f->stood + STOOD * b);
  for (int32_t i = 0; i < f->count; i++) {
    const double *pose = f->stood + STOOD * f->carried[i].body;
    (whole ? box_whole : box_tight)(&f->carried[i], pose, f->box[i]);
  }
  sweep(f, sort(f));
  for (int32_t i = 0; i < t->count; i++) mark(f, t->touch[i].contact);
  PawlStatus status = gather(t);
  for (int32_t i = 0; i < t->nears; i++) pw_near_measure(t, m, &t->near[i]);
  return status;
}

void pw_near_chain(PwTouches *t) {
  for (int32_t i = 0; i < t->nears; i++) t->near[i].touch = -1;
  for (int32_t i = t->count - 1; i >= 0; i--) {
    PwNear *near = pw_near_get(t, t->touch[i].contact);
    t->next[i] = near->touch;
    near->touch = i;
  }
}

// ---- functions, checkpoints

void pw_near_list_searches(PwTouches *t) {
  if (!t->field) return;
  t->searched = 0;
  for (int32_t i = 0; i < t->nears; i++) {
    if (!pw_near_is_covered(&t->near[i])) t->searches_of[t->searched++] = t->near[i].contact;
  }
}

double *pw_near_stood(const PwTouches *t, int32_t *count) {
  *count = t->field ? t->k->bodies * STOOD : 0;
  return t->field ? t->field->stood : NULL;
}

PawlStatus pw_near_resize(PwTouches *t, int32_t count) {
  PawlStatus status = reserve(t, count);
  if (status) return status;
  for (int32_t i = 0; i < count; i++) t->near[i] = (PwNear){0};
  t->nears = count;
  return PAWL_OK;
}

bool pw_near_is_valid(const PwTouches *t) {
  for (int32_t i = 0; i < t->nears; i++) {
    if (t->near[i].contact < (i > 0 ? t->near[i - 1].contact + 1 : 0) || t->near[i].contact >= t->k->contacts) return false;
  }
  for (int32_t i = 0; i < t->count; i++) {
    if (!pw_near_get(t, t->touch[i].contact)) return false;
  }
  return t->field || t->nears == t->k->contacts;
}
