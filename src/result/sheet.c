#include "result/sheet.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "result/folder.h"

bool pw_sheet_create(PwSheet *table, int folder, const char *name, size_t hold) {
  *table = (PwSheet){.file = openat(folder, name, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0666), .hold = hold};
  return table->file >= 0;
}

static bool read_at(int file, char *out, size_t length, int64_t offset) {
  while (length > 0) {
    ssize_t n = pread(file, out, length, offset);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return false;
    out += n;
    length -= (size_t)n;
    offset += n;
  }
  return true;
}

static const char *cut_back(int file, const char *head, int64_t length) {
  size_t n = strlen(head);
  struct stat info;
  if (fstat(file, &info) != 0) return "";
  if (!S_ISREG(info.st_mode)) return "it is not a file";
  if (info.st_size < length || (size_t)length < n) return "it is shorter than its checkpoint says";
  char *text = malloc(n), last = 0;
  if (!text) return "";
  errno = EIO;
  bool ok = read_at(file, text, n, 0) && read_at(file, &last, 1, length - 1);
  bool same = ok && memcmp(text, head, n) == 0;
  free(text);
  if (!ok) return "";
  if (!same) return "its columns are not those of this model";
  if (last != '\n') return "its checkpoint points into the middle of a row";
  if (ftruncate(file, length) != 0 || lseek(file, length, SEEK_SET) < 0) return "";
  return NULL;
}

const char *pw_sheet_resume(PwSheet *table, int folder, const char *name, size_t hold, const char *head, int64_t length) {
  *table = (PwSheet){.file = openat(folder, name, O_RDWR | O_NONBLOCK | O_NOFOLLOW | O_CLOEXEC), .length = length, .hold = hold};
  return table->file < 0 ? "" : cut_back(table->file, head, length);
}

bool pw_sheet_flush(PwSheet *table) {
  if (table->row == 0) return true;
  if (!pw_write_all(table->file, table->text.data, table->row)) {
    int error = errno;
    if (ftruncate(table->file, table->length) == 0) lseek(table->file, table->length, SEEK_SET);
    errno = error;
    return false;
  }
  table->length += (int64_t)table->row;
  table->row = table->text.length = 0;
  return true;
}

bool pw_sheet_end_row(PwSheet *table) {
  PwText *text = &table->text;
  pw_text_add(text, "\n");
  if (text->failed) {
    text->length = table->row;
    errno = ENOMEM;
    return false;
  }
  table->row = text->length;
  return table->row < table->hold || pw_sheet_flush(table);
}

bool pw_sheet_close(PwSheet *table) {
  bool ok = table->file < 0 || close(table->file) == 0;
  pw_text_free(&table->text);
  table->file = -1;
  return ok;
}
