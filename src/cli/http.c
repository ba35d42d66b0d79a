// Hand-written: the server needs one line and one header of a request, and a library (libmicrohttpd: 225 kB, and GnuTLS with it)
// would bring far more than these lines keep out. The Host is checked because a foreign page may have its name point to 127.0.0.1
// (DNS rebinding).
#include "http.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

// The end of the line at `at`, or NULL if it is not there yet; *next is behind its line end.
static const char *line_end(const char *at, const char *end, const char **next) {
  const char *newline = memchr(at, '\n', (size_t)(end - at));
  if (!newline) return NULL;
  *next = newline + 1;
  return newline > at && newline[-1] == '\r' ? newline - 1 : newline;
}

static bool is_word(const char *at, const char *end, const char *word) {
  size_t n = strlen(word);
  return (size_t)(end - at) == n && memcmp(at, word, n) == 0;
}

static int parse_first_line(const char *at, const char *end, PwHttpRequest *out) {
  const char *blank = memchr(at, ' ', (size_t)(end - at));
  const char *path = blank ? blank + 1 : end;
  const char *behind = memchr(path, ' ', (size_t)(end - path));
  if (!blank || !behind || (!is_word(behind + 1, end, "HTTP/1.1") && !is_word(behind + 1, end, "HTTP/1.0"))) return 400;
  out->head = is_word(at, blank, "HEAD");
  if (!out->head && !is_word(at, blank, "GET")) return 405;
  const char *query = memchr(path, '?', (size_t)(behind - path));
  if (query) behind = query;
  static const char *const NAMES[] = {[PW_HTTP_PAGE] = "/", [PW_HTTP_DATA] = "/data.json", [PW_HTTP_STAMP] = "/stamp"};
  for (int i = 0; i < 3; i++) {
    if (!is_word(path, behind, NAMES[i])) continue;
    out->name = (PwHttpName)i;
    return 200;
  }
  return 404;
}

static bool is_own_host(const char *at, const char *end, int port) {
  static const char *const NAMES[] = {"localhost", "127.0.0.1", "[::1]"};
  for (int i = 0; i < 3; i++) {
    char host[40];
    snprintf(host, sizeof host, "%s:%d", NAMES[i], port);
    size_t n = (size_t)(end - at);
    if (n == strlen(host) && strncasecmp(at, host, n) == 0) return true;
    if (port == 80 && n == strlen(NAMES[i]) && strncasecmp(at, NAMES[i], n) == 0) return true;
  }
  return false;
}

// The headers behind the first line: 200, or what is wrong with their Host; 0 if their end has not come.
static int check_headers(const char *at, const char *end, int port) {
  int hosts = 0;
  bool own = false;
  for (const char *next; at < end; at = next) {
    const char *stop = line_end(at, end, &next);
    if (!stop) return 0;
    if (stop == at) return hosts != 1 ? 400 : own ? 200 : 403;
    const char *colon = memchr(at, ':', (size_t)(stop - at));
    if (!colon || colon == at || at[0] == ' ' || at[0] == '\t') return 400;
    if (colon - at != 4 || strncasecmp(at, "Host", 4) != 0) continue;
    for (colon++; colon < stop && (*colon == ' ' || *colon == '\t');) colon++;
    while (stop > colon && (stop[-1] == ' ' || stop[-1] == '\t')) stop--;
    hosts++;
    own = is_own_host(colon, stop, port);
  }
  return 0;
}

int pw_http_parse(const char *bytes, size_t length, int port, PwHttpRequest *out) {
  const char *end = bytes + length, *next;
  const char *stop = line_end(bytes, end, &next);
  int status = 0;
  *out = (PwHttpRequest){0};
  if (stop) status = check_headers(next, end, port);
  if (status == 200) status = parse_first_line(bytes, stop, out);
  if (memchr(bytes, 0, length)) return 400;
  return status == 0 && length >= PW_HTTP_BYTES_MAX ? 431 : status;
}

size_t pw_http_head(int status, const char *type, size_t length, char out[PW_HTTP_HEAD_MAX]) {
  static const struct {
    int status;
    const char *text;
  } TEXTS[] = {{200, "OK"},
               {400, "Bad Request"},
               {403, "Forbidden"},
               {404, "Not Found"},
               {405, "Method Not Allowed"},
               {431, "Request Header Fields Too Large"},
               {503, "Service Unavailable"}};
  const char *text = "Error";
  for (size_t i = 0; i < sizeof TEXTS / sizeof *TEXTS; i++) {
    if (TEXTS[i].status == status) text = TEXTS[i].text;
  }
  // nothing may be stored, framed or fetched from elsewhere, and no other site may read it
  int n = snprintf(out, PW_HTTP_HEAD_MAX,
                   "HTTP/1.1 %d %s\r\nContent-Type: %s\r\nContent-Length: %zu\r\nConnection: close\r\nCache-Control: no-store\r\n"
                   "%sX-Content-Type-Options: nosniff\r\nCross-Origin-Resource-Policy: same-origin\r\n"
                   "Content-Security-Policy: default-src 'self' 'unsafe-inline' data: blob:; frame-ancestors 'none'\r\n\r\n",
                   status, text, type, length, status == 405 ? "Allow: GET, HEAD\r\n" : "");
  return (size_t)n;
}
