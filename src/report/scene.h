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
  bool hidden, construction;
} PwSceneProfile;

// Around something, in body axes; sides are 2 half.
typedef struct {
  double center[3], half[3];
} PwSceneBox;

// A grid of points, line (i, j) at [i count[1] + j]. Cells whose corners lie on each other are poles and kinks.
typedef struct {
  const char *name;
  int32_t count[2];
  bool closed[2];  // the last line lies on the first
  bool *edge[2];   // [count] lines on borders and kinks
  double *point;   // x y z, body axes
  double *normal;  // unit, out of the material
  bool plane;      // a floor may be as wide as one likes: a view need not hold it
  PwSceneBox box;
} PwSceneSurface;

// Triangles, counter-clockwise seen from outside.
typedef struct {
  const char *name;
  bool closed;
  int32_t points, triangles;
  double (*point)[3];  // body axes
  int32_t (*triangle)[3];
  PwSceneBox box;
} PwSceneMesh;

typedef struct {
  double position[3], quaternion[4];
} PwScenePose;

// A shape that mass was computed from, or a gear: an outline with its plane in the middle of a depth, or a sphere.
typedef struct {
  PwSceneProfile outline;
  double depth;
  double radius;     // of a sphere; else 0
  PwScenePose pose;  // on the body
  PwSceneBox box;
} PwSceneSolid;

typedef struct {
  const char *name;
  double center[3];
  int32_t profiles, constructions, surfaces, solids, meshes;
  PwSceneProfile *profile;       // without the hidden ones
  PwSceneProfile *construction;  // drawn as lines, besides whatever the body looks like
  PwSceneSurface *surface;
  PwSceneSolid *solid;  // in space, where there is neither; in the plane they are profiles
  PwSceneMesh *mesh;    // instead of all these, but for constructions
  int32_t ends;  // of lines from the centre of mass that stand for a body without profiles: points of its joints and springs
                 // outside its surfaces and solids, or those of a cross where it has nothing; body axes. Ground has none
  double (*end)[3];
  bool cross;
} PwSceneBody;

typedef struct {
  const char *name, *type;
  int32_t body[2];
  PwScenePose frame[2];  // of a slide moved along its axis to beside the body's centre of mass
  double radius[2];      // of gears, < 0: of a ring; else 0
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
