// Names of bodies in a drawing: each at the spot beside its centre of mass where it covers least.
#include <math.h>
#include <stdlib.h>

#include "report/svg.h"

enum { SPOTS = 6, HEIGHT = 10 };

typedef struct {
  double low[2], high[2];
} Box;

static bool overlap(const Box *a, const Box *b) {
  return a->low[0] < b->high[0] && b->low[0] < a->high[0] && a->low[1] < b->high[1] && b->low[1] < a->high[1];
}

// Does the straight line from a to b pass through the box? Cut at each side in turn.
static bool crosses(const Box *box, const double a[2], const double b[2]) {
  double from = 0, to = 1;
  for (int c = 0; c < 2; c++) {
    double along = b[c] - a[c], low = box->low[c] - a[c], high = box->high[c] - a[c];
    if (fabs(along) < 1e-9) {
      if (low > 0 || high < 0) return false;
      continue;
    }
    from = fmax(from, fmin(low / along, high / along));
    to = fmin(to, fmax(low / along, high / along));
  }
  return from < to;
}

// Bars of plain bodies that the box covers, and signs of joints.
static double covered(const PwSvgDrawing *d, const Box *box) {
  const PwScene *scene = &d->s->scene;
  double cost = 0, a[2], b[2];
  for (int32_t i = 1; i < scene->bodies; i++) {
    const PwSceneBody *body = &scene->body[i];
    if (body->profiles) continue;
    pw_svg_place(d, i, body->center, a);
    for (int32_t n = 0; n < body->ends; n++) {
      pw_svg_place(d, i, body->end[n], b);
      cost += crosses(box, a, b);
    }
  }
  for (int32_t i = 0; i < scene->joints; i++) {
    pw_svg_joint_place(d, &scene->joint[i], a);
    Box sign = {{a[0] - 8, a[1] - 5}, {a[0] + 8, a[1] + 5}};
    cost += 2 * overlap(box, &sign);
  }
  return cost;
}

// Spot number `spot` for a text about a point.
static Box box_at(const double at[2], double width, int spot) {
  const double left[SPOTS] = {7, 7, -7 - width, -7 - width, -width / 2, -width / 2};
  const double base[SPOTS] = {-7, 16, -7, 16, -11, 20};
  return (Box){{at[0] + left[spot], at[1] + base[spot] - HEIGHT}, {at[0] + left[spot] + width, at[1] + base[spot]}};
}

static void draw_name(const PwSvgDrawing *d, int32_t body, Box *taken, int32_t *count) {
  const PwSceneBody *b = &d->s->scene.body[body];
  double at[2], width = pw_svg_text_width(b->name) * 10 / PW_SVG_FONT, least = INFINITY;
  Box best = {0};
  pw_svg_place(d, body, b->center, at);
  for (int spot = 0; spot < SPOTS; spot++) {
    Box box = box_at(at, width, spot);
    bool free = box.low[0] >= 0 && box.high[0] <= d->view->width && box.low[1] >= 0 && box.high[1] <= d->view->height - 30;
    for (int32_t i = 0; i < *count && free; i++) free = !overlap(&box, &taken[i]);
    double cost = free ? covered(d, &box) : INFINITY;
    if (!(cost < least)) continue;
    least = cost;
    best = box;
  }
  if (isinf(least)) return;
  taken[(*count)++] = best;
  pw_svg_text(d->out, best.low[0], best.high[1] - 2, b->name, "font-size=\"10\"");
}

void pw_svg_names(const PwSvgDrawing *d) {
  int32_t count = 0;
  Box *taken = malloc((size_t)d->s->scene.bodies * sizeof *taken);
  if (!taken) d->out->failed = true;
  for (int32_t i = 1; i < d->s->scene.bodies && taken; i++) draw_name(d, i, taken, &count);
  free(taken);
}
