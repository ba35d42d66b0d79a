// Fuzz target of the server's reader of requests: any bytes give a status, never a crash or a read beyond them.
#include <stdlib.h>

#include "cli/http.h"
#include "fuzz_read.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  PwHttpRequest request;
  char head[PW_HTTP_HEAD_MAX];
  int status = pw_http_parse((const char *)data, size, 8080, &request);
  if (status != 0 && (status < 200 || status > 503)) abort();
  if (status && pw_http_head(status, "text/html", size, head) >= sizeof head) abort();
  return 0;
}
