// Cuts the elements of a profile into pieces.
//
// Arcs and involutes by closed forms. Polar and spline elements are halved until the enclosures of profile_bounds.c decide: in
// such a leaf the curvature is monotone, or constant for all practical purposes, and the tangent turns little. Leaves that follow
// each other are then joined to a piece as long as the curvature keeps its sign and its sense of growth and the tangent turns by
// no more than 15 degrees in all. What is said of a piece holds for each of its leaves, hence for the piece.
#include <math.h>
#include <string.h>

#include "geometry/profile/profile_parts.h"

static const double most_turn = PW_PI / 12, leaf_turn = PW_PI / 36, corner_turn = PW_PI / 2;
static const double same = 1e-9;       // rad: a curvature whose variation turns a leaf by less counts as constant
static const double still = 1e-9;      // of the profile's size: a ds/du that is less stands still
static const double ROUNDING = 1e-14;  // of u
enum { DEEPEST = 48 };

typedef struct {
  PwChain *chain;
  PwProfile *profile;
  int32_t capacity, index;
  PwElement plain;     // the element without its offset
  double at, heading;  // where the last leaf ended, angle of its normal there
  double tangent[2];
  double turned, length;  // of the element so far, without offset
  bool open;              // a piece has been begun
  int growth;             // of its curvature: 1, -1, 0: not decided
  double slack;           // by how much its normal may leave the range of the leaves' ends
  int32_t halvings;       // of the profile so far
} Cutter;

static double flat_curvature(const PwChain *chain) {
  return PW_PROFILE_PAD / chain->size;
}

static PwPiece *new_piece(Cutter *c) {
  PwProfile *p = c->profile;
  if (p->pieces == c->capacity) {
    int32_t capacity = 2 * c->capacity + 32;
    PwPiece *grown = pw_arena_array(c->chain->arena, (size_t)capacity, sizeof *grown);
    if (!grown) return NULL;
    if (p->pieces) memcpy(grown, p->piece, (size_t)p->pieces * sizeof *grown);
    p->piece = grown;
    c->capacity = capacity;
  }
  PwPiece *piece = &p->piece[p->pieces++];
  *piece = (PwPiece){.element = c->index};
  return piece;
}

// The piece under way is complete: widens its ranges by more than rounding, takes the offset into account.
static PawlStatus finish_piece(Cutter *c) {
  if (!c->open) return PAWL_OK;
  c->open = false;
  PwPiece *piece = &c->profile->piece[c->profile->pieces - 1];
  const PwElement *e = &c->profile->element[c->index];
  for (int side = 0; side < 2; side++) {
    double sign = side ? 1 : -1, k = piece->curvature[side];
    piece->normal[side] += sign * (c->slack + PW_PROFILE_PAD);
    if (e->kind != PW_EL_ARC) k += sign * PW_PROFILE_CURVATURE_PAD * (fabs(k) + 1 / c->chain->size);
    double stretch = 1 + e->offset * k;
    if (!(stretch > 0)) {
      PwCurvePoint at;
      pw_element_evaluate(&c->plain, piece->u[side], &at);
      return pw_chain_refuse(
          c->chain, e->source, "moved by %s, element[%d] folds near %s, where its radius of curvature is %s; offset it by less",
          PW_TELL_LENGTH(c->chain, e->offset), e->source, PW_TELL_PLACE(c->chain, at.x), PW_TELL_LENGTH(c->chain, fabs(1 / k)));
    }
    piece->curvature[side] = k / stretch;
  }
  return PAWL_OK;
}

// Does a leaf with curvature k go with the piece under way?
static bool fits(const Cutter *c, const PwPiece *piece, PwRange k, int growth, double heading) {
  double flat = flat_curvature(c->chain);
  if (growth * c->growth < 0) return false;
  if ((piece->curvature[0] < -flat && k.high > flat) || (piece->curvature[1] > flat && k.low < -flat)) return false;
  return fmax(piece->normal[1], heading) - fmin(piece->normal[0], heading) <= most_turn;
}

// The next leaf, from where the last one ended to u.
static PawlStatus add_leaf(Cutter *c, double u, PwRange k, int growth, double slack) {
  PwCurvePoint p;
  pw_element_evaluate(&c->plain, u, &p);
  double turn = pw_turn(c->tangent, p.t), heading = c->heading + turn;
  PwPiece *piece = c->open ? &c->profile->piece[c->profile->pieces - 1] : NULL;
  if (!piece || !fits(c, piece, k, growth, heading)) {
    PawlStatus status = finish_piece(c);
    if (status) return status;
    piece = new_piece(c);
    if (!piece) return PAWL_ERR_MEMORY;
    c->open = true;
    c->growth = 0;
    c->slack = 0;
    double from = c->heading - 2 * PW_PI * floor((c->heading + PW_PI) / (2 * PW_PI));
    heading += from - c->heading;
    piece->u[0] = c->at;
    piece->normal[0] = piece->normal[1] = from;
    piece->curvature[0] = k.low;
    piece->curvature[1] = k.high;
  }
  piece->u[1] = u;
  piece->normal[0] = fmin(piece->normal[0], heading);
  piece->normal[1] = fmax(piece->normal[1], heading);
  piece->curvature[0] = fmin(piece->curvature[0], k.low);
  piece->curvature[1] = fmax(piece->curvature[1], k.high);
  if (growth) c->growth = growth;
  c->slack = fmax(c->slack, slack);
  c->at = u;
  c->heading = heading;
  c->turned += turn;
  memcpy(c->tangent, p.t, sizeof p.t);
  return PAWL_OK;
}

// Gauss's rule of 8 points (Abramowitz and Stegun 1964, table 25.4).
static double leaf_length(const PwElement *e, double from, double to) {
  static const double x[4] = {0.1834346424956498, 0.5255324099163290, 0.7966664774136267, 0.9602898564975363};
  static const double w[4] = {0.3626837833783620, 0.3137066458778873, 0.2223810344533745, 0.1012285362903763};
  double sum = 0, middle = (from + to) / 2, half = (to - from) / 2;
  for (int i = 0; i < 4; i++) {
    for (int side = -1; side <= 1; side += 2) {
      PwCurvePoint p;
      pw_element_evaluate(e, middle + side * x[i] * half, &p);
      sum += w[i] * p.speed * half;
    }
  }
  return sum;
}

static double curvature_at(const PwElement *e, double u) {
  PwCurvePoint p;
  pw_element_evaluate(e, u, &p);
  return p.curvature;
}

// A leaf on which the curvature is monotone: cut in two where it changes sign.
static PawlStatus add_monotone(Cutter *c, double to) {
  double low = c->at, high = to, k0 = curvature_at(&c->plain, low), k1 = curvature_at(&c->plain, high);
  int growth = k1 > k0 ? 1 : -1;
  if (k0 * k1 < 0) {
    while (high - low > 1e-16) {
      double middle = (low + high) / 2;
      if (middle <= low || middle >= high) break;
      if (curvature_at(&c->plain, middle) * k0 > 0) {
        low = middle;
      } else {
        high = middle;
      }
    }
    PawlStatus status = add_leaf(c, high, (PwRange){fmin(k0, 0), fmax(k0, 0)}, growth, 0);
    if (status) return status;
    k0 = 0;
  }
  return add_leaf(c, to, (PwRange){fmin(k0, k1), fmax(k0, k1)}, growth, 0);
}

static PawlStatus refine(Cutter *c, double to, int depth) {
  const double u[2] = {c->at, to};
  PwBounds b;
  pw_element_bounds(&c->plain, u, &b);
  if (b.speed.low > 0 && b.speed.high > still * c->chain->size) {
    double most = fmax(fabs(b.curvature.low), fabs(b.curvature.high)), turn = most * b.speed.high * (to - c->at);
    bool constant = (b.curvature.high - b.curvature.low) * b.speed.high * (to - c->at) <= same;
    bool monotone = b.slope.low > 0 || b.slope.high < 0;
    if (turn <= leaf_turn && (constant || monotone)) {
      c->length += leaf_length(&c->plain, c->at, to);
      if (monotone) return add_monotone(c, to);
      bool mixed = b.curvature.low < 0 && b.curvature.high > 0;
      return add_leaf(c, to, b.curvature, 0, mixed ? turn : 0);
    }
  }
  bool cusp = depth == DEEPEST || b.speed.high <= still * c->chain->size;
  if (cusp || ++c->halvings > PW_PROFILE_HALVINGS) {
    PwCurvePoint p;
    pw_element_evaluate(&c->plain, c->at, &p);
    return pw_chain_refuse(c->chain, c->plain.source, "element[%d] %s at %s; change its points or terms", c->plain.source,
                           cusp ? "stands still or has a cusp" : "bends too often to be followed", PW_TELL_PLACE(c->chain, p.x));
  }
  PawlStatus status = refine(c, (c->at + to) / 2, depth + 1);
  return status ? status : refine(c, to, depth + 1);
}

static PawlStatus cut_spline(Cutter *c) {
  const PwElement *e = &c->plain;
  PawlStatus status = PAWL_OK;
  for (int32_t k = e->degree + 1; k < e->count && !status; k++) {
    double u = (e->data[k] - e->origin) / e->scale;
    if (u > c->at && u < 1) status = refine(c, u, 0);
  }
  return status ? status : refine(c, 1, 0);
}

static PawlStatus cut_polar(Cutter *c) {
  enum { SAMPLES = 64 };
  for (int i = 0; i <= SAMPLES; i++) {
    double theta = c->plain.angle + c->plain.turn * i / SAMPLES, r;
    pw_polar_radius(&c->plain, theta, 1, &r);
    if (!(r >= 0)) {
      return pw_chain_refuse(c->chain, c->plain.source,
                             "polar element[%d]: its radius is %s at theta = %s; it must not be negative", c->plain.source,
                             PW_TELL_LENGTH(c->chain, r), PW_TELL_ANGLE(c->chain, theta));
    }
  }
  return refine(c, 1, 0);
}

// Arcs (constant curvature) and involutes (monotone): equal parts.
static PawlStatus cut_evenly(Cutter *c) {
  int32_t parts = (int32_t)ceil(fabs(c->plain.turn) / (most_turn * (1 - 1e-9)));
  double k[2] = {curvature_at(&c->plain, 0), 0};
  c->length = fabs(c->plain.turn * c->plain.radius);
  if (c->plain.kind == PW_EL_INVOLUTE) c->length *= c->plain.angle + c->plain.turn / 2;
  for (int32_t i = 1; i <= parts; i++) {
    double u = i == parts ? 1 : (double)i / parts;
    k[i % 2] = curvature_at(&c->plain, u);
    PawlStatus status = add_leaf(c, u, (PwRange){fmin(k[0], k[1]), fmax(k[0], k[1])}, 0, 0);
    if (status) return status;
  }
  return PAWL_OK;
}

// A leaf of an ellipse between two of its places, halved while its speed varies so much that its length would be imprecise.
static PawlStatus add_ellipse_leaf(Cutter *c, double to, int growth, int depth) {
  PwCurvePoint a, b;
  pw_element_evaluate(&c->plain, c->at, &a);
  pw_element_evaluate(&c->plain, to, &b);
  if (depth < DEEPEST && fmax(a.speed, b.speed) > 1.5 * fmin(a.speed, b.speed)) {
    PawlStatus status = add_ellipse_leaf(c, (c->at + to) / 2, growth, depth + 1);
    return status ? status : add_ellipse_leaf(c, to, growth, depth + 1);
  }
  c->length += leaf_length(&c->plain, c->at, to);
  return add_leaf(c, to, (PwRange){fmin(a.curvature, b.curvature), fmax(a.curvature, b.curvature)}, growth, 0);
}

// The curvature is monotone from vertex to vertex. Cut where the normal, seen from the semi-axis, has multiples of the most turn.
static PawlStatus cut_ellipse(Cutter *c) {
  enum { PARTS = 6 };  // of a quarter
  const PwElement *e = &c->plain;
  double sign = e->turn > 0 ? 1 : -1, longer = e->radius > e->scale ? 1 : e->radius < e->scale ? -1 : 0;
  for (int32_t quarter = (int32_t)floor(sign * e->angle * 2 / PW_PI); c->at < 1; quarter++) {
    bool odd = quarter % 2 != 0;
    int growth = (int)(sign * longer) * (odd ? 1 : -1);
    double from = odd ? e->scale : e->radius, to = odd ? e->radius : e->scale;  // the semi-axes at the quarter's ends
    for (int part = 1; part <= PARTS && c->at < 1; part++) {
      double f = part == PARTS ? PW_PI / 2 : atan2(to * sin(part * most_turn), from * cos(part * most_turn));
      double u = (quarter * PW_PI / 2 + f - sign * e->angle) / fabs(e->turn);
      if (u < c->at + ROUNDING) continue;
      PawlStatus status = add_ellipse_leaf(c, u > 1 - ROUNDING ? 1 : u, growth, 0);
      if (status) return status;
    }
  }
  return PAWL_OK;
}

static PawlStatus cut_corner(Cutter *c) {
  int32_t parts = (int32_t)ceil(c->plain.turn / (corner_turn * (1 + 1e-9)));
  for (int32_t i = 0; i < parts; i++) {
    PwPiece *piece = new_piece(c);
    if (!piece) return PAWL_ERR_MEMORY;
    for (int side = 0; side < 2; side++) {
      piece->u[side] = (double)(i + side) / parts;
      piece->normal[side] = c->plain.angle + c->plain.turn * piece->u[side];
    }
  }
  return PAWL_OK;
}

static PawlStatus cut_element(Cutter *c) {
  PwElement *e = &c->profile->element[c->index];
  PwCurvePoint p;
  c->plain = *e;
  c->plain.offset = 0;
  c->at = c->turned = c->length = 0;
  pw_element_evaluate(&c->plain, 0, &p);
  memcpy(c->tangent, p.t, sizeof p.t);
  c->heading = atan2(-p.t[0], p.t[1]);
  PawlStatus status = PAWL_OK;
  switch (e->kind) {
    case PW_EL_POINT:
      return cut_corner(c);
    case PW_EL_LINE: {
      PwPiece *piece = new_piece(c);
      if (!piece) return PAWL_ERR_MEMORY;
      piece->u[1] = 1;
      piece->normal[0] = piece->normal[1] = c->heading;
      return PAWL_OK;
    }
    case PW_EL_ARC:
    case PW_EL_INVOLUTE:
      status = cut_evenly(c);
      break;
    case PW_EL_POLAR:
      status = cut_polar(c);
      break;
    case PW_EL_ELLIPSE:
      status = cut_ellipse(c);
      break;
    case PW_EL_SPLINE:
      status = cut_spline(c);
      break;
  }
  if (!status) status = finish_piece(c);
  e->length = c->length + e->offset * c->turned;
  return status;
}

PawlStatus pw_profile_cut(PwChain *chain, PwProfile *p) {
  Cutter c = {.chain = chain, .profile = p};
  p->pieces = 0;
  p->length = 0;
  for (c.index = 0; c.index < p->elements; c.index++) {
    PawlStatus status = cut_element(&c);
    if (status) return status;
    p->length += p->element[c.index].length;
  }
  return PAWL_OK;
}
