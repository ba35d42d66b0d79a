// Files that a report writes, anywhere: whole or not at all.
#ifndef PW_OUTPUT_H
#define PW_OUTPUT_H
#include <stddef.h>

#include "base/messages.h"
#include "base/text.h"

// What a caller of the C interface hears who gave NULL for a folder, a file or a place for the answer.
PawlStatus pw_output_fail_null(PawlMessages *messages);
// A new file beside `path` takes its name when it is complete.
PawlStatus pw_output_file(const char *path, const void *bytes, size_t length, PawlMessages *messages);
// A text that may have failed; it is freed.
PawlStatus pw_output_text(const char *path, PwText *text, PawlMessages *messages);
// Makes the folder if it is not there.
PawlStatus pw_output_folder(const char *path, PawlMessages *messages);
// `path` without slashes at its end and `suffix`; NULL when out of memory; free().
char *pw_output_beside(const char *path, const char *suffix);
#endif
