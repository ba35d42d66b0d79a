// Mass, centre and inertia of solid shapes of one density.
#ifndef PW_SHAPES_H
#define PW_SHAPES_H
#include <stdbool.h>
#include <stdint.h>

typedef struct {
  double mass;
  double center[3];
  double inertia[6];  // xx yy zz xy xz yz about the centre; xy = integral of -x y
} PwSolid;

typedef enum { PW_SHAPE_BOX, PW_SHAPE_CYLINDER, PW_SHAPE_SPHERE, PW_SHAPE_OUTLINE } PwShapeKind;

// A shape as it was written, for drawings: SI, placed in body axes.
typedef struct {
  PwShapeKind kind;
  double size[3];                      // box: sides; cylinder: radius, length along its z; sphere: radius; outline: depth
  double position[3], orientation[4];  // of its own axes
  int32_t points;                      // of an outline
  const double (*point)[2];
} PwShape;

// All with density 1, so `mass` is the volume; centred on the origin except the outline.
PwSolid pw_solid_box(const double sides[3]);
PwSolid pw_solid_cylinder(double radius, double length, int axis);  // about x (0), y (1) or z (2)
PwSolid pw_solid_sphere(double radius);
// A polygon in the plane z = 0, its last point joined to the first, extruded from -depth/2 to depth/2. Either sense of rotation.
PwSolid pw_solid_outline(const double (*point)[2], int32_t count, double depth);

// Turned by q about the origin, then shifted.
void pw_solid_move(PwSolid *solid, const double shift[3], const double q[4]);
void pw_solid_add(PwSolid *sum, const PwSolid *other);
void pw_solid_scale(PwSolid *solid, double factor);

// First pair of edges that meet other than at a shared end, as indices of their first points; false if there is none.
bool pw_outline_crosses(const double (*point)[2], int32_t count, int32_t pair[2]);
#endif
