#include "growth_models.h"

#include <math.h>
#include <stdint.h>

// The same numbers everywhere (splitmix64).
static double random_between(uint64_t *state, double low, double high) {
  uint64_t z = (*state += 0x9e3779b97f4a7c15u);
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return low + (high - low) * (double)((z ^ (z >> 31)) >> 11) * 0x1p-53;
}

static void write_links(FILE *out, int n, int children) {
  fprintf(out, "planar: true\ngravity: [0, -9.81]\nbodies:\n");
  for (int i = 0; i < n; i++)
    fprintf(out, "  b%d: {mass: 1, inertia: 0.1, position: [%d, %d], center: [0.5, 0]}\n", i, i % 100, i / 100);
  fprintf(out, "joints:\n");
  for (int i = 0; i < n; i++) {
    fprintf(out, "  j%d: {type: revolute, between: [", i);
    fprintf(out, i ? "b%d" : "ground", (i - 1) / children);
    fprintf(out, ", b%d], at: [%d, %d]}\n", i, i % 100, i / 100);
  }
}

static void write_chain(FILE *out, int n) {
  write_links(out, n, 1);
}
static void write_tree(FILE *out, int n) {
  write_links(out, n, 2);
}

// Parallelograms in a row.
static void write_loops(FILE *out, int n) {
  fprintf(out, "planar: true\ngravity: [0, -9.81]\nbodies:\n");
  for (int i = 0; i <= n; i++) fprintf(out, "  v%d: {mass: 1, inertia: 0.1, position: [%d, 0], center: [0, 0.5]}\n", i, i);
  for (int i = 0; i < n; i++) fprintf(out, "  h%d: {mass: 1, inertia: 0.1, position: [%d, 1], center: [0.5, 0]}\n", i, i);
  fprintf(out, "joints:\n");
  for (int i = 0; i <= n; i++) fprintf(out, "  g%d: {type: revolute, between: [ground, v%d], at: [%d, 0]}\n", i, i, i);
  for (int i = 0; i < n; i++) {
    fprintf(out, "  a%d: {type: revolute, between: [v%d, h%d], at: [%d, 1]}\n", i, i, i, i);
    fprintf(out, "  c%d: {type: revolute, between: [h%d, v%d], at: [%d, 1]}\n", i, i, i + 1, i + 1);
  }
  fprintf(out, "initial: {bodies: {v0: {angular_velocity: 1}}}\n");
}

static void list(FILE *out, int n, double restitution) {
  fprintf(out, "contacts: {all: {bodies: [ground");
  for (int i = 0; i < n; i++) fprintf(out, ", b%d", i);
  fprintf(out, "], restitution: %g}}\n", restitution);
}

static void velocities(FILE *out, int n, int axes) {
  uint64_t seed = 1;
  fprintf(out, "initial:\n  bodies:\n");
  for (int i = 0; i < n; i++) {
    fprintf(out, "    b%d: {velocity: [", i);
    for (int c = 0; c < axes; c++) fprintf(out, "%s%.6f", c ? ", " : "", random_between(&seed, -1, 1));
    fprintf(out, "]}\n");
  }
}

// Discs that bounce in a square box, a list of bodies.
static void write_discs(FILE *out, int n) {
  int side = (int)ceil(sqrt(n));
  double length = 0.3 * side;
  uint64_t seed = 2;
  fprintf(out, "planar: true\ngravity: [0, 0]\nbodies:\n  ground:\n    profiles:\n");
  const double corner[5][2] = {{0, 0}, {0, length}, {length, length}, {length, 0}, {0, 0}};
  for (int i = 0; i < 4; i++) {
    fprintf(out, "      w%d: {start: [%g, %g], chain: [{line: {to: [%g, %g]}}], closed: false}\n", i, corner[i][0], corner[i][1],
            corner[i + 1][0], corner[i + 1][1]);
  }
  for (int i = 0; i < n; i++) {
    fprintf(out, "  b%d: {mass: 1, inertia: 0.005, position: [%.6f, %.6f], profiles: {o: {circle: {radius: 0.1}}}}\n", i,
            0.3 * (i % side + 0.5) + random_between(&seed, -0.02, 0.02),
            0.3 * (i / side + 0.5) + random_between(&seed, -0.02, 0.02));
  }
  list(out, n, 0.9);
  velocities(out, n, 2);
}

// Balls in space that meet each other and a floor.
static void write_balls(FILE *out, int n) {
  int side = (int)ceil(cbrt(n));
  uint64_t seed = 3;
  fprintf(out, "gravity: [0, 0, -9.81]\nbodies:\n  ground: {surfaces: {floor: {plane: {size: [100, 100]}}}}\n");
  for (int i = 0; i < n; i++) {
    int at[3] = {i % side, i / side % side, i / side / side};
    fprintf(out, "  b%d: {mass: 1, inertia: 0.004, surfaces: {s: {sphere: {radius: 0.1}}}, position: [", i);
    for (int c = 0; c < 3; c++) fprintf(out, "%s%.6f", c ? ", " : "", 0.3 * (at[c] + 0.5) + random_between(&seed, -0.02, 0.02));
    fprintf(out, "]}\n");
  }
  list(out, n, 0.9);
  velocities(out, n, 3);
}

// A plate that slides over pins in a row.
static void write_plate(FILE *out, int n) {
  double end = 0.025 * n + 0.1;
  fprintf(out, "planar: true\ngravity: [0, -9.81]\nbodies:\n  ground:\n    profiles:\n");
  for (int i = 0; i < n; i++) fprintf(out, "      p%d: {circle: {center: [%g, -0.01], radius: 0.01}}\n", i, 0.05 * i);
  fprintf(out,
          "  plate: {mass: 1, inertia: 0.1, position: [%g, 0], profiles: {under: {start: [%g, 0], chain: [{line: {to: [%g, 0]}}, "
          "{line: {to: [%g, 0.1]}}, {line: {to: [%g, 0.1]}}, {line: {to: [%g, 0]}}]}}}\ncontacts:\n",
          0.025 * n, -end, end, end, -end, -end);
  for (int i = 0; i < n; i++) fprintf(out, "  c%d: {profiles: [plate.under, ground.p%d]}\n", i, i);
  fprintf(out, "initial: {bodies: {plate: {velocity: [0.5, 0]}}}\n");
}

// Columns of two boxes on a floor, far apart: touches that do not know of each other.
static void write_columns(FILE *out, int n) {
  fprintf(out,
          "planar: true\ngravity: [0, -9.81]\nbodies:\n"
          "  ground: {profiles: {floor: {start: [%d, 0], chain: [{line: {to: [-2, 0]}}], closed: false}}}\n",
          n + 2);
  for (int i = 0; i < n; i++) {
    fprintf(out,
            "  b%d: {mass: 1, inertia: 0.1, position: [%d, %g], profiles: {o: {start: [-0.2, -0.1], chain: [{line: {to: [0.2, "
            "-0.1]}}, "
            "{line: {to: [0.2, 0.1]}}, {line: {to: [-0.2, 0.1]}}, {line: {to: [-0.2, -0.1]}}]}}}\n",
            i, i / 2 * 2, i % 2 ? 0.3 : 0.1);
  }
  list(out, n, 0);
}

static void outline(FILE *out, int n, double radius, double wave) {
  for (int i = 0; i <= n; i++) {
    double angle = 2 * acos(-1) * (i % n) / n, r = radius + (i % 2 ? wave : 0);
    fprintf(out, i ? "%s{line: {to: [%.12g, %.12g]}}" : "%s{start: [%.12g, %.12g], chain: [", i > 1 ? ", " : "", r * cos(angle),
            r * sin(angle));
  }
  fprintf(out, "]}");
}

// A polygon of n sides that falls onto another.
static void write_polygons(FILE *out, int n) {
  fprintf(out, "planar: true\ngravity: [0, -9.81]\nbodies:\n  ground: {profiles: {o: ");
  outline(out, n, 1, 0);
  fprintf(out, "}}\n  b: {mass: 1, inertia: 0.1, position: [0.1, 2.02], profiles: {o: ");
  outline(out, n, 1, 0);
  fprintf(out, "}}\ncontacts: {c: {profiles: [b.o, ground.o], restitution: 0.3}}\n");
}

// The same with teeth.
static void write_stars(FILE *out, int n) {
  fprintf(out, "planar: true\ngravity: [0, -9.81]\nbodies:\n  ground: {profiles: {o: ");
  outline(out, n, 1, 1.0 / n);
  fprintf(out, "}}\n  b: {mass: 1, inertia: 0.1, position: [0.1, 2.05], profiles: {o: ");
  outline(out, n, 1, 1.0 / n);
  fprintf(out, "}}\ncontacts: {c: {profiles: [b.o, ground.o], restitution: 0.3}}\n");
}

const PwGrowth pw_growth[PW_GROWTHS] = {
    {"chain, bodies", {1000, 3000, 10000}, 1.2, "0.02", write_chain},
    {"tree, bodies", {1000, 3000, 10000}, 1.2, "0.02", write_tree},
    {"loops", {400, 1000, 4000}, 1.2, "0.02", write_loops},
    {"discs in a list", {125, 250, 500, 1000}, 2.2, "0.1", write_discs},
    {"balls in a list", {125, 250, 500}, 2.2, "0.05", write_balls},
    {"plate, pins", {100, 300, 1000}, 2.2, "0.1", write_plate},
    {"boxes on a floor", {40, 80, 160}, 2.2, "0.05", write_columns},
    {"polygons, sides", {200, 2000, 8000}, 1.5, "0.1", write_polygons},
    {"stars, sides", {200, 2000, 8000}, 1.5, "0.1", write_stars},
};
