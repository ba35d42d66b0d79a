// Out of memory. Each command of the tool with its n-th allocation failing, for every n asked for: it says "out of memory" with
// the exit status for that, leaves nothing half-written, and gives no other result; or the allocation did not matter and the
// result is the same as without. Allocations inside libyaml, jansson, KLU, LAPACK and libc count, too: this program's malloc
// comes before libc's. Leaks are found by the address sanitizer at the end.
//   test_memory          check with all n for two models, the other commands with 300 n spread evenly
//   test_memory --all    all n of every command for four models (bench/nightly.sh); --all 3: for the third one, --all 5: what
//                        is left, converting and verifying
//   test_memory --places the same, but of the allocations that come by the same chain of calls (24000 numbers of a drawing)
//   three:
//                        the first, one in the middle and the last
#include <dirent.h>
#include <errno.h>
#include <execinfo.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "commands.h"
#include "messages.h"

// ---- the allocator

#if defined(__SANITIZE_ADDRESS__)
#define UNDER(name) __interceptor_##name
#else
#define UNDER(name) __libc_##name
#endif
void *UNDER(malloc)(size_t size);
void *UNDER(calloc)(size_t count, size_t size);
void *UNDER(realloc)(void *block, size_t size);
// seen by the shared libraries, too
#define EXPORTED __attribute__((visibility("default")))
EXPORTED void *malloc(size_t size);
EXPORTED void *calloc(size_t count, size_t size);
EXPORTED void *realloc(void *block, size_t size);

static long allocations, failing;  // counted while a command runs; the one that fails, 0: none

enum { RECORDED = 1 << 18, CALLERS = 24 };
static uint64_t *chain;  // [RECORDED] of the allocations of a whole run: the calls that lead there; NULL: not recorded

// Not inlined: the sanitizer allocates before it can look after arrays.
__attribute__((noinline)) static void record(void) {
  void *caller[CALLERS];
  uint64_t *list = chain, sum = 1469598103934665603u;
  chain = NULL;
  int n = backtrace(caller, CALLERS);
  for (int i = 0; i < n; i++) sum = (sum ^ (uintptr_t)caller[i]) * 1099511628211u;
  chain = list;
  chain[allocations - 1] = sum;
}

static bool fails(void) {
  if (++allocations != failing) {
    if (chain && allocations <= RECORDED) record();
    return false;
  }
  errno = ENOMEM;
  return true;
}

void *malloc(size_t size) {
  return fails() ? NULL : UNDER(malloc)(size);
}
void *calloc(size_t count, size_t size) {
  return fails() ? NULL : UNDER(calloc)(count, size);
}
void *realloc(void *block, size_t size) {
  return fails() ? NULL : UNDER(realloc)(block, size);
}

// ---- a command

enum { TEXT = 1 << 16, WORDS = 12 };

typedef struct {
  int status;
  long allocations;
  char said[TEXT], printed[TEXT];  // on stderr and stdout
} Outcome;

static int catch_stream(int stream, const char *path) {
  fflush(stdout);
  int kept = dup(stream), file = open(path, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
  if (kept < 0 || file < 0 || dup2(file, stream) < 0) abort();
  close(file);
  return kept;
}

static void release_stream(int stream, int kept, const char *path, char text[TEXT]) {
  fflush(stdout);
  dup2(kept, stream);
  close(kept);
  int file = open(path, O_RDONLY | O_CLOEXEC);
  ssize_t n = read(file, text, TEXT - 1);
  text[n > 0 ? n : 0] = 0;
  close(file);
  unlink(path);
}

static int call(int argc, char **argv) {
  PwCliOptions options;
  PawlMessages *messages = pawl_messages_create();
  int status = PW_EXIT_MEMORY;
  bool parsed = pw_cli_parse(argc, argv, &options);
  if (!messages) {
    fputs("out of memory\n", stderr);
  } else if (!parsed) {
    fputs(options.error, stderr);
    status = strstr(options.error, "out of memory") ? PW_EXIT_MEMORY : PW_EXIT_INPUT;
  } else {
    int (*const commands[])(const PwCliOptions *, PawlMessages *) = {
        [PW_CLI_RUN] = pw_cli_run,        [PW_CLI_CHECK] = pw_cli_check,   [PW_CLI_VERIFY] = pw_cli_verify,
        [PW_CLI_STUDY] = pw_cli_study,    [PW_CLI_REPORT] = pw_cli_report, [PW_CLI_EXPORT] = pw_cli_export,
        [PW_CLI_CONVERT] = pw_cli_convert};
    status = commands[options.command](&options, messages);
  }
  pw_cli_free(&options);
  pawl_messages_free(messages);
  return status;
}

static void run_command(char *const words[], long n, Outcome *out) {
  char *argv[WORDS + 1] = {(char *)"pawl"};
  int argc = 1;
  for (; words[argc - 1]; argc++) argv[argc] = words[argc - 1];
  int error = catch_stream(2, "said"), output = catch_stream(1, "printed");
  allocations = 0;
  failing = n;
  out->status = call(argc, argv);
  failing = 0;
  out->allocations = allocations;
  release_stream(1, output, "printed", out->printed);
  release_stream(2, error, "said", out->said);
}

// ---- what it leaves

// A sum of the names and contents below a folder; what a run measures of itself (run.json) is left out.
static unsigned long long digest(const char *path, unsigned long long sum) {
  struct dirent **list;
  int n = scandir(path, &list, NULL, alphasort);
  for (int i = 0; i < n; i++) {
    char name[600];
    snprintf(name, sizeof name, "%s/%s", path, list[i]->d_name);
    struct stat info;
    bool skip = list[i]->d_name[0] == '.' || strcmp(list[i]->d_name, "run.json") == 0 || stat(name, &info) != 0;
    if (!skip) {
      for (const char *s = list[i]->d_name; *s; s++) sum = (sum ^ (unsigned char)*s) * 1099511628211u;
      if (S_ISDIR(info.st_mode)) sum = digest(name, sum);
      FILE *file = S_ISDIR(info.st_mode) ? NULL : fopen(name, "rb");
      for (int c; file && (c = getc(file)) != EOF;) sum = (sum ^ (unsigned)c) * 1099511628211u;
      if (file) fclose(file);
    }
    free(list[i]);
  }
  if (n >= 0) free(list);
  return sum;
}

static void remove_all(const char *path) {
  struct dirent **list;
  int n = scandir(path, &list, NULL, alphasort);
  for (int i = 0; i < n; i++) {
    char name[600];
    snprintf(name, sizeof name, "%s/%s", path, list[i]->d_name);
    if (strcmp(list[i]->d_name, ".") != 0 && strcmp(list[i]->d_name, "..") != 0 && unlink(name) != 0) remove_all(name);
    free(list[i]);
  }
  if (n >= 0) free(list);
  rmdir(path);
}

// ---- the search

static int wrong;
static bool places;  // three of the allocations by each chain of calls

static void complain(char *const words[], long n, const char *what, const Outcome *got) {
  static const char *last;
  static int shown;
  wrong++;
  shown = last == words[0] ? shown + 1 : 0;
  last = words[0];
  if (shown < 6) printf("%s %s, allocation %ld: %s; status %d\n%s", words[0], words[1], n, what, got->status, got->said);
}

static void strip_times(char *text) {
  for (char *at = text; (at = strstr(at, "wall time")) != NULL;) {
    while (*at && *at != '\n') *at++ = ' ';
  }
}

// One allocation of a command fails.
static void try_one(char *const words[], long n, const Outcome *whole, unsigned long long expected, long *refused) {
  static Outcome got;
  remove_all("out");
  mkdir("out", 0700);
  run_command(words, n, &got);
  strip_times(got.printed);
  *refused += got.status == PW_EXIT_MEMORY;
  if (got.status == PW_EXIT_OK) {
    if (strcmp(got.printed, whole->printed) != 0) complain(words, n, "prints something else", &got);
    if (digest("out", 1469598103934665603u) != expected) complain(words, n, "leaves something else", &got);
  } else if (got.status != PW_EXIT_MEMORY) {
    complain(words, n, "ends in another status", &got);
  } else if (!strstr(got.said, "out of memory")) {
    complain(words, n, "does not say so", &got);
  } else if (access("out/r", F_OK) == 0 || access("out/file", F_OK) == 0) {
    complain(words, n, "leaves something half-written", &got);
  }
}

// Is allocation n the first, the last or one in the middle of those by its chain of calls?
static bool stands_for_others(const uint64_t *list, long count, long n) {
  long before = 0, after = 0;
  for (long i = 0; i < count; i++) {
    before += i < n - 1 && list[i] == list[n - 1];
    after += i > n - 1 && list[i] == list[n - 1];
  }
  return before == 0 || after == 0 || before - after == 0 || before - after == 1;
}

// The outputs of a command go below "out"; `most` > 0: so many n, spread evenly.
static void try_command(char *const words[], long most) {
  static Outcome whole;
  remove_all("out");
  mkdir("out", 0700);
  uint64_t *list = places ? calloc(RECORDED, sizeof *list) : NULL;
  chain = list;
  run_command(words, 0, &whole);
  chain = NULL;
  if (whole.status != PW_EXIT_OK || (places && whole.allocations > RECORDED)) {
    complain(words, 0, "fails with all the memory there is", &whole);
    free(list);
    return;
  }
  strip_times(whole.printed);
  unsigned long long expected = digest("out", 1469598103934665603u);
  long count = whole.allocations, wanted = most > 0 && most < count ? most : count, refused = 0, tries = 0;
  for (long k = 1; k <= wanted; k++) {
    long n = wanted == count ? k : 1 + (long)((double)(k - 1) * (double)(count - 1) / (double)(wanted - 1));
    if (list && !stands_for_others(list, count, n)) continue;
    try_one(words, n, &whole, expected, &refused);
    tries++;
  }
  free(list);
  printf("%s %s: %ld of %ld allocations failed, %ld refused, %d wrong so far\n", words[0], words[1], tries, count, refused,
         wrong);
  fflush(stdout);
}

static void try_model(char *model, bool all) {
  char *check[] = {(char *)"check", model, (char *)"--json", (char *)"--matrices", NULL},
       *plain[] = {(char *)"check", model, NULL};
  char *run[] = {(char *)"run", model, (char *)"-o", (char *)"out/r", (char *)"--quiet", NULL};
  char *convert[] = {(char *)"convert", model, (char *)"-o", (char *)"out/file", NULL};
  char *report[] = {(char *)"report", (char *)"kept", (char *)"-o", (char *)"out/file", NULL};
  char *drawings[] = {(char *)"report", (char *)"kept", (char *)"--svg",   (char *)"--at",
                      (char *)"0.02",   (char *)"-o",   (char *)"out/svg", NULL};
  char *gltf[] = {(char *)"export", (char *)"kept", (char *)"--gltf", (char *)"out/file", NULL};
  char *csv[] = {(char *)"export", (char *)"kept", (char *)"--csv", (char *)"out/file", NULL};
  char *vtk[] = {(char *)"export", (char *)"kept", (char *)"--vtk", (char *)"out/vtk", NULL};
  char *keep[] = {(char *)"run", model, (char *)"-o", (char *)"kept", (char *)"--quiet", NULL};
  long most = all ? 0 : 300;
  static Outcome made;
  try_command(plain, 0);
  try_command(check, most);
  try_command(run, most);
  if (!strstr(model, ".dyn") || all) try_command(convert, most);
  run_command(keep, 0, &made);
  try_command(report, most);
  try_command(drawings, most);
  try_command(gltf, most);
  try_command(csv, most);
  try_command(vtk, most);
}

int main(int argc, char **argv) {
  places = argc > 1 && strcmp(argv[1], "--places") == 0;
  bool all = places || (argc > 1 && strcmp(argv[1], "--all") == 0);
  int part = argc > 2 ? atoi(argv[2]) : 0;
  char folder[] = "/tmp/pawl-test-XXXXXX", page[] = "<script type=\"application/json\" id=\"pawl-data\"></script>\n";
  static char *models[] = {(char *)PAWL_SOURCE_DIR "/tests/data/memory/pressed.yaml",
                           (char *)PAWL_SOURCE_DIR "/tests/data/memory/loop.yaml",
                           (char *)PAWL_SOURCE_DIR "/tests/data/memory/space.yaml",
                           (char *)PAWL_SOURCE_DIR "/examples/acdmc-cam-arcs/acdmc-cam-arcs.dyn"};
  static char *verify[] = {(char *)"verify", (char *)PAWL_SOURCE_DIR "/tests/data/memory", NULL};
  static char *study[] = {(char *)"study",     (char *)PAWL_SOURCE_DIR "/tests/data/memory/study.yaml",
                          (char *)"--threads", (char *)"1",
                          (char *)"-o",        (char *)"out/r",
                          (char *)"--quiet",   NULL};
  static char *convert[] = {(char *)"convert", (char *)PAWL_SOURCE_DIR "/examples/acdmc-cam-arcs/acdmc-cam-arcs.dyn",
                            (char *)"-o", (char *)"out/file", NULL};
  void *caller;
  if (!mkdtemp(folder) || chdir(folder) != 0) return 2;
  if (places && backtrace(&caller, 1) < 1) return 2;  // its first call allocates
  int file = open("page.html", O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
  if (write(file, page, sizeof page - 1) < 0) return 2;
  close(file);
  setenv("PAWL_PAGE", "page.html", 1);
  setenv("TMPDIR", folder, 1);
  for (int i = 0; i < (all ? 4 : 1); i++) {
    if (!part || part == i + 1) try_model(models[i], all);
  }
  char *check_loop[] = {(char *)"check", models[1], NULL};
  if (!all) try_command(check_loop, 0);  // drives and couplers are compiled, too
  if (!part || part == 5) try_command(convert, all ? 0 : 300);
  if (!part || part == 5) try_command(verify, all ? 0 : 300);
  if (!part || part == 5) try_command(study, all ? 0 : 300);
  if (chdir("/") == 0) remove_all(folder);
  printf("%d wrong\n", wrong);
  return wrong != 0;
}
