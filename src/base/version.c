// The version; its number stands once, in CMakeLists.txt.
#include "pawl/status.h"

const char *pawl_version(void) {
  return PAWL_VERSION;
}
