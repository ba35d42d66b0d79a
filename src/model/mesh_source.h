// A mesh file while it is read: bytes, or words of lines.
#ifndef PW_MESH_SOURCE_H
#define PW_MESH_SOURCE_H
#include "model/mesh_file.h"

enum { PW_SOURCE_WORD = 64, PW_SOURCE_BYTES = 1 << 16 };

typedef struct {
  const char *path;
  PawlMessages *messages;
  PawlStatus status;  // of the first complaint
  PwMeshBuilder builder;
  int64_t size;  // bytes of the file
  int fd;
  unsigned char data[PW_SOURCE_BYTES];
  size_t at, end;                        // in `data`
  int64_t before, line_start;            // bytes of the file before `data`, and before this line
  int32_t line, word_line, word_column;  // from 1; of the last word
  char word[PW_SOURCE_WORD];
} PwMeshSource;

// More bytes into `data`; false at the end of the file, or after a complaint.
bool pw_source_fill(PwMeshSource *s);
// The next byte, which stays; -1: none.
static inline int pw_source_peek(PwMeshSource *s) {
  return s->at < s->end || pw_source_fill(s) ? s->data[s->at] : -1;
}
// `count` bytes, or fewer at the end.
size_t pw_source_bytes(PwMeshSource *s, unsigned char *out, size_t count);

// The next word of this line into s->word, cut off if it is too long; false: the line has no more.
bool pw_source_word(PwMeshSource *s);
// The same over the ends of lines; false: the file has no more.
bool pw_source_any_word(PwMeshSource *s);
// Goes on to the next line.
void pw_source_line(PwMeshSource *s);
// The word is this one, in small or capital letters.
bool pw_source_is(const PwMeshSource *s, const char *word);
// A finite number, no larger than a length may be, in the next word of the line; false after a complaint, which calls it `what`.
bool pw_source_number(PwMeshSource *s, const char *what, double *out);

// Complains about the last word, or about the file as a whole; once. Always false.
bool pw_source_fail(PwMeshSource *s, const char *format, ...) PAWL_PRINTF(2, 3);
bool pw_source_fail_whole(PwMeshSource *s, const char *format, ...) PAWL_PRINTF(2, 3);
// The last word for a complaint: what is no text is called so.
const char *pw_source_say(const PwMeshSource *s);
// Adds to the builder; false after a complaint.
bool pw_source_vertex(PwMeshSource *s, const double x[3], int32_t *out);
bool pw_source_triangle(PwMeshSource *s, const int32_t corner[3]);

// What is in the file, into the builder; false after a complaint.
bool pw_stl_read(PwMeshSource *s);
bool pw_obj_read(PwMeshSource *s, const char *group);
#endif
