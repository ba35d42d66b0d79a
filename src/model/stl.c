// STL files. Binary: 80 bytes of anything, the number of triangles, then 50 bytes of each (normal, three corners, two bytes
// more). Text: facets between `solid` and `endsolid`. Normals are not read: the order of the corners says the same.
#include <math.h>
#include <string.h>

#include "model/mesh_source.h"

enum { HEAD = 84, RECORD = 50, NORMAL = 12 };

static uint32_t word_at(const unsigned char *b) {
  return b[0] | (uint32_t)b[1] << 8 | (uint32_t)b[2] << 16 | (uint32_t)b[3] << 24;
}

static double float_at(const unsigned char *b) {
  _Static_assert(sizeof(float) == 4, "a float has four bytes");
  uint32_t bits = word_at(b);
  float value;
  memcpy(&value, &bits, sizeof value);
  return value;
}

static bool read_record(PwMeshSource *s, const unsigned char *record, uint32_t number) {
  int32_t corner[3];
  for (int k = 0; k < 3; k++) {
    double x[3];
    for (int c = 0; c < 3; c++) {
      int at = NORMAL + 12 * k + 4 * c;
      x[c] = float_at(record + at);
      if (fabs(x[c]) <= 1e15) continue;
      return pw_source_fail_whole(s, "byte %lld: %c of corner %d of triangle %lld is no finite length",
                                  HEAD + (long long)RECORD * number + at, "xyz"[c], k + 1, (long long)number + 1);
    }
    if (!pw_source_vertex(s, x, &corner[k])) return false;
  }
  return pw_source_triangle(s, corner);
}

static bool read_binary(PwMeshSource *s, uint32_t count) {
  unsigned char record[RECORD];
  for (uint32_t i = 0; i < count; i++) {
    if (pw_source_bytes(s, record, RECORD) < RECORD) {
      return pw_source_fail_whole(s, "byte %lld: it ends within triangle %lld", (long long)(s->before + (int64_t)s->at),
                                  (long long)i + 1);
    }
    if (!read_record(s, record, i)) return false;
  }
  return true;
}

// ---- text

static bool expect(PwMeshSource *s, const char *word) {
  if (!pw_source_any_word(s)) return pw_source_fail(s, "it ends where '%s' belongs", word);
  return pw_source_is(s, word) || pw_source_fail(s, "'%s' where '%s' belongs", pw_source_say(s), word);
}

static bool read_facet(PwMeshSource *s) {
  int32_t corner[3];
  pw_source_line(s);
  if (!expect(s, "outer") || !expect(s, "loop")) return false;
  for (int k = 0; k < 3; k++) {
    double x[3];
    if (!expect(s, "vertex")) return false;
    for (int c = 0; c < 3; c++) {
      if (!pw_source_number(s, "a coordinate", &x[c])) return false;
    }
    if (!pw_source_vertex(s, x, &corner[k])) return false;
  }
  return expect(s, "endloop") && expect(s, "endfacet") && pw_source_triangle(s, corner);
}

static bool read_solid(PwMeshSource *s) {
  pw_source_line(s);  // its name
  while (pw_source_any_word(s)) {
    if (pw_source_is(s, "endsolid")) {
      pw_source_line(s);
      return true;
    }
    if (!pw_source_is(s, "facet")) return pw_source_fail(s, "'%s' where 'facet' or 'endsolid' belongs", pw_source_say(s));
    if (!read_facet(s)) return false;
  }
  return pw_source_fail(s, "it ends without 'endsolid'");
}

static bool read_text(PwMeshSource *s) {
  while (pw_source_any_word(s)) {
    if (!pw_source_is(s, "solid")) return pw_source_fail(s, "'%s' where 'solid' belongs", pw_source_say(s));
    if (!read_solid(s)) return false;
  }
  return s->status == PAWL_OK;
}

// Behind blanks, in small or capital letters.
static bool begins_with_solid(const PwMeshSource *s) {
  static const char word[] = "solid";
  size_t at = 0, n = 0;
  while (at < s->end && memchr(" \t\r\n", s->data[at], 4)) at++;
  while (word[n] && at + n < s->end && (s->data[at + n] | 0x20) == word[n]) n++;
  return !word[n];
}

// A binary file may begin with `solid`, too: its size tells.
bool pw_stl_read(PwMeshSource *s) {
  pw_source_peek(s);
  if (s->status != PAWL_OK) return false;
  uint32_t count = s->end >= HEAD ? word_at(s->data + HEAD - 4) : 0;
  int64_t needed = HEAD + (int64_t)RECORD * count;
  if (s->end >= HEAD && s->size == needed) {
    s->at = HEAD;
    return read_binary(s, count);
  }
  if (begins_with_solid(s)) return read_text(s);
  if (s->end < HEAD) {
    return pw_source_fail_whole(
        s, "is no STL file: it does not begin with 'solid', and a binary one has 84 bytes at least, not %lld",
        (long long)s->size);
  }
  return pw_source_fail_whole(s, "byte 80: the header counts %lld triangles, which need %lld bytes; the file has %lld",
                              (long long)count, (long long)needed, (long long)s->size);
}
