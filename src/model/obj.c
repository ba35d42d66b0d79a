// OBJ files: vertices and faces, which are polygons; a group or an object of them, or all. What says how things look is passed
// over.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "model/mesh_source.h"

enum { CORNERS_MOST = 500 };

typedef struct {
  PwMeshSource *s;
  const char *group;
  bool taken, met;  // the faces that follow; any at all
  int32_t *vertex;  // what each of the file's vertices became
  int32_t vertices, room;
  int32_t corner[CORNERS_MOST];
  double at[CORNERS_MOST][2];  // in the polygon's plane
  int corners;
} Obj;

// ---- polygons

// The normal by Newell: the sum over the edges. The largest component says onto which plane it is laid.
static bool lay_flat(Obj *o) {
  double n[3] = {0};
  for (int i = 0; i < o->corners; i++) {
    const double *p = o->s->builder.vertex[o->corner[i]], *q = o->s->builder.vertex[o->corner[(i + 1) % o->corners]];
    for (int c = 0; c < 3; c++) n[c] += (p[(c + 1) % 3] - q[(c + 1) % 3]) * (p[(c + 2) % 3] + q[(c + 2) % 3]);
  }
  int axis = fabs(n[1]) > fabs(n[0]) ? 1 : 0;
  if (fabs(n[2]) > fabs(n[axis])) axis = 2;
  for (int i = 0; i < o->corners; i++) {
    const double *p = o->s->builder.vertex[o->corner[i]];
    o->at[i][n[axis] < 0] = p[(axis + 1) % 3];
    o->at[i][n[axis] >= 0] = p[(axis + 2) % 3];
  }
  return n[axis] != 0;
}

static double side(const double a[2], const double b[2], const double c[2]) {
  return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
}

// Corner i can be cut off: it is convex, and no other corner lies in what is cut off.
static bool is_ear(const Obj *o, int i) {
  int n = o->corners, before = (i + n - 1) % n, after = (i + 1) % n;
  const double *a = o->at[before], *b = o->at[i], *c = o->at[after];
  if (!(side(a, b, c) > 0)) return false;
  for (int k = 0; k < n; k++) {
    int32_t v = o->corner[k];
    if (v == o->corner[before] || v == o->corner[i] || v == o->corner[after]) continue;
    const double *p = o->at[k];
    if (side(a, b, p) >= 0 && side(b, c, p) >= 0 && side(c, a, p) >= 0) return false;
  }
  return true;
}

static bool is_straight(const Obj *o, int i) {
  int n = o->corners;
  return side(o->at[(i + n - 1) % n], o->at[i], o->at[(i + 1) % n]) == 0;
}

static bool cut_off(Obj *o, int i) {
  int n = o->corners;
  int32_t ear[3] = {o->corner[(i + n - 1) % n], o->corner[i], o->corner[(i + 1) % n]};
  for (int k = i; k + 1 < n; k++) {
    o->corner[k] = o->corner[k + 1];
    memcpy(o->at[k], o->at[k + 1], sizeof o->at[k]);
  }
  o->corners--;
  return pw_source_triangle(o->s, ear);
}

static int find_ear(const Obj *o) {
  for (int i = 0; i < o->corners; i++) {
    if (is_ear(o, i)) return i;
  }
  for (int i = 0; i < o->corners; i++) {
    if (is_straight(o, i)) return i;
  }
  return -1;
}

static bool add_polygon(Obj *o) {
  bool flat = o->corners > 3 && lay_flat(o);
  while (o->corners > 3) {
    int ear = flat ? find_ear(o) : 1;
    if (ear < 0) return pw_source_fail(o->s, "this polygon cannot be cut into triangles: it crosses itself");
    if (!cut_off(o, ear)) return false;
  }
  return pw_source_triangle(o->s, o->corner);
}

// ---- lines

// A whole number at `text`; its length, 0 if there is none. What is larger than an index may be is INT32_MAX.
static int parse_index(const char *text, int64_t *out) {
  int n = *text == '-' || *text == '+', digits = 0;
  *out = 0;
  for (; text[n] >= '0' && text[n] <= '9'; n++, digits++) {
    if (*out < INT32_MAX) *out = 10 * *out + (text[n] - '0');
  }
  if (*text == '-') *out = -*out;
  return digits ? n : 0;
}

// `v`, `v/t`, `v//n` or `v/t/n`.
static bool read_corner(Obj *o, int32_t *out) {
  int64_t index;
  const char *rest = o->s->word;
  int n = parse_index(rest, &index);
  rest += n;
  if (!n || (*rest && *rest != '/') || rest[strspn(rest, "/-+0123456789")]) {
    return pw_source_fail(o->s, "'%s' is no corner of a face", pw_source_say(o->s));
  }
  if (index < 0) index += o->vertices + 1;
  if (index < 1 || index > o->vertices) {
    return pw_source_fail(o->s, "there is no vertex %s: %d come before this line", pw_source_say(o->s), (int)o->vertices);
  }
  *out = o->vertex[index - 1];
  return true;
}

static bool read_face(Obj *o) {
  int count = 0;
  o->corners = 0;
  for (; pw_source_word(o->s); count++) {
    int32_t corner = 0;
    if (!read_corner(o, &corner)) return false;
    if (o->corners > 0 && o->corner[o->corners - 1] == corner) continue;
    if (o->corners == CORNERS_MOST) return pw_source_fail(o->s, "a face has more than %d corners", CORNERS_MOST);
    o->corner[o->corners++] = corner;
  }
  if (count < 3) return pw_source_fail(o->s, "a face has %d corners, needs 3 at least", count);
  if (!o->taken) return true;
  if (o->corners > 1 && o->corner[o->corners - 1] == o->corner[0]) o->corners--;
  if (o->corners >= 3) return add_polygon(o);
  o->s->builder.found.degenerate++;
  return true;
}

static bool read_vertex(Obj *o) {
  double x[3];
  for (int c = 0; c < 3; c++) {
    if (!pw_source_number(o->s, "a coordinate", &x[c])) return false;
  }
  if (o->vertices == o->room) {
    int32_t room = o->room ? 2 * o->room : 64;
    int32_t *more = o->room > PW_TRIMESH_MOST ? NULL : realloc(o->vertex, (size_t)room * sizeof *more);
    if (!more) {
      o->s->status = PAWL_ERR_MEMORY;
      return false;
    }
    o->vertex = more;
    o->room = room;
  }
  return pw_source_vertex(o->s, x, &o->vertex[o->vertices++]);
}

// Names of groups, or of an object, that the faces behind belong to.
static void read_group(Obj *o) {
  bool named = !o->group;
  while (pw_source_word(o->s)) named = named || strcmp(o->s->word, o->group) == 0;
  o->taken = named;
  o->met = o->met || named;
}

static bool read_line(Obj *o) {
  static const char *const passed[] = {"vt",       "vn",       "vp",     "s",          "usemtl",   "mtllib",
                                       "p",        "l",        "usemap", "maplib",     "mg",       "bevel",
                                       "c_interp", "d_interp", "lod",    "shadow_obj", "trace_obj"};
  if (pw_source_is(o->s, "v")) return read_vertex(o);
  if (pw_source_is(o->s, "f")) return read_face(o);
  if (pw_source_is(o->s, "g") || pw_source_is(o->s, "o")) {
    read_group(o);
    return true;
  }
  if (o->s->word[0] == '#') return true;
  for (size_t i = 0; i < sizeof passed / sizeof *passed; i++) {
    if (pw_source_is(o->s, passed[i])) return true;
  }
  return pw_source_fail(o->s, "'%s' is not known: faces 'f' between vertices 'v' are read", pw_source_say(o->s));
}

bool pw_obj_read(PwMeshSource *s, const char *group) {
  Obj *o = calloc(1, sizeof *o);
  if (!o) {
    s->status = PAWL_ERR_MEMORY;
    return false;
  }
  o->s = s;
  o->group = group;
  o->taken = !group;
  bool good = true;
  while (good && pw_source_any_word(s)) {
    good = read_line(o);
    if (good) pw_source_line(s);
  }
  good = good && s->status == PAWL_OK;
  if (good && group && !o->met) good = pw_source_fail_whole(s, "has no group '%.100s'", group);
  free(o->vertex);
  free(o);
  return good;
}
