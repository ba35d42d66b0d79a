// What a call reports. Positive: recoverable by a smaller step. Negative: final.
#ifndef PAWL_STATUS_H
#define PAWL_STATUS_H

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

// One list for code and text.
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

// Messages: complaints, warnings and notes, in the order in which they arose. Owned by the caller,
// passed to every call that has something to say.
typedef struct PawlMessages PawlMessages;

typedef enum PawlSeverity { PAWL_NOTE, PAWL_WARNING, PAWL_ERROR } PawlSeverity;

typedef struct PawlMessage {
  PawlSeverity severity;
  const char *file;  // NULL if it concerns no file
  int line;          // from 1; 0 if unknown
  int column;        // from 1; 0 if unknown
  const char *text;
} PawlMessage;

PAWL_API PawlMessages *pawl_messages_create(void);  // NULL when out of memory
PAWL_API void pawl_messages_free(PawlMessages *messages);
PAWL_API void pawl_messages_clear(PawlMessages *messages);
PAWL_API int pawl_messages_count(const PawlMessages *messages);
PAWL_API int pawl_messages_errors(const PawlMessages *messages);
PAWL_API PawlMessage pawl_messages_get(const PawlMessages *messages, int index);

#ifdef __cplusplus
}
#endif
#endif
