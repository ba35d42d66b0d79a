// Mesh files for tests: boxes and others as OBJ, written as text and binary STL, too.
#ifndef PW_TEST_MESH_FILES_H
#define PW_TEST_MESH_FILES_H
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "check.h"

static inline void put_bytes(const char *name, const void *bytes, size_t count) {
  FILE *file = fopen(name, "wb");
  assert_non_null(file);
  assert_int_equal(fwrite(bytes, 1, count, file), count);
  assert_int_equal(fclose(file), 0);
}

static inline void put_mesh(const char *name, const char *text) {
  put_bytes(name, text, strlen(text));
}

// The corners of the box from 0 to 1, 2, 3 and its six faces, seen from outside counter-clockwise.
#define BOX_CORNERS "v 0 0 0\nv 1 0 0\nv 1 2 0\nv 0 2 0\nv 0 0 3\nv 1 0 3\nv 1 2 3\nv 0 2 3\n"
#define BOX_FACES "f 1 4 3 2\nf 5 6 7 8\nf 1 2 6 5\nf 2 3 7 6\nf 3 4 8 7\nf 4 1 5 8\n"

// The same box as twelve triangles.
static const double BOX_POINT[8][3] = {{0, 0, 0}, {1, 0, 0}, {1, 2, 0}, {0, 2, 0}, {0, 0, 3}, {1, 0, 3}, {1, 2, 3}, {0, 2, 3}};
static const int BOX_TRIANGLE[12][3] = {{0, 3, 2}, {0, 2, 1}, {4, 5, 6}, {4, 6, 7}, {0, 1, 5}, {0, 5, 4},
                                        {1, 2, 6}, {1, 6, 5}, {2, 3, 7}, {2, 7, 6}, {3, 0, 4}, {3, 4, 7}};

static inline void put_box_text(const char *name) {
  FILE *file = fopen(name, "w");
  assert_non_null(file);
  fputs("solid a box\n", file);
  for (int t = 0; t < 12; t++) {
    fputs("facet normal 0 0 0\n outer loop\n", file);
    for (int k = 0; k < 3; k++) {
      const double *x = BOX_POINT[BOX_TRIANGLE[t][k]];
      fprintf(file, "  vertex %g %g %g\n", x[0], x[1], x[2]);
    }
    fputs(" endloop\nendfacet\n", file);
  }
  fputs("endsolid a box\n", file);
  assert_int_equal(fclose(file), 0);
}

enum { BOX_BYTES = 84 + 12 * 50 };

static inline void put_u32(unsigned char *at, uint32_t value) {
  for (int i = 0; i < 4; i++) at[i] = (unsigned char)(value >> 8 * i);
}

static inline void box_bytes(unsigned char out[BOX_BYTES]) {
  memset(out, 0, BOX_BYTES);
  memcpy(out, "solid, as some writers begin", 28);  // it is binary all the same
  put_u32(out + 80, 12);
  for (int i = 0; i < 12 * 9; i++) {
    float value = (float)BOX_POINT[BOX_TRIANGLE[i / 9][i / 3 % 3]][i % 3];
    uint32_t bits;
    memcpy(&bits, &value, 4);
    put_u32(out + 84 + 50 * (i / 9) + 12 + 4 * (i % 9), bits);
  }
}

static inline void put_box_binary(const char *name) {
  unsigned char bytes[BOX_BYTES];
  box_bytes(bytes);
  put_bytes(name, bytes, sizeof bytes);
}
#endif
