// Drawings as SVG for papers: what plots and mechanisms have in common.
#ifndef PW_SVG_H
#define PW_SVG_H
#include "base/text.h"
#include "report/source.h"

// Lengths are in units of a quarter millimetre.
enum { PW_SVG_WIDTH = 640, PW_SVG_HEIGHT = 400, PW_SVG_FONT = 12 };

void pw_svg_begin(PwText *out, double width, double height, const char *title);
void pw_svg_end(PwText *out);
void pw_svg_number(PwText *out, double value);                     // two decimals
void pw_svg_point(PwText *out, char command, double x, double y);  // of a path
void pw_svg_line(PwText *out, double x1, double y1, double x2, double y2, const char *attributes);
void pw_svg_text(PwText *out, double x, double y, const char *text, const char *attributes);  // NULL: nothing
double pw_svg_text_width(const char *text);                                                   // about

// Colours that people with any colour vision can tell apart (Okabe, Ito 2008), in turn.
const char *pw_svg_color(int index);

// Round numbers on an axis.
typedef struct {
  double low, high;  // of the axis
  double step;
  int count;     // of ticks
  double first;  // tick
  int exponent;  // labels are tick / 10^exponent
  int decimals;  // of labels
} PwTicks;
PwTicks pw_ticks(double low, double high, int wanted);
void pw_ticks_label(const PwTicks *ticks, int i, PwText *out);
// kg*cm/s^2 as books print it.
void pw_svg_add_unit(PwText *out, const char *unit);
// "name [10^3 unit]", with the exponent raised; parts that are empty are left out.
void pw_ticks_title(const PwTicks *ticks, const char *name, const char *unit, PwText *out);

// Columns of result.csv, which share one unit, over time; events as marks.
void pw_svg_plot(const PwSource *s, const int32_t *column, int32_t count, PwText *out);

// What drawings of one mechanism share: where it is on paper.
typedef struct {
  double low[2], high[2];  // of all that moves, projected, m
  double scale;            // units per metre
  double width, height;
} PwSvgView;
PwSvgView pw_svg_view(const PwSource *s);

// One drawing on its way.
typedef struct {
  const PwSource *s;
  const PwSvgView *view;
  int64_t row;
  PwText *out;
} PwSvgDrawing;
// A point of a body on paper.
void pw_svg_place(const PwSvgDrawing *d, int32_t body, const double p[3], double out[2]);
// The same with the distance towards the eye, in units of paper.
void pw_svg_place_deep(const PwSvgDrawing *d, const PwScenePose *pose, const double p[3], double out[3]);
void pw_svg_joint_place(const PwSvgDrawing *d, const PwSceneJoint *j, double out[2]);
bool pw_svg_turns(const PwSceneJoint *j);  // a pin or a ball
// Begins a group about the joint's point, with x along its axis unless it turns, and its name as title.
void pw_svg_joint_group(const PwSvgDrawing *d, const PwSceneJoint *j, const char *title);
void pw_svg_body(const PwSvgDrawing *d, int32_t body);
// Surfaces and solids of all bodies.
void pw_svg_surfaces(const PwSvgDrawing *d);
// Names of the bodies beside their centres of mass, where they cover as little as can be; those that would lie on each other are
// left out.
void pw_svg_names(const PwSvgDrawing *d);

void pw_svg_drawing(const PwSource *s, const PwSvgView *view, int64_t row, PwText *out);

// What is said of a drawing that is no instant of a result.
typedef struct {
  const char *caption;
  int32_t marks, lines;
  const double (*mark)[3];  // points with a ring around them, ground axes, m
  const char **line;        // below the drawing
} PwSvgNotes;
// The first row, with notes instead of its time.
void pw_svg_noted(const PwSource *s, const PwSvgView *view, const PwSvgNotes *notes, PwText *out);
#endif
