// Collects messages with their place; the library never prints.
#ifndef PW_MESSAGES_H
#define PW_MESSAGES_H
#include "base/place.h"
#include "pawl/status.h"

// Adds a message; `messages` may be NULL (then it is dropped). At most PW_MESSAGES_MAX are kept,
// further ones are counted and summed up in a last note.
#define PW_MESSAGES_MAX 200
void pw_message(PawlMessages *messages, PawlSeverity severity, PwPlace place, const char *format, ...) PAWL_PRINTF(4, 5);

// Adds an error and returns `status`, for `return pw_fail(...)`.
PawlStatus pw_fail(PawlMessages *messages, PawlStatus status, PwPlace place, const char *format, ...) PAWL_PRINTF(4, 5);
#endif
