// A body in a drawing: its profiles, tied to its pins by bars, or bars alone.
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "report/escape.h"
#include "report/outline.h"
#include "report/svg.h"

static void draw_bar(const PwSvgDrawing *d, int32_t body, const double from[3], const double to[3], int width,
                     const char *color) {
  double a[2], b[2];
  char style[60];
  pw_svg_place(d, body, from, a);
  pw_svg_place(d, body, to, b);
  snprintf(style, sizeof style, "stroke=\"%s\" stroke-width=\"%d\"", color, width);
  pw_svg_line(d->out, a[0], a[1], b[0], b[1], style);
}

static void add_path(const PwSvgDrawing *d, int32_t body, const PwSceneProfile *profile) {
  char command = 'M';
  for (int32_t e = 0; e < profile->elements; e++) {
    const PwSceneElement *element = &profile->element[e];
    for (int32_t n = e && element->count > 1 ? 1 : 0; n < element->count; n++) {
      double x[2];
      pw_svg_place(d, body, (double[3]){element->point[2 * n], element->point[2 * n + 1], 0}, x);
      pw_svg_point(d->out, command, x[0], x[1]);
      command = 'L';
    }
  }
  if (profile->closed) pw_text_add(d->out, "Z");
}

static void draw_construction(const PwSvgDrawing *d, int32_t body, const PwSceneProfile *profile, const char *color) {
  pw_text_add(d->out, "<path d=\"");
  add_path(d, body, profile);
  pw_text_format(d->out, "\" stroke=\"%s\" stroke-width=\"0.8\" stroke-dasharray=\"6 3\"/>\n", color);
}

// A solid has the holes that lie in it in the same path; a hole in none is its boundary.
static void draw_profile(const PwSvgDrawing *d, int32_t body, int32_t i, const char *color) {
  const PwSceneBody *b = &d->s->scene.body[body];
  if (pw_outline_home(b, i) >= 0) return;
  pw_text_add(d->out, "<path d=\"");
  add_path(d, body, &b->profile[i]);
  for (int32_t j = 0; j < b->profiles; j++) {
    if (pw_outline_home(b, j) == i) add_path(d, body, &b->profile[j]);
  }
  bool solid = b->profile[i].closed && pw_outline_area(&b->profile[i]) > 0;
  if (solid) pw_text_format(d->out, "\" fill=\"%s\" fill-opacity=\"0.15\" fill-rule=\"evenodd", color);
  pw_text_format(d->out, "\" stroke=\"%s\" stroke-width=\"1.5\"/>\n", color);
}

// ---- bars of a body with profiles

// The middle of a closed profile's box, or of an open profile's points.
static void middle_of(const PwSceneProfile *p, double out[3]) {
  double low[2] = {INFINITY, INFINITY}, high[2] = {-INFINITY, -INFINITY};
  int32_t all = 0, at = 0;
  for (int32_t e = 0; e < p->elements; e++) all += p->element[e].count;
  out[0] = out[1] = out[2] = 0;
  for (int32_t e = 0; e < p->elements; e++) {
    for (int32_t n = 0; n < p->element[e].count; n++, at++) {
      const double *x = &p->element[e].point[2 * n];
      if (at == all / 2) memcpy(out, x, 2 * sizeof *x);
      for (int c = 0; c < 2; c++) {
        low[c] = fmin(low[c], x[c]);
        high[c] = fmax(high[c], x[c]);
      }
    }
  }
  for (int c = 0; c < 2 && p->closed && all; c++) out[c] = (low[c] + high[c]) / 2;
}

static bool is_loose(const PwSceneBody *b, const double x[3]) {
  for (int32_t i = 0; i < b->profiles; i++) {
    if (b->profile[i].closed && pw_outline_area(&b->profile[i]) > 0 && pw_outline_contains(&b->profile[i], x)) return false;
  }
  return true;
}

// To the middle of the body's only profile, unless that is a hole, else to the nearest point of any.
static void tie(const PwSvgDrawing *d, int32_t body, const double p[3], const char *color) {
  const PwSceneBody *b = &d->s->scene.body[body];
  double best[3] = {0}, nearest = INFINITY;
  if (!is_loose(b, p)) return;
  for (int32_t i = 0; i < b->profiles; i++) {
    double x[2], distance = pw_outline_nearest(&b->profile[i], p, x);
    if (distance >= nearest) continue;
    nearest = distance;
    memcpy(best, x, sizeof x);
  }
  if (b->profiles == 1 && !(b->profile[0].closed && pw_outline_area(&b->profile[0]) < 0)) middle_of(&b->profile[0], best);
  draw_bar(d, body, p, best, 3, color);
}

// From each pin and spring that lies outside to the nearest profile; profiles themselves have nothing between them.
static void draw_ties(const PwSvgDrawing *d, int32_t body, const char *color) {
  const PwScene *scene = &d->s->scene;
  for (int32_t i = 0; i < 2 * scene->joints; i++) {
    const PwSceneJoint *j = &scene->joint[i / 2];
    if (j->body[i % 2] == body && pw_svg_turns(j)) tie(d, body, j->frame[i % 2].position, color);
  }
  for (int32_t i = 0; i < 2 * scene->springs; i++) {
    const PwSceneSpring *spring = &scene->spring[i / 2];
    if (spring->body[i % 2] == body) tie(d, body, spring->point[i % 2], color);
  }
}

// A body that is nothing but a point on a slide: a block.
static bool draw_block(const PwSvgDrawing *d, int32_t body, const char *color) {
  const PwScene *scene = &d->s->scene;
  if (!scene->body[body].cross) return false;
  for (int32_t i = 0; i < scene->joints; i++) {
    const PwSceneJoint *j = &scene->joint[i];
    if (strcmp(j->type, "prismatic") || (j->body[0] != body && j->body[1] != body)) continue;
    pw_svg_joint_group(d, j, scene->body[body].name);
    pw_text_format(d->out,
                   "<rect x=\"-16\" y=\"-9\" width=\"32\" height=\"18\" fill=\"%s\" fill-opacity=\"0.15\" stroke=\"%s\"/></g>\n",
                   color, color);
    return true;
  }
  return false;
}

void pw_svg_body(const PwSvgDrawing *d, int32_t body) {
  const PwSceneBody *b = &d->s->scene.body[body];
  const char *color = body ? pw_svg_color(body - 1) : "#444444";
  if (draw_block(d, body, color)) return;
  pw_text_add(d->out, "<g><title>");
  pw_add_xml(d->out, b->name);
  pw_text_add(d->out, "</title>\n");
  if (body && b->profiles && d->s->scene.planar) draw_ties(d, body, color);
  for (int32_t i = 0; i < b->profiles; i++) draw_profile(d, body, i, color);
  for (int32_t i = 0; i < b->constructions; i++) draw_construction(d, body, &b->construction[i], color);
  for (int32_t i = 0; i < b->ends && !b->profiles; i++) draw_bar(d, body, b->center, b->end[i], 5, color);
  pw_text_add(d->out, "</g>\n");
}
