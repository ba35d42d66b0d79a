// A model as it would start, or as it is drawn where that cannot be: for drawings of models that are refused.
#ifndef PW_DRAWN_H
#define PW_DRAWN_H
#include "compile/mechanism.h"
#include "model/model.h"

// Where two bodies overlap that must not.
typedef struct {
  double x[3], depth;  // m
  int32_t contact;
} PwDrawnOverlap;

typedef struct {
  PawlMechanism *k;
  double *pose;        // of the bodies' origins, without ground's, as motion.csv has them
  bool assembled;      // else as drawn
  PawlStatus refused;  // why it cannot run; PAWL_OK: it can
  PawlStatus read;     // why its file was refused; PAWL_OK: it was not
  int32_t overlaps;
  PwDrawnOverlap *overlap;
} PwDrawn;

// In mechanism.c: the characteristic length of a mechanism that is not assembled yet, and its positions as drawn.
double pw_mechanism_size(const PawlMechanism *k);
void pw_drawn_positions(const PawlMechanism *k, double *q);

// What stands against a run goes into the messages and is no failure here, as long as there are bodies to draw. `read`: what
// became of the model when it was read; one that was refused is drawn as far as it is there.
PawlStatus pw_drawn_create(const PawlModel *model, PawlStatus read, PawlMessages *messages, PwDrawn *out);
void pw_drawn_free(PwDrawn *drawn);
#endif
