// Lists of bodies: written back as what they are, told in scene.json as one entry, which is read again as all its pairs.
#include <jansson.h>

#include "analysis/scene.h"
#include "check.h"
#include "compile/mechanism.h"
#include "model/model.h"
#include "pawl/run.h"
#include "report/scene.h"

// Twelve bodies, of which b0 has two profiles; b1 and b3 have a contact of their own. 13 * 12 / 2 pairs, less one on b0 itself
// and that of b1 and b3; and a short list.
static PawlModel *crowd(PawlMessages *messages) {
  char text[4000], *at = text;
  PawlModel *model = NULL;
  at += sprintf(at, "bodies:\n");
  for (int i = 0; i < 14; i++) {
    at += sprintf(at, "  b%d: {mass: 1, inertia: 1, position: [%d, 0], profiles: {o: {circle: {radius: 0.3}}%s}}\n", i, i,
                  i ? "" : ", p: {circle: {center: [0, 2], radius: 0.2}}");
  }
  at += sprintf(at, "contacts:\n  all: {bodies: [b0");
  for (int i = 1; i < 12; i++) at += sprintf(at, ", b%d", i);
  sprintf(at,
          "], restitution: 0.5, friction: 0.2, slots: 3}\n  own: {profiles: [b3.o, b1.o], restitution: 0.9}\n"
          "  few: {bodies: [b12, b13]}\n");
  assert_int_equal(pawl_model_parse("m.yaml", text, strlen(text), NULL, 0, messages, &model), PAWL_OK);
  return model;
}

enum { PAIRS = 13 * 12 / 2 - 2 };

static void lists_are_written_as_lists(void **state) {
  (void)state;
  PawlMessages *messages = pawl_messages_create();
  PawlModel *model = crowd(messages), *again = NULL;
  char *text;
  assert_int_equal(pawl_model_contact_count(model), PAIRS + 2);
  assert_int_equal(pawl_model_write_yaml(model, messages, &text), PAWL_OK);
  assert_non_null(strstr(text, "bodies: [b0, b1, b2, b3, b4, b5, b6, b7, b8, b9, b10, b11]"));
  assert_null(strstr(text, "all.b"));
  assert_int_equal(pawl_model_parse("again.yaml", text, strlen(text), NULL, 0, messages, &again), PAWL_OK);
  assert_int_equal(pawl_model_contact_count(again), PAIRS + 2);
  for (int32_t i = 1; i <= PAIRS + 2; i++) {
    assert_string_equal(pawl_model_contact_name(again, (PawlContactId){i}), pawl_model_contact_name(model, (PawlContactId){i}));
  }
  assert_true(pw_model_hash(again) == pw_model_hash(model));
  free(text);
  pawl_model_free(again);
  pawl_model_free(model);
  pawl_messages_free(messages);
}

static void scenes_tell_lists_at_once(void **state) {
  (void)state;
  PawlMessages *messages = pawl_messages_create();
  PawlModel *model = crowd(messages);
  PawlMechanism *k = NULL;
  PwArena arena = {0};
  PwScene scene;
  assert_int_equal(pawl_mechanism_compile(model, messages, &k), PAWL_OK);
  char *text = pw_scene_text(k);
  json_t *root = json_loads(text, 0, NULL), *contacts = json_object_get(root, "contacts");
  assert_int_equal(json_array_size(contacts), 3);  // own, all, few
  json_t *list = json_array_get(contacts, 1), *without = json_object_get(list, "without");
  assert_int_equal(json_array_size(json_object_get(list, "members")), 13);
  assert_int_equal(json_array_size(without), 2);  // b1 and b3
  assert_int_equal(json_integer_value(json_array_get(without, 0)), 2);
  assert_int_equal(json_integer_value(json_array_get(without, 1)), 4);
  assert_int_equal(pw_scene_read(root, "scene.json", &arena, messages, &scene), PAWL_OK);
  assert_int_equal(scene.contacts, PAIRS + 2);
  for (int32_t i = 0; i < scene.contacts; i++) {
    assert_string_equal(scene.contact[i].name, k->contact[i].name);
    assert_int_equal(scene.contact[i].slots, k->contact[i].slots);
    for (int side = 0; side < 2; side++) assert_int_equal(scene.contact[i].body[side], k->contact[i].body[side]);
    assert_false(scene.contact[i].stop);
  }
  json_object_set_new(json_array_get(json_object_get(list, "members"), 5), "body", json_integer(99));
  assert_int_equal(pw_scene_read(root, "scene.json", &arena, messages, &scene), PAWL_ERR_INPUT);
  json_decref(root);
  free(text);
  pw_arena_free(&arena);
  pawl_mechanism_free(k);
  pawl_model_free(model);
  pawl_messages_free(messages);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(lists_are_written_as_lists), cmocka_unit_test(scenes_tell_lists_at_once)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
