// What `pawl check` says of surfaces: kind, size, faces, and how well one through a grid of points fits it.
#include <jansson.h>
#include <math.h>

#include "analysis/check.h"
#include "base/json.h"
#include "geometry/space/shell.h"
#include "model/words.h"

static double in_units(const PawlMechanism *k, double si) {
  return si / pw_units_factor(&k->units, PW_DIM_LENGTH);
}

static int32_t faces_of(const PwSkin *skin) {
  if (skin->geometry.shell) return skin->geometry.shell->faces;
  return skin->geometry.segments[0] * skin->geometry.segments[1];
}

// Sides of the box around it in its own axes, by the corners and middles of its patches, in the units of the file.
static void measure(const PawlMechanism *k, const PwSurface *s, double size[3]) {
  double low[3] = {INFINITY, INFINITY, INFINITY}, high[3] = {-INFINITY, -INFINITY, -INFINITY};
  for (int32_t i = 0; i < s->patches; i++) {
    const PwPatch *patch = &s->patch[i];
    for (int n = 0; n < 9; n++) {
      const double *u = patch->q[0], *v = patch->q[1], part[2] = {0.5 * (n % 3), 0.5 * (n / 3)};
      const double q[2] = {(1 - part[0]) * u[0] + part[0] * u[1], (1 - part[1]) * v[0] + part[1] * v[1]};
      PwSurfacePoint at;
      pw_surface_evaluate(s, patch->face, q, &at);
      for (int c = 0; c < 3; c++) {
        low[c] = fmin(low[c], at.x[c]);
        high[c] = fmax(high[c], at.x[c]);
      }
    }
  }
  for (int c = 0; s->shell && s->shell->is_round && c < 3; c++) {
    const PwShellRound *f = &s->shell->round;
    low[c] = c < 2 ? -fmax(f->radius[0], f->radius[1]) : f->z[0];
    high[c] = c < 2 ? -low[c] : f->z[1];
  }
  for (int32_t i = 0; s->shell && i < s->shell->points; i++) {
    for (int c = 0; c < 3; c++) {
      low[c] = fmin(low[c], s->shell->point[i][c]);
      high[c] = fmax(high[c], s->shell->point[i][c]);
    }
  }
  for (int c = 0; c < 3; c++) size[c] = in_units(k, high[c] - low[c]);
}

// About how far a surface through a grid is off what its points stand for, between rows or columns.
static double error_between(const PawlMechanism *k, const PwSkin *skin, int d) {
  return in_units(k, ldexp(skin->fit.between[d], -1 - skin->geometry.degree[d]));
}

static void write_fit(const PawlMechanism *k, const PwSkin *skin, PwText *out) {
  static const char *const lines[2] = {"rows", "columns"};
  const char *unit = k->units.length_name;
  if (isnan(skin->fit.at)) return;
  pw_text_format(out, ", off its points by %.3g %s", in_units(k, skin->fit.at), unit);
  for (int d = 0; d < 2; d++) {
    if (isnan(skin->fit.between[d])) {
      pw_text_format(out, ", too few %s to tell the error between them", lines[d]);
    } else {
      pw_text_format(out, ", between %s by about %.3g %s", lines[d], error_between(k, skin, d), unit);
    }
  }
}

static double volume_of(const PawlMechanism *k, const PwShell *s) {
  double volume, center[3], inertia[6], unit = pw_units_factor(&k->units, PW_DIM_LENGTH);
  pw_shell_measure(s, &volume, center, inertia);
  return volume / (unit * unit * unit);
}

static void write_solid(const PawlMechanism *k, const PwShell *s, PwText *out) {
  if (!s) return;
  pw_text_format(out, ", %d edges, %d vertices, volume %.6g %s^3", (int)s->edges, (int)s->vertices, volume_of(k, s),
                 k->units.length_name);
}

// Its cells in the order of their numbers: faces and edges by the numbers of their vertices among these. A frustum: its sizes.
static json_t *solid_json(const PawlMechanism *k, const PwShell *s) {
  if (s->is_round) {
    return json_pack("{s:[ff], s:f, s:f}", "radii", in_units(k, s->round.radius[0]), in_units(k, s->round.radius[1]), "length",
                     in_units(k, s->round.z[1] - s->round.z[0]), "volume", volume_of(k, s));
  }
  json_t *faces = json_array(), *edges = json_array(), *vertices = json_array();
  for (int32_t f = 0; f < s->faces; f++) {
    json_t *face = json_array();
    for (int32_t i = 0; i < s->face[f].count; i++) pw_json_append(&face, json_integer(s->loop[s->face[f].first + i]));
    pw_json_append(&faces, face);
  }
  for (int32_t e = 0; e < s->edges; e++) {
    pw_json_append(&edges, json_pack("[ii]", (int)s->edge[e].point[0], (int)s->edge[e].point[1]));
  }
  for (int32_t i = 0; i < s->vertices; i++) {
    const double *x = s->point[i];
    pw_json_append(&vertices, json_pack("[fff]", in_units(k, x[0]), in_units(k, x[1]), in_units(k, x[2])));
  }
  return json_pack("{s:o, s:o, s:o, s:f}", "faces", faces, "edges", edges, "vertices", vertices, "volume", volume_of(k, s));
}

void pw_check_surfaces_text(const PawlMechanism *k, PwText *out) {
  const char *unit = k->units.length_name;
  if (k->surfaces) pw_text_format(out, "surfaces: %d\n", (int)k->surfaces);
  for (int32_t i = 0; i < k->surfaces; i++) {
    const PwSkin *skin = &k->skin[i];
    int32_t faces = faces_of(skin);
    double size[3];
    measure(k, &skin->geometry, size);
    pw_text_format(out, "  %s: %s, %d face%s, size %.6g x %.6g x %.6g %s", skin->name, pw_words_surface[skin->type], (int)faces,
                   faces > 1 ? "s" : "", size[0], size[1], size[2], unit);
    write_fit(k, skin, out);
    write_solid(k, skin->geometry.shell, out);
    pw_text_add(out, "\n");
  }
}

static json_t *fit_json(const PawlMechanism *k, const PwSkin *skin) {
  static const char *const keys[2] = {"between_rows", "between_columns"};
  json_t *out = json_pack("{s:f}", "at_points", in_units(k, skin->fit.at));
  for (int d = 0; d < 2; d++) {
    double error = error_between(k, skin, d);
    pw_json_set(&out, keys[d], isnan(error) ? json_null() : json_real(error));
  }
  return out;
}

json_t *pw_check_surfaces_json(const PawlMechanism *k) {
  json_t *out = json_array();
  for (int32_t i = 0; i < k->surfaces; i++) {
    const PwSkin *skin = &k->skin[i];
    double size[3];
    measure(k, &skin->geometry, size);
    json_t *item = json_pack("{s:s, s:s, s:s, s:i, s:i, s:[fff]}", "name", skin->name, "body", k->body[skin->body].name, "kind",
                             pw_words_surface[skin->type], "faces", (int)faces_of(skin), "patches", (int)skin->geometry.patches,
                             "size", size[0], size[1], size[2]);
    if (!isnan(skin->fit.at)) pw_json_set(&item, "fit", fit_json(k, skin));
    if (skin->geometry.shell) pw_json_set(&item, "solid", solid_json(k, skin->geometry.shell));
    pw_json_append(&out, item);
  }
  return out;
}
