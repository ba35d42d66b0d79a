// Contacts, force laws and joint limits from files into mechanisms. Expected numbers are worked out by hand from the texts; the
// planes in which profiles touch, and what is refused only when a mechanism is compiled, with its place.
#include "model_file.h"

static const double pi = 3.14159265358979323846;

static const PwContact *contact(const char *name) {
  PawlContactId id = pawl_mechanism_find_contact(mechanism, name);
  if (!id.i) fail_msg("there is no contact '%s'", name);
  return &mechanism->contact[id.i - 1];
}

static bool is_hot(int32_t scalar) {
  for (int32_t k = 0; k < mechanism->hot_scalars; k++) {
    if (mechanism->hot_scalar[k] == scalar) return true;
  }
  return false;
}

#define DISCS                                                                                       \
  "planar: true\n"                                                                                  \
  "bodies:\n"                                                                                       \
  "  ground: {profiles: {floor: {start: [9, 0], chain: [{line: {to: [-9, 0]}}], closed: false}}}\n" \
  "  a: {mass: 1, inertia: 1, position: [0, 2], profiles: {rim: {circle: {radius: 1}}}}\n"          \
  "  b: {mass: 1, inertia: 1, position: [3, 2], profiles: {rim: {circle: {radius: 1}}, hub: {circle: {radius: 0.5}}}}\n"

static void pairs(void **state) {
  (void)state;
  compile(DISCS
          "contacts:\n"
          "  one: {profiles: [a.rim, b.rim], restitution: 0.2, rebound: 5 mm/s, slots: 3}\n"
          "  two: {profiles: [ground.floor, a.rim], sides: both}\n"
          "  three: {profiles: [b.hub, ground.floor], sides: kept, start: closed}\n");
  assert_int_equal(mechanism->contacts, 3);
  assert_int_equal(mechanism->boundaries, 4);
  assert_int_equal(mechanism->slots, 3 + 2 + 2);
  const PwContact *c = contact("one");
  assert_string_equal(mechanism->boundary[c->boundary[0]].name, "a.rim");
  assert_string_equal(mechanism->boundary[c->boundary[1]].name, "b.rim");
  assert_int_equal(c->body[0], 1);
  assert_int_equal(c->body[1], 2);
  assert_int_equal(c->scalar, -1);
  CHECK_CLOSE(c->restitution, 0.2, 0);
  CHECK_CLOSE(c->rebound, 5e-3, 1e-18);
  assert_true(c->slot == 0 && c->slots == 3 && !c->soft && !c->start_closed && c->sides == PAWL_SIDES_ONE);
  c = contact("two");
  assert_true(c->sides == PAWL_SIDES_BOTH && c->start_closed && c->slot == 3 && c->body[0] == 0 && isnan(c->rebound));
  assert_int_equal(c->place.line, 8);
  c = contact("three");
  assert_true(c->sides == PAWL_SIDES_KEPT && c->start_closed && c->slot == 5);
  assert_int_equal(pawl_mechanism_find_contact(mechanism, "four").i, 0);
  assert_int_equal(pawl_model_find_contact(model, "three").i, 3);
  assert_int_equal(pawl_model_find_contact(model, "four").i, 0);
}

// Every profile of each body against every one of the others, but for the pair that has its own contact.
static void among_bodies(void **state) {
  (void)state;
  compile(DISCS
          "contacts:\n"
          "  parts: {bodies: [a, b, ground], restitution: 0.5}\n"
          "  own: {profiles: [b.hub, a.rim], restitution: 0.1}\n");
  static const char *const names[] = {"own", "parts.a.b.rim", "parts.a.ground", "parts.b.rim.ground", "parts.b.hub.ground"};
  assert_int_equal(mechanism->contacts, 5);
  for (int k = 0; k < 5; k++) CHECK_CLOSE(contact(names[k])->restitution, k ? 0.5 : 0.1, 0);
}

// mm and N: a plain stiffness is N/mm^1.5 = 10^4.5 N/m^1.5, a plain damping N s/mm^2.5 = 10^7.5 N s/m^2.5.
static void laws(void **state) {
  (void)state;
  compile(
      "units: {length: mm, force: N}\n"
      "parameters: {k: 3e10 N/m^1.5}\n"
      "planar: true\n"
      "bodies:\n"
      "  a: {mass: 1, inertia: 1, profiles: {p: {circle: {radius: 1}}, q: {circle: {radius: 2}}}}\n"
      "  b: {mass: 1, inertia: 1, profiles: {p: {circle: {radius: 1}}, q: {circle: {radius: 2}}, r: {point: [0, 0]}}}\n"
      "contacts:\n"
      "  c1: {profiles: [a.p, b.p], law: {type: hertz, stiffness: 2}}\n"
      "  c2: {profiles: [a.p, b.q], law: {type: hunt-crossley, stiffness: 2.3e10 N/m^1.5, damping: 2.5e11 N*s/m^2.5}}\n"
      "  c3: {profiles: [a.q, b.p], law: {type: hunt-crossley, stiffness: k, restitution: 0.8}, rebound: 4 mm/s}\n"
      "  c4: {profiles: [a.q, b.q], law: {type: lankarani-nikravesh, stiffness: 5 N/mm, exponent: 1, restitution: 0.8}}\n"
      "  c5: {profiles: [a.q, b.r], law: {type: exact-restitution, stiffness: 1, exponent: 2, restitution: 0.5}}\n"
      "  c6: {profiles: [a.p, b.r], law: {type: hunt-crossley, stiffness: 1, damping: 3}}\n");
  const PwForceLaw *law = &contact("c1")->law;
  assert_true(contact("c1")->soft && isnan(law->damping));
  CHECK_CLOSE(law->stiffness, 2 * pow(10, 4.5), 1e-10);
  CHECK_CLOSE(law->exponent, 1.5, 0);
  CHECK_CLOSE(law->q, 0, 0);
  CHECK_CLOSE(law->floor, 1e-3, 0);
  law = &contact("c2")->law;
  CHECK_CLOSE(law->stiffness, 2.3e10, 1e-5);
  CHECK_CLOSE(law->damping, 2.5e11, 1e-4);
  law = &contact("c3")->law;
  CHECK_CLOSE(law->stiffness, 3e10, 1e-4);
  assert_true(isnan(law->damping));
  CHECK_CLOSE(law->q, 1.5 * 0.2, 1e-15);
  CHECK_CLOSE(law->floor, 4e-3, 1e-18);
  law = &contact("c4")->law;
  CHECK_CLOSE(law->stiffness, 5000, 1e-11);
  CHECK_CLOSE(law->q, 0.75 * 0.36, 1e-15);
  law = &contact("c5")->law;
  CHECK_CLOSE(law->stiffness, 1e6, 1e-8);
  CHECK_CLOSE(law->q, 1.4327505332714, 1e-13);  // case C1
  CHECK_CLOSE(contact("c6")->law.damping, 3 * pow(10, 7.5), 1e-6);
  CHECK_CLOSE(law->viscous, 0, 0);
}

// Units whose powers are fractions, and what is none.
static void fractions(void **state) {
  (void)state;
  static const char *const bad[] = {"N/m^",          "N/m^1.", "N/m^.5",  "N/m^0",   "N/m^0.0",
                                    "N/m^1.1234567", "N/m^12", "N/m^--1", "N/m^1.5x"};
  double si, e[4];
  int whole[4];
  assert_true(pw_unit_parse_real("kN/mm^1.5", &si, e));
  CHECK_CLOSE(si, 1e3 * pow(10, 4.5), 1e-7);
  CHECK_CLOSE(e[0], -0.5, 0);
  CHECK_CLOSE(e[1], 1, 0);
  CHECK_CLOSE(e[2], -2, 0);
  assert_true(pw_unit_parse_real("m^-0.25", &si, e));
  CHECK_CLOSE(e[0], -0.25, 0);
  assert_false(pw_unit_parse("N/m^1.5", &si, whole));
  for (size_t k = 0; k < sizeof bad / sizeof *bad; k++) {
    if (pw_unit_parse_real(bad[k], &si, e)) fail_msg("'%s' was taken for a unit", bad[k]);
  }
}

// A list of bodies makes at most a million pairs.
static void crowd(void **state) {
  (void)state;
  char *text = malloc(200000), *end = text;
  assert_non_null(text);
  end += sprintf(end, "bodies:\n");
  for (int k = 0; k < 1600; k++) end += sprintf(end, "  b%d: {profiles: {p: {point: [%d, 0]}}}\n", k, k);
  end += sprintf(end, "contacts: {c: {bodies: [b0");
  for (int k = 1; k < 1600; k++) end += sprintf(end, ", b%d", k);
  sprintf(end, "]}}\n");
  PawlStatus status = pawl_model_parse("m.yaml", text, strlen(text), NULL, 0, messages, &model);
  free(text);
  assert_int_equal(status, PAWL_ERR_INPUT);
  PawlMessage m = pawl_messages_get(messages, 0);
  assert_int_equal(m.line, 1602);
  assert_int_equal(m.column, 24);
  assert_non_null(strstr(m.text, "1500 profiles or more: name fewer"));
}

// In kg, cm, s a force is kg cm/s^2, 0.01 N.
static void coherent_units(void **state) {
  (void)state;
  compile(
      "units: {length: cm}\nplanar: true\n"
      "bodies: {a: {mass: 1, inertia: 1, profiles: {p: {point: [0, 0]}}}, ground: {profiles: {p: {circle: {radius: 1}}}}}\n"
      "contacts: {c: {profiles: [a.p, ground.p], law: {type: hertz, stiffness: 7}}}\n");
  CHECK_CLOSE(contact("c")->law.stiffness, 7 * 0.01 / pow(0.01, 1.5), 1e-12);
}

static void stops(void **state) {
  (void)state;
  compile(
      "units: {angle: deg}\n"
      "bodies: {a: {mass: 1, inertia: 1}, b: {mass: 1, inertia: 1}, c: {mass: 1, inertia: [1, 1, 1]}}\n"
      "joints:\n"
      "  hinge: {type: revolute, between: [ground, a], at: [0, 0], limits: [-30, 60], stops: {restitution: 0.3, rebound: 2}}\n"
      "  slide: {type: prismatic, between: [ground, b], at: [0, 0], axis: x, limits: [~, 0.5], stops: {stiffness: 1e4, damping: "
      "20}}\n"
      "  tube: {type: cylindrical, between: [ground, c], at: [0, 0], limits: {travel: [-1, .inf], angle: [-.inf, 90]}, stops: "
      "{travel: {restitution: 1}, angle: {stiffness: 2 N*m/rad}}}\n");
  assert_int_equal(mechanism->contacts, 5);
  assert_int_equal(mechanism->slots, 5);
  const PwContact *c = contact("hinge.angle.lower");
  CHECK_CLOSE(c->bound, -pi / 6, 1e-15);
  CHECK_CLOSE(c->sign, 1, 0);
  CHECK_CLOSE(c->restitution, 0.3, 0);
  CHECK_CLOSE(c->rebound, 2 * pi / 180, 1e-15);
  assert_true(c->angular && !c->soft && c->kind == PW_CONTACT_STOP && c->boundary[0] == -1 && c->boundary[1] == -1 &&
              c->slots == 1);
  assert_true(c->body[0] == 0 && c->body[1] == 1);
  assert_int_equal(c->scalar, mechanism->coordinate[0].scalar);
  assert_true(is_hot(c->scalar));
  c = contact("hinge.angle.upper");
  CHECK_CLOSE(c->bound, pi / 3, 1e-15);
  CHECK_CLOSE(c->sign, -1, 0);
  c = contact("slide.travel.upper");
  CHECK_CLOSE(c->bound, 0.5, 0);
  CHECK_CLOSE(c->law.stiffness, 1e4, 0);
  CHECK_CLOSE(c->law.exponent, 1, 0);
  CHECK_CLOSE(c->law.damping, 0, 0);
  CHECK_CLOSE(c->law.viscous, 20, 0);
  assert_true(c->soft && !c->angular && is_hot(c->scalar));
  assert_int_equal(pawl_mechanism_find_contact(mechanism, "slide.travel.lower").i, 0);
  CHECK_CLOSE(contact("tube.travel.lower")->restitution, 1, 0);
  CHECK_CLOSE(contact("tube.angle.upper")->law.stiffness, 2, 1e-15);
}

// What `contacts` and `limits` say goes into the hash; so does each of their numbers.
static void hashes(void **state) {
  (void)state;
  static const char *const settings[] = {"",
                                         ", restitution: 0.1",
                                         ", rebound: 1",
                                         ", sides: both",
                                         ", sides: kept",
                                         ", start: closed",
                                         ", slots: 4",
                                         ", law: {type: hertz, stiffness: 1}",
                                         ", law: {type: hertz, stiffness: 2}",
                                         ", law: {type: hertz, stiffness: 1, exponent: 2}",
                                         ", law: {type: hunt-crossley, stiffness: 1, damping: 2}",
                                         ", law: {type: hunt-crossley, stiffness: 1, restitution: 0.5}",
                                         ", law: {type: exact-restitution, stiffness: 1, restitution: 0.5}"};
  static const char *const limits[] = {"",
                                       ", limits: [0, 1]",
                                       ", limits: [0, 2]",
                                       ", limits: [~, 2]",
                                       ", limits: [0, 1], stops: {restitution: 1}",
                                       ", limits: [0, 1], stops: {rebound: 1}",
                                       ", limits: [0, 1], stops: {stiffness: 1}",
                                       ", limits: [0, 1], stops: {stiffness: 1, damping: 1}"};
  enum { FIRST = sizeof settings / sizeof *settings, COUNT = FIRST + sizeof limits / sizeof *limits };
  uint64_t hash[COUNT];
  char text[2000];
  for (int k = 0; k < COUNT; k++) {
    if (k < FIRST) {
      snprintf(text, sizeof text, "%scontacts: {c: {profiles: [a.rim, b.rim]%s}}\n", DISCS, settings[k]);
    } else {
      snprintf(text, sizeof text, "%sjoints: {j: {type: revolute, between: [a, b], at: [0, 0]%s}}\n", DISCS, limits[k - FIRST]);
    }
    read_text(text);
    hash[k] = model->hash;
    for (int j = 0; j < k; j++) assert_true(hash[j] != hash[k]);
  }
}

static void impact_settings(void **state) {
  (void)state;
  compile("bodies: {a: {mass: 1}}\nanalysis: {impact: poisson, impact_order: sequential}\n");
  assert_int_equal(mechanism->run.impact, PAWL_IMPACT_POISSON);
  assert_int_equal(mechanism->run.impact_order, PAWL_IMPACT_SEQUENTIAL);
  assert_false(mechanism->run.separate);
  compile("bodies: {a: {mass: 1}}\n");
  assert_int_equal(mechanism->run.impact, PAWL_IMPACT_NEWTON);
  assert_int_equal(mechanism->run.impact_order, PAWL_IMPACT_SIMULTANEOUS);
}

// Contacts do not keep a mechanism held in the plane from being planar by itself, whatever z their profiles have.
static void planar_by_itself(void **state) {
  (void)state;
  compile(
      "bodies:\n"
      "  ground: {profiles: {p: {at: [0, 0, 0.25], point: [2, 0]}}}\n"
      "  a: {mass: 1, inertia: 1, profiles: {p: {at: [0, 0, 0.25], circle: {radius: 1}}}}\n"
      "joints: {j: {type: revolute, between: [ground, a], at: [0, 0]}}\n"
      "contacts: {c: {profiles: [ground.p, a.p]}}\n");
  assert_true(mechanism->planar);
  assert_int_equal(pawl_messages_count(messages), 0);
}

typedef struct {
  const char *text;
  PawlSeverity severity;
  int line, column;
  const char *fragment;
} Case;

// Said when the mechanism is compiled.
static void compile_messages(void **state) {
  (void)state;
#define HELD "joints: {j: {type: revolute, between: [ground, a], at: [0, 0]}}\n"
#define C "contacts:\n  c: {profiles: [ground.p, a.p]}\n"
  static const Case cases[] = {
      {"bodies: {ground: {profiles: {p: {point: [2, 0]}}}, a: {mass: 1, inertia: 1, profiles: {p: {at: [0, 0, 1], circle: "
       "{radius: "
       "1}}}}}\n" HELD C,
       PAWL_ERROR, 4, 3, "contact 'c': profiles in planes that never meet: 'ground.p' is drawn at z = 0 m, 'a.p' at 1 m"},
      {"planar: true\nbodies: {ground: {profiles: {p: {point: [2, 0]}}}, a: {mass: 1, position: [0, 0, 2e-9], profiles: {p: "
       "{circle: "
       "{radius: 0.5}}}}}\n" HELD C,
       PAWL_ERROR, 5, 3, "never meet"},
      {"bodies: {ground: {profiles: {p: {point: [2, 0]}}}, a: {mass: 1, inertia: 1, profiles: {p: {axes: {x: x, z: -z}, circle: "
       "{radius: 1}}}}}\n" HELD C,
       PAWL_ERROR, 1, 88, "profile 'a.p': the normal of its plane must be +z of ground as drawn, but is (0, 0, -1)"},
      {"bodies: {ground: {profiles: {p: {point: [2, 0]}}}, a: {mass: 1, inertia: 1, profiles: {p: {circle: {radius: 1}}}}}\n"
       "joints: {j: {type: revolute, between: [ground, a], at: [0, 0], axis: x}}\n" C,
       PAWL_ERROR, 4, 3,
       "contact 'c': profiles touch in planar mechanisms only, but a joint moves its bodies out of the plane; 'planar: true' "
       "keeps"},
      {"gravity: [0, 0, -1]\n"
       "bodies: {ground: {profiles: {p: {point: [2, 0]}}}, a: {mass: 1, inertia: 1, profiles: {p: {circle: {radius: 1}}}}}\n" C,
       PAWL_ERROR, 4, 3, "planar mechanisms only, but something acts or is measured out of the plane"},
      {"planar: false\nbodies: {ground: {profiles: {p: {point: [2, 0]}}}, a: {mass: 1, profiles: {p: {circle: {radius: "
       "1}}}}}\n" HELD C,
       PAWL_ERROR, 5, 3, "planar mechanisms only, but the model says 'planar: false'"},
      {"bodies: {a: {mass: 1, inertia: [1, 1, 1], profiles: {p: {circle: {radius: 1}}}}}\n", PAWL_WARNING, 1, 54,
       "profiles are left out: the mechanism is not planar, as a body is not held"},
      {"bodies: {a: {mass: 1, inertia: 1}}\n"
       "joints: {j: {type: revolute, between: [ground, a], at: [0, 0], limits: [0, 1]}}\n"
       "drives: {d: {coordinate: j, law: t}}\n",
       PAWL_WARNING, 2, 72, "joint 'j': the limits of 'j.angle' are not heeded, because drive 'd' prescribes it"},
      {"planar: true\nbodies: {a: {mass: 1, inertia: 1}}\n"
       "joints: {j: {type: prismatic, between: [ground, a], at: [0, 0], axis: z, limits: [0, 1]}}\n",
       PAWL_ERROR, 3, 82, "joint 'j' has no coordinate 'travel': none of its coordinates is free"},
  };
  for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
    const Case *c = &cases[k];
    read_text(c->text);
    PawlStatus status = pw_mechanism_build(model, messages, &mechanism);
    PawlMessage m = pawl_messages_get(messages, 0);
    bool good = m.severity == c->severity && m.line == c->line && m.column == c->column && strstr(m.text, c->fragment);
    if (!good || pawl_messages_count(messages) != 1 || status != (c->severity == PAWL_ERROR ? PAWL_ERR_INPUT : PAWL_OK)) {
      show_messages();
      fail_msg("expected %d:%d: %s", c->line, c->column, c->fragment);
    }
    if (c->severity == PAWL_WARNING) assert_int_equal(mechanism->contacts, 0);
  }
}

// Where profiles touch, bodies that no joint takes out of the plane stay in it without being told; without contacts they are
// free in space.
static void planar_by_contacts(void **state) {
  (void)state;
#define FREE \
  "bodies: {ground: {profiles: {p: {point: [2, 0]}}}, a: {mass: 1, inertia: [1, 1, 1], profiles: {p: {circle: {radius: 1}}}}}\n"
  compile(FREE C);
  assert_true(mechanism->planar);
  assert_int_equal(mechanism->contacts, 1);
  compile(FREE "joints: {j: {type: rod, between: [ground, a], at: [[0, 3], [0, 1]]}}\n" C);
  assert_true(mechanism->planar);
  compile(FREE "joints: {j: {type: spherical, between: [ground, a], at: [0, 3]}}\n" C);
  assert_true(mechanism->planar);
  compile("bodies: {a: {mass: 1, inertia: [1, 1, 1]}}\n");
  assert_false(mechanism->planar);
}

// The size of a mechanism whose frames coincide is that of its profiles, a floor not counted; of several the farthest point from
// the centre of mass, at (0.2, 0), counts.
static void size_by_profiles(void **state) {
  (void)state;
  static const struct {
    const char *profile;
    double size;
  } cases[] = {{"circle: {radius: 0.3}", 0.5}, {"circle: {center: [0.2, 0], radius: 0.3}", 0.3}, {"point: [0.2, 0]", 3}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    char text[500];
    snprintf(text, sizeof text,
             "bodies:\n  ground: {profiles: {floor: {circle: {center: [1, 0], radius: 2}}}}\n"
             "  a: {mass: 1, inertia: 1, center: [0.2, 0], position: [-0.2, 0], profiles: {p: {%s}}}\n"
             "contacts: {c: {profiles: [ground.floor, a.p]}}\n",
             cases[i].profile);
    read_text(text);
    assert_int_equal(pawl_mechanism_compile(model, messages, &mechanism), PAWL_OK);
    assert_true(mechanism->size >= cases[i].size && mechanism->size < 1.2 * cases[i].size);  // by bounding circles
  }
}

// Within 1e-9 of the size two planes are one.
static void nearly_one_plane(void **state) {
  (void)state;
  compile(
      "planar: true\n"
      "bodies: {ground: {profiles: {p: {point: [2, 0]}}}, a: {mass: 1, position: [0, 0, 5e-10], profiles: {p: {circle: {radius: "
      "0.5}}}}}\n" C);
  assert_int_equal(mechanism->contacts, 1);
}

static PawlStatus add(PawlContactDef def) {
  return pawl_model_add_contact(model, &def, messages, NULL);
}

static PawlStatus limit(PawlLimitDef def) {
  return pawl_model_add_limit(model, &def, messages);
}

// Built in code: what only code can get wrong.
static void in_code(void **state) {
  (void)state;
  read_text(DISCS "joints: {j: {type: revolute, between: [a, b], at: [0, 0]}}\n");
  PawlContactDef def = pawl_contact_def_default(), bad;
  def.name = "j";
  def.profile[0] = pawl_model_find_profile(model, "a.rim");
  def.profile[1] = pawl_model_find_profile(model, "b.rim");
  assert_int_equal(add(def), PAWL_ERR_INPUT);  // a joint has this name
  def.name = "j.a.b";
  assert_int_equal(add(def), PAWL_ERR_INPUT);  // and its columns begin so
  def.name = "g.a.b";
  bad = def, bad.profile[1].i = 99;
  assert_int_equal(add(bad), PAWL_ERR_ARGUMENT);
  bad = def, bad.sides = (PawlSides)7;
  assert_int_equal(add(bad), PAWL_ERR_ARGUMENT);
  bad = def, bad.law = (PawlContactLaw)7;
  assert_int_equal(add(bad), PAWL_ERR_ARGUMENT);
  bad = def, bad.stiffness = 1;  // of a rigid contact
  assert_int_equal(add(bad), PAWL_ERR_INPUT);
  bad = def, bad.restitution = NAN;
  assert_int_equal(add(bad), PAWL_ERR_INPUT);
  bad = def, bad.size = 2;
  assert_int_equal(add(bad), PAWL_ERR_ARGUMENT);
  assert_int_equal(model->contacts.count, 0);
  assert_int_equal(add(def), PAWL_OK);
  PawlJointDef joint = model->joints.item[0].def;
  joint.name = "g";
  assert_int_equal(pawl_model_add_joint(model, &joint, messages, NULL), PAWL_ERR_INPUT);  // a contact begins so
  PawlLimitDef stop = pawl_limit_def_default(), wrong;
  stop.coordinate.joint.i = 1;
  stop.lower = 0;
  wrong = stop, wrong.coordinate.joint.i = 4;
  assert_int_equal(limit(wrong), PAWL_ERR_ARGUMENT);
  wrong = stop, wrong.upper = -1;
  assert_int_equal(limit(wrong), PAWL_ERR_INPUT);
  wrong = stop, wrong.lower = NAN;
  assert_int_equal(limit(wrong), PAWL_ERR_INPUT);
  assert_int_equal(limit(stop), PAWL_OK);
  assert_int_equal(limit(stop), PAWL_ERR_INPUT);  // has its limits already
  assert_int_equal(model->limits.count, 1);
}

#define READING(test) cmocka_unit_test_setup_teardown(test, setup, teardown)

int main(void) {
  const struct CMUnitTest tests[] = {READING(pairs),
                                     READING(among_bodies),
                                     READING(laws),
                                     READING(coherent_units),
                                     READING(fractions),
                                     READING(crowd),
                                     READING(stops),
                                     READING(hashes),
                                     READING(impact_settings),
                                     READING(planar_by_itself),
                                     READING(compile_messages),
                                     READING(planar_by_contacts),
                                     READING(size_by_profiles),
                                     READING(nearly_one_plane),
                                     READING(in_code)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
