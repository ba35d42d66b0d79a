// What a run does when something outside goes wrong: a second run into its folder from the same process, a disk that is full.
#include <signal.h>
#include <sys/resource.h>

#include "contact_run.h"
#include "mechanisms.h"

typedef struct {
  const PawlMechanism *k;
  const char *folder;
  int calls, refused;
} Intruder;

// Inside the run: reads the growing result and lets go of it, which lifts locks of POSIX, then runs into the same folder.
static bool intrude(void *user, double t, double fraction) {
  Intruder *in = user;
  (void)t, (void)fraction;
  if (in->calls++ != 3) return false;
  PwResult *result = NULL;
  PawlMessages *messages = pawl_messages_create();
  assert_int_equal(pw_result_open(in->folder, messages, &result), PAWL_OK);
  pw_result_free(result);
  for (int resume = 0; resume < 2; resume++) {
    PawlRunOptions options = pawl_run_options_default();
    options.directory = in->folder;
    options.resume = resume;
    assert_int_equal(pawl_run(in->k, &options, messages, NULL), PAWL_ERR_ARGUMENT);
    PawlMessage last = pawl_messages_get(messages, pawl_messages_count(messages) - 1);
    in->refused += strstr(last.text, "another run is writing into") != NULL;
  }
  pawl_messages_free(messages);
  return false;
}

static PawlMechanism *pendulum(void) {
  PawlModel *m = new_model(0, -G);
  pin(m, "pivot", pawl_model_ground(m), body_at(m, "bob", 1, 0.1, 1, 0), 0, 0);
  return compile(m);
}

static void refuses_a_second_run(void **state) {
  (void)state;
  char folder[] = "/tmp/pawl-test-XXXXXX", path[64];
  assert_non_null(mkdtemp(folder));
  snprintf(path, sizeof path, "%s/out", folder);
  PawlMechanism *k = pendulum();
  Intruder in = {.k = k, .folder = path};
  PawlRunOptions options = pawl_run_options_default();
  options.directory = path;
  options.progress = intrude;
  options.user = &in;
  assert_int_equal(pawl_run(k, &options, NULL, NULL), PAWL_OK);
  assert_true(in.calls > 3);
  assert_int_equal(in.refused, 2);
  assert_int_equal(pawl_run(k, &options, NULL, NULL), PAWL_OK);  // once it is done, the folder is free
  assert_int_equal(pw_folder_remove(path, NULL), PAWL_OK);
  rmdir(folder);
  pawl_mechanism_free(k);
}

// A limit on the size of files stands for a full disk: writing fails in the same way.
static void disk_full(void **state) {
  (void)state;
  char folder[] = "/tmp/pawl-test-XXXXXX", path[64], partial[72];
  assert_non_null(mkdtemp(folder));
  snprintf(path, sizeof path, "%s/out", folder);
  snprintf(partial, sizeof partial, "%s.partial", path);
  PawlMechanism *k = pendulum();
  PawlMessages *messages = pawl_messages_create();
  PawlRunOptions options = pawl_run_options_default();
  struct rlimit before, small;
  options.directory = path;
  options.output_step = 1e-5;
  getrlimit(RLIMIT_FSIZE, &before);
  small = before;
  small.rlim_cur = 200000;
  signal(SIGXFSZ, SIG_IGN);
  setrlimit(RLIMIT_FSIZE, &small);
  PawlStatus status = pawl_run(k, &options, messages, NULL);
  setrlimit(RLIMIT_FSIZE, &before);
  assert_int_equal(status, PAWL_ERR_IO);
  assert_non_null(strstr(pawl_messages_get(messages, 0).text, "cannot write"));
  int fd = pw_folder_open(partial);
  size_t length;
  char *json = pw_folder_read(fd, "run.json", 1 << 20, &length);
  assert_non_null(json);
  assert_non_null(strstr(json, "\"status\": \"failed\""));
  assert_non_null(strstr(json, "cannot write"));
  free(json);
  close(fd);
  PwResult *result = NULL;  // what is there can be read
  assert_int_equal(pw_result_open(path, messages, &result), PAWL_OK);
  assert_true(pw_result_rows(result) > 100);
  pw_result_free(result);
  assert_int_equal(pw_folder_remove(partial, NULL), PAWL_OK);
  rmdir(folder);
  pawl_messages_free(messages);
  pawl_mechanism_free(k);
}

// One step of the integrator may hold many rows: a run is heard to be cancelled between two of them, not at the step's end.
static bool cancel_early(void *user, double t, double fraction) {
  (void)fraction;
  *(double *)user = t;
  return t > 0.0001;
}

static void cancelled_inside_a_step(void **state) {
  (void)state;
  PawlModel *m = new_model(0, -G);
  body_at(m, "stone", 1, 0.1, 0, 0);
  PawlMechanism *k = compile(m);
  PawlRunOptions options = pawl_run_options_default();
  double t = 0;
  options.duration = 1000;
  options.output_step = 1e-5;
  options.progress = cancel_early;
  options.user = &t;
  assert_int_equal(pawl_run(k, &options, NULL, NULL), PAWL_ERR_CANCELLED);
  assert_true(t < 0.001);
  pawl_mechanism_free(k);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(refuses_a_second_run), cmocka_unit_test(disk_full),
                                     cmocka_unit_test(cancelled_inside_a_step)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
