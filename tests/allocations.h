// Counts what is allocated, by wrappers of the allocator: for one source file of a test that is linked with --wrap
// (CMakeLists.txt).
#ifndef PW_TEST_ALLOCATIONS_H
#define PW_TEST_ALLOCATIONS_H
#include <stdint.h>
#include <stdlib.h>

static int64_t allocations;

void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *old, size_t size);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *old, size_t size);

void *__wrap_malloc(size_t size) {
  allocations++;
  return __real_malloc(size);
}
void *__wrap_calloc(size_t count, size_t size) {
  allocations++;
  return __real_calloc(count, size);
}
void *__wrap_realloc(void *old, size_t size) {
  allocations++;
  return __real_realloc(old, size);
}
#endif
