// Requests of a browser on this machine, and answers to them. Only three names exist; everything else is refused.
#ifndef PW_CLI_HTTP_H
#define PW_CLI_HTTP_H
#include <stdbool.h>
#include <stddef.h>

enum { PW_HTTP_BYTES_MAX = 8192 };  // of a request's head

typedef enum { PW_HTTP_PAGE, PW_HTTP_DATA, PW_HTTP_STAMP } PwHttpName;

typedef struct {
  PwHttpName name;
  bool head;  // HEAD: no body in the answer
} PwHttpRequest;

// Reads a request's head. Returns 0 if more bytes must come, 200 and *out, or the status to refuse it with: 400 malformed or no
// Host, 403 a Host that is not this machine's loopback address with this port, 404, 405, 431 too long.
int pw_http_parse(const char *bytes, size_t length, int port, PwHttpRequest *out);

// The head of an answer, as long as it says; `out` holds at least PW_HTTP_HEAD_MAX.
enum { PW_HTTP_HEAD_MAX = 700 };
size_t pw_http_head(int status, const char *type, size_t length, char out[PW_HTTP_HEAD_MAX]);
#endif
