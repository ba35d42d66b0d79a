// The fields of an event: every one of the list goes through the file, the units and the public struct. What a field is stands
// in the list; by what it is multiplied is said here once more, by units.
#include <jansson.h>
#include <stdlib.h>

#include "result_place.h"

// Number n of a field, another one for each.
static double number_of(int field) {
  return 0.5 + 3 * field;
}

static PwResultEvent full_event(char texts[PW_EVENT_FIELDS][32]) {
  PwResultEvent e = pw_event_blank();
  for (int i = 0; i < PW_EVENT_FIELDS; i++) {
    snprintf(texts[i], sizeof texts[i], "%s, \"%d\"", pw_event_field(i)->name, i);
    if (pw_event_field(i)->is_text) {
      pw_event_set_text(&e, i, texts[i]);
    } else {
      pw_event_set_number(&e, i, number_of(i));
    }
  }
  return e;
}

// The list and the struct agree: names by themselves, and no two fields in one place.
static void lists_the_struct(void **state) {
  (void)state;
  char texts[PW_EVENT_FIELDS][32];
  PwResultEvent e = full_event(texts), blank = pw_event_blank();
  CHECK_CLOSE(e.t, number_of(PW_EVENT_AT_t), 0);
  CHECK_CLOSE(e.gap, number_of(PW_EVENT_AT_gap), 0);
  assert_string_equal(e.kind, texts[PW_EVENT_AT_kind]);
  assert_string_equal(pw_event_field(PW_EVENT_AT_speed_after)->name, "speed_after");
  assert_int_equal(pw_event_field(PW_EVENT_AT_speed_after)->offset, offsetof(PwResultEvent, speed_after));
  for (int i = 0; i < PW_EVENT_FIELDS; i++) {
    bool text = pw_event_field(i)->is_text;
    assert_true(text ? pw_event_text(&e, i) == texts[i] : pw_event_number(&e, i) == number_of(i));
    assert_true(text ? isnan(pw_event_number(&e, i)) : !pw_event_text(&e, i));
    assert_true(text ? !pw_event_text(&blank, i) : isnan(pw_event_number(&blank, i)));
    assert_false(text && pw_event_field(i)->unit != PW_FIELD_PLAIN);
  }
  assert_false(blank.angular);
}

// By the units of LAYOUT.
static double scale_of(PwFieldUnit unit, bool angular) {
  switch (unit) {
    case PW_FIELD_TIME:
    case PW_FIELD_LENGTH:
      return 1e3;
    case PW_FIELD_GAP:
      return angular ? 5 : 1e3;
    case PW_FIELD_SPEED:
      return angular ? 0.5 : 1;
    case PW_FIELD_FORCE:
      return angular ? 4 : 1;
    case PW_FIELD_IMPULSE:
      return angular ? 2 : 1e3;
    default:
      return 1;
  }
}

static void check_read(const PwResultEvent *e, char texts[PW_EVENT_FIELDS][32], bool angular, bool touch) {
  for (int i = 0; i < PW_EVENT_FIELDS; i++) {
    const PwEventField *field = pw_event_field(i);
    bool there = touch || field->when != PW_EVENT_TOUCH;  // friction: of a joint, too
    if (!there) {
      assert_true(isnan(pw_event_number(e, i)) && !pw_event_text(e, i));
    } else if (field->is_text) {
      assert_string_equal(pw_event_text(e, i), texts[i]);
    } else {
      CHECK_CLOSE(pw_event_number(e, i), number_of(i) * scale_of(field->unit, angular), 0);
    }
  }
}

// Linear, angular, without a touch, and with nothing but what is always there.
static void goes_through_the_file(void **state) {
  Place *p = *state;
  char texts[PW_EVENT_FIELDS][32];
  PwResultLayout layout = LAYOUT;
  PwResultWriter *w = NULL;
  layout.friction = true;
  assert_int_equal(pw_result_create("out", &layout, p->messages, &w), PAWL_OK);
  PwResultEvent e = full_event(texts), turn = e, plain = e, least = pw_event_blank();
  turn.angular = true;
  plain.body1 = plain.body2 = NULL;
  least.t = 0, least.kind = least.subject = least.detail = "";
  row(w, 0, 0, 0);
  const PwResultEvent *events[] = {&e, &turn, &plain, &least};
  for (int i = 0; i < 4; i++) assert_int_equal(pw_result_event(w, events[i]), PAWL_OK);
  assert_int_equal(pw_result_json(w, JSON), PAWL_OK);
  assert_int_equal(pw_result_finish(w, p->messages), PAWL_OK);
  PwResult *r;
  assert_int_equal(pw_result_open("out", p->messages, &r), PAWL_OK);
  assert_int_equal(pw_result_events(r), 4);
  for (int i = 0; i < 3; i++) {
    PwResultEvent read = pw_result_get_event(r, i);
    check_read(&read, texts, i == 1, i < 2);
  }
  PwResultEvent read = pw_result_get_event(r, 3);
  for (int i = 0; i < PW_EVENT_FIELDS; i++) {
    bool always = pw_event_field(i)->when == PW_EVENT_ALWAYS;
    assert_true(always || (isnan(pw_event_number(&read, i)) && !pw_event_text(&read, i)));
  }
  pw_result_free(r);
}

// Without friction there are no columns of it, and its fields are read back as not there.
static void leaves_friction_out(void **state) {
  Place *p = *state;
  char texts[PW_EVENT_FIELDS][32];
  PwResultWriter *w = start(p, "out");
  PwResultEvent e = full_event(texts);
  PwResult *r;
  row(w, 0, 0, 0);
  assert_int_equal(pw_result_event(w, &e), PAWL_OK);
  assert_int_equal(pw_result_json(w, JSON), PAWL_OK);
  assert_int_equal(pw_result_finish(w, p->messages), PAWL_OK);
  assert_int_equal(pw_result_open("out", p->messages, &r), PAWL_OK);
  assert_int_equal(pw_result_event_columns(r), PW_EVENT_AT_gap + 1);
  PwResultEvent read = pw_result_get_event(r, 0);
  for (int i = 0; i < PW_EVENT_FIELDS; i++) {
    bool friction = pw_event_field(i)->when == PW_EVENT_FRICTION;
    assert_int_equal(friction, i > PW_EVENT_AT_gap);
    assert_true(pw_event_field(i)->is_text || isnan(pw_event_number(&read, i)) == friction);
  }
  pw_result_free(r);
}

// The heading is the line that docs/results.md shows, with units as its placeholders.
static void heads_as_documented(void **state) {
  Place *p = *state;
  PwResultLayout layout = LAYOUT;
  PwResultWriter *w = NULL;
  size_t length;
  static char manual[100000];
  for (int i = 0; i < PW_FIELD_UNITS; i++) layout.event[i].unit = "unit";
  layout.friction = true;
  assert_int_equal(pw_result_create("out", &layout, p->messages, &w), PAWL_OK);
  pw_result_abandon(w);
  memcpy(manual, get(PAWL_SOURCE_DIR "/docs/results.md", &length), sizeof manual);
  char *start = strstr(manual, "\n`t [unit],"), *end = start ? strstr(start + 2, "`\n") : NULL;
  assert_non_null(end);
  strcpy(end, "\n");
  assert_string_equal(get("out.partial/events.csv", &length), start + 2);
}

// ---- a whole run

enum { MOST = 64 };
typedef struct {
  int count;
  PwResultEvent event[MOST];
  char texts[MOST][PW_EVENT_FIELDS][80];
} Told;

// The public event as a record. A member that PawlEvent has and the list has not makes it longer than this.
static void keep(void *user, const PawlEvent *event) {
  Told *told = user;
  assert_true(told->count < MOST);
  assert_int_equal(event->size, sizeof *event);
  assert_true(sizeof *event <= (2 + PW_EVENT_FIELDS) * sizeof(double));  // with size and contact
#define COPY(name, ...) .name = event->name,
  PwResultEvent *out = &told->event[told->count];
  *out = (PwResultEvent){PW_EVENT_LIST(COPY, COPY)};
#undef COPY
  for (int i = 0; i < PW_EVENT_FIELDS; i++) {
    const char *text = pw_event_text(out, i);
    if (!text) continue;  // texts live as long as the call
    snprintf(told->texts[told->count][i], sizeof told->texts[0][0], "%s", text);
    pw_event_set_text(out, i, told->texts[told->count][i]);
  }
  told->count++;
}

// Units of the file over SI: mm, ms, deg, N.
static double unit_of(PwFieldUnit unit, bool angular, bool surfaces) {
  const double deg = acos(-1) / 180;
  switch (unit) {
    case PW_FIELD_TIME:
      return 1e-3;
    case PW_FIELD_LENGTH:
      return 1e-3;
    case PW_FIELD_GAP:
      return angular ? deg : 1e-3;
    case PW_FIELD_SPEED:
      return angular ? deg / 1e-3 : 1;
    case PW_FIELD_FORCE:
      return angular ? 1e-3 : 1;
    case PW_FIELD_IMPULSE:
      return angular ? 1e-6 : 1e-3;
    case PW_FIELD_U1:  // latitude and longitude of spheres; elements of profiles
    case PW_FIELD_V1:
    case PW_FIELD_U2:
    case PW_FIELD_V2:
      return surfaces ? deg : 1;
    default:
      return 1;
  }
}

// The page has every field of every event that is there, and says what it is.
static void check_page(Place *p, const PwResult *r) {
  char *text = NULL;
  assert_int_equal(pawl_report_data("run", p->messages, &text), PAWL_OK);
  json_t *page = json_loads(text, 0, NULL), *fields = json_object_get(page, "event_fields");
  assert_int_equal(json_object_size(fields), pw_result_event_columns(r));
  assert_string_equal(json_string_value(json_object_get(fields, "speed_after")), "speed");
  assert_string_equal(json_string_value(json_object_get(fields, "q2")), "place");
  for (int64_t n = 0; n < pw_result_events(r); n++) {
    PwResultEvent e = pw_result_get_event(r, n);
    const json_t *shown = json_array_get(json_object_get(page, "events"), (size_t)n);
    for (int i = 0; i < PW_EVENT_FIELDS; i++) {
      const json_t *item = json_object_get(shown, pw_event_field(i)->name);
      assert_true(i >= pw_result_event_columns(r) || json_object_get(fields, pw_event_field(i)->name));
      if (pw_event_text(&e, i)) {
        assert_string_equal(json_string_value(item), pw_event_text(&e, i));
      } else if (isnan(pw_event_number(&e, i))) {
        assert_null(item);
      } else {
        CHECK_CLOSE(json_number_value(item), pw_event_number(&e, i), 0);
      }
    }
  }
  json_decref(page);
  pawl_text_free(text);
}

// A run tells its events to the user's function and writes them: the same, but for the units.
static void check_run(Place *p, const char *text, const char *angular, bool surfaces, int least) {
  PawlModel *model = NULL;
  PawlMechanism *k = NULL;
  PwResult *r = NULL;
  Told *told = calloc(1, sizeof *told);
  assert_int_equal(pawl_model_parse("m.yaml", text, strlen(text), NULL, 0, p->messages, &model), PAWL_OK);
  assert_int_equal(pawl_mechanism_compile(model, p->messages, &k), PAWL_OK);
  PawlRunOptions options = pawl_mechanism_run_options(k);
  options.directory = "run";
  options.event = keep;
  options.user = told;
  assert_int_equal(pawl_run(k, &options, p->messages, NULL), PAWL_OK);
  assert_int_equal(pw_result_open("run", p->messages, &r), PAWL_OK);
  assert_true(told->count >= least);
  assert_int_equal(pw_result_events(r), told->count);
  for (int n = 0; n < told->count; n++) {
    PwResultEvent written = pw_result_get_event(r, n);
    bool turns = angular && strncmp(written.subject, angular, strlen(angular)) == 0;
    for (int i = 0; i < PW_EVENT_FIELDS; i++) {
      const PwEventField *field = pw_event_field(i);
      double si = pw_event_number(&told->event[n], i), number = pw_event_number(&written, i);
      if (field->is_text) {
        const char *a = pw_event_text(&told->event[n], i), *b = pw_event_text(&written, i);
        assert_string_equal(a ? a : "", b ? b : "");
      } else if (field->unit != PW_FIELD_VALUE) {  // its unit is the kind's
        assert_int_equal(isnan(si), isnan(number));
        if (!isnan(si)) CHECK_CLOSE(number * unit_of(field->unit, turns, surfaces), si, 4e-16 * fabs(si));
      }
    }
  }
  check_page(p, r);
  pw_result_free(r);
  pawl_mechanism_free(k);
  pawl_model_free(model);
  free(told);
}

// A ball bounces on the floor while a door runs against its stop; and a ball on a ball in space.
static void tells_what_it_writes(void **state) {
  Place *p = *state;
  check_run(p,
            "units: {length: mm, mass: kg, time: ms, angle: deg, force: N}\n"
            "gravity: [0, -0.01]\n"
            "bodies:\n"
            "  ground: {profiles: {floor: {start: [1000, 0], chain: [{line: {to: [-1000, 0]}}], closed: false}}}\n"
            "  ball: {mass: 1, inertia: 1000, position: [0, 110], profiles: {skin: {circle: {radius: 100}}}}\n"
            "  door: {mass: 1, inertia: 1000, position: [0, 500]}\n"
            "joints: {hinge: {type: revolute, between: [ground, door], at: [0, 500], limits: [-10, 10], stops: {restitution: "
            "0.5}}}\n"
            "contacts: {c: {profiles: [ground.floor, ball.skin], restitution: 0.5}}\n"
            "initial: {joints: {hinge: {speed: 0.2}}}\n"
            "analysis: {duration: 300, step: 10}\n",
            "hinge.", false, 4);
  check_run(
      p,
      "units: {length: mm, mass: kg, time: ms, angle: deg, force: N}\n"
      "gravity: [0, 0, -0.01]\n"
      "bodies:\n"
      "  ground: {surfaces: {hill: {sphere: {radius: 1000}}}}\n"
      "  ball: {mass: 1, inertia: [4000, 4000, 4000], position: [300, 400, 1000], surfaces: {skin: {sphere: {radius: 100}}}}\n"
      "contacts: {c: {surfaces: [ground.hill, ball.skin]}}\n"
      "analysis: {duration: 100, step: 50}\n",
      NULL, true, 1);
  check_run(p,  // one that falls askew on a floor with friction: impacts with friction, then it sticks
            "units: {length: mm, mass: kg, time: ms, angle: deg, force: N}\n"
            "gravity: [0, -0.01]\n"
            "bodies:\n"
            "  ground: {profiles: {floor: {start: [1000, 0], chain: [{line: {to: [-1000, 0]}}], closed: false}}}\n"
            "  ball: {mass: 1, inertia: 1000, position: [0, 110], profiles: {skin: {circle: {radius: 100}}}}\n"
            "contacts: {c: {profiles: [ground.floor, ball.skin], restitution: 0.5, friction: 0.2}}\n"
            "initial: {bodies: {ball: {velocity: [0.5, 0]}}}\n"
            "analysis: {duration: 300, step: 10}\n",
            NULL, false, 4);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(lists_the_struct), TEST(goes_through_the_file), TEST(leaves_friction_out),
                                     TEST(heads_as_documented), TEST(tells_what_it_writes)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
