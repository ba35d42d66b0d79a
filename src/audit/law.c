// Laws of the model as expressions of the audit's own functions, and what the model leaves to its drawing.
#include <float.h>
#include <string.h>

#include "audit/parts.h"

enum { VAR_T, VAR_OWN, VAR_OWN_RATE, VAR_OF };  // VAR_OF + 2 * function (+ 1: its rate)

typedef struct {
  PwAudit *a;
  bool spring, angle, own;  // what `length`, `position`, `rate` mean
} Scope;

static PwSymbolKind variable(PwSymbol *out, int32_t number, double scale) {
  out->variable = number;
  out->scale = scale;
  return PW_SYMBOL_VARIABLE;
}

static PwSymbolKind own_symbol(const Scope *c, const char *name, PwSymbol *out) {
  const PwUnits *units = &c->a->model->units;
  double unit = pw_units_factor(units, c->angle ? PW_DIM_ANGLE : PW_DIM_LENGTH);
  if (strcmp(name, c->spring ? "length" : "position") == 0) return variable(out, VAR_OWN, 1 / unit);
  if (strcmp(name, "rate") == 0) return variable(out, VAR_OWN_RATE, pw_units_factor(units, PW_DIM_TIME) / unit);
  return PW_SYMBOL_UNKNOWN;
}

static PwSymbolKind symbol(void *user, const char *name, bool rate, PwPlace place, bool *reported, PwSymbol *out) {
  const Scope *c = user;
  const PwAudit *a = c->a;
  const PawlModel *m = a->model;
  double time = pw_units_factor(&m->units, PW_DIM_TIME);
  (void)place;
  (void)reported;
  if (!rate && strcmp(name, "t") == 0) return variable(out, VAR_T, 1 / time);
  PwSymbolKind own = c->own && !rate ? own_symbol(c, name, out) : PW_SYMBOL_UNKNOWN;
  if (own) return own;
  for (int32_t i = 0; i < m->parameters.count && !rate; i++) {
    if (strcmp(m->parameters.item[i].name, name)) continue;
    out->constant = m->parameters.item[i].value;
    return PW_SYMBOL_CONSTANT;
  }
  for (int32_t i = 0; i < m->tables.count && !rate; i++) {
    if (strcmp(m->tables.item[i].def.name, name)) continue;
    out->table = a->table[i];
    return PW_SYMBOL_TABLE;
  }
  for (int32_t i = 0; i < a->ofs; i++) {
    const PwOf *of = &a->of[i];
    if (strcmp(of->name, name) && !(of->alone && strcmp(of->alone, name) == 0)) continue;
    return variable(out, VAR_OF + 2 * i + rate, (rate ? time : 1) / pw_units_factor(&m->units, of->dimension));
  }
  return PW_SYMBOL_UNKNOWN;
}

static bool unit(void *user, const char *text, double *factor) {
  int exponents[4];
  return pw_units_convert(&((Scope *)user)->a->model->units, text, factor, exponents);
}

// A law that mentions what the folder does not tell (events, forces) is unknown.
static bool compile(Scope *scope, const PawlScalar *law, PwDimension dimension, PwLawOf *out) {
  const PwUnits *units = &scope->a->model->units;
  *out = (PwLawOf){.constant = law->value, .scale = 1};
  if (!law->expression) return true;
  PwScope s = {scope, symbol, unit, NULL, pw_units_factor(units, PW_DIM_ANGLE)};
  PawlStatus status = pw_expr_compile(law->expression, PW_NOWHERE, &s, NULL, &out->expr);
  out->scale = pw_units_factor(units, dimension);
  out->unknown = status != PAWL_OK;
  if (status) {
    out->expr = NULL;
    return status != PAWL_ERR_MEMORY;
  }
  double value;
  if (pw_expr_is_constant(out->expr, &value)) {
    pw_expr_free(out->expr);
    out->expr = NULL;
    out->constant = value * out->scale;
    return true;
  }
  out->variable = pw_expr_variables(out->expr, &out->count);
  out->kinks = pw_expr_kinks(out->expr);
  out->branch = pw_arena_array(&scope->a->arena, (size_t)out->kinks + 1, sizeof *out->branch);
  return out->branch != NULL && out->count <= 64;
}

// A run finds a kink a few roundings of time beside it, so the side of a kink is told by a moment that much before or after.
static double moment(double t) {
  return 64 * DBL_EPSILON * fabs(t);
}

void pw_audit_law_t(const PwLawOf *law, double t, double side, double out[2]) {
  out[0] = law->constant;
  out[1] = 0;
  if (!law->expr) return;
  double x = t + side * moment(t), direction = side, jet[3], xjet[3] = {t, 1, 0};
  pw_expr_choose(law->expr, &x, &direction, law->branch);
  pw_expr_jet(law->expr, xjet, law->branch, jet);
  out[0] = jet[0] * law->scale;
  out[1] = jet[1] * law->scale;
}

double pw_audit_law(const PwAudit *a, const PwAuditState *s, const PwLawOf *law, const PwOfMotion *own) {
  if (!law->expr) return law->constant;
  double x[64], direction[64], beside[64];
  for (int32_t i = 0; i < law->count; i++) {
    int32_t v = law->variable[i];
    if (v == VAR_T) {
      x[i] = s->t;
      direction[i] = s->side;
    } else if (v < VAR_OF) {
      x[i] = v == VAR_OWN ? own->value : own->rate;
      direction[i] = v == VAR_OWN ? s->side * own->rate : 0;
    } else {
      PwOfMotion m;
      pw_audit_of(a, s, &a->of[(v - VAR_OF) / 2], &m);
      bool rate = (v - VAR_OF) % 2;
      x[i] = rate ? m.rate : m.value;
      direction[i] = rate ? 0 : s->side * m.rate;
    }
  }
  for (int32_t i = 0; i < law->count; i++) beside[i] = x[i] + moment(s->t) * direction[i];
  pw_expr_choose(law->expr, beside, direction, law->branch);
  return law->scale * pw_expr_value(law->expr, x, law->branch);
}

// ---- functions: joint coordinates and measures

static bool add_coordinates(PwAudit *a, int32_t j) {
  const PawlJointDef *d = &a->model->joints.item[j].def;
  const char *const *names = pw_joint_coordinate_names(d->type, d->locked);
  a->joint_of[j] = a->ofs;
  for (int32_t n = 0; names[n]; n++) {
    PwOf *of = &a->of[a->ofs++];
    *of = (PwOf){.frame = {d->frame[0].i - 1, d->frame[1].i - 1}, .axis = 2, .kind = PW_OF_POSITION, .column = -1};
    if (strcmp(names[n], "angle") == 0) of->kind = d->type == PAWL_JOINT_GEAR_PAIR ? PW_OF_AZIMUTH : PW_OF_ANGLE;
    if (strcmp(names[n], "angle1") == 0) of->kind = PW_OF_ARM1;
    if (strcmp(names[n], "angle2") == 0) of->kind = PW_OF_ARM2;
    if (strcmp(names[n], "x") == 0) of->axis = 0;
    if (strcmp(names[n], "y") == 0) of->axis = 1;
    of->name = pw_arena_format(&a->arena, "%s.%s", d->name, names[n]);
    of->alone = !names[1] ? d->name : NULL;
    of->dimension = pw_audit_is_angle(of->kind) ? PW_DIM_ANGLE : PW_DIM_LENGTH;
    if (!of->name) return false;
    if (pw_audit_is_angle(of->kind)) of->column = pw_grid_find(&a->rows, of->name);
  }
  a->joint_of[j + 1] = a->ofs;
  return true;
}

static void add_measure(PwAudit *a, const PawlMeasureDef *d) {
  static const PwOfKind KINDS[] = {PW_OF_DISTANCE, PW_OF_POSITION, PW_OF_ANGLE, PW_OF_SPEED};
  static const PwDimension DIMENSIONS[] = {PW_DIM_LENGTH, PW_DIM_LENGTH, PW_DIM_ANGLE, PW_DIM_SPEED};
  PwOf *of = &a->of[a->ofs++];
  *of = (PwOf){.name = d->name,
               .frame = {d->frame[0].i - 1, d->frame[1].i - 1},
               .axis = d->axis,
               .kind = d->type == PAWL_MEASURE_ANGLE && d->axis != 2 ? PW_OF_BETWEEN : KINDS[d->type],
               .dimension = DIMENSIONS[d->type],
               .column = -1};
  if (of->kind == PW_OF_ANGLE) of->column = pw_grid_find(&a->rows, d->name);
}

static bool find_functions(PwAudit *a) {
  const PawlModel *m = a->model;
  a->joint_of = pw_arena_array(&a->arena, (size_t)m->joints.count + 1, sizeof *a->joint_of);
  a->of = pw_arena_array(&a->arena, 6 * (size_t)m->joints.count + (size_t)m->measures.count + 1, sizeof *a->of);
  if (!a->joint_of || !a->of) return false;
  for (int32_t i = 0; i < m->joints.count; i++) {
    if (!add_coordinates(a, i)) return false;
  }
  for (int32_t i = 0; i < m->measures.count; i++) {  // laws that read an expression's measure are unknown
    if (m->measures.item[i].def.type != PAWL_MEASURE_EXPRESSION) add_measure(a, &m->measures.item[i].def);
  }
  return true;
}

// ---- forces

static void mark_open(PwAudit *a, const PawlForceDef *d) {
  int32_t frame[2] = {d->frame[0].i - 1, d->frame[1].i - 1};
  int32_t of = d->type == PAWL_FORCE_JOINT ? pw_audit_coordinate(a, &d->coordinate) : -1;
  for (int side = 0; side < 2; side++) {
    if (of >= 0) frame[side] = a->of[of].frame[side];
    if (frame[side] >= 0) a->open_body[a->model->frames.item[frame[side]].def.body.i - 1] = true;
  }
  a->open_force = d->name;
}

static bool compile_force(PwAudit *a, int32_t i) {
  const PawlForceDef *d = &a->model->forces.item[i].def;
  Scope scope = {.a = a, .spring = d->type == PAWL_FORCE_SPRING, .own = true};
  int32_t of = d->type == PAWL_FORCE_JOINT ? pw_audit_coordinate(a, &d->coordinate) : -1;
  scope.angle = of >= 0 && pw_audit_is_angle(a->of[of].kind);
  PwLawOf *law = a->force_law[i];
  bool ok = true;
  if (d->type == PAWL_FORCE_SPRING || d->type == PAWL_FORCE_JOINT) {
    ok = compile(&scope, &d->law, scope.angle ? PW_DIM_TORQUE : PW_DIM_FORCE, &law[0]);
  } else if (d->type == PAWL_FORCE_POINT || d->type == PAWL_FORCE_TORQUE) {
    scope.own = false;
    PwDimension dimension = d->type == PAWL_FORCE_TORQUE ? PW_DIM_TORQUE : PW_DIM_FORCE;
    for (int c = 0; c < 3 && ok; c++) ok = compile(&scope, &d->component[c], dimension, &law[c]);
  }
  if (law[0].unknown || law[1].unknown || law[2].unknown) mark_open(a, d);
  return ok;
}

// Lengths and positions that the model leaves to its drawing.
static void take_drawn(PwAudit *a) {
  a->drawn.side = 1;
  pw_audit_place(a, -1, &a->drawn);
  for (int32_t i = 0; i < a->model->forces.count; i++) {
    const PawlForceDef *d = &a->model->forces.item[i].def;
    PwOfMotion m = {0};
    if (d->type == PAWL_FORCE_SPRING) {
      PwOf of = {.kind = PW_OF_DISTANCE, .frame = {d->frame[0].i - 1, d->frame[1].i - 1}, .column = -1};
      pw_audit_of(a, &a->drawn, &of, &m);
    } else if (d->type == PAWL_FORCE_JOINT) {
      int32_t of = pw_audit_coordinate(a, &d->coordinate);
      if (of >= 0) pw_audit_of(a, &a->drawn, &a->of[of], &m);
    }
    a->free[i] = isnan(d->free_length) ? m.value : d->free_length;
  }
}

PawlStatus pw_audit_laws(PwAudit *a) {
  const PawlModel *m = a->model;
  a->table = pw_arena_array(&a->arena, (size_t)m->tables.count + 1, sizeof *a->table);
  a->frame_law = pw_arena_array(&a->arena, (size_t)m->frames.count + 1, sizeof *a->frame_law);
  a->drive_law = pw_arena_array(&a->arena, (size_t)m->drives.count + 1, sizeof *a->drive_law);
  a->force_law = pw_arena_array(&a->arena, (size_t)m->forces.count + 1, sizeof *a->force_law);
  a->free = pw_arena_array(&a->arena, (size_t)m->forces.count + 1, sizeof *a->free);
  if (!a->table || !a->frame_law || !a->drive_law || !a->force_law || !a->free || !find_functions(a)) return PAWL_ERR_MEMORY;
  bool ok = true;
  for (int32_t i = 0; i < m->tables.count && ok; i++) {
    ok = pw_table_create(&m->tables.item[i].def, PW_NOWHERE, NULL, &a->table[i]) == PAWL_OK;
  }
  Scope scope = {.a = a};
  for (int32_t i = 0; i < m->frames.count && ok; i++) {
    const PawlFrameDef *d = &m->frames.item[i].def;
    for (int c = 0; c < 3 && ok; c++) ok = compile(&scope, &d->offset[c], PW_DIM_LENGTH, &a->frame_law[i][c]);
    ok = ok && compile(&scope, &d->angle, PW_DIM_ANGLE, &a->frame_law[i][3]);
    for (int c = 0; c < 4; c++) a->unknown_frame |= a->frame_law[i][c].unknown;
  }
  ok = ok && pw_audit_stands(a);
  for (int32_t i = 0; i < m->drives.count && ok; i++) {
    const PawlDriveDef *d = &m->drives.item[i].def;
    int32_t of = pw_audit_coordinate(a, &d->coordinate);
    bool angle = of >= 0 && pw_audit_is_angle(a->of[of].kind);
    ok = compile(&scope, &d->law, angle ? PW_DIM_ANGLE : PW_DIM_LENGTH, &a->drive_law[i]);
  }
  for (int32_t i = 0; i < m->forces.count && ok; i++) ok = compile_force(a, i);
  if (ok) take_drawn(a);
  ok = ok && pw_audit_lines(a);
  return ok ? PAWL_OK : PAWL_ERR_MEMORY;
}

void pw_audit_laws_free(PwAudit *a) {
  if (!a->model) return;
  for (int32_t i = 0; a->frame_law && i < a->model->frames.count; i++) {
    for (int c = 0; c < 4; c++) pw_expr_free(a->frame_law[i][c].expr);
  }
  for (int32_t i = 0; a->drive_law && i < a->model->drives.count; i++) pw_expr_free(a->drive_law[i].expr);
  for (int32_t i = 0; a->force_law && i < a->model->forces.count; i++) {
    for (int c = 0; c < 3; c++) pw_expr_free(a->force_law[i][c].expr);
  }
  for (int32_t i = 0; a->table && i < a->model->tables.count; i++) pw_table_free(a->table[i]);
}
