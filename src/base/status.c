// What all headers share and that needs no file of its own.
#include "pawl/status.h"

#include <stdlib.h>

const char *pawl_status_text(PawlStatus status) {
  switch (status) {
#define PW_STATUS_CASE(name, code, text) \
  case name:                             \
    return text;
    PAWL_STATUS_LIST(PW_STATUS_CASE)
#undef PW_STATUS_CASE
  }
  return "unknown status";
}

void pawl_text_free(char *text) {
  free(text);
}
