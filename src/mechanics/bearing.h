// Friction of joints: the slip of the two surfaces of a joint over each other, by rows, and the load that presses them together.
//
//   joint        rows: slip                        load, with the preload on top
//   revolute     radius * angle'                   |F|, F the reaction across the axis
//   spherical    radius * (w2 - w1), 3 (plane: 1)  |F|
//   prismatic    travel'                           |F1| + |F2|, the forces at the two ends of the guide that carry the reaction
//   cylindrical  radius * angle', travel'          across the axis, at frame 2's origin in its middle:
//                                                  F1, F2 = F/2 +- (M x axis)/length
//
// A joint that sticks holds these rates at zero; one that slides has a force mu * load (+ viscous * slip) against its slip.
#ifndef PW_BEARING_H
#define PW_BEARING_H
#include "mechanics/motion.h"
#include "mechanics/pair_row.h"

enum { PW_BEARING_ENDS = 2 };

// Bodies and gradients of the rows of bearing number `b`; then rates and biases; d(jac)/dt of row n.
void pw_bearing_place(const PwMotion *m, int32_t b, PwPairRow *row);
void pw_bearing_move(const PwMotion *m, int32_t b, PwPairRow *row);
void pw_bearing_jac_rate(const PwMotion *m, int32_t b, int32_t n, double out[12]);

// Where surfaces press against each other, one or two, and the forces there by the multipliers: linear in them.
int32_t pw_bearing_ends(const PawlMechanism *k, int32_t b);
void pw_bearing_forces(const PwMotion *m, int32_t b, const double *lambda, double end[PW_BEARING_ENDS][3]);
// The load without preload. side: of a guide in the plane the signs of its forces along the axis turned by 90 degrees, which
// continue smoothly where a force changes its sign; 0: its size.
double pw_bearing_load(const PwMotion *m, int32_t b, double end[PW_BEARING_ENDS][3], const double side[PW_BEARING_ENDS]);
// Its change with a change of these forces.
double pw_bearing_load_change(const PwMotion *m, int32_t b, double end[PW_BEARING_ENDS][3], const double side[PW_BEARING_ENDS],
                              double change[PW_BEARING_ENDS][3]);
// Of a guide in the plane: the force at an end as the sides count it. False: the joint is none.
bool pw_bearing_side(const PwMotion *m, int32_t b, const double end[3], double *out);

// What the load is multiplied by at this slip speed, and the force that comes on top.
double pw_bearing_kinetic(const PwBearing *bearing, double speed);
double pw_bearing_viscous(const PwBearing *bearing, double speed);
#endif
