// YAML into nodes: places as counted by hand in the texts below, limits as the header states them.
#include "check.h"
#include "model/node.h"

typedef struct {
  PwArena arena;
  PawlMessages *messages;
  const PwNode *root;
  PawlStatus status;
} Parsed;

static Parsed parse(const char *text, size_t length) {
  Parsed p = {.messages = pawl_messages_create()};
  p.status = pw_node_parse("f.yaml", text, length, &p.arena, p.messages, &p.root);
  return p;
}

static void release(Parsed *p) {
  pw_arena_free(&p->arena);
  pawl_messages_free(p->messages);
}

static void check_place(PwPlace place, int line, int column) {
  assert_string_equal(place.file, "f.yaml");
  assert_int_equal(place.line, line);
  assert_int_equal(place.column, column);
}

static void nodes_have_line_and_column(void **state) {
  (void)state;
  const char *text =
      "a: 1\n"
      "b:\n"
      "  - x\n"
      "  - 'q: z'\n"
      "c: {d: \"e\", \xc3\xa4: [f, g]}\n"
      "h:\n";
  Parsed p = parse(text, strlen(text));
  assert_int_equal(p.status, PAWL_OK);
  const PwNode *root = p.root, *b = pw_node_get(root, "b"), *c = pw_node_get(root, "c");
  assert_int_equal(root->kind, PW_NODE_MAP);
  assert_int_equal(root->count, 4);
  check_place(root->key_place[0], 1, 1);
  check_place(root->item[0]->place, 1, 4);
  assert_string_equal(root->item[0]->text, "1");
  assert_int_equal(b->kind, PW_NODE_LIST);
  check_place(b->item[1]->place, 4, 5);
  assert_string_equal(b->item[1]->text, "q: z");
  assert_true(b->item[1]->quoted);
  assert_false(b->item[0]->quoted);
  check_place(c->key_place[1], 5, 13);                             // columns count characters,
  check_place(pw_node_get(c, "\xc3\xa4")->item[1]->place, 5, 20);  // not bytes
  assert_true(pw_node_is_empty(pw_node_get(root, "h")));
  assert_false(pw_node_is_empty(root->item[0]));
  assert_null(pw_node_get(root, "nothing"));
  release(&p);
}

// An alias is the node that its anchor names, with that node's place.
static void aliases_are_their_anchors_nodes(void **state) {
  (void)state;
  const char *text = "a: &k {m: 1}\nb: *k\nc: [*k, *k]\n";
  Parsed p = parse(text, strlen(text));
  assert_int_equal(p.status, PAWL_OK);
  assert_ptr_equal(pw_node_get(p.root, "a"), pw_node_get(p.root, "b"));
  check_place(pw_node_get(p.root, "b")->place, 1, 4);
  release(&p);
}

static void expect_n(const char *text, size_t length, int line, int column, const char *fragment) {
  Parsed p = parse(text, length);
  assert_int_equal(p.status, PAWL_ERR_INPUT);
  assert_int_equal(pawl_messages_count(p.messages), 1);
  PawlMessage m = pawl_messages_get(p.messages, 0);
  if (m.line != line || m.column != column || !strstr(m.text, fragment)) {
    fail_msg("got %d:%d: %s, expected %d:%d: %s", m.line, m.column, m.text, line, column, fragment);
  }
  release(&p);
}

static void expect(const char *text, int line, int column, const char *fragment) {
  expect_n(text, strlen(text), line, column, fragment);
}

static void what_is_no_yaml_is_told_with_its_place(void **state) {
  (void)state;
  expect("", 1, 1, "empty");
  expect("# only a comment\n\n", 1, 1, "empty");
  expect("a: 1\nb: 2\na: 3\n", 3, 1, "'a' stands here twice, before at 1:1");
  expect("a: 1\n---\nb: 2\n", 2, 1, "second document");
  expect("a: [1, 2\nb: 3\n", 2, 2, "not YAML");
  expect("a: &x [1, *x]\n", 1, 11, "never end");
  expect("a: *x\n", 1, 4, "without an anchor");
  expect("a: !thing 3\n", 1, 4, "tags");
  expect("a: !!map {}\n", 1, 4, "tags");
  expect("[1, 2]: 3\n", 1, 1, "key must be");
  expect("a: \"x\\0y\"\n", 1, 4, "zero character");
  expect("a: 1\nb: \xff\n", 2, 4, "0xff");
  expect(
      "\xef\xbb\xbf"
      "a: \x01\n",
      1, 4, "0x01");
  expect("a: \xc0\x80\n", 1, 4, "0xc0");      // an overlong zero
  expect("a: \xed\xa0\x80\n", 1, 4, "0xed");  // a surrogate
  expect("a: \xe2\x82", 1, 4, "0xe2");        // cut short
  expect(
      "\xff\xfe"
      "a",
      1, 1, "UTF-16");
  expect_n(
      "\x7f"
      "ELF\0\0",
      6, 1, 1, "binary");
  expect_n("a: b\0c", 6, 1, 5, "0x00");
}

static void nested(int depth, char *out) {
  memset(out, '[', (size_t)depth);
  memset(out + depth, ']', (size_t)depth);
  out[2 * depth] = 0;
}

static void deep_nesting_is_refused(void **state) {
  (void)state;
  static char text[200001];
  nested(64, text);
  Parsed p = parse(text, strlen(text));
  assert_int_equal(p.status, PAWL_OK);
  assert_int_equal(p.root->depth, 64);
  release(&p);
  nested(65, text);
  expect(text, 1, 65, "deeper than 64");
  nested(100000, text);
  expect(text, 1, 65, "deeper than 64");
  expect(
      "a: &a [[[[[[[[[[1]]]]]]]]]]\nb: &b [[[[[[[[[[*a]]]]]]]]]]\nc: &c [[[[[[[[[[*b]]]]]]]]]]\nd: &d [[[[[[[[[[*c]]]]]]]]]]\n"
      "e: &e [[[[[[[[[[*d]]]]]]]]]]\nf: &f [[[[[[[[[[*e]]]]]]]]]]\ng: [[[[[[[[[[*f]]]]]]]]]]\n",
      7, 14, "deeper than 64");
}

// Nine aliases of nine aliases ... would be 9^9 values.
static void bombs_of_aliases_are_refused(void **state) {
  (void)state;
  char text[4000] = "a: &a [0,0,0,0,0,0,0,0,0]\n";
  for (char c = 'b'; c <= 'i'; c++) {
    size_t n = strlen(text);
    snprintf(text + n, sizeof text - n, "%c: &%c [*%c,*%c,*%c,*%c,*%c,*%c,*%c,*%c,*%c]\n", c, c, c - 1, c - 1, c - 1, c - 1,
             c - 1, c - 1, c - 1, c - 1, c - 1);
  }
  // Up to f there are 672610 nodes with their keys, f alone has 597871: the first alias in line 7 passes a million.
  expect(text, 7, 8, "1000000");
}

static void too_many_anchors_are_refused(void **state) {
  (void)state;
  char text[8000] = "";
  for (int k = 1; k <= 257; k++) snprintf(text + strlen(text), sizeof text - strlen(text), "- &a%d 1\n", k);
  expect(text, 257, 3, "256 anchors");
  text[strlen(text) - strlen("- &a257 1\n")] = 0;
  Parsed p = parse(text, strlen(text));
  assert_int_equal(p.status, PAWL_OK);
  release(&p);
}

static void large_files_are_refused(void **state) {
  (void)state;
  size_t length = PW_NODE_MAX_BYTES + 1;
  char *text = calloc(1, length);
  Parsed p = parse(text, length);
  assert_int_equal(p.status, PAWL_ERR_INPUT);
  assert_non_null(strstr(pawl_messages_get(p.messages, 0).text, "16 MB"));
  release(&p);
  for (size_t k = 0; k < 1000000; k++) memcpy(text + 2 * k, "-\n", 2);
  p = parse(text, 2 * 999999);
  assert_int_equal(p.status, PAWL_OK);
  assert_int_equal(p.root->visits, 1000000);  // the list and its values
  release(&p);
  expect_n(text, 2 * 1000000, 1000000, 2, "1000000 values");
  free(text);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(nodes_have_line_and_column),
                                     cmocka_unit_test(aliases_are_their_anchors_nodes),
                                     cmocka_unit_test(what_is_no_yaml_is_told_with_its_place),
                                     cmocka_unit_test(deep_nesting_is_refused),
                                     cmocka_unit_test(bombs_of_aliases_are_refused),
                                     cmocka_unit_test(too_many_anchors_are_refused),
                                     cmocka_unit_test(large_files_are_refused)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
