// Result folders that are already there: nothing foreign is touched, and a reader always finds a whole one.
#include "result_place.h"

static void replaces_ours(void **state) {
  Place *p = *state;
  make(p, "out", 1);
  put_text("out/result.csv.new", "left by a crash");
  PwResultWriter *w = start(p, "out");
  row(w, 0, 0, 2);
  assert_int_equal(pw_result_json(w, JSON), PAWL_OK);
  assert_true(mark_of(p, "out") == 1);  // the old one stays until the new one is whole
  assert_int_equal(pw_result_finish(w, p->messages), PAWL_OK);
  assert_true(mark_of(p, "out") == 2);
  assert_false(exists("out.partial"));
  assert_false(exists("out.old"));
}

static void refuses_foreign_folders(void **state) {
  Place *p = *state;
  assert_int_equal(mkdir("home", 0777), 0);
  put_text("home/thesis.tex", "ten years");
  refuse(p, "home", PAWL_ERR_ARGUMENT, "no result folder of pawl");
  put_text("home/run.json", "{\"name\": \"npm\"}");
  refuse(p, "home", PAWL_ERR_ARGUMENT, "choose another");
  put_text("home/run.json", "not json");
  refuse(p, "home", PAWL_ERR_ARGUMENT, "choose another");
  put_text("home/result.csv", "mine");  // a table alone makes no DIR ours
  refuse(p, "home", PAWL_ERR_ARGUMENT, "choose another");
  put_text("home/run.json", JSON);
  refuse(p, "home", PAWL_ERR_ARGUMENT, "'thesis.tex'");
  check_text("home/thesis.tex", "ten years");
  check_text("home/result.csv", "mine");
  put_text("file", "");
  refuse(p, "file", PAWL_ERR_ARGUMENT, "not a folder");
  assert_int_equal(symlink("home", "link"), 0);
  refuse(p, "link/", PAWL_ERR_ARGUMENT, "symbolic link");
  make(p, "nest", 1);
  assert_int_equal(mkdir("nest/state.csv", 0777), 0);  // a folder under one of our names is not ours
  refuse(p, "nest", PAWL_ERR_ARGUMENT, "'state.csv'");
}

static void refuses_foreign_partial(void **state) {
  Place *p = *state;
  assert_int_equal(mkdir("out.partial", 0777), 0);
  pw_result_abandon(start(p, "out"));  // an empty one is nobody's
  pw_result_abandon(start(p, "out"));  // and one with our tables is ours
  put_text("out.partial/notes", "keep");
  refuse(p, "out", PAWL_ERR_ARGUMENT, "'notes'");
  check_text("out.partial/notes", "keep");
  assert_int_equal(unlink("out.partial/result.csv"), 0);
  refuse(p, "out", PAWL_ERR_ARGUMENT, "'out.partial' exists and is no result");
  assert_true(exists("out.partial/events.csv"));
}

// DIR became somebody else's while the run went on.
static void keeps_result_when_the_place_is_taken(void **state) {
  Place *p = *state;
  PwResultWriter *w = start(p, "out");
  row(w, 0, 0, 3);
  assert_int_equal(pw_result_json(w, JSON), PAWL_OK);
  assert_int_equal(pw_result_checkpoint(w, "x", 1), PAWL_OK);
  assert_int_equal(mkdir("out", 0777), 0);
  put_text("out/mail", "keep");
  assert_int_equal(pw_result_finish(w, p->messages), PAWL_ERR_ARGUMENT);
  check_said(p, "stays in 'out.partial'");
  check_text("out/mail", "keep");
  assert_true(exists("out.partial/checkpoint.bin"));
  assert_true(mark_of(p, "out") == 3);
}

static void swaps_both_ways(void **state) {
  Place *p = *state;
  for (int exchange = 0; exchange < 2; exchange++) {
    PwFolderPaths paths;
    assert_int_equal(pw_folder_paths("out", p->messages, &paths), PAWL_OK);
    make(p, "out", 1);
    make(p, "next", 2);
    assert_int_equal(rename("next", "out.partial"), 0);
    assert_int_equal(pw_folder_swap(&paths, exchange, p->messages), PAWL_OK);
    assert_true(mark_of(p, "out") == 2);
    assert_false(exists("out.partial"));
    assert_false(exists("out.old"));
    pw_folder_paths_free(&paths);
  }
}

static void swap_restores_on_failure(void **state) {
  Place *p = *state;
  PwFolderPaths paths;
  assert_int_equal(pw_folder_paths("out", p->messages, &paths), PAWL_OK);
  make(p, "out", 1);
  assert_int_equal(pw_folder_swap(&paths, false, p->messages), PAWL_ERR_IO);  // there is no DIR.partial
  assert_true(mark_of(p, "out") == 1);
  make(p, "next", 2);
  assert_int_equal(rename("next", "out.partial"), 0);
  assert_int_equal(mkdir("out.old", 0777), 0);
  put_text("out.old/notes", "keep");  // the way round is taken by somebody else
  assert_int_equal(pw_folder_swap(&paths, false, p->messages), PAWL_ERR_ARGUMENT);
  assert_true(mark_of(p, "out") == 1);
  check_text("out.old/notes", "keep");
  pw_folder_paths_free(&paths);
}

// One process replaces the result again and again, another reads: it must always find a whole one.
static void reader_always_finds_one(void **state) {
  Place *p = *state;
  make(p, "out", 0);
  pid_t child = fork();
  if (child == 0) {
    for (int i = 1; i <= 100; i++) {
      PwResultWriter *w;
      if (pw_result_create("out", &LAYOUT, NULL, &w) != PAWL_OK) _exit(1);
      if (pw_result_row(w, (double[3]){0, 0, i}, (double[2]){0}) != PAWL_OK || pw_result_json(w, JSON) != PAWL_OK) _exit(2);
      if (pw_result_finish(w, NULL) != PAWL_OK) _exit(3);
    }
    _exit(0);
  }
  double last = 0;
  int status, reads = 0;
  while (waitpid(child, &status, WNOHANG) == 0) {
    double mark = mark_of(p, "out");
    assert_true(mark >= last);
    last = mark;
    reads++;
  }
  assert_int_equal(status, 0);
  assert_true(reads > 10);
  assert_true(mark_of(p, "out") == 100);
}

static void refuses_a_folder_in_use(void **state) {
  Place *p = *state;
  int ready[2], go[2];
  assert_true(pipe(ready) == 0 && pipe(go) == 0);
  pid_t child = fork();
  if (child == 0) {
    PwResultWriter *w;
    char c = pw_result_create("out", &LAYOUT, NULL, &w) == PAWL_OK;
    if (write(ready[1], &c, 1) != 1 || read(go[0], &c, 1) != 1) _exit(1);
    _exit(0);
  }
  char c;
  assert_true(read(ready[0], &c, 1) == 1 && c == 1);
  refuse(p, "out", PAWL_ERR_ARGUMENT, "another run is writing");
  void *bytes;
  size_t length;
  PwResultWriter *w;
  assert_int_equal(pw_result_resume("out", &LAYOUT, p->messages, &w, &bytes, &length), PAWL_ERR_ARGUMENT);
  assert_int_equal(write(go[1], &c, 1), 1);
  int status;
  waitpid(child, &status, 0);
  assert_int_equal(status, 0);
  pw_result_abandon(start(p, "out"));  // its lock went with it
  for (int i = 0; i < 2; i++) close(ready[i]), close(go[i]);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      TEST(replaces_ours),           TEST(refuses_foreign_folders),
      TEST(refuses_foreign_partial), TEST(keeps_result_when_the_place_is_taken),
      TEST(swaps_both_ways),         TEST(swap_restores_on_failure),
      TEST(reader_always_finds_one), TEST(refuses_a_folder_in_use),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
