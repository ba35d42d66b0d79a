// Values of scene.json: what is not there or not what it must be is complained about once, and read as nothing.
#ifndef PW_SCENE_READ_H
#define PW_SCENE_READ_H
#include "report/scene.h"

typedef struct {
  const char *path;
  PwArena *arena;
  PawlMessages *messages;
  PawlStatus status;
} PwSceneReader;

void pw_scene_complain(PwSceneReader *r, const char *key);
void *pw_scene_allocate(PwSceneReader *r, size_t count, size_t size);  // zeroed; NULL: r->status says why
const char *pw_scene_get_text(PwSceneReader *r, const json_t *object, const char *key);
double pw_scene_get_number(PwSceneReader *r, const json_t *value, const char *what);
void pw_scene_get_numbers(PwSceneReader *r, const json_t *list, const char *what, double *out, size_t count);
// A list; its length goes to *count, and zeroed items of `size` bytes are returned.
void *pw_scene_get_list(PwSceneReader *r, const json_t *object, const char *key, size_t size, int32_t *count);
const json_t *pw_scene_get_item(const json_t *object, const char *key, int32_t i);

PwSceneBox pw_scene_box(const double *point, size_t count);  // around x y z points

// The surfaces of a body; none: the key may be missing.
void pw_scene_read_surfaces(PwSceneReader *r, const json_t *from, PwSceneBody *out);
// Its meshes; the same.
void pw_scene_read_meshes(PwSceneReader *r, const json_t *from, PwSceneBody *out);
// Shapes and gears of bodies without profiles and surfaces; joints have been read.
void pw_scene_read_solids(PwSceneReader *r, const json_t *root, PwScene *s);
#endif
