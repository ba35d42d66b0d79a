// A result folder with surfaces, made without a run: what every viewer must show. A ball of radius 0.1 m rolls on a floor along
// x at 0.5 m/s with its weight of 10 N on it; over it a ring with a square bore, a net like a roof and the edge of a disc.
#ifndef PW_TEST_SURFACE_FOLDER_H
#define PW_TEST_SURFACE_FOLDER_H
#include "analysis/scene.h"
#include "report_place.h"
#include "result/result.h"
#include "surfaces.h"

enum { FLOOR, BALL, RING, ROOF, DISC, SKINS };  // ring, roof and disc on one body
enum { ROWS = 21 };

static inline PwSkin skin_of(const char *name, int32_t body, PawlSurfaceType type, PwSurface s) {
  return (PwSkin){.name = name, .body = body, .type = type, .geometry = s, .axes = {1, 0, 0, 0, 1, 0, 0, 0, 1}};
}

static inline PwSurface roof_net(PwArena *arena) {
  static const double point[3][2][3] = {
      {{-0.1, 0, 0}, {-0.1, 0.2, 0}}, {{0, 0, 0.1}, {0, 0.2, 0.1}}, {{0.1, 0, 0}, {0.1, 0.2, 0}}};
  PwSurfaceDef def = {.kind = PW_SURFACE_NURBS, .nurbs = {.degree = {1, 1}, .count = {3, 2}, .point = point[0][0], .points = 6}};
  return made(&def, arena);
}

// The ring: (r, z) from 0.1 to 0.2, -0.05 to 0.05.
static inline PwSurface ring_surface(PwArena *arena) {
  static PwProfile square;
  PawlElementDef d[4] = {line_def(0.1, -0.05, 0.2, -0.05), line_def(0.2, -0.05, 0.2, 0.05), line_def(0.2, 0.05, 0.1, 0.05),
                         line_def(0.1, 0.05, 0.1, -0.05)};
  square = profile_of(d, 4, true, arena);
  return turned(&square, arena);
}

// The text of scene.json. The ball's centre of mass stands 0.02 beside its origin; the ring is turned by 90 degrees about x and
// 0.5 above.
static inline char *surface_scene(PwArena *arena) {
  static PwBody body[3];
  static PwSkin skin[SKINS];
  static PwContact contact[1];
  body[0] = (PwBody){.name = "ground"};
  body[1] = (PwBody){.name = "ball", .mass = 1, .center = {0.02, 0, 0}};
  body[2] = (PwBody){.name = "top", .mass = 1};
  skin[FLOOR] = skin_of("ground.floor", 0, PAWL_SURFACE_PLANE, ranged(PW_SURFACE_PLANE, 0, 0, -1, 100, -1, 1, arena));
  skin[BALL] = skin_of("ball.skin", 1, PAWL_SURFACE_SPHERE, simple(PW_SURFACE_SPHERE, 0.1, 0, 0, arena));
  skin[BALL].position[0] = -0.02;
  skin[RING] = skin_of("top.ring", 2, PAWL_SURFACE_REVOLUTION, ring_surface(arena));
  memcpy(skin[RING].axes, (double[9]){1, 0, 0, 0, 0, -1, 0, 1, 0}, sizeof skin[RING].axes);
  skin[RING].position[2] = 0.5;
  skin[ROOF] = skin_of("top.roof", 2, PAWL_SURFACE_NURBS, roof_net(arena));
  skin[DISC] = skin_of("top.disc", 2, PAWL_SURFACE_TORUS, simple(PW_SURFACE_TORUS, 0.05, 0, 0, arena));
  contact[0] = (PwContact){
      .name = "rolls", .kind = PW_CONTACT_SURFACES, .boundary = {-1, -1}, .skin = {BALL, FLOOR}, .body = {1, 0}, .slots = 1};
  PawlMechanism k = {.name = "ball",
                     .units = pw_units_si(),
                     .gravity = {0, 0, -9.81},
                     .size = 0.6,
                     .bodies = 3,
                     .body = body,
                     .surfaces = SKINS,
                     .skin = skin,
                     .contacts = 1,
                     .contact = contact};
  return pw_scene_text(&k);
}

static inline double ball_x(int row) {
  return 0.5 * 0.05 * row;
}

static inline void surface_row(int row, double *v, double *touch) {
  double x = ball_x(row), half = x / 0.1 / 2;
  const double values[1 + 14] = {0.05 * row, x, 0, 0.1, cos(half), 0, sin(half), 0, 0, 0, 0, 1, 0, 0, 0};
  const double touches[2 + 12] = {0, 1, 2, x, 0, 0, 0, 0, 1, 10, 0, 0, x, 0};
  memcpy(v, values, sizeof values);
  memcpy(touch, touches, sizeof touches);
}

static inline void make_surface_folder(const char *folder) {
  static const char *const POSES[] = {"x", "y", "z", "qw", "qx", "qy", "qz"};
  static const char *const TOUCH[] = {"contact", "slot", "state", "x",  "y",  "z",  "nx",
                                      "ny",      "nz",   "force", "u1", "v1", "u2", "v2"};
  PwArena arena = {0};
  PwColumn column[2] = {{"t", "s", 1}, {"rolls.force", "N", 1}}, motion[15] = {{"t", "s", 1}}, touch[14];
  for (int i = 0; i < 14; i++)
    motion[1 + i] = (PwColumn){pw_arena_format(&arena, "%s.%s", i < 7 ? "ball" : "top", POSES[i % 7]), "", 1};
  for (int i = 0; i < 14; i++) touch[i] = (PwColumn){TOUCH[i], "", 1};
  const PwFieldScale none = {"", 1, 1};
  PwResultLayout layout = {.column = column,
                           .count = 2,
                           .motion = motion,
                           .motion_count = 15,
                           .touch = touch,
                           .touch_count = 14,
                           .event = {[PW_FIELD_TIME] = {"s", 1, 1},
                                     [PW_FIELD_LENGTH] = none,
                                     [PW_FIELD_GAP] = none,
                                     [PW_FIELD_SPEED] = none,
                                     [PW_FIELD_FORCE] = none,
                                     [PW_FIELD_IMPULSE] = none}};
  char *scene = surface_scene(&arena);
  assert_non_null(scene);
  PwResultWriter *w;
  assert_int_equal(pw_result_create(folder, &layout, NULL, &w), PAWL_OK);
  assert_int_equal(pw_result_file(w, "scene.json", scene, strlen(scene)), PAWL_OK);
  for (int i = 0; i < ROWS; i++) {
    double v[15], one[14], result[2];
    surface_row(i, v, one);
    result[0] = v[0];
    result[1] = one[9];
    assert_int_equal(pw_result_touch(w, one), PAWL_OK);
    assert_int_equal(pw_result_row(w, result, v), PAWL_OK);
  }
  assert_int_equal(pw_result_json(w, "{\"pawl_result\": 1, \"status\": \"done\"}"), PAWL_OK);
  assert_int_equal(pw_result_finish(w, NULL), PAWL_OK);
  free(scene);
  pw_arena_free(&arena);
}
#endif
