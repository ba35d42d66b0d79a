// Surfaces and solids in a drawing: their faces from the farthest to the nearest, each over what is behind it, in a tone by the
// light that falls on it, with lines along borders, kinks and the outline as it is seen.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "numerics/vec.h"
#include "report/escape.h"
#include "report/mesh.h"
#include "report/svg.h"

enum { LINES_MOST = 32, TONES = 16 };  // lines of a surface in each direction, about
static const double PART = 60;         // units of paper that a part of a face spans, at most: long ones have no one depth
static const int PARTS_MOST = 40;

typedef struct {
  PwMesh mesh;
  int32_t body;
  bool plane;
  double (*at)[3];  // its points on paper, with their depth
  double *light;    // on each face: 0 to 1 from outside, -1 to 0 from inside
} Shown;

// A part of a face: its corners, counter-clockwise seen from outside, and which of its sides are lines.
typedef struct {
  double depth;
  const Shown *of;
  int32_t order;
  double light;
  double corner[4][2];
  bool line[4];
} Item;

typedef struct {
  Item *item;
  int32_t count;
} Items;

// ---- points and light

// The light comes from the left and above, behind the eye.
static double light_on(const double n[3]) {
  static const double LIGHT[3] = {-0.25, 0.45, 0.86};
  return fmin(fmax(pw_dot(n, LIGHT), 0), 1);
}

static double find_light(const Shown *s, const PwFace *f) {
  int last = pw_face_corners(f) - 1;
  const double *c[4];
  double a[3], b[3], n[3];
  for (int k = 0; k <= last; k++) c[k] = s->at[f->corner[k]];
  for (int i = 0; i < 3; i++) {
    double up = i == 1 ? -1 : 1;  // y is down on paper
    a[i] = up * (c[last - 1][i] - c[0][i]);
    b[i] = up * (c[last][i] - c[last == 3 ? 1 : 0][i]);
  }
  pw_cross(a, b, n);
  if (!(pw_normalise(n) > 0)) return 0;
  double back = n[2] < 0 ? -1 : 1;
  for (int i = 0; i < 3; i++) n[i] *= back;
  return back * fmax(light_on(n), 1e-3);
}

static bool place(const PwSvgDrawing *d, PwArena *arena, int32_t body, int32_t mesh, Shown *out) {
  const PwSceneBody *b = &d->s->scene.body[body];
  PwScenePose pose;
  out->body = body;
  out->plane = mesh < b->surfaces && b->surface[mesh].plane;
  if (!pw_mesh_body(b, mesh, LINES_MOST, arena, &out->mesh)) return false;
  out->at = pw_arena_array(arena, (size_t)out->mesh.points + 1, sizeof *out->at);
  out->light = pw_arena_array(arena, (size_t)out->mesh.faces + 1, sizeof *out->light);
  if (!out->at || !out->light) return false;
  pw_source_pose(d->s, d->row, body, &pose);
  for (int32_t i = 0; i < out->mesh.points; i++) pw_svg_place_deep(d, &pose, out->mesh.point[i], out->at[i]);
  for (int32_t i = 0; i < out->mesh.faces; i++) out->light[i] = find_light(out, &out->mesh.face[i]);
  return true;
}

// ---- order

static int compare(const void *a, const void *b) {
  const Item *p = a, *q = b;
  if (p->depth != q->depth) return p->depth < q->depth ? -1 : 1;
  return p->order < q->order ? -1 : 1;
}

// A side is a line where nothing goes on beside it, or only what looks away.
static bool is_line(const Shown *s, int32_t face, int side) {
  int32_t beside = s->mesh.face[face].beside[side];
  return beside < 0 || s->light[beside] * s->light[face] < 0;
}

static int parts_between(const double a[3], const double b[3], const double c[3], const double d[3]) {
  double longest = fmax(hypot(b[0] - a[0], b[1] - a[1]), hypot(d[0] - c[0], d[1] - c[1]));
  return (int)fmin(ceil(longest / PART), PARTS_MOST) + (longest == 0);
}

// A point on a face, which is a quadrangle, by the parts of the way from corner 0 to 1 and from 0 to 3.
static void place_on(const double *const c[4], double s, double t, double out[3]) {
  for (int i = 0; i < 3; i++) out[i] = (1 - t) * ((1 - s) * c[0][i] + s * c[1][i]) + t * ((1 - s) * c[3][i] + s * c[2][i]);
}

// Cuts a face into parts, or only counts them where there is no room.
static void add_face(Items *list, const Shown *s, int32_t face) {
  const PwFace *f = &s->mesh.face[face];
  int n = pw_face_corners(f);
  const double *c[4];
  for (int k = 0; k < 4; k++) c[k] = s->at[f->corner[k < n ? k : 2]];
  int across = s->plane ? 1 : parts_between(c[0], c[1], c[3], c[2]), along = s->plane ? 1 : parts_between(c[0], c[3], c[1], c[2]);
  for (int i = 0; i < across * along && list->item; i++) {
    int x = i % across, y = i / across;
    Item *item = &list->item[list->count + i];
    *item = (Item){.of = s, .order = list->count + i, .light = s->light[face]};
    for (int k = 0; k < 4; k++) {
      double at[3];
      place_on(c, (double)(x + (k == 1 || k == 2)) / across, (double)(y + (k > 1)) / along, at);
      memcpy(item->corner[k], at, sizeof item->corner[k]);
      item->depth += at[2] / 4;
    }
    if (s->plane) item->depth = -INFINITY;
    bool border[4] = {y == 0, x == across - 1, y == along - 1, x == 0};
    for (int k = 0; k < 4; k++) item->line[k] = border[k] && (n == 4 || k != 2) && is_line(s, face, n == 3 && k == 3 ? 2 : k);
  }
  list->count += across * along;
}

// Of what has no border the far side is not seen, and the near side of a cavity would hide what is in it. Nothing is behind a
// plane that looks this way; of one that looks away only the border is drawn.
static void add_faces(Items *list, const Shown *s) {
  for (int32_t i = 0; i < s->mesh.faces; i++) {
    if (!s->mesh.solid || s->light[i] > 0) add_face(list, s, i);
  }
}

// ---- paper

static unsigned mix(unsigned color, unsigned with, double part) {
  unsigned out = 0;
  for (int shift = 0; shift < 24; shift += 8) {
    double a = color >> shift & 255, b = with >> shift & 255;
    out |= (unsigned)lround(a + part * (b - a)) << shift;
  }
  return out;
}

static unsigned color_of(int32_t body) {
  return body ? (unsigned)strtoul(pw_svg_color(body - 1) + 1, NULL, 16) : 0x808080;
}

static unsigned tone_of(const Item *item) {
  double level = 0.3 + 0.7 * rint(fabs(item->light) * TONES) / TONES;
  unsigned color = color_of(item->of->body);
  return mix(mix(color, 0, 0.3), mix(color, 0xffffff, 0.75), level);
}

static void add_point(PwText *out, char command, const double *at) {
  pw_text_add_bytes(out, &command, 1);
  pw_add_fixed(out, at[0], 1, "-");
  pw_text_add(out, " ");
  pw_add_fixed(out, at[1], 1, "-");
}

static bool has_lines(const Item *item) {
  return item->line[0] || item->line[1] || item->line[2] || item->line[3];
}

static bool is_filled(const Item *item) {
  return !item->of->plane || item->light > 0;
}

static void draw_lines(const Item *item, PwText *out) {
  pw_text_add(out, "<path fill=\"none\" d=\"");
  for (int k = 0; k < 4; k++) {
    if (!item->line[k]) continue;
    add_point(out, 'M', item->corner[k]);
    add_point(out, 'L', item->corner[(k + 1) % 4]);
  }
  pw_text_format(out, "\" color=\"#%06x\"/>\n", mix(color_of(item->of->body), 0, 0.45));
}

static bool is_alike(const Item *a, const Item *b) {
  return is_filled(a) && is_filled(b) && tone_of(a) == tone_of(b) && (a->light < 0) == (b->light < 0);
}

// Faces of one look in a row are one path. Its edges are painted over, so that no gap shows between faces; an inside is
// translucent.
static void draw_items(const Item *item, int32_t count, PwText *out) {
  bool open = false;
  for (int32_t i = 0; i < count; i++) {
    if (is_filled(&item[i])) {
      const char *style = item[i].light < 0 ? "fill-opacity=\".35\" stroke=\"none\" " : "";
      if (!open) pw_text_format(out, "<path color=\"#%06x\" %sd=\"", tone_of(&item[i]), style);
      for (int k = 0; k < 4; k++) add_point(out, k ? 'L' : 'M', item[i].corner[k]);
      pw_text_add(out, "Z");
      open = !has_lines(&item[i]) && i + 1 < count && is_alike(&item[i], &item[i + 1]);
      if (!open) pw_text_add(out, "\"/>\n");
    }
    if (has_lines(&item[i])) draw_lines(&item[i], out);
  }
}

// An edge or a point.
static void draw_bare(const Shown *s, PwText *out) {
  pw_text_add(out, "<path fill=\"none\" d=\"");
  for (int32_t i = 0; i < s->mesh.points; i++) add_point(out, i ? 'L' : 'M', s->at[i]);
  pw_text_format(out, "%s\" color=\"#%06x\" stroke-width=\"2\"/>\n", s->mesh.points == 1 ? "h0" : "", color_of(s->body));
}

static bool place_all(const PwSvgDrawing *d, PwArena *arena, Shown *shown) {
  const PwScene *scene = &d->s->scene;
  for (int32_t i = 0; i < scene->bodies; i++) {
    for (int32_t k = 0; k < pw_body_meshes(&scene->body[i]); k++) {
      if (!place(d, arena, i, k, shown++)) return false;
    }
  }
  return true;
}

void pw_svg_surfaces(const PwSvgDrawing *d) {
  PwArena arena = {0};
  Items list = {0};
  int32_t surfaces = 0;
  for (int32_t i = 0; i < d->s->scene.bodies; i++) surfaces += pw_body_meshes(&d->s->scene.body[i]);
  if (surfaces == 0) return;
  Shown *shown = pw_arena_array(&arena, (size_t)surfaces, sizeof *shown);
  bool ok = shown && place_all(d, &arena, shown);
  for (int32_t i = 0; i < surfaces && ok; i++) add_faces(&list, &shown[i]);
  list = (Items){.item = ok ? pw_arena_array(&arena, (size_t)list.count + 1, sizeof *list.item) : NULL};
  d->out->failed |= !list.item;
  if (list.item) {
    for (int32_t i = 0; i < surfaces; i++) add_faces(&list, &shown[i]);
    qsort(list.item, (size_t)list.count, sizeof *list.item, compare);
    pw_text_add(d->out, "<g fill=\"currentColor\" stroke=\"currentColor\" stroke-width=\"0.9\">\n");
    draw_items(list.item, list.count, d->out);
    for (int32_t i = 0; i < surfaces; i++) {
      if (shown[i].mesh.faces == 0) draw_bare(&shown[i], d->out);
    }
    pw_text_add(d->out, "</g>\n");
  }
  pw_arena_free(&arena);
}
