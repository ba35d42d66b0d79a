// What rolls (rolling.h), and a heap of boxes, as models through the public interface. The caller frees them, also after a
// failure (NULL: no memory).
#ifndef PW_BENCH_ROLLING_MODELS_H
#define PW_BENCH_ROLLING_MODELS_H
#include "pawl/pawl.h"
#include "rolling.h"

// Body "roller", contact "touch".
PawlStatus pw_rolling_model(const PwRolling *c, PawlMessages *messages, PawlModel **out);

// Boxes with friction in the plane, five upon each other in four rows, a little askew and apart, that fall on a floor between two
// walls. Bodies "b0" to "b19", contacts of all pairs.
enum { PW_HEAP_BOXES = 20, PW_HEAP_PARTS = PW_HEAP_BOXES + 3 };  // parts: floor and walls, too
#define PW_HEAP_MASS 2.0
#define PW_HEAP_PEN 0.9  // half of its width
#define PW_HEAP_DURATION 0.3
typedef struct {
  double half[2];  // lengths of its sides, halved
  double at[3];    // x, y, angle of its middle
} PwHeapBox;
void pw_heap_boxes(PwHeapBox out[PW_HEAP_BOXES]);
PawlStatus pw_heap_model(PawlMessages *messages, PawlModel **out);
#endif
