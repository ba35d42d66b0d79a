#include "model/mesh_file.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/text.h"
#include "model/mesh_source.h"

static const double LARGEST = 1e15;  // m, as for any length of a model

// ---- complaints

static bool complain(PwMeshSource *s, PwPlace place, const char *format, va_list args) {
  char text[300];
  if (s->status != PAWL_OK) return false;
  vsnprintf(text, sizeof text, format, args);
  s->status = pw_fail(s->messages, PAWL_ERR_INPUT, place, "%s", text);
  return false;
}

bool pw_source_fail(PwMeshSource *s, const char *format, ...) {
  va_list args;
  va_start(args, format);
  complain(s, (PwPlace){s->path, s->word_line, s->word_column}, format, args);
  va_end(args);
  return false;
}

bool pw_source_fail_whole(PwMeshSource *s, const char *format, ...) {
  va_list args;
  va_start(args, format);
  complain(s, (PwPlace){s->path, 0, 0}, format, args);
  va_end(args);
  return false;
}

const char *pw_source_say(const PwMeshSource *s) {
  for (const char *c = s->word; *c; c++) {
    if (*c < ' ' || *c > '~') return "bytes that are no text";
  }
  return s->word;
}

// ---- bytes and words

bool pw_source_fill(PwMeshSource *s) {
  if (s->status != PAWL_OK) return false;
  s->before += (int64_t)s->end;
  s->at = s->end = 0;
  ssize_t n;
  while ((n = read(s->fd, s->data, sizeof s->data)) < 0 && errno == EINTR) continue;
  if (n < 0) {
    s->status = pw_fail(s->messages, PAWL_ERR_IO, (PwPlace){s->path, 0, 0}, "cannot be read: %s", strerror(errno));
    return false;
  }
  s->end = (size_t)n;
  return n > 0;
}

size_t pw_source_bytes(PwMeshSource *s, unsigned char *out, size_t count) {
  size_t got = 0;
  while (got < count && (s->at < s->end || pw_source_fill(s))) {
    size_t n = s->end - s->at < count - got ? s->end - s->at : count - got;
    memcpy(out + got, s->data + s->at, n);
    s->at += n;
    got += n;
  }
  return got;
}

static bool is_blank(int c) {
  return c == ' ' || c == '\t' || c == '\r' || c == '\v' || c == '\f';
}

static int32_t clamp(int64_t n) {
  return n > INT32_MAX ? INT32_MAX : (int32_t)n;
}

bool pw_source_word(PwMeshSource *s) {
  int c;
  size_t n = 0;
  while (is_blank(c = pw_source_peek(s))) s->at++;
  s->word_line = s->line;
  s->word_column = clamp(s->before + (int64_t)s->at - s->line_start + 1);
  for (; c >= 0 && c != '\n' && !is_blank(c); c = pw_source_peek(s)) {
    if (n + 1 < sizeof s->word) s->word[n++] = c ? (char)c : '\1';  // a zero is no text, either
    s->at++;
  }
  s->word[n] = 0;
  return n > 0;
}

void pw_source_line(PwMeshSource *s) {
  int c;
  while ((c = pw_source_peek(s)) >= 0 && c != '\n') s->at++;
  if (c < 0) return;
  s->at++;
  if (s->line < INT32_MAX) s->line++;
  s->line_start = s->before + (int64_t)s->at;
}

bool pw_source_any_word(PwMeshSource *s) {
  while (!pw_source_word(s)) {
    if (pw_source_peek(s) < 0) return false;
    pw_source_line(s);
  }
  return true;
}

bool pw_source_is(const PwMeshSource *s, const char *word) {
  return strcasecmp(s->word, word) == 0;
}

bool pw_source_number(PwMeshSource *s, const char *what, double *out) {
  if (!pw_source_word(s)) return pw_source_fail(s, "%s is missing", what);
  const char *text = s->word + (s->word[0] == '+');
  int used = pw_double_parse(text, out);
  if (!used || text[used]) return pw_source_fail(s, "'%s' is no finite number", pw_source_say(s));
  if (!(fabs(*out) <= LARGEST)) return pw_source_fail(s, "%s cannot be a length", pw_source_say(s));
  return true;
}

// ---- into the builder

static bool add(PwMeshSource *s, PawlStatus status, const char *what) {
  if (status == PAWL_OK) return true;
  if (status == PAWL_ERR_UNSUPPORTED) return pw_source_fail_whole(s, "has more than %d %s", PW_TRIMESH_MOST, what);
  if (s->status == PAWL_OK) s->status = status;
  return false;
}

bool pw_source_vertex(PwMeshSource *s, const double x[3], int32_t *out) {
  return add(s, pw_mesh_add_vertex(&s->builder, x, out), "vertices");
}

bool pw_source_triangle(PwMeshSource *s, const int32_t c[3]) {
  return add(s, pw_mesh_add_triangle(&s->builder, c[0], c[1], c[2]), "triangles");
}

// ---- files

static bool ends_in(const char *path, const char *end) {
  size_t n = strlen(path), m = strlen(end);
  return n > m && strcasecmp(path + n - m, end) == 0;
}

static bool open_file(PwMeshSource *s, PwPlace place) {
  struct stat info;
  s->fd = open(s->path, O_RDONLY | O_NONBLOCK);  // a pipe must not block
  if (s->fd < 0 || fstat(s->fd, &info) != 0) {
    s->status = pw_fail(s->messages, PAWL_ERR_IO, place, "cannot open '%s': %s", s->path, strerror(errno));
  } else if (!S_ISREG(info.st_mode)) {
    s->status = pw_fail(s->messages, PAWL_ERR_IO, place, "'%s' is not a regular file", s->path);
  } else {
    s->size = info.st_size;
  }
  return s->status == PAWL_OK;
}

static bool read_all(PwMeshSource *s, const char *group) {
  bool obj = ends_in(s->path, ".obj");
  if (obj ? !pw_obj_read(s, group) : !pw_stl_read(s)) return false;
  if (s->builder.triangles > 0) return true;
  return pw_source_fail_whole(s, s->builder.found.degenerate ? "none of its triangles has three corners" : "has no triangles");
}

PawlStatus pw_mesh_load(const char *path, const char *group, double unit, double weld, PwPlace place, PawlMessages *messages,
                        PwTriMesh **out) {
  *out = NULL;
  bool stl = ends_in(path, ".stl");
  if (!stl && !ends_in(path, ".obj")) {
    return pw_fail(messages, PAWL_ERR_INPUT, place, "'%.200s' is no mesh: its name must end in .stl or .obj", path);
  }
  if (stl && group) return pw_fail(messages, PAWL_ERR_INPUT, place, "an STL file has no groups");
  PwMeshSource *s = calloc(1, sizeof *s);
  if (!s) return PAWL_ERR_MEMORY;
  s->path = path;
  s->messages = messages;
  s->line = 1;
  s->fd = -1;
  s->builder.weld = weld / unit;
  if (open_file(s, place) && read_all(s, group)) s->status = pw_mesh_finish(&s->builder, unit, out);
  if (s->fd >= 0) close(s->fd);
  pw_mesh_builder_free(&s->builder);
  PawlStatus status = s->status;
  free(s);
  return status;
}
