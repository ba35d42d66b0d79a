// Drives LLVMFuzzerTestOneInput without libFuzzer (whose compiler is 310 MB): every file as it is, then a fixed number of
// mutations.
//   fuzz_NAME [-n COUNT] [-s SEED] FILE...
// The same arguments give the same inputs. An input that crashes or takes longer than LIMIT_SECONDS is left in crash-fuzz_NAME.
#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/random.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { MAX_BYTES = 1 << 16, MAX_FILES = 256, MAX_CHANGES = 6, LIMIT_SECONDS = 20 };

typedef struct {
  uint8_t *data;
  size_t size;
} Bytes;

static struct {
  Bytes input;  // what is being tried, for the signal handler
  char crash[300];
} now;

static const char *const TOKENS[] = {
    "\n",    "\n  ",     "- ",      ": ",      "{",      "}",       "[",        "]",           ",",       "&a ",
    "*a",    "<<: *a",   "!!int ",  "\"",      "'",      "|\n",     ">\n",      "#",           "---\n",   "...\n",
    "? ",    "~",        "null",    "true",    "-1",     "0",       "1e999",    "1e-320",      ".inf",    "nan",
    "0x1F",  "99999999", "mm",      "N/mm",    "deg",    "12 N/mm", "t",        "t^2",         "(",       ")",
    "sin(",  "if(",      "min(",    "/0",      "ground", "units:",  "name:",    "mass:",       "joints:", "bodies:",
    "type:", "frames:",  "drives:", "forces:", "\t",     "\xff",    "\xc3\x28", "\xef\xbb\xbf"};

static void leave_input(int signal_number) {
  int file = open(now.crash, O_WRONLY | O_CREAT | O_TRUNC, 0644);
  if (file >= 0) {
    if (write(file, now.input.data, now.input.size) >= 0 && write(2, "input left in ", 14) > 0) {
      if (write(2, now.crash, strlen(now.crash)) > 0 && write(2, "\n", 1) > 0) close(file);
    }
  }
  signal(signal_number, SIG_DFL);
  raise(signal_number);
}

static bool read_file(const char *path, Bytes *out) {
  FILE *file = fopen(path, "rb");
  if (!file) return false;
  out->data = malloc(MAX_BYTES);
  out->size = out->data ? fread(out->data, 1, MAX_BYTES, file) : 0;
  bool good = out->data && !ferror(file);
  fclose(file);
  return good;
}

static size_t below(uint64_t *seed, size_t n) {
  return n ? (size_t)(pw_random_bits(seed) % n) : 0;
}

// Replaces `removed` bytes at `at` by `size` bytes from `data` (not inside b), as far as there is room.
static void replace(Bytes *b, size_t at, size_t removed, const uint8_t *data, size_t size) {
  if (b->size - removed + size > MAX_BYTES) return;
  memmove(b->data + at + size, b->data + at + removed, b->size - at - removed);
  if (size) memcpy(b->data + at, data, size);
  b->size = b->size - removed + size;
}

// One change: flip a byte, delete, double a piece, splice in a piece of another file, insert a token.
static void change(Bytes *b, const Bytes *other, uint64_t *seed) {
  uint8_t piece[200];
  size_t at = below(seed, b->size + 1), length = below(seed, sizeof piece) + 1;
  if (length > b->size - at) length = b->size - at;
  switch (below(seed, 5)) {
    case 0:
      if (at < b->size) b->data[at] ^= (uint8_t)(1u << below(seed, 8));
      break;
    case 1:
      replace(b, at, length, NULL, 0);
      break;
    case 2:
      memcpy(piece, b->data + at, length);
      replace(b, below(seed, b->size + 1), 0, piece, length);
      break;
    case 3: {
      size_t from = below(seed, other->size), count = below(seed, sizeof piece) + 1;
      if (count > other->size - from) count = other->size - from;
      if (count) memcpy(piece, other->data + from, count);
      replace(b, at, below(seed, length + 1), piece, count);
      break;
    }
    default: {
      const char *token = TOKENS[below(seed, sizeof TOKENS / sizeof *TOKENS)];
      replace(b, at, 0, (const uint8_t *)token, strlen(token));
    }
  }
}

// The input is copied to a block of just its size, so that the address sanitizer sees a read past its end.
static bool try_input(const Bytes *input) {
  uint8_t *exact = malloc(input->size ? input->size : 1);
  if (!exact) return false;
  if (input->size) memcpy(exact, input->data, input->size);
  now.input = *input;
  alarm(LIMIT_SECONDS);
  LLVMFuzzerTestOneInput(exact, input->size);
  alarm(0);
  free(exact);
  return true;
}

static bool try_mutations(const Bytes *file, int files, long count, uint64_t seed) {
  Bytes input = {malloc(MAX_BYTES), 0};
  const Bytes nothing = {0};
  bool good = input.data != NULL;
  for (long k = 0; good && k < count; k++) {
    uint64_t random = seed * 1000003u + (uint64_t)k;
    const Bytes *first = files ? &file[below(&random, (size_t)files)] : &nothing;
    const Bytes *second = files ? &file[below(&random, (size_t)files)] : &nothing;
    input.size = first->size;
    if (first->size) memcpy(input.data, first->data, first->size);
    for (size_t changes = 1 + below(&random, MAX_CHANGES); changes > 0; changes--) change(&input, second, &random);
    good = try_input(&input);
  }
  free(input.data);
  return good;
}

int main(int argc, char **argv) {
  static Bytes file[MAX_FILES];
  int files = 0, option;
  long count = 1000;
  uint64_t seed = 1;
  while ((option = getopt(argc, argv, "n:s:")) != -1) {
    if (option == 'n') count = strtol(optarg, NULL, 10);
    if (option == 's') seed = strtoull(optarg, NULL, 10);
    if (option == '?') return 2;
  }
  const char *slash = strrchr(argv[0], '/');
  snprintf(now.crash, sizeof now.crash, "crash-%s", slash ? slash + 1 : argv[0]);
  const int signals[] = {SIGABRT, SIGSEGV, SIGFPE, SIGBUS, SIGALRM};
  for (size_t i = 0; i < sizeof signals / sizeof *signals; i++) signal(signals[i], leave_input);
  bool good = true;
  for (int i = optind; i < argc && files < MAX_FILES; i++) {
    if (!read_file(argv[i], &file[files])) {
      fprintf(stderr, "%s cannot be read\n", argv[i]);
      return 2;
    }
    good = good && try_input(&file[files++]);
  }
  good = good && try_mutations(file, files, count, seed);
  for (int i = 0; i < files; i++) free(file[i].data);
  printf("%d files and %ld mutations tried\n", files, count);
  return good ? 0 : 1;
}
