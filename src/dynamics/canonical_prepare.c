// The canonical formulation's memory and lists.
#include "dynamics/canonical.h"
#include "dynamics/row_speed.h"

// A row of the tree's own coordinates alone has a gradient that stays.
static void set_constant(PwCanonical *f, int32_t a) {
  const PawlMechanism *k = f->head.k;
  const PwRow *row = &k->row[f->row[a]];
  int32_t first = f->part_of[a], end = first;
  double factor;
  f->constant[a] = true;
  for (int32_t t = row->term; t < row->term + row->terms; t++) {
    int32_t j = pw_tree_coordinate(f->tree, k->term[t].scalar, &factor), i = first;
    f->constant[a] &= j >= 0;
    while (i < end && f->part_speed[i] != j) i++;
    if (i == end) f->part_speed[end++] = j;
    f->part[i] += k->term[t].factor * factor;
  }
  f->part_of[a + 1] = end;
}

// Does what moves both bodies of a row change nothing that lies between them? Components in ground axes turn with both bodies,
// unless a joint asks for all of them to be zero.
static bool is_relative(const PawlMechanism *k, int32_t row) {
  if (k->scalar[k->term[k->row[row].term].scalar].kind != PW_S_GROUND) return true;
  int32_t index = k->row[row].joint, components = 0;
  if (index < 0) return false;
  const PwJoint *joint = &k->joint[index];
  for (int32_t r = joint->row; r < joint->row + joint->rows; r++) {
    const PwRow *other = &k->row[r];
    bool ground = other->terms == 1 && k->scalar[k->term[other->term].scalar].kind == PW_S_GROUND;
    if (ground && !other->redundant && !other->law.expr && other->law.constant == 0) components++;
  }
  return components == (k->planar ? 2 : 3);
}

static PawlStatus list_terms(PwCanonical *f) {
  const PawlMechanism *k = f->head.k;
  int32_t count = 0;
  f->term_of = pw_arena_array(&f->arena, (size_t)f->rows + 1, sizeof *f->term_of);
  f->term = pw_arena_array(&f->arena, (size_t)k->terms + 1, sizeof *f->term);
  if (!f->term_of || !f->term) return PAWL_ERR_MEMORY;
  for (int32_t a = 0; a < f->rows; a++) {
    const PwRow *row = &k->row[f->row[a]];
    bool relative = is_relative(k, f->row[a]);
    for (int32_t t = row->term; t < row->term + row->terms; t++) {
      const PwScalar *s = &k->scalar[k->term[t].scalar];
      int32_t body[2] = {k->frame[s->frame[0]].body, k->frame[s->frame[1]].body};
      f->term[count++] = (PwClosureTerm){.scalar = k->term[t].scalar,
                                         .body = {body[0], body[1]},
                                         .common = relative ? pw_tree_common(f->tree, body[0], body[1]) : 0,
                                         .factor = k->term[t].factor};
    }
    f->term_of[a + 1] = count;
  }
  return PAWL_OK;
}

// Rows that the tree does not hold; which of them have a gradient that stays.
static PawlStatus list_closures(PwCanonical *f) {
  const PawlMechanism *k = f->head.k;
  f->row = pw_arena_array(&f->arena, (size_t)k->rows + 1, sizeof *f->row);
  f->constant = pw_arena_array(&f->arena, (size_t)k->rows + 1, sizeof *f->constant);
  if (!f->row || !f->constant) return PAWL_ERR_MEMORY;
  for (int32_t r = 0; r < k->rows; r++) {
    if (k->row[r].redundant) continue;
    bool moves = pw_row_moves(k, r);
    if (pw_tree_holds(f->tree, r)) {
      f->joints_move |= moves;
    } else {
      f->row[f->rows++] = r;
      f->laws_move |= moves;
    }
  }
  for (int32_t i = 0; i < k->frames; i++) f->frames_move |= k->frame[i].moves;
  f->part_of = pw_arena_array(&f->arena, (size_t)f->rows + 1, sizeof *f->part_of);
  f->part_speed = pw_arena_array(&f->arena, (size_t)k->terms + 1, sizeof *f->part_speed);
  f->part = pw_arena_array(&f->arena, (size_t)k->terms + 1, sizeof *f->part);
  if (!f->part_of || !f->part_speed || !f->part) return PAWL_ERR_MEMORY;
  for (int32_t a = 0; a < f->rows; a++) set_constant(f, a);
  return list_terms(f);
}

// How many entries C has, and which speeds move which bodies.
static PawlStatus count_entries(PwCanonical *f) {
  const PawlMechanism *k = f->head.k;
  int32_t *speed = pw_arena_array(&f->arena, (size_t)f->nu + 1, sizeof *speed), deepest = 0;
  f->speed_of = pw_arena_array(&f->arena, (size_t)k->bodies, sizeof *f->speed_of);
  if (!speed || !f->speed_of) return PAWL_ERR_MEMORY;
  for (int32_t b = 0; b < k->bodies; b++) {
    int32_t depth = pw_tree_list(f->tree, b, 0, f->marked, speed);
    for (int32_t i = 0; i < depth; i++) f->marked[speed[i]] = false;
    if (depth > deepest) deepest = depth;
    f->speed_of[b] = pw_tree_speed_of(f->tree, b);
  }
  f->pair_entries = 2 * deepest < f->nu ? 2 * deepest : f->nu;
  for (int32_t a = 0; a < f->rows; a++) {
    int32_t count = f->part_of[a + 1] - f->part_of[a], listed = 0;
    for (int32_t i = f->term_of[a]; i < f->term_of[a + 1] && !f->constant[a]; i++) {
      const PwClosureTerm *term = &f->term[i];
      for (int side = 0; side < 2; side++) {
        listed += pw_tree_list(f->tree, term->body[side], term->common, f->marked, speed + listed);
      }
    }
    for (int32_t i = 0; i < listed; i++) f->marked[speed[i]] = false;
    f->entries += f->constant[a] ? count : listed;
  }
  return PAWL_OK;
}

static void use_law(const PwLaw *law, bool *used) {
  for (int32_t v = 0; v < law->count; v++) {
    if (law->variable[v] >= PW_VAR_SCALAR && law->variable[v] < PW_VAR_NAMED) used[(law->variable[v] - PW_VAR_SCALAR) / 2] = true;
  }
}

// Scalars of closures, forces, stops and force laws, and their frames. Those of rows that the tree holds are left out, unless
// these do work or load friction of joints; `lean`: those of pins, too.
static void use_scalars(const PwCanonical *f, bool lean, bool *used, bool *frame) {
  const PawlMechanism *k = f->head.k;
  for (int32_t r = 0; r < k->rows && (f->joints_move || k->bearings > 0); r++) {
    for (int32_t t = k->row[r].term; t < k->row[r].term + k->row[r].terms; t++) used[k->term[t].scalar] = true;
  }
  for (int32_t a = 0; a < f->rows; a++) {
    for (int32_t i = f->term_of[a]; i < f->term_of[a + 1] && !(lean && f->pinned[a]); i++) used[f->term[i].scalar] = true;
  }
  for (int32_t i = 0; i < k->scalar_forces; i++) {
    used[k->scalar_force[i].scalar] = true;
    use_law(&k->scalar_force[i].law, used);
  }
  for (int32_t i = 0; i < k->applieds; i++) {
    frame[k->applied[i].frame] = true;
    for (int c = 0; c < 3; c++) use_law(&k->applied[i].component[c], used);
  }
  for (int32_t i = 0; i < k->callbacks; i++) frame[k->callback[i].frame] = true;
  for (int32_t i = 0; i < k->contacts; i++) {
    if (k->contact[i].scalar >= 0) used[k->contact[i].scalar] = true;
  }
  for (int32_t i = 0; i < k->bearings; i++) {
    for (int n = 0; n < 2; n++) {
      if (k->bearing[i].scalar[n] >= 0) used[k->bearing[i].scalar[n]] = true;
    }
  }
}

// What its own motion evaluates.
static PawlStatus list_scalars(PwCanonical *f, bool lean, PwMotionList *out) {
  const PawlMechanism *k = f->head.k;
  bool *used = pw_arena_array(&f->arena, (size_t)k->scalars + 1, sizeof *used);
  bool *frame = pw_arena_array(&f->arena, (size_t)k->frames + 1, sizeof *frame);
  out->scalar = pw_arena_array(&f->arena, (size_t)k->scalars + 1, sizeof *out->scalar);
  out->frame = pw_arena_array(&f->arena, (size_t)k->frames + 1, sizeof *out->frame);
  if (!used || !frame || !out->scalar || !out->frame) return PAWL_ERR_MEMORY;
  use_scalars(f, lean, used, frame);
  for (int32_t i = 0; i < k->scalars; i++) {
    if (!used[i]) continue;
    out->scalar[out->scalars++] = i;
    frame[k->scalar[i].frame[0]] = frame[k->scalar[i].frame[1]] = true;
  }
  for (int32_t i = 0; i < k->frames; i++) {
    if (frame[i]) out->frame[out->frames++] = i;
  }
  return PAWL_OK;
}

// Inertia below which a speed counts as moving nothing: of all masses at the mechanism's size.
static void set_least(PwCanonical *f) {
  static const double LEAST = 1e-10;
  const PawlMechanism *k = f->head.k;
  double mass = 0;
  for (int32_t b = 1; b < k->bodies; b++) mass += k->body[b].mass;
  for (int32_t j = 0; j < f->nu; j++)
    f->least[j] = LEAST * (mass > 0 ? mass : 1) * (pw_tree_turns(f->tree, j) ? k->size * k->size : 1);
}

static PawlStatus allocate(PwCanonical *f) {
  const PawlMechanism *k = f->head.k;
  size_t nu = (size_t)f->nu + 1, rows = (size_t)f->rows + 1;
  double **const of_speeds[] = {&f->u, &f->f, &f->p, &f->k, &f->Q, &f->inertia, &f->least, &f->metric};
  double **const of_bodies[] = {&f->q,    &f->v,    &f->b, &f->h, &f->force, &f->a, &f->w, &f->w2, &f->acceleration,
                                &f->sign, &f->given};
  double **const of_positions[] = {&f->x, &f->key};
  bool ok = true;
  for (size_t i = 0; i < sizeof of_speeds / sizeof *of_speeds; i++) {
    ok &= (*of_speeds[i] = pw_arena_array(&f->arena, nu, sizeof(double))) != NULL;
  }
  for (size_t i = 0; i < sizeof of_bodies / sizeof *of_bodies; i++) {
    ok &= (*of_bodies[i] = pw_arena_array(&f->arena, (size_t)pw_state_size(k) + 1, sizeof(double))) != NULL;
  }
  for (size_t i = 0; i < sizeof of_positions / sizeof *of_positions; i++) {
    ok &= (*of_positions[i] = pw_arena_array(&f->arena, (size_t)f->nx + 1, sizeof(double))) != NULL;
  }
  f->before = pw_arena_array(&f->arena, nu, sizeof *f->before);
  f->wished = pw_arena_array(&f->arena, nu, sizeof *f->wished);
  f->column = pw_arena_array(&f->arena, PW_FEW * (size_t)f->nv + 1, sizeof(double));
  f->scratch = pw_arena_array(&f->arena, nu, sizeof(double));
  f->marked = pw_arena_array(&f->arena, nu, sizeof *f->marked);
  f->lambda = pw_arena_array(&f->arena, (size_t)k->rows + 1, sizeof(double));
  f->scale = pw_arena_array(&f->arena, rows, sizeof(double));
  ok = ok && f->column && f->before && f->wished && f->scratch && f->marked && f->lambda && f->scale;
  return ok ? pw_tree_list_mass(f->tree, &f->arena, &f->mass) : PAWL_ERR_MEMORY;
}

bool pw_canonical_wish(PwFormulation *head, int32_t scalar) {
  PwCanonical *f = (PwCanonical *)head;
  double factor;
  int32_t speed = pw_tree_coordinate(f->tree, scalar, &factor);
  if (speed < 0) return false;
  f->wished[speed] = true;
  return true;
}

// Rows that the evaluations must go through one by one; laws that they must take.
static PawlStatus list_others(PwCanonical *f) {
  const PawlMechanism *k = f->head.k;
  int32_t *laws = pw_arena_array(&f->arena, (size_t)k->rows + 1, sizeof *laws);
  f->other = pw_arena_array(&f->arena, (size_t)f->rows + 1, sizeof *f->other);
  if (!laws || !f->other) return PAWL_ERR_MEMORY;
  for (int32_t a = 0; a < f->rows; a++) {
    if (!f->constant[a] && !f->pinned[a]) f->other[f->others++] = a;
  }
  for (int32_t r = 0; r < k->rows; r++) {
    f->motion.row_law[3 * r] = k->row[r].law.constant;
    if (k->row[r].law.expr) laws[f->motion.law_rows++] = r;
  }
  f->motion.law_row = laws;
  return PAWL_OK;
}

PawlStatus pw_canonical_prepare(PwCanonical *f) {
  const PawlMechanism *k = f->head.k;
  f->nq = pw_position_count(k);
  f->nv = pw_speed_count(k);
  PawlStatus status = pw_tree_create(k, &f->arena, &f->tree);
  if (status == PAWL_OK) status = pw_formulation_create_motion(&f->head, &f->arena);
  if (status == PAWL_OK) status = pw_motion_create(k, &f->arena, &f->motion);
  if (status == PAWL_OK) status = pw_discrete_create(k, &f->arena, &f->standing);
  if (status) return status;
  f->motion.no_number = &f->head.no_number;
  f->nx = f->head.positions = pw_tree_positions(f->tree);
  f->nu = pw_tree_speeds(f->tree);
  f->head.n = f->head.base = f->nx + f->nu + 1;
  status = list_closures(f);
  if (status == PAWL_OK) status = pw_canonical_list_pins(f);
  if (status == PAWL_OK) status = list_others(f);
  if (status == PAWL_OK) status = list_scalars(f, false, &f->full);
  if (status == PAWL_OK) status = list_scalars(f, true, &f->lean);
  if (status == PAWL_OK) status = allocate(f);
  if (status == PAWL_OK) status = count_entries(f);
  if (status == PAWL_OK) set_least(f);
  return status;
}
