// The page: the file that the viewer's build makes, with the data of a folder in it.
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/json.h"
#include "pawl/report.h"
#include "report/escape.h"
#include "report/output.h"
#include "report/source.h"
#include "result/folder.h"

enum { FILE_BYTES = 64 << 20 };
static const char MARK[] = "<script type=\"application/json\" id=\"pawl-data\">";
static const char AFTER[] = "</script>";

static PawlStatus out_of_memory(PawlMessages *messages) {
  return pw_fail(messages, PAWL_ERR_MEMORY, PW_NOWHERE, "out of memory");
}

// ---- the file

// A candidate of the page's file: `folder`/`name`. NULL if it cannot be read.
static char *try_page(const char *folder, const char *name) {
  size_t length;
  int fd = pw_folder_open(folder);
  char *text = fd < 0 ? NULL : pw_folder_read(fd, name, FILE_BYTES, &length);
  if (fd >= 0) close(fd);
  return text;
}

// The page beside the program: in its build folder, or in the prefix that it is installed in.
static char *page_of_program(void) {
  char path[PATH_MAX + 20];
  ssize_t n = readlink("/proc/self/exe", path, PATH_MAX);
  if (n <= 0) return NULL;
  path[n] = 0;
  char *slash = strrchr(path, '/');
  if (!slash) return NULL;
  *slash = 0;
  char *text = try_page(path, "page.html");
  if (text) return text;
  strcpy(slash, "/../share/pawl");
  return try_page(path, "page.html");
}

static char *page_named(const char *file) {
  const char *slash = strrchr(file, '/');
  char *folder = slash ? pw_output_beside(file, "") : NULL;
  if (folder) folder[slash - file + 1] = 0;
  char *text = slash && !folder ? NULL : try_page(slash ? folder : ".", slash ? slash + 1 : file);
  free(folder);
  return text;
}

PawlStatus pawl_report_template(PawlMessages *messages, char **out) {
  if (!out) return PAWL_ERR_ARGUMENT;
  const char *named = getenv("PAWL_PAGE");
  errno = 0;
  char *text = named && named[0] ? page_named(named) : page_of_program();
  if (!text && errno != ENOMEM && !(named && named[0])) text = try_page(PAWL_DATA_DIR, "page.html");
  if (!text && errno == ENOMEM) return out_of_memory(messages);
  if (!text) {
    return pw_fail(
        messages, PAWL_ERR_UNSUPPORTED, PW_NOWHERE,
        "the page's program, page.html, is not there%s%s%s: it is built from viewer/ and needs npm; install nodejs and "
        "npm, then build pawl again",
        named && named[0] ? " ('" : "", named && named[0] ? named : "", named && named[0] ? "' in PAWL_PAGE)" : "");
  }
  const char *mark = strstr(text, MARK), *end = mark ? mark + strlen(MARK) : NULL;
  if (mark && strncmp(end, AFTER, strlen(AFTER)) == 0 && !strstr(end, MARK)) {
    *out = text;
    return PAWL_OK;
  }
  free(text);
  return pw_fail(messages, PAWL_ERR_INPUT, PW_NOWHERE, "page.html is none of pawl's: it must hold '%s%s' once", MARK, AFTER);
}

PawlStatus pawl_report_page(const char *directory, const char *file, PawlMessages *messages) {
  if (!directory) return pw_output_fail_null(messages);
  char *page = NULL, *data = NULL;
  char *path = pw_output_beside(file ? file : directory, file ? "" : ".html");
  PawlStatus status = path ? pawl_report_template(messages, &page) : out_of_memory(messages);
  if (status == PAWL_OK) status = pawl_report_data(directory, messages, &data);
  if (status == PAWL_OK) {
    PwText text = {0};
    size_t before = (size_t)(strstr(page, MARK) - page) + strlen(MARK);
    pw_text_add_bytes(&text, page, before);
    pw_text_add(&text, data);
    pw_text_add(&text, page + before);
    status = pw_output_text(path, &text, messages);
  }
  free(path);
  free(page);
  free(data);
  return status;
}

// ---- has it changed?

PawlStatus pawl_report_stamp(const char *directory, PawlMessages *messages, char **out) {
  if (!directory || !out) return pw_output_fail_null(messages);
  static const char *const NAMES[] = {"result.csv", "motion.csv", "touches.csv", "events.csv", "run.json", "scene.json"};
  char *partial = pw_output_beside(directory, ".partial"), *json = NULL;
  PwText text = {0};
  size_t length;
  int fd = pw_folder_open(directory);
  if (fd < 0 && partial) fd = pw_folder_open(partial);
  free(partial);
  if (fd < 0) {
    return pw_fail(messages, PAWL_ERR_INPUT, PW_NOWHERE, "no result in '%s': neither it nor its .partial is there", directory);
  }
  pw_text_add(&text, "{\"stamp\":\"");
  for (size_t i = 0; i < sizeof NAMES / sizeof *NAMES; i++) {
    struct stat info = {0};
    if (fstatat(fd, NAMES[i], &info, 0) == 0) {
      pw_text_format(&text, "%llx.%llx.%llx-", (unsigned long long)info.st_ino, (unsigned long long)info.st_size,
                     (unsigned long long)info.st_mtim.tv_sec * 1000000000u + (unsigned long long)info.st_mtim.tv_nsec);
    }
  }
  errno = 0;
  json = pw_folder_read(fd, "run.json", FILE_BYTES, &length);
  bool no_memory = !json && errno == ENOMEM;
  PwJsonError error = {0};
  json_t *run = json ? pw_json_read(json, length, &error) : NULL;
  no_memory = no_memory || error.no_memory;
  const char *status = json_string_value(json_object_get(run, "status"));
  if (!run && !no_memory && faccessat(fd, "result.csv", F_OK, 0) != 0) {
    close(fd);
    pw_text_free(&text);
    free(json);
    return pw_fail(messages, PAWL_ERR_INPUT, PW_NOWHERE, "'%s' is no result of pawl: it has neither run.json nor result.csv",
                   directory);
  }
  pw_text_add(&text, "\",\"status\":");
  pw_add_json_string(&text, status ? status : "unknown");
  pw_text_add(&text, "}");
  json_decref(run);
  free(json);
  close(fd);
  if (!text.failed && !no_memory) {
    *out = text.data;
    return PAWL_OK;
  }
  pw_text_free(&text);
  return out_of_memory(messages);
}
