// The table of a pair of profiles (pair.h).
#include "contact/profiles.h"

static bool has_no_parameters(const PwMotion *m, const PwTouch *touch, const PwTouchMotion *motion, const double *a,
                              double rate[4], double acceleration[4]) {
  (void)m, (void)touch, (void)motion, (void)a, (void)rate, (void)acceleration;
  return false;
}

const PwPair pw_pair_profiles = {.place = pw_profiles_place,
                                 .move = pw_profiles_move,
                                 .jac_rate = pw_profiles_jac_rate,
                                 .hessian = pw_profiles_hessian,
                                 .stepped = pw_pair_is_not_stepped,
                                 .remember = pw_profiles_remember,
                                 .view = pw_profiles_view,
                                 .parameters = has_no_parameters,
                                 .ends = pw_profiles_ends,
                                 .end_of = pw_profiles_end_of,
                                 .inside = pw_profiles_inside,
                                 .firmness = pw_profiles_firmness,
                                 .is_faint = pw_profiles_is_faint,
                                 .stands = pw_profiles_stands,
                                 .is_on = pw_profiles_is_on,
                                 .cross = pw_profiles_cross,
                                 .is_outgoing = pw_profiles_is_outgoing,
                                 .leaves = "",
                                 .is_corners = pw_profiles_are_corners,
                                 .corners_meet = pw_profiles_corners_meet,
                                 .leave_corners = pw_profiles_leave_corners,
                                 .comes_to_corners = pw_profiles_comes_to_corners,
                                 .pass_corners = pw_profiles_pass_corners,
                                 .is_covered = pw_profiles_is_covered,
                                 .margin = pw_profiles_margin,
                                 .note = pw_profiles_note,
                                 .moved = pw_profiles_moved,
                                 .find = pw_profiles_find,
                                 .is_found_as = pw_profiles_is_found_as,
                                 .find_again = pw_profiles_find_again,
                                 .adopt = pw_profiles_adopt,
                                 .may_stay = pw_profiles_may_stay,
                                 .overlap = pw_profiles_overlap_at,
                                 .are_near = pw_profiles_are_near,
                                 .many_ways = true,
                                 .is_concentric = pw_profiles_is_concentric,
                                 .is_inside = pw_profiles_is_inside,
                                 .is_hole_meant = pw_profiles_is_hole_meant,
                                 .open_side = pw_profiles_open_side,
                                 .look = pw_profiles_look};
