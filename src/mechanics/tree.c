// What a tree is: links from the mechanism's joints, its coordinates and the rows that they meet. The work is done elsewhere:
// tree_plane.c, tree_space.c (placing, moving), tree_passes.c (J), tree_mass.c, tree_read.c.
#include "mechanics/tree.h"

#include <math.h>
#include <string.h>

#include "mechanics/tree_parts.h"

// Directions that the rows of a joint lock, as PAWL_LOCK_*. Rows of two scalars tie and lock nothing.
static uint32_t locked_by(const PawlMechanism *k, const PwJoint *joint) {
  uint32_t locked = 0;
  for (int32_t r = joint->row; r < joint->row + joint->rows; r++) {
    const PwScalar *s = &k->scalar[k->term[k->row[r].term].scalar];
    if (k->row[r].terms != 1) continue;
    if (s->kind == PW_S_GROUND) locked |= 7u;
    if (s->kind == PW_S_POSITION) locked |= 1u << s->axis;
    if (s->kind == PW_S_TURN) locked |= 8u << s->axis;
  }
  return locked;
}

static bool in_plane(const PawlMechanism *k, int32_t frame, int axis) {
  return frame < 0 ? axis < 2 : fabs(k->frame[frame].axes[6 + axis]) < 0.5;
}

static void classify_turn(const PawlMechanism *k, PwLink *link, PawlJointType type, uint32_t locked) {
  static const int32_t free_axis[8] = {[3] = 2, [5] = 1, [6] = 0};
  uint32_t turns = locked >> 3;
  if (k->planar) {
    link->turn = turns ? PW_TURN_NONE : PW_TURN_AXIS;
  } else if (type == PAWL_JOINT_UNIVERSAL) {
    link->turn = PW_TURN_CROSS;
  } else if (type == PAWL_JOINT_SCREW) {
    link->turn = PW_TURN_SCREW;
  } else if (turns == 7) {
    link->turn = PW_TURN_NONE;
  } else if (turns == 3 || turns == 5 || turns == 6) {
    link->turn = PW_TURN_AXIS;
    link->axis = free_axis[turns];
  } else {
    link->turn = PW_TURN_BALL;
  }
}

static void classify(const PawlMechanism *k, PwLink *link) {
  const PwJoint *joint = link->joint < 0 ? NULL : &k->joint[link->joint];
  PawlJointType type = joint ? joint->type : PAWL_JOINT_LOCK;
  uint32_t locked = joint ? locked_by(k, joint) : 0;
  for (int side = 0; side < 2; side++) {
    link->frame[side] = joint ? joint->frame[side] : -1;
    link->moves |= joint && k->frame[joint->frame[side]].moves;
  }
  link->sign = joint && joint->body[0] == link->body ? -1 : 1;
  for (int axis = 0; axis < 3; axis++) {
    bool tied = axis == 2 && type == PAWL_JOINT_SCREW;
    if (locked & (1u << axis) || tied || (k->planar && !in_plane(k, link->frame[0], axis))) continue;
    link->shift[link->shifts++] = axis;
  }
  classify_turn(k, link, type, locked);
  static const int32_t turn_positions[] = {0, 1, 1, 2, 4}, turn_speeds[] = {0, 1, 1, 2, 3};
  link->positions = link->shifts + turn_positions[link->turn];
  link->speeds = link->shifts + turn_speeds[link->turn];
}

static void link_up(PwTree *tree) {
  const PawlMechanism *k = tree->k;
  tree->link_of[0] = -1;
  for (int32_t i = 0; i < k->bodies; i++) {
    int32_t body = k->topology.order[i], parent = k->topology.parent[body];
    if (body == 0) continue;
    PwLink *link = &tree->link[tree->links];
    *link = (PwLink){.body = body, .parent = parent < 0 ? 0 : parent, .joint = k->topology.parent_joint[body]};
    classify(k, link);
    tree->moves |= link->moves;
    link->x = tree->positions;
    link->u = tree->speeds;
    tree->positions += link->positions;
    tree->speeds += link->speeds;
    tree->depth[body] = tree->depth[link->parent] + 1;
    tree->link_of[body] = tree->links++;
  }
}

static bool holds_row(const PwTree *tree, const PwLink *link, const PwRow *row) {
  PwScalarKind kind = tree->k->scalar[tree->k->term[row->term].scalar].kind;
  if (row->terms == 2) return link->turn == PW_TURN_SCREW;
  if (kind == PW_S_TURN) return link->turn != PW_TURN_BALL;
  return kind == PW_S_GROUND || kind == PW_S_POSITION || kind == PW_S_SQUARE;
}

static void find_rows(PwTree *tree) {
  for (int32_t i = 0; i < tree->links; i++) {
    if (tree->link[i].joint < 0) continue;
    const PwJoint *joint = &tree->k->joint[tree->link[i].joint];
    for (int32_t r = joint->row; r < joint->row + joint->rows; r++) {
      tree->holds[r] = holds_row(tree, &tree->link[i], &tree->k->row[r]);
    }
  }
}

// Speed of this link that the rate of `s` is; -1: none.
static int32_t speed_of(const PwTree *tree, int32_t index, const PwScalar *s, double *factor) {
  const PwLink *link = &tree->link[index];
  *factor = 1;
  if (s->frame[0] != link->frame[0] || s->frame[1] != link->frame[1]) return -1;
  int32_t turn = link->u + link->shifts;
  bool screw = link->turn == PW_TURN_SCREW, about_z = tree->k->planar || link->axis == 2;
  if (s->kind == PW_S_POSITION) {
    for (int32_t i = 0; i < link->shifts; i++) {
      if (link->shift[i] == s->axis) return link->u + i;
    }
    if (!screw || s->axis != 2) return -1;
    *factor = tree->space[index].pitch;
    return turn;
  }
  if (s->kind == PW_S_ANGLE && (screw || (link->turn == PW_TURN_AXIS && about_z))) return turn;
  if (s->kind == PW_S_CROSS1 && link->turn == PW_TURN_CROSS) return turn;
  if (s->kind == PW_S_CROSS2 && link->turn == PW_TURN_CROSS) return turn + 1;
  return -1;
}

static void find_scalars(PwTree *tree) {
  const PawlMechanism *k = tree->k;
  for (int32_t i = 0; i < k->scalars; i++) {
    tree->scalar[i] = -1;
    for (int side = 0; side < 2 && tree->scalar[i] < 0; side++) {
      int32_t index = tree->link_of[k->frame[k->scalar[i].frame[side]].body];
      if (index >= 0) tree->scalar[i] = speed_of(tree, index, &k->scalar[i], &tree->scalar_factor[i]);
    }
  }
}

static PawlStatus name_speeds(PwTree *tree, PwArena *arena) {
  static const char *const shift[] = {"x", "y", "z"}, *const turn[] = {"rx", "ry", "rz"};
  const PawlMechanism *k = tree->k;
  for (int32_t i = 0; i < tree->links; i++) {
    const PwLink *link = &tree->link[i];
    const char *owner = link->joint < 0 ? k->body[link->body].name : k->joint[link->joint].name;
    int32_t inner = pw_tree_speed_of(tree, link->parent);
    for (int32_t n = 0; n < link->speeds; n++) {
      int32_t axis = k->planar ? 2 : link->turn == PW_TURN_BALL ? n - link->shifts : link->axis;
      const char *word = n < link->shifts ? shift[link->shift[n]] : turn[axis];
      tree->turns[link->u + n] = n >= link->shifts;
      tree->branch[link->u + n] = inner < 0 ? link->u : tree->branch[inner];
      tree->position[link->u + n] = n >= link->shifts && link->turn == PW_TURN_BALL ? -1 : link->x + n;
      tree->name[link->u + n] = pw_arena_format(arena, "%s.%s", owner, word);
      if (!tree->name[link->u + n]) return PAWL_ERR_MEMORY;
    }
  }
  for (int32_t c = 0; c < k->coordinates; c++) {
    int32_t scalar = k->coordinate[c].scalar;
    if (tree->scalar[scalar] >= 0 && tree->scalar_factor[scalar] == 1) tree->name[tree->scalar[scalar]] = k->coordinate[c].name;
  }
  return PAWL_OK;
}

// Room for links; once they are counted (`state`), for speeds and bodies.
static bool allocate(PwTree *tree, PwArena *arena, bool state) {
  const PawlMechanism *k = tree->k;
  size_t bodies = (size_t)k->bodies, per = (size_t)pw_speeds_per_body(k), speeds = (size_t)tree->speeds + 1;
  bool ok = true;
#define ARRAY(member, count) (tree->member = pw_arena_array(arena, count, sizeof *tree->member), ok &= tree->member != NULL)
  if (!state) {
    ARRAY(link, bodies);
    ARRAY(link_of, bodies);
    ARRAY(depth, bodies);
    ARRAY(holds, (size_t)k->rows + 1);
    ARRAY(scalar, (size_t)k->scalars + 1);
    ARRAY(scalar_factor, (size_t)k->scalars + 1);
    if (k->planar) {
      ARRAY(plane, bodies);
    } else {
      ARRAY(space, bodies);
    }
  } else {
    ARRAY(name, speeds);
    ARRAY(position, speeds);
    ARRAY(turns, speeds);
    ARRAY(branch, speeds);
    ARRAY(q, 7 * bodies);
    ARRAY(R, 9 * bodies);
    ARRAY(v, 6 * bodies);
    ARRAY(u, speeds);
    ARRAY(S, per * speeds);
    ARRAY(dS, per * speeds);
    ARRAY(work, 12 * bodies);
  }
#undef ARRAY
  return ok;
}

PawlStatus pw_tree_create(const PawlMechanism *k, PwArena *arena, PwTree **out) {
  PwTree *tree = pw_arena_alloc(arena, sizeof *tree);
  if (!tree) return PAWL_ERR_MEMORY;
  tree->k = k;
  if (!allocate(tree, arena, false)) return PAWL_ERR_MEMORY;
  link_up(tree);
  if (!allocate(tree, arena, true)) return PAWL_ERR_MEMORY;
  if (k->planar) {
    pw_tree_plane_create(tree);
  } else {
    pw_tree_space_create(tree);
  }
  find_rows(tree);
  find_scalars(tree);
  *out = tree;
  return name_speeds(tree, arena);
}

int32_t pw_tree_positions(const PwTree *tree) {
  return tree->positions;
}
int32_t pw_tree_speeds(const PwTree *tree) {
  return tree->speeds;
}
const double *pw_tree_axes(const PwTree *tree) {
  return tree->R;
}
bool pw_tree_holds(const PwTree *tree, int32_t row) {
  return tree->holds[row];
}
int32_t pw_tree_coordinate(const PwTree *tree, int32_t scalar, double *factor) {
  *factor = tree->scalar_factor[scalar];
  return tree->scalar[scalar];
}
int32_t pw_tree_position(const PwTree *tree, int32_t speed) {
  return tree->position[speed];
}
const char *pw_tree_name(const PwTree *tree, int32_t speed) {
  return tree->name[speed];
}

void pw_tree_place(PwTree *tree, double t, const PwDiscrete *discrete, const double *x, double *q) {
  const PawlMechanism *k = tree->k;
  if (k->planar) {
    pw_tree_plane_mount(tree, t, discrete);
    pw_tree_plane_place(tree, x);
  } else {
    pw_tree_space_mount(tree, t, discrete);
    pw_tree_space_place(tree, x);
  }
  memcpy(q, tree->q + pw_coordinates_per_body(k), (size_t)pw_position_count(k) * sizeof *q);
}

void pw_tree_move(PwTree *tree, const double *u, double *v) {
  const PawlMechanism *k = tree->k;
  memcpy(tree->u, u, (size_t)tree->speeds * sizeof *u);
  if (k->planar) {
    pw_tree_plane_move(tree);
  } else {
    pw_tree_space_move(tree);
  }
  memcpy(v, tree->v + pw_speeds_per_body(k), (size_t)pw_speed_count(k) * sizeof *v);
}

void pw_tree_bias(const PwTree *tree, double *a) {
  if (tree->k->planar) {
    pw_tree_plane_bias(tree, a);
  } else {
    pw_tree_space_bias(tree, a);
  }
}

void pw_tree_rate(const PwTree *tree, const double *x, const double *u, double *dxdt) {
  for (int32_t i = 0; i < tree->links; i++) {
    const PwLink *link = &tree->link[i];
    int32_t plain = link->turn == PW_TURN_BALL ? link->shifts : link->positions;
    for (int32_t n = 0; n < plain; n++) dxdt[link->x + n] = u[link->u + n];
    if (link->turn != PW_TURN_BALL) continue;
    const double *w = u + link->u + plain, half[4] = {0, w[0] / 2, w[1] / 2, w[2] / 2};
    pw_quat_multiply(half, x + link->x + plain, dxdt + link->x + plain);
  }
}

void pw_tree_add(const PwTree *tree, const double *x, const double *du, double *out) {
  if (out != x) memcpy(out, x, (size_t)tree->positions * sizeof *out);
  for (int32_t i = 0; i < tree->links; i++) {
    const PwLink *link = &tree->link[i];
    int32_t plain = link->turn == PW_TURN_BALL ? link->shifts : link->positions;
    for (int32_t n = 0; n < plain; n++) out[link->x + n] += du[link->u + n];
    if (link->turn == PW_TURN_BALL) pw_quat_turn(out + link->x + plain, du + link->u + plain);
  }
}

bool pw_tree_turns(const PwTree *tree, int32_t speed) {
  return tree->turns[speed];
}

int32_t pw_tree_branch(const PwTree *tree, int32_t speed) {
  return tree->branch[speed];
}

int32_t pw_tree_speed_of(const PwTree *tree, int32_t body) {
  while (body && tree->link[tree->link_of[body]].speeds == 0) body = tree->link[tree->link_of[body]].parent;
  return body ? tree->link[tree->link_of[body]].u : -1;
}

int32_t pw_tree_common(const PwTree *tree, int32_t a, int32_t b) {
  while (a != b) {
    int32_t *deeper = tree->depth[b] > tree->depth[a] ? &b : &a;
    *deeper = tree->link[tree->link_of[*deeper]].parent;
  }
  return a;
}

int32_t pw_tree_list(const PwTree *tree, int32_t body, int32_t stop, bool *marked, int32_t *speed) {
  int32_t count = 0;
  while (body != stop) {
    const PwLink *link = &tree->link[tree->link_of[body]];
    for (int32_t n = link->u; n < link->u + link->speeds; n++) {
      if (!marked[n]) speed[count++] = n;
      marked[n] = true;
    }
    body = link->parent;
  }
  return count;
}
