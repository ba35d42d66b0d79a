// The table of a pair of shells (pair.h).
#include "contact/shells.h"

static bool comes_to_none(const PwMotion *m, const PwTouch *touch, PwEnd end, PwTouch *at) {
  (void)m, (void)touch, (void)end, (void)at;
  return false;
}

static bool may_not_stay(const PwTouches *t, const PwTouch *touch) {
  (void)t, (void)touch;
  return false;
}

static bool is_not_told_inside(const PwMotion *m, const PwContact *c, int side, double tolerance) {
  (void)m, (void)c, (void)side, (void)tolerance;
  return false;
}

static bool is_no_hole_meant(const PwMotion *m, const PwContact *c) {
  (void)m, (void)c;
  return false;
}

static bool has_no_parameters(const PwMotion *m, const PwTouch *touch, const PwTouchMotion *motion, const double *a,
                              double rate[4], double acceleration[4]) {
  (void)m, (void)touch, (void)motion, (void)a, (void)rate, (void)acceleration;
  return false;
}

const PwPair pw_pair_shells = {.late = true,
                               .place = pw_shells_place,
                               .move = pw_surfaces_move,
                               .jac_rate = pw_surfaces_jac_rate,
                               .hessian = pw_surfaces_hessian,
                               .stepped = pw_pair_is_not_stepped,
                               .remember = pw_shells_remember,
                               .view = pw_shells_view,
                               .frame = pw_surfaces_frame,
                               .parameters = has_no_parameters,
                               .ends = pw_shells_ends,
                               .end_of = pw_shells_end_of,
                               .inside = pw_shells_inside,
                               .firmness = pw_surfaces_firmness,
                               .is_faint = pw_surfaces_is_faint,
                               .stands = pw_shells_stands,
                               .is_on_corner = pw_shells_is_on_corner,
                               .is_on = pw_shells_is_on,
                               .cross = pw_shells_cross,
                               .is_outgoing = pw_shells_is_outgoing,
                               .leaves = "over the end of a face or edge",
                               .is_corners = pw_pair_is_no_corner,
                               .comes_to_corners = comes_to_none,
                               .is_covered = pw_pair_is_not_covered,
                               .rearrange = pw_shells_rearrange,
                               .margin = pw_shells_margin,
                               .note = pw_surfaces_note,
                               .moved = pw_shells_moved,
                               .find = pw_shells_find,
                               .is_found_as = pw_shells_is_found_as,
                               .find_again = pw_shells_find_again,
                               .adopt = pw_shells_adopt,
                               .may_stay = may_not_stay,
                               .overlap = pw_shells_overlap_at,
                               .are_near = pw_shells_are_near,
                               .is_concentric = pw_pair_is_not_concentric,
                               .is_inside = is_not_told_inside,
                               .is_hole_meant = is_no_hole_meant,
                               .open_side = pw_pair_has_no_open_side,
                               .look = pw_shells_look};
