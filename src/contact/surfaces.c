// The table of a pair of surfaces (pair.h).
#include "contact/surfaces.h"

static bool comes_to_none(const PwMotion *m, const PwTouch *touch, PwEnd end, PwTouch *at) {
  (void)m, (void)touch, (void)end, (void)at;
  return false;
}

static void find_again(const PwTouches *t, int32_t n, PwTouch *touch) {
  (void)t, (void)n, (void)touch;
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

const PwPair pw_pair_surfaces = {.late = true,
                                 .place = pw_surfaces_place,
                                 .move = pw_surfaces_move,
                                 .jac_rate = pw_surfaces_jac_rate,
                                 .hessian = pw_surfaces_hessian,
                                 .stepped = pw_pair_is_not_stepped,
                                 .remember = pw_surfaces_remember,
                                 .view = pw_surfaces_view,
                                 .frame = pw_surfaces_frame,
                                 .parameters = pw_surfaces_parameters,
                                 .ends = pw_surfaces_ends,
                                 .end_of = pw_surfaces_end_of,
                                 .inside = pw_surfaces_inside,
                                 .firmness = pw_surfaces_firmness,
                                 .is_faint = pw_surfaces_is_faint,
                                 .stands = pw_surfaces_stands,
                                 .is_on_corner = pw_surfaces_is_on_corner,
                                 .is_on = pw_surfaces_is_on,
                                 .cross = pw_surfaces_cross,
                                 .is_outgoing = pw_surfaces_is_outgoing,
                                 .leaves = "over the border of a surface",
                                 .is_corners = pw_pair_is_no_corner,
                                 .comes_to_corners = comes_to_none,
                                 .is_covered = pw_pair_is_not_covered,
                                 .margin = pw_surfaces_margin,
                                 .note = pw_surfaces_note,
                                 .moved = pw_surfaces_moved,
                                 .find = pw_surfaces_find,
                                 .is_found_as = pw_surfaces_is_found_as,
                                 .find_again = find_again,
                                 .adopt = pw_surfaces_adopt,
                                 .may_stay = may_not_stay,
                                 .overlap = pw_surfaces_overlap_at,
                                 .are_near = pw_surfaces_are_near,
                                 .is_concentric = pw_pair_is_not_concentric,
                                 .is_inside = is_not_told_inside,
                                 .is_hole_meant = is_no_hole_meant,
                                 .open_side = pw_pair_has_no_open_side,
                                 .look = pw_surfaces_look};
