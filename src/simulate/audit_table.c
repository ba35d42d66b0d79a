#include "simulate/audit_table.h"

#include <math.h>
#include <string.h>

#include "numerics/vec.h"
#include "simulate/readings.h"

enum { INSTANTS = 201, GROUP = 12 };

typedef struct {
  const char *part, *unit;
} Part;

static const Part PLANE_BODY[] = {{"x", "m"},     {"y", "m"},      {"angle", "rad"}, {"vx", "m/s"},       {"vy", "m/s"},
                                  {"w", "rad/s"}, {"ax", "m/s^2"}, {"ay", "m/s^2"},  {"alpha", "rad/s^2"}};
static const Part SPACE_BODY[] = {{"x", "m"},
                                  {"y", "m"},
                                  {"z", "m"},
                                  {"qw", ""},
                                  {"qx", ""},
                                  {"qy", ""},
                                  {"qz", ""},
                                  {"vx", "m/s"},
                                  {"vy", "m/s"},
                                  {"vz", "m/s"},
                                  {"wx", "rad/s"},
                                  {"wy", "rad/s"},
                                  {"wz", "rad/s"},
                                  {"ax", "m/s^2"},
                                  {"ay", "m/s^2"},
                                  {"az", "m/s^2"},
                                  {"alphax", "rad/s^2"},
                                  {"alphay", "rad/s^2"},
                                  {"alphaz", "rad/s^2"}};
static const Part PLANE_JOINT[] = {{"fx", "N"}, {"fy", "N"}, {"tz", "N*m"}};
static const Part SPACE_JOINT[] = {{"fx", "N"}, {"fy", "N"}, {"fz", "N"}, {"tx", "N*m"}, {"ty", "N*m"}, {"tz", "N*m"}};

// The columns of one body or joint; false when out of memory.
static bool add(PwAuditTable *table, PwArena *arena, const char *name, const Part *part, int32_t count) {
  for (int32_t i = 0; i < count; i++) {
    char *full = pw_arena_join(arena, name, ".", part[i].part);
    if (!full) return false;
    table->column[table->count++] = (PwColumn){full, part[i].unit, 1};
  }
  return true;
}

// Angles carry their full turns, which poses do not tell.
static bool is_angle(const PwMeasure *m) {
  return m->dimension == PW_DIM_ANGLE;
}

PawlStatus pw_audit_table_create(const PawlMechanism *k, PwArena *arena, PwAuditTable *out) {
  int32_t body = k->planar ? 9 : 19, joint = k->planar ? 3 : 6;
  size_t count = 4 + (size_t)k->bodies * (size_t)body + (size_t)(k->coordinates + k->measures + k->couplers) +
                 (size_t)k->joints * (size_t)joint + (size_t)k->bearings * (size_t)(1 + joint);
  *out = (PwAuditTable){.column = pw_arena_array(arena, count, sizeof *out->column),
                        .values = pw_arena_array(arena, count, sizeof *out->values),
                        .before = pw_arena_array(arena, count, sizeof *out->before)};
  if (!out->column || !out->values || !out->before) return PAWL_ERR_MEMORY;
  static const PwColumn HEAD[] = {{"t", "s", 1}, {"kind", "", 1}, {"events", "", 1}, {"work", "J", 1}};
  for (int i = 0; i < 4; i++) out->column[out->count++] = HEAD[i];
  bool ok = true;
  for (int32_t i = 1; i < k->bodies && ok; i++) ok = add(out, arena, k->body[i].name, k->planar ? PLANE_BODY : SPACE_BODY, body);
  for (int32_t i = 0; i < k->coordinates; i++) {
    if (k->coordinate[i].angular) out->column[out->count++] = (PwColumn){k->coordinate[i].name, "rad", 1};
  }
  for (int32_t i = 0; i < k->measures; i++) {
    if (is_angle(&k->measure[i])) out->column[out->count++] = (PwColumn){k->measure[i].name, "rad", 1};
  }
  for (int32_t i = 0; i < k->joints && ok; i++) {
    ok = add(out, arena, k->joint[i].name, k->planar ? PLANE_JOINT : SPACE_JOINT, joint);
  }
  static const Part FORCE = {"force", "N"};
  for (int32_t i = 0; i < k->couplers && ok; i++) ok = add(out, arena, k->coupler[i].name, &FORCE, 1);
  static const Part MODE = {"rubbing", ""};
  static const Part PLANE_RUBBING[] = {{"rx", "N"}, {"ry", "N"}, {"rtz", "N*m"}};
  static const Part SPACE_RUBBING[] = {{"rx", "N"}, {"ry", "N"}, {"rz", "N"}, {"rtx", "N*m"}, {"rty", "N*m"}, {"rtz", "N*m"}};
  for (int32_t i = 0; i < k->bearings && ok; i++) {
    const char *name = k->joint[k->bearing[i].joint].name;
    ok = add(out, arena, name, &MODE, 1) && add(out, arena, name, k->planar ? PLANE_RUBBING : SPACE_RUBBING, joint);
  }
  return ok ? PAWL_OK : PAWL_ERR_MEMORY;
}

// Planar components of six, or all.
static double *put_six(double *out, const double six[6], bool planar) {
  static const int PLANE[] = {0, 1, 5};
  for (int i = 0; i < (planar ? 3 : 6); i++) *out++ = six[planar ? PLANE[i] : i];
  return out;
}

// Friction of a joint on body 2, at the origin of frame 2, ground axes.
static void take_rubbing(const PawlSimulation *s, int32_t b, double wrench[6]) {
  const PawlMechanism *k = s->k;
  const PwMotion *m = pw_formulation_motion(s->formulation);
  const PwJoint *joint = &k->joint[k->bearing[b].joint];
  int32_t per = pw_speeds_per_body(k), linear = k->planar ? 2 : 3;
  double at[3] = {0}, centre[3] = {0}, arm[3], moment[3];
  PwPairRow row[PW_BEARING_ROWS] = {0};
  pw_bearing_place(m, b, row);
  for (int32_t n = 0; n < k->bearing[b].rows; n++) {
    const double *jac = row[n].jac + per;
    for (int32_t i = 0; i < per; i++) {
      wrench[k->planar && i == 2 ? 5 : i] += s->contact.bearing_values[b].force[n] * jac[i];
    }
  }
  for (int32_t i = 0; i < linear; i++) {
    at[i] = k->planar ? m->frame2[joint->frame[1]].p[i] : m->frame[joint->frame[1]].p[i];
    centre[i] = joint->body[1] ? m->q[pw_coordinates_per_body(k) * joint->body[1] + i] : 0;
  }
  for (int i = 0; i < 3; i++) arm[i] = centre[i] - at[i];
  pw_cross(arm, wrench, moment);
  for (int i = 0; i < 3; i++) wrench[3 + i] += moment[i];
}

void pw_audit_table_row(const PawlSimulation *s, PwAuditKind kind, double *out) {
  const PawlMechanism *k = s->k;
  PwForces forces = pw_forces_sampled(s);
  if (kind == PW_AUDIT_IMPULSE || kind >= PW_AUDIT_KICK) forces.lambda = s->contact.row_total;
  *out++ = s->t;
  *out++ = kind;
  *out++ = (double)s->info.events;
  *out++ = s->sample[pw_position_count(k) + pw_speed_count(k)];
  for (int32_t i = 1; i < k->bodies; i++) {
    double pose[7], twist[6], acceleration[6];
    pw_sample_body(s, i, pose, twist, acceleration);
    if (k->planar) pose[2] = s->sample[3 * (i - 1) + 2];  // the angle, with its full turns
    for (int32_t c = 0; c < pw_coordinates_per_body(k); c++) *out++ = pose[c];
    out = put_six(out, twist, k->planar);
    out = put_six(out, acceleration, k->planar);
  }
  for (int32_t i = 0; i < k->coordinates; i++) {
    double value[3];
    if (!k->coordinate[i].angular) continue;
    pw_read_scalar(s, k->coordinate[i].scalar, value);
    *out++ = value[0];
  }
  for (int32_t i = 0; i < k->measures; i++) {
    if (is_angle(&k->measure[i])) pawl_simulation_measure(s, (PawlMeasureId){i + 1}, out++);
  }
  for (int32_t i = 0; i < k->joints; i++) {
    double wrench[6];
    pw_forces_bearing(&forces, i, wrench);
    out = put_six(out, wrench, k->planar);
  }
  for (int32_t i = 0; i < k->couplers; i++) *out++ = forces.lambda[k->coupler[i].row];
  for (int32_t i = 0; i < k->bearings; i++) {
    double wrench[6] = {0};
    bool acts = kind == PW_AUDIT_SAMPLE || kind == PW_AUDIT_SINGULAR;  // friction of joints takes no impulse
    if (acts) take_rubbing(s, i, wrench);
    *out++ = acts ? s->contact.bearing_values[i].mode : PAWL_FRICTION_NONE;
    out = put_six(out, wrench, k->planar);
  }
}

const PwColumn *pw_audit_touch_columns(void) {
  static const PwColumn COLUMNS[PW_AUDIT_TOUCH_COLUMNS] = {
      {"t", "s", 1},   {"kind", "", 1},  {"events", "", 1},  {"contact", "", 1}, {"state", "", 1},
      {"x", "m", 1},   {"y", "m", 1},    {"z", "m", 1},      {"nx", "", 1},      {"ny", "", 1},
      {"nz", "", 1},   {"gap", "m", 1},  {"rate", "m/s", 1}, {"force", "N", 1},  {"rate_after", "m/s", 1},
      {"slip", "", 1}, {"roll", "", 1},  {"spin", "", 1},    {"fx", "N", 1},     {"fy", "N", 1},
      {"fz", "N", 1},  {"tx", "N*m", 1}, {"ty", "N*m", 1},   {"tz", "N*m", 1}};
  return COLUMNS;
}

int32_t pw_audit_touch_count(const PawlMechanism *k) {
  return pw_mechanism_rubs(k) ? PW_AUDIT_TOUCH_COLUMNS : PW_AUDIT_TOUCH_PLAIN;
}

// Friction of a closed or pressed touch at the last sample: what its grips do, and their forces and torques on body 1.
static void put_friction(const PawlSimulation *s, int32_t i, double mode[PW_GRIPS], double force[3], double torque[3]) {
  const PwTouch *touch = &s->contact.touches.touch[i];
  const PwContact *c = &s->k->contact[touch->contact];
  if (!pw_acting_touch(&s->solution.touch, i) || !pw_touch_rubs(s->k, touch)) return;
  for (int grip = 0; grip < PW_GRIPS; grip++) {
    if (!pw_contact_has_grip(s->k, c, (PwGrip)grip)) continue;
    mode[grip] = !touch->grip[grip].slides ? 1 : touch->grip[grip].yields ? 3 : 2;
  }
  if (touch->state == PW_TOUCH_PRESSED) mode[PW_GRIP_SLIP] = touch->rim ? 2 : 1;
  memcpy(force, s->contact.rubbing[i].force, sizeof s->contact.rubbing[i].force);
  memcpy(torque, s->contact.rubbing[i].torque, sizeof s->contact.rubbing[i].torque);
}

bool pw_audit_table_touch(const PawlSimulation *s, int32_t i, double values[PW_AUDIT_TOUCH_COLUMNS]) {
  static const double NEAR = 1e-3;  // of the scale of a gap
  const PwContactWork *w = &s->contact;
  const PwTouch *touch = &w->touches.touch[i];
  const PwTouchMotion *m = &w->motion[i];
  bool open = touch->state == PW_TOUCH_OPEN;
  if (isnan(m->gap) || (open && (touch->shadow || m->gap > NEAR * pw_gap_scale(s->k, touch->contact)))) return false;
  PwTouchView view;
  pw_touch_view(s->k, touch, m, &view);
  double list[PW_AUDIT_TOUCH_COLUMNS] = {s->t,
                                         PW_AUDIT_SAMPLE,
                                         (double)s->info.events,
                                         touch->contact,
                                         1 + (int)touch->state,
                                         view.x[0],
                                         view.x[1],
                                         view.x[2],
                                         view.n[0],
                                         view.n[1],
                                         view.n[2],
                                         m->gap,
                                         m->rate,
                                         open ? 0 : w->force[i],
                                         m->rate};
  double *friction = list + PW_AUDIT_TOUCH_PLAIN;
  put_friction(s, i, friction, friction + PW_GRIPS, friction + PW_GRIPS + 3);
  memcpy(values, list, sizeof list);
  return true;
}

void pw_audit_table_impulse(const PawlSimulation *s, const PwEvent *e, double values[PW_AUDIT_TOUCH_COLUMNS]) {
  double list[PW_AUDIT_TOUCH_COLUMNS] = {e->record.t,
                                         PW_AUDIT_IMPULSE,
                                         (double)s->info.events,
                                         e->contact.i - 1,
                                         0,
                                         e->record.x,
                                         e->record.y,
                                         e->record.z,
                                         e->normal[0],
                                         e->normal[1],
                                         e->normal[2],
                                         0,
                                         e->record.speed_before,
                                         e->record.impulse,
                                         e->record.speed_after};
  double *friction = list + PW_AUDIT_TOUCH_PLAIN + PW_GRIPS;
  memcpy(friction, e->friction, sizeof e->friction);
  memcpy(friction + 3, e->twist, sizeof e->twist);
  memcpy(values, list, sizeof list);
}

// Groups of neighbours, spread over the run; where it is too quick for more than the first, single ones behind it.
bool pw_audit_takes(PawlSimulation *s, int64_t i, int64_t samples) {
  static const double SAMPLE = 10, INSTANT = 120;  // evaluations that cost the run what ten audits of an instant cost
  enum { FEW = 4 * GROUP, QUICK = 3 * GROUP };     // are taken whatever they cost; has no group but the first
  double work = (double)pawl_simulation_info(s).evaluations + SAMPLE * (double)i, part = (double)i / (double)(samples - 1);
  double worth = work / INSTANT, at_end = i > 0 ? worth / part : 0;
  int64_t groups = INSTANTS / GROUP, period = samples <= INSTANTS ? GROUP : (samples + groups - 1) / groups;
  if (i % period == 0) s->audit_takes = i == 0 || (at_end >= QUICK && (double)s->audit_taken <= worth);
  bool alone = at_end < QUICK && (double)s->audit_taken - GROUP + 1 <= (at_end - GROUP) * part;
  bool takes = i == samples - 1 || samples <= FEW || (i % period < GROUP && s->audit_takes) || alone;
  s->audit_taken += takes;
  return takes;
}
