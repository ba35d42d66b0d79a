// What is wrong in a model file is said with its place, all of it at once. Places are counted by hand in the texts.
#include "check.h"

#include <fcntl.h>
#include <time.h>
#include <unistd.h>

#include "pawl/model.h"

static PawlMessages *read_bad(const char *text, size_t length, const char *const *overrides, int count, PawlStatus expected) {
  PawlMessages *messages = pawl_messages_create();
  PawlModel *model = NULL;
  PawlStatus status = pawl_model_parse("m.yaml", text, length, overrides, count, messages, &model);
  if (status != expected) print_error("%s\n", text);
  assert_int_equal(status, expected);
  assert_null(model);
  return messages;
}

static void show(PawlMessages *messages) {
  for (int k = 0; k < pawl_messages_count(messages); k++) {
    PawlMessage m = pawl_messages_get(messages, k);
    print_error("  %d:%d: %s\n", m.line, m.column, m.text);
  }
}

static void check_message(PawlMessages *messages, int index, int line, int column, const char *fragment, const char *text) {
  PawlMessage m = pawl_messages_get(messages, index);
  if (m.line == line && m.column == column && strstr(m.text, fragment) && m.severity == PAWL_ERROR) return;
  show(messages);
  fail_msg("message %d should be %d:%d: ... %s ... for\n%s", index, line, column, fragment, text);
}

typedef struct {
  const char *text;
  int line, column;
  const char *fragment;
} Case;

// Exactly one complaint each.
static void run_cases(const Case *cases, size_t count) {
  for (size_t k = 0; k < count; k++) {
    const Case *c = &cases[k];
    PawlMessages *messages = read_bad(c->text, strlen(c->text), NULL, 0, PAWL_ERR_INPUT);
    check_message(messages, 0, c->line, c->column, c->fragment, c->text);
    if (pawl_messages_errors(messages) != 1) {
      show(messages);
      fail_msg("one complaint expected for\n%s", c->text);
    }
    pawl_messages_free(messages);
  }
}
#define RUN(cases) run_cases(cases, sizeof cases / sizeof *cases)

static void complaints_about_structure_have_their_place(void **state) {
  (void)state;
  static const Case cases[] = {
      {"", 1, 1, "empty"},
      {"just text\n", 1, 1, "a mapping such as"},
      {"- 1\n", 1, 1, "found a list"},
      {"bodys:\n  a: {}\n", 1, 1, "unknown key 'bodys', did you mean 'bodies'?"},
      {"pawl: 2\n", 1, 7, "version '2'"},
      {"bodies: 3\n", 1, 9, "bodies: needs a mapping of names, found a single value"},
      {"bodies: [a]\n", 1, 9, "found a list"},
      {"bodies: {a: 3}\n", 1, 13, "body 'a': needs a mapping"},
      {"bodies:\n  a: {mas: 1}\n", 2, 7, "body 'a': unknown key 'mas', did you mean 'mass'?"},
      {"bodies: {a: {}, a: {}}\n", 1, 17, "'a' stands here twice, before at 1:10"},
      {"bodies: {a-b: {}}\n", 1, 10, "letters, digits"},
      {"bodies: {ground: {mass: 1}}\n", 1, 19, "ground carries frames, profiles, surfaces and meshes only"},
      {"units: {length: kg}\n", 1, 17, "'kg' is not a unit of length"},
      {"units: {lenght: m}\n", 1, 9, "did you mean 'length'"},
      {"gravity: 9.81\n", 1, 10, "list of 2 or 3 numbers"},
      {"gravity: [0, 0, 0, 1]\n", 1, 10, "found 4"},
      {"planar: maybe\n", 1, 9, "(one of auto, true, false)"},
      {"bodies: {a: }\njoints: {j: {type: fixed, frames: [ground, {at: [1, 2]}]}}\n", 2, 44, "needs its 'body'"},
      {"bodies: {a: }\njoints: {j: {type: fixed, frames: [ground, {body: a, on: 1}]}}\n", 2, 54, "unknown key 'on'"},
      {"bodies: {a: }\njoints: {j: {type: fixed, frames: [ground, {body: b}]}}\n", 2, 51, "there is no body 'b'"},
      {"output: x\n", 1, 9, "needs a list"},
      {"output: [[x]]\n", 1, 10, "needs a text, found a list"},
      {"name: [a]\n", 1, 7, "needs a text"},
  };
  RUN(cases);
}

static void numbers_out_of_range_are_refused(void **state) {
  (void)state;
  static const Case cases[] = {
      {"bodies: {a: {mass: -1}}\n", 1, 20, "mass is -1 kg, must not be negative"},
      {"bodies: {a: {mass: heavy}}\n", 1, 20, "unknown name 'heavy'"},
      {"bodies: {a: {mass: \"2 + heavy\"}}\n", 1, 25, "unknown name 'heavy'"},
      {"bodies: {a: {mass: [1]}}\n", 1, 20, "needs a number or an expression, found a list"},
      {"bodies: {a: {mass: }}\n", 1, 20, "found nothing"},
      {"bodies: {a: {mass: .nan}}\n", 1, 20, "'mass' is not a finite number"},
      {"bodies: {a: {mass: NaN}}\n", 1, 20, "'mass' is not a finite number"},
      {"bodies: {a: {mass: -.inf}}\n", 1, 20, "'mass' is not a finite number"},
      {"bodies: {a: {mass: 1e999}}\n", 1, 20, "'mass' is not a finite number"},
      {"bodies: {a: {mass: 2 m}}\n", 1, 20, "'mass' cannot be in 'm', needs a unit like 'kg'"},
      {"units: {length: mm, force: N}\nforces: {f: {type: spring, frames: [a, b], stiffness: 3 kg}}\nbodies: {a: , b: }\n", 2, 55,
       "'stiffness' cannot be in 'kg', needs a unit like 'N/mm'"},
      {"bodies: {a: {quaternion: [1, 0, 0, 2 m]}}\n", 1, 36, "it has no unit"},
      {"bodies: {a: {mass: 2 parsec}}\n", 1, 22, "unknown unit"},
      {"bodies: {a: {mass: 2*t}}\n", 1, 22, "must be constant"},
      {"bodies: {a: {mass: 2 +}}\n", 1, 23, ""},
      {"bodies: {a: {inertia: [1, 1, 3]}}\n", 1, 23, "sum of the others"},
      {"bodies: {a: {inertia: [1, 1, 1, 2, 0, 0]}}\n", 1, 23, "negative principal moment -1"},
      {"bodies: {a: {inertia: [1, 1]}}\n", 1, 23, "'inertia' is zz"},
      {"bodies: {a: {quaternion: [1, 1, 0, 0]}}\n", 1, 26, "length 1.41421356"},
      {"bodies: {a: {angle: 1, quaternion: [1, 0, 0, 0]}}\n", 1, 36, "give one orientation"},
      {"bodies: {a: {euler: {order: xxz, angles: [1, 2, 3]}}}\n", 1, 29, "no two neighbours equal"},
      {"bodies: {a: {euler: {order: xyz}}}\n", 1, 21, "needs 'order' and 'angles'"},
      {"bodies: {a: {axes: {x: [1, 0], y: [2, 0]}}}\n", 1, 35, "parallel"},
      {"bodies: {a: {axes: {x: [1, 0]}}}\n", 1, 20, "two of x, y, z"},
      {"bodies: {a: {axes: {x: [0, 0], y: z}}}\n", 1, 24, "no direction"},
      {"bodies: {a: {frames: {p: [1]}}}\n", 1, 26, "frame 'a.p': 'at' needs a list of 2 or 3 numbers, found 1"},
      {"bodies: {a: {frames: {p: {about: z}}}}\n", 1, 34, "needs a 'turn'"},
      {"bodies: {a: {frames: {p: {offset: [1, .inf]}}}}\n", 1, 39, "not a finite number"},
  };
  RUN(cases);
}

static void shapes_that_do_not_go_together_are_refused(void **state) {
  (void)state;
  static const Case cases[] = {
      {"bodies: {a: {density: 3}}\n", 1, 23, "needs a 'shape'"},
      {"bodies: {a: {shape: {box: [1, 2, 3]}}}\n", 1, 13, "needs 'density' or 'mass'"},
      {"bodies: {a: {shape: {box: [1, 2, 3]}, density: 1, mass: 2}}\n", 1, 13, "follows from"},
      {"bodies: {a: {shape: {box: [1, 2, 3]}, mass: 1, inertia: 2}}\n", 1, 57, "'inertia' follows from 'shape'"},
      {"bodies: {a: {shape: {box: [1, 0, 3]}, mass: 1}}\n", 1, 27, "'box' must be > 0"},
      {"bodies: {a: {shape: {box: [1, 1, 3]}, mass: -1}}\n", 1, 45, "must not be negative"},
      {"bodies: {a: {shape: {box: [1, 1, 3]}, density: -1}}\n", 1, 48, "must not be negative"},
      {"bodies: {a: {shape: {}, mass: 1}}\n", 1, 21, "one of box, cylinder, sphere, outline"},
      {"bodies: {a: {shape: [], mass: 1}}\n", 1, 21, "empty list"},
      {"bodies: {a: {shape: {sphere: {}}, mass: 1}}\n", 1, 30, "'radius' is missing"},
      {"bodies: {a: {shape: {outline: [[0, 0], [1, 1], [1, 0], [0, 1]], depth: 1}, mass: 1}}\n", 1, 48, "crosses itself"},
      {"bodies: {a: {shape: {outline: [[0, 0], [1, 1], [2, 2]], depth: 1}, mass: 1}}\n", 1, 31, "no area"},
      {"bodies: {a: {shape: {outline: [[0, 0], [1, 1]], depth: 1}, mass: 1}}\n", 1, 31, "3 to 10000 points"},
      {"bodies: {a: {shape: {sphere: {radius: 1}, depth: 1}, mass: 1}}\n", 1, 50, "belongs to an outline"},
      {"bodies: {a: {shape: {cylinder: {radius: 1, length: 1, axis: w}}, mass: 1}}\n", 1, 61, "one of x, y, z"},
  };
  RUN(cases);
}

static void parameters_in_circles_are_refused(void **state) {
  (void)state;
  static const Case cases[] = {
      {"parameters: {a: b, b: c, c: a}\n", 1, 17, "a -> b -> c -> a"},
      {"parameters: {a: 2*a}\n", 1, 17, "a -> a"},
      {"parameters:\n  x: 1\n  a: x + b\n  b: a\n", 3, 6, "a -> b -> a"},
      {"parameters: {a: 1/0}\n", 1, 18, "division by zero"},
      {"parameters: {radius: 2, b: radus + 1}\n", 1, 28, "did you mean 'radius'"},
      {"parameters: {a: 2, a: 3}\n", 1, 20, "twice, before at 1:14"},
      {"parameters: {t: 2}\n", 1, 17, "have their meaning"},
      {"parameters: {a: [1]}\n", 1, 17, "found a list"},
      {"parameters: {a: }\n", 1, 17, "found nothing"},
      {"parameters: {a: .inf}\n", 1, 17, "'value' is not a finite number"},
      {"parameters: [1]\n", 1, 13, "mapping of names"},
  };
  RUN(cases);
}

// A chain of parameters in reverse order is followed to a limit, not to the end of the stack.
static void long_chain(void **state) {
  (void)state;
  static char text[200000];
  strcpy(text, "parameters:\n");
  for (int k = 0; k < 5000; k++) sprintf(text + strlen(text), "  p%d: p%d\n", k, k + 1);
  strcat(text, "  p5000: 1\n");
  PawlMessages *messages = read_bad(text, strlen(text), NULL, 0, PAWL_ERR_INPUT);
  check_message(messages, 0, 202, 9, "more than 200 parameters", "a long chain");
  pawl_messages_free(messages);
}

#define TWO "bodies: {a: , b: , c: {frames: {tip: [1, 0]}}}\n"
#define PIN \
  "joints: {pin: {type: revolute, between: [a, b], at: [0, 0]}, tube: {type: cylindrical, between: [a, c], at: [0, 0]}}\n"

static void wrong_joints_are_refused(void **state) {
  (void)state;
  static const Case cases[] = {
      {TWO "joints: {j: {frames: [a, b]}}\n", 2, 10, "joint 'j': needs a 'type'"},
      {TWO "joints: {j: {type: revolut, frames: [a, b]}}\n", 2, 20, "did you mean 'revolute'"},
      {TWO "joints: {j: {type: revolute}}\n", 2, 13, "needs 'frames: "},
      {TWO "joints: {j: {type: revolute, frames: [a, d]}}\n", 2, 42, "there is no body 'd'"},
      {TWO "joints: {j: {type: revolute, frames: [c.tpi, b]}}\n", 2, 39, "there is no frame 'c.tpi', did you mean 'c.tip'?"},
      {TWO "joints: {j: {type: revolute, frames: [a, a]}}\n", 2, 38, "both frames are on body 'a'"},
      {TWO "joints: {j: {type: revolute, between: [a, a], at: [0, 0]}}\n", 2, 39, "both frames are on body 'a'"},
      {TWO "joints: {j: {type: revolute, frames: [a]}}\n", 2, 38, "needs two names"},
      {TWO "joints: {j: {type: revolute, frames: [a, b], at: [0, 0]}}\n", 2, 50, "'at' does not go with 'frames'"},
      {TWO "joints: {j: {type: revolute, between: [a, b], at: [[0, 0], [1, 1]]}}\n", 2, 51, "one point"},
      {TWO "joints: {j: {type: rod, between: [a, b], at: [0, 0]}}\n", 2, 46, "two points"},
      {TWO "joints: {j: {type: rod, frames: [a, b]}}\n", 2, 10, "one point"},
      {TWO "joints: {j: {type: rod, frames: [a, b], length: -2}}\n", 2, 49, "must be > 0"},
      {TWO "joints: {j: {type: revolute, frames: [a, b], pitch: 2}}\n", 2, 46, "'pitch' does not belong to a revolute joint"},
      {TWO "joints: {j: {type: screw, frames: [a, b]}}\n", 2, 10, "needs a pitch"},
      {TWO "joints: {j: {type: screw, frames: [a, b], pitch: 2 kg}}\n", 2, 50, "cannot be in 'kg'"},
      {TWO "joints: {j: {type: lock, frames: [a, b]}}\n", 2, 10, "must lock one to six"},
      {TWO "joints: {j: {type: lock, frames: [a, b], locked: [w]}}\n", 2, 51, "(one of x, y, z, rx, ry, rz)"},
      {TWO "joints: {j: {type: universal, between: [a, b], at: [0, 0]}}\n", 2, 13, "needs 'axes: [shaft"},
      {TWO "joints: {j: {type: universal, between: [a, b], at: [0, 0], axis: x}}\n", 2, 60, "does not belong to a universal"},
      {TWO "joints: {j: {type: revolute, between: [a, b], at: [0, 0], axis: w}}\n", 2, 65, "one of x, y, z"},
      {TWO "joints: {j: {type: revolute, between: [a, b], at: [0, 0], axis: x, angle: 1}}\n", 2, 65, "'axis' and 'angle'"},
      {TWO "joints: {j: {type: gear-pair, frames: [a, b], radii: [1, -2]}}\n", 2, 54, "radii 1 m and -2 m"},
      {TWO "joints: {j: {type: revolute, frames: [a, b], limits: 3}}\n", 2, 54,
       "'limits' needs [lower, upper], with ~ for none, found a single value"},
      {TWO "joints: {j: {type: revolute, frames: [a, b], limits: [1]}}\n", 2, 54, "'limits' needs [lower, upper]"},
      {TWO "joints: {j: {type: revolute, frames: [a, b], limits: [1, 0]}}\n", 2, 54,
       "joint 'j': limits of angle: the lower one, 1, must be below the upper one, 0"},
      {TWO "joints: {j: {type: revolute, frames: [a, b], limits: [~, ~]}}\n", 2, 54, "give a finite lower or upper one"},
      {TWO "joints: {j: {type: revolute, frames: [a, b], limits: [0, 1 m]}}\n", 2, 58,
       "cannot be in 'm', needs a unit like 'rad'"},
      {TWO "joints: {j: {type: revolute, frames: [a, b], limits: {travel: [0, 1]}}}\n", 2, 55,
       "joint 'j' has no coordinate 'travel', only angle"},
      {TWO "joints: {j: {type: revolute, frames: [a, b], limits: {angle: [1, 0]}}}\n", 2, 62, "must be below the upper one"},
      {TWO "joints: {j: {type: revolute, frames: [a, b], stops: {restitution: 1}}}\n", 2, 53, "'stops' need 'limits'"},
      {TWO "joints: {j: {type: revolute, frames: [a, b], limits: [0, 1], stops: {restitutoin: 1}}}\n", 2, 70,
       "stops: unknown key 'restitutoin', did you mean 'restitution'?"},
      {TWO "joints: {j: {type: revolute, frames: [a, b], limits: [0, 1], stops: {restitution: 7}}}\n", 2, 83,
       "restitution is 7, must be 0 to 1"},
      {TWO "joints: {j: {type: revolute, frames: [a, b], limits: [0, 1], stops: {rebound: -7}}}\n", 2, 79, "rebound is -7"},
      {TWO "joints: {j: {type: revolute, frames: [a, b], limits: [0, 1], stops: {stiffness: -7}}}\n", 2, 81, "stiffness is -7"},
      {TWO "joints: {j: {type: revolute, frames: [a, b], limits: [0, 1], stops: {stiffness: 7 N/m}}}\n", 2, 81,
       "cannot be in 'N/m', needs a unit like 'N*m/rad'"},
      {TWO "joints: {j: {type: revolute, frames: [a, b], limits: [0, 1], stops: {damping: 7}}}\n", 2, 79,
       "give a 'stiffness', too"},
      {TWO "joints: {j: {type: revolute, frames: [a, b], limits: [0, 1], stops: {stiffness: 2, damping: -7}}}\n", 2, 93,
       "damping is -7"},
      {TWO "joints: {j: {type: revolute, frames: [a, b], limits: [0, 1], stops: {stiffness: 2, restitution: 0.5}}}\n", 2, 97,
       "leave 'restitution' and 'rebound' out"},
      {TWO "joints: {j: {type: planar, frames: [a, b], limits: {x: [0, 1]}, stops: {x: {restitution: 1}, y: {}}}}\n", 2, 94,
       "stops by coordinate: 'y' has no limits"},
      {TWO "joints: {j: {type: revolute, frames: [a, b], limits: [0, 1], stops: {friction: 1}}}\n", 2, 70,
       "stops: unknown key 'friction': a stop has no friction"},
      {TWO PIN "drives: {d: {coordinate: pin, law: 3 kg}}\n", 3, 36, "cannot be in 'kg'"},
      {TWO PIN "drives: {d: {coordinate: tube, law: 3}}\n", 3, 26, "angle, travel: say which"},
      {TWO PIN "drives: {d: {coordinate: pin.travel, law: 3}}\n", 3, 26,
       "drive 'd': joint 'pin' has no coordinate 'travel', only angle"},
      {TWO PIN "drives: {d: {coordinate: pni, law: 3}}\n", 3, 26, "there is no joint 'pni', did you mean 'pin'?"},
      {TWO PIN "drives: {d: {coordinate: pin}}\n", 3, 10, "needs 'coordinate' and 'law'"},
      {TWO PIN "drives: {d: {coordinate: pin, law: 1}, e: {coordinate: pin, law: 2}}\n", 3, 56, "driven already, by 'd'"},
      {TWO PIN "drives: {d: {coordinate: pin, law: max(t, 2)}}\n", 3, 43, "needs quotes"},
      {TWO PIN "couplers: {g: {terms: {pin.angle: 1}}}\n", 3, 23, "two or more"},
      {TWO PIN "couplers: {g: {terms: {pin.angle: 1, tube: 2}}}\n", 3, 38, "say which"},
      {TWO PIN "couplers: {g: {type: gears, joints: [pin, tube], teeth: [1, 0]}}\n", 3, 57, "must be > 0"},
      {TWO PIN "couplers: {g: {type: gears, joints: [pin, tube], radii: [1, 1]}}\n", 3, 50,
       "'radii' does not go with type gears"},
      {TWO PIN "couplers: {g: {type: rack, pinion: pin, rack: tube}}\n", 3, 15, "'radius' is missing"},
      {TWO PIN "couplers: {g: {offset: 1}}\n", 3, 12, "needs 'terms' or a 'type'"},
      {TWO PIN "couplers: {pin: {type: belt, joints: [pin, tube], radii: [1, 1]}}\n", 3, 12, "joints and couplers share"},
  };
  RUN(cases);
}

static void wrong_profiles_are_refused(void **state) {
  (void)state;
  static const Case cases[] = {
      {"bodies: {a: {profiles: {p: {}}}}\n", 1, 28, "needs one of chain, circle, point, offset"},
      {"bodies: {a: {profiles: {p: {chain: [], closd: false}}}}\n", 1, 40, "unknown key 'closd', did you mean 'closed'?"},
      {"bodies: {a: {profiles: {p: {chain: []}}}}\n", 1, 36, "'chain' needs a list of elements"},
      {"bodies: {a: {profiles: {p: {chain: 3}}}}\n", 1, 36, "'chain' needs a list of elements, found a single value"},
      {"bodies: {a: {profiles: {p: {chain: [{lin: {to: [1, 0]}}]}}}}\n", 1, 38,
       "element: unknown key 'lin', did you mean 'line'?"},
      {"bodies: {a: {profiles: {p: {chain: [{}]}}}}\n", 1, 37, "an element is one of line, arc, polar"},
      {"bodies: {a: {profiles: {p: {start: [0, 0], chain: [{line: {to: [1, 0]}, arc: {center: [0, 0], to: [1, 1]}}]}}}}\n", 1, 52,
       "an element is one of"},
      {"bodies: {a: {profiles: {p: {chain: [{line: {to: [1, 0]}}]}}}}\n", 1, 37, "give 'start: [x, y]'"},
      {"bodies: {a: {profiles: {p: {chain: [{line: {by: [1, 0]}}]}}}}\n", 1, 37, "give 'start: [x, y]'"},
      {"bodies: {a: {profiles: {p: {start: [0, 0], chain: [{line: {}}]}}}}\n", 1, 59, "'to: [x, y]' or 'by: [dx, dy]'"},
      {"bodies: {a: {profiles: {p: {start: [0, 0], chain: [{line: {to: [1, 0, 0]}}]}}}}\n", 1, 64,
       "'to' needs a list of 2 numbers, found 3"},
      {"bodies: {a: {profiles: {p: {start: [0, 0], chain: [{line: {to: [1, 2 kg]}}]}}}}\n", 1, 68, "cannot be in 'kg'"},
      {"bodies: {a: {profiles: {p: {start: [0, 0], chain: [{line: {to: [1, 0]}}]}}}}\n", 1, 52, "gap of 1 m"},
      {"bodies: {a: {profiles: {p: {start: [0, 0], chain: [{line: {to: [1, 0]}}, {line: {to: [1, 0]}}], closed: false}}}}\n", 1,
       74, "no length"},
      {"bodies: {a: {profiles: {p: {start: [0, 0], chain: [{line: {to: [1, 0]}}, {line: {to: [0.5, 0.0]}}], closed: false}}}}\n",
       1, 74, "turns back"},
      {"bodies: {a: {profiles: {p: {start: [0, 0], chain: [{line: {to: [2, 2]}}, {line: {to: [2, 0]}}, {line: {to: [0, 2]}}], "
       "closed: false}}}}\n",
       1, 96, "cross"},
      {"bodies: {a: {profiles: {p: {start: [0, 0], chain: [{arc: {to: [1, 0]}}]}}}}\n", 1, 58, "'center' is missing"},
      {"bodies: {a: {profiles: {p: {start: [0, 0], chain: [{arc: {center: [0, 1]}}]}}}}\n", 1, 58,
       "an arc needs 'to', or 'radius' and 'angles'"},
      {"bodies: {a: {profiles: {p: {start: [0, 0], chain: [{arc: {center: [0, 1], to: [0, 2], angles: [0, 1]}}]}}}}\n", 1, 58,
       "an arc needs 'to', or"},
      {"bodies: {a: {profiles: {p: {start: [0, 0], chain: [{arc: {center: [0, 1], to: [5, 5]}}]}}}}\n", 1, 52, "equally far"},
      {"bodies: {a: {profiles: {p: {chain: [{arc: {center: [0, 1], radius: -1, angles: [0, 1]}}]}}}}\n", 1, 68,
       "a concave arc is 'clockwise: true'"},
      {"bodies: {a: {profiles: {p: {chain: [{arc: {center: [0, 1], radius: 1, angles: [0, 1], clockwise: yes}}]}}}}\n", 1, 98,
       "'clockwise' cannot be 'yes'"},
      {"bodies: {a: {profiles: {p: {start: [9, 9], chain: [{arc: {center: [0, 1], radius: 1, angles: [0, 1]}}], closed: "
       "false}}}}\n",
       1, 52, "leave one of them out"},
      {"bodies: {a: {profiles: {p: {chain: [{polar: {angles: [0, 1]}}]}}}}\n", 1, 45, "'terms' is missing"},
      {"bodies: {a: {profiles: {p: {chain: [{polar: {terms: [[1, 0]]}}]}}}}\n", 1, 45, "'angles' is missing"},
      {"bodies: {a: {profiles: {p: {chain: [{polar: {angles: [0, 1], terms: 3}}]}}}}\n", 1, 69, "'terms' needs a list of pairs"},
      {"bodies: {a: {profiles: {p: {chain: [{polar: {angles: [0, 1], terms: [[1, 0, 2]]}}]}}}}\n", 1, 70,
       "'terms' needs pairs of numbers"},
      {"bodies: {a: {profiles: {p: {chain: [{polar: {angles: [0, 1], terms: [[1, 1 m]]}}]}}}}\n", 1, 74, "it has no unit"},
      {"bodies: {a: {profiles: {p: {chain: [{polar: {angles: [0, 1], scale: 0, terms: [[1, 1]]}}]}}}}\n", 1, 37, "scale is 0"},
      {"bodies: {a: {profiles: {p: {chain: [{spline: {degree: 3}}]}}}}\n", 1, 46, "a spline needs 'points', or 'csv'"},
      {"bodies: {a: {profiles: {p: {chain: [{spline: {points: [[0, 0], [1, 1]], columns: [0, 1]}}]}}}}\n", 1, 46,
       "a spline needs 'points', or 'csv'"},
      {"bodies: {a: {profiles: {p: {chain: [{spline: {points: [[0, 0]]}}]}}}}\n", 1, 37, "needs 2 to 10000 points"},
      {"bodies: {a: {profiles: {p: {chain: [{spline: {points: [[0, 0], [1, 1]], degree: 2.5}}]}}}}\n", 1, 81,
       "'degree' must be a whole number"},
      {"bodies: {a: {profiles: {p: {chain: [{spline: {points: [[0, 0], [1, 1]], degree: 12}}]}}}}\n", 1, 37,
       "degree must be 3, 5, 7 or 9"},
      {"bodies: {a: {profiles: {p: {chain: [{spline: {points: [[0, 0], [1, 1]], degree: 4}}]}}}}\n", 1, 37,
       "degree must be 3, 5, 7 or 9"},
      {"bodies: {a: {profiles: {p: {chain: [{bspline: {control: [[0, 0], [1, 1]], degree: 12}}]}}}}\n", 1, 37,
       "degree must be 2 to 9"},
      {"bodies: {a: {profiles: {p: {chain: [{spline: {csv: none_such.csv}}]}}}}\n", 1, 52, "cannot"},
      {"bodies: {a: {profiles: {p: {chain: [{bspline: {degree: 3}}]}}}}\n", 1, 47, "'control' is missing"},
      {"bodies: {a: {profiles: {p: {chain: [{bspline: {control: [[0, 0], [1, 1], [2, 0]], degree: 2, knots: [0, 1]}}]}}}}\n", 1,
       37, "as many knots"},
      {"bodies: {a: {profiles: {p: {chain: [{bspline: {control: [[0, 0], [1, 1], [2, 0]], degree: 2, knots: x}}]}}}}\n", 1, 101,
       "'knots' needs a list"},
      {"bodies: {a: {profiles: {p: {chain: [{involute: {angles: [1, 2]}}]}}}}\n", 1, 48, "'radius' is missing"},
      {"bodies: {a: {profiles: {p: {chain: [{involute: {radius: 1, angles: [0, 2]}}]}}}}\n", 1, 37, "roll angles"},
      {"bodies: {a: {profiles: {p: {circle: {center: [0, 0]}}}}}\n", 1, 37, "'radius' is missing"},
      {"bodies: {a: {profiles: {p: {circle: {radius: 0}}}}}\n", 1, 37, "radius must be > 0"},
      {"bodies: {a: {profiles: {p: {circle: {radius: 1}, point: [0, 0]}}}}\n", 1, 57,
       "a profile has one of chain, circle, point, offset"},
      {"bodies: {a: {profiles: {p: {circle: {radius: 1}, closed: true}}}}\n", 1, 58, "'closed' belongs to a 'chain'"},
      {"bodies: {a: {profiles: {p: {point: [0]}}}}\n", 1, 36, "'point' needs a list of 2 numbers, found 1"},
      {"bodies: {a: {profiles: {p: {point: [0, 0], at: [1]}}}}\n", 1, 48, "'at' needs a list of 2 or 3 numbers"},
      {"bodies: {a: {profiles: {p: {point: [0, 0], angle: 1, quaternion: [1, 0, 0, 0]}}}}\n", 1, 66, "give one orientation"},
      {"bodies: {a: {profiles: {p: {offset: {by: 1}}}}}\n", 1, 37, "'profile' is missing"},
      {"bodies: {a: {profiles: {p: {offset: {profile: q, by: 1}}}}}\n", 1, 47, "there is no profile 'a.q', did you mean 'a.p'?"},
      {"bodies: {a: {profiles: {p: {offset: {profile: p, by: 1}}}}}\n", 1, 47, "'a.p' is an offset of itself"},
      {"bodies: {a: {profiles: {p: {offset: {profile: q, by: 1}}, q: {offset: {profile: p, by: 1}}}}}\n", 1, 47,
       "'a.q' comes later: put it first"},
#define CHAIN(items) "bodies: {a: {profiles: {p: {start: [0, 0], chain: [" items "]}}}}\n"
      {CHAIN("{line: {to: [1, 0]}}, {fillet: 0}"), 1, 74, "'fillet' must be > 0"},
      {CHAIN("{fillet: 1}, {line: {to: [1, 0]}}"), 1, 52, "a fillet stands between two elements"},
      {CHAIN("{line: {to: [1, 0]}}, {line: {to: [0, 1]}}, {fillet: 9}, {line: {to: [0, 0]}}"), 1, 96, "the fillet does not fit"},
      {CHAIN("{line: {to: [1, 0]}}, {chamfer: 2}, {line: {to: [0, 1]}}"), 1, 74, "the chamfer does not fit"},
      {CHAIN("{line: {to: [1, 0]}}, {fillet: 0.1}, {line: {to: [2, 0]}}"), 1, 74, "there is no kink for the fillet"},
      {CHAIN("{repeat: {count: 1, chain: [{line: {to: [1, 0]}}]}}"), 1, 69, "'count' is 1, need 2 to 10000"},
      {CHAIN("{repeat: {count: 2}}"), 1, 61, "'chain' is missing"},
      {CHAIN("{repeat: {count: 2, along: [1, 0], turn: 1, chain: [{line: {to: [1, 0]}}]}}"), 1, 79,
       "'along' a line, or by a 'turn'"},
      {CHAIN("{repeat: {count: 10000, chain: [{line: {to: [1, 0]}}, {line: {to: [1, 1]}}]}}"), 1, 84, "more than 10000 elements"},
      {CHAIN("{mirror: {along: x}}"), 1, 61, "nothing before it to mirror"},
      {CHAIN("{line: {to: [1, 1]}}, {mirror: {along: x}}"), 1, 83, "must end on the line that it is mirrored in"},
      {CHAIN("{line: {to: [1, 1]}}, {mirror: {along: z}}"), 1, 91, "leaves the plane"},
      {"bodies: {a: {profiles: {p: {copy: {profile: p}}}}}\n", 1, 45, "'a.p' is a copy of itself"},
      {"bodies: {a: {profiles: {p: {copy: {profile: q}}, q: {point: [1, 2]}}}}\n", 1, 45, "'a.q' comes later: put it first"},
      {"bodies: {a: {profiles: {p: {gear: {module: 1}}}}}\n", 1, 35, "'teeth' is missing"},
      {"bodies: {a: {profiles: {p: {gear: {module: 0, teeth: 9}}}}}\n", 1, 35, "'module' must be > 0"},
      {"bodies: {a: {profiles: {p: {gear: {module: 1, teeth: 2}}}}}\n", 1, 35, "'teeth' must be 3 to 1000"},
      {"bodies: {a: {profiles: {p: {gear: {module: 1, teeth: 9, shift: 2}}}}}\n", 1, 35, "the teeth are pointed"},
      {"bodies: {a: {profiles: {p: {gear: {module: 1, teeth: 30, fillet: 1}}}}}\n", 1, 35, "the fillets do not fit"},
      {"bodies: {a: {profiles: {p: {gear: {module: 1, teeth: 30, backlash: 2}}}}}\n", 1, 35, "the teeth have no thickness"},
      {"bodies: {a: {profiles: {p: {rack: {module: 1, teeth: 3, height: 1}}}}}\n", 1, 35,
       "'height' must be more than the dedendum"},
      {"bodies: {a: {profiles: {p: {rack: {module: 1, teeth: 3, shift: 1}}}}}\n", 1, 57, "unknown key 'shift'"},
      {"bodies: {a: {profiles: {p: {offset: {profile: q, by: 1}, at: [1, 0]}, q: {circle: {radius: 1}}}}}\n", 1, 62,
       "lies in the plane of the profile that it is made from"},
      {"bodies: {a: {profiles: {p: {offset: {profile: q, by: -2}}, q: {circle: {radius: 1}}}}}\n", 1, 37,
       "profile 'a.p': moved by -2 m"},
      {"bodies: {a: {profiles: {p: {start: [0, 0], chain: [{arc: {center: [0, 1], to: [0, 2]}}, {line: {to: [0, 0]}}], ends: "
       "points}}}}\n",
       1, 118, "a closed profile has no ends"},
      {"bodies: {a: {profiles: {p: {start: [0, 0], chain: [{arc: {center: [0, 1], to: [0, 2]}}], closed: false, ends: "
       "round}}}}\n",
       1, 111, "(one of none, points)"},
  };
  RUN(cases);
}

#define PARTS                                                                                                           \
  "bodies: {ground: {profiles: {f: {point: [0, 0]}, g: {point: [1, 0]}}}, a: {profiles: {p: {circle: {radius: 1}}, q: " \
  "{point: [0, 0]}}}, b: {profiles: {p: {point: [3, 0]}}}, c: }\n"

// Lengths that cannot be counted with: squares overflow, or nothing else counts beside them.
static void absurd_sizes(void **state) {
  (void)state;
  static const Case cases[] = {
      {"bodies: {a: {mass: 1, position: [0, 1e300]}}\n", 1, 33, "position has 1e+300 m: no length beyond 1e+15 m is taken"},
      {"bodies: {a: {mass: 1, center: [-2e15, 0], inertia: 1}}\n", 1, 31, "center has -2e+15 m: no length beyond 1e+15 m"},
      {"bodies: {a: {mass: 1, frames: {f: [1e16, 0]}}}\n", 1, 32, "at has 1e+16 m: no length beyond 1e+15 m is taken"},
      {"bodies: {a: {profiles: {p: {at: [1e16, 0], circle: {radius: 1}}}}}\n", 1, 33, "at has 1e+16 m"},
      {"bodies: {a: {profiles: {p: {circle: {radius: 1e300}}}}}\n", 1, 37, "has a length of 1e+300 m: none beyond 1e+15 m"},
      {"bodies: {a: {profiles: {p: {start: [0, 0], chain: [{line: {to: [1, 0]}}, {line: {to: [0, 1e20]}}, {line: {to: [0, "
       "0]}}]}}}}\n",
       1, 74, "has a length of 1e+20 m"},
      {"bodies: {a: {profiles: {p: {chain: [{spline: {points: [[0, 0], [1, 0], [0, 1e20]]}}]}}}}\n", 1, 37,
       "has a length of 1e+20 m"},
      {"bodies: {a: {profiles: {p: {circle: {radius: 1}}, q: {offset: {profile: a.p, by: 1e20}}}}}\n", 1, 63,
       "offset has 1e+20 m"},
      {"bodies: {a: {profiles: {p: {circle: {radius: 1e-200}}}}}\n", 1, 25,
       "its boundary is 6.28e-200 m long: none below 1e-15 m is taken"},
      {"bodies: {a: {mass: 1}, b: {mass: 1}}\njoints: {g: {type: gear-pair, between: [a, b], at: [[0, 0], [1, 0]], radii: [1, "
       "1e20]}}\n",
       2, 77, "radii has 1e+20 m"},
  };
  RUN(cases);
}

static void wrong_contacts_are_refused(void **state) {
  (void)state;
  static const Case cases[] = {
      {PARTS "contacts: {c: {}}\n", 2, 12, "needs 'profiles: [body.profile, body.profile]' or 'bodies"},
      {PARTS "contacts: {c: {profiles: [a.p, b.p], bodies: [a, b]}}\n", 2, 12,
       "needs 'profiles: [body.profile, body.profile]' or 'bodies"},
      {PARTS "contacts: {c: {profiles: [a.p]}}\n", 2, 26, "'profiles' needs two names"},
      {PARTS "contacts: {c: {profiles: [a.p, b.q]}}\n", 2, 32, "contact 'c': there is no profile 'b.q', did you mean 'b.p'?"},
      {PARTS "contacts: {c: {profiles: [a.p, d.p]}}\n", 2, 32, "there is no body 'd'"},
      {PARTS "contacts: {c: {profiles: [a.p, b]}}\n", 2, 32, "needs names like body.profile"},
      {PARTS "contacts: {c: {profiles: [a.p, a.p]}}\n", 2, 26, "profile 'a.p' cannot touch itself"},
      {PARTS "contacts: {c: {profiles: [a.p, a.q]}}\n", 2, 26, "both profiles are on body a"},
      {PARTS "contacts: {c: {profiles: [ground.f, ground.g]}}\n", 2, 26, "both profiles are on ground, which does not move"},
      {PARTS "contacts: {c: {profiles: [a.p, b.p]}, d: {profiles: [b.p, a.p]}}\n", 2, 53,
       "'b.p' and 'a.p' have the contact 'c' already"},
      {PARTS "contacts: {c: {profiles: [a.p, b.p], restitution: 1.5}}\n", 2, 51, "restitution is 1.5, must be 0 to 1"},
      {PARTS "contacts: {c: {profiles: [a.p, b.p], restitution: -0.5}}\n", 2, 51, "must be 0 to 1"},
      {PARTS "contacts: {c: {profiles: [a.p, b.p], rebound: -1}}\n", 2, 47, "rebound is -1 m/s, must be finite and 0 or more"},
      {PARTS "contacts: {c: {profiles: [a.p, b.p], rebound: 1 m}}\n", 2, 47, "cannot be in 'm', needs a unit like 'm/s'"},
      {PARTS "contacts: {c: {profiles: [a.p, b.p], slots: 0}}\n", 2, 45, "slots is 0, must be 1 to 100"},
      {PARTS "contacts: {c: {profiles: [a.p, b.p], slots: 1.5}}\n", 2, 45, "'slots' must be a whole number"},
      {PARTS "contacts: {c: {profiles: [a.p, b.p], sides: two}}\n", 2, 45, "(one of one, both, kept)"},
      {PARTS "contacts: {c: {profiles: [a.p, b.p], start: shut}}\n", 2, 45, "(one of drawn, closed)"},
      {PARTS "contacts: {c: {profiles: [a.p, b.p], sides: kept, restitution: 0.5}}\n", 2, 64, "never opens does not rebound"},
      {PARTS "contacts: {c: {profiles: [a.p, b.p], sides: both, law: {type: hertz, stiffness: 1}}}\n", 2, 45,
       "a law only pushes"},
      {PARTS "contacts: {c: {profiles: [a.p, b.p], law: {type: hertz}}}\n", 2, 43, "a law needs 'type' and 'stiffness'"},
      {PARTS "contacts: {c: {profiles: [a.p, b.p], law: {stiffness: 1}}}\n", 2, 43, "a law needs 'type' and 'stiffness'"},
      {PARTS "contacts: {c: {profiles: [a.p, b.p], law: {type: herz, stiffness: 1}}}\n", 2, 50, "did you mean 'hertz'"},
      {PARTS "contacts: {c: {profiles: [a.p, b.p], law: {type: hertz, stiffness: -3}}}\n", 2, 68,
       "stiffness is -3 N/m^n, a law needs one that is finite and > 0"},
      {PARTS "contacts: {c: {profiles: [a.p, b.p], law: {type: hertz, stiffness: 3 N/m}}}\n", 2, 68,
       "'stiffness' cannot be in 'N/m', needs a unit like 'N/m^1.5'"},
      {PARTS "contacts: {c: {profiles: [a.p, b.p], law: {type: hertz, stiffness: 3, exponent: 0.5}}}\n", 2, 81,
       "exponent is 0.5, must be 1 to 10"},
      {PARTS "contacts: {c: {profiles: [a.p, b.p], law: {type: hertz, stiffness: 3, restitution: 0.5}}}\n", 2, 84,
       "the law hertz loses nothing"},
      {PARTS "contacts: {c: {profiles: [a.p, b.p], law: {type: hertz, stiffness: 3, damping: 2}}}\n", 2, 80,
       "'damping' belongs to the law hunt-crossley"},
      {PARTS "contacts: {c: {profiles: [a.p, b.p], law: {type: hunt-crossley, stiffness: 3}}}\n", 2, 43,
       "needs a 'restitution' or a 'damping'"},
      {PARTS "contacts: {c: {profiles: [a.p, b.p], law: {type: lankarani-nikravesh, stiffness: 3}}}\n", 2, 43,
       "lankarani-nikravesh needs a 'restitution'"},
      {PARTS "contacts: {c: {profiles: [a.p, b.p], law: {type: hunt-crossley, stiffness: 3, damping: 7, restitution: 0.5}}}\n", 2,
       88, "'damping' and 'restitution' say the same"},
      {PARTS "contacts: {c: {profiles: [a.p, b.p], law: {type: hunt-crossley, stiffness: 3, damping: -7}}}\n", 2, 88,
       "damping is -7"},
      {PARTS "contacts: {c: {profiles: [a.p, b.p], law: {type: hunt-crossley, stiffness: 3, damping: 7 N*s/m}}}\n", 2, 88,
       "needs a unit like 'N*s/m^2.5'"},
      {PARTS "contacts: {c: {profiles: [a.p, b.p], law: {type: exact-restitution, stiffness: 3, restitution: 0}}}\n", 2, 96,
       "no law of this kind has restitution 0"},
      {PARTS "contacts: {c: {profiles: [a.p, b.p], law: {type: hunt-crossley, stiffness: 3, restitution: 2}}}\n", 2, 92,
       "restitution is 2, must be 0 to 1"},
      {PARTS "contacts: {c: {profiles: [a.p, b.p], restitution: 0.5, law: {type: hertz, stiffness: 3}}}\n", 2, 51,
       "has its 'restitution' there"},
      {PARTS "contacts: {c: {profiles: [a.p, b.p], friction: -0.5}}\n", 2, 48, "the static coefficient of friction is -0.5"},
      {PARTS "contacts: {c: {profiles: [a.p, b.p], rolling: true, friction: 0.5}}\n", 2, 63, "a rolling contact never slips"},
      {PARTS "contacts: {c: {bodies: [a]}}\n", 2, 24, "'bodies' needs the names of two bodies or more"},
      {PARTS "contacts: {c: {bodies: [a, c]}}\n", 2, 28, "body 'c' has no profile that could touch"},
      {PARTS "contacts: {c: {bodies: [a, b, a]}}\n", 2, 31, "body 'a' stands here twice"},
      {PARTS "contacts: {c: {bodies: [a, x]}}\n", 2, 28, "there is no body 'x'"},
      {PARTS "contacts: {c: {bodies: [b, ground]}, d: {bodies: [ground, b]}}\n", 2, 38,
       "have the contact 'c.b.ground.f' already"},
      {PARTS "joints: {c: {type: revolute, between: [a, b], at: [0, 0]}}\ncontacts: {c: {profiles: [a.p, b.p]}}\n", 3, 12,
       "contacts, joints and couplers share"},
  };
  RUN(cases);
}

static void wrong_forces_are_refused(void **state) {
  (void)state;
  static const Case cases[] = {
      {TWO "forces: {f: {}}\n", 2, 10, "needs a 'type'"},
      {TWO "forces: {f: {type: spring, frames: [a, b], stifness: 1}}\n", 2, 44, "did you mean 'stiffness'"},
      {TWO "forces: {f: {type: spring, frames: [a, b], torque: 1}}\n", 2, 44, "does not belong to a force of type spring"},
      {TWO "forces: {f: {type: spring, frames: [a, b], law: length, stiffness: 2}}\n", 2, 49, "a law stands alone"},
      {TWO "forces: {f: {type: spring, frames: [a, b], free_length: -1}}\n", 2, 57, "free length is -1"},
      {TWO "forces: {f: {type: bushing, frames: [a, b], stiffness: 3}}\n", 2, 56, "six numbers"},
      {TWO "forces: {f: {type: joint, stiffness: 3}}\n", 2, 13, "needs a 'coordinate'"},
      {TWO "forces: {f: {type: force, components: [1, 2]}}\n", 2, 13, "needs 'frame' or 'body'"},
      {TWO "forces: {f: {type: force, body: a}}\n", 2, 13, "needs 'components'"},
      {TWO "forces: {f: {type: force, frame: a, at: [1, 2], components: [1, 2]}}\n", 2, 41, "does not go with 'frame'"},
      {TWO "forces: {f: {type: force, body: a, components: [1]}}\n", 2, 48, "2 or 3 expressions"},
      {TWO "forces: {f: {type: force, body: a, components: [1, 2], follow: 1}}\n", 2, 64, "(one of false, true)"},
      {TWO "forces: {f: {type: force, body: a, components: [1, 2], reaction: a}}\n", 2, 66, "back on the same one"},
      {TWO "forces: {f: {type: torque, body: a, torque: 3 N}}\n", 2, 45, "needs a unit like 'N*m'"},
      {TWO "measures: {m: {type: distance}}\n", 2, 12, "needs 'type' and 'frames'"},
      {TWO "measures: {m: {type: distance, frames: [a, b], axis: x}}\n", 2, 54, "for a measure of type distance"},
      {TWO "measures: {m: {type: position, frames: [a, b]}}\n", 2, 12, "needs an 'axis'"},
      {TWO "measures: {m: {type: angle, frames: [a, b], axis: size}}\n", 2, 51, "cannot be 'size'"},
      {TWO "measures: {m: {type: angle, frames: [a, a]}}\n", 2, 37, "to itself"},
      {TWO "parameters: {m: 1}\nmeasures: {m: {type: angle, frames: [a, b]}}\n", 3, 12, "already taken"},
  };
  RUN(cases);
}

static void the_rest(void **state) {
  (void)state;
  static const Case cases[] = {
      {TWO PIN "initial: {joints: {pin: {}}}\n", 3, 20, "wishes for nothing"},
      {TWO PIN "initial: {joints: {pin: {position: 1, hold: [speed]}}}\n", 3, 45, "holds what is not given"},
      {TWO PIN "initial: {joints: {pin: 1, pin.angle: 2}}\n", 3, 28, "has its initial state already"},
      {TWO PIN "initial: {joints: {pin: 1 mm}}\n", 3, 25, "needs a unit like 'rad'"},
      {TWO PIN "initial: {bodies: {d: {velocity: [1, 0]}}}\n", 3, 20, "there is no body 'd'"},
      {TWO PIN "initial: {bodies: {ground: {velocity: [1, 0]}}}\n", 3, 20, "ground does not move"},
      {TWO PIN "initial: {from: dynamics}\n", 3, 17, "(one of statics)"},
      {TWO PIN "initial: {from: {}}\n", 3, 17, "statics or {result"},
      {"analysis: {type: dynamic}\n", 1, 18, "did you mean 'dynamics'"},
      {"analysis: {duration: 0}\n", 1, 22, "'duration' must be > 0"},
      {"analysis: {tolerance: 1}\n", 1, 23, "at least 1e-14 and at most 0.1"},
      {"analysis: {absolute: -1}\n", 1, 22, "0 or more"},
      {"analysis: {step: 3 m}\n", 1, 18, "needs a unit like 's'"},
      {"analysis: {max_steps: 1.5}\n", 1, 23, "whole number"},
      {"analysis: {method: rk4}\n", 1, 20, "(one of auto, dopri5, dop853, radau5)"},
      {"analysis: {formulation: augmented, method: radau5}\n", 1, 44, "leave 'method' out"},
      {"analysis: {formulation: augmented, penalty: 1}\n", 1, 45, "'penalty' must be"},
      {"analysis: {formulation: multipliers, penalty: 1e6}\n", 1, 47, "goes with formulation augmented"},
      {"analysis: {formulation: augmented, spectral_radius: 2}\n", 1, 53, "'spectral_radius' must be"},
      {"analysis: {formulation: augmented, spectral_radius: -1}\n", 1, 53, "'spectral_radius' must be"},
      {"analysis: {formulation: canonical, spectral_radius: 0.5}\n", 1, 53, "goes with formulation augmented"},
      {"analysis: {reactions: equal}\n", 1, 23, "equal"},
      {TWO PIN "analysis: {formulation: augmented, independent: [pin]}\n", 3, 49, "goes with formulation canonical"},
      {"analysis: {formulation: kanonical}\n", 1, 25, "did you mean 'canonical'"},
      {TWO PIN "analysis: {independent: pin.angle}\n", 3, 25, "needs a list"},
      {TWO PIN "analysis: {independent: [pim.angle]}\n", 3, 26, "did you mean 'pin'"},
      {TWO PIN "analysis: {independent: [pin.travel]}\n", 3, 26, "travel"},
      {TWO PIN "analysis: {independent: [pin, pin.angle]}\n", 3, 31, "twice"},
      {TWO PIN "analysis: {formulation: multipliers, independent: [pin]}\n", 3, 51, "goes with formulation canonical"},
      {"tables: {f: {x: [0, 1], y: [0]}}\n", 1, 28, "equal length"},
      {"tables: {f: {x: [0, 1, 1], y: [0, 1, 2]}}\n", 1, 10, "f"},
      {"tables: {f: {csv: nowhere.csv}}\n", 1, 19, "cannot open 'nowhere.csv'"},
      {"tables: {f: {csv: /dev/zero}}\n", 1, 19, "not a regular file"},
      {"tables: {f: {x: [0, 1], y: [0, 1], columns: [0, 1]}}\n", 1, 45, "goes with 'csv'"},
      {"tables: {f: {csv: f.csv, columns: [0, -1]}}\n", 1, 35, "from 0 on"},
  };
  RUN(cases);
}

// Everything wrong with a file in one reading, in the order in which the sections are read, and no complaint that only follows
// from another.
static void all_at_once(void **state) {
  (void)state;
  const char *text =
      "bodies:\n"
      "  crank:\n"
      "    mass: -2\n"
      "    inertia: [1, 1, 5]\n"
      "    frames:\n"
      "      tip: [1, 2, 3, 4]\n"
      "  rod: {mass: 1, densty: 3}\n"
      "joints:\n"
      "  main: {type: revolute, frames: [ground, crank]}\n"
      "  pin: {type: revolute, frames: [crank.tip, rod.a]}\n"
      "  end: {type: hinge, frames: [crnk, rod]}\n"
      "drives:\n"
      "  motor: {coordinate: main, law: 2*t}\n"
      "  other: {coordinate: mian, law: 2*t}\n"
      "paramters: {x: 1}\n";
  PawlMessages *messages = read_bad(text, strlen(text), NULL, 0, PAWL_ERR_INPUT);
  check_message(messages, 0, 15, 1, "did you mean 'parameters'", text);
  check_message(messages, 1, 3, 11, "mass is -2 kg", text);
  check_message(messages, 2, 4, 14, "sum of the others", text);
  check_message(messages, 3, 6, 12, "found 4", text);
  check_message(messages, 4, 7, 18, "did you mean 'density'", text);
  check_message(messages, 5, 10, 45, "there is no frame 'rod.a'", text);
  check_message(messages, 6, 11, 15, "'type' cannot be 'hinge'", text);
  check_message(messages, 7, 14, 23, "there is no joint 'mian', did you mean 'main'?", text);
  if (pawl_messages_count(messages) != 8) show(messages);
  assert_int_equal(pawl_messages_count(messages), 8);
  pawl_messages_free(messages);
}

static void wrong_overrides_are_refused(void **state) {
  (void)state;
  const char *text = "parameters: {radius: 2, b: radius}\n";
  const char *const bad[] = {"radus=3", "radius", "=3", "radius=", "b=radius +"};
  const char *const fragments[] = {"no parameter 'radus', did you mean 'radius'?", "name=value", "name=value", "name=value", ""};
  for (int k = 0; k < 5; k++) {
    PawlMessages *messages = read_bad(text, strlen(text), &bad[k], 1, PAWL_ERR_INPUT);
    PawlMessage m = pawl_messages_get(messages, 0);
    assert_int_equal(pawl_messages_errors(messages), 1);
    assert_non_null(strstr(m.text, fragments[k]));
    assert_non_null(strstr(m.file, "--set"));
    assert_int_equal(m.line, 0);
    pawl_messages_free(messages);
  }
}

// Hostile files. Nesting, bombs and garbage are tested closely with the nodes; here that they come through to the caller.
static void hostile_files_are_refused(void **state) {
  (void)state;
  static const Case cases[] = {
      {"a: &a [*a]\n", 1, 8, "never end"},
      {"bodies: \x01\n", 1, 9, "binary"},
      {"bodies: {a: {mass: [[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[", 1, 81,
       "deeper than 64"},
      // 123463 nodes up to f, 111111 more with every alias in it: the eighth passes a million.
      {"a: &a [1,1,1,1,1,1,1,1,1,1]\nb: &b [*a,*a,*a,*a,*a,*a,*a,*a,*a,*a]\nc: &c [*b,*b,*b,*b,*b,*b,*b,*b,*b,*b]\n"
       "d: &d [*c,*c,*c,*c,*c,*c,*c,*c,*c,*c]\ne: &e [*d,*d,*d,*d,*d,*d,*d,*d,*d,*d]\nf: &f [*e,*e,*e,*e,*e,*e,*e,*e,*e,*e]\n",
       6, 29, "1000000 values once the aliases"},
      {"--- {}\n--- {}\n", 2, 1, "second document"},
      {"bodies: {\n", 2, 1, "not YAML"},
  };
  RUN(cases);
  static char name[20000] = "bodies: {";
  memset(name + 9, 'x', 15000);
  strcat(name, ": {}}\n");
  PawlMessages *messages = read_bad(name, strlen(name), NULL, 0, PAWL_ERR_INPUT);
  pawl_messages_free(messages);
}

// A gigabyte is refused by its size: no time passes.
static void a_gigabyte_is_refused_at_once(void **state) {
  (void)state;
  char path[] = "/tmp/pawl_test_XXXXXX";
  int fd = mkstemp(path);
  assert_true(fd >= 0);
  assert_int_equal(ftruncate(fd, 1 << 30), 0);
  close(fd);
  PawlMessages *messages = pawl_messages_create();
  PawlModel *model = NULL;
  clock_t start = clock();
  PawlStatus status = pawl_model_load(path, NULL, 0, messages, &model);
  double seconds = (double)(clock() - start) / CLOCKS_PER_SEC;
  remove(path);
  assert_int_equal(status, PAWL_ERR_INPUT);
  assert_non_null(strstr(pawl_messages_get(messages, 0).text, "1024 MB, at most 16 MB"));
  assert_true(seconds < 0.1);
  pawl_messages_clear(messages);
  assert_int_equal(pawl_model_load("/nowhere/m.yaml", NULL, 0, messages, &model), PAWL_ERR_IO);
  assert_int_equal(pawl_model_load("/tmp", NULL, 0, messages, &model), PAWL_ERR_IO);
  assert_non_null(strstr(pawl_messages_get(messages, 1).text, "is a folder"));
  assert_int_equal(pawl_model_load("/dev/zero", NULL, 0, messages, &model), PAWL_ERR_INPUT);  // ends at the limit
  assert_int_equal(pawl_model_load(NULL, NULL, 0, messages, &model), PAWL_ERR_ARGUMENT);
  assert_int_equal(pawl_model_load("x", NULL, 0, messages, NULL), PAWL_ERR_ARGUMENT);
  assert_int_equal(pawl_model_parse("x", NULL, 0, NULL, 0, messages, &model), PAWL_ERR_ARGUMENT);
  assert_int_equal(pawl_model_parse("x", "bodies: {a: {mass: -1}}", 23, NULL, 0, NULL, &model), PAWL_ERR_INPUT);
  assert_null(model);
  pawl_messages_free(messages);
}

static void bad_csv(void **state) {
  (void)state;
  char path[] = "/tmp/pawl_test_XXXXXX", text[200];
  int fd = mkstemp(path);
  assert_true(fd >= 0);
  const char *content = "x, y\n0, 1\n1, two\n";
  assert_int_equal(write(fd, content, strlen(content)), (int)strlen(content));
  close(fd);
  snprintf(text, sizeof text, "tables: {f: {csv: %s}}\n", path);
  PawlMessages *messages = read_bad(text, strlen(text), NULL, 0, PAWL_ERR_INPUT);
  remove(path);
  assert_string_equal(pawl_messages_get(messages, 0).file, path);
  check_message(messages, 0, 3, 1, "no finite numbers in columns 0 and 1", text);
  pawl_messages_free(messages);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(complaints_about_structure_have_their_place),
                                     cmocka_unit_test(numbers_out_of_range_are_refused),
                                     cmocka_unit_test(shapes_that_do_not_go_together_are_refused),
                                     cmocka_unit_test(parameters_in_circles_are_refused),
                                     cmocka_unit_test(long_chain),
                                     cmocka_unit_test(wrong_joints_are_refused),
                                     cmocka_unit_test(wrong_profiles_are_refused),
                                     cmocka_unit_test(absurd_sizes),
                                     cmocka_unit_test(wrong_contacts_are_refused),
                                     cmocka_unit_test(wrong_forces_are_refused),
                                     cmocka_unit_test(the_rest),
                                     cmocka_unit_test(wrong_overrides_are_refused),
                                     cmocka_unit_test(hostile_files_are_refused),
                                     cmocka_unit_test(all_at_once),
                                     cmocka_unit_test(a_gigabyte_is_refused_at_once),
                                     cmocka_unit_test(bad_csv)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
