// A polygon with holes as triangles.
#ifndef PW_TRIANGLES_H
#define PW_TRIANGLES_H
#include "base/arena.h"
#include "report/outline.h"

// Fills o->triangle from the points of o, whose boundaries `after` tells: the outline counter-clockwise, holes clockwise and
// inside. A hole that no straight cut joins to the rest is filled. False when out of memory.
bool pw_triangles_cut(PwOutline *o, PwArena *arena);
#endif
