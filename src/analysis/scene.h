// scene.json: what a mechanism looks like, for pages and exports.
#ifndef PW_SCENE_H
#define PW_SCENE_H
#include "compile/mechanism.h"

// The file's text; NULL when out of memory. free().
char *pw_scene_text(const PawlMechanism *k);
#endif
