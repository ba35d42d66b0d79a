// Lemke's method for linear complementarity, w = M z + q, w >= 0, z >= 0, w_i z_i = 0, with a dense M of no special kind (Cottle,
// Pang, Stone, The Linear Complementarity Problem, 4.4). It follows the answers of q + t d, d > 0, from a large t down to zero,
// and comes there if M is copositive and no z >= 0 with z.Mz = 0 has q.z < 0; else it may end on the way. Written here: LAPACK
// has no such problem.
#ifndef PW_LEMKE_H
#define PW_LEMKE_H
#include <stdbool.h>
#include <stdint.h>

// table: n rows of M, d, q, n + 2 wide, spent. name: 2 n + 1 numbers, scratch. z: n. A generic d keeps two of the w and z from
// reaching zero together before the end, and so the method from going round in circles. false: it ends on the way, or takes too
// many steps.
bool pw_lemke(double *table, int32_t n, int32_t *name, double *z);
#endif
