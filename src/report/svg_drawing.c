// The mechanism at one instant: bodies, joints, springs, touches with their forces. A mechanism in space is seen from (1, 1, 1).
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "numerics/vec.h"
#include "report/escape.h"
#include "report/svg.h"

static const char NORMAL[] = "#c00000", FRICTION[] = "#1f5fbf";  // colours of forces
enum { MARGIN = 36, CAPTION = 44, LOOKS = 200, LINES = 14 };

// Ground axes to those of the drawing, in metres: y up, z towards the eye.
static void project(const PwSource *s, const double p[3], double out[3]) {
  out[0] = s->scene.planar ? p[0] : (p[1] - p[0]) / sqrt(2);
  out[1] = s->scene.planar ? p[1] : (2 * p[2] - p[0] - p[1]) / sqrt(6);
  out[2] = s->scene.planar ? p[2] : (p[0] + p[1] + p[2]) / sqrt(3);
}

void pw_svg_place_deep(const PwSvgDrawing *d, const PwScenePose *pose, const double p[3], double out[3]) {
  double ground[3], x[3];
  pw_pose_point(pose, p, ground);
  project(d->s, ground, x);
  out[0] = MARGIN + (x[0] - d->view->low[0]) * d->view->scale;
  out[1] = MARGIN + (d->view->high[1] - x[1]) * d->view->scale;
  out[2] = x[2] * d->view->scale;
}

void pw_svg_place(const PwSvgDrawing *d, int32_t body, const double p[3], double out[2]) {
  PwScenePose pose;
  double at[3];
  pw_source_pose(d->s, d->row, body, &pose);
  pw_svg_place_deep(d, &pose, p, at);
  memcpy(out, at, 2 * sizeof *out);
}

// ---- what it covers

static void cover(PwSvgView *v, const PwSource *s, const PwScenePose *pose, const double p[3]) {
  double ground[3], x[3];
  pw_pose_point(pose, p, ground);
  project(s, ground, x);
  for (int i = 0; i < 2; i++) {
    if (!isfinite(x[i])) continue;
    v->low[i] = fmin(v->low[i], x[i]);
    v->high[i] = fmax(v->high[i], x[i]);
  }
}

// Some of the points, the borders in both directions among them.
static void cover_surface(PwSvgView *v, const PwSource *s, const PwScenePose *pose, const PwSceneSurface *surface) {
  int32_t rows = surface->count[0], columns = surface->count[1], along = rows / LINES + 1, across = columns / LINES + 1;
  for (int32_t i = 0; i < rows - 1 + along; i += along) {
    for (int32_t k = 0; k < columns - 1 + across; k += across) {
      int32_t row = i < rows ? i : rows - 1, column = k < columns ? k : columns - 1;
      cover(v, s, pose, surface->point + 3 * (row * columns + column));
    }
  }
}

static void cover_profile(PwSvgView *v, const PwSource *s, const PwScenePose *pose, const PwSceneProfile *profile) {
  for (int32_t e = 0; e < profile->elements; e++) {
    const PwSceneElement *element = &profile->element[e];
    for (int32_t n = 0; n < element->count; n++) {
      cover(v, s, pose, (double[3]){element->point[2 * n], element->point[2 * n + 1], 0});
    }
  }
}

static void cover_box(PwSvgView *v, const PwSource *s, const PwScenePose *pose, const PwSceneBox *box) {
  for (int i = 0; i < 8; i++) {
    double corner[3];
    for (int c = 0; c < 3; c++) corner[c] = box->center[c] + (i >> c & 1 ? box->half[c] : -box->half[c]);
    cover(v, s, pose, corner);
  }
}

static void cover_body(PwSvgView *v, const PwSource *s, int64_t row, int32_t body) {
  const PwSceneBody *b = &s->scene.body[body];
  PwScenePose pose;
  pw_source_pose(s, row, body, &pose);
  for (int32_t i = 0; i < b->profiles; i++) cover_profile(v, s, &pose, &b->profile[i]);
  for (int32_t i = 0; i < b->constructions; i++) cover_profile(v, s, &pose, &b->construction[i]);
  for (int32_t i = 0; i < b->surfaces; i++) {
    if (!b->surface[i].plane) cover_surface(v, s, &pose, &b->surface[i]);
  }
  for (int32_t i = 0; i < b->solids; i++) cover_box(v, s, &pose, &b->solid[i].box);
  for (int32_t i = 0; i < b->meshes; i++) cover_box(v, s, &pose, &b->mesh[i].box);
  for (int32_t i = 0; i < b->ends; i++) cover(v, s, &pose, b->end[i]);
  if (b->ends) cover(v, s, &pose, b->center);
  for (int32_t i = 0; i < s->scene.joints; i++) {
    for (int k = 0; k < 2; k++) {
      if (s->scene.joint[i].body[k] == body) cover(v, s, &pose, s->scene.joint[i].frame[k].position);
    }
  }
  for (int32_t i = 0; i < s->scene.springs; i++) {
    for (int k = 0; k < 2; k++) {
      if (s->scene.spring[i].body[k] == body) cover(v, s, &pose, s->scene.spring[i].point[k]);
    }
  }
}

PwSvgView pw_svg_view(const PwSource *s) {
  PwSvgView v = {.low = {INFINITY, INFINITY}, .high = {-INFINITY, -INFINITY}};
  int64_t stride = s->rows / LOOKS + 1;
  for (int64_t i = 0; i < s->rows; i += stride) {
    for (int32_t b = i ? 1 : 0; b < s->scene.bodies; b++) cover_body(&v, s, i, b);
  }
  double least = s->scene.size > 0 ? s->scene.size / 5 : 0.1;
  for (int i = 0; i < 2; i++) {
    if (!(v.low[i] <= v.high[i])) v.low[i] = v.high[i] = 0;
    double air = fmax(0, (least - (v.high[i] - v.low[i])) / 2);
    v.low[i] -= air;
    v.high[i] += air;
  }
  double wide = v.high[0] - v.low[0], high = v.high[1] - v.low[1];
  v.scale = fmin((PW_SVG_WIDTH - 2 * MARGIN) / wide, (PW_SVG_WIDTH - 2 * MARGIN) / high);
  v.width = fmax(wide * v.scale + 2 * MARGIN, 240);
  v.height = high * v.scale + 2 * MARGIN + CAPTION;
  return v;
}

// ---- joints and springs

void pw_svg_joint_place(const PwSvgDrawing *d, const PwSceneJoint *j, double out[2]) {
  int k = j->body[1] ? 1 : 0;
  pw_svg_place(d, j->body[k], j->frame[k].position, out);
}

bool pw_svg_turns(const PwSceneJoint *j) {
  return strcmp(j->type, "revolute") == 0 || strcmp(j->type, "spherical") == 0;
}

void pw_svg_joint_group(const PwSvgDrawing *d, const PwSceneJoint *j, const char *title) {
  int k = j->body[1] ? 1 : 0;
  double at[2], axis[3], beside[3], tip[2], turn = 0;
  pw_svg_joint_place(d, j, at);
  if (!pw_svg_turns(j)) {
    pw_quat_rotate(j->frame[k].quaternion, (double[3]){0, 0, 1}, axis);
    for (int i = 0; i < 3; i++) beside[i] = j->frame[k].position[i] + axis[i] / d->view->scale;
    pw_svg_place(d, j->body[k], beside, tip);
    turn = atan2(tip[1] - at[1], tip[0] - at[0]) * 57.29577951308232;
    turn -= 180 * rint(turn / 180);
  }
  pw_text_add(d->out, "<g transform=\"translate(");
  pw_svg_number(d->out, at[0]);
  pw_text_add(d->out, " ");
  pw_svg_number(d->out, at[1]);
  pw_text_add(d->out, ") rotate(");
  pw_svg_number(d->out, turn);
  pw_text_add(d->out, ")\"><title>");
  pw_add_xml(d->out, title);
  pw_text_add(d->out, "</title>\n");
}

static void draw_joint(const PwSvgDrawing *d, const PwSceneJoint *j) {
  static const char PIN[] = "<circle r=\"4\"", SLIDE[] = "<rect x=\"-7\" y=\"-4\" width=\"14\" height=\"8\"";
  bool turns = pw_svg_turns(j);
  double below = turns ? 8 : 6;
  pw_svg_joint_group(d, j, j->name);
  pw_text_format(d->out, "%s fill=\"#ffffff\" stroke=\"#222222\" stroke-width=\"1.2\"/>\n", turns ? PIN : SLIDE);
  if (!j->body[0] || !j->body[1]) {  // ground: hatching below
    for (int i = -1; i <= 1; i++) pw_svg_line(d->out, 5 * i, below, 5 * i - 4, below + 5, "stroke=\"#444444\"");
    pw_svg_line(d->out, -9, below, 9, below, "stroke=\"#444444\"");
  }
  pw_text_add(d->out, "</g>\n");
}

static void draw_rod(const PwSvgDrawing *d, const PwSceneJoint *j) {
  double a[2], b[2];
  pw_svg_place(d, j->body[0], j->frame[0].position, a);
  pw_svg_place(d, j->body[1], j->frame[1].position, b);
  pw_text_add(d->out, "<g><title>");
  pw_add_xml(d->out, j->name);
  pw_text_add(d->out, "</title>\n");
  pw_svg_line(d->out, a[0], a[1], b[0], b[1], "stroke=\"#222222\" stroke-width=\"2\"");
  pw_text_add(d->out, "</g>\n");
}

static void draw_spring(const PwSvgDrawing *d, const PwSceneSpring *spring) {
  enum { TEETH = 12 };
  double a[2], b[2];
  pw_svg_place(d, spring->body[0], spring->point[0], a);
  pw_svg_place(d, spring->body[1], spring->point[1], b);
  double length = hypot(b[0] - a[0], b[1] - a[1]);
  double n[2] = {length > 0 ? -(b[1] - a[1]) / length : 0, length > 0 ? (b[0] - a[0]) / length : 0};
  pw_text_add(d->out, "<path d=\"");
  pw_svg_point(d->out, 'M', a[0], a[1]);
  for (int i = 0; i <= TEETH; i++) {
    double along = 0.15 + 0.7 * i / TEETH, side = i == 0 || i == TEETH ? 0 : i % 2 ? 4 : -4;
    pw_svg_point(d->out, 'L', a[0] + along * (b[0] - a[0]) + side * n[0], a[1] + along * (b[1] - a[1]) + side * n[1]);
  }
  pw_svg_point(d->out, 'L', b[0], b[1]);
  pw_text_add(d->out, "\" stroke=\"#5b5b5b\"/>\n");
}

// ---- touches

// From the point on; where that leaves the paper, to the point.
static void draw_arrow(const PwSvgDrawing *d, const double at[2], const double n[2], double length, const char *color) {
  char line[64];
  double x = at[0] + length * n[0], y = at[1] - length * n[1];
  bool outside = x < 2 || x > d->view->width - 2 || y < 2 || y > d->view->height - 2;
  double back = outside ? length : 0, from[2] = {at[0] - back * n[0], at[1] + back * n[1]};
  double tip[2] = {from[0] + length * n[0], from[1] - length * n[1]}, head = fmin(7, length / 2);
  snprintf(line, sizeof line, "stroke=\"%s\" stroke-width=\"1.5\"", color);
  pw_svg_line(d->out, from[0], from[1], tip[0], tip[1], line);
  pw_text_add(d->out, "<path d=\"");
  pw_svg_point(d->out, 'M', tip[0], tip[1]);
  pw_svg_point(d->out, 'L', tip[0] - head * n[0] + head / 2.5 * n[1], tip[1] + head * n[1] + head / 2.5 * n[0]);
  pw_svg_point(d->out, 'L', tip[0] - head * n[0] - head / 2.5 * n[1], tip[1] + head * n[1] - head / 2.5 * n[0]);
  pw_text_format(d->out, "Z\" fill=\"%s\"/>\n", color);
}

// A force at a touch, as far as it is seen: one that leaves the plane of the drawing is shorter.
static void draw_force(const PwSvgDrawing *d, const double at[2], const double force[3], double largest, const char *color) {
  double push[3];
  project(d->s, force, push);
  double seen = hypot(push[0], push[1]);
  if (!(seen > largest / 1000)) return;
  draw_arrow(d, at, (double[2]){push[0] / seen, push[1] / seen}, seen / largest * d->view->width / 6, color);
}

// Returns the largest force, whose arrow is a sixth of the drawing long.
static double draw_touches(const PwSvgDrawing *d) {
  double largest = 0;
  for (int32_t i = 0; i < d->s->slots; i++) {
    PwSourceTouch touch = pw_source_touch(d->s, d->row, i);
    if (touch.state && isfinite(touch.force)) largest = fmax(largest, fabs(touch.force));
    if (touch.state && isfinite(pw_norm(touch.friction))) largest = fmax(largest, pw_norm(touch.friction));
  }
  for (int32_t i = 0; i < d->s->slots; i++) {
    PwSourceTouch touch = pw_source_touch(d->s, d->row, i);
    double at[2], push[3];
    if (!touch.state || d->s->scene.contact[d->s->used[i].contact].stop) continue;
    pw_svg_place(d, 0, touch.x, at);
    project(d->s, touch.n, push);
    double seen = hypot(push[0], push[1]);  // of an arrow that leaves the plane of the drawing
    if (touch.state > 1 && fabs(touch.force) * seen > largest / 1000) {
      draw_arrow(d, at, (double[2]){push[0] / seen, push[1] / seen}, fabs(touch.force) / largest * seen * d->view->width / 6,
                 NORMAL);
    }
    if (touch.state > 1) draw_force(d, at, touch.friction, largest, FRICTION);
    pw_text_format(d->out, "<circle r=\"2.5\" %s cx=\"", touch.state > 1 ? "fill=\"#c00000\"" : "stroke=\"#c00000\"");
    pw_svg_number(d->out, at[0]);
    pw_text_add(d->out, "\" cy=\"");
    pw_svg_number(d->out, at[1]);
    pw_text_add(d->out, "\"/>\n");
  }
  return largest;
}

// ---- caption

static void add_quantity(PwText *out, double value, const char *unit) {
  char number[32];
  double power = value != 0 ? pow(10, 3 - floor(log10(fabs(value)))) : 1;  // four digits
  pw_double_format(round(value * power) / power, number);
  pw_text_format(out, "%s%s", number, unit[0] ? " " : "");
  pw_svg_add_unit(out, unit);
}

// The time, and the force that the longest arrow stands for.
static void tell_instant(const PwSvgDrawing *d, double largest, PwText *text) {
  const PwScene *scene = &d->s->scene;
  pw_text_add(text, "t = ");
  add_quantity(text, pw_result_value(d->s->result, d->row, 0), scene->unit[PW_UNIT_TIME]);
  if (!(largest > 0)) return;
  pw_text_add(text, ", largest force ");
  add_quantity(text, largest / scene->si[PW_UNIT_FORCE], scene->unit[PW_UNIT_FORCE]);
}

// A caption, or what the instant is, and a round length.
static void draw_caption(const PwSvgDrawing *d, const char *caption, double largest) {
  const PwScene *scene = &d->s->scene;
  PwText text = {0};
  double y = d->view->height - 14;
  if (caption) {
    pw_text_add(&text, caption);
  } else {
    tell_instant(d, largest, &text);
  }
  pw_svg_text(d->out, MARGIN, y, text.data, "");
  d->out->failed |= text.failed;
  text.length = 0;
  double bar = pw_ticks(0, 120 / d->view->scale / scene->si[PW_UNIT_LENGTH], 1).step;  // a round length of 24 to 120 units
  double units = bar * scene->si[PW_UNIT_LENGTH] * d->view->scale;
  if (units > 130) units /= 2, bar /= 2;
  double right = d->view->width - MARGIN;
  add_quantity(&text, bar, scene->unit[PW_UNIT_LENGTH]);
  pw_svg_line(d->out, right - units, y, right, y, "stroke=\"#222222\" stroke-width=\"2\"");
  pw_svg_text(d->out, right - units / 2, y - 6, text.data, "text-anchor=\"middle\"");
  d->out->failed |= text.failed;
  pw_text_free(&text);
}

// Returns the largest force of a touch.
static double draw_all(const PwSvgDrawing *d) {
  const PwScene *scene = &d->s->scene;
  for (int32_t i = 0; i < scene->springs; i++) draw_spring(d, &scene->spring[i]);
  for (int32_t i = 0; i < scene->joints; i++) {
    if (strcmp(scene->joint[i].type, "rod") == 0) draw_rod(d, &scene->joint[i]);
  }
  for (int32_t i = 0; i < scene->bodies; i++) pw_svg_body(d, i);
  pw_svg_surfaces(d);
  for (int32_t i = 0; i < 2 * scene->joints; i++) {  // pins over boxes
    const PwSceneJoint *j = &scene->joint[i % scene->joints];
    bool drawn = strcmp(j->type, "rod") == 0 || strcmp(j->type, "gear-pair") == 0;  // as a line; as gears
    if (pw_svg_turns(j) == (i >= scene->joints) && !drawn) draw_joint(d, j);
  }
  double largest = draw_touches(d);
  pw_svg_names(d);
  return largest;
}

void pw_svg_drawing(const PwSource *s, const PwSvgView *view, int64_t row, PwText *out) {
  PwSvgDrawing d = {s, view, row, out};
  pw_svg_begin(out, view->width, view->height, s->scene.name);
  double largest = draw_all(&d);
  draw_caption(&d, NULL, largest);
  pw_svg_end(out);
}

void pw_svg_noted(const PwSource *s, const PwSvgView *view, const PwSvgNotes *notes, PwText *out) {
  enum { LINE = 18 };
  PwSvgDrawing d = {s, view, 0, out};
  double width = view->width;
  for (int32_t i = 0; i < notes->lines; i++) width = fmax(width, pw_svg_text_width(notes->line[i]) + 2 * MARGIN);
  pw_svg_begin(out, width, view->height + LINE * notes->lines, s->scene.name);
  draw_all(&d);
  for (int32_t i = 0; i < notes->marks; i++) {
    double at[2];
    pw_svg_place(&d, 0, notes->mark[i], at);
    pw_text_add(out, "<circle r=\"9\" stroke=\"#c00000\" stroke-width=\"2.5\" cx=\"");
    pw_svg_number(out, at[0]);
    pw_text_add(out, "\" cy=\"");
    pw_svg_number(out, at[1]);
    pw_text_add(out, "\"/>\n");
  }
  draw_caption(&d, notes->caption, 0);
  for (int32_t i = 0; i < notes->lines; i++) {
    pw_svg_text(out, MARGIN, view->height + LINE * (i + 0.4), notes->line[i], "");
  }
  pw_svg_end(out);
}
