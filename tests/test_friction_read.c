// Friction and rolling of contacts: from files and from code into mechanisms, what is refused, written back, and the hash.
// Expected numbers are worked out by hand from the units in the texts.
#include "base/random.h"
#include "model/friction.h"
#include "model/words.h"
#include "model_file.h"

static const PwFriction *friction(const char *name) {
  PawlContactId id = pawl_mechanism_find_contact(mechanism, name);
  if (!id.i) fail_msg("there is no contact '%s'", name);
  return &mechanism->contact[id.i - 1].friction;
}

static void check_friction(const char *name, PwFriction expected) {
  const PwFriction *f = friction(name);
  const double have[] = {
      f->mu_static, f->mu_kinetic, f->stribeck,        f->viscous,         f->spin,           f->roll, f->stiffness, f->damping,
      f->stick,     f->slide,      f->displacement[0], f->displacement[1], f->displacement[2]};
  const double want[] = {expected.mu_static,      expected.mu_kinetic, expected.stribeck,        expected.viscous,
                         expected.spin,           expected.roll,       expected.stiffness,       expected.damping,
                         expected.stick,          expected.slide,      expected.displacement[0], expected.displacement[1],
                         expected.displacement[2]};
  assert_int_equal(f->rolling, expected.rolling);
  for (int k = 0; k < 13; k++) {
    if (!(fabs(have[k] - want[k]) <= 1e-15 * fabs(want[k])))
      fail_msg("%s, number %d: %.17g, not %.17g", name, k, have[k], want[k]);
  }
}

#define DISCS                                                        \
  "bodies:\n"                                                        \
  "  ground: {profiles: {p: {point: [0, 0]}, q: {point: [0, 9]}}}\n" \
  "  a: {mass: 1, inertia: 1, position: [5, 0], profiles: {p: {circle: {radius: 1}}, q: {circle: {radius: 2}}}}\n"
#define BALLS                                                                                       \
  "bodies:\n"                                                                                       \
  "  ground: {surfaces: {p: {plane: {size: [90, 90]}}}}\n"                                          \
  "  a: {mass: 1, inertia: [1, 1, 1], position: [0, 0, 5], surfaces: {p: {sphere: {radius: 1}}}}\n" \
  "  b: {mass: 1, inertia: [1, 1, 1], position: [5, 0, 5], surfaces: {p: {sphere: {radius: 1}}}}\n" \
  "  c: {mass: 1, inertia: [1, 1, 1], position: [0, 5, 5], surfaces: {p: {sphere: {radius: 1}}}}\n"
#define MM "units: {length: mm, force: N}\n"
#define LAW "law: {type: hertz, stiffness: 1}"

// ---- what is read

// A number is both coefficients; a kinetic one that is not given is the static one; a length is mm where the file says mm.
static void exact(void **state) {
  (void)state;
  compile(MM "parameters: {mu: 0.3, v: 2 mm/s}\n" BALLS
             "contacts:\n"
             "  number: {surfaces: [ground.p, a.p], friction: 0.3}\n"
             "  all: {surfaces: [ground.p, b.p], friction: {static: 0.4, kinetic: 0.3, stribeck: 1 mm/s, viscous: 2 N*s/m, "
             "spin: 0.5 mm, rolling: 0.1 mm}}\n"
             "  plain: {surfaces: [ground.p, c.p], friction: {static: 2*mu, kinetic: \"min(mu, 1)\", stribeck: 3*v, viscous: 2, "
             "spin: 500 um, rolling: 7}}\n"
             "  rolls: {surfaces: [a.p, b.p], rolling: true, friction: {spin: 2, rolling: 1 m}}\n"
             "  just_rolls: {surfaces: [a.p, c.p], rolling: true}\n"
             "  none: {surfaces: [b.p, c.p], rolling: false, friction: {}}\n");
  assert_int_equal(pawl_messages_count(messages), 0);
  check_friction("number", (PwFriction){.mu_static = 0.3, .mu_kinetic = 0.3});
  check_friction(
      "all", (PwFriction){.mu_static = 0.4, .mu_kinetic = 0.3, .stribeck = 1e-3, .viscous = 2, .spin = 0.5e-3, .roll = 0.1e-3});
  check_friction("plain", (PwFriction){.mu_static = 0.6,
                                       .mu_kinetic = 0.3,
                                       .stribeck = 6e-3,
                                       .viscous = 2e3,  // N s/mm
                                       .spin = 0.5e-3,
                                       .roll = 7e-3});
  check_friction("rolls", (PwFriction){.rolling = true, .spin = 2e-3, .roll = 1});
  check_friction("just_rolls", (PwFriction){.rolling = true});
  check_friction("none", (PwFriction){0});
}

// In the plane, of one side or two; friction that is only viscous or only against rolling; a stop has none.
static void planar(void **state) {
  (void)state;
  compile(DISCS
          "joints: {j: {type: revolute, frames: [ground, a], limits: [0, 1]}}\n"
          "contacts:\n"
          "  kept: {profiles: [ground.p, a.p], sides: kept, friction: {static: 0, viscous: 3}}\n"
          "  both: {profiles: [ground.p, a.q], sides: both, rolling: true}\n"
          "  oil: {profiles: [ground.q, a.p], friction: {viscous: 3}}\n"
          "  mud: {profiles: [ground.q, a.q], friction: {rolling: 3}}\n");
  check_friction("kept", (PwFriction){.viscous = 3});
  check_friction("both", (PwFriction){.rolling = true});
  check_friction("oil", (PwFriction){.viscous = 3});
  check_friction("mud", (PwFriction){.roll = 3});
  check_friction("j.angle.lower", (PwFriction){0});
}

// Friction with a law, whose displacement may be given; what of friction there is not with a law is refused when the mechanism is
// built.
static void with_a_law(void **state) {
  (void)state;
  compile(MM BALLS
          "contacts:\n"
          "  off: {surfaces: [a.p, c.p], " LAW
          ", friction: {static: 0, stiffness: 200}}\n"
          "  none: {surfaces: [b.p, c.p], " LAW "}\n");
  check_friction("off", (PwFriction){.stiffness = 2e5, .stick = 0.01, .slide = 1e-3});
  check_friction("none", (PwFriction){0});
  compile(MM BALLS
          "contacts:\n"
          "  case: {surfaces: [ground.p, a.p], " LAW
          ", friction: {static: 0.4, kinetic: 0.3, viscous: 1 N*s/m, stiffness: 200, damping: 0.4, stick: 10, slide: 1 mm/s, "
          "displacement: [1 mm, 2, -3 mm]}}\n");
  check_friction("case", (PwFriction){.mu_static = 0.4,
                                      .mu_kinetic = 0.3,
                                      .viscous = 1,
                                      .stiffness = 2e5,
                                      .damping = 400,
                                      .stick = 0.01,
                                      .slide = 1e-3,
                                      .displacement = {1e-3, 2e-3, -3e-3}});
  static const char *const refused[][2] = {
      {"friction: {static: 0.4, stiffness: 200, spin: 1}", "contact 'case': the 'spin' of friction is not offered with a 'law'"},
      {"friction: {rolling: 1}", "contact 'case': the 'rolling' of friction is not offered with a 'law'"},
      {"friction: {viscous: 1}", "contact 'case': with a 'law' friction that is 'viscous' alone is not offered"}};
  for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
    char text[1000];
    snprintf(text, sizeof text, MM BALLS "contacts: {case: {surfaces: [ground.p, a.p], " LAW ", %s}}\n", refused[i][0]);
    read_text(text);
    assert_int_equal(pw_mechanism_build(model, messages, &mechanism), PAWL_ERR_INPUT);
    assert_non_null(strstr(pawl_messages_get(messages, 0).text, refused[i][1]));
  }
}

// All pairs of a list of bodies have its friction, but for the one that has its own contact.
static void among_bodies(void **state) {
  (void)state;
  compile(BALLS
          "contacts:\n"
          "  parts: {bodies: [ground, a, b, c], friction: {static: 0.5, kinetic: 0.25, spin: 2 mm}}\n"
          "  own: {surfaces: [a.p, b.p], rolling: true}\n");
  static const char *const names[] = {"parts.ground.a", "parts.ground.b", "parts.ground.c", "parts.a.c", "parts.b.c"};
  assert_int_equal(mechanism->contacts, 6);
  for (int k = 0; k < 5; k++) {
    check_friction(names[k], (PwFriction){.mu_static = 0.5, .mu_kinetic = 0.25, .spin = 2e-3});
  }
  check_friction("own", (PwFriction){.rolling = true});
}

// Another value of a parameter reaches friction, and one with which it cannot be leaves the model as it was.
static void by_parameter(void **state) {
  (void)state;
  read_text("parameters: {mu: 0.3}\n" DISCS
            "contacts: {c: {profiles: [ground.p, a.p], friction: {static: 2*mu, kinetic: mu}}}\n");
  assert_int_equal(pawl_model_set_parameter(model, "mu", 0.25, messages), PAWL_OK);
  CHECK_CLOSE(model->contacts.item[0].def.friction, 0.5, 0);
  CHECK_CLOSE(model->contacts.item[0].def.kinetic, 0.25, 0);
  assert_int_equal(pawl_model_set_parameter(model, "mu", -1, messages), PAWL_ERR_INPUT);
  CHECK_CLOSE(model->contacts.item[0].def.friction, 0.5, 0);
}

// ---- what is refused

typedef struct {
  const char *settings;  // of the contact; the complaint is about what stands behind ^
  const char *fragment;
} Case;

// Exactly one complaint, on the contact's line, at the mark.
static void check_refused(const char *bodies, const char *pair, const Case *c) {
  char text[2000], line[500];
  const char *mark = strchr(c->settings, '^');
  assert_non_null(mark);
  int n = snprintf(line, sizeof line, "contacts: {c: {%s%.*s", pair, (int)(mark - c->settings), c->settings);
  int column = n + 1;
  snprintf(line + n, sizeof line - (size_t)n, "%s}}\n", mark + 1);
  snprintf(text, sizeof text, "%s%s", bodies, line);
  int row = 1;
  for (const char *s = bodies; *s; s++) row += *s == '\n';
  forget();
  PawlStatus status = pawl_model_parse("m.yaml", text, strlen(text), NULL, 0, messages, &model);
  PawlMessage m = pawl_messages_get(messages, 0);
  if (status == PAWL_ERR_INPUT && !model && pawl_messages_count(messages) == 1 && m.severity == PAWL_ERROR && m.line == row &&
      m.column == column && strstr(m.text, "contact 'c") && strstr(m.text, c->fragment)) {
    return;
  }
  show_messages();
  fail_msg("expected %d:%d: ... %s ... for\n%s", row, column, c->fragment, line);
}

static void refused(void **state) {
  (void)state;
  static const Case cases[] = {
      {"friction: ^-0.1", "the static coefficient of friction is -0.1, must be 0 to 1e+06"},
      {"friction: ^1e7", "must be 0 to 1e+06"},
      {"friction: ^.nan", "'friction' is not a finite number"},
      {"friction: ^.inf", "'friction' is not a finite number"},
      {"friction: ^0.3 m", "'friction' cannot be in 'm', it has no unit"},
      {"friction: ^[0.3, 0.2]", "'friction' needs a number or a mapping (key: value), found a list"},
      {"friction: ^", "'friction' needs a number or a mapping (key: value), found nothing"},
      {"friction: {static: ^-0.1}", "the static coefficient of friction is -0.1"},
      {"friction: {static: ^.nan}", "'static' is not a finite number"},
      {"friction: {static: ^[1]}", "'static' needs a number or an expression, found a list"},
      {"friction: {static: 0.3*^t}", "this number must be constant, 't' changes"},
      {"friction: {^statik: 0.3}", "friction: unknown key 'statik', did you mean 'static'?"},
      {"friction: {static: 0.3, ^dynamic: 0.2}", "friction: unknown key 'dynamic'"},
      {"friction: {static: 0.3, kinetic: ^0.5}", "the kinetic coefficient of friction is 0.5, must be 0 to the static one, 0.3"},
      {"friction: {static: 0.3, kinetic: ^-0.5}", "the kinetic coefficient of friction is -0.5"},
      {"friction: {static: 0.3, kinetic: ^.nan}", "'kinetic' is not a finite number"},
      {"friction: {kinetic: ^0.2}", "the 'kinetic' of friction needs a 'static' coefficient, too"},
      {"friction: {static: 0, kinetic: ^0.2}", "a kinetic coefficient needs a static one that is not smaller"},
      {"friction: {static: 0.3, stribeck: ^1 mm/s}", "has nothing to fall to at the Stribeck speed: give a kinetic one below"},
      {"friction: {static: 0.3, kinetic: 0.3, stribeck: ^1 mm/s}", "give a kinetic one below the static one"},
      {"friction: {stribeck: ^1 mm/s}", "the 'stribeck' of friction needs a 'static' coefficient, too"},
      {"friction: {static: 0.3, kinetic: 0.2, stribeck: ^-1}", "stribeck of friction is -1 m/s, must be finite and 0 or more"},
      {"friction: {static: 0.3, kinetic: 0.2, stribeck: ^1 mm}", "'stribeck' cannot be in 'mm', needs a unit like 'm/s'"},
      {"friction: {viscous: ^-2}", "viscous of friction is -2 N*s/m, must be finite and 0 or more"},
      {"friction: {viscous: ^2 N}", "'viscous' cannot be in 'N', needs a unit like 'N*s/m'"},
      {"friction: {rolling: ^-1 mm}", "rolling of friction is -0.001 m, must be 0 to 1e+15"},
      {"friction: {rolling: ^1e16}", "rolling of friction is 1e+16 m, must be 0 to 1e+15"},
      {"friction: {rolling: ^2 rad}", "'rolling' cannot be in 'rad', needs a unit like 'm'"},
      {"friction: {rolling: ^true}",
       "'rolling' of friction is a length, the resistance to rolling: 'rolling: true' stands beside"},
      {"friction: {spin: ^1 mm}", "spin needs surfaces"},
      {"^roling: true", "unknown key 'roling', did you mean 'rolling'?"},
      {"^frction: 0.3", "unknown key 'frction', did you mean 'friction'?"},
      {"^static: 0.3", "unknown key 'static'"},
      {"rolling: ^1 mm", "'rolling' cannot be '1 mm' (one of false, true)"},
      {"rolling: ^[true]", "'rolling' needs a text, found a list"},
      {"rolling: true, friction: ^0.3", "a rolling contact never slips: leave 'rolling: true' or the 'static' of friction out"},
      {"rolling: true, friction: {static: ^0.3, rolling: 1 mm}", "leave 'rolling: true' or the 'static' of friction out"},
      {"rolling: true, friction: {static: 0, kinetic: ^0}", "or the 'kinetic' of friction out ('spin' and 'rolling' may stay)"},
      {"rolling: true, friction: {viscous: ^2}", "or the 'viscous' of friction out"},
      {"rolling: ^true, " LAW, "rolling is not offered with a law: leave the law out, or give friction with a 'stiffness'"},
      {"friction: {static: 0.3, stiffness: ^1e5}", "the 'stiffness' of friction belongs to contacts with a law"},
      {"friction: {static: 0.3, damping: ^1}", "the 'damping' of friction belongs to contacts with a law"},
      {"friction: {static: 0.3, stick: ^1}", "the 'stick' of friction belongs to contacts with a law"},
      {"friction: {static: 0.3, slide: ^1}", "the 'slide' of friction belongs to contacts with a law"},
      {"friction: {static: 0.3, displacement: ^[1 mm, 0]}", "the 'displacement' of friction belongs to contacts with a law"},
      {LAW ", friction: {displacement: ^[1 mm, 0]}", "the 'displacement' of friction needs a 'static' coefficient, too"},
      {LAW ", friction: {static: 0.3, stiffness: 1, displacement: ^[1e16, 0]}", "displacement of friction is 1e+16 m, must be"},
      {LAW ", friction: {static: 0.3, stiffness: 1, displacement: ^1}", "'displacement' needs"},
      {LAW ", friction: ^0.3", "needs a 'stiffness' along the surface, too: friction: {static: 0.3, stiffness: ...}"},
      {LAW ", friction: ^{static: 0.3}", "needs a 'stiffness' along the surface, too"},
      {LAW ", friction: {static: 0.3, stiffness: ^0}", "needs a 'stiffness' along the surface, too"},
      {LAW ", friction: {stiffness: ^1e5}", "the 'stiffness' of friction needs a 'static' coefficient, too"},
      {LAW ", friction: {static: 0.3, stiffness: ^-1}", "stiffness of friction is -1 N/m, must be finite and 0 or more"},
      {LAW ", friction: {static: 0.3, stiffness: ^1 N}", "'stiffness' cannot be in 'N', needs a unit like 'N/m'"},
      {LAW ", friction: {static: 0.3, stiffness: 1, damping: ^-1}", "damping of friction is -1 N*s/m"},
      {LAW ", friction: {static: 0.3, stiffness: 1, stick: ^0}", "stick of friction is 0 m/s, must be finite and > 0"},
      {LAW ", friction: {static: 0.3, stiffness: 1, slide: ^0}",
       "slide of friction is 0 m/s, must be > 0 and below stick, 0.01 m/s"},
      {LAW ", friction: {static: 0.3, stiffness: 1, stick: 2, slide: ^2}",
       "slide of friction is 2 m/s, must be > 0 and below stick"},
      {LAW ", friction: {static: 0.3, kinetic: 0.2, stribeck: 1, stiffness: 1, stick: ^1}",
       "'stick' and 'stribeck' say the same"},
  };
  for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) check_refused(DISCS, "profiles: [ground.p, a.p], ", &cases[k]);
}

// The same of lists of bodies, once for all of their pairs; what a body of the plane is refused, one in space may have.
static void refused_of_many(void **state) {
  (void)state;
  static const Case cases[] = {{"friction: {static: 0.3, kinetic: ^0.5}", "the kinetic coefficient of friction is 0.5"},
                               {"friction: {spin: ^-1}", "spin of friction is -1 m, must be 0 to 1e+15"},
                               {"rolling: true, friction: ^0.5", "a rolling contact never slips"}};
  static const Case spin = {"friction: {spin: ^1 mm}", "spin needs surfaces"};
  for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) check_refused(BALLS, "bodies: [a, b, c], ", &cases[k]);
  check_refused(DISCS, "bodies: [ground, a], ", &spin);
  read_text(BALLS "contacts: {c: {bodies: [a, b], friction: {spin: 1 mm}}}\n");
}

static void refused_of_stops(void **state) {
  (void)state;
  static const struct {
    const char *stops;
    const char *key, *fragment;
  } cases[] = {
      {"{friction: 0.3}", "friction",
       "joint 'j': stops: unknown key 'friction': a stop has no friction, but a contact of profiles or"},
      {"{restitution: 1, rolling: true}", "rolling", "stops: unknown key 'rolling': a stop has no friction"},
      {"{angle: {friction: 0.3}}", "friction", "stops: unknown key 'friction': a stop has no friction"},
  };
  for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
    char text[500];
    snprintf(text, sizeof text,
             "bodies: {a: }\njoints: {j: {type: revolute, frames: [ground, a], limits: {angle: [0, 1]}, stops: %s}}\n",
             cases[k].stops);
    forget();
    assert_int_equal(pawl_model_parse("m.yaml", text, strlen(text), NULL, 0, messages, &model), PAWL_ERR_INPUT);
    PawlMessage m = pawl_messages_get(messages, 0);
    int column = (int)(strstr(text, cases[k].key) - strchr(text, '\n'));  // the key's, from 1
    if (pawl_messages_count(messages) != 1 || m.line != 2 || m.column != column || !strstr(m.text, cases[k].fragment)) {
      show_messages();
      fail_msg("expected 2:%d: %s", column, cases[k].fragment);
    }
  }
}

// ---- in code

static PawlContactDef def_of(bool surfaces) {
  PawlContactDef def = pawl_contact_def_default();
  def.name = "c";
  for (int k = 0; k < 2; k++) {
    if (surfaces) def.surface[k] = pawl_model_find_surface(model, k ? "a.p" : "ground.p");
    if (!surfaces) def.profile[k] = pawl_model_find_profile(model, k ? "a.p" : "ground.p");
  }
  return def;
}

static void check_def(PawlContactDef def, const char *fragment) {
  int32_t before = model->contacts.count;
  pawl_messages_clear(messages);
  assert_int_equal(pawl_model_add_contact(model, &def, messages, NULL), PAWL_ERR_INPUT);
  assert_int_equal(model->contacts.count, before);
  if (strstr(pawl_messages_get(messages, 0).text, fragment)) return;
  show_messages();
  fail_msg("expected: %s", fragment);
}

// No number of friction may be negative or infinite, and NaN means something for three of them only.
static void numbers_in_code(void **state) {
  (void)state;
  static const double wrong[] = {-1, INFINITY, -INFINITY, NAN};
  read_text(BALLS);
  for (int k = 0; k < PW_MODEL_FRICTION_FIELDS; k++) {
    for (int j = 0; j < 4; j++) {
      const PwModelFrictionField *field = &pw_model_friction_fields[k];
      PawlContactDef def = def_of(true);
      def.friction = 0.5, def.kinetic = 0.25;
      if (field->kind == PW_OF_MEMORY) def.law = PAWL_CONTACT_HERTZ, def.stiffness = 1, def.tangential_stiffness = 1;
      pw_model_friction_set(&def, k, wrong[j]);
      if (!isnan(wrong[j]) || !isnan(field->usual)) check_def(def, "friction is");
    }
  }
  PawlContactDef rolling = def_of(true);
  rolling.rolling = true, rolling.friction = NAN;
  check_def(rolling, "never slips");
}

static void in_code(void **state) {
  (void)state;
  read_text(BALLS);
  PawlContactDef def = def_of(true), bad;
  def.friction = 0.3;
  bad = def, bad.kinetic = 0.31;
  check_def(bad, "contact 'c': the kinetic coefficient of friction is 0.31, must be 0 to the static one, 0.3");
  bad = def, bad.friction = 0, bad.kinetic = 0.1;
  check_def(bad, "a kinetic coefficient needs a static one");
  bad = def, bad.stribeck = 0.1;
  check_def(bad, "nothing to fall to");
  bad = def, bad.rolling = true;
  check_def(bad, "a rolling contact never slips");
  bad = def, bad.slide_speed = 1;
  check_def(bad, "belongs to contacts with a law");
  bad = def, bad.law = PAWL_CONTACT_HERTZ, bad.stiffness = 1;
  check_def(bad, "needs a 'stiffness' along the surface");
  bad.tangential_stiffness = 1, bad.slide_speed = 0.01;  // the stick speed by itself
  check_def(bad, "must be > 0 and below stick, 0.01 m/s");
  bad = def_of(true), bad.law = PAWL_CONTACT_HERTZ, bad.stiffness = 1, bad.rolling = true;
  check_def(bad, "rolling is not offered with a law");
  def.kinetic = 0.2, def.stribeck = 0.1, def.viscous = 1, def.spin = 2, def.rolling_resistance = 3;
  assert_int_equal(pawl_model_add_contact(model, &def, messages, NULL), PAWL_OK);
  assert_int_equal(pw_mechanism_build(model, messages, &mechanism), PAWL_OK);
  check_friction("c", (PwFriction){.mu_static = 0.3, .mu_kinetic = 0.2, .stribeck = 0.1, .viscous = 1, .spin = 2, .roll = 3});
  read_text(DISCS);
  bad = def_of(false), bad.spin = 1e-3;
  check_def(bad, "spin needs surfaces");
}

// A program that knows nothing of friction gets none.
static void shorter_def(void **state) {
  (void)state;
  read_text(DISCS);
  PawlContactDef def = def_of(false);
  def.size = (uint32_t)offsetof(PawlContactDef, rolling);
  memset(&def.rolling, 0xa5, sizeof def - def.size);
  assert_int_equal(pawl_model_add_contact(model, &def, messages, NULL), PAWL_OK);
  assert_true(pw_model_friction_is_none(&model->contacts.item[0].def));
}

// ---- written, and in the hash

// The list of fields and the keys of the file are the same, and each field is one of the def.
static void fields(void **state) {
  (void)state;
  PawlContactDef def = pawl_contact_def_default();
  for (int k = 0; k < PW_MODEL_FRICTION_FIELDS; k++) {
    assert_string_equal(pw_model_friction_fields[k].key, pw_keys_friction[k]);
    assert_true(pw_model_friction_is_usual(&def, k));
    pw_model_friction_set(&def, k, k + 1);
  }
  assert_string_equal(pw_keys_friction[PW_MODEL_FRICTION_FIELDS], "displacement");
  assert_null(pw_keys_friction[PW_MODEL_FRICTION_FIELDS + 1]);
  const double set[] = {def.friction,
                        def.kinetic,
                        def.stribeck,
                        def.viscous,
                        def.spin,
                        def.rolling_resistance,
                        def.tangential_stiffness,
                        def.tangential_damping,
                        def.stick_speed,
                        def.slide_speed};
  for (int k = 0; k < PW_MODEL_FRICTION_FIELDS; k++) CHECK_CLOSE(set[k], k + 1, 0);
}

// Written in these units and read again, every number has the same bits.
static void check_round(void) {
  char *text = NULL;
  PawlModel *back = NULL;
  assert_int_equal(pawl_model_write_yaml(model, messages, &text), PAWL_OK);
  PawlStatus status = pawl_model_parse("back.yaml", text, strlen(text), NULL, 0, messages, &back);
  if (status != PAWL_OK) show_messages();
  if (status != PAWL_OK) fail_msg("cannot be read:\n%s", text);
  assert_true(pw_model_hash(back) == pw_model_hash(model));
  for (int32_t i = 0; i < model->contacts.count; i++) {
    const PawlContactDef *a = &model->contacts.item[i].def, *b = &back->contacts.item[i].def;
    assert_int_equal(a->rolling, b->rolling);
    assert_memory_equal(a->displacement, b->displacement, sizeof a->displacement);
    for (int k = 0; k < PW_MODEL_FRICTION_FIELDS; k++) {
      double x = pw_model_friction_get(a, k), y = pw_model_friction_get(b, k);
      if (memcmp(&x, &y, sizeof x) != 0 && !(isnan(x) && isnan(y))) fail_msg("%s\n%.17g, %.17g", text, x, y);
    }
  }
  pawl_text_free(text);
  pawl_model_free(back);
}

static void written(void **state) {
  (void)state;
  uint64_t random = 7;
  for (int n = 0; n < 300; n++) {
    read_text("units: {length: in, mass: lb, time: ms, angle: deg, force: lbf}\n" BALLS);
    PawlContactDef def = def_of(true);
    double u[PW_MODEL_FRICTION_FIELDS];
    for (int k = 0; k < PW_MODEL_FRICTION_FIELDS; k++) u[k] = pw_random_between(&random, 0, 1);
    def.spin = n % 3 ? u[4] : 0, def.rolling_resistance = n % 2 ? u[5] : 0;
    def.rolling = n % 5 == 0;
    if (!def.rolling) {
      def.friction = u[0], def.viscous = n % 4 ? 1e3 * u[3] : 0;
      if (n % 3) def.kinetic = u[0] * u[1], def.stribeck = n % 2 ? u[2] : 0;
    }
    if (!def.rolling && n % 2) {
      def.law = PAWL_CONTACT_HERTZ, def.stiffness = 1e6 * u[8];
      def.tangential_stiffness = 1e5 * u[6], def.tangential_damping = n % 3 ? 1e2 * u[7] : 0;
      for (int i = 0; i < 3 && n % 7 == 0; i++) def.displacement[i] = u[i] - u[9];
      if (def.stribeck == 0) def.stick_speed = u[8], def.slide_speed = 0.99 * u[8] * u[9];
    }
    assert_int_equal(pawl_model_add_contact(model, &def, messages, NULL), PAWL_OK);
    check_round();
  }
}

// Where a number says it all a number is written, and nothing where there is nothing to say.
static void written_short(void **state) {
  (void)state;
  static const struct {
    const char *settings, *written;
  } cases[] = {{"friction: 0.3", "    friction: 0.3\n"},
               {"friction: {static: 0.3}", "    friction: 0.3\n"},
               {"friction: {static: 0.3, kinetic: 0.2}", "    friction: {static: 0.3, kinetic: 0.2}\n"},
               {"rolling: true", "    rolling: true\n"},
               {"rolling: true, friction: {rolling: 0.5}", "    rolling: true\n    friction: {rolling: 0.5}\n"},
               {"friction: {viscous: 2}", "    friction: {static: 0, viscous: 2}\n"}};
  for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
    char text[1000], *out = NULL;
    snprintf(text, sizeof text, "%scontacts: {c: {profiles: [ground.p, a.p], %s}}\n", DISCS, cases[k].settings);
    read_text(text);
    assert_int_equal(pawl_model_write_yaml(model, messages, &out), PAWL_OK);
    if (!strstr(out, cases[k].written)) fail_msg("no %s in\n%s", cases[k].written, out);
    pawl_text_free(out);
  }
  read_text(DISCS "contacts: {c: {profiles: [ground.p, a.p]}}\n");
  char *out = NULL;
  assert_int_equal(pawl_model_write_yaml(model, messages, &out), PAWL_OK);
  assert_true(!strstr(out, "friction") && !strstr(out, "rolling"));
  pawl_text_free(out);
}

// Each field changes it; saying that there is no friction does not.
static void hashes(void **state) {
  (void)state;
  static const char *const settings[] = {
      "friction: 0.3",
      "friction: 0.4",
      "friction: {static: 0.4, kinetic: 0.3}",
      "friction: {static: 0.4, kinetic: 0.3, stribeck: 1}",
      "friction: {static: 0.4, viscous: 0.3}",
      "friction: {static: 0.4, rolling: 0.3}",
      "friction: {static: 0.4, spin: 0.3}",
      "friction: {spin: 0.3}",
      "rolling: true",
      "rolling: true, friction: {spin: 0.3}",
      "rolling: true, friction: {rolling: 0.3}",
      LAW,
      LAW ", friction: {static: 0.4, stiffness: 2}",
      LAW ", friction: {static: 0.4, stiffness: 3}",
      LAW ", friction: {static: 0.4, stiffness: 2, damping: 1}",
      LAW ", friction: {static: 0.4, stiffness: 2, stick: 1}",
      LAW ", friction: {static: 0.4, stiffness: 2, slide: 1e-3}",
      "slots: 2",
      "friction: 0",
      "rolling: false, friction: {static: 0, viscous: 0}",
  };
  enum { COUNT = sizeof settings / sizeof *settings, NONE = COUNT - 3 };
  uint64_t hash[COUNT];
  for (int k = 0; k < COUNT; k++) {
    char text[1000];
    snprintf(text, sizeof text, "%scontacts: {c: {surfaces: [ground.p, a.p], %s}}\n", BALLS, settings[k]);
    read_text(text);
    hash[k] = model->hash;
    for (int j = 0; j < k; j++) assert_true((hash[j] == hash[k]) == (j >= NONE));
  }
}

// An ACDMC file has no friction.
static void written_as_dyn(void **state) {
  (void)state;
  static const char *const settings[] = {"", ", friction: 0.3", ", rolling: true"};
  for (int k = 0; k < 3; k++) {
    char text[1000], *out = NULL;
    snprintf(text, sizeof text, "%scontacts: {c: {profiles: [ground.p, a.p]%s}}\n", DISCS, settings[k]);
    read_text(text);
    assert_int_equal(pawl_model_write_dyn(model, messages, &out), k ? PAWL_ERR_UNSUPPORTED : PAWL_OK);
    const char *said =
        k ? pawl_messages_get(messages, 0).text : "an ACDMC file cannot hold contact 'c': only ones without friction";
    assert_string_equal(said, "an ACDMC file cannot hold contact 'c': only ones without friction");
    pawl_text_free(out);
  }
}

#define READING(test) cmocka_unit_test_setup_teardown(test, setup, teardown)

int main(void) {
  const struct CMUnitTest tests[] = {
      READING(exact),           READING(planar),        READING(with_a_law),      READING(among_bodies),
      READING(by_parameter),    READING(refused),       READING(refused_of_many), READING(refused_of_stops),
      READING(numbers_in_code), READING(in_code),       READING(shorter_def),     READING(fields),
      READING(written),         READING(written_short), READING(hashes),          READING(written_as_dyn)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
