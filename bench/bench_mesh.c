// How long meshes take to load, and how much memory: tori in binary and text STL and in OBJ, each load in a process of its own.
//   bench_mesh [TRIANGLES ...]     default 20000 200000 1000000
// The files are made in the current folder and removed. Exit status 1 where a volume is not that of the polyhedron.
#include <math.h>
#include <pawl/pawl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "measure.h"

static const double PI = 3.14159265358979323846, RADIUS = 2, TUBE = 0.7;

typedef struct {
  int around, across;  // points each way
} Torus;

static void point_of(const Torus *t, int i, int k, double x[3]) {
  double a = 2 * PI * (i % t->around) / t->around, b = 2 * PI * (k % t->across) / t->across, r = RADIUS + TUBE * cos(b);
  x[0] = (float)(r * cos(a)), x[1] = (float)(r * sin(a)), x[2] = (float)(TUBE * sin(b));
}

// The corners of triangle n.
static void corners_of(const Torus *t, long n, int corner[3][2]) {
  static const int step[2][3][2] = {{{0, 0}, {1, 0}, {1, 1}}, {{0, 0}, {1, 1}, {0, 1}}};
  int i = (int)(n / 2 / t->across), k = (int)(n / 2 % t->across);
  for (int c = 0; c < 3; c++) {
    corner[c][0] = (i + step[n % 2][c][0]) % t->around;
    corner[c][1] = (k + step[n % 2][c][1]) % t->across;
  }
}

static void write_binary(const Torus *t, FILE *file) {
  uint32_t count = (uint32_t)(2L * t->around * t->across);
  unsigned char head[84] = {0}, record[50] = {0};
  for (int b = 0; b < 4; b++) head[80 + b] = (unsigned char)(count >> 8 * b);
  fwrite(head, 1, sizeof head, file);
  for (long n = 0; n < (long)count; n++) {
    int corner[3][2];
    corners_of(t, n, corner);
    for (int c = 0; c < 9; c++) {
      double x[3];
      uint32_t bits;
      point_of(t, corner[c / 3][0], corner[c / 3][1], x);
      float value = (float)x[c % 3];
      memcpy(&bits, &value, sizeof bits);
      for (int b = 0; b < 4; b++) record[12 + 4 * c + b] = (unsigned char)(bits >> 8 * b);
    }
    fwrite(record, 1, sizeof record, file);
  }
}

static void write_text(const Torus *t, FILE *file) {
  fputs("solid torus\n", file);
  for (long n = 0; n < 2L * t->around * t->across; n++) {
    int corner[3][2];
    corners_of(t, n, corner);
    fputs("facet normal 0 0 0\nouter loop\n", file);
    for (int c = 0; c < 3; c++) {
      double x[3];
      point_of(t, corner[c][0], corner[c][1], x);
      fprintf(file, "vertex %.9g %.9g %.9g\n", x[0], x[1], x[2]);
    }
    fputs("endloop\nendfacet\n", file);
  }
  fputs("endsolid torus\n", file);
}

static void write_obj(const Torus *t, FILE *file) {
  for (int i = 0; i < t->around; i++) {
    for (int k = 0; k < t->across; k++) {
      double x[3];
      point_of(t, i, k, x);
      fprintf(file, "v %.9g %.9g %.9g\n", x[0], x[1], x[2]);
    }
  }
  for (long n = 0; n < 2L * t->around * t->across; n++) {
    int c[3][2];
    corners_of(t, n, c);
    fprintf(file, "f %d %d %d\n", c[0][0] * t->across + c[0][1] + 1, c[1][0] * t->across + c[1][1] + 1,
            c[2][0] * t->across + c[2][1] + 1);
  }
}

// Loads the file and prints a row; 0: all is right. Of the polyhedron: rings with n points have the area of a polygon of n sides.
static int load(const Torus *t, const char *path) {
  PawlModel *model = pawl_model_create();
  PawlMessages *messages = pawl_messages_create();
  PawlMeshDef def = pawl_mesh_def_default();
  PawlMeshId mesh = {0};
  double volume = NAN, center[3], inertia[6], begin = pw_cpu_seconds();
  def.name = "ground.torus";
  def.body = pawl_model_ground(model);
  def.file = path;
  PawlStatus status = pawl_model_add_mesh(model, &def, messages, &mesh);
  double seconds = pw_cpu_seconds() - begin;
  if (status == PAWL_OK) status = pawl_model_mesh_solid(model, mesh, &volume, center, inertia);
  double known = 2 * PI * PI * RADIUS * TUBE * TUBE, coarse = 7.0 / t->around / t->around + 7.0 / t->across / t->across;
  struct rusage usage;
  getrusage(RUSAGE_SELF, &usage);
  long triangles = 2L * t->around * t->across;
  printf("| %s | %ld | %.2f | %.0f | %.0f |\n", path + strlen("bench-mesh"), triangles, seconds, usage.ru_maxrss / 1024.0,
         usage.ru_maxrss * 1024.0 / (double)triangles);
  fflush(stdout);
  bool right = status == PAWL_OK && fabs(volume - known) < coarse * known;
  if (!right) fprintf(stderr, "%s: %s\n", path, status ? pawl_messages_get(messages, 0).text : "the volume is wrong");
  pawl_messages_free(messages);
  pawl_model_free(model);
  return !right;
}

static int measure_file(const Torus *t, const char *path, void (*write_it)(const Torus *, FILE *)) {
  FILE *file = fopen(path, "wb");
  if (!file) return 1;
  write_it(t, file);
  int status = fclose(file);
  pid_t child = status == 0 ? fork() : -1;
  if (child == 0) exit(load(t, path));
  if (child > 0) waitpid(child, &status, 0);
  remove(path);
  return child < 0 || status != 0;
}

int main(int argc, char **argv) {
  static char *usual[] = {NULL, "20000", "200000", "1000000"};
  int bad = 0, count = argc > 1 ? argc : 4;
  char **size = argc > 1 ? argv : usual;
  puts("| file | triangles | s of processor time | MB at most | bytes per triangle |\n|---|---|---|---|---|");
  fflush(stdout);
  for (int i = 1; i < count; i++) {
    Torus t = {.across = (int)sqrt(atof(size[i]) / 8)};
    t.across = t.across < 3 ? 3 : t.across;
    t.around = (int)(atof(size[i]) / 2 / t.across);
    bad |= measure_file(&t, "bench-mesh.stl", write_binary);
    bad |= measure_file(&t, "bench-mesh-text.stl", write_text);
    bad |= measure_file(&t, "bench-mesh.obj", write_obj);
  }
  return bad;
}
