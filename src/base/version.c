// The version; its number stands once, in CMakeLists.txt.
#include "pawl/run.h"

const char *pawl_version(void) {
  return PAWL_VERSION;
}
