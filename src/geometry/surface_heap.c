#include "geometry/surface_heap.h"

#include <math.h>
#include <stdlib.h>

enum { LOOKS = 2000, FEW = 150 };   // pairs that are looked at; what is left then still bounds the reach. Some are always
static const double FINE = 1e-8;    // of the margin: parts are not made finer
static const double ROUGH = 0.5;    // of the motion: likewise
static const double ENOUGH = 0.25;  // of the margin: to know more of the reach costs more than searching again

static bool is_before(const PwBirth *a, const PwBirth *b) {
  return a->motion < b->motion || (a->motion == b->motion && a->size < b->size);
}

void pw_birth_push(PwSurfaceSearch *s, int32_t *count, const PwBirth *b) {
  PwSurfaceFoundList *list = s->out;
  if (!(b->motion < list->reach)) return;
  if (*count == list->heap_capacity) {
    int32_t capacity = 2 * list->heap_capacity + 64;
    PwBirth *grown = realloc(list->heap, (size_t)capacity * sizeof *grown);
    if (!grown) {
      s->status = PAWL_ERR_MEMORY;
      return;
    }
    list->heap = grown;
    list->heap_capacity = capacity;
    list->grown++;
  }
  PwBirth *heap = list->heap;
  int32_t i = (*count)++;
  for (; i > 0 && is_before(b, &heap[(i - 1) / 2]); i = (i - 1) / 2) heap[i] = heap[(i - 1) / 2];
  heap[i] = *b;
}

void pw_birth_pop(PwSurfaceSearch *s, int32_t *count, PwBirth *out) {
  PwBirth *heap = s->out->heap;
  *out = heap[0];
  PwBirth last = heap[--*count];
  int32_t i = 0;
  for (int32_t k = 1; k < *count; k = 2 * i + 1) {
    if (k + 1 < *count && is_before(&heap[k + 1], &heap[k])) k++;
    if (!is_before(&heap[k], &last)) break;
    heap[i] = heap[k];
    i = k;
  }
  heap[i] = last;
}

bool pw_birth_enough(PwSurfaceSearch *s, const PwBirth *b) {
  int64_t looks = ++s->out->births;
  return looks >= LOOKS || (looks >= FEW && b->motion >= ENOUGH * s->margin) || b->size == 0;
}
bool pw_birth_is_fine(const PwSurfaceSearch *s, double size, double motion) {
  return size <= fmax(ROUGH * motion, FINE * s->margin);
}

// Both are convex in h: the least is where they are equal, or where the second one has its own, or at an end.
double pw_closing_motion(double length, double cosine, double radius, double offset, double low, double high) {
  double along = length * cosine, rest = radius - 0.5 * offset, h = along;
  double p = 2 * along + rest, root = p * p - 3 * (length * length - rest * rest);
  if (root >= 0) h = fmin(h, (p - sqrt(root)) / 1.5);
  h = fmin(fmax(h, low), high);
  return fmax(0.5 * (h - offset), sqrt(fmax(length * length - 2 * h * along + h * h, 0)) - radius);
}
