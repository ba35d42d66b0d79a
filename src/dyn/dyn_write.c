// A model as an ACDMC file, if the format can hold it; if not, everything that it cannot hold is named.
#include <ctype.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "dyn/dyn.h"
#include "model/friction.h"
#include "model/pose.h"
#include "numerics/vec.h"

typedef struct {
  const PawlModel *m;
  PawlMessages *messages;
  PwText out;
  bool refused;
} Writer;

static const double degree = 3.14159265358979323846 / 180;

static void refuse(Writer *w, PwPlace place, const char *format, ...) PAWL_PRINTF(3, 4);
static void refuse(Writer *w, PwPlace place, const char *format, ...) {
  char text[500];
  va_list args;
  va_start(args, format);
  vsnprintf(text, sizeof text, format, args);
  va_end(args);
  pw_message(w->messages, PAWL_ERROR, place, "an ACDMC file cannot hold %s", text);
  w->refused = true;
}

// ---- values

// Thirteen digits where they are as near as rounding is: numbers here come from products and sums.
static void number(Writer *w, double value) {
  char text[PW_DOUBLE_CHARS + 8];
  double rounded = 0;
  snprintf(text, sizeof text, "%.13g", value);
  for (char *s = text; *s; s++) {
    if (*s == ',') *s = '.';  // whatever the locale
  }
  pw_double_parse(text, &rounded);
  pw_double_format(fabs(rounded - value) <= 1e-15 * fabs(value) + 1e-300 ? rounded : value, text);
  pw_text_format(&w->out, " %s", text);
}

static double unit(const Writer *w, PwDimension dimension) {
  return pw_units_factor(&w->m->units, dimension);
}

static void key(Writer *w, const char *name) {
  pw_text_format(&w->out, "\n%-11s :", name);
}

static void key_text(Writer *w, const char *name, const char *text) {
  key(w, name);
  pw_text_format(&w->out, " %s", text);
}

static void point(Writer *w, const char *name, const double p[2]) {
  key(w, name);
  for (int k = 0; k < 2; k++) number(w, p[k] / unit(w, PW_DIM_LENGTH));
  pw_text_add(&w->out, " 0");
}

static void pose(Writer *w, const char *name, const double p[3], const double q[4]) {
  double m[9];
  pw_quat_matrix(q, m);
  pw_text_format(&w->out, "\n%s", name);
  for (int i = 0; i < 3; i++) {
    pw_text_add(&w->out, "\n");
    for (int k = 0; k < 3; k++) number(w, m[3 * i + k]);
    number(w, p[i] / unit(w, PW_DIM_LENGTH));
  }
}

static void entity(Writer *w, const char *kind, const char *name) {
  pw_text_format(&w->out, "%sENTITY      : %s\nNAME        : %s", w->out.length ? "\n\n" : "", kind, name);
}

// A frame's name on its link; unnamed ones are numbered.
static const char *frame_name(const Writer *w, int32_t frame, char out[128]) {
  const char *name = w->m->frames.item[frame].def.name, *dot = name ? strchr(name, '.') : NULL;
  snprintf(out, 128, "%.100s", dot ? dot + 1 : name ? name : "");
  if (!dot) snprintf(out, 128, "frame_%d", (int)frame + 1);
  return out;
}

// ---- what it cannot hold

static void refuse_rest(Writer *w) {
  const PawlModel *m = w->m;
  const PwUnits *u = &m->units;
  const PawlRunOptions *r = &m->run, usual = pawl_run_options_default();
  if (m->planar == PAWL_PLANAR_NO) refuse(w, PW_NOWHERE, "'planar: false'");
  if (m->until) refuse(w, m->until_place, "'until'");
  if (fabs(u->force * u->time * u->time / (u->mass * u->length) - 1) > 1e-12)
    refuse(w, PW_NOWHERE, "the unit of force %s beside %s, %s, %s", u->force_name, u->length_name, u->mass_name, u->time_name);
  if (r->analysis != PAWL_ANALYSIS_DYNAMICS || r->from_statics || r->from_result)
    refuse(w, PW_NOWHERE, "another analysis than dynamics from the initial state");
  for (int32_t k = 0; k < m->couplers.count; k++)
    refuse(w, m->couplers.item[k].place, "coupler '%s'", m->couplers.item[k].def.name);
  for (int32_t k = 0; k < m->drives.count; k++) refuse(w, m->drives.item[k].place, "drive '%s'", m->drives.item[k].def.name);
  for (int32_t k = 0; k < m->measures.count; k++)
    refuse(w, m->measures.item[k].place, "measure '%s'", m->measures.item[k].def.name);
  for (int32_t k = 0; k < m->limits.count; k++)
    refuse(w, m->limits.item[k].place, "limits of joint '%s'",
           m->joints.item[m->limits.item[k].def.coordinate.joint.i - 1].def.name);
  for (int32_t k = 0; k < m->surfaces.count; k++)
    refuse(w, m->surfaces.item[k].place, "surface '%s'", m->surfaces.item[k].def.name);
  for (int32_t k = 0; k < m->initial_bodies.count; k++) refuse(w, m->initial_bodies.item[k].place, "the initial state of a body");
  if (m->plots.count) pw_message(w->messages, PAWL_NOTE, PW_NOWHERE, "'plot' is not written: an ACDMC file has no place for it");
  if (m->outputs.count)
    pw_message(w->messages, PAWL_NOTE, PW_NOWHERE, "'output' is not written: an ACDMC file does not choose columns");
  if (r->tolerance != usual.tolerance || r->method != usual.method || r->max_step != usual.max_step ||
      r->formulation != usual.formulation || r->independent_count) {
    pw_message(w->messages, PAWL_NOTE, PW_NOWHERE, "settings of 'analysis' are not written but for duration and step");
  }
}

// ---- links and surfaces

static void write_mass(Writer *w, const PawlBodyDef *d) {
  const double *i = d->inertia, *c = d->center, length = unit(w, PW_DIM_LENGTH), mass = unit(w, PW_DIM_MASS);
  double j[4][4] = {{(i[1] + i[2] - i[0]) / 2, -i[3], -i[4]},
                    {-i[3], (i[0] + i[2] - i[1]) / 2, -i[5]},
                    {-i[4], -i[5], (i[0] + i[1] - i[2]) / 2}};
  for (int a = 0; a < 3; a++) {
    for (int b = 0; b < 3; b++) j[a][b] = (j[a][b] + d->mass * c[a] * c[b]) / (mass * length * length);
    j[a][3] = j[3][a] = d->mass * c[a] / (mass * length);
  }
  j[3][3] = d->mass / mass;
  pw_text_add(&w->out, "\nMASS");
  for (int a = 0; a < 4; a++) {
    pw_text_add(&w->out, "\n");
    for (int b = 0; b < 4; b++) number(w, j[a][b] == 0 ? 0 : j[a][b]);
  }
}

static void write_frames(Writer *w, int32_t body) {
  char name[128];
  for (int32_t k = 0; k < w->m->frames.count; k++) {
    const PawlFrameDef *f = &w->m->frames.item[k].def;
    if (f->body.i != body) continue;
    bool moves = f->angle.expression || f->angle.value != 0;
    for (int a = 0; a < 3; a++) moves = moves || f->offset[a].expression || f->offset[a].value != 0;
    if (moves) refuse(w, w->m->frames.item[k].place, "frame '%s', which moves on its body", f->name ? f->name : "?");
    entity(w, "SURF", frame_name(w, k, name));
    key_text(w, "TYPE", "REPERE");
    pose(w, "SHAPE", f->position, f->orientation);
  }
}

static void write_polar(Writer *w, const PawlElementDef *e) {
  key_text(w, "TYPE OF CURVE", "POLY");
  key(w, "NUM");
  number(w, e->count);
  key(w, "COEFFI");
  for (int32_t k = 0; k < e->count; k++) number(w, e->data[2 * k] / unit(w, PW_DIM_LENGTH));
  key(w, "ORDER");
  for (int32_t k = 0; k < e->count; k++) number(w, e->data[2 * k + 1]);
  const struct {
    const char *name;
    double value;
  } fields[] = {{"Ao", (e->angle[0] - e->origin) / degree},
                {"Af", (e->angle[1] - e->origin) / degree},
                {"Ro", 1},
                {"Ko", e->scale / degree}};
  for (int k = 0; k < 4; k++) {
    key(w, fields[k].name);
    number(w, round(fields[k].value * 1e10) / 1e10 == round(fields[k].value * 1e4) / 1e4 ? round(fields[k].value * 1e4) / 1e4
                                                                                         : fields[k].value);
  }
  point(w, "CENTRE", e->center);
}

// One def; `start` is where it begins.
static void write_element(Writer *w, const PwModelProfile *p, int32_t k, const double start[2], const double end[2]) {
  const PawlElementDef *e = &p->def.element[k];
  bool first = k == 0;
  switch (e->type) {
    case PAWL_ELEMENT_LINE:
      key_text(w, "TYPE OF CURVE", "SEGMENT");
      if (first) point(w, "PINIT", start);
      point(w, "PEND", end);
      break;
    case PAWL_ELEMENT_ARC:
      key_text(w, "TYPE OF CURVE", "ARC");
      point(w, "CENTRE", e->center);
      if (first) point(w, "PINIT", start);
      point(w, "PEND", end);
      key_text(w, "CONCAVE OR CONVEX", e->clockwise ? "CONCAVE" : "CONVEX");
      break;
    case PAWL_ELEMENT_CIRCLE:
      key_text(w, "TYPE OF CURVE", "CIRCLE");
      point(w, "CENTRE", e->center);
      key(w, "RADIAL");
      number(w, e->radius / unit(w, PW_DIM_LENGTH));
      key_text(w, "CONCAVE OR CONVEX", e->clockwise ? "CONCAVE" : "CONVEX");
      break;
    case PAWL_ELEMENT_POLAR:
      write_polar(w, e);
      if (first) point(w, "PINIT", start);
      break;
    default:
      refuse(w, p->place, "profile '%s', which has a spline, an involute, an ellipse or a single point", p->def.name);
  }
}

static void write_profile(Writer *w, const PwModelProfile *p) {
  const PwProfile *g = &p->geometry;
  const PawlProfileDef *d = &p->def;
  if (d->offset_of.i || d->end_points || !pw_quat_is_none(d->orientation) || d->position[0] != 0 || d->position[1] != 0 ||
      d->position[2] != 0) {
    refuse(w, p->place, "profile '%s', which %s", d->name,
           d->offset_of.i  ? "is an offset"
           : d->end_points ? "has sharp ends"
                           : "is placed on its body");
    return;
  }
  entity(w, "SURF", strchr(d->name, '.') ? strchr(d->name, '.') + 1 : d->name);
  key_text(w, "TYPE", "COURBE");
  key_text(w, "NORMAL VECTOR", "0 0 1");
  for (int32_t i = 0; i < g->elements && !w->refused; i++) {
    bool corner = pw_element_is_corner(&g->element[i]);
    int32_t def = corner ? -1 : g->element[i].source, last = i;
    while (!corner && last + 1 < g->elements && g->element[last + 1].source == def) last++;
    if (corner) {
      key_text(w, "TYPE OF CURVE", "POINT");
    } else {
      PwCurvePoint start;
      pw_element_evaluate(&g->element[i], 0, &start);
      const PawlElementDef *e = &d->element[def];
      write_element(w, p, def, isnan(e->from[0]) ? start.x : e->from, isnan(e->to[0]) ? g->element[last].end : e->to);
    }
    i = last;
    key_text(w, "FIN", i + 1 < g->elements ? "NO" : "YES");
  }
}

static bool has_joint(const PawlModel *m, int32_t body) {
  for (int32_t k = 0; k < m->joints.count; k++) {
    for (int side = 0; side < 2; side++) {
      if (m->frames.item[m->joints.item[k].def.frame[side].i - 1].def.body.i == body) return true;
    }
  }
  return false;
}

static void write_links(Writer *w) {
  const PawlModel *m = w->m;
  static const double origin[3] = {0}, straight[4] = {1};
  for (int32_t b = 1; b <= m->bodies.count; b++) {
    const PawlBodyDef *d = &m->bodies.item[b - 1].def;
    bool held = has_joint(m, b);  // its place follows from its pairs
    entity(w, "LINK", d->name);
    pose(w, "AR0", held ? origin : d->position, held ? straight : d->orientation);
    write_mass(w, d);
    write_frames(w, b);
    for (int32_t k = 0; k < m->profiles.count; k++) {
      if (m->profiles.item[k].def.body.i == b && !m->profiles.item[k].def.construction) write_profile(w, &m->profiles.item[k]);
    }
  }
}

// ---- pairs

static void write_pair(Writer *w, const char *name, const char *type, const char *const link[2], const char *const surf[2]) {
  entity(w, "PAIR", name);
  key_text(w, "PINLINK", link[0]);
  key_text(w, "PINSURF", surf[0]);
  key_text(w, "POUTLINK", link[1]);
  key_text(w, "POUTSURF", surf[1]);
  key_text(w, "TYPEPAIR", type);
}

static const char *body_name(const Writer *w, PawlBodyId body) {
  return w->m->bodies.item[body.i - 1].def.name;
}

// Coordinates in the order of the format, as drawn: of frame 2 in frame 1.
static int32_t drawn_coordinates(const Writer *w, const PawlJointDef *d, const char *names[3], double value[3]) {
  double p1[3], q1[4], p2[3], q2[4], back[4], shift[3], turn[4];
  pw_model_drawn_pose(w->m, d->frame[0], p1, q1);
  pw_model_drawn_pose(w->m, d->frame[1], p2, q2);
  pw_quat_conjugate(q1, back);
  for (int k = 0; k < 3; k++) p2[k] -= p1[k];
  pw_quat_rotate(back, p2, shift);
  pw_quat_multiply(back, q2, turn);
  double angle = 2 * atan2(turn[3], turn[0]);
  if (fabs(angle) > 3.2) angle -= copysign(360 * degree, angle);
  switch (d->type) {
    case PAWL_JOINT_REVOLUTE:
      names[0] = "angle", value[0] = angle;
      return 1;
    case PAWL_JOINT_PRISMATIC:
      names[0] = "travel", value[0] = shift[2];
      return 1;
    case PAWL_JOINT_CYLINDRICAL:
      names[0] = "angle", names[1] = "travel", value[0] = angle, value[1] = shift[2];
      return 2;
    default:
      names[0] = "angle", names[1] = "x", names[2] = "y", value[0] = angle, value[1] = shift[0], value[2] = shift[1];
      return 3;
  }
}

static void write_force(Writer *w, int32_t joint, const char *coordinate, double drawn) {
  const PawlModel *m = w->m;
  double force = 0, stiff = 0, length = 0;
  int found = 0;
  bool turn = pw_coordinate_is_angle(coordinate);
  for (int32_t k = 0; k < m->forces.count; k++) {
    const PawlForceDef *f = &m->forces.item[k].def;
    if (f->type != PAWL_FORCE_JOINT || f->coordinate.joint.i != joint) continue;
    if (found++ || f->law.expression || f->damping != 0 || strcmp(f->coordinate.name, coordinate) != 0) {
      refuse(w, m->forces.item[k].place,
             "force '%s': one spring without damping and a constant force per joint, on its first coordinate", f->name);
    }
    force = -f->preload / unit(w, turn ? PW_DIM_TORQUE : PW_DIM_FORCE);
    stiff = f->stiffness / unit(w, turn ? PW_DIM_ANGULAR_STIFFNESS : PW_DIM_STIFFNESS);
    length = (isnan(f->free_length) ? drawn : f->free_length) / unit(w, turn ? PW_DIM_ANGLE : PW_DIM_LENGTH);
  }
  key(w, "FORCE");
  number(w, force == 0 ? 0 : force);
  key(w, "STIFF");
  number(w, stiff);
  key(w, "LENGTH");
  number(w, length);
}

static void write_six(Writer *w, const char *name, const double *value, int32_t count) {
  key(w, name);
  for (int32_t k = 0; k < PW_DYN_COORDINATES; k++) number(w, k < count ? value[k] : 0);
}

static void write_joint_start(Writer *w, int32_t joint, const char *const *names, double *position, int32_t count) {
  double speed[3] = {0};
  bool motor[3] = {false};
  for (int32_t k = 0; k < w->m->initial_coordinates.count; k++) {
    const PawlInitialCoordinate *d = &w->m->initial_coordinates.item[k].def;
    for (int32_t c = 0; c < count; c++) {
      if (d->coordinate.joint.i != joint || strcmp(d->coordinate.name, names[c]) != 0) continue;
      if (!isnan(d->position)) position[c] = d->position;
      if (!isnan(d->speed)) speed[c] = d->speed;
      motor[c] = d->hold_position || d->hold_speed;
      if (d->hold_position != d->hold_speed)
        refuse(w, w->m->initial_coordinates.item[k].place,
               "a start that holds only the position or only the speed of a coordinate");
    }
  }
  for (int32_t c = 0; c < count; c++) {
    bool turn = pw_coordinate_is_angle(names[c]);
    position[c] /= unit(w, turn ? PW_DIM_ANGLE : PW_DIM_LENGTH);
    speed[c] /= unit(w, turn ? PW_DIM_ANGULAR_SPEED : PW_DIM_SPEED);
  }
  write_six(w, "INITIAL POSITION", position, count);
  write_six(w, "INITIAL VELOCITY", speed, count);
  for (int32_t c = 0; c < count; c++) pw_text_format(&w->out, "\nARMOTOR[%d]  : %s", (int)c + 1, motor[c] ? "TRUE" : "FALSE");
}

static const char *pair_type(PawlJointType type) {
  return type == PAWL_JOINT_REVOLUTE      ? "ROTOIDE"
         : type == PAWL_JOINT_PRISMATIC   ? "PRISMATIQUE"
         : type == PAWL_JOINT_CYLINDRICAL ? "CYLINDRIQUE"
         : type == PAWL_JOINT_PLANAR      ? "PLAN"
                                          : NULL;
}

static void write_joints(Writer *w) {
  const PawlModel *m = w->m;
  for (int32_t k = 0; k < m->joints.count; k++) {
    const PawlJointDef *d = &m->joints.item[k].def;
    char name[2][128];
    const char *link[2], *surf[2], *type = pair_type(d->type), *names[3];
    double position[3];
    if (!type) {
      refuse(w, m->joints.item[k].place, "joint '%s': only revolute, prismatic, cylindrical and planar ones", d->name);
      continue;
    }
    if (!pw_model_joint_friction_is_none(d))
      refuse(w, m->joints.item[k].place, "joint '%s': only ones without friction", d->name);
    for (int side = 0; side < 2; side++) {
      link[side] = body_name(w, m->frames.item[d->frame[side].i - 1].def.body);
      surf[side] = frame_name(w, d->frame[side].i - 1, name[side]);
    }
    write_pair(w, d->name, type, link, surf);
    int32_t count = drawn_coordinates(w, d, names, position);
    entity(w, "OCPA", d->name);
    key_text(w, "JOINT", d->name);
    write_force(w, k + 1, names[0], position[0]);
    write_joint_start(w, k + 1, names, position, count);
  }
}

static void write_contacts(Writer *w) {
  const PawlModel *m = w->m;
  static const double nothing[3] = {0};
  for (int32_t k = 0; k < m->contacts.count; k++) {
    const PawlContactDef *d = &m->contacts.item[k].def;
    const char *link[2], *surf[2];
    if (d->surface[0].i) {
      refuse(w, m->contacts.item[k].place, "contact '%s', which is between surfaces", d->name);
      continue;
    }
    if (d->law != PAWL_CONTACT_RIGID || d->sides != PAWL_SIDES_ONE || !isnan(d->rebound)) {
      refuse(w, m->contacts.item[k].place, "contact '%s': only rigid ones of one side, without a rebound speed", d->name);
    }
    if (!pw_model_friction_is_none(d)) refuse(w, m->contacts.item[k].place, "contact '%s': only ones without friction", d->name);
    for (int side = 0; side < 2; side++) {
      const PawlProfileDef *p = &m->profiles.item[d->profile[side].i - 1].def;
      link[side] = body_name(w, p->body);
      surf[side] = strchr(p->name, '.') ? strchr(p->name, '.') + 1 : p->name;
    }
    write_pair(w, d->name, "CONTACT", link, surf);
    entity(w, "OCPA", d->name);
    key_text(w, "JOINT", d->name);
    write_six(w, "INITIAL POSITION", nothing, 3);
    write_six(w, "INITIAL VELOCITY", nothing, 3);
    key_text(w, "CONTACT ACTIF", d->start_closed ? "TRUE" : "FALSE");
    key(w, "RESTITUTION");
    number(w, d->restitution);
  }
}

static void write_head(Writer *w) {
  const PawlModel *m = w->m;
  const PwUnits *u = &m->units;
  char name[128];
  snprintf(name, sizeof name, "%.100s", m->name && *m->name ? m->name : "model");
  for (char *s = name; *s; s++) {
    if (iscntrl((unsigned char)*s)) *s = ' ';
  }
  entity(w, "MACH", name);
  key(w, "UNITS");
  pw_text_format(&w->out, " %s %s %s %s", u->length_name, u->mass_name, u->time_name, u->angle_name);
  key(w, "GRAVITY");
  for (int k = 0; k < 3; k++) number(w, m->gravity[k] / unit(w, PW_DIM_ACCELERATION));
  key(w, "TIME");
  number(w, m->run.duration / unit(w, PW_DIM_TIME));
  key(w, "STEP");
  number(w, (m->run.output_step > 0 ? m->run.output_step : m->run.duration / 200) / unit(w, PW_DIM_TIME));
}

PawlStatus pawl_model_write_dyn(const PawlModel *model, PawlMessages *messages, char **out) {
  if (!out) return PAWL_ERR_ARGUMENT;
  *out = NULL;
  if (!model) return pw_fail(messages, PAWL_ERR_ARGUMENT, PW_NOWHERE, "no model was given (NULL)");
  Writer w = {.m = model, .messages = messages};
  refuse_rest(&w);
  write_head(&w);
  write_links(&w);
  write_joints(&w);
  write_contacts(&w);
  for (int32_t b = 0; b < model->bodies.count; b++) {
    entity(&w, "OCLI", model->bodies.item[b].def.name);
    key_text(&w, "FIXED", b == 0 ? "TRUE" : "FALSE");
  }
  for (int32_t k = 0; k < model->forces.count; k++) {
    if (model->forces.item[k].def.type == PAWL_FORCE_JOINT) continue;
    refuse(&w, model->forces.item[k].place, "force '%s': only forces on joint coordinates", model->forces.item[k].def.name);
  }
  pw_text_add(&w.out, "\n");
  bool failed = w.out.failed;
  if (w.refused || failed) {
    pw_text_free(&w.out);
    return w.refused ? PAWL_ERR_UNSUPPORTED : pw_fail(messages, PAWL_ERR_MEMORY, PW_NOWHERE, "out of memory");
  }
  *out = w.out.data;
  return PAWL_OK;
}
