// Least reactions. Rows that depend on each other share the force of the constraints in many ways; here the one with the least
// sum of forces squared, torques over the mechanism's size, as `augmented` has it:
//
//   J^T lambda = f,   sum of e lambda^2 least,   e of an angular row over the size squared
//
// by [M J^T; J -e] (x, lambda) = (f, 0) with all rows, solved again until x is zero (pw_kkt_solve).
#ifndef PW_LEAST_H
#define PW_LEAST_H
#include "dynamics/kkt.h"

typedef struct PwLeast PwLeast;

PawlStatus pw_least_create(const PawlMechanism *k, PwLeast **out);
void pw_least_free(PwLeast *least);
void pw_least_forget(PwLeast *least);
// out: those of all rows that give the same force on the bodies as `lambda`, of the motion that stands; may be the same array.
PawlStatus pw_least_share(PwLeast *least, const PwMotion *motion, const double *lambda, double *out);
#endif
