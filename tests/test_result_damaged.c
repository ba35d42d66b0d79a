// Writes that fail, and tables that somebody damaged: named, never taken for whole.
#include "result_place.h"

static void limit_files(rlim_t bytes) {
  struct rlimit limit;
  assert_int_equal(getrlimit(RLIMIT_FSIZE, &limit), 0);
  limit.rlim_cur = bytes;
  assert_int_equal(setrlimit(RLIMIT_FSIZE, &limit), 0);
}

static void reports_failing_writes(void **state) {
  Place *p = *state;
  signal(SIGXFSZ, SIG_IGN);
  PwResultWriter *w = start(p, "out");
  limit_files(100000);  // stands for a full disk: write stores a part, then fails
  PawlStatus status = PAWL_OK;
  for (int i = 0; i < 20000 && status == PAWL_OK; i++) status = pw_result_row(w, (double[3]){i, 1 / 3.0, 2}, (double[2]){0});
  assert_int_equal(status, PAWL_ERR_IO);
  assert_non_null(strstr(pw_result_error(w), "out.partial/result.csv': File too large"));
  assert_int_equal(pw_result_row(w, (double[3]){0}, (double[2]){0}), PAWL_ERR_IO);  // final
  assert_int_equal(event(w, 0, "a", "b", "c", 0), PAWL_ERR_IO);
  assert_int_equal(pw_result_json(w, JSON), PAWL_ERR_IO);
  assert_int_equal(pw_result_checkpoint(w, "", 0), PAWL_ERR_IO);
  assert_int_equal(pw_result_finish(w, p->messages), PAWL_ERR_IO);
  check_said(p, "File too large");
  size_t length;
  char *text = get("out.partial/result.csv", &length);
  assert_true(length > 60000 && text[length - 1] == '\n');  // whole rows only
  w = start(p, "out");
  assert_int_equal(pw_result_json(w, JSON), PAWL_OK);
  char *big = calloc(1, 200000);
  assert_int_equal(pw_result_file(w, "state.csv", big, 200000), PAWL_ERR_IO);
  assert_false(exists("out.partial/state.csv"));
  assert_false(exists("out.partial/state.csv.new"));
  pw_result_abandon(w);
  w = start(p, "out");
  assert_int_equal(pw_result_checkpoint(w, big, 10), PAWL_OK);
  assert_int_equal(pw_result_checkpoint(w, big, 200000), PAWL_ERR_IO);  // the last good one stays
  pw_result_abandon(w);
  limit_files(0);
  refuse(p, "other", PAWL_ERR_IO, "cannot write");
  limit_files(RLIM_INFINITY);
  free(big);
  void *bytes;
  assert_int_equal(resume(p, COLUMNS, &w, &bytes, &length), PAWL_OK);
  assert_int_equal(length, 10);
  free(bytes);
  pw_result_abandon(w);
}

#define FIELDS "kind,subject,detail,value,body1,body2,q1,q2,v1,v2,x,y,z,speed_before,speed_after,impulse,force,force_before,gap"
static const char EVENTS[] = "t [s]," FIELDS "\n";

static void complains(Place *p, const char *rows, const char *events, const char *file, int line, int column, const char *part) {
  pawl_messages_clear(p->messages);
  mkdir("bad", 0777);
  put_text("bad/result.csv", rows);
  put_text("bad/events.csv", events);
  PwResult *r = NULL;
  assert_int_equal(pw_result_open("bad", p->messages, &r), PAWL_ERR_INPUT);
  PawlMessage m = pawl_messages_get(p->messages, 0);
  if (!strstr(m.text, part)) fail_msg("'%s' does not hold '%s'", m.text, part);
  assert_string_equal(m.file, file);
  assert_int_equal(m.line, line);
  assert_int_equal(m.column, column);
}

static void refuses_damaged_tables(void **state) {
  Place *p = *state;
  const char *r = "bad/result.csv", *e = "bad/events.csv";
  complains(p, "", EVENTS, r, 0, 0, "ends before its first line");
  complains(p, "t [s],a", EVENTS, r, 0, 0, "ends before its first line");
  complains(p, "t [s],,b\n", EVENTS, r, 1, 7, "no name");
  complains(p, "t [s],a\n0,1\n1,x2\n", EVENTS, r, 3, 3, "expected a number, found 'x2'");
  complains(p, "t [s],a\n0,1 \n", EVENTS, r, 2, 3, "expected a number");
  complains(p, "t [s],a\n0,0x10\n", EVENTS, r, 2, 3, "expected a number");
  complains(p, "t [s],a\n0,\n", EVENTS, r, 2, 3, "expected a number");
  complains(p, "t [s],a\n0\n", EVENTS, r, 2, 2, "missing");
  complains(p, "t [s],a\n\n", EVENTS, r, 2, 1, "expected a number");
  complains(p, "t [s],a\n0,1,2\n", EVENTS, r, 2, 5, "more fields");
  complains(p, "t [s],\"a\n", EVENTS, r, 1, 9, "quote is not closed");
  complains(p, "t [s],\"a\"b\n", EVENTS, r, 1, 10, "after a closing quote");
  complains(p, "t\n", "t,kind,subject,value,detail\n", e, 1, 16, "columns must be");
  complains(p, "t\n",
            "t,kind,subject,detail,value,body1,body2,q1,q2,x,y,speed_before,speed_after,impulse,force,force_before,gap\n", e, 1,
            47, "if another version of pawl made this result, run it again");
  complains(p, "t\n", "t," FIELDS ",more\n", e, 1, 115, "columns must be");
  complains(p, "t\n", "", e, 0, 0, "ends before");
  complains(p, "t\n", "t," FIELDS "\nnow,a,b,c,0,,,,,,,,,,,,,,,\n", e, 2, 1, "expected a number");
  complains(p, "t\n", "t," FIELDS "\n0,a,b,c\n", e, 2, 8, "missing");
  complains(p, "t\n", "t," FIELDS "\n0,a,b,\"c,0\n", e, 2, 11, "quote is not closed");
  complains(p, "t\n", "t," FIELDS "\n0,a,b,c,0,,,x,,,,,,,,,,,,\n", e, 2, 13, "expected a number");
  complains(p, "t\n", "t," FIELDS "\n0,a,b,c,0,,,,,,,,,,,,,,,,\n", e, 2, 26, "more fields");
}

static void complains_bytes(Place *p, const char *bytes, size_t length, const char *part) {
  pawl_messages_clear(p->messages);
  mkdir("bad", 0777);
  put("bad/result.csv", bytes, length);
  put_text("bad/events.csv", EVENTS);
  PwResult *r = NULL;
  assert_int_equal(pw_result_open("bad", p->messages, &r), PAWL_ERR_INPUT);
  check_said(p, part);
}

static void keeps_to_its_limits(void **state) {
  Place *p = *state;
  complains_bytes(p, "t\n1\0002\n", 6, "not text");
  size_t n = PW_CSV_LINE_MAX + 10;
  char *big = malloc(n);
  memset(big, '1', n);
  memcpy(big, "t\n", 2);
  complains_bytes(p, big, n, "over 32 MB");  // without any line end
  assert_int_equal(pawl_messages_get(p->messages, 0).line, 2);
  big[n - 1] = '\n';
  complains_bytes(p, big, n, "over 32 MB");
  memset(big, ',', n);
  big[2000000] = '\n';
  complains_bytes(p, big, 2000001, "1000000 columns");
  free(big);
  FILE *file = fopen("bad/result.csv", "w");  // sparse: 4 GB + 1 of zeros, no disk behind it
  fputs("t\n1\n", file);
  fclose(file);
  assert_int_equal(truncate("bad/result.csv", ((off_t)4 << 30) + 1), 0);
  PwResult *r;
  assert_int_equal(pw_result_open("bad", p->messages, &r), PAWL_ERR_INPUT);
  assert_int_equal(unlink("bad/result.csv"), 0);
  assert_int_equal(mkfifo("bad/result.csv", 0666), 0);  // must not wait for a writer
  assert_int_equal(pw_result_open("bad", p->messages, &r), PAWL_ERR_INPUT);
  assert_int_equal(pw_result_open("nowhere", p->messages, &r), PAWL_ERR_INPUT);
  check_said(p, "no result in 'nowhere'");
}

static void limits_the_file(void **state) {
  (void)state;
  put_text("lines", "one\ntwo\n");
  int file = open("lines", O_RDONLY);
  PwLines lines = pw_lines_begin(file, 7);
  char *text;
  assert_int_equal(pw_lines_next(&lines, &text), PW_LINE_TOO_MUCH);
  pw_lines_free(&lines);
  assert_int_equal(lseek(file, 0, SEEK_SET), 0);
  lines = pw_lines_begin(file, 8);
  assert_int_equal(pw_lines_next(&lines, &text), PW_LINE_OK);
  assert_string_equal(text, "one");
  assert_int_equal(pw_lines_next(&lines, &text), PW_LINE_OK);
  assert_int_equal(pw_lines_next(&lines, &text), PW_LINE_END);
  pw_lines_free(&lines);
  close(file);
}

static void refuses_damaged_motion(void **state) {
  Place *p = *state;
  make(p, "out", 1);
  PwResult *r;
  PwGrid motion;
  assert_int_equal(pw_result_open("out", p->messages, &r), PAWL_OK);
  put_text("out/motion.csv", "t [s],a\n0,x\n");
  assert_int_equal(pw_result_read_motion(r, p->messages, &motion), PAWL_ERR_INPUT);
  PawlMessage m = pawl_messages_get(p->messages, 0);
  assert_string_equal(m.file, "out/motion.csv");
  assert_int_equal(m.line, 2);
  assert_int_equal(m.column, 3);
  assert_int_equal(unlink("out/motion.csv"), 0);
  assert_int_equal(pw_result_read_motion(r, p->messages, &motion), PAWL_ERR_INPUT);
  check_said(p, "cannot read 'out/motion.csv': No such file");
  pw_result_free(r);
}

// Lines with \r\n, as an editor may leave them.
static void reads_foreign_line_ends(void **state) {
  Place *p = *state;
  mkdir("out", 0777);
  put_text("out/result.csv", "t [s],a,ratio\r\n0,1,4\r\n");
  put_text("out/events.csv", "t [s]," FIELDS "\r\n");
  assert_true(mark_of(p, "out") == 4);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      TEST(reports_failing_writes), TEST(refuses_damaged_tables), TEST(keeps_to_its_limits),
      TEST(limits_the_file),        TEST(refuses_damaged_motion), TEST(reads_foreign_line_ends),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
