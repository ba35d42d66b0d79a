// Which rows depend on others, and how many freedoms remain.
#ifndef PW_RANK_H
#define PW_RANK_H
#include "mechanics/motion.h"

// Marks in dependent[rows] each row that depends on rows before it (joints of the tree first, then chords loop by loop, couplers,
// drives), at the place where `motion` stands. *rank: number of independent rows; *joint_rank: without drives.
PawlStatus pw_rank_rows(const PwMotion *motion, double tolerance, bool *dependent, int32_t *rank, int32_t *joint_rank);
#endif
