// scene.json as it is read back, checked: what a drawing or an export needs of a mechanism's looks.
#ifndef PW_REPORT_SCENE_H
#define PW_REPORT_SCENE_H
#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/messages.h"

typedef struct {
  const char *kind;
  int32_t count;        // points
  const double *point;  // x y pairs, body axes
} PwSceneElement;

typedef struct {
  const char *name;
  bool closed;
  int32_t elements;
  PwSceneElement *element;
} PwSceneProfile;

typedef struct {
  const char *name;
  double center[3];
  int32_t profiles;
  PwSceneProfile *profile;
  int32_t ends;  // of lines from the centre of mass that stand for a body without profiles: points of its joints and springs, or
  double (*end)[3];  // those of a cross where it has none; body axes. Ground has none
  bool cross;
} PwSceneBody;

typedef struct {
  double position[3], quaternion[4];
} PwScenePose;

typedef struct {
  const char *name, *type;
  int32_t body[2];
  PwScenePose frame[2];  // of a slide moved along its axis to beside the body's centre of mass
} PwSceneJoint;

typedef struct {
  const char *name;
  int32_t body[2];
  double point[2][3];
} PwSceneSpring;

typedef struct {
  const char *name;
  int32_t body[2];
  int32_t slots;
  bool stop;
} PwSceneContact;

typedef struct {
  const char *name, *unit[5];
  double si[5];  // of length, mass, time, angle, force
  bool planar;
  double size;
  int32_t bodies, joints, springs, contacts;
  PwSceneBody *body;  // [0] is ground
  PwSceneJoint *joint;
  PwSceneSpring *spring;
  PwSceneContact *contact;
} PwScene;

enum { PW_UNIT_LENGTH, PW_UNIT_MASS, PW_UNIT_TIME, PW_UNIT_ANGLE, PW_UNIT_FORCE };

// Texts point into `root`, arrays stand in the arena. PAWL_ERR_INPUT: the message names `path` and what is wrong.
PawlStatus pw_scene_read(const json_t *root, const char *path, PwArena *arena, PawlMessages *messages, PwScene *out);
#endif
