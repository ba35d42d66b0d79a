// Structs of the public interface that begin with their size (pawl/status.h), on their way in and out: the caller's may be
// shorter or longer than the library's.
#ifndef PW_SIZED_H
#define PW_SIZED_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { PW_SIZED_CHARS = 200 };

// Copies a caller's struct over the defaults in `out`, which has `known` bytes. False: its size cannot be, or it is longer and
// says something that is not known here; `problem` then says which.
bool pw_sized_take(const void *given, void *out, size_t known, char problem[PW_SIZED_CHARS]);

// The caller's struct has a size that can be filled. NULL has none.
bool pw_sized_is_open(const void *out);
// Fills it with the `known` bytes of `values`, and zeros behind them. It must be open.
void pw_sized_give(void *out, const void *values, size_t known);
// The same for one whose size is told, not set; NULL is left alone.
void pw_sized_init(void *out, size_t size, const void *values, size_t known);

// Defines name_init() of pawl/status.h with these values, an initialiser; its size is set by itself.
#define PW_SIZED_INIT(type, name, ...)              \
  void name##_init(type *out, size_t size) {        \
    static const type usual = __VA_ARGS__;          \
    pw_sized_init(out, size, &usual, sizeof usual); \
  }
#endif
