// What `pawl check` says, gathered once and then written as text or as JSON.
#ifndef PW_CHECK_ANALYSIS_H
#define PW_CHECK_ANALYSIS_H
#include <jansson.h>

#include "base/text.h"
#include "mechanics/motion.h"
#include "topology/graph.h"

enum { PW_CHECK_DIRECTIONS = 6 };  // no joint has more rows

typedef struct {
  int32_t row;                                 // its first redundant one; names the joint, coupler or drive
  int32_t count;                               // redundant rows
  const char *direction[PW_CHECK_DIRECTIONS];  // joints: x y z rx ry rz in axes of frame 1, "ground x", "length", ...
  int32_t planar_loop;                         // joints: length of the loop it closes, if that is planar in space; else 0
  const char *advice;                          // what to write instead; NULL: none
} PwRedundancy;

typedef struct {
  int32_t row;             // names the joint, coupler or drive
  double distance, angle;  // m, rad: by which it is open as drawn
  double relative;         // the larger of angle and distance over the mechanism's size
} PwApart;

typedef struct {
  const char *name;
  bool speed, angular;
  double miss;  // SI
} PwMissed;

// What two meshes of different bodies have in common at the start, in one piece; ground axes.
typedef struct {
  int32_t mesh[2];
  double volume, area, depth, point[3], normal[3];  // the normal out of the first
  bool crosses;                                     // else one is wholly inside the other
} PwMeshOverlap;

typedef struct {
  PwGraph graph;
  PwTopology topology;  // of it
  int8_t *incidence;    // bodies x joints
  int8_t *loops;        // loops x joints
  const char **name;    // of the joints, then of the contacts if they count
} PwCheckMatrices;

typedef struct {
  const PawlMechanism *k;
  PwArena arena;
  const PwCheckMatrices *matrices;  // NULL: not asked for
  int32_t driven, left;             // freedoms
  int32_t closed;                   // touches closed at the start; -1: no contact is declared closed, or it cannot be
  int32_t closed_left;              // freedoms left then
  int32_t redundancies, aparts, misseds;
  int32_t overlaps;  // contacts that overlap at the start; -1: not known, their touches cannot be found
  PwRedundancy *redundancy;
  PwApart *apart;  // largest first
  PwMissed *missed;
  struct PwStartOverlap *overlap;
  int32_t mesh_overlaps;
  PwMeshOverlap *mesh_overlap;
} PwCheck;

// "joint", "coupler" or "drive", and the name of it.
const char *pw_check_subject(const PawlMechanism *k, int32_t row, const char **name);
// Type of the i-th force (springs, joint forces, bushings, then applied ones, then callbacks); NULL: it belongs to the one
// before.
int32_t pw_check_forces(const PawlMechanism *k);
const char *pw_check_force(const PawlMechanism *k, int32_t i, const char **name);
// The loop of chord c as signed joints (joint + 1), from the body nearest to ground round to it; `out` holds the loop's length.
int32_t pw_check_loop(const PawlMechanism *k, int32_t c, int32_t *out);

PawlStatus pw_check_redundancies(PwCheck *check, const PwMotion *motion);
// check_contact.c: touches that are closed at the start; profiles and contacts.
PawlStatus pw_check_closed(PwCheck *check);
void pw_check_contacts_text(const PawlMechanism *k, PwText *out);
json_t *pw_check_profiles_json(const PawlMechanism *k);
json_t *pw_check_contacts_json(const PawlMechanism *k);
// check_overlap.c: bodies that overlap at the start.
PawlStatus pw_check_overlaps(PwCheck *check);
void pw_check_overlaps_text(const PwCheck *check, PwText *out);
json_t *pw_check_overlaps_json(const PwCheck *check);
// check_surface.c
void pw_check_surfaces_text(const PawlMechanism *k, PwText *out);
json_t *pw_check_surfaces_json(const PawlMechanism *k);
// check_mesh.c
void pw_check_meshes_text(const PawlMechanism *k, PwText *out);
json_t *pw_check_meshes_json(const PawlMechanism *k);
// check_mesh_overlap.c: meshes that are in each other at the start.
PawlStatus pw_check_mesh_overlaps(PwCheck *check);
void pw_check_mesh_overlaps_text(const PwCheck *check, PwText *out);
json_t *pw_check_mesh_overlaps_json(const PwCheck *check);

// check_matrices.c
PawlStatus pw_check_matrices(const PawlMechanism *k, bool contacts, PwArena *arena, PwCheckMatrices *out);
void pw_check_matrices_text(const PawlMechanism *k, const PwCheckMatrices *m, PwText *out);
json_t *pw_check_matrices_json(const PawlMechanism *k, const PwCheckMatrices *m);

PawlStatus pw_check_write_text(const PwCheck *check, PwText *out);
PawlStatus pw_check_write_json(const PwCheck *check, PwText *out);
#endif
