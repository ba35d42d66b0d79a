// What a formulation implements: formulation.h says what each function does. Its own struct begins with PwFormulation, and `self`
// is that struct.
#ifndef PW_FORMULATION_TABLE_H
#define PW_FORMULATION_TABLE_H
#include "dynamics/formulation.h"
#include "dynamics/least.h"

typedef struct {
  const char *name;
  double sharpness;   // tolerance of the state over that of the motion that it stands for
  bool least;         // multipliers are the least ones anyway
  bool shares_loads;  // loads of joints with friction can go by least multipliers
  void (*destroy)(void *self);
  PawlStatus (*set_touches)(void *self, const PwTouches *touches);
  bool (*is_determined)(const void *self);
  void (*forget)(void *self);

  PawlStatus (*reduce)(void *self, double t, const double *y, double *z);
  PawlStatus (*expand)(void *self, double t, const double *z, double *y);
  PawlStatus (*expand_moving)(void *self, double t, const double *z, const double *dz, const double *ddz, double *y,
                              double *acceleration);
  PawlStatus (*scale)(void *self, double t, const double *y, double time, double absolute, double *atol);
  PawlStatus (*derivative)(void *self, double t, const double *z, double *dzdt);
  PawlStatus (*correct)(void *self, double t, double *z);
  PawlStatus (*singularity)(void *self, double t, const double *z, double *u, double *r, PwSingularity *out);
  bool (*is_faint)(void *self, double t, const double *z);             // NULL: never
  bool (*is_worn)(void *self, double t, const double *z, bool near);   // NULL: never
  const char *(*describe)(const void *self, char *text, size_t size);  // NULL: nothing to say
  PawlStatus (*advance)(void *self, const PwOwnStep *step);            // NULL: it does not
  double step_error;                                                   // of it
  PawlStatus (*linearise)(void *self, double t, const double *z);
  PawlStatus (*factor)(void *self, double a, double b, double c);
  PawlStatus (*backsolve)(void *self, double *x);
  PawlStatus (*backsolve_complex)(void *self, double *re, double *im);

  PawlStatus (*project)(void *self, double t, double *y);
  PawlStatus (*project_firmly)(void *self, double t, double *y);
  PawlStatus (*solve)(void *self, double t, const double *y, PwSolution *out);
  PawlStatus (*evaluate)(void *self, double t, const double *y, PwSolution *out);
  PawlStatus (*violation)(void *self, double t, const double *y, double *position, double *speed, int32_t *row);
  PawlStatus (*mobility)(void *self, double t, const double *y, int32_t scalar, double *out);

  PawlStatus (*touch_space)(void *self, double t, const double *y, int32_t n, const PwPairRow *row, double *W,
                            double *acceleration);
  void (*apply_impulses)(void *self, double *y, int32_t n, const double *impulse, double *row_impulse);
  PawlStatus (*kick)(void *self, double t, double *y);
  PawlStatus (*resting_forces)(void *self, double t, const double *y, double *force);
  PawlStatus (*static_forces)(void *self, double t, const double *y, PwRowForces *out);
} PwFormulationTable;

struct PwFormulation {
  const PwFormulationTable *table;
  const PawlMechanism *k;
  const PwDiscrete *discrete;
  PwMotion motion;
  PwDiscrete standing;         // the discrete state as the formulation last placed the motion with,
  int64_t placement;           // which of its placements that was
  int32_t n, base, positions;  // of z: all, without displacements, positions
  bool kinematic;              // speeds are the least that the rows ask for; forces do not move anything
  bool plain;                  // stages are not projected
  bool careful;                // near a singular position
  PwFormulationStats stats;
  PwNoNumber no_number;
  PwLeast *least;        // NULL: reactions are those that the formulation finds
  double *least_lambda;  // [rows of the mechanism]
#ifndef NDEBUG
  int32_t stage;  // of the linear solves (order.h)
#endif
};

// Room for `standing`, and a motion.
PawlStatus pw_formulation_create_motion(PwFormulation *f, PwArena *arena);
#endif
