#include "geometry/space/surface_heap.h"

#include <math.h>
#include <stdlib.h>

// Pairs that are looked at; what is left then still bounds the reach. FEW always, LOOKS if it would be little.
enum { FEW = 150, LOOKS = 1000 };
enum { ROOM = 4096 };               // more than LOOKS leave open: made once
static const double FINE = 1e-8;    // of the margin: parts are not made finer
static const double ROUGH = 0.5;    // of the motion: likewise
static const double ENOUGH = 0.25;  // of the margin: to know more of the reach costs more than searching again
static const double MOST = 0.85;    // of the reach that is left to be had: likewise

static bool is_before(const PwBirth *a, const PwBirth *b) {
  return a->motion < b->motion || (a->motion == b->motion && a->size < b->size);
}

static void insert(PwBirth *heap, int32_t *count, const PwBirth *b) {
  int32_t i = (*count)++;
  for (; i > 0 && is_before(b, &heap[(i - 1) / 2]); i = (i - 1) / 2) heap[i] = heap[(i - 1) / 2];
  heap[i] = *b;
}
// When there is no room left the reach is lowered, to half of the largest motion, and what is beyond it goes.
static void make_room(PwSurfaceSearch *s, int32_t *count) {
  PwBirth *heap = s->out->heap;
  double most = 0;
  int32_t kept = 0;
  for (int32_t i = 0; i < *count; i++) most = fmax(most, heap[i].motion);
  pw_surface_lower(s, 0.5 * most);
  for (int32_t i = 0; i < *count; i++) {
    PwBirth b = heap[i];
    if (b.motion < s->out->reach) insert(heap, &kept, &b);
  }
  *count = kept;
}

void pw_birth_push(PwSurfaceSearch *s, int32_t *count, const PwBirth *b) {
  PwSurfaceFoundList *list = s->out;
  if (!list->heap) {
    list->heap = malloc(ROOM * sizeof *list->heap);
    list->grown++;
    if (!list->heap) {
      s->status = PAWL_ERR_MEMORY;
      return;
    }
  }
  if (*count == ROOM) make_room(s, count);
  if (b->motion < list->reach) insert(list->heap, count, b);
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
  return b->size == 0 || looks >= LOOKS || b->motion >= MOST * s->out->reach || (looks >= FEW && b->motion >= ENOUGH * s->margin);
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
