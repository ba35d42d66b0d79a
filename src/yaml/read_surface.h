// Reading surfaces: what read_surface.c and read_net.c share.
#ifndef PW_READ_SURFACE_H
#define PW_READ_SURFACE_H
#include "yaml/reader.h"

// A surface while it is read.
typedef struct {
  PawlSurfaceDef def;
  const char *body_name;
  PawlElementDef alone;              // of a profile that has only one
  PwCsv csv;                         // of a net from a file of its own
  double *point, *weight, *knot[2];  // what def points at
} PwReadSurface;

// `nurbs` and `grid`; false after a complaint.
bool pw_read_nurbs(PwReader *r, const PwNode *map, PwReadSurface *s);
bool pw_read_grid(PwReader *r, const PwNode *map, PwReadSurface *s);
#endif
