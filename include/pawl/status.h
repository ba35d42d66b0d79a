// What all headers share: structs that can grow, what a call reports, messages, texts.
#ifndef PAWL_STATUS_H
#define PAWL_STATUS_H
#include <stddef.h>
#include <stdint.h>

#if defined(_WIN32)
#define PAWL_API
#else
#define PAWL_API __attribute__((visibility("default")))
#endif

#if defined(__GNUC__)
#define PAWL_PRINTF(f, a) __attribute__((format(printf, f, a)))
#else
#define PAWL_PRINTF(f, a)
#endif

#ifdef __cplusplus
extern "C" {
#endif

// A struct that can grow begins with `size`, the bytes that the caller's header knows of. name_default() gives one with its size
// set and the library's defaults; it is made in the caller's program, so no struct is returned by the library itself. name_init()
// does the same in place, for other languages and for arrays; NULL is left alone.
//
// Where the library takes such a struct, fields that a shorter one does not have are as in the default; a longer one is taken if
// all that this library does not know of is zero. Where the library fills one, it fills what the struct has room for, and zeros
// behind what it knows of. A size of 0 is refused: PAWL_ERR_ARGUMENT.
#define PAWL_SIZED(type, name)                       \
  PAWL_API void name##_init(type *out, size_t size); \
  static inline type name##_default(void) {          \
    type made;                                       \
    name##_init(&made, sizeof made);                 \
    return made;                                     \
  }

// What a call reports. Positive: recoverable by a smaller step. Negative: final. One list for code and text.
#define PAWL_STATUS_LIST(X)                                                    \
  X(PAWL_OK, 0, "done")                                                        \
  X(PAWL_RETRY, 1, "this trial state cannot be evaluated; a smaller step may") \
  X(PAWL_ERR_MEMORY, -1, "out of memory")                                      \
  X(PAWL_ERR_ARGUMENT, -2, "an argument is wrong")                             \
  X(PAWL_ERR_INPUT, -3, "the model or file is wrong")                          \
  X(PAWL_ERR_IO, -4, "a file cannot be read or written")                       \
  X(PAWL_ERR_ASSEMBLY, -5, "the mechanism cannot be assembled")                \
  X(PAWL_ERR_SINGULAR, -6, "the constraints have lost rank")                   \
  X(PAWL_ERR_STEP, -7, "the step size became too small")                       \
  X(PAWL_ERR_LIMIT, -8, "a set limit was reached")                             \
  X(PAWL_ERR_CANCELLED, -9, "cancelled by the caller")                         \
  X(PAWL_ERR_CALLBACK, -10, "a callback failed")                               \
  X(PAWL_ERR_UNSUPPORTED, -11, "not supported")                                \
  X(PAWL_ERR_DEVIATION, -12, "a result deviates from what was expected")

typedef enum PawlStatus {
#define PAWL_STATUS_ENUM(name, code, text) name = code,
  PAWL_STATUS_LIST(PAWL_STATUS_ENUM)
#undef PAWL_STATUS_ENUM
} PawlStatus;

// One sentence for a status; never NULL.
PAWL_API const char *pawl_status_text(PawlStatus status);

// Frees a text that a call gave; NULL is allowed.
PAWL_API void pawl_text_free(char *text);

PAWL_API const char *pawl_version(void);  // "major.minor.patch" of the library that runs

// ---- messages

// Complaints, warnings and notes, in the order in which they arose. Owned by the caller, passed to every call that has something
// to say; NULL: it is dropped. 200 are kept, a last note counts the rest.
typedef struct PawlMessages PawlMessages;

typedef enum PawlSeverity { PAWL_NOTE, PAWL_WARNING, PAWL_ERROR } PawlSeverity;

// Texts live until the messages are cleared or freed.
typedef struct PawlMessage {
  uint32_t size;
  PawlSeverity severity;
  int32_t line;      // from 1; 0 if unknown
  int32_t column;    // from 1; 0 if unknown
  const char *file;  // NULL if it concerns no file
  const char *text;  // never NULL
} PawlMessage;
PAWL_SIZED(PawlMessage, pawl_message)

PAWL_API PawlMessages *pawl_messages_create(void);  // NULL when out of memory
PAWL_API void pawl_messages_free(PawlMessages *messages);
PAWL_API void pawl_messages_clear(PawlMessages *messages);
PAWL_API int32_t pawl_messages_count(const PawlMessages *messages);
PAWL_API int32_t pawl_messages_errors(const PawlMessages *messages);

// Message `index`, from 0. PAWL_ERR_ARGUMENT: there is none; `out` is then an empty note.
PAWL_API PawlStatus pawl_messages_read(const PawlMessages *messages, int32_t index, PawlMessage *out);
// The same by value.
static inline PawlMessage pawl_messages_get(const PawlMessages *messages, int32_t index) {
  PawlMessage message = pawl_message_default();
  pawl_messages_read(messages, index, &message);
  return message;
}

#ifdef __cplusplus
}
#endif
#endif
