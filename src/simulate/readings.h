// Forces that expressions and output name (readings), and values that laws read by sampled().
#ifndef PW_READINGS_H
#define PW_READINGS_H
#include "mechanics/motion.h"

struct PawlSimulation;

// What forces are read from: a motion placed and moved, and what was solved for there.
typedef struct {
  const PwMotion *motion;
  const double *lambda;       // [rows]
  const double *touch_force;  // [touches] along the normal, of closed and pressed ones
} PwForces;

// ---- readings.c

// Those of the last sample.
PwForces pw_forces_sampled(const struct PawlSimulation *s);
// Force and torque that body 1 of a joint exerts on body 2, at the origin of frame 2, ground axes. Couplers with a line of action
// act along it, not on the coordinate: what the joint really carries.
void pw_forces_bearing(const PwForces *forces, int32_t joint, double wrench[6]);
// Of a spring its tension, of a joint force what pushes the coordinate up, of a bushing what pushes frame 2 along its direction;
// NaN where its law has no value.
double pw_forces_along(const PwForces *forces, int32_t scalar_force);
// Of a coupler on one of its coordinates.
double pw_forces_coupler(const PwForces *forces, int32_t coupler, int32_t term);
// All readings of the mechanism into s->reading. Friction is that of PwContactWork.rubbing.
void pw_readings_take(struct PawlSimulation *s, const PwForces *forces);
// The same from a solution, at the state where the formulation stands.
struct PwSolution;
void pw_readings_solved(struct PawlSimulation *s, const struct PwSolution *solution);
// Value of a law that is only read, in units of the file; s->reading must be there if it mentions forces.
double pw_readings_law(const struct PawlSimulation *s, const PwLaw *law);

// ---- samples.c

// When the next value is read; INFINITY: never.
double pw_samples_next(const struct PawlSimulation *s);
// At the start of a run, (0, s->y): reads everything, with all values zero before.
PawlStatus pw_samples_start(struct PawlSimulation *s, PawlMessages *messages);
// Reads what is due at (t, y), which is on the constraints: s->samples_due, and whether laws that act on the motion jump by it.
PawlStatus pw_samples_read(struct PawlSimulation *s, double t, const double *y, bool *jumps, PawlMessages *messages);
bool pw_samples_are_due(const struct PawlSimulation *s, double t);
// Takes over what was read; an event for each that laws jump by.
void pw_samples_apply(struct PawlSimulation *s, double t);
#endif
