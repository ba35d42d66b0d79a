// A surface again, in other memory: quicker than building it twice.
#include "geometry/space/shell.h"
#include "geometry/space/surface_parts.h"

typedef struct {
  PwArena *arena;
  bool failed;
} Copy;

static void *again(Copy *w, const void *from, size_t count, size_t size) {
  if (!from || w->failed) return NULL;
  void *to = pw_arena_array(w->arena, count, size);
  w->failed = !to;
  return to ? memcpy(to, from, count * size) : NULL;
}

static size_t data_of(const PwElement *e) {
  size_t count = (size_t)e->count;
  return e->kind == PW_EL_SPLINE ? 3 * count + (size_t)e->degree + 1 : 2 * count;  // knots and points; terms
}

// Pieces of one curve have their data in common.
static void copy_elements(Copy *w, const PwSurface *from, PwSurface *out) {
  const double *last = NULL, *copy = NULL;
  out->element = again(w, from->element, (size_t)from->segments[0], sizeof *out->element);
  for (int32_t i = 0; out->element && i < from->segments[0]; i++) {
    const PwElement *e = &from->element[i];
    if (!e->data) continue;
    if (e->data != last) copy = again(w, e->data, data_of(e), sizeof *e->data);
    last = e->data;
    out->element[i].data = copy;
  }
}

PawlStatus pw_surface_copy(const PwSurface *from, PwArena *arena, PwSurface *out) {
  Copy w = {arena, false};
  *out = *from;
  if (from->shell) {
    out->shell = pw_arena_array(arena, 1, sizeof *out->shell);
    return out->shell ? pw_shell_copy(from->shell, arena, out->shell) : PAWL_ERR_MEMORY;
  }
  for (int d = 0; d < 2; d++) {
    size_t segments = (size_t)from->segments[d];
    out->cut[d] = again(&w, from->cut[d], segments + 1, sizeof *out->cut[d]);
    out->join[d] = again(&w, from->join[d], segments + 1, sizeof *out->join[d]);
    out->first[d] = again(&w, from->first[d], segments + 1, sizeof *out->first[d]);
    out->knot[d] = again(&w, from->knot[d], (size_t)(from->count[d] + from->degree[d] + 1), sizeof *out->knot[d]);
    out->inverse[d] = again(&w, from->inverse[d], (size_t)from->count[d] * (size_t)from->degree[d], sizeof *out->inverse[d]);
  }
  copy_elements(&w, from, out);
  out->net = again(&w, from->net, 4 * (size_t)from->count[0] * (size_t)from->count[1], sizeof *out->net);
  out->patch = again(&w, from->patch, (size_t)from->patches, sizeof *out->patch);
  out->node = again(&w, from->node, (size_t)from->nodes, sizeof *out->node);
  return w.failed ? PAWL_ERR_MEMORY : PAWL_OK;
}
