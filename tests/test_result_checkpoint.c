// Checkpoints: an interrupted run goes on with the same bytes, and what does not belong to it is refused.
#include "result_place.h"

// Interrupted after a checkpoint and resumed: the same bytes as a run that was not interrupted.
static void resumes_at_the_checkpoint(void **state) {
  Place *p = *state;
  for (int broken = 0; broken < 2; broken++) {
    PwResultWriter *w = start(p, "out");
    for (int i = 0; i < 10; i++) row(w, i, 0.1 * i, 5);
    assert_int_equal(event(w, 1, "limit", "crank", "", 0), PAWL_OK);
    assert_int_equal(pw_result_checkpoint(w, "the\0state", 9), PAWL_OK);
    if (broken) {
      for (int i = 0; i < 10000; i++) row(w, -1, -1, -1);
      assert_int_equal(event(w, -1, "lost", "", "", 0), PAWL_OK);
      pw_result_abandon(w);
      FILE *file = fopen("out.partial/result.csv", "a");
      fputs("half a ro", file);
      fclose(file);
      void *bytes;
      size_t length;
      assert_int_equal(resume(p, COLUMNS, &w, &bytes, &length), PAWL_OK);
      assert_int_equal(length, 9);
      assert_memory_equal(bytes, "the\0state", 9);
      free(bytes);
    }
    for (int i = 10; i < 20; i++) row(w, i, 0.1 * i, 5);
    assert_int_equal(event(w, 2, "limit", "crank", "", 0), PAWL_OK);
    assert_int_equal(pw_result_json(w, JSON), PAWL_OK);
    assert_int_equal(pw_result_finish(w, p->messages), PAWL_OK);
    assert_int_equal(rename("out", broken ? "broken" : "whole"), 0);
  }
  assert_int_equal(system("cmp whole/result.csv broken/result.csv && cmp whole/events.csv broken/events.csv && "
                          "cmp whole/motion.csv broken/motion.csv"),
                   0);
}

static void refuses_wrong_checkpoints(void **state) {
  Place *p = *state;
  PwResultWriter *w;
  void *bytes;
  size_t length;
  assert_int_equal(resume(p, COLUMNS, &w, &bytes, &length), PAWL_ERR_ARGUMENT);
  check_said(p, "nothing to resume");
  w = start(p, "out");
  row(w, 0, 0, 0);
  pw_result_abandon(w);
  assert_int_equal(resume(p, COLUMNS, &w, &bytes, &length), PAWL_ERR_ARGUMENT);
  check_said(p, "nothing to resume");
  w = start(p, "out");
  row(w, 0, 0, 0);
  assert_int_equal(pw_result_checkpoint(w, "state", 5), PAWL_OK);
  pw_result_abandon(w);

  char good[101];
  size_t size;
  memcpy(good, get("out.partial/checkpoint.bin", &size), sizeof good);
  assert_int_equal(size, PW_CHECKPOINT_HEAD + 5 + PW_CHECKPOINT_TAIL);
  for (size_t i = 0; i < size; i++) {  // torn anywhere
    put("out.partial/checkpoint.bin", good, i);
    assert_int_equal(resume(p, COLUMNS, &w, &bytes, &length), PAWL_ERR_INPUT);
    check_said(p, "is damaged");
  }
  for (size_t i = 0; i < size; i++) {  // one bit wrong anywhere
    good[i] ^= 4;
    put("out.partial/checkpoint.bin", good, size);
    good[i] ^= 4;
    assert_int_equal(resume(p, COLUMNS, &w, &bytes, &length), PAWL_ERR_INPUT);
  }
  put("out.partial/checkpoint.bin", good, size);

  PwColumn other[3] = {COLUMNS[0], {"crank.angle", "rad", 1}, COLUMNS[2]};
  assert_int_equal(resume(p, other, &w, &bytes, &length), PAWL_ERR_INPUT);
  check_said(p, "columns are not those of this model");
  size_t table;
  get("out.partial/result.csv", &table);
  assert_int_equal(truncate("out.partial/result.csv", (off_t)table - 1), 0);
  assert_int_equal(resume(p, COLUMNS, &w, &bytes, &length), PAWL_ERR_INPUT);
  check_said(p, "shorter than its checkpoint");
}

// A checkpoint that is sound but whose table is another one's.
static void refuses_a_cut_inside_a_row(void **state) {
  Place *p = *state;
  PwResultWriter *w = start(p, "out");
  row(w, 0, 0, 0);
  assert_int_equal(pw_result_checkpoint(w, "", 0), PAWL_OK);
  pw_result_abandon(w);
  size_t length;
  char *text = get("out.partial/result.csv", &length);
  text[length - 1] = '1';
  put("out.partial/result.csv", text, length);
  void *bytes;
  assert_int_equal(resume(p, COLUMNS, &w, &bytes, &length), PAWL_ERR_INPUT);
  check_said(p, "middle of a row");
}

// FNV-1a of the empty text and of "a" are published constants: 64-bit offset basis and af63dc4c8601ec8c; the checksum of a
// checkpoint is checked against a computation of its own.
static void checkpoint_layout(void **state) {
  (void)state;
  PwCheckpoint c = {258, 5, 3, 9, 7, "ab", 2, 11, 13, 2}, back;
  size_t length;
  unsigned char *data = pw_checkpoint_pack(&c, &length);
  static const unsigned char HEAD[90] = {'P', 'A', 'W', 'L', 'C', 'K', 'P', 'T', 5,  0, 0, 0, 0, 0, 0, 0,  //
                                         2,   1,   0,   0,   0,   0,   0,   0,   5,  0, 0, 0, 0, 0, 0, 0,  //
                                         3,   0,   0,   0,   0,   0,   0,   0,   9,  0, 0, 0, 0, 0, 0, 0,  //
                                         7,   0,   0,   0,   0,   0,   0,   0,   11, 0, 0, 0, 0, 0, 0, 0,  //
                                         13,  0,   0,   0,   0,   0,   0,   0,   2,  0, 0, 0, 0, 0, 0, 0,  //
                                         2,   0,   0,   0,   0,   0,   0,   0,                             //
                                         'a', 'b'};
  assert_int_equal(length, 98);
  assert_memory_equal(data, HEAD, 90);
  uint64_t hash = 14695981039346656037u, stored = 0;
  for (int i = 0; i < 90; i++) hash = (hash ^ HEAD[i]) * 1099511628211u;
  for (int i = 7; i >= 0; i--) stored = stored << 8 | data[90 + i];
  assert_true(stored == hash);
  assert_null(pw_checkpoint_unpack(data, length, &back));
  assert_int_equal(back.rows_length, 258);
  assert_int_equal(back.motion_length, 5);
  assert_int_equal(back.events_length, 3);
  assert_int_equal(back.touches_length, 9);
  assert_int_equal(back.rows, 7);
  assert_int_equal(back.audit_length, 11);
  assert_int_equal(back.audit_touches_length, 13);
  assert_int_equal(back.events, 2);
  assert_int_equal(back.length, 2);
  free(data);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      TEST(resumes_at_the_checkpoint),
      TEST(refuses_wrong_checkpoints),
      TEST(refuses_a_cut_inside_a_row),
      TEST(checkpoint_layout),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
