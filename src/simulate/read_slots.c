// The touches of the last sample, by output slots.
#include "simulate/simulation.h"

void pw_read_slot(const PawlSimulation *s, int32_t slot, PwSlotValues *out) {
  (void)s, (void)slot;
  *out = (PwSlotValues){0};
}
